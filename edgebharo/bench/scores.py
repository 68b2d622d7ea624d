"""What a recogniser's answers come to: accuracies, error rates, confusions, speakers, and its self-knowledge.

Pure: the order of the scores changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from edgebharo.bench.edits import edits
from edgebharo.bench.equivalence import word_errors
from edgebharo.bench.meaning import ClosedSet, fold, has_values, read_value, same_value
from edgebharo.types import Expect

FEWEST_CLIPS = 5
"""Clips that a speaker must have to be the worst one."""
BINS = 10
"""Equal steps of confidence in the reliability table."""


@dataclass(frozen=True)
class Hearing:
    """What was said and what was heard."""

    speaker: str
    reference: str
    texts: tuple[str, ...]
    """The readings, best first; none, or an empty first one, where nothing was heard."""
    confidence: float
    """0..1, of the first reading."""
    audio_s: float
    compute_s: float


@dataclass(frozen=True)
class Score:
    """One clip, judged."""

    speaker: str
    reference: str
    """The value that was said, or the words where they hold no value of the kind."""
    heard: str | None
    """The same of what was heard; None where nothing was."""
    right: bool | None
    """Whether the values are equal; None where the reference has none."""
    closed: bool | None
    """Whether the right answer of the set was heard; None without a set, or with a reference outside it."""
    words: int
    word_errors: int
    forgiving_errors: int
    """Word errors where two ways to write a word or a number are the same (bench.equivalence)."""
    letters: int
    letter_errors: int
    confidence: float
    audio_s: float
    compute_s: float

    @property
    def correct(self) -> bool | None:
        """`right`, or `closed` where the reference has no value."""
        return self.closed if self.right is None else self.right


def judge(hearing: Hearing, expect: Expect, answers: ClosedSet | None) -> Score:
    """Hold what was heard against what was said."""
    first = hearing.texts[0] if hearing.texts else ""
    said, heard = fold(hearing.reference), fold(first)
    value, heard_value = read_value(hearing.reference, expect), read_value(first, expect)
    errors = word_errors(hearing.reference, first)
    return Score(
        speaker=hearing.speaker,
        reference=said if value is None else value,
        heard=heard_value or heard or None,
        right=None if value is None else _is_right(hearing.reference, first, expect, answers),
        closed=_closed(hearing, answers),
        words=errors.words,
        word_errors=errors.errors,
        forgiving_errors=errors.forgiving,
        letters=len(said),
        letter_errors=edits(said, heard),
        confidence=hearing.confidence,
        audio_s=hearing.audio_s,
        compute_s=hearing.compute_s,
    )


def _is_right(reference: str, heard: str, expect: Expect, answers: ClosedSet | None) -> bool:
    """Equal values; of a place, a name or a choice also two accepted spellings of one entry."""
    value, heard_value = read_value(reference, expect), read_value(heard, expect)
    if value is None or heard_value is None:
        return False
    if same_value(value, heard_value, expect.kind):
        return True
    if answers is None or has_values(expect.kind):
        return False
    entry = answers.entry_of(reference)
    return entry is not None and entry == answers.entry_of(heard)


def _closed(hearing: Hearing, answers: ClosedSet | None) -> bool | None:
    wanted = answers.identify(hearing.reference) if answers else None
    if answers is None or wanted is None:
        return None
    heard_nothing = not hearing.texts or not hearing.texts[0]
    return not heard_nothing and answers.best(hearing.texts) == wanted


# ---------------------------------------------------------------- sums


def value_accuracy(scores: Sequence[Score]) -> float | None:
    """Share of right values among the clips whose reference has one."""
    return _share(score.right for score in scores)


def closed_accuracy(scores: Sequence[Score]) -> float | None:
    """Share of right answers among the clips whose reference is in the set."""
    return _share(score.closed for score in scores)


def word_error_rate(scores: Sequence[Score]) -> float | None:
    """Word errors of all clips over their words; above 1 where more was made up than was said."""
    return _ratio(sum(score.word_errors for score in scores), sum(score.words for score in scores))


def forgiving_word_error_rate(scores: Sequence[Score]) -> float | None:
    """The same without errors that are only another writing; never above `word_error_rate`."""
    return _ratio(sum(score.forgiving_errors for score in scores), sum(score.words for score in scores))


def letter_error_rate(scores: Sequence[Score]) -> float | None:
    """Code point errors of all clips over their code points, the spaces between words included."""
    return _ratio(sum(score.letter_errors for score in scores), sum(score.letters for score in scores))


def real_time_factor(scores: Sequence[Score]) -> float | None:
    """Compute time of all clips over their length."""
    return _ratio(sum(score.compute_s for score in scores), sum(score.audio_s for score in scores))


def median_real_time_factor(scores: Sequence[Score]) -> float | None:
    """Half of the clips take no more of their length; short clips cost most, being padded."""
    factors = [score.compute_s / score.audio_s for score in scores if score.audio_s]
    return round(median(factors), 4) if factors else None


def _share(flags: Iterable[bool | None]) -> float | None:
    known = [flag for flag in flags if flag is not None]
    return _ratio(sum(known), len(known))


def _ratio(part: float, whole: float) -> float | None:
    return round(part / whole, 4) if whole else None


# ---------------------------------------------------------------- speakers


@dataclass(frozen=True)
class Speaker:
    """The figures of one speaker."""

    speaker: str
    clips: int
    value_accuracy: float | None
    closed_accuracy: float | None
    wer: float | None
    forgiving_wer: float | None
    cer: float | None

    @property
    def figure(self) -> float | None:
        """By what speakers are compared: values, else the closed set, else words right."""
        if self.value_accuracy is not None:
            return self.value_accuracy
        if self.closed_accuracy is not None:
            return self.closed_accuracy
        return None if self.wer is None else round(1 - self.wer, 4)


def speakers(scores: Sequence[Score]) -> tuple[Speaker, ...]:
    """Every speaker, the worst first."""
    rows = [_speaker(name, [score for score in scores if score.speaker == name]) for name in _names(scores)]
    return tuple(sorted(rows, key=lambda row: (1.0 if row.figure is None else row.figure, row.speaker)))


def worst_speaker(scores: Sequence[Score]) -> Speaker | None:
    """The worst of those with FEWEST_CLIPS clips; None where nobody has as many."""
    return next((row for row in speakers(scores) if row.clips >= FEWEST_CLIPS), None)


def _names(scores: Sequence[Score]) -> tuple[str, ...]:
    return tuple(sorted({score.speaker for score in scores}))


def _speaker(name: str, own: Sequence[Score]) -> Speaker:
    figures: tuple[Callable[[Sequence[Score]], float | None], ...] = (
        value_accuracy,
        closed_accuracy,
        word_error_rate,
        forgiving_word_error_rate,
        letter_error_rate,
    )
    return Speaker(name, len(own), *(figure(own) for figure in figures))


# ---------------------------------------------------------------- confusions and self-knowledge


@dataclass(frozen=True)
class Confusion:
    """An answer that was heard as another one."""

    reference: str
    heard: str | None
    """None: nothing was heard."""
    count: int


def confusions(scores: Iterable[Score]) -> tuple[Confusion, ...]:
    """What was heard wrong as what, the most frequent first."""
    counts = Counter((score.reference, score.heard) for score in scores if score.correct is False)
    pairs = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0][0], pair[0][1] or ""))
    return tuple(Confusion(reference, heard, count) for (reference, heard), count in pairs)


@dataclass(frozen=True)
class Bin:
    """The clips whose confidence lies in [low, high) (the last bin holds 1 too)."""

    low: float
    high: float
    clips: int
    confidence: float | None
    """Mean."""
    accuracy: float | None


def reliability(scores: Iterable[Score]) -> tuple[Bin, ...]:
    """Confidence beside accuracy, in BINS steps; clips that can be neither right nor wrong are left out."""
    filled: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for score in scores:
        if score.correct is not None:
            filled[min(BINS - 1, int(score.confidence * BINS))].append((score.confidence, score.correct))
    return tuple(_bin(index, rows) for index, rows in enumerate(filled))


def _bin(index: int, rows: Sequence[tuple[float, bool]]) -> Bin:
    sure = sum(sorted(confidence for confidence, _ in rows))
    right = sum(correct for _, correct in rows)
    return Bin(index / BINS, (index + 1) / BINS, len(rows), _ratio(sure, len(rows)), _ratio(right, len(rows)))


def calibration_error(bins: Sequence[Bin]) -> float | None:
    """Expected calibration error: the mean gap between confidence and accuracy, each bin by its clips.

    The measure is that of Naeini, Cooper and Hauskrecht (AAAI 2015).
    """
    gaps = [
        bin_.clips * abs(bin_.confidence - bin_.accuracy)
        for bin_ in bins
        if bin_.confidence is not None and bin_.accuracy is not None
    ]
    return _ratio(sum(gaps), sum(bin_.clips for bin_ in bins))
