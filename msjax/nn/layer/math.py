"""Layers around mathematical functions."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.linalg.distances import cosine_of_angle
from msjax.kernels.linalg.matmul import matmul_flipped
from msjax.kernels.linalg.systems import determinant_by_cholesky, inverse_by_cholesky
from msjax.kernels.reduction.statistics import mean_and_variance
from msjax.kernels.reduction.sums import log_sum_exp
from msjax.kernels.special.gamma import (
    digamma_float,
    log_beta,
    log_gamma,
    lower_incomplete_gamma,
)
from msjax.nn.cell import Cell

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

_moments, _log_sum_exp = call(mean_and_variance), call(log_sum_exp)
_lgamma, _digamma = call(log_gamma), call(digamma_float)
_igamma, _lbeta = call(lower_incomplete_gamma), call(log_beta)
_inverse, _determinant = call(inverse_by_cholesky), call(determinant_by_cholesky)
_matmul, _cosine = call(matmul_flipped), call(cosine_of_angle)


class ReduceLogSumExp(Cell):
    """Logarithm of the sum of exponentials along axes.

    Args:
        axis: int, or tuple or list of ints; an empty one means all.
        keep_dims: bool, keep the axes with length 1.

    Inputs:
        - **x** (Tensor) - any shape; Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the dtype of `x` without the axes.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ReduceLogSumExp(0)(ms.Tensor([3.0])))
        3.0
    """

    _msj_inner = {
        "exp": "Exp",
        "log": "Log",
        "sum": lambda c: ops.ReduceSum(c.keep_dims),
        "max": lambda c: ops.ReduceMax(c.keep_dims),
    }

    def __init__(self, axis: int | Sequence[int], keep_dims: bool = False):
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
        start: int or float; if `limit` is None, the limit, and the start is 0.
        limit: int, float or None.
        delta: int or float other than 0.

    Outputs:
        Tensor of one dimension: Float32 if an argument is a float, else Int32.

    Raises:
        TypeError: an argument is not a number.
        ValueError: `delta` is 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Range(1, 4)())
        [1 2 3]
    """

    def __init__(self, start: float, limit: float | None = None, delta: float = 1):
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
    """Logarithm of the absolute gamma function, element by element.

    Inputs:
        - **x** (Tensor) - any shape; Float16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(f"{float(ms.nn.LGamma()(ms.Tensor([5.0]))[0]):.3f}")
        3.178
    """

    _msj_inner = {
        "abs": "Abs",
        "dtype": "DType",
        "equal": "Equal",
        "floor": "Floor",
        "greater": "Greater",
        "isfinite": "IsFinite",
        "less": "Less",
        "lessequal": "LessEqual",
        "log1p": "Log1p",
        "log": "Log",
        "ones_like": "OnesLike",
        "select": "Select",
        "shape": "Shape",
        "sin": "Sin",
        "pi": lambda c: math.pi,
        "inf": lambda c: math.inf,
        "log_pi": lambda c: math.log(math.pi),
    }

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of Float16 or Float32."""
        return _lgamma(x)


class DiGamma(Cell):
    """Derivative of the logarithm of the gamma function, element by element.

    Inputs:
        - **x** (Tensor) - any shape; Float16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(f"{float(ms.nn.DiGamma()(ms.Tensor([1.0]))[0]):.3f}")
        -0.577
    """

    _msj_inner = {
        "abs": "Abs",
        "cos": "Cos",
        "dtype": "DType",
        "equal": "Equal",
        "floor": "Floor",
        "less": "Less",
        "log1p": "Log1p",
        "logicaland": "LogicalAnd",
        "select": "Select",
        "shape": "Shape",
        "sin": "Sin",
        "pi": lambda c: math.pi,
        "nan": lambda c: math.nan,
    }

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
    """Regularized lower incomplete gamma function, element by element.

    Inputs:
        - **a** (Tensor) - the parameter, Float32, any shape.
        - **x** (Tensor) - the upper end of the integral, Float32, of a shape that broadcasts.

    Outputs:
        Float32 Tensor of the common shape.

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(f"{float(ms.nn.IGamma()(ms.Tensor([1.0]), ms.Tensor([1.0]))[0]):.3f}")
        0.632
    """

    _msj_inner = {
        "cast": "Cast",
        "dtype": "DType",
        "equal": "Equal",
        "exp": "Exp",
        "greater": "Greater",
        "less": "Less",
        "log": "Log",
        "logicaland": "LogicalAnd",
        "logicalnot": "LogicalNot",
        "logicalor": "LogicalOr",
        "neg": "Neg",
        "select": "Select",
        "shape": "Shape",
        "zeroslike": "ZerosLike",
    }

    def construct(self, a: Tensor, x: Tensor) -> Tensor:
        """Apply to two Float32 Tensors that broadcast."""
        return _igamma(a, x)


class LBeta(_WithLGamma):
    """Logarithm of the beta function, element by element.

    Inputs:
        - **x** (Tensor) - any shape; Float16 or Float32.
        - **y** (Tensor) - of the dtype of `x` and a shape that broadcasts.

    Outputs:
        Tensor of the common shape and the dtype of `x`.

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(f"{float(ms.nn.LBeta()(ms.Tensor([1.0]), ms.Tensor([2.0]))[0]):.3f}")
        -0.693
    """

    _msj_inner = {
        "const": "ScalarToTensor",
        "dtype": "DType",
        "less": "Less",
        "log1p": "Log1p",
        "log": "Log",
        "select": "Select",
        "shape": "Shape",
    }

    def construct(self, x: Tensor, y: Tensor) -> Tensor:
        """Apply to two Tensors of Float16 or Float32 that broadcast."""
        return _lbeta(x, y)


class MatInverse(Cell):
    """Inverse of symmetric positive definite matrices.

    Inputs:
        - **a** (Tensor) - of shape (..., N, N); Float16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `a`.

    Raises:
        TypeError: `a` is not a Tensor, or is of another dtype.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MatInverse()(ms.Tensor([[4., 0.], [0., 16.]])).asnumpy().round(4))
        [[0.25   0.    ]
         [0.     0.0625]]
    """

    _msj_inner = {"dtype": "DType"}

    def __init__(self):
        super().__init__()
        self.matmul = MatMul()  # a part that MindSpore prints and `cells` tells

    def construct(self, a: Tensor) -> Tensor:
        """Invert the last two dimensions."""
        return _inverse(a)


class MatDet(Cell):
    """Determinant of symmetric positive definite matrices.

    Inputs:
        - **a** (Tensor) - of shape (..., N, N); Float16 or Float32.

    Outputs:
        Tensor of shape (...) and the dtype of `a`.

    Raises:
        TypeError: `a` is not a Tensor, or is of another dtype.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(f"{float(ms.nn.MatDet()(ms.Tensor([[4., 0.], [0., 16.]]))):.2f}")
        64.00
    """

    _msj_inner = {"cholesky": "Cholesky", "dtype": "DType", "square": "Square"}

    def __init__(self):
        super().__init__()

    def construct(self, a: Tensor) -> Tensor:
        """The determinants of the last two dimensions."""
        return _determinant(a)


class MatMul(Cell):
    """Product of two matrices, or batches of them.

    Args:
        transpose_x1: bool, transpose the last two dimensions of the first.
        transpose_x2: bool, transpose the last two dimensions of the second.

    Inputs:
        - **x1** (Tensor) - of shape (..., M, K) or (K,), any dtype but Bool.
        - **x2** (Tensor) - of shape (..., K, N) or (K,) and the dtype of `x1`.

    Outputs:
        Tensor of shape (..., M, N), without M or N for a vector, and the dtype of `x1`.

    Raises:
        TypeError: an argument is not a bool, an input not a Tensor, or the dtypes differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[1., 2.]]), ms.Tensor([[3., 4.]])
        >>> print(ms.nn.MatMul(transpose_x2=True)(x, y))
        [[11.]]
    """

    _msj_inner = {
        "expand_op": "ExpandDims",
        "reduce_sum_op": "ReduceSum",
        "shape_op": "Shape",
        "squeeze_left_op": ("Squeeze", -2),
        "squeeze_right_op": ("Squeeze", -1),
    }

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
        eps: float, the product of the lengths counts as at least this much.

    Inputs:
        - **x1** (Tensor) - any dtype; it must have the dimension.
        - **x2** (Tensor) - of a shape that broadcasts to that of `x1`.

    Outputs:
        Tensor of the common shape without the dimension.

    Raises:
        TypeError: an input is not a Tensor.
        ValueError: `dim` is out of range, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[1., 0.]]), ms.Tensor([[0., 1.]])
        >>> print(ms.nn.layer.CosineSimilarity()(x, y))
        [0.]
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
        keep_dims: bool, keep the axes with length 1; None means False.

    Inputs:
        - **x** (Tensor) - any shape; Float16 or Float32.

    Outputs:
        Tuple of the mean and the variance, Tensors of the dtype of `x` without the axes.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> mean, variance = ms.nn.Moments(axis=0)(ms.Tensor([1., 3.]))
        >>> print(mean, variance)
        2.0 1.0
    """

    _msj_inner = {
        "cast": "Cast",
        "square_diff": "SquaredDifference",
        "squeeze": "Squeeze",
        "reduce_mean": ("ReduceMean", True),
    }

    def __init__(self, axis: int | tuple[int, ...] | None = None, keep_dims: bool | None = None):
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
