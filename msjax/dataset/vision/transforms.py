"""All image transforms."""

from msjax.dataset.vision import _augment, _color, _geometry
from msjax.dataset.vision._augment import *  # noqa: F403
from msjax.dataset.vision._color import *  # noqa: F403
from msjax.dataset.vision._geometry import *  # noqa: F403
from msjax.dataset.vision._images import ImageTensorOperation

__all__ = ["ImageTensorOperation", *_augment.__all__, *_color.__all__, *_geometry.__all__]
