"""The image transforms under a path of MindSpore 1.x, where images were arrays.

Transforms that give an image of Pillow for one of Pillow are derived from: here they give arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.vision import transforms
from msjax.dataset.vision._images import ImageTensorOperation
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


class _OfArrays(ImageTensorOperation):
    """A transform that takes an image of Pillow as an array."""

    def __call__(self, *images: Any) -> Any:
        return super().__call__(*(np.asarray(i) if checks.is_pil(i) else i for i in images))


def _of_arrays(name: str, base: type) -> type:
    made = {"__doc__": base.__doc__, "__module__": __name__, "_stands_for": base}
    return type(name, (_OfArrays, base), made)


for _name in transforms.__all__:
    _base = getattr(transforms, _name)
    if isinstance(_base, type) and issubclass(_base, ImageTensorOperation):
        if getattr(_base, "_execute_py", None):
            globals()[_name] = _of_arrays(_name, _base)


class Decode(transforms.Decode):
    """The image in the bytes of a file, in RGB; see `vision.Decode`."""

    _stands_for = transforms.Decode

    def __init__(self, rgb: bool = True):
        checks.check_bool(rgb, "rgb")
        if not rgb:
            raise ValueError("Decode: images are decoded to RGB only, so 'rgb' must be True.")
        super().__init__()


class RgbToBgr(transforms.ConvertColor):
    """Red and blue exchanged; see `vision.ConvertColor`."""

    def __init__(self) -> None:
        super().__init__(ConvertMode.COLOR_RGB2BGR)
