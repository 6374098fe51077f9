"""The image transforms under a path of MindSpore 1.x."""

from msjax.dataset.vision.transforms import *  # noqa: F403
from msjax.dataset.vision.transforms import __all__
from msjax.dataset.vision.utils import (
    Border,
    ConvertMode,
    ImageBatchFormat,
    Inter,
    SliceMode,
)

__all__ = [*__all__, "Border", "ConvertMode", "ImageBatchFormat", "Inter", "SliceMode"]
