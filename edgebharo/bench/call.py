"""`bench call`: whole spoken calls with drawn callers, from the first sound to the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import cast

from edgebharo.bench.callers import FORM, TODAY, draw_callers
from edgebharo.bench.fingerprint import program_fingerprint
from edgebharo.bench.suite import Case, Json, Progress, Row, Target
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules.branches import open_fields
from edgebharo.forms.schema import Form
from edgebharo.runtime.app import build, open_voice, warm
from edgebharo.runtime.brain import same_value
from edgebharo.runtime.callers import Caller
from edgebharo.runtime.config import Settings
from edgebharo.runtime.report import CallReport, machine_name
from edgebharo.runtime.simulate import simulate
from edgebharo.runtime.timeline import percentile
from edgebharo.types import Answer
from edgebharo.understand.readers import is_open_text

CALLERS, QUICK_CALLERS = 20, 3


@dataclass(frozen=True)
class CallSuite:
    """Implements Suite."""

    settings: Settings
    name: str = "call"
    targets: tuple[Target, ...] = (
        Target("latency_median_ms", "<=", 1000),
        Target("latency_p95_ms", "<=", 1800),
        Target("rss_mb", "<=", 1200),
        Target("cold_start_s", "<=", 10),
        Target("fields_right", ">=", 1.0),
    )
    columns: tuple[str, ...] = (
        "status",
        "right",
        "of",
        "wrong",
        "names",
        "median_ms",
        "p95_ms",
        "call_s",
        "turns",
    )

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        """Twenty drawn callers; three where `quick`."""
        loaded = load_form(find_form(FORM))
        places = loaded.places(loaded.form.field("district"))
        callers = draw_callers(seed, QUICK_CALLERS if quick else CALLERS, places)
        return tuple(Case(caller.id, caller.model_dump_json()) for caller in callers)

    def fingerprint(self) -> str:
        """Program, forms, models, settings and machine."""
        settings = self.settings.model_copy(update={"store": None}).model_dump_json()
        return f"{program_fingerprint()} {settings} {machine_name()}"

    def prepare(self, cases: Sequence[Case], progress: Progress) -> None:
        """Render the agent's fixed prompts, as set-up does, and what the callers will most likely say.

        A caller who must say more loads her voice into the measured process: its memory is then overstated,
        never understated.
        """
        callers = [Caller.model_validate_json(case.content) for case in cases]
        lines = [likely_lines(caller) for caller in callers]
        spoken = sum(map(len, lines))
        done = warm(self.settings, lambda done, fixed: progress(done, fixed + spoken))
        total = done + spoken
        for caller, own in zip(callers, lines, strict=True):
            voice = open_voice(self.settings, caller.voice, caller.speed)
            voice.warm(own, _part_of(progress, done, total))
            done += len(own)

    def measure(self, case: Case) -> Row:
        """Hold one call; its record goes to a folder that is deleted afterwards."""
        caller = Caller.model_validate_json(case.content)
        with TemporaryDirectory(prefix="edgebharo-bench-") as folder:
            store = Path(folder) / "records.sqlite"
            app = build(self.settings.model_copy(update={"store": store}), today=TODAY)
            return call_row(app.parts.loaded, caller, simulate(app, caller).report)

    def metrics(self, rows: Sequence[Row]) -> dict[str, float | None]:
        """Latencies are pooled over all turns of all calls; `fields_right` over all closed fields."""
        latencies = [cast("int", value) for row in rows for value in cast("list[Json]", row["latencies_ms"])]
        names = [
            cast("float", value) for row in rows for value in cast("dict[str, Json]", row["names"]).values()
        ]
        right, of = (sum(cast("int", row[key]) for row in rows) for key in ("right", "of"))
        starts = [cast("float", row["cold_start_s"]) for row in rows]
        return {
            "latency_median_ms": percentile(latencies, 0.5),
            "latency_p95_ms": percentile(latencies, 0.95),
            "rss_mb": max((cast("float", row["rss_mb"]) for row in rows), default=None),
            "cold_start_s": round(median(starts), 2) if starts else None,
            "cold_start_max_s": max(starts, default=None),
            "fields_right": round(right / of, 4) if of else None,
            "forms_right": _share([row["right"] == row["of"] for row in rows]),
            "complete": _share([row["status"] == "complete" for row in rows]),
            "names_similarity": round(sum(names) / len(names), 4) if names else None,
            "calls": len(rows),
        }


def _share(flags: Sequence[bool]) -> float | None:
    return round(sum(flags) / len(flags), 4) if flags else None


def _part_of(progress: Progress, before: int, total: int) -> Progress:
    return lambda done, _own: progress(before + done, total)


def likely_lines(caller: Caller, form: Form | None = None) -> tuple[str, ...]:
    """Her first answer to every question on her way, and her words for the first read-backs."""
    form = form or load_form(find_form(FORM)).form
    first = [caller.answers[field.name].say[0] for field in open_fields(form, _meant_answers(caller))]
    return tuple(dict.fromkeys((*caller.consent[:1], *first, *caller.yes[:3], *caller.no[:1])))


def call_row(loaded: LoadedForm, caller: Caller, report: CallReport) -> Row:
    """What a call came to.

    Held against the way through the form that the caller meant, not the one that the agent took: a value
    in a field that she never meant to answer is wrong, and so is a missing one in a field that she did.
    """
    meant = {field.name for field in open_fields(loaded.form, _meant_answers(caller))}
    right, wrong, names = 0, {}, {}
    for name, field in report.fields.items():
        answer = caller.answers.get(name)
        expected = answer.value if answer is not None and name in meant else None
        if is_open_text(loaded.form.field(name)):
            if expected is not None:
                names[name] = field.similarity or 0.0
        elif same_value(field.value, expected):
            right += name in meant
        else:
            wrong[name] = [_plain(expected), _plain(field.value)]
    return {
        "caller": caller.id,
        "status": report.status,
        "right": right,
        "of": right + len(wrong),
        "wrong": cast("Json", wrong),
        "names": cast("Json", names),
        "latencies_ms": [turn.latency_ms for turn in report.turns if turn.latency_ms is not None],
        "median_ms": report.latency_median_ms,
        "p95_ms": report.latency_p95_ms,
        "call_s": report.call_s,
        "turns": len(report.turns),
        "cold_start_s": report.cold_start_s,
        "rss_mb": report.rss_mb,
        "notes": list(report.notes),
        "heard": [
            {"heard": turn.heard, "latency_ms": turn.latency_ms, "compute_ms": dict(turn.compute_ms)}
            for turn in report.turns
        ],
    }


def _meant_answers(caller: Caller) -> Mapping[str, Answer]:
    return {
        name: Answer("skipped") if said.value is None else Answer("answered", said.value)
        for name, said in caller.answers.items()
    }


def _plain(value: object) -> Json:
    return list(value) if isinstance(value, tuple) else cast("Json", value)
