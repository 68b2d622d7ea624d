"""The language models EdgeBharo can run, by name."""

from __future__ import annotations

from edgebharo.backends import Registry
from edgebharo.ports import Llm

LLM: Registry[Llm] = Registry(
    stage="llm",
    factories={"llama_cpp": "edgebharo.llm.llama_cpp:create"},
    extras={"llama_cpp": "llm"},
)
