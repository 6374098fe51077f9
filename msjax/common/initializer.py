"""Initial values of Parameters: initializers fill NumPy arrays in place."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.tensor.links import describes
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import (  # noqa: F401 (code in the wild imports the private ones)
    _INITIALIZER_ALIAS,
    Initializer,
    _assignment,
    _calculate_correct_fan,
    _calculate_fan_in_and_fan_out,
    _calculate_gain,
    _calculate_in_and_out,
    _init_random_normal,
    _init_random_normal_inplace,
    _init_random_uniform,
    _init_random_uniform_inplace,
    _init_truncated_normal,
    _init_truncated_normal_inplace,
    _numpy_seed,
    _random_normal,
    _random_uniform,
    _register,
    _truncated_normal,
)

if TYPE_CHECKING:
    from msjax._types import ArrayLike


@_register("zeros")
class Zero(Initializer):
    """Fill with zeros; also known as "zeros" and "zero".

    Examples:
        >>> from msjax.common.initializer import Zero
        >>> import numpy as np
        >>> bias = np.ones((3,), np.float32)
        >>> Zero()(bias)
        >>> bias.tolist()
        [0.0, 0.0, 0.0]
    """

    def _initialize(self, arr):
        arr.fill(0)


@_register("ones")
class One(Initializer):
    """Fill with ones; also known as "ones" and "one".

    Examples:
        >>> from msjax.common.initializer import One
        >>> import numpy as np
        >>> scale = np.empty((2,), np.float32)
        >>> One()(scale)
        >>> scale.tolist()
        [1.0, 1.0]
    """

    def _initialize(self, arr):
        arr.fill(1)


class Constant(Initializer):
    """Fill with one value. Has no string alias: pass a plain number to `initializer` instead.

    Args:
        value: int, float or bool, the value, converted to the array's dtype.

    Examples:
        >>> from msjax.common.initializer import Constant
        >>> import numpy as np
        >>> bias = np.empty((2,), np.float32)
        >>> Constant(0.5)(bias)
        >>> bias.tolist()
        [0.5, 0.5]
    """

    def __init__(self, value: ArrayLike | np.ndarray):
        super().__init__(value=value)
        self.value = value

    def _initialize(self, arr):
        arr.fill(self.value)


@_register("xavier_normal")
class XavierNormal(Initializer):
    """Draw from N(0, s^2) with s = gain * sqrt(2 / (fan_in + fan_out)); also "xavier_normal".

    Args:
        gain: float, factor on the standard deviation.

    Raises:
        ValueError: it is called on an array of fewer than two dimensions.

    Examples:
        >>> from msjax.common.initializer import XavierNormal
        >>> import numpy as np
        >>> weight = np.empty((200, 300), np.float32)
        >>> XavierNormal()(weight)
        >>> print(round(float(weight.std()), 2))
        0.06

    References:
        Glorot, Bengio: Understanding the Difficulty of Training Deep Feedforward Neural Networks,
        2010.
    """

    def __init__(self, gain: float = 1):
        super().__init__(gain=gain)
        self.gain = gain

    def _initialize(self, arr):
        fan_in, fan_out = _calculate_fan_in_and_fan_out(arr.shape)
        sigma = self.gain * math.sqrt(2.0 / (fan_in + fan_out))
        _init_random_normal_inplace(0, sigma, arr)


@_register("xavier_uniform")
class XavierUniform(Initializer):
    """Draw from U[-s, s) with s = gain * sqrt(6 / (fan_in + fan_out)); also "xavier_uniform".

    Args:
        gain: float, factor on the bound.

    Raises:
        ValueError: it is called on an array of fewer than two dimensions.

    Examples:
        >>> from msjax.common.initializer import XavierUniform
        >>> import numpy as np
        >>> weight = np.empty((2, 4), np.float32)
        >>> XavierUniform()(weight)
        >>> bool((abs(weight) <= 1).all())
        True

    References:
        Glorot, Bengio: Understanding the Difficulty of Training Deep Feedforward Neural Networks,
        2010.
    """

    def __init__(self, gain: float = 1):
        super().__init__(gain=gain)
        self.gain = gain

    def _initialize(self, arr):
        fan_in, fan_out = _calculate_fan_in_and_fan_out(arr.shape)
        bound = self.gain * math.sqrt(6.0 / (fan_in + fan_out))
        _init_random_uniform_inplace(-bound, bound, arr)


class _He(Initializer):
    """Settings and scale shared by the two He initializers."""

    def __init__(
        self, negative_slope: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu"
    ):
        super().__init__(negative_slope=negative_slope, mode=mode, nonlinearity=nonlinearity)
        self.negative_slope = negative_slope
        self.mode = mode
        self.nonlinearity = nonlinearity

    def _std(self, shape) -> float:
        fan = _calculate_correct_fan(shape, self.mode)
        return _calculate_gain(self.nonlinearity, self.negative_slope) / math.sqrt(fan)


@_register("he_uniform")
class HeUniform(_He):
    """Draw uniformly from [-s, s) with s = gain * sqrt(3 / fan); also "he_uniform".

    Args:
        negative_slope: int or float, slope of the leaky ReLU that follows.
        mode: str, "fan_in" keeps the variance of forward values, "fan_out" that of gradients.
        nonlinearity: str, what follows the layer: "leaky_relu", "relu", "tanh", "sigmoid" or
            "linear"; it decides the gain.

    Raises:
        ValueError: it is called with an unknown `mode` or `nonlinearity` or a bad slope, or on an
            array of fewer than two dimensions.

    Examples:
        >>> from msjax.common.initializer import HeUniform
        >>> import numpy as np
        >>> weight = np.empty((4, 6), np.float32)
        >>> HeUniform()(weight)
        >>> bool((abs(weight) <= 1).all())
        True

    References:
        He, Zhang, Ren, Sun: Delving Deep into Rectifiers: Surpassing Human-Level Performance on
        ImageNet Classification, 2015.
    """

    def _initialize(self, arr):
        bound = math.sqrt(3.0) * self._std(arr.shape)
        _init_random_uniform_inplace(-bound, bound, arr)


@_register("he_normal")
class HeNormal(_He):
    """Draw from N(0, s^2) with s = gain / sqrt(fan); also "he_normal".

    Args:
        negative_slope: int or float, slope of the leaky ReLU that follows.
        mode: str, "fan_in" keeps the variance of forward values, "fan_out" that of gradients.
        nonlinearity: str, what follows the layer: "leaky_relu", "relu", "tanh", "sigmoid" or
            "linear"; it decides the gain.

    Raises:
        ValueError: it is called with an unknown `mode` or `nonlinearity` or a bad slope, or on an
            array of fewer than two dimensions.

    Examples:
        >>> from msjax.common.initializer import HeNormal
        >>> import numpy as np
        >>> weight = np.empty((300, 200), np.float32)
        >>> HeNormal(nonlinearity="relu")(weight)
        >>> print(round(float(weight.std()), 2))
        0.1

    References:
        He, Zhang, Ren, Sun: Delving Deep into Rectifiers: Surpassing Human-Level Performance on
        ImageNet Classification, 2015.
    """

    def _initialize(self, arr):
        _init_random_normal_inplace(0, self._std(arr.shape), arr)


@_register()
class Identity(Initializer):
    """Ones on the main diagonal of a 2-D array, zeros elsewhere; also "identity".

    Raises:
        ValueError: it is called on an array that is not two-dimensional.

    Examples:
        >>> from msjax.common.initializer import Identity
        >>> import numpy as np
        >>> weight = np.empty((2, 3), np.float32)
        >>> Identity()(weight)
        >>> weight.tolist()
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    """

    def _initialize(self, arr):
        if len(arr.shape) != 2:
            raise ValueError(
                "For Identity initializer, the dimension of the initialized tensor should be 2, "
                f"but got {len(arr.shape)}."
            )
        _assignment(arr, np.eye(*arr.shape))


@_register()
class Sparse(Initializer):
    """A 2-D normal array N(0, sigma^2) in which a share of every column is set to zero.

    The zeroed rows come from NumPy's global generator, one permutation per column.

    Args:
        sparsity: float, share of each column to zero, rounded up to whole elements.
        sigma: float, standard deviation of the other elements.

    Raises:
        ValueError: it is called on an array that is not two-dimensional, or `sigma` is negative.

    Examples:
        >>> from msjax.common.initializer import Sparse
        >>> import numpy as np
        >>> weight = np.empty((4, 5), np.float32)
        >>> Sparse(0.5)(weight)
        >>> (weight == 0).sum(axis=0).tolist()
        [2, 2, 2, 2, 2]

    References:
        Martens: Deep Learning via Hessian-Free Optimization, 2010.
    """

    def __init__(self, sparsity: float, sigma: float = 0.01):
        super().__init__()
        self.sparsity = sparsity
        self.sigma = sigma

    def _initialize(self, arr):
        if len(arr.shape) != 2:
            raise ValueError(
                "For Sparse initializer, the dimension of the initialized tensor should be 2, "
                f"but got {len(arr.shape)}."
            )
        rows, columns = arr.shape
        zeros = math.ceil(self.sparsity * rows)
        data = _init_random_normal(0, self.sigma, arr.shape)
        for column in range(columns):
            data[np.random.permutation(rows)[:zeros], column] = 0
        _assignment(arr, data)


@_register()
class Dirac(Initializer):
    """A convolution weight that passes input channels through, as many as there are outputs for.

    Args:
        groups: int, convolution groups, each with a pass-through of its own.

    Raises:
        ValueError: it is called on an array without 3, 4 or 5 dimensions, or whose first one
            `groups` does not divide.

    Examples:
        >>> from msjax.common.initializer import Dirac
        >>> import numpy as np
        >>> weight = np.empty((2, 2, 3), np.float32)
        >>> Dirac()(weight)
        >>> weight.tolist()
        [[[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]
    """

    def __init__(self, groups: int = 1):
        super().__init__()
        self.groups = groups

    def _initialize(self, arr):
        rank = len(arr.shape)
        if rank not in (3, 4, 5):
            raise ValueError(
                "For Dirac initializer, only support to initialize tensor with dimension of "
                f"3, 4 or 5, but got {rank}."
            )
        outputs, inputs, *field = arr.shape
        if outputs % self.groups != 0:
            raise ValueError(
                "For Dirac initializer, the first dimension ofthe initialized tensor must be "
                f"divisible by groups, but got first dimension{outputs}, groups{self.groups}."
            )
        per_group = outputs // self.groups
        channel = np.arange(min(per_group, inputs))
        centre = tuple(size // 2 for size in field)
        data = np.zeros(arr.shape, np.float32)
        for group in range(self.groups):
            data[(group * per_group + channel, channel, *centre)] = 1
        _assignment(arr, data)


@_register()
class Orthogonal(Initializer):
    """A random matrix with orthonormal rows or columns, whichever are fewer.

    Dimensions after the first count as one.

    Args:
        gain: float, factor on the result.

    Raises:
        ValueError: it is called on an array of fewer than two dimensions.

    Examples:
        >>> from msjax.common.initializer import Orthogonal
        >>> import numpy as np
        >>> weight = np.empty((2, 3), np.float32)
        >>> Orthogonal()(weight)
        >>> bool(np.allclose(weight @ weight.T, np.eye(2), atol=1e-6))
        True

    References:
        Saxe, McClelland, Ganguli: Exact Solutions to the Nonlinear Dynamics of Learning in Deep
        Linear Neural Networks, 2013.
    """

    def __init__(self, gain: float = 1.0):
        super().__init__(gain=gain)
        self.gain = gain

    def _initialize(self, arr):
        if len(arr.shape) < 2:
            raise ValueError(
                "For Orthogonal initializer, the dimension of the initialized tensor should be no "
                f"less than 2, but got {len(arr.shape)}."
            )
        rows, columns = arr.shape[0], math.prod(arr.shape[1:])
        data = _init_random_normal(0, 1, (max(rows, columns), min(rows, columns)))
        q, r = np.linalg.qr(data)
        # With the signs of r's diagonal folded in, q is uniform over the orthogonal matrices.
        q *= np.sign(np.diag(r))
        if rows < columns:
            q = q.T
        _assignment(arr, (q * self.gain).reshape(arr.shape))


@_register()
class VarianceScaling(Initializer):
    """Random values with variance scale / n, where n is the fan that `mode` names, at least 1.

    Args:
        scale: float above 0, factor on the variance.
        mode: str, "fan_in", "fan_out" or "fan_avg", their mean.
        distribution: str, "uniform", "untruncated_normal" (normal) or "truncated_normal", which
            MindSpore draws from the uniform distribution of the same variance, and msjax likewise.

    Raises:
        ValueError: `scale` is not positive, `mode` or `distribution` is unknown, or it is called on
            an array of fewer than two dimensions.

    Examples:
        >>> from msjax.common.initializer import VarianceScaling
        >>> import numpy as np
        >>> weight = np.empty((300, 200), np.float32)
        >>> VarianceScaling(2.0)(weight)
        >>> print(round(float(weight.std()), 2))
        0.1
    """

    def __init__(
        self, scale: float = 1.0, mode: str = "fan_in", distribution: str = "truncated_normal"
    ):
        super().__init__(scale=scale, mode=mode, distribution=distribution)
        prefix = "For VarianceScaling initializer, the argument"
        if scale <= 0.0:
            raise ValueError(f"{prefix} 'scale' must be greater than 0, but got {scale}.")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"{prefix} 'mode' must be fan_in, fan_out or fan_avg, but got {mode}.")
        if distribution not in ("uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError(
                f"{prefix} 'distribution' must be uniform, truncated_norm or untruncated_norm, "
                f"but got {distribution}."
            )
        self.scale = scale
        self.mode = mode
        self.distribution = distribution

    def _initialize(self, arr):
        fan_in, fan_out = _calculate_fan_in_and_fan_out(arr.shape)
        fans = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}
        variance = self.scale / max(1.0, fans[self.mode])
        if self.distribution == "untruncated_normal":
            _init_random_normal_inplace(0, math.sqrt(variance), arr)
        else:
            bound = math.sqrt(3.0 * variance)
            _init_random_uniform_inplace(-bound, bound, arr)


@_register()
class Uniform(Initializer):
    """Draw uniformly from [-scale, scale); also "uniform".

    Args:
        scale: float, the bound.

    Examples:
        >>> from msjax.common.initializer import Uniform
        >>> import numpy as np
        >>> weight = np.empty((2, 3), np.float32)
        >>> Uniform(0.5)(weight)
        >>> bool((abs(weight) <= 0.5).all())
        True
    """

    def __init__(self, scale: float = 0.07):
        super().__init__(scale=scale)
        self.scale = scale

    def _initialize(self, arr):
        _init_random_uniform_inplace(-self.scale, self.scale, arr)


@_register()
class Normal(Initializer):
    """Draw from N(mean, sigma^2); also "normal".

    Args:
        sigma: float, the standard deviation.
        mean: float, the mean.

    Raises:
        ValueError: it is called and `sigma` is negative.

    Examples:
        >>> from msjax.common.initializer import Normal
        >>> import numpy as np
        >>> weight = np.empty((300, 200), np.float32)
        >>> Normal(sigma=1.0, mean=5.0)(weight)
        >>> print(round(float(weight.mean()), 1))
        5.0
    """

    def __init__(self, sigma: float = 0.01, mean: float = 0.0):
        super().__init__(sigma=sigma, mean=mean)
        self.sigma = sigma
        self.mean = mean

    def _initialize(self, arr):
        _init_random_normal_inplace(self.mean, self.sigma, arr)


@_register()
class TruncatedNormal(Initializer):
    """Draw from N(mean, sigma^2) restricted to [a, b]; also "truncatednormal".

    The bounds are values, not multiples of `sigma`: the default ones are 200 deviations away.

    Args:
        sigma: float, the standard deviation before truncation.
        mean: float, the mean before truncation.
        a: float, the lower bound.
        b: float, the upper bound.

    Raises:
        RuntimeError: it is called and `sigma` is zero.
        ValueError: it is called and `sigma` is negative.

    Examples:
        >>> from msjax.common.initializer import TruncatedNormal
        >>> import numpy as np
        >>> weight = np.empty((2, 3), np.float32)
        >>> TruncatedNormal(sigma=1.0, a=0.0, b=0.5)(weight)
        >>> bool(((weight >= 0) & (weight <= 0.5)).all())
        True
    """

    def __init__(self, sigma: float = 0.01, mean: float = 0.0, a: float = -2.0, b: float = 2.0):
        super().__init__(sigma=sigma, mean=mean, a=a, b=b)
        self.sigma = sigma
        self.mean = mean
        self.a = a
        self.b = b

    def _initialize(self, arr):
        _init_truncated_normal_inplace(self.a, self.b, self.mean, self.sigma, arr)


@describes
def initializer(
    init: Tensor | str | Initializer | float,
    shape: int | Sequence[int] | None = None,
    dtype: mstype.Type = mstype.float32,
) -> Tensor:
    """Describe a Tensor whose values are made later, by `init_data` or a Parameter.

    Args:
        init: Tensor (returned as it is), name of an initializer in any case, Initializer, or number
            to fill with.
        shape: tuple, list or int, positive sizes; for a Tensor, its own shape.
        dtype: element type; not applied to a Tensor.

    Returns:
        Tensor of the given shape and dtype, without data yet.

    Raises:
        TypeError: `init` is of another type.
        ValueError: the name is unknown, a size is not a positive int, or a Tensor's shape differs.

    Examples:
        >>> import msjax as ms
        >>> t = ms.common.initializer.initializer("ones", [1, 2], ms.float32)
        >>> print(t.init_data())
        [[1. 1.]]
    """
    if not isinstance(init, (Tensor, numbers.Number, str, Initializer)):
        raise TypeError(
            "For 'initializer', the type of the 'init' argument should be 'Tensor', 'number', "
            f"'string' or 'initializer', but got {type(init)}."
        )
    if isinstance(init, Tensor):
        shape = shape if isinstance(shape, (tuple, list)) else [shape]
        if init.shape != tuple(shape):
            raise ValueError(
                "For 'initializer', the shape of the 'init' argument should be same as the "
                f"argument 'shape', but got the 'init' shape {list(init.shape)} and the 'shape' "
                f"{shape}."
            )
        return init

    if isinstance(shape, list):
        shape = tuple(shape)
    elif isinstance(shape, numbers.Number):
        shape = (shape,)
    for size in () if shape is None else shape:
        if not isinstance(size, int) or size <= 0:
            raise ValueError(
                "For 'initializer', the argument 'shape' is invalid, the value of 'shape' must be "
                f"positive integer, but got {shape}"
            )

    if isinstance(init, str):
        cls = _INITIALIZER_ALIAS.get(init.lower())
        if cls is None:
            raise ValueError(
                f"For 'initializer', the class corresponding to '{init}' was not found."
            )
        init = cls()
    elif isinstance(init, numbers.Number):
        init = Constant(init)
    # An initializer of the user's own may carry its shape.
    shape = init.shape if shape is None else shape
    return Tensor(shape=shape, dtype=dtype, init=init)


__all__ = [
    "Constant",
    "Dirac",
    "HeNormal",
    "HeUniform",
    "Identity",
    "Initializer",
    "Normal",
    "One",
    "Orthogonal",
    "Sparse",
    "TruncatedNormal",
    "Uniform",
    "VarianceScaling",
    "XavierNormal",
    "XavierUniform",
    "Zero",
    "initializer",
]
