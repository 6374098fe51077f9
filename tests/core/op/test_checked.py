"""What spellings accept; tests/kernels/test_wrong_calls.py has the rules of all of them."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import ops
from msjax._core.op.checked import Rule, holds

FITTING = [
    ("int", 3),
    ("int bool", True),
    ("tuple[int] None", (1, 2)),
    ("tuple[int] None", None),
    ("list", ["anything"]),
    ("list[int]", [1, ms.Tensor(1)]),
    ("Tensor", ms.Tensor([1.0])),
    ("Tensor[float]", ms.Tensor([1.0], ms.float16)),
    ("Tensor[int32 int64]", ms.Tensor([1])),
    ("ndarray[float]", np.ones(1)),
    ("Tensor[=x]", ms.Tensor([1])),
    ("int", object()),
]
WRONG = [
    ("int", True, TypeError, "must be int, but got True of type bool"),
    ("int float", "a", TypeError, "must be int or float, but got 'a' of type str"),
    ("int", None, TypeError, "must be int, but got None"),
    ("tuple[int]", (1, 2.0), TypeError, r"must be tuple of int, but got \(1, 2.0\)"),
    ("int !ValueError bool str", False, ValueError, "must be int, but got False"),
    ("int !ValueError bool str", "a", ValueError, "must be int, but got 'a'"),
    ("int !ValueError bool str", 1.5, TypeError, "must be int, but got 1.5"),
    (
        "Tensor[float]",
        ms.Tensor([1]),
        TypeError,
        "must be Tensor of float, but got Tensor of Int64",
    ),
    ("Tensor", [1], TypeError, r"must be Tensor, but got \[1\]"),
    ("int Tensor[=x]", 1.5, TypeError, "must be int or Tensor of the dtype of 'x', but got"),
]


@pytest.mark.parametrize(("text", "value"), FITTING)
def test_values_that_fit(text, value):
    assert Rule(text).fits(value)


@pytest.mark.parametrize(("text", "value", "error", "said"), WRONG)
def test_values_that_do_not(text, value, error, said):
    rule = Rule(text)
    assert not rule.fits(value)
    with pytest.raises(error, match=said):
        rule.refuse("axis", value)


def test_groups_of_dtypes():
    inner = ("int", "float16")
    found = [d for d in ("int8", "uint64", "float16", "float32", "bool") if holds(inner, d)]
    assert found == ["int8", "uint64", "float16"]
    assert holds(("=x",), "bool")


def test_spellings_of_one_kernel_have_rules_of_their_own():
    x = ms.Tensor([[1.0, 2.0]])
    with pytest.raises(TypeError, match="keepdim"):
        ops.sum(x, 1, keepdim=2)
    assert x.sum(1, keepdims=True).shape == (1, 1)


def test_bools_are_refused_after_an_int_was_compiled():
    """They need no executable of their own, so that each call looks at them."""
    matrix, vector = ms.Tensor([[1.0, 2.0], [3.0, 4.0]]), ms.Tensor([1.0, 1.0])
    for alpha in (2, True, 3, True):
        if alpha is True:
            with pytest.raises(TypeError, match="'alpha' must be int or float, but got True"):
                ms.mint.addmv(vector, matrix, vector, alpha=alpha)
        else:
            ms.mint.addmv(vector, matrix, vector, alpha=alpha)
    assert ms.ops.addmv(vector, matrix, vector, alpha=True).tolist() == [4.0, 8.0]


def test_scalars():
    """A Tensor of rank 0 stands for a number of a kind that fits."""
    rule = Rule("int None scalar")
    assert rule.fits(ms.Tensor(2)) and rule.fits(3) and rule.fits(None)
    for wrong in (ms.Tensor(2.0), ms.Tensor(True), ms.Tensor([2]), 2.0, "2"):
        assert not rule.fits(wrong)
    with pytest.raises(TypeError, match="must be int or None, but got Tensor of Float32"):
        rule.refuse("dim", ms.Tensor(2.0))


def test_wrong_numbers_of_inputs():
    x = ms.Tensor([1.0])
    for inputs in ((), (x, x)):
        with pytest.raises(ValueError, match="For 'Softsign', the number of inputs must be 1, but"):
            ops.Softsign()(*inputs)
    assert ops.Softsign()(x=x).asnumpy() == 0.5
    with pytest.raises(TypeError, match="missing 2 required positional arguments"):
        ops.Add()()
