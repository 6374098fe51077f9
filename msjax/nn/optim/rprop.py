"""Rprop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax.nn.cell import Cell
from msjax.nn.optim._arrays import scalar
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.optimizer import LearningRate, opt_init_args_register


class Rprop(RuleOptimizer):
    """Resilient backpropagation: step sizes that follow from changes of sign.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`; the first
            step size.
        etas: pair of floats: factors of the step size after a change of sign (in (0, 1)) and
            without (above 1).
        step_sizes: pair of floats: least and largest step size.
        weight_decay: number, 0 or more, or a Cell called with the step.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter.

    Outputs:
        True.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.nn.Rprop([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy())
        [0.5]

    References:
        Riedmiller, Braun: A Direct Adaptive Method for Faster Backpropagation Learning: the RPROP
        Algorithm, 1993.
    """

    _msj_inner = {
        "assign": "Assign",
        "cast": "Cast",
        "fill": "FillV2",
        "ones_like": "OnesLike",
        "select": "Select",
        "sign": "Sign",
    }

    _answers_each = False

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate = 0.1,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50.0),
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay)
        for name, value in (("etas", etas), ("step_sizes", step_sizes)):
            if not isinstance(value, tuple):
                raise TypeError(f"For Rprop, {name} must be a tuple, but got {type(value)}.")
            if len(value) != 2:
                raise ValueError(
                    f"For Rprop, {name} must be a tuple with the size of 2, but got {len(value)}."
                )
        if step_sizes[0] > step_sizes[1]:
            raise ValueError(
                "For Rprop, maximal step size should not be less than minimal step size, but got "
                f"{step_sizes[0]} > {step_sizes[1]}."
            )
        neither = validator.INC_NEITHER
        validator.check_float_range(etas[0], 0.0, 1.0, neither, "etaminus", self.cls_name)
        validator.check_value_type("etaplus", etas[1], [float], self.cls_name)
        if etas[1] <= 1.0:
            raise ValueError(
                f"For Rprop, etaplus must be greater than 1.0, but got etaplus {etas[1]}."
            )
        validator.check_value_type("min_step_sizes", step_sizes[0], [float], self.cls_name)
        validator.check_value_type("max_step_sizes", step_sizes[1], [float], self.cls_name)
        self.etaminus, self.etaplus = etas
        self.step_size_min, self.step_size_max = step_sizes
        self.prev = self._parameters.clone(prefix="prev", init="zeros")
        self.step_size = self._parameters.clone(prefix="step_size", init="zeros")

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        first = scalar(self.global_step) == 1
        minus, plus = self.etaminus, self.etaplus
        least, largest = self.step_size_min, self.step_size_max

        def rule(p: Any, prev: Any, size: Any, lr: Any, g: Any) -> tuple:
            half = mstype.from_np(p.dtype) in (mstype.float16, mstype.bfloat16)
            dtype = p.dtype if half else np.dtype(np.float32)
            weight, prev, size, grad = (x.astype(dtype) for x in (p, prev, size, g))
            turn = jnp.sign(grad * prev)
            factor = jnp.where(turn > 0, plus, jnp.where(turn < 0, minus, 1.0))
            size = jnp.clip(jnp.where(first, lr, size) * factor, least, largest)
            grad = jnp.where(turn < 0, 0, grad)
            return weight - jnp.sign(grad) * size, grad, size

        self._each(rule, self._parameters, self.prev, self.step_size, rates, grads)
