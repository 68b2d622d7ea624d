"""The record store: one SQLite file in which every turn is durable before the next question is asked.

What was said lies under the device's key while a call is in progress, and is sealed to the registry's public
key once it has ended; as long as no such key was imported, a finished record stays under the device's key. In
plain text there is only that a call took place: when, with which form and worker, how it ended, and whether
she agreed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from uuid import uuid4

from pydantic import ValidationError

from edgebharo.clock import Clock
from edgebharo.errors import PayloadError, StoreError
from edgebharo.forms.rules import consent
from edgebharo.records import codec, tables
from edgebharo.records.device_key import Access
from edgebharo.records.drafts import Draft, answers_of, correction_of, grown, record_of
from edgebharo.records.keys import StoreKeys
from edgebharo.records.opening import open_store
from edgebharo.records.outbox import Item, Outbox
from edgebharo.records.payload import Record, freeze, merged, problems, thaw
from edgebharo.records.privacy import mask
from edgebharo.records.rows import (
    CallHead,
    ConsentAnswer,
    FormIdentity,
    StoredCall,
    StoredTurn,
    TurnRow,
    note_of,
)
from edgebharo.records.sounds import Sounds
from edgebharo.records.sql import connect, empty_log, explained, text_of, transaction
from edgebharo.types import Answer, Answers, CallStatus

FINAL: frozenset[CallStatus] = frozenset({"complete", "screened_out", "failed"})
"""How a call may end and keep its answers."""

PAGE = 200
"""Finished records that are read at a time."""

_ANSWERED: Mapping[str, ConsentAnswer] = {
    consent.GIVEN: "given",
    "consent_refused": "refused",
    "consent_unanswered": "unanswered",
}
"""The rule that fires when she has answered the consent question -> what is noted."""


class Store:
    """All calls of one device. Belongs to the thread that made it.

    Every method raises StoreError where the disk, the file or the state of the call does not allow it, and
    SealError where a key is missing or another one; what was saved before is then kept, and the failed write
    leaves no part of itself.
    """

    def __init__(
        self,
        path: Path,
        clock: Clock,
        connect: Callable[[Path], sqlite3.Connection] = connect,
        access: Access = Access(),  # noqa: B008 - frozen
    ) -> None:
        """Open or create the store. No key is asked for before the first call.

        Raises:
            StoreError: it is damaged, newer, another program's, read-only, or its place cannot be used.
        """
        self.path = path
        self._clock = clock
        opened = open_store(path, text_of(clock.utc()), connect, access)
        self._connection = opened.connection
        self.keys = StoreKeys(opened.connection, path, opened.keys, clock)
        self.sounds = Sounds(opened.connection, path, opened.keys, clock)

    def close(self) -> None:
        """Let go of the file. The store cannot be used afterwards."""
        with explained(self.path):
            self._connection.close()

    # ------------------------------------------------------------ while a call goes on

    def begin(self, form: FormIdentity, device: str, worker: str, caller_number: str | None) -> str:
        """Open a record and return its id, a UUID4. Finds out that the device's key can be used.

        Where the form asks for consent nothing but the fact is kept until it is given.
        """
        record_id = str(uuid4())
        note, now = note_of(form), text_of(self._clock.utc())
        with explained(self.path):
            key_id = self.keys.device.ready(now)
            with transaction(self._connection):
                call = tables.NewCall(record_id, note, device, worker, now)
                number = tables.insert_call(self._connection, call)
                if caller_number is not None and note.consent is None:
                    answers = mask(Answers(caller_number=caller_number), note.digits)
                    self._save_draft(number, Draft(answers), key_id)
        return record_id

    def turn(self, record_id: str, row: TurnRow, answers: Answers) -> None:
        """Save one turn and the state it led to, together. `answers.status` is ignored: see `finish`."""
        utc, now_ms = self._clock.utc(), self._clock.now_ms()
        now = text_of(utc)
        with explained(self.path):
            key_id = self.keys.device.ready(now)
            with transaction(self._connection):
                head = self._open_call(record_id)
                if tables.has_turn(self._connection, head.number, row.seq):
                    raise StoreError(f"record {record_id}: turn {row.seq} is saved already")
                head = self._note_consent(head, row, now)
                kept = mask(answers, head.form.digits) if head.consented else Answers(asked=answers.asked)
                turn = codec.dump(StoredTurn(row, now, now_ms)).encode()
                box = (key_id, self.keys.device.lock(turn, key_id))
                tables.insert_turn(self._connection, head.number, row.seq, box)
                self._save_draft(head.number, grown(self._draft(head), kept, row, now), key_id)
                tables.touch(self._connection, head.number, now)

    def finish(self, record_id: str, answers: Answers, status: CallStatus) -> None:
        """Close the record: its payload is frozen and locked, and enters the outbox; the draft goes.

        `status` is one of FINAL, or `withdrawn`, which discards the record.
        """
        if status == "withdrawn":
            self.discard(record_id)
            return
        if status not in FINAL:
            raise StoreError(f"record {record_id}: a call cannot end as {status!r}")
        now = text_of(self._clock.utc())
        with explained(self.path):
            key_id = self.keys.device.ready(now)
            with transaction(self._connection):
                head = self._open_call(record_id)
                if not head.consented:
                    raise StoreError(f"record {record_id}: she has not agreed to it being kept: discard it")
                draft = Draft(mask(answers, head.form.digits), self._draft(head).events)
                tables.close_call(self._connection, head.number, status, now)
                record = _fitting(
                    record_id,
                    lambda: record_of(self._head(record_id), draft, tables.next_sequence(self._connection)),
                )
                self._store_finished(self._head(record_id), record, key_id, now)
                tables.delete_draft(self._connection, head.number)

    def discard(self, record_id: str) -> int:
        """Withdraw: delete all that was said for good; only the fact stays, and what was said about consent.

        Works on a call in progress and on a finished one, and may be repeated. Returns how many of its
        revisions had left the device already: those only the other side can erase.
        """
        now = text_of(self._clock.utc())
        with explained(self.path):
            with transaction(self._connection):
                head = self._head(record_id)
                gone = tables.delete_content(self._connection, head.number, record_id)
                if head.consent and head.consented:
                    self._add_consent(head, "withdrawn", now)
                tables.close_call(self._connection, head.number, "withdrawn", now)
            empty_log(self._connection)
        return gone

    # ------------------------------------------------------------ afterwards

    def correct(self, record_id: str, changes: Mapping[str, Answer], worker: str) -> int:
        """A new revision of a finished record, which names the one before; returns its number.

        The earlier one stays as it was, wherever it is. `changes` were judged by the form's rules before.
        """
        now = text_of(self._clock.utc())
        with explained(self.path):
            key_id = self.keys.device.ready(now)
            with transaction(self._connection):
                head = self._head(record_id)
                unknown = sorted(set(changes) - {field.name for field in head.form.fields})
                if head.status not in FINAL or unknown or not changes:
                    why = f"it has no field {unknown[0]}" if unknown else f"it is {head.status}"
                    raise StoreError(f"record {record_id} cannot be corrected: {why}")
                tables.touch(self._connection, head.number, now)
                kept = mask(Answers(fields=changes), head.form.digits).fields
                sequence = tables.next_sequence(self._connection)
                record = _fitting(
                    record_id,
                    lambda: correction_of(head, kept, worker=worker, at=now, sequence=sequence),
                )
                self._store_finished(head, record, key_id, now)
        return record.revision

    def open_calls(self) -> tuple[CallHead, ...]:
        """Calls that were cut off, or are in progress in another process, oldest first."""
        with explained(self.path), transaction(self._connection, "DEFERRED"):
            return tables.select_heads(self._connection, "in_progress")

    def calls(self) -> tuple[CallHead, ...]:
        """Every call, oldest first."""
        with explained(self.path), transaction(self._connection, "DEFERRED"):
            return tables.select_heads(self._connection, None)

    def named(self, beginning: str) -> tuple[CallHead, ...]:
        """The calls whose id begins so, two at most."""
        with explained(self.path), transaction(self._connection, "DEFERRED"):
            return tables.find_heads(self._connection, beginning, 2)

    def head(self, record_id: str) -> CallHead:
        """One call without what was said; no key is needed."""
        with explained(self.path), transaction(self._connection, "DEFERRED"):
            return self._head(record_id)

    def load(self, record_id: str) -> StoredCall:
        """A call as it was last saved. One in progress comes back whole: the dialogue can go on from it.

        A finished one comes back with its corrections, unless it is sealed to the registry.
        """
        with explained(self.path), transaction(self._connection, "DEFERRED"):
            head = self._head(record_id)
            turns = tuple(
                codec.load(StoredTurn, self.keys.device.unlock(box, key_id))
                for key_id, box in tables.select_turns(self._connection, head.number)
            )
            if head.status not in FINAL:
                return StoredCall(head, self._draft(head).answers, turns)
            found = tables.select_finished(self._connection, record_id)
            readable = [self._thawed(locked, key_id) for key_id, locked in found if key_id is not None]
            if len(readable) < len(found):
                return StoredCall(head, Answers(status=head.status), turns, sealed=True)
            return StoredCall(head, answers_of(merged(readable)), turns)

    def outbox(self, owner: str | None = None) -> Outbox:
        """The finished records on their way out, as one sync sees them."""
        return Outbox(self._connection, self.path, owner)

    def reader(self) -> Callable[[Item], Record]:
        """Opens revisions that are under the device's own key, put together with those before them.

        What it returns raises SealError where one is sealed to the registry or the device's key is missing,
        PayloadError where it was written by a newer EdgeBharo.
        """

        def read(item: Item) -> Record:
            record = self._thawed(item.sealed, item.key_id)
            with explained(self.path), transaction(self._connection, "DEFERRED"):
                found = tables.select_finished(self._connection, item.record_id)
            before = [self._thawed(locked, key_id) for key_id, locked in found if key_id is not None]
            return merged([*(old for old in before if old.revision < record.revision), record])

        return read

    def readable(self) -> Iterator[Record]:
        """Every revision that this device can read, in the order in which they were finished."""
        number = 0
        while True:
            with explained(self.path), transaction(self._connection, "DEFERRED"):
                rows = tables.select_readable(self._connection, number, PAGE)
            if not rows:
                return
            for number, key_id, locked in rows:  # noqa: B007 - the last one is where the next page starts
                yield self._thawed(locked, key_id)

    # ------------------------------------------------------------ inside a transaction

    def _head(self, record_id: str) -> CallHead:
        head = tables.find_head(self._connection, record_id)
        if head is None:
            raise StoreError(f"record store {self.path}: there is no record {record_id}")
        return head

    def _open_call(self, record_id: str) -> CallHead:
        head = self._head(record_id)
        if head.status != "in_progress":
            raise StoreError(f"record {record_id} is closed ({head.status}): nothing more can be added to it")
        return head

    def _note_consent(self, head: CallHead, row: TurnRow, now: str) -> CallHead:
        answer = next((_ANSWERED[rule] for rule in row.fired if rule in _ANSWERED), None)
        return head if answer is None else self._add_consent(head, answer, now)

    def _add_consent(self, head: CallHead, answer: ConsentAnswer, now: str) -> CallHead:
        tables.insert_consent(self._connection, head.number, head.form.consent or "", answer, now)
        return self._head(head.id)

    def _draft(self, head: CallHead) -> Draft:
        box = tables.select_draft(self._connection, head.number)
        if box is None:
            return Draft(Answers(status=head.status))
        return codec.load(Draft, self.keys.device.unlock(box[1], box[0]))

    def _save_draft(self, number: int, draft: Draft, key_id: str) -> None:
        box = self.keys.device.lock(codec.dump(draft).encode(), key_id)
        tables.replace_draft(self._connection, number, (key_id, box))

    def _store_finished(self, head: CallHead, record: Record, key_id: str, now: str) -> None:
        frozen, registry = freeze(record), self.keys.registry()
        locked = self.keys.device.lock(frozen, key_id) if registry is None else registry.seal(frozen)
        tables.insert_finished(
            self._connection,
            tables.Finished(
                record.record_id,
                record.revision,
                head.form,
                None if registry is None else registry.id,
                key_id if registry is None else None,
                locked,
                now,
            ),
        )

    def _thawed(self, locked: bytes, key_id: str) -> Record:
        return thaw(self.keys.device.unlock(locked, key_id))


def _fitting(record_id: str, make: Callable[[], Record]) -> Record:
    """The record; where an answer does not fit the payload, an error that shows none of them."""
    try:
        return make()
    except ValidationError as error:
        raise PayloadError(
            f"record {record_id}: it cannot be kept as it is ({problems(error)}); the call is not closed, "
            "and its draft stays"
        ) from None
