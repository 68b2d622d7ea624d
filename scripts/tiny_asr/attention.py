"""Encoder-decoder models: Whisper and Moonshine.

The encoder writes the whole text: it names the tone of every frame and folds repetitions. The decoder reads
it out, one symbol a step, from the place that the caches would have told a real one.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Final

import numpy as np

from scripts.tiny_asr.sketch import FLOAT, INT32, INT64, Sketch
from scripts.tiny_asr.speech import HERTZ, MELS, NEMO_BANDS, PIECES, RATE, write_tokens

EOT, SOT, HINDI, ENGLISH, TRANSCRIBE, TRANSLATE, NO_SPEECH, NO_TIMES = range(len(PIECES), len(PIECES) + 8)
WHISPER_SIZE = NO_TIMES + 1
PROMPT = 4
"""Symbols that sherpa-onnx puts before the text: start, language, task, no timestamps."""
CONTEXT: Final = 448
HUM: Final = 0.9
"""Whisper's normalised log-mel above which a tone sounds (the loudest bin of a clip is about 1.5)."""

MOONSHINE = ("<unk>", "<s>", "</s>", *PIECES)
MOONSHINE_FRAME: Final = 384
MOONSHINE_LOUD: Final = 1.0


def build_whisper(folder: Path) -> None:
    """Encoder and decoder with the metadata of sherpa-onnx's Whisper exports.

    As in a real table, a symbol is a run of bytes that may end inside a letter: here the second one does.
    """
    encoder = Sketch()
    mel = encoder.input("mel", FLOAT, [1, MELS, "T"])
    hum = encoder.constant(np.full((1, 1, 1), HUM))
    scores = encoder.op("MatMul", encoder.constant(NEMO_BANDS), mel)
    silence = encoder.op("Expand", hum, _row_shape(encoder, scores))
    text = _folded(encoder, encoder.op("Concat", scores, silence, axis=1), EOT, len(PIECES))
    cross = encoder.op("Reshape", text, encoder.indices(1, 1, -1, 1))
    encoder.output(cross, "n_layer_cross_k", FLOAT, [1, 1, "T_out", 1])
    encoder.output(cross, "n_layer_cross_v", FLOAT, [1, 1, "T_out", 1])
    encoder.save(folder / "encoder.onnx", _whisper_facts())
    _whisper_decoder().save(folder / "decoder.onnx")
    first, second, third, fourth = (piece.replace("▁", " ").encode() for piece in PIECES)
    words = (first, second[:-1], second[-1:] + third, fourth)
    write_tokens(folder / "tokens.txt", [base64.b64encode(word).decode() for word in words])


def _whisper_facts() -> dict[str, object]:
    return {
        "model_type": "whisper-tiny",
        "n_mels": MELS,
        "n_text_layer": 1,
        "n_text_ctx": CONTEXT,
        "n_text_state": 1,
        "n_vocab": WHISPER_SIZE,
        "sot": SOT,
        "eot": EOT,
        "blank_id": 0,
        "translate": TRANSLATE,
        "transcribe": TRANSCRIBE,
        "is_multilingual": 1,
        "no_timestamps": NO_TIMES,
        "no_speech": NO_SPEECH,
        "sot_sequence": f"{SOT},{HINDI},{TRANSCRIBE}",
        "all_language_tokens": f"{HINDI},{ENGLISH}",
        "all_language_codes": "hi,en",
    }


def _whisper_decoder() -> Sketch:
    sketch = Sketch()
    tokens = sketch.input("tokens", INT64, [1, "n_tokens"])
    caches = [sketch.input(f"in_n_layer_self_{letter}_cache", FLOAT, [1, 1, CONTEXT, 1]) for letter in "kv"]
    text = sketch.input("n_layer_cross_k", FLOAT, [1, 1, "T", 1])
    sketch.input("n_layer_cross_v", FLOAT, [1, 1, "T", 1])
    offset = sketch.input("offset", INT64, [1])
    count = sketch.op("Gather", sketch.op("Shape", tokens), sketch.indices(1))
    place = sketch.op("Sub", sketch.op("Add", offset, count), sketch.indices(PROMPT))
    scores = _scores_at(sketch, text, sketch.op("Max", place, sketch.indices(0)), WHISPER_SIZE)
    shape = sketch.op("Concat", sketch.indices(1), count, sketch.indices(WHISPER_SIZE), axis=0)
    sketch.output(sketch.op("Expand", scores, shape), "logits", FLOAT, [1, "n_tokens", WHISPER_SIZE])
    for letter, cache in zip("kv", caches, strict=True):
        sketch.output(cache, f"out_n_layer_self_{letter}_cache", FLOAT, [1, 1, CONTEXT, 1])
    return sketch


def build_moonshine(folder: Path) -> None:
    """Moonshine's four graphs: preprocess, encode, and a decoder without and with a cache."""
    preprocess = Sketch()
    audio = preprocess.input("args_0", FLOAT, [1, "samples"])
    wave = preprocess.op("Unsqueeze", audio, preprocess.indices(1))
    waves = preprocess.op("Conv", wave, preprocess.constant(_filters()), strides=[MOONSHINE_FRAME])
    power = preprocess.op("Mul", waves, waves)
    pairs = preprocess.op("Reshape", power, preprocess.indices(1, len(PIECES), 2, -1))
    energy = preprocess.op("ReduceSum", pairs, preprocess.indices(2), keepdims=0)
    frames = preprocess.op("Transpose", energy, perm=[0, 2, 1])
    preprocess.output(frames, "features", FLOAT, [1, "frames", len(PIECES)])
    preprocess.save(folder / "preprocess.onnx")
    encode = Sketch()
    energies = encode.input("args_0", FLOAT, [1, "frames", len(PIECES)])
    encode.input("args_1", INT32, [1])
    rows = encode.op("Transpose", energies, perm=[0, 2, 1])
    loud = encode.constant(np.full((1, 1, 1), MOONSHINE_LOUD))
    silence = encode.op("Expand", loud, _row_shape(encode, rows))
    text = _folded(encode, encode.op("Concat", rows, silence, axis=1), 2, len(PIECES), first=3)
    encode.output(encode.op("Reshape", text, encode.indices(1, -1, 1)), "encoded", FLOAT, [1, "frames", 1])
    encode.save(folder / "encode.onnx")
    _moonshine_decoder(states=0).save(folder / "uncached_decode.onnx")
    _moonshine_decoder(states=2).save(folder / "cached_decode.onnx")
    write_tokens(folder / "tokens.txt", MOONSHINE)


def _filters() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Float32 [2 * pieces, 1, MOONSHINE_FRAME]: a sine and a cosine for each pitch."""
    time = np.arange(MOONSHINE_FRAME) / RATE
    window = np.hanning(MOONSHINE_FRAME)
    rows = [wave(2 * np.pi * hertz * time) * window for hertz in HERTZ for wave in (np.sin, np.cos)]
    return np.asarray(rows, np.float32)[:, None, :]


def _moonshine_decoder(states: int) -> Sketch:
    """With 0 states it hands out two; with two it takes and returns them."""
    sketch = Sketch()
    token = sketch.input("args_0", INT32, [1, "tokens"])
    text = sketch.input("args_1", FLOAT, [1, "frames", 1])
    length = sketch.input("args_2", INT32, [1])
    kept = [sketch.input(f"args_{3 + number}", FLOAT, [1, 1]) for number in range(states)]
    if not kept:
        kept = [sketch.op("Cast", token, to=FLOAT)] * 2
    place = sketch.op("Sub", sketch.op("Cast", length, to=INT64), sketch.indices(1))
    scores = _scores_at(sketch, text, place, len(MOONSHINE))
    sketch.output(scores, "logits", FLOAT, [1, 1, len(MOONSHINE)])
    for number, state in enumerate(kept):
        sketch.output(state, f"state_{number}", FLOAT, [1, 1])
    return sketch


def _row_shape(sketch: Sketch, rows: str) -> str:
    """The shape [1, 1, frames] of one row of `rows` [1, n, frames]."""
    frames = sketch.op("Gather", sketch.op("Shape", rows), sketch.indices(2))
    return sketch.op("Concat", sketch.indices(1, 1), frames, axis=0)


def _folded(sketch: Sketch, scores: str, end: int, silence: int, first: int = 0) -> str:
    """Float [frames]: the best of `scores` [1, rows, frames] without repetitions and silence, then `end`s.

    Row k is symbol `first` + k.
    """
    best = sketch.op("Reshape", sketch.op("ArgMax", scores, axis=1, keepdims=0), sketch.indices(-1))
    before = sketch.op(
        "Slice",
        sketch.op("Concat", sketch.indices(silence), best, axis=0),
        sketch.indices(0),
        sketch.indices(-1),
    )
    new = sketch.op("Not", sketch.op("Equal", best, before))
    sound = sketch.op("Not", sketch.op("Equal", best, sketch.indices(silence)))
    text = sketch.op("Compress", best, sketch.op("And", new, sound), axis=0)
    symbols = sketch.op("Add", text, sketch.indices(first))
    ends = sketch.op("Expand", sketch.indices(end), sketch.op("Shape", best))
    whole = sketch.op("Concat", symbols, ends, axis=0)
    cut = sketch.op("Slice", whole, sketch.indices(0), sketch.op("Shape", best))
    return sketch.op("Cast", cut, to=FLOAT)


def _scores_at(sketch: Sketch, text: str, place: str, symbols: int) -> str:
    """[1, 1, symbols]: high at the symbol that `text` (any shape) holds at `place` [1]."""
    flat = sketch.op("Reshape", text, sketch.indices(-1))
    symbol = sketch.op("Cast", sketch.op("Gather", flat, place), to=INT64)
    row = sketch.op("OneHot", symbol, sketch.constant([symbols], np.int64), sketch.constant([0.0, 6.0]))
    return sketch.op("Reshape", row, sketch.indices(1, 1, symbols))
