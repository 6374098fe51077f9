"""What precision and recall share."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    EvaluationBase,
    MetricInput,
    check_gathered,
    check_labels,
    onehot_pair,
    rearrange_inputs,
)


class _Ratio(EvaluationBase):
    """True positives per class over another count of the class."""

    _counts: str

    def __init__(self, eval_type: str = "classification"):
        super().__init__(eval_type)
        self.eps = sys.float_info.min
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self._class_num = 0
        multilabel = self._type == "multilabel"
        for name in ("_true_positives", self._counts):
            setattr(self, name, np.empty(0) if multilabel else 0)
            if multilabel:
                setattr(self, f"{name}_average", 0)

    def _pick(self, y_pred: np.ndarray, y: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    @rearrange_inputs
    def update(self, *inputs: MetricInput) -> None:
        """Gather scores of shape (N, C, ...) and class indices (N, ...) or one-hot labels.

        For "multilabel": predictions and labels of shape (N, C, ...), zeros and ones.
        """
        y_pred, y = self._read(inputs)
        class_num = self._class_num
        if self._type == "classification":
            check_labels(type(self).__name__, y, class_num)
            y_pred, y = onehot_pair(y_pred, y, class_num)
        else:
            y_pred = y_pred.swapaxes(1, 0).reshape(class_num, -1)
            y = y.swapaxes(1, 0).reshape(class_num, -1)
        counts = self._pick(y_pred, y).sum(axis=0)
        hits = (y * y_pred).sum(axis=0)
        old = getattr(self, self._counts)
        if self._type == "classification":
            self._true_positives = self._true_positives + hits
            setattr(self, self._counts, old + counts)
            return
        self._true_positives_average += np.sum(hits / (counts + self.eps))
        average = f"{self._counts}_average"
        setattr(self, average, getattr(self, average) + len(counts))
        self._true_positives = np.concatenate((self._true_positives, hits))
        setattr(self, self._counts, np.concatenate((old, counts)))

    def eval(self, average: bool = False) -> Any:
        """The ratio of each class (for "multilabel", of each sample), or their mean.

        Args:
            average: whether to average.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._class_num, type(self).__name__)
        validator.check_value_type("average", average, [bool], type(self).__name__)
        if average and self._type == "multilabel":
            number = getattr(self, f"{self._counts}_average")
            return (self._true_positives_average / (number + self.eps)).mean()
        result = self._true_positives / (getattr(self, self._counts) + self.eps)
        return result.mean() if average else result
