"""Image transforms under a path of MindSpore 1.0."""

from msjax.dataset.vision.utils import Border, Inter

__all__ = ["Border", "Inter"]
