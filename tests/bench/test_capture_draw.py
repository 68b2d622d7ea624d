"""The tasks of `bench capture`: the same for a seed, of every kind, told so that they can be understood."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from edgebharo.bench.callers import TODAY
from edgebharo.bench.capture_caller import is_right
from edgebharo.bench.capture_draw import REALISMS, VOICES, Draws
from edgebharo.bench.capture_forms import form_of
from edgebharo.bench.capture_tasks import KINDS, PROTOCOLS, Protocol, Task
from edgebharo.bench.capture_words import (
    date_corrected,
    digit_words,
    digits_corrected,
    mispronounced,
    spelled,
    spelt_otherwise,
)
from edgebharo.forms import rules
from edgebharo.forms.check import findings
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import same_name
from edgebharo.hindi.spelling import read_spelling
from edgebharo.hindi.tokens import tokenize
from edgebharo.types import Transcript, Value, never_cancelled
from edgebharo.understand.extract import extract

pytestmark = pytest.mark.unit

EACH = 20
AT_FIRST_WRONG = ("partial", "wrong_field", "mispronounced")


@pytest.fixture(scope="module")
def enrolment() -> LoadedForm:
    return load_form(find_form("maternal-enrolment"))


@pytest.fixture(scope="module")
def draws(enrolment: LoadedForm) -> Draws:
    return Draws(3, enrolment.places(enrolment.form.field("district")))


@pytest.fixture(scope="module")
def tasks(draws: Draws) -> tuple[Task, ...]:
    return draws.tasks(EACH)


@pytest.fixture(scope="module")
def some(draws: Draws) -> tuple[Task, ...]:
    """As many easy as hard ones, few enough to read each."""
    return draws.tasks(6)


def read(enrolment: LoadedForm, task: Task, text: str) -> Value | None:
    """What the rules make of `text` as the answer to the task's question."""
    form = form_of(enrolment, task, "off")
    asked = rules.start(form).answers
    heard = Transcript(0, normalize(text))
    found = extract(form, asked, heard, TODAY, None, never_cancelled).candidates
    return next((item.value for item in found if item.field == task.items[0].field), None)


def test_a_seed_draws_the_same_tasks_and_fewer_are_the_first(draws: Draws, tasks: tuple[Task, ...]) -> None:
    fewer = draws.tasks(2)
    assert fewer == tasks[: len(fewer)]
    other = Draws(4, draws.places).tasks(2)
    assert [task.items for task in other] != [task.items for task in fewer]


def test_every_kind_is_drawn_easy_and_hard_with_every_voice(tasks: tuple[Task, ...]) -> None:
    assert len(tasks) == EACH * len(KINDS) == 200
    assert Counter(task.kind for task in tasks) == dict.fromkeys(KINDS, EACH)
    assert Counter(task.hard for task in tasks) == {False: 100, True: 100}
    assert {task.voice for task in tasks} == set(VOICES)
    assert all("hm_psi" in voice for voice in VOICES), "no other voice was kept from the ear's training"


def test_every_realism_is_drawn_and_only_where_it_makes_sense(tasks: tuple[Task, ...]) -> None:
    drawn = Counter(task.realism for task in tasks)
    assert all(drawn[realism] >= 3 for realism in {name for known in REALISMS.values() for name in known})
    assert all(task.realism == "none" or task.realism in REALISMS[task.kind] for task in tasks)
    assert all((len(task.items) == 2) == (task.realism == "wrong_field") for task in tasks)


def test_the_plainest_words_of_a_task_are_read_as_its_value(
    enrolment: LoadedForm, some: tuple[Task, ...]
) -> None:
    wrong = [
        item.id for item in some if not is_right(item.items[0], read(enrolment, item, item.items[0].plain))
    ]
    assert not wrong


def test_nearly_every_first_answer_that_holds_the_value_is_read_as_it(
    enrolment: LoadedForm, some: tuple[Task, ...]
) -> None:
    told = [task for task in some if task.realism not in AT_FIRST_WRONG]
    right = [task for task in told if is_right(task.items[0], read(enrolment, task, task.items[0].first))]
    assert len(right) >= 0.95 * len(told)


def test_a_partial_answer_does_not_hold_the_value(enrolment: LoadedForm, tasks: tuple[Task, ...]) -> None:
    partial = [task for task in tasks if task.realism == "partial"]
    assert partial
    for task in partial:
        assert not is_right(task.items[0], read(enrolment, task, task.items[0].first))


def test_lines_can_be_spoken(tasks: tuple[Task, ...]) -> None:
    said = " ".join(line for task in tasks for item in task.items for line in (item.first, item.plain))
    assert not {char for char in said if char.isascii() and char.isalnum()}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_small_forms_hold_the_fields_of_the_task_alone(
    enrolment: LoadedForm, some: tuple[Task, ...], protocol: Protocol
) -> None:
    for task in some:
        form = form_of(enrolment, task, protocol).form
        assert [field.name for field in form.fields] == [item.field for item in task.items]
        assert form.confirm_policy == protocol
        plain = form.model_dump(exclude_defaults=True, by_alias=True, exclude={"sha256"})
        assert not findings(plain, frozenset(enrolment.gazetteers))


# ---------------------------------------------------------------- words


def test_what_is_spelt_is_read_as_it_was_meant() -> None:
    for name in ("राधा", "फूलमती", "गुड्डी", "चांदमुनी", "ज़रीना", "उर्मिला"):
        for by_example in (True, False):
            said = spelled(name, by_example=by_example)
            assert normalize(str(read_spelling(tokenize(normalize(said))).text)) == normalize(name), said


def test_another_spelling_is_another_word_that_sounds_the_same() -> None:
    for name in ("सीमा", "आशा", "कुमारी", "ज़रीना", "लक्ष्मी"):
        other = spelt_otherwise(name, Random(1))  # noqa: S311
        assert other != name
        assert same_name(other, name)


def test_a_slip_changes_one_sound() -> None:
    for seed in range(20):
        slipped = mispronounced("भगवती खातून", Random(seed))  # noqa: S311
        assert slipped != "भगवती खातून"
        assert abs(len(slipped) - len("भगवती खातून")) <= 1
    assert mispronounced("ॐ", Random(1)) == "ॐ"  # noqa: S311


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ("9876543210", "9876543215", "शून्य नहीं, पाँच"),
        ("9876543210", "9876543254", "नहीं, आखिरी में पाँच चार"),
        ("1176543210", "9876543210", "नहीं, शुरू में नौ आठ"),
        ("9876543210", "1234567890", ""),
        ("987654321", "9876543210", ""),
    ],
)
def test_only_the_wrong_digits_are_told(wrong: str, right: str, said: str) -> None:
    assert digits_corrected(wrong, right) == said.replace("पाँच", digit_words("5"))


def test_only_the_wrong_part_of_a_date_is_told() -> None:
    born = TODAY.replace(day=15)
    assert "तारीख" in date_corrected(TODAY, born)
    assert date_corrected(TODAY.replace(year=2025, day=2), born) == ""
