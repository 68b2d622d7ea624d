"""Late corrections: "एक मिनट, ज़िला गलत बोला, ज़िला नालंदा है", and answers that turn an earlier one around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from edgebharo.forms.schema import Field
from edgebharo.hindi.phrases import Match, find_all, phrases
from edgebharo.hindi.tokens import Token
from edgebharo.types import Candidate, Extraction
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.readers import read_field
from edgebharo.understand.topics import Mention, mentions, names_own
from edgebharo.understand.turn import Turn
from edgebharo.understand.volunteered import CUE_WORDS, is_child, is_evident, is_shared
from edgebharo.understand.wording import NEGATIONS, has_word
from edgebharo.understand.yes_no import find_cue

MARKERS = phrases(
    "गलत|गलती .. बोल|बोला|बोली|बताया|बताई|बता|लिखा|लिखवाया|लिखाया|कहा|हो दिया|दी|गया|गई? था|थी|है?",
    "गलत|गलती|रॉन्ग था|थी|है",
    "गलत|गलती",
    "बदल|बदलना|बदलो|बदलिए|बदलवाना|चेंज दो|दीजिए|है|कर|करना|करो|कीजिए? है|दो|दीजिए?",
    "सुधार|सुधारो|सुधारिए|सुधारना|करेक्ट दो|दीजिए|है|लो|लीजिए|कर|करो? दो|दीजिए?",
    "ठीक|सही कर|करो|करिए|कीजिए|करना|करवाना दो|दीजिए|लो|है?",
    "फिर|दोबारा|दुबारा से? लिखो|लिखिए|लिख",
)
"""The caller says that something before was wrong."""
WISHING = ("dont_know", "refuse", "skip")
OWN_CUE_WORDS = 2
"""Words that a cue must have to turn around the question that opened the asked one."""


def read_late(turn: Turn) -> Extraction | None:
    """A correction of another field than the asked one; None where there is none.

    Where the caller names the wrong field but not the right value, the extraction carries no candidate.
    """
    asked = turn.asked
    markers = find_all(turn.tokens, MARKERS)
    target = _target(turn, asked, takes_back=bool(markers) or has_word(turn.tokens, NEGATIONS))
    if target is None:
        return None
    heard = new_value(turn, target, markers)
    if heard.value is not None and (markers or heard.corrected) and not stands(turn, target.field, heard):
        candidate = heard.candidate(
            target.field.name, turn.confidence(heard.span), correction=turn.is_answered(target.field)
        )
        return Extraction(intent="correct", candidates=(candidate,))
    if markers:
        return Extraction(intent="correct", problem=heard.problem, problem_field=target.field.name)
    return None


def read_reversals(turn: Turn, asked: Field | None, affirmed: bool | None = None) -> tuple[Candidate, ...]:
    """Idioms that turn an answered yes/no around: "बच्चा तो हो गया" once pregnant was yes.

    Where a read-back was answered (`affirmed`), "सही लिखा है" and "गलत लिखा है" are about that value, not about
    what opened its question.
    """
    found: list[Candidate] = []
    for field in turn.loaded.form.fields:
        if field.type != "boolean" or not turn.is_answered(field) or (asked and asked.name == field.name):
            continue
        cue = find_cue(field.cues, turn.tokens)
        if cue is None or cue.answer is None or cue.match.words < OWN_CUE_WORDS:
            continue
        if field.meaning == "own_number" and turn.wish.intent in WISHING:
            continue  # "कहीं लिखा था, मिल नहीं रहा" is about a note
        opened = asked is not None and is_child(turn.loaded.form, asked, field)
        if affirmed is not None:
            opened = opened and not affirmed and cue.match.words >= CUE_WORDS
        evident = is_evident(turn, field, cue) and not is_shared(turn, field, turn.tokens)
        if not opened and not evident:
            continue
        heard = read_field(turn, field, turn.tokens[cue.match.i : cue.match.j])
        if heard.value is not None and heard.value != turn.answers.get(field.name).value:
            found.append(replace(heard.candidate(field.name, turn.confidence(heard.span)), correction=True))
    return tuple(found)


def _target(turn: Turn, asked: Field | None, *, takes_back: bool) -> Mention | None:
    """The answered (or held) field that the caller names, the last one where there are several."""
    if not takes_back:
        return None
    named = [
        mention
        for mention in mentions(turn.loaded.form, turn.tokens)
        if not turn.is_empty(mention.field)
        and (
            asked is None or (mention.field.name != asked.name and not names_own(asked, turn.tokens, mention))
        )
    ]
    return max(named, key=lambda mention: (mention.j - mention.i, mention.i), default=None)


def new_value(turn: Turn, target: Mention, markers: Sequence[Match]) -> Heard:
    """The value after the field's name; where none stands there, the one among the remaining words."""
    gone = {i for marker in markers for i in range(marker.start, marker.end)}
    after = [token for i, token in enumerate(turn.tokens) if i >= target.j and i not in gone]
    rest = [token for i, token in enumerate(turn.tokens) if i not in gone and not target.i <= i < target.j]
    for tokens in (after, rest):
        heard = read_field(turn, target.field, _plain(turn, tokens)) if tokens else NOTHING
        if heard.value is not None:
            return heard
    return NOTHING


def _plain(turn: Turn, tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Without the words of a wish: "एक मिनट" is no digit."""
    kept = set(turn.plain)
    return tuple(token for token in tokens if token in kept)


def stands(turn: Turn, field: Field, heard: Heard) -> bool:
    """True where the form already says so."""
    return turn.answers.get(field.name).value == heard.value
