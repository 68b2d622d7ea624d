"""The one border function for Hindi text: every word is compared in the form that it returns.

Two encodings of one letter, two spellings of one nasal and all scripts become one, so that tables, field
names and transcripts can be compared as plain strings.
"""

from __future__ import annotations

import re

from edgebharo.hindi import fold as folding
from edgebharo.hindi.fold import fold
from edgebharo.hindi.foreign import in_hindi

NUKTA, KEEPS_NUKTA = folding.NUKTA, folding.KEEPS_NUKTA
OTHER_SCRIPT = re.compile("[^ 0-9\u0900-\u097f]")


def normalize(text: str) -> str:
    """Fold `text` into words and ASCII digit runs, one space between them, nothing before or after.

    Nukta is kept on ड़ and ढ़ only, ँ becomes ं, ऑ/ॉ become ओ/ो, joiners and visarga vanish, digits of any
    script become ASCII, punctuation (danda and comma too) becomes a space except inside a number ("3.5" gives
    "3 दशमलव 5"), and a digit run never touches a letter ("5वां" gives "5 वां"). Everyday words in Latin or Urdu
    letters become Devanagari ("mera naam", "میرا نام"); what is left of them, names for the most part, is in
    small Latin letters, and a guess. Total and idempotent.
    """
    folded = fold(text)
    if not OTHER_SCRIPT.search(folded):
        return folded
    return " ".join(word for word in in_hindi(folded.split(" ")) if word)


def word_set(text: str) -> frozenset[str]:
    """The words of `text` in normal form, for the small closed classes that readers look words up in."""
    return frozenset(normalize(text).split())
