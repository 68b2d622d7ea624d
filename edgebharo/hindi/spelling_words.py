"""What is said when a name is spelled: the letters, their vowel signs, and the examples of school primers."""

from __future__ import annotations

from edgebharo.hindi.aksharas import SIGN_OF
from edgebharo.hindi.normalize import normalize

_EXAMPLES = (
    "अनार आम इमली ईख उल्लू ऊन एड़ी ऐनक ओखली औरत कमल कबूतर खरगोश खटिया गमला गाय गणेश घर घड़ी चम्मच चरखा छतरी "
    "जहाज़ जग जल झंडा झरना टमाटर ठठेरा डमरू डलिया ढोलक ढक्कन तरबूज तितली तबला थाली थरमस दवात दरवाज़ा दीपक धनुष "
    "नल नाव पतंग पपीता पानी फल फूल बकरी बतख बस भालू मछली मटर मोर यज्ञ रथ रस्सी राम लड्डू लड़का वन शलजम शेर "
    "षट्कोण सेब सपेरा सूरज हाथी हल"
)
"""One or more words for each letter that begins words."""
_LETTERS = (
    "क ख ग घ च छ ज झ ट ठ ड ढ ड़ ढ़ त थ द ध न ण प फ ब भ म य र ल व श ष स ह क्ष त्र ज्ञ श्र ज़ फ़ ख़ "
    "ग़ क़ अ आ इ ई उ ऊ ए ऐ ओ औ ऋ"
)
_SIGNS = (
    *(f"{vowel} की मात्रा" for vowel in SIGN_OF),
    *("छोटी इ की मात्रा", "बड़ी ई की मात्रा", "छोटे उ की मात्रा", "बड़े ऊ की मात्रा", "छोटी इ", "बड़ी ई"),
    *("ऊपर बिंदी", "नीचे बिंदी", "नीचे नुक्ता", "ऊपर चंद्रबिंदु", "बिंदी", "हलंत", "आधा", "आधी", "डबल", "मात्रा", "से"),
)

SPELLING: tuple[str, ...] = tuple(
    dict.fromkeys(
        normalize(phrase)
        for phrase in (
            *_LETTERS.split(),
            *_SIGNS,
            *(f"{word[:1]} से {word}" for word in _EXAMPLES.split()),
        )
    )
)
"""Phrases, normalised; any of them may follow any other."""
