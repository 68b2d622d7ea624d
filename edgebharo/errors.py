"""The exception tree. An exception means a broken environment or a bug; expected outcomes are values.

EdgeBharoError
├─ ConfigError
├─ FormError            a form file cannot be used; carries every problem found
├─ BackendError         a model stage failed
│  ├─ UnknownBackendError
│  ├─ MissingExtraError
│  ├─ ModelFileError    a model is missing or corrupt
│  └─ InferenceError
│     └─ TruncatedError
├─ AudioError
│  ├─ DeviceError
│  │  └─ DeviceFaultError  one microphone or speaker cannot be used, or no longer
│  └─ WavFormatError
├─ StoreError           the record store cannot be read or written
├─ PayloadError         a record's payload is none that can be read
├─ SealError            what is locked cannot be opened, or a key is missing or wrong
├─ CallerError          a simulated caller's file cannot be used
├─ ManifestError        a manifest of recordings, or the answers beside it, cannot be used
├─ ResultsError         a benchmark's file of results cannot be read, or lacks what is asked of it
├─ OutputError          a file that was asked for (--json, --audio, --trace) cannot be written
├─ TraceError           a trace cannot be read, or is not what the program would do
├─ SyncError
└─ RegistryError        the registry's database or folder of keys cannot be used as it is

Messages say what is wrong and what to do, and never hold a transcript or a value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


class EdgeBharoError(Exception):
    """Base of all errors that the command line prints as one line.

    `exit_code` is the process's exit status (sysexits-like, one per branch of the tree).
    """

    exit_code = 1


class ConfigError(EdgeBharoError):
    """A setting is wrong."""

    exit_code = 3


@dataclass(frozen=True)
class Problem:
    """One thing wrong in a file: where, and what to do."""

    file: str
    key: str
    """Dotted path inside the file, e.g. `fields[3].retries.max`."""
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.message}" if self.key else f"{self.file}: {self.message}"


class FormError(EdgeBharoError):
    """A form cannot be used. `problems` holds all of them."""

    exit_code = 4

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


class BackendError(EdgeBharoError):
    """A model stage failed; `stage` is `asr`, `tts`, `llm` or `vad`."""

    exit_code = 5

    def __init__(self, stage: str, message: str) -> None:
        self.stage = stage
        super().__init__(f"{stage}: {message}")


class UnknownBackendError(BackendError):
    """The name of a backend is not registered."""


class MissingExtraError(BackendError):
    """A backend needs a package that is not installed."""


class ModelFileError(BackendError):
    """A model file is missing, truncated or corrupt."""

    exit_code = 6


class InferenceError(BackendError):
    """A model ran and failed."""


class GrammarError(InferenceError):
    """A grammar cannot be parsed, or the language model does not obey it: nothing it says can be trusted."""


class TruncatedError(InferenceError):
    """The language model's completion was cut off before its end."""


class TooSlowError(InferenceError):
    """The language model did not answer in the time that a turn leaves it."""


class AudioError(EdgeBharoError):
    """Base of microphone, speaker and audio-file errors."""

    exit_code = 7


class DeviceError(AudioError):
    """No usable microphone or speaker."""


DeviceKind: TypeAlias = Literal["microphone", "speaker"]
Fault: TypeAlias = Literal[
    "absent",  # it is not there to be opened
    "busy",  # it is there, and cannot be opened
    "gone",  # it was open and has stopped: unplugged
    "silent",  # it gives nothing but zeros: switched off, or a Bluetooth device in the wrong profile
    "dead",  # it is open, and no sound passes
]


class DeviceFaultError(DeviceError):
    """One microphone or speaker cannot be used, or no longer; says which, and what happened to it."""

    def __init__(self, device: DeviceKind, fault: Fault, message: str) -> None:
        self.device = device
        self.fault = fault
        super().__init__(message)


class WavFormatError(AudioError):
    """An audio file cannot be decoded."""

    exit_code = 8


class StoreError(EdgeBharoError):
    """The record store cannot be read or written; what was written before is kept."""

    exit_code = 9


class PayloadError(EdgeBharoError):
    """A record's payload cannot be made or read."""

    exit_code = 16


class SealError(EdgeBharoError):
    """A key is missing or wrong, or locked bytes were changed; nothing is deleted or made anew."""

    exit_code = 17


class CallerError(EdgeBharoError):
    """A simulated caller's file cannot be used."""

    exit_code = 10


class ManifestError(EdgeBharoError):
    """A manifest of recordings, the possible answers beside it, or a table of utterances is unusable."""

    exit_code = 14


class ResultsError(EdgeBharoError):
    """A benchmark's file of results cannot be read, or does not hold what is asked of it."""

    exit_code = 19


class OutputError(EdgeBharoError):
    """A file that was asked for cannot be written; the call's record is kept."""

    exit_code = 12


class TraceError(EdgeBharoError):
    """A trace cannot be read, or the program no longer does what the trace says."""

    exit_code = 15


class SyncError(EdgeBharoError):
    """A sync with the registry failed."""

    exit_code = 11


class RegistryError(EdgeBharoError):
    """The registry's database or its folder of keys cannot be used as it is; says what to do."""

    exit_code = 18
