"""What one clause of a reply to a read-back says: right, wrong, or about something else.

Each judge looks for one way of saying it and answers True (right), False (wrong), None (such words are there,
but they judge nothing: "सही क्या है") or UNDECIDED (no such words). The first with an opinion counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from edgebharo.hindi import judging_words as words
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.phrases import find_all
from edgebharo.hindi.tokens import tokenize

Undecided: TypeAlias = Literal["undecided"]
UNDECIDED: Undecided = "undecided"
Opinion: TypeAlias = bool | Undecided | None

EMPTY = words.MANNERS | words.ADDRESS | words.EXACTLY
"""Words that change nothing where they stand."""
OPENING = words.GOOD | words.BAD | words.OTHER | words.SAME | words.AGAIN | words.CHANGE
"""Words with which a judgement may begin."""
EVALUATING = OPENING | words.MATCH
PLAIN_NO = words.POINT | words.SO | words.MINE
"""With a no and nothing else of weight: "यह नहीं है", "मेरा नहीं है"."""
LIGHT = (
    PLAIN_NO
    | EMPTY
    | words.COPULAS
    | words.NEGATIONS
    | words.NOUNS
    | word_set("वाला वाली वाले कुछ कोई सब पूरा बिल्कुल")
)
HOW = word_set("कैसे कइसे कैसन क्यों काहे")
MOUTH = word_set("मुंह जुबान जबान")
WOULD_BE = word_set("होगा होगी होंगे")
TAG = word_set("ना न")
BY, THEN, WHAT = "से", "तो", "क्या"
DESCRIBED = words.NOUNS | word_set("वाला वाली से सही")
TO_SAY = word_set("बताना बतानी बताने बोलना बोलनी बोलने कहना कहनी कहने सवाल")
GOING_ON, SPEAKING = word_set("रही रहा रहे रहल"), word_set("बोल कह")


@dataclass(frozen=True)
class Clause:
    """One statement, word by word."""

    said: tuple[str, ...]

    @cached_property
    def has(self) -> frozenset[str]:
        """Its words."""
        return frozenset(self.said)

    @cached_property
    def denied(self) -> bool:
        """A no stands in it; a last ना after the copula only asks for agreement."""
        tagged = len(self.said) > 1 and self.said[-1] in TAG and self.said[-2] in words.COPULAS
        return bool(frozenset(self.said[:-1] if tagged else self.said) & words.NEGATIONS)

    @cached_property
    def asked_back(self) -> bool:
        """A question that denies: "सही कहां है", "यह थोड़े ही बोला था"; not "थोड़ा गलत है"."""
        if self.has & words.DOUBTING or (self.has & HOW and self.has & WOULD_BE):
            return True
        at = max((index for index, word in enumerate(self.said) if word in words.HARDLY), default=-1)
        before, after = frozenset(self.said[: max(at, 0)]), frozenset(self.said[at + 1 :])
        stands = before & (EVALUATING | words.POINT | words.SO | words.VERBS)
        return at >= 0 and bool(stands) and not after & (words.BAD | words.GOOD)

    @property
    def turned(self) -> bool:
        """The opposite of its words is meant."""
        return self.denied or self.asked_back


def opinion(clause: Clause) -> Opinion:
    """What the first judge with an opinion says; UNDECIDED where none has one."""
    return next((found for judge in JUDGES if (found := judge(clause)) != UNDECIDED), UNDECIDED)


def is_telling(has: frozenset[str]) -> bool:
    """True where she is about to say it: "सही बताती हूं"."""
    if has & words.YOU:
        return False
    will_say = has & words.WILL_SAY and not has & (words.SAY - words.WILL_SAY)
    return bool(will_say or (has & GOING_ON and has & words.TELLING and has & words.AGAIN))


def _mends(clause: Clause) -> Opinion:
    """Wrong: "बदल दीजिए", "ठीक कर दो", "फिर से लिखिए", "ठीक से सुनिए". Right: "बदलने की ज़रूरत नहीं"."""
    has = clause.has
    pairs = [
        (one, two) for one, two in pairwise(word for word in clause.said if word != BY) if one in words.GOOD
    ]
    carefully = BY in has and any(two in words.DO_HEED | words.DO_WRITE for _, two in pairs)
    puts_right = carefully or any(two in words.DO for _, two in pairs)
    if not (has & words.CHANGE or puts_right or (has & words.AGAIN and has & words.DO_WRITE)):
        return UNDECIDED
    spared = clause.denied and not carefully and not has & (words.BAD | words.SAY)
    return bool(spared)


def _retells(clause: Clause) -> Opinion:
    """Wrong: "दुबारा बताती हूं". "फिर से बोलिए" wants to hear it again and judges nothing."""
    if not clause.has & words.AGAIN or clause.has & (words.BAD | words.GOOD):
        return UNDECIDED
    return False if is_telling(clause.has) else None


def _blames(clause: Clause) -> Opinion:
    """Wrong: "गलत लिखा है". Right: "कोई गलती नहीं". "मैंने गलत नहीं बताया" is about herself."""
    has = clause.has
    if not has & words.BAD:
        return UNDECIDED
    if has & words.MAYNA:
        return False
    of_herself = has & words.ME and has & (words.SAY | words.WILL_SAY) and not has & words.YOU
    if clause.denied and (of_herself or clause.asked_back):
        return None
    happened = (
        has & HOW and not has & WOULD_BE and has & (words.VERBS | words.DID | words.AUXILIARY)
    )  # "गलत कैसे हो गया"
    return clause.turned and not happened


def _praises(clause: Clause) -> Opinion:
    """Right: "सही लिखा है". Wrong: "ठीक नहीं है". Neither: "मैंने तो सही बताया था", "सही क्या है"."""
    has = clause.has
    if not has & words.GOOD:
        return UNDECIDED
    if BY in has and has & words.HEAR and clause.denied:  # "ठीक से सुना नहीं": whose ear was it?
        return False if has & words.YOU else None
    if has & words.MAYNA or (clause.denied and clause.asked_back):
        return None
    if clause.turned:
        return False
    if WHAT in has or (THEN in has and has & words.ME and has & words.SAY):
        return None
    return None if _may_be_asked(clause) else not _is_to_come(clause)


def _may_be_asked(clause: Clause) -> bool:
    """True for "सही लिखिए": write it rightly, or right, write it."""
    finite = clause.has & (words.COPULAS | words.YOU)
    return not finite and any(
        one in words.GOOD and two in words.DO_WRITE for one, two in pairwise(clause.said)
    )


def _is_to_come(clause: Clause) -> bool:
    """True for "सही नंबर लिखिए", "सही नाम बताती हूं"."""
    named = any(one in words.GOOD and two in DESCRIBED for one, two in pairwise(clause.said))
    asks = named and clause.said[-1] in words.DO_WRITE | words.DO_HEED
    return (asks or is_telling(clause.has)) and not clause.has & words.SAME


def _equates(clause: Clause) -> Opinion:
    """Right: "यही है", "ऐसा ही है", "जो बोला वो लिखा है"; wrong with a no."""
    has = clause.has
    exactly = any(one in PLAIN_NO and two in words.EXACTLY for one, two in pairwise(clause.said))
    if not (has & words.SAME or exactly or (has & words.JOINING and has & words.ANSWERING)):
        return UNDECIDED
    return None if WHAT in has else not clause.turned


def _differs(clause: Clause) -> Opinion:
    """Wrong: "दूसरा बोला था", "कुछ और ही लिख दिया", "ये क्या लिख दिया". Neither: "दूसरा सवाल पूछिए"."""
    tokens = tokenize(" ".join(clause.said))
    other = clause.has & words.OTHER or find_all(tokens, words.MORE) or find_all(tokens, words.WHAT_NOW)
    if not other:
        return UNDECIDED
    return None if clause.denied or clause.has & (words.ASKED_ANEW | TO_SAY) else False


def _matches(clause: Clause) -> Opinion:
    """Right: "मिल रहा है". Wrong: "मेल नहीं खाता"."""
    return not clause.turned if clause.has & words.MATCH else UNDECIDED


def _disowns(clause: Clause) -> Opinion:
    """Wrong: "मैंने यह नहीं बोला", "आपने सुना नहीं", "ऐसा कब बोला", "यह नहीं है", "ये मत लिखिए"."""
    has = clause.has
    if not clause.turned:
        return UNDECIDED
    if has & words.MAYNA:
        return False if has & words.DO_WRITE else UNDECIDED
    if has & words.HEAR and not has & words.SAY:
        return False if has & words.YOU else UNDECIDED
    going_on = has & GOING_ON and has & SPEAKING and has & PLAIN_NO
    if going_on or has & (words.SAY | words.WRITE | MOUTH):
        return False
    return False if clause.denied and has & PLAIN_NO and has <= LIGHT else UNDECIDED


Judge: TypeAlias = Callable[[Clause], Opinion]
JUDGES: tuple[Judge, ...] = (_mends, _retells, _blames, _praises, _equates, _differs, _matches, _disowns)
