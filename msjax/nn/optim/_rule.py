"""RuleOptimizer: the base of the optimizers that are a rule on arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base.state import STATE
from msjax._core.tensor.tensor import Tensor
from msjax.nn.optim._arguments import check_gradients
from msjax.nn.optim._arrays import compiled, read, scalar, write
from msjax.nn.optim._states import cut_states
from msjax.nn.optim.optimizer import Optimizer


class RuleOptimizer(Optimizer):
    """An optimizer whose step is `_update` on arrays.

    Class attributes:
        _decays, _centralizes, _scales: what is done to the gradients first.
        _answers_each: whether the result is a True for each Parameter or one for all.
        _refusal: what gradients that are not a tuple raise.
        _lazy: whether rows of tables with sparse lookups stay as they are without a gradient.
    """

    _decays = _centralizes = _scales = _answers_each = True
    _refusal: type[Exception] = RuntimeError
    _lazy = False

    def construct(self, gradients: Sequence[Tensor]) -> Any:
        """Update all Parameters.

        Args:
            gradients: tuple of Tensors, one for each Parameter, of their shapes.

        Returns:
            True for each Parameter.

        Raises:
            RuntimeError: outside of compiled code, if a list of learning rates has ended.
            RuntimeError, TypeError: `gradients` is not a tuple; which one depends on the optimizer.
        """
        if not isinstance(gradients, (tuple, list)):
            raise self._refusal(
                f"For '{self.cls_name}', the gradients must be a tuple of Tensors, "
                f"but got {type(gradients).__name__}."
            )
        listed = self.dynamic_lr and STATE.frame is None
        if listed:
            self._guard.check(self)
        # Gradients one by one: a call finds its executable faster than for a tuple of them.
        self._step(*gradients)
        if listed:
            self._guard.advance(self)
        return (True,) * len(self._parameters) if self._answers_each else True

    @compiled
    def _step(self, *gradients: Tensor) -> None:
        """The step with the learning rate and weight decay of the schedules, all in one."""
        decay = self.get_weight_decay() if self.exec_weight_decay or not self._decays else None
        self._run(self.get_lr(), decay, *gradients)

    @compiled
    def _run(self, lr: Any, weight_decay: Any, *gradients: Tensor) -> None:
        """The step for given values of the schedules: arguments if those cannot be traced."""
        check_gradients(self.cls_name, gradients, self._parameters)
        cut_states(self._parameters, self.get_parameters())
        rows = [
            _rows_with_gradient(read(g)) if _sparse(p) else None
            for p, g in zip(self._parameters, gradients, strict=True)
        ]
        if self._decays and weight_decay is not None:
            gradients = self._prepared("decay_weight", gradients, self._decayed, weight_decay)
        if self._centralizes:
            gradients = self.gradients_centralization(gradients)
        if self._scales:
            gradients = self.scale_grad(gradients)
        count = len(gradients)
        rates = [scalar(r) for r in lr] if self.is_group_lr else [scalar(lr)] * count
        write(self.global_step, read(self.global_step) + jnp.int32(1))
        arrays = [
            read(g) if r is None else jnp.where(r, read(g), 0)
            for g, r in zip(gradients, rows, strict=True)
        ]
        self._update(rates, weight_decay, arrays)

    def _prepared(self, name: str, gradients: tuple, own: Callable, value: Any) -> Any:
        """A step of the preparation that a derived class replaced, else our own with its value."""
        if getattr(type(self), name) is not getattr(Optimizer, name):
            return getattr(self, name)(gradients)
        return own(value, gradients)

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        """Write the new values, given a learning rate and a gradient for each Parameter."""
        raise NotImplementedError

    def _own_decays(self, weight_decay: Any) -> list:
        """For rules that decay weights themselves: for each Parameter a 0-d array or None."""
        if not self.exec_weight_decay:
            return [None] * len(self._parameters)
        decays = weight_decay if self.is_group else [weight_decay] * len(self._parameters)
        return [
            scalar(d) if flag else None for d, flag in zip(decays, self.decay_flags, strict=True)
        ]

    def _each(self, rule: Callable, *columns: Sequence) -> None:
        """Run a rule for each Parameter; its results are written into the first columns.

        A column holds boxes, arrays or None, one for each Parameter; the first are the Parameters
        and the last the gradients.
        """
        rule = jax.jit(rule)  # traced and lowered once for all Parameters of a shape
        for row in zip(*columns, strict=True):
            new = rule(*(read(v) if isinstance(v, Tensor) else v for v in row))
            if self._lazy and _sparse(row[0]):
                rows = _rows_with_gradient(row[-1])
                new = [jnp.where(rows, a, read(v)) for v, a in zip(row, new, strict=False)]
            for target, array in zip(row, new, strict=False):
                write(target, array)


def _sparse(param: Any) -> bool:
    """Whether a Parameter is a table whose lookups have row-sparse gradients in MindSpore."""
    return param.__dict__.get("_row_sparse", False)


def _rows_with_gradient(grad: Any) -> Any:
    """Which rows have an element that is not 0, with all the dimensions of the gradient."""
    return jnp.any(grad != 0, axis=tuple(range(1, grad.ndim)), keepdims=True)


def distinct(rates: list, function: Callable) -> list:
    """`function` of each rate, computed once for rates that are the same array."""
    known: dict[int, Any] = {}
    for rate in rates:
        if id(rate) not in known:
            known[id(rate)] = function(rate)
    return [known[id(rate)] for rate in rates]
