"""`bench forms`: is the form right in the end? 960 spoken calls, and as many as are wanted beyond them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import BaseModel, ConfigDict

from edgebharo.bench.call import likely_lines
from edgebharo.bench.capture_sound import background_lines, render
from edgebharo.bench.fingerprint import program_fingerprint
from edgebharo.bench.forms.behaviours import PAUSE
from edgebharo.bench.forms.calls import BASELINES, FormCall, System
from edgebharo.bench.forms.causes import Held
from edgebharo.bench.forms.draw import BASELINE_CALLS, PUBLISHED_CALLS, QUICK_CALLS, Draws, held_by
from edgebharo.bench.forms.figures import TARGETS, metrics
from edgebharo.bench.forms.judge import call_row
from edgebharo.bench.forms.live import hold_live
from edgebharo.bench.forms.paper import Listening, every_word, replay
from edgebharo.bench.forms.room import FormRoom
from edgebharo.bench.forms.sound import base_voice, digits_of
from edgebharo.bench.replies.checks import ReplyChecks
from edgebharo.bench.suite import Case, Progress, Row, Target
from edgebharo.bench.turns_sound import recordings_in
from edgebharo.errors import ConfigError
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.models.where import home
from edgebharo.runtime.app import open_form
from edgebharo.runtime.config import Settings
from edgebharo.types import Pcm

ALL = "all"


class Order(BaseModel):
    """What is to be held, and with what; fits into JSON, so that other processes can work on it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    settings: Settings
    calls: int = PUBLISHED_CALLS
    """Of the published design; fewer are spread evenly over it."""
    beyond: bool = False
    """Also 20 more persons, combined conditions and callers who are not plain."""
    baselines: tuple[System, ...] = ()
    """Other systems that hold some of the same calls."""
    recordings: Path | None = None
    """Folder of recorded digits for phone and Aadhaar numbers."""


@dataclass(frozen=True)
class FormsSuite:
    """Implements Suite. The models are loaded when the first call needs them."""

    order: Order
    name: str = "forms"
    targets: tuple[Target, ...] = TARGETS
    columns: tuple[str, ...] = ("call",)

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        """The calls; twelve of the published design where `quick`."""
        places = next(self._form.places(item) for item in self._form.form.fields if item.gazetteer)
        draws = Draws(seed, places, self._speakers)
        whole = self.order.calls >= PUBLISHED_CALLS and not quick
        calls = draws.published() if whole else draws.some(QUICK_CALLS if quick else self.order.calls)
        compared = draws.some(min(BASELINE_CALLS, len(calls)))
        others = [
            call
            for system in BASELINES
            if system in self.order.baselines
            for call in held_by(compared, system)
        ]
        beyond = draws.beyond() if self.order.beyond else ()
        return tuple(Case(call.name, call.model_dump_json()) for call in (*calls, *beyond, *others))

    def fingerprint(self) -> str:
        """Program, models and settings; the machine does not matter, because no time is measured."""
        settings = self.order.settings.model_copy(update={"store": None, "threads": 1})
        return f"{program_fingerprint()} {settings.model_dump_json()} {self.order.recordings}"

    def prepare(self, cases: Sequence[Case], progress: Progress) -> None:
        """Make the sounds that are sure to be heard and are not there yet."""
        lines = set(background_lines())
        for call in map(_call, cases):
            lines |= {(base_voice(call.voice)[0], line) for line in sure_lines(self._form, call)}
        render(self.order.settings, lines, progress)

    def measure(self, case: Case) -> Row:
        """Hold one call three times; its record is deleted."""
        call = _call(case)
        parts = self._room.parts(call.system)
        live, _air = hold_live(self._room, call, Path(self._folder.name))
        return call_row(
            Held(
                call=call,
                loaded=parts.loaded,
                reference=replay(parts, call, every_word),
                heard=replay(parts, call, Listening(parts, call, self._room.sounds)),
                live=live,
            ),
            self._checks,
        )

    def sound(self, case: Case) -> Pcm:
        """The live call once more: what the microphone hears of it, int16 [n] at 16 kHz."""
        _live, air = hold_live(self._room, _call(case), Path(self._folder.name))
        heard: Pcm = air.stereo()[:, 0]
        return heard

    def metrics(self, rows: Sequence[Row]) -> dict[str, float | None]:
        """Shares of fields and forms right, by integration, condition and system."""
        return metrics(rows)

    @cached_property
    def _form(self) -> LoadedForm:
        return open_form(self.order.settings)

    @cached_property
    def _checks(self) -> ReplyChecks:
        return ReplyChecks(self._form.form)

    @cached_property
    def _speakers(self) -> Mapping[str, Collection[int]]:
        folder = self.order.recordings
        return digits_of(recordings_in(folder)) if folder else {}

    @cached_property
    def _folder(self) -> TemporaryDirectory[str]:
        return TemporaryDirectory(prefix="edgebharo-bench-")

    @cached_property
    def _room(self) -> FormRoom:
        return FormRoom(self.order.settings, home() / "bench" / "forms-heard.sqlite", self.order.recordings)


def open_suite(order: str) -> FormsSuite:
    """The suite of an Order in JSON: what another process works with."""
    return FormsSuite(Order.model_validate_json(order))


def baselines_named(names: Iterable[str]) -> tuple[System, ...]:
    """The baselines of these names; `all` stands for every one.

    Raises:
        ConfigError: there is no such baseline.
    """
    wanted = tuple(names)
    unknown = [name for name in wanted if name not in (*BASELINES, ALL)]
    if unknown:
        raise ConfigError(f"--baseline {unknown[0]}: choose one of {', '.join((*BASELINES, ALL))}")
    return tuple(system for system in BASELINES if system in wanted or ALL in wanted)


def sure_lines(loaded: LoadedForm, call: FormCall) -> Iterator[str]:
    """What her voice is sure to say, or almost; recorded digits need no voice."""
    for line in likely_lines(call.caller, loaded.form):
        if call.speaker and all(word in CARDINALS for word in normalize(line).split()):
            continue
        yield from (part.strip() for part in line.split(PAUSE) if part.strip())


def _call(case: Case) -> FormCall:
    return FormCall.model_validate_json(case.content)
