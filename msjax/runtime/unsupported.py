"""Names of the runtime module that say something JAX cannot do."""

from __future__ import annotations

from msjax._core.base.errors import unsupported

_CORES = "the cores of a device are XLA's to divide"
_ALLOCATOR = "choose XLA's allocator with the environment variable XLA_PYTHON_CLIENT_ALLOCATOR"


def memory_replay(file_path: str) -> None:
    """Not possible here.

    Args:
        file_path: not used.

    Raises:
        NotImplementedError: always.
    """
    raise unsupported("memory_replay", "use jax.profiler.device_memory_profile")


def get_device_limit(device: int) -> dict[str, int]:
    """Not possible here.

    Args:
        device: not used.

    Raises:
        NotImplementedError: always.
    """
    raise unsupported("get_device_limit", _CORES)


def set_device_limit(device: int, cube_num: int = -1, vector_num: int = -1) -> None:
    """Not possible here.

    Args:
        device, cube_num, vector_num: not used.

    Raises:
        NotImplementedError: always.
    """
    raise unsupported("set_device_limit", _CORES)


def get_stream_limit(stream: object) -> dict[str, int]:
    """Not possible here.

    Args:
        stream: not used.

    Raises:
        NotImplementedError: always.
    """
    raise unsupported("get_stream_limit", _CORES)


def set_stream_limit(stream: object, cube_num: int = -1, vector_num: int = -1) -> None:
    """Not possible here.

    Args:
        stream, cube_num, vector_num: not used.

    Raises:
        NotImplementedError: always.
    """
    raise unsupported("set_stream_limit", _CORES)


def reset_stream_limit(stream: object) -> None:
    """Not possible here.

    Args:
        stream: not used.

    Raises:
        NotImplementedError: always.
    """
    raise unsupported("reset_stream_limit", _CORES)


class StreamLimitCtx:
    """Not possible here.

    Args:
        stream, cube_num, vector_num: not used.

    Raises:
        NotImplementedError: one is made.
    """

    def __init__(self, stream: object, cube_num: int = -1, vector_num: int = -1) -> None:
        raise unsupported("StreamLimitCtx", _CORES)


class PluggableAllocator:
    """Not possible here.

    Args:
        path_to_so_file, alloc_fn_name, free_fn_name: not used.

    Raises:
        NotImplementedError: one is made.
    """

    def __init__(self, path_to_so_file: str, alloc_fn_name: str, free_fn_name: str) -> None:
        raise unsupported("PluggableAllocator", _ALLOCATOR)


class MemPool:
    """Not possible here.

    Args:
        allocator: not used.

    Raises:
        NotImplementedError: one is made.
    """

    def __init__(self, allocator: object) -> None:
        raise unsupported("MemPool", _ALLOCATOR)


def use_mem_pool(pool: object) -> None:
    """Not possible here.

    Args:
        pool: not used.

    Raises:
        NotImplementedError: always.
    """
    raise unsupported("use_mem_pool", _ALLOCATOR)
