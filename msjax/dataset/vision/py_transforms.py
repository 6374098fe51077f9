"""Transforms of MindSpore 1.x that took channels first; the others are in `vision`."""

from typing import Any

from msjax.dataset.vision import transforms

__all__ = ["Normalize", "NormalizePad"]


class Normalize(transforms.Normalize):
    """Normalize an image whose channels come first; see `vision.Normalize`."""

    def __init__(self, mean: Any, std: Any):
        super().__init__(mean, std, is_hwc=False)


class NormalizePad(transforms.NormalizePad):
    """The same with one more channel; see `vision.NormalizePad`."""

    def __init__(self, mean: Any, std: Any, dtype: str = "float32"):
        super().__init__(mean, std, dtype, is_hwc=False)
