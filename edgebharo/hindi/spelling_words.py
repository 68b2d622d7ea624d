"""What is said when a name is spelled: the letters, their vowel signs, and the examples of school primers."""

from __future__ import annotations

from edgebharo.hindi.aksharas import SIGN_OF
from edgebharo.hindi.normalize import normalize

EXAMPLES = (
    "अनार अदरक अमरूद आम आग आलू इमली इत्र ईख ईंट उल्लू उपवन ऊन ऊंट एड़ी ऐनक ओखली ओस औरत "
    "कमल कबूतर कलम किताब कौआ खरगोश खटिया खत खजूर गमला गाय गणेश गाजर गिलास घर घड़ी घोड़ा घंटी "
    "चम्मच चरखा चश्मा चाय चाबी चूहा छतरी छाता छड़ी जहाज़ जग जल जूता जामुन झंडा झरना झूला झाड़ू "
    "टमाटर टोकरी टोपी ठठेरा ठेला डमरू डलिया डंडा डिब्बा ढोलक ढक्कन ढोल तरबूज तितली तबला तलवार तोता ताला "
    "थाली थरमस थैला दवात दरवाज़ा दीपक दवाई दूध दादा धनुष धागा धोबी धान नल नाव नाक नारियल नानी "
    "पतंग पपीता पानी पत्ता पंखा पेड़ फल फूल फावड़ा बकरी बतख बस बंदर बाल्टी बैल बच्चा भालू भारत भाई भैंस "
    "मछली मटर मोर मकान मक्का माता महल यज्ञ यमुना याद रथ रस्सी राम राजा रोटी रेल लड्डू लड़का लोटा लट्टू "
    "वन वकील वजन शलजम शलगम शेर शंख शरबत शहद षट्कोण सेब सपेरा सूरज सड़क सांप सीता हाथी हल हिरन हाथ हवा "
)
"""One or more words for each letter that begins words."""
CONSONANTS = "क ख ग घ च छ ज झ ट ठ ड ढ ड़ ढ़ त थ द ध न ण प फ ब भ म य र ल व श ष स ह क्ष त्र ज्ञ श्र ज़ फ़ ख़ ग़ क़"
VOWELS = "अ आ इ ई उ ऊ ए ऐ ओ औ ऋ"
_SIGNS = (
    *(f"{vowel} की मात्रा" for vowel in SIGN_OF),
    *("छोटी इ की मात्रा", "बड़ी ई की मात्रा", "छोटे उ की मात्रा", "बड़े ऊ की मात्रा", "छोटी इ", "बड़ी ई"),
    *("ऊपर बिंदी", "नीचे बिंदी", "नीचे नुक्ता", "ऊपर चंद्रबिंदु", "बिंदी", "हलंत", "आधा", "आधी", "डबल", "मात्रा", "से"),
)

SPELLING: tuple[str, ...] = tuple(
    dict.fromkeys(
        normalize(phrase)
        for phrase in (
            *f"{CONSONANTS} {VOWELS}".split(),
            *_SIGNS,
            *(f"{word[:1]} से {word}" for word in EXAMPLES.split()),
        )
    )
)
"""Phrases, normalised; any of them may follow any other."""
