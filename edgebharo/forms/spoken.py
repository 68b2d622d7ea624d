"""Which lines of a form are spoken, and whether a speech synthesiser can say them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from edgebharo.forms.schema import CALLER_NUMBER_LINE, Consent, Field, Scripts

Path = tuple[str | int, ...]

_FIELD_LINES = (
    "label",
    "question",
    "question_by_state",
    "information",
    "retry_messages",
    "repair",
    "skip_message",
    "explain",
    "read_back",
    "boolean_labels",
)

_CONSENT_LINES = ("label", "question", "explain", "if_given", "if_refused", "retry_messages")

_DEVANAGARI = range(0x0900, 0x0980)
_DEVANAGARI_DIGITS = range(0x0966, 0x0970)
_PUNCTUATION = frozenset(" ,.?!;:'\"()-–—…“”‘’\u200c\u200d")


def unspeakable(line: str, placeholders: tuple[str, ...] = (CALLER_NUMBER_LINE,)) -> str | None:
    """Why `line` cannot be spoken as it stands, or None. Blank lines are not spoken and so never wrong."""
    if line in placeholders:
        return None
    for char in line:
        code = ord(char)
        if char.isdigit() or code in _DEVANAGARI_DIGITS:
            return "a spoken line holds no digits: write the number in words"
        if char.isalpha() and code not in _DEVANAGARI:
            return "a spoken line is Devanagari: write loan words as they sound (व्हाट्सऐप)"
        if code not in _DEVANAGARI and char not in _PUNCTUATION:
            return "a spoken line holds only Devanagari and plain punctuation"
    return None


def spoken_lines(part: Field | Consent | Scripts) -> Iterator[tuple[Path, str]]:
    """Every line of `part` that may be spoken, with its path inside it."""
    names = _FIELD_LINES if isinstance(part, Field) else tuple(Scripts.model_fields)
    if isinstance(part, Consent):
        names = _CONSENT_LINES
    for name in names:
        yield from _lines(getattr(part, name), (name,))
    if isinstance(part, Field):
        for index, option in enumerate(part.options):
            yield ("options", index, "text"), option.text
        for index, guard in enumerate(part.validation):
            yield ("validation", index, "message"), guard.message


def _lines(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _lines(item, (*path, index))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _lines(item, (*path, str(key)))
    elif isinstance(value, BaseModel):
        for name, spec in type(value).model_fields.items():
            yield from _lines(getattr(value, name), (*path, spec.alias or name))
