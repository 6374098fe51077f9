"""Padding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, integer, integers, of_type
from msjax._core.base.doubles import exact
from msjax._core.base.errors import Clause, must
from msjax._core.op.older import Find, bind_older, taking
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Exact, Value, is_python, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.conv.spatial import pad_ends


def _source(length: int, before: int, after: int, mode: str) -> np.ndarray:
    """For each place of a padded dimension, the place of the input that it shows."""
    places = np.arange(-before, length + after)
    if mode == "edge":
        return np.clip(places, 0, length - 1)
    if mode == "circular":
        return places % length
    period = 2 * length - (2 if mode == "reflect" else 0)
    inside = places % max(period, 1)
    return np.where(inside < length, inside, period - inside - (mode == "symmetric"))


def _padded(x: Any, pairs: list[tuple[int, int]], mode: str, value: Any) -> Any:
    """`x` with (before, after) added to each of its dimensions; negative numbers cut first."""
    for n, (a, b) in zip(x.shape, pairs, strict=True):
        if n + a + b < 1 and (a or b):
            raise ValueError(must("padding", "such that something is left", pairs))
    x = x[
        tuple(slice(max(-a, 0), n - max(-b, 0)) for n, (a, b) in zip(x.shape, pairs, strict=True))
    ]
    pairs = [(max(a, 0), max(b, 0)) for a, b in pairs]
    if mode == "constant":
        return pad_ends(x, pairs, value)
    for axis, (a, b) in enumerate(pairs):
        if a or b:
            x = jnp.take(x, _source(x.shape[axis], a, b, mode), axis)
    return x


def _from_last(x: Any, padding: Any, mode: str, free: int) -> list[tuple[int, int]]:
    """Pairs for all dimensions from (before, after) numbers that start with the last dimension.

    Modes other than "constant" leave at most two and at least `free` of the first dimensions alone.
    """
    padding = integers("padding", padding)
    if len(padding) % 2:
        raise ValueError(must("padding", "an even number of ints", len(padding)))
    given = len(padding) // 2
    if given > x.ndim:
        raise ValueError(must("padding", f"numbers for {x.ndim} dimensions", given))
    if mode != "constant" and (x.ndim < 2 or not free <= x.ndim - given <= 2):
        raise ValueError(
            Clause(
                f"mode '{mode}' must have numbers for all but the first {free} to 2 "
                f"dimensions, but got {len(padding)} numbers for an input of {x.ndim} dimensions."
            )
        )
    pairs = [(padding[2 * i], padding[2 * i + 1]) for i in range(given)]
    pairs = [(0, 0)] * (x.ndim - given) + pairs[::-1]
    for n, (a, b) in zip(x.shape, pairs, strict=True):
        if mode == "reflect" and max(a, b) >= n and (a or b):
            raise ValueError(must("padding", f"less than the dimension, {n}", (a, b)))
    return pairs


_MODES = ("constant", "reflect", "edge", "replicate", "circular")


@taking("input_x paddings")
def _older_pad(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """To 2.0.0-alpha: a pair for each axis, filled with zeros."""
    second = args[1] if len(args) == 2 and not kwargs else None
    nested = isinstance(second, (tuple, list)) and bool(second) and not isinstance(second[0], int)
    if not nested and "paddings" not in kwargs:
        return today(*args, **kwargs)
    bound = bind_older("pad", ("input_x", "paddings"), args, kwargs)
    if len(bound) < 2:
        raise TypeError("pad() needs 'input_x' and 'paddings'.")
    x, pairs = bound["input_x"], bound["paddings"]
    if len(pairs) != x.ndim or any(len(pair) != 2 for pair in pairs):
        raise ValueError(must("paddings", f"of shape ({x.ndim}, 2)", pairs))
    return today(x, [n for pair in reversed(pairs) for n in pair])


@op(
    "ops.pad",
    accepts={"padding": "tuple[int tuple] list Tensor !ValueError str"},
    formerly={"ops.pad": _older_pad},
)
def pad(
    input_x: Array,
    padding: Sequence[int | tuple[Any, ...]] | Tensor,
    mode: str = "constant",
    value: Exact | None = None,
):
    """Add elements before and after the dimensions of a Tensor.

    Args:
        input_x: Tensor.
        padding: tuple, list or Tensor of ints: (before, after) for the last dimension, then for the
            one before it, and so on. Negative numbers cut elements off.
        mode: "constant", "reflect" (mirror at the edge elements), "replicate" (repeat the edge
            elements) or "circular" (go on at the other end). All but "constant" need numbers for
            all dimensions except the first, or the first two.
        value: number for mode "constant", 0 by default.

    Returns:
        Tensor.

    Raises:
        ValueError: `mode` is none of these, `value` does not go with it, or the numbers do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.pad(ms.Tensor([1, 2]), (1, 2)))
        [0 1 2 0 0]
    """
    if mode not in _MODES:
        raise ValueError(must("mode", f"one of {_MODES}", repr(mode)))
    if mode != "constant" and value is not None:
        raise ValueError(Clause(f"the padding mode '{mode}' can not set value."))
    if isinstance(padding, tuple) and not padding:
        return input_x
    mode = "edge" if mode == "replicate" else mode
    pairs = _from_last(input_x, padding, mode, 1)
    if not (value is None or is_python(value)):
        value = exact(value, input_x.dtype)
    return _padded(input_x, pairs, mode, 0 if value is None else value)


def _check_pad_v3(mode: Any, paddings_contiguous: Any) -> None:
    if mode not in ("constant", "reflect", "edge", "circular"):
        raise ValueError(must("mode", "constant, reflect, edge or circular", repr(mode)))
    boolean("paddings_contiguous", paddings_contiguous)


@primitive(
    "PadV3",
    check=_check_pad_v3,
    accepts={"paddings": "float bool str tuple[int] list Tensor None !ValueError int"},
    counts="all",
    mode="constant",
    paddings_contiguous=True,
)
@op(label="PadV3")
def pad_v3(
    x: Array,
    paddings: Sequence[int] | Tensor | None,
    constant_value: Value | None = None,
    mode: str = "constant",
    paddings_contiguous: bool = True,
):
    """Add elements before and after the last dimensions; see `ops.pad`.

    Args:
        mode: "constant", "reflect", "edge" or "circular".
        paddings_contiguous: whether `paddings` has pairs (before, after); if False, all numbers
            before come first, then all numbers after.

    Inputs:
        - **x** (Tensor) - any dtype.
        - **paddings** (tuple, list, Tensor) - numbers of elements, those of the last dimension
          first; negative ones cut.
        - **constant_value** (number, Tensor) - what "constant" adds; it gets no gradient.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: another mode, no `constant_value` for "constant", or paddings that do not fit
            `x`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.PadV3()(ms.Tensor([1, 2]), (1, 2), 0))
        [0 1 2 0 0]
    """
    paddings = integers("paddings", paddings)
    if not paddings_contiguous:
        half = len(paddings) // 2
        paddings = tuple(paddings[i // 2 + half * (i % 2)] for i in range(2 * half))
    if mode == "constant" and constant_value is None:
        raise ValueError(must("constant_value", "given for mode 'constant'", None))
    pairs = _from_last(x, paddings, mode, 2)
    fill = jnp.asarray(0 if constant_value is None else constant_value).astype(x.dtype)
    fill = jax.lax.stop_gradient(fill)  # it gets no gradient
    return _padded(x, pairs, mode, fill)


def _check_pad(paddings: Any) -> None:
    of_type("paddings", paddings, tuple)
    for pair in paddings:
        if len(integers("paddings", pair)) != 2:
            raise ValueError(must("paddings", "made of pairs", paddings))


@primitive("Pad", check=_check_pad, counts="all", paddings=REQUIRED)
@op(label="Pad")
def _pad_primitive(input_x: Array, paddings: Sequence[Sequence[int]]):
    """Add zeros before and after every dimension; `paddings` is a tuple of (before, after) pairs.

    Args:
        input_x: Tensor.
        paddings: tuple with a pair of ints for each dimension.

    Returns:
        Tensor.

    Raises:
        TypeError: `input_x` is not a Tensor, or `paddings` not a tuple of ints.
        ValueError: `paddings` is not made of pairs, or not one for each dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Pad(((1, 2),))(ms.Tensor([1., 2.])))
        [0. 1. 2. 0. 0.]
    """
    if len(paddings) != input_x.ndim:
        raise ValueError(
            Clause(
                f"the length of 'paddings' must be equal to the rank of 'input_x', but got "
                f"{len(paddings)} vs {input_x.ndim}"
            )
        )
    if any(n < 0 for pair in paddings for n in pair):
        raise ValueError(must("paddings", "made of numbers >= 0", paddings))
    return jnp.pad(input_x, paddings)


def _check_mirror(mode: Any) -> None:
    if mode not in ("REFLECT", "SYMMETRIC"):
        raise ValueError(must("mode", "REFLECT or SYMMETRIC", repr(mode)))


@primitive(
    "MirrorPad",
    check=_check_mirror,
    accepts={"paddings": "Tensor[int32 int64]"},
    counts="all",
    mode="REFLECT",
)
@op("ops.mirror_pad", label="MirrorPad", accepts={"paddings": "Tensor[int32 int64]"})
def mirror_pad(input_x: Array, paddings: Tensor, mode: str):
    """Pad by mirroring a Tensor at its edges.

    Args:
        input_x: Tensor.
        paddings: Tensor of ints of shape (rank, 2): how many elements to add before and after each
            dimension.
        mode: "REFLECT" leaves the edge elements single, "SYMMETRIC" repeats them.

    Returns:
        Tensor.

    Raises:
        ValueError: the numbers exceed the dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.mirror_pad(ms.Tensor([1, 2, 3]), ms.Tensor([[1, 2]]), "SYMMETRIC"))
        [1 1 2 3 3 2]
    """
    _check_mirror(mode)
    pairs = [integers("paddings", p) for p in paddings]
    if len(pairs) != input_x.ndim or any(len(p) != 2 for p in pairs):
        raise ValueError(must("paddings", f"of shape ({input_x.ndim}, 2)", paddings))
    slack = int(mode == "REFLECT")
    for n, (a, b) in zip(input_x.shape, pairs, strict=True):
        if min(a, b) < 0 or max(a, b) > n - slack:
            raise ValueError(must("paddings", f"in [0, {n - slack}]", (a, b)))
    return _padded(input_x, pairs, mode.lower(), 0)


@primitive(
    "Padding",
    accepts={
        "x": "Tensor !ValueError int float bool str tuple list ndarray None",
        "pad_dim_size": "int",
    },
    counts="all",
    pad_dim_size=8,
)
@op(
    "ops.padding",
    label="Padding",
    accepts={"x": "Tensor !ValueError int float bool str tuple list ndarray None"},
)
def padding(x: Array, pad_dim_size: int = 8):
    """Grow a last dimension of length 1 to `pad_dim_size` by zeros.

    Args:
        x: Tensor of at least two dimensions, the last of length 1.
        pad_dim_size: int, the new length of the last dimension.

    Returns:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `pad_dim_size` is not an int.
        ValueError: it is not positive, or `x` is of another shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.padding(ms.Tensor([[1.], [2.]]), 2))
        [[1. 0.]
         [2. 0.]]
    """
    size = integer("pad_dim_size", pad_dim_size)
    if size < 1:
        raise ValueError(must("pad_dim_size", "positive", size))
    if x.ndim < 2 or x.shape[-1] != 1:
        raise ValueError(Clause(f"the last dimension of 'x' must be 1, but got: {x.shape}."))
    return jnp.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, size - 1)])
