"""The primitives that subclasses of layers find as attributes."""

import copy
import pickle

import numpy as np
import pytest

import msjax as ms
from msjax import nn

# A layer, the shape of its input, and the same from its primitives.
LAYERS = [
    ("Dense(3, 2)", (4, 3), lambda c, x: c.bias_add(c.matmul(x, c.weight), c.bias)),
    ("MaxPool2d(2, 2, 'same')", (1, 2, 5, 5), lambda c, x: c.max_pool(x)),
    ("AvgPool2d(2, 2)", (1, 2, 5, 5), lambda c, x: c.avg_pool(x)),
    ("MaxPool3d(2, 2)", (1, 2, 5, 5, 4), lambda c, x: c.max_pool(x)),
    ("AvgPool3d(2, 2)", (1, 2, 5, 5, 4), lambda c, x: c.avg_pool(x)),
    ("MaxPool1d(2, 2)", (1, 2, 5), lambda c, x: c.squeeze(c.max_pool(c.expand(x, 2)))),
    ("AvgPool1d(2, 2)", (1, 2, 5), lambda c, x: c.squeeze(c.avg_pool(c.expand(x, 2)))),
    ("LayerNorm((3,))", (2, 3), lambda c, x: c.layer_norm(x, c.gamma, c.beta)[0]),
    (
        "Conv2dTranspose(2, 3, 3, 2, 'valid', has_bias=True)",
        (1, 2, 4, 4),
        lambda c, x: c.bias_add(c.conv2d_transpose(x, c.weight, (1, 3, 9, 9)), c.bias),
    ),
    ("AdaptiveAvgPool2d(2)", (1, 2, 4, 4), lambda c, x: c.adaptive_avgpool2d(x)),
    ("Softmax(0)", (2, 3), lambda c, x: c.softmax(x)),
    ("LogSoftmax()", (2, 3), lambda c, x: c.log_softmax(x)),
    ("ELU()", (2, 3), lambda c, x: c.elu(x)),
    ("PReLU()", (2, 3, 4), lambda c, x: c.prelu(x, c.w)),
    ("Norm(0)", (2, 3), lambda c, x: c.squeeze(c.sqrt(c.reduce_sum(x * x, 0)))),
]


@pytest.mark.parametrize(("text", "shape", "same"), LAYERS)
def test_layer_from_its_primitives(text, shape, same):
    layer = eval("nn." + text)
    x = ms.Tensor(np.random.RandomState(0).standard_normal(shape), ms.float32)
    np.testing.assert_allclose(same(layer, x).asnumpy(), layer(x).asnumpy(), rtol=1e-5, atol=1e-6)


def test_a_primitive_stays_the_same_object_and_out_of_copies():
    layer = nn.Dense(2, 2)
    assert layer.matmul is layer.matmul
    assert "matmul" not in vars(layer)
    for twin in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
        assert twin.matmul is not layer.matmul
    with pytest.raises(AttributeError):
        _ = layer.no_such_primitive


def test_the_names_can_be_taken():
    class Loss(nn.LossBase):
        def __init__(self):
            super().__init__()
            self.mul = nn.ReLU()
            self.cast = ms.Parameter(ms.Tensor([2.0]))
            self.register_buffer("reduce_sum", ms.Tensor([1.0]))

        def construct(self, base, target):
            return self.reduce_mean(self.mul(base - target) * self.cast + self.reduce_sum)

    loss = Loss()
    assert isinstance(loss.mul, nn.ReLU)
    assert [p.name for p in loss.get_parameters()] == ["cast"]
    assert float(loss(ms.Tensor([3.0, 1.0]), ms.Tensor([1.0, 3.0]))) == 3.0


def test_training_cell_of_ones_own():
    class Step(nn.TrainOneStepWithLossScaleCell):
        def construct(self, x, y):
            return self.less_equal(self.base, self.reduce_sum(x)), self.allreduce(y)

    net = nn.Dense(2, 2)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    step = Step(nn.WithLossCell(net, nn.MSELoss()), optimizer, ms.Tensor(2.0))
    small, same = step(ms.Tensor([0.2, 0.1]), ms.Tensor([3.0]))
    assert not bool(small) and float(same[0]) == 3.0
    assert optimizer.opt.name == "ApplyMomentum"
    assert nn.Dropout(p=0.25).dropout.keep_prob == 0.75


def declaring(cls=nn.Cell):
    """The classes that declare inner primitives."""
    below = [found for sub in cls.__subclasses__() for found in declaring(sub)]
    return [cls] * ("_msj_inner" in vars(cls)) + below


def test_what_classes_declare_is_made_of_primitives():
    classes = set(declaring())
    assert len(classes) > 100
    for cls in classes:
        for name, maker in cls._msj_inner.items():
            kind = maker if isinstance(maker, str) else maker[0] if isinstance(maker, tuple) else ""
            assert callable(maker) or isinstance(getattr(ms.ops, kind), type), (cls, name)
