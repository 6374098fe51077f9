"""Processes forked from one that has used JAX: its threads are missing there, and calls hang."""

from __future__ import annotations

import os
from typing import Any, NoReturn

from msjax._core.base.state import LOCK, STATE, _State

_ADVICE = (
    "JAX cannot be used in a process that was forked from one that has used it, as its threads did "
    "not come along. Start such workers by multiprocessing.get_context('spawn'), or fork before "
    "the first Tensor is made. Workers that use NumPy alone may be forked."
)


class _Refusal:
    """Stands where a frame and a dispatch mode stand, which everything that runs code asks."""

    def __init__(self, text: str):
        self.__dict__["text"] = text

    def __getattr__(self, name: str) -> NoReturn:
        raise RuntimeError(self.text)

    def __ms_dispatch__(self, func: Any, args: tuple, kwargs: dict | None = None) -> NoReturn:
        raise RuntimeError(self.text)


def check_process() -> None:
    """RuntimeError in a process that was forked after JAX was used, or that `refuse` named."""
    frame: Any = _State.frame
    if type(frame) is _Refusal:
        raise RuntimeError(frame.text)


def refuse(text: str) -> None:
    """From now on computing with Tensors in this process raises a RuntimeError with this text."""
    refusal: Any = _Refusal(text)
    _State.frame, _State.modes, _State.slow, _State.records = refusal, (refusal,), True, None
    STATE.__dict__.pop("records", None)  # it would pass the refusal by


def refuse_jax(text: str) -> None:
    """From now on JAX's own functions raise a RuntimeError with this text, too, and do not stall.

    Every operation is bound before it runs, but for those in functions that are compiled already.
    """
    import jax
    from jax.extend.core import Primitive

    def bind(self: Any, *args: Any, **params: Any) -> NoReturn:
        raise RuntimeError(text)

    Primitive.bind = bind
    jax.config.update("jax_disable_jit", True)


def _enter_child() -> None:
    from jax._src import xla_bridge

    if xla_bridge.backends_are_initialized():
        LOCK._at_fork_reinit()  # type: ignore[attr-defined]  # another thread may have held it
        refuse(_ADVICE)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_enter_child)
