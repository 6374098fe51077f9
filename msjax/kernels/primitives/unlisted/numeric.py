"""Arithmetic, decompositions, normalization and shapes."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import among, of_type, of_types, positive
from msjax._core.base.errors import must
from msjax._core.op.publish import (
    REQUIRED,
    Array,
    Arrays,
    Key,
    Operand,
    call,
    op,
    primitive,
    public,
)
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import INDEX_TYPES, accept, check_matrices, of_shape
from msjax.kernels.create.random import Seeded, unit
from msjax.kernels.elementwise.arithmetic import add
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.linalg.systems import eigen_of_triangle
from msjax.kernels.nn.activation import silu
from msjax.kernels.nn.normalization import grouped_norm
from msjax.kernels.nn.rectifier import relu_only
from msjax.kernels.primitives.arguments import lengths
from msjax.kernels.shape.diagonals import diagonal


@primitive("AddV2", place="unlisted")
def add_v2(x: Operand, y: Operand):
    """Sum of two Tensors of one shape."""
    of_shape("y", y, x.shape)
    return add(x, y)


@primitive("ReLUV3", place="unlisted")
def relu_v3(x: Array):
    """The larger of 0 and each element."""
    return relu_only(x)


@primitive("SelfAdjointEig", place="unlisted", compute_v=True)
def self_adjoint_eig(x: Array, compute_v: bool = True):
    """Eigenvalues in ascending order and eigenvectors of symmetric or Hermitian matrices.

    Only the lower triangle of `x` is read, and has the gradient.
    """
    return _eigen(x, compute_v, True)


@primitive("Eigh", place="unlisted", compute_eigenvectors=True, lower=True)
def eigh(A: Array, compute_eigenvectors: bool = True, lower: bool = True):
    """Eigenvalues in ascending order and eigenvectors of symmetric or Hermitian matrices.

    Only the lower (or upper) triangle of `A` is read, and has the gradient.
    """
    found = _eigen(A, compute_eigenvectors, lower)
    return found if compute_eigenvectors else found[0]


def _eigen(x: Any, vectors: bool, lower: bool) -> tuple[Any, Any]:
    accept(x, "float32 float64 complex64 complex128", "x")
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise ValueError(must("x", "a square matrix or a batch of them", x.shape))
    values, columns = eigen_of_triangle(x, lower)
    return values.astype(x.dtype), columns if vectors else jnp.zeros_like(columns)


def _check_index(output_idx_type: Any) -> None:
    among("output_idx_type", output_idx_type, INDEX_TYPES, TypeError)


@primitive("Lu", place="unlisted", check=_check_index, output_idx_type=REQUIRED)
def lu(input: Array, output_idx_type: np.dtype):
    """LU factors of square matrices by exchange of rows.

    Args:
        input: Tensor of shape (..., M, M) of Float32, Float64, Complex64 or Complex128.
        output_idx_type: Int32 or Int64, the dtype of the order of the rows.

    Returns:
        Tuple of U and, below the diagonal, L in one Tensor, and of the order of the rows (..., M).

    Raises:
        TypeError: another dtype.
        ValueError: the last two dimensions are no square matrices.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.math_ops import Lu
        >>> packed, order = Lu(ms.int32)(ms.Tensor([[2., 1.], [4., 4.]]))
        >>> print(packed, order)
        [[ 4.   4. ]
         [ 0.5 -1. ]] [1 0]
    """
    accept(input, "float32 float64 complex64 complex128")
    check_matrices(input)
    packed, _, order = jax.lax.linalg.lu(input)
    return packed, order.astype(output_idx_type)


@primitive("TridiagonalSolve", place="unlisted", partial_pivoting=True)
def tridiagonal_solve(diagonals: Array, rhs: Array, partial_pivoting: bool = True):
    """Solution of tridiagonal systems, given the upper, the main and the lower diagonal."""
    upper, main, lower = (diagonals[..., i, :] for i in range(3))
    eye = jnp.eye(main.shape[-1], dtype=diagonals.dtype)
    above = jnp.eye(main.shape[-1], k=1, dtype=diagonals.dtype)
    matrix = main[..., None] * eye + upper[..., None] * above + lower[..., None] * above.T
    return jnp.linalg.solve(matrix, rhs)


@primitive("InstanceNormV2", place="unlisted", is_training=True, momentum=0.1, epsilon=1e-5)
def instance_norm_v2(
    x: Array,
    gamma: Array,
    beta: Array,
    mean: Array,
    variance: Array,
    is_training: bool = True,
    momentum: float = 0.1,
    epsilon: float = 1e-5,
):
    """Each channel of each sample to mean 0 and variance 1.

    In training also the means and the reciprocals of the deviations, else zeros for both. `x` is of
    shape (N, C, H, W) or (N, C1, H, W, C0), the others with 1 for H and W.
    """
    wide_x = wider(x)
    used = mean, variance
    if is_training:
        used = wide_x.mean((2, 3), keepdims=True), wide_x.var((2, 3), keepdims=True)
    factor = jax.lax.rsqrt(used[1] + epsilon)
    out = ((wide_x - used[0]) * factor * gamma + beta).astype(x.dtype)
    return (out, used[0], factor) if is_training else (out, mean * 0, variance * 0)


@primitive("SparseSoftmaxCrossEntropyWithLogitsV2", place="unlisted")
def sparse_softmax_cross_entropy_v2(features: Array, labels: Array):
    """Loss of each row against its label, and the gradient of the losses' sum."""
    wide_x = wider(features)
    chosen = labels[:, None] == np.arange(features.shape[1])
    logs = jax.nn.log_softmax(wide_x, -1)
    loss = -jnp.where(chosen, logs, 0).sum(-1)
    back = jnp.exp(logs) - chosen.astype(logs.dtype)
    return loss.astype(features.dtype), back.astype(features.dtype)


@primitive("AdjustContrastv2", place="unlisted")
def adjust_contrast(images: Array, contrast_factor: Array):
    """The distance of each pixel from the mean of its channel and image, times a factor."""
    wide_x = wider(images)
    mean = wide_x.mean((-3, -2), keepdims=True)
    return ((wide_x - mean) * contrast_factor + mean).astype(images.dtype)


@primitive("ClipByNorm", place="unlisted", axis=None)
def clip_by_norm_class(x: Array, clip_norm: Array, axis: Any = None):
    """`x`, scaled down where its norm over `axis` exceeds `clip_norm`."""
    wide_x = wider(x)
    norm = jnp.sqrt((wide_x * wide_x).sum(axis, keepdims=True))
    return wide_x * clip_norm / jnp.maximum(norm, clip_norm)


@primitive("DynamicBroadcastTo", place="unlisted")
@op(label="DynamicBroadcastTo", eager=True)
def dynamic_broadcast_to(x: Array, shape: Array):
    """`x` repeated to a shape given as a Tensor."""
    return jnp.broadcast_to(x, lengths(shape))


@primitive("DynamicBroadcastGradientArgs", place="unlisted")
@op(label="DynamicBroadcastGradientArgs", eager=True)
def broadcast_gradient_args(shape1: Array, shape2: Array):
    """Dimensions over which the gradients of two broadcast Tensors are summed."""
    first, second = np.asarray(shape1).tolist(), np.asarray(shape2).tolist()
    rank = max(len(first), len(second))
    a, b = ([1] * (rank - len(s)) + s for s in (first, second))
    found = [[i for i in range(rank) if mine[i] == 1 and a != b] for mine in (a, b)]
    return tuple(jnp.asarray(np.array(axes), np.int64) for axes in found)


def _check_maxlen(maxlen: Any) -> None:
    of_type("maxlen", maxlen, int)
    positive("maxlen", maxlen)


@primitive("RangeV2", place="unlisted", check=_check_maxlen, maxlen=1000000)
@op(label="RangeV2", eager=True)
def range_v2(start: Array, limit: Array, delta: Array, maxlen: int = 1000000):
    """Numbers from `start` to before `limit` in steps of `delta`, also more than `maxlen`."""
    given = [np.asarray(n).item() for n in (start, limit, delta)]
    return jnp.asarray(np.arange(*given), start.dtype)


@primitive("ConcatOffsetV1", place="unlisted")
def concat_offset(axis: Array, x: Arrays):
    """Where each of several shapes begins when they are joined along `axis`."""
    stacked = jnp.stack(x)
    starts = jnp.cumsum(stacked, 0, dtype=stacked.dtype) - stacked
    along = np.arange(stacked.shape[1]) == axis.reshape(()) % stacked.shape[1]
    return tuple(jnp.where(along, starts, 0))


@op(label="Uniform")
def _uniform_like(x: Array, minval: float, maxval: float, generator: Key = None):
    accept(x, "r", "x")
    return unit(generator, x.shape, x.dtype) * (maxval - minval) + minval


_draw_uniform_like = call(_uniform_like)


@public("unlisted.Uniform")
class Uniform(Seeded):
    """Uniform random numbers of the shape and dtype of a Tensor `x`.

    Args:
        minval: float, the lower bound.
        maxval: float, the upper bound, not below `minval`.
        seed: int; seeds that are not 0 give the Primitive a stream of its own.
        offset: int, a second seed.

    Inputs:
        - **x** (Tensor) - of floats.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: a bound is not a float, or `x` is not of floats.
        ValueError: `minval` is above `maxval`.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.random_ops import Uniform
        >>> x = Uniform(1.0, 2.0)(ms.ops.zeros((2, 3)))
        >>> x.shape, bool(x.min() >= 1), bool(x.max() <= 2)
        ((2, 3), True, True)
    """

    seed_names = ("seed", "offset")
    negative_seeds = True

    def __init__(
        self, minval: float = 0.0, maxval: float = 1.0, seed: int = 0, offset: int = 0
    ) -> None:
        for argument, value in (("minval", minval), ("maxval", maxval)):
            of_type(argument, value, float)
        if minval > maxval:
            raise ValueError(must("minval", f"at most 'maxval', {maxval}", minval))
        super().__init__("Uniform", seed, offset, minval=minval, maxval=maxval)
        self.add_prim_attr("from", minval)
        self.add_prim_attr("to", maxval)
        self.add_prim_attr("side_effect_hidden", True)

    def __call__(self, x: Tensor) -> Tensor:
        return _draw_uniform_like(x, self.minval, self.maxval, self._generator)


@primitive("GpuConvertToDynamicShape", place="unlisted")
@primitive("ErrorOnDynamicShapeInput", place="unlisted")
def known_shape(x: Array):
    """`x`: every shape is known when code is compiled here."""
    return x


@primitive(
    "ConvertToDynamic",
    place="unlisted",
    check=of_types(is_dynamic_rank=bool),
    is_dynamic_rank=False,
)
def convert_to_dynamic(x: Array, is_dynamic_rank: bool = False):
    """`x`, for both values of `is_dynamic_rank`: see `known_shape`."""
    return known_shape(x)


@primitive("SiLU", place="unlisted")
def silu_class(input: Array):
    """`input` times its sigmoid."""
    return silu(input)


@primitive("Diagonal", place="unlisted")
def diagonal_class(input: Array):
    """The diagonal of the first two dimensions."""
    return diagonal(input)


@primitive("GroupNorm", place="unlisted")
@op(label="GroupNorm", amp="float32")
def group_norm_class(
    input: Array,
    num_groups: int,
    weight: Array | None = None,
    bias: Array | None = None,
    eps: float = 1e-5,
):
    """Group norm, with the mean of each group and the reciprocal of its deviation."""
    return grouped_norm(input, num_groups, weight, bias, eps)
