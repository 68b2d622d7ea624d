"""Keeps what a caller says as sound, where the form asks her, she agrees, and this device is set to."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import soundfile as sf

from edgebharo.errors import StoreError
from edgebharo.forms.schema import Form
from edgebharo.records.privacy import holds_long_number, is_identity
from edgebharo.records.store import Store
from edgebharo.runtime.config import Settings
from edgebharo.types import SAMPLE_RATE, Answers, Utterance

SUSPECT = 11
"""Digits heard in a row that are more than a phone number has: of the twelve of an Aadhaar number one may be
missed."""


@dataclass(frozen=True)
class HeardTurn:
    """A turn that is saved."""

    number: int
    pieces: tuple[Utterance, ...]
    """What was heard in it; empty where nothing was."""
    text: str
    """Its words."""
    before: Answers
    after: Answers

    @property
    def may_hold_identity(self) -> bool:
        """Whether an identity number may have been said: it was asked for, read back, or nearly as long."""
        about = (self.before.asked or "", *(item.field for item in self.before.held))
        return any(is_identity(name) for name in about) or holds_long_number(self.text, SUSPECT)


KeepSound: TypeAlias = Callable[[HeardTurn], None]


def keep_nothing(_turn: HeardTurn) -> None:
    """No sound is kept. Is a KeepSound."""


def sound_keeping(store: Store, record_id: str, form: Form, settings: Settings) -> KeepSound:
    """How the sound of a call is kept: not at all, unless form and settings both say so.

    From the turn in which she agrees on, each turn is one FLAC file under the device's key, but for turns in
    which an identity number may have been said. Where she takes that back, all of it is deleted at once.
    """
    field, days = form.audio_consent, settings.keep_audio_days
    if field is None or not days:
        return keep_nothing

    def keep(turn: HeardTurn) -> None:
        allowed = turn.after.get(field).value is True
        if allowed and turn.pieces and not turn.may_hold_identity:
            store.sounds.keep(record_id, turn.number, flac(turn.pieces), days)
        elif not allowed and turn.before.get(field).value is True:
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
