"""Build the smallest Piper voice there can be: every phoneme is a short tone of its own pitch.

    python scripts/build_tiny_piper.py tests/tts/data

writes tiny-piper.onnx and tiny-piper.onnx.json: inputs, output, ids and JSON as those of a trained voice, so
that tests drive the real loading and synthesis code. It speaks Hindi phonemes at 16 kHz.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper
from piper.phoneme_ids import DEFAULT_PHONEME_ID_MAP

RATE = 16_000
PHONEME_SAMPLES = 600
"""Samples of one phoneme at length_scale 1."""

NAME = "tiny-piper.onnx"


CONSTANTS: dict[str, npt.NDArray[Any]] = {
    "lowest": np.array(20, np.float32),
    "step": np.array(0.002, np.float32),
    "last_axis": np.array([2], np.int64),
    "length_index": np.array(1, np.int64),
    "phoneme_samples": np.array(PHONEME_SAMPLES, np.float32),
    "zero": np.array(0, np.int64),
    "one": np.array(1, np.int64),
    "loudness": np.array(0.3, np.float32),
    "shape": np.array([1, 1, 1, -1], np.int64),
}
"""The numbers of the graph by name."""


def build_model() -> onnx.ModelProto:
    """A graph whose sample k of phoneme i is 0.3 * sin(0.002 * (i + 20) * k)."""
    nodes = [
        helper.make_node("Cast", ["input"], ["ids"], to=TensorProto.FLOAT),
        helper.make_node("Add", ["ids", "lowest"], ["raised"]),
        helper.make_node("Mul", ["raised", "step"], ["pitches"]),
        helper.make_node("Unsqueeze", ["pitches", "last_axis"], ["column"]),
        helper.make_node("Gather", ["scales", "length_index"], ["length_scale"], axis=0),
        helper.make_node("Mul", ["length_scale", "phoneme_samples"], ["count_float"]),
        helper.make_node("Cast", ["count_float"], ["count"], to=TensorProto.INT64),
        helper.make_node("Range", ["zero", "count", "one"], ["places"]),
        helper.make_node("Cast", ["places"], ["times"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["column", "times"], ["angles"]),
        helper.make_node("Sin", ["angles"], ["waves"]),
        helper.make_node("Mul", ["waves", "loudness"], ["sound"]),
        helper.make_node("Reshape", ["sound", "shape"], ["output"]),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny-piper",
        [
            helper.make_tensor_value_info("input", TensorProto.INT64, [1, "phonemes"]),
            helper.make_tensor_value_info("input_lengths", TensorProto.INT64, [1]),
            helper.make_tensor_value_info("scales", TensorProto.FLOAT, [3]),
        ],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, [1, 1, 1, "samples"])],
        [numpy_helper.from_array(value, name) for name, value in CONSTANTS.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def build_config() -> dict[str, object]:
    """The JSON that lies beside a voice."""
    return {
        "audio": {"sample_rate": RATE},
        "espeak": {"voice": "hi"},
        "inference": {"noise_scale": 0.667, "length_scale": 1.0, "noise_w": 0.8},
        "num_speakers": 1,
        "num_symbols": 256,
        "phoneme_id_map": DEFAULT_PHONEME_ID_MAP,
        "phoneme_type": "espeak",
    }


def main() -> None:
    """Write both files into the folder named on the command line."""
    parser = argparse.ArgumentParser(description="Build a Piper voice of a few kilobytes for tests.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NAME).write_bytes(build_model().SerializeToString())
    config = json.dumps(build_config(), ensure_ascii=False, separators=(",", ":"))
    (folder / f"{NAME}.json").write_text(config + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
