"""The four ports: tiny Protocols that a backend satisfies. Public methods only, no defaults, no base class.

They live below every room so that a pure room (`understand`) may take a port as an argument without
importing a backend.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from edgebharo.types import Cancelled, Expect, Frame, Speech, Transcript, Utterance


class Vad(Protocol):
    """Says how likely a frame holds speech. Keeps state from frame to frame."""

    def probability(self, frame: Frame) -> float:
        """Probability of speech in `frame`, 0..1.

        Raises:
            InferenceError: the model failed, or the frame has another size than FRAME_SAMPLES.
        """

    def reset(self) -> None:
        """Forget the audio heard so far. Called at turn borders only, never while someone speaks."""


class Asr(Protocol):
    """Turns one utterance into text, told what the question expects."""

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """Recognise `utterance`. Empty text means that nothing was said (silence, a cough, noise).

        Raises:
            InferenceError: the model failed.
        """

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        """The same for an utterance that is still being spoken, `ended_by` "open": the words so far.

        `so_far` holds everything since the speech began, and comes again about every 300 ms with more at its
        end; another beginning is another utterance. It must not change what `transcribe` returns. An ear that
        knows no cheaper way returns `self.transcribe(so_far, expect, cancelled)`. Words may lack their times.

        Raises:
            InferenceError: the model failed.
        """


class Llm(Protocol):
    """Completes a prompt at temperature 0. One model, one thread: callers queue."""

    def complete(
        self,
        prompt: str,
        cancelled: Cancelled,
        *,
        grammar: str | None = None,
        literals: tuple[str, ...] = (),
        max_tokens: int = 64,
        stop: tuple[str, ...] = (),
    ) -> str:
        """Continue `prompt`.

        `grammar` is GBNF text that the completion must match. `literals`, where given, is the finite
        language of that grammar: exactly one of them is returned, found by walking the tokens that they
        can continue with (never by scanning the vocabulary).

        Raises:
            InferenceError: the grammar cannot be parsed, the model failed, or the output was truncated.
        """


class Tts(Protocol):
    """Turns one line of Devanagari text into speech, sentence by sentence."""

    def synthesize(self, line: str, cancelled: Cancelled) -> Iterator[Speech]:
        """Speak `line`; the first sentence is yielded before the second is computed.

        Raises:
            InferenceError: the model failed.
        """
