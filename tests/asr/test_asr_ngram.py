"""The word model: built from a few lines, read again, refused where it is broken."""

from __future__ import annotations

from argparse import Namespace
from math import exp
from pathlib import Path

import numpy as np
import pytest

from edgebharo.asr.beam import word_list
from edgebharo.asr.ngram import BEGIN, END, UNKNOWN, Ngram, load_ngram
from edgebharo.errors import ModelFileError
from scripts.asr.build_lm import build, lines_of, numbered

pytestmark = pytest.mark.unit
LINES = (
    "answer\tमेरा नाम सुनीता है\n" * 3
    + "answer\tमेरा नाम गीता है\n" * 2
    + "wish\tमुझे नहीं पता\n" * 4
    + "answer\tमेरा जिला गया है\nanswer\tमेरा जिला पटना है\nanswer\tनाम झकमझोल है\n"
    + "word_run\tगीता मेरा गया पटना है\n" * 9
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lm")
    (folder / "lines.tsv").write_text(LINES, encoding="utf-8")
    words, grams = numbered(lines_of(Namespace(text=folder / "lines.tsv")))
    np.savez_compressed(folder / "lm.npz", allow_pickle=False, **build(words, grams))
    return folder / "lm.npz"


@pytest.fixture(scope="module")
def ngram(path: Path) -> Ngram:
    return load_ngram(path)


@pytest.mark.parametrize("before", ["", "मेरा", "मेरा नाम", "नहीं पता", "गया गया", "नाम झकमझोल"])
def test_probabilities_sum_to_one(ngram: Ngram, before: str) -> None:
    numbers = [ngram.number(word) for word in before.split()]
    context = (0, 0, *numbers)[-2:]
    every = range(1, len(ngram.numbers))
    assert sum(exp(ngram.log_prob((context[0], context[1]), word)) for word in every) == pytest.approx(
        1.0, abs=0.05
    )


def test_what_was_said_more_often_is_likelier(ngram: Ngram) -> None:
    assert ngram.text("मेरा नाम सुनीता है") > ngram.text("मेरा नाम गीता है") > ngram.text("मेरा गीता नाम है")
    assert ngram.log_prob(BEGIN, END) < ngram.log_prob(BEGIN, ngram.number("मेरा"))


def test_words_of_no_list_are_unknown_and_runs_of_words_are_not_counted(ngram: Ngram) -> None:
    assert ngram.number("झकमझोल") == UNKNOWN
    after_name = (ngram.number("मेरा"), ngram.number("नाम"))
    assert ngram.log_prob(after_name, ngram.number("गीता")) > ngram.log_prob(after_name, UNKNOWN)
    assert ngram.log_prob((0, 0), ngram.number("मेरा")) > ngram.log_prob((0, 0), ngram.number("गीता"))


def test_the_same_text_gives_the_same_file(path: Path, tmp_path: Path) -> None:
    words, grams = numbered(lines_of(Namespace(text=path.with_name("lines.tsv"))))
    np.savez_compressed(tmp_path / "lm.npz", allow_pickle=False, **build(words, grams))
    assert (tmp_path / "lm.npz").read_bytes() == path.read_bytes()


def test_an_unknown_word_pays_for_its_letters(ngram: Ngram) -> None:
    words = word_list([], -2.0, ngram)
    assert words.prior("मेरा नाम सुनीता है") > words.prior("मेरा नाम कख है") > words.prior("मेरा नाम कखगघ है")
    assert words.hope("सुनी") > words.hope("कखगघ")


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.update(two=rows["two"][::-1]),
        lambda rows: rows.update(one=rows["one"][:-1]),
        lambda rows: rows.update(one=rows["one"].astype(np.float64)),
        lambda rows: rows.update(two_log=rows["two_log"] + np.float16(3)),
        lambda rows: rows.update(words=rows["words"][3:]),
        lambda rows: rows.pop("three"),
        lambda rows: rows.update(three_log=np.full_like(rows["three_log"], np.nan)),
    ],
)
def test_a_broken_model_is_refused(path: Path, tmp_path: Path, change: object) -> None:
    with np.load(path) as archive:
        rows = {name: archive[name] for name in archive.files}
    assert callable(change)
    change(rows)
    np.savez(tmp_path / "lm.npz", allow_pickle=False, **rows)
    with pytest.raises(ModelFileError, match="word model"):
        load_ngram(tmp_path / "lm.npz")


def test_what_is_no_archive_is_refused(path: Path, tmp_path: Path) -> None:
    for content in (b"", b"words", path.read_bytes()[:700]):
        (tmp_path / "lm.npz").write_bytes(content)
        with pytest.raises(ModelFileError, match="word model"):
            load_ngram(tmp_path / "lm.npz")
    with pytest.raises(ModelFileError):
        load_ngram(tmp_path / "none.npz")
