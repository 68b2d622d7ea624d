"""Holds one conversation of `bench turns`: a question in the middle of a form, and what follows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from edgebharo.bench.conversations import Conversation, Part
from edgebharo.bench.turns_judge import RESPONSE_MS, Decision, Held, Span, utterances
from edgebharo.bench.turns_sound import Sound, reverberant, sound_of
from edgebharo.bench.utterances import Utterance, answers_before
from edgebharo.clock import compute_ns
from edgebharo.dialogue import commands as do
from edgebharo.dialogue import events
from edgebharo.dialogue.endpointing import BY_MEANING, FIXED
from edgebharo.dialogue.state import DialogueState
from edgebharo.dialogue.step import is_stale
from edgebharo.ports import Tts
from edgebharo.records.store import Store
from edgebharo.runtime import thinking
from edgebharo.runtime.app import App, new_segmenter
from edgebharo.runtime.engine import Engine
from edgebharo.runtime.journal import Journal
from edgebharo.runtime.parts import Parts
from edgebharo.runtime.room import Room
from edgebharo.runtime.stage_simulated import SimulatedStage
from edgebharo.types import Ask, Cancelled, Confirm, Extraction, Pcm, Speech, Step, Value
from edgebharo.types import Decision as Decided

ECHO_DB = -10.0
"""How loud the microphone hears the agent's loudspeaker, unless there is a headset."""
OVERLAPPING = frozenset({"backchannel", "interruption"})
"""Held with a headset: the caller is heard while the agent speaks."""
EARLIEST_MS = 300
"""She lets so much of the question pass before she speaks over it …"""
LEFT_MS = 700
"""… and so much is left of it when it is plain that she interrupts, or when her murmur is over."""
ENOUGH_MS = RESPONSE_MS + 600
"""How much of a response is spoken: the rest would be computed for nobody."""
RE_PROMPTS = 2
"""How often one's own voice is listened for again."""


@dataclass
class BriefVoice:
    """A Tts that, once told to be brief, says ENOUGH_MS of the next reply. Implements Tts."""

    tts: Tts
    _left_ms: float = float("inf")

    def be_brief(self) -> None:
        """A reply follows of which only the beginning matters."""
        self._left_ms = ENOUGH_MS

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        """Speak `line`, as far as it is listened to."""
        if self._left_ms <= 0:
            return
        for speech in self.tts.synthesize(line, cancelled):
            self._left_ms -= len(speech.pcm) * 1000 / speech.rate
            yield speech
            if self._left_ms <= 0:
                return


@dataclass
class Witness:
    """Sees every step of the engine. What it notes becomes a Held."""

    started_ms: list[int] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    words: bool = False
    stop_ms: int | None = None
    """When the agent decided to stop its question."""
    question: Span | None = None
    over_at_ms: int = 0
    listened: int = 0
    _of_words: bool = False

    def saw(
        self, now_ms: int, event: events.Event, before: DialogueState, commands: tuple[do.Command, ...]
    ) -> None:
        """Note one step."""
        if isinstance(event, events.SpeechStarted):
            self.started_ms.append(now_ms)
        if isinstance(event, events.TimerFired) and not is_stale(before, event):
            self._of_words = before.phase == "paused"
        for command in commands:
            match command:
                case do.StopSpeaking() if self.stop_ms is None:
                    self.stop_ms = now_ms
                case do.Commit(decided=decided) if self.question is not None:
                    self.decisions.append(Decision(now_ms, decided))
                    self.words = self._of_words
                case _:
                    pass


@dataclass
class CallerOnCue:
    """Says what the conversation tells, when its turn comes. Implements `stage_simulated.Other`."""

    conversation: Conversation
    answered: Sound | None
    over: Sound | None
    witness: Witness
    stage: SimulatedStage | None = None
    """Set before the stage runs."""

    def answer(self, _step: Step) -> Pcm | None:
        """Her answer the first time that she is listened to; then she has said all."""
        self.witness.listened += 1
        return self.answered.pcm if self.answered and self.witness.listened == 1 else None

    def reaction_ms(self) -> int:
        """Silence before she begins."""
        return self.conversation.reaction_ms

    def entry(self, field: str) -> Value | None:  # noqa: ARG002
        """Nobody types."""
        return None

    def agent_speaks(self, *_heard: object) -> None:
        """The agent begins to speak: over the first thing that it says, she may speak herself."""
        if self.witness.question is not None or self.stage is None:
            return
        spoken = [item for item in self.stage.timeline.stretches if item.side == "agent"]
        question = Span(spoken[0].start_ms, max(item.end_ms for item in spoken))
        self.witness.question = question
        if self.over is None or self.conversation.over is None:
            return
        plain_ms = self.over.ends_ms[self.conversation.over.telling - 1]
        room_ms = question.end_ms - question.start_ms - EARLIEST_MS - LEFT_MS - plain_ms
        at_ms = question.start_ms + EARLIEST_MS + round(self.conversation.over.at * max(0, room_ms))
        self.witness.over_at_ms = at_ms
        self.stage.caller_says(at_ms, self.over.pcm)


def hold(
    app: App,
    voice: Tts,
    store_path: Path,
    conversation: Conversation,
    *,
    stopwatch: Callable[[], int] = compute_ns,
) -> Held:
    """Ask, let the caller do what she does, and stop when the agent has reacted.

    `stopwatch` measures computing, in nanoseconds.

    Raises:
        EdgeBharoError: a model failed, a recording cannot be read, or the store cannot be written.
    """
    witness = Witness()
    caller = CallerOnCue(conversation, *_sounds(conversation, voice), witness)
    brief = BriefVoice(app.parts.tts)
    headset = conversation.category in OVERLAPPING
    room = Room(echo_db=None if headset else ECHO_DB, walls=partial(reverberant, seed=conversation.id))
    stage = SimulatedStage(caller, brief, new_segmenter(), Journal(), room, stopwatch=stopwatch)
    caller.stage = stage
    stage.on_speak = caller.agent_speaks
    policy = FIXED if conversation.system == "fixed" else BY_MEANING
    start = DialogueState(policy=policy, headset=headset)
    with closing(Store(store_path, app.clock)) as store:
        record_id = store.begin(app.parts.loaded.form, app.settings.device, app.settings.worker, None)
        engine = Engine(app.parts, stage, store, record_id, stage.journal, start=start, on_step=witness.saw)

        def dispatch(event: events.Event) -> None:
            if isinstance(event, events.SpeechStarted):
                brief.be_brief()
            engine.dispatch(event)
            if _is_over(conversation, witness, stage):
                stage.hangup("in_progress")

        stage.dispatch = dispatch
        engine.dispatch(_question(app.parts, conversation))
        stage.run()
    return _held(conversation, witness, stage, caller.over)


def _sounds(conversation: Conversation, voice: Tts) -> tuple[Sound | None, Sound | None]:
    """Her answer, and what she says over the agent."""

    def made(parts: tuple[Part, ...]) -> Sound | None:
        return sound_of(parts, voice, conversation.pace, conversation.id) if parts else None

    return made(conversation.answer), made(conversation.over.parts if conversation.over else ())


def _question(parts: Parts, conversation: Conversation) -> events.Decided:
    """The decision that leads to the question, as if the call had come to it."""
    asked, reads_back = conversation.asked, conversation.reads_back
    state = {} if reads_back is None else {"held": reads_back}
    said = Utterance("", asked, "", MappingProxyType({}), frozenset(), MappingProxyType(state))
    answers = answers_before(parts.loaded, said)
    step = Ask(asked) if reads_back is None else Confirm(answers.held)
    decision = Decided(answers, step)
    return thinking.word(parts, 0, replace(answers, held=()), Extraction(), decision)


def _agent(stage: SimulatedStage, since_ms: int) -> tuple[Span, ...]:
    spoken = (item for item in stage.timeline.stretches if item.side == "agent")
    return tuple(Span(item.start_ms, item.end_ms) for item in spoken if item.start_ms >= since_ms)


def _after_question(witness: Witness) -> int:
    """From when on a sound of the agent's is not its question."""
    if witness.stop_ms is not None:
        return witness.stop_ms
    return witness.question.end_ms if witness.question else 0


def _is_over(conversation: Conversation, witness: Witness, stage: SimulatedStage) -> bool:
    """Whether nothing more can change what the conversation came to."""
    most = 1 + (RE_PROMPTS if conversation.category == "own_voice" else 1 if conversation.answer else 0)
    if witness.listened >= most:
        return True
    if conversation.category == "own_voice" or (conversation.answer and not witness.listened):
        return False
    later = utterances(_agent(stage, _after_question(witness)))
    return bool(witness.decisions) and any(span.end_ms - span.start_ms > RESPONSE_MS for span in later)


def _held(conversation: Conversation, witness: Witness, stage: SimulatedStage, over: Sound | None) -> Held:
    question = witness.question or Span(0, 0)
    since_ms = _after_question(witness)
    asked = [span.end_ms for span in _agent(stage, 0) if span.start_ms < since_ms]
    hers = [Span(item.start_ms, item.end_ms) for item in stage.timeline.stretches if item.side == "caller"]
    first = hers.pop(0) if conversation.over else None
    telling = conversation.over.telling if conversation.over else 0
    return Held(
        question=question,
        heard_until_ms=max(asked, default=question.end_ms),
        agent=_agent(stage, since_ms),
        over=first,
        plain_ms=witness.over_at_ms + over.ends_ms[telling - 1] if over else None,
        answer=hers[0] if hers else None,
        started_ms=tuple(witness.started_ms),
        words=witness.words,
        decisions=tuple(witness.decisions),
    )
