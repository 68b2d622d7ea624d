"""The air between caller and agent: a stereo recording that both sides write and the microphone reads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, Frame, Pcm

FRAME_MS = FRAME_SAMPLES * 1000 // SAMPLE_RATE
"""Milliseconds in one Frame."""

ROOM_TONE = 6.0
"""Standard deviation of the room's own noise, in int16 steps (about -75 dBFS): no microphone gives zeros."""


class Room:
    """Both sides of a call at 16 kHz. Grows as it is written."""

    def __init__(
        self, seed: int = 0, echo_db: float | None = None, walls: Callable[[Pcm], Pcm] = lambda pcm: pcm
    ) -> None:
        """`echo_db`: how loud the microphone hears the agent, against its own level; None: not at all.

        `walls` says what becomes of the agent's sound on its way; it may ring on.
        """
        self._noise = np.random.default_rng(seed)
        self._echo = 0.0 if echo_db is None else 10.0 ** (echo_db / 20)
        self._caller = np.zeros(0, dtype=np.int16)
        self._walls = walls
        self._agent = np.zeros(0, dtype=np.int16)
        self._echoed = np.zeros(0, dtype=np.int16)

    def caller_says(self, at_ms: int, pcm: Pcm) -> None:
        """Put the caller's sound into the air at `at_ms`."""
        self._caller = _put(self._caller, at_ms, pcm)

    def agent_says(self, at_ms: int, pcm: Pcm) -> None:
        """Put the agent's sound into the air at `at_ms`."""
        self._agent = _put(self._agent, at_ms, pcm)
        if self._echo:
            self._echoed = _put(self._echoed, at_ms, self._walls(pcm))

    def agent_stops(self, at_ms: int) -> None:
        """Take back what the agent would have said from `at_ms` on."""
        end = at_ms * SAMPLE_RATE // 1000
        self._agent, self._echoed = self._agent[:end], self._echoed[:end]

    def frame(self, index: int) -> Frame:
        """What the microphone picks up in frame `index`: the caller, the agent's echo and the room's tone."""
        start = index * FRAME_SAMPLES
        heard = np.zeros(FRAME_SAMPLES)
        for track, gain in ((self._caller, 1.0), (self._echoed, self._echo)):
            piece = track[start : start + FRAME_SAMPLES]
            heard[: len(piece)] += gain * piece
        heard += self._noise.normal(0.0, ROOM_TONE, FRAME_SAMPLES)
        return Frame(start, np.clip(heard, -32768, 32767).astype(np.int16))

    def stereo(self) -> npt.NDArray[np.int16]:
        """The whole call, shape [n, 2]: caller left, agent right."""
        length = max(len(self._caller), len(self._agent))
        both = np.zeros((length, 2), dtype=np.int16)
        both[: len(self._caller), 0] = self._caller
        both[: len(self._agent), 1] = self._agent
        return both


def _put(track: Pcm, at_ms: int, pcm: Pcm) -> Pcm:
    start = at_ms * SAMPLE_RATE // 1000
    end = start + len(pcm)
    if end > len(track):
        track = np.concatenate([track, np.zeros(end - len(track), dtype=np.int16)])
    else:
        track = track.copy()
    mixed = track[start:end].astype(np.int32) + pcm
    track[start:end] = np.clip(mixed, -32768, 32767).astype(np.int16)
    return track


def voiced_ms(pcm: Pcm, rate: int = SAMPLE_RATE) -> tuple[int, int]:
    """Milliseconds at which sound begins and ends in `pcm`: first and last sample above 2 % of the peak."""
    size = np.abs(pcm.astype(np.int32))
    loud = np.flatnonzero(size > 0.02 * size.max(initial=1))
    if not len(loud):
        return 0, 0
    return int(loud[0]) * 1000 // rate, (int(loud[-1]) + 1) * 1000 // rate
