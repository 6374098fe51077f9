"""Derivatives of functions: what happens while they run, and what of them is differentiated."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops

X = np.array([1.0, 2.0], np.float32)


def weight(values=(2.0, 2.0), requires_grad=True):
    return Parameter(Tensor(np.array(values, np.float32)), name="p", requires_grad=requires_grad)


def plain(value):
    """Nested tuples of lists of numbers."""
    if isinstance(value, Tensor):
        return value.tolist()
    if isinstance(value, (tuple, list)):
        return tuple(plain(v) for v in value)
    return value


def test_parameter_as_argument():
    p = weight()
    assert plain(ms.grad(lambda a: a * a)(p)) == [4, 4]
    assert plain(ms.jit(ms.grad(lambda a: a * a))(p)) == [4, 4]


def test_outer_gradient_flows_through_closures():
    def outer(x):
        return ms.grad(lambda y: x * x * y * y)(x)

    np.testing.assert_allclose(ms.grad(outer)(Tensor(X)).asnumpy(), 6 * X * X)
    np.testing.assert_allclose(ms.jit(ms.grad(outer))(Tensor(X)).asnumpy(), 6 * X * X)


def test_values_are_concrete_inside():
    seen = []

    def f(x):
        y = x * 2
        seen.append(float(y.sum()))
        if y.sum() > 0:
            return y * y
        return y

    assert plain(ms.grad(f)(Tensor(X))) == [8, 16]
    assert plain(ms.grad(f)(Tensor(-X))) == [2, 2]
    assert seen == [6.0, -6.0]


def test_intermediates_may_be_kept():
    kept = []

    def f(x):
        kept.append(x * 2)
        return kept[-1] * x

    ms.grad(f)(Tensor(X))
    assert plain(kept[0] + 1) == [3, 5]


def test_failing_function_leaves_nothing_behind():
    from msjax._core.base.state import STATE

    p, before = weight(), (STATE.tape, STATE.frame, STATE.slow)

    def f(x):
        p.set_data(p * 0 + 7)
        raise KeyError("stop")

    with pytest.raises(KeyError):
        ms.grad(f, 0, p)(Tensor(X))
    assert (STATE.tape, STATE.frame, STATE.slow) == before
    assert plain(ms.grad(lambda x: x * p)(Tensor(X))) == [7, 7]


def test_writes_inside_survive():
    p = weight()

    def f(x):
        ops.assign(p, x * 3)
        return x * p

    # As in MindSpore, the Parameter does not depend on what was written into it.
    assert plain(ms.grad(f)(Tensor(X))) == [3, 6]
    assert plain(p) == [3, 6]
    p.set_data(Tensor([0.0, 0.0]))
    assert plain(ms.jit(ms.grad(f))(Tensor(X))) == [3, 6]
    assert plain(p) == [3, 6]


def _z():
    return ms.Tensor(np.array([1 + 2j, 3 - 1j], np.complex64))


def _w():
    return ms.Tensor(np.array([2 - 1j, 0.5 + 1j], np.complex64))


# What MindSpore 2.10 gives (CPU, PyNative): d/dx + i d/dy, the conjugate of JAX's convention.
COMPLEX_GRADIENTS = [
    (ops.abs, (_z,), [[0.4472136 + 0.8944272j, 0.9486833 - 0.3162278j]]),
    (ops.imag, (_z,), [[1j, 1j]]),
    (ops.exp, (_z,), [[-1.1312044 - 2.4717266j, 10.852262 + 16.901396j]]),
    (lambda a: ops.real(a) ** 2 + ops.imag(a) ** 2, (_z,), [[2 + 4j, 6 - 2j]]),
    (ops.div, (_z, _w), [[0.4 - 0.2j, 0.4 + 0.8j], [0.2 + 0.4j, 2.08 - 1.44j]]),
    (
        lambda a, b: ops.matmul(a.reshape(1, 2), b.reshape(2, 1)),
        (_z, _w),
        [[2 + 1j, 0.5 - 1j], [1 - 2j, 3 + 1j]],
    ),
]


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(("fn", "makers", "expected"), COMPLEX_GRADIENTS)
def test_complex_gradients(fn, makers, expected, compiled):
    both = ms.ops.GradOperation(get_all=True)(fn)
    found = (ms.jit(both) if compiled else both)(*(make() for make in makers))
    for gradient, want in zip(found, expected, strict=True):
        np.testing.assert_allclose(gradient.asnumpy(), np.array(want, np.complex64), rtol=1e-5)


def test_complex_gradient_through_python_backward():
    class Square(ms.nn.Cell):
        def construct(self, x):
            return x * x

        def bprop(self, x, out, dout):
            seen.append(dout.asnumpy() if not compiled else None)
            return (dout * ops.conj(x) * 2,)

    net, seen, w = Square(), [], _w()
    plain = ms.grad(lambda z: ops.real(z * z * w))(_z()).asnumpy()
    for compiled in (False, True):
        derivative = ms.grad(lambda z: ops.real(net(z) * w))
        found = (ms.jit(derivative) if compiled else derivative)(_z())
        np.testing.assert_allclose(found.asnumpy(), plain, rtol=1e-6)
    np.testing.assert_allclose(seen[0], np.conj(w.asnumpy()), rtol=1e-6)


INTEGERS = {  # what MindSpore 2.10 gives in both modes: derivatives in the inputs' dtypes
    "product": (lambda a, b: a * b, ([2, 3], [4, 5]), ([4, 5], [2, 3])),
    "cube": (lambda a: a**3, ([2, 3],), ([12, 27],)),
    "sum": (lambda a: (a * a).sum(), ([2, 3],), ([4, 6],)),
    "quotient": (lambda a, b: a / b, ([6, 9], [2, 3]), ([0, 0], [-1, -1])),
    "cast": (lambda a: a.astype(ms.float32) * 2.5, ([1, 2],), ([2, 2],)),
    "mixed": (lambda a, b: a * b + a, ([2], [0.5]), ([1], [2.0])),
    "rest": (lambda a: a // 2 + a % 3, ([5, 7],), ([1, 1],)),
    "maximum": (lambda a, b: ops.maximum(a, b), ([1, 5], [3, 2]), ([0, 1], [1, 0])),
    "matmul": (
        lambda a, b: ops.matmul(a, b),
        ([[1, 2], [3, 4]], [[1, 0], [2, 1]]),
        ([[1, 3], [1, 3]], [[4, 4], [6, 6]]),
    ),
    "bools": (lambda a, b: a * b, ([True, False], [1.5, 2.0]), ([True, True], [1.0, 0.0])),
    "select": (
        lambda c, a: ops.select(c, a, a * 2),
        ([True, False], [3, 4]),
        ([False, False], [1, 2]),
    ),
    "index": (lambda i, w: w[i], ([0, 1], [1.0, 2.0, 3.0]), ([0, 0], [1.0, 1.0, 0.0])),
}


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", INTEGERS)
def test_gradients_by_integers(name, compiled):
    function, values, expected = INTEGERS[name]
    wrap = ms.jit if compiled else lambda f: f
    inputs = [Tensor(v, ms.float32 if isinstance(v[0], float) else None) for v in values]
    found = wrap(ms.grad(function, tuple(range(len(inputs)))))(*inputs)
    found = found if len(inputs) > 1 else (found,)
    assert [g.dtype for g in found] == [t.dtype for t in inputs]
    assert [plain(g) for g in found] == list(expected)
    alone = wrap(ms.grad(function, 0))(*inputs)  # the others stay what they are
    assert plain(alone) == expected[0]


def test_gradients_by_integers_of_cells_and_of_gradients():
    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = ms.Parameter(Tensor([6], ms.int32), name="w")

        def construct(self, x):
            return self.w * x

    x = Tensor([10], ms.int32)
    by_input, (by_weight,) = ms.grad(Net(), 0, ms.ParameterTuple(Net().trainable_params()))(x)
    assert plain(by_input) == [6] and plain(by_weight) == [0]  # another Net's Parameter
    net = Net()
    by_input, (by_weight,) = ms.grad(net, 0, ms.ParameterTuple(net.trainable_params()))(x)
    assert (plain(by_input), plain(by_weight), by_weight.dtype) == ([6], [10], ms.int32)
    assert plain(ms.grad(ms.grad(lambda a: a**3))(Tensor([2, 3]))) == [12, 18]
    table = ms.nn.Embedding(5, 3, embedding_table="ones")
    assert plain(ms.grad(table)(Tensor([1, 2]))) == [0, 0]


ASSIGNMENTS = {  # what MindSpore 2.10 gives (PyNative): the Parameter stays a leaf
    "assign": (lambda p, new, x: ops.assign(p, new), [0.9, 4.5], [-0.9, -4.5]),
    "assign_add": (lambda p, new, x: ops.assign_add(p, x * x), [-1, -13], [1, 13]),
    "set_data": (lambda p, new, x: p.set_data(new), [0.9, 4.5], [-0.9, -4.5]),
    "assign_value": (lambda p, new, x: p.assign_value(new), [0.9, 4.5], [-0.9, -4.5]),
}


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_assignments_are_not_differentiated(name, compiled):
    write, by_input, by_weight = ASSIGNMENTS[name]
    p = weight(values=(0.5, 0.5))

    def f(x):
        write(p, p * 0.9 + x * 0.1, x)
        return ((x - p) ** 2).sum()

    derivative = ms.grad(f, 0, [p])
    found = (ms.jit(derivative) if compiled else derivative)(Tensor([1.0, 3.0]))
    np.testing.assert_allclose(found[0].asnumpy(), by_input, rtol=1e-5)
    np.testing.assert_allclose(found[1][0].asnumpy(), by_weight, rtol=1e-5)


def test_a_weight_as_the_result():
    w = weight()
    assert plain(ms.grad(lambda p: p)(w)) == [1.0, 1.0]
    assert plain(ms.value_and_grad(lambda x: w, None, w)(Tensor(X))[1]) == [1.0, 1.0]
    out, pull = ms.vjp(lambda p: p * 2, w)
    assert plain(pull(Tensor(X))) == ([2.0, 4.0],)
    assert plain(ms.vjp(lambda x: x * w, Tensor(X), weights=w)[1](Tensor(X))[1]) == [1.0, 4.0]


def test_one_parameter_given_twice():
    w = weight(values=(2.0, 3.0))
    for wrap in (lambda f: f, ms.jit):
        found = wrap(ms.grad(lambda x: x * w * w, None, [w, w]))(Tensor(X))
        assert plain(found) == ([4.0, 12.0], [4.0, 12.0])


def test_hooks_of_a_clone_are_its_own():
    p = weight()
    p.register_hook(lambda g: g * 2)
    twin = p.clone()
    twin.register_hook(lambda g: g * 100)
    assert plain(ms.grad(lambda x: x * p, None, p)(Tensor(X))) == [2.0, 4.0]


def test_no_gradients_inside_no_grad():
    def f(x):
        y = x * 3
        with ms._no_grad():
            z = y * 2
        return z * y

    assert plain(ms.grad(f)(Tensor(X))) == [18.0, 36.0]
    square = ms._no_grad()(lambda x: x * x)
    assert plain(ms.grad(lambda x: square(x) + x)(Tensor(X))) == [1.0, 1.0]
    with ms._no_grad(), pytest.raises(RuntimeError, match="In no_grad context"):
        ms.grad(f)(Tensor(X))
    assert plain(ms.grad(lambda x: x * x)(Tensor(X))) == [2.0, 4.0]


class Turned(nn.Cell):
    """Angles that pass no gradient, as rotary embeddings have them, before a weighted sum."""

    def __init__(self):
        super().__init__()
        self.scale = Parameter(Tensor([2.0, 2.0]), name="scale")
        self.calls = Parameter(Tensor(0.0), name="calls", requires_grad=False)

    @ms._no_grad()
    def angles(self, x):
        self.calls += x.sum()
        return x * self.scale, Passed()(x)

    def construct(self, x):
        scaled, passed = self.angles(x)
        return (scaled + passed + self.calls) * x


class Passed(nn.Cell):
    def construct(self, x):
        return x * 1

    def bprop(self, x, out, dout):
        return dout * 100


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_what_no_grad_decorates_passes_no_gradient_in_any_mode(mode):
    ms.set_context(mode=mode)
    net = Turned()
    for step in (1.0, 2.0):  # the sum of the inputs is added at each call
        gradient, of_weights = ms.grad(net, 0, [net.scale])(Tensor(X))
        assert plain(gradient) == [3.0 + 3 * step, 6.0 + 3 * step]
        assert plain(of_weights[0] if isinstance(of_weights, tuple) else of_weights) == [0.0, 0.0]
        assert plain(net.calls) == 3 * step


def test_no_grad_in_traced_code():
    def f(x):
        with ms._no_grad():
            y = x * 3
        return y * x

    assert plain(ms.jit(f)(Tensor(X))) == [3.0, 12.0]
    assert plain(ms.jit(ms.grad(f))(Tensor(X))) == [3.0, 6.0]
    assert plain(ms.grad(ms.jit(f))(Tensor(X))) == [3.0, 6.0]
    rows = ms.vmap(ms.grad(lambda x: f(x).sum()))(Tensor([X, X]))
    assert plain(rows) == [[3.0, 6.0], [3.0, 6.0]]
    value, slope = ms.jvp(f, Tensor(X), Tensor([1.0, 1.0]))
    assert (plain(value), plain(slope)) == ([3.0, 12.0], [3.0, 6.0])

    @ms.jit
    def asks(x):
        with ms._no_grad():
            return ms.grad(f)(x)

    with pytest.raises(RuntimeError, match="In no_grad context"):
        asks(Tensor(X))
    assert plain(ms.grad(ms.jit(lambda x: x * x))(Tensor(X))) == [2.0, 4.0]


def test_what_was_compiled_inside_no_grad_has_gradients_outside():
    square = ms.jit(lambda x: x * x)
    with ms._no_grad():
        assert plain(square(Tensor(X))) == [1.0, 4.0]
    assert plain(ms.grad(square)(Tensor(X))) == [2.0, 4.0]


@pytest.mark.parametrize("compiled", [False, True])
def test_iterators_are_sequences_when_differentiated(compiled):
    function = ms.value_and_grad(lambda x: map(x.__mul__, (2, 3)))
    value, gradient = (ms.jit(function) if compiled else function)(Tensor(X))
    assert [plain(v) for v in value] == [[2.0, 4.0], [3.0, 6.0]]
    assert plain(gradient) == [5.0, 5.0]


def test_arguments_keep_what_the_program_noted_on_them():
    x = Tensor(X)
    x.note = 3
    assert plain(ms.grad(lambda a: a * a.note)(x)) == [3, 3]
