"""What the words around a run say about it: the institution's name, where it is, whose it is, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from edgebharo.hindi.institution_runs import Class, Run, word_at
from edgebharo.hindi.institution_verbs import GETS, LIVES, SPEAKING
from edgebharo.hindi.institution_words import (
    ADDRESS,
    CARE,
    CHILDREN,
    DISTRICTS,
    FAMILY,
    FIRST_PERSON,
    HOMES,
    I_AM,
    INSIDE,
    INTRODUCES,
    KINDS_OF_PLACE,
    MATTERS,
    NUMBERED,
    NUMBERS,
    ONE,
    OWN_AREA,
    RESPECT,
    SIZES,
    STAFF,
    SURFACES,
    TITLES,
    TO,
    TOUCHING,
    VAGUE,
    WE,
)
from edgebharo.hindi.tokens import Token

Role: TypeAlias = Literal[
    "named", "headed", "called", "introduced", "which", "at", "of", "verb", "bare", "from", "worker",
    "described", "back", "vague", "other",
]  # fmt: skip
WEIGHT: Mapping[Role, int] = {
    "named": 9,
    "headed": 8,
    "called": 7,
    "introduced": 7,
    "which": 6,
    "at": 5,
    "of": 5,
    "verb": 5,
    "from": 4,
    "bare": 3,
    "worker": 2,
    "described": 1,
}
"""Roles that give the institution; the heaviest counts."""
SURVIVES: frozenset[Role] = frozenset({"named", "headed", "which", "at", "of"})
"""Roles that hold after "मेरा नाम …"."""
ABOUT_PEOPLE: frozenset[Role] = frozenset({"which", "at"})
"""Roles that hold beside the names of people."""
ABOUT_OTHERS: frozenset[Role] = frozenset({"which", "named"})
"""Roles that hold beside words about something else."""
PASSING: frozenset[Class] = frozenset({"light", "be", "which", "at", "of", "head", "name"})
"""May stand between a name and the no that takes it back."""
CLOSING: frozenset[Class] = frozenset({"be", "end", "own", "strange", "no", "name"})
"""After a name that stands for itself."""
STAYING: frozenset[Class] = frozenset({"be", "end", "belongs", "which"})
"""After "रामपुर में": the institution is there; else a name or a word for it must be said."""
MOST_NUMBERS = 3
"""Number words of a number that names an institution at most ("एक सौ बीस")."""
OPENING: frozenset[Class] = CLOSING | {"word", "head", "at", "from", "belongs", "calls", "does", "which"}
"""Before one."""


@dataclass(frozen=True)
class Sentence:
    """The words, and the class of each with an "end" after the last."""

    tokens: Sequence[Token]
    kinds: Sequence[Class]

    def word(self, index: int) -> str:
        """The word at `index`; empty outside."""
        return word_at(self.tokens, index)

    def kind(self, index: int) -> Class:
        """The class at `index`; "end" outside."""
        return self.kinds[index] if 0 <= index < len(self.kinds) else "end"

    def past(self, index: int, *kinds: Class) -> int:
        """The first token from `index` on that is of none of `kinds`."""
        while self.kind(index) in kinds:
            index += 1
        return index

    def ahead(self, index: int, *kinds: Class) -> int:
        """The last token up to `index` that is of none of `kinds`; -1 where there is none."""
        while index >= 0 and self.kind(index) in kinds:
            index -= 1
        return index


def role(said: Sentence, run: Run) -> Role:
    """The role of `run`."""
    after = said.past(run.end, "light")
    if said.kind(said.past(after, *PASSING)) == "no":
        return "back"
    words = [token.text for token in said.tokens[run.start : run.end]]
    if said.word(after) in DISTRICTS or said.word(run.start - 1) in DISTRICTS:
        return "other"
    if described_to(said, run):
        return "described"
    if _is_vague(words):
        return "vague"
    if len(words) > 1 and words[-1] in TITLES | RESPECT:
        return _of_worker(said, after)
    right, left = _right(said, run, after), _left(said, run)
    if left == "other":
        return right if right in SURVIVES else "other"
    return max(right, left, key=lambda one: WEIGHT.get(one, 0))


def _is_vague(words: Sequence[str]) -> bool:
    """True for a lone "टोला", for bare numbers, and for the digits of something else."""
    if (
        all(word in NUMBERS for word in words)
        or all(word in SIZES | NUMBERED for word in words)
        or (len(words) == 1 and words[0] in VAGUE)
    ):
        return True
    digits = sum(word in NUMBERS | ONE or word.isdecimal() for word in words)
    if not digits and any(word in NUMBERED for word in words):
        return True
    return digits > MOST_NUMBERS and all(word in NUMBERS | NUMBERED for word in words)


def allowed(said: Sentence) -> frozenset[Role]:
    """The roles that may give the institution; few where the sentence is about a person or another matter."""
    if "head" in said.kinds:
        return frozenset(WEIGHT)
    words = {token.text for token, kind in zip(said.tokens, said.kinds, strict=False) if kind == "thing"}
    names = [index for index, kind in enumerate(said.kinds) if kind == "name"]
    if words & (FAMILY - ADDRESS | CHILDREN) or any(_is_own(said, name) for name in names):
        return ABOUT_PEOPLE
    return ABOUT_OTHERS if words & MATTERS else frozenset(WEIGHT)


def _is_own(said: Sentence, name: int) -> bool:
    """True for "मेरा नाम" and "नाम है मेरा": the name of a person."""
    before, after = said.ahead(name - 1, "light"), said.past(name + 1, "be", "light")
    return said.word(before) in FIRST_PERSON or said.word(after) in FIRST_PERSON


def described_to(said: Sentence, run: Run) -> int:
    """Where a description of the place ends ("मंदिर के पास वाली", "बड़ी वाली"); 0 where there is none."""
    words = [token.text for token in said.tokens[run.start : run.end]]
    telling = SIZES | KINDS_OF_PLACE if "head" in said.kinds else KINDS_OF_PLACE
    if len(words) == 1 and words[0] in telling - OWN_AREA and said.kind(run.end) == "which":
        return run.end + 1
    at = run.end
    if said.kind(at) == "of" and said.word(at + 1) in HOMES and said.kind(at + 2) == "of":
        at += 2
    joined = said.kind(at) in ("of", "from")
    near = said.kind(at + joined) == "near" or (said.kind(at) == "from" and said.word(at + 1) in TOUCHING)
    if not near or all(word in OWN_AREA for word in words):
        return 0
    end = at + joined + 1
    which = said.past(end, "light", "at")
    return which + 1 if said.kind(which) == "which" else end


def worker_to(said: Sentence, run: Run) -> int:
    """Where "सीमा दीदी वाली" ends."""
    return run.end + (said.kind(run.end) == "which")


def _of_worker(said: Sentence, after: int) -> Role:
    """A worker's name stands for her centre in "सीमा दीदी की आंगनवाड़ी", but not in "सीमा दीदी चलाती हैं"."""
    kind = said.kind(after)
    if kind == "of":
        owned = said.kind(said.past(after + 1, "light", "own"))
        return "worker" if owned in ("head", "end", "be") else "other"
    return "worker" if kind in ("which", "head", "be", "end") else "other"


def _right(said: Sentence, run: Run, after: int) -> Role:
    """The role that the words after a run give it."""
    kind = said.kind(after)
    if kind == "which":
        return _before_which(said, after)
    if kind == "of":
        return _before_of(said, after)
    if kind in ("at", "from"):
        return _before_case(said, run, after)
    if kind == "name" and said.kind(after + 1) == "word":
        return "vague"  # "एकर नाम रामपुर": the name comes after
    simple: Mapping[Class, Role] = {"head": "headed", "name": "named", "calls": "called", "belongs": "verb"}
    if kind in simple:
        return "other" if _is_story(said, run, after) else simple[kind]
    if said.word(after) in SURFACES:
        return "from"
    return "bare" if _stands_alone(said, run, after) else "other"


def _is_story(said: Sentence, run: Run, verb: int) -> bool:
    """True where the verb after a run tells of something else: "दाल मिलती है", "मैं सीता बोल रही हूं"."""
    if said.kind(verb) == "calls":
        return said.word(verb + 1) in SPEAKING
    return said.kind(verb) == "belongs" and (said.word(verb) in GETS or _of_family(said, run))


def _before_which(said: Sentence, at: int) -> Role:
    """Before a वाली: of the institution, if another noun does not follow."""
    following = said.kind(said.past(at + 1, "light"))
    if following == "head":
        return "headed"
    noun = said.word(at + 1) in MATTERS or (said.kind(at + 1) == "word" and said.word(at + 1) not in SIZES)
    return "other" if noun else "which"


def _before_of(said: Sentence, at: int) -> Role:
    """Before a genitive: whose noun follows?"""
    noun = said.past(at + 1, "light", "own")
    kind = said.kind(noun)
    if kind == "head":
        return "headed"
    if kind == "name":
        return "other" if said.kind(said.past(noun + 1, "light", "be")) == "word" else "named"
    if kind == "which":
        return "which"
    if said.word(noun) in INSIDE:
        return "of"
    if said.word(noun) in STAFF:
        return "from"
    return "of" if kind in ("end", "be", "belongs", "calls") else "other"


def _before_case(said: Sentence, run: Run, at: int) -> Role:
    """Before में or से: where the institution is, unless somebody lives or works there."""
    if said.word(at) in TO:
        return "other"
    following = said.past(at + 1, "light", "own")
    if said.word(following) in LIVES | I_AM or _of_family(said, run):
        return "other"
    subject = said.word(said.ahead(run.start - 1, "light"))
    if subject in WE and said.kind(following) == "be":
        return "other"
    if said.kind(at) == "at":
        told = "head" in said.kinds or "name" in said.kinds or said.word(following) in CARE
        return "at" if told or said.kind(following) in STAYING else "other"
    return "from" if said.kind(following) in ("belongs", "calls", "be", "end", "thing") else "other"


def _of_family(said: Sentence, run: Run) -> bool:
    """True for "मेरे पति पटना में हैं"."""
    return said.word(said.ahead(run.start - 1, "light")) in FAMILY


def _stands_alone(said: Sentence, run: Run, after: int) -> bool:
    """True for a run with nothing around it that makes it part of a sentence about something else."""
    polite = said.word(after) in ADDRESS | TITLES
    if not (polite or said.kind(after) in CLOSING) or said.word(after) in I_AM:
        return False
    before = said.ahead(run.start - 1, "light")
    return said.kind(before) in OPENING or said.word(before) in ADDRESS | TITLES


def _left(said: Sentence, run: Run) -> Role:
    """The role that the words before a run give it; "vague" where they give none."""
    at = run.start - 1
    while at >= 0 and (said.kind(at) in ("light", "own", "be") or said.word(at) in INTRODUCES):
        if said.word(at) in FIRST_PERSON and said.kind(at - 1) == "name":
            return "other"
        at -= 1
    if said.kind(at) == "name":
        return _named_by(said, at)
    noun = said.ahead(run.start - 1, "light", "own", "be")
    noun -= said.kind(noun) == "of" and said.kind(noun - 1) == "head"
    kind, before = said.kind(noun), said.kind(noun - 1)
    closed = said.kind(said.past(run.end, "light")) in CLOSING
    if kind == "head" or (kind == "which" and before in ("own", "light", "head", "end")):
        return "introduced" if closed else "vague"
    return "vague"


def _named_by(said: Sentence, name: int) -> Role:
    """The role that the word name at `name` gives to what follows: whose name is it?"""
    if said.kind(name - 1) == "word" and said.kind(name + 1) != "word":
        return "vague"
    owner = said.ahead(name - 1, "of", "light")
    word = said.word(owner)
    own = word in FIRST_PERSON and said.kind(name - 1) != "of"
    if own or word in STAFF | FAMILY | CHILDREN:
        return "other"
    return "named"
