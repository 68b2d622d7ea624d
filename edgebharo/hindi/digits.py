"""Digit strings: phone numbers and the last digits of an identity card, however they are dictated.

A reader of its own, because in an identifier "अट्ठानवे" is the two digits 98, "डबल नौ" is 99, and nothing is
ever added up. Digits are characters; a leading zero stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from edgebharo.hindi.cues import FILLERS, REPAIR, UNITS
from edgebharo.hindi.month_words import MONTHS
from edgebharo.hindi.normalize import word_set
from edgebharo.hindi.numbers import CARDINALS, POINT, SCALES, is_aside, read_cardinal
from edgebharo.hindi.tokens import Token
from edgebharo.types import Problem, Span

PHONE_DIGITS = 10
"""An Indian mobile number: ten digits, the first one 6 to 9, dialled with or without 0, 91 or +91."""
AADHAAR_DIGITS = 12
"""A whole Aadhaar number; of it only the last four are ever kept."""
LAST_DIGITS = 4

REPEATS = {
    **dict.fromkeys(word_set("डबल डबुल दबल जोड़ा जोड़ी"), 2),
    **dict.fromkeys(word_set("ट्रिपल त्रिपल ट्रिप्पल तिहरा"), 3),
}
PLUS = word_set("प्लस पलस")
LETTER_ZERO = word_set("ओ ओह बिंदी बिंदु गोला अंडा")
"""English "oh" and what people call the round sign: a zero between two digits, or after several."""
NAMES_OF_NUMBERS = word_set(
    "नंबर नम्बर नंबर्स अंक अंकों डिजिट मोबाइल फ़ोन आधार आखिरी आख़िरी लास्ट व्हाट्सऐप वाट्सऐप शुरू पहले"
)
IS_OR_SIX = word_set("छै छे")
LAST = word_set("लास्ट आखिरी आखिर अंतिम पीछे यही ये यह इतना इतने कुल")
"""Before the word that counts the digits."""
COUNTED = UNITS | frozenset(MONTHS) | word_set("अंक अंकों डिजिट नंबर नम्बर जगह लोग")
"""After a number: it counts these, it is not dictated ("चार अंक", "दो बच्चे")."""
SKIPPED = FILLERS | PLUS | POINT | NAMES_OF_NUMBERS

Kind: TypeAlias = Literal["typed", "singly", "pairs", "doubled", "hundreds", "cardinal", "repair", "other"]
HOW: tuple[Kind, ...] = ("cardinal", "hundreds", "doubled", "pairs", "singly", "typed")
"""How a string was said is named after its rarest part."""


@dataclass(frozen=True)
class DigitReading:
    """The digits heard so far, `kept` included."""

    digits: str
    """ASCII digits. Empty where nothing was kept and nothing was heard, or with a problem."""
    span: Span | None
    """The words of this utterance that the digits rest on; None where none of its words are digits."""
    how: str
    """typed, singly, pairs, doubled, hundreds, cardinal, or last_four; empty where nothing was heard."""
    corrected: bool = False
    """The caller replaced digits said before."""
    complete: bool = False
    problem: Problem | None = None
    """wrong_length: more digits than wanted, and no way to tell which."""


@dataclass(frozen=True)
class _Digit:
    """One digit and the tokens it rests on; a kept digit rests on none."""

    char: str
    tokens: tuple[int, int] | None = None


_Digits: TypeAlias = tuple[_Digit, ...]


@dataclass(frozen=True)
class _Piece:
    """What one or more neighbouring tokens add to a dictated number."""

    kind: Kind
    digits: _Digits
    tokens: tuple[int, int]


def read_digits(tokens: Sequence[Token], want: int | None, kept: str = "") -> DigitReading:
    """Read the digit string of an utterance.

    Args:
        tokens: the utterance, normalised and split.
        want: how many digits make the answer complete. Ten is a mobile number (0, 91 and +91 before it are
            dropped). Of four, twelve digits give the last four. None: any number of digits is complete.
        kept: the digits of the turns before; new ones are appended, unless they are a whole number of
            their own or repair the kept ones.
    """
    reading = _read(tokens, want, kept)
    if reading.complete or want is None:
        return reading
    inner = _without_edges(tokens, want)
    again = _read(inner, want, kept) if len(inner) < len(tokens) else reading
    return again if again.complete else reading


def _without_edges(tokens: Sequence[Token], want: int) -> tuple[Token, ...]:
    """Drop a first or last number that may be none of the digits.

    In Maithili and Angika छै is "is" ("नंबर छै …", "… छै"); and how many digits they are is said too ("लास्ट के
    चार, …", "…, बस यही चार").
    """
    numbers = [at for at, token in enumerate(tokens) if token.text in CARDINALS or token.text.isdecimal()]
    edges = {
        at
        for at in (*numbers[:1], *numbers[-1:])
        if tokens[at].text in IS_OR_SIX
        or (
            CARDINALS.get(tokens[at].text) == want
            and {token.text for token in tokens[max(0, at - 2) : at]} & LAST
        )
    }
    return tuple(token for at, token in enumerate(tokens) if at not in edges)


def _read(tokens: Sequence[Token], want: int | None, kept: str) -> DigitReading:
    """The reading of all number words as digits."""
    before = tuple(_Digit(char) for char in kept)
    chunks = _chunks(tuple(_scan(tokens)))
    if not chunks:
        return DigitReading(kept, None, "")
    readings = [_read_chunk(chunk, want, before, tokens) for chunk in reversed(chunks)]
    joined = _read_chunk([piece for chunk in chunks for piece in chunk], want, before, tokens)
    return next((reading for reading in readings if reading.complete and want is not None), joined)


# ---------------------------------------------------------------- words to pieces


def _scan(tokens: Sequence[Token]) -> Iterator[_Piece]:
    """Cut the utterance into digits, repairs and other words; fillers vanish."""
    index = 0
    while index < len(tokens):
        piece = _read_repeat(tokens, index) or _read_piece(tokens, index) or _read_word(tokens, index)
        if piece.kind != "other" or tokens[index].text not in SKIPPED:
            yield piece
        index = piece.tokens[1]


def _read_word(tokens: Sequence[Token], index: int) -> _Piece:
    kind: Kind = "repair" if tokens[index].text in REPAIR else "other"
    return _Piece(kind, (), (index, index + 1))


def _read_repeat(tokens: Sequence[Token], index: int) -> _Piece | None:
    """Read "डबल नौ" or "तीन बार शून्य"."""
    times, after = REPEATS.get(tokens[index].text, 0), index + 1
    if not times and index + 1 < len(tokens) and tokens[index + 1].text == "बार":
        times, after = CARDINALS.get(tokens[index].text, 0), index + 2
    piece = _read_piece(tokens, after) if 2 <= times <= 6 and after < len(tokens) else None
    if piece is None or not piece.digits:
        return None
    place = (index, piece.tokens[1])
    return _Piece("doubled", _digits("".join(digit.char for digit in piece.digits) * times, place), place)


def _read_piece(tokens: Sequence[Token], index: int) -> _Piece | None:
    """One number word, number or digit run; a number that counts something is another word."""
    word = tokens[index].text
    if (
        word.isascii()
        and word.isdigit()
        and not (index + 1 < len(tokens) and tokens[index + 1].text in SCALES)
    ):
        return _Piece("typed", _digits(word, (index, index + 1)), (index, index + 1))
    if word in LETTER_ZERO and _is_zero(tokens, index):
        return _Piece("singly", _digits("0", (index, index + 1)), (index, index + 1))
    number = read_cardinal(tokens, index)
    if number is None or number[0] % 1:
        return None
    if is_aside(tokens, index, number[1]) or _counts(tokens, index, number[1]):
        return _Piece("other", (), (index, number[1]))
    place, value = (index, number[1]), int(number[0])
    scales = {SCALES[token.text] for token in tokens[index : number[1]] if token.text in SCALES}
    small: Kind = "singly" if value < 10 else "pairs"
    kind: Kind = small if not scales else "hundreds" if scales == {100} else "cardinal"
    return _Piece(kind, _digits(str(value), place), place)


def _counts(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether the number in tokens[start:end] counts something, or belongs to a date."""
    if start and tokens[start - 1].text in MONTHS:
        return True
    dictating = start > 0 and (tokens[start - 1].text in CARDINALS or tokens[start - 1].text in REPEATS)
    if end < len(tokens) and tokens[end].text in {"और", "ही"}:
        end += 1
    return end < len(tokens) and tokens[end].text in COUNTED and not dictating


def _is_zero(tokens: Sequence[Token], index: int) -> bool:
    """Whether the word at `index` of LETTER_ZERO stands where a digit does."""
    ends = index + 1 == len(tokens) and _is_digit(tokens, index - 2)
    return _is_digit(tokens, index - 1) and (ends or _is_digit(tokens, index + 1))


def _is_digit(tokens: Sequence[Token], index: int) -> bool:
    return 0 <= index < len(tokens) and CARDINALS.get(tokens[index].text, 10) < 10


def _digits(chars: str, place: tuple[int, int]) -> _Digits:
    return tuple(_Digit(char, place) for char in chars)


# ---------------------------------------------------------------- pieces to chunks


def _chunks(pieces: Sequence[_Piece]) -> list[list[_Piece]]:
    """Split at words that do not belong to a number.

    One digit alone among other words ("मेरा एक बेटा …") is no dictation.
    """
    chunks: list[list[_Piece]] = [[]]
    for piece in pieces:
        if piece.kind == "other":
            chunks.append([])
        else:
            chunks[-1].append(piece)
    fewest = 1 if len(chunks) == 1 else 2
    return [chunk for chunk in chunks if len(_join(chunk)) >= fewest]


# ---------------------------------------------------------------- chunks to a number


def _read_chunk(
    chunk: Sequence[_Piece], want: int | None, kept: _Digits, tokens: Sequence[Token]
) -> DigitReading:
    """Repair, append and trim the digits of one chunk."""
    new, corrected, whole = _repair(chunk, want, kept)
    digits, complete = _settle(
        () if whole else kept, new, want, plus=any(token.text in PLUS for token in tokens)
    )
    corrected = corrected or (complete and bool(kept) and all(digit.tokens for digit in digits))
    if want is not None and len(digits) > want:
        return DigitReading("", _span(new, tokens), "", corrected, problem="wrong_length")
    how = next(kind for kind in HOW if any(piece.kind == kind for piece in chunk if piece.digits))
    last_four = complete and want == LAST_DIGITS and len(new) >= AADHAAR_DIGITS
    return DigitReading(
        "".join(digit.char for digit in digits),
        _span(digits, tokens),
        "last_four" if last_four else how,
        corrected,
        complete,
    )


def _repair(chunk: Sequence[_Piece], want: int | None, kept: _Digits) -> tuple[_Digits, bool, bool]:
    """The digits of `chunk` after its repairs; whether any; whether `kept` is already among them."""
    parts: list[list[_Piece]] = [[]]
    for piece in chunk:
        if piece.kind == "repair":
            parts.append([])
        else:
            parts[-1].append(piece)
    repairs_kept = bool(kept) and not parts[0] and len(parts) > 1
    digits = kept if repairs_kept else _join(parts[0])
    corrected = False
    said = [part for part in parts[1:] if part]
    for position, part in enumerate(said):
        last = position == len(said) - 1
        replaced = _replaced(digits, part, want if last else None)
        corrected = corrected or (replaced > 0 and bool(digits))
        digits = digits[: len(digits) - replaced] + _join(part)
    return digits, corrected, repairs_kept


def _join(pieces: Iterable[_Piece]) -> _Digits:
    return tuple(digit for piece in pieces for digit in piece.digits)


def _replaced(digits: _Digits, part: Sequence[_Piece], want: int | None) -> int:
    """How many of the last `digits` the corrected `part` takes the place of.

    All, where the part is a whole number; else as many as make the result complete; else the part starts
    over at the digit it begins with; else it replaces as much as its first piece is long.
    """
    new = _join(part)
    if want is not None:
        if _exact(new, want) is not None:
            return len(digits)
        surplus = len(digits) + len(new) - want
        if 0 <= surplus <= len(digits):
            return surplus
    first = len(part[0].digits)
    for back in range(first, min(len(digits), first + 2) + 1):
        if digits[-back].char == new[0].char:
            return back
    return min(first, len(digits))


def _settle(kept: _Digits, new: _Digits, want: int | None, *, plus: bool) -> tuple[_Digits, bool]:
    """`kept` and `new` as one number, and whether it is complete."""
    joined = kept + new
    if want is None:
        return joined, bool(joined)
    overlaps = [
        kept[:-size] + new
        for size in range(min(len(kept), len(new)), 1, -1)
        if [digit.char for digit in kept[-size:]] == [digit.char for digit in new[:size]]
    ]
    for candidate in (joined, new, *overlaps):
        exact = _exact(candidate, want, plus=plus)
        if exact is not None:
            return exact, True
    return (_without_prefix(joined, plus=plus) if want == PHONE_DIGITS else joined), False


def _exact(digits: _Digits, want: int, *, plus: bool = False) -> _Digits | None:
    """`digits` cut to exactly `want`, or None where that is not safe; `plus` announces a country."""
    chars = [digit.char for digit in digits]
    if len(chars) == 2 * want and chars[:want] == chars[want:]:
        digits = digits[want:]
    if want == LAST_DIGITS and len(digits) == AADHAAR_DIGITS:
        return digits[-want:]
    if want == PHONE_DIGITS:
        digits = _without_prefix(digits, plus=plus)
    return digits if len(digits) == want else None


def _without_prefix(digits: _Digits, *, plus: bool) -> _Digits:
    """Drop the trunk zeros, and the country code where it was announced or is surplus."""
    while digits and digits[0].char == "0":
        digits = digits[1:]
    country = "".join(digit.char for digit in digits[:2]) == "91"
    return digits[2:] if country and (plus or len(digits) == PHONE_DIGITS + 2) else digits


def _span(digits: _Digits, tokens: Sequence[Token]) -> Span | None:
    """From the first to the last word that `digits` rest on."""
    places = [digit.tokens for digit in digits if digit.tokens]
    if not places:
        return None
    return Span(tokens[places[0][0]].start, tokens[places[-1][1] - 1].end)
