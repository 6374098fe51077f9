"""Experimental parts of the API."""

from __future__ import annotations

from msjax.experimental import optim

__all__ = ["optim"]
