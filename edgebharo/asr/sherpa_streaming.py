"""sherpa-onnx's streaming zipformer, given a whole utterance bit by bit; then its stream is finished."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import sherpa_onnx

from edgebharo.asr import sherpa_checks
from edgebharo.asr.frontend import is_quiet
from edgebharo.asr.hearing import LEAD, TAIL, Heard, heard_of, transcript_of
from edgebharo.asr.options import EarOptions
from edgebharo.errors import InferenceError
from edgebharo.ports import Asr
from edgebharo.types import SAMPLE_RATE, Cancelled, Expect, Pcm, Transcript, Utterance

STEP: Final = SAMPLE_RATE // 4
"""Samples fed at a time; the cancel token is asked before each."""
LONGEST_CHUNK: Final = 5 * SAMPLE_RATE
"""A model that is not ready after so much silence never will be."""


class _Stream:
    """One stream of the recogniser and what it was fed."""

    def __init__(self, recognizer: Any) -> None:
        self._recognizer = recognizer
        self._stream = recognizer.create_stream()
        self._stream.accept_waveform(SAMPLE_RATE, np.zeros(LEAD, np.float32))
        self.fed: Pcm = np.zeros(0, np.int16)

    def feed(self, pcm: Pcm, cancelled: Cancelled) -> bool:
        """Go on with `pcm`; False, with less of it fed, where the work was cancelled."""
        for start in range(0, pcm.size, STEP):
            if cancelled():
                return False
            bit = pcm[start : start + STEP]
            self._stream.accept_waveform(SAMPLE_RATE, bit.astype(np.float32) / 32768)
            self.fed = np.concatenate([self.fed, bit])
            while self._recognizer.is_ready(self._stream):
                self._recognizer.decode_stream(self._stream)
        return True

    def heard(self) -> Heard:
        """What came out so far."""
        result = self._recognizer.get_result_all(self._stream)
        return heard_of(result.text, result.tokens, result.timestamps, result.ys_probs)


class SherpaStreaming:
    """See `edgebharo.ports.Asr`. One instance, one thread at a time. It does not use what is expected."""

    def __init__(self, recognizer: Any, tail: int) -> None:
        """`tail`: samples of silence after the speech that bring its last chunk out of the model."""
        self._recognizer = recognizer
        self._tail = np.zeros(max(tail, TAIL), np.int16)
        self._open: _Stream | None = None

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """Recognise `utterance`; empty text where it is silent or the work was cancelled.

        Raises:
            InferenceError: the model failed.
        """
        del expect
        if is_quiet(utterance.pcm):
            return Transcript(utterance.id, "")
        audio = np.concatenate([utterance.pcm, self._tail])
        return self._hear(_Stream(self._recognizer), audio, utterance, cancelled)

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """The words so far: only what is new is fed, and the words of the last chunk are yet to come.

        Raises:
            InferenceError: the model failed.
        """
        del expect
        if is_quiet(so_far.pcm):
            return Transcript(so_far.id, "")
        stream = self._open
        if stream is None or not np.array_equal(so_far.pcm[: stream.fed.size], stream.fed):
            stream = self._open = _Stream(self._recognizer)
        return self._hear(stream, so_far.pcm[stream.fed.size :], so_far, cancelled)

    def _hear(self, stream: _Stream, new: Pcm, utterance: Utterance, cancelled: Cancelled) -> Transcript:
        try:
            heard = [stream.heard()] if stream.feed(new, cancelled) else []
        except Exception as error:
            raise InferenceError("asr", "the recogniser failed on an utterance") from error
        return transcript_of(utterance.id, heard, utterance.pcm.size)


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
        raise sherpa_checks.misfit(files, error) from error


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
