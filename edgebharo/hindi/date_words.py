"""The small closed classes that dates are made of, in normal form. Months have a page of their own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from edgebharo.hindi.cues import CLOCK, FILLERS
from edgebharo.hindi.normalize import word_set

DAY_WORDS: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(word_set("आज"), 0),
        **dict.fromkeys(word_set("कल काल्ह काल्हि"), 1),
        **dict.fromkeys(word_set("परसों परसो परसूं"), 2),
        **dict.fromkeys(word_set("नरसों नरसो तरसों तरसो"), 3),
    }
)
"""Days between the day named and today. All but आज point both ways; a birth lies in the past."""

WEEKDAYS: Mapping[str, int] = MappingProxyType(
    {
        word: number
        for number, row in enumerate(
            (
                "सोमवार सोमबार सोम्मार मंडे",
                "मंगलवार मंगलबार मंगर ट्यूज़डे",
                "बुधवार बुधबार बुद्धवार वेडनेसडे वेडनसडे",
                "गुरुवार गुरूवार बृहस्पतिवार बृहस्पत वीरवार बीफे बिफे बियफे जुमेरात थर्सडे",
                "शुक्रवार शुक्रबार सुक्रवार सूकवार सूक जुम्मा जुमा जुम्मे जुमे फ्राइडे",
                "शनिवार शनिचर शनीचर सनीचर शनिश्चर शनिबार शनीवार सैटरडे",
                "रविवार रविबार इतवार एतवार अतवार संडे",
            )
        )
        for word in word_set(row)
    }
)
"""Monday is 0."""

UNIT_OF: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(word_set("दिन दिनों रोज़"), "day"),
        **dict.fromkeys(word_set("हफ्ता हफ्ते हफ्तों सप्ताह वीक"), "week"),
        **dict.fromkeys(word_set("महीना महीने महीनों महिना महिने माह मास मंथ"), "month"),
        **dict.fromkeys(word_set("साल सालों वर्ष बरस बरसों ईयर"), "year"),
    }
)

DATE_NOUNS = word_set("तारीख तारीख़ तिथि डेट दिनांक")
LABELS: Mapping[str, Literal["day", "month", "year"]] = MappingProxyType(
    {
        **dict.fromkeys(DATE_NOUNS | word_set("दिन"), "day"),
        **dict.fromkeys(word_set("महीना महिना माह मंथ"), "month"),
        **dict.fromkeys(word_set("साल सन सन् वर्ष ईयर"), "year"),
    }
)
"""What a number is that follows one of these."""
NEW = word_set("नए नये नया न्यू")
YEAR_NOUNS = word_set("सन सन् साल वर्ष ईस्वी")
"""Before a number: the year ("सन पच्चीस")."""

PAST = word_set("पिछले पिछला पिछली गत बीते बीता बीती गुज़रे गए लास्ट")
"""Before a unit: the one before this."""
PRESENT = word_set("इस इसी चालू यही")
FUTURE = word_set("अगले अगला अगली आगामी नेक्स्ट")
AGO = word_set("पहले पहिले पूर्व")
LATER = word_set("बाद")
OR = word_set("या अथवा")

FESTIVALS = word_set(
    "होली दिवाली दीवाली दीपावली छठ ईद बकरीद मुहर्रम रक्षाबंधन राखी दशहरा विजयादशमी नवरात्रि नवरात्र तीज करवाचौथ"
    " जन्माष्टमी शिवरात्रि संक्रांति खिचड़ी लोहड़ी पोंगल ओणम क्रिसमस रामनवमी अमावस्या अमावस पूर्णिमा पूर्णमासी पूनम"
    " एकादशी सावन भादो भादों कार्तिक चैत चैत्र बैसाख बैशाख जेठ आषाढ़ असाढ़ अगहन पूस पौष माघ फागुन फाल्गुन क्वार"
    " आश्विन कुआर अश्विन आसिन आसीन कातिक श्रावण भाद्रपद मार्गशीर्ष आसाढ़ अषाढ़ पूष"
    " भाईदूज भैयादूज गोवर्धन धनतेरस बसंतपंचमी गणेशचतुर्थी हनुमानजयंती जितिया जिउतिया बैसाखी सतुआन चौरचन"
    " रमज़ान रमजान रमदान शबेबरात मिलाद ईदुलफितर अष्टमी नवमी दशमी पंचमी षष्ठी सप्तमी द्वादशी त्रयोदशी"
    " चतुर्दशी प्रतिपदा एकम द्वितीया तृतीया चतुर्थी गुरुपूर्णिमा नागपंचमी दुर्गापूजा नवरातर"
)
"""Festivals, phases of the moon and months of the Hindu calendar: a date, but not one that can be stored."""

BIRTHS = word_set("हुआ हुई हुए हुवा था थी थे पैदा जन्म जनम जन्मा जन्मी जन्मे आया आई गया गई")
"""Speak of the past, and may stand inside a date."""

FUTURE_ENDINGS = (
    "ूंगा",
    "ूंगी",
    "ऊंगा",
    "ऊंगी",
    "ेगा",
    "ेगी",
    "ेंगे",
    "एगा",
    "एगी",
    "एंगे",
    "ओगे",
    "ोगे",
    "ोगा",
    "ोगी",
    "एंगी",
    "ेंगी",
)
PRESUMING = word_set("होगा होगी होंगे होंगी")
"""Future in form; after a past verb only a guess ("कल हुआ होगा")."""

KNOWING = word_set("याद पता मालूम ध्यान")
"""Beside a negation: the speaker does not know; nothing is taken back."""

APPROXIMATE = word_set("करीब लगभग आसपास शायद तकरीबन अंदाज़ अंदाज़े अंदाज़न")

GLUE = (
    FILLERS
    | CLOCK
    | BIRTHS
    | DATE_NOUNS
    | APPROXIMATE
    | PRESUMING
    | PAST
    | word_set(
        "दशमलव ईस्वी रात सुबह शाम दोपहर सवेरे तड़के दिन को में से महीने महीना महिना महिने माह साल वर्ष सन"
        " बच्चा बच्ची बच्चे बेटा बेटी बेटे लड़का लड़की मुन्ना मुन्नी उस इस ऑफ़ द थ एंड कर के"
    )
)
"""May stand between the parts of one date."""
