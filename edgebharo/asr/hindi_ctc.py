"""The packaged Hindi recogniser: one ONNX model, a word grammar per question, and free text beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import prod
from pathlib import Path

from edgebharo.asr import phrases
from edgebharo.asr.acoustic import AcousticModel, Alphabet, LogProbs
from edgebharo.asr.beam import START, Beam, WordList, best_texts, grow, word_list
from edgebharo.asr.calibration import CALIBRATION_FILE, Calibration, load_calibration
from edgebharo.asr.ctc import align
from edgebharo.asr.following import Follower
from edgebharo.asr.frontend import FRAME_MS, LEAD_FRAMES, is_quiet
from edgebharo.asr.gate import is_murky
from edgebharo.asr.grammars import asks_letters, grammar_of
from edgebharo.asr.graph import Graph, compile_grammar
from edgebharo.asr.lexicon import conversation, names, phrase_words, rarer_names, texts
from edgebharo.asr.ngram import NGRAM_FILE, Ngram, load_ngram
from edgebharo.asr.ranking import Proposal, Ranked, log_score, rank, word_confidences
from edgebharo.asr.search import Path as WordPath
from edgebharo.asr.search import Search
from edgebharo.ports import Asr
from edgebharo.types import Cancelled, Expect, ExpectKind, Hypothesis, Transcript, Utterance, Word

GRAPH_TEXTS = 16
"""Texts taken from the question's grammar."""
FREE_TEXTS = 8
"""Texts taken from the free search."""
HYPOTHESES = 10
"""Alternatives in a transcript, at most."""
SPELLINGS = 12
"""Spellings of one text that are scored, at most: beyond, each word counts as it was matched."""
GRAPHS_KEPT = 24
"""Compiled grammars kept; a form has fewer kinds of question."""
FREE = -15.0
"""Log prior of saying something that the question's grammar does not know, where the answer is one of a known
few. Priors count for about three times their logarithm, because scores of the audio do, see `Calibration`."""
NO_LETTERS = -10.0
"""The same where a name is asked for letter by letter: mostly it is the name once more."""
KNOWN_WORD = -5.0
NAME_WORD = -6.0
PLACE_WORD = -7.5
RARER_NAMES = (-9.0, -10.0)
"""Names of people, and words of places, that are less common; only where open text is asked for.

Weighted like the common ones they were heard for names that are in no list but sound alike.
"""
OPEN: frozenset[ExpectKind] = frozenset({"name", "text"})
"""Kinds whose answers are no closed set."""
OPEN_LETTER = -2.0
"""Per letter of an unknown word, where names and free text are asked for."""
CLOSED_LETTER = -4.0
"""The same where the answer is one of a known few, one letter in 57: an unknown word is mostly a known one,
badly heard."""


@dataclass(frozen=True)
class HindiCtcOptions:
    """Where the model lies and how many threads it may use."""

    model_dir: Path
    threads: int = 2
    expects: tuple[Expect, ...] = ()
    """Questions whose word graphs are compiled at once; any other is compiled when it is first asked."""


def create(options: HindiCtcOptions) -> Asr:
    """Load the recogniser.

    Raises:
        ModelFileError: a file is missing or corrupt, or the token table is not the model's.
    """
    folder = options.model_dir
    words, calibration = folder / NGRAM_FILE, load_calibration(folder / CALIBRATION_FILE)
    model = AcousticModel(folder, options.threads)
    ear = HindiCtc(model, load_ngram(words) if words.exists() else None, calibration)
    for expect in options.expects:
        ear.get_ready(expect)
    return ear


class HindiCtc:
    """See `edgebharo.ports.Asr`. One instance, one thread at a time."""

    def __init__(
        self, model: AcousticModel, ngram: Ngram | None = None, calibration: Calibration | None = None
    ) -> None:
        self._model = model
        self._ngram = ngram
        self._calibration = calibration or Calibration()
        self._words = lru_cache(maxsize=GRAPHS_KEPT)(free_words)
        self._follower = Follower(model, self._decoders, _propose, self._calibration)

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """Recognise `utterance`; empty text where nothing was said, or the work was cancelled.

        Raises:
            InferenceError: the model failed.
        """
        if is_quiet(utterance.pcm) or cancelled():
            return Transcript(utterance.id, "")
        log_probs = self._model.log_probs(utterance.pcm)
        if is_murky(log_probs, self._calibration.murky):
            return Transcript(utterance.id, "")
        heard = self._heard(log_probs, expect, cancelled)
        ranked = rank(log_probs, self._model.alphabet, heard, self._calibration.of(expect.kind))
        if cancelled():
            return Transcript(utterance.id, "")
        return self._transcript(utterance.id, log_probs, ranked)

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """What `so_far` says, without the words' times; cheap for an utterance that is handed in as it grows.

        Raises:
            InferenceError: the model failed.
        """
        ranked = self._follower.follow(so_far, expect, cancelled)
        if not ranked:
            return Transcript(so_far.id, "")
        best, hypotheses = ranked[0], _hypotheses(ranked)
        return Transcript(so_far.id, best.proposal.text, hypotheses, confidence=best.posterior)

    def get_ready(self, expect: Expect) -> None:
        """Compile what the question needs, so that its first answer does not wait for it."""
        self._decoders(expect)

    def _decoders(self, expect: Expect) -> tuple[Graph, WordList]:
        words = self._words(expect.options, expect.kind in OPEN, self._ngram)
        words = replace(words, opening=NO_LETTERS) if asks_letters(expect) else words
        return _graph(expect, self._model.alphabet), words

    def _heard(self, log_probs: LogProbs, expect: Expect, cancelled: Cancelled) -> list[Proposal]:
        graph, words = self._decoders(expect)
        search = Search(graph)
        if not search.hear(log_probs, cancelled):
            return []
        beam = grow(START, log_probs, self._model.alphabet, words, cancelled)
        return _propose(search, beam, words) if beam else []

    def _transcript(self, utterance_id: int, log_probs: LogProbs, ranked: tuple[Ranked, ...]) -> Transcript:
        best = ranked[0]
        hypotheses = _hypotheses(ranked)
        if not best.proposal.text:
            return Transcript(utterance_id, "", hypotheses, (), best.posterior)
        return Transcript(
            utterance_id, best.proposal.text, hypotheses, self._timed(log_probs, ranked), best.posterior
        )

    def _timed(self, log_probs: LogProbs, ranked: tuple[Ranked, ...]) -> tuple[Word, ...]:
        """The words of the best text with their places; milliseconds from the utterance's first sample."""
        best = ranked[0].proposal
        alignment = align(log_probs, self._model.alphabet.encode(best.spoken) or ())
        if alignment is None:
            return ()
        timed, start = [], 0
        for text, spoken, sure in zip(
            best.text.split(), best.spoken.split(), word_confidences(ranked), strict=True
        ):
            first, last = alignment.first[start], alignment.last[start + len(spoken) - 1]
            timed.append(Word(text, _to_ms(first), _to_ms(last + 1), sure))
            start += len(spoken) + 1
        return tuple(timed)


@lru_cache(maxsize=GRAPHS_KEPT)
def _graph(expect: Expect, alphabet: Alphabet) -> Graph:
    """The word graph of a question; compiling one takes up to a third of a second."""
    return compile_grammar(grammar_of(expect), alphabet)


def _propose(search: Search, beam: Beam, words: WordList) -> list[Proposal]:
    return [
        *(proposal for path in search.paths(GRAPH_TEXTS) for proposal in _spellings(path)),
        *(Proposal(text, text, words.prior(text)) for text in best_texts(beam, words, FREE_TEXTS)),
    ]


def _spellings(path: WordPath) -> Iterator[Proposal]:
    """`path` as it was matched, then, where there are few, in every other spelling of its words."""
    yield Proposal(path.text, path.spoken, path.prior)
    if prod(map(len, path.ways)) <= SPELLINGS:
        taken = sum(entry.weight for entry in path.entries)
        for ways in product(*path.ways):
            spoken = " ".join(entry.spoken for entry in ways)
            yield Proposal(path.text, spoken, path.prior - taken + sum(entry.weight for entry in ways))


def _hypotheses(ranked: tuple[Ranked, ...]) -> tuple[Hypothesis, ...]:
    return tuple(Hypothesis(row.proposal.text, log_score(row.posterior)) for row in ranked[:HYPOTHESES])


def free_words(options: tuple[str, ...], is_open: bool, ngram: Ngram | None) -> WordList:
    """What the free search knows: words of any answer, names, and the question's own options."""
    rows = (phrases.NAME_OPENERS, phrases.NAME_TAILS, phrases.ESCAPES, phrases.PLACE_TAILS)
    common = [*conversation(), *(entry for row in rows for entry in phrase_words(row))]
    weighted = [
        *((entry.text, KNOWN_WORD) for entry in common),
        *((entry.text, NAME_WORD) for entry in names()),
        *((entry.text, PLACE_WORD) for entry in texts(options)),
    ]
    if is_open:
        rarer = zip(rarer_names(), RARER_NAMES, strict=True)
        weighted += [(entry.text, weight) for entries, weight in rarer for entry in entries]
        return word_list(weighted, OPEN_LETTER, ngram)
    return replace(word_list(weighted, CLOSED_LETTER, ngram), opening=FREE)


def _to_ms(frame: int) -> int:
    return max(0, (frame - LEAD_FRAMES) * FRAME_MS)
