"""How a call is scored: against what the caller meant, not against the way the agent took."""

from __future__ import annotations

from dataclasses import replace

import pytest

from edgebharo.bench.call import CallSuite, call_row, likely_lines
from edgebharo.bench.callers import FORM
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.runtime.config import Settings
from edgebharo.runtime.report import CallReport, TurnReport, field_reports
from edgebharo.types import Answer, Answers, Value

MEANT: dict[str, Value | None] = {
    "name": "सुनीता देवी",
    "district": "गया",
    "clinic_name": "शिव नगर",
    "pregnant": True,
    "gestational_age_months": 7,
    "child_name": None,
    "child_dob": None,
    "phone_linked": False,
    "linked_number": "9876543210",
    "whatsapp_same": True,
    "whatsapp_number": None,
    "aadhaar_last4": None,
}
CALLER = Caller(
    id="c", answers={name: CallerAnswer(say=("जी",), value=value) for name, value in MEANT.items()}
)


@pytest.fixture(scope="module")
def loaded() -> LoadedForm:
    return load_form(find_form(FORM))


def report(loaded: LoadedForm, stored: dict[str, Value | None]) -> CallReport:
    fields = {
        name: Answer("skipped") if value is None else Answer("answered", value)
        for name, value in stored.items()
    }
    turns = tuple(TurnReport("q", "h", latency, {}) for latency in (400, None, 900))
    return CallReport(
        caller="c",
        form=FORM,
        status="complete",
        fields=field_reports(loaded, CALLER, Answers(fields=fields)),
        turns=turns,
        latency_median_ms=400,
        latency_p95_ms=900,
        call_s=60.0,
        cold_start_s=3.5,
        rss_mb=700.0,
        pace="fast",
        record="r",
        store="s",
        machine="m",
        notes=(),
    )


def test_a_form_as_meant_is_all_right(loaded: LoadedForm) -> None:
    row = call_row(loaded, CALLER, report(loaded, MEANT))
    assert (row["right"], row["of"], row["wrong"]) == (7, 7, {})
    assert row["names"] == {"name": 1.0, "clinic_name": 1.0}
    assert row["latencies_ms"] == [400, 900]
    assert row["heard"] == [
        {"heard": "h", "latency_ms": latency, "compute_ms": {}} for latency in (400, None, 900)
    ]


def test_a_wrong_value_a_missing_one_and_an_invented_one_each_count(loaded: LoadedForm) -> None:
    stored = MEANT | {"gestational_age_months": 6, "linked_number": None, "aadhaar_last4": "1234"}
    row = call_row(loaded, CALLER, report(loaded, stored))
    assert (row["right"], row["of"]) == (4, 7)
    assert row["wrong"] == {
        "gestational_age_months": [7, 6],
        "linked_number": ["9876543210", None],
        "aadhaar_last4": [None, "1234"],
    }


def test_a_wrong_turning_costs_all_that_it_leaves_out_and_puts_in(loaded: LoadedForm) -> None:
    stored = MEANT | {"pregnant": False, "gestational_age_months": None, "child_dob": "2025-04-15"}
    row = call_row(loaded, CALLER, report(loaded, stored))
    assert row["wrong"] == {
        "pregnant": [True, False],
        "gestational_age_months": [7, None],
        "child_dob": [None, "2025-04-15"],
    }
    assert (row["right"], row["of"]) == (5, 8)


def test_a_name_that_is_missing_is_unlike(loaded: LoadedForm) -> None:
    row = call_row(loaded, CALLER, report(loaded, MEANT | {"name": None}))
    assert row["names"] == {"name": 0.0, "clinic_name": 1.0}


def test_metrics_are_pooled_over_turns_and_fields(loaded: LoadedForm) -> None:
    good = call_row(loaded, CALLER, report(loaded, MEANT))
    bad = call_row(
        loaded,
        CALLER,
        replace(
            report(loaded, MEANT | {"district": "पटना"}), rss_mb=900.0, cold_start_s=5.5, status="failed"
        ),
    )
    metrics = CallSuite(Settings()).metrics([good, bad])
    assert metrics["latency_median_ms"] == 400
    assert metrics["latency_p95_ms"] == 900
    assert metrics["rss_mb"] == 900.0
    assert (metrics["cold_start_s"], metrics["cold_start_max_s"]) == (4.5, 5.5)
    assert metrics["fields_right"] == pytest.approx(13 / 14, abs=1e-4)
    assert (metrics["forms_right"], metrics["complete"], metrics["calls"]) == (0.5, 0.5, 2)


def test_no_rows_are_no_figures(loaded: LoadedForm) -> None:
    metrics = CallSuite(Settings()).metrics([])
    assert metrics["latency_median_ms"] is None
    assert metrics["fields_right"] is None


def test_only_likely_lines_are_rendered_beforehand(loaded: LoadedForm) -> None:
    answers = {
        name: CallerAnswer(say=(f"{name} एक", f"{name} दो"), value=value) for name, value in MEANT.items()
    }
    caller = Caller(id="c", answers=answers, yes=("हां", "जी", "सही", "ठीक"), no=("नहीं", "गलत"))
    asked = [name for name in MEANT if name not in {"child_name", "child_dob", "whatsapp_number"}]
    assert likely_lines(caller) == ("हाँ जी", *(f"{name} एक" for name in asked), "हां", "जी", "सही", "नहीं")


def test_quick_is_the_beginning_of_the_whole(loaded: LoadedForm) -> None:
    suite = CallSuite(Settings())
    whole, quick = suite.cases(1, quick=False), suite.cases(1, quick=True)
    assert (len(whole), len(quick)) == (20, 3)
    assert whole[:3] == quick
    assert Caller.model_validate_json(quick[0].content).id == quick[0].id
