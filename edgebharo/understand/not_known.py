"""A yes or no beside "I do not know": only one that is spoken out counts, and it is always doubtful.

A topic, an idiom or a no that belongs to somebody else answers nothing there: "व्हाट्सऐप का मुझे पता नहीं",
"फोन पति चलाते हैं, मुझे पता नहीं".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from edgebharo.forms.schema import Cues
from edgebharo.hindi.intents import Wish, find_wishes
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.polarity import MAYBE, NO, YES, only_affirms
from edgebharo.hindi.polarity_words import ADDRESSED, COPULA, SOFT
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.number_words import POINTING, SAID_BEFORE
from edgebharo.understand.wording import find_any, has_word, without

SPOKEN = (YES - {"जी"}) | NO
"""The plain words of yes and no; जी alone is only polite."""


LYING = word_set("पास")
HOME = word_set("घर")
KNOWING = word_set("पता मालूम याद जानकारी खबर पूछ पूछना पूछकर पूछके जानते जानें जाने जानती जानता भूल भूली")
THEM = word_set("उन्हें उनको उन्हे")
TO = word_set("को")


def not_knowing(tokens: Sequence[Token]) -> tuple[Wish, ...]:
    """Where the caller says that she does not know the answer to a yes/no question."""
    found = [wish for wish in find_wishes(tokens, "yes_no") if wish.intent == "dont_know"]
    return tuple(wish for wish in found if not _is_theirs(tokens, wish))


def _is_theirs(tokens: Sequence[Token], wish: Wish) -> bool:
    """True for "उन्हें पता नहीं", and for "यही उनके पास है" and "घर पर है", which say where something is."""
    inside = tokens[wish.at.start : wish.at.end]
    if has_word(inside, HOME) and not has_word(inside, KNOWING):
        return True
    if has_word(inside, LYING) and not has_word(inside, KNOWING):
        return has_word(tokens[: wish.at.start], POINTING | SAID_BEFORE)
    before = tokens[max(0, wish.at.start - 2) : wish.at.start]
    return has_word(before, THEM) or (
        len(before) == 2 and before[0].text in ADDRESSED and before[1].text in TO
    )


def read_beside(tokens: Sequence[Token], wishes: Sequence[Wish], cues: Cues, about: Collection[str]) -> Heard:
    """The yes or no that stands beside `wishes` with a verb of its own: "हां चलता है, पर पक्का पता नहीं"."""
    answers = {
        answer: part for part in _parts(tokens, wishes) if (answer := _spoken(part, cues, about)) is not None
    }
    if len(answers) != 1:
        return NOTHING
    answer, part = answers.popitem()
    return Heard(answer, span_of(part), "idiom", doubtful=True, strong=True)


def _parts(tokens: Sequence[Token], wishes: Sequence[Wish]) -> list[list[Token]]:
    """The runs of words between the wishes."""
    inside = {index for wish in wishes for index in range(wish.at.start, wish.at.end)}
    parts: list[list[Token]] = [[]]
    for index, token in enumerate(tokens):
        if index in inside:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _spoken(part: Sequence[Token], cues: Cues, about: Collection[str]) -> bool | None:
    """The answer of one run: a spoken yes or no, then nothing but what carries it; "शायद" carries it too."""
    lead = 0
    while lead < len(part) and part[lead].text in SOFT | ADDRESSED | MAYBE | {"जी"}:
        lead += 1
    if lead == len(part) or part[lead].text not in SPOKEN:
        return None
    answer = part[lead].text not in NO
    rest = part[lead + 1 :]
    cue = find_any(rest, (*cues.yes, *cues.doubtful_yes))
    others = without(rest, cue) if cue is not None and not cue.negated else rest
    guessed = has_word(part[:lead], MAYBE)
    carried = guessed or cue is not None or has_word(rest, COPULA | frozenset(about))
    alike = all(token.text not in (YES if not answer else NO) for token in others)
    return answer if carried and alike and only_affirms(others, frozenset(about) | MAYBE | NO) else None
