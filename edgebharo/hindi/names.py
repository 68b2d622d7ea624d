"""Finding the name in an answer: "मेरा नाम कमला देवी है", "रामदीन की पत्नी सीता", "कमला नहीं, विमला".

The words are cut into runs of words that may be names; what stands before and after a run says what it is:
the name that was asked for, a relative's, a place, a name taken back, or part of a sentence without one. The
value is always the words as they were heard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from edgebharo.hindi.carriers import restored
from edgebharo.hindi.institutions import read_institution
from edgebharo.hindi.intents import find_wishes
from edgebharo.hindi.name_reading import NameReading
from edgebharo.hindi.name_roles import (
    ONLY_SECOND,
    Kind,
    Role,
    Run,
    is_named_so,
    may_be_name,
    of_relative,
    role_of,
)
from edgebharo.hindi.name_words import (
    HESITATION,
    NOT_NAMES,
    REFUSING_NO,
    SECOND_NAMES,
    TAKEN_BACK,
    TITLES,
    UNNAMED,
)
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.phrases import find_all
from edgebharo.hindi.similarity import same_name, similarity
from edgebharo.hindi.spelling import SpellingReading, examples, is_devanagari, read_spelling, spell
from edgebharo.hindi.tokens import Token, span_of

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

PAUSE = normalize("उम्म")

__all__ = ["Kind", "NameReading", "display", "read_name"]


def read_name(tokens: Sequence[Token], kind: Kind) -> NameReading:
    """The name that `tokens` give in answer to a question for one of `kind`. Total."""
    tokens = restored(tokens)
    if kind == "institution":
        return read_institution(tokens)
    spelt = read_spelling(tokens)
    if spelt.text:
        return _spelt_name(tokens, spelt)
    tokens = _blanked(tokens)
    runs = [replace(run, role=role_of(tokens, run, kind)) for run in _runs(tokens)]
    given = [run for run in runs if run.role in WEIGHT]
    if not given:
        return _no_name(tokens, runs)
    top = max(WEIGHT[run.role] for run in given)
    best = [run for run in given if WEIGHT[run.role] == top]
    return _chosen(tokens, runs, best)


def display(name: str, spellings: Mapping[str, str]) -> str:
    """`name` with each word in the ordinary spelling that `spellings` (normal form → spelling) has for it."""
    return " ".join(spellings.get(normalize(word), word) for word in name.split())


def _chosen(tokens: Sequence[Token], runs: Sequence[Run], best: Sequence[Run]) -> NameReading:
    """The reading of the last of equally good runs, the others being repeats, taken back, or a puzzle."""
    run = best[-1]
    others = [other for other in best[:-1] if not _repeats(tokens, other, run)]
    corrected = _was_corrected(tokens, runs, others, run)
    torn = bool(others) and not corrected
    if torn and _continues(tokens, others[-1], run):
        run, torn = Run(others[-1].start, run.end, run.role), len(others) > 1
    else:
        run = max((other for other in best if other not in others), key=lambda one: one.words)
    relative = run.role != "named" and any(other.role == "relative" for other in runs)
    weak = run.role in ("called", "planned") or bool(find_all(tokens, UNNAMED))
    value = _untitled(
        tuple(
            tokens[index]
            for index in range(run.start, run.end)
            if tokens[index].text not in NOT_NAMES or is_named_so(tokens, index)
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


def _was_corrected(tokens: Sequence[Token], runs: Sequence[Run], others: Sequence[Run], run: Run) -> bool:
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


def _no_name(tokens: Sequence[Token], runs: Sequence[Run]) -> NameReading:
    """No run gives the name; a lone "सीता रामदीन की पत्नी" still does, with doubt."""
    lone = runs[0] if len(runs) == 1 and runs[0].role == "relative" else None
    own = _beside_relative(tokens, lone) if lone else ()
    if own:
        return NameReading(
            " ".join(token.text for token in own), span_of(own), "relation", doubtful=True, sure=False
        )
    foreign = any(token.text and not is_devanagari(token.text) for token in tokens)
    hidden = any(run.role in ("other", "back") or (run.role == "place" and run.words > 1) for run in runs)
    return NameReading(sure=not foreign and not hidden)


def _beside_relative(tokens: Sequence[Token], run: Run) -> Sequence[Token]:
    """The name that stands in one run with a relative's: "सीता रामदीन की पत्नी", "पति रामदीन यादव सीता"."""
    words = tokens[run.start : run.end]
    if not of_relative(tokens, run, frozenset()):
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


def _runs(tokens: Sequence[Token]) -> list[Run]:
    """The runs of words that may be names; a run ends after देवी and the like ("सीता देवी, नालंदा से")."""
    runs: list[Run] = []
    for index in range(len(tokens)):
        if not may_be_name(tokens, index):
            continue
        goes_on = bool(runs) and runs[-1].end == index
        if goes_on and not _is_whole(tokens, runs[-1], index):
            runs[-1] = replace(runs[-1], end=index + 1)
        else:
            runs.append(Run(index, index + 1))
    return runs


def _blanked(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with other wishes and "क से कमल" emptied, so that they part; "रुकिए" only hesitates."""
    texts = {index: "" for match in examples(tokens) for index in range(match.start, match.end)}
    for wish in find_wishes(tokens):
        text = PAUSE if wish.intent == "wait" else ""
        texts.update((index, text) for index in range(wish.at.start, wish.at.end))
    return tuple(replace(token, text=texts.get(index, token.text)) for index, token in enumerate(tokens))


def _is_whole(tokens: Sequence[Token], run: Run, following: int) -> bool:
    """True where a second name has closed the run and what follows is not another."""
    closed = run.words > 1 and tokens[run.end - 1].text in ONLY_SECOND
    return closed and tokens[following].text not in SECOND_NAMES


def _repeats(tokens: Sequence[Token], one: Run, other: Run) -> bool:
    """True where the shorter run begins the longer one ("कमला जी, कमला देवी")."""
    first = [token.text for token in tokens[one.start : one.end]]
    second = [token.text for token in tokens[other.start : other.end]]
    shared = min(len(first), len(second))
    return first[:shared] == second[:shared]


def _continues(tokens: Sequence[Token], one: Run, other: Run) -> bool:
    """True where only a hesitation parts a name from its second word ("कमला उम्म देवी")."""
    between = tokens[one.end : other.start]
    paused = all(token.text in HESITATION for token in between)
    return paused and tokens[other.start].text in SECOND_NAMES


def _is_half(value: Sequence[Token]) -> bool:
    """True for a lone देवी or a lone akshara: half a name."""
    return len(value) == 1 and (value[0].text in ONLY_SECOND or len(spell(value[0].text)) == 1)
