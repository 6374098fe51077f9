"""Logarithms of matrices, linear least squares and the nuclear norm, as Primitives."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import check_axis, describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept, same_dtype
from msjax.ops.norms import _matrix

_ROOTS = 10  # square roots taken before the logarithm's series
_TURN = 1e-8  # turns eigenvalues off the negative axis, where square roots do not converge


def _square_root(x: jax.Array, steps: int) -> jax.Array:
    """Principal square roots of matrices, by the scaled Denman-Beavers iteration."""
    size = x.shape[-1]

    def step(_: Any, state: tuple) -> tuple:
        y, z = state
        logs = [jnp.linalg.slogdet(jax.lax.stop_gradient(m))[1] for m in (y, z)]
        scale = jnp.exp(-(logs[0] + logs[1]) / (2 * size))[..., None, None]
        inverses = [jnp.linalg.inv(m) for m in (y, z)]
        return (y * scale + inverses[1] / scale) / 2, (z * scale + inverses[0] / scale) / 2

    eye = jnp.broadcast_to(jnp.eye(size, dtype=x.dtype), x.shape)
    return jax.lax.fori_loop(0, steps, step, (x, eye))[0]


@primitive("MatrixLogarithm")
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
    name = "MatrixLogarithm"
    accept(name, x, "complex64 complex128", "x")
    if x.ndim < 2:
        raise ValueError(must(name, "x", "of rank 2 or more", f"rank {x.ndim}"))
    if x.shape[-1] != x.shape[-2]:
        raise ValueError(must(name, "x", "of square matrices", f"shape {x.shape}"))
    root = x.astype(np.complex128) * complex(np.exp(-1j * _TURN))
    root = jax.lax.fori_loop(0, _ROOTS, lambda _, y: _square_root(y, 44), root)
    eye = jnp.eye(x.shape[-1], dtype=np.complex128)
    rest = root - eye
    points, factors = np.polynomial.legendre.leggauss(8)
    shape = (8, *(1,) * x.ndim)
    points = jax.lax.reshape(jnp.array((1 + points) / 2, np.float64), shape)
    factors = jax.lax.reshape(jnp.array(factors / 2, np.float64), shape)
    parts = jnp.linalg.solve(eye + points * rest, jnp.broadcast_to(rest, (8, *rest.shape)))
    total = jnp.sum(factors * parts, 0)
    return (total * 2.0**_ROOTS + 1j * _TURN * eye).astype(x.dtype)


def _check_fast(fast: Any) -> None:
    if not isinstance(fast, bool):
        raise TypeError(must("MatrixSolveLs", "fast", "bool", describe(fast)))


@primitive("MatrixSolveLs", check=_check_fast, fast=True)
@op(label="MatrixSolveLs")
def matrix_solve_ls(matrix: Array, rhs: Array, l2_regularizer: Array, fast=True):
    """Linear least squares, or the smallest solution of an underdetermined system.

    Args:
        fast: whether to solve the normal equations, with regularisation; else the problem is
            solved by singular values, without.

    Inputs:
        - **matrix** (Tensor) - Float32, Float64 or complex Tensor of shape (..., M, N).
        - **rhs** (Tensor) - Tensor of shape (..., M, K) and the same dtype.
        - **l2_regularizer** (Tensor) - 0-d Float64 Tensor, the factor of the solution's squares.

    Outputs:
        Tensor of shape (..., N, K).

    Raises:
        TypeError: another dtype.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.Tensor([[1., 0.], [0., 1.], [0., 0.]]), ms.Tensor([[1.], [2.], [3.]])
        >>> print(ms.ops.MatrixSolveLs()(a, b, ms.Tensor(0., ms.float64)))
        [[1.]
         [2.]]
    """
    name = "MatrixSolveLs"
    _check_fast(fast)
    accept(name, matrix, "float32 float64 complex64 complex128", "matrix")
    same_dtype(name, matrix, rhs)
    accept(name, l2_regularizer, "float64", "l2_regularizer")
    for arg, value in (("matrix", matrix), ("rhs", rhs)):
        if value.ndim < 2:
            raise ValueError(must(name, arg, "of rank 2 or more", f"rank {value.ndim}"))
    if l2_regularizer.ndim:
        raise ValueError(must(name, "l2_regularizer", "0-d", f"shape {l2_regularizer.shape}"))
    if matrix.shape[:-1] != rhs.shape[:-1]:
        raise ValueError(must(name, "rhs", f"of shape {matrix.shape[:-1]} + (K,)", rhs.shape))
    if not fast:
        return jnp.matmul(jnp.linalg.pinv(matrix), rhs, precision="highest")
    adjoint = jnp.conj(jnp.swapaxes(matrix, -1, -2))
    tall = matrix.shape[-2] >= matrix.shape[-1]
    size = min(matrix.shape[-2:])
    ridge = l2_regularizer.astype(matrix.dtype) * jnp.eye(size, dtype=matrix.dtype)

    def product(a: jax.Array, b: jax.Array) -> jax.Array:
        return jnp.matmul(a, b, precision="highest")

    if tall:
        return jnp.linalg.solve(product(adjoint, matrix) + ridge, product(adjoint, rhs))
    return product(adjoint, jnp.linalg.solve(product(matrix, adjoint) + ridge, rhs))


def _check_nuclear(dim: Any, keepdim: Any) -> None:
    name = "NuclearNorm"
    if dim is not None:
        if not isinstance(dim, (list, tuple)):
            raise TypeError(must(name, "dim", "list, tuple or None", describe(dim)))
        if len(dim) != 2:
            raise ValueError(must(name, "dim", "of length 2", dim))
        for i, d in enumerate(dim):
            if type(d) is not int:
                raise TypeError(must(name, f"dim[{i}]", "int", describe(d)))
    if not isinstance(keepdim, bool):
        raise TypeError(must(name, "keepdim", "bool", describe(keepdim)))


@primitive(
    "NuclearNorm",
    check=_check_nuclear,
    normal=lambda dim, keepdim: {"dim": [1000] if dim is None else dim},
    dim=None,
    keepdim=False,
)
@op(label="NuclearNorm")
def nuclear_norm(x: Array, dim=None, keepdim=False):
    """Sum of the singular values of matrices.

    Args:
        dim: the two dimensions of the matrices; by default the Tensor is one matrix.
        keepdim: whether they stay, with length 1.

    Inputs:
        - **x** (Tensor) - Float32 or Float64 Tensor.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `dim` does not fit.
    """
    name = "NuclearNorm"
    accept(name, x, "float32 float64", "x")
    if x.ndim < 2 or (dim is None and x.ndim != 2):
        text = "of rank 2" if dim is None else "of rank 2 or more"
        raise ValueError(must(name, "x", text, f"rank {x.ndim}"))
    axes = (0, 1) if dim is None else tuple(check_axis(name, d, x.ndim, "dim") for d in dim)
    if axes[0] == axes[1]:
        raise ValueError(must(name, "dim", "two different dimensions", dim))
    return _matrix(name, x, "nuc", axes, keepdim)
