"""Convolution layers."""

from __future__ import annotations

from msjax.nn.layer.conv.base import _check_input_3d, _Conv
from msjax.nn.layer.conv.forward import Conv1d, Conv2d, Conv3d
from msjax.nn.layer.conv.transpose import (
    Conv1dTranspose,
    Conv2dTranspose,
    Conv3dTranspose,
    _deconv_output_length,
)

__all__ = [
    "Conv1d",
    "Conv1dTranspose",
    "Conv2d",
    "Conv2dTranspose",
    "Conv3d",
    "Conv3dTranspose",
]
