"""What is made from a Tensor inside a differentiated function passes gradients on, or does not.

Each function is multiplied by its first argument `[1, 2]` and summed up; the weight holds `[3, 4]`.
The gradients are MindSpore 2.10's, in PyNative mode.
"""

from __future__ import annotations

import copy

import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax import numpy as mnp


def stored(w, value):
    w.set_data(value)
    return w


def written(value):
    made = Tensor([0.0, 0.0])
    made.assign_value(value)
    return made


CASES = {  # text -> function, gradient by the argument, gradient by the weight
    "Tensor(a)": (lambda a, w: Tensor(a), [2, 4], [0, 0]),
    "Tensor(a, dtype)": (lambda a, w: Tensor(a, ms.float16), [2, 4], [0, 0]),
    "ms.tensor(a, dtype)": (lambda a, w: ms.tensor(a, ms.float64), [2, 4], [0, 0]),
    "Tensor([a[0], a[1]])": (lambda a, w: Tensor([a[0], a[1]]), [1, 2], [0, 0]),
    "Tensor(w)": (lambda a, w: Tensor(w), [3, 4], [0, 0]),
    "ms.tensor(w)": (lambda a, w: ms.tensor(w), [3, 4], [0, 0]),
    "Tensor(w, dtype)": (lambda a, w: Tensor(w, ms.float16), [3, 4], [1, 2]),
    "Tensor(w * 2)": (lambda a, w: Tensor(w * 2), [6, 8], [2, 4]),
    "Parameter(a)": (lambda a, w: Parameter(a, name="v"), [1, 2], [0, 0]),
    "copy(a)": (lambda a, w: copy.copy(a), [1, 2], [0, 0]),
    "deepcopy(a)": (lambda a, w: copy.deepcopy(a), [2, 4], [0, 0]),
    "deepcopy([a])": (lambda a, w: copy.deepcopy([a * 2])[0], [4, 8], [0, 0]),
    "copy(w)": (lambda a, w: copy.copy(w), [3, 4], [0, 0]),
    "deepcopy(w)": (lambda a, w: copy.deepcopy(w), [3, 4], [0, 0]),
    "w.clone()": (lambda a, w: w.clone(), [3, 4], [0, 0]),
    "a.copy()": (lambda a, w: a.copy(), [2, 4], [0, 0]),
    "a.data": (lambda a, w: a.data, [1, 2], [0, 0]),
    "w.value()": (lambda a, w: w.value(), [3, 4], [1, 2]),
    "w.init_data()": (lambda a, w: w.init_data(), [3, 4], [1, 2]),
    "stop_gradient(w)": (lambda a, w: ops.stop_gradient(w), [3, 4], [0, 0]),
    "w.set_data(a * 2)": (lambda a, w: stored(w, a * 2), [2, 4], [1, 2]),
    "t.assign_value(a * 2)": (lambda a, w: written(a * 2), [4, 8], [0, 0]),
    "mnp.array([a[0], a[1]])": (lambda a, w: mnp.array([a[0], a[1]]), [1, 2], [0, 0]),
    "mnp.asarray([a[0], w[1]])": (lambda a, w: mnp.asarray([a[0], w[1]]), [1, 4], [0, 0]),
    "mnp.asfarray([a[0], 2])": (lambda a, w: mnp.asfarray([a[0], 2]), [1, 2], [0, 0]),
    "mnp.array(a)": (lambda a, w: mnp.array(a), [2, 4], [0, 0]),
    "mnp.array(w)": (lambda a, w: mnp.array(w), [3, 4], [0, 0]),
}


@pytest.mark.parametrize("mode", ["eager", "compiled", "GRAPH_MODE"])
@pytest.mark.parametrize("text", CASES)
def test_gradients_of_what_is_made(text, mode):
    make, by_argument, by_weight = CASES[text]
    w = Parameter(Tensor([3.0, 4.0]), name="w")

    def loss(a):
        return (make(a, w) * a).astype(ms.float32).sum()

    gradient = ms.grad(loss, 0, [w])
    ms.set_context(mode=ms.GRAPH_MODE if mode == "GRAPH_MODE" else ms.PYNATIVE_MODE)
    try:
        found, (weight,) = (ms.jit(gradient) if mode == "compiled" else gradient)(
            Tensor([1.0, 2.0])
        )
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    assert found.asnumpy().tolist() == by_argument
    assert weight.asnumpy().tolist() == by_weight


class Viewing:
    """Products of a view that compiled code knows from outside, differentiated by the weight."""

    def __init__(self, inner):
        self.inner, self.x = inner, Tensor([1.0, 1.0])
        self.w = Parameter(Tensor([1.0, 2.0]), name="w")

    def made_before(self):
        v, w = self.w[0:1], self.w
        return lambda x: self.inner(lambda x: (x * v * w).sum())(x)

    def data_made_before(self):
        v = self.w.data
        return lambda x: self.inner(lambda x: (x * v).sum())(x)

    def data_made_inside(self):
        def f(x):
            v = self.w.data
            return self.inner(lambda x: (x * v).sum())(x)

        return f

    def made_inside(self):
        def f(x):
            v = self.w[0:1]
            return self.inner(lambda x: (x * v * self.w).sum())(x)

        return f

    def views_of_both(self):
        def f(x):
            v, u = self.w.data[0:1], self.w[0:2].data
            return self.inner(lambda x: (x * v * self.w * u).sum())(x)

        return f

    def written_after(self):
        v = self.w[0:1]

        def f(x):
            part = self.inner(lambda x: (x * v).sum())
            first = part(x)
            ops.assign_add(self.w, Tensor([1.0, 1.0]))
            return first + part(x)

        return f


VIEWS = {  # name -> gradient by the weight
    "made_before": [1, 1],
    "data_made_before": [0, 0],
    "data_made_inside": [0, 0],
    "made_inside": [4, 1],
    "views_of_both": [1, 2],
    "written_after": [0, 0],
}
INNER = {
    "eager": lambda f: f,
    "jit": ms.jit,
    "vmap": lambda f: lambda x: ms.vmap(f)(x.expand_dims(0)).sum(),
}


@pytest.mark.parametrize("inner", INNER.values(), ids=INNER)
@pytest.mark.parametrize("name", VIEWS)
def test_gradients_of_views_that_compiled_code_knows(name, inner):
    """What is shown before its weight is differentiated has no gradient by it."""
    viewing = Viewing(inner)
    f = getattr(viewing, name)()
    found = ms.grad(lambda x: f(x), None, viewing.w)(viewing.x)
    assert found.tolist() == VIEWS[name]


def test_an_entry_knows_whether_views_have_gradients():
    """It is not used again where they are made otherwise."""
    w, x = Parameter(Tensor([1.0, 2.0]), name="w"), Tensor([1.0, 1.0])
    v = w[0:1]
    part = ms.jit(lambda x: (x * v * w).sum())

    def made_inside(x):
        nonlocal v
        v = w[0:1]
        return part(x)

    assert part(x) == 3
    assert ms.grad(lambda x: part(x), None, w)(x).tolist() == [1, 1]
    assert ms.grad(made_inside, None, w)(x).tolist() == [4, 1]
    assert ms.grad(lambda x: part(x), None, w)(x).tolist() == [1, 1]
    assert part(x) == 3


class Tripled(nn.Cell):
    def construct(self, x):
        return x * 2

    def bprop(self, x, out, dout):
        return (dout * 3,)


def shown_without_gradients(v):
    with ms._no_grad():
        v.sum()
    return v * 2


def hooked_view(v):
    v.register_hook(lambda gradient: gradient * 10)
    return v * 2


def through_a_bprop(v):
    return Tripled()(v)


def shown_under_bprop(v):
    Tripled()(v)
    return v * 2


USES = {  # of a view whose Tensor was written since -> gradient by what was written
    "returned": (lambda v: v, 1),
    "hooked": (hooked_view, 20),
    "bprop": (through_a_bprop, 3),
    "seen under bprop": (shown_under_bprop, 2),
    "stop_gradient": (lambda v: ops.stop_gradient(v) * 0 + v * 2, 2),
    "copied": (lambda v: copy.deepcopy(v) * 2, 2),
    "pulled back": (lambda v: ms.vjp(lambda q: (q * q).sum(), v)[1](Tensor(1.0))[0], 2),
    "moved": (lambda v: v.move_to("CPU"), 1),
}


@pytest.mark.parametrize("inner", [lambda f: f, ms.jit], ids=["eager", "jit"])
@pytest.mark.parametrize("name", USES)
def test_views_have_the_gradient_of_what_was_written(name, inner):
    use, factor = USES[name]

    def f(x):
        t = ops.tanh(x)
        v = t.reshape(-1)[::2]
        t[...] = x
        return use(v)

    x = Tensor([[0.25, 0.5], [1.0, 2.0]])
    assert ms.grad(inner(f))(x).tolist() == [[factor, 0], [factor, 0]]
    assert inner(ms.grad(f))(x).tolist() == [[factor, 0], [factor, 0]]


def test_views_seen_under_no_grad_keep_their_gradient():
    def f(x):
        t = ops.tanh(x)
        v = t[0]
        t[...] = x
        return shown_without_gradients(v)

    assert ms.grad(f)(Tensor([[0.25, 0.5], [1.0, 2.0]])).tolist() == [[2, 2], [0, 0]]


@pytest.mark.parametrize("inner", [lambda f: f, ms.jit], ids=["eager", "jit"])
def test_what_was_made_without_gradients_has_none_after_a_write(inner):
    """MindSpore's answers for `x.data` and for a Tensor made from a weight."""
    w = Parameter(Tensor([1.0, 2.0]), name="w")

    def data(x):
        t = x * 2
        d = t.data
        t[0] = x[1]
        return (d * 1).sum()

    def made(x):
        t = Tensor(w)
        ops.assign(w, x)
        return (t * 1).sum()

    x = Tensor([3.0, 5.0])
    for f in (data, made):
        for gradient in (inner(ms.grad(f, 0, [w])), ms.grad(inner(f), 0, [w])):
            by_x, (by_w,) = gradient(x)
            assert by_x.tolist() == [0, 0] and by_w.tolist() == [0, 0]


@pytest.mark.parametrize("inner", [ms.grad, lambda f: lambda q: ms.vjp(f, q)[1](Tensor(1.0))[0]])
@pytest.mark.parametrize("mode", ["eager", "jit", "compiled inside"])
def test_a_view_keeps_the_outer_gradient_inside_an_inner_one(inner, mode):
    w = Parameter(Tensor([0.5, -1.0, 0.25]), name="w")

    def f(x):
        v = w[1]
        return inner(lambda q: (q * q * v * x).sum())(w).sum()

    gradient = ms.grad(ms.jit(f) if mode == "compiled inside" else f, None, w)
    gradient = ms.jit(gradient) if mode == "jit" else gradient
    assert gradient(Tensor(1.0)).tolist() == [-2.0, -2.5, -2.0]
