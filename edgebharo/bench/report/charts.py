"""Charts as SVG that needs nothing else: they take the colours of the page, light or dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgebharo.bench.report.markup import Html, el, join

WIDTH, RIGHT = 480, 64
"""Of a chart, and of the figures at its right: small enough for a phone."""
LEAST_LABEL, MOST_LABEL, LETTER = 90, 230, 7
"""Of the names at its left, and of a letter in them."""
ROW, TOP, FOOT = 24, 26, 22


@dataclass(frozen=True)
class Dot:
    """One line of a dot chart: a name, and a share 0..1 for each series that has one."""

    name: str
    values: Mapping[str, float | None]
    low: float | None = None
    """An interval around the first series."""
    high: float | None = None


@dataclass(frozen=True)
class _Frame:
    """Where the plot lies between names and figures, and what its axis shows."""

    left: int
    least: float = 0.0
    """The share at its left end; 1 is at its right end."""

    @property
    def width(self) -> int:
        return WIDTH - RIGHT - self.left

    @property
    def right(self) -> int:
        return self.left + self.width

    def x(self, share: float) -> float:
        """The place of a share 0..1."""
        return round(self.left + self.width * (share - self.least) / (1 - self.least), 1)


def _frame(names: Sequence[str], least: float = 0.0) -> _Frame:
    letters = max(map(len, names), default=0)
    return _Frame(min(MOST_LABEL, max(LEAST_LABEL, LETTER * letters + 10)), least)


def dots(rows: Sequence[Dot], series: Sequence[str], marks: Mapping[str, float], title: str) -> Html:
    """Shares as dots: the axis begins where the least does, which bars may not.

    `series` has its first value written out; `marks` are lines from top to bottom, with a name each.
    """
    shown = [value for row in rows for value in (*row.values.values(), row.low) if value is not None]
    least = max(0, int(20 * min([*shown, *marks.values(), 0.95]))) / 20
    frame = _frame([row.name for row in rows], least)
    bottom = TOP + ROW * len(rows)
    return _svg(
        title,
        bottom + FOOT + 14 * len(marks),
        _legend(series, frame),
        *(_mark(name, frame.x(value), bottom, at) for at, (name, value) in enumerate(marks.items())),
        *(_dot_row(row, series, frame, TOP + ROW * at) for at, row in enumerate(rows)),
        _text(frame.left, bottom + 14, f"{100 * least:.0f} %", class_="quiet"),
        _text(frame.right, bottom + 14, "100 %", class_="quiet", anchor="end"),
    )


def _dot_row(row: Dot, series: Sequence[str], frame: _Frame, y: int) -> Html:
    """The first series on top and smallest, so that equal ones show as rings around it."""
    middle = y + ROW // 2
    parts = [
        _name(row.name, frame, middle + 4),
        el("line", x1=frame.left, x2=frame.right, y1=middle, y2=middle, class_="rule"),
    ]
    if row.low is not None and row.high is not None:
        ends = (frame.x(row.low), frame.x(row.high))
        parts.append(el("line", x1=ends[0], x2=ends[1], y1=middle, y2=middle, class_="interval"))
    for index in reversed(range(len(series))):
        value = row.values.get(series[index])
        if value is not None:
            parts.append(el("circle", cx=frame.x(value), cy=middle, r=4 + 2 * index, class_=f"series{index}"))
    first = row.values.get(series[0])
    if first is not None:
        parts.append(_text(WIDTH, middle + 4, f"{100 * first:.1f} %", anchor="end"))
    return join(*parts)


def counts(rows: Sequence[tuple[str, int]], title: str) -> Html:
    """Counts as bars, each with its number."""
    most = max((count for _, count in rows), default=1) or 1
    frame, parts = _frame([name for name, _ in rows]), []
    for at, (name, count) in enumerate(rows):
        y, end = 4 + ROW * at, frame.x(count / most)
        parts += [
            _name(name, frame, y + 16),
            el("rect", x=frame.left, y=y + 4, width=round(end - frame.left, 1), height=ROW - 8, class_="bar"),
            _text(end + 6, y + 16, str(count)),
        ]
    return _svg(title, 8 + ROW * len(rows), *parts)


def histogram(
    values: Sequence[float], step: float, marks: Mapping[str, float], unit: str, title: str
) -> Html:
    """How often a value lies in each step from 0; the last bar holds all beyond the last mark too."""
    end = max([*marks.values(), step]) * 1.25
    bins = [0] * (round(end / step) + 1)
    for value in values:
        bins[min(len(bins) - 1, max(0, int(value // step)))] += 1
    most, height = max(bins) or 1, 120
    wide = (WIDTH - 20) / len(bins)
    bottom, last = TOP + height, f"{(len(bins) - 1) * step:g} {unit} and more"
    return _svg(
        title,
        bottom + FOOT + 14 * len(marks),
        *(_bar(10 + at * wide, bottom, wide - 1, height * count / most) for at, count in enumerate(bins)),
        *(
            _mark(f"{name}: {value:g} {unit}", 10 + value / step * wide, bottom, at)
            for at, (name, value) in enumerate(marks.items())
        ),
        _text(10, bottom + 14, "0", class_="quiet"),
        _text(WIDTH - 10, bottom + 14, last, class_="quiet", anchor="end"),
    )


def _bar(x: float, bottom: int, width: float, height: float) -> Html:
    shape = {"x": x, "y": bottom - height, "width": width, "height": height}
    return el("rect", **{name: round(value, 1) for name, value in shape.items()}, class_="bar")


def _mark(name: str, x: float, bottom: int, at: int) -> Html:
    """A line with its name under the chart, each name a line lower than the one before."""
    line = el("line", x1=x, x2=x, y1=TOP - 6, y2=bottom, class_="mark")
    anchor = "end" if x > WIDTH / 2 else "start"
    return join(line, _text(x, bottom + 28 + 14 * at, name, class_="quiet", anchor=anchor))


def _name(name: str, frame: _Frame, y: int) -> Html:
    most = (frame.left - 10) // LETTER
    shown = name if len(name) <= most else f"{name[: most - 1]}…"
    return el("text", el("title", name), shown, x=frame.left - 10, y=y, text_anchor="end")


def _legend(series: Sequence[str], frame: _Frame) -> Html:
    parts, x = [], frame.left
    for index, name in enumerate(series):
        parts += [
            el("circle", cx=x + 5, cy=10, r=5, class_=f"series{index}"),
            _text(x + 14, 14, name, class_="quiet"),
        ]
        x += 26 + LETTER * len(name)
    return join(*parts)


def _text(x: float, y: float, text: str, *, class_: str = "", anchor: str = "start") -> Html:
    return el("text", text, x=x, y=y, class_=class_ or None, text_anchor=anchor)


def _svg(title: str, height: int, *parts: Html) -> Html:
    return el(
        "svg",
        el("title", title),
        *parts,
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_label=title,
        class_="chart",
    )
