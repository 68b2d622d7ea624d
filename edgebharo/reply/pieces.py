"""How a part of a value is asked for: some of the digits, the month of a date, a name letter by letter."""

from __future__ import annotations

from collections.abc import Iterator

from edgebharo.capture import Piece
from edgebharo.forms.expect import kind_of
from edgebharo.forms.schema import Field
from edgebharo.hindi import say
from edgebharo.reply import phrases


def piece_lines(field: Field, piece: Piece) -> tuple[str, ...]:
    """The question for `piece`."""
    if piece.kind == "spelling":
        return (spelling_line(field, worded=piece.worded),)
    return (_digits(field, piece),) if piece.kind == "digits" else (phrases.WHICH[piece.kind],)


def so_far(field: Field, known: str, piece: Piece) -> tuple[str, ...]:
    """The digits that the last piece brought; dates and names are read back as a whole only."""
    if not field.is_identifier or not known:
        return ()
    return say.digit_words(known[-max(1, min(piece.count, len(known))) :])


def spelling_line(field: Field, *, worded: bool) -> str:
    """Asks for a name letter by letter; `worded`: once more, and for a word with each letter."""
    return f"{field.label} {phrases.WORD_BY_WORD if worded else phrases.LETTER_BY_LETTER}"


def _digits(field: Field, piece: Piece) -> str:
    count = say.number_words(piece.count)
    if piece.start == 0:
        return phrases.FIRST_DIGITS.format(count=count)
    ends = piece.start + piece.count == field.digits
    return (phrases.LAST_DIGITS if ends else phrases.NEXT_DIGITS).format(count=count)


def fixed_piece_lines(field: Field) -> Iterator[str]:
    """Every line that can ask for a piece of `field`, but for digits."""
    kind = kind_of(field)
    if kind == "date":
        yield from phrases.WHICH.values()
    if kind == "name":
        yield from (spelling_line(field, worded=worded) for worded in (False, True))
