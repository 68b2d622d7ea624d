"""Sound reaches the disk only where form, caller and device all say so."""

from __future__ import annotations

import io
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import soundfile as sf
from scenes import NUMBER, PHONE, YES_NO, Scene, form_of

from edgebharo.clock import SystemClock
from edgebharo.forms.check import findings
from edgebharo.forms.loaded import LoadedForm
from edgebharo.records.store import Store
from edgebharo.runtime.sound_keeping import unlock_sounds
from edgebharo.types import SAMPLE_RATE

ALLOWED = {**YES_NO, "name": "voice_kept", "label": "आवाज़", "question": "क्या आपकी आवाज़ भी रख सकते हैं?"}
SAID = {"pregnant": ("हाँ",), "voice_kept": ("हाँ",), "number": (PHONE,)}


def asking() -> LoadedForm:
    loaded = form_of(YES_NO, ALLOWED, NUMBER)
    return replace(loaded, form=loaded.form.model_copy(update={"audio_consent": "voice_kept"}))


def kept(folder: Path, scene: Scene) -> dict[int, float]:
    """By turn, the seconds of sound that the call left."""
    call = scene.play(folder)
    assert call.status == "complete"
    with closing(Store(folder / "records.sqlite", SystemClock())) as store:
        (head,) = store.calls()
        sounds = store.sounds.of(head.id)
        assert unlock_sounds(store, head.id, folder / "out") == len(sounds)
    seconds = {}
    for item in sounds:
        pcm, rate = sf.read(io.BytesIO(item.sound))
        assert rate == SAMPLE_RATE
        seconds[item.turn] = len(pcm) / rate
    assert len(list(folder.glob("out/*.flac"))) == len(sounds)
    return seconds


def test_it_is_kept_from_her_yes_on(tmp_path: Path) -> None:
    seconds = kept(tmp_path, Scene(asking(), SAID, keep_audio_days=5))
    assert sorted(seconds) == [3, 4]
    assert seconds[4] > seconds[3] > 0.2


@pytest.mark.parametrize(
    "scene",
    [
        Scene(asking(), SAID),
        Scene(asking(), SAID | {"voice_kept": ("नहीं",)}, keep_audio_days=5),
        Scene(form_of(YES_NO, ALLOWED, NUMBER), SAID, keep_audio_days=5),
    ],
    ids=["the device keeps none", "she does not want it", "the form does not ask"],
)
def test_else_there_is_none(tmp_path: Path, scene: Scene) -> None:
    assert kept(tmp_path, scene) == {}


IDENTITY = {**NUMBER, "name": "aadhaar_last4", "label": "आधार", "digits": 4, "question": "आधार?"}


def test_of_an_identity_number_no_sound_is_kept(tmp_path: Path) -> None:
    """Neither where it is asked for, whatever she says, nor where she tells it unasked."""
    loaded = form_of(ALLOWED, IDENTITY, YES_NO)
    loaded = replace(loaded, form=loaded.form.model_copy(update={"audio_consent": "voice_kept"}))
    eleven = "एक दो तीन चार पाँच छह सात आठ नौ एक दो"
    said = {"voice_kept": ("हाँ",), "aadhaar_last4": (f"{eleven} तीन", "तीन दो एक शून्य"), "pregnant": ("हाँ",)}
    (tmp_path / "asked").mkdir()
    seconds = kept(tmp_path / "asked", Scene(loaded, said, keep_audio_days=5))
    assert len(seconds) == 2, "her yes to the keeping, and the last answer"
    (tmp_path / "unasked").mkdir()
    unasked = said | {"aadhaar_last4": ("तीन दो एक शून्य",), "pregnant": (f"हाँ {eleven}",)}
    assert len(kept(tmp_path / "unasked", Scene(loaded, unasked, keep_audio_days=5))) == 1


@pytest.mark.parametrize(("name", "fine"), [("pregnant", True), ("number", False), ("nobody", False)])
def test_a_form_names_a_yes_no_field(name: str, fine: bool) -> None:
    raw = asking().form.model_dump(mode="json", exclude={"sha256"}) | {"audio_consent": name}
    problems = [path for path, _ in findings(raw, frozenset())]
    assert (("audio_consent",) not in problems) == fine
