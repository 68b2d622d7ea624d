"""Options of the voices that are on this machine."""

from __future__ import annotations

from pathlib import Path

from edgebharo.models.resolve import path_of
from edgebharo.tts.options import KokoroOptions, PiperOptions
from edgebharo.tts.voices import read_voice

TINY_PIPER = Path(__file__).parent / "data" / "tiny-piper.onnx"


def kokoro_options(voice: str = "hf_alpha", speed: float = 0.9) -> KokoroOptions:
    shares = read_voice(voice, lambda name: path_of(f"kokoro-voice-{name}"))
    return KokoroOptions(path_of("kokoro-82m"), path_of("kokoro-vocab"), shares, speed)


def piper_options(model: Path, speed: float = 0.9) -> PiperOptions:
    return PiperOptions(model, model.with_name(f"{model.name}.json"), speed)
