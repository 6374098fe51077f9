"""Confusion matrix and the measures derived from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    Metric,
    MetricInput,
    check_gathered,
    check_updated,
    read_pair,
    rearrange_inputs,
)

_DECREASE = ["none", "mean", "sum", "mean_batch", "sum_batch", "mean_channel", "sum_channel"]


class ConfusionMatrix(Metric):
    """Counts of samples by label (row) and prediction (column).

    Args:
        num_classes: number of classes.
        normalize: "no_norm" for counts, or shares of each label ("target"), of each prediction
            ("prediction") or of all samples ("all").
        threshold: scores from here on mean class 1.

    Raises:
        TypeError: `num_classes` is not an int, `threshold` not a float.
        ValueError: `normalize` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.ConfusionMatrix(2)
        >>> metric.update(ms.Tensor([1, 0, 1, 0]), ms.Tensor([1, 0, 0, 1]))
        >>> print(metric.eval())
        [[1. 1.]
         [1. 1.]]
    """

    def __init__(self, num_classes: int, normalize: str = "no_norm", threshold: float = 0.5):
        super().__init__()
        self.num_classes = validator.check_value_type("num_classes", num_classes, [int])
        if normalize not in ("target", "prediction", "all", "no_norm"):
            raise ValueError(
                "For 'ConfusionMatrix', the argument 'normalize' must be in ['all', 'prediction', "
                f"'label', 'no_norm'(None)], but got {normalize}."
            )
        self.normalize = normalize
        self.threshold = validator.check_value_type("threshold", threshold, [float])
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self.confusion_matrix = np.zeros((self.num_classes, self.num_classes))
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: MetricInput) -> None:
        """Gather predictions, of shape (N, ...) or as scores (N, C, ...), and labels (N, ...)."""
        y_pred, y = read_pair(self, inputs)
        if y_pred.ndim not in (y.ndim, y.ndim + 1):
            raise ValueError(
                "For 'ConfusionMatrix.update', predicted value (input[0]) and true value (input[1])"
                " should have same dimensions, or the dimension of predicted value equals the "
                f"dimension of true value add 1, but got predicted value ndim: {y_pred.ndim}, true "
                f"value ndim: {y.ndim}."
            )
        if y_pred.ndim > y.ndim:
            y_pred = np.argmax(y_pred, axis=1)
        elif y_pred.dtype in (np.float16, np.float32, np.float64):
            y_pred = (y_pred >= self.threshold).astype(int)
        places = (y.reshape(-1) * self.num_classes + y_pred.reshape(-1)).astype(int)
        counts = np.bincount(places, minlength=self.num_classes**2)
        self.confusion_matrix += counts.reshape(self.num_classes, self.num_classes)
        self._is_update = True

    def eval(self) -> np.ndarray:
        """The matrix.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_updated(self._is_update)
        counts = self.confusion_matrix.astype(float)
        if self.normalize == "no_norm":
            return counts
        axis = {"target": 1, "prediction": 0, "all": None}[self.normalize]
        with np.errstate(invalid="ignore"):
            shares = counts / counts.sum(axis=axis, keepdims=True)
        return np.where(np.isnan(shares), 0.0, shares)


class ConfusionMatrixMetric(Metric):
    """A measure of binary predictions, from true and false positives and negatives.

    Args:
        skip_channel: whether the first channel, the background, counts as well.
        metric_name: the measure, such as "sensitivity", "precision", "f1_score", "accuracy",
            "matthews_correlation_coefficient".
        calculation_method: whether to take the measure of each batch, then the mean over batches;
            otherwise of the total counts.
        decrease: how to join the measures of a batch: "mean", "sum", ... (`calculation_method`).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `decrease` is unknown.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.ConfusionMatrixMetric(metric_name="tpr")
        >>> metric.update(ms.Tensor([[[0], [1]], [[1], [1]]]), ms.Tensor([[[0], [1]], [[0], [1]]]))
        >>> print(metric.eval())
        [1.]
    """

    def __init__(
        self,
        skip_channel: bool = True,
        metric_name: str = "sensitivity",
        calculation_method: bool = False,
        decrease: str = "mean",
    ):
        super().__init__()
        self.skip_channel = validator.check_value_type("skip_channel", skip_channel, [bool])
        self.calculation_method = validator.check_value_type(
            "calculation_method", calculation_method, [bool]
        )
        self.metric_name = validator.check_value_type("metric_name", metric_name, [str])
        validator.check_value_type("decrease", decrease, [str])
        self.decrease = validator.check_string(decrease, _DECREASE, "decrease")
        self._per_batch = calculation_method
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self._total_num = 0
        self._class_num = 0
        self._total_tp = 0.0
        self._total_fp = 0.0
        self._total_tn = 0.0
        self._total_fn = 0.0

    @rearrange_inputs
    def update(self, *inputs: MetricInput) -> None:
        """Gather one-hot predictions and labels of shape (N, C, ...).

        Raises:
            ValueError: the labels are not zeros and ones, or the shapes do not fit.
            NotImplementedError: the name of the measure is unknown.
        """
        y_pred, y = read_pair(self, inputs)
        if not np.all(y.astype(np.uint8) == y):
            raise ValueError(
                "For 'ConfusionMatrix.update', the true value (input[1]) must be a binarized "
                "ndarray."
            )
        if y_pred.ndim < 2:
            raise ValueError(
                "For 'ConfusionMatrix.update', the predicted value (input[0]) must have at least 2 "
                f"dimensions, but got {y_pred.ndim}."
            )
        if y_pred.ndim == 2 or (y_pred.ndim == 3 and y_pred.shape[-1] == 1):
            self._per_batch = False
        counts = _counts(y_pred, y, self.skip_channel)
        if not self.calculation_method:
            tp, fp, tn, fn = counts.sum(axis=(0, 1))
            self._total_tp += float(tp)
            self._total_fp += float(fp)
            self._total_tn += float(tn)
            self._total_fn += float(fn)
            return
        if not self._per_batch:
            raise ValueError(
                "For 'ConfusionMatrixMetric.update', the measure of a batch needs more than one "
                f"element per channel, but got predicted value of shape {y_pred.shape}."
            )
        score, number = _join(_measure(self.metric_name, counts), self.decrease)
        number = int(number.item())
        self._total_num += score.item() * number
        self._class_num += number

    def eval(self) -> Any:
        """The measure.

        Raises:
            RuntimeError: nothing was gathered.
            NotImplementedError: the name of the measure is unknown.
        """
        if self.calculation_method:
            check_gathered(self._class_num, "ConfusionMatrixMetric")
            return self._total_num / self._class_num
        totals = [self._total_tp, self._total_fp, self._total_tn, self._total_fn]
        return _measure(self.metric_name, np.array([totals]))


def _counts(y_pred: np.ndarray, y: np.ndarray, skip_channel: bool) -> np.ndarray:
    """True positives, false positives, true and false negatives by sample and channel."""
    if not skip_channel:
        y = y[:, 1:] if y.shape[1] > 1 else y
        y_pred = y_pred[:, 1:] if y_pred.shape[1] > 1 else y_pred
    validator.check("y_shape", y.shape, "y_pred_shape", y_pred.shape)
    shape = (*y_pred.shape[:2], -1)
    y, y_pred = y.astype(float).reshape(shape), y_pred.astype(float).reshape(shape)
    total = y_pred + y
    tp, tn = ((total == n).astype(float).sum(axis=2) for n in (2, 0))
    members = y.sum(axis=2)
    return np.stack([tp, y.shape[-1] - members - tn, tn, members - tp], axis=-1)


def _mean(total: np.ndarray, number: np.ndarray) -> np.ndarray:
    return np.where(number > 0, total / np.where(number > 0, number, 1), 0.0)


def _join(scores: np.ndarray, how: str) -> tuple[np.ndarray, np.ndarray]:
    """Scores of samples and channels joined, NaN left out; and how many went into them."""
    known = (~np.isnan(scores)).astype(float)
    scores = np.where(known > 0, scores, 0.0)
    if how == "none":
        return scores, known
    if how == "mean":
        number = known.sum(axis=1)
        scores, known = _mean(scores.sum(axis=1), number), (number > 0).astype(float)
        number = known.sum(axis=0)
        return _mean(scores.sum(axis=0), number), number
    axis = {"sum": (0, 1), "mean_batch": 0, "sum_batch": 0}.get(how, 1)
    total, number = scores.sum(axis=axis), known.sum(axis=axis)
    return (_mean(total, number) if how.startswith("mean") else total), number


def _rate(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
    return np.where(whole > 0, part / whole, np.nan)


def _prevalence_threshold(tp, fp, tn, fn):
    tpr, tnr = _rate(tp, tp + fn), _rate(tn, fp + tn)
    return np.sqrt(tpr * (1.0 - tnr)) + tnr - 1.0, tpr + tnr - 1.0


def _correlation(tp, fp, tn, fn):
    return tp * tn - fp * fn, np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


# Numerator and denominator of each measure, with the names it goes by.
_MEASURES: dict[str, Callable] = {
    "sensitivity recall hit_rate true_positive_rate tpr": lambda tp, fp, tn, fn: (tp, tp + fn),
    "specificity selectivity true_negative_rate tnr": lambda tp, fp, tn, fn: (tn, fp + tn),
    "precision positive_predictive_value ppv": lambda tp, fp, tn, fn: (tp, tp + fp),
    "negative_predictive_value npv": lambda tp, fp, tn, fn: (tn, tn + fn),
    "miss_rate false_negative_rate fnr": lambda tp, fp, tn, fn: (fn, tp + fn),
    "fall_out false_positive_rate fpr": lambda tp, fp, tn, fn: (fp, fp + tn),
    "false_discovery_rate fdr": lambda tp, fp, tn, fn: (fp, fp + tp),
    "false_omission_rate for": lambda tp, fp, tn, fn: (fn, fn + tn),
    "prevalence_threshold pt": _prevalence_threshold,
    "threat_score critical_success_index ts csi": lambda tp, fp, tn, fn: (tp, tp + fn + fp),
    "accuracy acc": lambda tp, fp, tn, fn: (tp + tn, tp + fn + (fp + tn)),
    "balanced_accuracy ba": lambda tp, fp, tn, fn: (_rate(tp, tp + fn) + _rate(tn, fp + tn), 2.0),
    "f1_score f1": lambda tp, fp, tn, fn: (tp * 2.0, tp * 2.0 + fn + fp),
    "matthews_correlation_coefficient mcc": _correlation,
    "fowlkes_mallows_index fm": lambda tp, fp, tn, fn: (
        np.sqrt(_rate(tp, tp + fp) * _rate(tp, tp + fn)),
        1.0,
    ),
    "informedness bookmaker_informedness bm": lambda tp, fp, tn, fn: (
        _rate(tp, tp + fn) + _rate(tn, fp + tn) - 1.0,
        1.0,
    ),
    "markedness deltap mk": lambda tp, fp, tn, fn: (
        _rate(tp, tp + fp) + tn / (tn + fn) - 1.0,
        1.0,
    ),
}
_BY_NAME = {name: rule for names, rule in _MEASURES.items() for name in names.split()}


def _measure(name: str, counts: np.ndarray) -> np.ndarray:
    """A measure of counts whose last axis is tp, fp, tn, fn; NaN where it is undefined."""
    rule = _BY_NAME.get(name.replace(" ", "_").lower())
    if rule is None:
        raise NotImplementedError(
            f"For 'ConfusionMatrixMetric', the metric is not implemented: {name!r}."
        )
    with np.errstate(divide="ignore", invalid="ignore"):
        above, below = rule(*(counts[..., i] for i in range(4)))
        if isinstance(below, np.ndarray):
            return np.where(below != 0, above / below, np.nan)
        return above / below
