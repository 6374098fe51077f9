"""What the text transforms share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from msjax.dataset.text import _icu
from msjax.dataset.transforms.transforms import TensorOperation

SURROGATE = re.compile("[\ud800-\udfff]")

Token = tuple[str, int, int]  # text, first byte and end in UTF-8


class TextTensorOperation(TensorOperation):
    """Base of the text transforms: strings are arrays of `U`, at least one element each."""

    def _input(self, value: Any) -> np.ndarray:
        array = super()._input(value)
        if array.dtype.kind not in "biufSU":
            raise TypeError(
                f"For '{type(self).__name__}', the input cannot be of type {array.dtype}."
            )
        if array.dtype.kind == "U" and SURROGATE.search("".join(array.ravel().tolist())):
            raise TypeError(f"For '{type(self).__name__}', the input is not valid Unicode.")
        if not array.size:
            raise RuntimeError(f"{type(self).__name__}: the input has no data.")
        return array

    def _strings(self, array: np.ndarray, ranks: tuple[int, ...] | None = None) -> None:
        """Refuse what is not an array of strings of one of the ranks."""
        if array.dtype.kind != "U":
            raise RuntimeError(
                f"{type(self).__name__}: the input must be strings, but got {array.dtype}."
            )
        if ranks is not None and array.ndim not in ranks:
            raise RuntimeError(
                f"{type(self).__name__}: the input must have {' or '.join(map(str, ranks))} "
                f"dimensions, but got shape {array.shape}."
            )


def mapped(function: Callable[[str], str], array: np.ndarray) -> np.ndarray:
    """The strings that a function makes of the strings."""
    return np.array([function(str(one)) for one in array.ravel()]).reshape(array.shape)


def pattern(regex: str, name: str, text: str) -> re.Pattern:
    """The compiled regular expression for a text; RuntimeError for one that ICU refuses."""
    try:
        found = _icu.compiled(regex)
    except _icu.PatternError as error:
        raise RuntimeError(f"{name}: the pattern {regex!r} is not valid: {error}.") from error
    _icu.check_text(regex, text)
    return found


def width(text: str) -> int:
    """The length of a text in bytes."""
    return len(text.encode("utf-8"))
