"""NeMo CTC, as sherpa-onnx and as onnx-asr want it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from scripts.tiny_asr.sketch import FLOAT, INT64, Sketch
from scripts.tiny_asr.speech import MELS, NEMO_BANDS, PIECES, RATE, write_tokens

SUBSAMPLING = 8
SYMBOLS = (*PIECES, "<blk>")
"""NeMo's order: the blank is last."""
SURE = 1.0
"""Standard deviations above its mean at which a band beats the blank."""
SHARPNESS = 4.0

METADATA: dict[str, object] = {
    "model_type": "EncDecCTCModelBPE",
    "vocab_size": len(PIECES),
    "subsampling_factor": SUBSAMPLING,
    "normalize_type": "per_feature",
    "sample_rate": RATE,
}


def pooled(sketch: Sketch, features: str) -> str:
    """Mean of each SUBSAMPLING frames of [1, MELS, frames], the last ones padded; [1, MELS, frames / 8]."""
    padded = sketch.op("Pad", features, sketch.indices(0, 0, 0, 0, 0, SUBSAMPLING - 1))
    return sketch.op("AveragePool", padded, kernel_shape=[SUBSAMPLING], strides=[SUBSAMPLING])


def nemo_scores(sketch: Sketch, features: str) -> str:
    """Scores [1, frames / 8, symbols] of normalised mel features [1, MELS, frames]."""
    weights = np.vstack([NEMO_BANDS, np.zeros((1, MELS), np.float32)]) * SHARPNESS
    bias = np.zeros((len(SYMBOLS), 1), np.float32)
    bias[-1] = SURE * SHARPNESS
    scores = sketch.op("MatMul", sketch.constant(weights), pooled(sketch, features))
    return sketch.op("Transpose", sketch.op("Add", scores, sketch.constant(bias)), perm=[0, 2, 1])


def nemo_ctc_graph() -> Sketch:
    """`audio_signal` [1, MELS, frames], `length` [1] to `logprobs` [1, frames / 8, symbols]."""
    sketch = Sketch()
    features = sketch.input("audio_signal", FLOAT, [1, MELS, "frames"])
    sketch.input("length", INT64, [1])
    scores = nemo_scores(sketch, features)
    sketch.output(
        sketch.op("LogSoftmax", scores, axis=-1), "logprobs", FLOAT, [1, "frames_out", len(SYMBOLS)]
    )
    return sketch


def build_nemo_ctc(folder: Path) -> None:
    """sherpa-onnx's layout: what the library must know is in the graph's metadata."""
    nemo_ctc_graph().save(folder / "model.onnx", METADATA)
    write_tokens(folder / "tokens.txt", SYMBOLS)


def build_onnx_asr_ctc(folder: Path) -> None:
    """onnx-asr's layout: the same graph, its facts in config.json."""
    nemo_ctc_graph().save(folder / "model.onnx")
    write_tokens(folder / "vocab.txt", SYMBOLS)
    write_config(folder, "nemo-conformer-ctc")


def write_config(folder: Path, model_type: str) -> None:
    """What onnx-asr reads beside a model."""
    config = {"model_type": model_type, "features_size": MELS, "subsampling_factor": SUBSAMPLING}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
