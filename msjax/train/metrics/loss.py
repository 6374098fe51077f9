"""The mean loss."""

from __future__ import annotations

import numpy as np

from msjax.train.metrics.metric import (
    Metric,
    MetricInput,
    check_gathered,
    rearrange_inputs,
)


class Loss(Metric):
    """Mean of the losses of the batches.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.Loss()
        >>> metric.update(ms.Tensor(0.5))
        >>> metric.update(ms.Tensor([1.0, 2.0]))
        >>> float(metric.eval())
        1.0
    """

    def __init__(self):
        super().__init__()
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self._sum_loss = 0
        self._total_num = 0

    @rearrange_inputs
    def update(self, *inputs: MetricInput) -> None:
        """Gather a loss of no or one dimension."""
        if len(inputs) != 1:
            raise ValueError(f"For 'Loss.update', it needs 1 input (loss), but got {len(inputs)}")
        loss = self._convert_data(inputs[0])
        if loss.ndim > 1:
            raise ValueError(
                "For 'Loss.update', the dimension of your input (loss) must be 1, "
                f"but got {loss.ndim}."
            )
        self._sum_loss += np.float64(loss.reshape(-1).mean(-1))
        self._total_num += 1

    def eval(self) -> float:
        """The mean.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._total_num, "Loss")
        return self._sum_loss / self._total_num
