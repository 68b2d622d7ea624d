"""The microphone and the speaker of one call, and what may stand in for them when one of them fails."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from edgebharo.audio.devices import (
    DeviceName,
    Kind,
    Microphone,
    PortAudio,
    Speaker,
    candidates,
    frames_of,
    list_devices,
    open_microphone,
    open_speaker,
    refresh,
)
from edgebharo.clock import pause
from edgebharo.errors import DeviceError, DeviceFaultError
from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE

ZEROS_S = 2.0
"""A microphone that gives so much of nothing but exact zeros is silent: no room is that quiet."""


@dataclass(frozen=True)
class Wishes:
    """Parts of the names that a person has asked for; None where any device will do."""

    microphone: str | None = None
    speaker: str | None = None


class Hardware:
    """Opens both; closes both, also from another thread.

    They are closed and opened together, because seeing what is plugged in now ends every stream.
    """

    def __init__(
        self, portaudio: PortAudio, wishes: Wishes | None = None, sleep: Callable[[float], None] = pause
    ) -> None:
        """Raises DeviceError where one of them is missing or cannot be opened."""
        self._portaudio, self._sleep = portaudio, sleep
        self._wishes = wishes or Wishes()
        self._lock = threading.Lock()
        self._over = False
        self._known = {kind: _names(portaudio, kind) for kind in _KINDS}
        self.microphone = open_microphone(self._wishes.microphone, portaudio=portaudio, sleep=sleep)
        try:
            self.speaker = open_speaker(self._wishes.speaker, portaudio=portaudio, sleep=sleep)
        except DeviceError:
            self.microphone.close()
            raise

    def reopen(self, *, other_microphone: bool) -> tuple[Microphone, Speaker]:
        """Open both again, known by name and sound system, and listen that the microphone gives sound.

        A device that was plugged in since the call began is meant to be used, so it may take the place of the
        old one. Of those that were there before, only a microphone may, and only where `other_microphone`
        says so: what a mother answers is not played on another loudspeaker.

        Raises:
            DeviceError: one of them is missing or does not work, or `close` was called.
        """
        with self._lock:
            if self._over:
                raise DeviceError("the call is over")
            self._close()
            refresh(self._portaudio)
            names = self._fitting("input", self.microphone.device, anything=other_microphone)
            microphone = _first(names, self._listening_microphone)
            try:
                names = self._fitting("output", self.speaker.device, anything=False)
                speaker = _first(names, self._speaker_called)
            except DeviceError:
                microphone.close()
                raise
            self.microphone, self.speaker = microphone, speaker
            return microphone, speaker

    def close(self) -> None:
        """Give both back; nothing is opened any more."""
        with self._lock:
            self._over = True
            self._close()

    def _close(self) -> None:
        self.microphone.close()
        self.speaker.close()

    def _listening_microphone(self, name: DeviceName) -> Microphone:
        microphone = open_microphone(name, portaudio=self._portaudio, sleep=self._sleep)
        try:
            _hear(microphone)
        except DeviceError:
            microphone.close()
            raise
        return microphone

    def _speaker_called(self, name: DeviceName) -> Speaker:
        return open_speaker(name, portaudio=self._portaudio, sleep=self._sleep)

    def _fitting(self, kind: Kind, lost: DeviceName, *, anything: bool) -> tuple[DeviceName, ...]:
        """What may be opened in place of `lost`, itself first; at least one."""
        wish = self._wishes.microphone if kind == "input" else self._wishes.speaker
        there = _names(self._portaudio, kind)
        same = tuple(name for name in there if name.same_as(lost))
        others = tuple(
            name
            for name in there
            if not name.same_as(lost)
            and (wish is None or wish.lower() in name.name.lower())
            and (anything or not any(name.same_as(known) for known in self._known[kind]))
        )
        if not (same or others):
            candidates(self._portaudio, kind, lost)  # says what is missing
        return (*same, *others)


_KINDS: tuple[Kind, ...] = ("input", "output")
_Opened = TypeVar("_Opened")


def _names(portaudio: PortAudio, kind: Kind) -> tuple[DeviceName, ...]:
    return tuple(device.name for device in list_devices(portaudio, kind))


def _first(names: tuple[DeviceName, ...], open_it: Callable[[DeviceName], _Opened]) -> _Opened:
    """The first that can be opened; where there is none, the first one's error is raised."""
    errors: list[DeviceError] = []
    for name in names:
        opened = _tried(name, open_it)
        if not isinstance(opened, DeviceError):
            return opened
        errors.append(opened)
    raise errors[0]


def _tried(name: DeviceName, open_it: Callable[[DeviceName], _Opened]) -> _Opened | DeviceError:
    try:
        return open_it(name)
    except DeviceError as error:
        return error


def _hear(microphone: Microphone) -> None:
    """Listen to a microphone that has just been opened until it gives any sound.

    Raises:
        DeviceFaultError: it gives none ("dead"), or exact zeros ("silent"), or has been unplugged ("gone").
    """
    zeros = 0
    for frame in frames_of(microphone):
        if frame.pcm.any():
            return
        zeros += FRAME_SAMPLES
        if zeros >= ZEROS_S * SAMPLE_RATE:
            message = f"the microphone {microphone.device.name!r} gives no sound: is it switched on?"
            raise DeviceFaultError("microphone", "silent", message)
