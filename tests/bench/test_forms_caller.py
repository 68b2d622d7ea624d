"""The simulated caller of `bench forms`: truthful, tells what she is asked, corrects what is wrong."""

from __future__ import annotations

import pytest

from edgebharo.bench.callers import TODAY
from edgebharo.bench.forms.caller import FormCaller
from edgebharo.bench.forms.calls import FormCall
from edgebharo.bench.forms.paper import every_word, replay
from edgebharo.capture import Piece
from edgebharo.forms.load import find_form, load_form
from edgebharo.forms.schema import CONSENT
from edgebharo.hindi.normalize import normalize
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.runtime.parts import Parts
from edgebharo.types import Ask, Candidate, Close, Confirm, Repair, Transcript, Value

pytestmark = pytest.mark.unit

ANSWERS: dict[str, tuple[Value | None, tuple[str, ...]]] = {
    "name": ("सीता देवी", ("जी, सीता देवी", "मेरा नाम सीता देवी है")),
    "district": ("नालंदा", ("नालंदा",)),
    "clinic_name": ("शिव नगर", ("शिव नगर",)),
    "pregnant": (True, ("हां, मैं गर्भवती हूं",)),
    "gestational_age_months": (5, ("पांच महीने",)),
    "child_name": (None, ("अभी बच्चा नहीं हुआ",)),
    "child_dob": (None, ("अभी बच्चा नहीं हुआ",)),
    "phone_linked": (False, ("नहीं, दूसरा नंबर है",)),
    "linked_number": ("9876501234", ("नौ आठ सात छह पांच, शून्य एक दो तीन चार",)),
    "whatsapp_same": (None, ("पता नहीं", "मुझे नहीं पता")),
    "whatsapp_number": (None, ("पता नहीं",)),
    "aadhaar_last4": ("4321", ("चार तीन दो एक",)),
}


def call(**changed: tuple[Value | None, tuple[str, ...]]) -> FormCall:
    answers = {name: CallerAnswer(say=say, value=value) for name, (value, say) in (ANSWERS | changed).items()}
    caller = Caller(id="c", answers=answers, when_right=("हां", "जी हां"), when_wrong=("नहीं",))
    return FormCall(
        id="1/ideal/user-1/way",
        user=1,
        condition="ideal",
        caller=caller,
        voice="hm_psi",
        sex="m",
        pace=1.0,
        reaction_ms=400,
    )


def read_back(field: str, value: Value) -> Confirm:
    return Confirm((Candidate(field, value, None, "rules"),))


def speaking(heard: str = "") -> FormCaller:
    return FormCaller(call(), lambda: heard)


def test_she_answers_what_she_is_asked_and_otherwise_when_asked_again() -> None:
    caller = speaking()
    assert caller.reply(Ask(CONSENT)) == "हाँ जी"
    assert caller.reply(Ask("name")) == "जी, सीता देवी"
    assert caller.reply(Repair("name", "unclear", 1)) == "मेरा नाम सीता देवी है"
    assert caller.reply(Close("complete")) is None


def test_she_agrees_to_what_is_right_and_corrects_what_is_not() -> None:
    caller = speaking()
    assert caller.reply(read_back("name", "सीता देवी")) == "हां"
    assert caller.reply(read_back("pregnant", True)) == "जी हां"
    said = [str(caller.reply(read_back("linked_number", "9876501235"))) for _ in range(6)]
    assert all(line.startswith("नहीं") or " नहीं, " in line for line in said)
    assert said[-1] == "नहीं, नौ आठ सात छह पांच, शून्य एक दो तीन चार", "in the end she says all of it"
    assert caller.refused == {"linked_number": ["9876501235"] * 6}
    assert caller.reply(read_back("whatsapp_number", "9876501234")) == "नहीं", "she told no such number"


def test_she_tells_the_part_that_is_asked_for() -> None:
    digits = speaking().reply(Ask("linked_number", piece=Piece("digits", 3, 4)))
    assert normalize(str(digits)) == "छह पांच शून्य एक"
    spelt = speaking().reply(Repair("name", "refused_value", 1, piece=Piece("spelling")))
    assert spelt is not None
    assert len(spelt.split(",")) > 5
    for attempt in range(1, 5):
        worded = speaking().reply(
            Repair("name", "refused_value", attempt, piece=Piece("spelling", worded=True))
        )
        assert str(worded).count(" से ") > 2


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("98765", "शून्य एक दो तीन चार"),
        ("98764", "नौ आठ सात छह पांच, शून्य एक दो तीन चार"),
        ("", "नौ आठ सात छह पांच, शून्य एक दो तीन चार"),
    ],
)
def test_she_goes_on_where_her_number_was_heard_rightly_and_else_begins_again(heard: str, said: str) -> None:
    reply = speaking(heard).reply(Ask("linked_number", "partial"))
    assert normalize(str(reply)) == normalize(said)


class Unused:
    """Stands where no sound is heard or made."""

    def transcribe(self, *_: object) -> Transcript:
        raise AssertionError

    partial = transcribe

    def synthesize(self, *_: object) -> None:
        raise AssertionError


def test_a_call_on_paper_fills_the_form_and_keeps_every_answer() -> None:
    loaded = load_form(find_form("maternal-enrolment"))
    parts = Parts(loaded, Unused(), Unused(), None, TODAY)  # type: ignore[arg-type]
    paper = replay(parts, call(), every_word)
    got = {name: paper.answers.get(name).value for name in ANSWERS}
    assert got == {name: value for name, (value, _) in ANSWERS.items()}
    assert paper.answers.status == "complete"
    assert paper.turns[0].field == "name"
    assert all(turn.right for turn in paper.turns)
    assert all(turn.heard == normalize(turn.said) for turn in paper.turns)
    assert paper.read_backs == sum(turn.step == "confirm" for turn in paper.turns) > 0


def test_what_is_misheard_on_paper_is_wrong_in_the_form() -> None:
    loaded = load_form(find_form("maternal-enrolment"))
    parts = Parts(loaded.confirming("off"), Unused(), Unused(), None, TODAY)  # type: ignore[arg-type]

    def mishear(_step: object, said: str) -> Transcript:
        return Transcript(0, normalize(said.replace("पांच महीने", "सात महीने")))

    paper = replay(parts, call(), mishear)
    assert paper.answers.get("gestational_age_months").value == 7
    assert [turn.right for turn in paper.turns if turn.field == "gestational_age_months"] == [False]
