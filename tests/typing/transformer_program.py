"""A language model in the manner of mint: attention, masks, generation and a written-out training.

`make lint` checks it, `tests/test_stubs.py` runs it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import msjax as ms
from msjax import Parameter, ParameterTuple, Tensor, mint, nn, ops
from msjax.mint.nn import functional as F


@dataclass
class Settings:
    vocabulary: int = 11
    channels: int = 8
    heads: int = 2
    layers: int = 2
    longest: int = 6
    drop: float = 0.0
    dtype: ms.Type = ms.float32


class Cache(NamedTuple):
    """Keys and values of what was read before."""

    keys: Tensor
    values: Tensor


class RMSNorm(nn.Cell):
    def __init__(self, channels: int, epsilon: float = 1e-6) -> None:
        super().__init__()
        self.weight = Parameter(mint.ones(channels), name="weight")
        self.epsilon = epsilon

    def construct(self, x: Tensor) -> Tensor:
        mean = mint.mean(mint.square(x), dim=-1, keepdim=True)
        return x * mint.rsqrt(mean + self.epsilon) * self.weight


def rotated(x: Tensor, first: int) -> Tensor:
    """Positions, turned into the channels' angles."""
    length, width = x.shape[-2], x.shape[-1]
    rates = mint.exp(mint.arange(0, width, 2).astype(ms.float32) * (-math.log(1e4) / width))
    places = mint.arange(first, first + length, dtype=ms.float32)
    angles = mint.outer(places, rates)
    cos, sin = mint.cos(angles), mint.sin(angles)
    even, odd = x[..., ::2], x[..., 1::2]
    turned = mint.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1)
    return turned.flatten(start_dim=-2)


class Attention(nn.Cell):
    def __init__(self, settings: Settings) -> None:
        super().__init__()
        width = settings.channels
        self.heads, self.head = settings.heads, width // settings.heads
        self.qkv = mint.nn.Linear(width, 3 * width, bias=False)
        self.out = mint.nn.Linear(width, width, bias=False, weight_init="normal")
        self.drop = mint.nn.Dropout(p=settings.drop)

    def construct(
        self, x: Tensor, mask: Tensor | None = None, cache: Cache | None = None
    ) -> tuple[Tensor, Cache]:
        batch, length, width = x.shape
        parts = self.qkv(x).reshape(batch, length, 3, self.heads, self.head)
        q, k, v = (part.squeeze(2).transpose(1, 2) for part in mint.chunk(parts, 3, dim=2))
        first = 0 if cache is None else cache.keys.shape[2]
        q, k = rotated(q, first), rotated(k, first)
        if cache is not None:
            k, v = mint.cat((cache.keys, k), dim=2), mint.cat([cache.values, v], dim=2)
        scores = mint.matmul(q, k.transpose(-2, -1)) / math.sqrt(self.head)
        if mask is not None:
            scores = scores.masked_fill(mask, float("-inf"))
        weights = self.drop(F.softmax(scores, dim=-1, dtype=ms.float32).to(x.dtype))
        mixed = mint.matmul(weights, v).permute(0, 2, 1, 3).reshape(batch, length, width)
        return self.out(mixed), Cache(k, v)


class Block(nn.Cell):
    def __init__(self, settings: Settings) -> None:
        super().__init__()
        width = settings.channels
        self.before, self.between = RMSNorm(width), RMSNorm(width)
        self.attention = Attention(settings)
        self.gate = mint.nn.Linear(width, 2 * width)
        self.up = mint.nn.Linear(width, 2 * width)
        self.down = mint.nn.Linear(2 * width, width)

    def construct(
        self, x: Tensor, mask: Tensor | None, cache: Cache | None
    ) -> tuple[Tensor, Cache]:
        mixed, kept = self.attention(self.before(x), mask, cache)
        x = mint.add(x, mixed)
        inner = self.between(x)
        return x + self.down(F.silu(self.gate(inner)) * self.up(inner)), kept


class Language(nn.Cell):
    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.words = mint.nn.Embedding(settings.vocabulary, settings.channels)
        self.blocks = nn.CellList([Block(settings) for _ in range(settings.layers)])
        self.norm = RMSNorm(settings.channels)
        self.head = mint.nn.Linear(settings.channels, settings.vocabulary, bias=False)

    def construct(
        self, tokens: Tensor, caches: list[Cache] | None = None
    ) -> tuple[Tensor, list[Cache]]:
        x, length = self.words(tokens), tokens.shape[1]
        mask = None
        if caches is None:
            mask = mint.triu(mint.ones((length, length)), diagonal=1).bool()
        found: list[Cache] = []
        for i, block in enumerate(self.blocks):
            x, cache = block(x, mask, None if caches is None else caches[i])
            found.append(cache)
        return self.head(self.norm(x)), found


class Rate:
    """A rate that rises and falls."""

    def __init__(self, highest: float, warm: int, steps: int) -> None:
        self.highest, self.warm, self.steps = highest, warm, steps

    def __call__(self, step: int) -> float:
        if step < self.warm:
            return self.highest * (step + 1) / self.warm
        return 0.5 * self.highest * (1 + math.cos(math.pi * step / self.steps))


def clipped(grads: tuple[Tensor, ...], limit: float) -> tuple[tuple[Tensor, ...], Tensor]:
    norm = mint.sqrt(sum((mint.sum(mint.square(g)) for g in grads), Tensor(0.0)))
    factor = mint.clamp(limit / (norm + 1e-6), max=1.0)
    return tuple(g * factor for g in grads), norm


def trained(net: Language, tokens: Tensor, steps: int) -> list[float]:
    weights = ParameterTuple(net.trainable_params())
    optimizer = mint.optim.AdamW(weights, lr=1e-2, betas=(0.9, 0.95), weight_decay=0.01)
    rate = Rate(1e-2, 2, steps)

    def loss_of(inputs: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        logits, _ = net(inputs)
        flat = logits.view(-1, logits.shape[-1])
        loss = F.cross_entropy(flat, labels.view(-1), ignore_index=0)
        return loss, mint.argmax(flat, dim=-1)

    step_of = ms.value_and_grad(loss_of, None, weights, has_aux=True)
    losses = []
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = Tensor(rate(step), ms.float32)
        (loss, best), grads = step_of(tokens[:, :-1], tokens[:, 1:])
        grads, norm = clipped(grads, 1.0)
        optimizer(grads)
        losses.append(loss.item())
        print(best.shape, float(norm) > 0)
    return losses


@ms.jit
def chosen(logits: Tensor, warmth: float) -> Tensor:
    values, places = mint.topk(logits / warmth, k=3, dim=-1)
    return places.gather(-1, mint.argmax(values, dim=-1, keepdim=True))


def generated(net: Language, tokens: Tensor, count: int) -> list[int]:
    net.set_train(False)
    logits, caches = net(tokens)
    words: list[int] = []
    for _ in range(count):
        word = chosen(logits[:, -1], 0.7)
        words.append(int(word[0, 0]))
        logits, caches = net(word, caches)
    return words


def main() -> None:
    ms.set_seed(3)
    net = Language(Settings())
    rng = np.random.default_rng(0)
    tokens = ms.from_numpy(rng.integers(1, 11, (2, 6)).astype(np.int32))
    losses = trained(net, tokens, 3)
    print(len(losses), len(generated(net, tokens[:1, :3], 2)))
    names = {name: p.shape for name, p in net.parameters_and_names() if p.requires_grad}
    print(len(names), sum(math.prod(shape) for shape in names.values()))
    one, two = mint.split(tokens, 3, dim=1)
    unique, inverse = mint.unique(tokens, return_inverse=True)
    print(one.shape, ops.equal(one, two).all(), unique.ndim, inverse.shape, mint.any(one > 20))
    x = mint.randn(2, 3, 4)
    print(F.layer_norm(x, (4,)).std().item() > 0, F.pad(x, (1, 1), value=0.5).shape)
    print(mint.einsum("bij,bkj->bik", x, x).shape, mint.nonzero(x > 100).shape)
    print(F.gelu(x).mean(), x.new_zeros((2,)).tolist(), x.expand_as(x).numel(), x.T.size)


if __name__ == "__main__":
    main()
