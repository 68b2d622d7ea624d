"""The ears of the field set decode for real: tones of known pitch become known Hindi words."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tiny_ears import FAMILIES, SAID, SENTENCE, load, sentence, utterance

from edgebharo.asr.backends import ASR
from edgebharo.asr.frontend import WINDOW_SAMPLES
from edgebharo.asr.hearing import UNRATED
from edgebharo.asr.sherpa_offline import WHISPER_ROOM
from edgebharo.errors import MissingExtraError
from edgebharo.models.manifest import load_manifest
from edgebharo.runtime.app import open_asr, unchecked
from edgebharo.runtime.config import load_settings
from edgebharo.types import Expect, Transcript, Utterance, never_cancelled
from scripts.build_tiny_asr import BUILDERS
from scripts.tiny_asr import speech
from scripts.tiny_asr.speech import GAP, TONE, say

pytestmark = pytest.mark.model
TIMED = ("nemo-ctc", "transducer", "nemo-transducer", "zipformer", "onnx-asr-ctc", "onnx-asr-rnnt")
RATED = ("transducer", "nemo-transducer", "zipformer", "onnx-asr-ctc", "onnx-asr-rnnt")
SPLIT = ("transducer", "whisper", "moonshine", "zipformer")
"""Families that hear a tone by its loudness, whatever else is in the clip."""


def hear(family: str, tiny_ears: Path, said: Utterance) -> Transcript:
    return load(family, tiny_ears / family).transcribe(said, Expect(), never_cancelled)


def test_every_backend_has_a_model_and_every_model_a_backend() -> None:
    runs = [model.run for model in load_manifest().models.values() if model.job == "asr"]
    named = {run.backend for run in runs if run}

    assert named == set(ASR.factories)
    assert set(FAMILIES) == set(BUILDERS)
    tried = [load_manifest().get(name).run for name in FAMILIES.values()]
    assert {run.backend for run in tried if run} == named - {"hindi-ctc"}


@pytest.mark.parametrize("family", FAMILIES)
def test_the_pieces_that_were_said_are_written(tiny_ears: Path, family: str) -> None:
    assert hear(family, tiny_ears, sentence()).text == SAID
    other = utterance(say([3, 1, 2, 0, 3]))
    assert hear(family, tiny_ears, other).text == "दस नहीं हां दस"


@pytest.mark.parametrize("family", SPLIT)
@pytest.mark.parametrize(("pieces", "text"), [([0], "हां"), ([1, 2], "नहीं"), ([3, 0], "दस हां")])
def test_short_answers_are_written(tiny_ears: Path, family: str, pieces: list[int], text: str) -> None:
    pcm = say(pieces)[GAP:-GAP]

    assert hear(family, tiny_ears, utterance(pcm)).text == text


@pytest.mark.parametrize("family", TIMED)
def test_words_lie_where_they_were_said(tiny_ears: Path, family: str) -> None:
    heard = hear(family, tiny_ears, sentence())
    starts = [1000 * (GAP + place * (GAP + TONE)) / 16_000 for place in (0, 1, 3, 4)]

    assert [word.text for word in heard.words] == SAID.split()
    assert [word.start_ms for word in heard.words] == pytest.approx(starts, abs=130)
    assert all(earlier.end_ms <= later.start_ms for earlier, later in pairwise(heard.words))
    assert all(word.start_ms < word.end_ms for word in heard.words)
    assert heard.words[1].end_ms - heard.words[1].start_ms > 1000 * (TONE + GAP) / 16_000


@pytest.mark.parametrize("family", FAMILIES)
def test_confidence_is_the_models_own_or_says_that_there_is_none(tiny_ears: Path, family: str) -> None:
    heard = hear(family, tiny_ears, sentence())
    sure = [word.confidence for word in heard.words]

    if family in RATED:
        assert 0.3 < heard.confidence < 1.0
        assert np.prod(sure) == pytest.approx(heard.confidence)
        assert len({round(value, 6) for value in sure}) > 1
    else:
        assert heard.confidence == UNRATED
        assert set(sure) <= {UNRATED}
    assert np.exp(heard.hypotheses[0].score) == pytest.approx(heard.confidence)


@pytest.mark.parametrize("family", SPLIT)
def test_a_long_utterance_keeps_its_end(tiny_ears: Path, family: str) -> None:
    window = WHISPER_ROOM.longest if family == "whisper" else WINDOW_SAMPLES
    pause = np.zeros(window + 800, np.int16)
    pcm = np.concatenate([say([0]), pause, say([3])])
    heard = hear(family, tiny_ears, utterance(pcm))

    assert heard.text == "हां दस"
    if family in TIMED:
        assert heard.words[1].start_ms == pytest.approx((pcm.size - GAP - TONE) / 16, abs=130)


def test_a_letter_that_whisper_leaves_unfinished_is_left_out(tiny_ears: Path) -> None:
    assert hear("whisper", tiny_ears, utterance(say([0, 1]))).text == "हां"
    assert hear("whisper", tiny_ears, utterance(say([0, 1, 2]))).text == "हां नहीं"


@pytest.mark.parametrize("seconds", [2, 10])
def test_whisper_writes_twenty_pieces_a_second(
    tiny_ears: Path, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """The library alone stops after six a second; Devanagari needs more."""
    monkeypatch.setattr(speech, "TONE", 560)
    monkeypatch.setattr(speech, "GAP", 240)
    pcm = say([0, 3] * 10 * seconds)

    written = hear("whisper", tiny_ears, utterance(pcm)).text.split()

    assert len(pcm) / 16_000 == pytest.approx(seconds, abs=0.1)
    assert len(written) == 20 * seconds


def test_the_streaming_ear_writes_while_the_caller_speaks(tiny_ears: Path) -> None:
    ear = load("zipformer", tiny_ears / "zipformer")
    pcm = say(SENTENCE)
    texts = [
        ear.partial(Utterance(7, 0, end, pcm[:end], "open"), Expect(), never_cancelled).text
        for end in range(0, pcm.size + 1, 4_800)
    ]

    assert texts[0] == ""
    assert all(later.startswith(earlier) for earlier, later in pairwise(texts))
    assert len(set(texts)) >= 3
    assert ear.transcribe(utterance(pcm), Expect(), never_cancelled).text == SAID
    other = say([3, 3])[: 2 * (TONE + GAP)]
    begun = Utterance(8, 0, other.size, other, "open")
    assert ear.partial(begun, Expect(), never_cancelled).text in {"", "दस"}


def test_a_cancelled_stream_goes_on_where_it_stopped(tiny_ears: Path) -> None:
    ear = load("zipformer", tiny_ears / "zipformer")
    pcm = np.concatenate([say(SENTENCE), np.zeros(16_000, np.int16)])
    open_end = Utterance(7, 0, pcm.size, pcm, "open")
    asked = 0

    def soon() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    assert ear.partial(open_end, Expect(), soon).text == ""
    assert asked == 3
    assert ear.partial(open_end, Expect(), never_cancelled).text == SAID


def test_the_setting_chooses_the_ear(tiny_ears: Path) -> None:
    settings = load_settings({"asr": "zipformer-hi", "asr_dir": str(tiny_ears / "zipformer")}, {})

    assert open_asr(settings).transcribe(sentence(), Expect(), never_cancelled).text == SAID
    assert "zipformer-hi from" in unchecked(settings)[0]
    assert unchecked(load_settings({}, {})) == ()


@pytest.mark.parametrize(("family", "package"), [("whisper", "sherpa_onnx"), ("onnx-asr-ctc", "onnx_asr")])
def test_a_missing_package_names_its_extra(
    tiny_ears: Path, monkeypatch: pytest.MonkeyPatch, family: str, package: str
) -> None:
    import sys  # noqa: PLC0415 - the point of the test

    for name in [name for name in sys.modules if name.startswith("edgebharo.asr.") or name == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(MissingExtraError, match=r"pip install 'edgebharo\[ears\]'"):
        load(family, tiny_ears / family)
