"""The stage a call plays on: real devices and threads, a simulated clock, or a keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from edgebharo.dialogue import commands as do
from edgebharo.dialogue.events import Event
from edgebharo.types import CallStatus, Cancelled, Step


class Stage(Protocol):
    """What the engine needs of the world. Results come back as events, through `Engine.dispatch`."""

    def now_ms(self) -> int:
        """Milliseconds since the first microphone sample."""

    def submit(self, name: str, work: Callable[[Cancelled], Event], cancelled: Cancelled) -> None:
        """Run `work` on the one compute worker; its result becomes an event. `name` labels its time."""

    def timer(self, command: do.SetTimer) -> None:
        """Post TimerFired after the given time."""

    def speak(self, turn: int, lines: tuple[str, ...], *, final: bool) -> None:
        """Speak `lines` after what is being spoken; after the final ones have drained, post PlaybackEnded."""

    def prepare(self, lines: tuple[str, ...], cancelled: Cancelled) -> None:
        """Make the sound of `lines`, which will probably be spoken next; dropped once `cancelled`."""

    def listen(self, step: Step) -> None:
        """Open the microphone's gate; the caller has just been asked `step`."""

    def attend(self) -> None:
        """Open the microphone's gate while the agent speaks."""

    def mute(self) -> None:
        """Close the microphone's gate."""

    def hush(self, turn: int) -> None:
        """Fall silent within 200 ms: drop what is spoken for `turn` and all that is queued."""

    def ask_worker(self, field: str) -> None:
        """Ask the worker at the screen; the result becomes WorkerEntered."""

    def hangup(self, status: CallStatus) -> None:
        """The call is over."""


def perform(stage: Stage, command: do.Command) -> None:
    """Do what a command asks of the world alone."""
    match command:
        case do.Speak(turn=turn, lines=lines):
            stage.speak(turn, lines, final=True)
        case do.Listen(step=asked):
            stage.listen(asked)
        case do.Attend():
            stage.attend()
        case do.Mute():
            stage.mute()
        case do.StopSpeaking(turn=turn):
            stage.hush(turn)
        case do.SetTimer():
            stage.timer(command)
        case do.AskWorker(field=field):
            stage.ask_worker(field)
        case do.Hangup(status=status):
            stage.hangup(status)
        case _:
            raise TypeError(f"no stage can perform a {type(command).__name__}")
