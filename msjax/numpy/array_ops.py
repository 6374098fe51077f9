"""Functions that rearrange, join, split and index Tensors."""

from __future__ import annotations

from msjax._missing import lazy_getattr as _lazy_getattr

_names = (
    "transpose expand_dims squeeze rollaxis swapaxes reshape ravel concatenate where atleast_1d"
    " atleast_2d atleast_3d column_stack hstack dstack vstack stack unique moveaxis tile"
    " broadcast_to broadcast_arrays append roll split vsplit flip flipud fliplr hsplit dsplit"
    " take_along_axis take repeat rot90 select array_split choose size array_str"
    " apply_along_axis piecewise unravel_index apply_over_axes argwhere intersect1d"
)
__getattr__ = _lazy_getattr(__name__, {"msjax.numpy": _names})
__all__ = _names.split()
