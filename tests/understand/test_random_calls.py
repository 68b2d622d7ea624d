"""Whole calls of random words through EXTRACT and the real rules: nothing invented, nothing overwritten.

Each utterance is a shuffle of what callers say (answers, corrections, wishes, numbers, names,
places), twice at times. After every turn each value that appeared must rest on words that were said, a
filled field may only have changed by an explicit correction or a confirmation, and a value that was corrected
must not come back unless it was said again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spoken_cases import BEFORE, TODAY

from edgebharo.bench import people
from edgebharo.bench.evidence import Said, has_evidence
from edgebharo.bench.wordings import written
from edgebharo.forms.expect import kind_of
from edgebharo.forms.load import load_form
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.rules import decide, start, worker_entry
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.numbers import CARDINALS
from edgebharo.types import (
    Answers,
    Candidate,
    Close,
    Decision,
    Extraction,
    Handoff,
    Transcript,
    Value,
    never_cancelled,
)
from edgebharo.understand.extract import extract

PLACES = ("पटना", "नालंदा", "गया", "औरंगाबाद", "बिलासपुर", "इलाहाबाद", "पूर्वी चंपारण")
CORRECTIONS = (
    "नाम गलत बोला",
    "ज़िला गलत बोला, ज़िला नालंदा है",
    "नहीं नहीं, {}",
    "मेरा नाम {} है",
    "नंबर बदल दीजिए",
    "ज़िला {} लिखिए",
    "गर्भवती नहीं हूं",
    "पेट से हूं",
    "बच्चा तो हो गया",
    "वही जो अभी बताया",
    "नाम {} नहीं, {}",
)
WISHES = ("रुकिए", "फिर से बोलिए", "पता नहीं", "नहीं बताऊंगी", "एक मिनट", "समझ नहीं आया", "क्या मतलब")
NUMBER_WORDS = tuple(sorted(CARDINALS))
FRAMES = tuple(
    dict.fromkeys(
        (
            *written().name,
            *written().child,
            *written().district,
            *written().anganwadi,
            *written().birth,
            *written().number,
            *written().pregnant[True],
            *written().pregnant[False],
            *written().linked[True],
            *written().linked[False],
            *written().whatsapp[False],
            *written().right,
            *written().wrong,
            *CORRECTIONS,
            *WISHES,
        )
    )
)
NAMES = tuple(name for community in people.COMMUNITIES for name in (*community.first, *community.second))
MONTHS = ("जनवरी", "मई", "अगस्त", "दिसंबर")


def utterance(random: Random) -> str:
    """A frame around random words, twice at times, shuffled at times."""
    text = " ".join(
        random.choice(FRAMES).format(filling(random), filling(random)) for _ in range(random.randint(1, 2))
    )
    words = text.split()
    if random.random() < 0.25:
        random.shuffle(words)
    return normalize(" ".join(words))


def filling(random: Random) -> str:
    kind = random.randrange(5)
    if kind == 0:
        return " ".join(random.choices(NUMBER_WORDS, k=random.randint(1, 10)))
    if kind == 1:
        return f"{random.choice(NUMBER_WORDS)} {random.choice(MONTHS)} दो हज़ार {random.choice(NUMBER_WORDS)}"
    if kind == 2:
        return random.choice(PLACES)
    return " ".join(random.choices(NAMES, k=random.randint(1, 2)))


@cache
def form() -> LoadedForm:
    """No fixture: a failure would print it whole."""
    return load_form("maternal-enrolment")


@dataclass
class RandomCall:
    """A call in progress, with all that was said."""

    loaded: LoadedForm
    decision: Decision
    texts: list[str] = field(default_factory=list)
    replaced: list[tuple[str, Value, int]] = field(default_factory=list)
    """Field, value that was corrected, and how many utterances had been said by then."""

    @property
    def answers(self) -> Answers:
        return self.decision.answers

    def hear(self, text: str) -> None:
        before = self.answers
        self.texts.append(text)
        reading = extract(self.loaded, before, Transcript(1, text), TODAY, None, never_cancelled)
        self.decision = decide(self.loaded, before, reading, TODAY)
        for name in self.fields:
            self._check_evidence(name, before)
            self._check_change(name, before, reading)
            self._check_not_resurrected(name, before)

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(item.name for item in self.loaded.form.fields)

    def _check_evidence(self, name: str, before: Answers) -> None:
        """Whatever is new, stored or held, was said; a place that is read back may only sound like it."""
        new = {value for value in values_of(self.answers, name) if value not in values_of(before, name)}
        if kind_of(self.loaded.form.field(name)) == "place" and self.answers.get(name).value not in new:
            return
        said = Said(self.loaded, tuple(self.texts), numbers_in(before))
        for value in new:
            assert has_evidence(self.loaded.form.field(name), value, said), (name, value, self.texts)

    def _check_change(self, name: str, before: Answers, reading: Extraction) -> None:
        """Corrected now, confirmed, or asked again because the caller had called it wrong."""
        old, new = before.get(name), self.answers.get(name)
        if old.status != "answered" or new.status != "answered" or old.value == new.value:
            return
        corrected = any(item.field == name and item.correction for item in reading.candidates)
        confirmed = any(item.field == name and item.value == new.value for item in before.held)
        assert corrected or confirmed or before.asked == name, (name, old.value, new.value, self.texts)
        assert old.value is not None
        self.replaced.append((name, old.value, len(self.texts)))

    def _check_not_resurrected(self, name: str, before: Answers) -> None:
        """A value that was replaced comes back only with words that were said after it was."""
        value = self.answers.get(name).value
        for other, gone, since in self.replaced:
            if other == name and gone == value and before.get(name).value != gone:
                held = before.held if any(item.field == name for item in before.held) else ()
                again = Said(self.loaded, tuple(self.texts[since:]), numbers_in(replace(before, held=held)))
                assert has_evidence(self.loaded.form.field(name), gone, again), (name, gone, self.texts)


def values_of(answers: Answers, name: str) -> list[Value]:
    held: Sequence[Candidate] = answers.held
    stored = answers.get(name).value
    return [item.value for item in held if item.field == name] + ([] if stored is None else [stored])


def numbers_in(answers: Answers) -> tuple[str, ...]:
    values = (*(item.value for item in answers.held), *(item.value for item in answers.fields.values()))
    texts = (str(value) for value in (*values, answers.caller_number, answers.partial) if value is not None)
    return tuple(text for text in texts if text.isascii() and text.isdigit())


@pytest.mark.unit
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), turns=st.integers(1, 14), number=st.sampled_from((None, "9123456780")))
def test_random_calls_store_only_what_was_said_and_change_only_what_was_corrected(
    seed: int, turns: int, number: str | None
) -> None:
    enrolment = form()
    random = Random(seed)  # noqa: S311
    call = RandomCall(enrolment, start(enrolment, number))
    for _ in range(turns):
        step = call.decision.step
        if isinstance(step, Close):
            return
        if isinstance(step, Handoff):
            call.decision = worker_entry(enrolment, call.answers, step.field, BEFORE.get(step.field), TODAY)
            continue
        call.hear(utterance(random))
