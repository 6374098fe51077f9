"""`mutable` under MindSpore's newer path."""

from msjax._core.compile.mutable import mutable

__all__ = ["mutable"]
