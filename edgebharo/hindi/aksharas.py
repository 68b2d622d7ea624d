"""The aksharas that a Hindi word is written and spelt with."""

from __future__ import annotations

VIRAMA = "\u094d"
NUKTA = "\u093c"
ANUSVARA = "\u0902"
FIRST_LETTER, LAST_SIGN = "\u0900", "\u0963"
"""The letters and vowel signs of the Devanagari block; its digits and punctuation come after."""
SIGN_OF = dict(zip("आइईउऊएऐओऔऋ", "ािीुूेैोौृ", strict=True))
"""Independent vowel → its sign after a consonant; अ has none."""
ENDINGS = frozenset([*SIGN_OF.values(), "\u0901", ANUSVARA, "\u0903", NUKTA, VIRAMA])
"""Marks that belong to the letter before them."""
FIRST_CONSONANT, LAST_CONSONANT = "\u0915", "\u0939"


def spell(name: str) -> tuple[str, ...]:
    """The aksharas of `name`, words run together: "कृष्णा" → ("कृ", "ष्णा"). Joined they are the name again."""
    aksharas: list[str] = []
    for char in "".join(name.split()):
        joins = bool(aksharas) and (char in ENDINGS or aksharas[-1].endswith(VIRAMA))
        if joins:
            aksharas[-1] += char
        else:
            aksharas.append(char)
    return tuple(aksharas)


def is_devanagari(word: str) -> bool:
    """True where `word` is written in Devanagari letters alone."""
    return bool(word) and all(FIRST_LETTER <= char <= LAST_SIGN for char in word)


def ends_bare(written: str) -> bool:
    """True where the last letter is a consonant that has no vowel sign yet."""
    last = written.rstrip(NUKTA)[-1:]
    return bool(last) and FIRST_CONSONANT <= last <= LAST_CONSONANT


def with_vowel(written: str, vowel: str) -> str:
    """`written` with an independent vowel after it: as a sign where a bare consonant waits for one."""
    if not ends_bare(written):
        return written if written.endswith(SIGN_OF.get(vowel, " ")) else written + vowel
    return written + SIGN_OF.get(vowel, "")
