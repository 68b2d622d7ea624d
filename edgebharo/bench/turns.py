"""`bench turns`: who speaks when. The four categories of IndicFDB on form-filling speech, at real pace.

Each sample is one question and what follows, on the simulated clock with measured computing, through the ear,
detector, endpointer, rules and voice that calls use. Half of the answers, drawn, are heard once more with a
fixed pause in place of the endpointer. Own figures and published ones stand side by side: the definitions are
the same, the speech is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from edgebharo.bench.callers import TODAY
from edgebharo.bench.conversations import Conversation
from edgebharo.bench.conversations_draw import Drawing
from edgebharo.bench.fingerprint import program_fingerprint
from edgebharo.bench.manifest import Recording
from edgebharo.bench.splice import digit_takes
from edgebharo.bench.suite import Case, Progress, Row, Target
from edgebharo.bench.turns_figures import cut_rates, lines, metrics, published
from edgebharo.bench.turns_held import hold
from edgebharo.bench.turns_judge import row_of
from edgebharo.bench.turns_sound import open_caller, render
from edgebharo.clock import compute_ns, cpu_ns
from edgebharo.ports import Tts
from edgebharo.runtime.app import App, build, open_form, warm
from edgebharo.runtime.config import Settings
from edgebharo.runtime.report import machine_name

SAMPLES, QUICK_SAMPLES = 200, 12
MOST_SAMPLES = 10_000


@dataclass(frozen=True)
class TurnsSuite:
    """Implements Suite. The models are loaded once, with the first sample."""

    settings: Settings
    samples: int = SAMPLES
    """Of each category."""
    recordings: tuple[Recording, ...] = ()
    """Single digits of people; half of all numbers are made of them."""
    busy: bool = False
    """Charge the processor time of all threads, not the time that passed: what else runs then costs nothing,
    and two threads at once count twice."""
    name: str = "turns"
    targets: tuple[Target, ...] = (
        Target("pause_handling", ">=", 0.99),
        Target("turn_latency_median_ms", "<=", 700),
        Target("turn_latency_p95_ms", "<=", 1200),
        Target("interruption_success", ">=", 0.99),
        Target("interruption_stop_ms", "<=", 200),
        Target("self_triggers", "<=", 0),
    )
    columns: tuple[str, ...] = ("case", "system", "about", "success", "reason", "latency_ms")

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        """`samples` of each category, a few where `quick`."""
        takes = digit_takes(self.recordings) if self.recordings else {}
        drawing = Drawing(seed, open_form(self.settings), takes)
        count = min(self.samples, QUICK_SAMPLES) if quick else self.samples
        return tuple(
            Case(f"{item.id} {item.system}", item.model_dump_json()) for item in drawing.conversations(count)
        )

    def fingerprint(self) -> str:
        """Program, models, settings, recordings and machine."""
        sounds = sha256()
        for recording in self.recordings:
            sounds.update(f"{recording.file}\0{recording.text}\0".encode() + recording.path.read_bytes())
        settings = self.settings.model_copy(update={"store": None}).model_dump_json()
        clock = "processor" if self.busy else "wall"
        return f"{program_fingerprint()} {settings} {sounds.hexdigest()} {machine_name()} {clock}"

    def prepare(self, cases: Sequence[Case], progress: Progress) -> None:
        """Make the sounds of agent and callers that are not there yet, and load the models."""
        said = [text for case in cases for text in Conversation.model_validate_json(case.content).texts]
        own = len(dict.fromkeys(said))
        done = warm(self.settings, lambda count, fixed: progress(count, fixed + own))
        render(self.settings, said, lambda count, total: progress(done + count, done + total))
        self.measure(cases[0])

    def measure(self, case: Case) -> Row:
        """Hold one conversation; its record goes to a folder that is deleted afterwards."""
        conversation = Conversation.model_validate_json(case.content)
        with TemporaryDirectory(prefix="edgebharo-bench-") as folder:
            store, stopwatch = Path(folder) / "records.sqlite", cpu_ns if self.busy else compute_ns
            return row_of(
                conversation, hold(self._app, self._voice, store, conversation, stopwatch=stopwatch)
            )

    def metrics(self, rows: Sequence[Row]) -> dict[str, float | None]:
        """Shares of successes, latencies, and how often the agent heard itself."""
        return metrics(rows)

    def details(self, rows: Sequence[Row]) -> dict[str, object]:
        """What stands behind the metrics, and the published figures beside them."""
        return {
            "groups": [asdict(line) for line in lines(rows)],
            "cut_rates": [asdict(rate) for rate in cut_rates(rows)],
            "published": {"source": "IndicFDB (arXiv 2609.31967), Hindi", "points": published()},
            "charged": "processor time" if self.busy else "elapsed time",
            "recorded_speakers": len({recording.speaker for recording in self.recordings}),
        }

    @cached_property
    def _app(self) -> App:
        app = build(self.settings, today=TODAY)
        return replace(app, parts=replace(app.parts, loaded=app.parts.loaded.consented()))

    @cached_property
    def _voice(self) -> Tts:
        return open_caller(self.settings)
