"""Python numbers of Cells that change at every call: compiled once they are seen to, and right."""

from __future__ import annotations

import copy
import logging

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.compile.entry import Entry

CALLS = 9


def net(body, **numbers):
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor([1.0, 2.0]), name="w")
            for name, value in numbers.items():
                setattr(self, name, value)

        construct = body

    return Net


def added(self, x):
    self.step += 1
    return x * self.w + self.step


def unused(self, x):
    self.step = self.step + 1
    return x * self.w


def decayed(self, x):
    self.rate = self.rate * 0.9
    return x * self.w * self.rate


def every_third(self, x):
    self.step += 1
    if self.step % 3 == 0:
        self.w += x
        return x * 2
    return x * self.w


def begun_again(self, x):
    self.step += 1
    if self.step >= 4:
        self.step = 0
    return x + self.step


def two_numbers(self, x):
    self.before = self.step
    self.step += 2
    return x + self.before, self.step, [self.step * 0.5]


def chosen(self, x):
    self.step += 1
    return x[self.step % 2]


def corrected(self, x):
    self.step += 1
    return x / (1 - 0.9**self.step), x**self.step, self.step**2


def turns(self, x):
    self.step += 1
    for i in range(self.step):
        x = x + i
    return x


def counted_turns(self, x):
    while x.sum() < 20:
        x = x * 2
        self.step += 1
    return x * self.step


def counted_at_times(self, x):
    if x.sum() > 2:
        self.step += 1
    return x * self.step


def kinds(self, x):
    self.step += 1
    known = isinstance(self.step, int) and self.step in (3, 5)
    return x + 1 if known else x - min(self.step, 4)


def written(self, x):
    self.step += 1
    self.text = f"step {self.step}"
    return x


def shaped(self, x):
    self.step += 1
    return ops.zeros((self.step, 2)) + x


def asked(self, x):
    self.step += 1
    return x + 1 if type(self.step) is int else x - 1


def multiplied(self, x):
    self.step += 1
    large = self.step * 1_000_000_000
    return x * large, ops.cast(x, ms.int32) * large, ops.cast(x, ms.int32) + self.step * 3


def none_at_times(self, x):
    self.step = None if self.step == 5 else (self.step or 0) + 1
    return x if self.step is None else x * self.step


COMPILED = [
    added, unused, decayed, every_third, begun_again, two_numbers, chosen, corrected, turns,
    counted_turns, counted_at_times, kinds, multiplied, none_at_times,
]  # fmt: skip
EAGER = [written, shaped, asked]
NUMBERS = {"step": 0, "before": -1, "rate": 0.5, "text": ""}


def shown(value):
    if isinstance(value, Tensor):
        return (
            str(value.dtype),
            value.shape,
            [round(v, 4) for v in value.asnumpy().ravel().tolist()],
        )
    if isinstance(value, (list, tuple)):
        return [shown(v) for v in value]
    return type(value).__name__, value


def played(body, run):
    cell = net(body, **NUMBERS)()
    compiled, found = run(cell), []
    for i in range(CALLS):
        out = compiled(Tensor(np.array([1.0 + i % 3, 0.5], np.float32)))
        found.append([shown(out), [shown(getattr(cell, n)) for n in NUMBERS], shown(cell.w)])
    return found


@pytest.fixture
def made(monkeypatch):
    entries = []
    init = Entry.__init__

    def counted(self, *args):
        init(self, *args)
        entries.append(self)

    monkeypatch.setattr(Entry, "__init__", counted)
    return entries


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("mode", ["jit", "graph"])
@pytest.mark.parametrize("body", COMPILED + EAGER, ids=lambda f: f.__name__)
def test_numbers_that_change(body, mode, made, caplog):
    want = played(body, lambda cell: cell)
    with caplog.at_level(logging.WARNING, "msjax.jit"):
        if mode == "graph":
            ms.set_context(mode=ms.GRAPH_MODE)
            try:
                got = played(body, lambda cell: cell)
            finally:
                ms.set_context(mode=ms.PYNATIVE_MODE)
        else:
            got = played(body, ms.jit)
    assert got == want
    assert ("runs eagerly" in caplog.text) == (body in EAGER)
    assert len(made) <= (5 if body in EAGER else 4)


def test_numbers_set_from_outside(made):
    cell = net(lambda self, x: x * self.rate, rate=1.0)()
    run = ms.jit(cell)
    for rate in (1.0, 0.5, 0.25, 0.125, 3.0, float("inf")):
        cell.rate = rate
        assert run(Tensor([1.0])).asnumpy() == rate
    assert len(made) == 3
    cell.rate = 2  # another kind
    assert run(Tensor([1], ms.int32)).dtype == ms.int32
    cell.rate = 1 << 70
    with pytest.raises(RuntimeError, match="does not fit 64 bits"):
        run(Tensor([1.0]))


def test_other_functions_see_what_one_counts():
    class Reader(nn.Cell):
        def __init__(self, cell):
            super().__init__()
            self.cell = cell

        def construct(self, x):
            return x + (10 if self.cell.flag else 20) + self.cell.step

    def flips(self, x):
        self.flag = not self.flag
        self.step += 1
        return x

    cell = net(flips, flag=False, step=0)()
    write, read = ms.jit(cell), ms.jit(Reader(cell))
    for i in range(1, 9):
        write(Tensor(1.0))
        assert read(Tensor(0.0)).item() == (10 if i % 2 else 20) + i


def test_gradients_of_code_that_counts(made):
    def step_by_step(run):
        cell = net(added, **NUMBERS)()
        compiled, found = run(cell), []
        pull = ms.value_and_grad(lambda x: (compiled(x) * x).sum(), 0, [cell.w])
        for i in range(6):
            value, (by_x, by_w) = pull(Tensor([1.0, float(i)]))
            found.append([shown(value), shown(by_x), shown(by_w), cell.step])
        return found

    want = step_by_step(lambda cell: cell)
    made.clear()
    assert step_by_step(ms.jit) == want
    assert len(made) <= 3


def test_copies_count_on_their_own():
    cell = net(added, **NUMBERS)()
    run = ms.jit(cell)
    for _ in range(4):
        run(Tensor([0.0, 0.0]))
    twin = copy.deepcopy(cell)
    ms.jit(twin)(Tensor([0.0, 0.0]))
    assert (cell.step, twin.step) == (4, 5)
    assert run(Tensor([0.0, 0.0])).asnumpy().tolist() == [5.0, 5.0]


@pytest.mark.runs_eagerly
def test_a_power_beyond_64_bits_is_pythons():
    cell = net(lambda self, x: x * (self.step**7 % 10), step=3)()
    run = ms.jit(cell)
    for step in (3, 4, 5, 6, 1003, 10007):
        cell.step = step
        assert run(Tensor(1.0)).item() == step**7 % 10
