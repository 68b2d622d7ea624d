"""Finds everything wrong with a form at once.

The pieces are validated one by one, so that an unknown key in one field does not hide a broken branch. The
checks here are those that a single pydantic model cannot make.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from edgebharo.forms.expect import kind_of
from edgebharo.forms.guards import (
    DateFormat,
    DateFuture,
    DateTodayOrPast,
    ExactDigits,
    FreeText,
    Guard,
    MinLength,
    NumberRange,
    PhoneNumber,
    Regex,
)
from edgebharo.forms.schema import CONSENT, Branch, Consent, Field, Form, Scripts
from edgebharo.forms.spoken import spoken_lines, unspeakable
from edgebharo.forms.yaml_lines import Finding, Path

GUARDS_OF_TYPE: Mapping[str, tuple[type[BaseModel], ...]] = {
    "string": (PhoneNumber, ExactDigits, MinLength, Regex, FreeText),
    "number": (NumberRange, FreeText),
    "date": (DateFormat, DateTodayOrPast, DateFuture, FreeText),
    "boolean": (FreeText,),
    "single_select": (FreeText,),
    "multi_select": (FreeText,),
}
"""Which guards make sense for which type. Identifiers are strings: a number would lose its leading zeros."""

TYPES_OF_MEANING: Mapping[str, tuple[str, ...]] = {
    "person_name": ("string",),
    "child_name": ("string",),
    "institution_name": ("string",),
    "place": ("string", "single_select"),
    "months": ("number",),
    "count": ("number",),
    "phone": ("string",),
    "digits": ("string",),
    "date_of_birth": ("date",),
    "calendar_date": ("date",),
    "own_number": ("boolean",),
}

_SHREDS_HINDI = re.compile(r"\\[bBwWdD]")
"""Vowel signs are not word characters and Devanagari digits are digits to `re`: both surprise in Hindi."""

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class Pieces:
    """The parts of a form that are sound by themselves, with their place in the file."""

    fields: tuple[tuple[int, Field], ...]
    branches: tuple[tuple[int, Branch], ...]
    scripts: Scripts
    field_names: tuple[str, ...]
    """Every name written in the file, of broken fields too."""
    branch_ids: tuple[str, ...]


def findings(raw: object, gazetteers: frozenset[str]) -> tuple[Finding, ...]:
    """Everything wrong with the plain value of a form file; `gazetteers` are the tables that exist."""
    if not isinstance(raw, Mapping):
        return (((), "a form is a mapping of keys (id, version, title, fields …)"),)
    pieces = _pieces(raw)
    found: list[Finding] = list(_schema_findings(raw))
    for index, field in pieces.fields:
        path: Path = ("fields", index)
        found += [((*path, *inside), message) for inside, message in field_findings(field)]
        if field.gazetteer is not None and field.gazetteer not in gazetteers:
            found.append(((*path, "gazetteer"), f"no table gazetteers/{field.gazetteer}.tsv"))
    found += _name_findings(pieces)
    found += _branch_findings(pieces)
    found += _consent_findings(raw)
    found += _audio_findings(raw, pieces)
    found += _script_findings(raw, pieces.scripts)
    return tuple(found)


# ---------------------------------------------------------------- shape


def _schema_findings(raw: Mapping[str, object]) -> Iterator[Finding]:
    if "sha256" in raw:
        yield ("sha256",), "is computed, not written: remove it"
    if raw.get("fields") == []:
        yield ("fields",), "is empty: a form asks at least one question"
    try:
        Form.model_validate(raw)
    except ValidationError as error:
        for item in error.errors(include_url=False, include_input=False):
            yield _location(item["loc"], raw), _plain(item["type"], item["msg"])


def _location(parts: Path, raw: object) -> Path:
    """Drop from a pydantic location what is not a key of the file (the tag of a union)."""
    kept: list[str | int] = []
    here: object = raw
    for index, part in enumerate(parts):
        inside = here[part] if isinstance(here, Mapping) and part in here else None
        if isinstance(here, list) and isinstance(part, int) and part < len(here):
            inside = here[part]
        last = index == len(parts) - 1
        if (inside is None and not last and isinstance(part, str)) or part == "[key]":
            continue
        kept.append(part)
        here = inside
    return tuple(kept)


def _plain(kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return "unknown key"
    if kind == "missing":
        return "is missing"
    return message[:1].lower() + message[1:]


def _pieces(raw: Mapping[str, object]) -> Pieces:
    fields = _sound(raw.get("fields"), Field)
    branches = _sound(raw.get("branches"), Branch)
    scripts = _sound([raw.get("scripts", {})], Scripts)
    return Pieces(
        fields=fields,
        branches=branches,
        scripts=scripts[0][1] if scripts else Scripts(),
        field_names=_written(raw.get("fields"), "name"),
        branch_ids=_written(raw.get("branches"), "id"),
    )


def _sound(raw: object, model: type[M]) -> tuple[tuple[int, M], ...]:
    sound: list[tuple[int, M]] = []
    for index, item in enumerate(raw if isinstance(raw, list) else []):
        if (valid := _validated(item, model)) is not None:
            sound.append((index, valid))
    return tuple(sound)


def _validated(item: object, model: type[M]) -> M | None:
    try:
        return model.model_validate(item)
    except ValidationError:
        return None  # reported by _schema_findings


def _written(raw: object, key: str) -> tuple[str, ...]:
    """The text under `key` of every item, in order; an item without it counts as an empty name."""
    items = raw if isinstance(raw, list) else []
    return tuple(str(item.get(key, "")) if isinstance(item, Mapping) else "" for item in items)


# ---------------------------------------------------------------- one field


def field_findings(field: Field) -> Iterator[Finding]:
    """What contradicts itself inside one field."""
    yield from _type_findings(field)
    yield from _required_findings(field)
    yield from _option_findings(field)
    for index, guard in enumerate(field.validation):
        for inside, message in _guard_findings(field, guard):
            yield ("validation", index, *inside), message
    for inside, line in spoken_lines(field):
        if (trouble := unspeakable(line)) is not None:
            yield inside, trouble
    if not any(line.strip() for line in field.question):
        yield ("question",), "is blank"


def _type_findings(field: Field) -> Iterator[Finding]:
    allowed = TYPES_OF_MEANING.get(field.meaning)
    if allowed is not None and field.type not in allowed:
        yield ("meaning",), f"{field.meaning} needs type {' or '.join(allowed)}, not {field.type}"
    if field.boolean_labels is not None and field.type != "boolean":
        yield ("boolean_labels",), "only a boolean field has labels"
    if field.cues != type(field.cues)() and field.type != "boolean":
        yield ("cues",), "only a boolean field has yes and no phrases"
    if field.number_format is not None and field.type != "number":
        yield ("number_format",), "only a number field has a number format"
    if field.is_identifier and field.digits is None:
        yield ("digits",), f"is missing: a field of meaning {field.meaning} says how many digits it has"
    if not field.is_identifier and field.digits is not None:
        yield ("digits",), "only meaning phone and digits have a digit count"
    if field.spelled and kind_of(field) != "name":
        yield ("spelled",), "only a name can be spelled"
    if field.gazetteer is not None and field.meaning != "place":
        yield ("gazetteer",), "needs meaning place"


def _required_findings(field: Field) -> Iterator[Finding]:
    if not field.required:
        return
    if field.retries.exhausted == "skip" and not field.retries.until_answered:
        yield ("retries", "exhausted"), "a required field cannot be skipped: choose end or handoff"
    if field.dont_know == "skip":
        yield ("dont_know",), "a required field cannot be skipped: choose end or handoff"
    if field.unrepaired == "skip":
        yield ("unrepaired",), "a required field cannot be skipped: choose end or handoff"
    if field.skip_message:
        yield ("skip_message",), "a required field is never skipped: remove it or set required: false"


def _option_findings(field: Field) -> Iterator[Finding]:
    select = field.type in ("single_select", "multi_select")
    if select and not field.options and field.gazetteer is None:
        yield ("options",), "is empty: a select field offers at least one option"
    if not select and field.options:
        yield ("options",), "only a select field has options"
    seen: set[str] = set()
    for index, option in enumerate(field.options):
        if option.text in seen:
            yield ("options", index, "text"), "the same option twice"
        seen.add(option.text)
        if not option.text.strip() or any(not alias.strip() for alias in option.aliases):
            yield ("options", index), "a blank option or alias"
    for index, value in enumerate(field.screen_out):
        if not _fits(field, value):
            yield ("screen_out", index), f"is not a value that a {field.type} field can have"


def _fits(field: Field, value: bool | float | str) -> bool:
    if field.type == "boolean":
        return isinstance(value, bool)
    if field.type == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if field.options:
        return value in {option.text for option in field.options}
    return isinstance(value, str)


def _guard_findings(field: Field, guard: Guard) -> Iterator[Finding]:
    if not isinstance(guard, GUARDS_OF_TYPE[field.type]):
        yield ("rule",), f"{guard.rule} does not apply to a {field.type} field"
    if isinstance(guard, (PhoneNumber, ExactDigits)) and field.digits not in (None, guard.digits):
        yield ("digits",), f"the field says {field.digits} digits, its guard {guard.digits}"
    if isinstance(guard, NumberRange):
        yield from _range_findings(guard)
    if isinstance(guard, Regex):
        yield from _pattern_findings(guard.pattern)


def _range_findings(guard: NumberRange) -> Iterator[Finding]:
    if guard.min is None and guard.max is None:
        yield (), "number_range needs min, max or both"
    if guard.min is not None and guard.max is not None and guard.min > guard.max:
        yield ("min",), "is greater than max: no number passes"


def _pattern_findings(pattern: str) -> Iterator[Finding]:
    try:
        re.compile(pattern)
    except re.error as error:
        yield ("pattern",), f"not a regular expression: {error.msg}"
    if _SHREDS_HINDI.search(pattern):
        yield ("pattern",), r"write the characters out: \b, \w and \d misread Devanagari"


# ---------------------------------------------------------------- across fields


def _name_findings(pieces: Pieces) -> Iterator[Finding]:
    for key, names, word in (("fields", pieces.field_names, "name"), ("branches", pieces.branch_ids, "id")):
        for index, name in enumerate(names):
            if name and name in names[:index]:
                yield (key, index, word), f"{name} is already used by {key}[{names.index(name)}]"


def _branch_findings(pieces: Pieces) -> Iterator[Finding]:
    for index, field in pieces.fields:
        if field.branch is not None and field.branch not in pieces.branch_ids:
            yield ("fields", index, "branch"), f"no branch called {field.branch}"
    types = {field.name: field.type for _, field in pieces.fields}
    for index, branch in pieces.branches:
        path: Path = ("branches", index, "when")
        yield from (((*path, *inside), text) for inside, text in _condition_findings(branch, pieces, types))


def _condition_findings(branch: Branch, pieces: Pieces, types: Mapping[str, str]) -> Iterator[Finding]:
    when = branch.when
    if (when.equals is None) == (when.present is None):
        yield (), "needs exactly one of equals and present"
    if when.field not in pieces.field_names:
        yield ("field",), f"no field called {when.field}"
        return
    if when.equals is not None and types.get(when.field, "boolean") != "boolean":
        yield ("equals",), f"{when.field} is not a yes/no field: use present"
    controller = pieces.field_names.index(when.field)
    members = [index for index, field in pieces.fields if field.branch == branch.id]
    if any(index <= controller for index in members):
        yield ("field",), f"{when.field} must be asked before every field of branch {branch.id}"
    if not members:
        yield (), f"no field belongs to branch {branch.id}"


# ---------------------------------------------------------------- the call


def _consent_findings(raw: Mapping[str, object]) -> Iterator[Finding]:
    names = _written(raw.get("fields"), "name")
    if CONSENT in names:
        yield ("fields", names.index(CONSENT), "name"), "is what the consent question is called: take another"
    consent = _validated(raw.get("consent"), Consent)
    if consent is None:
        return  # there is none, or _schema_findings has reported what is wrong
    for path, line in spoken_lines(consent):
        if (trouble := unspeakable(line, placeholders=())) is not None:
            yield ("consent", *path), trouble
    if not any(line.strip() for line in consent.question):
        yield ("consent", "question"), "is blank"


def _audio_findings(raw: Mapping[str, object], pieces: Pieces) -> Iterator[Finding]:
    name = raw.get("audio_consent")
    if name is None:
        return
    field = next((field for _, field in pieces.fields if field.name == name), None)
    if field is None or field.type != "boolean":
        yield ("audio_consent",), "is no yes/no field of this form"


def _script_findings(raw: Mapping[str, object], scripts: Scripts) -> Iterator[Finding]:
    for path, line in spoken_lines(scripts):
        if (trouble := unspeakable(line, placeholders=())) is not None:
            yield ("scripts", *path), trouble
    if scripts.outro_incomplete and not scripts.outro:
        yield ("scripts", "outro"), "is missing: outro_incomplete needs an outro"
    phrases = raw.get("acknowledgements")
    if not isinstance(phrases, list):
        return
    if phrases and not any(isinstance(phrase, str) and phrase.strip() for phrase in phrases):
        yield ("acknowledgements",), "holds only blanks: write a phrase or remove the key"
    for index, phrase in enumerate(phrases):
        if isinstance(phrase, str) and (trouble := unspeakable(phrase, placeholders=())) is not None:
            yield ("acknowledgements", index), trouble
