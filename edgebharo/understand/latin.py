"""Latin spellings of everyday Hindi words, as some recognisers and typists write them.

Only words that carry a reading are listed (names are spelt into Devanagari where they are stored). A token
keeps its place: spans still point into the text as it was heard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.spelling import from_latin
from edgebharo.hindi.tokens import Token

ROWS = (
    "मेरा mera|मेरी meri|मेरे mere|नाम naam nam name|है hai he|हैं hain|हूं hun hoon hu hoo",
    "मैं main mai|जी ji jee|हां haan han haa ha yes|नहीं nahi nahin nahee nai no|और aur or",
    "से se|का ka|की ki kee|के ke|को ko|तो to|ज़िला zila jila zilla district|गांव gaon gaav",
    "ब्लॉक block|आंगनवाड़ी anganwadi aanganwadi aanganwari anganwari|महीना mahina month",
    "महीने mahine maheene months|हफ़्ते hafte weeks week|दिन din|साल saal year|चल chal",
    "रहा raha|रही rahi|हो ho|गए gaye gae|गया gaya|बच्चा baccha bachcha|बच्चे bacche bachche",
    "पति pati|पत्नी patni|बोल bol|बोला bola|गलत galat|सही sahi|ठीक theek thik|पता pata",
    "याद yaad|मालूम maloom malum|लिखिए likhiye|लिखो likho|मुझे mujhe",
    "व्हाट्सऐप whatsapp whatsap|आधार aadhaar aadhar adhar|नंबर number nambar|फ़ोन phone fon",
    "यही yahi yehi|वही vahi wahi|शून्य shunya zero|एक ek one|दो do two|तीन teen three",
    "चार char chaar four|पांच paanch panch five|छह chhah chhe che six|सात saat seven",
    "आठ aath eight|नौ nau nine|दस das ten|डबल double|ट्रिपल triple|जनवरी january",
    "फ़रवरी february|मार्च march|अप्रैल april|मई may|जून june|जुलाई july|अगस्त august",
    "सितंबर september|अक्टूबर october|नवंबर november|दिसंबर december|पेट pet",
    "गर्भवती garbhvati|प्रेग्नेंट pregnant|में mein me",
)


def _spellings() -> dict[str, str]:
    found: dict[str, str] = {}
    for row in ROWS:
        for entry in row.split("|"):
            word, *spellings = entry.split()
            found.update(dict.fromkeys(spellings, normalize(word)))
    return found


WORDS: Mapping[str, str] = MappingProxyType(_spellings())
"""Latin spelling -> the word in normal form."""


def respelled(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with listed Latin words in Devanagari; places unchanged."""
    return tuple(replace(token, text=WORDS.get(token.text, token.text)) for token in tokens)


def in_devanagari(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with every Latin word spelt by its sounds; places unchanged. Only good for names."""
    return tuple(
        replace(token, text=from_latin(token.text))
        if token.text.isascii() and token.text.isalpha()
        else token
        for token in tokens
    )
