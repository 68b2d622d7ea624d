"""A record's frozen bytes, and the locks around them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.errors import PayloadError, SealError
from edgebharo.records import sealing
from edgebharo.records.payload import Consent, Evidence, FieldRecord, Happening, Record, freeze, merged, thaw
from edgebharo.records.privacy import cut, holds_long_number

ID = "5f0c3d8a-0f54-4d0e-9d2b-8c8f0a6f7f10"
AT = "2026-11-30T06:30:00.000+00:00"
TWELVE_SAID = "दो तीन चार पांच छह सात आठ नौ एक दो तीन चार"


def field(name: str = "name", value: Any = "सुनीता देवी", **more: Any) -> FieldRecord:
    state = "empty" if value is None else "answered"
    return FieldRecord(name=name, label="नाम", type="string", state=state, value=value, **more)


def record(*fields: FieldRecord, **more: Any) -> Record:
    given: dict[str, Any] = {
        "record_id": ID,
        "revision": 1,
        "form_id": "maternal-enrolment",
        "form_version": "1.0.0",
        "form_sha256": "ab" * 32,
        "device": "laptop-7",
        "worker": "worker-3",
        "consent": Consent(version="1", answer="given", utc=AT),
        "status": "complete",
        "started": AT,
        "ended": AT,
        "sequence": 1,
        "fields": fields or (field(),),
    }
    return Record(**(given | more))


VALUES = st.one_of(
    st.text("कखगाि्ं ab-'\"\\\n", max_size=12),
    st.sampled_from(["0042", "true", "null", "", "2025-04-15", "9876543210"]),
    st.integers(-(10**10), 10**10),
    st.booleans(),
    st.floats(-1e10, 1e10),
    st.lists(st.text("कखग ,", max_size=5), max_size=3).map(tuple),
)


@settings(deadline=None)
@given(st.lists(VALUES, max_size=5))
def test_a_frozen_record_comes_back_with_its_types_and_freezes_to_the_same_bytes(values: list[Any]) -> None:
    made = record(*(field(f"f{index}", value) for index, value in enumerate(values)))
    again = thaw(freeze(made))
    assert repr([(item.name, item.value) for item in again.fields]) == repr(
        [(item.name, item.value) for item in made.fields]
    )
    assert freeze(again) == freeze(made)


def test_the_bytes_are_canonical() -> None:
    evidence = Evidence(who="rules", reading="carrier")
    made = record(field(evidence=evidence, history=(Happening(at=AT, what="held"),)))
    frozen = freeze(made)
    assert "सुनीता देवी".encode() in frozen
    plain = json.loads(frozen)
    assert frozen == json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


@pytest.mark.parametrize(
    "value",
    ["234567890123", "2345 6789 0123", "२३४५६७८९०१२३", TWELVE_SAID, ("एक", "2345-6789-0123"), 234567890123],
)
def test_no_payload_holds_an_identity_number(value: Any) -> None:
    with pytest.raises(ValueError, match="identity number"):
        field("remarks", value)


def test_of_an_aadhaar_number_four_digits_are_accepted_and_five_are_not() -> None:
    assert field("aadhaar_last4", "0042").value == "0042"
    with pytest.raises(ValueError, match="Aadhaar"):
        field("aadhaar_last4", "90042")


@pytest.mark.parametrize(
    "more",
    [
        {"revision": 2},
        {"revision": 1, "replaces": f"{ID}@1"},
        {"revision": 3, "replaces": f"{ID}@1"},
        {"record_id": "4711"},
        {"started": "2026-11-30T12:00:00.000+05:30"},
        {"caller_number": "234567890123"},
        {"fields": (field(), field())},
    ],
)
def test_what_does_not_hang_together_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        record(**more)


@pytest.mark.parametrize(
    "frozen",
    [
        b"",
        b"{}",
        b"[1]",
        b"\xff",
        b'{"schema_version": 2}',
        freeze(record()).replace(b'"sequence":1', b'"seq":1'),
    ],
)
def test_other_bytes_are_no_record_and_the_error_shows_no_value(frozen: bytes) -> None:
    with pytest.raises(PayloadError) as caught:
        thaw(frozen)
    assert "सुनीता" not in str(caught.value)


def test_corrections_lie_over_what_they_replace() -> None:
    first = record(field("name", "सुनीता"), field("months", 5), caller_number="9812345678")
    second = record(field("months", 6), revision=2, replaces=f"{ID}@1", sequence=2)
    third = record(field("months", 7), field("village", "रामपुर"), revision=3, replaces=f"{ID}@2", sequence=3)
    whole = merged([third, first, second])
    assert [(item.name, item.value) for item in whole.fields] == [
        ("name", "सुनीता"),
        ("months", 7),
        ("village", "रामपुर"),
    ]
    assert (whole.revision, whole.caller_number) == (3, "9812345678")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("2345 6789 0123", "0123"),
        (f"मेरा आधार {TWELVE_SAID} है", "मेरा आधार 1234 है"),
        ("डबल नौ ट्रिपल आठ सात छह पांच चार तीन दो एक", "4321"),
        ("+91 98765 43210", "+91 98765 43210"),
        ("9876543210", "9876543210"),
        ("नौ बच्चे", "नौ बच्चे"),
        ("रामपुर टोला 4", "रामपुर टोला 4"),
    ],
)
def test_twelve_digits_however_said_are_cut_to_four(text: str, kept: str) -> None:
    assert cut(text) == kept
    assert not holds_long_number(cut(text))


def test_only_the_right_key_opens_a_sealed_record() -> None:
    keys, others = sealing.new_key_pair(), sealing.new_key_pair()
    sealed = sealing.seal(b"payload", keys.public)
    assert b"payload" not in sealed
    assert sealing.unseal(sealed, keys.private) == b"payload"
    assert sealing.public_of(keys.private) == keys.public
    for wrong, private in (
        (sealed, others.private),
        (sealed[:-1] + b"\0", keys.private),
        (b"", keys.private),
    ):
        with pytest.raises(SealError):
            sealing.unseal(wrong, private)
    with pytest.raises(SealError):
        sealing.seal(b"payload", b"short")
    assert len(sealing.key_id(keys.public)) == 16


def test_a_device_key_opens_its_own_boxes_and_comes_back_with_its_pin() -> None:
    key = sealing.new_device_key()
    box = sealing.lock(b"draft", key)
    assert sealing.unlock(box, key) == b"draft"
    with pytest.raises(SealError, match="nothing was deleted"):
        sealing.unlock(box, sealing.new_device_key())
    wrapped = sealing.wrap(key, "4711")
    assert sealing.unwrap(wrapped, "4711") == key
    with pytest.raises(SealError, match="not the PIN"):
        sealing.unwrap(wrapped, "4712")
    with pytest.raises(SealError, match="damaged"):
        sealing.unwrap(b"{}", "4711")
