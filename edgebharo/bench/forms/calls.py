"""The calls of `bench forms`, as values that fit into JSON."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field

from edgebharo.runtime.callers import Caller

Condition: TypeAlias = Literal["ideal", "noise", "microphone", "pace", "combined"]
"""noise: pink noise and babble. microphone: far in a ringing room, or so near that it clips and booms. pace:
fast or slow. combined, which the published design lacks: far, in noise, and fast or slow."""
Behaviour: TypeAlias = Literal[
    "plain", "wrong_field", "partial", "self_corrected", "refusing", "hesitant", "talkative"
]
"""All but `plain` go beyond the published design. wrong_field: she answers another question first. partial:
she tells a half first. self_corrected: she begins with a wrong value. refusing: some things she will not
tell. hesitant: fillers and long pauses. talkative: she says more than she was asked."""
System: TypeAlias = Literal["edgebharo", "whisper", "fixed_endpoint", "no_model", "no_confirm"]

CONDITIONS: tuple[Condition, ...] = ("ideal", "noise", "microphone", "pace")
"""Those of the published design."""
BEHAVIOURS: tuple[Behaviour, ...] = get_args(Behaviour)
BASELINES: tuple[System, ...] = ("whisper", "fixed_endpoint", "no_model", "no_confirm")


class FormCall(BaseModel):
    """One call: who, from where, on which way through the form, held by which system."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Seed, condition, user and way; seeds all that is drawn while the call goes on."""
    user: Annotated[int, Field(ge=1, le=25)]
    """1 to 5 are always the same persons, the others are drawn from the seed."""
    condition: Condition
    behaviour: Behaviour = "plain"
    system: System = "edgebharo"
    caller: Caller
    voice: str
    """A Kokoro voice or blend, and perhaps @ and the factor by which it is pitched."""
    sex: Literal["f", "m"]
    """How her voice sounds."""
    pace: Annotated[float, Field(ge=0.5, le=2.0)]
    reaction_ms: Annotated[int, Field(ge=0)]
    speaker: str = ""
    """Whose recorded digits stand in her phone and Aadhaar numbers; empty: her own voice says them."""

    @property
    def way(self) -> str:
        """Her way through the form: pregnant, linked number, WhatsApp, Aadhaar."""
        return self.id.rsplit("/", 1)[1]

    @property
    def name(self) -> str:
        """Tells it from the same call bent to a behaviour, or held by another system."""
        return f"{self.id}/{self.behaviour}/{self.system}"
