"""Do microphone and speaker work, how loud is the room, and does the microphone hear the speaker?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeVar

import numpy as np

from edgebharo.audio.devices import (
    Microphone,
    PortAudio,
    Speaker,
    frames_of,
    load,
    open_microphone,
    open_speaker,
)
from edgebharo.audio.measure import Echo, clipped_share, echo_of, floor_db, level_db, sweep, voice_db
from edgebharo.errors import DeviceError, DeviceFaultError
from edgebharo.runtime.advice import Advice, advice
from edgebharo.runtime.checkup import Check, Figures
from edgebharo.runtime.config import Settings
from edgebharo.types import FRAME_SAMPLES, SAMPLE_RATE, Pcm, Speech

_Opened = TypeVar("_Opened")

Ask = Callable[[Advice], None]
"""Shows the worker what she is to do now."""

QUIET_S, COUNTING_S, TAIL_S = 2.0, 4.0, 0.6

NOISY_DB = -40.0
"""A room above it drowns soft voices; fans and crowds reach -35."""
WEAK_DB = -45.0
"""A voice below it is lost in the microphone's own noise."""
CLIPPED_SHARE = 0.001
GOOD_SNR_DB, NOBODY_SNR_DB = 15.0, 6.0
"""A voice that stands so far above the room is heard well; not above the second, nobody spoke."""

AGENT_DB = -17.0
"""Level of the agent's voice while she speaks: median of her rendered prompts."""
QUIET_ROOM_DB = -60.0
MARGIN_DB = 10.0
"""So far below the noise of a quiet room an echo must lie for the speech detector to be deaf to it. Measured
with 30 prompts in white noise: it opened on 21 at 3 dB above the noise, on 15 at 2 dB below, on at most 6 at
7 dB below, on none at 12 dB below."""

LISTEN = Advice("कुछ पल चुप रहिए, फिर एक सीटी बजेगी।", "Be quiet for a moment; then a tone sounds.")
COUNT = Advice(
    "अब वहाँ से बोलिए जहाँ दीदी बैठेंगी: एक से पाँच तक गिनिए।", "Count aloud to five from where the caller will sit."
)


def check_sound(
    settings: Settings, ask: Ask, *, voice: bool, portaudio: PortAudio | None = None
) -> Iterator[Check]:
    """Try microphone and speaker; `voice`: ask the worker to speak, too."""
    try:
        system = portaudio or load()
    except DeviceError as error:
        yield _failed("sound system", error)
        return
    ask(LISTEN)
    speaker = _tried(lambda: open_speaker(settings.speaker, portaudio=system))
    microphone = _tried(lambda: open_microphone(settings.microphone, portaudio=system))
    try:
        if isinstance(speaker, Speaker):
            yield _works("speaker", speaker.device.name)
        else:
            yield _failed("speaker", speaker)
        if isinstance(microphone, Microphone):
            yield from _measure(settings, ask if voice else None, microphone, speaker)
        else:
            yield _failed("microphone", microphone)
    finally:
        for device in (speaker, microphone):
            if not isinstance(device, DeviceError):
                device.close()


def _measure(
    settings: Settings, ask: Ask | None, microphone: Microphone, speaker: Speaker | DeviceError
) -> Iterator[Check]:
    try:
        quiet = recorded(microphone, QUIET_S)
        yield judge_microphone(microphone.device.name, quiet)
        if not quiet.any():
            return
        noise_db = floor_db(quiet)
        yield judge_noise(noise_db)
        if isinstance(speaker, Speaker):
            yield judge_echo(_play_and_record(speaker, microphone), noise_db, headset=settings.headset)
        if ask:
            microphone.read(0)
            ask(COUNT)
            yield judge_voice(recorded(microphone, COUNTING_S), noise_db)
    except DeviceFaultError as error:
        yield _failed(error.device, error)


def recorded(microphone: Microphone, seconds: float) -> Pcm:
    """What `microphone` gives in the next `seconds`, and what is still waiting in it.

    Raises:
        DeviceFaultError: it has stopped.
    """
    count = round(seconds * SAMPLE_RATE / FRAME_SAMPLES)
    return np.concatenate([frame.pcm for frame in islice(frames_of(microphone), count)])


def _play_and_record(speaker: Speaker, microphone: Microphone) -> Echo:
    """Play the sweep, and listen until it has died away."""
    played = sweep()
    microphone.read(0)
    speaker.play(Speech(played, SAMPLE_RATE, last=True))
    speaker.finish()
    recorded: list[Pcm] = []
    left = round(TAIL_S * SAMPLE_RATE / FRAME_SAMPLES)
    for frame in frames_of(microphone):
        recorded.append(frame.pcm)
        left -= speaker.wait_drained(0)
        if left <= 0:
            break
    return echo_of(played, np.concatenate(recorded))


def judge_microphone(name: str, pcm: Pcm) -> Check:
    """Judge what the microphone `name` gave while it was quiet, `pcm` [n]."""
    if not pcm.any():
        fault = DeviceFaultError("microphone", "silent", f"the microphone {name!r} gives nothing but zeros")
        return _failed("microphone", fault)
    figures: Figures = {"device": name, "level_db": round(level_db(pcm), 1)}
    if clipped_share(pcm) > CLIPPED_SHARE:
        return Check(
            "microphone",
            "warning",
            f"the microphone {name!r} is turned up too far: quiet is cut off at full scale",
            "माइक की आवाज़ बहुत तेज़ है। सेटिंग में माइक का वॉल्यूम घटाइए।",
            "Turn the microphone down in the system's sound settings.",
            figures,
        )
    return _works("microphone", name, figures)


def judge_noise(noise_db: float) -> Check:
    """Judge the level of the room while nobody speaks."""
    figures: Figures = {"noise_db": round(noise_db, 1)}
    english = f"the room's noise is at {noise_db:.0f} dB"
    if noise_db > NOISY_DB:
        return Check(
            "noise",
            "warning",
            f"{english}: soft voices will be lost",
            "कमरे में शोर ज़्यादा है। पंखा या दरवाज़ा बंद कीजिए, या माइक मुंह के पास लाइए।",
            "Go to a quieter place, switch off the fan, or bring the microphone nearer to the mouth.",
            figures,
        )
    return Check("noise", "ok", english, "कमरे का शोर ठीक है।", figures=figures)


def judge_echo(echo: Echo, noise_db: float, *, headset: bool) -> Check:
    """Judge what came back of a tone, and whether a headset may be declared; `headset`: whether it is."""
    may = AGENT_DB + echo.return_db <= min(noise_db, QUIET_ROOM_DB) - MARGIN_DB
    figures: Figures = {
        "return_db": round(echo.return_db, 1),
        "heard": echo.heard,
        "headset_may_be_declared": may,
        "headset": headset,
    }
    if headset:
        return _judge_headset(echo, figures, may=may)
    if echo.heard and not may:
        english = f"{_came_back(echo)}: it stays closed while the agent speaks; declare no headset"
        hindi = "स्पीकर चल रहा है। मशीन के बोलते समय माइक बंद रहेगा।"
        return Check("echo", "ok", english, hindi, figures=figures)
    advice_on_headset = "With a headset, set EDGEBHARO_HEADSET=1: she can interrupt then." if may else ""
    return Check(
        "echo",
        "warning",
        f"{_came_back(echo)}: right for a headset, but a loudspeaker would not be heard",
        "सीटी माइक में नहीं आई। हेडसेट हो तो ठीक है; स्पीकर हो तो उसकी आवाज़ बढ़ाइए।",
        f"With a loudspeaker, turn it up. {advice_on_headset}".strip(),
        figures,
    )


def _judge_headset(echo: Echo, figures: Figures, *, may: bool) -> Check:
    if may:
        hindi = "हेडसेट ठीक है: दीदी बीच में बोल सकती हैं।"
        return Check("echo", "ok", f"{_came_back(echo)}: the headset is right", hindi, figures=figures)
    if not echo.heard:
        hindi = "शोर में हेडसेट की जाँच नहीं हो सकी। शांत जगह में फिर से जाँच कीजिए।"
        english = f"{_came_back(echo)}, but the room is too noisy to tell whether the headset is tight"
        return Check("echo", "warning", english, hindi, "Check again in a quieter place.", figures)
    return Check(
        "echo",
        "problem",
        f"a headset is declared, but {_came_back(echo)}: the agent would hear and interrupt itself",
        "माइक में स्पीकर की आवाज़ आ रही है। हेडसेट लगाइए, या हेडसेट की सेटिंग हटवाइए।",
        "Plug in a headset, or unset EDGEBHARO_HEADSET (call --no-headset).",
        figures,
    )


def _came_back(echo: Echo) -> str:
    if echo.heard:
        return f"the microphone hears the speaker at {echo.return_db:.0f} dB"
    return f"nothing of the tone came back (less than {echo.return_db:.0f} dB)"


def judge_voice(pcm: Pcm, noise_db: float) -> Check:
    """Judge a voice that counted aloud, `pcm` [n], over the room's noise."""
    loud_db = voice_db(pcm)
    above = loud_db - noise_db
    figures: Figures = {"voice_db": round(loud_db, 1), "above_noise_db": round(above, 1)}
    if above < NOBODY_SNR_DB:
        found, todo = (
            "no voice was heard",
            ("बोली हुई आवाज़ नहीं आई। फिर से जाँच कीजिए।", "Speak when you are asked to."),
        )
    elif clipped_share(pcm) > CLIPPED_SHARE:
        found = "the voice is too loud for the microphone and is cut off"
        todo = ("आवाज़ बहुत तेज़ है। माइक थोड़ा दूर रखिए।", "Move the microphone away, or turn it down.")
    elif loud_db < WEAK_DB or above < GOOD_SNR_DB:
        found = f"the voice is weak: {loud_db:.0f} dB, {above:.0f} dB above the room"
        todo = (
            "आवाज़ धीमी है। माइक पास लाइए या उसका वॉल्यूम बढ़ाइए।",
            "Bring the microphone nearer, or turn it up.",
        )
    else:
        english = f"a voice comes at {loud_db:.0f} dB, {above:.0f} dB above the room"
        return Check("voice", "ok", english, "आवाज़ साफ़ आ रही है।", figures=figures)
    return Check("voice", "warning", found, todo[0], todo[1], figures)


def _tried(open_it: Callable[[], _Opened]) -> _Opened | DeviceError:
    try:
        return open_it()
    except DeviceError as error:
        return error


def _works(name: str, device: str, figures: Figures | None = None) -> Check:
    hindi = "माइक चल रहा है।" if name == "microphone" else "स्पीकर खुल गया।"
    return Check(name, "ok", f"the {name} {device!r} works", hindi, figures=figures or {"device": device})


def _failed(name: str, error: DeviceError) -> Check:
    what = advice(error)
    return Check(name, "problem", str(error), what.hindi, what.english)
