"""Word grammars and their compiled form: one CTC state per letter of every word that may come next.

A `Grammar` is a small automaton whose arcs carry words. `compile_grammar` hangs, on each of its states, a
trie of all words that may be said there, and lays the tries out as flat arrays for the search.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from edgebharo.asr.acoustic import BLANK, Alphabet
from edgebharo.asr.ctc import IMPOSSIBLE

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]

UNSPACED = -2.0
"""Log weight of two words that follow each other without a space symbol (only across a blank)."""


@dataclass(frozen=True)
class Entry:
    """One word or phrase of a lexicon."""

    text: str
    """As it is written in a transcript."""
    spoken: str
    """As the model may spell what it hears: the text itself, or a variant of it (छे for छह)."""
    weight: float = 0.0
    """Natural-log prior, relative to the other words of its class."""


@dataclass(frozen=True)
class Arc:
    """`entry` may be said in state `source` and leads to state `target`."""

    source: int
    target: int
    entry: Entry
    weight: float


@dataclass
class Grammar:
    """A word automaton under construction. State 0 is where an utterance begins."""

    arcs: list[Arc] = field(default_factory=list)
    skips: list[tuple[int, int, float]] = field(default_factory=list)
    finals: dict[int, float] = field(default_factory=dict)
    states: int = 1

    def state(self) -> int:
        """A new state."""
        self.states += 1
        return self.states - 1

    def say(self, source: int, target: int, words: Iterable[Entry], weight: float = 0.0) -> None:
        """Any of `words` leads from `source` to `target`, at `weight` on top of each word's own."""
        self.arcs.extend(Arc(source, target, entry, weight + entry.weight) for entry in words)

    def skip(self, source: int, target: int, weight: float = 0.0) -> None:
        """`target` is reached from `source` without a word."""
        self.skips.append((source, target, weight))

    def end(self, state: int, weight: float = 0.0) -> None:
        """The utterance may end in `state`."""
        self.finals[state] = max(weight, self.finals.get(state, IMPOSSIBLE))


@dataclass(frozen=True)
class Graph:
    """A compiled grammar of g states.

    Nodes 0..n-1 are letters; node i < g is the space before state i's words.
    Over nodes: `symbol` (column); `parent` (a node; or n + i, the gate through which state i's words begin;
    or n + g + i, the arrival of words in state i); `repeats`, true where the parent has the same symbol, so
    that a blank is needed between them.
    The children of node, gate or arrival k are `child[child_start[k]:child_start[k + 1]]`.
    Over exits, the last letter of a word leading into a state, ordered by node: `exit_node`, `exit_target`,
    `exit_weight`; the rest of an exit is in `exits`. Those of node k begin at `exit_start[k]`.
    Over skips, closed under composition and ordered by target: `skip_source`, `skip_target`, `skip_weight`.
    """

    states: int
    symbol: Ints
    parent: Ints
    repeats: npt.NDArray[np.bool_]
    child: Ints
    child_start: Ints
    exit_node: Ints
    exit_start: Ints
    exit_target: Ints
    exit_weight: Floats
    exits: tuple[Exit, ...]
    skip_source: Ints
    skip_target: Ints
    skip_weight: Floats
    final_weight: Floats
    """Per state; IMPOSSIBLE where an utterance may not end."""
    spellings: dict[str, tuple[Entry, ...]]
    """For each text of an exit all entries that are written so, each spelling once."""
    reach: tuple[dict[int, float], ...]
    """Per state: the states that skips lead to (itself included), with the best weight."""


@dataclass(frozen=True)
class Exit:
    """Finishing `entry`, which began in state `source`, arrives in state `target`."""

    entry: Entry
    source: int
    target: int
    weight: float


@dataclass
class _Layout:
    """Growing node and exit arrays. A parent below 0 is the gate of state -parent - 1."""

    symbol: list[int]
    parent: list[int]
    exits: list[tuple[int, Exit]] = field(default_factory=list)

    def plant(self, source: int, arcs: Iterable[tuple[Arc, tuple[int, ...]]]) -> None:
        """Add the trie of the words that leave state `source`."""
        children: dict[tuple[int, int], int] = {}
        leaves: dict[tuple[int, int, str], Exit] = {}
        for arc, columns in arcs:
            node = -source - 1
            for column in columns:
                key = (node, column)
                if key not in children:
                    children[key] = len(self.symbol)
                    self.symbol.append(column)
                    self.parent.append(node)
                node = children[key]
            leaf = (node, arc.target, arc.entry.text)
            if leaf not in leaves or arc.weight > leaves[leaf].weight:
                leaves[leaf] = Exit(arc.entry, source, arc.target, arc.weight)
        self.exits += [(node, leaf) for (node, _, _), leaf in leaves.items()]


def compile_grammar(grammar: Grammar, alphabet: Alphabet) -> Graph:
    """Lay `grammar` out for the search. Words that the alphabet cannot spell are left out."""
    space = (alphabet.encode(" ") or (BLANK,))[0]
    spelled = {spoken: alphabet.encode(spoken) for spoken in {arc.entry.spoken for arc in grammar.arcs}}
    outgoing: list[list[tuple[Arc, tuple[int, ...]]]] = [[] for _ in range(grammar.states)]
    for arc in grammar.arcs:
        columns = spelled[arc.entry.spoken]
        if columns:
            outgoing[arc.source].append((arc, columns))
    layout = _Layout([space] * grammar.states, [0] * grammar.states)
    for state, arcs in enumerate(outgoing):
        layout.plant(state, arcs)
    return _finish(layout, grammar)


def _finish(layout: _Layout, grammar: Grammar) -> Graph:
    n, g = len(layout.symbol), grammar.states
    symbol, parent = np.array(layout.symbol, np.int32), np.array(layout.parent, np.int32)
    parent = np.where(parent < 0, n - 1 - parent, parent).astype(np.int32)
    parent[:g] = n + g + np.arange(g)
    behind = np.where(parent < n, parent, 0)
    reach = _closures(grammar)
    skips = sorted((t, s, w) for s, near in enumerate(reach) for t, w in near.items() if s != t)
    finals = [max(grammar.finals.get(t, IMPOSSIBLE) + w for t, w in near.items()) for near in reach]
    exits = sorted(layout.exits, key=lambda item: item[0])
    exit_node = np.array([node for node, _ in exits], np.int32)
    return Graph(
        states=g,
        symbol=symbol,
        parent=parent,
        repeats=(parent < n) & (symbol[behind] == symbol),
        child=np.argsort(parent, kind="stable").astype(np.int32),
        child_start=np.searchsorted(np.sort(parent), np.arange(n + 2 * g + 1)).astype(np.int32),
        exit_node=exit_node,
        exit_start=np.searchsorted(exit_node, np.arange(n + 1)).astype(np.int32),
        exit_target=np.array([item.target for _, item in exits], np.int32),
        exit_weight=np.array([item.weight for _, item in exits], np.float32),
        exits=tuple(item for _, item in exits),
        skip_source=np.array([s for _, s, _ in skips], np.int32),
        skip_target=np.array([t for t, _, _ in skips], np.int32),
        skip_weight=np.array([w for _, _, w in skips], np.float32),
        final_weight=np.array(finals, np.float32),
        spellings=_spellings(grammar),
        reach=tuple(reach),
    )


def _spellings(grammar: Grammar) -> dict[str, tuple[Entry, ...]]:
    ways: dict[str, dict[str, Entry]] = {}
    for arc in grammar.arcs:
        ways.setdefault(arc.entry.text, {}).setdefault(arc.entry.spoken, arc.entry)
    return {text: tuple(entries.values()) for text, entries in ways.items()}


def spread(start: Ints, sources: Ints) -> Ints:
    """Places `start[k]` up to `start[k + 1]` of each k of `sources`, one after the other."""
    first, counts = start[sources], start[sources + 1] - start[sources]
    before = np.cumsum(counts) - counts
    return np.asarray(np.repeat(first - before, counts) + np.arange(int(counts.sum())), np.int32)


def _closures(grammar: Grammar) -> list[dict[int, float]]:
    """For each state the states reachable by skips alone, with the best summed weight (itself: 0)."""
    closures: list[dict[int, float]] = []
    for start in range(grammar.states):
        reach = {start: 0.0}
        frontier = [start]
        while frontier:
            here = frontier.pop()
            for source, target, weight in grammar.skips:
                score = reach[here] + weight
                if source == here and score > reach.get(target, IMPOSSIBLE):
                    reach[target] = score
                    frontier.append(target)
        closures.append(reach)
    return closures
