"""Places looked up by their sounds: exactly, without their direction word, by state, or nearly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.similarity import key_similarity, phonetic_key
from edgebharo.hindi.tokens import Token

LONGEST = 7
"""Words in the longest name that is looked for."""
NEAR = 0.86
"""Similarity from which a name that is in no table counts as a mishearing of one that is."""
CLEAR = 0.04
"""By how much the nearest place must lead the second to be the only one."""
FAR = 3
"""Sounds more or other than in the word that was heard: beyond this a name is not compared at all."""
SHORT = 4
"""Sounds a word must have before it may be a mishearing."""
SAME_DIRECTIONS = (
    ("पूर्व", "पूर्वी", "ईस्ट"),
    ("पश्चिम", "पश्चिमी", "वेस्ट"),
    ("उत्तर", "उत्तरी", "नॉर्थ"),
    ("दक्षिण", "दक्षिणी", "साउथ"),
    ("मध्य", "सेंट्रल"),
    ("ऊपरी", "अपर"),
    ("निचला", "निचली", "लोअर"),
    ("चौबीस", "24"),
)
"""Words of a name that callers put for each other. The second of each may also stand after the rest;
the others might begin the name of a state there ("लखीमपुर, उत्तर प्रदेश")."""
DIRECTIONS = word_set(
    "पूर्व पूर्वी पश्चिम पश्चिमी उत्तर उत्तरी दक्षिण दक्षिणी ईस्ट वेस्ट नॉर्थ साउथ ऊपरी निचला निचली "
    "अपर लोअर मध्य देहात नगर ग्रामीण शहरी"
)
_DIRECTION_ROWS = tuple(tuple(map(normalize, row)) for row in SAME_DIRECTIONS)
NICKNAMES: Mapping[str, str] = {
    "यूपी": "उत्तर प्रदेश",
    "एमपी": "मध्य प्रदेश",
    "बंगाल": "पश्चिम बंगाल",
    "वेस्ट बंगाल": "पश्चिम बंगाल",
    "उड़ीसा": "ओडिशा",
    "उत्तरांचल": "उत्तराखंड",
    "हिमाचल": "हिमाचल प्रदेश",
    "अरुणाचल": "अरुणाचल प्रदेश",
    "आंध्रा": "आंध्र प्रदेश",
    "आंध्र": "आंध्र प्रदेश",
    "कश्मीर": "जम्मू और कश्मीर",
    "पांडिचेरी": "पुदुचेरी",
}
"""What states are called besides their names."""


@dataclass(frozen=True)
class Place:
    """One district of one state, in ordinary spelling."""

    name: str
    state: str
    aliases: tuple[str, ...] = ()
    code: str = ""
    """Its code in the government's list, where the table gives one."""
    shared: bool = False
    """Another state of the table has a district of the same name."""

    @property
    def value(self) -> str:
        """What a form stores: the name, with the state beside it where the name alone could mean two."""
        return f"{self.name}, {self.state}" if self.shared else self.name


@dataclass(frozen=True)
class Hit:
    """The tokens `start` to `end` sound like `places`, or like `state`, or like both."""

    start: int
    end: int
    places: tuple[Place, ...]
    state: str | None = None
    likeness: float = 1.0


@dataclass(frozen=True)
class Index:
    """Places and states by their sounds."""

    names: Mapping[str, tuple[Place, ...]]
    stems: Mapping[str, tuple[Place, ...]]
    """Names without their direction (चंपारण), where several places of the table share the rest."""
    states: Mapping[str, str]

    def at(self, key: str) -> tuple[tuple[Place, ...], str | None]:
        """The places and the state that sound like `key`."""
        return self.names.get(key) or self.stems.get(key, ()), self.states.get(key)


@lru_cache(maxsize=8)
def index_of(places: tuple[Place, ...]) -> Index:
    """Index `places`; remembered, for a table is the same during a whole call."""
    names: dict[str, list[Place]] = {}
    stems: dict[str, list[Place]] = {}
    for place in places:
        for spelling in spellings(place):
            _add(names, phonetic_key(spelling), place)
        rest = " ".join(word for word in normalize(place.name).split() if word not in DIRECTIONS)
        if rest and rest != normalize(place.name):
            _add(stems, phonetic_key(rest), place)
    states = {phonetic_key(place.state): place.state for place in places}
    known = frozenset(states.values())
    states.update({phonetic_key(nick): state for nick, state in NICKNAMES.items() if state in known})
    return Index(
        {key: tuple(found) for key, found in names.items()},
        {key: tuple(found) for key, found in stems.items() if len(found) > 1},
        states,
    )


def spellings(place: Place) -> Iterator[str]:
    """Its name and aliases, each with other words for its direction: "ईस्ट मेदिनीपुर", "मेदिनीपुर पूर्वी"."""
    for written in (place.name, *place.aliases):
        yield written
        words = normalize(written).split()
        for row in _DIRECTION_ROWS:
            at = next((at for at, word in enumerate(words) if word in row), None)
            if at is not None and len(words) > 1:
                rest = [*words[:at], *words[at + 1 :]]
                yield " ".join([*rest, row[1]])
                for other in row:
                    yield " ".join([*words[:at], other, *words[at + 1 :]])


def _add(table: dict[str, list[Place]], key: str, place: Place) -> None:
    """Enter `place` once."""
    entry = table.setdefault(key, [])
    if place not in entry:
        entry.append(place)


def find_hits(tokens: Sequence[Token], index: Index) -> tuple[Hit, ...]:
    """Every place and state that is said, left to right, longest first, never overlapping."""
    hits: list[Hit] = []
    at = 0
    while at < len(tokens):
        hit = next(_hits_at(tokens, at, index), None)
        if hit:
            hits.append(hit)
        at = hit.end if hit else at + 1
    return tuple(hits)


def _hits_at(tokens: Sequence[Token], at: int, index: Index) -> Iterator[Hit]:
    """What the words from token `at` on may name, longest first."""
    for end in range(min(len(tokens), at + LONGEST), at, -1):
        places, state = index.at(_key(tokens[at:end]))
        if places or state:
            yield Hit(at, end, places, state)


def _key(tokens: Sequence[Token]) -> str:
    """The sounds of some words together."""
    return phonetic_key(" ".join(token.text for token in tokens))


def nearest(tokens: Sequence[Token], index: Index) -> tuple[Hit, ...]:
    """The places that the whole of `tokens` almost sounds like, best first.

    One hit where the best is clearly ahead, several where it is not, none below NEAR.
    """
    key = _key(tokens)
    if len(key) < SHORT:
        return ()
    scored = sorted(
        (
            Hit(0, len(tokens), places, None, key_similarity(key, other))
            for other, places in index.names.items()
            if abs(len(other) - len(key)) <= FAR and len(set(key) ^ set(other)) <= FAR
        ),
        key=lambda hit: -hit.likeness,
    )
    close = [hit for hit in scored if hit.likeness >= max(NEAR, scored[0].likeness - CLEAR)]
    return tuple(
        hit for i, hit in enumerate(close) if hit.places not in [other.places for other in close[:i]]
    )
