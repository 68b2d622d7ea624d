"""Are the models there and whole, and are the prompts rendered?"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from edgebharo.errors import EdgeBharoError
from edgebharo.models.check import Progress
from edgebharo.models.inventory import ModelStatus, verify
from edgebharo.reply.templates import fixed_lines
from edgebharo.runtime.app import open_form, open_voice
from edgebharo.runtime.checkup import Check
from edgebharo.runtime.config import Settings
from edgebharo.tts.voices import read_voice

LLM_MODEL = "gemma3-270m"


def check_models(settings: Settings, progress: Progress) -> Check:
    """Hash every file that a call needs."""
    try:
        names = needed_models(settings)
        bad = [status for status in verify(names, progress) if status.state not in {"ready", "parts"}]
    except EdgeBharoError as error:
        return _models_problem(str(error))
    if bad:
        return _models_problem("; ".join(_what_is_wrong(status) for status in bad))
    return Check(
        "models",
        "ok",
        f"all {len(names)} models that a call needs are there and whole",
        "सुनने और बोलने के सारे मॉडल ठीक हैं।",
        figures={"checked": len(names)},
    )


def needed_models(settings: Settings) -> tuple[str, ...]:
    """Names of the models without which no call can be held, as in the manifest.

    Raises:
        ConfigError, ModelFileError: the voice of the settings does not exist.
    """
    ear = () if settings.asr_dir else (settings.asr,)
    return ("silero-vad", *ear, *_of_the_voice(settings))


def _of_the_voice(settings: Settings) -> tuple[str, ...]:
    if settings.tts == "piper":
        return ()
    voices: list[str] = []

    def note(name: str) -> Path:
        voices.append(f"kokoro-voice-{name}")
        return Path()

    read_voice(settings.voice, note)
    return ("kokoro-82m", "kokoro-vocab", *voices)


def _what_is_wrong(status: ModelStatus) -> str:
    name = status.model.name
    return status.problem if name in status.problem else f"{name} is {status.state} ({status.problem})"


def _models_problem(what: str) -> Check:
    return Check(
        "models",
        "problem",
        what,
        "आवाज़ के मॉडल अधूरे या ख़राब हैं। जानकार से फिर से लगवाइए।",
        "Install them again: make setup, or edgebharo models verify --remove and then edgebharo prepare.",
    )


def check_language_model(settings: Settings, progress: Progress) -> Check:
    """Is the language model there? Calls can be held without it."""
    without = "बिना भाषा-मॉडल के भी काम चलेगा; कुछ घुमाकर कही बातें समझ में नहीं आएंगी।"
    if settings.llm == "off":
        return Check("language model", "ok", "switched off (EDGEBHARO_LLM=off)", without)
    problems = [
        _what_is_wrong(status)
        for status in verify((LLM_MODEL,), progress)
        if status.state not in {"ready", "parts"}
    ]
    if find_spec("llama_cpp") is None:
        problems.append("the package llama-cpp-python is not installed")
    if problems:
        advice = "Run make llm, or set EDGEBHARO_LLM=off: the Hindi rules then work alone."
        return Check("language model", "warning", "; ".join(problems), without, advice)
    return Check("language model", "ok", f"{LLM_MODEL} is there and whole", "भाषा-मॉडल ठीक है।")


def check_prompts(settings: Settings) -> Check:
    """Does the form load, and are its fixed lines rendered?"""
    try:
        lines = fixed_lines(open_form(settings))
        voice = open_voice(settings)
    except EdgeBharoError as error:
        hindi = "फ़ॉर्म या आवाज़ खुल नहीं रही। जानकार को दिखाइए।"
        return Check("prompts", "problem", str(error), hindi, "Run edgebharo forms check and models verify.")
    missing = sum(not voice.has(line) for line in lines)
    figures = {"lines": len(lines), "missing": missing}
    if missing:
        return Check(
            "prompts",
            "warning",
            f"{missing} of {len(lines)} lines of the form are not rendered yet",
            "कुछ वाक्य पहले से तैयार नहीं हैं: शुरू में बोलने में देर लगेगी।",
            "Run edgebharo prepare once.",
            figures,
        )
    return Check("prompts", "ok", f"all {len(lines)} lines are rendered", "सारे वाक्य तैयार हैं।", figures=figures)
