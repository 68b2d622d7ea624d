from __future__ import annotations

import pytest
from real_voices import TINY_PIPER, kokoro_options, piper_options

from edgebharo.models.resolve import path_of
from edgebharo.ports import Tts
from edgebharo.tts.backends import TTS
from edgebharo.tts.tone import ToneOptions


@pytest.fixture(scope="session")
def kokoro() -> Tts:
    return TTS.create("kokoro", kokoro_options())


@pytest.fixture(scope="session")
def tiny_piper() -> Tts:
    return TTS.create("piper", piper_options(TINY_PIPER))


@pytest.fixture(scope="session")
def joe_piper() -> Tts:
    return TTS.create("piper", piper_options(path_of("piper-joe")))


@pytest.fixture(scope="session")
def tone() -> Tts:
    return TTS.create("tone", ToneOptions())
