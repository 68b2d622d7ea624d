"""What a form itself says, sorted by what it is for: the yardstick that replies are held against. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from edgebharo.bench.replies.sentences import QUESTION_WORDS, REQUESTS, keys, sentences
from edgebharo.forms.schema import CALLER_NUMBER_LINE, Field, Form
from edgebharo.forms.spoken import spoken_lines
from edgebharo.hindi.normalize import normalize, word_set
from edgebharo.reply import phrases
from edgebharo.types import CallStatus

Words = tuple[str, ...]

FILLERS = word_set(
    "है हैं हूं हो था थी थे में का की के को से पर तो भी ही और या कि जो वह यह ये वो एक बार फिर अब अभी सिर्फ बस धीरे जरा"
    " कृपया प्लीज जी दीदी आप आपका आपकी आपके आपको आपने अपना अपनी अपने मुझे मेरा मैं हम"
)
"""Words that say nothing about what is asked."""


@dataclass(frozen=True)
class Own:
    """What one field says."""

    questions: tuple[frozenset[str], ...]
    """Each wording of its question, as the sentences in it that ask."""
    barred: Mapping[bool, frozenset[str]]
    """By whether the caller's number is known: what may then not be asked."""
    beside: frozenset[str]
    """What may be said besides: information, explanations, reasons."""
    frames: frozenset[str]
    """Around a value that is read back; a yes or a no as a whole."""
    topics: tuple[Words, ...]
    """What names the field."""
    contents: tuple[frozenset[str], ...]
    """The words that matter in each wording and topic."""

    @property
    def asking(self) -> frozenset[str]:
        """Every sentence that asks for the field."""
        return frozenset().union(*self.questions)


@dataclass(frozen=True)
class Wordbook:
    """All that a form and the house say."""

    form: Form

    @cached_property
    def own(self) -> Mapping[str, Own]:
        """By field, the consent question included."""
        return MappingProxyType({field.name: _own(field) for field in self.form.questions})

    @cached_property
    def skipping(self) -> Mapping[str, frozenset[str]]:
        """What tells that a field is left out, and the fields that it may mean."""
        found: dict[str, frozenset[str]] = {}
        for field in self.form.questions:
            for key in keys((field.skip_message,)):
                found[key] = found.get(key, frozenset()) | {field.name}
        return MappingProxyType(found)

    @cached_property
    def closings(self) -> Mapping[CallStatus, frozenset[str]]:
        """The goodbye of each way to end."""
        scripts = self.form.scripts
        incomplete = keys(scripts.outro_incomplete)
        return MappingProxyType(
            {
                "complete": keys(scripts.outro),
                "withdrawn": keys(scripts.outro_withdrawn) or incomplete,
                "failed": incomplete,
                "screened_out": incomplete,
            }
        )

    @cached_property
    def goodbyes(self) -> frozenset[str]:
        """Every sentence that closes a call."""
        return frozenset().union(*self.closings.values()) - keys(self.form.scripts.intro)

    @cached_property
    def reasons(self) -> frozenset[str]:
        """Why an answer cannot be used, where that is said of nothing else."""
        fields = self.form.questions
        own = (line for field in fields for line in field.repair.values())
        guards = (guard.message for field in fields for guard in field.validation)
        asked = frozenset().union(*(item.asking for item in self.own.values()))
        scripts = keys(line for _, line in spoken_lines(self.form.scripts))
        return keys((*phrases.WHY.values(), *own, *guards)) - asked - scripts - self.skipping.keys()

    @cached_property
    def unheard(self) -> frozenset[str]:
        """Tells that nothing was heard."""
        return keys(self.form.scripts.not_heard)

    @cached_property
    def calling(self) -> frozenset[str]:
        """Asks whether she is still there, and so nothing for the form."""
        return keys(self.form.scripts.silence)

    @cached_property
    def house(self) -> frozenset[str]:
        """Lines of the house with nothing to fill in."""
        fixed = (value for name, value in vars(phrases).items() if name.isupper() and isinstance(value, str))
        tables = (*phrases.WHY.values(), *phrases.WHICH.values())
        return keys(line for line in (*fixed, *tables) if "{" not in line)

    @cached_property
    def known(self) -> frozenset[str]:
        """Every sentence that the form or the house can say, values aside."""
        form = self.form
        parts = (*form.questions, form.scripts, *((form.consent,) if form.consent else ()))
        lines = (line for part in parts for _, line in spoken_lines(part) if line != CALLER_NUMBER_LINE)
        return keys((*lines, *form.acknowledgements)) | self.house

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word of them."""
        return frozenset(word for key in self.known for word in key.split())


def _own(field: Field) -> Own:
    by_state = field.question_by_state
    groups = (field.question, by_state.caller_number_known, by_state.caller_number_unknown)
    wordings = [*groups, *((line,) for line in field.retry_messages)]
    always = _asking((*field.question, *field.retry_messages))
    back = field.read_back
    topics = dict.fromkeys(tuple(normalize(topic).split()) for topic in (*field.topics, field.label))
    asked = tuple(_asking(lines) for lines in wordings if _asking(lines))
    return Own(
        questions=asked,
        barred=MappingProxyType(
            {
                True: _asking(by_state.caller_number_unknown) - always,
                False: _asking(by_state.caller_number_known) - always,
            }
        ),
        beside=keys(
            (
                *(line for lines in wordings for line in lines),
                *field.information,
                *field.explain,
                *field.repair.values(),
                *(guard.message for guard in field.validation),
            )
        ),
        frames=keys((back.before, back.after, back.when_true, back.when_false)),
        topics=tuple(topic for topic in topics if topic),
        contents=tuple(
            filter(None, (content(words) for words in (*topics, *(_joined(lines) for lines in wordings))))
        ),
    )


def _asking(lines: Iterable[str]) -> frozenset[str]:
    return frozenset(sentence.key for sentence in sentences(lines) if sentence.asks)


def _joined(lines: Iterable[str]) -> Words:
    """The words of the sentences that ask."""
    return tuple(word for sentence in sentences(lines) if sentence.asks for word in sentence.words)


def content(words: Iterable[str]) -> frozenset[str]:
    """The words that say what a question is about."""
    return frozenset(words) - FILLERS - QUESTION_WORDS - REQUESTS
