"""Published figures that stand beside ours. They were measured on other audio: yardsticks, no competition."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from edgebharo.bench.reliability.figures import PUBLISHED

SOURCES = (
    "FormVoiceAgentBench (arXiv 2608.06027): the best cloud systems on recordings of five speakers; and the "
    "Inquesto Score's best reference agent. Other calls, other audio: a yardstick, no comparison."
)
BEST: Mapping[str, float] = MappingProxyType(
    {
        "form_completion": 0.9347,
        "form_completion_reference": 1.0,
        "extraction": 0.9979,
        "extraction_heard": 0.9894,
        "reply_accuracy": 0.9777,
        "forgiving_wer": 0.055,
        "inquesto": PUBLISHED,
    }
)
SUITES = frozenset({"forms", "reliability"})
"""Benchmarks whose metrics of these names mean the same."""


def best(suite: str, metric: str) -> float | None:
    """The best published figure, of a metric as a whole: none of a single condition is published."""
    return BEST.get(metric) if suite in SUITES else None
