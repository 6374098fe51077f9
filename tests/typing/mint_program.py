"""A program of networks with mint: layers of its own, layers that hold layers, and optimizers.

`make lint` checks it, `tests/test_stubs.py` runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np

import msjax as ms
from msjax import Parameter, Tensor, amp, mint, nn, ops
from msjax.common.initializer import HeUniform, Normal, initializer
from msjax.nn import LossBase
from msjax.nn.learning_rate_schedule import LearningRateSchedule

Inner = TypeVar("Inner", bound=nn.Cell)


class Residual(nn.Cell, Generic[Inner]):
    """Any Cell, and what it was given."""

    def __init__(self, inner: Inner, scale: float = 1.0) -> None:
        super().__init__()
        self.inner = inner
        self.scale = Parameter(Tensor(scale, ms.float32), name="scale")

    def construct(self, x: Tensor) -> Tensor:
        return x + self.inner(x) * self.scale


class Wider(nn.Dense):
    """A layer with a default of its own, and another result."""

    def __init__(self, channels: int) -> None:
        super().__init__(channels, channels, weight_init=HeUniform(), bias_init="zeros")
        self.extra = Parameter(initializer(Normal(0.1), (channels,), ms.float32), name="extra")

    def construct(self, x: Tensor) -> Tensor:
        return super().construct(x) + self.extra


class Attention(nn.Cell):
    """One head of attention over (N, L, C)."""

    def __init__(self, channels: int, drop: float = 0.0) -> None:
        super().__init__()
        self.q, self.k, self.v = (mint.nn.Linear(channels, channels) for _ in range(3))
        self.norm = mint.nn.LayerNorm((channels,))
        self.drop = mint.nn.Dropout(p=drop)

    def construct(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        q, k, v = self.q(x), self.k(x), self.v(x)
        scores = mint.matmul(q, mint.transpose(k, 1, 2)) / float(x.shape[-1]) ** 0.5
        if mask is not None:
            scores = mint.where(mask, scores, mint.full_like(scores, -1e9))
        weights = self.drop(mint.nn.functional.softmax(scores, dim=-1))
        return self.norm(x + mint.matmul(weights, v))


class Huber(LossBase):
    """A loss of three arguments, reduced as its base does it."""

    def __init__(self, limit: float, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.limit = limit

    def construct(self, logits: Tensor, labels: Tensor, weights: Tensor | None = None) -> Tensor:
        off = ops.abs(logits - labels)
        small = ops.minimum(off, Tensor(self.limit, ms.float32))
        loss = small * (off - 0.5 * small)
        return self.get_loss(loss, 1.0 if weights is None else weights)


class Falling(LearningRateSchedule):
    """A schedule of the program's own."""

    def __init__(self, first: float) -> None:
        super().__init__()
        self.first = first

    def construct(self, global_step: Tensor) -> Tensor:
        return self.first / (1.0 + global_step.astype(ms.float32))


def stacked(make: Callable[[int], nn.Cell], widths: Sequence[int]) -> nn.SequentialCell:
    """Layers from a list that was built step by step."""
    layers = []
    for width in widths:
        layers.append(make(width))
        layers.append(nn.ReLU())
    return nn.SequentialCell(layers)


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.attention = Attention(4)
        self.blocks = nn.CellList([Residual(Wider(4)), Residual(Wider(4), 0.5)])
        self.heads = nn.CellDict({"mean": mint.nn.Linear(4, 1), "spread": nn.Dense(4, 1)})
        self.steps = stacked(Wider, (4, 4))
        self.recurrent = nn.LSTM(4, 4, num_layers=1, batch_first=True)

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = self.attention(x)
        for block in self.blocks:
            x = block(x)
        x, (last, _) = self.recurrent(self.steps(x))
        return self.heads["mean"](x[:, -1]), self.heads["spread"](last[0])


def functions(x: Tensor) -> Tensor:
    """Functions of mint whose arguments have several forms."""
    total = mint.sum(x, dim=(0, 1), keepdim=True) + mint.mean(x)
    largest, where = mint.max(x, 0)
    ordered, _ = mint.sort(x, dim=-1, descending=True)
    pieces = mint.split(ordered, 1, dim=0)
    joined = mint.cat((*pieces, mint.zeros((1, x.shape[1]))), dim=0)
    made = mint.linspace(0, 1, 3).unsqueeze(0) * mint.arange(3).to(ms.float32)
    flags = mint.isfinite(made) & mint.logical_not(made > 1)
    return total.sum() + largest.sum() + where.sum() + joined.sum() + flags.any()


def main() -> None:
    ms.set_seed(0)
    x = Tensor(np.random.default_rng(0).normal(size=(2, 3, 4)), ms.float32)
    net, loss_fn = Net(), Huber(1.0)
    rates = nn.exponential_decay_lr(0.1, 0.9, 4, 2, 1)
    by_name = [
        {"params": net.attention.trainable_params(), "lr": 0.01},
        {"params": net.blocks.trainable_params()},
    ]
    optimizers = [nn.AdamWeightDecay(by_name, rates), nn.SGD(net.trainable_params(), Falling(0.1))]
    scaler = amp.DynamicLossScaler(1024, 2, 10)

    def forward(inputs: Tensor) -> Tensor:
        mean, spread = net(inputs)
        return scaler.scale(loss_fn(mean, spread, None))

    for optimizer in optimizers:
        loss, grads = ms.value_and_grad(forward, None, optimizer.parameters)(x)
        grads = scaler.unscale(grads)
        if amp.all_finite(grads):
            optimizer(grads)
        print(float(scaler.unscale(loss)) >= 0, scaler.adjust(amp.all_finite(grads)))
    compiled = ms.jit(functions)
    print(compiled(x[0]).shape, list(net.heads.keys()), len(list(net.cells())))
    slopes = ms.vmap(ms.grad(lambda row: (row * row).sum()), in_axes=0)(x[0])
    print(slopes.shape, net.to(ms.float16).attention.q.weight.dtype, ms.mutable((1, 2))[0])


if __name__ == "__main__":
    main()
