"""Bessel functions."""

from __future__ import annotations

from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept
from msjax.kernels.promotion import in_single
from msjax.kernels.special import bessel_series as _bessel


@primitive("BesselI0", counts="all")
@op("ops.bessel_i0", label="BesselI0")
def bessel_i0(x: Array):
    """Modified Bessel function of the first kind of order 0.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_i0(ms.Tensor([0., 1., 2.], ms.float64)).round(decimals=4))
        [1.     1.2661 2.2796]
        >>> print(ms.ops.BesselI0()(ms.Tensor([0.])))
        [1.]
    """
    accept(x, "r", "x")
    return in_single(_bessel.i0, x)


@op("ops.i0", "Tensor.i0", label="BesselI0")
def i0(input: Array):
    """Modified Bessel function of the first kind of order 0, as `ops.bessel_i0`.

    Args:
        input: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([0., 1., 2.], ms.float64)
        >>> print(ms.ops.i0(x).round(decimals=4))
        [1.     1.2661 2.2796]
        >>> print(x.i0().round(decimals=4))
        [1.     1.2661 2.2796]
    """
    return bessel_i0(input)


@primitive("BesselI0e", counts="all")
@op("ops.bessel_i0e", label="BesselI0e")
def bessel_i0e(x: Array):
    """`exp(-|x|)` times the modified Bessel function of the first kind of order 0.

    Unlike the function itself it stays small for large elements.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_i0e(ms.Tensor([0., 1., 2.], ms.float64)).round(decimals=4))
        [1.     0.4658 0.3085]
        >>> print(ms.ops.BesselI0e()(ms.Tensor([0.])))
        [1.]
    """
    accept(x, "r", "x")
    return in_single(_bessel.i0e, x)


@primitive("BesselI1", counts="all")
@op("ops.bessel_i1", label="BesselI1")
def bessel_i1(x: Array):
    """Modified Bessel function of the first kind of order 1.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_i1(ms.Tensor([0., 1., 2.], ms.float64)).round(decimals=4))
        [0.     0.5652 1.5906]
        >>> print(ms.ops.BesselI1()(ms.Tensor([0.])))
        [0.]
    """
    accept(x, "r", "x")
    return in_single(_bessel.i1, x)


@primitive("BesselI1e", counts="all")
@op("ops.bessel_i1e", label="BesselI1e")
def bessel_i1e(x: Array):
    """`exp(-|x|)` times the modified Bessel function of the first kind of order 1.

    Unlike the function itself it stays small for large elements.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is not floating.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_i1e(ms.Tensor([0., 1., 2.], ms.float64)).round(decimals=4))
        [0.     0.2079 0.2153]
        >>> print(ms.ops.BesselI1e()(ms.Tensor([0.])))
        [0.]
    """
    accept(x, "f", "x")
    return in_single(_bessel.i1e, x)


@primitive("BesselJ0", counts="all")
@op("ops.bessel_j0", label="BesselJ0")
def bessel_j0(x: Array):
    """Bessel function of the first kind of order 0.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_j0(ms.Tensor([0.])))
        [1.]
    """
    accept(x, "r", "x")
    return in_single(_bessel.j0, x)


@primitive("BesselJ1", counts="all")
@op("ops.bessel_j1", label="BesselJ1")
def bessel_j1(x: Array):
    """Bessel function of the first kind of order 1.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_j1(ms.Tensor([0., 1., 2.], ms.float64)).round(decimals=4))
        [0.     0.4401 0.5767]
        >>> print(ms.ops.BesselJ1()(ms.Tensor([0.])))
        [0.]
    """
    accept(x, "r", "x")
    return in_single(_bessel.j1, x)


@primitive("BesselY0", counts="all")
@op("ops.bessel_y0", label="BesselY0")
def bessel_y0(x: Array):
    """Bessel function of the second kind of order 0; minus infinity up to 0.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_y0(ms.Tensor([1., 2.], ms.float64)).round(decimals=4))
        [0.0883 0.5104]
        >>> print(ms.ops.BesselY0()(ms.Tensor([0.])))
        [-inf]
    """
    accept(x, "r", "x")
    return in_single(_bessel.y0, x)


@primitive("BesselY1", counts="all")
@op("ops.bessel_y1", label="BesselY1")
def bessel_y1(x: Array):
    """Bessel function of the second kind of order 1; minus infinity up to 0.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_y1(ms.Tensor([1., 2.], ms.float64)).round(decimals=4))
        [-0.7812 -0.107 ]
        >>> print(ms.ops.BesselY1()(ms.Tensor([0.])))
        [-inf]
    """
    accept(x, "r", "x")
    return in_single(_bessel.y1, x)


@primitive("BesselK0", counts="all")
@op("ops.bessel_k0", label="BesselK0")
def bessel_k0(x: Array):
    """Modified Bessel function of the second kind of order 0; infinity up to 0.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_k0(ms.Tensor([1., 2.], ms.float64)).round(decimals=4))
        [0.421  0.1139]
        >>> print(ms.ops.BesselK0()(ms.Tensor([0.])))
        [inf]
    """
    accept(x, "r", "x")
    return in_single(_bessel.k0, x)


@primitive("BesselK0e", counts="all")
@op("ops.bessel_k0e", label="BesselK0e")
def bessel_k0e(x: Array):
    """`exp(x)` times the modified Bessel function of the second kind of order 0; infinity up to 0.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_k0e(ms.Tensor([1., 2.], ms.float64)).round(decimals=4))
        [1.1445 0.8416]
        >>> print(ms.ops.BesselK0e()(ms.Tensor([0.])))
        [inf]
    """
    accept(x, "r", "x")
    return in_single(_bessel.k0e, x)


@primitive("BesselK1", counts="all")
@op("ops.bessel_k1", label="BesselK1")
def bessel_k1(x: Array):
    """Modified Bessel function of the second kind of order 1; infinity up to 0.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_k1(ms.Tensor([1., 2.], ms.float64)).round(decimals=4))
        [0.6019 0.1399]
        >>> print(ms.ops.BesselK1()(ms.Tensor([0.])))
        [inf]
    """
    accept(x, "r", "x")
    return in_single(_bessel.k1, x)


@primitive("BesselK1e", counts="all")
@op("ops.bessel_k1e", label="BesselK1e")
def bessel_k1e(x: Array):
    """`exp(x)` times the modified Bessel function of the second kind of order 1; infinity up to 0.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bessel_k1e(ms.Tensor([1., 2.], ms.float64)).round(decimals=4))
        [1.6362 1.0335]
        >>> print(ms.ops.BesselK1e()(ms.Tensor([0.])))
        [inf]
    """
    accept(x, "r", "x")
    return in_single(_bessel.k1e, x)
