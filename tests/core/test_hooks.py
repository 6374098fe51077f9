"""Hooks and custom derivatives. The numbers and error classes are those of MindSpore 2.10."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core import hooks
from msjax._core.op import Array, Key, call, op

ONES = ms.Tensor(np.ones((3, 2), np.float32))


@op()
def noise(x: Array, *, key: Key) -> Array:
    return x * jax.random.uniform(key, x.shape)


def tensor(*values):
    return ms.Tensor(np.array(values, np.float32))


def close(value, *expected):
    np.testing.assert_allclose(value.asnumpy(), np.array(expected, np.float32), rtol=1e-6)


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(tensor(3, 4), name="w")

    def construct(self, x, y=2.0):
        return x * self.w * y


class Pair(nn.Cell):
    def construct(self, x, y):
        return x * y, x + y


def modes(function):
    """The function eager and compiled."""
    return [function, ms.jit(function)]


# -- hooks on Tensors --------------------------------------------------------------------------


@pytest.mark.parametrize("compiled", [False, True])
def test_tensor_hook_changes_the_gradient(compiled):
    def f(x, y):
        z = x * y
        z.register_hook(lambda g: g * 2)
        return z * y

    def grads(x, y):
        return ms.grad(f, (0, 1))(x, y)

    gx, gy = modes(grads)[compiled](tensor(1), tensor(2))
    close(gx, 8)
    close(gy, 6)


def test_tensor_hook_removed_before_backward():
    def f(x, y):
        z = x * y
        handle = z.register_hook(lambda g: g * 2)
        out = z * y
        handle.remove()
        return out

    gx, gy = ms.grad(f, (0, 1))(tensor(1), tensor(2))
    close(gx, 4)
    close(gy, 4)


def test_tensor_hooks_run_once_in_order_on_the_sum_of_gradients():
    seen = []

    def f(x):
        z = x * 2
        z.register_hook(lambda g: seen.append(float(g.asnumpy()[0])) or g * 2)
        first = z * 3
        z.register_hook(lambda g: seen.append(float(g.asnumpy()[0])) or g * 3)
        return first + z * 4

    close(ms.grad(f)(tensor(1)), 84)
    assert seen == [7, 14]


def test_tensor_hook_returning_none_keeps_the_gradient():
    def f(x):
        z = x * 2
        z.register_hook(lambda g: None)
        return z

    close(ms.grad(f)(tensor(1)), 2)


def test_hook_of_an_argument_stays_with_the_tensor():
    x = tensor(3)
    handle = x.register_hook(lambda g: g * 10)
    for _ in range(2):
        close(ms.grad(lambda a: a * 2)(x), 20)
    close(ms.grad(lambda a: a * x)(tensor(1)), 3)
    handle.remove()
    close(ms.grad(lambda a: a * 2)(x), 2)


@pytest.mark.parametrize("compiled", [False, True])
def test_hook_of_a_parameter(compiled):
    p = ms.Parameter(tensor(3), name="p")
    handle = p.register_hook(lambda g: g * 10)

    def grads(a):
        return ms.grad(lambda a: a * p + p, None, [p])(a)

    close(modes(grads)[compiled](tensor(1))[0], 20)
    close(p, 3)
    handle.remove()
    close(modes(grads)[0](tensor(1))[0], 2)


def test_hook_is_differentiated_too():
    def f(x):
        z = x * x * x
        z.register_hook(lambda g: g * g * x)
        return z * x

    close(ms.grad(ms.grad(f))(tensor(2)), 264)


@pytest.mark.parametrize(
    ("hook", "error"), [(4, TypeError), (lambda g: 5, RuntimeError)], ids=["number", "returns_int"]
)
def test_bad_tensor_hooks(hook, error):
    def f(x):
        z = x * 2
        z.register_hook(hook)
        return z

    with pytest.raises(error):
        ms.grad(f)(tensor(1))


# -- InsertGradientOf and HookBackward ----------------------------------------------------------


@pytest.mark.parametrize("compiled", [False, True])
def test_insert_gradient_of(compiled):
    scale = ops.InsertGradientOf(lambda d: d * 5)

    def grads(x):
        return ms.grad(lambda x: scale(x * 3) * 2)(x)

    close(modes(grads)[compiled](tensor(1)), 30)
    close(scale(tensor(4)), 4)


def test_insert_gradient_of_none_keeps_the_gradient():
    close(ms.grad(lambda x: ops.InsertGradientOf(lambda d: None)(x) * 2)(tensor(1)), 2)


@pytest.mark.parametrize(
    ("hook", "expected"),
    [
        (lambda d: None, (2, 0)),
        (lambda d: (d[0] * 2, d[1] + 7), (4, 7)),
    ],
)
@pytest.mark.parametrize("compiled", [False, True])
def test_hook_backward_of_two(hook, expected, compiled):
    def grads(x, y):
        return ms.grad(lambda x, y: ops.HookBackward(hook)(x, y)[0] * 2, (0, 1))(x, y)

    for gradient, value in zip(modes(grads)[compiled](tensor(1), tensor(2)), expected, strict=True):
        close(gradient, value)


@pytest.mark.parametrize("hook", [lambda d: d[0] * 2, lambda d: (d[0] * 2,)])
def test_hook_backward_of_one(hook):
    close(ms.grad(lambda x: ops.HookBackward(hook)(x) * 2)(tensor(1)), 4)


@pytest.mark.parametrize("result", [3, lambda d: d[0], lambda d: (d[0],)])
def test_hook_backward_of_two_needs_two(result):
    hook = result if callable(result) else (lambda d: result)
    with pytest.raises(TypeError):
        ms.grad(lambda x, y: ops.HookBackward(hook)(x, y)[0])(tensor(1), tensor(2))


def test_hook_backward_needs_a_function():
    with pytest.raises(TypeError, match="callable"):
        ops.HookBackward(4)


# -- forward hooks -------------------------------------------------------------------------------


def test_forward_hooks_in_order():
    net, calls = Scale(), []
    net.register_forward_pre_hook(lambda c, i: calls.append("pre") or (i[0] * 2,))
    net.register_forward_pre_hook(lambda c, i: calls.append("first"), prepend=True)
    net.register_forward_hook(lambda c, i, o: calls.append(float(i[0].asnumpy()[0])) or o + 100)
    net.register_forward_hook(lambda c, i, o: calls.append("before"), prepend=True)
    close(net(tensor(1, 2)), 112, 132)
    assert calls == ["first", "pre", "before", 2.0]


def test_removed_hooks_are_gone():
    net = Scale()
    handles = [
        net.register_forward_pre_hook(lambda c, i: (i[0] * 2,)),
        net.register_forward_hook(lambda c, i, o: o + 1),
        net.register_backward_hook(lambda c, gi, go: gi[0] * 10),
        net.register_backward_pre_hook(lambda c, go: go[0] * 10),
    ]
    close(net(tensor(1, 2)), 13, 33)
    close(ms.grad(net)(tensor(1, 2)), 1200, 1600)
    for handle in handles:
        handle.remove()
        handle.remove()
    close(net(tensor(1, 2)), 6, 16)
    close(ms.grad(net)(tensor(1, 2)), 6, 8)


def test_forward_hooks_with_keywords():
    net, seen = Scale(), []
    net.register_forward_pre_hook(lambda c, i, k: (i, {"y": 7.0}), with_kwargs=True)
    net.register_forward_hook(lambda c, i, k, o: seen.append(k), with_kwargs=True)
    close(net(tensor(1, 2), y=1.0), 21, 56)
    assert seen == [{"y": 7.0}]


def test_forward_pre_hook_with_keywords_must_return_a_pair():
    net = Scale()
    net.register_forward_pre_hook(lambda c, i, k: 5, with_kwargs=True)
    with pytest.raises(RuntimeError, match="new_args"):
        net(tensor(1, 2))


def test_always_call():
    net, seen = Scale(), []
    net.register_forward_hook(lambda c, i, o: seen.append(o), always_call=True)
    net.register_forward_hook(lambda c, i, o: seen.append("never"))
    with pytest.raises(TypeError):
        net(tensor(1, 2), y="s")
    assert seen == [None]


@pytest.mark.parametrize(
    "name",
    [
        "register_forward_pre_hook",
        "register_forward_hook",
        "register_backward_pre_hook",
        "register_backward_hook",
    ],
)
def test_hooks_must_be_callable(name):
    with pytest.raises(TypeError, match="Expected a callable hook function, but got int"):
        getattr(Scale(), name)(3)


# -- backward hooks ------------------------------------------------------------------------------


def numbers(gradients):
    return [None if g is None else g.asnumpy().tolist() for g in gradients]


def test_backward_hooks_see_both_sides():
    net, seen = Pair(), []
    net.register_backward_hook(lambda c, gi, go: seen.append(("A", numbers(gi), numbers(go))))
    net.register_backward_hook(lambda c, gi, go: (gi[0] * 2, gi[1] * 2))
    net.register_backward_hook(lambda c, gi, go: seen.append(("B", numbers(gi), numbers(go))))
    net.register_backward_pre_hook(lambda c, go: seen.append(numbers(go)) or (go[0] * 3, go[1]))
    net.register_backward_pre_hook(lambda c, go: seen.append(numbers(go)))
    gx, gy = ms.grad(lambda a, b: net(a, b)[0], (0, 1))(tensor(1, 2), tensor(5, 6))
    close(gx, 30, 36)
    close(gy, 6, 12)
    assert seen == [
        [[1, 1], None],
        [[3, 3], None],
        ("A", [[15, 18], [3, 6]], [[3, 3], None]),
        ("B", [[30, 36], [6, 12]], [[3, 3], None]),
    ]


@pytest.mark.parametrize("compiled", [False, True])
def test_backward_hook_changes_the_inputs_gradient_alone(compiled):
    net = Scale()
    net.register_backward_hook(lambda c, gi, go: gi[0] * 10 + go[0])
    net.register_backward_pre_hook(lambda c, go: go[0] * 2)

    def grads(x):
        return ms.grad(net, 0, net.trainable_params())(x)

    gx, (gw,) = modes(grads)[compiled](tensor(1, 2))
    close(gx, 122, 162)
    close(gw, 4, 8)


def test_backward_hook_without_tracked_inputs_sees_none():
    net, seen = Scale(), []
    net.register_backward_hook(lambda c, gi, go: seen.append((numbers(gi), numbers(go))))
    ms.grad(lambda y: net(tensor(1, 2), y))(tensor(1, 2))
    ms.grad(lambda x: net(tensor(1, 2)), None, net.trainable_params())(tensor(1, 1))
    assert seen == [([None, [3, 8]], [[1, 1]]), ([None], [[1, 1]])]


def test_backward_hook_ignores_keywords_and_numbers():
    net, seen = Scale(), []
    net.register_backward_hook(lambda c, gi, go: seen.append(numbers(gi)))
    close(ms.grad(lambda x: net(x, y=x))(tensor(1, 2)), 6, 16)
    close(ms.grad(lambda x: net(x, 3.0))(tensor(1, 2)), 9, 12)
    assert seen == [[[3, 8]], [[9, 12]]]


@pytest.mark.parametrize(
    ("register", "hook"),
    [
        ("register_backward_hook", lambda c, gi, go: gi[0]),
        ("register_backward_hook", lambda c, gi, go: (5, 5)),
        ("register_backward_pre_hook", lambda c, go: (go[0],)),
    ],
)
def test_backward_hooks_must_return_all_gradients(register, hook):
    net = Pair()
    getattr(net, register)(hook)
    with pytest.raises(TypeError):
        ms.grad(net, (0, 1))(tensor(1), tensor(2))


# -- bprop ---------------------------------------------------------------------------------------


class Custom(nn.Cell):
    def __init__(self, rule):
        super().__init__()
        self.w = ms.Parameter(tensor(3, 4), name="w")
        self.rule = rule

    def construct(self, x, y):
        return x * self.w + y

    def bprop(self, x, y, out, dout):
        return self.rule(x, y, out, dout)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (lambda x, y, o, d: (d * 10, d * 20), ((10, 10), (20, 20))),
        (lambda x, y, o, d: [d * 10, x], ((10, 10), (1, 2))),
        (lambda x, y, o, d: ((d * 10, o), (d * 30,)), ((10, 10), (8, 14))),
        (lambda x, y, o, d: (d * 10, d, d), ((10, 10), (1, 1))),
        (lambda x, y, o, d: (None, d), ((0, 0), (1, 1))),
        (lambda x, y, o, d: (ONES, ms.Tensor([1, 1])), ((3, 3), (1, 1))),
    ],
)
def test_bprop(rule, expected, compiled):
    net = Custom(rule)

    def grads(x, y):
        return ms.grad(net, (0, 1), net.trainable_params())(x, y)

    (gx, gy), (gw,) = modes(grads)[compiled](tensor(1, 2), tensor(5, 6))
    close(gx, *expected[0])
    close(gy, *expected[1])
    close(gw, 0, 0)
    close(net(tensor(1, 2), tensor(5, 6)), 8, 14)


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        (lambda *_: None, TypeError),
        (lambda x, y, o, d: (d,), RuntimeError),
        (lambda x, y, o, d: d, RuntimeError),
        (lambda x, y, o, d: (1, d), RuntimeError),
        (lambda x, y, o, d: (ms.Tensor(np.ones((3, 3), np.float32)), d), RuntimeError),
    ],
)
def test_bad_bprop(rule, error):
    with pytest.raises(error):
        ms.grad(Custom(rule), (0, 1))(tensor(1, 2), tensor(5, 6))


class Several(nn.Cell):
    def construct(self, x, n=2.0, flag=True):
        return x * n, x + n

    def bprop(self, x, n, flag, out, dout):
        assert isinstance(n, float) and isinstance(flag, bool)
        return dout[0] * 5 + dout[1] * n, 0.0, 0


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda x: Several()(x), 7),
        (lambda x: Several()(x, 3.0)[1], 3),
        (lambda x: Several()(x, flag=False)[1], 2),
    ],
)
def test_bprop_with_numbers_and_two_outputs(call, expected, compiled):
    close(modes(lambda x: ms.grad(call)(x))[compiled](tensor(1, 2)), expected, expected)


class OfTuple(nn.Cell):
    def construct(self, pair):
        return pair[0] * pair[1]

    def bprop(self, pair, out, dout):
        return ((dout * 5, dout * pair[1]),)


def test_bprop_of_a_tuple():
    ga, gb = ms.grad(lambda a, b: OfTuple()((a, b)), (0, 1))(tensor(1), tensor(3))
    close(ga, 5)
    close(gb, 3)


class Cube(nn.Cell):
    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (x * x * x * dout,)


@pytest.mark.parametrize("compiled", [False, True])
def test_bprop_is_differentiated_too(compiled):
    net = Cube()
    close(modes(lambda x: ms.grad(net)(x))[compiled](tensor(2)), 8)
    close(modes(lambda x: ms.grad(ms.grad(net))(x))[compiled](tensor(2)), 12)


def test_bprop_under_bare_jax():
    net = Cube()
    slope = jax.grad(lambda x: net(ms.Tensor(x)).sum().__jax_array__())(np.float32(2))
    assert float(slope) == 8


def test_forward_hooks_are_refused_with_bprop():
    net = Cube()
    handle = net.register_forward_hook(lambda c, i, o: o * 2)
    close(net(tensor(2)), 4)
    handle.remove()


# -- recompute -----------------------------------------------------------------------------------


class Counting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(tensor(3, 4), name="w")
        type(self).calls = []  # not an attribute, whose changes compiled code would have to see

    def construct(self, x):
        self.calls.append(1)
        return x * x * self.w


@pytest.mark.parametrize("compiled", [False, True])
def test_recompute_gives_the_same_gradients(compiled):
    net = Counting()
    net.recompute()

    def grads(x):
        return ms.grad(net, 0, net.trainable_params())(x)

    gx, (gw,) = modes(grads)[compiled](tensor(1, 2))
    close(gx, 6, 16)
    close(gw, 1, 4)
    if not compiled:
        assert len(net.calls) == 2
    assert net.get_scope() == "recompute_" and net.get_flags() == {"output_recompute": False}


def test_recompute_second_derivative():
    net = Counting()
    net.recompute()
    close(ms.grad(lambda x: ms.grad(net)(x))(tensor(1, 2)), 6, 8)


def test_recompute_of_code_that_uses_other_tensors():
    other = tensor(5, 6)

    class Closure(nn.Cell):
        def construct(self, x):
            return x * self.outside

    net = Closure()
    net.recompute()

    def f(y):
        net.outside = y
        return net(tensor(1, 2)).sum()

    close(ms.grad(f)(other), 1, 2)


def test_recompute_repeats_random_numbers():
    class Noise(nn.Cell):
        def construct(self, x):
            return call(noise)(x)

    net = Noise()
    net.recompute()
    value, slope = ms.value_and_grad(lambda x: net(x).sum())(tensor(1, 1, 1))
    np.testing.assert_allclose(value.asnumpy(), slope.asnumpy().sum(), rtol=1e-6)


# -- precision -----------------------------------------------------------------------------------


def test_to_float_casts_inside_operations():
    seen = []

    class Mixed(nn.Cell):
        def __init__(self, inner=None):
            super().__init__()
            self.w = ms.Parameter(tensor(3, 4), name="w")
            self.inner = inner

        def construct(self, x):
            y = x * self.w
            seen.append((str(x.dtype), str(y.dtype)))
            return y if self.inner is None else self.inner(y)

    net = Mixed(Mixed())
    net.to_float(ms.float16)
    assert net(tensor(1, 2)).dtype == ms.float16
    net.inner.to_float(ms.float32)
    assert net(tensor(1, 2)).dtype == ms.float32
    assert seen == [
        ("Float32", "Float16"),
        ("Float16", "Float16"),
        ("Float32", "Float16"),
        ("Float16", "Float32"),
    ]
    assert net.w.dtype == ms.float32
    gradient = ms.grad(net, None, [net.w])(tensor(1, 2))[0]
    assert gradient.dtype == ms.float32
    assert (tensor(1) * 2).dtype == ms.float32


def test_to_float_refuses_integers():
    with pytest.raises(ValueError, match="to_float"):
        Scale().to_float(ms.int32)


def test_fit_sums_broadcast_axes():
    fitted = hooks.fit(ms.Tensor(np.ones((4, 3, 2), np.float64)), tensor(1, 2).reshape(1, 2))
    assert fitted.dtype == ms.float32
    np.testing.assert_array_equal(fitted.asnumpy(), [[12, 12]])


@ms.jit
def compiled_hook(cell, inputs, output=None):
    return output


@pytest.mark.parametrize("kind", ["forward_pre", "forward", "backward_pre", "backward"])
def test_compiled_functions_are_no_hooks(kind):
    with pytest.raises(TypeError, match="'@jit' is not supported"):
        getattr(Scale(), f"register_{kind}_hook")(compiled_hook)


def test_frozen_parameters_take_no_hook():
    frozen = ms.Parameter(tensor(1), name="frozen", requires_grad=False)
    with pytest.raises(RuntimeError, match="requires grad is false"):
        frozen.register_hook(lambda g: g)


def test_hooks_of_weights_that_nothing_depends_on():
    used, other = (ms.Parameter(tensor(1), name=n) for n in ("used", "other"))
    seen = []
    for w in (used, other):
        w.register_hook(lambda g: seen.append(g.item()))
    ms.grad(lambda x: x * used, None, [used, other])(tensor(3))
    assert sorted(seen) == [0.0, 3.0]
    other.register_hook(lambda g: g + 7)
    close(ms.grad(lambda x: x * used, None, [used, other])(tensor(3))[1], 7)


class Given(nn.Cell):
    """A Cell whose `bprop` returns what a test gives."""

    def __init__(self, given, used=None):
        super().__init__()
        self.given = given
        self.seen = []
        if used is not None:
            self.used_bprop_inputs = used

    def construct(self, x, y):
        return x * y, 3, None

    def bprop(self, *args):
        self.seen.append(args)
        return self.given


@pytest.mark.parametrize(
    "given, error, text",
    [
        ((tensor(1, 1),), TypeError, "which is: 2, but got:1"),
        ((tensor(1, 1), tensor(1)), ValueError, r"the same shape as the 1th .*\(2,\), but got: \("),
        ((tensor(1, 1), tensor(1, 1).half()), TypeError, "the same dtype as the 1th argument"),
        ((tensor(1, 1), 2), TypeError, "1th return value"),
        ((tensor(1, 1), tensor(2, 2)), None, ""),
    ],
)
def test_check_bprop(given, error, text):
    gradient = ms.grad(lambda x, y: Given(given)(x, y)[0], (0, 1))
    ms.set_context(check_bprop=True)
    try:
        if error is None:
            close(gradient(tensor(1, 2), tensor(3, 4))[1], 2, 2)
        else:
            with pytest.raises(error, match=text):
                gradient(tensor(1, 2), tensor(3, 4))
    finally:
        ms.set_context(check_bprop=False)


def test_gradients_given_to_bprop_are_those_of_tensors():
    net = Given((tensor(1, 1), None))
    ms.grad(lambda x, y: net(x, y)[0] * 5)(tensor(1, 2), tensor(3, 4))
    ((_, _, out, dout),) = net.seen
    assert out[1:] == (3, None)
    close(dout, 5, 5)


def test_used_bprop_inputs():
    net = Given((tensor(1, 1), None), used=[1])
    ms.grad(lambda x, y: net(x, y)[0])(tensor(1, 2), tensor(3, 4))
    ((x, y, out, dout),) = net.seen
    assert x is None and out is None
    close(y, 3, 4)
    close(dout, 1, 1)
    with pytest.raises(RuntimeError, match="tuple or list"):
        ms.grad(lambda x: Given((x, x), used=3)(x, x)[0])(tensor(1))


def test_bprop_with_gradients_of_its_weights():
    class Own(Scale):
        def __init__(self):
            super().__init__()
            self.internal_params = [self.w]

        def bprop(self, x, y, out, dout):
            return (dout, None), {self.w: x * dout * 10}

    net = Own()
    for wrap in (lambda f: f, ms.jit):
        by_input, by_weight = wrap(ms.grad(net, 0, [net.w]))(tensor(5, 6), 2.0)
        close(by_input, 1, 1)
        close(by_weight[0], 50, 60)
