"""What follows a no to a read-back: another reading, smaller pieces, and in the end the worker."""

from __future__ import annotations

from typing import Any

import pytest
from form_builders import TODAY, field, form_of, heard, says, values

from edgebharo.capture import Evidence, Piece
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, on_silence, start
from edgebharo.forms.rules.spelt_names import OFFERS
from edgebharo.types import Ask, Confirm, Decision, Extraction, Handoff, Repair

PHONE: dict[str, Any] = {"meaning": "phone", "digits": 10, "validation": [{"rule": "phone_number"}]}
LAST4: dict[str, Any] = {"meaning": "digits", "digits": 4}
NO, YES = Extraction(affirmed=False), Extraction(affirmed=True)
RIGHT, WRONG = "9876543210", "9876543310"


def of(name: str, **keys: Any) -> LoadedForm:
    return form_of(field(name, **keys), field("z"))


def turns(loaded: LoadedForm, *extractions: Extraction) -> Decision:
    decision = start(loaded)
    for extraction in extractions:
        decision = decide(loaded, decision.answers, extraction, TODAY)
    return decision


def piece(decision: Decision) -> Piece | None:
    assert isinstance(decision.step, (Ask, Repair))
    return decision.step.piece


def compared(value: str, share: float, *others: tuple[str, float]) -> Extraction:
    margin = share - max((share for _, share in others), default=0.0)
    evidence = Evidence(
        share=share,
        margin=margin,
        alternatives=tuple(value for value, _ in others),
        shares=tuple(share for _, share in others),
    )
    return says(heard("a", value, doubtful=True, evidence=evidence))


def test_the_next_reading_is_offered_where_it_is_likely() -> None:
    loaded = of("a", **PHONE)
    offered = turns(loaded, compared(WRONG, 0.5, (RIGHT, 0.45)), NO)
    assert isinstance(offered.step, Confirm)
    assert offered.step.candidates[0].value == RIGHT
    assert "offered" in offered.answers.history["a"]
    assert not offered.retry_used
    assert values(decide(loaded, offered.answers, YES, TODAY).answers) == {"a": RIGHT}


@pytest.mark.parametrize("others", [((RIGHT, 0.1),), (("12", 0.45),), ()])
def test_one_that_is_unlikely_or_unusable_is_not(others: tuple[tuple[str, float], ...]) -> None:
    asked = turns(of("a", **PHONE), compared(WRONG, 0.5, *others), NO)
    assert piece(asked) == Piece("digits", 0, 5)


def test_a_phone_number_is_asked_for_in_fives_then_in_threes() -> None:
    loaded = of("a", **PHONE, retries={"max": 3, "exhausted": "skip"})
    first = turns(loaded, says(heard("a", WRONG)), NO)
    assert piece(first) == Piece("digits", 0, 5)
    second = decide(loaded, first.answers, Extraction("answer", partial="98765"), TODAY)
    assert second.step == Ask("a", "partial", 1, Piece("digits", 5, 5))
    whole = decide(loaded, second.answers, says(heard("a", WRONG)), TODAY)
    assert piece(whole) == Piece("digits", 0, 3)
    assert whole.answers.partial == ""
    parts = whole
    for known, expected in (("987", (3, 3)), ("987654", (6, 4))):
        parts = decide(loaded, parts.answers, Extraction("answer", partial=known), TODAY)
        assert piece(parts) == Piece("digits", *expected)
    done = decide(loaded, parts.answers, says(heard("a", RIGHT, doubtful=True)), TODAY)
    assert isinstance(done.step, Confirm)
    assert values(decide(loaded, done.answers, YES, TODAY).answers) == {"a": RIGHT}


def test_a_no_to_a_piece_asks_for_that_piece_again() -> None:
    loaded = of("a", **PHONE)
    so_far = turns(loaded, says(heard("a", WRONG)), NO, Extraction("answer", partial="98760"))
    again = decide(loaded, so_far.answers, Extraction("correct", affirmed=False), TODAY)
    assert again.step == Ask("a", "repeat", 1, Piece("digits", 0, 5))
    assert again.answers.partial == ""


def test_what_is_known_survives_a_piece_that_was_not_understood_and_a_silence() -> None:
    loaded = of("a", **PHONE)
    so_far = turns(loaded, says(heard("a", WRONG)), NO, Extraction("answer", partial="98765"))
    unclear = decide(loaded, so_far.answers, Extraction(), TODAY)
    assert unclear.step == Repair("a", "unclear", 2, piece=Piece("digits", 5, 5))
    assert unclear.answers.partial == "98765"
    silent = on_silence(loaded, unclear.answers, 1)
    assert isinstance(silent.step, Ask)
    assert (silent.step.piece, silent.answers.partial) == (Piece("digits", 5, 5), "98765")


def test_four_digits_are_asked_for_as_a_whole_first() -> None:
    loaded = of("a", **LAST4)
    assert piece(turns(loaded, says(heard("a", "1234")), NO)) is None
    assert piece(turns(loaded, says(heard("a", "1234")), NO, says(heard("a", "1235")), NO)) == Piece(
        "digits", 0, 2
    )


def test_more_digits_than_there_are_ask_for_no_fewer_than_one() -> None:
    loaded = of("a", **LAST4)
    asked = turns(loaded, says(heard("a", "1234")), NO, says(heard("a", "1235")), NO)
    more = decide(loaded, asked.answers, Extraction("answer", partial="004273198"), TODAY)
    assert piece(more) == Piece("digits", 0, 2)


def test_a_date_is_asked_for_part_by_part() -> None:
    loaded = of("a", type="date")
    asked = turns(loaded, says(heard("a", "2025-04-15", doubtful=True)), NO)
    assert piece(asked) == Piece("day")
    for known, part in (("16--", "month"), ("16-4-", "year")):
        asked = decide(loaded, asked.answers, Extraction("answer", partial=known), TODAY)
        assert piece(asked) == Piece(part)  # type: ignore[arg-type]


def test_only_the_part_that_was_called_wrong_is_asked_for() -> None:
    loaded = of("a", type="date")
    wrong_year = Extraction(affirmed=False, wrong=Piece("year"))
    asked = turns(loaded, says(heard("a", "2025-04-15", doubtful=True)), wrong_year)
    assert piece(asked) == Piece("year")
    assert asked.answers.partial == "15-4-"


def test_a_year_that_was_guessed_is_asked_for_first() -> None:
    loaded = of("a", type="date")
    asked = turns(loaded, says(heard("a", "2026-05-01", doubtful=True, reading="no-year")), NO)
    assert piece(asked) == Piece("year")
    assert asked.answers.partial == "1-5-"
    told = decide(loaded, asked.answers, says(heard("a", "1998-05-01", doubtful=True)), TODAY)
    again = decide(loaded, told.answers, NO, TODAY)
    assert piece(again) == Piece("day")


def test_a_name_is_spelled_twice_and_then_it_is_the_workers() -> None:
    """The second time out of the form's patience: no retry is left."""
    loaded = of("a", meaning="person_name", retries={"max": 1, "exhausted": "skip"})
    decision = turns(loaded, says(heard("a", "सीता", doubtful=True)), NO)
    for worded in (False, True):
        assert piece(decision) == Piece("spelling", worded=worded)
        letters = says(heard("a", "गीता", doubtful=True, reading="spelled"))
        decision = decide(loaded, decision.answers, letters, TODAY)
        for _ in range(OFFERS):
            assert isinstance(decision.step, Confirm)
            decision = decide(loaded, decision.answers, NO, TODAY)
    assert isinstance(decision.step, Handoff)
    assert {"गीता", "सीता"} < set(decision.step.heard)
    assert decision.answers.history["a"][-1] == "handed_over"


@pytest.mark.parametrize(("then", "status"), [("skip", "skipped"), ("end", "empty")])
def test_the_form_may_say_that_no_worker_is_there(then: str, status: str) -> None:
    loaded = of("a", unrepaired=then, retries={"max": 0, "exhausted": "skip"})
    decision = turns(loaded, says(heard("a", "सीता", doubtful=True)), NO)
    assert not isinstance(decision.step, Handoff)
    assert decision.answers.get("a").status == status


def test_read_backs_that_run_out_after_a_no_end_with_the_worker() -> None:
    loaded = form_of(field("a", type="number"), read_backs=2)
    decision = turns(
        loaded, says(heard("a", 5, doubtful=True)), says(heard("a", 6, correction=True), affirmed=False)
    )
    decision = decide(loaded, decision.answers, says(heard("a", 7, correction=True), affirmed=False), TODAY)
    assert decision.step == Handoff("a", ("7", "6", "5"))
