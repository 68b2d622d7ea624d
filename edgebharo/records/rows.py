"""What the store is given and gives back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Literal, Protocol, TypeAlias

from edgebharo.types import (
    Answers,
    Ask,
    CallStatus,
    Close,
    Confirm,
    Decision,
    Extraction,
    Handoff,
    Intent,
    Repair,
    Step,
    Wait,
)

StepKind: TypeAlias = Literal["ask", "confirm", "repair", "wait", "handoff", "close"]

_STEP_KINDS: Mapping[type[Step], StepKind] = {
    Ask: "ask",
    Confirm: "confirm",
    Repair: "repair",
    Wait: "wait",
    Handoff: "handoff",
    Close: "close",
}


class FieldIdentity(Protocol):
    """What the store needs to know about a field of a form."""

    @property
    def name(self) -> str:
        """Stable key."""

    @property
    def label(self) -> str:
        """As a person calls it."""

    @property
    def type(self) -> str:
        """The kind of its value."""

    @property
    def digits(self) -> int | None:
        """How many digits its value has, where it is a digit string."""


class ConsentIdentity(Protocol):
    """What the store needs to know about a form's consent question."""

    @property
    def version(self) -> str:
        """Of its wording."""


class FormIdentity(Protocol):
    """What the store needs to know about a form: exactly which wording and rules a call was held with."""

    @property
    def id(self) -> str:
        """Stable key."""

    @property
    def version(self) -> str:
        """The form's own version."""

    @property
    def sha256(self) -> str:
        """Hash of the form file's bytes, hexadecimal."""

    @property
    def consent(self) -> ConsentIdentity | None:
        """The consent question, where the form has one."""

    @property
    def fields(self) -> Sequence[FieldIdentity]:
        """All fields, in the form's order."""


@dataclass(frozen=True)
class FieldNote:
    """A field as the call's form had it."""

    name: str
    label: str
    type: str
    digits: int | None = None


@dataclass(frozen=True)
class FormNote:
    """What is kept of the form, so that a call can be closed although the form has changed since."""

    id: str
    version: str
    sha256: str
    consent: str | None
    """Version of its consent question; None where it asks for no consent."""
    fields: tuple[FieldNote, ...]

    @property
    def digits(self) -> Mapping[str, int]:
        """How many digits each digit field wants."""
        return {field.name: field.digits for field in self.fields if field.digits is not None}


def note_of(form: FormIdentity) -> FormNote:
    """What is kept of `form`."""
    fields = tuple(FieldNote(field.name, field.label, field.type, field.digits) for field in form.fields)
    consent = None if form.consent is None else form.consent.version
    return FormNote(form.id, form.version, form.sha256, consent, fields)


ConsentAnswer: TypeAlias = Literal["given", "refused", "unanswered", "withdrawn"]


@dataclass(frozen=True)
class ConsentNote:
    """What was said to the consent question, and when. Notes are added, never changed."""

    version: str
    answer: ConsentAnswer
    utc: datetime


@dataclass(frozen=True)
class TurnRow:
    """What happened in one turn. Holds names of fields and rules, never a transcript or a value."""

    seq: int
    """1 for the first answer of the call, then one more each turn."""
    asked: str | None
    """The field that the question was about."""
    step: StepKind
    """What the rules chose to do next."""
    intent: Intent
    fired: tuple[str, ...] = ()
    """Ids of the rules that fired, in order."""
    written: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    retry_used: bool = False
    latency_ms: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Milliseconds by stage (`asr`, `extract`, `reply`, `tts`, `total` …)."""


def turn_row(
    seq: int, before: Answers, extraction: Extraction, decision: Decision, latency_ms: Mapping[str, int]
) -> TurnRow:
    """The row of the turn that made `decision` of `extraction`; `before` is the state it started from."""
    return TurnRow(
        seq=seq,
        asked=before.asked,
        step=_STEP_KINDS[type(decision.step)],
        intent=extraction.intent,
        fired=decision.fired,
        written=decision.written,
        held=decision.held,
        skipped=decision.skipped,
        retry_used=decision.retry_used,
        latency_ms=latency_ms,
    )


@dataclass(frozen=True)
class StoredTurn:
    """A turn as it was saved."""

    row: TurnRow
    utc: str
    """When it was saved, ISO 8601."""
    monotonic_ms: int
    """The same on the machine's monotonic clock: comparable within one run of the program only."""


@dataclass(frozen=True)
class CallHead:
    """Everything about a call but what was said. Nothing of it is secret."""

    id: str
    """UUID4, given when the call began."""
    number: int
    """Counts the calls of this store upwards. Order by this, not by time: an offline clock may be wrong."""
    form: FormNote
    device: str
    worker: str
    status: CallStatus
    started: datetime
    updated: datetime
    """When it was last written to."""
    ended: datetime | None
    """None while the call is in progress, or was cut off."""
    clock_suspect: bool
    """The wall clock stood earlier than a time saved before: none of this call's times can be relied on."""
    turns: int
    """How many turns were saved; the next one's `seq` is one more."""
    revision: int
    """Of the finished record: 1 when the call ended, one more for each correction; 0 before."""
    consent: tuple[ConsentNote, ...] = ()
    """In the order in which they were noted."""

    @property
    def consented(self) -> bool:
        """Whether her answers may be kept: she said yes last, or the form does not ask."""
        return self.form.consent is None or (bool(self.consent) and self.consent[-1].answer == "given")


@dataclass(frozen=True)
class StoredCall:
    """One call as it was saved."""

    head: CallHead
    answers: Answers
    """Empty where the record is sealed to the registry: this device cannot read it any more."""
    turns: tuple[StoredTurn, ...]
    sealed: bool = False
    """True where only the registry can read what she said."""
