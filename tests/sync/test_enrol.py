"""Being let in: whatever answers, it is a token and a key, or one clear error."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from queued import HandClock, unread
from test_fuzzed_answers import Saying, bodies

from edgebharo.errors import MissingExtraError, SyncError
from edgebharo.records.sealing import key_id, new_key_pair
from edgebharo.sync.address import Address
from edgebharo.sync.enrol import enrol, registry_key
from edgebharo.sync.targets import LINES, TARGETS, TargetOptions
from edgebharo.sync.verdicts import Reply, Verdict, retry
from edgebharo.sync.wire import PublicKey, encode

pytestmark = pytest.mark.unit

TOKEN = "t0ken-of-this-device"  # noqa: S105 - a test's own
LET_IN = json.dumps({"device_id": "laptop-1", "token": TOKEN}).encode()


def saying(reply: Reply | Verdict) -> Any:
    return Saying(reply)


def told(public: bytes, name: str | None = None) -> Reply:
    body = PublicKey(key_id=name or key_id(public), public_key=encode(public)).model_dump_json()
    return Reply(200, body.encode())


def test_a_code_becomes_a_token() -> None:
    let_in = enrol(saying(Reply(201, LET_IN)), " ABCD-EFGH ")

    assert (let_in.device_id, let_in.token) == ("laptop-1", TOKEN)
    assert TOKEN not in repr(let_in)


def test_a_key_is_taken_where_it_is_the_one_that_it_names() -> None:
    public = new_key_pair().public

    assert registry_key(saying(told(public))) == public
    with pytest.raises(SyncError, match="nothing was changed"):
        registry_key(saying(told(public, "00" * 8)))


@pytest.mark.parametrize("status", [400, 401, 403, 409, 410, 422])
def test_a_code_that_is_not_accepted_is_said_so(status: int) -> None:
    with pytest.raises(SyncError, match="mistyped, used or too old"):
        enrol(saying(Reply(status, b"")), "ABCD")


def test_a_registry_that_is_not_there_is_said_so() -> None:
    away = saying(retry("the server cannot be reached"))

    with pytest.raises(SyncError, match="key: the server cannot be reached"):
        registry_key(away)
    with pytest.raises(SyncError, match="enrol: the server cannot be reached"):
        enrol(away, "ABCD")


@settings(max_examples=150, deadline=None)
@given(status=st.integers(100, 599), body=bodies)
def test_no_answer_lets_a_device_in_by_accident(status: int, body: bytes) -> None:
    for ask in (lambda line: enrol(line, "ABCD"), registry_key):
        with pytest.raises(SyncError) as refused:
            ask(saying(Reply(status, body)))
        assert str(refused.value).isprintable()


@pytest.mark.parametrize("name", ["registry", "odk", "fhir"])
def test_without_its_packages_a_target_names_the_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [
        known for known in sys.modules if known.startswith(("edgebharo.sync.to_", "edgebharo.sync.line"))
    ]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "httpx", None)

    options = TargetOptions(Address("https://registry.example"), "", unread, HandClock())
    with pytest.raises(MissingExtraError, match=r"pip install 'edgebharo\[sync\]'"):
        TARGETS.create(name, options)
    with pytest.raises(MissingExtraError, match=r"pip install 'edgebharo\[sync\]'"):
        LINES.create("http", options.address)
