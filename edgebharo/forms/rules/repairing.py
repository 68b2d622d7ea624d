"""What follows a refused read-back: the next reading, or the same question in smaller pieces, or the worker.

Each round uses a retry, a read-back or patience of the field, so that all of it ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from types import MappingProxyType

from edgebharo.capture import NO_EVIDENCE, SPELT, Piece
from edgebharo.forms.expect import kind_of
from edgebharo.forms.rules import spelt_names
from edgebharo.forms.rules.draft import Draft, Refusal, RepairProblem
from edgebharo.forms.rules.giving_up import (
    declined,
    declines,
    free_turn,
    give_up,
    is_exhausted,
    miss,
    spend_patience,
)
from edgebharo.forms.rules.taking import hold, is_refused, usable
from edgebharo.forms.schema import Field
from edgebharo.hindi.date_pieces import DatePieces, part_of
from edgebharo.types import Ask, Candidate, Extraction, Repair, Step, Wait

OFFERED_FROM = 0.6
"""The next reading is proposed where it is likelier than all others together, by some way: a wrong proposal
costs as much as asking again, which brings a new hearing."""
GUESSED: Mapping[str, Piece] = MappingProxyType({"no-year": Piece("year"), "day-of-month": Piece("month")})
"""Readings in which one part was not said: after a no, that part is asked for."""
GROUPS: tuple[int, ...] = (5, 3, 2)
"""Digits asked for at a time, in the first round and the following ones."""
WHOLE, SHORT = 4, 2
"""So many digits are asked for again as one, at first; then in pairs."""


def refused(draft: Draft, field: Field, head: Candidate, extraction: Extraction, today: date) -> Step | None:
    """Go on after the caller said no to `head` and gave nothing that can be used instead."""
    wrong = extraction.wrong or GUESSED.get(head.reading)
    wrong = wrong if wrong is not None and _fits(field, wrong) else None
    if wrong is not None:
        draft.partial = _known_but(str(head.value), wrong)
        return _ask_for(draft, field, wrong)
    if kind_of(field) == "name" and head.reading == SPELT:
        return (
            None
            if spelt_names.offer_next(draft, field, head, today)
            else again(draft, field, "refused_value")
        )
    heard_twice = kind_of(field) == "name" and len(draft.refused.get(field.name, ())) > 1
    if not heard_twice and _offer_next(draft, field, head, today):
        return None
    return again(draft, field, "refused_value")


def _fits(field: Field, piece: Piece) -> bool:
    """True where a value of `field` has such a part."""
    return field.type == "date" if part_of(piece.kind) is not None else field.is_identifier


def again(draft: Draft, field: Field, problem: RepairProblem, *, hints: tuple[str, ...] = ()) -> Step | None:
    """Ask once more, in smaller pieces where the value has any. None where that was the last round.

    A name is spelled SPELLINGS times at most: what its letters did not bring is the worker's, once the last
    name heard was read back too.
    """
    if "spelling" in draft.history.get(field.name, ()):
        return _spelled_again(draft, field, problem, hints)
    step = miss(draft, field, problem=problem, hints=hints, action=field.unrepaired)
    piece = first_piece(field, draft.retries.get(field.name, 0))
    if piece is None or not isinstance(step, Repair):
        return step
    draft.note(field.name, "spelling" if piece.kind == "spelling" else "pieces")
    return replace(step, piece=piece)


def _spelled_again(draft: Draft, field: Field, problem: RepairProblem, hints: tuple[str, ...]) -> Step | None:
    """Ask for a name's letters once more, now with words, out of the form's patience; then the worker."""
    told = draft.history[field.name].count("spelling")
    if told < spelt_names.SPELLINGS and spend_patience(draft, field):
        draft.note(field.name, "spelling")
        attempt = draft.retries.get(field.name, 0)
        return Repair(field.name, problem, attempt, hints, piece=Piece("spelling", worded=True))
    if spelt_names.offer_heard(draft, field):
        return None
    draft.fire("exhausted", field.name)
    return give_up(draft, field, field.unrepaired, "retries", hints)


def first_piece(field: Field, attempt: int) -> Piece | None:
    """The piece that the `attempt`-th repair begins with; None for the whole value."""
    kind = kind_of(field)
    if kind == "digits" and field.digits is not None:
        return _group(field.digits, 0, attempt)
    if kind == "date":
        return Piece("day")
    return Piece("spelling") if kind == "name" else None


def _group(digits: int, start: int, attempt: int) -> Piece | None:
    """The next group of digits; None where the round asks for the whole number."""
    sizes = (digits, SHORT) if digits <= WHOLE else GROUPS
    size = sizes[min(max(attempt, 1), len(sizes)) - 1]
    return None if size >= digits else Piece("digits", start, _fitting(digits - start, size))


def _fitting(left: int, size: int) -> int:
    """`size` digits of those that are left; no single one stays behind."""
    return left if left <= size + 1 else size


def _ask_for(draft: Draft, field: Field, piece: Piece) -> Step | None:
    """Ask for the part that was called wrong; the rest is kept."""
    kept = draft.partial
    step = miss(draft, field, problem="refused_value", action=field.unrepaired)
    if isinstance(step, Repair):
        draft.partial = kept
        draft.note(field.name, "pieces")
        return replace(step, piece=piece)
    return step


def _known_but(value: str, piece: Piece) -> str:
    part = part_of(piece.kind)
    return DatePieces.without(value, part).text if part is not None else value[: piece.start]


# ---------------------------------------------------------------- the next reading


def _offer_next(draft: Draft, field: Field, head: Candidate, today: date) -> bool:
    """Hold the next reading of the same words, where it is likely enough. It is then read back."""
    known = head.evidence
    left = 1.0 - (known.share or 0.0)
    shares = tuple(min(1.0, share / left) if left > 0 else 0.0 for share in known.shares)
    for place, value in enumerate(known.alternatives):
        found = usable(draft, field, replace(head, value=value), today)
        if isinstance(found, Refusal) or is_refused(draft, found) or _is_fragment(head, found):
            continue
        if shares[place] < OFFERED_FROM:
            return False
        rest = slice(place + 1, None)
        evidence = replace(
            NO_EVIDENCE,
            snr_db=known.snr_db,
            share=shares[place],
            margin=shares[place] - max(shares[rest], default=0.0),
            alternatives=known.alternatives[rest],
            shares=shares[rest],
        )
        draft.note(field.name, "offered")
        hold(draft, replace(found, confidence=shares[place], doubtful=True, evidence=evidence))
        return True
    return False


def _is_fragment(head: Candidate, other: Candidate) -> bool:
    """True for text with fewer words than what was read back: half a name is no better guess."""
    texts = [item.value.split() for item in (other, head) if isinstance(item.value, str)]
    return len(texts) == 2 and len(texts[0]) < len(texts[1])


# ---------------------------------------------------------------- an answer to a piece


def piece_told(draft: Draft, field: Field, piece: Piece, extraction: Extraction) -> Step | None:
    """The turn after a piece was asked for brought no whole value."""
    attempt = draft.retries.get(field.name, 0)
    if extraction.intent == "wait":
        return free_turn(draft, field, Wait(field.name))
    if extraction.intent in ("repeat", "explain"):
        return free_turn(draft, field, Ask(field.name, "repeat", attempt, piece))
    if declines(extraction):
        return declined(draft, field, extraction)
    if extraction.affirmed is False and not extraction.partial:
        return _taken_back(draft, field, piece)
    if extraction.partial and extraction.partial != draft.partial:
        draft.partial = extraction.partial
        return free_turn(draft, field, Ask(field.name, "partial", attempt, _next_piece(draft, field, piece)))
    refusal = draft.refusals.get(field.name)
    if refusal is not None:
        return again(draft, field, refusal.problem)
    return _unclear(draft, field, piece, extraction)


def _next_piece(draft: Draft, field: Field, piece: Piece) -> Piece:
    part = part_of(piece.kind)
    if part is not None:
        return Piece(DatePieces.of(draft.partial).missing or part)
    start = len(draft.partial)
    if field.digits is None or start >= field.digits:
        return piece
    return Piece("digits", start, _fitting(field.digits - start, max(1, piece.count)))


def _taken_back(draft: Draft, field: Field, piece: Piece) -> Step | None:
    """A no: the last piece was heard wrong and is asked for again."""
    if part_of(piece.kind) is not None or not draft.partial:
        return _unclear(draft, field, piece, Extraction())
    start = max(0, len(draft.partial) - max(1, piece.count))
    draft.partial = draft.partial[:start]
    draft.note(field.name, "corrected")
    attempt = draft.retries.get(field.name, 0)
    return free_turn(
        draft, field, Ask(field.name, "repeat", attempt, Piece("digits", start, max(1, piece.count)))
    )


def _unclear(draft: Draft, field: Field, piece: Piece, extraction: Extraction) -> Step | None:
    """The same piece once more; it uses a retry, what is known stays.

    Letters are asked for with words then. Where no retry is left for them, the last name that was heard is
    read back.
    """
    if is_exhausted(draft, field) and spelt_names.offer_heard(draft, field):
        return None
    kept = draft.partial
    problem = extraction.problem or "unclear"
    step = miss(draft, field, problem=problem, hints=extraction.hints, action=field.unrepaired)
    if not isinstance(step, Repair):
        return step
    draft.partial = kept
    if piece.kind == "spelling":
        draft.note(field.name, "spelling")
        piece = replace(piece, worded=True)
    return replace(step, piece=piece)
