"""One reader per kind of field: some words in, a Heard out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from edgebharo.forms.expect import kind_of
from edgebharo.forms.schema import Field
from edgebharo.hindi.dates import read_date
from edgebharo.hindi.intent_phrases import FILLERS
from edgebharo.hindi.names import Kind, read_name
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.numbers import CARDINALS, read_numbers
from edgebharo.hindi.places import AROUND, PlaceReading, read_place, settled_by_state
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.types import ExpectKind
from edgebharo.understand.counts import read_months, read_number
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.identifiers import read_identifier
from edgebharo.understand.latin import in_devanagari
from edgebharo.understand.selects import read_options
from edgebharo.understand.turn import Turn, outside, within
from edgebharo.understand.whose_name import is_of_another, names_a_person
from edgebharo.understand.wording import NEGATIONS, words_of
from edgebharo.understand.yes_no import SAYING, read_yes_no

Reader = Callable[[Turn, Field, Sequence[Token]], Heard]

NAME_KINDS: Mapping[str, Kind] = {
    "person_name": "person",
    "child_name": "child",
    "institution_name": "institution",
}


TWENTY = 20
STORY_WORDS = 2
"""So many words that have no place in an answer about a place make the place doubtful."""
FRAMED = ("carrier", "relation", "corrected", "called", "planned")
"""Names that the words around them mark as names."""

AROUND_TEXT = word_set("जी हां उम उम्म हम्म अं आं वो अरे अच्छा देखिए दीदी मैडम भैया नमस्ते हेलो")
"""Sounds and politeness at the ends of free text."""
IDLE = word_set("है हूं हैं चलिए चलो हां")
"""With yes- and no-words they make no name."""
FRAGMENTS = word_set("जो वही कौन क्या जहां वहां यहां कोई")
"""No name begins with these."""


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
        doubtful=reading.doubtful or _may_be_cut(tokens),
        corrected=reading.corrected,
        estimated=reading.estimated,
        problem=reading.problem,
        strong=reading.value is not None or reading.problem is not None,
    )


def _may_be_cut(tokens: Sequence[Token]) -> bool:
    """True for a year told as "twenty twenty": it is what is left of "twenty twenty-five", too."""
    return (TWENTY, TWENTY) in pairwise(CARDINALS.get(token.text) for token in tokens)


def _place(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    places = turn.loaded.places(field)
    reading = read_place(tuple(tokens), places)
    if reading.place is None:
        settled = settled_by_state(turn.unsettled(field), tokens, places)
        if settled is not None:
            return Heard(settled.value, span_of(tokens), how="gazetteer", strong=True)
        if reading.problem == "unknown_place" and read_numbers(tuple(tokens)):
            return Heard(span=reading.span, how="gazetteer", problem="wrong_field")
        states = tuple(dict.fromkeys(place.state for place in reading.candidates))
        return Heard(
            span=reading.span,
            how="gazetteer",
            problem=reading.problem,
            hints=states,
            unsettled=_name_of(tokens, reading),
        )
    if reading.doubtful and not reading.anchored and names_a_person(tokens):
        return Heard(span=reading.span, how="gazetteer", problem="wrong_field")
    return Heard(
        value=reading.place.value,
        span=reading.span,
        how="anchored" if reading.anchored else "gazetteer",
        doubtful=reading.doubtful or (not reading.anchored and _is_in_a_story(tokens, reading)),
        corrected=reading.corrected,
        strong=not reading.doubtful,
    )


def _name_of(tokens: Sequence[Token], reading: PlaceReading) -> str:
    """The words that name several places; empty where they do not."""
    if reading.problem != "ambiguous_place" or reading.span is None:
        return ""
    return " ".join(token.text for token in within(tokens, reading.span))


def _is_in_a_story(tokens: Sequence[Token], reading: PlaceReading) -> bool:
    """True where the place stands among words about something else: "मेरे पति पटना गए हैं"."""
    if reading.place is None:
        return False
    named = set(normalize(f"{reading.place.name} {reading.place.state}").split())
    words = [token.text for token in outside(tokens, reading.span)]
    return sum(word not in AROUND | NEGATIONS | named for word in words) >= STORY_WORDS


def _choice(_turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    return read_options(field, tokens)


def _name(_turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    words = in_devanagari(tokens)
    reading = read_name(words, NAME_KINDS.get(field.meaning, "person"))
    if reading.value is None or is_of_another(field, words) or not _can_be_name(field, reading.value):
        return Heard(sure=reading.sure)
    respelt = reading.span is not None and within(words, reading.span) != within(tokens, reading.span)
    return Heard(
        value=reading.value,
        span=reading.span,
        how=reading.how,
        doubtful=reading.doubtful or respelt,
        corrected=reading.corrected,
        sure=reading.sure,
        strong=reading.how in FRAMED,
    )


def _text(_turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard:
    """Free text: all that was said, without the fillers at its ends."""
    words = list(tokens)
    while words and words[0].text in AROUND_TEXT:
        words.pop(0)
    while words and words[-1].text in AROUND_TEXT:
        words.pop()
    value = " ".join(token.text for token in words)
    if not value or _is_stop_phrase(field, value):
        return NOTHING
    return Heard(value, span_of(words), "as said")


def _can_be_name(field: Field, value: str) -> bool:
    """False for stop phrases, for fragments ("जो गांव में") and for people called by digits."""
    words = value.split()
    numbered = any(word.isascii() and word.isdigit() for word in words)
    if words[0] in FRAGMENTS or (numbered and field.meaning != "institution_name"):
        return False
    empty = all(word in SAYING | FILLERS | IDLE or word.isdigit() for word in words)
    return not empty and not _is_stop_phrase(field, value)


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
