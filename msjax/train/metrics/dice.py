"""The Dice coefficient."""

from __future__ import annotations

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    Metric,
    MetricInput,
    check_gathered,
    read_pair,
    rearrange_inputs,
)


class Dice(Metric):
    """Dice coefficients of the batches, summed, over the number of samples.

    Args:
        smooth: added below the fraction bar, positive.

    Raises:
        TypeError: `smooth` is not a float.

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
    def update(self, *inputs: MetricInput) -> None:
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
