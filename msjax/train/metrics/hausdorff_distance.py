"""The Hausdorff distance of two surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import Metric, check_updated, rearrange_inputs
from msjax.train.metrics.surface_distance import (
    _DISTANCES,
    _edges,
    _masks,
    _surface_distances,
)


class HausdorffDistance(Metric):
    """Greatest distance from the surface of one region to that of the other.

    Args:
        distance_metric: "euclidean", "chessboard" or "taxicab".
        percentile: take this percentile of the distances, 0 to 100, instead of the greatest.
        directed: whether only distances from the prediction to the truth count.
        crop: whether to cut both to the box around the regions first.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `distance_metric` is unknown.

    Examples:
        >>> import numpy as np
        >>> import msjax as ms
        >>> metric = ms.train.HausdorffDistance()
        >>> metric.update(np.array([[1, 0, 0, 1]]), np.array([[1, 0, 0, 0]]), 1)
        >>> float(metric.eval())
        3.0
    """

    def __init__(
        self,
        distance_metric: str = "euclidean",
        percentile: float | None = None,
        directed: bool = False,
        crop: bool = True,
    ):
        super().__init__()
        validator.check_value_type("distance_metric", distance_metric, [str])
        self.distance_metric = validator.check_string(
            distance_metric, _DISTANCES, "distance_metric"
        )
        for name, value, kind in (
            ("percentile", percentile, float),
            ("directed", directed, bool),
            ("crop", crop, bool),
        ):
            if value is not None:
                validator.check_value_type(name, value, [kind])
        self.percentile = percentile
        self.directed = directed
        self.crop = crop
        self.clear()

    def clear(self) -> None:
        """Forget the batch."""
        self.y_pred_edges: Any = 0
        self.y_edges: Any = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take a predicted and a true segmentation of the same shape, and a label."""
        self._is_update = True
        y_pred, y = (mask == inputs[2] for mask in _masks(self, inputs, ValueError))
        if self.crop:
            either = y_pred | y
            if not either.any():
                self.y_pred_edges, self.y_edges = np.zeros_like(y_pred), np.zeros_like(y)
                return
            box = tuple(slice(places.min(), places.max() + 1) for places in np.nonzero(either))
            y_pred, y = np.squeeze(y_pred[box]), np.squeeze(y[box])
        self.y_pred_edges, self.y_edges = _edges(y_pred), _edges(y)

    def eval(self) -> float:
        """The distance; infinite if a surface is empty.

        Raises:
            RuntimeError: there is no batch.
            ValueError: `percentile` is out of range.
        """
        check_updated(self._is_update)
        there = self._directed(self.y_pred_edges, self.y_edges)
        if self.directed:
            return there
        return max(there, self._directed(self.y_edges, self.y_pred_edges))

    def _directed(self, edges: np.ndarray, others: np.ndarray) -> Any:
        distances = _surface_distances(edges, others, self.distance_metric)
        if distances.shape == (0,):
            return np.inf
        if not self.percentile:
            return distances.max()
        if not 0 <= self.percentile <= 100:
            raise ValueError(
                "For 'HausdorffDistance', the value of the argument 'percentile' must be "
                f"[0, 100], but got {self.percentile}."
            )
        with np.errstate(invalid="ignore"):
            return np.percentile(distances, self.percentile)
