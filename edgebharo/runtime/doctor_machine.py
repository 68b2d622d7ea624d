"""Is the machine fit for calls: disk, clock, cores, memory."""

from __future__ import annotations

import os
import shutil
import tempfile
from datetime import date, datetime, timedelta
from pathlib import Path

from edgebharo.clock import Clock, utc_offset_minutes
from edgebharo.runtime.checkup import Check, Figures, Verdict
from edgebharo.runtime.config import Settings

ENOUGH_MB, TOO_LITTLE_MB = 500, 50
"""Free disk space: a joined model takes hundreds of MB once; a record takes a few kB."""

EARLIEST = date(2026, 11, 1)
"""No clock that is right shows a day before this program was written."""
LATEST = date(2046, 1, 1)
INDIA_MINUTES = 330
"""India's time is 5 h 30 min ahead of UTC, all year."""
SLACK = timedelta(minutes=10)
"""The clocks of two machines on which a store was used may differ by so much."""

MEMORY_MB, TIGHT_MEMORY_MB = 600, 1000
"""A call holds up to 880 MB with the language model and 600 MB without it."""


def check_disk(settings: Settings) -> Check:
    """Can records be written, and for how long?"""
    path = settings.store_path
    folder = path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    problem = _unwritable(path, folder)
    if problem:
        return Check(
            "disk",
            "problem",
            f"records cannot be written: {problem}",
            "जवाब लिखे नहीं जा सकते: इस जगह लिखने की इजाज़त नहीं है। जानकार को दिखाइए।",
            "Give this user the right to write there, or set EDGEBHARO_STORE to another file.",
            {"folder": str(folder)},
        )
    return judge_disk(shutil.disk_usage(folder).free // 1_000_000, folder)


def judge_disk(free_mb: int, folder: Path) -> Check:
    """Judge `free_mb` of free space in `folder`."""
    figures: Figures = {"folder": str(folder), "free_mb": free_mb}
    english = f"records can be written in {folder}; {free_mb} MB are free"
    if free_mb >= ENOUGH_MB:
        return Check("disk", "ok", english, "जवाब रखने के लिए जगह काफ़ी है।", figures=figures)
    verdict: Verdict = "problem" if free_mb < TOO_LITTLE_MB else "warning"
    hindi = "मशीन में जगह बहुत कम बची है। फ़ालतू फ़ाइलें हटवाइए।"
    return Check("disk", verdict, english, hindi, "Free some space on this disk.", figures)


def _unwritable(store: Path, folder: Path) -> str:
    """Why `store` cannot be written; empty where it can. `folder` is the part of its path that exists."""
    if store.exists() and not (store.is_file() and os.access(store, os.R_OK | os.W_OK)):
        return f"{store} is not a file of this user's"
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return f"{folder} ({error.strerror})"


def check_clock(settings: Settings, clock: Clock) -> Check:
    """Does the clock show a day and an hour that can be right?"""
    newest = None
    if settings.store_path.is_file():
        newest = datetime.fromtimestamp(settings.store_path.stat().st_mtime, tz=clock.utc().tzinfo)
    return judge_clock(clock.utc(), utc_offset_minutes(), newest)


def judge_clock(now: datetime, offset_minutes: int, newest: datetime | None) -> Check:
    """Judge the time `now` (UTC), this machine's offset from UTC, and when the newest record was written."""
    figures: Figures = {"utc": now.isoformat(timespec="seconds"), "offset_minutes": offset_minutes}
    english = f"the clock shows {now:%Y-%m-%d %H:%M} UTC, {offset_minutes:+d} minutes here"
    if not EARLIEST <= now.date() < LATEST or (newest is not None and now + SLACK < newest):
        why = "; the newest record was written later than that" if newest and now + SLACK < newest else ""
        return Check(
            "clock",
            "problem",
            f"{english}: that cannot be right{why}",
            "मशीन की तारीख या समय ग़लत है। उसे ठीक कीजिए, नहीं तो जन्म की तारीखें ग़लत लिखी जाएंगी।",
            "Set the date and the time: dates such as 'yesterday' are reckoned from them.",
            figures,
        )
    if offset_minutes != INDIA_MINUTES:
        return Check(
            "clock",
            "warning",
            f"{english}, which is not India's time",
            "मशीन पर भारत का समय नहीं लगा है। समय-क्षेत्र (टाइम ज़ोन) ठीक करवाइए।",
            "Set the time zone to Asia/Kolkata: after midnight it decides what 'yesterday' is.",
            figures,
        )
    return Check("clock", "ok", english, "तारीख और समय ठीक लगते हैं।", figures=figures)


def check_cores(settings: Settings) -> Check:
    """Are there cores for the models?"""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return judge_cores(there, settings.threads)


def judge_cores(there: int, threads: int) -> Check:
    """Judge `there` cores for models that are to use `threads` of them."""
    figures: Figures = {"cores": there, "threads": threads}
    english = f"{there} cores; the models use {threads}"
    if there >= max(2, threads):
        return Check("cores", "ok", english, "मशीन की रफ़्तार के लिए कोर काफ़ी हैं।", figures=figures)
    advice = f"Set EDGEBHARO_THREADS={there}: threads without a core of their own wait for each other."
    if there >= threads:
        advice = "Expect slower answers: one core must hear, think and speak."
    return Check("cores", "warning", english, "मशीन धीमी है: जवाब देर से आ सकते हैं।", advice, figures)


def check_memory() -> Check:
    """Is there memory for the models?"""
    return judge_memory(_available_mb())


def judge_memory(available_mb: int | None) -> Check:
    """Judge `available_mb` of memory that programs may still take; None where the system does not tell."""
    if available_mb is None:
        return Check("memory", "ok", "this system does not tell how much memory is free", "मेमोरी का पता नहीं।")
    figures: Figures = {"available_mb": available_mb}
    english = f"{available_mb} MB of memory are available"
    if available_mb >= TIGHT_MEMORY_MB:
        return Check("memory", "ok", english, "मेमोरी काफ़ी है।", figures=figures)
    hindi = "मेमोरी कम है। दूसरे प्रोग्राम बंद कीजिए।"
    if available_mb < MEMORY_MB:
        return Check("memory", "problem", english, hindi, "Close other programs.", figures)
    advice = "Close other programs, or do without the language model: EDGEBHARO_LLM=off."
    return Check("memory", "warning", english, hindi, advice, figures)


def _available_mb() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        kilobytes = next(line.split()[1] for line in lines if line.startswith("MemAvailable:"))
        return int(kilobytes) * 1024 // 1_000_000
    except (OSError, StopIteration, ValueError, IndexError):
        return None
