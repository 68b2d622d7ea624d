"""The ear and the language model of simulated calls: what they answered once is taken from a file."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import edgebharo
from edgebharo.bench.capture_memory import Memory, NominalClock, RememberedEar, RememberedLlm
from edgebharo.forms.loaded import LoadedForm
from edgebharo.models import bundled
from edgebharo.ports import Asr
from edgebharo.runtime.app import open_asr, open_llm
from edgebharo.runtime.config import Settings

PATIENT_MS = 10_000
"""The language model always answers: how long it takes is not measured here."""


@dataclass
class Remembered:
    """Belongs to one thread; models are loaded when they are first needed, on one core each."""

    settings: Settings
    form: LoadedForm
    """Whose words the language model is told."""
    path: Path
    """The file of what was heard and read before."""
    clock: NominalClock = field(default_factory=NominalClock)
    """Moves by what hearing, reading and speaking take on a small computer."""

    @cached_property
    def ear(self) -> RememberedEar:
        """The ear of the settings."""
        return self.other_ear(lambda: open_asr(self._alone), ear_identity(self.settings))

    def other_ear(self, open_ear: Callable[[], Asr], identity: str) -> RememberedEar:
        """Another one; `identity` names all that its answers rest on."""
        return RememberedEar(open_ear, identity, self._memory, self.clock)

    @cached_property
    def llm(self) -> RememberedLlm | None:
        """The language model of the settings; None where there is none."""
        llm, _notes = open_llm(self._alone.model_copy(update={"llm_limit_ms": PATIENT_MS}), self.form)
        return None if llm is None else RememberedLlm(llm, code_digest("llm"), self._memory, self.clock)

    @cached_property
    def _alone(self) -> Settings:
        return self.settings.model_copy(update={"threads": 1})

    @cached_property
    def _memory(self) -> Memory:
        return Memory(self.path)


def ear_identity(settings: Settings) -> str:
    """Names the ear, its files, and the code that its answers rest on."""
    chosen = settings.asr_dir or bundled.root("models") / settings.asr
    digest = sha256()
    for path in sorted(chosen.rglob("*")) if chosen.is_dir() else ():
        if path.is_file():
            digest.update(sha256(path.read_bytes()).digest())
    return f"{settings.asr} {digest.hexdigest()} {code_digest('asr')}"


def code_digest(room: str) -> str:
    """Hash of the code of a room, and of what it imports from other rooms.

    What lies outside the rooms (types, errors, ports) decides nothing.
    """
    package = Path(edgebharo.__file__).parent
    found: set[Path] = set()
    waiting = list((package / room).rglob("*.py"))
    while waiting:
        path = waiting.pop()
        if path in found or path.parent == package or not path.is_file():
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("edgebharo."):
                module = package.parent / str(node.module).replace(".", "/")
                parts = [module / f"{alias.name}.py" for alias in node.names]
                waiting += [module.with_suffix(".py"), module / "__init__.py", *parts]
    digest = sha256()
    for path in sorted(found):
        digest.update(f"{path.relative_to(package)}\0".encode() + path.read_bytes())
    return digest.hexdigest()
