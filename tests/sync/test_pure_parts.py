"""Back-off, batches, verdicts and the words for a worker: no network, no clock."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_fuzzed_answers import item

from edgebharo.records.outbox import Counts
from edgebharo.sync.backoff import BASE_S, CAP_S, wait_after, wait_s
from edgebharo.sync.batches import Limits, batches, halves
from edgebharo.sync.run import Ending, Summary
from edgebharo.sync.summary import lines
from edgebharo.sync.verdicts import Reply, of_status, one_line
from edgebharo.terminal_sync import progress

pytestmark = pytest.mark.unit


@given(st.integers(-5, 10_000), st.floats(0, 1, exclude_max=True))
def test_a_wait_is_never_longer_than_the_cap(failures: int, drawn: float) -> None:
    assert 0.0 <= wait_s(failures, lambda: drawn) <= CAP_S


def test_waits_double_up_to_the_cap_and_are_drawn_from_all_of_it() -> None:
    limits = [wait_s(failures, lambda: 1.0) for failures in range(1, 12)]
    drawn = [wait_s(5, Random(seed).random) for seed in range(400)]  # noqa: S311

    assert limits[:4] == [BASE_S, 2 * BASE_S, 4 * BASE_S, 8 * BASE_S]
    assert limits[-1] == CAP_S
    assert min(drawn) < 0.1 * 16 * BASE_S
    assert max(drawn) > 0.9 * 16 * BASE_S


def test_devices_do_not_come_back_all_at_once_when_a_server_names_a_time() -> None:
    waits = {round(wait_after(3, Random(seed).random, 60.0), 3) for seed in range(50)}  # noqa: S311

    assert min(waits) >= 60.0
    assert len(waits) > 40


@given(st.integers(0, 40), st.integers(1, 9), st.integers(1, 60))
def test_batches_hold_everything_once_in_order_within_their_limits(count: int, most: int, size: int) -> None:
    items = [item(number) for number in range(1, count + 1)]
    made = list(batches(items, Limits(most, size)))

    assert [one for batch in made for one in batch] == items
    assert all(1 <= len(batch) <= most for batch in made)
    assert all(len(batch) == 1 or sum(len(one.sealed) for one in batch) <= size for batch in made)


@given(st.integers(2, 50))
def test_halves_are_a_batch_in_two(count: int) -> None:
    items = [item(number) for number in range(1, count + 1)]
    first, second = halves(items)

    assert (*first, *second) == tuple(items)
    assert abs(len(first) - len(second)) <= 1


def test_every_status_has_one_meaning_and_a_reason() -> None:
    for status in range(100, 600):
        verdict = of_status(Reply(status, b""))
        assert verdict.kind != "delivered", status
        assert verdict.reason, status
        assert verdict.halt == (verdict.kind in {"retry", "revoked"} or status == 426), status


@given(st.text())
def test_a_servers_words_are_one_printable_line(text: str) -> None:
    assert one_line(text).isprintable()
    assert len(one_line(text)) <= 200


def counts(pending: int = 0, quarantined: int = 0) -> Counts:
    return Counts(pending=pending, sending=0, delivered=0, quarantined=quarantined, unsealed=0)


@pytest.mark.parametrize("ending", ["done", "stopped", "retry", "revoked", "upgrade_needed", "refuses_all"])
@pytest.mark.parametrize("left", [0, 1, 7])
def test_every_end_has_words_in_hindi_and_english(ending: Ending, left: int) -> None:
    said = lines(Summary(0, 1, left, ending), counts(left, 1))

    assert len(said) == 2 + (left > 0) + (ending != "done")
    for line in said:
        assert any("\u0900" <= character <= "\u097f" for character in line.hindi)
        assert line.english.isascii()


def test_numbers_in_the_summary_are_those_of_the_records() -> None:
    said = " ".join(line.english for line in lines(Summary(3, 1, 2, "done"), counts(2, 1)))

    assert said == (
        "3 records delivered. 2 records safe here, to be sent later. "
        "1 record refused by the server and put aside: see `edgebharo sync status`."
    )


def test_the_bar_counts_what_waits() -> None:
    with progress(counts(5)) as tell:
        tell(5)
