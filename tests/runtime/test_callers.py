"""A caller's file: every slip is named, with its key."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgebharo.errors import CallerError
from edgebharo.runtime.callers import load_caller

pytestmark = pytest.mark.unit


def write(folder: Path, text: str) -> Path:
    path = folder / "caller.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_one_text_or_several_by_attempt(tmp_path: Path) -> None:
    caller = load_caller(
        write(
            tmp_path,
            "id: a\nanswers:\n  name: {say: सीता, value: सीता}\n  district: {say: [गया, गया ज़िला]}\n",
        )
    )
    assert caller.answers["name"].say == ("सीता",)
    assert caller.answers["district"].say == ("गया", "गया ज़िला")
    assert caller.voice == "hm_psi"


def test_a_date_written_without_quotes_is_the_same_date(tmp_path: Path) -> None:
    caller = load_caller(write(tmp_path, "id: a\nanswers:\n  child_dob: {say: कल, value: 2026-11-29}\n"))
    assert caller.answers["child_dob"].value == "2026-11-29"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("id: a\nanswers: [", "is not readable YAML"),
        ("answers: {}\n", "id: Field required"),
        ("id: a\nanswers:\n  name: {value: 1}\n", "answers.name"),
        ("id: a\nanswers: {}\nspeed: 9\n", "speed"),
        ("id: a\nanswers: {}\nspeech: 1\n", "speech"),
        ("id: a\nanswers:\n  name: {clip: none.wav}\n", "answers.name.clip"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, names: str) -> None:
    with pytest.raises(CallerError, match=names):
        load_caller(write(tmp_path, text))


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(CallerError, match="cannot be read"):
        load_caller(tmp_path / "none.yaml")
