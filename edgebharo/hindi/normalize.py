"""The one border function for Hindi text: every word is compared in the form that it returns.

Two encodings of one letter, two spellings of one nasal and three scripts of one digit become one, so that
tables, field names and transcripts can be compared as plain strings.
"""

from __future__ import annotations

import unicodedata

NUKTA = "\u093c"
KEEPS_NUKTA = "डढ"
"""ड़ and ढ़ are letters of their own in Hindi; every other nukta is a matter of taste (ज़िला, जिला)."""

FOLDED = {
    "\u0901": "\u0902",  # chandrabindu -> anusvara
    "\u0900": "\u0902",
    "\u0911": "\u0913",  # ऑ -> ओ
    "\u0949": "\u094b",
    "\u090d": "\u090f",  # ऍ -> ए
    "\u0972": "\u090f",
    "\u0945": "\u0947",
}
DROPPED = frozenset("\u0903\u093d\u0951\u0952\u0953\u0954\u200c\u200d\ufeff")
"""Visarga, avagraha, accents, joiners, byte order mark."""


def normalize(text: str) -> str:
    """Fold `text` into words and ASCII digit runs, one space between them, nothing before or after.

    Nukta is kept on ड़ and ढ़ only, ँ becomes ं, ऑ/ॉ become ओ/ो, joiners and visarga vanish, digits of any
    script become ASCII, Latin letters become small, punctuation (danda and comma too) becomes a space, and a
    digit run never touches a letter ("5वां" gives "5 वां"). Total and idempotent.
    """
    folded: list[str] = []
    for char in unicodedata.normalize("NFD", text.lower()):
        folded.append(_fold(char, folded[-1] if folded else " "))
    return unicodedata.normalize("NFC", " ".join(_split_runs("".join(folded)).split()))


def word_set(text: str) -> frozenset[str]:
    """The words of `text` in normal form, for the small closed classes that readers look words up in."""
    return frozenset(normalize(text).split())


def _fold(char: str, before: str) -> str:
    """What `char` becomes, given the character already written before it."""
    if char in DROPPED:
        return ""
    if char == NUKTA:
        return char if before in KEEPS_NUKTA and before else ""
    if char in FOLDED:
        return FOLDED[char]
    kind = unicodedata.category(char)
    if kind == "Nd":
        return str(unicodedata.decimal(char))
    return char if kind[0] in "LM" else " "


def _split_runs(text: str) -> str:
    """Put a space wherever a digit run touches a letter."""
    parts: list[str] = []
    for char in text:
        if parts and (char in "0123456789") != (parts[-1] in "0123456789"):
            parts.append(" ")
        parts.append(char)
    return "".join(parts)
