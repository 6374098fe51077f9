"""Helpers around Cells."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msjax._core.tensor.parameter import Parameter

__all__ = ["no_init_parameters"]


@contextmanager
def no_init_parameters() -> Iterator[None]:
    """Say that the Parameters made inside get their values from a checkpoint.

    MindSpore then puts off making the initial values. Here they are made at once, so that a
    Parameter the checkpoint lacks has them in either case; `Parameter.init_param` is False inside.

    Examples:
        >>> import msjax as ms
        >>> with ms.nn.no_init_parameters():
        ...     net = ms.nn.Dense(2, 3)
        >>> net.weight.shape
        (3, 2)
    """
    Parameter.init_param = False
    try:
        yield
    finally:
        Parameter.init_param = True
