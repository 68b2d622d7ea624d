"""What a speaker is told before anything is recorded, and what she answers. Pure."""

from __future__ import annotations

from edgebharo.hindi.normalize import normalize, word_set

VERSION = "1"
"""Of the text; stored with every speaker. Change it whenever a line changes."""

HINDI = (
    "आप कुछ वाक्य पढ़कर सुनाएंगी, और आपकी आवाज़ रिकॉर्ड होगी।",
    "यह इसलिए कि फ़ॉर्म भरने वाली मशीन कितना सही सुनती है, यह नापा जा सके।",
    "वाक्यों में जो नाम, पता और नंबर हैं, सब मनगढ़ंत हैं। अपना नाम, नंबर या आधार मत बोलिए।",
    "आपका नाम कहीं नहीं लिखा जाता, केवल एक कोड। रिकॉर्डिंग इसी कंप्यूटर पर रहती है और कहीं नहीं भेजी जाती।",
    "आप जब चाहें रुक सकती हैं, कोई भी वाक्य छोड़ सकती हैं, और बाद में भी सब मिटवा सकती हैं। इससे आपको कोई नुकसान नहीं होगा।",
    "केवल अठारह साल से ऊपर के लोग रिकॉर्ड कर सकते हैं।",
)
ENGLISH = (
    "You will read some sentences aloud, and your voice is recorded.",
    "It is used to measure how well a machine that fills forms hears people.",
    "Names, places and numbers in the sentences are invented. Never say your own name, number or Aadhaar.",
    "Your name is written nowhere, only a code. The recordings stay on this computer and are sent nowhere.",
    "You can stop at any time, skip any sentence, and have everything deleted later. Nothing bad follows.",
    "Only people above eighteen may record.",
)
QUESTION = "क्या आप राज़ी हैं? / Do you agree? (हां / yes)  "
YES = word_set("हां हा जी हांजी राज़ी yes y haan han ha ji")
NOT_GIVEN = "सहमति नहीं मिली, कुछ नहीं रखा गया। / Consent was not given; nothing was kept."


def text() -> str:
    """The whole text in both languages, as it is shown and filed."""
    return "\n".join((f"सहमति / Consent, version {VERSION}", "", *HINDI, "", *ENGLISH))


def is_given(answer: str) -> bool:
    """True for a plain yes and nothing else: whatever is doubtful is none."""
    words = set(normalize(answer).split())
    return bool(words) and words <= YES
