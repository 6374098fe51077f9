"""A learning rate from a function."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor
from msjax.log import info
from msjax.train.callback._callback import Callback, RunContext


class LearningRateScheduler(Callback):
    """Sets the learning rate after each step.

    Args:
        learning_rate_function: function of the learning rate (float) and the number of the step
            that returns the new learning rate.

    Examples:
        >>> import msjax as ms
        >>> callback = ms.LearningRateScheduler(lambda rate, step: rate * 0.9)
    """

    def __init__(self, learning_rate_function: Callable[[float, int], float]):
        super().__init__()
        self.learning_rate_function = learning_rate_function

    def step_end(self, run_context: RunContext) -> None:
        """Set the learning rate of the next step."""
        params = run_context.original_args()
        parameter = params.optimizer.learning_rate
        rate = float(np.array2string(parameter.asnumpy()))  # 0.1, not the nearest float32
        new = self.learning_rate_function(rate, params.cur_step_num)
        if not math.isclose(rate, new, rel_tol=1e-10):
            resolve("ops.assign")(parameter, Tensor(new, mstype.float32))
            info(f"At step {params.cur_step_num}, learning_rate change to {new}")
