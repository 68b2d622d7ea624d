"""The risk of a capture: what makes it larger, and where a field's limit lies."""

from __future__ import annotations

import pytest
from form_builders import field, form_of, heard

from edgebharo.capture import Evidence, Risk
from edgebharo.forms.rules.calibration import BIAS, LIMITS, WEIGHTS
from edgebharo.forms.rules.draft import Draft
from edgebharo.forms.rules.risk import features, limit_of, risk_of
from edgebharo.types import Answer, Answers, Candidate, Value

PHONE = {"meaning": "phone", "digits": 10}
FORM = form_of(
    field("name", meaning="person_name"),
    field("number", **PHONE),
    field("expecting", type="boolean"),
    field("months", type="number", branch="open"),
    branches=[{"id": "open", "when": {"field": "expecting", "equals": True}}],
)
DRAFT = Draft.of(FORM, Answers(fields={"expecting": Answer("answered", value=True)}))
SURE = Evidence(share=0.998, margin=0.998, snr_db=35.0)


def risk(name: str, value: Value, evidence: Evidence, **keys: object) -> Risk:
    return risk_of(DRAFT, FORM.form.field(name), heard(name, value, evidence=evidence, **keys))


@pytest.mark.parametrize(
    ("worse", "reason"),
    [
        (Evidence(share=0.4, margin=0.38, snr_db=35.0), "confidence"),
        (Evidence(share=0.998, margin=0.998, snr_db=3.0), "noise"),
        (Evidence(share=0.998, margin=0.998, snr_db=35.0, unfamiliar=True), "unfamiliar"),
        (Evidence(share=0.998, margin=0.998, snr_db=35.0, disputed=True), "disputed"),
    ],
)
def test_what_speaks_against_a_value_raises_its_risk(worse: Evidence, reason: str) -> None:
    sure, doubted = risk("name", "सीता", SURE), risk("name", "सीता", worse)
    assert doubted.score > sure.score
    assert reason not in sure.reasons
    if WEIGHTS[reason] > 0.4:  # type: ignore[index]
        assert reason in doubted.reasons


def test_a_doubtful_reading_and_a_flipped_branch_count() -> None:
    plain = risk("expecting", value=True, evidence=SURE)
    flips = risk("expecting", value=False, evidence=SURE)
    assert flips.score > plain.score
    assert "flips" in flips.reasons
    assert risk("name", "सीता", SURE, doubtful=True).score > risk("name", "सीता", SURE).score


def test_two_hearings_that_agree_lower_it() -> None:
    once = Evidence(share=0.6, margin=0.4, snr_db=15.0)
    twice = Evidence(share=0.6, margin=0.4, snr_db=15.0, heard_before=True)
    assert risk("number", "9876543210", twice).score < risk("number", "9876543210", once).score


def test_without_other_readings_the_ear_is_taken_at_its_word() -> None:
    assert risk("name", "सीता", Evidence(), confidence=0.7).score == pytest.approx(0.3)
    assert risk("name", "सीता", Evidence()).score < 0.01


def test_a_digit_string_that_was_heard_by_a_plain_ear_is_never_sure() -> None:
    plain = risk("number", "9876543210", Evidence())
    assert plain.score > limit_of(FORM.form.field("number"))
    assert plain.reasons == ("identifier",)


def test_no_confidence_at_all_is_the_largest_risk() -> None:
    assert risk("name", "सीता", SURE, confidence=float("nan")) == Risk(1.0, ("confidence",))


def test_what_the_worker_typed_has_none() -> None:
    typed = Candidate("name", "सीता", None, "worker")
    assert risk_of(DRAFT, FORM.form.field("name"), typed) == Risk(0.0)


def test_a_field_may_say_how_sure_it_wants_to_be() -> None:
    strict, never = form_of(field("a", confirm_below=0.99)), form_of(field("a", confirm_below=0.0))
    assert limit_of(strict.form.field("a")) == pytest.approx(0.01)
    assert limit_of(never.form.field("a")) == 1.0
    assert limit_of(FORM.form.field("number")) == LIMITS["digits"]


def test_every_feature_has_a_weight_and_every_kind_a_bias_and_a_limit() -> None:
    assert set(features(heard("name", "सीता"))) <= set(WEIGHTS)
    assert set(BIAS) == set(LIMITS)
    assert all(0.0 < limit < 1.0 for limit in LIMITS.values())
