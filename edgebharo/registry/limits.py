"""How much a caller may ask for: bytes, seconds, requests."""

from __future__ import annotations

import asyncio
import math
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

KNOWN_CALLERS = 20_000
"""How many callers' allowances a worker remembers; the one that was silent longest is forgotten first."""
GZIP_WINDOW = zlib.MAX_WBITS | 16
BODY_SECONDS = 60.0
"""For a whole body: a bus's network at 0.6 Mbit/s brings the largest one in that time."""


@dataclass
class Allowance:
    """Requests that one caller has left."""

    left: float
    at_ms: int


@dataclass
class RateLimit:
    """Lets each caller make `burst` requests at once and `per_s` a second in the long run; for one worker."""

    per_s: float
    burst: int
    _allowances: OrderedDict[str, Allowance] = field(default_factory=OrderedDict)

    def wait_s(self, caller: str, now_ms: int) -> int:
        """Count one request: 0 where it may pass, else whole seconds until the next may."""
        allowance = self._allowances.pop(caller, None) or Allowance(self.burst, now_ms)
        self._allowances[caller] = allowance
        if len(self._allowances) > KNOWN_CALLERS:
            self._allowances.popitem(last=False)
        earned = (now_ms - allowance.at_ms) / 1000 * self.per_s
        allowance.left = min(float(self.burst), allowance.left + earned)
        allowance.at_ms = now_ms
        if allowance.left >= 1:
            allowance.left -= 1
            return 0
        return max(1, math.ceil((1 - allowance.left) / self.per_s))


async def read_body(request: Request, limit: int) -> bytes:
    """The whole body, unpacked, never more than `limit` bytes of it in memory.

    Raises:
        HTTPException: 413 longer than `limit`, packed or not; 400 damaged; 408 too slow; 415 other packing.
    """
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"identity", "gzip"}:
        raise HTTPException(415, "Content-Encoding: only gzip is understood")
    announced = request.headers.get("content-length", "0")
    if announced.isdigit() and int(announced[:20]) > limit:
        raise _too_large(limit)
    try:
        chunks = _bounded(request.stream(), limit)
        unpacked = _unpacked(chunks, limit) if encoding == "gzip" else chunks
        return await asyncio.wait_for(_joined(unpacked), BODY_SECONDS)
    except asyncio.TimeoutError:
        raise HTTPException(408, f"the body did not come within {BODY_SECONDS:.0f} s") from None
    except ClientDisconnect:
        raise HTTPException(400, "the body was cut off") from None
    except zlib.error:
        raise HTTPException(400, "the body is no gzip, or was damaged") from None


async def _joined(chunks: AsyncIterator[bytes]) -> bytes:
    return b"".join([chunk async for chunk in chunks])


async def _bounded(chunks: AsyncIterator[bytes], limit: int) -> AsyncIterator[bytes]:
    """`chunks`, up to `limit` bytes in all."""
    total = 0
    async for chunk in chunks:
        total += len(chunk)
        if total > limit:
            raise _too_large(limit)
        yield chunk


async def _unpacked(chunks: AsyncIterator[bytes], limit: int) -> AsyncIterator[bytes]:
    """One gzip member, whole. A bomb is stopped at `limit` bytes, before it has unfolded."""
    unzip = zlib.decompressobj(GZIP_WINDOW)
    total = 0
    async for chunk in chunks:
        if unzip.eof and chunk:
            raise zlib.error
        plain = unzip.decompress(chunk, limit - total + 1)
        total += len(plain)
        if total > limit:
            raise _too_large(limit)
        yield plain
    if not unzip.eof or unzip.unused_data:
        raise zlib.error


def _too_large(limit: int) -> HTTPException:
    return HTTPException(
        413, f"a request may have {limit} bytes, packed or unpacked: send fewer records at once"
    )
