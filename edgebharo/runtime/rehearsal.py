"""Sound that is made before it is certain that it will be spoken. It stays in memory: it may hold a value."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock

from edgebharo.ports import Tts
from edgebharo.types import Cancelled, Speech


class Rehearsal:
    """Renders lines on a thread of its own. `prepare` and `take` may be called from two threads."""

    def __init__(self, tts: Tts) -> None:
        self._tts = tts
        self._pool = ThreadPoolExecutor(1, "rehearsal")
        self._ahead: dict[str, Future[tuple[Speech, ...] | None]] = {}
        self._changing = Lock()

    def prepare(self, lines: tuple[str, ...], cancelled: Cancelled) -> None:
        """Begin to render `lines`; those that were wanted before and are not begun are given up."""
        with self._changing:
            for future in self._ahead.values():
                future.cancel()
            wanted = tuple(dict.fromkeys(lines))
            self._ahead = {line: self._pool.submit(self._render, line, cancelled) for line in wanted}

    def take(self, line: str) -> tuple[Speech, ...] | None:
        """The whole sound of `line`, waited for where it is being made; None where there is none."""
        with self._changing:
            future = self._ahead.pop(line, None)
        if future is None or future.cancel() or future.exception() is not None:
            return None
        return future.result()

    def close(self) -> None:
        """Give up what is not begun."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _render(self, line: str, cancelled: Cancelled) -> tuple[Speech, ...] | None:
        speeches = tuple(self._tts.synthesize(line, cancelled))
        return None if cancelled() else speeches
