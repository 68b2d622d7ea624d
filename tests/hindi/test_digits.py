import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi import numbers
from edgebharo.hindi.digits import DigitReading, read_digits
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import tokenize
from edgebharo.types import Span

pytestmark = pytest.mark.unit


def read(text: str, want: int | None = 10, kept: str = "") -> DigitReading:
    return read_digits(tokenize(normalize(text)), want, kept)


@pytest.mark.parametrize(
    ("text", "digits", "how"),
    [
        ("सत्तानवे छियासठ चौवालीस बाईस दस।", "9766442210", "pairs"),
        ("डबल नौ, डबल पांच, डबल सात, डबल ज़ीरो, डबल दो।", "9955770022", "doubled"),
        ("ट्रिपल आठ, नौ सात छह, ट्रिपल चार, दो।", "8889764442", "doubled"),
        ("एट नाइन सेवन सिक्स, फोर फाइव, थ्री टू वन ज़ीरो।", "8976453210", "singly"),
        ("नाइन एट ओ सिक्स, फाइव फोर, थ्री टू वन ज़ीरो", "9806543210", "singly"),
        ("नाइन ओ सेवन ओ फाइव फोर थ्री टू वन ओ", "9070543210", "singly"),
        ("नौ आठ सात छह पांच चार तीन दो एक बिंदी", "9876543210", "singly"),
        ("जोड़ा नौ जोड़ा आठ सात छह पांच चार तीन दो", "9988765432", "doubled"),
        ("नव आठ सात छव पांच चार तीन दू एक सुन्न", "9876543210", "singly"),
        ("नौगो आठगो सातगो छवगो पांचगो चारगो तीनगो दुगो एगो शून्य", "9876543210", "singly"),
        ("निन्यानवे तेरा चौदह पंद्रह सोलह", "9913141516", "pairs"),
        ("٩٨٧٦٥٤٣٢١٠", "9876543210", "typed"),
        ("۹۸۷۶۵ ۴۳۲۱۰", "9876543210", "typed"),
        ("৯৮৭৬৫৪৩২১০", "9876543210", "typed"),
        ("अट्ठानवे हज़ार सात सौ पैंसठ तैंतालीस हज़ार दो सौ दस", "9876543210", "cardinal"),
        ("सात, नौ, साठ, सात, चालीस, चार, तीस।", "7960740430", "pairs"),
        ("नवासी उन्यासी उनतालीस उनहत्तर उनतीस।", "8979396929", "pairs"),
        ("98766। 43211", "9876643211", "typed"),
        ("८९७६५४३२१०", "8976543210", "typed"),
        ("98 सात 65 चार तीन 2 एक ०", "9876543210", "singly"),
        ("नौ सौ अठासी सात सौ छियासी पांच सौ चार एक", "9887865041", "hundreds"),
        ("नौ नौ नौ नौ नौ आठ आठ आठ आठ आठ", "9999988888", "singly"),
        ("तीन बार नौ, आठ सात छह, तीन बार पाँच, एक", "9998765551", "doubled"),
        ("डबल पचपन छह सात आठ नौ एक दो", "5555678912", "doubled"),
        ("प्लस इक्यानवे अट्ठानवे छिहत्तर चौवन बत्तीस दस", "9876543210", "pairs"),
        ("+91 98765-43210", "9876543210", "typed"),
        ("0091 9876543210", "9876543210", "typed"),
        ("ज़ीरो नौ आठ सात छह पाँच चार तीन दो एक शून्य", "9876543210", "singly"),
        ("जी लिखिए, नौ आठ सात... उम्म... छह पांच, फिर, चार तीन दो और एक शून्य है", "9876543210", "singly"),
        ("मेरा मोबाइल नंबर है नौ आठ सात छह पांच उसके बाद चार तीन दो एक शून्य", "9876543210", "singly"),
        ("एक और नंबर है 9876543210", "9876543210", "typed"),
        ("मेरे दो बच्चे हैं, नंबर 9876543210", "9876543210", "typed"),
        ("9876543210, 9876543210", "9876543210", "typed"),
        ("एक मिनट, हाँ, नौ आठ सात छह पांच चार तीन दो एक शून्य", "9876543210", "singly"),
        ("लिख दो नौ आठ सात छह पांच चार तीन दो एक शून्य", "9876543210", "singly"),
        ("नाइन एट सेवेंटी सिक्स फिफ्टी फोर थर्टी टू टेन", "9876543210", "pairs"),
        ("नौ शून्य डबल एक डबल दो, डबल तीन डबल चार नंबर है", "9011223344", "doubled"),
        ("हमर नंबर छै नौ आठ सात छह पांच चार तीन दो एक शून्य", "9876543210", "singly"),
        ("नौ आठ सात छह पांच चार तीन दो एक शून्य छै", "9876543210", "singly"),
        ("छै आठ सात छै पांच चार तीन दो एक शून्य", "6876543210", "singly"),
        ("नंबर छै आठ सात छै पांच चार तीन दो एक छै", "6876543216", "singly"),
    ],
)
def test_whole_phone_number(text: str, digits: str, how: str) -> None:
    reading = read(text)
    assert (reading.digits, reading.how, reading.complete) == (digits, how, True)
    assert not reading.corrected


@pytest.mark.parametrize(
    ("text", "digits", "how"),
    [
        ("पांच हज़ार तीन सौ बीस।", "5320", "cardinal"),
        ("दो हज़ार सात।", "2007", "cardinal"),
        ("शून्य शून्य चार दो", "0042", "singly"),
        ("0042", "0042", "typed"),
        ("9:00 1", "9001", "typed"),
        ("तैंतालीस इक्कीस", "4321", "pairs"),
        ("बारह सौ चार", "1204", "hundreds"),
        ("डबल ज़ीरो डबल सात", "0077", "doubled"),
        ("आखिरी चार अंक हैं नौ शून्य एक दो", "9012", "singly"),
        ("एक एक दो दो, पाँच छह सात आठ, नौ शून्य तीन दो।", "9032", "last_four"),
        ("123456789012", "9012", "last_four"),
        ("बारह चौंतीस छप्पन अठहत्तर नब्बे बारह", "9012", "last_four"),
        ("एक दो तीन चार नहीं पांच", "1235", "singly"),
        ("एक दो नहीं तीन चार पांच छह", "3456", "singly"),
    ],
)
def test_last_four(text: str, digits: str, how: str) -> None:
    reading = read(text, 4)
    assert (reading.digits, reading.how, reading.complete) == (digits, how, True)


def test_other_eight_digits_leave_no_trace() -> None:
    text = normalize("एक एक दो दो, पाँच छह सात आठ, नौ शून्य तीन दो।")
    reading = read_digits(tokenize(text), 4)
    assert reading.span is not None
    assert text[reading.span.start : reading.span.end] == "नौ शून्य तीन दो"
    assert read("1234 5678", 4).digits == ""


@pytest.mark.parametrize(
    ("text", "want"),
    [("एक दो तीन चार पांच", 4), ("98765432101", 10), ("1234 5678", 4), ("9876543210 और 9123456789", 10)],
)
def test_too_many_digits(text: str, want: int) -> None:
    reading = read(text, want)
    assert (reading.digits, reading.complete, reading.problem) == ("", False, "wrong_length")


@pytest.mark.parametrize(
    ("text", "want", "digits"),
    [
        ("आठ नौ सात छह पाँच...", 10, "89765"),
        ("98 सात 65", 10, "98765"),
        ("0 98765", 10, "98765"),
        ("प्लस नाइन वन नौ आठ सात", 10, "987"),
        ("सात", 10, "7"),
        ("एक दो", 4, "12"),
        ("अट्ठानवे छिहत्तर नहीं सतहत्तर", 10, "9877"),
        ("नौ आठ सात, नहीं, छह", 10, "986"),
    ],
)
def test_too_few_digits_are_a_beginning(text: str, want: int, digits: str) -> None:
    reading = read(text, want)
    assert (reading.digits, reading.complete, reading.problem) == (digits, False, None)


@pytest.mark.parametrize(
    ("kept", "text", "digits", "corrected"),
    [
        ("98765", "...चार तीन दो दो शून्य।", "9876543220", False),
        ("98765", "9123456780", "9123456780", True),
        ("98765", "सात छह पांच चार तीन दो एक शून्य", "9876543210", False),
        ("9876543", "नहीं, तीन दो एक शून्य", "9876543210", True),
        ("987654321", "शून्य", "9876543210", False),
        ("9198765", "43210", "9876543210", False),
        ("", "प्लस नाइन वन आठ सौ बयासी पैंतालीस उनासी आठ सात सात", "8824579877", False),
        ("919876", "543210", "9876543210", False),
        ("98765", "हाँ तो आगे 432 10", "9876543210", False),
    ],
)
def test_chunks_are_appended(kept: str, text: str, digits: str, corrected: bool) -> None:
    reading = read(text, 10, kept)
    assert (reading.digits, reading.complete, reading.corrected) == (digits, True, corrected)


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("नौ आठ सात छह पाँच चार एक दो, नहीं, एक एक, तीन शून्य।", "9876541130"),
        ("नौ आठ सात छह पांच, नहीं नहीं, छह, चार तीन दो एक शून्य", "9876643210"),
        ("अट्ठानवे छिहत्तर चौवन तैंतीस, सॉरी, बत्तीस दस", "9876543210"),
        ("98765 43211 नहीं गलत 9876543210", "9876543210"),
        ("नौ आठ सात मतलब छह, छह पांच चार तीन दो एक शून्य", "9866543210"),
    ],
)
def test_repair_inside_the_string(text: str, digits: str) -> None:
    reading = read(text)
    assert (reading.digits, reading.complete, reading.corrected) == (digits, True, True)


@pytest.mark.parametrize(
    "text",
    [
        "एक मिनट, नाम गलत बोला, नाम कमला है।",
        "नंबर मेरी बेटी के पास है, मुझे याद नहीं।",
        "देख के बताऊँ?",
        "रहने दो",
        "पंद्रह अप्रैल दो हज़ार पच्चीस",
        "मेरे दो बच्चे हैं",
        "एक बेटी रो रही है",
        "एक और नंबर है",
        "नंबर जोड़ा नहीं है",
        "बिंदी",
        "मेरा तो एक ही नंबर है",
        "मेरी उम्र पच्चीस साल है",
        "no",
        "नो",
        "",
    ],
)
def test_no_digits(text: str) -> None:
    assert read(text, 10, "987") == DigitReading("987", None, "")


def test_any_length_is_complete_without_a_target() -> None:
    assert read("नौ सौ एक", None).digits == "901"
    assert read("नौ सौ एक", None).complete


SINGLY = {digit: numbers.SPOKEN_VARIANTS(digit) for digit in range(10)}


@st.composite
def dictations(draw: st.DrawFn) -> tuple[str, str]:
    """Ten digits and one way of saying them: singly or in pairs, doubled, in any spelling, with fillers."""
    digits = draw(st.from_regex(r"[6-8][0-9]{9}", fullmatch=True))
    said: list[str] = []
    index = 0
    while index < 10:
        pair = digits[index : index + 2]
        if len(pair) == 2 and pair[0] == pair[1] and draw(st.booleans()):
            said.append("डबल " + draw(st.sampled_from(SINGLY[int(pair[0])])))
            index += 2
        elif len(pair) == 2 and pair[0] != "0" and draw(st.booleans()):
            said.append(draw(st.sampled_from(_hindi(int(pair)))))
            index += 2
        else:
            said.append(draw(st.sampled_from((*_hindi(int(pair[0])), pair[0]))))
            index += 1
        said.append(draw(st.sampled_from(("", "", ",", "उम्म", "फिर", "।"))))
    return digits, " ".join(said)


def _hindi(number: int) -> tuple[str, ...]:
    """Spellings that never join with the word after them, as English tens do."""
    english = numbers.ENGLISH_TENS
    return tuple(word for word in numbers.SPOKEN_VARIANTS(number) if word not in english)


@given(dictations())
def test_every_way_of_dictating_gives_the_same_digits(case: tuple[str, str]) -> None:
    digits, said = case
    reading = read(said)
    assert (reading.digits, reading.complete, reading.problem) == (digits, True, None)


@given(dictations(), st.integers(1, 9))
def test_two_turns_give_the_same_digits_as_one(case: tuple[str, str], cut: int) -> None:
    digits, _ = case
    first = read(" ".join(digits[:cut]))
    assert not first.complete
    second = read(" ".join(digits[cut:]), 10, first.digits)
    assert (second.digits, second.complete) == (digits, True)


@given(dictations(), st.data())
def test_a_repair_replaces_what_was_said_wrong(case: tuple[str, str], data: st.DataObject) -> None:
    digits, _ = case
    start = data.draw(st.integers(1, 8))
    end = data.draw(st.integers(start + 1, 9))
    wrong = data.draw(st.from_regex(rf"[0-9]{{{end - start}}}", fullmatch=True))
    sorry = data.draw(st.sampled_from(("नहीं", "नहीं नहीं", "सॉरी", "माफ़ कीजिए", "गलत")))
    reading = read(f"{' '.join(digits[:start] + wrong)}, {sorry}, {' '.join(digits[start:])}")
    assert (reading.digits, reading.complete, reading.corrected) == (digits, True, True)


@given(st.text(), st.sampled_from([None, 4, 10]), st.from_regex(r"[0-9]{0,9}", fullmatch=True))
def test_total_and_ascii(text: str, want: int | None, kept: str) -> None:
    normal = normalize(text)
    reading = read_digits(tokenize(normal), want, kept)
    assert all(char in "0123456789" for char in reading.digits)
    assert reading.span is None or Span(0, 0) != reading.span
    assert not (reading.complete and want is not None) or len(reading.digits) == want
