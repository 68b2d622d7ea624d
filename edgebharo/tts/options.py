"""What the voices need to know before they are built. Light to import: no model, no phonemiser."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

RENDERING = "1"
"""Raised by hand when the shaping of the sound changes, so that cached prompts are made anew."""


@dataclass(frozen=True)
class VoiceShare:
    """One voice array and its share in a blend."""

    path: Path
    weight: float = 1.0
    """Above 0; the shares of a blend are scaled to add up to 1."""


@dataclass(frozen=True)
class KokoroOptions:
    """How the Kokoro voice is to speak."""

    model_path: Path
    vocab_path: Path
    """JSON with one object `vocab`: phoneme -> token."""
    voice: tuple[VoiceShare, ...]
    """One share, or several for a blend: a speaker who is none of them."""
    speed: float = 0.9
    """1.0 is the pace the model was trained at; callers on a poor line follow 0.9 better."""
    threads: int = 2

    @property
    def identity(self) -> str:
        """Text that changes whenever the same line would sound different."""
        shares = "+".join(f"{_stamp(share.path)}:{share.weight:g}" for share in self.voice)
        return f"kokoro|{_stamp(self.model_path)}|{shares}|{self.speed:g}|{_phonemizer()}|{RENDERING}"


@dataclass(frozen=True)
class PiperOptions:
    """How a Piper voice is to speak."""

    model_path: Path
    config_path: Path
    """The voice's JSON: sample rate, phoneme ids, espeak voice."""
    speed: float = 0.9
    threads: int = 2

    @property
    def identity(self) -> str:
        """Text that changes whenever the same line would sound different."""
        return f"piper|{_stamp(self.model_path)}|{self.speed:g}|{_phonemizer()}|{RENDERING}"


def _stamp(path: Path) -> str:
    size = path.stat().st_size if path.exists() else 0
    return f"{path.name}/{size}"


def _phonemizer() -> str:
    try:
        return version("piper-tts")
    except PackageNotFoundError:
        return "none"
