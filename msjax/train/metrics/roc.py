"""Receiver operating characteristic."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    Metric,
    MetricInput,
    check_updated,
    read_pair,
    rearrange_inputs,
)


def _curve(scores: np.ndarray, labels: np.ndarray, positive: Any) -> tuple:
    """False positive rates, true positive rates and thresholds of one class."""
    if scores.ndim > labels.ndim:
        scores = scores[:, 0]
    order = np.argsort(-scores)
    scores, hits = scores[order], (labels[order] == positive).astype(np.int64)
    ends = np.append(np.where(np.diff(scores))[0], hits.shape[0] - 1)
    right = np.cumsum(hits * 1.0, axis=0)[ends]
    wrong = 1 + ends - right
    right, wrong = (np.concatenate((np.zeros(1, a.dtype), a)) for a in (right, wrong))
    thresholds = np.hstack([scores[ends][0][None] + 1, scores[ends]])
    for counts, kind, place in ((wrong, "negative", "false"), (right, "positive", "true")):
        if counts[-1] <= 0:
            raise ValueError(
                f"For 'ROC.eval', there is no {kind} samples in true value, {place} positive value "
                "is meaningless."
            )
    return wrong / wrong[-1], right / right[-1], thresholds


class ROC(Metric):
    """Receiver operating characteristic curve of the last batch.

    Args:
        class_num: number of classes; None for two.
        pos_label: the label that counts as positive of two; None means 1.

    Raises:
        TypeError: `class_num` or `pos_label` is neither an int nor None.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.ROC(pos_label=1)
        >>> metric.update(ms.Tensor([3, 1, 4, 2]), ms.Tensor([0, 1, 0, 1]))
        >>> fpr, tpr, thresholds = metric.eval()
        >>> print(fpr, tpr)
        [0.  0.5 1.  1.  1. ] [0.  0.  0.  0.5 1. ]
    """

    def __init__(self, class_num: int | None = None, pos_label: int | None = None):
        super().__init__()
        for name, value in (("class_num", class_num), ("pos_label", pos_label)):
            if value is not None:
                validator.check_value_type(name, value, [int])
        self.class_num = class_num
        self.pos_label = pos_label
        self.clear()

    def clear(self) -> None:
        """Forget the batch."""
        self.y_pred = 0
        self.y = 0
        self.sample_weights = None
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: MetricInput) -> None:
        """Take scores of shape (N,) or (N, C) and labels (N,).

        Raises:
            ValueError: the shapes do not fit, or not the arguments of the metric.
        """
        y_pred, y = read_pair(self, inputs, "ROC")
        if y_pred.ndim == y.ndim:
            if self.class_num not in (None, 1):
                raise ValueError(
                    "For 'ROC', when predicted value (input[0]) and true value (input[1]) have the "
                    f"same shape, the 'class_num' must be 1, but got {self.class_num}."
                )
            self.class_num = 1
            if self.pos_label is None:
                self.pos_label = 1
            y_pred = y_pred.flatten()
        elif y_pred.ndim == y.ndim + 1:
            if self.pos_label is not None:
                raise ValueError(
                    "For 'ROC', when the dimension of predicted value (input[0]) equals the "
                    "dimension of true value (input[1]) add 1, the 'pos_label' must be None, "
                    f"but got {self.pos_label}."
                )
            if self.class_num != y_pred.shape[1]:
                raise ValueError(
                    "For 'ROC', the 'class_num' must equal the number of classes from predicted "
                    f"value (input[0]), but got 'class_num' {self.class_num}, the number of classes"
                    f" from predicted value {y_pred.shape[1]}."
                )
            y_pred = y_pred.transpose(0, 1).reshape(self.class_num, -1).transpose(0, 1)
        else:
            raise ValueError(
                "For 'ROC', predicted value (input[0]) and true value (input[1]) must have same "
                "dimensions, or the dimension of predicted value equal the dimension of true value "
                f"add 1, but got predicted value ndim: {y_pred.ndim}, true value ndim: {y.ndim}."
            )
        self.y_pred = y_pred
        self.y = y.flatten()
        self._is_update = True

    def eval(self) -> tuple:
        """False positive rates, true positive rates and thresholds, as lists for many classes.

        Raises:
            RuntimeError: there is no batch.
            ValueError: a class has no positive or no negative sample.
        """
        check_updated(self._is_update)
        y_pred, y = np.squeeze(self.y_pred), np.squeeze(self.y)
        if self.class_num == 1:
            return _curve(y_pred, y, self.pos_label)
        curves = [_curve(y_pred[:, c].flatten(), y.flatten(), c) for c in range(self.class_num)]
        return tuple([curve[part] for curve in curves] for part in range(3))
