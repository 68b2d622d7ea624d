"""When a microphone that gives nothing but zeros counts as failed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from edgebharo.clock import SystemClock
from edgebharo.errors import DeviceFaultError
from edgebharo.runtime.intake import PATIENT_FRAMES, SILENT_FRAMES, Intake
from edgebharo.types import FRAME_SAMPLES, Frame

pytestmark = pytest.mark.unit


@dataclass
class Switch:
    """A microphone that can be switched off: it gives exact zeros then. Implements Microphone."""

    on: bool = True
    given: int = 0

    def read(self, timeout_s: float) -> tuple[Frame, ...]:
        frame = Frame(self.given * FRAME_SAMPLES, np.full(FRAME_SAMPLES, int(self.on), np.int16))
        self.given += 1
        return (frame,)

    def close(self) -> None:
        pass


def frames_until_refused(intake: Intake, switch: Switch) -> int:
    before = switch.given
    with pytest.raises(DeviceFaultError) as caught:
        read_for_ever(intake)
    assert (caught.value.device, caught.value.fault) == ("microphone", "silent")
    return switch.given - before


def read_for_ever(intake: Intake) -> None:
    for _ in range(2 * PATIENT_FRAMES):
        intake.read()


def test_two_seconds_of_zeros_are_no_quiet_room() -> None:
    """H8."""
    assert abs(SILENT_FRAMES * FRAME_SAMPLES - 2 * 16_000) < FRAME_SAMPLES
    switch = Switch()
    intake = Intake(switch, SystemClock(), refuse_zeros=True)
    for _ in range(3 * SILENT_FRAMES):
        intake.read()
    switch.on = False
    assert frames_until_refused(intake, switch) == SILENT_FRAMES


def test_a_microphone_that_is_silent_whenever_nobody_speaks_is_given_longer_each_time() -> None:
    switch = Switch(on=False)
    intake = Intake(switch, SystemClock(), refuse_zeros=True)
    waits = []
    for _ in range(6):
        waits.append(frames_until_refused(intake, switch))
        intake.use(switch)
    assert waits == [SILENT_FRAMES * factor for factor in (1, 2, 4, 8, 16, 16)]


def test_a_room_without_devices_may_be_as_quiet_as_it_likes() -> None:
    intake = Intake(Switch(on=False), SystemClock(), refuse_zeros=False)
    for _ in range(3 * SILENT_FRAMES):
        intake.read()
