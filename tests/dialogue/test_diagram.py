"""The docs' drawing of turn-taking is the table's."""

from __future__ import annotations

import pytest

from edgebharo.dialogue.table import ROWS
from scripts.turn_taking_diagram import BEGIN, DOCUMENT, END, diagram, drawn, table

pytestmark = pytest.mark.unit


def test_the_drawing_in_the_docs_is_of_this_table() -> None:
    if not DOCUMENT.is_file():
        pytest.skip("the docs are not part of this copy")
    document = DOCUMENT.read_text(encoding="utf-8")
    assert drawn(document) == document, "out of date: python -m scripts.turn_taking_diagram"


def test_every_row_and_every_phase_is_drawn() -> None:
    assert len(table().splitlines()) == len(ROWS) + 2
    for row in ROWS:
        for phase in (*row.phases, *row.to):
            assert phase in diagram()


def test_a_document_without_the_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="two lines"):
        drawn(f"{BEGIN} but no end")
    assert drawn(f"a {BEGIN} old {END} b").startswith(f"a {BEGIN}\n")
