"""Urdu letters: how Hindi words are written in them, and what a word in them may sound like.

Urdu writes no short vowels and has several letters for one sound, so a word is compared by its skeleton: what
is left when letters that sound alike are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

FIRST, LAST = "\u0600", "\u06ff"
"""The block of Arabic letters, where all of Urdu's are."""
ALIKE: Mapping[int, str] = str.maketrans(
    {
        **dict.fromkeys("صث", "س"), **dict.fromkeys("زذضظژ", "ج"), "ط": "ت", **dict.fromkeys("حهةۀۂۃە", "ہ"),
        **dict.fromkeys("يىئ", "ی"), "ك": "ک", "ؤ": "و", **dict.fromkeys("أإٱآع", "ا"), "غ": "گ", "ق": "ک",
        "خ": "کھ", "ف": "پھ", "ں": "ن", "ۓ": "ے", **dict.fromkeys("\u0653\u0654\u0655\u0670ء", ""),
    }
)  # fmt: skip
DOUBLED = re.compile("(.)\\1+")
ASPIRATES = re.compile(".ھ*")
LABIAL = re.compile("م(?=[بپ])")
ENDINGS = frozenset({"گا", "گی", "گے"})
"""The ends of future verbs, which Urdu writes apart: "بتاؤں گی" is बताऊंगी."""

CONSONANTS = dict(
    zip(
        "कखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसह",
        (
            *("ک", "کھ", "گ", "گھ", "ن", "چ", "چھ", "ج", "جھ", "ن", "ٹ", "ٹھ", "ڈ", "ڈھ", "ن"),
            *(
                "ت",
                "تھ",
                "د",
                "دھ",
                "ن",
                "پ",
                "پھ",
                "ب",
                "بھ",
                "م",
                "ی",
                "ر",
                "ل",
                "ل",
                "و",
                "ش",
                "ش",
                "س",
                "ہ",
            ),
        ),
        strict=True,
    )
)
LETTERS = dict(zip("अआइईउऊएऐओऔऋ", ("ا", "ا", "ا", "ای", "ا", "او", "ای", "ای", "او", "او", "ر"), strict=True))
"""Vowels at the start of a word."""
SIGNS = dict(zip("ािीुूेैोौृ", ("ا", "", "ی", "", "و", "ی", "ی", "و", "و", "ر"), strict=True))
INNER = dict(zip("अआइईउऊएऐओऔऋ", ("", "ا", "ی", "ی", "و", "و", "ی", "ی", "و", "و", "ر"), strict=True))
"""Vowels after another vowel, and the vowel signs."""
FLAP, NUKTA, NASAL = "ڑ", "\u093c", "\u0902"
E_AT_END, A_AT_END = frozenset("ेैएऐ"), "ا"

LATIN = {
    "ا": "a", "ب": "b", "پ": "p", "ت": "t", "ٹ": "t", "ج": "j", "چ": "ch", "د": "d", "ڈ": "d", "ر": "r",
    "ڑ": "r", "س": "s", "ش": "sh", "ک": "k", "گ": "g", "ل": "l", "م": "m", "ن": "n", "ہ": "h", "ے": "e",
}  # fmt: skip
VOWELS = frozenset("اوےی")
GLIDES = {"و": ("o", "v"), "ی": ("ee", "y")}
"""As a vowel, as a consonant."""


def is_urdu(word: str) -> bool:
    """Whether `word` (folded) is written in Urdu letters."""
    return any(FIRST <= char <= LAST for char in word)


def joined(words: Sequence[str]) -> Iterator[str]:
    """`words` with the ends of verbs joined to the word before them, as Hindi does."""
    for place, word in enumerate(words):
        follows = words[place + 1] if place + 1 < len(words) else ""
        if word in ENDINGS and place and is_urdu(words[place - 1]):
            continue
        yield word + follows if follows in ENDINGS and is_urdu(word) else word


def skeleton(word: str) -> str:
    """`word` in Urdu letters with everything made one that sounds alike."""
    return LABIAL.sub("ن", DOUBLED.sub("\\1", word.translate(ALIKE))).replace("یے", "ے")


def spellings(word: str) -> tuple[str, ...]:
    """How a folded Devanagari `word` is written in Urdu letters; a last a also as ہ."""
    spelt = "".join(_letters(word))
    return (spelt, spelt[:-1] + "ہ") if len(spelt) > 2 and spelt.endswith(A_AT_END) else (spelt,)


def _letters(word: str) -> Iterator[str]:
    for at, char in enumerate(word):
        after, last = word[at + 1 : at + 2], at + 1 == len(word)
        if char in CONSONANTS:
            if after != NUKTA:
                yield CONSONANTS[char]
            else:
                yield FLAP if char == "ड" else FLAP + "ھ"
        elif char == NASAL:
            yield "ن"
        elif (last or word[at + 1 :] == NASAL) and char in E_AT_END and at:
            yield "ے" if last else "ی"
        elif char in "ुू" and after in LETTERS:
            yield "و"
        else:
            yield SIGNS.get(char) or (INNER if at else LETTERS).get(char, "")


def in_latin(word: str) -> str:
    """A word in Urdu letters as it may sound: a guess, for the short vowels are not there."""
    letters = ASPIRATES.findall(skeleton(word))
    e_first = letters[:2] == ["ا", "ی"]
    latin = "e" * e_first
    for at in range(2 * e_first, len(letters)):
        char, after = letters[at], letters[at + 1] if at + 1 < len(letters) else ""
        open_before = not latin or latin[-1] in "aeiou"
        if char in GLIDES:
            vowel, consonant = GLIDES[char]
            latin += consonant if open_before and after else vowel + consonant * (after == "ا")
        elif char == "ہ" and not after and not open_before:
            latin += "a"
        else:
            latin += LATIN.get(char[0], "") + "h" * (len(char) - 1) + "a" * _wants_vowel(letters, at)
    return latin


def _wants_vowel(letters: Sequence[str], at: int) -> bool:
    """Whether an unwritten a follows the consonant at `at`: never two consonants at the start or the end."""
    run = at
    while run < len(letters) and letters[run] not in VOWELS:
        run += 1
    if run - at < 2 or (run - at == 2 and letters[at + 1 :] == ["ہ"]):
        return False
    ends = run == len(letters) and run - at == 2
    return not at or ends or (letters[at - 1] in VOWELS and run - at > 2)
