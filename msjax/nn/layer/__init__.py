"""Layers."""

from __future__ import annotations

from msjax.nn.layer._legacy_basic import (
    ClipByNorm,
    L1Regularizer,
    MatrixDiag,
    MatrixDiagPart,
    MatrixSetDiag,
    Norm,
    OneHot,
    Roll,
    Tril,
    Triu,
    Unfold,
)
from msjax.nn.layer._pooling_adaptive import (
    AdaptiveAvgPool1d,
    AdaptiveAvgPool2d,
    AdaptiveAvgPool3d,
    AdaptiveMaxPool1d,
    AdaptiveMaxPool2d,
    AdaptiveMaxPool3d,
    FractionalMaxPool2d,
    FractionalMaxPool3d,
    MaxUnpool1d,
    MaxUnpool2d,
    MaxUnpool3d,
)
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
    Dense,
    Dropout,
    Dropout1d,
    Dropout2d,
    Dropout2dExt,
    Dropout3d,
    DropoutExt,
    Flatten,
    Identity,
    Linear,
    Pad,
    Unflatten,
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
    CosineSimilarity,
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
    AvgPool1d,
    AvgPool1dExt,
    AvgPool2d,
    AvgPool2dExt,
    AvgPool3d,
    AvgPool3dExt,
    LPPool1d,
    LPPool2d,
    MaxPool1d,
    MaxPool2d,
    MaxPool2dExt,
    MaxPool3d,
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
