"""What the question about a field can be answered with, for the ear and the endpointer."""

from __future__ import annotations

from collections.abc import Mapping

from edgebharo.capture import Piece
from edgebharo.forms.guards import NumberRange
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import Field, Meaning
from edgebharo.hindi.month_words import MONTHS
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.spelling_words import SPELLING
from edgebharo.types import Expect, ExpectKind

_BY_MEANING: Mapping[Meaning, ExpectKind] = {
    "person_name": "name",
    "child_name": "name",
    "institution_name": "name",
    "place": "place",
    "months": "months",
    "count": "number",
    "phone": "digits",
    "digits": "digits",
    "date_of_birth": "date",
    "calendar_date": "date",
}
PARTS: Mapping[Meaning, int] = {"person_name": 2, "institution_name": 2}
"""Words that a whole name usually has: "सुनीता देवी", "इमली टोला". A child goes by one."""
_BY_TYPE: Mapping[str, ExpectKind] = {
    "boolean": "yes_no",
    "number": "number",
    "date": "date",
    "single_select": "choice",
    "multi_select": "choice",
}


def kind_of(field: Field) -> ExpectKind:
    """The kind of answer that `field` takes. A closed type wins over the meaning."""
    if field.type in ("boolean", "single_select", "multi_select") and field.meaning != "place":
        return _BY_TYPE[field.type]
    return _BY_MEANING.get(field.meaning) or _BY_TYPE.get(field.type, "text")


def holds_a_person(field: Field) -> bool:
    """True for a field that holds the name of a person; other names may be of places."""
    return field.meaning in ("person_name", "child_name")


def number_range(field: Field) -> tuple[int | None, int | None]:
    """The inclusive whole-number range that the guards of `field` leave."""
    lows = [rule.min for rule in field.validation if isinstance(rule, NumberRange) and rule.min is not None]
    highs = [rule.max for rule in field.validation if isinstance(rule, NumberRange) and rule.max is not None]
    low = -int(-max(lows) // 1) if lows else None
    high = int(min(highs) // 1) if highs else None
    return low, high


def phrases(loaded: LoadedForm, field: Field) -> tuple[str, ...]:
    """Every option or place of `field` with its aliases, normalised, in file order, none twice."""
    options = [normalize(text) for option in field.options for text in (option.text, *option.aliases)]
    return tuple(dict.fromkeys((*options, *loaded.place_phrases(field))))


def expect_piece(field: Field, piece: Piece) -> Expect:
    """What the question for a part of a value can be answered with."""
    match piece.kind:
        case "digits":
            return Expect("digits", digits=piece.count)
        case "day":
            return Expect("number", low=1, high=31)
        case "month":
            return Expect("choice", options=tuple(MONTHS))
        case "year":
            return Expect("number", low=0, high=99)
        case "spelling":
            return Expect("name", options=SPELLING, parts=PARTS.get(field.meaning, 1))


def expect_of(
    loaded: LoadedForm,
    field_name: str,
    confirming: bool = False,
    piece: Piece | None = None,
    *,
    spelled: bool = False,
) -> Expect:
    """What may be said now: an answer about `field_name`, to its read-back, or to the question for a part.

    `spelled`: the letters of a name are read back.

    Raises:
        KeyError: the form has no such field.
    """
    field = loaded.form.field(field_name)
    if piece is not None:
        return expect_piece(field, piece)
    low, high = number_range(field)
    return Expect(
        kind=kind_of(field),
        digits=field.digits,
        low=low,
        high=high,
        options=SPELLING if spelled or field.spelled else phrases(loaded, field),
        confirming=confirming,
        parts=PARTS.get(field.meaning, 1),
    )


def all_expects(loaded: LoadedForm) -> tuple[Expect, ...]:
    """Everything that may be expected in a call: each field's answer, and the answer to its read-back."""
    return tuple(
        dict.fromkeys(
            expect_of(loaded, field.name, confirming)
            for field in loaded.form.questions
            for confirming in (False, True)
        )
    )
