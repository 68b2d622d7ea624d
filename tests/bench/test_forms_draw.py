"""`bench forms`: which calls there are, who calls, and how callers behave who do not simply answer."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from edgebharo.bench.callers import FORM
from edgebharo.bench.conditions import FAST, SLOW
from edgebharo.bench.forms.behaviours import PAUSE, REFUSALS, behaving
from edgebharo.bench.forms.calls import BEHAVIOURS, CONDITIONS, FormCall
from edgebharo.bench.forms.draw import PUBLISHED_CALLS, WAYS, Draws, held_by
from edgebharo.bench.forms.sound import base_voice
from edgebharo.bench.forms.users import FIXED, USERS, VOICES
from edgebharo.forms.load import find_form, load_form
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.hindi.places import Place

pytestmark = pytest.mark.unit


@pytest.fixture(scope="module")
def places() -> tuple[Place, ...]:
    loaded = load_form(find_form(FORM))
    return loaded.places(loaded.form.field("district"))


@pytest.fixture(scope="module")
def calls(places: tuple[Place, ...]) -> tuple[FormCall, ...]:
    return Draws(1, places).published()


@pytest.fixture(scope="module")
def beyond(places: tuple[Place, ...]) -> tuple[FormCall, ...]:
    return Draws(1, places).beyond()


def test_the_published_design_is_960_calls(calls: tuple[FormCall, ...]) -> None:
    assert len(calls) == PUBLISHED_CALLS == 960 == FIXED * len(WAYS) * len(CONDITIONS)
    assert len({call.id for call in calls}) == 960
    assert Counter(call.condition for call in calls) == dict.fromkeys(CONDITIONS, 240)
    assert Counter(call.user for call in calls) == dict.fromkeys(range(1, FIXED + 1), 192)
    assert Counter(call.way for call in calls) == {"-".join(way): 20 for way in WAYS}
    assert {(call.behaviour, call.system) for call in calls} == {("plain", "edgebharo")}


def test_a_seed_always_draws_the_same_calls(calls: tuple[FormCall, ...], places: tuple[Place, ...]) -> None:
    by_id = {call.id: call for call in calls}
    assert all(by_id[call.id] == call for call in Draws(1, places).some(5))
    told = {call.caller.answers["linked_number"].value for call in Draws(2, places).some(20)} - {None}
    assert told
    assert not told & {call.caller.answers["linked_number"].value for call in calls}
    again = [FormCall.model_validate_json(call.model_dump_json()) for call in calls[::200]]
    assert again == list(calls[::200])


def test_a_user_keeps_her_name_and_places_and_has_one_voice(calls: tuple[FormCall, ...]) -> None:
    for user in range(1, FIXED + 1):
        own = [call for call in calls if call.user == user]
        for field in ("name", "district", "clinic_name"):
            assert len({call.caller.answers[field].value for call in own}) == 1
        assert len({call.voice for call in own}) == 1
        numbers = {call.caller.answers["linked_number"].value for call in own} - {None}
        assert len(numbers) == 64, "her numbers are drawn for each call"
    assert len({call.caller.answers["name"].value for call in calls}) == FIXED


def test_some_calls_are_spread_evenly_and_fewer_are_the_first_of_more(places: tuple[Place, ...]) -> None:
    draws = Draws(1, places)
    some, more = draws.some(20), draws.some(40)
    assert more[:20] == some
    assert len({call.id for call in more}) == 40
    assert Counter(call.condition for call in some) == dict.fromkeys(CONDITIONS, 5)
    assert Counter(call.user for call in some) == dict.fromkeys(range(1, FIXED + 1), 4)
    told = Counter(call.way.rsplit("-", 1)[1] for call in some)
    assert abs(told["told"] - told["kept"]) <= 2


def test_beyond_are_twenty_more_persons_every_behaviour_and_combined_conditions(
    beyond: tuple[FormCall, ...],
) -> None:
    assert len(beyond) == 220
    assert {call.user for call in beyond} == set(range(FIXED + 1, USERS + 1))
    assert {call.behaviour for call in beyond} == set(BEHAVIOURS)
    assert {call.condition for call in beyond if call.behaviour == "hesitant"} == {*CONDITIONS, "combined"}
    assert len({call.name for call in beyond}) == len(beyond)
    assert all(call.caller.reaction_ms == call.reaction_ms for call in beyond)


def test_voices_are_never_those_of_training_and_there_are_four_of_each_sex() -> None:
    for voice in VOICES:
        spec, factor = base_voice(voice.spec)
        shares = dict(part.partition(":")[::2] for part in spec.split("+"))
        assert float(shares["hm_psi"] or 1) >= 0.5
        assert 0.88 <= factor <= 1.22
    assert min(Counter(voice.sex for voice in VOICES).values()) >= 4
    assert {voice.sex for voice in VOICES[:FIXED]} == {"f", "m"}


def test_pace_changes_only_where_the_condition_says_so(calls: tuple[FormCall, ...]) -> None:
    for condition in CONDITIONS:
        wanted = (FAST, SLOW) if condition == "pace" else (1.0,)
        factors = [call.pace / call.caller.speed for call in calls if call.condition == condition]
        near = [{one for one in wanted if abs(one - factor) < 0.01} for factor in factors]
        assert all(near)
        assert set().union(*near) == set(wanted)


def test_with_recorded_digits_numbers_are_said_digit_by_digit(places: tuple[Place, ...]) -> None:
    no_zero = range(1, 10)
    calls = Draws(1, places, {"anna": no_zero, "ravi": no_zero}).some(40)
    assert {call.speaker for call in calls} == {"anna", "ravi"}
    told = [
        answer
        for call in calls
        for field in ("linked_number", "whatsapp_number", "aadhaar_last4")
        if (answer := call.caller.answers[field]).value is not None
    ]
    assert told
    for answer in told:
        for line in answer.say:
            assert "".join(str(CARDINALS[word]) for word in normalize(line).split()) == answer.value
        assert "0" not in str(answer.value), "nobody recorded it"


def test_another_system_holds_the_same_calls(calls: tuple[FormCall, ...]) -> None:
    other = held_by(calls[:3], "no_model")
    assert [call.id for call in other] == [call.id for call in calls[:3]]
    assert {call.system for call in other} == {"no_model"}
    assert not {call.name for call in other} & {call.name for call in calls}


def drawn() -> Random:
    return Random(1)  # noqa: S311 - draws a test


def plain(calls: tuple[FormCall, ...], way: str) -> FormCall:
    return next(call for call in calls if call.way == way)


def test_who_tells_a_half_tells_the_whole_when_asked_again(calls: tuple[FormCall, ...]) -> None:
    call = plain(calls, "no-other-other-told")
    answers = behaving(call.caller, "partial", drawn()).answers
    number = str(answers["linked_number"].value)
    half, whole = (normalize(line).split() for line in answers["linked_number"].say[:2])
    digits = "".join(str(CARDINALS[word]) for word in half)
    assert number.startswith(digits)
    assert 4 <= len(digits) <= 6
    assert len(whole) != len(half)
    assert len(answers["child_dob"].say[0].split()) == 2


def test_who_corrects_herself_ends_with_the_truth(calls: tuple[FormCall, ...]) -> None:
    call = plain(calls, "yes-this-this-told")
    said = behaving(call.caller, "self_corrected", drawn()).answers["gestational_age_months"].say[0]
    wrong, _, right = said.split(", ")
    assert right == call.caller.answers["gestational_age_months"].say[-1]
    assert wrong != right.split()[0]


def test_who_refuses_is_expected_to_leave_nothing(calls: tuple[FormCall, ...]) -> None:
    call = plain(calls, "no-other-other-told")
    answers = behaving(call.caller, "refusing", drawn()).answers
    refused = [name for name, answer in answers.items() if answer.say[0] in REFUSALS]
    assert len(refused) >= 2
    assert all(answers[name].value is None for name in refused)
    assert "district" not in refused


def test_who_hesitates_pauses_and_answers_late(calls: tuple[FormCall, ...]) -> None:
    call = plain(calls, "no-other-other-told")
    bent = behaving(call.caller, "hesitant", drawn())
    assert bent.reaction_ms >= 1500
    assert all(PAUSE in answer.say[0] for answer in bent.answers.values())
    said = bent.answers["district"].say[0].replace(PAUSE, " ").split()
    assert " ".join(said).endswith(" ".join(call.caller.answers["district"].say[0].split()))


@pytest.mark.parametrize("behaviour", ["wrong_field", "talkative"])
def test_who_says_something_else_still_means_the_same(calls: tuple[FormCall, ...], behaviour: str) -> None:
    call = plain(calls, "no-other-other-told")
    bent = behaving(call.caller, behaviour, drawn())  # type: ignore[arg-type]
    changed = [name for name in bent.answers if bent.answers[name].say != call.caller.answers[name].say]
    assert changed
    assert all(bent.answers[name].value == call.caller.answers[name].value for name in bent.answers)
