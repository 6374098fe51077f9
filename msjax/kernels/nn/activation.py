"""Smooth activations and gates."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import check_axis, integer, of_type
from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import Array, Finite, Positive, call, is_python, op, primitive, public
from msjax._core.op.static_values import static_value
from msjax.kernels.checks import accept, number, single
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.nn.rectifier import _rectify
from msjax.kernels.promotion import in_single

if TYPE_CHECKING:
    from msjax._core.tensor.tensor import Tensor

_SELU_SCALE, _SELU_ALPHA = 1.05070098, 1.67326324


def _elu(x: jax.Array, alpha: Any) -> jax.Array:
    def unit(x: jax.Array) -> jax.Array:
        return jnp.where(x > 0, x, alpha * jnp.expm1(jnp.where(x > 0, jnp.zeros((), x.dtype), x)))

    return in_single(unit, x)


@primitive("Elu", alpha=1.0)
@op("ops.elu", label="Elu")
def elu(input_x: Array, alpha: int | float = 1.0):
    """`input_x` where positive, exp(input_x) - 1 elsewhere.

    Args:
        input_x: Tensor of a floating dtype.
        alpha: must be 1.0.

    Returns:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: `alpha` is not a float, or `input_x` has no floating dtype.
        ValueError: `alpha` is not 1.0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.elu(ms.Tensor([0., 2.])))
        [0. 2.]
    """
    of_type("alpha", alpha, float)
    if alpha != 1.0:
        raise ValueError(must("alpha", "1.0", alpha))
    accept(input_x, "f")
    return _elu(input_x, alpha)


@op(label="EluExt")
def elu_ext(input: Array, alpha: float = 1.0):
    """Exponential linear unit: `input` where positive, alpha * (exp(input) - 1) elsewhere.

    Unlike `ops.elu`, any `alpha` is taken.

    Args:
        input: Tensor of a floating dtype.
        alpha: scale of the negative side.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` has no floating dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.elu(ms.Tensor([-100., 0., 2.]), alpha=3.0))
        [-3.  0.  2.]
    """
    accept(input, "f")
    return _elu(input, alpha)


@op("mint.nn.functional.elu_", write="input", label="EluExt", accepts={"alpha": "float Tensor"})
def elu_ext_(input: Array, alpha: float = 1.0):
    """Exponential linear unit, written into `input`.

    Args:
        input: Tensor of a floating dtype; it gets the result.
        alpha: scale of the negative side.

    Returns:
        `input`.

    Raises:
        TypeError: `input` has no floating dtype.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([-100., 0., 2.])
        >>> _ = ms.mint.nn.functional.elu_(x)
        >>> print(x)
        [-1.  0.  2.]
    """
    return elu_ext(input, alpha)


@public("mint.nn.functional.elu", accepts={"alpha": "float scalar"})
def mint_elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """`input` where positive, alpha * (exp(input) - 1) elsewhere.

    Args:
        input: Tensor of a floating dtype.
        alpha: scale of the negative side.
        inplace: write the result into `input`.

    Returns:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        TypeError: `input` has no floating dtype, or `alpha` is not a float.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.elu(ms.Tensor([-100., 0., 2.])))
        [-1.  0.  2.]
    """
    alpha = static_value(alpha)
    return call(elu_ext_)(input, alpha) if inplace else call(elu_ext)(input, alpha)


def _celu(x: jax.Array, alpha: Any) -> jax.Array:
    negative = jnp.where(x > 0, jnp.zeros((), x.dtype), x)
    return jnp.where(x > 0, x, alpha * jnp.expm1(negative / alpha))


@primitive("CeLU", alpha=1.0)
@op("ops.celu", label="CeLU", accepts={"x": "Tensor[float16 float32 float64]"})
def celu(x: Array, alpha: Positive = 1.0):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1)), element by element.

    Args:
        x: Tensor of Float16, Float32 or Float64.
        alpha: float other than 0.

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `alpha` is not a float, or another dtype.
        ValueError: `alpha` is 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.celu(ms.Tensor([0., 2.])))
        [0. 2.]
    """
    number("alpha", alpha, float)
    if is_python(alpha) and alpha == 0:
        raise ValueError(must("alpha", "not equal to 0", alpha))
    accept(x, "float16 float32 float64")
    return in_single(lambda x: _celu(x, alpha), x)


@primitive("SeLU", counts="all")
@op("ops.selu", label="SeLU")
def selu(input_x: Array):
    """Scaled exponential linear unit: the scale keeps mean 0 and variance 1.

    Args:
        input_x: Tensor of Int8, Int32, Float16, Float32 or Float64.

    Returns:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.selu(ms.Tensor([0., 1.])))
        [0.       1.050701]
    """
    accept(input_x, "int8 int32 float16 float32 float64")
    if jnp.issubdtype(input_x.dtype, jnp.integer):
        return _rectify(input_x)
    return _SELU_SCALE * _elu(input_x, _SELU_ALPHA)


@op("mint.nn.functional.selu", label="SeLUExt")
def selu_ext(input: Array):
    """Scaled exponential linear unit, as `ops.selu`, for floating dtypes only.

    Args:
        input: Tensor of Float16, BFloat16 or Float32.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.selu(ms.Tensor([0., 1.])))
        [0.       1.050701]
    """
    accept(input, "float16 bfloat16 float32")
    return _SELU_SCALE * _elu(input, _SELU_ALPHA)


def _gelu(x: jax.Array, approximate: str) -> jax.Array:
    if approximate not in ("none", "tanh"):
        raise ValueError(must("approximate", "'none' or 'tanh'", repr(approximate)))
    accept(x, "f")
    wide = wider(x)
    if approximate == "tanh":
        part = jnp.tanh(math.sqrt(2 / math.pi) * (wide + 0.044715 * wide**3))
    else:
        part = jax.lax.erf(wide * math.sqrt(0.5))
    return (0.5 * wide * (1 + part)).astype(x.dtype)


@op("ops.gelu", formerly={"ops.gelu": "input_x=input"})
def gelu(input: Array, approximate: str = "none"):
    """Gaussian error linear unit: `input` times the normal distribution function of it.

    Args:
        input: Tensor of a floating dtype.
        approximate: "none" for the exact form with erf, "tanh" for the approximation with tanh.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` has no floating dtype.
        ValueError: another value of `approximate`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.gelu(ms.Tensor([0., 1.])))
        [0.        0.8413447]
    """
    return _gelu(input, approximate)


@primitive("GeLU", "Gelu")
@op(label="GeLU")
def gelu_tanh(input: Array):
    """Gaussian error linear unit in its approximation with tanh.

    The call computes `0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3)))`; `ops.gelu` has
    the exact form, too.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.GeLU()(ms.Tensor([0., 100.])))
        [  0. 100.]
    """
    return _gelu(input, "tanh")


@op("mint.nn.functional.gelu", label="gelu")
def gelu_ext(input: Array, *, approximate: str = "none"):
    """Gaussian error linear unit, as `ops.gelu` with `approximate` by keyword.

    Args:
        input: Tensor of a floating dtype.
        approximate: "none" for the exact form with erf, "tanh" for the approximation with tanh.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` has no floating dtype.
        ValueError: another value of `approximate`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.gelu(ms.Tensor([0., 100.]), approximate="tanh"))
        [  0. 100.]
    """
    return _gelu(input, approximate)


@op("mint.npu_gelu", label="gelu")
def npu_gelu(input: Array, approximate: str = "none"):
    """Gaussian error linear unit, as `ops.gelu`.

    Args:
        input: Tensor of a floating dtype.
        approximate: "none" for the exact form with erf, "tanh" for the approximation with tanh.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` has no floating dtype.
        ValueError: another value of `approximate`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.npu_gelu(ms.Tensor([0., 100.])))
        [  0. 100.]
    """
    return _gelu(input, approximate)


@primitive("FastGeLU", "FastGelu")
@op("ops.fast_gelu", label="FastGeLU")
def fast_gelu(x: Array):
    """Gaussian error linear unit, approximated by x times a sigmoid of 1.702 x.

    Args:
        x: Tensor of Float16, BFloat16 or Float32.

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.fast_gelu(ms.Tensor([0., 1.])))
        [0.        0.8457958]
    """
    accept(x, "float16 bfloat16 float32")
    return in_single(lambda x: x * jax.nn.sigmoid(1.702 * x), x)


@op("ops.silu", label="SiLU", formerly={"ops.silu": "x=input"})
def silu(input: Array):
    """`input` times its sigmoid.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.silu(ms.Tensor([0., 1.])))
        [0.        0.7310586]
    """
    accept(input, "fc")
    return input * jax.nn.sigmoid(input)


@op(write="input", label="SiLU")
def silu_(input: Array):
    """`ops.silu`, written into `input`."""
    return silu(input)


@public("mint.nn.functional.silu")
def mint_silu(input: Tensor, inplace: bool = False) -> Tensor:
    """`input` times its sigmoid.

    Args:
        input: Tensor of a floating or complex dtype.
        inplace: write the result into `input`.

    Returns:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.silu(ms.Tensor([0., 100.])))
        [  0. 100.]
    """
    return call(silu_)(input) if inplace else call(silu)(input)


@primitive("Sigmoid")
@op(
    "ops.sigmoid",
    "Tensor.sigmoid",
    "mint.sigmoid",
    "mint.nn.functional.sigmoid",
    label="Sigmoid",
)
def sigmoid(input: Array):
    """1 / (1 + exp(-input)), element by element.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sigmoid(ms.Tensor([0., 100.])))
        [0.5 1. ]
    """
    accept(input, "fc")
    return jax.nn.sigmoid(input)


@op("ops.inplace_sigmoid", "Tensor.sigmoid_", write="input", label="Sigmoid")
def sigmoid_(input: Array):
    """1 / (1 + exp(-input)), element by element, written into the Tensor itself.

    Args:
        input: Tensor of a floating or complex dtype; it gets the result.

    Returns:
        `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([0., 100.])
        >>> _ = x.sigmoid_()
        >>> print(x)
        [0.5 1. ]
    """
    return sigmoid(input)


public("mint.nn.functional.sigmoid_", label="")(call(sigmoid_))


@op("ops.tanhshrink")
def tanhshrink(input: Array):
    """`input` minus its hyperbolic tangent.

    Args:
        input: Tensor; integers give Float32.

    Returns:
        Tensor of the shape of `input`.

    Raises:
        TypeError: `input` is of bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tanhshrink(ms.Tensor([0.])))
        [0.]
    """
    accept(input, "iufc")
    x = input.astype(np.float32) if jnp.issubdtype(input.dtype, jnp.integer) else input
    return x - jnp.tanh(x)


@op("ops.logsigmoid", amp="float32")
def logsigmoid(x: Array):
    """Logarithm of the sigmoid, computed without overflow.

    Args:
        x: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logsigmoid(ms.Tensor([0.])))
        [-0.6931472]
    """
    accept(x, "fc")
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        return jnp.log(jax.nn.sigmoid(x))
    return jax.nn.log_sigmoid(x)


@op("mint.nn.functional.logsigmoid", label="LogSigmoid")
def logsigmoid_ext(input: Array):
    """Logarithm of the sigmoid, as `ops.logsigmoid`, for floating dtypes only.

    Args:
        input: Tensor of Float16, BFloat16 or Float32.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.logsigmoid(ms.Tensor([-100., 200.])))
        [-100.   -0.]
    """
    accept(input, "float16 bfloat16 float32")
    return jax.nn.log_sigmoid(input)


@jax.custom_jvp
def _softsign(x: jax.Array) -> jax.Array:
    return x / (1 + jnp.abs(x))


# Written out, the derivative is 0 at the infinities.
_softsign.defjvps(lambda g, out, x: g / jnp.square(1 + jnp.abs(x)))


@primitive("Softsign", counts="all")
@op("ops.softsign", label="Softsign")
def softsign(x: Array):
    """x / (1 + abs(x)), element by element.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.softsign(ms.Tensor([-1., 0., 3.])))
        [-0.5   0.    0.75]
    """
    accept(x, "float16 float32 float64")
    return in_single(_softsign, x)


@primitive("Softplus", counts="all")
@op(label="Softplus", amp="float32")
def softplus_only(input: Array):
    """log(1 + exp(input)), element by element, computed without overflow.

    `ops.softplus` also has a scale and a threshold.

    Args:
        input: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Softplus()(ms.Tensor([-200., 100.])))
        [  0. 100.]
    """
    accept(input, "float16 float32 float64")
    return in_single(lambda x: jnp.logaddexp(x, jnp.zeros((), x.dtype)), input)


def _softplus(x: jax.Array, beta: Any, threshold: Any) -> jax.Array:
    scaled = x * beta
    large = scaled > threshold
    safe = jnp.where(large, jnp.zeros((), x.dtype), scaled)
    return jnp.where(large, x, jnp.logaddexp(safe, jnp.zeros((), x.dtype)) / beta)


@op("ops.softplus", accepts={"input": "Tensor[float16 float32 float64]"}, amp="float32")
def softplus(input: Array, beta: Positive = 1, threshold: Finite = 20):
    """log(1 + exp(beta * input)) / beta; `input` itself where `beta * input` exceeds `threshold`.

    Args:
        input: Tensor of Float16, Float32 or Float64.
        beta: number other than 0.
        threshold: number.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.
        ValueError: `beta` is 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.softplus(ms.Tensor([0., 30.])))
        [ 0.6931472 30.       ]
    """
    beta, threshold = (int(v) if isinstance(v, bool) else v for v in (beta, threshold))
    number("beta", beta)
    number("threshold", threshold)
    if is_python(beta) and beta == 0:
        raise ValueError(Clause("the value of 'beta' cannot be 0."))
    accept(input, "float16 float32 float64")
    return in_single(lambda x: _softplus(x, beta, threshold), input)


@op("mint.nn.functional.softplus", label="SoftplusExt", amp="float32")
def softplus_ext(input: Array, beta: Positive = 1, threshold: float = 20):
    """log(1 + exp(beta * input)) / beta; `input` itself where `beta * input` exceeds `threshold`.

    Args:
        input: Tensor of a floating dtype.
        beta: number other than 0, the steepness.
        threshold: number, from which on the function is taken to be the line.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.
        ValueError: `beta` is 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.softplus(ms.Tensor([-200., 30.]), beta=2))
        [ 0. 30.]
    """
    accept(input, "f")
    if is_python(beta) and beta == 0:
        raise ValueError(Clause("'beta' must not be 0."))
    single(beta=beta, threshold=threshold)
    return in_single(lambda x: _softplus(x, jnp.asarray(beta, x.dtype), threshold), input)


@primitive("Mish", counts="all")
@op("ops.mish", label="Mish")
def mish(x: Array):
    """x times the hyperbolic tangent of its softplus.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.mish(ms.Tensor([0.])))
        [0.]
    """
    accept(x, "float16 float32 float64")
    return in_single(jax.nn.mish, x)


@op("mint.nn.functional.mish", label="MishExt")
def mish_ext(input: Array):
    """`input` times the hyperbolic tangent of its softplus.

    Args:
        input: Tensor of Float16 or Float32.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.mish(ms.Tensor([0., 100.])))
        [  0. 100.]
    """
    accept(input, "float16 float32")
    return in_single(jax.nn.mish, input)


def _halves(x: jax.Array, axis: Any) -> tuple[jax.Array, jax.Array]:
    integer("axis", axis)
    axis = check_axis(axis, x.ndim)
    if x.shape[axis] % 2:
        raise ValueError(must("input", f"of even length in dimension {axis}", f"shape {x.shape}"))
    first, second = jnp.split(x, 2, axis)
    return first, second


@op("ops.glu")
def glu(x: Array, axis: int = -1):
    """Gated linear unit: the first half along an axis times the sigmoid of the second half.

    Args:
        x: Tensor of a floating or complex dtype, of even length along `axis`.
        axis: the axis that is halved.

    Returns:
        Tensor of the dtype of `x`, half as long along `axis`.

    Raises:
        TypeError: another dtype, or `axis` is not an int.
        ValueError: `axis` is out of range, or the length is odd.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.glu(ms.Tensor([2., 0.])))
        [1.]
    """
    accept(x, "fc")
    first, second = _halves(x, axis)
    return first * jax.nn.sigmoid(second)


@primitive("GLU", axis=-1)
@op(label="GLU")
def glu_floating(x: Array, axis: int = -1):
    """Gated linear unit: the first half along an axis times the sigmoid of the second half.

    Args:
        x: Tensor of a floating dtype, of even length along `axis`.
        axis: the axis that is halved, given to the constructor; the last by default.

    Returns:
        Tensor of the dtype of `x`, half as long along `axis`.

    Raises:
        TypeError: another dtype, or `axis` is not an int.
        ValueError: `axis` is out of range.
        RuntimeError: the length is odd, or `x` has no dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.auto_generate.GLU(axis=0)(ms.Tensor([2., 0.])))
        [1.]
    """
    accept(x, "f")
    if x.ndim == 0 or (-x.ndim <= axis < x.ndim and x.shape[axis] % 2):
        raise RuntimeError(must("x", f"of even length in dimension {axis}", x.shape))
    return glu(x, axis)


@op("mint.nn.functional.glu", label="GLU")
def glu_ext(input: Array, dim: int = -1):
    """Gated linear unit: the first half along a dimension times the sigmoid of the second half.

    Args:
        input: Tensor of a floating dtype, of even length along `dim`.
        dim: the dimension that is halved.

    Returns:
        Tensor of the dtype of `input`, half as long along `dim`.

    Raises:
        TypeError: another dtype, or `dim` is not an int.
        IndexError: `dim` is out of range.
        RuntimeError: the length is odd, or `input` has no dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.glu(ms.Tensor([2., 0.])))
        [1.]
    """
    if isinstance(dim, int) and input.ndim and not -input.ndim <= dim < input.ndim:
        raise IndexError(must("dim", f"in [{-input.ndim}, {input.ndim})", dim))
    return glu_floating(input, dim)


@primitive("Swiglu", place="auto_generate")
@op("ops.swiglu")
def swiglu(input: Array, dim: int = -1):
    """Swish-gated linear unit: the swish of the first half along an axis times the second half.

    Args:
        input: Tensor of a floating dtype, of even length along `dim`.
        dim: the axis that is halved.

    Returns:
        Tensor of the dtype of `input`, half as long along `dim`.

    Raises:
        TypeError: another dtype, or `dim` is not an int.
        ValueError: `dim` is out of range, or the length is odd.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.swiglu(ms.Tensor([0., 1.])))
        [0.]
    """
    accept(input, "f")
    first, second = _halves(input, dim)
    return first * jax.nn.sigmoid(first) * second
