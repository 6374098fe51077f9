"""Sparse matrices under MindSpore's path."""

from msjax.kernels.sparse.tensors import (
    COOTensor,
    CSRTensor,
    RowTensor,
    RowTensorInner,
    SparseTensor,
)

__all__ = ["COOTensor", "CSRTensor", "RowTensor", "RowTensorInner", "SparseTensor"]
