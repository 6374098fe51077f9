"""Powers, exponentials and logarithms of matrices."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import integer, of_types
from msjax._core.base.errors import must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept, check_matrices
from msjax.kernels.elementwise.cast import wider

_ROOTS = 10  # square roots taken before the logarithm's series
_TURN = 1e-8  # turns eigenvalues off the negative axis, where square roots do not converge


def _square_root(x: jax.Array, steps: int) -> jax.Array:
    """Principal square roots of matrices, by the scaled Denman-Beavers iteration."""
    size = x.shape[-1]

    def step(_: Any, state: tuple) -> tuple:
        y, z = state
        logs = [jnp.linalg.slogdet(jax.lax.stop_gradient(m))[1] for m in (y, z)]
        scale = jnp.exp(-(logs[0] + logs[1]) / (2 * size))[..., None, None].astype(x.dtype)
        inverses = [jnp.linalg.inv(m) for m in (y, z)]
        return (y * scale + inverses[1] / scale) / 2, (z * scale + inverses[0] / scale) / 2

    eye = jnp.broadcast_to(jnp.eye(size, dtype=x.dtype), x.shape)
    return jax.lax.fori_loop(0, steps, step, (x, eye))[0]


@primitive("MatrixLogarithm", counts="all")
@op(label="MatrixLogarithm")
def matrix_logarithm(x: Array):
    """Principal logarithm of square matrices, by inverse scaling and squaring.

    Inputs:
        - **x** (Tensor) - Complex64 or Complex128 Tensor of shape (..., M, M), computed in
          Complex128.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: another dtype.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.MatrixLogarithm()(ms.Tensor([[1 + 0j, 1], [0, 1]])).real().round(4))
        [[0. 1.]
         [0. 0.]]
    """
    accept(x, "complex64 complex128", "x")
    if x.ndim < 2:
        raise ValueError(must("x", "of rank 2 or more", f"rank {x.ndim}"))
    if x.shape[-1] != x.shape[-2]:
        raise ValueError(must("x", "of square matrices", f"shape {x.shape}"))
    root = x.astype(np.complex128) * complex(np.exp(-1j * _TURN))
    root = jax.lax.fori_loop(0, _ROOTS, lambda _, y: _square_root(y, 44), root)
    eye = jnp.eye(x.shape[-1], dtype=np.complex128)
    rest = root - eye
    points, factors = np.polynomial.legendre.leggauss(8)
    shape = (8, *(1,) * x.ndim)
    points = jax.lax.reshape(jnp.array((1 + points) / 2, np.complex128), shape)
    factors = jax.lax.reshape(jnp.array(factors / 2, np.complex128), shape)
    parts = jnp.linalg.solve(eye + points * rest, jnp.broadcast_to(rest, (8, *rest.shape)))
    total = jnp.sum(factors * parts, 0)
    return (total * 2.0**_ROOTS + 1j * _TURN * eye).astype(x.dtype)


@primitive(
    "MatrixPower",
    check=of_types(n=int),
    accepts={"x": "Tensor[int8 int16 int32 int64 uint8 float32 float64]"},
    counts="all",
    n=REQUIRED,
)
@op(label="MatrixPower")
def matrix_power_kernel(x: Array, n: int):
    """Powers of square matrices with an integer exponent.

    Args:
        n: the exponent; negative ones invert first.

    Inputs:
        - **x** (Tensor) - shape (..., N, N).

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `n` is not an int, or negative for integers.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.math_ops import MatrixPower
        >>> print(MatrixPower(n=3)(ms.Tensor([[1., 1.], [0., 1.]])))
        [[1. 3.]
         [0. 1.]]
    """
    check_matrices(x, "x")
    if n < 0 and not jnp.issubdtype(x.dtype, jnp.inexact):
        raise TypeError(must("n", "at least 0 for integers", n))
    return jnp.linalg.matrix_power(wider(x), n).astype(x.dtype)


@op(
    "ops.matrix_power",
    "Tensor.matrix_power",
    label="MatrixPower",
    accepts={"input": "Tensor[int8 int16 int32 int64 uint8 float32 float64]"},
)
def matrix_power(input: Array, n: int):
    """Powers of square matrices with an integer exponent; see `ops.MatrixPower`.

    Args:
        input: integer, Float32 or Float64 Tensor of shape (..., N, N).
        n: int, the exponent; negative ones invert first.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `n` is not an int, or negative for integers.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.matrix_power(ms.Tensor([[1., 1.], [0., 1.]]), 3))
        [[1. 3.]
         [0. 1.]]
    """
    integer("n", n)
    return matrix_power_kernel(input, n)


@primitive("MatrixExp")
@op("ops.matrix_exp", label="MatrixExp")
def matrix_exp(input: Array):
    """Exponentials of square matrices.

    Args:
        input: floating-point or complex Tensor of shape (..., N, N).

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: integers.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.matrix_exp(ms.Tensor([[0., 1.], [0., 0.]])))
        [[1. 1.]
         [0. 1.]]
    """
    accept(input, "fc")
    check_matrices(input)
    return jax.scipy.linalg.expm(wider(input)).astype(input.dtype)
