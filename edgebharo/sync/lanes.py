"""Several batches on their way at once, each on its own line: while a server stores one, another travels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from queue import SimpleQueue
from threading import Thread

from edgebharo.records.outbox import Item
from edgebharo.sync.sending import Told, send
from edgebharo.sync.targets import Target


def send_all(targets: Sequence[Target], batches: Sequence[Sequence[Item]]) -> Iterator[Told]:
    """What became of the records of all batches, request by request, in the order in which it is known.

    There are at least as many targets as batches. A batch alone is sent in this thread. Whatever a target
    raises is raised here; the threads of the others are left to end by themselves.
    """
    if len(batches) == 1:
        yield from send(targets[0], batches[0])
        return
    told: SimpleQueue[Told | BaseException | None] = SimpleQueue()
    for target, batch in zip(targets, batches, strict=False):
        Thread(target=_carry, args=(target, batch, told), name="sync lane", daemon=True).start()
    under_way = len(batches)
    while under_way:
        part = told.get()
        if isinstance(part, BaseException):
            raise part
        if part is None:
            under_way -= 1
        else:
            yield part


def _carry(target: Target, batch: Sequence[Item], told: SimpleQueue[Told | BaseException | None]) -> None:
    try:
        for part in send(target, batch):
            told.put(part)
        told.put(None)
    except BaseException as error:  # noqa: BLE001 - raised again in the thread that owns the store
        told.put(error)
