from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.hindi import date_words, month_words, numbers
from edgebharo.hindi.dates import DateReading, read_date
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import tokenize

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 29)


def read(text: str, today: date = TODAY) -> DateReading:
    return read_date(tokenize(normalize(text)), today)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("सोलह अप्रैल दो हज़ार पच्चीस", "2025-04-16"),
        ("छह मई बीस पच्चीस।", "2025-05-06"),
        ("मई नौ दो हज़ार चौबीस", "2024-05-09"),
        ("अप्रैल की सोलह तारीख, सन दो हज़ार पच्चीस", "2025-04-16"),
        ("दो हज़ार पच्चीस अप्रैल सोलह", "2025-04-16"),
        ("दो हज़ार पच्चीस में सोलह अप्रैल को", "2025-04-16"),
        ("16 अप्रैल 2025", "2025-04-16"),
        ("१६ अप्रैल २०२५", "2025-04-16"),
        ("16 April 2025", "2025-04-16"),
        ("पहली जनवरी दो हज़ार छब्बीस", "2026-01-01"),
        ("फर्स्ट जून ट्वेंटी ट्वेंटी फाइव", "2025-06-01"),
        ("टेन सेप्टेम्बर टू थाउज़ेंड ट्वेंटी फोर", "2024-09-10"),
        ("सोलह तारीख चौथा महीना दो हज़ार पच्चीस", "2025-04-16"),
        ("हां जी, सोलह अप्रैल को हुआ था, दो हज़ार पच्चीस में", "2025-04-16"),
        ("पांच मे दो हज़ार पच्चीस", "2025-05-05"),
        ("पांच मई उन्नीस सौ निन्यानवे", "1999-05-05"),
        ("उनतीस फरवरी दो हज़ार चौबीस", "2024-02-29"),
        ("सितंबर की तीस तारीख, बीस पच्चीस", "2025-09-30"),
        ("सोलह अप्रैल को हुआ, बीस पच्चीस में", "2025-04-16"),
        ("फिफ्टीन्थ अप्रैल टू थाउज़ेंड एंड ट्वेंटी फाइव", "2025-04-15"),
        ("ट्वेंटी फर्स्ट मार्च ट्वेंटी ट्वेंटी फाइव", "2025-03-21"),
        ("पांच अप्रैल टू ज़ीरो टू फाइव", "2025-04-05"),
        ("पांच अप्रैल दो शून्य दो पांच", "2025-04-05"),
        ("साल दो हज़ार पच्चीस महीना अप्रैल तारीख पंद्रह", "2025-04-15"),
        ("तारीख बारह महीना तीन साल दो हज़ार पच्चीस", "2025-03-12"),
        ("दिन बारह महीना तीसरा साल दो हज़ार पच्चीस", "2025-03-12"),
        ("दो हज़ार पच्चीस साल, अप्रैल महीना, पंद्रह तारीख", "2025-04-15"),
        ("पंद्रह तारीख, चौथा महीना, साल दो हज़ार पच्चीस", "2025-04-15"),
    ],
)
def test_said_in_full(text: str, value: str) -> None:
    reading = read(text)
    assert (reading.value, reading.how, reading.problem) == (value, "named-month", None)
    assert (reading.doubtful, reading.estimated, reading.corrected) == (False, False, False)


@pytest.mark.parametrize(
    ("text", "value", "how"),
    [
        ("सोलह चार पच्चीस।", "2025-04-16", "day-month-year"),
        ("सोलह चार बीस पच्चीस", "2025-04-16", "day-month-year"),
        ("एक एक दो हज़ार पच्चीस", "2025-01-01", "day-month-year"),
        ("पांच पांच पच्चीस", "2025-05-05", "day-month-year"),
        ("16/04/2025", "2025-04-16", "day-month-year"),
        ("2025-04-16", "2025-04-16", "day-month-year"),
        ("16042025", "2025-04-16", "day-month-year"),
        ("160425", "2025-04-16", "day-month-year"),
        ("चार सोलह पच्चीस", "2025-04-16", "day-month-year"),
        ("सोलह अप्रैल पच्चीस", "2025-04-16", "named-month"),
        ("अप्रैल की सोलह, पच्चीस में", "2025-04-16", "named-month"),
        ("सन पच्चीस में सोलह अप्रैल", "2025-04-16", "named-month"),
        ("शायद सोलह अप्रैल दो हज़ार पच्चीस", "2025-04-16", "named-month"),
        ("पच्चीस में सोलह अप्रैल", "2025-04-16", "named-month"),
        ("छब्बीस सितंबर को हुआ था, तेरा में", "2013-09-26", "named-month"),
        ("पच्चीस के अप्रैल में सोलह को", "2025-04-16", "named-month"),
        ("तारीख सोलह महीना चार साल पच्चीस", "2025-04-16", "named-month"),
        ("इक्कीस शून्य चार दो हज़ार पच्चीस", "2025-04-21", "day-month-year"),
        ("ज़ीरो पांच ज़ीरो चार पच्चीस", "2025-04-05", "day-month-year"),
        ("0 5 0 4 2025", "2025-04-05", "day-month-year"),
        ("एक पांच शून्य चार दो शून्य दो पांच", "2025-04-15", "day-month-year"),
        ("सोलह चार दो शून्य पच्चीस", "2025-04-16", "day-month-year"),
        ("20250416", "2025-04-16", "day-month-year"),
        ("सोलह अप्रैल", "2026-04-16", "no-year"),
        ("सोलह चार", "2026-04-16", "no-year"),
        ("तीस नवंबर", "2025-11-30", "no-year"),
        ("उनतीस नवंबर", "2026-11-29", "no-year"),
        ("उनतीस फरवरी", "2024-02-29", "no-year"),
        ("पंद्रह तारीख को", "2026-11-15", "day-of-month"),
        ("तीस तारीख", "2026-10-30", "day-of-month"),
        ("आज", "2026-11-29", "relative"),
        ("कल", "2026-11-28", "relative"),
        ("कल रात अस्पताल में हुआ", "2026-11-28", "relative"),
        ("कल हुआ होगा", "2026-11-28", "relative"),
        ("परसों सुबह पांच बजे", "2026-11-27", "relative"),
        ("नरसों", "2026-11-26", "relative"),
        ("आज ही के दिन, पिछले साल।", "2025-11-29", "relative"),
        ("पिछले साल सोलह अप्रैल", "2025-04-16", "relative"),
        ("मई की... रुकिए... हां, दस मई, इसी साल।", "2026-05-10", "relative"),
        ("दो साल पहले सोलह अप्रैल को", "2024-04-16", "relative"),
        ("इसी महीने की पांच को", "2026-11-05", "relative"),
        ("बीते परसों", "2026-11-27", "relative"),
        ("सोमवार को", "2026-11-23", "weekday"),
        ("रविवार को", "2026-11-22", "weekday"),
        ("बिफे के दिन", "2026-11-26", "weekday"),
        ("पिछले शनीचर", "2026-11-28", "weekday"),
        ("पिछले हफ्ते सोमवार को", "2026-11-16", "weekday"),
    ],
)
def test_completed_by_us_is_doubtful(text: str, value: str, how: str) -> None:
    reading = read(text)
    assert (reading.value, reading.how, reading.problem) == (value, how, None)
    assert (reading.doubtful, reading.estimated, reading.corrected) == (True, False, False)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("पिछले महीने की दस तारीख को।", "2026-10-10"),
        ("दो महीने पहले की सोलह तारीख", "2026-09-16"),
        ("पिछले से पिछले महीने की दस तारीख", "2026-09-10"),
        ("तीन दिन पहले", "2026-11-26"),
        ("आज से दस दिन पहले", "2026-11-19"),
    ],
)
def test_counted_back_is_estimated(text: str, value: str) -> None:
    reading = read(text)
    assert (reading.value, reading.doubtful, reading.estimated) == (value, True, True)


def test_last_month_in_january_is_december() -> None:
    assert read("पिछले महीने की दस तारीख", date(2026, 1, 5)).value == "2025-12-10"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("तीन जून नहीं, तेरह जून दो हज़ार पच्चीस।", "2025-06-13"),
        ("तीन जून दो हज़ार चौबीस, सॉरी, तेरह जून", "2024-06-13"),
        ("सोलह अप्रैल नहीं सत्रह", "2026-04-17"),
        ("सोलह अप्रैल नहीं, मई", "2026-05-16"),
        ("सोलह अप्रैल दो हज़ार चौबीस, नहीं, पच्चीस", "2025-04-16"),
        ("सोलह अप्रैल दो हज़ार चौबीस, नहीं, दो हज़ार पच्चीस", "2025-04-16"),
        ("जून की तीन, नहीं नहीं, जून की तेरह", "2026-06-13"),
        ("कल नहीं परसों", "2026-11-27"),
        ("सोलह अप्रैल दो हज़ार तेईस, माफ़ कीजिए, चौबीस", "2024-04-16"),
        ("कल नहीं, सोलह अप्रैल", "2026-04-16"),
    ],
)
def test_repairs(text: str, value: str) -> None:
    reading = read(text)
    assert (reading.value, reading.corrected, reading.doubtful) == (value, True, True)


@pytest.mark.parametrize("text", ["याद नहीं, शायद सोलह अप्रैल", "सोलह अप्रैल, साल नहीं पता", "नहीं नहीं, सोलह अप्रैल"])
def test_not_knowing_and_refusing_repair_nothing(text: str) -> None:
    reading = read(text)
    assert (reading.value, reading.corrected) == ("2026-04-16", False)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("इकतीस अप्रैल दो हज़ार पच्चीस।", "impossible_date"),
        ("उनतीस फरवरी दो हज़ार पच्चीस", "impossible_date"),
        ("इकतीस अप्रैल", "impossible_date"),
        ("बत्तीस मई", "impossible_date"),
        ("इकतीस दो पच्चीस", "impossible_date"),
        ("पंद्रह पंद्रह पच्चीस", "impossible_date"),
        ("दस दिसंबर इसी साल", "future_date"),
        ("तीस नवंबर दो हज़ार छब्बीस", "future_date"),
        ("सोलह अप्रैल सत्ताईस", "future_date"),
        ("अगले महीने की पांच तारीख", "future_date"),
        ("अगले हफ्ते", "future_date"),
        ("दस दिन बाद", "future_date"),
        ("सवा महीने का है।", "wrong_unit"),
        ("दो साल का है", "wrong_unit"),
        ("दस दिन का", "wrong_unit"),
        ("दो-तीन महीने का", "wrong_unit"),
        ("दो हफ्ते पहले", "wrong_unit"),
        ("पिछले हफ्ते", "wrong_unit"),
        ("डेढ़ साल पहले", "wrong_unit"),
        ("दो महीने पहले", "wrong_unit"),
        ("साल भर पहले", "wrong_unit"),
        ("दो-तीन दिन पहले", "range"),
        ("दस ग्यारह मई", "range"),
        ("दस-बारह तारीख", "range"),
        ("पांच से दस मई", "range"),
        ("दस या ग्यारह मई", "range"),
        ("दस मई या ग्यारह मई", "range"),
        ("कल या परसों", "range"),
        ("आज दस दिन का हुआ", "wrong_unit"),
        ("नए साल के दिन", "unclear"),
        ("रमज़ान में", "unclear"),
        ("चैत नवमी", "unclear"),
        ("माघ की दस तारीख", "unclear"),
        ("जेठ की पूर्णिमा", "unclear"),
        ("होली के दिन", "unclear"),
        ("होली के दो दिन बाद", "unclear"),
        ("होली से दो दिन पहले", "unclear"),
        ("आज से दो महीने पहले", "wrong_unit"),
        ("पिछले महीने सोमवार को", "unclear"),
        ("सावन में", "unclear"),
        ("अप्रैल में", "unclear"),
        ("पिछले साल अप्रैल में", "unclear"),
        ("सोलह अप्रैल नहीं", "unclear"),
        ("आज याद नहीं", "unclear"),
        ("घर में पांच सात लोग हैं", "unclear"),
        ("नौ आठ सात छह पांच", "unclear"),
        ("कल जाऊँगी", "unclear_direction"),
        ("परसों होगा", "unclear_direction"),
        ("डॉक्टर के पास कल जाना है", "unclear_direction"),
    ],
)
def test_problems(text: str, problem: str) -> None:
    reading = read(text)
    assert (reading.value, reading.problem) == (None, problem)
    assert reading.span is not None


@pytest.mark.parametrize(
    "text", ["मेरे तीन बच्चे हैं", "पंद्रह", "पता नहीं", "छठी हो गई", "एक मिनट", "दो मिनट रुकिए", ""]
)
def test_no_date_at_all(text: str) -> None:
    assert read(text) == DateReading()


def test_two_dates_without_a_repair_are_doubtful() -> None:
    reading = read("शादी सोलह अप्रैल दो हज़ार बीस को हुई और बच्चा बीस मई दो हज़ार पच्चीस को")
    assert (reading.value, reading.doubtful, reading.corrected) == ("2025-05-20", True, False)


def test_span_covers_the_date() -> None:
    text = normalize("जी, वो सोलह अप्रैल दो हज़ार पच्चीस को हुआ")
    reading = read_date(tokenize(text), TODAY)
    assert reading.span is not None
    assert text[reading.span.start : reading.span.end] == normalize("सोलह अप्रैल दो हज़ार पच्चीस")


def test_month_table_is_clean() -> None:
    words = [word for row in month_words.ROWS for word in {normalize(name) for name in row.split()}]
    assert len(words) == len(set(words)) == len(month_words.MONTHS)
    assert [month_words.MONTHS[normalize(name)] for name in month_words.STANDARD] == list(range(1, 13))
    assert not set(month_words.MONTHS) & (set(numbers.CARDINALS) | set(numbers.ORDINALS))
    assert all(normalize(ending) == ending for ending in date_words.FUTURE_ENDINGS)


YEARS = st.dates(date(2000, 1, 1), TODAY)


@given(YEARS, st.data())
def test_every_day_in_every_spelling(day: date, data: st.DataObject) -> None:
    words = [word for word in numbers.SPOKEN_VARIANTS(day.day) if word not in numbers.ENGLISH_TENS]
    said = data.draw(st.sampled_from(words))
    months = [word for word, number in month_words.MONTHS.items() if number == day.month and word != "मे"]
    month = data.draw(st.sampled_from(months))
    tail = numbers.SPOKEN_VARIANTS(day.year - 2000)[0] if day.year > 2000 else ""
    order = data.draw(st.sampled_from(("{d} {m} {y}", "{m} की {d} तारीख {y}", "{y} {m} {d}", "{m} {d}, {y}")))
    reading = read(order.format(d=said, m=month, y=f"दो हज़ार {tail}"))
    if day.year > 2000 or not order.startswith("{y}"):
        assert (reading.value, reading.problem) == (day.isoformat(), None)


@given(YEARS, st.sampled_from(("%d/%m/%Y", "%d.%m.%y", "%d %m %Y", "%Y-%m-%d", "%d%m%Y")))
def test_every_numeric_day(day: date, form: str) -> None:
    assert read(day.strftime(form)).value == day.isoformat()


@given(st.integers(0, 27), YEARS)
def test_named_days_point_back(back: int, today: date) -> None:
    word = numbers.SPOKEN_VARIANTS(back)[0]
    assert read(f"{word} दिन पहले", today).value == (today - timedelta(days=back)).isoformat()


PIECES = (
    *list(month_words.MONTHS)[::4],
    *list(date_words.DAY_WORDS),
    *("तीन", "सोलह", "बीस", "पच्चीस", "हज़ार", "दो", "सौ", "नहीं", "पिछले", "इसी", "अगले", "महीने", "साल", "दिन"),
    *("हफ्ते", "पहले", "बाद", "को", "में", "तारीख", "की", "से", "सोमवार", "होली"),
    *("2025", "31", "0", "99999999", "150425", "साढ़े", "चौथा", "बजे", "कमला", "जाऊंगी"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=9), YEARS)
def test_total_and_never_after_today(words: list[str], today: date) -> None:
    reading = read(" ".join(words), today)
    assert reading.value is None or date.fromisoformat(reading.value) <= today
    assert reading.value is None or (reading.problem is None and reading.span is not None)
