from decimal import Decimal

import pytest

from edgebharo.hindi import number_words, numbers
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import tokenize

pytestmark = pytest.mark.unit


def read(text: str) -> tuple[numbers.NumberReading, ...]:
    return numbers.read_numbers(tokenize(normalize(text)))


def values(text: str) -> list[Decimal]:
    return [reading.value for reading in read(text)]


def test_no_word_has_two_values() -> None:
    rows = [numbers.SPOKEN_VARIANTS(number) for number in range(100)]
    words = [word for row in rows for word in row]
    assert len(words) == len(set(words))
    assert {word: numbers.CARDINALS[word] for word in words} == {
        word: number for number, row in enumerate(rows) for word in row
    }
    assert not set(numbers.CARDINALS) & set(numbers.ORDINALS)
    assert not set(numbers.CARDINALS) & set(numbers.SCALES)
    assert not set(numbers.CARDINALS) & (set(numbers.ADDED) | set(numbers.WHOLE))


@pytest.mark.parametrize(
    "table", [numbers.CARDINALS, numbers.SCALES, numbers.ORDINALS, numbers.ADDED, numbers.WHOLE], ids=str
)
def test_every_word_is_in_normal_form(table: dict[str, object]) -> None:
    assert [word for word in table if normalize(word) != word or " " in word or not word] == []


def test_rows_are_clean_and_complete() -> None:
    assert len(number_words.ROWS) == 100
    assert all(row == " ".join(row.split()) for row in number_words.ROWS)
    tens_and_digits = number_words.ENGLISH_TENS | number_words.ENGLISH_DIGITS
    assert {word: numbers.CARDINALS[word] for word in tens_and_digits} == dict(tens_and_digits)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("छह छः छे छ: छै", 6),
        ("पांच पाँच", 5),
        ("ग्यारह ग्यारा", 11),
        ("पंद्रह पन्द्रह पंद्रा", 15),
        ("उनतीस उन्तीस उंतीस", 29),
        ("छियालीस छयालीस", 46),
        ("अट्ठासी अठासी अठ्ठासी", 88),
        ("निन्यानवे निन्यानबे", 99),
        ("छिहत्तर छिहतर", 76),
        ("चौंसठ चौंसट", 64),
        ("ज़ीरो जीरो शून्य सिफ़र सिफर", 0),
        ("नाइन नौ", 9),
        ("अठानवे अट्ठानवे अट्ठानबे अंठानवे अंठानबे", 98),
        ("एगो एकठो", 1),
        ("छव छौ", 6),
        ("ओन्नीस ओनइस", 19),
        ("ओनतीस ओन्तीस", 29),
        ("चउवालीस चउआलिस", 44),
        ("एकावन", 51),
        ("अंठावन", 58),
        ("ओनसठ", 59),
        ("नेवासी", 89),
    ],
)
def test_common_variants(words: str, value: int) -> None:
    assert {numbers.CARDINALS[normalize(word)] for word in words.split()} == {value}


@pytest.mark.parametrize(
    "word", ["no", "नो", "ना", "सो", "साथ", "निवासी", "पंच", "बारे", "तेरा नाम", "नव विहार"]
)
def test_lookalikes_are_no_numbers(word: str) -> None:
    assert values(word) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("सौ", "100"),
        ("एक हज़ार नौ", "1009"),
        ("चार हज़ार तीन सौ इक्कीस", "4321"),
        ("दो हज़ार पच्चीस", "2025"),
        ("पंद्रह सौ", "1500"),
        ("नौ सौ अठासी", "988"),
        ("निन्यानवे करोड़ निन्यानवे लाख निन्यानवे हज़ार नौ सौ निन्यानवे", "999999999"),
        ("एक लाख", "100000"),
        ("डेढ़ सौ", "150"),
        ("ढाई हज़ार", "2500"),
        ("साढ़े सात", "7.5"),
        ("साढ़े तीन सौ", "350"),
        ("सवा सौ", "125"),
        ("सवा लाख", "125000"),
        ("पौने दो सौ", "175"),
        ("पौने नौ", "8.75"),
        ("सवा", "1.25"),
        ("डेढ़", "1.5"),
        ("ढाई", "2.5"),
        ("ट्वेंटी फाइव", "25"),
        ("९ महीने", "9"),
        ("2 हज़ार 25", "2025"),
        ("5वां", "5"),
        ("सातवाँ", "7"),
        ("छठा", "6"),
        ("छठी", "6"),
        ("नौवें", "9"),
        ("सतवां", "7"),
        ("दसवीं", "10"),
        ("पहले महीने में", "1"),
        ("तीन दशमलव पांच", "3.5"),
        ("ज़ीरो पॉइंट दो पांच", "0.25"),
        ("तीन दशमलव पांच लाख", "350000"),
        ("पांच दशमलव", "5"),
        ("साढ़े तीन हज़ार", "3500"),
        ("साढ़े तीन करोड़", "35000000"),
        ("पौने दो लाख", "175000"),
        ("एक दर्जन", "12"),
        ("दो सैकड़ा", "200"),
        ("हज़ारवां", "1000"),
        ("ट्वेंटीफाइव", "25"),
        ("टू थाउज़ेंड ट्वेंटी फाइव", "2025"),
        ("2 हज़ार पच्चीस", "2025"),
        ("ट्वेंटी फर्स्ट", "21"),
        ("फिफ्टीन्थ", "15"),
        ("तेरा", "13"),
        ("जी, तेरा", "13"),
        ("तेरा महीने", "13"),
        ("तेरा सौ", "1300"),
        ("पांच पांच महीने", "5"),
        ("हमारे दो बच्चे", "2"),
    ],
)
def test_one_number(text: str, value: str) -> None:
    assert values(text) == [Decimal(value)]


@pytest.mark.parametrize(
    "text",
    ["एक मिनट", "दो मिनट रुकिए", "बता दो", "रहने दो", "एक बार फिर बोलिए", "रात के बारह बजे", "तीन-तीन मिनट पहले"],
)
def test_waits_times_and_verbs_are_no_numbers(text: str) -> None:
    assert [value for value in values(text) if value != 3] == []


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("पाँच-छह महीने हुए होंगे", "5", "6"),
        ("पांच छह", "5", "6"),
        ("चार से पांच", "4", "5"),
        ("दो या तीन", "2", "3"),
        ("चार-साढ़े चार", "4", "4.5"),
        ("डेढ़ दो महीने", "1.5", "2"),
        ("सौ दो सौ", "100", "200"),
        ("छठा सातवां महीना", "6", "7"),
        ("पांच छह सात", "5", "7"),
    ],
)
def test_ranges(text: str, low: str, high: str) -> None:
    (reading,) = read(text)
    assert (reading.kind, reading.value, reading.high) == ("range", Decimal(low), Decimal(high))


def test_number_taken_back() -> None:
    five, six = read("नहीं नहीं, पाँच नहीं, छह महीने")
    assert (five.value, five.negated, six.value, six.negated) == (5, True, 6, False)
    (alone,) = read("पांच महीने नहीं हुए")
    assert not alone.negated


def test_three_in_a_row_are_digits() -> None:
    (reading,) = read("नौ आठ सात")
    assert (reading.kind, reading.value, reading.tokens) == ("digits", 987, (0, 3))
    assert [(r.kind, r.value) for r in read("98765")] == [("digits", 98765)]


def test_span_covers_the_words() -> None:
    text = normalize("करीब साढ़े सात महीने")
    (reading,) = numbers.read_numbers(tokenize(text))
    assert text[reading.span.start : reading.span.end] == normalize("साढ़े सात")
    assert reading.kind == "fraction"


def test_spoken_variants_start_with_the_standard_word() -> None:
    assert numbers.SPOKEN_VARIANTS(6)[0] == "छह"
    with pytest.raises(IndexError):
        numbers.SPOKEN_VARIANTS(-1)
    with pytest.raises(IndexError):
        numbers.SPOKEN_VARIANTS(100)
