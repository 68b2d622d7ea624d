"""Questions about this very phone number: a no is often said by naming another ("वहां तो सास का है").

Each clause is about this number, about another one, or about neither, and says so or denies it.
"यह तो भाई का फोन है" is about whose the phone is and answers nothing, but makes "मेरा" another number from
there on.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from edgebharo.hindi.phrases import find_all
from edgebharo.hindi.polarity import YES, leading_no
from edgebharo.hindi.polarity_words import ADDRESSED, COPULA, EMPHASIS, MAYBE, SOFT
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.number_words import (
    BETWEEN,
    CARRIES,
    DEFUNCT,
    DEVICE,
    ENDS,
    KIN,
    KIN_PHRASES,
    MINE,
    NEW,
    NOT_NUMBERS,
    NOT_OWNING,
    ONCE,
    ONLY,
    OTHER,
    OTHER_PHRASES,
    OWNED,
    PAST,
    PLACE,
    POINTING,
    POINTING_PHRASES,
    SAID_BEFORE,
    STANDS,
    TALKING,
    THEIRS,
    THIS,
)
from edgebharo.understand.wording import NEGATIONS, STRESS, TAGS, has_word

Role = str
"""`pointing`, `this`, `mine`, `other`, `kin`, `no`, or "" for any other word."""
REFERENTS = ("pointing", "this", "mine", "other", "kin")
OTHERS = ("other", "kin")


@dataclass(frozen=True)
class Word:
    """A word with the part that it plays."""

    token: Token
    role: Role

    @property
    def text(self) -> str:
        """The word itself."""
        return self.token.text


@dataclass(frozen=True)
class Said:
    """What one clause says: the number is this one (True) or another (False)."""

    answer: bool
    doubtful: bool
    words: tuple[Token, ...] = ()
    by_kin: bool = False
    pointing: bool = False


def read_which(tokens: Sequence[Token], about: Collection[str]) -> Heard:
    """Whether this number or another one is meant; NOTHING where no clause is about either.

    `about` holds words of the question, which say nothing against a number beside them.
    """
    lead, rest = _led_by(tokens)
    said: list[Said] = []
    foreign = False
    for clause in _clauses(_words(rest)):
        foreign = foreign or _is_whose_phone(clause)
        one = _read(clause, frozenset(about), foreign=foreign)
        if one is not None:
            said.append(replace(one, words=tuple(word.token for word in clause)))
    if not said:
        return NOTHING
    return _settled(lead, said, guessed=has_word(tokens, MAYBE))


def _settled(lead: bool | None, said: Sequence[Said], *, guessed: bool) -> Heard:
    """The last clause counts; what was said before it, and a yes or no in front, may throw doubt on it."""
    last = said[-1]
    span = span_of(last.words)
    mixed = any(one.answer != last.answer for one in said)
    if lead and not last.answer and last.by_kin:
        return NOTHING
    if lead is False and last.answer and not last.pointing:
        return Heard(False, span, "idiom", doubtful=True, strong=True)
    against = lead is not None and lead != last.answer
    agreed = lead is not None and not against
    doubtful = guessed or mixed or against or (last.doubtful and not agreed)
    return Heard(last.answer, span, "idiom", doubtful=doubtful, corrected=against, strong=True)


def _led_by(tokens: Sequence[Token]) -> tuple[bool | None, Sequence[Token]]:
    """The yes or no in front, and what follows; a no that denies the verb after it stays where it is."""
    while len(tokens) > 1 and tokens[0].text in EMPHASIS and tokens[1].text in NEGATIONS:
        tokens = tokens[1:]
    no = leading_no(tokens)
    if no.stop > no.start:
        binds = no.stop < len(tokens) and tokens[no.stop].text in STANDS | COPULA
        return (None, tokens[no.stop - 1 :]) if binds else (False, tokens[no.stop :])
    start = 0
    while start < len(tokens) and tokens[start].text in YES | SOFT - THIS | ADDRESSED:
        start += 1
    yes = any(token.text in YES - {"जी"} for token in tokens[:start])
    return (True if yes else None), tokens[start:]


def _words(tokens: Sequence[Token]) -> list[Word]:
    """Every word with its role."""
    roles = [_role(tokens, index) for index in range(len(tokens))]
    for role, table in (("other", OTHER_PHRASES), ("kin", KIN_PHRASES), ("pointing", POINTING_PHRASES)):
        for match in find_all(tokens, table):
            roles[match.start] = role
    return [Word(token, role) for token, role in zip(tokens, roles, strict=True)]


def _role(tokens: Sequence[Token], index: int) -> Role:
    text = tokens[index].text
    after = [token.text for token in tokens[index + 1 : index + 4]]
    before = tokens[index - 1].text if index else ""
    if text in NEGATIONS:
        tag = text in TAGS and (before in COPULA or not after or after[0] not in STANDS | ENDS)
        return "" if tag else "no"
    if after and after[0] in NOT_NUMBERS:
        return ""
    if text in POINTING or text in SAID_BEFORE:
        return "pointing" if text in POINTING else "this"
    if text in OTHER:
        return "other"
    if _is_kins(text, after):
        return "kin"
    if text in MINE:
        return "mine" if after and after[0] in DEVICE | PLACE | MINE | {"ही"} | STANDS else ""
    return "this" if text in THIS else ""


def _is_kins(text: str, after: Sequence[str]) -> bool:
    """True where `text` begins a "सास का", said of a number."""
    if text in THEIRS:
        return bool(after) and after[0] in DEVICE
    rest = [word for word in after if word not in BETWEEN]
    if text not in KIN or not rest or rest[0] not in OWNED:
        return False
    return len(rest) == 1 or rest[1] not in NOT_OWNING | NOT_NUMBERS


def _clauses(words: Sequence[Word]) -> list[list[Word]]:
    """Cut after finite verbs, and where another number comes up once something was said of the one before."""
    clauses: list[list[Word]] = [[]]
    for word in words:
        current = clauses[-1]
        over = any(before.text in ENDS for before in current)
        ended = over and word.role != "no" and word.text not in TAGS | STRESS
        turns = word.role in REFERENTS and _is_told(current) and not _continues(current, word)
        if ended or turns:
            clauses.append([])
        clauses[-1].append(word)
    return _joined(clauses)


def _is_told(clause: Sequence[Word]) -> bool:
    """True where something was said already: a verb or a no."""
    return _refers(clause) and any(word.role == "no" or word.text in STANDS for word in clause)


def _refers(clause: Sequence[Word]) -> bool:
    return any(word.role in REFERENTS for word in clause)


def _referent(clause: Sequence[Word]) -> Word:
    return next(word for word in clause if word.role in REFERENTS)


def _continues(clause: Sequence[Word], word: Word) -> bool:
    """True where `word` still speaks of the same number ("यही कॉलिंग और यही व्हाट्सऐप")."""
    last = next(one.role for one in reversed(clause) if one.role in REFERENTS)
    return any(last in alike and word.role in alike for alike in (("pointing",), ("this", "mine"), OTHERS))


def _joined(clauses: Sequence[list[Word]]) -> list[list[Word]]:
    """A number named after its verb belongs to it: "नहीं चलता है इसपे"."""
    joined: list[list[Word]] = []
    for clause in clauses:
        bare = _refers(clause) and not any(
            word.role == "no" or word.text in STANDS | ENDS | DEFUNCT for word in clause
        )
        if bare and joined and (not _refers(joined[-1]) or _continues(joined[-1], _referent(clause))):
            joined[-1].extend(clause)
        else:
            joined.append(list(clause))
    return joined


def _is_whose_phone(clause: Sequence[Word]) -> bool:
    """True for "यह तो भाई का फोन है", "मेरा फोन नहीं है यह" and "सास के फोन से बोल रही हूं"."""
    roles = {word.role for word in clause}
    tokens = [word.token for word in clause]
    if has_word(tokens, STANDS) or "pointing" in roles:
        return False
    if "kin" in roles:
        index = next(i for i, word in enumerate(clause) if word.role == "kin")
        talks = has_word(tokens[index:], TALKING) and has_word(tokens[index:], PLACE)
        named = has_word(tokens[:index], DEVICE) or "this" in roles
        return talks or named
    return "this" in roles and "mine" in roles and "no" in roles


def _read(clause: Sequence[Word], about: frozenset[str], *, foreign: bool) -> Said | None:
    """What one clause says; None where it is about no number or says nothing that answers."""
    roles = {word.role for word in clause}
    if not roles & set(REFERENTS) or _is_whose_phone(clause):
        return None
    denied = "no" in roles
    texts = {word.text for word in clause}
    if texts & ONCE and texts & PAST and not texts & STANDS:
        return None
    strange = not texts <= CARRIES | about | _named(clause)
    if "pointing" in roles:
        return _of_this(texts, denied=denied, strange=strange, pointing=True)
    if roles & set(OTHERS) or (foreign and "mine" in roles):
        by_kin = "other" not in roles
        told = texts & STANDS or texts & ENDS or not strange
        return None if denied or texts & DEFUNCT or not told else Said(False, doubtful=by_kin, by_kin=by_kin)
    return _of_this(texts, denied=denied, strange=strange, pointing=False)


def _named(clause: Sequence[Word]) -> frozenset[str]:
    """The words that name the number, with those that are no strangers to it."""
    return frozenset(word.text for word in clause if word.role) | STANDS


def _of_this(texts: set[str], *, denied: bool, strange: bool, pointing: bool) -> Said | None:
    """A clause about this number."""
    if denied:
        return None if texts & NEW and not texts & STANDS else Said(False, doubtful=strange)
    if texts & DEFUNCT or (not pointing and texts & ONLY and texts & TALKING):
        return Said(False, doubtful=True)
    told = texts & STANDS or not strange
    if not told or (texts & NEW and not pointing):
        return None
    return Said(True, doubtful=bool(texts & PAST) or (strange and not pointing), pointing=pointing)
