"""How heard clips are scored and summed up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.bench import scores
from edgebharo.bench.edits import edits
from edgebharo.bench.meaning import closed_set
from edgebharo.bench.scores import Hearing, Score, judge
from edgebharo.hindi.numbers import SPOKEN_VARIANTS
from edgebharo.types import Expect

pytestmark = pytest.mark.unit

NUMBER = Expect("number", low=0, high=100)
WORDS = st.lists(st.sampled_from(["पटना", "गया", "पांच", "छः", "है", "25", "दीन"]), min_size=1, max_size=6).map(
    " ".join
)


def heard(reference: str, *texts: str, speaker: str = "क", confidence: float = 0.9) -> Hearing:
    return Hearing(speaker, reference, texts, confidence, audio_s=1.0, compute_s=0.1)


def right(correct: bool | None = True, speaker: str = "क", confidence: float = 0.9) -> Score:
    return replace(
        judge(heard("पांच", "पांच", speaker=speaker, confidence=confidence), NUMBER, None), right=correct
    )


HEARINGS = st.builds(
    Hearing,
    speaker=st.sampled_from(["क", "ख", "ग"]),
    reference=WORDS,
    texts=st.lists(WORDS, max_size=3).map(tuple),
    confidence=st.floats(0, 1),
    audio_s=st.just(1.0),
    compute_s=st.just(0.125),
)
SCORES = st.lists(HEARINGS.map(lambda hearing: judge(hearing, NUMBER, None)), max_size=12)

# ---------------------------------------------------------------- one clip


@given(WORDS, st.sampled_from(["number", "yes_no", "digits", "date", "place", "name", "text"]))
def test_a_perfect_transcript_has_no_fault(text: str, kind: str) -> None:
    expect = Expect(kind)  # type: ignore[arg-type]
    score = judge(heard(text, text), expect, closed_set(((text,),), expect, "manifest"))
    assert score.right in (True, None)
    assert score.closed is True
    assert (score.word_errors, score.forgiving_errors, score.letter_errors) == (0, 0, 0)


@pytest.mark.parametrize("number", [0, 6, 19, 59, 99])
def test_every_spelling_of_a_number_is_right(number: int) -> None:
    for spelling in SPOKEN_VARIANTS(number):
        assert judge(heard(str(number), spelling), NUMBER, None).right is True


def test_a_reference_without_a_value_is_neither_right_nor_wrong() -> None:
    score = judge(heard("पटना", "पांच"), NUMBER, None)
    assert (score.right, score.correct, score.reference, score.heard) == (None, None, "पटना", "5")


def test_nothing_heard_is_wrong_and_all_words_are_lost() -> None:
    for texts in ((), ("",), ("", "पांच")):
        score = judge(heard("पांच महीने", *texts), NUMBER, closed_set((("पांच महीने",),), NUMBER, "manifest"))
        assert (score.right, score.closed, score.heard) == (False, False, None)
        assert (score.words, score.word_errors, score.letter_errors) == (2, 2, score.letters)


def test_a_value_right_by_the_second_text_counts_in_the_set_only() -> None:
    answers = closed_set((("पांच",), ("सात",)), NUMBER, "candidates")
    score = judge(heard("सात", "साथ", "सात", "पांच"), NUMBER, answers)
    assert (score.right, score.closed) == (False, True)
    assert judge(heard("सात", "पांच", "सात"), NUMBER, answers).closed is False


def test_a_reference_outside_the_set_counts_in_no_closed_accuracy() -> None:
    answers = closed_set((("पांच",),), NUMBER, "candidates")
    assert judge(heard("आठ", "पांच"), NUMBER, answers).closed is None


def test_a_place_in_another_accepted_spelling_is_right() -> None:
    expect = Expect("place")
    answers = closed_set((("सईदपुर", "सैदपुर"), ("रूलही",)), expect, "candidates")
    score = judge(heard("सईदपुर", "सैदपुर"), expect, answers)
    assert (score.right, score.closed) == (True, True)
    assert judge(heard("सईदपुर", "सैदपुर"), expect, None).right is False
    assert judge(heard("सईदपुर", "जिला सैदपुर"), expect, answers).right is False
    score = judge(heard("रूलही", "रुलही"), expect, answers)
    assert (score.right, score.closed) == (True, True)


def test_matras_count_in_the_error_rates() -> None:
    score = judge(heard("दिन गया", "दीन गया"), Expect("text"), None)
    assert (score.right, score.word_errors, score.words) == (False, 1, 2)
    assert (score.letter_errors, score.letters) == (1, 7)


def test_another_writing_counts_in_the_plain_word_errors_alone() -> None:
    score = judge(heard("पांच महीने हो गए", "5 महिने गए"), Expect("text"), None)
    assert (score.words, score.word_errors, score.forgiving_errors) == (4, 2, 1)


# ---------------------------------------------------------------- edit distance


@given(st.text("कखग", max_size=8), st.text("कखग", max_size=8), st.text("कखग", max_size=8))
def test_edits_are_a_distance(one: str, two: str, three: str) -> None:
    assert edits(one, two) == edits(two, one)
    assert (edits(one, two) == 0) is (one == two)
    assert edits(one, three) <= edits(one, two) + edits(two, three)
    assert abs(len(one) - len(two)) <= edits(one, two) <= max(len(one), len(two))


# ---------------------------------------------------------------- sums


def test_error_rates_are_of_the_whole_corpus() -> None:
    rows = [judge(heard("एक", "दो"), NUMBER, None), judge(heard("पांच छह सात", "पांच छह सात"), NUMBER, None)]
    assert scores.word_error_rate(rows) == scores.forgiving_word_error_rate(rows) == 0.25
    made_up = [judge(heard("एक", "एक दो तीन चार"), NUMBER, None)]
    assert scores.word_error_rate(made_up) == 3.0


def test_no_clips_are_no_figures() -> None:
    for figure in (
        scores.value_accuracy,
        scores.closed_accuracy,
        scores.word_error_rate,
        scores.forgiving_word_error_rate,
        scores.real_time_factor,
    ):
        assert figure([]) is None
    assert scores.worst_speaker([]) is None
    assert scores.calibration_error(scores.reliability([])) is None


def test_values_that_are_not_there_leave_no_accuracy() -> None:
    assert scores.value_accuracy([right(None)]) is None
    assert scores.value_accuracy([right(None), right(), right(False)]) == 0.5


def test_speed_is_total_and_median() -> None:
    rows = [replace(right(), audio_s=length, compute_s=0.1) for length in (0.5, 1.0, 8.5)]
    assert scores.real_time_factor(rows) == 0.03
    assert scores.median_real_time_factor(rows) == 0.1


@given(SCORES, st.randoms())
def test_the_order_of_clips_changes_nothing(rows: list[Score], random: object) -> None:
    shuffled = sorted(rows, key=lambda _: random.random())  # type: ignore[attr-defined]
    for figure in (
        scores.value_accuracy, scores.closed_accuracy, scores.word_error_rate, scores.letter_error_rate,
        scores.speakers, scores.worst_speaker, scores.confusions, scores.reliability,
    ):  # fmt: skip
        assert figure(rows) == figure(shuffled)


@given(SCORES)
def test_figures_stay_in_their_bounds(rows: list[Score]) -> None:
    for share in (scores.value_accuracy(rows), scores.calibration_error(scores.reliability(rows))):
        assert share is None or 0 <= share <= 1
    for rate in (scores.word_error_rate(rows), scores.letter_error_rate(rows)):
        assert rate is None or rate >= 0
    forgiving = scores.forgiving_word_error_rate(rows)
    assert forgiving is None or 0 <= forgiving <= (scores.word_error_rate(rows) or 0)
    assert sum(bin_.clips for bin_ in scores.reliability(rows)) == sum(
        row.correct is not None for row in rows
    )
    assert sum(row.count for row in scores.confusions(rows)) == sum(row.correct is False for row in rows)
    assert sum(row.clips for row in scores.speakers(rows)) == len(rows)


# ---------------------------------------------------------------- speakers


def test_the_worst_speaker_has_at_least_five_clips() -> None:
    rows = [right(speaker="ख", correct=i > 0) for i in range(5)] + [right(False, speaker="ग")] * 4
    rows += [right(speaker="क") for _ in range(5)]
    worst = scores.worst_speaker(rows)
    assert worst is not None
    assert (worst.speaker, worst.clips, worst.figure) == ("ख", 5, 0.8)
    assert [row.speaker for row in scores.speakers(rows)] == ["ग", "ख", "क"]
    assert scores.worst_speaker(rows[5:9]) is None


def test_speakers_are_compared_by_the_set_then_by_words_where_there_are_no_values() -> None:
    rows = [replace(right(None), closed=closed) for closed in (True, False, True, True, True)]
    worst = scores.worst_speaker(rows)
    assert worst is not None
    assert worst.figure == 0.8
    worst = scores.worst_speaker([replace(right(None), words=2, word_errors=1)] * 5)
    assert worst is not None
    assert worst.figure == 0.5


# ---------------------------------------------------------------- confusions, reliability


def test_confusions_are_counted_by_value() -> None:
    pairs = [("छह", "सात"), ("छः", "7"), ("छे", ""), ("दस", "दस"), ("दस", "हां जी")]
    rows = [judge(heard(said, text), NUMBER, None) for said, text in pairs]
    found = [(row.reference, row.heard, row.count) for row in scores.confusions(rows)]
    assert found == [("6", "7", 2), ("10", "हां जी", 1), ("6", None, 1)]


def test_confidence_is_held_against_accuracy() -> None:
    rows = [right(i < 3, confidence=0.75) for i in range(4)] + [right(False, confidence=1.0)]
    bins = {bin_.low: bin_ for bin_ in scores.reliability(rows) if bin_.clips}
    assert (bins[0.7].clips, bins[0.7].confidence, bins[0.7].accuracy) == (4, 0.75, 0.75)
    assert (bins[0.9].clips, bins[0.9].accuracy) == (1, 0.0)
    assert scores.calibration_error(tuple(bins.values())) == 0.2
