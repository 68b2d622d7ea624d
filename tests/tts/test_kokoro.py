from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from real_voices import kokoro_options

from edgebharo.audio import vad
from edgebharo.audio.pcm import Framer, resample
from edgebharo.errors import ModelFileError
from edgebharo.models.resolve import path_of
from edgebharo.ports import Tts
from edgebharo.tts.kokoro import MAX_PHONEMES, create, cut_phonemes
from edgebharo.types import Pcm, never_cancelled

pytestmark = pytest.mark.model

LINE = "जी, बताइए।"
STATUS = Path("/proc/self/status")


def spoken(tts: Tts, line: str = LINE) -> Pcm:
    return np.concatenate([chunk.pcm for chunk in tts.synthesize(line, never_cancelled)])


def resident_mb() -> float:
    (line,) = (line for line in STATUS.read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def test_it_speaks(kokoro: Tts) -> None:
    silero = vad.create(vad.SileroOptions(path_of("silero-vad")))
    pcm = resample(spoken(kokoro), 24_000, 16_000)
    voiced = [silero.probability(frame) > 0.5 for frame in Framer().push(pcm)]
    assert sum(voiced) / len(voiced) > 0.7


def test_a_slower_voice_takes_longer(kokoro: Tts) -> None:
    slow, fast = spoken(kokoro, "जी हाँ।"), spoken(create(kokoro_options(speed=1.8)), "जी हाँ।")
    assert 1.3 < len(slow) / len(fast) < 2.5


def test_a_blend_is_a_speaker_of_its_own(kokoro: Tts) -> None:
    blend = spoken(create(kokoro_options("hf_alpha:0.5+hm_omega:0.5")), "जी।")
    assert not np.array_equal(blend, spoken(kokoro, "जी।"))
    assert not np.array_equal(blend, spoken(create(kokoro_options("hm_omega")), "जी।"))


def test_digits_are_read_out(kokoro: Tts) -> None:
    assert np.array_equal(spoken(kokoro, "4"), spoken(kokoro, "चार"))


def test_a_sentence_beyond_the_models_limit_becomes_pieces_within_it() -> None:
    voice = create(kokoro_options())
    pieces = list(voice._pieces("नौ आठ सात छह पाँच, " * 45))
    assert len(pieces) > 1
    assert max(map(len, pieces)) <= MAX_PHONEMES
    comma = voice._vocab[","]
    assert all(piece[-1] == comma for piece in pieces[:-1])
    assert sum(piece.count(comma) for piece in pieces) == 45


@pytest.mark.skipif(not STATUS.exists(), reason="resident memory is read from /proc")
def test_working_memory_is_given_back_after_a_sentence(kokoro: Tts) -> None:
    spoken(kokoro, "जी।")
    before = resident_mb()
    spoken(kokoro, "आपके मोबाइल का पूरा दस अंकों वाला नंबर क्या है?")
    assert resident_mb() - before < 40


@pytest.mark.parametrize("field", ["model_path", "vocab_path"])
@pytest.mark.parametrize("content", [None, b"", b"{}", b"not a model"])
def test_a_damaged_or_missing_file_is_named(tmp_path: Path, field: str, content: bytes | None) -> None:
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelFileError, match=str(path)):
        create(replace(kokoro_options(), **{field: path}))  # type: ignore[arg-type]


def test_what_changes_the_sound_changes_the_identity() -> None:
    options = kokoro_options()
    others = [
        kokoro_options("hf_beta"),
        kokoro_options("hf_alpha:0.5+hf_beta:0.5"),
        kokoro_options(speed=1.0),
        replace(options, model_path=options.vocab_path),
    ]
    assert len({options.identity, *(other.identity for other in others)}) == 5
    assert replace(options, threads=1).identity == options.identity


@pytest.mark.parametrize(
    ("phonemes", "pieces"),
    [
        ("abc", ["abc"]),
        ("abcde fghij", ["abcde ", "fghij"]),
        ("ab, cdefg hij", ["ab,", " cdefg ", "hij"]),
        ("abcdefghijkl", ["abcdefgh", "ijkl"]),
        ("abcdefgh.", ["abcdefgh"]),
        ("?", []),
    ],
)
def test_cutting(phonemes: str, pieces: list[str]) -> None:
    assert ["".join(piece) for piece in cut_phonemes(list(phonemes), 8)] == pieces


def test_the_limit_is_the_number_of_styles() -> None:
    assert MAX_PHONEMES == 510
