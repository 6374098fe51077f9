"""Layers on sparse matrices."""

from __future__ import annotations

from typing import Any

from msjax._core.tensor import Tensor
from msjax.common.sparse_tensor import COOTensor
from msjax.nn.cell import Cell

__all__ = ["SparseTensorDenseMatmul", "SparseToDense"]


def _primitive(name: str, *args: Any) -> Any:
    from msjax import ops

    return getattr(ops, name)(*args)


class SparseToDense(Cell):
    """A sparse matrix as a Tensor.

    Inputs:
        **sparse_tensor** (COOTensor)

    Returns:
        Tensor of its shape.

    Raises:
        TypeError: the input is no COOTensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.COOTensor(ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1., 2.]), (2, 3))
        >>> print(ms.nn.SparseToDense()(x))
        [[0. 1. 0.]
         [0. 0. 2.]]
    """

    def __init__(self) -> None:
        super().__init__()
        self.sparse_to_dense = _primitive("SparseToDense")

    def construct(self, sparse_tensor: COOTensor) -> Tensor:
        """Run the layer."""
        places, values, shape = sparse_tensor.indices, sparse_tensor.values, sparse_tensor.shape
        return self.sparse_to_dense(places, values, shape)


class SparseTensorDenseMatmul(Cell):
    """Product of a sparse matrix and a dense one; see `ops.SparseTensorDenseMatmul`.

    Args:
        adjoint_st (bool): whether to transpose and conjugate the sparse matrix.
        adjoint_dt (bool): whether to transpose and conjugate the dense one.

    Inputs:
        - **indices** (Tensor): shape (n, 2), int32 or int64: row and column of each value.
        - **values** (Tensor): shape (n,).
        - **sparse_shape** (tuple of int): shape of the sparse matrix.
        - **dense** (Tensor): rank 2.

    Returns:
        Tensor of rank 2.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: shapes do not fit.
    """

    def __init__(self, adjoint_st: bool = False, adjoint_dt: bool = False):
        super().__init__()
        self.adj_st, self.adj_dt = adjoint_st, adjoint_dt
        self.sparse_dense_matmul = _primitive("SparseTensorDenseMatmul", adjoint_st, adjoint_dt)

    def construct(
        self, indices: Tensor, values: Tensor, sparse_shape: tuple[int, ...], dense: Tensor
    ) -> Tensor:
        """Run the layer."""
        return self.sparse_dense_matmul(indices, values, sparse_shape, dense)
