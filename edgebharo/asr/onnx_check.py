"""Looks at a model's files before a runtime gets them.

sherpa-onnx ends the process, or reads past the end of an array, where files do not belong together; so
whatever it takes on trust is checked here first, with onnxruntime.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime
from onnxruntime.capi.onnxruntime_pybind11_state import NotImplemented as NoKernel

from edgebharo.errors import ModelFileError
from edgebharo.types import SAMPLE_RATE

Feeds = Mapping[str, npt.NDArray[Any]]
STAGE = "asr"
RATE_KEYS = ("sample_rate", "sampling_rate")


@dataclass(frozen=True)
class OnnxFile:
    """One ONNX file, loaded for a look."""

    path: Path
    session: Any
    metadata: Mapping[str, str]
    """The custom metadata."""
    inputs: tuple[str, ...]
    """Names of the inputs in order."""

    def input_size(self, index: int, axis: int) -> int | None:
        """Size of an input's axis; None where the graph leaves it open."""
        return _fixed(self.session.get_inputs()[index].shape, axis)

    def number(self, key: str) -> int:
        """A whole number of the metadata.

        Raises:
            ModelFileError: it is missing or no number.
        """
        return self.numbers(key)[0]

    def numbers(self, key: str) -> tuple[int, ...]:
        """Whole numbers of the metadata, none below 0, written with commas between them; one at least.

        Raises:
            ModelFileError: they are missing or no such numbers.
        """
        parts = self.metadata.get(key, "").split(",")
        if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
            raise self.unfit(f"its metadata has no usable {key!r}")
        return tuple(int(part) for part in parts)

    def require_ports(self, inputs: int, *outputs: int) -> None:
        """Refuse a graph with another number of inputs, or with none of the numbers of `outputs`."""
        found = len(self.session.get_inputs()), len(self.session.get_outputs())
        if found[0] != inputs or found[1] not in outputs:
            expected = f"{inputs} inputs and {outputs[0]} outputs"
            raise self.unfit(f"it has {found[0]} inputs and {found[1]} outputs instead of {expected}")

    def run(self, feeds: Feeds, rank: int = 0) -> list[npt.NDArray[Any]]:
        """Run the graph once; its first output has at least `rank` axes.

        Raises:
            ModelFileError: it loads, but does not run or gives something else.
        """
        try:
            values = [np.asarray(value) for value in self.session.run(None, dict(feeds))]
        except Exception as error:
            raise self.unfit("it loads but does not run") from error
        if values[0].ndim < rank:
            raise self.unfit("its output has another shape")
        return values

    def width(self, feeds: Feeds | None = None) -> int:
        """Size of the last axis of the first output: how many symbols the graph knows.

        Where the graph leaves it open, `feeds` are run through it to see.
        """
        fixed = _fixed(self.session.get_outputs()[0].shape, -1)
        if fixed is not None:
            return fixed
        if feeds is None:
            raise self.unfit("it does not say how many symbols it knows")
        return int(self.run(feeds, 2)[0].shape[-1])

    def unfit(self, why: str) -> ModelFileError:
        """The error that names this file; `why` completes "cannot be used:"."""
        return unfit(self.path, why)


def unfit(path: Path, why: str) -> ModelFileError:
    """The error of a file that is there but is not what the manifest says it is."""
    return ModelFileError(
        STAGE, f"{path} cannot be used: {why}; fetch the model's files again, all from one export"
    )


def no_kernel(path: Path) -> ModelFileError:
    """The error of a graph for which the runtime has no code on a CPU."""
    advice = "get the QUInt8 or the fp32 export of the model (an int8 export may hold ConvInteger on int8)"
    return ModelFileError(STAGE, f"{path} has an operator that this device's CPU cannot run; {advice}")


def open_onnx(path: Path) -> OnnxFile:
    """Load a file with onnxruntime on the CPU and refuse what this device cannot run.

    Raises:
        ModelFileError: missing, corrupt, with an operator that the CPU lacks, or for another sample rate.
    """
    if not path.is_file():
        raise ModelFileError(STAGE, f"{path} is missing; put the model's files into one folder")
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        inputs = tuple(value.name for value in session.get_inputs())
        file = OnnxFile(path, session, session.get_modelmeta().custom_metadata_map, inputs)
    except NoKernel as error:
        advice = (
            "get the QUInt8 or the fp32 export of the model (an int8 export may hold ConvInteger on int8)"
        )
        raise ModelFileError(
            STAGE, f"{path} has an operator that this device's CPU cannot run; {advice}"
        ) from error
    except Exception as error:
        raise unfit(path, "it is truncated, corrupt or no ONNX model") from error
    refuse_other_rate(path, file.metadata)
    return file


def refuse_other_rate(path: Path, facts: Mapping[str, object]) -> None:
    """Refuse a model that says it was made for audio of another rate than SAMPLE_RATE."""
    others = {str(facts[key]) for key in RATE_KEYS if key in facts} - {str(SAMPLE_RATE)}
    if others:
        rate = ", ".join(sorted(others))
        raise ModelFileError(
            STAGE, f"{path} was made for audio of {rate} Hz; use a model for {SAMPLE_RATE} Hz"
        )


def read_table(path: Path) -> tuple[str, ...]:
    """The symbols of a token table in the order of their numbers.

    Each line holds a symbol and its number; the numbers are 0 … n - 1, each once.

    Raises:
        ModelFileError: missing, not UTF-8, or no such table.
    """
    if not path.is_file():
        raise ModelFileError(STAGE, f"{path} is missing; put the model's files into one folder")
    symbols: dict[int, str] = {}
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            symbol, _, number = line.rstrip().rpartition(" ")
            if int(number) in symbols:
                raise unfit(path, "two symbols have one number")
            symbols[int(number)] = symbol.strip()
    except (OSError, ValueError) as error:
        raise unfit(path, "it is no token table (a symbol and its number a line)") from error
    if not symbols or sorted(symbols) != list(range(len(symbols))):
        raise unfit(path, "its numbers are not 0, 1, 2 … without gaps")
    return tuple(symbols[number] for number in range(len(symbols)))


def require_hindi(path: Path, symbols: Iterable[str]) -> None:
    """Refuse a table that cannot spell Hindi: neither Devanagari in it nor single bytes."""
    if not any("\u0900" <= char <= "\u097f" for symbol in symbols for char in symbol) and not any(
        symbol.startswith("<0x") for symbol in symbols
    ):
        raise unfit(path, "it holds no Devanagari, so it is not the table of a Hindi model")


def require_size(path: Path, symbols: tuple[str, ...], width: int, graph: Path) -> None:
    """Refuse a table of another size than the graph's output."""
    if len(symbols) != width:
        raise unfit(path, f"it has {len(symbols)} symbols, but {graph.name} knows {width}")


def require_blank(path: Path, symbols: tuple[str, ...], place: int) -> None:
    """Refuse a table whose blank `<blk>` is not at `place` (negative: from the end)."""
    if symbols[place] != "<blk>" or symbols.count("<blk>") != 1:
        where = "first" if place == 0 else "last"
        raise unfit(path, f"its {where} symbol is not <blk>, so it belongs to another kind of model")


def _fixed(shape: list[int | str | None], axis: int) -> int | None:
    size = shape[axis] if -len(shape) <= axis < len(shape) else None
    return size if isinstance(size, int) else None
