"""Checkpoint to the file that EdgeBharo loads: one ONNX graph, samples to log-probabilities, int8 weights.

    python -m scripts.asr.export RUN/last.pt --out models/asr-hi

Writes OUT/model.int8.onnx and OUT/tokens.json, compares the graph with the checkpoint on noise
and prints bytes and sha256 of both files for models/manifest.toml.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional

from scripts.asr.mel import FLOOR, HOP, RATE, SPAN, WINDOW, filters
from scripts.asr.model import Ear

OPSET = 17
MODEL, TOKENS = "model.int8.onnx", "tokens.json"
LARGEST_ERROR = 0.35
"""Probability by which int8 weights may move a symbol of one frame."""


class FromSamples(nn.Module):
    """`audio` float32 [1, n] to log-probabilities [1, n / 640, symbols], the spectrogram included."""

    waves: Tensor
    bands: Tensor

    def __init__(self, ear: Ear) -> None:
        super().__init__()
        self.ear = ear
        angles = 2 * np.pi * np.outer(np.arange(WINDOW // 2 + 1), np.arange(WINDOW)) / WINDOW
        window = np.hanning(WINDOW + 1)[:-1]
        waves = np.concatenate([np.cos(angles), np.sin(angles)]) * window
        self.register_buffer("waves", torch.from_numpy(waves.astype(np.float32))[:, None])
        self.register_buffer("bands", torch.from_numpy(filters()))

    def forward(self, audio: Tensor) -> Tensor:
        """See the class."""
        padded = functional.pad(audio[:, None], (WINDOW // 2, WINDOW // 2 - HOP))
        parts = functional.conv1d(padded, self.waves, stride=HOP)
        half = WINDOW // 2 + 1
        power = parts[:, :half] ** 2 + parts[:, half:] ** 2
        mel = torch.log10(torch.clamp(self.bands @ power, min=FLOOR))
        mel = (torch.maximum(mel, mel.amax() - SPAN) + 4.0) / 4.0
        log_probs: Tensor = self.ear(mel)
        return log_probs


def export(checkpoint: Path, out: Path) -> None:
    """Write the model and its tokens.

    Raises:
        ValueError: the int8 graph gives something else than the checkpoint.
    """
    saved = torch.load(checkpoint, weights_only=True)
    ear = Ear(len(saved["tokens"]))
    ear.load_state_dict(saved["ear"])
    whole = FromSamples(ear).eval()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        exact = Path(scratch) / "exact.onnx"
        torch.onnx.export(
            whole,
            (torch.zeros(1, RATE),),
            str(exact),
            input_names=["audio"],
            output_names=["logprobs"],
            dynamic_axes={"audio": {1: "samples"}, "logprobs": {1: "frames"}},
            opset_version=OPSET,
            dynamo=False,
        )
        quantize_dynamic(
            exact,
            out / MODEL,
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            weight_type=QuantType.QUInt8,
        )
    _describe(out / MODEL, saved)
    (out / TOKENS).write_text(json.dumps(saved["tokens"], ensure_ascii=False), encoding="utf-8")
    _compare(whole, out / MODEL)


def _describe(path: Path, saved: dict[str, Any]) -> None:
    model = onnx.load(path)
    facts = {
        "rate": RATE,
        "hop": 4 * HOP,
        "symbols": "".join(map(str, saved["tokens"])),
        "step": saved.get("step", 0),
    }
    for key, value in facts.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, str(value)
    onnx.save(model, path)


def _compare(whole: FromSamples, path: Path) -> None:
    noise = np.random.default_rng(1).standard_normal((1, 3 * RATE)).astype(np.float32) * 0.1
    with torch.no_grad():
        wanted = whole(torch.from_numpy(noise)).numpy()
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    error = float(np.abs(np.exp(session.run(None, {"audio": noise})[0]) - np.exp(wanted)).max())
    if error > LARGEST_ERROR:
        raise ValueError(f"{path}: int8 moves a probability by {error:.2f}")
    print(f"largest difference of a probability, int8 to float: {error:.3f}")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    export(options.checkpoint, options.out)
    for name in (MODEL, TOKENS):
        content = (options.out / name).read_bytes()
        print(f'{name}: bytes = {len(content)}, sha256 = "{hashlib.sha256(content).hexdigest()}"')


if __name__ == "__main__":
    main()
