"""Compiled conditions and loops against the same code without them: ratios of CPU time.

Run ``python benchmarks/control_flow.py``. Each line gives the milliseconds of one step of both,
their ratio, the ratio of their first calls, and what the ratio should not pass.
"""

import statistics
import time

import jax
import numpy as np

import msjax as ms
from msjax import Parameter, Tensor, nn, ops


def measured(function, repeats):
    """CPU seconds of the first call, and the median of later ones."""
    times = []
    for _ in range(repeats + 1):
        start = time.process_time()
        jax.block_until_ready(function())
        times.append(time.process_time() - start)
    return times[0], statistics.median(times[2:])


class Step(nn.Cell):
    """A training step; `guarded` leaves the update out when a gradient is not finite."""

    def __init__(self, width, depth, guarded):
        super().__init__(auto_prefix=False)
        self.network = nn.SequentialCell(
            [cell for _ in range(depth) for cell in (nn.Dense(width, width), nn.ReLU())]
        )
        self.optimizer = nn.Adam(self.network.trainable_params(), 1e-3)
        loss = lambda x: ops.square(self.network(x)).mean()  # noqa: E731
        self.pull = ms.value_and_grad(loss, None, self.optimizer.parameters)
        self.guarded = guarded

    def construct(self, x):
        loss, grads = self.pull(x)
        finite = ops.isfinite(loss)
        for g in grads:
            finite = ops.logical_and(finite, ops.isfinite(g).all())
        if self.guarded == "if":
            if finite:
                self.optimizer(grads)
        else:
            before = [p.value() for p in self.optimizer.get_parameters()]
            self.optimizer(grads)
            for p, old in zip(self.optimizer.get_parameters(), before, strict=True):
                ops.assign(p, ops.where(finite, p.value(), old))
        return loss


def steps(width, depth, batch, repeats):
    """The step with an `if`, and with `where`."""
    x = Tensor(np.random.default_rng(0).standard_normal((batch, width)).astype(np.float32))
    found = []
    for kind in ("if", "where"):
        step = ms.jit(Step(width, depth, kind))
        found.append(measured(lambda step=step: step(x)._value, repeats))
    return found


def recurrence(repeats):
    """Two hundred steps by `ops.WhileLoop`, and by `lax.while_loop`, with their results."""
    w = np.random.default_rng(1).standard_normal((64, 64)).astype(np.float32) / 8
    x = np.ones((32, 64), np.float32)
    weight = Parameter(Tensor(w), name="w")

    @ms.jit
    def ours(x):
        step = lambda s: (s[0] + 1, ops.tanh(ops.matmul(s[1], weight)))  # noqa: E731
        return ops.WhileLoop()(lambda s: s[0] < 200, step, (Tensor(0, ms.int32), x))[1]

    @jax.jit
    def theirs(x, w):
        step = lambda s: (s[0] + 1, jax.numpy.tanh(s[1] @ w))  # noqa: E731
        return jax.lax.while_loop(lambda s: s[0] < 200, step, (0, x))[1]

    given = Tensor(x)
    return [measured(lambda: ours(given)._value, repeats), measured(lambda: theirs(x, w), repeats)]


def python_loop(repeats):
    """Two hundred steps by a Python `while` on a Tensor, and by `lax.while_loop`."""
    w = np.random.default_rng(1).standard_normal((64, 64)).astype(np.float32) / 8
    x = np.ones((32, 64), np.float32)
    weight = Parameter(Tensor(w), name="w")

    @ms.jit
    def ours(x):
        i = Tensor(0, ms.int32)
        while i < 200:
            x = ops.tanh(ops.matmul(x, weight))
            i = i + 1
        return x

    @jax.jit
    def theirs(x, w):
        step = lambda s: (s[0] + 1, jax.numpy.tanh(s[1] @ w))  # noqa: E731
        return jax.lax.while_loop(lambda s: s[0] < 200, step, (0, x))[1]

    given = Tensor(x)
    return [measured(lambda: ours(given)._value, repeats), measured(lambda: theirs(x, w), repeats)]


def main():
    """Measure each pair and print a line."""
    pairs = {
        "MLP 8 x 64, update left out by `if` / `where`": (lambda: steps(64, 8, 64, 60), 1.1),
        "10 million weights, `if` / `where`": (lambda: steps(1600, 4, 8, 12), 1.1),
        "200 steps, ops.WhileLoop / lax.while_loop": (lambda: recurrence(30), 1.2),
        "200 steps, Python `while` / lax.while_loop": (lambda: python_loop(60), 1.2),
    }
    for name, (pair, bound) in pairs.items():
        (first, ours), (other_first, theirs) = pair()
        print(
            f"{name}: {ours * 1e3:.2f} / {theirs * 1e3:.2f} ms, {ours / theirs:.2f} "
            f"(at most {bound}); first call {first / other_first:.2f}"
        )


if __name__ == "__main__":
    main()
