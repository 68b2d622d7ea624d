"""What the words around a run of words say about it: whose name it is, a place, or none at all.

A run is read from both sides. Before it "… का नाम" may stand, with small words between; after it comes the
first word of weight: the word name, a verb of naming or calling, a copula, a relative, a postposition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from edgebharo.hindi.name_stops import ADVERBS, CLOSED, POSTPOSITIONS, VOCATIVES, WRITTEN
from edgebharo.hindi.name_verbs import (
    AUXILIARY,
    CALLED_BY,
    CALLED_SO,
    GIVEN_BY,
    ORDERED,
    PLANNED_BY,
    SPOKEN_OF,
    STANDS,
)
from edgebharo.hindi.name_words import (
    BEFORE_NAME,
    CHILDREN,
    COPULA,
    EPITHETS,
    FINE,
    FROM_PLACE,
    GENITIVE,
    HESITATION,
    HONORIFICS,
    NAME,
    NOT_NAMES,
    OWN,
    PET_NAMES,
    PLACES,
    POLITE,
    REFUSING_NO,
    RELATIVES,
    SECOND_NAMES,
    SPEAKS,
    SPLIT_WORDS,
    TAKEN_BACK,
    VERB_ENDINGS,
    WRITE,
)
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.phrases import match_at
from edgebharo.hindi.spelling import is_devanagari
from edgebharo.hindi.tokens import Token

Kind: TypeAlias = Literal["person", "child", "institution"]
Role: TypeAlias = Literal[
    "named", "speaker", "called", "planned", "bare", "relative", "place", "back", "other"
]

LONGEST = 5
"""Words in a person's name at most."""
ONLY_SECOND = word_set("देवी कुमारी बाई खातून बेगम कुमार सिंह")
"""Second names that are no first names."""
OF = word_set("ऑफ")
BEFORE = word_set("पहले पहिले")
WAS = word_set("था थी थे")
SECOND = word_set("दूसरा दूसरी आखिरी लास्ट")
"""Before the word name: the name that follows is the second word, or another one."""
INSTEAD = word_set("जगह बदले बजाय")
BY = word_set("ने")
CROWD = word_set("लोग लोगों सब सभी")
FROM = word_set("से")
GIVES = GIVEN_BY - word_set("गया गे गइल गेल लिया लिए लिहल लेले करे किया किए किये कियो दे देले हे")
"""Without those that say what a person does ("राजू स्कूल गया")."""
SIZES = word_set("छोटा छोटी छोटे बड़ा बड़ी बड़े बड़का बड़की छोटका छोटकी नन्हा नन्ही प्यारा प्यारी इकलौता इकलौती")
"""After a relative these say no name ("मेरी बेटी छोटी है")."""
HOUSE = word_set("घर आंगन परिवार खानदान आंख आंखों दिल जिगर")
BECAME = word_set("गया गई गइल गेल गे गयो गओ")
"""After हो."""
SPEAKER = word_set("मैं हम मय मंय म्हूं म्हें म्हां आई")
ME = word_set("मैं मुझे मुझको हमको हमें हमका मोला लोग सब सभी")
ALSO_WORDS = word_set("मेरी जानो")
"""Given names that are else "my" and "know"."""
MINE = word_set("मेरा")
"""Where this is said as well, the other word is no "my" ("मेरी नेताम नाम है मेरा")."""
CALLS = word_set("कहते बोलते बुलाते पुकारते बोल")
PARTICLES = POLITE | word_set("ही भी तो त ना न सा") | VOCATIVES
"""After a word they change nothing about its part in the sentence."""
FIRST = word_set("हाँ जी अरे अच्छा तो वो उम्म उम हम्म अं आं वो देखिए सुनिए बस पूरा यानी मतलब ये यह न ना")
AND = word_set("और पर लेकिन मगर")
SAME = word_set("यही वही येही इतना इतनी बस आप इहे उहे")
CLOSERS = (
    COPULA | HESITATION | TAKEN_BACK | POLITE | AND | FIRST | RELATIVES | PLACES | VOCATIVES | SAME
) | word_set("उम्र आयु")
"""May follow a name that stands for itself."""
OPENERS = (CLOSERS - PLACES) | SPEAKER | HONORIFICS | ADVERBS | ORDERED | word_set("एम")
"""May stand before one."""
LIGHT = (CLOSED | OWN | HONORIFICS | HESITATION | word_set("घर बाहर एक")) - POSTPOSITIONS - REFUSING_NO
"""Small words between a name and the word that says what it is."""
WEIGHT = NAME | COPULA | RELATIVES | PLACES | AND | CALLED_BY | CALLED_SO | GIVES | PLANNED_BY | ORDERED
"""Words that say it."""
BETWEEN = (
    (LIGHT | BEFORE_NAME | POSTPOSITIONS | GIVEN_BY | SPOKEN_OF | ORDERED | AUXILIARY | COPULA)
    - REFUSING_NO
    - PLANNED_BY
)
"""Between "… का नाम" and the name that it announces."""


@dataclass(frozen=True)
class Run:
    """Tokens `start` to `end` may be a name; `role` says whose."""

    start: int
    end: int
    role: Role = "other"

    @property
    def words(self) -> int:
        """How many."""
        return self.end - self.start


def text_at(tokens: Sequence[Token], index: int) -> str:
    """The word at `index`; empty where there is none."""
    return tokens[index].text if 0 <= index < len(tokens) else ""


def may_be_name(tokens: Sequence[Token], index: int) -> bool:
    """True where nothing about the word itself forbids it."""
    word, before, after = tokens[index].text, text_at(tokens, index - 1), text_at(tokens, index + 1)
    if is_named_so(tokens, index):
        return True
    if (before, word) in SPLIT_WORDS or _praises(tokens, index):
        return False
    small = (word in FINE or word in GENITIVE) and after in NAME
    return is_devanagari(word) and not small and word not in NOT_NAMES and not word.endswith(VERB_ENDINGS)


def _praises(tokens: Sequence[Token], index: int) -> bool:
    """True in "मेरा लाल", "लाड़ली बेटी"; not in "मेरा रानी नाम है"."""
    after = text_at(tokens, index + 1)
    if tokens[index].text not in EPITHETS or after in NAME | SECOND_NAMES - EPITHETS | CALLED_BY | GIVES:
        return False
    at = index - 1
    while text_at(tokens, at) in EPITHETS:
        at -= 1
    of_house = text_at(tokens, at) in GENITIVE and text_at(tokens, at - 1) in HOUSE
    return after in CHILDREN or text_at(tokens, at) in OWN or of_house


def is_named_so(tokens: Sequence[Token], index: int) -> bool:
    """True for words that are a name only where nothing else fits: "का नाम बाबू", "मेरा नाम मेरी सोरेन है"."""
    word, before, after = tokens[index].text, text_at(tokens, index - 1), text_at(tokens, index + 1)
    if word in PET_NAMES:
        return before in NAME
    closes = after in COPULA | CALLS or after not in NOT_NAMES
    introduced = before in NAME | ME | HONORIFICS or any(token.text in MINE for token in tokens)
    introduced = introduced or after in SECOND_NAMES - EPITHETS or (before in WRITE and not after)
    return word in ALSO_WORDS and introduced and closes


def role_of(tokens: Sequence[Token], run: Run, kind: Kind) -> Role:
    """What the words around say about a run."""
    own = CHILDREN if kind == "child" else frozenset[str]()
    after = _past(tokens, run.end, PARTICLES)
    following = text_at(tokens, after)
    if following in REFUSING_NO or (text_at(tokens, run.start - 1) in BEFORE and following in WAS):
        return "back"
    if following in GENITIVE and text_at(tokens, after + 1) in RELATIVES | INSTEAD:
        return "relative" if text_at(tokens, after + 1) in RELATIVES else "back"
    named = _announced(tokens, run, own)
    if named:
        return named
    relative = of_relative(tokens, run, own)
    told = _by_what_follows(tokens, run, after, kind)
    if told and not (told == "named" and relative and not _has_verb(tokens, after)):
        return told
    if _is_place(tokens, run, after):
        return "place"
    if following in COPULA and (_is_written(tokens, run) or (own and _repeats_question(tokens, run))):
        return "bare"
    return "relative" if relative else _by_itself(tokens, run, after)


def _repeats_question(tokens: Sequence[Token], run: Run) -> bool:
    """True where "बच्चे का, …" stands before the run; the word name is thought."""
    return text_at(tokens, run.start - 1) in GENITIVE and text_at(tokens, run.start - 2) in CHILDREN


def _is_written(tokens: Sequence[Token], run: Run) -> bool:
    """True after "प्रमाण पत्र में …"."""
    return text_at(tokens, run.start - 1) in POSTPOSITIONS and text_at(tokens, run.start - 2) in WRITTEN


def _past(tokens: Sequence[Token], at: int, words: frozenset[str]) -> int:
    """The first index from `at` on whose word is none of `words`."""
    while text_at(tokens, at) in words:
        at += 1
    return at


def _has_verb(tokens: Sequence[Token], at: int) -> bool:
    """True where a verb of naming or calling comes soon."""
    return any(token.text in CALLED_BY | GIVES | PLANNED_BY for token in tokens[at : at + LONGEST])


def _announced(tokens: Sequence[Token], run: Run, own: frozenset[str]) -> Role | None:
    """The role that "… का नाम" before the run gives; None where it is not said."""
    at = run.start - 1
    while at >= 0 and tokens[at].text not in NAME and _may_part(tokens, at):
        at -= 1
    if text_at(tokens, at) not in NAME or not _may_follow(tokens, at, run):
        return None
    owner = [token.text for token in tokens[max(0, at - 3) : at]]
    while owner and owner[-1] in GENITIVE | PARTICLES | BEFORE_NAME - OWN:
        owner.pop()
    whose = owner[-1] if owner else ""
    if whose in SECOND:
        return "called"
    if whose in PLACES:
        return "place"
    return "relative" if whose in RELATIVES - own else "named"


def _may_follow(tokens: Sequence[Token], name: int, run: Run) -> bool:
    """True where a run after the word name can be the name: not in "नाम के लिए …" and "नाम देखा … पर"."""
    near = all(token.text in BEFORE_NAME | HESITATION for token in tokens[name + 1 : run.start])
    after = _past(tokens, run.end, PARTICLES)
    following = text_at(tokens, after)
    if following in POSTPOSITIONS - GENITIVE or text_at(tokens, name + 1) in POSTPOSITIONS - BEFORE_NAME:
        return False
    return near or not following or following in CLOSERS | WEIGHT | LIGHT or following not in NOT_NAMES


def _may_part(tokens: Sequence[Token], at: int) -> bool:
    """True where the word may stand between the word name and the name: "नाम हमारी सास ने रखा है …"."""
    word = tokens[at].text
    if word in RELATIVES:
        return text_at(tokens, _past(tokens, at + 1, PARTICLES | CROWD)) in BY
    return word in BETWEEN and word not in PLACES and word not in SPEAKER


def _is_place(tokens: Sequence[Token], run: Run, after: int) -> bool:
    """True for "नालंदा से" and "गांव रामपुर"; in "सीता देवी, गांव रामपुर" the level word belongs to the latter."""
    if text_at(tokens, run.start - 1) in PLACES:
        return True
    levels = text_at(tokens, after) in PLACES
    second = run.words > 1 and tokens[run.end - 1].text in SECOND_NAMES
    belongs_right = levels and (second or (after + 1 < len(tokens) and may_be_name(tokens, after + 1)))
    return not belongs_right and bool(match_at(tokens, after, FROM_PLACE))


def of_relative(tokens: Sequence[Token], run: Run, own: frozenset[str]) -> bool:
    """True for "पति रामदीन" and "मेरी सास गीता"; not for "रामदीन की पत्नी सीता", where the name follows."""
    if text_at(tokens, run.start - 1) in OF:
        return True
    at = run.start - 1
    while text_at(tokens, at) in HONORIFICS:
        at -= 1
    return text_at(tokens, at) in RELATIVES - own and text_at(tokens, at - 1) not in GENITIVE


def _by_what_follows(tokens: Sequence[Token], run: Run, after: int, kind: Kind) -> Role | None:
    """The role that the first word of weight after the run gives; None where it decides nothing."""
    following = text_at(tokens, after)
    if following in GENITIVE and text_at(tokens, after + 1) in NAME and text_at(tokens, after + 2) in FROM:
        return "called"
    if kind == "person" and match_at(tokens, after, SPEAKS):
        return "speaker"
    head = _head(tokens, run.end, after)
    word = text_at(tokens, head)
    if word in NAME:
        return _by_the_word_name(tokens, after, head)
    if word in RELATIVES:
        return _by_a_relative(tokens, after, head, kind)
    if kind == "child" and any(_praises(tokens, index) for index in range(after, head)):
        return "bare"
    if word in COPULA and any(token.text in SPEAKER for token in tokens[after:head]):
        return "speaker"
    if word in COPULA:
        return _beyond_copula(tokens, head, kind)
    if match_at(tokens, head, SPEAKS) and kind == "person":
        return "speaker"
    return _by_verb(tokens, run, head)


def _head(tokens: Sequence[Token], end: int, after: int) -> int:
    """The index of the first word of weight from `after` on: past small words and whoever did it."""
    at = after
    while at < len(tokens):
        word = tokens[at].text
        doer = _doer(tokens, at)
        inside = word in POSTPOSITIONS and at > max(end, after)
        praise = _praises(tokens, at)
        if not doer and not praise and (word in WEIGHT - LIGHT or not (word in LIGHT or inside)):
            break
        at = doer or at + 1
    return at


def _doer(tokens: Sequence[Token], at: int) -> int:
    """Where the doer that begins at `at` is over ("दादी जी ने", "बुआ लोग"); 0 where there is none."""
    if text_at(tokens, at) not in RELATIVES:
        return 0
    end = _past(tokens, at + 1, PARTICLES | CROWD | HONORIFICS)
    if text_at(tokens, end) in BY:
        return end + 1
    return end if text_at(tokens, end - 1) in CROWD else 0


def _by_the_word_name(tokens: Sequence[Token], after: int, head: int) -> Role | None:
    """The role of a run before "… नाम …"; "गोलू, उसका नाम आरव" announces another one."""
    following = _past(tokens, head + 1, PARTICLES)
    owned = any(token.text in OWN for token in tokens[after:head])
    if owned and following < len(tokens) and may_be_name(tokens, following):
        return None
    if text_at(tokens, following) in REFUSING_NO:
        return "back"
    verb = text_at(tokens, _head(tokens, following, following))
    return "planned" if verb in PLANNED_BY - GIVES - ORDERED else "named"


def _by_a_relative(tokens: Sequence[Token], after: int, head: int, kind: Kind) -> Role | None:
    """The role of a run before "मेरा बेटा है" and "मेरी सास है"."""
    if text_at(tokens, _past(tokens, head + 1, PARTICLES)) in CALLED_BY:
        return "called"
    owned = any(token.text in OWN for token in tokens[after:head])
    names = text_at(tokens, head + 1) in GENITIVE and text_at(tokens, head + 2) in NAME
    if kind == "child" and text_at(tokens, head) in CHILDREN:
        return "named" if names else "bare"
    another = names and any(may_be_name(tokens, index) for index in range(head + 3, len(tokens)))
    is_one = owned and (names or text_at(tokens, head + 1) in COPULA)
    return "relative" if is_one and not another else None


def _beyond_copula(tokens: Sequence[Token], copula: int, kind: Kind) -> Role | None:
    """The role of a run before "है मेरा पूरा नाम" and "है मेरी सास"."""
    at = _head(tokens, copula + 1, _past(tokens, copula, COPULA | PARTICLES | BECAME))
    if text_at(tokens, at) in NAME:
        return _by_the_word_name(tokens, copula, at)
    if text_at(tokens, at) in RELATIVES and at > copula + 1:
        return _by_a_relative(tokens, copula, at, kind)
    return None


def _by_verb(tokens: Sequence[Token], run: Run, head: int) -> Role | None:
    """The role of a run before a verb of naming, calling, planning or writing."""
    word, then = text_at(tokens, head), text_at(tokens, head + 1)
    if not word or then in REFUSING_NO:
        return "back" if word in GIVES and then in REFUSING_NO else None
    if word in ORDERED or (word in GIVES | CALLED_BY and then in AUXILIARY and word not in PLANNED_BY):
        return "speaker"
    if word in CALLED_SO or word in CALLED_BY:
        return "called"
    if word in PLANNED_BY:
        return "planned"
    written = text_at(tokens, run.start - 1) in POSTPOSITIONS and word in STANDS - COPULA
    return "named" if word in GIVES or written else None


def _by_itself(tokens: Sequence[Token], run: Run, after: int) -> Role:
    """The role of a run that no carrier and no relation decides."""
    before, following = text_at(tokens, run.start - 1), text_at(tokens, after)
    if before in WRITE | ORDERED or (before in SPEAKER and following in COPULA):
        return "speaker"
    whole = run.words > 1 and tokens[run.end - 1].text in ONLY_SECOND and following not in POSTPOSITIONS
    closed = not following or following in CLOSERS or whole or (before in SPEAKER and following in OWN)
    opened = not before or before in OPENERS or before in ONLY_SECOND
    grown = run.words == 1 and tokens[run.start].text in SIZES and before in RELATIVES
    if grown or (not opened and before in NOT_NAMES and following in COPULA | AND):
        return "other"
    return "bare" if closed and (opened or not following) and run.words <= LONGEST else "other"
