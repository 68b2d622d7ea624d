"""Reads the encoder of Whisper-base from a CTranslate2 `model.bin`.

The file (version 6) is: u32 version; u16 length and name of the spec; u32 revision; u32 number of
variables; then, for each variable,
 u16 length and name, u8 rank, u32 per dimension, u8 type, u32 bytes, the values, little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]

VERSION = 6
TYPES: Mapping[int, np.dtype[Any]] = {
    0: np.dtype("<f4"),
    1: np.dtype("<i1"),
    2: np.dtype("<i2"),
    3: np.dtype("<i4"),
    4: np.dtype("<f2"),
}
LAYERS = 6


def encoder_state(path: Path) -> dict[str, Array]:
    """The encoder's weights under the names of `scripts.asr.model.Encoder`, as float32.

    Raises:
        ValueError: the file is no CTranslate2 model of this version, or holds another model.
    """
    with path.open("rb") as file:
        found = dict(_variables(file))
    try:
        return _renamed(found)
    except KeyError as error:
        raise ValueError(f"{path}: not a Whisper encoder: {error} is missing") from error


def _variables(file: BinaryIO) -> Iterator[tuple[str, Array]]:
    version = _u32(file)
    if version != VERSION:
        raise ValueError(f"{file.name}: CTranslate2 format {version}, expected {VERSION}")
    _text(file)
    _u32(file)
    for _ in range(_u32(file)):
        name = _text(file)
        (rank,) = struct.unpack("<B", file.read(1))
        shape = tuple(_u32(file) for _ in range(rank))
        (kind,) = struct.unpack("<B", file.read(1))
        values = np.frombuffer(file.read(_u32(file)), TYPES[kind])
        if name.startswith("encoder/"):
            yield name.removeprefix("encoder/"), values.reshape(shape).astype(np.float32)


def _u32(file: BinaryIO) -> int:
    return int(struct.unpack("<I", file.read(4))[0])


def _text(file: BinaryIO) -> str:
    (length,) = struct.unpack("<H", file.read(2))
    return file.read(length).rstrip(b"\0").decode()


def _renamed(found: dict[str, Array]) -> dict[str, Array]:
    state = {"positions": found["position_encodings/encodings"]}
    names = {"conv1": "conv1", "conv2": "conv2", "layer_norm": "norm"}
    for layer in range(LAYERS):
        theirs, ours = f"layer_{layer}", f"layers.{layer}"
        names[f"{theirs}/self_attention/layer_norm"] = f"{ours}.norm1"
        names[f"{theirs}/self_attention/linear_0"] = f"{ours}.qkv"
        names[f"{theirs}/self_attention/linear_1"] = f"{ours}.out"
        names[f"{theirs}/ffn/layer_norm"] = f"{ours}.norm2"
        names[f"{theirs}/ffn/linear_0"] = f"{ours}.up"
        names[f"{theirs}/ffn/linear_1"] = f"{ours}.down"
    for source, target in names.items():
        norm = source.endswith("layer_norm")
        state[f"{target}.weight"] = found[f"{source}/{'gamma' if norm else 'weight'}"]
        state[f"{target}.bias"] = found[f"{source}/{'beta' if norm else 'bias'}"]
    return state
