"""The page of `bench forms`: which calls are held again for their sound, and what is refused beforehand."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf
from command_line import Run
from form_rows import form_row, wrong_row

from edgebharo.bench.forms.suite import Order
from edgebharo.bench.report import forms_page
from edgebharo.bench.report.compare import case_name
from edgebharo.bench.suite import Case, Result
from edgebharo.runtime.config import Settings
from edgebharo.types import SAMPLE_RATE, Pcm

pytestmark = pytest.mark.unit

ROWS = (form_row("a"), wrong_row("b"), wrong_row("c", behaviour="partial"), wrong_row("d", system="whisper"))


class LongRooms:
    """Stands for the suite, whose voices are large: calls whose rooms go on for a minute."""

    def __init__(self, _order: Order) -> None:
        pass

    def cases(self, _seed: int, *, quick: bool) -> tuple[Case, ...]:
        names = ("a/plain/edgebharo", "b/plain/edgebharo", "c/partial/edgebharo", "d/plain/whisper")
        return tuple(Case(name, name) for name in names if not quick)

    def sound(self, case: Case) -> Pcm:
        loud = 9000 if case.content.startswith("b/") else 1000
        return np.full(60 * SAMPLE_RATE, loud, np.int16) * np.tile(np.int16([1, -1]), 30 * SAMPLE_RATE)


@pytest.mark.usefixtures("settings_of_its_own")
def test_the_calls_that_went_wrong_are_held_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms_page, "FormsSuite", LongRooms)
    result = Result("forms", {}, (), "m", 1, quick=False, rows=ROWS, failures={})
    told: list[tuple[int, int]] = []
    found = forms_page.sounds_of(Order(settings=Settings()), result, lambda *count: told.append(count))
    assert list(found) == [case_name(ROWS[1]), case_name(ROWS[2])]
    assert told == [(0, 2), (1, 2), (2, 2)]
    for sound in found.values():
        samples, rate = sf.read(io.BytesIO(sound.data))
        assert len(samples) / rate == pytest.approx(6.5, abs=0.1)  # the call ends after 6 s, the room goes on


@pytest.mark.parametrize("option", ["--report", "--json"])
def test_a_page_that_cannot_be_written_is_told_before_a_call_is_held(
    edgebharo: Run, tmp_path: Path, option: str
) -> None:
    ended = edgebharo("bench", "forms", "--quick", option, tmp_path)
    assert ended.code == 12
    assert option in ended.error


def test_a_last_run_that_cannot_be_read_is_told_before_a_call_is_held(edgebharo: Run, tmp_path: Path) -> None:
    last = tmp_path / "none.json"
    ended = edgebharo("bench", "forms", "--quick", "--report", tmp_path / "page.html", "--last", last)
    assert ended.code == 19
    assert "none.json" in ended.error
