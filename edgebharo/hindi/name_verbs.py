"""The verbs by which a name is told, given, planned, written down or used. Data only."""

from __future__ import annotations

from edgebharo.hindi.naming_forms import eastern_past, every_form, having_done, ordered, to_come, told
from edgebharo.hindi.normalize import word_set

_CALL = "कह कहा कहला कहलवा बोल बोला बुला बला बुलवा पुकार पुकरवा टेर गोहरा बज बाज उच्चार"
_GIVE = (
    "रख रक्ख राख रखा रखवा धर धरा धरवा निकाल निकलवा निकल काढ़ काढ पड़ डाल डलवा चढ़ चढ़ा चढ़वा लिख लिखा लिखवा "
    "छप "
    "छपा छपवा सुझा चुन छांट बना बनवा करवा ठहरा"
)
_THINK = "सोच विचार"
_WRITE = "लिख लिखा लिखवा डाल चढ़ा टाइप"
_OTHER = (
    "बता बतला बतिया पूछ पूछवा सुन सुना देख दिखा ढूंढ खोज पढ़ पढ़ा समझ समझा मिल मिला मिलवा चल चला लग लगा "
    "रह सक जान पहचान भूल भेज करा दिलवा दिला मंगवा उठ उठा बैठ बैठा घूम गुज़र मर बच बचा छूट छोड़ काट खुल "
    "खोल बदल बदलवा सुधार सुधरवा मिटा हटा फोन पकड़ जोड़ जुड़ जनम बढ़ बढ़ा"
)

_EASTERN = eastern_past("धइ कइ भइ गइ दिह लिह दे ले भे गे कए के") - word_set("देनी लेनी केला केली देला लेला")

_IRREGULAR = word_set(
    "आता आते आती आया आये आए आई आयी आना आने आएगा आएगी आओ आइए जाता जाते जाती जाना जाने जाए जाएगा जाओ जाइए "
    "जाला जाइल जाके जाकर होता होते होती होना होने होकर होके होगा होगी होला होई होइ होवे करता करते करती "
    "करना करने करें करो करिए करूं करूंगी करेंगे करब करल कीजिए कीजिये कीन्ह करवाए देता देते देती देना देने "
    "दूं दूंगी देंगे देव देवे देई देहु देइ लेता लेते लेती लेना लेने लूं लूंगी लेंगे लेव लेवे खाता खाते "
    "खाती खाना पीता पीती पीते पीना बैठा बैठी बैठे मरा मरी मरे पाई पाए पाया पाते पाती पाता पाऊंगी मान माना "
    "मानी मानते मानती भर भरा भरी भरे भरवाया भरवाई भरवाए गयो गओ गयी गये"
)

CALLED_BY = told(_CALL) | word_set(
    "कत कतहैं बुलाने कहने पुकारने केवै कैवे केवे कैवै केवत केवां कहवै कहै कहइ कहऽ कहलन कहलक कहलो कहलै कहाला कहाए"
)
"""After a name: people use it."""
CALLED_SO = having_done(_CALL) | word_set("करके कैके केके कइके कै")
"""After a name, before such a verb: "आरव कहकर बुलाते हैं"."""
GIVEN_BY = told(f"{_GIVE} धइ बता बतला") | word_set(
    "दिया दी दिए दिये दियो दिहल दिहली दिहले दिहलीं दिहलन देल देले देलकै देलथिन दीहिस दीन दीन्ह दीन्हा "
    "दीन्हो दे देले किया किए किये कियो कइल कइले कएल कैल करे हुआ हुओ भइल भेल भयो भइ होगे हे गया गे गइल गेल "
    "लिया लिए लिहल लेले फाइनल फिक्स तय पसंद पक्का दर्ज शामिल एंट्री"
)
"""After a name: it was given, or stands written somewhere."""
SPOKEN_OF = told("पूछ बता बोल सुन लिखवा लिखा") | word_set(
    "रही रहा रहे रहल रहली जाता जाती गया गई गइल गेल गे हो होता"
)
"""May stand between the word name and the name: "नाम पूछ रहे हैं …"."""
STANDS = word_set("आता आया चलता चला रहता है था आवत आवै आवे")
"""After "in the card" and the name; they agree with the word name, not with a person who comes."""
PLANNED_BY = to_come(_GIVE) | told(_THINK) | to_come(_THINK) | to_come(_CALL)
"""After a name: it is only meant to be given."""
ORDERED = ordered(f"{_WRITE} {_CALL}") | word_set("भर भरो भरिए भरिये नोट मार")
"""After a name: "write that"."""
AUXILIARY = word_set(
    "दो दीजिए दीजिये दें दीं लो लीजिए लीजिये लें लीं देना लेना देव लेव दिजिए लिजिए दीजो लीजो दा ल द ले देहु"
)
"""After a bare stem these make an order of it ("डाल दो")."""
VERB_WORDS = (
    CALLED_BY
    | CALLED_SO
    | (GIVEN_BY - word_set("हे"))
    | PLANNED_BY
    | ORDERED
    | AUXILIARY
    | _IRREGULAR
    | _EASTERN
    | every_form(f"{_CALL} {_GIVE} {_THINK} {_OTHER}")
)
"""Never part of a name."""
