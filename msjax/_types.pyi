"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Sequence
from types import EllipsisType
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from msjax._core.base.dtype import Type
from msjax._core.tensor.tensor import Tensor

class SupportsDLPack(Protocol):
    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any: ...

Number: TypeAlias = complex | np.number[Any] | np.bool_
DType: TypeAlias = Type | str | type[Any] | np.dtype[Any]
ArrayLike: TypeAlias = Tensor | Number | list[Any] | tuple[Any, ...]
Same = TypeVar("Same")
Sizes: TypeAlias = int | Sequence[int]
Index: TypeAlias = int | slice | EllipsisType | Tensor | list[Any] | tuple[Any, ...] | None
