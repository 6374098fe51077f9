"""Layers around mathematical functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax._core import dtype as mstype
from msjax._core.op import call
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.ops import layer_kernels as kernels

__all__ = [
    "CosineSimilarity",
    "DiGamma",
    "IGamma",
    "LBeta",
    "LGamma",
    "MatDet",
    "MatInverse",
    "MatMul",
    "Moments",
    "Range",
    "ReduceLogSumExp",
]

_moments, _log_sum_exp = call(kernels.mean_and_variance), call(kernels.log_sum_exp)
_lgamma, _digamma = call(kernels.log_gamma), call(kernels.digamma_float)
_igamma, _lbeta = call(kernels.lower_incomplete_gamma), call(kernels.log_beta)
_inverse, _determinant = call(kernels.inverse_by_cholesky), call(kernels.determinant_by_cholesky)
_matmul, _cosine = call(kernels.matmul_flipped), call(kernels.cosine_of_angle)


class ReduceLogSumExp(Cell):
    """Logarithm of the sum of exponentials along axes.

    Args:
        axis: int, tuple or list of ints; an empty one means all.
        keep_dims: keep the axes with length 1.

    Raises:
        TypeError: an argument is of a wrong type.
    """

    def __init__(self, axis: Any, keep_dims: bool = False):
        super().__init__()
        validator.check_value_type("axis", axis, [int, list, tuple], self.cls_name)
        validator.check_value_type("keep_dims", keep_dims, [bool], self.cls_name)
        self.axis, self.keep_dims = axis, keep_dims

    def construct(self, x: Tensor) -> Tensor:
        """Reduce a Tensor of a floating dtype."""
        return _log_sum_exp(x, self.axis, self.keep_dims)


class Range(Cell):
    """Numbers from `start` to `limit` in steps of `delta`.

    Args:
        start: number; if `limit` is None, the limit, and the start is 0.
        limit: number or None.
        delta: number other than 0.

    Raises:
        ValueError: `delta` is 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Range(1, 4)())
        [1 2 3]
    """

    def __init__(self, start: Any, limit: Any = None, delta: Any = 1):
        super().__init__()
        if delta == 0:
            raise ValueError(f"For '{self.cls_name}', the 'delta' can not be zero.")
        try:
            data = np.arange(start, limit, delta)
        except TypeError as error:
            raise TypeError(
                f"For '{self.cls_name}', the 'start', 'limit' and 'delta' must be numbers, "
                f"but got {start}, {limit} and {delta}."
            ) from error
        self.ms_dtype = mstype.float32 if data.dtype == np.float64 else mstype.int32
        self.result_tensor = Tensor(data, dtype=self.ms_dtype)

    def construct(self) -> Tensor:
        """The numbers, Int32 or Float32."""
        return self.result_tensor


class LGamma(Cell):
    """Logarithm of the absolute gamma function, element by element."""

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of Float16 or Float32."""
        return _lgamma(x)


class DiGamma(Cell):
    """Derivative of the logarithm of the gamma function, element by element."""

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of Float16 or Float32."""
        return _digamma(x)


class _WithLGamma(Cell):
    """A layer that lists an LGamma among its Cells, as MindSpore's does."""

    def __init__(self):
        super().__init__()
        self.lgamma = LGamma()


class IGamma(_WithLGamma):
    """Regularized lower incomplete gamma function, element by element."""

    def construct(self, a: Tensor, x: Tensor) -> Tensor:
        """Apply to two Float32 Tensors that broadcast."""
        return _igamma(a, x)


class LBeta(_WithLGamma):
    """Logarithm of the beta function, element by element."""

    def construct(self, x: Tensor, y: Tensor) -> Tensor:
        """Apply to two Tensors of Float16 or Float32 that broadcast."""
        return _lbeta(x, y)


class MatInverse(Cell):
    """Inverse of symmetric positive definite matrices."""

    def __init__(self):
        super().__init__()
        self.matmul = MatMul()  # a part that MindSpore prints and `cells` tells

    def construct(self, a: Tensor) -> Tensor:
        """Invert the last two dimensions."""
        return _inverse(a)


class MatDet(Cell):
    """Determinant of symmetric positive definite matrices."""

    def __init__(self):
        super().__init__()

    def construct(self, a: Tensor) -> Tensor:
        """The determinants of the last two dimensions."""
        return _determinant(a)


class MatMul(Cell):
    """Product of two matrices, or batches of them.

    Args:
        transpose_x1: transpose the last two dimensions of the first.
        transpose_x2: transpose the last two dimensions of the second.

    Raises:
        TypeError: an argument is no bool.
    """

    def __init__(self, transpose_x1: bool = False, transpose_x2: bool = False):
        super().__init__()
        validator.check_value_type("transpose_x1", transpose_x1, [bool], self.cls_name)
        validator.check_value_type("transpose_x2", transpose_x2, [bool], self.cls_name)
        self.transpose_x1, self.transpose_x2 = transpose_x1, transpose_x2

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Multiply; vectors are not transposed."""
        return _matmul(x1, x2, self.transpose_x1, self.transpose_x2)


class CosineSimilarity(Cell):
    """Cosine of the angle between vectors along a dimension.

    Args:
        dim: int, the dimension.
        eps: the product of the lengths counts as at least this much.
    """

    def __init__(self, dim: int = 1, eps: float = 1e-8):
        super().__init__()
        self.dim, self.eps = dim, eps

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Compare two Tensors that broadcast."""
        for arg, x in (("x1", x1), ("x2", x2)):
            if not isinstance(x, Tensor):
                raise TypeError(
                    f"For 'CosineSimilarity', '{arg}' must be a tensor, but got {type(x)}"
                )
        return _cosine(x1, x2, self.dim, self.eps)


class Moments(Cell):
    """Mean and biased variance along axes.

    Args:
        axis: int or tuple of ints; None means all.
        keep_dims: keep the axes with length 1; None means False.

    Raises:
        TypeError: an argument is of a wrong type.

    Examples:
        >>> import msjax as ms
        >>> mean, variance = ms.nn.Moments(axis=0)(ms.Tensor([1., 3.]))
        >>> print(mean, variance)
        2.0 1.0
    """

    def __init__(self, axis: Any = None, keep_dims: bool | None = None):
        super().__init__()
        axis = () if axis is None else axis
        keep_dims = False if keep_dims is None else keep_dims
        if isinstance(axis, tuple):
            for i, item in enumerate(axis):
                validator.check_value_type(f"axis[{i}]", item, [int], self.cls_name)
        validator.check_value_type("axis", axis, [int, tuple], self.cls_name)
        validator.check_value_type("keep_dims", keep_dims, [bool], self.cls_name)
        self.axis, self.keep_dims = axis, keep_dims

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The moments of a Tensor of Float16 or Float32."""
        return _moments(x, self.axis, self.keep_dims)
