"""Layers around single operations that MindSpore keeps for older code."""

from __future__ import annotations

import math
from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core import dtype as mstype
from msjax._core.op import call
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.ops import layer_kernels as kernels

_clip_by_norm, _norm = call(kernels.clip_by_axis_norm), call(kernels.euclidean_norm)
_patches = call(kernels.extract_patches)
_matrix_diag, _diag_part = call(kernels.diagonal_matrices), call(kernels.matrix_diagonals)
_set_diag = call(kernels.set_matrix_diagonals)


class ClipByNorm(Cell):
    """Scale a Tensor down to a Euclidean norm of at most a given one.

    Args:
        axis: int or tuple of ints to take the norm along; None for all.
    """

    def __init__(self, axis: Any = None):
        super().__init__()
        if axis is not None:
            validator.check_value_type("axis", axis, [int, tuple, list], self.cls_name)
        self.axis = axis

    def construct(self, x: Tensor, clip_norm: Tensor) -> Tensor:
        """Scale `x`; `clip_norm` is a Tensor that broadcasts."""
        return _clip_by_norm(x, clip_norm, self.axis)


class Norm(Cell):
    """Euclidean norm along axes.

    Args:
        axis: int or tuple of ints; the empty tuple means all.
        keep_dims: keep the axes with length 1.
    """

    def __init__(self, axis: Any = (), keep_dims: bool = False):
        super().__init__()
        validator.check_value_type("keep_dims", keep_dims, [bool], self.cls_name)
        if axis is not None and not isinstance(axis, bool):
            validator.check_value_type("axis", axis, [int, tuple, list], self.cls_name)
        self.axis, self.keep_dims = axis, keep_dims

    def construct(self, x: Tensor) -> Tensor:
        """The norm of a Tensor."""
        return _norm(x, self.axis, self.keep_dims)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return f"axis={self.axis}, keep_dims={self.keep_dims}"


class OneHot(Cell):
    """One-hot vectors of indices.

    Args:
        axis: where the new dimension goes; -1 for the end.
        depth: its length.
        on_value: value at the index.
        off_value: value elsewhere.
        dtype: dtype of the result.
    """

    def __init__(
        self,
        axis: int = -1,
        depth: int = 1,
        on_value: float = 1.0,
        off_value: float = 0.0,
        dtype: Any = mstype.float32,
    ):
        super().__init__()
        self.onehot = ops.OneHot(axis)
        self.depth, self.dtype = depth, dtype
        self.on_value, self.off_value = on_value, off_value

    def construct(self, indices: Tensor) -> Tensor:
        """Encode an integer Tensor."""
        values = Tensor(self.on_value, self.dtype), Tensor(self.off_value, self.dtype)
        return self.onehot(indices, self.depth, *values)


class L1Regularizer(Cell):
    """`scale` times the sum of absolute values.

    Args:
        scale: positive number.

    Raises:
        TypeError: `scale` is no number.
        ValueError: `scale` is not positive and finite.
    """

    def __init__(self, scale: float):
        super().__init__()
        validator.check_value_type("scale", scale, [int, float], self.cls_name)
        if scale <= 0:
            raise ValueError(
                f"For '{self.cls_name}', the 'scale' must be greater than 0, but got {scale}."
            )
        if math.isinf(scale) or math.isnan(scale):
            raise ValueError(
                f"For '{self.cls_name}', the 'scale' can not be INF or NAN, but got {scale}."
            )
        self.scale = Tensor(scale, dtype=mstype.float32)

    def construct(self, weights: Tensor) -> Tensor:
        """The penalty of a Tensor of numbers."""
        if not isinstance(weights, Tensor):
            raise TypeError(
                f"For 'L1Regularizer', the 'weights' must be a Tensor, but got {type(weights)}."
            )
        if weights.dtype not in mstype.number_type:
            raise TypeError(f"The 'weights' doesn't support '{weights.dtype}'.")
        return self.scale * ops.abs(weights).sum()


class Tril(Cell):
    """The lower triangle of the last two dimensions, zeros above."""

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor, k: int = 0) -> Tensor:
        """Keep what is on or below diagonal `k`."""
        return ops.tril(x, k).astype(x.dtype)


class Triu(Cell):
    """The upper triangle of the last two dimensions, zeros below."""

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor, k: int = 0) -> Tensor:
        """Keep what is on or above diagonal `k`."""
        return ops.triu(x, k).astype(x.dtype)


class MatrixDiag(Cell):
    """Square matrices with given diagonals."""

    def __init__(self):
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        """Put the last dimension on diagonals."""
        return _matrix_diag(input_x)


class MatrixDiagPart(Cell):
    """Diagonals of matrices."""

    def __init__(self):
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        """Take the diagonals of the last two dimensions."""
        return _diag_part(input_x)


class MatrixSetDiag(Cell):
    """Matrices with their diagonals replaced."""

    def __init__(self):
        super().__init__()

    def construct(self, input_x: Tensor, diagonal: Tensor) -> Tensor:
        """Replace the diagonals of the last two dimensions."""
        return _set_diag(input_x, diagonal)


class Roll(Cell):
    """Shift elements along axes, from the end to the start.

    Args:
        shift: int, or tuple or list of ints.
        axis: as many axes.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: the lengths differ.
    """

    def __init__(self, shift: Any, axis: Any):
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
        ksizes: [1, rows, columns, 1], the patches' size.
        strides: [1, rows, columns, 1], the distance between patches.
        rates: [1, rows, columns, 1], the distance between elements of a patch.
        padding: "valid" or "same".

    Raises:
        TypeError: an argument is no tuple or list.
        ValueError: an argument is not of that form.
    """

    def __init__(self, ksizes: Any, strides: Any, rates: Any, padding: str = "valid"):
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
