"""A short way to write down an ONNX graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

Shape = Sequence[int | str]
FLOAT, INT32, INT64 = TensorProto.FLOAT, TensorProto.INT32, TensorProto.INT64


class Sketch:
    """Collects nodes and constants; every method that adds something returns the name of its value."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []

    def input(self, name: str, kind: int, shape: Shape) -> str:
        """Declare an input; the order of the calls is the order of the inputs."""
        self._inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, value: str, name: str, kind: int, shape: Shape) -> None:
        """Hand `value` out under `name`."""
        self._nodes.append(helper.make_node("Identity", [value], [name]))
        self._outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def constant(self, value: npt.ArrayLike, dtype: npt.DTypeLike = np.float32) -> str:
        """A constant tensor."""
        name = f"constant_{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(np.asarray(value, dtype), name))
        return name

    def indices(self, *values: int) -> str:
        """A one-dimensional int64 constant: axes, shapes, starts."""
        return self.constant(values, np.int64)

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with one output."""
        name = f"{kind.lower()}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def save(self, path: Path, metadata: Mapping[str, object] | None = None) -> None:
        """Check the graph and write it."""
        graph = helper.make_graph(self._nodes, path.stem, self._inputs, self._outputs, self._constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        helper.set_model_props(model, {key: str(value) for key, value in (metadata or {}).items()})
        onnx.checker.check_model(model)
        path.write_bytes(model.SerializeToString())
