"""A call can never hang, and every step keeps to the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from talk import World, so_far, utterance

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.table import ROWS, TABLE
from edgebharo.types import Ask, Close, Confirm, Handoff, Step, Wait

pytestmark = pytest.mark.unit

STEPS = st.sampled_from(
    [Ask("name"), Wait("name"), Handoff("name"), Confirm(()), Ask("pregnant", "retry", 1), Close("complete")]
)
HEARD_IN = ("hearing", "talked_over")


def live(world: World, choices: list[int]) -> None:
    now_ms = 0
    for choice in choices:
        now_ms += 100
        if choice == 0:
            world.feed(events.SpeechStarted(), now_ms)
        elif choice == 1 and world.state.phase in HEARD_IN:
            world.feed(events.SpeechPaused(utterance(now_ms - 90, now_ms - 10)), now_ms)
        elif choice == 2 and world.state.phase in HEARD_IN:
            world.feed(events.SpeechGrew(so_far(now_ms - 90, now_ms)), now_ms)
        elif choice == 3:
            world.lose_device(now_ms)
        elif choice == 8 and world.state.phase in HEARD_IN:
            world.feed(events.SpeechGrew(so_far(now_ms - 190, now_ms, now_ms - 96)), now_ms)
        elif choice == 9 and world.state.phase in HEARD_IN:
            world.feed(events.SpeechPaused(utterance(now_ms - 290, now_ms - 196)), now_ms)
        elif world.pending:
            world.feed(world.pending[choice % len(world.pending)], now_ms)
        if world.state.phase == "closed":
            return
        assert any(world.counts(event) for event in world.pending), world.state.phase


CHOICES = st.lists(st.integers(0, 9), max_size=60)


@given(st.lists(STEPS, min_size=1, max_size=5), CHOICES, st.booleans())
def test_something_is_always_pending_until_the_call_is_closed(
    steps: list[Step], choices: list[int], headset: bool
) -> None:
    """A11, A12: a timer, a job, a playback, a device or the worker. Two replies are never spoken at once."""
    live(World(state=DialogueState(headset=headset), steps=tuple(steps)), choices)


@given(st.lists(STEPS, min_size=1, max_size=5), CHOICES, st.booleans())
def test_every_step_keeps_to_the_table(steps: list[Step], choices: list[int], headset: bool) -> None:
    def check(
        before: DialogueState, event: events.Event, after: DialogueState, commands: tuple[do.Command, ...]
    ) -> None:
        row = TABLE.get((before.phase, type(event)))
        if row is None:
            assert (before, ()) == (after, commands)
            return
        assert after.phase in (*row.to, before.phase)
        assert {type(command) for command in commands} <= set(row.does)
        assert after.turn >= before.turn
        assert after.token >= before.token

    live(World(state=DialogueState(headset=headset), steps=tuple(steps), on_step=check), choices)


def test_no_two_rows_claim_the_same_phase_and_event() -> None:
    assert len(TABLE) == sum(len(row.phases) for row in ROWS)


@given(st.sampled_from(sorted({phase for phase, _ in TABLE} | {"closed"})), CHOICES)
def test_a_stale_result_changes_nothing(phase: str, turns: list[int]) -> None:
    """A9: two results of one turn, or one that comes a turn late."""
    state = DialogueState(phase=phase, turn=10, token=10, playing=10)  # type: ignore[arg-type]
    world = World(state=state)
    for turn in turns:
        for event in (
            events.PlaybackEnded(turn),
            events.TimerFired(turn, "silence"),
            events.TimerFired(turn, "endpoint"),
            events.TimerFired(turn, "hearing"),
        ):
            assert not world.counts(event)
