"""Record MindSpore's layers of mint.nn in mint_layers.json.

Usage, with a Python that has mindspore: `python record_mint_layers.py`. tests/mint/test_layers.py
uses `describe` and `outcome` to do the same under msjax.

- `layers`: for each case what its layer is (module and name, printed form, Parameters, settings,
  where NumPy's generator stands after its construction) and what it computes: results without and
  with training, statistics afterwards, gradients. Most have no CPU kernel in MindSpore; then there
  is a "gap" in the place of what it computes.
- `refused`: the classes of errors of wrong constructions and calls; None where nothing is raised.

A case is a constructor expression and inputs: shapes of float32 data, or expressions.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
IDS = "ms.Tensor([[0, 3], [1, 3]])"
CLASSES = "ms.Tensor([1, 0, 2])"
LABELS = "ms.Tensor(np.float32([[1, 0, 1], [0.5, 0, 1]]))"
CHANCES = "ms.Tensor(np.float32([[0.2, 0.6, 0.9], [0.5, 0.3, 0.01]]))"
SIGNS = "ms.Tensor(np.float32([[1, -1, 1], [-1, -1, 1]]))"
WEIGHT = "ms.Tensor(np.float32([0.5, 2, 1]))"
BYTES = "ms.Tensor(np.arange(6, dtype=np.uint8).reshape(1, 1, 2, 3))"
PLACES = "ms.Tensor(np.array([[[[0, 3], [8, 15]]]], np.int64))"
_F2, _SEQUENCE, _IMAGE, _VOLUME = (2, 3), (2, 4, 7), (2, 4, 6, 7), (1, 4, 4, 5, 6)
_PAIR = _F2, _F2
CASES: list[tuple] = [
    ("Linear(3, 4)", _F2),
    ("Linear(3, 4, bias=False)", (2, 5, 3)),
    ("Linear(3, 4, weight_init='ones', bias_init='zeros', dtype=ms.float16)",),
    ("Embedding(5, 4)", IDS),
    ("Embedding(5, 4, padding_idx=3)", IDS),
    ("Embedding(5, 4, padding_idx=-1, max_norm=1.0, norm_type=1.0)", IDS),
    ("Embedding(5, 4, scale_grad_by_freq=True, dtype=ms.float16)", IDS),
    ("Embedding(2, 2, _weight=ms.Tensor(np.float32([[1, 2], [3, 4]])), _freeze=True)",),
    ("Conv1d(4, 6, 3)", _SEQUENCE),
    ("Conv1d(4, 6, [3], [2], [1], [1], 2, False)", _SEQUENCE),
    ("Conv1d(4, 6, 2, padding='same', dilation=3)", (4, 7)),
    ("Conv1d(4, 6, 3, padding=2, padding_mode='reflect')", _SEQUENCE),
    ("Conv2d(4, 6, 3)", _IMAGE),
    ("Conv2d(4, 6, (3, 2), (2, 1), (1, 0), (1, 2), 2, False)", _IMAGE),
    ("Conv2d(4, 4, 3, padding=1, groups=4)", (4, 6, 7)),
    ("Conv2d(4, 6, (3, 2), padding='same')", _IMAGE),
    ("Conv2d(4, 6, 3, 2, 'valid')", _IMAGE),
    ("Conv2d(4, 6, 3, padding=(2, 1), padding_mode='reflect')", _IMAGE),
    ("Conv2d(4, 6, 3, padding=(2, 1), padding_mode='replicate')", _IMAGE),
    ("Conv2d(4, 6, 3, padding=(2, 1), padding_mode='circular')", (4, 6, 7)),
    ("Conv2d(4, 6, (2, 3), padding='same', padding_mode='circular')", _IMAGE),
    ("Conv2d(4, 6, 3, dtype=ms.float16)",),
    ("Conv3d(4, 2, 3)", _VOLUME),
    ("Conv3d(4, 2, (3, 2, 1), (1, 2, 2), (1, 0, 0), 1, 2)", _VOLUME),
    ("Conv3d(4, 2, (3, 2, 1), padding='same')", (4, 4, 5, 6)),
    ("Conv3d(4, 2, 3, padding=1, padding_mode='replicate')", _VOLUME),
    ("ConvTranspose2d(4, 6, 3)", _IMAGE),
    ("ConvTranspose2d(4, 6, (3, 2), 2, (1, 0), (1, 0), 2, False, (1, 2))", _IMAGE),
    ("ConvTranspose2d(4, 6, [3], [2], dtype=ms.bfloat16)",),
    ("ConvTranspose2d(4, 6, 3, 2)", _IMAGE, "(14, 16)"),
    ("BatchNorm1d(3)", (5, 3)),
    ("BatchNorm1d(3, 1e-3, 0.2, False)", (5, 3, 2)),
    ("BatchNorm2d(3, momentum=None)", (2, 3, 4, 5)),
    ("BatchNorm2d(3, track_running_stats=False)", (2, 3, 4, 5)),
    ("BatchNorm2d(3, affine=False, track_running_stats=False)", (2, 3, 4, 5)),
    ("BatchNorm2d(3, dtype=ms.float16)",),
    ("BatchNorm3d(3)", (2, 3, 2, 3, 2)),
    ("SyncBatchNorm(3)", (5, 3)),
    ("SyncBatchNorm(3, 1e-3, 0.2, False)", (5, 3, 2)),
    ("SyncBatchNorm(3, momentum=None)", (2, 3, 4, 5)),
    ("GroupNorm(2, 4)", (2, 4, 3)),
    ("GroupNorm(4, 4, 1e-3, False)", (2, 4, 3, 2)),
    ("GroupNorm(2, 4, dtype=ms.float16)",),
    ("LayerNorm(3)", _F2),
    ("LayerNorm((2, 3), 1e-3, bias=False)", (4, 2, 3)),
    ("LayerNorm([3], elementwise_affine=False)", _F2),
    ("LayerNorm(3, dtype=ms.float16)",),
    ("CrossEntropyLoss()", (3, 4), CLASSES),
    (f"CrossEntropyLoss({WEIGHT}, 1, 'sum', 0.1)", (3, 3), CLASSES),
    ("CrossEntropyLoss(reduction='none')", (3, 4, 2), "ms.Tensor([[1, 0], [2, 1], [-100, 3]])"),
    (f"CrossEntropyLoss({WEIGHT}, label_smoothing=0.2)", _F2, CHANCES),
    ("MSELoss()", *_PAIR),
    ("MSELoss('none')", _F2, (3,)),
    ("MSELoss('sum')", *_PAIR),
    ("BCEWithLogitsLoss()", _F2, LABELS),
    (f"BCEWithLogitsLoss({WEIGHT}, 'sum', {WEIGHT})", _F2, LABELS),
    ("BCEWithLogitsLoss(reduction='none')", _F2, LABELS),
    ("BCELoss()", CHANCES, LABELS),
    ("BCELoss(ms.Tensor(np.float32([[1, 2, 3], [4, 5, 6]])), 'none')", CHANCES, LABELS),
    ("L1Loss()", *_PAIR),
    ("L1Loss('none')", _F2, (3,)),
    ("SmoothL1Loss()", *_PAIR),
    ("SmoothL1Loss('none', 0.5)", *_PAIR),
    ("SmoothL1Loss('sum', 0.0)", *_PAIR),
    ("NLLLoss()", (3, 4), CLASSES),
    (f"NLLLoss({WEIGHT}, 1, 'sum')", (3, 3), CLASSES),
    (f"NLLLoss({WEIGHT})", "ms.Tensor(np.float16([[-1, -2, -3]]))", "ms.Tensor([1])"),
    ("NLLLoss(reduction='none')", (3, 4, 2), "ms.Tensor([[1, 0], [2, 1], [0, 3]])"),
    ("KLDivLoss()", _F2, CHANCES),
    ("KLDivLoss('batchmean', True)", *_PAIR),
    ("KLDivLoss('none')", _F2, CHANCES),
    ("CosineEmbeddingLoss()", *_PAIR, "ms.Tensor([1, -1])"),
    ("CosineEmbeddingLoss(-0.5, 'none')", *_PAIR, "ms.Tensor([1, -1])"),
    ("SoftMarginLoss()", _F2, SIGNS),
    ("ReLU()", _F2),
    ("ReLU6()", _F2),
    ("GELU()", _F2),
    ("GELU('tanh')", _F2),
    ("SiLU()", _F2),
    ("Sigmoid()", _F2),
    ("Tanh()", _F2),
    ("Softmax()", _F2),
    ("Softmax(0)", _F2),
    ("LogSoftmax(-1)", _F2),
    ("LogSigmoid()", _F2),
    ("ELU()", _F2),
    ("ELU(0.5)", _F2),
    ("SELU()", _F2),
    ("Mish()", _F2),
    ("GLU()", (2, 6)),
    ("GLU(0)", (2, 6)),
    ("PReLU()", _F2),
    ("PReLU(3, 0.5)", _F2),
    ("PReLU(2, dtype=ms.float16)",),
    ("Hardtanh()", _F2),
    ("Hardtanh(-0.5, 0.25)", _F2),
    ("Hardshrink()", _F2),
    ("Hardsigmoid()", _F2),
    ("Hardswish()", _F2),
    ("Softshrink(0.3)", _F2),
    ("Threshold(0.1, 2.0)", _F2),
    ("SiLU(True)",),
    ("ELU(inplace=True)",),
    ("ReLU6(True)",),
    ("Hardtanh(inplace=True)",),
    ("Threshold(1, 2, True)",),
    ("Dropout(0.0)", _F2),
    ("Dropout()",),
    ("Dropout2d(0.25, True)",),
    ("Identity(1, a=2)", _F2),
    ("Flatten()", (2, 3, 4)),
    ("Flatten(0, -2)", (2, 3, 4)),
    ("PixelShuffle(2)", (2, 8, 3, 2)),
    ("Fold((4, 5), (2, 3))", (2, 12, 9)),
    ("Fold([4, 5], 2, 1, 1, 2)", (8, 9)),
    ("Unfold((2, 3))", (2, 2, 4, 5)),
    ("Unfold(2, 2, 1, (1, 2))", (2, 2, 4, 5)),
    ("AdaptiveAvgPool1d(3)", _SEQUENCE),
    ("AdaptiveAvgPool2d((None, 3))", _IMAGE),
    ("AdaptiveAvgPool2d(2)", (4, 6, 7)),
    ("AdaptiveAvgPool3d((None, 2, 3))", _VOLUME),
    ("AdaptiveMaxPool1d(3)", _SEQUENCE),
    ("AdaptiveMaxPool1d(3, True)", _SEQUENCE),
    ("AdaptiveMaxPool2d((2, 3))", _IMAGE),
    ("AvgPool1d(3, 2, 1, True, False)", _SEQUENCE),
    ("AvgPool2d(2)", _IMAGE),
    ("AvgPool2d((3, 2), 2, 1, False, True, 3)", _IMAGE),
    ("AvgPool3d(2)", _VOLUME),
    ("MaxPool2d(2)", _IMAGE),
    ("MaxPool2d(3, 2, 1, 1, True, True)", _IMAGE),
    ("MaxUnpool2d(2)", (1, 1, 2, 2), PLACES),
    ("MaxUnpool2d(2, 3, 1)", (1, 1, 2, 2), "ms.Tensor([[[[0, 1], [2, 5]]]])", "(1, 1, 4, 4)"),
    ("ConstantPad1d((1, 2), 0.5)", (2, 3)),
    ("ConstantPad2d([1, 0, -1, 2], 3)", (2, 3, 4)),
    ("ConstantPad3d(1, -1.5)", (2, 3, 4)),
    ("ZeroPad1d(1)", (2, 3)),
    ("ZeroPad2d((1, 0, -1, 2))", (2, 3, 4)),
    ("ZeroPad3d([0, 1, 0, 1, 2, 0])", (2, 3, 4)),
    ("ReflectionPad1d((2, 1))", (2, 4)),
    ("ReflectionPad2d([2, 1, 0, 1])", (2, 3, 4)),
    ("ReflectionPad3d(1)", (2, 2, 3, 4)),
    ("ReplicationPad1d(2)", (1, 2, 4)),
    ("ReplicationPad2d((2, 1, 0, 3))", (2, 3, 4)),
    ("ReplicationPad3d(1)", (1, 2, 2, 3, 4)),
    ("Upsample(scale_factor=2.0)", (1, 2, 3, 4)),
    ("Upsample((5, 3))", (1, 2, 3, 4)),
    ("Upsample(7)", (1, 2, 4)),
    ("Upsample(scale_factor=1.7, recompute_scale_factor=True)", (1, 2, 3, 4)),
    ("Upsample((4, 5, 6))", (1, 2, 2, 3, 4)),
    ("Upsample(scale_factor=2.0, mode='bilinear')", (1, 2, 3, 4)),
    ("Upsample((5, 7), mode='bilinear', align_corners=True)", (1, 2, 3, 4)),
    ("Upsample((5, 3))", BYTES),
    ("UpsamplingNearest2d((5, 3))", (1, 2, 3, 4)),
    ("UpsamplingNearest2d((5, 3))", BYTES),
    ("UpsamplingNearest2d(scale_factor=(1.5, 2.5))", (1, 2, 3, 4)),
    ("UpsamplingBilinear2d([5, 3])", (1, 2, 3, 4)),
    ("UpsamplingBilinear2d(scale_factor=(2.0, 1.5))", (1, 2, 3, 4)),
]
REFUSED = """
Linear(0, 1)
Linear(3, 4, bias=1)
Linear(3, 4)(x(2, 5))
Linear(3, 4, weight_init=x(3, 4))
Linear(3, 4, bias_init=x(3))
Embedding(3, 4, padding_idx=5)
Embedding(3, 4, sparse=True)
Embedding(3.0, 4)
Embedding(3, 4, max_norm=1)
Embedding(3, 4, _weight=x(4, 3))
Embedding(3, 4, dtype='a')
Conv2d(3, 4, 3, groups=2)
Conv2d(4, 3, 3, groups=2)
Conv2d(4, 4, 3, groups=0)
Conv2d(2, 4, (3,))
Conv2d(2, 4, (3, 3, 3))
Conv2d(2, 4, 3.0)
Conv2d(2, 4, '3')
Conv2d(2, 4, True)
Conv2d(2, 4, 0)
Conv2d(2, 4, 3, stride=0)
Conv2d(2, 4, 3, dilation=(1, -1))
Conv2d(2, 4, 3, padding='abc')
Conv2d(2, 4, 3, padding=1.5)
Conv2d(2, 4, 3, padding='same', stride=2)
Conv2d(2, 4, 3, padding_mode='abc')
Conv2d(2, 4, 3, bias=1)
Conv2d(2, 4, 3, padding=-1)
Conv2d(2, 4, 3, padding=-1)(x(1, 2, 5, 5))
Conv2d(0, 4, 3)
Conv2d(-1, 4, 3)
Conv2d(2.0, 4, 3)
Conv2d('2', 4, 3)
Conv2d(2, 4, 3)(x(1, 3, 5, 5))
Conv2d(2, 4, 3)(x(1, 2, 2, 2))
Conv2d(2, 4, 3)(x(2, 2))
Conv2d(2, 4, 3)(1.0)
Conv1d(2, 4, (3, 3))
Conv1d(2, 4, 3)(x(2, 2, 2, 2))
Conv3d(2, 4, (3, 3))
Conv3d(2, 4, 3)(x(2, 2, 2))
ConvTranspose2d(2, 4, 3, padding_mode='reflect')
ConvTranspose2d(2, 4, 'a')
ConvTranspose2d(2, 4, 3, groups=3)
ConvTranspose2d(2, 4, (3, 3, 3))
ConvTranspose2d(2, 4, 3)(x(1, 2, 4, 4), output_size=(20, 20))
ConvTranspose2d(2, 4, 3)(x(1, 2, 4, 4), output_size=(20,))
BatchNorm1d(0)
BatchNorm1d(-1)
BatchNorm1d(2.0)
BatchNorm1d('a')
BatchNorm1d(2)(x(2, 3))
BatchNorm1d(2)(x(2, 2, 2, 2))
BatchNorm2d(2)(x(2, 2))
BatchNorm3d(2)(x(2, 2, 1, 1))
SyncBatchNorm(2, track_running_stats=False)(x(2, 2))
SyncBatchNorm(2)(x(2))
SyncBatchNorm(2)(x(2, 0))
GroupNorm(2, 3)
GroupNorm(0, 4)
GroupNorm(2.0, 4)
GroupNorm(2, 4, eps=1)
GroupNorm(2, 4, affine=1)
GroupNorm(2, 4)(x(2, 3, 2))
LayerNorm(())
LayerNorm(2.5)
LayerNorm(3)(x(2, 4))
ConstantPad1d((1, 2, 3), 0.0)
ConstantPad1d('a', 0.0)
ConstantPad1d((1, 2.0), 0.0)
ConstantPad1d(True, 0.0)
ConstantPad1d(1.0, 0.0)
ConstantPad1d(1)
ConstantPad1d(1, 'a')(x(2, 3))
ConstantPad2d(1, 1.0)(x(3))
ConstantPad2d(1, 1.0)(3)
ZeroPad1d((1,))
ZeroPad3d((1, 1))
ReflectionPad1d(0)
ReflectionPad1d(-1)
ReflectionPad1d(True)
ReflectionPad1d((0, -1))
ReflectionPad1d((1,))
ReflectionPad1d('a')
ReflectionPad1d(1.5)
ReflectionPad1d((1.5, 1))
ReflectionPad1d(1)(x(2, 2, 2, 3))
ReflectionPad2d(1)(x(2, 3))
ReflectionPad2d(1)(x(1, 2, 2, 2, 3))
ReflectionPad3d(1)(x(2, 2, 3))
ReplicationPad1d(0)
ReplicationPad2d((1, 1))
ReplicationPad1d(1)(x(3))
ReplicationPad2d(1)(x(3, 3))
BCEWithLogitsLoss(reduction='a')
BCEWithLogitsLoss(reduction=1)
BCEWithLogitsLoss()(x(2, 3), x(2, 2))
BCELoss(reduction='a')
BCELoss()(x(2, 3), x(2, 2))
L1Loss('a')
L1Loss(1)
MSELoss('a')(x(2), x(2))
MSELoss()(x(2, 3), x(2))
SmoothL1Loss('a')(x(2), x(2))
SmoothL1Loss(beta=-1.0)(x(2), x(2))
KLDivLoss('a')(x(2), x(2))
KLDivLoss()(ms.Tensor([1]), ms.Tensor([1]))
KLDivLoss()(x(2), ms.Tensor([True, False]))
NLLLoss(reduction='a')(x(2, 3), ms.Tensor([1, 2]))
NLLLoss()(x(2, 3), ms.Tensor([1, 2, 1]))
CrossEntropyLoss(label_smoothing=2.0)(x(2, 3), ms.Tensor([1, 2]))
CrossEntropyLoss()(1, ms.Tensor([1, 2]))
CrossEntropyLoss(weight=1)(x(2, 3), ms.Tensor([1, 2]))
CosineEmbeddingLoss(reduction='a')(x(2, 3), x(2, 3), ms.Tensor([1, -1]))
GELU('abc')(x(2))
GLU()(x(3))
GLU(3)(x(2, 4))
Softmax('a')(x(2))
Softmax(4)(x(2))
LogSoftmax('a')(x(2))
Hardtanh('a')(x(2))
ELU('a')(x(2))
Threshold('a', 1)(x(2))
Threshold(1)
PReLU(2)(x(2, 3))
PReLU('a')
Sigmoid(1)
Tanh(1)
SELU(1)
Mish(1)
LogSigmoid(1)
Sigmoid()(1)
Tanh()(1)
SiLU()(1)
SELU()(1)
Mish()(1)
ReLU6()(1)
LogSigmoid()(1)
GELU()(1)
ELU()(1)
SELU()(ms.Tensor([1]))
PixelShuffle('a')(x(1, 4, 2, 2))
PixelShuffle(3)(x(1, 4, 2, 2))
PixelShuffle(0)(x(1, 4, 2, 2))
PixelShuffle(2)(x(4, 2))
Unfold(2)(x(2, 4, 4))
Fold((4, 4), 2)(x(2, 7, 9))
Fold((4, 4), 2)(x(2, 8, 8))
Upsample()(x(1, 1, 2, 2))
Upsample(size=4, scale_factor=2.0)(x(1, 1, 2, 2))
Upsample(size=4, mode='abc')(x(1, 1, 2, 2))
Upsample(size=4, mode='area')(x(1, 1, 2, 2))
Upsample(size=4, mode='nearest', align_corners=True)(x(1, 1, 2, 2))
UpsamplingNearest2d()(x(1, 1, 2, 2))
UpsamplingNearest2d(4)(x(1, 1, 2, 2))
UpsamplingNearest2d((4, 4), (2.0, 2.0))(x(1, 1, 2, 2))
UpsamplingNearest2d((4, 4))(x(1, 2, 2))
UpsamplingNearest2d((4, 4, 4))(x(1, 1, 2, 2))
UpsamplingNearest2d(scale_factor=2.0)(x(1, 1, 2, 2))
UpsamplingBilinear2d(scale_factor=2.0)(x(1, 1, 2, 2))
UpsamplingBilinear2d()(x(1, 1, 2, 2))
UpsamplingBilinear2d((0, 2))(x(1, 1, 2, 2))
UpsamplingBilinear2d((4, 4))(x(1, 2, 2))
AdaptiveAvgPool1d('a')(x(1, 2, 4))
AdaptiveAvgPool1d(2)(x(4))
AdaptiveAvgPool2d((2, 2, 2))(x(1, 2, 4, 4))
AdaptiveAvgPool2d(2)(x(4, 4))
AdaptiveAvgPool3d('a')(x(1, 2, 4, 4, 4))
AdaptiveAvgPool3d(2)(x(4, 4))
AdaptiveMaxPool1d('a')(x(1, 2, 4))
AdaptiveMaxPool1d(2)(x(4))
MaxUnpool2d('a')(x(1, 1, 2, 2), ms.Tensor([[[[0, 1], [2, 3]]]]))
MaxUnpool2d(2)(x(2, 2), ms.Tensor([[0, 1], [2, 3]]))
Flatten('a')(x(2, 3))
Flatten(1, 0)(x(2, 3))
Flatten(5)(x(2, 3))
Flatten()(1)
Dropout('a')
Dropout(2.0)
Dropout(2.0).set_train()(x(2))
Dropout(2.0)(x(2))
"""
_KNOWN = (KeyError, IndexError, TypeError, ValueError, RuntimeError, AttributeError)
_GAPS = "Select CPU", "unregistered", "on device CPU", "Not implement", "Create kernelmod"
_PLAIN = (bool, int, float, str, tuple, list, type(None))


def values(name: str, shape: Any) -> np.ndarray:
    """Numbers that a name and a shape determine; those of variances are positive."""
    rng = np.random.default_rng(zlib.crc32(f"{name}{tuple(shape)}".encode()))
    data = rng.standard_normal(tuple(shape)).astype(np.float32)
    return np.abs(data) + 0.5 if "var" in name else data


def given(ms: Any, index: int, what: Any) -> Any:
    """An input of a case."""
    if isinstance(what, str):
        return eval(what, {"ms": ms, "np": np})
    return ms.Tensor(values(f"input{index}", what))


def made(ms: Any, expression: str) -> Any:
    """The layer of a case."""
    return eval(f"ms.mint.nn.{expression}", {"ms": ms, "np": np})


def fill(ms: Any, net: Any) -> None:
    """Give the Parameters numbers that do not depend on random state."""
    for p in net.get_parameters():
        if "Int" not in str(p.dtype):
            p.set_data(ms.Tensor(values(p.name, p.shape), p.dtype))


def first(result: Any) -> Any:
    """The result, or the first of several."""
    return result[0] if isinstance(result, (tuple, list)) else result


def encode(value: Any) -> Any:
    """A Tensor, or a sequence of Tensors, as plain data."""
    if isinstance(value, (tuple, list)):
        return [encode(v) for v in value]
    numbers = value.asnumpy().reshape(-1).astype(np.float64)
    shown = [float(f"{v:.7g}") for v in numbers[:: 1 + numbers.size // 60]]
    return {"dtype": str(value.dtype), "shape": list(value.shape), "values": shown}


def constant(ms: Any, parameter: Any) -> float | None:
    """The number that a Parameter consists of, None if there are several."""
    numbers = parameter.astype(ms.float32).asnumpy()
    return float(numbers.min()) if numbers.min() == numbers.max() else None


def differentiable(value: Any) -> bool:
    """Whether a gradient by this input is recorded."""
    return bool(str(getattr(value, "dtype", "")) == "Float32" and value.ndim)


def describe(ms: Any, case: tuple, known: dict | None = None) -> dict[str, Any]:
    """Everything about one layer; of settings only those of `known`, if given."""
    np.random.seed(3)
    net = made(ms, case[0])
    facts: dict[str, Any] = {"next_draw": int(np.random.randint(1 << 62))}
    kind = type(net)
    facts["class"] = kind.__module__.partition(".")[2] + "." + kind.__name__
    facts["cls_name"], facts["repr"] = net.cls_name, repr(net)
    params = list(net.get_parameters())
    facts["parameters"] = [
        [p.name, list(p.shape), str(p.dtype), p.requires_grad, constant(ms, p)] for p in params
    ]
    facts["checkpoint"] = list(net.parameters_dict())
    if known is None:
        plain = set(vars(ms.nn.Cell()))
        names = sorted(n for n in vars(net) if n not in plain and not n.startswith("_"))
        kept = {n: getattr(net, n) for n in names}
        facts["settings"] = {
            n: repr(v)
            for n, v in kept.items()
            if isinstance(v, _PLAIN) or type(v).__name__ in ("Type", "DType", "Float")
        }
    else:
        facts["settings"] = {n: repr(getattr(net, n)) for n in known["settings"]}
    if len(case) > 1:
        facts |= computed(ms, net, [given(ms, i, g) for i, g in enumerate(case[1:])])
    return facts


def computed(ms: Any, net: Any, inputs: list) -> dict[str, Any]:
    """What a layer computes, or {"gap": True} where there is no kernel."""
    fill(ms, net)
    params = list(net.get_parameters())
    try:
        net.set_train(False)
        facts = {"eval": encode(net(*inputs))}
        net.set_train()
        facts["train"] = encode(net(*inputs))
        facts["after"] = [encode(p) for p in params if not p.requires_grad]
        places = tuple(i for i, t in enumerate(inputs) if differentiable(t))
        weights = [p for p in params if p.requires_grad]
        factor = ms.Tensor(values("cotangent", first(net(*inputs)).shape))

        def loss(*args: Any) -> Any:
            return (first(net(*args)) * factor).sum()

        if places or weights:
            facts["gradients"] = encode(ms.grad(loss, places or None, weights or None)(*inputs))
        return facts
    except _KNOWN as error:
        if ms.__name__ == "mindspore" and any(gap in str(error) for gap in _GAPS):
            return {"gap": True}
        raise


def outcome(ms: Any, expression: str) -> str | None:
    """The class of what a construction or call raises, None if it does not."""
    names = {n: getattr(ms.mint.nn, n) for n in {c[0].partition("(")[0] for c in CASES}}

    def x(*shape: int) -> Any:
        return ms.Tensor(values("x", shape))

    try:
        eval(expression, names | {"ms": ms, "x": x})
    except _KNOWN as error:
        if ms.__name__ == "mindspore" and any(gap in str(error) for gap in _GAPS):
            raise AssertionError(f"no kernel: {expression}") from error
        return next(k.__name__ for k in type(error).__mro__ if k in _KNOWN)
    return None


def main() -> None:
    import mindspore as ms

    ms.set_context(pynative_synchronize=True)
    layers = {}
    for case in CASES:
        layers[str(case)] = facts = describe(ms, case)
        if "gap" in facts:
            print("gap:", case, file=sys.stderr)
    refused = {line: outcome(ms, line) for line in REFUSED.strip().splitlines()}
    parts = []
    for name, table in (("layers", layers), ("refused", refused)):
        rows = (
            f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in table.items()
        )
        parts.append(f'"{name}": {{\n' + ",\n".join(rows) + "\n}")
    (HERE / "mint_layers.json").write_text("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    main()
