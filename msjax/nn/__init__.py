"""Neural network Cells: layers, losses, optimizers and training wrappers."""

from __future__ import annotations

from typing import Any

from msjax._missing import lazy_getattr as _lazy_getattr
from msjax.nn.cell import Cell, GraphCell
from msjax.nn.dynamic_lr import (
    cosine_decay_lr,
    exponential_decay_lr,
    inverse_decay_lr,
    natural_exp_decay_lr,
    piecewise_constant_lr,
    polynomial_decay_lr,
    warmup_lr,
)
from msjax.nn.grad import Jvp, Vjp
from msjax.nn.layer.activation import (
    CELU,
    ELU,
    GELU,
    GLU,
    LRN,
    FastGelu,
    Hardtanh,
    HShrink,
    HSigmoid,
    HSwish,
    LeakyReLU,
    LogSigmoid,
    LogSoftmax,
    LogSoftmaxExt,
    Mish,
    PReLU,
    PReLUExt,
    ReLU,
    ReLU6,
    RReLU,
    SeLU,
    Sigmoid,
    SiLU,
    Softmax,
    Softmax2d,
    Softmin,
    SoftShrink,
    Softsign,
    Tanh,
    Tanhshrink,
    Threshold,
    get_activation,
)
from msjax.nn.layer.basic import (
    ClipByNorm,
    Dense,
    Dropout,
    Dropout1d,
    Dropout2d,
    Dropout2dExt,
    Dropout3d,
    DropoutExt,
    Flatten,
    Identity,
    L1Regularizer,
    Linear,
    MatrixDiag,
    MatrixDiagPart,
    MatrixSetDiag,
    Norm,
    OneHot,
    Pad,
    Roll,
    Tril,
    Triu,
    Unflatten,
    Unfold,
    Upsample,
)
from msjax.nn.layer.channel_shuffle import ChannelShuffle
from msjax.nn.layer.combined import Conv2dBnAct, DenseBnAct
from msjax.nn.layer.container import CellDict, CellList, SequentialCell
from msjax.nn.layer.conv import (
    Conv1d,
    Conv1dTranspose,
    Conv2d,
    Conv2dTranspose,
    Conv3d,
    Conv3dTranspose,
)
from msjax.nn.layer.dense import BiDense
from msjax.nn.layer.embedding import (
    Embedding,
    EmbeddingExt,
    EmbeddingLookup,
    MultiFieldEmbeddingLookup,
)
from msjax.nn.layer.image import (
    MSSSIM,
    PSNR,
    SSIM,
    CentralCrop,
    ImageGradients,
    PixelShuffle,
    PixelUnshuffle,
    ResizeBilinear,
)
from msjax.nn.layer.math import (
    DiGamma,
    IGamma,
    LBeta,
    LGamma,
    MatDet,
    MatInverse,
    MatMul,
    Moments,
    Range,
    ReduceLogSumExp,
)
from msjax.nn.layer.normalization import (
    BatchNorm1d,
    BatchNorm2d,
    BatchNorm3d,
    GlobalBatchNorm,
    GroupNorm,
    InstanceNorm1d,
    InstanceNorm2d,
    InstanceNorm3d,
    LayerNorm,
    LayerNormExt,
    SyncBatchNorm,
)
from msjax.nn.layer.padding import (
    ConstantPad1d,
    ConstantPad2d,
    ConstantPad3d,
    ReflectionPad1d,
    ReflectionPad2d,
    ReflectionPad3d,
    ReplicationPad1d,
    ReplicationPad2d,
    ReplicationPad3d,
    ZeroPad2d,
)
from msjax.nn.layer.pooling import (
    AdaptiveAvgPool1d,
    AdaptiveAvgPool2d,
    AdaptiveAvgPool3d,
    AdaptiveMaxPool1d,
    AdaptiveMaxPool2d,
    AdaptiveMaxPool3d,
    AvgPool1d,
    AvgPool1dExt,
    AvgPool2d,
    AvgPool2dExt,
    AvgPool3d,
    AvgPool3dExt,
    FractionalMaxPool2d,
    FractionalMaxPool3d,
    LPPool1d,
    LPPool2d,
    MaxPool1d,
    MaxPool2d,
    MaxPool2dExt,
    MaxPool3d,
    MaxUnpool1d,
    MaxUnpool2d,
    MaxUnpool3d,
)
from msjax.nn.layer.rnn_cells import GRUCell, LSTMCell, RNNCell
from msjax.nn.layer.rnns import GRU, LSTM, RNN
from msjax.nn.layer.thor_layer import (
    Conv2dThor,
    DenseThor,
    EmbeddingLookupThor,
    EmbeddingThor,
)
from msjax.nn.layer.timedistributed import TimeDistributed
from msjax.nn.layer.transformer import (
    MultiheadAttention,
    Transformer,
    TransformerDecoder,
    TransformerDecoderLayer,
    TransformerEncoder,
    TransformerEncoderLayer,
)
from msjax.nn.learning_rate_schedule import (
    CosineDecayLR,
    ExponentialDecayLR,
    InverseDecayLR,
    NaturalExpDecayLR,
    PolynomialDecayLR,
    WarmUpLR,
)
from msjax.nn.loss.loss import (
    BCELoss,
    BCEWithLogitsLoss,
    CosineEmbeddingLoss,
    CrossEntropyLoss,
    CTCLoss,
    DiceLoss,
    FocalLoss,
    GaussianNLLLoss,
    HingeEmbeddingLoss,
    HuberLoss,
    KLDivLoss,
    L1Loss,
    L1LossExt,
    LossBase,
    MAELoss,
    MarginRankingLoss,
    MSELoss,
    MultiClassDiceLoss,
    MultilabelMarginLoss,
    MultiLabelSoftMarginLoss,
    MultiMarginLoss,
    NLLLoss,
    PoissonNLLLoss,
    RMSELoss,
    SampledSoftmaxLoss,
    SmoothL1Loss,
    SoftMarginLoss,
    SoftmaxCrossEntropyWithLogits,
    TripletMarginLoss,
    TripletMarginWithDistanceLoss,
)
from msjax.nn.optim.ada_grad import Adagrad
from msjax.nn.optim.adadelta import Adadelta
from msjax.nn.optim.adafactor import AdaFactor
from msjax.nn.optim.adam import Adam, AdamOffload, AdamWeightDecay
from msjax.nn.optim.adamax import AdaMax
from msjax.nn.optim.adasum import AdaSumByDeltaWeightWrapCell, AdaSumByGradWrapCell
from msjax.nn.optim.asgd import ASGD
from msjax.nn.optim.ftrl import FTRL
from msjax.nn.optim.lamb import Lamb
from msjax.nn.optim.lars import LARS
from msjax.nn.optim.lazyadam import LazyAdam
from msjax.nn.optim.momentum import Momentum
from msjax.nn.optim.optimizer import Optimizer
from msjax.nn.optim.proximal_ada_grad import ProximalAdagrad
from msjax.nn.optim.rmsprop import RMSProp
from msjax.nn.optim.rprop import Rprop
from msjax.nn.optim.sgd import SGD
from msjax.nn.optim.tft_wrapper import OptTFTWrapper
from msjax.nn.optim.thor import thor
from msjax.nn.sparse import SparseTensorDenseMatmul, SparseToDense
from msjax.nn.utils import no_init_parameters
from msjax.nn.wrap.cell_wrapper import (
    ForwardValueAndGrad,
    GetNextSingleOp,
    GradAccumulationCell,
    MicroBatchInterleaved,
    ParameterUpdate,
    PipelineCell,
    TrainOneStepCell,
    VirtualDatasetCellTriple,
    WithEvalCell,
    WithGradCell,
    WithLossCell,
)
from msjax.nn.wrap.grad_reducer import DistributedGradReducer, PipelineGradReducer
from msjax.nn.wrap.loss_scale import (
    DynamicLossScaleUpdateCell,
    FixedLossScaleUpdateCell,
    TrainOneStepWithLossScaleCell,
)

__getattr__ = _lazy_getattr(
    __name__,
    {
        "msjax.nn.metrics": "get_metrics",  # they come with msjax.train, which needs this package
        "msjax.nn.probability": "probability",
    },
)
