"""A simulated caller: what she says to each question, and what the form should hold in the end.

The file is YAML:

    id: sunita
    voice: hm_psi            # a Kokoro voice, a blend such as hm_psi:0.6+hf_beta:0.4, or a Piper .onnx file
    speed: 1.0
    caller_number: null      # typed by the worker before the call, where known
    today: 2026-11-30        # the calendar day of the call; default: the real one
    reaction_ms: 400         # silence between the agent's last sound and the caller's first
    answers:
      name: {say: "मेरा नाम सुनीता देवी है", value: "सुनीता देवी"}
      child_dob: {say: ["पंद्रह अप्रैल", "पंद्रह अप्रैल दो हज़ार पच्चीस"], value: "2025-04-15"}
      linked_number: {clip: number.wav, value: "9876543210"}

`say` may be a list: the n-th entry answers the n-th time the question is put, the last one every time after.
Where a field is handed over to the worker, `worker: {aadhaar_last4: "1234"}` says what she types.
A read-back is answered truthfully: yes where the value read equals `value`, otherwise no.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from edgebharo.errors import CallerError
from edgebharo.types import Value


def _as_tuple(value: object) -> object:
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else value


def _as_value(value: object) -> object:
    """YAML reads an unquoted 2025-04-15 as a date."""
    return value.isoformat() if isinstance(value, date) else value


class CallerAnswer(BaseModel):
    """What the caller says to one question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    say: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = ()
    """Spoken text by attempt."""
    clip: Path | None = None
    """An audio file that is played instead; relative to the caller's file."""
    value: Annotated[Value | None, BeforeValidator(_as_value)] = None
    """What the form should hold for this field; None where the caller gives no answer."""

    @model_validator(mode="after")
    def _one_source(self) -> CallerAnswer:
        if bool(self.say) == bool(self.clip):
            raise ValueError("give either `say` (text) or `clip` (an audio file)")
        return self


class Caller(BaseModel):
    """A caller with a voice and an answer for every question that may be put to her."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    id: str
    voice: str = "hm_psi"
    speed: Annotated[float, Field(ge=0.5, le=2.0)] = 1.0
    caller_number: str | None = None
    today: date | None = None
    reaction_ms: Annotated[int, Field(ge=0, le=10_000)] = 400
    answers: dict[str, CallerAnswer]
    worker: dict[str, Value] = {}
    """What the worker types for a field that is handed over; nothing where it is missing."""
    consent: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = ("हाँ जी",)
    """What she says to the consent question; an entry `consent` among the answers says it otherwise."""
    yes: Annotated[tuple[str, ...], BeforeValidator(_as_tuple), Field(alias="when_right")] = ("हाँ, सही है",)
    """What she says when a read-back is right; the n-th entry the n-th time."""
    no: Annotated[tuple[str, ...], BeforeValidator(_as_tuple), Field(alias="when_wrong")] = ("नहीं, गलत है",)


def load_caller(path: Path) -> Caller:
    """Read a caller's file; clips are resolved against its folder.

    Raises:
        CallerError: the file is missing, is no YAML, or says something the format does not know.
    """
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
        caller = Caller.model_validate(raw)
    except OSError as error:
        raise CallerError(
            f"{path}: cannot be read ({error.strerror}); give the path of a caller's YAML file"
        ) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise CallerError(
            f"{path}: is not readable YAML; see `edgebharo simulate --help` for the format"
        ) from error
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(str(part) for part in problem['loc']) or 'file'}: {problem['msg']}"
            for problem in error.errors(include_url=False, include_input=False)
        )
        raise CallerError(f"{path}: {problems}") from error
    answers = {
        name: answer.model_copy(update={"clip": (path.parent / answer.clip).resolve()})
        if answer.clip
        else answer
        for name, answer in caller.answers.items()
    }
    for name, answer in answers.items():
        if answer.clip is not None and not answer.clip.is_file():
            raise CallerError(f"{path}: answers.{name}.clip: there is no file {answer.clip}")
    return caller.model_copy(update={"answers": answers})
