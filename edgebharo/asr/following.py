"""The words of an utterance that is still being spoken, at a cost that does not grow with its length.

What the searches made of the settled frames (see `growing`) is kept. Each pass forks from there, hears the
unsettled end and ranks what may have been said, as a whole pass would.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from edgebharo.asr.acoustic import AcousticModel, LogProbs
from edgebharo.asr.beam import START, Beam, WordList, grow
from edgebharo.asr.calibration import Calibration
from edgebharo.asr.ctc import Scores, ending_log_probs, forward, unheard
from edgebharo.asr.frontend import is_quiet
from edgebharo.asr.gate import is_murky
from edgebharo.asr.graph import Graph
from edgebharo.asr.growing import GrowingLogProbs
from edgebharo.asr.ranking import Proposal, Ranked, shares, spelled
from edgebharo.asr.search import Search
from edgebharo.types import Cancelled, Expect, Utterance

Labels: TypeAlias = tuple[int, ...]
Propose: TypeAlias = Callable[[Search, Beam, WordList], list[Proposal]]
"""What may have been said, from both searches."""


@dataclass(frozen=True)
class _Known:
    """What came of the settled frames. `search` is forked before it hears more."""

    expect: Expect
    search: Search
    beam: Beam
    frames: int = 0
    forward: Mapping[Labels, Scores] = field(default_factory=dict)
    """The forward variables of the texts that were in question in the pass before."""


class Follower:
    """Recognises one growing utterance after another. One thread at a time."""

    def __init__(
        self,
        model: AcousticModel,
        decoders: Callable[[Expect], tuple[Graph, WordList]],
        propose: Propose,
        calibration: Calibration,
    ) -> None:
        self._alphabet = model.alphabet
        self._acoustic = GrowingLogProbs(model)
        self._decoders = decoders
        self._propose = propose
        self._calibration = calibration
        self._known: _Known | None = None

    def follow(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> tuple[Ranked, ...]:
        """What `so_far` says, best first; nothing where nothing was said, or the work was cancelled.

        Raises:
            InferenceError: the model failed.
        """
        if is_quiet(so_far.pcm) or cancelled():
            return ()
        grown = self._acoustic.grow(so_far.pcm)
        graph, words = self._decoders(expect)
        known = self._known if grown.kept else None
        if known is None or known.expect != expect:
            known = _Known(expect, Search(graph), START)
        self._known = None
        if cancelled() or is_murky(grown.frames, self._calibration.murky):
            return ()
        fresh, tip = grown.frames[known.frames : grown.settled], grown.frames[grown.settled :]
        later = self._advance(known, words, fresh, cancelled)
        end = self._advance(later, words, tip, cancelled) if later else None
        if later is None or end is None:
            return ()
        rows, labels = spelled(self._alphabet, self._propose(end.search, end.beam, words))
        settled = forward(_seed(known.forward, labels), fresh, labels)
        scores = ending_log_probs(forward(settled, tip, labels), labels)
        self._known = replace(later, forward=dict(zip(labels, settled, strict=True)))
        return shares(rows, scores, self._calibration.of(expect.kind))

    def _advance(
        self, known: _Known, words: WordList, frames: LogProbs, cancelled: Cancelled
    ) -> _Known | None:
        """`known` after `frames` more; None where cancelled."""
        search = known.search.fork()
        if not search.hear(frames, cancelled):
            return None
        beam = grow(known.beam, frames, self._alphabet, words, cancelled)
        if beam is None:
            return None
        return replace(known, search=search, beam=beam, frames=known.frames + len(frames))


def _seed(old: Mapping[Labels, Scores], candidates: Sequence[Labels]) -> Scores:
    """The forward variables of `candidates` after the frames that those of `old` have heard.

    The states that a candidate shares with an old text are exact. The others count as not reached: what is
    new in a text lies in the unsettled end.
    """
    longest = max(len(labels) for labels in candidates)
    start = unheard(len(candidates), longest)
    if not old:
        return start
    start[:, 1] = start[0, 0]
    for row, labels in enumerate(candidates):
        nearest = max(old, key=lambda known: _shared(known, labels))
        width = 2 * _shared(nearest, labels) + 3
        start[row, :width] = old[nearest][:width]
    return start


def _shared(one: Labels, other: Labels) -> int:
    """Length of the common beginning."""
    differing = (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differing, min(len(one), len(other)))
