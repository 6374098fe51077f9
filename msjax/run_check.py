"""A first check after installation."""

from __future__ import annotations

import jax
import numpy as np

from msjax.version import __version__


def run_check() -> None:
    """Multiply two matrices on the default device and say whether the result is right.

    Examples:
        >>> import msjax as ms
        >>> ms.run_check()  # doctest: +ELLIPSIS
        MindSpore API version: 2.10.0 (msjax on JAX ...)
        The result of multiplication calculation is correct, msjax works on ...
    """
    from msjax import Tensor, ops

    ones = Tensor(np.ones((4, 4), np.float32))
    product = ops.matmul(ones, ones).asnumpy()
    print(f"MindSpore API version: {__version__} (msjax on JAX {jax.__version__})")
    if not (product == 4).all():
        raise RuntimeError("The result of the matrix multiplication is wrong.")
    print(
        "The result of multiplication calculation is correct, msjax works on "
        f"{jax.devices()[0].device_kind}."
    )
