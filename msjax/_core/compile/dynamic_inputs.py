"""Checks of a compiled Cell's arguments against what `Cell.set_inputs` described."""

from __future__ import annotations

from typing import Any

from msjax._core.tensor.tensor import Tensor

_OWNER = "For set_inputs or tuple(list) in set_inputs, the"
_ANY_RANK = (-2,)


def check_inputs(expected: Any, args: tuple) -> None:
    """Compare arguments with the description that `Cell.get_inputs` returns.

    Args:
        expected: a tuple with one description per argument, or a dict with those of some.
        args: the positional arguments.

    Raises:
        ValueError: the number of arguments, a rank or a size differs.
        TypeError: a dtype differs, or a Tensor stands for a constant or the other way round.
    """
    if isinstance(expected, dict):
        pairs = [(i, wanted) for i, wanted in expected["arg_specified_infos"] if i < len(args)]
    else:
        if len(expected) != len(args):
            raise ValueError(
                "For set_inputs, the length of input must be equal to expected one, but got "
                f"expected: {len(expected)} and input: {len(args)}!"
            )
        pairs = list(enumerate(expected))
    for i, wanted in pairs:
        _compare(i + 1, wanted, args[i])


def _compare(place: int, wanted: Any, given: Any) -> None:
    if isinstance(wanted, (tuple, list)) and isinstance(given, (tuple, list)):
        if len(wanted) != len(given):
            raise ValueError(
                "For set_inputs and tuple(list) in set_inputs, the length of input must be equal "
                f"to expected one, but got expected: {len(wanted)} and input: {len(given)}!"
            )
        for w, g in zip(wanted, given, strict=True):
            _compare(place, w, g)
        return
    if not isinstance(wanted, Tensor):
        if isinstance(given, Tensor):
            raise TypeError(f"{_OWNER} {place}th should be static one, but got mutable!")
        return
    if not isinstance(given, Tensor):
        raise TypeError(f"{_OWNER} {place}th should be mutable one, but got static!")
    if wanted.dtype != given.dtype:
        raise TypeError(
            f"{_OWNER} {place}th type should be Tensor[{wanted.dtype}], "
            f"but got Tensor[{given.dtype}]!"
        )
    shape = wanted.shape
    if shape == _ANY_RANK:
        return
    owner = "For set_inputs and tuple(list) in set_inputs, the"
    if len(shape) != given.ndim:
        raise ValueError(
            f"{owner} dims of {place}th input must be the same as expected, but got expected: "
            f"{len(shape)}, and input: {given.ndim}!"
        )
    for size, got in zip(shape, given.shape, strict=True):
        if size not in (-1, got):
            raise ValueError(
                f"{owner} shape of {place}th input must be the same as expected, but got "
                f"expected: {size}, and input: {got}!"
            )
