"""Who is told what while a call stands still, and when it goes on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from typing import get_args

import pytest
from fake_portaudio import FakePortAudio, device, host, running

from edgebharo.errors import DeviceError, DeviceFaultError, DeviceKind, Fault
from edgebharo.runtime.advice import BACK, NO_SOUND_SYSTEM, Advice, advice
from edgebharo.runtime.hardware import Hardware
from edgebharo.runtime.recovery import Recovery

pytestmark = pytest.mark.unit


def fault(device: DeviceKind, kind: Fault) -> DeviceFaultError:
    return DeviceFaultError(device, kind, "a fault")


MICROPHONE_GONE = fault("microphone", "gone")
MICROPHONE = device("Microphone", inputs=1, rate=16_000.0)


@pytest.fixture
def audio() -> Iterator[FakePortAudio]:
    there = [MICROPHONE, device("Speaker", outputs=1, rate=16_000.0)]
    system = FakePortAudio(there, [host("ALSA", microphone=0, speaker=1)])
    with running(system):
        yield system


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgebharo.runtime.recovery.WAITS_S", (0.0,))
    monkeypatch.setattr("edgebharo.runtime.recovery.LAST_WAIT_S", 0.01)


def test_it_waits_for_the_worker_and_says_so(audio: FakePortAudio) -> None:
    said: list[DeviceFaultError] = []
    told: list[Advice] = []
    missing = threading.Event()

    def tell(what: Advice) -> None:
        told.append(what)
        if what == advice(fault("microphone", "absent")):
            missing.set()

    with closing(Hardware(audio, sleep=lambda _: None)) as hardware:
        audio.unplug("Microphone")
        recovery = Recovery(hardware, said.append, tell)
        found: list[object] = []
        thread = threading.Thread(target=lambda: found.append(recovery(MICROPHONE_GONE)))
        thread.start()
        assert missing.wait(5)
        audio.plug(MICROPHONE)
        thread.join(5)
        assert found == [(hardware.microphone, hardware.speaker)]
    assert said == [MICROPHONE_GONE]
    assert told[0] == advice(MICROPHONE_GONE)
    assert told[-1] == BACK
    assert told.count(told[1]) == 1, "the same thing is not told at every attempt"


def test_a_speaker_that_is_gone_is_not_spoken_through(audio: FakePortAudio) -> None:
    said: list[DeviceFaultError] = []
    with closing(Hardware(audio, sleep=lambda _: None)) as hardware:
        Recovery(hardware, said.append, lambda _: None)(fault("speaker", "gone"))
    assert said == []


def test_a_call_that_ends_meanwhile_is_not_recovered(audio: FakePortAudio) -> None:
    with closing(Hardware(audio, sleep=lambda _: None)) as hardware:
        audio.unplug("Microphone")
        recovery = Recovery(hardware, lambda _: None, lambda _: None)
        errors: list[DeviceError] = []

        def recover() -> None:
            with pytest.raises(DeviceFaultError) as caught:
                recovery(MICROPHONE_GONE)
            errors.append(caught.value)

        thread = threading.Thread(target=recover)
        thread.start()
        recovery.stop()
        thread.join(5)
        assert errors == [MICROPHONE_GONE]


@pytest.mark.parametrize("device", get_args(DeviceKind))
@pytest.mark.parametrize("kind", get_args(Fault))
def test_every_fault_has_its_own_advice_in_both_languages(device: DeviceKind, kind: Fault) -> None:
    found = advice(fault(device, kind))
    assert device in found.english.lower()
    assert ("माइक" if device == "microphone" else "स्पीकर") in found.hindi


def test_a_missing_sound_system_has_advice_too() -> None:
    assert advice(DeviceError("PortAudio")) == NO_SOUND_SYSTEM
