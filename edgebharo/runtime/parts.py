"""What a call is made of: the form, the ear, the model, the voice. Built once, by `app`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from edgebharo.forms.loaded import LoadedForm
from edgebharo.ports import Asr, Llm, Tts


@dataclass(frozen=True)
class Parts:
    """Everything a call needs and does not change."""

    loaded: LoadedForm
    asr: Asr
    tts: Tts
    llm: Llm | None
    """None: EXTRACT works by the Hindi rules alone."""
    today: date
    """The day the call is held: reference of relative dates, fixed for the whole call."""
    rephrase: bool = False
    """Let the model reword the templates (checked; the template is the fallback)."""
