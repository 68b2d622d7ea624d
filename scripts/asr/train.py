"""Train the Hindi ear: checkpoints, resumes, logs its curves.

    python -m scripts.asr.train SHARDS[=WEIGHT] ... --out RUN --start START.pt [--frozen 3] [--steps 4000]

SHARDS are folders made by `scripts.asr.features`, each gone through WEIGHT times an epoch (0.5: every other
clip, drawn anew); they are looked
at again at each epoch, so a growing corpus is taken in as it comes. START.pt is a checkpoint of this script
or of `scripts.asr.start`.
RUN/last.pt is written every few minutes and gone on from; RUN/log.jsonl and RUN/curves.png show the loss.
What is exported is the moving average of the weights. The run ends after --steps, or when RUN/stop exists.
"""

from __future__ import annotations

import argparse
import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from edgebharo.asr.acoustic import Alphabet
from edgebharo.clock import SystemClock
from scripts.asr.batches import Batch, epoch, load_samples
from scripts.asr.model import Ear

WARM_UP = 100
"""Steps over which the learning rate rises."""
CLIP = 1.0
"""Largest norm of a gradient."""
AVERAGE = 0.998
"""Decay of the moving average of the weights, a step."""


@dataclass
class Run:
    """All that a checkpoint holds."""

    ear: Ear
    averaged: Ear
    optimizer: torch.optim.Optimizer
    symbols: list[str]
    step: int = 0
    epoch: int = 0

    def save(self, path: Path) -> None:
        """Write the checkpoint, whole or not at all."""
        part = path.with_suffix(".part")
        torch.save(
            {
                "ear": self.averaged.state_dict(),
                "raw": self.ear.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "tokens": self.symbols,
                "step": self.step,
                "epoch": self.epoch,
            },
            part,
        )
        part.rename(path)


def open_run(options: argparse.Namespace) -> Run:
    """Go on from RUN/last.pt, or begin at --start."""
    last = options.out / "last.pt"
    saved: dict[str, Any] = torch.load(last if last.exists() else options.start, weights_only=True)
    ear = Ear(len(saved["tokens"]))
    ear.load_state_dict(saved.get("raw", saved["ear"]))
    averaged = copy.deepcopy(ear)
    averaged.load_state_dict(saved["ear"])
    run = Run(ear, averaged, _optimizer(ear, options), list(saved["tokens"]))
    if last.exists():
        run.optimizer.load_state_dict(saved["optimizer"])
        run.step, run.epoch = saved["step"], saved["epoch"]
    return run


def _optimizer(ear: Ear, options: argparse.Namespace) -> torch.optim.Optimizer:
    """AdamW; lower layers of the encoder are not trained, upper ones more slowly than the head."""
    ear.encoder.requires_grad_(False)
    for layer in ear.encoder.layers[options.frozen :]:
        layer.requires_grad_(True)
    ear.encoder.norm.requires_grad_(options.frozen < len(ear.encoder.layers))
    encoder = [weight for weight in ear.encoder.parameters() if weight.requires_grad]
    groups = [{"params": list(ear.head.parameters()), "lr": options.rate_head, "base": options.rate_head}]
    if encoder:
        groups.append({"params": encoder, "lr": options.rate_encoder, "base": options.rate_encoder})
    return torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01)


def loss_of(ear: Ear, batch: Batch, options: argparse.Namespace) -> Tensor:
    """Mean CTC loss per symbol."""
    log_probs = ear(torch.from_numpy(batch.mel), options.frozen, options.dropout).transpose(0, 1)
    sizes = torch.full((len(batch.lengths),), log_probs.shape[0], dtype=torch.int64)
    labels, lengths = torch.from_numpy(batch.labels), torch.from_numpy(batch.lengths)
    return functional.ctc_loss(log_probs, labels, sizes, lengths, zero_infinity=True)


def advance(run: Run, batch: Batch, options: argparse.Namespace) -> float:
    """One step; returns the loss."""
    share = min(1.0, (run.step + 1) / WARM_UP, max(0.0, options.steps - run.step) / max(1, options.decay))
    for group in run.optimizer.param_groups:
        group["lr"] = group["base"] * share
    loss = loss_of(run.ear, batch, options)
    run.optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_([p for p in run.ear.parameters() if p.requires_grad], CLIP)
    run.optimizer.step()
    run.step += 1
    with torch.no_grad():
        for mean, weight in zip(run.averaged.parameters(), run.ear.parameters(), strict=True):
            if weight.requires_grad:
                mean.lerp_(weight, 1.0 - min(AVERAGE, run.step / (run.step + 10.0)))
    return float(loss.detach())


def batches(run: Run, options: argparse.Namespace) -> Iterator[Batch]:
    """Epoch after epoch; the shards are read anew for each."""
    alphabet = Alphabet(tuple(run.symbols))
    while True:
        rng = np.random.default_rng([options.seed, run.epoch, run.step])
        samples = []
        for entry in options.shards:
            folder, _, weight = entry.partition("=")
            found = load_samples(Path(folder), alphabet)
            whole, part = divmod(float(weight or 1), 1.0)
            samples += found * int(whole) + [clip for clip in found if rng.random() < part]
        print(f"epoch {run.epoch}: {len(samples)} clips", flush=True)
        yield from epoch(samples, options.frames, rng)
        run.epoch += 1


def draw(log: Path, picture: Path) -> None:
    """The loss over the steps, each point the mean of one log line."""
    import matplotlib.pyplot as plt  # noqa: PLC0415 - only where curves are drawn

    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot([row["step"] for row in rows], [row["loss"] for row in rows])
    axes.set(xlabel="step", ylabel="CTC loss per symbol (nats)", yscale="log")
    axes.grid(visible=True, alpha=0.3)
    figure.savefig(picture, dpi=120, bbox_inches="tight")
    plt.close(figure)


def train(run: Run, options: argparse.Namespace) -> None:
    """Until --steps, or RUN/stop."""
    run.ear.train()
    clock, losses = SystemClock(), []
    begun = saved = clock.now_ms()
    for batch in batches(run, options):
        losses.append(advance(run, batch, options))
        over = run.step >= options.steps or (options.out / "stop").exists()
        if run.step % options.log == 0 or over:
            row = {
                "step": run.step,
                "loss": float(np.mean(losses)),
                "seconds": (clock.now_ms() - begun) / 1000,
            }
            with (options.out / "log.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print(row, flush=True)
            losses = []
        if over or clock.now_ms() - saved > 60_000 * options.save_minutes:
            run.save(options.out / "last.pt")
            if (options.out / "log.jsonl").exists():
                draw(options.out / "log.jsonl", options.out / "curves.png")
            saved = clock.now_ms()
        if over:
            return


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("shards", nargs="+", metavar="SHARDS[=WEIGHT]")
    parser.add_argument("--out", type=Path, required=True, metavar="RUN")
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument(
        "--frozen", type=int, default=3, help="encoder layers left as they are, from below (0-6)"
    )
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--decay", type=int, default=600, help="last steps, over which the rates fall to 0")
    parser.add_argument("--rate-head", type=float, default=4e-4)
    parser.add_argument("--rate-encoder", type=float, default=6e-5)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--frames", type=int, default=4000, help="padded spectrogram frames in a batch")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=int, default=20)
    parser.add_argument("--save-minutes", type=float, default=4.0)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    options.out.mkdir(parents=True, exist_ok=True)
    train(open_run(options), options)


if __name__ == "__main__":
    main()
