"""Functions that make Tensors."""

from __future__ import annotations

from msjax._missing import lazy_getattr as _lazy_getattr
from msjax.numpy import copy as copy_

_names = (
    "array asarray asfarray ones zeros full randn rand randint arange linspace logspace eye"
    " identity empty empty_like ones_like zeros_like full_like diagonal tril triu tri trace"
    " meshgrid mgrid ogrid diagflat diag diag_indices ix_ indices geomspace vander hamming"
    " hanning bartlett blackman triu_indices tril_indices triu_indices_from tril_indices_from"
    " histogram_bin_edges pad"
)
__getattr__ = _lazy_getattr(__name__, {"msjax.numpy": _names})
__all__ = ["copy_", *_names.split()]
