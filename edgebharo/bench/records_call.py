"""One made-up call and its way out, step by step, as the fault runs on the record store hold it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

from edgebharo.clock import Clock
from edgebharo.forms.rules.consent import GIVEN
from edgebharo.forms.schema import Form
from edgebharo.records.rows import TurnRow
from edgebharo.records.store import Store
from edgebharo.types import Answer, Answers, Candidate, Value

VALUES: Mapping[str, Value] = MappingProxyType(
    {
        "name": "सुनीता देवी",
        "district": "नालंदा",
        "clinic_name": "इमली टोला",
        "pregnant": False,
        "child_name": "रोहन",
        "child_dob": "2025-04-15",
        "phone_linked": False,
        "linked_number": "9876543210",
        "whatsapp_same": True,
        "aadhaar_last4": "4321",
    }
)
TURNS = 4
"""Turns of the call: her consent, then the fields in equal shares."""


@dataclass(frozen=True)
class Happened:
    """Something that the store has reported as done."""

    what: str
    """`begun`, `turn`, `finished`, `sent` (told before it is done), `delivered`."""
    record: str
    detail: str = ""
    """turn: how many. sent: the digest of the bytes."""


def answers_after(turns: int) -> Answers:
    """The state of the form after so many turns."""
    told = list(VALUES.items())[: len(VALUES) * max(0, turns - 1) // (TURNS - 1)]
    fields = {name: Answer("answered", value, "rules", 0.93, confirmed=True) for name, value in told}
    held = () if turns < 2 else (Candidate("whatsapp_number", f"98765432{turns:02d}", None, "rules"),)
    return Answers(fields=fields, asked="name", held=held, retries={"name": turns})


def row(seq: int) -> TurnRow:
    """The row of one turn."""
    fired = (GIVEN,) if seq == 1 else ("written:name",)
    return TurnRow(seq, "name", "ask", "answer", fired=fired, written=("name",), latency_ms={"asr": 80})


def hold(store: Store, form: Form) -> Iterator[Happened]:
    """Hold the call and finish it; each thing is yielded once the store has said that it is done."""
    record_id = store.begin(form, "laptop-7", "worker-3", None)
    yield Happened("begun", record_id)
    for seq in range(1, TURNS + 1):
        store.turn(record_id, row(seq), answers_after(seq))
        yield Happened("turn", record_id, str(seq))
    store.finish(record_id, answers_after(TURNS), "complete")
    yield Happened("finished", record_id)


def send(store: Store, clock: Clock, *, sealed: bool, limit: int = 3) -> Iterator[Happened]:
    """Take what is due, hand it over, and note that it was taken: the store's side of a sync."""
    outbox = store.outbox()
    for item in outbox.due(clock.utc(), limit, sealed=sealed):
        yield Happened("sent", item.record_id, sha256(item.sealed).hexdigest())
        outbox.delivered(item, f"receipt {item.record_id}")
        yield Happened("delivered", item.record_id)
