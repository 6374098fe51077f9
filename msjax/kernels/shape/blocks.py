"""Rearranging between space, channels and batch; grids and combinations of elements."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import integer, integers
from msjax._core.base.errors import describe, must
from msjax._core.op.older import Find, taking
from msjax._core.op.primitive import REQUIRED, Primitive
from msjax._core.op.publish import Array, Arrays, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import store
from msjax.kernels.checks import accept, check_rank
from msjax.kernels.shape.broadcasting import broadcast_to

# -- space and depth -------------------------------------------------------------------------------


def _check_block(block_size: Any) -> None:
    if integer("block_size", block_size) < 2:
        raise ValueError(must("block_size", ">= 2", block_size))


def _stored_layout(block_size: int) -> dict[str, str]:
    return {"data_format": "NCHW"}


@primitive(
    "SpaceToDepth", check=_check_block, normal=_stored_layout, counts="all", block_size=REQUIRED
)
@op(label="SpaceToDepth")
def _space_to_depth(x: Array, block_size: int):
    """Move blocks of `block_size` by `block_size` pixels of an NCHW Tensor into channels.

    Args:
        x: Tensor of shape (N, C, H, W).
        block_size: int, 2 or more.

    Returns:
        Tensor of shape (N, C * block_size^2, H / block_size, W / block_size).

    Raises:
        TypeError: `x` is not a Tensor, or `block_size` not an int.
        ValueError: `block_size` is less than 2, the rank is not 4, or height or width no multiple
            of it.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.SpaceToDepth(2)(ms.ops.ones((1, 1, 2, 4))).shape
        (1, 4, 1, 2)
    """
    n, c, h, w = _image(x)
    s = block_size
    for axis, length in ((2, h), (3, w)):
        if length % s:
            raise ValueError(must(f"x_shape[{axis}]", f"a multiple of {s}", length))
    blocks = x.reshape(n, c, h // s, s, w // s, s)
    return blocks.transpose(0, 3, 5, 1, 2, 4).reshape(n, c * s * s, h // s, w // s)


@primitive(
    "DepthToSpace", check=_check_block, normal=_stored_layout, counts="all", block_size=REQUIRED
)
@op(label="DepthToSpace")
def _depth_to_space(x: Array, block_size: int):
    """Move channels of an NCHW Tensor into blocks of `block_size` by `block_size` pixels.

    Args:
        x: Tensor of shape (N, C, H, W).
        block_size: int, 2 or more.

    Returns:
        Tensor of shape (N, C / block_size^2, H * block_size, W * block_size).

    Raises:
        TypeError: `x` is not a Tensor, or `block_size` not an int.
        ValueError: `block_size` is less than 2, the rank is not 4, or the channels no multiple of
            its square.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.DepthToSpace(2)(ms.ops.ones((1, 4, 1, 2))).shape
        (1, 1, 2, 4)
    """
    n, c, h, w = _image(x)
    s = block_size
    if c % (s * s):
        raise ValueError(must("x_shape[1]", f"a multiple of {s * s}", c))
    blocks = x.reshape(n, s, s, c // (s * s), h, w)
    return blocks.transpose(0, 3, 4, 1, 5, 2).reshape(n, c // (s * s), h * s, w * s)


def _image(x: Any) -> tuple[int, ...]:
    check_rank(x, 4, "x")
    return x.shape


@op(
    "ops.pixel_shuffle",
    "mint.nn.functional.pixel_shuffle",
    accepts={
        "ops.pixel_shuffle.upscale_factor": "int",
        "mint.nn.functional.pixel_shuffle.upscale_factor": "int scalar",
    },
    to_float="keep",
)
def pixel_shuffle(input: Array, upscale_factor: int):
    """Move channels into pixels: shape (*, c * r * r, h, w) becomes (*, c, h * r, w * r).

    Args:
        input: Tensor of at least three dimensions.
        upscale_factor: int, r.

    Returns:
        Tensor.

    Raises:
        ValueError: the channels are not divisible by r * r, or the rank is below 3.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.pixel_shuffle(ms.ops.ones((4, 1, 2)), 2).shape
        (1, 2, 4)
    """
    r = _factor(input, "upscale_factor", upscale_factor)
    *lead, c, h, w = input.shape
    if c % (r * r):
        raise ValueError(must("input.shape[-3]", f"a multiple of {r * r}", c))
    k = len(lead)
    blocks = input.reshape(*lead, c // (r * r), r, r, h, w)
    order = (*range(k), k, k + 3, k + 1, k + 4, k + 2)
    return blocks.transpose(order).reshape(*lead, c // (r * r), h * r, w * r)


@op("ops.pixel_unshuffle", accepts={"downscale_factor": "int"}, to_float="keep")
def pixel_unshuffle(input: Array, downscale_factor: int):
    """Move pixels into channels: shape (*, c, h * r, w * r) becomes (*, c * r * r, h, w).

    Args:
        input: Tensor of at least three dimensions.
        downscale_factor: int, r.

    Returns:
        Tensor.

    Raises:
        ValueError: height or width is not divisible by r, or the rank is below 3.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.pixel_unshuffle(ms.ops.ones((1, 2, 4)), 2).shape
        (4, 1, 2)
    """
    r = _factor(input, "downscale_factor", downscale_factor)
    *lead, c, h, w = input.shape
    if h % r or w % r:
        raise ValueError(must("input.shape[-2:]", f"multiples of {r}", (h, w)))
    k = len(lead)
    blocks = input.reshape(*lead, c, h // r, r, w // r, r)
    order = (*range(k), k, k + 2, k + 4, k + 1, k + 3)
    return blocks.transpose(order).reshape(*lead, c * r * r, h // r, w // r)


def _factor(x: Any, arg: str, factor: Any) -> int:
    if integer(arg, factor) < 1:
        raise ValueError(must(arg, "positive", factor))
    if x.ndim < 3:
        raise ValueError(must("input", "of more than two dimensions", x.ndim))
    return factor


@op("ops.channel_shuffle", label="ChannelShuffle")
def channel_shuffle(x: Array, groups: int):
    """Interleave groups of channels.

    Args:
        x: Tensor of at least three dimensions; the second one holds the channels.
        groups: int, the number of groups.

    Returns:
        Tensor.

    Raises:
        ValueError: the channels are not divisible by `groups`, or the rank is below 3.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.arange(4).reshape(1, 4, 1)
        >>> print(ms.ops.channel_shuffle(x, 2).reshape(4))
        [0 2 1 3]
    """
    accept(x, "iuf", "x")
    if isinstance(groups, bool) or not isinstance(groups, int) or groups < 1:
        raise ValueError(must("groups", "a positive int", groups))
    if x.ndim < 3:
        raise ValueError(must("x", "of more than two dimensions", x.ndim))
    if x.shape[1] % groups:
        raise ValueError(must("x_shape[1]", f"a multiple of {groups}", x.shape[1]))
    n, c, *rest = x.shape
    return x.reshape(n, groups, c // groups, *rest).swapaxes(1, 2).reshape(x.shape)


def _check_shuffle(group: Any) -> None:
    if isinstance(group, bool) or not isinstance(group, int):
        raise ValueError(must("group", "a positive int", describe(group)))


@primitive("ChannelShuffle", check=_check_shuffle, counts="missing", group=REQUIRED)
@op(label="ChannelShuffle")
def _channel_shuffle_primitive(x: Array, group: int):
    """Interleave groups of channels.

    Args:
        group: positive int, the number of groups; it divides the number of channels.

    Inputs:
        - **x** (Tensor) - shape (n, c, ...).

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        ValueError: `group` is not a positive int, or does not divide the number of channels.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.nn_ops import ChannelShuffle
        >>> x = ms.Tensor([1, 2, 3, 4]).reshape(1, 4, 1, 1)
        >>> print(ChannelShuffle(2)(x).ravel())
        [1 3 2 4]
    """
    return channel_shuffle(x, group)


# -- space and batch -------------------------------------------------------------------------------


def _blocks(arg: str, block: Any, pads: Any) -> tuple[tuple[int, ...], list]:
    pads = [integers(arg, p) for p in pads]
    block = (block,) * len(pads) if isinstance(block, int) else integers("block_size", block)
    if len(block) != len(pads) or any(len(p) != 2 for p in pads):
        raise ValueError(must(arg, f"of shape ({len(block)}, 2)", pads))
    if any(b < 1 for b in block) or any(n < 0 for p in pads for n in p):
        raise ValueError(must(arg, "free of negative numbers", (block, pads)))
    return block, pads


def _space_to_batch_blocks(x: Any, block: Any, pads: Any) -> Any:
    accept(x, "iuf", "input_x")
    block, pads = _blocks("paddings", block, pads)
    k = len(block)
    lead = x.ndim - k
    if lead < 1:
        raise ValueError(must("input_x", f"of more than {k} dimensions", x.ndim))
    x = jnp.pad(x, [(0, 0)] * lead + pads)
    inner = []
    for n, b in zip(x.shape[lead:], block, strict=True):
        if n % b:
            raise ValueError(must("input_x", f"of padded lengths divisible by {block}", x.shape))
        inner += [n // b, b]
    x = x.reshape(*x.shape[:lead], *inner)
    order = [*range(lead + 1, x.ndim, 2), *range(lead), *range(lead, x.ndim, 2)]
    x = x.transpose(order)
    return x.reshape(math.prod(block) * x.shape[k], *x.shape[k + 1 :])


def _batch_to_space_blocks(x: Any, block: Any, crops: Any) -> Any:
    block, crops = _blocks("crops", block, crops)
    k = len(block)
    lead = x.ndim - k
    if lead < 1:
        raise ValueError(must("input_x", f"of more than {k} dimensions", x.ndim))
    if x.shape[0] % math.prod(block):
        raise ValueError(must("input_x", f"of a batch divisible by {math.prod(block)}", x.shape))
    batch = x.shape[0] // math.prod(block)
    x = x.reshape(*block, batch, *x.shape[1:])
    order = [*range(k, k + lead)]
    for i in range(k):
        order += [k + lead + i, i]
    x = x.transpose(order)
    shape = [x.shape[lead + 2 * i] * x.shape[lead + 2 * i + 1] for i in range(k)]
    x = x.reshape(*x.shape[:lead], *shape)
    cut = tuple(slice(a, n - b) for n, (a, b) in zip(shape, crops, strict=True))
    return x[(..., *cut)]


@op(
    "ops.space_to_batch_nd",
    label="SpaceToBatchND",
    accepts={"block_size": "int tuple list[int list]"},
)
def space_to_batch_nd(
    input_x: Array, block_size: int | Sequence[int], paddings: Sequence[Sequence[Any]]
):
    """Pad the last dimensions and move blocks of them into the batch.

    Args:
        input_x: Tensor.
        block_size: int, or sequence of ints: the lengths of a block.
        paddings: sequence of (before, after) pairs, one for each of the last dimensions.

    Returns:
        Tensor.

    Raises:
        ValueError: a padded length is not divisible by that of the block.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((1, 1, 2, 2))
        >>> ms.ops.space_to_batch_nd(x, [2, 2], [[0, 0], [0, 0]]).shape
        (4, 1, 1, 1)
    """
    return _space_to_batch_blocks(input_x, block_size, paddings)


@op(
    "ops.batch_to_space_nd",
    label="BatchToSpaceND",
    accepts={
        "input_x": "Tensor[int float16 bfloat16 float32 float64]",
        "block_shape": "int tuple list[int list] Tensor",
    },
)
def batch_to_space_nd(
    input_x: Array, block_shape: int | Sequence[int] | Tensor, crops: Sequence[Any]
):
    """Move blocks of the batch into the last dimensions and crop those.

    Args:
        input_x: Tensor.
        block_shape: int, or sequence of ints: the lengths of a block.
        crops: sequence of (before, after) pairs to cut, one for each of the last dimensions.

    Returns:
        Tensor.

    Raises:
        ValueError: the batch is not divisible by the size of the block.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((4, 1, 1, 1))
        >>> ms.ops.batch_to_space_nd(x, [2, 2], [[0, 0], [0, 0]]).shape
        (1, 1, 2, 2)
    """
    return _batch_to_space_blocks(input_x, block_shape, crops)


@primitive(
    "SpaceToBatchND",
    accepts={"block_shape": "int tuple list[int list]"},
    counts="all",
    block_shape=REQUIRED,
    paddings=REQUIRED,
)
@op(label="SpaceToBatchND")
def _space_to_batch_nd_primitive(
    input_x: Array, block_shape: int | Sequence[int], paddings: Sequence[Any]
):
    """Pad the last dimensions and move blocks of them into the batch.

    Args:
        block_shape: int, or list or tuple of ints: the lengths of a block.
        paddings: pairs of ints (before, after), one for each dimension of the block.

    Inputs:
        - **input_x** (Tensor) - real number dtype; the padded lengths are divisible by those of a
          block.

    Outputs:
        Tensor; the batch grows by the number of elements of a block, the last dimensions shrink.

    Raises:
        ValueError: lengths, block and paddings do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]]).reshape(1, 1, 2, 2)
        >>> out = ms.ops.SpaceToBatchND([2, 2], [[0, 0], [0, 0]])(x)
        >>> print(out.shape, out.ravel())
        (4, 1, 1, 1) [1 2 3 4]
    """
    return _space_to_batch_blocks(input_x, block_shape, paddings)


@primitive("SpaceToBatch", block_size=REQUIRED, paddings=REQUIRED)
@op(label="SpaceToBatch")
def _space_to_batch(input_x: Array, block_size: int, paddings: Sequence[Sequence[int]]):
    """Pad the last two dimensions and move square blocks of them into the batch.

    Args:
        block_size: int, the side of a block.
        paddings: two pairs of ints (before, after).

    Inputs:
        - **input_x** (Tensor) - shape (n, c, h, w); the padded h and w are divisible by
          `block_size`.

    Outputs:
        Tensor with `block_size` squared times the batch.

    Raises:
        ValueError: lengths, block and paddings do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import SpaceToBatch
        >>> x = ms.Tensor([[1, 2], [3, 4]]).reshape(1, 1, 2, 2)
        >>> out = SpaceToBatch(2, [[0, 0], [0, 0]])(x)
        >>> print(out.shape, out.ravel())
        (4, 1, 1, 1) [1 2 3 4]
    """
    return _space_to_batch_blocks(input_x, block_size, paddings)


primitive(
    "BatchToSpaceND",
    accepts={
        "input_x": "Tensor[int float16 bfloat16 float32 float64]",
        "block_shape": "int tuple list[int list]",
    },
    counts="missing",
    block_shape=REQUIRED,
    crops=REQUIRED,
)(batch_to_space_nd)


@primitive("BatchToSpaceNDV2")
@op(label="BatchToSpaceNDV2")
def _batch_to_space_v2(input_x: Array, block_shape: Sequence[int], crops: Sequence[Sequence[int]]):
    """Move blocks of the batch into the last dimensions and crop those.

    Inputs:
        - **input_x** (Tensor) - batch divisible by the number of elements of a block.
        - **block_shape** (int, tuple, list) - the lengths of a block.
        - **crops** (tuple, list) - pairs of ints (before, after), what is cut off.

    Outputs:
        Tensor.

    Raises:
        ValueError: batch, block and crops do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import BatchToSpaceNDV2
        >>> x = ms.Tensor([1, 2, 3, 4]).reshape(4, 1, 1, 1)
        >>> print(BatchToSpaceNDV2()(x, [2, 2], [[0, 0], [0, 0]]))
        [[[[1 2]
           [3 4]]]]
    """
    return _batch_to_space_blocks(input_x, block_shape, crops)


@primitive("BatchToSpace", block_size=REQUIRED, crops=REQUIRED)
@op(label="BatchToSpace")
def _batch_to_space(input_x: Array, block_size: int, crops: Sequence[Sequence[int]]):
    """Move square blocks of the batch into the last two dimensions and crop those.

    Args:
        block_size: int, the side of a block.
        crops: two pairs of ints (before, after), what is cut off.

    Inputs:
        - **input_x** (Tensor) - batch divisible by `block_size` squared.

    Outputs:
        Tensor.

    Raises:
        ValueError: batch, block and crops do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import BatchToSpace
        >>> x = ms.Tensor([1, 2, 3, 4]).reshape(4, 1, 1, 1)
        >>> print(BatchToSpace(2, [[0, 0], [0, 1]])(x))
        [[[[1]
           [3]]]]
    """
    return _batch_to_space_blocks(input_x, block_size, crops)


# -- grids and combinations ------------------------------------------------------------------------


@op(view=False, label="Meshgrid", to_float="keep")
def grid(inputs: Arrays, indexing: str):
    """Coordinates of the points of a grid; see `ops.meshgrid`."""
    if not isinstance(indexing, str):
        raise TypeError(must("indexing", "a string", describe(indexing)))
    if indexing not in ("xy", "ij"):
        raise ValueError(must("indexing", "'xy' or 'ij'", repr(indexing)))
    flat = [x if x.ndim else x.reshape(1) for x in inputs]
    swapped = indexing == "xy" and len(flat) > 1
    if swapped:
        flat[:2] = flat[1::-1]
    if any(x.ndim != 1 for x in flat):
        raise ValueError(must("inputs", "of one dimension or none", [x.shape for x in flat]))
    if len({x.dtype for x in flat}) > 1:
        raise ValueError(must("inputs", "of one dtype", [x.dtype for x in flat]))
    shape = tuple(x.size for x in flat)
    out = []
    for i, x in enumerate(flat):
        line = x.reshape([-1 if j == i else 1 for j in range(len(flat))])
        out.append(broadcast_to(line, shape))
    if swapped:
        out[:2] = out[1::-1]
    return tuple(out)


_meshgrid = call(grid)


@taking("inputs")
def _older_meshgrid(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """To 1.9: one tuple of Tensors."""
    if not args and "inputs" in kwargs:
        args = (kwargs.pop("inputs"),)
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = tuple(args[0])
    return today(*args, **kwargs)


@public("ops.meshgrid", formerly={"ops.meshgrid": _older_meshgrid})
def meshgrid(*inputs: Tensor, indexing: str = "xy") -> tuple[Tensor, ...]:
    """Coordinates of the points of a grid.

    Args:
        inputs: Tensors of 1 or 0 dimensions, the coordinates along each axis.
        indexing: "xy" makes the first input run along the second dimension of the results, "ij"
            along the first.

    Returns:
        Tuple of Tensors of one shape, one for each input.

    Raises:
        TypeError: an input is not a Tensor, or `indexing` not a string.
        ValueError: an input has more dimensions, the dtypes differ, or `indexing` is neither "xy"
            nor "ij".

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.ops.meshgrid(ms.Tensor([1, 2]), ms.Tensor([3, 4, 5]))
        >>> print(x)
        [[1 2]
         [1 2]
         [1 2]]
    """
    return _meshgrid(inputs, indexing)


@public("ops.Meshgrid")
class Meshgrid(Primitive):
    """Coordinates of the points of a grid; see `ops.meshgrid`.

    Args:
        indexing: "xy", where the first input runs along the columns, or "ij", along the rows.

    Inputs:
        - **inputs** (tuple, list) - one-dimensional Tensors of one dtype.

    Outputs:
        Tuple of Tensors of the grid's shape, one for each input.

    Raises:
        TypeError: `indexing` is not a string.
        ValueError: `indexing` is another string, or an input does not have one dimension.

    Examples:
        >>> import msjax as ms
        >>> columns, rows = ms.ops.Meshgrid()((ms.Tensor([1, 2, 3]), ms.Tensor([4, 5])))
        >>> print(columns)
        [[1 2 3]
         [1 2 3]]
        >>> print(rows)
        [[4 4 4]
         [5 5 5]]
    """

    def __init__(self, indexing: str = "xy"):
        super().__init__("Meshgrid")
        if not isinstance(indexing, str):
            raise TypeError(must("indexing", "a string", describe(indexing)))
        self.init_attrs = {"indexing": indexing}
        number = store("indexing", indexing, {"ij": 0, "xy": 1})
        self.add_prim_attr("indexing", number)

    def __call__(self, inputs: Sequence[Tensor]) -> tuple[Tensor, ...]:
        return _meshgrid(inputs, "xy" if self.indexing else "ij")


@op("ops.cartesian_prod")
def cartesian_prod(*inputs: Arrays):
    """All combinations of one element from each Tensor, as rows.

    Args:
        inputs: 1-d Tensors.

    Returns:
        Tensor of shape (count, number of inputs).

    Raises:
        ValueError: an input is not 1-d, or the dtypes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cartesian_prod(ms.Tensor([1, 2]), ms.Tensor([3, 4])))
        [[1 3]
         [1 4]
         [2 3]
         [2 4]]
    """
    for x in inputs:
        if x.ndim and x.size != x.shape[0]:
            raise ValueError(must("inputs", "1-d", f"shape {x.shape}"))
    lines = grid([x.reshape(-1) for x in inputs], "ij")
    return jnp.stack(lines, -1).reshape(-1, len(inputs))


@op("ops.combinations", accepts={"r": "int"}, formerly={"ops.combinations": "x=input"})
def combinations(input: Array, r: int = 2, with_replacement: bool = False):
    """All combinations of `r` elements of a Tensor, as rows.

    Args:
        input: 1-d Tensor.
        r: int, the number of elements.
        with_replacement: bool, whether an element may be taken more than once.

    Returns:
        Tensor of shape (count, r).

    Raises:
        ValueError: `input` is not 1-d, or `r` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.combinations(ms.Tensor([1, 2, 3])))
        [[1 2]
         [1 3]
         [2 3]]
    """
    check_rank(input, 1, "input")
    if integer("r", r) < 1:
        raise ValueError(must("r", "positive", r))
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = list(choose(range(input.shape[0]), r))
    return input[np.array(rows, np.int32)] if rows else jnp.zeros((0,), np.float32)
