"""Cuts a line into sentences, so that the first one can be heard while the next is computed. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

ABBREVIATIONS: Mapping[str, str] = MappingProxyType(
    {
        "डॉ": "डॉक्टर",
        "डा": "डॉक्टर",
        "श्री": "श्री",
        "सुश्री": "सुश्री",
        "कु": "कुमारी",
        "पं": "पंडित",
        "प्रो": "प्रोफ़ेसर",
        "मो": "मोहम्मद",
        "जि": "ज़िला",
        "ता": "तारीख़",
        "नं": "नंबर",
        "क्र": "क्रमांक",
        "रु": "रुपये",
        "कि": "कि",
        "मी": "मीटर",
        "स्व": "स्वर्गीय",
    }
)
"""Word before an abbreviating full stop -> the word as it is said."""

_END = re.compile(r"[।॥?!\n]+|\.+(?=\s|$)")
_ABBREVIATED = re.compile(r"(?<!\S)([^\s.]+)\.(?=\s|$)")


def split_sentences(line: str) -> tuple[str, ...]:
    """Sentences of `line`, each with its closing mark and without surrounding space.

    `।`, `॥`, `?`, `!` and a line break end a sentence; so does a full stop followed by space, unless it
    abbreviates the word before it ("डॉ. मीरा"). Sentences without a letter or digit are dropped.
    """
    return tuple(part for part in _parts(expand_abbreviations(line)) if any(map(str.isalnum, part)))


def expand_abbreviations(line: str) -> str:
    """Write abbreviated words out, so that no full stop is left inside a sentence."""
    return _ABBREVIATED.sub(_expand, line)


def _expand(match: re.Match[str]) -> str:
    return ABBREVIATIONS.get(match[1], match[0])


def _parts(line: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(line):
        yield line[start : end.end()].strip()
        start = end.end()
    yield line[start:].strip()
