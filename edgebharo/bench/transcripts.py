"""`bench extract`: the transcripts of 960 simulated calls, read turn by turn from an empty form.

The calls are those of the published benchmark of form-filling voice agents: 5 users × 2 (pregnant or not) × 3
(whose number is linked) × 4 (WhatsApp) × 2 (Aadhaar told or not) = 240 ways through the form, × 4 conditions.
Text has no acoustics, so that a condition here is another draw of values and wordings; each kind of answer
has a hundred wordings and more. The rules choose the questions, the caller answers them and the read-backs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import product
from typing import cast

from edgebharo.bench.callers import TODAY, draw_on_their_ways
from edgebharo.bench.evidence import Said, has_evidence
from edgebharo.bench.fingerprint import program_fingerprint
from edgebharo.bench.suite import Case, Json, Progress, Row, Target
from edgebharo.bench.timing import timed
from edgebharo.bench.wordings import Wordings, written
from edgebharo.forms import rules
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules.branches import open_fields
from edgebharo.hindi.normalize import normalize
from edgebharo.ports import Llm
from edgebharo.runtime.brain import Brain, same_value
from edgebharo.runtime.callers import Caller
from edgebharo.runtime.report import machine_name
from edgebharo.runtime.timeline import percentile
from edgebharo.types import (
    Answer,
    Answers,
    Close,
    Confirm,
    Decision,
    Extraction,
    Handoff,
    Step,
    Transcript,
    Value,
    never_cancelled,
)
from edgebharo.understand.extract import extract

USERS, CONDITIONS = 5, 4
PATHS: Mapping[str, tuple[str, ...]] = {
    "pregnant": ("yes", "no"),
    "linked": ("this", "other", "forgotten"),
    "whatsapp": ("this", "other", "forgotten", "unsure"),
    "aadhaar": ("told", "kept"),
}
QUICK_STEP = 40
"""Every so-manieth call where `quick`: 24 of them."""
MOST_TURNS = 60
DECLINING = ("skip", "dont_know", "refuse")


@dataclass
class CallOnPaper:
    """One call in text: the form as it stands, and what came of each turn so far."""

    loaded: LoadedForm
    caller: Caller
    llm: Llm | None
    speak: Callable[[Step], str] | None = None
    """What she says to a step; None: as a Brain does."""
    hear: Callable[[Step, str], Transcript] | None = None
    """What is heard of it; None: every word."""
    answers: Answers = field(default_factory=Answers)
    turns: list[dict[str, Json]] = field(default_factory=list)
    _texts: dict[str, str] = field(default_factory=dict)
    """By field, everything that was said in answer to it."""

    def hold(self) -> None:
        """Ask and answer until the form is closed."""
        speak = self.speak or partial(_spoken, Brain(self.caller))
        decision = rules.start(self.loaded, self.caller.caller_number)
        while not isinstance(decision.step, Close) and len(self.turns) < MOST_TURNS:
            decision = self._go_on(speak, decision)
        self.answers = decision.answers

    def _go_on(self, speak: Callable[[Step], str], decision: Decision) -> Decision:
        step, self.answers = decision.step, decision.answers
        if isinstance(step, Handoff):
            typed = self.caller.worker.get(step.field)
            return rules.worker_entry(self.loaded, self.answers, step.field, typed, TODAY)
        said = speak(step)
        heard = self.hear(step, said) if self.hear else Transcript(len(self.turns), normalize(said))
        return self._take_in(step, heard)

    def _take_in(self, step: Step, heard: Transcript) -> Decision:
        text = heard.text
        before = self.answers
        reading, wall_ms, cpu_ms = timed(
            lambda: extract(self.loaded, before, heard, TODAY, self.llm, never_cancelled)
        )
        asked = step.candidates[0].field if isinstance(step, Confirm) else before.asked or ""
        self._texts[asked] = f"{self._texts.get(asked, '')} {text}".strip()
        decision = rules.decide(self.loaded, before, reading, TODAY)
        self.turns.append(
            {
                "field": asked,
                "text": text,
                "right": self._is_right(step, reading),
                "invented": self._invented(before, decision, asked),
                "found": {item.field: _plain(item.value) for item in reading.candidates},
                "intent": reading.intent,
                "wall_ms": wall_ms,
                "cpu_ms": cpu_ms,
            }
        )
        return decision

    def _is_right(self, step: Step, reading: Extraction) -> bool:
        """Exactly what was meant: the value, the yes or no to a read-back, or that there is no answer.

        A place whose name several places bear must be asked for once more.
        """
        if isinstance(step, Confirm):
            meant = all(self._is_meant(item.field, item.value) for item in step.candidates)
            offered = ((item.field, item.value) for item in reading.candidates)
            return reading.affirmed is meant and all(self._is_meant(*item) for item in offered)
        meant_here = self.caller.answers[self.answers.asked or ""].value
        if meant_here is None:
            return not reading.candidates and reading.intent in DECLINING
        found = {item.field: item.value for item in reading.candidates}
        if reading.problem == "ambiguous_place":
            return not found and len(reading.hints) > 1
        return self.answers.asked in found and all(self._is_meant(*item) for item in found.items())

    def _is_meant(self, name: str, value: Value) -> bool:
        return same_value(value, self.caller.answers[name].value)

    def _invented(self, before: Answers, decision: Decision, asked: str) -> int:
        """Values that this turn wrote or holds and that nothing said about the field explains."""
        known = (before.caller_number or "", *_numbers(before))
        said = Said(self.loaded, (self._texts[asked],), known)
        held = {item.field: item.value for item in decision.answers.held if item.field in decision.held}
        new = {name: decision.answers.get(name).value for name in decision.written} | held
        confirmed = {item.field: item.value for item in before.held}
        return sum(
            value is not None
            and confirmed.get(name) != value
            and not has_evidence(self.loaded.form.field(name), value, said)
            for name, value in new.items()
        )


def _spoken(brain: Brain, step: Step) -> str:
    line = brain.answer(step)
    return line.text if line else ""


@dataclass(frozen=True)
class ExtractSuite:
    """The transcripts of all calls through EXTRACT and the rules."""

    loaded: LoadedForm
    open_llm: Callable[[], Llm | None]
    model: str = "as in the manifest"
    """Names the language model and all that its answers rest on."""
    wordings: Wordings | None = None
    """What the callers say; None: all wordings that are known."""

    name: str = "extract"
    targets: tuple[Target, ...] = (
        Target("turns_right", ">=", 0.998),
        Target("fields_right", ">=", 0.998),
        Target("invented", "<=", 0),
        Target("extract_median_ms", "<=", 250),
        Target("extract_p95_ms", "<=", 600),
    )
    columns: tuple[str, ...] = ("call", "status", "turns", "wrong")

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        """A case for each call; every fortieth where `quick`."""
        places = next(self.loaded.places(item) for item in self.loaded.form.fields if item.gazetteer)
        calls = tuple(_ways(seed))[:: QUICK_STEP if quick else 1]
        callers = draw_on_their_ways(calls, places, self.wordings or written())
        return tuple(Case(caller.id, caller.model_dump_json()) for caller in callers)

    def fingerprint(self) -> str:
        """Program, form, model and machine."""
        return f"{program_fingerprint()} {self.loaded.form.id} {self.model} {machine_name()}"

    def prepare(self, cases: Sequence[Case], progress: Progress) -> None:
        """Load the model, and hold one call: what is worked out once is not measured."""
        progress(0, 1)
        for case in cases[:1]:
            self.measure(case)
        progress(1, 1)

    def measure(self, case: Case) -> Row:
        """Read the transcript of one call."""
        caller = Caller.model_validate_json(case.content)
        call = CallOnPaper(self.loaded.consented(), caller, self._llm)
        call.hold()
        meant = meant_values(self.loaded, caller)
        got = {name: call.answers.get(name).value for name in (*meant, *call.answers.fields)}
        wrong = {
            name: [meant.get(name), value] for name, value in got.items() if not _same(meant, name, value)
        }
        return {
            "call": case.id,
            "status": call.answers.status,
            "turns": len(call.turns),
            "turns_right": sum(bool(turn["right"]) for turn in call.turns),
            "fields": len(meant),
            "fields_right": len(meant) - len(wrong.keys() & meant.keys()),
            "wrong": {name: [_plain(one) for one in pair] for name, pair in wrong.items()},
            "invented": sum(cast("int", turn["invented"]) for turn in call.turns),
            "misses": [turn for turn in call.turns if not turn["right"] or turn["invented"]],
            "cpu_ms": [turn["cpu_ms"] for turn in call.turns],
            "wall_ms": [turn["wall_ms"] for turn in call.turns],
        }

    def metrics(self, rows: Sequence[Row]) -> dict[str, float | None]:
        """Shares (0..1) of turns, fields and forms, values without evidence, processor milliseconds."""

        def total(key: str) -> int:
            return sum(cast("int", row[key]) for row in rows)

        forms = [row["fields"] == row["fields_right"] and not row["wrong"] for row in rows]
        return {
            "turns_right": _share(total("turns_right"), total("turns")),
            "fields_right": _share(total("fields_right"), total("fields")),
            "forms_right": _share(sum(forms), len(rows)),
            "complete": _share(sum(row["status"] == "complete" for row in rows), len(rows)),
            "invented": total("invented"),
            "extract_median_ms": _percentile(rows, "cpu_ms", 0.5),
            "extract_p95_ms": _percentile(rows, "cpu_ms", 0.95),
            "extract_wall_median_ms": _percentile(rows, "wall_ms", 0.5),
            "extract_wall_p95_ms": _percentile(rows, "wall_ms", 0.95),
            "calls": len(rows),
            "turns": total("turns"),
        }

    @cached_property
    def _llm(self) -> Llm | None:
        return self.open_llm()


def _ways(seed: int) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The name of each call and its way through the form."""
    for condition, user, paths in product(range(CONDITIONS), range(USERS), product(*PATHS.values())):
        way = dict(zip(PATHS, paths, strict=True))
        yield f"{seed}/{condition + 1}/user-{user + 1}/{'-'.join(paths)}", way


def meant_values(loaded: LoadedForm, caller: Caller) -> dict[str, Value]:
    """What the form should hold: her values of the questions on her way."""
    on_her_way = {
        name: Answer("skipped") if said.value is None else Answer("answered", said.value)
        for name, said in caller.answers.items()
    }
    names = (item.name for item in open_fields(loaded.form, on_her_way))
    values = {name: caller.answers[name].value for name in names if name in caller.answers}
    return {name: value for name, value in values.items() if value is not None}


def _same(meant: Mapping[str, Value], name: str, value: Value | None) -> bool:
    return same_value(value, meant.get(name))


def _numbers(before: Answers) -> Iterator[str]:
    for value in (*(item.value for item in before.held), *(item.value for item in before.fields.values())):
        if isinstance(value, str) and value.isascii() and value.isdigit():
            yield value


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 5) if whole else None


def _percentile(rows: Sequence[Row], key: str, part: float) -> float | None:
    figures = [cast("float", value) for row in rows for value in cast("list[Json]", row[key])]
    found = percentile([round(100 * value) for value in figures], part)
    return None if found is None else found / 100


def _plain(value: Value | None) -> Json:
    return list(value) if isinstance(value, tuple) else cast("Json", value)


def misses(rows: Sequence[Row]) -> list[str]:
    """A line on each turn that was not read as it was meant."""
    found = (cast("dict[str, Json]", turn) for row in rows for turn in cast("list[Json]", row["misses"]))
    return [
        f"wrong: {turn['field']}: {turn['text']} → {json.dumps(turn['found'], ensure_ascii=False)}, "
        f"intent {turn['intent']}"
        for turn in found
    ]
