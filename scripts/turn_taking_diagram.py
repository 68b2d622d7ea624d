"""Draws the table of turn-taking into docs/turn-taking.md: a diagram of the phases, and every row.

    python -m scripts.turn_taking_diagram

The document keeps its other words: only what stands between the two marks is written anew.
"""

from __future__ import annotations

from pathlib import Path

from edgebharo.dialogue.table import ROWS, Row

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "turn-taking.md"
BEGIN = "<!-- drawn from the table by scripts/turn_taking_diagram.py -->"
END = "<!-- end of what is drawn -->"
CROWD = 6
"""A row of so many phases is drawn from one box that stands for all of them."""


def diagram() -> str:
    """What leads from which phase to which, as a Mermaid state diagram; what leads nowhere is left out."""
    lines = ["```mermaid", "stateDiagram-v2", "  [*] --> thinking"]
    crowds = [row for row in ROWS if len(row.phases) >= CROWD]
    lines += [f'  state "{", ".join(row.phases)}" as crowd{number}' for number, row in enumerate(crowds)]
    edges: dict[tuple[str, str], list[str]] = {}
    for row in ROWS:
        sources = (f"crowd{crowds.index(row)}",) if row in crowds else row.phases
        for source, target in ((source, target) for source in sources for target in row.to):
            if source != target:
                edges.setdefault((source, target), []).append(row.event.__name__)
    lines += [f"  {source} --> {target} : {', '.join(names)}" for (source, target), names in edges.items()]
    return "\n".join([*lines, "  closed --> [*]", "```"])


def table() -> str:
    """Every row, as Markdown."""
    return "\n".join(["| phase | event | next | commands | |", "|---|---|---|---|---|", *map(_row, ROWS)])


def _row(row: Row) -> str:
    commands = ", ".join(command.__name__ for command in row.does)
    return (
        f"| {', '.join(row.phases)} | {row.event.__name__} | {', '.join(row.to)} | {commands} | {row.why} |"
    )


def drawn(document: str) -> str:
    """`document` with what stands between the marks written anew.

    Raises:
        ValueError: a mark is missing.
    """
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{DOCUMENT}: put these two lines where the drawing belongs: {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{diagram()}\n\n{table()}\n\n{END}{after}"


if __name__ == "__main__":
    DOCUMENT.write_text(drawn(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
