"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax._core.compile.markers import constexpr as constexpr
from msjax._core.tensor.parameter import Parameter as Parameter
from msjax._core.tensor.tensor import Tensor as Tensor
from msjax.nn.cell import Cell as Cell
from msjax.nn.layer.activation.named import get_activation as get_activation
from msjax.nn.loss._base import LossBase as LossBase
from msjax.nn.loss._classification import BCELoss as BCELoss
from msjax.nn.loss._classification import BCEWithLogitsLoss as BCEWithLogitsLoss
from msjax.nn.loss._classification import CrossEntropyLoss as CrossEntropyLoss
from msjax.nn.loss._classification import CTCLoss as CTCLoss
from msjax.nn.loss._classification import DiceLoss as DiceLoss
from msjax.nn.loss._classification import FocalLoss as FocalLoss
from msjax.nn.loss._classification import KLDivLoss as KLDivLoss
from msjax.nn.loss._classification import MultiClassDiceLoss as MultiClassDiceLoss
from msjax.nn.loss._classification import NLLLoss as NLLLoss
from msjax.nn.loss._classification import SampledSoftmaxLoss as SampledSoftmaxLoss
from msjax.nn.loss._classification import (
    SoftmaxCrossEntropyWithLogits as SoftmaxCrossEntropyWithLogits,
)
from msjax.nn.loss._margin import CosineEmbeddingLoss as CosineEmbeddingLoss
from msjax.nn.loss._margin import HingeEmbeddingLoss as HingeEmbeddingLoss
from msjax.nn.loss._margin import MarginRankingLoss as MarginRankingLoss
from msjax.nn.loss._margin import MultilabelMarginLoss as MultilabelMarginLoss
from msjax.nn.loss._margin import MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss
from msjax.nn.loss._margin import MultiMarginLoss as MultiMarginLoss
from msjax.nn.loss._margin import SoftMarginLoss as SoftMarginLoss
from msjax.nn.loss._margin import TripletMarginLoss as TripletMarginLoss
from msjax.nn.loss._margin import TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss
from msjax.nn.loss._regression import GaussianNLLLoss as GaussianNLLLoss
from msjax.nn.loss._regression import HuberLoss as HuberLoss
from msjax.nn.loss._regression import L1Loss as L1Loss
from msjax.nn.loss._regression import L1LossExt as L1LossExt
from msjax.nn.loss._regression import MAELoss as MAELoss
from msjax.nn.loss._regression import MSELoss as MSELoss
from msjax.nn.loss._regression import PoissonNLLLoss as PoissonNLLLoss
from msjax.nn.loss._regression import RMSELoss as RMSELoss
from msjax.nn.loss._regression import SmoothL1Loss as SmoothL1Loss
