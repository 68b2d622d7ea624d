"""Free text: a CTC prefix beam search with a word list that helps, and never forbids an unknown word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import exp, inf, log1p
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from edgebharo.asr.acoustic import BLANK, Alphabet, LogProbs
from edgebharo.asr.ngram import BEGIN, END, UNKNOWN, Context, Ngram
from edgebharo.types import Cancelled

WIDTH = 24
"""Prefixes kept from frame to frame."""
FLOOR = -7.0
"""Log probability below which a symbol opens no new prefix."""
UNKNOWN_WORD = -7.0
"""Log prior of any word that no list holds, before its letters are counted."""

NGRAM = 1.5
"""What a log probability of the n-gram counts beside one of the audio."""

VIRAMA, NUKTA, ANUSVARA = "\u094d", "\u093c", "\u0902"
CONSONANTS = frozenset(map(chr, range(0x0915, 0x093A)))
SIGNS = frozenset(map(chr, range(0x093E, 0x094E)))
"""Vowel signs and the virama: they need a consonant before them."""


@dataclass(frozen=True)
class WordList:
    """Log priors of words: after the words before them, where there is an n-gram, and by lists."""

    words: Mapping[str, float]
    starts: Mapping[str, float]
    """Each beginning of a known word with the best weight of the words that begin so."""
    letter: float
    """Log prior of each letter of an unknown word: how welcome such words are."""
    ngram: Ngram | None = None
    opening: float = 0.0
    """Log prior of saying anything that only these words explain."""

    def weigh(self, before: Context, word: str) -> float:
        """Log prior of a whole word after the two `before`."""
        listed = self.words.get(word, -inf)
        if self.ngram is None or not word:
            return max(listed, self._unknown(word))
        number = self.ngram.number(word)
        seen = NGRAM * self.ngram.log_prob(before, number)
        return max(listed, seen + (self.letter * len(word) if number == UNKNOWN else 0.0))

    def hope(self, start: str) -> float:
        """About the best prior of any word that begins with `start`."""
        return max(self.starts.get(start, -inf), self._unknown(start))

    def after(self, before: Context, word: str) -> Context:
        """What the next word stands after."""
        return (before[1], self.ngram.number(word)) if self.ngram is not None and word else before

    def ending(self, before: Context) -> float:
        """Log prior of nothing more being said."""
        return NGRAM * self.ngram.log_prob(before, END) if self.ngram is not None else 0.0

    def prior(self, text: str) -> float:
        """Log prior of a single-spaced text."""
        before, total = BEGIN, self.opening
        for word in text.split():
            total += self.weigh(before, word)
            before = self.after(before, word)
        return total + self.ending(before)

    def _unknown(self, word: str) -> float:
        return UNKNOWN_WORD + self.letter * len(word) if word else 0.0


def word_list(weighted: Iterable[tuple[str, float]], letter: float, ngram: Ngram | None = None) -> WordList:
    """Build a WordList; phrases are split, the best weight of a repeated word counts."""
    words: dict[str, float] = {}
    starts: dict[str, float] = {}
    for phrase, weight in weighted:
        for word in phrase.split():
            words[word] = max(weight, words.get(word, -inf))
            note_starts(starts, word, weight)
    if ngram is not None:
        for word, weight in ngram.alone():
            note_starts(starts, word, NGRAM * weight)
    return WordList(words, starts, letter, ngram)


def note_starts(starts: dict[str, float], word: str, weight: float) -> None:
    """Enter every beginning of `word` into `starts`."""
    for end in range(1, len(word) + 1):
        starts[word[:end]] = max(weight, starts.get(word[:end], -inf))


@dataclass(frozen=True)
class _Prefix:
    """A text so far: its log probability with a blank last and a letter last, and the prior of its words."""

    blank: float
    label: float
    done: float
    """Prior of the finished words."""
    word: str
    """The unfinished word."""
    hope: float
    """Prior of the finished words and the best that the unfinished one may become."""
    before: Context = BEGIN
    """The last two finished words."""

    @property
    def acoustic(self) -> float:
        return _add(self.blank, self.label)


Beam: TypeAlias = Mapping[str, _Prefix]
"""The texts that are still in question after some frames."""

START: Beam = MappingProxyType({"": _Prefix(0.0, -inf, 0.0, "", 0.0)})
"""Before the first frame."""


def free_texts(
    log_probs: LogProbs, alphabet: Alphabet, words: WordList, best: int, cancelled: Cancelled
) -> tuple[str, ...]:
    """The `best` most probable texts, best first; never an empty one, and none where cancelled.

    `log_probs` is [frames, columns].
    """
    beam = grow(START, log_probs, alphabet, words, cancelled)
    return () if beam is None else best_texts(beam, words, best)


def grow(
    beam: Beam, log_probs: LogProbs, alphabet: Alphabet, words: WordList, cancelled: Cancelled
) -> Beam | None:
    """`beam` after the next frames [frames, columns]; None where cancelled."""
    for t, frame in enumerate(log_probs.tolist()):
        if t % 16 == 0 and cancelled():
            return None
        columns = [int(c) for c in np.flatnonzero(log_probs[t] > FLOOR) if c != BLANK]
        grown = _step(beam, frame, [(alphabet.symbols[c - 1], frame[c]) for c in columns], alphabet, words)
        kept = sorted(grown.items(), key=lambda item: item[1].acoustic + item[1].hope, reverse=True)[:WIDTH]
        beam = dict(kept)
    return beam


def best_texts(beam: Beam, words: WordList, best: int) -> tuple[str, ...]:
    """The `best` most probable texts of `beam`, best first; never an empty one."""
    final = {text.strip(): p.acoustic + _finished(p, words) for text, p in beam.items()}
    return tuple(sorted((text for text in final if text), key=lambda text: -final[text])[:best])


def _step(
    beam: Mapping[str, _Prefix],
    frame: list[float],
    options: list[tuple[str, float]],
    alphabet: Alphabet,
    words: WordList,
) -> dict[str, _Prefix]:
    """One frame: every prefix may wait, hold its last letter, or grow by one of `options`."""
    grown: dict[str, _Prefix] = {}
    for text, old in beam.items():
        total = old.acoustic
        held = old.label + frame[(alphabet.encode(text[-1]) or (BLANK,))[0]] if text else -inf
        known = grown.get(text)
        label = _add(held, known.label) if known else held
        grown[text] = replace(old, blank=total + frame[BLANK], label=label)
        for symbol, score in options:
            repeated = text.endswith(symbol)
            if not may_follow(text[-1:] or " ", symbol):
                continue
            gain = (old.blank if repeated else total) + score
            longer = text + symbol
            seen = grown.get(longer) or beam.get(longer)
            if longer in grown:
                grown[longer] = replace(grown[longer], label=_add(grown[longer].label, gain))
            elif seen is not None:
                grown[longer] = replace(seen, blank=-inf, label=gain)
            else:
                grown[longer] = _extend(old, symbol, gain, words)
    return grown


def may_follow(before: str, symbol: str) -> bool:
    """Whether Devanagari spelling allows `symbol` after `before` (a space where a word begins)."""
    if symbol == " ":
        return before not in {" ", VIRAMA}
    if symbol == NUKTA:
        return before in "डढ"
    if symbol in SIGNS:
        return before in CONSONANTS or before == NUKTA
    if symbol == ANUSVARA:
        return before not in {" ", VIRAMA, ANUSVARA}
    return True


def _extend(old: _Prefix, symbol: str, gain: float, words: WordList) -> _Prefix:
    """`old` grown by one letter or a space."""
    if symbol == " ":
        done = old.done + words.weigh(old.before, old.word)
        return _Prefix(-inf, gain, done, "", done, words.after(old.before, old.word))
    word = old.word + symbol
    return _Prefix(-inf, gain, old.done, word, old.done + words.hope(word), old.before)


def _finished(prefix: _Prefix, words: WordList) -> float:
    """Prior of the text of `prefix` where nothing follows."""
    last = words.weigh(prefix.before, prefix.word) if prefix.word else 0.0
    return prefix.done + last + words.ending(words.after(prefix.before, prefix.word))


def _add(a: float, b: float) -> float:
    """log(exp a + exp b)."""
    high, low = (a, b) if a > b else (b, a)
    return high if low == -inf else high + log1p(exp(low - high))
