"""How a part of a value is asked for, and how a summary sounds."""

from __future__ import annotations

from datetime import date

import pytest

from edgebharo.capture import Piece
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.spoken import unspeakable
from edgebharo.reply import phrases
from edgebharo.reply.templates import fixed_lines, render
from edgebharo.types import Answers, Ask, Candidate, Confirm, Decision, Repair, Step

TODAY = date(2026, 11, 29)


def lines(enrolment: LoadedForm, step: Step, partial: str = "") -> tuple[str, ...]:
    answers = Answers(asked="name", partial=partial)
    spoken = render(enrolment, Decision(answers, step), answers).lines
    assert all(unspeakable(line, placeholders=()) is None for line in spoken)
    return spoken


@pytest.mark.parametrize(
    ("piece", "line"),
    [
        (Piece("digits", 0, 5), "पहले पाँच अंक बोलिए।"),
        (Piece("digits", 3, 3), "अब अगले तीन अंक बोलिए।"),
        (Piece("digits", 5, 5), "अब आख़िरी पाँच अंक बोलिए।"),
    ],
)
def test_groups_of_digits(enrolment: LoadedForm, piece: Piece, line: str) -> None:
    spoken = lines(enrolment, Repair("linked_number", "refused_value", 1, piece=piece))
    assert spoken == (phrases.WHY["refused_value"], line)


def test_the_last_group_is_said_back_before_the_next_is_asked_for(enrolment: LoadedForm) -> None:
    step = Ask("linked_number", "partial", 1, Piece("digits", 6, 4))
    assert lines(enrolment, step, "987654") == ("सात छह पाँच चार", "अब आख़िरी चार अंक बोलिए।")


@pytest.mark.parametrize("part", ["day", "month", "year"])
def test_parts_of_a_date_are_not_said_back(enrolment: LoadedForm, part: str) -> None:
    step = Ask("child_dob", "partial", 1, Piece(part))  # type: ignore[arg-type]
    assert lines(enrolment, step, "15--") == (phrases.WHICH[part],)


def test_the_letters_of_a_name(enrolment: LoadedForm) -> None:
    (line,) = lines(enrolment, Ask("child_name", "repeat", 1, Piece("spelling")))
    assert line.startswith("बच्चे का नाम एक एक अक्षर")
    assert line in fixed_lines(enrolment)


def test_the_letters_of_a_name_once_more_with_a_word_for_each(enrolment: LoadedForm) -> None:
    step = Repair("child_name", "refused_value", 2, piece=Piece("spelling", worded=True))
    why, line = lines(enrolment, step)
    assert why == phrases.WHY["refused_value"]
    assert "हर अक्षर के साथ एक शब्द" in line
    assert line in fixed_lines(enrolment)


def test_a_summary_is_short_and_asks_once(enrolment: LoadedForm) -> None:
    standing = (
        Candidate("name", "सुनीता देवी", None, "state"),
        Candidate("pregnant", value=True, span=None, source="state"),
        Candidate("linked_number", "9876543210", None, "state"),
    )
    spoken = lines(enrolment, Confirm(standing, review=True))
    assert spoken == (
        phrases.IN_SHORT,
        "आपका नाम",
        "सुनीता देवी",
        "आप अभी गर्भवती हैं।",
        "आंगनवाड़ी वाला फ़ोन नंबर",
        "नौ आठ सात छह पाँच",
        "चार तीन दो एक शून्य",
        phrases.ALL_RIGHT,
    )
    assert {spoken[0], spoken[-1]} <= set(fixed_lines(enrolment))
