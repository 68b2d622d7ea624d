from __future__ import annotations

import pytest

from edgebharo.audio import vad
from edgebharo.models.resolve import path_of
from edgebharo.ports import Vad


@pytest.fixture
def silero() -> Vad:
    return vad.VAD.create("silero", vad.SileroOptions(path_of("silero-vad")))
