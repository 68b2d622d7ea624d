"""How a record is found without its name or phone number lying in the database.

What a search may go by is hashed under the registry's search key: equal names and numbers give equal hashes,
and without the key nothing follows from one. Whoever steals the database alone sees which records share a
name or a number, and no more. A name is hashed by its consonants, so that all its spellings meet, Latin ones
too; who really sounds alike is judged afterwards on the opened records.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, TypeAlias

from edgebharo.hindi.similarity import MERGED, VOWEL_SOUNDS, phonetic_key
from edgebharo.records.payload import Record

Kind: TypeAlias = Literal["phone", "name", "word"]

KEY_LENGTH = 16
NAME_FIELD, DISTRICT_FIELD = "name", "district"
"""The form's fields that hold the person's name and her district."""
PHONE_DIGITS = 10
MOBILE_FIRST = "6789"
"""Indian mobile numbers: ten digits, the first of them 6 to 9 (National Numbering Plan)."""
COARSE = str.maketrans("KGCJTDPBd", "kgcjtrpbr")
"""Aspirates are plain stops, and d is r: ड़ is spelt with either."""
ASCII_DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")


@dataclass(frozen=True)
class SearchKey:
    """One hash that a record can be found by."""

    kind: Kind
    key: bytes


def name_of(record: Record) -> str | None:
    """The person's name, where the record has one."""
    return _text(record, NAME_FIELD)


def district_of(record: Record) -> str | None:
    """Her district, where the record has one."""
    return _text(record, DISTRICT_FIELD)


def phones_of(record: Record) -> tuple[str, ...]:
    """Every mobile number in the record, each once: the one she called with, then those of the fields."""
    values = [record.caller_number, *(field.value for field in record.fields)]
    numbers = (phone_in(value) for value in values if isinstance(value, str))
    return tuple(dict.fromkeys(number for number in numbers if number))


def phone_in(text: str) -> str | None:
    """The ten digits of `text` where it is an Indian mobile number, +91, 91 or 0 in front or not."""
    digits = "".join(char for char in text.translate(ASCII_DIGITS) if char not in " -+()")
    if not (digits.isascii() and digits.isdigit()):
        return None
    for prefix in ("91", "0"):
        if len(digits) == PHONE_DIGITS + len(prefix):
            digits = digits.removeprefix(prefix)
    return digits if len(digits) == PHONE_DIGITS and digits[0] in MOBILE_FIRST else None


def skeleton(name: str) -> str:
    """The consonants of a name as it is read aloud, and its first sound; empty where it has no letters.

    Far coarser than `same_name`: सुनीता = Sunita = Suneetha, गुड़िया = Gudiya = Guriya.
    """
    spoken = phonetic_key(name).translate(MERGED).translate(COARSE)
    sounds = "".join(sound for sound in spoken if sound.isalnum())
    return sounds[:1] + "".join(sound for sound in sounds[1:] if sound not in VOWEL_SOUNDS)


def search_keys(record: Record, secret: bytes) -> frozenset[SearchKey]:
    """All that `record` can be found by."""
    return frozenset(_search_keys(record, secret))


def _search_keys(record: Record, secret: bytes) -> Iterator[SearchKey]:
    for phone in phones_of(record):
        yield phone_key(phone, secret)
    name = name_of(record)
    if name and skeleton(name):
        yield blind("name", skeleton(name), secret)
        yield from word_keys(name, secret)


def phone_key(phone: str, secret: bytes) -> SearchKey:
    """The hash of a phone number."""
    return blind("phone", phone, secret)


def word_keys(name: str, secret: bytes) -> frozenset[SearchKey]:
    """The hashes of the words of a name: each finds it."""
    bones = {skeleton(word) for word in name.split()}
    return frozenset(blind("word", bone, secret) for bone in bones if bone)


def blind(kind: Kind, text: str, secret: bytes) -> SearchKey:
    """The keyed hash of `text`, another one for each kind."""
    hashed = blake2b(text.encode(), digest_size=KEY_LENGTH, key=secret, person=kind.encode())
    return SearchKey(kind, hashed.digest())


def _text(record: Record, name: str) -> str | None:
    field = record.get(name)
    return field.value if field and isinstance(field.value, str) else None
