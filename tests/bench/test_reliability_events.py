"""The events of a call and their severities: each where it must be, and not where it must not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.bench.reliability.events import Event, events_of, is_reliable, latencies_ms
from edgebharo.bench.reliability.record import CallRecord, Detail, Sound, turns_of

pytestmark = pytest.mark.unit


def agent(start_ms: int, end_ms: int, words: int = 5) -> Sound:
    return Sound("agent", start_ms, end_ms, " ".join(["शब्द"] * words))


def caller(start_ms: int, end_ms: int) -> Sound:
    return Sound("caller", start_ms, end_ms)


def call(
    *sounds: Sound, goal: bool = True, claimed: bool = True, details: tuple[Detail, ...] = ()
) -> CallRecord:
    return CallRecord("a", sounds, details, goal=goal, claimed=claimed)


def names(record: CallRecord) -> list[str]:
    return [event.name for event in events_of(record)]


FLUENT = (agent(0, 2000), caller(2400, 3400), agent(4000, 6000), caller(6400, 7000), agent(7600, 9000))


def test_a_fluent_call_has_no_event() -> None:
    assert events_of(call(*FLUENT)) == ()


@pytest.mark.parametrize(("words", "expected"), [(60, []), (61, ["verbose"])])
def test_sixty_words_a_turn_are_not_too_many(words: int, expected: list[str]) -> None:
    assert names(call(agent(0, 9000, words), caller(9400, 9900), agent(10_000, 12_000, words))) == expected


def test_the_words_of_one_turn_count_together() -> None:
    parts = (agent(0, 5000, 31), agent(5200, 9000, 31), caller(9400, 9900), agent(10_300, 12_000, 62))
    assert names(call(*parts)) == ["verbose"]


@pytest.mark.parametrize(("silence_ms", "expected"), [(1500, []), (1501, ["slow median"])])
def test_a_slow_median(silence_ms: int, expected: list[str]) -> None:
    assert names(call(caller(0, 1000), agent(1000 + silence_ms, 4000))) == expected


@pytest.mark.parametrize(("silence_ms", "slow"), [(3000, False), (3001, True)])
def test_a_reply_after_three_seconds_fails_the_call(silence_ms: int, *, slow: bool) -> None:
    fluent = [
        sound for at in (0, 3000, 6000) for sound in (caller(at, at + 1000), agent(at + 1500, at + 2500))
    ]
    record = call(*fluent, caller(9000, 10_000), agent(10_000 + silence_ms, 15_000))
    assert ("slow turn" in names(record)) == slow
    assert is_reliable(events_of(record)) != slow


def test_no_reply_at_all_is_slow() -> None:
    event = events_of(call(*FLUENT, caller(9500, 10_000)))[0]
    assert (event.name, event.at_ms, event.size) == ("slow turn", 10_000, None)


def test_a_long_pause_of_hers_is_no_silence_of_the_agents() -> None:
    assert events_of(call(agent(0, 1000), caller(1400, 2000), caller(7000, 8000), agent(8500, 9000))) == ()


def test_a_murmur_before_she_ended_is_no_reply() -> None:
    turns = turns_of((caller(0, 5000), agent(3000, 3300), agent(9000, 9500)))
    assert latencies_ms(turns) == [4000]


@pytest.mark.parametrize(("early_ms", "expected"), [(499, []), (500, ["talk-over"])])
def test_talk_over_begins_at_half_a_second(early_ms: int, expected: list[str]) -> None:
    record = call(
        agent(0, 1000),
        caller(1500, 4000),
        agent(4000 - early_ms, 6000),
        caller(6500, 7000),
        agent(7400, 8000),
    )
    assert names(record) == expected
    assert is_reliable(events_of(record))


def test_she_may_speak_over_the_agent() -> None:
    assert events_of(call(agent(0, 4000), caller(2000, 4600), agent(5000, 6000))) == ()


def over(times: int, of: int) -> CallRecord:
    """`of` turns of the agent's; the first `times` begin a second before she has ended."""
    sounds = []
    for number in range(of):
        at = number * 10_000
        begins = at + (1500 if number < times else 3000)
        sounds += [caller(at, at + 2500), agent(begins, begins + 3000)]
    return call(*sounds)


@pytest.mark.parametrize(("times", "of", "habit"), [(1, 2, False), (2, 6, True), (2, 7, False), (3, 9, True)])
def test_talk_over_on_a_third_of_the_turns_is_a_habit(times: int, of: int, *, habit: bool) -> None:
    found = names(over(times, of))
    assert ("repeated talk-over" in found) == habit
    assert found.count("talk-over") == times


def details(*steps: tuple[str, str]) -> tuple[Detail, ...]:
    return tuple(Detail(what, key) for what, key in steps)  # type: ignore[arg-type]


def test_a_detail_used_after_it_was_called_wrong_is_lost_context() -> None:
    lost = details(
        ("used", "name = a"), ("corrected", "name = a"), ("used", "name = a"), ("used", "name = a")
    )
    assert events_of(call(*FLUENT, details=lost)) == (Event("context loss", size=2),)


def test_another_value_or_another_field_is_no_lost_context() -> None:
    kept = details(
        ("used", "name = a"), ("corrected", "name = a"), ("used", "name = b"), ("used", "child = a")
    )
    assert events_of(call(*FLUENT, details=kept)) == ()


@pytest.mark.parametrize(
    ("goal", "claimed", "expected"),
    [
        (True, False, []),
        (True, True, []),
        (False, False, ["goal not reached"]),
        (False, True, ["false claim"]),
    ],
)
def test_a_false_claim_is_worse_than_a_goal_that_was_not_reached(
    expected: list[str], *, goal: bool, claimed: bool
) -> None:
    found = events_of(call(*FLUENT, goal=goal, claimed=claimed))
    assert [event.name for event in found] == expected
    assert all(event.severity == (5 if claimed else 4) for event in found)


SOUNDS = st.lists(
    st.builds(
        lambda side, start, length: Sound(side, start, start + length),
        st.sampled_from(["caller", "agent"]),
        st.integers(0, 60_000),
        st.integers(1, 8000),
    ),
    max_size=12,
)


@settings(max_examples=40)
@given(SOUNDS, st.randoms(use_true_random=False))
def test_any_sounds_make_the_same_events_in_any_order(sounds: list[Sound], random: object) -> None:
    mixed = list(sounds)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    first, second = (events_of(call(*order)) for order in (sounds, mixed))
    assert first == second
    assert list(first) == sorted(first, key=lambda event: -event.severity)


@settings(max_examples=40)
@given(SOUNDS)
def test_every_turn_of_hers_is_answered_or_not(sounds: list[Sound]) -> None:
    turns = turns_of(tuple(sounds))
    own = [turn for turn in turns if turn.side == "caller"]
    assert len(latencies_ms(turns)) == len(own)
    assert sum(len(turn.sounds) for turn in turns) == len(sounds)
    assert all(latency is None or latency >= 0 for latency in latencies_ms(turns))
