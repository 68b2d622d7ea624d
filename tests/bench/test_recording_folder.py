"""What is read, who agreed, and how the folder of a pilot set lies on the disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from command_line import Run

from edgebharo.bench.manifest import read_manifest
from edgebharo.bench.recording import consent
from edgebharo.bench.recording.booth import Take, judged
from edgebharo.bench.recording.collection import Collection, Person, file_of
from edgebharo.bench.recording.prompts import Prompt, prompts
from edgebharo.bench.splice import digit_takes
from edgebharo.bench.turns_sound import recordings_in
from edgebharo.errors import ManifestError
from edgebharo.forms.load import load_form
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.hindi.places import Place
from edgebharo.hindi.tokens import tokenize
from edgebharo.types import SAMPLE_RATE


@pytest.fixture(scope="module")
def places() -> tuple[Place, ...]:
    loaded = load_form("maternal-enrolment")
    return loaded.places(loaded.form.field("district"))


def take() -> Take:
    tone = (8000 * np.sin(np.arange(SAMPLE_RATE) / 5)).astype(np.int16)
    return judged(np.concatenate([np.zeros(8000, np.int16), tone]), -80.0, ended=True)


def test_what_is_read_rests_on_speaker_and_seed(places: tuple[Place, ...]) -> None:
    first = prompts("p01", places, seed=1, callers=2)
    assert first == prompts("p01", places, seed=1, callers=2)
    other = prompts("p02", places, seed=1, callers=2)
    assert {item.text for item in first if item.kind == "answers"} != {
        item.text for item in other if item.kind == "answers"
    }
    assert len({item.id for item in first}) == len(first)
    answers = [item.text for item in first if item.kind == "answers"]
    assert len(set(answers)) == len(answers)
    more = prompts("p01", places, seed=1, callers=3)
    assert {item.id for item in first} <= {item.id for item in more}


def test_digits_are_read_alone_and_in_whole_numbers(places: tuple[Place, ...]) -> None:
    read = prompts("p01", places, seed=1, callers=1)
    digits = [CARDINALS[normalize(item.text)] for item in read if item.kind == "digits"]
    assert sorted(digits) == sorted([*range(10)] * 2)
    for field, length in (("phone", 10), ("aadhaar_last4", 4)):
        numbers = [item for item in read if item.field == field and item.id.startswith("number-")]
        assert len(numbers) == 3
        for item in numbers:
            assert len(read_digits(tokenize(normalize(item.text)), length).digits) == length


@pytest.mark.parametrize("answer", ["हां", "हाँ जी", "yes", "Y", "haan", " जी "])
def test_a_plain_yes_is_consent(answer: str) -> None:
    assert consent.is_given(answer)


@pytest.mark.parametrize("answer", ["", " ", "नहीं", "no", "हां नहीं", "हां लेकिन", "ok?", "शायद", "1"])
def test_nothing_else_is(answer: str) -> None:
    assert not consent.is_given(answer)


def test_the_benchmarks_read_what_was_recorded(tmp_path: Path, places: tuple[Place, ...]) -> None:
    collection = Collection(tmp_path)
    for item in prompts("p01", places, seed=1, callers=1):
        collection.keep("p01", item, take())
    rows = read_manifest(tmp_path / "manifest.tsv")
    assert {row.speaker for row in rows} == {"p01"}
    digits = digit_takes(recordings_in(tmp_path / "digits"))
    assert {digit: len(takes) for digit, takes in digits["p01"].items()} == dict.fromkeys(range(10), 2)


def test_a_speaker_can_have_everything_deleted(tmp_path: Path, edgebharo: Run) -> None:
    collection = Collection(tmp_path)
    prompt = Prompt("a-1", "answers", "name", "सीता")
    for speaker in ("p01", "p02"):
        collection.add_person(Person(speaker, "2026-11-30", consent.VERSION))
        collection.keep(speaker, prompt, take())
    done = edgebharo("bench", "record", tmp_path, "--forget", "p01")
    assert (done.code, done.out) == (0, "1 recordings deleted\n")
    left = Collection(tmp_path)
    assert list(left.people) == ["p02"]
    assert list(left.rows) == [file_of("p02", prompt)]
    assert [path.name for path in (tmp_path / "answers").iterdir()] == ["p02-a-1.flac"]
    again = edgebharo("bench", "record", tmp_path, "--forget", "p01")
    assert again.code == 3
    assert "sheet.csv" in again.err


def test_a_table_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    foreign = "file\ttext\na.wav\tसीता\n"
    (tmp_path / "manifest.tsv").write_text(foreign, encoding="utf-8")
    with pytest.raises(ManifestError, match="no column speaker"):
        Collection(tmp_path)
    assert (tmp_path / "manifest.tsv").read_text(encoding="utf-8") == foreign
    (tmp_path / "manifest.tsv").write_bytes(b"\xff\xfe")
    with pytest.raises(ManifestError, match="cannot be read"):
        Collection(tmp_path)


def test_the_command_needs_a_code(tmp_path: Path, edgebharo: Run) -> None:
    done = edgebharo("bench", "record", tmp_path)
    assert done.code == 3
    assert "--speaker" in done.err
