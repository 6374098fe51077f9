"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Sequence
from typing import Any

from msjax._core.base.dtype import bool_ as bool_
from msjax._core.base.dtype import float16 as float16
from msjax._core.base.dtype import float32 as _float_
from msjax._core.base.dtype import float32 as float32
from msjax._core.base.dtype import float64 as float64
from msjax._core.base.dtype import int8 as int8
from msjax._core.base.dtype import int16 as int16
from msjax._core.base.dtype import int32 as _int_
from msjax._core.base.dtype import int32 as int32
from msjax._core.base.dtype import int64 as int64
from msjax._core.base.dtype import uint8 as uint8
from msjax._core.base.dtype import uint16 as uint16
from msjax._core.base.dtype import uint32 as uint32
from msjax._core.base.dtype import uint64 as uint64
from msjax._core.tensor.tensor import Tensor
from msjax._types import ArrayLike, DType, Number
from msjax.numpy import array_creations as array_creations
from msjax.numpy import array_ops as array_ops
from msjax.numpy import dtypes as dtypes
from msjax.numpy import fft as fft
from msjax.numpy import logic_ops as logic_ops
from msjax.numpy import math_ops as math_ops
from msjax.numpy._along import apply_along_axis as apply_along_axis
from msjax.numpy._along import apply_over_axes as apply_over_axes
from msjax.numpy._along import piecewise as piecewise
from msjax.numpy._along import select as select
from msjax.numpy._bins import histogram_bin_edges as histogram_bin_edges
from msjax.numpy._bounds import clip as clip
from msjax.numpy._bounds import divmod as divmod
from msjax.numpy._bounds import maximum as maximum
from msjax.numpy._bounds import minimum as minimum
from msjax.numpy._creation import array as array
from msjax.numpy._creation import asarray as asarray
from msjax.numpy._creation import asfarray as asfarray
from msjax.numpy._creation import copy as copy
from msjax.numpy._creation import empty as empty
from msjax.numpy._creation import empty_like as empty_like
from msjax.numpy._creation import eye as eye
from msjax.numpy._creation import full as full
from msjax.numpy._creation import full_like as full_like
from msjax.numpy._creation import identity as identity
from msjax.numpy._creation import ones as ones
from msjax.numpy._creation import ones_like as ones_like
from msjax.numpy._creation import rand as rand
from msjax.numpy._creation import randint as randint
from msjax.numpy._creation import randn as randn
from msjax.numpy._creation import zeros as zeros
from msjax.numpy._creation import zeros_like as zeros_like
from msjax.numpy._diagonals import diagonal as diagonal
from msjax.numpy._diagonals import trace as trace
from msjax.numpy._diagonals import tri as tri
from msjax.numpy._diagonals import tril as tril
from msjax.numpy._diagonals import triu as triu
from msjax.numpy._differences import ediff1d as ediff1d
from msjax.numpy._differences import promote_types as promote_types
from msjax.numpy._differences import result_type as result_type
from msjax.numpy._grids import diag_indices as diag_indices
from msjax.numpy._grids import indices as indices
from msjax.numpy._grids import ix_ as ix_
from msjax.numpy._grids import meshgrid as meshgrid
from msjax.numpy._grids import tril_indices as tril_indices
from msjax.numpy._grids import tril_indices_from as tril_indices_from
from msjax.numpy._grids import triu_indices as triu_indices
from msjax.numpy._grids import triu_indices_from as triu_indices_from
from msjax.numpy._grids import vander as vander
from msjax.numpy._histograms import bincount as bincount
from msjax.numpy._histograms import histogram as histogram
from msjax.numpy._histograms import histogram2d as histogram2d
from msjax.numpy._histograms import histogramdd as histogramdd
from msjax.numpy._joining import append as append
from msjax.numpy._joining import array_split as array_split
from msjax.numpy._joining import column_stack as column_stack
from msjax.numpy._joining import concatenate as concatenate
from msjax.numpy._joining import dsplit as dsplit
from msjax.numpy._joining import dstack as dstack
from msjax.numpy._joining import hsplit as hsplit
from msjax.numpy._joining import hstack as hstack
from msjax.numpy._joining import split as split
from msjax.numpy._joining import stack as stack
from msjax.numpy._joining import vsplit as vsplit
from msjax.numpy._joining import vstack as vstack
from msjax.numpy._logic import isscalar as isscalar
from msjax.numpy._padding import pad as pad
from msjax.numpy._picking import argwhere as argwhere
from msjax.numpy._picking import choose as choose
from msjax.numpy._picking import intersect1d as intersect1d
from msjax.numpy._picking import repeat as repeat
from msjax.numpy._picking import take as take
from msjax.numpy._picking import unique as unique
from msjax.numpy._picking import unravel_index as unravel_index
from msjax.numpy._picking import where as where
from msjax.numpy._polynomials import polyval as polyval
from msjax.numpy._products import multi_dot as multi_dot
from msjax.numpy._rearrange import array_str as array_str
from msjax.numpy._rearrange import atleast_1d as atleast_1d
from msjax.numpy._rearrange import atleast_2d as atleast_2d
from msjax.numpy._rearrange import atleast_3d as atleast_3d
from msjax.numpy._rearrange import broadcast_arrays as broadcast_arrays
from msjax.numpy._rearrange import expand_dims as expand_dims
from msjax.numpy._rearrange import moveaxis as moveaxis
from msjax.numpy._rearrange import ravel as ravel
from msjax.numpy._rearrange import reshape as reshape
from msjax.numpy._rearrange import rollaxis as rollaxis
from msjax.numpy._rearrange import size as size
from msjax.numpy._rearrange import squeeze as squeeze
from msjax.numpy._rearrange import swapaxes as swapaxes
from msjax.numpy._rearrange import transpose as transpose
from msjax.numpy._reductions import amax as _max
from msjax.numpy._reductions import amax as amax
from msjax.numpy._reductions import amin as _min
from msjax.numpy._reductions import amin as amin
from msjax.numpy._reductions import cumprod as cumprod
from msjax.numpy._rounding import around as _round
from msjax.numpy._rounding import around as around
from msjax.numpy._sequences import arange as arange
from msjax.numpy._sequences import bartlett as bartlett
from msjax.numpy._sequences import blackman as blackman
from msjax.numpy._sequences import geomspace as geomspace
from msjax.numpy._sequences import hamming as hamming
from msjax.numpy._sequences import hanning as hanning
from msjax.numpy._sequences import linspace as linspace
from msjax.numpy._sequences import logspace as logspace
from msjax.numpy._signal import correlate as correlate
from msjax.numpy._signal import gradient as gradient

def abs(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Absolute values, element by element; those of complex elements stay complex."""
    ...

absolute = abs

def add(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Sums, element by element."""
    ...

def arccos(input: Tensor, dtype: DType | None = None) -> Tensor:
    """Angles of cosines, element by element."""
    ...

def arccosh(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Inverse hyperbolic cosines, element by element."""
    ...

def arcsin(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Angles of sines, element by element."""
    ...

def arcsinh(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Inverse hyperbolic sines, element by element."""
    ...

def arctan(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Angles of tangents, element by element."""
    ...

def arctan2(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """Angles of the points (x2, x1), element by element, with the right quadrant."""
    ...

def arctanh(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Inverse hyperbolic tangents, element by element."""
    ...

def argmax(a: ArrayLike, axis: int | None = None) -> Tensor:
    """Positions of the largest elements along an axis."""
    ...

def argmin(a: ArrayLike, axis: int | None = None) -> Tensor:
    """Positions of the smallest elements along an axis; see `numpy.argmax`."""
    ...

def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: bool = False) -> Tensor:
    """Whether two Tensors have one shape and equal elements."""
    ...

def array_equiv(a1: ArrayLike, a2: ArrayLike) -> Tensor:
    """Whether two Tensors have shapes that broadcast and equal elements."""
    ...

def average(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    weights: Tensor | None = None,
    returned: bool = False,
) -> Tensor:
    """Means with weights over all or some axes."""
    ...

def bitwise_and(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Integers of the bits that both of two have, element by element."""
    ...

def bitwise_not(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The elements with all bits turned over."""
    ...

def bitwise_or(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Integers of the bits that either of two has, element by element."""
    ...

def bitwise_xor(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Integers of the bits that just one of two has, element by element."""
    ...

def broadcast_to(array: Tensor, shape: Sequence[int]) -> Tensor:
    """The Tensor repeated where its lengths are 1, to a given shape."""
    ...

def cbrt(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Cube roots, element by element."""
    ...

def ceil(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The integers from there up, element by element."""
    ...

def convolve(a: ArrayLike, v: ArrayLike, mode: str = "full") -> Tensor:
    """Convolution of two vectors."""
    ...

def copysign(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The magnitudes of `x1` with the signs of `x2`, element by element; no sign is a plus."""
    ...

def corrcoef(
    x: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: bool = True,
    dtype: DType | None = None,
) -> Tensor:
    """Matrix of the correlation coefficients of variables."""
    ...

def cos(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Cosines, element by element."""
    ...

def cosh(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Hyperbolic cosines, element by element."""
    ...

def count_nonzero(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Numbers of elements that are not 0, over all or some axes."""
    ...

def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: Any = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    dtype: DType | None = None,
) -> Tensor:
    """Covariance matrix of variables."""
    ...

def cross(
    a: ArrayLike,
    b: ArrayLike,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | Sequence[int] | None = None,
) -> Tensor:
    """Cross products of vectors of length 2 or 3."""
    ...

def cumsum(a: Tensor, axis: int | None = None, dtype: DType | None = None) -> Tensor:
    """Running sums along an axis."""
    ...

def deg2rad(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Degrees in radians, element by element."""
    ...

def diag(v: Tensor, k: int = 0) -> Tensor:
    """Matrix with a vector on one diagonal, or a diagonal of a matrix."""
    ...

def diagflat(v: Tensor, k: int = 0) -> Tensor:
    """Matrix with the elements of a Tensor on one diagonal and zeros elsewhere."""
    ...

def diff(
    a: Tensor,
    n: int = 1,
    axis: int = -1,
    prepend: Tensor | Number | None = None,
    append: Tensor | Number | None = None,
) -> Tensor:
    """Differences of neighbours along an axis."""
    ...

def digitize(x: ArrayLike, bins: ArrayLike, right: bool = False) -> Tensor:
    """Numbers of the bins that elements are in."""
    ...

def divide(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Quotients, element by element."""
    ...

def dot(a: Tensor, b: Tensor) -> Tensor:
    """Sums of products over the last axis of `a` and the last but one (or only) of `b`."""
    ...

def equal(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where elements are equal."""
    ...

def exp(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Exponentials, element by element."""
    ...

def exp2(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Powers of two, element by element."""
    ...

def expm1(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """`exp(x) - 1`, element by element, exact for small `x` too."""
    ...

fabs = abs

def fix(x: Tensor) -> Tensor:
    """The integers towards zero, element by element."""
    ...

def flip(m: Tensor, axis: int | Sequence[int] | None = None) -> Tensor:
    """The elements in reverse order along axes."""
    ...

def fliplr(m: Tensor) -> Tensor:
    """The columns in reverse order."""
    ...

def flipud(m: Tensor) -> Tensor:
    """The rows in reverse order."""
    ...

float_ = _float_

def float_power(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """`x1` to the power `x2`, element by element, in float32."""
    ...

def floor(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The integers from there down, element by element."""
    ...

def floor_divide(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Quotients rounded down, element by element."""
    ...

def fmod(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Remainders of the division that rounds towards zero: they have the sign of `x1`."""
    ...

def gcd(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Greatest common divisors, element by element."""
    ...

def greater(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where `x1` is greater than `x2`."""
    ...

def greater_equal(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where `x1` is at least `x2`."""
    ...

def heaviside(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """0 where `x1` is negative, `x2` where it is 0, else 1."""
    ...

def hypot(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Lengths of the hypotenuses of right triangles, element by element."""
    ...

def in1d(ar1: ArrayLike, ar2: ArrayLike, invert: bool = False) -> Tensor:
    """Where the elements of one Tensor, flattened, are among those of another."""
    ...

inf: float

def inner(a: Tensor, b: Tensor) -> Tensor:
    """Sums of products over the last axes of two Tensors."""
    ...

int_ = _int_

def interp(
    x: ArrayLike,
    xp: ArrayLike,
    fp: ArrayLike,
    left: ArrayLike | None = None,
    right: ArrayLike | None = None,
) -> Tensor:
    """Values between known ones, along straight lines."""
    ...

invert = bitwise_not

def isclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """Where elements differ by no more than `atol + rtol * abs(b)`."""
    ...

def isfinite(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where elements are neither infinite nor nan."""
    ...

def isin(element: ArrayLike, test_elements: ArrayLike, invert: bool = False) -> Tensor:
    """Where elements are among others."""
    ...

def isinf(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where elements are infinite."""
    ...

def isnan(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where elements are nan."""
    ...

def isneginf(x: Tensor) -> Tensor:
    """Where elements are minus infinity."""
    ...

def isposinf(x: Tensor) -> Tensor:
    """Where elements are plus infinity."""
    ...

def kron(a: ArrayLike, b: ArrayLike) -> Tensor:
    """Kronecker product: `b`, times every element of `a`, side by side."""
    ...

def lcm(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Least common multiples, element by element."""
    ...

def less(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where `x1` is less than `x2`."""
    ...

def less_equal(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """Where `x1` is at most `x2`."""
    ...

def log(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Natural logarithms, element by element."""
    ...

def log10(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Logarithms to the base 10, element by element."""
    ...

def log1p(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """`log(1 + x)`, element by element."""
    ...

def log2(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Logarithms to the base 2, element by element."""
    ...

def logaddexp(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """`log(exp(x1) + exp(x2))`, element by element."""
    ...

def logaddexp2(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """`log2(2**x1 + 2**x2)`, element by element."""
    ...

def logical_and(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where both elements are not 0."""
    ...

def logical_not(a: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where elements are 0."""
    ...

def logical_or(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where one of two elements is not 0."""
    ...

def logical_xor(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """Where just one of two elements is not 0."""
    ...

def matmul(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """Products of matrices, or of vectors and matrices, with the axes before broadcast."""
    ...

def matrix_power(a: ArrayLike, n: int) -> Tensor:
    """Square matrices, multiplied with themselves."""
    ...

max = _max

def mean(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    dtype: DType | None = None,
) -> Tensor:
    """Means over all or some axes."""
    ...

mgrid: Any
min = _min

def mod(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Remainders of the division that rounds down: they have the sign of `x2`."""
    ...

def multiply(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """Products, element by element."""
    ...

nan: float

def nancumsum(a: Tensor, axis: int | None = None, dtype: DType | None = None) -> Tensor:
    """Running sums along an axis, as if nan were 0."""
    ...

def nanmax(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Largest elements that are not nan; nan where there is none."""
    ...

def nanmean(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Means of the elements that are not nan; nan where there is none."""
    ...

def nanmin(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Smallest elements that are not nan; nan where there is none."""
    ...

def nanstd(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> Tensor:
    """Standard deviations of the elements that are not nan; nan where there is none."""
    ...

def nansum(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Sums of the elements that are not nan."""
    ...

def nanvar(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> Tensor:
    """Variances of the elements that are not nan; nan where there is none."""
    ...

def negative(a: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The elements with the opposite sign."""
    ...

def norm(
    x: ArrayLike,
    ord: Any = None,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Norms of vectors or matrices."""
    ...

def not_equal(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """Where elements differ."""
    ...

ogrid: Any

def outer(a: Tensor, b: Tensor) -> Tensor:
    """Products of all pairs of elements of two Tensors, which are flattened."""
    ...

pi: float

def polyadd(a1: ArrayLike, a2: ArrayLike) -> Tensor:
    """Sum of two polynomials."""
    ...

def polyder(p: ArrayLike, m: int = 1) -> Tensor:
    """Derivative of a polynomial."""
    ...

def polyint(p: ArrayLike, m: int = 1, k: ArrayLike | None = None) -> Tensor:
    """Integral of a polynomial."""
    ...

def polymul(a1: ArrayLike, a2: ArrayLike) -> Tensor:
    """Product of two polynomials."""
    ...

def polysub(a1: ArrayLike, a2: ArrayLike) -> Tensor:
    """Difference of two polynomials."""
    ...

def positive(a: Tensor, dtype: DType | None = None) -> Tensor:
    """A copy of the elements."""
    ...

def power(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """`x1` to the power `x2`, element by element."""
    ...

def ptp(x: Tensor, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> Tensor:
    """Distances between the largest and the smallest elements over all or some axes."""
    ...

def rad2deg(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Radians in degrees, element by element."""
    ...

def radians(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Degrees in radians, element by element."""
    ...

def ravel_multi_index(
    multi_index: ArrayLike,
    dims: tuple[int, ...],
    mode: str = "clip",
    order: str = "C",
) -> Tensor:
    """Positions among all elements of positions given axis by axis."""
    ...

def reciprocal(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The inverses `1 / x`, element by element; those of integers are rounded towards zero."""
    ...

remainder = mod

def rint(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The nearest integers, element by element; halves go to even ones."""
    ...

def roll(
    a: Tensor,
    shift: int | Sequence[int],
    axis: int | Sequence[int] | None = None,
) -> Tensor:
    """The elements moved along axes; those that leave at the end come in at the start."""
    ...

def rot90(a: Tensor, k: Number = 1, axes: Sequence[int] = (0, 1)) -> Tensor:
    """The Tensor turned by quarter turns in the plane of two axes."""
    ...

round = _round

def searchsorted(
    a: ArrayLike,
    v: ArrayLike,
    side: str = "left",
    sorter: ArrayLike | None = None,
) -> Tensor:
    """Places where elements would keep a vector sorted."""
    ...

def setdiff1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False) -> Tensor:
    """The elements of one Tensor that are not in another, sorted and each once."""
    ...

def sign(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The signs -1, 0 and 1, element by element."""
    ...

def signbit(x: ArrayLike, dtype: bool | None = None) -> Tensor:
    """Where elements are less than 0."""
    ...

def sin(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Sines, element by element."""
    ...

def sinh(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Hyperbolic sines, element by element."""
    ...

def sometrue(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Whether some elements along axes are not 0."""
    ...

def sqrt(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Square roots, element by element."""
    ...

def square(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Squares, element by element."""
    ...

def std(
    x: ArrayLike,
    axis: int | Sequence[int] | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> Tensor:
    """Standard deviations over all or some axes; the arguments are those of `numpy.var`."""
    ...

def subtract(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Differences, element by element."""
    ...

def sum(
    a: Tensor | list[Any],
    axis: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    keepdims: bool = False,
    initial: Number | None = None,
) -> Tensor:
    """Sums over all or some axes."""
    ...

def take_along_axis(arr: Tensor, indices: Tensor, axis: int) -> Tensor:
    """Elements picked along one dimension by positions of their own for each vector."""
    ...

def tan(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Tangents, element by element."""
    ...

def tanh(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Hyperbolic tangents, element by element."""
    ...

def tensordot(a: Tensor, b: Tensor, axes: int = 2) -> Tensor:
    """Sums of products over several axes of two Tensors."""
    ...

def tile(a: Tensor, reps: int | Sequence[int]) -> Tensor:
    """The Tensor repeated as a whole along its dimensions."""
    ...

def trapz(
    y: ArrayLike,
    x: ArrayLike | None = None,
    dx: ArrayLike | float = 1.0,
    axis: int = -1,
) -> Tensor:
    """Integrals along an axis by the trapezoidal rule."""
    ...

def true_divide(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Quotients, element by element."""
    ...

def trunc(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The integers towards zero, element by element."""
    ...

def unwrap(p: ArrayLike, discont: float = 3.141592653589793, axis: int = -1) -> Tensor:
    """Angles without jumps: steps larger than `discont` are made shorter by full turns."""
    ...

def var(
    x: ArrayLike,
    axis: int | Sequence[int] | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> Tensor:
    """Variances over all or some axes."""
    ...
