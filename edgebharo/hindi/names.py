"""Finding the name in an answer: "मेरा नाम कमला देवी है", "रामदीन की पत्नी सीता", "कमला नहीं, विमला".

The words are cut into runs of words that may be names; what stands before and after a run says what it is:
the name that was asked for, a relative's, a place, a name taken back, or part of a sentence without one. The
value is always the words as they were heard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from edgebharo.hindi.carriers import restored
from edgebharo.hindi.institutions import read_institution
from edgebharo.hindi.intents import find_wishes
from edgebharo.hindi.name_reading import NameReading
from edgebharo.hindi.name_words import (
    BEFORE_NAME,
    CALLED,
    CHILD_IS,
    CHILDREN,
    COPULA,
    FINE,
    FROM_PLACE,
    GENITIVE,
    GIVEN,
    HESITATION,
    HONORIFICS,
    NAME,
    NOT_NAMES,
    OWN,
    PET_NAMES,
    PLACES,
    PLANNED,
    POLITE,
    REFUSING_NO,
    RELATIVES,
    SECOND_NAMES,
    SPEAKS,
    SPLIT_WORDS,
    TAKEN_BACK,
    TITLES,
    UNNAMED,
    VERB_ENDINGS,
    WRITE,
)
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.phrases import find_all, match_at
from edgebharo.hindi.similarity import same_name, similarity
from edgebharo.hindi.spelling import SpellingReading, examples, is_devanagari, read_spelling, spell
from edgebharo.hindi.tokens import Token, span_of

Kind: TypeAlias = Literal["person", "child", "institution"]
Role: TypeAlias = Literal[
    "named", "speaker", "called", "planned", "bare", "relative", "place", "back", "other"
]

LONGEST = 5
"""Words in a person's name at most."""
LIKE_SPELT = 0.6
"""Similarity from which a word beside a spelling is the name that was spelt."""
WEIGHT: Mapping[Role, int] = {"named": 5, "speaker": 4, "called": 3, "planned": 3, "bare": 2}
"""Roles that give the name asked for; the heaviest counts."""
HOW: Mapping[Role, str] = {
    "named": "carrier",
    "speaker": "carrier",
    "called": "called",
    "planned": "planned",
    "bare": "bare",
}
ONLY_SECOND = word_set("देवी कुमारी बाई खातून बेगम कुमार सिंह")
"""Second names that are no first names."""
OF = word_set("ऑफ")
BEFORE = word_set("पहले पहिले")
WAS = word_set("था थी थे")
SECOND = word_set("दूसरा दूसरी आखिरी लास्ट")
"""Before the word name: the name that follows is the second word, or another one."""
AM = word_set("एम")
INSTEAD = word_set("जगह बदले बजाय")
CASES = word_set("का की के ने को से में पर")
"""After a word these make it part of a sentence."""
SPEAKER = word_set("मैं हम")
ME = word_set("मैं मुझे")
MARY = word_set("मेरी")
"""A Christian name too; elsewhere it is "my"."""
MINE = word_set("मेरा")
"""Where this is said as well, the other word is no "my" ("मेरी नेताम नाम है मेरा")."""
CALLS = word_set("कहते बोलते बुलाते पुकारते बोल")
FIRST = word_set("हाँ जी अरे अच्छा तो उम्म उम हम्म अं आं वो देखिए सुनिए बस पूरा यानी मतलब ये यह न ना")
AND = word_set("और पर लेकिन मगर")
CLOSERS = COPULA | HESITATION | TAKEN_BACK | POLITE | AND | FIRST | RELATIVES | PLACES | word_set("उम्र आयु")
"""May follow a name that stands for itself."""
OPENERS = (CLOSERS - PLACES) | SPEAKER | AM | HONORIFICS | word_set("अब")
"""May stand before one."""

__all__ = ["NameReading", "display", "read_name"]


@dataclass(frozen=True)
class _Run:
    """Tokens `start` to `end` may be a name; `role` says whose."""

    start: int
    end: int
    role: Role = "other"


def read_name(tokens: Sequence[Token], kind: Kind) -> NameReading:
    """The name that `tokens` give in answer to a question for one of `kind`. Total."""
    tokens = restored(tokens)
    if kind == "institution":
        return read_institution(tokens)
    spelt = read_spelling(tokens)
    if spelt.text:
        return _spelt_name(tokens, spelt)
    tokens = _blanked(tokens)
    runs = [replace(run, role=_role(tokens, run, kind)) for run in _runs(tokens)]
    given = [run for run in runs if run.role in WEIGHT]
    if not given:
        return _no_name(tokens, runs)
    top = max(WEIGHT[run.role] for run in given)
    best = [run for run in given if WEIGHT[run.role] == top]
    return _chosen(tokens, runs, best)


def display(name: str, spellings: Mapping[str, str]) -> str:
    """`name` with each word in the ordinary spelling that `spellings` (normal form → spelling) has for it."""
    return " ".join(spellings.get(normalize(word), word) for word in name.split())


def _chosen(tokens: Sequence[Token], runs: Sequence[_Run], best: Sequence[_Run]) -> NameReading:
    """The reading of the last of equally good runs, the others being repeats, taken back, or a puzzle."""
    run = best[-1]
    others = [other for other in best[:-1] if not _repeats(tokens, other, run)]
    corrected = _was_corrected(tokens, runs, others, run)
    torn = bool(others) and not corrected
    if torn and _continues(tokens, others[-1], run):
        run, torn = _Run(others[-1].start, run.end, run.role), len(others) > 1
    else:
        run = max((other for other in best if other not in others), key=_length)
    relative = run.role != "named" and any(other.role == "relative" for other in runs)
    weak = run.role in ("called", "planned") or bool(find_all(tokens, UNNAMED))
    value = _untitled(
        tuple(
            tokens[index]
            for index in range(run.start, run.end)
            if tokens[index].text not in NOT_NAMES or _is_named_so(tokens, index)
        )
    )
    sure = not torn and not _is_half(value)
    return NameReading(
        value=" ".join(token.text for token in value),
        span=span_of(value),
        how="corrected" if corrected else "relation" if relative else HOW[run.role],
        doubtful=weak or relative or corrected or not sure,
        sure=sure,
        corrected=corrected,
    )


def _was_corrected(tokens: Sequence[Token], runs: Sequence[_Run], others: Sequence[_Run], run: _Run) -> bool:
    """True where something before `run` was taken back."""
    if run.start and tokens[run.start - 1].text in REFUSING_NO:
        return True
    if any(other.role == "back" and other.start < run.start for other in runs):
        return True
    return any(token.text in TAKEN_BACK for other in others for token in tokens[other.end : run.start])


def _untitled(value: tuple[Token, ...]) -> tuple[Token, ...]:
    """Drop a title before the name, and a first half that is said again."""
    names = value[1:] if len(value) > 1 and value[0].text in TITLES else value
    return _once(names)


def _once(value: tuple[Token, ...]) -> tuple[Token, ...]:
    """Drop a first half that is said again: "सीता सीता देवी" is one name."""
    for size in range(len(value) // 2, 0, -1):
        if [token.text for token in value[:size]] == [token.text for token in value[size : 2 * size]]:
            return value[size:]
    return value


def _no_name(tokens: Sequence[Token], runs: Sequence[_Run]) -> NameReading:
    """No run gives the name; a lone "सीता रामदीन की पत्नी" still does, with doubt."""
    lone = runs[0] if len(runs) == 1 and runs[0].role == "relative" else None
    own = _beside_relative(tokens, lone) if lone else ()
    if own:
        return NameReading(
            " ".join(token.text for token in own), span_of(own), "relation", doubtful=True, sure=False
        )
    foreign = any(token.text and not is_devanagari(token.text) for token in tokens)
    hidden = any(run.role in ("other", "back") or (run.role == "place" and _length(run) > 1) for run in runs)
    return NameReading(sure=not foreign and not hidden)


def _beside_relative(tokens: Sequence[Token], run: _Run) -> Sequence[Token]:
    """The name that stands in one run with a relative's: "सीता रामदीन की पत्नी", "पति रामदीन यादव सीता"."""
    words = tokens[run.start : run.end]
    if not _of_relative(tokens, run, frozenset()):
        return words[:1] if len(words) > 1 and words[1].text not in SECOND_NAMES else ()
    second = 1
    while second < len(words) and words[second].text in SECOND_NAMES:
        second += 1
    return words[second:]


def _spelt_name(tokens: Sequence[Token], spelt: SpellingReading) -> NameReading:
    """The word beside a spelling that sounds like it, as heard; else what the letters give."""
    rest = [*tokens[spelt.end :], *tokens[: spelt.start]]
    like = [token for token in rest if token.text not in NOT_NAMES and _is_spelt(token.text, spelt)]
    if like:
        first = tokens.index(like[0])
        end = first + 1
        while end < len(tokens) and tokens[end].text in SECOND_NAMES:
            end += 1
        value = tokens[first:end]
        return NameReading(" ".join(token.text for token in value), span_of(value), "spelled", doubtful=True)
    return NameReading(spelt.text, spelt.span, "spelled", doubtful=True, sure=not spelt.latin)


def _is_spelt(word: str, spelt: SpellingReading) -> bool:
    """True where `word` may be what the letters spell."""
    text = spelt.text or ""
    return same_name(word, text) or similarity(word, text) >= LIKE_SPELT


def _runs(tokens: Sequence[Token]) -> list[_Run]:
    """The runs of words that may be names; a run ends after देवी and the like ("सीता देवी, नालंदा से")."""
    runs: list[_Run] = []
    for index in range(len(tokens)):
        if not _may_be_name(tokens, index):
            continue
        goes_on = bool(runs) and runs[-1].end == index
        if goes_on and not _is_whole(tokens, runs[-1], index):
            runs[-1] = replace(runs[-1], end=index + 1)
        else:
            runs.append(_Run(index, index + 1))
    return runs


def _blanked(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with the words of other wishes and of "क से कमल" emptied, so that they part like a pause."""
    taken = {index for wish in find_wishes(tokens) for index in range(wish.at.start, wish.at.end)}
    taken.update(index for match in examples(tokens) for index in range(match.start, match.end))
    return tuple(replace(token, text="") if index in taken else token for index, token in enumerate(tokens))


def _may_be_name(tokens: Sequence[Token], index: int) -> bool:
    """True where nothing about the word itself forbids it."""
    word = tokens[index].text
    if _is_named_so(tokens, index):
        return True
    if (_text(tokens, index - 1), word) in SPLIT_WORDS:
        return False
    fine = word in FINE and _text(tokens, index + 1) in NAME
    return is_devanagari(word) and not fine and word not in NOT_NAMES and not word.endswith(VERB_ENDINGS)


def _is_named_so(tokens: Sequence[Token], index: int) -> bool:
    """True for words that are a name only where nothing else fits: "का नाम बाबू", "मेरा नाम मेरी सोरेन है"."""
    word, before, after = tokens[index].text, _text(tokens, index - 1), _text(tokens, index + 1)
    if word in PET_NAMES:
        return before in NAME
    closes = after in COPULA | CALLS or after not in NOT_NAMES
    introduced = before in NAME | ME | HONORIFICS or any(token.text in MINE for token in tokens)
    introduced = introduced or after in SECOND_NAMES or (before in WRITE and not after)
    return word in MARY and introduced and closes


def _is_whole(tokens: Sequence[Token], run: _Run, following: int) -> bool:
    """True where a second name has closed the run and what follows is not another."""
    closed = _length(run) > 1 and tokens[run.end - 1].text in ONLY_SECOND
    return closed and tokens[following].text not in SECOND_NAMES


def _text(tokens: Sequence[Token], index: int) -> str:
    """The word at `index`; empty where there is none."""
    return tokens[index].text if 0 <= index < len(tokens) else ""


def _role(tokens: Sequence[Token], run: _Run, kind: Kind) -> Role:
    """What the words around say about a run."""
    after = run.end + (_text(tokens, run.end) in POLITE)
    following = _text(tokens, after)
    own = CHILDREN if kind == "child" else frozenset[str]()
    if following in REFUSING_NO or (_text(tokens, run.start - 1) in BEFORE and following in WAS):
        return "back"
    if following in GENITIVE and _text(tokens, after + 1) in RELATIVES | INSTEAD:
        return "relative" if _text(tokens, after + 1) in RELATIVES else "back"
    named = _named_by(tokens, run, own)
    if named:
        return named
    speaks = bool(match_at(tokens, after, SPEAKS))
    if kind == "child" and match_at(tokens, after, CHILD_IS):
        return "named"
    if match_at(tokens, after + (following in RELATIVES), CALLED) and (kind == "child" or not speaks):
        return "called"
    if match_at(tokens, after, PLANNED):
        return "planned"
    if not speaks and _is_place(tokens, run, after):
        return "place"
    if _of_relative(tokens, run, own):
        return "relative"
    return _by_sentence(tokens, run, after)


def _is_place(tokens: Sequence[Token], run: _Run, after: int) -> bool:
    """True for "नालंदा से" and "गांव रामपुर"; in "सीता देवी, गांव रामपुर" the level word belongs to the latter."""
    if _text(tokens, run.start - 1) in PLACES:
        return True
    levels = _text(tokens, after) in PLACES
    belongs_right = levels and after + 1 < len(tokens) and _may_be_name(tokens, after + 1)
    return not belongs_right and bool(match_at(tokens, after, FROM_PLACE))


def _by_sentence(tokens: Sequence[Token], run: _Run, after: int) -> Role:
    """The role of a run that no carrier and no relation decides."""
    before, following = _text(tokens, run.start - 1), _text(tokens, after)
    if match_at(tokens, after, SPEAKS) or before in WRITE or (before in SPEAKER and following in COPULA):
        return "speaker"
    names_it = following in NAME or (following in OWN and _text(tokens, after + 1) in NAME)
    if names_it or match_at(tokens, after, GIVEN):
        return "named"
    whole = _length(run) > 1 and tokens[run.end - 1].text in ONLY_SECOND and following not in CASES
    closed = not following or following in CLOSERS or whole
    opened = not before or before in OPENERS or before in ONLY_SECOND
    if not opened and before in NOT_NAMES and following in COPULA | AND:
        return "other"
    return "bare" if closed and (opened or not following) and _length(run) <= LONGEST else "other"


def _named_by(tokens: Sequence[Token], run: _Run, own: frozenset[str]) -> Role | None:
    """The role that "… का नाम" before the run gives; None where it is not said."""
    at = run.start - 1
    while at >= 0 and tokens[at].text in BEFORE_NAME | HESITATION:
        at -= 1
    if at < 0 or tokens[at].text not in NAME:
        return None
    owner = [token.text for token in tokens[max(0, at - 3) : at]]
    while owner and owner[-1] in GENITIVE | BEFORE_NAME - OWN:
        owner.pop()
    whose = owner[-1] if owner else ""
    if whose in SECOND:
        return "called"
    if whose in PLACES:
        return "place"
    return "relative" if whose in RELATIVES - own else "named"


def _of_relative(tokens: Sequence[Token], run: _Run, own: frozenset[str]) -> bool:
    """True for "पति रामदीन" and "मेरी सास गीता"; not for "रामदीन की पत्नी सीता", where the name follows."""
    if _text(tokens, run.start - 1) in OF:
        return True
    at = run.start - 1
    while _text(tokens, at) in HONORIFICS:
        at -= 1
    return _text(tokens, at) in RELATIVES - own and _text(tokens, at - 1) not in GENITIVE


def _repeats(tokens: Sequence[Token], one: _Run, other: _Run) -> bool:
    """True where the shorter run begins the longer one ("कमला जी, कमला देवी")."""
    first = [token.text for token in tokens[one.start : one.end]]
    second = [token.text for token in tokens[other.start : other.end]]
    shared = min(len(first), len(second))
    return first[:shared] == second[:shared]


def _continues(tokens: Sequence[Token], one: _Run, other: _Run) -> bool:
    """True where only a hesitation parts a name from its second word ("कमला उम्म देवी")."""
    between = tokens[one.end : other.start]
    paused = all(token.text in HESITATION for token in between)
    return paused and tokens[other.start].text in SECOND_NAMES


def _is_half(value: Sequence[Token]) -> bool:
    """True for a lone देवी or a lone akshara: half a name."""
    return len(value) == 1 and (value[0].text in ONLY_SECOND or len(spell(value[0].text)) == 1)


def _length(run: _Run) -> int:
    """Words in a run."""
    return run.end - run.start
