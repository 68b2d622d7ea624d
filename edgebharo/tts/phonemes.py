"""Text to phonemes with the espeak-ng that piper-tts embeds."""

from __future__ import annotations

import re
from functools import lru_cache
from threading import Lock

from piper.phonemize_espeak import EspeakPhonemizer

from edgebharo.errors import InferenceError
from edgebharo.hindi.say import speakable

_ESPEAK = Lock()
"""espeak-ng keeps its language in one place per process: setting it and using it is one step."""

_UNSPOKEN = re.compile(r"[\[\](){}<>«»\"“”*_#|\\/\x00-\x1f]+")


class Phonemizer:
    """Phonemes of one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._espeak = _load_espeak()

    def phonemes(self, sentence: str, clusters: set[tuple[str, ...]] | None = None) -> list[str]:
        """IPA symbols of one sentence, stress marks and punctuation included; empty for nothing to say.

        Hindi is first made speakable: digits and Latin words become Hindi words, which espeak-ng would
        read digit by digit or in an English voice. Brackets are dropped before (espeak-ng takes `[[` for
        phonemes) and after (`(en)` marks a switch of language).

        Raises:
            InferenceError: espeak-ng does not know the language, or failed.
        """
        text = speakable(sentence) if self._language == "hi" else sentence
        text = _UNSPOKEN.sub(" ", text).strip()
        if not any(map(str.isalnum, text)):
            return []
        try:
            with _ESPEAK:
                groups = self._espeak.phonemize(self._language, text, clusters)
        except Exception as error:
            raise InferenceError("tts", f"espeak-ng failed in language {self._language!r}") from error
        symbols = [symbol for group in groups for symbol in [*group, " "]]
        return [symbol for symbol in symbols[:-1] if symbol not in "()"]


@lru_cache(maxsize=1)
def _load_espeak() -> EspeakPhonemizer:
    return EspeakPhonemizer()
