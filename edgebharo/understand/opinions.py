"""What the language model thinks of an utterance. It may only choose: heard words, an option, or nothing.

Every function returns None where the model sees nothing, or was cancelled, and raises InferenceError where it
failed or took too long.
"""

from __future__ import annotations

from collections.abc import Sequence

from edgebharo.forms.schema import Field, Form
from edgebharo.hindi.intent_phrases import FILLERS
from edgebharo.hindi.name_words import NOT_NAMES
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.hindi.tokens import tokenize
from edgebharo.ports import Llm
from edgebharo.types import Cancelled, Intent, Span
from edgebharo.understand.grammar import NULL, Choices, alternatives, choices
from edgebharo.understand.prompts import EXAMPLES, FIELD, INTENT, INTENTS, WORDS, YES_NO, YES_OR_NO

STOP_WORDS = FILLERS | word_set(
    "मेरा मेरी मेरे नाम है हैं हूं हूँ था थी थे मैं हम हमारा हमारी यह ये वह वो बोल रही रहा रहे लिखिए लिखो लिख और से में को ने "
    "सब मैंने वहां यहां मुझे उसका उसको इसका रखा बुलाते कहते बोलते पत्नी पति बीवी "
    "घरवाली नहीं हां क्या तो भी ही कभी जाती जाते गई पड़ता पड़ती"
)
"""Words that are never part of a name; for people NOT_NAMES come on top."""
JOINERS = word_set("का की के")
"""Words that may stand inside an institution's name."""
LONGEST_VALUE = 12
"""Words of the longest value that is read by rules: ten digits, two of them after a "double"."""


def name_opinion(llm: Llm, field: Field, text: str, cancelled: Cancelled) -> Span | None:
    """The words that are the name that `field` asks for; its meaning must be a key of EXAMPLES."""
    inside = JOINERS if field.meaning == "institution_name" else frozenset[str]()
    stops = STOP_WORDS if inside else STOP_WORDS | NOT_NAMES | JOINERS
    allowed = choices(tokenize(text), stops, inside)
    return _span(llm, f"{EXAMPLES[field.meaning]}बात: {text}\nनाम:", allowed, cancelled)


def words_opinion(llm: Llm, field: Field, text: str, cancelled: Cancelled) -> Span | None:
    """The words that answer the question of `field`."""
    allowed = choices(tokenize(text), longest=LONGEST_VALUE)
    return _span(llm, f"{WORDS}{_exchange(field, text)}जवाब:", allowed, cancelled)


def yes_no_opinion(llm: Llm, field: Field, text: str, cancelled: Cancelled) -> bool | None:
    """Whether the answer to the question of `field` is a yes."""
    chosen = _one_of(llm, f"{YES_NO}{_exchange(field, text)}मतलब:", (*YES_OR_NO, NULL), cancelled)
    return YES_OR_NO.get(chosen)


def intent_opinion(llm: Llm, field: Field, text: str, cancelled: Cancelled) -> Intent | None:
    """What the caller wants, who was asked the question of `field`."""
    return INTENTS.get(_one_of(llm, f"{INTENT}{_exchange(field, text)}इरादा:", tuple(INTENTS), cancelled))


def field_opinion(llm: Llm, fields: Sequence[Field], text: str, cancelled: Cancelled) -> Field | None:
    """Which of `fields` the words are about."""
    by_label = {f" {normalize(field.label)}": field for field in fields}
    return by_label.get(_one_of(llm, f"{FIELD}बात: {text}\nखाना:", (*by_label, NULL), cancelled))


def grammars(form: Form) -> tuple[str, ...]:
    """Every kind of grammar that a turn of `form` can need, of the form's own words: for a self-test."""
    labels = tuple(f" {normalize(field.label)}" for field in form.fields)
    spoken = (normalize(f"{field.question} {' '.join(field.topics)}") for field in form.fields)
    spans = tuple(choices(tokenize(text), longest=LONGEST_VALUE).gbnf for text in spoken)
    fixed = ((*labels, NULL), tuple(INTENTS), (*YES_OR_NO, NULL))
    return (*spans, *map(alternatives, fixed))


def _exchange(field: Field, text: str) -> str:
    return f"सवाल: {field.question}\nबात: {text}\n"


def _span(llm: Llm, prompt: str, allowed: Choices, cancelled: Cancelled) -> Span | None:
    if not allowed.spans:
        return None
    return allowed.spans.get(llm.complete(prompt, cancelled, grammar=allowed.gbnf, literals=allowed.literals))


def _one_of(llm: Llm, prompt: str, literals: tuple[str, ...], cancelled: Cancelled) -> str:
    return llm.complete(prompt, cancelled, grammar=alternatives(literals), literals=literals)
