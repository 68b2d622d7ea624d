"""sherpa-onnx's streaming zipformer, given a whole utterance bit by bit; then its stream is finished."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import sherpa_onnx

from edgebharo.asr import sherpa_checks
from edgebharo.asr.frontend import is_quiet
from edgebharo.asr.hearing import Heard, padded, to_ms, transcript_of
from edgebharo.asr.options import EarOptions
from edgebharo.errors import InferenceError, ModelFileError
from edgebharo.ports import Asr
from edgebharo.types import SAMPLE_RATE, Cancelled, Expect, Pcm, Transcript, Utterance

STEP: Final = SAMPLE_RATE // 4
"""Samples fed at a time; the cancel token is asked before each."""
LONGEST_CHUNK: Final = 5 * SAMPLE_RATE
"""A model that is not ready after so much silence never will be."""


class SherpaStreaming:
    """See `edgebharo.ports.Asr`. One instance, one thread at a time. It does not use what is expected."""

    def __init__(self, recognizer: Any, tail: int) -> None:
        """`tail`: samples of silence after the speech that bring its last chunk out of the model."""
        self._recognizer = recognizer
        self._tail = tail

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """Recognise `utterance`; empty text where it is silent or the work was cancelled.

        Raises:
            InferenceError: the model failed.
        """
        del expect
        if is_quiet(utterance.pcm):
            return Transcript(utterance.id, "")
        try:
            heard = self._hear(utterance.pcm, cancelled)
        except Exception as error:
            raise InferenceError("asr", "the recogniser failed on an utterance") from error
        return transcript_of(utterance.id, [heard] if heard else [], utterance.pcm.size)

    def _hear(self, pcm: Pcm, cancelled: Cancelled) -> Heard | None:
        """None where the work was cancelled."""
        stream = self._recognizer.create_stream()
        audio = np.concatenate([padded(pcm), np.zeros(self._tail, np.float32)])
        for start in range(0, audio.size, STEP):
            if cancelled():
                return None
            stream.accept_waveform(SAMPLE_RATE, audio[start : start + STEP])
            while self._recognizer.is_ready(stream):
                self._recognizer.decode_stream(stream)
        result = self._recognizer.get_result_all(stream)
        starts = tuple(to_ms(second, 0) for second in result.timestamps)
        return Heard(result.text, tuple(result.tokens), starts, tuple(result.ys_probs))


def create(options: EarOptions) -> Asr:
    """A streaming zipformer2 transducer; roles `encoder`, `decoder`, `joiner`, `tokens`.

    Raises:
        ModelFileError: a file is missing, corrupt, for another rate, or not of one model with the others.
    """
    files = options.need("encoder", "decoder", "joiner", "tokens")
    mels = sherpa_checks.zipformer(files)
    try:
        recognizer = sherpa_onnx.OnlineRecognizer.from_transducer(
            **{role: str(path) for role, path in files.items()},
            num_threads=options.threads,
            feature_dim=mels,
            model_type="zipformer2",
        )
        return SherpaStreaming(recognizer, 2 * _chunk(recognizer))
    except Exception as error:
        raise ModelFileError("asr", sherpa_checks.MISFIT) from error


def _chunk(recognizer: Any) -> int:
    """Samples after which the model first has a chunk to decode; decodes it, so that a misfit shows now.

    Twice as much silence at the end pushes the last sound through the model's look-ahead, and gives a
    transducer that writes late one chunk more to do so.
    """
    stream = recognizer.create_stream()
    bit = np.zeros(SAMPLE_RATE // 100, np.float32)
    for fed in range(bit.size, LONGEST_CHUNK, bit.size):
        stream.accept_waveform(SAMPLE_RATE, bit)
        if recognizer.is_ready(stream):
            recognizer.decode_stream(stream)
            return fed
    raise ValueError("the model is never ready")
