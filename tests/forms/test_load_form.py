"""The shipped form, and how a form file is found and read."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from edgebharo.errors import FormError
from edgebharo.forms.expect import expect_of
from edgebharo.forms.load import check, find_form, forms_root, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Field

FIELDS = (
    # name, type, retries, when they are used up, branch
    ("name", "string", 1, "skip", None),
    ("district", "string", 2, "end", None),
    ("clinic_name", "string", 1, "skip", None),
    ("pregnant", "boolean", 2, "end", None),
    ("gestational_age_months", "number", 2, "end", ("pregnant", True)),
    ("child_name", "string", 1, "end", ("pregnant", False)),
    ("child_dob", "date", 2, "end", ("pregnant", False)),
    ("phone_linked", "boolean", 2, "skip", None),
    ("linked_number", "string", 2, "skip", ("phone_linked", False)),
    ("whatsapp_same", "boolean", 2, "skip", None),
    ("whatsapp_number", "string", 2, "skip", ("whatsapp_same", False)),
    ("aadhaar_last4", "string", 2, "skip", None),
)
"""The published form (FormBharo, arXiv 2608.06027), in its order."""


def describe(loaded: LoadedForm, field: Field) -> tuple[object, ...]:
    conditions = {branch.id: (branch.when.field, branch.when.equals) for branch in loaded.form.branches}
    branch = conditions[field.branch] if field.branch else None
    return (field.name, field.type, field.retries.max, field.retries.exhausted, branch)


def test_the_shipped_form_has_no_problem() -> None:
    assert check("maternal-enrolment") == ()


def test_the_shipped_form_is_the_published_one(enrolment: LoadedForm) -> None:
    assert tuple(describe(enrolment, field) for field in enrolment.form.fields) == FIELDS


def test_every_question_has_its_own_words_for_each_attempt(enrolment: LoadedForm) -> None:
    for field in enrolment.form.fields:
        wordings = {" ".join(field.question), *field.retry_messages}
        assert len(wordings) == 1 + field.retries.max, field.name
        assert field.explain, field.name
        assert bool(field.skip_message) != field.required, field.name


def test_the_digest_is_that_of_the_files_bytes(enrolment: LoadedForm) -> None:
    assert enrolment.form.sha256 == sha256(find_form("maternal-enrolment").read_bytes()).hexdigest()


def test_a_form_is_found_by_id_folder_and_file() -> None:
    folder = forms_root() / "maternal-enrolment"
    assert find_form("maternal-enrolment") == find_form(folder) == find_form(folder / "form.yaml")


def test_an_unknown_form_names_the_shipped_ones() -> None:
    with pytest.raises(FormError, match="maternal-enrolment"):
        find_form("no-such-form")


def test_a_file_that_is_not_text_is_one_clear_problem(tmp_path: Path) -> None:
    file = tmp_path / "form.yaml"
    file.write_bytes(b"\xff\xfe\x00bad")
    (problem,) = check(file)
    assert "UTF-8" in problem.message


def test_syntax_errors_name_the_line(tmp_path: Path) -> None:
    file = tmp_path / "form.yaml"
    file.write_text("id: x\nfields: [a, {b: c\n", encoding="utf-8")
    (problem,) = check(file)
    assert problem.file == str(file)
    assert "line 3" in problem.key
    assert "YAML" in problem.message


def test_an_empty_file_is_a_problem(tmp_path: Path) -> None:
    file = tmp_path / "form.yaml"
    file.write_text("", encoding="utf-8")
    assert len(check(file)) == 1


def test_a_copied_form_still_finds_the_shipped_gazetteer(tmp_path: Path, enrolment: LoadedForm) -> None:
    copy = tmp_path / "mine"
    shutil.copytree(forms_root() / "maternal-enrolment", copy)
    loaded = load_form(copy)
    district = loaded.form.field("district")
    assert loaded.places(district) == enrolment.places(enrolment.form.field("district"))
    assert len(loaded.places(district)) > 700


def test_problems_carry_key_and_line(tmp_path: Path) -> None:
    text = find_form("maternal-enrolment").read_text(encoding="utf-8")
    file = tmp_path / "form.yaml"
    file.write_text(text.replace("retries: {max: 1, exhausted: skip}", "retries: {max: many}", 1), "utf-8")
    line = 1 + file.read_text(encoding="utf-8").splitlines().index("    retries: {max: many}")
    (problem,) = check(file)
    assert problem.key == f"fields[0].retries.max (line {line})"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("name", ("name", None, None, None)),
        ("district", ("place", None, None, None)),
        ("pregnant", ("yes_no", None, None, None)),
        ("gestational_age_months", ("months", None, 1, 9)),
        ("child_dob", ("date", None, None, None)),
        ("linked_number", ("digits", 10, None, None)),
        ("aadhaar_last4", ("digits", 4, None, None)),
    ],
)
def test_what_each_question_expects(enrolment: LoadedForm, name: str, expected: tuple[object, ...]) -> None:
    expect = expect_of(enrolment, name)
    assert (expect.kind, expect.digits, expect.low, expect.high) == expected
    assert not expect.confirming
    assert expect_of(enrolment, name, confirming=True).confirming


def test_a_district_expects_every_name_and_alias_once(enrolment: LoadedForm) -> None:
    options = expect_of(enrolment, "district").options
    assert "नालंदा" in options
    assert len(options) == len(set(options)) > 700
