"""Marks and ranges of the program's own in a profile."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import jax

from msjax import log as logger
from msjax.profiler import _recording

if TYPE_CHECKING:
    from msjax._core.runtime.queue import Stream

_numbers = itertools.count(1)
_open: dict[int, Any] = {}


class Mstx:
    """Static methods that add marks to a profile with `_ExperimentalConfig(mstx=True)`.

    Examples:
        >>> import msjax as ms
        >>> config = ms.profiler._ExperimentalConfig(mstx=True)
        >>> with ms.profiler.profile(experimental_config=config):
        ...     number = ms.profiler.mstx.range_start("read data")
        ...     ms.profiler.mstx.range_end(number)
        ...     ms.profiler.mstx.mark("read")
    """

    @staticmethod
    def mark(message: str, stream: Stream | None = None, domain: str = "default") -> None:
        """Mark an instant.

        Args:
            message: str, its name.
            stream: Stream; there is one queue per device, so marks are the host's.
            domain: str, a group of marks.
        """
        if _wanted("mark", message, domain):
            with jax.profiler.TraceAnnotation(message, domain=domain):
                pass

    @staticmethod
    def range_start(message: str, stream: Stream | None = None, domain: str = "default") -> int:
        """Begin a range; returns its number for `range_end`, 0 if nothing is recorded.

        Args:
            message: str, its name.
            stream: Stream; see `mark`.
            domain: str, a group of marks.
        """
        if not _wanted("range_start", message, domain):
            return 0
        number = next(_numbers)
        _open[number] = jax.profiler.TraceAnnotation(message, domain=domain)
        _open[number].__enter__()
        return number

    @staticmethod
    def range_end(range_id: int, domain: str = "default") -> None:
        """End a range, in the thread that began it.

        Args:
            range_id: int, what `range_start` returned.
            domain: str, as given to `range_start`.
        """
        if range_id == 0:
            return
        annotation = _open.pop(range_id, None) if isinstance(range_id, int) else None
        if annotation is None:
            logger.warning(
                "Invalid range_id for mstx.range_end func. Please input return value from "
                "mstx.range_start."
            )
            return
        annotation.__exit__(None, None, None)


def _wanted(function: str, message: Any, domain: Any) -> bool:
    if _recording.running is None or not _recording.running.takes_marks(domain):
        return False
    if not message or not isinstance(message, str):
        logger.warning(
            "Invalid message for mstx.%s func. Please input valid message string.", function
        )
        return False
    return True
