"""Is this device fit for calls? Looks at everything that a call needs, one thing after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from edgebharo.audio.devices import PortAudio
from edgebharo.clock import SystemClock
from edgebharo.models.check import Progress, silent
from edgebharo.runtime.checkup import Check, Verdict
from edgebharo.runtime.config import Settings
from edgebharo.runtime.doctor_machine import check_clock, check_cores, check_disk, check_memory
from edgebharo.runtime.doctor_models import check_language_model, check_models, check_prompts
from edgebharo.runtime.doctor_records import check_records
from edgebharo.runtime.doctor_sound import Ask, check_sound

_WORST_FIRST: tuple[Verdict, ...] = ("problem", "warning", "ok")


def examine(
    settings: Settings,
    ask: Ask = lambda _advice: None,
    progress: Progress = silent,
    *,
    sound: bool = True,
    voice: bool = True,
    portaudio: PortAudio | None = None,
) -> Iterator[Check]:
    """Each check as soon as it is done; what is missing never keeps the rest from being looked at.

    `sound`: try microphone and speaker. `voice`: ask the worker to speak, too; `ask` shows her what to do.
    """
    if sound:
        yield from check_sound(settings, ask, voice=voice, portaudio=portaudio)
    yield check_models(settings, progress)
    yield check_language_model(settings, progress)
    yield check_prompts(settings)
    yield check_disk(settings)
    yield check_clock(settings, SystemClock())
    yield check_records(settings, SystemClock())
    yield check_cores(settings)
    yield check_memory()


def worst(checks: Iterable[Check]) -> Verdict:
    """The verdict on the device."""
    found = {check.verdict for check in checks}
    return next((verdict for verdict in _WORST_FIRST if verdict in found), "ok")


def as_json(checks: tuple[Check, ...]) -> dict[str, object]:
    """The examination as plain data for JSON."""
    return {"verdict": worst(checks), "checks": [asdict(check) for check in checks]}
