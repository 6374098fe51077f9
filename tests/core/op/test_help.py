"""What help, editors and completion see of operations."""

from __future__ import annotations

import importlib
import inspect

import pytest

import msjax as ms


@pytest.mark.parametrize(
    "name", ["ops.softmax", "mint.sum", "Tensor.abs", "ops.Softmax", "ops.pad"]
)
def test_help_shows_the_kernel(name):
    shown = ms
    for part in name.split("."):
        shown = getattr(shown, part)
    made = inspect.unwrap(getattr(shown, "__wrapped__", shown))  # newer Pythons leave classes alone
    source = inspect.getsource(made)
    assert source.startswith("@") and f'"{name}"' in source or f'"{name[4:]}"' in source
    assert "kernels" in inspect.getsourcefile(made)


def test_signatures_are_those_of_the_names_shown():
    assert str(inspect.signature(ms.ops.Softmax)) == "(axis=-1)"
    assert str(inspect.signature(ms.ops.Softmax())) == "(input)"
    assert str(inspect.signature(ms.ops.pad)).startswith("(input_x, padding, ")
    derived = type("Derived", (ms.ops.Softmax,), {"__init__": lambda self, a: None})
    assert str(inspect.signature(derived)) == "(a)"


@pytest.mark.parametrize(
    "path", ["", "ops", "nn", "mint", "numpy", "train", "dataset.vision", "amp"]
)
def test_completion_offers_public_names(path):
    module = importlib.import_module(f"msjax.{path}".rstrip("."))
    offered = dir(module)
    private = [n for n in offered if n.startswith("_") and not n.endswith("__")]
    assert not private and not {"np", "jax", "jnp", "annotations", "Any", "os"} & {*offered}
    wanted = {"": "Tensor", "ops": "matmul", "nn": "Dense", "mint": "matmul", "numpy": "array"}
    wanted |= {"train": "Model", "dataset.vision": "Resize", "amp": "auto_mixed_precision"}
    assert wanted[path] in offered
