"""What callers put into their answers: numbers, dates, digit strings, names, places. Text only.

Every function draws from the `Random` it is given, so that a seed gives the same text everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from random import Random

from edgebharo.hindi.date_words import FESTIVALS, WEEKDAYS
from edgebharo.hindi.month_words import ROWS as MONTH_ROWS
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.number_words import ENGLISH_DIGITS, ENGLISH_TENS
from edgebharo.hindi.numbers import ORDINALS, SPOKEN_VARIANTS
from scripts.asr.word_sources import districts, encodable, own_phrases, own_words

HUNDRED = ("सौ", "सौ", "सौ", "एक सौ", "एक सौ", "हंड्रेड", "वन हंड्रेड")

_ENGLISH_TEENS = word_set("टेन इलेवन इलेवेन ट्वेल्व थर्टीन फोर्टीन फिफ्टीन सिक्सटीन सेवनटीन सेवेनटीन एटीन नाइनटीन नाइंटीन")
ENGLISH = frozenset(ENGLISH_DIGITS) | frozenset(ENGLISH_TENS) | _ENGLISH_TEENS
"""Number words taken from English, normal form."""

MISLEADING = frozenset({"सतर", "असी", "एट", "ऐट", "मे", "एटी", "ऐटी", "छ"})
"""Spellings left out where another word sounds like them or would be spoken wrongly from them."""

_SLOT = re.compile(r"\{([a-z0-9]+)\}")


ONLY_WRITTEN = ("ठ्ठ", "न्वे", "न्द", "न्च", "न्स", "न्त", "न्ट", "ंतीस", "ंतिस")
"""Spellings that change nothing to the ear (अट्ठारह, अठ्ठारह): it learns the usual one of them."""

KEPT_WRITTEN = frozenset({"तैंतीस", "चौंतीस", "पैंतीस", "सैंतीस", "तेंतीस", "चोंतीस", "पेंतीस", "सेंतीस"})


@cache
def _variants(number: int, *, english: bool) -> tuple[str, ...]:
    """Spellings of `number` but the standard one that sound different; English loans or the others."""
    words = SPOKEN_VARIANTS(number)[1:]
    heard = [word for word in words if word in KEPT_WRITTEN or not any(same in word for same in ONLY_WRITTEN)]
    return tuple(word for word in heard if (word in ENGLISH) == english and word not in MISLEADING)


def number_word(rng: Random, number: int) -> str:
    """A word for 0..100: half the time the standard one, else another spelling or an English word.

    Raises:
        IndexError: the number is outside 0..100.
    """
    if number == 100:
        return rng.choice(HUNDRED)
    draw = rng.random()
    english, hindi = _variants(number, english=True), _variants(number, english=False)
    if draw < 0.12 and english:
        return rng.choice(english)
    if draw < 0.45 and hindi:
        return rng.choice(hindi)
    if number == 6:
        return rng.choice(("छह", "छः", "छे", "छै"))
    return SPOKEN_VARIANTS(number)[0]


def any_number(rng: Random) -> str:
    """A number up to 100 with its hundreds now and then ("दो सौ पांच")."""
    number = rng.choice((rng.randint(0, 10), rng.randint(1, 100), rng.randint(1, 100)))
    if rng.random() < 0.1:
        rest = number_word(rng, rng.randint(1, 99)) if rng.random() < 0.6 else ""
        return f"{number_word(rng, rng.randint(1, 9))} सौ {rest}".strip()
    return number_word(rng, number)


def months(rng: Random) -> str:
    """A number of months of pregnancy, 1 to 9, seldom 10."""
    return number_word(rng, rng.randint(1, 10) if rng.random() < 0.2 else rng.randint(1, 9))


@cache
def ordinal_words() -> tuple[tuple[str, int], ...]:
    """All ordinals up to 31 and what they count; English ones are whole words of their own."""
    return tuple(
        (word, number)
        for word, number in ORDINALS.items()
        if number <= 31 and encodable(word) and not any(word.startswith(loan) for loan in ENGLISH)
    )


def month_ordinal(rng: Random) -> str:
    """An ordinal of a month of pregnancy ("सातवां")."""
    number = rng.randint(1, 9)
    return rng.choice([word for word, value in ordinal_words() if value == number])


def ordinal(rng: Random) -> str:
    """Any ordinal up to the thirty-first."""
    number = rng.randint(1, 31)
    return rng.choice([word for word, value in ordinal_words() if value == number])


def weeks(rng: Random) -> str:
    """A number of weeks of pregnancy."""
    return number_word(rng, rng.randint(4, 42))


def month_name(rng: Random) -> str:
    """A month, mostly by its common name."""
    row = MONTH_ROWS[rng.randrange(12)].split()
    spoken = [word for word in row if encodable(word) and word not in MISLEADING]
    return spoken[0] if rng.random() < 0.65 else rng.choice(spoken)


def year(rng: Random) -> str:
    """A year as people say it: "दो हजार चौबीस", "बीस चौबीस", "चौबीस", "उन्नीस सौ नब्बे"."""
    if rng.random() < 0.15:
        return f"उन्नीस सौ {number_word(rng, rng.randint(50, 99))}"
    last = number_word(rng, rng.randint(1, 29) if rng.random() < 0.5 else rng.randint(20, 27))
    return rng.choice((f"दो हजार {last}", f"दो हजार {last}", f"बीस {last}", last, f"सन {last}"))


def day(rng: Random) -> str:
    """A day of a month as a number or, seldom, an ordinal."""
    number = rng.randint(1, 31)
    if rng.random() < 0.12:
        return "पहली" if number == 1 else ordinal(rng)
    return number_word(rng, number)


def date(rng: Random) -> str:
    """A date in one of the styles that callers use."""
    a_day, a_month, a_year = day(rng), month_name(rng), year(rng)
    in_figures = f"{number_word(rng, rng.randint(1, 31))} {number_word(rng, rng.randint(1, 12))}"
    return rng.choice(
        (
            f"{a_day} {a_month}",
            f"{a_day} {a_month}",
            f"{a_day} {a_month} {a_year}",
            f"{a_day} {a_month} {a_year}",
            f"{a_day} {a_month}, {a_year}",
            f"{a_day} तारीख {a_month}",
            f"{a_month} की {a_day}",
            f"{a_month} {a_day}",
            f"{a_month} {a_day} {a_year}",
            f"{in_figures} {a_year}",
            f"{in_figures.replace(' ', ' बटा ', 1)} बटा {a_year}",
        )
    )


def digits(rng: Random, count: int) -> str:
    """`count` digits dictated singly, in pairs, with double and triple, in hundreds or in English."""
    how = rng.choices(("singly", "pairs", "doubled", "hundreds", "english"), (55, 15, 12, 6, 12))[0]
    number = _identifier(rng, count, repeating=how == "doubled")
    words: list[str] = []
    while number:
        part, used = _digit_group(rng, how, number)
        number = number[used:]
        words.append(part + ("," if number and rng.random() < 0.2 else ""))
    return " ".join(words)


def _identifier(rng: Random, count: int, *, repeating: bool) -> str:
    """Random digits; ten are a mobile number and begin with 6 to 9."""
    found = rng.choice("6789" if count == 10 else "0123456789")
    while len(found) < count:
        again = repeating and rng.random() < 0.4
        found += found[-1] if again else rng.choice("0123456789")
    return found


def _digit_group(rng: Random, how: str, number: str) -> tuple[str, int]:
    """How the next digits of `number` are said, and how many they are."""
    first = int(number[0])
    if how == "pairs" and len(number) >= 2 and first:
        return number_word(rng, int(number[:2])), 2
    if how == "hundreds" and len(number) >= 3 and first and rng.random() < 0.6:
        rest = int(number[1:3])
        tail = f" {number_word(rng, rest)}" if rest else ""
        return f"{number_word(rng, first)} सौ{tail}", 3
    if how == "doubled" and number[:3] == number[0] * 3:
        return f"{rng.choice(('ट्रिपल', 'ट्रिपल', 'त्रिपल'))} {number_word(rng, first)}", 3
    if how == "doubled" and number[:2] == number[0] * 2:
        return f"डबल {number_word(rng, first)}", 2
    if how == "english":
        return rng.choice([word for word, value in ENGLISH_DIGITS.items() if value == first]), 1
    return number_word(rng, first), 1


def given(rng: Random) -> str:
    """A given name."""
    return rng.choice(own_words("given_names"))


def surname(rng: Random) -> str:
    """A surname."""
    return rng.choice(own_words("surnames"))


def name(rng: Random) -> str:
    """A name as callers give it: two words mostly, one or three sometimes."""
    parts = [given(rng)]
    if rng.random() < 0.2:
        parts.append(rng.choice(("कुमारी", "कुमार", "देवी", "लाल", "प्रसाद", "बाई", "खातून", "सिंह", given(rng))))
    if rng.random() < 0.75:
        parts.append(surname(rng))
    return " ".join(parts)


def district(rng: Random) -> str:
    """A district or one of its other names."""
    return rng.choice(districts())


def state(rng: Random) -> str:
    """A state or territory."""
    return rng.choice(own_words("states"))


def village(rng: Random) -> str:
    """A made-up village: a stem and an ending that fit together."""
    return rng.choice(own_words("place_stems")) + rng.choice(own_words("place_endings"))


def place(rng: Random) -> str:
    """A place smaller than a district: a listed one, a made-up village, or either with an addition."""
    where = rng.choice(own_words("places")) if rng.random() < 0.4 else village(rng)
    if rng.random() < 0.12:
        where += " " + rng.choice(
            ("कला", "खुर्द", "टोला", "बाजार", "पूर्वी", "पश्चिमी", "उत्तर", "दक्षिण", "एक", "दो", "तीन", "चार")
        )
    return where


def _weekday(rng: Random) -> str:
    return rng.choice(sorted(WEEKDAYS))


def _festival(rng: Random) -> str:
    return rng.choice(sorted(FESTIVALS))


SLOTS: Mapping[str, Callable[[Random], str]] = {
    "name": name,
    "given": given,
    "surname": surname,
    "district": district,
    "state": state,
    "place": place,
    "months": months,
    "monthth": month_ordinal,
    "weeks": weeks,
    "num": any_number,
    "date": date,
    "day": day,
    "month": month_name,
    "year": year,
    "weekday": _weekday,
    "festival": _festival,
    "digits2": lambda rng: digits(rng, 2),
    "digits3": lambda rng: digits(rng, 3),
    "digits4": lambda rng: digits(rng, 4),
    "digits5": lambda rng: digits(rng, 5),
    "digits10": lambda rng: digits(rng, 10),
    "yes": lambda rng: rng.choice(own_phrases("yes_no")),
    "wish": lambda rng: rng.choice(own_phrases("wishes")),
}
"""What may stand in braces in a template, but for {word}, which `texts` fills from the dictionaries."""


def fill(rng: Random, template: str, word: Callable[[], str]) -> str:
    """`template` with every slot replaced; `word` gives a dictionary word.

    Raises:
        KeyError: the template names an unknown slot.
    """
    return _SLOT.sub(lambda slot: word() if slot[1] == "word" else SLOTS[slot[1]](rng), template)
