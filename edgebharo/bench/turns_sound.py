"""The sound of what a caller says in `bench turns`: her voice or recordings, with the drawn pauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from math import sqrt
from pathlib import Path
from threading import Lock

import numpy as np

from edgebharo.audio.pcm import read_audio, resample
from edgebharo.bench.callers import VOICE
from edgebharo.bench.conditions import (
    FULL_SCALE,
    RUMBLE,
    active_power,
    band,
    convolve,
    drawn_response,
    tempo,
)
from edgebharo.bench.conversations import Part
from edgebharo.bench.manifest import Recording, read_manifest
from edgebharo.bench.splice import digit_takes, spread
from edgebharo.bench.suite import Progress
from edgebharo.errors import ManifestError
from edgebharo.ports import Tts
from edgebharo.runtime.app import open_voice
from edgebharo.runtime.config import Settings
from edgebharo.runtime.room import voiced_ms
from edgebharo.types import SAMPLE_RATE, Pcm, never_cancelled

EDGE_MS = 20
"""Left around the voiced part of what her voice says: onsets and endings are softer than the rest."""
PACE = 1.0
LOUDSPEAKER_M = (0.3, 1.0)
"""Metres between the agent's loudspeaker and the microphone."""


@dataclass(frozen=True)
class Sound:
    """What she says, and where the parts of it are."""

    pcm: Pcm
    ends_ms: tuple[int, ...]
    """The last voiced sample of each part."""


def sound_of(parts: Sequence[Part], voice: Tts, pace: float, seed: str) -> Sound:
    """`parts` one after the other. Gaps between recordings hold noise as loud as their quietest moment.

    Raises:
        WavFormatError: a recording cannot be read.
        InferenceError: her voice failed.
    """
    sounds = [read_audio(Path(part.clip)) if part.clip else _said(part.say, voice, pace) for part in parts]
    gaps = [part.gap_ms for part in parts]
    noise = np.random.default_rng(_number(seed))
    pcm = spread(sounds, [*gaps, 0], noise)
    lengths = (gap * SAMPLE_RATE // 1000 + len(sound) for gap, sound in zip(gaps, sounds, strict=True))
    ends = (end - len(sound) for end, sound in zip(accumulate(lengths), sounds, strict=True))
    return Sound(
        pcm,
        tuple(
            start * 1000 // SAMPLE_RATE + voiced_ms(sound)[1]
            for start, sound in zip(ends, sounds, strict=True)
        ),
    )


def _said(text: str, voice: Tts, pace: float) -> Pcm:
    pieces = [
        resample(piece.pcm, piece.rate, SAMPLE_RATE) for piece in voice.synthesize(text, never_cancelled)
    ]
    whole = np.concatenate(pieces)
    start, end = voiced_ms(whole)
    first, last = ((at * SAMPLE_RATE) // 1000 for at in (max(0, start - EDGE_MS), end + EDGE_MS))
    changed = tempo(whole[first:last].astype(np.float64) / FULL_SCALE, pace)
    pcm: Pcm = np.rint(np.clip(changed, -1.0, 1.0) * (FULL_SCALE - 1)).astype(np.int16)
    return pcm


def reverberant(pcm: Pcm, seed: str) -> Pcm:
    """`pcm` as a drawn room that rings for 0.4 s lets it be heard: as loud as before, and longer."""
    response = drawn_response(np.random.default_rng(_number(seed)), *LOUDSPEAKER_M)
    dry = pcm.astype(np.float64) / FULL_SCALE
    wet = band(convolve(np.pad(dry, (0, len(response))), response), RUMBLE, SAMPLE_RATE / 2)
    before, after = active_power(dry), active_power(wet)
    level = sqrt(before / after) if after else 1.0
    heard: Pcm = np.rint(np.clip(level * wet, -1.0, 1.0) * (FULL_SCALE - 1)).astype(np.int16)
    return heard


def _number(seed: str) -> int:
    return int(sha256(seed.encode()).hexdigest()[:8], 16)


def open_caller(settings: Settings) -> Tts:
    """Her voice, which no recogniser of the project was trained on, behind its cache."""
    return open_voice(settings.model_copy(update={"tts": "kokoro"}), VOICE, PACE)


def render(settings: Settings, lines: Iterable[str], progress: Progress) -> None:
    """Make the sound of `lines` in her voice and keep it; a run that is broken off goes on where it stood.

    Each core has a voice of its own: two voices of one thread are faster than one of two.
    """
    wanted = tuple(dict.fromkeys(lines))
    alone = settings.model_copy(update={"threads": 1, "tts": "kokoro"})
    done: dict[int, int] = {}
    telling = Lock()

    def make(share: int) -> None:
        def tell(count: int, _own: int) -> None:
            with telling:
                done[share] = count
                progress(sum(done.values()), len(wanted))

        open_voice(alone, VOICE, PACE).warm(wanted[share :: settings.threads], tell)

    with ThreadPoolExecutor(settings.threads) as pool:
        list(pool.map(make, range(settings.threads)))


def recordings_in(folder: Path) -> tuple[Recording, ...]:
    """The recordings in `folder`; their texts stand in a manifest.tsv there or one folder above.

    Raises:
        ManifestError: there is no manifest, it cannot be used, or none of its rows is about this folder.
    """
    manifest = next(
        (path for path in (folder / "manifest.tsv", folder.parent / "manifest.tsv") if path.is_file()), None
    )
    if manifest is None:
        raise ManifestError(
            f"--recordings {folder}: there is no manifest.tsv in it or above it; write one with the headings "
            "file, text, speaker, seconds"
        )
    inside = folder.resolve()
    found = tuple(item for item in read_manifest(manifest) if item.path.resolve().is_relative_to(inside))
    if not found:
        raise ManifestError(f"--recordings {folder}: {manifest} names no file of this folder")
    digit_takes(found)
    return found
