"""A decoder of the Llama kind, written as packages for MindSpore write theirs, and its NumPy twin.

RMS norm, rotary positions, several query heads for each head of keys, a gated layer, and a cache of
keys and values that grows or is written in place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import msjax as ms
from msjax import Parameter, Tensor, mint, nn

VOCAB, WIDTH, HEADS, GROUPS, LAYERS, LENGTH = 11, 8, 4, 2, 2, 12
SIZE = WIDTH // HEADS
EPS = 1e-6


class RMSNorm(nn.Cell):
    """Division by the root of the mean square, and a scale."""

    def __init__(self, width: int):
        super().__init__()
        self.weight = Parameter(mint.ones(width), name="weight")
        self.variance_epsilon = EPS

    def construct(self, x):
        kind = x.dtype
        x = x.to(ms.float32)
        x = x * mint.rsqrt(mint.mean(mint.square(x), dim=-1, keepdim=True) + self.variance_epsilon)
        return self.weight * x.to(kind)


def rotate_half(x):
    """The second half, negated, before the first one."""
    half = x.shape[-1] // 2
    return mint.cat((-x[..., half:], x[..., :half]), dim=-1)


class Rotary(nn.Cell):
    """Cosines and sines of positions."""

    def __init__(self):
        super().__init__()
        self.inv_freq = 1.0 / (100.0 ** (mint.arange(0, SIZE, 2).float() / SIZE))

    def construct(self, positions):
        angles = positions[:, None].float() * self.inv_freq[None, :]
        angles = mint.cat((angles, angles), dim=-1)
        return mint.cos(angles), mint.sin(angles)


class Attention(nn.Cell):
    """Attention to all positions up to the own one."""

    def __init__(self, layer: int):
        super().__init__()
        self.layer = layer
        self.groups = HEADS // GROUPS
        self.q_proj = mint.nn.Linear(WIDTH, HEADS * SIZE, bias=False)
        self.k_proj = mint.nn.Linear(WIDTH, GROUPS * SIZE, bias=False)
        self.v_proj = mint.nn.Linear(WIDTH, GROUPS * SIZE, bias=False)
        self.o_proj = mint.nn.Linear(HEADS * SIZE, WIDTH, bias=False)

    def construct(self, x, angles, mask, cache=None, positions=None):
        batch, length, _ = x.shape
        query = self.q_proj(x).view(batch, length, -1, SIZE).swapaxes(1, 2)
        key = self.k_proj(x).view(batch, length, -1, SIZE).swapaxes(1, 2)
        value = self.v_proj(x).view(batch, length, -1, SIZE).swapaxes(1, 2)
        cos, sin = angles
        query = query * cos + rotate_half(query) * sin
        key = key * cos + rotate_half(key) * sin
        if cache is not None:
            key, value = cache.update(self.layer, key, value, positions)
        key = key.repeat_interleave(self.groups, dim=1)
        value = value.repeat_interleave(self.groups, dim=1)
        scores = mint.matmul(query, mint.transpose(key, 2, 3)) / SIZE**0.5
        scores = mint.nn.functional.softmax(scores + mask, dim=-1, dtype=ms.float32).to(x.dtype)
        out = mint.matmul(scores, value).swapaxes(1, 2).reshape(batch, length, -1)
        return self.o_proj(out)


class Block(nn.Cell):
    """Attention and the gated layer, each behind a norm and beside a shortcut."""

    def __init__(self, layer: int):
        super().__init__()
        self.input_layernorm, self.post_norm = RMSNorm(WIDTH), RMSNorm(WIDTH)
        self.self_attn = Attention(layer)
        self.gate = mint.nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.up = mint.nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.down = mint.nn.Linear(2 * WIDTH, WIDTH, bias=False)

    def construct(self, x, angles, mask, cache=None, positions=None):
        x = x + self.self_attn(self.input_layernorm(x), angles, mask, cache, positions)
        h = self.post_norm(x)
        return x + self.down(mint.nn.functional.silu(self.gate(h)) * self.up(h))


class DynamicCache:
    """Keys and values of each layer, which grow."""

    def __init__(self):
        self.keys, self.values = [], []

    def update(self, layer, key, value, positions):
        if len(self.keys) <= layer:
            self.keys.append(key)
            self.values.append(value)
        else:
            self.keys[layer] = mint.cat((self.keys[layer], key), dim=2)
            self.values[layer] = mint.cat((self.values[layer], value), dim=2)
        return self.keys[layer], self.values[layer]


class StaticCache(nn.Cell):
    """Keys and values in Parameters of full length, written at positions."""

    def __init__(self, batch: int):
        super().__init__()
        shape = (batch, GROUPS, LENGTH, SIZE)
        self.keys, self.values = (
            [
                Parameter(mint.zeros(shape), name=f"{n}{i}", requires_grad=False)
                for i in range(LAYERS)
            ]
            for n in ("key", "value")
        )

    def update(self, layer, key, value, positions):
        keys, values = self.keys[layer], self.values[layer]
        keys[:, :, positions] = key
        values[:, :, positions] = value
        return keys, values


class LanguageModel(nn.Cell):
    """Tokens to logits of the next ones."""

    def __init__(self):
        super().__init__()
        self.embed_tokens = mint.nn.Embedding(VOCAB, WIDTH)
        self.rotary = Rotary()
        self.layers = nn.CellList([Block(i) for i in range(LAYERS)])
        self.norm = RMSNorm(WIDTH)
        self.lm_head = mint.nn.Linear(WIDTH, VOCAB, bias=False)

    def construct(self, ids, positions=None, cache=None, keys=None):
        if positions is None:
            positions = mint.arange(ids.shape[1])
        keys = positions.shape[0] if keys is None else keys
        late = mint.arange(keys)[None, :] > positions[:, None]
        mask = late.float() * float(np.finfo(np.float32).min)
        angles = self.rotary(positions)
        x = self.embed_tokens(ids)
        for layer in self.layers:
            x = layer(x, angles, mask, cache, positions)
        return self.lm_head(self.norm(x))

    def loss(self, ids):
        logits = self(ids)[:, :-1].reshape(-1, VOCAB)
        return mint.nn.functional.cross_entropy(logits, ids[:, 1:].reshape(-1).to(ms.int64))

    def generate(self, ids, count, cache=None, step=None):
        """The tokens and `count` likely ones behind them; `step` replaces the call of the model."""
        step = step or self
        static = isinstance(cache, StaticCache)
        rest, start = ids, 0
        for _ in range(count):
            positions = mint.arange(start, ids.shape[1])
            if static:
                logits = step(rest, positions, cache, LENGTH)
            elif cache is not None:
                logits = step(rest, positions, cache, ids.shape[1])
            else:
                logits = step(ids)
            token = mint.argmax(logits[:, -1], dim=-1, keepdim=True).to(ids.dtype)
            ids = mint.cat((ids, token), dim=1)
            if cache is not None:
                rest, start = token, ids.shape[1] - 1
        return ids


def made(seed: int = 0) -> LanguageModel:
    """A model with weights of a seed."""
    net = LanguageModel()
    rng = np.random.default_rng(seed)
    for p in net.trainable_params():
        noise = rng.standard_normal(p.shape).astype(np.float32) * 0.5
        p.set_data(Tensor(noise + (p.ndim == 1)))
    return net


def logits(weights: dict[str, np.ndarray], ids: np.ndarray) -> np.ndarray:
    """What the model computes, in double precision."""
    batch, length = ids.shape

    def norm(x, name):
        return x / np.sqrt((x**2).mean(-1, keepdims=True) + EPS) * weights[name]

    def heads(x, name):
        return (x @ weights[name].T).reshape(batch, length, -1, SIZE).transpose(0, 2, 1, 3)

    rates = 100.0 ** (-np.arange(0, SIZE, 2) / SIZE)
    turns = np.exp(1j * np.arange(length)[:, None] * rates)

    def turned(x):
        half = SIZE // 2
        z = (x[..., :half] + 1j * x[..., half:]) * turns
        return np.concatenate([z.real, z.imag], -1)

    x = weights["embed_tokens.weight"][ids]
    for i in range(LAYERS):
        h = norm(x, f"layers.{i}.input_layernorm.weight")
        q, k, v = (heads(h, f"layers.{i}.self_attn.{n}_proj.weight") for n in "qkv")
        q, k = turned(q), turned(k)
        k, v = (np.repeat(a, HEADS // GROUPS, 1) for a in (k, v))
        scores = q @ k.swapaxes(2, 3) / np.sqrt(SIZE)
        scores = np.where(np.tri(length, dtype=bool), np.exp(scores), 0)
        out = (scores / scores.sum(-1, keepdims=True) @ v).transpose(0, 2, 1, 3)
        out = out.reshape(batch, length, -1)
        x = x + out @ weights[f"layers.{i}.self_attn.o_proj.weight"].T
        h = norm(x, f"layers.{i}.post_norm.weight")
        gate, up = (h @ weights[f"layers.{i}.{n}.weight"].T for n in ("gate", "up"))
        x = x + (gate / (1 + np.exp(-gate)) * up) @ weights[f"layers.{i}.down.weight"].T
    return norm(x, "norm.weight") @ weights["lm_head.weight"].T


def loss(weights: dict[str, np.ndarray], ids: np.ndarray) -> Any:
    """Mean cross entropy of the next tokens."""
    found = logits(weights, ids)[:, :-1]
    total = np.log(np.exp(found).sum(-1))
    return (total - np.take_along_axis(found, ids[:, 1:, None], -1)[..., 0]).mean()


def generated(weights: dict[str, np.ndarray], ids: np.ndarray, count: int) -> np.ndarray:
    """The tokens and `count` likely ones behind them."""
    for _ in range(count):
        ids = np.concatenate([ids, logits(weights, ids)[:, -1].argmax(-1)[:, None]], 1)
    return ids


def weights_of(net: LanguageModel) -> dict[str, np.ndarray]:
    """The weights by name, in double precision."""
    return {p.name: p.asnumpy().astype(np.float64) for p in net.trainable_params()}


IDS = np.array([[3, 1, 4, 1], [5, 9, 2, 6]], np.int32)


def tokens() -> Tensor:
    """A batch of two prompts."""
    return Tensor(IDS)
