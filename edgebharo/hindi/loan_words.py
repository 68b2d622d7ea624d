"""Latin words and letters as Hindi readers say them, and the abbreviations that must not end a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LATIN_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "aadhaar": "आधार",
        "aadhar": "आधार",
        "adhar": "आधार",
        "android": "एंड्रॉयड",
        "anganwadi": "आंगनवाड़ी",
        "app": "ऐप",
        "asha": "आशा",
        "bihar": "बिहार",
        "block": "ब्लॉक",
        "call": "कॉल",
        "card": "कार्ड",
        "clinic": "क्लिनिक",
        "doctor": "डॉक्टर",
        "dr": "डॉक्टर",
        "edgebharo": "एजभरो",
        "email": "ईमेल",
        "facebook": "फ़ेसबुक",
        "form": "फ़ॉर्म",
        "google": "गूगल",
        "hello": "हेलो",
        "india": "इंडिया",
        "kg": "किलो",
        "km": "किलोमीटर",
        "link": "लिंक",
        "linked": "लिंक्ड",
        "mobile": "मोबाइल",
        "mr": "मिस्टर",
        "mrs": "मिसेज़",
        "nurse": "नर्स",
        "ok": "ओके",
        "okay": "ओके",
        "phone": "फ़ोन",
        "pin": "पिन",
        "please": "प्लीज़",
        "sim": "सिम",
        "sir": "सर",
        "sister": "सिस्टर",
        "sorry": "सॉरी",
        "thank": "थैंक",
        "whatsapp": "व्हाट्सऐप",
        "yes": "यस",
        "you": "यू",
    }
)
"""Small Latin letters -> ordinary Hindi spelling."""

LETTER_NAMES: Mapping[str, str] = MappingProxyType(
    dict(
        zip(
            "abcdefghijklmnopqrstuvwxyz",
            (
                *("ए", "बी", "सी", "डी", "ई", "एफ़", "जी", "एच", "आई", "जे", "के", "एल", "एम"),
                *("एन", "ओ", "पी", "क्यू", "आर", "एस", "टी", "यू", "वी", "डब्ल्यू", "एक्स", "वाई", "ज़ेड"),
            ),
            strict=True,
        )
    )
)

ABBREVIATIONS: Mapping[str, str] = MappingProxyType(
    {
        "डॉ.": "डॉक्टर",
        "डा.": "डॉक्टर",
        "श्री.": "श्री",
        "जि.": "ज़िला",
        "नं.": "नंबर",
        "मो.": "मोबाइल",
        "कु.": "कुमारी",
    }
)
"""Their dot would end a sentence."""

SYMBOLS: Mapping[str, str] = MappingProxyType({"%": "प्रतिशत", "&": "और", "₹": "रुपये", "+": "प्लस", "@": "ऐट"})
