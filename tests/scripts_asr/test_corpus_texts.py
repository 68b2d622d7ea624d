"""The training text is repeatable, covers what callers say, and can be written by the ear."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import read_numbers
from edgebharo.hindi.tokens import tokenize
from scripts.asr import slots
from scripts.asr.texts import KINDS, Line, stream
from scripts.asr.word_sources import (
    alphabet,
    districts,
    encodable,
    own_phrases,
    own_words,
    read_lines,
    training_text,
)

pytestmark = pytest.mark.unit


def seeded(seed: object) -> Random:
    return Random(str(seed))  # noqa: S311 - repeatable on purpose


ROUND = 1_000


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    """Two rounds."""
    return list(islice(stream(seed=5), 2 * ROUND))


def test_a_seed_gives_the_same_text_and_another_seed_another(lines: list[Line]) -> None:
    assert list(islice(stream(seed=5), 300)) == lines[:300]
    assert list(islice(stream(seed=6), 300)) != lines[:300]


def test_a_round_holds_every_kind_in_its_share(lines: list[Line]) -> None:
    assert Counter(line.kind for line in lines[:ROUND]) == {kind: share for kind, (share, _) in KINDS.items()}
    assert sum(share for share, _ in KINDS.values()) == ROUND


def test_most_lines_are_one_to_three_words(lines: list[Line]) -> None:
    short = sum(len(line.text.split()) <= 3 for line in lines)

    assert 0.6 < short / len(lines) < 0.9


def test_every_number_is_said_alone_in_every_round(lines: list[Line]) -> None:
    said: Counter[int] = Counter()
    for line in lines[:ROUND]:
        if line.kind == "number":
            (reading,) = read_numbers(tokenize(line.text))
            said[int(reading.value)] += 1

    assert set(said) == set(range(101))
    assert min(said.values()) >= 2
    assert min(said[number] for number in range(11)) >= 5


def test_six_is_said_in_all_its_ways() -> None:
    said = {slots.number_word(seeded(seed), 6) for seed in range(400)}

    assert {"छह", "छः", "छे", "छै", "सिक्स"} <= said


@pytest.mark.parametrize("number", range(101))
def test_a_number_word_means_its_number(number: int) -> None:
    for seed in range(25):
        (reading,) = read_numbers(tokenize(training_text(slots.number_word(seeded(seed), number))))
        assert reading.value == number


def test_every_text_is_in_normal_form_and_in_the_alphabet(lines: list[Line]) -> None:
    assert all(set(line.text) <= alphabet() for line in lines)
    assert all(line.text == normalize(line.spoken) != "" for line in lines)


def test_the_alphabet_is_that_of_the_ear() -> None:
    assert len(alphabet()) == 57
    assert training_text("पाँच, बड़ा फ़ोन; ऑटो") == "पांच बड़ा फोन ओटो"
    assert not encodable("ळ")
    assert not encodable("")


@pytest.mark.parametrize(
    "name",
    ["daily", "given_names", "loans", "place_endings", "place_stems", "places", "states", "surnames"],
)
def test_every_listed_word_can_be_written(name: str) -> None:
    assert [word for word in own_words(name) if not encodable(word)] == []


@pytest.mark.parametrize("name", ["answers", "sentences"])
def test_every_template_can_be_filled(name: str) -> None:
    for number, template in enumerate(own_phrases(name)):
        filled = slots.fill(seeded(number), template, lambda: "पानी")
        assert encodable(filled), template
        assert "{" not in filled


def test_an_unknown_slot_is_refused() -> None:
    with pytest.raises(KeyError):
        slots.fill(seeded(0), "मेरा {colour} है", lambda: "पानी")


def test_districts_come_with_their_other_names() -> None:
    assert {"मुर्शिदाबाद", "पटना", "पाडेरू"} <= set(districts())
    assert len(districts()) > 780


def test_all_district_names_are_dealt_before_one_comes_twice() -> None:
    dealt = [line.text for line in islice(stream(seed=9), 4 * ROUND) if line.kind == "district"]
    suffixes = ("जिला", "में", "से", "जिले")
    bare = [text for text in dealt if text.split()[-1] not in suffixes]

    assert len(bare) == len(set(bare))


@pytest.mark.parametrize("count", [4, 10])
def test_dictated_digits_are_as_many_as_asked_for(count: int) -> None:
    for seed in range(60):
        text = slots.digits(seeded(seed), count)
        reading = read_digits(tokenize(training_text(text)), count)
        assert len(reading.digits) == count, text


def test_comments_and_blank_lines_are_no_phrases(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("phrases") / "some.txt"
    path.write_text("# said often\nहां\n\nहां\n", encoding="utf-8")

    assert read_lines(path) == ("हां", "हां")
