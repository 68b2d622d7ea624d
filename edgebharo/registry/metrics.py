"""Counters of one worker in Prometheus' text format. No value, no device and no record id is in them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from threading import Lock

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the histogram's buckets."""


@dataclass
class Metrics:
    """What a worker has done since it started."""

    worker: str
    requests: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """By method, route and status."""
    outcomes: Counter[str] = field(default_factory=Counter)
    """Records by outcome."""
    _buckets: list[int] = field(default_factory=lambda: [0] * (len(SECONDS) + 1))
    _seconds: float = 0.0
    _lock: Lock = field(default_factory=Lock)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request; `route` is the pattern, never the path."""
        with self._lock:
            self.requests[method, route, status] += 1
            self._buckets[bisect_left(SECONDS, seconds)] += 1
            self._seconds += seconds

    def took(self, outcomes: Iterable[str]) -> None:
        """Count what became of records."""
        with self._lock:
            self.outcomes.update(outcomes)

    def text(self, gauges: dict[str, int]) -> str:
        """Everything, and `gauges` that hold for all workers together."""
        with self._lock:
            return "\n".join([*self._lines(), *_gauges(gauges), ""])

    def _lines(self) -> Iterator[str]:
        worker = f'worker="{self.worker}"'
        yield "# TYPE edgebharo_registry_requests_total counter"
        for (method, route, status), count in sorted(self.requests.items()):
            labels = f'{worker},method="{method}",route="{route}",status="{status}"'
            yield f"edgebharo_registry_requests_total{{{labels}}} {count}"
        yield "# TYPE edgebharo_registry_records_total counter"
        for outcome, count in sorted(self.outcomes.items()):
            yield f'edgebharo_registry_records_total{{{worker},outcome="{outcome}"}} {count}'
        yield "# TYPE edgebharo_registry_request_seconds histogram"
        total = 0
        for bound, count in zip((*SECONDS, "+Inf"), self._buckets, strict=True):
            total += count
            yield f'edgebharo_registry_request_seconds_bucket{{{worker},le="{bound}"}} {total}'
        yield f"edgebharo_registry_request_seconds_sum{{{worker}}} {self._seconds:.6f}"
        yield f"edgebharo_registry_request_seconds_count{{{worker}}} {total}"


def _gauges(gauges: dict[str, int]) -> Iterator[str]:
    for name, value in gauges.items():
        yield f"# TYPE edgebharo_registry_{name} gauge"
        yield f"edgebharo_registry_{name} {value}"
