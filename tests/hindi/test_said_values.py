"""A sample of the full run of `scripts.said_values`: values said in random styles are read exactly."""

from random import Random

import pytest

from edgebharo.hindi.numbers import SPOKEN_VARIANTS
from edgebharo.hindi.say import number_words
from scripts.said_values import (
    birthday,
    in_variants,
    misses,
    phone,
    read_birthday,
    read_number,
    read_phone,
)

pytestmark = pytest.mark.unit

CASES = 800


@pytest.mark.parametrize("seed", [1, 2])
def test_phone_numbers(seed: int) -> None:
    assert misses(phone, read_phone, CASES, seed) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_dates(seed: int) -> None:
    assert misses(birthday, read_birthday, CASES, seed) == []


def test_numbers_in_any_spelling() -> None:
    rng = Random(1)  # noqa: S311 - a repeatable draw
    drawn = [rng.randrange(100_000) for _ in range(CASES)]
    assert [number for number in drawn if read_number(in_variants(number, rng)) != number] == []


@pytest.mark.parametrize("scale", [100, 1_000, 100_000, 10_000_000])
def test_every_word_counts_every_scale(scale: int) -> None:
    name = number_words(scale).split()[-1]
    said = {f"{word} {name}": number * scale for number in range(1, 100) for word in SPOKEN_VARIANTS(number)}
    only_hundreds = {words: number for words, number in said.items() if scale > 100 or number < 10_000}
    assert {words: read_number(words) for words in only_hundreds} == only_hundreds


def test_other_words_are_no_number() -> None:
    assert read_number("नाम कमला") == -1
    assert read_number("पांच कमला") == -1
