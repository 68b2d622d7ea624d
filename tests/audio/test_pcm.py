from __future__ import annotations

import os
import resource
import signal
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.audio.pcm import Framer, read_audio, resample, write_wav
from edgebharo.errors import AudioError, WavFormatError
from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE

pytestmark = pytest.mark.unit


def tone(rate: int, seconds: float = 1.0, pitch: float = 440.0) -> np.ndarray:
    return (9000 * np.sin(2 * np.pi * pitch * np.arange(round(seconds * rate)) / rate)).astype(np.int16)


@pytest.mark.parametrize("rate", [8_000, 11_025, 16_000, 22_050, 44_100, 48_000])
@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize(
    ("suffix", "subtype"),
    [("wav", "PCM_16"), ("wav", "PCM_24"), ("wav", "FLOAT"), ("flac", "PCM_16"), ("ogg", "VORBIS")],
)
def test_any_file_becomes_16_khz_mono(
    tmp_path: Path, rate: int, channels: int, suffix: str, subtype: str
) -> None:
    path = tmp_path / f"sound.{suffix}"
    sf.write(path, np.repeat(tone(rate)[:, None], channels, axis=1), rate, subtype)
    pcm = read_audio(path)
    assert pcm.dtype == np.int16
    assert pcm.shape == (pytest.approx(SAMPLE_RATE, abs=2),)
    inner = pcm[1600:-1600].astype(float)
    expected = tone(SAMPLE_RATE)[1600 : 1600 + len(inner)]
    assert np.corrcoef(inner, expected)[0, 1] > 0.99
    assert inner.std() == pytest.approx(expected.std(), rel=0.05)


def test_16_khz_mono_is_read_sample_by_sample(tmp_path: Path) -> None:
    wave = np.random.default_rng(1).integers(-32768, 32768, 5000).astype(np.int16)
    sf.write(tmp_path / "a.wav", wave, SAMPLE_RATE)
    assert np.array_equal(read_audio(tmp_path / "a.wav"), wave)


def test_channels_are_averaged(tmp_path: Path) -> None:
    sf.write(tmp_path / "a.wav", np.array([[100, 300], [-3, -5]], np.int16), SAMPLE_RATE)
    assert read_audio(tmp_path / "a.wav").tolist() == [200, -4]


def test_a_wav_cut_short_is_refused_unless_that_is_allowed(tmp_path: Path) -> None:
    whole = tmp_path / "whole.wav"
    sf.write(whole, tone(SAMPLE_RATE), SAMPLE_RATE)
    cut = tmp_path / "cut.wav"
    cut.write_bytes(whole.read_bytes()[:20_044])
    with pytest.raises(WavFormatError, match=r"cut\.wav: the file is cut short") as caught:
        read_audio(cut)
    assert "\n" not in str(caught.value)
    assert np.array_equal(read_audio(cut, allow_truncated=True), tone(SAMPLE_RATE)[:10_000])


def test_a_flac_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.flac"
    sf.write(path, np.random.default_rng(1).normal(0, 3000, 48_000).astype(np.int16), SAMPLE_RATE)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(WavFormatError):
        read_audio(path)


@pytest.mark.parametrize("size", [0, 0xFFFFFFFF])
def test_a_wav_from_a_pipe_has_no_length_in_its_header_and_is_read(tmp_path: Path, size: int) -> None:
    path = tmp_path / "pipe.wav"
    sf.write(path, tone(SAMPLE_RATE), SAMPLE_RATE)
    content = bytearray(path.read_bytes())
    content[40:44] = struct.pack("<I", size)
    path.write_bytes(content)
    if size:
        assert len(read_audio(path)) == SAMPLE_RATE
    else:
        with pytest.raises(WavFormatError, match="holds no sound"):
            read_audio(path)


@pytest.mark.parametrize("content", [b"", b"RIFF", b"hello " * 100, b"RIFF\x00\x00\x00\x00WAVEfmt "])
def test_what_is_no_sound_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "no.wav"
    path.write_bytes(content)
    with pytest.raises(WavFormatError, match=r"no\.wav: ") as caught:
        read_audio(path)
    assert "\n" not in str(caught.value)


def test_a_sound_of_no_samples_is_refused(tmp_path: Path) -> None:
    sf.write(tmp_path / "a.wav", np.zeros(0, np.int16), SAMPLE_RATE)
    with pytest.raises(WavFormatError, match="holds no sound"):
        read_audio(tmp_path / "a.wav")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WavFormatError, match="No such file"):
        read_audio(tmp_path / "none.wav")
    with pytest.raises(WavFormatError, match="directory"):
        read_audio(tmp_path)


@pytest.mark.parametrize("shape", [(4000,), (4000, 2)])
def test_what_is_written_is_read_back(tmp_path: Path, shape: tuple[int, ...]) -> None:
    wave = np.random.default_rng(1).integers(-32768, 32768, shape).astype(np.int16)
    write_wav(tmp_path / "a.wav", wave, 24_000)
    back, rate = sf.read(tmp_path / "a.wav", dtype="int16")
    assert rate == 24_000
    assert np.array_equal(back, wave)
    assert [path.name for path in tmp_path.iterdir()] == ["a.wav"]


def test_a_recorded_call_is_for_its_owner_only(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", tone(16_000), 16_000)
    assert stat.S_IMODE((tmp_path / "a.wav").stat().st_mode) == 0o600


@contextmanager
def full_disk() -> Iterator[None]:
    """The operating system refuses to let any file grow beyond 1 kB: the test run's own log included."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_leaves_the_old_file_and_no_rubbish(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    write_wav(path, np.array([1, 2, 3], np.int16), 16_000)
    old = path.read_bytes()
    with full_disk(), pytest.raises(AudioError, match=r"a\.wav: cannot be written: .+") as caught:
        write_wav(path, tone(16_000), 16_000)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == old
    assert [found.name for found in tmp_path.iterdir()] == ["a.wav"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match="cannot be written"):
        write_wav(tmp_path / "none" / "a.wav", tone(16_000), 16_000)


@pytest.mark.parametrize(("source", "target"), [(24_000, 16_000), (22_050, 16_000), (16_000, 48_000)])
def test_resampling_keeps_length_and_pitch(source: int, target: int) -> None:
    changed = resample(tone(source), source, target)
    assert len(changed) == pytest.approx(target, rel=0.001)
    assert np.corrcoef(changed[800:-800], tone(target)[800 : len(changed) - 800])[0, 1] > 0.999


def test_resampling_loud_sound_does_not_wrap_around() -> None:
    square = np.where(np.arange(24_000) // 60 % 2, 32767, -32768).astype(np.int16)
    changed = resample(square, 24_000, 16_000).astype(int)
    assert np.abs(np.diff(changed[200:-200])).max() <= 65535
    middle = changed[20:-20:40]
    assert np.abs(middle).min() > 20_000


@given(st.lists(st.integers(0, 1300), max_size=12))
def test_frames_do_not_depend_on_the_blocks_that_bring_them(sizes: list[int]) -> None:
    sound = np.arange(sum(sizes), dtype=np.int16)
    framer, frames, at = Framer(), [], 0
    for size in sizes:
        frames += framer.push(sound[at : at + size])
        at += size
    frames += framer.flush()
    assert [frame.start for frame in frames] == list(range(0, len(sound), FRAME_SAMPLES))
    assert all(len(frame.pcm) == FRAME_SAMPLES for frame in frames)
    together = np.concatenate([np.zeros(0, np.int16), *(frame.pcm for frame in frames)])
    assert np.array_equal(together[: len(sound)], sound)
    assert not together[len(sound) :].any()


def test_a_loss_moves_the_next_frame() -> None:
    framer = Framer()
    framer.push(np.ones(700, np.int16))
    framer.seek(2000)
    (frame,) = framer.push(np.full(FRAME_SAMPLES, 2, np.int16))
    assert frame.start == 2000
    assert set(frame.pcm.tolist()) == {2}


def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.wav"
    os.mkfifo(pipe)
    with pytest.raises(AudioError, match="no file that could be replaced"):
        write_wav(pipe, np.zeros(16, np.int16), SAMPLE_RATE)
    assert pipe.is_fifo()
