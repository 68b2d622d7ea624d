"""How the simulated callers say things: many wordings of one value, each equally likely.

All text is ordinary Hindi spelling without digits or Latin letters, because a voice speaks it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from itertools import pairwise
from random import Random

from edgebharo.hindi.say import number_words

NAME = (
    "{}",
    "मेरा नाम {} है",
    "जी, मेरा नाम {} है",
    "{} नाम है मेरा",
    "मैं {} बोल रही हूं",
    "जी, {}",
    "नाम {} है",
    "मुझे {} कहते हैं",
    "{} लिखिए",
)
CHILD = ("{}", "उसका नाम {} है", "जी, {}", "{} नाम है", "{} रखा है", "घर में {} बुलाते हैं")
SON = ("बेटे का नाम {} है", "मेरे बेटे का नाम {} है")
DAUGHTER = ("बेटी का नाम {} है", "मेरी बेटी का नाम {} है")
DISTRICT = (
    "{}",
    "{} ज़िला",
    "ज़िला {}",
    "मैं {} में रहती हूं",
    "{} में",
    "हमारा ज़िला {} है",
    "{} से हूं",
    "जी, {}",
    "{} ज़िले में रहती हूं",
)
ANGANWADI = (
    "{}",
    "{} आंगनवाड़ी",
    "आंगनवाड़ी का नाम {} है",
    "हमारी आंगनवाड़ी {} है",
    "{} आंगनवाड़ी केंद्र",
    "जी, {} आंगनवाड़ी",
    "{} नाम है",
)
NUMBER = ("{}", "नंबर है, {}", "जी लिखिए, {}", "{} है", "वो नंबर {} है", "हां, {}")
LAST_DIGITS = ("{}", "आखिरी के चार अंक हैं, {}", "जी, {}", "{} है", "आखिर में {} आता है")
BIRTH = ("{}", "{} को हुआ", "{} को हुआ था", "जी, {}", "जन्म {} को हुआ था", "तारीख है {}")

PREGNANT = {
    True: (
        "हां",
        "हां जी",
        "जी हां",
        "जी",
        "हां, मैं गर्भवती हूं",
        "हां, पेट से हूं",
        "हां दीदी",
        "हां, अभी पेट में बच्चा है",
        "बिल्कुल हूं",
        "जी, गर्भवती हूं",
    ),
    False: (
        "नहीं",
        "जी नहीं",
        "नहीं जी",
        "नहीं, अभी नहीं हूं",
        "नहीं, बच्चा हो गया है",
        "ना",
        "मैं गर्भवती नहीं हूं",
        "नहीं दीदी, डिलीवरी हो गई",
        "अभी तो नहीं",
    ),
}
LINKED = {
    True: (
        "हां",
        "हां, यही नंबर लिखा है",
        "जी हां, जुड़ा है",
        "हां, लिखा हुआ है",
        "जी, यही है",
        "हां जी, यही नंबर दिया है",
        "हां हां, वही है",
    ),
    False: (
        "नहीं",
        "नहीं, दूसरा नंबर है",
        "जी नहीं, वहां दूसरा नंबर लिखा है",
        "नहीं, मेरे पति का नंबर लिखा है",
        "यह नंबर नहीं लिखा है",
        "नहीं जी, अलग नंबर है",
    ),
}
WHATSAPP = {
    True: (
        "हां",
        "हां, इसी पर है",
        "जी हां, चलता है",
        "हां, इसी नंबर पर है",
        "है ना, इसी पर",
        "जी, इसी में व्हाट्सऐप है",
        "हां दीदी, चलाती हूं",
    ),
    False: (
        "नहीं",
        "नहीं, दूसरे नंबर पर है",
        "जी नहीं, वो अलग नंबर पर है",
        "इस पर नहीं है",
        "नहीं, इस नंबर पर नहीं चलता",
        "नहीं जी",
    ),
}
NO_NUMBER = ("वो नंबर याद नहीं है", "पता नहीं", "मुझे नहीं मालूम", "नंबर तो याद नहीं", "नहीं पता दीदी")
NO_WHATSAPP_ANSWER = ("पता नहीं", "मुझे नहीं पता", "याद नहीं है", "मालूम नहीं जी")
NO_AADHAAR = ("आधार नहीं बताऊंगी", "आधार का नंबर याद नहीं है", "नहीं बताना है", "आधार बना ही नहीं है", "पता नहीं")
RIGHT = ("हां, सही है", "जी हां", "हां", "सही है", "बिल्कुल सही", "हां जी, सही है")
WRONG = ("नहीं, गलत है", "नहीं", "गलत है", "जी नहीं, ऐसा नहीं है")

ORDINALS = ("पहला", "दूसरा", "तीसरा", "चौथा", "पांचवां", "छठा", "सातवां", "आठवां", "नौवां")
MONTHS = (
    "जनवरी",
    "फ़रवरी",
    "मार्च",
    "अप्रैल",
    "मई",
    "जून",
    "जुलाई",
    "अगस्त",
    "सितंबर",
    "अक्टूबर",
    "नवंबर",
    "दिसंबर",
)
_ENGLISH_UNITS = ("", "वन", "टू", "थ्री", "फोर", "फाइव", "सिक्स", "सेवन", "एट", "नाइन")
_GROUPINGS = {10: ((5, 5), (3, 3, 4), (4, 3, 3), (4, 6), (2, 2, 2, 2, 2), (10,)), 4: ((4,), (2, 2))}


def fill(random: Random, templates: Sequence[str], value: str) -> str:
    """One of `templates` around `value`."""
    return random.choice(templates).format(value)


def digits(random: Random, number: str) -> str:
    """A digit string in one of the styles: singly in groups, in pairs, with doubles, as a cardinal."""
    styles: list[Callable[[Random, str], str]] = [_grouped, _pairs]
    if any(first == second for first, second in pairwise(number)):
        styles.append(_doubled)
    if len(number) == 4 and number[0] != "0":
        styles.append(_cardinal)
    return random.choice(styles)(random, number)


def singly(number: str) -> str:
    """Digit by digit, in a slow caller's groups: what is said when asked again."""
    half = len(number) // 2 if len(number) > 4 else len(number)
    return ", ".join(_spoken(part) for part in (number[:half], number[half:]) if part)


def months(random: Random, count: int) -> str:
    """Completed months of pregnancy, 1 to 9; a half month more may be said."""
    words, ordinal = number_words(count), ORDINALS[count - 1]
    unit = "महीना" if count == 1 else "महीने"
    half = {1: "डेढ़", 2: "ढाई"}.get(count, f"साढ़े {words}")
    wordings = (
        words,
        f"{words} {unit}",
        f"{words} {unit} हुआ है" if count == 1 else f"{words} {unit} हुए हैं",
        f"{words} {unit} हो गया" if count == 1 else f"{words} {unit} हो गए",
        f"{ordinal} महीना चल रहा है",
        f"{ordinal} महीना",
        f"जी, {words} {unit}",
        f"पूरे {words} {unit}",
        f"{half} महीने",
    )
    return random.choice(wordings)


def plain_months(count: int) -> str:
    """Completed months: what is said when asked again."""
    return f"{number_words(count)} {'महीना' if count == 1 else 'महीने'}"


def birth_date(random: Random, day: date, today: date, frames: Sequence[str] = BIRTH) -> str:
    """A day in the past, in one of the orders and styles of saying the year, in one of `frames`."""
    number, month = number_words(day.day), MONTHS[day.month - 1]
    year, short = number_words(day.year), number_words(day.year % 100)
    first = random.choice(("पहली", "एक")) if day.day == 1 else number
    wordings = [
        f"{first} {month} {year}",
        f"{first} तारीख, {month} {year}",
        f"{first} {month} सन {year}",
        f"{first} {month} {short}",
        f"{month} की {first} तारीख, {year}",
        f"{year} में, {first} {month}",
        f"{number} {number_words(day.month)} {year}",
        f"{first} {month} ट्वेंटी ट्वेंटी {_ENGLISH_UNITS[day.year % 10]}".strip(),
    ]
    if day.year == today.year:
        wordings.append(f"इसी साल {first} {month}")
    if day.year == today.year - 1:
        wordings.append(f"पिछले साल {first} {month}")
    return fill(random, frames, random.choice(wordings))


def plain_date(day: date) -> str:
    """Day, month and year in full: what is said when asked again."""
    return f"{number_words(day.day)} {MONTHS[day.month - 1]} {number_words(day.year)}"


def place_name(name: str) -> str:
    """A place's name as it is spoken: abbreviations written out, no full stops."""
    return name.replace("डॉ.", "डॉक्टर").replace(".", "").strip()


def _spoken(number: str) -> str:
    return " ".join(number_words(int(digit)) for digit in number)


def _grouped(random: Random, number: str) -> str:
    sizes = random.choice(_GROUPINGS[len(number)])
    starts = [sum(sizes[:index]) for index in range(len(sizes))]
    return ", ".join(_spoken(number[start : start + size]) for start, size in zip(starts, sizes, strict=True))


def _pairs(random: Random, number: str) -> str:
    pairs = [number[start : start + 2] for start in range(0, len(number), 2)]
    words = [_spoken(pair) if pair[0] == "0" else number_words(int(pair)) for pair in pairs]
    return random.choice((" ", ", ")).join(words)


def _doubled(_random: Random, number: str) -> str:
    words, place = [], 0
    while place < len(number):
        twice = number[place] == number[place + 1 : place + 2]
        words.append(("डबल " if twice else "") + number_words(int(number[place])))
        place += 2 if twice else 1
    half = len(words) // 2
    return " ".join(words[:half]) + ", " + " ".join(words[half:])


def _cardinal(_random: Random, number: str) -> str:
    return number_words(int(number))
