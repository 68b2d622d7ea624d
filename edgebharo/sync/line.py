"""One HTTP line to one server: everything that can go wrong on it is a `Verdict`, never an exception.

TLS is verified, against the machine's trusted roots or one file of them. An answer is read up to a fixed size
and within a fixed time, whatever the server does; redirects are not followed, for a token must not travel.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Timer
from typing import Any

import httpx

from edgebharo import __version__
from edgebharo.errors import ConfigError
from edgebharo.sync.address import Address
from edgebharo.sync.verdicts import Reply, Verdict, retry, unintelligible, wait_of

MOST_ANSWER_BYTES = 4 * 1024 * 1024
CONNECT_S = 10.0


class Line:
    """Sends requests to one server over one kept connection. Belongs to one thread at a time."""

    def __init__(self, address: Address, headers: Mapping[str, str] | None = None) -> None:
        """Make ready; nothing is sent yet.

        Raises:
            ConfigError: the address cannot be used, or its file of certificates cannot.
        """
        url = checked(address)
        self._deadline_s = address.deadline_s
        self._streams = _Streams()
        local = is_loopback(url.host)
        self._client = httpx.Client(
            base_url=url,
            headers={
                "User-Agent": f"EdgeBharo/{__version__}",
                "Accept-Encoding": "identity",  # a compressed answer could unfold to any size
                **(headers or {}),
            },
            verify=_trust(address.roots) if url.scheme == "https" else False,
            trust_env=not local,  # a proxy of the clinic's has no business between a machine and itself
            timeout=httpx.Timeout(address.silence_s, connect=min(CONNECT_S, address.silence_s)),
            limits=httpx.Limits(max_connections=1),
            follow_redirects=False,
        )

    def close(self) -> None:
        """Let go of the connection."""
        self._client.close()

    def send(
        self, method: str, path: str, *, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Reply | Verdict:
        """One request; `path` is added to the base. A Verdict where no whole answer came back."""
        try:
            request = self._client.build_request(method, path, content=body, headers=dict(headers or {}))
            request.extensions["trace"] = self._streams.note
            with self._streams.cut_after(self._deadline_s):
                return self._whole(request)
        except (httpx.TransportError, httpx.InvalidURL, OSError) as error:
            if self._streams.cut.is_set():
                return retry("the server took too long to answer")
            return retry(_fault(error))

    def _whole(self, request: httpx.Request) -> Reply | Verdict:
        response = self._client.send(request, stream=True)
        try:
            if response.headers.get("Content-Encoding", "identity").lower() != "identity":
                return unintelligible("compressed although it was asked not to be")
            body = bytearray()
            for chunk in response.iter_raw():
                body += chunk
                if len(body) > MOST_ANSWER_BYTES:
                    return unintelligible(f"longer than {MOST_ANSWER_BYTES} bytes")
            after_s = wait_of(response.headers.get("Retry-After"))
            return Reply(response.status_code, bytes(body), after_s)
        finally:
            response.close()


@dataclass
class _Streams:
    """The connection in use, so that another thread can cut it when the time is up."""

    _stream: Any = None
    cut: Event = field(default_factory=Event)
    """Set once the time was up."""

    def note(self, event: str, details: Mapping[str, Any]) -> None:
        """Told by the HTTP library of each step (its `trace` extension)."""
        if event in {"connection.connect_tcp.complete", "connection.start_tls.complete"}:
            self._stream = details["return_value"]

    @contextmanager
    def cut_after(self, seconds: float) -> Iterator[None]:
        """Shut the connection down where the block takes longer."""
        self.cut.clear()
        timer = Timer(seconds, self._shut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()

    def _shut(self) -> None:
        self.cut.set()
        raw = self._stream.get_extra_info("socket") if self._stream is not None else None
        if raw is not None:
            with suppress(OSError):  # wakes a thread that waits in recv; TLS is passed by on purpose
                socket.socket.shutdown(raw, socket.SHUT_RDWR)


def checked(address: Address) -> httpx.URL:
    """The base address, ending in a slash.

    Raises:
        ConfigError: it is no address, holds a password, or is plain http to another machine.
    """
    try:
        url = httpx.URL(address.url.rstrip("/") + "/")
    except (httpx.InvalidURL, UnicodeError, ValueError):
        raise ConfigError("sync_url: is no address; write it like https://registry.example") from None
    if url.scheme not in {"https", "http"} or not url.host or url.query or url.fragment:
        raise ConfigError("sync_url: write it like https://registry.example, without ? and #")
    if url.userinfo:
        raise ConfigError("sync_url: holds a name or a password; give the token with `edgebharo sync enrol`")
    if url.scheme == "http" and not (address.plain_http or is_loopback(url.host)):
        raise ConfigError(
            f"sync_url: http://{url.host} is not encrypted: use https, or set sync_plain_http = true where "
            "the network itself is trusted"
        )
    return url


def is_loopback(host: str) -> bool:
    """Whether a host's name means this very machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _trust(roots: Path | None) -> ssl.SSLContext:
    if roots is None:
        return httpx.create_ssl_context()
    try:
        return ssl.create_default_context(cafile=roots)
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(f"sync_roots: {roots} is no readable PEM file of certificates") from error


def _fault(error: Exception) -> str:
    """What went wrong on the line, in words of our own: a library's message may quote the address."""
    causes = list(_causes(error))
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return "the server's certificate is not trusted: check this machine's date, or set sync_roots"
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return "no encrypted connection could be made"
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return "the server's name cannot be found: there is no network, or the address is wrong"
    match error:
        case httpx.ConnectError() | httpx.ConnectTimeout():
            return "the server cannot be reached: there is no network, or it is switched off"
        case httpx.TimeoutException():
            return "the server stopped answering"
        case httpx.RemoteProtocolError() | httpx.ReadError() | httpx.WriteError():
            return "the connection broke off"
        case _:
            return "the connection failed"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
