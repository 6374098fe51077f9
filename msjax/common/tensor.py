"""Tensor under MindSpore's path, and a metaclass for classes of Tensors that programs make."""

import abc as _abc

from msjax._missing import lazy_getattr


class _TensorMeta(_abc.ABCMeta):
    """What programs derive the metaclasses of their own classes of Tensors from."""


__getattr__ = lazy_getattr(__name__, {})
