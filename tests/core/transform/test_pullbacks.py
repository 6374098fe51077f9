"""`vjp` runs its function once, in every mode, however often gradients are pulled back."""

from __future__ import annotations

import numpy as np
import pytest
from every_mode import check, in_every_mode

import msjax as ms
from msjax import nn, ops


def tensor(*values):
    return ms.Tensor(np.array(values, np.float32))


class Running(nn.Cell):
    """Counts its runs, and adds them to what it computes."""

    def __init__(self):
        super().__init__()
        self.runs = ms.Parameter(tensor(0), name="runs", requires_grad=False)
        self.scale = ms.Parameter(tensor(2), name="scale")

    def construct(self, x):
        ops.assign_add(self.runs, tensor(1))
        return x * x * self.scale + self.runs, x + 1


def close(value, *expected):
    np.testing.assert_allclose(value.asnumpy(), expected, rtol=1e-6)


@in_every_mode
@pytest.mark.parametrize("has_aux", [False, True])
def test_state_is_updated_once(mode, has_aux):
    net = Running()

    def f(x):
        out, pull, *aux = ms.ops.vjp(net, x, weights=[net.scale], has_aux=has_aux)
        starts = [(tensor(1, i),) if has_aux else (tensor(1, i), tensor(0, 0)) for i in range(3)]
        return out, [pull(*s) for s in starts], aux

    f = mode(f)
    for run in (1, 2):
        out, pulled, aux = f(tensor(3, 5))
        close(out if has_aux else out[0], 18 + run, 50 + run)
        close(net.runs, run)
        for i, ((by_input,), (by_weight,)) in enumerate(pulled):
            close(by_input, 12, 20 * i)
            close(by_weight, 9 + 25 * i)
        if has_aux:
            close(aux[0], 4, 6)


@in_every_mode
def test_dropout_goes_back_through_its_mask(mode):
    drop = nn.Dropout(p=0.4)
    drop.set_train()
    ones = ops.ones(500)

    def f(x):
        out, pull = ms.vjp(drop, x)
        return out, pull(ones)[0], pull(ones * 2)[0]

    out, once, twice = (t.asnumpy() for t in mode(f)(ones))
    np.testing.assert_allclose(once, out)
    np.testing.assert_allclose(twice, 2 * out)


@in_every_mode
def test_integers_are_pulled_back_from_the_state_of_the_run(mode):
    state = ms.Parameter(tensor(1), name="state")

    def update(x):
        ops.assign_add(state, tensor(1))
        return x * x * state

    def f(x):
        out, pull = ms.ops.vjp(update, x)
        return out, pull(tensor(1, 1))[0], pull(tensor(1, 2))[0]

    out, first, second = mode(f)(ms.Tensor([3, 4]))
    close(out, 18, 32)
    close(first, 12, 16)
    close(second, 12, 32)
    close(state, 2)


@in_every_mode
def test_a_write_to_the_argument_reaches_it(mode):
    def write(x):
        x[0] = 5.0
        return x * x

    def f(x):
        out, pull = ms.ops.vjp(write, x)
        return out, pull(tensor(1, 1))[0], x + 0

    x = tensor(1, 2)
    out, pulled, seen = mode(f)(x)
    close(out, 25, 4)
    close(pulled, 0, 4)
    close(seen, 5, 2)
    close(x, 5, 2)


@in_every_mode
def test_hooks_of_what_is_pulled_back_to(mode):
    x = tensor(1, 2)
    x.register_hook(lambda g: g + 3)

    def f(x):
        _, pull = ms.ops.vjp(lambda a: a * a, x)
        return pull(tensor(1, 1))[0], pull(tensor(0, 0))[0]

    first, second = mode(f)(x)
    close(first, 5, 7)
    close(second, 3, 3)


def test_pullbacks_are_differentiated_and_mapped():
    def f(x):
        out, pull = ms.ops.vjp(lambda a: ops.sin(a) * a, x)
        return pull(out)[0] + pull(ops.ones_like(out))[0]

    check(f, ops.abs(tensor(0.3, 1.2)))


@in_every_mode
def test_a_pullback_under_vmap(mode):
    def f(x):
        _, pull = ms.ops.vjp(lambda a: a**3, x)
        return ms.vmap(pull)(ops.eye(2, 2, ms.float32))[0]

    close(mode(f)(tensor(1, 2)), [3, 0], [0, 12])
