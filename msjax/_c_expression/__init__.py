"""Names of MindSpore's compiled core that programs import (the path `mindspore._c_expression`)."""

from __future__ import annotations

from typing import Any

from msjax._c_expression import security, typing
from msjax._core.base import dtype as mstype
from msjax._core.op.registry import resolve
from msjax._core.runtime.context import get_context, set_context
from msjax._core.runtime.queue import empty_cache as _ms_memory_recycle
from msjax._core.tensor import tensor as _tensor
from msjax._core.tensor.parameter import ParamInfo
from msjax._missing import lazy_getattr

__all__ = ["MSContext", "ParamInfo", "Tensor", "TensorPy", "security", "typing"]

TensorPy = _tensor.Tensor

__getattr__ = lazy_getattr(
    __name__, {"msjax.common._init_base": "_random_normal _random_uniform _truncated_normal"}
)


def _empty_instance(*args: Any, **kwargs: Any) -> TensorPy:
    """`mint.empty`."""
    return resolve("mint.empty")(*args, **kwargs)


class _TensorType(type):
    """Every Tensor is one of the compiled core's; that class is made of a dtype and a shape too."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return (
            isinstance(instance, TensorPy) if cls is Tensor else super().__instancecheck__(instance)
        )

    def __subclasscheck__(cls, subclass: type) -> bool:
        return (
            issubclass(subclass, TensorPy) if cls is Tensor else super().__subclasscheck__(subclass)
        )

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is not Tensor:
            return super().__call__(*args, **kwargs)
        if len(args) == 2 and isinstance(args[0], mstype.Type):
            return _empty_instance(tuple(args[1]), dtype=args[0])
        return TensorPy(*args, **kwargs)


class Tensor(TensorPy, metaclass=_TensorType):
    """The Tensor of older releases' compiled core; Tensors without contents yet come of it."""

    __slots__ = ()


def disable_multi_thread() -> None:
    """Nothing: operations are started by the thread that calls them."""


def is_reboot_node() -> bool:
    """Whether this process replaces one that has failed in a cluster: False."""
    return False


class MSContext:
    """The context as an object; `set_context` and `get_context` are the interface to use."""

    _instance: MSContext | None = None

    @classmethod
    def get_instance(cls) -> MSContext:
        """The only instance."""
        if cls._instance is None:
            cls._instance = cls()
        return cls._instance

    def get_param(self, name: str) -> Any:
        """The value of an option of `get_context`."""
        return get_context(name)

    def set_param(self, name: str, value: Any) -> None:
        """Set an option of `set_context`."""
        set_context(**{name: value})

    def get_ascend_soc_version(self) -> str:
        """The kind of Ascend processor: there is none."""
        return ""
