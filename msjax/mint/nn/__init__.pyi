"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.mint.nn import functional as functional
from msjax.mint.nn import layer as layer
from msjax.mint.nn._activations import GELU as GELU
from msjax.mint.nn._activations import SELU as SELU
from msjax.mint.nn._activations import Hardtanh as Hardtanh
from msjax.mint.nn._activations import Mish as Mish
from msjax.mint.nn._activations import ReLU6 as ReLU6
from msjax.mint.nn._images import PixelShuffle as PixelShuffle
from msjax.mint.nn._images import UpsamplingBilinear2d as UpsamplingBilinear2d
from msjax.mint.nn._images import UpsamplingNearest2d as UpsamplingNearest2d
from msjax.mint.nn._losses import BCELoss as BCELoss
from msjax.mint.nn._losses import BCEWithLogitsLoss as BCEWithLogitsLoss
from msjax.mint.nn._losses import CosineEmbeddingLoss as CosineEmbeddingLoss
from msjax.mint.nn._losses import CrossEntropyLoss as CrossEntropyLoss
from msjax.mint.nn._losses import KLDivLoss as KLDivLoss
from msjax.mint.nn._losses import MSELoss as MSELoss
from msjax.mint.nn._losses import NLLLoss as NLLLoss
from msjax.mint.nn._losses import SmoothL1Loss as SmoothL1Loss
from msjax.mint.nn.layer.activation import ELU as ELU
from msjax.mint.nn.layer.activation import GLU as GLU
from msjax.mint.nn.layer.activation import LogSigmoid as LogSigmoid
from msjax.mint.nn.layer.activation import Sigmoid as Sigmoid
from msjax.mint.nn.layer.activation import SiLU as SiLU
from msjax.mint.nn.layer.activation import Tanh as Tanh
from msjax.mint.nn.layer.activation import Threshold as Threshold
from msjax.mint.nn.layer.basic import Flatten as Flatten
from msjax.mint.nn.layer.conv import Conv1d as Conv1d
from msjax.mint.nn.layer.conv import Conv2d as Conv2d
from msjax.mint.nn.layer.conv import Conv3d as Conv3d
from msjax.mint.nn.layer.conv import ConvTranspose2d as ConvTranspose2d
from msjax.mint.nn.layer.normalization import BatchNorm1d as BatchNorm1d
from msjax.mint.nn.layer.normalization import BatchNorm2d as BatchNorm2d
from msjax.mint.nn.layer.normalization import BatchNorm3d as BatchNorm3d
from msjax.mint.nn.layer.normalization import GroupNorm as GroupNorm
from msjax.mint.nn.layer.normalization import SyncBatchNorm as SyncBatchNorm
from msjax.mint.nn.layer.padding import ConstantPad1d as ConstantPad1d
from msjax.mint.nn.layer.padding import ConstantPad2d as ConstantPad2d
from msjax.mint.nn.layer.padding import ConstantPad3d as ConstantPad3d
from msjax.mint.nn.layer.padding import ReflectionPad1d as ReflectionPad1d
from msjax.mint.nn.layer.padding import ReflectionPad2d as ReflectionPad2d
from msjax.mint.nn.layer.padding import ReflectionPad3d as ReflectionPad3d
from msjax.mint.nn.layer.padding import ReplicationPad1d as ReplicationPad1d
from msjax.mint.nn.layer.padding import ReplicationPad2d as ReplicationPad2d
from msjax.mint.nn.layer.padding import ReplicationPad3d as ReplicationPad3d
from msjax.mint.nn.layer.padding import ZeroPad1d as ZeroPad1d
from msjax.mint.nn.layer.padding import ZeroPad2d as ZeroPad2d
from msjax.mint.nn.layer.padding import ZeroPad3d as ZeroPad3d
from msjax.mint.nn.layer.pooling import AdaptiveAvgPool1d as AdaptiveAvgPool1d
from msjax.mint.nn.layer.pooling import AdaptiveAvgPool2d as AdaptiveAvgPool2d
from msjax.mint.nn.layer.pooling import AdaptiveAvgPool3d as AdaptiveAvgPool3d
from msjax.mint.nn.layer.pooling import AdaptiveMaxPool1d as AdaptiveMaxPool1d
from msjax.mint.nn.layer.pooling import MaxUnpool2d as MaxUnpool2d
from msjax.nn.cell import Cell as Cell
from msjax.nn.layer.activation.axes import LogSoftmaxExt as _LogSoftmax
from msjax.nn.layer.activation.axes import SoftmaxExt as _Softmax
from msjax.nn.layer.activation.rectifier import HShrink as _Hardshrink
from msjax.nn.layer.activation.rectifier import HSigmoid as _Hardsigmoid
from msjax.nn.layer.activation.rectifier import HSwish as _Hardswish
from msjax.nn.layer.activation.rectifier import PReLUExt as _PReLU
from msjax.nn.layer.activation.rectifier import ReLU as ReLU
from msjax.nn.layer.activation.rectifier import SoftShrink as _Softshrink
from msjax.nn.layer.basic.dense import Linear as Linear
from msjax.nn.layer.basic.dropout import Dropout2dExt as _Dropout2d
from msjax.nn.layer.basic.dropout import DropoutExt as _Dropout
from msjax.nn.layer.basic.shape import Fold as Fold
from msjax.nn.layer.basic.shape import Identity as Identity
from msjax.nn.layer.basic.shape import UnfoldExt as _Unfold
from msjax.nn.layer.basic.shape import UpsampleExt as _Upsample
from msjax.nn.layer.embedding import EmbeddingExt as _Embedding
from msjax.nn.layer.normalization.sample import LayerNormExt as _LayerNorm
from msjax.nn.layer.pooling.average import AvgPool1dExt as _AvgPool1d
from msjax.nn.layer.pooling.average import AvgPool2dExt as _AvgPool2d
from msjax.nn.layer.pooling.average import AvgPool3dExt as _AvgPool3d
from msjax.nn.layer.pooling.maximum import MaxPool2dExt as _MaxPool2d
from msjax.nn.layer.pooling.sized import AdaptiveMaxPool2d as AdaptiveMaxPool2d
from msjax.nn.loss._margin import SoftMarginLoss as SoftMarginLoss
from msjax.nn.loss._regression import L1LossExt as _L1Loss

AvgPool1d = _AvgPool1d
AvgPool2d = _AvgPool2d
AvgPool3d = _AvgPool3d
Dropout = _Dropout
Dropout2d = _Dropout2d
Embedding = _Embedding
Hardshrink = _Hardshrink
Hardsigmoid = _Hardsigmoid
Hardswish = _Hardswish
L1Loss = _L1Loss
LayerNorm = _LayerNorm
LogSoftmax = _LogSoftmax
MaxPool2d = _MaxPool2d
PReLU = _PReLU
Softmax = _Softmax
Softshrink = _Softshrink
Unfold = _Unfold
Upsample = _Upsample
