"""Words around the names of institutions: what they are, where they are, what is no name. Data only."""

from __future__ import annotations

from edgebharo.hindi.intent_phrases import FILLERS
from edgebharo.hindi.normalize import word_set

HEAD_NOUNS = word_set(
    "आंगनवाड़ी आंगनबाड़ी आँगनवाड़ी आंगनवाडी आंगनबाडी केंद्र केन्द्र सेंटर सेन्टर सेंटर्स स्कूल "
    "अस्पताल हॉस्पिटल क्लिनिक क्लीनिक उपकेंद्र पीएचसी पीएचसीज आंगनवाड़ीकेंद्र मिनी"
)
"""What the institution is, not how it is called."""
LANDMARKS = word_set("स्कूल विद्यालय अस्पताल हॉस्पिटल क्लिनिक क्लीनिक उपकेंद्र पीएचसी")
"""Part of a name where a kind of place follows ("स्कूल पारा")."""
BUS = word_set("बस")
STANDS = word_set("स्टैंड स्टेंड स्टैण्ड अड्डा अड्डे स्टॉप डिपो स्टेशन")
"""After these a बस is a bus, else it means "just"."""
KINDS_OF_PLACE = STANDS | word_set(
    "पारा टोला टोली टोले मोहल्ला मुहल्ला नगर बस्ती रोड चौक बाज़ार कॉलोनी पुरा पुर गली भवन मैदान मंदिर घाट डेरा "
    "पाड़ा वार्ड खेड़ा गंज ढाणी फलिया मार्ग"
)
"""Words that need another before them to name one place."""
ABOUT_INSTITUTION = word_set(
    "हमरे हमर हमार हमरा मोर म्हारे म्हारो बा हे "
    "मेरा मेरी मेरे हमारा हमारी हमारे यहां यहाँ वाली का की के है हैं नाम तो जी हाँ उसका उसकी "
    "वहां में हम मैं लोग जाती जाते जाता हूँ पर से वो यह ये बस वही यही इसका अपना अपनी बोलते कहते "
    "लिखिए लिखो लिख लो पूरा गांव गाँव टोले पास उम्म अरे अच्छा जो नीचे ऊपर कौन सी सा क्या बोला "
    "बताया ना न नंबर पूरी एक वाले बगल सामने "
    "लिखा लिखी लिखे हुआ हुई बाहर बोर्ड कार्ड रजिस्टर"
)
"""An answer of these words alone names no institution."""
TRIM_FRONT = ABOUT_INSTITUTION - word_set("पास नंबर वाली एक टोले") | HEAD_NOUNS | FILLERS
TRIM_BACK = (ABOUT_INSTITUTION | HEAD_NOUNS | FILLERS) - word_set("पास नंबर वाली एक टोले वाले गांव नीचे ऊपर दीदी")
