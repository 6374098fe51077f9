"""The transformer module of older releases under another of its paths."""

from __future__ import annotations

from typing import Any

from msjax.nn import transformer

__all__ = list(transformer.__all__)


def __getattr__(name: str) -> Any:
    return getattr(transformer, name)
