"""Hands blocks of sound from the device's callback to the thread that reads them."""

from __future__ import annotations

from collections import deque
from threading import Condition

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.int16]


class Ring:
    """A bounded queue of blocks, each with the index of its first sample.

    A block that does not fit is dropped and counted: the next one's index then jumps.
    """

    def __init__(self, capacity: int) -> None:
        """`capacity`: how many samples may wait."""
        self._capacity = capacity
        self._blocks: deque[tuple[int, Samples]] = deque()
        self._waiting = 0
        self._position = 0
        self._lost = 0
        self._changed = Condition()

    @property
    def lost(self) -> int:
        """Samples dropped since the start because nobody read."""
        return self._lost

    def put(self, block: Samples) -> None:
        """Copy `block` [n] or [n, channels]; called from the device's callback."""
        count = len(block)
        with self._changed:
            if self._waiting + count > self._capacity:
                self._lost += count
            else:
                self._blocks.append((self._position, block.copy()))
                self._waiting += count
            self._position += count
            self._changed.notify()

    def take(self, timeout_s: float) -> tuple[tuple[int, Samples], ...]:
        """All blocks that wait, oldest first; none where `timeout_s` passed without one."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._blocks), timeout_s)
            blocks = tuple(self._blocks)
            self._blocks.clear()
            self._waiting = 0
            return blocks

    def wait(self, timeout_s: float) -> bool:
        """Whether a block waits, or comes within `timeout_s`."""
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._blocks), timeout_s)
