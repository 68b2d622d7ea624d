"""Cutting what was said about an institution into runs of words that may be its name.

Every word gets a class from its own table and from the words beside it: a पीपल is a tree or part of "पीपल
चौक", a वाली belongs to "मंदिर वाली गली" or points at the noun after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from edgebharo.hindi.institution_verbs import HELPS, NO_PARTICIPLES, PARTICIPLES, STEMS
from edgebharo.hindi.institution_words import (
    ACROSS,
    ADDRESS,
    BE,
    BLOCKS,
    BUS,
    CLASSES,
    ENDS_NAME,
    FINE,
    HESITATION,
    HOUSE,
    HOUSES,
    IN_NAMES,
    KINDS_OF_PLACE,
    LETTERS,
    LOCALITIES,
    NAME,
    NEAR,
    NUMBERED_AREAS,
    NUMBERS,
    OF,
    ONE,
    OWN_AREA,
    RESPECT,
    SERVICES,
    STANDS,
    TITLES,
    TO,
    VILLAGES,
    WHICH,
)
from edgebharo.hindi.spelling import is_devanagari
from edgebharo.hindi.tokens import Token

Class: TypeAlias = Literal[
    "word", "head", "name", "of", "which", "at", "from", "near", "be", "calls", "belongs", "does", "no",
    "light", "own", "thing", "strange", "end",
]  # fmt: skip
VERB: frozenset[Class] = frozenset({"calls", "belongs", "does"})


@dataclass(frozen=True)
class Run:
    """Tokens `start` to `end` may be a name."""

    start: int
    end: int


def classes(tokens: Sequence[Token]) -> tuple[Class, ...]:
    """The class of every token, and an "end" after the last."""
    found: list[Class] = []
    for index in range(len(tokens)):
        found.append(_class(tokens, index, found[-1] if found else "end"))
    return (*found, "end")


def runs(tokens: Sequence[Token], kinds: Sequence[Class]) -> list[Run]:
    """The runs of "word" tokens, a hesitation inside and what is no part of the name at the ends left out."""
    found: list[Run] = []
    for index, kind in enumerate(kinds):
        if kind != "word":
            continue
        if found and (found[-1].end == index or _resumes(tokens, found[-1].end, index)):
            found[-1] = Run(found[-1].start, index + 1)
        else:
            found.append(Run(index, index + 1))
    return [trimmed for run in found if (trimmed := _trimmed(tokens, kinds, run))]


def word_at(tokens: Sequence[Token], index: int) -> str:
    """The word at `index`; empty where there is none."""
    return tokens[index].text if 0 <= index < len(tokens) else ""


def _class(tokens: Sequence[Token], index: int, before: Class) -> Class:
    """What the word at `index` is, `before` being the class of the word before it."""
    word, following = tokens[index].text, word_at(tokens, index + 1)
    if not word:
        return "strange"
    beside = _by_neighbours(tokens, index, before)
    if beside:
        return beside
    kind = cast("Class", CLASSES.get(word, "word"))
    if kind != "word":
        return "word" if _belongs_to_name(tokens, index, before, kind) else kind
    if not is_devanagari(word) and not word.isdecimal():
        return "strange"
    if word in HELPS and before in VERB:
        return "does"
    if following in BE and word.endswith(PARTICIPLES) and word not in NO_PARTICIPLES:
        return "belongs"
    return "word"


def _by_neighbours(tokens: Sequence[Token], index: int, before: Class) -> Class | None:
    """The class of a word that means something else beside its neighbours; None for all others."""
    word, following = tokens[index].text, word_at(tokens, index + 1)
    if word in STEMS and following in HELPS:
        return "belongs"
    if word in SERVICES and CLASSES.get(following) == "head":
        return "head"
    if word in WHICH | OF and before == "word":
        return _joint(tokens, index)
    if word in FINE and following in NAME:
        return "light"
    return "near" if word in ACROSS and before != "word" else None


def _joint(tokens: Sequence[Token], index: int) -> Class:
    """A वाली or a का after a word: inside a name where a kind of place follows ("रामू की ढाणी")."""
    word, following = tokens[index].text, word_at(tokens, index + 1)
    which = word in WHICH
    before = word_at(tokens, index - 2)
    own_area = word_at(tokens, index - 1) in OWN_AREA and (not before or before in CLASSES)
    inside = following in (ENDS_NAME if which else LOCALITIES) and word_at(tokens, index + 2) not in NEAR
    if inside and not own_area:
        return "word"
    if which:
        return "which"
    if word in TO:
        return "of" if CLASSES.get(following) in ("head", "name") else "from"
    return "of"


def _belongs_to_name(tokens: Sequence[Token], index: int, before: Class, kind: Class) -> bool:
    """True where a word of another class is part of a name: "स्कूल पारा", "बस अड्डा", "सीमा दीदी", "बी ब्लॉक"."""
    word, following = tokens[index].text, word_at(tokens, index + 1)
    last = word_at(tokens, index - 1)
    if word in LETTERS and (following in BLOCKS or last in BLOCKS):
        return word_at(tokens, index + 2) not in NUMBERS
    if word in NUMBERS:
        return last in NUMBERED_AREAS or (word in ONE and (before == "word" or following in LOCALITIES))
    if word in BUS:
        return following in STANDS
    if word in HOUSE:
        return last in HOUSES
    if word in RESPECT:
        return before == "word" and following in WHICH
    if word in TITLES and before == "word":
        return last not in KINDS_OF_PLACE or following in LOCALITIES
    if following in TITLES and CLASSES.get(word_at(tokens, index + 2)) in ("of", "which"):
        return kind == "thing" and word not in ADDRESS | TITLES and before != "word"
    return word in IN_NAMES and following in LOCALITIES


def _resumes(tokens: Sequence[Token], end: int, index: int) -> bool:
    """True where only a hesitation parts a name from its kind of place ("इमली उम्म टोला")."""
    paused = all(token.text in HESITATION for token in tokens[end:index])
    return paused and tokens[index].text in KINDS_OF_PLACE


def _trimmed(tokens: Sequence[Token], kinds: Sequence[Class], run: Run) -> Run | None:
    """`run` without "गांव" before the name and without politeness after it; None where nothing is left."""
    start, end = run.start, run.end
    if end - start > 1 and tokens[start].text in VILLAGES and tokens[start + 1].text not in KINDS_OF_PLACE:
        start += 1
    last = tokens[end - 1].text
    spoken_to = last in ADDRESS - TITLES and kinds[end] not in ("of", "which", "head")
    if spoken_to:
        end -= 1
    return Run(start, end) if start < end else None


__all__ = ["NAME", "VERB", "Class", "Run", "classes", "runs", "word_at"]
