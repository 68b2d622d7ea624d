from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from fake_portaudio import FakePortAudio, FakeStream, device, host

from edgebharo.audio.devices import Speaker, open_speaker
from edgebharo.errors import DeviceError
from edgebharo.types import Speech

pytestmark = pytest.mark.unit

LATENCY = 0.1
RATE = 16_000
BLOCK = 320


def opened(on_drained: Callable[[], None] = lambda: None, rate: int = RATE) -> tuple[Speaker, FakeStream]:
    entries = [device("HDMI", outputs=2, rate=float(rate))]
    audio = FakePortAudio(entries, [host("ALSA", speaker=0)], latency=LATENCY)
    speaker = open_speaker(portaudio=audio, sleep=lambda _: None, on_drained=on_drained)
    return speaker, audio.streams[0]


def speech(count: int, value: int = 5, rate: int = RATE) -> Speech:
    return Speech(np.full(count, value, np.int16), rate)


def test_what_is_played_reaches_every_channel_in_order_and_silence_follows() -> None:
    speaker, stream = opened()
    speaker.play(speech(400, 1))
    speaker.play(speech(100, 2))
    heard = np.concatenate([stream.pull(BLOCK) for _ in range(3)])[:, 0]
    assert heard.tolist() == [1] * 400 + [2] * 100 + [0] * (3 * BLOCK - 500)


def test_the_device_is_kept_awake_with_silence() -> None:
    _, stream = opened()
    assert not stream.pull(BLOCK).any()


def test_another_rate_is_converted_without_changing_the_length() -> None:
    speaker, stream = opened(rate=48_000)
    speaker.play(speech(24_000, 1000, rate=24_000))
    heard = np.concatenate([stream.pull(960) for _ in range(60)])[:, 0]
    assert np.count_nonzero(np.abs(heard) > 500) == pytest.approx(48_000, rel=0.01)


def test_drained_is_told_once_after_the_devices_own_buffer_has_played_out() -> None:
    told: list[int] = []
    speaker, stream = opened(lambda: told.append(1))
    speaker.play(speech(BLOCK))
    speaker.finish()
    stream.pull(BLOCK)
    silent_blocks = 0
    while not told:
        assert not speaker.wait_drained(0)
        stream.pull(BLOCK)
        silent_blocks += 1
    assert silent_blocks == LATENCY * RATE / BLOCK
    for _ in range(20):
        stream.pull(BLOCK)
    assert told == [1]
    assert speaker.wait_drained(0)


def test_a_voice_slower_than_its_speech_does_not_count_as_drained() -> None:
    told: list[int] = []
    speaker, stream = opened(lambda: told.append(1))
    speaker.play(speech(BLOCK))
    for _ in range(50):
        stream.pull(BLOCK)
    assert told == []
    speaker.play(speech(BLOCK))
    speaker.finish()
    for _ in range(50):
        stream.pull(BLOCK)
    assert told == [1]


def test_a_device_that_starts_late_is_not_drained_before_it_has_played() -> None:
    told: list[int] = []
    speaker, stream = opened(lambda: told.append(1))
    speaker.play(speech(BLOCK))
    speaker.finish()
    assert not speaker.wait_drained(0.05)
    assert told == []
    for _ in range(7):
        stream.pull(BLOCK)
    assert told == [1]


def test_stop_is_heard_with_the_next_block() -> None:
    told: list[int] = []
    speaker, stream = opened(lambda: told.append(1))
    speaker.play(speech(100 * BLOCK))
    stream.pull(BLOCK)
    speaker.stop()
    assert not stream.pull(BLOCK).any()
    for _ in range(10):
        stream.pull(BLOCK)
    assert told == [1]


def test_a_speaker_that_was_unplugged_is_reported() -> None:
    speaker, stream = opened()
    stream.active = False
    with pytest.raises(DeviceError, match=r"HDMI.*plugged in"):
        speaker.play(speech(10))


def test_no_speaker_says_what_to_plug_in() -> None:
    audio = FakePortAudio([device("Headset", inputs=1)], [host("ALSA", microphone=0)])
    with pytest.raises(DeviceError, match="no speaker was found"):
        open_speaker(portaudio=audio, sleep=lambda _: None)
