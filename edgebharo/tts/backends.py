"""The voices by name."""

from __future__ import annotations

from edgebharo.backends import Registry
from edgebharo.ports import Tts

TTS: Registry[Tts] = Registry(
    stage="tts",
    factories={
        "kokoro": "edgebharo.tts.kokoro:create",
        "piper": "edgebharo.tts.piper:create",
        "tone": "edgebharo.tts.tone:create",
    },
    extras={"piper": "tts"},
)
"""Options: KokoroOptions, PiperOptions, ToneOptions."""
