from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgebharo.audio.pcm import Framer
from edgebharo.audio.segmenter import Segmenter, SegmenterOptions, SpeechEnded, SpeechGrew, SpeechStarted
from edgebharo.types import FRAME_SAMPLES as F
from edgebharo.types import Frame, Pcm, Utterance

pytestmark = pytest.mark.unit


@dataclass
class LoudVad:
    """Speech is what is loud: the segmenter's own logic can be read off the samples."""

    resets: list[int] = field(default_factory=list)
    heard: int = 0

    def probability(self, frame: Frame) -> float:
        self.heard += 1
        return 1.0 if np.abs(frame.pcm).max() >= 1000 else 0.0

    def reset(self) -> None:
        self.resets.append(self.heard)


def speech(frames: int) -> Pcm:
    return np.tile(np.array([2000, -2000], np.int16), frames * F // 2)


def quiet(frames: int) -> Pcm:
    return np.arange(frames * F, dtype=np.int16) % 500


def feed(
    segmenter: Segmenter, pcm: Pcm, blocks: list[int] | None = None, end_ms: int = 320
) -> list[Utterance]:
    framer, events, at = Framer(), [], 0
    for size in [*(blocks or []), len(pcm)]:
        for frame in framer.push(pcm[at : at + size]):
            events += segmenter.feed(frame, end_ms)
        at += size
    events += segmenter.flush()
    return [event.utterance for event in events if isinstance(event, SpeechEnded)]


def test_an_utterance_holds_exactly_the_samples_it_names() -> None:
    pcm = np.concatenate([quiet(30), speech(10), quiet(30), speech(4), quiet(30)])
    first, second = feed(Segmenter(LoudVad()), pcm)
    assert (first.id, first.start, first.end) == (1, 30 * F - 4800, 40 * F)
    assert (second.id, second.start, second.end) == (2, 70 * F - 4800, 74 * F)
    for utterance in (first, second):
        assert utterance.ended_by == "silence"
        assert len(utterance.pcm) == utterance.end + 3200 - utterance.start
        assert np.array_equal(utterance.pcm, pcm[utterance.start : utterance.start + len(utterance.pcm)])


def test_the_start_is_told_before_the_end() -> None:
    segmenter, events = Segmenter(LoudVad()), []
    for frame in Framer().push(np.concatenate([quiet(5), speech(5), quiet(20)])):
        events += segmenter.feed(frame, 320)
        if len(events) == 1:
            assert segmenter.speaking
    assert events[0] == SpeechStarted(5 * F)
    assert isinstance(events[-1], SpeechEnded)
    assert not segmenter.speaking


def test_while_it_grows_an_utterance_holds_all_that_was_said_and_keeps_its_id() -> None:
    pcm = np.concatenate([quiet(30), speech(25), quiet(20)])
    segmenter, events = Segmenter(LoudVad()), []
    for frame in Framer().push(pcm):
        events += segmenter.feed(frame, 320)
    grown = [event.so_far for event in events if isinstance(event, SpeechGrew)]
    (whole,) = [event.utterance for event in events if isinstance(event, SpeechEnded)]
    assert [utterance.pcm.size for utterance in grown] == [4800 + frames * F for frames in (9, 18, 27)]
    for so_far in grown:
        assert (so_far.id, so_far.start, so_far.ended_by) == (whole.id, whole.start, "open")
        assert np.array_equal(so_far.pcm, pcm[so_far.start : so_far.start + so_far.pcm.size])


def test_audio_that_stops_in_a_word_closes_it() -> None:
    (utterance,) = feed(Segmenter(LoudVad()), np.concatenate([quiet(5), speech(8)]))
    assert utterance.ended_by == "eof"
    assert utterance.end == 13 * F
    assert len(utterance.pcm) == 13 * F


def test_lost_samples_close_the_utterance_and_no_audio_is_glued_across() -> None:
    vad = LoudVad()
    segmenter = Segmenter(vad)
    framer, events = Framer(), []
    for frame in framer.push(np.concatenate([quiet(20), speech(6)])):
        events += segmenter.feed(frame, 320)
    framer.seek(100 * F)
    for frame in framer.push(np.concatenate([speech(6), quiet(20)])):
        events += segmenter.feed(frame, 320)
    before, after = [event.utterance for event in events if isinstance(event, SpeechEnded)]
    assert (before.ended_by, before.end) == ("gap", 26 * F)
    assert len(before.pcm) == before.end - before.start
    assert (after.ended_by, after.start, after.end) == ("silence", 100 * F, 106 * F)
    assert vad.resets == [26]


def test_a_gap_in_silence_is_no_event() -> None:
    segmenter = Segmenter(LoudVad())
    assert segmenter.feed(Frame(0, quiet(1)), 320) == ()
    assert segmenter.feed(Frame(50 * F, quiet(1)), 320) == ()


def test_the_vad_is_reset_between_turns_only() -> None:
    """V2."""
    vad = LoudVad()
    segmenter = Segmenter(vad)
    feed(segmenter, np.concatenate([quiet(30), speech(10), quiet(30), speech(10), quiet(30)]))
    assert vad.resets == []
    segmenter.reset()
    assert vad.resets == [110]
    (utterance,) = feed(segmenter, np.concatenate([speech(5), quiet(30)]))
    assert utterance.id == 3


def test_after_a_reset_nothing_of_the_turn_before_is_heard() -> None:
    segmenter = Segmenter(LoudVad())
    frames = Framer().push(np.concatenate([quiet(5), speech(5)]))
    for frame in frames[:5]:
        segmenter.feed(frame, 320)
    segmenter.reset()
    events = [event for frame in frames[5:] for event in segmenter.feed(frame, 320)]
    (ended,) = segmenter.flush()
    assert events == [SpeechStarted(5 * F)]
    assert isinstance(ended, SpeechEnded)
    assert ended.utterance.start == 5 * F


def test_hours_of_silence_and_endless_speech_need_bounded_memory() -> None:
    segmenter = Segmenter(LoudVad(), SegmenterOptions(limit_ms=1000))
    for frame in Framer().push(np.concatenate([quiet(2000), speech(2000)])):
        segmenter.feed(frame, 320)
        assert len(segmenter._frames) < 50


PIECES = st.lists(st.tuples(st.booleans(), st.integers(1, 25)), max_size=8)


@given(PIECES, st.lists(st.integers(0, 3000), max_size=20))
def test_the_same_audio_in_other_blocks_gives_the_same_utterances(
    pieces: list[tuple[bool, int]], blocks: list[int]
) -> None:
    pcm = np.concatenate([np.zeros(0, np.int16), *((speech if loud else quiet)(n) for loud, n in pieces)])
    at_once = feed(Segmenter(LoudVad()), pcm)
    in_blocks = feed(Segmenter(LoudVad()), pcm, blocks)
    assert [(u.id, u.start, u.end, u.ended_by) for u in at_once] == [
        (u.id, u.start, u.end, u.ended_by) for u in in_blocks
    ]
    assert all(np.array_equal(one.pcm, other.pcm) for one, other in zip(at_once, in_blocks, strict=True))
