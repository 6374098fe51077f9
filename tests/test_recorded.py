"""What is published is recorded: each spelling, layer, optimizer and transform has a case.

A case is a call whose answer MindSpore gave (tests/records, the other tables of tests/golden) or,
where MindSpore's CPU build has no answer, a test that says the name and knows the values.

Of mint, of scipy and of `ops.auto_generate` more is asked: a recorded call with a result, or a
value that does not come from msjax, in a test of `REFERENCES`. Names that are one object in
MindSpore have their answers together, and an inner Primitive those of the operations that it calls.
"""

from __future__ import annotations

import ast
import enum
import functools
import importlib
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mint_references
import pytest
from places import read_golden
from records._tables import SWEEPS, TABLES, answers, table

import msjax as ms
from msjax import _surface, experimental, mint, nn
from msjax._core.op.registry import SURFACES
from msjax.dataset import audio, text, transforms, vision
from msjax.experimental.optim import adamw
from msjax.ops import _auto_generate, auto_generate

HERE = Path(__file__).parent

# Spellings without a case, and why.
_BELOW = "the function below a class of ops that tests/kernels/attention calls"
WITHOUT = {
    "Tensor.__array_ufunc__": "NumPy calls it, in test_numpy_arrays.py",
    "auto_generate.NsaCompress": _BELOW,
    "auto_generate.RingAttentionUpdate": _BELOW,
    "auto_generate.SparseFlashAttention": _BELOW,
    "auto_generate.apply_rotary_pos_emb_": _BELOW,
    "auto_generate.group_topk": _BELOW,
    "auto_generate.grouped_matmul": _BELOW,
    "auto_generate.moe_compute_expert_tokens": _BELOW,
    "auto_generate.moe_init_routing": _BELOW,
    "auto_generate.quant_batch_matmul": _BELOW,
    "auto_generate.weight_quant_batch_matmul": _BELOW,
    "ops.FusedAdaFactorWithGlobalNorm": "FusedAdaFactor with a factor; its example computes",
    "ops.NeighborExchangeV2": "four neighbours; its example is of a process alone",
    "ops.Reusing": "a marker in MindSpore's compiler",
}
LAYERS_WITHOUT = {
    "AdaSumByDeltaWeightWrapCell": "refused",
    "GetNextSingleOp": "reads a queue that the program feeds; its example does",
    "GraphCell": "runs an exported file, in core/compile/test_exported.py",
}


@functools.cache
def words(*patterns: str) -> frozenset[str]:
    """The words of some files of the tests, this one excepted."""
    files = {p for pattern in patterns for p in HERE.glob(pattern) if p.is_file()}
    assert files
    here = Path(__file__)
    return frozenset(re.findall(r"\w+", "\n".join(p.read_text() for p in files if p != here)))


def kernel_of(surface: str) -> Any:
    """The function that several spellings share."""
    entry = getattr(SURFACES[surface], "entry", None)
    return inspect.unwrap(SURFACES[surface]) if entry is None else entry.kernel


def test_every_spelling_has_a_case():
    recorded = {
        record.op.replace("ops.auto_generate.", "auto_generate.")
        for name in TABLES + SWEEPS
        for record in table(name)
    }
    kernels = {kernel_of(surface) for surface in recorded & SURFACES.keys()}
    said = words(
        *("golden/update_cases.py", "golden/primitive_cases.py", "inner_cases.py"),
        *("kernels/**/*.py", "core/**/*.py", "ranks/*.py", "mint/*.py", "ops/*.py"),
    )
    lacking = {
        surface
        for surface in SURFACES.keys() - recorded
        if surface.startswith(("ops.", "Tensor.", "auto_generate."))
        and surface.rpartition(".")[2] not in said
        and kernel_of(surface) not in kernels
    }
    assert lacking == WITHOUT.keys(), "add a record of it, see docs/adding.md"


def classes(place: Any, kind: type) -> Iterator[str]:
    for name in place.__all__:
        found = getattr(place, name)
        if isinstance(found, type) and issubclass(found, kind):
            yield name


def test_every_layer_has_a_case():
    said = words(
        "*_cases.py", "golden/*.py", "records/layers/*.py", "nn/*.py", "mint_references.py"
    )
    names = {name for place in (nn, mint.nn) for name in classes(place, nn.Cell)}
    assert names - said == LAYERS_WITHOUT.keys(), "add a case of it, see docs/adding.md"


@pytest.mark.parametrize("file", ["golden/optim_cases.py", "core/transform/test_second_step.py"])
def test_every_optimizer_has_a_case(file: str):
    names = set(classes(nn, nn.Optimizer)) - {"OptTFTWrapper"}
    assert names <= words(file) | {"Optimizer"}, "add a case of it, see docs/adding.md"


def test_every_optimizer_with_groups_has_a_case():
    """Those of MindSpore's files under experimental.optim are not all in its `__all__`."""
    places = (experimental.optim, adamw, mint.optim)
    names = {name for place in places for name in classes(place, nn.Cell)} - {"Optimizer"}
    said = words("golden/experimental_cases.py", "test_experimental_optim.py")
    assert names <= said, "add a case of it, see docs/adding.md"


def test_every_transform_has_a_case():
    said = words("dataset_cases.py", "audio_cases.py", "golden/*_cases.txt", "golden/dataset_*.py")
    names = {
        name
        for place in (transforms, vision, audio, text)
        for name in classes(place, object)
        if not issubclass(getattr(place, name), enum.Enum)
    }
    refused = {"Plugin", "VideoDecoder"}  # NotImplementedError
    names -= {"DecodeVideo"}  # test_video.py
    assert names - said == refused, "add a case of it, see docs/adding.md"


# -- answers of mint, scipy and the inner Primitives -----------------------------------------------

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
        for node in ast.walk(ast.parse((HERE / file).read_text())):
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


def test_functions_of_mint_and_scipy_have_an_answer():
    """Optimizers have theirs in test_experimental_optim.py."""
    assert [n for n in names() if not is_layer(n) and not has_answer(n)] == []


def test_layers_of_mint_have_an_answer():
    """A layer has a recorded result, or a formula where MindSpore has no kernel for it."""
    answered = set()
    for key, record in read_golden("mint_layers.json")["layers"].items():
        if "gap" not in record or record["class"].rpartition(".")[2] in mint_references.known():
            answered.add(re.match(r"\W*(\w+)", key)[1])
    layers = {n.rpartition(".")[2] for n in names() if n.startswith("mint.nn.") and is_layer(n)}
    assert sorted(layers - answered) == []


def test_inner_primitives_have_an_answer():
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
