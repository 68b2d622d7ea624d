"""Whatever is proposed: what comes out of the gate rests on heard words or on the form."""

from __future__ import annotations

from types import MappingProxyType

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spoken_cases import TODAY

from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.digits import read_digits
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import same_name
from edgebharo.hindi.tokens import tokenize
from edgebharo.types import Answer, Answers, Candidate, Extraction, Source, Span, Transcript, Value
from edgebharo.understand.grounding import ground

EMPTY = Answers(asked="name")
VOCABULARY = [
    token.text
    for token in tokenize(
        "मेरा नाम कमला देवी सीता है गया पटना नालंदा से हूं नौ आठ सात छह पांच चार तीन दो एक शून्य डबल साठ हां नहीं "
        "महीने मई जून कल हजार पच्चीस आंगनवाड़ी टोला पता"
    )
]
TEXTS = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=12).map(
    lambda words: normalize(" ".join(words))
)
FIELDS = st.sampled_from(
    (
        "name",
        "district",
        "clinic_name",
        "pregnant",
        "gestational_age_months",
        "child_name",
        "child_dob",
        "linked_number",
        "whatsapp_number",
        "aadhaar_last4",
        "no_such_field",
    )
)
VALUES: st.SearchStrategy[Value] = st.one_of(
    st.sampled_from(VOCABULARY),
    st.sampled_from(("कमला देवी", "सीता देवी", "पटना", "गया", "2026-05-09", "2025-06-01")),
    st.text("0123456789", min_size=1, max_size=12),
    st.integers(-1, 30),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.tuples(st.sampled_from(VOCABULARY)),
)


@st.composite
def proposals(draw: st.DrawFn) -> tuple[str, Candidate]:
    text = draw(TEXTS)
    ends = sorted((draw(st.integers(-1, len(text) + 2)), draw(st.integers(-1, len(text) + 2))))
    span = draw(st.one_of(st.none(), st.just(Span(*ends)), st.just(Span(0, len(text)))))
    source: Source = draw(st.sampled_from(("rules", "model")))
    return text, Candidate(draw(FIELDS), draw(VALUES), span, source)


def passes(loaded: LoadedForm, text: str, candidate: Candidate, answers: Answers = EMPTY) -> bool:
    extraction = Extraction("answer", (candidate,))
    return bool(ground(extraction, Transcript(1, text), answers, loaded, TODAY).candidates)


@settings(max_examples=600, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(proposals())
def test_only_explained_values_pass(enrolment: LoadedForm, proposal: tuple[str, Candidate]) -> None:
    text, candidate = proposal
    if not passes(enrolment, text, candidate):
        return
    assert candidate.span is not None
    words = [token for token in tokenize(text) if candidate.span.start <= token.start < candidate.span.end]
    assert words
    value = candidate.value
    if candidate.field in ("linked_number", "whatsapp_number", "aadhaar_last4"):
        assert isinstance(value, str)
        assert value in read_digits(words, None).digits or value == read_digits(words, len(value)).digits
    elif candidate.field in ("name", "clinic_name", "child_name"):
        for part in normalize(str(value)).split():
            assert any(same_name(part, token.text) for token in words)
    elif candidate.field == "pregnant":
        assert isinstance(value, bool)
    elif candidate.field == "gestational_age_months":
        assert isinstance(value, (int, float))
        assert not isinstance(value, bool)


def test_an_invented_name_is_dropped_whoever_says_so(enrolment: LoadedForm) -> None:
    text = normalize("मेरा नाम कमला देवी है")
    span = Span(text.index("कमला"), text.index("है") - 1)
    for source in ("rules", "model"):
        assert passes(enrolment, text, Candidate("name", "कमला देवी", span, source))
        assert not passes(enrolment, text, Candidate("name", "सुनीता देवी", span, source))
        assert not passes(enrolment, text, Candidate("name", "कमला देवी", None, source))


def test_a_digit_that_was_not_said_is_dropped(enrolment: LoadedForm) -> None:
    text = normalize("नौ आठ सात छह पांच चार तीन दो एक शून्य")
    whole = Span(0, len(text))
    assert passes(enrolment, text, Candidate("linked_number", "9876543210", whole, "model"))
    assert not passes(enrolment, text, Candidate("linked_number", "9876543211", whole, "rules"))
    assert not passes(enrolment, text, Candidate("linked_number", "9876543210", Span(0, 5), "rules"))


def test_kept_digits_and_the_held_number_count_as_heard(enrolment: LoadedForm) -> None:
    text = normalize("तीन तीन")
    whole = Span(0, len(text))
    held = Candidate("linked_number", "9876543210", None, "rules")
    patched = Candidate("linked_number", "9876543310", whole, "rules")
    assert not passes(enrolment, text, patched)
    assert passes(enrolment, text, patched, Answers(asked="linked_number", held=(held,)))
    assert not passes(
        enrolment, text, Candidate("linked_number", "9876543990", whole, "rules"), Answers(held=(held,))
    )
    kept = Answers(asked="linked_number", partial="98765432")
    assert passes(enrolment, text, Candidate("linked_number", "9876543233", whole, "rules"), kept)


def test_a_copy_must_stand_in_the_form(enrolment: LoadedForm) -> None:
    stored = Answer(status="answered", value="9876543210", source="rules")
    answers = Answers(fields=MappingProxyType({"linked_number": stored}))
    copy = Candidate("whatsapp_number", "9876543210", Span(0, 4), "state")
    assert passes(enrolment, "वही नंबर", copy, answers)
    assert not passes(enrolment, "वही नंबर", copy)


def test_a_place_needs_its_name_or_another_name_of_it(enrolment: LoadedForm) -> None:
    assert passes(enrolment, "मोतिहारी", Candidate("district", "पूर्वी चंपारण", Span(0, 8), "rules"))
    assert not passes(enrolment, "पटना", Candidate("district", "गया", Span(0, 4), "rules"))


def test_an_extraction_that_loses_all_says_unclear(enrolment: LoadedForm) -> None:
    extraction = Extraction("answer", (Candidate("name", "सुनीता", Span(0, 4), "model"),))
    left = ground(extraction, Transcript(1, "कमला"), EMPTY, enrolment, TODAY)
    assert (left.intent, left.candidates, left.problem) == ("none", (), "unclear")
