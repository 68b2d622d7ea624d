"""Fields whose answer is one or several of the options that the form lists."""

from __future__ import annotations

from collections.abc import Sequence

from edgebharo.forms.schema import Field, Option
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.understand.heard import NOTHING, Heard
from edgebharo.understand.wording import Match, find_any


def read_options(field: Field, tokens: Sequence[Token]) -> Heard:
    """The option that was named; for a multi-select all of them, in the form's order."""
    found = [(option, match) for option in field.options if (match := _named(option, tokens)) is not None]
    found = [pair for pair in found if not _inside_another(pair[1], [match for _, match in found])]
    if not found:
        return NOTHING
    first, last = min(match.i for _, match in found), max(match.j for _, match in found)
    span = span_of(tokens[first:last])
    if field.type == "multi_select":
        return Heard(tuple(option.text for option, _ in found), span, "options", strong=True)
    if len(found) > 1:
        hints = tuple(option.text for option, _ in found)
        return Heard(problem="unclear", span=span, how="options", hints=hints)
    return Heard(found[0][0].text, span, "options", strong=True)


def _named(option: Option, tokens: Sequence[Token]) -> Match | None:
    match = find_any(tokens, (option.text, *option.aliases))
    return None if match is None or match.negated else match


def _inside_another(match: Match, others: Sequence[Match]) -> bool:
    """True where a longer option was said: "सरकारी अस्पताल" is not also "अस्पताल"."""
    return any(
        other.i <= match.i and match.j <= other.j and (other.j - other.i) > (match.j - match.i)
        for other in others
    )
