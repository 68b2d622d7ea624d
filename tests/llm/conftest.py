from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from edgebharo.errors import ModelFileError
from edgebharo.models.resolve import path_of

if TYPE_CHECKING:
    from edgebharo.llm.llama_cpp import LlamaCpp


@pytest.fixture(scope="session")
def gguf() -> Path:
    try:
        return path_of("gemma3-270m")
    except ModelFileError as error:
        pytest.skip(f"no language model here: {error}")


@pytest.fixture(scope="session")
def llm(gguf: Path) -> Iterator[LlamaCpp]:
    from edgebharo.llm.llama_cpp import LlamaCppOptions, create  # noqa: PLC0415 - a heavy, optional import

    model = create(LlamaCppOptions(model_path=gguf, threads=1))
    yield model
    model.close()
