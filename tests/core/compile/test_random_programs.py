"""Random programs with control flow on values: compiled code does what eager code does."""

from __future__ import annotations

import linecache
import os
import random

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from tests.interpreted import op_by_op

MANY = int(os.environ.get("MSJAX_RANDOM_PROGRAMS", "2000")) // 10
EXPRESSIONS = [
    "{v} + {w}", "{v} * 0.5", "{v} - {w} * 0.25", "ops.tanh({v})", "{v}[::-1] * 1", "-{v}",
    "ops.maximum({v}, {w})", "self.p * {v}", "self.step({v})", "ops.sin({v}) + self.q",
    "items[0] + {v}", "table['k'] * 0.5",
]  # fmt: skip
CONDITIONS = [
    "{v}.sum() > 0", "{v}.max() > {w}.max()", "not ({v}.min() < -0.5)", "{v}.sum() > 1 or n > 1",
    "-1 < {v}.sum() < 1", "self.q.sum() > 0 and {v}.mean() > 0", "n % 2 == 0",
]  # fmt: skip


class Writer:
    """Writes one program."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = []

    def pick(self, texts):
        v, w = self.r.choice("abc"), self.r.choice("abc")
        return self.r.choice(texts).format(v=v, w=w)

    def block(self, depth, indent, loop):
        for _ in range(self.r.randint(1, 3 if depth else 4)):
            self.statement(depth, indent, loop)

    def statement(self, depth, indent, loop):
        add = lambda text: self.lines.append("    " * indent + text)  # noqa: E731
        kind = self.r.random()
        if kind < 0.35 and depth < 3 and self.conditions < 5:
            self.conditions += 1
            add(f"if {self.pick(CONDITIONS)}:")
            self.block(depth + 1, indent + 1, loop)
            if self.r.random() < 0.6:
                add("else:")
                self.block(depth + 1, indent + 1, loop)
        elif kind < 0.42 and not loop and depth < 2:
            add(f"for n in range({self.r.randint(1, 2)}):")
            self.block(depth + 1, indent + 1, True)
        elif kind < 0.46 and not loop and depth < 2 and self.conditions < 5:
            self.conditions += 1
            k = f"k{len(self.lines)}"
            tests = [f"{k} < 3 and ({{0}})", f"({{0}}) and {k} < 2", f"{k} < self.most"]
            test = self.r.choice(tests)  # each of which ends
            add(f"{k} = 0")
            add(f"while {test.format(self.pick(CONDITIONS))}:")
            add(f"    {k} += 1")
            self.block(depth + 1, indent + 1, True)
        elif kind < 0.47 and loop:
            add(self.r.choice(["break", "continue"]))
        elif kind < 0.51 and depth:
            add(f"return {self.pick(EXPRESSIONS)}")
        elif kind < 0.58:
            add(f"ops.assign(self.q, {self.pick(EXPRESSIONS)})")
        elif kind < 0.62:
            add(f"self.q += {self.pick(EXPRESSIONS)}")
        elif kind < 0.66:
            add(f"self.last = {self.pick(EXPRESSIONS)}")
        elif kind < 0.72:
            add(f"items[0] = {self.pick(EXPRESSIONS)}")
        elif kind < 0.76:
            add(f"items.append({self.pick(EXPRESSIONS)})")
        elif kind < 0.80:
            add(f"table['k'] = {self.pick(EXPRESSIONS)}")
        elif kind < 0.84:
            add(f"{self.r.choice('abc')}[0] = ({self.pick(EXPRESSIONS)}).sum()")
        elif kind < 0.87:
            add(f"{self.r.choice('abc')} = {self.pick(EXPRESSIONS)} + ops.rand(2) * 0.1")
        else:
            add(f"{self.r.choice('abc')} = {self.pick(EXPRESSIONS)}")

    def text(self):
        self.conditions = 0
        self.lines = ["def construct(self, a, b):", "    c, n = a * b, 1"]
        self.lines += ["    items, table = [a, b], {'k': b}"]
        self.block(0, 1, False)
        self.lines.append("    return a + c * b + items[-1] + table['k'] + items[0]")
        return "\n".join(self.lines) + "\n"


def network(seed):
    text, name = Writer(seed).text(), f"<random program {seed}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = {"ops": ops}
    exec(compile(text, name, "exec"), scope)

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.p = Parameter(Tensor(np.array([0.5, -1.5], np.float32)), name="p")
            self.q = Parameter(Tensor(np.array([0.25, 1.0], np.float32)), name="q")
            self.last = Tensor(np.zeros(2, np.float32))
            self.most = Tensor(2, ms.int32)

        def step(self, x):
            return x * 2 if x.sum() > self.p.sum() else x + 1

        construct = scope["construct"]

    return Net, text


VALUES = [(0.5, 0.75), (-1.0, 0.25), (2.0, -3.0), (-0.25, -0.5)]


def play(net, run):
    ms.set_seed(5)
    found = []
    for i, v in enumerate(VALUES):
        a = Tensor(np.array(v, np.float32))
        b = Tensor(np.array(VALUES[i - 1], np.float32))
        found.append(run(a, b).asnumpy())
        found += [a.asnumpy(), b.asnumpy(), net.p.asnumpy(), net.q.asnumpy(), net.last.asnumpy()]
    found.append(ops.rand(1).asnumpy())
    return found


def check(seed):
    kind, text = network(seed)
    net = kind()
    want = play(net, net)
    net = kind()
    for g, w in zip(play(net, ms.jit(net)), want, strict=True):
        assert g.shape == w.shape and g.dtype == w.dtype, text
        np.testing.assert_allclose(g, w, rtol=1e-4, atol=1e-5, err_msg=text)
    net = kind()
    weights = [net.p]

    def loss(a, b):
        return (net(a, b) * Tensor(np.array([1.0, 2.0], np.float32))).sum()

    def gradients(function):
        net.q.set_data(Tensor(np.array([0.25, 1.0], np.float32)))
        pull = function(ms.grad(loss, (0, 1), weights))
        ms.set_seed(5)
        by_position, by_weight = pull(Tensor(np.array([0.5, -1.0], np.float32)),
                                      Tensor(np.array([-0.25, 2.0], np.float32)))  # fmt: skip
        return [g.asnumpy() for g in (*by_position, *by_weight)]

    want = gradients(lambda f: f)
    for g, w in zip(gradients(ms.jit), want, strict=True):
        np.testing.assert_allclose(g, w, rtol=1e-4, atol=1e-5, err_msg="gradient\n" + text)


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("seed", range(1))
def test_random_programs(seed):
    check(seed)


@pytest.mark.sweep
@pytest.mark.runs_eagerly
@pytest.mark.parametrize("seed", [*range(1, 12), 911726])  # the last writes to a shared Tensor
def test_more_random_programs(seed):
    check(seed)


@pytest.mark.sweep
@pytest.mark.runs_eagerly
@pytest.mark.parametrize("first", range(100, 100 + MANY, 100))
def test_many_random_programs(first):
    with op_by_op():
        for seed in range(first, min(first + 100, 100 + MANY)):
            check(seed)
