"""Keeps what a caller says as sound, where the form asks her, she agrees, and this device is set to."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import soundfile as sf

from edgebharo.errors import StoreError
from edgebharo.forms.schema import Form
from edgebharo.records.store import Store
from edgebharo.runtime.config import Settings
from edgebharo.types import SAMPLE_RATE, Answers, Utterance

KeepSound: TypeAlias = Callable[[int, tuple[Utterance, ...], Answers, Answers], None]
"""Told of a turn that is saved: its number, what was heard in it, and the answers before and after it."""


def keep_nothing(_turn: int, _pieces: tuple[Utterance, ...], _before: Answers, _after: Answers) -> None:
    """No sound is kept. Is a KeepSound."""


def sound_keeping(store: Store, record_id: str, form: Form, settings: Settings) -> KeepSound:
    """How the sound of a call is kept: not at all, unless form and settings both say so.

    From the turn in which she agrees on, each turn is one FLAC file under the device's key. Where she takes
    that back, all of it is deleted at once.
    """
    field, days = form.audio_consent, settings.keep_audio_days
    if field is None or not days:
        return keep_nothing

    def keep(turn: int, pieces: tuple[Utterance, ...], before: Answers, after: Answers) -> None:
        allowed = after.get(field).value is True
        if allowed and pieces:
            store.sounds.keep(record_id, turn, flac(pieces), days)
        elif not allowed and before.get(field).value is True:
            store.sounds.forget(record_id)

    return keep


def flac(pieces: tuple[Utterance, ...]) -> bytes:
    """The pieces of one turn (int16 at 16 kHz) one after the other, as a FLAC file."""
    file = io.BytesIO()
    sf.write(file, np.concatenate([piece.pcm for piece in pieces]), SAMPLE_RATE, format="FLAC")
    return file.getvalue()


def unlock_sounds(store: Store, record_id: str, folder: Path) -> int:
    """Write the sounds of a call into `folder`, a file for each turn; returns how many there are.

    Raises:
        StoreError: a file cannot be written there.
    """
    sounds = store.sounds.of(record_id)
    try:
        for kept in sounds:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{record_id}-{kept.turn:03d}.flac").write_bytes(kept.sound)
    except OSError as error:
        raise StoreError(f"{folder}: cannot be written ({error.strerror}); give another --out") from error
    return len(sounds)
