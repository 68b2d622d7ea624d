"""The registry as a target: sealed bytes in batches, as `wire` says."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError

from edgebharo.records.outbox import Item
from edgebharo.sync import wire
from edgebharo.sync.batches import Limits
from edgebharo.sync.line import Line
from edgebharo.sync.targets import Answered, Target, TargetOptions
from edgebharo.sync.verdicts import Reply, Verdict, of_status, one_line, unintelligible

_ENVELOPE_BYTES = 512
"""What stands around the sealed bytes of an item, at most, for the names that forms have."""
_LIMITS = Limits(wire.MAX_ITEMS, (wire.MAX_BODY_BYTES - wire.MAX_ITEMS * _ENVELOPE_BYTES) * 3 // 4)
_GZIP_LEVEL = 1
"""Sealed bytes look random: what is won is base64's own third, which the fastest level wins as well."""


@dataclass(frozen=True)
class ToRegistry:
    """Posts to one registry."""

    line: Line
    limits: Limits = _LIMITS
    reads: bool = False

    def post(self, items: Sequence[Item]) -> Answered:
        """Several as a batch; one alone with its idempotency key."""
        try:
            wired = [_wired(item) for item in items]
        except ValidationError:
            return Verdict("refused", "it has not the shape of a record that a registry takes")
        if len(wired) == 1:
            key = wire.idempotency_key(wired[0].record_id, wired[0].revision)
            reply = self._send(wire.RECORDS, wired[0].model_dump_json(), {wire.IDEMPOTENCY_KEY: key})
            return reply if isinstance(reply, Verdict) else _of_record(reply, wired[0])
        reply = self._send(wire.BATCHES, wire.Batch(items=tuple(wired)).model_dump_json(), {})
        return reply if isinstance(reply, Verdict) else _of_batch(reply, wired)

    def close(self) -> None:
        """Let go of the connection."""
        self.line.close()

    def _send(self, path: str, body: str, headers: dict[str, str]) -> Reply | Verdict:
        packed = gzip.compress(body.encode(), _GZIP_LEVEL, mtime=0)
        headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"} | headers
        return self.line.send("POST", path.lstrip("/"), body=packed, headers=headers)


def create(options: TargetOptions) -> Target:
    """The registry at an address.

    Raises:
        ConfigError: the address cannot be used.
    """
    return ToRegistry(Line(options.address, {"Authorization": f"Bearer {options.token}"}))


def _wired(item: Item) -> wire.Item:
    return wire.Item(
        record_id=item.record_id,
        revision=item.revision,
        form_id=item.form_id,
        form_version=item.form_version,
        key_id=item.key_id,
        sha256=item.sha256,
        sealed=wire.encode(item.sealed),
    )


def _of_record(reply: Reply, item: wire.Item) -> Verdict:
    if reply.status == 426:  # of a record alone it is about its form's version, not about this program
        return replace(_of_error(reply), halt=False)
    if reply.status not in {200, 201}:
        return _of_error(reply)
    try:
        result = wire.Result.model_validate_json(reply.body)
    except ValidationError:
        return unintelligible("it is not what a registry says")
    if (result.record_id, result.revision) != (item.record_id, item.revision):
        return unintelligible("it speaks of another record")
    return _of_result(result)


def _of_batch(reply: Reply, items: Sequence[wire.Item]) -> Answered:
    if reply.status != 200:
        return _of_error(reply)
    results = _results(reply.body)
    if results is None:
        return unintelligible("it is not what a registry says")
    silent = Verdict("retry", "the registry did not say what became of it")
    return tuple(
        _of_result(result) if (result := results.get((item.record_id, item.revision))) else silent
        for item in items
    )


def _results(body: bytes) -> dict[tuple[str, int], wire.Result | None] | None:
    """Results by record. What is not understood is passed over; where two about a record differ: None."""
    try:
        entries = json.loads(body)["results"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not isinstance(entries, list):
        return None
    results: dict[tuple[str, int], wire.Result | None] = {}
    for entry in entries:
        try:
            result = wire.Result.model_validate(entry, strict=True)
        except ValidationError:
            continue
        key = (result.record_id, result.revision)
        results[key] = result if results.get(key, result) == result else None
    return results


def _of_result(result: wire.Result) -> Verdict:
    match result.outcome:
        case "stored" | "duplicate":
            return Verdict("delivered", receipt=result.receipt)
        case "refused":
            return Verdict("refused", one_line(result.reason) or "the registry refused it")
        case "upgrade_needed":
            return Verdict(
                "upgrade_needed", result.reason or "the registry does not know this form's version"
            )
        case _:
            return Verdict("retry", one_line(result.reason) or "the registry could not take it now")


def _of_error(reply: Reply) -> Verdict:
    """A refusal counts where the registry itself speaks, not a gateway or a login page before it."""
    detail = detail_of(reply.body)
    if reply.status in {400, 409, 422} and detail is None:
        return unintelligible(f"status {reply.status} without a registry's reason")
    return of_status(reply, detail or "")


def detail_of(body: bytes) -> str | None:
    """The server's own explanation of an error, short and on one line. None where it is no `wire.Refusal`."""
    try:
        detail = wire.Refusal.model_validate_json(body).detail
    except ValidationError:
        return None
    return one_line(detail)
