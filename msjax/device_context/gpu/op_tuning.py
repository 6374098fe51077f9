"""Choice of convolution algorithms on GPUs; checked and stored, XLA picks by measuring."""

from __future__ import annotations

from msjax._core.runtime.context import set_context
from msjax._core.runtime.context_keys import CONV_ALGORITHMS

from .._setting import applies

__all__ = ["conv_dgrad_algo", "conv_fprop_algo", "conv_wgrad_algo"]


def _choose(name: str, mode: str) -> None:
    if not applies("GPU"):
        return
    if mode not in CONV_ALGORITHMS[name]:
        raise ValueError(
            f"For 'mindspore.device_context.gpu.op_tuning.{name}', the argument must be in "
            f"{CONV_ALGORITHMS[name]} but got {mode}."
        )
    set_context(**{name: mode})


def conv_fprop_algo(mode: str) -> None:
    """Algorithm of the forward convolution.

    Args:
        mode (str): its name.

    Raises:
        ValueError: on a GPU, if there is no such.
    """
    _choose("conv_fprop_algo", mode)


def conv_wgrad_algo(mode: str) -> None:
    """Algorithm of the weight's gradient.

    Args:
        mode (str): its name.

    Raises:
        ValueError: on a GPU, if there is no such.
    """
    _choose("conv_wgrad_algo", mode)


def conv_dgrad_algo(mode: str) -> None:
    """Algorithm of the input's gradient.

    Args:
        mode (str): its name.

    Raises:
        ValueError: on a GPU, if there is no such.
    """
    _choose("conv_dgrad_algo", mode)
