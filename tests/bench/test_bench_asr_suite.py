"""The hearing benchmark around an ear that answers as it is told."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
import soundfile
from rich.console import Console

from edgebharo.bench import splice
from edgebharo.bench.asr import AsrSuite, Listening, check_listening, expectation
from edgebharo.bench.asr_plot import draw_hearing, romanise
from edgebharo.bench.manifest import Recording
from edgebharo.bench.plot import require_matplotlib
from edgebharo.bench.results import Results
from edgebharo.bench.run import run
from edgebharo.bench.show_asr import notes, show_hearing
from edgebharo.bench.suite import Result
from edgebharo.errors import ConfigError, ManifestError, MissingExtraError
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.types import Cancelled, Expect, Hypothesis, Transcript, Utterance

pytestmark = pytest.mark.unit

DIGITS = ("शून्य", "एक", "दो", "तीन", "चार", "पांच", "छः", "सात", "आठ", "नौ")


@dataclass
class ToldEar:
    """Hears in a sound's first sample which texts to answer. Implements Asr."""

    texts: dict[int, tuple[str, ...]]
    heard: list[tuple[int, Expect]] = field(default_factory=list)

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        self.heard.append((len(utterance.pcm), expect))
        texts = self.texts.get(int(utterance.pcm[0]), ("",))
        return Transcript(0, texts[0], tuple(Hypothesis(text, -1.0) for text in texts), (), 0.75)


@pytest.fixture(scope="module")
def loaded() -> LoadedForm:
    return load_form(find_form("maternal-enrolment"))


@pytest.fixture
def recorded(tmp_path: Path) -> Callable[..., Recording]:
    def record(row: int, text: str, speaker: str = "राम", length: int = 4000) -> Recording:
        path = tmp_path / f"{row}.wav"
        soundfile.write(path, np.full(length, 100 * row, np.int16), 16_000, "PCM_16")
        return Recording(row, path.name, path, text, speaker)

    return record


def held(suite: AsrSuite, path: Path, *, quick: bool = False) -> Result:
    return run(
        suite,
        Results(path, suite.fingerprint()),
        suite.measure,
        seed=1,
        quick=quick,
        machine="a machine",
        preparing=lambda _done, _total: None,
        measured=lambda _done, _total: None,
    )


@pytest.fixture
def places(recorded: Callable[..., Recording]) -> AsrSuite:
    recordings = tuple(
        recorded(row, text) for row, text in enumerate(("पटना", "गया", "सईदपुर", "राजगीर", "नालंदा"), start=2)
    )
    candidates = (("पटना",), ("गया",), ("सईदपुर", "सैदपुर"), ("राजगीर",))
    ear = ToldEar({200: ("पट्टना",), 300: ("गाया", "गया"), 400: ("सैदपुर",), 500: ("", "राजगीर"), 600: ("गया",)})
    return AsrSuite(Listening(recordings, Expect("place"), candidates), lambda: ear)


# ---------------------------------------------------------------- a whole run


def test_all_figures_of_a_run(places: AsrSuite, tmp_path: Path) -> None:
    result = held(places, tmp_path / "rows.jsonl")
    assert result.passed
    expected = {"value_accuracy": 0.4, "closed_accuracy": 0.75, "wer": 1.0, "forgiving_wer": 0.8, "clips": 5}
    assert {name: result.metrics[name] for name in expected} == expected
    assert set(result.metrics) == {*expected, "worst_speaker", "cer", "rtf", "rtf_median", "ece"}
    details = places.details(result.rows)
    assert result.metrics["worst_speaker"] == details["worst"]["value_accuracy"] == 0.4  # type: ignore[index]
    assert details["closed_set"] == {"source": "candidates", "entries": 4, "outside": 1}
    assert details["worst"]["speaker"] == "राम"  # type: ignore[index]
    assert {row["reference"]: row["heard"] for row in details["confusions"]} == {  # type: ignore[attr-defined]
        "गया": "गाया", "राजगीर": None, "नालंदा": "गया",
    }  # fmt: skip
    json.dumps(result.as_json() | details)


def test_what_was_heard_is_not_heard_again(places: AsrSuite, tmp_path: Path) -> None:
    first = held(places, tmp_path / "rows.jsonl")
    silent = replace(places, open_ear=lambda: pytest.fail("the ear was opened"))
    assert held(silent, tmp_path / "rows.jsonl") == first


@pytest.mark.parametrize(
    "change",
    [
        {"expect": Expect("choice")},
        {"candidates": (("पटना",),)},
        {"condition": "fast"},
        {"ear": "another"},
    ],
)
def test_another_question_set_condition_or_ear_is_another_measurement(
    places: AsrSuite, change: dict[str, object]
) -> None:
    other = replace(places, listening=replace(places.listening, **change))  # type: ignore[arg-type]
    assert other.fingerprint() != places.fingerprint()


def test_another_sound_under_the_same_name_is_another_case(places: AsrSuite) -> None:
    before = places.cases(1, quick=False)
    soundfile.write(places.listening.recordings[0].path, np.full(50, 7, np.int16), 16_000, "PCM_16")
    after = places.cases(1, quick=False)
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, True, True, True]


def test_a_sound_that_cannot_be_read_is_named_and_fails_the_run(places: AsrSuite, tmp_path: Path) -> None:
    places.listening.recordings[0].path.write_bytes(b"noise")
    result = held(places, tmp_path / "rows.jsonl")
    assert not result.passed
    assert list(result.failures) == ["2 2.wav"]
    assert result.metrics["clips"] == 4


def test_quick_is_spread_over_the_whole(recorded: Callable[..., Recording]) -> None:
    recording = recorded(2, "एक")
    listening = Listening(tuple(replace(recording, row=row) for row in range(2, 52)), Expect("number"))
    cases = AsrSuite(listening, lambda: ToldEar({})).cases(1, quick=True)
    assert [case.id.split()[0] for case in cases] == [str(row) for row in range(2, 52, 3)]


def test_without_candidates_the_set_is_the_manifest_and_the_reader_is_told(
    places: AsrSuite, tmp_path: Path
) -> None:
    suite = replace(places, listening=replace(places.listening, candidates=()))
    assert held(suite, tmp_path / "rows.jsonl").metrics["closed_accuracy"] == 0.4
    assert any("5 different answers of the manifest" in note for note in notes(suite, []))
    free = replace(places, listening=replace(places.listening, candidates=(), expect=Expect("text")))
    assert free.answers is None
    assert held(free, tmp_path / "rows.jsonl").metrics["closed_accuracy"] is None


def test_the_tables_show_speakers_confusions_confidence_and_figures(places: AsrSuite, tmp_path: Path) -> None:
    console = Console(width=100, record=True, file=io.StringIO())
    show_hearing(console, held(places, tmp_path / "rows.jsonl"), places)
    shown = console.export_text()
    for part in (
        "राम",
        "गाया",
        "(nothing)",
        "0.7-0.8",
        "value_accuracy",
        "the 4 candidates",
        "1 clips say none",
    ):
        assert part in shown


# ---------------------------------------------------------------- the question


def test_the_question_is_told_the_candidates(loaded: LoadedForm) -> None:
    entries = (("सईदपुर", "सैदपुर"), ("गया",))
    options = ("सईदपुर", "सैदपुर", "गया")
    assert expectation(None, (), loaded) == Expect("text")
    assert expectation(None, entries, loaded) == Expect("choice", options=options)
    assert expectation("place", entries, loaded) == Expect("place", options=options)
    assert len(expectation("place", (), loaded).options) > 700
    assert expectation("number", (), loaded) == Expect("number", low=0, high=100)
    numbers = (("पांच",), ("छः", "छह"), ("40",))
    told = expectation("number", numbers, loaded)
    assert (told.kind, told.low, told.high, len(told.options)) == ("number", 5, 40, 4)
    assert expectation("number:0-9", numbers, loaded).high == 9
    with pytest.raises(ConfigError, match="choose one of yes_no, number"):
        expectation("colour", (), loaded)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"condition": "loud"}, "--condition loud: choose one of clean"),
        ({"splice": 1}, "choose 2 to"),
        ({"splice": 10, "clips": 0}, "--clips 0"),
    ],
)
def test_an_option_that_makes_no_sense(places: AsrSuite, change: dict[str, object], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        check_listening(replace(places.listening, **change))  # type: ignore[arg-type]


# ---------------------------------------------------------------- spliced numbers


@pytest.fixture
def digits(recorded: Callable[..., Recording]) -> tuple[Recording, ...]:
    return tuple(
        recorded(10 * speaker + digit + 1, word, f"speaker {speaker}", 1600)
        for speaker in (1, 2)
        for digit, word in enumerate(DIGITS)
    )


def test_spliced_numbers_are_of_one_speaker_and_drawn_by_the_seed(digits: tuple[Recording, ...]) -> None:
    suite = AsrSuite(Listening(digits, Expect("digits", digits=10), splice=10, clips=6), lambda: ToldEar({}))
    cases = suite.cases(3, quick=False)
    assert cases == suite.cases(3, quick=False)
    assert cases != suite.cases(4, quick=False)
    for place, case in enumerate(cases):
        order = json.loads(case.content)
        assert order["speaker"] == f"speaker {place % 2 + 1}"
        rows = [int(Path(file).stem) - 1 for file in order["files"]]
        assert {row // 10 for row in rows} == {place % 2 + 1}
        assert rows[0] % 10 >= 6
        assert order["text"].split() == [DIGITS[row % 10] for row in rows]


def test_a_spliced_number_is_right_only_as_a_whole(digits: tuple[Recording, ...], tmp_path: Path) -> None:
    listening = Listening(digits, Expect("digits", digits=4), splice=4, clips=4)
    probe = AsrSuite(listening, lambda: ToldEar({}))
    texts = [json.loads(case.content)["text"] for case in probe.cases(1, quick=False)]
    answers = iter([texts[0], texts[0], " ".join(texts[1].split()[:3]), texts[2], ""])

    class Ear:
        def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
            return Transcript(0, next(answers))

    result = held(replace(probe, open_ear=Ear), tmp_path / "rows.jsonl")
    assert result.metrics["value_accuracy"] == 0.5
    assert result.metrics["closed_accuracy"] is None


def test_gaps_are_short_and_the_digits_are_whole() -> None:
    sounds = [np.full(1600, 1000, np.int16)] * 10
    joined = splice.join(sounds, Random(5))  # noqa: S311
    assert np.array_equal(joined, splice.join(sounds, Random(5)))  # noqa: S311
    gaps = len(joined) - 16_000 - 2 * splice.EDGE_MS * 16
    assert 8 * 960 + 4000 < gaps < 8 * 3520 + 7200
    assert splice.join([np.zeros(0, np.int16)] * 2, Random(1)).size > 2 * splice.EDGE_MS * 16  # noqa: S311


def test_gaps_sound_as_the_room_does() -> None:
    rng = np.random.default_rng(1)
    hum = np.convolve(rng.standard_normal(8000), np.ones(32) / 32, "same") * 200
    loud = np.where((np.arange(8000) // 1000) % 2, 20.0, 1.0)
    sounds = [np.rint(hum * loud).astype(np.int16), np.rint(hum).astype(np.int16)]
    gap = splice.spread(sounds, [500, 0, 0], rng)[:8000].astype(np.float64)
    spectrum = np.square(np.abs(np.fft.rfft(gap)))
    assert spectrum[500:].sum() < 0.2 * spectrum[:500].sum()
    assert 0 < np.sqrt(np.square(gap).mean()) < 60


def test_a_speaker_without_enough_digits_gives_no_number(digits: tuple[Recording, ...]) -> None:
    assert list(splice.digit_takes(digits[:17])) == ["speaker 1"]
    with pytest.raises(ManifestError, match="8 different digits"):
        splice.digit_takes(digits[:7])


# ---------------------------------------------------------------- the plot


def test_a_plot_is_a_png(places: AsrSuite, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw_hearing(held(places, tmp_path / "rows.jsonl"), tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_a_missing_matplotlib_is_named_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgebharo.bench.plot.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'edgebharo\[plot\]'"):
        require_matplotlib()


@pytest.mark.parametrize(
    ("text", "latin"),
    [("पटना", "pattanaa"), ("हिंदी 25", "hindii 25"), ("लड़का", "laddakaa"), ("आठ", "aattha"), ("क्या", "kyaa")],
)
def test_words_are_romanised_for_the_plot(text: str, latin: str) -> None:
    assert romanise(text) == latin
