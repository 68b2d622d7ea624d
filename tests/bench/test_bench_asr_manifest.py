"""A manifest or a candidates file that cannot be used says where and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgebharo.bench.manifest import UNNAMED, read_candidates, read_manifest
from edgebharo.errors import ManifestError

pytestmark = pytest.mark.unit

HEAD = "file\ttext\tspeaker\tseconds\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "क.flac").write_bytes(b"sound")
    return tmp_path


def written(folder: Path, text: str) -> Path:
    path = folder / "manifest.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_manifest_is_read_whatever_else_it_holds(folder: Path) -> None:
    head = "\ufeffseconds\tfile\tnote\ttext\tspeaker\r\n"
    text = head + '0.5\tक.flac\tx\tपाँच, "छः"\tराम\r\n\r\n1\tक.flac\t\tदस\t\r\n'
    first, second = read_manifest(written(folder, text))
    assert (first.row, first.file, first.path, first.text, first.speaker) == (
        2, "क.flac", folder / "क.flac", "पांच छ", "राम",
    )  # fmt: skip
    assert (second.row, second.speaker) == (4, UNNAMED)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "row 1: no column file, text, speaker, seconds"),
        ("file\ttext\tspeaker\nक.flac\tदस\tराम\n", "row 1: no column seconds"),
        ("file,text,speaker,seconds\n", "row 1: no column file, text, speaker, seconds; .* tabs"),
        (HEAD, "no row below the headings"),
        (HEAD + "क.flac\tदस\tराम\t1\nख.flac\tदस\tराम\t1\n", "row 3: .*ख.flac is not there"),
        (HEAD + "क.flac\tदस\tराम\n", "row 2: seconds is missing or wrong"),
        (HEAD + "क.flac\tदस\tराम\tlong\n", "row 2: seconds is missing or wrong"),
        (HEAD + "क.flac\tदस\tराम\t0\n", "row 2: seconds is missing or wrong"),
        (HEAD + "\tदस\tराम\t1\n", "row 2: file is missing or wrong"),
        (HEAD + "क.flac\t \tराम\t1\n", "row 2: text is missing or wrong"),
        (HEAD + "क.flac\t—।\tराम\t1\n", "row 2: text holds no word"),
    ],
)
def test_a_manifest_that_cannot_be_used_says_which_row(folder: Path, text: str, complaint: str) -> None:
    with pytest.raises(ManifestError, match=complaint):
        read_manifest(written(folder, text))


def test_what_was_said_is_not_repeated_in_the_error(folder: Path) -> None:
    with pytest.raises(ManifestError) as error:
        read_manifest(written(folder, HEAD + "क.flac\tसुनीता\tराम\tsoon\n"))
    assert "सुनीता" not in str(error.value)


def test_files_that_are_no_text(folder: Path) -> None:
    (folder / "latin.tsv").write_bytes(b"\xff\xfe\x00")
    for read in (read_manifest, read_candidates):
        with pytest.raises(ManifestError, match="UTF-8"):
            read(folder / "latin.tsv")
        with pytest.raises(ManifestError, match="cannot be read"):
            read(folder / "none.tsv")


def test_candidates_may_have_spellings_remarks_and_blank_lines(folder: Path) -> None:
    path = written(folder, "# गाँव\n\nसईदपुर|सैदपुर | सईदपुर|\nलाल सरैया\n  # end\n")
    assert read_candidates(path) == (("सईदपुर", "सैदपुर"), ("लाल सरैया",))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("", "holds no answer"), ("# गाँव\n\n", "holds no answer"), ("पटना\n | \n", "line 2: holds no word")],
)
def test_candidates_that_are_none(folder: Path, text: str, complaint: str) -> None:
    with pytest.raises(ManifestError, match=complaint):
        read_candidates(written(folder, text))
