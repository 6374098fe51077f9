"""Distances between the surfaces of segmented regions."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import Metric, check_updated, rearrange_inputs

_DISTANCES = ["euclidean", "chessboard", "taxicab"]


def _edges(mask: np.ndarray) -> np.ndarray:
    """The elements of a region that have a neighbour outside it, or lie at the border."""
    inner = mask.copy()
    padded = np.pad(mask, 1)
    for axis in range(mask.ndim):
        for start in (0, 2):
            place = [slice(1, -1)] * mask.ndim
            place[axis] = slice(start, start + mask.shape[axis])
            inner &= padded[tuple(place)]
    return inner ^ mask


def _distances(targets: np.ndarray, metric: str) -> np.ndarray:
    """Distance of every element to the next target, axis by axis: exact for all three metrics."""
    far = sum(length**2 for length in targets.shape) + 1
    found = np.where(targets, 0, far)
    for axis in range(targets.ndim):
        lines = np.moveaxis(found, axis, 0)
        best = lines.copy()
        for step in range(1, len(lines)):
            cost = step**2 if metric == "euclidean" else step
            if cost >= best.max():
                break
            for to, source in (
                (slice(step, None), slice(-step)),
                (slice(-step), slice(step, None)),
            ):
                away = lines[source]
                away = np.maximum(away, step) if metric == "chessboard" else away + cost
                best[to] = np.minimum(best[to], away)
        found = np.moveaxis(best, 0, axis)
    return np.sqrt(found.astype(np.float64)) if metric == "euclidean" else found.astype(np.int32)


def _surface_distances(edges: np.ndarray, others: np.ndarray, metric: str) -> np.ndarray:
    """How far each edge element is from the next element of the other edges."""
    if not np.any(edges):
        return np.array([])
    if not np.any(others):
        return np.full(others.shape, np.inf)[edges]
    return _distances(others, metric)[edges]


def _masks(metric: Metric, inputs: Any, error: type[Exception]) -> tuple[np.ndarray, np.ndarray]:
    """Where two segmentations have a label."""
    owner = type(metric).__name__
    if len(inputs) != 3:
        raise ValueError(
            f"For '{owner}.update', it needs 3 inputs (predicted value, true value, label index), "
            f"but got {len(inputs)}."
        )
    y_pred, y = metric._convert_data(inputs[0]), metric._convert_data(inputs[1])
    label = inputs[2]
    if not isinstance(label, (int, float)):
        raise error(
            f"For '{owner}.update', the label index (input[2]) must be int or float, "
            f"but got {type(label)}."
        )
    if label not in y_pred and label not in y:
        raise ValueError(
            f"For '{owner}.update', the label index (input[2]) must be in predicted value "
            f"(input[0]) or true value (input[1]), but {label} is not."
        )
    if y_pred.size == 0 or y_pred.shape != y.shape:
        raise ValueError(
            f"For '{owner}.update', the size of predicted value (input[0]) and true value "
            "(input[1]) must be greater than 0, in addition to that, predicted value and true value"
            f" must have the same shape, but got predicted value size: {y_pred.size}, shape: "
            f"{y_pred.shape}, true value size: {y.size}, shape: {y.shape}."
        )
    return y_pred, y


class _SurfaceMetric(Metric):
    """A power mean of the distances from the surface of the prediction to the true one."""

    _label_error: type[Exception]
    _power: int

    def __init__(self, symmetric: bool = False, distance_metric: str = "euclidean"):
        super().__init__()
        self.distance_metric_list = list(_DISTANCES)
        validator.check_value_type("distance_metric", distance_metric, [str])
        self.distance_metric = validator.check_string(
            distance_metric, self.distance_metric_list, "distance_metric"
        )
        self.symmetric = validator.check_value_type("symmetric", symmetric, [bool])
        self.clear()
        self._is_update = None  # evaluated before the first batch, the distance is infinite

    def clear(self) -> None:
        """Forget the batch."""
        self._y_pred_edges: Any = 0
        self._y_edges: Any = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take a predicted and a true segmentation of the same shape, and a label."""
        y_pred, y = _masks(self, inputs, self._label_error)
        masks = [m if m.dtype == bool else m == inputs[2] for m in (y_pred, y)]
        self._y_pred_edges, self._y_edges = map(_edges, masks)
        self._is_update = True

    def eval(self) -> float:
        """The distance; infinite if a surface is empty.

        Raises:
            RuntimeError: there is no batch since `clear`.
        """
        check_updated(self._is_update is not False)
        pairs = [(self._y_pred_edges, self._y_edges), (self._y_edges, self._y_pred_edges)]
        means = []
        for here, there in pairs[: 1 + self.symmetric]:
            distances = _surface_distances(here, there, self.distance_metric)
            if distances.shape == (0,):
                return np.inf
            means.append((distances**self._power).mean())
        return self._mean(means) if self.symmetric else means[0]

    def _mean(self, means: list) -> Any:
        """The distance of the mean powers there and back."""
        raise NotImplementedError
