"""A first check after installation."""

from __future__ import annotations

import numpy as np

from msjax.version import __version__


def run_check() -> None:
    """Multiply two matrices on the default device and say whether the result is right.

    Raises:
        RuntimeError: the result is wrong.

    Examples:
        >>> import msjax as ms
        >>> ms.run_check()  # doctest: +ELLIPSIS
        MindSpore version:  2.10.0
        The result of multiplication calculation is correct, MindSpore has been installed on ...
    """
    from msjax import ops
    from msjax._core.runtime.context import target
    from msjax._core.tensor.tensor import Tensor

    ones = Tensor(np.ones((4, 4), np.float32))
    print(f"MindSpore version:  {__version__}")
    if not (ops.matmul(ones, ones).asnumpy() == 4).all():
        raise RuntimeError("The result of the matrix multiplication is wrong.")
    print(
        "The result of multiplication calculation is correct, MindSpore has been installed on "
        f"platform [{target()}] successfully!"
    )
