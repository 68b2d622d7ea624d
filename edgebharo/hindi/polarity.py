"""Yes or no, with the scope of the negation.

Words lie when they are counted one by one: "नहीं, यही नाम है" is a yes, "ठीक है पर नाम गलत है" and "हाँ,
अभी तो नहीं हूँ" are a no, "हाँ ना" is an emphatic yes and "हाँ, नहीं पता" is neither. So what belongs to another
wish (not knowing, refusing, waiting …) is set aside with the little word before it, the rest is cut into
clauses, and each clause is read on its own; the last clause that says anything counts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from edgebharo.hindi.intents import Wish, find_wishes
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.phrases import Match, find_all
from edgebharo.hindi.polarity_words import (
    ADDRESSED,
    AGREE,
    AGREEING_NEXT,
    BEFORE,
    CLIPPED_COPULA,
    CONSENT,
    COPULA,
    EMPHASIS,
    HARDLY,
    I_AM,
    IF_NOT_WHAT,
    JOINED,
    LIGHT,
    MAYBE,
    NEUTRAL,
    NO,
    NOT_SO,
    PAST,
    POINTED,
    REPAIR,
    SOFT,
    STATE,
    STRONG_TURN,
    SUBJECT,
    SURELY,
    TAG,
    THIS,
    WEAK_TURN,
    WHERE,
    WRONG,
    YES,
)
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.types import Span

__all__ = [
    "ADDRESSED",
    "AGREE",
    "MAYBE",
    "NO",
    "THIS",
    "WRONG",
    "YES",
    "Polarity",
    "leading_no",
    "only_affirms",
    "read_polarity",
]


@dataclass(frozen=True)
class Polarity:
    """Yes, no or neither, and the words that say so."""

    answer: bool | None = None
    span: Span | None = None
    doubtful: bool = False
    """Said with a maybe, against an earlier word, or by pointing: worth a confirmation."""
    corrected: bool = False
    """A first yes or no was taken back ("नहीं नहीं, हूँ मैं")."""


NEITHER = Polarity()


def read_polarity(tokens: Sequence[Token], about: Collection[str] = ()) -> Polarity:
    """Read yes or no out of `tokens`; `answer` is None where neither was said.

    `about` holds words of the question (normal form: गर्भवती, जुड़ा …), so that "नहीं, मैं गर्भवती हूं" and
    "जुड़ा है" are known to affirm it. Phrases that mean yes to one question only belong to the form.
    """
    topic = frozenset(normalize(word) for word in about)
    read = NEITHER
    for clause in _clauses(_set_aside(tokens)):
        reading = _read_clause(clause, topic)
        if reading.answer is not None:
            repaired = any(token.text in REPAIR for token in tokens)
            read = _join(read, reading, repaired=repaired)
    maybe = read.answer is not None and any(token.text in MAYBE for token in tokens)
    return replace(read, doubtful=True) if maybe else read


def _join(before: Polarity, now: Polarity, *, repaired: bool) -> Polarity:
    """The later clause counts; a change of mind shows."""
    if before.answer is None or before.answer == now.answer:
        return replace(now, span=_cover(before.span, now.span))
    return replace(now, doubtful=now.doubtful or repaired, corrected=now.corrected or repaired)


def _cover(first: Span | None, last: Span | None) -> Span | None:
    """The range over both."""
    if first is None or last is None:
        return first or last
    return Span(first.start, last.end)


def _set_aside(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Drop the words of wishes, a bare yes or no before one ("हाँ, नहीं पता") and politeness after one."""
    wishes = find_wishes(tokens)
    matches = [wish.at for wish in wishes] + list(find_all(tokens, NEUTRAL))
    drop = {index for wish in wishes for index in _polite_end(tokens, wish)}
    for match in sorted(matches, key=lambda match: match.start):
        drop.update(range(match.start, match.end))
        lead = match.start
        while lead and lead - 1 not in drop and tokens[lead - 1].text in LIGHT:
            lead -= 1
        if not lead or lead - 1 in drop:
            drop.update(range(lead, match.start))
    return tuple(token for index, token in enumerate(tokens) if index not in drop)


def _polite_end(tokens: Sequence[Token], wish: Wish) -> range:
    """The indexes of the closing words that are only polite: "मालूम नहीं जी", "याद नहीं, जी हां"."""
    rest = [token.text for token in tokens[wish.at.end :]]
    polite = ADDRESSED | {"जी"}
    after_not_knowing = wish.intent == "dont_know" and all(word in YES | polite for word in rest)
    if after_not_knowing or all(word in polite for word in rest):
        return range(wish.at.end, len(tokens))
    return range(0)


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """Cut at the words that turn to something else."""
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        said = [before.text for before in clauses[-1] if before.text not in BEFORE]
        ended = bool(said) and said[-1] in COPULA | YES | AGREE | NO
        if token.text in STRONG_TURN or (token.text in WEAK_TURN and ended):
            clauses.append([])
        else:
            clauses[-1].append(token)
    return [clause for clause in clauses if clause]


def _read_clause(clause: Sequence[Token], topic: frozenset[str]) -> Polarity:
    """Read one clause."""
    turned = _by_turn_of_phrase(clause, topic)
    if turned is not None:
        return turned
    body = _without_tags(clause)
    flipped = _flips(body)
    if flipped is not None:
        return flipped
    lead = leading_no(body)
    rest = body[lead.stop :]
    if lead.stop > lead.start:
        return _after_leading_no(body, lead, rest, topic)
    return _plain(body, topic)


def _by_turn_of_phrase(clause: Sequence[Token], topic: frozenset[str]) -> Polarity | None:
    """A clause whose yes or no lies in a turn of phrase: "क्यों नहीं", "हूं थोड़ी", "ऐसा नहीं है कि नहीं हूं"."""
    surely = find_all(clause, SURELY)
    if surely:
        return _said(clause, surely[0], answer=True)
    asks_back = find_all(clause, IF_NOT_WHAT)
    if asks_back:
        return _said(clause, asks_back[0], answer=True, doubtful=True)
    not_so = find_all(clause, NOT_SO)
    if not_so:
        return _not_so(clause, not_so[0], topic)
    hardly = find_all(clause, HARDLY)
    if hardly:
        return _said(clause, hardly[-1], answer=any(token.text in WRONG for token in clause))
    where = find_all(clause, WHERE)
    beside = [token.text for match in where for token in clause if not _inside(clause, token, match)]
    own = any(token.text in I_AM for token in clause)
    if where and (beside or own) and all(word in topic | SUBJECT | SOFT | {"जी"} for word in beside):
        return _said(clause, where[-1], answer=False, doubtful=True)
    return None


def _said(clause: Sequence[Token], match: Match, *, answer: bool, doubtful: bool = False) -> Polarity:
    """The reading of a turn of phrase."""
    return Polarity(answer, span_of(clause[match.start : match.end]), doubtful)


def _inside(clause: Sequence[Token], token: Token, match: Match) -> bool:
    """True where `token` belongs to the match."""
    return token in clause[match.start : match.end]


def _not_so(clause: Sequence[Token], match: Match, topic: frozenset[str]) -> Polarity:
    """How "ऐसा नहीं है" denies: the question by itself, or the denial beside it ("… कि नहीं हूं")."""
    rest = [*clause[: match.start], *clause[match.end :]]
    spoken = [token for token in rest[leading_no(rest).stop :] if token.text not in SOFT]
    lead_only = bool(rest) and not spoken
    verb = {token.text for token in rest} & (COPULA | topic)
    own = NEITHER if lead_only or not verb else _plain(rest, topic)
    after = bool(clause[match.end :])
    span = span_of(clause)
    if own.answer is False or (own.answer and after):
        return Polarity(answer=True, span=span, doubtful=True)
    return Polarity(answer=False, span=span)


def _flips(body: Sequence[Token]) -> Polarity | None:
    """Where she goes to and fro ("हाँ नहीं हाँ") the last word counts, with a doubt."""
    words = [token for token in body if token.text not in SOFT | {"जी"}]
    if any(token.text not in YES | NO for token in words):
        return None
    said = [token.text in YES for token in words]
    turns = sum(one != other for one, other in pairwise(said))
    if turns < 2:
        return None
    return Polarity(said[-1], span_of(words), doubtful=True, corrected=True)


def _without_tags(clause: Sequence[Token]) -> list[Token]:
    """Drop the ना that only asks for agreement, and the हुआ of "जुड़ा हुआ है"."""
    kept: list[Token] = []
    for token in clause:
        before = kept[-1].text if kept else ""
        if token.text in STATE and before in JOINED:
            continue
        tagged = before in COPULA | AGREE | THIS | MAYBE | (YES - {"जी"})
        if not (token.text in TAG and tagged):
            kept.append(token)
    return kept


def leading_no(body: Sequence[Token]) -> range:
    """The indexes of the no-words that open the clause (after "अरे", "जी"); an empty range where none do."""
    start = 0
    while start < len(body) and body[start].text in SOFT | {"जी"}:
        start += 1
    stop = start
    while stop < len(body) and body[stop].text in NO | {"जी"}:
        stop += 1
    return range(start, stop) if any(body[i].text in NO for i in range(start, stop)) else range(0)


def _after_leading_no(
    body: Sequence[Token], lead: range, rest: Sequence[Token], topic: frozenset[str]
) -> Polarity:
    """A clause that opens with no: what follows may repeat it, be its verb, or take it back."""
    said_no = Polarity(answer=False, span=span_of(body[lead.start :]))
    heavy = [token for token in rest if token.text not in SOFT | {"जी"}]
    if not heavy:
        return said_no
    if any(token.text in NO for token in heavy):
        own = _plain(rest, topic)
        return replace(own, corrected=True, doubtful=True) if own.answer else said_no
    times = sum(body[index].text in NO for index in lead)
    if rest[0].text in COPULA | CONSENT | topic:  # its own verb: "नहीं है", "नहीं जुड़ा है"
        its_own = all(token.text in COPULA | SUBJECT | CONSENT | MAYBE | topic for token in heavy)
        taken_back = times > 1 and its_own and any(token.text in SUBJECT for token in heavy)
        return replace(said_no, answer=taken_back, corrected=taken_back, doubtful=times > 1)
    affirmed = _plain(rest, topic)
    if affirmed.answer and only_affirms(rest, topic):
        return replace(affirmed, span=said_no.span, corrected=True, doubtful=True)
    own_verb = heavy[0].text in SUBJECT and heavy[-1].text in COPULA
    return replace(said_no, doubtful=own_verb)


def only_affirms(rest: Sequence[Token], topic: frozenset[str]) -> bool:
    """True where every word helps to affirm, so that nothing else explains the no."""
    allowed = YES | AGREE | COPULA | SUBJECT | THIS | POINTED | SOFT | MAYBE | topic | AGREEING_NEXT
    return all(token.text in allowed for token in rest)


def _plain(body: Sequence[Token], topic: frozenset[str]) -> Polarity:
    """A clause without a leading no."""
    texts = [token.text for token in body]
    evidence = [token for token in body if token.text in YES | AGREE | NO | WRONG | COPULA | THIS | topic]
    span = span_of(evidence)
    wrong = any(text in WRONG for text in texts)
    negated = any(text in NO for text in texts)
    if wrong or negated:
        bare_clash = negated and texts[0] in YES - EMPHASIS and not set(texts) & COPULA
        return Polarity(answer=wrong and negated, span=span, doubtful=bare_clash, corrected=bare_clash)
    if any(_says_yes(texts, index) for index in range(len(texts))):
        return Polarity(answer=True, span=span)
    pointing = bool(set(texts) & THIS)
    if pointing:
        plain = all(text in THIS | POINTED | COPULA | SOFT for text in texts)
        return Polarity(answer=True, span=span, doubtful=not plain)
    if _was_once(texts, topic):
        return Polarity(answer=False, span=span, doubtful=True)
    alone = all(text in CLIPPED_COPULA for text in texts)
    affirms = only_affirms(body, topic) and bool(set(texts) & (COPULA | topic)) and not alone
    return Polarity(answer=True, span=span) if affirms else NEITHER


def _was_once(texts: Sequence[str], topic: frozenset[str]) -> bool:
    """True for "पहले थी": what was is said to be over."""
    others = [text for text in texts if text not in BEFORE | PAST | SUBJECT | SOFT | topic]
    return not others and bool(set(texts) & BEFORE) and bool(set(texts) & PAST)


def _says_yes(texts: Sequence[str], index: int) -> bool:
    """True where the word at `index` agrees: "जी" after a name is polite, "सही" before a noun describes."""
    text, before, after = texts[index], texts[:index], texts[index + 1 : index + 2]
    if text == "जी":
        named = bool(before) and before[-1] in ADDRESSED
        return not named and all(word in YES | SOFT | AGREE | COPULA for word in before)
    if text in YES:
        return True
    return text in AGREE and all(word in AGREEING_NEXT | AGREE for word in after)
