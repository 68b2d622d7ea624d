"""What may be said to each kind of question: a word grammar per `Expect`.

Each grammar has a strict part, the answers that the question hopes for, and a loose part that lets
every caller say something else: not knowing, asking back, refusing, correcting, answering another
question. Weights are natural-log priors, set by hand on development speech; nothing is forbidden, only
less expected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from edgebharo.asr import phrases
from edgebharo.asr.graph import Grammar
from edgebharo.asr.lexicon import (
    Words,
    conversation,
    english,
    joined,
    month_names,
    number,
    numbers,
    numbers_in_hindi,
    ordinals,
    phrase_words,
    texts,
)
from edgebharo.asr.spelling_grammar import spelling
from edgebharo.hindi.spelling_words import SPELLING
from edgebharo.types import Expect, ExpectKind

ESCAPE = -10.0
"""A whole phrase that is no value ("पता नहीं")."""
LOOSE = -12.0
"""Leaving the strict part for words in any order."""
LOOSE_WORD = -11.0
"""Each frequent word said in the loose part."""
LOOSE_VALUE = -2.0
"""Each word of the expected kind said in the loose part (a partial number, a correction)."""
SWITCH = -3.5
"""Going from Hindi digits to English ones, or back."""
AGAIN = -4.0
"""Correcting oneself inside a strict answer ("तीन नहीं चार")."""
LETTER = 0.6
"""For each letter of an option beyond SHORT_OPTION: a letter that noise took away costs the audio's score
some nats, and a long word has more letters to lose, so that a short option would be heard in its place."""
SHORT_OPTION = 3
"""Letters of an option that is as probable as any other word of its question."""
NEGATION = phrase_words("नहीं|नहीं नहीं|अरे नहीं|ना|माफ़ कीजिए|मतलब|गलत")


def grammar_of(expect: Expect) -> Grammar:
    """The grammar of one question; where a read-back is answered, yes and no are as likely as the value."""
    grammar = Grammar()
    values = _STRICT[expect.kind](grammar, expect)
    if expect.confirming and expect.kind != "yes_no":
        correction = grammar.state()
        grammar.say(0, correction, NEGATION, -1.0)
        values += _yes_no(grammar, expect)
        grammar.skip(correction, 0, -1.0)
    _loose(grammar, values)
    return grammar


def _loose(grammar: Grammar, values: Words) -> None:
    """Escape phrases, and words in any order."""
    done, anything = grammar.state(), grammar.state()
    grammar.say(0, done, phrase_words(phrases.ESCAPES), ESCAPE)
    grammar.say(done, done, phrase_words("जी|है|मुझे|अभी|ना|हां|नहीं|तो"), -2.5)
    grammar.end(done)
    grammar.skip(done, anything, LOOSE)
    grammar.skip(0, anything, LOOSE)
    grammar.say(anything, anything, values, LOOSE_VALUE)
    grammar.say(anything, anything, conversation(), LOOSE_WORD)
    grammar.end(anything)


def _free(grammar: Grammar, expect: Expect) -> Words:
    """A name or any text: nothing is expected in particular, but for the letters of a name to be spelled."""
    opened = grammar.state()
    grammar.say(0, opened, phrase_words(phrases.NAME_OPENERS), -2.0)
    grammar.skip(opened, 0)
    if asks_letters(expect):
        spelling(grammar)
    return ()


def asks_letters(expect: Expect) -> bool:
    """Whether a name is asked for letter by letter."""
    return expect.kind == "name" and expect.options == SPELLING


def _yes_no(grammar: Grammar, expect: Expect) -> Words:
    """Yes, no and what goes with it; where a name was read back, only what may judge it."""
    is_open = expect.kind in ("name", "text")
    tail = phrase_words(phrases.JUDGING_TAIL if is_open else phrases.YES_NO_TAIL)
    said = grammar.state()
    grammar.say(0, said, phrase_words(phrases.YES_NO_OPENERS), -1.0)
    grammar.say(said, said, tail, -2.0)
    grammar.end(said)
    return tail


def _choice(grammar: Grammar, expect: Expect) -> Words:
    """A place, or one option of a list, with the words people put around it."""
    options = _evened(texts(expect.options))
    begun, chosen = grammar.state(), grammar.state()
    grammar.say(0, begun, phrase_words(phrases.PLACE_OPENERS), -1.5)
    grammar.skip(begun, 0)
    grammar.say(0, chosen, options, -1.0)
    grammar.say(chosen, chosen, phrase_words(phrases.PLACE_TAILS), -1.2)
    grammar.say(chosen, chosen, phrase_words(phrases.STATES), -2.5)
    again = grammar.state()
    grammar.say(chosen, again, NEGATION, AGAIN)
    grammar.skip(again, 0)
    grammar.end(chosen)
    return options


def _evened(options: Words) -> Words:
    """`options`, weighted so that short ones are not preferred for being short."""
    return tuple(
        replace(entry, weight=entry.weight + LETTER * (len(entry.spoken) - SHORT_OPTION)) for entry in options
    )


def _months(grammar: Grammar, expect: Expect) -> Words:
    """A count of months: "पांच महीने हो गए", "सातवां महीना चल रहा है", "साढ़े सात", also weeks."""
    low, high = _range(expect, 1, 9)
    begun, counted, unit, again = (grammar.state() for _ in range(4))
    fraction = grammar.state()
    grammar.say(0, begun, phrase_words(phrases.MONTH_COUNT_OPENERS), -1.5)
    grammar.skip(begun, 0)
    grammar.say(0, counted, numbers(low, high))
    grammar.say(0, fraction, phrase_words(phrases.FRACTIONS), -1.5)
    grammar.say(fraction, counted, numbers(low, high))
    grammar.say(0, counted, phrase_words(phrases.WHOLE_FRACTIONS), -1.5)
    grammar.say(0, counted, ordinals(low, high), -0.5)
    grammar.say(0, counted, numbers(0, 45), -4.0)
    grammar.say(counted, unit, phrase_words(phrases.MONTH_UNITS), -0.2)
    grammar.say(counted, unit, phrase_words(phrases.OTHER_UNITS), -2.5)
    grammar.skip(counted, unit)
    grammar.say(unit, unit, phrase_words(phrases.MONTH_COUNT_TAILS), -0.9)
    grammar.say(unit, again, NEGATION, AGAIN)
    grammar.skip(again, 0)
    grammar.skip(unit, 0, AGAIN)
    grammar.end(unit)
    return (*numbers(0, 45), *phrase_words(phrases.MONTH_UNITS))


def _number(grammar: Grammar, expect: Expect) -> Words:
    """A count: a number word of the range, larger ones with hundreds and thousands, and a unit after it."""
    low, high = _range(expect, 0, 99)
    begun, counted = grammar.state(), grammar.state()
    grammar.say(0, begun, phrase_words(phrases.MONTH_COUNT_OPENERS), -2.0)
    grammar.skip(begun, 0)
    grammar.say(0, counted, numbers(low, high))
    grammar.say(counted, counted, phrase_words("सौ|हज़ार|लाख"), -2.0)
    grammar.say(counted, counted, numbers(0, 99), -4.0)
    grammar.say(counted, counted, phrase_words(phrases.MONTH_COUNT_TAILS), -2.0)
    grammar.end(counted)
    return numbers(0, 99)


def _range(expect: Expect, low: int, high: int) -> tuple[int, int]:
    return (low if expect.low is None else expect.low, high if expect.high is None else expect.high)


def _digits(grammar: Grammar, expect: Expect) -> Words:
    """Exactly `expect.digits` digits, counted state by state: singly, in pairs, doubled, in hundreds."""
    want = expect.digits or 10
    hindi = [0, *(grammar.state() for _ in range(want))]
    begun = grammar.state()
    grammar.say(0, begun, phrase_words(phrases.DIGIT_CARRIERS), -2.0)
    grammar.skip(begun, 0)
    single, pair = numbers_in_hindi(0, 9), numbers_in_hindi(10, 99)
    _count(grammar, hindi, single, pair)
    for done in range(want - 2):
        _hundreds(grammar, hindi[done], hindi[done + 3])
    if want == 4:
        _thousands(grammar, hindi[-1])
    foreign = [grammar.state() for _ in hindi]
    _count(grammar, foreign, english(0, 9), english(10, 90))
    for here, there in zip(hindi, foreign, strict=True):
        grammar.skip(here, there, SWITCH)
        grammar.skip(there, here, SWITCH)
    for end in (hindi[-1], foreign[-1]):
        grammar.say(end, end, phrase_words(phrases.DIGIT_TAILS), -1.5)
        grammar.end(end)
    return (*single, *pair, *english(0, 9), *phrase_words(phrases.DOUBLES))


def _count(grammar: Grammar, counts: Sequence[int], single: Words, pair: Words) -> None:
    """Lead from each of `counts` to the next by one digit, to the one after by a pair or a doubled digit."""
    double = joined(phrase_words(phrases.DOUBLES), single)
    triple = joined(phrase_words(phrases.TRIPLES), single)
    for done, state in enumerate(counts[:-1]):
        grammar.say(state, counts[done + 1], single)
        for width, words, weight in ((2, pair, -2.0), (2, double, -1.5), (3, triple, -2.5)):
            if done + width < len(counts):
                grammar.say(state, counts[done + width], words, weight)
        if done:
            grammar.say(state, state, phrase_words(phrases.DIGIT_FILLERS), -4.0)


def _hundreds(grammar: Grammar, source: int, target: int) -> None:
    """Three digits as one number: "आठ सौ", "आठ सौ चौंतीस"."""
    hundreds = grammar.state()
    grammar.say(source, hundreds, _scaled(1, 9, "सौ"), -4.0)
    grammar.say(hundreds, target, numbers_in_hindi(1, 99))
    grammar.skip(hundreds, target, -1.0)


def _thousands(grammar: Grammar, target: int) -> None:
    """Four digits as one number: "चार हज़ार तीन सौ इक्कीस"."""
    thousands, hundreds = grammar.state(), grammar.state()
    grammar.say(0, thousands, _scaled(1, 9, "हज़ार"), -2.0)
    grammar.say(thousands, hundreds, _scaled(1, 9, "सौ"))
    grammar.say(0, hundreds, _scaled(10, 99, "सौ"), -3.0)
    grammar.skip(thousands, hundreds)
    grammar.say(hundreds, target, numbers_in_hindi(1, 99))
    grammar.skip(hundreds, target, -1.0)


def _scaled(low: int, high: int, scale: str) -> Words:
    """The numbers of `low`..`high` followed by a scale word."""
    return joined(numbers_in_hindi(low, high), phrase_words(scale))


def _date(grammar: Grammar, _: Expect) -> Words:
    """Day, month, year in the orders people use; also relative days and dates without a year."""
    day, month, year, end, again = (grammar.state() for _ in range(5))
    days, names, months = numbers(1, 31), month_names(), numbers(1, 12)
    grammar.say(0, 0, phrase_words(phrases.DATE_OPENERS), -1.5)
    grammar.say(0, day, days)
    grammar.say(0, day, ordinals(1, 9), -3.0)
    grammar.say(day, day, phrase_words(phrases.DAY_LINKS), -1.0)
    grammar.say(day, month, names)
    grammar.say(day, month, months, -2.0)
    grammar.say(month, month, phrase_words(phrases.MONTH_LINKS), -1.0)
    _year(grammar, month, year)
    _month_first(grammar, year)
    _relative(grammar, end)
    grammar.skip(month, end, -2.5)
    grammar.skip(year, end)
    grammar.say(end, end, phrase_words(phrases.DATE_TAILS), -1.0)
    grammar.end(end)
    grammar.say(month, again, NEGATION, AGAIN)
    grammar.say(end, again, NEGATION, AGAIN)
    grammar.skip(again, 0)
    return (*numbers(0, 31), *names, *phrase_words("दो हज़ार|तारीख़"))


def _year(grammar: Grammar, source: int, target: int) -> None:
    """A year: "दो हज़ार पच्चीस", "बीस पच्चीस", "पच्चीस"."""
    century = grammar.state()
    grammar.say(source, century, phrase_words("दो हज़ार|टू थाउज़ेंड"))
    grammar.say(source, century, number(20), -1.0)
    grammar.say(century, target, numbers(1, 40))
    grammar.skip(century, target, -4.0)
    grammar.say(source, target, numbers(10, 40), -1.0)


def _month_first(grammar: Grammar, year: int) -> None:
    """Other orders: "अप्रैल की पंद्रह तारीख दो हज़ार पच्चीस", "दो हज़ार पच्चीस में पंद्रह अप्रैल को"."""
    month, day, first, second = (grammar.state() for _ in range(4))
    grammar.say(0, month, month_names(), -0.7)
    grammar.say(month, month, phrase_words(phrases.MONTH_LINKS), -1.0)
    grammar.say(month, day, numbers(1, 31))
    grammar.say(day, day, phrase_words(phrases.DAY_LINKS), -1.0)
    _year(grammar, day, year)
    grammar.skip(day, year, -2.5)
    _year(grammar, 0, first)
    grammar.say(first, first, phrase_words("में|के|की|साल"), -0.7)
    grammar.say(first, second, numbers(1, 31), -2.0)
    grammar.say(second, second, phrase_words(phrases.DAY_LINKS), -1.0)
    grammar.say(second, year, month_names())


def _relative(grammar: Grammar, end: int) -> None:
    """Days told from today: "परसों रात को", "पिछले महीने की दस तारीख को", "तीन हफ्ते पहले"."""
    anchor, count = grammar.state(), grammar.state()
    grammar.say(0, anchor, phrase_words(phrases.DATE_RELATIVE), -2.0)
    grammar.skip(anchor, end)
    grammar.say(anchor, anchor, phrase_words(phrases.DATE_RELATIVE), -2.5)
    day = grammar.state()
    grammar.say(anchor, day, numbers(1, 31), -1.0)
    grammar.say(day, day, phrase_words(phrases.DAY_LINKS), -1.0)
    grammar.skip(day, end)
    grammar.say(0, count, numbers(1, 31), -2.5)
    unit = grammar.state()
    grammar.say(count, unit, phrase_words(phrases.TIME_UNITS))
    grammar.say(unit, end, phrase_words(phrases.AGO))
    grammar.skip(unit, end, -1.0)


_STRICT: Mapping[ExpectKind, Callable[[Grammar, Expect], Words]] = MappingProxyType(
    {
        "yes_no": _yes_no,
        "number": _number,
        "months": _months,
        "digits": _digits,
        "date": _date,
        "place": _choice,
        "choice": _choice,
        "name": _free,
        "text": _free,
    }
)
"""Builds the strict part and returns the words that are also likely in the loose part."""
