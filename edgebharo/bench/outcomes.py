"""Holds what a turn came to against what a table of utterances expects of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from edgebharo.bench.utterances import Utterance
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import same_name
from edgebharo.types import Close, Decision, Extraction, Handoff, Intent, Value

HEAD_NOUNS = frozenset(normalize("आंगनवाड़ी केंद्र सेंटर").split())
"""May stand beside an institution's name or be missing."""

WISHES: Mapping[str, frozenset[Intent]] = MappingProxyType(
    {
        "repeat": frozenset({"repeat"}),
        "wait": frozenset({"wait"}),
        "explain": frozenset({"explain"}),
        "dont_know": frozenset({"dont_know"}),
        "refuse": frozenset({"refuse"}),
        "end_session": frozenset({"stop"}),
        "not_available": frozenset({"skip", "answer"}),
    }
)
"""The intent that a flag names. What does not exist may be a plain no as well, which is marked besides."""
ANSWERING: frozenset[Intent] = frozenset({"answer", "correct", "none"})


def outcome(decision: Decision) -> dict[str, Value]:
    """Values that this turn wrote or holds."""
    written = {name: decision.answers.get(name).value for name in decision.written}
    held = {candidate.field: candidate.value for candidate in decision.answers.held}
    return {name: value for name, value in (written | held).items() if value is not None}


def equal(found: Value, expected: Value) -> bool:
    """True for the same value; names may be spelled another way, and stand with or without a head noun."""
    if not isinstance(found, str) or not isinstance(expected, str):
        return found == expected and isinstance(found, bool) == isinstance(expected, bool)
    bare = " ".join(word for word in normalize(found).split() if word not in HEAD_NOUNS)
    return bare == normalize(expected) or (bool(bare) and same_name(bare, expected))


def values_right(utterance: Utterance, decision: Decision) -> bool:
    """True where exactly the expected values were written or held."""
    found = outcome(decision)
    return set(found) == set(utterance.values) and all(
        equal(found[name], value) for name, value in utterance.values.items()
    )


def intent_right(utterance: Utterance, extraction: Extraction) -> bool:
    """True where the caller's wish was understood, or that she had none but to answer or to correct."""
    if "correction" in utterance.flags and not is_correction(extraction):
        return False
    wishes = [WISHES[flag] for flag in sorted(utterance.flags) if flag in WISHES]
    if not wishes:
        wishing = "skip" in utterance.flags
        return extraction.intent in (("skip", "dont_know", "refuse") if wishing else ANSWERING)
    return any(extraction.intent in intents for intents in wishes)


def is_correction(extraction: Extraction) -> bool:
    """True where the caller takes something back."""
    return extraction.intent == "correct" or any(item.correction for item in extraction.candidates)


def wrong_flags(utterance: Utterance, extraction: Extraction, decision: Decision) -> list[str]:
    """The expected flags that do not hold."""
    return [
        flag
        for flag in sorted(utterance.flags)
        if flag in CHECKS and not CHECKS[flag](utterance, extraction, decision)
    ]


Check = Callable[[Utterance, Extraction, Decision], bool]


def _is_asked_again(utterance: Utterance, _extraction: Extraction, decision: Decision) -> bool:
    return decision.retry_used or "no_retry_cost" in utterance.flags


def _is_partial(_utterance: Utterance, extraction: Extraction, decision: Decision) -> bool:
    return bool(extraction.partial) and decision.answers.partial == extraction.partial


def _ends(_utterance: Utterance, _extraction: Extraction, decision: Decision) -> bool:
    return isinstance(decision.step, Close) and decision.step.status == "withdrawn"


def _intends(intent: Intent) -> Check:
    return lambda _utterance, extraction, _decision: extraction.intent == intent


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "ok": lambda case, _extraction, decision: not set(decision.held) & set(case.values),
        "confirm": lambda case, _extraction, decision: bool(set(decision.held) & set(case.values)),
        "correction": lambda _case, extraction, _decision: is_correction(extraction),
        "multi": lambda case, _extraction, decision: len(case.values) > 1 and len(outcome(decision)) > 1,
        "retry": _is_asked_again,
        "clarify": _is_asked_again,
        "wrong_field": _is_asked_again,
        "partial": _is_partial,
        "no_retry_cost": lambda case, _extraction, decision: (
            not decision.retry_used or "ignore" in case.flags
        ),
        "dont_know": _intends("dont_know"),
        "refuse": _intends("refuse"),
        "repeat": _intends("repeat"),
        "wait": _intends("wait"),
        "explain": _intends("explain"),
        "not_available": lambda _case, extraction, _decision: extraction.not_available,
        "skip": lambda case, _extraction, decision: case.field in decision.skipped,
        "skip_child": lambda _case, _extraction, decision: "whatsapp_number" in decision.skipped,
        "handoff": lambda _case, _extraction, decision: isinstance(decision.step, Handoff),
        "end_session": _ends,
        "branch_change": lambda _case, extraction, _decision: any(
            item.field == "pregnant" for item in extraction.candidates
        ),
        "affirmed": lambda _case, extraction, _decision: extraction.affirmed is True,
        "denied": lambda _case, extraction, _decision: extraction.affirmed is False,
    }
)
"""How each flag shows. Missing ones (`policy`, `ignore`, `privacy_drop`) show in the values."""
