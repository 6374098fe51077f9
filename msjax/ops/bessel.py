"""Bessel functions."""

from __future__ import annotations

from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops import _bessel
from msjax.ops._accept import accept, in_single


@primitive("BesselI0")
@op("ops.bessel_i0", label="BesselI0")
def bessel_i0(x: Array):
    """Modified Bessel function of the first kind of order 0.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselI0", x, "r", "x")
    return in_single(_bessel.i0, x)


@op("ops.i0", "Tensor.i0", label="BesselI0")
def i0(input: Array):
    """Modified Bessel function of the first kind of order 0, as `ops.bessel_i0`."""
    return bessel_i0(input)


@primitive("BesselI0e")
@op("ops.bessel_i0e", label="BesselI0e")
def bessel_i0e(x: Array):
    """`exp(-|x|)` times the modified Bessel function of the first kind of order 0.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselI0e", x, "r", "x")
    return in_single(_bessel.i0e, x)


@primitive("BesselI1")
@op("ops.bessel_i1", label="BesselI1")
def bessel_i1(x: Array):
    """Modified Bessel function of the first kind of order 1.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselI1", x, "r", "x")
    return in_single(_bessel.i1, x)


@primitive("BesselI1e")
@op("ops.bessel_i1e", label="BesselI1e")
def bessel_i1e(x: Array):
    """`exp(-|x|)` times the modified Bessel function of the first kind of order 1.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselI1e", x, "f", "x")
    return in_single(_bessel.i1e, x)


@primitive("BesselJ0")
@op("ops.bessel_j0", label="BesselJ0")
def bessel_j0(x: Array):
    """Bessel function of the first kind of order 0.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_j0(ms.Tensor([0.])))
        [1.]
    """
    accept("BesselJ0", x, "r", "x")
    return in_single(_bessel.j0, x)


@primitive("BesselJ1")
@op("ops.bessel_j1", label="BesselJ1")
def bessel_j1(x: Array):
    """Bessel function of the first kind of order 1.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselJ1", x, "r", "x")
    return in_single(_bessel.j1, x)


@primitive("BesselY0")
@op("ops.bessel_y0", label="BesselY0")
def bessel_y0(x: Array):
    """Bessel function of the second kind of order 0; infinite up to 0.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselY0", x, "r", "x")
    return in_single(_bessel.y0, x)


@primitive("BesselY1")
@op("ops.bessel_y1", label="BesselY1")
def bessel_y1(x: Array):
    """Bessel function of the second kind of order 1; infinite up to 0.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselY1", x, "r", "x")
    return in_single(_bessel.y1, x)


@primitive("BesselK0")
@op("ops.bessel_k0", label="BesselK0")
def bessel_k0(x: Array):
    """Modified Bessel function of the second kind of order 0; infinite up to 0.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselK0", x, "r", "x")
    return in_single(_bessel.k0, x)


@primitive("BesselK0e")
@op("ops.bessel_k0e", label="BesselK0e")
def bessel_k0e(x: Array):
    """`exp(x)` times the modified Bessel function of the second kind of order 0.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselK0e", x, "r", "x")
    return in_single(_bessel.k0e, x)


@primitive("BesselK1")
@op("ops.bessel_k1", label="BesselK1")
def bessel_k1(x: Array):
    """Modified Bessel function of the second kind of order 1; infinite up to 0.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselK1", x, "r", "x")
    return in_single(_bessel.k1, x)


@primitive("BesselK1e")
@op("ops.bessel_k1e", label="BesselK1e")
def bessel_k1e(x: Array):
    """`exp(x)` times the modified Bessel function of the second kind of order 1.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("BesselK1e", x, "r", "x")
    return in_single(_bessel.k1e, x)
