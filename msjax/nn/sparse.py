"""Layers on sparse matrices."""

from __future__ import annotations

from typing import Any

from msjax._core.tensor.tensor import Tensor
from msjax.common.sparse_tensor import COOTensor
from msjax.nn.cell import Cell

__all__ = ["SparseTensorDenseMatmul", "SparseToDense"]


def _primitive(name: str, *args: Any) -> Any:
    from msjax import ops

    return getattr(ops, name)(*args)


class SparseToDense(Cell):
    """A sparse matrix as a Tensor.

    Inputs:
        - **sparse_tensor** (COOTensor) - the matrix.

    Outputs:
        Tensor of its shape.

    Raises:
        AttributeError: the input is not a COOTensor.

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
        """The Tensor of the matrix."""
        places, values, shape = sparse_tensor.indices, sparse_tensor.values, sparse_tensor.shape
        return self.sparse_to_dense(places, values, shape)


class SparseTensorDenseMatmul(Cell):
    """Product of a sparse matrix and a dense one; see `ops.SparseTensorDenseMatmul`.

    Args:
        adjoint_st: bool, whether to transpose and conjugate the sparse matrix.
        adjoint_dt: bool, whether to transpose and conjugate the dense one.

    Inputs:
        - **indices** (Tensor) - row and column of each value, Int32 or Int64 of shape (n, 2).
        - **values** (Tensor) - of shape (n,).
        - **sparse_shape** (tuple[int]) - the shape of the sparse matrix.
        - **dense** (Tensor) - of rank 2 and the dtype of `values`.

    Outputs:
        Tensor of rank 2.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> places, values = ms.Tensor([[0, 1]]), ms.Tensor([2.])
        >>> net = ms.nn.SparseTensorDenseMatmul()
        >>> print(net(places, values, (1, 2), ms.Tensor([[1.], [3.]])))
        [[6.]]
    """

    def __init__(self, adjoint_st: bool = False, adjoint_dt: bool = False):
        super().__init__()
        self.adj_st, self.adj_dt = adjoint_st, adjoint_dt
        self.sparse_dense_matmul = _primitive("SparseTensorDenseMatmul", adjoint_st, adjoint_dt)

    def construct(
        self, indices: Tensor, values: Tensor, sparse_shape: tuple[int, ...], dense: Tensor
    ) -> Tensor:
        """The product."""
        return self.sparse_dense_matmul(indices, values, sparse_shape, dense)
