"""The text of a Tensor whose value is not known yet."""

from __future__ import annotations

import dis
import sys
import types
from typing import Any

import jax

from msjax._core.base.interop import known_value
from msjax._core.base.state import STATE

TRACED = "<traced>"  # stands in it for the value
TEXT = "text needs the value of a Tensor"
# They show the variables of code that they stop, which does not look at this text itself.
_DEBUGGERS = frozenset("IPython _pydevd_bundle bdb debugpy pdb pydevd reprlib".split())
# After these, what an expression made is kept, compared or left.
_ENDS = ("COMPARE_", "CONTAINS_", "JUMP_", "POP_", "RETURN_", "STORE_", "YIELD_")


def shown(data: Any) -> Any:
    """Contents as arrays that text can be made of; None where they are not known yet."""
    return known_value(data) if isinstance(data, jax.core.Tracer) else data


def traced_text(shape: tuple[int, ...], dtype: object) -> str:
    """The text of a traced Tensor, for an exception or a debugger.

    Args:
        shape: of the Tensor.
        dtype: of the Tensor.

    Raises:
        TraceBreak: what is traced makes the text for something else, which may look at it.
    """
    caller = sys._getframe(2)
    if STATE.frame is not None and not _is_of_debugger(caller):
        if not (_is_raised(caller) and STATE.frame.explains()):
            raise STATE.frame.break_off(TEXT)
    return described(shape, dtype)


def described(shape: tuple[int, ...], dtype: object) -> str:
    """The text of a Tensor without its value."""
    return f"Tensor(shape={list(shape)}, dtype={dtype}, value={TRACED})"


def _is_of_debugger(frame: types.FrameType) -> bool:
    return (frame.f_globals.get("__name__") or "").partition(".")[0] in _DEBUGGERS


def _is_raised(frame: types.FrameType) -> bool:
    """Whether what a function is making becomes part of an exception that it raises."""
    for step in dis.get_instructions(frame.f_code):
        if step.offset > frame.f_lasti and step.opname.startswith(("RAISE_", *_ENDS)):
            return step.opname.startswith("RAISE_")
    return False
