"""Errors of kernels, in words that name the operation."""

from __future__ import annotations

import pytest

from msjax import Tensor, ops
from msjax._core.base.reword import reworded


@pytest.mark.parametrize(
    ("error", "kept"),
    [
        (ValueError("For 'Add', no."), True),
        (ValueError("The 'axis' must be 0."), False),
        (ValueError("shapes differ"), False),
    ],
)
def test_texts_that_already_name_the_operation_stay(error, kept):
    found = reworded("Add", [], [], error)
    assert (found is error) == kept
    assert str(found).startswith("For 'Add', ")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (TypeError("add got incompatible shapes"), ValueError),
        (TypeError("a float"), TypeError),
        (AttributeError("no dtype"), TypeError),
        (KeyError("x"), ValueError),
        (ZeroDivisionError("0"), ValueError),
        (NotImplementedError("later"), NotImplementedError),
    ],
)
def test_classes(error, kind):
    assert type(reworded("Add", [], [], error)) is kind


def test_errors_of_what_jax_stands_on_are_reworded_too():
    x = Tensor([[1.0, 2.0, 3.0]] * 2)
    with pytest.raises(ValueError, match="For 'Einsum', the arguments do not fit: .*equation="):
        ops.einsum("ij,jk", x, x)
