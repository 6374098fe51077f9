"""All losses, at MindSpore's path of them."""

from __future__ import annotations

from msjax import log
from msjax._core.tensor.tensor import Tensor
from msjax.nn.loss._base import LossBase
from msjax.nn.loss._classification import (
    BCELoss,
    BCEWithLogitsLoss,
    CrossEntropyLoss,
    CTCLoss,
    DiceLoss,
    FocalLoss,
    KLDivLoss,
    MultiClassDiceLoss,
    NLLLoss,
    SampledSoftmaxLoss,
    SoftmaxCrossEntropyWithLogits,
)
from msjax.nn.loss._margin import (
    CosineEmbeddingLoss,
    HingeEmbeddingLoss,
    MarginRankingLoss,
    MultilabelMarginLoss,
    MultiLabelSoftMarginLoss,
    MultiMarginLoss,
    SoftMarginLoss,
    TripletMarginLoss,
    TripletMarginWithDistanceLoss,
)
from msjax.nn.loss._regression import (
    GaussianNLLLoss,
    HuberLoss,
    L1Loss,
    L1LossExt,
    MAELoss,
    MSELoss,
    PoissonNLLLoss,
    RMSELoss,
    SmoothL1Loss,
)

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


class _Loss(LossBase):
    """Former name of `LossBase`."""

    def __init__(self, reduction: str = "mean"):
        log.warning("'_Loss' is deprecated; derive from 'LossBase' instead.")
        super().__init__(reduction)


def _check_is_tensor(param_name: str, input_data: object, cls_name: str) -> None:
    """TypeError unless an input is a Tensor or None."""
    if input_data is not None and not isinstance(input_data, Tensor):
        raise TypeError(
            f"For '{cls_name}', the '{param_name}' must be a Tensor, "
            f"but got {type(input_data).__name__}."
        )
