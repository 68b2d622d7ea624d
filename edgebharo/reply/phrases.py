"""Lines of the house: said where a form has no words of its own. Devanagari only, numbers in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from edgebharo.forms.rules.draft import RepairProblem

HEARD = "मैंने सुना"
"""Before a value that is read back."""

IS_IT_RIGHT = "सही है?"
"""After a value that is read back."""

IF_RIGHT_SAY_YES = "सही है तो हां बोलिए।"
"""After a yes/no that is read back: "नहीं" would otherwise agree with a negative statement."""

JUST_YES_OR_NO = "बस हां या नहीं बोलिए।"
"""Ends a read-back that is said once more."""

HEARD_SO_FAR = "अब तक सुना"
GO_ON = "अब आगे के अंक बोलिए।"

FIRST_DIGITS = "पहले {count} अंक बोलिए।"
NEXT_DIGITS = "अब अगले {count} अंक बोलिए।"
LAST_DIGITS = "अब आख़िरी {count} अंक बोलिए।"
"""A number that was misheard is asked for again in groups."""
WHICH: Mapping[str, str] = MappingProxyType(
    {
        "day": "सिर्फ़ दिन बताइए। कौन सी तारीख थी?",
        "month": "अब महीने का नाम बताइए।",
        "year": "अब साल बताइए।",
    }
)
"""A date that was misheard is asked for part by part."""
LETTER_BY_LETTER = "एक एक अक्षर करके लिखवाइए। जैसे, क से कमल, म से मछली।"
WORD_BY_WORD = "हर अक्षर के साथ एक शब्द बोलकर फिर से लिखवाइए। जैसे, क से कमल, म से मछली।"
"""After what a field is called: at first, and where that was not enough."""

IN_SHORT = "मैं सारे जवाब एक बार दोहराती हूं।"
ALL_RIGHT = "क्या सब सही है? कुछ गलत हो तो उसका नाम लेकर बताइए।"
"""Around the summary at the end of a call."""

TROUBLE = "माफ़ कीजिए, मशीन में कुछ गड़बड़ हो गई।"
"""Said where a device or a model fails in the middle of a call."""

MICROPHONE_GONE = "माइक बंद हो गया है। माइक फिर से लगा दीजिए।"
MICROPHONE_SILENT = "माइक से आवाज़ नहीं आ रही। देखिए कि माइक चालू है।"
RESUMED = "हम वहीं से आगे चलते हैं, जहां बात रुकी थी।"
BACK = "अब आवाज़ आ रही है।"
"""Said where a microphone fails in the middle of a call, and where it works again."""

STATES_ARE = "यह नाम इन राज्यों में है"
BOTH_NAMES = "ज़िले और राज्य, दोनों का नाम साथ में बोलिए।"

MONTH = "महीना"
MONTHS = "महीने"
POINT = "दशमलव"
AND = "और"
MINUS = "माइनस"

WHY: Mapping[RepairProblem, str] = MappingProxyType(
    {
        "range": "पक्का एक ही जवाब बताइए।",
        "wrong_unit": "यह किसी और नाप में था।",
        "ambiguous_place": "इस नाम की एक से ज़्यादा जगहें हैं।",
        "wrong_level": "यह किसी और जगह का नाम लगता है।",
        "unknown_place": "यह जगह मेरी सूची में नहीं मिली।",
        "impossible_date": "यह तारीख कैलेंडर में नहीं होती।",
        "future_date": "यह तारीख अभी आई नहीं है।",
        "unclear_direction": "यह दिन बीत चुका है या आने वाला है, समझ नहीं आया।",
        "wrong_field": "यह बात मैंने सुन ली, पर अभी मैं कुछ और पूछ रही हूं।",
        "wrong_length": "अंक कम या ज़्यादा सुनाई दिए।",
        "unclear": "माफ़ कीजिए, ठीक से समझ नहीं आया।",
        "refused_value": "ठीक है, उसे हटा दिया।",
        "invalid": "यह जवाब सही नहीं बैठ रहा।",
    }
)
"""Why the last answer could not be used."""
