"""Transforms of images, for `map` or to be called on arrays (height, width, channels)."""

from msjax.dataset.vision import transforms, utils
from msjax.dataset.vision.transforms import *
from msjax.dataset.vision.utils import (
    AutoAugmentPolicy,
    Border,
    ConvertMode,
    ImageBatchFormat,
    ImageReadMode,
    Inter,
    SliceMode,
)

__all__ = [
    *(name for name in transforms.__all__ if name != "ImageTensorOperation"),
    "AutoAugmentPolicy",
    "Border",
    "ConvertMode",
    "ImageBatchFormat",
    "ImageReadMode",
    "Inter",
    "SliceMode",
    "transforms",
    "utils",
]
