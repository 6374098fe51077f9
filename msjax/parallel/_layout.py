"""How Tensors are to be cut over an arrangement of devices."""

from __future__ import annotations

import copy
import math
from typing import Any

from msjax._core.base.checks import of_type
from msjax._core.base.errors import Speaker, describe, must

_INTERLEAVED = "interleaved_parallel"
_WHOLE = "None"


class Layout:
    """An arrangement of devices with named axes; called with names, it says what cuts a Tensor.

    A description to write strategies with, for `shard`, `Cell.shard` and `Primitive.shard`.

    Args:
        device_matrix: tuple of int, the number of devices along each axis.
        alias_name: tuple of str, the names of the axes. "interleaved_parallel", which may only be
            the last, stands for several cuts on one device.
        rank_list: list of int, the devices in order. Default: counted from 0.

    Raises:
        TypeError: an argument, or an item of it, is of another type, or `device_matrix` is empty.
        ValueError: the lengths differ, or a name is empty, "None" or given twice.

    Examples:
        >>> from msjax.parallel import Layout
        >>> layout = Layout((2, 2, 2), ("dp", "sp", "mp"))
        >>> print(layout("dp", "mp").to_dict()["tensor_map"])
        (2, 0)
        >>> print(layout(("dp", "sp"), "None").to_dict()["tensor_map"])
        ((2, 1), -1)
    """

    def __init__(
        self,
        device_matrix: tuple[int, ...],
        alias_name: tuple[str, ...],
        rank_list: list[int] | None = None,
    ):
        with Speaker("Layout"):
            of_type("device_matrix", device_matrix, tuple)
            of_type("alias_name", alias_name, tuple)
            if not device_matrix:
                raise TypeError(must("device_matrix", "of at least one dimension", ()))
            if len(device_matrix) != len(alias_name):
                raise ValueError(must("alias_name", f"of length {len(device_matrix)}", alias_name))
            for size in device_matrix:
                of_type("device_matrix", size, int, bool)
            for name in alias_name:
                if of_type("alias_name", name, str) in ("", _WHOLE):
                    raise ValueError(must("alias_name", "free of '' and 'None'", alias_name))
            if len(set(alias_name)) != len(alias_name):
                raise ValueError(must("alias_name", "free of duplicates", alias_name))
            if _INTERLEAVED in alias_name[:-1]:
                raise ValueError(must("alias_name", f"'{_INTERLEAVED}' at its end", alias_name))
            count = math.prod(device_matrix)
            if rank_list is not None:
                for rank in of_type("rank_list", rank_list, list):
                    of_type("rank_list", rank, int, bool)
                if len(rank_list) != count:
                    raise ValueError(must("rank_list", f"of length {count}", describe(rank_list)))
        self._device_shape, self._alias_name = device_matrix, alias_name
        self._rank_list = list(range(count)) if rank_list is None else rank_list
        self._tensor_map: tuple | None = None

    def __call__(self, *tensor_map: str | tuple[str, ...]) -> Layout:
        """The layout of a Tensor whose dimensions are cut along the named axes.

        Args:
            tensor_map: for each dimension the name of an axis, a tuple of such, or "None".

        Returns:
            Layout, a copy.

        Raises:
            ValueError: there is no such axis, or it is named twice.
        """
        used: set[Any] = set()

        def number(name: Any) -> int:
            if name == _WHOLE:
                return -1
            with Speaker("Layout"):
                if name not in self._alias_name:
                    raise ValueError(must("tensor_map", f"made of {self._alias_name}", name))
                if name in used:
                    raise ValueError(must("tensor_map", "free of duplicates", tensor_map))
            used.add(name)
            return len(self._alias_name) - 1 - self._alias_name.index(name)

        self._tensor_map = tuple(
            tuple(number(n) for n in names) if isinstance(names, tuple) else number(names)
            for names in tensor_map
        )
        return copy.deepcopy(self)

    def to_dict(self) -> dict[str, Any]:
        """The layout as a dict.

        Returns:
            dict of `device_matrix`, `tensor_map` (axes counted from the last, -1 for no cut),
            `interleaved_parallel`, `alias_name` and `rank_list`.

        Raises:
            ValueError: the layout has not been called with names.
        """
        if self._tensor_map is None:
            with Speaker("Layout"):
                raise ValueError(must("tensor_map", "given by a call of the layout", None))
        return {
            "device_matrix": self._device_shape,
            "tensor_map": self._tensor_map,
            "interleaved_parallel": _INTERLEAVED in self._alias_name,
            "alias_name": self._alias_name,
            "rank_list": self._rank_list,
        }
