"""Which device is opened, and what is done where it does not work."""

from __future__ import annotations

import pytest
from fake_portaudio import FakeError, FakePortAudio, device, host

from edgebharo.audio.devices import (
    DeviceName,
    candidates,
    list_devices,
    open_microphone,
    open_speaker,
    refresh,
)
from edgebharo.errors import DeviceError, DeviceFaultError

pytestmark = pytest.mark.unit


def no_sleep(_seconds: float) -> None:
    return


def machine(**how: object) -> FakePortAudio:
    """Two sound systems that both know the headset; the default microphone is the webcam's."""
    entries = [
        device("Webcam: USB Audio (hw:1,0)", inputs=1),
        device("Headset: USB Audio (hw:2,0)", inputs=1, outputs=2),
        device("Headset: USB Audio (hw:2,0)", inputs=1, outputs=2, host=1),
        device("Screen HDMI", outputs=2),
    ]
    hosts = [host("ALSA", microphone=0, speaker=3), host("JACK", microphone=2, speaker=2)]
    return FakePortAudio(entries, hosts, **how)  # type: ignore[arg-type]


WEBCAM, HEADSET, SCREEN = "Webcam: USB Audio (hw:1,0)", "Headset: USB Audio (hw:2,0)", "Screen HDMI"


def names(found: tuple[object, ...]) -> list[str]:
    return [item.name.name for item in found]  # type: ignore[attr-defined]


def test_without_a_wish_the_default_is_the_first_candidate_and_every_other_follows() -> None:
    assert names(candidates(machine(), "input", None)) == [WEBCAM, HEADSET, HEADSET]


def test_a_part_of_a_name_fits_every_device_that_holds_it() -> None:
    found = candidates(machine(), "output", "headset")
    assert {device.name.host_api for device in found} == {"ALSA", "JACK"}
    assert set(names(found)) == {HEADSET}


def test_a_device_is_known_by_its_name_and_sound_system() -> None:
    (found,) = candidates(machine(), "output", DeviceName(HEADSET, "JACK"))
    assert found.index == 2


def test_the_same_device_in_another_socket_has_the_same_name() -> None:
    """H3: ALSA ends a name with the number of the card, which moves with every plug."""
    assert DeviceName("Headset: USB Audio (hw:2,0)", "ALSA").same_as(
        DeviceName("Headset: USB Audio (hw:11,0)", "ALSA")
    )
    assert not DeviceName("Headset: USB Audio", "ALSA").same_as(DeviceName("Headset: USB Audio", "JACK"))
    assert not DeviceName("Headset 1", "ALSA").same_as(DeviceName("Headset 2", "ALSA"))


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (DeviceName("Jabra", "ALSA"), "'Jabra' is not plugged in; there is: Screen HDMI"),
        ("jabra", "no speaker is called 'jabra'; set EDGEBHARO_SPEAKER to a part of one of: Screen HDMI"),
    ],
)
def test_what_is_not_there_is_said_with_what_is(wanted: DeviceName | str, message: str) -> None:
    with pytest.raises(DeviceFaultError, match=message) as caught:
        candidates(machine(), "output", wanted)
    assert (caught.value.device, caught.value.fault) == ("speaker", "absent")


def test_no_device_at_all_names_the_way_without_one() -> None:
    with pytest.raises(DeviceFaultError, match=r"no microphone was found: plug one in, or use.*--text"):
        candidates(FakePortAudio([], [host("ALSA")]), "input", None)


def test_a_microphone_that_opens_and_stays_dumb_is_left_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """H5: within a second, and without a second try."""
    monkeypatch.setattr("edgebharo.audio.microphone.FIRST_CALL_S", 0.01)
    audio = machine(dead={WEBCAM})
    waits: list[float] = []
    microphone = open_microphone(portaudio=audio, sleep=waits.append)
    assert microphone.device.name == HEADSET
    assert waits == []
    assert [stream.closed for stream in audio.streams] == [True, False]


def test_a_speaker_that_opens_and_stays_dumb_is_left_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgebharo.audio.speaker.FIRST_CALL_S", 0.01)
    assert open_speaker(portaudio=machine(dead={SCREEN}), sleep=no_sleep).device.name == HEADSET


def test_a_microphone_that_is_busy_is_left_for_the_next_after_four_tries() -> None:
    """H6: with growing waits in between."""
    audio = machine(refuse_opens=4)
    waits: list[float] = []
    assert open_microphone(portaudio=audio, sleep=waits.append).device.name == HEADSET
    assert waits == [0.2, 0.4, 0.8]


def test_a_wish_is_never_met_with_another_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """H3: the answers of a mother in the loudspeaker of a waiting room would be worse than none."""
    monkeypatch.setattr("edgebharo.audio.speaker.FIRST_CALL_S", 0.01)
    with pytest.raises(DeviceFaultError, match="'Screen HDMI' cannot be opened") as caught:
        open_speaker("hdmi", portaudio=machine(dead={SCREEN}), sleep=no_sleep)
    assert caught.value.fault == "dead"
    with pytest.raises(DeviceFaultError, match=r"Headset.*cannot be opened \(Device unavailable\)") as caught:
        open_microphone("headset", portaudio=machine(refuse_opens=99), sleep=no_sleep)
    assert (caught.value.device, caught.value.fault) == ("microphone", "busy")


def test_what_is_plugged_in_later_shows_after_a_refresh_only() -> None:
    """H2: the list of devices is made when the sound system starts."""
    audio = machine()
    audio.plug(device("Jabra", inputs=1, outputs=1))
    assert "Jabra" not in names(list_devices(audio, "input"))
    refresh(audio)
    assert "Jabra" in names(list_devices(audio, "input"))
    assert candidates(audio, "input", DeviceName(HEADSET, "JACK"))[0].index == 3


def test_a_refresh_goes_on_where_the_last_one_failed() -> None:
    audio = machine(refuse_starts=0)
    audio.refuse_starts = 1
    with pytest.raises(DeviceError, match="the sound system cannot be started again"):
        refresh(audio)
    refresh(audio)
    assert list_devices(audio, "input")


def test_a_stale_index_opens_nothing() -> None:
    audio = machine()
    audio.unplug(WEBCAM)
    with pytest.raises(DeviceFaultError, match="Webcam"):
        open_microphone("webcam", portaudio=audio, sleep=no_sleep)


def test_only_one_channel_or_two_are_asked_for_in_turn() -> None:
    audio = FakePortAudio([device("Mixer", inputs=8)], [host("ALSA", microphone=0)], only_channels=2)
    open_microphone(portaudio=audio, sleep=no_sleep)
    assert [stream.channels for stream in audio.streams] == [2]


def test_other_errors_than_the_sound_systems_are_not_hidden() -> None:
    audio = machine()
    audio.PortAudioError = ZeroDivisionError
    audio.refuse_opens = 1
    with pytest.raises(FakeError):
        open_microphone(portaudio=audio, sleep=no_sleep)
