"""What spellings take, where it is less than their kernel could use; see `checked.Rule`."""

from __future__ import annotations

_TABLE = {
    "bool": """
        Tensor.copy_.non_blocking Tensor.fill_diagonal.wrap Tensor.logsumexp.keepdim
        Tensor.nanmean.keepdims Tensor.nansum.keepdims Tensor.ptp.keepdims Tensor.qr.some
        Tensor.std.keepdims Tensor.svd.compute_uv Tensor.svd.full_matrices
        Tensor.top_k.sorted Tensor.topk.largest Tensor.unique_consecutive.return_counts
        Tensor.unique_consecutive.return_inverse Tensor.var.keepdims mint.all.keepdim
        mint.amax.keepdim mint.amin.keepdim mint.any.keepdim mint.mean.keepdim
        mint.prod.keepdim mint.sum.keepdim ops.ArgMaxWithValue.keep_dims
        ops.ArgMinWithValue.keep_dims ops.AvgPool3D.ceil_mode ops.BatchMatMul.transpose_a
        ops.BatchMatMul.transpose_b ops.CTCLossV2.zero_infinity ops.Cholesky.upper
        ops.CholeskyInverse.upper ops.CholeskySolve.upper ops.CumProd.exclusive
        ops.CumProd.reverse ops.CumSum.exclusive ops.CumSum.reverse
        ops.CumulativeLogsumexp.exclusive ops.CumulativeLogsumexp.reverse
        ops.FillDiagonal.wrap ops.GridSampler2D.align_corners
        ops.GridSampler3D.align_corners ops.IsClose.equal_nan ops.LuUnpack.unpack_data
        ops.LuUnpack.unpack_pivots ops.MatMul.transpose_a ops.MatMul.transpose_b
        ops.MatrixInverse.adjoint ops.MatrixSolve.adjoint
        ops.MatrixTriangularSolve.adjoint ops.MatrixTriangularSolve.lower
        ops.MaxPool3DWithArgmax.ceil_mode ops.MaxPoolWithArgmaxV2.ceil_mode
        ops.Median.global_median ops.Median.keep_dims ops.Qr.full_matrices
        ops.ReduceMean.keep_dims ops.ReduceMin.keep_dims ops.ReduceProd.keep_dims
        ops.ReduceStd.keep_dims ops.ReduceStd.unbiased ops.ReduceSum.keep_dims
        ops.ReduceSum.skip_mode ops.ResizeArea.align_corners
        ops.ResizeBicubic.align_corners ops.ResizeBicubic.half_pixel_centers
        ops.ResizeBilinearV2.align_corners ops.ResizeBilinearV2.half_pixel_centers
        ops.ResizeNearestNeighbor.align_corners ops.ResizeNearestNeighborV2.align_corners
        ops.ResizeNearestNeighborV2.half_pixel_centers
        ops.SparseSoftmaxCrossEntropyWithLogits.is_grad ops.Svd.compute_uv
        ops.Svd.full_matrices ops.UniqueConsecutive.return_counts
        ops.UniqueConsecutive.return_inverse ops.UpsampleTrilinear3D.align_corners
        ops.adaptive_max_pool2d.return_indices ops.affine_grid.align_corners
        ops.all.keep_dims ops.argmax.keepdim ops.avg_pool1d.ceil_mode
        ops.avg_pool1d.count_include_pad ops.avg_pool2d.ceil_mode
        ops.avg_pool2d.count_include_pad ops.bucketize.right ops.count_nonzero.keep_dims
        ops.ctc_loss.zero_infinity ops.fractional_max_pool2d.return_indices
        ops.fractional_max_pool3d.return_indices ops.gaussian_nll_loss.full
        ops.isclose.equal_nan ops.logsumexp.keepdim ops.lp_pool1d.ceil_mode
        ops.lp_pool2d.ceil_mode ops.nanmean.keepdims ops.pinv.hermitian ops.prod.keep_dims
        ops.searchsorted.out_int32 ops.searchsorted.right ops.std.keepdims
        ops.std_mean.keepdims ops.stft.normalized ops.sum.keepdim ops.topk.largest
        ops.unique_consecutive.return_counts ops.unique_consecutive.return_inverse
        ops.var.keepdims ops.var_mean.keepdims
    """,
    "int": """
        Tensor.bincount.minlength Tensor.cummin.axis Tensor.diagonal_scatter.dim1
        Tensor.diagonal_scatter.dim2 Tensor.diagonal_scatter.offset Tensor.diff.n
        Tensor.expand_dims.axis Tensor.logcumsumexp.axis Tensor.softmax.axis
        Tensor.std.ddof Tensor.tensor_split.axis Tensor.top_k.k ops.CTCLossV2.blank
        ops.Conv2DBackpropInput.mode ops.Conv2DTranspose.mode ops.Conv3D.mode
        ops.Conv3DTranspose.mode ops.DeformableOffsets.deformable_groups ops.InTopK.k
        ops.IndexAdd.axis ops.IndexPut.accumulate ops.InplaceIndexAdd.axis ops.Median.axis
        ops.MultiMarginLoss.p ops.Mvlgamma.p ops.Padding.pad_dim_size
        ops.ReverseSequence.batch_dim ops.ReverseSequence.seq_dim
        ops.ScatterAddWithAxis.axis ops.Tril.diagonal ops.Unpack.axis ops.Unstack.axis
        ops.adaptive_avg_pool1d.output_size ops.adaptive_max_pool1d.output_size
        ops.avg_pool1d.kernel_size ops.avg_pool1d.stride ops.avg_pool2d.divisor_override
        ops.bincount.minlength ops.chunk.axis ops.chunk.chunks ops.combinations.r
        ops.coo_concat.concat_dim ops.cross_entropy.ignore_index ops.diag_embed.dim1
        ops.diag_embed.dim2 ops.diag_embed.offset ops.diagonal_scatter.dim1
        ops.diagonal_scatter.dim2 ops.diagonal_scatter.offset ops.diff.n ops.dist.p
        ops.flatten.start_dim ops.inplace_index_add.axis ops.list_setitem.index
        ops.logcumsumexp.axis ops.lp_pool1d.kernel_size ops.lrn.depth_radius
        ops.multinomial_with_replacement.numsamples ops.pixel_shuffle.upscale_factor
        ops.pixel_unshuffle.downscale_factor ops.repeat_elements.axis
        ops.select_scatter.axis ops.split.axis ops.tensor_split.axis ops.trapz.dim
        ops.tuple_setitem.index ops.vecdot.axis
    """,
    "int tuple": """
        ops.AvgPool3D.kernel_size ops.AvgPool3D.strides ops.Conv2D.dilation
        ops.Conv2D.kernel_size ops.Conv2D.stride ops.Conv2DBackpropInput.kernel_size
        ops.Conv2DBackpropInput.pad ops.Conv2DBackpropInput.stride
        ops.Conv2DTranspose.kernel_size ops.Conv2DTranspose.pad ops.Conv2DTranspose.stride
        ops.Conv3D.dilation ops.Conv3D.kernel_size ops.Conv3D.pad ops.Conv3D.stride
        ops.Conv3DTranspose.kernel_size ops.Conv3DTranspose.pad ops.Conv3DTranspose.stride
        ops.MaxPool.kernel_size ops.MaxPool.strides ops.MaxPool3D.kernel_size
        ops.MaxPool3D.pad_list ops.MaxPool3D.strides ops.MaxPool3DWithArgmax.dilation
        ops.MaxPool3DWithArgmax.ksize ops.MaxPool3DWithArgmax.pads
        ops.MaxPool3DWithArgmax.strides ops.MaxPoolWithArgmax.kernel_size
        ops.MaxPoolWithArgmax.strides ops.MaxPoolWithArgmaxV2.dilation
        ops.MaxPoolWithArgmaxV2.kernel_size ops.MaxPoolWithArgmaxV2.pads
        ops.avg_pool1d.padding ops.avg_pool2d.kernel_size ops.avg_pool2d.padding
        ops.avg_pool2d.stride ops.avg_pool3d.kernel_size ops.avg_pool3d.padding
        ops.avg_pool3d.stride ops.conv2d.dilation ops.conv3d_transpose.output_padding
        ops.conv3d_transpose.stride ops.fractional_max_pool2d.kernel_size
        ops.fractional_max_pool3d.kernel_size ops.lp_pool2d.kernel_size
        ops.max_unpool2d.kernel_size ops.max_unpool2d.padding ops.max_unpool3d.kernel_size
        ops.max_unpool3d.padding
    """,
    "int Tensor[int]": """
        Tensor.gather_elements.dim Tensor.index_fill.axis Tensor.trace.axis1
        Tensor.trace.axis2 Tensor.trace.offset mint.gather.dim mint.index_add.dim
        mint.scatter.dim mint.select.dim mint.select.index ops.ArgMaxWithValue.axis
        ops.ArgMinWithValue.axis ops.Argmax.axis ops.Argmin.axis ops.Cross.dim
        ops.EmbeddingLookup.offset ops.Eye.m ops.GatherD.dim ops.IndexFill.axis
        ops.LinSpace.num ops.StridedSlice.begin_mask ops.StridedSlice.ellipsis_mask
        ops.StridedSlice.end_mask ops.StridedSlice.new_axis_mask
        ops.StridedSlice.shrink_axis_mask ops.gather_d.dim ops.gather_elements.dim
        ops.index_fill.axis ops.linspace.steps ops.matrix_set_diag.k
    """,
    "Tensor !ValueError int float bool": """
        ops.IndexAdd.y ops.InplaceIndexAdd.updates ops.InplaceIndexAdd.var
        ops.MatrixSetDiagV3.diagonal ops.MatrixSetDiagV3.x ops.ScatterAdd.input_x
        ops.ScatterAddWithAxis.input_x ops.ScatterAddWithAxis.updates
        ops.ScatterDiv.input_x ops.ScatterMax.input_x ops.ScatterMin.input_x
        ops.ScatterMul.input_x ops.ScatterNdUpdate.input_x ops.ScatterUpdate.input_x
        ops.cumprod.input ops.index_add.y ops.inplace_index_add.updates
        ops.inplace_index_add.var ops.matrix_set_diag.diagonal ops.matrix_set_diag.x
        ops.scatter_add.input_x ops.scatter_div.input_x ops.scatter_max.input_x
        ops.scatter_min.input_x ops.scatter_mul.input_x ops.scatter_nd_update.input_x
        ops.scatter_update.input_x ops.softmin.x
    """,
    "Tensor[<input_x] !ValueError int float bool": """
        ops.ScatterAdd.updates ops.ScatterDiv.updates ops.ScatterMax.updates
        ops.ScatterMin.updates ops.ScatterMul.updates ops.ScatterNdAdd.updates
        ops.ScatterNdDiv.updates ops.ScatterNdMax.updates ops.ScatterNdMin.updates
        ops.ScatterNdMul.updates ops.ScatterNdSub.updates ops.ScatterNdUpdate.updates
        ops.ScatterSub.updates ops.ScatterUpdate.updates ops.scatter_add.updates
        ops.scatter_div.updates ops.scatter_max.updates ops.scatter_min.updates
        ops.scatter_mul.updates ops.scatter_nd_add.updates ops.scatter_nd_div.updates
        ops.scatter_nd_max.updates ops.scatter_nd_min.updates ops.scatter_nd_mul.updates
        ops.scatter_nd_sub.updates ops.scatter_nd_update.updates
        ops.scatter_update.updates
    """,
    "Tensor[int32]": """
        Tensor.index_fill.index Tensor.lu_solve.LU_pivots mint.index_add.index
        ops.AdaptiveMaxPool3D.output_size ops.Bincount.array ops.Bincount.size
        ops.CTCLoss.sequence_length ops.ExtractGlimpse.size ops.IndexAdd.indices
        ops.IndexFill.index ops.InplaceIndexAdd.indices ops.LuSolve.lu_pivots
        ops.MatrixDiagPartV3.k ops.MatrixDiagV3.k ops.MatrixDiagV3.num_cols
        ops.MatrixDiagV3.num_rows ops.MatrixSetDiagV3.k ops.ResizeArea.size
        ops.ScaleAndTranslate.size ops.index_add.indices ops.index_fill.index
        ops.inplace_index_add.indices ops.lu_solve.LU_pivots ops.matrix_diag_part.k
    """,
    "int float bool": """
        Tensor.addbmm.alpha Tensor.addbmm.beta Tensor.addmm.alpha Tensor.addmm.beta
        Tensor.addmv.alpha Tensor.addmv.beta Tensor.addr.alpha Tensor.addr.beta
        ops.IsClose.atol ops.IsClose.rtol ops.ScalarCast.input_x ops.SmoothL1Loss.beta
        ops.addbmm.alpha ops.addbmm.beta ops.addmv.alpha ops.addmv.beta ops.addr.alpha
        ops.addr.beta ops.cosine_embedding_loss.margin ops.hinge_embedding_loss.margin
        ops.lp_pool1d.norm_type ops.lp_pool2d.norm_type ops.scalar_cast.input_x
    """,
    "int tuple list": """
        Tensor.dsplit.indices_or_sections Tensor.hsplit.indices_or_sections
        Tensor.tensor_split.indices_or_sections Tensor.unfold.dilation
        Tensor.unfold.padding Tensor.unfold.stride Tensor.vsplit.indices_or_sections
        ops.Col2Im.dilation ops.Col2Im.padding ops.Col2Im.stride ops.Im2Col.dilations
        ops.Im2Col.pads ops.Im2Col.strides ops.conv1d.padding
        ops.dsplit.indices_or_sections ops.fold.kernel_size ops.hsplit.indices_or_sections
        ops.split.split_size_or_sections ops.tensor_dot.axes
        ops.tensor_split.indices_or_sections ops.vsplit.indices_or_sections
    """,
    "dtype": """
        ops.Argmax.output_type ops.Argmin.output_type ops.BartlettWindow.dtype
        ops.BlackmanWindow.dtype ops.Eye.dtype ops.Fill.dtype ops.HammingWindow.dtype
        ops.LogSpace.dtype ops.MaxPool3DWithArgmax.argmax_type ops.RandpermV2.dtype
        ops.ScalarToTensor.dtype ops.count_nonzero.dtype ops.in_dict.d ops.logspace.dtype
        ops.not_in_dict.d ops.random_poisson.dtype ops.randperm.dtype
        ops.scalar_to_tensor.dtype
    """,
    "int bool": """
        Tensor.diagflat.offset Tensor.rot90.k Tensor.swapaxes.axis0 Tensor.swapaxes.axis1
        Tensor.swapdims.dim0 Tensor.swapdims.dim1 ops.diagflat.offset
        ops.index_select.axis ops.narrow.axis ops.rot90.k ops.std.ddof ops.std_mean.ddof
        ops.swapaxes.axis0 ops.swapaxes.axis1 ops.swapdims.dim0 ops.swapdims.dim1
        ops.var.ddof ops.var_mean.ddof
    """,
    "Tensor[=input]": """
        Tensor.heaviside.values Tensor.igamma.other Tensor.igammac.other
        Tensor.inner.other Tensor.nextafter.other ops.Heaviside.values ops.Igamma.other
        ops.Igammac.other ops.NextAfter.other ops.Zeta.other ops.heaviside.values
        ops.igamma.other ops.igammac.other ops.inner.other ops.nextafter.other
    """,
    "float": """
        Tensor.fill_diagonal.fill_value ops.CropAndResize.extrapolation_value
        ops.FillDiagonal.fill_value ops.HammingWindow.alpha ops.HammingWindow.beta
        ops.Renorm.maxnorm ops.bounding_box_decode.wh_ratio_clip
        ops.cross_entropy.label_smoothing ops.hamming_window.alpha ops.hamming_window.beta
        ops.lrn.alpha ops.lrn.beta ops.lrn.bias ops.margin_ranking_loss.margin
        ops.trapz.dx
    """,
    "Tensor[int float16 bfloat16 float32 float64] !ValueError int float bool": """
        ops.ScatterNdAdd.input_x ops.ScatterNdDiv.input_x ops.ScatterNdMax.input_x
        ops.ScatterNdMin.input_x ops.ScatterNdMul.input_x ops.ScatterNdSub.input_x
        ops.ScatterSub.input_x ops.scatter_nd_add.input_x ops.scatter_nd_div.input_x
        ops.scatter_nd_max.input_x ops.scatter_nd_min.input_x ops.scatter_nd_mul.input_x
        ops.scatter_nd_sub.input_x
    """,
    "int tuple None": """
        Tensor.norm.dim Tensor.std.axis Tensor.std.dim ops.MaxPoolWithArgmaxV2.strides
        ops.fractional_max_pool2d.output_size ops.fractional_max_pool3d.output_size
        ops.lp_pool2d.stride ops.norm.dim ops.std.axis ops.std_mean.axis ops.var.axis
        ops.var_mean.axis ops.vector_norm.axis
    """,
    "str": """
        ops.BiasAdd.data_format ops.CropAndResize.method ops.FFTWithSize.norm
        ops.MatrixDiagPartV3.align ops.MatrixDiagV3.align ops.MatrixSetDiagV3.align
        ops.MaxPool3DWithArgmax.data_format ops.MaxPoolWithArgmax.pad_mode
        ops.ResizeLinear1D.coordinate_transformation_mode
        ops.TensorScatterElements.reduction ops.crop_and_resize.method
        ops.matrix_diag_part.align ops.tensor_scatter_elements.reduction
    """,
    "tuple[int] list": """
        Tensor.flip.dims ops.ResizeNearestNeighbor.size ops.Transpose.dims
        ops.fft2.dim ops.flip.dims ops.hfft2.dim ops.ifft2.dim
        ops.ihfft2.dim ops.irfft2.dim ops.permute.axis ops.rfft2.dim ops.transpose.dims
    """,
    "int tuple list[int list]": """
        Tensor.col2im.dilation Tensor.col2im.kernel_size Tensor.col2im.padding_value
        Tensor.col2im.stride ops.BatchToSpaceND.block_shape ops.Col2Im.kernel_size
        ops.SpaceToBatchND.block_shape ops.col2im.dilation ops.col2im.kernel_size
        ops.col2im.padding_value ops.col2im.stride ops.space_to_batch_nd.block_size
    """,
    "Tensor[float16 float32 float64]": """
        Tensor.log_normal.input ops.Coalesce.x_values
        ops.FractionalMaxPool3DWithFixedKsize.random_samples
        ops.FractionalMaxPoolWithFixedKsize.random_samples ops.LogNormalReverse.input
        ops.RandomGamma.alpha ops.celu.x ops.coalesce.x_values
        ops.multinomial_with_replacement.x ops.random_gamma.alpha ops.softplus.input
    """,
    "Tensor[int32 int64]": """
        Tensor.col2im.output_size Tensor.fold.output_size ops.Col2Im.output_size
        ops.MirrorPad.paddings ops.ParameterizedTruncatedNormal.shape
        ops.RandomGamma.shape ops.TruncatedNormal.shape ops.col2im.output_size
        ops.fold.output_size ops.mirror_pad.paddings ops.random_gamma.shape
    """,
    "int float": """
        Tensor.baddbmm.alpha Tensor.baddbmm.beta mint.index_add.alpha ops.baddbmm.alpha
        ops.baddbmm.beta ops.hardtanh.max_val ops.hardtanh.min_val ops.huber_loss.delta
        ops.leaky_relu.alpha ops.threshold.thr ops.threshold.value
    """,
    "int None": """
        Tensor.argmax_with_value.axis Tensor.argmin_with_value.axis
        Tensor.repeat_interleave.dim Tensor.std.correction mint.softmax.dim
        ops.Unstack.num ops.lp_pool1d.stride ops.repeat_interleave.axis
        ops.stft.hop_length ops.stft.win_length
    """,
    "int tuple Tensor[int] ndarray": """
        ops.adaptive_avg_pool2d.output_size ops.adaptive_avg_pool3d.output_size
        ops.conv3d_transpose.padding ops.max_pool2d.dilation ops.max_pool2d.kernel_size
        ops.max_pool2d.padding ops.max_pool3d.dilation ops.max_pool3d.kernel_size
        ops.max_pool3d.padding ops.softmin.axis
    """,
    "int bool tuple list !ValueError None": """
        Tensor.moveaxis.destination Tensor.moveaxis.source Tensor.movedim.destination
        Tensor.movedim.source ops.moveaxis.destination ops.moveaxis.source
        ops.movedim.destination ops.movedim.source
    """,
    "tuple Tensor": """
        ops.SparseTensorDenseMatmul.sparse_shape ops.coo_tensor_get_dense_shape.x
        ops.coo_tensor_get_indices.x ops.coo_tensor_get_values.x
        ops.csr_tensor_get_dense_shape.x ops.csr_tensor_get_indices.x
        ops.csr_tensor_get_indptr.x ops.csr_tensor_get_values.x
    """,
    "tuple list": """
        ops.is_sequence_shape_unknown.x ops.is_sequence_value_unknown.x ops.list_equal.x
        ops.list_equal.y ops.list_getitem.x ops.tuple_equal.x ops.tuple_equal.y
        ops.tuple_getitem.x
    """,
    "tuple[float] Tensor ndarray": """
        ops.BoundingBoxDecode.means ops.BoundingBoxDecode.stds ops.BoundingBoxEncode.means
        ops.BoundingBoxEncode.stds ops.bounding_box_decode.means
        ops.bounding_box_decode.stds ops.bounding_box_encode.means
        ops.bounding_box_encode.stds
    """,
    "tuple[int bool tuple]": """
        ops.DeformableOffsets.dilations ops.DeformableOffsets.ksize
        ops.DeformableOffsets.pads ops.DeformableOffsets.strides
        ops.deformable_conv2d.dilations ops.deformable_conv2d.kernel_size
        ops.deformable_conv2d.padding ops.deformable_conv2d.strides
    """,
    "Tensor !ValueError int float bool str tuple list ndarray None": """
        ops.CombinedNonMaxSuppression.boxes ops.CombinedNonMaxSuppression.scores
        ops.Padding.x ops.RaggedRange.deltas ops.RaggedRange.limits ops.RaggedRange.starts
        ops.padding.x
    """,
    "Tensor[float16 float32]": """
        ops.AffineGrid.theta ops.InTopK.x1 ops.ROIAlign.rois ops.affine_grid.theta
        ops.cosine_similarity.x1 ops.cosine_similarity.x2 ops.intopk.x1
    """,
    "dtype None": """
        Tensor.nansum.dtype Tensor.softmax.dtype ops.fftfreq.dtype ops.matrix_norm.dtype
        ops.rfftfreq.dtype ops.softmin.dtype ops.vector_norm.dtype
    """,
    "int float Tensor None !ValueError bool": """
        Tensor.clamp.max Tensor.clamp.min Tensor.clip.max Tensor.clip.min ops.clamp.max
        ops.clamp.min ops.cosine_similarity.eps
    """,
    "Tensor[=x]": """
        ops.DeformableOffsets.offsets ops.MatrixDiagPartV3.padding_value
        ops.MatrixDiagV3.padding_value ops.SquareSumAll.y ops.deformable_conv2d.offsets
        ops.matrix_diag_part.padding_value
    """,
    "Tensor[float16 bfloat16 float32 float64]": """
        Tensor.logaddexp.other Tensor.logaddexp2.other ops.logaddexp.input
        ops.logaddexp.other ops.logaddexp2.input ops.logaddexp2.other
    """,
    "Tensor[int float16 float32 float64 complex64 complex128]": """
        ops.SegmentMax.input_x ops.SegmentMean.input_x ops.SegmentMin.input_x
        ops.SegmentSum.input_x ops.Trace.input ops.trace.input
    """,
    "bool Tensor ndarray": """
        ops.scatter_nd_add.use_locking ops.scatter_nd_div.use_locking
        ops.scatter_nd_max.use_locking ops.scatter_nd_min.use_locking
        ops.scatter_nd_mul.use_locking ops.scatter_nd_sub.use_locking
    """,
    "int Tensor[int] None": """
        Tensor.cross.dim mint.any.dim mint.cross.dim ops.cross.dim
    """,
    "int Tensor[int] ndarray": """
        ops.deformable_conv2d.groups ops.index_add.axis ops.multi_margin_loss.p
        ops.strided_slice.begin_mask ops.strided_slice.end_mask
        ops.strided_slice.shrink_axis_mask
    """,
    "int float Tensor": """
        Tensor.add_.alpha Tensor.addcmul.value Tensor.allclose.atol Tensor.allclose.rtol
        ops.addcdiv.value ops.addcmul.value
    """,
    "tuple[int] list None": """
        ops.fft2.s ops.hfft2.s ops.ifft2.s ops.ihfft2.s ops.irfft2.s ops.rfft2.s
    """,
    "Tensor[float16 bfloat16 float32]": """
        Tensor.hardshrink.input Tensor.soft_shrink.input ops.HShrink.input
        ops.hardshrink.input ops.softshrink.input
    """,
    "Tensor[int16 int32 int64 float16 float32 float64]": """
        Tensor.addmv.input Tensor.addr.x ops.addmv.input ops.addr.x ops.bucketize.input
    """,
    "Tensor[int64]": """
        ops.Coalesce.x_indices ops.Coalesce.x_shape ops.coalesce.x_indices
        ops.coalesce.x_shape ops.log_uniform_candidate_sampler.true_classes
    """,
    "bool None": """
        ops.grid_sample.align_corners ops.stft.onesided ops.stft.return_complex
        ops.upsample.align_corners ops.upsample.recompute_scale_factor
    """,
    "int float bool Tensor": """
        mint.nn.functional.dropout.p ops.Fill.x ops.bool_not.x ops.csr_div.y ops.csr_mul.y
    """,
    "tuple[int]": """
        ops.ConjugateTranspose.perm ops.FFTWithSize.signal_sizes ops.ScatterNd.shape
        ops.TransposeView.input_perm ops.scatter_nd.shape
    """,
    "tuple[int] list Tensor": """
        ops.Conv2DBackpropInput.input_size ops.Conv2DTranspose.input_size
        ops.ResizeBicubic.size ops.ResizeBilinearV2.size ops.ResizeNearestNeighborV2.size
    """,
    "Tensor[float16 bfloat16 float32] None": """
        ops.BCEWithLogitsLoss.posWeight ops.BCEWithLogitsLoss.weight
        ops.binary_cross_entropy_with_logits.pos_weight
        ops.binary_cross_entropy_with_logits.weight
    """,
    "Tensor[int8 int16 int32 int64 float16 bfloat16 float32 float64]": """
        ops.Dropout2D.x ops.Dropout3D.x ops.dropout1d.input ops.dropout3d.input
    """,
    "tuple list None": """
        ops.Conv2DBackpropInput.pad_list ops.Conv2DTranspose.pad_list
        ops.UpsampleNearest3D.output_size ops.UpsampleTrilinear3D.output_size
    """,
    "tuple[int] Tensor": """
        ops.AffineGrid.output_size ops.Tile.dims ops.affine_grid.size ops.tile.dims
    """,
    "Tensor[=input] None": "ops.group_norm.bias ops.group_norm.weight ops.multi_margin_loss.weight",
    "Tensor[=overlaps]": """
        ops.NonMaxSuppressionWithOverlaps.overlap_threshold
        ops.NonMaxSuppressionWithOverlaps.score_threshold
        ops.NonMaxSuppressionWithOverlaps.scores
    """,
    "Tensor[float] !ValueError float": """
        ops.RandomCategorical.logits ops.ctc_loss.log_probs ops.random_categorical.logits
    """,
    "Tensor[int float16 bfloat16 float32 float64]": """
        ops.BatchToSpaceND.input_x ops.batch_to_space_nd.input_x ops.matrix_diag.x
    """,
    "Tensor[int16 int32 int64]": "ops.CumulativeLogsumexp.axis ops.Expand.size ops.expand.size",
    "Tensor[int32 int64 float32]": """
        Tensor.unique_with_pad.x ops.UniqueWithPad.x ops.unique_with_pad.x
    """,
    "Tensor[int8 int16 int32 int64 uint8 float32 float64]": """
        Tensor.matrix_power.input ops.MatrixPower.x ops.matrix_power.input
    """,
    "float Tensor": "mint.cdist.p ops.Dropout.keep_prob ops.group_norm.eps",
    "float Tensor ndarray": """
        Tensor.renorm.maxnorm ops.crop_and_resize.extrapolation_value ops.renorm.maxnorm
    """,
    "int Tensor !ValueError float": "ops.conv1d.groups ops.conv2d.groups ops.conv3d.groups",
    "int Tensor ndarray None !ValueError bool": """
        Tensor.slice_scatter.end ops.slice_scatter.end ops.slice_scatter.start
    """,
    "int bool Tensor ndarray None": "ops.make_slice.start ops.make_slice.step ops.make_slice.stop",
    "int float bool None": "ops.NanToNum.nan ops.NanToNum.neginf ops.NanToNum.posinf",
    "int float bool Tensor[float] None": """
        Tensor.nan_to_num.nan Tensor.nan_to_num.neginf Tensor.nan_to_num.posinf
    """,
    "int float bool str tuple Tensor ndarray None !ValueError list": """
        ops.max_unpool1d.output_size ops.max_unpool2d.output_size
        ops.max_unpool3d.output_size
    """,
    "int ndarray": "ops.narrow.length ops.narrow.start ops.repeat_elements.rep",
    "int tuple list Tensor[int]": "mint.amax.dim mint.amin.dim ops.ReduceStd.axis",
    "int tuple list[int]": "Tensor.unfold.kernel_size ops.Im2Col.ksizes ops.LpNorm.axis",
    "int tuple[int] list": "ops.unfold.kernel_size ops.unfold.padding ops.unfold.stride",
    "int tuple[int] list Tensor": "ops.ReduceAny.axis ops.ReduceProd.axis ops.logsumexp.dim",
    "str None": "Tensor.div.rounding_mode Tensor.div_.rounding_mode Tensor.divide.rounding_mode",
    "tuple": "ops.reduced_shape.shape ops.tuple_reversed.x ops.tuple_setitem.x",
    "tuple[int tuple] list": "Tensor.rot90.dims ops.matrix_norm.axis ops.rot90.dims",
    "Tensor !ValueError tuple": "ops.CTCLossV2.input_lengths ops.CTCLossV2.target_lengths",
    "Tensor[=input1]": "ops.bidense.input2 ops.bidense.weight",
    "Tensor[bool int8 int16 int32 int64 uint8 float32 float64]": """
        ops.Bernoulli.x ops.bernoulli.input
    """,
    "Tensor[float16 bfloat16 float32 float64] None": "Tensor.cov.aweights ops.cov.aweights",
    "Tensor[float32 float64 complex64 complex128]": "ops.cond.A ops.dense_to_sparse_csr.tensor",
    "Tensor[int32 int64] !ValueError int": "ops.RandomPoisson.shape ops.random_poisson.shape",
    "Tensor[int8 int16 int32 int64] None": "Tensor.cov.fweights ops.cov.fweights",
    "Tensor[int8 int16 int32 uint8 float16 float32 float64] !ValueError int float bool": """
        ops.IndexAdd.x ops.index_add.x
    """,
    "Tensor[int8 int32 uint8 float16 float32]": "ops.Expand.input_x ops.expand.input_x",
    "int Tensor": "ops.TensorScatterElements.axis ops.float_power.input",
    "int Tensor ndarray !ValueError bool": "Tensor.slice_scatter.step ops.slice_scatter.step",
    "int Tensor[int] ndarray !ValueError str": "Tensor.renorm.p ops.renorm.p",
    "int bool None": "Tensor.stride.dim ops.vander.N",
    "int bool Tensor[int]": """
        ops.multinomial_with_replacement.offset ops.multinomial_with_replacement.seed
    """,
    "int float bool Tensor !ValueError tuple list": "ops.linspace.end ops.linspace.start",
    "int float bool Tensor[float16 bfloat16 float32 float64]": """
        Tensor.logaddexp.input Tensor.logaddexp2.input
    """,
    "int float bool Tensor[float]": "ops.hardshrink.lambd ops.softshrink.lambd",
    "int float bool tuple list Tensor": "Tensor.cov.correction ops.cov.correction",
    "int float str Tensor None": "Tensor.norm.ord ops.norm.ord",
    "int tuple !ValueError bool": "ops.max_unpool1d.kernel_size ops.max_unpool1d.padding",
    "int tuple Tensor !ValueError float str ndarray": "ops.AvgPool.kernel_size ops.AvgPool.strides",
    "int tuple Tensor[int] ndarray !ValueError list": "ops.conv3d.dilation ops.conv3d.stride",
    "int tuple Tensor[int] ndarray None": "ops.max_pool2d.stride ops.max_pool3d.stride",
    "int tuple list Tensor !ValueError float bool str ndarray None": """
        ops.conv1d.dilation ops.conv1d.stride
    """,
    "int tuple list Tensor[int] None": "Tensor.squeeze.axis ops.squeeze.axis",
    "int tuple[int tuple]": "ops.Conv2D.pad ops.FractionalMaxPool3DWithFixedKsize.ksize",
    "int tuple[int tuple] list": "Tensor.fold.kernel_size ops.conv2d.padding",
    "int tuple[int]": "ops.inplace_add.indices ops.inplace_sub.indices",
    "int tuple[int] Tensor": "Tensor.inplace_update.indices ops.inplace_update.indices",
    "int tuple[int] list None": "mint.nn.functional.upsample.size ops.upsample.size",
    "str Tensor ndarray !ValueError int float bool tuple None": """
        mint.nn.functional.interpolate.mode mint.nn.functional.upsample.mode
    """,
    "tuple Tensor[int]": "ops.ctc_loss.input_lengths ops.ctc_loss.target_lengths",
    "tuple list[float] Tensor ndarray None": """
        ops.UpsampleNearest3D.scales ops.UpsampleTrilinear3D.scales
    """,
    "tuple list[int]": "Tensor.reverse.axis ops.reverse.axis",
    "Tensor": "ops.is_floating_point.input",
    "Tensor !ValueError float": "ops.CTCLossV2.log_probs",
    "Tensor !ValueError int": "ops.CTCLossV2.targets",
    "Tensor[=x1_values]": "ops.SparseTensorDenseAdd.x2",
    "Tensor[=x] None": "ops.MultiMarginLoss.weight",
    "Tensor[float16 float32 float64] None": "ops.fractional_max_pool2d._random_samples",
    "Tensor[float32 float64 complex64 complex128] None": "Tensor.to_csr.tensor",
    "Tensor[float32]": "ops.ScaleAndTranslate.translation",
    "Tensor[int float16 float32 float64]": "ops.Multinomial.x",
    "Tensor[int float16 float32 float64] None": "Tensor.multinomial.self",
    "Tensor[int float]": "Tensor.__rmatmul__.other",
    "Tensor[int32 int64 float16 float32 float64 complex64 complex128]": "ops.DiagPart.input_x",
    "Tensor[int32 int64 float16 float32 float64]": "ops.Addcdiv.value",
    "Tensor[int32 int64 float32 float64]": "ops.Bincount.weights",
    "Tensor[int32 int64 uint32 uint64]": "ops.NonDeterministicInts.shape",
    "Tensor[int8 int16 int32 uint8 float16 float32 float64]": "mint.index_add.input",
    "Tensor[int8 int16 int32 uint8 float16 float32 float64] None": "Tensor.index_add.self",
    "Tensor[int8 int32 int64 uint8 float16 bfloat16 float32 float64]": "ops.Addcmul.value",
    "Tensor[int] !ValueError int": "ops.ctc_loss.targets",
    "dtype Tensor ndarray None !ValueError int float bool str tuple": "ops.randint.dtype",
    "float None": "Tensor.logit.eps",
    "float Tensor !ValueError int bool str tuple list ndarray None": """
        Tensor.approximate_equal.tolerance
    """,
    "float Tensor ndarray None": "ops.logit.eps",
    "float Tensor[float32 float64]": "ops.Bernoulli.p",
    "float bool str tuple[int] list Tensor None !ValueError int": "ops.PadV3.paddings",
    "float tuple list None": "mint.nn.functional.interpolate.scale_factor",
    "float tuple[float] list ndarray None": "ops.fractional_max_pool2d.output_ratio",
    "int !ValueError str": "ops.Renorm.p",
    "int Tensor ndarray": "ops.tensor_scatter_elements.axis",
    "int Tensor[int32]": "ops.matrix_diag.k",
    "int bool tuple None": "Tensor.ptp.axis",
    "int bool tuple list Tensor None !ValueError float ndarray": """
        ops.adaptive_max_pool3d.output_size
    """,
    "int float !ValueError bool": "ops.rrelu.lower",
    "int float Tensor[=x]": "ops.matrix_diag.padding_value",
    "int float bool Tensor[=input]": "ops.zeta.other",
    "int float bool str tuple list Tensor ndarray !ValueError None": "Tensor.searchsorted.side",
    "int float bool str tuple[int float] list Tensor ndarray None": "ops.upsample.scale_factor",
    "int float bool tuple list Tensor ndarray None": "ops.min.where",
    "int tuple None !ValueError bool ndarray": "ops.max_unpool1d.stride",
    "int tuple None !ValueError ndarray": "ops.max_unpool2d.stride",
    "int tuple Tensor None !ValueError ndarray": "ops.max_unpool3d.stride",
    "int tuple list None": "ops.cosine_similarity.dim",
    "int tuple list Tensor None !ValueError float str ndarray": "ops.batch_dot.axes",
    "int tuple list[int list] Tensor": "ops.batch_to_space_nd.block_shape",
    "int tuple[int None]": "ops.AdaptiveAvgPool3D.output_size",
    "int tuple[int None] list Tensor ndarray": "ops.adaptive_max_pool2d.output_size",
    "int tuple[int] None": "Tensor.var.axis",
    "list": "ops.list_setitem.x",
    "list Tensor !ValueError tuple": "ops.clip_by_norm.x",
    "list[float] Tensor ndarray": "ops.Bucketize.boundaries",
    "str Tensor ndarray !ValueError int float bool tuple list None": "ops.upsample.mode",
    "tuple[int None] list": "ops.AdaptiveMaxPool2D.output_size",
    "tuple None": "ops.bounding_box_decode.max_shape",
    "tuple list[int float bool list] Tensor ndarray None !ValueError int float bool": """
        ops.bucketize.boundaries
    """,
    "tuple[int float bool str tuple] Tensor !ValueError int float bool str list ndarray None": """
        ops.shape_mul.input_data
    """,
    "tuple[int float]": "ops.TupleToArray.input_x",
    "tuple[int tuple]": "ops.crop_and_resize.crop_size",
    "tuple[int tuple] list Tensor !ValueError str": "ops.pad.padding",
    "tuple[int] Tensor None": "ops.CropAndResize.crop_size",
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
    CompareAndBitpack ConjugateTranspose CropAndResize CumulativeLogsumexp
    DataFormatVecPermute DepthToSpace DiagPart Digamma DivNoNan Dropout2D Dropout3D
    EditDistance EmbeddingLookup Eps Expand ExtractGlimpse ExtractVolumePatches FillDiagonal
    Fmax FractionalMaxPool3DWithFixedKsize FractionalMaxPoolWithFixedKsize Ger HSVToRGB
    HammingWindow Heaviside Histogram Hypot IOU IdentityN Im2Col Imag IndexFill IndexPut
    InplaceAdd InplaceIndexAdd InplaceSub InplaceUpdate Invert IsNan KLDivLoss L2Loss
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
    CombinedNonMaxSuppression Conv2D Conv2DBackpropInput Conv2DTranspose Conv3D
    Conv3DTranspose DataFormatDimMap DeformableOffsets Igamma Igammac IndexAdd Inv
    LogNormalReverse LogSpace NthElement Polygamma RandomGamma SigmoidCrossEntropyWithLogits
    SoftmaxCrossEntropyWithLogits TensorScatterDiv TensorScatterMax TensorScatterMin
    TensorScatterMul TensorScatterSub TensorScatterUpdate UnsortedSegmentMax
    UnsortedSegmentMin UnsortedSegmentProd
    """.split()
)
