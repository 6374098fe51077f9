"""What spellings take, where it is less than their kernel could use; see `checked.Rule`."""

from __future__ import annotations

_TABLE = {
}

RULES: dict[str, dict[str, str]] = {}  # of a spelling, by argument
for _text, _names in _TABLE.items():
    for _name in _names.split():
        _surface, _argument = _name.rsplit(".", 1)
        RULES.setdefault(_surface, {})[_argument] = _text

# Primitives whose inputs MindSpore counts itself, with ValueError for a wrong number of them, and
# those where it does so for too few only.
COUNTED = frozenset(
    """
    AdaptiveAvgPool2D AdaptiveAvgPool3D AdaptiveMaxPool3D AdjustHue AdjustSaturation
    AffineGrid ApproximateEqual AvgPool3D BartlettWindow Bernoulli BesselI0 BesselI0e BesselI1
    BesselI1e BesselJ0 BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e BesselY0 BesselY1
    Bincount BitwiseAnd BitwiseOr BitwiseXor BlackmanWindow BoundingBoxDecode
    BoundingBoxEncode CTCLoss CTCLossV2 CheckValid CholeskySolve Coalesce Col2Im
    CompareAndBitpack ConjugateTranspose Conv2DBackpropInput Conv2DTranspose CropAndResize
    CumulativeLogsumexp DataFormatVecPermute DepthToSpace DiagPart Digamma DivNoNan Dropout2D
    Dropout3D EditDistance EmbeddingLookup Eps Expand ExtractGlimpse ExtractVolumePatches
    FillDiagonal Fmax FractionalMaxPool3DWithFixedKsize FractionalMaxPoolWithFixedKsize Ger
    HSVToRGB HammingWindow Heaviside Histogram Hypot IOU IdentityN Im2Col Imag IndexFill
    IndexPut InplaceAdd InplaceIndexAdd InplaceSub InplaceUpdate Invert IsNan KLDivLoss L2Loss
    L2Normalize LRN Lcm Lgamma ListDiff LowerBound LpNorm LuSolve LuUnpack MapUniform
    MatrixBandPart MatrixDiagPartV3 MatrixDiagV3 MatrixInverse MatrixLogarithm MatrixPower
    MatrixSetDiagV3 MatrixSolve MatrixSolveLs MatrixTriangularSolve MaxPool3D
    MaxPool3DWithArgmax MaxPoolWithArgmax MaxPoolWithArgmaxV2 MaxUnpool2D MaxUnpool3D Median
    MirrorPad Mish Mod MulNoNan Multinomial Mvlgamma NMSWithMask NoRepeatNGram
    NonDeterministicInts NonMaxSuppressionWithOverlaps NuclearNorm Orgqr Pad PadV3 Padding
    ParallelConcat ParameterizedTruncatedNormal Pdist PopulationCount RGBToHSV ROIAlign
    RaggedRange RandomCategorical RandomChoiceWithMask RandomPoisson RandomShuffle Renorm
    ResizeArea ReverseSequence STFT SampleDistortedBoundingBoxV2 ScaleAndTranslate ScatterAdd
    ScatterAddWithAxis ScatterDiv ScatterMax ScatterMin ScatterMul ScatterNdAdd ScatterNdDiv
    ScatterNdMax ScatterNdMin ScatterNdMul ScatterNdSub ScatterNdUpdate ScatterSub
    ScatterUpdate SeLU SegmentMax SegmentMean SegmentMin SegmentProd SegmentSum Size Softplus
    Softsign Sort SpaceToBatchND SpaceToDepth SparseSoftmaxCrossEntropyWithLogits
    SparseTensorDenseAdd SparseTensorDenseMatmul SparseToDense SquareSumAll SquaredDifference
    StandardLaplace StandardNormal SubAndFilter TopK TridiagonalMatMul Tril TrilIndices
    TriuIndices TruncateDiv TruncateMod TruncatedNormal TupleToArray UniformCandidateSampler
    UniformInt UniformReal UniqueWithPad UnravelIndex UpperBound Xdivy Zeta
    """.split()
)
COUNTED_BELOW = frozenset(
    """
    BatchToSpaceND Bucketize CTCGreedyDecoder ChannelShuffle CheckNumerics
    CombinedNonMaxSuppression Conv2D Conv3D Conv3DTranspose DataFormatDimMap DeformableOffsets
    Igamma Igammac IndexAdd Inv LogNormalReverse LogSpace NthElement Polygamma RandomGamma
    SigmoidCrossEntropyWithLogits SoftmaxCrossEntropyWithLogits TensorScatterDiv
    TensorScatterMax TensorScatterMin TensorScatterMul TensorScatterSub TensorScatterUpdate
    UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd
    """.split()
)
