"""The base classes of metrics and what several metrics share."""

from __future__ import annotations

import functools
from abc import ABCMeta, abstractmethod
from typing import Any, TypeAlias

import numpy as np

from msjax._core.base.functions import F, overridable
from msjax._core.tensor.tensor import Tensor
from msjax.common._default_text import DefaultText

EVAL_TYPES = {"classification", "multilabel"}


# What `update` takes for predictions and labels.
MetricInput: TypeAlias = Tensor | np.ndarray | list


def rearrange_inputs(func: F) -> F:
    """Decorate an `update` so that it gets its inputs in the order of the metric's `indexes`.

    Args:
        func: method of an object with the attribute `indexes`.

    Returns:
        The method, which picks the inputs first.

    Examples:
        >>> import msjax as ms
        >>> class Last(ms.train.Loss):
        ...     @ms.train.rearrange_inputs
        ...     def update(self, *inputs):
        ...         return inputs
        >>> Last().set_indexes([1, 0]).update(5, 9)
        (9, 5)
    """

    @functools.wraps(func)
    def wrapper(self, *inputs):
        if self.indexes:
            inputs = [inputs[i] for i in self.indexes]
        return func(self, *inputs)

    return wrapper


class Metric(DefaultText, metaclass=ABCMeta):
    """Base of measures that are gathered batch by batch.

    Derive from it and write `clear`, `update` and `eval`.

    Examples:
        >>> import msjax as ms
        >>> class Count(ms.train.Metric):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.clear()
        ...     def clear(self):
        ...         self.number = 0
        ...     def update(self, *inputs):
        ...         self.number += inputs[0].shape[0]
        ...     def eval(self):
        ...         return self.number
        >>> Count()(ms.Tensor([1, 2, 3]))
        3
    """

    def __init__(self):
        self._indexes: list[int] | None = None

    def _convert_data(self, data: Any) -> np.ndarray:
        """A Tensor, list or array as an array."""
        if isinstance(data, Tensor):
            return data.asnumpy()
        if isinstance(data, list):
            return np.array(data)
        if isinstance(data, np.ndarray):
            return data
        raise TypeError(
            "For 'Metric' and its derived classes, the input data type must be tensor, list or "
            f"numpy.ndarray, but got {type(data)}."
        )

    @property
    def indexes(self) -> list[int] | None:
        """The positions set by `set_indexes`, or None."""
        return getattr(self, "_indexes", None)

    def set_indexes(self, indexes: list[int]) -> Metric:
        """Choose which inputs `update` takes, and in which order.

        It works for an `update` decorated with `rearrange_inputs`.

        Args:
            indexes: positions, e.g. [2, 1] makes (logits, label1) of (label0, label1, logits).

        Returns:
            The metric.

        Raises:
            ValueError: `indexes` is not a list of ints.
        """
        if not isinstance(indexes, list) or not all(isinstance(i, int) for i in indexes):
            raise ValueError(
                "For 'set_indexes', the argument 'indexes' must be a list and all its elements "
                "must be int, please check whether it is correct."
            )
        self._indexes = indexes
        return self

    def __call__(self, *inputs: Any) -> Any:
        """The measure of these inputs alone."""
        self.clear()
        self.update(*inputs)
        return self.eval()

    @abstractmethod
    def clear(self) -> None:
        """Forget everything gathered."""
        raise NotImplementedError("Must define clear function to use this base class")

    @abstractmethod
    def eval(self) -> Any:
        """The measure of everything gathered."""
        raise NotImplementedError("Must define eval function to use this base class")

    @abstractmethod
    @overridable
    def update(self, *inputs: Any) -> None:
        """Gather a batch, usually predictions and labels."""
        raise NotImplementedError("Must define update function to use this base class")


class EvaluationBase(Metric):
    """Base of metrics of class predictions.

    Args:
        eval_type: "classification", one class of several, or "multilabel".

    Raises:
        TypeError: `eval_type` is neither of them.
    """

    def __init__(self, eval_type: str):
        super().__init__()
        if eval_type not in EVAL_TYPES:
            raise TypeError(
                f"The argument 'eval_type' must be in {EVAL_TYPES}, but got {eval_type}"
            )
        self._type = eval_type

    def _check_shape(self, y_pred: np.ndarray, y: np.ndarray) -> None:
        """Refuse predictions and labels whose shapes do not belong together."""
        one_more = self._type == "classification"
        if y_pred.ndim != y.ndim + one_more:
            raise ValueError(
                f"In {self._type} case, the dimension of y_pred (predicted value) should equal to "
                f"the dimension of y (true value){' add 1' if one_more else ''}, but got y_pred "
                f"dimension: {y_pred.ndim} and y dimension: {y.ndim}."
            )
        expected = y_pred.shape[:1] + y_pred.shape[2:] if one_more else y_pred.shape
        if y.shape != expected:
            raise ValueError(
                f"In {self._type} case, the shape of y (true value) should be {expected} for y_pred"
                f" (predicted value) of shape {y_pred.shape}, but got {y.shape}."
            )

    def _check_value(self, y_pred: np.ndarray, y: np.ndarray) -> None:
        """Refuse multilabel data that are not zeros and ones."""
        if self._type != "classification" and not (_is_binary(y_pred) and _is_binary(y)):
            raise ValueError(
                "In multilabel case, all elements in y_pred (predicted value) and y (true value) "
                "should be 0 or 1.Please check whether your inputs y_pred and y are correct."
            )

    def _read(self, inputs: Any) -> tuple[np.ndarray, np.ndarray]:
        """Predictions and labels, checked; keeps and compares the number of classes."""
        y_pred, y = read_pair(self, inputs)
        if self._type == "classification" and y_pred.ndim == y.ndim and is_onehot(y):
            y = y.argmax(axis=1)
        self._check_shape(y_pred, y)
        self._check_value(y_pred, y)
        keep_class_number(self, y_pred)
        return y_pred, y

    def clear(self) -> None:
        """To be written by subclasses."""
        raise NotImplementedError

    def update(self, *inputs: Any) -> None:
        """To be written by subclasses."""
        raise NotImplementedError

    def eval(self) -> Any:
        """To be written by subclasses."""
        raise NotImplementedError


def _is_binary(data: np.ndarray) -> bool:
    return bool(np.equal(data**2, data).all())


def is_onehot(data: np.ndarray) -> bool:
    """Whether every position has exactly one class, along axis 1."""
    return data.ndim > 1 and _is_binary(data) and bool((data.sum(axis=1) == 1).all())


def read_pair(metric: Metric, inputs: Any, owner: str = "") -> tuple[np.ndarray, np.ndarray]:
    """Two inputs of `update` as arrays."""
    owner = owner or type(metric).__name__
    if len(inputs) != 2:
        raise ValueError(
            f"For '{owner}.update', it needs 2 inputs (predicted value, true value), "
            f"but got {len(inputs)}."
        )
    return metric._convert_data(inputs[0]), metric._convert_data(inputs[1])


def keep_class_number(metric: Any, y_pred: np.ndarray) -> None:
    """Remember the number of classes of the first batch; refuse another one later."""
    if metric._class_num == 0:
        metric._class_num = y_pred.shape[1]
    elif y_pred.shape[1] != metric._class_num:
        raise ValueError(
            f"For '{type(metric).__name__}.update', class number not match, last input predicted "
            f"data contain {metric._class_num} classes, but current predicted data contain "
            f"{y_pred.shape[1]} classes, please check your predicted value(inputs[0])."
        )


def check_gathered(number: Any, what: str) -> None:
    """Refuse to evaluate nothing."""
    if number == 0:
        raise RuntimeError(
            f"The '{what}' can not be calculated, because the number of samples is 0, please check "
            "whether your inputs are empty, or has called update method before calling eval method."
        )


def check_updated(updated: Any) -> None:
    """Refuse to evaluate before the first update."""
    if not updated:
        raise RuntimeError("Please call the 'update' method before calling 'eval' method.")


def check_labels(owner: str, y: np.ndarray, class_num: int) -> None:
    """Refuse labels beyond the classes of the predictions."""
    if y.max() + 1 > class_num:
        raise ValueError(
            f"For '{owner}.update', predicted value (input[0]) should have the same classes number "
            f"as true value (input[1]), but got predicted value classes {class_num}, true value "
            f"classes {y.max() + 1}."
        )


def onehot_pair(y_pred: np.ndarray, y: np.ndarray, class_num: int) -> tuple:
    """Scores and class indices as rows of one-hot vectors."""
    rows = np.eye(class_num)
    return rows[y_pred.argmax(axis=1).reshape(-1)], rows[y.reshape(-1)]
