"""What is known of a length that is not: `Symbol`, for the shape of a Tensor without values."""

from __future__ import annotations

import itertools
from typing import Any

_serials = itertools.count()


class Symbol:
    """A dimension of unknown length in the shape of a Tensor that describes an input.

    Args:
        max: the greatest length, if greater than `min`; programs run with longer ones too.
        min: the least length; programs run with shorter ones too.
        divisor: the length divided by it leaves `remainder`.
        remainder: from 0 to `divisor - 1`.
        unique: whether all dimensions of this Symbol are equally long.
        kwargs: accepted for compatibility.

    Raises:
        TypeError: a number is not an int, or `unique` not a bool.
        ValueError: `min` or `divisor` is not positive, or `remainder` out of range.

    Examples:
        >>> import msjax as ms
        >>> batch = ms.Symbol(unique=True)
        >>> ms.Tensor(shape=[batch, 3], dtype=ms.float32).shape
        (-1, 3)
    """

    def __init__(
        self,
        max: int = 0,
        min: int = 1,
        divisor: int = 1,
        remainder: int = 0,
        unique: bool = False,
        **kwargs: Any,
    ):
        numbers = {"max": max, "min": min, "divisor": divisor, "remainder": remainder}
        for name, value in numbers.items():
            if not isinstance(value, int):
                raise TypeError(
                    f"For 'Symbol', the argument '{name}' must be int, but got {type(value)}."
                )
        if not isinstance(unique, bool):
            raise TypeError(
                f"For 'Symbol', the argument 'unique' must be bool, but got {type(unique)}."
            )
        for name in ("min", "divisor"):
            if numbers[name] <= 0:
                raise ValueError(
                    f"For 'Symbol', the '{name}' must be positive, but got {numbers[name]}."
                )
        if not 0 <= remainder < divisor:
            raise ValueError(
                f"For 'Symbol', the 'remainder' must be in [0, {divisor}), but got {remainder}."
            )
        self.max, self.min, self.divisor, self.remainder = max, min, divisor, remainder
        self.unique, self.id = unique, next(_serials)

    def to_dict(self) -> dict[str, Any]:
        """What is known of the length.

        Examples:
            >>> import msjax as ms
            >>> ms.Symbol(divisor=8, remainder=1).to_dict()
            {'divisor': 8, 'remainder': 1}
        """
        known: dict[str, Any] = {}
        if self.max > self.min:
            known["max"] = self.max
        if self.min > self.divisor + self.remainder:  # which every d * n + r is with n >= 1
            known["min"] = self.min
        if self.divisor != 1:
            known["divisor"] = self.divisor
        if self.remainder:
            known["remainder"] = self.remainder
        if self.unique:
            known["id"] = self.id
        return known

    def __str__(self) -> str:
        return str(self.to_dict())
