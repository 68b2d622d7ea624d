"""Every form of the verbs around names, from their stems: what is told, meant, ordered, or done first.

All genders, numbers, tenses and degrees of politeness of Hindi, and the endings of Bhojpuri, Maithili,
Magahi, Awadhi, Bundeli, Chhattisgarhi, Rajasthani and Haryanvi. What is missing would be taken for a name.
"""

from __future__ import annotations

from collections.abc import Iterator

from edgebharo.hindi.aksharas import SIGN_OF
from edgebharo.hindi.normalize import normalize, word_set

_TOLD = (
    "ता ती ते तीं तो त ल ला ले ली लीं लू लें लन लस लक लै लइ लौं लहुं लियै लथिन लकै लकइ तानी तारी ताड़ी तिया थे थें थन थस थौं थों"
)
"""After a consonant and after a vowel."""
_TOLD_CONSONANT = (
    "ा ी े ीं ै ई इ ि ू ्यो ्या ्यौ िस िन ेन ेंव ेव ेस ित ैत इत अत अल ेला ेली ीला ीले ीलां ीलें ेलन ेलें ेनी "
    "िथे िथें िथन िथस िथौं ाइल ाएल ावल ाला ात ाता वै वैं यो यौ यां"
)
_TOLD_VOWEL = (
    "या यी ये ए ई ईं यो यौ यां यल इल एल वल वले वली वलन वत वता वते वती उत उती उतै उते वेला वेली वै वैं इस इन एन एंव एव वे"
)
_EASTERN_PAST = "ल ला ले ली लीं लू लें लन लनि लस लक लकै लकइ लथिन लौं लहुं नी नीं"
_TO_COME = "ना नी ने नो णा णी णो ब बे बो बै बई सूं सां सी ही हिन हिस"
_TO_COME_CONSONANT = "ूं ें ेंगे ेंगी ेगा ेगी ोगे ोगी ूंगा ूंगी ूंगो ेंगो िब िहै िहैं"
_TO_COME_VOWEL = "ऊं एं एंगे एंगी एगा एगी ओगे ओगी ऊंगा ऊंगी येंगे येंगी येगा येगी वेंगे वेंगी वेगा वूंगी इब ईब"
_ORDER_CONSONANT = "ना िए िये ो िएगा ियेगा ियो िह ीं ें अ व"
_ORDER_VOWEL = "ना इए इये ओ इएगा इयेगा इयो ईं एं व वो"
_DONE = "कर के करके कै कैके"
_DONE_CONSONANT = "िकर िके इके ि"
_DONE_VOWEL = "इके यके ई"
ALSO_NAMES = word_set("भरत राखी धरती पाल")
"""Forms that are people's names far more often."""


def _joined(stems: str, both: str, consonant: str, vowel: str) -> Iterator[str]:
    for stem in stems.split():
        own = vowel if stem[-1] in SIGN_OF or stem[-1] in SIGN_OF.values() else consonant
        yield from (normalize(stem + ending) for ending in f"{both} {own}".split())


def eastern_past(stems: str) -> frozenset[str]:
    """Pasts of Bhojpuri, Magahi and Maithili verbs whose stem changes ("दे" → "देलकै")."""
    return frozenset(_joined(stems, _EASTERN_PAST, "", ""))


def told(stems: str) -> frozenset[str]:
    """The forms by which something is told: present, past, passive, and the bare stem."""
    return (frozenset(_joined(stems, _TOLD, _TOLD_CONSONANT, _TOLD_VOWEL)) | word_set(stems)) - ALSO_NAMES


def to_come(stems: str) -> frozenset[str]:
    """Future, subjunctive and infinitive: what is only meant to happen."""
    return frozenset(_joined(stems, _TO_COME, _TO_COME_CONSONANT, _TO_COME_VOWEL)) - ALSO_NAMES


def ordered(stems: str) -> frozenset[str]:
    """Imperatives of every politeness."""
    return frozenset(_joined(stems, "", _ORDER_CONSONANT, _ORDER_VOWEL)) - ALSO_NAMES


def having_done(stems: str) -> frozenset[str]:
    """As in "कहकर", "कहके", "कहि": the verb of the sentence follows."""
    return frozenset(_joined(stems, _DONE, _DONE_CONSONANT, _DONE_VOWEL)) - ALSO_NAMES


def every_form(stems: str) -> frozenset[str]:
    """All of the above."""
    return told(stems) | to_come(stems) | ordered(stems) | having_done(stems)
