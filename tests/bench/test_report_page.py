"""The HTML report: it needs nothing outside itself, hides no failure, and lets no text be markup."""

from __future__ import annotations

import base64
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf
from command_line import Run
from form_rows import form_row, outcome, wrong_row

from edgebharo.bench.report import charts
from edgebharo.bench.report.compare import case_name
from edgebharo.bench.report.failures import calls_to_hear, failures, is_forms
from edgebharo.bench.report.markup import VOID, Html, el, join
from edgebharo.bench.report.sounds import encode
from edgebharo.bench.report.write import make_page, write_report
from edgebharo.bench.suite import Result, Row, Target
from edgebharo.errors import OutputError
from edgebharo.types import SAMPLE_RATE

pytestmark = pytest.mark.unit

REFERRING = ("src", "href", "srcset", "poster", "data", "action", "xlink:href", "background")
GROUPS = [
    {"by": "condition", "group": name, "calls": 2, "form_completion": share, "form_completion_live": share}
    for name, share in (("ideal", 1.0), ("noise", 0.5))
]


class Page(HTMLParser):
    """What stands in a page. An element without its end, or an end without its element, fails."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.references: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.references += [value or "" for name, value in attrs if name in REFERRING]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text += data


def result(*rows: Row, suite: str = "forms", **metrics: float | None) -> Result:
    targets = (Target("form_completion", ">=", 0.97),)
    return Result(
        suite,
        metrics or {"form_completion": 0.95},
        targets,
        "a machine",
        1,
        quick=False,
        rows=rows,
        failures={},
    )


ROWS = (form_row("a"), wrong_row("b"), form_row("c", reference=outcome(right=False, cause="rules")))


def test_nothing_in_the_page_refers_outside() -> None:
    sounds = {case_name(ROWS[1]): encode(np.zeros((SAMPLE_RATE, 2), np.int16))}
    text = make_page(result(*ROWS), {"groups": GROUPS}, result(*ROWS), sounds)
    page = Page(text)
    inside = [reference for reference in page.references if reference.startswith("#")]
    assert {reference[1:] for reference in inside} <= set(page.ids)
    assert all(reference.startswith(("#", "data:audio/ogg;base64,")) for reference in page.references)
    assert not {"link", "iframe", "object", "embed", "base"} & set(page.tags)
    assert not re.search(r"url\(|@import|https?:|//[a-z]", re.sub(r"base64,[^\"]*", "", text))
    assert "default-src &#x27;none&#x27;" in text
    assert len(page.ids) == len(set(page.ids))


def test_every_wrong_field_stands_in_it_with_its_cause() -> None:
    page = Page(make_page(result(*ROWS), {}, None, {}))
    assert page.tags.count("details") == 2
    for told in (
        "live: asr",
        "as heard: asr",
        "as spoken: rules",
        "गीता",
        "S5 false claim",
        "मेरा नाम गीता है",
    ):
        assert told in page.text


def test_targets_published_figures_and_the_last_run_stand_beside_each_figure() -> None:
    before = result(*ROWS, form_completion=0.9)
    page = Page(make_page(result(*ROWS, form_completion=0.95), {}, before, {}))
    for told in ("not all targets met", "0.9347", "+0.05", "a yardstick", "Since the last run"):
        assert told in page.text


def test_a_flawless_run_says_so() -> None:
    page = Page(make_page(result(form_row("a"), form_completion=1.0), {}, None, {}))
    assert "all targets met" in page.text
    assert "Wrong fieldsNone." in page.text
    assert "details" not in page.tags


def test_what_was_not_measured_is_told() -> None:
    found = Result("forms", {}, (), "m", 1, quick=True, rows=ROWS, failures={"d": "the ear failed"})
    assert "not measured: d: the ear failed" in Page(make_page(found, {}, None, {})).text


HOSTILE = "<script>alert(1)</script>\"'&"


def test_no_text_becomes_markup() -> None:
    fields = {HOSTILE: {"expected": HOSTILE, "got": [HOSTILE], "right": False, "cause": HOSTILE}}
    held = {"status": "complete", "fields": fields}
    row = wrong_row(HOSTILE, voice=HOSTILE, heard=held, live=held)
    groups = [{"by": HOSTILE, "group": HOSTILE, "calls": 1, "form_completion": 0.5}] * 2
    details = {"groups": groups, "published": {HOSTILE: HOSTILE}}
    page = Page(make_page(result(row), details, None, {}))
    assert page.tags.count("script") == 1
    assert HOSTILE in page.text


def test_the_sound_of_a_call_can_be_played() -> None:
    seconds = np.arange(3 * SAMPLE_RATE) / SAMPLE_RATE
    tone = (8000 * np.sin(2 * np.pi * 440 * seconds)).astype(np.int16)
    sound = encode(np.stack([tone, np.zeros_like(tone)], axis=1))
    assert len(sound.data) < tone.nbytes / 2
    kind, _, encoded = sound.url.partition(";base64,")
    assert kind == "data:audio/ogg"
    samples, rate = sf.read(io.BytesIO(base64.b64decode(encoded)))
    assert (rate, samples.shape) == (SAMPLE_RATE, (len(tone), 2))
    assert np.abs(samples[:, 0]).max() > 0.2
    assert np.abs(samples[:, 1]).max() < 0.01  # the sides are not mixed


def test_calls_worth_hearing_are_the_wrong_ones() -> None:
    two = {"name": {"right": False}, "district": {"right": False}}
    worse = wrong_row("worse", live={"status": "failed", "fields": two})
    rows = (form_row("a"), wrong_row("b"), worse, form_row("late", left=True, live=None))
    assert calls_to_hear(rows) == (case_name(worse), case_name(rows[1]))
    assert calls_to_hear(rows, 1) == (case_name(worse),)


def test_a_baselines_failures_are_not_ours() -> None:
    theirs = wrong_row("theirs", system="whisper")
    assert failures((theirs,)) == ()
    assert calls_to_hear((theirs,)) == ()
    assert "theirs" not in Page(make_page(result(form_row("a"), theirs), {}, None, {})).text


def test_failures_come_in_an_order_that_the_rows_do_not_change() -> None:
    assert failures(ROWS) == failures(ROWS[::-1])
    assert [failure.which for failure in failures(ROWS)] == ["live", "heard", "reference"]
    assert not is_forms([{"case": "a"}])


def test_another_benchmark_has_a_page_too() -> None:
    rows: tuple[Row, ...] = ({"case": "one", "success": False}, {"case": "two", "success": True})
    page = Page(make_page(result(*rows, suite="turns"), {"published": {"points": [{"a": 1}]}}, None, {}))
    assert "Cases that went wrongone" in page.text
    assert "0.9347" not in page.text  # a figure of that name means something else there
    assert '[{"a": 1}]' in page.text


# ---------------------------------------------------------------- the parts


def test_markup_escapes_all_but_markup() -> None:
    made = el("p", "<&>", Html("<b>x</b>"), None, 3, class_='a"b', hidden=True, id=None)
    assert made.text == '<p class="a&quot;b" hidden>&lt;&amp;&gt;<b>x</b>3</p>'
    assert join(el("br"), el("line", stroke_width=0.5)).text == '<br><line stroke-width="0.5"></line>'


def test_dots_lie_where_their_share_is() -> None:
    row = charts.Dot("a", {"x": 0.9}, 0.8, 1.0)
    drawn = charts.dots([row], ("x",), {"limit": 0.8}, "title").text
    left = charts.LEAST_LABEL
    right = charts.WIDTH - charts.RIGHT
    assert f'x1="{left}" x2="{right}"' in drawn  # the axis reaches from 80 to 100 %
    middle = (left + right) / 2
    assert f'cx="{middle:g}"' in drawn
    assert ">90.0 %<" in drawn
    Page(drawn)


@pytest.mark.parametrize("values", [[], [0.0], [100.0, 250.0, 9000.0]])
def test_a_histogram_holds_every_value(values: list[float]) -> None:
    drawn = charts.histogram(values, 250, {"limit": 1000}, "ms", "title").text
    heights = [float(height) for height in re.findall(r'<rect[^>]* height="([0-9.]+)"', drawn)]
    assert sum(height > 0 for height in heights) == min(len(values), 3)


@pytest.mark.parametrize("rows", [[], [("a", 0)], [("a", 3), ("b", 1)]])
def test_counts_are_written_out(rows: list[tuple[str, int]]) -> None:
    drawn = charts.counts(rows, "title").text
    assert all(f">{count}<" in drawn for _, count in rows)


# ---------------------------------------------------------------- the command


def test_the_command_writes_a_page(edgebharo: Run, tmp_path: Path) -> None:
    data = result(*ROWS).as_json() | {"groups": GROUPS}
    (tmp_path / "forms.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    page = tmp_path / "new" / "forms.html"
    ended = edgebharo("bench", "report", tmp_path / "forms.json", page, "--last", tmp_path / "forms.json")
    assert ended.code == 0
    found = Page(page.read_text("utf-8"))
    assert "by condition" in found.text
    assert "Since the last run" in found.text


def test_a_page_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="give another path"):
        write_report(result(*ROWS), {}, tmp_path / "file" / "page.html")
