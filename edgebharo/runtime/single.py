"""One stage at a time, for whoever wants to look into it: the ear alone, or the understanding alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
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
from edgebharo.forms.rules.guards import refusal_of
from edgebharo.forms.rules.values import to_type
from edgebharo.forms.schema import Form
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
from edgebharo.understand.extract_rules import read

KINDS = ("yes_no", "number", "months", "digits", "date", "place", "name", "text")
MAX_DIGITS = 20
"""The longest identifier that can be expected."""

_PLAIN: Mapping[str, Expect] = MappingProxyType(
    {"yes_no": Expect("yes_no"), "date": Expect("date"), "name": Expect("name"), "text": Expect("text")}
)
_SHORT_NUMBER = re.compile("[0-9]{1,6}")

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
    if any(field.name == text for field in loaded.form.fields):
        return expect_of(loaded, text)
    kind, colon, detail = text.partition(":")
    match kind, _whole_numbers(detail) if colon else ():
        case "digits", ():
            return Expect("digits")
        case "digits", (count,) if 1 <= count <= MAX_DIGITS:
            return Expect("digits", digits=count)
        case "number", ():
            return Expect("number", low=0, high=100)
        case "months", ():
            return Expect("months", low=1, high=9)
        case ("number" | "months") as counted, (low, high) if low <= high:
            return Expect("months" if counted == "months" else "number", low=low, high=high)
        case "place", ():
            named = next((field for field in loaded.form.fields if kind_of(field) == "place"), None)
            return expect_of(loaded, named.name) if named else Expect("place")
        case plain, () if plain in _PLAIN:
            return _PLAIN[plain]
    raise ConfigError(
        f"--expect {text}: choose one of {', '.join(KINDS)}, with a count or range where one fits "
        "(digits:10, number:1-9), or the name of a field of the form"
    )


def _whole_numbers(detail: str) -> tuple[int, ...] | None:
    """`10` or `1-9` as numbers; None for anything else."""
    parts = detail.split("-")
    return (
        tuple(int(part) for part in parts) if all(_SHORT_NUMBER.fullmatch(part) for part in parts) else None
    )


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


def understand_text(  # noqa: PLR0917 - one argument per thing that a turn depends on
    settings: Settings, field: str, text: str, known: str, today: date | None, partial: str = ""
) -> tuple[Understood, tuple[str, ...]]:
    """Read `text` as the answer to `field`; also returns notes on what is missing on this device.

    `partial` holds the digits of `field` that were heard before, where they are dictated in pieces.

    Raises:
        ConfigError: there is no such field, or `known` is no JSON object of values that fit the form.
    """
    loaded = open_form(settings)
    day = today or SystemClock().today()
    if partial.strip("0123456789"):
        raise ConfigError("--partial: write the digits heard before, such as 98765")
    answers = replace(_known_answers(loaded, known, field, day), partial=partial)
    transcript = Transcript(0, normalize(text))
    unsure = read(loaded, answers, transcript, day).unsure
    llm, notes = open_llm(settings) if unsure or settings.llm == "off" else (None, ())
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


def _known_answers(loaded: LoadedForm, known: str, asked: str, today: date) -> Answers:
    """`known` as the state of a call in which `asked` has just been asked; what it implies is filled in."""
    try:
        values = _VALUES.validate_json(known)
    except ValidationError:
        raise ConfigError('--answers: write a JSON object of values, such as {"pregnant": true}') from None
    names = [field.name for field in loaded.form.fields]
    unknown = [name for name in (asked, *values) if name not in names]
    if unknown:
        raise ConfigError(f"no field is called {unknown[0]!r}; this form has: {', '.join(names)}")
    given = {
        name: _known_answer(loaded, name, value, today) for name, value in values.items() if name != asked
    }
    fields = {**_passed_over(loaded.form, asked), **_that_opens(loaded.form, asked), **given}
    return Answers(fields=MappingProxyType(fields), asked=asked)


def _passed_over(form: Form, asked: str) -> dict[str, Answer]:
    """The questions before `asked`, as skipped: it would not have been asked with one of them open."""
    names = [field.name for field in form.fields]
    return dict.fromkeys(names[: names.index(asked)], Answer("skipped", skip_reason="dont_know"))


def _that_opens(form: Form, asked: str) -> dict[str, Answer]:
    """The yes/no answers without which `asked` would not have been asked."""
    branch = next((branch for branch in form.branches if branch.id == form.field(asked).branch), None)
    if branch is None:
        return {}
    when = branch.when
    opener = {} if when.equals is None else {when.field: Answer("answered", when.equals)}
    return {**_that_opens(form, when.field), **opener}


def _known_answer(loaded: LoadedForm, name: str, value: Value | None, today: date) -> Answer:
    if value is None:
        return Answer("skipped", skip_reason="dont_know")
    field = loaded.form.field(name)
    fitting = to_type(field, value, loaded.place_phrases(field))
    if fitting is None or refusal_of(field, fitting, today) is not None:
        raise ConfigError(
            f"--answers: the value of {name!r} is not one that this {field.type} field can hold"
        )
    return Answer("answered", fitting)


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
