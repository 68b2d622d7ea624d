"""`bench asr`: recordings with their texts through the ear that calls use, told what to expect."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import cast

from edgebharo.audio.pcm import read_audio
from edgebharo.bench import scores
from edgebharo.bench.conditions import condition_of, degrade
from edgebharo.bench.fingerprint import program_fingerprint
from edgebharo.bench.manifest import Entry, Recording
from edgebharo.bench.meaning import CLOSED_KINDS, ClosedSet, closed_set, read_value
from edgebharo.bench.scores import Hearing, Score
from edgebharo.bench.splice import digit_takes, draw_number, join, number_text
from edgebharo.bench.suite import Case, Json, Progress, Row, Target
from edgebharo.clock import cpu_ns
from edgebharo.errors import ConfigError, WavFormatError
from edgebharo.forms.loaded import LoadedForm
from edgebharo.ports import Asr
from edgebharo.runtime.report import machine_name
from edgebharo.runtime.single import MAX_DIGITS, parse_expect
from edgebharo.types import SAMPLE_RATE, Expect, Pcm, Utterance, never_cancelled

QUICK_CLIPS = 20
MOST_SPLICED = 10_000


@dataclass(frozen=True)
class Listening:
    """What is to be heard, and under which circumstances."""

    recordings: tuple[Recording, ...]
    expect: Expect
    candidates: tuple[Entry, ...] = ()
    """The only answers there are; the ear is told them. Empty: it is not."""
    condition: str = "clean"
    splice: int | None = None
    """Digits of the numbers that are made of single digits; None: the recordings themselves are heard."""
    clips: int = 100
    """How many such numbers."""
    ear: str = ""
    """Names the recogniser and all that its answers rest on."""


@dataclass(frozen=True)
class Clip:
    """One thing to hear: a recording, or several joined."""

    id: str
    text: str
    speaker: str
    parts: tuple[Recording, ...]


def expectation(kind: str | None, candidates: tuple[Entry, ...], loaded: LoadedForm) -> Expect:
    """The question: `kind` as `edgebharo transcribe` knows it; a choice where only `candidates` are given.

    A `number` without a range takes that of the candidates.

    Raises:
        ConfigError: there is no such kind.
    """
    options = tuple(dict.fromkeys(spelling for entry in candidates for spelling in entry))
    if kind in {None, "choice"} and options:
        return Expect("choice", options=options)
    expect = parse_expect(kind or "text", loaded)
    if not options:
        return expect
    if kind == "number":
        values = [int(value) for value in map(_whole_value, options) if value is not None]
        expect = replace(expect, low=min(values), high=max(values)) if values else expect
    return replace(expect, options=options)


def _whole_value(spelling: str) -> int | None:
    value = read_value(spelling, Expect("number"))
    return int(value) if value is not None and value.isdigit() else None


def check_listening(listening: Listening) -> None:
    """Find out at once what cannot be measured.

    Raises:
        ConfigError: an option has a wrong value.
        ManifestError: the numbers to be spliced cannot be.
    """
    condition_of(listening.condition)
    if listening.splice is not None:
        if not 2 <= listening.splice <= MAX_DIGITS:
            raise ConfigError(f"--splice {listening.splice}: choose 2 to {MAX_DIGITS} digits")
        if not 1 <= listening.clips <= MOST_SPLICED:
            raise ConfigError(f"--clips {listening.clips}: choose 1 to {MOST_SPLICED} numbers")
        digit_takes(listening.recordings)


@dataclass(frozen=True)
class AsrSuite:
    """Implements Suite. The ear is opened once, with the first clip."""

    listening: Listening
    open_ear: Callable[[], Asr]
    name: str = "asr"
    targets: tuple[Target, ...] = ()
    columns: tuple[str, ...] = ("clip", "speaker", "reference", "heard", "confidence")

    def cases(self, seed: int, *, quick: bool) -> tuple[Case, ...]:
        """A case for each clip, twenty of them where `quick`; the seed draws noise, rooms and numbers."""
        clips = tuple(self._clips(seed))
        step = max(1, -(-len(clips) // QUICK_CLIPS)) if quick else 1
        return tuple(Case(clip.id, self._content(clip, seed)) for clip in clips[::step])

    def fingerprint(self) -> str:
        """Program, ear, question, closed set and machine."""
        listening = self.listening
        question = repr((listening.expect, listening.candidates, listening.condition))
        return f"{program_fingerprint()} {listening.ear} {question} {machine_name()}"

    def prepare(self, cases: Sequence[Case], progress: Progress) -> None:
        """Load the ear and let it hear one clip: what it builds for a question is built once a call too."""
        progress(0, 1)
        for case in cases:
            try:
                self._listen(json.loads(case.content))
                break
            except WavFormatError:  # it will be named when its turn comes
                continue
        progress(1, 1)

    def measure(self, case: Case) -> Row:
        """Hear one clip."""
        order = json.loads(case.content)
        hearing = self._listen(order)
        judged = scores.judge(hearing, self.listening.expect, self.answers)
        return {
            "clip": case.id,
            **asdict(judged),
            "said": hearing.reference,
            "texts": list(hearing.texts),
        }

    def metrics(self, rows: Sequence[Row]) -> dict[str, float | None]:
        """Accuracies, error rates, speed, the worst speaker and the calibration error."""
        judged, worst = scores_of(rows), self.worst(rows)
        return {
            "value_accuracy": scores.value_accuracy(judged),
            "closed_accuracy": scores.closed_accuracy(judged),
            "wer": scores.word_error_rate(judged),
            "forgiving_wer": scores.forgiving_word_error_rate(judged),
            "cer": scores.letter_error_rate(judged),
            "rtf": scores.real_time_factor(judged),
            "rtf_median": scores.median_real_time_factor(judged),
            "worst_speaker": worst.figure if worst else None,
            "ece": scores.calibration_error(scores.reliability(judged)),
            "clips": len(judged),
        }

    def worst(self, rows: Sequence[Row]) -> scores.Speaker | None:
        """The worst speaker, with the name and the number of clips."""
        return scores.worst_speaker(scores_of(rows))

    def details(self, rows: Sequence[Row]) -> dict[str, object]:
        """What stands behind the metrics: speakers, confusions, reliability, and how it was asked."""
        judged, listening, worst = scores_of(rows), self.listening, self.worst(rows)
        return {
            "expect": {**asdict(listening.expect), "options": len(listening.expect.options)},
            "condition": listening.condition,
            "splice": listening.splice,
            "closed_set": self._set_details(judged),
            "worst": asdict(worst) if worst else None,
            "speakers": [asdict(row) for row in scores.speakers(judged)],
            "confusions": [asdict(row) for row in scores.confusions(judged)],
            "reliability": [asdict(row) for row in scores.reliability(judged)],
        }

    @cached_property
    def answers(self) -> ClosedSet | None:
        """The candidates; without them, what the manifest holds, for a kind with closed answers."""
        listening = self.listening
        if listening.candidates:
            return closed_set(listening.candidates, listening.expect, "candidates")
        if listening.expect.kind not in CLOSED_KINDS or listening.splice is not None:
            return None
        texts = dict.fromkeys(recording.text for recording in listening.recordings)
        return closed_set(((text,) for text in texts), listening.expect, "manifest")

    @cached_property
    def _ear(self) -> Asr:
        return self.open_ear()

    def _clips(self, seed: int) -> Iterator[Clip]:
        listening = self.listening
        if listening.splice is None:
            for recording in listening.recordings:
                yield Clip(
                    f"{recording.row} {recording.file}", recording.text, recording.speaker, (recording,)
                )
            return
        takes = sorted(digit_takes(listening.recordings).items())
        for number in range(listening.clips):
            speaker, own = takes[number % len(takes)]
            parts = draw_number(own, listening.splice, Random(f"{seed}/{number}"))  # noqa: S311
            yield Clip(f"number {number + 1}", number_text(parts), speaker, tuple(parts))

    def _content(self, clip: Clip, seed: int) -> str:
        order = {
            "text": clip.text,
            "speaker": clip.speaker,
            "files": [str(part.path) for part in clip.parts],
            "bytes": [_digest(part.path) for part in clip.parts],
            "seed": f"{seed}/{clip.id}",
            "condition": self.listening.condition,
        }
        return json.dumps(order, ensure_ascii=False)

    def _listen(self, order: dict[str, object]) -> Hearing:
        pcm = sound_of(order)
        utterance = Utterance(0, 0, len(pcm), pcm, "eof")
        ear, begun = self._ear, cpu_ns()
        heard = ear.transcribe(utterance, self.listening.expect, never_cancelled)
        taken = (cpu_ns() - begun) / 1e9
        others = (hypothesis.text for hypothesis in heard.hypotheses)
        return Hearing(
            speaker=str(order["speaker"]),
            reference=str(order["text"]),
            texts=tuple(dict.fromkeys((heard.text, *others))),
            confidence=heard.confidence,
            audio_s=len(pcm) / SAMPLE_RATE,
            compute_s=taken,
        )

    def _set_details(self, judged: Sequence[Score]) -> dict[str, object] | None:
        if self.answers is None:
            return None
        outside = sum(score.closed is None for score in judged)
        return {"source": self.answers.source, "entries": len(self.answers.entries), "outside": outside}


def sound_of(order: dict[str, object]) -> Pcm:
    """The sound that an order describes."""
    seed = str(order["seed"])
    sounds = [read_audio(Path(file)) for file in cast("list[str]", order["files"])]
    pcm = sounds[0] if len(sounds) == 1 else join(sounds, Random(seed))  # noqa: S311
    return degrade(pcm, str(order["condition"]), int(sha256(seed.encode()).hexdigest()[:8], 16))


def scores_of(rows: Sequence[Row]) -> list[Score]:
    """The scores that measured rows hold."""
    names = tuple(Score.__dataclass_fields__)
    return [Score(**cast("dict[str, Json]", {name: row[name] for name in names})) for row in rows]  # type: ignore[arg-type]


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
