"""The small words around a name as the recogniser may clip them: "बेटे का नम सोमा ह", "आंगन वाड़ी".

They are made whole, so that a name is never lost, or lengthened, by what stands around it. None
of the clipped forms is itself a name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.tokens import Token

_CLIPPED = {
    "है": "ह हे",
    "हूं": "हु हुं",
    "नाम": "नम नांम नाम्",
    "मैं": "मै",
    "में": "मे",
    "मुझे": "मुझ",
    "मेरा": "मेर",
    "कहते": "कहत",
    "बुलाते": "बुलात बुलाता",
    "लिखें": "लिखे",
    "केंद्र": "केंद केंदर",
    "आंगनवाड़ी": "आंगनवारी आंगनवाली आंगनबारी आंगनवाड़",
}
WHOLE: Mapping[str, str] = {
    clipped: normalize(whole) for whole, clips in _CLIPPED.items() for clipped in word_set(clips)
}
COURTYARD = normalize("आंगन")
GARDEN = word_set("वाड़ी बाड़ी वाडी बाडी वारी")
"""After "आंगन" the second half of आंगनवाड़ी."""


def restored(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`tokens` with clipped words made whole; the offsets stay those of what was heard."""
    whole: list[Token] = []
    for token in tokens:
        if whole and whole[-1].text == COURTYARD and token.text in GARDEN:
            whole[-1] = Token(normalize("आंगनवाड़ी"), whole[-1].start, token.end)
        else:
            whole.append(Token(WHOLE.get(token.text, token.text), token.start, token.end))
    return tuple(whole)
