"""An array of Tensors that are written one by one."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell

__all__ = ["TensorArray"]


class TensorArray(Cell):
    """An array of Tensors of one shape, written and read by position.

    Positions below the last written one that were never written hold zeros. Functions that write
    run eagerly.

    Args:
        dtype: number type or bool of the Tensors.
        element_shape: tuple of ints, the shape of each.
        dynamic_size: bool, let the array grow.
        size: int, 0 or more; the number of places if it does not grow.
        name: str, a name for the array.

    Raises:
        TypeError: `dtype` is not a number type, `size` is not an int.
        ValueError: `size` is negative.

    Examples:
        >>> import msjax as ms
        >>> array = ms.nn.reinforcement.TensorArray(ms.int64, ())
        >>> array.write(0, 1), array.write(1, 2)
        (True, True)
        >>> print(array.stack())
        [1 2]
    """

    def __init__(
        self,
        dtype: mstype.Type,
        element_shape: tuple,
        dynamic_size: bool = True,
        size: int = 0,
        name: str = "TA",
    ):
        super().__init__()
        validator.check_subclass("dtype", dtype, (*mstype.number_type, mstype.bool_), self.cls_name)
        validator.check_int(size, 0, validator.GE, "size", self.cls_name)
        self.dtype, self.element_shape = dtype, tuple(element_shape)
        self.dynamic_size, self.max_size, self.name = dynamic_size, size, name
        self._values: list[Tensor] | None = []

    def _opened(self) -> list[Tensor]:
        if self._values is None:
            raise RuntimeError(f"For 'TensorArray', the array '{self.name}' is closed.")
        return self._values

    def write(self, index: int | Tensor, value: float | Tensor) -> bool:
        """Put a value at a position.

        Args:
            index: int or Tensor of one.
            value: number or Tensor of the element shape.

        Returns:
            True.

        Raises:
            ValueError: the position is negative or beyond the size, the shape does not fit.
            RuntimeError: the array is closed.
        """
        values, index = self._opened(), int(index)
        value = Tensor(value, self.dtype)
        if value.shape != self.element_shape:
            raise ValueError(
                "For 'TensorArray', the shape of 'value' must be "
                f"{self.element_shape}, but got {value.shape}."
            )
        if index < 0 or not (self.dynamic_size or index < self.max_size):
            bound = "at least 0" if index < 0 else f"in [0, {self.max_size})"
            raise ValueError(f"For 'TensorArray', the 'index' must be {bound}, but got {index}.")
        while len(values) <= index:
            values.append(self._zeros())
        values[index] = value
        return True

    def _zeros(self) -> Tensor:
        return ops.zeros(self.element_shape, self.dtype)

    def read(self, index: int | Tensor) -> Tensor:
        """The Tensor at a position.

        Args:
            index: int or Tensor of one.

        Returns:
            Tensor of the element shape.

        Raises:
            ValueError: nothing was written there or later.
            RuntimeError: the array is closed.
        """
        values, index = self._opened(), int(index)
        if not 0 <= index < len(values):
            raise ValueError(
                f"For 'TensorArray', the 'index' must be in [0, {len(values)}), but got {index}."
            )
        return values[index]

    def close(self) -> bool:
        """Give the contents up; nothing works from then on.

        Returns:
            bool: True.
        """
        self._values = None
        return True

    def clear(self) -> bool:
        """Forget the contents.

        Returns:
            bool: True.

        Raises:
            RuntimeError: the array is closed.
        """
        self._opened().clear()
        return True

    def stack(self) -> Tensor:
        """All Tensors along a new first axis; an array that does not grow gives all its places.

        Returns:
            Tensor of shape (n, *element_shape).

        Raises:
            RuntimeError: the array is closed.
        """
        values = list(self._opened())
        if not self.dynamic_size:
            values += [self._zeros()] * (self.max_size - len(values))
        if not values:
            return ops.zeros((0, *self.element_shape), self.dtype)
        return ops.stack(values)

    def size(self) -> Tensor:
        """The last written position + 1.

        Returns:
            Int64 Tensor of shape ().

        Raises:
            RuntimeError: the array is closed.
        """
        return Tensor(len(self._opened()), mstype.int64)
