"""What a held conversation of `bench turns` came to. Pure: times of sounds and events in, a row out.

The rules are those of IndicFDB (arXiv 2609.31967), stricter in two places: any sound of the agent before the
caller has ended is a takeover (there, one under 1.2 s passes as a backchannel), and a response must answer
what was said (a re-prompt after a silence is none).
"""

from __future__ import annotations

from dataclasses import dataclass

from edgebharo.bench.conversations import Conversation
from edgebharo.bench.suite import Json, Row
from edgebharo.dialogue.events import Decided
from edgebharo.runtime.brain import same_value

RESPONSE_MS = 1000
"""An utterance of the agent's that is longer is a response (IndicFDB)."""
SAME_UTTERANCE_MS = 500
"""Sounds with a shorter silence between them are one utterance: IndicFDB counts longer ones as pauses."""
DETECTION_MS = 300
"""The detector may tell of a voice so long after it has ended."""
TAKEOVER = "took over"
CUT_MS = 60
"""A question that lacks more than this at its end was stopped: a line ends with 100 ms of silence."""


@dataclass(frozen=True)
class Span:
    """A stretch of sound, milliseconds on the conversation's clock."""

    start_ms: int
    end_ms: int


@dataclass(frozen=True)
class Decision:
    """A decision of the agent's, and when it was taken."""

    at_ms: int
    decided: Decided


@dataclass(frozen=True)
class Held:
    """All that happened in one conversation."""

    question: Span
    """The agent's question as it is when nobody interrupts it."""
    heard_until_ms: int
    """When its question fell silent in fact."""
    agent: tuple[Span, ...]
    """Its sounds after the question, in the order in which they began."""
    over: Span | None = None
    """What the caller says over the agent."""
    plain_ms: int | None = None
    """When it was plain that she interrupts."""
    answer: Span | None = None
    """Her answer; None where she gave none, or was never listened to."""
    started_ms: tuple[int, ...] = ()
    """When the detector heard somebody begin to speak."""
    words: bool = False
    """Words were recognised in the end."""
    decisions: tuple[Decision, ...] = ()
    """All but the question itself."""


@dataclass(frozen=True)
class Verdict:
    """How one conversation went."""

    success: bool
    reason: str = ""
    """Why it failed."""
    latency_ms: int | None = None
    """From her last sound to the agent's response."""
    stop_ms: int | None = None
    """From the moment at which it was plain that she interrupts until the agent was silent."""
    onset_stop_ms: int | None = None
    """The same from her first sound."""


def utterances(sounds: tuple[Span, ...]) -> tuple[Span, ...]:
    """`sounds` with those joined that are less than SAME_UTTERANCE_MS apart."""
    joined: list[Span] = []
    for sound in sorted(sounds, key=lambda span: span.start_ms):
        if joined and sound.start_ms - joined[-1].end_ms < SAME_UTTERANCE_MS:
            joined[-1] = Span(joined[-1].start_ms, max(joined[-1].end_ms, sound.end_ms))
        else:
            joined.append(sound)
    return tuple(joined)


def judge(conversation: Conversation, held: Held) -> Verdict:
    """Whether the agent took its turn as the category demands."""
    match conversation.category:
        case "own_voice":
            return Verdict(True) if not self_triggers(held) else Verdict(False, "heard itself")
        case "interruption":
            return _interrupted(conversation, held)
        case "backchannel":
            return _murmured(held)
        case _:
            return _answered(held, held.answer)


def _answered(held: Held, said: Span | None) -> Verdict:
    """No sound of the agent's after its question before she has ended, and a response then."""
    if said is None:
        return Verdict(False, "never listened")
    if any(sound.start_ms < said.end_ms for sound in held.agent):
        return Verdict(False, TAKEOVER)
    responses = [span for span in utterances(held.agent) if span.end_ms - span.start_ms > RESPONSE_MS]
    if not responses:
        return Verdict(False, "no response")
    latency_ms = responses[0].start_ms - said.end_ms
    return Verdict(held.words, "" if held.words else "heard no words", latency_ms)


def _murmured(held: Held) -> Verdict:
    """The question goes on to its end, and only the answer is answered."""
    if _stopped_ms(held) is not None:
        return Verdict(False, "stopped for a backchannel")
    if held.answer and any(sound.start_ms < held.answer.start_ms for sound in held.agent):
        return Verdict(False, "answered a backchannel")
    return _answered(held, held.answer)


def _interrupted(conversation: Conversation, held: Held) -> Verdict:
    stopped_ms = _stopped_ms(held)
    if held.over is None or held.plain_ms is None or stopped_ms is None:
        return Verdict(False, "did not stop")
    found = _answered(held, held.over)
    right = found.success and reacted(conversation, held)
    reason = found.reason if not found.success else "" if right else "reacted to something else"
    return Verdict(
        right, reason, found.latency_ms, stopped_ms - held.plain_ms, stopped_ms - held.over.start_ms
    )


def _stopped_ms(held: Held) -> int | None:
    """When the question fell silent before its end; None where it did not."""
    stopped = held.heard_until_ms < held.question.end_ms - CUT_MS
    return held.heard_until_ms if stopped else None


def self_triggers(held: Held) -> int:
    """How often somebody was heard to begin while nobody spoke but the agent."""
    spoken = [span for span in (held.over, held.answer) if span is not None]
    return sum(
        not any(span.start_ms <= at <= span.end_ms + DETECTION_MS for span in spoken)
        for at in held.started_ms
    )


def reacted(conversation: Conversation, held: Held) -> bool:
    """Whether the agent did what she interrupted it for: of an answer, took it right or reads it back."""
    if understood(conversation, held):
        return True
    answered = conversation.over is not None and conversation.over.meaning == "answer"
    waiting = held.decisions[-1].decided.decision.answers.held if held.decisions else ()
    return answered and any(item.field == conversation.asked for item in waiting)


def understood(conversation: Conversation, held: Held) -> bool | None:
    """Whether the last decision rests on what she meant; None where that cannot be checked."""
    over = conversation.over
    meaning = over.meaning if over is not None and conversation.category == "interruption" else "answer"
    if meaning == "answer" and conversation.value is None and conversation.affirmed is None:
        return None
    if not held.decisions:
        return False
    last = held.decisions[-1].decided
    if meaning != "answer":
        return last.extraction.intent == meaning
    if conversation.affirmed is not None:
        return last.extraction.affirmed is conversation.affirmed
    answers = last.decision.answers
    held_back = [item.value for item in answers.held if item.field == conversation.asked]
    got = held_back[0] if held_back else answers.get(conversation.asked).value
    return same_value(got, conversation.value)


def row_of(conversation: Conversation, held: Held) -> Row:
    """Plain data; no words and no values."""
    verdict = judge(conversation, held)
    pauses: list[Json] = list(conversation.pauses_ms)
    return {
        "case": conversation.id,
        "category": conversation.category,
        "system": conversation.system,
        "about": conversation.about,
        "asked": conversation.asked,
        "recorded": any(part.clip for part in conversation.answer),
        "pauses_ms": pauses,
        "success": verdict.success,
        "reason": verdict.reason,
        "latency_ms": verdict.latency_ms,
        "stop_ms": verdict.stop_ms,
        "onset_stop_ms": verdict.onset_stop_ms,
        "understood": understood(conversation, held),
        "self_triggers": self_triggers(held),
    }
