"""The image transforms under a path of MindSpore 1.x, where Normalize took channels first."""

from collections.abc import Sequence

from msjax.dataset.transforms.transforms import Compose
from msjax.dataset.vision import transforms
from msjax.dataset.vision.transforms import *  # noqa: F403
from msjax.dataset.vision.utils import Border, Inter

__all__ = [*transforms.__all__, "Border", "Compose", "Inter"]


class Normalize(transforms.Normalize):
    """Normalize an image whose channels come first; see `vision.Normalize`."""

    def __init__(self, mean: Sequence[float], std: Sequence[float]):
        super().__init__(mean, std, is_hwc=False)


class NormalizePad(transforms.NormalizePad):
    """The same with one more channel; see `vision.NormalizePad`."""

    def __init__(self, mean: Sequence[float], std: Sequence[float], dtype: str = "float32"):
        super().__init__(mean, std, dtype, is_hwc=False)
