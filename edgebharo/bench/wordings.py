"""In which words simulated callers put their answers: few for spoken calls, two hundred and more for text.

`{}` stands for the value. Every wording of a field is equally likely. The files in `answers/` were each
written by another hand, all but `plain.json` by people who did not know the rules that read them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from edgebharo.bench import phrasings
from edgebharo.errors import ConfigError

ANSWERS = Path(__file__).with_name("answers")

Frames = tuple[str, ...]
YES_NO = ("pregnant", "linked", "whatsapp")


@dataclass(frozen=True)
class Wordings:
    """The wordings of every kind of answer."""

    name: Frames
    child: Frames
    son: Frames
    daughter: Frames
    district: Frames
    anganwadi: Frames
    months: Frames
    birth: Frames
    number: Frames
    last_digits: Frames
    pregnant: Mapping[bool, Frames]
    linked: Mapping[bool, Frames]
    whatsapp: Mapping[bool, Frames]
    whatsapp_none: Frames
    """She has no WhatsApp at all, so that there is no number to ask for."""
    no_number: Frames
    no_whatsapp_answer: Frames
    no_aadhaar: Frames
    right: Frames
    wrong: Frames


SPOKEN = Wordings(
    name=phrasings.NAME,
    child=phrasings.CHILD,
    son=phrasings.SON,
    daughter=phrasings.DAUGHTER,
    district=phrasings.DISTRICT,
    anganwadi=phrasings.ANGANWADI,
    months=("{}",),
    birth=phrasings.BIRTH,
    number=phrasings.NUMBER,
    last_digits=phrasings.LAST_DIGITS,
    pregnant=phrasings.PREGNANT,
    linked=phrasings.LINKED,
    whatsapp=phrasings.WHATSAPP,
    whatsapp_none=(),
    no_number=phrasings.NO_NUMBER,
    no_whatsapp_answer=phrasings.NO_WHATSAPP_ANSWER,
    no_aadhaar=phrasings.NO_AADHAAR,
    right=phrasings.RIGHT,
    wrong=phrasings.WRONG,
)
"""What a voice says in `bench call`."""


def _around_a_value(lines: Frames) -> Frames:
    if any(line.count("{}") != 1 or line.count("{") + line.count("}") != 2 for line in lines):
        raise ValueError("each line must hold {} once, for the value, and no other brace")
    return lines


def _whole(lines: Frames) -> Frames:
    if any("{" in line or "}" in line or not line.strip() for line in lines):
        raise ValueError("these lines are whole answers: no braces, none empty")
    return lines


Around = Annotated[Frames, Field(min_length=1), AfterValidator(_around_a_value)]
WholeOrNone = Annotated[Frames, AfterValidator(_whole)]
Whole = Annotated[Frames, Field(min_length=2), AfterValidator(_whole)]


class AnswersFile(BaseModel):
    """A file of wordings: JSON, each key a list of lines in Devanagari."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Around
    child: Around
    son: Around
    daughter: Around
    district: Around
    anganwadi: Around
    months: Around
    birth: Around
    number: Around
    last_digits: Around
    pregnant_yes: Whole
    pregnant_no: Whole
    linked_yes: Whole
    linked_no: Whole
    whatsapp_yes: Whole
    whatsapp_no: Whole
    whatsapp_none: WholeOrNone = ()
    no_number: Whole
    no_whatsapp_answer: Whole
    no_aadhaar: Whole
    right: Whole
    wrong: Whole

    def wordings(self) -> Wordings:
        """The same, by kind of answer."""
        lines = {name: tuple(getattr(self, name)) for name in type(self).model_fields}
        yes_no = {kind: {True: lines.pop(f"{kind}_yes"), False: lines.pop(f"{kind}_no")} for kind in YES_NO}
        return Wordings(**lines, **yes_no)  # type: ignore[arg-type]


def load_wordings(file: Path) -> Wordings:
    """Read a file of wordings.

    Raises:
        ConfigError: there is no such file, or it is not what `AnswersFile` says; the message names the key.
    """
    try:
        return AnswersFile.model_validate(json.loads(file.read_text(encoding="utf-8"))).wordings()
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ConfigError(f"{file}: {where}: {first['msg']}") from error
    except ValueError as error:
        raise ConfigError(f"{file}: is not JSON in UTF-8") from error


@cache
def written() -> Wordings:
    """What stands in the reference transcripts of `bench extract`: all that is known."""
    known = [SPOKEN, *(load_wordings(file) for file in sorted(ANSWERS.glob("*.json")))]

    def joined(name: str) -> Frames:
        return tuple(dict.fromkeys(line for one in known for line in getattr(one, name)))

    def by_answer(name: str) -> dict[bool, Frames]:
        return {
            answer: tuple(dict.fromkeys(line for one in known for line in getattr(one, name)[answer]))
            for answer in (True, False)
        }

    names = [item.name for item in fields(Wordings)]
    lines = {name: joined(name) for name in names if name not in YES_NO}
    return Wordings(**lines, **{name: by_answer(name) for name in YES_NO})  # type: ignore[arg-type]
