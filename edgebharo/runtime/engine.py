"""The one owner of a call's state: pulls an event through the pure core and executes its commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from edgebharo.dialogue import commands as do
from edgebharo.dialogue.events import Decided, Event
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.step import step
from edgebharo.forms import rules
from edgebharo.records.rows import turn_row
from edgebharo.records.store import Store
from edgebharo.runtime import thinking
from edgebharo.runtime.interpreting import interpret
from edgebharo.runtime.journal import Journal
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.sound_keeping import HeardTurn, KeepSound, keep_nothing
from edgebharo.runtime.stage import Stage, perform
from edgebharo.types import Answers, CallStatus, Cancelled, Close, Extraction, Transcript, Utterance

OnStep: TypeAlias = Callable[[int, Event, DialogueState, tuple[do.Command, ...]], None]
"""Told of a step before its commands are done: the time, the event, the state before it, the commands."""


def unobserved(
    _now_ms: int, _event: Event, _before: DialogueState, _commands: tuple[do.Command, ...]
) -> None:
    """Nobody watches the steps. Is an OnStep."""


class Engine:
    """Runs one call. Only the thread that calls `dispatch` touches its state."""

    def __init__(
        self,
        parts: Parts,
        stage: Stage,
        store: Store,
        record_id: str,
        journal: Journal,
        *,
        start: DialogueState = DialogueState(),  # noqa: B008 - frozen
        on_step: OnStep = unobserved,
        keep_sound: KeepSound = keep_nothing,
    ) -> None:
        """`start` says when turns end and whether there is a headset; `on_step` is told of every step."""
        self._parts = parts
        self._stage = stage
        self._store = store
        self._record_id = record_id
        self._journal = journal
        self._state = start
        self._on_step = on_step
        self._keep_sound = keep_sound
        self._pieces: tuple[Utterance, ...] = ()
        self._answers = Answers()
        self._heard: Transcript | None = None
        self._turns_kept = 0

    @property
    def answers(self) -> Answers:
        """The form as it stands."""
        return self._answers

    @property
    def closed(self) -> bool:
        """True once the goodbye has been heard."""
        return self._state.phase == "closed"

    def begin(self, caller_number: str | None = None, turns: int = 0) -> None:
        """Greet and ask the first question; `turns` is how many the record holds already."""
        if self._journal.watcher:
            self._journal.watcher.began(self._record_id)
        self._turns_kept = turns
        decision = rules.start(self._parts.loaded, caller_number)
        self._answers = Answers(caller_number=decision.answers.caller_number)
        self.dispatch(thinking.word(self._parts, 0, self._answers, Extraction(), decision))

    def resume(self, answers: Answers, turns: int) -> None:
        """Go on with a call that was cut off after `turns` turns, from the state that they left."""
        if self._journal.watcher:
            self._journal.watcher.began(self._record_id)
        self._answers, self._turns_kept = answers, turns
        self.dispatch(thinking.word_resumed(self._parts, answers, rules.resume(self._parts.loaded, answers)))

    def dispatch(self, event: Event) -> None:
        """Take one event through the core and do what it asks for."""
        now_ms = self._stage.now_ms()
        before = self._state
        self._state, commands = step(before, event, now_ms)
        self._on_step(now_ms, event, before, commands)
        for command in commands:
            self._execute(command)

    def _execute(self, command: do.Command) -> None:
        parts = self._parts
        match command:
            case do.Transcribe(turn=turn, pieces=pieces, expect=expect):
                self._pieces = pieces
                self._submit(
                    "asr", turn, lambda cancelled: thinking.hear(parts, turn, pieces, expect, cancelled)
                )
            case do.TranscribeSoFar(turn=turn, pieces=pieces, expect=expect):
                self._submit(
                    "partial",
                    turn,
                    lambda cancelled: thinking.hear_so_far(parts, turn, pieces, expect, cancelled),
                )
            case do.Glance(turn=turn, transcript=transcript, until_ms=until_ms):
                self._journal.hears(transcript, until_ms, self._stage.now_ms())
                if transcript.text:
                    self.dispatch(interpret(parts, self._answers, turn, transcript, None))
            case do.Interpret(turn=turn, transcript=transcript):
                self._heard, expect = transcript, self._state.expect
                self.dispatch(interpret(parts, self._answers, turn, transcript, expect))
            case do.Acknowledge(turn=turn):
                self._acknowledge(turn)
            case do.Decide() | do.DecideSilence() | do.DecideEntry() | do.DecideAgain():
                self._decide(command)
            case do.Prepare(turn=turn, lines=lines):
                self._stage.prepare(lines, lambda: self._state.turn != turn)
            case do.Commit(decided=decided):
                self._commit(decided)
            case _:
                perform(self._stage, command)

    def _acknowledge(self, turn: int) -> None:
        phrases = self._parts.loaded.form.acknowledgements
        if phrases:
            phrase = phrases[len(self._journal.turns) % len(phrases)]
            self._stage.speak(turn, (phrase,), final=False)

    def _submit(self, name: str, turn: int, work: Callable[[Cancelled], Event]) -> None:
        self._stage.submit(name, work, lambda: self._state.turn != turn)

    def _decide(self, command: do.Decide | do.DecideSilence | do.DecideEntry | do.DecideAgain) -> None:
        parts, answers, turn = self._parts, self._answers, command.turn
        heard = self._heard or Transcript(0, "")
        match command:
            case do.Decide():
                self._submit(
                    "decide",
                    turn,
                    lambda cancelled: thinking.understand_and_decide(parts, turn, answers, heard, cancelled),
                )
            case do.DecideSilence(count=count):
                self._heard = None
                self._submit("decide", turn, lambda _: thinking.decide_silence(parts, turn, answers, count))
            case do.DecideAgain():
                self._heard, asked = None, self._state.step
                if asked is not None:
                    self._submit("decide", turn, lambda _: thinking.decide_again(parts, turn, answers, asked))
            case do.DecideEntry(field=field, value=value):
                self._heard = None
                self._submit(
                    "decide", turn, lambda _: thinking.decide_entry(parts, turn, answers, field, value)
                )

    def _commit(self, decided: Decided) -> None:
        """The record is durable before anything of the decision is spoken."""
        before, after = self._answers, decided.decision.answers
        self._turns_kept += 1
        latency = dict(self._journal.compute_ms)
        row = turn_row(self._turns_kept, before, decided.extraction, decided.decision, latency)
        self._store.turn(self._record_id, row, after)
        pieces, text = (self._pieces, self._heard.text) if self._heard else ((), "")
        self._keep_sound(HeardTurn(self._turns_kept, pieces, text, before, after))
        self._journal.add(before.asked, self._heard, decided, self._stage.now_ms())
        self._answers, self._heard = after, None
        if isinstance(decided.decision.step, Close):
            self._close(decided.decision.step.status)

    def _close(self, status: CallStatus) -> None:
        if status == "withdrawn":
            self._store.discard(self._record_id)
        else:
            self._store.finish(self._record_id, self._answers, status)
