"""Backends of MindSpore's compiler, which has no counterpart here."""

from __future__ import annotations

import os

from msjax._core.base.errors import unsupported

__all__ = ["register_custom_backend"]


def register_custom_backend(backend_name: str, backend_path: str) -> bool:
    """Not possible here: such a library runs MindSpore's graphs, and XLA compiles its own.

    Args:
        backend_name: name of the backend.
        backend_path: absolute path of a shared library.

    Raises:
        ValueError: an argument is None, or the path is not that of a shared library.
        NotImplementedError: otherwise.

    Examples:
        >>> import msjax as ms
        >>> ms.graph.register_custom_backend("mine", "mine.so")
        Traceback (most recent call last):
        ValueError: The backend_path must be an absolute path, got: mine.so
    """
    if backend_name is None or backend_path is None:
        raise ValueError("Both backend_name and backend_path must be provided.")
    if not os.path.isabs(backend_path):
        raise ValueError(f"The backend_path must be an absolute path, got: {backend_path}")
    path = os.path.realpath(backend_path)
    if not os.path.isfile(path) or not os.access(path, os.R_OK):
        raise ValueError(f"The file {path} does not exist or permission denied!")
    if not path.endswith(".so"):
        raise ValueError(f"The file {path} is not a shared library!")
    raise unsupported(
        "graph.register_custom_backend",
        "a PJRT plugin adds a device to JAX, and graph.register_op_wrapper replaces operations",
    )
