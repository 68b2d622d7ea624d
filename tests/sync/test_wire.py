from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from edgebharo.sync import wire

pytestmark = pytest.mark.unit

RECORD_ID = "0b7c9f52-3a54-4a3e-9e55-1f2f3a4b5c6d"


def item_of(content: bytes, **changes: object) -> wire.Item:
    values: dict[str, object] = {
        "record_id": RECORD_ID,
        "revision": 1,
        "form_id": "maternal-enrolment",
        "form_version": "3",
        "key_id": "00112233445566ff",
        "sha256": wire.digest(content),
        "sealed": wire.encode(content),
    }
    return wire.Item.model_validate(values | changes)


@given(st.binary(min_size=1, max_size=300))
def test_sealed_bytes_come_back_whole(sealed: bytes) -> None:
    sent = wire.Item.model_validate_json(item_of(sealed).model_dump_json())

    assert wire.sealed_bytes(sent) == sealed


@given(st.binary(min_size=1, max_size=300), st.integers(min_value=0))
def test_one_flipped_bit_is_noticed(sealed: bytes, place: int) -> None:
    damaged = bytearray(sealed)
    damaged[place % len(sealed)] ^= 1

    with pytest.raises(ValueError, match="damaged on the way"):
        wire.sealed_bytes(item_of(sealed, sealed=wire.encode(bytes(damaged))))


@pytest.mark.parametrize("text", ["no base64!", "QUJD\n", "QUJ"])
def test_what_is_no_base64_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no base64"):
        wire.sealed_bytes(item_of(b"ABC", sealed=text))


def test_one_huge_record_is_refused() -> None:
    huge = item_of(b"x" * (wire.MAX_SEALED_BYTES + 1))

    with pytest.raises(ValueError, match="at most 1048576"):
        wire.sealed_bytes(huge)


@pytest.mark.parametrize(
    "changes",
    [
        {"record_id": "x"},
        {"record_id": RECORD_ID.upper()},
        {"revision": 0},
        {"key_id": ""},
        {"sha256": "00"},
        {"form_id": ""},
        {"name": "extra"},
    ],
)
def test_a_device_may_send_nothing_else(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        item_of(b"ABC", **changes)


def test_a_batch_is_bounded() -> None:
    item = item_of(b"ABC")

    with pytest.raises(ValidationError):
        wire.Batch(items=())
    with pytest.raises(ValidationError):
        wire.Batch(items=(item,) * (wire.MAX_ITEMS + 1))


def test_a_newer_registry_may_answer_more() -> None:
    answered = wire.BatchResults.model_validate(
        {"results": [{"record_id": RECORD_ID, "revision": 1, "outcome": "stored", "colour": 7}], "more": []}
    )

    assert [result.outcome for result in answered.results] == ["stored"]


def test_a_token_is_not_shown_by_accident() -> None:
    assert "s3cret" not in repr(wire.Enrolled(device_id="clinic-7", token="s3cret-s3cret-s3cret"))  # noqa: S106
