"""All image transforms."""

from msjax.dataset.transforms.py_transforms import PyTensorOperation as PyTensorOperation
from msjax.dataset.vision import (
    _augment,
    _blur,
    _boxes,
    _color,
    _crops,
    _geometry,
    _motion,
    _policies,
    _video,
)
from msjax.dataset.vision._augment import *  # noqa: F403
from msjax.dataset.vision._blur import *  # noqa: F403
from msjax.dataset.vision._boxes import *  # noqa: F403
from msjax.dataset.vision._color import *  # noqa: F403
from msjax.dataset.vision._crops import *  # noqa: F403
from msjax.dataset.vision._geometry import *  # noqa: F403
from msjax.dataset.vision._images import ImageTensorOperation
from msjax.dataset.vision._motion import *  # noqa: F403
from msjax.dataset.vision._policies import *  # noqa: F403
from msjax.dataset.vision._video import *  # noqa: F403

__all__ = [
    "ImageTensorOperation",
    *_augment.__all__,
    *_blur.__all__,
    *_boxes.__all__,
    *_color.__all__,
    *_crops.__all__,
    *_geometry.__all__,
    *_motion.__all__,
    *_policies.__all__,
    *_video.__all__,
]
