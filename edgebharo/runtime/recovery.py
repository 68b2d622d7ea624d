"""Getting a microphone and a speaker back that failed in the middle of a call."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import chain, repeat

from edgebharo.audio.devices import Microphone, Speaker
from edgebharo.errors import DeviceError, DeviceFaultError
from edgebharo.runtime.advice import BACK, Advice, advice
from edgebharo.runtime.hardware import Hardware

WAITS_S = (0.2, 0.5, 1.0)
"""Pauses before the first attempts: a stream that merely broke is there at once, one that is plugged in again
takes a moment until the system knows it."""
LAST_WAIT_S = 2.0
"""Pause before each further attempt. There is no last one: the worker may be away for a while."""


class Recovery:
    """Called with the error, it blocks until both devices work. Implements `LiveStage`'s recover."""

    def __init__(
        self, hardware: Hardware, say: Callable[[DeviceFaultError], None], tell: Callable[[Advice], None]
    ) -> None:
        """`say` tells the caller through the speaker that is left; `tell` shows the worker what to do."""
        self._hardware, self._say, self._tell = hardware, say, tell
        self._over = threading.Event()

    def __call__(self, error: DeviceError) -> tuple[Microphone, Speaker]:
        """Open both again, as often as it takes.

        Raises:
            DeviceError: `stop` was called first.
        """
        self._tell(advice(error))
        useless = False
        if isinstance(error, DeviceFaultError) and error.device == "microphone":
            useless = error.fault in {"silent", "dead"}
            self._say(error)
        told = advice(error)
        for wait_s in _waits():
            if self._over.wait(wait_s):
                break
            try:
                both = self._hardware.reopen(other_microphone=useless)
            except DeviceError as again:
                if advice(again) != told:
                    told = advice(again)
                    self._tell(told)
            else:
                self._tell(BACK)
                return both
        raise error

    def stop(self) -> None:
        """Give up: the call is over."""
        self._over.set()


def _waits() -> Iterator[float]:
    return chain(WAITS_S, repeat(LAST_WAIT_S))
