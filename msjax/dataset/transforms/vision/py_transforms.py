"""The image transforms under a path of MindSpore 1.0, where Compose had another name."""

from msjax.dataset.transforms.transforms import Compose as ComposeOp
from msjax.dataset.vision.py_transforms import *  # noqa: F403
from msjax.dataset.vision.py_transforms import __all__

del Compose  # noqa: F821
__all__ = [*(name for name in __all__ if name != "Compose"), "ComposeOp"]
