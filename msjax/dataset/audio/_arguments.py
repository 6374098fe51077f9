"""Argument checks of the audio transforms."""

from __future__ import annotations

from typing import Any

from msjax.dataset import _checks as checks

FLOAT_MAX = 16777216  # as far as float32 has all integers
NUMBER = (int, float)


def number(value: Any, name: str) -> None:
    """Refuse what is not a number that float32 can hold."""
    checks.check_type(value, NUMBER, name)
    checks.check_range(value, -FLOAT_MAX, FLOAT_MAX, name)


def not_negative(value: Any, name: str) -> None:
    """Refuse what is not a number in [0, 2**24]."""
    checks.check_type(value, NUMBER, name)
    checks.check_range(value, 0, FLOAT_MAX, name)


def positive(value: Any, name: str) -> None:
    """Refuse what is not a number in (0, 2**24]."""
    checks.check_type(value, NUMBER, name)
    if value <= 0 or value > FLOAT_MAX:
        raise ValueError(f"The argument '{name}' must be in (0, {FLOAT_MAX}], but got {value}.")


def within(value: Any, low: float, high: float, name: str) -> None:
    """Refuse what is not a number in [low, high]."""
    checks.check_type(value, NUMBER, name)
    checks.check_range(value, low, high, name)


def count(value: Any, name: str) -> None:
    """Refuse what is no 32-bit int from 0 on."""
    checks.check_int(value, 0, checks.INT32_MAX, name)


def rate(value: Any, name: str = "sample_rate") -> None:
    """Refuse what is no 32-bit int other than 0."""
    checks.check_int(value, -checks.INT32_MAX - 1, checks.INT32_MAX, name)
    if value == 0:
        raise ValueError(f"The argument '{name}' must not be 0.")


def quality(value: Any) -> None:
    """Refuse a quality factor that is not in (0, 1]."""
    checks.check_type(value, NUMBER, "Q")
    if value <= 0 or value > 1:
        raise ValueError(f"The argument 'Q' must be in (0, 1], but got {value}.")


def window(n_fft: Any, win_length: Any, hop_length: Any, low: int = 1) -> None:
    """Refuse sizes of a short-time transform that are not counts or do not fit together."""
    checks.check_positive(n_fft, "n_fft")
    for name, value in ("win_length", win_length), ("hop_length", hop_length):
        if value is not None:
            checks.check_int(value, low, checks.INT32_MAX, name)
    if win_length is not None and win_length > n_fft:
        raise ValueError(f"'win_length' must be at most 'n_fft', but got {win_length} and {n_fft}.")
