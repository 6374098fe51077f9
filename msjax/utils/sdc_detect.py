"""Looking for silent data corruption, which Ascend devices do."""

from __future__ import annotations

from msjax.log import warning

__all__ = ["get_sdc_detect_result", "sdc_detect_start", "sdc_detect_stop"]


def sdc_detect_start() -> None:
    """Begin to look for corrupted results on Ascend devices; elsewhere a warning only.

    Examples:
        >>> import msjax as ms
        >>> ms.utils.sdc_detect_start()
    """
    warning("Silent data corruption is looked for on Ascend devices only; nothing is checked.")


def sdc_detect_stop() -> None:
    """End what `sdc_detect_start` began.

    Examples:
        >>> import msjax as ms
        >>> ms.utils.sdc_detect_stop()
    """


def get_sdc_detect_result() -> bool:
    """Whether corruption was found: False, and a warning that nothing was checked.

    Returns:
        bool.

    Examples:
        >>> import msjax as ms
        >>> ms.utils.get_sdc_detect_result()
        False
    """
    warning("Silent data corruption is looked for on Ascend devices only; nothing was checked.")
    return False
