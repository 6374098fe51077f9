"""Images scaled and moved by resampling filters, and random crops around objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, integer, of_type, string
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import Array, Key, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_rank
from msjax.kernels.create.random import Seeded

_RADIUS = {
    "lanczos1": 1.0,
    "lanczos3": 3.0,
    "lanczos5": 5.0,
    "gaussian": 1.5,
    "box": 0.5,
    "triangle": 1.0,
    "keyscubic": 2.0,
    "mitchellcubic": 2.0,
}


def _filter(kind: str, x: jax.Array) -> jax.Array:
    """A resampling filter at distances from its center, without its bounds."""
    radius = _RADIUS[kind]
    if kind.startswith("lanczos"):
        close = x <= 1e-3
        angle = float(np.pi) * jnp.where(close, 1, x)
        return jnp.where(close, 1, radius * jnp.sin(angle) * jnp.sin(angle / radius) / angle**2)
    if kind == "gaussian":
        return jnp.exp(-((x * 3 / radius) ** 2) / 2)
    if kind == "box":
        return jnp.where(x == 0.5, 0.5, 1.0)
    if kind == "triangle":
        return 1 - x
    if kind == "keyscubic":
        near, far = ((1.5 * x - 2.5) * x) * x + 1, ((-0.5 * x + 2.5) * x - 4) * x + 2
    else:
        near = (((7 * x - 12) * x) * x + 16 / 3) / 6
        far = (((-7 / 3 * x + 12) * x - 20) * x + 32 / 3) / 6
    return jnp.where(x >= 1, far, near)


def _weights(kind: str, size: int, out: int, scale: Any, move: Any, antialias: bool) -> jax.Array:
    """Weights (out, size) of the elements along one axis."""
    inverse = 1 / scale
    widen = jnp.maximum(inverse, 1) if antialias else jnp.float32(1)
    where = (np.arange(out, dtype=np.float32) + 0.5) * inverse - inverse * move
    reach = _RADIUS[kind] * widen
    first = jnp.clip(jnp.ceil(where - reach - 0.5), 0, size - 1)
    last = jnp.clip(jnp.floor(where + reach - 0.5), 0, size - 1)
    places = np.arange(size, dtype=np.float32)
    used = (places >= first[:, None]) & (places <= last[:, None])
    distance = jnp.abs(places + 0.5 - where[:, None]) / widen
    inside = used & (distance <= _RADIUS[kind])
    weight = jnp.where(inside, _filter(kind, jnp.where(inside, distance, 0)), 0)
    total = jnp.sum(weight, 1, keepdims=True)
    usable = jnp.abs(total) >= 1000 * float(np.finfo(np.float32).tiny)
    weight = jnp.where(usable, weight / jnp.where(usable, total, 1), weight)
    seen = (where >= 0) & (where <= size)
    return jnp.where(seen[:, None], weight, 0).astype(np.float32)


def _check_filter(kernel_type: Any, antialias: Any) -> None:
    string("kernel_type", kernel_type)
    if kernel_type not in _RADIUS:
        raise ValueError(must("kernel_type", f"in {list(_RADIUS)}", repr(kernel_type)))
    boolean("antialias", antialias)


@primitive(
    "ScaleAndTranslate",
    check=_check_filter,
    accepts={"size": "Tensor[int32]", "translation": "Tensor[float32]"},
    counts="all",
    kernel_type="lanczos3",
    antialias=True,
)
@op(label="ScaleAndTranslate")
def scale_and_translate(
    images: Array,
    size: Tensor,
    scale: Array,
    translation: Array,
    kernel_type: str = "lanczos3",
    antialias: bool = True,
):
    """Scale and move images.

    Args:
        kernel_type: the filter: "lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle",
            "keyscubic" or "mitchellcubic".
        antialias: whether the filter widens when the images shrink.

    Inputs:
        - **images** (Tensor) - signed integer or real floating dtype, of shape (N, H, W, C).
        - **size** (Tensor) - two positive ints, height and width of the result.
        - **scale** (Tensor) - Float32 Tensor of two positive factors, of rows and columns.
        - **translation** (Tensor) - Float32 Tensor, by how many pixels of the result to move rows
          and columns. It and `scale` get no gradient.

    Outputs:
        Float32 Tensor of shape (N, height, width, C); zeros outside of the image.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: the shapes are not as above, or `size` is not positive.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[1.], [2.], [3.]]]])
        >>> size, scale = ms.Tensor([1, 3], ms.int32), ms.Tensor([1., 1.])
        >>> out = ms.ops.ScaleAndTranslate("triangle")(x, size, scale, ms.Tensor([0., 1.]))
        >>> print(out.reshape(-1))
        [0. 1. 2.]
    """
    _check_filter(kernel_type, antialias)
    kinds = "int8 int16 int32 int64 float16 float32 float64"
    accept(images, kinds, "images")
    check_rank(images, 4, "images")
    for arg, value in (("scale", scale), ("translation", translation)):
        accept(value, "float32", arg)
        if value.shape != (2,):
            raise ValueError(must(arg, "of shape (2,)", value.shape))
    if not isinstance(size, tuple):
        raise TypeError(must("size", "a Tensor of two ints", describe(size)))
    if len(size) != 2 or min(size) <= 0:
        raise ValueError(must("size", "two positive ints", size))
    scale, translation = jax.lax.stop_gradient((scale, translation))
    out = images.astype(np.float32)
    for axis in (0, 1):
        setting = (scale[axis], translation[axis], antialias)
        weights = _weights(kernel_type, images.shape[axis + 1], size[axis], *setting)
        text = "oh,nhwc->nowc" if axis == 0 else "ow,nhwc->nhoc"
        out = jnp.einsum(text, weights, out, precision="highest")
    return out


# -- random crops --------------------------------------------------------------------------------


@op(label="SampleDistortedBoundingBoxV2")
def _sample_boxes(
    image: Array, boxes: Array, covered: Array, ratios, areas, attempts, generator: Key = None
):
    """Corner, size and relative corners of a random crop."""
    height, width = image[0].astype(np.float32), image[1].astype(np.float32)
    keys = jax.random.split(generator, 4)
    ratio = jax.random.uniform(keys[0], (attempts,), np.float32, *map(np.float32, ratios))
    area = height * width
    most, least = np.float32(areas[1]) * area, np.float32(areas[0]) * area
    low = jnp.ceil(jnp.sqrt(least / ratio))
    high = jnp.floor(jnp.minimum(jnp.sqrt(most / ratio), jnp.minimum(height, width / ratio)))
    spread = jax.random.uniform(keys[1], (attempts,), np.float32)
    rows = jnp.floor(low + spread * (jnp.maximum(high - low, 0) + 1))
    rows = jnp.clip(rows, 1, jnp.maximum(high, 1))
    columns = jnp.round(rows * ratio)
    fits = (low <= high) & (columns >= 1) & (columns <= width) & (rows <= height)
    fits = fits & (rows * columns >= least) & (rows * columns <= most)
    y = jnp.floor(jax.random.uniform(keys[2], (attempts,), np.float32) * (height - rows + 1))
    x = jnp.floor(jax.random.uniform(keys[3], (attempts,), np.float32) * (width - columns + 1))
    y, x = jnp.clip(y, 0, height - rows), jnp.clip(x, 0, width - columns)
    flat = boxes.reshape(-1, 4) * jnp.stack([height, width, height, width])
    starts, ends = flat[:, :2], flat[:, 2:]
    corner = jnp.stack([y, x], -1)[:, None]
    far = jnp.stack([y + rows, x + columns], -1)[:, None]
    shared = jnp.maximum(jnp.minimum(ends, far) - jnp.maximum(starts, corner), 0)
    whole = jnp.prod(ends - starts, -1)
    part = jnp.prod(shared, -1) / jnp.where(whole > 0, whole, 1)
    good = fits & (jnp.any(part >= covered.reshape(()), -1) | (covered.reshape(()) <= 0))
    first = jnp.argmax(good)
    found = good[first]

    def chosen(values: jax.Array, whole: Any) -> jax.Array:
        return jnp.where(found, values[first], whole)

    y, x = chosen(y, np.float32(0)), chosen(x, np.float32(0))
    rows, columns = chosen(rows, height), chosen(columns, width)
    relative = jnp.stack([y / height, x / width, (y + rows) / height, (x + columns) / width])
    zero, rest = np.float32(0), np.float32(255 if image.dtype == np.uint8 else -1)
    begin = jnp.stack([y, x, zero]).astype(image.dtype)
    size = jnp.stack([rows, columns, rest]).astype(image.dtype)
    return begin, size, relative.reshape(1, 1, 4)


_draw_boxes = call(_sample_boxes)
_BOX = "SampleDistortedBoundingBoxV2"


def _check_range(arg: str, value: Any) -> tuple[float, ...]:
    of_type(arg, value, list, tuple)
    for item in value:
        if not isinstance(item, float):
            raise TypeError(must(arg, "of float", describe(item)))
    return tuple(value)


@public("ops.SampleDistortedBoundingBoxV2", counts="all")
class SampleDistortedBoundingBoxV2(Seeded):
    """A random crop of an image that covers a part of an object.

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.
        aspect_ratio_range: two positive floats, bounds of the crop's width over its height.
        area_range: two floats in (0, 1], bounds of the crop's area over that of the image.
        max_attempts: how many crops to try; if none is good, the whole image is taken.
        use_image_if_no_bounding_boxes: whether the image counts as an object if there is none.

    Inputs:
        - **image_size** (Tensor) - integer Tensor (height, width, channels).
        - **bounding_boxes** (Tensor) - Float32 Tensor (y0, x0, y1, x1) in units of the image, of
          shape (batch, N, 4).
        - **min_object_covered** (Tensor) - Float32 Tensor of one element: which part of one of the
          boxes the crop covers at least.

    Outputs:
        Tuple of the crop's (row, column, 0) and (height, width, -1), of the dtype of `image_size`,
        and its corners in units of the image, a Float32 Tensor of shape (1, 1, 4).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument of the constructor is out of range, a shape does not fit, or there
            are no boxes.
        RuntimeError: the inputs' values are out of range.

    Examples:
        >>> import msjax as ms
        >>> crop = ms.ops.SampleDistortedBoundingBoxV2(seed=1)
        >>> boxes = ms.Tensor([[[0.1, 0.1, 0.9, 0.9]]])
        >>> begin, size, _ = crop(ms.Tensor([64, 48, 3], ms.int32), boxes, ms.Tensor([0.5]))
        >>> bool((begin + size)[0] <= 64)
        True
    """

    def __init__(
        self,
        seed: int = 0,
        seed2: int = 0,
        aspect_ratio_range: Sequence[float] = (0.75, 1.33),
        area_range: Sequence[float] = (0.05, 1.0),
        max_attempts: int = 100,
        use_image_if_no_bounding_boxes: bool = False,
    ):
        self._ratios = _check_range("aspect_ratio_range", aspect_ratio_range)
        self._areas = _check_range("area_range", area_range)
        if integer("max_attempts", max_attempts) <= 0:
            raise ValueError(must("max_attempts", "positive", max_attempts))
        boolean("use_image_if_no_bounding_boxes", use_image_if_no_bounding_boxes)
        super().__init__(
            _BOX,
            seed,
            seed2,
            aspect_ratio_range=aspect_ratio_range,
            area_range=area_range,
            max_attempts=max_attempts,
            use_image_if_no_bounding_boxes=use_image_if_no_bounding_boxes,
        )

    def _check_ranges(self) -> None:
        for arg, pair in (("aspect_ratio_range", self._ratios), ("area_range", self._areas)):
            if len(pair) != 2 or min(pair) <= 0 or pair[0] >= pair[1]:
                raise ValueError(must(arg, "two rising positive floats", pair))
        if max(self._areas) > 1:
            raise ValueError(must("area_range", "in (0, 1]", self._areas))

    def __call__(
        self, image_size: Tensor, bounding_boxes: Tensor, min_object_covered: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        self._check_ranges()
        for arg, value in (("image_size", image_size), ("bounding_boxes", bounding_boxes)):
            of_type(arg, value, Tensor)
        of_type("min_object_covered", min_object_covered, Tensor)
        kinds = (mstype.int8, mstype.int16, mstype.int32, mstype.int64, mstype.uint8)
        if image_size.dtype not in kinds:
            raise TypeError(must("image_size", "of an integer dtype", image_size.dtype))
        for value in (bounding_boxes, min_object_covered):
            if value.dtype != mstype.float32:
                raise TypeError(must("bounding_boxes", "of Float32", value.dtype))
        if image_size.shape != (3,):
            raise ValueError(must("image_size", "of shape (3,)", image_size.shape))
        if bounding_boxes.ndim != 3 or bounding_boxes.shape[-1] != 4:
            shape = bounding_boxes.shape
            raise ValueError(must("bounding_boxes", "of shape (batch, N, 4)", shape))
        if min_object_covered.size != 1:
            shape = min_object_covered.shape
            raise ValueError(must("min_object_covered", "of one element", shape))
        if not bounding_boxes.size:
            if not self.use_image_if_no_bounding_boxes:
                raise ValueError(must("bounding_boxes", "not empty", bounding_boxes.shape))
            bounding_boxes = Tensor([[[0.0, 0.0, 1.0, 1.0]]], mstype.float32)
        _check_values(image_size, bounding_boxes, min_object_covered)
        setting = (self._ratios, self._areas, self.max_attempts)
        return _draw_boxes(
            image_size, bounding_boxes, min_object_covered, *setting, self._generator
        )


def _check_values(image_size: Tensor, boxes: Tensor, covered: Tensor) -> None:
    height, width, _ = image_size.asnumpy().tolist()
    if height <= 0 or width <= 0:
        raise RuntimeError(must("image_size", "positive", (height, width)))
    corners = boxes.asnumpy()
    if corners.min() < 0 or corners.max() > 1:
        raise RuntimeError(must("bounding_boxes", "in [0, 1]", corners.tolist()))
    if (corners[..., :2] >= corners[..., 2:]).any():
        raise RuntimeError(must("bounding_boxes", "(y0, x0, y1, x1)", corners.tolist()))
    part = float(covered.asnumpy().reshape(()))
    if not 0 <= part <= 1:
        raise RuntimeError(must("min_object_covered", "in [0, 1]", part))
