"""Token passing over a compiled graph: the most probable word sequences of one utterance.

A Viterbi search in numpy, one step per frame, over the nodes whose tokens are within BEAM of the best one and
their children: a tenth to a hundredth of a graph. Every node holds two tokens, one that has just emitted the
letter and one that waits in the blank after it. Where words end, the few best arrivals in a grammar state are
kept as a `_Record`; the records form a lattice from which the n best sequences are read.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from itertools import count

import numpy as np
import numpy.typing as npt

from edgebharo.asr.acoustic import BLANK, LogProbs
from edgebharo.asr.ctc import IMPOSSIBLE
from edgebharo.asr.graph import UNSPACED, Entry, Graph, spread
from edgebharo.types import Cancelled

Row = npt.NDArray[np.float32]
Tags = npt.NDArray[np.int32]

BEAM = 24.0
"""Tokens and word ends that are this many nats behind the best token are not kept."""
ARRIVALS = 8
"""Alternatives kept for one grammar state in one frame."""
REVISITS = 3
"""How often one word sequence may be reached over different times in the lattice before it is left alone."""
EXPANSIONS = 4000
"""Lattice steps after which the reading stops, however few sequences were found."""
_START = -1


@dataclass(frozen=True)
class Path:
    """One word sequence of the grammar."""

    entries: tuple[Entry, ...]
    score: float
    """Viterbi log probability, priors included."""
    prior: float
    """The grammar's share of the score."""
    ways: tuple[tuple[Entry, ...], ...] = ()
    """For each word all its spellings."""

    @property
    def text(self) -> str:
        """The words, single-spaced."""
        return " ".join(entry.text for entry in self.entries)

    @property
    def spoken(self) -> str:
        """The same in the spelling that was matched with the audio."""
        return " ".join(entry.spoken for entry in self.entries)


@dataclass(frozen=True)
class _Arrival:
    score: float
    previous: int
    """Record that the word began from, or _START."""
    exit: int


@dataclass(frozen=True)
class _Record:
    """All kept ways of being in `state` at one frame, best first."""

    state: int
    arrivals: tuple[_Arrival, ...]


@dataclass
class _Tokens:
    """Scores and history tags (a record's index) over [nodes | gates | arrivals], see `Graph`.

    Whatever is not in `alive` (nodes only, ascending) is IMPOSSIBLE.
    """

    label: Row
    blank: Row
    label_tag: Tags
    blank_tag: Tags
    alive: Tags
    best: float = IMPOSSIBLE
    """Score of the best node."""
    records: list[_Record] = field(default_factory=list)

    def copy(self) -> _Tokens:
        """The same tokens in arrays of their own; `alive` is never changed in place."""
        arrays = (self.label, self.blank, self.label_tag, self.blank_tag)
        label, blank, label_tag, blank_tag = (array.copy() for array in arrays)
        return _Tokens(label, blank, label_tag, blank_tag, self.alive, self.best, self.records[:])


def search(graph: Graph, log_probs: LogProbs, best: int, cancelled: Cancelled) -> tuple[Path, ...]:
    """The `best` most probable distinct texts, best first; none where cancelled or none fits.

    `log_probs` is [frames, columns].
    """
    whole = Search(graph)
    return whole.paths(best) if whole.hear(log_probs, cancelled) else ()


class Search:
    """The search as it goes along: frames may come in portions, and a fork goes on by itself."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._tokens = _start(graph)
        self._silence = 0.0
        """Log probability that nothing has been said so far."""

    def hear(self, log_probs: LogProbs, cancelled: Cancelled) -> bool:
        """Take in the next frames [frames, columns]; False where cancelled: the search is then of no use."""
        for t, frame in enumerate(log_probs):
            if t % 16 == 0 and cancelled():
                return False
            self._silence += float(frame[BLANK])
            _emit(self._graph, self._tokens, _reachable(self._graph, self._tokens), frame)
            _arrive(self._graph, self._tokens)
            _open_gates(self._graph, self._tokens, self._silence)
        return True

    def fork(self) -> Search:
        """A search that has heard the same; neither hears what the other hears from now on."""
        other = copy(self)
        other._tokens = self._tokens.copy()  # noqa: SLF001 - its own class
        return other

    def paths(self, best: int) -> tuple[Path, ...]:
        """The `best` most probable distinct texts of what was heard, best first; none where none fits."""
        return _n_best(self._graph, self._tokens, best)


def _start(graph: Graph) -> _Tokens:
    size = graph.symbol.size + 2 * graph.states
    label, blank = np.full(size, IMPOSSIBLE, np.float32), np.full(size, IMPOSSIBLE, np.float32)
    tags, nothing = np.full(size, _START, np.int32), np.zeros(0, np.int32)
    tokens = _Tokens(label, blank, tags, tags.copy(), nothing)
    _open_gates(graph, tokens, 0.0)
    return tokens


def _reachable(graph: Graph, tokens: _Tokens) -> Tags:
    """The nodes that hold a token or may be entered in the next frame, ascending."""
    n = graph.symbol.size
    outer = n + np.flatnonzero(tokens.label[n:] > max(tokens.best - BEAM, IMPOSSIBLE / 2))
    sources = np.concatenate([tokens.alive, outer])
    marked = np.zeros(n, bool)
    marked[tokens.alive] = True
    marked[graph.child[spread(graph.child_start, sources)]] = True
    return np.flatnonzero(marked).astype(np.int32)


def _emit(graph: Graph, tokens: _Tokens, nodes: Tags, frame: Row) -> None:
    """One frame: each letter is entered from its parent or held, each blank from its letter or held."""
    label, blank = tokens.label[nodes], tokens.blank[nodes]
    label_tag, blank_tag = tokens.label_tag[nodes], tokens.blank_tag[nodes]
    behind = graph.parent[nodes]
    waited = graph.repeats[nodes] | (tokens.blank[behind] >= tokens.label[behind])
    entering = np.where(waited, tokens.blank[behind], tokens.label[behind])
    entering_tag = np.where(waited, tokens.blank_tag[behind], tokens.label_tag[behind])
    held, waiting = label >= entering, blank >= label
    label_now = np.where(held, label, entering) + frame[graph.symbol[nodes]]
    blank_now = np.where(waiting, blank, label) + frame[BLANK]
    score = np.maximum(label_now, blank_now)
    tokens.best = float(score.max(initial=IMPOSSIBLE))
    kept = score > max(tokens.best - BEAM, IMPOSSIBLE / 2)
    tokens.label[tokens.alive] = tokens.blank[tokens.alive] = IMPOSSIBLE
    tokens.alive = nodes[kept]
    tokens.label[tokens.alive], tokens.blank[tokens.alive] = label_now[kept], blank_now[kept]
    tokens.label_tag[tokens.alive] = np.where(held, label_tag, entering_tag)[kept]
    tokens.blank_tag[tokens.alive] = np.where(waiting, blank_tag, label_tag)[kept]


def _arrive(graph: Graph, tokens: _Tokens) -> None:
    """Record the best word ends of this frame and put the best of each state into its arrival token."""
    n, g = graph.symbol.size, graph.states
    tokens.label[n + g :] = tokens.blank[n + g :] = IMPOSSIBLE
    ends = spread(graph.exit_start, tokens.alive)
    nodes, weight = graph.exit_node[ends], graph.exit_weight[ends]
    label, blank = tokens.label[nodes], tokens.blank[nodes]
    tags = np.where(label > blank, tokens.label_tag[nodes], tokens.blank_tag[nodes])
    score, blank = np.maximum(label, blank) + weight, blank + weight
    kept = np.flatnonzero(score > max(tokens.best - BEAM, IMPOSSIBLE / 2))
    for state, rows in _by_state(graph.exit_target[ends[kept]], score[kept]):
        chosen = kept[rows]
        here = n + g + state
        arrivals = map(_Arrival, score[chosen].tolist(), tags[chosen].tolist(), ends[chosen].tolist())
        tokens.label[here], tokens.blank[here] = score[chosen[0]], blank[chosen].max()
        tokens.label_tag[here] = tokens.blank_tag[here] = len(tokens.records)
        tokens.records.append(_Record(state, tuple(arrivals)))


def _by_state(targets: Tags, score: Row) -> Iterator[tuple[int, npt.NDArray[np.intp]]]:
    """For each state in `targets` the rows of its ARRIVALS best scores, best first."""
    order = np.lexsort((-score, targets))
    states = targets[order]
    firsts = np.flatnonzero(np.append(True, states[1:] != states[:-1])) if states.size else states
    for first, last in zip(firsts.tolist(), [*firsts[1:].tolist(), states.size], strict=False):
        yield int(states[first]), order[first : min(last, first + ARRIVALS)]


def _open_gates(graph: Graph, tokens: _Tokens, silence: float) -> None:
    """What may begin a word in the next frame: a spoken space, a blank after a word, or the silent start."""
    n, g = graph.symbol.size, graph.states
    choices = np.stack([tokens.label[:g], tokens.blank[:g], tokens.blank[n + g :] + np.float32(UNSPACED)])
    tags = np.stack([tokens.label_tag[:g], tokens.blank_tag[:g], tokens.blank_tag[n + g :]])
    chosen, columns = choices.argmax(axis=0), np.arange(g)
    gate, gate_tag = choices[chosen, columns], tags[chosen, columns]
    if silence >= gate[0]:
        gate[0], gate_tag[0] = silence, _START
    if graph.skip_target.size:
        skipped = gate[graph.skip_source] + graph.skip_weight
        order = np.argsort(skipped, kind="stable")
        better = order[skipped[order] > gate[graph.skip_target[order]]]
        skip_tag = gate_tag[graph.skip_source[better]]
        gate[graph.skip_target[better]], gate_tag[graph.skip_target[better]] = skipped[better], skip_tag
    tokens.label[n : n + g] = tokens.blank[n : n + g] = gate
    tokens.label_tag[n : n + g] = tokens.blank_tag[n : n + g] = gate_tag


def _ends(graph: Graph, tokens: _Tokens) -> dict[int, float]:
    """Records in which the utterance may end, with the best final score (final weight included)."""
    n, g = graph.symbol.size, graph.states
    ends: dict[int, float] = {}
    for state in np.flatnonzero(graph.final_weight > IMPOSSIBLE / 2).tolist():
        for scores, tags, index in (
            (tokens.label, tokens.label_tag, n + g + state),
            (tokens.label, tokens.label_tag, state),
            (tokens.blank, tokens.blank_tag, state),
        ):
            tag, score = int(tags[index]), float(scores[index] + graph.final_weight[state])
            if tag != _START and score > IMPOSSIBLE / 2:
                ends[tag] = max(score, ends.get(tag, IMPOSSIBLE))
    return ends


def _n_best(graph: Graph, tokens: _Tokens, best: int) -> tuple[Path, ...]:
    """Read the lattice backwards, best first: an A* search, as each record knows its best history."""
    order = count()
    heap: list[tuple[float, int, int, tuple[int, ...]]] = [
        (-score, next(order), record, ()) for record, score in _ends(graph, tokens).items()
    ]
    heapq.heapify(heap)
    visits: dict[tuple[int, tuple[int, ...]], int] = {}
    paths: dict[str, Path] = {}
    for _ in range(EXPANSIONS):
        if not heap or len(paths) >= best:
            break
        cost, _, record, words = heapq.heappop(heap)
        if record == _START:
            text = " ".join(graph.exits[index].entry.text for index in words)
            if text not in paths:
                paths[text] = _path(graph, words, -cost)
            continue
        here = tokens.records[record]
        place = (here.state, words)
        visits[place] = visits.get(place, 0) + 1
        if visits[place] > REVISITS:
            continue
        for arrival in here.arrivals:
            loss = here.arrivals[0].score - arrival.score
            heapq.heappush(heap, (cost + loss, next(order), arrival.previous, (arrival.exit, *words)))
    return tuple(paths.values())


def _path(graph: Graph, words: tuple[int, ...], score: float) -> Path:
    """The word sequence that the exits `words` spell, with the weights met on the way."""
    prior, state = 0.0, 0
    for index in words:
        taken = graph.exits[index]
        prior += graph.reach[state][taken.source] + taken.weight
        state = taken.target
    entries = tuple(graph.exits[index].entry for index in words)
    ways = tuple(graph.spellings[entry.text] for entry in entries)
    return Path(entries, score, prior + float(graph.final_weight[state]), ways)
