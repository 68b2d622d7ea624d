"""Silero VAD: how likely it is that a frame of 512 samples holds speech.

The graph takes `input` float32 [1, 576] (the last 64 samples of the frame before, then this frame),
`state` float32 [2, 1, 128] and `sr` int64, and gives the probability [1, 1] and the next state
(snakers4/silero-vad v5 and later, `OnnxWrapper`). Without the 64 samples it hears little.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from edgebharo.backends import Registry
from edgebharo.errors import InferenceError, ModelFileError
from edgebharo.ports import Vad
from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, Frame

CONTEXT_SAMPLES = 64

_STATE_SHAPE = (2, 1, 128)
_RATE = np.array(SAMPLE_RATE, np.int64)

VAD: Registry[Vad] = Registry(
    stage="vad",
    factories={"silero": "edgebharo.audio.vad:create"},
    extras={},
)
"""Options: SileroOptions."""


@dataclass(frozen=True)
class SileroOptions:
    """Where the model is."""

    model_path: Path


class Silero:
    """One stream of audio heard by Silero. Two streams need two objects."""

    def __init__(self, session: ort.InferenceSession) -> None:
        self._session = session
        self._state = _silence(*_STATE_SHAPE)
        self._input = _silence(1, CONTEXT_SAMPLES + FRAME_SAMPLES)

    def probability(self, frame: Frame) -> float:
        """Probability of speech in `frame`, 0..1, given the frames before it.

        Raises:
            InferenceError: the frame has not FRAME_SAMPLES int16 samples, or the model failed.
        """
        if frame.pcm.shape != (FRAME_SAMPLES,) or frame.pcm.dtype != np.int16:
            raise InferenceError(
                "vad", f"a frame has {frame.pcm.shape} {frame.pcm.dtype} samples, not 512 int16"
            )
        self._input[0, CONTEXT_SAMPLES:] = frame.pcm
        self._input[0, CONTEXT_SAMPLES:] /= 32768
        try:
            output, state = self._session.run(
                ["output", "stateN"], {"input": self._input, "state": self._state, "sr": _RATE}
            )
        except Exception as error:
            raise InferenceError("vad", "the Silero model failed") from error
        self._state = state
        self._input[0, :CONTEXT_SAMPLES] = self._input[0, -CONTEXT_SAMPLES:]
        return float(output[0, 0])

    def reset(self) -> None:
        """Forget the audio heard so far."""
        self._state = _silence(*_STATE_SHAPE)
        self._input = _silence(1, CONTEXT_SAMPLES + FRAME_SAMPLES)


def create(options: SileroOptions) -> Silero:
    """Load the model.

    Raises:
        ModelFileError: the file is missing or damaged.
    """
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = 1
    settings.inter_op_num_threads = 1
    try:
        session = ort.InferenceSession(str(options.model_path), settings, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelFileError("vad", f"{options.model_path} is no model that can be loaded") from error
    return Silero(session)


def _silence(*shape: int) -> npt.NDArray[np.float32]:
    return np.zeros(shape, np.float32)
