"""A person is walked through recording; the sound system is a stand-in that runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf
from fake_portaudio import FakePortAudio, device, host, running

from edgebharo.audio.devices import open_microphone, open_speaker
from edgebharo.bench.manifest import read_manifest
from edgebharo.bench.recording import consent
from edgebharo.bench.recording.booth import Booth, judged
from edgebharo.bench.recording.collection import Collection
from edgebharo.bench.recording.command import bench_record
from edgebharo.bench.recording.prompts import Prompt
from edgebharo.bench.recording.walk import BE_QUIET, SPEAK, STOPPED, Desk, record
from edgebharo.errors import ConfigError, DeviceError, DeviceFaultError, OutputError
from edgebharo.runtime.config import Settings
from edgebharo.runtime.doctor_sound import COUNT
from edgebharo.types import SAMPLE_RATE, Pcm

NAME = Prompt("a-1", "answers", "name", "मेरा नाम सीता है")
NUMBER = Prompt("a-2", "answers", "phone", "नौ आठ सात छह")
PLACE = Prompt("a-3", "answers", "district", "नालंदा")
ROOM_DB = -64.0


def noise(seconds: float, db: float = -25.0, seed: int = 1) -> Pcm:
    chance = np.random.default_rng(seed)
    sound = chance.normal(0, 32768 * 10 ** (db / 20), round(seconds * SAMPLE_RATE))
    return np.clip(np.rint(sound), -32768, 32767).astype(np.int16)


def machine(*, speaker: bool = True) -> FakePortAudio:
    there = [device("Microphone", inputs=1, rate=16_000.0)]
    if speaker:
        there.append(device("Speaker", outputs=1, rate=16_000.0))
    return FakePortAudio(there, [host("ALSA", microphone=0, speaker=1 if speaker else -1)])


class Person:
    """Reads what she is shown, and types what she was told to."""

    def __init__(
        self, audio: FakePortAudio, typed: Sequence[str], spoken: Callable[[int], Pcm] | None = None
    ) -> None:
        self.audio = audio
        self.typed = list(typed)
        self.spoken = spoken or (lambda _: noise(1.0))
        self.seen: list[str] = []
        self.takes = 0

    def tell(self, line: str) -> None:
        self.seen.append(line)
        if line == SPEAK:
            self.audio.says.append(np.concatenate([np.zeros(8000, np.int16), self.spoken(self.takes)]))
            self.takes += 1
        if COUNT.english in line:
            self.audio.says.append(noise(3.0))

    def ask(self, prompt: str) -> str:
        self.seen.append(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    @property
    def desk(self) -> Desk:
        return Desk(self.tell, self.ask, lambda _: None)


def recorded(
    folder: Path, audio: FakePortAudio, person: Person, prompts: Sequence[Prompt], *, redo: bool = False
) -> int:
    with running(audio):
        booth = Booth(open_microphone(portaudio=audio), open_speaker(portaudio=audio), ROOM_DB)
        try:
            return record(Collection(folder), "p01", prompts, booth, person.desk, redo=redo)
        finally:
            booth.close()


# ---------------------------------------------------------------- one sentence


def test_a_sentence_is_cut_out_with_its_edges() -> None:
    silence = noise(1.0, ROOM_DB)
    take = judged(np.concatenate([silence, noise(2.0), silence]), ROOM_DB, ended=True)
    assert take.check.verdict == "ok"
    assert take.seconds == pytest.approx(2.7, abs=0.1)
    assert take.level_db == pytest.approx(-25, abs=2)
    assert take.above_room_db == pytest.approx(39, abs=3)


@pytest.mark.parametrize(
    ("pcm", "ended", "english"),
    [
        (noise(2.0, ROOM_DB), True, "no voice was heard"),
        (np.concatenate([noise(1.0), noise(2.0, ROOM_DB)]), True, "had begun before"),
        (np.concatenate([noise(1.0, ROOM_DB), noise(2.0)]), False, "cut off: it took too long"),
        (np.concatenate([noise(1.0, ROOM_DB), noise(2.0, 3.0), noise(1.0, ROOM_DB)]), True, "too loud"),
        (np.concatenate([noise(1.0, ROOM_DB), noise(2.0, -50), noise(1.0, ROOM_DB)]), True, "weak"),
    ],
)
def test_what_is_wrong_with_a_sentence_is_told(pcm: Pcm, *, ended: bool, english: str) -> None:
    take = judged(pcm, ROOM_DB, ended=ended)
    assert take.check.verdict == "warning"
    assert english in take.check.english
    assert take.usable == ("no voice" not in english)


# ---------------------------------------------------------------- the way through the sentences


def test_sentences_are_recorded_kept_and_gone_on_with(tmp_path: Path) -> None:
    audio = machine()
    first = Person(audio, ["", "", "q"])
    assert recorded(tmp_path, audio, first, [NAME, NUMBER]) == 1
    assert first.seen[-1] == STOPPED
    again = Person(audio, ["", ""])
    assert recorded(tmp_path, audio, again, [NAME, NUMBER]) == 1
    assert "[1/1]" in again.seen[0]
    rows = read_manifest(tmp_path / "manifest.tsv")
    assert [(row.text, row.speaker) for row in rows] == [(NAME.text, "p01"), (NUMBER.text, "p01")]
    sound, rate = sf.read(tmp_path / "answers" / "p01-a-1.flac", dtype="int16")
    assert (rate, sound.ndim) == (SAMPLE_RATE, 1)
    assert len(sound) / rate == pytest.approx(1.7, abs=0.1)
    assert (tmp_path / "answers" / "p01-a-1.flac").stat().st_mode & 0o077 == 0


def test_a_sentence_can_be_heard_again_redone_skipped_and_gone_back_to(tmp_path: Path) -> None:
    audio = machine()
    person = Person(audio, ["", "p", "r", "", "s", "b", "", ""], spoken=lambda take: noise(1.0 + take))
    assert recorded(tmp_path, audio, person, [NAME, NUMBER, PLACE]) == 2
    rows = Collection(tmp_path).rows
    assert float(rows["answers/p01-a-1.flac"].seconds) == pytest.approx(2.7, abs=0.1)
    assert set(rows) == {"answers/p01-a-1.flac", "answers/p01-a-2.flac"}
    assert person.takes == 3


def test_what_is_there_is_replaced_where_that_is_asked_for(tmp_path: Path) -> None:
    audio = machine()
    recorded(tmp_path, audio, Person(audio, ["", ""]), [NAME])
    recorded(tmp_path, audio, Person(audio, ["", ""], spoken=lambda _: noise(3.0)), [NAME], redo=True)
    rows = Collection(tmp_path).rows
    assert [float(row.seconds) for row in rows.values()] == [pytest.approx(3.7, abs=0.1)]


def test_silence_is_never_kept(tmp_path: Path) -> None:
    audio = machine()
    person = Person(audio, ["", "", "s"], spoken=lambda _: np.zeros(0, np.int16))
    assert recorded(tmp_path, audio, person, [PLACE]) == 0
    assert person.takes == 2
    assert not (tmp_path / "manifest.tsv").exists()


def test_an_unplugged_microphone_ends_it_and_loses_nothing(tmp_path: Path) -> None:
    audio = machine()
    person = Person(audio, ["", "", "", ""])

    def spoken(take: int) -> Pcm:
        if take == 1:
            audio.in_mid_word = lambda: audio.unplug("Microphone")
        return noise(1.0)

    person.spoken = spoken
    with pytest.raises(DeviceFaultError):
        recorded(tmp_path, audio, person, [NAME, NUMBER])
    assert list(Collection(tmp_path).rows) == ["answers/p01-a-1.flac"]


def test_a_folder_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "answers").write_text("a file")
    audio = machine()
    with pytest.raises(OutputError, match="give another folder"):
        recorded(tmp_path, audio, Person(audio, ["", ""]), [NAME])


# ---------------------------------------------------------------- consent, sheet, level


def test_consent_comes_first_and_without_it_nothing_is_written_or_opened(tmp_path: Path) -> None:
    folder = tmp_path / "pilot"
    for typed in (["नहीं"], ["yes, but no"], [""], []):
        audio = machine()
        person = Person(audio, typed)
        assert bench_record(Settings(), folder, "p01", person.desk, portaudio=audio) == 0
        assert person.seen[0] == consent.text()
        assert person.seen[-1] == consent.NOT_GIVEN
        assert audio.opens == 0
        assert not folder.exists()


def test_a_whole_session_fills_sheet_and_manifest(tmp_path: Path) -> None:
    folder = tmp_path / "pilot"
    audio = machine(speaker=False)
    person = Person(audio, ["हां जी", "f", "30-44", "=मगही", "-", "", "", "q"])
    with running(audio):
        assert bench_record(Settings(), folder, "p01", person.desk, callers=1, portaudio=audio) == 1
    assert all(stream.closed for stream in audio.streams)
    assert person.seen.index(BE_QUIET) > person.seen.index(consent.QUESTION)
    who = Collection(folder).people["p01"]
    assert (who.sex, who.age, who.language, who.room) == ("f", "30-44", "मगही", "")
    assert who.consent == consent.VERSION
    assert consent.HINDI[0] in (folder / "consent.txt").read_text(encoding="utf-8")
    assert len(read_manifest(folder / "manifest.tsv")) == 1
    second = Person(audio, ["q"])
    with running(audio):
        assert bench_record(Settings(), folder, "p01", second.desk, callers=1, portaudio=audio) == 0
    assert consent.text() not in second.seen


def test_a_missing_microphone_is_one_clear_error(tmp_path: Path) -> None:
    audio = FakePortAudio([device("Speaker", outputs=1)], [host("ALSA", speaker=0)])
    person = Person(audio, ["yes", "", "", "", ""])
    with pytest.raises(DeviceError, match="no microphone was found"):
        bench_record(Settings(), tmp_path, "p01", person.desk, portaudio=audio)


@pytest.mark.parametrize("speaker", ["Sita Devi", "सीता", "p", "p_1", "-a", ""])
def test_a_speaker_goes_by_a_code(tmp_path: Path, speaker: str) -> None:
    with pytest.raises(ConfigError, match="never a name"):
        bench_record(Settings(), tmp_path, speaker, Person(machine(), []).desk)


def test_the_number_of_callers_is_limited(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="choose 1 to"):
        bench_record(Settings(), tmp_path, "p01", Person(machine(), []).desk, callers=0)
