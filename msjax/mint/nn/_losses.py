"""Losses that MindSpore defines in mint.nn itself."""

from __future__ import annotations

from msjax import nn, ops
from msjax._core.tensor.tensor import Tensor
from msjax.mint.nn import functional as F
from msjax.nn.cell import Cell


class NLLLoss(Cell):
    """Negative log likelihood loss.

    Args:
        weight: Tensor of shape (C,), a weight for each class, or None.
        ignore_index: int, targets of this value do not count.
        reduction: str, "mean" (weighted), "sum" or "none".

    Inputs:
        - **input** (Tensor) - log probabilities of shape (N, C), (N, C, d1, ...) or (C,); Float16,
          BFloat16 or Float32.
        - **target** (Tensor) - class indices of shape (N,), (N, d1, ...) or ().

    Outputs:
        Tensor of shape (), or that of `target` for reduction "none".

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: `reduction` is another string, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.NLLLoss()(ms.Tensor([[-1., -2.]]), ms.Tensor([1])))
        2.0
    """

    def __init__(
        self, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean"
    ):
        super().__init__()
        self.weight, self.ignore_index, self.reduction = weight, ignore_index, reduction

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return F.nll_loss(input, target, self.weight, self.ignore_index, self.reduction)


class CrossEntropyLoss(Cell):
    """Cross entropy of logits and class indices or probabilities.

    Args:
        weight: Tensor of shape (C,), a weight for each class, or None.
        ignore_index: int, class indices of this value do not count.
        reduction: str, "mean" (weighted for class indices), "sum" or "none".
        label_smoothing: float in [0, 1], share of the uniform distribution in the targets.

    Inputs:
        - **input** (Tensor) - logits of shape (N, C), (N, C, d1, ...) or (C,); Float16, BFloat16 or
          Float32.
        - **target** (Tensor) - class indices of shape (N,), (N, d1, ...) or (), Int32 or Int64; or
          probabilities of the shape of `input`.

    Outputs:
        Tensor of shape (), or that of the class indices for reduction "none".

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: `label_smoothing` is out of range, `reduction` is another string, or the shapes
            do not fit.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.mint.nn.CrossEntropyLoss()
        >>> print(loss(ms.Tensor([[0., 0.], [0., 0.]]), ms.Tensor([0, 1])))
        0.6931472
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ):
        super().__init__()
        self.weight, self.ignore_index, self.reduction = weight, ignore_index, reduction
        self.label_smoothing = label_smoothing

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        options = (self.weight, self.ignore_index, self.reduction, self.label_smoothing)
        return F.cross_entropy(input, target, *options)


class BCEWithLogitsLoss(Cell):
    """Binary cross entropy of logits.

    Args:
        weight: Tensor that broadcasts, a weight for each element, or None.
        reduction: str, "mean", "sum" or "none".
        pos_weight: Tensor that broadcasts, a weight for the positive part, or None.

    Inputs:
        - **input** (Tensor) - the logits, any shape; Float16, BFloat16 or Float32.
        - **target** (Tensor) - the targets, of the shape of `input`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: `reduction` is another string, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.BCEWithLogitsLoss()(ms.Tensor([0., 0.]), ms.Tensor([1., 0.])))
        0.6931472
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        reduction: str = "mean",
        pos_weight: Tensor | None = None,
    ):
        super().__init__()
        self.bce_with_logits = ops.BCEWithLogitsLoss(reduction)
        self.weight, self.pos_weight = weight, pos_weight

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return self.bce_with_logits(input, target, self.weight, self.pos_weight)


class MSELoss(Cell):
    """Mean squared error of Tensors that broadcast.

    Args:
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **input** (Tensor) - the predictions, any shape; a number dtype.
        - **target** (Tensor) - the targets, of a shape that broadcasts to that of `input`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.MSELoss()(ms.Tensor([1., 3.]), ms.Tensor([1., 1.])))
        2.0
    """

    _msj_inner = {"mse_loss": lambda c: F.mse_loss}

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        self.reduction = reduction

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return F.mse_loss(input, target, self.reduction)


class SmoothL1Loss(Cell):
    """Squared errors below `beta`, absolute errors above.

    Args:
        reduction: str, "mean", "sum" or "none".
        beta: int or float, not negative; 0 means absolute errors.

    Inputs:
        - **input** (Tensor) - the predictions, any shape; a floating dtype.
        - **target** (Tensor) - the targets, of the shape and dtype of `input`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: `reduction` is another string, or the shapes differ.
        RuntimeError: `beta` is negative.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.mint.nn.SmoothL1Loss("none")
        >>> print(loss(ms.Tensor([1., 2., 3.]), ms.Tensor([1., 2.5, 1.])))
        [0.    0.125 1.5  ]
    """

    _msj_inner = {"smooth_l1_loss": lambda c: ops.smooth_l1_loss}

    def __init__(self, reduction: str = "mean", beta: float = 1.0):
        super().__init__()
        self.reduction, self.beta = reduction, beta

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return F.smooth_l1_loss(input, target, self.reduction, self.beta)


class BCELoss(Cell):
    """Binary cross entropy of probabilities.

    Args:
        weight: Tensor that broadcasts, a weight for each element, or None.
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **input** (Tensor) - the probabilities, in [0, 1], any shape; Float16, BFloat16 or
          Float32.
        - **target** (Tensor) - the targets, of the shape and dtype of `input`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: a weight or an input is not a Tensor, or is of another dtype.
        ValueError: `reduction` is another string, or the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.BCELoss()(ms.Tensor([0.5, 0.5]), ms.Tensor([1., 0.])))
        0.6931472
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean"):
        super().__init__()
        self.bce_loss = nn.BCELoss(weight, reduction)

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return self.bce_loss(input, target)


class KLDivLoss(Cell):
    """Kullback-Leibler divergence of log probabilities and targets.

    Args:
        reduction: str, "mean", "batchmean" (sum by the length of the first dimension), "sum" or
            "none".
        log_target: bool, targets are logarithms too.

    Inputs:
        - **input** (Tensor) - log probabilities, any shape; Float16, BFloat16 or Float32.
        - **target** (Tensor) - the targets, of a shape that broadcasts to that of `input`.

    Outputs:
        Tensor of shape (), or of that of the inputs for reduction "none".

    Raises:
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: `reduction` is another string, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.mint.nn.KLDivLoss()
        >>> x, target = ms.Tensor([[0.5, 0.5], [0.4, 0.6]]), ms.Tensor([[0., 1.], [1., 0.]])
        >>> print(loss(x, target))
        -0.225
    """

    def __init__(self, reduction: str = "mean", log_target: bool = False):
        super().__init__()
        self.reduction, self.log_target = reduction, log_target

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return F.kl_div(input, target, self.reduction, self.log_target)


class CosineEmbeddingLoss(Cell):
    """Draw pairs together (target 1) or push them apart (target -1) by their cosine.

    Args:
        margin: float, cosines below it cost nothing where the target is -1.
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **input1** (Tensor) - of shape (N, D) or (D,).
        - **input2** (Tensor) - of a shape that broadcasts to that of `input1`.
        - **target** (Tensor) - 1 or -1, of shape (N,) or ().

    Outputs:
        Tensor of shape (), or that of `target` for reduction "none".

    Raises:
        TypeError: an argument or an input has a wrong type.
        ValueError: `reduction` is another string, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> loss = ms.mint.nn.CosineEmbeddingLoss(reduction="none")
        >>> x1, x2 = ms.Tensor([[1., 0.], [1., 0.]]), ms.Tensor([[0., 2.], [0., 3.]])
        >>> print(loss(x1, x2, ms.Tensor([1, -1])))
        [1. 0.]
    """

    def __init__(self, margin: float = 0.0, reduction: str = "mean"):
        super().__init__()
        self.margin, self.reduction = margin, reduction

    def construct(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """The loss, reduced as `reduction` says."""
        return F.cosine_embedding_loss(input1, input2, target, self.margin, self.reduction)
