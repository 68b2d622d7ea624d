"""A small form and its caller, on real models: a whole spoken call in a few seconds."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
GOLDEN = HERE / "asr" / "golden"
TINY_VOICE = HERE / "tts" / "data" / "tiny-piper.onnx"
"""A voice of a few kilobytes that hums: the agent's, since nobody has to understand her."""

FORM = """
id: small
version: "1"
title: A small form
scripts: {intro: [नमस्ते।], outro: [धन्यवाद।]}
fields:
  - {name: pregnant, label: गर्भवती, type: boolean, required: true, question: "क्या?", confirm: never,
     retries: {max: 2, exhausted: end}}
  - {name: child_dob, label: जन्म तारीख, type: date, meaning: date_of_birth, required: false, question: "कब?",
     confirm: never}
  - {name: number, label: नंबर, type: string, meaning: digits, digits: 4, required: false, question: "कितना?",
     confirm: never}
"""

CALLER = f"""
id: clips
voice: {TINY_VOICE}
today: 2026-11-30
answers:
  pregnant: {{clip: {GOLDEN / "yes.flac"}, value: true}}
  child_dob: {{clip: {GOLDEN / "date.flac"}, value: 2025-04-15}}
  number: {{clip: {GOLDEN / "aadhaar.flac"}, value: "4332"}}
"""

VOICE_SETTINGS = {"EDGEBHARO_TTS": "piper", "EDGEBHARO_VOICE": str(TINY_VOICE)}


def write_small_call(folder: Path) -> tuple[Path, Path]:
    """The caller's file and the form's folder."""
    (folder / "small").mkdir()
    (folder / "small" / "form.yaml").write_text(FORM, encoding="utf-8")
    (folder / "caller.yaml").write_text(CALLER, encoding="utf-8")
    return folder / "caller.yaml", folder / "small"
