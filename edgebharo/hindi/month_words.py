"""The months as people write and say them, Hindi and English."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from edgebharo.hindi.normalize import word_set

STANDARD: tuple[str, ...] = (
    "जनवरी",
    "फ़रवरी",
    "मार्च",
    "अप्रैल",
    "मई",
    "जून",
    "जुलाई",
    "अगस्त",
    "सितंबर",
    "अक्टूबर",
    "नवंबर",
    "दिसंबर",
)
"""Ordinary spelling, January first."""

ROWS: tuple[str, ...] = (
    "जनवरी जनवरि जन्वरी जनुअरी जनुवरी जैनुअरी जेन्यूअरी",
    "फ़रवरी फ़रवरि फ़र्वरी फेब्रुअरी फेब्रुवरी फरबरी फेब्रवरी फैब्रुअरी",
    "मार्च मारच मर्च",
    "अप्रैल अप्रेल एप्रिल एप्रैल अपरैल अप्रिल अप्रील",
    "मई मइ मे",
    "जून जुन",
    "जुलाई जुलाइ जौलाई जूलाई",
    "अगस्त ऑगस्ट अगस्ट ओगस्ट अगस्ता आगस्त",
    "सितंबर सितम्बर सेप्टेंबर सेप्टेम्बर सप्टेंबर सितमबर सेप्टंबर",
    "अक्टूबर अक्तूबर ऑक्टोबर अक्टुबर अक्तुबर ओक्टूबर अक्टोबर",
    "नवंबर नवम्बर नोवेंबर नोवेम्बर नवमबर नवेंबर",
    "दिसंबर दिसम्बर डिसेंबर डिसेम्बर दिसमबर डिसंबर",
)
"""Row n holds the names of month n + 1."""

MONTHS: Mapping[str, int] = MappingProxyType(
    {word: number for number, row in enumerate(ROWS, start=1) for word in word_set(row)}
)
"""Normal form -> 1..12. "मे" is May in English; as a misspelt "में" it names no day before it."""
