"""Writing the inputs and outputs of operations to files, which Ascend devices do."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from msjax._core.base.errors import unsupported
from msjax._core.base.network import Network
from msjax._core.op.primitive import Primitive
from msjax._core.runtime.context import get_context

if TYPE_CHECKING:
    from msjax._core.base.network import Network

__all__ = ["set_dump"]


def set_dump(target: Network | Primitive, enabled: bool = True) -> None:
    """Choose a Cell or Primitive whose data Ascend devices write to files.

    Elsewhere nothing is written, as in MindSpore: on a CPU or GPU the call gives a warning.

    Args:
        target: Cell or Primitive.
        enabled: bool.

    Raises:
        ValueError: `target` is neither, or `enabled` not a bool.
        NotImplementedError: the device target is "Ascend".

    Examples:
        >>> import msjax as ms
        >>> ms.set_dump("conv1")
        Traceback (most recent call last):
        ValueError: The "target" parameter must be an instance of Cell or Primitive, but got ...
    """
    if not isinstance(target, (Network, Primitive)):
        raise ValueError(
            'The "target" parameter must be an instance of Cell or Primitive, but got an instance '
            f"of {type(target)}."
        )
    if not isinstance(enabled, bool):
        raise ValueError('The "enabled" parameter must be bool.')
    device = get_context("device_target")
    if device == "Ascend":
        raise unsupported(
            "set_dump", "use ops.TensorDump or ops.Print in the network, or a forward hook"
        )
    warnings.warn(
        f"Current device_target is {device}, which is not supported by set_dump. Only Ascend "
        "device target is supported currently. Use ops.TensorDump or ops.Print in the network, or "
        "a forward hook.",
        stacklevel=2,
    )
