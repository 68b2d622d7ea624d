"""What a server's answer means for the records that were sent. Pure; every odd answer is a `Verdict`.

The reasons are shown to a worker and kept beside a record: they hold no value of a record and no token.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

VerdictKind: TypeAlias = Literal[
    "delivered",  # the server has it, now or since an earlier try
    "refused",  # it will never be taken as it is
    "retry",  # not now
    "upgrade_needed",  # the server or this program must be brought up to date first
    "revoked",  # the device's token is wrong, or was taken away
    "too_large",  # the request was; a smaller one may pass
    "fault",  # the server broke down over the request: over one record in it, or altogether
]

LONGEST_WAIT_S = 3600.0
"""What a server may ask for with `Retry-After`; more is taken as this."""


@dataclass(frozen=True)
class Verdict:
    """What became of one record, or of one request with all its records."""

    kind: VerdictKind
    reason: str = ""
    receipt: str = ""
    after_s: float | None = None
    """How long the server asks to be left alone, in seconds, 0 to LONGEST_WAIT_S."""
    halt: bool = False
    """What went wrong is not about the record: sending the next one now would end the same way."""


@dataclass(frozen=True)
class Reply:
    """A server's answer as it came over the line, whole and bounded."""

    status: int
    body: bytes
    after_s: float | None = None
    """From `Retry-After`, where it could be read."""


def retry(reason: str, *, after_s: float | None = None) -> Verdict:
    """Nothing is known to be stored, and the server or the line is to blame."""
    return Verdict("retry", reason, after_s=after_s, halt=True)


_MEANINGS: Mapping[int, Verdict] = {
    400: Verdict("refused", "the server refused it"),
    401: Verdict("revoked", "the server does not accept this device's token", halt=True),
    403: Verdict("revoked", "the server does not accept this device's token", halt=True),
    409: Verdict("refused", "the server holds other bytes under the same number"),
    413: Verdict("too_large", "the server takes no request of this size"),
    422: Verdict("refused", "the server refused it"),
    426: Verdict("upgrade_needed", "the server asks for a newer EdgeBharo", halt=True),
    500: Verdict("fault", "the server has a fault of its own (status 500)"),
}
"""What the server's own explanation may be added to."""


def of_status(reply: Reply, detail: str = "") -> Verdict:
    """What an answer other than a success means. `detail` is the server's own explanation, if any."""
    meaning = _MEANINGS.get(reply.status)
    if meaning is not None:
        return replace(meaning, reason=f"{meaning.reason}: {detail}" if detail else meaning.reason)
    match reply.status:
        case 429:
            return retry("the server is busy and asks to wait", after_s=reply.after_s)
        case status if 300 <= status < 400:
            return retry(
                f"the address sends its visitors elsewhere (status {status}): "
                "log in to this network first, or correct the address"
            )
        case 404 | 405 | 410:
            return retry(f"nothing takes records at this address (status {reply.status}): check the address")
        case status if status > 500:
            return retry(f"the server has a fault of its own (status {status})", after_s=reply.after_s)
        case status:
            return retry(f"the server gave an unexpected answer (status {status})")


def unintelligible(what: str) -> Verdict:
    """The server said yes in words that nobody understands: it may have stored everything, or nothing."""
    return retry(f"the server's answer cannot be understood ({what}); everything is kept and sent again")


def wait_of(header: str | None) -> float | None:
    """Seconds that `Retry-After` asks for, bounded. None where it is missing or is no number of seconds."""
    text = (header or "").strip()
    if not (text.isascii() and text.isdigit()):
        return None
    return min(float(text[:9]), LONGEST_WAIT_S)


def one_line(text: str) -> str:
    """A server's own words made safe to show: one line of printable characters, at most 200."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:200]
