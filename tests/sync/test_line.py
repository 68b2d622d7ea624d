"""The line itself: TLS, addresses, slow and huge servers."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta, timezone
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from edgebharo.errors import ConfigError
from edgebharo.sync.address import Address
from edgebharo.sync.line import MOST_ANSWER_BYTES, Line
from edgebharo.sync.verdicts import Reply, Verdict

pytestmark = [pytest.mark.unit, pytest.mark.allow_hosts(["127.0.0.1"])]

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"


@contextmanager
def serving(answer: Callable[[socket.socket], None], tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """One connection after the other is read from once and given to `answer`."""
    over = Event()

    def serve() -> None:
        while not over.is_set():
            with suppress(OSError):
                device, _ = server.accept()
                with tls.wrap_socket(device, server_side=True) if tls else device as connection:
                    connection.recv(65536)
                    answer(connection)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            over.set()
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


def ask(url: str, **changes: object) -> Reply | Verdict:
    address = Address(url, **{"silence_s": 5.0, "deadline_s": 5.0} | changes)
    with closing(Line(address)) as line:
        return line.send("GET", "health")


def reason(reply: Reply | Verdict) -> str:
    assert isinstance(reply, Verdict)
    assert (reply.kind, reply.halt) == ("retry", True)
    return reply.reason


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A PEM file with the key and the certificate of 127.0.0.1, signed by nobody but itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "clinic")])
    now = datetime.now(timezone.utc)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "server.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


def test_a_server_whose_certificate_nobody_vouches_for_gets_nothing(certificate: Path) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    with serving(lambda connection: connection.sendall(OK), tls) as port:
        assert "certificate is not trusted" in reason(ask(f"https://127.0.0.1:{port}"))
        trusted = ask(f"https://127.0.0.1:{port}", roots=certificate)

    assert trusted == Reply(200, b"hi")


def test_roots_must_be_a_file_of_certificates(tmp_path: Path) -> None:
    for path in (tmp_path / "none.pem", tmp_path):
        with pytest.raises(ConfigError, match="sync_roots"):
            Line(Address("https://registry.example", roots=path))


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://registry.example", "not encrypted"),
        ("http://127.0.0.1.registry.example", "not encrypted"),
        ("ftp://registry.example", "write it like https"),
        ("registry.example", "write it like https"),
        ("https://", "write it like https"),
        ("https://registry.example?x=1", "write it like https"),
        ("https://user:s3cret@registry.example", "holds a name or a password"),
        ("https://[::1", "no address"),
    ],
)
def test_an_address_that_cannot_or_must_not_be_used_is_refused_at_once(url: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why) as refused:
        Line(Address(url))
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "http://[::1]:9", "http://localhost:9"])
def test_plain_http_is_for_this_machine(url: str) -> None:
    Line(Address(url)).close()


def test_plain_http_to_another_machine_must_be_asked_for() -> None:
    Line(Address("http://registry.example", plain_http=True)).close()


def test_a_server_that_is_not_there_is_one_clear_reason() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert "cannot be reached" in reason(ask(f"http://127.0.0.1:{port}"))


def test_a_server_that_never_answers_is_left() -> None:
    hang = Event()
    with serving(lambda _: hang.wait(10)) as port:
        assert "stopped answering" in reason(ask(f"http://127.0.0.1:{port}", silence_s=0.2))
        hang.set()


@pytest.mark.parametrize(
    "head", [b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"]
)
def test_a_server_that_drips_is_left_when_the_time_is_up(head: bytes) -> None:
    enough = Event()

    def drip(connection: socket.socket) -> None:
        connection.sendall(head)
        while not enough.wait(0.02):
            connection.sendall(b"a")

    with serving(drip) as port:
        assert "took too long" in reason(ask(f"http://127.0.0.1:{port}", deadline_s=0.5))
        enough.set()


def test_an_endless_answer_is_cut() -> None:
    def flood(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        with suppress(OSError):
            for _ in range(2 * MOST_ANSWER_BYTES // 65536):
                connection.sendall(b"a" * 65536)

    with serving(flood) as port:
        assert "longer than" in reason(ask(f"http://127.0.0.1:{port}"))


def test_a_line_goes_on_after_its_connection_was_cut() -> None:
    enough = Event()
    answers = [lambda _: enough.wait(10), lambda connection: connection.sendall(OK)]
    with (
        serving(lambda connection: answers.pop(0)(connection)) as port,  # noqa: PLW0108 - one after the other
        closing(Line(Address(f"http://127.0.0.1:{port}", deadline_s=0.2))) as line,
    ):
        assert "took too long" in reason(line.send("GET", "health"))
        enough.set()
        assert line.send("GET", "health") == Reply(200, b"hi")
