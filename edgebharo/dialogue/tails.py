"""How words end, and what weight they have: whether she is in the middle of something, or only nods.

Works on normalised text, whole words at a time.
"""

from __future__ import annotations

from edgebharo.hindi.known_names import ends_like_a_place
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.types import Expect, ExpectKind


def _words(text: str) -> frozenset[str]:
    return frozenset(normalize(word) for word in text.split())


FILLERS = _words("उम्म उम अम्म अम हम्म हं अं ऊं आं अ ए वो मतलब यानी अरे ओह मने माने जैसे तो")
"""Sounds and words that hold the turn while she thinks."""

CONNECTING = _words("और या कि मगर लेकिन क्योंकि इसलिए का की के एंड अउर आउर")
"""Words after which more must come, whatever was asked."""

NAMING = _words(
    "मेरा मेरी मेरे हमारा हमारी हमारे हमर उसका उसकी उनका इसका इसकी नाम नंबर जिला गांव तारीख जन्म जन्मतिथि महीना आधार "
    "फोन मोबाइल बच्चे बच्ची बच्चा शहर प्रखंड श्री श्रीमती"
)
"""What is about to be given, unless the answer is there already: "मेरा नाम …"."""

PART_OF_NUMBER = _words("हजार सौ साढ़े सवा पौने लाख डबल ट्रिपल प्लस सन")
"""The beginning of a number or of a year."""

NUMERIC: frozenset[ExpectKind] = frozenset({"digits", "date", "number", "months"})
EXACT: frozenset[ExpectKind] = NUMERIC | {"place", "choice"}
"""Kinds of which one misheard word makes a whole answer out of half of one."""

PART_OF_PLACE = _words("पूर्वी पश्चिमी उत्तर उत्तरी दक्षिण दक्षिणी पूर्व पश्चिम")

OPENING = _words("मैं मुझे हमको घर में आंगनवाड़ी केंद्र सेंटर")
"""What stands around a name and is none."""

CLOSING = _words("लिखिए लिखो लिखिये लिख लीजिए आंगनवाड़ी केंद्र सेंटर")
"""The last word of an answer in which the value comes before it."""

COUNTED_DIGITS = _words("अंक अंकों डिजिट नंबर")
"""What a number before it counts: "चार अंक"."""

SINGLY = 5
"""Digits said one by one after which a pair is not believed; TEN is not after two."""
TEN = 10

BEGUN = 2
"""Words with weight that are a mere beginning, as long as they hold no answer: "जी, मैं …"."""

ENDINGS = _words("है हैं हूं था थी थे हुई हुआ हे बा बानी छी छै जी बस सही")
"""The last word of a sentence."""

NODS = _words("हां हा हूं हम्म हं हुं हु जी अच्छा ठीक है ओके सही हांजी जीहां यस आं ऊं")
"""What a listener says to show that she listens; "है" for "ठीक है"."""

PARTICLES = _words("ना न तो भी")
"""Words that weigh nothing beside a nod ("हां ना"); "ना" alone is a no."""

AROUND_NAMES = NODS | FILLERS | NAMING | OPENING | CONNECTING
ENDS_OPEN = FILLERS | CONNECTING | NAMING | PART_OF_NUMBER | PART_OF_PLACE

CALLS = _words("सुनिए सुनो सुनिये हैलो हेलो रुकिए रुको रुक रुकना ठहरिए ठहरो बस नहीं")
"""A single word that interrupts."""


def trails(text: str, expect: Expect, *, complete: bool) -> bool:
    """Whether `text` ends in the middle of something; `complete`: it answers `expect` already."""
    words = text.split()
    if not words:
        return False
    last, nod = words[-1], is_nod(text)
    if not complete:
        if expect.kind == "yes_no" or expect.confirming:
            return last in FILLERS or last in CONNECTING or last in NAMING
        return last in ENDS_OPEN or weight(text) <= BEGUN
    if not nod and (last in FILLERS or last in CONNECTING):
        return True
    return expect.kind in NUMERIC and not expect.confirming and last in PART_OF_NUMBER


def is_rounded(text: str) -> bool:
    """Whether `text`, of more than a word or two, ends as a sentence ends."""
    words = text.split()
    return (len(words) > 2 and words[-1] in ENDINGS) or (len(words) > 1 and words[-1] in CLOSING)


def lacks(text: str, expect: Expect) -> bool:
    """Whether the answer lacks a part: a second name, the rest of a place's, or, it may well be, a digit.

    A place has one name where that closes as those of villages do. Who says digit by digit does not change
    to a pair: a "दस" among them was more likely another word. Others mix them from the start ("शून्य पांच
    अड़सठ"), or say a whole number.
    """
    if expect.kind == "name":
        names = _names(text)
        return len(names) < expect.parts and not (names and ends_like_a_place(names[-1]))
    if expect.kind == "digits":
        numbers = _digit_words(text)
        singly = sum(number < 10 for number in numbers)
        return len(numbers) == singly + 1 and singly > 1 and (singly >= SINGLY or TEN in numbers)
    if expect.kind in ("place", "choice"):
        last = text.split()[-1:]
        return any(option.startswith(f"{word} ") for word in last for option in expect.options)
    return False


def mixes(text: str) -> bool:
    """Whether digits are told singly and in pairs in `text`: one misheard word may make up for another."""
    return len({number < TEN for number in _digit_words(text)}) > 1


def _digit_words(text: str) -> list[int]:
    """The numbers below a hundred, word by word; none where they are parts of a larger one.

    The count of the digits is none of them ("आखिरी के चार अंक हैं …").
    """
    words = text.split()
    if any(word in PART_OF_NUMBER for word in words):
        return []
    return [
        CARDINALS[word]
        for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False)
        if word in CARDINALS and (after not in COUNTED_DIGITS or before in CARDINALS)
    ]


def may_grow(text: str, expect: Expect) -> bool:
    """Whether what `text` names is one word, after which another may follow."""
    return expect.kind in ("name", "text") and len(_names(text)) <= 1


def _names(text: str) -> list[str]:
    return [word for word in text.split() if word not in AROUND_NAMES]


def is_nod(text: str) -> bool:
    """Whether `text` only shows that she listens: "हूं", "जी", "हां हां", "अच्छा ठीक है"."""
    words = text.split()
    light = NODS | FILLERS
    return any(word in light for word in words) and all(word in light | PARTICLES for word in words)


def weight(text: str) -> int:
    """How many words of `text` say something."""
    return sum(word not in NODS | FILLERS | PARTICLES for word in text.split())


def calls_out(text: str) -> bool:
    """Whether `text` holds a word that interrupts all by itself."""
    return any(word in CALLS for word in text.split())
