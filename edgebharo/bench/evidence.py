"""Finds in the words that were said what a stored value rests on, without asking the readers that made it.

A text needs its words, or its letters spelt out; a place one of its names; digits their digits, in order; a
number its number word; a day its day, month and year, or a word that counts back from today; a yes or no any
word at all. `understand.grounding` decides what is stored, this only watches it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from edgebharo.forms.expect import kind_of
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Field
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.month_words import MONTHS
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.numbers import read_numbers
from edgebharo.hindi.similarity import same_name
from edgebharo.hindi.spelling import read_spelling
from edgebharo.hindi.tokens import Token, tokenize
from edgebharo.types import ExpectKind, Value
from edgebharo.understand.latin import in_devanagari, respelled

COUNTING = word_set(
    "आज कल परसों नरसों पिछले पिछली पिछला बीते गए गुज़रे पहले पूर्व साल साले बरस वर्ष महीने महीना माह हफ़्ते हफ़्ता सप्ताह दिन "
    "इसी इस अभी होली दिवाली दीवाली छठ ईद राखी दशहरा"
)
"""A day may be counted from them."""


@dataclass(frozen=True)
class Said:
    """Everything that may be evidence: the utterances of a call so far, and the numbers known besides."""

    loaded: LoadedForm
    texts: tuple[str, ...]
    known: tuple[str, ...] = ()
    """Digit strings that the worker typed."""

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """Every word, in the order in which they were said, also as Devanagari where they came in Latin."""
        heard = [token for text in self.texts for token in respelled(tokenize(normalize(text)))]
        return (*heard, *in_devanagari(heard))

    @cached_property
    def digits(self) -> str:
        """All digits that were said one way or another, in order."""
        pieces = (read_digits(respelled(tokenize(normalize(text))), None).digits for text in self.texts)
        return "".join((*pieces, *(str(number) for number in sorted(self.numbers)), *self.known))

    @cached_property
    def numbers(self) -> frozenset[int]:
        """Whole numbers, and what is left of others."""
        ends = (end for text in self.texts for end in _ends(respelled(tokenize(normalize(text)))))
        return frozenset(ends)


def has_evidence(field: Field, value: Value, said: Said) -> bool:
    """True where the words said explain every character of `value`."""
    return _BY_KIND[kind_of(field)](field, value, said)


def _ends(words: Sequence[Token]) -> list[int]:
    readings = read_numbers(tuple(words))
    return [int(end) for reading in readings for end in (reading.value, reading.high) if end is not None]


def _text(_field: Field, value: Value, said: Said) -> bool:
    parts = normalize(str(value)).split()
    heard = {token.text for token in said.words}
    if all(part in heard or any(same_name(part, word) for word in heard) for part in parts):
        return bool(parts)
    texts = (read_spelling(respelled(tokenize(normalize(text)))).text for text in said.texts)
    return normalize(str(value)) in texts


def _place(field: Field, value: Value, said: Said) -> bool:
    if not said.loaded.places(field):
        return _text(field, value, said)
    names = [name for name, place in said.loaded.place_phrases(field).items() if place.value == value]
    return any(_text(field, name, said) for name in names) or _letters_of(names, said)


def _letters_of(names: Sequence[str], said: Said) -> bool:
    """A name said in one word where it is written in two, or the other way round."""
    joined = "".join(token.text for token in said.words)
    return any(name.replace(" ", "") in joined for name in names)


def _digits(_field: Field, value: Value, said: Said) -> bool:
    """Every digit in order, with others between them at most; one that is known as a whole."""
    rest = iter(said.digits)
    return isinstance(value, str) and (value in said.known or all(digit in rest for digit in value))


def _number(_field: Field, value: Value, said: Said) -> bool:
    whole = not isinstance(value, bool) and isinstance(value, (int, float))
    return whole and any(int(str(number)) == value for number in said.numbers)


def _date(_field: Field, value: Value, said: Said) -> bool:
    words = {token.text for token in said.words}
    if words & COUNTING:
        return True
    year, month, day = (int(part) for part in str(value).split("-"))
    spoken = {number % 100 for number in said.numbers} | said.numbers
    named = month in said.numbers or any(MONTHS.get(word) == month for word in words)
    packed = "".join(digit for digit in said.digits)
    return (named and day in spoken and (year in spoken or year % 100 in spoken)) or f"{year}"[2:] in packed


def _said_anything(_field: Field, value: Value, said: Said) -> bool:
    return isinstance(value, bool) and bool(said.words)


def _choice(field: Field, value: Value, said: Said) -> bool:
    chosen = value if isinstance(value, tuple) else (value,)
    options = [option for option in field.options if option.text in chosen]
    return len(options) == len(chosen) and all(
        any(_text(field, name, said) for name in (option.text, *option.aliases)) for option in options
    )


_BY_KIND: Mapping[ExpectKind, Callable[[Field, Value, Said], bool]] = MappingProxyType(
    {
        "yes_no": _said_anything,
        "number": _number,
        "months": _number,
        "digits": _digits,
        "date": _date,
        "place": _place,
        "choice": _choice,
        "name": _text,
        "text": _text,
    }
)
