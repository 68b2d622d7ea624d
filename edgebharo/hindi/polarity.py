"""Yes or no, with the scope of the negation.

Words lie when they are counted one by one: "नहीं, यही नाम है" is a yes, "ठीक है पर नाम गलत है" and "हाँ,
अभी तो नहीं हूँ" are a no, "हाँ ना" is an emphatic yes and "हाँ, नहीं पता" is neither. So what belongs to another
wish (not knowing, refusing, waiting …) is set aside with the little word before it, the rest is cut into
clauses, and each clause is read on its own; the last clause that says anything counts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from edgebharo.hindi.intents import Wish, find_wishes
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.phrases import find_all, phrases
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.types import Span

YES = word_set(
    "हाँ हां हा हं हाँजी हांजी जीहां जी यस यप यस्स बिल्कुल बिलकुल ज़रूर जरूर अवश्य बेशक हौ हव हओ yes yeah haan han ji"
)
EMPHASIS = word_set("जी बिल्कुल बिलकुल ज़रूर अवश्य बेशक")
"""Words of a yes that only stress the no after them ("बिल्कुल नहीं")."""
AGREE = word_set("सही ठीक ओके ओक करेक्ट राइट दुरुस्त सच पक्का बराबर पक्की ok okay right correct")
NO = word_set("नहीं नही नहि नाहीं नहीँ ना न नो नोप नइखे नाही मत no nahin nahi na")
TAG = word_set("ना न na")
"""A yes or a verb before these makes them "isn't it", not a no."""
WRONG = word_set("गलत ग़लत गलती रॉन्ग झूठ wrong")
COPULA = word_set("है हूँ हूं हैं हो था थी थे")
MAYBE = word_set("शायद होगा होगी होंगे लगता सकता संभव संभवत")
SUBJECT = word_set("मैं हम मुझे मेरा मेरी मेरे हमारा हमारी")
THIS = word_set("यही वही इसी इसीपर इसीमें यहीं वहीं")
"""Pointing back at what was asked about: an answer without a yes-word ("यही वाला है")."""
POINTED = word_set("नाम नंबर वाला वाली वाले तारीख ज़िला पर में से का की के फोन मोबाइल को आंगनवाड़ी केंद्र")
"""What may be pointed at."""
SOFT = word_set(
    "तो भी ही अभी अब अरे आज देखिए अच्छा दीदी मैडम बहन बहनजी भैया भाई सर एकदम बात वो ये यह वह उम्म उम हम्म अं आं "
    "इस सब सारा सारी पूरा पूरी बाबा साहब सुनिए फिर ऐसा वैसा इतना कुछ"
)
REPAIR = word_set("मतलब सॉरी माफ़")
"""What follows replaces what was said."""
ADDRESSED = word_set("दीदी मैडम बहन भैया भाई सर बाबा साहब डॉक्टर")
STRONG_TURN = REPAIR | word_set("लेकिन मगर किंतु परंतु परन्तु किन्तु बल्कि")
"""Words that start a new clause, which then counts more than the one before."""
WEAK_TURN = word_set("पर और अब अभी")
"""The same after a finished clause only: पर is "on" after a noun."""
LIGHT = YES | NO | SOFT | SUBJECT | word_set("को मैंने क्या")
"""Words that answer nothing when they only lead in to another wish."""
NEUTRAL = phrases(
    "कोई बात नहीं",
    "हां|जी जी|हां|अच्छा? बोलिए|बोलो|पूछिए|पूछो|कहिए|कहो|सुनाइए|सुनिए",
    "हां|जी सुन|बता रही|रहा हूं",
    "हां|जी बताती|बताता|सुनती हूं",
    "हां|हाँ या|कि|अथवा ना|नहीं|न",
    "नहीं या|कि हां|हाँ",
)
"""Words of yes and no that answer nothing."""
WHY_NOT = phrases("क्यों नहीं होगा|होगी|है|हूं?")
AGREEING_NEXT = COPULA | YES | NO | SOFT | MAYBE | word_set("बोला बोली बोले कहा लिखा सुना पढ़ा बताया पकड़े पकड़ा में")
"""What may follow "सही" when it agrees; before a noun it describes ("सही नंबर लिखिए")."""


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
    after_not_knowing = wish.intent == "dont_know" and "जी" in rest and all(w in YES | polite for w in rest)
    if after_not_knowing or all(word in polite for word in rest):
        return range(wish.at.end, len(tokens))
    return range(0)


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """Cut at the words that turn to something else."""
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        ended = bool(clauses[-1]) and clauses[-1][-1].text in COPULA | YES | AGREE | NO
        if token.text in STRONG_TURN or (token.text in WEAK_TURN and ended):
            clauses.append([])
        else:
            clauses[-1].append(token)
    return [clause for clause in clauses if clause]


def _read_clause(clause: Sequence[Token], topic: frozenset[str]) -> Polarity:
    """Read one clause."""
    why_not = find_all(clause, WHY_NOT)
    if why_not:
        return Polarity(answer=True, span=span_of(clause[why_not[0].start : why_not[0].end]))
    body = _without_tags(clause)
    lead = leading_no(body)
    rest = body[lead.stop :]
    if lead.stop > lead.start:
        return _after_leading_no(body, lead, rest, topic)
    return _plain(body, topic)


def _without_tags(clause: Sequence[Token]) -> list[Token]:
    """Drop the ना that only asks for agreement."""
    kept: list[Token] = []
    for token in clause:
        before = kept[-1].text if kept else ""
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
    heavy = [token for token in rest if token.text not in SOFT]
    if not heavy:
        return said_no
    if any(token.text in NO for token in heavy):
        own = _plain(rest, topic)
        return replace(own, corrected=True, doubtful=True) if own.answer else said_no
    times = sum(body[index].text in NO for index in lead)
    if rest[0].text in COPULA | topic:  # its own verb: "नहीं है", "नहीं जुड़ा है"
        taken_back = times > 1 and any(token.text in SUBJECT for token in heavy)
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
    affirms = only_affirms(body, topic) and bool(set(texts) & (COPULA | topic))
    return Polarity(answer=True, span=span) if affirms else NEITHER


def _says_yes(texts: Sequence[str], index: int) -> bool:
    """True where the word at `index` agrees: "जी" after a name is polite, "सही" before a noun describes."""
    text, before, after = texts[index], texts[:index], texts[index + 1 : index + 2]
    if text == "जी":
        named = bool(before) and before[-1] in ADDRESSED
        return not named and all(word in YES | SOFT | AGREE | COPULA for word in before)
    if text in YES:
        return True
    return text in AGREE and all(word in AGREEING_NEXT | AGREE for word in after)
