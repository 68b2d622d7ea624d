"""The last gate: a value that rests neither on words that were heard nor on the form as it stands is dropped.

Whoever proposed it. A model invents names, a rule may point at the wrong words: neither reaches the form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_FLOOR

from edgebharo.forms.expect import kind_of
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Field
from edgebharo.hindi.date_pieces import DatePieces, part_of
from edgebharo.hindi.dates import read_date
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import read_numbers
from edgebharo.hindi.places import read_place, settled_by_state
from edgebharo.hindi.similarity import same_name
from edgebharo.hindi.spelling import read_spelling
from edgebharo.hindi.tokens import Token, tokenize
from edgebharo.types import Answers, Candidate, ExpectKind, Extraction, Transcript, Value
from edgebharo.understand.confirming import repaired_date
from edgebharo.understand.latin import respelled
from edgebharo.understand.turn import unwished, within
from edgebharo.understand.wording import find_any
from edgebharo.understand.yes_no import SAYING, find_cue


def ground(
    extraction: Extraction, transcript: Transcript, answers: Answers, loaded: LoadedForm, today: date
) -> Extraction:
    """`extraction` without the candidates that nothing explains; "none" and "unclear" where none is left."""
    tokens = respelled(tokenize(transcript.text))
    gate = _Gate(tokens, answers, loaded, today)
    kept = tuple(item for item in extraction.candidates if gate.holds(item))
    if len(kept) == len(extraction.candidates):
        return extraction
    lost = not kept and extraction.intent in ("answer", "correct")
    if lost and not extraction.partial and extraction.affirmed is None:
        return replace(extraction, intent="none", candidates=(), problem="unclear")
    return replace(extraction, candidates=kept)


@dataclass(frozen=True)
class _Gate:
    """What a value may rest on."""

    tokens: tuple[Token, ...]
    answers: Answers
    loaded: LoadedForm
    today: date

    def holds(self, candidate: Candidate) -> bool:
        """True where the candidate's own words, or the form, explain its value."""
        field = self.loaded.form.find(candidate.field)
        if field is None or candidate.source == "worker":
            return field is not None
        if candidate.source == "state":
            return candidate.value in self._state()
        words = within(self.tokens, candidate.span) if candidate.span is not None else ()
        return bool(words) and _EXPLAINS[kind_of(field)](self, field, candidate, words)

    def yes_no(self, field: Field, candidate: Candidate, words: Sequence[Token]) -> bool:
        """Some words were heard; the model needs a yes, a no or an idiom of the question."""
        if not isinstance(candidate.value, bool):
            return False
        if candidate.source == "rules":
            return True
        return any(token.text in SAYING for token in words) or find_cue(field.cues, words) is not None

    def number(self, _field: Field, candidate: Candidate, words: Sequence[Token]) -> bool:
        """A number word in the span has this value, or this value once floored."""
        readings = read_numbers(tuple(words))
        exact = {end for reading in readings for end in (reading.value, reading.high) if end is not None}
        whole = {value.to_integral_value(ROUND_FLOOR) for value in exact}
        value = candidate.value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return any(float(known) == float(value) for known in exact | whole)

    def digits(self, _field: Field, candidate: Candidate, words: Sequence[Token]) -> bool:
        """Each digit was said in the span, or stands at the same place in a number known before."""
        value = candidate.value
        if not isinstance(value, str):
            return False
        said = read_digits(tuple(words), None).digits
        whole = read_digits(tuple(words), len(value), self.answers.partial).digits
        if value in (said, whole):
            return True
        return bool(said) and any(_patched(known, value, said) for known in self._numbers())

    def calendar(self, _field: Field, candidate: Candidate, words: Sequence[Token]) -> bool:
        """Reading the span, or the whole utterance, gives this very day."""
        said = {read_date(tuple(tokens), self.today).value for tokens in (words, self.tokens)}
        held = (other for other in self.answers.held if other.field == candidate.field)
        repaired = {repaired_date(str(other.value), self.tokens, self.today).value for other in held}
        return candidate.value in said | repaired | {self._pieced()}

    def _pieced(self) -> Value | None:
        """The date that the known pieces and the one asked for make."""
        part = part_of(self.answers.piece.kind) if self.answers.piece is not None else None
        if part is None:
            return None
        known = DatePieces.of(self.answers.partial)
        return known.told(part, unwished(self.tokens, "date"), self.today).iso()

    def place(self, field: Field, candidate: Candidate, words: Sequence[Token]) -> bool:
        """The gazetteer finds this place in the span."""
        places = self.loaded.places(field)
        if not places:
            return self.text(field, candidate, words)
        reading = read_place(tuple(words), places)
        settled = settled_by_state(self.answers.unsettled, words, places)
        found = {place.value for place in (reading.place, settled, *reading.candidates) if place is not None}
        return candidate.value in found

    def choice(self, field: Field, candidate: Candidate, words: Sequence[Token]) -> bool:
        """Every chosen option was named."""
        chosen = candidate.value if isinstance(candidate.value, tuple) else (candidate.value,)
        named = {
            option.text
            for option in field.options
            if find_any(words, (option.text, *option.aliases)) is not None
        }
        return set(chosen) <= named

    def text(self, _field: Field, candidate: Candidate, words: Sequence[Token]) -> bool:
        """Every word of the value was said (perhaps spelled another way), or its letters were."""
        value = candidate.value
        if not isinstance(value, str) or not value:
            return False
        heard = [token.text for token in words]
        parts = normalize(value).split()
        if all(part in heard or any(same_name(part, word) for word in heard) for part in parts):
            return True
        return normalize(read_spelling(tuple(words)).text or "") == normalize(value)

    def _state(self) -> set[Value]:
        stored = {answer.value for answer in self.answers.fields.values() if answer.value is not None}
        return stored | ({self.answers.caller_number} if self.answers.caller_number else set())

    def _numbers(self) -> Iterator[str]:
        held = (candidate.value for candidate in self.answers.held)
        for value in (*held, *self._state()):
            if isinstance(value, str) and value.isascii() and value.isdigit():
                yield value


def _patched(known: str, value: str, said: str) -> bool:
    """True where `value` is `known` with one run of digits replaced by digits that were said."""
    if len(known) != len(value) or known == value:
        return known == value
    differs = [i for i, (old, new) in enumerate(zip(known, value, strict=True)) if old != new]
    return value[differs[0] : differs[-1] + 1] in said


_EXPLAINS: Mapping[ExpectKind, Callable[[_Gate, Field, Candidate, Sequence[Token]], bool]] = {
    "yes_no": _Gate.yes_no,
    "number": _Gate.number,
    "months": _Gate.number,
    "digits": _Gate.digits,
    "date": _Gate.calendar,
    "place": _Gate.place,
    "choice": _Gate.choice,
    "name": _Gate.text,
    "text": _Gate.text,
}
