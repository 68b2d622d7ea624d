"""What a call in progress keeps under the device's key, and the finished record that it becomes. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import cast

from edgebharo.capture import RiskReason
from edgebharo.records.payload import Consent, Ended, Evidence, FieldRecord, Happening, Record, Risk, key_of
from edgebharo.records.rows import CallHead, FieldNote, TurnRow
from edgebharo.records.sql import text_of
from edgebharo.types import Answer, Answers


@dataclass(frozen=True)
class Event:
    """One thing that happened to a field's value, and when."""

    at: str
    what: str


@dataclass(frozen=True)
class Draft:
    """The state of a call after a turn: the dialogue can go on from it, or be closed."""

    answers: Answers = field(default_factory=Answers)
    events: Mapping[str, tuple[Event, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """By field, in order."""
    seen: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """How many entries of the dialogue's own history of a field are among its events."""


def grown(before: Draft, answers: Answers, row: TurnRow, at: str) -> Draft:
    """The draft after one more turn: what is new in the dialogue's history has happened now."""
    events = dict(before.events)
    for name, what in _new(before, answers, row):
        events[name] = (*events.get(name, ()), Event(at, what))
    return Draft(answers, events, {name: len(history) for name, history in answers.history.items()})


def _new(before: Draft, answers: Answers, row: TurnRow) -> Iterator[tuple[str, str]]:
    for name, history in answers.history.items():
        yield from ((name, what) for what in history[before.seen.get(name, 0) :])
    yield from ((name, "skipped") for name in row.skipped)


# ---------------------------------------------------------------- finishing


def record_of(head: CallHead, draft: Draft, sequence: int) -> Record:
    """The first revision of a call that has ended: every field of its form, in question order.

    Raises:
        ValidationError: something does not fit the payload. Its text may hold values: never show it.
    """
    given = next((note for note in head.consent if note.answer == "given"), None)
    return Record(
        record_id=head.id,
        revision=1,
        form_id=head.form.id,
        form_version=head.form.version,
        form_sha256=head.form.sha256,
        device=head.device,
        worker=head.worker,
        consent=Consent(
            version=head.form.consent or "",
            answer="not_asked" if given is None else "given",
            utc=None if given is None else text_of(given.utc),
        ),
        caller_number=draft.answers.caller_number,
        status=cast("Ended", head.status),
        started=text_of(head.started),
        ended=text_of(head.ended or head.updated),
        sequence=sequence,
        clock_suspect=head.clock_suspect,
        fields=tuple(
            _field(note, draft.answers.get(note.name), draft.events.get(note.name, ()))
            for note in head.form.fields
        ),
    )


def correction_of(
    head: CallHead, changes: Mapping[str, Answer], *, worker: str, at: str, sequence: int
) -> Record:
    """The next revision of a finished record: the changed fields, and the revision that it replaces.

    Raises:
        ValidationError: as for `record_of`.
    """
    first = record_of(head, Draft(), sequence)
    by_hand = (Event(at, "worker"),)
    notes = {note.name: note for note in head.form.fields}
    return first.model_copy(
        update={
            "revision": head.revision + 1,
            "replaces": key_of(head.id, head.revision),
            "worker": worker,
            "started": at,
            "ended": at,
            "fields": tuple(_field(notes[name], answer, by_hand) for name, answer in changes.items()),
        }
    )


def _field(note: FieldNote, answer: Answer, events: tuple[Event, ...]) -> FieldRecord:
    kept = answer if answer.status == "answered" else replace(answer, value=None)
    return FieldRecord(
        name=note.name,
        label=note.label,
        type=note.type,
        state=kept.status,
        value=kept.value,
        skip_reason=kept.skip_reason,
        evidence=Evidence(who=kept.source, reading=kept.reading),
        confidence=min(max(kept.confidence, 0.0), 1.0),
        risk=None if kept.risk is None else Risk(score=kept.risk, reasons=kept.risk_reasons),
        confirmed=kept.confirmed,
        estimated=kept.estimated,
        history=tuple(Happening(at=event.at, what=event.what) for event in events),
    )


def answers_of(record: Record) -> Answers:
    """What a record says, as the answers of a call that has ended."""
    fields = {
        item.name: Answer(
            status=item.state,
            value=item.value,
            source=item.evidence.who,
            confidence=item.confidence,
            confirmed=item.confirmed,
            estimated=item.estimated,
            skip_reason=item.skip_reason,
            reading=item.evidence.reading,
            risk=None if item.risk is None else item.risk.score,
            risk_reasons=() if item.risk is None else cast("tuple[RiskReason, ...]", item.risk.reasons),
        )
        for item in record.fields
        if item.state != "empty"
    }
    return Answers(fields=fields, status=record.status, caller_number=record.caller_number)
