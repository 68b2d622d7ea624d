"""What every recogniser owes its caller: the packaged one, and one of each family of the field set."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiny_ears import FAMILIES, SAID, load, sentence, utterance

from edgebharo.asr.frontend import WINDOW_SAMPLES
from edgebharo.hindi.normalize import normalize
from edgebharo.ports import Asr
from edgebharo.types import Expect, Pcm, Utterance, never_cancelled

pytestmark = pytest.mark.model
KINDS = (
    Expect("yes_no"),
    Expect("number", low=0, high=20),
    Expect("months", low=1, high=9),
    Expect("digits", digits=10),
    Expect("digits", digits=4),
    Expect("date"),
    Expect("place", options=("गया", "पटना")),
    Expect("place"),
    Expect("choice", options=("लाल", "हरा")),
    Expect("name"),
    Expect("text"),
    Expect("yes_no", confirming=True),
    Expect("digits", digits=10, confirming=True),
)


class Ear(NamedTuple):
    """A recogniser, and what it can hear."""

    asr: Asr
    clip: Utterance
    text: str
    """What `clip` says."""


@pytest.fixture(scope="session", params=["packaged", *FAMILIES])
def ear(request: pytest.FixtureRequest, asr: Asr, tiny_ears: Path, golden: Callable[[str], Utterance]) -> Ear:
    if request.param == "packaged":
        return Ear(asr, golden("no"), "नहीं नहीं")
    return Ear(load(request.param, tiny_ears / request.param), sentence(), SAID)


def noise(kind: str) -> Pcm:
    random = np.random.default_rng(11)
    white = random.standard_normal(16_000)
    shapes = {
        "white": white,
        "cough": white[:8000] * np.exp(-np.arange(8000) / 1500),
        "hum": np.sin(2 * np.pi * 50 * np.arange(16_000) / 16_000),
        "beep": np.sin(2 * np.pi * 1000 * np.arange(6_000) / 16_000),
    }
    return np.asarray(shapes[kind] / np.abs(shapes[kind]).max() * 6000, np.int16)


@pytest.mark.parametrize("expect", KINDS)
@pytest.mark.parametrize("samples", [0, 1, 639, 16_000])
def test_silence_is_empty_text(ear: Ear, expect: Expect, samples: int) -> None:
    heard = ear.asr.transcribe(utterance(np.zeros(samples, np.int16)), expect, never_cancelled)
    assert heard.text == ""
    assert heard.words == ()
    assert heard.utterance_id == 7


@pytest.mark.parametrize("kind", ["white", "cough", "hum", "beep"])
@pytest.mark.parametrize("expect", [Expect("months", low=1, high=9), Expect("name")])
def test_noise_is_empty_text(asr: Asr, kind: str, expect: Expect) -> None:
    assert asr.transcribe(utterance(noise(kind)), expect, never_cancelled).text == ""


@pytest.mark.parametrize("samples", [1, 100, 1600, 3200])
@pytest.mark.parametrize("level", [300, 32_767])
def test_very_short_audio_is_no_error(ear: Ear, samples: int, level: int) -> None:
    pcm = np.full(samples, level, np.int16)
    pcm[::2] = -level
    assert ear.asr.transcribe(utterance(pcm), Expect("yes_no"), never_cancelled).utterance_id == 7


def test_a_fifth_of_a_second_survives(asr: Asr, golden: Callable[[str], Utterance]) -> None:
    ji = golden("yes").pcm
    loud = np.flatnonzero(np.abs(ji) > 0.08 * np.abs(ji).max())
    short = ji[loud[0] : loud[0] + 3_600]
    assert asr.transcribe(utterance(short), Expect("yes_no"), never_cancelled).text == "जी"


def test_quiet_speech_is_heard(asr: Asr, golden: Callable[[str], Utterance]) -> None:
    pcm = (golden("yes").pcm.astype(np.float32) * 0.02).astype(np.int16)
    assert asr.transcribe(utterance(pcm), Expect("yes_no"), never_cancelled).text == "जी हां"


@pytest.mark.parametrize("expect", [Expect("yes_no"), Expect("digits", digits=10)])
def test_long_audio_keeps_what_was_said_last(
    asr: Asr, golden: Callable[[str], Utterance], expect: Expect
) -> None:
    said = golden("no").pcm
    pcm = np.concatenate([said, np.zeros(WINDOW_SAMPLES + 1_000, np.int16), golden("dont_know").pcm])
    heard = asr.transcribe(utterance(pcm), expect, never_cancelled)
    assert heard.text == "नहीं नहीं मुझे नहीं पता"
    assert heard.words[-1].end_ms <= pcm.size / 16 + 40


@pytest.mark.parametrize("expect", KINDS)
def test_what_was_said_is_written_whatever_was_asked(ear: Ear, expect: Expect) -> None:
    heard = ear.asr.transcribe(ear.clip, expect, never_cancelled)
    assert heard == ear.asr.transcribe(ear.clip, expect, never_cancelled)
    assert heard.utterance_id == 7
    if expect.kind == "text":
        assert heard.text == ear.text
    assert heard.text == normalize(heard.text) != ""
    assert heard.hypotheses[0].text == heard.text
    assert heard.hypotheses[0].score <= 0.0
    assert heard.words == () or [word.text for word in heard.words] == heard.text.split()
    assert all(earlier.end_ms <= later.start_ms for earlier, later in pairwise(heard.words))
    assert all(0 <= word.start_ms < word.end_ms <= ear.clip.pcm.size / 16 + 40 for word in heard.words)
    assert all(0.0 <= word.confidence <= 1.0 for word in heard.words)
    assert 0.0 <= heard.confidence <= 1.0


def test_work_that_is_cancelled_before_it_begins_says_nothing(ear: Ear) -> None:
    assert ear.asr.transcribe(ear.clip, Expect("text"), lambda: True).text == ""
    assert ear.asr.partial(ear.clip, Expect("text"), lambda: True).text == ""


def test_hearing_on_the_way_changes_nothing_at_the_end(ear: Ear) -> None:
    pcm = ear.clip.pcm
    for end in range(0, pcm.size, 4_800):
        so_far = Utterance(7, 0, end, pcm[:end], "open")
        heard = ear.asr.partial(so_far, Expect("text"), never_cancelled)
        assert heard.utterance_id == 7
        assert heard.text == normalize(heard.text)
    assert ear.asr.transcribe(ear.clip, Expect("text"), never_cancelled).text == ear.text


def test_cancelled_work_stops(asr: Asr, golden: Callable[[str], Utterance]) -> None:
    asked = 0

    def after_three() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    heard = asr.transcribe(golden("phone"), Expect("digits", digits=10), after_three)
    assert heard.text == ""
    assert asked < 12


@pytest.mark.parametrize("expect", KINDS)
def test_transcripts_are_well_formed(asr: Asr, golden: Callable[[str], Utterance], expect: Expect) -> None:
    clip = golden("date")
    heard = asr.transcribe(clip, expect, never_cancelled)
    assert heard == asr.transcribe(clip, expect, never_cancelled)
    assert heard.text == normalize(heard.text)
    assert heard.hypotheses[0].text == heard.text
    assert len({hypothesis.text for hypothesis in heard.hypotheses}) == len(heard.hypotheses) >= 5
    assert [word.text for word in heard.words] == heard.text.split()
    assert all(earlier.end_ms <= later.start_ms for earlier, later in pairwise(heard.words))
    assert all(0.0 <= word.confidence <= 1.0 for word in heard.words)
    assert 0.0 <= heard.confidence <= 1.0
    assert all(char == " " or "\u0900" <= char <= "\u0963" for char in heard.text)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**31), samples=st.integers(0, 24_000), level=st.integers(1, 32_767))
def test_no_audio_raises_or_leaves_devanagari(ear: Ear, seed: int, samples: int, level: int) -> None:
    pcm = np.random.default_rng(seed).integers(-level, level + 1, samples).astype(np.int16)
    heard = ear.asr.transcribe(utterance(pcm), KINDS[seed % len(KINDS)], never_cancelled)
    assert all(char == " " or "\u0900" <= char <= "\u0963" for char in heard.text)
