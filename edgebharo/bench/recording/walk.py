"""Walks a person through the sentences: consent, her line of the sheet, the level, then one by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from edgebharo.bench.recording import consent
from edgebharo.bench.recording.booth import Booth, Take
from edgebharo.bench.recording.collection import Collection, Person
from edgebharo.bench.recording.prompts import Prompt
from edgebharo.errors import ConfigError
from edgebharo.runtime.checkup import Check
from edgebharo.runtime.doctor_sound import COUNT, COUNTING_S, QUIET_S, judge_noise, judge_voice

Tell = Callable[[str], None]
Ask = Callable[[str], str]
"""Shows a line and returns what was typed; EOFError where the input has ended."""
Outcome: TypeAlias = Literal["kept", "skipped", "stop"]
"""Of one sentence."""

CODE = re.compile("[a-z0-9][a-z0-9-]{1,19}")
LONGEST_ANSWER = 60
COUNTDOWN = ("३", "२", "१")
COUNT_S = 0.6
QUESTIONS = (
    ("sex", "लिंग / Sex (f, m, -): "),
    ("age", "उम्र / Age (18-29, 30-44, 45-59, 60+, -): "),
    ("language", "घर की बोली / Language at home (-): "),
    ("room", "जगह / Room (kitchen, clinic, street …, -): "),
)
BEFORE = "Enter: रिकॉर्ड / record · s: छोड़ें / skip · b: पिछला / back · q: बस / stop  "
AFTER = "Enter: रखें / keep · r: फिर से / again · p: सुनें / play · s: छोड़ें / skip · q: बस / stop  "
LEVEL = "Enter: आगे / go on · r: फिर से / again  "
NOTHING = "r, Enter: फिर से / again · s: छोड़ें / skip · q: बस / stop  "
BE_QUIET = "कुछ पल चुप रहिए। / Be quiet for a moment."
SPEAK = "● बोलिए / speak"
STOPPED = "यहीं तक रखा गया। / Kept so far; the same command goes on from here."


@dataclass
class Desk:
    """The other side of the screen."""

    tell: Tell
    ask: Ask
    pause: Callable[[float], None]


def check_code(speaker: str) -> None:
    """A speaker goes by a code.

    Raises:
        ConfigError: `speaker` is none.
    """
    if not CODE.fullmatch(speaker):
        raise ConfigError(
            "--speaker: give a code of 2 to 20 small letters, digits and hyphens, such as p07; never a name"
        )


def enrol(collection: Collection, speaker: str, desk: Desk, today: date, microphone: str) -> bool:
    """Ask for consent, and for her line of the sheet; False where she does not agree, and nothing is written.

    Somebody who agreed to this very text before is not asked again.
    """
    known = collection.people.get(speaker)
    if known is not None and known.consent == consent.VERSION:
        desk.tell(f"{speaker}: सहमति / consent {known.date}")
        return True
    desk.tell(consent.text())
    try:
        given = consent.is_given(desk.ask(consent.QUESTION))
        told = {name: _short(desk.ask(question)) for name, question in QUESTIONS} if given else {}
    except EOFError:
        given = False
    if not given:
        desk.tell(consent.NOT_GIVEN)
        return False
    agreed = Person(speaker, today.isoformat(), consent.VERSION, microphone=microphone, **told)
    collection.add_person(agreed)
    return True


def _short(answer: str) -> str:
    """What was typed, on one line, and never a formula to a spreadsheet."""
    return " ".join(answer.split()).lstrip("=+-@ ")[:LONGEST_ANSWER]


def check_level(booth: Booth, desk: Desk) -> tuple[Check, ...]:
    """Measure the room, and a voice that counts; what is wrong is told, and can be mended and tried again.

    Raises:
        DeviceFaultError: the microphone has stopped.
    """
    while True:
        desk.tell(BE_QUIET)
        desk.pause(COUNT_S)
        noise = judge_noise(booth.measure_room(QUIET_S))
        desk.tell(f"{COUNT.hindi} / {COUNT.english}")
        voice = judge_voice(booth.listen(COUNTING_S), booth.room_db)
        for check in (noise, voice):
            desk.tell(_told(check))
        if all(check.verdict == "ok" for check in (noise, voice)) or desk.ask(LEVEL).strip() != "r":
            return noise, voice


def record(
    collection: Collection,
    speaker: str,
    prompts: Sequence[Prompt],
    booth: Booth,
    desk: Desk,
    *,
    redo: bool = False,
) -> int:
    """Record what is missing of `prompts`, or all of them; returns how many were kept.

    The input's end counts as stopping. What was kept is on the disk.

    Raises:
        DeviceFaultError: the microphone or the loudspeaker has stopped.
        OutputError: a recording cannot be written.
    """
    left = [prompt for prompt in prompts if redo or not collection.is_done(speaker, prompt)]
    kept, place = 0, 0
    try:
        while place < len(left):
            prompt = left[place]
            desk.tell(f"\n[{place + 1}/{len(left)}]  {prompt.text}")
            match desk.ask(BEFORE).strip():
                case "q":
                    break
                case "s":
                    place += 1
                case "b":
                    place = max(0, place - 1)
                case _:
                    outcome = _one(collection, speaker, prompt, booth, desk)
                    kept += outcome == "kept"
                    if outcome == "stop":
                        break
                    place += 1
    except EOFError:
        pass
    if place < len(left):
        desk.tell(STOPPED)
    return kept


def _one(collection: Collection, speaker: str, prompt: Prompt, booth: Booth, desk: Desk) -> Outcome:
    """One sentence until it is kept, skipped or broken off."""
    while True:
        take = _recorded(prompt, booth, desk)
        match _answer(take, booth, desk):
            case "q":
                return "stop"
            case "s":
                return "skipped"
            case answer if take.usable and answer != "r":
                collection.keep(speaker, prompt, take)
                return "kept"


def _answer(take: Take, booth: Booth, desk: Desk) -> str:
    """What is to be done with `take`, which is played as often as she likes."""
    question = AFTER if take.usable else NOTHING
    while (answer := desk.ask(question).strip()) == "p" and take.usable:
        booth.play(take.pcm)
    return answer


def _recorded(prompt: Prompt, booth: Booth, desk: Desk) -> Take:
    for number in COUNTDOWN:
        booth.ready()  # the last number is recorded, too: many begin before they are told to
        desk.tell(number)
        desk.pause(COUNT_S)
    desk.tell(SPEAK)
    take = booth.take(prompt.limit_s)
    desk.tell(f"{take.seconds:.1f} s · {_told(take.check)}")
    return take


def _told(check: Check) -> str:
    advice = f" → {check.advice}" if check.advice else ""
    return f"{check.verdict}: {check.hindi} / {check.english}{advice}"
