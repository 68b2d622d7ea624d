"""Any words, in any state of the form: an Extraction that the rules can take, never an exception."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spoken_cases import BEFORE, TODAY

from edgebharo.capture import Piece
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import tokenize
from edgebharo.types import Answer, Answers, Candidate, Hypothesis, Span, Transcript, Word, never_cancelled
from edgebharo.understand.extract import extract

WORDS = [
    token.text
    for token in tokenize(
        normalize(
            "हां नहीं जी मेरा नाम कमला देवी सीता है हूं मैं गया पटना नालंदा ज़िला से और नौ आठ सात छह पांच चार तीन दो "
            "एक शून्य डबल सौ हज़ार साढ़े सवा महीना महीने हफ़्ते चल रहा हो गए बच्चा पेट पता मालूम रुकिए मिनट गलत बोला "
            "बदलो आधार आंगनवाड़ी व्हाट्सऐप नंबर वही यही जो अभी बताया मई जून कल परसों पिछले साल तारीख शायद आखिरी की "
            "जगह क्या फिर बोलिए बंद करो 98765"
        )
    )
]
TEXTS = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join),
    st.text(max_size=40).map(normalize),
)
ASKED = st.sampled_from((*BEFORE, "aadhaar_last4", None))
HELD = {**BEFORE, "aadhaar_last4": "4321"}


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(TEXTS, ASKED, st.booleans(), st.booleans(), st.sampled_from(("", "987", "98765")))
def test_nothing_raises_and_every_value_has_a_reason(  # noqa: PLR0917
    enrolment: LoadedForm, text: str, asked: str | None, filled: bool, holding: bool, kept: str
) -> None:
    stored = {name: Answer(status="answered", value=value, source="rules") for name, value in BEFORE.items()}
    held = (Candidate(asked, HELD[asked], Span(0, 1), "rules"),) if asked and holding else ()
    answers = Answers(fields=MappingProxyType(stored if filled else {}), asked=asked, held=held, partial=kept)
    transcript = Transcript(1, text)
    extraction = extract(enrolment, answers, transcript, TODAY, None, never_cancelled)
    for candidate in extraction.candidates:
        assert candidate.span is not None
        assert 0 <= candidate.span.start < candidate.span.end <= len(text)
        assert candidate.source in ("rules", "state")
        assert candidate.reading
    decide(enrolment, answers, extraction, TODAY)


PIECES = {
    "linked_number": (Piece("digits", 0, 5), Piece("digits", 5, 5)),
    "child_dob": (Piece("day"), Piece("month"), Piece("year")),
    "name": (Piece("spelling"),),
}
KNOWN = {"linked_number": ("", "98765"), "child_dob": ("", "15--", "15-4-", "--2025"), "name": ("",)}


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(TEXTS, TEXTS, st.sampled_from(sorted(PIECES)), st.integers(0, 3), st.integers(0, 3))
def test_any_words_may_follow_the_question_for_a_part(  # noqa: PLR0917
    enrolment: LoadedForm, text: str, other: str, asked: str, piece: int, known: int
) -> None:
    pieces, partials = PIECES[asked], KNOWN[asked]
    answers = Answers(asked=asked, piece=pieces[piece % len(pieces)], partial=partials[known % len(partials)])
    heard = Transcript(1, text, (Hypothesis(text, -0.5), Hypothesis(other, -1.0)), snr_db=12.0)
    extraction = extract(enrolment, answers, heard, TODAY, None, never_cancelled)
    decide(enrolment, answers, extraction, TODAY)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(TEXTS)
def test_any_words_may_follow_the_summary(enrolment: LoadedForm, text: str) -> None:
    stored = {name: Answer(status="answered", value=value, source="rules") for name, value in BEFORE.items()}
    answers = Answers(fields=MappingProxyType(stored), reviewing=tuple(stored), reviews=1)
    extraction = extract(enrolment, answers, Transcript(1, text), TODAY, None, never_cancelled)
    decide(enrolment, answers, extraction, TODAY)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.sampled_from(
        ("हां", "जी", "जी हां", "हम्म", "हां हां", "अच्छा", "ठीक है", "नहीं", "ना", "ओके", "बिल्कुल", "चलिए")
    ),
    ASKED,
)
def test_a_backchannel_answers_yes_no_questions_only(
    enrolment: LoadedForm, text: str, asked: str | None
) -> None:
    answers = Answers(asked=asked)
    extraction = extract(enrolment, answers, Transcript(1, text), TODAY, None, never_cancelled)
    booleans = {field.name for field in enrolment.form.fields if field.type == "boolean"}
    assert {candidate.field for candidate in extraction.candidates} <= booleans & {asked}
    assert extraction.partial == ""


def test_silence_says_nothing(enrolment: LoadedForm) -> None:
    extraction = extract(enrolment, Answers(asked="name"), Transcript(1, ""), TODAY, None, never_cancelled)
    assert (extraction.intent, extraction.candidates, extraction.problem) == ("none", (), None)


def test_confidence_comes_from_the_words_that_carry_the_value(enrolment: LoadedForm) -> None:
    from_words = confidence_of(enrolment, (0.9, 0.3, 0.8))
    assert from_words == 0.3
    assert confidence_of(enrolment, ()) == 0.7


def confidence_of(loaded: LoadedForm, words: tuple[float, ...]) -> float:
    text = "ज़िला नालंदा है"
    heard = Transcript(1, normalize(text), confidence=0.7)
    tokens = tokenize(heard.text)
    heard = replace(
        heard,
        words=tuple(Word(t.text, 0, 0, c) for t, c in zip(tokens, words, strict=bool(words)))
        if words
        else (),
    )
    found = extract(loaded, Answers(asked="district"), heard, TODAY, None, never_cancelled)
    return found.candidates[0].confidence
