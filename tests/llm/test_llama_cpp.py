"""The real packaged model: what has failed silently elsewhere must fail loudly here, or not at all."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llama_cpp", reason="the language model's extra is not installed")

from edgebharo.errors import InferenceError, ModelFileError, TruncatedError, UnknownBackendError
from edgebharo.llm.backends import LLM
from edgebharo.llm.llama_cpp import LlamaCpp, LlamaCppOptions, create
from edgebharo.llm.runtime import Runtime
from edgebharo.types import never_cancelled

pytestmark = pytest.mark.model

PREFIX = "बात: जी मेरा नाम सुनीता देवी है\nनाम: सुनीता देवी\n\nबात: वो लिखिए रेखा कुमारी\nनाम: रेखा कुमारी\n\n"
SAYINGS = (
    "मेरा नाम कमला देवी है",
    "उम्म लिखिए फूलमती कुमारी",
    "नौरंगी बाई",
    "मैं सोनी बोल रही हूं",
    "बच्चे का नाम राजू रखा है",
    "नहीं नहीं गीता नहीं सीता",
    "आरती मेरा नाम आरती है",
    "जी हां",
)


def prompt(saying: str) -> str:
    return f"{PREFIX}बात: {saying}\nनाम:"


def literals(saying: str) -> tuple[str, ...]:
    words = saying.split()
    runs = [" " + " ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1)]
    return (*dict.fromkeys(runs), " null")


def fresh(gguf: Path) -> LlamaCpp:
    return LlamaCpp(Runtime(gguf, threads=1, context=512))


def test_a_broken_grammar_raises_and_prints_nothing(llm: LlamaCpp, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InferenceError, match="grammar"):
        llm.complete("5 + 1 =", never_cancelled, grammar='root ::= ("गोपनीय')
    assert capfd.readouterr() == ("", "")


def test_a_grammar_is_obeyed_however_unlikely_its_words(llm: LlamaCpp) -> None:
    assert llm.complete("5 + 1 =", never_cancelled, grammar='root ::= "6"', max_tokens=4) == "6"
    grammar = 'root ::= " ढेंचू" | " ढपली ढम"'
    assert llm.complete(prompt(SAYINGS[0]), never_cancelled, grammar=grammar) in {" ढेंचू", " ढपली ढम"}


def test_fifty_calls_with_one_grammar_are_identical(llm: LlamaCpp) -> None:
    results = {llm.complete("5 + 1 =", never_cancelled, grammar='root ::= " "? [0-9]') for _ in range(50)}
    assert len(results) == 1
    assert results.pop().strip().isdigit()


def test_a_used_model_answers_like_a_fresh_one(llm: LlamaCpp, gguf: Path) -> None:
    def choose(model: LlamaCpp, saying: str) -> str:
        return model.complete(prompt(saying), never_cancelled, literals=literals(saying))

    def write(model: LlamaCpp, saying: str) -> str:
        return model.complete(prompt(saying), never_cancelled, max_tokens=24, stop=("\n",))

    used = [(choose(llm, saying), write(llm, saying)) for saying in SAYINGS]
    for index in range(0, len(SAYINGS), 2):
        new = fresh(gguf)
        try:
            ask = choose if index % 4 else write
            assert ask(new, SAYINGS[index]) == used[index][0 if index % 4 else 1]
        finally:
            new.close()


def test_a_restored_prefix_gives_the_same_scores_to_the_last_bit(gguf: Path) -> None:
    runtime = Runtime(gguf, threads=1, context=512)
    try:
        shared = runtime.tokenize(PREFIX, begin=True)
        rest = runtime.tokenize(f"बात: {SAYINGS[1]}\nनाम:", begin=False)
        runtime.decode(shared)
        snapshot = runtime.snapshot()
        runtime.decode(rest)
        first = runtime.logits().copy()
        runtime.clear()
        runtime.decode(runtime.tokenize("कुछ और ही बात", begin=True))
        runtime.restore(snapshot)
        runtime.decode(rest)
        assert np.array_equal(first, runtime.logits())
    finally:
        runtime.close()


@pytest.mark.parametrize("saying", SAYINGS[-3:])
def test_exactly_one_literal_comes_back(llm: LlamaCpp, saying: str) -> None:
    assert llm.complete(prompt(saying), never_cancelled, literals=literals(saying)) in literals(saying)
    assert llm.complete(prompt(saying), never_cancelled, literals=(" अकेला",)) == " अकेला"


def test_every_literal_is_accepted_by_the_grammar_engine(llm: LlamaCpp, gguf: Path) -> None:
    runtime = Runtime(gguf, threads=1, context=256)
    try:
        for literal in literals(SAYINGS[0]):
            grammar = runtime.grammar("root ::= " + " | ".join(f'"{text}"' for text in literals(SAYINGS[0])))
            for token in runtime.tokenize(literal, begin=False):
                assert grammar.allowed(np.array([token], dtype=np.int32))[0]
                grammar.accept(token)
            grammar.close()
    finally:
        runtime.close()


def test_a_completion_that_does_not_end_is_a_truncation(llm: LlamaCpp) -> None:
    with pytest.raises(TruncatedError):
        llm.complete(prompt(SAYINGS[0]), never_cancelled, grammar='root ::= "क" root', max_tokens=8)


def test_characters_in_several_tokens_come_out_whole(llm: LlamaCpp) -> None:
    text = "ॠऌ𑀓𞤀ꣳ"
    assert llm.complete("क", never_cancelled, grammar=f'root ::= "{text}"', max_tokens=64) == text


def test_a_cancelled_call_gives_nothing_and_leaves_nothing(llm: LlamaCpp) -> None:
    before = llm.complete(prompt(SAYINGS[0]), never_cancelled, literals=literals(SAYINGS[0]))
    assert llm.complete(prompt(SAYINGS[1]), lambda: True, literals=literals(SAYINGS[1])) == ""
    assert llm.complete(prompt(SAYINGS[1]), lambda: True, max_tokens=8) == ""
    assert llm.complete(prompt(SAYINGS[0]), never_cancelled, literals=literals(SAYINGS[0])) == before


def test_callers_from_several_threads_queue(llm: LlamaCpp) -> None:
    expected = [
        llm.complete(prompt(saying), never_cancelled, literals=literals(saying)) for saying in SAYINGS[:4]
    ]
    results: dict[int, str] = {}

    def ask(index: int) -> None:
        saying = SAYINGS[index]
        results[index] = llm.complete(prompt(saying), never_cancelled, literals=literals(saying))

    threads = [threading.Thread(target=ask, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert [results[index] for index in range(4)] == expected


def test_a_prompt_that_does_not_fit_is_refused(llm: LlamaCpp) -> None:
    with pytest.raises(InferenceError, match="tokens"):
        llm.complete("नाम " * 2000, never_cancelled, max_tokens=8)


def test_a_missing_or_broken_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"nothing\.gguf"):
        create(LlamaCppOptions(model_path=tmp_path / "nothing.gguf"))
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + bytes(64))
    with pytest.raises(ModelFileError, match=r"broken\.gguf"):
        create(LlamaCppOptions(model_path=broken))


def test_the_registry_builds_the_backend_by_its_name(gguf: Path) -> None:
    with pytest.raises(UnknownBackendError, match="llama_cpp"):
        LLM.create("chatty", None)
    built = LLM.create("llama_cpp", LlamaCppOptions(model_path=gguf, threads=1, context=512))
    assert isinstance(built, LlamaCpp)
    built.close()
