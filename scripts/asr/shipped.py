"""Weights out of the graph that `scripts.asr.export` writes: training can go on from a shipped ear."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
from onnx import numpy_helper

Array = npt.NDArray[np.float32]

PREFIX = "ear."
_SUFFIX = "_quantized"


def state_of(path: Path) -> dict[str, Array]:
    """The float32 weights in `path`, under the names of `scripts.asr.model.Ear`, int8 ones dequantised.

    Raises:
        ValueError: the graph was not written by `scripts.asr.export`.
    """
    graph = onnx.load(path).graph
    values = {entry.name: numpy_helper.to_array(entry) for entry in graph.initializer}
    users = {name: node for node in graph.node for name in node.input}
    state = {
        name.removeprefix(PREFIX): np.asarray(value, np.float32)
        for name, value in values.items()
        if name.startswith(PREFIX)
    }
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            bias = _bias_after(node, users, values)
            state[bias.removeprefix(PREFIX).removesuffix("bias") + "weight"] = _dequantised(node, values)
    if not state:
        raise ValueError(f"{path}: not a graph of scripts.asr.export; its weights have no names")
    return state


def _bias_after(node: onnx.NodeProto, users: dict[str, onnx.NodeProto], values: dict[str, Array]) -> str:
    """Name of the bias that is added to the product `node`: Cast, Mul by the scales, Add."""
    for _ in range(3):
        node = users[node.output[0]]
    biases = [name for name in node.input if name in values and name.startswith(PREFIX)]
    if node.op_type != "Add" or len(biases) != 1:
        raise ValueError("a product of the graph has no bias by which its weights could be named")
    return str(biases[0])


def _dequantised(node: onnx.NodeProto, values: dict[str, Array]) -> Array:
    """[out, in] from the quantised [in, out] of `node`."""
    steps = values[node.input[1]].astype(np.float32) - values[node.input[3]].astype(np.float32)
    scale = values[node.input[1].removesuffix(_SUFFIX) + "_scale"]
    return np.ascontiguousarray((steps * scale).T)
