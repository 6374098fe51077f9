"""Discrete Fourier transforms of Tensors."""

from msjax._missing import published_getattr as _published_getattr

__getattr__ = _published_getattr(__name__)
