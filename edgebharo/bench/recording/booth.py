"""Recording one sentence: listen until it is over, cut it out, and say whether it can be used."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import numpy as np

from edgebharo.audio.devices import Microphone, Speaker, frames_of
from edgebharo.audio.measure import floor_db, frame_levels_db, level_db, voice_db
from edgebharo.runtime.checkup import Check
from edgebharo.runtime.doctor_sound import judge_voice, recorded
from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, Pcm, Speech

VOICE_DB = 10.0
"""A frame so far above the room is speech."""
ENDING_S = 1.2
"""A sentence is over after so long a silence: readers pause at commas for less."""
BEFORE_S, AFTER_S = 0.3, 0.4
"""What is kept around it, so that soft beginnings and ends are whole."""
PLAY_S = 0.25
"""How often it is looked whether a replay is over."""

TOO_EARLY = Check(
    "voice",
    "warning",
    "the sentence had begun before the recording",
    "आप जल्दी शुरू हो गईं। गिनती पूरी होने पर बोलिए।",
    "Wait for the end of the countdown.",
)
TOO_LONG = Check(
    "voice",
    "warning",
    "the sentence was cut off: it took too long",
    "वाक्य कट गया। बिना रुके पढ़िए।",
    "Read it in one go.",
)


@dataclass(frozen=True)
class Take:
    """A recorded sentence."""

    pcm: Pcm
    """16 kHz mono, cut to the sentence; empty where nobody spoke."""
    check: Check
    """Whether it can be used; a warning can be overruled, but not where nobody spoke."""
    level_db: float
    above_room_db: float

    @property
    def seconds(self) -> float:
        """Its length."""
        return round(len(self.pcm) / SAMPLE_RATE, 3)

    @property
    def usable(self) -> bool:
        """False where there is nothing to keep."""
        return bool(self.pcm.size)


@dataclass
class Booth:
    """The devices, and how loud the room is."""

    microphone: Microphone
    speaker: Speaker | None
    room_db: float = -60.0

    def measure_room(self, seconds: float) -> float:
        """Listen to the room while nobody speaks; returns its level in dBFS.

        Raises:
            DeviceFaultError: the microphone has stopped.
        """
        self.room_db = floor_db(self.listen(seconds))
        return self.room_db

    def listen(self, seconds: float) -> Pcm:
        """All that the microphone gives from now on, for so long.

        Raises:
            DeviceFaultError: the microphone has stopped.
        """
        self.ready()
        return recorded(self.microphone, seconds)

    def ready(self) -> None:
        """Drop what was heard up to now; a sentence may begin from here on.

        Raises:
            DeviceFaultError: the microphone has stopped.
        """
        self.microphone.read(0)

    def take(self, limit_s: float) -> Take:
        """Record since `ready`, until a sentence is over, at most `limit_s`.

        Raises:
            DeviceFaultError: the microphone has stopped.
        """
        ending, most = (round(value * SAMPLE_RATE / FRAME_SAMPLES) for value in (ENDING_S, limit_s))
        frames: list[Pcm] = []
        silent, spoken = 0, False
        for frame in islice(frames_of(self.microphone), most):
            frames.append(frame.pcm)
            voiced = level_db(frame.pcm) > self.room_db + VOICE_DB
            spoken = spoken or voiced
            silent = 0 if voiced else silent + 1
            if spoken and silent >= ending:
                break
        return judged(np.concatenate(frames), self.room_db, ended=silent >= ending)

    def play(self, pcm: Pcm) -> None:
        """Let the speaker hear herself; nothing where this machine has no loudspeaker.

        Raises:
            DeviceFaultError: the loudspeaker has stopped.
        """
        if self.speaker is None:
            return
        self.speaker.play(Speech(pcm, SAMPLE_RATE, last=True))
        self.speaker.finish()
        while not self.speaker.wait_drained(PLAY_S):
            pass

    def close(self) -> None:
        """Give the devices back."""
        self.microphone.close()
        if self.speaker is not None:
            self.speaker.close()


def judged(pcm: Pcm, room_db: float, *, ended: bool) -> Take:
    """The sentence in `pcm` [n], and whether it can be used; `ended`: a silence closed it."""
    voiced = np.flatnonzero(frame_levels_db(pcm) > room_db + VOICE_DB)
    if not voiced.size:
        return Take(pcm[:0], judge_voice(pcm[:0], room_db), level_db(pcm), 0.0)
    before, after = (round(value * SAMPLE_RATE) for value in (BEFORE_S, AFTER_S))
    first, last = int(voiced[0]) * FRAME_SAMPLES, (int(voiced[-1]) + 1) * FRAME_SAMPLES
    sentence = pcm[max(0, first - before) : last + after]
    loud = voice_db(pcm[first:last])
    check = judge_voice(pcm[first:last], room_db)
    if check.verdict == "ok" and voiced[0] == 0:
        check = TOO_EARLY
    elif check.verdict == "ok" and not ended:
        check = TOO_LONG
    return Take(sentence, check, round(loud, 1), round(loud - room_db, 1))
