"""The area under a curve."""

from __future__ import annotations

import numpy as np


def _column(array: np.ndarray) -> np.ndarray:
    shape = np.shape(array)
    if len(shape) == 1 or (len(shape) == 2 and shape[1] == 1):
        return np.ravel(array)
    raise ValueError(
        "For 'auc', the input must be a 1-dimensional array, or a 2-dimensional array with the "
        f"second dimension of 1, but got shape {shape}."
    )


def auc(x: np.ndarray, y: np.ndarray, reorder: bool = False) -> np.floating:
    """Area under a curve by the trapezoidal rule.

    Args:
        x: array of shape (N,) or (N, 1), monotonic unless `reorder`.
        y: array of as many elements.
        reorder: whether to sort the points first.

    Returns:
        The area.

    Raises:
        TypeError: `x` or `y` is not an array, or has no dimension.
        ValueError: the lengths differ, there are fewer than two points, `x` goes up and down.

    Examples:
        >>> import numpy as np
        >>> import msjax as ms
        >>> float(ms.train.auc(np.array([0., 0.5, 1.]), np.array([0., 1., 1.])))
        0.75
    """
    if not isinstance(x, np.ndarray) or not isinstance(y, np.ndarray):
        raise TypeError(
            "For 'auc', the argument 'x' and 'y' must all be np.ndarray, "
            f"but got {type(x)}, {type(y)}"
        )
    for array in (x, y):
        if array.ndim == 0:
            raise TypeError(f"Singleton array {array} cannot be considered as a valid collection.")
    if len(x) != len(y):
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: {[len(x), len(y)]}."
        )
    x, y = _column(x), _column(y)
    if len(x) < 2:
        raise ValueError(
            "For 'auc', the shape of the argument 'x' in axis 0 must be greater than 2, "
            f"but got {len(x)}."
        )
    if reorder:
        order = np.lexsort((y, x))
        x, y = x[order], y[order]
    steps = np.diff(x)
    falling = bool(np.any(steps < 0))
    if falling and not np.all(steps <= 0):
        raise ValueError(
            "For 'auc', if the argument is False, the argument 'x' array must be increasing or "
            f"decreasing, but got 'x': {x}"
        )
    trapezoid = getattr(np, "trapezoid", None) or np.trapz
    return (-1 if falling else 1) * trapezoid(y, x)
