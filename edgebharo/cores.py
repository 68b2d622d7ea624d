"""How many cores there are to compute with."""

from __future__ import annotations

import os
from pathlib import Path

_SIBLINGS = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


def physical_cores() -> int:
    """Cores that this process may use, hyper-threads counted once; at least 1."""
    usable = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))
    siblings = {_siblings(cpu) for cpu in usable}
    return max(1, len(siblings))


def _siblings(cpu: int) -> str:
    try:
        return Path(_SIBLINGS.format(cpu)).read_text(encoding="ascii").strip()
    except OSError:
        return str(cpu)
