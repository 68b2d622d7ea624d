"""`bench reply`: every question of the forms in every step, odd calls, and the language model's rewordings.

The unit test of REPLY. Each reply is held against the checks of `checks`; nothing here hears or speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from edgebharo.bench.fingerprint import program_fingerprint
from edgebharo.bench.replies.checks import ReplyChecks
from edgebharo.bench.replies.faults import ENDINGS, KINDS, Fault
from edgebharo.bench.replies.steps import Steps, Worded, step_reason
from edgebharo.bench.replies.walks import Walk
from edgebharo.bench.suite import Case, Json, Progress, Row, Target
from edgebharo.errors import ConfigError
from edgebharo.forms.loaded import LoadedForm
from edgebharo.ports import Llm
from edgebharo.reply.rephrase import MAX_TOKENS, PROMPT, REWORDED_REASONS, rephrase
from edgebharo.types import Ask, Repair, Value, never_cancelled

WALKS, QUICK_WALKS = 300, 20
QUICK_REWORDED = 6

Groups = dict[str, list[Row]]


@dataclass(frozen=True)
class ReplySuite:
    """Implements Suite."""

    forms: tuple[LoadedForm, ...]
    open_llm: Callable[[], Llm | None] | None = None
    """The language model for rewordings; None: it is off."""
    walks: int = WALKS
    name: str = "reply"
    targets: tuple[Target, ...] = (
        Target("reply_accuracy", ">=", 1.0),
        Target("reply_accuracy_end", ">=", 1.0),
    )
    columns: tuple[str, ...] = ("case", "replies", "wrong")

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        """A case for each step, for each odd call, and for each question to be reworded."""
        walks = QUICK_WALKS if quick else self.walks
        found: list[Case] = []
        for loaded in self.forms:
            form, steps = loaded.form.id, self._steps[loaded.form.id]
            found += (_case("step", form, key) for key in steps)
            found += (_case("walk", form, f"{seed}/{number}") for number in range(walks))
            if self.open_llm is not None:
                wanted = [key for key, item in steps.items() if _is_reworded(item)]
                found += (
                    _case("reworded", form, key) for key in (wanted[:QUICK_REWORDED] if quick else wanted)
                )
        return tuple(found)

    def fingerprint(self) -> str:
        """Program and forms."""
        return " ".join((program_fingerprint(), *(loaded.form.sha256 for loaded in self.forms)))

    def prepare(self, cases: Sequence[Case], progress: Progress) -> None:
        """Load the language model, where it is wanted."""
        progress(0, 1)
        if any(case.id.startswith("reworded") for case in cases):
            _ = self._llm
        progress(1, 1)

    def measure(self, case: Case) -> Row:
        """Word one decision, or all of one call, and check the words."""
        kind, form, key = case.content.split("\t")
        loaded = self._loaded[form]
        if kind == "walk":
            turns = Walk(loaded, self._samples[form], key).turns()
            return _row(case, [self._judged(loaded, item) for item in turns])
        item = self._steps[form][key]
        if kind == "step":
            return _row(case, [self._judged(loaded, item)])
        return self._reworded(case, loaded, item)

    def metrics(self, rows: Sequence[Row]) -> dict[str, float | None]:
        """Shares of replies (0..1) without a fault, and how many there were.

        `reply_accuracy`: without any; `…_words` and `…_end`: without one in the words, or in when the call
        ends, which the published benchmark counts apart. `reworded`: replies that the language model worded.
        `model_alone`: what it says where nobody checks it.
        """
        groups: Groups = {"step": [], "walk": [], "reworded": []}
        for row in rows:
            groups[str(row["kind"])].append(row)
        spoken = [*groups["step"], *groups["walk"], *groups["reworded"]]
        reworded = groups["reworded"]
        wanted, reached = _all_seen(groups["step"]), _all_seen(groups["walk"])
        return {
            "reply_accuracy": _accuracy(spoken, "wrong"),
            "reply_accuracy_words": _accuracy(spoken, "wrong_words"),
            "reply_accuracy_end": _accuracy(spoken, "wrong_end"),
            "reply_accuracy_steps": _accuracy(groups["step"], "wrong"),
            "reply_accuracy_walks": _accuracy(groups["walk"], "wrong"),
            "reply_accuracy_reworded": _accuracy([row for row in reworded if row["by_model"]], "wrong"),
            "reworded": _share(sum(bool(row["by_model"]) for row in reworded), len(reworded)),
            "model_alone": _share(sum(bool(row["model_alone"]) for row in reworded), len(reworded)),
            "replies": _total(spoken, "replies"),
            "steps": len(wanted),
            "steps_reached": len(wanted & reached),
        }

    def kinds(self, rows: Sequence[Row]) -> dict[str, int]:
        """How often each fault was found."""
        faults = [str(fault["kind"]) for row in rows for fault in faults_of(row)]
        return {kind: faults.count(kind) for kind in KINDS}

    def details(self, rows: Sequence[Row]) -> dict[str, object]:
        """How often each fault was found."""
        return {"faults": self.kinds(rows)}

    @cached_property
    def _loaded(self) -> Mapping[str, LoadedForm]:
        return {loaded.form.id: loaded for loaded in self.forms}

    @cached_property
    def _samples(self) -> Mapping[str, Mapping[str, Value]]:
        return {loaded.form.id: Steps(loaded).samples for loaded in self.forms}

    @cached_property
    def _steps(self) -> Mapping[str, Mapping[str, Worded]]:
        return {loaded.form.id: {item.id: item for item in Steps(loaded).all()} for loaded in self.forms}

    @cached_property
    def _checks(self) -> Mapping[str, ReplyChecks]:
        return {loaded.form.id: ReplyChecks(loaded.form) for loaded in self.forms}

    @cached_property
    def _llm(self) -> Llm:
        llm = self.open_llm() if self.open_llm is not None else None
        if llm is None:
            raise ConfigError(
                "the language model is not available; install it (make llm), or choose --llm off"
            )
        return llm

    def _judged(self, loaded: LoadedForm, item: Worded) -> dict[str, Json]:
        return self._with_faults(loaded, item, item.reply(loaded).lines)

    def _with_faults(self, loaded: LoadedForm, item: Worded, lines: Sequence[str]) -> dict[str, Json]:
        faults = self._checks[loaded.form.id].check(item.decision, lines, item.heard)
        return {
            "seen": cast("list[Json]", [" ".join(seen) for seen in _seen(item)]),
            "faults": [_plain(item, fault, lines) for fault in faults],
        }

    def _reworded(self, case: Case, loaded: LoadedForm, item: Worded) -> Row:
        plain = item.reply(loaded)
        reply = rephrase(self._llm, plain, item.decision, loaded, never_cancelled)
        prompt = PROMPT.format(question=plain.lines[-1])
        alone = self._llm.complete(prompt, never_cancelled, max_tokens=MAX_TOKENS, stop=("\n",)).strip()
        found = self._with_faults(loaded, item, (*plain.lines[:-1], alone))
        by_model = reply.source == "model"
        judged = self._with_faults(loaded, item, reply.lines)
        return {**_row(case, [judged]), "by_model": by_model, "model_alone": not found["faults"]}


def _case(kind: str, form: str, key: str) -> Case:
    return Case(f"{kind} {form} {key}", f"{kind}\t{form}\t{key}")


def _is_reworded(item: Worded) -> bool:
    step = item.decision.step
    return isinstance(step, Repair) or (isinstance(step, Ask) and step.reason in REWORDED_REASONS)


def _seen(item: Worded) -> Iterator[tuple[str, str, str]]:
    """What this reply words: field, step and reason, and each field that is left out."""
    if item.reason != "skipped":
        yield item.field, item.step, step_reason(item.decision.step)
    for name in item.decision.skipped:
        yield name, item.step, "skipped"


def _all_seen(rows: Sequence[Row]) -> set[Json]:
    return {seen for row in rows for seen in cast("list[str]", row["seen"])}


def _plain(item: Worded, fault: Fault, lines: Sequence[str]) -> dict[str, Json]:
    return {
        "kind": fault.kind,
        "why": fault.why,
        "field": item.field,
        "step": item.step,
        "reason": item.reason,
        "said": " / ".join(lines),
    }


def _row(case: Case, judged: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    each = [{str(fault["kind"]) for fault in faults_of(item)} for item in judged]
    seen = sorted({str(name) for item in judged for name in cast("list[Json]", item["seen"])})
    return {
        "case": case.id,
        "kind": case.id.split(" ", 1)[0],
        "replies": len(judged),
        "wrong": sum(bool(kinds) for kinds in each),
        "wrong_words": sum(bool(kinds - ENDINGS) for kinds in each),
        "wrong_end": sum(bool(kinds & ENDINGS) for kinds in each),
        "seen": cast("list[Json]", seen),
        "faults": [cast("Json", fault) for item in judged for fault in faults_of(item)],
        "by_model": None,
        "model_alone": None,
    }


def faults_of(row: Mapping[str, Json]) -> list[dict[str, Json]]:
    """The faults of a row."""
    return cast("list[dict[str, Json]]", row["faults"])


def _total(rows: Sequence[Row], key: str) -> int:
    return sum(cast("int", row[key]) for row in rows)


def _accuracy(rows: Sequence[Row], key: str) -> float | None:
    replies = _total(rows, "replies")
    return _share(replies - _total(rows, key), replies)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 5) if whole else None
