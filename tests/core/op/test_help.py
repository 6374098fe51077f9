"""What help, editors and completion see of operations."""

from __future__ import annotations

import importlib
import inspect

import pytest

import msjax as ms
from msjax import _missing, _surface


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


@pytest.mark.parametrize(
    "path, names",
    {
        "": "Model LossMonitor dataset mint save_checkpoint FileWriter",
        "nn": "Accuracy F1 metrics",
        "common.generator": "default_generator",
        "ops.functional": "tensor_pow relu",
        "ops.operations": "ReLU",
        "mint": "linspace nn",
    }.items(),
)
def test_names_made_when_asked_for_are_offered(path, names):
    assert {*names.split()} <= {*dir(importlib.import_module(f"msjax.{path}".rstrip(".")))}


def test_all_that_works_is_offered_and_no_placeholder():
    surface = _surface.load()
    for path in sorted(surface.public):
        module = importlib.import_module(f"msjax.{path}".rstrip("."))
        offered = {name for name in dir(module) if not name.startswith("_")}
        lacking = [name for name in offered if _missing.is_missing(getattr(module, name))]
        public = {n for n, e in surface.entries[path].items() if e.section == "modules"}
        works = [n for n in public - offered if not n.startswith("_") and hasattr(module, n)]
        lacking += [n for n in works if not _missing.is_missing(getattr(module, n))]
        assert not lacking, (path, lacking)
