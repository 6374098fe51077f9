"""AdaFactor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.update import rules
from msjax.log import warning
from msjax.nn.optim._arrays import scalar, write
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.optimizer import LearningRate, Optimizer, opt_init_args_register


class AdaFactor(RuleOptimizer):
    """AdaFactor: Adam in less memory.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: None with `relative_step`, else as in `Optimizer`.
        eps: pair of floats, 0 or more: added to squared gradients, and the least scale of the
            weights.
        clip_threshold: float, 0 or more, the largest root mean square of a step.
        decay_rate: float in (0, 1), how fast the decay of the second moment nears 1.
        beta1: number, 0 or more, the decay of the average step; 0 or None for no average.
        weight_decay: float in [0, 1).
        scale_parameter: bool, scale steps by the root mean square of the weights (not with a
            dynamic rate).
        relative_step: bool, let the learning rate follow from the step.
        warmup_init: bool, with `relative_step`, start from a small rate.
        compression: bool, keep second moments of vectors in float16.
        loss_scale: float, kept for compatibility.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter.

    Outputs:
        tuple of True.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, or two exclude each other.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> opt = ms.nn.AdaFactor([w], 0.5, beta1=0.0, relative_step=False)
        >>> _ = opt((ms.Tensor([3.0]),))
        >>> print(w.asnumpy())
        [0.5]

    References:
        Shazeer, Stern: Adafactor: Adaptive Learning Rates with Sublinear Memory Cost, 2018.
    """

    _msj_inner = {
        "use_fused_ada_factor": lambda c: True,
        "fused_ada_factor": lambda c: ops.FusedAdaFactor(
            c.scale_parameter, c.use_first_moment, c.weight_decay_flag
        ),
    }

    _support_parallel_optimizer = True
    _decays = _centralizes = _scales = False

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate | None = None,
        eps: tuple[float, float] = (1e-30, 1e-3),
        clip_threshold: float = 1.0,
        decay_rate: float = 0.8,
        beta1: float | None = 0.9,
        weight_decay: float = 0.0,
        scale_parameter: bool = True,
        relative_step: bool = True,
        warmup_init: bool = False,
        compression: bool = False,
        loss_scale: float = 1.0,
    ):
        if learning_rate is not None and relative_step:
            raise ValueError(
                "For 'AdaFactor', the 'learning_rate' must be None when 'relative_step' is True, "
                f"but got {learning_rate}."
            )
        if warmup_init and not relative_step:
            raise ValueError("For 'AdaFactor', 'warmup_init' needs 'relative_step' to be True.")
        if learning_rate is None and not relative_step:
            raise ValueError(
                "For 'AdaFactor', the 'learning_rate' must be given when 'relative_step' is False."
            )
        learning_rate = 0.0 if learning_rate is None else learning_rate
        beta1 = 0.0 if beta1 is None else beta1
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        name = self.cls_name
        self.scale_lr = isinstance(learning_rate, (float, int))
        if not self.scale_lr and (relative_step or scale_parameter):
            warning("For 'AdaFactor', steps are not scaled when 'learning_rate' is dynamic.")
        validator.check_value_type("eps", eps, [list, tuple], name)
        if len(eps) != 2:
            raise ValueError(f"For 'AdaFactor', the 'eps' must be two floats, but got {eps}.")
        for i, value in enumerate(eps):
            validator.check_value_type(f"eps{i}", value, [float], name)
            validator.check_non_negative_float(value, f"eps{i}", name)
        validator.check_value_type("clip_threshold", clip_threshold, [float], name)
        validator.check_non_negative_float(clip_threshold, "clip_threshold", name)
        validator.check_value_type("decay_rate", decay_rate, [float], name)
        validator.check_float_range(decay_rate, 0, 1, validator.INC_NEITHER, "decay_rate", name)
        validator.check_float_range(weight_decay, 0, 1, validator.INC_LEFT, "weight_decay", name)
        for switch, value in (
            ("scale_parameter", scale_parameter),
            ("relative_step", relative_step),
            ("compression", compression),
        ):
            validator.check_value_type(switch, value, [bool], name)
        validator.check_value_type("beta1", beta1, [int, float], name)
        validator.check_non_negative_float(float(beta1), "beta1", name)
        self.eps = tuple(Tensor(e, mstype.float32) for e in eps)
        self.clip_threshold = Tensor(clip_threshold, mstype.float32)
        self.decay_rate = Tensor(-decay_rate, mstype.float32)
        self.beta1 = Tensor(beta1, mstype.float32)
        self.weight_decay = Tensor(weight_decay, mstype.float32)
        self.weight_decay_flag = bool(weight_decay)
        self.scale_parameter = scale_parameter and self.scale_lr
        self.relative_step, self.warmup_init = relative_step, warmup_init
        self.compression = compression
        self.init_ada_factor_state(beta1)
        self.step = Parameter(Tensor(np.zeros(1, np.float32)), name="afactor_step")

    def init_ada_factor_state(self, beta1: float) -> None:
        """Make the moments.

        Args:
            beta1: float, 0 for no average of the steps.
        """
        self.use_first_moment = beta1 > 0
        if self.use_first_moment:
            self.exp_avg = self._parameters.clone(prefix="exp_avg", init="zeros")
        else:
            self.exp_avg = ParameterTuple([Parameter(Tensor(0.0))] * len(self._parameters))
        row, col, full = [], [], []
        for param in self._parameters:
            shape, dtype = param.shape, param._aval.dtype
            matrix = len(shape) > 1
            kept = np.dtype(np.float16) if self.compression and not matrix else dtype
            for held, prefix, size, kind in (
                (row, "exp_avg_sq_row_", shape[:-1] if matrix else (1,), dtype),
                (col, "exp_avg_sq_col_", shape[:-2] + shape[-1:] if matrix else (1,), dtype),
                (full, "exp_avg_sq_", (1,) if matrix else shape, kept),
            ):
                held.append(Parameter(Tensor(np.zeros(size, kind)), name=prefix + param.name))
        self.exp_avg_sq_row = ParameterTuple(row)
        self.exp_avg_sq_col = ParameterTuple(col)
        self.exp_avg_sq = ParameterTuple(full)

    def get_weight_decay(self) -> Tensor:
        """The weight decay of all Parameters; those of groups are not used, as in MindSpore.

        Returns:
            Tensor of shape ().
        """
        return self.weight_decay

    @property
    def supports_memory_efficient_fp16(self) -> bool:
        """Whether the moments may be float16: yes."""
        return True

    @property
    def supports_flat_params(self) -> bool:
        """Whether all Parameters may be one vector: no."""
        return False

    @Optimizer.target.setter
    def target(self, value: str) -> None:
        """Where the update runs."""
        self._set_base_target(value)

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        step = scalar(self.step) + 1
        write(self.step, step.reshape(1))
        if self.scale_lr and self.relative_step:
            least = 1e-6 * step if self.warmup_init else 0.01
            rates = [jnp.minimum(least, 1.0 / jnp.sqrt(step))] * len(rates)
        eps = tuple(scalar(e) for e in self.eps)
        clip, beta1 = scalar(self.clip_threshold), scalar(self.beta1)
        beta2t = 1.0 - step ** scalar(self.decay_rate)
        decay = scalar(self.weight_decay)
        switches = self.scale_parameter, self.use_first_moment, self.weight_decay_flag

        def rule(p: Any, avg: Any, row: Any, col: Any, full: Any, lr: Any, g: Any) -> tuple:
            state = g, p, avg, row, col, full
            new = rules.adafactor(eps, clip, beta1, beta2t, decay, lr, *state, *switches)
            return new if self.use_first_moment else (new[0], avg, *new[2:])

        moments = self.exp_avg, self.exp_avg_sq_row, self.exp_avg_sq_col, self.exp_avg_sq
        self._each(rule, self._parameters, *moments, rates, grads)
