"""One reader per kind of field: some words in, a Heard out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from edgebharo.forms.expect import kind_of
from edgebharo.forms.schema import Field
from edgebharo.hindi.dates import read_date
from edgebharo.hindi.intent_phrases import FILLERS
from edgebharo.hindi.names import Kind, read_name
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.places import read_place
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.types import ExpectKind
from edgebharo.understand.counts import read_months, read_number
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.identifiers import read_identifier
from edgebharo.understand.selects import read_options
from edgebharo.understand.turn import Turn
from edgebharo.understand.wording import words_of
from edgebharo.understand.yes_no import read_yes_no

Reader = Callable[[Turn, Field, Sequence[Token]], Heard]

NAME_KINDS: Mapping[str, Kind] = {
    "person_name": "person",
    "child_name": "child",
    "institution_name": "institution",
}


FRAMED = ("carrier", "relation", "corrected", "called", "planned")
"""Names that the words around them mark as names."""


def read_field(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    """What `tokens` say about `field`."""
    return READERS[kind_of(field)](turn, field, tokens)


def is_open_text(field: Field) -> bool:
    """True where anything may be the answer, so that words about other things must be kept out."""
    return kind_of(field) in ("name", "text")


def _yes_no(_turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    return read_yes_no(field, tokens)


def _number(_turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    return read_number(field, tokens)


def _months(_turn: Turn, _field: Field, tokens: Sequence[Token]) -> Heard:
    return read_months(tokens)


def _digits(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    asked = turn.answers.asked == field.name and not turn.answers.held
    kept = turn.answers.partial if asked else ""
    return read_identifier(turn.loaded.form, field, tokens, turn.answers, kept)


def _date(turn: Turn, _field: Field, tokens: Sequence[Token]) -> Heard:
    reading = read_date(tuple(tokens), turn.today)
    return Heard(
        value=reading.value,
        span=reading.span,
        how=reading.how,
        doubtful=reading.doubtful,
        corrected=reading.corrected,
        estimated=reading.estimated,
        problem=reading.problem,
        strong=reading.value is not None or reading.problem is not None,
    )


def _place(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    reading = read_place(tuple(tokens), turn.loaded.places(field))
    if reading.place is None:
        states = tuple(dict.fromkeys(place.state for place in reading.candidates))
        return Heard(span=reading.span, how="gazetteer", problem=reading.problem, hints=states)
    return Heard(
        value=reading.place.name,
        span=reading.span,
        how="anchored" if reading.anchored else "gazetteer",
        doubtful=reading.doubtful,
        corrected=reading.corrected,
        strong=not reading.doubtful,
    )


def _choice(_turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    return read_options(field, tokens)


def _name(_turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    reading = read_name(tuple(tokens), NAME_KINDS.get(field.meaning, "person"))
    if reading.value is None or _is_stop_phrase(field, reading.value):
        return Heard(sure=reading.sure)
    return Heard(
        value=reading.value,
        span=reading.span,
        how=reading.how,
        doubtful=reading.doubtful,
        corrected=reading.corrected,
        sure=reading.sure,
        strong=reading.how in FRAMED,
    )


def _text(_turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    """Free text: all that was said, without the fillers at its ends."""
    words = list(tokens)
    while words and words[0].text in FILLERS:
        words.pop(0)
    while words and words[-1].text in FILLERS:
        words.pop()
    value = " ".join(token.text for token in words)
    if not value or _is_stop_phrase(field, value):
        return NOTHING
    return Heard(value, span_of(words), "as said")


def _is_stop_phrase(field: Field, value: str) -> bool:
    """True where `value` is nothing but words that are never the answer by themselves."""
    stops = {normalize(phrase) for phrase in field.not_words}
    words = [token.text for token in words_of(value)]
    return " ".join(words) in stops or all(word in stops for word in words)


READERS: Mapping[ExpectKind, Reader] = {
    "yes_no": _yes_no,
    "number": _number,
    "months": _months,
    "digits": _digits,
    "date": _date,
    "place": _place,
    "choice": _choice,
    "name": _name,
    "text": _text,
}
