"""Small facts about layers, wrappers, schedules and optimizers, recorded with MindSpore."""

import nn_details_cases as cases
import numpy as np
import pytest
from places import read_golden

import msjax as ms
from msjax import nn

GOLDEN = read_golden("nn_details.json")
# Departures that docs/differences.md lists: a part of the case, and what msjax says.
DEPARTURES = {
    "n.moving_variance": "np.float32(0.9)",
    "'lr': 0.05}": "(True,)",
    "epsilon=0.0)": "(2, 4)",
    "ms.float16), T([0, 1]": "Tensor(shape=[2], dtype=Float16, value= [ 1.6094e+00,  1.6094e+00])",
    "nn.FTRL([P(T(ones(2), ms.float16)": "(True,)",
    **{
        f"{name}([a, b]{more})((T(ones(2)),) * {count})": "! RuntimeError"
        for count, names in (
            (1, ("nn.Adadelta", "nn.ASGD", "nn.Rprop")),
            (3, ("nn.Adadelta", "nn.ASGD", "nn.Rprop", "ms.experimental.optim.SGD")),
        )
        for name in names
        for more in (cases.OPTIMIZERS[name],)
    },
}
# Attributes that hold the same values in another type.
OTHER_TYPES = {
    "eps": "tuple",
    "gatherv2": "GatherV2",
    "lower": "float",
    "output_size": "int",
    "upper": "float",
}


def test_every_case_is_recorded():
    assert list(GOLDEN["facts"]) == cases.KEYS
    assert list(GOLDEN["attributes"]) == cases.OBJECTS
    for part in DEPARTURES:
        assert len([key for key in cases.KEYS if part in key]) == 1


@pytest.mark.parametrize("case", cases.CASES, ids=lambda case: case[1][:60])
def test_fact(case):
    key = "".join(case)
    wanted = GOLDEN["facts"][key].replace("mindspore", "msjax")
    for part, own in DEPARTURES.items():
        if part in key:
            assert own != wanted
            wanted = own
    assert cases.outcome(ms, case) == wanted


@pytest.mark.parametrize("text", cases.OBJECTS)
def test_public_attributes(text):
    found = cases.made(ms, text)
    for name, kind in GOLDEN["attributes"][text].items():
        own = type(getattr(found, name)).__name__
        assert own == kind or OTHER_TYPES.get(name) == own, name


def test_window_of_similarity_is_computed_in_float32():
    row = nn.SSIM().conv.weight.asnumpy()[0, 0, 0, :3]
    # The last bits of MindSpore's.
    np.testing.assert_allclose(row, [1.0575661e-06, 7.8144149e-06, 3.7022481e-05], rtol=1.5e-7)


def test_a_batch_in_parts_is_registered_once():
    net = nn.MicroBatchInterleaved(nn.ReLU(), 2)
    assert len(net.interleave_inputs) == 2
    assert not hasattr(net, "micro_inputs")


@pytest.mark.parametrize("layer", [nn.Flatten, nn.L1Regularizer], ids=lambda layer: layer.__name__)
def test_layers_that_want_a_tensor(layer):
    with pytest.raises(TypeError, match="must be a Tensor"):
        layer(*([0.5] if layer is nn.L1Regularizer else []))("text")


@pytest.mark.parametrize("mode,corner", [("REFLECT", 4.0), ("SYMMETRIC", 1.0)])
def test_mirrored_pads(mode, corner):
    x = ms.Tensor([[1.0, 2.0], [3.0, 4.0]])
    found = nn.Pad(((1, 1), (1, 1)), mode)(x).asnumpy()
    assert found.shape == (4, 4) and found[0, 0] == corner


def test_a_returned_argument_is_another_tensor_under_a_bprop():
    class Same(nn.Cell):
        def construct(self, x):
            return x, (x * 2, x)

        def bprop(self, x, out, dout):
            return (dout[0],)

    x = ms.Tensor([1.0])
    first, (_, second) = Same()(x)
    assert first is not x and second is not x
    assert first.asnumpy() == second.asnumpy() == 1
