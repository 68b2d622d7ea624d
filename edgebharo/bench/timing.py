"""How long EXTRACT takes, and what a grammar costs the language model."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from statistics import median
from typing import TypeVar

from edgebharo.bench.suite import Json
from edgebharo.clock import compute_ns, cpu_ns
from edgebharo.errors import TruncatedError
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.tokens import tokenize
from edgebharo.ports import Llm
from edgebharo.types import never_cancelled
from edgebharo.understand.grammar import choices
from edgebharo.understand.prompts import PERSON

Found = TypeVar("Found")

REPEATS = 5
TOKENS = 16
"""Written in one measurement beyond the first."""
SAYING = normalize("जी लिखिए मेरा पूरा नाम सुनीता कुमारी देवी है और मेरे पति मोहन लाल हैं")


def timed(work: Callable[[], Found]) -> tuple[Found, float, float]:
    """What `work` returns, and the milliseconds that went by and that the processor spent."""
    wall, cpu = compute_ns(), cpu_ns()
    found = work()
    return found, round((compute_ns() - wall) / 1e6, 2), round((cpu_ns() - cpu) / 1e6, 2)


def grammar_cost(llm: Llm) -> dict[str, Json]:
    """Processor milliseconds a token, written freely and under a grammar of `spans` heard spans.

    The grammar lets spans follow one another for ever, so that as many tokens are written as without it.
    `choice_ms` is a whole choice among the same spans by walking their tokens, as EXTRACT does it, without
    the `prompt_ms` of reading an utterance after the shared part of its prompt.
    """
    prompt = f"{PERSON}बात: {SAYING}\nनाम:"
    spans = choices(tokenize(SAYING))
    repeated = spans.gbnf.replace("root ::= ", "root ::= span root\nspan ::= ", 1)
    free = _per_token(llm, prompt, None)
    bound = _per_token(llm, prompt, repeated)
    only_read = _median_ms(lambda: llm.complete(prompt, never_cancelled, literals=(spans.literals[0],)))
    walked = _median_ms(lambda: llm.complete(prompt, never_cancelled, literals=spans.literals))
    return {
        "free_ms_per_token": round(free, 2),
        "grammar_ms_per_token": round(bound, 2),
        "choice_ms": round(walked - only_read, 2),
        "prompt_ms": round(only_read, 1),
        "spans": len(spans.literals),
    }


def _per_token(llm: Llm, prompt: str, grammar: str | None) -> float:
    """The cost of TOKENS tokens more, by the token."""

    def write(count: int) -> None:
        with suppress(TruncatedError):
            llm.complete(prompt, never_cancelled, grammar=grammar, max_tokens=count)

    return (_median_ms(lambda: write(TOKENS + 1)) - _median_ms(lambda: write(1))) / TOKENS


def _median_ms(work: Callable[[], object]) -> float:
    return median(timed(work)[2] for _ in range(REPEATS))
