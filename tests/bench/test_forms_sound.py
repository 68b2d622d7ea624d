"""`bench forms`: what a caller sounds like through her microphone, in her room, with recorded digits."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from edgebharo.audio.pcm import write_wav
from edgebharo.bench.capture_sound import LEVEL
from edgebharo.bench.conditions import FULL_SCALE, active_power
from edgebharo.bench.forms.calls import Condition, FormCall
from edgebharo.bench.forms.sound import GAP_MS, CallerSounds, base_voice, digits_of, is_far, too_near
from edgebharo.bench.manifest import Recording
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.say import number_words
from edgebharo.runtime.callers import Caller
from edgebharo.types import SAMPLE_RATE, Pcm

pytestmark = pytest.mark.unit

TONE_HZ, TONE_S = 200.0, 1.0
LINE = "मेरा नाम सीता है"


def tone(hertz: float, seconds: float) -> Pcm:
    at = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    made: Pcm = np.rint(8000 * np.sin(2 * np.pi * hertz * at)).astype(np.int16)
    return made


@dataclass
class Whistle:
    """Stands for Voices: every line is a second of a tone."""

    asked: list[tuple[str, str]] = field(default_factory=list)

    def say(self, voice: str, line: str, pace: float = 1.0) -> Pcm:
        self.asked.append((voice, line))
        return tone(TONE_HZ, TONE_S / pace)


def sounds(**digits: dict[int, list[Recording]]) -> CallerSounds:
    return CallerSounds(Whistle(), digits)  # type: ignore[arg-type]


def call(
    condition: Condition = "ideal",
    *,
    name: str = "1",
    voice: str = "hm_psi",
    pace: float = 1.0,
    speaker: str = "",
) -> FormCall:
    return FormCall(
        id=f"{name}/{condition}/user-1/way",
        user=1,
        condition=condition,
        caller=Caller(id="c", answers={}),
        voice=voice,
        sex="f",
        pace=pace,
        reaction_ms=0,
        speaker=speaker,
    )


def pitch(pcm: Pcm) -> float:
    middle = pcm[len(pcm) // 4 : -len(pcm) // 4].astype(np.float64)
    power = np.abs(np.fft.rfft(middle * np.hanning(len(middle)), 1 << 18))
    return float(np.argmax(power)) * SAMPLE_RATE / (1 << 18)


@pytest.mark.parametrize(("factor", "pace"), [(1.2, 1.0), (0.9, 1.0), (1.1, 1.25)])
def test_a_pitched_voice_is_higher_and_lasts_as_long_as_her_pace_says(factor: float, pace: float) -> None:
    said = sounds().say(call(voice=f"hm_psi@{factor}", pace=pace), LINE, 1)
    assert pitch(said) == pytest.approx(TONE_HZ * factor, rel=0.02)
    assert len(said) == pytest.approx(TONE_S / pace * SAMPLE_RATE, rel=0.02)
    assert base_voice(f"hm_psi@{factor}") == ("hm_psi", factor)


def test_the_same_line_of_the_same_call_is_the_same_sound_for_ever() -> None:
    far = next(one for one in (call("microphone", name=str(n)) for n in range(9)) if is_far(one))
    assert np.array_equal(sounds().say(far, LINE, 1), sounds().say(far, LINE, 1))


def test_half_of_the_microphones_are_far_and_ring_and_half_are_near_and_clip() -> None:
    calls = [call("microphone", name=str(number)) for number in range(100)]
    far = [one for one in calls if is_far(one)]
    assert 35 < len(far) < 65
    rung = sounds().say(far[0], LINE, 1)
    assert len(rung) > 1.1 * TONE_S * SAMPLE_RATE, "the room rings on"
    assert sounds().background(far[0], 2) is not None
    near = next(one for one in calls if not is_far(one))
    clipped = sounds().say(near, LINE, 1)
    assert (np.abs(clipped) == np.abs(clipped).max()).mean() > 0.5
    assert sounds().background(near, 2) is None


def test_a_near_microphone_booms() -> None:
    at = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    both = 0.01 * np.sin(2 * np.pi * 120 * at) + 0.05 * np.sin(2 * np.pi * 900 * at)
    power = np.abs(np.fft.rfft(too_near(both)))
    assert power[120] / power[900] > 0.01 / 0.05, "although the cut takes more of what is weaker"


def test_noise_is_as_far_below_her_as_it_says() -> None:
    quiet = sounds()
    assert quiet.background(call(), 2) is None
    assert quiet.background(call("pace"), 2) is None
    loud = quiet.background(call("noise"), 5)
    assert loud is not None
    assert len(loud) == 5 * SAMPLE_RATE
    assert np.array_equal(loud, sounds().background(call("noise"), 5))
    level = np.sqrt(np.square(loud / FULL_SCALE).mean())
    assert 5 < 20 * np.log10(LEVEL / level) < 18
    said = quiet.say(call("noise"), LINE, 1) / FULL_SCALE
    assert np.sqrt(active_power(said)) == pytest.approx(LEVEL, rel=0.05)


def test_who_hesitates_is_silent_for_a_moment() -> None:
    said = sounds().say(call(), "अं … मेरा नाम … सीता है", 1)
    pauses = len(said) / SAMPLE_RATE - 3 * TONE_S
    assert 2 * GAP_MS[0] / 1000 - 0.1 < pauses < 2 * GAP_MS[1] / 1000 + 0.1


@pytest.fixture
def recorded(tmp_path: Path) -> list[Recording]:
    made = []
    for digit in range(10):
        path = tmp_path / f"{digit}.wav"
        write_wav(path, tone(300 + 20 * digit, 0.3), SAMPLE_RATE)
        made.append(Recording(digit + 2, path.name, path, normalize(number_words(digit)), "anna"))
    return made


def test_recorded_digits_say_numbers_and_her_voice_says_the_rest(recorded: list[Recording]) -> None:
    takes = digits_of(recorded)
    assert set(takes) == {"anna"}
    voice = Whistle()
    mixed = CallerSounds(voice, takes)  # type: ignore[arg-type]
    number = mixed.say(call(speaker="anna"), "नौ आठ सात छह", 1)
    assert voice.asked == []
    assert len(number) > 4 * 0.3 * SAMPLE_RATE
    mixed.say(call(speaker="anna"), "नहीं, नौ आठ", 2)
    mixed.say(call(), "नौ आठ सात छह", 3)
    assert [line for _, line in voice.asked] == ["नहीं, नौ आठ", "नौ आठ सात छह"]


def test_a_number_with_a_digit_that_nobody_recorded_is_said_by_her_voice(recorded: list[Recording]) -> None:
    voice = Whistle()
    without_zero = CallerSounds(voice, digits_of(recorded[1:]))  # type: ignore[arg-type]
    without_zero.say(call(speaker="anna"), "नौ शून्य", 1)
    assert voice.asked
