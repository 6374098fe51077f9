"""Losses between numbers and their targets."""

from __future__ import annotations

from msjax import ops
from msjax._checkparam import INC_NEITHER, check_float_range, check_value_type
from msjax._core.base.checks import among
from msjax._core.base.errors import Speaker, describe, must, prefixed
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import REDUCTIONS
from msjax.kernels.loss import distance as _distance
from msjax.kernels.loss import margin as _margin
from msjax.nn.loss._base import LossBase

_weighted_error = call(_distance.weighted_loss)
_rmse = call(_distance.rmse)
_l1 = call(_distance.l1_loss)
_smooth_l1 = call(_distance.smooth_l1_loss_primitive)
_huber = call(_distance.huber_loss)
_gaussian = call(_margin.gaussian_nll_loss)
_poisson = call(_margin.poisson_nll)


class L1Loss(LossBase):
    """Mean absolute error.

    Args:
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - the predictions, any shape and any dtype but Bool.
        - **labels** (Tensor) - the targets, of a shape that broadcasts to that of `logits`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an input is not a Tensor, or Bool.
        ValueError: `reduction` is another string, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.L1Loss()(ms.Tensor([1., 2.]), ms.Tensor([1., 4.])))
        1.0
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__(reduction)
        self.reduction = reduction

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _l1(logits, labels, self.reduction)


class MSELoss(LossBase):
    """Mean squared error.

    Args:
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - the predictions, any shape and any dtype but Bool.
        - **labels** (Tensor) - the targets, of a shape that broadcasts to that of `logits`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an input is not a Tensor, or Bool.
        ValueError: `reduction` is another string, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MSELoss()(ms.Tensor([1., 2.]), ms.Tensor([1., 4.])))
        2.0
    """

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _weighted_error("square", self._reduction, logits, labels)


class RMSELoss(LossBase):
    """Root of the mean squared error.

    Inputs:
        - **logits** (Tensor) - the predictions; a float, complex or signed integer dtype.
        - **label** (Tensor) - the targets, of a shape that broadcasts to that of `logits`.

    Outputs:
        Tensor of shape ().

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.RMSELoss()(ms.Tensor([1., 2.]), ms.Tensor([4., 5.])))
        3.0
    """

    _msj_inner = {"dtype": "DType"}

    def __init__(self):
        super().__init__()
        self.MSELoss = MSELoss()  # a part that MindSpore prints and `cells` tells

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        """The root of the mean squared error."""
        return _rmse(logits, label)


class MAELoss(LossBase):
    """Mean absolute error.

    Args:
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - the predictions, any shape and any dtype but Bool.
        - **label** (Tensor) - the targets, of a shape that broadcasts to that of `logits`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an input is not a Tensor, or Bool.
        ValueError: `reduction` is another string, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MAELoss("sum")(ms.Tensor([1., 2.]), ms.Tensor([1., 4.])))
        2.0
    """

    _msj_inner = {"abs": "Abs"}

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _weighted_error("abs", self._reduction, logits, label)


class SmoothL1Loss(LossBase):
    """Squared error near the target, absolute error beyond `beta`.

    Args:
        beta: float, where the parabola ends.
        reduction: str, "none", "mean" or "sum".

    Inputs:
        - **logits** (Tensor) - the predictions, any shape; Float16, BFloat16, Float32 or Float64.
        - **labels** (Tensor) - the targets, of the shape and dtype of `logits`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: `beta` is not a number, or an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes differ.
        RuntimeError: `beta` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.SmoothL1Loss()(ms.Tensor([1., 4.]), ms.Tensor([1.5, 2.])))
        [0.125 1.5  ]

    References:
        Girshick: Fast R-CNN, 2015.
    """

    _msj_inner = {"smooth_l1_loss": lambda c: ops.SmoothL1Loss(c.beta, c.reduction)}

    def __init__(self, beta: float = 1.0, reduction: str = "none"):
        super().__init__(reduction)
        if beta is not None and not isinstance(beta, (int, float)):
            raise TypeError(
                prefixed("SmoothL1Loss", must("beta", "bool, int or float", describe(beta)))
            )
        self.beta = beta
        self.reduction = reduction

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _smooth_l1(logits, labels, self.beta, self.reduction)


class HuberLoss(LossBase):
    """Half the squared error near the target, linear with slope `delta` beyond `delta`.

    Args:
        reduction: str, "mean", "sum" or "none".
        delta: float, where the parabola ends, positive.

    Inputs:
        - **logits** (Tensor) - the predictions, any shape and any dtype but Bool.
        - **labels** (Tensor) - the targets, of a shape that broadcasts to that of `logits`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: `delta` is not a number, or an input is not a Tensor or Bool.
        ValueError: `delta` is not positive, `reduction` is another string, or the shapes do not
            broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.HuberLoss("sum")(ms.Tensor([1., 4.]), ms.Tensor([1.5, 2.])))
        1.625

    References:
        Huber: Robust Estimation of a Location Parameter, 1964.
    """

    def __init__(self, reduction: str = "mean", delta: float = 1.0):
        super().__init__(reduction)
        self.reduction = reduction
        self.delta = delta

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _huber(logits, labels, self.reduction, self.delta)


class GaussianNLLLoss(LossBase):
    """Negative log likelihood of labels under normal distributions.

    Args:
        full: bool, whether to add the constant term.
        eps: float, lower bound for the variances.
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - the expected values, any shape and dtype.
        - **labels** (Tensor) - the observed values, of a shape that broadcasts to that of `logits`.
        - **var** (Tensor) - the variances, of a shape that broadcasts too.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: `full` is not a bool, `eps` not a float, or an input not a Tensor.
        ValueError: `eps` is not positive, `reduction` is another string, or the shapes do not
            broadcast.

    Examples:
        >>> import msjax as ms
        >>> x, y, var = ms.Tensor([1., 2.]), ms.Tensor([1., 4.]), ms.Tensor([1., 1.])
        >>> print(ms.nn.GaussianNLLLoss()(x, y, var))
        1.0

    References:
        Nix, Weigend: Estimating the Mean and Variance of the Target Probability Distribution, 1994.
    """

    def __init__(self, *, full: bool = False, eps: float = 1e-06, reduction: str = "mean"):
        super().__init__()
        name = type(self).__name__
        check_value_type("full", full, [bool], name)
        if not isinstance(eps, float):
            raise TypeError(prefixed(name, must("eps", "float", describe(eps))))
        check_float_range(eps, 0, float("inf"), INC_NEITHER, "eps", name)
        with Speaker(name):
            among("reduction", reduction, REDUCTIONS)
        self.full, self.eps, self.reduction = full, eps, reduction

    def construct(self, logits: Tensor, labels: Tensor, var: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _gaussian(logits, labels, var, self.full, self.eps, self.reduction)


class PoissonNLLLoss(LossBase):
    """Negative log likelihood of targets under Poisson distributions.

    Args:
        log_input: bool, whether the input is the logarithm of the rate.
        full: bool, whether to add Stirling's approximation of the constant term for targets above
            1.
        eps: float, added to rates before their logarithm is taken.
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **input** (Tensor) - the rates or their logarithms, any shape; Float16, BFloat16, Float32
          or Float64.
        - **target** (Tensor) - the counts, of a shape that broadcasts to that of `input`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.PoissonNLLLoss()(ms.Tensor([0., 0.]), ms.Tensor([1., 3.])))
        1.0
    """

    _msj_inner = {"maximum": "Maximum"}

    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        eps: float = 1e-08,
        reduction: str = "mean",
    ):
        super().__init__(reduction)
        self.log_input, self.full, self.eps = log_input, full, eps

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _poisson(
            input, target, bool(self.log_input), bool(self.full), self.eps, self._reduction
        )


class L1LossExt(LossBase):
    """Mean absolute error of Tensors that broadcast.

    Args:
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - the predictions, any shape and any dtype but Bool.
        - **labels** (Tensor) - the targets, of a shape that broadcasts to that of `logits`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an input is not a Tensor.
        RuntimeError: an input is Bool.
        ValueError: `reduction` is another string, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.L1LossExt()(ms.Tensor([1., 2., 3.]), ms.Tensor([1., 2., 2.])))
        0.33333334
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__(reduction)
        self.reduction = reduction

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        loss = ops.abs(logits - labels)
        if self.reduction == "none":
            return loss
        return loss.mean() if self.reduction == "mean" else loss.sum()
