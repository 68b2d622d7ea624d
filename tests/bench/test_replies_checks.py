"""Each REPLY check on good replies, and on hand-written bad ones that it must catch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from edgebharo.bench.replies.checks import ReplyChecks, check_reply
from edgebharo.bench.replies.faults import KINDS
from edgebharo.bench.replies.steps import CALLER_NUMBER, STATES
from edgebharo.capture import SPELT, Evidence, Piece
from edgebharo.forms.load import load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.reply.templates import render
from edgebharo.types import (
    Answer,
    Answers,
    Ask,
    Candidate,
    Close,
    Confirm,
    Decision,
    Handoff,
    Repair,
    Step,
    Value,
    Wait,
)

KNOWN: dict[str, Value] = {
    "name": "फूलमती सोरेन",
    "district": "नालंदा",
    "clinic_name": "इमली टोला",
    "gestational_age_months": 7,
    "child_dob": "2025-04-15",
    "pregnant": True,
    "linked_number": "9835012746",
}
HEARD = "हमारा घर नालंदा के पास पड़ता है जी"
DISTRICT = "आप किस ज़िले में रहती हैं?"
OUTRO = "आपका फ़ॉर्म पूरा हो गया।", "बहुत धन्यवाद दीदी, अपना ख़याल रखिए।"


def decision(step: Step, **known: object) -> Decision:
    fields = {name: Answer("answered", value, "rules") for name, value in KNOWN.items()}
    field = getattr(step, "field", None)
    fields.pop(field or "", None)
    piece = step.piece if isinstance(step, Ask | Repair) else None
    answers = Answers(fields=fields, asked=field, piece=piece, **known)  # type: ignore[arg-type]
    if isinstance(step, Close):
        answers = replace(answers, status=step.status)
    return Decision(answers, step)


def confirm(name: str, value: Value, **more: object) -> Confirm:
    return Confirm((Candidate(name, value, None, "rules", **more),))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def enrolment() -> LoadedForm:
    return load_form("maternal-enrolment")


@pytest.fixture(scope="module")
def checks(enrolment: LoadedForm) -> ReplyChecks:
    return ReplyChecks(enrolment.form)


GOOD: list[tuple[Step, tuple[str, ...]]] = [
    (Ask("district"), (DISTRICT,)),
    (Ask("district"), ("आपका ज़िला कौन सा है?",)),
    (Ask("district"), ("अपने ज़िले का नाम बता दीजिए।",)),
    (Ask("pregnant"), ("क्या इस समय आप गर्भवती हैं?",)),
    (Ask("gestational_age_months"), ("आपको गर्भ के कितने महीने हो गए?",)),
    (Ask("child_name"), ("बच्चे का नाम क्या रखा है?",)),
    (Ask("whatsapp_same"), ("आपके इसी नंबर पर व्हाट्सऐप चलता है क्या?",)),
    (Ask("aadhaar_last4"), ("आधार के आख़िरी चार अंक बता दीजिए। पूरा नंबर मत बोलिए।",)),
    (Ask("clinic_name"), ("कौन सी आंगनवाड़ी में जाती हैं? आंगनवाड़ी का नाम बताइए।",)),
    (Repair("district", "unknown_place", 1), ("यह ज़िला मेरी सूची में नहीं मिला।", "आपका ज़िला कौन सा है?")),
    (Wait("name"), ("ठीक है, मैं रुकी हूं। आराम से देखिए।",)),
    (Close("complete"), OUTRO),
    (confirm("name", "फूलमती सोरेन"), ("मैंने सुना", "फूलमती सोरेन", "क्या यह सही है?")),
    (confirm("linked_number", "9835012746"), ("मैंने सुना", "अट्ठानवे पैंतीस, शून्य एक सत्ताईस चार छह", "सही है?")),
]

BAD: list[tuple[str, Step, tuple[str, ...]]] = [
    # nothing_said
    ("nothing_said", Ask("district"), ()),
    ("nothing_said", Ask("district"), ("", " ।")),
    ("nothing_said", Close("complete"), ()),
    # not_hindi
    ("not_hindi", Ask("district"), ("Which district do you live in?",)),
    ("not_hindi", Ask("district"), ("आप किस district में रहती हैं?",)),
    ("not_hindi", Ask("linked_number"), ("तो आंगनवाड़ी में कौन सा नंबर लिखा है? 10 अंक धीरे धीरे बोलिए।",)),
    ("not_hindi", Ask("gestational_age_months"), ("गर्भ को कितने महीने हुए, १ से ९?",)),
    ("not_hindi", Ask("name"), ("আপনার নাম কী?",)),
    ("not_hindi", Ask("name"), ("آپ کا نام کیا ہے؟",)),
    ("not_hindi", Ask("name"), ("आपले नाव काय आहे?",)),
    ("not_hindi", Ask("phone_linked"), ("{caller_number}", "क्या यही नंबर आंगनवाड़ी में भी लिखा हुआ है?")),
    # no_question
    ("no_question", Ask("district"), ("आप किस ज़िले में रहती हैं।",)),
    ("no_question", Ask("name"), ("मुझे आपका अपना नाम चाहने की ज़रूरत है।",)),
    ("no_question", Ask("name", "silence"), ("क्या आप सुन रही हैं?",)),
    ("no_question", confirm("district", "नालंदा"), ("मैंने सुना", "नालंदा")),
    ("no_question", Repair("district", "unclear", 1), ("माफ़ कीजिए, ठीक से समझ नहीं आया।",)),
    # several_questions
    ("several_questions", Ask("district"), (DISTRICT, "आपकी आंगनवाड़ी का नाम क्या है?")),
    ("several_questions", Ask("name"), ("आपका नाम क्या है और किस ज़िले में रहती हैं?",)),
    ("several_questions", Ask("name"), ("सबसे पहले, आपका पूरा नाम क्या है?", "अपनी उम्र भी बताइए।")),
    ("several_questions", Ask("pregnant"), ("क्या आप अभी गर्भवती हैं?", "क्या आप अभी पेट से हैं?")),
    ("several_questions", Wait("name"), ("ठीक है, मैं रुकी हूं।", "सबसे पहले, आपका पूरा नाम क्या है?")),
    ("several_questions", confirm("name", "फूलमती सोरेन"), ("मैंने सुना", "फूलमती सोरेन", "सही है?", DISTRICT)),
    ("several_questions", Handoff("district"), ("यह जवाब आप लिख दीजिए।", "ज़िला", "क्या आप लिख सकती हैं?")),
    # wrong_question
    ("wrong_question", Ask("clinic_name"), (DISTRICT,)),
    ("wrong_question", Ask("district"), ("आप कहां रहती हैं?",)),
    ("wrong_question", Ask("district"), ("क्या आप किसी ज़िले में रहती हैं?",)),
    ("wrong_question", Ask("name"), ("बच्चे का नाम क्या है?",)),
    ("wrong_question", Ask("child_name"), ("आपका नाम क्या है?",)),
    ("wrong_question", Ask("pregnant"), ("क्या आप अभी गर्भवती नहीं हैं?",)),
    ("wrong_question", Ask("pregnant"), ("आप अभी कैसे गर्भवती हैं?",)),
    ("wrong_question", Ask("pregnant"), ("क्या आप अभी ठीक हैं?",)),
    ("wrong_question", Ask("pregnant"), ("क्या आपका अभी गर्भवती हैं?",)),
    ("wrong_question", Ask("consent"), ("क्या मैं जवाब लिख लूं?",)),
    ("wrong_question", Ask("phone_linked"), ("क्या आपका आंगनवाड़ी में आपका नंबर है?",)),
    ("wrong_question", Ask("child_dob", "repeat", 1, Piece("month")), ("क्या महीना ठीक है?",)),
    ("wrong_question", Ask("whatsapp_same"), ("क्या आपके पास व्हाट्सऐप है?",)),
    ("wrong_question", Ask("aadhaar_last4"), ("आधार के सारे बारह अंक बताइए।",)),
    ("wrong_question", Ask("linked_number"), ("तो व्हाट्सऐप किस नंबर पर है? दस अंक धीरे धीरे बोलिए।",)),
    ("wrong_question", Ask("child_dob"), ("आपके गर्भ को कितने महीने हुए हैं?",)),
    ("wrong_question", Ask("gestational_age_months"), ("आपको कितने दिन हुए?",)),
    ("wrong_question", Ask("phone_linked"), ("क्या यही नंबर आंगनवाड़ी में भी लिखा हुआ है?",)),
    ("wrong_question", Ask("linked_number", "partial"), ("अब तक सुना", "पूरा नंबर एक एक अंक करके बोलिए।")),
    ("wrong_question", Ask("linked_number", "retry", 1, Piece("digits", 0, 5)), ("पहले तीन अंक बोलिए।",)),
    ("wrong_question", Ask("linked_number", "retry", 1, Piece("digits", 5, 5)), ("पहले पाँच अंक बोलिए।",)),
    ("wrong_question", Ask("child_dob", "retry", 1, Piece("month")), ("अब साल बताइए।",)),
    ("wrong_question", Ask("name", "retry", 1, Piece("spelling")), ("धीरे से अपना पूरा नाम बताइए।",)),
    ("wrong_question", Repair("district", "ambiguous_place", 1, STATES), ("बिहार और झारखंड", "ज़िला बोलिए।")),
    ("wrong_question", confirm("district", "नालंदा"), ("मैंने सुना", "नालंदा", "क्या आप रहती हैं?")),
    ("wrong_question", confirm("district", "नालंदा"), ("नालंदा", "सही है?", "आपकी आंगनवाड़ी का नाम क्या है?")),
    ("wrong_question", Handoff("district"), ("आंगनवाड़ी दीदी, यह जवाब आप लिख दीजिए।",)),
    # acknowledgement
    ("acknowledgement", Ask("district"), ("जी।", DISTRICT)),
    ("acknowledgement", Ask("district"), ("अच्छा जी।", DISTRICT)),
    ("acknowledgement", Ask("district"), ("जी, समझ गई।", DISTRICT)),
    ("acknowledgement", Ask("district"), ("धन्यवाद, आप किस ज़िले में रहती हैं?",)),
    ("acknowledgement", Ask("pregnant"), ("ठीक है क्या आप अभी गर्भवती हैं?",)),
    ("acknowledgement", Ask("pregnant"), ("बहुत बढ़िया! क्या आप अभी गर्भवती हैं?",)),
    ("acknowledgement", Ask("pregnant"), ("मैंने लिख लिया।", "क्या आप अभी गर्भवती हैं?")),
    ("acknowledgement", confirm("district", "नालंदा"), ("ठीक है।", "मैंने सुना", "नालंदा", "क्या यह सही है?")),
    # echo
    ("echo", Ask("district"), ("फूलमती जी, आप किस ज़िले में रहती हैं?",)),
    ("echo", Ask("clinic_name"), ("नालंदा में आपकी आंगनवाड़ी का नाम क्या है?",)),
    ("echo", Ask("pregnant"), ("सात महीने हुए हैं।", "क्या आप अभी गर्भवती हैं?")),
    ("echo", Ask("aadhaar_last4"), ("नौ आठ तीन पाँच शून्य।", "आधार के आख़िरी चार अंक एक एक करके बोलिए।")),
    ("echo", Ask("aadhaar_last4"), ("अट्ठानवे पैंतीस।", "आधार के आख़िरी चार अंक एक एक करके बोलिए।")),
    ("echo", Ask("phone_linked"), ("पंद्रह अप्रैल को हुआ।", "क्या आंगनवाड़ी में आपका यही नंबर है?")),
    ("echo", Ask("gestational_age_months"), ("आप गर्भवती हैं।", "आपके गर्भ को कितने महीने हुए हैं?")),
    ("echo", Ask("pregnant"), ("हमारा घर नालंदा के पास पड़ता है।", "क्या आप अभी गर्भवती हैं?")),
    ("echo", Ask("pregnant"), ("घर के पास पड़ता है तो क्या आप अभी गर्भवती हैं?",)),
    ("echo", Ask("district"), ("मैंने सुना", "फूलमती सोरेन", DISTRICT)),
    ("echo", confirm("district", "नालंदा"), ("फूलमती सोरेन", "मैंने सुना", "नालंदा", "क्या यह सही है?")),
    # wrong_value
    ("wrong_value", confirm("district", "नालंदा"), ("मैंने सुना", "पटना", "क्या यह सही है?")),
    ("wrong_value", confirm("name", "फूलमती सोरेन"), ("मैंने सुना", "फूलमती", "क्या यह सही है?")),
    ("wrong_value", confirm("name", "राधा", reading=SPELT), ("मैंने सुना", "राधा", "क्या यह सही है?")),
    ("wrong_value", confirm("child_dob", "2025-04-15"), ("पंद्रह अप्रैल दो हज़ार चौबीस", "सही है?")),
    ("wrong_value", confirm("gestational_age_months", 7), ("मैंने सुना", "आठ महीने", "क्या यह सही है?")),
    ("wrong_value", confirm("linked_number", "9835012746"), ("नौ आठ तीन पाँच", "एक दो सात छह", "सही है?")),
    ("wrong_value", confirm("pregnant", True), ("सही है तो हां बोलिए।",)),
    ("wrong_value", Ask("linked_number", "partial"), ("अब तक सुना", "नौ आठ सात", "अब आगे के अंक बोलिए।")),
    # unfounded
    ("unfounded", Ask("district"), ("कोई बात नहीं, नाम बाद में लिख लेंगे।", DISTRICT)),
    ("unfounded", Ask("district"), ("माफ़ कीजिए, साफ़ सुनाई नहीं दिया।", DISTRICT)),
    ("unfounded", Ask("district"), ("यह ज़िला मेरी सूची में नहीं मिला।", DISTRICT)),
    ("unfounded", Ask("name"), ("ठीक है, उसे हटा दिया।", "सबसे पहले, आपका पूरा नाम क्या है?")),
    # ends_early, ends_late, wrong_ending
    ("ends_early", Ask("district"), (DISTRICT, *OUTRO)),
    ("ends_early", Ask("district"), ("आपका फ़ॉर्म पूरा हो गया है।",)),
    ("ends_early", Ask("district"), (DISTRICT, "अब मैं फ़ोन रखती हूं।")),
    ("ends_early", Wait("district"), ("ठीक है, मैं यहीं रुकती हूं।",)),
    ("ends_late", Close("complete"), (DISTRICT,)),
    ("ends_late", Close("complete"), (*OUTRO, "कुछ और बताना है?")),
    ("ends_late", Close("complete"), ("आपका फ़ॉर्म पूरा हो गया।",)),
    ("ends_late", Close("withdrawn"), ("ठीक है।",)),
    ("wrong_ending", Close("failed"), OUTRO),
    ("wrong_ending", Close("complete"), (*OUTRO, "अभी फ़ॉर्म पूरा नहीं हो पाया।")),
]  # fmt: skip


@pytest.mark.parametrize(("step", "lines"), GOOD)
def test_finds_nothing_wrong_with_a_good_reply(
    checks: ReplyChecks, step: Step, lines: tuple[str, ...]
) -> None:
    assert checks.check(decision(step), lines, "") == ()


@pytest.mark.parametrize(("kind", "step", "lines"), BAD)
def test_catches_a_bad_reply(checks: ReplyChecks, kind: str, step: Step, lines: tuple[str, ...]) -> None:
    known = {"partial": "98350"} if isinstance(step, Ask) and step.reason == "partial" else {}
    found = checks.check(decision(step, **known), lines, HEARD)
    assert kind in {fault.kind for fault in found}
    assert all(
        value not in fault.why for fault in found for value in map(str, KNOWN.values()) if len(value) > 1
    )


def test_knows_bad_replies_of_every_kind() -> None:
    assert {kind for kind, _, _ in BAD} == set(KINDS)
    assert len(BAD) >= 40


def test_lets_a_read_back_say_its_value_in_her_own_groups(checks: ReplyChecks, enrolment: LoadedForm) -> None:
    groups = Evidence(groups=(4, 3, 3))
    step = confirm("linked_number", "9835012746", evidence=groups)
    reply = render(enrolment, decision(step), Answers())
    assert checks.check(decision(step), reply.lines) == ()


def test_lets_the_number_typed_before_the_call_be_said(checks: ReplyChecks, enrolment: LoadedForm) -> None:
    made = decision(Ask("phone_linked"), caller_number=CALLER_NUMBER)
    reply = render(enrolment, made, Answers(caller_number=CALLER_NUMBER))
    assert checks.check(made, reply.lines) == ()
    unknown = "क्या आपका अपना फ़ोन नंबर आंगनवाड़ी में लिखा हुआ है?"
    assert [fault.kind for fault in checks.check(made, (unknown,))] == ["wrong_question"]


def test_tells_of_a_skip_only_where_there_is_one(checks: ReplyChecks) -> None:
    lines = ("कोई बात नहीं, नाम बाद में लिख लेंगे।", DISTRICT)
    made = decision(Ask("district"))
    assert checks.check(replace(made, skipped=("name",)), lines) == ()
    assert [fault.kind for fault in checks.check(made, lines)] == ["unfounded"]


def test_a_call_that_is_over_must_not_go_on(checks: ReplyChecks) -> None:
    made = decision(Ask("district"))
    over = replace(made, answers=replace(made.answers, status="failed"))
    assert "ends_late" in {fault.kind for fault in checks.check(over, (DISTRICT,))}
    closed = decision(Close("complete"))
    early = replace(closed, answers=replace(closed.answers, status="in_progress"))
    assert "ends_early" in {fault.kind for fault in checks.check(early, OUTRO)}


def test_one_reply_is_checked_like_many(enrolment: LoadedForm, checks: ReplyChecks) -> None:
    for lines in ((DISTRICT,), ("आप कहां रहती हैं?",)):
        made = decision(Ask("district"))
        assert check_reply(enrolment.form, made, lines, HEARD) == checks.check(made, lines, HEARD)
