"""The inverse of max pooling, as Primitives."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept
from msjax.ops._attributes import window


def _settings(name: str, count: int, ksize: Any, strides: Any, pads: Any) -> list[tuple]:
    if strides in (0, (0,) * count):
        strides = ksize
    found = []
    for arg, value, least in (("ksize", ksize, 1), ("strides", strides, 1), ("pads", pads, 0)):
        if isinstance(value, bool) or not isinstance(value, (int, tuple)):
            raise TypeError(must(name, arg, "int or tuple", describe(value)))
        items = (value,) * count if isinstance(value, int) else value
        good = all(type(e) is int and e >= least for e in items)
        if len(items) != count or not good:
            raise ValueError(must(name, arg, f"an int >= {least} or {count} such ints", value))
        found.append(items)
    return found


def _check(name: str, count: int, formats: tuple[str, str]) -> Any:
    def check(ksize: Any, strides: Any, pads: Any, output_shape: Any, data_format: Any) -> None:
        _settings(name, count, ksize, strides, pads)
        if data_format not in formats:
            raise ValueError(must(name, "data_format", f"in {list(formats)}", repr(data_format)))
        if not isinstance(output_shape, tuple):
            raise TypeError(must(name, "output_shape", "tuple", describe(output_shape)))

    return check


def _stored(count: int) -> Any:
    def normal(ksize: Any, strides: Any, pads: Any, **_: Any) -> dict[str, Any]:
        rule = window(count)
        strides = ksize if strides in (0, (0,) * count) else strides
        return {"ksize": rule(ksize), "strides": rule(strides), "pads": rule(pads)}

    return normal


def _unpooled(
    name: str, x: Any, argmax: Any, count: int, setting: tuple, output_shape: tuple, last: bool
) -> jax.Array:
    accept(name, x, "iuf", "x")
    accept(name, argmax, "int32 int64", "argmax")
    if x.ndim != count + 2:
        raise ValueError(must(name, "x", f"of rank {count + 2}", f"rank {x.ndim}"))
    if x.shape != argmax.shape:
        raise ValueError(must(name, "argmax", f"of shape {x.shape}", argmax.shape))
    kernel, strides, pads = _settings(name, count, *setting)
    if last:
        x, argmax = jnp.moveaxis(x, -1, 1), jnp.moveaxis(argmax, -1, 1)
    rows = zip(x.shape[2:], kernel, strides, pads, strict=True)
    target = tuple((n - 1) * s - 2 * p + k for n, k, s, p in rows)
    if output_shape:
        if len(output_shape) != count + 2:
            raise ValueError(must(name, "output_shape", f"of {count + 2} lengths", output_shape))
        wanted = output_shape[1:-1] if last else output_shape[2:]
        fits = [abs(w - t) < s for w, t, s in zip(wanted, target, strides, strict=True)]
        if not all(fits):
            text = f"nearer than {strides} to the lengths {target}"
            raise ValueError(must(name, "output_shape", text, output_shape))
        target = wanted
    planes = int(np.prod(x.shape[:2]))
    flat = jnp.zeros((planes, int(np.prod(target))), x.dtype)
    places = argmax.reshape(planes, -1).astype(np.int32)
    flat = flat.at[jnp.arange(planes)[:, None], places].set(x.reshape(planes, -1))
    out = flat.reshape(*x.shape[:2], *target)
    return jnp.moveaxis(out, 1, -1) if last else out


@primitive(
    "MaxUnpool2D",
    since="ksize",
    check=_check("MaxUnpool2D", 2, ("NCHW", "NHWC")),
    normal=_stored(2),
)
@op(label="MaxUnpool2D")
def max_unpool2d_primitive(
    x: Array, argmax: Array, ksize, strides=0, pads=0, output_shape=(), data_format="NCHW"
):
    """Put the maxima of max pooling back to their places; zeros elsewhere.

    Args:
        ksize: int or tuple of two ints, the windows' size.
        strides: int or tuple of two ints; 0 means `ksize`.
        pads: int or tuple of two ints.
        output_shape: shape of the result; () for the one that the above give.
        data_format: "NCHW" or "NHWC".

    Inputs:
        - **x** (Tensor) - of rank 4.
        - **argmax** (Tensor) - Int32 or Int64 Tensor of the same shape: places in the result's
          flattened plane. Places outside of it are left out.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.MaxUnpool2D(2)(ms.Tensor([[[[7.]]]]), ms.Tensor([[[[2]]]])))
        [[[[0. 0.]
           [7. 0.]]]]
    """
    setting, last = (ksize, strides, pads), data_format == "NHWC"
    return _unpooled("MaxUnpool2D", x, argmax, 2, setting, output_shape, last)


@primitive(
    "MaxUnpool3D",
    since="ksize",
    check=_check("MaxUnpool3D", 3, ("NCDHW", "NDHWC")),
    normal=_stored(3),
)
@op(label="MaxUnpool3D")
def max_unpool3d_primitive(
    x: Array, argmax: Array, ksize, strides=0, pads=0, output_shape=(), data_format="NCDHW"
):
    """Put the maxima of 3-D max pooling back to their places; zeros elsewhere.

    Args:
        ksize: int or tuple of three ints, the windows' size.
        strides: int or tuple of three ints; 0 means `ksize`.
        pads: int or tuple of three ints.
        output_shape: shape of the result; () for the one that the above give.
        data_format: "NCDHW" or "NDHWC".

    Inputs:
        - **x** (Tensor) - of rank 5.
        - **argmax** (Tensor) - Int32 or Int64 Tensor of the same shape: places in the result's
          flattened volume. Places outside of it are left out.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument is out of range, or the shapes do not fit.
    """
    setting, last = (ksize, strides, pads), data_format == "NDHWC"
    return _unpooled("MaxUnpool3D", x, argmax, 3, setting, output_shape, last)
