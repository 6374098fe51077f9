"""Deep programs: 200 unrolled recurrent steps, in processes of their own that must end well."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np
import msjax as ms
from msjax import nn, ops

class Steps(nn.Cell):
    def __init__(self):
        super().__init__()
        self.cell = nn.RNNCell(3, 3)

    def construct(self, x):
        h = ops.zeros((2, 3))
        for _ in range(200):
            h = self.cell(x, h)
        return h.sum()

net, x = Steps(), ms.Tensor(np.ones((2, 3), np.float32))
gradient = ms.value_and_grad(net, None, net.trainable_params())
expected, _ = gradient(x)
{form}
assert np.allclose(found.asnumpy(), expected.asnumpy(), rtol=1e-4)
print("ended")
"""
FORMS = {
    "eager": "found, _ = gradient(x)",
    "gradient of a gradient": """
found = expected
ms.grad(lambda x: ms.grad(net)(x).sum())(x)""",
    "compiled": "found, _ = ms.jit(gradient)(x)",
    "gradient of compiled": """
weights = net.trainable_params()
found, _ = ms.value_and_grad(ms.jit(net), None, weights)(x)""",
    "GRAPH_MODE": """
ms.set_context(mode=ms.GRAPH_MODE)
found = nn.TrainOneStepCell(net, nn.SGD(net.trainable_params(), 1e-9)).set_train()(x)""",
}


def ends_well(form):
    text = PROGRAM.format(form=FORMS[form])
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "ended\n" and "Error" not in done.stderr


def test_the_process_of_a_deep_eager_gradient_ends_well():
    ends_well("eager")


@pytest.mark.sweep
@pytest.mark.parametrize("form", [form for form in FORMS if form != "eager"])
def test_the_process_of_a_deep_program_ends_well(form):
    ends_well(form)
