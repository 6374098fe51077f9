"""How exactly matrix products and convolutions of float32 are computed on GPUs and TPUs.

JAX's own default lets their matrix units round the factors, to 10 bits (TF32) on GPUs and to 7
(bfloat16) on TPUs. MindSpore rounds to TF32 where its context allows it, and else not at all. What
the program has set with `jax.default_matmul_precision` goes before both.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

from jax._src import config as _jax_config

_precision = _jax_config.default_matmul_precision


class _Local(threading.local):
    ours: str | None = None  # what `products` has set and the program has not changed since


_local = _Local()
_allowed: list[Callable[[str], bool]] = []


def allows_tf32(function: Callable[[str], bool]) -> Callable[[str], bool]:
    """Decorator of what says whether "matmul" or "conv" may round float32 to TF32."""
    _allowed[:] = [function]
    return function


def asked() -> Any:
    """The precision that the program has set in JAX, None if it has not."""
    value = _precision.value
    return None if value == _local.ours else value


def may_round(kind: str) -> bool:
    """Whether the program's context lets "matmul" or "conv" round float32 to TF32."""
    return _allowed[0](kind)


@contextlib.contextmanager
def products(kind: str = "matmul") -> Iterator[None]:
    """Context manager under which kernels are traced: products of float32 keep what MindSpore's do.

    Args:
        kind: "matmul", or "conv" around a convolution within.
    """
    if asked() is not None:
        yield
        return
    before = _local.ours
    _local.ours = "high" if may_round(kind) else "highest"
    try:
        with _precision(_local.ours):
            yield
    finally:
        _local.ours = before
