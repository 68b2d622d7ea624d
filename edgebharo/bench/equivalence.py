"""Word errors that forgive how a word is written, and nothing else: the forgiving word error rate.

Forgiven, because both writings are read aloud alike:

- spelling: nukta, chandrabindu, joiners, length of i and u, श ष स, doubled consonants, v or w (the sounds of
  `hindi.similarity`), and the few pairs of VARIANTS that those sounds hold apart;
- script: Hindi in Latin or Urdu letters, digits of any script;
- numbers: written or spoken, digit by digit, in pairs, doubled or as one number (98, "अट्ठानवे", "नौ आठ"),
  ordinals, fractions, and dates with the month in words or figures;
- spaces: two or three words written as one ("आंगन वाड़ी").

Not forgiven: a word that was left out, put in or changed, whatever it means; another number; another vowel.
Pure and deterministic. Symmetric, nothing between a text and itself, and never more than the plain errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from edgebharo.bench.edits import edits
from edgebharo.bench.meaning import fold
from edgebharo.hindi.digits import REPEATS
from edgebharo.hindi.month_words import MONTHS
from edgebharo.hindi.number_words import ONLY_AMONG_NUMBERS
from edgebharo.hindi.numbers import (
    ADDED,
    CARDINALS,
    ORDINAL_SUFFIXES,
    ORDINALS,
    POINT,
    SCALES,
    WHOLE,
    read_cardinal,
)
from edgebharo.hindi.similarity import phonetic_key, same_name
from edgebharo.hindi.tokens import Token

LONGEST_NUMBER = 16
"""Words of one number: twelve digits said singly, or five in scales twice."""
LONGEST_COMPOUND = 3
"""Words that may be written as one."""
DAYS, MONTHS_IN_YEAR, DATE_DIGITS, YEAR_DIGITS = 31, 12, 8, 4

SPELLINGS = (
    "नहीं नही नहि",
    "में मे",
    "मैं मै",
    "हूं हू",
    "हां हा",
    "यह ये",
    "वह वो",
    "क्यों क्यो",
    "आंगनवाड़ी आंगनबाड़ी अंगनबाड़ी",
    "व्हाट्सऐप व्हाट्सएप व्हाट्सअप व्हाट्सप वाट्सऐप वाट्सएप वाट्सअप वॉट्सऐप वॉट्सएप whatsapp",
    "ऐप एप",
    "डॉक्टर डाक्टर",
    "गांव गाव",
    "मोबाइल मोबायल",
)
"""One word a row, as people write it: what its sounds alone would hold apart."""
VARIANTS: Mapping[str, str] = MappingProxyType(
    {fold(word): fold(row.split()[0]) for row in SPELLINGS for word in row.split()}
)

Meanings: TypeAlias = frozenset[str]
"""What a row of words may stand for as a number or a date; two rows that share one are the same."""


@dataclass(frozen=True)
class WordErrors:
    """The errors of one answer, over the words that were said."""

    words: int
    errors: int
    forgiving: int
    """At most `errors`."""


def word_errors(said: str, heard: str) -> WordErrors:
    """Count words and errors of `heard` against `said`; both in any script, normal or not."""
    spoken, written = fold(said).split(), fold(heard).split()
    return WordErrors(len(spoken), edits(spoken, written), _errors(spoken, written))


def forgiving_errors(said: str, heard: str) -> int:
    """Fewest words to leave out, put in or change until both texts are read aloud alike."""
    return _errors(fold(said).split(), fold(heard).split())


def same_words(said: str, heard: str) -> bool:
    """True where both texts are read aloud alike, word for word."""
    return forgiving_errors(said, heard) == 0


def _errors(said: Sequence[str], heard: Sequence[str]) -> int:
    """The edit distance over words, with rows of words that mean the same at no cost."""
    numbers, opposite = _numbers_from(said), _numbers_from(heard)
    cost = [[0] * (len(heard) + 1) for _ in range(len(said) + 1)]
    for i in range(len(said), -1, -1):
        for j in range(len(heard), -1, -1):
            ways = [cost[i + a][j + b] for a, b in _alike(said, i, heard, j)]
            ways += [cost[i + len_a][j + len_b] for len_a, len_b in _same(numbers[i], opposite[j])]
            if i < len(said):
                ways.append(cost[i + 1][j] + 1)
            if j < len(heard):
                ways.append(cost[i][j + 1] + 1)
            if i < len(said) and j < len(heard):
                ways.append(cost[i + 1][j + 1] + 1)
            cost[i][j] = min(ways, default=0)
    return cost[0][0]


def _alike(said: Sequence[str], i: int, heard: Sequence[str], j: int) -> list[tuple[int, int]]:
    """How many words from `i` and from `j` are read aloud alike, in each way that they are."""
    if i == len(said) or j == len(heard):
        return []
    sizes = [(1, 1)]
    for size in range(2, LONGEST_COMPOUND + 1):
        sizes += [(1, size)] if j + size <= len(heard) else []
        sizes += [(size, 1)] if i + size <= len(said) else []
    return [(a, b) for a, b in sizes if same_word(" ".join(said[i : i + a]), " ".join(heard[j : j + b]))]


@lru_cache(maxsize=65536)
def same_word(one: str, other: str) -> bool:
    """Whether two folded words, or one written as several, are read aloud alike."""
    if one == other:
        return True
    first, second = _variant(one), _variant(other)
    if first == second:
        return True
    if first.isascii() or second.isascii():
        return same_name(first, second)
    return phonetic_key(first) == phonetic_key(second) != ""


def _variant(words: str) -> str:
    """A spelling of SPELLINGS as its row's first; else the words themselves."""
    return VARIANTS.get(words) or VARIANTS.get(words.replace(" ", ""), words)


def _same(numbers: Mapping[int, Meanings], opposite: Mapping[int, Meanings]) -> list[tuple[int, int]]:
    return [(a, b) for a, one in numbers.items() for b, other in opposite.items() if one & other]


# ---------------------------------------------------------------- numbers and dates


def _numbers_from(words: Sequence[str]) -> list[Mapping[int, Meanings]]:
    """For each place, and the end: what the first n words from there mean, for each n that is a number."""
    found: list[Mapping[int, Meanings]] = []
    for start in range(len(words) + 1):
        own: dict[int, Meanings] = {}
        for end in range(start + 1, min(start + LONGEST_NUMBER, len(words)) + 1):
            if not _is_numeric(words[end - 1]):
                break
            meanings = _meanings(tuple(words[start:end]))
            if meanings:
                own[end - start] = meanings
        found.append(own)
    return found


def _is_numeric(word: str) -> bool:
    tables = (CARDINALS, SCALES, ORDINALS, ADDED, WHOLE, MONTHS, REPEATS, POINT, ORDINAL_SUFFIXES)
    return any(word in table for table in tables)


@lru_cache(maxsize=65536)
def _meanings(words: tuple[str, ...]) -> Meanings:
    """The number, ordinal or date that all of `words` are together; nothing where they are none."""
    ordinal = _ordinal(words)
    if ordinal is not None:
        return frozenset((f"{ordinal}.",))
    months = [at for at, word in enumerate(words) if word in MONTHS]
    if len(months) == 1 and len(words) > 1:
        return _dated(words, months[0])
    atoms = figures(words)
    if not atoms or (len(words) == 1 and words[0] in ONLY_AMONG_NUMBERS):
        return frozenset()
    return frozenset(("".join(atoms), *_dates(atoms)))


def _dated(words: tuple[str, ...], month: int) -> Meanings:
    """Day, month by its name at `month`, and perhaps a year."""
    day, year = "".join(figures(words[:month]) or ()), "".join(figures(words[month + 1 :]) or ())
    no_year = month + 1 == len(words)
    if not _is_day(day) or not (no_year or len(year) == YEAR_DIGITS):
        return frozenset()
    return frozenset((_date(day, MONTHS[words[month]], year),))


def _ordinal(words: tuple[str, ...]) -> int | None:
    """Fifth: "पांचवां", or "पांच वां" as a digit with its ending is folded."""
    if len(words) == 1:
        return ORDINALS.get(words[0])
    marked = len(words) == 2 and words[1] in ORDINAL_SUFFIXES
    return CARDINALS.get(words[0]) if marked else None


def figures(words: Sequence[str]) -> tuple[str, ...] | None:
    """The numbers that folded `words` are one after the other, in figures; None where a word is no number.

    Digits stay as they were said: "डबल सात चार" gives 77 and 4.
    """
    tokens = [Token(word, 0, 0) for word in words]
    atoms: list[str] = []
    at = 0
    while at < len(words):
        times = REPEATS.get(words[at])
        if times is not None:
            figure = str(CARDINALS.get(words[at + 1], "")) if at + 1 < len(words) else ""
            read = (figure, at + 2) if len(figure) == 1 else None
        else:
            read = _figures(read_cardinal(tokens, at))
        if read is None:
            return None
        atoms.append(read[0] * (times or 1))
        at = read[1]
    return tuple(atoms)


def _figures(read: tuple[Decimal, int] | None) -> tuple[str, int] | None:
    return None if read is None else (f"{read[0].normalize():f}", read[1])


def _dates(atoms: tuple[str, ...]) -> tuple[str, ...]:
    """The dates that figures may be: day, month and year apart, or eight digits in either order."""
    joined = "".join(atoms)
    if len(atoms) == 3 and len(atoms[2]) == YEAR_DIGITS:
        parts = [atoms]
    elif len(joined) == DATE_DIGITS:
        parts = [(joined[:2], joined[2:4], joined[4:]), (joined[6:], joined[4:6], joined[:4])]
    else:
        return ()
    return tuple(
        _date(day, int(month), year)
        for day, month, year in parts
        if _is_day(day) and month.isdecimal() and 1 <= int(month) <= MONTHS_IN_YEAR
    )


def _is_day(figures: str) -> bool:
    return figures.isdecimal() and 1 <= int(figures) <= DAYS


def _date(day: str, month: int, year: str) -> str:
    return f"{int(day)}/{month}/{year}"
