"""All that the calls of `bench forms` are held with. Models are loaded when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from edgebharo.bench.callers import TODAY
from edgebharo.bench.capture_call import PATIENT_MS, code_digest, ear_identity
from edgebharo.bench.capture_memory import Memory, NominalClock, RememberedEar, RememberedLlm, TimedVoice
from edgebharo.bench.capture_sound import Voices
from edgebharo.bench.forms import whisper
from edgebharo.bench.forms.calls import System
from edgebharo.bench.forms.sound import CallerSounds, digits_of
from edgebharo.bench.forms.whisper import open_whisper
from edgebharo.bench.turns_sound import recordings_in
from edgebharo.dialogue.endpointing import FIXED
from edgebharo.dialogue.state import DialogueState
from edgebharo.forms.loaded import LoadedForm
from edgebharo.ports import Asr
from edgebharo.runtime.app import open_asr, open_form, open_llm
from edgebharo.runtime.config import Settings
from edgebharo.runtime.parts import Parts


@dataclass
class FormRoom:
    """Belongs to one thread."""

    settings: Settings
    heard: Path
    """The file of what was heard and read before."""
    recordings: Path | None = None
    """Folder of recorded digits."""
    clock: NominalClock = field(default_factory=NominalClock)
    """Moves by what hearing, reading and speaking take on a small computer."""
    _made: dict[System, Parts] = field(default_factory=dict, repr=False)

    def parts(self, system: System) -> Parts:
        """What `system` holds its calls with.

        Raises:
            EdgeBharoError: a model cannot be loaded.
        """
        if system not in self._made:
            self._made[system] = Parts(
                loaded=self.form.confirming("off") if system == "no_confirm" else self.form,
                asr=self._whisper if system == "whisper" else self._ear,
                tts=TimedVoice(self.clock),
                llm=None if system == "no_model" else self._llm,
                today=TODAY,
            )
        return self._made[system]

    def start(self, system: System) -> DialogueState:
        """The state in which a live call of `system` begins."""
        return DialogueState(policy=FIXED) if system == "fixed_endpoint" else DialogueState()

    @cached_property
    def form(self) -> LoadedForm:
        """The form, its consent question included."""
        return open_form(self.settings)

    @cached_property
    def sounds(self) -> CallerSounds:
        """The callers' sounds."""
        digits = digits_of(recordings_in(self.recordings)) if self.recordings else {}
        return CallerSounds(Voices(self.settings), digits)

    @cached_property
    def _memory(self) -> Memory:
        return Memory(self.heard)

    @cached_property
    def _ear(self) -> RememberedEar:
        return self._remembered(
            lambda: open_asr(self.settings.model_copy(update={"threads": 1})), ear_identity(self.settings)
        )

    @cached_property
    def _whisper(self) -> RememberedEar:
        return self._remembered(open_whisper, whisper.IDENTITY)

    def _remembered(self, open_ear: Callable[[], Asr], identity: str) -> RememberedEar:
        return RememberedEar(open_ear, identity, self._memory, self.clock)

    @cached_property
    def _llm(self) -> RememberedLlm | None:
        patient = self.settings.model_copy(update={"llm_limit_ms": PATIENT_MS, "threads": 1})
        llm, _notes = open_llm(patient, self.form)
        if llm is None:
            return None
        return RememberedLlm(llm, code_digest("llm"), self._memory, self.clock)
