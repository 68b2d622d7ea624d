"""How sure a reading is: what else the recogniser heard, the noise, whether the value is a known one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import exp

from edgebharo.capture import Evidence, Value
from edgebharo.forms.expect import holds_a_person
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Field
from edgebharo.hindi.known_names import all_known
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import same_name
from edgebharo.types import Answers, Candidate, Extraction, Hypothesis, Transcript
from edgebharo.understand.extract_rules import read
from edgebharo.understand.grounding import ground
from edgebharo.understand.grouping import groups_of
from edgebharo.understand.readers import is_open_text

LEAST = 0.003
"""A reading less likely than this is not looked at: reading one takes a hundredth of a second."""
MOST = 6
"""So many further readings are looked at."""
JUDGED = 0.5
"""A yes or a no to a read-back counts where it is likelier than all else that may have been heard. Chosen."""


@dataclass(frozen=True)
class Reading:
    """What one of the recogniser's texts says, and how likely it is, 0..1."""

    extraction: Extraction
    share: float


def weighed(
    loaded: LoadedForm, answers: Answers, transcript: Transcript, today: date, best: Extraction
) -> Extraction:
    """`best`, what was made of the first text, with the evidence for each of its candidates."""
    if not best.candidates:
        return _judged(loaded, answers, transcript, today, best) if answers.held else best
    others = tuple(_readings(loaded, answers, transcript, today))
    weigher = _Weigher(loaded, answers, transcript, others)
    return replace(best, candidates=tuple(weigher.weigh(item) for item in best.candidates))


def _judged(
    loaded: LoadedForm, answers: Answers, transcript: Transcript, today: date, best: Extraction
) -> Extraction:
    """`best`, a bare yes or no to a read-back, as no answer where the ear is torn between the two.

    A no that was not said would rule the right value out for good; a yes, keep a wrong one.
    """
    if best.affirmed is None or best.partial or best.wrong or len(transcript.hypotheses) < 2:
        return best
    told = likely = exp(min(0.0, transcript.hypotheses[0].score))
    for reading in _readings(loaded, answers, transcript, today):
        likely += reading.share
        told += reading.share * (reading.extraction.affirmed is best.affirmed)
    if told >= JUDGED * likely:
        return best
    return replace(best, intent="none", affirmed=None, problem="unclear")


def _readings(loaded: LoadedForm, answers: Answers, transcript: Transcript, today: date) -> Iterable[Reading]:
    """What the recogniser's further texts say, by rules alone."""
    for hypothesis in transcript.hypotheses[1 : MOST + 1]:
        share = exp(min(0.0, hypothesis.score))
        if share >= LEAST:
            heard = as_heard(transcript, hypothesis)
            extraction = read(loaded, answers, heard, today).extraction
            yield Reading(ground(extraction, heard, answers, loaded, today), share)


def as_heard(transcript: Transcript, hypothesis: Hypothesis) -> Transcript:
    """`transcript` as it would be if `hypothesis` were its best text."""
    return replace(transcript, text=hypothesis.text, words=(), confidence=exp(min(0.0, hypothesis.score)))


@dataclass(frozen=True)
class _Weigher:
    loaded: LoadedForm
    answers: Answers
    transcript: Transcript
    others: Sequence[Reading]

    def weigh(self, candidate: Candidate) -> Candidate:
        """`candidate` with its evidence."""
        field = self.loaded.form.field(candidate.field)
        known = replace(
            candidate.evidence,
            snr_db=self.transcript.snr_db,
            unfamiliar=_is_unfamiliar(field, candidate.value),
            groups=groups_of(self.transcript, candidate) if field.is_identifier else (),
            heard_before=any(
                _same(field, value, candidate.value) for value in self.answers.heard.get(field.name, ())
            ),
        )
        if len(self.transcript.hypotheses) > 1 and candidate.source != "state":
            known = self._compared(field, candidate, known)
        return replace(candidate, evidence=known)

    def _compared(self, field: Field, candidate: Candidate, known: Evidence) -> Evidence:
        """The value beside what the other texts give for the same field."""
        share = exp(min(0.0, self.transcript.hypotheses[0].score))
        rivals: dict[Value, float] = {}
        for reading in self.others:
            value = _value_of(reading.extraction, field)
            if value is not None and _same(field, value, candidate.value):
                share += reading.share
            elif value is not None:
                alike = next((rival for rival in rivals if _same(field, rival, value)), value)
                rivals[alike] = rivals.get(alike, 0.0) + reading.share
        ranked = sorted(rivals.items(), key=lambda item: -item[1])
        second = ranked[0][1] if ranked else 0.0
        return replace(
            known,
            share=min(1.0, share),
            margin=min(1.0, share) - second,
            alternatives=tuple(value for value, _ in ranked),
            shares=tuple(round(share, 4) for _, share in ranked),
        )


def _value_of(extraction: Extraction, field: Field) -> Value | None:
    return next((item.value for item in extraction.candidates if item.field == field.name), None)


def _same(field: Field, one: Value, other: Value) -> bool:
    """True where both mean the same answer; names by their sound."""
    if one == other:
        return isinstance(one, bool) == isinstance(other, bool)
    if is_open_text(field) and isinstance(one, str) and isinstance(other, str):
        return same_name(one, other)
    return False


def _is_unfamiliar(field: Field, value: Value) -> bool:
    """True for open text with a word that is no known name. What comes from a list is always known."""
    if not is_open_text(field) or not isinstance(value, str):
        return False
    return not all_known(normalize(value).split(), places=not holds_a_person(field))
