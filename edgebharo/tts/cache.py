"""Keeps the prompts that never change as sound files, so that they are heard at once.

Only lines handed to `PromptCache.warm` are kept. A line that holds what a caller said (a read-back) is
spoken by the voice itself and leaves no file.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from zlib import crc32

import numpy as np
import soundfile as sf

from edgebharo.errors import AudioError
from edgebharo.ports import Tts
from edgebharo.types import Cancelled, Pcm, Speech, never_cancelled

Progress = Callable[[int, int], None]
"""Told how many lines are done, and of how many."""


class PromptCache:
    """A Tts that answers from `folder` what it can, and asks the voice for the rest.

    `make` builds the voice, and is called on the first line that no file holds. `identity` names the voice
    and all that shapes its sound: another identity never meets this one's files. Several processes may
    share a folder: files appear whole or not at all.
    """

    def __init__(self, make: Callable[[], Tts], folder: Path, identity: str) -> None:
        self._make = make
        self._folder = folder
        self._identity = identity
        self._tts: Tts | None = None
        self._loading = Lock()

    def has(self, line: str) -> bool:
        """Whether `line` has a whole file."""
        return self._read(line) is not None

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        """Speak `line`: one Speech from its file, else what the voice yields.

        A damaged file is made anew from what the voice says.

        Raises:
            InferenceError: the voice failed.
            ModelFileError: the voice could not be loaded.
        """
        if cancelled():
            return
        kept = self._read(line)
        if kept is not None:
            yield kept
            return
        damaged = self._path(line).exists()
        chunks: list[Speech] = []
        for chunk in self._voice().synthesize(line, cancelled):
            chunks.append(chunk)
            yield chunk
        if damaged and chunks and chunks[-1].last:
            with suppress(AudioError):  # being heard matters more than being kept
                self._write(line, chunks)

    def warm(self, lines: Iterable[str], progress: Progress | None = None) -> int:
        """Make the missing files of `lines`; interrupted and called again, it goes on where it was.

        Answers how many were made.

        Raises:
            AudioError: the folder cannot be written, e.g. the disk is full.
            InferenceError: the voice failed.
            ModelFileError: the voice could not be loaded.
        """
        wanted = tuple(dict.fromkeys(lines))
        made = 0
        for done, line in enumerate(wanted):
            if progress is not None:
                progress(done, len(wanted))
            if not self.has(line):
                chunks = list(self._voice().synthesize(line, never_cancelled))
                if chunks:
                    self._write(line, chunks)
                    made += 1
        if progress is not None:
            progress(len(wanted), len(wanted))
        return made

    def _voice(self) -> Tts:
        with self._loading:
            if self._tts is None:
                self._tts = self._make()
            return self._tts

    def _path(self, line: str) -> Path:
        return self._folder / (sha256(f"{self._identity}\0{line}".encode()).hexdigest() + ".flac")

    def _read(self, line: str) -> Speech | None:
        """The kept speech of `line`; None where there is no file, or a damaged one."""
        path = self._path(line)
        if not path.exists():
            return None
        try:
            with sf.SoundFile(path) as file:
                pcm: Pcm = file.read(dtype="int16")
                whole = file.comment == _checksum(pcm)
                return Speech(pcm, int(file.samplerate), last=True) if whole and pcm.size else None
        except (sf.SoundFileError, OSError):
            return None

    def _write(self, line: str, chunks: list[Speech]) -> None:
        pcm = np.concatenate([chunk.pcm for chunk in chunks])
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(suffix=".tmp", dir=self._folder)
            os.close(handle)
            try:
                with sf.SoundFile(name, "w", chunks[0].rate, 1, "PCM_16", format="FLAC") as file:
                    file.comment = _checksum(pcm)
                    file.write(pcm)
                Path(name).replace(self._path(line))
            finally:
                Path(name).unlink(missing_ok=True)
        except (OSError, sf.SoundFileError) as error:
            raise AudioError(f"prompts cannot be kept in {self._folder}: {error}") from error


def _checksum(pcm: Pcm) -> str:
    return f"crc32:{crc32(pcm.tobytes()):08x}"
