"""Edges of histogram bins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import describe, must, unsupported_option
from msjax._core.op.publish import Array, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import check_rank
from msjax.numpy._sequences import linspace
from msjax.numpy._types import as_tensor, whole

if TYPE_CHECKING:
    from msjax._types import Number


@op(label="histogram_bin_edges")
def _bounds(a: Array):
    """The least and the largest element."""
    a = a.astype(np.float32)
    return jnp.min(a), jnp.max(a)


@op(label="histogram_bin_edges")
def _widened(start: Array, end: Array):
    """The bounds; half a unit further out if they are equal."""
    dtype = mstype.common_dtype(start.dtype, end.dtype)
    half = jnp.where(start.astype(dtype) == end.astype(dtype), 0.5, 0.0)
    start, end = (x if x.dtype.kind == "f" else x.astype(np.float32) for x in (start, end))
    return start - half, end + half


@public("numpy.histogram_bin_edges")
def histogram_bin_edges(
    a: Tensor | Number | Sequence,
    bins: int | str | Tensor | Sequence[float] = 10,
    range: Sequence[Number] | None = None,
    weights: Tensor | Sequence[float] | None = None,
) -> Tensor:
    """Edges of the bins of a histogram.

    Args:
        a: Tensor, number, list or tuple, the data.
        bins: the number of bins of equal width; or their edges, which are handed back.
        range: pair of numbers, the outer edges; by default the least and the largest element.
        weights: Tensor, list or tuple in the shape of `a`; they change nothing.

    Returns:
        Tensor of shape (bins + 1,).

    Raises:
        TypeError: an argument is something else.
        ValueError: `range` is not a pair in order, edges have not one dimension, or the shape of
            `weights` is another one.
        NotImplementedError: `bins` is a string.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.histogram_bin_edges([1, 2, 5], bins=2))
        [1. 3. 5.]
    """
    data = as_tensor(a)
    if weights is not None and as_tensor(weights).shape != data.shape:
        raise ValueError(must("weights", f"of shape {data.shape}", describe(weights)))
    if isinstance(bins, (tuple, list, Tensor)):
        edges = as_tensor(bins)
        check_rank(edges, 1, "bins")
        return edges
    if isinstance(bins, str):
        raise unsupported_option(f"bins={bins!r}", "give a number of bins")
    whole(bins=bins)
    if range is None:
        bounds = call(_bounds)(data)
    elif not isinstance(range, (list, tuple)) or len(range) != 2:
        raise ValueError(must("range", "a pair of numbers", describe(range)))
    elif not all(isinstance(bound, (int, float, Tensor)) for bound in range):
        raise TypeError(must("range", "a pair of numbers", describe(range)))
    elif range[0] > range[1]:
        raise ValueError(must("range", "in order", range))
    else:
        bounds = [as_tensor(bound) for bound in range]
    return linspace(*call(_widened)(*bounds), bins + 1)
