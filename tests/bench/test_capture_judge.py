"""What a call came to, on calls that the real rules hold in words: good ones, and each way to go wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from edgebharo.bench.callers import TODAY
from edgebharo.bench.capture_call import Call, Said
from edgebharo.bench.capture_caller import CaptureCaller
from edgebharo.bench.capture_figures import causes, details, groups, metrics
from edgebharo.bench.capture_forms import form_of
from edgebharo.bench.capture_judge import call_row, captured
from edgebharo.bench.capture_tasks import ENVIRONMENTS, PROTOCOLS, Item, Protocol, Task
from edgebharo.bench.capture_words import digit_words
from edgebharo.bench.suite import Row
from edgebharo.dialogue.events import Decided
from edgebharo.forms import rules
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime.journal import Turn
from edgebharo.types import (
    Answers,
    Close,
    Decision,
    Expect,
    Extraction,
    Handoff,
    Hypothesis,
    Reply,
    Transcript,
    never_cancelled,
)
from edgebharo.understand.extract import extract

pytestmark = pytest.mark.unit

MONTHS = Item(field="gestational_age_months", kind="months", value=4, first="चार महीने", plain="चार")
AADHAAR = Item(
    field="aadhaar_last4", kind="aadhaar", value="5678", first=digit_words("5678"), plain=digit_words("5678")
)
TURN_MS = 10_000
MOST_TURNS = 20

Ear = Callable[[str, int], str]
"""What is heard of what is said, the n-th time that something is."""
Talk = Callable[..., Call]


@pytest.fixture(scope="module")
def enrolment() -> LoadedForm:
    return load_form(find_form("maternal-enrolment"))


@pytest.fixture
def talk(enrolment: LoadedForm) -> Talk:
    def run(item: Item, protocol: Protocol, ear: Ear, confidence: float = 0.99) -> Call:
        task = Task(
            id="t", kind=item.kind, hard=False, realism="none", voice="hm_psi", pace=1.0, reaction_ms=300,
            items=(item,),
        )  # fmt: skip
        return held(form_of(enrolment, task, protocol), task, ear, confidence)

    return run


def held(loaded: LoadedForm, task: Task, ear: Ear, confidence: float) -> Call:
    """A call in words: `ear` says what becomes of them."""
    answers, decision = rules.start(loaded).answers, rules.start(loaded)
    caller = CaptureCaller(task, lambda: answers.partial, lambda: "")
    turns: list[Turn] = []
    said: list[Said] = []
    worker: list[str] = []
    while not isinstance(decision.step, Close) and len(turns) < MOST_TURNS:
        start_ms = len(turns) * TURN_MS
        extraction, heard = Extraction(), None
        if isinstance(decision.step, Handoff):
            worker.append(decision.step.field)
            item = task.item(decision.step.field)
            decision = rules.worker_entry(
                loaded, answers, decision.step.field, item.value if item else None, TODAY
            )
        else:
            text = caller.reply(decision.step) or ""
            said.append(Said(decision.step, text, start_ms + 1, start_ms + 2000))
            words = normalize(ear(text, len(said)))
            heard = Transcript(0, words, (Hypothesis(words, 0.0),), (), confidence)
            extraction = extract(loaded, answers, heard, TODAY, None, never_cancelled)
            decision = rules.decide(loaded, answers, extraction, TODAY)
        turns.append(_turn(answers.asked, heard, extraction, decision, start_ms + TURN_MS - 1))
        answers = decision.answers
    return Call(
        task=task,
        loaded=loaded,
        turns=tuple(turns),
        said=tuple(said),
        refused=caller.refused,
        worker=tuple(worker),
        answers=answers,
        status=answers.status,
        left=False,
        seconds=len(turns) * TURN_MS / 1000,
    )


def _turn(
    asked: str | None, heard: Transcript | None, extraction: Extraction, decision: Decision, at_ms: int
) -> Turn:
    return Turn("?", asked, heard, Decided(0, extraction, decision, Reply(()), Expect()), at_ms, {})


def well(text: str, _count: int) -> str:
    """The ear hears everything."""
    return text


def once(count: int, instead: str) -> Ear:
    """The ear hears everything but this one thing."""
    return lambda text, number: instead if number == count else text


def test_a_good_call_is_right_without_help(talk: Talk) -> None:
    for protocol in PROTOCOLS:
        (field,) = captured(talk(AADHAAR, protocol, well))
        assert (field.right, field.wrong, field.by_worker, field.cause) == (True, False, False, None)
        assert call_row(talk(AADHAAR, protocol, well))["course"] == []


def test_a_misheard_value_that_nobody_confirms_is_wrong_and_unnoticed(talk: Talk) -> None:
    call = talk(AADHAAR, "off", once(1, "पांच छह सात नौ"))
    (field,) = captured(call)
    assert (field.right, field.wrong, field.noticed) == (False, True, False)
    assert field.cause == "unnoticed: misheard"
    course = call_row(call)["course"]
    assert isinstance(course, list)
    assert len(course) == 1


def test_a_misheard_value_that_is_read_back_is_noticed_and_repaired(talk: Talk) -> None:
    (field,) = captured(talk(AADHAAR, "always", once(1, "पांच छह सात नौ")))
    assert (field.right, field.wrong, field.noticed, field.by_worker) == (True, True, True, False)
    assert not field.stored_refused


def test_a_no_that_is_heard_as_a_yes_stores_what_was_refused(talk: Talk) -> None:
    (field,) = captured(
        talk(AADHAAR, "always", lambda text, n: {1: "पांच छह सात नौ", 2: "हां सही है"}.get(n, text))
    )
    assert (field.right, field.noticed, field.stored_refused) == (False, True, True)
    assert field.cause == "no_taken_as_yes"


def test_a_value_that_is_never_heard_ends_with_the_worker(talk: Talk) -> None:
    call = talk(MONTHS, "risk", lambda _text, _n: "अच्छा मौसम है")
    (field,) = captured(call)
    assert (field.right, field.by_worker, field.wrong) == (True, True, False)
    row = call_row(call)
    assert (row["right"], row["alone"]) == (True, False)


def test_what_is_read_wrongly_though_heard_well_is_told_apart(talk: Talk) -> None:
    """The caller means four and says five: no ear could help."""
    slip = MONTHS.model_copy(update={"first": "पांच महीने"})
    (field,) = captured(talk(slip, "off", well))
    assert field.cause == "unnoticed: misread"


def test_a_value_that_she_never_said_came_from_the_room(talk: Talk) -> None:
    call = talk(MONTHS, "off", once(1, "सात महीने"))
    (field,) = captured(replace(call, said=()))
    assert field.cause == "unnoticed: room"
    late = tuple(replace(line, end_ms=line.start_ms + 2 * TURN_MS) for line in call.said)
    assert captured(replace(call, said=late))[0].cause == "unnoticed: cut"


def test_an_agent_that_says_nothing_any_more_has_a_cause_of_its_own(talk: Talk) -> None:
    call = talk(MONTHS, "off", well)
    silent = replace(call, turns=(), answers=Answers(), status="failed", left=True)
    assert captured(silent)[0].cause == "gave_up: no_reply"


# ---------------------------------------------------------------- figures


def row(call: Call, quick: Call, task: str, environment: str, voice: str) -> Row:
    plain = {"risk": call_row(call), "off": call_row(quick), "always": call_row(call)}
    return {
        "task": task, "kind": call.task.kind, "hard": False, "realism": "none", "voice": voice,
        "environment": environment, "calls": plain,
    }  # type: ignore[dict-item]  # fmt: skip


def test_pass3_needs_every_room_and_pass1_the_quiet_one(talk: Talk) -> None:
    good, bad = talk(AADHAAR, "always", well), talk(AADHAAR, "off", once(1, "पांच छह सात नौ"))
    short = talk(AADHAAR, "off", well)
    rows = [
        row(good, short, "a", "regular", "x"),
        row(good, short, "a", "noise", "x"),
        row(bad, short, "a", "speech", "x"),
        *(row(good, bad, "b", room, "y") for room in ENVIRONMENTS),
    ]
    found = metrics(rows)
    assert (found["pass1"], found["pass3"], found["worst_voice"]) == (1.0, 0.5, 0.0)
    assert (found["pass1_off"], found["pass3_off"]) == (0.5, 0.5)
    assert found["extra_s_per_call"] == TURN_MS / 1000
    assert (found["noticed"], found["repaired"]) == (0.0, None)
    assert found["context_loss"] == found["stored_refused"] == 0
    assert causes(rows, "risk") == {"aadhaar: unnoticed: misheard": 1}
    assert [group.pass3 for group in groups(rows, "voice", "risk")] == [0.0, 1.0]
    assert set(details(rows)) == {"groups", "causes", "published"}


def test_a_task_that_was_not_held_in_every_room_is_left_out_of_pass3(talk: Talk) -> None:
    good = talk(AADHAAR, "always", well)
    found = metrics([row(good, good, "a", "regular", "x")])
    assert (found["pass1"], found["pass3"], found["worst_voice"]) == (1.0, None, None)


def test_repaired_by_the_worker_counts_apart(talk: Talk) -> None:
    """She is heard wrongly whatever she says; the worker types the truth in the end."""

    def deaf(text: str, number: int) -> str:
        last = ("नौ", "एक", "दो", "तीन")[number % 4]
        return text if "सही" in text or "नहीं" in text else f"पांच छह सात {last}"

    call = talk(AADHAAR, "always", deaf)
    (field,) = captured(call)
    assert (field.right, field.noticed, field.by_worker) == (True, True, True)
    found = metrics([row(call, call, "a", "regular", "x")])
    assert (found["pass1"], found["pass1_alone"]) == (1.0, 0.0)
    assert (found["repaired"], found["repaired_alone"], found["handed_over"]) == (1.0, 0.0, 1.0)


def test_no_rows_no_figures() -> None:
    assert metrics([])["pass3"] is None
