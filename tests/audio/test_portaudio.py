from __future__ import annotations

import sys

import pytest

from edgebharo.audio import portaudio
from edgebharo.errors import DeviceError

pytestmark = pytest.mark.unit


class Finder:
    """Makes `import sounddevice` fail the way a machine without it makes it fail."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def find_spec(self, name: str, *_: object) -> None:
        if name == "sounddevice":
            raise self._error


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (OSError("PortAudio library not found"), "apt install libportaudio2"),
        (ModuleNotFoundError("No module named 'sounddevice'"), r"pip install 'edgebharo\[live\]'"),
    ],
)
def test_a_missing_sound_system_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, error: Exception, advice: str
) -> None:
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(error), *sys.meta_path])
    with pytest.raises(DeviceError, match=advice):
        portaudio.load()
