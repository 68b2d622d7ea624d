"""Finding an institution's name in an answer: "टीका रामपुर वाले केंद्र पर लगता है", "उसको सब इमली टोला कहते हैं".

The words are cut into runs of words that may be a name; what stands before and after a run gives it a role.
The run with the heaviest role is the name, whole and as it was heard. A description ("मंदिर के पास वाली") or
the worker's name ("सीमा दीदी वाली") stands in where no name is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from edgebharo.hindi.institution_roles import WEIGHT, Role, Sentence, allowed, described_to, role, worker_to
from edgebharo.hindi.institution_runs import Run, classes, runs
from edgebharo.hindi.institution_words import KINDS_OF_PLACE
from edgebharo.hindi.intents import find_wishes
from edgebharo.hindi.name_reading import NameReading
from edgebharo.hindi.name_words import TAKEN_BACK
from edgebharo.hindi.spelling import is_devanagari
from edgebharo.hindi.tokens import Token, span_of

LONGEST = 6
"""Words in an institution's name at most."""
KNOWN_BY: frozenset[Role] = frozenset({"worker", "described"})
"""Roles of what is said in place of a name."""


@dataclass(frozen=True)
class _Found:
    """A run in its role; `words` are its tokens, with the वाली that closes a description."""

    run: Run
    role: Role
    words: tuple[Token, ...]

    @property
    def text(self) -> str:
        """The words, one space between them."""
        return " ".join(token.text for token in self.words)


def read_institution(tokens: Sequence[Token]) -> NameReading:
    """The institution that is named in `tokens`. Total."""
    tokens = _blanked(tokens)
    said = Sentence(tokens, classes(tokens))
    found = [_found(said, run) for run in runs(tokens, said.kinds)]
    roles = allowed(said)
    given = [one for one in found if one.role in roles]
    if not given:
        return NameReading(sure=not _is_hidden(said, found))
    top = max(WEIGHT[one.role] for one in given)
    best = _settled(said, [one for one in given if WEIGHT[one.role] == top])
    if best is None or len(best.words) > LONGEST:
        return NameReading(sure=False)
    corrected = _was_corrected(said, found, best)
    known_by = best.role in KNOWN_BY
    carried = best.role != "bare" or any(kind in ("head", "name") for kind in said.kinds)
    return NameReading(
        value=best.text,
        span=span_of(best.words),
        how="corrected" if corrected else "description" if known_by else "carrier" if carried else "bare",
        doubtful=corrected
        or best.role == "from"
        or _is_weak(best)
        or any(one.role in KNOWN_BY for one in found),
        corrected=corrected,
    )


def _is_weak(best: _Found) -> bool:
    """True for a lone "मंदिर": more a description than a name."""
    return len(best.words) == 1 and best.words[0].text in KINDS_OF_PLACE


def _blanked(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with the words of other wishes emptied, so that they part like a pause."""
    taken = {index for wish in find_wishes(tokens) for index in range(wish.at.start, wish.at.end)}
    return tuple(replace(token, text="") if index in taken else token for index, token in enumerate(tokens))


def _found(said: Sentence, run: Run) -> _Found:
    """The run with its role."""
    its = role(said, run)
    inside = _once(said, [index for index in range(run.start, run.end) if said.kinds[index] == "word"])
    if its in KNOWN_BY:
        end = described_to(said, run) if its == "described" else worker_to(said, run)
        inside = list(range(run.start, end))
    return _Found(run, its, tuple(said.tokens[index] for index in inside))


def _once(said: Sentence, inside: list[int]) -> list[int]:
    """The first half of a run that says the same twice: "रामपुर, रामपुर"."""
    half, odd = divmod(len(inside), 2)
    words = [said.word(index) for index in inside]
    return inside[:half] if not odd and words[:half] == words[half:] else inside


def _is_hidden(said: Sentence, found: Sequence[_Found]) -> bool:
    """True where a name may have been said that the roles do not give."""
    foreign = any(token.text and not is_devanagari(token.text) for token in said.tokens)
    return foreign or any(one.role != "vague" for one in found)


def _settled(said: Sentence, best: Sequence[_Found]) -> _Found | None:
    """The one of equals: the longest of repeats, the last after a correction; None where it is a puzzle."""
    last = best[-1]
    others = [one for one in best if not _repeats(one, last)]
    if not others:
        return max(best, key=lambda one: len(one.words))
    if last.role == "at" and all(one.run.end < last.run.start for one in others):
        return last
    return last if all(_takes_back(said, one, last) for one in others) else None


def _repeats(one: _Found, other: _Found) -> bool:
    """True where one holds the other's words."""
    return one.text in other.text or other.text in one.text


def _takes_back(said: Sentence, one: _Found, other: _Found) -> bool:
    """True where a word between the two takes the first back."""
    return any(token.text in TAKEN_BACK for token in said.tokens[one.run.end : other.run.start])


def _was_corrected(said: Sentence, found: Sequence[_Found], best: _Found) -> bool:
    """True where another name was taken back, or a no stands before this one."""
    if any(one.role == "back" for one in found):
        return True
    if said.kind(said.ahead(best.run.start - 1, "light")) == "no":
        return True
    earlier = [one for one in found if one.run.end <= best.run.start and one.role in WEIGHT]
    return any(_takes_back(said, one, best) for one in earlier)
