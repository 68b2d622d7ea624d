from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from fake_portaudio import FakePortAudio, FakeStream, device, host

from edgebharo.audio.devices import Speaker, open_speaker
from edgebharo.audio.speaker import BLOCK_S, WAKE_S
from edgebharo.errors import DeviceError, DeviceFaultError
from edgebharo.types import Speech

pytestmark = pytest.mark.unit

LATENCY = 0.1
RATE = 16_000
BLOCK = 320


def loudspeaker(name: str = "Speakers", rate: int = RATE, **how: Any) -> FakePortAudio:
    entries = [device(name, outputs=2, rate=float(rate))]
    return FakePortAudio(entries, [host("ALSA", speaker=0)], **{"latency": LATENCY, **how})


def opened(
    on_drained: Callable[[], None] = lambda: None, rate: int = RATE, **how: Any
) -> tuple[Speaker, FakeStream]:
    """A speaker that is awake, and its device."""
    audio = loudspeaker(rate=rate, **how)
    speaker = open_speaker(portaudio=audio, sleep=lambda _: None, on_drained=on_drained)
    stream = audio.streams[0]
    while stream.awake_s < WAKE_S:
        stream.pull(BLOCK)
    return speaker, stream


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
    with pytest.raises(DeviceFaultError, match=r"Speakers.*plugged in") as caught:
        speaker.play(speech(10))
    assert (caught.value.device, caught.value.fault) == ("speaker", "gone")
    speaker.close()
    speaker.close()


def test_a_speaker_that_is_unplugged_in_mid_speech_is_reported_and_not_waited_for() -> None:
    speaker, stream = opened()
    speaker.play(speech(100 * BLOCK))
    speaker.finish()
    stream.pull(BLOCK)
    assert not speaker.wait_drained(0)
    stream.active = False
    with pytest.raises(DeviceFaultError, match="has stopped"):
        speaker.wait_drained(0)


def test_a_speaker_that_takes_no_more_sound_is_reported() -> None:
    now = [0]
    speaker = Speaker(loudspeaker(), None, lambda _: None, lambda: None, lambda: now[0])
    speaker.play(speech(BLOCK))
    speaker.finish()
    now[0] = 3900  # slow ones begin 3 s late
    assert not speaker.wait_drained(0)
    now[0] = 4100
    with pytest.raises(DeviceFaultError, match="takes no sound") as caught:
        speaker.wait_drained(0)
    assert caught.value.fault == "dead"


@pytest.mark.parametrize(
    ("name", "swallows_s"), [("Speakers", 0.5), ("HDA Intel HDMI 1", 1.5), ("Bluetooth Headset", 1.5)]
)
def test_the_first_word_is_heard_from_a_speaker_that_has_to_wake_up(name: str, swallows_s: float) -> None:
    """T6: a suspended sink swallows up to half a second; Bluetooth and HDMI up to one and a half."""
    audio = loudspeaker(name, wakes_s=swallows_s)
    speaker = open_speaker(portaudio=audio, sleep=lambda _: None)
    speaker.play(speech(2 * BLOCK, 7))
    heard = np.concatenate([audio.streams[0].pull(BLOCK) for _ in range(90)])[:, 0]
    assert np.count_nonzero(heard == 7) == 2 * BLOCK


def test_a_minute_of_silence_puts_no_speaker_to_sleep() -> None:
    """T6: the device always gets sound when it asks for some, so the next word is heard at once."""
    speaker, stream = opened()
    for _ in range(60 * RATE // BLOCK):
        assert not stream.pull(BLOCK).any()
    speaker.play(speech(BLOCK, 7))
    assert (stream.pull(BLOCK) == 7).all()


@pytest.mark.parametrize(("latency", "held_back_s"), [(3.0, 0.0), (0.1, 2.0)])
def test_a_speaker_that_is_late_is_drained_when_its_last_sound_was_heard(
    latency: float, held_back_s: float
) -> None:
    """A6: one that begins 3 s late, and one that says with each block that it is 2 s behind."""
    speaker, stream = opened(latency=latency, held_back_s=held_back_s)
    speaker.play(speech(BLOCK))
    speaker.finish()
    stream.pull(BLOCK)
    quiet_blocks = 0
    while not speaker.wait_drained(0):
        stream.pull(BLOCK)
        quiet_blocks += 1
    assert quiet_blocks * BLOCK / RATE == pytest.approx(max(latency, held_back_s), abs=0.02)


def test_a_sound_system_whose_clocks_are_wrong_is_not_believed() -> None:
    speaker, stream = opened(held_back_s=50_000.0)
    speaker.play(speech(BLOCK))
    speaker.finish()
    for _ in range(7):
        stream.pull(BLOCK)
    assert speaker.wait_drained(0)


def test_stop_is_heard_within_200_ms() -> None:
    """What was handed over before is the device's own; no more of it than needed is asked for."""
    _, stream = opened()
    assert stream.wanted_latency == "low"
    assert BLOCK_S + stream.latency <= 0.2


def test_no_speaker_says_what_to_plug_in() -> None:
    audio = FakePortAudio([device("Headset", inputs=1)], [host("ALSA", microphone=0)])
    with pytest.raises(DeviceError, match="no speaker was found"):
        open_speaker(portaudio=audio, sleep=lambda _: None)
