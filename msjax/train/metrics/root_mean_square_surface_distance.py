"""The root mean square distance of two surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax.train.metrics.surface_distance import (
    _SurfaceMetric,
)


class RootMeanSquareDistance(_SurfaceMetric):
    """Squared distances from the surface of the predicted region to that of the true one.

    The mean of the squares if not `symmetric`; the root of the mean of both ways otherwise.

    Args:
        symmetric: whether to take both ways.
        distance_metric: "euclidean", "chessboard" or "taxicab".

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `distance_metric` is another text.

    Examples:
        >>> import numpy as np
        >>> import msjax as ms
        >>> metric = ms.train.RootMeanSquareDistance(symmetric=True)
        >>> metric.update(np.array([[1, 0, 0]]), np.array([[0, 0, 1]]), 1)
        >>> float(metric.eval())
        2.0
    """

    _label_error = TypeError
    _power = 2

    def _mean(self, means: list) -> Any:
        return np.sqrt(np.mean(means))
