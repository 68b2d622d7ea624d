"""One stage at a time, for whoever wants to look into it: the ear alone, or the understanding alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import MappingProxyType

from pydantic import TypeAdapter, ValidationError

from edgebharo.audio.pcm import read_audio
from edgebharo.clock import SystemClock, compute_ns
from edgebharo.errors import ConfigError
from edgebharo.forms import rules
from edgebharo.forms.expect import expect_of, kind_of
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.reply.templates import render
from edgebharo.runtime.app import open_asr, open_form, open_llm
from edgebharo.runtime.config import Settings
from edgebharo.types import (
    SAMPLE_RATE,
    Answer,
    Answers,
    Close,
    Confirm,
    Decision,
    Expect,
    Intent,
    Step,
    Transcript,
    Utterance,
    Value,
    never_cancelled,
)
from edgebharo.understand.extract import extract

KINDS = ("yes_no", "number", "months", "digits", "date", "place", "name", "text")

_VALUES = TypeAdapter(dict[str, Value | None])


@dataclass(frozen=True)
class Understood:
    """What one answer says: the contract of `edgebharo understand --json`."""

    values: dict[str, Value]
    """Written, or held for a confirmation, in this turn."""
    confirm: tuple[str, ...]
    """Fields whose value is held."""
    intent: Intent
    retry_used: bool
    next: dict[str, object]
    """`step` (ask, confirm, repair, wait, handoff, close), `field`, and `say`: the agent's next words."""


def parse_expect(text: str, loaded: LoadedForm) -> Expect:
    """Read an expectation: a kind, `digits:10`, `number:1-9`, or the name of a field of the form.

    Raises:
        ConfigError: it is none of them.
    """
    kind, _, detail = text.partition(":")
    if any(field.name == text for field in loaded.form.fields):
        return expect_of(loaded, text)
    if kind not in KINDS:
        raise ConfigError(
            f"--expect {text}: choose one of {', '.join(KINDS)} (digits:10, number:1-9), or a field's name"
        )
    if kind == "place":
        named = next((field for field in loaded.form.fields if kind_of(field) == "place"), None)
        return expect_of(loaded, named.name) if named else Expect("place")
    try:
        if kind == "digits" and detail:
            return Expect("digits", digits=int(detail))
        if kind in {"number", "months"}:
            low, _, high = (detail or ("1-9" if kind == "months" else "0-100")).partition("-")
            return Expect("months" if kind == "months" else "number", low=int(low), high=int(high))
    except ValueError:
        raise ConfigError(f"--expect {text}: write digits:10 or number:1-9") from None
    return Expect(kind)  # type: ignore[arg-type]


def transcribe_file(settings: Settings, file: Path, expect: str) -> dict[str, object]:
    """Recognise one audio file: `text`, `confidence`, `hypotheses`, `words`, `audio_s`, `compute_ms`.

    Raises:
        WavFormatError: the file is no readable audio.
    """
    pcm = read_audio(file)
    wanted = parse_expect(expect, open_form(settings))
    asr = open_asr(settings)
    begun = compute_ns()
    transcript = asr.transcribe(Utterance(0, 0, len(pcm), pcm, "eof"), wanted, never_cancelled)
    return {
        "text": transcript.text,
        "confidence": round(transcript.confidence, 4),
        "hypotheses": [{"text": h.text, "score": round(h.score, 3)} for h in transcript.hypotheses],
        "words": [
            {"text": w.text, "start_ms": w.start_ms, "end_ms": w.end_ms, "confidence": round(w.confidence, 4)}
            for w in transcript.words
        ],
        "expect": expect,
        "audio_s": round(len(pcm) / SAMPLE_RATE, 2),
        "compute_ms": round((compute_ns() - begun) / 1e6),
    }


def understand_text(
    settings: Settings, field: str, text: str, known: str, today: date | None
) -> tuple[Understood, tuple[str, ...]]:
    """Read `text` as the answer to `field`; also returns notes on what is missing on this device.

    Raises:
        ConfigError: there is no such field, or `known` is no JSON object of values.
    """
    loaded = open_form(settings)
    answers = _known_answers(loaded, known, field)
    llm, notes = open_llm(settings)
    day = today or SystemClock().today()
    transcript = Transcript(0, normalize(text))
    extraction = extract(loaded, answers, transcript, day, llm, never_cancelled)
    decision = rules.decide(loaded, answers, extraction, day)
    understood = Understood(
        values=_values(decision),
        confirm=decision.held,
        intent=extraction.intent,
        retry_used=decision.retry_used,
        next=_next(decision.step) | {"say": render(loaded, decision, answers).text},
    )
    return understood, notes


def _known_answers(loaded: LoadedForm, known: str, asked: str) -> Answers:
    names = [field.name for field in loaded.form.fields]
    try:
        values = _VALUES.validate_python(json.loads(known))
    except (json.JSONDecodeError, ValidationError):
        raise ConfigError('--answers: write a JSON object of values, such as {"pregnant": true}') from None
    unknown = [name for name in (asked, *values) if name not in names]
    if unknown:
        raise ConfigError(f"no field is called {unknown[0]!r}; this form has: {', '.join(names)}")
    fields = {
        name: Answer("skipped") if value is None else Answer("answered", value)
        for name, value in values.items()
        if name != asked
    }
    return Answers(fields=MappingProxyType(fields), asked=asked)


def _values(decision: Decision) -> dict[str, Value]:
    written = {name: decision.answers.get(name).value for name in decision.written}
    held = {c.field: c.value for c in decision.answers.held if c.field in decision.held}
    return {name: value for name, value in (written | held).items() if value is not None}


def _next(step: Step) -> dict[str, object]:
    kind = type(step).__name__.lower()
    match step:
        case Confirm(candidates=candidates):
            return {"step": kind, "field": candidates[0].field}
        case Close(status=status):
            return {"step": kind, "field": None, "status": status}
        case _:
            return {"step": kind, "field": step.field}
