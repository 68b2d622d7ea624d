"""Numbers, phone numbers and dates said in random styles, and how many of them are read exactly.

`python -m scripts.said_values [CASES] [SEED]` says CASES (10,000) phone numbers and as many dates, and every
number below one lakh, and prints each miss. The words are drawn from the tables of spellings that the readers
accept, the styles from how people dictate; what even a person could not tell apart is not said.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from random import Random

from edgebharo.hindi.dates import read_date
from edgebharo.hindi.digits import PHONE_DIGITS, read_digits
from edgebharo.hindi.fold import fold
from edgebharo.hindi.month_words import MONTHS, STANDARD
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.number_words import DIALECT_ROWS, ENGLISH_DIGITS, ENGLISH_TENS, ORDINAL_ENDINGS
from edgebharo.hindi.numbers import CARDINALS, SPOKEN_VARIANTS, read_cardinal
from edgebharo.hindi.romanise import romanised
from edgebharo.hindi.say import number_words
from edgebharo.hindi.tokens import tokenize
from edgebharo.hindi.urdu import spellings

TODAY = date(2026, 11, 29)
FIRST_BIRTH = date(2010, 1, 1)
ENGLISH_TEENS = (
    "टेन इलेवन इलेवेन ट्वेल्व ट्वेल्भ थर्टीन थर्टिन फोर्टीन फोरटीन फिफ्टीन फिफटीन सिक्सटीन सिक्स्टीन सेवनटीन सेवेनटीन"
    " सेवंटीन सेवन्टीन एटीन ऐटीन नाइनटीन नाइंटीन नाइन्टीन ट्वन्टी ट्वेन्टी"
)
ENGLISH = frozenset((*normalize(ENGLISH_TEENS).split(), *ENGLISH_DIGITS, *ENGLISH_TENS))
MONTH_SPELLINGS = tuple(
    tuple(word for word, number in MONTHS.items() if number == month and word not in {"मे", "मइ"})
    for month in range(13)
)
FILLERS = ("", "", "", ",", "।", "उम्म", "फिर", "और", "उसके बाद", "जी")
OPENERS = ("", "", "जी लिखिए,", "मेरा नंबर है", "हां, मोबाइल नंबर", "नंबर लिखो")
CLOSERS = ("", "", "है", "बस", "यही है")
SORRY = ("नहीं", "नहीं नहीं", "सॉरी", "गलत", "माफ़ कीजिए")
PREFIXES = ("", "", "", "", "+91", "0", "प्लस नाइन वन", "शून्य")
BARE_PREFIXES = ("91", "इक्यानवे")
"""Without a plus, and in pieces, these are the beginning of a number."""


@dataclass(frozen=True)
class Said:
    """A value, and the turns in which it is said."""

    value: str
    turns: tuple[str, ...]


# ---------------------------------------------------------------- words


def hindi(number: int, rng: Random) -> str:
    """One Hindi word of 0..99, any spelling, sometimes of a dialect."""
    words = [word for word in SPOKEN_VARIANTS(number) if word not in ENGLISH]
    dialect = fold(DIALECT_ROWS.get(number, "")).split()
    return rng.choice(dialect) if dialect and rng.random() < 0.1 else rng.choice(words)


def english(number: int, rng: Random) -> str:
    """An English digit, or a ten with its digit."""
    tens = [word for word, value in ENGLISH_TENS.items() if value == number // 10 * 10]
    digits = [word for word, value in ENGLISH_DIGITS.items() if value == number % 10]
    if number < 10:
        return rng.choice(digits)
    return f"{rng.choice(tens)} {rng.choice(digits)}" if number % 10 else rng.choice(tens)


def in_script(text: str, rng: Random) -> str:
    """`text` as it is, or as a recogniser of another script writes its words in their standard spelling."""
    dice = rng.random()
    words = [_standard(word) for word in normalize(text).split()]
    if dice < 0.85 or any(word in ENGLISH or word.isascii() for word in words):
        return text
    return " ".join(romanised(word)[0] if dice < 0.95 else spellings(word)[0] for word in words)


def _standard(word: str) -> str:
    if word in ENGLISH or word not in CARDINALS:
        return fold(STANDARD[MONTHS[word] - 1]) if word in MONTHS else word
    return SPOKEN_VARIANTS(CARDINALS[word])[0]


# ---------------------------------------------------------------- phone numbers


def phone(rng: Random) -> Said:
    """A mobile number in one to three turns."""
    digits = rng.choice("6789") + "".join(rng.choice("0123456789") for _ in range(PHONE_DIGITS - 1))
    pieces = list(_pieces(digits, rng))
    dictated = [f"{piece} {rng.choice(FILLERS)}" for piece in pieces]
    if rng.random() < 0.1:
        return Said(digits, (_repaired(digits, rng),))
    cuts = sorted(rng.sample(range(1, len(dictated)), min(rng.choice((0, 0, 0, 1, 2)), len(dictated) - 1)))
    edges = [0, *cuts, len(dictated)]
    turns = [" ".join(dictated[start:end]) for start, end in pairwise(edges)]
    prefixes = PREFIXES if len(turns) > 1 else (*PREFIXES, *BARE_PREFIXES)
    turns[0] = f"{rng.choice(OPENERS)} {rng.choice(prefixes)} {turns[0]}"
    turns[-1] = f"{turns[-1]} {rng.choice(CLOSERS)}"
    return Said(digits, tuple(turns))


def _repaired(digits: str, rng: Random) -> str:
    """A slip of one to three digits, taken back, and the rest said again."""
    at = rng.randrange(1, PHONE_DIGITS - 3)
    slip = "".join(rng.choice("0123456789") for _ in range(rng.randint(1, 3)))
    before, after = (
        " ".join(hindi(int(digit), rng) for digit in part) for part in (digits[:at] + slip, digits[at:])
    )
    return f"{before}, {rng.choice(SORRY)}, {after}"


def _pieces(digits: str, rng: Random) -> Iterator[str]:
    """`digits` cut into what is said in one go."""
    at, joins = 0, False
    while at < len(digits):
        size, said = _piece(digits[at:], rng, joins=joins)
        joins = said.split()[-1] in ENGLISH_TENS
        at += size
        yield said


def _piece(rest: str, rng: Random, *, joins: bool) -> tuple[int, str]:
    """How many digits are said next, and how. After an English ten no English digit may follow."""
    styles: list[tuple[int, Callable[[], str]]] = [(1, lambda: hindi(int(rest[0]), rng))] * 4
    if not joins:
        styles.append((1, lambda: english(int(rest[0]), rng)))
    styles.append((1, lambda: rng.choice((rest[0], "०१२३४५६७८९"[int(rest[0])]))))
    if rest[0] != "0" and len(rest) > 1:
        styles += [(2, lambda: hindi(int(rest[:2]), rng))] * 4
        if int(rest[:2]) >= 20 and not joins:
            styles.append((2, lambda: english(int(rest[:2]), rng)))
    for times, word in ((2, "डबल"), (3, "ट्रिपल")):
        if len(set(rest[:times])) == 1 and len(rest) >= times:
            styles += [(times, lambda word=word: f"{word} {hindi(int(rest[0]), rng)}")] * 4  # type: ignore[misc]
    if len(rest) > 2 and rest[0] != "0" and rest[1:3] != "00":
        styles.append((3, lambda: f"{hindi(int(rest[0]), rng)} सौ {hindi(int(rest[1:3]), rng)}"))
    if len(rest) > 4 and rest[0] != "0" and rest[3:5] != "00":
        styles.append((5, lambda: number_words(int(rest[:5]))))
    size, say = rng.choice(styles)
    return size, say()


def read_phone(said: Said) -> str:
    """What is read of all turns; empty where that is no whole number."""
    kept, complete = "", False
    for turn in said.turns:
        reading = read_digits(tokenize(normalize(turn)), PHONE_DIGITS, kept)
        kept, complete = reading.digits, reading.complete
    return kept if complete else ""


# ---------------------------------------------------------------- dates


def birthday(rng: Random) -> Said:
    """A day of birth up to TODAY."""
    day = FIRST_BIRTH + timedelta(days=rng.randrange((TODAY - FIRST_BIRTH).days + 1))
    style = rng.choice((_named, _named, _named, _numeric, _typed, _labelled, _without_year, _relative))
    return style(day, rng)


def _month(day: date, rng: Random) -> str:
    return rng.choice((STANDARD[day.month - 1], rng.choice(MONTH_SPELLINGS[day.month])))


def _day(day: date, rng: Random) -> str:
    word = hindi(day.day, rng)
    ordinal = fold(number_words(day.day)) + fold(rng.choice(ORDINAL_ENDINGS[:3]))
    forms = [word, word, word, str(day.day), english(day.day, rng) if day.day >= 20 or day.day < 10 else word]
    return rng.choice([*forms, ordinal if day.day > 4 and day.day not in (6, 9) else word])


def _year(year: int, rng: Random) -> str:
    short = year % 100
    forms = [
        f"दो हज़ार {hindi(short, rng)}",
        f"2 हज़ार {hindi(short, rng)}",
        f"बीस {hindi(short, rng)}",
        f"सन दो हज़ार {hindi(short, rng)}",
        f"दो शून्य {hindi(short // 10, rng)} {hindi(short % 10, rng)}",
        hindi(short, rng),
        str(year),
    ]
    if short >= 20:
        forms += [f"ट्वेंटी {english(short, rng)}", f"टू थाउज़ेंड {english(short, rng)}"]
    return rng.choice(forms)


def _named(day: date, rng: Random) -> Said:
    named, month, year = _day(day, rng), _month(day, rng), _year(day.year, rng)
    orders = [
        f"{named} {month} {year}",
        f"{named} {month} {year} को",
        f"{month} {named}, {year}",
        f"{month} की {named} तारीख, {year}",
        f"{named} {month} को हुआ था, {year} में",
        f"जी, {named} {month}, {year} में",
    ]
    long = f"दो हज़ार {hindi(day.year % 100, rng)}"
    orders += [f"{long} में {named} {month} को", f"{long} {month} {named}"]
    return Said(day.isoformat(), (in_script(rng.choice(orders), rng),))


def _numeric(day: date, rng: Random) -> Said:
    zero = rng.choice(("शून्य", "ज़ीरो"))
    number, month = (
        f"{zero} {hindi(value, rng)}" if value < 10 and rng.random() < 0.3 else hindi(value, rng)
        for value in (day.day, day.month)
    )
    year = rng.choice(
        (f"दो हज़ार {hindi(day.year % 100, rng)}", f"बीस {hindi(day.year % 100, rng)}", str(day.year))
    )
    return Said(day.isoformat(), (in_script(f"{number} {month} {year}", rng),))


def _typed(day: date, rng: Random) -> Said:
    forms = (
        "%d/%m/%Y",
        "%d-%m-%y",
        "%d.%m.%y",
        "%d %m %Y",
        "%Y-%m-%d",
        "%d%m%Y",
        "%d %B %Y",
        "%B %d, %Y",
        "%d %b %Y",
    )
    text = day.strftime(rng.choice(forms))
    return Said(day.isoformat(), (text if rng.random() < 0.7 else "".join(map(_devanagari_digit, text)),))


def _devanagari_digit(char: str) -> str:
    return "०१२३४५६७८९"[int(char)] if char.isdecimal() else char


def _labelled(day: date, rng: Random) -> Said:
    year = f"दो हज़ार {hindi(day.year % 100, rng)}"
    number, month = hindi(day.day, rng), hindi(day.month, rng)
    orders = (
        f"तारीख {number} महीना {month} साल {year}",
        f"साल {year} महीना {STANDARD[day.month - 1]} तारीख {number}",
        f"{number} तारीख, {STANDARD[day.month - 1]} महीना, {year}",
    )
    return Said(day.isoformat(), (in_script(rng.choice(orders), rng),))


def _without_year(day: date, rng: Random) -> Said:
    """The year is left out: the most recent such day is meant."""
    years = (TODAY.year - back for back in range(9))
    leap = (day.month, day.day) == (2, 29)
    meant = next(
        recent
        for recent in (date(year, day.month, day.day) for year in years if not leap or year % 4 == 0)
        if recent <= TODAY
    )
    orders = (f"{_day(day, rng)} {_month(day, rng)}", f"{_month(day, rng)} की {hindi(day.day, rng)} को")
    return Said(meant.isoformat(), (in_script(rng.choice(orders), rng),))


def _relative(day: date, rng: Random) -> Said:
    back = (TODAY - day).days % 60
    of_last = date(2026, 10, 1 + back % 31)
    named = {0: "आज", 1: "कल", 2: "परसों", 3: "नरसों"}
    forms = [(TODAY - timedelta(days=back), f"{hindi(back, rng)} दिन पहले")]
    forms.append((of_last, f"पिछले महीने की {hindi(of_last.day, rng)} तारीख को"))
    if back in named:
        forms += [(TODAY - timedelta(days=back), rng.choice((named[back], f"{named[back]} रात को")))] * 2
    meant, text = rng.choice(forms)
    return Said(meant.isoformat(), (in_script(text, rng),))


def read_birthday(said: Said) -> str:
    """What is read; empty where that is no day."""
    return read_date(tokenize(normalize(said.turns[0])), TODAY).value or ""


# ---------------------------------------------------------------- numbers


def read_number(text: str) -> int:
    """The number that `text` is; -1 where it is something else."""
    tokens = tokenize(normalize(text))
    number = read_cardinal(tokens, 0)
    return int(number[0]) if number and number[1] == len(tokens) else -1


def in_variants(number: int, rng: Random) -> str:
    """`number` in words, each small number in any of its spellings."""
    standard = {fold(number_words(small)): small for small in range(100)}
    return " ".join(
        hindi(standard[word], rng) if word in standard else word
        for word in fold(number_words(number)).split()
    )


# ---------------------------------------------------------------- the whole run


def misses(
    make: Callable[[Random], Said], read: Callable[[Said], str], cases: int, seed: int
) -> list[tuple[Said, str]]:
    """The cases that are not read exactly, and what was read."""
    rng = Random(seed)  # noqa: S311 - a repeatable draw
    said = [make(rng) for _ in range(cases)]
    return [(one, got) for one, got in zip(said, map(read, said), strict=True) if got != one.value]


def main(arguments: Sequence[str]) -> int:
    """Print the figures; the exit code is 1 where fewer than 99.9 % are exact."""
    cases, seed = int(arguments[0]) if arguments else 10_000, int(arguments[1]) if arguments[1:] else 1
    rng = Random(seed)  # noqa: S311 - a repeatable draw
    wrong = [
        n
        for n in range(100_000)
        if read_number(number_words(n)) != n or read_number(in_variants(n, rng)) != n
    ]
    print(f"numbers 0-99,999, standard and in variants: {100_000 - len(wrong)} of 100000 exact", wrong[:20])
    worst = len(wrong) / 100_000
    for name, make, read in (("phone numbers", phone, read_phone), ("dates", birthday, read_birthday)):
        missed = misses(make, read, cases, seed)
        for said, got in missed[:40]:
            print(f"  {said.value} read as {got or 'nothing'}: {' | '.join(said.turns)}")
        print(f"{name}: {cases - len(missed)} of {cases} exact ({1 - len(missed) / cases:.2%})")
        worst = max(worst, len(missed) / cases)
    return int(worst > 0.001)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
