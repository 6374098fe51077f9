"""The tests stand where what they test stands."""

from __future__ import annotations

import pytest
from places import ROOT, TESTS
from records._tables import SWEEPS, TABLES

PACKAGE = ROOT / "msjax"
CORE = [p.relative_to(PACKAGE / "_core") for p in sorted((PACKAGE / "_core").rglob("[a-z]*.py"))]
FAMILIES = {p.name for p in (PACKAGE / "kernels").iterdir() if (p / "__init__.py").exists()}


@pytest.mark.parametrize("module", CORE, ids=str)
def test_a_module_of_the_core_has_a_test_file_of_its_name(module):
    assert (TESTS / "core" / module.with_name(f"test_{module.name}")).exists()


def test_folders_of_the_core_are_those_of_its_tests():
    ours = {p.parent.name for p in (TESTS / "core").rglob("test_*.py")}
    assert ours - {"core"} == {m.parent.name for m in CORE}


def test_tests_of_kernels_are_in_folders_of_families():
    ours = {p.parent.name for p in (TESTS / "kernels").rglob("test_*.py")}
    assert ours - {"kernels"} <= FAMILIES


def test_every_family_has_recorded_calls():
    recorded = {name.partition(".")[0] for name in TABLES + SWEEPS}
    # MindSpore has no CPU kernels of the first two; members of Tensor are tested by hand
    assert FAMILIES - recorded == {"attention", "comm", "tensor"}
    assert recorded - FAMILIES == {"layers", "numpy", "sweeps"}


def test_every_table_is_listed():
    files = {p.relative_to(TESTS / "records") for p in (TESTS / "records").rglob("[a-z]*.py")}
    listed = TABLES + SWEEPS
    assert sorted(".".join(p.with_suffix("").parts) for p in files) == sorted(listed)
