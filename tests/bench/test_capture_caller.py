"""The simulated callers of `bench capture` tell the truth, and only what they are asked for."""

from __future__ import annotations

from datetime import date

import pytest

from edgebharo.bench import phrasings
from edgebharo.bench.capture_caller import CaptureCaller, is_right
from edgebharo.bench.capture_tasks import Item, Kind, Realism, Task
from edgebharo.bench.capture_words import date_part, digit_words, spelled
from edgebharo.capture import Piece
from edgebharo.types import Ask, Candidate, Confirm, Handoff, Repair, Step, Value

pytestmark = pytest.mark.unit

PHONE = Item(field="linked_number", kind="phone", value="9876543210", first="नौ आठ", plain="सब")
NAME = Item(field="name", kind="name", value="राधा देवी", first="मेरा नाम राधा देवी है", plain="राधा देवी")
LETTERS = spelled("सीमा", by_example=True)
SPELLED = Item(field="spelled_name", kind="spelled_name", value="सीमा", first="स", plain=LETTERS)
DAY = "पंद्रह मार्च"
BORN = Item(field="child_dob", kind="date", value="2024-03-15", first=DAY, plain=f"{DAY} दो हज़ार चौबीस")


def caller(
    *items: Item, realism: Realism = "none", partial: str = "", spoken: str = "", seed: int = 1
) -> CaptureCaller:
    task = Task(
        id=f"test-{seed}", kind=items[0].kind, hard=False, realism=realism, voice="hm_psi", pace=1.0,
        reaction_ms=300, items=items,
    )  # fmt: skip
    return CaptureCaller(task, lambda: partial, lambda: spoken)


def confirm(item: Item, value: Value, *, review: bool = False) -> Confirm:
    return Confirm((Candidate(item.field, value, None, "rules"),), review=review)


@pytest.mark.parametrize("step", [Ask("district"), Ask("child_dob"), Handoff("name")])
def test_nothing_is_told_that_was_not_asked(step: Step) -> None:
    assert caller(NAME).reply(step) is None


def test_the_first_answer_is_given_once_and_then_the_plainest_words() -> None:
    her = caller(NAME)
    assert [
        her.reply(Ask("name")),
        her.reply(Repair("name", "unclear", 1)),
        her.reply(Ask("name", "retry", 2)),
    ] == [
        NAME.first,
        NAME.plain,
        NAME.plain,
    ]


def test_what_she_mistakes_the_question_for_comes_first_and_is_told_again_when_it_is_asked() -> None:
    her = caller(PHONE, NAME, realism="wrong_field")
    assert [her.reply(Ask("linked_number")) for _ in range(3)] == [NAME.first, PHONE.first, PHONE.plain]
    assert her.reply(Ask("name")) == NAME.first


def test_a_right_read_back_is_affirmed_and_a_wrong_one_never_is() -> None:
    for seed in range(30):
        her = caller(PHONE, seed=seed)
        assert her.reply(confirm(PHONE, "9876543210")) in phrasings.RIGHT
        assert not her.refused
        for wrong in ("9876543219", "9176543210", "6000000001"):
            said = her.reply(confirm(PHONE, wrong))
            assert said not in phrasings.RIGHT
            assert said is not None
            assert "नहीं" in said or "गलत" in said
        assert her.refused == {"linked_number": ["9876543219", "9176543210", "6000000001"]}


def test_corrections_are_only_the_no_or_what_was_wrong_or_all_of_it() -> None:
    said = {caller(PHONE, seed=seed).reply(confirm(PHONE, "9876543254")) for seed in range(60)}
    part = f"नहीं, आखिरी में {digit_words('10')}"
    assert {part, f"नहीं, {PHONE.plain}"} <= said <= {part, f"नहीं, {PHONE.plain}", *phrasings.WRONG}
    assert said & set(phrasings.WRONG)


def test_after_two_wrong_read_backs_all_of_it_is_told() -> None:
    for seed in range(20):
        her = caller(BORN, seed=seed)
        said = [her.reply(confirm(BORN, wrong)) for wrong in ("2024-04-15", "2023-03-15", "2024-03-05")]
        assert said[2] == f"नहीं, {BORN.plain}"


def test_the_missing_digits_follow_those_that_were_heard_rightly() -> None:
    assert caller(PHONE, partial="98765").reply(Ask("linked_number", "partial")) == digit_words("43210")
    assert caller(PHONE, partial="98165").reply(Ask("linked_number", "partial")) == f"नहीं, {PHONE.plain}"


@pytest.mark.parametrize(
    ("item", "piece", "said"),
    [
        (PHONE, Piece("digits", 5, 3), {digit_words("432")}),
        (BORN, Piece("year"), {"दो हज़ार चौबीस"}),
        (BORN, Piece("month"), {"मार्च"}),
        (BORN, Piece("day"), {"पंद्रह"}),
        (SPELLED, Piece("spelling"), {spelled("सीमा", by_example=flag) for flag in (True, False)}),
        (SPELLED, Piece("spelling", worded=True), {spelled("सीमा", by_example=True)}),
    ],
)
def test_a_piece_that_is_asked_for_is_told_alone(item: Item, piece: Piece, said: set[str]) -> None:
    assert caller(item).reply(Ask(item.field, "retry", 1, piece)) in said


def test_a_summary_is_corrected_by_naming_the_field() -> None:
    said = caller(NAME).reply(confirm(NAME, "गीता देवी", review=True))
    assert said == f"नहीं, नाम {NAME.plain}"


def test_a_name_that_sounds_alike_is_right_and_a_spelt_one_is_letter_by_letter() -> None:
    assert is_right(NAME, "राधा देवि")
    assert not is_right(NAME, "रधिया देवी")
    assert not is_right(SPELLED, "सिमा")
    assert caller(SPELLED, spoken="आपका नाम लिखा है सिमा").reply(confirm(SPELLED, "सिमा")) in phrasings.RIGHT
    letter_by_letter = "स, छोटी इ की मात्रा, म, आ की मात्रा"
    assert caller(SPELLED, spoken=letter_by_letter).reply(confirm(SPELLED, "सिमा")) not in phrasings.RIGHT


@pytest.mark.parametrize(
    ("kind", "value", "held", "right"),
    [
        ("village", "रामपुर", "रामपुर गांव", True),
        ("village", "रामपुर", "श्यामपुर", False),
        ("yes_no", True, True, True),
        ("yes_no", True, False, False),
        ("months", 1, True, False),
        ("phone", "9876543210", "9876543210", True),
        ("phone", "9876543210", None, False),
        ("date", "2024-03-15", "2024-03-16", False),
    ],
)
def test_right_is_exactly_what_she_meant(kind: Kind, value: Value, held: Value | None, right: bool) -> None:
    item = Item(field="x", kind=kind, value=value, first="", plain="")
    assert is_right(item, held) is right


def test_months_and_years_of_a_date_are_words() -> None:
    assert [date_part(date(1999, 8, 5), part) for part in ("day", "month", "year")] == [
        "पाँच", "अगस्त", "उन्नीस सौ निन्यानवे",
    ]  # fmt: skip
