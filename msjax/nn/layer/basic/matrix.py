"""Layers for triangles and diagonals of matrices."""

from __future__ import annotations

from msjax import ops
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.shape.diagonals import diagonal_matrices, matrix_diagonals, set_matrix_diagonals
from msjax.nn.cell import Cell

_matrix_diag, _diag_part = call(diagonal_matrices), call(matrix_diagonals)
_set_diag = call(set_matrix_diagonals)


class Tril(Cell):
    """The lower triangle of the last two dimensions, zeros above.

    Inputs:
        - **x** (Tensor) - of shape (..., M, N), any dtype but complex.
        - **k** (int) - the last diagonal that is kept; 0 is the main one.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `k` is not an int, or `x` is not a Tensor or complex.
        ValueError: `x` has less than 2 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Tril()(ms.ops.ones((2, 3))))
        [[1. 0. 0.]
         [1. 1. 0.]]
    """

    _msj_inner = {"cast": "Cast", "dtype": "DType", "mul": "Mul"}

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor, k: int = 0) -> Tensor:
        """Keep what is on or below diagonal `k`."""
        return ops.tril(x, k).astype(x.dtype)


class Triu(Cell):
    """The upper triangle of the last two dimensions, zeros below.

    Inputs:
        - **x** (Tensor) - of shape (..., M, N), any dtype.
        - **k** (int) - the first diagonal that is kept; 0 is the main one.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `k` is not an int, or `x` is not a Tensor.
        ValueError: `x` has less than 2 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Triu()(ms.ops.ones((2, 3))))
        [[1. 1. 1.]
         [0. 1. 1.]]
    """

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor, k: int = 0) -> Tensor:
        """Keep what is on or above diagonal `k`."""
        return ops.triu(x, k).astype(x.dtype)


class MatrixDiag(Cell):
    """Square matrices with given diagonals.

    Inputs:
        - **input_x** (Tensor) - the diagonals, of shape (..., N) and any dtype.

    Outputs:
        Tensor of shape (..., N, N) and the dtype of `input_x`.

    Raises:
        TypeError: `input_x` is not a Tensor.
        ValueError: `input_x` has no dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MatrixDiag()(ms.Tensor([1, 2])))
        [[1 0]
         [0 2]]
    """

    def __init__(self):
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        """Put the last dimension on diagonals."""
        return _matrix_diag(input_x)


class MatrixDiagPart(Cell):
    """Diagonals of matrices.

    Inputs:
        - **input_x** (Tensor) - of shape (..., M, N) and any dtype.

    Outputs:
        Tensor of shape (..., min(M, N)) and the dtype of `input_x`.

    Raises:
        TypeError: `input_x` is not a Tensor.
        ValueError: `input_x` has less than 2 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MatrixDiagPart()(ms.Tensor([[1, 2], [3, 4]])))
        [1 4]
    """

    def __init__(self):
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        """Take the diagonals of the last two dimensions."""
        return _diag_part(input_x)


class MatrixSetDiag(Cell):
    """Matrices with their diagonals replaced.

    Inputs:
        - **input_x** (Tensor) - of shape (..., M, N) and any dtype.
        - **diagonal** (Tensor) - of shape (..., min(M, N)) and the dtype of `input_x`.

    Outputs:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: an input is not a Tensor, or the dtypes differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MatrixSetDiag()(ms.Tensor([[1, 2], [3, 4]]), ms.Tensor([8, 9])))
        [[8 2]
         [3 9]]
    """

    def __init__(self):
        super().__init__()

    def construct(self, input_x: Tensor, diagonal: Tensor) -> Tensor:
        """Replace the diagonals of the last two dimensions."""
        return _set_diag(input_x, diagonal)
