"""`edgebharo bench forms`: what is wrong is said first; a whole call with the real parts; Whisper."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from command_line import Run

from edgebharo.bench.callers import TODAY
from edgebharo.bench.forms import whisper
from edgebharo.bench.forms.calls import BASELINES, CONDITIONS, FormCall
from edgebharo.bench.forms.draw import BASELINE_CALLS
from edgebharo.bench.forms.live import hold_live
from edgebharo.bench.forms.room import FormRoom
from edgebharo.bench.forms.suite import FormsSuite, Order, baselines_named, open_suite, sure_lines
from edgebharo.errors import ConfigError
from edgebharo.runtime.app import open_form
from edgebharo.runtime.callers import Caller, CallerAnswer
from edgebharo.runtime.config import Settings
from edgebharo.types import SAMPLE_RATE

SETTINGS = Settings(llm="off", threads=1)


@pytest.mark.unit
@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--calls", "0"), "1 to 960"),
        (("--calls", "961"), "1 to 960"),
        (("--baseline", "magic"), "whisper, fixed_endpoint, no_model, no_confirm, all"),
        (("--recordings", "/nowhere"), "no manifest.tsv"),
    ],
)
def test_what_cannot_be_done_is_said_first(edgebharo: Run, options: tuple[str, ...], told: str) -> None:
    finished = edgebharo("bench", "forms", *options)
    assert finished.code != 0
    assert options[0] in finished.err
    assert told in " ".join(finished.err.split())


@pytest.mark.unit
@pytest.mark.skipif(find_spec("ctranslate2") is not None, reason="the extra `baselines` is installed")
def test_the_baseline_that_is_not_installed_names_its_extra(edgebharo: Run) -> None:
    finished = edgebharo("bench", "forms", "--quick", "--baseline", "all")
    assert finished.code != 0
    assert "edgebharo[baselines]" in "".join(finished.err.split())


@pytest.mark.unit
def test_baselines_are_named_in_one_order_and_all_means_every_one() -> None:
    assert baselines_named(["no_confirm", "no_model"]) == ("no_model", "no_confirm")
    assert baselines_named(["all"]) == BASELINES
    with pytest.raises(ConfigError, match="--baseline"):
        baselines_named(["none"])


@pytest.mark.unit
def test_the_cases_are_what_was_ordered() -> None:
    few = FormsSuite(Order(settings=SETTINGS, calls=5)).cases(1, quick=False)
    assert len(few) == 5
    assert len(FormsSuite(Order(settings=SETTINGS)).cases(1, quick=True)) == 12
    more = FormsSuite(Order(settings=SETTINGS, calls=5, baselines=("no_model",), beyond=True))
    cases = more.cases(1, quick=False)
    calls = [FormCall.model_validate_json(case.content) for case in cases]
    assert [call.system for call in calls].count("no_model") == 5 <= BASELINE_CALLS
    assert {call.user for call in calls if call.user > 5}
    assert len({case.id for case in cases}) == len(cases)
    assert open_suite(more.order.model_dump_json()).cases(1, quick=False) == cases


@pytest.mark.unit
@pytest.mark.parametrize("ordered", [150, 960])
def test_a_baseline_holds_an_even_part_of_the_same_calls(ordered: int) -> None:
    order = Order(settings=SETTINGS, calls=ordered, baselines=("no_confirm",))
    cases = FormsSuite(order).cases(1, quick=False)
    calls = [FormCall.model_validate_json(case.content) for case in cases]
    own, other = ([call for call in calls if call.system == name] for name in ("edgebharo", "no_confirm"))
    assert (len(own), len(other)) == (ordered, BASELINE_CALLS)
    assert {call.id for call in other} <= {call.id for call in own}
    assert Counter(call.condition for call in other) == dict.fromkeys(CONDITIONS, BASELINE_CALLS // 4)
    assert Counter(call.way.rsplit("-", 1)[1] for call in other) == {"told": 48, "kept": 48}


@pytest.mark.unit
def test_only_what_her_own_voice_says_is_rendered_beforehand() -> None:
    loaded = open_form(SETTINGS)
    suite = FormsSuite(Order(settings=SETTINGS, calls=12))
    calls = [FormCall.model_validate_json(case.content) for case in suite.cases(1, quick=False)]
    own = set(sure_lines(loaded, calls[0]))
    assert calls[0].caller.answers["name"].say[0] in own
    assert "हाँ जी" in own
    number = CallerAnswer(say=("नौ आठ, सात",), value="987")
    caller = calls[0].caller.model_copy(update={"answers": calls[0].caller.answers | {"name": number}})
    recorded = calls[0].model_copy(update={"caller": caller, "speaker": "anna"})
    assert "नौ आठ, सात" not in set(sure_lines(loaded, recorded))


@pytest.mark.model
def test_a_live_call_goes_from_the_greeting_to_the_goodbye_and_repeats_exactly(tmp_path: Path) -> None:
    caller = Caller(id="c", today=TODAY, answers={}, consent=("नहीं",))
    call = FormCall(
        id="1/microphone/user-1/way",
        user=1,
        condition="microphone",
        caller=caller,
        voice="hm_psi@1.1",
        sex="f",
        pace=1.0,
        reaction_ms=400,
    )
    first, air = hold_live(FormRoom(SETTINGS, tmp_path / "heard.sqlite"), call, tmp_path)
    assert first.status == "withdrawn"
    assert [said.text for said in first.said] == ["नहीं"]
    assert first.turns[0].heard is not None
    assert {part.side for part in first.parts} == {"caller", "agent"}
    assert all(part.text for part in first.parts)
    assert air.stereo().shape[0] > 10 * SAMPLE_RATE
    again, _ = hold_live(FormRoom(SETTINGS, tmp_path / "heard.sqlite"), call, tmp_path)
    assert again.parts == first.parts
    assert [turn.heard for turn in again.turns] == [turn.heard for turn in first.turns]


# ---------------------------------------------------------------- Whisper


@pytest.mark.unit
def test_whispers_symbols_become_text() -> None:
    table = {byte: char for char, byte in whisper._byte_of().items()}
    symbols = ["<|hi|>", *("".join(table[byte] for byte in word.encode()) for word in ("नमस्ते", " दीदी"))]
    assert whisper.words_of(symbols) == "नमस्ते दीदी"
    broken = "".join(table[byte] for byte in "सात".encode()[:-1])
    assert whisper.words_of([broken]) == "सा", "half a letter is left out"


@pytest.mark.unit
def test_whispers_features_follow_the_pitch_and_are_as_wide_as_it_wants() -> None:
    at = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    low, high = (whisper.log_mel(np.sin(2 * np.pi * hertz * at).astype(np.float32)) for hertz in (300, 3000))
    assert low.shape == (80, 3000)
    assert np.argmax(low[:, 50]) < np.argmax(high[:, 50])
    assert low.max() - low.min() == pytest.approx(whisper.SPAN / 4)
    assert np.allclose(low[:, 200:], low.min()), "what follows is silence"
