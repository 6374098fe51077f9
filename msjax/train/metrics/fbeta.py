"""The F-beta and F1 scores."""

from __future__ import annotations

import sys
from typing import Any

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    Metric,
    MetricInput,
    check_gathered,
    check_labels,
    is_onehot,
    keep_class_number,
    onehot_pair,
    read_pair,
    rearrange_inputs,
)


class Fbeta(Metric):
    """Weighted harmonic mean of precision and recall of each class.

    Args:
        beta: weight of the recall, positive.

    Raises:
        ValueError: `beta` is not positive.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.Fbeta(1)
        >>> metric.update(ms.Tensor([[0.2, 0.8], [0.6, 0.4]]), ms.Tensor([1, 0]))
        >>> print(metric.eval())
        [1. 1.]
    """

    def __init__(self, beta: float):
        super().__init__()
        self.eps = sys.float_info.min
        if not beta > 0:
            raise ValueError(
                f"For 'Fbeta', the argument 'beta' must be greater than 0, but got {beta}."
            )
        self.beta = beta
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self._true_positives = 0
        self._actual_positives = 0
        self._positives = 0
        self._class_num = 0

    @rearrange_inputs
    def update(self, *inputs: MetricInput) -> None:
        """Gather scores of shape (N, C, ...) and class indices (N, ...) or one-hot labels."""
        y_pred, y = read_pair(self, inputs, "Fbeta")
        if y_pred.ndim == y.ndim and is_onehot(y):
            y = y.argmax(axis=1)
        keep_class_number(self, y_pred)
        check_labels("Fbeta", y, self._class_num)
        y_pred, y = onehot_pair(y_pred, y, self._class_num)
        self._true_positives = self._true_positives + (y * y_pred).sum(axis=0)
        self._positives = self._positives + y_pred.sum(axis=0)
        self._actual_positives = self._actual_positives + y.sum(axis=0)

    def eval(self, average: bool = False) -> Any:
        """The score of each class, or their mean.

        Args:
            average: whether to average.

        Raises:
            RuntimeError: nothing was gathered.
        """
        validator.check_value_type("average", average, [bool], type(self).__name__)
        check_gathered(self._class_num, "Fbeta")
        weight = self.beta**2
        below = weight * self._actual_positives + self._positives + self.eps
        fbeta = (1.0 + weight) * self._true_positives / below
        return fbeta.mean() if average else fbeta


class F1(Fbeta):
    """Harmonic mean of precision and recall of each class: `Fbeta(1.0)`.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.F1()
        >>> metric.update(ms.Tensor([[0.2, 0.8], [0.6, 0.4]]), ms.Tensor([1, 1]))
        >>> metric.eval()
        array([0.        , 0.66666667])
    """

    def __init__(self):
        super().__init__(1.0)
