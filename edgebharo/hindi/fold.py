"""Characters made alike: one encoding of each letter, one nasal, one script of digits, no punctuation.

The first half of `normalize`; words in other scripts keep their letters here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

NUKTA = "\u093c"
KEEPS_NUKTA = "डढ"
LOOSE_NUKTA = re.compile(f"(?<![{KEEPS_NUKTA}]){NUKTA}")
"""ड़ and ढ़ are letters of their own in Hindi; every other nukta is a matter of taste (ज़िला, जिला)."""
ALIKE = {
    "\u0901": "\u0902",  # chandrabindu -> anusvara
    "\u0900": "\u0902",
    "\u0911": "\u0913",  # ऑ -> ओ
    "\u0949": "\u094b",
    "\u090d": "\u090f",  # ऍ -> ए
    "\u0972": "\u090f",
    "\u0945": "\u0947",
}
DROPPED = frozenset("\u0903\u093d\u0951\u0952\u0953\u0954\u200c\u200d\ufeff\u0640'\u2019")
"""Visarga, avagraha, accents, joiners, byte order mark, the stretched line of Arabic script, apostrophes."""
ARABIC_MARKS = range(0x064B, 0x0653)
"""Vowel signs that Urdu seldom writes."""
BENGALI, MALAYALAM_END, BLOCK = 0x0980, 0x0D80, 0x80
"""The scripts of India from Bengali to Malayalam stand in the order of Devanagari's letters."""
TIPPI = "\u0a70"
"""Gurmukhi's second nasal sign."""
NUMBER = re.compile(r"(?<![0-9.,/:-])([0-9]{1,3})\.([0-9]{1,2})(?![0-9.,/:-])")
"""A decimal number, as against a date or digits in groups."""
GROUPED = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:(?:,[0-9]{2})*,[0-9]{3}|(?:,[0-9]{3})+)(?![0-9,])")
"""A number with commas: 1,20,000 or 120,000."""
DIALLED = re.compile(r"\+(?=\s*[0-9०-९])")
"""The mark of a country code."""
PLUS, POINT = "प्लस", "दशमलव"
DIGIT = re.compile("[0-9]")
EDGES = re.compile(r"(?<=[0-9])(?=[^0-9 ])|(?<=[^0-9 ])(?=[0-9])")
"""Where a digit run touches a letter."""


def fold(text: str) -> str:
    """`text` as words and ASCII digit runs, one space between them. Total and idempotent."""
    if "+" in text:
        text = DIALLED.sub(f" {PLUS} ", text)
    parts = unicodedata.normalize("NFD", _unpunctuated(text.lower())).translate(_TABLE)
    if not parts.isascii() and max(parts) > _LAST:
        parts = "".join(char if char <= _LAST else _folded(char) for char in parts)
    if NUKTA in parts:
        parts = LOOSE_NUKTA.sub("", parts)
    if DIGIT.search(parts):
        parts = EDGES.sub(" ", parts)
    return unicodedata.normalize("NFC", " ".join(parts.split()))


def _unpunctuated(text: str) -> str:
    """`text` without the marks inside numbers, which mean something."""
    if "." not in text and "," not in text:
        return text
    digits = "".join(_folded(char) if char.isdecimal() else char for char in text)
    return GROUPED.sub(lambda number: number[0].replace(",", ""), NUMBER.sub(rf"\1 {POINT} \2", digits))


def _folded(char: str) -> str:
    """What `char` becomes."""
    if char in DROPPED or ord(char) in ARABIC_MARKS:
        return ""
    if char in ALIKE:
        return ALIKE[char]
    kind = unicodedata.category(char)
    if kind == "Nd":
        return str(unicodedata.decimal(char))
    if BENGALI <= ord(char) < MALAYALAM_END:
        return "".join(map(_folded, unicodedata.normalize("NFD", _in_devanagari(char))))
    return char if kind[0] in "LM" else " "


def _in_devanagari(char: str) -> str:
    """The Devanagari letter at the same place of its block as `char` of another script of India.

    That is how all of them are ordered; a letter without a counterpart becomes a space.
    """
    if char == TIPPI:
        return "\u0902"
    counterpart = chr(0x0900 + ord(char) % BLOCK)
    return counterpart if unicodedata.category(counterpart)[0] in "LM" else " "


_LAST = "\u0dff"
_TABLE: Mapping[int, str] = {code: _folded(chr(code)) for code in range(ord(_LAST) + 1)}
