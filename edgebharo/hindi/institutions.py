"""The name of an institution: what is left without the words about it and the noun that says what it is."""

from __future__ import annotations

from collections.abc import Sequence

from edgebharo.hindi.institution_words import (
    ABOUT_INSTITUTION,
    BUS,
    HEAD_NOUNS,
    KINDS_OF_PLACE,
    LANDMARKS,
    STANDS,
    TRIM_BACK,
    TRIM_FRONT,
)
from edgebharo.hindi.intent_phrases import FILLERS
from edgebharo.hindi.intents import find_wishes
from edgebharo.hindi.name_reading import NameReading
from edgebharo.hindi.name_words import REFUSING_NO, VERBS
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.spelling import is_devanagari
from edgebharo.hindi.tokens import Token, span_of

LONGEST = 6
"""Words in an institution's name at most."""
DESCRIBES = word_set("दीदी नीचे ऊपर वाली वाला वाले पास बगल सामने")
"""Words of a description ("सीमा दीदी वाली") rather than of a name."""
NAME = word_set("नाम")
NEEDED = DESCRIBES - word_set("वाली वाला वाले") | word_set("पीछे आगे नजदीक नज़दीक किनारे मैडम बहनजी")
"""With one of these the वाली after it belongs to the description; after a place's name it is only grammar."""
SIZES = word_set("बड़ा बड़ी बड़े छोटा छोटी छोटे नया नई पुराना पुरानी पुराने पहला पहली दूसरा दूसरी आखिरी सरकारी")
OF_IT = word_set("वाली वाला वाले")
ADDRESS = word_set("भाई बहन सर")
"""Politeness, and part of a place's name where nothing but a kind of place would be left ("भाई टोला")."""


def read_institution(tokens: Sequence[Token]) -> NameReading:
    """The institution that is named in `tokens`. Total."""
    taken = {index for wish in find_wishes(tokens) for index in range(wish.at.start, wish.at.end)}
    kept, corrected = _after_last_no([token for index, token in enumerate(tokens) if index not in taken])
    value = _trimmed(_after_name(kept))
    content = [
        token
        for index, token in enumerate(value)
        if token.text not in ABOUT_INSTITUTION | HEAD_NOUNS | FILLERS or _names_place(value, index)
    ]
    if not content:
        return NameReading()
    strange = any(token.text in VERBS or not _is_readable(token.text) for token in value)
    if len(value) > LONGEST or strange:
        return NameReading(sure=False)
    describes = any(token.text in DESCRIBES for token in value)
    return NameReading(
        value=" ".join(token.text for token in value),
        span=span_of(value),
        how="corrected" if corrected else "description" if describes else _how(tokens),
        doubtful=describes or corrected,
        corrected=corrected,
    )


def _is_readable(word: str) -> bool:
    """True for Devanagari and for a number ("केंद्र नंबर 3")."""
    return is_devanagari(word) or word.isdecimal()


def _how(tokens: Sequence[Token]) -> str:
    """Whether the name was introduced."""
    return "carrier" if any(token.text in NAME | HEAD_NOUNS for token in tokens) else "bare"


def _after_last_no(tokens: Sequence[Token]) -> tuple[Sequence[Token], bool]:
    """The tokens after the last no; an answer that ends in no keeps nothing."""
    for index in range(len(tokens) - 1, -1, -1):
        if tokens[index].text in REFUSING_NO:
            return tokens[index + 1 :], index + 1 < len(tokens)
    return tokens, False


def _after_name(tokens: Sequence[Token]) -> Sequence[Token]:
    """What follows "… का नाम", where something does."""
    for index, token in enumerate(tokens):
        rest = tokens[index + 1 :]
        if token.text in NAME and _trimmed(rest):
            return rest
    return tokens


def _names_place(tokens: Sequence[Token], index: int) -> bool:
    """True where a word that is else about the institution, or a filler, belongs to its name: "स्कूल पारा"."""
    word = tokens[index].text
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    if word in LANDMARKS:
        return after in KINDS_OF_PLACE
    if word in BUS:
        return after in STANDS
    last = all(token.text in TRIM_BACK for token in tokens[index + 2 :])
    return word in ADDRESS and after in KINDS_OF_PLACE and last


def _trimmed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Cut the words about the institution off both ends."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].text in TRIM_FRONT and not _names_place(tokens, start):
        start += 1
    while end > start and tokens[end - 1].text in TRIM_BACK:
        end -= 1
    return tokens[start : end - _ends_idle(tokens[start:end])]


def _ends_idle(value: Sequence[Token]) -> bool:
    """True where a वाली closes the name of a place, and does not describe ("बड़ी वाली", "पास वाली")."""
    words = [token.text for token in value]
    named = any(word not in KINDS_OF_PLACE | SIZES for word in words[:-1])
    return named and words[-1] in OF_IT and not any(word in NEEDED for word in words)
