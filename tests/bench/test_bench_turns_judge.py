"""How a conversation is judged, from the times of sounds and events alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from edgebharo.bench.conversations import Category, Conversation, Meaning, Over, Part
from edgebharo.bench.turns_judge import Decision, Held, Span, judge, row_of, self_triggers, utterances
from edgebharo.dialogue.events import Decided
from edgebharo.types import (
    Answer,
    Answers,
    Ask,
    Candidate,
    Confirm,
    Expect,
    Extraction,
    Intent,
    Reply,
    Value,
)
from edgebharo.types import Decision as Ruled

pytestmark = pytest.mark.unit

QUESTION = Span(0, 3000)
ANSWER = Span(3500, 6000)
ASKED = "pregnant"


def conversation(category: Category, **what: object) -> Conversation:
    return Conversation.model_validate(
        {"id": "c", "category": category, "asked": ASKED, "about": "yes or no", "value": True, **what}
    )


def interrupting(meaning: Meaning = "wait", value: Value | None = None) -> Conversation:
    over = Over(parts=(Part(say="रुकिए"),), meaning=meaning, at=0.5)
    return conversation("interruption", over=over, value=value)


def decision(*, value: Value | None = True, intent: Intent = "answer", at_ms: int = 6500) -> Decision:
    fields = {} if value is None else {ASKED: Answer("answered", value, "rules")}
    ruled = Ruled(Answers(fields=fields), Ask("phone_linked"))
    return Decision(at_ms, Decided(1, Extraction(intent=intent), ruled, Reply(("ठीक है",)), Expect()))


def held(*agent: Span, **what: object) -> Held:
    base = Held(
        question=QUESTION,
        heard_until_ms=QUESTION.end_ms,
        agent=agent,
        answer=ANSWER,
        started_ms=(3600,),
        words=True,
        decisions=(decision(),),
    )
    return replace(base, **what)  # type: ignore[arg-type]


def test_sounds_with_a_short_silence_between_them_are_one_utterance() -> None:
    sounds = (Span(0, 400), Span(899, 1300), Span(1800, 2000))
    assert utterances(sounds) == (Span(0, 1300), Span(1800, 2000))


def test_a_response_counts_from_the_acknowledgement_that_it_follows_at_once() -> None:
    found = judge(conversation("turn_taking"), held(Span(6500, 7000), Span(7200, 9000)))
    assert (found.success, found.latency_ms) == (True, 500)


def test_an_acknowledgement_with_dead_air_behind_it_is_no_response() -> None:
    found = judge(conversation("turn_taking"), held(Span(6500, 7000), Span(7600, 9000)))
    assert (found.success, found.latency_ms) == (True, 1600)


@pytest.mark.parametrize("category", ["pause_handling", "turn_taking"])
@pytest.mark.parametrize("start_ms", [3600, 5999])
def test_any_sound_before_she_has_ended_is_a_takeover(category: Category, start_ms: int) -> None:
    found = judge(conversation(category), held(Span(start_ms, start_ms + 300), Span(6500, 8500)))
    assert (found.success, found.reason) == (False, "took over")


def test_silence_is_no_response_and_neither_is_a_word() -> None:
    for sounds in ((), (Span(6500, 7400),)):
        assert judge(conversation("turn_taking"), held(*sounds)).reason == "no response"


def test_asking_again_because_nothing_was_heard_is_no_response_to_what_was_said() -> None:
    found = judge(conversation("turn_taking"), held(Span(9000, 11000), words=False))
    assert (found.success, found.reason, found.latency_ms) == (False, "heard no words", 3000)


def test_a_caller_who_is_never_listened_to_is_a_failure() -> None:
    assert judge(conversation("turn_taking"), held(answer=None)).reason == "never listened"


def test_a_backchannel_must_neither_stop_the_question_nor_answer_it() -> None:
    murmur = conversation("backchannel")
    over = Span(1000, 1400)
    good = held(Span(6500, 8500), over=over)
    assert judge(murmur, good).success
    stopped = replace(good, heard_until_ms=1500)
    assert judge(murmur, stopped).reason == "stopped for a backchannel"
    taken = replace(good, agent=(Span(3200, 3400), *good.agent))
    assert judge(murmur, taken).reason == "answered a backchannel"


def test_an_interruption_counts_from_where_it_was_plain_and_from_its_beginning() -> None:
    stopped = held(
        Span(2600, 4600),
        over=Span(1000, 1600),
        plain_ms=1600,
        heard_until_ms=1750,
        answer=None,
        decisions=(decision(intent="wait", value=None),),
    )
    found = judge(interrupting(), stopped)
    assert (found.success, found.stop_ms, found.onset_stop_ms, found.latency_ms) == (True, 150, 750, 1000)


def test_an_agent_that_speaks_to_its_end_did_not_stop() -> None:
    deaf = held(Span(3500, 5000), over=Span(1000, 1600), plain_ms=1600)
    assert judge(interrupting(), deaf).reason == "did not stop"
    nearly = replace(deaf, heard_until_ms=QUESTION.end_ms - 50)
    assert judge(interrupting(), nearly).reason == "did not stop"


def test_stopping_and_then_doing_something_else_is_no_success() -> None:
    stopped = held(
        Span(2600, 4600),
        over=Span(1000, 1600),
        plain_ms=1600,
        heard_until_ms=1750,
        decisions=(decision(intent="repeat", value=None),),
    )
    assert judge(interrupting("wait"), stopped).reason == "reacted to something else"
    assert judge(interrupting("repeat"), stopped).success


@pytest.mark.parametrize(("value", "success"), [(True, True), (False, False)])
def test_an_answer_over_the_question_must_be_taken(value: Value, success: bool) -> None:
    stopped = held(Span(2600, 4600), over=Span(1000, 1600), plain_ms=1600, heard_until_ms=1750)
    assert judge(interrupting("answer", value), stopped).success is success


def test_a_misheard_answer_over_the_question_must_at_least_be_read_back() -> None:
    stopped = held(Span(2600, 4600), over=Span(1000, 1600), plain_ms=1600, heard_until_ms=1750)
    misheard = Candidate(ASKED, False, None, "rules")
    ruled = Ruled(Answers(held=(misheard,)), Confirm((misheard,)))
    read_back = Decision(6500, Decided(1, Extraction(), ruled, Reply(("?",)), Expect()))
    row = row_of(interrupting("answer", True), replace(stopped, decisions=(read_back,)))
    assert (row["success"], row["understood"]) == (True, False)
    row = row_of(interrupting("wait"), replace(stopped, decisions=(read_back,)))
    assert row["success"] is False


def test_a_value_that_waits_for_a_confirmation_is_understood() -> None:
    waiting = Candidate(ASKED, True, None, "rules")
    ruled = Ruled(Answers(held=(waiting,)), Ask(ASKED))
    last = Decision(6500, Decided(1, Extraction(), ruled, Reply(("?",)), Expect()))
    row = row_of(conversation("turn_taking"), held(Span(6500, 8500), decisions=(last,)))
    assert row["understood"] is True


def test_a_judgement_of_a_read_back_is_held_against_what_she_meant() -> None:
    said_no = conversation("turn_taking", value=None, reads_back=True, affirmed=False)
    row = row_of(said_no, held(Span(6500, 8500)))
    assert row["understood"] is False
    nothing_meant = conversation("turn_taking", value=None)
    assert row_of(nothing_meant, held(Span(6500, 8500)))["understood"] is None


def test_hearing_somebody_while_nobody_speaks_is_a_self_trigger() -> None:
    assert self_triggers(held(started_ms=(3600, 5000, 6200))) == 0
    assert self_triggers(held(started_ms=(3400, 3600, 6301))) == 2
    alone = held(answer=None, started_ms=(3200,))
    assert not judge(conversation("own_voice"), alone).success
    assert judge(conversation("own_voice"), replace(alone, started_ms=())).success


def test_a_row_holds_no_word_and_no_value() -> None:
    parts = (Part(say="नौ"), Part(say="आठ", gap_ms=700))
    row = row_of(conversation("pause_handling", answer=parts, value="98"), held(Span(6500, 8500)))
    assert row["pauses_ms"] == [700]
    assert not any(word in str(row) for word in ("नौ", "आठ", "98"))
