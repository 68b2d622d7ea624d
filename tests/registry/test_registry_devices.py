"""What a device meets: enrolment, tokens, limits, damaged and oversized requests."""

from __future__ import annotations

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from conftest import HandClock, Office, bearer
from sealed import NOW, record

from edgebharo.errors import ConfigError
from edgebharo.registry import credentials, limits
from edgebharo.registry.limits import RateLimit
from edgebharo.registry.services import KNOWN_MS
from edgebharo.sync import wire
from edgebharo.sync.wire import Batch, Item


@pytest.fixture(params=["sqlite"])
def database(request: pytest.FixtureRequest) -> str:
    """What is tested here does not depend on the kind of database; races are tested with both."""
    return str(request.getfixturevalue(request.param))


def post_record(office: Office, item: Item, **headers: str) -> tuple[int, dict[str, str]]:
    key = wire.idempotency_key(item.record_id, item.revision)
    answer = office.client.post(
        wire.RECORDS,
        content=item.model_dump_json(),
        headers=office.device | {wire.IDEMPOTENCY_KEY: key} | headers,
    )
    return answer.status_code, answer.json()


def post_batch(office: Office, body: bytes, **headers: str) -> tuple[int, str]:
    answer = office.client.post(wire.BATCHES, content=body, headers=office.device | headers)
    return answer.status_code, answer.json().get("detail", "")


def test_a_device_enrols_once_and_delivers(office: Office) -> None:
    with office.services.engine.begin() as connection:
        code = credentials.add_device(connection, "laptop-2", NOW)

    spoken = {"code": code.lower().replace("-", " ")}
    answer = office.client.post(wire.ENROL, json=spoken)
    again = office.client.post(wire.ENROL, json=spoken)

    assert (answer.status_code, again.status_code) == (201, 403)
    enrolled = wire.Enrolled.model_validate(answer.json())
    assert enrolled.device_id == "laptop-2"
    item = office.wrap(record())
    answer = office.client.post(
        wire.BATCHES, content=Batch(items=(item,)).model_dump_json(), headers=bearer(enrolled.token)
    )
    assert answer.json()["results"][0]["outcome"] == "stored"


def test_fifty_that_use_one_code_at_once_get_one_token(office: Office) -> None:
    with office.services.engine.begin() as connection:
        code = credentials.add_device(connection, "laptop-2", NOW)

    with ThreadPoolExecutor(20) as threads:
        statuses = list(
            threads.map(lambda _: office.client.post(wire.ENROL, json={"code": code}).status_code, range(50))
        )

    assert Counter(statuses) == {201: 1, 403: 49}


def test_a_code_grows_too_old(office: Office) -> None:
    with office.services.engine.begin() as connection:
        code = credentials.add_device(connection, "laptop-2", NOW)
    office.clock.moment = NOW + timedelta(days=credentials.CODE_DAYS, seconds=1)

    assert office.client.post(wire.ENROL, json={"code": code}).status_code == 403


def test_a_second_code_makes_the_first_void(office: Office) -> None:
    with office.services.engine.begin() as connection:
        first = credentials.add_device(connection, "laptop-2", NOW)
        second = credentials.add_device(connection, "laptop-2", NOW)

    assert office.client.post(wire.ENROL, json={"code": first}).status_code == 403
    assert office.client.post(wire.ENROL, json={"code": second}).status_code == 201


def test_a_revoked_device_is_shut_out_within_two_seconds_and_can_be_invited_again(office: Office) -> None:
    assert office.deliver(record()) == ["stored"]
    with office.services.engine.begin() as connection:
        credentials.revoke(connection, "device", "laptop-1", NOW)
    office.clock.ms += KNOWN_MS

    status, detail = post_batch(office, Batch(items=(office.wrap(record()),)).model_dump_json().encode())
    assert (status, "revoked" in detail) == (403, True)

    with office.services.engine.begin() as connection:
        code = credentials.add_device(connection, "laptop-1", NOW)
    enrolled = office.client.post(wire.ENROL, json={"code": code}).json()
    assert office.client.get("/", headers=bearer(enrolled["token"])).status_code == 403
    office.device.update(bearer(enrolled["token"]))
    assert office.deliver(record()) == ["stored"]


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", "Bearer x", "Basic !", "Basic eA==", "Digest x", "नमस्ते"]
)
@pytest.mark.parametrize("path", [wire.BATCHES, wire.RECORDS])
def test_without_a_token_nothing_is_taken(office: Office, authorization: str, path: str) -> None:
    answer = office.client.post(path, content=b"{}", headers={"Authorization": authorization.encode()})

    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_tokens_open_only_their_own_doors(office: Office) -> None:
    assert office.client.post(wire.BATCHES, content=b"{}", headers=office.admin).status_code == 403
    for path in ("/", "/search", "/v1/duplicates", "/v1/quarantine", "/v1/export.csv?form_id=x"):
        assert office.client.get(path, headers=office.device).status_code == 403, path
        assert office.client.get(path).status_code == 401, path


def test_names_of_devices_are_checked(office: Office) -> None:
    with office.services.engine.begin() as connection:
        for name in ("", "A", "a b", "x" * 65, "../x", "अ"):
            with pytest.raises(ConfigError, match="a name has"):
                credentials.add_device(connection, name, NOW)
        with pytest.raises(ConfigError, match="revoke it first"):
            credentials.add_device(connection, "laptop-1", NOW)
        with pytest.raises(ConfigError, match="no device called laptop-9"):
            credentials.revoke(connection, "device", "laptop-9", NOW)
        states = [one.state(NOW) for one in credentials.holders(connection, "device")]
    assert states == ["enrolled"]


def test_the_key_is_told_to_everybody(office: Office) -> None:
    told = wire.PublicKey.model_validate(office.client.get(wire.KEY).json())

    assert told == office.services.custody.public()


def test_one_record_is_answered_by_status(office: Office) -> None:
    sent = record()
    item, other = office.wrap(sent), office.wrap(sent.model_copy(update={"worker": "w-2"}))

    assert post_record(office, item)[0] == 201
    status, body = post_record(office, item)
    assert (status, body["outcome"]) == (200, "duplicate")
    assert post_record(office, other)[0] == 409
    assert post_record(office, office.wrap(b"nonsense"))[0] == 422
    newer = json.dumps(record().model_dump(mode="json") | {"schema_version": 2}).encode()
    assert post_record(office, office.wrap(newer))[0] == 426
    assert post_record(office, office.wrap(record()), **{wire.IDEMPOTENCY_KEY: "x"})[0] == 400


def test_a_batch_may_be_packed(office: Office) -> None:
    body = Batch(items=tuple(office.wrap(record()) for _ in range(200))).model_dump_json().encode()

    assert post_batch(office, gzip.compress(body), **{"Content-Encoding": "gzip"}) == (200, "")
    assert post_batch(office, body) == (200, "")


def bomb() -> bytes:
    """64 MiB of spaces in as many kilobytes."""
    packer = zlib.compressobj(9, wbits=limits.GZIP_WINDOW)
    spaces = b" " * (1 << 20)
    return b"".join([*(packer.compress(spaces) for _ in range(64)), packer.flush()])


def test_a_bomb_is_stopped_before_it_unfolds(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    unfolded = 0
    joined = limits._joined

    async def counted(chunks: limits.AsyncIterator[bytes]) -> bytes:
        async def each() -> limits.AsyncIterator[bytes]:
            nonlocal unfolded
            async for chunk in chunks:
                unfolded += len(chunk)
                yield chunk

        return await joined(each())

    monkeypatch.setattr(limits, "_joined", counted)

    status, detail = post_batch(office, bomb(), **{"Content-Encoding": "gzip"})

    assert (status, "send fewer" in detail) == (413, True)
    assert unfolded <= wire.MAX_BODY_BYTES


PACKED = gzip.compress(b'{"items": []}')


@pytest.mark.parametrize(
    ("body", "encoding", "status"),
    [
        (PACKED[:-1], "gzip", 400),
        (PACKED + b"x", "gzip", 400),
        (PACKED + PACKED, "gzip", 400),
        (b"", "gzip", 400),
        (b"not gzip", "gzip", 400),
        (PACKED, "br", 415),
        (PACKED, "gzip, gzip", 415),
        (PACKED, "identity", 422),
        (b" " * (wire.MAX_BODY_BYTES + 1), "identity", 413),
        (b"", "identity", 422),
        (b'{"items": []}', "identity", 422),
        (b'{"items": 1}', "identity", 422),
        (b"[" * 100_000, "identity", 422),
        (b'{"items": [{"record_id": "\xff"}]}', "identity", 422),
    ],
)
def test_damaged_requests_are_refused_each_with_its_status(
    office: Office, body: bytes, encoding: str, status: int
) -> None:
    found, detail = post_batch(office, body, **{"Content-Encoding": encoding})

    assert found == status
    assert isinstance(detail, str)
    assert detail


def test_a_body_without_a_length_is_counted_as_it_comes(office: Office) -> None:
    def endless() -> Iterator[bytes]:
        yield from (b" " * 65536 for _ in range(100))

    answer = office.client.post(wire.BATCHES, content=endless(), headers=office.device)

    assert answer.status_code == 413


def test_more_than_two_hundred_records_are_refused(office: Office) -> None:
    item = office.wrap(record()).model_dump()
    status, detail = post_batch(office, json.dumps({"items": [item] * 201}).encode())

    assert (status, detail) == (422, "items: too_long")


def test_refusals_name_keys_and_never_values(office: Office) -> None:
    secret = "सुनीता-9876543210"  # noqa: S105
    item = office.wrap(record()).model_dump() | {"form_id": [secret], "key_id": secret}

    _, detail = post_batch(office, json.dumps({"items": [item]}).encode())

    assert detail.startswith("items.0.form_id: string_type; items.0.key_id: string_pattern_mismatch")
    assert secret not in detail


def test_a_caller_who_asks_too_often_is_told_how_long_to_wait(office: Office) -> None:
    for _ in range(office.services.callers.burst):
        assert post_batch(office, b"{}")[0] == 422
    answer = office.client.post(wire.BATCHES, content=b"{}", headers=office.device)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")

    assert office.client.get("/", headers=office.admin).status_code == 200
    office.clock.ms += 1000
    assert post_batch(office, b"{}")[0] == 422


def test_guessing_codes_is_slow(office: Office) -> None:
    statuses = Counter(
        office.client.post(wire.ENROL, json={"code": f"AAAA-{number}"}).status_code for number in range(65)
    )

    assert statuses == {403: 60, 429: 5}


def test_a_rate_limit_forgets_the_one_that_was_silent_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KNOWN_CALLERS", 2)
    limit, clock = RateLimit(per_s=1, burst=1), HandClock()

    found = [limit.wait_s(caller, clock.now_ms()) for caller in ("a", "b", "a", "c", "a", "b")]

    assert found == [0, 0, 1, 0, 1, 0]


def test_health_and_metrics_tell_no_value(office: Office) -> None:
    office.deliver(record(), b"nonsense")

    assert office.client.get(wire.HEALTH).json() == {"status": "ok"}
    text = office.client.get(wire.METRICS).text
    assert 'outcome="stored"} 1' in text
    assert 'outcome="refused"} 1' in text
    assert "edgebharo_registry_quarantined 1" in text
    assert "edgebharo_registry_devices_enrolled 1" in text
    assert 'route="/v1/batches",status="200"} 1' in text
    assert "laptop-1" not in text
