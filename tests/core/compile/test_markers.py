"""Decorators that steer MindSpore's compiler."""

from __future__ import annotations

import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core.compile import markers


def double(n):
    """Twice."""
    return 2 * n


def test_constants_of_compiled_code_are_computed_by_python():
    made = ops.constexpr(double)
    assert made(3) == 6 and made.name == "double" and made.__call__.__doc__ == "Twice."
    named = ops.constexpr(name="other", get_instance=False)(double)
    assert isinstance(named, type) and named().name == "other" and named()(4) == 8
    assert ms.jit(lambda x: x * made(3))(ms.Tensor([1.0])).asnumpy() == 6


def test_classes_for_compiled_code():
    class Pair:
        pass

    assert ms.jit_class(Pair) is Pair and Pair.__ms_class__ is True
    assert markers.ms_class is ms.jit_class
    for wrong, text in ((Pair(), "only be used for class type"), (nn.ReLU, "not for nn.Cell")):
        with pytest.raises(TypeError, match=text):
            ms.jit_class(wrong)


@pytest.mark.parametrize(
    "decorated",
    [
        ms.lazy_inline(double),
        ms.lazy_inline(attrs="a", policy="front")(double),
        ms.no_inline(double),
        ms.no_inline()(double),
        markers.enable_dynamic(n=ms.Tensor(shape=[None], dtype=ms.float32))(double),
    ],
)
def test_hints_change_nothing(decorated):
    assert decorated is double
