"""Classes and decorators of Primitives under the path of MindSpore's own file."""

from __future__ import annotations

from typing import Any

from msjax._core.compile.markers import _primexpr as _primexpr
from msjax._core.op.primitive import Primitive
from msjax._core.op.registry import SURFACES


def _run_op(obj: Primitive, op_name: str, args: tuple) -> Any:
    """Run an operation on `args` with the settings of `obj`; what the `__call__` of a class that
    is derived from the operation's ends with.

    Args:
        obj: Primitive.
        op_name: the operation's name.
        args: its inputs.

    Returns:
        What the operation returns.

    Raises:
        NotImplementedError: there is no operation of this name.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.primitive import _run_op
        >>> print(_run_op(ms.ops.Add(), "Add", (ms.Tensor([1, 2]), 3)))
        [4 5]
    """
    found: Any = SURFACES.get(f"ops.{op_name}")
    kind = found.make() if hasattr(found, "make") else found
    own = isinstance(kind, type) and isinstance(obj, kind)
    return (kind if own else Primitive).__call__(obj, *args)
