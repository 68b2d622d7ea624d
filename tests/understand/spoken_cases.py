"""Runs one utterance of a table through EXTRACT and the rules, against the shipped enrolment form."""

from __future__ import annotations

from pathlib import Path

from edgebharo.bench.outcomes import equal, outcome, wrong_flags
from edgebharo.bench.utterances import BEFORE, TODAY, Utterance, answers_before, read_utterances
from edgebharo.forms.load import load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Answers, Decision, Extraction, Transcript, never_cancelled
from edgebharo.understand.extract import extract

__all__ = ["BEFORE", "TODAY", "Utterance", "answers_before", "check", "load_cases", "outcome", "run"]


def load_cases(table: Path) -> dict[str, Utterance]:
    """Every row of a table by its id."""
    return {case.id: case for case in read_utterances(table, load_form("maternal-enrolment"))}


def run(loaded: LoadedForm, text: str, before: Answers) -> tuple[Extraction, Decision]:
    """Extract by rules alone, then decide."""
    transcript = Transcript(utterance_id=1, text=normalize(text))
    extraction = extract(loaded, before, transcript, TODAY, None, never_cancelled)
    return extraction, decide(loaded, before, extraction, TODAY)


def check(loaded: LoadedForm, case: Utterance) -> None:
    """Fail with what went wrong, in words."""
    before = answers_before(loaded, case)
    if case.continues:
        before = run(loaded, case.continues, before)[1].answers
    extraction, decision = run(loaded, case.text, before)
    found = outcome(decision)
    assert set(found) == set(case.values), f"fields {sorted(found)}: {found}"
    for name, value in case.values.items():
        assert equal(found[name], value), f"{name} is {found[name]!r}"
    wrong = wrong_flags(case, extraction, decision)
    assert not wrong, f"{wrong}: {extraction} -> {decision.step}, retry_used={decision.retry_used}"
