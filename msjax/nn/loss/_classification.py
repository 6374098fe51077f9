"""Losses of classes: cross entropies, divergences, overlaps, sequences of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msjax import ops
from msjax._checkparam import (
    INC_BOTH,
    check_bool,
    check_float_range,
    check_type_name,
    check_value_type,
)
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import Speaker, describe, must, prefixed
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import REDUCTIONS
from msjax.kernels.loss import binary as _binary
from msjax.kernels.loss import classification as _entropy
from msjax.kernels.loss import ctc as _ctc
from msjax.kernels.loss import distance as _distance
from msjax.kernels.loss import margin as _margin
from msjax.nn.cell import Cell
from msjax.nn.layer.activation import LogSoftmax, get_activation
from msjax.nn.loss._base import LossBase

_kl_div = call(_distance.kl_div)
_softmax_entropy = call(_entropy.softmax_cross_entropy_loss)
_cross_entropy = call(_entropy.cross_entropy_loss)
_nll = call(_entropy.nll_loss)
_bce = call(_binary.binary_cross_entropy)
_bce_logits = call(_binary.binary_cross_entropy_with_logits)
_focal = call(_margin.focal)
_dice = call(_margin.dice)
_class_dice = call(_margin.class_dice)
_ACTIVATIONS = ("softmax", "logsoftmax", "relu", "relu6", "tanh", "sigmoid")


class SoftmaxCrossEntropyWithLogits(LossBase):
    """Cross entropy of rows of logits.

    Args:
        sparse: bool, whether the labels are class indices instead of rows of probabilities.
        reduction: str, "none", "mean" or "sum".

    Inputs:
        - **logits** (Tensor) - of shape (N, C); Float16, BFloat16 or Float32.
        - **labels** (Tensor) - Int32 or Int64 of shape (N,) if `sparse`, else of the shape and
          dtype of `logits`.

    Outputs:
        Tensor of shape (), or (N,) for reduction "none".

    Raises:
        TypeError: `sparse` is not a bool, or an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
        >>> print(loss(ms.Tensor([[0., 0.], [0., 0.]]), ms.Tensor([0, 1], ms.int32)))
        0.6931472
    """

    _msj_inner = {
        "one_hot": "OneHot",
        "softmax_cross_entropy": "SoftmaxCrossEntropyWithLogits",
        "sparse_softmax_cross_entropy": "SparseSoftmaxCrossEntropyWithLogits",
        "on_value": lambda c: Tensor(1.0, getattr(c, "dtype", mstype.float32)),
        "off_value": lambda c: Tensor(0.0, getattr(c, "dtype", mstype.float32)),
        "is_cpugpu": lambda c: True,
    }

    def __init__(self, sparse: bool = False, reduction: str = "none"):
        super().__init__(reduction)
        self.sparse = check_bool(sparse, "sparse", type(self).__name__)
        self.reduction = reduction

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _softmax_entropy(logits, labels, self.sparse, self.reduction)


class CrossEntropyLoss(LossBase):
    """Cross entropy between logits and class indices or class probabilities.

    Args:
        weight: Tensor of shape (C,), Float16 or Float32, a weight for each class, or None.
        ignore_index: int, class indices of this value do not count.
        reduction: str, "mean" (weighted for class indices), "sum" or "none".
        label_smoothing: float in [0, 1], the part of the probability that is spread evenly over the
            classes.

    Inputs:
        - **logits** (Tensor) - of shape (N, C), (N, C, d1, ...) or (C,); Float16 or Float32.
        - **labels** (Tensor) - Int32 class indices of shape (N,), (N, d1, ...) or (), or
          probabilities of the shape and dtype of `logits`.

    Outputs:
        Tensor of shape (), or that of the class indices for reduction "none".

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: `label_smoothing` is out of range, `reduction` is another string, or the shapes
            do not fit.

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

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
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
        weight: Tensor of shape (C,), Float16 or Float32, a weight for each class, or None.
        ignore_index: int, targets of this value do not count.
        reduction: str, "mean" (weighted), "sum" or "none".

    Inputs:
        - **logits** (Tensor) - log probabilities of shape (N, C), (N, C, d1, ...) or (C,), any
          dtype but Bool and complex.
        - **labels** (Tensor) - Int32 or Int64 class indices of shape (N,), (N, d1, ...) or ().

    Outputs:
        Tensor of shape (), or that of `labels` for reduction "none".

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: `reduction` is another string, or the shapes do not fit.

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

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _nll(logits, labels, self.weight, self.ignore_index, self.reduction)


class BCELoss(LossBase):
    """Binary cross entropy of probabilities.

    Args:
        weight: Tensor that broadcasts, a weight for each element, or None.
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - the probabilities, in [0, 1], any shape; Float16, BFloat16 or
          Float32.
        - **labels** (Tensor) - the targets, of the shape and dtype of `logits`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: a weight or an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.BCELoss()(ms.Tensor([0.5, 0.5]), ms.Tensor([1., 0.])))
        0.6931472
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean"):
        super().__init__(reduction)
        self.reduction = reduction
        self.weight = weight

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _bce(logits, labels, self.weight, self.reduction)


class BCEWithLogitsLoss(LossBase):
    """Binary cross entropy of logits.

    Args:
        reduction: str, "mean", "sum" or "none".
        weight: Tensor that broadcasts, a weight for each element, or None.
        pos_weight: Tensor that broadcasts, a weight for the positive part, or None.

    Inputs:
        - **input** (Tensor) - the logits, any shape; Float16, BFloat16 or Float32.
        - **target** (Tensor) - the targets, of the shape of `input`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: a weight or an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes differ.

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

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _bce_logits(input, target, self.weight, self.pos_weight, self.reduction)


class KLDivLoss(LossBase):
    """Kullback-Leibler divergence labels * (log(labels) - logits).

    Args:
        reduction: str, "mean", "batchmean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - log probabilities, any shape; Float16, BFloat16, Float32 or Float64.
        - **labels** (Tensor) - probabilities of the shape and dtype of `logits`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.KLDivLoss("sum")(ms.Tensor([-1., -2.]), ms.Tensor([0.5, 0.5])))
        0.8068528

    References:
        Kullback, Leibler: On Information and Sufficiency, 1951.
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        self.reduction = reduction

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _kl_div(logits, labels, self.reduction)


class FocalLoss(LossBase):
    """Cross entropy in which well classified examples count less: -(1 - p)^gamma log(p).

    Args:
        weight: Tensor of shape (C,), a weight for each class, or None.
        gamma: float, the power.
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - of shape (N, C), (N, C, L) or (N, C, H, W).
        - **labels** (Tensor) - class indices, with 1 in the place of C, or one-hot rows of the
          shape of `logits`.

    Outputs:
        Tensor of shape (); for reduction "none" of shape (N,) for indices and (N, C) for rows.

    Raises:
        TypeError: `gamma` is not a float, or `weight` or an input is not a Tensor.
        ValueError: `reduction` is another string, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.nn.FocalLoss()
        >>> print(loss(ms.Tensor([[0., 0.]]), ms.Tensor([[1]], ms.int32)))
        0.1732868

    References:
        Lin, Goyal, Girshick, He, Dollar: Focal Loss for Dense Object Detection, 2017.
    """

    _msj_inner = {
        "dtype": "DType",
        "expand_dims": "ExpandDims",
        "gather_d": "GatherD",
        "tile": "Tile",
        "squeeze": ("Squeeze", 1),
    }

    def __init__(self, weight: Tensor | None = None, gamma: float = 2.0, reduction: str = "mean"):
        super().__init__(reduction)
        self.gamma = check_value_type("gamma", gamma, [float], type(self).__name__) or gamma
        if weight is not None and not isinstance(weight, Tensor):
            raise TypeError(prefixed("FocalLoss", must("weight", "a Tensor", describe(weight))))
        self.weight = weight
        self.logsoftmax = LogSoftmax(1)

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return _focal(logits, labels, self.weight, self.gamma, self._reduction)


class CTCLoss(LossBase):
    """Connectionist temporal classification loss.

    Args:
        blank: int, the class of the blank.
        reduction: str, "mean" (each loss over its target's length first), "sum" or "none".
        zero_infinity: bool, whether losses that no path can reach count as 0 instead of infinity.

    Inputs:
        - **log_probs** (Tensor) - of shape (T, N, C) or (T, C), as `log_softmax` gives; Float32 or
          Float64.
        - **targets** (Tensor) - Int32 or Int64 of shape (N, S), or (S,) without batch.
        - **input_lengths** (Tensor) - frames of each sequence, of shape (N,); a tuple of ints will
          do.
        - **target_lengths** (Tensor) - labels of each sequence, of shape (N,); a tuple of ints will
          do.

    Outputs:
        Tensor of shape (), or (N,) for reduction "none" with batch.

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: `blank` is not a class, `reduction` is another string, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> log_probs = ms.ops.log_softmax(ms.ops.zeros((2, 1, 2)), -1)
        >>> loss = ms.nn.CTCLoss()(log_probs, ms.Tensor([[1]]), ms.Tensor([2]), ms.Tensor([1]))
        >>> print(f"{float(loss):.4f}")
        0.2877

    References:
        Graves, Fernandez, Gomez, Schmidhuber: Connectionist Temporal Classification: Labelling
        Unsegmented Sequence Data with Recurrent Neural Networks, 2006.
    """

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False):
        super().__init__()
        self.blank = blank
        self.reduction = reduction
        self.zero_infinity = zero_infinity

    def construct(
        self, log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor
    ) -> Tensor:
        """The loss, reduced as `reduction` says."""
        settings: tuple[Any, ...] = (self.blank, self.reduction, self.zero_infinity)
        with Speaker("CTCLoss"):
            return _ctc.loss_only(log_probs, targets, input_lengths, target_lengths, *settings)


class SampledSoftmaxLoss(LossBase):
    """Softmax cross entropy over the true classes and a sample of the others.

    Args:
        num_sampled: int, how many classes to draw for a batch.
        num_classes: int, number of classes.
        num_true: int, true classes of each row.
        sampled_values: (classes, expected counts of the true ones, those of the drawn ones) as from
            `ops.uniform_candidate_sampler`; None to draw uniformly.
        remove_accidental_hits: bool, whether a true class may not be drawn.
        seed: int, seed of the draws.
        reduction: str, "none", "mean" or "sum"; checked, the result has one loss for each row.

    Inputs:
        - **weights** (Tensor) - Float32 of shape (C, dim).
        - **biases** (Tensor) - Float32 of shape (C,).
        - **labels** (Tensor) - Int32 or Int64 of shape (N, num_true).
        - **logits** (Tensor) - the activations before the last layer, Float32 of shape (N, dim).

    Outputs:
        Tensor of shape (N,).

    Raises:
        TypeError: `sampled_values` or an input has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> ones = ms.ops.ones
        >>> loss = ms.nn.SampledSoftmaxLoss(num_sampled=2, num_classes=5)
        >>> labels = ms.Tensor([[0], [1], [2]], ms.int32)
        >>> loss(ones((5, 4)), ones((5,)), labels, ones((3, 4))).shape
        (3,)

    References:
        Jean, Cho, Memisevic, Bengio: On Using Very Large Target Vocabulary for Neural Machine
        Translation, 2014.
    """

    _msj_inner = {
        "dtype": "DType",
        "exp": "Exp",
        "expand_dims": "ExpandDims",
        "gather_v2": "Gather",
        "log": "Log",
        "ones_like": "OnesLike",
        "reshape": "Reshape",
        "shape": "Shape",
        "slice_op": "Slice",
        "zeros_like": "ZerosLike",
        "matmul": ("MatMul", False, True),
        "concat_dim0": ("Concat", 0),
        "concat_dim1": ("Concat", 1),
        "reduce_max_true": ("ReduceMax", True),
        "reduce_sum_true": ("ReduceSum", True),
    }

    def __init__(
        self,
        num_sampled: int,
        num_classes: int,
        num_true: int = 1,
        sampled_values: Sequence[Tensor] | None = None,
        remove_accidental_hits: bool = True,
        seed: int = 0,
        reduction: str = "none",
    ):
        super().__init__(reduction)
        for name, value, low in (("num_true", num_true, 1), ("seed", seed, 0)):
            if value < low:
                raise ValueError(
                    f"For '{self.cls_name}', the '{name}' must be greater than or equal to {low}, "
                    f"but got {value}."
                )
        for name, value in (("num_sampled", num_sampled), ("num_true", num_true)):
            if value > num_classes:
                raise ValueError(
                    f"For '{self.cls_name}', the '{name}' must be smaller than or equal to "
                    f"'num_classes', but got '{name}': {value} and 'num_classes': {num_classes}."
                )
        if sampled_values is not None:
            if not isinstance(sampled_values, (list, tuple)):
                raise TypeError(
                    f"For '{self.cls_name}', the type of 'sampled_values' must be a list or tuple, "
                    f"but got {type(sampled_values).__name__}."
                )
            if len(sampled_values) != 3:
                raise ValueError(
                    f"For '{self.cls_name}', the length of 'sampled_values' must be equal to 3,"
                    f"but got {len(sampled_values)}."
                )
        self.num_sampled, self.num_classes, self.num_true = num_sampled, num_classes, num_true
        self.sampled_values, self.seed = sampled_values, seed
        self.remove_accidental_hits = remove_accidental_hits
        self.sampler = ops.UniformCandidateSampler(
            num_true, num_sampled, True, num_classes, seed, remove_accidental_hits
        )

    def construct(self, weights: Tensor, biases: Tensor, labels: Tensor, logits: Tensor) -> Tensor:
        """The loss of each row."""
        given = {"weights": weights, "biases": biases, "labels": labels, "logits": logits}
        for name, value in given.items():
            if not isinstance(value, Tensor):
                raise TypeError(
                    f"For '{self.cls_name}', the '{name}' must be a Tensor, but got {type(value)}."
                )
        if labels.dtype not in (mstype.int32, mstype.int64):
            raise TypeError(
                f"For '{self.cls_name}', the 'labels' should be one of [int32, int64], "
                f"but got '{labels.dtype}'."
            )
        labels = labels.astype(mstype.int32).reshape((-1, self.num_true))
        drawn = self.sampled_values or self.sampler(labels)
        classes, true_counts, drawn_counts = drawn
        classes = classes.astype(mstype.int32)
        own = (ops.expand_dims(logits, 1) * ops.gather(weights, labels, 0)).sum(-1)
        own = own + ops.gather(biases, labels, 0) - ops.log(true_counts)
        others = ops.matmul(logits, ops.gather(weights, classes, 0).swapaxes(0, 1))
        others = others + ops.gather(biases, classes, 0) - ops.log(drawn_counts)
        scores = ops.concat((own, others), 1)
        shares = ops.exp(scores - ops.amax(scores, 1, True))
        shares = shares / shares.sum(1, keepdims=True)
        return -ops.log(shares[:, : self.num_true] + 1e-20).sum(1) / self.num_true


class DiceLoss(LossBase):
    """1 minus twice the overlap of two Tensors over the sum of their squares.

    Args:
        smooth: float above 0, added to the denominator.

    Inputs:
        - **logits** (Tensor) - the predictions, any shape and any dtype but UInt8.
        - **label** (Tensor) - the targets, of the shape and dtype of `logits`.

    Outputs:
        Tensor of shape ().

    Raises:
        TypeError: `smooth` is not a float, or an input is not a Tensor or UInt8.
        ValueError: `smooth` is not positive, or the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.DiceLoss(1.0)(ms.Tensor([[1., 1.]]), ms.Tensor([[1., 0.]])))
        0.5

    References:
        Milletari, Navab, Ahmadi: V-Net: Fully Convolutional Neural Networks for Volumetric Medical
        Image Segmentation, 2016.
    """

    _msj_inner = {"reshape": "Reshape"}

    def __init__(self, smooth: float = 1e-05):
        super().__init__()
        if not isinstance(smooth, float):
            raise TypeError(prefixed("DiceLoss", must("smooth", "float", describe(smooth))))
        if not smooth > 0:
            raise ValueError(prefixed("DiceLoss", must("smooth", "greater than 0", smooth)))
        self.smooth = smooth

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        """The loss, a scalar."""
        return _dice(logits, label, self.smooth)


class MultiClassDiceLoss(LossBase):
    """Mean of the Dice losses of the classes (axis 1).

    Args:
        weights: Tensor of shape (C, D), a weight for each class, or None.
        ignore_indiex: int or None, the class to leave out.
        activation: "softmax", "logsoftmax" (both along the last axis), "relu", "relu6", "tanh",
            "sigmoid", a Cell or None, applied to the logits.

    Inputs:
        - **logits** (Tensor) - the predictions, of shape (N, C) or (N, C, ...).
        - **label** (Tensor) - the targets, of the shape of `logits`.

    Outputs:
        Tensor of shape ().

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: `activation` is another string, `weights` do not fit, or the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.nn.MultiClassDiceLoss(activation=None)
        >>> print(f"{float(loss(ms.Tensor([[1., 0.]]), ms.Tensor([[1., 1.]]))):.2f}")
        0.50
    """

    _msj_inner = {"reshape": "Reshape"}

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
                raise ValueError(
                    prefixed(name, must("weights", "of rank 2", f"rank {weights.ndim}"))
                )
        if ignore_indiex is not None:
            check_value_type("ignore_indiex", ignore_indiex, [int], name)
        self.binarydiceloss = DiceLoss(smooth=1e-5)
        self.weights = weights
        self.ignore_indiex = ignore_indiex
        self.activation = activation
        if isinstance(activation, str):
            if activation not in _ACTIVATIONS:
                choices = f"in {list(_ACTIVATIONS)}"
                raise ValueError(prefixed(name, must("activation", choices, activation)))
            self.activation = get_activation(activation)
        elif activation is not None and not isinstance(activation, Cell):
            raise TypeError(prefixed(name, must("activation", "str or Cell", describe(activation))))

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        """The mean of the losses, a scalar."""
        if self.activation is not None:
            logits = self.activation(logits)
        return _class_dice(logits, label, self.weights, self.ignore_indiex)
