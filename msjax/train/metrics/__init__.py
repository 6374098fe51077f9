"""Metrics: measures of a model's predictions, gathered batch by batch on the host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

from msjax.train.metrics.accuracy import Accuracy
from msjax.train.metrics.auc import auc
from msjax.train.metrics.bleu_score import BleuScore
from msjax.train.metrics.confusion_matrix import ConfusionMatrix, ConfusionMatrixMetric
from msjax.train.metrics.cosine_similarity import CosineSimilarity
from msjax.train.metrics.dice import Dice
from msjax.train.metrics.error import MAE, MSE
from msjax.train.metrics.fbeta import F1, Fbeta
from msjax.train.metrics.hausdorff_distance import HausdorffDistance
from msjax.train.metrics.loss import Loss
from msjax.train.metrics.mean_surface_distance import MeanSurfaceDistance
from msjax.train.metrics.metric import Metric, rearrange_inputs
from msjax.train.metrics.occlusion_sensitivity import OcclusionSensitivity
from msjax.train.metrics.perplexity import Perplexity
from msjax.train.metrics.precision import Precision
from msjax.train.metrics.recall import Recall
from msjax.train.metrics.roc import ROC
from msjax.train.metrics.root_mean_square_surface_distance import RootMeanSquareDistance
from msjax.train.metrics.topk import (
    Top1CategoricalAccuracy,
    Top5CategoricalAccuracy,
    TopKCategoricalAccuracy,
)

__all__ = [
    "F1",
    "MAE",
    "MSE",
    "ROC",
    "Accuracy",
    "BleuScore",
    "ConfusionMatrix",
    "ConfusionMatrixMetric",
    "CosineSimilarity",
    "Dice",
    "Fbeta",
    "HausdorffDistance",
    "Loss",
    "MeanSurfaceDistance",
    "Metric",
    "OcclusionSensitivity",
    "Perplexity",
    "Precision",
    "Recall",
    "RootMeanSquareDistance",
    "Top1CategoricalAccuracy",
    "Top5CategoricalAccuracy",
    "TopKCategoricalAccuracy",
    "auc",
    "get_metric_fn",
    "names",
    "rearrange_inputs",
]

_BY_NAME = {
    "F1": F1,
    "acc": Accuracy,
    "accuracy": Accuracy,
    "auc": auc,
    "bleu_score": BleuScore,
    "confusion_matrix": ConfusionMatrix,
    "confusion_matrix_metric": ConfusionMatrixMetric,
    "cosine_similarity": CosineSimilarity,
    "dice": Dice,
    "hausdorff_distance": HausdorffDistance,
    "loss": Loss,
    "mae": MAE,
    "mean_surface_distance": MeanSurfaceDistance,
    "mse": MSE,
    "occlusion_sensitivity": OcclusionSensitivity,
    "perplexity": Perplexity,
    "precision": Precision,
    "recall": Recall,
    "roc": ROC,
    "root_mean_square_distance": RootMeanSquareDistance,
    "top_1_accuracy": Top1CategoricalAccuracy,
    "top_5_accuracy": Top5CategoricalAccuracy,
    "topk": TopKCategoricalAccuracy,
}


def names() -> list[str]:
    """The names that `get_metric_fn` knows, sorted.

    Returns:
        list of str.

    Examples:
        >>> import msjax as ms
        >>> "accuracy" in ms.train.names()
        True
    """
    return sorted(_BY_NAME)


def get_metric_fn(name: str, *args: Any, **kwargs: Any) -> Any:
    """A metric by name.

    Args:
        name: one of `names()`.
        args: arguments of the metric.
        kwargs: keyword arguments of the metric.

    Returns:
        The metric; for "auc" the area.

    Raises:
        KeyError: the name is unknown.

    Examples:
        >>> import msjax as ms
        >>> type(ms.train.get_metric_fn("precision", eval_type="multilabel")).__name__
        'Precision'
    """
    if name not in _BY_NAME:
        raise KeyError(
            f"For 'get_metric_fn', unsupported metric {name}, please refer to names() for the "
            "supported metrics."
        )
    return _BY_NAME[name](*args, **kwargs)


@overload
def get_metrics(metrics: None) -> None: ...
@overload
def get_metrics(metrics: Mapping[str, Metric] | set[str]) -> dict[str, Metric]: ...
def get_metrics(metrics: Mapping[str, Metric] | set[str] | None) -> dict[str, Metric] | None:
    """The metrics that a Model evaluates, by name.

    Args:
        metrics: dict from names to metrics, set of names, or None.

    Returns:
        dict from names to metrics, or None.

    Raises:
        TypeError: `metrics` is nothing of that.

    Examples:
        >>> from msjax.nn import get_metrics
        >>> sorted(get_metrics({"accuracy", "mse"}))
        ['accuracy', 'mse']
    """
    if metrics is None:
        return None
    if isinstance(metrics, dict):
        for name, metric in metrics.items():
            if not isinstance(name, str) or not isinstance(metric, Metric):
                raise TypeError(
                    "For 'get_metrics', if 'metrics' is dict, the key in 'metrics' must be string "
                    f"and value in 'metrics' must be Metric, but got key:{type(name)}, "
                    f"value:{type(metric)}."
                )
        return metrics
    if isinstance(metrics, set):
        return {name: get_metric_fn(name) for name in metrics}
    raise TypeError(
        f"For 'get_metrics', the argument 'metrics' must be None, dict or set, but got {metrics}"
    )
