"""Accuracy of class predictions."""

from __future__ import annotations

import numpy as np

from msjax.train.metrics.metric import (
    EvaluationBase,
    MetricInput,
    check_gathered,
    rearrange_inputs,
)


class Accuracy(EvaluationBase):
    """Share of right predictions.

    Args:
        eval_type: "classification" or "multilabel".

    Raises:
        TypeError: `eval_type` is neither of the two.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.Accuracy()
        >>> metric.update(ms.Tensor([[0.2, 0.8], [0.6, 0.4]]), ms.Tensor([1, 1]))
        >>> float(metric.eval())
        0.5
    """

    def __init__(self, eval_type: str = "classification"):
        super().__init__(eval_type)
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self._correct_num = 0
        self._total_num = 0
        self._class_num = 0

    @rearrange_inputs
    def update(self, *inputs: MetricInput) -> None:
        """Gather scores of shape (N, C, ...) and class indices (N, ...) or one-hot labels.

        For "multilabel": predictions and labels of shape (N, C, ...), zeros and ones.
        """
        y_pred, y = self._read(inputs)
        if self._type == "classification":
            right = np.equal(y_pred.argmax(axis=1), y).reshape(-1)
        else:
            last, rows = y_pred.ndim - 1, (-1, self._class_num)
            same = np.equal(
                y_pred.swapaxes(1, last).reshape(rows), y.swapaxes(1, last).reshape(rows)
            )
            right = same.all(axis=1)
        self._correct_num += right.sum()
        self._total_num += right.shape[0]

    def eval(self) -> float:
        """The share of right predictions.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._total_num, "Accuracy")
        return self._correct_num / self._total_num
