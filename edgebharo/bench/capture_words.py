"""How the callers of `bench capture` bend what they say: spelt out, said oddly, corrected. Pure.

All text is ordinary Hindi spelling without digits or Latin letters, because a voice speaks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from edgebharo.bench.phrasings import MONTHS
from edgebharo.hindi.aksharas import ANUSVARA, NUKTA, VIRAMA, spell
from edgebharo.hindi.say import number_words, year_words

_PRIMER = (
    "अनार आम इमली ईख उल्लू ऊन ऋषि एड़ी ऐनक ओखली औरत कमल खरगोश गमला घर चम्मच छतरी जहाज झरना टमाटर ठठेरा डमरू ढक्कन "
    "तरबूज थाली दवात धनुष नल पतंग फल बकरी भालू मछली यज्ञ रथ लट्टू वन शलगम षट्कोण सपेरा हाथी"
)
EXAMPLES: Mapping[str, str] = MappingProxyType({word[0]: word for word in _PRIMER.split()})
"""The word by which a letter is told, as school primers have it."""
SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "ा": "आ की मात्रा",
        "ि": "छोटी इ की मात्रा",
        "ी": "बड़ी ई की मात्रा",
        "ु": "छोटे उ की मात्रा",
        "ू": "बड़े ऊ की मात्रा",
        "े": "ए की मात्रा",
        "ै": "ऐ की मात्रा",
        "ो": "ओ की मात्रा",
        "ॉ": "ऑ की मात्रा",
        "ौ": "औ की मात्रा",
        "ृ": "ऋ की मात्रा",
        ANUSVARA: "ऊपर बिंदी",
        "\u0901": "ऊपर चंद्रबिंदु",
        NUKTA: "नीचे नुक्ता",
    }
)
SPOKEN_VARIANTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "शून्य": ("ज़ीरो", "जीरो"),
        "छह": ("छै", "छे"),
        "उन्नीस": ("उनीस",),
        "छियालीस": ("छयालीस",),
        "पचहत्तर": ("पिचहत्तर",),
        "छिहत्तर": ("छियत्तर",),
        "फ़रवरी": ("फरवरी", "फ़रबरी"),
        "जनवरी": ("जनबरी",),
        "सितंबर": ("सितम्बर",),
        "हज़ार": ("हजार",),
    }
)
"""Words that the same value is said and written with as well."""
ALIKE = (("क्ष", "क्श"), ("श", "स"), ("ष", "श"), ("ी", "ि"), ("ू", "ु"), ("ज़", "ज"), ("फ़", "फ"))
"""Spellings of names that many speakers say alike; the first that a name has is exchanged."""
SLIPS = (
    ("भ", "ब"), ("ध", "द"), ("घ", "ग"), ("झ", "ज"), ("ख", "क"), ("थ", "त"), ("छ", "च"), ("श", "स"),
    ("ड़", "र"), ("व", "ब"), ("ज़", "ज"), ("य", "ज"), ("फ", "प"), ("ष", "स"), ("ै", "े"),
    ("ौ", "ो"), ("ा", ""), ("ी", "े"),
)  # fmt: skip
"""A sound and the one that a tongue slips to: breath lost, a hiss moved, a vowel dulled."""
INSTEAD = "नहीं नहीं"


def spelled(name: str, *, by_example: bool) -> str:
    """`name` letter by letter: "र से रथ, आ की मात्रा, ध से धनुष, आ की मात्रा", or without the examples."""
    return ", ".join(part for akshara in spell(name) for part in _letters(akshara, by_example=by_example))


def _letters(akshara: str, *, by_example: bool) -> list[str]:
    said: list[str] = []
    for place, char in enumerate(akshara):
        if char == VIRAMA:
            continue
        if char in SIGNS:
            said.append(SIGNS[char])
            continue
        half = "आधा " if akshara[place + 1 : place + 2] == VIRAMA and place + 2 < len(akshara) else ""
        example = f" से {EXAMPLES[char]}" if by_example and not half and char in EXAMPLES else ""
        said.append(f"{half}{char}{example}")
    return said


def mispronounced(text: str, random: Random) -> str:
    """`text` with one slip of the tongue; unchanged where it has no sound that slips."""
    found = [pair for pair in SLIPS if pair[0] in text]
    if not found:
        return text
    wrong, said = random.choice(found)
    at = random.choice([place for place in range(len(text)) if text.startswith(wrong, place)])
    return text[:at] + said + text[at + len(wrong) :]


def said_otherwise(text: str, random: Random) -> str:
    """`text` with other words or spellings for the same value, where there are any."""
    words = [
        random.choice(SPOKEN_VARIANTS[word.strip(",")]) + "," * word.endswith(",")
        if word.strip(",") in SPOKEN_VARIANTS
        else word
        for word in text.split()
    ]
    return " ".join(words)


def spelt_otherwise(name: str, random: Random) -> str:
    """A name as another clerk writes it, read aloud alike; unchanged where there is no other way."""
    found = [pair for pair in ALIKE if pair[0] in name]
    if not found:
        return name
    one, other = random.choice(found)
    return name.replace(one, other, 1)


# ---------------------------------------------------------------- digits and dates in parts


def digit_words(digits: str, group: int = 5) -> str:
    """Digit by digit, in groups of `group`."""
    groups = (digits[start : start + group] for start in range(0, len(digits), group))
    return ", ".join(" ".join(number_words(int(digit)) for digit in part) for part in groups)


def date_part(day: date, part: str) -> str:
    """The `day`, `month` or `year` of a date, in words."""
    if part == "month":
        return MONTHS[day.month - 1]
    return number_words(day.day) if part == "day" else year_words(day.year)


def digits_corrected(wrong: str, right: str) -> str:
    """Only what was wrong in a number that was read back; "" where too much of it was.

    "सात नहीं, आठ" for one digit, "आखिरी में पांच चार" for a wrong end, "शुरू में नौ आठ" for a wrong beginning.
    """
    if len(wrong) != len(right):
        return ""
    differing = [place for place, (one, other) in enumerate(zip(wrong, right, strict=True)) if one != other]
    if not differing:
        return ""
    first, last = differing[0], differing[-1]
    if first == last and wrong.count(wrong[first]) == 1:
        return f"{digit_words(wrong[first])} नहीं, {digit_words(right[first])}"
    tail, head = len(right) - min(first, len(right) - 2), max(last + 1, 2)
    if tail <= len(right) // 2:
        return f"नहीं, आखिरी में {digit_words(right[-tail:])}"
    if head <= len(right) // 2:
        return f"नहीं, शुरू में {digit_words(right[:head])}"
    return ""


def date_corrected(wrong: date, right: date) -> str:
    """Only the part of a date that was wrong; "" where more than one was."""
    parts = [part for part in ("day", "month", "year") if getattr(wrong, part) != getattr(right, part)]
    if len(parts) != 1:
        return ""
    said = date_part(right, parts[0])
    return {
        "day": f"नहीं, {said} तारीख",
        "month": f"{date_part(wrong, 'month')} नहीं, {said}",
        "year": f"नहीं, साल {said}",
    }[parts[0]]
