"""Discrete Fourier transforms of Tensors."""

from msjax._missing import published_getattr

__getattr__ = published_getattr(__name__)
