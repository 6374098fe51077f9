"""Layers with the argument names of PyTorch."""

from __future__ import annotations

from msjax._missing import lazy_getattr as _lazy_getattr
from msjax.mint.nn import functional
from msjax.mint.nn._activations import GELU, SELU, Hardtanh, Mish, ReLU6
from msjax.mint.nn._images import PixelShuffle, UpsamplingBilinear2d, UpsamplingNearest2d
from msjax.mint.nn._losses import (
    BCELoss,
    BCEWithLogitsLoss,
    CosineEmbeddingLoss,
    CrossEntropyLoss,
    KLDivLoss,
    MSELoss,
    NLLLoss,
    SmoothL1Loss,
)
from msjax.mint.nn.layer.activation import (
    ELU,
    GLU,
    LogSigmoid,
    Sigmoid,
    SiLU,
    Tanh,
    Threshold,
)
from msjax.mint.nn.layer.basic import Flatten
from msjax.mint.nn.layer.conv import Conv1d, Conv2d, Conv3d, ConvTranspose2d
from msjax.mint.nn.layer.normalization import (
    BatchNorm1d,
    BatchNorm2d,
    BatchNorm3d,
    GroupNorm,
    LayerNorm,
    SyncBatchNorm,
)
from msjax.mint.nn.layer.padding import (
    ConstantPad1d,
    ConstantPad2d,
    ConstantPad3d,
    ReflectionPad1d,
    ReflectionPad2d,
    ReflectionPad3d,
    ReplicationPad1d,
    ReplicationPad2d,
    ReplicationPad3d,
    ZeroPad1d,
    ZeroPad2d,
    ZeroPad3d,
)
from msjax.mint.nn.layer.pooling import (
    AdaptiveAvgPool1d,
    AdaptiveAvgPool2d,
    AdaptiveAvgPool3d,
    AdaptiveMaxPool1d,
    MaxUnpool2d,
)
from msjax.nn import AdaptiveMaxPool2d, Linear, SoftMarginLoss
from msjax.nn import EmbeddingExt as Embedding
from msjax.nn import MaxPool2dExt as MaxPool2d
from msjax.nn.layer.activation import HShrink as Hardshrink
from msjax.nn.layer.activation import HSigmoid as Hardsigmoid
from msjax.nn.layer.activation import HSwish as Hardswish
from msjax.nn.layer.activation import LogSoftmaxExt as LogSoftmax
from msjax.nn.layer.activation import PReLUExt as PReLU
from msjax.nn.layer.activation import ReLU
from msjax.nn.layer.activation import SoftmaxExt as Softmax
from msjax.nn.layer.activation import SoftShrink as Softshrink
from msjax.nn.layer.basic import Dropout2dExt as Dropout2d
from msjax.nn.layer.basic import DropoutExt as Dropout
from msjax.nn.layer.basic import Fold, Identity
from msjax.nn.layer.basic import UnfoldExt as Unfold
from msjax.nn.layer.basic import UpsampleExt as Upsample
from msjax.nn.layer.pooling import AvgPool1dExt as AvgPool1d
from msjax.nn.layer.pooling import AvgPool2dExt as AvgPool2d
from msjax.nn.layer.pooling import AvgPool3dExt as AvgPool3d
from msjax.nn.loss import L1LossExt as L1Loss

__getattr__ = _lazy_getattr(__name__, {})  # for names in _surface only, and `__all__`
