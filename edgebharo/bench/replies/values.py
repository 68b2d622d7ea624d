"""Values in a reply: none outside a read-back, the right one inside it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from edgebharo.bench.equivalence import figures, same_word
from edgebharo.bench.meaning import fold
from edgebharo.bench.replies.faults import Fault
from edgebharo.bench.replies.sentences import Sentence, holds
from edgebharo.bench.replies.wordbook import Wordbook
from edgebharo.capture import SPELT
from edgebharo.forms.schema import Field
from edgebharo.hindi.aksharas import spell
from edgebharo.hindi.month_words import MONTHS
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.say import number_words, speakable
from edgebharo.types import Answers, Ask, Candidate, Confirm, Decision, Handoff, Repair, Value

OWN_WORDS = 3
"""So many of the caller's words in a row are an echo."""
FEWEST_DIGITS = 3
"""Digits in a row that give an identifier away."""
SMALL = 2
"""One and two are ordinary words too: they are a value only before what they count."""
COUNTED = word_set("महीना महीने माह साल लोग बच्चे दिन")
SHORTEST = 2
"""Letters of a word that may give a name away."""
TITLES = word_set("देवी कुमारी बाई बेगम खातून सिंह कुमार यादव")
"""Parts of many names; with others they are part of one, alone they give nobody away."""


def echoes_nothing(
    book: Wordbook, decision: Decision, said: Sequence[Sentence], heard: str
) -> Iterator[Fault]:
    """No value that was told, and none of her own words, unless it is read back by design.

    By design: a Confirm its candidates, digits heard so far, the number typed before the call, the states of
    an ambiguous place.
    """
    step = decision.step
    if isinstance(step, Confirm):
        named = {candidate.field for candidate in step.candidates}
        strange = [item for item in said if item.key not in book.known]
        strange = [item for item in strange if not _is_any_value(book, item, step.candidates)]
        values = [pair for pair in told(decision.answers) if pair[0] not in named]
    else:
        strange = [item for item in said if item.key not in book.known and not _by_design(decision, item)]
        values = list(told(decision.answers))
        label = normalize(book.form.field(step.field).label) if isinstance(step, Handoff) else ""
        frames = frozenset().union(*(own.frames for own in book.own.values())) - book.house - {label}
        if any(item.key in frames for item in said):
            yield Fault("echo", "reads a value back outside a read-back")
    if any(
        gives_away(book, book.form.field(name), value, item) for name, value in values for item in strange
    ):
        yield Fault("echo", "says a value that was told")
    elif any(_repeats(book, heard, item) for item in strange):
        yield Fault("echo", "says the caller's words again")


def told(answers: Answers) -> Iterator[tuple[str, Value]]:
    """Every value that was told so far, with its field: written, waiting, refused or only heard."""
    yield from ((name, answer.value) for name, answer in answers.fields.items() if answer.value is not None)
    yield from ((item.field, item.value) for item in answers.held)
    for table in (answers.refused, answers.heard):
        yield from ((name, value) for name, values in table.items() for value in values)


def gives_away(book: Wordbook, field: Field, value: Value, item: Sentence) -> bool:
    """True where `item`, which no form says, holds `value` or a part that gives it away."""
    if isinstance(value, bool):
        clauses = [clause for clause in item.clauses if clause]
        topics = book.own[field.name].topics
        return not item.asks and any(holds(clause, topic) for clause in clauses for topic in topics)
    if isinstance(value, (int, float)):
        return _number_in(item, float(value))
    if field.is_identifier:
        return any(
            len(run) >= FEWEST_DIGITS and (run in str(value) or str(value) in run)
            for run in digit_runs(item.words)
        )
    if field.type == "date":
        return _date_in(item, str(value))
    texts = value if isinstance(value, tuple) else (str(value),)
    return any(_text_in(book, normalize(speakable(text)).split(), item) for text in texts)


def _text_in(book: Wordbook, words: Sequence[str], item: Sentence) -> bool:
    telling = [word for word in words if len(word) >= SHORTEST and word not in book.vocabulary | TITLES]
    return any(same_word(word, spoken) for word in telling for spoken in item.words)


def _number_in(item: Sentence, value: float) -> bool:
    words = tuple(fold(item.text).split())
    for at in range(len(words)):
        for size in (4, 3, 2, 1):
            found = figures(words[at : at + size]) if at + size <= len(words) else None
            if found is None or len(found) != 1:
                continue
            after = words[at + size : at + size + 1]
            if float(found[0]) == value and (value > SMALL or set(after) & COUNTED):
                return True
            break
    return False


def _date_in(item: Sentence, iso: str) -> bool:
    """Its month, beside its day or its year."""
    year, month, day = [*iso.split("-"), "", "", ""][:3]
    words = tuple(fold(item.text).split())
    places = [at for at, word in enumerate(words) if str(MONTHS.get(word, "")) == month.lstrip("0")]
    beside = (*(words[at - 1 : at] for at in places), *(words[at + 1 : at + 4] for at in places))
    said = {"".join(figures(part) or ()) for part in beside}
    return bool({day.lstrip("0"), year} & said)


def digit_runs(words: Iterable[str]) -> list[str]:
    """Every run of number words, as the digits that they are one after the other."""
    runs: list[list[str]] = [[]]
    for word in (part for written in words for part in fold(written).split()):
        if figures((word,)) is None:
            runs.append([])
        else:
            runs[-1].append(word)
    return ["".join(figures(run) or ()) for run in runs if run]


def _repeats(book: Wordbook, heard: str, item: Sentence) -> bool:
    """True where words that she said in a row are said again, that no line of the form has in a row."""
    words = normalize(heard).split()
    rows = (tuple(words[at : at + OWN_WORDS]) for at in range(len(words) - OWN_WORDS + 1))
    own = [tuple(key.split()) for key in book.known]
    return any(holds(item.words, row) and not any(holds(key, row) for key in own) for row in rows)


def _by_design(decision: Decision, item: Sentence) -> bool:
    """True for digits, a state or a label that this step is meant to say."""
    step, answers = decision.step, decision.answers
    digits = "".join(digit_runs(item.words))
    is_digits = digits != "" and figures(tuple(fold(item.text).split())) is not None
    if is_digits and isinstance(step, Ask) and step.reason == "partial":
        return digits in answers.partial
    if is_digits and answers.caller_number is not None and digits in answers.caller_number:
        return isinstance(step, (Ask, Repair))
    if isinstance(step, Repair) and step.problem == "ambiguous_place":
        states = {word for hint in step.hints for word in normalize(speakable(hint)).split()}
        return set(item.words) <= states | {"और"}
    return isinstance(step, Handoff) and not item.asks and item.mark == ""


# ---------------------------------------------------------------- read-backs


def reads_back(book: Wordbook, decision: Decision, said: Sequence[Sentence]) -> Iterator[Fault]:
    """A Confirm says the value of each candidate, and digits so far are those that were heard."""
    step, answers = decision.step, decision.answers
    if isinstance(step, Confirm):
        for candidate in step.candidates:
            if not _is_said(book, candidate, said):
                yield Fault("wrong_value", f"does not say the value of {candidate.field}")
    elif isinstance(step, Ask) and step.reason == "partial" and step.piece is None and answers.partial:
        spoken = "".join(run for item in said if not item.asks for run in digit_runs(item.words))
        if spoken != answers.partial:
            yield Fault("wrong_value", "does not say the digits heard so far")
    elif isinstance(step, Repair) and step.problem == "ambiguous_place" and step.hints:
        words = [word for item in said for word in item.words]
        if not all(holds(tuple(words), tuple(normalize(speakable(hint)).split())) for hint in step.hints):
            yield Fault("wrong_value", "does not name the places to choose from")


def _is_said(book: Wordbook, candidate: Candidate, said: Sequence[Sentence]) -> bool:
    field, value = book.form.field(candidate.field), candidate.value
    if isinstance(value, bool):
        return _is_stated(field, said, yes=value)
    parts = [item for item in said if not item.asks]
    if field.is_identifier:
        return str(value) in "".join(run for item in parts for run in digit_runs(item.words))
    words = tuple(word for item in parts for word in item.words)
    return any(holds(words, spoken) for spoken in _spoken(candidate))


def _is_stated(field: Field, said: Sequence[Sentence], *, yes: bool) -> bool:
    """The statement of the form, or the label with its answer; and not the opposite one."""
    back, labels = field.read_back, field.boolean_labels
    statements = {True: back.when_true, False: back.when_false}
    if all(statements.values()):
        spoken = {item.key for item in said}
        stated = {told: " ".join(normalize(line).split()) in spoken for told, line in statements.items()}
        return stated[yes] and not stated[not yes]
    words = tuple(word for item in said if not item.asks for word in item.words)
    named = labels.when_true if labels and yes else labels.when_false if labels else "हां" if yes else "नहीं"
    return holds(words, tuple(normalize(named).split()))


def _spoken(candidate: Candidate) -> Iterator[tuple[str, ...]]:
    """The ways to say a value that is no yes, no or identifier, in normal form."""
    value = candidate.value
    texts = value if isinstance(value, tuple) else (str(value),)
    if candidate.reading == SPELT and isinstance(value, str):
        letters = " ".join(akshara for word in value.split() for akshara in spell(word))
        yield tuple(normalize(letters).split())
        return
    joined = " और ".join(speakable(text) for text in texts)
    yield tuple(normalize(joined).split())
    if isinstance(value, (int, float)) and value == int(value):
        yield tuple(normalize(number_words(int(value))).split())


def _is_any_value(book: Wordbook, item: Sentence, candidates: Sequence[Candidate]) -> bool:
    """True where `item` is (part of) what is read back."""
    for candidate in candidates:
        field = book.form.field(candidate.field)
        words = set(normalize(field.label).split()) | set(normalize("महीने महीना और").split())
        spoken = {word for way in _spoken(candidate) for word in way}
        if field.is_identifier and "".join(digit_runs(item.words)) in str(candidate.value) and not item.asks:
            return True
        if set(item.words) <= words | spoken or isinstance(candidate.value, bool):
            return True
    return False
