from __future__ import annotations

from threading import Thread

import numpy as np
import pytest
from fake_portaudio import FakePortAudio, device, host

from edgebharo.audio.devices import DeviceName, list_devices, open_microphone, refresh
from edgebharo.errors import DeviceError
from edgebharo.types import FRAME_SAMPLES

pytestmark = pytest.mark.unit


def headset(rate: float = 48_000.0, **how: object) -> FakePortAudio:
    entries = [device("HDMI", outputs=2), device("Headset", inputs=2, outputs=2, rate=rate)]
    return FakePortAudio(entries, [host("ALSA", microphone=1, speaker=0)], **how)  # type: ignore[arg-type]


def no_sleep(_seconds: float) -> None:
    return


def tone(seconds: float, rate: int, channels: int = 1) -> np.ndarray:
    wave = 8000 * np.sin(2 * np.pi * 440 * np.arange(round(seconds * rate)) / rate)
    return np.repeat(wave.astype(np.int16)[:, None], channels, axis=1)


@pytest.mark.parametrize("rate", [16_000, 44_100, 48_000, 8_000])
def test_whatever_rate_the_device_insists_on_the_frames_are_16_khz(rate: int) -> None:
    """H1, V5: a USB microphone refuses 16 kHz; 8 kHz comes from a Bluetooth headset in a call."""
    audio = headset(rate, only_rate=rate)
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    sound = tone(2.0, rate)
    frames = []
    for start in range(0, len(sound), 441):
        audio.streams[0].hear(sound[start : start + 441])
        frames += microphone.read(0)
    heard = np.concatenate([frame.pcm for frame in frames])
    assert abs(len(heard) - 32_000) < 0.05 * 16_000
    assert [frame.start for frame in frames] == list(range(0, len(heard), FRAME_SAMPLES))
    crossings = np.count_nonzero(np.diff(np.signbit(heard[1600:-1600])))
    assert crossings / 2 / ((len(heard) - 3200) / 16_000) == pytest.approx(440, rel=0.01)


@pytest.mark.parametrize("rate", [16_000, 44_100, 48_000, 8_000])
def test_exact_zeros_stay_exact_zeros(rate: int) -> None:
    """H8: by them a silent microphone is known, at whatever rate it runs."""
    audio = headset(rate)
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    audio.streams[0].hear(tone(0.5, rate))
    audio.streams[0].hear(np.zeros((2 * rate, 1), np.int16))
    heard = np.concatenate([frame.pcm for frame in microphone.read(0)])
    assert np.abs(heard[:4000]).max() > 7000
    assert not heard[-20_000:].any()


def test_a_tone_at_full_scale_is_not_turned_over() -> None:
    """The corners of a square wave overshoot when they are resampled."""
    audio = headset(48_000)
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    square = np.where(np.arange(48_000) // 60 % 2, 32767, -32768).astype(np.int16)
    audio.streams[0].hear(square[:, None])
    heard = np.concatenate([frame.pcm for frame in microphone.read(0)])
    assert (heard.max(), heard.min()) == (32767, -32768)
    assert np.count_nonzero(np.diff(np.signbit(heard))) <= 800


@pytest.mark.parametrize("block", [160, 480, 640, 1024])
def test_blocks_of_any_size_become_frames_of_512(block: int) -> None:
    """V4."""
    audio = headset(16_000)
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    sound = tone(1.0, 16_000)
    for start in range(0, len(sound), block):
        audio.streams[0].hear(sound[start : start + block])
    frames = microphone.read(0)
    assert {len(frame.pcm) for frame in frames} == {FRAME_SAMPLES}
    heard = np.concatenate([frame.pcm for frame in frames])
    assert (heard == sound[: len(heard), 0]).all()
    assert len(sound) - len(heard) < FRAME_SAMPLES


def test_two_channels_become_their_mean_where_the_device_refuses_one() -> None:
    audio = headset(16_000, only_channels=2)
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    audio.streams[-1].hear(np.tile(np.array([[100, 300]], np.int16), (FRAME_SAMPLES, 1)))
    (frame,) = microphone.read(0)
    assert set(frame.pcm.tolist()) == {200}


def test_the_callback_copies_what_the_device_will_overwrite() -> None:
    audio = headset(16_000)
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    block = np.full((FRAME_SAMPLES, 1), 7, np.int16)
    audio.streams[0].hear(block)
    block[:] = -1
    (frame,) = microphone.read(0)
    assert set(frame.pcm.tolist()) == {7}


def test_nothing_is_lost_while_the_reader_is_away_for_some_seconds() -> None:
    """H4: the callback only copies."""
    audio = headset()
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    for _ in range(100):
        audio.streams[0].hear(tone(0.05, 48_000))
    frames = microphone.read(0)
    assert microphone.lost == 0
    assert len(frames) * FRAME_SAMPLES > 4.9 * 16_000


def test_a_reader_that_stays_away_too_long_sees_the_loss_as_a_jump() -> None:
    audio = headset(16_000)
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    for _ in range(12):
        audio.streams[0].hear(np.ones((16_000, 1), np.int16))
    before = microphone.read(0)
    audio.streams[0].hear(np.ones((16_000, 1), np.int16))
    after = microphone.read(0)
    assert microphone.lost == 2 * 16_000
    assert before[-1].start + FRAME_SAMPLES <= 10 * 16_000
    assert after[0].start == 12 * 16_000


def test_an_overflow_reported_by_the_sound_system_is_counted_and_not_fatal() -> None:
    """H4."""
    audio = headset()
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    audio.streams[0].hear(tone(0.1, 48_000), overflow=True)
    assert len(microphone.read(0)) > 0
    assert microphone.overflows == 1


def test_read_waits_for_the_device() -> None:
    audio = headset()
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    assert microphone.read(0.01) == ()
    thread = Thread(target=lambda: audio.streams[0].hear(tone(0.1, 48_000)))
    thread.start()
    assert microphone.read(5.0)
    thread.join()


def test_a_device_that_stops_is_reported_and_not_waited_for() -> None:
    audio = headset()
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    microphone.read(0)
    audio.streams[0].active = False
    with pytest.raises(DeviceError, match=r"Headset.*plugged in"):
        microphone.read(0)


def test_a_busy_device_is_tried_again_with_growing_waits() -> None:
    """H6."""
    audio = headset(refuse_opens=3)
    waits: list[float] = []
    microphone = open_microphone(portaudio=audio, sleep=waits.append)
    assert microphone.device == DeviceName("Headset", "ALSA")
    assert waits == [0.2, 0.4, 0.8]


def test_a_device_that_stays_busy_is_named() -> None:
    with pytest.raises(DeviceError, match=r"'Headset' cannot be opened .*Device unavailable"):
        open_microphone(portaudio=headset(refuse_opens=99), sleep=no_sleep)


def test_a_device_that_opens_but_never_calls_back_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgebharo.audio.microphone.FIRST_CALL_S", 0.01)
    audio = headset(dead={"Headset"})
    with pytest.raises(DeviceError, match="no sound passes"):
        open_microphone(portaudio=audio, sleep=no_sleep)
    assert audio.streams
    assert all(stream.closed for stream in audio.streams)


def test_a_name_is_found_again_after_its_index_has_moved() -> None:
    wanted = DeviceName("Headset", "ALSA")
    audio = headset()
    audio.plug(device("Webcam", inputs=1))
    refresh(audio)
    open_microphone(wanted, portaudio=audio, sleep=no_sleep)
    assert audio.streams[0].device == 2


def test_another_sound_system_does_not_count_as_the_same_device() -> None:
    with pytest.raises(DeviceError, match="'Headset' is not plugged in; there is: Headset"):
        open_microphone(DeviceName("Headset", "JACK"), portaudio=headset(), sleep=no_sleep)


def test_no_microphone_says_what_to_plug_in() -> None:
    """H7."""
    audio = FakePortAudio([device("HDMI", outputs=2)], [host("ALSA", speaker=0)])
    with pytest.raises(DeviceError, match="no microphone was found: plug one in"):
        open_microphone(portaudio=audio, sleep=no_sleep)


def test_a_default_that_cannot_record_leaves_the_first_one_that_can() -> None:
    """H7."""
    audio = headset()
    audio.hosts = [host("ALSA", microphone=-1, speaker=0)]
    assert open_microphone(portaudio=audio, sleep=no_sleep).device.name == "Headset"


def test_the_default_device_is_listed_first() -> None:
    audio = headset()
    audio.plug(device("Webcam", inputs=1))
    refresh(audio)
    audio.hosts = [host("ALSA", microphone=2, speaker=1)]
    assert [found.name.name for found in list_devices(audio, "input")] == ["Headset", "Webcam"]


def test_close_gives_the_device_back() -> None:
    audio = headset()
    microphone = open_microphone(portaudio=audio, sleep=no_sleep)
    microphone.close()
    assert audio.streams[0].closed
