"""Max pooling with moving windows, and its inverse."""

from __future__ import annotations

from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.pool.max_pool import max_pool2d_ext, max_pool_layer
from msjax.kernels.pool.unpooling import max_unpool1d, max_unpool2d, max_unpool3d
from msjax.nn.cell import Cell
from msjax.nn.layer.pooling.window import (
    _both_sides,
    _check_half,
    _PoolNd,
    _times,
    in_three_dimensions,
)

_unpool1d, _unpool2d, _unpool3d = (
    call(k)
    for k in (
        max_unpool1d,
        max_unpool2d,
        max_unpool3d,
    )
)
_max_pool2d_ext = call(max_pool2d_ext)


def _inner_pool(c: Any) -> Any:
    """The pool, which is one over three dimensions where it pads."""
    if c.pad_mode != "PAD":
        return ops.MaxPool(c.kernel_size, c.stride, c.pad_mode.lower())
    dilation = (1,) * (3 - c._count) + tuple(c._dilation)
    return ops.MaxPool3DWithArgmax(*in_three_dimensions(c), dilation, c.ceil_mode)


def _inner_pool_3d(c: Any) -> Any:
    if c.pad_mode == "PAD" and c.return_indices:
        return _inner_pool(c)
    pads = tuple(p for pair in c._pads for p in pair)
    return ops.MaxPool3D(c._kernel, c._steps, c.pad_mode.lower(), pads)


def _inner_padding(c: Any) -> tuple | None:
    """The padding in three dimensions; without any there is no such attribute."""
    return in_three_dimensions(c)[2] if c.pad_mode == "PAD" else None


class _MaxPool(_PoolNd):
    """What the max pooling layers share."""

    def _finish(self, padding: Any, dilation: Any, return_indices: bool, ceil_mode: bool) -> None:
        name, count = self.cls_name, self._count
        self.return_indices, self.ceil_mode = return_indices, ceil_mode
        if self.pad_mode != "PAD":
            free = count == 3
            if dilation != 1 or return_indices or ceil_mode or (not free and padding != 0):
                raise ValueError(
                    f"For '{name}', the parameter 'padding', 'dilation', 'return_indices', "
                    "'ceil_mode' can not be set to non-default value when pad_mode is not 'pad', "
                    f"but got pad_mode:{self.pad_mode}."
                )
            if any(p for p, _ in _both_sides(name, padding, count)):
                raise ValueError(
                    f"For '{name}', the 'padding' must be 0 when 'pad_mode' is not 'pad', but got "
                    f"{padding} and pad_mode:{self.pad_mode}."
                )
            dilation, ceil_mode = 1, False
            self.ceil_mode = False
        elif self.format == "NHWC":
            raise ValueError(
                f"For '{name}, the 'NHWC' format are not support when 'pad_mode' is 'pad'."
            )
        validator.check_value_type("ceil_mode", ceil_mode, bool, name)
        self._pads = _both_sides(name, padding, count)
        self._dilation = _times(name, "dilation", dilation, count)

    def _run(self, x: Tensor) -> Any:
        _check_half(self.cls_name, self._pads, self._kernel)
        return call(max_pool_layer, self.cls_name)(
            x,
            self._kernel,
            self._steps,
            self.pad_mode.lower(),
            self._pads,
            self._dilation,
            self.ceil_mode,
            self.return_indices,
            self.format,
        )


class MaxPool1d(_MaxPool):
    """Maximum of each window over (N, C, L), with or without the batch dimension.

    Args:
        kernel_size: int.
        stride: int.
        pad_mode: "valid", "same" or "pad".
        padding: int for both sides, with `pad_mode` "pad".
        dilation: int, with `pad_mode` "pad".
        return_indices: bool, also return the place of each maximum (Int64), with `pad_mode` "pad".
        ceil_mode: bool, also use windows that reach over the end, with `pad_mode` "pad".

    Inputs:
        - **x** (Tensor) - of shape (N, C, L) or (C, L); Float16, BFloat16, Float32 or Float64, with
          `pad_mode` "pad" also integers.

    Outputs:
        Tensor of shape (N, C, L') or (C, L') and the dtype of `x`; with `return_indices` a tuple of
        it and the Int64 places.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range or excludes another, or `x` does not have 2 or 3
            dimensions.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.MaxPool1d(2, stride=2)(ms.ops.ones((1, 1, 4))).shape
        (1, 1, 2)
    """

    _msj_inner = {
        "expand": "ExpandDims",
        "expand_dims": "ExpandDims",
        "shape": lambda c: ops.shape,
        "slice": "Slice",
        "max_pool": _inner_pool,
        "use_pad": lambda c: c.pad_mode == "PAD",
        "padding": _inner_padding,
        "squeeze": ("Squeeze", 2),
        "reduce_mean": ("ReduceMean", True),
    }

    _count = 1

    def __init__(
        self,
        kernel_size: int = 1,
        stride: int = 1,
        pad_mode: str = "valid",
        padding: int = 0,
        dilation: int = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ):
        super().__init__(kernel_size, stride, pad_mode)
        validator.check_int(kernel_size, 1, validator.GE, "kernel_size", self.cls_name)
        validator.check_int(stride, 1, validator.GE, "stride", self.cls_name)
        self.kernel_size, self.stride = (1, kernel_size), (1, stride)
        if self.pad_mode == "PAD":
            self.kernel_size, self.stride = (1, 1, kernel_size), (1, 1, stride)
        self._finish(padding, dilation, return_indices, ceil_mode)

    def construct(self, x: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return self._run(x)


class MaxPool2d(_MaxPool):
    """Maximum of each window over (N, C, H, W), with or without the batch dimension.

    Args:
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints.
        pad_mode: "valid", "same" or "pad".
        padding: int or tuple of two ints for both sides, with `pad_mode` "pad".
        dilation: int or tuple of two ints, with `pad_mode` "pad".
        return_indices: bool, also return the place of each maximum (Int64), with `pad_mode` "pad".
        ceil_mode: bool, also use windows that reach over the end, with `pad_mode` "pad".
        data_format: "NCHW" or "NHWC".

    Inputs:
        - **x** (Tensor) - of shape (N, C, H, W) or (C, H, W); Float16, BFloat16, Float32 or
          Float64, with `pad_mode` "pad" also integers.

    Outputs:
        Tensor of shape (N, C, H', W') or (C, H', W') and the dtype of `x`; with `return_indices` a
        tuple of it and the Int64 places.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range or excludes another, or `x` does not have 3 or 4
            dimensions.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.MaxPool2d(2, stride=2)(ms.ops.ones((1, 1, 4, 4))).shape
        (1, 1, 2, 2)
    """

    _msj_inner = {
        "max_pool": _inner_pool,
        "use_pad": lambda c: c.pad_mode == "PAD",
        "padding": _inner_padding,
    }

    _count = 2

    def __init__(
        self,
        kernel_size: int | tuple[int, ...] = 1,
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, ...] = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
        data_format: str = "NCHW",
    ):
        super().__init__(kernel_size, stride, pad_mode, data_format)
        self._finish(padding, dilation, return_indices, ceil_mode)

    def construct(self, x: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return self._run(x)


class MaxPool3d(_MaxPool):
    """Maximum of each window over (N, C, D, H, W), with or without the batch dimension.

    Args:
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints.
        pad_mode: "valid", "same" or "pad".
        padding: int or tuple of three ints for both sides, with `pad_mode` "pad".
        dilation: int or tuple of three ints, with `pad_mode` "pad".
        return_indices: bool, also return the place of each maximum (Int64), with `pad_mode` "pad".
        ceil_mode: bool, also use windows that reach over the end, with `pad_mode` "pad".

    Inputs:
        - **x** (Tensor) - of shape (N, C, D, H, W) or (C, D, H, W); Float16, BFloat16, Float32 or
          Float64, with `pad_mode` "pad" also integers.

    Outputs:
        Tensor of shape (N, C, D', H', W') or (C, D', H', W') and the dtype of `x`; with
        `return_indices` a tuple of it and the Int64 places.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range or excludes another, or `x` does not have 4 or 5
            dimensions.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.MaxPool3d(2, stride=2)(ms.ops.ones((1, 1, 4, 4, 4))).shape
        (1, 1, 2, 2, 2)
    """

    _msj_inner = {
        "max_pool": _inner_pool_3d,
        "only_pad": lambda c: c.pad_mode == "PAD" and c.return_indices,
    }

    _count = 3

    def __init__(
        self,
        kernel_size: int | tuple[int, ...] = 1,
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, ...] = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ):
        super().__init__(kernel_size, stride, pad_mode)
        self._finish(padding, dilation, return_indices, ceil_mode)

    def construct(self, x: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return self._run(x)


class _MaxUnpool(Cell):
    """What the unpooling layers share."""

    _run: Any = None

    def __init__(
        self,
        kernel_size: int | tuple[int, ...],
        stride: int | tuple[int, ...] | None = None,
        padding: int | tuple[int, ...] = 0,
    ):
        super().__init__()
        self.kernel_size, self.padding = kernel_size, padding
        self.stride = kernel_size if stride is None else stride

    def construct(
        self, x: Tensor, indices: Tensor, output_size: tuple[int, ...] | None = None
    ) -> Tensor:
        """Put the maxima back to their places; `output_size` is a tuple or None."""
        name = self.cls_name
        if output_size is not None and not isinstance(output_size, tuple):
            raise ValueError(
                f"For {name}, output_size must be tuple, but type {type(output_size)}."
            )
        if output_size == ():
            raise ValueError(f"For {name}, the length of output_size must be positive, but got 0.")
        run = type(self)._run
        return run(x, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool1d(_MaxUnpool):
    """The inverse of MaxPool1d with indices: maxima at their places, zeros elsewhere.

    Args:
        kernel_size: int.
        stride: int; None means `kernel_size`.
        padding: int.

    Inputs:
        - **x** (Tensor) - the maxima, of shape (N, C, L) or (C, L) and any real dtype.
        - **indices** (Tensor) - their places, Int32 or Int64 of the shape of `x`.
        - **output_size** (tuple) - the shape or the spatial lengths of the result; None for what
          the windows give.

    Outputs:
        Tensor of shape (N, C, L') or (C, L') and the dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: the shapes do not fit, or `output_size` is not a tuple, or is empty.

    Examples:
        >>> import msjax as ms
        >>> x, places = ms.Tensor([[5., 6.]]), ms.Tensor([[0, 3]])
        >>> print(ms.nn.MaxUnpool1d(2)(x, places))
        [[5. 0. 0. 6.]]
    """

    _run = staticmethod(_unpool1d)


class MaxUnpool2d(_MaxUnpool):
    """The inverse of MaxPool2d with indices: maxima at their places, zeros elsewhere.

    Args:
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints.

    Inputs:
        - **x** (Tensor) - the maxima, of shape (N, C, H, W) or (C, H, W) and any real dtype.
        - **indices** (Tensor) - their places, Int32 or Int64 of the shape of `x`.
        - **output_size** (tuple) - the shape or the spatial lengths of the result; None for what
          the windows give.

    Outputs:
        Tensor of shape (N, C, H', W') or (C, H', W') and the dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: the shapes do not fit, or `output_size` is not a tuple, or is empty.

    Examples:
        >>> import msjax as ms
        >>> x, places = ms.Tensor([[[5.]]]), ms.Tensor([[[3]]])
        >>> print(ms.nn.MaxUnpool2d(2)(x, places))
        [[[0. 0.]
          [0. 5.]]]
    """

    _run = staticmethod(_unpool2d)


class MaxUnpool3d(_MaxUnpool):
    """The inverse of MaxPool3d with indices: maxima at their places, zeros elsewhere.

    Args:
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints; None means `kernel_size`.
        padding: int or tuple of three ints.

    Inputs:
        - **x** (Tensor) - the maxima, of shape (N, C, D, H, W) or (C, D, H, W) and any real dtype.
        - **indices** (Tensor) - their places, Int32 or Int64 of the shape of `x`.
        - **output_size** (tuple) - the shape or the spatial lengths of the result; None for what
          the windows give.

    Outputs:
        Tensor of shape (N, C, D', H', W') or (C, D', H', W') and the dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: the shapes do not fit, or `output_size` is not a tuple, or is empty.

    Examples:
        >>> import msjax as ms
        >>> x, places = ms.Tensor([[[[5.]]]]), ms.Tensor([[[[7]]]])
        >>> ms.nn.MaxUnpool3d(2)(x, places).shape
        (1, 2, 2, 2)
    """

    _run = staticmethod(_unpool3d)


class MaxPool2dExt(Cell):
    """Maximum of each window of (N, C, H, W) or (C, H, W), with explicit padding.

    Args:
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints.
        dilation: int or tuple of two ints.
        return_indices: bool, also return the place of each maximum (Int64).
        ceil_mode: bool, also use windows that reach over the end.

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W) or (C, H, W); any dtype but Bool and complex.

    Outputs:
        Tensor of shape (N, C, H', W') or (C, H', W') and the dtype of `input`; with
        `return_indices` a tuple of it and the Int64 places.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range, or `input` does not have 3 or 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[1., 2.], [3., 4.]]])
        >>> print(ms.nn.MaxPool2dExt(2)(x))
        [[[4.]]]
    """

    def __init__(
        self,
        kernel_size: int | tuple[int, ...] = 1,
        stride: int | tuple[int, ...] | None = None,
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, ...] = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ):
        super().__init__()
        self.kernel_size, self.padding, self.dilation = kernel_size, padding, dilation
        self.stride = kernel_size if stride is None else stride
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def construct(self, input: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        windows = (self.kernel_size, self.stride, self.padding, self.dilation)
        return _max_pool2d_ext(input, *windows, self.ceil_mode, self.return_indices)
