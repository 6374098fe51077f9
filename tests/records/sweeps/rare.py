"""Rarely used operations: the first call that another table has of each, with other dtypes and
with one argument spoiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from records import Record, Spec
from records._tables import SWEEPS, TABLES, table

METHODS = """
__abs__ __invert__ __matmul__ __neg__ __pos__ __rmatmul__ __round__ addmm addr aminmax angle
argmax_with_value argmin_with_value argwhere baddbmm bmm broadcast_to cholesky_solve choose
chunk col2im diag diagflat diagonal diff dot dsplit erf erfc erfinv expand expand_as expand_dims
fill fill_diagonal flip floor gather_elements gather_nd index_add index_fill index_select
inplace_update isinf isneginf isposinf lstsq lu_solve masked_fill masked_select movedim msort
mvlgamma nan_to_num nonzero orgqr qr repeat_interleave reshape_as rot90 scatter_add scatter_div
scatter_max scatter_min scatter_mul scatter_sub searchsorted soft_shrink softmax swapaxes tile
to_coo to_csr top_k tril triu type unbind unique_consecutive unique_with_pad
unsorted_segment_max unsorted_segment_min unsorted_segment_prod view_as
"""
FUNCTIONS = """
AdaptiveAvgPool2D AdaptiveAvgPool3D AdaptiveMaxPool2D AdaptiveMaxPool3D Addcdiv Addcmul
AffineGrid BCEWithLogitsLoss BartlettWindow BatchToSpaceND Betainc BinaryCrossEntropy Bincount
BlackmanWindow BroadcastTo Bucketize CTCGreedyDecoder CTCLoss CTCLossV2 Cdist ChannelShuffle
Cholesky CholeskyInverse CholeskySolve Coalesce Col2Im Complex Concat Conv2DBackpropInput
Conv3DTranspose CopyWithSlice CropAndResize Cross Cummax Cummin CumulativeLogsumexp DType
DataFormatDimMap DataFormatVecPermute Dense Depend DepthToSpace Diag DiagPart EditDistance Eig
ExpandDims FillV2 Flatten FractionalMaxPool3DWithFixedKsize FractionalMaxPoolWithFixedKsize GLU
Gather GatherD GatherNd Geqrf Ger GridSampler2D HammingWindow Histogram IOU IdentityN Im2Col
InTopK IndexFill IndexPut InplaceAdd InplaceSub InplaceUpdate InplaceUpdateV2 KLDivLoss LRN Lerp
LinSpace LogMatrixDeterminant LogSoftmax LogSpace LuSolve LuUnpack MaskedFill MaskedScatter
MaskedSelect MatrixBandPart MatrixDeterminant MatrixDiagPartV3 MatrixDiagV3 MatrixInverse
MatrixPower MatrixSetDiagV3 MatrixSolve MatrixTriangularSolve MaxPool3DWithArgmax
MaxPoolWithArgmax MaxPoolWithArgmaxV2 Meshgrid MultiMarginLoss Mvlgamma NonZero OnesLike Orgqr
PReLU Pack Padding ParallelConcat Polar Polygamma Qr RGBToHSV RaggedRange Rank ReduceStd Renorm
Reshape STFT ScatterAddWithAxis ScatterNd SearchSorted Select SelectView Shape Size SmoothL1Loss
SpaceToBatchND SquareSumAll Squeeze Stack StopGradient SubAndFilter Svd TensorScatterAdd
TensorScatterDiv TensorScatterElements TensorScatterMax TensorScatterMin TensorScatterMul
TensorScatterSub TensorScatterUpdate TensorShape Tile Transpose TransposeExtView TransposeView
Tril UniqueConsecutive UniqueWithPad Unpack UnravelIndex UnsortedSegmentMax UnsortedSegmentMin
UnsortedSegmentProd UnsortedSegmentSum Unstack UpsampleNearest3D ZerosLike absolute
adaptive_avg_pool1d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool3d addbmm addcdiv
addcmul addmm addmv addr adjoint aminmax approximate_equal arccos arccosh arcsin arcsinh arctan
arctanh atleast_1d atleast_2d atleast_3d batch_to_space_nd bessel_i0 bessel_i0e bessel_i1
bessel_i1e bessel_j0 bessel_j1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e bessel_y0 bessel_y1
bias_add bidense bounding_box_decode bounding_box_encode cartesian_prod cat channel_shuffle
check_valid cholesky_inverse cholesky_solve coalesce col2im column_stack conv3d_transpose
deepcopy dense_to_sparse_coo dense_to_sparse_csr depend diag dsplit dstack dyn_shape eps expand
expand_as fliplr flipud floormod fractional_max_pool3d gather_d geqrf hsplit identity intopk
is_complex is_floating_point is_nonzero is_tensor is_tensor_bool_cond isconstant isnan_ext
log_matrix_determinant logdet lp_pool2d lu_solve lu_unpack matrix_band_part matrix_determinant
matrix_diag_part matrix_set_diag matrix_solve max_pool3d max_unpool2d max_unpool3d mirror_pad
mixed_precision_cast mm moveaxis msort mvlgamma negative numel operations.identity orgqr padding
pdist permute pixel_unshuffle polar polygamma population_count random_categorical rank ravel
renorm reshape_ reshard reverse reverse_sequence row_stack shape shape_ size soft_shrink
space_to_batch_nd sparse_segment_mean stop_gradient swapaxes swapdims t tensor_exp tensor_expm1
tensor_muls tensor_slice top_k unbind unique_with_pad unsqueeze unstack upsample view_as
view_as_real vsplit vstack zeta
"""
DTYPES = "f16 f64 i32 bool"
# Calls, by spelling and kind, for which msjax does not do as MindSpore, and why.
_DIFFERS = {
    "more is accepted, or values are not looked at": """
        Tensor.argwhere 0-d, Tensor.dot f64, Tensor.gather_nd 7-d, Tensor.index_fill 7-d,
        Tensor.index_select 7-d, Tensor.inplace_update f64, Tensor.inplace_update bool,
        Tensor.mvlgamma range, Tensor.nan_to_num f64, Tensor.nonzero 0-d, ops.Cross 0-d,
        ops.FillV2 7-d, ops.Gather 7-d, ops.GatherNd 7-d, ops.IndexPut bool, ops.InplaceAdd
        bool, ops.InplaceUpdate bool, ops.InplaceUpdateV2 f64, ops.InplaceUpdateV2 bool,
        ops.LogMatrixDeterminant 7-d, ops.MaskedScatter 7-d, ops.MatrixDeterminant 7-d,
        ops.MatrixDiagPartV3 bool, ops.MatrixDiagV3 bool, ops.MatrixInverse 7-d, ops.NonZero
        0-d, ops.RaggedRange 0-d, ops.SquareSumAll f64, ops.UnravelIndex 7-d,
        ops.fractional_max_pool3d i32, ops.log_matrix_determinant 7-d,
        ops.logdet 7-d, ops.matrix_determinant 7-d, ops.matrix_diag_part bool, ops.mvlgamma 0-d,
        ops.mvlgamma 7-d, ops.mvlgamma range, ops.sparse_segment_mean 7-d""",
    "another class of error": """
        Tensor.inplace_update 7-d, Tensor.reshape_as type, Tensor.rot90 0-d, Tensor.to_coo 0-d,
        Tensor.to_csr 0-d, Tensor.top_k 0-d, ops.ChannelShuffle 0-d, ops.Conv2DBackpropInput
        type, ops.CopyWithSlice 0-d, ops.CopyWithSlice 7-d, ops.RGBToHSV 0-d,
        ops.ScatterAddWithAxis 7-d, ops.SpaceToBatchND 7-d, ops.adaptive_avg_pool1d type,
        ops.adjoint type, ops.aminmax type, ops.channel_shuffle 0-d, ops.conv3d_transpose type,
        ops.dense_to_sparse_coo 0-d, ops.dense_to_sparse_csr 0-d, ops.is_floating_point type,
        ops.fractional_max_pool3d 0-d, ops.fractional_max_pool3d 7-d, ops.fractional_max_pool3d
        type, ops.lp_pool2d type, ops.space_to_batch_nd 7-d, ops.t type, ops.top_k 0-d, ops.zeta
        type""",
    "ties, signs of infinity, or half the precision in MindSpore": """
        Tensor.top_k i32, ops.CTCLoss f16, ops.CTCLoss f64, ops.RGBToHSV f16, ops.SubAndFilter
        7-d, ops.TensorScatterDiv i32, ops.top_k i32""",
    "less is accepted": """
        ops.CholeskyInverse 7-d, ops.IndexFill 0-d, ops.SelectView 7-d, ops.SubAndFilter 0-d,
        ops.cholesky_inverse 7-d""",
}
DIFFERS = {" ".join(k.split()): why for why, keys in _DIFFERS.items() for k in keys.split(",")}


def _tensors(value: Any) -> list[Spec]:
    if isinstance(value, (list, tuple)):
        return [spec for part in value for spec in _tensors(part)]
    return [value] if isinstance(value, Spec) else []


def _bases() -> dict[str, Record]:
    """The first record of each operation that gets a Tensor."""
    found: dict[str, Record] = {}
    for name in TABLES + SWEEPS:
        if not __name__.endswith(name):
            for record in table(name):
                plain = all(
                    spec.form not in ("COOTensor", "CSRTensor") for spec in _tensors(record.args)
                )
                if _tensors(record.args) and plain and not record.differs:
                    found.setdefault(record.op, record)
    return found


def _variants(base: Record) -> Iterator[Record]:
    base = replace(base, tag="rare", grad=False)
    if any(spec.dtype is None for spec in _tensors(base.args)):
        for dtype in DTYPES.split():
            yield replace(base, dtype=dtype)
    places = list(enumerate(base.args))
    tensors = [(place, value) for place, value in places if isinstance(value, Spec)]
    for place, value in tensors[:1]:
        for shape in ((), (1,) * 7):
            yield _with(base, place, Spec("unit", shape, value.dtype), "rare shape")
    for place, _ in tensors[base.op.startswith("Tensor.") :][:1]:
        yield _with(base, place, "bad", "rare type")
    for place in [p for p, v in places if type(v) is int][:1]:
        yield _with(base, place, 99, "rare range")


def _with(base: Record, place: int, value: Any, tag: str) -> Record:
    return replace(base, args=(*base.args[:place], value, *base.args[place + 1 :]), tag=tag)


def _calls() -> Iterator[Record]:
    bases = _bases()
    names = [f"Tensor.{n}" for n in METHODS.split()] + [f"ops.{n}" for n in FUNCTIONS.split()]
    for name in names:
        yield from {record.id: record for record in _variants(bases[name])}.values()


def _kind(record: Record) -> str:
    """The spelling, and the dtype or what is wrong with the arguments."""
    what = record.tag.removeprefix("rare").strip() or record.dtype
    if what == "shape":
        what = "0-d" if any(s.shape == () for s in _tensors(record.args)[:1]) else "7-d"
    return f"{record.op} {what}"


RECORDS = [replace(record, differs=DIFFERS.get(_kind(record))) for record in _calls()]
