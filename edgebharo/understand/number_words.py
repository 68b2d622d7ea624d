"""The words that tell this phone number from another one. Data only; `which_number` reads them."""

from __future__ import annotations

from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.phrases import phrases
from edgebharo.hindi.polarity_words import ADDRESSED, AGREE, COPULA, MAYBE, SOFT, SUBJECT, YES

DEVICE = word_set("नंबर नम्बर लंबर फोन फ़ोन फोनवा मोबाइल मोबाईल सिम हैंडसेट वाला वाली वाले वालो")
PLACE = word_set("पर पे पै प में मा मां मे से तै ते सूं")
OWNED = word_set("का की के कर केर क रा रो री रे वाला वाली वाले")
NOT_NUMBERS = word_set(
    "समय वक्त टाइम बार महीने महीना साल दिन हफ्ते तरह गांव टोले टोला शहर आंगनवाड़ी केंद्र सेंटर बात सब "
    "सवाल बारे लिए वजह बच्चा बच्चे बच्ची बेटा बेटी आदमी औरत जगह"
)
"""After यह or दूसरा: something else is meant than a number."""

POINTING = word_set("यही यहीं येही इसी इसीपर इसीपे इसीमें ईहे इहे इहै एही एहे एहिये यैह जेई योए योई याही सेम इणीज")
"""This very one, beyond doubt."""
POINTING_PHRASES = phrases("यह|ये|यो|यू|इ|ई|ए|जो|इस|इणी ही|हे", "एक|एके|दोनों|दोनो ही|एक", "इसे पै|पर|पे|प|में")
SAID_BEFORE = word_set("वही वोही उसी ओही")
"""The one that was spoken of: this number, unless another was."""
THIS = word_set("यह ये इस इसमें इसमे इसपर इसपे इसपै इससे ई इ यो यू इण इणी एहि एकरा")
MINE = word_set("मेरा मेरी मेरे हमारा हमारी हमारे अपना अपनी अपने म्हारा म्हारे हमर हमार हमरा")
OTHER = word_set(
    "दूसरा दूसरी दूसरे दूसरो दूजा दूजी दूजे दूजो दोसर दोसरा दोसरे दुसर दुसरा दुसरे दूसर अलग अलगे "
    "पुराना पुरानी पुराने पुरानो पुरनका अन्य डिफरेंट"
)
OTHER_PHRASES = phrases(
    "कोई|किसी और|दूसरा|दूसरे|अन्य",
    "और कोई|किसी|ही? नंबर|फोन|मोबाइल|सिम|वाला|वाले",
    "नंबर|फोन|सिम और है|छै|बा",
    "पहले|पहिले|पहलका वाला|वाली|वाले|का|की",
    "वो|वह|उस|ऊ वाला|वाली|वाले",
    "उस नंबर|फोन|मोबाइल|सिम",
    "उस|उसी पर|पे|पै",
)
KIN = word_set(
    "पति शौहर हस्बैंड हसबैंड हज़बैंड मिस्टर मियां आदमी मर्द मरद मालिक दूल्हा दुलहा घरवाले घरवाला "
    "घरवालों घरवाली सास सासू ससुर देवर देवरानी जेठ जेठानी ननद ननदोई नंदोई भाई भैया भाभी बहन बहनोई बहू "
    "बेटा बेटे बेटी बिटिया लड़का लड़के लड़की पापा मम्मी मां माई अम्मा अम्मी अब्बा बाप बाबूजी पिता "
    "पिताजी दादा दादी नाना नानी बाबू चाचा चाची मामा मामी मौसी बुआ भतीजा भतीजे भांजे पड़ोस पड़ोसी "
    "पड़ोसन दोस्त सहेली मालकिन दुकानदार गोसैंया छोरा छोरे किसी"
)
KIN_PHRASES = phrases("घर|पड़ोस वाले|वाली|वालों|वाला का|के|की|वाला|वाले")
THEIRS = word_set("उनका उनकी उनके इनका इनकी इनके उसका उसकी उसके")
"""Another's, before a device only: "उनके पास" is where the register lies."""
BETWEEN = word_set("जी लोग साहब लोगों")
"""May stand between a relative and का."""
NOT_OWNING = word_set("पास यहां सामने साथ लिए बारे घर कहने हाथ द्वारा बाद पहले नाम")
"""After का these say something else than whose number it is."""

WRITTEN = word_set(
    "लिखा लिखी लिखे लिखल लिखो लिख्यो लिख्योड़ो लिख लिखाया लिखाई लिखाए लिखवाया लिखवाई लिखवाए लिखवा "
    "लिखवायी दर्ज चढ़ा चढ़ी चढ़े चढ़ल चढ़वाया चढ़वा चढ़ाया डला डली डाला डाली डाल डलवाया डलवा दिया दी "
    "दिए दीया दिये देल देले दे बताया बताए बताई नोट सेव रजिस्टर्ड रजिस्टर जुड़ा जुड़ी जुड़ल लिंक "
    "लिंक्ड पड़ा पड़ी अपडेट फीड भरा भरवाया एड ऐड अटैच"
)
RUNNING = word_set(
    "चल चलता चलती चलते चलत चलेला चलै चलतै चालै चाले चालता चलेगा चलाती चलाते चलाता चला चलाए यूज "
    "इस्तेमाल बना बनाया बनवाया खुला खोला खोली चालू एक्टिव ऑन इंस्टॉल डाउनलोड आता आती आते आवत आवे आया "
    "आएगा मैसेज भेज भेजिए भेजो"
)
STANDS = WRITTEN | RUNNING
"""What is said of a number that is the right one."""
DEFUNCT = word_set("बंद खराब टूट टूटा खो गुम चोरी हट हटा हटवा डिलीट उड़ निकल कट ब्लॉक")
NEW = word_set("नया नई नए नयो नवा बाद अभी हाल")
"""Said of this number these only hint at an answer."""
ONLY = word_set("सिर्फ बस खाली केवल")
TALKING = word_set("बात कॉल काल फोन कॉलिंग बतियाने बातचीत")
"""With ONLY: the number is good for nothing else."""
ONCE = word_set("पहले पहिले तब")
PAST = word_set("था थी थे रहे रहल")
ENDS = (COPULA - word_set("हो ह हे")) | word_set("था थी थे बाटे बाड़े छ होई होगा होगी")
"""A finite verb closes its clause."""
CARRIES = (
    SOFT
    | ADDRESSED
    | YES
    | AGREE
    | MAYBE
    | SUBJECT
    | DEVICE
    | PLACE
    | OWNED
    | ENDS
    | MINE
    | word_set(
        "वहां वहाँ उधर ओहिजा उहां रजिस्टर केंद्र सेंटर आंगनवाड़ी कॉपी ऐप पोषण ट्रैकर उसमें उनके पास "
        "यहां मैंने हमने मुझे को ने न ना हुआ हुई हो हुए रखा रखी गया दीदी का एक दोनों शुरू सही में ही "
        "जो जिस जिससे खुद वाट्सऐप सेविका कार्यकर्ता"
    )
)
"""Words that say nothing against a number beside them."""
