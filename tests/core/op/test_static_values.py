"""Static arguments: their part of the key of compiled code, and what kernels see of them."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax._core.op.static_values import big_int, freeze, skip_static, static_value


def frozen(value):
    key = []
    freeze(value, key)
    return tuple(key)


APART = [
    (1, True),
    (0, False),
    (1, 1.0),
    (0.0, -0.0),
    ("1", 1),
    ((1, 2), [1, 2]),
    ((1, (2,)), ((1,), 2)),
    (slice(1, 2), slice(1, 2, 1)),
    (slice(1, None), slice(1.0, None)),
    (np.ones(2), np.ones(2, np.float32)),
    (np.zeros(2), np.zeros((2, 1))),
    (np.zeros(2), np.array([0.0, 1.0])),
    (ms.Tensor([1, 2]), [1, 2]),
    (ms.Tensor([1, 2]), ms.Tensor([1, 2], ms.int32)),
    (ms.float16, ms.float32),
    (None, False),
]
ALIKE = [
    (float("nan"), -float("nan")),
    (np.int32(3), 3),
    (np.float64(-0.0), -0.0),
    (ms.Tensor([1, 2]), ms.Tensor([1, 2])),
    ([1, (2, "a")], [1, (2, "a")]),
    (np.ones(2), np.ones(2)),
]


@pytest.mark.parametrize(("one", "other"), APART)
def test_values_apart(one, other):
    assert hash(frozen(one)) is not None and frozen(one) != frozen(other)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_values_alike(one, other):
    assert frozen(one) == frozen(other) and hash(frozen(one)) == hash(frozen(other))


@pytest.mark.parametrize("value", [3, "a", None, 1.5, (1, [2.0, None]), slice(1, 2), np.ones(2)])
def test_skipping_takes_as_much_as_freezing_gave(value):
    codes = [*frozen(value), "next"]
    skip_static(codes, value)
    assert codes == ["next"]


def test_what_kernels_see():
    given = [ms.Tensor([1, 2]), np.float32(0.5), ms.float16, ms.string, slice(1, 2), [True, "a"]]
    seen = static_value(given)
    assert seen == ((1, 2), 0.5, np.dtype("float16"), ms.string, slice(1, 2), (True, "a"))
    assert type(seen[1]) is float and type(seen[5][0]) is bool


def test_integers_that_need_64_bits():
    assert big_int(2**40).dtype == np.int64 and int(big_int(-(2**40))) == -(2**40)
    with pytest.raises(RuntimeError, match=f"^The integer {2**64} does not fit 64 bits"):
        big_int(2**64)


ONE_INTEGER = [3, np.int8(3), np.array(3), ms.Tensor(3), ms.Tensor([3]), ms.Tensor([3], ms.uint8)]
SIZES = {
    "reshape": lambda n: ms.Tensor([1.0, 2, 3, 4, 5, 6]).reshape(n, 2),
    "view": lambda n: ms.Tensor([1.0, 2, 3, 4, 5, 6]).view((n, 2)),
    "broadcast_to": lambda n: ms.ops.broadcast_to(ms.Tensor([1.0, 2]), [n, 2]),
    "tile": lambda n: ms.ops.tile(ms.Tensor([1.0, 2]), (n, 1)),
    "repeat": lambda n: ms.Tensor([[1.0, 2]]).repeat(n, 1),
    "zeros": lambda n: ms.ops.zeros((n, 2)),
    "ones": lambda n: ms.mint.ones((n, 2)),
    "new_zeros": lambda n: ms.Tensor(1.0).new_zeros((n, 2)),
}


@pytest.mark.parametrize("make", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("n", ONE_INTEGER, ids=repr)
def test_one_integer_of_a_size(make, n):
    assert make(n).shape == (3, 2)


@pytest.mark.parametrize("make", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize(
    "n", [True, 3.0, np.array([3]), np.array(3.0), ms.Tensor(3.0), ms.Tensor([3, 3])], ids=repr
)
def test_no_integer_of_a_size(make, n):
    with pytest.raises(TypeError):
        make(n)


def test_one_integer_among_axes():
    x = ms.Tensor(np.zeros((1, 2, 3)))
    assert x.permute(np.array(2), 0, ms.Tensor([1])).shape == (3, 1, 2)
    assert x.sum((np.array(2), ms.Tensor([0]))).shape == (2,)
    assert x.select(ms.Tensor(1), 0).shape == (1, 3)
    assert x.select(ms.Tensor(np.ones((1, 2, 3), bool)), 0).shape == (1, 2, 3)


ONE = {
    "expand_dims": lambda n: ms.ops.expand_dims(ms.Tensor([[1.0, 2]]), n),
    "unsqueeze": lambda n: ms.mint.unsqueeze(ms.Tensor([[1.0, 2]]), n),
    "gather": lambda n: ms.ops.gather(ms.Tensor([[1.0, 2]]), ms.Tensor([1]), n),
    "gather_elements": lambda n: ms.ops.gather_elements(ms.Tensor([[1.0]]), n, ms.Tensor([[0]])),
    "scatter": lambda n: ms.mint.scatter(
        ms.Tensor([[1.0, 2]]), n, ms.Tensor([[1]]), ms.Tensor([[9.0]])
    ),
    "topk": lambda n: ms.ops.topk(ms.Tensor([[1.0, 2]]), n, n)[0],
    "triu": lambda n: ms.ops.triu(ms.Tensor([[1.0, 2]]), n),
    "one_hot": lambda n: ms.ops.one_hot(ms.Tensor([0]), n, 1.0, 0.0),
}


@pytest.mark.parametrize("make", ONE.values(), ids=ONE)
@pytest.mark.parametrize("values", [[1], [[1]]])
def test_one_element_is_an_int(make, values):
    found, expected = make(ms.Tensor(values, ms.int32)), make(1)
    assert found.shape == expected.shape and (found == expected).all()


@pytest.mark.parametrize("make", [ONE["expand_dims"], ONE["topk"]])
@pytest.mark.parametrize("wrong", [[1, 1], [1.0], [True]])
def test_other_elements_are_no_int(make, wrong):
    with pytest.raises(TypeError):
        make(ms.Tensor(wrong))


@pytest.mark.parametrize("function", [ms.ops.reshape, ms.ops.tile, ms.ops.broadcast_to])
def test_a_number_is_a_shape(function):
    assert function(ms.Tensor([2.0]), ms.Tensor(1)).shape == (1,)


BOOLS = {
    "narrow": lambda x, n: ms.ops.narrow(x, n, 0, 1),
    "swapaxes": lambda x, n: ms.ops.swapaxes(x, n, 0),
    "movedim": lambda x, n: ms.ops.movedim(x, n, 0),
    "rot90": lambda x, n: ms.ops.rot90(x, n, (0, 1)),
    "topk": lambda x, n: ms.ops.topk(x, 1, n)[0],
}


@pytest.mark.parametrize("call", BOOLS.values(), ids=BOOLS)
def test_bools_that_rules_take_for_ints(call):
    x = ms.Tensor([[1.0, 2, 3], [4, 5, 6]])
    found, expected = call(x, True), call(x, 1)
    assert found.shape == expected.shape and (found == expected).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda x, n: ms.ops.softmax(x, n),
        lambda x, n: ms.ops.tile(x, (n, 1)),
        lambda x, n: ms.ops.split(x, -n),
        lambda x, n: ms.Tensor([1]) + n,
    ],
)
def test_ints_of_more_than_64_bits_are_refused(call):
    with pytest.raises(RuntimeError, match="does not fit 64 bits"):
        call(ms.Tensor([[1.0, 2]]), 2**70)
