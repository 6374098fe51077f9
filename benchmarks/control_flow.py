"""Compiled conditions and loops against the same code without them: ratios of CPU time.

Run ``python benchmarks/control_flow.py``. Each line gives the milliseconds of one step of both,
their ratio, the ratio of their first calls, and what these should not pass. Functions are made
anew several times, and all figures are medians of these.

The last line is for first calls in processes of their own, where nothing was traced before: from
the call of a function that was just decorated to its result, so tracing, lowering and XLA, but
neither imports nor the start of JAX, which had compiled one addition. Modules that the first call
imports are read from bytecode, as they are for users from the second process on: one process that
is not counted writes it.
"""

import os
import statistics
import subprocess
import sys
import time

import jax
import numpy as np

import msjax as ms
from msjax import Parameter, Tensor, nn, ops

_MOST_AT_FIRST = 1.5
_TIMES = 5


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


class Decoder(nn.Cell):
    """A small GPT that writes tokens one by one, keys and values of earlier ones being kept."""

    def __init__(self, vocabulary, width, heads, depth, length):
        super().__init__()
        self.width, self.heads, self.length = width, heads, length
        self.words = nn.Embedding(vocabulary, width)
        self.places = nn.Embedding(length, width)
        dense = lambda a, b: nn.CellList([nn.Dense(a, b) for _ in range(depth)])  # noqa: E731
        norm = lambda: nn.CellList([nn.LayerNorm([width]) for _ in range(depth)])  # noqa: E731
        self.before, self.after = norm(), norm()
        self.project, self.output = dense(width, 3 * width), dense(width, width)
        self.widen, self.narrow = dense(width, 4 * width), dense(4 * width, width)
        self.positions = ops.arange(length)

    def attend(self, layer, x, keys, values, i):
        query, key, value = ops.split(self.project[layer](x), self.width, -1)
        size = self.width // self.heads
        keys[i] = key.reshape(self.heads, size)
        values[i] = value.reshape(self.heads, size)
        scores = (query.reshape(1, self.heads, size) * keys).sum(-1) * size**-0.5
        scores = ops.where(self.positions.expand_dims(1) <= i, scores, -1e9)
        found = (ops.softmax(scores, 0).expand_dims(-1) * values).sum(0)
        return self.output[layer](found.reshape(1, -1))

    def construct(self, tokens, count):
        shape = self.length, self.heads, self.width // self.heads
        keys = [ops.zeros(shape, ms.float32) for _ in self.project]
        values = [ops.zeros(shape, ms.float32) for _ in self.project]
        for i in range(count):
            x = self.words(tokens[i]).reshape(1, -1) + self.places.embedding_table[i]
            for n in range(len(keys)):
                x = x + self.attend(n, self.before[n](x), keys[n], values[n], i)
                x = x + self.narrow[n](ops.relu(self.widen[n](self.after[n](x))))
            tokens[i + 1] = ops.argmax(ops.matmul(x, self.words.embedding_table.T))
        return tokens


def decoded_by_hand(net):
    """The same as a function of arrays, with `lax.while_loop`."""
    jnp = jax.numpy
    weights = {p.name: p.asnumpy() for p in net.get_parameters()}
    heads, length, depth = net.heads, net.length, len(net.project)

    def norm(w, name, x):
        mean, variance = x.mean(), x.var()
        x = (x - mean) * jax.lax.rsqrt(variance + 1e-7)
        return x * w[f"{name}.gamma"] + w[f"{name}.beta"]

    def dense(w, name, x):
        return w[f"{name}.weight"] @ x + w[f"{name}.bias"]

    def step(w, state):
        i, tokens, keys, values = state
        x = w["words.embedding_table"][tokens[i]] + w["places.embedding_table"][i]
        for n in range(depth):
            joined = dense(w, f"project.{n}", norm(w, f"before.{n}", x)).reshape(3, heads, -1)
            keys = (*keys[:n], keys[n].at[i].set(joined[1]), *keys[n + 1 :])
            values = (*values[:n], values[n].at[i].set(joined[2]), *values[n + 1 :])
            scores = (joined[0] * keys[n]).sum(-1) * joined.shape[-1] ** -0.5
            scores = jnp.where(jnp.arange(length)[:, None] <= i, scores, -1e9)
            found = (jax.nn.softmax(scores, 0)[..., None] * values[n]).sum(0).reshape(-1)
            x = x + dense(w, f"output.{n}", found)
            inner = jax.nn.relu(dense(w, f"widen.{n}", norm(w, f"after.{n}", x)))
            x = x + dense(w, f"narrow.{n}", inner)
        following = jnp.argmax(w["words.embedding_table"] @ x)
        return i + 1, tokens.at[i + 1].set(following.astype(tokens.dtype)), keys, values

    @jax.jit
    def run(w, tokens, count):
        kept = (jnp.zeros((length, heads, net.width // heads), jnp.float32),) * depth
        start = 0, tokens, kept, kept
        return jax.lax.while_loop(lambda s: s[0] < count, lambda s: step(w, s), start)[1]

    return lambda tokens, count: run(weights, tokens, count)


def generation(repeats):
    """A hundred tokens chosen by the largest score, and the same by hand."""
    net = Decoder(512, 128, 4, 4, 128)
    given, count = np.zeros(128, np.int32), np.int32(100)
    given[0] = 7
    ours, theirs = ms.jit(net, fullgraph=True), decoded_by_hand(net)
    tokens, number = Tensor(given), Tensor(count)
    found = [
        measured(lambda: ours(tokens, number)._value, repeats),
        measured(lambda: theirs(given, count), repeats),
    ]
    assert (ours(tokens, number).asnumpy() == np.asarray(theirs(given, count))).all()
    return found


def newton():
    """Square roots to a tolerance, by a `while` with `and`, and by hand."""

    @ms.jit
    def ours(a):
        x, i = a, 0
        while (x * x - a).abs().max() > 1e-4 and i < 50:
            x = (x + a / x) / 2
            i += 1
        return x

    @jax.jit
    def theirs(a):
        proceed = lambda s: (abs(s[0] * s[0] - a).max() > 1e-4) & (s[1] < 50)  # noqa: E731
        step = lambda s: ((s[0] + a / s[0]) / 2, s[1] + 1)  # noqa: E731
        return jax.lax.while_loop(proceed, step, (a, 0))[0]

    a = np.linspace(1, 4, 20_000, dtype=np.float32)
    given = Tensor(a)
    return {"ours": lambda: ours(given)._value, "theirs": lambda: theirs(a)}


def first_in_a_process(name):
    """CPU seconds of the first call of one of Newton's functions, when JAX has started."""
    jax.block_until_ready(jax.jit(lambda x: x + 1)(np.ones(3, np.float32)))
    return measured(newton()[name], 2)[0]


def fresh():
    """The median of such seconds of both, with bytecode written."""
    command = [sys.executable, __file__, "first"]
    around = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def seconds(name):
        return float(subprocess.check_output([*command, name], text=True, env=around))

    found = [[seconds(name) for name in ("ours", "theirs")] for _ in range(_TIMES + 1)]
    return np.median(found[1:], 0)


def main():
    """Measure each pair and print a line."""
    pairs = {
        "MLP 8 x 64, update left out by `if` / `where`": (lambda: steps(64, 8, 64, 40), 1.1),
        "10 million weights, `if` / `where`": (lambda: steps(1600, 4, 8, 8), 1.1),
        "200 steps, ops.WhileLoop / lax.while_loop": (lambda: recurrence(20), 1.2),
        "200 steps, Python `while` / lax.while_loop": (lambda: python_loop(30), 1.2),
        "100 tokens with a cache / by hand": (lambda: generation(8), 1.2),
        "Newton steps to a tolerance / by hand": (
            lambda: [measured(f, 40) for f in newton().values()],
            1.2,
        ),
    }
    for name, (pair, bound) in pairs.items():
        found = np.array([pair() for _ in range(_TIMES)])  # by time, function, first or later call
        ours, theirs = np.median(found[:, :, 1], 0)
        first, later = np.median(found[:, 0] / found[:, 1], 0)
        print(
            f"{name}: {ours * 1e3:.2f} / {theirs * 1e3:.2f} ms, {later:.2f} "
            f"(at most {bound}); first call {first:.2f} (at most {_MOST_AT_FIRST})",
            flush=True,
        )
    ours, theirs = fresh()
    print(
        f"Newton steps in a fresh process: first call {ours * 1e3:.0f} / {theirs * 1e3:.0f} ms, "
        f"{ours / theirs:.2f} (at most {_MOST_AT_FIRST})"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["first"]:
        print(first_in_a_process(sys.argv[2]))
    else:
        main()
