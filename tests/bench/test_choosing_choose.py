"""Limits, front and sweep: the properties that a choice must have, whatever is chosen from."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.bench.choosing.choose import (
    Candidate,
    Limits,
    Stretch,
    Weights,
    choose,
    dominates,
    front,
    rank,
    sweep,
)

pytestmark = pytest.mark.unit

FEW = settings(max_examples=30)

FIGURE = st.integers(0, 6).map(float) | st.floats(-1e6, 1e6, allow_subnormal=False)
CANDIDATES = st.lists(st.tuples(FIGURE, FIGURE, FIGURE), max_size=8).map(
    lambda rows: [Candidate(f"s{number}", *row) for number, row in enumerate(rows)]
)
LIMITS = st.builds(Limits, *(st.none() | FIGURE for _ in range(3)))
SHARE = st.floats(0, 1)

FAST, MIDDLE, GOOD = (
    Candidate("fast", 0.90, 100, 5),
    Candidate("middle", 0.95, 300, 5),
    Candidate("good", 0.99, 900, 5),
)


@FEW
@given(CANDIDATES)
def test_no_dominated_one_survives_and_nothing_else_is_dropped(candidates: list[Candidate]) -> None:
    best = front(candidates)
    for item in candidates:
        beaten = any(dominates(other, item) for other in candidates)
        assert (item in best) == (not beaten)
    assert bool(best) == bool(candidates)


@FEW
@given(CANDIDATES)
def test_whoever_is_dropped_is_dominated_by_one_that_stays(candidates: list[Candidate]) -> None:
    choice = choose(candidates, Limits())
    by_name = {item.name: item for item in candidates}
    for item, better in choice.dominated:
        assert by_name[better] in choice.front
        assert dominates(by_name[better], item)


@FEW
@given(CANDIDATES, LIMITS, SHARE, st.randoms(use_true_random=False))
def test_the_order_of_the_input_changes_nothing(
    candidates: list[Candidate], limits: Limits, share: float, random: object
) -> None:
    mixed = list(candidates)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    assert choose(candidates, limits, share) == choose(mixed, limits, share)


@FEW
@given(CANDIDATES, LIMITS)
def test_everyone_is_in_one_place(candidates: list[Candidate], limits: Limits) -> None:
    choice = choose(candidates, limits)
    places = [item.name for item, _ in (*choice.over, *choice.dominated)] + [
        item.name for item in choice.front
    ]
    assert sorted(places) == sorted(item.name for item in candidates)
    assert all(limits.broken_by(item) == axes != () for item, axes in choice.over)
    assert all(not limits.broken_by(item) for item in choice.front)


@FEW
@given(CANDIDATES, SHARE)
def test_the_sweep_reaches_from_nought_to_one_without_a_gap(
    candidates: list[Candidate], share: float
) -> None:
    best = front(candidates)
    found = sweep(best, share)
    assert bool(found) == bool(best)
    if found:
        assert (found[0].low, found[-1].high) == (0.0, 1.0)
        assert {stretch.name for stretch in found} <= {item.name for item in best}
    for one, other in pairwise(found):
        assert other.low == pytest.approx(one.high + 0.01)
        assert one.name != other.name


@FEW
@given(CANDIDATES, SHARE, SHARE)
def test_utilities_lie_between_nought_and_one(
    candidates: list[Candidate], weight: float, share: float
) -> None:
    weights = Weights.of(weight, share)
    assert weights.accuracy + weights.latency + weights.cost == pytest.approx(1)
    ranked = rank(front(candidates), weights)
    assert all(-1e-9 <= row.utility <= 1 + 1e-9 for row in ranked)
    assert [row.utility for row in ranked] == sorted((row.utility for row in ranked), reverse=True)


@FEW
@given(CANDIDATES.filter(bool), SHARE)
def test_with_all_weight_on_accuracy_the_most_accurate_wins(
    candidates: list[Candidate], share: float
) -> None:
    best = rank(front(candidates), Weights.of(1.0, share))[0].candidate
    assert best.accuracy == pytest.approx(max(item.accuracy for item in candidates), rel=1e-9, abs=1e-3)


@FEW
@given(st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=1, max_size=6), SHARE)
def test_the_unit_of_an_axis_changes_nothing(rows: list[tuple[int, int, int]], share: float) -> None:
    plain = [Candidate(f"s{number}", *map(float, row)) for number, row in enumerate(rows)]
    scaled = [replace(item, latency=1024 * item.latency, cost=item.cost / 64) for item in plain]
    assert sweep(front(plain), share) == sweep(front(scaled), share)


def test_the_weight_decides_between_fast_and_good() -> None:
    found = choose([GOOD, FAST, MIDDLE], Limits())
    assert found.front == (FAST, GOOD, MIDDLE)
    assert [stretch.name for stretch in found.sweep] == ["fast", "middle", "good"]


def test_limits_come_before_everything_else() -> None:
    found = choose([GOOD, FAST, MIDDLE], Limits(accuracy=0.92, latency=500))
    assert found.front == (MIDDLE,)
    assert found.over == ((FAST, ("accuracy",)), (GOOD, ("latency",)))
    assert found.sweep == (Stretch("middle", 0.0, 1.0),)


def test_a_figure_on_the_limit_is_within_it() -> None:
    assert Limits(0.95, 300, 5).broken_by(MIDDLE) == ()


def test_equal_ones_all_stay() -> None:
    twin = replace(FAST, name="twin")
    assert front([twin, FAST]) == (FAST, twin)


def test_nothing_within_the_limits_is_no_choice() -> None:
    assert choose([FAST], Limits(accuracy=1.0)).sweep == ()
