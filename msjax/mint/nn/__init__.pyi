"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.mint.nn import functional as functional
from msjax.nn.layer.activation.rectifier import HShrink as _Hardshrink
from msjax.nn.layer.activation.rectifier import HSigmoid as _Hardsigmoid
from msjax.nn.layer.activation.rectifier import HSwish as _Hardswish
from msjax.nn.layer.activation.rectifier import ReLU as ReLU
from msjax.nn.layer.activation.rectifier import SoftShrink as _Softshrink
from msjax.nn.layer.basic.dropout import Dropout2dExt as _Dropout2d
from msjax.nn.layer.basic.shape import Identity as Identity
from msjax.nn.layer.pooling.average import AvgPool1dExt as _AvgPool1d
from msjax.nn.layer.pooling.sized import AdaptiveMaxPool2d as AdaptiveMaxPool2d
from msjax.nn.loss._margin import SoftMarginLoss as SoftMarginLoss

AvgPool1d = _AvgPool1d
Dropout2d = _Dropout2d
Hardshrink = _Hardshrink
Hardsigmoid = _Hardsigmoid
Hardswish = _Hardswish
Softshrink = _Softshrink
