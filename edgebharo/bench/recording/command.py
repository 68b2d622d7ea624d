"""What `edgebharo bench record` does."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from edgebharo.audio.devices import PortAudio, Speaker, load, open_microphone, open_speaker
from edgebharo.bench.recording.booth import Booth
from edgebharo.bench.recording.collection import MANIFEST, Collection
from edgebharo.bench.recording.prompts import Prompt, prompts
from edgebharo.bench.recording.walk import STOPPED, Desk, check_code, check_level, enrol, record
from edgebharo.clock import SystemClock, pause
from edgebharo.errors import ConfigError, DeviceError
from edgebharo.runtime.app import open_form
from edgebharo.runtime.config import Settings

CALLERS, MOST_CALLERS = 2, 20


def bench_record(
    settings: Settings,
    folder: Path,
    speaker: str,
    desk: Desk,
    *,
    seed: int = 1,
    callers: int = CALLERS,
    redo: bool = False,
    portaudio: PortAudio | None = None,
) -> int:
    """Record what is missing of one speaker's sentences into `folder`; returns how many were kept.

    Consent comes first: without it no device is opened and nothing is written.

    Raises:
        ConfigError: the code or the number of callers is not allowed.
        ManifestError: the folder holds a table that this command did not write.
        DeviceError: there is no microphone that works.
        OutputError: something cannot be written.
    """
    check_code(speaker)
    if not 1 <= callers <= MOST_CALLERS:
        raise ConfigError(f"--callers {callers}: choose 1 to {MOST_CALLERS}")
    system = portaudio or load()
    collection = Collection(folder)
    if not enrol(collection, speaker, desk, SystemClock().today(), settings.microphone or "default"):
        return 0
    wanted = _prompts(settings, speaker, seed, callers)
    left = sum(redo or not collection.is_done(speaker, prompt) for prompt in wanted)
    desk.tell(f"{len(wanted) - left} / {len(wanted)} ✓")
    if not left:
        return 0
    booth, kept = _open(settings, system), 0
    try:
        check_level(booth, desk)
        kept = record(collection, speaker, wanted, booth, desk, redo=redo)
    except EOFError:
        desk.tell(STOPPED)
    finally:
        booth.close()
    desk.tell(f"{kept} → {folder / MANIFEST}")
    return kept


def forget(folder: Path, speaker: str) -> int:
    """Delete all that `speaker` recorded; returns how many recordings went.

    Raises:
        ConfigError: the folder knows no such speaker.
        ManifestError, OutputError: the folder cannot be read, or changed.
    """
    collection = Collection(folder)
    if speaker not in collection.people and all(row.speaker != speaker for row in collection.rows.values()):
        raise ConfigError(f"--forget: {folder} knows no speaker with this code; they are in its sheet.csv")
    return collection.forget(speaker)


def at_a_terminal(tell: Callable[[str], None], ask: Callable[[str], str]) -> Desk:
    """A desk that really waits between the numbers of a countdown."""
    return Desk(tell, ask, pause)


def _prompts(settings: Settings, speaker: str, seed: int, callers: int) -> tuple[Prompt, ...]:
    loaded = open_form(settings)
    places = next((loaded.places(field) for field in loaded.form.fields if field.gazetteer), ())
    return prompts(speaker, places, seed=seed, callers=callers)


def _open(settings: Settings, system: PortAudio) -> Booth:
    """The microphone, and the loudspeaker where there is one: without it nothing can be replayed."""
    microphone = open_microphone(settings.microphone, portaudio=system)
    speaker: Speaker | None = None
    with suppress(DeviceError):
        speaker = open_speaker(settings.speaker, portaudio=system)
    return Booth(microphone, speaker)
