"""How to load a language model. Light to import: the runtime itself may not be installed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class LlamaCppOptions:
    """How to load a model."""

    model_path: Path
    threads: int | None = None
    """None = one per physical core that this process may use."""
    context: int = 1024
    """Tokens of prompt and completion together, 256..8192."""
    prefixes: tuple[str, ...] = ()
    """Shared parts of prompts that are decoded at once; any other is decoded when it is first used."""
    grammars: tuple[str, ...] = ()
    """GBNF that must parse, or the model is not handed out: what turns will be made of."""
    limit_ms: int | None = None
    """The longest that a choice among literals may take: it then raises. None: no limit."""
