"""Following audio that grows: the acoustic side and the decoding, on a model whose answer can be read off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgebharo.asr.acoustic import AcousticModel, Alphabet, LogProbs
from edgebharo.asr.beam import Beam, WordList, best_texts, word_list
from edgebharo.asr.calibration import Calibration
from edgebharo.asr.following import Follower
from edgebharo.asr.frontend import HOP, LEAD_FRAMES, TAIL_SILENCE
from edgebharo.asr.graph import Entry, Grammar, Graph, compile_grammar
from edgebharo.asr.growing import CONTEXT, LONGEST, GrowingLogProbs
from edgebharo.asr.ranking import Proposal
from edgebharo.asr.search import Search
from edgebharo.types import Expect, Pcm, Utterance, never_cancelled

pytestmark = pytest.mark.unit

LETTERS = 100
"""Samples of a hop are LETTERS * (column + 1): louder than what counts as quiet."""
NUMBER = Expect("number")
WORDS = ("एक", "दो", "तीन", "चार", "पांच")


@dataclass
class ReadableModel:
    """Hears each hop by itself: its samples name the column that is `sure`."""

    alphabet: Alphabet
    sure: float = 0.9
    lengths: list[int] = field(default_factory=list)

    def log_probs(self, pcm: Pcm) -> LogProbs:
        self.lengths.append(pcm.size // HOP)
        told = pcm[: pcm.size // HOP * HOP : HOP].astype(int) // LETTERS - 1
        padding = [0] * (TAIL_SILENCE // HOP)
        columns = np.array([*[0] * LEAD_FRAMES, *np.clip(told, 0, None), *padding])
        table = np.full((columns.size, self.alphabet.columns), (1 - self.sure) / (self.alphabet.columns - 1))
        table[np.arange(columns.size), columns] = self.sure
        return np.log(table).astype(np.float32)


def speak(alphabet: Alphabet, text: str) -> Pcm:
    """Sound in which ReadableModel hears `text`: a letter, then two hops of blank."""
    columns = [c for column in alphabet.encode(text) or () for c in (column, 0, 0)]
    hops = [np.tile(np.array([1, -1], np.int16), HOP // 2) * (LETTERS * (column + 1)) for column in columns]
    return np.concatenate(hops)


@pytest.fixture
def model(alphabet: Alphabet) -> ReadableModel:
    return ReadableModel(alphabet)


def so_far(pcm: Pcm) -> Utterance:
    return Utterance(1, 0, pcm.size, pcm, "open")


SENTENCES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
STEPS = st.lists(st.integers(1, 40 * HOP), max_size=6)
UNHURRIED = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@UNHURRIED
@given(SENTENCES, STEPS)
def test_growing_gives_what_a_whole_pass_gives(alphabet: Alphabet, text: str, steps: list[int]) -> None:
    model = ReadableModel(alphabet)
    pcm = speak(alphabet, text)
    growing, end = GrowingLogProbs(cast("AcousticModel", model)), 0
    for step in [*steps, pcm.size]:
        end = min(pcm.size, end + step)
        grown = growing.grow(pcm[:end])
        assert np.array_equal(grown.frames, model.log_probs(pcm[:end]))
        assert 0 <= grown.kept <= grown.settled <= len(grown.frames)


def test_a_pass_is_bounded_and_a_short_answer_is_a_whole_pass(model: ReadableModel) -> None:
    pcm = speak(model.alphabet, " ".join(WORDS * 12))
    growing, step = GrowingLogProbs(cast("AcousticModel", model)), 7
    for hops in range(step, pcm.size // HOP, step):
        growing.grow(pcm[: hops * HOP])
    assert max(model.lengths) <= LONGEST + CONTEXT + step
    assert model.lengths[: LONGEST // step] == list(range(step, LONGEST, step))


def test_what_is_settled_ends_between_letters(model: ReadableModel) -> None:
    pcm = speak(model.alphabet, " ".join(WORDS * 6))
    growing, before = GrowingLogProbs(cast("AcousticModel", model)), 0
    seams = set()
    for hops in range(7, pcm.size // HOP, 7):
        grown = growing.grow(pcm[: hops * HOP])
        assert grown.kept == before
        before = grown.settled
        seams.add(before)
    assert len(seams) > 2
    assert all(grown.frames[seam, 0] == grown.frames[:, 0].max() for seam in seams if seam)


def test_another_beginning_is_another_recording(model: ReadableModel) -> None:
    one, other = (
        speak(model.alphabet, " ".join(WORDS * 3)),
        speak(model.alphabet, "नौ " + " ".join(WORDS * 3)),
    )
    growing = GrowingLogProbs(cast("AcousticModel", model))
    assert growing.grow(one).settled
    again = growing.grow(other)
    assert again.kept == 0
    assert np.array_equal(again.frames, model.log_probs(other))
    assert growing.grow(one[: 10 * HOP]).kept == 0


# ---------------------------------------------------------------- the words


def numbers(alphabet: Alphabet) -> Graph:
    """Any number of words."""
    grammar = Grammar()
    grammar.say(0, 0, [Entry(word, word) for word in WORDS])
    grammar.end(0)
    return compile_grammar(grammar, alphabet)


def propose(heard: Search, beam: Beam, words: WordList) -> list[Proposal]:
    return [
        *(Proposal(path.text, path.spoken, path.prior) for path in heard.paths(6)),
        *(Proposal(text, text, -3.0 + words.prior(text)) for text in best_texts(beam, words, 4)),
    ]


@pytest.fixture
def fresh(alphabet: Alphabet) -> Callable[..., Follower]:
    """A follower that has heard nothing; it knows the words of numbers, and for text no word."""
    nothing = compile_grammar(Grammar(), alphabet)
    words = word_list([(word, -3.0) for word in WORDS], -1.0)
    known, unknown = (numbers(alphabet), words), (nothing, word_list([], -1.0))

    def make(sure: float = 0.9) -> Follower:
        model = cast("AcousticModel", ReadableModel(alphabet, sure))
        decoders = lambda expect: known if expect.kind == "number" else unknown  # noqa: E731
        return Follower(model, decoders, propose, Calibration())

    return make


@UNHURRIED
@given(SENTENCES, STEPS, st.sampled_from([0.88, 0.95]))
def test_words_that_grow_are_those_of_a_whole_pass(
    alphabet: Alphabet, fresh: Callable[..., Follower], text: str, steps: list[int], sure: float
) -> None:
    follower = fresh(sure)
    pcm, end = speak(alphabet, text), 0
    for step in [*steps, pcm.size]:
        end = min(pcm.size, end + step)
        ranked = follower.follow(so_far(pcm[:end]), NUMBER, never_cancelled)
    whole = fresh(sure).follow(so_far(pcm), NUMBER, never_cancelled)
    assert ranked[0].proposal == whole[0].proposal
    surer = ranked[0].posterior - whole[0].posterior
    assert -0.05 <= surer <= 0.2, "alternatives to words long settled are not counted again"
    assert ranked[0].proposal.text == text


def test_a_question_that_changed_is_decoded_from_the_beginning(
    alphabet: Alphabet, fresh: Callable[..., Follower]
) -> None:
    pcm = speak(alphabet, " ".join(WORDS * 2))
    follower = fresh()
    assert follower.follow(so_far(pcm[: -12 * HOP]), NUMBER, never_cancelled)
    changed = follower.follow(so_far(pcm), Expect("text"), never_cancelled)
    assert changed == fresh().follow(so_far(pcm), Expect("text"), never_cancelled)
    assert changed != fresh().follow(so_far(pcm), NUMBER, never_cancelled)


@pytest.mark.parametrize("polls", [0, 1, 3, 5])
def test_work_that_is_cancelled_leaves_nothing_wrong_behind(
    alphabet: Alphabet, fresh: Callable[..., Follower], polls: int
) -> None:
    pcm = speak(alphabet, " ".join(WORDS * 2))
    follower = fresh()
    assert follower.follow(so_far(pcm[: -12 * HOP]), NUMBER, never_cancelled)
    asked = iter(range(100))
    assert follower.follow(so_far(pcm[: -4 * HOP]), NUMBER, lambda: next(asked) >= polls) == ()
    whole = follower.follow(so_far(pcm), NUMBER, never_cancelled)
    assert whole[0].proposal.text == " ".join(WORDS * 2)
