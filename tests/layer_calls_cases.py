"""Calls of layers and losses with inputs that do not fit, to be run by both packages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

_X, _Y = "x(4, 5)", "x(4, 5, seed=1)"
# Constructor -> inputs that fit. x() makes float32 data and i() int32 ones.
CALLS: dict[str, list[str]] = {
    **{
        f"nn.{name}()": ["x(2, 4)"]
        for name in """CELU ELU FastGelu GELU GLU HShrink HSigmoid HSwish Hardtanh LeakyReLU
        LogSigmoid LogSoftmax Mish PReLU ReLU ReLU6 SeLU SiLU Sigmoid SoftShrink Softmax Softmin
        Softsign Tanh Tanhshrink RReLU Dropout Flatten Identity Norm Tril Triu LGamma DiGamma
        Moments""".split()
    },
    "nn.Threshold(0.1, 2.0)": ["x(2, 4)"],
    "nn.Softmax2d()": ["x(1, 2, 2, 2)"],
    "nn.LRN()": ["x(1, 2, 2, 2)"],
    "nn.Dropout1d()": ["x(2, 3, 2)"],
    "nn.Dropout2d()": ["x(1, 2, 2, 2)"],
    "nn.Dropout3d()": ["x(1, 2, 1, 2, 2)"],
    "nn.Dense(4, 2)": ["x(3, 4)"],
    "nn.Linear(4, 2)": ["x(3, 4)"],
    "nn.BiDense(2, 3, 4)": ["x(5, 2)", "x(5, 3)"],
    "nn.Embedding(4, 2)": ["i(2, 3)"],
    "nn.EmbeddingLookup(4, 2)": ["i(2, 3)"],
    "nn.Unflatten(1, (2, 2))": ["x(2, 4)"],
    "nn.Pad(((1, 1), (0, 1)))": ["x(2, 4)"],
    "nn.OneHot(depth=3)": ["i(2)"],
    "nn.ClipByNorm()": ["x(2, 4)", "x()"],
    "nn.L1Regularizer(0.5)": ["x(2, 4)"],
    "nn.ReduceLogSumExp(0)": ["x(2, 4)"],
    "nn.MatMul()": ["x(2, 4)", "x(4, 2)"],
    "nn.ChannelShuffle(2)": ["x(1, 4, 2, 2)"],
    "nn.PixelShuffle(2)": ["x(1, 4, 2, 2)"],
    "nn.PixelUnshuffle(2)": ["x(1, 1, 4, 4)"],
    "nn.Upsample(size=(3, 3))": ["x(1, 2, 2, 2)"],
    "nn.ImageGradients()": ["x(1, 2, 2, 2)"],
    "nn.CentralCrop(0.5)": ["x(1, 2, 4, 4)"],
    "nn.Conv1d(2, 4, 3)": ["x(1, 2, 5)"],
    "nn.Conv2d(2, 4, 3)": ["x(1, 2, 5, 5)"],
    "nn.Conv3d(2, 4, 3)": ["x(1, 2, 3, 3, 3)"],
    "nn.Conv1dTranspose(2, 4, 3)": ["x(1, 2, 5)"],
    "nn.Conv2dTranspose(2, 4, 3)": ["x(1, 2, 5, 5)"],
    "nn.Conv3dTranspose(2, 4, 3)": ["x(1, 2, 3, 3, 3)"],
    "nn.BatchNorm1d(2)": ["x(3, 2)"],
    "nn.BatchNorm2d(2)": ["x(3, 2, 2, 2)"],
    "nn.BatchNorm3d(2)": ["x(3, 2, 2, 2, 2)"],
    "nn.SyncBatchNorm(2)": ["x(3, 2, 2, 2)"],
    "nn.LayerNorm((4,))": ["x(2, 4)"],
    "nn.GroupNorm(2, 4)": ["x(2, 4, 2, 2)"],
    "nn.MaxPool1d(2)": ["x(1, 2, 4)"],
    "nn.MaxPool2d(2)": ["x(1, 2, 4, 4)"],
    "nn.MaxPool3d(2)": ["x(1, 2, 4, 4, 4)"],
    "nn.AvgPool1d(2)": ["x(1, 2, 4)"],
    "nn.AvgPool2d(2)": ["x(1, 2, 4, 4)"],
    "nn.AvgPool3d(2)": ["x(1, 2, 4, 4, 4)"],
    "nn.AdaptiveAvgPool1d(2)": ["x(1, 2, 4)"],
    "nn.AdaptiveAvgPool2d(2)": ["x(1, 2, 4, 4)"],
    "nn.AdaptiveAvgPool3d(2)": ["x(1, 2, 4, 4, 4)"],
    "nn.AdaptiveMaxPool1d(2)": ["x(1, 2, 4)"],
    "nn.AdaptiveMaxPool2d(2)": ["x(1, 2, 4, 4)"],
    "nn.AdaptiveMaxPool3d(2)": ["x(1, 2, 4, 4, 4)"],
    "nn.LPPool1d(2, 2)": ["x(1, 2, 4)"],
    "nn.LPPool2d(2, 2)": ["x(1, 2, 4, 4)"],
    "nn.MaxUnpool1d(2)": ["x(1, 1, 2)", "i(1, 1, 2)"],
    "nn.MaxUnpool2d(2)": ["x(1, 1, 1, 2)", "i(1, 1, 1, 2)"],
    "nn.ConstantPad1d(1, 0.5)": ["x(2, 4)"],
    "nn.ConstantPad2d(1, 0.5)": ["x(2, 4, 2)"],
    "nn.ConstantPad3d(1, 0.5)": ["x(2, 4, 2, 2)"],
    "nn.ZeroPad2d(1)": ["x(2, 4, 2)"],
    "nn.ReflectionPad1d(1)": ["x(2, 4)"],
    "nn.ReflectionPad2d(1)": ["x(2, 4, 2)"],
    "nn.ReflectionPad3d(1)": ["x(2, 2, 2, 2)"],
    "nn.ReplicationPad1d(1)": ["x(2, 4)"],
    "nn.ReplicationPad2d(1)": ["x(2, 4, 2)"],
    "nn.ReplicationPad3d(1)": ["x(2, 2, 2, 2)"],
    "nn.LSTM(4, 2)": ["x(3, 1, 4)"],
    "nn.GRU(4, 2)": ["x(3, 1, 4)"],
    "nn.RNN(4, 2)": ["x(3, 1, 4)"],
    "nn.RNNCell(4, 2)": ["x(3, 4)", "x(3, 2)"],
    "nn.GRUCell(4, 2)": ["x(3, 4)", "x(3, 2)"],
    "nn.MultiheadAttention(4, 2)": ["x(3, 1, 4)", "x(2, 1, 4)", "x(2, 1, 4)"],
    "nn.TransformerEncoderLayer(4, 2, 3)": ["x(3, 1, 4)"],
    **{
        f"nn.{name}()": [_X, _Y]
        for name in """MSELoss L1Loss MAELoss RMSELoss SmoothL1Loss HuberLoss PoissonNLLLoss
        BCEWithLogitsLoss DiceLoss MultiClassDiceLoss KLDivLoss HingeEmbeddingLoss
        MultiLabelSoftMarginLoss""".split()
    },
    "nn.BCELoss()": ["unit(4, 5)", "unit(4, 5, seed=1)"],
    "nn.SoftmaxCrossEntropyWithLogits()": [_X, _Y],
    "nn.SoftmaxCrossEntropyWithLogits(sparse=True)": [_X, "i(4)"],
    "nn.CrossEntropyLoss()": [_X, "i(4)"],
    "nn.NLLLoss()": [_X, "i(4)"],
    "nn.MultiMarginLoss()": [_X, "i(4).astype(np.int64)"],
    "nn.FocalLoss()": [_X, "i(4, 1)"],
    "nn.CosineEmbeddingLoss()": [_X, _Y, "2 * i(4) - 1"],
    "nn.MarginRankingLoss()": [_X, _Y, "np.sign(x(4, 5, seed=2))"],
    "nn.GaussianNLLLoss()": [_X, _Y, "unit(4, 5)"],
    "nn.TripletMarginWithDistanceLoss()": [_X, _Y, "x(4, 5, seed=2)"],
}
# What an input is replaced by.
CHANGES = {
    "int32": lambda a: (a * 3).astype(np.int32),
    "bool": lambda a: a > 0,
    "float64": lambda a: a.astype(np.float64),
    "float16": lambda a: a.astype(np.float16),
    "a dimension less": lambda a: a[0],
    "a dimension more": lambda a: a[None],
    "longer": lambda a: np.concatenate([a, a], -1),
    "wider": lambda a: np.concatenate([a, a], 1),
    "array": None,
    "number": lambda a: 1.0,
    "None": lambda a: None,
    "list": lambda a: a.tolist(),
}


def x(*shape: int, seed: int = 0) -> np.ndarray:
    """Numbers around 0."""
    return np.random.RandomState(seed).uniform(-2, 2, shape).astype(np.float32)


def unit(*shape: int, seed: int = 0) -> np.ndarray:
    """Numbers between 0 and 1."""
    return np.random.RandomState(seed).uniform(0.1, 0.9, shape).astype(np.float32)


def i(*shape: int) -> np.ndarray:
    """0 and 1."""
    return np.random.RandomState(0).randint(0, 2, shape).astype(np.int32)


def variants(text: str) -> Iterator[str]:
    """The names of the calls of a layer: an input and its change, or a wrong number of inputs."""
    yield "one less"
    yield "one more"
    for place in range(len(CALLS[text])):
        for change in CHANGES:
            yield f"{place} {change}"


def outcome(ms: Any, text: str, variant: str) -> str:
    """dtype and shape of the results, or the class of the error after "! "."""
    try:
        return _run(ms, text, variant)
    except Exception as error:
        kind = next(k for k in type(error).__mro__ if k.__module__ == "builtins")
        return f"! {kind.__name__}"


def said(ms: Any, text: str, variant: str) -> str:
    """What the error of a call says."""
    try:
        _run(ms, text, variant)
    except Exception as error:
        return str(error)
    return ""


def inputs(text: str) -> list:
    """The arrays that fit a layer."""
    return [eval(source, {"x": x, "i": i, "unit": unit, "np": np}) for source in CALLS[text]]


def _run(ms: Any, text: str, variant: str) -> str:
    net = eval(text, {"nn": ms.nn})
    given: list = inputs(text)
    if variant[0].isdigit():
        place, change = variant.split(" ", 1)
        if CHANGES[change]:
            given[int(place)] = CHANGES[change](given[int(place)])
        keep = int(place) if change == "array" else None
    else:
        given = given[:-1] if variant == "one less" else [*given, given[-1]]
        keep = None
    tensors = [
        ms.Tensor(v) if isinstance(v, (np.ndarray, np.generic)) and k != keep else v
        for k, v in enumerate(given)
    ]
    found = net(*tensors)
    return " ".join(f"{t.dtype}{list(t.shape)}" for t in leaves(found))


def leaves(value: Any) -> list:
    """The Tensors of a nested result."""
    if isinstance(value, (tuple, list)):
        return [leaf for v in value for leaf in leaves(v)]
    return [value] if value is not None else []
