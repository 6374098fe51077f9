"""Layers, losses and functions whose result dtypes under mixed precision both packages tell."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np

ms: Any = sys.modules.get("msjax") or importlib.import_module("mindspore")
nn, ops = ms.nn, ms.ops

LEVELS = ("auto", "O1", "O2", "O3", "to_float")

# Constructor or function -> inputs: f(shape) is float32, h(shape) float16, i(shape) whole numbers.
LAYERS = {
    "nn.Dense(4, 3)": ["f(2, 4)", "h(2, 4)", "f(2, 2, 4)"],
    "nn.Dense(4, 3, has_bias=False)": ["f(2, 4)", "h(2, 4)"],
    "nn.Dense(4, 3, activation='relu')": ["f(2, 4)"],
    "nn.Dense(4, 3, has_bias=False, activation='tanh')": ["f(2, 4)"],
    "nn.Linear(4, 3)": ["f(2, 4)"],
    "nn.BiDense(3, 2, 4)": ["f(5, 3), f(5, 2)", "h(5, 3), h(5, 2)"],
    "nn.Conv1d(3, 4, 3)": ["f(2, 3, 5)", "h(2, 3, 5)"],
    "nn.Conv1d(3, 4, 3, has_bias=True)": ["f(2, 3, 5)"],
    "nn.Conv2d(3, 4, 3)": ["f(2, 3, 5, 5)", "h(2, 3, 5, 5)"],
    "nn.Conv2d(3, 4, 3, has_bias=True)": ["f(2, 3, 5, 5)", "h(2, 3, 5, 5)"],
    "nn.Conv3d(3, 4, 3)": ["f(1, 3, 5, 5, 5)"],
    "nn.Conv3d(3, 4, 3, has_bias=True)": ["f(1, 3, 5, 5, 5)"],
    "nn.Conv1dTranspose(3, 4, 3)": ["f(2, 3, 5)"],
    "nn.Conv1dTranspose(3, 4, 3, has_bias=True)": ["f(2, 3, 5)"],
    "nn.Conv2dTranspose(3, 4, 3)": ["f(2, 3, 5, 5)"],
    "nn.Conv2dTranspose(3, 4, 3, has_bias=True)": ["f(2, 3, 5, 5)"],
    "nn.Conv2dTranspose(2, 4, 3, 2, 'pad', 1, 1, has_bias=True)": ["f(1, 2, 4, 5)"],
    "nn.Conv3dTranspose(2, 3, 2)": ["f(1, 2, 3, 3, 3)"],
    "nn.Conv3dTranspose(2, 3, 2, has_bias=True)": ["f(1, 2, 3, 3, 3)"],
    "nn.Embedding(7, 4)": ["i(2, 3)"],
    "nn.BatchNorm1d(4)": ["f(3, 4)", "h(3, 4)"],
    "nn.BatchNorm2d(3)": ["f(2, 3, 4, 4)", "h(2, 3, 4, 4)"],
    "nn.LayerNorm((4,))": ["f(2, 4)", "h(2, 4)"],
    "nn.GroupNorm(2, 4)": ["f(1, 4, 3, 3)", "h(1, 4, 3, 3)"],
    "nn.ReLU()": ["f(2, 3)", "h(2, 3)"],
    "nn.PReLU()": ["f(2, 3)", "h(2, 3)"],
    "nn.GELU()": ["f(2, 3)", "h(2, 3)"],
    "nn.LeakyReLU()": ["h(2, 3)"],
    "nn.ELU()": ["h(2, 3)"],
    "nn.SiLU()": ["h(2, 3)"],
    "nn.Tanh()": ["h(2, 3)"],
    "nn.Hardtanh()": ["f(2, 3)", "h(2, 3)"],
    "nn.LogSigmoid()": ["f(2, 3)", "h(2, 3)"],
    "nn.Softmax()": ["f(2, 3)", "h(2, 3)"],
    "nn.Softmin()": ["h(2, 3)"],
    "nn.LogSoftmax()": ["f(2, 3)", "h(2, 3)"],
    "nn.MaxPool2d(2)": ["f(1, 1, 4, 4)", "h(1, 1, 4, 4)"],
    "nn.AvgPool2d(2)": ["f(1, 1, 4, 4)", "h(1, 1, 4, 4)"],
    "nn.LPPool2d(2, 2)": ["h(1, 1, 4, 4)"],
    "nn.Dropout(p=0.0)": ["f(2, 3)", "h(2, 3)"],
    "nn.Flatten()": ["f(2, 3, 4)", "h(2, 3, 4)"],
    "nn.Flatten(0, 1)": ["f(2, 3, 4)"],
    "nn.PixelShuffle(2)": ["f(1, 4, 2, 2)"],
    "nn.LSTM(4, 3)": ["f(5, 2, 4)"],
    "nn.LSTM(4, 3, has_bias=False)": ["f(5, 2, 4)"],
    "nn.GRU(4, 3)": ["f(5, 2, 4)", "h(5, 2, 4)"],
    "nn.RNN(4, 3)": ["f(5, 2, 4)", "h(5, 2, 4)"],
    "nn.LSTMCell(4, 3)": ["f(2, 4), (f(2, 3), f(2, 3))", "h(2, 4), (f(2, 3), f(2, 3))"],
    "nn.LSTMCell(4, 3, has_bias=False)": ["f(2, 4), (f(2, 3), h(2, 3))"],
    "nn.GRUCell(4, 3)": ["f(2, 4), f(2, 3)", "h(2, 4), h(2, 3)"],
    "nn.GRUCell(4, 3, has_bias=False)": ["f(2, 4), h(2, 3)"],
    "nn.RNNCell(4, 3)": ["f(2, 4), f(2, 3)", "h(2, 4), f(2, 3)"],
    "nn.RNNCell(4, 3, has_bias=False)": ["f(2, 4), f(2, 3)"],
    "nn.MultiheadAttention(4, 2)": ["f(2, 1, 4), f(2, 1, 4), f(2, 1, 4)"],
    "nn.MultiheadAttention(4, 2, has_bias=False)": ["f(2, 1, 4), f(2, 1, 4), f(2, 1, 4)"],
    "nn.TransformerEncoderLayer(4, 2, 4, 0.0)": ["f(2, 1, 4)", "h(2, 1, 4)"],
    "nn.SequentialCell(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU())": ["f(1, 3, 4, 4)"],
    "nn.SequentialCell(nn.Dense(4, 3), nn.GELU(), nn.LSTM(3, 3))": ["f(5, 2, 4)"],
    "nn.SequentialCell(nn.Dense(4, 3, has_bias=False), nn.LayerNorm((3,)))": ["f(2, 4)"],
    "nn.MSELoss()": ["f(2, 3), f(2, 3)", "h(2, 3), h(2, 3)"],
    "nn.L1Loss()": ["h(2, 3), h(2, 3)"],
    "nn.SmoothL1Loss()": ["h(2, 3), h(2, 3)"],
    "nn.CrossEntropyLoss()": ["f(3, 5), i(3)", "h(3, 5), i(3)"],
    "nn.NLLLoss()": ["f(3, 5), i(3)", "h(3, 5), i(3)"],
    "nn.BCELoss()": ["f(3, 5), f(3, 5)"],
    "nn.BCEWithLogitsLoss()": ["h(3, 5), h(3, 5)"],
    "nn.KLDivLoss()": ["h(3, 5), h(3, 5)"],
    "nn.HuberLoss()": ["h(3, 5), h(3, 5)"],
    "nn.CosineEmbeddingLoss()": ["h(2, 3), h(2, 3), i(2)"],
    "nn.PoissonNLLLoss()": ["h(2, 3), h(2, 3)"],
    "nn.GaussianNLLLoss()": ["h(2, 3), h(2, 3), h(2, 3)"],
    "nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction='mean')": ["f(3, 5), i(3)"],
    "nn.WithLossCell(nn.Dense(4, 3), nn.MSELoss())": ["f(2, 4), f(2, 3)"],
}
FUNCTIONS = {
    "lambda a, b: ops.matmul(a, b)": ["f(2, 3), f(3, 2)"],
    "lambda a, b: a @ b": ["f(2, 3), f(3, 2)", "h(2, 3), f(3, 2)"],
    "lambda a, b: ops.mm(a, b) + b[:2]": ["f(2, 3), f(3, 2)"],
    "lambda a, b: ops.bmm(a, b)": ["f(1, 2, 3), f(1, 3, 2)"],
    "lambda a: ops.dense(a, a)": ["f(2, 3)"],
    "lambda a, b: ops.addmm(a, a, b)": ["f(2, 2), f(2, 2)", "h(2, 2), h(2, 2)"],
    "lambda a, b: ops.addbmm(a[0], a, b)": ["f(1, 2, 2), f(1, 2, 2)", "h(1, 2, 2), h(1, 2, 2)"],
    "lambda a: ops.inner(a, a)": ["f(2, 3)"],
    "lambda a, b: ops.conv2d(a, b, b[0, 0, 0])": ["f(1, 1, 4, 4), f(1, 1, 1, 1)"],
    "lambda a: ops.exp(a)": ["f(2)", "h(2)"],
    "lambda a: ops.exp2(a)": ["h(2)"],
    "lambda a: ops.log(a)": ["h(2)"],
    "lambda a: a ** 2": ["h(2)"],
    "lambda a: 2 ** a": ["h(2)"],
    "lambda a: 1 / a": ["h(2)"],
    "lambda a: a / 2": ["h(2)"],
    "lambda a: ops.rsqrt(a)": ["h(2)"],
    "lambda a: ops.sqrt(a)": ["h(2)"],
    "lambda a: a.sum()": ["h(2, 3)"],
    "lambda a: a.mean()": ["h(2, 3)"],
    "lambda a: a.max()": ["h(2, 3)"],
    "lambda a: a.std()": ["h(2, 3)"],
    "lambda a: ops.std(a)": ["h(2, 3)"],
    "lambda a: ops.var_mean(a)": ["h(2, 3)"],
    "lambda a: a.norm()": ["h(2, 3)"],
    "lambda a: ops.logsumexp(a, 1)": ["h(2, 3)"],
    "lambda a: ops.cumsum(a, 0)": ["h(2, 3)"],
    "lambda a: ops.cumprod(a, 0)": ["h(2, 3)"],
    "lambda a: ops.softmax(a)": ["h(2, 3)"],
    "lambda a, b: a + b": ["h(2, 3), f(2, 3)"],
    "lambda a, b: ops.addn([a, b])": ["h(2), f(2)"],
    "lambda a, b: ops.concat((a, b))": ["h(2), f(2)"],
    "lambda a, b: ops.addcmul(a, b, b)": ["h(2), f(2)"],
    "lambda a, b: ops.cross(a, b)": ["h(2, 3), f(2, 3)"],
    "lambda a: ops.reshape(a, (3, 2))": ["f(2, 3)"],
    "lambda a: a[0]": ["f(2, 3)"],
    "lambda a: ops.unstack(a)": ["f(2, 3)"],
    "lambda a: ops.strided_slice(a, (0, 0), (1, 2), (1, 1))": ["f(2, 3)"],
    "lambda a: ops.meshgrid(a, a)": ["f(2)"],
    "lambda a: ops.zeros_like(a)": ["f(2)"],
    "lambda a: ops.clip_by_global_norm([a, a])": ["f(2)"],
}


class Relu(nn.Cell):
    def construct(self, x):
        return ops.relu(x)


class Mm(nn.Cell):
    def construct(self, x):
        return ops.mm(x, x)


class Matmul(nn.Cell):
    def construct(self, x):
        return ops.matmul(x, x)


class Primitive(nn.Cell):
    def __init__(self):
        super().__init__()
        self.matmul = ops.MatMul()

    def construct(self, x):
        return self.matmul(x, x) + x


class Conv(nn.Cell):
    def construct(self, x):
        return ops.conv2d(x[None, None], x[None, None])


class Pool(nn.Cell):
    def construct(self, x):
        return ops.lp_pool1d(x, 2, 2)


CELLS = {
    f"{c.__name__}()": ["f(2, 2)", "h(2, 2)"] for c in (Relu, Mm, Matmul, Primitive, Conv, Pool)
}


class Function(nn.Cell):
    """A function as a Cell."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def construct(self, *args):
        return self.function(*args)


def keys() -> list[str]:
    """`level | what | inputs` of every case; functions have no source that "O1" could rewrite."""
    found = []
    for table in (LAYERS, FUNCTIONS, CELLS):
        for level in LEVELS if table is not FUNCTIONS else ("auto", "to_float"):
            found += [f"{level} | {w} | {i}" for w, inputs in table.items() for i in inputs]
    return found


def dtypes(key: str) -> list[str]:
    """The dtypes of the results of a case, and of running statistics.

    A layer that has those is called in training mode.
    """
    level, what, inputs = key.split(" | ")
    net = eval(what)
    net = net if isinstance(net, nn.Cell) else Function(net)
    held = [p for p in net.get_parameters() if not p.requires_grad]
    net.set_train(bool(held))
    if level == "to_float":
        net.to_float(ms.float16)
    else:
        net = ms.amp.auto_mixed_precision(net, level)
    makers = {
        "f": lambda *shape: ms.Tensor(np.ones(shape, np.float32)),
        "h": lambda *shape: ms.Tensor(np.ones(shape, np.float16)),
        "i": lambda *shape: ms.Tensor(np.ones(shape, np.int32)),
    }
    out = net(*eval(f"({inputs},)", makers))
    return [str(t.dtype) for t in (*_flat(out), *held)]


def _flat(out: Any) -> list[Any]:
    if isinstance(out, (tuple, list)):
        return [t for part in out for t in _flat(part)]
    return [out]
