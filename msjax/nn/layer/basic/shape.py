"""Layers that change shapes and places: flattening, padding, patches, resizing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import as_tuple
from msjax.kernels.conv.unfold import fold, unfold
from msjax.kernels.image.interpolate import interpolate_ext
from msjax.kernels.image.patches import extract_patches
from msjax.kernels.shape.padding import mirror_pad
from msjax.nn.cell import Cell

if TYPE_CHECKING:
    from msjax._types import Sizes

_patches = call(extract_patches)
_fold, _unfold, _interpolate = call(fold), call(unfold), call(interpolate_ext)


class Flatten(Cell):
    """Join the dimensions from `start_dim` to `end_dim`.

    Args:
        start_dim: int, the first dimension that is joined.
        end_dim: int, the last one.

    Inputs:
        - **x** (Tensor) - any dtype; it must have both dimensions.

    Outputs:
        Tensor of the dtype of `x` with one dimension in the place of those that are joined.

    Raises:
        TypeError: `x` is not a Tensor, or an argument is not a number.
        ValueError: a dimension is out of range, or `start_dim` comes after `end_dim`.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.Flatten()(ms.ops.ones((2, 3, 4))).shape
        (2, 12)
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def construct(self, x: Tensor) -> Tensor:
        """Reshape a Tensor."""
        if not isinstance(x, Tensor):
            raise TypeError(f"For 'Flatten', the 'x' must be a Tensor, but got {type(x)}.")
        rank = x.ndim or 1
        if not (-rank <= self.start_dim < rank and -rank <= self.end_dim < rank):
            raise ValueError("'start_dim' or 'end_dim' out of range.")
        if (self.start_dim, self.end_dim) == (1, -1):
            return ops.flatten(x)
        return x.flatten(start_dim=self.start_dim, end_dim=self.end_dim)


class Identity(Cell):
    """A layer that returns its input.

    Args:
        args: not used.
        kwargs: not used.

    Inputs:
        - **input** (Any) - what is returned.

    Outputs:
        `input` itself.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones(3)
        >>> ms.nn.Identity()(x) is x
        True
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__()

    def construct(self, input: Any) -> Any:
        """Return the input."""
        return input


class Unflatten(Cell):
    """Split one dimension into several.

    Args:
        axis: int, the dimension.
        unflattened_size: tuple or list of ints, the new lengths.

    Inputs:
        - **input_x** (Tensor) - any dtype; its length along `axis` is the product of the new ones.

    Outputs:
        Tensor of the dtype of `input_x` with the new dimensions in the place of the old one.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: the lengths do not fit.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.Unflatten(1, (2, 3))(ms.ops.ones((4, 6))).shape
        (4, 2, 3)
    """

    def __init__(self, axis: int, unflattened_size: Sizes):
        super().__init__()
        validator.check_is_int(axis, "axis", "Unflatten")
        kinds = (list, tuple)
        validator.check_value_type("unflattended_size", unflattened_size, kinds, "Unflatten")
        self.axis, self.unflattened_size = axis, tuple(unflattened_size)

    def construct(self, input_x: Tensor) -> Tensor:
        """Reshape a Tensor."""
        shape = input_x.shape
        rest = () if self.axis == -1 else shape[self.axis + 1 :]
        return input_x.reshape(shape[: self.axis] + self.unflattened_size + rest)


class Pad(Cell):
    """Pad the dimensions of a Tensor.

    Args:
        paddings: tuple of pairs of ints, one for each dimension (up to 4).
        mode: str, "CONSTANT" (zeros), "REFLECT" or "SYMMETRIC".

    Inputs:
        - **x** (Tensor) - any dtype; as many dimensions as `paddings` has pairs.

    Outputs:
        Tensor of the dtype of `x`, longer by the sum of each pair.

    Raises:
        TypeError: `paddings` is not a tuple of tuples or lists, or `x` is not a Tensor.
        ValueError: `paddings` is not made of pairs or does not fit `x`, or the mode is another.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Pad(((0, 0), (1, 1)))(ms.Tensor([[1., 2.]])))
        [[0. 1. 2. 0.]]
    """

    def __init__(self, paddings: tuple[Sequence[int], ...], mode: str = "CONSTANT"):
        super().__init__()
        name = self.cls_name
        validator.check_string(mode, ["CONSTANT", "REFLECT", "SYMMETRIC"], "mode", name)
        if not isinstance(paddings, tuple):
            raise TypeError(
                f"For '{name}', the type of 'paddings' must be tuple, "
                f"but got {type(paddings).__name__}."
            )
        for item in paddings:
            validator.check_value_type("paddings", item, [tuple, list], name)
        if any(len(item) != 2 for item in paddings):
            raise ValueError(
                f"For '{name}', the dimension of 'paddings' must be (n, 2), but got {paddings}."
            )
        if len(paddings) > 4:
            raise ValueError(
                f"For '{name}', only 'paddings' up to 4 dims is supported, but got {len(paddings)}."
            )
        self.mode, self.paddings = mode, paddings
        self.pad = ops.Pad(paddings) if mode == "CONSTANT" else ops.MirrorPad(mode=mode)

    def construct(self, x: Tensor) -> Tensor:
        """Pad a Tensor."""
        if self.mode == "CONSTANT":
            return self.pad(x)
        return call(mirror_pad)(x, self.paddings, self.mode)  # the Primitive wants a Tensor


class Upsample(Cell):
    """Resize the spatial dimensions; the arguments are those of `ops.interpolate`.

    Args:
        size: int or tuple of ints, the new lengths of the spatial dimensions, or None.
        scale_factor: float or tuple of floats, the factors of the lengths, or None.
        mode: str, "nearest", "linear", "bilinear", "bicubic", "trilinear", "area" or
            "nearest-exact".
        align_corners: bool, whether the corners' centres stay in place, or None.
        recompute_scale_factor: bool, compute the factors from the rounded lengths, or None.

    Inputs:
        - **x** (Tensor) - of shape (N, C, L), (N, C, H, W) or (N, C, D, H, W), as the mode allows;
          Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the dtype of `x` with other spatial lengths.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: the mode is another or does not fit `x`, or `size` and `scale_factor` are both
            given or both None.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Upsample(size=(4,))(ms.Tensor([[[1., 2.]]])))
        [[[1. 1. 2. 2.]]]
    """

    def __init__(
        self,
        size: int | tuple[int, ...] | None = None,
        scale_factor: float | tuple[float, ...] | None = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ):
        super().__init__()
        self.size, self.scale_factor, self.mode = size, scale_factor, mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def construct(self, x: Tensor) -> Tensor:
        """Resize a Tensor."""
        how = (self.mode, self.align_corners, self.recompute_scale_factor)
        return ops.interpolate(x, self.size, self.scale_factor, *how)


class UpsampleExt(Upsample):
    """Resize the spatial dimensions; the arguments are those of `mint.nn.functional.interpolate`.

    Args:
        size: int or tuple of ints, the new lengths of the spatial dimensions, or None.
        scale_factor: float or tuple of floats, the factors of the lengths, or None.
        mode: str, "nearest", "linear", "bilinear", "bicubic" or "trilinear".
        align_corners: bool, whether the corners' centres stay in place, or None.
        recompute_scale_factor: bool, compute the factors from the rounded lengths, or None.

    Inputs:
        - **input** (Tensor) - of shape (N, C, L), (N, C, H, W) or (N, C, D, H, W), as the mode
          allows; Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the dtype of `input` with other spatial lengths.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: the mode is another or does not fit `input`, or `size` and `scale_factor` are
            both given or both None.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.layer.basic.UpsampleExt(scale_factor=2.0, mode="linear")
        >>> print(net(ms.Tensor([[[1., 2.]]])))
        [[[1.   1.25 1.75 2.  ]]]
    """

    def construct(self, input: Tensor) -> Tensor:
        """Resize a Tensor."""
        if self.mode in ("area", "nearest-exact"):
            raise ValueError(f"For 'interpolate', the 'mode' must be another, but got {self.mode}.")
        how = (self.mode, self.align_corners, self.recompute_scale_factor)
        return _interpolate(input, self.size, self.scale_factor, *how)


class OneHot(Cell):
    """One-hot vectors of indices.

    Args:
        axis: int, where the new dimension goes; -1 for the end.
        depth: int, its length, 0 or more.
        on_value: number at the index.
        off_value: number elsewhere.
        dtype: dtype of the result.

    Inputs:
        - **indices** (Tensor) - any shape; Int32 or Int64.

    Outputs:
        Tensor of one dimension more; an index outside of [0, depth) gives `off_value` only.

    Raises:
        TypeError: `depth` is not an int, or `indices` is not a Tensor, or is of another dtype.
        ValueError: `axis` is out of range, or `depth` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.OneHot(depth=3)(ms.Tensor([0, 2])))
        [[1. 0. 0.]
         [0. 0. 1.]]
    """

    def __init__(
        self,
        axis: int = -1,
        depth: int = 1,
        on_value: float = 1.0,
        off_value: float = 0.0,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.onehot = ops.OneHot(axis)
        self.depth, self.dtype = depth, dtype
        self.on_value, self.off_value = on_value, off_value

    def construct(self, indices: Tensor) -> Tensor:
        """Encode an integer Tensor."""
        values = Tensor(self.on_value, self.dtype), Tensor(self.off_value, self.dtype)
        return self.onehot(indices, self.depth, *values)


def _rolls(c: Any) -> list:
    pairs = zip(as_tuple(c.shift), as_tuple(c.axis), strict=True)
    return [(ops.Roll(shift, 0), axis) for shift, axis in pairs]


class Roll(Cell):
    """Shift elements along axes, from the end to the start.

    Args:
        shift: int, or tuple or list of ints.
        axis: int, or tuple or list of ints, as many as there are shifts.

    Inputs:
        - **input_x** (Tensor) - any dtype; at least one dimension.

    Outputs:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: the numbers of shifts and axes differ, or an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Roll(1, 0)(ms.Tensor([1, 2, 3])))
        [3 1 2]
    """

    _msj_inner = {"shape_op": "Shape", "gpu": lambda c: False, "op_list": _rolls}

    def __init__(self, shift: Sizes, axis: int | Sequence[int]):
        super().__init__()
        validator.check_value_type("shift", shift, [int, tuple, list], self.cls_name)
        validator.check_value_type("axis", axis, [int, tuple, list], self.cls_name)
        self.shift = list(shift) if isinstance(shift, (tuple, list)) else [shift]
        self.axis = list(axis) if isinstance(axis, (tuple, list)) else [axis]
        if len(self.shift) != len(self.axis):
            raise ValueError(
                f"For '{self.cls_name}', the shape of 'shift' and the shape of 'axis' must be the "
                f"same, but got the length of 'shift' {len(self.shift)} and the length of 'axis' "
                f"{len(self.axis)}."
            )

    def construct(self, input_x: Tensor) -> Tensor:
        """Shift a Tensor."""
        return ops.roll(input_x, tuple(self.shift), tuple(self.axis))


class Unfold(Cell):
    """Patches of images, laid out along the channels.

    Args:
        ksizes: tuple or list (1, rows, columns, 1) of ints, the patches' size.
        strides: tuple or list (1, rows, columns, 1) of ints, the distance between patches.
        rates: tuple or list (1, rows, columns, 1) of ints, the distance between elements of a
            patch.
        padding: str, "valid" or "same".

    Inputs:
        - **input_x** (Tensor) - of shape (N, C, H, W) and any dtype.

    Outputs:
        Tensor of shape (N, rows * columns * C, H', W') and the dtype of `input_x`.

    Raises:
        TypeError: an argument is not a tuple or list, or `padding` not a str.
        ValueError: an argument is not of that form, or `input_x` does not have 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Unfold([1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1])
        >>> net(ms.ops.ones((1, 1, 3, 3))).shape
        (1, 4, 2, 2)
    """

    _msj_inner = {"extract_image_patches": lambda c: ops.ExtractImagePatches(*c.settings)}

    def __init__(self, ksizes: Sizes, strides: Sizes, rates: Sizes, padding: str = "valid"):
        super().__init__()
        sizes = []
        for arg, value in (("ksize", ksizes), ("stride", strides), ("rate", rates)):
            if arg == "ksize" or not isinstance(value, (str, dict)):
                validator.check_value_type(f"{arg}s", value, [tuple, list], self.cls_name)
            if len(value) != 4 or value[0] != 1 or value[3] != 1:
                raise ValueError(
                    f"For '{self.cls_name}' the format of '{arg}s' must be [1, {arg}_row, "
                    f"{arg}_col, 1], but got {value}."
                )
            if not all(isinstance(e, int) and e >= 1 for e in value[1:3]):
                raise ValueError(
                    f"For '{self.cls_name}' the {arg}_row and {arg}_col in '{arg}s' must be an "
                    f"positive integer number, but got {value[1]} and {value[2]}."
                )
            sizes.append(tuple(value[1:3]))
        if padding is not None:
            validator.check_value_type("padding", padding, str, self.cls_name)
            modes = ["valid", "same", "VALID", "SAME"]
            validator.check_string(padding, modes, "padding", self.cls_name)
        self.settings = (*sizes, padding and padding.lower())

    def construct(self, input_x: Tensor) -> Tensor:
        """Patches of (N, C, H, W) as (N, rows * columns * C, H', W')."""
        return _patches(input_x, *self.settings)


class UnfoldExt(Cell):
    """Sliding blocks of images, one per column.

    Args:
        kernel_size: int or two ints, the size of a block.
        dilation: int or two ints, the distance between the elements of a block.
        padding: int or two ints, zeros on both sides.
        stride: int or two ints, the distance between blocks.

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W).

    Outputs:
        Tensor of shape (N, C * elements of a block, blocks) and the dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.layer.basic.UnfoldExt(2)
        >>> print(net(ms.Tensor([[[[1., 2., 3.], [4., 5., 6.]]]])))
        [[[1. 2.]
          [2. 3.]
          [4. 5.]
          [5. 6.]]]
    """

    def __init__(
        self, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1
    ):
        super().__init__()
        self.kernel_size, self.dilation = kernel_size, dilation
        self.padding, self.stride = padding, stride

    def construct(self, input: Tensor) -> Tensor:
        """Blocks of a batch."""
        return _unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)


class Fold(Cell):
    """Images from columns of sliding blocks; overlapping elements add up.

    Args:
        output_size: int or two ints, the lengths of the images.
        kernel_size: int or two ints, the size of a block.
        dilation: int or two ints, the distance between the elements of a block.
        padding: int or two ints, cut off on both sides.
        stride: int or two ints, the distance between blocks.

    Inputs:
        - **input** (Tensor) - of shape (N, C * elements of a block, blocks) or (C * elements of a
          block, blocks).

    Outputs:
        Tensor of shape (N, C, H, W) or (C, H, W) and the dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.layer.basic.Fold((1, 3), (1, 2))
        >>> print(net(ms.Tensor([[[1., 2.], [2., 3.]]])))
        [[[[1. 4. 3.]]]]
    """

    def __init__(
        self,
        output_size: Sizes,
        kernel_size: Sizes,
        dilation: Sizes = 1,
        padding: Sizes = 0,
        stride: Sizes = 1,
    ):
        super().__init__()
        self.output_size, self.kernel_size, self.dilation = output_size, kernel_size, dilation
        self.padding, self.stride = padding, stride

    def construct(self, input: Tensor) -> Tensor:
        """Images of a batch, or one image."""
        size = (self.output_size,) * 2 if isinstance(self.output_size, int) else self.output_size
        settings = (size, self.kernel_size, self.dilation, self.padding, self.stride)
        if input.ndim == 2:
            return _fold(input[None], *settings)[0]
        return _fold(input, *settings)
