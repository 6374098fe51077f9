"""The stubs in the package are those that tools/make_stubs.py writes, and typed programs run."""

import contextlib
import json
import math
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from records import Spec, _tables, dt

import msjax

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def make_stubs():
    return runpy.run_path(str(ROOT / "tools" / "make_stubs.py"))


def test_the_stubs_are_what_the_generator_writes():
    # In a process of its own: what other tests load and change must not show.
    command = [sys.executable, str(ROOT / "tools" / "make_stubs.py"), "--check"]
    found = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    stale = found.stdout.split()
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


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("program", "printed"),
    [
        ("user", "epoch: 2"),
        ("mint", "(3, 4) Float16 1"),
        ("dataset", "[1, 2, 3, 4]"),
        ("training", "['mae', 'worst'] (1, 1)"),
        ("transformer", "True (2, 3, 6)"),
        ("custom", "2 epochs of 4"),
        ("ranks", "[1, 2, 1]"),
        ("detection", "3 True"),
        ("translation", "1 True (2,)"),
        ("images", "[True, True, True]"),
        ("results", "trained (4, 1)"),
    ],
)
def test_the_typed_programs_run(program, printed, capsys):
    path = ROOT / "tests" / "typing" / f"{program}_program.py"
    runpy.run_path(str(path), run_name="__main__")
    assert printed in capsys.readouterr().out


# Calls that MindSpore accepts though they mean something else: an int for a bool, or what it
# converts, ignores or hands back.
ODD = (
    r"numpy\.nan\w+\(.*\b[012]\)|ops\.argmin\(t, 0, keepdims=1\)",
    r"numpy\.tri[lu]_indices\(.*\.5\)",
    r"TensorToTuple|reshard\('bad'|stop_gradient|[sS]hape_?\(.*c[os][or]|DType",
    r"softplus\(t, t\)|TopK\(\)\(t, t\)",
    r"moveaxis\(t, None|\w*stack\(t(, -1)?\)",
    r"asfarray\(t, None\)|ravel_multi_index\(t, \[|mint\.(max|min)\(t, True\)",
)
HEAD = """
import msjax as ms
import numpy as np
from msjax import numpy as mnp, ops
from msjax.common.sparse_tensor import COOTensor, CSRTensor

def calls(t: ms.Tensor, p: ms.Parameter, n: np.ndarray, coo: COOTensor, csr: CSRTensor) -> None:
"""
ARRAYS = {"Tensor": "t", "Parameter": "p", "ndarray": "n", "COOTensor": "coo", "CSRTensor": "csr"}


def source(value):
    """The text of an argument of a recorded call."""
    if isinstance(value, Spec):
        return ARRAYS[value.form]
    if isinstance(value, dt):
        return f"ms.{value.name}"
    if isinstance(value, (tuple, list)):
        inside = "".join(f"{source(v)}, " for v in value)
        return f"({inside})" if isinstance(value, tuple) else f"[{inside}]"
    if isinstance(value, float) and not math.isfinite(value):
        return "float('inf')"
    if value is None or isinstance(value, (bool, int, float, complex, str, dict, slice)):
        return repr(value)
    raise KeyError(type(value))


def call_text(record):
    """A recorded call as a line of a program, None for one of a path without a stub."""

    def inside(args, kwargs):
        return ", ".join([*map(source, args), *(f"{k}={source(v)}" for k, v in kwargs.items())])

    if re.search(r"^unlisted|auto_generate|_ops\.|Grad|\.__", record.op):
        return None
    if record.op.startswith("Tensor."):
        first, *args = record.args
        name = record.op.removeprefix("Tensor.")
        return f"{source(first)}.{name}({inside(args, record.kwargs)})"
    made = "" if record.init is None else f"({inside(*record.constructor)})"
    return f"ms.{record.op}{made}({inside(record.args, record.kwargs)})"


def has_type(answer, told):
    """Whether a recorded result is of the type that a checker tells: Tensor, tuple or list."""
    if told == "Tensor":
        return "d" in answer
    name, _, inside = told.partition("[")
    if name not in ("tuple", "list") or "list" in inside:
        return True
    parts = answer.get(name)
    if parts is None:
        return False
    fixed = name == "tuple" and "..." not in told
    return not fixed or len(parts) == len(re.findall(r"[^,]+", inside))


def test_results_have_types():
    two = {"tuple": [{"d": "Float32"}] * 2}
    assert has_type({"d": "Int32"}, "Tensor") and not has_type(two, "Tensor")
    assert has_type(two, "tuple[Tensor, ...]") and has_type(two, "tuple[Tensor, Tensor]")
    assert not has_type(two, "tuple[Tensor]") and not has_type(two, "list[Tensor]")
    assert has_type({"list": []}, "list[Tensor]") and not has_type({"py": 3}, "tuple[int, ...]")


@pytest.mark.sweep
def test_checkers_accept_the_calls_that_mindspore_accepts(tmp_path):
    """And tell what these calls give: a Tensor, or how many."""
    pytest.importorskip("basedpyright")
    given = {}
    for name in (*_tables.TABLES, *_tables.SWEEPS):
        known = _tables.answers(name)["answers"]
        for record in _tables.accepted(name):
            with contextlib.suppress(KeyError):  # a value that has no text
                given.setdefault(call_text(record), known[record.id]["out"])
    given.pop(None)
    lines = sorted(line for line in given if not re.search("|".join(ODD), line))
    program = tmp_path / "program.py"
    program.write_text(HEAD + "".join(f"    reveal_type({line})\n" for line in lines))
    settings = {
        "extraPaths": [str(ROOT)],
        "typeCheckingMode": "standard",
        "reportUnusedExpression": False,
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "-p", str(tmp_path)]
    command += ["--pythonpath", sys.executable]
    found = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    wrong, first = [], HEAD.count("\n")
    for told in found["generalDiagnostics"]:
        line = lines[told["range"]["start"]["line"] - first]
        kind = re.search(r'Type of ".*" is "(.*)"$', told["message"], re.S)
        if told["severity"] == "error" or (kind and not has_type(given[line], kind[1])):
            wrong.append(f"{line}: {told['message']}")
    assert not wrong, "\n".join(wrong)
