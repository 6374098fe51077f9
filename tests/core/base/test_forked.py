"""Children of a process that has used JAX."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_PROGRAM = """
import multiprocessing, warnings
import numpy as np
import msjax as ms
from msjax import ops

warnings.simplefilter("ignore")
context = multiprocessing.get_context("fork")


def pure(n):
    return int(np.arange(n).sum())


def refused(kind):
    try:
        return str(CALLS[kind]())
    except RuntimeError as error:
        return f"RuntimeError {error}"


def both():
    with context.Pool(2) as pool:
        return pool.map_async(pure, range(4)).get(100), pool.map_async(refused, CALLS).get(100)


CALLS = {"before": lambda: ms.Tensor([1.0]) + 1}
print(both())
x = ms.Tensor([1.0, 2.0])
step = ms.jit(lambda x: x * 2)
step(x)
CALLS = {
    "operation": lambda: x + 1,
    "new": lambda: ms.Tensor([1.0]),
    "zeros": lambda: ops.zeros(2),
    "compiled": lambda: step(x),
    "slice": lambda: x[1:],
    "values": lambda: x.asnumpy(),
    "random": lambda: ops.rand(2),
    "gradient": lambda: ms.grad(lambda q: q * q)(x),
}
for line in both()[1]:
    print(line)
CALLS = {"recorded": lambda: x * 123.5}


def forks(q):
    print(both()[1])
    return q * q


print(ms.grad(forks)(x))
print(x.asnumpy(), step(x))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_children_are_told(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(_PROGRAM)
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, timeout=500, check=False
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "([0, 0, 1, 3], ['[2.]'])", done.stderr
    assert len(lines) == 12
    for line in lines[1:9]:
        assert line.startswith("RuntimeError JAX cannot be used in a process that was forked")
        assert "get_context('spawn')" in line
    assert lines[9].startswith('["RuntimeError JAX cannot be used')  # within a gradient
    assert lines[10:] == ["[2. 4.]", "[1. 2.] [2. 4.]"]
