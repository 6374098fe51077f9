"""Quasi-Newton methods.

Nocedal and Wright, "Numerical Optimization", algorithms 6.1 (BFGS) and 7.4 (L-BFGS).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import Speaker, describe, must
from msjax._core.op.publish import Array, call, op
from msjax._core.tensor.tensor import Tensor
from msjax.scipy.optimize._line_search import Point, check_vector, dot, number, search

_LEAST_CURVATURE = 1e-10


class OptimizeResults(NamedTuple):
    """What `minimize` has found.

    Args:
        x: the point.
        success: whether the gradient there is small enough.
        status: 0, or 1 if there were too many iterations, or 3 or 5 if a line search failed.
        fun: the function there.
        jac: its gradient there.
        hess_inv: estimate of the inverse Hessian there, by the method BFGS.
        nfev: how often the function was computed.
        njev: how often its gradient was computed.
        nit: the number of iterations.
    """

    x: Tensor
    success: bool
    status: int
    fun: float
    jac: Tensor
    hess_inv: Tensor | None
    nfev: int
    njev: int
    nit: int


@op(label="minimize")
def _descend(h: Array, g: Array):
    return -jnp.matmul(h, g, precision="highest")


@op(label="minimize")
def _step(x: Array, p: Array, step: Array):
    return step * p, x + step * p


@op(label="minimize")
def _updated(h: Array, s: Array, y: Array):
    """The next estimate of the inverse Hessian."""

    def product(a: jax.Array, b: jax.Array) -> jax.Array:
        return jnp.matmul(a, b, precision="highest")

    rho = 1 / jnp.sum(y * s)
    across = jnp.eye(s.size, dtype=s.dtype) - rho * jnp.outer(s, y)
    return product(product(across, h), across.T) + rho * jnp.outer(s, s)


@op(label="minimize")
def _two_loops(past_s: Array, past_y: Array, past_rho: Array, q: Array, s: Array, y: Array):
    """The next history, and the product of a gradient and the inverse Hessian that it implies."""
    curvature = jnp.sum(s * y)
    past_s = jnp.concatenate([past_s[1:], s[None]])
    past_y = jnp.concatenate([past_y[1:], y[None]])
    past_rho = jnp.concatenate([past_rho[1:], (1 / curvature)[None]])
    history = past_s, past_y, past_rho

    def down(q: jax.Array, row: Any) -> Any:
        s, y, rho = row
        share = jnp.sum(rho * s * q)
        return q - share * y, share

    def up(r: jax.Array, row: Any) -> Any:
        s, y, rho, share = row
        return r + share * s - jnp.sum(rho * y * r) * s, None

    q, shares = jax.lax.scan(down, q, history, reverse=True)
    r, _ = jax.lax.scan(up, curvature / jnp.sum(y * y) * q, (*history, shares))
    return past_s, past_y, past_rho, r


@op(label="minimize")
def _norms(g: Array):
    return jnp.max(jnp.abs(g)), jnp.sqrt(jnp.sum(g * g))


class _Bfgs:
    """Directions from an estimate of the whole inverse Hessian."""

    def __init__(self, x: Tensor):
        self.hessian = ops.eye(x.size, x.size, x.dtype)

    def first(self, g: Tensor) -> Tensor:
        return -g

    def next(self, g: Tensor, s: Tensor, y: Tensor) -> Tensor:
        self.hessian = call(_updated)(self.hessian, s, y)
        return call(_descend)(self.hessian, g)


class _Lbfgs:
    """Directions from the last steps and differences of gradients."""

    hessian = None

    def __init__(self, x: Tensor, size: int):
        zeros = ops.zeros((size, x.size), x.dtype)
        self.history = (zeros, zeros, ops.zeros((size,), x.dtype))

    def first(self, g: Tensor) -> Tensor:
        return -g

    def next(self, g: Tensor, s: Tensor, y: Tensor) -> Tensor:
        if dot(y, s) <= _LEAST_CURVATURE:
            return -g
        *history, product = call(_two_loops)(*self.history, g, s, y)
        self.history = tuple(history)
        return -product


def _run(
    function: Callable,
    x: Tensor,
    jac: Callable | None,
    method: _Bfgs | _Lbfgs,
    maxiter: int | None,
    norm: float,
    gtol: float,
    line_search_maxiter: int,
) -> OptimizeResults:
    jac = ops.grad(function) if jac is None else jac
    kind = mstype.as_np(x.dtype).type
    maxiter = x.size * 200 if maxiter is None else maxiter
    f, g = kind(number(function(x))), jac(x)
    most, length = (number(n) for n in call(_norms)(g))
    converged, failed = bool(most < gtol), False
    older = f + length / kind(2)
    p, k, calls, line_status = method.first(g), 0, 1, 0
    while k < maxiter:
        start = Point(kind(0), f, dot(g, p), g)
        found = search(function, jac, x, p, start, older, 1e-4, 0.9, line_search_maxiter)
        calls += found.calls
        line_status = found.status
        failed = found.failed or not found.done
        if failed:
            break
        s, x = call(_step)(x, p, Tensor(found.point.step))
        older, f, before, g = f, found.point.value, g, found.point.gradient
        most, length = (number(n) for n in call(_norms)(g))
        converged = bool((most if norm == np.inf else length) < gtol)
        if converged:
            break
        p = method.next(g, s, g - before)
        k += 1
    if converged:
        status = 0
    elif k == maxiter:
        status = 1
    else:
        status = 2 + line_status if failed else -1
    done = converged and not failed
    return OptimizeResults(x, done, status, f.item(), g, method.hessian, calls, calls, k)


def _minimize_bfgs(
    function: Callable,
    x: Tensor,
    jac: Callable | None,
    maxiter: int | None = None,
    norm: float = np.inf,
    gtol: float = 1e-5,
    line_search_maxiter: int = 10,
) -> OptimizeResults:
    return _run(function, x, jac, _Bfgs(x), maxiter, norm, gtol, line_search_maxiter)


def _minimize_lbfgs(
    function: Callable,
    x: Tensor,
    jac: Callable | None,
    history_size: int = 20,
    maxiter: int | None = None,
    norm: float = np.inf,
    gtol: float = 1e-5,
    line_search_maxiter: int = 10,
) -> OptimizeResults:
    method = _Lbfgs(x, history_size)
    return _run(function, x, jac, method, maxiter, norm, gtol, line_search_maxiter)


_METHODS = {"bfgs": _minimize_bfgs, "lbfgs": _minimize_lbfgs}


def minimize(
    func: Callable,
    x0: Tensor,
    args: tuple = (),
    method: str | None = None,
    jac: Callable | None = None,
    hess: object = None,
    hessp: object = None,
    bounds: object = None,
    constraints: Sequence[Callable] = (),
    tol: object = None,
    callback: Callable | None = None,
    options: Mapping[str, Any] | None = None,
) -> OptimizeResults:
    """Point at which a function is least, by the method BFGS or L-BFGS.

    The iterations are Python code, which reads the function's values; what they compute has no
    derivative.

    Args:
        func: function of a vector, and of `args`, whose result has one element.
        x0: Float32 or Float64 vector, where to begin.
        args: tuple of further arguments of `func`.
        method: "BFGS" or "LBFGS".
        jac: gradient of `func`, called with the vector alone. Default: found by differentiation.
        hess: without effect, as in MindSpore.
        hessp: without effect.
        bounds: without effect.
        constraints: without effect.
        tol: without effect; the tolerance is an option.
        callback: without effect.
        options: `maxiter` (200 times the length of `x0`), `gtol` (1e-5), which the norm of the
            gradient must be below, `norm` (infinity; anything else is the Euclidean norm),
            `line_search_maxiter` (10), and for "LBFGS" `history_size` (20).

    Returns:
        Named tuple of `x`, `success`, `status`, `fun`, `jac`, `hess_inv`, `nfev`, `njev` and `nit`.

    Raises:
        TypeError: `x0` is not a Tensor of Float32 or Float64, `args` not a tuple, or no such
            option.
        ValueError: `x0` is not a vector, or `method` is missing or not known.
        NotImplementedError: the method "LAGRANGE".

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.optimize import minimize
        >>> found = minimize(lambda x: ((x - 3) ** 2).sum(), ms.ops.zeros(2), method="BFGS")
        >>> print(found.x.asnumpy().round(3), found.success)
        [3. 3.] True
    """
    with Speaker("minimize"):
        if method is None:
            raise ValueError(must("method", "'BFGS' or 'LBFGS'", None))
        if not isinstance(args, tuple):
            raise TypeError(must("args", "a tuple", describe(args)))
        if not isinstance(method, str):
            raise AttributeError(must("method", "a str", describe(method)))
        if method.lower() == "lagrange":
            raise NotImplementedError(
                "minimize with the method LAGRANGE is not supported by msjax."
            )
        if method.lower() not in _METHODS:
            raise ValueError(must("method", "'BFGS' or 'LBFGS'", repr(method)))
    check_vector("minimize", "x0", x0)

    def function(x: Tensor) -> Any:
        return func(x, *args)

    return _METHODS[method.lower()](function, x0, jac, **(options or {}))
