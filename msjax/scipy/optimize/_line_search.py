"""Steps along a direction that satisfy the strong Wolfe conditions.

Nocedal and Wright, "Numerical Optimization", algorithms 3.5 and 3.6. Numbers are NumPy scalars in
the dtype of the point, and vectors are Tensors: what is decided from numbers is decided here, what
costs time runs on the device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import Speaker, describe, must
from msjax._core.op.publish import Array, call, op
from msjax._core.tensor.tensor import Tensor

_ZOOMS = 10  # as in SciPy
_FIRST = np.float32(1.01 * 2)  # Python numbers meet Tensors as float32


class _LineSearchResults(NamedTuple):
    """What a line search has found.

    Args:
        failed: whether no step satisfies the conditions.
        nit: the number of steps tried, without those between two of them.
        nfev: how often the function was computed.
        ngev: how often its gradient was computed.
        k: one more than `nit`.
        a_k: the step.
        f_k: the function there.
        g_k: its gradient there.
        status: 0, or 1 if no step between two was found, or 3 if too few were tried.
    """

    failed: bool
    nit: int
    nfev: int
    ngev: int
    k: int
    a_k: float
    f_k: float
    g_k: Tensor
    status: int


class Point(NamedTuple):
    """A step, and the function, its slope along the direction and its gradient there."""

    step: Any
    value: Any
    slope: Any
    gradient: Any = None


class Found(NamedTuple):
    """Outcome of a search: a point, whether it satisfies the conditions, and what it took."""

    point: Point
    done: bool
    failed: bool
    count: int
    calls: int
    status: int


@op(label="line_search")
def _move(x: Array, p: Array, step: Array):
    return x + step * p


@op(label="line_search")
def _dot(a: Array, b: Array):
    return jnp.sum(a * b)


def dot(a: Tensor, b: Tensor) -> Any:
    """The inner product of two vectors, as a NumPy scalar."""
    return number(call(_dot)(a, b))


def number(x: Any) -> Any:
    """The NumPy scalar of a Tensor of one element."""
    return x.asnumpy().reshape(())[()]


def check_vector(name: str, arg: str, x: Any) -> None:
    """Raise an error unless `x` is a vector of float32 or float64."""
    with Speaker(name):
        if not isinstance(x, Tensor):
            raise TypeError(must(arg, "a Tensor", describe(x)))
        if x.dtype not in (mstype.float32, mstype.float64):
            raise TypeError(must(arg, "of Float32 or Float64", x.dtype))
        if x.ndim != 1:
            raise ValueError(must(arg, "a vector", f"shape {x.shape}"))


def _cubic(a: Point, b: Point, c: Point) -> Any:
    """Where a cubic through three points, with the first one's slope, is least."""
    db, dc = b.step - a.step, c.step - a.step
    # The system is solved in float32 whatever the dtype, as MindSpore does.
    matrix = np.array([[dc**2, -(db**2)], [-(dc**3), db**3]], np.float32)
    rest = [b.value - a.value - a.slope * db, c.value - a.value - a.slope * dc]
    first, second = np.dot(matrix, np.array(rest, np.float32)) / ((db * dc) ** 2 * (db - dc))
    return a.step + (-second + np.sqrt(second * second - 3 * first * a.slope)) / (3 * first)


def _parabola(a: Point, b: Point) -> Any:
    """Where a parabola through two points, with the first one's slope, is least."""
    db = b.step - a.step
    return a.step - a.slope / (2 * ((b.value - a.value - a.slope * db) / db**2))


def _between(step: Any, low: Any, high: Any, margin: Any) -> bool:
    least, most = min(low, high), max(low, high)
    return bool(np.isfinite(step) and least + margin < step < most - margin)


class Search:
    """A line search from one point.

    Args:
        evaluate: gives the `Point` at a step.
        start: the point of step 0.
        c1: factor of the sufficient decrease.
        c2: factor of the curvature condition.
    """

    def __init__(self, evaluate: Callable[[Any], Point], start: Point, c1: float, c2: float):
        self.evaluate, self.start, self.c1, self.c2 = evaluate, start, c1, c2
        self.calls = 0

    def at(self, step: Any) -> Point:
        """The point at a step."""
        self.calls += 1
        return self.evaluate(step)

    def too_high(self, p: Point) -> bool:
        """Whether a point lacks the sufficient decrease."""
        return bool(p.value > self.start.value + self.c1 * p.step * self.start.slope)

    def flat(self, p: Point) -> bool:
        """Whether a point satisfies the curvature condition."""
        return bool(abs(p.slope) <= -self.c2 * self.start.slope)

    def zoom(self, low: Point, high: Point) -> tuple[Point, bool]:
        """A point between two, or where there is none the full step; and whether it failed."""
        first, two = low, low.step.dtype.type(2)
        third = Point((low.step + high.step) / two, (low.value + high.value) / two, None)
        best = Point(low.step.dtype.type(1), low.value, low.slope, self.start.gradient)
        for turn in range(_ZOOMS):
            width = high.step - low.step
            step = _cubic(low, high, third) if turn else np.nan
            if not _between(step, low.step, high.step, 0.2 * width):
                step = _parabola(low, high)
                if not _between(step, low.step, high.step, 0.1 * width):
                    step = (low.step + high.step) / two
            here = self.at(low.step.dtype.type(step))
            if self.too_high(here) or here.value >= low.value:
                third, high = high, here
                continue
            if self.flat(here):
                return here, turn + 1 == _ZOOMS
            if here.slope * (high.step - low.step) >= 0:
                high = first  # MindSpore goes back to where the search between the two began
            third, low = low, here
        return best, True

    def run(self, step: Any, maxiter: int) -> Found:
        """Steps of twice the length until one satisfies the conditions, or two enclose such."""
        zero = self.start.step.dtype.type(0)
        before, point = self.start, self.start._replace(step=zero)
        done = failed = False
        count = 1
        while not done and count <= maxiter:
            here = self.at(step)
            if self.too_high(here) or (count > 1 and here.value >= before.value):
                point, failed = self.zoom(before, here)
                done = True
            elif self.flat(here):
                point, done = here, True
            elif here.slope >= 0:
                point, failed = self.zoom(here, before)
                done = True
            before, step = here, here.step * here.step.dtype.type(2)
            count += 1
        status = 1 if failed else 3 if count > maxiter else 0
        if point.step.dtype != np.float64 and abs(point.step) < 1e-8:
            point = point._replace(step=np.sign(point.step) * point.step.dtype.type(1e-8))
        return Found(point, done, failed, count, self.calls, status)


def search(
    function: Callable,
    jac: Callable,
    x: Tensor,
    p: Tensor,
    start: Point,
    older: Any,
    c1: float,
    c2: float,
    maxiter: int,
) -> Found:
    """Search from `x` along `p`; `older` is the function at the point before, or None."""
    kind = mstype.as_np(x.dtype).type

    def evaluate(step: Any) -> Point:
        there = call(_move)(x, p, Tensor(step))
        value, gradient = number(function(there)), jac(there)
        return Point(step, kind(value), dot(gradient, p), gradient)

    with np.errstate(all="ignore"):
        step = kind(1)
        if older is not None:
            guess = _FIRST * (start.value - older) / start.slope
            step = kind(min(guess, step)) if np.isfinite(guess) else step
        return Search(evaluate, start, c1, c2).run(step, maxiter)


def line_search(
    f: Callable,
    xk: Tensor,
    pk: Tensor,
    jac: Callable | None = None,
    gfk: Tensor | None = None,
    old_fval: Tensor | None = None,
    old_old_fval: Tensor | None = None,
    c1: float = 1e-4,
    c2: float = 0.9,
    maxiter: int = 20,
) -> _LineSearchResults:
    """Step from a point along a direction that satisfies the strong Wolfe conditions.

    Args:
        f: function of a vector whose result has one element.
        xk: Float32 or Float64 vector, the point.
        pk: vector of the same shape and dtype, the direction, in which `f` should decrease.
        jac: gradient of `f`. Default: found by differentiation.
        gfk: the gradient at `xk`, used if `old_fval` is given too.
        old_fval: `f` at `xk`, used if `gfk` is given too.
        old_old_fval: `f` at the point before; says how long the first step is. Default: 1.
        c1: how much of the expected decrease is enough.
        c2: how much of the slope may be left.
        maxiter: how many steps are tried.

    Returns:
        Named tuple of `failed`, `nit`, `nfev`, `ngev`, `k`, `a_k` (the step), `f_k` (the function
        there), `g_k` (its gradient) and `status`.

    Raises:
        TypeError: `xk` or `pk` is not a Tensor of Float32 or Float64.
        ValueError: one of them is not a vector.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.optimize import line_search
        >>> x, p = ms.Tensor([3., 4.]), ms.Tensor([-3., -4.])
        >>> found = line_search(lambda x: (x * x).sum(), x, p)
        >>> print(found.a_k, found.f_k)
        1.0 0.0
    """
    check_vector("line_search", "xk", xk)
    check_vector("line_search", "pk", pk)
    jac = ops.grad(f) if jac is None else jac
    kind = mstype.as_np(xk.dtype).type
    extra = 0
    if old_fval is None or gfk is None:
        old_fval, gfk, extra = f(xk), jac(xk), 1
    start = Point(kind(0), _scalar(old_fval, kind), dot(gfk, pk), gfk)
    older = None if old_old_fval is None else _scalar(old_old_fval, kind)
    found = search(f, jac, xk, pk, start, older, c1, c2, maxiter)
    calls = found.calls + extra
    return _LineSearchResults(
        failed=found.failed or not found.done,
        nit=found.count - 1,
        nfev=calls,
        ngev=calls,
        k=found.count,
        a_k=found.point.step.item(),
        f_k=found.point.value.item(),
        g_k=found.point.gradient,
        status=found.status,
    )


def _scalar(x: Any, kind: type) -> Any:
    return kind(number(x) if isinstance(x, Tensor) else x)
