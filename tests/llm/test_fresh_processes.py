"""What a model answers must not depend on what it was asked before: many prompts here, each alone there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llama_cpp", reason="the language model's extra is not installed")

from edgebharo.errors import GrammarError, InferenceError, TooSlowError
from edgebharo.forms.load import load_form
from edgebharo.hindi.normalize import normalize
from edgebharo.llm.llama_cpp import LlamaCpp, create
from edgebharo.llm.options import LlamaCppOptions
from edgebharo.runtime import app
from edgebharo.runtime.config import load_settings
from edgebharo.types import never_cancelled
from edgebharo.understand.opinions import grammars, intent_opinion, name_opinion
from edgebharo.understand.prompts import PREFIXES

pytestmark = pytest.mark.model

NAMES = ("सुमन", "बिमला देवी", "फूलमती", "राधा कुमारी", "नूरजहां")
SAYINGS = tuple(
    normalize(frame.format(name))
    for name in NAMES
    for frame in ("सास ने {} धरा था", "{}", "कार्ड पर {} है", "लिखो {} न")
)
PROCESSES = 20 if os.environ.get("EDGEBHARO_SLOW_TESTS") else 3
"""EDGEBHARO_SLOW_TESTS=1 gives each of the twenty prompts a process of its own, which takes minutes."""

ALONE = """
import sys
from pathlib import Path
from edgebharo.forms.load import load_form
from edgebharo.runtime import app
from edgebharo.runtime.config import load_settings
from edgebharo.llm.llama_cpp import LlamaCpp
from edgebharo.llm.runtime import Runtime
from edgebharo.types import never_cancelled
from edgebharo.understand.opinions import name_opinion
field = load_form("maternal-enrolment").form.field("name")
model = LlamaCpp(Runtime(Path(sys.argv[1]), threads=1, context=1024))
print(name_opinion(model, field, sys.argv[2], never_cancelled))
"""


def test_twenty_prompts_in_one_process_are_answered_as_in_fresh_ones(llm: LlamaCpp, gguf: Path) -> None:
    field = load_form("maternal-enrolment").form.field("name")
    together = [str(name_opinion(llm, field, saying, never_cancelled)) for saying in SAYINGS]
    assert len(together) == 20
    step = len(SAYINGS) // PROCESSES
    for index in range(len(SAYINGS) - 1, -1, -step)[:PROCESSES]:
        command = [sys.executable, "-c", ALONE, str(gguf), SAYINGS[index]]
        alone = subprocess.run(  # noqa: S603 - our own program
            command, capture_output=True, text=True, encoding="utf-8", check=True
        )
        assert alone.stdout.strip() == together[index]


def test_a_broken_grammar_raises_when_the_model_is_loaded(gguf: Path) -> None:
    with pytest.raises(InferenceError, match="grammar"):
        create(LlamaCppOptions(gguf, threads=1, context=512, grammars=('root ::= "क', 'root ::= "ख"')))


def test_a_call_does_not_begin_with_a_model_that_does_not_obey(
    gguf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDGEBHARO_SLOW_TESTS", raising=False)  # no setting of a call
    monkeypatch.setattr(app, "path_of", lambda _name: gguf)
    monkeypatch.setattr(app, "grammars", lambda _form: ('root ::= "क',))
    with pytest.raises(GrammarError, match="EDGEBHARO_LLM=off"):
        app.open_llm(load_settings({"llm": "auto"}))
    assert app.open_llm(load_settings({"llm": "off"}))[0] is None


def test_every_grammar_of_the_form_parses(llm: LlamaCpp) -> None:
    llm.check(grammars(load_form("maternal-enrolment").form))


def test_a_choice_that_takes_too_long_raises_and_the_next_one_is_answered(gguf: Path) -> None:
    form = load_form("maternal-enrolment").form
    hasty = create(LlamaCppOptions(gguf, threads=1, context=1024, prefixes=PREFIXES, limit_ms=1))
    try:
        with pytest.raises(TooSlowError, match="within 1 ms"):
            intent_opinion(hasty, form.field("name"), SAYINGS[0], never_cancelled)
        assert hasty.complete("5 + 1 =", never_cancelled, grammar='root ::= "6"', max_tokens=4) == "6"
    finally:
        hasty.close()
