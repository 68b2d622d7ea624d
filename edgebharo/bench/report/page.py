"""The page around a report: it looks for nothing outside itself, and is told to the browser to."""

from __future__ import annotations

from edgebharo.bench.report.markup import Html, el, join

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "img-src data:; media-src data:"
)
"""The browser refuses whatever would come from elsewhere."""

STYLE = """
:root { color-scheme: light dark; --ink: #22262a; --quiet: #6a7278; --paper: #ffffff; --panel: #f3f5f7;
  --line: #d8dde1; --good: #1f7a4d; --bad: #b3401c; --a: #2a78b5; --b: #d08a1e; --c: #7a8288; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9eb; --quiet: #9aa3a9; --paper: #15181b;
  --panel: #1f2428; --line: #363d43; --good: #5cc38f; --bad: #f08a63; --a: #62b0ec;
  --b: #f0b450; --c: #9aa3a9; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Noto Sans", "Noto Sans Devanagari", "Nirmala UI", sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
p { margin: .25rem 0 .75rem; } .quiet { color: var(--quiet); } .good { color: var(--good); }
.bad { color: var(--bad); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; min-width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.target, td a { white-space: nowrap; }
.charts { display: grid; gap: 0 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
svg.chart { width: 100%; max-width: 34rem; height: auto; font-size: 12px; }
svg text { fill: var(--ink); } svg text.quiet { fill: var(--quiet); }
svg .rule { stroke: var(--line); } svg .mark { stroke: var(--bad); stroke-dasharray: 3 3; }
svg .interval { stroke: var(--a); stroke-width: 3; opacity: .35; }
svg .bar { fill: var(--a); } svg .series0 { fill: var(--a); } svg .series1 { fill: var(--b); }
svg .series2 { fill: var(--paper); stroke: var(--c); stroke-width: 2; }
details { background: var(--panel); border-radius: .4rem; padding: .4rem .7rem; margin: .4rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
audio { width: 100%; max-width: 34rem; margin: .4rem 0; }
input { font: inherit; width: 100%; max-width: 24rem; padding: .3rem .5rem; color: inherit;
  background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; }
a { color: var(--a); }
"""

SCRIPT = """
for (const input of document.querySelectorAll("input[data-filters]"))
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\\s+/);
    for (const row of document.querySelectorAll(input.dataset.filters))
      row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  });
const opened = () => {
  const call = location.hash && document.getElementById(location.hash.slice(1));
  if (call && call.tagName === "DETAILS") { call.open = true; call.scrollIntoView(); }
};
addEventListener("hashchange", opened);
opened();
"""


def page(title: str, *sections: Html | None) -> str:
    """A whole page."""
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=POLICY),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", title),
        el("style", Html(STYLE)),
    )
    body = el("body", join(*sections), el("script", Html(SCRIPT)))
    return f"<!DOCTYPE html>\n{el('html', head, body, lang='en').text}\n"


def section(title: str, *children: Html | None) -> Html:
    """A part of the page."""
    return el("section", el("h2", title), *children)


def panel(title: str, *drawn: Html) -> Html:
    """A chart and its title, beside others where there is room."""
    return el("div", el("h3", title), *drawn)


def quiet(text: str) -> Html:
    """A remark."""
    return el("p", text, class_="quiet")


def table(headings: tuple[str, ...], rows: list[Html], numbers: frozenset[int] = frozenset()) -> Html:
    """A table that can be moved sideways on a small screen; `numbers` are its columns of figures."""
    heads = (el("th", name, class_="number" if at in numbers else None) for at, name in enumerate(headings))
    return el("div", el("table", el("thead", el("tr", *heads)), el("tbody", *rows)), class_="wide")
