"""The Tensor constructor and what a Tensor is to Python, NumPy and JAX."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor
from msjax.common.initializer import One

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "dtypes.json").read_text())
CONSTRUCTOR = GOLDEN["constructor"]["Tensor"]

# What msjax answers where it does not follow the record, and why.
DIFFERENT = {}


def text_of(tensor):
    """A result in the form of the record."""
    name = repr(tensor.dtype).replace("mindspore.", "")
    try:
        values = tensor.astype(ms.float32) if tensor.dtype == ms.bfloat16 else tensor
        values = values.asnumpy().tolist()
    except Exception as error:
        values = type(error).__name__
    return f"{name} {values}" if tensor.ndim == 1 else f"{name} {tuple(tensor.shape)} {values}"


def construct(arguments):
    scope = {"Tensor": Tensor, "ms": ms, "np": np, "One": One, "P": lambda t: Parameter(t, name="p")}
    scope["x"] = Tensor(np.array([1, 2]), ms.float32)
    try:
        return text_of(eval(f"Tensor({arguments})", scope))
    except Exception as error:
        return f"!{type(error).__name__}"


@pytest.mark.parametrize("arguments", CONSTRUCTOR)
def test_constructor(arguments):
    want = DIFFERENT.get(arguments, CONSTRUCTOR[arguments]).split("#")[0]
    assert construct(arguments) == want
