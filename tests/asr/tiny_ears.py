"""Recognisers of a few kilobytes, one of each family, chosen as the manifest chooses a real one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

import onnx
from onnx import TensorProto, helper

from edgebharo.asr.backends import ASR
from edgebharo.asr.options import EarOptions
from edgebharo.models.roles import find_files, model_to_run
from edgebharo.ports import Asr
from edgebharo.types import Pcm, Utterance
from scripts.tiny_asr.speech import say

FAMILIES = MappingProxyType(
    {
        "nemo-ctc": "conformer-hi-sherpa-ctc",
        "transducer": "conformer-hi-sherpa",
        "nemo-transducer": "conformer-hi-sherpa",
        "whisper": "whisper-small-hi",
        "moonshine": "shruti-hi",
        "zipformer": "zipformer-hi",
        "onnx-asr-ctc": "indicconformer-hi-ctc",
        "onnx-asr-rnnt": "indicconformer-hi",
    }
)
"""Family that `scripts/build_tiny_asr.py` builds -> the manifest's model of the same family."""
SHERPA = tuple(name for name in FAMILIES if not name.startswith("onnx-asr"))
SENTENCE = (0, 1, 2, 3, 0)
SAID = "हां नहीं दस हां"
"""What SENTENCE spells."""


def load(family: str, folder: Path, language: str | None = None) -> Asr:
    """The ear of `family` with the files in `folder`."""
    model, run = model_to_run(FAMILIES[family], "asr")
    files = find_files(model, run, folder)
    return ASR.create(run.backend, EarOptions(files, 1, run.language if language is None else language))


def utterance(pcm: Pcm) -> Utterance:
    return Utterance(7, 0, pcm.size, pcm, "silence")


def sentence() -> Utterance:
    return utterance(say(SENTENCE))


def graphs(folder: Path) -> Iterator[Path]:
    """The ONNX files in `folder`."""
    return iter(sorted(folder.glob("*.onnx")))


def set_facts(path: Path, **facts: object) -> None:
    """Write metadata; None removes a key."""
    model = onnx.load(str(path))
    found = {row.key: row.value for row in model.metadata_props}
    found |= {key: str(value) for key, value in facts.items()}
    del model.metadata_props[:]
    kept = {key: value for key, value in found.items() if facts.get(key, "") is not None}
    helper.set_model_props(model, kept)
    path.write_bytes(model.SerializeToString())


def facts_of(path: Path) -> tuple[str, ...]:
    return tuple(row.key for row in onnx.load(str(path)).metadata_props)


def make_unrunnable(path: Path) -> None:
    """Add a zero to the first output by way of a OneHot over int32, for which no CPU runtime has code."""
    model = onnx.load(str(path))
    graph = model.graph
    last = next(node for node in graph.node if node.output[0] == graph.output[0].name)
    kind = graph.output[0].type.tensor_type.elem_type
    graph.initializer.append(helper.make_tensor("odd_place", TensorProto.INT32, [1], [1]))
    graph.initializer.append(helper.make_tensor("odd_size", TensorProto.INT64, [1], [4]))
    graph.initializer.append(helper.make_tensor("odd_values", TensorProto.FLOAT, [2], [0.0, 0.0]))
    odd = [
        helper.make_node("OneHot", ["odd_place", "odd_size", "odd_values"], ["odd_row"]),
        helper.make_node("ReduceSum", ["odd_row"], ["odd_sum"], keepdims=0),
        helper.make_node("Cast", ["odd_sum"], ["odd_zero"], to=kind),
        helper.make_node("Add", [last.input[0], "odd_zero"], ["odd_output"]),
    ]
    last.input[0] = "odd_output"
    rest = list(graph.node)
    del graph.node[:]
    place = next(index for index, node in enumerate(rest) if node.output[0] == last.output[0])
    graph.node.extend([*rest[:place], *odd, *rest[place:]])
    path.write_bytes(model.SerializeToString())
