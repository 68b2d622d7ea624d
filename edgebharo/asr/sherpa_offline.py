"""sherpa-onnx's recognisers that hear a whole utterance: NeMo CTC, transducers, Whisper, Moonshine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import sherpa_onnx

from edgebharo.asr import sherpa_checks
from edgebharo.asr.frontend import WINDOW_SAMPLES, is_quiet, windows
from edgebharo.asr.hearing import SHORTEST, Heard, heard_of, padded, transcript_of
from edgebharo.asr.options import EarOptions
from edgebharo.errors import InferenceError
from edgebharo.ports import Asr
from edgebharo.types import SAMPLE_RATE, Cancelled, Expect, Pcm, Transcript, Utterance, never_cancelled


@dataclass(frozen=True)
class Room:
    """How much audio is handed over at once, and how much silence follows it."""

    longest: int = WINDOW_SAMPLES
    """Samples of speech; a longer utterance is cut in quiet places."""
    stretch: float = 1.0
    """The padded audio is at least so many times as long as the speech."""


WHISPER_ROOM: Final = Room(8 * SAMPLE_RATE, 3.5)
"""sherpa-onnx stops Whisper after 6 symbols for each second that it is given (and half its context, 224, in
all). Whisper writes Devanagari with one or two symbols a letter, some 20 a second: without silence after it,
an answer would lose its end. 3.5 times 8 s is just below the 29.5 s that fit."""
WHISPER_TAIL: Final = 50
"""Frames (10 ms) that sherpa-onnx adds on its own; its usual 1,000 stand in for the silence that is there."""


class SherpaOffline:
    """See `edgebharo.ports.Asr`. One instance, one thread at a time. It does not use what is expected.

    sherpa-onnx reports one text; transducers also say how probable each piece was and when it began, NeMo CTC
    only when, Whisper and Moonshine neither.
    """

    def __init__(self, recognizer: Any, room: Room) -> None:
        self._recognizer = recognizer
        self._room = room

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """Recognise `utterance`; empty text where it is silent or the work was cancelled.

        Cancelling is noticed between pieces of at most 28 s (Whisper: 8 s).

        Raises:
            InferenceError: the model failed.
        """
        del expect
        nothing = Transcript(utterance.id, "")
        if is_quiet(utterance.pcm):
            return nothing
        heard, offset = [], 0
        for piece in windows(utterance.pcm, self._room.longest):
            if cancelled():
                return nothing
            if not is_quiet(piece):
                heard.append(self._hear(piece, offset))
            offset += piece.size
        return nothing if cancelled() else transcript_of(utterance.id, heard, utterance.pcm.size)

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """The words so far: the model knows no cheaper way than to hear it all again.

        Raises:
            InferenceError: the model failed.
        """
        return self.transcribe(so_far, expect, cancelled)

    def _hear(self, pcm: Pcm, offset: int) -> Heard:
        audio = padded(pcm, max(SHORTEST, round(pcm.size * self._room.stretch)))
        try:
            stream = self._recognizer.create_stream()
            stream.accept_waveform(SAMPLE_RATE, audio)
            self._recognizer.decode_stream(stream)
            result = stream.result
            times = result.timestamps
            # Whisper's pieces may end inside a letter, and are then no text that Python could read
            pieces = result.tokens if times else ()
            return heard_of(result.text, pieces, times, result.ys_log_probs, offset=offset)
        except Exception as error:
            raise InferenceError("asr", "the recogniser failed on an utterance") from error


def create_nemo_ctc(options: EarOptions) -> Asr:
    """NeMo CTC; roles `model`, `tokens`.

    Raises:
        ModelFileError: a file is missing, corrupt, for another rate, or not of one model with the others.
    """
    files = options.need("model", "tokens")
    mels = sherpa_checks.nemo_ctc(files)
    return _opened(
        files,
        lambda: sherpa_onnx.OfflineRecognizer.from_nemo_ctc(
            **_texts(files), num_threads=options.threads, feature_dim=mels
        ),
    )


def create_transducer(options: EarOptions) -> Asr:
    """A transducer of icefall or NeMo (metadata); roles `encoder`, `decoder`, `joiner`, `tokens`.

    Raises:
        ModelFileError: as `create_nemo_ctc`.
    """
    files = options.need("encoder", "decoder", "joiner", "tokens")
    kind, mels = sherpa_checks.transducer(files)
    return _opened(
        files,
        lambda: sherpa_onnx.OfflineRecognizer.from_transducer(
            **_texts(files), num_threads=options.threads, feature_dim=mels, model_type=kind
        ),
    )


def create_whisper(options: EarOptions) -> Asr:
    """A multilingual Whisper; roles `encoder`, `decoder`, `tokens`; writes `options.language`.

    Raises:
        ModelFileError: as `create_nemo_ctc`, or the model does not know the language.
    """
    files = options.need("encoder", "decoder", "tokens")
    sherpa_checks.whisper(files, options.language)
    return _opened(
        files,
        lambda: sherpa_onnx.OfflineRecognizer.from_whisper(
            **_texts(files),
            num_threads=options.threads,
            language=options.language,
            tail_paddings=WHISPER_TAIL,
        ),
        WHISPER_ROOM,
    )


def create_moonshine(options: EarOptions) -> Asr:
    """Moonshine; roles `preprocess`, `encode`, `uncached_decode`, `cached_decode`, `tokens`.

    Raises:
        ModelFileError: as `create_nemo_ctc`.
    """
    files = options.need("preprocess", "encode", "uncached_decode", "cached_decode", "tokens")
    sherpa_checks.moonshine(files)
    named = _texts(files)
    return _opened(
        files,
        lambda: sherpa_onnx.OfflineRecognizer.from_moonshine(
            preprocessor=named["preprocess"],
            encoder=named["encode"],
            uncached_decoder=named["uncached_decode"],
            cached_decoder=named["cached_decode"],
            tokens=named["tokens"],
            num_threads=options.threads,
        ),
    )


def _texts(files: Mapping[str, Path]) -> dict[str, str]:
    return {role: str(path) for role, path in files.items()}


def _opened(files: Mapping[str, Path], load: Callable[[], Any], room: Room = Room()) -> Asr:
    """Load the recogniser and let it hear half a second of faint noise, so that a misfit shows now."""
    noise = np.random.default_rng(0).integers(-100, 100, SAMPLE_RATE // 2).astype(np.int16)
    try:
        ear = SherpaOffline(load(), room)
        ear.transcribe(Utterance(0, 0, noise.size, noise, "eof"), Expect(), never_cancelled)
    except Exception as error:
        raise sherpa_checks.misfit(files, error) from error
    return ear
