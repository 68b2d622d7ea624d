"""Numbers with what they count: months of pregnancy among children, weeks, dates and corrections.

A number is only taken for months where nothing else claims it: "यह मेरा पाँचवाँ बच्चा है" counts children.
Rules on pregnancy months: a running month is the number said and doubtful (D1), a fraction is floored (D2),
ranges, weeks and months that remain give no value (D3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, Decimal
from typing import Literal, TypeAlias

from edgebharo.forms.schema import Field
from edgebharo.hindi.month_words import MONTHS
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.numbers import NumberReading, read_numbers
from edgebharo.hindi.tokens import Token
from edgebharo.types import Problem
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.wording import NEGATIONS, has_word

Unit: TypeAlias = Literal["month", "week", "day", "year", "child", "other"]

UNITS: Mapping[Unit, frozenset[str]] = {
    "month": word_set("महीना महीने महीनों महिना महिने महीनें माह मास मंथ मंथ्स month months"),
    "week": word_set("हफ़्ता हफ़्ते हफ़्तों सप्ताह वीक वीक्स week weeks"),
    "day": word_set("दिन दिनों रोज़"),
    "year": word_set("साल सालों वर्ष बरस"),
    "child": word_set(
        "बच्चा बच्चे बच्ची बच्चियाँ बच्चों बेटा बेटे बेटी बेटियाँ लड़का लड़के लड़की लड़कियाँ संतान औलाद "
        "डिलीवरी प्रेगनेंसी बार गर्भ लोग जने"
    ),
    "other": word_set("तारीख़ बजे मिनट घंटे घंटा नंबर किलो रुपए रुपये टीका टीके सुई बहन भाई") | frozenset(MONTHS),
}
GUESSED = word_set("शायद लगता लगती होंगे होगा लगभग करीब क़रीबन तक़रीबन अंदाज़न अंदाज़े")
RUNNING = word_set("चल चलता चलती चालू लगा लगी लग लगने शुरू रनिंग")
"""The month that is going on, not one that is over."""
COMPLETED = word_set("पूरे पूरा पूरी हुए हुआ गए गया बीत बीते निकल ख़त्म कम्प्लीट कंप्लीट")
REMAINING = word_set("बाक़ी बचे बचा बची बचेंगे रहते रह")
SINCE = word_set("से की")
CARRYING = word_set("गर्भवती गर्भ पेट प्रेग्नेंट प्रेगनेंट")
BIRTH_AHEAD = word_set("डिलीवरी प्रसव होगा होगी आएगा पैदा")
SHAKY = word_set("पहले कम वाला वाली वाले आसपास ऊपर ज़्यादा")
DICTATED = 100
"""From here on a "number of months" is a dictated string of digits."""
CLAUSE_WORDS = 4
"""How many words after a number can still say what it counts."""


@dataclass(frozen=True)
class Count:
    """One number and what the words around it make of it."""

    reading: NumberReading
    unit: Unit | None
    running: bool
    completed: bool
    remaining: bool
    carried: bool
    """ "पाँच महीने की गर्भवती", "का गर्भ"."""
    since: bool
    """ "तीन महीने से", "पाँच महीने की": for so long."""
    last: bool
    """Nothing but its unit follows."""
    shaky: bool
    """ "पहले", "कम", "होने वाला": not quite this number."""
    denied: bool
    """ "पाँच नहीं": taken back."""

    @property
    def bare_ordinal(self) -> bool:
        """An ordinal that says nothing of what it counts ("हाँ, पाँचवाँ")."""
        return self.reading.kind == "ordinal" and self.unit is None

    @property
    def whole(self) -> int:
        """The number, floored; of a range the lower end."""
        return _floor(self.reading.value)

    @property
    def floors(self) -> tuple[int, ...]:
        """The number floored; of a range both ends."""
        high = self.reading.high
        return (self.whole,) if high is None else (self.whole, _floor(high))


def read_months(tokens: Sequence[Token]) -> Heard:
    """Completed months of pregnancy."""
    counts = read_counts(tokens)
    if any(count.reading.kind == "digits" or count.whole >= DICTATED for count in counts):
        return Heard(problem="range", span=counts[0].reading.span, how="number")
    months = [count for count in counts if count.unit == "month"]
    usable = [count for count in months or [c for c in counts if c.unit is None] if not count.remaining]
    if not usable:
        return _without_months(counts)
    over = [count for count in usable if count.completed and not count.running]
    if over and any(count.running for count in usable):
        usable = over
    return _settle(tokens, usable, denied_elsewhere=any(count.denied for count in counts))


def read_number(field: Field, tokens: Sequence[Token]) -> Heard:
    """Any other number: the only one said, or the one that a correction leaves."""
    counts = read_counts(tokens)
    if not counts:
        return NOTHING
    heard = _settle(tokens, counts, denied_elsewhere=False)
    if heard.value is None or field.number_format == "integer":
        return heard
    values = [count.reading.value for count in counts if count.whole == heard.value]
    return _exact(heard, values[-1])


def read_counts(tokens: Sequence[Token]) -> tuple[Count, ...]:
    """Every number among `tokens` with its surroundings, left to right."""
    readings = list(read_numbers(tuple(tokens)))
    starts = [reading.tokens[0] for reading in readings] + [len(tokens)]
    counts: list[Count] = []
    for k, reading in enumerate(readings):
        i, j = reading.tokens
        after = tokens[j : min(j + CLAUSE_WORDS, starts[k + 1])]
        before = tokens[max(starts[k - 1] + 1 if k else 0, i - 2) : i]
        counts.append(_count(reading, before, after))
    return tuple(counts)


def _count(reading: NumberReading, before: Sequence[Token], after: Sequence[Token]) -> Count:
    unit = _unit(after[:2]) or (None if _unit(before) != "month" else "month")
    denied = reading.negated or (
        bool(after)
        and (
            after[0].text in NEGATIONS or (len(after) > 1 and unit is not None and after[1].text in NEGATIONS)
        )
    )
    return Count(
        reading=reading,
        unit=unit,
        running=has_word(after, RUNNING) or (reading.kind == "ordinal" and not has_word(after, COMPLETED)),
        completed=has_word(after, COMPLETED),
        remaining=has_word(after, REMAINING)
        or (has_word(after, word_set("में बाद")) and has_word(after, BIRTH_AHEAD)),
        carried=has_word(after, CARRYING),
        since=len(after) > 1 and after[1].text in SINCE,
        last=len(after) <= 1,
        shaky=has_word((*before, *after), SHAKY),
        denied=denied,
    )


def _floor(value: Decimal) -> int:
    return int(value.to_integral_value(ROUND_FLOOR))


def _unit(tokens: Sequence[Token]) -> Unit | None:
    for token in tokens:
        for unit, words in UNITS.items():
            if token.text in words:
                return unit
    return None


def _without_months(counts: Sequence[Count]) -> Heard:
    if not counts:
        return NOTHING
    wrong_unit = any(count.unit in ("week", "day", "year") or count.remaining for count in counts)
    problem: Problem = "wrong_unit" if wrong_unit else "wrong_field"
    return Heard(problem=problem, span=counts[0].reading.span, how="number")


def _settle(tokens: Sequence[Token], counts: Sequence[Count], *, denied_elsewhere: bool) -> Heard:
    """One value out of several numbers: taken-back ones go, equal floors merge, the rest is a range."""
    standing = [count for count in counts if not count.denied]
    if not standing:
        return Heard(problem="unclear", span=counts[-1].reading.span, how="number")
    last = standing[-1]
    floors = {floor for count in standing for floor in count.floors}
    if len(floors) > 1:
        return Heard(problem="range", span=last.reading.span, how="number")
    guessed = has_word(tokens, GUESSED)
    return Heard(
        value=last.whole,
        span=last.reading.span,
        how="running" if last.running else last.reading.kind,
        doubtful=last.running or last.shaky or len(standing) > 1 or last.reading.kind == "range" or guessed,
        corrected=denied_elsewhere or len(standing) < len(counts),
        strong=True,
    )


def _exact(heard: Heard, value: Decimal) -> Heard:
    """The number with its fraction, where the field takes one."""
    return heard if value == heard.value else replace(heard, value=float(value))
