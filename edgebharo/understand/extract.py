"""EXTRACT: rules first, the language model where they are unsure, grounding always last."""

from __future__ import annotations

from datetime import date

from edgebharo.forms.loaded import LoadedForm
from edgebharo.ports import Llm
from edgebharo.types import Answers, Cancelled, Extraction, Transcript
from edgebharo.understand.extract_llm import consult
from edgebharo.understand.extract_rules import read
from edgebharo.understand.grounding import ground


def extract(  # noqa: PLR0917 - one argument per thing that a turn depends on
    loaded: LoadedForm,
    answers: Answers,
    transcript: Transcript,
    today: date,
    llm: Llm | None,
    cancelled: Cancelled,
) -> Extraction:
    """All that one utterance says about the form. Total: oddities are values, never exceptions.

    `transcript.text` has passed `hindi.normalize`; `today` is the reference of relative dates. Without `llm`
    everything works, and names that the rules are unsure of are read back.
    """
    reading = read(loaded, answers, transcript, today)
    extraction = reading.extraction
    if llm is not None:
        for name in reading.unsure:
            extraction = consult(llm, loaded.form.field(name), extraction, transcript, cancelled)
    return ground(extraction, transcript, answers, loaded, today)
