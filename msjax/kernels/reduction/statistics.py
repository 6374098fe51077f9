"""Spread and covariance."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, check_axes, one_of
from msjax._core.base.errors import Clause, must
from msjax._core.op.gateway import Op
from msjax._core.op.older import Find, bind_older, taking
from msjax._core.op.precision import FLOAT32, Policy, cast_to, run_in, run_in_full
from msjax._core.op.publish import Array, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import as_tuple, stored
from msjax.kernels.checks import accept, of_shape
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.elementwise.unary import safe_sqrt
from msjax.kernels.reduction.sums import is_float

# -- variance ------------------------------------------------------------------------------------


def spread(
    x: jax.Array, axes: Any, ddof: Any, keepdims: bool, fixed_mean: bool = False
) -> tuple[jax.Array, jax.Array]:
    """Variance and mean over `axes`, in the dtype that `x` is accumulated in.

    With `fixed_mean` the variance is differentiated as if the mean did not change.
    """
    x = wider(x)
    count = math.prod(x.shape if axes is None else [x.shape[a] for a in axes])
    mean = jnp.mean(x, axes, keepdims=True)
    center = jax.lax.stop_gradient(mean) if fixed_mean else mean
    squares = jnp.sum(jnp.square(x - center), axes, keepdims=keepdims)
    free = jnp.full((), count - ddof, x.dtype)
    return squares / free, mean if keepdims else mean.reshape(squares.shape)


def _variance_and_mean(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """The variance is squared, in float32; the mean keeps the dtype."""
    variance, mean = run_in(entry, values, FLOAT32)
    return variance, cast_to(mean, values[0]._aval.dtype)


def _moments(x: Any, axis: Any, ddof: Any, keepdims: Any) -> tuple:
    accept(x, "f")
    boolean("keepdims", keepdims)
    if not isinstance(ddof, int):
        raise TypeError(must("ddof", "int or bool", repr(ddof)))
    if axis is not None and axis != () and not x.ndim:
        raise ValueError(must("axis", "None for a 0-d Tensor", axis))
    if isinstance(axis, tuple) and len(set(axis)) < len(axis):
        raise ValueError(must("axis", "free of duplicates", axis))
    return spread(x, check_axes(axis, x.ndim), int(ddof), keepdims)


def _bound_deviation(label: str, first: str, args: tuple, kwargs: dict[str, Any]) -> dict[str, Any]:
    bound = bind_older(label, (first, "axis", "unbiased", "keep_dims"), args, kwargs, first)
    if not isinstance(bound.get("unbiased", True), bool):
        raise TypeError(must("unbiased", "bool", bound["unbiased"]))
    return bound


@taking("input_x axis unbiased keep_dims")
def _older_deviation(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.9 to 2.0.0-alpha: deviation and mean, for the sample unless `unbiased` is False."""
    if not kwargs.keys() & {"unbiased", "keep_dims", "input_x"}:
        return today(*args, **kwargs)
    bound = _bound_deviation("std", "input_x", args, kwargs)
    x = bound.pop("input_x")
    return resolve("ops.ReduceStd")(**bound)(x)


@taking("input_x x axis unbiased keep_dims")
def _older_variance(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """2.0.0-alpha: corrected for the sample unless `unbiased` is False."""
    if not kwargs.keys() & {"unbiased", "keep_dims", "input_x", "x"}:
        return today(*args, **kwargs)
    first = "x" if "x" in kwargs else "input_x"
    bound = _bound_deviation("var", first, args, kwargs)
    axis = bound.get("axis", ())
    axis = None if axis == () else axis
    unbiased, keep_dims = bound.get("unbiased", True), bound.get("keep_dims", False)
    return today(bound[first], axis, int(unbiased), keep_dims)


@op(
    "ops.var",
    label="var",
    accepts={"axis": "int tuple None", "ddof": "int bool", "keepdims": "bool"},
    amp="float32",
    formerly={"ops.var": _older_variance},
)
def var(
    input: Array, axis: int | tuple[int, ...] | None = None, ddof: int = 0, keepdims: bool = False
):
    """Variance of the elements, over all or some axes.

    Args:
        input: floating-point Tensor.
        axis: axis or axes; all of them if None.
        ddof: what is subtracted from the number of elements in the divisor; True is 1.
        keepdims: whether the reduced axes stay, with length 1.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: the input is not of a floating-point dtype, or an argument is of a wrong type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.var(ms.Tensor([1., 2., 3.]), ddof=1))
        1.0
    """
    return _moments(input, axis, ddof, keepdims)[0].astype(input.dtype)


@op(
    "ops.std",
    label="std",
    accepts={"axis": "int tuple None", "ddof": "int bool", "keepdims": "bool"},
    formerly={"ops.std": _older_deviation},
)
def std(
    input: Array, axis: int | tuple[int, ...] | None = None, ddof: int = 0, keepdims: bool = False
):
    """Standard deviation of the elements, over all or some axes.

    Args:
        input: floating-point Tensor.
        axis: axis or axes; all of them if None.
        ddof: what is subtracted from the number of elements in the divisor; True is 1.
        keepdims: whether the reduced axes stay, with length 1.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: the input is not of a floating-point dtype, or an argument is of a wrong type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.std(ms.Tensor([1., 3., 5.]), ddof=1))
        2.0
    """
    return safe_sqrt(_moments(input, axis, ddof, keepdims)[0]).astype(input.dtype)


@op(
    "ops.var_mean",
    label="var_mean",
    accepts={"axis": "int tuple None", "ddof": "int bool", "keepdims": "bool"},
    amp=_variance_and_mean,
)
def var_mean(
    input: Array, axis: int | tuple[int, ...] | None = None, ddof: int = 0, keepdims: bool = False
):
    """Variance and mean of the elements, over all or some axes.

    Args:
        input: floating-point Tensor.
        axis: axis or axes; all of them if None.
        ddof: what is subtracted from the number of elements in the divisor; True is 1.
        keepdims: whether the reduced axes stay, with length 1.

    Returns:
        Tuple of the variance and the mean, of the dtype of `input`.

    Raises:
        TypeError: the input is not of a floating-point dtype, or an argument is of a wrong type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> variance, mean = ms.ops.var_mean(ms.Tensor([1., 3., 5.]), ddof=1)
        >>> print(variance, mean)
        4.0 3.0
    """
    variance, mean = _moments(input, axis, ddof, keepdims)
    return variance.astype(input.dtype), mean.astype(input.dtype)


@op(
    "ops.std_mean",
    label="std_mean",
    accepts={"axis": "int tuple None", "ddof": "int bool", "keepdims": "bool"},
)
def std_mean(
    input: Array, axis: int | tuple[int, ...] | None = None, ddof: int = 0, keepdims: bool = False
):
    """Standard deviation and mean of the elements, over all or some axes.

    Args:
        input: floating-point Tensor.
        axis: axis or axes; all of them if None.
        ddof: what is subtracted from the number of elements in the divisor; True is 1.
        keepdims: whether the reduced axes stay, with length 1.

    Returns:
        Tuple of the standard deviation and the mean, of the dtype of `input`.

    Raises:
        TypeError: the input is not of a floating-point dtype, or an argument is of a wrong type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> deviation, mean = ms.ops.std_mean(ms.Tensor([1., 3., 5.]), ddof=1)
        >>> print(deviation, mean)
        2.0 3.0
    """
    variance, mean = _moments(input, axis, ddof, keepdims)
    return safe_sqrt(variance).astype(input.dtype), mean.astype(input.dtype)


@op("mint.var", label="Var")
def var_ext(
    input: Array,
    dim: int | Sequence[int] | None = None,
    *,
    correction: int = 1,
    keepdim: bool = False,
):
    """Variance of the elements, over all or some dimensions.

    Args:
        input: Float16, BFloat16 or Float32 Tensor.
        dim: dimension or dimensions; all of them if None.
        correction: what is subtracted from the number of elements in the divisor.
        keepdim: whether the reduced dimensions stay, with length 1.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.var(ms.Tensor([1., 3., 5.])))
        4.0
    """
    accept(input, "float16 bfloat16 float32")
    return var(input, dim, correction, keepdim)


@op("mint.std", label="Std")
def std_ext(
    input: Array,
    dim: int | Sequence[int] | None = None,
    *,
    correction: int = 1,
    keepdim: bool = False,
):
    """Standard deviation of the elements, over all or some dimensions.

    Args:
        input: Float16, BFloat16 or Float32 Tensor.
        dim: dimension or dimensions; all of them if None.
        correction: what is subtracted from the number of elements in the divisor.
        keepdim: whether the reduced dimensions stay, with length 1.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.std(ms.Tensor([1., 3., 5.])))
        2.0
    """
    accept(input, "float16 bfloat16 float32")
    return std(input, dim, correction, keepdim)


@op("mint.var_mean", label="VarMean")
def var_mean_ext(
    input: Array,
    dim: int | Sequence[int] | None = None,
    *,
    correction: int = 1,
    keepdim: bool = False,
):
    """Variance and mean of the elements, over all or some dimensions.

    Args:
        input: Float16, BFloat16 or Float32 Tensor.
        dim: dimension or dimensions; all of them if None.
        correction: what is subtracted from the number of elements in the divisor.
        keepdim: whether the reduced dimensions stay, with length 1.

    Returns:
        Tuple of the variance and the mean, of the dtype of `input`.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> variance, mean = ms.mint.var_mean(ms.Tensor([1., 3., 5.]))
        >>> print(variance, mean)
        4.0 3.0
    """
    accept(input, "float16 bfloat16 float32")
    return var_mean(input, dim, correction, keepdim)


@op("mint.std_mean", label="StdMean")
def std_mean_ext(
    input: Array,
    dim: int | Sequence[int] | None = None,
    *,
    correction: int = 1,
    keepdim: bool = False,
):
    """Standard deviation and mean of the elements, over all or some dimensions.

    Args:
        input: Float16, BFloat16 or Float32 Tensor.
        dim: dimension or dimensions; all of them if None.
        correction: what is subtracted from the number of elements in the divisor.
        keepdim: whether the reduced dimensions stay, with length 1.

    Returns:
        Tuple of the standard deviation and the mean, of the dtype of `input`.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> deviation, mean = ms.mint.std_mean(ms.Tensor([1., 3., 5.]))
        >>> print(deviation, mean)
        2.0 3.0
    """
    accept(input, "float16 bfloat16 float32")
    return std_mean(input, dim, correction, keepdim)


@op(label="Moments")
def mean_and_variance(x: Array, axis: Any, keep_dims: bool):
    """Mean and biased variance; half-precision inputs are computed in float32."""
    accept(x, "float16 float32", "x")
    axes = check_axes(axis, x.ndim)
    variance, mean = spread(x, axes, 0, keep_dims, fixed_mean=True)
    return mean.astype(x.dtype), variance.astype(x.dtype)


@op(label="var", amp="float32")
def var_method(x: Array, axis: Any = None, ddof: int | bool = 0, keepdims: bool = False):
    """Variance; integers count as Float32."""
    return var(_real(x), axis, ddof, keepdims)


@op(label="std", amp="float32")
def std_method(x: Array, axis: Any = None, ddof: int | bool = 0, keepdims: bool = False):
    """Standard deviation; integers count as Float32."""
    return std(_real(x), axis, ddof, keepdims)


def _real(x: jax.Array) -> jax.Array:
    if x.dtype == np.bool_:
        raise RuntimeError(Clause("a bool Tensor has no mean; cast it first."))
    return x if is_float(x) else x.astype(np.float32)


def _spread_method(name: str, kernel: Any, what: str, **accepts: str) -> None:
    def method(
        self: Tensor,
        axis: int | Sequence[int] | None = None,
        ddof: int | None = None,
        keepdims: bool = False,
        *,
        dim: int | Sequence[int] | None = None,
        correction: int | None = None,
        keepdim: bool = False,
    ) -> Tensor:
        correction = one_of(None, ddof=ddof, correction=correction)
        return call(kernel)(
            self,
            one_of(None, axis=axis, dim=dim),
            0 if correction is None else correction,
            one_of(False, keepdims=keepdims, keepdim=keepdim),
        )

    method.__name__, method.__qualname__ = name, f"Tensor.{name}"
    method.__doc__ = f"""{what} of the elements, over all or some axes; see `ops.{name}`.

    Args:
        axis: axis or axes (also as `dim`); all of them if None.
        ddof: what is subtracted from the number of elements, 0 by default (also as `correction`).
        keepdims: whether the reduced axes stay, with length 1 (also as `keepdim`).

    Returns:
        Tensor; Float32 for integers.

    Raises:
        TypeError: an argument is of a wrong type, or given by both of its names.
        ValueError: an axis is out of range.
        RuntimeError: the elements are bools.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1., 3.], [2., 2.]]).{name}(1))
        [1. 0.]
    """
    public(f"Tensor.{name}", accepts=accepts)(method)


_spread_method("var", var_method, "Variance", axis="int tuple[int] None", keepdims="bool")
_spread_method(
    "std",
    std_method,
    "Standard deviation",
    axis="int tuple None",
    ddof="int",
    keepdims="bool",
    dim="int tuple None",
    correction="int None",
)


@primitive(
    "ReduceStd",
    normal=stored(axis=as_tuple),
    accepts={"axis": "int tuple list Tensor[int]", "unbiased": "bool", "keep_dims": "bool"},
    axis=[],
    unbiased=True,
    keep_dims=False,
)
@op(label="ReduceStd")
def reduce_std(
    x: Array,
    axis: int | Sequence[int] | Tensor = (),
    unbiased: bool = True,
    keep_dims: bool = False,
):
    """Standard deviation and mean, over all or some axes.

    Args:
        axis: axis or axes; all of them if empty.
        unbiased: whether to divide by the number of elements less 1.
        keep_dims: whether the reduced axes stay, with length 1.

    Inputs:
        - **x** (Tensor) - floating-point dtype.

    Outputs:
        Tuple of the standard deviation and the mean.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> deviation, mean = ms.ops.ReduceStd(axis=0)(ms.Tensor([1., 3., 5.]))
        >>> print(deviation, mean)
        2.0 3.0
    """
    boolean("unbiased", unbiased)
    return std_mean(x, axis, int(unbiased), keep_dims)


@op(
    "ops.cov",
    "Tensor.cov",
    label="cov",
    accepts={
        "correction": "int float bool tuple list Tensor",
        "fweights": "Tensor[int8 int16 int32 int64] None",
        "aweights": "Tensor[float16 bfloat16 float32 float64] None",
    },
    to_float="lower",
    amp=run_in_full,
    listed_as="MatMul",
)
def cov(
    input: Array,
    *,
    correction: int | float | Sequence[Any] | Tensor = 1,
    fweights: Array | None = None,
    aweights: Array | None = None,
):
    """Covariance matrix of variables (rows) from observations (columns).

    Args:
        input: Tensor of at most two dimensions.
        correction: what is subtracted from the number of observations.
        fweights: integer vector: how often each observation counts.
        aweights: vector of weights of the observations.

    Returns:
        Matrix, or 0-d for a single variable; Float32 for half precision and integers.

    Raises:
        TypeError: a bool Tensor, or `fweights` is not of integers.
        ValueError: wrong numbers of dimensions or of weights.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cov(ms.Tensor([[0., 1., 2.], [2., 1., 0.]])))
        [[ 1. -1.]
         [-1.  1.]]
    """
    if input.ndim > 2:
        raise ValueError(must("input", "of at most 2 dimensions", input.shape))
    accept(input, "iufc")
    x = input.reshape(1, -1) if input.ndim < 2 else input
    x = x if x.dtype == np.float64 or x.dtype.kind == "c" else x.astype(np.float32)
    weights = None
    for name, given in (("fweights", fweights), ("aweights", aweights)):
        if given is None:
            continue
        of_shape(name, given, (x.shape[1],))
        if name == "fweights" and not jnp.issubdtype(given.dtype, jnp.integer):
            raise TypeError(must(name, "of integers", given.dtype))
        given = given.astype(jnp.finfo(x.dtype).dtype)
        weights = given if weights is None else weights * given
    return _covariance(x, correction, weights, aweights)


def _covariance(x: jax.Array, correction: Any, weights: Any, aweights: Any) -> jax.Array:
    if weights is None:
        total = jnp.asarray(x.shape[1], jnp.finfo(x.dtype).dtype)
        centred = x - jnp.mean(x, 1, keepdims=True)
        scaled = centred
    else:
        total = jnp.sum(weights)
        centred = x - jnp.sum(x * weights, 1, keepdims=True) / total
        scaled = centred * weights
    if aweights is not None and correction:
        share = jnp.sum(weights * aweights.astype(total.dtype)) / total
        freedom = total - correction * share
    else:
        freedom = total - correction
    out = jnp.matmul(scaled, jnp.conj(centred).T) / jnp.maximum(freedom, jnp.zeros_like(freedom))
    return out.reshape(()) if x.shape[0] == 1 else out
