"""A little HTML: every text is escaped, for nothing but `Html` passes as markup."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.45 system-ui, "Noto Sans Devanagari", sans-serif; margin: 1.5rem auto; max-width: 70rem;
  padding: 0 1rem; }
nav a { margin-right: 1rem; }
section { margin: 2rem 0; overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .3rem 1.4rem .3rem 0; }
tr { border-bottom: 1px solid #8886; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; }
meter { width: 7rem; }
.big { font-size: 1.6rem; }
.warn { color: #b30; font-weight: 600; }
label { display: inline-block; margin: 0 1rem .6rem 0; }
@media (prefers-color-scheme: dark) { .warn { color: #f96; } }
"""
_STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""Content-Security-Policy of every page: its own style and its own forms, and nothing else."""
VOID = frozenset({"input", "meta"})


@dataclass(frozen=True)
class Html:
    """Markup, as opposed to text."""

    text: str


Child: TypeAlias = Html | str | int


@dataclass(frozen=True)
class Column:
    """A table's column."""

    heading: str
    number: bool = False


def tag(element: str, /, *children: Child, **attributes: str | float | None) -> Html:
    """An element. `class_` is the attribute class; an attribute that is None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if element in VOID:
        return Html(f"<{element}{written}>")
    return Html(f"<{element}{written}>{''.join(map(_inner, children))}</{element}>")


def _inner(child: Child) -> str:
    return child.text if isinstance(child, Html) else escape(str(child))


def table(columns: Sequence[Column], rows: Iterable[Sequence[Child]], caption: str) -> Html:
    """A table, or the word that it is empty."""

    def line(kind: str, cells: Sequence[Child]) -> Html:
        pairs = zip(cells, columns, strict=True)
        return tag(
            "tr", *(tag(kind, cell, class_="number" if column.number else None) for cell, column in pairs)
        )

    body = [line("td", row) for row in rows]
    if not body:
        return tag("section", tag("h2", caption), tag("p", "Nothing here."))
    head = tag("thead", line("th", [column.heading for column in columns]))
    return tag("section", tag("h2", caption), tag("table", head, tag("tbody", *body)))


def document(title: str, *body: Child) -> str:
    """A whole page that needs nothing else: no script, no font, no picture."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{title} · EdgeBharo registry"),
        tag("style", Html(STYLE)),
    )
    links = (("/", "Overview"), ("/search", "Search"), ("/duplicates", "Duplicates"), ("/held", "Quarantine"))
    menu = tag("nav", *(tag("a", text, href=path) for path, text in links))
    page = tag("html", head, tag("body", menu, tag("h1", title), *body), lang="en")
    return f"<!doctype html>\n{page.text}\n"
