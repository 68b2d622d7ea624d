"""`edgebharo bench capture`: what is wrong is said first; a real call, from a voice to the record."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from command_line import Run

from edgebharo.bench.capture import QUICK_TASKS, CaptureSuite
from edgebharo.bench.capture_call import CallRoom
from edgebharo.bench.capture_judge import call_row
from edgebharo.bench.capture_memory import (
    Memory,
    NominalClock,
    RememberedEar,
    TimedVoice,
    line_seconds,
)
from edgebharo.bench.capture_sound import LEVEL, Rooms, Voices, levelled
from edgebharo.bench.capture_tasks import ENVIRONMENTS, KINDS, Held, Item, Task
from edgebharo.bench.conditions import active_power
from edgebharo.runtime.config import Settings
from edgebharo.types import (
    SAMPLE_RATE,
    Cancelled,
    Expect,
    Hypothesis,
    Transcript,
    Utterance,
    Word,
    never_cancelled,
)

SETTINGS = Settings(llm="off", threads=1)
FILE_OF_HEARD = "heard.sqlite"


@pytest.mark.unit
@pytest.mark.parametrize("tasks", ["0", "2001"])
def test_a_wrong_number_of_tasks_is_refused(edgebharo: Run, tasks: str) -> None:
    finished = edgebharo("bench", "capture", "--tasks", tasks)
    assert finished.code != 0
    assert "--tasks" in finished.err
    assert "1 to 2000" in finished.err.replace("\n", " ")


@pytest.mark.unit
def test_every_task_is_held_in_every_room_and_quick_is_one_of_each_kind() -> None:
    suite = CaptureSuite(SETTINGS, 20)
    cases = suite.cases(1, quick=False)
    assert len(cases) == 20 * len(ENVIRONMENTS)
    quick = suite.cases(1, quick=True)
    held = [Held.model_validate_json(case.content) for case in quick]
    assert {item.task.kind for item in held} == set(KINDS)
    assert len(held) == QUICK_TASKS * len(ENVIRONMENTS)
    assert {case.content for case in quick} <= {case.content for case in cases}


class CountingEar:
    """An Asr that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def transcribe(self, utterance: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        self.asked += 1
        words = (Word("हां", 0, 300, 0.9),)
        return Transcript(utterance.id, "हां", (Hypothesis("हां", -0.1),), words, 0.9, snr_db=12.0)

    def partial(self, so_far: Utterance, expect: Expect, cancelled: Cancelled) -> Transcript:
        return self.transcribe(so_far, expect, cancelled)


@pytest.mark.unit
def test_what_was_heard_once_is_not_heard_again_and_takes_as_long(tmp_path: Path) -> None:
    ear, clock = CountingEar(), NominalClock()
    memory = Memory(tmp_path / FILE_OF_HEARD)
    remembered = RememberedEar(lambda: ear, "ear", memory, clock)
    utterance = Utterance(3, 0, SAMPLE_RATE, np.arange(SAMPLE_RATE, dtype=np.int16), "silence")
    first = remembered.transcribe(utterance, Expect("yes_no"), never_cancelled)
    took = clock.now_ns()
    again = RememberedEar(lambda: ear, "ear", Memory(tmp_path / FILE_OF_HEARD), clock)
    assert again.transcribe(utterance, Expect("yes_no"), never_cancelled) == first
    assert clock.now_ns() == 2 * took > 0
    assert ear.asked == 1
    again.transcribe(utterance, Expect("digits", digits=4), never_cancelled)
    RememberedEar(lambda: ear, "another", memory, clock).transcribe(
        utterance, Expect("yes_no"), never_cancelled
    )
    assert ear.asked == 3, "another question and another ear are asked anew"


@pytest.mark.unit
def test_the_agents_lines_last_as_long_as_the_packaged_voice_takes() -> None:
    clock = NominalClock()
    (speech,) = TimedVoice(clock).synthesize("आपका ज़िला लिखा है", never_cancelled)
    assert len(speech.pcm) == round(line_seconds("आपका ज़िला लिखा है") * SAMPLE_RATE)
    assert 1.5 < line_seconds("आपका ज़िला लिखा है") < 2.5
    assert line_seconds("क्या यह सही है?") < line_seconds("क्या यह नंबर बिल्कुल सही है?")


@pytest.mark.unit
def test_noise_is_the_same_for_a_number_and_as_far_below_her_as_it_says() -> None:
    rooms, same = Rooms(Voices(SETTINGS)), Rooms(Voices(SETTINGS))
    assert rooms.background("regular", 1, 10) is None
    loud = rooms.background("noise", 1, 10)
    assert loud is not None
    assert len(loud) == 10 * SAMPLE_RATE
    assert np.array_equal(loud, same.background("noise", 1, 10))
    assert not np.array_equal(loud, rooms.background("noise", 2, 10))
    tenths = np.square(loud.reshape(-1, SAMPLE_RATE // 10) / 32768.0).mean(axis=1)
    decibels = 20 * np.log10(LEVEL / np.sqrt(np.median(tenths)))
    assert 4.0 < decibels < 16.0
    assert active_power(levelled(loud / 32768.0)) == pytest.approx(LEVEL**2)


@pytest.mark.model
def test_a_real_call_ends_with_what_the_caller_meant_and_repeats_exactly(tmp_path: Path) -> None:
    item = Item(field="pregnant", kind="yes_no", value=True, first="हां जी", plain="हां जी")
    task = Task(
        id="test",
        kind="yes_no",
        hard=False,
        realism="none",
        voice="hm_psi",
        pace=1.0,
        reaction_ms=400,
        items=(item,),
    )
    room = CallRoom(SETTINGS, tmp_path, tmp_path / FILE_OF_HEARD)
    first = room.hold(task, "noise", "always")
    assert first.status == "complete"
    assert first.answers.get("pregnant").value is True
    assert first.answers.get("pregnant").confirmed
    assert not first.worker
    assert 10 < first.seconds < 60
    again = CallRoom(SETTINGS, tmp_path, tmp_path / FILE_OF_HEARD).hold(task, "noise", "always")
    assert call_row(again) == call_row(first)
    heard = [[(line.text, line.start_ms) for line in call.said] for call in (first, again)]
    assert heard[0] == heard[1]
