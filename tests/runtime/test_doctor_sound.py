"""What the doctor finds out about microphone, speaker and room; the sound system is a stand-in that runs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from fake_portaudio import FakePortAudio, device, host, running

from edgebharo.audio.measure import Echo
from edgebharo.runtime.advice import Advice
from edgebharo.runtime.checkup import Check
from edgebharo.runtime.config import Settings
from edgebharo.runtime.doctor_sound import (
    COUNT,
    check_sound,
    judge_echo,
    judge_microphone,
    judge_noise,
    judge_voice,
)
from edgebharo.types import SAMPLE_RATE, Pcm

pytestmark = pytest.mark.unit

MICROPHONE = device("Microphone", inputs=1, rate=16_000.0)
SPEAKER = device("Speaker", outputs=1, rate=16_000.0)


def noise(seconds: float, db: float, seed: int = 1) -> Pcm:
    chance = np.random.default_rng(seed)
    sound = chance.normal(0, 32768 * 10 ** (db / 20), round(seconds * SAMPLE_RATE))
    return np.clip(np.rint(sound), -32768, 32767).astype(np.int16)


def machine(*entries: dict[str, object], **how: object) -> FakePortAudio:
    there = list(entries or (MICROPHONE, SPEAKER))
    names = [str(entry["name"]) for entry in there]
    places = {
        kind: names.index(name) if name in names else -1
        for kind, name in (("microphone", "Microphone"), ("speaker", "Speaker"))
    }
    return FakePortAudio(there, [host("ALSA", **places)], **how)  # type: ignore[arg-type]


def examined(
    audio: FakePortAudio,
    ask: Callable[[Advice], None] = lambda _: None,
    *,
    voice: bool = False,
    headset: bool = False,
) -> dict[str, Check]:
    with running(audio):
        checks = list(check_sound(Settings(headset=headset), ask, voice=voice, portaudio=audio))
    assert all(stream.closed for stream in audio.streams)
    assert len({check.name for check in checks}) == len(checks)
    return {check.name: check for check in checks}


def verdicts(checks: dict[str, Check]) -> dict[str, str]:
    return {name: check.verdict for name, check in checks.items()}


def test_a_loudspeaker_is_heard_and_no_headset_may_be_declared() -> None:
    """The agent's own voice comes back at -10 dB."""
    checks = examined(machine(echo=10 ** (-10 / 20)))
    assert verdicts(checks) == {"speaker": "ok", "microphone": "ok", "noise": "ok", "echo": "ok"}
    echo = checks["echo"].figures
    assert echo["return_db"] == pytest.approx(-10, abs=1)
    assert echo["headset_may_be_declared"] is False
    assert checks["noise"].figures["noise_db"] == pytest.approx(-64, abs=1)


def test_a_headset_that_leaks_is_a_problem_where_it_is_declared() -> None:
    checks = examined(machine(echo=10 ** (-30 / 20)), headset=True)
    assert checks["echo"].verdict == "problem"
    assert "EDGEBHARO_HEADSET" in checks["echo"].advice


def test_a_tight_headset_may_be_declared() -> None:
    checks = examined(machine(echo=10 ** (-62 / 20)))
    assert checks["echo"].figures["headset_may_be_declared"] is True
    assert checks["echo"].verdict == "warning", "it may also be a loudspeaker that is turned down"
    assert examined(machine(), headset=True)["echo"].verdict == "ok"


def test_a_speaker_that_sleeps_does_not_swallow_the_tone() -> None:
    checks = examined(machine(echo=0.3, wakes_s=0.5))
    assert checks["echo"].figures["return_db"] == pytest.approx(-10.5, abs=1)


def test_a_voice_is_measured_when_it_was_asked_for() -> None:
    audio = machine(echo=0.3)

    def ask(what: Advice) -> None:
        if what == COUNT:
            audio.says.append(noise(2.0, -25))

    checks = examined(audio, ask, voice=True)
    assert checks["voice"].verdict == "ok"
    assert checks["voice"].figures["voice_db"] == pytest.approx(-25, abs=2)
    assert examined(machine(echo=0.3), voice=True)["voice"].english == "no voice was heard"


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([device("x", inputs=0)], {"speaker": "problem", "microphone": "problem"}),
        ([SPEAKER], {"speaker": "ok", "microphone": "problem"}),
        ([MICROPHONE], {"speaker": "problem", "microphone": "ok", "noise": "ok"}),
    ],
)
def test_what_is_missing_keeps_nothing_else_from_being_tried(
    entries: list[dict[str, object]], expected: dict[str, str]
) -> None:
    checks = examined(machine(*entries))
    assert verdicts(checks) == expected
    assert "नहीं मिला" in next(c.hindi for c in checks.values() if c.verdict == "problem")


@pytest.mark.parametrize("rate", [16_000.0, 44_100.0, 48_000.0])
def test_a_microphone_that_gives_zeros_is_a_problem(rate: float) -> None:
    checks = examined(machine(device("Microphone", inputs=1, rate=rate), SPEAKER, muted={"Microphone"}))
    assert verdicts(checks) == {"speaker": "ok", "microphone": "problem"}
    assert "muted" in checks["microphone"].advice


def test_devices_that_are_busy_or_dumb_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgebharo.audio.microphone.FIRST_CALL_S", 0.01)
    monkeypatch.setattr("edgebharo.audio.speaker.FIRST_CALL_S", 0.01)
    checks = examined(machine(dead={"Microphone", "Speaker"}))
    assert verdicts(checks) == {"speaker": "problem", "microphone": "problem"}
    assert "no sound passes" in checks["speaker"].english


def test_a_speaker_that_is_pulled_out_meanwhile_is_reported() -> None:
    audio = machine()

    def ask(what: Advice) -> None:
        if what == COUNT:
            audio.unplug("Microphone")

    checks = examined_in_order(audio, ask)
    assert [check.verdict for check in checks if check.name == "microphone"] == ["ok", "problem"]


def examined_in_order(audio: FakePortAudio, ask: Callable[[Advice], None]) -> list[Check]:
    with running(audio):
        return list(check_sound(Settings(), ask, voice=True, portaudio=audio))


@pytest.mark.parametrize(
    ("check", "verdict"),
    [
        (judge_noise(-55), "ok"),
        (judge_noise(-35), "warning"),
        (judge_microphone("x", noise(1, -60)), "ok"),
        (judge_microphone("x", noise(1, 0)), "warning"),
        (judge_microphone("x", np.zeros(16_000, np.int16)), "problem"),
        (judge_voice(noise(1, -25), -60), "ok"),
        (judge_voice(noise(1, -50), -70), "warning"),
        (judge_voice(noise(1, -30), -40), "warning"),
        (judge_voice(noise(1, -58), -60), "warning"),
        (judge_voice(noise(1, 0), -60), "warning"),
        (judge_echo(Echo(-10, heard=True), -60, headset=False), "ok"),
        (judge_echo(Echo(-10, heard=True), -60, headset=True), "problem"),
        (judge_echo(Echo(-58, heard=True), -60, headset=False), "warning"),
        (judge_echo(Echo(-58, heard=True), -60, headset=True), "ok"),
        (judge_echo(Echo(-40, heard=False), -35, headset=False), "warning"),
        (judge_echo(Echo(-40, heard=False), -35, headset=True), "warning"),
        (judge_echo(Echo(-70, heard=False), -65, headset=True), "ok"),
    ],
)
def test_verdicts(check: Check, verdict: str) -> None:
    assert check.verdict == verdict
    assert check.hindi
    assert bool(check.advice) == (verdict != "ok")


def test_a_noisy_room_does_not_make_a_leaking_headset_right() -> None:
    """It will be quiet again."""
    assert judge_echo(Echo(-30, heard=True), -20, headset=True).verdict == "problem"
