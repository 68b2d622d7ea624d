"""Rows as `bench forms` writes them, with all keys, for tests of what reads them."""

from __future__ import annotations

from edgebharo.bench.suite import Row

UNITS: tuple[dict[str, object], ...] = (
    {
        "field": "name", "step": "ask", "said": "मेरा नाम सीता है", "heard": "मेरा नाम सीता है", "errors": 0,
        "words": 4, "forgiving_errors": 0, "letters": 16, "letter_errors": 0, "extract_right": True,
    },
)  # fmt: skip


def outcome(*, right: bool = True, cause: str = "asr", status: str = "complete") -> dict[str, object]:
    """A form with one field."""
    got = "सीता" if right else "गीता"
    fields = {"name": {"expected": "सीता", "got": got, "right": right, "cause": None if right else cause}}
    return {"status": status, "fields": fields, "read_backs": 0, "turns": 2}


def form_row(call: str = "1/ideal/user-1/way", **changed: object) -> Row:
    """A flawless call, but for what is `changed`."""
    row = {
        "call": call, "user": 1, "condition": "ideal", "behaviour": "plain", "system": "edgebharo",
        "voice": "hm_psi", "sex": "f", "speaker": "", "way": "way",
        "reference": outcome(), "heard": outcome(), "live": outcome(), "seconds": 9.0, "left": False,
        "units": list(UNITS), "read": [1, 1], "replies": {"of": 2, "faults": []},
        "timeline": [
            {"side": "agent", "start_ms": 0, "end_ms": 2000, "text": "आपका नाम क्या है?"},
            {"side": "caller", "start_ms": 2400, "end_ms": 3400, "text": "सीता"},
            {"side": "agent", "start_ms": 4100, "end_ms": 6000, "text": "धन्यवाद।"},
        ],
        "turns": [
            {"asked": "आपका नाम क्या है?", "said": "सीता", "heard": "सीता", "step": "close (complete)",
             "at_ms": 4000, "latency_ms": 700, "values": {"name": "सीता"}, "reads": {}},
        ],
        "corrected": {}, "claimed_complete": True,
    }  # fmt: skip
    return row | changed  # type: ignore[return-value]


def wrong_row(call: str = "1/noise/user-1/way", cause: str = "asr", **changed: object) -> Row:
    """The name was heard wrong, on paper and live, and the caller was told that all is done."""
    units = [{**unit, "heard": "मेरा नाम गीता है", "errors": 1} for unit in UNITS]
    wrong = outcome(right=False, cause=cause)
    return form_row(call, **{"condition": "noise", "heard": wrong, "live": wrong, "units": units} | changed)
