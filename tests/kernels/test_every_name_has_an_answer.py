"""Every name of mint, of scipy and of `ops.auto_generate` that works has an answer in the tests.

An answer is a recorded call of MindSpore with a result or, for what its CPU build refuses, a value
that does not come from msjax: a test in `REFERENCES`. Names that are one object in MindSpore have
their answers together, and an inner Primitive those of the operations that it calls.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from records._tables import SWEEPS, TABLES, answers, table

import msjax as ms
from msjax import _surface
from msjax.ops import _auto_generate

TESTS = Path(__file__).parents[1]
TABLE = json.loads(Path(_auto_generate.__file__).with_name("auto_generate.json").read_text())
MODULES = ("mindspore.mint", "mindspore.scipy")

# Tests that compare with NumPy, with rules of a distribution, or with several processes.
REFERENCES = """
kernels/test_mint_without_cpu_kernel.py kernels/test_wheel_answers.py
kernels/linalg/test_no_cpu_kernel.py kernels/update/test_inplace.py kernels/tensor/test_members.py
kernels/create/test_random.py kernels/shape/test_shape_gaps.py mint/test_distributed.py
mint/test_functions_without_cpu_kernel.py kernels/attention/test_fused_classes.py
kernels/attention/test_inference_attention.py kernels/attention/test_moe.py
kernels/attention/test_sparse_attention.py kernels/nn/test_quantised.py test_scipy_optimize.py
kernels/primitives/test_derivative_options.py
""".split()
WORDS = "mint mint.nn.functional ops unlisted auto_generate Tensor mint.distributed".split()
PLACES = {"F": "mint.nn.functional", "mnp": "numpy", "Tensor": "Tensor"}


@functools.cache
def recorded() -> frozenset[str]:
    """Names with a recorded result."""
    found = set()
    for name in TABLES + SWEEPS:
        known = answers(name)["answers"]
        found |= {r.op for r in table(name) if "out" in known.get(r.id, ())}
    return frozenset(found)


@functools.cache
def referred() -> frozenset[str]:
    """Names that the tests of `REFERENCES` call, as attributes or by the words of their tables."""
    found = set()
    for file in REFERENCES:
        for node in ast.walk(ast.parse((TESTS / file).read_text())):
            if isinstance(node, ast.Attribute):
                place = ast.unparse(node.value)
                found |= {f"{PLACES.get(place, place)}.{node.attr}", f"Tensor.{node.attr}"}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = node.value.split()
                found |= {f"{place}.{word}" for place in WORDS for word in words}
    return frozenset(found)


def same(path: str) -> Iterator[str]:
    """A name and those that MindSpore has for the same object."""
    while True:
        yield path
        module, _, name = path.rpartition(".")
        entry = _surface.load().entries.get(module, {}).get(name)
        if entry is None or entry.target is None:
            return
        path = ".".join(entry.target).lstrip(".")


def has_answer(path: str) -> bool:
    return any(name in recorded() or name in referred() for name in same(path))


def names() -> Iterator[str]:
    """Functions of mint and scipy that work."""
    for row in ms.coverage():
        if row.name.startswith(MODULES):
            module = importlib.import_module("msjax" + row.name.removeprefix("mindspore"))
            for name in [*row.works, *dict(row.differs)]:
                if not inspect.ismodule(getattr(module, name)):
                    yield f"{row.name.removeprefix('mindspore.')}.{name}"


def called(expression: str) -> set[str]:
    """Names of the operations that an expression of the table calls."""
    found = set()
    for node in ast.walk(ast.parse(expression, mode="eval")):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            place = ast.unparse(node.func.value)
            if place.isidentifier() and place not in ("mint", "ops", "unlisted", "F", "auto_generate"):
                place = "Tensor"
            found.add(f"{PLACES.get(place, place)}.{node.func.attr}")
    return found
