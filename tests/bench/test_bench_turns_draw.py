"""What the callers of the benchmark say: drawn by a seed, with pauses where the value is not out yet."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest

from edgebharo.bench.conversations import CATEGORIES, PAUSE_MS, Conversation
from edgebharo.bench.conversations_draw import ABOUT, DIGITS, LONG_QUESTIONS, Drawing
from edgebharo.bench.conversations_wording import BACKCHANNELS, REQUESTS, only_murmurs, telling
from edgebharo.bench.manifest import Recording
from edgebharo.bench.splice import digit_takes
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime.brain import same_value
from edgebharo.types import Answers, Transcript
from edgebharo.understand.extract_rules import read

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 30)
DIGIT_WORDS = ("एक", "दो", "तीन", "चार", "पांच", "छह", "सात", "आठ", "नौ")


@pytest.fixture(scope="module")
def loaded() -> LoadedForm:
    return load_form(find_form("maternal-enrolment"))


@pytest.fixture(scope="module")
def drawn(loaded: LoadedForm) -> tuple[Conversation, ...]:
    return Drawing(1, loaded, {}).conversations(120)


def of(drawn: tuple[Conversation, ...], category: str, system: str = "edgebharo") -> list[Conversation]:
    return [item for item in drawn if item.category == category and item.system == system]


def test_a_seed_draws_the_same_and_more_samples_only_add(loaded: LoadedForm) -> None:
    few, many = (Drawing(3, loaded, {}).conversations(count) for count in (8, 20))
    assert many[: len(few)] == few
    assert Drawing(4, loaded, {}).conversations(8) != few


def test_every_category_is_there_and_half_of_the_answers_are_heard_twice(
    drawn: tuple[Conversation, ...],
) -> None:
    counts = {category: len(of(drawn, category)) for category in CATEGORIES}
    assert counts == dict.fromkeys(CATEGORIES, 120) | {"own_voice": 30}
    ours = {item.id: item for item in drawn if item.system == "edgebharo"}
    twice = [item for item in drawn if item.system == "fixed"]
    assert 90 < len(twice) < 150
    for item in twice:
        assert item.category in {"pause_handling", "turn_taking"}
        assert item.model_copy(update={"system": "edgebharo"}) == ours[item.id]


def test_a_conversation_survives_json(drawn: tuple[Conversation, ...]) -> None:
    for item in drawn:
        assert Conversation.model_validate_json(item.model_dump_json()) == item


def test_every_paused_answer_has_pauses_of_the_promised_lengths(drawn: tuple[Conversation, ...]) -> None:
    low, high = PAUSE_MS
    lengths = [pause for item in of(drawn, "pause_handling") for pause in item.pauses_ms]
    assert all(item.pauses_ms for item in of(drawn, "pause_handling"))
    assert all(low <= length <= high for length in lengths)
    assert 700 < median(lengths) < 1200
    assert not any(item.pauses_ms for item in of(drawn, "turn_taking"))


def test_the_words_say_the_value_whatever_the_pause(
    loaded: LoadedForm, drawn: tuple[Conversation, ...]
) -> None:
    """An answer that no reader understands would measure the reader, not the turn."""
    for item in of(drawn, "pause_handling"):
        text = normalize(" ".join(part.say for part in item.answer))
        reading = read(loaded, Answers(asked=item.asked), Transcript(0, text), TODAY).extraction
        found = [one.value for one in reading.candidates if one.field == item.asked]
        assert any(same_value(value, item.value) for value in found), item.id


def test_the_value_is_not_out_at_the_pause(drawn: tuple[Conversation, ...]) -> None:
    for item in of(drawn, "pause_handling"):
        if item.asked in DIGITS:
            assert len(item.answer) == len(str(item.value))
        elif "before" in item.about and isinstance(item.value, str) and item.asked == "name":
            assert not any(word in item.answer[0].say for word in item.value.split())
        elif item.asked == "name":
            assert str(item.value).split()[-1] in item.answer[-1].say


@pytest.mark.parametrize("field", LONG_QUESTIONS)
@pytest.mark.parametrize("meaning", REQUESTS)
def test_every_request_is_one(loaded: LoadedForm, field: str, meaning: str) -> None:
    for text in REQUESTS[meaning]:  # type: ignore[index]
        reading = read(loaded, Answers(asked=field), Transcript(0, normalize(text)), TODAY)
        assert reading.extraction.intent == meaning, text


def test_backchannels_answer_no_open_question(loaded: LoadedForm) -> None:
    for text in BACKCHANNELS:
        reading = read(loaded, Answers(asked="linked_number"), Transcript(0, normalize(text)), TODAY)
        assert (reading.extraction.intent, reading.extraction.candidates) == ("none", ()), text


@pytest.mark.parametrize(
    ("text", "opener", "rest"),
    [
        ("हां, यही नंबर लिखा है", "हां, यही नंबर", "लिखा है"),
        ("नहीं", "नहीं", ""),
        ("जी, सुनीता देवी", "जी, सुनीता देवी", ""),
        ("मेरा नाम सुनीता है", "मेरा नाम", "सुनीता है"),
    ],
)
def test_an_answer_is_plain_from_its_second_word_that_is_no_backchannel(
    text: str, opener: str, rest: str
) -> None:
    assert telling(text) == (opener, rest)


def test_every_field_is_asked_fluently(drawn: tuple[Conversation, ...]) -> None:
    assert {item.asked for item in of(drawn, "turn_taking")} == set(ABOUT)
    assert {item.affirmed for item in of(drawn, "turn_taking")} == {None, True, False}


def test_half_of_the_numbers_are_recorded_where_there_are_recordings(
    loaded: LoadedForm, tmp_path: Path
) -> None:
    recordings = [
        Recording(row, f"{row}.flac", tmp_path / f"{row}.flac", normalize(word), "someone")
        for row, word in enumerate(DIGIT_WORDS, start=1)
    ]
    numbers = [
        item
        for item in Drawing(1, loaded, digit_takes(recordings)).conversations(60)
        if item.asked in DIGITS and item.category == "pause_handling" and item.system == "edgebharo"
    ]
    recorded = [item for item in numbers if item.answer[0].clip]
    assert len(recorded) * 2 == len(numbers)
    for item in recorded:
        assert [int(Path(part.clip).stem) for part in item.answer] == [int(one) for one in str(item.value)]
        assert all(part.gap_ms for _, part in pairwise(item.answer))


def test_an_answer_over_the_agent_can_be_told_from_a_backchannel(drawn: tuple[Conversation, ...]) -> None:
    said = [
        item.over.parts for item in of(drawn, "interruption") if item.over and item.over.meaning == "answer"
    ]
    assert len(said) > 30
    assert not [parts for parts in said if only_murmurs(" ".join(part.say for part in parts))]
    assert only_murmurs("हां जी")
    assert not only_murmurs("हां, इसी पर है")
