"""Sound as numbers: reading and writing files, changing the rate, cutting into frames."""

from __future__ import annotations

import io
import struct
import tempfile
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
import soundfile as sf
import soxr

from edgebharo.errors import AudioError, WavFormatError
from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, Frame, Pcm

_UNKNOWN_SIZE = (0, 0xFFFFFFFF)
"""What a program that streams a WAV into a pipe leaves as the size of its data."""


def read_audio(path: Path, *, allow_truncated: bool = False) -> Pcm:
    """The sound of any WAV, FLAC or OGG file as 16 kHz mono int16 [n]; channels are averaged.

    A file that ends before the end its header promises (an OGG header promises none) is refused, unless
    `allow_truncated`: then what is there is read, as far as it can be decoded.

    Raises:
        WavFormatError: the file cannot be read, is no sound, holds no sample, or is cut short.
    """
    try:
        with path.open("rb") as file:
            missing = _missing_wav_bytes(file)
            with sf.SoundFile(file) as sound:
                promised, rate = sound.frames, int(sound.samplerate)
                samples = sound.read(dtype="int16", always_2d=True)
    except OSError as error:
        raise WavFormatError(f"{path}: cannot be read: {error.strerror or error}") from error
    except sf.SoundFileError as error:
        raise WavFormatError(
            f"{path}: not a sound file that can be decoded (WAV, FLAC, OGG): {error}"
        ) from error
    if not allow_truncated and (missing or len(samples) < promised):
        raise WavFormatError(f"{path}: the file is cut short: part of the sound that it promises is missing")
    if not len(samples):
        raise WavFormatError(f"{path}: the file holds no sound")
    return resample(_mono(samples), rate, SAMPLE_RATE)


def write_wav(path: Path, pcm: npt.NDArray[np.int16], rate: int) -> None:
    """Write int16 [n] (mono) or [n, 2] (left, right) as a WAV file that appears whole or not at all.

    The file is readable by its owner only: it may hold a call.

    Raises:
        AudioError: the file cannot be written, e.g. the disk is full, or `path` is no file (a device).
    """
    if path.exists() and not path.is_file():
        raise AudioError(f"{path}: is no file that could be replaced; give another path")
    encoded = io.BytesIO()
    sf.write(encoded, pcm, rate, "PCM_16", format="WAV")
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
            temporary = Path(file.name)
            try:
                file.write(encoded.getbuffer())
                file.flush()
                temporary.replace(path)
            finally:
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise AudioError(f"{path}: cannot be written: {error.strerror or error}") from error


def resample(pcm: Pcm, from_rate: int, to_rate: int) -> Pcm:
    """`pcm` [n] at another rate (Hertz): int16 of about n * to_rate / from_rate samples."""
    if from_rate == to_rate or not pcm.size:
        return pcm
    resampled: Pcm = soxr.resample(pcm, from_rate, to_rate, quality="HQ")
    return resampled


class Framer:
    """Cuts blocks of any size into frames of FRAME_SAMPLES samples."""

    def __init__(self) -> None:
        self._start = 0
        self._rest: Pcm = np.zeros(0, np.int16)

    def push(self, block: Pcm) -> tuple[Frame, ...]:
        """The frames that `block` [n] completes."""
        pcm = np.concatenate([self._rest, block])
        count = len(pcm) // FRAME_SAMPLES
        frames = tuple(
            Frame(self._start + i * FRAME_SAMPLES, pcm[i * FRAME_SAMPLES : (i + 1) * FRAME_SAMPLES])
            for i in range(count)
        )
        self._start += count * FRAME_SAMPLES
        self._rest = pcm[count * FRAME_SAMPLES :]
        return frames

    def seek(self, start: int) -> None:
        """Go on at sample `start` because the samples before it were lost; an unfinished frame is dropped."""
        self._start = start
        self._rest = self._rest[:0]

    def flush(self) -> tuple[Frame, ...]:
        """The unfinished frame, filled up with zeros; nothing where there is none."""
        return self.push(np.zeros(-len(self._rest) % FRAME_SAMPLES, np.int16))


def _mono(samples: npt.NDArray[np.int16]) -> Pcm:
    if samples.shape[1] == 1:
        return samples[:, 0]
    mixed: Pcm = np.rint(samples.mean(axis=1)).astype(np.int16)
    return mixed


def _missing_wav_bytes(file: BinaryIO) -> int:
    """How many bytes of sound a WAV header promises beyond the file's end; leaves the file at its start.

    libsndfile reads what is there and corrects the header silently, so the header is read here.
    """
    end = file.seek(0, io.SEEK_END)
    file.seek(0)
    riff = file.read(12)
    missing = 0
    if riff[:4] == b"RIFF" and riff[8:] == b"WAVE":
        while len(header := file.read(8)) == 8:
            name, size = struct.unpack("<4sI", header)
            if name == b"data":
                missing = 0 if size in _UNKNOWN_SIZE else max(0, file.tell() + size - end)
                break
            file.seek(size + size % 2, io.SEEK_CUR)
    file.seek(0)
    return missing
