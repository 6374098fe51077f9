"""Losses that keep a margin, between classes or between distances."""

from __future__ import annotations

from collections.abc import Callable

from msjax import ops
from msjax._checkparam import INC_BOTH, check_bool, check_float_range, check_value_type
from msjax._core.base.checks import among
from msjax._core.base.errors import Speaker, describe, must, prefixed
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import REDUCTIONS
from msjax.kernels.loss import distance as _distance
from msjax.kernels.loss import margin as _margin
from msjax.nn.loss._base import LossBase

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


class SoftMarginLoss(LossBase):
    """log(1 + exp(-labels * logits)), the loss of two classes -1 and 1.

    Args:
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - the scores, any shape; Float16, BFloat16, Float32 or Float64.
        - **labels** (Tensor) - -1 or 1 for each score, of the shape and dtype of `logits`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.SoftMarginLoss()(ms.Tensor([0., 0.]), ms.Tensor([1., -1.])))
        0.6931472
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        self.reduction = reduction

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _soft_margin(logits, labels, self.reduction)


class CosineEmbeddingLoss(LossBase):
    """1 - cosine for pairs with label 1, cosine above `margin` for pairs with label -1.

    Args:
        margin: float in [-1, 1].
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits_x1** (Tensor) - the first vectors, along dimension 1 of at least 2.
        - **logits_x2** (Tensor) - the second vectors, of the shape of `logits_x1`.
        - **labels** (Tensor) - 1 or -1 for each pair, of the shape of `logits_x1` without dimension
          1.

    Outputs:
        Tensor of shape (), or of that of `labels` for reduction "none".

    Raises:
        TypeError: `margin` is not a float, or an input is not a Tensor.
        ValueError: `margin` is out of range, `reduction` is another string, or the shapes do not
            fit.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[1., 0.]]), ms.Tensor([[0., 1.]])
        >>> print(ms.nn.CosineEmbeddingLoss()(x, y, ms.Tensor([1])))
        1.0
    """

    _msj_inner = {"maximum": "Maximum"}

    def __init__(self, margin: float = 0.0, reduction: str = "mean"):
        super().__init__(reduction)
        check_value_type("margin", margin, [float], type(self).__name__)
        self.margin = check_float_range(margin, -1.0, 1.0, INC_BOTH, "margin", type(self).__name__)

    def construct(self, logits_x1: Tensor, logits_x2: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _cosine(logits_x1, logits_x2, labels, self.margin, self._reduction)


class MarginRankingLoss(LossBase):
    """max(0, margin - target * (input1 - input2)).

    Args:
        margin: float.
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **input1** (Tensor) - the first scores, any shape and any dtype but Bool.
        - **input2** (Tensor) - the second scores, of a shape that broadcasts.
        - **target** (Tensor) - 1 where the first score should be larger, -1 where the second.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: `margin` is not a float, or an input is not a Tensor or Bool.
        ValueError: `reduction` is another string, or the shapes do not broadcast.

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

    def construct(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _ranking(input1, input2, target, self.margin, self.reduction)


class HingeEmbeddingLoss(LossBase):
    """The distance where the label is 1, max(0, margin - distance) where it is -1.

    Args:
        margin: float or int.
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - the distances, any shape; Float16, BFloat16, Float32 or Float64.
        - **labels** (Tensor) - 1 or -1 for each, of a shape that broadcasts.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: `margin` is not a number, or an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.HingeEmbeddingLoss()(ms.Tensor([0.5, 0.5]), ms.Tensor([1., -1.])))
        0.5
    """

    def __init__(self, margin: float = 1.0, reduction: str = "mean"):
        super().__init__()
        check_value_type("margin", margin, [float, int], type(self).__name__)
        with Speaker(type(self).__name__):
            among("reduction", reduction, REDUCTIONS)
        self.margin = margin
        self.reduction = reduction

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _hinge(logits, labels, self.margin, self.reduction)


class MultiMarginLoss(LossBase):
    """Margin of the right class over each other one.

    Args:
        p: int, the power, 1 or 2.
        margin: float.
        reduction: str, "mean", "sum" or "none".
        weight: Tensor of shape (C,), a weight for each class, or None.

    Inputs:
        - **x** (Tensor) - the scores, of shape (N, C); Float16, BFloat16, Float32 or Float64.
        - **target** (Tensor) - Int64 class of each row, of shape (N,).
        - **weight** (Tensor) - a weight for each class, of shape (C,), instead of the layer's; None
          for none.

    Outputs:
        Tensor of shape (), or (N,) for reduction "none".

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: `p` is not 1 or 2, `reduction` is another string, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MultiMarginLoss()(ms.Tensor([[0.1, 0.2, 0.4]]), ms.Tensor([2])))
        0.5
    """

    _msj_inner = {"multi_margin_loss": lambda c: ops.MultiMarginLoss(c.p, c.margin, c.reduction)}

    def __init__(
        self,
        p: int = 1,
        margin: float = 1.0,
        reduction: str = "mean",
        weight: Tensor | None = None,
    ):
        super().__init__()
        check_value_type("p", p, [int], type(self).__name__)
        with Speaker("MultiMarginLoss"):
            _margin.check_multi_margin(p, margin, reduction)
        self.p, self.margin, self.reduction = p, margin, reduction
        self.weight = weight

    def construct(self, x: Tensor, target: Tensor, weight: Tensor | None = None) -> Tensor:
        """The loss, reduced as `reduction` says."""
        weight = self.weight if weight is None else weight
        return _multi_margin(x, target, weight, self.p, self.margin, self.reduction)


class MultilabelMarginLoss(LossBase):
    """Margin of each right class over each wrong one.

    Args:
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **x** (Tensor) - the scores, of shape (N, C) or (C,); Float16, BFloat16, Float32 or
          Float64.
        - **target** (Tensor) - Int32 right classes of each row, ended by -1, of the shape of `x`.

    Outputs:
        Tensor of shape (), or (N,) for reduction "none".

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[0.1, 0.2, 0.4]]), ms.Tensor([[2, -1, 0]], ms.int32)
        >>> print(ms.nn.MultilabelMarginLoss()(x, y))
        0.5
    """

    _msj_inner = {"multilabel_margin_loss": lambda c: ops.MultilabelMarginLoss(c.reduction)}

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        with Speaker(type(self).__name__):
            among("reduction", reduction, REDUCTIONS)
        self.reduction = reduction

    def construct(self, x: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _multilabel_margin(x, target, self.reduction)


class MultiLabelSoftMarginLoss(LossBase):
    """Binary cross entropy of the logits of each class, averaged over the classes.

    Args:
        weight: Tensor of shape (C,), a weight for each class, or None.
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **x** (Tensor) - the logits, of shape (N, C); Float16, BFloat16, Float32 or Float64.
        - **target** (Tensor) - 1 for a right class and 0 for a wrong one, of a shape that
          broadcasts.

    Outputs:
        Tensor of shape (), or (N,) for reduction "none".

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.MultiLabelSoftMarginLoss()(ms.Tensor([[0., 0.]]), ms.Tensor([[1., 0.]])))
        0.6931472
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean"):
        super().__init__(reduction)
        self.weight = weight
        self.reduction = reduction

    def construct(self, x: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _multilabel_soft(x, target, self.weight, self.reduction)


class TripletMarginLoss(LossBase):
    """How much the positive example is not nearer to the anchor than the negative one.

    Args:
        p: int, the degree of the norm.
        swap: bool, whether the distance from `positive` to `negative` counts if smaller.
        eps: float, added to differences, for stability.
        reduction: str, "mean", "sum" or "none".
        margin: float, by how much the distances should differ.

    Inputs:
        - **x** (Tensor) - the anchors, of shape (N, D) or (N, D, ...) and any dtype.
        - **positive** (Tensor) - the examples that should be near, of a shape that broadcasts.
        - **negative** (Tensor) - the examples that should be far, of a shape that broadcasts.
        - **margin** (Tensor) - used instead of the layer's margin unless it is 1.0; a float will
          do.

    Outputs:
        Tensor of shape (), or (N, ...) for reduction "none".

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor.
        ValueError: `reduction` is another string, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> a, b, c = ms.Tensor([[0., 0.]]), ms.Tensor([[3., 4.]]), ms.Tensor([[6., 8.]])
        >>> print(f"{float(ms.nn.TripletMarginLoss(margin=6.0)(a, b, c)):.4f}")
        1.0000

    References:
        Schroff, Kalenichenko, Philbin: FaceNet: A Unified Embedding for Face Recognition and
        Clustering, 2015.
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

    def construct(
        self, x: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0
    ) -> Tensor:
        """The loss, reduced as `reduction` says."""
        margin = self.margin if margin == 1.0 else margin
        return _triplet(x, positive, negative, margin, self.p, self.eps, self.swap, self.reduction)


class TripletMarginWithDistanceLoss(LossBase):
    """Triplet loss with a distance of one's own.

    Args:
        distance_function: function of two Tensors that gives a Tensor; None means the Euclidean
            distance along dimension 1.
        swap: bool, whether the distance from `positive` to `negative` counts if smaller.
        reduction: str, "mean", "sum" or "none".
        margin: float, by how much the distances should differ.

    Inputs:
        - **x** (Tensor) - the anchors, of shape (N, D) or (N, D, ...) and any dtype but Bool.
        - **positive** (Tensor) - the examples that should be near, of a shape that broadcasts.
        - **negative** (Tensor) - the examples that should be far, of a shape that broadcasts.

    Outputs:
        Tensor of shape (), or that of the distances for reduction "none".

    Raises:
        TypeError: `margin` is not a float, `swap` not a bool, or an input not a Tensor.
        ValueError: `reduction` is another string, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> a, b, c = ms.Tensor([[0., 0.]]), ms.Tensor([[3., 4.]]), ms.Tensor([[6., 8.]])
        >>> print(ms.nn.TripletMarginWithDistanceLoss(margin=6.0)(a, b, c))
        1.0

    References:
        Schroff, Kalenichenko, Philbin: FaceNet: A Unified Embedding for Face Recognition and
        Clustering, 2015.
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
            raise TypeError(prefixed(name, must("margin", "float", describe(margin))))
        check_bool(swap, "swap", name)
        self.distance_function = _euclidean if distance_function is None else distance_function
        self.swap = swap
        self.reduction = reduction
        self.margin = margin

    def construct(self, x: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        near = self.distance_function(x, positive)
        far = self.distance_function(x, negative)
        swapped = self.distance_function(positive, negative) if self.swap else None
        return _distance_triplet(near, far, swapped, self.margin, self.reduction)
