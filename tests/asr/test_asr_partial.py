"""What every recogniser owes a caller who is still speaking, on the packaged one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from edgebharo.ports import Asr
from edgebharo.types import SAMPLE_RATE, Expect, Pcm, Utterance, never_cancelled

pytestmark = pytest.mark.model
STEP = 288 * SAMPLE_RATE // 1000
PHONE = Expect("digits", digits=10)
CASES = (
    ("yes", Expect("yes_no")),
    ("months", Expect("months", low=1, high=9)),
    ("date", Expect("date")),
    ("phone", PHONE),
    ("name", Expect("name")),
    ("dont_know", Expect("place", options=("गया", "पटना"))),
)


def open_utterance(pcm: Pcm, number: int = 7) -> Utterance:
    return Utterance(number, 0, pcm.size, pcm, "open")


def grow(pcm: Pcm) -> Iterator[Pcm]:
    yield from (pcm[:end] for end in range(STEP, pcm.size, STEP))
    yield pcm


@pytest.mark.parametrize(("clip", "expect"), CASES)
def test_the_last_words_so_far_are_those_of_the_whole(
    asr: Asr, golden: Callable[[str], Utterance], clip: str, expect: Expect
) -> None:
    pcm = golden(clip).pcm
    heard = [asr.partial(open_utterance(so_far), expect, never_cancelled) for so_far in grow(pcm)]
    whole = asr.transcribe(golden(clip), expect, never_cancelled)
    assert heard[-1].text == whole.text
    assert heard[-1].hypotheses[0].text == whole.text
    assert heard[-1].confidence == pytest.approx(whole.confidence, abs=0.2)
    assert {transcript.utterance_id for transcript in heard} == {7}


def test_words_appear_while_they_are_spoken(asr: Asr, golden: Callable[[str], Utterance]) -> None:
    pcm = golden("phone").pcm
    counts = [
        len(asr.partial(open_utterance(so_far), PHONE, never_cancelled).text.split()) for so_far in grow(pcm)
    ]
    assert counts[len(counts) // 2] in range(3, 7)
    assert counts[-1] == 10


def test_following_changes_no_final_result(asr: Asr, golden: Callable[[str], Utterance]) -> None:
    clip = golden("date")
    before = asr.transcribe(clip, Expect("date"), never_cancelled)
    for so_far in grow(clip.pcm):
        asr.partial(open_utterance(so_far), Expect("date"), never_cancelled)
    assert asr.transcribe(clip, Expect("date"), never_cancelled) == before


def test_one_utterance_after_another(asr: Asr, golden: Callable[[str], Utterance]) -> None:
    for so_far in grow(golden("phone").pcm):
        asr.partial(open_utterance(so_far), PHONE, never_cancelled)
    no = asr.partial(open_utterance(golden("no").pcm, 8), PHONE, never_cancelled)
    assert (no.utterance_id, no.text) == (8, "नहीं नहीं")


@pytest.mark.parametrize("samples", [0, 1, 639, SAMPLE_RATE])
def test_silence_says_nothing(asr: Asr, samples: int) -> None:
    assert asr.partial(open_utterance(np.zeros(samples, np.int16)), PHONE, never_cancelled).text == ""


@pytest.mark.parametrize("polls", [0, 1, 3])
def test_cancelled_work_stops(asr: Asr, golden: Callable[[str], Utterance], polls: int) -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > polls

    pcm = golden("phone").pcm
    assert asr.partial(open_utterance(pcm), PHONE, cancelled).text == ""
    assert asked <= polls + 2
    assert len(asr.partial(open_utterance(pcm), PHONE, never_cancelled).text.split()) == 10
