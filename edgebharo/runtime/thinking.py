"""From what was heard to the words of the reply: the pure rooms in their order, for one turn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgebharo.audio.measure import snr_db
from edgebharo.capture import SPELT
from edgebharo.dialogue.events import Decided, Heard, HeardSoFar
from edgebharo.errors import BackendError
from edgebharo.forms import rules
from edgebharo.forms.expect import expect_of
from edgebharo.reply import templates
from edgebharo.reply.rephrase import rephrase
from edgebharo.reply.templates import render
from edgebharo.runtime.parts import Parts
from edgebharo.types import (
    SAMPLE_RATE,
    Answers,
    Ask,
    Cancelled,
    Confirm,
    Decision,
    Expect,
    Extraction,
    Handoff,
    Repair,
    Step,
    Transcript,
    Utterance,
    Value,
    Wait,
    never_cancelled,
)
from edgebharo.understand.extract import extract

MAX_SAMPLES = 30 * SAMPLE_RATE
"""The ear's longest utterance; of anything longer the end is kept, where the answer is."""


def join(pieces: tuple[Utterance, ...]) -> Utterance:
    """One utterance out of the pieces that pauses cut it into, with the pauses as silence."""
    first, last = pieces[0], pieces[-1]
    if len(pieces) == 1:
        return first
    length = last.start - first.start + len(last.pcm)
    pcm = np.zeros(length, dtype=np.int16)
    for piece in pieces:
        at = piece.start - first.start
        pcm[at : at + len(piece.pcm)] = piece.pcm
    return replace(last, start=last.end - min(length, MAX_SAMPLES), pcm=pcm[-MAX_SAMPLES:])


def hear(
    parts: Parts, turn: int, pieces: tuple[Utterance, ...], expect: Expect, cancelled: Cancelled
) -> Heard:
    """Recognise the turn's audio so far."""
    said = join(pieces)
    heard = parts.asr.transcribe(said, expect, cancelled)
    return Heard(turn, replace(heard, snr_db=snr_db(said.pcm)), said.end)


def hear_so_far(
    parts: Parts, turn: int, pieces: tuple[Utterance, ...], expect: Expect, cancelled: Cancelled
) -> HeardSoFar:
    """Recognise the turn's audio while the caller still speaks."""
    so_far = pieces[-1]
    until_ms = (so_far.start + len(so_far.pcm)) * 1000 // SAMPLE_RATE
    return HeardSoFar(turn, parts.asr.partial(join(pieces), expect, cancelled), until_ms)


def understand_and_decide(
    parts: Parts, turn: int, answers: Answers, transcript: Transcript, cancelled: Cancelled
) -> Decided:
    """EXTRACT, decide, REPLY. Where the language model fails, the Hindi rules stand alone."""
    try:
        extraction = extract(parts.loaded, answers, transcript, parts.today, parts.llm, cancelled)
    except BackendError:
        extraction = extract(parts.loaded, answers, transcript, parts.today, None, cancelled)
    decision = rules.decide(parts.loaded, answers, extraction, parts.today)
    return word(parts, turn, answers, extraction, decision, cancelled=cancelled)


def decide_silence(parts: Parts, turn: int, answers: Answers, count: int) -> Decided:
    """The caller said nothing, for the `count`-th time in a row."""
    decision = rules.on_silence(parts.loaded, answers, count)
    return word(parts, turn, answers, Extraction(), decision)


def decide_entry(parts: Parts, turn: int, answers: Answers, field: str, value: Value | None) -> Decided:
    """The worker typed `value` for `field`, or left it."""
    decision = rules.worker_entry(parts.loaded, answers, field, value, parts.today)
    return word(parts, turn, answers, Extraction(), decision)


def decide_again(parts: Parts, turn: int, answers: Answers, step: Step) -> Decided:
    """The devices were gone and are back: say so, and put the question again at no cost."""
    asked: Step = step
    match step:
        case Ask(field=field, attempt=attempt) | Repair(field=field, attempt=attempt):
            asked = Ask(field, "resume", attempt)
        case Wait(field=field):
            asked = Ask(field, "resume")
        case _:
            pass
    decided = word(parts, turn, answers, Extraction(), Decision(answers, asked, fired=("devices-back",)))
    lines = (*templates.back(parts.loaded.form), *decided.reply.lines)
    return replace(decided, reply=replace(decided.reply, lines=lines))


def word_resumed(parts: Parts, answers: Answers, decision: Decision) -> Decided:
    """The first words of a call that goes on: that it does, and the question where it stood."""
    decided = word(parts, 0, answers, Extraction(), decision)
    lines = (*templates.resumed(parts.loaded.form), *decided.reply.lines)
    return replace(decided, reply=replace(decided.reply, lines=lines))


def word(
    parts: Parts,
    turn: int,
    before: Answers,
    extraction: Extraction,
    decision: Decision,
    *,
    cancelled: Cancelled = never_cancelled,
) -> Decided:
    """Put the decision into words, and say what they can be answered with."""
    reply = render(parts.loaded, decision, before)
    if parts.rephrase and parts.llm is not None:
        reply = rephrase(parts.llm, reply, decision, parts.loaded, cancelled)
    return Decided(turn, extraction, decision, reply, expect_after(parts, decision.step))


def expect_after(parts: Parts, step: Step) -> Expect:
    """What the caller may answer to `step`."""
    match step:
        case Confirm(review=True):
            return Expect("yes_no", confirming=True)
        case Confirm(candidates=candidates):
            spelled = candidates[0].reading == SPELT
            return expect_of(parts.loaded, candidates[0].field, confirming=True, spelled=spelled)
        case Ask(field=field, piece=piece) | Repair(field=field, piece=piece) if piece is not None:
            return expect_of(parts.loaded, field, piece=piece)
        case Ask(field=field) | Repair(field=field) | Wait(field=field) | Handoff(field=field):
            return expect_of(parts.loaded, field)
        case _:
            return Expect()
