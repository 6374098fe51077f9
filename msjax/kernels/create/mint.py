"""Tensors made from shapes, sequences and random numbers by the rules of mint."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, integer, of_type, positive
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.publish import REQUIRED, Array, Key, Value, call, op, public
from msjax._core.op.static_values import static_value
from msjax._core.tensor.random import Generator
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept
from msjax.kernels.create import creation, random, sampling
from msjax.kernels.host import from_host, np_dtype, placed

if TYPE_CHECKING:
    from msjax._types import Number

_DEVICES = ("CPU", "cpu", "Ascend", "npu")


def _on(made: Tensor, device: Any) -> Tensor:
    """A new Tensor where the argument `device` wants it."""
    if device is None:
        return made
    if not isinstance(device, str):
        raise TypeError(must("device", "a string", describe(device)))
    if device == "meta":
        raise NotImplementedError(Clause("there are no Tensors without memory, device 'meta'."))
    if device not in _DEVICES:
        raise ValueError(must("device", f"one of {_DEVICES}", repr(device)))
    return made.to(device="CPU" if device.upper() == "CPU" else "Ascend")


# -- one value everywhere --------------------------------------------------------------------------


@public("mint.zeros", label="Zeros")
def zeros(size: int | Sequence | Tensor, *, dtype: mstype.Type | None = None) -> Tensor:
    """Tensor of zeros.

    Args:
        size: int, or tuple, list or Tensor of ints, the shape.
        dtype: element type, float32 by default.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not made of ints, or `dtype` is not a dtype.
        ValueError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.zeros((2, 2)))
        [[0. 0.]
         [0. 0.]]
    """
    return creation.zeros(size, dtype)


@public("mint.ones", label="Ones")
def ones(size: int | Sequence | Tensor, *, dtype: mstype.Type | None = None) -> Tensor:
    """Tensor of ones.

    Args:
        size: int, or tuple, list or Tensor of ints, the shape.
        dtype: element type, float32 by default.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not made of ints, or `dtype` is not a dtype.
        ValueError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.ones((2,), dtype=ms.int32))
        [1 1]
    """
    return creation.ones(size, dtype)


@public("mint.zeros_like", label="ZerosLikeExt")
def zeros_like(input: Tensor, *, dtype: mstype.Type | None = None) -> Tensor:
    """Tensor of zeros in the shape of another one.

    Args:
        input: Tensor.
        dtype: element type, by default that of `input`.

    Returns:
        Tensor.

    Raises:
        TypeError: `input` is not a Tensor, or `dtype` not a dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.zeros_like(ms.Tensor([1, 2])))
        [0 0]
    """
    return creation.zeros_like(of_type("input", input, Tensor), dtype=dtype)


def _kind_of(fill_value: Any) -> np.dtype:
    """The dtype that a filled Tensor has by default."""
    if isinstance(fill_value, Tensor):
        kind = fill_value.dtype.np.kind
        whole, truth = kind in "iu", kind == "b"
    else:
        whole, truth = isinstance(fill_value, int), isinstance(fill_value, bool)
    return np.dtype(np.bool_ if truth else np.int64 if whole else np.float32)


def _fill_number(fill_value: Any) -> Any:
    allowed = isinstance(fill_value, (bool, int, float, Tensor))
    complex_ = isinstance(fill_value, Tensor) and fill_value.dtype.np.kind == "c"
    if not allowed or complex_:
        raise TypeError(must("fill_value", "a real number or Tensor", describe(fill_value)))
    return fill_value


@public("mint.full", label="FillScalar")
def full(
    size: Sequence[int], fill_value: Number | Tensor, *, dtype: mstype.Type | None = None
) -> Tensor:
    """Tensor full of one value.

    Args:
        size: tuple or list of ints, the shape.
        fill_value: real number, or Tensor of one element.
        dtype: element type; by default int64 for an int, bool for a bool and float32 for a float.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not a tuple or list of ints, `fill_value` not a number, or `dtype` is
            not a dtype.
        ValueError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.full((2,), 0.5))
        [0.5 0.5]
        >>> ms.mint.full((2,), 3).dtype
        mindspore.int64
    """
    found = np_dtype(dtype, _kind_of(_fill_number(fill_value)))
    return creation.full(size, fill_value, dtype=mstype.from_np(found))


@public("mint.full_like", label="FullLike")
def full_like(
    input: Tensor, fill_value: Number | Tensor, *, dtype: mstype.Type | None = None
) -> Tensor:
    """Tensor full of one value in the shape of another one.

    Args:
        input: Tensor.
        fill_value: real number, or Tensor of one element.
        dtype: element type, by default that of `input`.

    Returns:
        Tensor.

    Raises:
        AttributeError: `input` is not a Tensor.
        TypeError: `fill_value` is not a number, or `dtype` not a dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.full_like(ms.Tensor([1., 2.]), 7))
        [7. 7.]
    """
    if not isinstance(input, Tensor):
        error = AttributeError if dtype is None else TypeError  # MindSpore asks for its dtype
        raise error(must("input", "a Tensor", describe(input)))
    if isinstance(fill_value, Tensor) and fill_value.dtype == mstype.bfloat16:
        raise TypeError(must("fill_value", "of another dtype", "a Tensor of BFloat16"))
    return creation.full_like(input, _fill_number(fill_value), dtype=dtype)


@public("mint.empty", label="Empty")
def empty(
    *args: int | Sequence[int] | Tensor,
    size: int | Sequence[int] = REQUIRED,
    dtype: mstype.Type | None = None,
    device: str | None = None,
    pin_memory: bool = False,
) -> Tensor:
    """Tensor with values that are not meant to be used (zeros).

    Args:
        args: ints, or one tuple or list of ints, the shape.
        size: the shape, as a keyword.
        dtype: element type, float32 by default.
        device: "CPU", or None for the device of the context.
        pin_memory: True is refused: memory is not pinned here.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is missing or not made of ints, or another argument is of a wrong type.
        ValueError: a length is negative, or there is no such device.
        RuntimeError: `pin_memory` is set.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.empty(2, 3).shape
        (2, 3)
    """
    if bool(args) == (size is not REQUIRED):
        raise TypeError("empty() takes one shape, in 'size' or as positional arguments.")
    found = args[0] if len(args) == 1 and not isinstance(args[0], Tensor) else args
    found = found if size is REQUIRED else size
    return _empty(found, np_dtype(dtype, np.float32), device, pin_memory)


def _empty(size: Any, dtype: np.dtype, device: Any, pin_memory: Any) -> Tensor:
    if boolean("pin_memory", pin_memory):
        raise RuntimeError(must("pin_memory", "False, as memory is not pinned", True))
    return _on(creation.zeros(size, mstype.from_np(dtype)), device)


@public("mint.empty_like", label="EmptyLike")
def empty_like(
    input: Tensor,
    *,
    dtype: mstype.Type | None = None,
    device: str | None = None,
    pin_memory: bool = False,
) -> Tensor:
    """Tensor in the shape of another one, with values that are not meant to be used (zeros).

    Args:
        input: Tensor.
        dtype: element type, by default that of `input`.
        device: "CPU", or None for the device of the context.
        pin_memory: True is refused: memory is not pinned here.

    Returns:
        Tensor.

    Raises:
        TypeError: `input` is not a Tensor, or another argument is of a wrong type.
        ValueError: there is no such device.
        RuntimeError: `pin_memory` is set.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.empty_like(ms.Tensor([[1, 2]]), dtype=ms.float16).dtype
        mindspore.float16
    """
    x = of_type("input", input, Tensor)
    return _empty(x.shape, np_dtype(dtype, x.dtype.np), device, pin_memory)


# -- sequences -------------------------------------------------------------------------------------

_COUNTING = ("int32", "int64", "float16", "float32", "float64", "bfloat16")


def _number(arg: str, value: Any) -> int | float:
    """A number, which a Tensor of one element may hold."""
    if isinstance(value, Tensor) and not value.ndim:
        value = value.item()
    if not isinstance(value, (bool, int, float)):
        raise TypeError(must(arg, "int, float or a 0-d Tensor", describe(value)))
    return int(value) if isinstance(value, bool) else value


@public("mint.arange", label="Arange")
def arange(
    start: Number | Tensor = 0,
    end: Number | Tensor | None = None,
    step: Number | Tensor = 1,
    *,
    dtype: mstype.Type | None = None,
) -> Tensor:
    """Numbers from `start` by `step` to before `end`.

    Args:
        start: number or 0-d Tensor; with `end` None, the sequence runs from 0 to `start`.
        end: number or 0-d Tensor.
        step: number or 0-d Tensor.
        dtype: int32, int64, float16, float32, float64 or bfloat16; by default int64, or float32 if
            an argument is a float.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: an argument is not a number, or `dtype` not a dtype.
        ValueError: `step` is zero or leads away from `end`, or `dtype` is another one.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.arange(1, 6, 2))
        [1 3 5]
    """
    if end is None:
        start, end = 0, start
    given = [_number(a, v) for a, v in (("start", start), ("end", end), ("step", step))]
    whole = all(isinstance(v, int) for v in given)
    found = np_dtype(dtype, np.int64 if whole else np.float32)
    if found.name not in _COUNTING:
        raise ValueError(must("dtype", f"one of {_COUNTING}", mstype.from_np(found)))
    first, last, distance = given
    if not distance:
        raise ValueError(Clause("step must not be zero."))
    if (last - first) * distance < 0:
        side = "positive when end < start" if distance > 0 else "negative when end > start"
        raise ValueError(Clause(f"step cannot be {side}."))
    count = len(range(*given)) if whole else math.ceil((last - first) / distance)
    return placed(from_host((first + np.arange(count) * distance).astype(found)))


@public("mint.linspace", label="LinSpaceExt")
def linspace(
    start: Number | Tensor, end: Number | Tensor, steps: int, *, dtype: mstype.Type | None = None
) -> Tensor:
    """Numbers at equal distances from `start` to `end`.

    Args:
        start: number or 0-d Tensor, the first one.
        end: number or 0-d Tensor, the last one.
        steps: positive int, how many.
        dtype: element type, float32 by default.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: an argument is not a number, `steps` not an int, or `dtype` not a dtype.
        ValueError: `steps` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.linspace(3, 10, 5))
        [ 3.    4.75  6.5   8.25 10.  ]
    """
    first, last = _number("start", start), _number("end", end)
    steps = static_value(steps)
    positive("steps", integer("steps", steps))
    line = np.linspace(first, last, steps).astype(np_dtype(dtype, np.float32))
    return placed(from_host(line))


# -- random numbers --------------------------------------------------------------------------------


def _size(size: tuple) -> tuple[int, ...]:
    """The shape that the arguments of `rand` say."""
    if size and isinstance(size[0], (tuple, list)):
        size = tuple(size[0])
    if any(isinstance(n, Tensor) and n.ndim for n in size):
        raise TypeError(must("size", "made of ints", describe(size)))
    return creation.lengths("size", size)


def _floating(dtype: Any, default: Any = np.float32) -> np.dtype:
    found = np_dtype(dtype, default)
    if mstype.from_np(found) not in mstype.float_type:
        raise TypeError(must("dtype", "a float type", mstype.from_np(found)))
    return found


@public("mint.rand", label="RandExt")
def rand(
    *size: int | Sequence[int] | Tensor,
    generator: Generator | None = None,
    dtype: mstype.Type | None = None,
    device: str | None = None,
) -> Tensor:
    """Uniform random numbers in [0, 1).

    Args:
        size: ints, or one tuple or list of ints, the shape; nothing for a 0-d Tensor.
        generator: Generator, the default one if None.
        dtype: floating element type, float32 by default.
        device: None for the device of the context, or the name of one.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not made of ints, or `dtype` is not a floating dtype.
        ValueError: a length is negative, or there is no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.rand(2, 3).shape
        (2, 3)
    """
    return _on(placed(random.draw_uniform(_size(size), _floating(dtype), generator)), device)


@public("mint.randn", label="Randn")
def randn(
    *size: int | Sequence[int] | Tensor,
    generator: Generator | None = None,
    dtype: mstype.Type | None = None,
    device: str | None = None,
) -> Tensor:
    """Standard normal random numbers.

    Args:
        size: ints, or one tuple or list of ints, the shape; nothing for a 0-d Tensor.
        generator: Generator, the default one if None.
        dtype: floating element type, float32 by default.
        device: None for the device of the context, or the name of one.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not made of ints, or `dtype` is not a floating dtype.
        ValueError: a length is negative, or there is no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.randn((2, 3)).shape
        (2, 3)
    """
    return _on(placed(random.draw_normal(_size(size), _floating(dtype), generator)), device)


@public("mint.rand_like", label="rand_like_ext")
def rand_like(
    input: Tensor, *, dtype: mstype.Type | None = None, device: str | None = None
) -> Tensor:
    """Uniform random numbers in [0, 1), in the shape of a Tensor.

    Args:
        input: Tensor.
        dtype: floating element type, by default that of `input`.
        device: None for the device of the context, or the name of one.

    Returns:
        Tensor.

    Raises:
        TypeError: `input` is not a Tensor, or the dtype is not floating.
        ValueError: there is no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.rand_like(ms.Tensor([[1, 2, 3]]), dtype=ms.float16).shape
        (1, 3)
    """
    x = of_type("input", input, Tensor)
    drawn = random.draw_uniform(x.shape, _floating(dtype, x.dtype.np), None)
    return _on(placed(drawn), device)


@public("mint.randn_like", label="randn_like_ext")
def randn_like(
    input: Tensor, *, dtype: mstype.Type | None = None, device: str | None = None
) -> Tensor:
    """Standard normal random numbers in the shape of a Tensor.

    Args:
        input: Tensor.
        dtype: floating element type, by default that of `input`.
        device: None for the device of the context, or the name of one.

    Returns:
        Tensor.

    Raises:
        TypeError: `input` is not a Tensor, or the dtype is not floating.
        ValueError: there is no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.randn_like(ms.Tensor([[1., 2., 3.]])).shape
        (1, 3)
    """
    x = of_type("input", input, Tensor)
    drawn = random.draw_normal(x.shape, _floating(dtype, x.dtype.np), None)
    return _on(placed(drawn), device)


def _bounds(bounds: tuple) -> tuple[int, int]:
    """The bounds of random integers, of which the lower one may be left out."""
    if len(bounds) not in (1, 2):
        raise TypeError(must("args", "high, or low and high", describe(bounds)))
    low, high = static_value((0, *bounds)[-2:])
    low, high = integer("low", low), integer("high", high)
    if low >= high:
        raise RuntimeError(Clause(f"'low' must be less than 'high', but got {low} and {high}."))
    return low, high


@public("mint.randint", label="RandInt")
def randint(
    *args: int | Sequence[int] | Tensor,
    generator: Generator | None = None,
    dtype: mstype.Type | None = None,
    device: str | None = None,
) -> Tensor:
    """Random integers, called as `randint(high, size)` or `randint(low, high, size)`.

    Args:
        args: ints `low` (0 by default) and `high`, which is not reached, then `size`, a tuple or
            list of ints.
        generator: Generator, the default one if None.
        dtype: element type, int64 by default.
        device: None for the device of the context, or the name of one.

    Returns:
        Tensor.

    Raises:
        TypeError: the arguments fit none of the forms, or `dtype` is not a dtype.
        ValueError: a length is negative, or there is no such device.
        RuntimeError: `low` is not less than `high`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.mint.randint(0, 5, (2, 3))
        >>> x.shape, x.dtype
        ((2, 3), mindspore.int64)
    """
    if not args or not isinstance(args[-1], (tuple, list)):
        raise TypeError(must("size", "a tuple or list of ints", describe(args[-1:])))
    shape = creation.lengths("size", args[-1])
    drawn = random.draw_integers(shape, *_bounds(args[:-1]), np_dtype(dtype, np.int64), generator)
    return _on(placed(drawn), device)


@public("mint.randint_like", label="RandIntLike")
def randint_like(
    *args: int | Sequence[int] | Tensor, dtype: mstype.Type | None = None, device: str | None = None
) -> Tensor:
    """Random integers in the shape of a Tensor, called with `input`, perhaps `low`, and `high`.

    Args:
        args: Tensor `input`, ints `low` (0 by default) and `high`, which is not reached.
        dtype: element type, by default that of `input`.
        device: None for the device of the context, or the name of one.

    Returns:
        Tensor.

    Raises:
        TypeError: the arguments fit none of the forms, or `dtype` is not a dtype.
        ValueError: there is no such device.
        RuntimeError: `low` is not less than `high`.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.randint_like(ms.Tensor([[1, 2, 3]]), 5).shape
        (1, 3)
    """
    x = of_type("input", args[0] if args else None, Tensor)
    bounds = _bounds(args[1:])
    drawn = random.draw_integers(x.shape, *bounds, np_dtype(dtype, x.dtype.np), None)
    return _on(placed(drawn), device)


@public("mint.randperm", label="RandpermExt")
def randperm(
    n: int, *, generator: Generator | None = None, dtype: mstype.Type = mstype.int64
) -> Tensor:
    """The numbers 0 to n - 1 in random order.

    Args:
        n: int, how many.
        generator: Generator, the default one if None.
        dtype: any element type but bool and complex ones.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: `n` is not an int, or `dtype` is bool, complex or not a dtype.
        ValueError: `n` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.randperm(4).sort()[0])
        [0 1 2 3]
    """
    n = static_value(n)
    if isinstance(n, bool):
        raise TypeError(must("n", "an int", n))
    found = np_dtype(dtype)
    if found.kind in "bc":
        raise TypeError(must("dtype", "a real number type", mstype.from_np(found)))
    if integer("n", n) < 0:
        raise ValueError(must("n", "non-negative", n))
    return placed(sampling.draw_permutation(n, found, generator))


@op(label="Normal")
def _normal(shape, mean: Value, std: Value, dtype, generator: Key = None):
    mean, std = jnp.asarray(mean), jnp.asarray(std)
    for arg, x in (("mean", mean), ("std", std)):
        accept(x, "iuf", arg)
    base = np.dtype(np.float64 if np.float64 in (mean.dtype, std.dtype) else np.float32)
    drawn = random.gauss(generator, shape, base)
    return (drawn * std.astype(base) + mean.astype(base)).astype(dtype)


_draw_normal = call(_normal)


@public("mint.normal", label="Normal")
def normal(
    mean: float | Tensor = 0.0,
    std: float | Tensor = 1.0,
    size: Sequence[int] | None = None,
    generator: Generator | None = None,
) -> Tensor:
    """Normal random numbers.

    Args:
        mean: number or Tensor.
        std: number or Tensor whose shape broadcasts with that of `mean`, the standard deviation.
        size: tuple or list of ints, the shape; needed, and looked at, if there is no Tensor.
        generator: Generator, the default one if None.

    Returns:
        Tensor of the dtype of `mean` if that is a Tensor, else of `std`; float32 for two numbers.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a number `std` is negative, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.normal(ms.Tensor([1., 2., 3.]), 0.5).shape
        (3,)
        >>> ms.mint.normal(0.0, 1.0, (2, 3)).shape
        (2, 3)
    """
    tensors = [x for x in (mean, std) if isinstance(x, Tensor)]
    for arg, x in (("mean", mean), ("std", std)):
        if not isinstance(x, (bool, int, float, Tensor)):
            raise TypeError(must(arg, "a number or a Tensor", describe(x)))
    if not tensors and not isinstance(size, (tuple, list)):
        raise TypeError(must("size", "a tuple or list of ints", describe(size)))
    if not isinstance(std, Tensor) and std < 0:
        raise ValueError(must("std", "greater than or equal to 0", std))
    if tensors:
        try:
            shape = np.broadcast_shapes(*(x.shape for x in tensors))
        except ValueError:
            shapes = [x.shape for x in tensors]
            raise ValueError(Clause(f"the shapes {shapes} do not broadcast.")) from None
    else:
        shape = creation.lengths("size", size)
    dtype = tensors[0].dtype.np if tensors else np.dtype(np.float32)
    mean, std = (float(x) if not isinstance(x, Tensor) else x for x in (mean, std))
    return placed(_draw_normal(shape, mean, std, dtype, generator))


@op("mint.multinomial", label="MultinomialExt")
def multinomial(
    input: Array, num_samples: int, replacement: bool = False, *, generator: Key = None
):
    """Places drawn with probabilities proportional to the weights along the last dimension.

    Args:
        input: Tensor of one or two dimensions, non-negative weights.
        num_samples: int, how many places to draw in each row.
        replacement: bool, whether a place may be drawn again.
        generator: Generator, the default one if None.

    Returns:
        Tensor of int64.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `input` has another rank, or more is to be drawn than there is.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.multinomial(ms.Tensor([0., 1., 0.]), 2, True))
        [1 1]
    """
    boolean("replacement", replacement)
    return sampling.drawn_places(input, num_samples, replacement, np.dtype(np.int64), generator)


# -- one-hot ---------------------------------------------------------------------------------------


@op(label="OneHotExt")
def _one_hot(tensor: Array, num_classes):
    places = jnp.arange(num_classes, dtype=np.int32)
    return (jnp.expand_dims(tensor, -1) == places.astype(tensor.dtype)).astype(tensor.dtype)


_encode = call(_one_hot)


@public("mint.nn.functional.one_hot", label="OneHotExt")
def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    """Vectors with 1 at an index and 0 elsewhere.

    Args:
        tensor: Tensor of int32 or int64, the indices.
        num_classes: int, the length of the vectors; -1 for one more than the largest index.

    Returns:
        Tensor of the same dtype and of one rank more.

    Raises:
        AttributeError: `tensor` is not a Tensor.
        TypeError: `tensor` is of another dtype, or `num_classes` not an int.
        ValueError: `num_classes` is less than -1.
        RuntimeError: `tensor` has no elements.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.one_hot(ms.Tensor([0, 2])))
        [[1 0 0]
         [0 0 1]]
    """
    if not isinstance(tensor, Tensor):
        raise AttributeError(must("tensor", "a Tensor", describe(tensor)))
    if tensor.dtype not in (mstype.int32, mstype.int64):
        raise TypeError(must("tensor", "of Int32 or Int64", tensor.dtype))
    num_classes = static_value(num_classes)
    if isinstance(num_classes, bool) or integer("num_classes", num_classes) < -1:
        error = TypeError if isinstance(num_classes, bool) else ValueError
        raise error(must("num_classes", "an int from -1 on", num_classes))
    if not tensor.size:
        raise RuntimeError(must("tensor", "a Tensor with elements", f"shape {tensor.shape}"))
    depth = int(tensor.max().item()) + 1 if num_classes == -1 else num_classes
    return _encode(tensor, depth)
