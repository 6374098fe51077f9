"""The mean distance of two surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax.train.metrics.surface_distance import (
    _SurfaceMetric,
)


class MeanSurfaceDistance(_SurfaceMetric):
    """Mean distance from the surface of the predicted region to that of the true one.

    Args:
        symmetric: whether to take the mean with the distance the other way round.
        distance_metric: "euclidean", "chessboard" or "taxicab".

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `distance_metric` is another text.

    Examples:
        >>> import numpy as np
        >>> import msjax as ms
        >>> metric = ms.train.MeanSurfaceDistance()
        >>> metric.update(np.array([[1, 0, 0]]), np.array([[0, 0, 1]]), 1)
        >>> float(metric.eval())
        2.0
    """

    _label_error = ValueError
    _power = 1

    def _mean(self, means: list) -> Any:
        return np.mean(means)
