"""The image transforms under a path of MindSpore 1.x, where images were arrays."""

from msjax.dataset import _checks as checks
from msjax.dataset.vision import transforms
from msjax.dataset.vision.transforms import *  # noqa: F403
from msjax.dataset.vision.utils import (
    Border,
    ConvertMode,
    ImageBatchFormat,
    Inter,
    SliceMode,
)

__all__ = [
    *transforms.__all__,
    "Border",
    "ConvertMode",
    "ImageBatchFormat",
    "Inter",
    "RgbToBgr",
    "SliceMode",
]


class Decode(transforms.Decode):
    """The image in the bytes of a file, in RGB; see `vision.Decode`."""

    def __init__(self, rgb: bool = True):
        checks.check_bool(rgb, "rgb")
        if not rgb:
            raise ValueError("Decode: images are decoded to RGB only, so 'rgb' must be True.")
        super().__init__()


class RgbToBgr(transforms.ConvertColor):
    """Red and blue exchanged; see `vision.ConvertColor`."""

    def __init__(self) -> None:
        super().__init__(ConvertMode.COLOR_RGB2BGR)
