"""What is published is recorded: each spelling, layer, optimizer and transform has a case.

A case is a call whose answer MindSpore gave (tests/records, the other tables of tests/golden) or,
where MindSpore's CPU build has no answer, a test that says the name and knows the values.
"""

from __future__ import annotations

import enum
import functools
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from records._tables import SWEEPS, TABLES, table

from msjax import experimental, mint, nn
from msjax._core.op.registry import SURFACES
from msjax.dataset import audio, text, transforms, vision
from msjax.experimental.optim import adamw

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
        if surface.startswith(("ops.", "Tensor.", "mint.", "auto_generate."))
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
    refused = {"DecodeVideo", "Plugin", "VideoDecoder"}  # NotImplementedError
    assert names - said == refused, "add a case of it, see docs/adding.md"
