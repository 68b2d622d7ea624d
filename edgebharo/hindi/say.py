"""Values as Hindi words in ordinary spelling, for the voice that reads them out.

No voice is trusted with a digit or a Latin letter: engines read them in English, one by one, or not at all.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from math import ceil

from edgebharo.hindi.loan_words import ABBREVIATIONS, LATIN_WORDS, LETTER_NAMES, SYMBOLS
from edgebharo.hindi.month_words import STANDARD as MONTH_NAMES
from edgebharo.hindi.number_words import ROWS

NUMBER_NAMES: tuple[str, ...] = tuple(row.split()[0] for row in ROWS)
"""0..99 in standard spelling."""

SCALE_NAMES: tuple[tuple[int, str], ...] = (
    (10_000_000, "करोड़"),
    (100_000, "लाख"),
    (1_000, "हज़ार"),
    (100, "सौ"),
)

PHONE_GROUP = 5
"""A ten-digit number is read in two halves."""
LARGEST_GROUP = 4
LONGEST_NUMBER = 4
"""A longer digit run without separators is an identifier and is read digit by digit."""

_ORDINAL = "|".join(unicodedata.normalize("NFC", ending) for ending in ("वाँ", "वां", "वीं", "वें"))
_SPOKEN = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9])"
    r"|(?P<grouped>[0-9]{1,3}(?:,[0-9]{2})*,[0-9]{3}|[0-9]{1,3}(?:,[0-9]{3})+)(?![0-9,])"
    r"|(?P<whole>[0-9]+)\.(?P<decimals>[0-9]+)"
    rf"|(?P<run>[0-9]+)(?P<ordinal>{_ORDINAL})?"
    r"|(?P<latin>[A-Za-z]+)(?P<dot>\.)?"
    rf"|(?P<symbol>[{re.escape(''.join(SYMBOLS))}])"
)


def number_words(number: int) -> str:
    """`number` in words: 1009 is "एक हज़ार नौ". Below zero it starts with "माइनस"."""
    if number < 0:
        return f"माइनस {number_words(-number)}"
    words: list[str] = []
    for scale, name in SCALE_NAMES:
        count, number = divmod(number, scale)
        if count:
            words += [number_words(count), name]
    if number or not words:
        words.append(NUMBER_NAMES[number])
    return " ".join(words)


def digit_words(digits: str, groups: Sequence[int] = ()) -> tuple[str, ...]:
    """Each digit as a word, in groups that can be followed: 5+5 for ten digits, else at most four each.

    `groups` are other sizes, where they sum to the number of digits. Characters that are no digits only
    separate and are skipped.
    """
    names = [NUMBER_NAMES[unicodedata.decimal(char)] for char in digits if unicodedata.category(char) == "Nd"]
    if groups and sum(groups) == len(names):
        sizes = list(groups)
    elif len(names) == 2 * PHONE_GROUP:
        sizes = [PHONE_GROUP, PHONE_GROUP]
    else:
        count = ceil(len(names) / LARGEST_GROUP)
        sizes = [len(names) // count + (index < len(names) % count) for index in range(count)]
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
    return tuple(" ".join(names[end - size : end]) for size, end in zip(sizes, ends, strict=True))


def date_words(iso: str) -> str:
    """An ISO date as day, month and year: "पंद्रह अप्रैल दो हज़ार पच्चीस".

    Raises:
        ValueError: not an ISO date.
    """
    day = date.fromisoformat(iso)
    return f"{number_words(day.day)} {MONTH_NAMES[day.month - 1]} {year_words(day.year)}"


def year_words(year: int) -> str:
    """A year as it is said: "दो हज़ार पच्चीस", but "उन्नीस सौ निन्यानवे"."""
    if not 1100 <= year < 2000:
        return number_words(year)
    century, rest = divmod(year, 100)
    return f"{number_words(century)} सौ {number_words(rest)}" if rest else f"{number_words(century)} सौ"


def speakable(text: str) -> str:
    """`text` with every digit, Latin letter and common symbol written out in Hindi. Total.

    Known Latin words become their Hindi spelling, others are read letter by letter. Punctuation stays, but
    for the dot of an abbreviation.
    """
    folded = "".join(_fold(char) for char in unicodedata.normalize("NFC", text))
    for short, full in ABBREVIATIONS.items():
        folded = _replace_word(folded, unicodedata.normalize("NFC", short), full)
    spoken = _SPOKEN.sub(_say_match, folded)
    return " ".join(spoken.split())


def _fold(char: str) -> str:
    """Any script's digit as ASCII, any accented Latin letter as its plain one, one without as nothing."""
    if unicodedata.category(char) == "Nd":
        return str(unicodedata.decimal(char))
    if char.isascii() or "LATIN" not in unicodedata.name(char, ""):
        return char
    return "".join(part for part in unicodedata.normalize("NFKD", char) if part.isascii())


def _replace_word(text: str, short: str, full: str) -> str:
    """Replace `short` where it is a word of its own."""
    return " ".join(
        full + word.removeprefix(short) if word.startswith(short) else word for word in text.split(" ")
    )


def _say_match(match: re.Match[str]) -> str:
    """The words of one match, with a space where it touched another word."""
    before = match.string[match.start() - 1 : match.start()]
    after = match.string[match.end() : match.end() + 1]
    return f"{' ' * _is_word(before)}{_words_of(match)}{' ' * _is_word(after)}"


def _is_word(char: str) -> bool:
    return bool(char) and (unicodedata.category(char)[0] in "LMN" or char in SYMBOLS)


def _words_of(match: re.Match[str]) -> str:
    found = match.groupdict()
    if found["date"]:
        return _say_date(found["date"])
    if found["grouped"]:
        return number_words(int(found["grouped"].replace(",", "")))
    if found["whole"]:
        return f"{_say_run(found['whole'])} दशमलव {' '.join(digit_words(found['decimals']))}"
    if found["run"]:
        return _say_run(found["run"]) + (found["ordinal"] or "")
    if found["latin"]:
        return _say_latin(found["latin"], found["dot"] or "")
    return SYMBOLS[found["symbol"]]


def _say_date(iso: str) -> str:
    try:
        return date_words(iso)
    except ValueError:
        return " ".join(_say_run(part) for part in iso.split("-"))


def _say_run(run: str) -> str:
    """A digit run: a number where it looks like one, else its digits."""
    if len(run) > LONGEST_NUMBER or (len(run) > 1 and run[0] == "0"):
        return ", ".join(digit_words(run))
    return number_words(int(run))


def _say_latin(word: str, dot: str) -> str:
    """A Latin word, known or spelled out; "Dr." loses its dot."""
    small = word.lower()
    known = LATIN_WORDS.get(small)
    if known is None:
        return " ".join(LETTER_NAMES[letter] for letter in small) + dot
    return known if small in {"dr", "mr", "mrs"} else known + dot
