"""Optional rewording of a question by the language model, refused unless it is provably the same question.

The form's wording is always good enough: whatever is doubtful about the model's sentence, the template is
spoken instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from edgebharo.errors import InferenceError
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import CONSENT, Field, Form
from edgebharo.forms.spoken import unspeakable
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.ports import Llm
from edgebharo.reply.confirm import value_lines
from edgebharo.types import Answers, Ask, Cancelled, Decision, Repair, Reply

REWORDED_REASONS = ("first", "resume", "repeat", "retry")
LONGEST = 24
"""Words in a reworded question: it is heard once, by someone who cannot read it again."""
MAX_TOKENS = 72

YES_NO_OPENING = "क्या"
OPEN_QUESTIONS = frozenset(normalize("कौन कौनसा कौनसी किस किसे कितना कितने कितनी कब कहां कैसे कैसा").split())
REQUESTS = frozenset(normalize("बताइए बताएं बताओ बोलिए बोलें बोलो कहिए लिखिए सुनाइए दीजिए").split())
ASKING = frozenset((YES_NO_OPENING, *OPEN_QUESTIONS, *REQUESTS))
"""Words that make a sentence ask for something."""

ADDRESS = frozenset(normalize("आप आपका आपकी आपके आपको आपने आपसे अपना अपनी अपने").split())
FAMILIAR = frozenset(normalize("तुम तुम्हारा तुम्हारी तुम्हारे तुम्हें तू तेरा तेरी तेरे तुझे").split())
"""Never said to a caller."""

NEGATIONS = frozenset(("नहीं", "मत", "ना", "न"))
_FILLERS = frozenset(normalize("है हैं हूं में का की के को से पर तो भी ही और आप आपका आपकी आपके").split())
_COUNTS_LITTLE = frozenset(("एक", "दो"))
"""Number words that are ordinary words too ("एक बार", "बता दो")."""

PROMPT = """\
सवाल को आसान, अपनापन भरी हिंदी में दोबारा लिखो। मतलब न बदलो, सिर्फ़ एक सवाल लिखो, कोई जवाब न लिखो।

सवाल: आप किस गांव में रहती हैं?
दोबारा: आपके गांव का नाम क्या है?
सवाल: आपकी उम्र कितनी है?
दोबारा: आप कितने साल की हैं?
सवाल: क्या आपके पास राशन कार्ड है?
दोबारा: क्या आपका राशन कार्ड बना है?

सवाल: {question}
दोबारा:"""


def rephrase(llm: Llm, reply: Reply, decision: Decision, loaded: LoadedForm, cancelled: Cancelled) -> Reply:
    """`reply` with its question reworded by the model, or `reply` itself where the rewording is refused.

    Only the last line of a plain question is touched. Read-backs, hand-overs and closings are never reworded,
    nor is the consent question: what she agreed to is kept as a version of its wording.
    A model that fails, or a turn that was cancelled, leaves the template.
    """
    step = decision.step
    asks = isinstance(step, Repair) or (isinstance(step, Ask) and step.reason in REWORDED_REASONS)
    if not reply.lines or not asks or not isinstance(step, (Ask, Repair)) or step.field == CONSENT:
        return reply
    question = reply.lines[-1]
    try:
        prompt = PROMPT.format(question=question)
        text = llm.complete(prompt, cancelled, max_tokens=MAX_TOKENS, stop=("\n",)).strip()
    except InferenceError:
        return reply
    field = loaded.form.field(step.field)
    if cancelled() or refusal(text, question, field, loaded.form, decision.answers) is not None:
        return reply
    return replace(reply, lines=(*reply.lines[:-1], text), source="model")


def refusal(text: str, question: str, field: Field, form: Form, answers: Answers) -> str | None:
    """Why `text` may not be spoken instead of `question`, or None where it may. Pure."""
    said, asked = normalize(text).split(), normalize(question).split()
    if not said or len(said) > LONGEST:
        return "empty or too long"
    if unspeakable(text, placeholders=()) is not None:
        return "not plain Devanagari"
    if not 1 <= _requests(text) <= max(1, _requests(question)) or text.count("?") != question.count("?"):
        return "not one question of the same kind"
    return _changed(said, asked, field) or _added(said, asked, field, form, answers)


def _changed(said: list[str], asked: list[str], field: Field) -> str | None:
    """What the question had and the rewording has not, or the other way round."""
    if bool(NEGATIONS & set(said)) != bool(NEGATIONS & set(asked)):
        return "a negation came or went"
    if _numbers(said) != _numbers(asked):
        return "a number changed"
    if field.type == "boolean":
        return _changed_yes_no(said, asked, field)
    if said[0] == YES_NO_OPENING != asked[0]:
        return "became a yes/no question"
    return None if _keeps_topic(said, asked, field) else "the question is lost"


def _changed_yes_no(said: list[str], asked: list[str], field: Field) -> str | None:
    """A yes/no question is a statement to agree with: nearly all its words have to stay."""
    if OPEN_QUESTIONS & set(said) or YES_NO_OPENING not in said:
        return "no longer a yes/no question"
    if sorted(ADDRESS & set(said)) != sorted(ADDRESS & set(asked)) or _repeats(said, asked):
        return "the caller is addressed differently"
    content = set(asked) - _FILLERS - ASKING
    kept = len(content - set(said)) <= 1 and _keeps_topic(said, asked, field)
    return None if kept else "the question is lost"


def _repeats(said: list[str], asked: list[str]) -> bool:
    return any(said.count(word) > max(1, asked.count(word)) for word in ADDRESS)


def _added(said: list[str], asked: list[str], field: Field, form: Form, answers: Answers) -> str | None:
    """What the rewording must not add."""
    if FAMILIAR & set(said):
        return "the caller is addressed differently"
    if _other_topic(said, asked, field, form):
        return "asks about another field"
    if _echoes(said, asked, form, answers):
        return "says a value of the form"
    return "acknowledges, which was done already" if _acknowledges(said, asked, form) else None


def _requests(text: str) -> int:
    """How many sentences of `text` ask for something."""
    sentences = text.replace("?", "?।").replace("!", "।").split("।")
    return sum(1 for part in sentences if "?" in part or ASKING & set(normalize(part).split()))


def _numbers(words: Iterable[str]) -> frozenset[int]:
    return frozenset(CARDINALS[word] for word in words if word in CARDINALS and word not in _COUNTS_LITTLE)


def _keeps_topic(said: list[str], asked: list[str], field: Field) -> bool:
    """A question that names its field still does; any other keeps half of its content words."""
    topics = _phrases(field.topics)
    if any(_holds(asked, topic) for topic in topics):
        return any(_holds(said, topic) for topic in topics)
    content = set(asked) - _FILLERS - ASKING
    return 2 * len(content & set(said)) >= len(content)


def _other_topic(said: list[str], asked: list[str], field: Field, form: Form) -> bool:
    others = (topic for other in form.fields if other.name != field.name for topic in _phrases(other.topics))
    own = [" ".join(topic) for topic in _phrases(field.topics)]
    return any(
        _holds(said, topic) and not _holds(asked, topic) and " ".join(topic) not in own for topic in others
    )


def _echoes(said: list[str], asked: list[str], form: Form, answers: Answers) -> bool:
    """True where a stored or waiting value is spoken."""
    values = [(name, answer.value) for name, answer in answers.fields.items()]
    values += [(candidate.field, candidate.value) for candidate in answers.held]
    for name, value in values:
        if value is None or isinstance(value, bool):
            continue
        lines = (*value_lines(form.field(name), value), str(value))
        for words in _phrases(lines):
            if words and _holds(said, words) and not _holds(asked, words):
                return True
    return False


def _acknowledges(said: list[str], asked: list[str], form: Form) -> bool:
    openings = [*_phrases(form.acknowledgements), ["धन्यवाद"], ["शाबाश"], ["बढ़िया"]]
    return any(said[: len(words)] == words != asked[: len(words)] for words in openings if words)


def _phrases(lines: Iterable[str]) -> list[list[str]]:
    return [normalize(line).split() for line in lines]


def _holds(words: list[str], phrase: list[str]) -> bool:
    """True where `phrase` stands in `words`, in one piece."""
    size = len(phrase)
    return size > 0 and any(words[start : start + size] == phrase for start in range(len(words) - size + 1))
