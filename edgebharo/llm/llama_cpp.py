"""Gemma and other GGUF models through llama.cpp: greedy, constrained, one call at a time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from edgebharo.clock import compute_ns
from edgebharo.cores import physical_cores
from edgebharo.errors import GrammarError, InferenceError, TooSlowError, TruncatedError
from edgebharo.llm.options import LlamaCppOptions
from edgebharo.llm.runtime import Grammar, Runtime
from edgebharo.types import Cancelled, never_cancelled

PREFIX_END = "\n\n"
"""The last blank line of a prompt ends its shared part (instructions and examples)."""
PREFIXES_KEPT = 8
"""One per kind of prompt; about 5 MB each with Gemma 3 270M and 300 tokens."""
LITERAL_END = "\n"
"""What ends a literal where the caller names no stop string."""


def create(options: LlamaCppOptions) -> LlamaCpp:
    """Load the model and prove that it obeys grammars and forgets between calls.

    Raises:
        ModelFileError: the file is missing or cannot be loaded.
        GrammarError: the self-test failed, or a grammar of the options cannot be parsed.
        InferenceError: the model failed.
    """
    threads = options.threads or physical_cores()
    runtime = Runtime(options.model_path, threads, options.context)
    llm = LlamaCpp(runtime, options.limit_ms)
    try:
        self_test(LlamaCpp(runtime))  # without a limit: a busy machine is no broken model
        llm.check(options.grammars)
        for prefix in options.prefixes:
            llm.warm(prefix)
    except InferenceError:
        llm.close()
        raise
    return llm


def self_test(llm: LlamaCpp) -> None:
    """Three things that have failed silently in the field: broken grammars, ignored ones, leaking state.

    Raises:
        GrammarError: one of them fails here too.
    """
    prompt = "5 + 1 ="
    try:
        llm.complete(prompt, never_cancelled, grammar='root ::= ("', max_tokens=2)
    except InferenceError:
        pass
    else:
        raise GrammarError("llm", "self-test: a broken grammar was ignored")
    answers = [llm.complete(prompt, never_cancelled, grammar='root ::= "6"', max_tokens=4) for _ in range(2)]
    if answers != ["6", "6"]:
        raise GrammarError("llm", "self-test: a grammar was not obeyed twice in a row")
    chosen = [llm.complete(prompt, never_cancelled, literals=(" 6", " नौ", " null")) for _ in range(2)]
    if chosen[0] != chosen[1]:
        raise GrammarError("llm", "self-test: two identical calls gave different results")


class LlamaCpp:
    """An `Llm`. Calls from several threads queue; a barge-in cancels by its token, never by a second call.

    The part of a prompt up to its last blank line is always decoded as a batch of its own and its cache is
    kept, so that a repeated prefix costs nothing and gives the same scores to the last bit. Nothing else
    survives a call.
    """

    def __init__(self, runtime: Runtime, limit_ms: int | None = None) -> None:
        self._runtime = runtime
        self._limit_ms = limit_ms
        self._lock = threading.Lock()
        self._prefixes: OrderedDict[str, bytes] = OrderedDict()

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
        """Continue `prompt` greedily; "" where `cancelled` answered True on the way.

        `literals` are walked token by token and one of them is returned, whatever `max_tokens` says; they
        should start with the space that the prompt does not end with. Otherwise the completion ends at
        the model's end token or before the first of `stop`.

        Raises:
            TooSlowError: the choice among `literals` was not made within the limit.
            TruncatedError: `max_tokens` were written and the completion was not finished.
            InferenceError: the grammar cannot be parsed, the prompt does not fit, or the model failed.
        """
        with self._lock:
            if literals:
                end = stop[0] if stop else LITERAL_END
                return self._choose(prompt, self._in_time(cancelled), literals, end)
            constraint = self._runtime.grammar(grammar) if grammar is not None else None
            try:
                self._read(prompt, max_tokens)
                return self._write(cancelled, constraint, max_tokens, stop)
            finally:
                if constraint is not None:
                    constraint.close()

    def check(self, grammars: Sequence[str]) -> None:
        """Parse each grammar.

        Raises:
            GrammarError: one cannot be parsed.
        """
        with self._lock:
            for grammar in grammars:
                self._runtime.grammar(grammar).close()

    def _in_time(self, cancelled: Cancelled) -> Cancelled:
        """`cancelled`, which raises TooSlowError once the limit, counted from now, has passed."""
        limit = self._limit_ms
        if limit is None:
            return cancelled
        deadline = compute_ns() + limit * 1_000_000

        def stopped() -> bool:
            if compute_ns() > deadline:
                raise TooSlowError("llm", f"no answer within {limit} ms")
            return cancelled()

        return stopped

    def warm(self, prompt: str) -> None:
        """Decode the shared part of `prompt` now, so that the first call does not pay for it."""
        with self._lock:
            self._read(prompt, room=0)

    def close(self) -> None:
        """Free the model."""
        with self._lock:
            self._runtime.close()

    def _read(self, prompt: str, room: int) -> None:
        """Decode `prompt` into an otherwise empty context that must keep `room` tokens free."""
        cut = prompt.rfind(PREFIX_END)
        prefix = prompt[: cut + len(PREFIX_END)] if cut >= 0 else ""
        tokens = self._runtime.tokenize(prompt[len(prefix) :], begin=not prefix)
        shared = self._runtime.tokenize(prefix, begin=True) if prefix else []
        if len(shared) + len(tokens) + room > self._runtime.context:
            raise InferenceError("llm", f"prompt and answer need more than {self._runtime.context} tokens")
        self._runtime.clear()
        if prefix:
            self._read_prefix(prefix, shared)
        if tokens:
            self._runtime.decode(tokens)

    def _read_prefix(self, prefix: str, tokens: Sequence[int]) -> None:
        kept = self._prefixes.get(prefix)
        if kept is not None:
            self._prefixes.move_to_end(prefix)
            self._runtime.restore(kept)
            return
        self._runtime.decode(tokens)
        self._prefixes[prefix] = self._runtime.snapshot()
        while len(self._prefixes) > PREFIXES_KEPT:
            self._prefixes.popitem(last=False)

    def _choose(self, prompt: str, cancelled: Cancelled, literals: tuple[str, ...], end: str) -> str:
        """The literal that greedy decoding reaches; the model is asked only where they differ."""
        paths = {literal: self._runtime.tokenize(literal + end, begin=False) for literal in literals}
        self._read(prompt, max(map(len, paths.values())))
        pending: list[int] = []
        depth = 0
        while len(paths) > 1:
            if cancelled():
                return ""
            choices = sorted({path[depth] for path in paths.values()})
            token = choices[0]
            if len(choices) > 1:
                if pending:
                    self._runtime.decode(pending)
                    pending = []
                token = choices[int(self._runtime.logits()[choices].argmax())]
            paths = {literal: path for literal, path in paths.items() if path[depth] == token}
            pending.append(token)
            depth += 1
        return next(iter(paths))

    def _write(
        self, cancelled: Cancelled, grammar: Grammar | None, max_tokens: int, stop: tuple[str, ...]
    ) -> str:
        written = bytearray()
        stops = [word.encode() for word in stop]
        for _ in range(max_tokens):
            if cancelled():
                return ""
            logits = self._runtime.logits()
            token = grammar.best(logits) if grammar is not None else int(logits.argmax())
            if self._runtime.is_end(token):
                return _text(written)
            if grammar is not None:
                grammar.accept(token)
            written += self._runtime.piece(token)
            found = [place for place in (written.find(word) for word in stops) if place >= 0]
            if found:
                return _text(written[: min(found)])
            self._runtime.decode([token])
        raise TruncatedError("llm", f"the completion was not finished after {max_tokens} tokens")


def _text(written: bytes | bytearray) -> str:
    """Decode whole completions only: a character may have come in several tokens."""
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError as error:
        # The exception's own text quotes the bytes, hence what was said.
        raise InferenceError("llm", "the model wrote a broken character") from error
