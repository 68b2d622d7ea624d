"""Is the right thing asked, once? Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from edgebharo.bench.replies.faults import Fault
from edgebharo.bench.replies.sentences import QUESTION_WORDS, Sentence, holds
from edgebharo.bench.replies.wordbook import Own, Wordbook, content
from edgebharo.capture import Piece
from edgebharo.forms.schema import CONSENT, Field
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.hindi.say import number_words
from edgebharo.types import Ask, Close, Confirm, Decision, Handoff, Repair, Step, Wait

YES_NO = "क्या"
RIGHT = word_set("सही ठीक यही हां")
"""One of these is in every question about a read-back."""
NEGATIONS = word_set("नहीं मत ना न")
EITHER = normalize("हां या नहीं").split()
COUNTS_LITTLE = word_set("एक दो")
PARTS = {
    "digits": word_set("अंक अंकों"),
    "day": word_set("दिन तारीख"),
    "month": word_set("महीना महीने"),
    "year": word_set("साल"),
    "spelling": word_set("अक्षर"),
}
"""What each part of a value is asked for with."""
ONWARDS = word_set("आगे अगले बाकी")
FIRST, LAST = word_set("पहले शुरू"), word_set("आखिरी")
STATE = word_set("राज्य")
LOST_WORDS = 1
"""Of a yes/no question, which is a statement to agree with, so many words may be put otherwise. The consent
question is asked word for word: its wording has a version, which is kept."""
ADDRESS = word_set("आप आपका आपकी आपके आपको आपने आपसे अपना अपनी अपने")
HINDI = word_set(
    "है हैं हूं हो था थी थे में का की के को से पर क्या कौन किस कितने कितनी कब कहां कैसे आप आपका आपकी आपके आपको अपना अपनी"
    " अपने मैं मैंने मुझे मेरा यह वह इस उस एक और या नहीं हां सही बताइए बोलिए दीजिए लीजिए चाहिए गया गई जाएंगे"
)
"""Small words of which every Hindi question has one; questions in Marathi, Nepali or Sanskrit have few."""


def asks_once(book: Wordbook, step: Step, said: Sequence[Sentence]) -> Iterator[Fault]:
    """Exactly one question where one is due, none elsewhere."""
    if isinstance(step, (Wait, Close)):
        if isinstance(step, Wait) and any(sentence.asks for sentence in said):
            yield Fault("several_questions", "she asked for a moment, and is asked something")
        return
    questions = [item for item in said if item.is_question and item.key not in book.calling]
    if isinstance(step, Handoff):
        if questions:
            yield Fault("several_questions", "the worker is asked to write, and somebody is asked a question")
        return
    if not any(item.asks and item.key not in book.calling for item in said):
        yield Fault("no_question", "nothing is asked")
    doubled = any(item.question_words > 1 and item.key not in book.known for item in questions)
    if len(questions) > 1 or doubled:
        yield Fault("several_questions", "more than one question is asked")


def asks_the_right_thing(book: Wordbook, decision: Decision, said: Sequence[Sentence]) -> Iterator[Fault]:
    """About the field, or the part of it, that the rules chose."""
    step = decision.step
    asking = [item for item in said if item.asks]
    if isinstance(step, Confirm):
        yield from _asks_whether_right(book, step, said)
    elif isinstance(step, Handoff):
        label = tuple(normalize(book.form.field(step.field).label).split())
        if not any(holds(item.words, label) for item in said):
            yield Fault("wrong_question", "the worker is not told what to write")
    elif isinstance(step, (Ask, Repair)):
        yield from _asks_for(book, decision, book.form.field(step.field), asking)
        yield from _tells_of_others(book, step.field, said)


def is_hindi(book: Wordbook, said: Sequence[Sentence]) -> Iterator[Fault]:
    """A question in other words than the form's has a word that only Hindi has."""
    for item in said:
        if item.asks and item.key not in book.known and not HINDI & set(item.words):
            yield Fault("not_hindi", "the question is in Devanagari, but not in Hindi")


# ---------------------------------------------------------------- a question about a field


def _asks_for(
    book: Wordbook, decision: Decision, field: Field, asking: Sequence[Sentence]
) -> Iterator[Fault]:
    step, own = decision.step, book.own[field.name]
    said = {item.key for item in asking}
    if own.barred[decision.answers.caller_number is not None] & said:
        yield Fault("wrong_question", "speaks of a number as known that is not, or as unknown")
    strange = [item for item in asking if item.key not in own.beside | book.house | book.calling]
    part = _part_due(field, step)
    if part is not None:
        due, is_part = part
        if not any(is_part(item) and not _opens_yes_no(item) for item in asking):
            yield Fault("wrong_question", f"does not ask for {due}")
        if any(not is_part(item) for item in strange):
            yield Fault("several_questions", f"asks for something besides {due}")
        return
    whole = any(wording <= said for wording in own.questions)
    if not whole and not (strange and _is_reworded(own, field, strange)):
        yield Fault("wrong_question", "is not the question that is due")
    if whole and strange:
        yield Fault("several_questions", "asks for something besides its question")
    yield from _other_topics(book, own, field, strange)


def _part_due(field: Field, step: Step) -> tuple[str, Callable[[Sentence], bool]] | None:
    """What part of the value is asked for, and whether a sentence does; None where the whole is."""
    if isinstance(step, (Ask, Repair)) and step.piece is not None:
        return f"this part: {step.piece.kind}", partial(_asks_for_piece, field, step.piece)
    if isinstance(step, Ask) and step.reason == "partial":
        return "the rest of the digits", lambda item: bool(
            ONWARDS & set(item.words) and PARTS["digits"] & set(item.words)
        )
    if isinstance(step, Repair) and step.problem == "ambiguous_place" and step.hints:
        return "the state", lambda item: bool(STATE & set(item.words))
    return None


def _is_reworded(own: Own, field: Field, strange: Sequence[Sentence]) -> bool:
    """True where other words ask for `field`: its topic is named, no number is new, the kind is the same."""
    words = tuple(word for item in strange for word in item.words)
    named = [topic for topic in own.topics if any(holds(tuple(q.split()), topic) for q in own.asking)]
    if named and not any(holds(words, topic) for topic in own.topics):
        return False
    numbers = {word for key in own.asking for word in key.split() if word in CARDINALS}
    if {word for word in words if word in CARDINALS} - numbers - COUNTS_LITTLE:
        return False
    if field.type == "boolean":
        return field.name != CONSENT and _is_yes_no(strange) and _is_same_statement(own, words)
    opens = any(item.question_words or item.requests for item in strange)
    return opens and not any(_opens_yes_no(item) for item in strange) and bool(content(words))


def _is_same_statement(own: Own, words: tuple[str, ...]) -> bool:
    """True where a yes to `words` is a yes to a question of the form: about her alike, nearly all said."""
    for wording in own.questions:
        asked = [word for key in wording for word in key.split()]
        lost = content(asked) - content(words)
        if len(lost) <= LOST_WORDS and sorted(ADDRESS & set(asked)) == sorted(ADDRESS & set(words)):
            return sum(word in ADDRESS for word in words) <= sum(word in ADDRESS for word in asked)
    return False


def _opens_yes_no(item: Sentence) -> bool:
    return item.is_question and item.words[0] == YES_NO


def _is_yes_no(strange: Sequence[Sentence]) -> bool:
    """A yes/no question, and not a negative one: a no to that would be a yes."""
    questions = [item for item in strange if item.is_question]
    open_words = QUESTION_WORDS - {YES_NO}
    plain = (" ".join(item.words).replace(" ".join(EITHER), "") for item in questions)
    negative = any(NEGATIONS & set(text.split()) for text in plain)
    return bool(questions) and not negative and not any(open_words & set(item.words) for item in questions)


def _other_topics(book: Wordbook, own: Own, field: Field, strange: Sequence[Sentence]) -> Iterator[Fault]:
    """Nothing in other words asks for another field as well, or rather."""
    mine = content(word for item in strange for word in item.words)
    if not mine:
        return
    best = max((_likeness(mine, wanted) for wanted in own.contents), default=0.0)
    for name, other in book.own.items():
        if name == field.name:
            continue
        nearer = max((_likeness(mine, wanted) for wanted in other.contents), default=0.0)
        foreign = [topic for topic in other.topics if not _explained(topic, own)]
        named = any(holds(item.words, topic) for item in strange for topic in foreign)
        if nearer > best or named:
            yield Fault("wrong_question", f"asks for another field: {name}")
            return


def _explained(topic: tuple[str, ...], own: Own) -> bool:
    """True where the field's own words hold the topic of another one."""
    return any(holds(tuple(key.split()), topic) for key in own.beside) or any(
        holds(mine, topic) for mine in own.topics
    )


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """0..1, the share of words that both have (the coefficient of Dice)."""
    return 2 * len(one & other) / (len(one) + len(other))


def _tells_of_others(book: Wordbook, name: str, said: Sequence[Sentence]) -> Iterator[Fault]:
    """No sentence of another field's is spoken, unless it is everybody's."""
    mine = book.own[name].beside | book.house | book.calling
    for other, own in book.own.items():
        foreign = (own.beside | own.asking) - mine if other != name else frozenset()
        if any(item.key in foreign for item in said):
            yield Fault("wrong_question", f"says what belongs to another field: {other}")
            return


def _asks_for_piece(field: Field, piece: Piece, item: Sentence) -> bool:
    words = set(item.words)
    if not PARTS[piece.kind] & words:
        return False
    if piece.kind == "spelling":
        return set(normalize(field.label).split()) <= words
    if piece.kind != "digits":
        others = [PARTS[kind] for kind in ("day", "month", "year") if kind != piece.kind]
        return not any(own & words for own in others)
    counted = normalize(number_words(piece.count)) in words
    ends = piece.start + piece.count == field.digits
    place = FIRST if piece.start == 0 else LAST if ends else ONWARDS
    return counted and bool(place & words)


# ---------------------------------------------------------------- a question about a value


def _asks_whether_right(book: Wordbook, step: Confirm, said: Sequence[Sentence]) -> Iterator[Fault]:
    asking = [item for item in said if item.asks]
    names = {candidate.field for candidate in step.candidates}
    mine = frozenset().union(*(book.own[name].frames for name in names)) | book.house
    if not any(RIGHT & set(item.words) or item.key in mine for item in asking):
        yield Fault("wrong_question", "does not ask whether the value is right")
    foreign = frozenset().union(*(own.frames | own.asking for own in book.own.values())) - mine
    if any(item.key in foreign for item in said) and not step.review:
        yield Fault("wrong_question", "reads back, or asks for, another field")
    if any(item.key not in mine and not RIGHT & set(item.words) for item in asking):
        yield Fault("several_questions", "asks for something besides whether the value is right")
