"""`edgebharo understand`: the contract of its JSON, and real answers from end to end."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from command_line import Finished, Run

from edgebharo.forms.load import find_form
from edgebharo.hindi.normalize import normalize
from edgebharo.llm.backends import LLM

TODAY = "2026-11-30"
KEYS = ["values", "confirm", "intent", "retry_used", "next"]

UNSURE = "सब जगह रामकली ही चलता है"
"""An answer in which the rules alone find no name."""


def understand(
    edgebharo: Run, field: str, text: str, answers: Mapping[str, object] | None = None, *more: str
) -> Finished:
    known = json.dumps(answers or {})
    return edgebharo(
        "understand", "--field", field, "--text", text, "--answers", known, "--today", TODAY, "--json", *more
    )


@dataclass(frozen=True)
class Case:
    """An answer and what comes of it by the rules alone."""

    field: str
    text: str
    values: Mapping[str, object]
    then: tuple[str, str | None]
    intent: str = "answer"
    known: Mapping[str, object] = field(default_factory=dict)
    confirm: tuple[str, ...] = ()
    retry_used: bool = False

    def __str__(self) -> str:
        return f"{self.field}-{self.intent}-{self.then[0]}"


EXPECTING = {"pregnant": True}
MOTHER = {"pregnant": False}
OTHER_NUMBER = {"phone_linked": False}
NUMBER = "शून्य नौ आठ सात छह पाँच चार तीन दो एक शून्य"

CASES = [
    Case("name", "मेरा नाम सुनीता देवी है", {"name": "सुनीता देवी"}, ("ask", "district")),
    Case("name", "मुझे नहीं पता", {}, ("ask", "district"), "dont_know"),
    Case("district", "नालंदा ज़िला", {"district": "नालंदा"}, ("ask", "clinic_name"), known={"name": "सुनीता"}),
    Case("district", "औरंगाबाद", {}, ("repair", "district"), retry_used=True),
    Case("clinic_name", "इमली टोला आंगनवाड़ी", {"clinic_name": "इमली टोला"}, ("ask", "pregnant")),
    Case("pregnant", "जी नहीं", {"pregnant": False}, ("ask", "child_name")),
    Case(
        "pregnant",
        "हाँ पाँच महीने हो गए",
        {"pregnant": True, "gestational_age_months": 5},
        ("ask", "phone_linked"),
    ),
    Case(
        "gestational_age_months",
        "बीस हफ़्ते",
        {},
        ("repair", "gestational_age_months"),
        known=EXPECTING,
        retry_used=True,
    ),
    Case(
        "child_dob",
        "पंद्रह अप्रैल दो हज़ार पच्चीस",
        {"child_dob": "2025-04-15"},
        ("ask", "phone_linked"),
        known=MOTHER,
    ),
    Case("child_dob", "पंद्रह अप्रैल दो हज़ार पच्चीस", {"child_dob": "2025-04-15"}, ("ask", "phone_linked")),
    Case(
        "child_dob",
        "परसों",
        {"child_dob": "2026-11-28"},
        ("confirm", "child_dob"),
        known=MOTHER,
        confirm=("child_dob",),
    ),
    Case(
        "linked_number",
        NUMBER,
        {"linked_number": "9876543210"},
        ("confirm", "linked_number"),
        known=OTHER_NUMBER,
        confirm=("linked_number",),
    ),
    Case("linked_number", "नौ आठ सात छह पाँच", {}, ("ask", "linked_number"), known=OTHER_NUMBER),
    Case(
        "aadhaar_last4",
        "शून्य शून्य एक दो",
        {"aadhaar_last4": "0012"},
        ("confirm", "aadhaar_last4"),
        confirm=("aadhaar_last4",),
    ),
    Case("aadhaar_last4", "नहीं बताऊंगी", {}, ("close", None), "refuse"),
    Case("aadhaar_last4", "आधार बना ही नहीं", {}, ("close", None), "skip"),
    Case("whatsapp_same", "फिर से बोलिए", {}, ("ask", "whatsapp_same"), "repeat"),
    Case("whatsapp_same", "एक मिनट रुकिए", {}, ("wait", "whatsapp_same"), "wait"),
    Case("whatsapp_same", "व्हाट्सऐप क्या होता है", {}, ("ask", "whatsapp_same"), "explain"),
    Case(
        "whatsapp_same",
        "नहीं मेरा ज़िला नालंदा नहीं पटना है",
        {"district": "पटना"},
        ("ask", "whatsapp_same"),
        "correct",
        known={"district": "नालंदा"},
    ),
    Case("pregnant", "मुझे नहीं करना ये बंद करो", {}, ("close", None), "stop"),
    Case("pregnant", "", {}, ("ask", "pregnant"), "none", retry_used=True),
]


@pytest.mark.unit
@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_answer_by_the_rules_alone(edgebharo: Run, case: Case) -> None:
    ended = understand(edgebharo, case.field, case.text, case.known, "--llm", "off")
    assert ended.code == 0, ended.err
    assert "language model: off" in ended.err
    found = ended.json
    assert list(found) == KEYS
    assert found["values"] == case.values
    assert found["confirm"] == list(case.confirm)
    assert found["intent"] == case.intent
    assert found["retry_used"] is case.retry_used
    assert (found["next"]["step"], found["next"]["field"]) == case.then
    assert found["next"]["say"].strip()


@pytest.mark.model
def test_an_answer_with_the_language_model(edgebharo: Run) -> None:
    pytest.importorskip("llama_cpp", reason="the language model's runtime is not installed")
    ended = understand(edgebharo, "name", "मेरा नाम सुनीता देवी है", {}, "--llm", "auto")
    assert ended.code == 0
    assert ended.err == "", "nothing is missing, so nothing is said"
    assert ended.json["values"] == {"name": "सुनीता देवी"}


@pytest.mark.unit
def test_a_number_dictated_in_pieces(edgebharo: Run) -> None:
    ended = understand(edgebharo, "linked_number", "चार तीन दो एक शून्य", {}, "--partial", "98765")
    assert ended.json["values"] == {"linked_number": "9876543210"}
    assert ended.json["confirm"] == ["linked_number"]
    wrong = edgebharo("understand", "--field", "linked_number", "--text", "चार", "--partial", "नौ")
    assert wrong.code == 3
    assert "--partial: write the digits" in wrong.error


@pytest.mark.unit
def test_types_in_json(edgebharo: Run) -> None:
    found = understand(edgebharo, "pregnant", "हाँ पाँच महीने हो गए", {}, "--llm", "off")
    assert '"pregnant": true' in found.out
    assert '"gestational_age_months": 5' in found.out
    assert '"retry_used": false' in found.out


@pytest.mark.unit
def test_today_is_the_day_that_a_relative_date_counts_from(edgebharo: Run) -> None:
    asked = ("understand", "--field", "child_dob", "--text", "परसों", "--answers", '{"pregnant": false}')
    ended = edgebharo(*asked, "--today", "2025-03-02", "--json", "--llm", "off")
    assert ended.json["values"] == {"child_dob": "2025-02-28"}


@pytest.mark.unit
def test_what_is_known_opens_a_branch_and_is_not_asked_again(edgebharo: Run) -> None:
    known = {"name": None, "district": "पटना", "clinic_name": None}
    expecting = understand(edgebharo, "pregnant", "हाँ", known, "--llm", "off").json
    mother = understand(edgebharo, "pregnant", "जी नहीं", known, "--llm", "off").json
    assert expecting["next"]["field"] == "gestational_age_months"
    assert mother["next"]["field"] == "child_name"


@pytest.mark.unit
@pytest.mark.parametrize("kind", ["id", "folder", "file"])
def test_the_form_is_named_by_id_folder_or_file(edgebharo: Run, kind: str, tmp_path: Path) -> None:
    shipped = find_form("maternal-enrolment")
    shutil.copytree(shipped.parent, tmp_path / "mine")
    named = {"id": "maternal-enrolment", "folder": tmp_path / "mine", "file": tmp_path / "mine" / "form.yaml"}
    asked = ("understand", "--field", "district", "--text", "पटना", "--llm", "off", "--json")
    ended = edgebharo(*asked, "--form", named[kind])
    assert ended.json["values"] == {"district": "पटना"}


@pytest.mark.unit
def test_without_json_the_same_is_printed_as_text(edgebharo: Run) -> None:
    ended = edgebharo("understand", "--field", "district", "--text", "पटना", "--llm", "off")
    assert [line.split()[0] for line in ended.out.splitlines()] == KEYS
    assert normalize("पटना") in normalize(ended.out)


@pytest.mark.unit
def test_without_the_runtime_the_rules_stand_alone_and_say_so(
    edgebharo: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = dict.fromkeys(LLM.factories, "package_that_is_not_there:create")
    monkeypatch.setattr(
        "edgebharo.runtime.app.LLM",
        replace(LLM, factories=absent, extras={"package_that_is_not_there": "llm"}),
    )
    ended = understand(edgebharo, "name", UNSURE)
    assert ended.code == 0
    assert ended.err.startswith("note language model: not available")
    assert "pip install 'edgebharo[llm]'" in ended.err
    assert ended.json["values"] == {}


def test_the_model_is_not_loaded_where_the_rules_are_sure(
    edgebharo: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("edgebharo.runtime.app.LLM")
    ended = understand(edgebharo, "name", "मेरा नाम सुनीता देवी है")
    assert (ended.code, ended.err) == (0, "")
    assert ended.json["values"] == {"name": "सुनीता देवी"}
