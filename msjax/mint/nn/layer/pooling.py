"""Pooling to given sizes, and back from maxima to their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msjax._core.tensor.tensor import Tensor
from msjax.mint.nn import functional as F
from msjax.nn.cell import Cell

if TYPE_CHECKING:
    from msjax._types import Sizes

__all__ = [
    "AdaptiveAvgPool1d",
    "AdaptiveAvgPool2d",
    "AdaptiveAvgPool3d",
    "AdaptiveMaxPool1d",
    "MaxUnpool2d",
]


class _AdaptiveAvgPoolNd(Cell):
    def __init__(self, output_size: Sizes) -> None:
        super().__init__()
        self.output_size = output_size

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """Mean of `output_size` windows that cover the last dimension.

    Args:
        output_size: int.

    Inputs:
        - **input** (Tensor) - of shape (N, C, L) or (C, L); a floating dtype.

    Outputs:
        Tensor of shape (N, C, output_size) or (C, output_size) and the dtype of `input`.

    Raises:
        TypeError: `output_size` has a wrong type, or `input` is not a Tensor, or is of another
            dtype.
        ValueError: `output_size` does not fit, or `input` does not have 2 or 3 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.AdaptiveAvgPool1d(2)(ms.Tensor([[2., 4., 3., 5.]])))
        [[3. 4.]]
    """

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """Mean of windows that cover the last two dimensions, as many as `output_size` says.

    Args:
        output_size: int, or tuple of two ints or None; None keeps a dimension as it is.

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W) or (C, H, W); a floating dtype.

    Outputs:
        Tensor of shape (N, C, H', W') or (C, H', W') and the dtype of `input`.

    Raises:
        TypeError: `output_size` has a wrong type, or `input` is not a Tensor, or is of another
            dtype.
        ValueError: `output_size` does not fit, or `input` does not have 3 or 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.AdaptiveAvgPool2d((None, 1))(ms.Tensor([[[1., 3.], [5., 7.]]])))
        [[[2.]
          [6.]]]
    """

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return F.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(Cell):
    """Mean of windows that cover the last three dimensions, as many as `output_size` says.

    Args:
        output_size: int, or tuple of three ints or None; None keeps a dimension as it is.

    Inputs:
        - **input** (Tensor) - of shape (N, C, D, H, W) or (C, D, H, W); a floating dtype.

    Outputs:
        Tensor of shape (N, C, D', H', W') or (C, D', H', W') and the dtype of `input`.

    Raises:
        TypeError: `output_size` has a wrong type, or `input` is not a Tensor, or is of another
            dtype.
        ValueError: `output_size` does not fit, or `input` does not have 4 or 5 dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.mint.nn.AdaptiveAvgPool3d((None, 4, 5))
        >>> net(ms.ops.ones((2, 1, 9, 10, 8))).shape
        (2, 1, 9, 4, 5)
    """

    def __init__(self, output_size: Sizes):
        super().__init__()
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return F.adaptive_avg_pool3d(input, self.output_size)


class MaxUnpool2d(Cell):
    """Put maxima back to their places; the rest is zero.

    Args:
        kernel_size: int or tuple of two ints, the windows of the pooling.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints.

    Inputs:
        - **input** (Tensor) - the maxima, of shape (N, C, H, W) or (C, H, W).
        - **indices** (Tensor) - Int32 or Int64, their places in each image, of the same shape.
        - **output_size** (tuple[int]) - the shape of the result or its last two numbers; None
          computes it from the windows.

    Outputs:
        Tensor of the rank and dtype of `input`.

    Raises:
        TypeError: an argument or an input has a wrong type.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, places = ms.Tensor([[[5.]]]), ms.Tensor([[[3]]])
        >>> print(ms.mint.nn.MaxUnpool2d(2)(x, places))
        [[[0. 0.]
          [0. 5.]]]
    """

    def __init__(self, kernel_size: Sizes, stride: Sizes | None = None, padding: Sizes = 0) -> None:
        super().__init__()
        self.kernel_size, self.stride, self.padding = kernel_size, stride, padding

    def construct(self, input: Tensor, indices: Tensor, output_size: Sizes | None = None) -> Tensor:
        """Undo the pooling of a batch or a single sample."""
        windows = (self.kernel_size, self.stride, self.padding)
        return F.max_unpool2d(input, indices, *windows, output_size)


class _AdaptiveMaxPoolNd(Cell):
    def __init__(self, output_size: Sizes, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size, self.return_indices = output_size, return_indices

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return f"output_size={self.output_size}, return_indices={self.return_indices}"


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """Maximum of `output_size` windows that cover the last dimension.

    Args:
        output_size: int or tuple of one int.
        return_indices: bool, also return the place of each maximum (Int64).

    Inputs:
        - **input** (Tensor) - of shape (N, C, L) or (C, L); a floating dtype.

    Outputs:
        Tensor of shape (N, C, output_size) or (C, output_size) and the dtype of `input`; with
        `return_indices` a tuple of it and the places.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: `output_size` does not fit, or `input` does not have 2 or 3 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.AdaptiveMaxPool1d(2)(ms.Tensor([[2., 4., 3., 5.]])))
        [[4. 5.]]
    """

    def construct(self, input: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)
