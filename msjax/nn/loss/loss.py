"""Losses as Cells: the base class, regression, cross entropies."""

from __future__ import annotations

from msjax import log
from msjax._checkparam import (
    INC_BOTH,
    check_bool,
    check_float_range,
    check_type_name,
    check_value_type,
)
from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import call
from msjax._core.tensor import Tensor
from msjax.nn.loss._base import LossBase
from msjax.nn.loss._margin import (
    CosineEmbeddingLoss,
    CTCLoss,
    DiceLoss,
    FocalLoss,
    GaussianNLLLoss,
    HingeEmbeddingLoss,
    MarginRankingLoss,
    MultiClassDiceLoss,
    MultilabelMarginLoss,
    MultiLabelSoftMarginLoss,
    MultiMarginLoss,
    PoissonNLLLoss,
    SoftMarginLoss,
    TripletMarginLoss,
    TripletMarginWithDistanceLoss,
)
from msjax.nn.loss._sampled import L1LossExt, SampledSoftmaxLoss
from msjax.ops import loss as _entropy
from msjax.ops import loss_binary as _binary
from msjax.ops import loss_distance as _distance
from msjax.ops._losses import REDUCTIONS

__all__ = [
    "L1LossExt",
    "SampledSoftmaxLoss",
    "BCELoss",
    "BCEWithLogitsLoss",
    "CTCLoss",
    "CosineEmbeddingLoss",
    "CrossEntropyLoss",
    "DiceLoss",
    "FocalLoss",
    "GaussianNLLLoss",
    "HingeEmbeddingLoss",
    "HuberLoss",
    "KLDivLoss",
    "L1Loss",
    "LossBase",
    "MAELoss",
    "MSELoss",
    "MarginRankingLoss",
    "MultiClassDiceLoss",
    "MultiLabelSoftMarginLoss",
    "MultiMarginLoss",
    "MultilabelMarginLoss",
    "NLLLoss",
    "PoissonNLLLoss",
    "RMSELoss",
    "SmoothL1Loss",
    "SoftMarginLoss",
    "SoftmaxCrossEntropyWithLogits",
    "TripletMarginLoss",
    "TripletMarginWithDistanceLoss",
]

_weighted_error = call(_distance.weighted_loss)
_rmse = call(_distance.rmse)
_l1 = call(_distance.l1_loss)
_smooth_l1 = call(_distance.smooth_l1_loss_primitive)
_huber = call(_distance.huber_loss)
_kl_div = call(_distance.kl_div)
_softmax_entropy = call(_entropy.softmax_cross_entropy_loss)
_cross_entropy = call(_entropy.cross_entropy_loss)
_nll = call(_entropy.nll_loss)
_bce = call(_binary.binary_cross_entropy)
_bce_logits = call(_binary.binary_cross_entropy_with_logits)


class _Loss(LossBase):
    """Former name of `LossBase`."""

    def __init__(self, reduction: str = "mean"):
        log.warning("'_Loss' is deprecated; derive from 'LossBase' instead.")
        super().__init__(reduction)


class L1Loss(LossBase):
    """Mean absolute error.

    Args:
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.L1Loss()(ms.Tensor([1., 2.]), ms.Tensor([1., 4.])))
        1.0
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__(reduction)
        self.reduction = reduction

    def construct(self, logits, labels):
        return _l1(logits, labels, self.reduction)


class MSELoss(LossBase):
    """Mean squared error.

    Args:
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MSELoss()(ms.Tensor([1., 2.]), ms.Tensor([1., 4.])))
        2.0
    """

    def construct(self, logits, labels):
        return _weighted_error("square", self._reduction, logits, labels)


class RMSELoss(LossBase):
    """Root of the mean squared error.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.RMSELoss()(ms.Tensor([1., 2.]), ms.Tensor([4., 5.])))
        3.0
    """

    def __init__(self):
        super().__init__()
        self.MSELoss = MSELoss()  # a part that MindSpore prints and `cells` tells

    def construct(self, logits, label):
        return _rmse(logits, label)


class MAELoss(LossBase):
    """Mean absolute error.

    Args:
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MAELoss("sum")(ms.Tensor([1., 2.]), ms.Tensor([1., 4.])))
        2.0
    """

    def construct(self, logits, label):
        return _weighted_error("abs", self._reduction, logits, label)


class SmoothL1Loss(LossBase):
    """Squared error near the target, absolute error beyond `beta`.

    Args:
        beta: where the parabola ends.
        reduction: "none", "mean" or "sum".

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.SmoothL1Loss()(ms.Tensor([1., 4.]), ms.Tensor([1.5, 2.])))
        [0.125 1.5  ]
    """

    def __init__(self, beta: float = 1.0, reduction: str = "none"):
        super().__init__(reduction)
        if beta is not None and not isinstance(beta, (int, float)):
            raise TypeError(must("SmoothL1Loss", "beta", "bool, int or float", describe(beta)))
        self.beta = beta
        self.reduction = reduction

    def construct(self, logits, labels):
        return _smooth_l1(logits, labels, self.beta, self.reduction)


class HuberLoss(LossBase):
    """Half the squared error near the target, linear with slope `delta` beyond `delta`.

    Args:
        reduction: "mean", "sum" or "none".
        delta: where the parabola ends, positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.HuberLoss("sum")(ms.Tensor([1., 4.]), ms.Tensor([1.5, 2.])))
        1.625
    """

    def __init__(self, reduction: str = "mean", delta: float = 1.0):
        super().__init__(reduction)
        self.reduction = reduction
        self.delta = delta

    def construct(self, logits, labels):
        return _huber(logits, labels, self.reduction, self.delta)


class SoftmaxCrossEntropyWithLogits(LossBase):
    """Cross entropy of rows of logits.

    Args:
        sparse: whether the labels are class indices instead of rows of probabilities.
        reduction: "none", "mean" or "sum".

    Inputs:
        - logits: Float16 or Float32 Tensor of shape (N, C).
        - labels: Int32 or Int64 Tensor of shape (N) if `sparse`, else Tensor as `logits`.

    Outputs:
        Tensor, a scalar or, for reduction "none", of shape (N).

    Raises:
        TypeError: `sparse` is not a bool, a dtype is not as above.
        ValueError: `reduction` is none of the above, the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
        >>> print(loss(ms.Tensor([[0., 0.], [0., 0.]]), ms.Tensor([0, 1], ms.int32)))
        0.6931472
    """

    def __init__(self, sparse: bool = False, reduction: str = "none"):
        super().__init__(reduction)
        self.sparse = check_bool(sparse, "sparse", type(self).__name__)
        self.reduction = reduction

    def construct(self, logits, labels):
        return _softmax_entropy(logits, labels, self.sparse, self.reduction)


class CrossEntropyLoss(LossBase):
    """Cross entropy between logits and class indices or class probabilities.

    Args:
        weight: a weight for each class, Tensor of shape (C,).
        ignore_index: class indices of this value do not count.
        reduction: "mean" (weighted for class indices), "sum" or "none".
        label_smoothing: the part of the probability that is spread evenly over the classes.

    Inputs:
        - logits: Float16 or Float32 Tensor of shape (N, C), (N, C, d1, ...) or (C,).
        - labels: Int32 class indices of shape (N), (N, d1, ...) or (); or probabilities,
          Tensor as `logits`.

    Outputs:
        Tensor, a scalar or, for reduction "none", of the shape of the class indices.

    Raises:
        TypeError: `weight` is no Tensor, `ignore_index` is no int, a dtype is not as above.
        ValueError: `reduction` or `label_smoothing` is out of range, the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.nn.CrossEntropyLoss()
        >>> print(loss(ms.Tensor([[0., 0.], [0., 0.]]), ms.Tensor([0, 1], ms.int32)))
        0.6931472
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ):
        super().__init__(reduction)
        name = type(self).__name__
        if weight is not None:
            check_value_type("weight", weight, [Tensor], name)
            check_type_name("weight", weight.dtype, [mstype.float16, mstype.float32], name)
        check_value_type("ignore_index", ignore_index, int, name)
        check_value_type("label_smoothing", label_smoothing, float, name)
        check_float_range(label_smoothing, 0.0, 1.0, INC_BOTH, "label_smoothing", name)
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction
        self.label_smoothing = label_smoothing

    def construct(self, logits, labels):
        return _cross_entropy(
            logits,
            labels,
            self.weight,
            self.ignore_index,
            self.reduction,
            self.label_smoothing,
        )


class NLLLoss(LossBase):
    """Negative log likelihood loss.

    Args:
        weight: a weight for each class, Tensor of shape (C,).
        ignore_index: targets of this value do not count.
        reduction: "mean" (weighted), "sum" or "none".

    Inputs:
        - logits: log probabilities, Tensor of shape (N, C), (N, C, d1, ...) or (C,).
        - labels: Int32 or Int64 class indices of shape (N), (N, d1, ...) or ().

    Outputs:
        Tensor, a scalar or, for reduction "none", of the shape of `labels`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.NLLLoss()(ms.Tensor([[-1., -2.]]), ms.Tensor([1], ms.int32)))
        2.0
    """

    def __init__(
        self, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean"
    ):
        super().__init__(reduction)
        name = type(self).__name__
        if weight is not None:
            check_value_type("weight", weight, [Tensor], name)
            check_type_name("weight", weight.dtype, [mstype.float16, mstype.float32], name)
        check_value_type("ignore_index", ignore_index, int, name)
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction

    def construct(self, logits, labels):
        return _nll(logits, labels, self.weight, self.ignore_index, self.reduction)


class BCELoss(LossBase):
    """Binary cross entropy of probabilities.

    Args:
        weight: a weight for each element, Tensor that broadcasts.
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.BCELoss()(ms.Tensor([0.5, 0.5]), ms.Tensor([1., 0.])))
        0.6931472
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean"):
        super().__init__(reduction)
        self.reduction = reduction
        self.weight = weight

    def construct(self, logits, labels):
        return _bce(logits, labels, self.weight, self.reduction)


class BCEWithLogitsLoss(LossBase):
    """Binary cross entropy of logits.

    Args:
        reduction: "mean", "sum" or "none".
        weight: a weight for each element, Tensor that broadcasts.
        pos_weight: a weight for the positive part, Tensor that broadcasts.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.nn.BCEWithLogitsLoss()(ms.Tensor([0., 2.]), ms.Tensor([1., 0.]))
        >>> print(f"{float(loss):.4f}")
        1.4100
    """

    def __init__(
        self,
        reduction: str = "mean",
        weight: Tensor | None = None,
        pos_weight: Tensor | None = None,
    ):
        # The reduction is checked when the loss is first computed.
        super().__init__(reduction if reduction in REDUCTIONS else "mean")
        if isinstance(weight, Tensor) and type(weight) is not Tensor:
            raise TypeError("For 'BCEWithLogitsLoss', the 'weight' can not be a Parameter.")
        self.reduction = reduction
        self.weight = weight
        self.pos_weight = pos_weight

    def construct(self, input, target):
        return _bce_logits(input, target, self.weight, self.pos_weight, self.reduction)


class KLDivLoss(LossBase):
    """Kullback-Leibler divergence labels * (log(labels) - logits).

    Args:
        reduction: "mean", "batchmean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.KLDivLoss("sum")(ms.Tensor([-1., -2.]), ms.Tensor([0.5, 0.5])))
        0.8068528
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        self.reduction = reduction

    def construct(self, logits, labels):
        return _kl_div(logits, labels, self.reduction)
