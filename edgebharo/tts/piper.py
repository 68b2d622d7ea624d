"""Piper voices: any voice file of piper-tts with its JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import onnxruntime as ort
from piper import PiperVoice
from piper.config import PhonemeType, PiperConfig, SynthesisConfig

from edgebharo.errors import InferenceError, ModelFileError
from edgebharo.tts.options import PiperOptions
from edgebharo.tts.phonemes import Phonemizer
from edgebharo.tts.sentences import split_sentences
from edgebharo.tts.shape import finish
from edgebharo.types import Cancelled, Pcm, Speech

__all__ = ["PiperOptions", "create"]


class Piper:
    """One Piper voice, spoken without its random variation so that a line always sounds the same."""

    def __init__(self, voice: PiperVoice, speed: float) -> None:
        self._voice = voice
        scale = voice.config.length_scale / speed
        self._how = SynthesisConfig(length_scale=scale, noise_scale=0.0, noise_w_scale=0.0)
        by_sound = voice.config.phoneme_type == PhonemeType.ESPEAK
        self._phonemizer = Phonemizer(voice.config.espeak_voice) if by_sound else None

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        """Speak `line`, one Speech per sentence, at the rate the voice's JSON gives.

        Raises:
            InferenceError: the phonemiser or the model failed.
        """
        rate = int(self._voice.config.sample_rate)
        pieces = [ids for sentence in split_sentences(line) if (ids := self._ids(sentence))]
        for index, ids in enumerate(pieces):
            if cancelled():
                return
            last = index == len(pieces) - 1
            yield Speech(self._run(ids, rate, last=last), rate, last)

    def _ids(self, sentence: str) -> list[int]:
        if self._phonemizer is None:
            phonemes = [symbol for group in self._voice.phonemize(sentence) for symbol in group]
        else:
            phonemes = self._phonemizer.phonemes(sentence, self._voice.config.vowel_clusters)
        known = [p for p in phonemes if p in self._voice.config.phoneme_id_map]
        return list(self._voice.phonemes_to_ids(known)) if known else []

    def _run(self, ids: list[int], rate: int, *, last: bool) -> Pcm:
        try:
            audio = self._voice.phoneme_ids_to_audio(ids, self._how)
        except Exception as error:
            raise InferenceError("tts", f"the Piper voice failed on {len(ids)} phoneme ids") from error
        return finish(np.asarray(audio, np.float32), rate, last=last)


def create(options: PiperOptions) -> Piper:
    """Load the voice.

    Raises:
        ModelFileError: a file is missing or damaged.
    """
    try:
        config = PiperConfig.from_dict(json.loads(options.config_path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelFileError("tts", f"{options.config_path} does not describe a Piper voice") from error
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = options.threads
    settings.inter_op_num_threads = 1
    try:
        session = ort.InferenceSession(str(options.model_path), settings, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelFileError("tts", f"{options.model_path} is no model that can be loaded") from error
    return Piper(PiperVoice(session, config), options.speed)
