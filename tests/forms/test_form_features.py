"""The schema can say everything that the published product's forms can say."""

from __future__ import annotations

from form_builders import TODAY, field, form_of, heard, raw_form, says, values

from edgebharo.forms.check import findings
from edgebharo.forms.rules import decide, start
from edgebharo.types import Ask, Close, Repair

EVERYTHING = raw_form(
    field(
        "symptoms",
        type="multi_select",
        options=[{"text": "बुखार"}, {"text": "खांसी", "aliases": ["खासी"]}, {"text": "कुछ नहीं"}],
        screen_out=["कुछ नहीं"],
    ),
    field("colour", type="single_select", options=[{"text": "लाल"}], topics=["रंग"]),
    field(
        "weight", type="number", number_format="decimal", validation=[{"rule": "number_range", "max": 150}]
    ),
    field("card", validation=[{"rule": "regex", "pattern": "[क-ह]{2}", "message": "दो अक्षर बोलिए।"}]),
    field("visit", type="date", validation=[{"rule": "date_format"}, {"rule": "date_future"}]),
    field("story", validation=[{"rule": "free_text", "description": "one sentence"}, {"rule": "min_length"}]),
    field(
        "again",
        type="boolean",
        required=True,
        boolean_labels={"true": "आऊंगी", "false": "नहीं आऊंगी"},
        screen_out=[False],
        retries={"until_answered": True},
        retry_messages=["", "फिर बताइए।"],
        dont_know="end",
    ),
    field("why_not", branch="skipped", guidance="ask kindly", information=["बस एक सवाल।", "आख़िरी।"]),
    branches=[{"id": "skipped", "when": {"field": "weight", "present": False}}],
    scripts={"intro": ["नमस्ते।", "सुनिए।"], "outro": "धन्यवाद।", "outro_incomplete": "फिर मिलेंगे।"},
    acknowledgements=["जी", ""],
    acknowledgement_mode="generated",
    send_acknowledgements=False,
    agent_speaks_first=False,
    ask_one_by_one=False,
    mute_caller_while_speaking=False,
    status="draft",
    description="Background",
    guidance="Be kind",
)


def test_a_form_with_every_feature_is_sound() -> None:
    assert findings(EVERYTHING, frozenset()) == ()


def test_a_screening_value_ends_the_call() -> None:
    loaded = form_of(*EVERYTHING["fields"], branches=EVERYTHING["branches"])
    decision = decide(loaded, start(loaded).answers, says(heard("symptoms", ("खांसी", "कुछ नहीं"))), TODAY)
    assert decision.step == Close("screened_out")
    assert decision.answers.status == "screened_out"
    assert values(decision.answers) == {"symptoms": ("खांसी", "कुछ नहीं")}


def test_a_no_can_screen_out_too() -> None:
    loaded = form_of(field("adult", type="boolean", screen_out=[False]), field("name"))
    first = start(loaded).answers
    assert decide(loaded, first, says(heard("adult", value=False)), TODAY).step == Close("screened_out")
    assert decide(loaded, first, says(heard("adult", value=True)), TODAY).step == Ask("name")


def test_a_present_branch_opens_on_a_skip() -> None:
    loaded = form_of(
        field("weight", type="number"),
        field("why_not", branch="b"),
        branches=[{"id": "b", "when": {"field": "weight", "present": False}}],
    )
    first = start(loaded).answers
    assert decide(loaded, first, says(intent="refuse"), TODAY).step == Ask("why_not")
    assert decide(loaded, first, says(heard("weight", 50)), TODAY).step == Close("complete")


def test_a_guard_speaks_its_own_words() -> None:
    loaded = form_of(*EVERYTHING["fields"][3:4])
    step = decide(loaded, start(loaded).answers, says(heard("card", "क")), TODAY).step
    assert isinstance(step, Repair)
    assert step.message == "दो अक्षर बोलिए।"


def test_until_answered_asks_for_ever() -> None:
    loaded = form_of(*EVERYTHING["fields"][6:7])
    decision = start(loaded)
    for attempt in range(1, 30):
        decision = decide(loaded, decision.answers, says(intent="none"), TODAY)
        assert decision.step == Ask("again", "retry", attempt)


def test_the_published_end_on_dont_know() -> None:
    loaded = form_of(*EVERYTHING["fields"][6:7])
    decision = decide(loaded, start(loaded).answers, says(intent="dont_know"), TODAY)
    assert decision.step == Close("failed")
