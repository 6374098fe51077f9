"""Transforms of images, for `map` or to be called on arrays (height, width, channels)."""

from msjax.dataset.vision import _augment, _color, _geometry, transforms, utils
from msjax.dataset.vision._augment import *  # noqa: F403
from msjax.dataset.vision._color import *  # noqa: F403
from msjax.dataset.vision._geometry import *  # noqa: F403
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
    *_augment.__all__,
    *_color.__all__,
    *_geometry.__all__,
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
