"""The memory behind Tensors as bytes."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import must, prefixed, unsupported
from msjax._core.op.publish import public
from msjax._core.tensor.links import View
from msjax._core.tensor.tensor import Tensor


class UntypedStorage:
    """The bytes that a Tensor and its views share; made by `Tensor.storage`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.])
        >>> x[1:].storage().size()
        12
    """

    def __init__(self, base: Tensor):
        self._base = base

    def size(self) -> int:
        """Number of bytes."""
        return self._base.nbytes

    __len__ = size

    def nbytes(self) -> int:
        """Number of bytes."""
        return self._base.nbytes

    def element_size(self) -> int:
        """Bytes of one element of the storage: 1."""
        return 1

    @property
    def dtype(self) -> mstype.Type:
        """Element type of the Tensor that owns the memory."""
        return self._base.dtype

    @property
    def device(self) -> str:
        """The device that holds the memory."""
        return self._base.device

    def data_ptr(self) -> int:
        """Address of the first byte on the device, where the device tells it."""
        return self._base._value.addressable_data(0).unsafe_buffer_pointer()

    def is_shared(self) -> bool:
        """Whether the memory is shared between processes: never."""
        return False

    def copy_(self, src: UntypedStorage, non_blocking: bool = False) -> UntypedStorage:
        """Take over the bytes of another storage; all Tensors that share this one see it.

        Args:
            src: storage of the same size.
            non_blocking: copies never block here.

        Raises:
            TypeError: `src` is no storage.
            RuntimeError: the sizes differ.
        """
        del non_blocking
        if not isinstance(src, UntypedStorage):
            text = must("src", "an UntypedStorage", type(src).__name__)
            raise TypeError(prefixed("copy_", text))
        if src.size() != self.size():
            raise RuntimeError(
                f"Size does not match, self was {self.size()} bytes but src was {src.size()} bytes"
            )
        self._base._assign(_bytes_as(src._base._value, self._base._value))
        return self

    def resize_(self, size: int) -> UntypedStorage:
        """Refused, unless the size stays: arrays of JAX keep their size."""
        if size != self.size():
            raise unsupported("UntypedStorage.resize_", "make a new Tensor of the wanted size")
        return self


def _bytes_as(source: Any, like: Any) -> Any:
    """The bytes of an array, read as an array of the dtype and shape of another."""
    if source.dtype == like.dtype:
        return source.reshape(like.shape)
    raw = np.asarray(source).tobytes()
    values = np.frombuffer(raw, like.dtype).reshape(like.shape)
    return jax.device_put(values, like.sharding)


@public("Tensor.storage", "Tensor.untyped_storage")
def storage(self: Tensor) -> UntypedStorage:
    """The memory that holds the elements, shared by a Tensor and its views, as bytes.

    Returns:
        UntypedStorage.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1., 2.]).storage().nbytes()
        8
    """
    owner = self
    while type(owner._view) is View:
        owner = owner._view.base
    return UntypedStorage(owner)
