"""Overflow flags: `NPUAllocFloatStatus` and its companions, which programs for Ascend use.

The registers of an NPU note every overflow. Other devices have none, so a flag looks at the values
that `ops.depend` makes it wait for, as programs do for the gradients.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import unsupported
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import Array, Arrays, call, op, public
from msjax._core.tensor.structure import tensors_in
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept


class FloatStatus(Tensor):
    """A flag and the Tensors that it is about."""

    __slots__ = ("watched",)

    watched: tuple[Tensor, ...]

    def __init__(self, flag: Any, watched: tuple[Tensor, ...] = ()):
        super().__init__(flag)
        self.watched = watched


def after(value: Any, expr: Any) -> Any:
    """What `ops.depend` returns: `value`; a flag then looks at the Tensors in `expr` too."""
    if not isinstance(value, FloatStatus):
        return value
    new = tuple(t for t in tensors_in(expr) if not isinstance(t, FloatStatus))
    return FloatStatus(value, value.watched + new)


@op(label="NPUGetFloatStatus")
def _flag(x: Array, watched: Arrays):
    accept(x, "float16 float32", "x")
    if not watched:
        raise unsupported(
            "'NPUGetFloatStatus' of a flag that waits for nothing",
            "write `flag = ops.depend(flag, gradients)` before, or use amp.all_finite",
        )
    finite = jnp.stack([jnp.all(jnp.isfinite(w)) for w in watched]).all()
    return jnp.broadcast_to(~finite, x.shape).astype(x.dtype)


@op(label="NPUClearFloatStatus")
def _cleared(x: Array):
    accept(x, "float16 float32", "x")
    return jnp.zeros_like(x)


class _FloatStatusOperation(Primitive):
    def __init__(self) -> None:
        super().__init__(type(self).__name__)


@public("ops.NPUAllocFloatStatus")
class NPUAllocFloatStatus(_FloatStatusOperation):
    """Make an overflow flag.

    Outputs:
        Float32 Tensor of shape (8,): zeros.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.NPUAllocFloatStatus()())
        [0. 0. 0. 0. 0. 0. 0. 0.]
    """

    def __call__(self) -> Tensor:
        return FloatStatus(np.zeros(8, np.float32))


@public("ops.NPUGetFloatStatus")
class NPUGetFloatStatus(_FloatStatusOperation):
    """Set an overflow flag: to ones if a Tensor that it waits for is not finite, else to zeros.

    The flag must wait for what is to be looked at: `flag = ops.depend(flag, gradients)`. An NPU
    notes the overflows of all operations; here infinities and NaN that remain in these count.

    Inputs:
        - **x** (Tensor) - the flag, of `NPUAllocFloatStatus`.

    Outputs:
        Tensor of the shape and dtype of `x`, with its new elements.

    Raises:
        TypeError: `x` is no Float16 or Float32 Tensor.
        NotImplementedError: the flag waits for nothing, so there is nothing to look at.

    Examples:
        >>> import msjax as ms
        >>> flag = ms.ops.NPUAllocFloatStatus()()
        >>> flag = ms.ops.depend(flag, ms.Tensor([1.0, float("inf")]))
        >>> print(ms.ops.NPUGetFloatStatus()(flag))
        [1. 1. 1. 1. 1. 1. 1. 1.]
    """

    def __call__(self, x: Tensor) -> Tensor:
        flag = call(_flag)(x, getattr(x, "watched", ()))
        x._assign(flag._value)
        return FloatStatus(flag)


@public("ops.NPUClearFloatStatus")
class NPUClearFloatStatus(_FloatStatusOperation):
    """Let an overflow flag begin anew: it forgets what it was to look at.

    Inputs:
        - **x** (Tensor) - the flag, of `NPUAllocFloatStatus`; Float16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `x`: zeros.

    Raises:
        TypeError: `x` is no Float16 or Float32 Tensor.

    Examples:
        >>> import msjax as ms
        >>> flag = ms.ops.depend(ms.ops.NPUAllocFloatStatus()(), ms.Tensor([float("inf")]))
        >>> flag = ms.ops.NPUGetFloatStatus()(flag)
        >>> print(ms.ops.NPUClearFloatStatus()(flag))
        [0. 0. 0. 0. 0. 0. 0. 0.]
    """

    def __call__(self, x: Tensor) -> Tensor:
        zeros = call(_cleared)(x)
        if isinstance(x, FloatStatus):
            x.watched = ()
        return FloatStatus(zeros)
