"""Metrics of class predictions: accuracy, precision, recall, F-scores."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    EvaluationBase,
    Metric,
    check_gathered,
    check_labels,
    is_onehot,
    keep_class_number,
    onehot_pair,
    read_pair,
    rearrange_inputs,
)


class Accuracy(EvaluationBase):
    """Share of right predictions.

    Args:
        eval_type: "classification" or "multilabel".

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
    def update(self, *inputs: Any) -> None:
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

    def eval(self) -> Any:
        """The share of right predictions.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._total_num, "Accuracy")
        return self._correct_num / self._total_num


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
    def update(self, *inputs: Any) -> None:
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


class Precision(_Ratio):
    """Share of the predictions of a class that are right.

    Args:
        eval_type: "classification" or "multilabel".

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


class Recall(_Ratio):
    """Share of the members of a class that are found.

    Args:
        eval_type: "classification" or "multilabel".

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
    def update(self, *inputs: Any) -> None:
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
    """Harmonic mean of precision and recall of each class: `Fbeta(1.0)`."""

    def __init__(self):
        super().__init__(1.0)


class TopKCategoricalAccuracy(Metric):
    """Share of samples whose class is among the k best scores.

    Args:
        k: how many scores count, at least 1.

    Raises:
        TypeError: `k` is no int.
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
    def update(self, *inputs: Any) -> None:
        """Gather scores of shape (N, C) and class indices (N,) or one-hot labels."""
        y_pred, y = read_pair(self, inputs, "TopKCategoricalAccuracy")
        if y_pred.ndim == y.ndim and is_onehot(y):
            y = y.argmax(axis=1)
        best = np.argsort(-y_pred, axis=1)[:, : self.k]
        wanted = y.reshape(-1, 1).repeat(self.k, axis=1)
        self._correct_num += np.equal(best, wanted).sum(axis=1).sum()
        self._samples_num += wanted.shape[0]

    def eval(self) -> Any:
        """The share.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._samples_num, "TopKCategoricalAccuracy")
        return self._correct_num / self._samples_num


class Top1CategoricalAccuracy(TopKCategoricalAccuracy):
    """Share of samples whose class has the best score: `TopKCategoricalAccuracy(1)`."""

    def __init__(self):
        super().__init__(1)


class Top5CategoricalAccuracy(TopKCategoricalAccuracy):
    """Share of samples whose class is among the 5 best: `TopKCategoricalAccuracy(5)`."""

    def __init__(self):
        super().__init__(5)
