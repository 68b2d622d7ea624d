"""The words by which callers say yes and no, village and English ones too. Data only: `polarity` reads it."""

from __future__ import annotations

from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.phrases import NEGATIVES, SHORT_NEGATIVES, phrases

YES = word_set(
    "हाँ हां हा हं हाँजी हांजी जीहां जी यस यप येप येस यस्स बिल्कुल बिलकुल ज़रूर जरूर अवश्य बेशक हौ हव हओ होव हउ "
    "हुकम हुकुम आहो डन एकदम "
    "ऑफकोर्स श्योर एब्सोल्यूटली yes yeah yep yup sure haan han ji"
)
EMPHASIS = word_set("एकदम जी बिल्कुल बिलकुल ज़रूर अवश्य बेशक")
"""Words of a yes that only stress the no after them ("बिल्कुल नहीं")."""
AGREE = word_set(
    "सही सई ठीक ओके ओक करेक्ट राइट दुरुस्त सच पक्का बराबर पक्की कन्फर्म कंफर्म मंज़ूर सहमत राज़ी क़बूल चलेगा फाइन "
    "ok okay right correct"
)
CONSENT = word_set("चलेगा मंज़ूर सहमत राज़ी क़बूल करेक्ट कन्फर्म")
"""Right after a no these are denied by it ("नहीं चलेगा"), while "नहीं, सही है" takes the no back."""
NO = NEGATIVES | SHORT_NEGATIVES | word_set("मत नो नोप कोनय नथी no nope not nahin nahi na")
TAG = word_set("ना न na")
"""A yes or a verb before these makes them "isn't it", not a no."""
WRONG = word_set("गलत ग़लत गलती रॉन्ग रॉंग झूठ इनकरेक्ट नेगेटिव गड़बड़ अधूरा अधूरी wrong")
COPULA = word_set("है हूँ हूं हैं हो था थी थे ह हे बा बानी बाटे बाटी बाड़ी बाड़ू बिया हई हईं हवे हवें हवय हऊं छै छी छे छूं सै सूं")
CLIPPED_COPULA = word_set("ह हे")
"""Alone they are only a sound."""
MAYBE = word_set("शायद होगा होगी होंगे लगता सकता संभव संभवत")
SUBJECT = word_set("मैं हम मुझे मेरा मेरी मेरे हमारा हमारी")
THIS = word_set("यही वही इसी इसीपर इसीमें यहीं वहीं येही एही ईहे इहे इहै उहे ऊहे ओही वोही")
"""Pointing back at what was asked about: an answer without a yes-word ("यही वाला है")."""
POINTED = word_set("नाम नंबर वाला वाली वाले तारीख ज़िला पर में से का की के फोन मोबाइल को आंगनवाड़ी केंद्र")
"""What may be pointed at."""
SOFT = word_set(
    "तो भी ही अभी अब अरे आज देखिए अच्छा दीदी मैडम बहन बहनजी भैया भाई सर बात वो ये यह वह उम्म उम हम्म अं आं "
    "इस सब सारा सारी पूरा पूरी बाबा साहब सुनिए फिर ऐसा वैसा इतना कुछ"
)
REPAIR = word_set("मतलब सॉरी माफ़")
"""What follows replaces what was said."""
ADDRESSED = word_set("दीदी मैडम बहन भैया भाई सर बाबा साहब डॉक्टर")
STRONG_TURN = REPAIR | word_set("लेकिन मगर किंतु परंतु परन्तु किन्तु बल्कि")
"""Words that start a new clause, which then counts more than the one before."""
WEAK_TURN = word_set("पर और अब अभी आज")
"""The same after a finished clause only: पर is "on" after a noun."""
LIGHT = YES | NO | SOFT | SUBJECT | word_set("को मैंने क्या")
"""Words that answer nothing when they only lead in to another wish."""
NEUTRAL = phrases(
    "गलती से नहीं|हां? बोल|कह|निकल दिया|दी|गया|गई",
    "कोई बात नहीं",
    "हां|जी जी|हां|अच्छा? दीदी|मैडम|बहन|भैया|सर? जी? बोलिए|बोलो|पूछिए|पूछो|कहिए|कहो|सुनाइए|सुनिए|बताइए",
    "हां|जी? जी? हेलो|हैलो|नमस्ते|नमस्कार|प्रणाम|सलाम जी|दीदी|मैडम?",
    "हां|जी सुन|बता रही|रहा हूं",
    "हां|जी बताती|बताता|सुनती हूं",
    "हां|हाँ या|कि|अथवा ना|नहीं|न",
    "नहीं या|कि हां|हाँ",
)
"""Words of yes and no that answer nothing."""
SURELY = phrases(
    "क्यों|काहे नहीं होगा|होगी|है|हूं?",
    "और|हां नहीं|न|ना तो क्या",
    "तो? और क्या",
    "नहीं कैसे|क्यों होगा|होगी|होंगे|हूंगी|रहेगा",
    "कैसे|क्यों नहीं होगा|होगी|होंगे|हूंगी|रहेगा",
    "सौ|हंड्रेड|100 प्रतिशत|फीसदी|टका|परसेंट|टके",
    "ऑफ कोर्स",
    "कोई शक|दिक्कत|परेशानी|समस्या|एतराज नहीं है?",
)
"""Yes, though a word of no or of asking stands in it."""
IF_NOT_WHAT = phrases("नहीं|न|ना तो क्या")
""""What else?", or "no" and a question: a yes with a doubt."""
HARDLY = phrases(
    "थोड़ी|थोड़े|थोड़ा ही|ना|न है|हूं|हैं|हो?",
    "थोड़ी|थोड़े|थोड़ा है|हूं|हैं|हो",
    "है|हूं|हैं|हो थोड़ी|थोड़े|थोड़ा ही|ना|न?",
    "नोट करेक्ट|राइट|सही|ठीक|ओके|येट|यट|एट",
    "काहे का|की|के",
    "सवाल ही नहीं",
)
"""No, though no word of no stands in it; yes where it is said of a mistake ("गलत थोड़ी है")."""
WHERE = phrases("कहां|किधर है|हूं|हैं|हो|से")
"""A no in the form of a question, where the question's own words or "मैं" stand beside it."""
I_AM = word_set("हूं")
NOT_SO = phrases("ऐसा|ऐसी|ए|अइसन बात? कुछ? नहीं|नइखे|ना है|हैं|बा? कि?")
"""Denies the rest of its clause."""
BEFORE = word_set("पहले पहिले")
PAST = word_set("था थी थे रहा रही")
JOINED = word_set("जुड़ा जुड़ी लिंक लिखा लिखी दर्ज लगा रजिस्टर्ड")
STATE = word_set("हुआ हुई हुए")
"""After a word of JOINED these add nothing."""
AGREEING_NEXT = (
    COPULA
    | YES
    | NO
    | SOFT
    | MAYBE
    | word_set(
        "बोला बोली बोले कहा लिखा लिखी लिखे सुना सुनी पढ़ा पढ़ी बताया पकड़े पकड़ा में समझा समझी समझे समझीं आप आपने रही रहे"
    )
)
"""What may follow "सही" when it agrees; before a noun it describes ("सही नंबर लिखिए")."""
