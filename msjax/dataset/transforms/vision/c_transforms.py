"""The image transforms under a path of MindSpore 1.0."""

from msjax.dataset.vision.c_transforms import *  # noqa: F403
from msjax.dataset.vision.c_transforms import __all__ as __all__
