"""Mean absolute and mean squared error."""

from __future__ import annotations

import numpy as np

from msjax.train.metrics.metric import (
    Metric,
    MetricInput,
    check_gathered,
    read_pair,
    rearrange_inputs,
)


class _MeanError(Metric):
    """Sum of the errors over the number of samples.

    Class attributes:
        _owner: the metric's name in messages.
        _sum_name: name of the attribute with the sum.
    """

    _owner = ""
    _sum_name = ""

    def __init__(self):
        super().__init__()
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        setattr(self, self._sum_name, 0)
        self._samples_num = 0

    @rearrange_inputs
    def update(self, *inputs: MetricInput) -> None:
        """Gather predictions and labels of as many elements."""
        y_pred, y = read_pair(self, inputs, self._owner)
        errors = self._errors(y.reshape(y_pred.shape) - y_pred)
        total = getattr(self, self._sum_name) + np.float64(errors.sum())
        setattr(self, self._sum_name, total)
        self._samples_num += y.shape[0]

    def eval(self) -> float:
        """The error.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._samples_num, self._owner)
        return getattr(self, self._sum_name) / self._samples_num

    def _errors(self, differences: np.ndarray) -> np.ndarray:
        raise NotImplementedError


class MAE(_MeanError):
    """Sum of the absolute errors over the number of samples.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.MAE()
        >>> metric.update(ms.Tensor([1., 2.]), ms.Tensor([1., 4.]))
        >>> float(metric.eval())
        1.0
    """

    _owner = "MAE"
    _sum_name = "_abs_error_sum"

    def _errors(self, differences: np.ndarray) -> np.ndarray:
        return np.abs(differences)


class MSE(_MeanError):
    """Sum of the squared errors over the number of samples.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.MSE()
        >>> metric.update(ms.Tensor([1., 2.]), ms.Tensor([1., 4.]))
        >>> float(metric.eval())
        2.0
    """

    _owner = "MSE"
    _sum_name = "_squared_error_sum"

    def _errors(self, differences: np.ndarray) -> np.ndarray:
        return np.power(differences, 2)
