"""Helpers that operations written by users import from here."""

from msjax.ops._utils.utils import get_broadcast_shape, is_shape_unknown

__all__ = ["get_broadcast_shape", "is_shape_unknown"]
