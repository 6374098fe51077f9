"""Options of operations that the other tables leave at their defaults."""

from records import cases, dt, ints, marked, normal, perm, positive, spd, sym, ties, unit, values

GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}
x, y, v, m = normal(2, 3), normal(2, 3), normal(3), normal(3, 3)
image, volume = normal(1, 2, 6, 6), normal(1, 2, 4, 4, 4)
points = values([0, 2], "i32")
few = values([1, 0, 2, 1], "i32")
mask = values([[True, False, True], [False, True, True]], "bool")
places = values([[0], [2]], "i32")

holes, ends = values([1.0, float("nan")]), values([1.0, float("nan"), float("inf"), -float("inf")])
band = values([-1, 1], "i32")
kernel, unit_strides, no_pads = (3, 3), (1, 1, 1, 1), (0, 0, 0, 0)
frames = normal(5, 2, 4)
labels, lengths = values([[1, 2], [3, 1]], "i32"), (values([5, 5], "i32"), values([2, 2], "i32"))
batch = (image, normal(2), normal(2), normal(2), positive(2))
steps = values([1, 2, 3], "i64")
samples = values([[[0.8, 0.1], [0.3, 0.6]]])
samples3 = values([[[0.8, 0.1, 0.4], [0.3, 0.6, 0.9]]])
MASKS = ((1, 0, 0, 0, 0), (0, 2, 0, 0, 0), (0, 0, 2, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 0, 1))

DIFFERS = {
    r"^ops.matrix_diag\(.*MIDDLE": "of two mistakes MindSpore tells of the other one",
    r"^Tensor.div\(.*(0.3|, 2|, 3), rounding_mode='(floor|trunc)'": "it rounds on CPU too",
    r"^Tensor.nansum\(.*keepdim=": "both names are taken",
    r"(\.norm|'nuc').*dtype=dt\(float64\)\)": "norms are computed in Float64",
    r"^Tensor.reverse_sequence\(.*9": "lengths are not looked at",
    r"topk\(.*sorted=False": "the results are sorted all the same",
    r"^ops.round\(.*decimals=": "decimals work on CPU too",
    r"^ops.ctc_loss\(.*3, 3.*zero_infinity=True": "the option works on CPU too",
    r"^ops.BatchNorm\(False, 0.1, 0.2\)": "MindSpore's statistics are zeros",
    r"^ops.clip_by_norm\(normal<2x3>, 0.5, 1.0": "MindSpore forgets absolute values",
    r"'NHWC'\)\(normal<1x2x6x6>": "the format works on CPU too",
    r"^ops.AvgPool3D\(2, 1, 'pad', 1, True, False, 3": "MindSpore's gradient is wrong",
    r"^ops.max_unpool1d\(.*2, 2, 1\)": "places beyond the result are left out",
    r"^ops.searchsorted\(.*sorter=": "the option works on CPU too",
    r"^ops.StridedSlice\(0, 0, 0, 1, 0": "MindSpore reads other elements",
}
_CALLS = [
    # methods
    *cases("Tensor.add_", (x, y), (x, 2), alpha=3),
    *cases("Tensor.sub_", (x, y), (x, 2), alpha=0.5),
    *cases("Tensor.subtract", (x, y), alpha=2, **GRADS),
    *cases("Tensor.subtract", (x, 2), alpha=2, dtypes="i32 f32"),
    *cases("Tensor.all", (mask, 1), keepdim=True),
    *cases("Tensor.allclose", (holes, holes), equal_nan=True),
    *(
        r
        for f in ("amax", "amin", "max", "min")
        for given in ({"initial": 0.5}, {"initial": -9, "where": mask}, {"where": mask})
        for r in cases(f"Tensor.{f}", (x, 1), kw=given)
    ),
    *cases("Tensor.min", (x, 1), keepdim=True),
    *cases("Tensor.min", (x, 1), return_indices=True),
    *cases("Tensor.max", (x, 1), return_indices=True, keepdims=True),
    *cases("Tensor.approximate_equal", (x, y), tolerance=2.0),
    *cases("Tensor.argmin", (x, 1), keepdim=True, dtypes="f32 i32"),
    *cases("Tensor.argmin", (x, 1, True)),
    *cases("Tensor.argsort", (x,), dim=0, descending=True),
    *cases("Tensor.argsort", (ties(6),), stable=True),
    *cases("Tensor.argsort", (x, 0, True)),
    *cases("Tensor.astype", (x, dt("float16")), (x, dt("float32")), copy=False),
    *cases("Tensor.astype", (x, dt("int32"), True), (x, "int32"), (x, "nope"), (x, 3)),
    *cases("Tensor.bincount", (few, normal(4)), (few,), (few, None, 6), minlength=5),
    *cases("Tensor.clamp_", (x,), min=-0.2, max=0.3),
    *cases("Tensor.clamp_", (x, y)),
    *cases("Tensor.copy_", (x, y), (x, v), non_blocking=True),
    *cases("Tensor.count_nonzero", (ties(2, 3), 1), dtype=dt("int64")),
    *cases("Tensor.cov", (x,), aweights=positive(3)),
    *cases("Tensor.cov", (x,), fweights=values([1, 2, 1], "i32")),
    *cases("Tensor.cov", (x,), correction=0),
    *cases("Tensor.cumprod", (x, 1), dtype=dt("float64"), dtypes="f32 i32"),
    *cases("Tensor.diagonal_scatter", (normal(2, 3, 4), normal(3, 2)), dim1=2, dim2=0),
    *cases("Tensor.diagonal_scatter", (normal(2, 3, 4), normal(4, 2), 0, 2, 0), (x, normal(1), 2)),
    *cases("Tensor.diff", (x,), prepend=normal(2, 1), append=normal(2, 2)),
    *cases("Tensor.div", (x, y), (x, 0.3), rounding_mode="floor", dtypes="f32"),
    *cases("Tensor.div", (ints(4), 2), (ints(4), 3), rounding_mode="trunc", dtypes="i32 f32"),
    *cases("Tensor.div", (x, y), rounding_mode="up"),
    *cases("Tensor.divide", (x, y), rounding_mode="trunc"),
    *cases("ops.divide", (x, y), (ints(3), 2), rounding_mode="floor", dtypes="f32 i32"),
    *cases("Tensor.div_", (x, y), rounding_mode="floor"),
    *cases("Tensor.fill_diagonal", (normal(7, 3), 2.0), wrap=True),
    *cases(
        "Tensor.fold",
        (normal(1, 8, 9), [4, 4], [2, 2]),
        (normal(1, 8, 4), [4, 4], [2, 2], 2),
        (normal(1, 8, 4), [4, 4], [2, 2], 1, 0, 2),
        (normal(1, 8, 9), [4, 4], [2, 2], [1, 1], [1, 1], [2, 2]),
    ),
    *cases("Tensor.unfold", (image, 2), (image, [2, 3], 1, 1, 2), (image, 2, 2, 0, 1), (x, 2)),
    *cases("Tensor.histc", (x, 4), (x, 4, -1.0, 1.0), (x, 3, 1.0, -1.0), (x, 0)),
    *cases("Tensor.isclose", (x, x), (x, y, 0.5, 1.0), (holes, holes), equal_nan=True),
    *cases("ops.isclose", (x, y), rtol=0.1, atol=0.5),
    *cases("ops.isclose", (holes, holes), equal_nan=True),
    *cases("ops.isclose", (x, y), atol=1, equal_nan=True),
    *cases("ops.IsClose", (x, y), init=(0.5, 0.5, True)),
    *cases("ops.IsClose", (x, y), init={"equal_nan": 1}),
    *cases("Tensor.matmul", (x, normal(3, 2)), (x, v), (v, v), (x, y), **GRADS),
    *cases("Tensor.mean", (x, 1), keepdim=True),
    *cases("Tensor.std", (x, 1), keepdim=True),
    *cases("Tensor.var", (x,), dim=1, correction=0, keepdim=True),
    *cases("Tensor.prod", (x, 1), keepdim=True),
    *cases("Tensor.prod", (x, 1), dtype=dt("float64"), dtypes="f32 i32"),
    *cases("Tensor.nanmean", (x, 1), dtype=dt("float64")),
    *cases("Tensor.nansum", (x, 1), keepdim=True),
    *cases("Tensor.nansum", (x, 1), dtype=dt("float64"), dtypes="f32 i32"),
    *cases("Tensor.narrow", (x, 1, 0, 2), (x, -1, 1, 2), (x, 2, 0, 1), (x, 1, 0, 5)),
    *cases("Tensor.new_ones", (x, (2,)), dtype=dt("int32")),
    *cases("Tensor.nonzero", (ties(2, 3),), as_tuple=True),
    *cases("ops.nonzero", (ties(2, 3),), (ties(4),), as_tuple=True),
    *cases("Tensor.norm", (x, 2, 1), dtype=dt("float64")),
    *cases("Tensor.remainder", (x, 0.7), (x, y), (ints(3), -2), dtypes="f32 i32"),
    *cases("Tensor.repeat_interleave", (x, 2, 1), output_size=6),
    *cases("Tensor.reverse_sequence", (m, steps, 1, 0), (m, steps, 0, 1)),
    *cases("Tensor.reverse_sequence", (m, steps, 1, 1), (m, values([1, 2, 9], "i64"), 1)),
    *cases("Tensor.searchsorted", (values([1.0, 3, 5]), 4), sorter=values([0, 1, 2], "i64")),
    *cases(
        "Tensor.slice_scatter",
        (normal(4, 3), normal(2, 3)),
        kw={"axis": 0, "start": 1, "end": 4, "step": 2},
    ),
    *cases("Tensor.slice_scatter", (x, normal(2, 1), 1, 2), (x, normal(2, 1), 1, 0, 2)),
    *cases("Tensor.sort", (ties(6),), stable=True),
    *cases("Tensor.stride", (x, 1), (x, -1), (x, 2)),
    *cases("Tensor.tensor_split", (normal(4, 6), 3), (normal(4, 6), (1, 4)), axis=1),
    *cases("Tensor.tensor_split", (normal(4, 6), 3, 2)),
    *cases("Tensor.top_k", (x, 2), sorted=False),
    *cases("Tensor.topk", (perm(2, 5), 2), sorted=False),
    *cases("Tensor.topk", (perm(2, 5), 2, 0), (x, 2, 1, False), (x, 9), (x, -1)),
    *cases("ops.topk", (perm(2, 5), 2), sorted=False),
    *cases("Tensor.unsqueeze", (x, 1), (x, -1), (x, 3), (x, 4)),
    *cases("Tensor.where", (x, mask, y), (x, mask, 2.0)),
    # extrema and sums
    *cases("ops.amin", (x, 1), initial=0.2),
    *cases("ops.amin", (x, 1), initial=9, where=mask),
    *cases("ops.min", (x, 1), initial=0.2),
    *cases("ops.min", (x, 1), initial=9, where=mask),
    *cases("ops.max", (x, 1), initial=-9, where=mask),
    *cases("ops.ArgMinWithValue", (x,), (normal(3),), init=(0, True)),
    *cases("ops.ArgMinWithValue", (x,), init={"axis": 2}),
    *cases("ops.nanmean", (x, 1), dtype=dt("float64")),
    *cases("ops.norm", (x, 2, 1), dtype=dt("float64")),
    *cases("ops.vector_norm", (x, 2, 1), dtype=dt("float64")),
    *cases("ops.matrix_norm", (normal(2, 3, 4),), axis=(0, 2), keepdims=True),
    *cases("ops.matrix_norm", (x,), (x, 1), (x, "nuc"), dtype=dt("float64")),
    *cases("ops.matrix_norm", (normal(2, 3, 4), "fro", (0, 0)), (normal(2, 3, 4), 3)),
    *cases("ops.Median", (normal(5),), init=(True,)),
    *cases("ops.Median", (x,), init={"axis": 1, "keep_dims": True}),
    *cases("ops.vecdot", (x, y), axis=0),
    *cases("ops.vecdot", (x, y), axis=2),
    *cases("ops.softmin", (x,), dtype=dt("float64"), axis=0),
    *cases("ops.ones_like", (x,), dtype=dt("int32"), dtypes="f32 i32 bool"),
    *cases("ops.round", (x,), decimals=2),
    *cases("ops.round", (x,), decimals=-1, dtypes="f32"),
    *cases("ops.relu", (x,), inplace=True),
    *cases("ops.swiglu", (normal(2, 4),), dim=0, **GRADS),
    # activations and losses
    *cases("ops.CeLU", (x,), init=(2.0,), **GRADS),
    *cases("ops.CeLU", (x,), init=(0.0,)),
    *cases("ops.CeLU", (x,), init=(1,)),
    *cases("ops.Elu", (x,), init=(1.0,)),
    *cases("ops.Elu", (x,), init=(2.0,)),
    *cases("ops.Logit", (unit(2, 3),), init=(0.3,)),
    *cases("ops.Logit", (unit(2, 3),), init=(1,)),
    *cases("ops.SoftShrink", (x,), init=(0.1,), **GRADS),
    *cases("ops.SoftShrink", (x,), init=(-1.0,)),
    *cases("ops.NanToNum", (ends,), init=(1.0, 2.0, 3.0)),
    *cases("ops.NanToNum", (x,), init=(1, 2.0, 3.0)),
    *cases("ops.NLLLoss", (x, values([0, 2], "i32"), unit(3)), init=("mean", 2), **GRADS),
    *cases("ops.NLLLoss", (x, values([0, 2], "i32"), unit(3)), init=("sum", 1.0)),
    *cases("ops.nll_loss", (x, values([0, 2], "i32")), ignore_index=2, **GRADS),
    *cases("ops.nll_loss", (x, values([0, 2], "i32"), unit(3), 0, "sum", 0.2), **GRADS),
    *cases(
        "ops.ctc_loss",
        (frames, labels, *lengths),
        (frames, values([[1, 1], [3, 3]], "i32"), values([2, 5], "i32"), lengths[1]),
        zero_infinity=True,
    ),
    *cases(
        "ops.CTCLossV2",
        (frames, labels, *lengths),
        init=(0, "none", True),
    ),
    *cases(
        "ops.CTCLossV2",
        (frames, labels, *lengths),
        init=(0, "mean"),
    ),
    *cases("ops.CTCGreedyDecoder", (normal(4, 2, 3), values([4, 3], "i32")), init=(False,)),
    *cases("ops.embedding", (points, normal(4, 3)), (points, normal(4, 3), 0, 1.0, 1.0), **GRADS),
    *cases("ops.embedding", (points, normal(4, 3)), max_norm=0.5, norm_type=1.0),
    *cases("ops.embedding", (points, normal(4, 3)), scale_grad_by_freq=True),
    *cases("ops.layer_norm", (x, (3,), v, v), (x, (2,)), (x, 3), eps=0.1),
    *cases("ops.BatchNorm", batch, init=(False, 0.1, 0.2)),
    *cases("ops.BatchNorm", batch, init={"epsilon": 0}),
    *cases("ops.BatchNorm", batch, init={"momentum": 2.0}),
    *cases("ops.LRN", (image,), init=(2, 1.5, 0.5, 0.7), **GRADS),
    *cases("ops.lrn", (image,), norm_region="ALL"),
    *cases("ops.clip_by_norm", (x, 0.5), (x, 0.5, 1.0), error_if_nonfinite=True),
    *cases("ops.clip_by_norm", (holes, 0.5), error_if_nonfinite=True),
    *cases("ops.bounding_box_decode", (normal(2, 4), unit(2, 4), (16, 16)), wh_ratio_clip=0.5),
    # convolutions and pools
    *cases("ops.AvgPool", (image,), init=(2, 2, "valid", "NHWC")),
    *cases("ops.MaxPool", (image,), init=(2, 2, "valid", "NHWC")),
    *cases("ops.AvgPool3D", (volume,), init=(2, 1, "pad", 1, True, False, 3), **GRADS),
    *cases("ops.AvgPool3D", (volume,), init=(2, 2, "valid", 0, False, True, 0, "NHWC")),
    *cases("ops.MaxPool3D", (normal(1, 1, 5, 5, 5),), init=(2, 2, "pad", 0, True), **GRADS),
    *cases("ops.MaxPool3D", (volume,), init={"kernel_size": 2, "data_format": "NHWC"}),
    *cases(
        "ops.MaxPool3DWithArgmax", (volume,), init=(2, 1, 0, (1, 1, 1), True, "NCDHW", dt("int32"))
    ),
    *cases("ops.MaxPool3DWithArgmax", (volume,), init=(2, 2, 1, (2, 2, 2))),
    *cases("ops.MaxPoolWithArgmax", (image,), init=(2, 2, "same")),
    *cases("ops.MaxPoolWithArgmax", (image,), init=(2, 2, "pad")),
    *cases(
        "ops.MaxPoolWithArgmaxV2", (normal(1, 1, 5, 5),), init=(2, 2, 0, (1, 1), True, dt("int32"))
    ),
    *cases("ops.MaxPoolWithArgmaxV2", (image,), init=(3, 2, 1, (2, 2))),
    *cases("ops.avg_pool3d", (volume, 2, 2, 0, False, True, 3), (volume, 2, 2, 1, True), **GRADS),
    *cases(
        "ops.lp_pool1d", (normal(1, 2, 7), 2.0, 3, 2, True), (normal(1, 2, 7), 2.0, 3, 2), **GRADS
    ),
    *cases("ops.max_unpool1d", (normal(1, 1, 2), values([[[1, 3]]], "i64"), 2, 2, 0, (1, 1, 5))),
    *cases("ops.max_unpool1d", (normal(1, 1, 2), values([[[1, 3]]], "i64"), 2, 2, 1)),
    *cases(
        "ops.max_unpool3d",
        (
            normal(1, 1, 1, 1, 2),
            values([[[[[0, 3]]]]], "i64"),
            (1, 1, 2),
            (1, 1, 2),
            0,
            (1, 1, 1, 1, 5),
        ),
        (normal(1, 1, 1, 1, 2), values([[[[[0, 3]]]]], "i64"), (1, 1, 2), 2),
    ),
    *cases("ops.Conv3D", (volume, normal(2, 2, 2, 2, 2)), init=(2, 2, 1, "pad", 1, 2), **GRADS),
    *cases(
        "ops.Conv3D",
        (normal(1, 1, 5, 5, 5), normal(2, 1, 2, 2, 2)),
        init=(2, 2, 1, "same", 0, 1, 2),
    ),
    *cases(
        "ops.Conv3D",
        (volume, normal(2, 1, 2, 2, 2)),
        init={"out_channel": 2, "kernel_size": 2, "group": 2},
    ),
    *cases("ops.conv3d", (volume, normal(2, 2, 2, 2, 2), None, 1, "valid", 0, 2), **GRADS),
    *cases("ops.conv3d", (volume, normal(2, 1, 2, 2, 2)), groups=2),
    *cases(
        "ops.Conv3DTranspose",
        (volume, normal(2, 2, 2, 2, 2)),
        init=(2, 2, 2, 1, "pad", 1, 2),
        **GRADS,
    ),
    *cases("ops.Conv3DTranspose", (volume, normal(2, 2, 2, 2, 2)), init=(2, 2, 2, 1, "same", 0, 2)),
    *cases("ops.conv3d_transpose", (volume, normal(2, 2, 2, 2, 2), None, 2, "pad", 1), **GRADS),
    *cases(
        "ops.Conv2DTranspose",
        (image, normal(2, 3, 2, 2), (1, 3, 12, 12)),
        init=(3, 2, "valid", 0, None, 1, 2),
    ),
    *cases("ops.Conv2DTranspose", (image, normal(2, 3, 2, 2), (1, 3, 5, 5)), init=(3, 2, "pad", 1)),
    *cases(
        "ops.Conv2DBackpropInput", (image, normal(2, 3, 2, 2), (1, 3, 5, 5)), init=(2, 2, "pad", 1)
    ),
    *cases(
        "ops.Conv2DBackpropInput",
        (image, normal(2, 3, 2, 2), (1, 3, 12, 12)),
        init=(2, 2, "valid", 0, None, 1, 2),
    ),
    *cases(
        "ops.Col2Im", (normal(1, 2, 4, 4), values([4, 4], "i32")), init=([2, 2], 1, 0, 2), **GRADS
    ),
    *cases("ops.Col2Im", (normal(1, 2, 4, 4), values([4, 4], "i32")), init=([2, 2], 2, 0, 1)),
    *cases("ops.Im2Col", (image,), init=([2, 2], 2, 2, 1), **GRADS),
    *cases(
        "ops.ExtractImagePatches", (image,), init=([1, 1, 2, 2], [1, 1, 2, 2], [1, 1, 1, 1], "SAME")
    ),
    *cases("ops.GridSampler3D", (volume, sym(1, 2, 2, 2, 3)), init=("nearest", "border", True)),
    *cases(
        "ops.GridSampler3D",
        (volume, sym(1, 2, 2, 2, 3)),
        init=("bilinear", "reflection", True),
        **GRADS,
    ),
    *cases(
        "ops.CropAndResize",
        (normal(1, 4, 4, 2), values([[0.0, 0.0, 1.5, 1.0]]), values([0], "i32"), (2, 3)),
        init=("nearest", 7.0),
    ),
    *cases(
        "ops.DeformableOffsets",
        (image, normal(1, 27, 4, 4)),
        init=((1, 1, 1, 1), (0, 0, 0, 0), (3, 3)),
    ),
    *cases(
        "ops.deformable_conv2d",
        (
            image,
            normal(4, 1, 3, 3),
            normal(1, 27, 4, 4),
            kernel,
            unit_strides,
            no_pads,
            normal(4),
            unit_strides,
            2,
        ),
        (
            image,
            normal(4, 2, 3, 3),
            normal(1, 18, 4, 4),
            kernel,
            unit_strides,
            no_pads,
            None,
            unit_strides,
            1,
            1,
            False,
        ),
        (
            image,
            normal(4, 2, 3, 3),
            normal(1, 27, 2, 2),
            kernel,
            unit_strides,
            no_pads,
            None,
            (1, 1, 2, 2),
        ),
    ),
    *cases(
        "ops.upsample",
        (image,),
        scale_factor=(0.5, 2.0),
        mode="bilinear",
        recompute_scale_factor=True,
    ),
    *cases("ops.fractional_max_pool2d", (image, 2, (3, 3)), _random_samples=samples),
    *cases(
        "ops.fractional_max_pool2d",
        (image, 2),
        output_ratio=(0.5, 0.5),
        return_indices=True,
        _random_samples=samples,
    ),
    *cases(
        "ops.fractional_max_pool3d",
        (volume, 2),
        output_ratio=(0.5, 0.5, 0.5),
        return_indices=True,
        _random_samples=samples3,
    ),
    *cases("ops.BiasAdd", (normal(2, 4, 4, 3), v), init=("NHWC",)),
    *cases("ops.BiasAdd", (normal(1, 3, 2, 2, 2), v), init=("NCDHW",)),
    *cases("ops.DataFormatDimMap", (ints(4, low=0, high=4, dtype="i32"),), init=("NCHW", "NHWC")),
    *cases("ops.DataFormatDimMap", (ints(4, low=0, high=4, dtype="i32"),), init=("NCHW", "NCWH")),
    *cases("ops.DataFormatVecPermute", (values([1, 2, 3, 4], "i32"),), init=("NCHW", "NHWC")),
    *cases("ops.DataFormatVecPermute", (values([[1, 2], [3, 4]], "i32"),), init=("NHWC", "NCHW")),
    # matrices
    *cases("ops.CholeskyInverse", (spd(3, 3),), init=(True,), rtol=1e-4),
    *cases("ops.CholeskySolve", (normal(3, 2), spd(3, 3)), init=(True,), rtol=1e-4),
    *cases("ops.LuUnpack", (normal(3, 3), values([2, 3, 3], "i32")), init=(False, True)),
    *cases("ops.LuUnpack", (normal(3, 3), values([2, 3, 3], "i32")), init=(True, False)),
    *cases("ops.MatrixDiagPartV3", (normal(2, 3, 4), band, values(0.5)), init=("LEFT_LEFT",)),
    *cases("ops.MatrixDiagPartV3", (normal(2, 3, 4), band, values(0.5)), init=("RIGHT_RIGHT",)),
    *cases(
        "ops.MatrixDiagV3",
        (normal(2, 3, 3), band, values(3, "i32"), values(3, "i32"), values(0.5)),
        init=("LEFT_LEFT",),
    ),
    *cases("ops.MatrixSetDiagV3", (normal(3, 4), normal(3, 3), band), init=("LEFT_RIGHT",)),
    *cases("ops.matrix_set_diag", (normal(3, 4), normal(3, 3), (-1, 1)), align="LEFT_LEFT"),
    *cases("ops.matrix_diag", (normal(3, 3), (-1, 1)), align="LEFT_LEFT"),
    *cases("ops.matrix_diag", (normal(3, 3), (-1, 1)), align="MIDDLE"),
    *cases("ops.MatrixSolve", (spd(3, 3), normal(3, 2)), init=(True,), rtol=1e-4),
    *cases("ops.pinv", (normal(3, 2),), atol=0.1, rtol=0.5, tag="rank"),
    *cases("ops.pinv", (spd(3, 3),), hermitian=True, rtol=1e-3),
    *cases("ops.IndexAdd", (normal(3, 3).param(), points, normal(3, 2)), init=(1, False, False)),
    *cases(
        "ops.index_add",
        (normal(3, 3).param(), points, normal(3, 2), 1),
        use_lock=False,
        check_index_bound=False,
    ),
    *cases("ops.reverse_sequence", (m, steps, 0, 1), (m, steps, 0, 0)),
    # sequences
    *cases("ops.BartlettWindow", (values(5, "i32"),), init=(False, dt("float64"))),
    *cases("ops.BlackmanWindow", (values(5, "i32"),), init=(False, dt("float64"))),
    *cases("ops.HammingWindow", (values([5], "i32"),), init=(False, 0.3, 0.7, dt("float64"))),
    *cases("ops.bartlett_window", (5, True), (5,), (values(5, "i32"),), dtype=dt("float64")),
    *cases("ops.blackman_window", (5, True), (5,), (values(5, "i32"),), dtype=dt("float64")),
    *cases("ops.TrilIndices", (), init=(3, 4, 1, dt("int64"))),
    *cases("ops.TriuIndices", (), init=(3, 4, -1, dt("int64"))),
    *cases("ops.SearchSorted", (values([1.0, 3, 5]), values([3.0])), init=(dt("int32"), True)),
    *cases("ops.LowerBound", (values([[1, 2, 3]]), values([[2]])), init=(dt("int64"),)),
    *cases("ops.searchsorted", (values([1.0, 3, 5]), values([3.0])), right=True, out_int32=True),
    *cases(
        "ops.searchsorted", (values([3.0, 1, 5]), values([3.0])), sorter=values([1, 0, 2], "i64")
    ),
    *cases("ops.Range", (0, 6, 2), (0, 9, 1), init=(3,)),
    *cases("ops.range", (0, 6, 2, 2), (0, 6, 2, 0), (0, 6, 2, 1.0)),
    *cases("ops.Unstack", (m,), init=(1, 3)),
    *cases("ops.Unstack", (m,), init=(1, 2)),
    *cases("ops.ApproximateEqual", (x, y), init=(2.0,)),
    *cases("ops.ApproximateEqual", (x, y), init=("a",)),
    *(
        r
        for flags in MASKS
        for r in cases(
            "ops.StridedSlice", (normal(3, 4, 5), (1, 0, 1), (3, 2, 4), (1, 1, 2)), init=flags
        )
    ),
    # scattering
    *(
        r
        for f in "Add Div Max Min Mul Sub Update".split()
        for r in cases(
            f"ops.Scatter{f}", (normal(4, 2).param(), points, normal(2, 2)), init=(True,)
        )
    ),
    *(
        r
        for f in "Add Div Max Min Mul Sub Update".split()
        for r in cases(
            f"ops.ScatterNd{f}", (normal(3, 2).param(), places, normal(2, 2)), init=(True,)
        )
    ),
    *cases("ops.ScatterAdd", (normal(4, 2).param(), points, normal(2, 2)), init=(1,)),
    # sparse
    *cases("ops.Quantile", (x,), init=(0.3,)),
]
RECORDS = marked(_CALLS, DIFFERS)
