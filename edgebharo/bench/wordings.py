"""In which words simulated callers put their answers: few for spoken calls, twenty and more for text.

`{}` stands for the value. Every wording of a field is equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from edgebharo.bench import phrasings

Frames = tuple[str, ...]


@dataclass(frozen=True)
class Wordings:
    """The wordings of every kind of answer."""

    name: Frames
    child: Frames
    son: Frames
    daughter: Frames
    district: Frames
    anganwadi: Frames
    months: Frames
    birth: Frames
    number: Frames
    last_digits: Frames
    pregnant: Mapping[bool, Frames]
    linked: Mapping[bool, Frames]
    whatsapp: Mapping[bool, Frames]
    no_number: Frames
    no_whatsapp_answer: Frames
    no_aadhaar: Frames
    right: Frames
    wrong: Frames


SPOKEN = Wordings(
    name=phrasings.NAME,
    child=phrasings.CHILD,
    son=phrasings.SON,
    daughter=phrasings.DAUGHTER,
    district=phrasings.DISTRICT,
    anganwadi=phrasings.ANGANWADI,
    months=("{}",),
    birth=phrasings.BIRTH,
    number=phrasings.NUMBER,
    last_digits=phrasings.LAST_DIGITS,
    pregnant=phrasings.PREGNANT,
    linked=phrasings.LINKED,
    whatsapp=phrasings.WHATSAPP,
    no_number=phrasings.NO_NUMBER,
    no_whatsapp_answer=phrasings.NO_WHATSAPP_ANSWER,
    no_aadhaar=phrasings.NO_AADHAAR,
    right=phrasings.RIGHT,
    wrong=phrasings.WRONG,
)
"""What a voice says in `bench call`."""


def _frames(row: str) -> Frames:
    return tuple(row.split("|"))


WRITTEN = Wordings(
    name=SPOKEN.name
    + _frames(
        "मेरा नाम तो {} है|जी दीदी, {}|दीदी, मेरा नाम {} है|मैं {} हूं|हां जी, {}|नमस्ते, मैं {} बोल रही हूं|अपना नाम {} है|"
        "हमारा नाम {} है|लिखिए {}|उम्म, {}|{} है मेरा नाम|पूरा नाम {} है|जी मेरा पूरा नाम {} है|सब लोग {} कहते हैं|"
        "मुझे सब {} बुलाते हैं|मैडम, {}"
    ),
    child=SPOKEN.child
    + _frames(
        "बच्चे का नाम {} है|बच्चे का नाम {}|इसका नाम {} है|नाम {} है|नाम तो {} रखा है|हमने {} रखा है|हम {} बुलाते हैं|"
        "जी दीदी, {}|{} है नाम|{} नाम रखा है|उसका नाम {} रखा है|सब {} बुलाते हैं|लिखिए, {}|प्यार से {} बुलाते हैं"
    ),
    son=(*SPOKEN.son, "लड़के का नाम {} है", "बेटे का नाम {} रखा है", "मुन्ने का नाम {} है"),
    daughter=(*SPOKEN.daughter, "लड़की का नाम {} है", "बेटी का नाम {} रखा है", "बच्ची का नाम {} है"),
    district=SPOKEN.district
    + _frames(
        "जी दीदी, {}|{} ज़िला है|{} ज़िला लगता है|ज़िला {} है|मेरा ज़िला {} है|हम {} के हैं|हम लोग {} में रहते हैं|"
        "{} में रहते हैं|मैं {} ज़िले से हूं|हां, {}|अभी {} में रहती हूं|हमारा {} ज़िला है|ज़िला तो {} है"
    ),
    anganwadi=SPOKEN.anganwadi
    + _frames(
        "केंद्र का नाम {} है|हमारे केंद्र का नाम {} है|जी, {}|{} सेंटर|{} आंगनवाड़ी है|हां, {} आंगनवाड़ी|{} केंद्र|"
        "आंगनवाड़ी {} है|आंगनवाड़ी का नाम {}|{} कहते हैं|{} बोलते हैं|जी दीदी, {} आंगनवाड़ी|मैं {} आंगनवाड़ी जाती हूं"
    ),
    months=_frames("{}|जी दीदी, {}|अभी {}|देखिए, {}|मेरे {}|हां, {}"),
    birth=SPOKEN.birth
    + _frames(
        "जी दीदी, {}|जन्म की तारीख {} है|{} को पैदा हुआ|{} का है|{} को जन्म हुआ|{} है|हां, {}|लिखिए, {}|"
        "उसका जन्म {} को हुआ|बच्चा {} को हुआ|वो {} को हुआ था|जन्म तारीख {}|{} की पैदाइश है|डिलीवरी {} को हुई थी"
    ),
    number=SPOKEN.number
    + _frames(
        "लिखिए {}|नंबर {} है|जी, {}|दूसरा नंबर {} है|जी दीदी, {}|नंबर लिखो, {}|मेरा नंबर {} है|मोबाइल नंबर {} है|"
        "नंबर तो {} है|हां लिखिए, {}|वो {} है|अच्छा, {}|देखिए, {}|उम्म, {}"
    ),
    last_digits=SPOKEN.last_digits
    + _frames(
        "जी दीदी, {}|लिखिए, {}|आखिरी चार अंक {} हैं|आखिरी में {} है|हां, {}|अंक हैं {}|वो {} है|आधार में {} है|"
        "आधार के आखिरी अंक {} हैं|आखिर के चार नंबर {}|नंबर है {}|लास्ट में {} है|देखिए, {}|उम्म, {}|अच्छा, {}"
    ),
    pregnant={
        True: SPOKEN.pregnant[True]
        + _frames(
            "हां हां|जी हूं|हां, हूं|हां दीदी, पेट से हूं|मैं पेट से हूं|प्रेग्नेंट हूं|हां, प्रेग्नेंट हूं|हां, उम्मीद से हूं|"
            "हां, बच्चा होने वाला है|जी, पेट में बच्चा है|हां, मां बनने वाली हूं|हां जी, हूं"
        ),
        False: SPOKEN.pregnant[False]
        + _frames(
            "नहीं नहीं|जी नहीं दीदी|नहीं हूं|मैं पेट से नहीं हूं|नहीं, पेट से नहीं हूं|प्रेग्नेंट नहीं हूं|बच्चा हो गया है|"
            "मेरी डिलीवरी हो गई है|नहीं, बेटा हुआ है|नहीं, बेटी हुई है|ना दीदी|अब नहीं हूं|नहीं, डिलीवरी हो चुकी है"
        ),
    },
    linked={
        True: SPOKEN.linked[True]
        + _frames(
            "जी|जी हां|हां दीदी|यही नंबर है|हां, यही है|हां, जुड़ा हुआ है|जी, यही नंबर लिखा है|हां, लिखा है|लिखा हुआ है|"
            "यही वाला है|हां, वहां यही नंबर है|जी दीदी, यही लिखा है|हां, यही नंबर जुड़ा है"
        ),
        False: SPOKEN.linked[False]
        + _frames(
            "नहीं दीदी|नहीं, वहां दूसरा नंबर है|दूसरा नंबर लिखा है|नहीं लिखा है|नहीं, पुराना नंबर लिखा है|"
            "नहीं, सास का नंबर लिखा है|ये नंबर नहीं है|जुड़ा नहीं है|नहीं जुड़ा है|नहीं, यह वाला नहीं है|वहां दूसरा लिखा है|"
            "जी नहीं, यह नहीं है|नहीं, दूसरा लिखा है|नहीं, उनका नंबर दिया है"
        ),
    },
    whatsapp={
        True: SPOKEN.whatsapp[True]
        + _frames(
            "जी|जी हां|हां जी|इसी पर है|हां, इसी में है|हां, इस पर चलता है|जी, इसी नंबर पर है|हां, व्हाट्सऐप है|"
            "हां, इसी नंबर पर व्हाट्सऐप है|है|हां, है|जी दीदी, इसी पर है|हां, इसी फोन में है"
        ),
        False: SPOKEN.whatsapp[False]
        + _frames(
            "नहीं दीदी|दूसरे नंबर पर है|नहीं, वो दूसरे नंबर पर है|इस नंबर पर नहीं है|नहीं, दूसरे फोन में है|नहीं, इसमें नहीं है|"
            "इसमें नहीं है|नहीं, पति के फोन में है|जी नहीं|नहीं, अलग नंबर है|नहीं, इस पर नहीं है|दूसरे फोन पर है|"
            "जी नहीं, दूसरे पर है|नहीं, उस पर नहीं चलता"
        ),
    },
    no_number=SPOKEN.no_number
    + _frames(
        "याद नहीं है|नहीं पता|मालूम नहीं|याद नहीं आ रहा|वो तो याद नहीं|मुझे पता नहीं|मुझे याद नहीं है|पता नहीं दीदी|"
        "नंबर नहीं पता|नंबर मालूम नहीं|मुझे नंबर याद नहीं|जी याद नहीं|अभी याद नहीं है|नंबर याद नहीं है दीदी|पता नहीं जी"
    ),
    no_whatsapp_answer=SPOKEN.no_whatsapp_answer
    + _frames(
        "नहीं पता|याद नहीं|मालूम नहीं|पता नहीं दीदी|मुझे मालूम नहीं|मुझे नहीं मालूम|मुझे पता नहीं|नहीं मालूम|पता नहीं जी|"
        "ये तो पता नहीं|मुझे इसका पता नहीं|कुछ पता नहीं|जी पता नहीं|मुझे याद नहीं|नहीं पता दीदी|दीदी, पता नहीं"
    ),
    no_aadhaar=SPOKEN.no_aadhaar
    + _frames(
        "याद नहीं है|नहीं बताऊंगी|मैं नहीं बताऊंगी|आधार नहीं है|आधार कार्ड नहीं है|नहीं पता|मुझे याद नहीं|आधार नंबर याद नहीं|"
        "वो नहीं बता सकती|नहीं देना है|मालूम नहीं|आधार का नंबर नहीं पता|बताना नहीं चाहती|मुझे नहीं बताना|पता नहीं दीदी"
    ),
    right=SPOKEN.right
    + _frames(
        "जी|जी, सही है|हां दीदी|ठीक है|हां, ठीक है|बिल्कुल|जी हां, सही है|हां हां|हां, बिल्कुल सही|सही बात है|सही है दीदी|"
        "जी बिल्कुल|हां जी|एकदम सही|सही है जी"
    ),
    wrong=SPOKEN.wrong
    + _frames(
        "नहीं नहीं|नहीं दीदी|नहीं, सही नहीं है|यह गलत है|जी नहीं|नहीं, ये गलत है|ना|गलत है दीदी|नहीं, ये सही नहीं|"
        "सही नहीं है|नहीं जी|ना, गलत है|जी नहीं, गलत है|नहीं, यह नहीं है|ऐसा नहीं है|ये सही नहीं है"
    ),
)
"""What stands in the reference transcripts of `bench extract`."""
