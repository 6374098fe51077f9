"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, overload

from msjax._core.base.dtype import Type
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

def abs(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Absolute values, element by element; those of complex elements stay complex."""
    ...

absolute = abs

def add(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Sums, element by element."""
    ...

def amax(
    a: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    initial: Number | None = None,
    where: Tensor | bool = True,
) -> Tensor:
    """Largest elements over all or some axes; nan where there is one."""
    ...

def amin(
    a: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    initial: Number | None = None,
    where: Tensor | bool = True,
) -> Tensor:
    """Smallest elements over all or some axes; nan where there is one."""
    ...

def append(arr: Tensor, values: Tensor, axis: int | None = None) -> Tensor:
    """One Tensor joined to the end of another one."""
    ...

def apply_along_axis(
    func1d: Callable[..., Any],
    axis: int,
    arr: Tensor,
    *args: Any,
    **kwargs: Any,
) -> Tensor:
    """Results of a function for each vector along one axis."""
    ...

def apply_over_axes(
    func: Callable[..., Any],
    a: Tensor | Sequence[Any],
    axes: int | Sequence[int],
) -> Tensor:
    """A function applied along several axes, one after the other."""
    ...

def arange(
    start: Number,
    stop: Number | None = None,
    step: Number | None = None,
    dtype: DType | None = None,
) -> Tensor:
    """Evenly spaced numbers of a half-open range, computed in float32."""
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

def argwhere(a: Tensor | Number | Sequence[Any]) -> Tensor:
    """Indices of the elements that are not zero."""
    ...

def around(a: Tensor | Number | list[Any], decimals: int = 0) -> Tensor:
    """Elements rounded to so many decimals; halves go to even digits."""
    ...

def array(
    obj: Tensor | Number | Sequence[Any],
    dtype: DType | None = None,
    copy: bool = True,
    ndmin: int = 0,
) -> Tensor:
    """Tensor of the given data."""
    ...

def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: bool = False) -> Tensor:
    """Whether two Tensors have one shape and equal elements."""
    ...

def array_equiv(a1: ArrayLike, a2: ArrayLike) -> Tensor:
    """Whether two Tensors have shapes that broadcast and equal elements."""
    ...

@overload
def array_split(x: Tensor, indices_or_sections: int, axis: int = 0) -> tuple[Tensor, ...]:
    """The parts of a Tensor along one dimension, as equal as can be."""
    ...

@overload
def array_split(x: Tensor, indices_or_sections: Sequence[int], axis: int = 0) -> list[Tensor]:
    """The parts of a Tensor along one dimension, as equal as can be."""
    ...

def array_str(a: Tensor) -> str:
    """The values as text."""
    ...

def asarray(a: Tensor | Number | Sequence[Any], dtype: DType | None = None) -> Tensor:
    """Tensor of the given data; a Tensor of the wanted type is handed back itself."""
    ...

def asfarray(a: Tensor | Number | Sequence[Any], dtype: DType = ...) -> Tensor:
    """Tensor of floats of the given data."""
    ...

@overload
def atleast_1d(arys: Tensor) -> Tensor:
    """Tensors with one dimension or more."""
    ...

@overload
def atleast_1d(*arys: Tensor | Sequence[Any]) -> list[Tensor]:
    """Tensors with one dimension or more."""
    ...

@overload
def atleast_2d(arys: Tensor) -> Tensor:
    """Tensors with two dimensions or more; lengths of 1 are put in front."""
    ...

@overload
def atleast_2d(*arys: Tensor | Sequence[Any]) -> list[Tensor]:
    """Tensors with two dimensions or more; lengths of 1 are put in front."""
    ...

@overload
def atleast_3d(arys: Tensor) -> Tensor:
    """Tensors with three dimensions or more: (N,) becomes (1, N, 1), and (M, N) becomes (M ..."""
    ...

@overload
def atleast_3d(*arys: Tensor | Sequence[Any]) -> list[Tensor]:
    """Tensors with three dimensions or more: (N,) becomes (1, N, 1), and (M, N) becomes (M ..."""
    ...

@overload
def average(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    weights: Tensor | None = None,
    returned: Literal[False] = False,
) -> Tensor:
    """Means with weights over all or some axes."""
    ...

@overload
def average(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    weights: Tensor | None = None,
    *,
    returned: Literal[True],
) -> tuple[Tensor, Tensor]:
    """Means with weights over all or some axes."""
    ...

@overload
def average(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    weights: Tensor | None = None,
    returned: bool = False,
) -> Any:
    """Means with weights over all or some axes."""
    ...

def bartlett(M: int) -> Tensor:
    """Triangular window that is 0 at its ends."""
    ...

def bincount(
    x: Tensor | list[int],
    weights: Tensor | list[Any] | None = None,
    minlength: int = 0,
    length: int | None = None,
) -> Tensor:
    """How often every integer from 0 up occurs."""
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

def blackman(M: int) -> Tensor:
    """Blackman's window: a sum of three cosines."""
    ...

def broadcast_arrays(*args: Tensor | Sequence[Any]) -> list[Tensor]:
    """Tensors repeated to their common shape."""
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

def choose(
    a: Tensor | Sequence[Any],
    choices: Tensor | Sequence[Any],
    mode: str = "clip",
) -> Tensor:
    """For each element, the element of one of several choices at the same place."""
    ...

def clip(
    x: ArrayLike,
    xmin: ArrayLike | None,
    xmax: ArrayLike | None,
    dtype: DType | None = None,
) -> Tensor:
    """Elements, limited to the interval from `xmin` to `xmax`."""
    ...

def column_stack(tup: Sequence[Tensor]) -> Tensor:
    """Tensors side by side, those of one dimension as columns."""
    ...

def concatenate(arrays: Sequence[Tensor] | Tensor, axis: int | None = 0) -> Tensor:
    """Tensors joined along an existing dimension."""
    ...

def convolve(a: ArrayLike, v: ArrayLike, mode: str = "full") -> Tensor:
    """Convolution of two vectors."""
    ...

def copy(a: Tensor | Number | Sequence[Any]) -> Tensor:
    """Copy of a Tensor, or Tensor of the given data."""
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

def correlate(a: Tensor | list[Any], v: Tensor | list[Any], mode: str = "valid") -> Tensor:
    """Cross-correlation of two vectors."""
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
    ddof: int | None = None,
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
    axis: int | Sequence[int] | Tensor | None = None,
) -> Tensor:
    """Cross products of vectors of length 2 or 3."""
    ...

def cumprod(
    a: Tensor | list[Any],
    axis: int | None = None,
    dtype: DType | None = None,
) -> Tensor:
    """Running products along an axis."""
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

def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """Indices of the main diagonal of a Tensor all of whose dimensions have one length."""
    ...

def diagflat(v: Tensor, k: int = 0) -> Tensor:
    """Matrix with the elements of a Tensor on one diagonal and zeros elsewhere."""
    ...

def diagonal(a: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """Diagonals of the matrices that two dimensions span."""
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

def divmod(
    x1: Tensor | Number,
    x2: Tensor | Number,
    dtype: DType | None = None,
) -> tuple[Tensor, Tensor]:
    """Quotients rounded down, and their remainders, element by element."""
    ...

def dot(a: Tensor, b: Tensor) -> Tensor:
    """Sums of products over the last axis of `a` and the last but one (or only) of `b`."""
    ...

@overload
def dsplit(x: Tensor, indices_or_sections: int) -> tuple[Tensor, ...]:
    """The parts of a Tensor along the third dimension: see `split`."""
    ...

@overload
def dsplit(x: Tensor, indices_or_sections: Sequence[int]) -> list[Tensor]:
    """The parts of a Tensor along the third dimension: see `split`."""
    ...

def dstack(tup: Sequence[Tensor]) -> Tensor:
    """Tensors joined along the third dimension; (N,) becomes (1, N, 1), and (M, N) (M, N, 1)."""
    ...

def ediff1d(
    ary: Tensor,
    to_end: Tensor | Number | list[Any] | None = None,
    to_begin: Tensor | Number | list[Any] | None = None,
) -> Tensor:
    """Differences of neighbours of the flattened elements."""
    ...

def empty(shape: int | Sequence[Any] | Tensor, dtype: DType = ...) -> Tensor:
    """Tensor whose contents do not matter; they are zeros."""
    ...

def empty_like(
    prototype: Tensor | Number | Sequence[Any],
    dtype: DType | None = None,
    shape: int | Sequence[int] | None = None,
) -> Tensor:
    """Tensor in the shape of another one whose contents do not matter; they are zeros."""
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

def expand_dims(a: Tensor, axis: int | Sequence[int]) -> Tensor:
    """The Tensor with further dimensions of length 1."""
    ...

def expm1(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """`exp(x) - 1`, element by element, exact for small `x` too."""
    ...

def eye(N: int, M: int | None = None, k: int = 0, dtype: DType = ...) -> Tensor:
    """Matrix with ones on one diagonal and zeros elsewhere."""
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

def full(
    shape: int | Sequence[Any] | Tensor,
    fill_value: Number | Sequence[Any] | Tensor,
    dtype: DType | None = None,
) -> Tensor:
    """Tensor full of one value, or of values that broadcast to its shape."""
    ...

def full_like(
    a: Tensor | Number | Sequence[Any],
    fill_value: Number | Sequence[Any] | Tensor,
    dtype: DType | None = None,
    shape: int | Sequence[int] | None = None,
) -> Tensor:
    """Tensor full of one value in the shape of another one."""
    ...

def gcd(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Greatest common divisors, element by element."""
    ...

def geomspace(
    start: Number | Sequence[Any] | Tensor,
    stop: Number | Sequence[Any] | Tensor,
    num: int = 50,
    endpoint: bool = True,
    dtype: DType | None = None,
    axis: int = 0,
) -> Tensor:
    """Numbers at equal ratios between two ends."""
    ...

@overload
def gradient(f: Tensor | list[Any], *varargs: float, axis: int, edge_order: int = 1) -> Tensor:
    """Differences of neighbours: central ones inside, one-sided ones at the ends."""
    ...

@overload
def gradient(
    f: Tensor | list[Any],
    *varargs: float,
    axis: int | Sequence[int] | None = None,
    edge_order: int = 1,
) -> Any:
    """Differences of neighbours: central ones inside, one-sided ones at the ends."""
    ...

def greater(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where `x1` is greater than `x2`."""
    ...

def greater_equal(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where `x1` is at least `x2`."""
    ...

def hamming(M: int) -> Tensor:
    """Hamming's window: 0.54 - 0.46 cos(2 pi n / (M - 1))."""
    ...

def hanning(M: int) -> Tensor:
    """Hann's window: 0.5 - 0.5 cos(2 pi n / (M - 1))."""
    ...

def heaviside(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """0 where `x1` is negative, `x2` where it is 0, else 1."""
    ...

def histogram(
    a: Tensor | list[Any],
    bins: int | Tensor | list[Any] = 10,
    range: Sequence[Any] | None = None,
    weights: Tensor | list[Any] | None = None,
    density: bool = False,
) -> tuple[Tensor, Tensor]:
    """How many elements are in each of several bins."""
    ...

def histogram2d(
    x: Tensor | list[Any],
    y: Tensor | list[Any],
    bins: int | Sequence[Any] | Tensor = 10,
    range: Sequence[Sequence[float]] | None = None,
    weights: Tensor | list[Any] | None = None,
    density: bool = False,
) -> tuple[Tensor, Tensor, Tensor]:
    """How many points of the plane are in each of several boxes."""
    ...

def histogram_bin_edges(
    a: Tensor | Number | Sequence[Any],
    bins: int | str | Tensor | Sequence[float] = 10,
    range: Sequence[Number] | None = None,
    weights: Tensor | Sequence[float] | None = None,
) -> Tensor:
    """Edges of the bins of a histogram."""
    ...

def histogramdd(
    sample: Tensor | list[Tensor] | list[Any],
    bins: int | Sequence[Any] = 10,
    range: Sequence[Any] | None = None,
    weights: Tensor | list[Any] | None = None,
    density: bool = False,
) -> tuple[Tensor, list[Tensor]]:
    """How many points are in each of several boxes."""
    ...

@overload
def hsplit(x: Tensor, indices_or_sections: int) -> tuple[Tensor, ...]:
    """The parts of a Tensor along the second dimension: see `split`."""
    ...

@overload
def hsplit(x: Tensor, indices_or_sections: Sequence[int]) -> list[Tensor]:
    """The parts of a Tensor along the second dimension: see `split`."""
    ...

def hstack(tup: Sequence[Tensor]) -> Tensor:
    """Tensors side by side: along the second dimension, or along the only one."""
    ...

def hypot(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Lengths of the hypotenuses of right triangles, element by element."""
    ...

def identity(n: int, dtype: DType = ...) -> Tensor:
    """Square matrix with ones on the main diagonal and zeros elsewhere."""
    ...

def in1d(ar1: ArrayLike, ar2: ArrayLike, invert: bool = False) -> Tensor:
    """Where the elements of one Tensor, flattened, are among those of another."""
    ...

def indices(
    dimensions: Sequence[int],
    dtype: DType = ...,
    sparse: bool = False,
) -> list[Tensor]:
    """Index of each element along each dimension of a shape."""
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

@overload
def intersect1d(
    ar1: Tensor | Number | Sequence[Any],
    ar2: Tensor | Number | Sequence[Any],
    assume_unique: bool = False,
    return_indices: Literal[False] = False,
) -> Tensor:
    """The distinct elements that two Tensors have in common, sorted."""
    ...

@overload
def intersect1d(
    ar1: Tensor | Number | Sequence[Any],
    ar2: Tensor | Number | Sequence[Any],
    assume_unique: bool = False,
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor, Tensor]:
    """The distinct elements that two Tensors have in common, sorted."""
    ...

@overload
def intersect1d(
    ar1: Tensor | Number | Sequence[Any],
    ar2: Tensor | Number | Sequence[Any],
    assume_unique: bool = False,
    return_indices: bool = False,
) -> Any:
    """The distinct elements that two Tensors have in common, sorted."""
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

def isscalar(element: object) -> bool:
    """Whether an object is a real number, a bool or a string, of Python or of NumPy."""
    ...

def ix_(*args: Tensor | Sequence[Any]) -> tuple[Tensor, ...]:
    """Index Tensors whose cross product selects a block: `x[ix_(rows, columns)]`."""
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

@overload
def linspace(
    start: Number | Sequence[Any] | Tensor,
    stop: Number | Sequence[Any] | Tensor,
    num: int = 50,
    endpoint: bool = True,
    retstep: Literal[False] = False,
    dtype: DType | None = None,
    axis: int = 0,
) -> Tensor:
    """Numbers at equal distances between two ends."""
    ...

@overload
def linspace(
    start: Number | Sequence[Any] | Tensor,
    stop: Number | Sequence[Any] | Tensor,
    num: int = 50,
    endpoint: bool = True,
    *,
    retstep: Literal[True],
    dtype: DType | None = None,
    axis: int = 0,
) -> tuple[Tensor, Tensor]:
    """Numbers at equal distances between two ends."""
    ...

@overload
def linspace(
    start: Number | Sequence[Any] | Tensor,
    stop: Number | Sequence[Any] | Tensor,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DType | None = None,
    axis: int = 0,
) -> Any:
    """Numbers at equal distances between two ends."""
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

def logspace(
    start: Number | Sequence[Any] | Tensor,
    stop: Number | Sequence[Any] | Tensor,
    num: int = 50,
    endpoint: bool = True,
    base: float = 10.0,
    dtype: DType | None = None,
    axis: int = 0,
) -> Tensor:
    """Powers of a base at equal distances of the exponents."""
    ...

def matmul(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """Products of matrices, or of vectors and matrices, with the axes before broadcast."""
    ...

def matrix_power(a: ArrayLike, n: int) -> Tensor:
    """Square matrices, multiplied with themselves."""
    ...

max = amax

def maximum(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The larger of two elements; nan where either is."""
    ...

def mean(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    dtype: DType | None = None,
) -> Tensor:
    """Means over all or some axes."""
    ...

def meshgrid(
    *xi: Tensor | Sequence[Any],
    sparse: bool = False,
    indexing: str = "xy",
) -> list[Tensor]:
    """Coordinates of the points of a grid, one Tensor for each axis."""
    ...

mgrid: Any
min = amin

def minimum(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The smaller of two elements; nan where either is."""
    ...

def mod(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Remainders of the division that rounds down: they have the sign of `x2`."""
    ...

def moveaxis(
    a: Tensor,
    source: int | Sequence[int],
    destination: int | Sequence[int],
) -> Tensor:
    """Dimensions moved to other places; the others keep their order."""
    ...

def multi_dot(arrays: Sequence[Tensor] | Tensor) -> Tensor:
    """Product of two or more matrices; the first and the last may be vectors."""
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
    ord: float | str | None = None,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Norms of vectors or matrices."""
    ...

def not_equal(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """Where elements differ."""
    ...

ogrid: Any

def ones(shape: int | Sequence[Any] | Tensor, dtype: DType = ...) -> Tensor:
    """Tensor of ones."""
    ...

def ones_like(
    a: Tensor | Number | Sequence[Any],
    dtype: DType | None = None,
    shape: int | Sequence[int] | None = None,
) -> Tensor:
    """Tensor of ones in the shape of another one."""
    ...

def outer(a: Tensor, b: Tensor) -> Tensor:
    """Products of all pairs of elements of two Tensors, which are flattened."""
    ...

def pad(
    arr: Tensor | Sequence[Any],
    pad_width: int | Sequence[Any],
    mode: str | Callable[..., Any] = "constant",
    stat_length: int | Sequence[Any] | None = None,
    constant_values: Number | Sequence[Any] = 0,
    end_values: Number | Sequence[Any] = 0,
    reflect_type: str = "even",
    **kwargs: Any,
) -> Tensor:
    """Tensor with further elements before and after each dimension."""
    ...

pi: float

def piecewise(
    x: Tensor | Number | Sequence[Any],
    condlist: Tensor | Sequence[Any],
    funclist: Sequence[Callable[..., Any] | Number],
    *args: Any,
    **kw: Any,
) -> Tensor:
    """Values of the function whose condition holds, element by element."""
    ...

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

def polyval(p: Tensor | list[Any], x: Tensor | Number | list[Any]) -> Tensor:
    """Values of a polynomial."""
    ...

def positive(a: Tensor, dtype: DType | None = None) -> Tensor:
    """A copy of the elements."""
    ...

def power(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """`x1` to the power `x2`, element by element."""
    ...

def promote_types(type1: DType, type2: DType) -> Type:
    """The smallest dtype that both dtypes convert to; a float dtype wins over all integers."""
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

def rand(*shape: int | Sequence[int] | Tensor, dtype: DType = ...) -> Tensor:
    """Random numbers, evenly distributed in [0, 1)."""
    ...

def randint(
    minval: int,
    maxval: int | None = None,
    shape: int | Sequence[Any] | Tensor | None = None,
    dtype: DType = ...,
) -> Tensor:
    """Random integers, evenly distributed in [minval, maxval), or in [0, minval)."""
    ...

def randn(*shape: int | Sequence[int] | Tensor, dtype: DType = ...) -> Tensor:
    """Random numbers of the standard normal distribution."""
    ...

def ravel(x: Tensor) -> Tensor:
    """The elements in one dimension."""
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

def repeat(
    a: Tensor | Number | Sequence[Any],
    repeats: int | Sequence[Any] | Tensor,
    axis: int | None = None,
) -> Tensor:
    """Each element, or each slice along one dimension, several times in a row."""
    ...

def reshape(x: Tensor, new_shape: int | Sequence[int]) -> Tensor:
    """The elements in another shape."""
    ...

def result_type(*arrays_and_dtypes: Any) -> Type:
    """The dtype that the arguments promote to."""
    ...

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

def rollaxis(x: Tensor, axis: int, start: int = 0) -> Tensor:
    """One dimension moved in front of another one."""
    ...

def rot90(a: Tensor, k: int = 1, axes: Sequence[int] = (0, 1)) -> Tensor:
    """The Tensor turned by quarter turns in the plane of two axes."""
    ...

round = around

def searchsorted(
    a: ArrayLike,
    v: ArrayLike,
    side: str = "left",
    sorter: ArrayLike | None = None,
) -> Tensor:
    """Places where elements would keep a vector sorted."""
    ...

def select(
    condlist: Tensor | Sequence[Any],
    choicelist: Tensor | Sequence[Any],
    default: Number | Tensor = 0,
) -> Tensor:
    """Elements of the first of several choices whose condition holds."""
    ...

def setdiff1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False) -> Tensor:
    """The elements of one Tensor that are not in another, sorted and each once."""
    ...

def sign(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The signs -1, 0 and 1, element by element."""
    ...

def signbit(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Where elements are less than 0."""
    ...

def sin(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Sines, element by element."""
    ...

def sinh(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Hyperbolic sines, element by element."""
    ...

def size(a: Tensor | Number | Sequence[Any], axis: int | None = None) -> int:
    """The number of elements, or the length of one dimension."""
    ...

def sometrue(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Whether some elements along axes are not 0."""
    ...

@overload
def split(x: Tensor, indices_or_sections: int, axis: int = 0) -> tuple[Tensor, ...]:
    """The parts of a Tensor along one dimension."""
    ...

@overload
def split(x: Tensor, indices_or_sections: Sequence[int], axis: int = 0) -> list[Tensor]:
    """The parts of a Tensor along one dimension."""
    ...

def sqrt(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Square roots, element by element."""
    ...

def square(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Squares, element by element."""
    ...

def squeeze(a: Tensor, axis: int | Sequence[int] | None = None) -> Tensor:
    """The Tensor without dimensions of length 1."""
    ...

def stack(arrays: Sequence[Tensor] | Tensor, axis: int = 0) -> Tensor:
    """Tensors of one shape joined along a new dimension."""
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
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    keepdims: bool = False,
    initial: ArrayLike | None = None,
) -> Tensor:
    """Sums over all or some axes."""
    ...

def swapaxes(x: Tensor, axis1: int, axis2: int) -> Tensor:
    """Two dimensions swapped."""
    ...

def take(a: Tensor, indices: Tensor, axis: int | None = None, mode: str = "clip") -> Tensor:
    """Elements, or slices along one dimension, at positions."""
    ...

def take_along_axis(arr: Tensor, indices: Tensor, axis: int | None) -> Tensor:
    """Elements picked along one dimension by positions of their own for each vector."""
    ...

def tan(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Tangents, element by element."""
    ...

def tanh(x: Tensor, dtype: DType | None = None) -> Tensor:
    """Hyperbolic tangents, element by element."""
    ...

def tensordot(a: Tensor, b: Tensor, axes: int | Sequence[Any] = 2) -> Tensor:
    """Sums of products over several axes of two Tensors."""
    ...

def tile(a: Tensor, reps: int | Sequence[int]) -> Tensor:
    """The Tensor repeated as a whole along its dimensions."""
    ...

def trace(
    a: Tensor,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: DType | None = None,
) -> Tensor:
    """Sums along diagonals of the matrices that two dimensions span."""
    ...

def transpose(a: Tensor, axes: Sequence[int] | None = None) -> Tensor:
    """The dimensions in another order."""
    ...

def trapz(
    y: ArrayLike,
    x: ArrayLike | None = None,
    dx: ArrayLike | float = 1.0,
    axis: int = -1,
) -> Tensor:
    """Integrals along an axis by the trapezoidal rule."""
    ...

def tri(N: int, M: int | None = None, k: int = 0, dtype: DType = ...) -> Tensor:
    """Matrix with ones up to a diagonal and zeros above it."""
    ...

def tril(m: Tensor | Sequence[Any], k: int = 0) -> Tensor:
    """The lower triangles of matrices; other elements become zero."""
    ...

def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, Tensor]:
    """Row and column indices of the lower triangle of a matrix."""
    ...

def tril_indices_from(arr: Tensor | Sequence[Any], k: int = 0) -> tuple[Tensor, Tensor]:
    """Row and column indices of the lower triangle of the given matrix."""
    ...

def triu(m: Tensor | Sequence[Any], k: int = 0) -> Tensor:
    """The upper triangles of matrices; other elements become zero."""
    ...

def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, Tensor]:
    """Row and column indices of the upper triangle of a matrix."""
    ...

def triu_indices_from(arr: Tensor | Sequence[Any], k: int = 0) -> tuple[Tensor, Tensor]:
    """Row and column indices of the upper triangle of the given matrix."""
    ...

def true_divide(x1: ArrayLike, x2: ArrayLike, dtype: DType | None = None) -> Tensor:
    """Quotients, element by element."""
    ...

def trunc(x: ArrayLike, dtype: DType | None = None) -> Tensor:
    """The integers towards zero, element by element."""
    ...

@overload
def unique(x: Tensor, return_inverse: Literal[False] = False) -> Tensor:
    """The distinct elements, in the order of their first occurrence."""
    ...

@overload
def unique(x: Tensor, return_inverse: Literal[True]) -> tuple[Tensor, Tensor]:
    """The distinct elements, in the order of their first occurrence."""
    ...

@overload
def unique(x: Tensor, return_inverse: bool) -> Any:
    """The distinct elements, in the order of their first occurrence."""
    ...

@overload
def unravel_index(indices: int, shape: int, order: str = "C") -> Tensor:
    """Coordinates of flat positions in an array of a given shape."""
    ...

@overload
def unravel_index(
    indices: Tensor | int | Sequence[Any],
    shape: int | tuple[int, ...],
    order: str = "C",
) -> tuple[Tensor, ...]:
    """Coordinates of flat positions in an array of a given shape."""
    ...

def unwrap(p: ArrayLike, discont: float = 3.141592653589793, axis: int = -1) -> Tensor:
    """Angles without jumps: steps larger than `discont` are made shorter by full turns."""
    ...

def vander(x: Tensor | Sequence[Any], N: int | None = None, increasing: bool = False) -> Tensor:
    """Matrix whose columns are powers of a vector."""
    ...

def var(
    x: ArrayLike,
    axis: int | Sequence[int] | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> Tensor:
    """Variances over all or some axes."""
    ...

@overload
def vsplit(x: Tensor, indices_or_sections: int) -> tuple[Tensor, ...]:
    """The parts of a Tensor along the first dimension: see `split`."""
    ...

@overload
def vsplit(x: Tensor, indices_or_sections: Sequence[int]) -> list[Tensor]:
    """The parts of a Tensor along the first dimension: see `split`."""
    ...

def vstack(tup: Sequence[Tensor]) -> Tensor:
    """Tensors on top of each other, those of one dimension as rows."""
    ...

def where(
    condition: Tensor | Number | Sequence[Any],
    x: Tensor | Number | Sequence[Any] | None = None,
    y: Tensor | Number | Sequence[Any] | None = None,
) -> Tensor:
    """Elements of one Tensor where a condition holds, of another one elsewhere."""
    ...

def zeros(shape: int | Sequence[Any] | Tensor, dtype: DType = ...) -> Tensor:
    """Tensor of zeros."""
    ...

def zeros_like(
    a: Tensor | Number | Sequence[Any],
    dtype: DType | None = None,
    shape: int | Sequence[int] | None = None,
) -> Tensor:
    """Tensor of zeros in the shape of another one."""
    ...
