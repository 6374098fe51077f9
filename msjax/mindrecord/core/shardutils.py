"""Checks and constants that the readers and writers of MindRecord share."""

from __future__ import annotations

import enum
import os
from typing import Any

from msjax.mindrecord.common.exceptions import ParamValueError

MIN_SHARD_COUNT, MAX_SHARD_COUNT = 1, 1000


class MSRStatus(enum.IntEnum):
    """How a conversion ended."""

    SUCCESS = 0
    FAILED = 1

    def __str__(self) -> str:
        return f"MSRStatus.{self.name}"


SUCCESS, FAILED = MSRStatus.SUCCESS, MSRStatus.FAILED


def check_filename(path: Any, arg_name: str = "") -> bool:
    """Refuse what is not a path of a file.

    Args:
        path: the path.
        arg_name: how the error names it. Default: ``""``, "File path".

    Returns:
        True.

    Raises:
        ParamValueError: the path is empty, no text, or has a character that it must not have.

    Examples:
        >>> from msjax.mindrecord.core.shardutils import check_filename
        >>> check_filename("data/train.mindrecord")
        True
    """
    if not path:
        name = f"'{arg_name}'" if arg_name else "File path"
        raise ParamValueError(f"{name} is not allowed None or empty!")
    if not isinstance(path, str):
        raise ParamValueError(f"File path: {path} is not string.")
    if path.endswith("/"):
        raise ParamValueError("File path can not end with '/'")
    name = os.path.basename(path)
    if set(name) & set(r'\/:*?"<>|`&\';'):
        raise ParamValueError(r"File name should not contains \/:*?\"<>|`&;\'")
    if name != name.strip(" "):
        raise ParamValueError("File name should not start/end with space.")
    return True


def check_consumers(count: Any) -> None:
    """Refuse a number of readers that is not a positive int."""
    if not isinstance(count, int) or isinstance(count, bool):
        raise ParamValueError("Parameter num_consumer is not int.")
    if count < 1:
        raise ParamValueError(f"Parameter num_consumer: {count} should be at least 1.")
