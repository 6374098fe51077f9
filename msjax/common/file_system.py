"""How checkpoint files are opened; MindSpore puts other storage behind it where it is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax import _checkparam as validator
from msjax.log import warning

__all__ = ["FileSystem", "mindio_preload", "set_mindio_server_info"]


class FileSystem:
    """The functions that make and open files, with their arguments after the path.

    Examples:
        >>> from msjax.common.file_system import FileSystem
        >>> files = FileSystem()
        >>> files.backend, files.open_args
        ('basic', ('rb',))
    """

    def __init__(self) -> None:
        self.create: Callable[..., Any] = open
        self.create_args = ("ab",)
        self.open: Callable[..., Any] = open
        self.open_args = ("rb",)
        self.backend = "basic"


def _register_basic_file_system(fs: FileSystem) -> bool:
    """Let an object open files as a new one does."""
    fs.__init__()  # type: ignore[misc]
    return True


def _register_mindio_file_system(fs: FileSystem) -> bool:
    """Whether MindIO, a service of Ascend machines, opens the files: it never does here."""
    return False


def set_mindio_server_info(data_block_pool_capacity_in_gb: int = 100) -> None:
    """Set how much memory MindIO's service takes. There is none here, as in MindSpore without it.

    Args:
        data_block_pool_capacity_in_gb: int, the memory in GiB.

    Examples:
        >>> import msjax as ms
        >>> ms.set_mindio_server_info(10)
    """
    warning("MindIO is a service of Ascend clusters; set_mindio_server_info has no effect.")


def mindio_preload(ckpt_file_name: str) -> bool:
    """Let MindIO read a checkpoint ahead; False, as in MindSpore without MindIO.

    Args:
        ckpt_file_name: str, the file.

    Raises:
        TypeError: `ckpt_file_name` is not a str.

    Examples:
        >>> import msjax as ms
        >>> ms.mindio_preload("model.ckpt")
        False
    """
    validator.check_value_type("ckpt_file_name", ckpt_file_name, str, "mindio_preload")
    warning("MindIO is a service of Ascend clusters; nothing is loaded ahead.")
    return False
