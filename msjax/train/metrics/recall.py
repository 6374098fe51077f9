"""Recall."""

from __future__ import annotations

import numpy as np

from msjax.train.metrics._ratio import _Ratio


class Recall(_Ratio):
    """Share of the members of a class that are found.

    Args:
        eval_type: "classification" or "multilabel".

    Raises:
        TypeError: `eval_type` is neither of the two.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.Recall()
        >>> metric.update(ms.Tensor([[0.2, 0.8], [0.6, 0.4], [0.3, 0.7]]), ms.Tensor([1, 0, 0]))
        >>> print(metric.eval())
        [0.5 1. ]
    """

    _counts = "_actual_positives"

    def _pick(self, y_pred: np.ndarray, y: np.ndarray) -> np.ndarray:
        return y
