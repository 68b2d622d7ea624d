"""Answers to a question for a part of a value."""

from __future__ import annotations

from datetime import date

import pytest

from edgebharo.capture import Piece
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.date_pieces import DatePieces
from edgebharo.hindi.normalize import normalize
from edgebharo.types import (
    Answers,
    Candidate,
    Extraction,
    Hypothesis,
    Span,
    Transcript,
    Value,
    never_cancelled,
)
from edgebharo.understand.extract import extract

TODAY = date(2026, 11, 29)


def told(enrolment: LoadedForm, field: str, piece: Piece, words: str, known: str = "") -> Extraction:
    answers = Answers(asked=field, piece=piece, partial=known)
    return extract(enrolment, answers, Transcript(1, normalize(words)), TODAY, None, never_cancelled)


def value(extraction: Extraction) -> Value | None:
    return extraction.candidates[0].value if extraction.candidates else None


@pytest.mark.parametrize(
    ("words", "known", "partial"),
    [
        ("नौ आठ सात छह पांच", "", "98765"),
        ("जी नौ आठ सात छह पांच", "", "98765"),
        ("अट्ठानवे सात छह पांच", "", "98765"),
        ("नौ आठ सात", "", "987"),
        ("सात नहीं आठ", "12765", "12865"),
    ],
)
def test_some_of_the_digits(enrolment: LoadedForm, words: str, known: str, partial: str) -> None:
    piece = Piece("digits", len(known), 5)
    extraction = told(enrolment, "linked_number", piece, words, known)
    assert extraction.partial == partial
    assert extraction.candidates == ()


@pytest.mark.parametrize(
    ("words", "known"),
    [("चार तीन दो एक शून्य", "98765"), ("नौ आठ सात छह पांच चार तीन दो एक शून्य", "98700")],
)
def test_the_last_digits_or_all_of_them_make_the_number(
    enrolment: LoadedForm, words: str, known: str
) -> None:
    extraction = told(enrolment, "linked_number", Piece("digits", 5, 5), words, known)
    assert value(extraction) == "9876543210"
    assert extraction.whole_piece


@pytest.mark.parametrize("words", ["नहीं", "नहीं, गलत है"])
def test_a_no_takes_the_last_piece_back(enrolment: LoadedForm, words: str) -> None:
    extraction = told(enrolment, "linked_number", Piece("digits", 5, 5), words, "98765")
    assert extraction.affirmed is False
    assert extraction.partial == ""


@pytest.mark.parametrize("words", ["पता नहीं", "एक मिनट", "फिर से बोलिए"])
def test_wishes_are_understood_as_ever(enrolment: LoadedForm, words: str) -> None:
    extraction = told(enrolment, "linked_number", Piece("digits", 0, 5), words)
    assert extraction.intent in ("dont_know", "wait", "repeat")


@pytest.mark.parametrize(
    ("part", "words", "known", "partial"),
    [
        ("day", "पंद्रह", "", "15--"),
        ("day", "पंद्रह तारीख", "", "15--"),
        ("day", "पंद्रह अप्रैल", "", "15-4-"),
        ("month", "अप्रैल", "15--", "15-4-"),
        ("month", "चौथा महीना", "15--", "15-4-"),
        ("day", "पंद्रह", "-4-2025", None),
    ],
)
def test_the_parts_of_a_date(
    enrolment: LoadedForm, part: str, words: str, known: str, partial: str | None
) -> None:
    extraction = told(enrolment, "child_dob", Piece(part), words, known)  # type: ignore[arg-type]
    if partial is None:
        assert value(extraction) == "2025-04-15"
    else:
        assert extraction.partial == partial


@pytest.mark.parametrize("words", ["दो हज़ार पच्चीस", "पच्चीस", "साल दो हज़ार पच्चीस", "बीस सौ पच्चीस"])
def test_the_year_completes_it(enrolment: LoadedForm, words: str) -> None:
    assert value(told(enrolment, "child_dob", Piece("year"), words, "15-4-")) == "2025-04-15"


def test_a_whole_date_is_taken_whatever_part_was_asked_for(enrolment: LoadedForm) -> None:
    words = "सोलह अप्रैल दो हज़ार पच्चीस"
    assert value(told(enrolment, "child_dob", Piece("month"), words, "15--")) == "2025-04-16"


def test_a_date_that_the_calendar_has_not_is_said_so(enrolment: LoadedForm) -> None:
    extraction = told(enrolment, "child_dob", Piece("month"), "फ़रवरी", "31--2025")
    assert extraction.problem == "impossible_date"


@pytest.mark.parametrize(
    ("words", "name", "reading"),
    [
        ("र आ की मात्रा ध आ की मात्रा", "राधा", "spelled"),
        ("क से कमल म से मछली ल आ की मात्रा", "कमला", "spelled"),
        ("ज नीचे नुक्ता ओ की मात्रा य आ की मात्रा", "ज़ोया", "spelled"),  # the dot is no other letter
        ("राधा", "राधा", "bare"),
    ],
)
def test_a_name_letter_by_letter(enrolment: LoadedForm, words: str, name: str, reading: str) -> None:
    (candidate,) = told(enrolment, "name", Piece("spelling"), words).candidates
    assert (candidate.value, candidate.reading, candidate.doubtful) == (name, reading, True)


@pytest.mark.parametrize("text", ["15-4-2025", "15--2025", "--2025", ""])
def test_the_known_parts_of_a_date_survive_as_text(text: str) -> None:
    assert DatePieces.of(text).text == text


@pytest.mark.parametrize("text", ["9876", "a-b-c", "1-2", "98-765"])
def test_digits_are_no_parts_of_a_date(text: str) -> None:
    assert DatePieces.of(text) == DatePieces()


# ---------------------------------------------------------------- a read-back that is called wrong


def answered(enrolment: LoadedForm, held: Candidate, *texts: tuple[str, float]) -> Extraction:
    heard = Transcript(1, texts[0][0], tuple(Hypothesis(text, score) for text, score in texts))
    answers = Answers(asked=held.field, held=(held,))
    return extract(enrolment, answers, heard, TODAY, None, never_cancelled)


@pytest.mark.parametrize(
    ("words", "piece"),
    [("साल गलत है", Piece("year")), ("नहीं महीना गलत है", Piece("month")), ("नहीं गलत है", None)],
)
def test_the_part_that_is_called_wrong(enrolment: LoadedForm, words: str, piece: Piece | None) -> None:
    held = Candidate("child_dob", "2025-04-15", Span(0, 1), "rules")
    extraction = answered(enrolment, held, (words, -0.1))
    assert (extraction.affirmed, extraction.wrong) == (False, piece)


def test_the_end_of_a_number_that_is_called_wrong(enrolment: LoadedForm) -> None:
    held = Candidate("linked_number", "9876543210", Span(0, 1), "rules")
    assert answered(enrolment, held, ("आखिरी वाला गलत है", -0.1)).wrong == Piece("digits", 5, 5)


def test_a_no_with_the_same_number_is_read_from_the_next_text(enrolment: LoadedForm) -> None:
    held = Candidate("aadhaar_last4", "1234", Span(0, 1), "rules")
    texts = (("नहीं एक दो तीन चार", -0.4), ("नहीं एक दो तीन सात", -1.4))
    extraction = answered(enrolment, held, *texts)
    assert value(extraction) == "1237"
    assert extraction.affirmed is False


@pytest.mark.parametrize(
    "words", ["नहीं र आ की मात्रा ध आ की मात्रा", "नहीं र से रथ आ की मात्रा ध से धनुष आ की मात्रा"]
)
def test_a_no_with_the_letters_of_the_name(enrolment: LoadedForm, words: str) -> None:
    held = Candidate("name", "रधा", Span(0, 1), "rules", reading="spelled")
    (candidate,) = answered(enrolment, held, (normalize(words), -0.1)).candidates
    assert (candidate.value, candidate.reading, candidate.correction) == ("राधा", "spelled", True)


def test_the_name_itself_before_its_letters_is_no_letter(enrolment: LoadedForm) -> None:
    words = "श भ श से शलजम ओ की मात्रा भ से भालू आ की मात्रा"
    assert value(told(enrolment, "name", Piece("spelling"), words)) == "शोभा"
