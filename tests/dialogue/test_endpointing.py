"""When a silence ends a turn: by what was asked, what was said, and who speaks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from talk import DATE, DIGITS, NAME, WHOLE_NAME, YES_NO, asked, paused_with, read, run, speaking, utterance

from edgebharo.dialogue import commands as do
from edgebharo.dialogue import endpointing, events, tails
from edgebharo.dialogue.endpointing import (
    BY_MEANING,
    COMPLETE_MS,
    FIXED,
    FORESEEN_MS,
    INCOMPLETE_MS,
    LACKING_MS,
    LOOSE_MS,
    Pace,
    Reading,
)
from edgebharo.dialogue.state import DialogueState
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Expect, ExpectKind, Transcript

pytestmark = pytest.mark.unit

PLACE = Expect("place")
KINDS: tuple[ExpectKind, ...] = tuple(COMPLETE_MS)
NO_PACE = Pace()


def silence_ms(text: str, expect: Expect, start: DialogueState | None = None, **reading: bool) -> int:
    return paused_with(speaking(expect, start), normalize(text), 2000, **reading)[1]


@pytest.mark.parametrize(
    ("text", "expect"),
    [
        ("नौ आठ सात छह पाँच चार तीन", DIGITS),
        ("पंद्रह", DATE),
        ("मई की", DATE),
        ("मेरा नाम", NAME),
        ("जी वो", YES_NO),
        ("उम्म", NAME),
        ("मेरा ज़िला", PLACE),
        ("पूर्वी", PLACE),
        ("साढ़े", Expect("months")),
        ("जी", NAME),
        ("जी मैं", PLACE),
        ("घर में", NAME),
    ],
)
def test_an_unfinished_answer_outlasts_a_pause_of_three_seconds(text: str, expect: Expect) -> None:
    """A1, A2: phone numbers and slow speech are not cut at their pauses."""
    assert silence_ms(text, expect, complete=False) >= 3000


@pytest.mark.parametrize(
    ("text", "expect", "reading", "most_ms"),
    [
        ("हाँ", YES_NO, {}, 600),
        ("नौ आठ सात छह पाँच चार तीन दो एक शून्य", DIGITS, {}, 600),
        ("पंद्रह अप्रैल दो हज़ार पच्चीस", DATE, {}, 650),
        ("नालंदा", PLACE, {}, 650),
        ("मेरा नाम सुनीता देवी है", NAME, {}, 600),
        ("सुनीता देवी", WHOLE_NAME, {}, 800),
        ("एतवारी नेताम लिखिए", WHOLE_NAME, {}, 600),
        ("रामपुर आंगनवाड़ी", WHOLE_NAME, {}, 600),
        ("फिर से बोलिए", NAME, {"request": True}, 800),
    ],
)
def test_a_finished_answer_ends_after_a_short_silence(
    text: str, expect: Expect, reading: dict[str, bool], most_ms: int
) -> None:
    assert silence_ms(text, expect, complete=True, **reading) <= most_ms


@pytest.mark.parametrize(
    ("text", "expect"),
    [
        ("रोहन", NAME),
        ("सुनीता और", NAME),
        ("हाँ मगर", YES_NO),
        ("पंद्रह अप्रैल दो हज़ार", DATE),
    ],
)
def test_an_answer_that_may_go_on_waits_longer_than_a_closed_one(text: str, expect: Expect) -> None:
    waits_ms = silence_ms(text, expect, complete=True)
    assert waits_ms == LOOSE_MS[expect.kind] > COMPLETE_MS[expect.kind]


@pytest.mark.parametrize(
    ("text", "expect", "reading"),
    [
        ("सुनीता", WHOLE_NAME, {}),
        ("मैं नसरीन", WHOLE_NAME, {}),
        ("पाँच तीन दस", Expect("digits", digits=4), {}),
        ("हमारी आंगनवाड़ी स्टेशन", WHOLE_NAME, {}),
        ("पंद्रह अप्रैल", DATE, {"lacking": True}),
        ("ज़िला सारंगढ़", Expect("place", options=("सारंगढ़", "सारंगढ़ बिलाईगढ़")), {}),
    ],
)
def test_an_answer_that_lacks_a_part_waits_for_it_nearly_as_long_as_an_unfinished_one(
    text: str, expect: Expect, reading: dict[str, bool]
) -> None:
    waits_ms = silence_ms(text, expect, complete=True, **reading)
    assert waits_ms == LACKING_MS[expect.kind] > LOOSE_MS[expect.kind]
    rounded = silence_ms(f"जी {text} है", expect, complete=True, **reading)
    assert rounded <= COMPLETE_MS["date"], "a sentence that is closed lacks nothing"


@pytest.mark.parametrize("text", ["डूमरटोली", "जी रामपुर", "बेला टोला"])
def test_a_village_of_one_word_lacks_none(text: str) -> None:
    assert silence_ms(text, WHOLE_NAME, complete=True) <= LOOSE_MS["name"]


@pytest.mark.parametrize(
    "text",
    [
        "शून्य पांच अड़सठ",
        "दो हजार सात सौ पैंतीस",
        "दो हजार छह सौ दस",
        "जी लिखिए पचानवे शून्य दो अट्ठावन पचानवे अड़तालीस",
        "बयासी शून्य चार उनचास इक्यावन तेरह",
        "सात पांच नौ दो",
        "बाईस चौदह",
    ],
)
def test_a_number_of_mixed_parts_lacks_none(text: str) -> None:
    assert not tails.lacks(normalize(text), Expect("digits", digits=4))


def test_a_request_for_a_moment_is_followed_by_the_answer_often_enough_to_listen() -> None:
    assert silence_ms("एक मिनट", NAME, complete=True, asks_to_wait=True, request=True) == 1000


def test_words_that_were_foreseen_end_sooner_unless_they_are_unfinished() -> None:
    foreseen = Reading(complete=True, foreseen=True)
    assert BY_MEANING.end_silence_ms(YES_NO, foreseen, NO_PACE) == FORESEEN_MS["yes_no"]
    unfinished = Reading(complete=False, foreseen=True)
    assert BY_MEANING.end_silence_ms(DIGITS, unfinished, NO_PACE) == INCOMPLETE_MS["digits"]


def test_a_read_back_is_answered_as_fast_as_a_yes_no_question() -> None:
    confirming = Expect("digits", digits=10, confirming=True)
    assert BY_MEANING.end_silence_ms(confirming, Reading(complete=True), NO_PACE) == COMPLETE_MS["yes_no"]
    assert BY_MEANING.end_silence_ms(confirming, Reading(), NO_PACE) == INCOMPLETE_MS["digits"]


@pytest.mark.parametrize(("whole", "waits_ms"), [(0.6, LACKING_MS["digits"]), (0.99, COMPLETE_MS["digits"])])
def test_a_number_that_may_be_whole_by_a_mishearing_is_waited_for(whole: float, waits_ms: int) -> None:
    state, _ = run(speaking(DIGITS), (events.SpeechPaused(utterance(1400, 3000)), 3256))
    said = Transcript(0, "नौ आठ सात छह पांच चार तीन दो एक शून्य")
    known = replace(read(state.turn), whole=whole)
    _, commands = run(state, (events.Heard(state.turn, said), 3256), (known, 3256))
    timers = [command.after_ms for command in commands if isinstance(command, do.SetTimer)]
    assert timers == [waits_ms - 256]


# ---------------------------------------------------------------- who speaks


def test_the_pauses_of_a_slow_speaker_are_learnt_and_waited_for() -> None:
    state, _ = paused_with(speaking(NAME), "सुनीता", 2000)
    begun_ms = 3300
    state, _ = run(state, (events.SpeechStarted(), begun_ms))
    assert state.pace.longest_ms == begun_ms - endpointing.ONSET_MS - 2000
    state, after_ms = paused_with(state, "सुनीता देवी", 4000)
    assert after_ms == int(1204 * 1.25) > COMPLETE_MS["name"]


def test_the_pause_before_an_answer_is_not_one_inside_it() -> None:
    state, _ = run(asked(NAME), (events.SpeechStarted(), 3900))
    assert state.pace.pauses_ms == ()


def test_one_stray_pause_counts_no_more_once_others_are_known() -> None:
    pace = Pace().with_pause(400).with_pause(3000).with_pause(500)
    assert pace.longest_ms == 500
    assert Pace().with_pause(900).longest_ms == 900
    assert len(pace.with_pause(600).with_pause(700).pauses_ms) == 3


@given(
    st.sampled_from(KINDS),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.lists(st.integers(0, 30_000), max_size=5),
)
def test_every_wait_is_bounded_and_a_slow_speaker_never_gets_less(  # noqa: PLR0917
    kind: ExpectKind,
    complete: bool,
    foreseen: bool,
    trailing: bool,
    loose: bool,
    lacking: bool,
    rounded: bool,
    pauses: list[int],
) -> None:
    pace = Pace()
    for pause_ms in pauses:
        pace = pace.with_pause(pause_ms)
    reading = Reading(
        complete, foreseen=foreseen, trailing=trailing, lacking=lacking, loose=loose, rounded=rounded
    )
    for confirming in (False, True):
        expect = Expect(kind, confirming=confirming)
        waits_ms = BY_MEANING.end_silence_ms(expect, reading, pace)
        assert BY_MEANING.end_silence_ms(expect, reading, NO_PACE) <= waits_ms <= BY_MEANING.patience_ms
        if complete and not lacking:
            assert waits_ms <= max(BY_MEANING.loose_patience_ms, *LOOSE_MS.values())
            assert waits_ms <= BY_MEANING.end_silence_ms(expect, Reading(trailing=trailing), pace)


# ---------------------------------------------------------------- what it is measured against


@given(st.sampled_from(KINDS), st.booleans(), st.booleans(), st.booleans())
def test_the_published_endpointer_waits_the_same_for_everything(
    kind: ExpectKind, complete: bool, trailing: bool, asks_to_wait: bool
) -> None:
    reading = Reading(complete, asks_to_wait, trailing=trailing)
    assert FIXED.end_silence_ms(Expect(kind), reading, Pace((2000,))) == 600


def test_the_policy_is_part_of_the_state() -> None:
    assert silence_ms("नौ आठ सात", DIGITS, DialogueState(policy=FIXED), complete=False) == 600


# ---------------------------------------------------------------- how words end


@pytest.mark.parametrize(
    ("text", "expect", "complete"),
    [
        ("व्हाट्सऐप इसी नंबर पर है", YES_NO, True),
        ("चौथे महीने में", Expect("months"), True),
        ("दो हज़ार बीस", DATE, True),
        ("नौ आठ सात छह पाँच चार तीन दो एक बीस", DIGITS, True),
        ("हाँ यही नंबर", YES_NO, True),
        ("जी हाँ", YES_NO, True),
        ("", NAME, False),
    ],
)
def test_what_is_finished_does_not_trail(text: str, expect: Expect, complete: bool) -> None:
    assert not tails.trails(normalize(text), expect, complete=complete)
