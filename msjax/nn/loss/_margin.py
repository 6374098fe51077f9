"""Losses as Cells: margins, several labels, densities, overlaps, sequences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax._checkparam import INC_BOTH, INC_NEITHER, check_bool, check_float_range, check_value_type
from msjax._core.errors import describe, must
from msjax._core.op import call
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.layer.activation import LogSoftmax, get_activation
from msjax.nn.loss._base import LossBase
from msjax.ops import ctc as _ctc
from msjax.ops import loss_distance as _distance
from msjax.ops import loss_margin as _margin
from msjax.ops._losses import check_reduction

_cosine = call(_distance.cosine_embedding_loss)
_hinge = call(_distance.hinge_embedding_loss)
_ranking = call(_distance.margin_ranking_loss)
_soft_margin = call(_distance.soft_margin_loss)
_multi_margin = call(_margin.multi_margin_loss_primitive)
_multilabel_margin = call(_margin.multilabel_margin_loss)
_multilabel_soft = call(_margin.multilabel_soft_margin_loss)
_triplet = call(_margin.triplet_margin_loss)
_distance_triplet = call(_margin.distance_triplet)
_euclidean = call(_margin.euclidean_distance)
_gaussian = call(_margin.gaussian_nll_loss)
_poisson = call(_margin.poisson_nll)
_dice = call(_margin.dice)
_class_dice = call(_margin.class_dice)
_focal = call(_margin.focal)
_ACTIVATIONS = ("softmax", "logsoftmax", "relu", "relu6", "tanh", "sigmoid")


class SoftMarginLoss(LossBase):
    """log(1 + exp(-labels * logits)), the loss of two classes -1 and 1.

    Args:
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.SoftMarginLoss()(ms.Tensor([0., 0.]), ms.Tensor([1., -1.])))
        0.6931472
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        self.reduction = reduction

    def construct(self, logits, labels):
        return _soft_margin(logits, labels, self.reduction)


class CosineEmbeddingLoss(LossBase):
    """1 - cosine for pairs with label 1, cosine above `margin` for pairs with label -1.

    Args:
        margin: a float in [-1, 1].
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[1., 0.]]), ms.Tensor([[0., 1.]])
        >>> print(ms.nn.CosineEmbeddingLoss()(x, y, ms.Tensor([1])))
        1.0
    """

    def __init__(self, margin: float = 0.0, reduction: str = "mean"):
        super().__init__(reduction)
        check_value_type("margin", margin, [float], type(self).__name__)
        self.margin = check_float_range(margin, -1.0, 1.0, INC_BOTH, "margin", type(self).__name__)

    def construct(self, logits_x1, logits_x2, labels):
        return _cosine(logits_x1, logits_x2, labels, self.margin, self._reduction)


class MarginRankingLoss(LossBase):
    """max(0, margin - target * (input1 - input2)).

    Args:
        margin: a float.
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> x, y, target = ms.Tensor([1., 2.]), ms.Tensor([3., 1.]), ms.Tensor([1., 1.])
        >>> print(ms.nn.MarginRankingLoss()(x, y, target))
        1.0
    """

    def __init__(self, margin: float = 0.0, reduction: str = "mean"):
        super().__init__(reduction)
        self.reduction = reduction
        self.margin = margin

    def construct(self, input1, input2, target):
        return _ranking(input1, input2, target, self.margin, self.reduction)


class HingeEmbeddingLoss(LossBase):
    """The distance where the label is 1, max(0, margin - distance) where it is -1.

    Args:
        margin: a number.
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.HingeEmbeddingLoss()(ms.Tensor([0.5, 0.5]), ms.Tensor([1., -1.])))
        0.5
    """

    def __init__(self, margin: float = 1.0, reduction: str = "mean"):
        super().__init__()
        check_value_type("margin", margin, [float, int], type(self).__name__)
        check_reduction(type(self).__name__, reduction)
        self.margin = margin
        self.reduction = reduction

    def construct(self, logits, labels):
        return _hinge(logits, labels, self.margin, self.reduction)


class MultiMarginLoss(LossBase):
    """Margin of the right class over each other one.

    Args:
        p: the power, 1 or 2.
        margin: a float.
        reduction: "mean", "sum" or "none".
        weight: a weight for each class, Tensor of shape (C,).

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MultiMarginLoss()(ms.Tensor([[0.1, 0.2, 0.4]]), ms.Tensor([2])))
        0.5
    """

    def __init__(
        self,
        p: int = 1,
        margin: float = 1.0,
        reduction: str = "mean",
        weight: Tensor | None = None,
    ):
        super().__init__()
        check_value_type("p", p, [int], type(self).__name__)
        _margin.check_multi_margin(p, margin, reduction)
        self.p, self.margin, self.reduction = p, margin, reduction
        self.weight = weight

    def construct(self, x, target, weight=None):
        weight = self.weight if weight is None else weight
        return _multi_margin(x, target, weight, self.p, self.margin, self.reduction)


class MultilabelMarginLoss(LossBase):
    """Margin of each right class over each wrong one.

    Args:
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[0.1, 0.2, 0.4]]), ms.Tensor([[2, -1, 0]], ms.int32)
        >>> print(ms.nn.MultilabelMarginLoss()(x, y))
        0.5
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        check_reduction(type(self).__name__, reduction)
        self.reduction = reduction

    def construct(self, x, target):
        return _multilabel_margin(x, target, self.reduction)


class MultiLabelSoftMarginLoss(LossBase):
    """Binary cross entropy of the logits of each class, averaged over the classes.

    Args:
        weight: a weight for each class, Tensor of shape (C,).
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MultiLabelSoftMarginLoss()(ms.Tensor([[0., 0.]]), ms.Tensor([[1., 0.]])))
        0.6931472
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean"):
        super().__init__(reduction)
        self.weight = weight
        self.reduction = reduction

    def construct(self, x, target):
        return _multilabel_soft(x, target, self.weight, self.reduction)


class TripletMarginLoss(LossBase):
    """How much the positive example is not nearer to the anchor than the negative one.

    Args:
        p: the norm's degree, an int.
        swap: whether the distance from `positive` to `negative` counts if smaller.
        eps: added to differences, for stability.
        reduction: "mean", "sum" or "none".
        margin: by how much the distances should differ.

    Examples:
        >>> import msjax as ms
        >>> a, b, c = ms.Tensor([[0., 0.]]), ms.Tensor([[3., 4.]]), ms.Tensor([[6., 8.]])
        >>> print(f"{float(ms.nn.TripletMarginLoss(margin=6.0)(a, b, c)):.4f}")
        1.0000
    """

    def __init__(
        self,
        p: int = 2,
        swap: bool = False,
        eps: float = 1e-06,
        reduction: str = "mean",
        margin: float = 1.0,
    ):
        super().__init__()
        self.p, self.swap, self.eps = p, swap, eps
        self.reduction = reduction
        self.margin = margin

    def construct(self, x, positive, negative, margin=1.0):
        margin = self.margin if margin == 1.0 else margin
        return _triplet(x, positive, negative, margin, self.p, self.eps, self.swap, self.reduction)


class TripletMarginWithDistanceLoss(LossBase):
    """Triplet loss with a distance of one's own.

    Args:
        distance_function: takes two Tensors to one; by default the Euclidean distance along axis 1.
        swap: whether the distance from `positive` to `negative` counts if smaller.
        reduction: "mean", "sum" or "none".
        margin: by how much the distances should differ, a float.

    Examples:
        >>> import msjax as ms
        >>> a, b, c = ms.Tensor([[0., 0.]]), ms.Tensor([[3., 4.]]), ms.Tensor([[6., 8.]])
        >>> print(ms.nn.TripletMarginWithDistanceLoss(margin=6.0)(a, b, c))
        1.0
    """

    def __init__(
        self,
        distance_function: Callable | None = None,
        swap: bool = False,
        reduction: str = "mean",
        margin: float = 1.0,
    ):
        super().__init__(reduction)
        name = type(self).__name__
        if not isinstance(margin, float):
            raise TypeError(must(name, "margin", "float", describe(margin)))
        check_bool(swap, "swap", name)
        self.distance_function = _euclidean if distance_function is None else distance_function
        self.swap = swap
        self.reduction = reduction
        self.margin = margin

    def construct(self, x, positive, negative):
        near = self.distance_function(x, positive)
        far = self.distance_function(x, negative)
        swapped = self.distance_function(positive, negative) if self.swap else None
        return _distance_triplet(near, far, swapped, self.margin, self.reduction)


class GaussianNLLLoss(LossBase):
    """Negative log likelihood of labels under normal distributions.

    Args:
        full: whether to add the constant term.
        eps: lower bound for the variances.
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> x, y, var = ms.Tensor([1., 2.]), ms.Tensor([1., 4.]), ms.Tensor([1., 1.])
        >>> print(ms.nn.GaussianNLLLoss()(x, y, var))
        1.0
    """

    def __init__(self, *, full: bool = False, eps: float = 1e-06, reduction: str = "mean"):
        super().__init__()
        name = type(self).__name__
        check_value_type("full", full, [bool], name)
        if not isinstance(eps, float):
            raise TypeError(must(name, "eps", "float", describe(eps)))
        check_float_range(eps, 0, float("inf"), INC_NEITHER, "eps", name)
        check_reduction(name, reduction)
        self.full, self.eps, self.reduction = full, eps, reduction

    def construct(self, logits, labels, var):
        return _gaussian(logits, labels, var, self.full, self.eps, self.reduction)


class PoissonNLLLoss(LossBase):
    """Negative log likelihood of targets under Poisson distributions.

    Args:
        log_input: whether the input is the logarithm of the rate.
        full: whether to add Stirling's approximation of the constant term for targets above 1.
        eps: added to rates before their logarithm is taken.
        reduction: "mean", "sum" or "none".

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.PoissonNLLLoss()(ms.Tensor([0., 0.]), ms.Tensor([1., 3.])))
        1.0
    """

    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        eps: float = 1e-08,
        reduction: str = "mean",
    ):
        super().__init__(reduction)
        self.log_input, self.full, self.eps = log_input, full, eps

    def construct(self, input, target):
        return _poisson(
            input, target, bool(self.log_input), bool(self.full), self.eps, self._reduction
        )


class DiceLoss(LossBase):
    """1 minus twice the overlap of two Tensors over the sum of their squares.

    Args:
        smooth: added to the denominator.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.DiceLoss(1.0)(ms.Tensor([[1., 1.]]), ms.Tensor([[1., 0.]])))
        0.5
    """

    def __init__(self, smooth: float = 1e-05):
        super().__init__()
        if not isinstance(smooth, float):
            raise TypeError(must("DiceLoss", "smooth", "float", describe(smooth)))
        if not smooth > 0:
            raise ValueError(must("DiceLoss", "smooth", "greater than 0", smooth))
        self.smooth = smooth

    def construct(self, logits, label):
        return _dice(logits, label, self.smooth)


class MultiClassDiceLoss(LossBase):
    """Mean of the Dice losses of the classes (axis 1).

    Args:
        weights: a weight for each class, Tensor of shape (C, D).
        ignore_indiex: the class to leave out.
        activation: "softmax", "logsoftmax" (both along the last axis), "relu", "relu6", "tanh",
            "sigmoid", a Cell or None, applied to the logits.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.nn.MultiClassDiceLoss(activation=None)
        >>> print(f"{float(loss(ms.Tensor([[1., 0.]]), ms.Tensor([[1., 1.]]))):.2f}")
        0.50
    """

    def __init__(
        self,
        weights: Tensor | None = None,
        ignore_indiex: int | None = None,
        activation: str | Cell | None = "softmax",
    ):
        super().__init__()
        name = type(self).__name__
        if weights is not None:
            check_value_type("weights", weights, [Tensor], name)
            if weights.ndim != 2:
                raise ValueError(must(name, "weights", "of rank 2", f"rank {weights.ndim}"))
        if ignore_indiex is not None:
            check_value_type("ignore_indiex", ignore_indiex, [int], name)
        self.binarydiceloss = DiceLoss(smooth=1e-5)
        self.weights = weights
        self.ignore_indiex = ignore_indiex
        self.activation = activation
        if isinstance(activation, str):
            if activation not in _ACTIVATIONS:
                choices = f"in {list(_ACTIVATIONS)}"
                raise ValueError(must(name, "activation", choices, activation))
            self.activation = get_activation(activation)
        elif activation is not None and not isinstance(activation, Cell):
            raise TypeError(must(name, "activation", "str or Cell", describe(activation)))

    def construct(self, logits, label):
        if self.activation is not None:
            logits = self.activation(logits)
        return _class_dice(logits, label, self.weights, self.ignore_indiex)


class FocalLoss(LossBase):
    """Cross entropy in which well classified examples count less: -(1 - p)^gamma log(p).

    Args:
        weight: a weight for each class, Tensor of shape (C,).
        gamma: the power, a float.
        reduction: "mean", "sum" or "none".

    Inputs:
        - logits: Tensor of shape (N, C), (N, C, L) or (N, C, H, W).
        - labels: class indices, with 1 in place of C, or one-hot rows of the shape of `logits`.

    Outputs:
        Tensor, a scalar or, for reduction "none", of shape (N) for indices and (N, C) for rows.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.nn.FocalLoss()
        >>> print(loss(ms.Tensor([[0., 0.]]), ms.Tensor([[1]], ms.int32)))
        0.1732868
    """

    def __init__(self, weight: Tensor | None = None, gamma: float = 2.0, reduction: str = "mean"):
        super().__init__(reduction)
        self.gamma = check_value_type("gamma", gamma, [float], type(self).__name__) or gamma
        if weight is not None and not isinstance(weight, Tensor):
            raise TypeError(must("FocalLoss", "weight", "a Tensor", describe(weight)))
        self.weight = weight
        self.logsoftmax = LogSoftmax(1)

    def construct(self, logits, labels):
        return _focal(logits, labels, self.weight, self.gamma, self._reduction)


class CTCLoss(LossBase):
    """Connectionist temporal classification loss.

    Args:
        blank: the class of the blank.
        reduction: "mean" (each loss over its target's length first), "sum" or "none".
        zero_infinity: whether losses that no path can reach count as 0 instead of infinity.

    Inputs:
        - log_probs: Tensor of shape (T, N, C) or (T, C), as `log_softmax` gives.
        - targets: Int32 or Int64 Tensor of shape (N, S), or (S) without batch.
        - input_lengths: frames of each sequence, Tensor of shape (N) or a tuple of ints.
        - target_lengths: labels of each sequence, Tensor of shape (N) or a tuple of ints.

    Outputs:
        Tensor, a scalar or, for reduction "none" with batch, of shape (N).

    Examples:
        >>> import msjax as ms
        >>> log_probs = ms.ops.log_softmax(ms.ops.zeros((2, 1, 2)), -1)
        >>> loss = ms.nn.CTCLoss()(log_probs, ms.Tensor([[1]]), ms.Tensor([2]), ms.Tensor([1]))
        >>> print(f"{float(loss):.4f}")
        0.2877
    """

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False):
        super().__init__()
        self.blank = blank
        self.reduction = reduction
        self.zero_infinity = zero_infinity

    def construct(self, log_probs, targets, input_lengths, target_lengths):
        settings: tuple[Any, ...] = (self.blank, self.reduction, self.zero_infinity)
        return _ctc.loss_only(log_probs, targets, input_lengths, target_lengths, *settings)
