"""LARS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.state import STATE
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor, box
from msjax.kernels.update import rules
from msjax.nn.optim._arrays import compiled, read, scalar
from msjax.nn.optim.optimizer import Optimizer, opt_init_args_register


class LARS(Optimizer):
    """Layer-wise adaptive rate scaling around another optimizer.

    Args:
        optimizer: the optimizer to wrap.
        epsilon: float that is added to the divisor.
        coefficient: float, the factor of the ratio of norms.
        use_clip: bool, limit the ratio to the learning rate.
        lars_filter: function of a Parameter that tells whether its gradient is scaled.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter.

    Outputs:
        What the wrapped optimizer returns.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `use_clip` with learning rates that are dynamic and of groups.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([3.0, 4.0]), name="w")
        >>> opt = ms.nn.LARS(ms.nn.Momentum([w], 1.0, 0.9), coefficient=0.1, epsilon=0.0)
        >>> _ = opt((ms.Tensor([1.0, 0.0]),))
        >>> print(w.asnumpy())
        [2.5 4. ]

    References:
        You, Gitman, Ginsburg: Large Batch Training of Convolutional Networks, 2017.
    """

    _msj_inner = {
        "cast": "Cast",
        "lars": lambda c: ops.LARSUpdate(c.epsilon, c.coefficient, c.use_clip),
    }

    @opt_init_args_register
    def __init__(
        self,
        optimizer: Optimizer,
        epsilon: float = 1e-5,
        coefficient: float = 0.001,
        use_clip: bool = False,
        lars_filter: Callable = lambda x: "LayerNorm" not in x.name and "bias" not in x.name,
    ):
        super().__init__(0.0, [Parameter(Tensor(0.0), name="fake_param")])
        validator.check_value_type("optimizer", optimizer, Optimizer, self.cls_name)
        validator.check_value_type("epsilon", epsilon, [float], self.cls_name)
        validator.check_value_type("coefficient", coefficient, [float], self.cls_name)
        validator.check_value_type("use_clip", use_clip, [bool], self.cls_name)
        self.opt = optimizer
        for name in (
            "dynamic_decay_flags",
            "dynamic_weight_decay",
            "weight_decay",
            "global_step",
            "parameters",
            "is_group",
            "decay_flags",
            "reciprocal_scale",
            "need_scale",
            "loss_scale",
        ):
            setattr(self, name, getattr(optimizer, name))
        self._user_parameters += [p.name for p in self.parameters]
        self.use_clip = use_clip
        self.epsilon, self.coefficient = epsilon, coefficient
        self.lars_flag = tuple(bool(lars_filter(p)) for p in self.parameters)
        self.learning_rate = Parameter(Tensor(0.0, dtype=mstype.float32), name="fake_lr")
        if use_clip:
            self.is_group_lr, self.dynamic_lr = optimizer.is_group_lr, optimizer.dynamic_lr
            self.origin_learning_rate = optimizer.learning_rate
            if self.is_group_lr and self.dynamic_lr:
                raise ValueError(
                    "For 'LARS', if the argument 'use_clip' is set to True, then the dynamic "
                    "learning rate and group learning rate cannot both be true."
                )
        none = (False,) * len(self.decay_flags)
        optimizer.dynamic_decay_flags = none if self.is_group else False
        optimizer.decay_flags = none
        optimizer.dynamic_weight_decay = optimizer.exec_weight_decay = False
        optimizer.reciprocal_scale = 1.0

    def construct(self, gradients: Sequence[Tensor]) -> Any:
        """Scale the gradients and update all Parameters with them."""
        listed = self.opt.dynamic_lr and STATE.frame is None
        if listed:
            self.opt._guard.check(self.opt)
        result = self._step(tuple(gradients))
        if listed:
            self.opt._guard.advance(self.opt)
        return result

    @compiled
    def _step(self, gradients: tuple) -> Any:
        lr = self.opt.get_lr() if self.use_clip else self.learning_rate
        return self._run(lr, self.get_weight_decay(), gradients)

    @compiled
    def _run(self, lr: Any, weight_decay: Any, gradients: tuple) -> Any:
        count = len(self.parameters)
        rates = [scalar(r) for r in lr] if self.is_group_lr else [scalar(lr)] * count
        decays = weight_decay if self.is_group else [weight_decay] * count
        scaled = self.scale_grad(gradients)
        result = []
        for grad, param, rate, decay, decays_it, scales_it in zip(
            scaled, self.parameters, rates, decays, self.decay_flags, self.lars_flag, strict=True
        ):
            if scales_it:
                g, w = read(grad), read(param)
                decay = scalar(decay) / self.loss_scale if decays_it else jnp.float32(0)
                squares = jnp.sum(jnp.square(w)), jnp.sum(jnp.square(g))
                settings = self.epsilon, self.coefficient, self.use_clip
                grad = box(rules.lars(w, g, *squares, decay, rate, *settings).astype(w.dtype))
            result.append(grad)
        return self.opt(tuple(result))
