"""What the language model is shown before an utterance: an instruction and a few examples.

Everything up to a prompt's last blank line never changes, so that it is computed once and kept. The examples
are made up; each ends in one of the answers that the model may give.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from edgebharo.types import Intent

PERSON = """बात में से बोलने वाली का नाम निकालो।

बात: हां हां बोलो क्या बात है
नाम: null

बात: जी मेरा नाम सुनीता देवी है
नाम: सुनीता देवी

बात: मैं मोहन की घरवाली गीता बोल रही हूं
नाम: गीता

बात: पापा ने ममता लिखवाया था
नाम: ममता

बात: रेखा कुमारी
नाम: रेखा कुमारी

"""
CHILD = """बात में से बच्चे का नाम निकालो।

बात: अभी बहुत छोटा है
नाम: null

बात: उसका नाम अंकित कुमार है
नाम: अंकित कुमार

बात: घर में सब मुनिया बुलाते हैं
नाम: मुनिया

बात: नानी ने पायल रखा था
नाम: पायल

"""
INSTITUTION = """बात में से आंगनवाड़ी केंद्र का नाम निकालो।

बात: मैं तो घर पर ही रहती हूं
नाम: null

बात: हमारा केंद्र पीपल टोला में पड़ता है
नाम: पीपल टोला

बात: वही स्कूल के पास वाली
नाम: स्कूल के पास वाली

बात: रामपुर उत्तर वाली में जाते हैं
नाम: रामपुर उत्तर

"""
EXAMPLES: Mapping[str, str] = {
    "person_name": PERSON,
    "child_name": CHILD,
    "institution_name": INSTITUTION,
}
"""Instruction and examples by a field's meaning; other open text gets no second opinion."""

WORDS = """बात में से सवाल का जवाब जिन शब्दों में है, वही शब्द निकालो।

सवाल: आपकी उम्र कितनी है?
बात: जी मैं पच्चीस साल की हूं
जवाब: पच्चीस साल

सवाल: आपका दूसरा नंबर क्या है?
बात: अभी मेरे पास नहीं है
जवाब: null

सवाल: आपका दूसरा नंबर क्या है?
बात: हां लिखिए सात दो चार शून्य पांच
जवाब: सात दो चार शून्य पांच

सवाल: शादी कब हुई?
बात: पंद्रह मई दो हज़ार बीस को हुई थी
जवाब: पंद्रह मई दो हज़ार बीस

सवाल: आप किस शहर में रहती हैं?
बात: मैं तो सूरत में रहती हूं
जवाब: सूरत

"""
"""Which of the words are the answer, for values that Hindi rules read out of them."""

YES_NO = """बात का मतलब हां है या नहीं?

सवाल: क्या आपके पास राशन कार्ड है?
बात: जी बना हुआ है
मतलब: हां

सवाल: क्या आपने खाना खाया?
बात: अभी तक तो नहीं खाया
मतलब: नहीं

सवाल: क्या आपके घर में बिजली है?
बात: फिर से बोलिए
मतलब: null

सवाल: क्या आप पढ़ी लिखी हैं?
बात: हां जी
मतलब: हां

सवाल: क्या आपका खाता खुला है?
बात: बंद हो गया कब का
मतलब: नहीं

"""
INTENT = """हर बात में बोलने वाली क्या चाहती है?

सवाल: आपका नाम क्या है?
बात: गीता देवी
इरादा: जवाब

सवाल: आप किस शहर में रहती हैं?
बात: क्या कहा, समझ नहीं आया
इरादा: दोबारा

सवाल: आपका नंबर क्या है?
बात: रुकिए, देख कर बताती हूं
इरादा: रुको

सवाल: शादी कब हुई?
बात: मुझे याद नहीं है
इरादा: अज्ञात

सवाल: आपके खाते का नंबर क्या है?
बात: वो मैं नहीं बताना चाहती
इरादा: इनकार

सवाल: क्या आपके पास राशन कार्ड है?
बात: नहीं, अभी नहीं
इरादा: जवाब

सवाल: आप किस शहर में रहती हैं?
बात: नाम गलत लिख दिया आपने
इरादा: सुधार

सवाल: आपका नाम क्या है?
बात: मुझे बात नहीं करनी, फोन रखो
इरादा: बंद

सवाल: आपके कितने बच्चे हैं?
बात: तीन बच्चे
इरादा: जवाब

"""
INTENTS: Mapping[str, Intent] = MappingProxyType(
    {
        " जवाब": "answer",
        " दोबारा": "repeat",
        " रुको": "wait",
        " अज्ञात": "dont_know",
        " इनकार": "refuse",
        " सुधार": "correct",
        " बंद": "stop",
    }
)
"""What the model may say about an utterance, and the intent that it means."""
YES_OR_NO: Mapping[str, bool] = MappingProxyType({" हां": True, " नहीं": False})
FIELD = """हर बात फ़ॉर्म के किस खाने में लिखी जाएगी?

बात: मेरी उम्र तीस साल है
खाना: उम्र

बात: हम सूरत शहर के हैं
खाना: शहर

बात: आज गर्मी बहुत है
खाना: null

बात: शादी पांच साल पहले हुई थी
खाना: शादी की तारीख

"""
"""Into which field an answer belongs. The labels of the form's own fields are the possible answers."""
PREFIXES = (*EXAMPLES.values(), WORDS, YES_NO, INTENT, FIELD)
"""The shared part of every prompt."""
