"""Small closed classes of words that numbers, digits and dates share. All in normal form."""

from __future__ import annotations

from edgebharo.hindi.normalize import word_set

NEGATION = word_set("नहीं नही नहि नाहीं ना न")
"""Takes back what stands before it, where something of the same kind follows."""

REPAIR = word_set("नहीं नही नहि नाहीं सॉरी सौरी माफ़ गलत गलती मतलब बल्कि")
"""Words between a slip and its correction. "ना" is missing: it often only asks for agreement."""

PAUSES = word_set("रुको रुकिए रुकिये रुक ठहरो ठहरिए ठहरिये अरे ओहो कीजिए करिए करना")
"""The speaker thinks or excuses herself."""

FILLERS = PAUSES | word_set(
    "उम्म उम्म्म उम उह अम्म हम्म हूँ हां हाँ जी अं उं आं अ आ ऊं वो यह ये तो फिर और है हैं था थी ना न ठीक अच्छा ओके मैडम"
    " दीदी भैया सर बहन लिखिए लिखो लिख लीजिए लो नोट सुनिए सुनो देखिए देखो बोल बोलती बोलता बता बताती बताता रही रहा"
    " मेरा मेरी हमारा हमारी"
    " इसका उसका उसके उसमें बाद आगे पीछे अब शायद बस यही वही को का की के में पर भी ही"
)
"""Hesitation, politeness and glue: they may stand inside an answer and say nothing about its value."""

UNITS = word_set(
    "महीना महीने महीनों महिना महिने माह मास दिन दिनों साल सालों हफ्ता हफ्ते हफ्तों सप्ताह वर्ष बरस बच्चा बच्चे बच्ची तारीख"
)
"""What a number may count."""

CLOCK = word_set("बजे बजकर मिनट मिनिट मिनटों मिंट मिन्ट सेकंड सेकेंड घंटा घंटे घंटों")
"""After a number: a time of day or a wait, not an answer."""

IDIOMS_OF_ONE = word_set("बार बात दम साथ")
"""After "एक" there is nothing to count ("एक बार", "एक बात")."""

VERB_STEMS = word_set(
    "बता लिख कर छोड़ बोल दे डाल हटा मिटा बदल रख भेज काट लगा बना सुना समझा रोक रहने जाने होने करने पूछ दिखा पढ़"
    " सुनने देख बंद मिला जोड़ निकाल दोहरा ठहर रुकने बोलने बताने"
)
"""After one of these "दो" is "give" ("बता दो", "रहने दो"), not two."""
