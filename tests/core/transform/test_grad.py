"""Gradient functions, eager and compiled, against the wheel's recorded answers and plain JAX."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, ParameterTuple, Tensor, ops
from msjax._c_expression import ParamInfo
from tests.every_mode import in_graph_mode

X, Y = np.array([1.0, 2.0], np.float32), np.array([3.0, 4.0], np.float32)


def weight(name="p", values=(2.0, 2.0), requires_grad=True):
    return Parameter(Tensor(np.array(values, np.float32)), name=name, requires_grad=requires_grad)


class Net(ms.nn.Cell):
    def __init__(self):
        super().__init__()
        self.p = weight()

    def construct(self, x, y):
        return x * y * self.p


def plain(value):
    """Nested tuples of lists of numbers."""
    if isinstance(value, Tensor):
        return value.tolist()
    if isinstance(value, (tuple, list)):
        return tuple(plain(v) for v in value)
    return value


def eager_and_compiled(make):
    """The same gradient function run eagerly, under jit, and in GRAPH_MODE."""
    eager = plain(make()(Tensor(X), Tensor(Y)))
    compiled = plain(ms.jit(make())(Tensor(X), Tensor(Y)))
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        graph = plain(make()(Tensor(X), Tensor(Y)))
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    assert eager == compiled == graph
    return eager


P = weight()
Q = weight("q", (5.0, 5.0))


def product(x, y):
    return x * y * P


# (arguments of grad, recorded result at x=[1,2], y=[3,4], p=[2,2])
GRAD_CASES = [
    ((0,), [6, 8]),
    (((0,),), [6, 8]),
    (((1, 0),), ([2, 4], [6, 8])),
    ((None, P), [3, 8]),
    ((None, [P, Q]), ([3, 8], [0, 0])),
    ((0, [P]), ([6, 8], ([3, 8],))),
    (((0, 1), ParameterTuple([P])), (([6, 8], [2, 4]), ([3, 8],))),
    (
        ((0, 1), [P], False, True),
        (((0, [6, 8]), (1, [2, 4])), (("p", [3, 8]),)),
    ),
    ((0, None, False, True), (0, [6, 8])),
]


@pytest.mark.parametrize("args,expected", GRAD_CASES)
def test_grad_forms(args, expected):
    assert eager_and_compiled(lambda: ms.grad(product, *args)) == expected


@pytest.mark.parametrize("args,expected", GRAD_CASES)
def test_value_and_grad_forms(args, expected):
    assert eager_and_compiled(lambda: ms.value_and_grad(product, *args)) == ([6, 16], expected)


def test_aux():
    def f(x, y):
        return x * y, x, y

    assert eager_and_compiled(lambda: ms.grad(f, 0, None, True)) == ([3, 4], ([1, 2], [3, 4]))
    both = eager_and_compiled(lambda: ms.value_and_grad(f, (0, 1), [P], True))
    assert both == (([3, 8], [1, 2], [3, 4]), (([3, 4], [1, 2]), ([0, 0],)))
    two = eager_and_compiled(lambda: ms.grad(lambda x, y: (x * y, x), 0, None, True))
    assert two == ([3, 4], ([1, 2],))
    with pytest.raises(ValueError, match="requires more than one outputs"):
        ms.grad(lambda x, y: x, 0, None, True)(Tensor(X), Tensor(Y))


@pytest.mark.parametrize("wrap", [lambda g: g, ms.jit])
@pytest.mark.parametrize("mark", [lambda v: v, ms.mutable])
def test_containers_have_gradients(mark, wrap):
    def f(z):
        x, y = z.values() if isinstance(z, dict) else z
        return (x * y).sum()

    for z in ((Tensor(X), Tensor(Y)), [Tensor(X), Tensor(Y)], {"a": Tensor(X), "b": Tensor(Y)}):
        found = wrap(ms.grad(f))(mark(z))
        assert type(found) is type(z)
        assert plain(list(found.values() if isinstance(z, dict) else found)) == ([3, 4], [1, 2])


GRAD_OPERATION = {
    (0, 0, 0): [6, 8],
    (0, 0, 1): [60, 160],
    (0, 1, 0): ([3, 8],),
    (0, 1, 1): ([30, 160],),
    (1, 0, 0): ([6, 8], [2, 4]),
    (1, 0, 1): ([60, 160], [20, 80]),
    (1, 1, 0): (([6, 8], [2, 4]), ([3, 8],)),
    (1, 1, 1): (([60, 160], [20, 80]), ([30, 160],)),
}


@pytest.mark.parametrize("flags", GRAD_OPERATION)
@pytest.mark.parametrize("mode", ["eager", "jit", "graph"])
@pytest.mark.parametrize("keyword", [False, True])
def test_grad_operation(flags, mode, keyword):
    net = Net()
    get_all, by_list, sens = map(bool, flags)
    grad_op = ops.GradOperation(get_all=get_all, get_by_list=by_list, sens_param=sens)
    weights = (ParameterTuple(net.trainable_params()),) if by_list else ()
    start = Tensor(np.array([10.0, 20.0], np.float32))

    def run(x, y):
        fn = grad_op(net, *weights)
        if not sens:
            return fn(x, y)
        return fn(x, y, sens=start) if keyword else fn(x, y, start)

    if mode == "jit":
        run = ms.jit(run)
    if mode == "graph":
        ms.set_context(mode=ms.GRAPH_MODE)
    try:
        assert plain(run(Tensor(X), Tensor(Y))) == GRAD_OPERATION[flags]
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def test_grad_operation_weights_default_to_the_cells():
    net = Net()
    assert plain(ops.GradOperation(get_by_list=True)(net)(Tensor(X), Tensor(Y))) == ([3, 8],)
    listed = ops.GradOperation(get_by_list=True)(net, net.trainable_params())
    assert plain(listed(Tensor(X), Tensor(Y))) == ([3, 8],)


def test_numbers_are_no_positions():
    assert plain(ms.grad(lambda a, b: a * b)(Tensor(X), 3.0)) == [3, 3]
    assert ms.grad(lambda a, b: a * b, 1)(Tensor(X), 3.0) == ()
    assert plain(ops.GradOperation(get_all=True)(lambda a, b: a * b)(Tensor(X), 3.0)) == ([3, 3],)


@pytest.mark.parametrize("held", [(3.0, 2), [3.0], {"k": 3.0}, (), ((3.0, 1), None), "text"])
@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_containers_without_tensors_are_no_positions(held, mode):
    ms.set_context(mode=mode)

    def double(a, b):
        return a * 2

    assert plain(ops.GradOperation(get_all=True)(double)(Tensor(X), held)) == ([2, 2],)
    assert plain(ms.grad(double, (0, 1))(Tensor(X), held)) == [2, 2]
    assert ms.grad(double, 1)(Tensor(X), held) == ()


def test_several_outputs_add_up():
    assert eager_and_compiled(lambda: ms.grad(lambda x, y: (x * y, x), (0, 1))) == ([4, 5], [1, 2])


@pytest.mark.parametrize("out", [lambda x, y: y, lambda x, y: x > 1, lambda x, y: 3])
def test_independent_outputs_give_zeros(out):
    assert plain(ms.grad(out)(Tensor(X), Tensor(Y))) == [0, 0]


def test_frozen_parameters_have_zero_gradients():
    frozen = weight("z", requires_grad=False)
    assert eager_and_compiled(lambda: ms.grad(lambda x, y: x * frozen, None, [frozen])) == ([0, 0],)


def test_the_same_tensor_twice_is_two_positions():
    x = Tensor(X)
    expected = [1, 2]
    assert plain(ms.grad(lambda a, b: a * b, (0, 1))(x, x)) == (expected, expected)
    assert plain(ms.jit(ms.grad(lambda a, b: a * b, (0, 1)))(x, x)) == (expected, expected)


def test_nested_arguments():
    f = ms.grad(lambda t: t[0] * t[1]["b"])
    assert plain(f((Tensor(X), {"b": Tensor(Y)}))[0]) == [3, 4]


def test_keyword_arguments_reach_the_function():
    assert plain(ms.grad(lambda a, b=None: a * b)(Tensor(X), b=Tensor(Y))) == [3, 4]


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("wrap", ["eager", "jit outside", "jit inside", "graph"])
def test_any_order(order, wrap):
    def f(x):
        return ops.exp(x * 0.5) * x * x

    def raw(x):
        return (jnp.exp(x * 0.5) * x * x).sum()

    mine, theirs = ms.jit(f) if wrap == "jit inside" else f, raw
    for _ in range(order):
        mine = ms.grad(mine)
        theirs = jax.grad(lambda x, g=theirs: g(x).sum())
    if wrap == "jit outside":
        mine = ms.jit(mine)
    if wrap == "graph":
        ms.set_context(mode=ms.GRAPH_MODE)
    try:
        got = mine(Tensor(X)).asnumpy()
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    np.testing.assert_allclose(got, theirs(jnp.asarray(X)), rtol=2e-6)


def test_mixed_second_order_through_weights():
    p = weight()

    def loss(x):
        return (x * x * p * p).sum()

    inner = ms.grad(loss, None, p)
    got = ms.grad(lambda x: inner(x).sum())(Tensor(X))
    np.testing.assert_allclose(got.asnumpy(), 2 * X * 2 * 2)


ERRORS = [
    (lambda: ops.GradOperation(get_all=1), TypeError, "'get_all' should be bool"),
    (lambda: ops.GradOperation(get_by_list="a"), TypeError, "'get_by_list' should be bool"),
    (lambda: ops.GradOperation(sens_param=None), TypeError, "'sens_param' should be bool"),
    (lambda: ms.grad(3), TypeError, "should be callable"),
    (lambda: ms.grad(product, "a"), TypeError, "'grad_position' must be int or tuple"),
    (lambda: ms.grad(product, (0, "a")), TypeError, "element in 'grad_position' must be int"),
    (lambda: ms.grad(product, -1), ValueError, "must be >= 0"),
    (lambda: ms.grad(product, (0, 0)), ValueError, "duplicate positions"),
    (lambda: ms.grad(product, ()), RuntimeError, "should not be empty"),
    (lambda: ms.grad(product, None, None), ValueError, "can not be None at the same time"),
    (lambda: ms.grad(product, 0, 3), TypeError, "expected to be a tensor"),
    (lambda: ms.grad(product, 0, None, 3), TypeError, "'has_aux' should be bool"),
    (lambda: ms.grad(product, 0, None, False, 3), TypeError, "'return_ids' should be bool"),
    (lambda: ms.grad(product, 3)(Tensor(X), Tensor(Y)), RuntimeError, "exceed input size"),
    (
        lambda: ops.GradOperation(sens_param=True)(product)(
            Tensor(X), Tensor(Y), Tensor(np.ones((1, 3), np.float32))
        ),
        ValueError,
        "shape should be",
    ),
    (
        lambda: ops.GradOperation(sens_param=True)(product)(Tensor(X), Tensor(Y), Tensor([1, 2])),
        TypeError,
        "dtype should be",
    ),
    (lambda: ops.GradOperation(get_by_list=True)(product, 3), TypeError, "expected to be a tensor"),
]


@pytest.mark.parametrize("call,error,text", ERRORS)
def test_errors(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_get_grad():
    grads = ms.grad(product, (0, 1), [P], return_ids=True)(Tensor(X), Tensor(Y))
    assert plain(ms.get_grad(grads, 0)) == [6, 8]
    assert plain(ms.get_grad(grads, P)) == [3, 8]
    for absent in (5, Q):
        with pytest.raises(RuntimeError, match="Can not find the gradient"):
            ms.get_grad(grads, absent)
    for wrong in ("p", 1.0, Tensor(1), None):
        with pytest.raises(TypeError, match="must be an int or a Parameter"):
            ms.get_grad(grads, wrong)


def times(x, y):
    return x * y


def test_keywords_have_positions_after_the_others():
    x, y = Tensor(3.0), Tensor(4.0)
    assert plain(ms.grad(times, (0, 1))(x, y=y)) == (4.0, 3.0)
    assert plain(ms.grad(times, (0, 1))(y=y, x=x)) == (3.0, 4.0)
    assert plain(ops.GradOperation(get_all=True)(times)(x, y=y)) == (4.0, 3.0)
    assert plain(ms.jit(ms.grad(times, (0, 1)))(x, y=y)) == (4.0, 3.0)


def test_weights_of_grad_operation():
    net, x = Net(), Tensor(X)
    by_list = ops.GradOperation(get_by_list=True)
    assert plain(by_list(net, net.p)(x, Tensor(Y))) == [3.0, 8.0]  # a bare Parameter, a bare result
    other = weight("unused")
    found = by_list(lambda a: (a * net.p, other)[0])(x)
    assert len(found) == 1 and plain(found[0]) == [1.0, 2.0]
    with pytest.raises(ValueError, match="must be given"):
        ms.jit(by_list(lambda a: a * net.p))(x)


@pytest.mark.parametrize("compiled", [False, True])
def test_jacobians_by_integers_keep_their_dtype(compiled):
    wrap = ms.jit if compiled else lambda f: f
    for jacobian in (ms.jacfwd, ms.jacrev):
        found = wrap(jacobian(lambda a: a * 2.0))(Tensor([1, 2]))
        assert (found.shape, found.dtype) == ((2, 2), ms.int64)


def test_chained_vjps_do_not_grow():
    from msjax._core.base import nodes

    h = Tensor(X)
    for _ in range(20):
        h, pull = ms.vjp(lambda x: ops.tanh(x) * x, h)
    assert nodes.live(h._node) is None
    assert pull(Tensor(X))[0].shape == (2,)


def test_gradient_operation_of_a_function_without_arguments():
    w = weight()
    assert ops.GradOperation()(lambda: w * 2)() == ()
    assert ops.GradOperation(get_all=True)(lambda: w * 2)() == ()
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        ops.GradOperation(sens_param=True)(lambda x: x * 2)(Tensor(X))


def test_positions_beyond_the_arguments():
    with pytest.raises(RuntimeError, match="Position index 1 is exceed input size"):
        ms.grad(lambda x: x, 1)(Tensor(X))
    with pytest.raises(IndexError, match="Position index 1 is exceed input size"):
        ms.jit(ms.grad(lambda x: x, 1))(Tensor(X))


@pytest.mark.parametrize(
    "outputs, sens, text",
    [
        (lambda x: x * 2, 1.0, r"broadcast to expected shape, but got \[\] vs \[2\]"),
        (lambda x: (x, x), Tensor(X), "gradient's size should be same as out of network"),
    ],
)
def test_sensitivities_that_do_not_fit(outputs, sens, text):
    with pytest.raises(RuntimeError, match=text):
        ops.GradOperation(sens_param=True)(outputs)(Tensor(X), sens)


@pytest.mark.parametrize(
    ("outputs", "sens", "error"),
    [
        (lambda x: x * 2, [1.0, 2.0], TypeError),
        (lambda x: x * 2, np.ones(2, np.float32), TypeError),
        (lambda x: (x, x), Tensor(X), TypeError),
        (lambda x: (x, x), (Tensor(X),), IndexError),
        (lambda x: x * 2, Tensor(X[:1]), ValueError),
        (lambda x: x * 2, 1.0, TypeError),
        (lambda x: x * 2, 2, TypeError),
        (lambda x: x.sum(), True, TypeError),
    ],
)
def test_sensitivities_that_do_not_fit_in_compiled_code(outputs, sens, error):
    for wrap in (ms.jit, in_graph_mode):
        with pytest.raises(error):
            wrap(lambda x: ops.GradOperation(sens_param=True)(outputs)(x, sens))(Tensor(X))


@pytest.mark.parametrize("sens", [2, 2.0, np.float32(2)])
@pytest.mark.parametrize("dtype", [ms.float32, ms.float16])
def test_numbers_are_sensitivities_of_a_scalar(sens, dtype):
    gradient = ops.GradOperation(sens_param=True)(lambda x: (x * x).sum())(Tensor(X, dtype), sens)
    assert gradient.dtype == dtype and gradient.asnumpy().tolist() == [4, 8]


def test_a_bool_is_no_sensitivity():
    with pytest.raises(TypeError):
        ops.GradOperation(sens_param=True)(lambda x: x.sum())(Tensor(X), True)


def test_a_sensitivity_without_dimensions_does_not_fit():
    with pytest.raises(RuntimeError, match=r"broadcast to expected shape, but got \[\] vs \[2\]"):
        ops.GradOperation(sens_param=True)(lambda x: x * 2)(Tensor(X), Tensor(1.0))


def test_gradient_functions_are_remembered():
    def f(x):
        return (x**3).sum()

    assert ms.grad(f) is ms.grad(f)
    assert ms.grad(ms.grad(f)) is ms.grad(ms.grad(f))
    assert ms.grad(f) is not ms.grad(f, has_aux=True)
    assert ms.grad(f) is not ms.value_and_grad(f)


class Weight(Tensor):
    """A program's own class of weights, with a `data` that cannot be set."""

    def __init__(self, values, requires_grad=True):
        super().__init__(values)
        self.param_info = ParamInfo()
        self.param_info.name = "weight"
        self.param_info.requires_grad = requires_grad
        self.requires_grad = requires_grad

    @property
    def data(self):
        return self


def test_gradients_by_tensors_with_the_info_of_a_parameter():
    a, b, frozen = Weight([2.0]), Weight([3.0]), Weight([4.0], requires_grad=False)
    assert a.param_info.name == "weight"
    assert Tensor([1.0]).param_info is None

    def f(x):
        return (a * x * frozen + b * b).sum()

    for run in (f, ms.jit(f)):
        assert ms.grad(run, None, [a, b])(Tensor([5.0])) == (20.0, 6.0)
        assert ms.grad(run, 0, (a, frozen))(Tensor([5.0])) == (8.0, (20.0, 0.0))
    with pytest.raises(TypeError, match="must be a ParamInfo"):
        Tensor([1.0]).param_info = 3


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
def test_sensitivities_of_a_dict_are_a_dict(wrap):
    def outputs(x):
        return {"a": x * x, "b": x * 2}

    sens = {"a": Tensor(X), "b": Tensor(X)}
    found = wrap(lambda x: ops.GradOperation(sens_param=True)(outputs)(x, sens))(Tensor(X))
    np.testing.assert_array_equal(found.asnumpy(), 2 * X * X + 2 * X)


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
def test_a_result_without_tensors_takes_a_number(wrap):
    found = wrap(lambda x: ops.GradOperation(sens_param=True)(lambda a: 3)(x, 3))(Tensor(X))
    np.testing.assert_array_equal(found.asnumpy(), 0 * X)
