"""All replies of the shipped form are right, every spoiled one is caught, and the command says so."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from command_line import Run
from typer.testing import CliRunner

from edgebharo.bench.replies.checks import ReplyChecks
from edgebharo.bench.replies.command import MOST_WALKS
from edgebharo.bench.replies.faults import FaultKind
from edgebharo.bench.replies.steps import Steps, Worded
from edgebharo.bench.replies.suite import ReplySuite
from edgebharo.bench.replies.walks import MOST_TURNS, Walk
from edgebharo.bench.suite import Case
from edgebharo.cli import app
from edgebharo.errors import ConfigError
from edgebharo.forms.load import forms_root, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Form
from edgebharo.reply.confirm import value_lines
from edgebharo.types import Ask, Cancelled, Close, Confirm, Repair


@pytest.fixture(scope="module")
def enrolment() -> LoadedForm:
    return load_form("maternal-enrolment")


@pytest.fixture(scope="module")
def checks(enrolment: LoadedForm) -> ReplyChecks:
    return ReplyChecks(enrolment.form)


@pytest.fixture(scope="module")
def steps(enrolment: LoadedForm) -> tuple[Worded, ...]:
    return Steps(enrolment).all()


def test_every_step_of_every_shipped_form_is_worded_right() -> None:
    for path in sorted(forms_root().glob("*/form.yaml")):
        loaded = load_form(path)
        checks = ReplyChecks(loaded.form)
        for item in Steps(loaded).all():
            assert checks.check(item.decision, item.reply(loaded).lines, item.heard) == (), item.id


def test_the_steps_cover_every_question_and_every_kind_of_step(
    enrolment: LoadedForm, steps: tuple[Worded, ...]
) -> None:
    asked = {item.field for item in steps if item.step == "Ask"}
    assert asked == {field.name for field in enrolment.form.questions}
    assert {item.step for item in steps} == {"Ask", "Repair", "Confirm", "Wait", "Handoff", "Close"}
    assert {item.reason for item in steps if item.step == "Ask"} >= {"first", "retry", "silence", "partial"}


def test_whatever_is_understood_the_reply_is_right(enrolment: LoadedForm, checks: ReplyChecks) -> None:
    endings = set()
    for number in range(15):
        turns = list(Walk(enrolment, Steps(enrolment).samples, f"test/{number}").turns())
        assert len(turns) < MOST_TURNS
        endings.add(turns[-1].reason)
        for item in turns:
            assert checks.check(item.decision, item.reply(enrolment).lines, item.heard) == (), item.id
    assert endings >= {"complete", "failed"}


def field(name: str, label: str, kind: str, question: str, **keys: object) -> dict[str, object]:
    own = {"name": name, "label": label, "type": kind, "question": question, "required": False}
    return {**own, "topics": [label], **keys}


CASTES = [{"text": "सामान्य"}, {"text": "ओबीसी"}]
GAINS = [{"text": "पेंशन"}, {"text": "आवास"}]
AT_END: dict[str, object] = {"confirm": "at_end"}
OTHER = {
    "id": "other",
    "version": "1",
    "title": "Other",
    "review": True,
    "fields": [
        field("caste", "वर्ग", "single_select", "आप किस वर्ग से हैं?", options=CASTES),
        field("gain", "योजना", "multi_select", "कौन सी योजना मिली?", options=GAINS),
        field("weight", "वज़न", "number", "बच्चे का वज़न कितना है?", meaning="count", number_format="decimal"),
        field("age", "उम्र", "number", "आपकी उम्र कितनी है?", meaning="count", number_format="integer"),
        field("visit", "जांच", "date", "अगली जांच किस तारीख को है?", meaning="calendar_date"),
        field("ration", "राशन कार्ड", "boolean", "क्या आपके पास राशन कार्ड है?", screen_out=[False]),
        field("village", "गांव", "string", "आपके गांव का नाम क्या है?", meaning="institution_name", **AT_END),
        field("pin", "पिन कोड", "string", "आपके इलाके का पिन कोड क्या है?", meaning="digits", digits=6),
    ],
}  # fmt: skip


def test_a_form_of_every_kind_of_field_and_no_wording_of_its_own_is_spoken_right() -> None:
    loaded = LoadedForm(Form.model_validate(OTHER))
    checks, steps = ReplyChecks(loaded.form), Steps(loaded)
    walks = (Walk(loaded, steps.samples, f"other/{number}").turns() for number in range(12))
    for item in (*steps.all(), *(turn for walk in walks for turn in walk)):
        assert checks.check(item.decision, item.reply(loaded).lines, item.heard) == (), item.id


def test_a_walk_rests_on_its_seed(enrolment: LoadedForm) -> None:
    samples = Steps(enrolment).samples
    first, again, other = (
        [item.decision for item in Walk(enrolment, samples, seed).turns()] for seed in ("a", "a", "b")
    )
    assert first == again != other


# ---------------------------------------------------------------- spoiled replies

Lines = tuple[str, ...]


def spoiled(
    item: Worded, lines: Lines, loaded: LoadedForm, draw: Random
) -> Iterator[tuple[FaultKind, Lines]]:
    """`lines` with one thing wrong, in each way that fits the step."""
    step = item.decision.step
    asks = isinstance(step, Ask | Repair | Confirm)
    if asks:
        yield "no_question", tuple(line for line in lines if not _asks(line))
        yield "several_questions", (*lines, "क्या आपके घर में बिजली आती है?")
        yield "acknowledgement", (draw.choice(("जी।", "ठीक है।", "धन्यवाद।")), *lines)
        yield "not_hindi", (*lines[:-1], f"{lines[-1]} 5")
        yield "ends_early", (*lines, *loaded.form.scripts.outro)
    if isinstance(step, Ask) and step.reason == "first":
        known = item.decision.answers
        told = [pair for pair in KNOWN_TO_ECHO if known.get(pair[0]).status == "answered"]
        for name, value in told:
            spoken = " ".join(value_lines(loaded.form.field(name), value))
            yield "echo", (f"{spoken}।", *lines)
    if isinstance(step, Ask | Repair) and step.piece is None and step.field != "clinic_name":
        yield "wrong_question", loaded.form.field("clinic_name").question
    if isinstance(step, Close):
        yield "ends_late", (*lines, "आप किस ज़िले में रहती हैं?")


KNOWN_TO_ECHO = (("name", "फूलमती सोरेन"), ("gestational_age_months", 7), ("linked_number", "8102934756"))


def _asks(line: str) -> bool:
    wanted = ("?", "बोलिए", "बताइए", "लिखवाइए", "सुनाइए", "चाहिए", "बता दीजिए")
    return any(word in line for word in wanted)


def test_each_spoiled_reply_is_caught(
    enrolment: LoadedForm, checks: ReplyChecks, steps: tuple[Worded, ...]
) -> None:
    draw = Random(7)  # noqa: S311 - draws a test
    missed: list[tuple[str, str]] = []
    spoils = 0
    for item in draw.sample(steps, 120):
        for kind, lines in spoiled(item, item.reply(enrolment).lines, enrolment, draw):
            spoils += 1
            found = {fault.kind for fault in checks.check(item.decision, lines, "")}
            if not found & {kind, "nothing_said"}:
                missed.append((kind, item.id))
    assert missed == []
    assert spoils > 500


# ---------------------------------------------------------------- the suite and its command


class Says:
    """A language model that says the same whatever it is asked."""

    def __init__(self, text: str) -> None:
        self.text = text

    def complete(self, prompt: str, cancelled: Cancelled, **_: object) -> str:
        return self.text


def measured(loaded: LoadedForm, text: str, wanted: Callable[[Case], bool]) -> dict[str, float | None]:
    suite = ReplySuite((loaded,), lambda: Says(text), walks=0)
    return suite.metrics([suite.measure(case) for case in suite.cases(1, quick=False) if wanted(case)])


def test_rewordings_are_counted_and_what_the_model_would_say_alone(enrolment: LoadedForm) -> None:
    def wanted(case: Case) -> bool:
        return case.id == "reworded maternal-enrolment district Ask first 0"

    good = measured(enrolment, "आपका ज़िला कौन सा है?", wanted)
    assert (good["reworded"], good["model_alone"], good["reply_accuracy_reworded"]) == (1.0, 1.0, 1.0)
    bad = measured(enrolment, "आप कहां रहती हैं?", wanted)
    assert (bad["reworded"], bad["model_alone"], bad["reply_accuracy"]) == (0.0, 0.0, 1.0)
    assert bad["reply_accuracy_reworded"] is None


def test_a_wrong_form_misses_the_targets(enrolment: LoadedForm) -> None:
    scripts = enrolment.form.scripts.model_copy(update={"not_heard": ("जी।",)})
    spoiled_form = replace(enrolment, form=enrolment.form.model_copy(update={"scripts": scripts}))
    found = measured(spoiled_form, "", lambda case: case.id.startswith("step"))
    assert found["reply_accuracy"] is not None
    assert 0.8 < found["reply_accuracy"] < 1.0
    assert found["reply_accuracy_end"] == 1.0


def test_the_command_checks_and_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDGEBHARO_HOME", str(tmp_path / "home"))
    out = tmp_path / "reply.json"
    order = ["bench", "reply", "--llm", "off", "--walks", "2", "--json", str(out)]
    first = CliRunner().invoke(app, order)
    assert first.exit_code == 0, first.output
    result = json.loads(out.read_text(encoding="utf-8"))
    assert result["metrics"]["reply_accuracy"] == 1.0
    assert result["metrics"]["replies"] > 700
    assert result["passed"] is True
    assert set(result["faults"].values()) == {0}
    kept = (tmp_path / "home" / "bench" / "reply.jsonl").read_text(encoding="utf-8")
    again = CliRunner().invoke(app, order)
    assert again.exit_code == 0
    assert (tmp_path / "home" / "bench" / "reply.jsonl").read_text(encoding="utf-8") == kept


@pytest.mark.parametrize("walks", [-1, MOST_WALKS + 1])
def test_the_command_names_what_is_wrong_with_its_options(edgebharo: Run, walks: int) -> None:
    refused = edgebharo("bench", "reply", "--walks", walks)
    assert (refused.code, refused.out) == (ConfigError.exit_code, "")
    assert f"--walks {walks}: choose 0 to {MOST_WALKS}" in " ".join(refused.err.split())
