"""Every problem of a form is found, all at once, with the key it is about."""

from __future__ import annotations

from typing import Any

import pytest
from form_builders import field, raw_form

from edgebharo.forms.check import findings
from edgebharo.forms.yaml_lines import read

YES_NO = {"type": "boolean"}
SELECT = {"type": "single_select", "options": [{"text": "लाल"}, {"text": "हरा"}]}
PHONE = {"meaning": "phone", "digits": 10}


def branch(controller: str, **when: Any) -> dict[str, Any]:
    return {"id": "b", "when": {"field": controller, **when}}


def problems(raw: object) -> dict[tuple[str | int, ...], str]:
    return dict(findings(raw, frozenset({"known"})))


ONE_FIELD = [
    # keys of the one field, path inside the field, part of the message
    ({"colour": 1}, ("colour",), "unknown key"),
    ({"type": "text"}, ("type",), "should be"),
    ({"question": 5}, ("question",), "tuple"),
    ({"question": " "}, ("question",), "blank"),
    ({"retries": {"max": -1}}, ("retries", "max"), "greater than"),
    ({"retries": {"times": 2}}, ("retries", "times"), "unknown key"),
    ({"required": True}, ("retries", "exhausted"), "cannot be skipped"),
    ({"required": True, "unrepaired": "skip"}, ("unrepaired",), "cannot be skipped"),
    ({"spelled": True}, ("spelled",), "only a name"),
    ({"confirm": "sometimes"}, ("confirm",), "should be"),
    ({"confirm_below": 2}, ("confirm_below",), "less than"),
    ({"required": True, "retries": {"exhausted": "end"}, "dont_know": "skip"}, ("dont_know",), "cannot be"),
    (
        {"required": True, "retries": {"exhausted": "end"}, "skip_message": "ठीक है"},
        ("skip_message",),
        "never skipped",
    ),
    ({"type": "single_select"}, ("options",), "is empty"),
    ({"type": "multi_select", "options": []}, ("options",), "is empty"),
    ({"options": [{"text": "लाल"}]}, ("options",), "only a select"),
    ({**SELECT, "options": [{"text": "लाल"}, {"text": "लाल"}]}, ("options", 1, "text"), "twice"),
    ({**SELECT, "options": [{"text": "लाल", "aliases": [" "]}]}, ("options", 0), "blank"),
    ({**SELECT, "screen_out": ["नीला"]}, ("screen_out", 0), "not a value"),
    ({**YES_NO, "screen_out": ["हां"]}, ("screen_out", 0), "not a value"),
    ({"type": "number", "screen_out": [True]}, ("screen_out", 0), "not a value"),
    ({"boolean_labels": {"true": "हां", "false": "नहीं"}}, ("boolean_labels",), "only a boolean"),
    ({**YES_NO, "boolean_labels": {"true": "हां"}}, ("boolean_labels", "false"), "missing"),
    ({"cues": {"yes": ["हां"]}}, ("cues",), "only a boolean"),
    ({"number_format": "integer"}, ("number_format",), "only a number"),
    ({"meaning": "months"}, ("meaning",), "needs type number"),
    ({"meaning": "phone"}, ("digits",), "is missing"),
    ({"digits": 4}, ("digits",), "only meaning"),
    ({"type": "number", "meaning": "phone", "digits": 10}, ("meaning",), "needs type string"),
    ({"gazetteer": "known"}, ("gazetteer",), "needs meaning place"),
    ({"meaning": "place", "gazetteer": "missing"}, ("gazetteer",), "no table"),
    ({"validation": [{"rule": "magic"}]}, ("validation", 0), "magic"),
    ({"validation": [{"rule": "number_range", "min": 1}]}, ("validation", 0, "rule"), "does not apply"),
    ({"type": "number", "validation": [{"rule": "number_range"}]}, ("validation", 0), "min, max or both"),
    (
        {"type": "number", "validation": [{"rule": "number_range", "min": 9, "max": 1}]},
        ("validation", 0, "min"),
        "greater than max",
    ),
    (
        {"validation": [{"rule": "regex", "pattern": "(", "message": "क"}]},
        ("validation", 0, "pattern"),
        "not a regular",
    ),
    (
        {"validation": [{"rule": "regex", "pattern": r"\d+", "message": "क"}]},
        ("validation", 0, "pattern"),
        "misread",
    ),
    ({"validation": [{"rule": "regex", "pattern": "[0-9]+"}]}, ("validation", 0, "message"), "missing"),
    (
        {**PHONE, "validation": [{"rule": "phone_number", "digits": 8}]},
        ("validation", 0, "digits"),
        "says 10",
    ),
    ({"question": "आपका name?"}, ("question", 0), "Devanagari"),
    ({"question": "दस 10 अंक?"}, ("question", 0), "no digits"),
    ({"question": "दस १० अंक?"}, ("question", 0), "no digits"),
    ({"retry_messages": ["फिर 2 बार"]}, ("retry_messages", 0), "no digits"),
    ({"explain": "यह <b> है"}, ("explain", 0), "Devanagari"),
    ({"read_back": {"before": "OK"}}, ("read_back", "before"), "Devanagari"),
    ({"repair": {"range": "एक: 1"}}, ("repair", "range"), "no digits"),
    ({"repair": {"sadness": "क"}}, ("repair", "sadness"), "should be"),
    ({"label": "Name"}, ("label",), "Devanagari"),
]


@pytest.mark.parametrize(("keys", "path", "message"), ONE_FIELD)
def test_a_broken_field_is_reported_at_its_key(
    keys: dict[str, Any], path: tuple[str | int, ...], message: str
) -> None:
    found = problems(raw_form(field("a", **keys)))
    assert message in found.get(("fields", 0, *path), ""), found


ACROSS = [
    (raw_form(field("a"), field("a")), ("fields", 1, "name"), "already used"),
    (raw_form(field("a", branch="nowhere")), ("fields", 0, "branch"), "no branch"),
    (
        raw_form(field("a", branch="b"), branches=[branch("z", present=True)]),
        ("branches", 0, "when", "field"),
        "",
    ),
    (
        raw_form(field("b1", branch="b"), field("a", **YES_NO), branches=[branch("a", equals=True)]),
        ("branches", 0, "when", "field"),
        "before every field",
    ),
    (
        raw_form(field("a"), field("b1", branch="b"), branches=[branch("a", equals=True)]),
        ("branches", 0, "when", "equals"),
        "use present",
    ),
    (
        raw_form(field("a", **YES_NO), field("b1", branch="b"), branches=[branch("a")]),
        ("branches", 0, "when"),
        "exactly one",
    ),
    (
        raw_form(
            field("a", **YES_NO), field("c", branch="b"), branches=[branch("a", equals=True, present=True)]
        ),
        ("branches", 0, "when"),
        "exactly one",
    ),
    (raw_form(field("a", **YES_NO), branches=[branch("a", equals=True)]), ("branches", 0, "when"), "belongs"),
    (
        raw_form(
            field("a", **YES_NO),
            field("c", branch="b"),
            branches=[branch("a", equals=True), branch("a", equals=False)],
        ),
        ("branches", 1, "id"),
        "already used",
    ),
    (raw_form(field("a"), scripts={"intro": "Hello"}), ("scripts", "intro", 0), "Devanagari"),
    (raw_form(field("a"), scripts={"intro": "{caller_number}"}), ("scripts", "intro", 0), "Devanagari"),
    (raw_form(field("a"), scripts={"outro_incomplete": "ठीक है"}), ("scripts", "outro"), "outro_incomplete"),
    (raw_form(field("a"), acknowledgements=[" ", ""]), ("acknowledgements",), "only blanks"),
    (raw_form(field("a"), acknowledgements=["जी", "ok"]), ("acknowledgements", 1), "Devanagari"),
    (raw_form(field("a"), sha256="00"), ("sha256",), "computed"),
    (raw_form(), ("fields",), "is empty"),
    (raw_form(field("a"), fieldz=[]), ("fieldz",), "unknown key"),
    ({"fields": [field("a")]}, ("id",), "missing"),
    ("just text", (), "mapping"),
    (raw_form(field("a"), fields={"a": 1}), ("fields",), "tuple"),
]


@pytest.mark.parametrize(("raw", "path", "message"), ACROSS)
def test_a_broken_form_is_reported_at_its_key(raw: object, path: tuple[str | int, ...], message: str) -> None:
    found = problems(raw)
    assert path in found, found
    assert message in found[path]


def test_everything_is_reported_at_once() -> None:
    raw = raw_form(
        field("a", colour=1, required=True),
        field("a", type="single_select"),
        field("c", branch="nowhere", question="Hi"),
        acknowledgements=[""],
        extra=1,
    )
    assert {path for path, _ in findings(raw, frozenset())} >= {
        ("fields", 0, "colour"),
        ("fields", 1, "name"),
        ("fields", 1, "options"),
        ("fields", 2, "branch"),
        ("fields", 2, "question", 0),
        ("acknowledgements",),
        ("extra",),
    }


def test_a_broken_branch_does_not_blame_its_fields() -> None:
    raw = raw_form(field("a", **YES_NO), field("c", branch="b"), branches=[{"id": "b", "when": {}}])
    assert set(problems(raw)) == {("branches", 0, "when", "field")}


@pytest.mark.parametrize("raw", [None, 5, [], {}, {"fields": None}, {"fields": [None, 3, []], "branches": 7}])
def test_odd_files_are_problems_not_exceptions(raw: object) -> None:
    assert findings(raw, frozenset())


def test_a_key_written_twice_is_found() -> None:
    document = read("a: 1\nb: 2\na: 3\n")
    assert document.findings == ((("a",), "written twice (again on line 3)"),)


def test_true_and_false_are_keys_like_any_other() -> None:
    assert read("labels: {true: हां, false: नहीं}\n").value == {"labels": {"true": "हां", "false": "नहीं"}}


@pytest.mark.parametrize(
    "text", ["a: &x [*x]\n", "{" * 500, "? [", "a: !!python/none x", "\x00", "a: 2026-13-45\n"]
)
def test_hostile_yaml_is_a_finding(text: str) -> None:
    assert read(text).findings
