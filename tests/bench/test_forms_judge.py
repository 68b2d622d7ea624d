"""`bench forms`: what a call came to, which room is to blame, and the figures of many."""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest
from form_rows import form_row, wrong_row

from edgebharo.bench.callers import FORM
from edgebharo.bench.forms.calls import FormCall
from edgebharo.bench.forms.causes import Held, cause_of
from edgebharo.bench.forms.figures import causes, details, groups, metrics, summary, worst_voice
from edgebharo.bench.forms.judge import call_row
from edgebharo.bench.forms.live import Live, Part, Said
from edgebharo.bench.forms.paper import Paper, PaperTurn
from edgebharo.bench.replies.checks import ReplyChecks
from edgebharo.dialogue.events import Decided
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import start
from edgebharo.reply.templates import render
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.runtime.journal import Turn
from edgebharo.runtime.timeline import Timeline
from edgebharo.types import Answer, Answers, Ask, Decision, Expect, Extraction, Transcript, Value

pytestmark = pytest.mark.unit

SAID, TOLD_MS = "नालंदा", (1000, 2000)


@cache
def loaded() -> LoadedForm:
    return load_form(find_form(FORM))


def form(district: Value | None, status: str = "complete") -> Answers:
    answers = {} if district is None else {"district": Answer("answered", district)}
    return Answers(fields=answers, status=status)  # type: ignore[arg-type]


def paper(district: Value | None, heard: str = SAID, *, right: bool = True) -> Paper:
    return Paper(form(district), (PaperTurn("district", "ask", SAID, heard, right),))


def turn(heard: str | None, at_ms: int = 2800) -> Turn:
    decision = Decision(Answers(), Ask("clinic_name"))
    reply = render(loaded(), decision, start(loaded().consented()).answers)
    decided = Decided(1, Extraction(), decision, reply, Expect())
    transcript = None if heard is None else Transcript(0, heard)
    return Turn("आप किस ज़िले में रहती हैं?", "district", transcript, decided, at_ms, {})


def live(district: Value | None, heard: str | None = SAID, at_ms: int = 2800, *, left: bool = False) -> Live:
    timeline = Timeline()
    timeline.add("caller", *TOLD_MS)
    timeline.add("agent", 3000, 5000)
    return Live(
        answers=form(district),
        status="complete",
        turns=(turn(heard, at_ms),),
        said=(Said(Ask("district"), SAID, *TOLD_MS),),
        parts=(Part("caller", *TOLD_MS, SAID), Part("agent", 3000, 5000, "और")),
        timeline=timeline,
        refused={},
        left=left,
    )


def held(reference: Paper | None = None, heard: Paper | None = None, spoken: Live | None = None) -> Held:
    caller = Caller(
        id="c", today=date(2026, 11, 30), answers={"district": CallerAnswer(say=SAID, value=SAID)}
    )
    call = FormCall(
        id="1/ideal/user-1/yes-this-this-told",
        user=1,
        condition="ideal",
        caller=caller,
        voice="hm_psi",
        sex="m",
        pace=1.0,
        reaction_ms=0,
    )
    right = paper(SAID)
    return Held(call, loaded(), reference or right, heard or right, spoken or live(SAID))


def test_a_right_field_has_no_cause() -> None:
    assert [cause_of(held(), which, "district") for which in ("reference", "heard", "live")] == [None] * 3


def test_words_that_are_read_wrongly_blame_the_reading_and_else_the_rules() -> None:
    misread = held(reference=paper("पटना", right=False), heard=paper("पटना", right=False))
    assert cause_of(misread, "reference", "district") == "extract"
    assert cause_of(misread, "heard", "district") == "extract"
    dropped = held(reference=paper(None, right=True), heard=paper(None, right=True))
    assert cause_of(dropped, "reference", "district") == "rules"


def test_words_that_are_heard_wrongly_blame_the_ear() -> None:
    assert cause_of(held(heard=paper("गया", "गया")), "heard", "district") == "asr"
    assert cause_of(held(heard=paper(None)), "heard", "district") == "rules", "it heard every word"


@pytest.mark.parametrize(
    ("spoken", "cause"),
    [
        (live(None, heard="", at_ms=2800), "endpoint"),
        (live("गया", heard="गया", at_ms=1500), "endpoint"),
        (live("गया", heard="गया"), "asr"),
        (live(None), "rules"),
        (live(None, left=True), "caller"),
    ],
)
def test_what_only_the_live_call_gets_wrong(spoken: Live, cause: str) -> None:
    assert cause_of(held(spoken=spoken), "live", "district") == cause


def test_what_the_ear_got_wrong_on_paper_too_is_blamed_on_it_in_the_live_call() -> None:
    both = held(heard=paper("गया", "गया"), spoken=live("गया"))
    assert cause_of(both, "live", "district") == "asr"


def test_a_value_that_she_never_meant_is_wrong() -> None:
    found = held(spoken=live(SAID))
    found.live.answers.fields["clinic_name"] = Answer("answered", "शिव नगर")  # type: ignore[index]
    assert not found.is_right("live", "clinic_name")
    assert "clinic_name" in found.names("live")
    assert "clinic_name" not in found.names("reference")


def test_a_row_holds_all_that_others_read() -> None:
    row = call_row(held(heard=paper("गया", "गया")), ReplyChecks(loaded().form))
    assert set(row) == set(form_row())
    assert row["heard"] == {
        "status": "complete",
        "fields": {"district": {"expected": SAID, "got": "गया", "right": False, "cause": "asr"}},
        "read_backs": 0,
        "turns": 1,
    }
    (unit,) = row["units"]  # type: ignore[misc]
    assert (unit["errors"], unit["words"], unit["forgiving_errors"]) == (1, 1, 1)  # type: ignore[index, call-overload]
    (spoken,) = row["turns"]  # type: ignore[misc]
    assert (spoken["latency_ms"], spoken["step"]) == (1000, "ask clinic_name (first)")  # type: ignore[index, call-overload]
    assert row["replies"] == {"of": 1, "faults": []}
    assert row["seconds"] == 5.0


def test_figures_are_shares_of_the_fields_and_of_the_forms() -> None:
    rows = [form_row(), form_row("1/ideal/user-2/way"), wrong_row(), wrong_row("1/noise/user-2/way")]
    found = metrics(rows)
    assert found["form_completion"] == found["form_completion_live"] == 0.5
    assert found["form_completion/ideal"] == 1.0
    assert found["form_completion/noise"] == 0.0
    assert found["form_completion_reference"] == 1.0
    assert found["forms_right"] == found["names_right"] == 0.5
    assert found["others_right"] is None
    assert (found["wer/ideal"], found["wer/noise"]) == (0.0, 0.25)
    assert "wer/ideal" not in summary(found)
    assert found["wer"] == 0.125
    assert found["reply_accuracy"] == found["extraction"] == 1.0
    assert causes(rows, "heard") == {"asr: name": 2}
    assert metrics(list(reversed(rows))) == found


def test_calls_beyond_the_published_design_do_not_touch_its_figures() -> None:
    odd = wrong_row(user=7, behaviour="hesitant", condition="ideal")
    combined = wrong_row(user=8, condition="combined")
    other = wrong_row("1/ideal/user-1/way", system="no_model", condition="ideal")
    found = metrics([form_row(), odd, combined, other])
    assert found["form_completion"] == found["form_completion/ideal"] == 1.0
    assert found["form_completion/hesitant"] == found["form_completion/combined"] == 0.0
    assert (found["form_completion/no_model"], found["form_completion/edgebharo"]) == (0.0, 1.0)


def test_the_worst_voice_needs_three_calls() -> None:
    rows = [form_row(voice="a")] * 3 + [wrong_row(voice="b")] * 2
    assert worst_voice(rows) == ("a", 1.0)
    assert worst_voice([*rows, wrong_row(voice="b")]) == ("b", 0.0)
    assert worst_voice(rows[:1]) == ("", None)


def test_a_fault_in_the_agents_words_lowers_the_reply_accuracy() -> None:
    fault = {"said": "…", "step": "ask name (first)", "why": ["no_question: …"]}
    rows = [form_row(), form_row(replies={"of": 2, "faults": [fault]})]
    assert metrics(rows)["reply_accuracy"] == 0.75


def test_of_nothing_there_are_no_figures() -> None:
    assert metrics([])["form_completion"] is None
    assert details([])["groups"] == []


def test_groups_hold_their_calls() -> None:
    (ideal, noise) = groups([form_row(), wrong_row(), wrong_row()], "condition")
    assert (ideal.group, ideal.calls, ideal.form_completion) == ("ideal", 1, 1.0)
    assert (noise.group, noise.calls, noise.forms_right_live) == ("noise", 2, 0.0)
