"""Operations that write into Tensors and Parameters.

MindSpore's CPU build returns the new values but leaves the receiver of most in-place methods as it
was; here they follow their documented meaning.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import msjax as ms
from msjax import ops


def tensor(*values: float, dtype: ms.Type = ms.float32) -> ms.Tensor:
    return ms.Tensor(np.array(values), dtype)


METHODS = [
    ("add_", (2,), [3.0, 6.0]),
    ("add_", (ms.Tensor([1.0, 2.0]),), [2.0, 6.0]),
    ("sub_", (2,), [-1.0, 2.0]),
    ("mul_", (2,), [2.0, 8.0]),
    ("div_", (2,), [0.5, 2.0]),
    ("floor_divide_", (2,), [0.0, 2.0]),
    ("remainder_", (3,), [1.0, 1.0]),
    ("exp_", (), [np.e, np.exp(4)]),
    ("log_", (), [0.0, np.log(4)]),
    ("tanh_", (), [np.tanh(1), np.tanh(4)]),
    ("floor_", (), [1.0, 4.0]),
    ("sign_", (), [1.0, 1.0]),
    ("clamp_", (2, 3), [2.0, 3.0]),
    ("clamp_", (None, 2), [1.0, 2.0]),
    ("fill_", (7,), [7.0, 7.0]),
    ("zero_", (), [0.0, 0.0]),
    ("copy_", (ms.Tensor([5, 6], ms.int32),), [5.0, 6.0]),
    ("copy_", (ms.Tensor([5.0]),), [5.0, 5.0]),
]


@pytest.mark.parametrize(("name", "args", "want"), METHODS)
def test_method_writes_and_returns_the_tensor(name: str, args: tuple, want: list) -> None:
    x = tensor(1, 4)
    result = getattr(x, name)(*args)
    assert result is x
    assert x.dtype == ms.float32
    np.testing.assert_allclose(x.asnumpy(), want, rtol=1e-6)


def test_options() -> None:
    assert tensor(1, 4).add_(2, alpha=3).asnumpy().tolist() == [7, 10]
    assert tensor(1, 4).sub_(tensor(1, 1), alpha=0.5).asnumpy().tolist() == [0.5, 3.5]
    assert tensor(-7, 7).div_(2, rounding_mode="floor").asnumpy().tolist() == [-4, 3]
    assert tensor(-7, 7).div_(2, rounding_mode="trunc").asnumpy().tolist() == [-3, 3]


def test_erfinv_undoes_erf() -> None:
    x = tensor(0.25, -0.5)
    y = ops.erf(x)
    assert ops.erfinv_(y) is y
    np.testing.assert_allclose(y.asnumpy(), x.asnumpy(), rtol=1e-5)


def test_the_dtype_is_kept() -> None:
    x = tensor(1, 4, dtype=ms.float16)
    x.add_(tensor(1, 1))
    assert x.dtype == ms.float16
    n = tensor(1, 4, dtype=ms.int32)
    n.mul_(3)
    assert n.dtype == ms.int32
    assert n.asnumpy().tolist() == [3, 12]


@pytest.mark.parametrize(
    ("write", "error"),
    [
        (lambda x: x.add_(1.5), RuntimeError),
        (lambda x: x.div_(2), RuntimeError),
        (lambda x: x.add_(ms.Tensor([[1, 2], [3, 4]], ms.int32)), ValueError),
        (lambda x: x.copy_(ms.Tensor([1, 2, 3])), RuntimeError),
        (lambda x: x.copy_(3), TypeError),
        (lambda x: x.fill_(ms.Tensor([1, 2])), RuntimeError),
        (lambda x: x.clamp_(), ValueError),
    ],
)
def test_refusals_leave_the_tensor(write: Callable, error: type[Exception]) -> None:
    x = tensor(1, 4, dtype=ms.int32)
    with pytest.raises(error):
        write(x)
    assert x.asnumpy().tolist() == [1, 4]


def test_copy_converts_as_a_cast() -> None:
    assert tensor(0, 0, dtype=ms.int32).copy_(tensor(3.7, -3.7)).asnumpy().tolist() == [3, -3]


def test_writes_go_through_views() -> None:
    x = ms.Tensor(np.arange(4, dtype=np.float32).reshape(2, 2))
    x.view(4).mul_(2)
    x[0].fill_(9)
    assert x.asnumpy().tolist() == [[9, 9], [4, 6]]


def test_gradient_follows_the_written_value() -> None:
    def f(x: ms.Tensor) -> ms.Tensor:
        y = x * 1
        y.mul_(x)
        y.add_(x, alpha=3)
        return y.sum()

    assert ms.grad(f)(tensor(2, 5)).asnumpy().tolist() == [7, 13]


@pytest.mark.parametrize("compiled", [False, True])
def test_assign(compiled: bool) -> None:
    p = ms.Parameter(tensor(1, 2), name="p")

    def run(value: ms.Tensor) -> ms.Tensor:
        ops.assign(p, value)
        ops.assign_add(p, value)
        return ops.assign_sub(p, ms.Tensor([1.0, 1.0]))

    out = (ms.jit(run) if compiled else run)(tensor(3, 4))
    assert type(out) is ms.Tensor
    assert out.asnumpy().tolist() == [5, 7]
    assert p.asnumpy().tolist() == [5, 7]
    assert ops.Assign()(p, tensor(0, 0)).asnumpy().tolist() == [0, 0]
    assert ops.AssignAdd()(p, tensor(2, 2)).asnumpy().tolist() == [2, 2]
    assert ops.AssignSub()(p, tensor(1, 1)).asnumpy().tolist() == [1, 1]


def test_assign_returns_the_values_of_that_time() -> None:
    p = ms.Parameter(tensor(1, 2), name="p")
    first = ops.assign(p, tensor(3, 4))
    ops.assign(p, tensor(5, 6))
    assert first.asnumpy().tolist() == [3, 4]


@pytest.mark.parametrize("name", ["assign", "assign_add", "assign_sub"])
@pytest.mark.parametrize(
    ("value", "error"),
    [
        (ms.Tensor([1.0, 2.0, 3.0]), ValueError),
        (ms.Tensor(1.0), ValueError),
        (1, ValueError),
        (ms.Tensor([1.0, 2.0], ms.float64), TypeError),
        (None, TypeError),
        ([1.0, 2.0], TypeError),
    ],
)
def test_assign_refuses(name: str, value: object, error: type[Exception]) -> None:
    p = ms.Parameter(tensor(1, 2), name="p")
    with pytest.raises(error):
        getattr(ops, name)(p, value)
    assert p.asnumpy().tolist() == [1, 2]


def test_assign_converts_narrower_values() -> None:
    p = ms.Parameter(tensor(1, 2), name="p")
    ops.assign(p, tensor(3, 4, dtype=ms.int32))
    ops.assign_add(p, tensor(1, 1, dtype=ms.float16))
    assert p.dtype == ms.float32
    assert p.asnumpy().tolist() == [4, 5]
    step = ms.Parameter(ms.Tensor(1, ms.int32), name="step")
    ops.assign_add(step, 2)
    assert step.asnumpy() == 3


def test_augmented_assignment_rebinds() -> None:
    x = y = tensor(1, 2)
    x += 1
    assert x.asnumpy().tolist() == [2, 3]
    assert y.asnumpy().tolist() == [1, 2]


def test_stop_gradient_is_not_tracked() -> None:
    def f(x: ms.Tensor) -> ms.Tensor:
        kept, values = ops.stop_gradient((x, [x * 2, 3]))
        assert values[1] == 3
        return (x * kept + x * values[0]).sum()

    assert ms.grad(f)(tensor(2, 5)).asnumpy().tolist() == [6, 15]
    assert ms.jit(ms.grad(f))(tensor(2, 5)).asnumpy().tolist() == [6, 15]


def test_stop_gradient_in_place() -> None:
    def f(x: ms.Tensor) -> ms.Tensor:
        y = x * x
        assert ops.stop_gradient_(y) is y
        return (x * y).sum()

    assert ms.grad(f)(tensor(2, 5)).asnumpy().tolist() == [4, 25]


INDICES, UPDATES = tensor(0, 2, dtype=ms.int32), tensor(2, 2)
WRITERS = [
    lambda x: ops.ScatterAdd()(x, INDICES, UPDATES),
    lambda x: ops.scatter_update(x, INDICES, UPDATES),
    lambda x: ops.scatter_nd_sub(x, INDICES.reshape(2, 1), UPDATES),
    lambda x: ops.IndexAdd(0)(x, INDICES, UPDATES),
    lambda x: ops.assign(x, tensor(5, 6, 7)),
    lambda x: x.add_(1),
    lambda x: x.copy_(tensor(5, 6, 7)),
]


@pytest.mark.parametrize("write", WRITERS)
def test_parameters_give_tensors(write):
    """The result of a write is a Tensor that shows the Parameter, not the Parameter."""
    p = ms.Parameter(tensor(1, 4, 9), name="p")
    out = write(p)
    assert type(out) is ms.Tensor
    np.testing.assert_array_equal(out.asnumpy(), p.asnumpy())
    assert not np.array_equal(p.asnumpy(), [1, 4, 9])


def test_written_parameter_in_compiled_code():
    p = ms.Parameter(tensor(1, 4, 9), name="p")
    step = ms.jit(lambda: ops.scatter_add(p, INDICES, UPDATES) * 2)
    np.testing.assert_array_equal(step().asnumpy(), [6, 8, 22])
    np.testing.assert_array_equal(step().asnumpy(), [10, 8, 26])
    np.testing.assert_array_equal(p.asnumpy(), [5, 4, 13])


def test_put_and_addmm():
    x = tensor([1, 2], [3, 4])
    assert x.put_(tensor(0, -1, dtype=ms.int32), tensor(8, 9)) is x
    np.testing.assert_array_equal(x.asnumpy(), [[8, 2], [3, 9]])
    x.put_(tensor(0, 0, dtype=ms.int64), tensor(1, 1), accumulate=True)
    assert x[0, 0].item() == 10
    x.addmm_(tensor([1, 0], [0, 1]), tensor([1, 1], [1, 1]), beta=0, alpha=3)
    np.testing.assert_array_equal(x.asnumpy(), [[3, 3], [3, 3]])
    for wrong in ((tensor(0.5), tensor(1)), (INDICES, tensor(1, 2, dtype=ms.int32))):
        with pytest.raises(TypeError):
            x.put_(*wrong)
    with pytest.raises(ValueError):
        x.put_(INDICES, tensor(1))


def test_settings_in_lists():
    for epsilon in ((1e-30, 1e-3), [1e-30, 1e-3], tensor(1e-30, 1e-3)):
        shapes = {"param": (2, 3), "mean": (2, 3), "rows": 2, "columns": 3, "square": (2, 3)}
        state = [
            ms.Parameter(ms.Tensor(np.full(s, 0.5), ms.float32), name=n) for n, s in shapes.items()
        ]
        grad = ms.Tensor(np.ones((2, 3)), ms.float32)
        step = ops.FusedAdaFactor()
        step(epsilon, 1.0, 0.9, 0.8, 1e-2, 0.03, grad, *state)
        np.testing.assert_allclose(state[0].asnumpy(), np.full((2, 3), 0.47), rtol=1e-6)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("value", [2, 2.0, True, ms.Tensor(2.0), ms.Tensor([2.0])])
@pytest.mark.parametrize("shape", [(), (1,)])
def test_one_value_for_one_element(shape: tuple, value: object, compiled: bool) -> None:
    p = ms.Parameter(ms.Tensor(np.ones(shape, np.float32)), name="p")
    number = float(value)

    def run(value: object) -> None:
        ops.assign_add(p, value)
        ops.assign_add(p, value)
        ops.assign_sub(p, value)

    (ms.jit(run) if compiled else run)(value)
    assert (p.shape, float(p)) == (shape, 1 + number)


@pytest.mark.parametrize(("shape", "other"), [((), (1,)), ((1,), ())])
def test_assign_refuses_the_other_form_of_one_element(shape: tuple, other: tuple) -> None:
    p = ms.Parameter(ms.Tensor(np.ones(shape, np.float32)), name="p")
    with pytest.raises(RuntimeError, match="must have the same rank"):
        ops.assign(p, ms.Tensor(np.ones(other, np.float32)))


def _assigned(p, x):
    return ops.assign(p, x) * x


def _added(p, x):
    return ops.assign_add(p, x) * x


def _subtracted(p, x):
    return ops.assign_sub(p, x) ** 2 * x


def _read_later(p, x):
    ops.assign_add(p, x * x)
    return p * x


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("fn", "by_value", "by_parameter"),
    [  # MindSpore's, in both modes
        (_assigned, [3, 5], [3, 5]),
        (_added, [7, 12], [3, 5]),
        (_subtracted, [16, 39], [-12, -30]),
        (_read_later, [10, 27], [3, 5]),
    ],
)
def test_gradients_of_what_assignments_return(
    fn: Callable, by_value: list, by_parameter: list, compiled: bool
) -> None:
    p = ms.Parameter(ms.Tensor([1.0, 2.0]), name="p")
    call = (lambda x: fn(p, x)) if not compiled else ms.jit(lambda x: fn(p, x))
    for _ in range(2):
        ops.assign(p, ms.Tensor([1.0, 2.0]))
        by_x, by_p = ms.grad(call, 0, p)(ms.Tensor([3.0, 5.0]))
        assert (by_x.tolist(), by_p.tolist()) == (by_value, by_parameter)


def test_counters_are_no_part_of_gradients() -> None:
    steps = ms.Parameter(ms.Tensor(0, ms.int32), name="steps")
    fn = lambda x: x * x + ops.assign_add(steps, 1)  # noqa: E731
    assert [ms.grad(f)(ms.Tensor(3.0)).item() for f in (fn, ms.jit(fn))] == [6, 6]
    assert steps.item() == 2


@pytest.mark.parametrize("compiled", [False, True])
def test_stop_gradient_in_place_of_a_parameter(compiled):
    p = ms.Parameter(tensor(2, 3), name="p")

    def f(x: ms.Tensor, stop: bool) -> ms.Tensor:
        if stop:
            ops.stop_gradient_(p)
        return (x * p).sum()

    g = ms.grad(f, 0, weights=[p])
    if compiled:
        g = ms.jit(g)
    by_x, by_p = g(tensor(5, 7), True)
    assert (by_x.asnumpy().tolist(), by_p[0].asnumpy().tolist()) == ([2, 3], [0, 0])
    assert g(tensor(5, 7), False)[1][0].asnumpy().tolist() == [5, 7]


def test_stop_gradient_in_place_refuses_views() -> None:
    def f(x: ms.Tensor) -> ms.Tensor:
        y = (x * x)[0]
        ops.stop_gradient_(y)
        return y

    for run in (f, ms.grad(f), ms.jit(f)):
        with pytest.raises(RuntimeError, match="Cannot stop_gradient view inplace"):
            run(tensor(2, 5))
