"""A name that is called wrong again and again: said instead, told letter by letter, weighed, handed over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from form_builders import TODAY, field, form_of, heard, says
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.capture import SPELT, Evidence, Piece
from edgebharo.forms.rules import decide, start
from edgebharo.forms.rules.next_step import SPELT_READ_BACKS
from edgebharo.forms.rules.spelt_names import OFFERS, SPELLINGS
from edgebharo.types import Candidate, Confirm, Decision, Extraction, Handoff, Repair, Value

RETRIES: dict[str, Any] = {"max": 2, "exhausted": "handoff"}
FORM = form_of(field("name", meaning="person_name", retries=RETRIES), field("other"))
NO, UNCLEAR = Extraction(affirmed=False), Extraction("none", problem="unclear")


def name(value: str, share: float = 0.9, **keys: Any) -> Candidate:
    evidence = Evidence(share=share, margin=share, unfamiliar=keys.pop("unfamiliar", True))
    return heard("name", value, doubtful=True, evidence=evidence, **keys)


def no_but(value: str, share: float = 0.9, **keys: Any) -> Extraction:
    return says(name(value, share, correction=True, **keys), intent="correct", affirmed=False)


def letters(value: str) -> Extraction:
    return says(name(value, reading=SPELT), whole_piece=True)


def turns(*extractions: Extraction) -> Decision:
    decision = start(FORM)
    for extraction in extractions:
        decision = decide(FORM, decision.answers, extraction, TODAY)
    return decision


def read_back(decision: Decision) -> Value:
    assert isinstance(decision.step, Confirm), decision.step
    return decision.step.candidates[0].value


def asks_for_letters(decision: Decision) -> bool:
    piece = decision.step.piece if isinstance(decision.step, Repair) else None
    return piece is not None and piece.kind == "spelling"


def test_a_known_name_said_with_the_second_no_is_read_back_however_badly_it_was_heard() -> None:
    known = no_but("सुनीता देवी", 0.05, unfamiliar=False)
    assert read_back(turns(says(name("सुरिता देगी")), no_but("सुमिता टेवी"), known)) == "सुनीता देवी"


def test_so_is_one_that_was_heard_better_than_the_one_before() -> None:
    calls = says(name("इंदिरा कौलोनी")), no_but("इंदिरा कोली", 0.05), no_but("इंदिरा कोलोनी", 0.2)
    assert read_back(turns(*calls)) == "इंदिरा कोलोनी"


def test_one_that_was_heard_worse_still_is_asked_for_letter_by_letter_and_not_forgotten() -> None:
    asked = turns(says(name("मस्च महला")), no_but("मस्त बहला", 0.3), no_but("मस्टत बहन", 0.05))
    assert asks_for_letters(asked)
    assert asked.answers.heard["name"][0] == "मस्टत बहन"


def test_a_name_that_sounds_like_the_one_called_wrong_is_no_other_name() -> None:
    assert asks_for_letters(turns(says(name("शुक्रमली")), no_but("शुकरमली", unfamiliar=False)))


def test_with_the_third_no_the_letters_are_due() -> None:
    calls = [says(name("रमा")), *(no_but(value, unfamiliar=False) for value in ("श्यामा", "कमला", "विमला"))]
    assert read_back(turns(*calls[:3])) == "कमला"
    assert asks_for_letters(turns(*calls))


def test_a_name_that_nobody_reads_back_is_taken_as_it_was_spelt() -> None:
    """No mixture of hearings may stand in the form unless the caller has said yes to it."""
    spoken, spelt = "मस्त महला", "मस्जिदमोहल्ल"
    for keys, value in (({}, "मस्जिद मोहल्ला"), ({"confirm": "never"}, spelt)):
        form = form_of(field("name", meaning="person_name", retries=RETRIES, **keys), field("other"))
        begun = start(form).answers
        heard_before = replace(begun, heard={"name": (spoken, "मस्च मोहला")})
        decision = decide(form, heard_before, letters(spelt), TODAY)
        held = [item.value for item in decision.answers.held]
        written = decision.answers.get("name").value
        assert (held, written) == (([value], None) if not keys else ([], value))


def test_letters_are_weighed_against_what_was_spoken() -> None:
    asked = says(name("मस्त महला")), no_but("मस्च मोहला"), NO
    assert read_back(turns(*asked, letters("मस्जिदमोहल्ल"))) == "मस्जिद मोहल्ला"


def test_a_name_said_instead_of_one_told_by_letters_is_weighed_with_them() -> None:
    told = turns(says(name("शुक्रमी हेम्ब्रम")), NO, letters("शुक्रमाणिहेम्ब्रम"))
    said = decide(FORM, told.answers, no_but("शुक्रमली हेम्ब्रम"), TODAY)
    assert read_back(said) not in ("शुक्रमली हेम्ब्रम", read_back(told))
    assert isinstance(said.step, Confirm)
    assert said.step.candidates[0].reading == SPELT


def test_letters_that_did_not_bring_the_name_are_asked_for_once_more_with_a_word_for_each() -> None:
    asked = [says(name("मस्चिर महला")), NO, letters("मजिमोहल्ला"), *[NO] * OFFERS]
    again = turns(*asked)
    assert isinstance(again.step, Repair)
    assert again.step.piece == Piece("spelling", worded=True)
    assert isinstance(turns(*asked, letters("मस्दमोहल्ला"), *[NO] * OFFERS).step, Handoff)


def test_both_spellings_are_weighed_together() -> None:
    """Each lacks a letter that the other has."""
    told = turns(says(name("जुमका")), NO, letters("झुमकोल"), *[NO] * OFFERS, letters("झुकोली"))
    assert read_back(told) == "झुमकोली"
    assert told.answers.spelt["name"] == ("झुकोली", "झुमकोल")


def test_the_name_said_again_and_again_brings_the_letters_once_more() -> None:
    calls = [no_but(value) for value in ("मस्त महल", "मस्चित महल")]
    again = turns(says(name("मस्चिर महला")), NO, letters("मजिमोहल्ला"), *calls)
    assert asks_for_letters(again)
    assert again.answers.heard["name"][0] == "मस्चित महल"


def test_letters_that_were_not_understood_are_asked_for_with_words() -> None:
    lost = turns(says(name("रोया")), NO, UNCLEAR)
    assert isinstance(lost.step, Repair)
    assert lost.step.piece == Piece("spelling", worded=True)


def test_where_the_letters_were_not_understood_the_last_name_heard_is_read_back_once() -> None:
    asked = turns(says(name("रोया")), no_but("दोया", 0.3), no_but("जोया", 0.05))
    assert asks_for_letters(asked)
    lost = asked
    for _ in range(RETRIES["max"]):
        lost = lost if isinstance(lost.step, Confirm) else decide(FORM, lost.answers, UNCLEAR, TODAY)
    assert read_back(lost) == "जोया"
    assert isinstance(decide(FORM, lost.answers, NO, TODAY).step, Handoff)


def test_nothing_is_read_back_for_a_name_of_which_nothing_was_heard() -> None:
    decision = start(FORM)
    for _ in range(RETRIES["max"] + 1):
        assert not isinstance(decision.step, Confirm)
        decision = decide(FORM, decision.answers, UNCLEAR, TODAY)
    assert isinstance(decision.step, Handoff)


NAMES = st.sampled_from(["सीता", "गीता देवी", "मस्जिद मोहल्ला", "शुक्रमणि", "ज़ोया", "रुक्मिणी", "Radha", "रीता"])


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(NAMES, st.sampled_from(["said", "letters", "no"])), min_size=14, max_size=14))
def test_whoever_says_no_for_ever_hears_each_name_once_and_then_the_worker_is_asked(
    told: list[tuple[str, str]],
) -> None:
    decision, offered = start(FORM), []
    for value, how in told:
        if isinstance(decision.step, Confirm):
            offered.append(read_back(decision))
        if isinstance(decision.step, Handoff):
            return
        confirming = isinstance(decision.step, Confirm)
        answers = {"said": no_but(value), "letters": letters(value), "no": NO if confirming else UNCLEAR}
        if confirming and how == "letters":
            answers["letters"] = no_but(value, reading=SPELT)
        decision = decide(FORM, decision.answers, answers[how], TODAY)
    assert isinstance(decision.step, Handoff)
    assert len(set(offered)) == len(offered) <= FORM.form.read_backs + SPELLINGS * SPELT_READ_BACKS
