"""NeMo Conformers as exported for onnx-asr (IndicConformer Hindi among them), run by that library.

onnx-asr is a pure Python package (MIT, needs numpy alone) with NeMo's front end in numpy, its CTC and
transducer search, piece times and probabilities: all that these models need, so nothing of it is written
again here. It takes the files on trust and asserts while it decodes, so they are looked at first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

import numpy as np
import onnx_asr
import onnxruntime
from onnx_asr.adapters import TimestampedResultsAsrAdapter

from edgebharo.asr import onnx_check
from edgebharo.asr.frontend import is_quiet, windows
from edgebharo.asr.hearing import Heard, heard_of, padded, transcript_of
from edgebharo.asr.onnx_check import OnnxFile, open_onnx
from edgebharo.asr.options import EarOptions
from edgebharo.errors import InferenceError, ModelFileError
from edgebharo.ports import Asr
from edgebharo.types import SAMPLE_RATE, Cancelled, Expect, Pcm, Transcript, Utterance

Family: TypeAlias = Literal["nemo-conformer-ctc", "nemo-conformer-rnnt"]
MELS: Final = (80, 128)
"""The mel bands for which onnx-asr has a front end; the first one where config.json says nothing."""


class OnnxAsr:
    """See `edgebharo.ports.Asr`. One instance, one thread at a time. It does not use what is expected."""

    def __init__(self, model: TimestampedResultsAsrAdapter) -> None:
        self._model = model

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """Recognise `utterance`; empty text where it is silent or the work was cancelled.

        Cancelling is noticed between pieces of at most 28 s.

        Raises:
            InferenceError: the model failed.
        """
        del expect
        nothing = Transcript(utterance.id, "")
        if is_quiet(utterance.pcm):
            return nothing
        heard, offset = [], 0
        for piece in windows(utterance.pcm):
            if cancelled():
                return nothing
            if not is_quiet(piece):
                heard.append(self._hear(piece, offset))
            offset += piece.size
        return nothing if cancelled() else transcript_of(utterance.id, heard, utterance.pcm.size)

    def _hear(self, pcm: Pcm, offset: int) -> Heard:
        try:
            result = self._model.recognize(padded(pcm))
        except Exception as error:
            raise InferenceError("asr", "the recogniser failed on an utterance") from error
        rows = result.tokens or (), result.timestamps or (), result.logprobs or ()
        return heard_of(result.text, *rows, offset=offset)

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """The words so far: the model knows no cheaper way than to hear it all again.

        Raises:
            InferenceError: the model failed.
        """
        return self.transcribe(so_far, expect, cancelled)


def create_ctc(options: EarOptions) -> Asr:
    """CTC; roles `model`, `vocab`, and `config` where there is one.

    Raises:
        ModelFileError: a file is missing, corrupt, for another rate, or not of one model with the others.
    """
    files = options.need("model", "vocab")
    mels = _mels(options.files.get("config"))
    model = open_onnx(files["model"])
    _require_names(model, {"audio_signal", "length"}, {"logprobs"})
    _require_mels(model, mels)
    _require_table(files["vocab"], model.width(_audio(mels)), model)
    return _opened("nemo-conformer-ctc", files["model"], "model", options.threads)


def create_rnnt(options: EarOptions) -> Asr:
    """Transducer; roles `encoder`, `decoder_joint`, `vocab`, and `config` where there is one.

    Raises:
        ModelFileError: as `create_ctc`.
    """
    files = options.need("encoder", "decoder_joint", "vocab")
    encoder, joint = open_onnx(files["encoder"]), open_onnx(files["decoder_joint"])
    _require_names(encoder, {"audio_signal", "length"}, {"outputs", "encoded_lengths"})
    states = {"input_states_1", "input_states_2"}
    _require_names(
        joint, {"encoder_outputs", "targets", "target_length", *states}, {"outputs", "output_states_1"}
    )
    _require_mels(encoder, _mels(options.files.get("config")))
    _require_table(files["vocab"], joint.width(), joint)
    return _opened("nemo-conformer-rnnt", files["encoder"], "encoder-model", options.threads)


def _mels(config: Path | None) -> int:
    """Number of mel bands of the model, from its config.json."""
    if config is None:
        return MELS[0]
    try:
        facts = json.loads(config.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise onnx_check.unfit(config, "it is no JSON file") from error
    if not isinstance(facts, dict) or facts.get("features_size", MELS[0]) not in MELS:
        raise onnx_check.unfit(config, "it describes no model with 80 or 128 mel bands")
    onnx_check.refuse_other_rate(config, facts)
    return int(facts.get("features_size", MELS[0]))


def _audio(mels: int) -> Mapping[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
    return {"audio_signal": np.zeros((1, mels, 64), np.float32), "length": np.array([64], np.int64)}


def _require_names(file: OnnxFile, inputs: set[str], outputs: set[str]) -> None:
    found = {value.name for value in file.session.get_outputs()}
    if not inputs <= set(file.inputs) or not outputs <= found:
        raise file.unfit("its inputs and outputs are not those of a NeMo export")


def _require_mels(file: OnnxFile, mels: int) -> None:
    if file.input_size(0, 1) not in {None, mels}:
        raise file.unfit(f"it wants another number of mel bands than {mels}")


def _require_table(vocab: Path, width: int, graph: OnnxFile) -> None:
    symbols = onnx_check.read_table(vocab)
    onnx_check.require_size(vocab, symbols, width, graph.path)
    onnx_check.require_blank(vocab, symbols, -1)
    onnx_check.require_hindi(vocab, symbols)


def _opened(family: Family, main: Path, stem: str, threads: int) -> Asr:
    """Load the library's model; it finds the files by its own names, with one infix (`int8`) in each."""
    infix = main.name.removeprefix(stem).removesuffix(".onnx").strip(".")
    session = onnxruntime.SessionOptions()
    session.intra_op_num_threads, session.inter_op_num_threads = threads, 1
    try:
        model = onnx_asr.load_model(
            family,
            main.parent,
            quantization=infix or None,
            sess_options=session,
            providers=["CPUExecutionProvider"],
        ).with_timestamps()
        model.recognize(np.zeros(SAMPLE_RATE, np.float32))
    except Exception as error:
        raise ModelFileError(
            "asr", f"onnx-asr cannot run the model in {main.parent}; fetch it again"
        ) from error
    return OnnxAsr(model)
