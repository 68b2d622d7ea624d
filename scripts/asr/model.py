"""The Hindi ear in torch: Whisper-base's encoder, its frames stacked in twos, a convolutional CTC head."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

BANDS = 80
WIDTH = 512
HEADS = 8
LAYERS = 6
POSITIONS = 1500
HEAD_WIDTH = 192
KERNELS = (7, 11, 11, 7)
STACK = 2
"""Encoder frames (50 a second) per output frame (25 a second)."""


class Layer(nn.Module):
    """One pre-norm transformer layer, as in Whisper."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH)
        self.up = nn.Linear(WIDTH, 4 * WIDTH)
        self.down = nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x: Tensor, dropout: float) -> Tensor:
        """See the class."""
        batch, frames, _ = x.shape
        qkv = self.qkv(self.norm1(x)).view(batch, frames, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        heard = functional.scaled_dot_product_attention(qkv[0], qkv[1], qkv[2])
        heard = self.out(heard.transpose(1, 2).reshape(batch, frames, WIDTH))
        x = x + functional.dropout(heard, dropout, self.training)
        made = self.down(functional.gelu(self.up(self.norm2(x))))
        return x + functional.dropout(made, dropout, self.training)


class Encoder(nn.Module):
    """Whisper-base's encoder. Unlike there, any length is taken: the positions are sliced."""

    positions: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv1d(BANDS, WIDTH, 3, padding=1)
        self.conv2 = nn.Conv1d(WIDTH, WIDTH, 3, stride=2, padding=1)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.register_buffer("positions", torch.zeros(POSITIONS, WIDTH))

    def forward(self, mel: Tensor, frozen: int = 0, dropout: float = 0.0) -> Tensor:
        """`mel` [batch, 80, 2 t] to [batch, t, 512]; no gradient below layer `frozen` if that is > 0."""
        with torch.set_grad_enabled(torch.is_grad_enabled() and frozen == 0):
            x = functional.gelu(self.conv1(mel))
            x = functional.gelu(self.conv2(x)).transpose(1, 2)
            x = x + self.positions[: x.shape[1]]
        for index, layer in enumerate(self.layers):
            with torch.set_grad_enabled(torch.is_grad_enabled() and index >= frozen):
                x = layer(x, dropout if index >= frozen else 0.0)
        normed: Tensor = self.norm(x)
        return normed


class Block(nn.Module):
    """Depthwise convolution over time, then a small feed-forward layer; residual."""

    def __init__(self, kernel: int) -> None:
        super().__init__()
        self.n = nn.LayerNorm(HEAD_WIDTH)
        self.dw = nn.Conv1d(HEAD_WIDTH, HEAD_WIDTH, kernel, padding=kernel // 2, groups=HEAD_WIDTH)
        self.p1 = nn.Linear(HEAD_WIDTH, 2 * HEAD_WIDTH)
        self.p2 = nn.Linear(2 * HEAD_WIDTH, HEAD_WIDTH)

    def forward(self, x: Tensor, dropout: float) -> Tensor:
        """See the class."""
        y = self.dw(self.n(x).transpose(1, 2)).transpose(1, 2)
        y = self.p2(functional.gelu(self.p1(y)))
        return x + functional.dropout(y, dropout, self.training)


class Head(nn.Module):
    """Encoder frames [batch, t, 512] to log-probabilities [batch, t // 2, symbols + 1], blank first."""

    def __init__(self, symbols: int) -> None:
        super().__init__()
        self.ln = nn.LayerNorm(WIDTH)
        self.inp = nn.Linear(STACK * WIDTH, HEAD_WIDTH)
        self.b = nn.ModuleList(Block(kernel) for kernel in KERNELS)
        self.n = nn.LayerNorm(HEAD_WIDTH)
        self.out = nn.Linear(HEAD_WIDTH, symbols + 1)

    def forward(self, x: Tensor, dropout: float = 0.0) -> Tensor:
        """See the class."""
        x = self.ln(x)
        x = x[:, : x.shape[1] - x.shape[1] % STACK]
        x = x.reshape(x.shape[0], -1, STACK * WIDTH)
        x = functional.dropout(self.inp(x), dropout, self.training)
        for block in self.b:
            x = block(x, dropout)
        return functional.log_softmax(self.out(self.n(x)), dim=-1)


class Ear(nn.Module):
    """Log-mel spectrogram [batch, 80, 4 n] to log-probabilities [batch, n, symbols + 1]."""

    def __init__(self, symbols: int) -> None:
        super().__init__()
        self.encoder = Encoder()
        self.head = Head(symbols)

    def forward(self, mel: Tensor, frozen: int = 0, dropout: float = 0.0) -> Tensor:
        """See the class."""
        log_probs: Tensor = self.head(self.encoder(mel, frozen, dropout), dropout)
        return log_probs
