"""A model that cannot work is refused when it is loaded, with what to do, and the process lives on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from tiny_ears import FAMILIES, SHERPA, facts_of, graphs, load, make_unrunnable, set_facts

from edgebharo.errors import ModelFileError

pytestmark = pytest.mark.model
UNREAD = {"sample_rate", "joiner_dim"}
"""Facts that may be missing."""
TABLES = {name: "vocab.txt" if name.startswith("onnx-asr") else "tokens.txt" for name in FAMILIES}


@pytest.fixture
def spoil(tiny_ears: Path, tmp_path: Path) -> Callable[[str], Path]:
    """A copy of a family's files that a test may break."""

    def copy(family: str) -> Path:
        return shutil.copytree(tiny_ears / family, tmp_path / family)

    return copy


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def write(path: Path, lines: list[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def renumbered(symbols: list[str]) -> list[str]:
    return [f"{symbol} {number}" for number, symbol in enumerate(symbols)]


@pytest.mark.parametrize("family", FAMILIES)
def test_each_missing_file_is_named(spoil: Callable[[str], Path], family: str) -> None:
    folder = spoil(family)
    for path in sorted(folder.iterdir()):
        kept = path.read_bytes()
        path.unlink()
        with pytest.raises(ModelFileError, match=f"holds no file called .*{path.name}"):
            load(family, folder)
        path.write_bytes(kept)


@pytest.mark.parametrize("family", FAMILIES)
def test_each_damaged_graph_is_named(spoil: Callable[[str], Path], family: str) -> None:
    folder = spoil(family)
    noise = np.random.default_rng(5).bytes(2_000)
    for path in graphs(folder):
        kept = path.read_bytes()
        for damaged in (kept[: len(kept) // 2], kept[:-1], noise, b""):
            path.write_bytes(damaged)
            with pytest.raises(ModelFileError, match=f"{path.name} cannot be used: it is truncated, corrupt"):
                load(family, folder)
        path.write_bytes(kept)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_graph_that_the_cpu_cannot_run_asks_for_another_export(
    spoil: Callable[[str], Path], family: str
) -> None:
    folder = spoil(family)
    for path in graphs(folder):
        kept = path.read_bytes()
        make_unrunnable(path)
        with pytest.raises(ModelFileError, match=f"{path.name} .*CPU cannot run; get the QUInt8 or the fp32"):
            load(family, folder)
        path.write_bytes(kept)


@pytest.mark.parametrize("key", ["sample_rate", "sampling_rate"])
@pytest.mark.parametrize("family", FAMILIES)
def test_a_model_for_another_rate_is_refused(spoil: Callable[[str], Path], family: str, key: str) -> None:
    folder = spoil(family)
    for path in graphs(folder):
        set_facts(path, **{key: 8000})
        with pytest.raises(ModelFileError, match=f"{path.name} was made for audio of 8000 Hz; .* 16000 Hz"):
            load(family, folder)
        set_facts(path, **{key: 16000})
    load(family, folder)


def test_the_rate_in_a_config_counts_too(spoil: Callable[[str], Path]) -> None:
    folder = spoil("onnx-asr-ctc")
    (folder / "config.json").write_text('{"features_size": 80, "sample_rate": 8000}', encoding="utf-8")
    with pytest.raises(ModelFileError, match=r"config.json was made for audio of 8000 Hz"):
        load("onnx-asr-ctc", folder)
    (folder / "config.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelFileError, match=r"config.json cannot be used: it is no JSON"):
        load("onnx-asr-ctc", folder)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_table_of_another_size_is_refused(spoil: Callable[[str], Path], family: str) -> None:
    folder = spoil(family)
    table = folder / TABLES[family]
    symbols = [line.rsplit(" ", 1)[0] for line in lines_of(table)]
    more = [*symbols[:1], *[f"▁क{number}" for number in range(30)], *symbols[1:]]
    for wrong in (symbols[:1] + symbols[2:], more):
        write(table, renumbered(wrong))
        with pytest.raises(ModelFileError, match=f"it has {len(wrong)} symbols"):
            load(family, folder)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("wrong", ["gap", "double", "words", "binary", "empty", "json"])
def test_what_is_no_table_is_refused(spoil: Callable[[str], Path], family: str, wrong: str) -> None:
    folder = spoil(family)
    table = folder / TABLES[family]
    lines = lines_of(table)
    if wrong == "binary":
        table.write_bytes(b"\xff\xfe\x00" * 50)
    else:
        spoilt = {
            "gap": [*lines[:-1], lines[-1].rsplit(" ", 1)[0] + " 99"],
            "double": [*lines[:-1], lines[-1].rsplit(" ", 1)[0] + " 0"],
            "words": ["हां", "नहीं", "दस"],
            "empty": [],
            "json": ['["हां", "नहीं"]'],
        }
        write(table, spoilt[wrong])

    with pytest.raises(ModelFileError, match=f"{table.name} cannot be used"):
        load(family, folder)


@pytest.mark.parametrize("family", [name for name in FAMILIES if name not in {"whisper", "moonshine"}])
def test_the_blank_must_be_where_the_family_has_it(spoil: Callable[[str], Path], family: str) -> None:
    folder = spoil(family)
    table = folder / TABLES[family]
    symbols = [line.rsplit(" ", 1)[0] for line in lines_of(table)]
    write(table, renumbered(symbols[1:] + symbols[:1]))
    with pytest.raises(ModelFileError, match=r"symbol is not <blk>"):
        load(family, folder)


@pytest.mark.parametrize("family", [name for name in FAMILIES if name != "whisper"])
def test_the_table_of_another_language_is_refused(spoil: Callable[[str], Path], family: str) -> None:
    folder = spoil(family)
    table = folder / TABLES[family]
    symbols = [line.rsplit(" ", 1)[0] for line in lines_of(table)]
    latin = [symbol if symbol.startswith("<") else f"▁word{number}" for number, symbol in enumerate(symbols)]
    write(table, renumbered(latin))
    with pytest.raises(ModelFileError, match="holds no Devanagari"):
        load(family, folder)


@pytest.mark.parametrize("family", SHERPA)
def test_each_fact_that_the_library_reads_is_required(spoil: Callable[[str], Path], family: str) -> None:
    folder = spoil(family)
    asked = 0
    for path in graphs(folder):
        for key in facts_of(path):
            kept = path.read_bytes()
            for wrong in (None, "many"):
                if key in UNREAD or (family in {"whisper", "nemo-ctc"} and key == "model_type"):
                    continue
                set_facts(path, **{key: wrong})
                with pytest.raises(ModelFileError, match=f"{path.name} cannot be used"):
                    load(family, folder)
                asked += 1
            path.write_bytes(kept)
    assert asked >= (0 if family == "moonshine" else 6)
    load(family, folder)


@pytest.mark.parametrize(
    ("family", "file", "facts", "complaint"),
    [
        ("nemo-ctc", "model", {"vocab_size": 40}, "vocab_size"),
        ("nemo-ctc", "model", {"normalize_type": "per_song"}, "normalize_type"),
        ("nemo-ctc", "model", {"subsampling_factor": 0}, "subsampling_factor"),
        ("transducer", "decoder", {"vocab_size": 4000}, "do not belong together"),
        ("transducer", "decoder", {"context_size": 5}, "context_size"),
        ("transducer", "encoder", {"model_type": "paraformer"}, "no transducer"),
        ("nemo-transducer", "encoder", {"vocab_size": 5}, "do not belong together"),
        ("zipformer", "encoder", {"num_encoder_layers": 2}, "9 inputs and 9 outputs instead of 15"),
        ("zipformer", "encoder", {"num_heads": "1,1"}, "different lengths"),
        ("zipformer", "encoder", {"T": 61}, "chunk"),
        ("zipformer", "encoder", {"model_type": "lstm"}, "no streaming zipformer2"),
        ("whisper", "encoder", {"n_vocab": 5}, "symbols that it does not know"),
        ("whisper", "encoder", {"n_vocab": 400}, "different numbers of symbols"),
        ("whisper", "encoder", {"all_language_codes": "hi"}, "languages"),
        ("whisper", "encoder", {"is_multilingual": 0}, "English-only"),
        ("whisper", "encoder", {"n_mels": 0}, "n_mels"),
        ("whisper", "encoder", {"n_mels": 128}, "n_mels"),
        ("zipformer", "encoder", {"encoder_dims": 5}, "sherpa-onnx cannot run the model"),
        ("nemo-transducer", "encoder", {"pred_hidden": 3}, "sherpa-onnx cannot run the model"),
    ],
)
def test_facts_that_do_not_fit_together(
    spoil: Callable[[str], Path], family: str, file: str, facts: dict[str, object], complaint: str
) -> None:
    folder = spoil(family)
    set_facts(folder / f"{file}.onnx", **facts)
    with pytest.raises(ModelFileError, match=complaint):
        load(family, folder)


def test_a_language_that_whisper_does_not_know(tiny_ears: Path) -> None:
    with pytest.raises(ModelFileError, match="does not know the language 'xx'"):
        load("whisper", tiny_ears / "whisper", language="xx")


@pytest.mark.parametrize("family", FAMILIES)
def test_two_graphs_in_each_others_place_are_refused(spoil: Callable[[str], Path], family: str) -> None:
    folder = spoil(family)
    paths = list(graphs(folder))
    if len(paths) == 1:
        paths = [paths[0], *graphs(spoil("whisper"))][:2]
    first, second = paths[0].read_bytes(), paths[-1].read_bytes()
    paths[0].write_bytes(second)
    paths[-1].write_bytes(first)
    with pytest.raises(ModelFileError):
        load(family, folder)


@pytest.mark.parametrize("family", FAMILIES)
def test_foreign_graphs_and_odd_facts_never_end_the_process(
    spoil: Callable[[str], Path], tiny_ears: Path, family: str
) -> None:
    """Whatever lies in a file's place: it is refused, or it works. A crash would end this test run."""
    folder = spoil(family)
    foreign = [path for other in FAMILIES for path in graphs(tiny_ears / other)][::5]
    for path in graphs(folder):
        kept = path.read_bytes()
        for other in foreign:
            path.write_bytes(other.read_bytes())
            with suppress(ModelFileError):
                load(family, folder)
        path.write_bytes(kept)
        for key in facts_of(path):
            for odd in (-1, 0, 1_000_000):
                set_facts(path, **{key: odd})
                with suppress(ModelFileError):
                    load(family, folder)
            path.write_bytes(kept)


RAW = """
import sys, sherpa_onnx
folder = sys.argv[1]
sherpa_onnx.OfflineRecognizer.from_nemo_ctc(model=f"{folder}/model.onnx", tokens=f"{folder}/tokens.txt")
print("loaded")
"""


def test_the_library_alone_would_end_the_process(spoil: Callable[[str], Path]) -> None:
    """Why everything is looked at first: no Python error, the interpreter is gone."""
    folder = spoil("nemo-ctc")
    set_facts(folder / "model.onnx", subsampling_factor=None)

    ended = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", RAW, str(folder)], capture_output=True, text=True, check=False
    )

    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    assert "loaded" not in ended.stdout
    with pytest.raises(ModelFileError, match="no usable 'subsampling_factor'"):
        load("nemo-ctc", folder)
