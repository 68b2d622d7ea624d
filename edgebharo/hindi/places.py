"""Finding a place of a gazetteer in what was said: longest match, sound by sound, with the words around it.

The words around a name decide what it is: "ब्लॉक तो फूलपुर है" names a block, "पटना नहीं, नालंदा" takes a
place back, "औरंगाबाद, बिहार" settles which of two, and the गया of "बच्चा हो गया" is no place at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from edgebharo.hindi.intent_phrases import FILLERS
from edgebharo.hindi.intents import find_wishes
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.place_index import DIRECTIONS, Hit, Index, Place, find_hits, index_of, nearest
from edgebharo.hindi.tokens import Token, span_of, tokenize
from edgebharo.types import Problem, Span

DISTRICT = word_set("ज़िला ज़िले डिस्ट्रिक डिस्टिक डिस्ट्रिक्ट जनपद ज़िल्ला")
OTHER_LEVEL = word_set(
    "ब्लॉक ब्लाक प्रखंड प्रखण्ड तहसील थाना गांव ग्राम पंचायत टोला मोहल्ला मुहल्ला अनुमंडल तालुका तालुक बस्ती वार्ड"
)
LINK = word_set(
    "बा हे हवे छै सै ह हमार हमर मोर म्हारो तो का की के नाम है हैं में मेरा मेरी मेरे हमारा हमारी हमारे वाला वाली भी ही"
)
"""Little words between a name and what is said about it."""
AROUND = (
    FILLERS
    | LINK
    | word_set(
        "हूँ से रहने रहती रहता रहते हम बता बोल रही रहा रहे लिखिए लिखो लिख लो यहां पूछ यह ये "
        "बोला बोली गलत सही को पर था "
        "थी और शहर कस्बा राज्य प्रदेश दूं दूँ बताऊं बताया"
    )
)
"""Words of an answer about a place that name none."""
VERB_STEMS = word_set(
    "हो खो भूल चला चली आ बन मर रह छूट मिल कर बदल लग पड़ टूट गुज़र निकल बीत समझ बैठ उठ सो दे ले रुक रखा बढ़ आया पैदा"
)
"""After one of these गया is "went", not the town."""
WENT = word_set("गया")
NEAR_BY = word_set("पास बगल नज़दीक आगे")
NO = word_set("नहीं नही")
LIVES = word_set("रहती रहता रहते रहने रहनी")
HOME = word_set("ससुराल अब")
IS = word_set("है हैं था थे हूँ")
FROM = word_set("से की का के में")
THERE = word_set("हईं बानी बोलत हूँ हैं रहने रहती रहता रहते बोल")

__all__ = ["Place", "PlaceReading", "parse_table", "read_place", "read_state", "settled_by_state"]


@dataclass(frozen=True)
class PlaceReading:
    """The place that was said, or why there is none."""

    place: Place | None = None
    span: Span | None = None
    doubtful: bool = False
    """Heard almost, one of several, only named as near by, or not in the state that was named."""
    candidates: tuple[Place, ...] = ()
    """All places that the words may mean; with `ambiguous_place` there are several and none is chosen."""
    problem: Problem | None = None
    anchored: bool = False
    """Said as where somebody is from ("ज़िला …", "… से हूं"): it counts although another thing was asked."""
    corrected: bool = False
    """Another place was taken back ("पटना नहीं, नालंदा")."""


def parse_table(text: str) -> tuple[Place, ...]:
    """Read a table: tab-separated, with a header that names `name`, `state` and perhaps `code` and `aliases`.

    Aliases are joined by |, lines that start with # are comments. Raises ValueError, naming the line, where a
    name or state is missing.
    """
    rows = [
        (number, line.rstrip("\r").split("\t"))
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("#")
    ]
    if not rows or not {"name", "state"} <= set(rows[0][1]):
        raise ValueError("the header must name the columns name and state")
    header = rows[0][1]
    places = [_row(number, dict(zip(header, cells, strict=False))) for number, cells in rows[1:]]
    times = Counter(normalize(place.name) for place in places)
    return tuple(replace(place, shared=times[normalize(place.name)] > 1) for place in places)


def _row(number: int, cells: dict[str, str]) -> Place:
    """One row."""
    name, state = cells.get("name", "").strip(), cells.get("state", "").strip()
    if not name or not state:
        raise ValueError(f"line {number}: name and state must not be empty")
    aliases = tuple(alias.strip() for alias in cells.get("aliases", "").split("|") if alias.strip())
    return Place(name, state, aliases, cells.get("code", "").strip())


def read_place(tokens: Sequence[Token], places: Sequence[Place]) -> PlaceReading:
    """The one place of `places` that `tokens` name. Total: what is wrong is `problem`, never an exception."""
    index = index_of(tuple(places))
    found = find_hits(tokens, index)
    hits = [hit for hit in found if not _is_verb(tokens, hit, found)]
    back = [hit for hit in hits if _taken_back(tokens, hit)]
    levels = _levels(tokens, hits)
    other = [hit for hit in hits if levels.get(hit) in OTHER_LEVEL and _next(tokens, hit.end) != "में"]
    meant = [hit for hit in hits if hit.places and hit not in back + other]
    states = frozenset(hit.state for hit in hits if hit.state and hit not in back)
    if any(hit.state is None for hit in meant):  # चंडीगढ़ is a state and a district: the district is meant last
        meant = [hit for hit in meant if hit.state is None]
    if not meant:
        return _nothing_found(tokens, index, hits)
    far = [hit for hit in meant if not _near_by(tokens, hit)]
    governed = [hit for hit in far if levels.get(hit) in DISTRICT]
    lives = [hit for hit in far if _is_home(tokens, hit)]
    hit = (governed or lives or far or meant)[-1]
    several = len({other.places for other in governed or far or meant}) > 1
    reading = _settle(tokens, hit, states, doubtful=several or not far)
    return replace(reading, anchored=bool(governed) or _says_from(tokens, hit), corrected=bool(back))


def read_state(tokens: Sequence[Token], places: Sequence[Place]) -> str | None:
    """The state that is named, as the table spells it; the last one where several are."""
    named = [hit.state for hit in find_hits(tokens, index_of(tuple(places))) if hit.state]
    return named[-1] if named else None


def settled_by_state(name: str, tokens: Sequence[Token], places: Sequence[Place]) -> Place | None:
    """The place of several called `name` that lies in the state which `tokens` name; None where none does."""
    state = read_state(tokens, places)
    meant = read_place(tokenize(normalize(name)), places).candidates
    inside = [place for place in meant if place.state == state]
    return inside[0] if len(inside) == 1 else None


def _settle(
    tokens: Sequence[Token], hit: Hit, states: frozenset[str | None], *, doubtful: bool
) -> PlaceReading:
    """Choose among the places of one hit by the states that were named."""
    inside = tuple(place for place in hit.places if place.state in states)
    candidates = _in_direction(tokens, inside or hit.places)
    known = len(candidates) == 1
    return PlaceReading(
        place=candidates[0] if known else None,
        span=span_of(tokens[hit.start : hit.end]),
        doubtful=known and (doubtful or hit.likeness < 1 or bool(states and not inside)),
        candidates=candidates,
        problem=None if known else "ambiguous_place",
    )


def _in_direction(tokens: Sequence[Token], places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Those of several places whose direction was said apart from the name ("चंपारण, पूर्वी")."""
    said = {token.text for token in tokens} & DIRECTIONS
    return tuple(place for place in places if said & set(normalize(place.name).split())) or places


def _nothing_found(tokens: Sequence[Token], index: Index, hits: Sequence[Hit]) -> PlaceReading:
    """Say why no place was read; a name heard almost is offered with a doubt."""
    wishes = bool(find_wishes(tokens))
    other_level = any(token.text in OTHER_LEVEL for token in tokens) and not wishes
    if other_level or any(hit.state for hit in hits):
        return PlaceReading(span=span_of(tokens), problem="wrong_level")
    run = [token for token in tokens if token.text not in AROUND | DISTRICT | NO]
    if wishes or not run:
        return PlaceReading()
    near = () if hits else nearest(run, index)
    candidates = tuple(place for hit in near for place in hit.places)
    if len(candidates) == 1:
        return PlaceReading(candidates[0], span_of(run), doubtful=True, candidates=candidates)
    return PlaceReading(
        span=span_of(run), candidates=candidates, problem="unclear" if hits else "unknown_place"
    )


def _after(tokens: Sequence[Token], at: int) -> str:
    """The word from token `at` on, links skipped; empty where there is none."""
    while at < len(tokens) and tokens[at].text in LINK:
        at += 1
    return tokens[at].text if at < len(tokens) else ""


def _next(tokens: Sequence[Token], at: int) -> str:
    """The word at token `at`; empty past the end."""
    return tokens[at].text if at < len(tokens) else ""


def _is_verb(tokens: Sequence[Token], hit: Hit, hits: Sequence[Hit]) -> bool:
    """True for the गया of "हो गया" and of "पटना गया था"."""
    if hit.end - hit.start > 1 or tokens[hit.start].text not in WENT or not hit.start:
        return False
    to_a_place = any(other.end == hit.start and other.places for other in hits)
    return tokens[hit.start - 1].text in VERB_STEMS or (to_a_place and _next(tokens, hit.end) in IS)


def _taken_back(tokens: Sequence[Token], hit: Hit) -> bool:
    """True where a no follows the name ("पटना नहीं, नालंदा", "पटना में नहीं")."""
    after = hit.end
    while after < len(tokens) and tokens[after].text in LINK | DISTRICT:
        after += 1
    return _next(tokens, after) in NO and tokens[after - 1].text not in IS


def _levels(tokens: Sequence[Token], hits: Sequence[Hit]) -> dict[Hit, str]:
    """The level word of each hit that has one.

    From left to right each level word takes the name before it ("रामपुर गांव") unless that has one already,
    else the name after it ("गांव रामपुर"), else the name before it after all. A district with a postposition is
    always the name before it ("मेरा गांव नालंदा ज़िले में पड़ता है").
    """
    names = _names(tokens, hits)
    levels: dict[Hit, str] = {}
    for at, token in enumerate(tokens):
        if token.text in DISTRICT | OTHER_LEVEL:
            before = next((name for name in names if name.end == at), None)
            after = next((name for name in names if name.start > at), None)
            bound = token.text in DISTRICT and _next(tokens, at + 1) in FROM
            free = before if before and (bound or before not in levels) else after or before
            if free:
                levels[free] = token.text
    return levels


def _names(tokens: Sequence[Token], hits: Sequence[Hit]) -> list[Hit]:
    """The hits and, between them, each other word that may be a name."""
    covered = {at for hit in hits for at in range(hit.start, hit.end)}
    light = AROUND | DISTRICT | OTHER_LEVEL | NO
    others = [
        Hit(at, at + 1, ())
        for at, token in enumerate(tokens)
        if at not in covered and token.text not in light
    ]
    return sorted([*hits, *others], key=lambda hit: hit.start)


def _near_by(tokens: Sequence[Token], hit: Hit) -> bool:
    """True for "पटना के पास"."""
    return _after(tokens, hit.end) in NEAR_BY


def _is_home(tokens: Sequence[Token], hit: Hit) -> bool:
    """True for "मधेपुरा में रहती हूं", "ससुराल मधेपुरा" and "अब मधेपुरा", beside a place that she left."""
    lives = _next(tokens, hit.end) in FROM and _next(tokens, hit.end + 1) in LIVES
    return lives or (hit.start > 0 and tokens[hit.start - 1].text in HOME)


def _says_from(tokens: Sequence[Token], hit: Hit) -> bool:
    """True where the words after say that somebody is from there ("गया से हूं", "गया की रहने वाली")."""
    return _next(tokens, hit.end) in FROM and _next(tokens, hit.end + 1) in THERE
