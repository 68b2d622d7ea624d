"""Who speaks the corpus: never a voice that the ear is measured on."""

from __future__ import annotations

from random import Random

import pytest

from edgebharo.tts.voices import read_voice
from scripts.asr.voices import (
    ESPEAK_VARIANTS,
    FASTEST,
    HELD_OUT,
    HINDI,
    OTHERS,
    SLOWEST,
    draw_espeak,
    draw_speaker,
)

pytestmark = pytest.mark.unit


def seeded(seed: object) -> Random:
    return Random(str(seed))  # noqa: S311 - repeatable on purpose


SPEAKERS = [draw_speaker(seeded(seed)) for seed in range(20_000)]


def test_no_held_out_voice_is_drawn_alone_or_in_a_blend() -> None:
    drawn = {name for speaker in SPEAKERS for name, _ in speaker.shares}

    assert "hm_psi" in HELD_OUT
    assert not drawn & HELD_OUT
    assert drawn == {*HINDI, *OTHERS}


def test_there_are_53_voices_to_draw_from() -> None:
    assert len({*HINDI, *OTHERS}) == 53


def test_two_thirds_of_the_speakers_have_a_hindi_voice() -> None:
    alone = sum(len(s.shares) == 1 and s.shares[0][0] in HINDI for s in SPEAKERS) / len(SPEAKERS)
    blended = sum(len(s.shares) == 2 and any(n in HINDI for n, _ in s.shares) for s in SPEAKERS)

    assert 0.33 < alone < 0.40
    assert 0.28 < blended / len(SPEAKERS) < 0.37


def test_speakers_are_well_formed() -> None:
    assert all(sum(weight for _, weight in s.shares) == pytest.approx(1) for s in SPEAKERS)
    assert all(SLOWEST <= speaker.speed <= FASTEST for speaker in SPEAKERS)
    assert len({speaker.speed for speaker in SPEAKERS}) > 40


def test_a_seed_draws_the_same_speaker() -> None:
    assert draw_speaker(seeded("a")) == draw_speaker(seeded("a"))
    assert draw_espeak(seeded("a")) == draw_espeak(seeded("a"))


def test_a_speaker_is_named_as_voices_are_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("voices")
    speaker = next(speaker for speaker in SPEAKERS if len(speaker.shares) == 2)

    read = read_voice(speaker.name, lambda name: folder / name)

    assert [(share.path.name, share.weight) for share in read] == list(speaker.shares)


def test_every_variant_of_espeak_speaks_in_its_range() -> None:
    drawn = [draw_espeak(seeded(seed)) for seed in range(500)]

    assert {speaker.variant for speaker in drawn} == set(ESPEAK_VARIANTS)
    assert all(110 <= speaker.rate <= 210 and 25 <= speaker.pitch <= 75 for speaker in drawn)
