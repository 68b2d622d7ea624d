"""Turns what a command printed on a terminal into an SVG picture for the README.

FORCE_COLOR=1 COLUMNS=100 edgebharo demo | python scripts/terminal_picture.py docs/demo.svg "edgebharo demo"
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 100


def picture(ansi: str, title: str) -> str:
    """The SVG of a terminal that shows `ansi`."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(ansi))
    return console.export_svg(title=title)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    Path(sys.argv[1]).write_text(picture(sys.stdin.read(), sys.argv[2]), encoding="utf-8")
