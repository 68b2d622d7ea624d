"""`bench capture`: does the form hold exactly what the caller meant, in a quiet room and in two loud ones?

Each task is one value, told by a simulated caller in whole spoken calls: through the detector, the
endpointer, the ear and the rules that calls use. Every task is held in three environments and with three
protocols of confirming, by the same caller with the same seed. Pass@1 counts the quiet room, Pass^3 all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from edgebharo.bench import phrasings
from edgebharo.bench.capture_call import CallRoom
from edgebharo.bench.capture_draw import VOICES, Draws
from edgebharo.bench.capture_figures import details, metrics
from edgebharo.bench.capture_judge import call_row
from edgebharo.bench.capture_sound import background_lines, render
from edgebharo.bench.capture_tasks import ENVIRONMENTS, KINDS, PROTOCOLS, Held
from edgebharo.bench.fingerprint import program_fingerprint
from edgebharo.bench.suite import Case, Json, Progress, Row, Target
from edgebharo.models.where import home
from edgebharo.runtime.app import open_form
from edgebharo.runtime.config import Settings

TASKS, QUICK_TASKS = 200, 10
LARGEST = 2_000


@dataclass(frozen=True)
class CaptureSuite:
    """Implements Suite. The models are loaded when the first call needs them."""

    settings: Settings
    tasks: int = TASKS
    """A multiple of the number of kinds; others are rounded up to one."""
    name: str = "capture"
    targets: tuple[Target, ...] = (
        Target("pass3", ">=", 0.85),
        Target("repaired", ">=", 0.80),
        Target("extra_s_per_call", "<=", 8.0),
        Target("context_loss", "<=", 0),
        Target("stored_refused", "<=", 0),
    )
    columns: tuple[str, ...] = ("task", "environment")

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        """Every task in every environment; one task of each kind where `quick`."""
        loaded = open_form(self.settings)
        districts = loaded.places(loaded.form.field("district"))
        count = min(self.tasks, QUICK_TASKS) if quick else self.tasks
        tasks = Draws(seed, districts).tasks(-(-count // len(KINDS)))
        held = (Held(task=task, environment=room) for task in tasks for room in ENVIRONMENTS)
        return tuple(Case(f"{item.task.id} {item.environment}", item.model_dump_json()) for item in held)

    def fingerprint(self) -> str:
        """Program, models and settings; the machine does not matter, because no time is measured."""
        settings = self.settings.model_copy(update={"store": None, "threads": 1})
        return f"{program_fingerprint()} {settings.model_dump_json()}"

    def prepare(self, cases: Sequence[Case], progress: Progress) -> None:
        """Make the sounds that are sure to be heard and are not there yet."""
        tasks = {item.task.id: item.task for item in map(_held, cases)}.values()
        answers = {(task.voice, item.first) for task in tasks for item in task.items}
        often = phrasings.RIGHT if len(tasks) > QUICK_TASKS else ()
        yes = {(voice, line) for voice in VOICES for line in often}
        render(self.settings, answers | yes | set(background_lines()), progress)

    def measure(self, case: Case) -> Row:
        """Hold the calls of one task in one environment; their records are deleted."""
        held = _held(case)
        task, room = held.task, held.environment
        calls = {protocol: call_row(self._room.hold(task, room, protocol)) for protocol in PROTOCOLS}
        return {
            "task": task.id,
            "kind": task.kind,
            "hard": task.hard,
            "realism": task.realism,
            "voice": task.voice,
            "environment": room,
            "values": {item.field: str(item.value) for item in task.items},
            "calls": cast("Json", calls),
        }

    def metrics(self, rows: Sequence[Row]) -> dict[str, float | None]:
        """Shares of tasks right, of wrong captures noticed and repaired, and the time it costs."""
        return metrics(rows)

    def details(self, rows: Sequence[Row]) -> dict[str, object]:
        """Groups, causes, and the published figures."""
        return details(rows)

    @cached_property
    def _folder(self) -> TemporaryDirectory[str]:
        return TemporaryDirectory(prefix="edgebharo-bench-")

    @cached_property
    def _room(self) -> CallRoom:
        return CallRoom(self.settings, Path(self._folder.name), home() / "bench" / "capture-heard.sqlite")


def open_capture(settings: str) -> CaptureSuite:
    """The suite with settings in JSON: what another process works with."""
    return CaptureSuite(Settings.model_validate_json(settings))


def _held(case: Case) -> Held:
    return Held.model_validate_json(case.content)
