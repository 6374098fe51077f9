"""Losses that MindSpore keeps aside: sampled softmax, and L1 with broadcasting."""

from __future__ import annotations

from typing import Any

from msjax import ops
from msjax._core import dtype as mstype
from msjax._core.tensor import Tensor
from msjax.nn.loss._base import LossBase


class SampledSoftmaxLoss(LossBase):
    """Softmax cross entropy over the true classes and a sample of the others.

    Args:
        num_sampled: how many classes to draw for a batch.
        num_classes: number of classes.
        num_true: true classes of each row.
        sampled_values: (classes, expected counts of the true ones, those of the drawn ones) as from
            `ops.uniform_candidate_sampler`; None to draw uniformly.
        remove_accidental_hits: whether a true class may not be drawn.
        seed: seed of the draws.
        reduction: "none", "mean" or "sum"; checked, the result has one loss for each row.

    Inputs:
        - weights: Tensor of shape (C, dim).
        - biases: Tensor of shape (C,).
        - labels: Int32 or Int64 Tensor of shape (N, num_true).
        - logits: Tensor of shape (N, dim), the activations before the last layer.

    Outputs:
        Tensor of shape (N,).

    Raises:
        TypeError: `sampled_values` or an input is of a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> ones = ms.ops.ones
        >>> loss = ms.nn.SampledSoftmaxLoss(num_sampled=2, num_classes=5)
        >>> labels = ms.Tensor([[0], [1], [2]], ms.int32)
        >>> loss(ones((5, 4)), ones((5,)), labels, ones((3, 4))).shape
        (3,)
    """

    def __init__(
        self,
        num_sampled: int,
        num_classes: int,
        num_true: int = 1,
        sampled_values: Any = None,
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


class L1LossExt(LossBase):
    """Mean absolute error of Tensors that broadcast.

    Args:
        reduction: "mean", "sum" or "none".

    Raises:
        ValueError: `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.L1LossExt()(ms.Tensor([1., 2., 3.]), ms.Tensor([1., 2., 2.])))
        0.33333334
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__(reduction)
        self.reduction = reduction

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """The error, a scalar unless the reduction is "none"."""
        loss = ops.abs(logits - labels)
        if self.reduction == "none":
            return loss
        return loss.mean() if self.reduction == "mean" else loss.sum()
