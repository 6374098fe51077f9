"""The way of a call through the gateway: what is compiled once, and what is refused."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax._core.base.doubles import exact
from msjax._core.op.gateway import KERNELS
from msjax._core.op.publish import (
    Array,
    Arrays,
    Exact,
    Key,
    Operand,
    Operands,
    Positive,
    Value,
    call,
    is_python,
    op,
)

TRACES = []


@op()
def shifted(x: Array, by: Any = 0, *, scale: float = 1.0) -> Array:
    TRACES.append((x.shape, by))
    return x * scale + by


@op()
def summed(a: Operand, b: Operand, more: Operands = ()) -> Array:
    return sum(more, a + b)


@op()
def joined(parts: Arrays, weight: Array | None = None, extra: Value = 0) -> tuple:
    out = jnp.concatenate(parts)
    return (out if weight is None else out * weight), jnp.asarray(extra)


@op()
def root(x: Array, p: Positive) -> Array:
    TRACES.append(is_python(p))
    return x if is_python(p) else x ** (1 / p)


@op()
def doubled(x: Array, by: Exact) -> Array:
    return x * exact(by, x.dtype)


@op()
def noise(x: Array, *, key: Key) -> Array:
    return x + jax.random.uniform(key, x.shape)


@op(eager=True)
def chosen(x: Array) -> Array:
    return x[np.asarray(x) > 0]


@op(write="x")
def overwritten(x: Array, y: Array) -> Array:
    return x + y


@op(tensors=1)
def counted(a: Operand, b: Operand) -> Array:
    return a - b


@pytest.fixture(autouse=True)
def fresh():
    for kernel in (shifted, root):
        KERNELS[kernel].cache.clear()
    TRACES.clear()


def tensor(*values, dtype=None):
    return ms.Tensor(list(values), dtype or ms.float32)


def test_one_trace_for_each_shape_dtype_and_static_value():
    run = call(shifted)
    for x in (tensor(1), tensor(5), tensor(1, 2), tensor(1, dtype=ms.float16), tensor(7)):
        run(x)
    assert TRACES == [((1,), 0), ((2,), 0), ((1,), 0)]
    TRACES.clear()
    found = [run(tensor(1), by).asnumpy().item() for by in (1, 1.0, True, 1)]
    assert found == [2, 2, 2, 2] and [by for _, by in TRACES] == [1, 1.0, True]
    assert [type(by) for _, by in TRACES] == [int, float, bool]


def test_signs_of_zero_and_nan_are_values_of_their_own():
    run = call(shifted)
    for by in (0.0, -0.0, float("nan"), float("nan")):
        run(tensor(1), by)
    assert [str(by) for _, by in TRACES] == ["0.0", "-0.0", "nan"]


def test_changing_numbers_compile_nothing():
    run = call(shifted)
    found = [run(tensor(2), scale=s).asnumpy().item() for s in (1.5, -3.0, float("inf"))]
    assert found == [3, -6, float("inf")] and len(TRACES) == 1


def test_values_that_kernels_treat_apart_arrive_as_they_are():
    run = call(root)
    assert run(tensor(9), 2.0).asnumpy() == run(tensor(3), 1.0).asnumpy() == 3
    assert run(tensor(9), -2.0).asnumpy() == run(tensor(9), 2).asnumpy() == 9
    assert TRACES == [False, True, True]


def test_doubles_keep_their_precision():
    assert call(doubled)(ms.Tensor(1.0, ms.float64), 1 / 3).asnumpy() == 1 / 3


@pytest.mark.parametrize(
    ("args", "dtype"),
    [
        ((tensor(1), tensor(2, dtype=ms.float64)), "float64"),
        ((tensor(1, dtype=ms.int8), 2), "int8"),
        ((tensor(1, dtype=ms.int8), 2.5), "float32"),
        ((True, tensor(1, dtype=ms.bool_)), "bool"),
        ((tensor(1, dtype=ms.int8), np.float32(2)), "float32"),
        ((tensor(1, dtype=ms.int32), 2**40), "int32"),
        ((1, 2), "int64"),
        ((tensor(1, dtype=ms.int16), 1, [2.0, tensor(1, dtype=ms.float16)]), "float16"),
    ],
)
def test_operands_get_a_common_dtype(args, dtype):
    assert call(summed)(*args).asnumpy().dtype == np.dtype(dtype)


def test_numbers_of_64_bits_are_not_cut():
    assert call(summed)(2**40, 1).asnumpy() == 2**40 + 1
    with pytest.raises(RuntimeError, match="does not fit 64 bits"):
        call(summed)(2**70, 1)


def test_structures_of_arguments_and_results():
    out, extra = call(joined)([tensor(1), tensor(2, 3)], None, 2.5)
    assert out.asnumpy().tolist() == [1, 2, 3] and extra.asnumpy() == 2.5
    out, extra = call(joined)((tensor(1),), tensor(4), tensor(7, dtype=ms.int8))
    assert out.asnumpy() == 4 and extra.dtype == ms.int8
    weak = call(joined)((tensor(1),))[1]
    assert not weak._value.weak_type


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: call(shifted)("a"), "For 'shifted', the 'x' must be a Tensor, but got 'a'"),
        (lambda: call(shifted)(None), "For 'shifted', the 'x' must be a Tensor, but got None"),
        (lambda: call(summed)(tensor(1), "b"), "the 'b' must be a Tensor or a number"),
        (lambda: call(joined)(tensor(1)), "the 'parts' must be a tuple or list of Tensors"),
        (lambda: call(joined)([1]), "For 'joined', the 'input' must be a tuple or list of Ten"),
        (lambda: call(counted)(1, 2), "there must be one Tensor among its inputs"),
        (lambda: call(shifted)(tensor(1), bytearray(1)), "an argument of unhashable type"),
    ],
)
def test_arguments_of_other_kinds_are_refused(make, text):
    with pytest.raises(TypeError, match=text):
        make()


def test_random_numbers_go_on_from_call_to_call():
    run, zeros = call(noise), ms.ops.zeros(50)
    ms.set_seed(3)
    one, other = run(zeros).asnumpy(), run(zeros).asnumpy()
    assert (one != other).all() and (0 <= one).all() and (one < 1).all()
    ms.set_seed(3)
    np.testing.assert_array_equal(run(zeros).asnumpy(), one)


def test_results_whose_shape_depends_on_values():
    assert call(chosen)(tensor(1, -2, 3)).asnumpy().tolist() == [1, 3]
    with pytest.raises(RuntimeError, match="'chosen'"):
        jax.jit(lambda a: call(chosen)(ms.Tensor(a))._value)(jnp.ones(2))


def test_operations_that_write():
    x, weight = tensor(1), ms.Parameter(tensor(2), name="w")
    assert call(overwritten)(x, tensor(5)) is x and x.asnumpy() == 6
    result = call(overwritten)(weight, tensor(5))
    assert type(result) is ms.Tensor and result.asnumpy() == weight.asnumpy() == 7


def test_values_from_finished_compiled_code_are_explained():
    kept = []

    @jax.jit
    def leak(a):
        kept.append(ms.Tensor(a))
        return a

    leak(jnp.ones(1))
    with pytest.raises(RuntimeError, match="For 'shifted', an input holds a value from inside"):
        call(shifted)(kept[0])
