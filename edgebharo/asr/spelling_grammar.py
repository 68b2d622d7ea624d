"""What may be said where a name is asked for letter by letter: a word grammar of Hindi spelling.

First the name itself, where she says it; then its letters, each with an example or without ("क", "क से कमल"),
with half letters, vowel signs and dots where Hindi writing allows them. A sign is said as one phrase, so that
"बड़ी ई की मात्रा" can never be heard as the letters ब, ड़, इ. English letters are spelt from beginning to end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from edgebharo.asr.graph import Entry, Grammar
from edgebharo.asr.lexicon import Words, conversation, names, phrase_words, texts
from edgebharo.hindi.aksharas import SIGN_OF, VIRAMA, spell
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.spelling import LETTER_NAMES
from edgebharo.hindi.spelling_words import CONSONANTS, EXAMPLES, VOWELS

LETTER = -3.0
"""Each letter; its example may follow without a price."""
VOWEL = -5.0
"""A vowel said as a letter of its own, where its sign could stand."""
SYLLABLE = -8.0
"""A letter said together with its vowel: "ला"."""
ANY_EXAMPLE = -5.0
"""An example that is in no primer: a name, or a frequent word."""
CONJUNCT = -2.0
"""A joined letter (क्ष) where two could stand."""
HALF = -1.0
SIGN = -0.5
SHORT_SIGN = -2.5
"""A vowel sign that is not called one ("बड़ी ई"), or that is put somewhere ("में", "पर")."""
RARE = -4.0
"""Other words of spellers."""
NAME = -5.0
"""Each word of the name itself, which may be said before its letters."""
NAME_AFTER = -1.0
"""Each word of it after them, beside what its letters weigh: "र म" is no "राम"."""
ENGLISH = -4.0
"""Spelling with English letters."""
SPOKEN = -1.0
"""A letter or example that sounds otherwise than it is written."""

SOUNDS = {"ण": ("अण", "आण", "आन"), "ऋ": ("रि",), "ड़": ("अड़",), "ढ़": ("अढ़",)}
EXAMPLE_SOUNDS = {"यज्ञ": ("यग्य", "यग"), "षट्कोण": ("षटकोण", "शटकोण"), "ऋषि": ("रिषि", "रिशि")}
DOTTED = frozenset("कखगजडढफ")
"""Letters that may have a dot below."""
_SIZED = {"इ": "छोटी छोटा", "ई": "बड़ी बड़ा", "उ": "छोटे छोटा छोटी", "ऊ": "बड़े बड़ा बड़ी", "आ": "बड़े बड़ा"}
OPENERS = "लिखिए|लिखो|लिख लीजिए|हां|जी|अच्छा|ठीक है|नहीं|ऐसे लिखिए|स्पेलिंग है"
TAILS = "बस|है|जी|हो गया|यही है|इतना ही|यही नाम है|नाम है|और"
DOTS = "बिंदी|ऊपर बिंदी|ऊपर चंद्रबिंदु|चंद्रबिंदु|अनुस्वार"
DOT_ABOVE = Entry("ऊपर बिंदी", "उपर बिंदी", SPOKEN)
DOTS_BELOW = "नीचे नुक्ता|नुक्ता|नीचे बिंदी"
BELOW = "नीचे र|में र की मात्रा|र की मात्रा|हलंत"
STROKES = "एक मात्रा|दो मात्रा"


def spelling(grammar: Grammar) -> None:
    """Add all ways to spell a name to `grammar`, from its state 0."""
    opened, named, following, ended = (grammar.state() for _ in range(4))
    grammar.say(0, opened, phrase_words(OPENERS), -2.0)
    grammar.skip(0, opened)
    grammar.say(opened, named, names(), NAME)
    grammar.say(named, named, names(), NAME)
    grammar.say(named, named, phrase_words(TAILS), RARE)
    grammar.end(named)
    for source in (opened, named):
        grammar.skip(source, following)
    for source in _letters(grammar, following):
        grammar.skip(source, following)
        grammar.skip(source, ended)
    grammar.say(following, following, phrase_words("फिर|उसके बाद|और"), RARE)
    _english(grammar, opened, ended)
    grammar.say(ended, ended, phrase_words(TAILS), RARE)
    grammar.say(ended, ended, _names_after())
    grammar.end(ended)


def _letters(grammar: Grammar, following: int) -> tuple[int, ...]:
    """Letters from state `following` with all that is put on them; returns where a letter is complete.

    A half letter never is: another letter follows it, or a vowel sign that it was no half letter for.
    """
    dotted, bare, voiced, closed, half = (grammar.state() for _ in range(5))
    consonants = consonant_words()
    grammar.say(following, bare, (entry for entry in consonants if entry.text[:1] not in DOTTED))
    grammar.say(following, dotted, (entry for entry in consonants if entry.text[:1] in DOTTED))
    grammar.say(dotted, bare, phrase_words(DOTS_BELOW), SIGN)
    grammar.skip(dotted, bare)
    grammar.say(following, half, _halves(), HALF)
    grammar.skip(half, following)
    for words, weight in ((sign_words(), SIGN), (phrase_words(STROKES), RARE)):
        grammar.say(half, voiced, words, weight - 1.0)
    grammar.say(following, voiced, _with_examples(VOWELS.split()), VOWEL - LETTER)
    grammar.say(following, voiced, syllables(), SYLLABLE)
    grammar.say(bare, voiced, sign_words(), SIGN)
    grammar.say(bare, voiced, phrase_words(STROKES), RARE)
    grammar.say(bare, bare, phrase_words(BELOW), RARE)
    grammar.say(voiced, closed, syllables(), SYLLABLE)
    for source in (bare, voiced):
        grammar.say(source, closed, (*phrase_words(DOTS), DOT_ABOVE), SIGN)
        grammar.say(source, closed, phrase_words("पर बिंदी"), RARE)
    return bare, voiced, closed


def _english(grammar: Grammar, source: int, target: int) -> None:
    """Three English letters or more: "आर ए डी एच ए"."""
    letters = texts(LETTER_NAMES)
    states = (source, grammar.state(), grammar.state(), grammar.state())
    for before, after in pairwise(states):
        grammar.say(before, after, letters, LETTER + (ENGLISH if before == source else 0.0))
    grammar.say(states[-1], states[-1], letters, LETTER)
    grammar.say(states[-1], states[-1], phrase_words("डबल"), RARE)
    grammar.skip(states[-1], target)


@lru_cache(maxsize=1)
def consonant_words() -> Words:
    """Every consonant, alone and with an example."""
    return _with_examples(CONSONANTS.split())


@lru_cache(maxsize=1)
def sign_words() -> Words:
    """Every vowel sign: "आ की मात्रा", "छोटी इ की मात्रा", "में बड़ी ई"."""
    signs = tuple(_signs())
    placed = (
        Entry(f"{place} {sign.text}", f"{place} {sign.spoken}", sign.weight + SHORT_SIGN)
        for place in ("में", "पर")
        for sign in signs
    )
    return (*signs, *placed)


def _signs() -> Iterator[Entry]:
    for vowel in SIGN_OF:
        yield Entry(f"{vowel} की मात्रा", f"{vowel} की मात्रा")
        for size in _SIZED.get(vowel, "").split():
            text = normalize(f"{size} {vowel}")
            yield Entry(f"{text} की मात्रा", f"{text} की मात्रा")
            yield Entry(text, text, SHORT_SIGN)


@lru_cache(maxsize=1)
def syllables() -> Words:
    """Every consonant with every vowel sign, but for the words that end a spelling or carry it on."""
    little = {entry.text for entry in conversation()}
    rows = (f"{letter}{sign}" for letter in CONSONANTS.split() for sign in SIGN_OF.values())
    return texts(row for row in rows if row not in little)


def _names_after() -> Words:
    """The names, none cheaper than its letters one by one."""
    return tuple(replace(name, weight=NAME_AFTER + LETTER * len(spell(name.text))) for name in names())


def _halves() -> Words:
    return texts(f"{half} {letter}" for half in ("आधा", "आधी") for letter in CONSONANTS.split())


def _with_examples(letters: list[str]) -> Words:
    """`letters`, alone and with the words that begin with them."""
    primer = texts(EXAMPLES.split())
    others = texts(entry.text for entry in (*names(), *conversation()))
    entries: dict[str, Entry] = {}
    for letter in texts(letters):
        for spoken in (letter.text, *SOUNDS.get(letter.text, ())):
            price = LETTER + SPOKEN * (spoken != letter.text) + CONJUNCT * (VIRAMA in letter.text)
            entries.setdefault(spoken, Entry(letter.text, spoken, price))
            for words, more in ((primer, 0.0), (others, ANY_EXAMPLE)):
                for said in _examples(letter.text, spoken, words, price + more):
                    entries.setdefault(said.spoken, said)
    return tuple(entries.values())


def _examples(letter: str, spoken: str, words: Words, price: float) -> Iterator[Entry]:
    for word in words:
        if word.text.startswith(letter) and word.text != letter:
            for sound in (word.text, *EXAMPLE_SOUNDS.get(word.text, ())):
                yield Entry(f"{letter} से {word.text}", f"{spoken} से {sound}", price)
