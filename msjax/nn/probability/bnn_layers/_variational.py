"""What the Bayesian layers share: distributions of the weight and the bias."""

from __future__ import annotations

from typing import Any

from msjax import ops
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell


def _check_normal(cell: Cell, arg: str) -> None:
    for name in cell.name_cells():
        if name != "normal":
            raise TypeError(f"The type of distribution of `{arg}` must be `normal`")


def _prior(prior_fn: Any, arg: str) -> Cell:
    """The prior that was given, or that a function makes; a normal one with parameters."""
    prior = prior_fn if isinstance(prior_fn, Cell) else prior_fn()
    _check_normal(prior, arg)
    for normal in prior.cells():
        if not all(isinstance(value, Tensor) for value in normal("get_dist_args")):
            raise TypeError(f"The input form of `{arg}` is incorrect")
    return prior


def _posterior(posterior_fn: Any, name: str, shape: list[int], arg: str) -> Cell:
    """The posterior that a function makes, which must be a normal one."""
    try:
        posterior = posterior_fn(shape=shape, name=name)
    except TypeError:
        raise TypeError(f"The type of `{arg}` must be `NormalPosterior`") from None
    _check_normal(posterior, arg)
    return posterior


class Variational(Cell):
    """Part of a layer with a prior and a posterior distribution of its weight and bias."""

    def _set_distributions(
        self,
        shape: list[int],
        weight_fns: tuple[Any, Any],
        bias_fns: tuple[Any, Any],
    ) -> None:
        self.weight_prior = _prior(weight_fns[0], "weight_prior_fn")
        self.weight_posterior = _posterior(
            weight_fns[1], "bnn_weight", shape, "weight_posterior_fn"
        )
        if self.has_bias:
            self.bias_prior = _prior(bias_fns[0], "bias_prior_fn")
            self.bias_posterior = _posterior(
                bias_fns[1], "bnn_bias", shape[:1], "bias_posterior_fn"
            )

    def _parameters_text(self, *settings: str) -> str:
        """Settings and the posterior's Parameters, for printing."""
        posterior = self.weight_posterior
        parts = [f"{name}={getattr(self, name)}" for name in settings]
        parts += [f"weight_mean={posterior.mean}", f"weight_std={posterior.untransformed_std}"]
        parts += [f"has_bias={self.has_bias}"]
        if self.has_bias:
            posterior = self.bias_posterior
            parts += [f"bias_mean={posterior.mean}", f"bias_std={posterior.untransformed_std}"]
        return ", ".join(parts)

    def apply_variational_bias(self, inputs: Tensor) -> Tensor:
        """Add a bias drawn from its posterior."""
        return self.bias_add(inputs, self.bias_posterior("sample"))

    def compute_kl_loss(self) -> Tensor:
        """The divergence of the posterior distributions from the prior ones, in total."""
        loss = _divergence(self.weight_prior, self.weight_posterior)
        if self.has_bias:
            loss = loss + _divergence(self.bias_prior, self.bias_posterior)
        return loss


def _divergence(prior: Cell, posterior: Cell) -> Tensor:
    return ops.sum(prior("kl_loss", posterior("get_dist_type"), *posterior("get_dist_args")))
