"""Calls of the records with one argument spoiled: wrong type, rank, axis, option or dtype."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from records import Record, Spec, dt
from records._tables import TABLES, accepted

# Spellings whose calls are spoiled: about ten of each family.
SPELLINGS = set(
    """
Tensor.__matmul__ Tensor.add Tensor.any Tensor.broadcast_to Tensor.flip Tensor.gather
Tensor.gather_nd Tensor.index_select Tensor.movedim Tensor.numel Tensor.permute Tensor.qr
Tensor.scatter_mul Tensor.select Tensor.softmax Tensor.split Tensor.top_k
Tensor.unsorted_segment_max Tensor.unsorted_segment_prod mint.masked_select mint.where nn.BCELoss
nn.CentralCrop nn.CosineEmbeddingLoss nn.ImageGradients nn.MAELoss nn.MultiClassDiceLoss
nn.MultiLabelSoftMarginLoss nn.NLLLoss nn.PixelShuffle nn.PixelUnshuffle nn.PoissonNLLLoss
nn.SoftmaxCrossEntropyWithLogits nn.Upsample numpy.argwhere numpy.array numpy.array_str
numpy.atleast_3d numpy.diag_indices numpy.flip numpy.hamming numpy.linspace numpy.rand
numpy.repeat numpy.reshape numpy.trace numpy.transpose numpy.tril_indices_from numpy.vsplit
numpy.zeros numpy.zeros_like ops.AdjustHue ops.AffineGrid ops.ArgMinWithValue ops.Argmin
ops.AvgPool3D ops.BCEWithLogitsLoss ops.Bincount ops.BoundingBoxDecode ops.CTCLoss
ops.ChannelShuffle ops.CheckValid ops.CombinedNonMaxSuppression ops.Complex ops.Conv2D
ops.Conv2DBackpropInput ops.Conv3D ops.Cross ops.CumSum ops.Cummin ops.DataFormatDimMap
ops.DeformableOffsets ops.Dense ops.EmbeddingLookup ops.ExtractVolumePatches ops.FillDiagonal
ops.FillV2 ops.FractionalMaxPool ops.FractionalMaxPool3DWithFixedKsize ops.Ger ops.GridSampler2D
ops.GridSampler3D ops.HSVToRGB ops.HammingWindow ops.Histogram ops.Im2Col ops.InplaceIndexAdd
ops.L2Loss ops.LRN ops.LayerNorm ops.LogMatrixDeterminant ops.LogSoftmax ops.LogSpace
ops.LowerBound ops.LpNorm ops.MatMul ops.MatrixLogarithm ops.MaxPool ops.MaxUnpool2D
ops.NMSWithMask ops.NoRepeatNGram ops.NonDeterministicInts ops.NonZero ops.NthElement
ops.NuclearNorm ops.PReLU ops.RGBToHSV ops.RandomPoisson ops.Range ops.ReduceAll ops.ReduceSum
ops.ResizeArea ops.ResizeBicubic ops.ResizeBilinearV2 ops.ResizeLinear1D ops.ResizeNearestNeighbor
ops.ResizeNearestNeighborV2 ops.ReverseSequence ops.ScaleAndTranslate ops.ScatterAdd ops.ScatterNd
ops.ScatterNdMax ops.ScatterNdMul ops.SegmentMax ops.SegmentProd ops.Sigmoid
ops.SoftmaxCrossEntropyWithLogits ops.Softsign ops.Sort ops.SpaceToBatchND ops.SparseSlice
ops.SparseTensorDenseAdd ops.SparseTensorDenseMatmul ops.SparseToDense ops.SquareSumAll
ops.Squeeze ops.SubAndFilter ops.TensorToTuple ops.TopK ops.TridiagonalMatMul ops.Tril
ops.UniformReal ops.UniqueWithPad ops.UnravelIndex ops.UnsortedSegmentMin ops.UpdateState
ops.UpsampleNearest3D ops.UpsampleTrilinear3D ops.adaptive_avg_pool3d ops.adaptive_max_pool2d
ops.add ops.addmm ops.addr ops.affine_grid ops.amax ops.argmax ops.argsort ops.atleast_2d
ops.avg_pool3d ops.bartlett_window ops.batch_norm ops.bernoulli ops.bias_add ops.bidense
ops.binary_cross_entropy ops.bounding_box_decode ops.bucketize ops.cdist ops.choice_with_mask
ops.cholesky ops.cholesky_solve ops.chunk ops.conv1d ops.conv3d_transpose ops.crop_and_resize
ops.cross_entropy ops.cumprod ops.det ops.diagonal ops.diff ops.dist ops.dropout2d ops.dyn_shape
ops.eigvals ops.erfc ops.expand_dims ops.eye ops.fft ops.fft2 ops.fftn ops.fftshift ops.floor
ops.floormod ops.fold ops.fractional_max_pool2d ops.full ops.function.depend ops.gather
ops.gather_d ops.gather_elements ops.gather_nd ops.gcd ops.gelu ops.grid_sample ops.group_norm
ops.hardswish ops.hardtanh ops.hinge_embedding_loss ops.hsplit ops.index_add ops.inplace_update
ops.interpolate ops.intopk ops.iou ops.irfft ops.irfft2 ops.irfftn ops.kl_div ops.logical_or
ops.lp_pool2d ops.lrn ops.lu_unpack ops.masked_fill ops.masked_select ops.matrix_solve
ops.max_pool3d ops.max_unpool3d ops.mean ops.median ops.mm ops.multi_margin_loss ops.mvlgamma
ops.nansum ops.nonzero ops.norm ops.pad ops.pinv ops.rand ops.randint_like ops.relu
ops.repeat_interleave ops.reshape ops.reshard ops.rfftfreq ops.selu ops.sequence_mask ops.shuffle
ops.slice ops.smooth_l1_loss ops.sparse_segment_mean ops.standard_normal ops.std_mean ops.stft
ops.tanh ops.tensor_dot ops.tensor_scatter_max ops.tensor_scatter_update ops.tile ops.trapz
ops.unfold ops.unique_consecutive ops.unsorted_segment_max ops.unsorted_segment_prod
ops.unsorted_segment_sum ops.unstack ops.upsample ops.vander ops.view_as ops.view_as_real
ops.where ops.zeros ops.zeros_like scipy.fft.idct
""".split()
)


def cases(name: str) -> list[Record]:
    """The spoiled calls of a table, no two with the same id."""
    found: dict[str, Record] = {}
    bases: dict[str, Record] = {}
    for record in accepted(name):
        if record.op in SPELLINGS:
            bases.setdefault(record.op, record)
    for base in bases.values():
        base = replace(base, grad=False, random=True)
        for kind, spoiled in _spoiled(base):
            spoiled = replace(spoiled, tag=kind)
            found.setdefault(spoiled.id, spoiled)
    return list(found.values())


def spoiled() -> dict[str, list[Record]]:
    """The spoiled calls of all tables that have any."""
    found = {name: cases(name) for name in TABLES}
    return {name: calls for name, calls in found.items() if calls}


def _spoiled(record: Record) -> Iterator[tuple[str, Record]]:
    method = record.op.startswith("Tensor.")
    named = list(record.kwargs.items())
    arguments = [*enumerate(record.args), *named]
    tensors = [(k, v) for k, v in arguments if isinstance(v, Spec)]
    for key, _ in tensors[method : method + 1]:
        yield "type", _with(record, key, "bad")
    for key, value in tensors[:1]:
        yield "0-d", _with(record, key, Spec("unit", (), value.dtype))
        yield "7-d", _with(record, key, Spec("unit", (1,) * 7, value.dtype))
    numbers = [(k, v) for k, v in arguments if isinstance(v, int) and not isinstance(v, bool)]
    for key, _ in numbers[:2]:
        yield "range", _with(record, key, 99)
        yield "text", _with(record, key, "bad")
    for key, value in arguments:
        if isinstance(value, str):
            yield "option", _with(record, key, "bad")
        elif isinstance(value, (bool, float)):
            yield "option", _with(record, key, [1, "bad"])
        elif isinstance(value, (tuple, list)) and value and isinstance(value[0], int):
            yield "length", _with(record, key, type(value)([*value, 1, 1]))
            yield "range", _with(record, key, type(value)([*value[:-1], 99]))
        elif isinstance(value, dt):
            yield "option", _with(record, key, "bad")
    if any(v.dtype is None for _, v in tensors):
        yield "dtype", replace(record, dtype="c64")
        yield "dtype", replace(record, dtype="bool")


def _with(record: Record, key: Any, value: Any) -> Record:
    if isinstance(key, int):
        return replace(record, args=(*record.args[:key], value, *record.args[key + 1 :]))
    return replace(record, kwargs=record.kwargs | {key: value})
