"""HTML and SVG as values: everything that is no markup is escaped."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TypeAlias

VOID = frozenset({"br", "input", "meta"})
"""Elements without an end."""


@dataclass(frozen=True)
class Html:
    """Markup that may stand in a page as it is."""

    text: str


Child: TypeAlias = Html | str | int | None
Attribute: TypeAlias = str | float | bool | None


def el(tag: str, *children: Child, **attributes: Attribute) -> Html:
    """One element.

    An attribute `class_` is `class`, `stroke_width` is `stroke-width`; one that is None or False is left
    out, and of a True one only the name stands.
    """
    shown = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in VOID:
        return Html(f"<{tag}{shown}>")
    return Html(f"<{tag}{shown}>{join(*children).text}</{tag}>")


def join(*children: Child) -> Html:
    """Several, one after the other."""
    return Html("".join(_text(child) for child in children))


def _text(child: Child) -> str:
    if child is None:
        return ""
    return child.text if isinstance(child, Html) else escape(str(child))


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    key = name.rstrip("_").replace("_", "-")
    if value is True:
        return f" {key}"
    return f' {key}="{escape(f"{value:g}" if isinstance(value, float) else str(value))}"'
