"""Rounding: which errors dtypes that it does not take are."""

import pytest

import msjax as ms
from msjax import ops
from tests.every_mode import in_graph_mode


@pytest.mark.parametrize("run", [round, ops.round, lambda x: x.round(), ops.Round()])
@pytest.mark.parametrize("dtype", [ms.bool_, ms.uint8, ms.complex64])
def test_dtypes_that_are_refused(run, dtype):
    x = ms.Tensor([1, 0], dtype)
    with pytest.raises(RuntimeError):
        run(x)
    for compiled in (ms.jit(lambda given: run(given)), in_graph_mode(run)):
        with pytest.raises(TypeError):  # as MindSpore's compiler
            compiled(x)
