"""`edgebharo bench understand`: what counts as right, what must stand in the form, and the command itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run

from edgebharo.bench.evidence import Said, has_evidence
from edgebharo.bench.understand import MODES, UnderstandSuite
from edgebharo.bench.utterances import Utterance, answers_before, read_utterances
from edgebharo.errors import ConfigError, ManifestError
from edgebharo.forms.load import load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.types import Value

HEADINGS = "id\tfield_kind\tquestion_asked\tutterance_devanagari\texpected_value\texpected_flags\twhy_hard"
ROWS = (
    'a\tname\t?\tमेरा नाम कमला देवी है।\t{"name": "कमला देवी"}\tok\tEASY: plain',
    'b\tdistrict\t?\tनालंदा ज़िला\t{"district": "पटना"}\tok\tMED: expected wrongly',
    "c\tgestational_age_months\t?\tफिर से बोलिए\t{}\trepeat;no_retry_cost\tHARD: a wish",
    "d\tlinked_number\t?\tनौ आठ सात छह पाँच...\t{}\tpartial;no_retry_cost\tHARD: in pieces",
    'e\tlinked_number\t?\tचार तीन दो एक शून्य\t{"linked_number": "9876543210"}\tconfirm\tHARD: the rest',
)


@pytest.fixture(scope="module")
def loaded() -> LoadedForm:
    return load_form("maternal-enrolment")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write(tmp_path / "utterances.tsv", *ROWS)


def write(path: Path, *rows: str) -> Path:
    path.write_text("\n".join((HEADINGS, *rows)) + "\n", encoding="utf-8")
    return path


def suite(loaded: LoadedForm, table: Path) -> UnderstandSuite:
    return UnderstandSuite(loaded, read_utterances(table, loaded), ("rules",), lambda: None)


@pytest.mark.unit
def test_each_mistake_is_counted_and_named(loaded: LoadedForm, table: Path) -> None:
    measured = suite(loaded, table)
    rows = [measured.measure(case) for case in measured.cases(1, quick=False)]
    figures = measured.metrics(rows)
    assert (figures["values_right"], figures["intents_right"], figures["invented"]) == (0.8, 1.0, 0)
    assert (figures["utterances"], figures["by_model"]) == (5, 0.0)
    assert [row["id"] for row in measured.misses(rows)] == ["b"]
    assert measured.groups(rows, "difficulty")["HARD"] == {
        "utterances": 3,
        "values": 3,
        "intent": 3,
        "flags": 3,
    }
    assert measured.groups(rows, "field")["district"] == {"utterances": 1, "intent": 1, "flags": 1}


@pytest.mark.unit
def test_digits_in_pieces_go_on_where_the_row_before_broke_off(loaded: LoadedForm, table: Path) -> None:
    utterances = {item.id: item for item in read_utterances(table, loaded)}
    assert utterances["e"].continues == utterances["d"].text
    assert not utterances["d"].continues


@pytest.mark.unit
@pytest.mark.parametrize(
    ("utterance", "field", "standing"),
    [
        (
            Utterance("", "aadhaar_last4", "ज़िला पटना है", {"district": "पटना"}, frozenset({"correction"})),
            "district",
            "गया",
        ),
        (Utterance("", "pregnant", "मेरा नाम रमा है", {"name": "रमा"}, frozenset({"multi"})), "name", None),
        (
            Utterance(
                "", "whatsapp_number", "वही वाला", {"whatsapp_number": "9000000001"}, frozenset({"confirm"})
            ),
            "linked_number",
            "9000000001",
        ),
        (Utterance("", "child_dob", "कल", {}, frozenset()), "pregnant", False),
        (Utterance("", "phone_linked", "हां", {}, frozenset()), "child_name", None),
    ],
)
def test_the_form_holds_what_the_expected_values_need(
    loaded: LoadedForm, utterance: Utterance, field: str, standing: Value | None
) -> None:
    assert answers_before(loaded, utterance).get(field).value == standing


@pytest.mark.unit
@pytest.mark.parametrize(
    ("name", "value", "text", "found"),
    [
        ("name", "कमला", "मेरा नाम कमला है", True),
        ("name", "सुनीता", "मेरा नाम कमला है", False),
        ("name", "राधा", "आर ए डी एच ए, राधा", True),
        ("district", "नालंदा", "हम नालंदा के हैं", True),
        ("district", "पटना", "हम नालंदा के हैं", False),
        ("gestational_age_months", 5, "साढ़े पांच महीने", True),
        ("gestational_age_months", 6, "साढ़े पांच महीने", False),
        ("aadhaar_last4", "4321", "चार तीन दो एक", True),
        ("aadhaar_last4", "4322", "चार तीन दो एक", False),
        ("child_dob", "2025-04-15", "पंद्रह अप्रैल दो हज़ार पच्चीस", True),
        ("child_dob", "2025-04-16", "पंद्रह अप्रैल दो हज़ार पच्चीस", False),
        ("child_dob", "2026-11-28", "कल", True),
        ("pregnant", True, "", False),
    ],
)
def test_evidence_is_what_was_said(
    loaded: LoadedForm, name: str, value: Value, text: str, found: bool
) -> None:
    assert has_evidence(loaded.form.field(name), value, Said(loaded, (text,))) is found


@pytest.mark.unit
@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("a\tcolour\t?\tलाल\t{}\tretry\t", "line 2: there is no column or field 'colour'"),
        ("a\tname\t?\tलाल\t{colour}\tretry\t", "line 2: expected_value and state"),
        ("a\tname\t?\t\t{}\tretry\t", "line 2: there is no column or field 'utterance_devanagari'"),
    ],
)
def test_a_bad_row_is_named(loaded: LoadedForm, tmp_path: Path, row: str, complaint: str) -> None:
    with pytest.raises(ManifestError, match=complaint):
        read_utterances(write(tmp_path / "bad.tsv", row), loaded)
    with pytest.raises(ManifestError, match="cannot be read"):
        read_utterances(tmp_path / "nothing.tsv", loaded)


@pytest.mark.unit
def test_a_mode_without_its_model_is_refused(loaded: LoadedForm, table: Path) -> None:
    for mode in MODES[1:]:
        measured = UnderstandSuite(loaded, read_utterances(table, loaded), (mode,), lambda: None)
        with pytest.raises(ConfigError, match="--mode rules"):
            measured.prepare(measured.cases(1, quick=False), lambda _done, _total: None)


def test_the_command_prints_misses_and_writes_json(
    edgebharo: Run, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDGEBHARO_HOME", str(tmp_path / "home"))
    out = tmp_path / "out.json"
    ended = edgebharo("bench", "understand", str(table), "--mode", "rules", "--json", str(out))
    assert ended.code == 1
    assert "wrong values: b (district) नालंदा ज़िला" in ended.out
    written = json.loads(out.read_text(encoding="utf-8"))
    assert written["metrics"]["values_right"] == 0.8
    assert {"intents_right", "invented", "extract_median_ms", "extract_p95_ms"} <= set(written["metrics"])
    assert (written["today"], [miss["id"] for miss in written["misses"]]) == ("2026-11-29", ["b"])
    assert edgebharo("bench", "understand", str(table), "--mode", "colour").code == 3
    assert edgebharo("bench", "understand", str(table), "--today", "soon").code == 3
