"""A no without a word of no: "थोड़े ही लिखा है", "इसमें कहां चलेगा", "कैसे चलेगा"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.phrases import find_all, phrases
from edgebharo.hindi.tokens import Token

_VERB = "है|हैं|हूं|लिखा|लिखवाया|दिया|जुड़ा|चढ़ा|दर्ज|चल|चलता|चलती|चलेगा|चले|चलाती|चलाते|चलत|होगा|हो|होता|आता|रहा|बा|छै|सै"
HARDLY = phrases(
    "थोड़ी|थोड़े|थोड़ा|थोरे ही|ना|न",
    f"थोड़ी|थोड़े|थोरे {_VERB}",
    "है|हैं|हूं|चलेगा|चलता|लिखा|दिया थोड़ी|थोड़े|थोरे",
    "कहां|किधर से|पर|में? चल|चलता|चलती|चलेगा|चले|चलाती|चलाते|होगा|रहा|रही|हूं",
    "हुआ|हुई|लिखा|जुड़ा|चढ़ा|दर्ज|से कहां|किधर है|हैं|हूं|रहा|रही",
    "कैसे|काहे|क्या चलेगा|चले|चलता|होगा",
)
"""Where is it, how could it, hardly: she means that it is not."""
ASIDE = frozenset(map(normalize, ("थोड़ी", "थोड़े", "थोड़ा", "थोरे", "कहां", "किधर", "कैसे", "काहे", "क्या")))
STRESS = frozenset(map(normalize, ("ही", "ना", "न")))
NO = normalize("नहीं")


def spelt_out(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`tokens` with a plain no in the place of the words that mean it."""
    out = list(tokens)
    dropped: set[int] = set()
    for match in find_all(tokens, HARDLY):
        at = next(i for i in range(match.start, match.end) if tokens[i].text in ASIDE)
        out[at] = replace(tokens[at], text=NO)
        dropped |= {i for i in range(at + 1, match.end) if tokens[i].text in STRESS}
    return tuple(token for i, token in enumerate(out) if i not in dropped)
