"""Hooks and precision. The numbers and error classes are those of MindSpore 2.10."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core.gradient import hooks
from msjax._core.tensor.structure import map_tensors

ONES = ms.Tensor(np.ones((3, 2), np.float32))


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


def test_arrays_of_jax_pass_through():
    raw = jax.numpy.ones(2)
    found = map_tensors(lambda t: t * 2, (raw, tensor(1), [raw]))
    assert found[0] is raw and found[2] == [raw]
    close(found[1], 2)


def test_a_hook_that_removes_itself_does_not_hide_the_error():
    class Failing(nn.Cell):
        def construct(self, x):
            raise KeyError("the user's")

    net = Failing()
    handle = net.register_forward_hook(lambda *given: handle.remove(), always_call=True)
    with pytest.raises(KeyError, match="the user's"):
        net(tensor(1))


class Nested(nn.Cell):
    def construct(self, x):
        return x * x, (x * 2, x * 3), 4


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("kind", ["register_backward_pre_hook", "register_backward_hook"])
def test_hooks_see_the_tensors_of_a_tuple_and_no_deeper(kind, compiled):
    net, seen = Nested(), []

    def hook(cell, *gradients):
        seen.append([len(g) for g in gradients])
        return (gradients[0][0] * 10,)

    getattr(net, kind)(hook)

    def f(x):
        a, (b, c), n = net(x)
        assert n == 4
        return a + b + c

    found = (ms.jit(ms.grad(f)) if compiled else ms.grad(f))(ms.Tensor([1.0, 2.0]))
    pre = kind == "register_backward_pre_hook"
    assert found.asnumpy().tolist() == ([25, 45] if pre else [70, 90])
    assert seen == ([[1]] if pre else [[1, 1]])


def test_backward_hook_of_a_cell_without_tensor_arguments():
    class Product(nn.Cell):
        def construct(self, pair):
            return pair[0] * pair[1]

    net, seen = Product(), []
    net.register_backward_hook(lambda cell, given, got: seen.append(given))
    found = ms.grad(lambda x: net((x * 2, x * 3)))(ms.Tensor([1.0, 2.0]))
    assert (found.asnumpy().tolist(), seen) == ([12, 24], [(None,)])


def test_hook_backward_with_too_many_gradients():
    show = ops.HookBackward(lambda gradients: gradients + gradients)
    with pytest.raises(ValueError, match="tuple size of output gradient should be 2, but it is 4"):
        ms.grad(lambda x: sum(show(x, x * 2)))(ms.Tensor([1.0]))
    one = ops.HookBackward(lambda gradients: gradients + gradients)
    with pytest.raises(TypeError, match="should be a tensor but got tuple"):
        ms.grad(lambda x: one(x) * 2)(ms.Tensor([1.0]))
