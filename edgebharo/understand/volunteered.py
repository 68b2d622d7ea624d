"""Answers to questions that were not asked.

They need unmistakable evidence: a number alone never fills a field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from edgebharo.forms.expect import kind_of
from edgebharo.forms.schema import Field, Form
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.phrases import Match
from edgebharo.hindi.tokens import Token
from edgebharo.types import Candidate, ExpectKind, Span
from edgebharo.understand.counts import UNITS, read_counts
from edgebharo.understand.heard import Heard
from edgebharo.understand.not_known import not_knowing
from edgebharo.understand.readers import read_field
from edgebharo.understand.topics import Mention, mentions
from edgebharo.understand.turn import Turn, outside, overlap
from edgebharo.understand.whose_name import frames
from edgebharo.understand.wording import has_word
from edgebharo.understand.yes_no import Cue, find_cue

Evidence = Callable[[Turn, Field, Sequence[Token]], Heard | None]
"""A reading that is beyond doubt about its field, or None."""

BORN = word_set("जन्म पैदा जन्मा जन्मी जन्मदिन हुआ हुई")
CUE_WORDS = 3
"""A cue of a question that was not asked must have so many words, or stand beside the question's topic."""


def read_others(turn: Turn, asked: Field | None, taken: Span | None) -> tuple[Candidate, ...]:
    """Candidates for empty fields other than `asked`, from words outside `taken` (the answer itself)."""
    tokens = outside(turn.tokens, taken)
    found: list[Candidate] = []
    for field in turn.loaded.form.fields:
        if (asked is not None and field.name == asked.name) or not turn.is_empty(field):
            continue
        evidence = EVIDENCE.get(kind_of(field))
        heard = evidence(turn, field, tokens) if evidence else None
        if heard is None or heard.value is None or any(overlap(heard.span, other.span) for other in found):
            continue
        found.append(heard.candidate(field.name, turn.confidence(heard.span)))
    return tuple(found)


def implied(form: Form, asked: Field, others: Sequence[Candidate]) -> Heard | None:
    """A yes or no that follows from an answer to a question which only that yes or no opens.

    "सातवां महीना चल रहा है" to "are you pregnant?": yes. Always doubtful.
    """
    opened = {branch.id: branch.when for branch in form.branches}
    for candidate in others:
        condition = opened.get(form.field(candidate.field).branch or "")
        if condition is not None and condition.field == asked.name and condition.equals is not None:
            return Heard(condition.equals, candidate.span, f"implied by {candidate.field}", doubtful=True)
    return None


def _place(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard | None:
    heard = read_field(turn, field, tokens)
    return heard if heard.how == "anchored" and not heard.doubtful else None


def _months(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard | None:
    """A number with "महीना" and a verb of going on, where no date or age is being asked for."""
    asked = turn.asked
    if asked is not None and asked.type == "date":
        return None
    counts = read_counts(tokens)
    months = [count for count in counts if count.unit == "month"]
    if any(count.running or count.completed or count.carried for count in months):
        return read_field(turn, field, tokens)
    opens = asked is not None and is_child(turn.loaded.form, field, asked)
    told = any(count.since or count.last for count in months) or any(count.bare_ordinal for count in counts)
    if opens and told and not has_word(turn.tokens, UNITS["child"]):  # "दूसरा बच्चा पेट में है" counts those
        return replace(read_field(turn, field, tokens), doubtful=True)
    return None


def _date(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard | None:
    heard = read_field(turn, field, tokens)
    return heard if has_word(tokens, BORN) and heard.how != "" else None


def _digits(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard | None:
    """A complete digit string, where the caller names the field or has just said what opens it."""
    heard = read_field(turn, field, tokens)
    asked = turn.asked
    if heard.value is None or heard.source == "state" or (asked is not None and asked.is_identifier):
        return None
    named = any(mention.field.name == field.name for mention in _closed(turn, tokens))
    opens = asked is not None and is_child(turn.loaded.form, field, asked)
    return heard if named or opens else None


def _yes_no(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard | None:
    cue = find_cue(field.cues, tokens)
    if cue is None or not is_evident(turn, field, cue) or is_shared(turn, field, tokens):
        return None
    if not_knowing(tokens):
        return None
    return read_field(turn, field, tokens[cue.match.i : cue.match.j])


def is_evident(turn: Turn, field: Field, cue: Cue) -> bool:
    """True where the cue answers `field` beyond doubt although another question was asked.

    "लिखा है" and "दूसरा है" may be about anything, and so may a number; "पेट से हूं" and "बच्चा हो गया" are not.
    """
    if cue.answer is None or cue.doubtful:
        return False
    named = any(mention.field.name == field.name for mention in mentions(turn.loaded.form, turn.tokens))
    return named or (field.meaning != "own_number" and cue.match.words >= CUE_WORDS)


def is_shared(turn: Turn, field: Field, tokens: Sequence[Token]) -> bool:
    """True where the words are also a cue of another question: "यही नंबर है" answers several."""
    others = [
        other for other in turn.loaded.form.fields if other.name != field.name and other.type == "boolean"
    ]
    return any(find_cue(other.cues, tokens) is not None for other in others)


def _choice(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard | None:
    heard = read_field(turn, field, tokens)
    named = any(mention.field.name == field.name for mention in _closed(turn, tokens))
    return heard if named else None


def _name(turn: Turn, field: Field, tokens: Sequence[Token]) -> Heard | None:
    """The frame says whose name it is ("मेरा नाम", "बच्चे का नाम"); an institution needs its topic and "नाम"."""
    if field.meaning == "institution_name":
        topics = [mention for mention in _closed(turn, tokens) if mention.field.name == field.name]
        found = [Match(mention.i, mention.j) for mention in topics if tokens[mention.j - 1].text == "नाम"]
    else:
        found = list(frames(field, tokens))
    if not found:
        return None
    heard = read_field(turn, field, tokens[found[-1].start : _next_topic(turn, tokens, found[-1].end)])
    return heard if heard.value is not None and heard.sure else None


def _next_topic(turn: Turn, tokens: Sequence[Token], start: int) -> int:
    """Where the words of another field begin."""
    return min((mention.i for mention in _closed(turn, tokens) if mention.i >= start), default=len(tokens))


def _closed(turn: Turn, tokens: Sequence[Token]) -> tuple[Mention, ...]:
    return mentions(turn.loaded.form, tokens)


def is_child(form: Form, field: Field, parent: Field) -> bool:
    """True where an answer to `parent` opens `field`."""
    return any(branch.id == field.branch and branch.when.field == parent.name for branch in form.branches)


def mentioned(turn: Turn, asked: Field) -> Iterator[Field]:
    """Other fields that the caller names."""
    for mention in mentions(turn.loaded.form, turn.tokens):
        if mention.field.name != asked.name:
            yield mention.field


EVIDENCE: Mapping[ExpectKind, Evidence] = {
    "place": _place,
    "months": _months,
    "date": _date,
    "digits": _digits,
    "yes_no": _yes_no,
    "choice": _choice,
    "name": _name,
}
