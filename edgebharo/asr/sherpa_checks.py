"""What sherpa-onnx takes on trust, family by family. Each check raises ModelFileError.

The metadata keys, inputs and outputs are those that sherpa-onnx 2.0 reads; a missing key ends the process
there, and a table or state of another size is read out of bounds.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import numpy as np

from edgebharo.asr import onnx_check
from edgebharo.asr.onnx_check import OnnxFile, open_onnx, read_table
from edgebharo.errors import ModelFileError
from edgebharo.types import SAMPLE_RATE

Files = Mapping[str, Path]
MELS: Final = 80
MISFIT: Final = (
    "sherpa-onnx cannot run the model, although its files look right; fetch them again, all from one export"
)
NEMO_TYPES: Final = frozenset({"EncDecHybridRNNTCTCBPEModel", "EncDecRNNTBPEModel", "EncDecRNNTModel"})
ICEFALL_TYPES: Final = frozenset({"zipformer2", "zipformer", "conformer"})
ZIPFORMER_LISTS: Final = (
    "encoder_dims",
    "query_head_dims",
    "value_head_dims",
    "num_heads",
    "num_encoder_layers",
    "cnn_module_kernels",
    "left_context_len",
)
WHISPER_MELS: Final = (80, 128)
WHISPER_NUMBERS: Final = (
    "n_mels",
    "n_text_layer",
    "n_text_ctx",
    "n_text_state",
    "is_multilingual",
    "blank_id",
)
WHISPER_SYMBOLS: Final = ("sot", "eot", "translate", "transcribe", "no_timestamps", "no_speech")


def misfit(files: Files, error: Exception) -> ModelFileError:
    """What is said where sherpa-onnx refuses files that look right; `error` is its complaint.

    Its onnxruntime is another one than ours, and may lack an operator that ours has.
    """
    if "Could not find an implementation" in str(error):
        return onnx_check.no_kernel(next(iter(files.values())).parent)
    return ModelFileError(onnx_check.STAGE, MISFIT)


def nemo_ctc(files: Files) -> int:
    """A NeMo CTC model; returns the number of mel bands it wants."""
    model, table = open_onnx(files["model"]), files["tokens"]
    model.require_ports(2, 1)
    mels = _nemo_facts(model)
    feeds: onnx_check.Feeds = {
        model.inputs[0]: np.zeros((1, mels, 64), np.float32),
        model.inputs[1]: np.array([64], np.int64),
    }
    width = model.width(feeds)
    if model.number("vocab_size") not in {width, width - 1}:
        raise model.unfit("the vocab_size of its metadata is not that of its output")
    _table(table, width, model, blank=-1)
    return mels


def _nemo_facts(encoder: OnnxFile) -> int:
    if encoder.number("subsampling_factor") < 1:
        raise encoder.unfit("its subsampling_factor is less than 1")
    if encoder.metadata.get("normalize_type") not in {"", "NA", "per_feature"}:
        raise encoder.unfit("its metadata asks for another normalize_type than per_feature")
    return encoder.input_size(0, 1) or MELS


def _table(path: Path, width: int, graph: OnnxFile, blank: int | None) -> None:
    symbols = read_table(path)
    onnx_check.require_size(path, symbols, width, graph.path)
    if blank is not None:
        onnx_check.require_blank(path, symbols, blank)
    onnx_check.require_hindi(path, symbols)


def transducer(files: Files) -> tuple[Literal["transducer", "nemo_transducer"], int]:
    """A transducer of icefall or NeMo; returns sherpa-onnx's name of the kind and the number of mel bands."""
    encoder = open_onnx(files["encoder"])
    kind = encoder.metadata.get("model_type", "")
    encoder.require_ports(2, 2)
    if kind in NEMO_TYPES:
        mels = _nemo_facts(encoder)
        _nemo_rest(files, encoder)
        return "nemo_transducer", mels
    if kind not in ICEFALL_TYPES:
        raise encoder.unfit("its metadata names no transducer of NeMo or icefall as model_type")
    _icefall_rest(files)
    return "transducer", encoder.input_size(0, 2) or MELS


def _nemo_rest(files: Files, encoder: OnnxFile) -> None:
    decoder, joiner = open_onnx(files["decoder"]), open_onnx(files["joiner"])
    decoder.require_ports(4, 4)
    joiner.require_ports(2, 1)
    for key in ("pred_rnn_layers", "pred_hidden"):
        encoder.number(key)
    width = joiner.width(_joiner_feeds(joiner, 3))
    if encoder.number("vocab_size") != width - 1:
        raise encoder.unfit(
            f"its vocab_size and the {width} symbols of {joiner.path.name} do not belong together"
        )
    _table(files["tokens"], width, joiner, blank=-1)


def _icefall_rest(files: Files) -> None:
    decoder, joiner = open_onnx(files["decoder"]), open_onnx(files["joiner"])
    decoder.require_ports(1, 1)
    joiner.require_ports(2, 1)
    width = joiner.width(_joiner_feeds(joiner, 2))
    if decoder.number("vocab_size") != width:
        raise decoder.unfit(
            f"its vocab_size and the {width} symbols of {joiner.path.name} do not belong together"
        )
    if decoder.input_size(0, 1) not in {None, decoder.number("context_size")}:
        raise decoder.unfit("its context_size is not that of its input")
    _table(files["tokens"], width, joiner, blank=0)


def _joiner_feeds(
    joiner: OnnxFile, rank: int
) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    """One frame of zeros for each input [1, size] or [1, size, 1]."""
    size = [joiner.input_size(index, 1) or joiner.number("joiner_dim") for index in (0, 1)]
    return {
        name: np.zeros((1, size[index], 1)[:rank], np.float32) for index, name in enumerate(joiner.inputs)
    }


def zipformer(files: Files) -> int:
    """A streaming zipformer2 transducer; returns the number of mel bands."""
    encoder = open_onnx(files["encoder"])
    if encoder.metadata.get("model_type") != "zipformer2":
        raise encoder.unfit("it is no streaming zipformer2 (model_type of its metadata)")
    lists = {key: encoder.numbers(key) for key in ZIPFORMER_LISTS}
    if len({len(values) for values in lists.values()}) != 1:
        raise encoder.unfit("the lists of its metadata have different lengths")
    chunk, shift = encoder.number("T"), encoder.number("decode_chunk_len")
    if not 0 < shift <= chunk <= 500 or encoder.input_size(0, 1) not in {None, chunk}:
        raise encoder.unfit("the chunk of its metadata is not that of its input")
    ports = 1 + 6 * sum(lists["num_encoder_layers"]) + 2
    encoder.require_ports(ports, ports)
    _icefall_rest(files)
    return encoder.input_size(0, 2) or MELS


def whisper(files: Files, language: str) -> None:
    """A Whisper encoder and decoder that can write `language`."""
    encoder, decoder = open_onnx(files["encoder"]), open_onnx(files["decoder"])
    encoder.require_ports(1, 2)
    decoder.require_ports(6, 3, 4)
    for key in WHISPER_NUMBERS:
        encoder.number(key)
    known = encoder.number("n_vocab")
    named = [encoder.number(key) for key in WHISPER_SYMBOLS] + list(encoder.numbers("sot_sequence"))
    _whisper_sizes(encoder, decoder)
    if encoder.number("is_multilingual") != 1:
        raise encoder.unfit("it is an English-only Whisper")
    codes, places = (
        encoder.metadata.get("all_language_codes", "").split(","),
        encoder.numbers("all_language_tokens"),
    )
    if len(codes) != len(places) or len(encoder.numbers("sot_sequence")) != 3:
        raise encoder.unfit("the languages of its metadata do not fit together")
    if not all(0 <= symbol < known for symbol in (*named, *places)):
        raise encoder.unfit("its metadata names symbols that it does not know")
    if language not in codes:
        raise encoder.unfit(f"it does not know the language {language!r}")
    if decoder.width(_whisper_feeds(encoder, decoder)) != known:
        raise decoder.unfit(f"{encoder.path.name} and it know different numbers of symbols")
    _whisper_table(files["tokens"], encoder.number("eot"), known)


def _whisper_sizes(encoder: OnnxFile, decoder: OnnxFile) -> None:
    mels = encoder.number("n_mels")
    if mels not in WHISPER_MELS or encoder.input_size(0, 1) not in {None, mels}:
        raise encoder.unfit("its n_mels is not that of its input")
    for axis, key in {0: "n_text_layer", 2: "n_text_ctx", 3: "n_text_state"}.items():
        if decoder.input_size(1, axis) not in {None, encoder.number(key)}:
            raise encoder.unfit(f"its {key} is not that of {decoder.path.name}")


def _whisper_feeds(
    encoder: OnnxFile, decoder: OnnxFile
) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
    """The first step of the decoder after one frame of silence."""
    layers, context, state = (encoder.number(key) for key in ("n_text_layer", "n_text_ctx", "n_text_state"))
    cache = np.zeros((layers, 1, context, state), np.float32)
    cross = np.zeros((layers, 1, 1, state), np.float32)
    values = (
        np.full((1, 1), encoder.number("sot"), np.int64),
        cache,
        cache,
        cross,
        cross,
        np.zeros(1, np.int64),
    )
    return dict(zip(decoder.inputs, values, strict=True))


def _whisper_table(path: Path, texts: int, known: int) -> None:
    """Base64 of every text symbol; the special ones, from the end of text on, may be left out."""
    symbols = read_table(path)
    if not texts <= len(symbols) <= known:
        raise onnx_check.unfit(path, f"it has {len(symbols)} symbols, but the model writes text with {texts}")
    try:
        for symbol in symbols[:texts]:
            base64.b64decode(symbol, validate=True)
    except binascii.Error as error:
        raise onnx_check.unfit(path, "it is not the base64 table of a Whisper model") from error


def moonshine(files: Files) -> None:
    """Moonshine's four graphs, run once in a row on a second of silence: they have no metadata."""
    preprocess, encode = open_onnx(files["preprocess"]), open_onnx(files["encode"])
    first, later = open_onnx(files["uncached_decode"]), open_onnx(files["cached_decode"])
    preprocess.require_ports(1, 1)
    encode.require_ports(2, 1)
    states = len(first.session.get_outputs()) - 1
    first.require_ports(3, 1 + states)
    later.require_ports(3 + states, 1 + states)
    features = preprocess.run({preprocess.inputs[0]: np.zeros((1, SAMPLE_RATE), np.float32)}, 3)[0]
    length = np.array([features.shape[1]], np.int32)
    encoded = encode.run(dict(zip(encode.inputs, (features, length), strict=True)), 3)[0]
    one = np.ones((1, 1), np.int32)
    said = first.run(dict(zip(first.inputs, (one, encoded, one[0]), strict=True)), 3)
    again = later.run(dict(zip(later.inputs, (one, encoded, one[0] + 1, *said[1:]), strict=True)), 3)
    width = said[0].shape[-1]
    if again[0].shape[-1] != width:
        raise later.unfit(f"{first.path.name} and it know different numbers of symbols")
    _table(files["tokens"], width, first, blank=None)
