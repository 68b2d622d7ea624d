"""Transducers: icefall's (offline and streaming) and NeMo's (for sherpa-onnx and for onnx-asr).

The encoder scores the symbols of a frame; the predictor forbids the symbol that was written last, so that a
long tone is written once.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from scripts.tiny_asr.ctc import SUBSAMPLING, SYMBOLS, nemo_scores, write_config
from scripts.tiny_asr.sketch import FLOAT, INT32, INT64, Sketch
from scripts.tiny_asr.speech import KALDI_BANDS, MELS, PIECES, write_tokens

ICEFALL = ("<blk>", "<sos/eos>", "<unk>", *PIECES)
"""icefall's order: the blank is first."""
FORBIDDEN = -100.0
POOL = 4
LOUD = 0.0
"""Log power of a mel band above which a tone sounds."""
CHUNK, SHIFT = 45, 32
"""Frames that the streaming encoder takes and moves on by."""


def build_transducer(folder: Path) -> None:
    """The offline transducer of icefall: encoder, decoder, joiner."""
    encoder = Sketch()
    features = encoder.input("x", FLOAT, ["N", "T", MELS])
    lengths = encoder.input("x_lens", INT64, ["N"])
    scores = _icefall_scores(encoder, features)
    encoder.output(scores, "encoder_out", FLOAT, ["N", "T_out", len(ICEFALL)])
    encoder.output(
        encoder.op("Div", lengths, encoder.constant(POOL, np.int64)), "encoder_out_lens", INT64, ["N"]
    )
    encoder.save(folder / "encoder.onnx", {"model_type": "zipformer2"})
    _icefall_rest(folder)


def build_zipformer(folder: Path) -> None:
    """The streaming zipformer2 of icefall: as above, with the states that sherpa-onnx carries along."""
    encoder = Sketch()
    features = encoder.input("x", FLOAT, ["N", CHUNK, MELS])
    states: list[tuple[str, int, list[int | str]]] = [
        ("cached_key_0", FLOAT, [1, "N", 1]),
        ("cached_nonlin_attn_0", FLOAT, [1, "N", 1, 3]),
        ("cached_val1_0", FLOAT, [1, "N", 1]),
        ("cached_val2_0", FLOAT, [1, "N", 1]),
        ("cached_conv1_0", FLOAT, ["N", 4, 1]),
        ("cached_conv2_0", FLOAT, ["N", 4, 1]),
        ("embed_states", FLOAT, ["N", 128, 3, 19]),
        ("processed_lens", INT64, ["N"]),
    ]
    names = [encoder.input(name, kind, shape) for name, kind, shape in states]
    shift = encoder.op("Slice", features, encoder.indices(0), encoder.indices(SHIFT), encoder.indices(1))
    encoder.output(_icefall_scores(encoder, shift), "encoder_out", FLOAT, ["N", SHIFT // POOL, len(ICEFALL)])
    for name, (_, kind, shape) in zip(names, states, strict=True):
        encoder.output(name, f"new_{name}", kind, shape)
    one = dict.fromkeys(("query_head_dims", "value_head_dims", "num_heads", "num_encoder_layers"), 1)
    facts = {"model_type": "zipformer2", "T": CHUNK, "decode_chunk_len": SHIFT, "encoder_dims": 4}
    encoder.save(folder / "encoder.onnx", {**facts, **one, "cnn_module_kernels": 3, "left_context_len": 1})
    _icefall_rest(folder)


def _icefall_scores(sketch: Sketch, features: str) -> str:
    """Scores [N, frames / POOL, symbols] of log-mel features [N, frames, MELS]."""
    weights = np.zeros((MELS, len(ICEFALL)), np.float32)
    weights[:, 3:] = KALDI_BANDS.T
    bias = np.array([LOUD, FORBIDDEN, FORBIDDEN, *[0.0] * len(PIECES)], np.float32)
    bands = sketch.op("Transpose", features, perm=[0, 2, 1])
    pooled = sketch.op("AveragePool", bands, kernel_shape=[POOL], strides=[POOL])
    frames = sketch.op("Transpose", pooled, perm=[0, 2, 1])
    return sketch.op("Add", sketch.op("MatMul", frames, sketch.constant(weights)), sketch.constant(bias))


def _icefall_rest(folder: Path) -> None:
    decoder = Sketch()
    written = decoder.input("y", INT64, ["N", 2])
    last = decoder.op("Slice", written, decoder.indices(1), decoder.indices(2), decoder.indices(1))
    column = decoder.op("Squeeze", last, decoder.indices(1))
    blocked = _forbid(decoder, column, len(ICEFALL), blank=0)
    decoder.output(blocked, "decoder_out", FLOAT, ["N", len(ICEFALL)])
    decoder.save(folder / "decoder.onnx", {"vocab_size": len(ICEFALL), "context_size": 2})
    joiner = Sketch()
    heard = joiner.input("encoder_out", FLOAT, ["N", len(ICEFALL)])
    said = joiner.input("decoder_out", FLOAT, ["N", len(ICEFALL)])
    joiner.output(joiner.op("Add", heard, said), "logit", FLOAT, ["N", len(ICEFALL)])
    joiner.save(folder / "joiner.onnx", {"joiner_dim": len(ICEFALL)})
    write_tokens(folder / "tokens.txt", ICEFALL)


def _forbid(sketch: Sketch, symbols: str, count: int, blank: int) -> str:
    """[n, count]: FORBIDDEN at each of `symbols` [n], 0 elsewhere; nothing forbids the blank."""
    values = sketch.constant([0.0, FORBIDDEN])
    numbers = sketch.op("Cast", symbols, to=INT64)
    ones = sketch.op("OneHot", numbers, sketch.constant([count], np.int64), values)
    allowed = np.ones(count, np.float32)
    allowed[blank] = 0.0
    return sketch.op("Mul", ones, sketch.constant(allowed))


def build_nemo_transducer(folder: Path) -> None:
    """NeMo's transducer in sherpa-onnx's layout."""
    facts = {"subsampling_factor": SUBSAMPLING, "normalize_type": "per_feature"}
    shape = {"vocab_size": len(PIECES), "pred_rnn_layers": 1, "pred_hidden": 2}
    _nemo_encoder().save(
        folder / "encoder.onnx", {"model_type": "EncDecHybridRNNTCTCBPEModel", **facts, **shape}
    )
    decoder = Sketch()
    targets = decoder.input("targets", INT32, ["B", "U"])
    length = decoder.input("target_length", INT32, ["B"])
    states = [decoder.input(name, FLOAT, [1, "B", 2]) for name in ("states.1", "onnx::LSTM_3")]
    rows = _forbid(decoder, decoder.op("Squeeze", targets, decoder.indices(1)), len(SYMBOLS), len(PIECES))
    column = decoder.op("Unsqueeze", rows, decoder.indices(2))
    decoder.output(column, "outputs", FLOAT, ["B", len(SYMBOLS), 1])
    decoder.output(length, "prednet_lengths", INT32, ["B"])
    for number, state in enumerate(states):
        decoder.output(state, f"states_{number}", FLOAT, [1, "B", 2])
    decoder.save(folder / "decoder.onnx")
    joiner = Sketch()
    heard = joiner.input("encoder_outputs", FLOAT, ["B", len(SYMBOLS), 1])
    said = joiner.input("decoder_outputs", FLOAT, ["B", len(SYMBOLS), 1])
    joiner.output(_joined(joiner, heard, said), "outputs", FLOAT, ["B", 1, 1, len(SYMBOLS)])
    joiner.save(folder / "joiner.onnx")
    write_tokens(folder / "tokens.txt", SYMBOLS)


def build_onnx_asr_rnnt(folder: Path) -> None:
    """NeMo's transducer in onnx-asr's layout: decoder and joiner are one graph."""
    _nemo_encoder().save(folder / "encoder-model.onnx")
    both = Sketch()
    heard = both.input("encoder_outputs", FLOAT, [1, len(SYMBOLS), 1])
    targets = both.input("targets", INT32, [1, 1])
    both.input("target_length", INT32, [1])
    states = [both.input(f"input_states_{number}", FLOAT, [1, 1, 2]) for number in (1, 2)]
    rows = _forbid(both, both.op("Squeeze", targets, both.indices(1)), len(SYMBOLS), len(PIECES))
    said = both.op("Unsqueeze", rows, both.indices(2))
    both.output(_joined(both, heard, said), "outputs", FLOAT, [1, 1, 1, len(SYMBOLS)])
    for number, state in enumerate(states, 1):
        both.output(state, f"output_states_{number}", FLOAT, [1, 1, 2])
    both.save(folder / "decoder_joint-model.onnx")
    write_tokens(folder / "vocab.txt", SYMBOLS)
    write_config(folder, "nemo-conformer-rnnt")


def _nemo_encoder() -> Sketch:
    sketch = Sketch()
    features = sketch.input("audio_signal", FLOAT, [1, MELS, "frames"])
    length = sketch.input("length", INT64, [1])
    columns = sketch.op("Transpose", nemo_scores(sketch, features), perm=[0, 2, 1])
    sketch.output(columns, "outputs", FLOAT, [1, len(SYMBOLS), "frames_out"])
    padded = sketch.op("Add", length, sketch.constant(SUBSAMPLING - 1, np.int64))
    frames = sketch.op("Div", padded, sketch.constant(SUBSAMPLING, np.int64))
    sketch.output(frames, "encoded_lengths", INT64, [1])
    return sketch


def _joined(sketch: Sketch, heard: str, said: str) -> str:
    """Sum of two [1, symbols, 1] as [1, 1, 1, symbols]."""
    return sketch.op("Reshape", sketch.op("Add", heard, said), sketch.indices(-1, 1, 1, len(SYMBOLS)))
