"""ODK Central as a target: one OpenRosa submission for each record.

Follows the OpenRosa Form Submission API 1.0 (docs.getodk.org/openrosa-form-submission). What is sent is
readable by the server: TLS alone protects it on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from email.utils import format_datetime
from hashlib import sha256

from edgebharo.clock import Clock
from edgebharo.records.outbox import Item
from edgebharo.records.payload import Record
from edgebharo.sync.address import Address
from edgebharo.sync.batches import Limits
from edgebharo.sync.line import Line
from edgebharo.sync.odk_record import instance, instance_id
from edgebharo.sync.opening_records import opened
from edgebharo.sync.targets import Answered, Reader, Target, TargetOptions
from edgebharo.sync.verdicts import Reply, Verdict, of_status, unintelligible

_LIMITS = Limits(items=1, bytes=10 * 1024 * 1024)


@dataclass(frozen=True)
class ToOdk:
    """Submits to the forms of one project."""

    line: Line
    read: Reader
    clock: Clock
    limits: Limits = _LIMITS
    reads: bool = True

    def post(self, items: Sequence[Item]) -> Answered:
        """One submission after the other."""
        return tuple(self._submit(item) for item in items)

    def close(self) -> None:
        """Let go of the connection."""
        self.line.close()

    def _submit(self, item: Item) -> Verdict:
        record = opened(item, self.read)
        if isinstance(record, Verdict):
            return record
        content_type, body = multipart(instance(record))
        headers = {
            "Content-Type": content_type,
            "X-OpenRosa-Version": "1.0",
            "Date": format_datetime(self.clock.utc(), usegmt=True),
        }
        reply = self.line.send("POST", "submission", body=body, headers=headers)
        return reply if isinstance(reply, Verdict) else _of(reply, record)


def create(options: TargetOptions) -> Target:
    """The project of ODK Central whose address is like https://central.example/v1/projects/7.

    An app user's token goes into the path, as Central wants it; elsewhere it is a bearer token.

    Raises:
        ConfigError: the address cannot be used.
    """
    address, headers = options.address, {}
    if options.token and "/v1/projects/" in address.url:
        address = _with_key(address, options.token)
    elif options.token:
        headers = {"Authorization": f"Bearer {options.token}"}
    return ToOdk(Line(address, headers), options.read, options.clock)


def multipart(xml: bytes) -> tuple[str, bytes]:
    """(content type, body) of a submission without attachments. Equal XML gives equal bytes."""
    boundary = f"edgebharo-{sha256(xml).hexdigest()[:32]}"
    head = (
        f"--{boundary}\r\n"
        'Content-Disposition: form-data; name="xml_submission_file"; filename="submission.xml"\r\n'
        "Content-Type: text/xml\r\n\r\n"
    )
    tail = f"\r\n--{boundary}--\r\n"
    return f"multipart/form-data; boundary={boundary}", head.encode() + xml + tail.encode()


def _with_key(address: Address, token: str) -> Address:
    return replace(address, url=address.url.replace("/v1/projects/", f"/v1/key/{token}/projects/", 1))


def _of(reply: Reply, record: Record) -> Verdict:
    """201: it is there. 202: it was there. Central says 409 where other content is under its number."""
    if reply.status in {201, 202}:
        return Verdict("delivered", receipt=instance_id(record.record_id, record.revision))
    said = b"OpenRosaResponse" in reply.body
    if reply.status == 404 and said:
        return Verdict(
            "upgrade_needed",
            f"the server has no form {record.form_id} {record.form_version}: publish it there "
            "(edgebharo export --format xform)",
        )
    if reply.status in {400, 409, 422} and not said:
        return unintelligible(f"status {reply.status} without an OpenRosaResponse")
    return of_status(reply)
