"""Yes/no questions: the question's own idioms first, then yes- and no-words around them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from edgebharo.forms.schema import Cues, Field
from edgebharo.hindi.name_words import RELATIVES
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.phrases import find_all, phrases
from edgebharo.hindi.polarity import (
    ADDRESSED,
    AGREE,
    MAYBE,
    NO,
    THIS,
    WRONG,
    YES,
    Polarity,
    leading_no,
    only_affirms,
    read_polarity,
)
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.not_known import not_knowing, read_beside
from edgebharo.understand.rhetoric import spelt_out
from edgebharo.understand.turn import unwished
from edgebharo.understand.which_number import read_which
from edgebharo.understand.wording import COPULA, NEGATIONS, TAGS, Match, find_any, without, words_in

SAYING = YES | AGREE | NO | WRONG
"""All that counts beside a cue: its verb belongs to the cue, not to them."""

POINTING = THIS | word_set("इसमें")
"""A cue that begins so stands against what was denied before it ("पति का नहीं, यही नंबर है")."""
HERE = POINTING | word_set("इस इसपर इसपे यह ये यहां दूसरे दूसरा दूसरी अलग")
"""Words that tell one place from another: what is missing there may exist elsewhere."""
ANOTHERS = phrases(
    "का|वाला|वाली|उनका|इनका|उसका नंबर|फोन|मोबाइल|सिम|लिंक|लिखा|दिया|जुड़ा",
    "दूसरा|दूसरी|दूसरे|अलग|पुराना|पुरानी|पुराने|और नंबर|फोन|मोबाइल|सिम|वाला|वाली|लिखा|दिया",
)
"""What was asked about is true of somebody else's, or of another one."""

WHETHER = phrases("है|हैं|हूं|हो|था कि|या नहीं|ना|न", "कि|या नहीं पता|मालूम|याद")
""" "जुड़ा है कि नहीं": a question, not an answer."""


@dataclass(frozen=True)
class Cue:
    """A phrase of this very question. `answer` None: it is neither yes nor no."""

    match: Match
    answer: bool | None
    doubtful: bool
    absent: bool = False


def find_cue(cues: Cues, tokens: Sequence[Token]) -> Cue | None:
    """The longest cue that was said."""
    kinds: tuple[tuple[tuple[str, ...], bool | None, bool], ...] = (
        (cues.unclear, None, False),
        (cues.doubtful_no, False, True),
        (cues.doubtful_yes, True, True),
        (cues.absent, False, False),
        (cues.no, False, False),
        (cues.yes, True, False),
    )
    found: list[Cue] = []
    for wordings, answer, doubtful in kinds:
        match = find_any(tokens, wordings)
        if match is not None and answer is not None and _is_denied(match, tokens, affirms=answer):
            found.append(Cue(match, not answer, doubtful=doubtful or not answer))
        elif match is not None:
            found.append(Cue(match, answer, doubtful, absent=wordings is cues.absent))
    return max(found, key=lambda cue: (cue.match.words, cue.answer is None), default=None)


def _is_denied(match: Match, tokens: Sequence[Token], *, affirms: bool) -> bool:
    """True where a no belongs to the cue: "लिखा नहीं है", "यह नंबर नहीं लिखा है".

    A no that opens the answer stands for itself, and before "दूसरे पर है" it denies what came before.
    """
    before = [token.text for token in tokens[max(0, match.i - 2) : match.i]]
    denied = len(before) == 2 and before[0] in NEGATIONS and before[1] in COPULA
    if match.negated or (denied and affirms):  # "नहीं है पेट में बच्चा"
        return True
    stands_alone = match.i - 1 in leading_no(tokens)
    return match.refused and affirms and not stands_alone and tokens[match.i].text not in POINTING


def read_yes_no(field: Field, tokens: Sequence[Token]) -> Heard:
    """The answer to a yes/no question; `problem` "unclear" where an idiom says neither."""
    about = frozenset(word for topic in field.topics for word in words_in(topic))
    unknown = not_knowing(tokens)
    if unknown:
        return read_beside(tokens, unknown, field.cues, about)
    if find_all(tokens, WHETHER):
        return NOTHING
    if field.meaning == "own_number":
        which = read_which(spelt_out(unwished(tokens, "yes_no")), about)
        if which.value is not None:
            return which
    words = spelt_out(unwished(tokens))
    cue = find_cue(field.cues, words)
    if cue is None:
        return _from_words(read_polarity(tokens, about))
    return _from_cue(_taken_back(field.cues, cue, words, about) or cue, words)


def _taken_back(cues: Cues, cue: Cue, words: Sequence[Token], about: Collection[str]) -> Cue | None:
    """A cue after `cue` that says the opposite in the question's own words: "बेटी हुई, अब फिर पेट से हूं"."""
    start = cue.match.j
    later = find_cue(cues, words[start:])
    if later is None or later.answer in (None, cue.answer):
        return None
    match = replace(later.match, i=later.match.i + start, j=later.match.j + start)
    named = any(token.text in about for token in words[match.i : match.j])
    return replace(later, match=match, doubtful=True) if named else None


def _from_cue(cue: Cue, words: Sequence[Token]) -> Heard:
    """What a cue says together with the words around it."""
    others = without(words, cue.match)
    rest = read_polarity(_saying(others))
    span = span_of(words[cue.match.i : cue.match.j])
    if cue.answer is None:
        if rest.answer is None:
            return Heard(problem="unclear", span=span, how="idiom")
        return replace(_from_words(rest), doubtful=True)
    if cue.answer and _is_anothers(words, others):
        return Heard(rest.answer is True, span, "idiom", doubtful=rest.answer is not False, strong=True)
    absent = cue.absent and not any(token.text in HERE for token in words)
    agrees = rest.answer in (None, cue.answer)
    unsaid = rest.answer is None
    shaky = cue.doubtful or (cue.answer and any(token.text in RELATIVES for token in others))
    guessed = any(token.text in MAYBE for token in words)
    doubtful = rest.doubtful or not agrees or guessed or (shaky and unsaid)
    return Heard(
        cue.answer,
        span,
        "idiom",
        doubtful=doubtful,
        corrected=rest.corrected or not agrees,
        strong=True,
        absent=absent,
    )


def _saying(others: Sequence[Token]) -> list[Token]:
    """The words of yes and no beside a cue, without the ना of "है ना"."""
    before = ("", *(token.text for token in others))
    tagged = [word in COPULA and token.text in TAGS for word, token in zip(before, others, strict=False)]
    return [token for token, tag in zip(others, tagged, strict=True) if token.text in SAYING and not tag]


def _is_anothers(words: Sequence[Token], others: Sequence[Token]) -> bool:
    """True where the words beside the cue say whose it is, and it is not what was asked about."""
    owned = find_all(words, ANOTHERS)
    by_kin = any(match.start and words[match.start - 1].text in ADDRESSED for match in owned)
    return bool(owned) and (by_kin or not only_affirms(others, frozenset()))


def _from_words(said: Polarity) -> Heard:
    if said.answer is None:
        return NOTHING
    return Heard(said.answer, said.span, "yes/no", doubtful=said.doubtful, corrected=said.corrected)
