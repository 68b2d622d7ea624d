"""How the hearing benchmark looks on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from edgebharo.bench import scores
from edgebharo.bench.asr import AsrSuite, scores_of
from edgebharo.bench.scores import Score
from edgebharo.bench.show import metrics_table, show_verdict
from edgebharo.bench.suite import Result

MOST_LINES = 25
"""Lines of a table; the rest is in the JSON."""
NOTHING = "(nothing)"


def show_hearing(console: Console, result: Result, suite: AsrSuite) -> None:
    """Speakers, confusions, self-knowledge, then the figures and how they came about."""
    judged = scores_of(result.rows)
    console.print(_speakers(judged))
    if any(score.correct is False for score in judged):
        console.print(_confusions(judged))
    if any(score.correct is not None for score in judged):
        console.print(_reliability(judged))
    console.print(metrics_table(result))
    for note in notes(suite, judged):
        console.print(note, markup=False, soft_wrap=True)
    show_verdict(console, result)


def notes(suite: AsrSuite, judged: Sequence[Score]) -> tuple[str, ...]:
    """What a reader of the figures must know: the question, the closed set, what was made artificially."""
    listening, answers = suite.listening, suite.answers
    lines = [f"asked for {listening.expect.kind}; one thread, decoding included"]
    if answers is not None and answers.source == "candidates":
        lines.append(f"closed set: the {len(answers.entries)} candidates, which the ear was told")
    elif answers is not None:
        lines.append(
            f"closed set: the {len(answers.entries)} different answers of the manifest, "
            "which the ear was not told"
        )
    outside = sum(score.closed is None for score in judged) if answers is not None else 0
    if outside:
        lines.append(f"{outside} clips say none of them and count in no closed_accuracy")
    if listening.condition != "clean":
        lines.append(f"the sound was made {listening.condition} artificially")
    if listening.splice is not None:
        lines.append(f"numbers of {listening.splice} digits, spliced from single digits of one speaker each")
    return tuple(lines)


def _speakers(judged: Sequence[Score]) -> Table:
    table = Table(title="speakers, the worst first", title_justify="left")
    for heading in ("speaker", "clips", "value", "closed", "WER", "forgiving", "CER"):
        table.add_column(heading, justify="left" if heading == "speaker" else "right")
    rows = scores.speakers(judged)
    for row in rows[:MOST_LINES]:
        figures = (row.value_accuracy, row.closed_accuracy, row.wer, row.forgiving_wer, row.cer)
        table.add_row(escape(row.speaker), str(row.clips), *map(_percent, figures))
    _count_rest(table, len(rows))
    return table


def _confusions(judged: Sequence[Score]) -> Table:
    table = Table("said", "heard as", "times", title="heard wrong", title_justify="left")
    rows = scores.confusions(judged)
    for row in rows[:MOST_LINES]:
        table.add_row(escape(row.reference), escape(row.heard or NOTHING), str(row.count))
    _count_rest(table, len(rows))
    return table


def _reliability(judged: Sequence[Score]) -> Table:
    table = Table(title="confidence and accuracy", title_justify="left")
    for heading in ("confidence", "clips", "mean", "right"):
        table.add_column(heading, justify="right")
    for row in scores.reliability(judged):
        if row.clips:
            figures = (_percent(row.confidence), _percent(row.accuracy))
            table.add_row(f"{row.low:.1f}-{row.high:.1f}", str(row.clips), *figures)
    return table


def _count_rest(table: Table, rows: int) -> None:
    if rows > MOST_LINES:
        table.add_row(f"… and {rows - MOST_LINES} more")


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"
