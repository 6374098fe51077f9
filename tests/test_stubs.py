"""The stubs in the package are those that tools/make_stubs.py writes, and typed programs run."""

import runpy
from pathlib import Path

import pytest

import msjax

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def make_stubs():
    return runpy.run_path(str(ROOT / "tools" / "make_stubs.py"))


def test_the_stubs_are_what_the_generator_writes(make_stubs):
    stale = make_stubs["differing"]()
    assert not stale, f"`make stubs` (python tools/make_stubs.py) writes anew: {stale}"


def test_nothing_that_raises_is_offered(make_stubs):
    names = make_stubs["Names"]()
    for path in ("", "ops", "nn", "mint", "numpy", "train"):
        for name, obj in names.public(path).items():
            assert not msjax._missing.is_missing(obj), f"{path}.{name}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tensor of shape (N, C), of Float16 or Float32.", "Tensor"),
        ("probabilities, Float16, BFloat16 or Float32 Tensor.", "Tensor"),
        ("Tensor or number.", "Tensor | Number"),
        ("int, or tuple or list of ints; all axes if None.", "int | Sequence[int]"),
        ("int or tuple of two ints, the steps.", "int | tuple[int, ...]"),
        ("tuple, list or Tensor of ints, the shape.", "Sequence[Any] | Tensor"),
        ('"mean", "sum" or "none".', "str"),
        ("1, -1, 2, inf or -inf.", "float"),
        ("whether the axis stays, with length 1.", "bool"),
        ("axis or axes; all of them if None or empty.", "int | Sequence[int]"),
        ("a mindspore dtype.", "DType"),
        ("int, or whatever fits.", None),
        ("anything.", None),
    ],
)
def test_types_are_read_from_texts(make_stubs, text, found):
    assert make_stubs["text_type"](text) == found


def test_the_typed_program_runs(capsys):
    runpy.run_path(str(ROOT / "tests" / "typing" / "user_program.py"), run_name="__main__")
    assert "epoch: 2" in capsys.readouterr().out
