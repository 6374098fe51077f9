"""MindSpore's log functions: its line format, on stderr or in rotating files, set by GLOG_*."""

from __future__ import annotations

import functools
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from typing import Any

__all__ = ["get_level", "get_log_config"]

_LEVELS = {
    "0": logging.DEBUG,
    "1": logging.INFO,
    "2": logging.WARNING,
    "3": logging.ERROR,
    "4": logging.CRITICAL,
}
_LINE = (
    "[%(levelname)s] ME(%(process)d:%(thread)d,%(processName)s):%(asctime)s "
    "[%(filepath)s:%(lineno)d] %(message)s"
)
_lock = threading.Lock()
_logger: logging.Logger | None = None


class _Stderr(logging.StreamHandler):
    """Writes to what `sys.stderr` is at the time: notebooks and tests replace it."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self):
        return sys.stderr


class _Formatter(logging.Formatter):
    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        stamp = time.strftime("%Y-%m-%d-%H:%M:%S", self.converter(record.created))
        micro = f"{round(record.msecs * 1000):06d}"
        return f"{stamp}.{micro[:3]}.{micro[3:]}"

    def format(self, record: logging.LogRecord) -> str:
        start = max(record.pathname.rfind(name) for name in ("msjax", "mindspore"))
        record.filepath = record.pathname[start:] if start >= 0 else record.pathname
        return super().format(record)


def _level(variable: str, default: str = "2") -> int:
    value = (os.environ.get(variable) or default).strip()
    if value not in _LEVELS:
        raise ValueError(
            "Incorrect log level, please check the configuration of GLOG_v or "
            "GLOG_stderrthreshold, desired log level: 4-CRITICAL, 3-ERROR, 2-WARNING, 1-INFO, "
            f"0-DEBUG. But got {value}."
        )
    return _LEVELS[value]


def _count(variable: str, default: int, what: str) -> int:
    value = (os.environ.get(variable) or str(default)).strip()
    if not value.isdigit():
        raise ValueError(
            f"Incorrect value, the value of {variable} must be positive {what}. But got "
            f"{variable}:{value}."
        )
    return int(value)


def _handlers(name: str) -> list[logging.Handler]:
    to_stderr = (os.environ.get("GLOG_logtostderr") or "1").strip()
    if to_stderr not in ("0", "1"):
        raise ValueError(
            f"Incorrect value, the value of GLOG_logtostderr must be 0 or 1, but got {to_stderr}."
        )
    stream = _Stderr()
    if to_stderr == "1":
        return [stream]
    root = os.environ.get("GLOG_log_dir")
    if not root:
        raise ValueError(
            "When GLOG_logtostderr is set to 0, the directory of saving log GLOG_log_dir must be "
            "set, but got it empty."
        )
    rank = os.environ.get("RANK_ID") or os.environ.get("OMPI_COMM_WORLD_RANK") or "0"
    folder = os.path.join(os.path.realpath(root), f"rank_{rank}", "logs")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    file = RotatingFileHandler(
        os.path.join(folder, name),
        maxBytes=_count("logger_maxBytes", 52428800, "integer"),
        backupCount=_count("logger_backupCount", 30, "integer"),
        encoding="utf-8",
        delay=True,
    )
    stream.setLevel(_level("GLOG_stderrthreshold"))
    return [file, stream]


def _get_logger() -> logging.Logger:
    global _logger
    with _lock:
        if _logger is None:
            name = f"mindspore.log.{os.getpid()}"
            logger = logging.getLogger(f"ME.{name}")
            logger.setLevel(_level("GLOG_v"))
            logger.propagate = False
            logger.handlers.clear()
            for handler in _handlers(name):
                handler.setFormatter(_Formatter(_LINE))
                logger.addHandler(handler)
            _logger = logger
        return _logger


def _emit(method: str, msg: object, args: tuple, kwargs: dict[str, Any]) -> None:
    kwargs["stacklevel"] = kwargs.get("stacklevel", 1) + 2  # name the caller of the public function
    getattr(_get_logger(), method)(msg, *args, **kwargs)


def debug(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a message at level DEBUG, with %-style arguments.

    Args:
        msg: the message, in which %s and the like stand for `args`.
        *args: the arguments.
        **kwargs: `exc_info`, `extra`, `stack_info`, `stacklevel` as in Python's `logging`.

    Examples:
        >>> from msjax import log
        >>> log.debug("not shown at the level of warnings")
    """
    _emit("debug", msg, args, kwargs)


def info(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a message at level INFO, with %-style arguments.

    Args:
        msg: the message, in which %s and the like stand for `args`.
        *args: the arguments.
        **kwargs: `exc_info`, `extra`, `stack_info`, `stacklevel` as in Python's `logging`.

    Examples:
        >>> from msjax import log
        >>> log.info("not shown at the level of warnings")
    """
    _emit("info", msg, args, kwargs)


def warning(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a message at level WARNING, with %-style arguments.

    Args:
        msg: the message, in which %s and the like stand for `args`.
        *args: the arguments.
        **kwargs: `exc_info`, `extra`, `stack_info`, `stacklevel` as in Python's `logging`.

    Examples:
        >>> from msjax import log
        >>> log.warning("loss is %s at step %d", "nan", 3)
    """
    _emit("warning", msg, args, kwargs)


def error(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a message at level ERROR, with %-style arguments.

    Args:
        msg: the message, in which %s and the like stand for `args`.
        *args: the arguments.
        **kwargs: `exc_info`, `extra`, `stack_info`, `stacklevel` as in Python's `logging`.

    Examples:
        >>> from msjax import log
        >>> log.error("loss is %s at step %d", "nan", 3)
    """
    _emit("error", msg, args, kwargs)


def critical(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a message at level CRITICAL, with %-style arguments.

    Args:
        msg: the message, in which %s and the like stand for `args`.
        *args: the arguments.
        **kwargs: `exc_info`, `extra`, `stack_info`, `stacklevel` as in Python's `logging`.

    Examples:
        >>> from msjax import log
        >>> log.critical("loss is %s at step %d", "nan", 3)
    """
    _emit("critical", msg, args, kwargs)


def _digit(level: int) -> str:
    return {number: digit for digit, number in _LEVELS.items()}[level]


def get_level() -> str:
    """The level in force, as in GLOG_v: "0" (DEBUG) to "4" (CRITICAL).

    Returns:
        str of one digit.

    Examples:
        >>> import msjax as ms
        >>> ms.get_level() in "01234"
        True
    """
    return _digit(_get_logger().getEffectiveLevel())


def get_log_config() -> dict[str, Any]:
    """The settings in force, by the name of the environment variable that sets each.

    Returns:
        dict with "GLOG_v" and "GLOG_logtostderr"; where a file is written also "GLOG_log_dir",
        "logger_maxBytes", "logger_backupCount" and "GLOG_stderrthreshold".

    Examples:
        >>> from msjax import log
        >>> log.get_log_config()["GLOG_logtostderr"]
        '1'
    """
    logger = _get_logger()
    config: dict[str, Any] = {"GLOG_v": get_level(), "GLOG_logtostderr": "1"}
    file = logger.handlers[0]
    if isinstance(file, RotatingFileHandler):
        config |= {
            "GLOG_logtostderr": "0",
            "GLOG_log_dir": os.path.dirname(file.baseFilename),
            "logger_maxBytes": file.maxBytes,
            "logger_backupCount": file.backupCount,
            "GLOG_stderrthreshold": _digit(logger.handlers[1].level),
        }
    return config


class _LogActionOnce:
    """Decorator: what the function warns of by `logger` is printed in its first call only.

    Args:
        logger: an object with a method `warning`.
        key: calls of functions with one key count together.
        no_warning: print nothing at all.
    """

    is_logged: dict[Any, bool] = {}

    def __init__(self, logger: Any, key: Any, no_warning: bool = False):
        self.logger, self.key, self.no_warning = logger, key, no_warning

    def __call__(self, func: Callable) -> Callable:
        @functools.wraps(func)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            if not hasattr(self.logger, "warning"):
                return func(*args, **kwargs)
            quiet = self.no_warning or self.key in self.is_logged
            if not quiet:
                self.is_logged[self.key] = True
                return func(*args, **kwargs)
            before = self.logger.warning
            self.logger.warning = lambda *args, **kwargs: None
            try:
                return func(*args, **kwargs)
            finally:
                self.logger.warning = before

        return wrapper
