"""Dropout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, fraction, of_type
from msjax._core.base.errors import describe, must
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import Array, Key, call, op, primitive, public
from msjax._core.op.registry import resolve
from msjax._core.op.static_values import static_value
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_rank, with_dimensions
from msjax.kernels.create.creation import lengths
from msjax.kernels.create.random import Seeded, stream, unit

_F32 = np.dtype(np.float32)


@op(label="Dropout")
def _dropped(x: Array, keep_prob: float, generator: Key = None):
    accept(x, "f", "x")
    kept = unit(generator, x.shape, _F32) < keep_prob
    scaled = x / jnp.asarray(keep_prob).astype(x.dtype)
    return jnp.where(kept, scaled, jnp.zeros((), x.dtype)), kept.astype(x.dtype)


@op(label="Dropout")
def _dropped_only(x: Array, keep_prob: float, generator: Key = None):
    return _dropped(x, keep_prob, generator)[0]


_dropout_pair, _dropout = call(_dropped), call(_dropped_only)


def _keep_prob(keep: Any) -> float:
    if not 0 < keep <= 1:
        raise RuntimeError(must("keep_prob", "in (0.0, 1.0]", keep))
    return float(keep)


@public("ops.dropout")
def dropout(
    input: Tensor, p: float = 0.5, training: bool = True, seed: int | None = None
) -> Tensor:
    """Set elements to zero at random and scale up the others, so that the mean stays.

    Args:
        input: Tensor of floating numbers.
        p: float in [0, 1), the probability of zero.
        training: bool; if False the input comes back as it is.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor.

    Raises:
        TypeError: `input` is not a floating Tensor, or `training` not a bool.
        RuntimeError: `p` is outside [0, 1).

    Examples:
        >>> import msjax as ms
        >>> ms.ops.dropout(ms.ops.ones((2, 3)), 0.5).shape
        (2, 3)
    """
    boolean("training", training)
    if not training:
        return input
    if not isinstance(p, (int, float, np.floating)):
        raise TypeError(must("p", "a number", describe(p)))
    keep = _keep_prob(1 - p)
    return _dropout(input, keep, stream("dropout", seed))


@public("mint.nn.functional.dropout", accepts={"p": "int float bool Tensor"})
def dropout_ext(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Set elements to zero at random and scale up the others, so that the mean stays.

    Args:
        input: Tensor of a floating dtype.
        p: the probability of zero, in [0, 1].
        training: bool; if False the input comes back as it is.
        inplace: write the result into `input`.

    Returns:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        ValueError: `p` is outside [0, 1].

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.dropout(ms.Tensor([1., 2.]), p=1.0))
        [0. 0.]
        >>> print(ms.mint.nn.functional.dropout(ms.Tensor([1., 2.]), training=False))
        [1. 2.]
    """
    p = static_value(p)
    fraction("p", p)
    if not training:
        return input
    out = input * 0 if p == 1 else dropout(input, p)
    return resolve("Tensor.copy_")(input, out) if inplace else out


@public("ops.Dropout", accepts={"keep_prob": "float Tensor"})
class Dropout(Seeded):
    """Set elements to zero at random and scale up the others; gives (result, mask of ones, zeros).

    Args:
        keep_prob: float in (0, 1], the probability that an element stays.
        Seed0: int; positive seeds give the Primitive a stream of its own.
        Seed1: int.

    Raises:
        TypeError: `keep_prob` is not a float, or the input not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> out, mask = ms.ops.Dropout(keep_prob=1.0)(ms.Tensor([1., 2.]))
        >>> print(out, mask)
        [1. 2.] [1. 1.]
    """

    seed_names = ("Seed0", "Seed1")

    def __init__(self, keep_prob: float = 0.5, Seed0: int = 0, Seed1: int = 0):
        super().__init__("Dropout", Seed0, Seed1, keep_prob=keep_prob)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return _dropout_pair(x, _keep_prob(self.keep_prob), self._generator)


# -- whole channels --------------------------------------------------------------------------------


@op(label="DropoutChannels")
def _channels_dropped(x: Array, keep_prob: float, fixed, rank, generator: Key = None):
    """Channels of NC... kept or zeroed as a whole, and the mask; `fixed` is keep_prob if 0 or 1."""
    check_rank(x, rank, "x")
    accept(x, "iuf", "x")
    shape = x.shape[:2] + (1,) * (rank - 2)
    kept = jnp.broadcast_to(unit(generator, shape, _F32) < keep_prob, x.shape)
    if fixed == 0:
        return jnp.zeros_like(x), jnp.zeros(x.shape, bool)
    scaled = (x / jnp.asarray(keep_prob).astype(mstype.common_dtype(x.dtype, _F32))).astype(x.dtype)
    return jnp.where(kept, scaled, jnp.zeros((), x.dtype)), kept


def _channels(x: Any, keep: Any, rank: int, generator: Any = None) -> Any:
    if isinstance(keep, bool) or not isinstance(keep, (int, float)):
        raise TypeError(must("keep_prob", "float", describe(keep)))
    if not 0 <= keep <= 1:
        raise ValueError(must("keep_prob", "in range of [0.0, 1.0]", keep))
    x = of_type("x", x, Tensor)
    drop = call(_channels_dropped, f"Dropout{rank - 2}D")
    return drop(x, float(keep), 0 if keep == 0 else None, rank, generator)


def _training(training: Any) -> bool:
    boolean("training", training)
    return training


@public(
    "ops.dropout1d",
    accepts={"input": "Tensor[int8 int16 int32 int64 float16 bfloat16 float32 float64]"},
)
def dropout1d(input: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """Set whole channels of a (N, C, L) or (C, L) Tensor to zero at random; scale up the others.

    Args:
        input: Tensor of an integer or floating dtype, of two or three dimensions.
        p: float in [0, 1], the probability of zero.
        training: bool; if False the input comes back as it is.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype, or `p` or `training` is of a wrong type.
        ValueError: the rank is another one, or `p` is outside [0, 1].

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.dropout1d(ms.ops.ones((1, 2)), p=1.0))
        [[0. 0.]]
    """
    x = of_type("input", input, Tensor)
    check_rank(x, (2, 3), "input")
    if not _training(training):
        return x
    single = x.ndim == 2
    out = _channels(x.expand_dims(0) if single else x, 1 - p, 3)[0]
    return out.squeeze(0) if single else out


@public("ops.dropout2d", label="Dropout2D")
def dropout2d(input: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """Set whole channels of a (N, C, H, W) Tensor to zero at random; scale up the others.

    Args:
        input: Tensor of four dimensions.
        p: float in [0, 1], the probability of zero.
        training: bool; if False the input comes back as it is.

    Returns:
        Tensor.

    Raises:
        ValueError: the rank is another one, or `p` is outside [0, 1].

    Examples:
        >>> import msjax as ms
        >>> ms.ops.dropout2d(ms.ops.ones((2, 3, 4, 4)), 0.5).shape
        (2, 3, 4, 4)
    """
    if not _training(training):
        return input
    return _channels(input, 1 - p, 4)[0]


@op(label="Dropout2dExt")
def _features_dropped(input: Array, p: float, generator: Key = None):
    with_dimensions("input", input, 2)
    accept(input, "f")
    shape = input.shape[:2] + (1,) * (input.ndim - 2)
    kept = unit(generator, shape, _F32) >= p
    scale = 1 / (1 - jnp.asarray(p).astype(_F32))
    return jnp.where(kept, input * scale.astype(input.dtype), jnp.zeros((), input.dtype))


_drop_features = call(_features_dropped)


@public("mint.nn.functional.dropout2d", accepts={"p": "int float bool", "input": "Tensor"})
def dropout2d_ext(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Set whole channels, the second dimension, to zero at random; scale up the others.

    Args:
        input: Tensor of a floating dtype, usually of shape (N, C, H, W).
        p: the probability of zero, in [0, 1].
        training: bool; if False the input comes back as it is.
        inplace: write the result into `input`.

    Returns:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `p` is outside [0, 1], or `input` has no channels.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.nn.functional.dropout2d(ms.mint.ones((2, 3, 4, 4)), 0.5).shape
        (2, 3, 4, 4)
    """
    fraction("p", p)
    if not training or p == 0:
        return input
    out = input * 0 if p == 1 else _drop_features(input, float(p))
    return resolve("Tensor.copy_")(input, out) if inplace else out


@public(
    "ops.dropout3d",
    accepts={"input": "Tensor[int8 int16 int32 int64 float16 bfloat16 float32 float64]"},
    label="Dropout3D",
)
def dropout3d(input: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """Set whole channels of a (N, C, D, H, W) Tensor to zero at random; scale up the others.

    Args:
        input: Tensor of an integer or floating dtype, of five dimensions.
        p: float in [0, 1], the probability of zero.
        training: bool; if False the input comes back as it is.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype, or `p` or `training` is of a wrong type.
        ValueError: the rank is another one, or `p` is outside [0, 1].

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.dropout3d(ms.ops.ones((1, 1, 1, 1, 2)), p=0.0))
        [[[[[1. 1.]]]]]
    """
    if not _training(training):
        return input
    return _channels(input, 1 - p, 5)[0]


class _ChannelDropout(Primitive):
    rank = 4

    def __init__(self, keep_prob: float = 0.5):
        super().__init__(type(self).__name__)
        self.add_prim_attr("keep_prob", keep_prob)
        if isinstance(keep_prob, bool) or not isinstance(keep_prob, (int, float)):
            raise TypeError(must("keep_prob", "float", describe(keep_prob)))
        if not 0 <= keep_prob <= 1:
            raise ValueError(must("keep_prob", "in range of [0.0, 1.0]", keep_prob))

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return _channels(x, self.keep_prob, self.rank)


@public(
    "ops.Dropout2D",
    accepts={"x": "Tensor[int8 int16 int32 int64 float16 bfloat16 float32 float64]"},
    counts="all",
)
class Dropout2D(_ChannelDropout):
    """Set whole channels of a (N, C, H, W) Tensor to zero at random; scale up the others.

    Args:
        keep_prob: the probability that a channel is kept, in [0, 1].

    The call takes `x`, a Tensor of four dimensions and an integer or floating dtype. It returns a
    pair: the Tensor of the same shape and dtype, and a Tensor of Bool that is True where channels
    are kept.

    Raises:
        TypeError: `keep_prob` is not a number, or `x` has another dtype.
        ValueError: `keep_prob` is outside [0, 1], or `x` has another rank.

    Examples:
        >>> import msjax as ms
        >>> out, mask = ms.ops.Dropout2D(keep_prob=1.0)(ms.ops.ones((1, 1, 1, 2)))
        >>> print(out, mask)
        [[[[1. 1.]]]] [[[[ True  True]]]]
    """


@public(
    "ops.Dropout3D",
    accepts={"x": "Tensor[int8 int16 int32 int64 float16 bfloat16 float32 float64]"},
    counts="all",
)
class Dropout3D(_ChannelDropout):
    """Set whole channels of a (N, C, D, H, W) Tensor to zero at random; scale up the others.

    Args:
        keep_prob: the probability that a channel is kept, in [0, 1].

    The call takes `x`, a Tensor of five dimensions and an integer or floating dtype. It returns a
    pair: the Tensor of the same shape and dtype, and a Tensor of Bool that is True where channels
    are kept.

    Raises:
        TypeError: `keep_prob` is not a number, or `x` has another dtype.
        ValueError: `keep_prob` is outside [0, 1], or `x` has another rank.

    Examples:
        >>> import msjax as ms
        >>> out, mask = ms.ops.Dropout3D(keep_prob=1.0)(ms.ops.ones((1, 1, 1, 1, 2)))
        >>> print(out, mask)
        [[[[[1. 1.]]]]] [[[[[ True  True]]]]]
    """

    rank = 5


# -- masks of bits ---------------------------------------------------------------------------------


@op(label="DropoutGenMask")
def _mask_bits(count, keep_prob: Array, generator: Key = None):
    bits = unit(generator, (count // 8, 8), _F32) < keep_prob.astype(_F32)
    return jnp.packbits(bits, axis=-1, bitorder="little").reshape(-1)


_draw_mask = call(_mask_bits)


@public("ops.DropoutGenMask")
class DropoutGenMask(Seeded):
    """The mask that `DropoutDoMask` applies: one bit for each element, in UInt8.

    Args:
        Seed0: int; positive seeds give the Primitive a stream of its own.
        Seed1: int.

    The call takes `shape`, a tuple of ints, and `keep_prob`, a Tensor with the probability of a bit
    of 1. It returns a UInt8 Tensor of 16 bytes for every 128 elements that are begun.

    Raises:
        TypeError: `shape` is not made of ints, or `keep_prob` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> mask = ms.ops.DropoutGenMask()((2, 3), ms.Tensor(1.0))
        >>> print(mask.shape, mask[0])
        (16,) 255
    """

    seed_names = ("Seed0", "Seed1")

    def __init__(self, Seed0: int = 0, Seed1: int = 0):
        super().__init__("DropoutGenMask", Seed0, Seed1)

    def __call__(self, shape: int | Sequence[int], keep_prob: Tensor) -> Tensor:
        size = int(np.prod(lengths("shape", shape)))
        keep_prob = of_type("keep_prob", keep_prob, Tensor)
        return _draw_mask(-(-size // 128) * 128, keep_prob, self._generator)


@primitive("DropoutDoMask")
@op(label="DropoutDoMask")
def _apply_mask(x: Array, mask: Array, keep_prob: Array):
    """Zero the elements of `x` whose bit in `mask` is 0, and divide the others by `keep_prob`.

    Args:
        x: Tensor.
        mask: UInt8 Tensor of a bit or more for each element, the lowest bit of a byte first.
        keep_prob: Tensor with the probability of a bit of 1.

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `mask` has another dtype.
        ValueError: `mask` has fewer bits than `x` has elements.

    Examples:
        >>> import msjax as ms
        >>> mask = ms.Tensor([5], ms.uint8)
        >>> print(ms.ops.DropoutDoMask()(ms.Tensor([1., 2., 3.]), mask, ms.Tensor(0.5)))
        [2. 0. 6.]
    """
    accept(mask, "uint8", "mask")
    if mask.size * 8 < x.size:
        raise ValueError(must("mask", f"of {x.size} bits or more", mask.size * 8))
    bits = jnp.unpackbits(mask, bitorder="little")[: x.size].reshape(x.shape)
    scaled = x / keep_prob.astype(x.dtype)
    return jnp.where(bits > 0, scaled, jnp.zeros((), x.dtype))
