"""Which words of a reply to a read-back may bring a value: those outside the vocabulary of judging.

Where none is left the reply only judges, however much "आपने गलत सुना" looks like a name. Words that are values
elsewhere (गया the district, छै the six, दो the two) judge only as the helpers of a verb.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgebharo.hindi import judging_words as words
from edgebharo.hindi.clause_judges import EMPTY
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.hindi.phrases import find_all
from edgebharo.hindi.tokens import Token

DISTANT = word_set("नहीं नही ना न")
"""After these a word that may be a number is one: "नहीं, छै"; नै छै is a verb."""
NEAR_NO = words.NEGATIONS - DISTANT - words.MAYNA
"""No in the dialects whose copula छै is."""
GIVE, SIX = normalize("दो"), word_set("छै छे")
HELPED = words.VERBS | words.DO | words.DID | words.BAD | words.AUXILIARY


@dataclass(frozen=True)
class Rest:
    """What a reply says beside its judgement."""

    core: tuple[Token, ...]
    """The tokens from the first to the last that does not judge; empty where all do."""
    beside: tuple[Token, ...]
    """All tokens but helpers and turns of phrase that look like values elsewhere."""
    offered: bool
    """The core may be a value: no judging word stands inside, and what comes after does not make it a
    part of the judgement ("ध्यान से", "कविता गलत है")."""


def read_rest(tokens: Sequence[Token]) -> Rest:
    """What is left of `tokens` (in normal form). Pure and total."""
    idioms = {i for match in find_all(tokens, words.IDIOMS) for i in range(match.start, match.end)}
    set_aside = idioms | {index for index in range(len(tokens)) if _helps(tokens, index)}
    others = [
        index
        for index, token in enumerate(tokens)
        if index not in set_aside and token.text not in words.VOCABULARY
    ]
    core = tuple(tokens[others[0] : others[-1] + 1]) if others else ()
    beside = tuple(token for index, token in enumerate(tokens) if index not in set_aside)
    whole = bool(others) and len(core) == len(others)
    return Rest(
        core, beside, offered=whole and not _is_judged([token.text for token in tokens[others[-1] + 1 :]])
    )


def _is_judged(after: Sequence[str]) -> bool:
    """True where the words after the core are about it."""
    heavy = [word for word in after if word not in EMPTY | words.NOUNS]
    if not heavy:
        return False
    denied = bool(frozenset(heavy) & words.NEGATIONS)
    return heavy[0] in words.CASES | words.BAD or (heavy[0] in words.GOOD and denied)


def _helps(tokens: Sequence[Token], at: int) -> bool:
    """True where the word at `at`, a value elsewhere, is a helper: "लिखा गया है", "कर दो", "नै छै"."""
    text = tokens[at].text
    before = _before(tokens, at)
    if text not in words.AUXILIARY or before is None:
        return False
    if text == GIVE:
        counted = at + 1 < len(tokens) and tokens[at + 1].text in CARDINALS
        return before in words.BEFORE_GIVE and not counted
    if text in SIX:
        return before in NEAR_NO or (before in words.VOCABULARY and before not in CARDINALS)
    return before in HELPED


def _before(tokens: Sequence[Token], at: int) -> str | None:
    """The last word before `at` that is more than a particle or a distant no."""
    heavy = [token.text for token in tokens[:at] if token.text not in (EMPTY | words.NEGATIONS) - NEAR_NO]
    return heavy[-1] if heavy else None
