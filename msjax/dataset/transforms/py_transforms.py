"""The transforms under a path of MindSpore 1.x."""

from msjax.dataset.transforms.transforms import (
    Compose,
    OneHot,
    PyTensorOperation,
    RandomApply,
    RandomChoice,
    RandomOrder,
)

__all__ = [
    "Compose",
    "OneHotOp",
    "PyTensorOperation",
    "RandomApply",
    "RandomChoice",
    "RandomOrder",
]


class OneHotOp(OneHot):
    """One-hot encoding of ints; see `OneHot`."""
