"""Transforms of MindSpore 1.x that have no later name; the others are in `transforms`."""

from msjax.dataset.transforms.transforms import OneHot, PyTensorOperation

__all__ = ["OneHotOp", "PyTensorOperation"]


class OneHotOp(OneHot):
    """One-hot encoding of ints; see `OneHot`."""
