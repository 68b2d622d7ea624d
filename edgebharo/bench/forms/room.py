"""All that the calls of `bench forms` are held with. Models are loaded when they are first needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from edgebharo.bench.callers import TODAY
from edgebharo.bench.capture_memory import RememberedEar, TimedVoice
from edgebharo.bench.capture_sound import Voices
from edgebharo.bench.forms import whisper
from edgebharo.bench.forms.calls import System
from edgebharo.bench.forms.sound import CallerSounds, digits_of
from edgebharo.bench.forms.whisper import open_whisper
from edgebharo.bench.remembered import Remembered
from edgebharo.bench.turns_sound import recordings_in
from edgebharo.dialogue.endpointing import FIXED
from edgebharo.dialogue.state import DialogueState
from edgebharo.forms.loaded import LoadedForm
from edgebharo.runtime.app import open_form
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
    _made: dict[System, Parts] = field(default_factory=dict, repr=False)

    def parts(self, system: System) -> Parts:
        """What `system` holds its calls with.

        Raises:
            EdgeBharoError: a model cannot be loaded.
        """
        if system not in self._made:
            self._made[system] = Parts(
                loaded=self.form.confirming("off") if system == "no_confirm" else self.form,
                asr=self._whisper if system == "whisper" else self.remembered.ear,
                tts=TimedVoice(self.remembered.clock),
                llm=None if system == "no_model" else self.remembered.llm,
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
    def remembered(self) -> Remembered:
        """EdgeBharo's ear and language model, and the clock that their work moves."""
        return Remembered(self.settings, self.form, self.heard)

    @cached_property
    def _whisper(self) -> RememberedEar:
        return self.remembered.other_ear(open_whisper, whisper.IDENTITY)
