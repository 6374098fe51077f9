"""Receiver operating characteristic, area under a curve, similarity and overlap."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    Metric,
    check_gathered,
    check_updated,
    read_pair,
    rearrange_inputs,
)


def _column(array: np.ndarray) -> np.ndarray:
    shape = np.shape(array)
    if len(shape) == 1 or (len(shape) == 2 and shape[1] == 1):
        return np.ravel(array)
    raise ValueError(
        "For 'auc', the input must be a 1-dimensional array, or a 2-dimensional array with the "
        f"second dimension of 1, but got shape {shape}."
    )


def auc(x: np.ndarray, y: np.ndarray, reorder: bool = False) -> Any:
    """Area under a curve by the trapezoidal rule.

    Args:
        x: array of shape (N,) or (N, 1), monotonic unless `reorder`.
        y: array of as many elements.
        reorder: whether to sort the points first.

    Returns:
        The area.

    Raises:
        TypeError: `x` or `y` is no array, or has no dimension.
        ValueError: the lengths differ, there are fewer than two points, `x` goes up and down.

    Examples:
        >>> import numpy as np
        >>> import msjax as ms
        >>> float(ms.train.auc(np.array([0., 0.5, 1.]), np.array([0., 1., 1.])))
        0.75
    """
    if not isinstance(x, np.ndarray) or not isinstance(y, np.ndarray):
        raise TypeError(
            "For 'auc', the argument 'x' and 'y' must all be np.ndarray, "
            f"but got {type(x)}, {type(y)}"
        )
    for array in (x, y):
        if array.ndim == 0:
            raise TypeError(f"Singleton array {array} cannot be considered as a valid collection.")
    if len(x) != len(y):
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: {[len(x), len(y)]}."
        )
    x, y = _column(x), _column(y)
    if len(x) < 2:
        raise ValueError(
            "For 'auc', the shape of the argument 'x' in axis 0 must be greater than 2, "
            f"but got {len(x)}."
        )
    if reorder:
        order = np.lexsort((y, x))
        x, y = x[order], y[order]
    steps = np.diff(x)
    falling = bool(np.any(steps < 0))
    if falling and not np.all(steps <= 0):
        raise ValueError(
            "For 'auc', if the argument is False, the argument 'x' array must be increasing or "
            f"decreasing, but got 'x': {x}"
        )
    trapezoid = getattr(np, "trapezoid", None) or np.trapz
    return (-1 if falling else 1) * trapezoid(y, x)


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
    def update(self, *inputs: Any) -> None:
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


class CosineSimilarity(Metric):
    """Similarity of every two rows of the last batch.

    Args:
        similarity: "cosine" or "dot".
        reduction: "none", "sum" or "mean" over the last axis.
        zero_diagonal: whether a row's similarity to itself counts as zero.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.CosineSimilarity(zero_diagonal=False)
        >>> metric.update(ms.Tensor([[1., 0.], [0., 1.]]))
        >>> print(metric.eval())
        [[1. 0.]
         [0. 1.]]
    """

    def __init__(
        self, similarity: str = "cosine", reduction: str = "none", zero_diagonal: bool = True
    ):
        super().__init__()
        validator.check_value_type("similarity", similarity, [str])
        self.similarity = validator.check_string(similarity, ["dot", "cosine"], "similarity")
        validator.check_value_type("reduction", reduction, [str])
        self.reduction = validator.check_string(reduction, ["none", "sum", "mean"], "reduction")
        self.zero_diagonal = validator.check_value_type("zero_diagonal", zero_diagonal, [bool])
        self.clear()

    def clear(self) -> None:
        """Forget the batch."""
        self.sqr_mtx_res = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, inputs: Any) -> None:
        """Take rows, of shape (N, D)."""
        rows = self._convert_data(inputs)
        if self.similarity == "cosine":
            rows = rows / np.linalg.norm(rows, ord=2, axis=1)[:, None]
        self.sqr_mtx_res = np.dot(rows, rows.transpose(1, 0))
        self._is_update = True

    def eval(self) -> Any:
        """The similarities, of shape (N, N), or (N,) if reduced.

        Raises:
            RuntimeError: there is no batch.
        """
        check_updated(self._is_update)
        if self.zero_diagonal:
            np.fill_diagonal(self.sqr_mtx_res, 0)
        if self.reduction == "mean":
            self.sqr_mtx_res = np.mean(self.sqr_mtx_res, axis=-1)
        if self.reduction == "sum":
            self.sqr_mtx_res = np.sum(self.sqr_mtx_res, axis=-1)
        return self.sqr_mtx_res


class Dice(Metric):
    """Dice coefficients of the batches, summed, over the number of samples.

    Args:
        smooth: added below the fraction bar, positive.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.Dice()
        >>> metric.update(ms.Tensor([[0., 1.]]), ms.Tensor([[1., 1.]]))
        >>> round(metric.eval(), 4)
        0.6667
    """

    def __init__(self, smooth: float = 1e-5):
        super().__init__()
        self.smooth = validator.check_positive_float(smooth, "smooth")
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self._dice_coeff_sum = 0
        self._samples_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Gather predictions and labels of the same shape, (N, ...).

        Raises:
            ValueError: the shapes differ.
        """
        y_pred, y = read_pair(self, inputs, "Dice")
        self._samples_num += y.shape[0]
        if y_pred.shape != y.shape:
            raise ValueError(
                "For 'Dice.update', predicted value (input[0]) and true value (input[1]) should "
                f"have same shape, but got predicted value shape: {y_pred.shape}, "
                f"true value shape: {y.shape}."
            )
        p, t = y_pred.flatten(), y.flatten()
        below = np.dot(p, p) + np.dot(t, t) + self.smooth
        self._dice_coeff_sum += 2 * float(np.dot(p, t)) / float(below)

    def eval(self) -> float:
        """The coefficient.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._samples_num, "Dice coefficient")
        return self._dice_coeff_sum / float(self._samples_num)
