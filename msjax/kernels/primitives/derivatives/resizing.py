"""Derivatives of resizing and sampling of images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from msjax._core.base.checks import of_type
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, primitive
from msjax.kernels.conv import deformable
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.image import grid as _grid
from msjax.kernels.image import resize
from msjax.kernels.image import translation as _translation
from msjax.kernels.image.regions import crop_and_resize, roi_align
from msjax.kernels.primitives.arguments import lengths
from msjax.kernels.primitives.derivatives.pullback import adjoint, pullback


def _resized(function: Any, grads: jax.Array, shape: Any, *setting: Any) -> jax.Array:
    """Gradient of a resizing of images of `shape` to the size of `grads`."""
    size = grads.shape[2:]
    return adjoint(lambda a: function(a, size, *setting), shape, grads)


@primitive("ResizeBilinearGrad", place="unlisted", since="align_corners")
def resize_bilinear_grad(
    grads: Array, image: Array, align_corners: bool = False, half_pixel_centers: bool = False
):
    """Gradient of a bilinear resizing of images like `image`."""
    setting = align_corners, half_pixel_centers
    return _resized(resize.resize_bilinear_v2, wider(grads), image.shape, *setting).astype(
        image.dtype
    )


@primitive("ResizeBicubicGrad", place="unlisted", since="align_corners")
def resize_bicubic_grad(
    grads: Array, image: Array, align_corners: bool = False, half_pixel_centers: bool = False
):
    """Gradient of a bicubic resizing of images like `image`."""
    setting = align_corners, half_pixel_centers
    return _resized(resize.resize_bicubic, grads, image.shape, *setting).astype(image.dtype)


@primitive("ResizeNearestNeighborGrad", place="unlisted", since="align_corners")
def resize_nearest_neighbor_grad(
    grads: Array, size: Sequence[int], align_corners: bool = False, half_pixel_centers: bool = False
):
    """Gradient of ResizeNearestNeighbor for images of height and width `size`."""
    shape = grads.shape[:2] + lengths(size)
    return _resized(resize.resize_nearest_neighbor, grads, shape, align_corners, half_pixel_centers)


@primitive("ResizeNearestNeighborV2Grad", place="unlisted", since="align_corners")
def resize_nearest_neighbor_v2_grad(
    grads: Array, size: Sequence[int], align_corners: bool = False, half_pixel_centers: bool = False
):
    """Gradient of ResizeNearestNeighborV2 for images of height and width `size`."""
    shape = grads.shape[:2] + lengths(size)
    setting = align_corners, half_pixel_centers
    return _resized(resize.resize_nearest_neighbor_v2, grads, shape, *setting)


@primitive("ResizeLinear1DGrad", place="unlisted", since="coordinate_transformation_mode")
def resize_linear1d_grad(
    grads: Array, x: Array, coordinate_transformation_mode: str = "align_corners"
):
    """Gradient of ResizeLinear1D for arguments like `x`."""
    function = resize.resize_linear_1d
    return _resized(function, grads, x.shape, coordinate_transformation_mode)


@primitive("UpsampleNearest3DGrad", place="unlisted")
def upsample_nearest3d_grad(
    dy: Array,
    input_size: Sequence[int],
    output_size: Sequence[int] | None = None,
    scales: Any = None,
):
    """Gradient of UpsampleNearest3D for arguments of shape `input_size`."""
    function = resize.upsample_nearest_3d
    return adjoint(lambda a: function(a, output_size, scales), lengths(input_size), dy)


@primitive("UpsampleTrilinear3DGrad", place="unlisted", align_corners=False)
def upsample_trilinear3d_grad(
    dy: Array,
    input_size: Sequence[int],
    output_size: Sequence[int] | None = None,
    scales: Any = None,
    align_corners: bool = False,
):
    """Gradient of UpsampleTrilinear3D for arguments of shape `input_size`."""
    setting = output_size, scales, align_corners
    function = resize.upsample_trilinear_3d
    return adjoint(lambda a: function(a, *setting), lengths(input_size), dy)


def _check_mask(output_mask: Any, **rest: Any) -> None:
    of_type("output_mask", output_mask, tuple)
    for value in output_mask:
        of_type("output_mask", value, int)


@primitive(
    "GridSampler2DGrad",
    place="unlisted",
    since="interpolation_mode",
    check=_check_mask,
)
def grid_sampler_2d_grad(
    grad: Array,
    input_x: Array,
    grid: Array,
    interpolation_mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = False,
    output_mask: Sequence[int] = (1, 1),
):
    """Gradients of GridSampler2D for its images and its grid, both for all masks."""
    setting = interpolation_mode, padding_mode, align_corners
    function = _grid.grid_sampler_2d
    return pullback(lambda a, g: function(a, g, *setting), grad, input_x, grid)


@primitive(
    "GridSampler3DGrad",
    place="unlisted",
    since="interpolation_mode",
    check=_check_mask,
)
def grid_sampler_3d_grad(
    grad: Array,
    input_x: Array,
    grid: Array,
    interpolation_mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = False,
    output_mask: Sequence[int] = (1, 1),
):
    """Gradients of GridSampler3D for its volumes and its grid, both for all masks."""
    setting = interpolation_mode, padding_mode, align_corners
    function = _grid.grid_sampler_3d
    return pullback(lambda a, g: function(a, g, *setting), grad, input_x, grid)


@primitive("AffineGridGrad", place="unlisted", align_corners=False)
def affine_grid_grad(y_grad: Array, x_size: Sequence[int], align_corners: bool = False):
    """Gradient of the matrices of AffineGrid, for a grid of shape `x_size`."""
    size = lengths(x_size)
    shape = (size[0], len(size) - 2, len(size) - 1)
    function = _grid.affine_grid_primitive
    return adjoint(lambda theta: function(theta, size, align_corners), shape, y_grad)


@primitive(
    "ROIAlignGrad",
    place="unlisted",
    pooled_height=REQUIRED,
    pooled_width=REQUIRED,
    spatial_scale=REQUIRED,
    sample_num=2,
)
def roi_align_grad(
    dy: Array,
    rois: Array,
    xdiff_shape: Sequence[int],
    pooled_height: int,
    pooled_width: int,
    spatial_scale: float,
    sample_num: int = 2,
):
    """Gradient of ROIAlign for features of shape `xdiff_shape`."""
    setting = pooled_height, pooled_width, spatial_scale, sample_num
    shape = lengths(xdiff_shape)
    return adjoint(lambda a: roi_align(a, rois, *setting), shape, dy)


@primitive("CropAndResizeGradImage", place="unlisted", since="T")
def crop_and_resize_grad_image(
    grads: Array,
    boxes: Array,
    box_index: Array,
    image_size: Sequence[int],
    T: Any,
    method: str = "bilinear",
):
    """Gradient of CropAndResize for images of shape `image_size`, of the dtype T."""
    size = grads.shape[1:3]
    out = adjoint(
        lambda a: crop_and_resize(a, boxes, box_index, size, method),
        lengths(image_size),
        grads,
    )
    return out.astype(T)


@primitive("CropAndResizeGradBoxes", place="unlisted", method="bilinear")
def crop_and_resize_grad_boxes(
    grads: Array, images: Array, boxes: Array, box_index: Array, method: str = "bilinear"
):
    """Gradient of CropAndResize for its boxes."""
    size = grads.shape[1:3]
    source = images.astype(np.float32)
    return pullback(lambda b: crop_and_resize(source, b, box_index, size, method), grads, boxes)


@primitive("ScaleAndTranslateGrad", place="unlisted", kernel_type="lanczos3", antialias=True)
def scale_and_translate_grad(
    grads: Array,
    original_image: Array,
    scale: Array,
    translation: Array,
    kernel_type: str = "lanczos3",
    antialias: bool = True,
):
    """Gradient of ScaleAndTranslate for images like `original_image`."""
    size, setting = grads.shape[1:3], (kernel_type, antialias)
    function = _translation.scale_and_translate
    return adjoint(
        lambda a: function(a, size, scale, translation, *setting), original_image.shape, grads
    )


@primitive("DeformableOffsetsGrad", place="unlisted", since="strides")
def deformable_offsets_grad(
    out_backprop: Array,
    input: Array,
    offsets: Array,
    strides: int | tuple[int, ...],
    pads: int | tuple[int, ...],
    kernel_size: int | tuple[int, ...],
    dilations: int | tuple[int, ...] = (1, 1, 1, 1),
    data_format: str = "NCHW",
    deformable_groups: int = 1,
    modulated: bool = True,
):
    """Gradients of DeformableOffsets for its features and its offsets."""
    setting = strides, pads, kernel_size, dilations, data_format, deformable_groups, modulated
    function = deformable.deformable_offsets
    return pullback(lambda a, o: function(a, o, *setting), out_backprop, input, offsets)
