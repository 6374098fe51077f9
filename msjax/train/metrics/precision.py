"""Precision."""

from __future__ import annotations

import numpy as np

from msjax.train.metrics._ratio import _Ratio


class Precision(_Ratio):
    """Share of the predictions of a class that are right.

    Args:
        eval_type: "classification" or "multilabel".

    Raises:
        TypeError: `eval_type` is neither of the two.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.Precision()
        >>> metric.update(ms.Tensor([[0.2, 0.8], [0.6, 0.4], [0.3, 0.7]]), ms.Tensor([1, 0, 0]))
        >>> print(metric.eval())
        [1.  0.5]
    """

    _counts = "_positives"

    def _pick(self, y_pred: np.ndarray, y: np.ndarray) -> np.ndarray:
        return y_pred
