"""`msjax.summary` and the picture of a Cell in notebooks."""

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops


def conv_net():
    return nn.SequentialCell(
        nn.Conv2d(1, 4, 3, pad_mode="valid"),
        nn.BatchNorm2d(4),
        nn.ReLU(),
        nn.Dropout(p=0.5),
        nn.Flatten(),
        nn.Dense(144, 10, has_bias=False),
    )


class Branching(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = nn.Dense(3, 3)

    def construct(self, x, scale=1, verbose=False):
        if float(x.sum()) > 0:
            x = self.layer(x)
        return {"y": x * scale, "pair": (x, x)}


class Named(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = nn.Dense(3, 4)

    def construct(self, x, *, twice=False, other=None):
        x = self.layer(x)
        return ops.concat((x, x), 1) if twice else x


IMAGES = np.ones((2, 1, 8, 8), np.float32)


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
@pytest.mark.parametrize("training", [False, True])
def test_rows(mode, training):
    net = conv_net().set_train(training)
    seed = ms.get_rng_state().asnumpy()
    before = [p.asnumpy().copy() for p in net.get_parameters()]
    ms.set_context(mode=mode)
    try:
        first, second = ms.summary(net, ms.Tensor(IMAGES)), ms.summary(net, jax.numpy.array(IMAGES))
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    assert str(first) == str(second)
    rows = {row.kind: row for row in first}
    assert [row.name for row in first] == ["", "0", "1", "2", "3", "4", "5"]
    assert rows["Conv2d"].output == "(2, 4, 6, 6)" and rows["Dense"].output == "(2, 10)"
    assert rows["Conv2d"].parameters == 36 and rows["BatchNorm2d"].parameters == 16
    assert rows["Dense"].flops == 2 * 2 * 144 * 10
    assert rows["Conv2d"].flops == 2 * 9 * 2 * 4 * 36
    assert first.flops >= rows["Dense"].flops + rows["Conv2d"].flops
    assert (first.parameters, first.trainable, first.size) == (1492, 1484, 5968)
    assert net.training == net[1].training == training
    for was, p in zip(before, net.get_parameters(), strict=True):
        np.testing.assert_array_equal(was, p.asnumpy())
    np.testing.assert_array_equal(seed, ms.get_rng_state().asnumpy())
    assert not any(cell._msj_table and cell._msj_table.forward for _, cell in net.cells_and_names())


def test_network_that_looks_at_values():
    made = ms.summary(Branching(), ops.ones((2, 3)), 2, verbose=True)
    assert made[0].output == "{y: (2, 3), pair: (2, 3), (2, 3)}"
    assert made[1].output == "(2, 3)" and made.flops is None and "FLOPs not known" in str(made)


def test_arguments_by_name_and_constants():
    assert ms.summary(Named(), ops.ones((2, 3)), twice=True)[0].output == "(2, 8)"
    assert ms.summary(Named(), x=ops.ones((2, 3)), other="text")[0].output == "(2, 4)"


def test_errors_are_the_networks_own():
    with pytest.raises(TypeError, match="For 'summary', the 'net' must be a Cell"):
        ms.summary(ops.relu, ops.ones((2, 3)))
    net = conv_net().set_train()
    with pytest.raises(ValueError, match="Conv2D"):
        ms.summary(net, ops.ones((2, 3)))
    assert net.training and net[5].training
    assert not any(cell._msj_table and cell._msj_table.forward for _, cell in net.cells_and_names())


def test_pictures():
    net = conv_net()
    net[1].gamma.requires_grad = False
    shown = net._repr_html_()
    assert "SequentialCell" in shown and "1,492 parameters" in shown
    assert "weight: (4, 1, 3, 3) Float32" in shown and "not trained" in shown
    assert "<object" not in shown and shown.count("<details") == shown.count("</details>")
    assert "<td>1,440</td>" in ms.summary(net, ms.Tensor(IMAGES))._repr_html_()
    assert repr(net).startswith("SequentialCell(\n  (0): Conv2d(")
