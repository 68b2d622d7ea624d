"""`bench extract`: transcripts of all ways through the form, in many wordings, and how they are judged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from edgebharo.bench.suite import Case, Row
from edgebharo.bench.transcripts import ExtractSuite, misses
from edgebharo.bench.wordings import ANSWERS, SPOKEN, load_wordings, written
from edgebharo.errors import ConfigError
from edgebharo.forms.load import load_form
from edgebharo.runtime.callers import Caller

pytestmark = pytest.mark.unit
STYLES = 100


@pytest.fixture(scope="module")
def suite() -> ExtractSuite:
    return ExtractSuite(load_form("maternal-enrolment"), lambda: None)


@pytest.fixture(scope="module")
def cases(suite: ExtractSuite) -> tuple[Case, ...]:
    return suite.cases(1, quick=False)


def test_there_are_960_calls_over_all_ways(suite: ExtractSuite, cases: tuple[Case, ...]) -> None:
    assert len({case.content for case in cases}) == 960
    ways = Counter(case.id.split("/")[-1] for case in cases)
    assert (len(ways), set(ways.values())) == (48, {20})
    for case in cases[::7]:
        caller = Caller.model_validate_json(case.content)
        pregnant, linked, whatsapp, aadhaar = case.id.split("/")[-1].split("-")
        assert caller.answers["pregnant"].value is (pregnant == "yes")
        assert caller.answers["phone_linked"].value is (linked == "this")
        assert (caller.answers["linked_number"].value is not None) is (linked == "other")
        assert (caller.answers["whatsapp_same"].value is None) is (whatsapp == "unsure")
        assert (caller.answers["aadhaar_last4"].value is not None) is (aadhaar == "told")
    assert suite.cases(1, quick=True) == cases[::40]
    assert suite.cases(2, quick=True) != cases[::40]


def test_every_kind_of_answer_has_a_hundred_wordings() -> None:
    assert {name for name, wordings in wordings_by_kind() if len(set(wordings)) < STYLES} == set()


def wordings_by_kind() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Months and dates come in several words of their own too: 9 and 8 to each frame."""
    for name, value in vars(written()).items():
        if name in ("son", "daughter"):
            yield name, (*value, *written().child)
        elif name == "whatsapp_none":
            yield name, (*value, *written().whatsapp[False])
        elif name == "months":
            yield name, tuple(f"{frame} {number}" for frame in value for number in range(9))
        elif isinstance(value, tuple):
            yield name, value
        else:
            yield from ((f"{name} {answer}", wordings) for answer, wordings in value.items())


def test_spoken_callers_keep_their_wordings() -> None:
    assert set(SPOKEN.name) < set(written().name)
    assert SPOKEN.months == ("{}",)


def test_calls_in_plain_words_are_read_right() -> None:
    plain = load_wordings(ANSWERS / "plain.json")
    suite = ExtractSuite(load_form("maternal-enrolment"), lambda: None, wordings=plain)
    rows = [suite.measure(case) for case in suite.cases(1, quick=False)[5::160]]
    figures = suite.metrics(rows)
    assert misses(rows) == []
    assert (figures["turns_right"], figures["forms_right"], figures["invented"]) == (1.0, 1.0, 0)


def test_a_sample_of_all_calls_is_read_nearly_right_and_nothing_is_invented(
    suite: ExtractSuite, cases: tuple[Case, ...]
) -> None:
    figures = suite.metrics([suite.measure(case) for case in cases[5::80]])
    assert (figures["turns_right"] or 0) >= 0.97
    assert figures["invented"] == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": ["मेरा नाम है"]}, "name"),
        ({"right": ["हां {}", "जी"]}, "right"),
        ({"wrong": []}, "wrong"),
        ({"months": None}, "months"),
        ({"colour": ["लाल"]}, "colour"),
    ],
)
def test_a_bad_file_of_wordings_is_one_clear_error(tmp_path: Path, change: object, message: str) -> None:
    lines = json.loads((ANSWERS / "plain.json").read_text("utf-8"))
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(lines | change), encoding="utf-8")  # type: ignore[operator]
    with pytest.raises(ConfigError, match=f"answers.json: {message}"):
        load_wordings(file)


@pytest.mark.parametrize("content", [b"{", b"\xff", b"[]"])
def test_what_is_no_file_of_wordings_is_one_clear_error(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "answers.json"
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=r"answers.json"):
        load_wordings(file)
    with pytest.raises(ConfigError, match="cannot be read"):
        load_wordings(tmp_path / "none.json")


def test_a_caller_who_means_something_else_is_counted_as_misread(
    suite: ExtractSuite, cases: tuple[Case, ...]
) -> None:
    caller = Caller.model_validate_json(cases[0].content)
    name = caller.answers["name"].model_copy(update={"value": "कोई और"})
    other = caller.model_copy(update={"answers": {**caller.answers, "name": name}})
    row: Row = suite.measure(Case("other", other.model_dump_json()))
    assert list(row["wrong"]) == ["name"]  # type: ignore[arg-type]
    assert suite.metrics([row])["forms_right"] == 0.0
    assert suite.metrics([row])["turns_right"] != 1.0
