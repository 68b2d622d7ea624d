"""Opens records for the targets that send what a record says. Pure but for the key behind `read`."""

from __future__ import annotations

from edgebharo.errors import PayloadError, SealError
from edgebharo.records.outbox import Item
from edgebharo.records.payload import Record
from edgebharo.sync.targets import Reader
from edgebharo.sync.verdicts import Verdict


def opened(item: Item, read: Reader) -> Record | Verdict:
    """What an item holds. It stays pending where this device has no key for it."""
    try:
        record = read(item)
    except SealError:
        return Verdict("retry", f"it is sealed to key {item.key_id}, which this device cannot open")
    except PayloadError:
        return Verdict("refused", "it does not hold a record that this EdgeBharo can read")
    if (record.record_id, record.revision) != (item.record_id, item.revision):
        return Verdict("refused", "it holds another record than its label says")
    return record
