"""What is printed of errors that nobody caught."""

from __future__ import annotations

import subprocess
import sys
import traceback

import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from msjax._core.base.tracebacks import shortened

_PROGRAM = """
import sys
import msjax as ms
from msjax import nn, ops


class Block(nn.Cell):
    def __init__(self, n):
        super().__init__()
        self.conv = nn.Dense(n, 4)

    def construct(self, x):
        return ops.relu(self.conv(x))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.SequentialCell([Block(4) for _ in range(4)] + [Block(5)])

    def construct(self, x):
        return self.layers(x)


net = ms.jit(Net()) if sys.argv[1] == "jit" else Net()
net(ops.ones((2, 4)))
"""


def _printed(path, form, env=None):
    command = [sys.executable, str(path), form]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 1
    return done.stderr.rstrip().splitlines()


@pytest.mark.parametrize("form", ["eager", "jit"])
def test_a_wrong_shape_in_the_fifth_layer(form, tmp_path):
    (path := tmp_path / "program.py").write_text(_PROGRAM)
    lines = _printed(path, form)
    assert len(lines) <= 12
    assert lines[-1] == (
        "in Dense(float32[2, 4], float32[4, 5], float32[4]) of Dense 'layers.4.conv' in Net"
    )
    assert lines[-2].startswith("ValueError: For 'Dense', the last dimension")


def test_everything_if_asked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("MSJAX_TRACEBACK", "full")
    (path := tmp_path / "program.py").write_text(_PROGRAM)
    assert len(_printed(path, "eager")) > 20


def _caught(call):
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError("no error")


def _shown(error):
    with shortened(error, error.__traceback__) as trace:
        return "".join(traceback.format_exception(type(error), error, trace))


def test_the_exception_stays_as_it_is():
    error = _caught(lambda: ops.matmul(ops.ones((2, 3)), ops.ones((2, 3))))
    before = error.__traceback__, error.__cause__, error.__context__, vars(error).copy()
    text = _shown(error)
    assert (error.__traceback__, error.__cause__, error.__context__, vars(error)) == before
    assert "gateway.py" not in text and "JAX_TRACEBACK_FILTERING" not in text
    assert text.rstrip().endswith("in MatMulExt(float32[2, 3], float32[2, 3])")


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        (lambda: ops.softmax(Tensor([1.0]), axsi=1), "Did you mean 'axis'?"),
        (lambda: ops.ReduceSum(keepdims=True), "Did you mean 'keep_dims'?"),
        (lambda: nn.Dense(2, 3, has_bais=True), "Did you mean 'has_bias'?"),
        (lambda: ops.relu(Tensor([1.0]), quite_another=1), "argument 'quite_another'"),
    ],
)
def test_misspelt_arguments(call, hint):
    assert _shown(_caught(call)).rstrip().endswith(hint)


def test_errors_of_the_program_are_left_alone():
    def fails(x):
        raise KeyError("own") from ValueError("cause")

    error = _caught(lambda: fails(1))
    assert _shown(error) == "".join(traceback.format_exception(error))
    inside = _caught(lambda: ms.jit(fails)(Tensor([1.0])))
    assert "cause" in _shown(inside) and "jit.py" not in _shown(inside)


def test_in_ipython():
    shell_module = pytest.importorskip("IPython.core.interactiveshell")
    program = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "shell.run_line_magic('colors', 'nocolor')\n"
        "shell.run_cell('import msjax as ms')\n"
        "shell.run_cell('ms.ops.matmul(ms.ops.ones((2, 3)), ms.ops.ones((2, 3)))')\n"
    )
    assert shell_module
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    text = done.stdout + done.stderr
    assert "in MatMulExt(float32[2, 3], float32[2, 3])" in text, text
    assert "gateway.py" not in text and len(text.splitlines()) < 12
