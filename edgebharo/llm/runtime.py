"""llama.cpp's C interface, as far as it is needed: one model, one context, one sequence.

Every refusal of the C side becomes an exception here, because several of them are otherwise silent: a
grammar that cannot be parsed comes back as a null pointer, a full cache as a status code.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llama_cpp as c
import numpy as np
import numpy.typing as npt

from edgebharo.errors import GrammarError, InferenceError, ModelFileError

Logits = npt.NDArray[np.float32]
"""Unnormalised natural-log scores of the next token, shape [vocabulary]."""

SEQUENCE = 0
SHORTLIST = 256
"""Best tokens that are held against a grammar before the whole vocabulary is: checking all of Gemma's 262,144
tokens costs more than computing their scores."""

_TOKEN_DATA = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])
"""Memory layout of `llama_token_data`."""


@c.llama_log_callback  # type: ignore[untyped-decorator, unused-ignore]
def _discard(_level: int, _text: bytes, _data: ctypes.c_void_p) -> None:
    """Keep the native log off stderr: it quotes prompts and grammars, hence what a caller said."""


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Send file descriptor 2 to nowhere: the grammar parser prints a refused grammar there by itself."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(nowhere)
        os.close(kept)


class Grammar:
    """A GBNF grammar while one completion walks through it. Never used twice: it holds its position."""

    def __init__(self, vocabulary: Any, text: str) -> None:
        self._ends = np.array([c.llama_vocab_eos(vocabulary), c.llama_vocab_eot(vocabulary)], dtype=np.int32)
        with _quiet_stderr():
            self._sampler = c.llama_sampler_init_grammar(vocabulary, text.encode(), b"root")
        if not self._sampler:
            raise GrammarError("llm", "the grammar cannot be parsed")

    def allowed(self, tokens: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Which of `tokens` may come next; same shape as `tokens`."""
        data = np.zeros(len(tokens), dtype=_TOKEN_DATA)
        data["id"] = tokens
        array = c.llama_token_data_array(
            data=data.ctypes.data_as(ctypes.POINTER(c.llama_token_data)),
            size=len(data),
            selected=-1,
            sorted=False,
        )
        c.llama_sampler_apply(self._sampler, ctypes.byref(array))
        return np.asarray(np.isfinite(data["logit"]))

    def best(self, logits: Logits) -> int:
        """The allowed token with the highest score.

        Raises:
            InferenceError: nothing may follow.
        """
        first = int(logits.argmax())
        if self.allowed(np.array([first], dtype=np.int32))[0]:
            return first
        likely = np.argpartition(logits, -SHORTLIST)[-SHORTLIST:]
        for tokens in (np.append(likely, self._ends[self._ends >= 0]), np.arange(len(logits))):
            allowed = self.allowed(tokens.astype(np.int32))
            if allowed.any():
                open_tokens = tokens[allowed]
                return int(open_tokens[logits[open_tokens].argmax()])
        raise InferenceError("llm", "the grammar allows no further token")

    def accept(self, token: int) -> None:
        """Move on past `token`, which must be allowed."""
        c.llama_sampler_accept(self._sampler, token)

    def close(self) -> None:
        """Free the native object."""
        c.llama_sampler_free(self._sampler)


class Runtime:
    """One loaded model with an empty context of `context` tokens, computing on `threads` threads.

    Raises:
        ModelFileError: the file is missing or is not a model that llama.cpp can load.
        InferenceError: there is not enough memory for the context.
    """

    def __init__(self, model_path: Path, threads: int, context: int) -> None:
        if not model_path.is_file():
            raise ModelFileError("llm", f"no model file at {model_path}")
        c.llama_log_set(_discard, ctypes.c_void_p(0))
        c.llama_backend_init()
        params = c.llama_model_default_params()
        params.n_gpu_layers = 0
        self._model = c.llama_model_load_from_file(str(model_path).encode(), params)
        if not self._model:
            raise ModelFileError("llm", f"{model_path} cannot be loaded as a GGUF model")
        self._context = c.llama_init_from_model(self._model, _context_params(threads, context))
        if not self._context:
            c.llama_model_free(self._model)
            raise InferenceError("llm", "no context could be made; is there enough memory?")
        self._vocabulary: Any = c.llama_model_get_vocab(self._model)
        self._size = int(c.llama_vocab_n_tokens(self._vocabulary))
        self._memory: Any = c.llama_get_memory(self._context)
        self.context = context

    def tokenize(self, text: str, *, begin: bool) -> list[int]:
        """Tokens of `text`, control words as plain text; `begin` puts the begin-of-text token first."""
        data = text.encode()
        buffer = (c.llama_token * (len(data) + 8))()
        count = c.llama_tokenize(self._vocabulary, data, len(data), buffer, len(buffer), begin, False)
        if count < 0:
            raise InferenceError("llm", "the text cannot be tokenised")
        return list(buffer[:count])

    def piece(self, token: int) -> bytes:
        """The bytes that `token` stands for: possibly only a part of a character."""
        buffer = ctypes.create_string_buffer(256)
        length = c.llama_token_to_piece(self._vocabulary, token, buffer, len(buffer), 0, False)
        return buffer.raw[: max(0, length)]

    def is_end(self, token: int) -> bool:
        """True where `token` closes a completion."""
        return bool(c.llama_vocab_is_eog(self._vocabulary, token))

    def grammar(self, text: str) -> Grammar:
        """A grammar at its start.

        Raises:
            GrammarError: `text` is not GBNF.
        """
        return Grammar(self._vocabulary, text)

    def clear(self) -> None:
        """Forget everything that was decoded."""
        c.llama_memory_clear(self._memory, True)

    def decode(self, tokens: Sequence[int]) -> None:
        """Append `tokens` to the context.

        Raises:
            InferenceError: the model failed or the context is full.
        """
        array = (c.llama_token * len(tokens))(*tokens)
        status = c.llama_decode(self._context, c.llama_batch_get_one(array, len(tokens)))
        if status != 0:
            raise InferenceError("llm", f"decoding failed with status {status}")

    def logits(self) -> Logits:
        """Scores of the token after the last decoded one. A view: valid until the next `decode`."""
        pointer = c.llama_get_logits_ith(self._context, -1)
        if not pointer:
            raise InferenceError("llm", "the model gave no scores")
        return np.ctypeslib.as_array(pointer, shape=(self._size,))

    def snapshot(self) -> bytes:
        """What the context holds now, to be put back with `restore`."""
        size = c.llama_state_seq_get_size(self._context, SEQUENCE)
        buffer = (ctypes.c_uint8 * size)()
        written = c.llama_state_seq_get_data(self._context, buffer, size, SEQUENCE)
        return bytes(memoryview(buffer)[:written])

    def restore(self, snapshot: bytes) -> None:
        """Put the context back to what it was when `snapshot` was taken."""
        self.clear()
        buffer = (ctypes.c_uint8 * len(snapshot)).from_buffer_copy(snapshot)
        if not c.llama_state_seq_set_data(self._context, buffer, len(snapshot), SEQUENCE):
            raise InferenceError("llm", "a saved context cannot be restored")

    def close(self) -> None:
        """Free the model. The object cannot be used afterwards."""
        c.llama_free(self._context)
        c.llama_model_free(self._model)


def _context_params(threads: int, context: int) -> Any:
    params = c.llama_context_default_params()
    params.n_ctx = context
    params.n_batch = context
    params.n_ubatch = min(context, 512)
    params.n_seq_max = 1
    params.n_threads = threads
    params.n_threads_batch = threads
    params.no_perf = True
    return params
