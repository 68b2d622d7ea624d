"""The sentences of a reply, and what a sentence does: ask, request, acknowledge. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from edgebharo.hindi.normalize import normalize, word_set

_SENTENCE = re.compile("([^।?!.\n]*)([।?!.\n]|$)")
_CLAUSE = re.compile("[,;:–—]")

QUESTION_WORDS = word_set(
    "क्या कौन कौनसा कौनसी किस किसे किन किसका किसकी कितना कितने कितनी कब कहां कैसे कैसा कैसी क्यों"
)
REQUESTS = word_set(
    "बताइए बताएं बताओ बोलिए बोलें बोलो कहिए कहें सुनाइए लिखवाइए लिखवाएं लिखाइए दोहराइए दोहराएं दीजिए दो दें चाहिए"
)
"""A sentence with one of these wants something said."""
ONLY_IN_PAIRS = word_set("दीजिए दो दें")
"""Requests only after a verb of telling ("बता दीजिए"); alone they may be a number or another favour."""
TELLING = word_set("बता बोल कह सुना लिखवा दोहरा")

ACKNOWLEDGING = tuple(
    tuple(normalize(line).split())
    for line in (
        "जी", "जी हां", "अच्छा", "अच्छा जी", "ठीक है", "ठीक", "ठीक है जी", "समझ गई", "जी समझ गई", "समझ गया", "ओके",
        "धन्यवाद", "शुक्रिया", "बहुत धन्यवाद", "शाबाश", "बढ़िया", "बहुत बढ़िया", "बहुत अच्छा", "बहुत अच्छे", "वाह",
        "सही", "बिल्कुल", "हां", "हां जी", "मैंने लिख लिया", "लिख लिया", "नोट कर लिया", "मिल गया",
    )
)  # fmt: skip
"""Openings that tell her no more than that she was heard."""


@dataclass(frozen=True)
class Sentence:
    """One sentence as it is spoken."""

    text: str
    mark: str
    """What ends it: । ? ! or nothing."""

    @cached_property
    def words(self) -> tuple[str, ...]:
        """In normal form."""
        return tuple(normalize(self.text).split())

    @property
    def key(self) -> str:
        """What two sentences that say the same share."""
        return " ".join(self.words)

    @property
    def clauses(self) -> tuple[tuple[str, ...], ...]:
        """The words between commas; at least one clause."""
        return tuple(tuple(normalize(part).split()) for part in _CLAUSE.split(self.text))

    @property
    def is_question(self) -> bool:
        """True where it is spoken as a question."""
        return self.mark == "?"

    @property
    def requests(self) -> bool:
        """True where it wants something said, without being spoken as a question."""
        pairs = zip(("", *self.words), self.words, strict=False)
        wanted = (
            word in REQUESTS and (word not in ONLY_IN_PAIRS or before in TELLING) for before, word in pairs
        )
        return not self.is_question and any(wanted)

    @property
    def asks(self) -> bool:
        """True where an answer is expected."""
        return self.is_question or self.requests

    @property
    def question_words(self) -> int:
        """How many different things a question asks for, by its question words ("किस किस" is one)."""
        words = [word for word in self.words if word in QUESTION_WORDS]
        return sum(word != before for before, word in zip(["", *words], words, strict=False))


def sentences(lines: Iterable[str]) -> tuple[Sentence, ...]:
    """The sentences of `lines`, in order; a line's end ends a sentence, and empty ones are left out."""
    found = (Sentence(part[1].strip(), part[2]) for line in lines for part in _SENTENCE.finditer(line))
    return tuple(sentence for sentence in found if sentence.words)


def keys(lines: Iterable[str]) -> frozenset[str]:
    """What the sentences of `lines` say."""
    return frozenset(sentence.key for sentence in sentences(lines))


def opening(words: tuple[str, ...], openings: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The longest of `openings` that `words` begin with; empty where they begin with none."""
    found = (start for start in openings if start and words[: len(start)] == start)
    return max(found, key=len, default=())


def holds(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    """True where `phrase` stands in `words`, in one piece."""
    size = len(phrase)
    return size > 0 and any(words[at : at + size] == phrase for at in range(len(words) - size + 1))
