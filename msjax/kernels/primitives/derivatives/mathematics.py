"""Derivatives of products, decompositions and special functions."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import of_types
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, primitive
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.linalg import distances
from msjax.kernels.linalg.einsum import einsum_kernel
from msjax.kernels.primitives.derivatives.pullback import pullback
from msjax.kernels.special import gamma


@primitive("CholeskyGrad", place="unlisted")
def cholesky_grad(x: Array, grad: Array):
    """Gradient of Cholesky, from its lower triangular result `x`."""
    inner = jnp.tril(jnp.swapaxes(x, -1, -2) @ jnp.tril(grad))
    inner = inner - 0.5 * jnp.eye(x.shape[-1], dtype=x.dtype) * inner
    inner = inner + jnp.swapaxes(jnp.tril(inner, -1), -1, -2)
    solve = jax.scipy.linalg.solve_triangular
    left = solve(x, inner, trans=1, lower=True)
    out = jnp.swapaxes(solve(x, jnp.swapaxes(left, -1, -2), trans=1, lower=True), -1, -2)
    return out * 0.5


@primitive("IgammaGradA", place="unlisted")
def igamma_grad_a(a: Array, x: Array):
    """Derivative of Igamma by its first argument, computed in float32."""
    pair = (v.astype(np.float32) for v in jnp.broadcast_arrays(a, x))
    return jax.lax.igamma_grad_a(*pair).astype(a.dtype)


@primitive("MvlgammaGrad", place="unlisted", since="p")
def mvlgamma_grad(y_grad: Array, x: Array, p: Any):
    """Gradient of Mvlgamma."""
    return pullback(lambda a: gamma.mvlgamma(a, p), y_grad, x)


@primitive("PdistGrad", place="unlisted", p=2.0)
def pdist_grad(y_grad: Array, x: Array, y: Array, p: float = 2.0):
    """Gradient of Pdist."""
    return pullback(lambda a: distances.pdist_kernel(a, p), y_grad, x)


@primitive("EinsumGrad", place="unlisted", equation=REQUIRED)
def einsum_grad(x: Array, y: Array, dout: Array, equation: str):
    """Gradients of Einsum for two arguments."""
    return pullback(lambda a, b: einsum_kernel((a, b), equation), dout, x, y)


@primitive("RandomGammaGrad", place="unlisted")
def random_gamma_grad(alpha: Array, sample: Array):
    """Derivative of a gamma-distributed sample by the shape parameter."""
    pair = jnp.broadcast_arrays(wider(alpha), wider(sample))
    return jax.lax.random_gamma_grad(*pair).astype(alpha.dtype)


@primitive("CdistGrad", place="unlisted", p=2.0)
def cdist_grad(grad: Array, input_x: Array, input_y: Array, cdist: Array, p: float = 2.0):
    """Gradient of Cdist for its first argument."""
    return pullback(lambda a: distances.cdist(a, input_y, p), grad, input_x)


@primitive(
    "LuUnpackGrad",
    place="unlisted",
    check=of_types(L_grad_flag=bool, U_grad_flag=bool),
    L_grad_flag=REQUIRED,
    U_grad_flag=REQUIRED,
)
def lu_unpack_grad(
    L_grad: Array, U_grad: Array, LU_data: Array, L_grad_flag: bool, U_grad_flag: bool
):
    """The parts of the gradient of LuUnpack for its packed argument that come from L and from U.

    Both are computed, whatever the flags are, as in MindSpore.
    """
    rows, columns = LU_data.shape[-2:]
    lower, upper = jnp.tril(L_grad, -1), jnp.triu(U_grad)
    sides = [(0, 0)] * (LU_data.ndim - 2)
    lower = jnp.pad(lower, [*sides, (0, 0), (0, columns - lower.shape[-1])])
    upper = jnp.pad(upper, [*sides, (0, rows - upper.shape[-2]), (0, 0)])
    return lower, upper
