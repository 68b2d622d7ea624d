"""The question before every other: may her answers be kept? Only a clear yes lets the call go on.

A no, words that say neither, and silence all end it as `withdrawn`, so that nothing but the fact stays. The
worker cannot answer it, and what else is said in the same breath is not taken: it is asked for afterwards.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from edgebharo.forms.rules.draft import Draft
from edgebharo.forms.rules.giving_up import spend_patience
from edgebharo.forms.rules.next_step import advance
from edgebharo.forms.schema import CONSENT, Consent, Field
from edgebharo.types import Ask, AskReason, Close, Extraction, Step, Wait

Without: TypeAlias = Literal["consent_refused", "consent_unanswered"]
GIVEN = "consent_given"
"""The rules that fire when she has answered; the record keeps which."""

SURE = 0.5
"""A yes that the ear believes less likely than not (0..1) is asked for again."""


def question(draft: Draft) -> Step | None:
    """The first thing to ask; None where the form asks for no consent."""
    return None if draft.form.consent is None else Ask(CONSENT)


def is_asked(draft: Draft) -> bool:
    """True where the caller's words answer the consent question."""
    return draft.form.consent is not None and draft.before.asked == CONSENT


def answered(draft: Draft, extraction: Extraction) -> Step:
    """She said something."""
    asked = _consent(draft).field
    match _said(extraction):
        case True:
            draft.fire(GIVEN)
            return advance(draft)
        case False:
            return _end(draft, "consent_refused")
    if extraction.intent in ("stop", "refuse", "skip"):
        return _end(draft, "consent_refused")
    attempt = draft.retries.get(CONSENT, 0)
    if extraction.intent in ("wait", "repeat", "explain") and spend_patience(draft, asked):
        if extraction.intent == "wait":
            return Wait(CONSENT)
        return Ask(CONSENT, "explain" if extraction.intent == "explain" else "repeat", attempt)
    return _again(draft, asked, "retry")


def unheard(draft: Draft, count: int) -> Step:
    """She said nothing, for the `count`-th time in a row; the first time costs nothing."""
    asked = _consent(draft).field
    if count == 1 and spend_patience(draft, asked):
        return Ask(CONSENT, "silence", draft.retries.get(CONSENT, 0))
    return _again(draft, asked, "silence")


def _consent(draft: Draft) -> Consent:
    if draft.form.consent is None:
        raise AssertionError("only asked where the form has it")
    return draft.form.consent


def _said(extraction: Extraction) -> bool | None:
    """Her yes or no; None where it is neither, or not sure."""
    told = [item for item in extraction.candidates if item.field == CONSENT]
    values = {item.value for item in told}
    sure = all(item.confidence >= SURE and not item.doubtful for item in told)
    return next(iter(values)) is True if len(values) == 1 and sure else None


def _again(draft: Draft, asked: Field, reason: AskReason) -> Step:
    used = draft.retries.get(CONSENT, 0)
    if used >= asked.retries.max:
        return _end(draft, "consent_unanswered")
    draft.retries[CONSENT] = used + 1
    draft.retry_used = True
    return Ask(CONSENT, reason, used + 1)


def _end(draft: Draft, why: Without) -> Step:
    draft.status = "withdrawn"
    draft.fire(why)
    return Close("withdrawn")
