"""The record store: one SQLite file in which every turn is durable before the next question is asked.

Values live in two tables only (`answers`, and `dialogue_state` while a call is in progress), so that a
withdrawal can delete them; a turn's row holds names of fields and rules. The file is readable by its owner
alone and is not encrypted yet: sealing records to the registry's key comes with sync.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from edgebharo.clock import Clock
from edgebharo.errors import StoreError
from edgebharo.records import tables
from edgebharo.records.opening import open_store
from edgebharo.records.outbox import Outbox
from edgebharo.records.privacy import mask
from edgebharo.records.rows import CallHead, FormIdentity, StoredCall, TurnRow
from edgebharo.records.sql import connect, empty_log, explained, text_of, transaction
from edgebharo.types import Answers, CallStatus

FINAL: frozenset[CallStatus] = frozenset({"complete", "screened_out", "failed"})
"""How a call may end and keep its answers."""


class Store:
    """All calls of one device. Belongs to the thread that made it.

    Every method raises StoreError where the disk, the file or the state of the call does not allow it; what
    was saved before is then kept, and the failed write leaves no part of itself.
    """

    def __init__(
        self, path: Path, clock: Clock, connect: Callable[[Path], sqlite3.Connection] = connect
    ) -> None:
        """Open or create the store.

        Raises:
            StoreError: it is damaged, newer, another program's, read-only, or its place cannot be used.
        """
        self.path = path
        self._clock = clock
        self._connection = open_store(path, text_of(clock.utc()), connect)

    def close(self) -> None:
        """Let go of the file. The store cannot be used afterwards."""
        with explained(self.path):
            self._connection.close()

    def begin(self, form: FormIdentity, device: str, worker: str, caller_number: str | None) -> str:
        """Open a record and return its id, a UUID4."""
        record_id = str(uuid4())
        now = text_of(self._clock.utc())
        with explained(self.path), transaction(self._connection):
            tables.insert_call(
                self._connection,
                record_id,
                form,
                device=device,
                worker=worker,
                caller_number=caller_number,
                utc=now,
            )
        return record_id

    def turn(self, record_id: str, row: TurnRow, answers: Answers) -> None:
        """Save one turn and the state it led to, together. `answers.status` is ignored: see `finish`."""
        now = self._clock.utc()
        with explained(self.path), transaction(self._connection):
            call = self._open_call(record_id)
            kept = mask(answers, call.digits)
            if tables.has_turn(self._connection, call.number, row.seq):
                raise StoreError(f"record {record_id}: turn {row.seq} is saved already")
            tables.insert_turn(self._connection, call.number, row, text_of(now), self._clock.now_ms())
            tables.replace_answers(self._connection, call.number, kept)
            tables.replace_state(self._connection, call.number, kept)
            tables.touch(self._connection, call.number, text_of(now))

    def finish(self, record_id: str, answers: Answers, status: CallStatus) -> None:
        """Close the record: the answers stay, the dialogue's state (held and refused values) goes.

        `status` is one of FINAL, or `withdrawn`, which discards the record.
        """
        if status == "withdrawn":
            self.discard(record_id)
            return
        if status not in FINAL:
            raise StoreError(f"record {record_id}: a call cannot end as {status!r}")
        with explained(self.path), transaction(self._connection):
            call = self._open_call(record_id)
            tables.replace_answers(self._connection, call.number, mask(answers, call.digits))
            tables.delete_state(self._connection, call.number)
            tables.close_call(self._connection, call.number, status, text_of(self._clock.utc()))

    def discard(self, record_id: str) -> None:
        """Withdraw: delete values, turns and the caller's number for good; only the fact stays.

        Works on a call in progress and on a finished one, and may be repeated.
        """
        with explained(self.path):
            with transaction(self._connection):
                call = self._call(record_id)
                tables.delete_content(self._connection, call.number)
                tables.close_call(self._connection, call.number, "withdrawn", text_of(self._clock.utc()))
            empty_log(self._connection)

    def open_calls(self) -> tuple[CallHead, ...]:
        """Calls that were cut off, or are in progress in another process, oldest first."""
        with explained(self.path), transaction(self._connection, "DEFERRED"):
            return tables.select_heads(self._connection, "in_progress")

    def calls(self) -> tuple[CallHead, ...]:
        """Every call, oldest first."""
        with explained(self.path), transaction(self._connection, "DEFERRED"):
            return tables.select_heads(self._connection, None)

    def load(self, record_id: str) -> StoredCall:
        """A call as it was last saved. One in progress comes back whole: the dialogue can go on from it."""
        with explained(self.path), transaction(self._connection, "DEFERRED"):
            number = self._call(record_id).number
            return StoredCall(
                head=tables.select_head(self._connection, number),
                answers=tables.select_answers(self._connection, number),
                turns=tables.select_turns(self._connection, number),
            )

    def outbox(self, owner: str | None = None) -> Outbox:
        """The finished records on their way out, as one sync sees them."""
        return Outbox(self._connection, self.path, owner)

    def _call(self, record_id: str) -> tables.CallKey:
        call = tables.find_call(self._connection, record_id)
        if call is None:
            raise StoreError(f"record store {self.path}: there is no record {record_id}")
        return call

    def _open_call(self, record_id: str) -> tables.CallKey:
        call = self._call(record_id)
        if call.status != "in_progress":
            raise StoreError(f"record {record_id} is closed ({call.status}): nothing more can be added to it")
        return call
