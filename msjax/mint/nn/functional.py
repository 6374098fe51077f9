"""Functions of networks with the argument names of PyTorch."""

from msjax._missing import published_getattr

__getattr__ = published_getattr(__name__)
