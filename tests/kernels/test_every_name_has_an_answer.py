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
import re
from collections.abc import Iterator
from pathlib import Path

import mint_references
from places import read_golden
from records._tables import SWEEPS, TABLES, answers, table

import msjax as ms
from msjax import _surface
from msjax.ops import _auto_generate, auto_generate

TESTS = Path(__file__).parents[1]
TABLE = json.loads(Path(_auto_generate.__file__).with_name("auto_generate.json").read_text())
MODULES = ("mindspore.mint", "mindspore.scipy")

# Tests that compare with NumPy, with rules of a distribution, or with several processes.
REFERENCES = """
kernels/attention/test_fused_classes.py kernels/attention/test_inference_attention.py
kernels/attention/test_moe.py kernels/attention/test_sparse_attention.py
kernels/comm/test_collective.py
kernels/create/test_random.py kernels/image/test_vision_values.py
kernels/linalg/test_no_cpu_kernel.py kernels/nn/test_quantised.py
kernels/primitives/test_derivative_options.py kernels/shape/test_shape_gaps.py
kernels/tensor/test_members.py kernels/test_mint_without_cpu_kernel.py
kernels/test_rare_values.py kernels/test_wheel_answers.py kernels/update/test_inplace.py
mint/test_distributed.py mint/test_functions_without_cpu_kernel.py ops/test_auto_generate.py
ranks/checks.py ranks/of_four.py test_scipy_optimize.py
""".split()
PLACES = {
    "F": "mint.nn.functional",
    "dist": "mint.distributed",
    "grads": "unlisted",
    "operations._grad_ops": "unlisted",
}
WORDS = "mint mint.distributed mint.nn.functional ops unlisted auto_generate Tensor".split()
DRAWN = ("UniformExt",)  # its numbers are a generator's


@functools.cache
def recorded() -> frozenset[str]:
    """Names with a recorded result."""
    found = set()
    for name in TABLES + SWEEPS:
        known = answers(name)["answers"]
        found |= {r.op for r in table(name) if "out" in known.get(r.id, ())}
    found |= {name.replace("ops.operations._grad_ops.", "unlisted.") for name in found}
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
            elif isinstance(node, ast.ImportFrom) and node.module:
                place = node.module.removeprefix("msjax.")
                found |= {f"{place}.{alias.name}" for alias in node.names}
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
            if place.isidentifier() and place not in (
                "mint",
                "ops",
                "unlisted",
                "F",
                "auto_generate",
            ):
                place = "Tensor"
            found.add(f"{PLACES.get(place, place)}.{node.func.attr}")
    return found


def is_layer(path: str) -> bool:
    return inspect.isclass(functools.reduce(getattr, path.split("."), ms))


def test_functions():
    """Optimizers have theirs in test_experimental_optim.py."""
    assert [n for n in names() if not is_layer(n) and not has_answer(n)] == []


def test_layers():
    """A layer has a recorded result, or a formula where MindSpore has no kernel for it."""
    answered = set()
    for key, record in read_golden("mint_layers.json")["layers"].items():
        if "gap" not in record or record["class"].rpartition(".")[2] in mint_references.known():
            answered.add(re.match(r"\W*(\w+)", key)[1])
    layers = {n.rpartition(".")[2] for n in names() if n.startswith("mint.nn.") and is_layer(n)}
    assert sorted(layers - answered) == []


def test_inner_primitives():
    calls, lacking = read_golden("inner.json"), []
    for name, (_, _, expression) in TABLE["classes"].items():
        if name in calls or name in DRAWN or f"auto_generate.{name}" in referred():
            continue
        operations = called(expression)
        if not operations or not all(map(has_answer, operations)):
            lacking.append(name)
    assert lacking == []


def test_objects_and_functions_of_inner_primitives():
    """Objects are of classes that have an answer; functions call such an object."""
    for name, cls in TABLE["objects"].items():
        assert type(getattr(auto_generate, name)) is getattr(auto_generate, cls), name
    for name, (_, expression) in TABLE["functions"].items():
        objects = {
            node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)
        }
        assert objects & TABLE["objects"].keys(), name
