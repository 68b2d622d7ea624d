"""`bench understand`: a table of utterances through EXTRACT and the rules, by rules, by the model, by both.

`rules`: no language model. `model`: the language model reads all that it can, without the rules' reading;
grounding still comes last. `both`: as calls do it, the model where the rules are unsure.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Literal, TypeAlias, cast, get_args

from edgebharo.bench.evidence import Said, has_evidence
from edgebharo.bench.fingerprint import program_fingerprint
from edgebharo.bench.outcomes import intent_right, outcome, values_right, wrong_flags
from edgebharo.bench.suite import Case, Json, Progress, Row, Target
from edgebharo.bench.timing import grammar_cost, timed
from edgebharo.bench.utterances import TODAY, Utterance, answers_before
from edgebharo.errors import ConfigError
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide
from edgebharo.hindi.normalize import normalize
from edgebharo.ports import Llm
from edgebharo.runtime.report import machine_name
from edgebharo.runtime.timeline import percentile
from edgebharo.types import Answers, Decision, Extraction, Transcript, Value, never_cancelled
from edgebharo.understand.by_model import extract_by_model
from edgebharo.understand.extract import extract

Mode: TypeAlias = Literal["rules", "model", "both"]
MODES: tuple[Mode, ...] = get_args(Mode)
QUICK = 20
GRAMMAR_COST = "grammar cost"
"""The case that measures the language model itself."""


@dataclass(frozen=True)
class UnderstandSuite:
    """Utterances with what they mean, read in one or all modes."""

    loaded: LoadedForm
    utterances: tuple[Utterance, ...]
    modes: tuple[Mode, ...]
    """The last one's figures are the benchmark's."""
    open_llm: Callable[[], Llm | None]
    today: date = TODAY
    model: str = "as in the manifest"
    """Names the language model and all that its answers rest on."""

    name: str = "understand"
    targets: tuple[Target, ...] = (
        Target("values_right", ">=", 1.0),
        Target("intents_right", ">=", 1.0),
        Target("invented", "<=", 0),
        Target("extract_median_ms", "<=", 250),
        Target("extract_p95_ms", "<=", 600),
    )
    columns: tuple[str, ...] = ("id", "mode", "values", "intent", "flags")

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        """A case for each utterance and mode; where `quick`, twenty utterances, the seed tells which."""
        step = max(1, -(-len(self.utterances) // QUICK)) if quick else 1
        chosen = self.utterances[seed % step :: step]
        found = [Case(f"{item.id} {mode}", _content(item, mode)) for mode in self.modes for item in chosen]
        return (*found, *(() if self.modes == ("rules",) else (Case(GRAMMAR_COST, GRAMMAR_COST),)))

    def fingerprint(self) -> str:
        """Program, form, model, day and machine."""
        input_ = f"{self.loaded.form.id} {self.model} {self.today.isoformat()}"
        return f"{program_fingerprint()} {input_} {machine_name()}"

    def prepare(self, cases: Sequence[Case], progress: Progress) -> None:
        """Load the model, and read an utterance in each mode: what is worked out once is not measured.

        Raises:
            ConfigError: a mode needs the language model and this device has none.
        """
        progress(0, 1)
        for mode in self.modes if cases else ():
            self._read(self.utterances[0], mode)
        progress(1, 1)

    def measure(self, case: Case) -> Row:
        """Read one utterance in one mode."""
        if case.content == GRAMMAR_COST:
            return {"id": GRAMMAR_COST, "mode": "", **grammar_cost(self._model)}
        order = json.loads(case.content)
        utterance = next(item for item in self.utterances if item.id == order["id"])
        before = self._before(utterance)
        reading, wall_ms, cpu_ms = timed(lambda: self._extract(utterance.text, before, order["mode"]))
        decision = decide(self.loaded, before, reading, self.today)
        return {
            "id": utterance.id,
            "mode": order["mode"],
            "wall_ms": wall_ms,
            "cpu_ms": cpu_ms,
            **self._judged(utterance, before, reading, decision),
        }

    def metrics(self, rows: Sequence[Row]) -> dict[str, float | None]:
        """Shares of the utterances (0..1), values without evidence, and milliseconds of EXTRACT.

        `extract_…` is processor time, which other work on the machine hardly lengthens; the model computes
        on one thread beside the sound. `…_wall_…` is what went by.
        """
        found = self.ablation(rows)[self.modes[-1]]
        cost = next((row for row in rows if row["id"] == GRAMMAR_COST), {})
        return found | {
            key: cast("float | None", cost.get(key))
            for key in ("free_ms_per_token", "grammar_ms_per_token", "choice_ms", "prompt_ms")
            if cost
        }

    def ablation(self, rows: Sequence[Row]) -> dict[Mode, dict[str, float | None]]:
        """The figures of every mode."""
        return {mode: _figures([row for row in rows if row["mode"] == mode]) for mode in self.modes}

    def groups(self, rows: Sequence[Row], key: Literal["field", "difficulty"]) -> dict[str, Counter[str]]:
        """Per field or difficulty of the last mode: how many utterances, and how many are right in what."""
        found: dict[str, Counter[str]] = {}
        for row in rows:
            if row["mode"] == self.modes[-1]:
                counts = found.setdefault(str(row[key]) or "–", Counter())
                counts["utterances"] += 1
                counts.update(name for name in ("values", "intent", "flags") if row[name])
        return dict(sorted(found.items()))

    def details(self, rows: Sequence[Row]) -> dict[str, object]:
        """What stands behind the metrics: the day, the three modes, fields, difficulties, and each miss."""
        return {
            "today": self.today.isoformat(),
            "modes": self.ablation(rows),
            "fields": {name: dict(counts) for name, counts in self.groups(rows, "field").items()},
            "difficulties": {name: dict(counts) for name, counts in self.groups(rows, "difficulty").items()},
            "misses": [dict(row) for row in self.misses(rows)],
        }

    def misses(self, rows: Sequence[Row]) -> list[Row]:
        """The utterances that the last mode did not get right in everything."""
        own = (row for row in rows if row["mode"] == self.modes[-1])
        return [row for row in own if not (row["values"] and row["intent"] and row["flags"])]

    @cached_property
    def _llm(self) -> Llm | None:
        return self.open_llm()

    @property
    def _model(self) -> Llm:
        if self._llm is None:
            raise ConfigError(
                "the modes model and both need the language model, which is not available here; "
                "install it (make llm), or choose --mode rules"
            )
        return self._llm

    def _before(self, utterance: Utterance) -> Answers:
        before = answers_before(self.loaded, utterance)
        if not utterance.continues:
            return before
        first = self._extract(utterance.continues, before, "rules")
        return decide(self.loaded, before, first, self.today).answers

    def _read(self, utterance: Utterance, mode: Mode) -> Extraction:
        return self._extract(utterance.text, self._before(utterance), mode)

    def _extract(self, text: str, before: Answers, mode: Mode) -> Extraction:
        heard = Transcript(0, normalize(text))
        if mode == "model":
            return extract_by_model(self.loaded, before, heard, self.today, self._model, never_cancelled)
        llm = self._model if mode == "both" else None
        return extract(self.loaded, before, heard, self.today, llm, never_cancelled)

    def _judged(
        self, utterance: Utterance, before: Answers, reading: Extraction, decision: Decision
    ) -> dict[str, Json]:
        found = outcome(decision)
        wrong = wrong_flags(utterance, reading, decision)
        said = Said(self.loaded, (utterance.continues, utterance.text), _known(before))
        return {
            "field": utterance.field,
            "difficulty": utterance.difficulty,
            "values": values_right(utterance, decision),
            "intent": intent_right(utterance, reading),
            "flags": not wrong,
            "invented": sum(
                not has_evidence(self.loaded.form.field(name), value, said) for name, value in found.items()
            ),
            "by_model": any(item.source == "model" for item in reading.candidates),
            "text": utterance.text,
            "expected": _plain(utterance.values),
            "found": _plain(found),
            "intended": reading.intent,
            "wrong_flags": cast("list[Json]", wrong),
        }


def _content(utterance: Utterance, mode: Mode) -> str:
    order = {
        **vars(utterance),
        "mode": mode,
        "values": dict(utterance.values),
        "state": dict(utterance.state),
    }
    return json.dumps(order | {"flags": sorted(utterance.flags)}, ensure_ascii=False)


def _known(before: Answers) -> tuple[str, ...]:
    """The numbers that stand in the form or were typed by the worker."""
    values = (*(answer.value for answer in before.fields.values()), *(item.value for item in before.held))
    known = (value for value in (*values, before.caller_number) if isinstance(value, str))
    return tuple(value for value in known if value.isascii() and value.isdigit())


def _figures(rows: Sequence[Row]) -> dict[str, float | None]:
    def share(key: str) -> float | None:
        return round(sum(bool(row[key]) for row in rows) / len(rows), 4) if rows else None

    def ms(key: str, part: float) -> float | None:
        """The percentile `part` (0..1), in hundredths of a millisecond on the way."""
        found = percentile([round(100 * cast("float", row[key])) for row in rows], part)
        return None if found is None else found / 100

    return {
        "values_right": share("values"),
        "intents_right": share("intent"),
        "flags_right": share("flags"),
        "invented": sum(cast("int", row["invented"]) for row in rows),
        "extract_median_ms": ms("cpu_ms", 0.5),
        "extract_p95_ms": ms("cpu_ms", 0.95),
        "extract_wall_median_ms": ms("wall_ms", 0.5),
        "extract_wall_p95_ms": ms("wall_ms", 0.95),
        "by_model": share("by_model"),
        "utterances": len(rows),
    }


def _plain(values: Mapping[str, Value]) -> dict[str, Json]:
    return {
        name: list(value) if isinstance(value, tuple) else cast("Json", value)
        for name, value in values.items()
    }
