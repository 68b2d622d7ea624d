"""Build the smallest recognisers of each family that EdgeBharo can run: a pitch is a piece of a word.

    python scripts/build_tiny_asr.py /tmp/ears

writes one folder a family, with the files, inputs, outputs and metadata of real exports, so that tests drive
the real loading and decoding code. `scripts.tiny_asr.speech.say` makes the sound they understand.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from scripts.tiny_asr.attention import build_moonshine, build_whisper
from scripts.tiny_asr.ctc import build_nemo_ctc, build_onnx_asr_ctc
from scripts.tiny_asr.transducers import (
    build_nemo_transducer,
    build_onnx_asr_rnnt,
    build_transducer,
    build_zipformer,
)

BUILDERS: Mapping[str, Callable[[Path], None]] = MappingProxyType(
    {
        "nemo-ctc": build_nemo_ctc,
        "transducer": build_transducer,
        "nemo-transducer": build_nemo_transducer,
        "whisper": build_whisper,
        "moonshine": build_moonshine,
        "zipformer": build_zipformer,
        "onnx-asr-ctc": build_onnx_asr_ctc,
        "onnx-asr-rnnt": build_onnx_asr_rnnt,
    }
)


def build(name: str, folder: Path) -> Path:
    """Build the family `name` into `folder`, which is made; returns `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    BUILDERS[name](folder)
    return folder


def main() -> None:
    """Write every family below the folder named on the command line."""
    parser = argparse.ArgumentParser(description="Build recognisers of a few kilobytes for tests.")
    parser.add_argument("folder", type=Path)
    target: Path = parser.parse_args().folder
    for name in BUILDERS:
        build(name, target / name)


if __name__ == "__main__":
    main()
