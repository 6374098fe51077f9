"""Image transforms under a path of MindSpore 1.x: images were Pillow's, or had channels first."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.transforms.transforms import Compose
from msjax.dataset.vision import transforms
from msjax.dataset.vision._images import check_array
from msjax.dataset.vision.transforms import *  # noqa: F403
from msjax.dataset.vision.utils import Border, Inter

__all__ = [*transforms.__all__, "Border", "Compose", "Cutout", "Inter", "RgbToBgr"]


class Decode(transforms.Decode):
    """The image in the bytes of a file as one of Pillow; see `vision.Decode`."""

    def __init__(self) -> None:
        super().__init__(to_pil=True)


class Cutout(transforms.CutOut):
    """An image whose channels come first, with black squares; see `vision.CutOut`."""

    def __init__(self, length: int, num_patches: int = 1):
        super().__init__(length, num_patches, is_hwc=False)


class Normalize(transforms.Normalize):
    """Normalize an image whose channels come first; see `vision.Normalize`."""

    def __init__(self, mean: Sequence[float], std: Sequence[float]):
        super().__init__(mean, std, is_hwc=False)


class NormalizePad(transforms.NormalizePad):
    """The same with one more channel; see `vision.NormalizePad`."""

    def __init__(self, mean: Sequence[float], std: Sequence[float], dtype: str = "float32"):
        super().__init__(mean, std, dtype, is_hwc=False)


class RgbToBgr(transforms.PyTensorOperation):
    """Red and blue exchanged, in one image or several, whose channels come last or first."""

    def __init__(self, is_hwc: bool = False):
        super().__init__()
        checks.check_bool(is_hwc, "is_hwc")
        self.is_hwc = is_hwc

    def _execute_py(self, img: Any) -> np.ndarray:
        check_array(img)
        axis = -1 if self.is_hwc else -3
        if img.ndim not in (3, 4):
            raise TypeError(f"RgbToBgr: the image must have 3 or 4 axes, but got {img.shape}.")
        if img.shape[axis] != 3:
            raise TypeError(f"RgbToBgr: the image must have 3 channels, but got {img.shape}.")
        return np.flip(img, axis)


class ToType(transforms.ToType):
    """Values in another type; see `vision.ToType`."""

    def __init__(self, output_type: Any):
        super().__init__(output_type)
