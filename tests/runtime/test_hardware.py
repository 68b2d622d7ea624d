"""What stands in for a microphone or a speaker that failed: the sound system is a stand-in that runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from fake_portaudio import FakePortAudio, device, host, running

from edgebharo.errors import DeviceError, DeviceFaultError
from edgebharo.runtime.hardware import Hardware, Wishes

pytestmark = pytest.mark.unit

HEADSET = "Headset: USB Audio (hw:1,0)"
BUILT_IN = "Built-in"


def no_sleep(_seconds: float) -> None:
    return


def entry(name: str) -> dict[str, object]:
    return device(name, inputs=1, outputs=1, rate=16_000.0)


@pytest.fixture
def audio() -> Iterator[FakePortAudio]:
    system = FakePortAudio([entry(HEADSET), entry(BUILT_IN)], [host("ALSA", microphone=0, speaker=0)])
    with running(system):
        yield system


def fault_of(hardware: Hardware, *, other_microphone: bool = False) -> DeviceFaultError:
    with pytest.raises(DeviceFaultError) as caught:
        hardware.reopen(other_microphone=other_microphone)
    return caught.value


def test_a_headset_is_found_again_in_another_socket(audio: FakePortAudio) -> None:
    """H2, H3: its index and its card number have moved; the built-in devices are not taken meanwhile."""
    with closing(Hardware(audio, sleep=no_sleep)) as hardware:
        assert hardware.microphone.device.name == HEADSET
        audio.unplug(HEADSET)
        assert fault_of(hardware).fault == "absent"
        audio.plug(entry("Webcam"))
        audio.plug(entry("Headset: USB Audio (hw:3,0)"))
        microphone, speaker = hardware.reopen(other_microphone=False)
        assert microphone.device.name == speaker.device.name == "Headset: USB Audio (hw:3,0)"
        assert (hardware.microphone, hardware.speaker) == (microphone, speaker)


def test_what_is_plugged_in_instead_is_meant_to_be_used(audio: FakePortAudio) -> None:
    with closing(Hardware(audio, sleep=no_sleep)) as hardware:
        audio.unplug(HEADSET)
        audio.plug(entry("Jabra"))
        microphone, speaker = hardware.reopen(other_microphone=False)
        assert microphone.device.name == speaker.device.name == "Jabra"


def test_a_wish_is_never_met_with_another_device(audio: FakePortAudio) -> None:
    with closing(Hardware(audio, Wishes("headset", "headset"), no_sleep)) as hardware:
        audio.unplug(HEADSET)
        audio.plug(entry("Jabra"))
        assert fault_of(hardware, other_microphone=True).device == "microphone"
        audio.plug(entry("New Headset"))
        assert hardware.reopen(other_microphone=False)[1].device.name == "New Headset"


def test_for_a_microphone_that_stays_silent_another_one_is_taken(audio: FakePortAudio) -> None:
    """H8: a Bluetooth headset that gives zeros; its speaker stays."""
    with closing(Hardware(audio, sleep=no_sleep)) as hardware:
        audio.muted.add(HEADSET)
        assert fault_of(hardware).fault == "silent"
        microphone, speaker = hardware.reopen(other_microphone=True)
        assert (microphone.device.name, speaker.device.name) == (BUILT_IN, HEADSET)


def test_a_microphone_that_is_unmuted_is_taken_again(audio: FakePortAudio) -> None:
    with closing(Hardware(audio, Wishes("headset"), no_sleep)) as hardware:
        audio.muted.add(HEADSET)
        assert fault_of(hardware, other_microphone=True).fault == "silent"
        audio.muted.clear()
        assert hardware.reopen(other_microphone=True)[0].device.name == HEADSET


def test_a_microphone_that_opens_and_stays_dumb_counts_as_dead(
    audio: FakePortAudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("edgebharo.audio.microphone.FIRST_CALL_S", 0.01)
    with closing(Hardware(audio, sleep=no_sleep)) as hardware:
        audio.dead.add(HEADSET)
        fault = fault_of(hardware)
        assert (fault.device, fault.fault) == ("microphone", "dead")


def test_where_the_speaker_is_missing_the_microphone_is_given_back() -> None:
    there = [device("Mic", inputs=1, rate=16_000.0), device("Speaker", outputs=1, rate=16_000.0)]
    audio = FakePortAudio(there, [host("ALSA", microphone=0, speaker=1)])
    with running(audio), closing(Hardware(audio, sleep=no_sleep)) as hardware:
        audio.unplug("Speaker")
        assert fault_of(hardware).device == "speaker"
        assert all(stream.closed for stream in audio.streams)


def test_where_no_speaker_can_be_opened_the_microphone_is_given_back() -> None:
    audio = FakePortAudio([device("Mic", inputs=1, rate=16_000.0)], [host("ALSA", microphone=0)])
    with pytest.raises(DeviceFaultError, match="no speaker was found"):
        Hardware(audio, sleep=no_sleep)
    assert [stream.closed for stream in audio.streams] == [True]


def test_nothing_is_opened_after_the_end(audio: FakePortAudio) -> None:
    hardware = Hardware(audio, sleep=no_sleep)
    hardware.close()
    with pytest.raises(DeviceError, match="the call is over"):
        hardware.reopen(other_microphone=True)
    assert all(stream.closed for stream in audio.streams)


def test_a_sound_system_that_will_not_start_is_tried_again(audio: FakePortAudio) -> None:
    with closing(Hardware(audio, sleep=no_sleep)) as hardware:
        audio.refuse_starts = 1
        with pytest.raises(DeviceError, match="cannot be started again"):
            hardware.reopen(other_microphone=False)
        assert hardware.reopen(other_microphone=False)[0].device.name == HEADSET
