"""What is said after each decision."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, on_silence, start, worker_entry
from edgebharo.forms.schema import Scripts
from edgebharo.forms.spoken import unspeakable
from edgebharo.reply import phrases
from edgebharo.reply.templates import back, fixed_lines, microphone_lost, render
from edgebharo.types import Answers, Candidate, Decision, Extraction, Intent, Span, Value

TODAY = date(2026, 11, 29)
YES, NO = Extraction(affirmed=True), Extraction(affirmed=False)


def says(*pairs: tuple[str, Value], **keys: Any) -> Extraction:
    found = tuple(Candidate(name, value, Span(0, 1), "rules", **keys) for name, value in pairs)
    return Extraction(intent="answer", candidates=found)


def intent(name: Intent) -> Extraction:
    return Extraction(intent=name)


OPENING = says(("name", "सीता"), ("district", "गया"), ("clinic_name", "इमली टोला"))
EXPECTING = says(("pregnant", True), ("gestational_age_months", 5))
TO_NUMBER = (OPENING, EXPECTING, says(("phone_linked", False)))
TO_AADHAAR = (OPENING, EXPECTING, says(("phone_linked", True), ("whatsapp_same", True)))


def spoken(loaded: LoadedForm, *turns: Extraction, number: str | None = None) -> tuple[str, ...]:
    """The lines after the last of `turns`."""
    before, decision = Answers(), start(loaded, number)
    for extraction in turns:
        before = decision.answers
        decision = decide(loaded, before, extraction, TODAY)
    return lines_of(loaded, decision, before)


def lines_of(loaded: LoadedForm, decision: Decision, before: Answers) -> tuple[str, ...]:
    reply = render(loaded, decision, before)
    assert reply.source == "template"
    for line in reply.lines:
        assert unspeakable(line, placeholders=()) is None, line
    return reply.lines


def test_the_call_opens_with_the_intro_and_the_first_question(enrolment: LoadedForm) -> None:
    form = enrolment.form
    assert spoken(enrolment) == (*form.scripts.intro, *form.field("name").question)


def test_the_intro_is_said_once(enrolment: LoadedForm) -> None:
    assert spoken(enrolment, intent("repeat")) == enrolment.form.field("name").question


def test_information_comes_before_the_first_ask_only(enrolment: LoadedForm) -> None:
    field = enrolment.form.field("aadhaar_last4")
    assert spoken(enrolment, *TO_AADHAAR) == (*field.information, *field.question)
    assert spoken(enrolment, *TO_AADHAAR, intent("repeat")) == field.question


def test_a_skip_speaks_its_message_before_the_next_question(enrolment: LoadedForm) -> None:
    form = enrolment.form
    assert spoken(enrolment, intent("refuse")) == (
        form.field("name").skip_message,
        *form.field("district").question,
    )


def test_each_re_ask_has_its_own_words(enrolment: LoadedForm) -> None:
    field = enrolment.form.field("district")
    start_of_it = (says(("name", "सीता")),)
    first = spoken(enrolment, *start_of_it, Extraction())
    second = spoken(enrolment, *start_of_it, Extraction(), Extraction())
    assert first == (*enrolment.form.scripts.not_heard, field.retry_messages[0])
    assert second == (*enrolment.form.scripts.not_heard, field.retry_messages[1])


def test_an_explanation_comes_before_the_question(enrolment: LoadedForm) -> None:
    field = enrolment.form.field("name")
    assert spoken(enrolment, intent("explain")) == (*field.explain, *field.question)


def test_a_problem_is_named_in_the_forms_words(enrolment: LoadedForm) -> None:
    field = enrolment.form.field("gestational_age_months")
    lines = spoken(enrolment, OPENING, says(("pregnant", True)), Extraction(problem="wrong_unit"))
    assert lines == (field.repair["wrong_unit"], field.retry_messages[0])


def test_a_problem_without_own_words_is_named_in_the_houses(enrolment: LoadedForm) -> None:
    lines = spoken(enrolment, Extraction(problem="unclear"))
    assert lines == (phrases.WHY["unclear"], enrolment.form.field("name").retry_messages[0])


def test_a_guard_speaks_its_message(enrolment: LoadedForm) -> None:
    lines = spoken(enrolment, OPENING, says(("pregnant", True)), says(("gestational_age_months", 12)))
    assert lines[0] == "महीने एक से नौ के बीच होते हैं।"


def test_the_states_of_an_ambiguous_district_are_named(enrolment: LoadedForm) -> None:
    hints = ("बिहार", "महाराष्ट्र")
    lines = spoken(enrolment, says(("name", "सीता")), Extraction(problem="ambiguous_place", hints=hints))
    assert lines == (phrases.STATES_ARE, "बिहार और महाराष्ट्र", phrases.BOTH_NAMES)


def test_a_phone_number_is_read_back_in_two_groups_of_five(enrolment: LoadedForm) -> None:
    frame = enrolment.form.field("linked_number").read_back
    lines = spoken(enrolment, *TO_NUMBER, says(("linked_number", "9876543210")))
    assert lines[0] == frame.before
    assert lines[-1] == frame.after
    first, second = lines[1:-1]
    assert len(first.split()) == len(second.split()) == 5


def test_four_digits_are_four_words(enrolment: LoadedForm) -> None:
    lines = spoken(enrolment, *TO_AADHAAR, says(("aadhaar_last4", "0042")))
    words = " ".join(lines[1:-1]).split()
    assert len(words) == 4
    assert words[0] == words[1]


def test_a_read_back_that_is_repeated_asks_for_yes_or_no(enrolment: LoadedForm) -> None:
    once = (*TO_AADHAAR, says(("aadhaar_last4", "0042")))
    assert spoken(enrolment, *once, Extraction()) == (*spoken(enrolment, *once), phrases.JUST_YES_OR_NO)


def test_the_first_digits_are_said_back(enrolment: LoadedForm) -> None:
    lines = spoken(enrolment, *TO_NUMBER, Extraction(partial="98765"))
    assert (lines[0], lines[-1]) == (phrases.HEARD_SO_FAR, phrases.GO_ON)
    assert len(" ".join(lines[1:-1]).split()) == 5


def test_months_dates_and_names_are_read_back_in_words(enrolment: LoadedForm) -> None:
    doubtful = says(("pregnant", True), ("gestational_age_months", 7), doubtful=True)
    assert spoken(enrolment, OPENING, doubtful, YES)[1] == "सात महीने"
    child = (OPENING, says(("pregnant", False), ("child_name", "गुड्डू")))
    (_, day, _) = spoken(enrolment, *child, says(("child_dob", "2025-04-15"), doubtful=True))
    assert "अप्रैल" in day
    (_, name, _) = spoken(enrolment, says(("name", "सीता"), doubtful=True))
    assert name == "सीता"


def test_a_yes_no_is_read_back_as_a_sentence(enrolment: LoadedForm) -> None:
    own = enrolment.form.field("pregnant").read_back
    assert spoken(enrolment, OPENING, says(("pregnant", False), doubtful=True)) == (
        own.when_false,
        phrases.IF_RIGHT_SAY_YES,
    )


def test_a_known_number_is_said_in_the_question(enrolment: LoadedForm) -> None:
    known = spoken(enrolment, OPENING, EXPECTING, number="9876543210")
    unknown = spoken(enrolment, OPENING, EXPECTING)
    by_state = enrolment.form.field("phone_linked").question_by_state
    assert known[-1] == by_state.caller_number_known[-1]
    assert len(" ".join(known[2:-1]).split()) == 10
    assert unknown[-1:] == by_state.caller_number_unknown


def test_waiting_handing_over_and_closing(enrolment: LoadedForm) -> None:
    scripts, district = enrolment.form.scripts, enrolment.form.field("district")
    assert spoken(enrolment, intent("wait")) == scripts.wait
    assert spoken(enrolment, says(("name", "सीता")), intent("dont_know")) == (
        *scripts.handoff,
        district.label,
    )
    assert spoken(enrolment, intent("stop")) == scripts.outro_withdrawn
    assert spoken(enrolment, *TO_AADHAAR, says(("aadhaar_last4", "0042")), YES) == scripts.outro
    failed = spoken(enrolment, says(("name", "सीता")), Extraction(), Extraction(), Extraction())
    assert failed == scripts.outro_incomplete


def test_a_field_that_the_worker_left_is_not_commented(enrolment: LoadedForm) -> None:
    first = start(enrolment).answers
    lines = lines_of(enrolment, worker_entry(enrolment, first, "name", None, TODAY), first)
    assert lines == enrolment.form.field("district").question


def test_silences_are_prompted_in_turn(enrolment: LoadedForm) -> None:
    form, first = enrolment.form, start(enrolment).answers
    once = on_silence(enrolment, first, 1)
    twice = on_silence(enrolment, once.answers, 2)
    assert lines_of(enrolment, once, first) == (form.scripts.silence[0], *form.field("name").question)
    assert lines_of(enrolment, twice, once.answers) == (
        form.scripts.silence[1],
        form.field("name").retry_messages[0],
    )


# ---------------------------------------------------------------- what can be rendered beforehand


def test_every_fixed_line_can_be_spoken(enrolment: LoadedForm) -> None:
    lines = fixed_lines(enrolment)
    assert len(lines) == len(set(lines))
    for line in lines:
        assert line.strip()
        assert unspeakable(line, placeholders=()) is None, line


@pytest.mark.parametrize(
    "turns",
    [
        (),
        (intent("refuse"),),
        (intent("explain"),),
        (intent("wait"),),
        (intent("stop"),),
        (Extraction(),),
        (OPENING, says(("pregnant", True)), Extraction(problem="range")),
        (OPENING, says(("pregnant", True), doubtful=True)),
        (OPENING, EXPECTING),
        (OPENING, says(("pregnant", True), ("gestational_age_months", 7), doubtful=True), YES),
        TO_AADHAAR,
        (*TO_AADHAAR, intent("skip")),
    ],
)
def test_all_that_a_call_without_names_or_numbers_says_is_fixed(
    enrolment: LoadedForm, turns: tuple[Extraction, ...]
) -> None:
    assert set(spoken(enrolment, *turns)) <= set(fixed_lines(enrolment))


def test_only_the_value_of_a_read_back_is_not_fixed(enrolment: LoadedForm) -> None:
    lines = spoken(enrolment, *TO_NUMBER, says(("linked_number", "9876543210")))
    fixed = set(fixed_lines(enrolment))
    assert [line in fixed for line in lines] == [True, False, False, True]


def test_acknowledgements_are_fixed(enrolment: LoadedForm) -> None:
    assert set(enrolment.form.acknowledgements) <= set(fixed_lines(enrolment))


def test_a_form_has_its_own_words_for_a_failing_microphone_or_the_houses(enrolment: LoadedForm) -> None:
    scripts = enrolment.form.scripts
    assert microphone_lost(enrolment.form, silent=False) == scripts.microphone_gone
    assert microphone_lost(enrolment.form, silent=True) == scripts.microphone_silent
    assert back(enrolment.form) == scripts.back
    plain = enrolment.form.model_copy(update={"scripts": Scripts()})
    assert microphone_lost(plain, silent=False) == (phrases.MICROPHONE_GONE,)
    assert microphone_lost(plain, silent=True) == (phrases.MICROPHONE_SILENT,)
    assert back(plain) == (phrases.BACK,)


def test_what_is_said_of_a_failing_microphone_is_fixed(enrolment: LoadedForm) -> None:
    form = enrolment.form
    for scripts in (form.scripts, Scripts()):
        changed = form.model_copy(update={"scripts": scripts})
        said = {
            *microphone_lost(changed, silent=False),
            *microphone_lost(changed, silent=True),
            *back(changed),
        }
        assert said <= set(fixed_lines(replace(enrolment, form=changed)))
