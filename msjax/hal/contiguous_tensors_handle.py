"""Several Tensors as one stretch of memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax._core.tensor.tensor import Tensor

__all__ = ["ContiguousTensorsHandle", "combine_tensor_list_contiguous"]


class ContiguousTensorsHandle:
    """A copy of the bytes of Tensors one behind the other, shown in pieces of the first's dtype.

    Args:
        tensor_list: list or tuple of Tensors.
        enable_mem_align: bool; accepted, as XLA aligns memory by itself.

    Raises:
        TypeError: an argument is of another type.

    Examples:
        >>> import msjax as ms
        >>> from msjax.hal.contiguous_tensors_handle import ContiguousTensorsHandle
        >>> handle = ContiguousTensorsHandle([ms.Tensor([1., 2.]), ms.Tensor([[3.], [4.]])])
        >>> print(handle[1:3], handle[3])
        [2. 3.] [4.]
        >>> print(handle.slice_by_tensor_index(1))
        [3. 4.]
    """

    def __init__(self, tensor_list: Sequence[Tensor], enable_mem_align: bool = True):
        if not isinstance(tensor_list, (list, tuple)) or not all(
            isinstance(t, Tensor) for t in tensor_list
        ):
            raise TypeError("input list must be [Tensor, ...].")
        if not isinstance(enable_mem_align, bool):
            raise TypeError("enable_mem_align must be bool.")
        self.tensor_list = tuple(tensor_list)
        self.enable_mem_align = enable_mem_align
        self._kinds = [t.dtype.np for t in self.tensor_list]
        self._bytes = np.frombuffer(
            b"".join(t.asnumpy().tobytes() for t in self.tensor_list), np.uint8
        )
        self.before_padding_sizes = [t.nbytes for t in self.tensor_list]
        self.after_padding_sizes = list(self.before_padding_sizes)  # there is no padding
        self.total_padding_size = sum(self.after_padding_sizes)
        self.handle_shape = self.total_padding_size / self._kinds[0].itemsize

    def __getitem__(self, item: int | slice) -> Tensor:
        size = int(self.handle_shape)
        if isinstance(item, slice):
            start = 0 if item.start is None else item.start
            end = size if item.stop is None else item.stop
            _check_range(start, end, size)
        elif not isinstance(item, int):
            raise TypeError("slice input must be an int or a slice of ints.")
        elif not 0 <= item < size:
            raise ValueError("slice input is out of tensor_list size.")
        else:
            start, end = item, item + 1
        kind = self._kinds[0]
        return self._shown(kind, start * kind.itemsize, end * kind.itemsize)

    def _shown(self, kind: np.dtype, start: int, end: int) -> Tensor:
        return Tensor(self._bytes[start:end].copy().view(kind))

    def __str__(self) -> str:
        lines = [f"Handle total size: {self.total_padding_size}"]
        lines += [f"Tensor[{i}]: {t.asnumpy()}" for i, t in enumerate(self.tensor_list)]
        return "\n".join(lines) + "\n"

    def slice_by_tensor_index(self, start: int | None = None, end: int | None = None) -> Tensor:
        """The elements of some of the Tensors.

        Args:
            start: index of the first Tensor; 0 by default.
            end: index behind the last one; by default that of the next Tensor, or if there is no
                `start` the end.

        Returns:
            A 1-d Tensor of the first's dtype.

        Raises:
            TypeError: an index is not an int.
            ValueError: there are no such Tensors.

        Examples:
            >>> import msjax as ms
            >>> from msjax.hal.contiguous_tensors_handle import combine_tensor_list_contiguous
            >>> handle = combine_tensor_list_contiguous([ms.Tensor([1, 2]), ms.Tensor([3])])
            >>> print(handle.slice_by_tensor_index(), handle.slice_by_tensor_index(0))
            [1 2 3] [1 2]
        """
        if end is None:
            end = len(self.tensor_list) if start is None else start + 1
        start = 0 if start is None else start
        _check_range(start, end, len(self.tensor_list))
        ends = np.cumsum([0, *self.after_padding_sizes])
        return self._shown(self._kinds[start], ends[start], ends[end])


def _check_range(start: Any, end: Any, size: int) -> None:
    if not isinstance(start, int) or not isinstance(end, int):
        raise TypeError("slice input error.")
    if start < 0 or end > size or start >= end:
        raise ValueError("slice input error.")


def combine_tensor_list_contiguous(
    tensor_list: Sequence[Tensor], enable_mem_align: bool = True
) -> ContiguousTensorsHandle:
    """A ContiguousTensorsHandle of Tensors.

    Args:
        tensor_list: list or tuple of Tensors.
        enable_mem_align: bool; accepted, as XLA aligns memory by itself.

    Returns:
        ContiguousTensorsHandle.

    Raises:
        TypeError: `tensor_list` is not a list of Tensors, or `enable_mem_align` not a bool.

    Examples:
        >>> import msjax as ms
        >>> from msjax.hal.contiguous_tensors_handle import combine_tensor_list_contiguous
        >>> print(combine_tensor_list_contiguous([ms.Tensor([1., 2.]), ms.Tensor([3.])])[0:3])
        [1. 2. 3.]
    """
    return ContiguousTensorsHandle(tensor_list, enable_mem_align)
