"""`bench extract`: transcripts of all ways through the form, in many wordings, and how they are judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from edgebharo.bench.suite import Case, Row
from edgebharo.bench.transcripts import ExtractSuite, misses
from edgebharo.bench.wordings import SPOKEN, WRITTEN
from edgebharo.forms.load import load_form
from edgebharo.runtime.callers import Caller

pytestmark = pytest.mark.unit
STYLES = 20


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


def test_every_kind_of_answer_has_twenty_wordings() -> None:
    assert {name for name, wordings in wordings_by_kind() if len(set(wordings)) < STYLES} == set()


def wordings_by_kind() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Months and dates come in several words of their own too: 9 and 8 to each frame."""
    for name, value in vars(WRITTEN).items():
        if name in ("son", "daughter"):
            yield name, (*value, *WRITTEN.child)
        elif name == "months":
            yield name, tuple(f"{frame} {number}" for frame in value for number in range(9))
        elif isinstance(value, tuple):
            yield name, value
        else:
            yield from ((f"{name} {answer}", wordings) for answer, wordings in value.items())


def test_spoken_callers_keep_their_wordings() -> None:
    assert set(SPOKEN.name) < set(WRITTEN.name)
    assert SPOKEN.months == ("{}",)


def test_a_sample_of_the_calls_is_read_right(suite: ExtractSuite, cases: tuple[Case, ...]) -> None:
    rows = [suite.measure(case) for case in cases[5::160]]
    figures = suite.metrics(rows)
    assert misses(rows) == []
    assert (figures["turns_right"], figures["forms_right"], figures["invented"]) == (1.0, 1.0, 0)


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
