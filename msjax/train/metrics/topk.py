"""Accuracy among the k best classes."""

from __future__ import annotations

import numpy as np

from msjax.train.metrics.metric import (
    Metric,
    MetricInput,
    check_gathered,
    is_onehot,
    read_pair,
    rearrange_inputs,
)


class TopKCategoricalAccuracy(Metric):
    """Share of samples whose class is among the k best scores.

    Args:
        k: how many scores count, at least 1.

    Raises:
        TypeError: `k` is not an int.
        ValueError: `k` is less than 1.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.TopKCategoricalAccuracy(2)
        >>> metric.update(ms.Tensor([[0.2, 0.5, 0.3], [0.6, 0.3, 0.1]]), ms.Tensor([2, 2]))
        >>> float(metric.eval())
        0.5
    """

    def __init__(self, k: int):
        super().__init__()
        if not isinstance(k, int):
            raise TypeError(
                "For 'TopKCategoricalAccuracy', the type of the argument 'k' should be int, "
                f"but got 'k' type: {type(k)}."
            )
        if k < 1:
            raise ValueError(
                "For 'TopKCategoricalAccuracy', the argument 'k' must be at least 1, "
                f"but got 'k' value: {k}."
            )
        self.k = k
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self._correct_num = 0
        self._samples_num = 0

    @rearrange_inputs
    def update(self, *inputs: MetricInput) -> None:
        """Gather scores of shape (N, C) and class indices (N,) or one-hot labels."""
        y_pred, y = read_pair(self, inputs, "TopKCategoricalAccuracy")
        if y_pred.ndim == y.ndim and is_onehot(y):
            y = y.argmax(axis=1)
        best = np.argsort(-y_pred, axis=1)[:, : self.k]
        wanted = y.reshape(-1, 1).repeat(self.k, axis=1)
        self._correct_num += np.equal(best, wanted).sum(axis=1).sum()
        self._samples_num += wanted.shape[0]

    def eval(self) -> float:
        """The share.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._samples_num, "TopKCategoricalAccuracy")
        return self._correct_num / self._samples_num


class Top1CategoricalAccuracy(TopKCategoricalAccuracy):
    """Share of samples whose class has the best score: `TopKCategoricalAccuracy(1)`.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.Top1CategoricalAccuracy()
        >>> metric.update(ms.Tensor([[0.2, 0.8], [0.6, 0.4]]), ms.Tensor([1, 1]))
        >>> float(metric.eval())
        0.5
    """

    def __init__(self):
        super().__init__(1)


class Top5CategoricalAccuracy(TopKCategoricalAccuracy):
    """Share of samples whose class is among the 5 best: `TopKCategoricalAccuracy(5)`.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.Top5CategoricalAccuracy()
        >>> metric.update(ms.ops.arange(6).reshape(1, 6), ms.Tensor([0]))
        >>> float(metric.eval())
        0.0
    """

    def __init__(self):
        super().__init__(5)
