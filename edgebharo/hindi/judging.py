"""What a reply to a read-back says about it: right, wrong or neither.

The reply opens with a yes or a no or with neither, the rest is cut into clauses, and each clause is judged by
the roles of its words (`clause_judges`). The last clause with an opinion counts; but a right after a wrong,
or after a no, is left open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgebharo.hindi import judging_words as words
from edgebharo.hindi.clause_judges import EMPTY, EVALUATING, OPENING, Clause, is_telling, opinion
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.verb_forms import forms

LEADING = (EMPTY - words.POINT) | words.AGREEING | words.NEGATIONS - words.MAYNA
FINISHING = words.COPULAS | words.DID | words.VERBS | words.AUXILIARY | words.DO
HELD_BACK = words.POINT | words.ME | words.YOU | words.NOUNS
"""After a finished clause these belong to the next, if one follows."""
WRITING = words.WRITE | forms("लिखवा लिखा", "told", "other")
HERE = word_set("इसी इसीपर इसीमें यहीं वहीं")
"""Pointing at what the question was about."""
MATTER = WRITING | HERE | word_set("नंबर फोन मोबाइल सिम आंगनवाड़ी केंद्र रजिस्टर लिस्ट सूची कार्ड")
"""Words of the questions themselves."""
THIS_ONE = word_set("यही येही एही ईहे इहे इहै यहीं")
BARE = words.SAME | EMPTY | words.COPULAS | words.POINT | words.NEGATIONS
SPOKEN = (
    words.GOOD
    | words.BAD
    | words.CHANGE
    | words.AGAIN
    | words.MATCH
    | words.HEAR
    | words.YOU
    | (words.SAY - WRITING)
)
"""Words about the read-back itself."""
CUTTABLE = words.POINT | words.NOUNS - word_set("फोन मोबाइल")
CALL = word_set("फोन कॉल मोबाइल लाइन")
POLITE = word_set("जी")
"""Beside a no it is no yes."""


@dataclass(frozen=True)
class Judgement:
    """How a reply judges what was read back."""

    answer: bool | None = None
    """Right, wrong, or None where the words say neither, or both."""
    weighed: bool = False
    """True where more than a yes or no says so: a word of right or wrong, of sameness, of repair."""
    moot: bool = False
    """Words of right and wrong stand in it, but about something else ("सही क्या है")."""
    agreed: bool = False
    """A yes opened the reply."""
    denied: bool = False
    """A no opened the reply."""
    anew: bool = False
    """She is about to tell it once more."""
    points: bool = False
    """Nothing but यही says so, which may also mean this number."""
    matter: bool = False
    """Only दूसरा, इसी or a verb of writing says so: it may be about the question's matter ("नहीं लिखा है")."""


def judge(said: Sequence[str]) -> Judgement:
    """Judge a reply, given as its words in normal form. Pure and total."""
    has = frozenset(said)
    lead = _lead(said)
    opening = frozenset(said[:lead])
    denied = bool(opening & words.NEGATIONS)
    agreed = bool(opening & (words.AGREEING - POLITE if denied else words.AGREEING))
    opinions = [opinion(clause) for clause in _clauses(said[_resumes(said, lead) :])]
    verdicts = [one for one in opinions if isinstance(one, bool)]
    if verdicts:
        contradicted = verdicts[-1] and (denied or False in verdicts)
        answer, weighed = None if contradicted else verdicts[-1], True
    else:
        answer = None if agreed == denied else agreed
        weighed = denied and bool(has & words.AGAIN and has & words.ASKED_ANEW)
    plain = not has & SPOKEN
    return Judgement(
        answer,
        weighed,
        moot=answer is None and not verdicts and None in opinions,
        agreed=agreed,
        denied=denied,
        anew=is_telling(has) and bool(has & (words.AGAIN | words.GOOD)),
        points=bool(has & THIS_ONE) and has <= BARE,
        matter=plain and bool(has & MATTER or (has & words.OTHER and not has & words.POINT)),
    )


def edits(said: Sequence[str]) -> bool:
    """True where "काट दीजिए" or "नहीं करना" is about what was read back, not about the call."""
    cuts = (at for at, word in enumerate(said) if word in words.CUT)
    return any(_cuts_it(said, at) for at in cuts) or bool(frozenset(said) & words.CHANGES)


def _cuts_it(said: Sequence[str], at: int) -> bool:
    """True for "इसे काट दीजिए" and "काट दीजिए इसको", not where the telephone is to be cut off."""
    before, after = said[at - 1] if at else "", frozenset(said[at + 1 : at + 3])
    return before in CUTTABLE or (before not in CALL and bool(after & words.POINT))


def _lead(said: Sequence[str]) -> int:
    """How many words open the reply with a yes or no."""
    return next((at for at, word in enumerate(said) if word not in LEADING), len(said))


def _resumes(said: Sequence[str], lead: int) -> int:
    """Where the statement begins: a no right before its verb is a part of it ("नहीं है सही", "नहीं समझे आप")."""
    rest = frozenset(said[lead:])
    tied = words.COPULAS | words.MATCH
    tied |= words.HEAR if rest & words.YOU else frozenset()
    tied |= frozenset() if rest & words.MUST else words.TO_CHANGE
    begins_with_verb = lead < len(said) and said[lead] in tied
    return lead - 1 if begins_with_verb and lead and said[lead - 1] in words.NEGATIONS else lead


def _clauses(said: Sequence[str]) -> list[Clause]:
    """Cut where one statement is finished and another opens."""
    clauses: list[list[str]] = [[]]
    waiting: list[str] = []
    for word, last in zip(said, [False] * (len(said) - 1) + [True], strict=True) if said else ():
        finished = _is_finished(clauses[-1])
        opens = word in OPENING or (word in words.NEGATIONS and not last and _ends_in_copula(clauses[-1]))
        if word in words.TURNS:
            clauses[-1] += waiting
            clauses.append([])
            waiting = []
        elif finished and word in HELD_BACK:
            waiting.append(word)
        elif (finished and opens) or (waiting and word not in EMPTY):
            clauses.append([*waiting, word])
            waiting = []
        else:
            clauses[-1].append(word)
    clauses[-1] += waiting
    return [Clause(tuple(clause)) for clause in clauses if clause]


def _ends_in_copula(clause: Sequence[str]) -> bool:
    """True where a no after the clause begins another."""
    heavy = [word for word in clause if word not in EMPTY]
    return bool(heavy) and heavy[-1] in words.COPULAS


def _is_finished(clause: Sequence[str]) -> bool:
    """True where the clause has its verb, or ends with a no after what it denies."""
    heavy = [word for word in clause if word not in EMPTY - words.NEGATIONS]
    if not heavy:
        return False
    if heavy[-1] in words.NEGATIONS:
        return any(word in EVALUATING | words.NEED for word in heavy[:-1])
    judged = any(word in EVALUATING | words.VERBS | words.NEED | words.NEGATIONS for word in heavy)
    return judged and heavy[-1] in FINISHING
