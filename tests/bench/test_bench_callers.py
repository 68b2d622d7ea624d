"""Drawn callers: the same for ever, varied, and fair."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from random import Random

import pytest

from edgebharo.bench import phrasings
from edgebharo.bench.callers import FORM, MAX_CHILD_DAYS, TODAY, VOICE, draw_callers
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.say import number_words
from edgebharo.runtime.callers import Caller

SPEAKABLE = re.compile(r"[\u0900-\u0963\u0970-\u097f ,\-]+")


@pytest.fixture(scope="module")
def loaded() -> LoadedForm:
    return load_form(find_form(FORM))


@pytest.fixture(scope="module")
def many(loaded: LoadedForm) -> tuple[Caller, ...]:
    return draw_callers(7, 600, loaded.places(loaded.form.field("district")))


def test_a_seed_always_draws_the_same_callers(loaded: LoadedForm) -> None:
    places = loaded.places(loaded.form.field("district"))
    assert draw_callers(3, 5, places) == draw_callers(3, 5, places)
    assert draw_callers(3, 5, places)[:2] == draw_callers(3, 2, places)
    assert draw_callers(3, 5, places) != draw_callers(4, 5, places)


def test_every_caller_can_answer_every_question(loaded: LoadedForm, many: tuple[Caller, ...]) -> None:
    names = {field.name for field in loaded.form.fields}
    for caller in many:
        assert set(caller.answers) == names
        assert (caller.voice, caller.today) == (VOICE, TODAY)
        assert 0.9 <= caller.speed <= 1.1


def test_all_that_is_spoken_can_be_spoken(many: tuple[Caller, ...]) -> None:
    for caller in many:
        for answer in caller.answers.values():
            for line in (*answer.say, *caller.yes, *caller.no):
                assert SPEAKABLE.fullmatch(line), line
                assert "{" not in line


def test_values_are_those_that_the_form_asks_for(many: tuple[Caller, ...], loaded: LoadedForm) -> None:
    districts = {place.value for place in loaded.places(loaded.form.field("district"))}
    for caller in many:
        said = {name: answer.value for name, answer in caller.answers.items()}
        assert said["district"] in districts
        assert (said["gestational_age_months"] is not None) is said["pregnant"]
        assert (said["child_dob"] is None) is said["pregnant"]
        assert said["gestational_age_months"] in (None, *range(1, 10))
        for number in (said["linked_number"], said["whatsapp_number"], caller.caller_number):
            assert number is None or re.fullmatch(r"[6-9][0-9]{9}", str(number))
        assert said["aadhaar_last4"] is None or re.fullmatch(r"[0-9]{4}", str(said["aadhaar_last4"]))
        if said["child_dob"] is not None:
            age = TODAY - date.fromisoformat(str(said["child_dob"]))
            assert 1 <= age.days <= MAX_CHILD_DAYS


def test_every_path_is_walked_about_equally_often(many: tuple[Caller, ...]) -> None:
    def path(caller: Caller) -> tuple[object, ...]:
        said = {name: answer.value for name, answer in caller.answers.items()}
        return (
            said["pregnant"],
            (said["phone_linked"], said["linked_number"] is None),
            (said["whatsapp_same"], said["whatsapp_number"] is None),
            said["aadhaar_last4"] is None,
        )

    for part, ways in enumerate((2, 3, 4, 2)):
        counts = Counter(path(caller)[part] for caller in many)
        assert len(counts) == ways
        assert min(counts.values()) > 0.75 * len(many) / ways
    assert len({path(caller) for caller in many}) == 48


def test_no_district_is_preferred(many: tuple[Caller, ...]) -> None:
    counts = Counter(caller.answers["district"].value for caller in many)
    assert len(counts) > 350
    assert max(counts.values()) <= 6


def test_names_come_with_and_without_a_carrier(many: tuple[Caller, ...]) -> None:
    bare = sum(caller.answers["name"].say[0] == caller.answers["name"].value for caller in many)
    assert 0.05 < bare / len(many) < 0.2
    assert len({caller.answers["name"].value for caller in many}) > 350


@pytest.mark.parametrize("number", ["9876543210", "6000000000", "9988776655", "0042", "4321", "1009", "0000"])
def test_a_number_is_said_in_many_ways_and_none_loses_a_digit(number: str) -> None:
    words = {number_words(value): f"{value:02d}" if value > 9 else str(value) for value in range(100)}
    ways = {phrasings.digits(Random(seed), number) for seed in range(200)}  # noqa: S311
    assert len(ways) >= 3
    for way in ways:
        if "हज़ार" in way:
            assert way == number_words(int(number))
            continue
        doubled = re.sub(r"डबल (\S+)", r"\1 \1", way.replace(",", ""))
        assert "".join(words[word] for word in doubled.split()) == number
    assert "".join(words[word] for word in phrasings.singly(number).replace(",", "").split()) == number


def test_a_date_of_birth_is_said_with_its_year_in_many_styles() -> None:
    ways = {phrasings.birth_date(Random(seed), date(2024, 4, 15), TODAY) for seed in range(400)}  # noqa: S311
    assert len(ways) > 30
    for style in ("दो हज़ार चौबीस", "अप्रैल चौबीस", "ट्वेंटी ट्वेंटी फोर", "पंद्रह चार दो हज़ार चौबीस"):
        assert any(style in way for way in ways), style
    assert not any("साल" in way for way in ways)


@pytest.mark.parametrize(("day", "words"), [(date(2026, 3, 1), "इसी साल"), (date(2025, 3, 2), "पिछले साल")])
def test_a_recent_year_may_be_said_from_today(day: date, words: str) -> None:
    ways = {phrasings.birth_date(Random(seed), day, TODAY) for seed in range(400)}  # noqa: S311
    assert any(words in way for way in ways)


def test_months_are_said_as_count_running_month_or_half() -> None:
    ways = {phrasings.months(Random(seed), 6) for seed in range(200)}  # noqa: S311
    assert {"छठा महीना चल रहा है"} < ways
    assert any("साढ़े" in way for way in ways)
    assert {phrasings.plain_months(1), phrasings.plain_months(2)} == {"एक महीना", "दो महीने"}


def test_a_shared_district_name_is_said_with_its_state_when_asked_again(many: tuple[Caller, ...]) -> None:
    again = [caller.answers["district"].say[1] for caller in many]
    assert any(", " in line for line in again)
    assert any(", " not in line for line in again)
