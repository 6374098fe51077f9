"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Sequence
from typing import Any, Literal, overload

from msjax._core.tensor.random import Generator
from msjax._core.tensor.tensor import Tensor as Tensor
from msjax._types import DType, Number
from msjax.mint import distributed as distributed
from msjax.mint import linalg as linalg
from msjax.mint import nn as nn
from msjax.mint import optim as optim
from msjax.mint import special as special
from msjax.mint.nn.functional import conv2d as conv2d
from msjax.ops import abs as abs
from msjax.ops import arctanh as arctanh
from msjax.ops import atanh as atanh
from msjax.ops import ceil as ceil
from msjax.ops import cos as cos
from msjax.ops import cosh as cosh
from msjax.ops import cross as cross
from msjax.ops import cumprod as cumprod
from msjax.ops import divide as divide
from msjax.ops import dstack as dstack
from msjax.ops import erf as erf
from msjax.ops import erfc as erfc
from msjax.ops import erfinv as erfinv
from msjax.ops import exp as exp
from msjax.ops import expm1 as expm1
from msjax.ops import eye as eye
from msjax.ops import flip as flip
from msjax.ops import floor as floor
from msjax.ops import gcd as gcd
from msjax.ops import greater as greater
from msjax.ops import gt as gt
from msjax.ops import hstack as hstack
from msjax.ops import isclose as isclose
from msjax.ops import isinf as isinf
from msjax.ops import isnan_ext as _isnan
from msjax.ops import le as le
from msjax.ops import less as less
from msjax.ops import less_equal as less_equal
from msjax.ops import log as log
from msjax.ops import log1p as log1p
from msjax.ops import logical_and as logical_and
from msjax.ops import logical_not as logical_not
from msjax.ops import logical_or as logical_or
from msjax.ops import logical_xor as logical_xor
from msjax.ops import lt as lt
from msjax.ops import masked_select as masked_select
from msjax.ops import matmul as matmul
from msjax.ops import maximum as maximum
from msjax.ops import minimum as minimum
from msjax.ops import nan_to_num as nan_to_num
from msjax.ops import ne as ne
from msjax.ops import neg as neg
from msjax.ops import negative as negative
from msjax.ops import polar as polar
from msjax.ops import ravel as ravel
from msjax.ops import reciprocal as reciprocal
from msjax.ops import roll as roll
from msjax.ops import round as round
from msjax.ops import rsqrt as rsqrt
from msjax.ops import searchsorted as searchsorted
from msjax.ops import sigmoid as sigmoid
from msjax.ops import sign as sign
from msjax.ops import sin as sin
from msjax.ops import sinc as sinc
from msjax.ops import sinh as sinh
from msjax.ops import square as square
from msjax.ops import take as take
from msjax.ops import tan as tan
from msjax.ops import tanh as tanh
from msjax.ops import tile as tile
from msjax.ops import triu as triu
from msjax.ops import trunc as trunc

def acos(input: Tensor) -> Tensor:
    """Inverse cosines, in radians; NaN for real elements outside [-1, 1]."""
    ...

def acosh(input: Tensor) -> Tensor:
    """Inverse hyperbolic cosines; NaN for real elements below 1."""
    ...

def add(input: Tensor | Number, other: Tensor | Number, *, alpha: float | Tensor = 1) -> Tensor:
    """`input + alpha * other`."""
    ...

def addbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: float = 1,
    alpha: float = 1,
) -> Tensor:
    """beta * input + alpha * (sum over the batch of batch1 @ batch2)."""
    ...

def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: float = 1) -> Tensor:
    """`input + value * tensor1 / tensor2`."""
    ...

def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: float = 1) -> Tensor:
    """`input + value * tensor1 * tensor2`."""
    ...

def addmm(
    input: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    *,
    beta: float = 1,
    alpha: float = 1,
) -> Tensor:
    """beta * input + alpha * (mat1 @ mat2)."""
    ...

def addmv(
    input: Tensor,
    mat: Tensor,
    vec: Tensor,
    *,
    beta: float = 1,
    alpha: float = 1,
) -> Tensor:
    """beta * input + alpha * (mat @ vec), of one matrix and one vector."""
    ...

def addr_(
    input: Tensor,
    vec1: Tensor,
    vec2: Tensor,
    beta: float = 1,
    alpha: float = 1,
) -> Tensor:
    """beta * input + alpha * (outer product of two vectors), written into `input`."""
    ...

def all(input: Tensor, dim: int | Sequence[int] | None = None, keepdim: bool = False) -> Tensor:
    """Whether all elements are nonzero, over all or some dimensions; see `ops.all`."""
    ...

def allclose(
    input: Tensor,
    other: Tensor,
    rtol: Number = 1e-05,
    atol: Number = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """Whether all elements of two Tensors are close, `|input - other| <= atol + rtol * ..."""
    ...

def amax(
    input: Tensor,
    dim: int | Sequence[Any] | Tensor = (),
    keepdim: bool = False,
) -> Tensor:
    """Largest elements over all or some dimensions; equal ones share the gradient."""
    ...

def amin(
    input: Tensor,
    dim: int | Sequence[Any] | Tensor = (),
    keepdim: bool = False,
) -> Tensor:
    """Smallest elements over all or some dimensions; equal ones share the gradient."""
    ...

def any(input: Tensor, dim: int | Tensor | None = None, keepdim: bool = False) -> Tensor:
    """Whether any element is nonzero, over all dimensions or one; see `ops.any`."""
    ...

def arange(
    start: Number | Tensor = 0,
    end: Number | Tensor | None = None,
    step: Number | Tensor = 1,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Numbers from `start` by `step` to before `end`."""
    ...

def arccos(input: Tensor) -> Tensor:
    """Inverse cosines, in radians; NaN for real elements outside [-1, 1]."""
    ...

def arccosh(input: Tensor) -> Tensor:
    """Inverse hyperbolic cosines; NaN for real elements below 1."""
    ...

def arcsin(x: Tensor) -> Tensor:
    """Inverse sines, in radians, as `mint.asin`."""
    ...

def arcsinh(input: Tensor) -> Tensor:
    """Inverse hyperbolic sines."""
    ...

def arctan(input: Tensor) -> Tensor:
    """Inverse tangents, in radians."""
    ...

def arctan2(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Angles of the points with ordinates `input` and abscissas `other`, in (-pi, pi]."""
    ...

def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Index of the largest element along a dimension."""
    ...

def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Index of the smallest element along a dimension."""
    ...

def argsort(
    input: Tensor,
    dim: int = -1,
    descending: bool = False,
    stable: bool = False,
) -> Tensor:
    """Indices that put the elements in order along a dimension."""
    ...

def asin(input: Tensor) -> Tensor:
    """Inverse sines, in radians; NaN for real elements outside [-1, 1]."""
    ...

def asinh(input: Tensor) -> Tensor:
    """Inverse hyperbolic sines."""
    ...

def atan(input: Tensor) -> Tensor:
    """Inverse tangents, in radians."""
    ...

def atan2(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Angles of the points with ordinates `input` and abscissas `other`, in (-pi, pi]."""
    ...

def baddbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: float = 1,
    alpha: float = 1,
) -> Tensor:
    """beta * input + alpha * (batch1 @ batch2), for batches of matrices; see `ops.baddbmm`."""
    ...

def batch_norm_elemt(
    input: Tensor,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    mean: Tensor | None = None,
    invstd: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Normalize channels by given statistics: (input - mean) * invstd * weight + bias."""
    ...

def batch_norm_gather_stats_with_counts(
    input: Tensor,
    mean: Tensor,
    invstd: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    momentum: float = 0.1,
    eps: float = 1e-05,
    counts: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Statistics of a batch from those of its parts."""
    ...

def batch_norm_stats(input: Tensor, eps: float | Tensor) -> tuple[Tensor, Tensor]:
    """Mean and inverse standard deviation of each channel, over all other dimensions."""
    ...

def bernoulli(input: Tensor, *, generator: Generator | None = None) -> Tensor:
    """Ones with the probabilities that the elements are, and zeros otherwise."""
    ...

def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """How often each number occurs, or the sums of the weights of its occurrences."""
    ...

def bitwise_and(input: Tensor, other: Tensor | Number) -> Tensor:
    """The bits that are set in both operands."""
    ...

def bitwise_not(input: Tensor) -> Tensor:
    """Every bit flipped; of bools the logical not."""
    ...

def bitwise_or(input: Tensor, other: Tensor | Number) -> Tensor:
    """The bits that are set in one operand or in both."""
    ...

def bitwise_xor(input: Tensor, other: Tensor | Number) -> Tensor:
    """The bits that are set in one operand but not in the other one."""
    ...

def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """Products of the matrices in two batches; see `ops.BatchMatMul`."""
    ...

def broadcast_to(input: Tensor, shape: Sequence[int]) -> Tensor:
    """Repeat dimensions of length 1, and add leading ones, to reach a shape."""
    ...

def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Join Tensors along an existing dimension."""
    ...

def cdist(
    x1: Tensor,
    x2: Tensor,
    p: float | Tensor = 2.0,
    compute_mode: str = "use_mm_for_euclid_dist_if_necessary",
) -> Tensor:
    """Distances between each point of one set and each of another; see `ops.cdist`."""
    ...

def chunk(input: Tensor, chunks: int | Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """Cut a Tensor into at most `chunks` pieces of one length, the last one perhaps shorter."""
    ...

def clamp(
    input: Tensor,
    min: Tensor | Number | None = None,
    max: Tensor | Number | None = None,
) -> Tensor:
    """Elements brought into [min, max]; where `min > max`, `max`."""
    ...

clip = clamp

def clone(input: Tensor) -> Tensor:
    """A copy, as `Tensor.copy`; gradients flow to the original."""
    ...

def concat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Join Tensors along an existing dimension."""
    ...

def conv_tbc(input: Tensor, weight: Tensor, bias: Tensor, pad: int = 0) -> Tensor:
    """One-dimensional convolution of sequences whose first dimension is time."""
    ...

def count_nonzero(input: Tensor, dim: int | Sequence[int] | None = None) -> Tensor:
    """Number of nonzero elements, over all or some dimensions."""
    ...

def cummax(input: Tensor, dim: int) -> tuple[Tensor, ...]:
    """Running maxima along a dimension, and where they are; see `ops.cummax`."""
    ...

def cummin(input: Tensor, dim: int) -> tuple[Tensor, Tensor]:
    """Running minima along a dimension, and where they are; the indices are Int64 here."""
    ...

def cumsum(input: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """Running sums along a dimension."""
    ...

def diag(input: Tensor, diagonal: int | Tensor = 0) -> Tensor:
    """Matrix with a vector on a diagonal, or the diagonal of a matrix."""
    ...

def diff(
    input: Tensor,
    n: int | Tensor = 1,
    dim: int | Tensor = -1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
) -> Tensor:
    """Differences of neighbours along a dimension, again and again; of bools, whether they ..."""
    ...

def div(
    input: Tensor | Number,
    other: Tensor | Number,
    *,
    rounding_mode: str | None = None,
) -> Tensor:
    """Quotient of two Tensors, element by element: `ops.div`, but for numbers that come second."""
    ...

def dot(input: Tensor, other: Tensor) -> Tensor:
    """Sum of the products of the elements of two vectors of one length and dtype."""
    ...

def einsum(equation: str, *operands: Tensor | Sequence[Any]) -> Tensor:
    """Sum of products by Einstein's convention."""
    ...

def empty(
    *args: int | Sequence[int] | Tensor,
    size: int | Sequence[int] = ...,
    dtype: DType | None = None,
    device: str | None = None,
    pin_memory: bool = False,
) -> Tensor:
    """Tensor with values that are not meant to be used (zeros)."""
    ...

def empty_like(
    input: Tensor,
    *,
    dtype: DType | None = None,
    device: str | None = None,
    pin_memory: bool = False,
) -> Tensor:
    """Tensor in the shape of another one, with values that are not meant to be used (zeros)."""
    ...

def eq(input: Tensor, other: Tensor | Number) -> Tensor:
    """Whether two Tensors are equal, element by element, as `==` compares them."""
    ...

def equal(input: Tensor, other: Tensor) -> bool:
    """Whether two Tensors have the same shape and the same elements."""
    ...

def exp2(input: Tensor) -> Tensor:
    """2 to the power of each element."""
    ...

def fix(input: Tensor) -> Tensor:
    """Elements rounded towards zero; those of bool and integer Tensors stay."""
    ...

def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Merge dimensions `start_dim` to `end_dim` into one."""
    ...

def float_power(input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
    """`input` to the power `exponent` in double precision."""
    ...

def floor_divide(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Quotient of two Tensors, rounded down, in their common dtype."""
    ...

def fmod(input: Tensor, other: Tensor | Number) -> Tensor:
    """Remainder of the division that rounds towards zero; its sign is that of `input`."""
    ...

def frac(input: Tensor) -> Tensor:
    """The part of each element after the point, with its sign."""
    ...

def full(
    size: Sequence[int],
    fill_value: Number | Tensor,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Tensor full of one value."""
    ...

def full_like(
    input: Tensor,
    fill_value: Number | Tensor,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Tensor full of one value in the shape of another one."""
    ...

def gather(input: Tensor, dim: int | Tensor, index: Tensor) -> Tensor:
    """Elements picked along one dimension; see `ops.gather_elements`."""
    ...

def ge(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input >= other`, element by element."""
    ...

greater_equal = ge

def histc(input: Tensor, bins: int = 100, min: Number = 0, max: Number = 0) -> Tensor:
    """Counts of elements in bins of equal width, in the dtype of the input."""
    ...

def imag(input: Tensor) -> Tensor:
    """Imaginary parts of complex elements; zeros for real ones."""
    ...

def index_add(
    input: Tensor,
    dim: int | Tensor,
    index: Tensor,
    source: Tensor,
    *,
    alpha: float = 1,
) -> Tensor:
    """A copy of a Tensor with slices of `source`, times `alpha`, added at positions of a ..."""
    ...

def index_select(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """Slices of a Tensor along one dimension, picked by a list of positions."""
    ...

def inverse(input: Tensor) -> Tensor:
    """Inverses of square matrices."""
    ...

def isfinite(input: Tensor) -> Tensor:
    """Whether elements are neither infinite nor NaN."""
    ...

isnan = _isnan

def isneginf(input: Tensor) -> Tensor:
    """Whether elements are minus infinity."""
    ...

def item(input: Tensor) -> Any:
    """The only element of a Tensor as a Python number, as `input.item()`."""
    ...

def kthvalue(
    input: Tensor,
    k: int,
    dim: int = -1,
    keepdim: bool = False,
) -> tuple[Tensor, Tensor]:
    """The k-th smallest element along a dimension, and where it is."""
    ...

def lerp(input: Tensor, end: Tensor, weight: float | Tensor) -> Tensor:
    """Linear interpolation, `input + weight * (end - input)`."""
    ...

def linspace(
    start: Number | Tensor,
    end: Number | Tensor,
    steps: int,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Numbers at equal distances from `start` to `end`."""
    ...

def log10(input: Tensor) -> Tensor:
    """Logarithms to base 10; NaN for negative real elements."""
    ...

def log2(input: Tensor) -> Tensor:
    """Logarithms to base 2; NaN for negative real elements."""
    ...

def logaddexp(input: Tensor, other: Tensor) -> Tensor:
    """`log(exp(input) + exp(other))`, without overflow."""
    ...

def logaddexp2(input: Tensor, other: Tensor) -> Tensor:
    """`log2(2 ** input + 2 ** other)`, without overflow."""
    ...

def logsumexp(
    input: Tensor,
    dim: int | Sequence[int] | Tensor,
    keepdim: bool = False,
) -> Tensor:
    """Logarithm of the sum of exponentials, computed without overflow."""
    ...

@overload
def max(input: Tensor) -> Tensor:
    """The maximum: of all elements, along a dimension, or of two operands."""
    ...

@overload
def max(input: Tensor, dim: int, keepdim: bool = False) -> tuple[Tensor, Tensor]:
    """The maximum: of all elements, along a dimension, or of two operands."""
    ...

@overload
def max(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """The maximum: of all elements, along a dimension, or of two operands."""
    ...

def mean(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Mean of the elements, over all or some dimensions."""
    ...

def median(input: Tensor, dim: int | Tensor | None = None, keepdim: bool = False) -> Tensor:
    """Lower median of all elements, or along a dimension, where its indices are returned as ..."""
    ...

def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """Coordinates of the points of a grid."""
    ...

@overload
def min(input: Tensor) -> Tensor:
    """The minimum: of all elements, along a dimension, or of two operands."""
    ...

@overload
def min(input: Tensor, dim: int, keepdim: bool = False) -> tuple[Tensor, Tensor]:
    """The minimum: of all elements, along a dimension, or of two operands."""
    ...

@overload
def min(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """The minimum: of all elements, along a dimension, or of two operands."""
    ...

def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """Product of two matrices; see `ops.mm`."""
    ...

def mul(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Product of two Tensors, element by element: `ops.mul`, but for numbers that come second."""
    ...

def multinomial(
    input: Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Places drawn with probabilities proportional to the weights along the last dimension."""
    ...

def mv(input: Tensor, vec: Tensor) -> Tensor:
    """Product of a matrix and a vector; see `ops.mv`."""
    ...

def nansum(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Sum of the elements that are not nan, over all or some dimensions; see `ops.nansum`."""
    ...

def narrow(input: Tensor, dim: int, start: int | Tensor, length: int) -> Tensor:
    """Cut `length` elements out of a dimension."""
    ...

def nonzero(input: Tensor, *, as_tuple: bool | Tensor = False) -> Tensor:
    """Positions of the elements that are not zero."""
    ...

def norm(
    input: Tensor,
    p: float | str = "fro",
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Norm of the elements over all or some dimensions; "fro" is the 2-norm of them together."""
    ...

def normal(
    mean: float | Tensor = 0.0,
    std: float | Tensor = 1.0,
    size: Sequence[int] | None = None,
    generator: Generator | None = None,
) -> Tensor:
    """Normal random numbers."""
    ...

def not_equal(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether two Tensors differ, element by element."""
    ...

def npu_gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """Gaussian error linear unit, as `ops.gelu`."""
    ...

def ones(size: int | Sequence[Any] | Tensor, *, dtype: DType | None = None) -> Tensor:
    """Tensor of ones."""
    ...

def ones_like(input: Tensor, *, dtype: DType | None = None) -> Tensor:
    """Tensor of ones in the shape of another one."""
    ...

def outer(input: Tensor | Number, vec2: Tensor | Number) -> Tensor:
    """Products of each element of one vector with each of another."""
    ...

def permute(input: Tensor, dims: tuple[int, ...]) -> Tensor:
    """Reorder the dimensions."""
    ...

def pow(input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
    """`input` to the power `exponent`, element by element."""
    ...

def prod(
    input: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Product of the elements, over all or one dimension."""
    ...

def rand(
    *size: int | Sequence[int] | Tensor,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: str | None = None,
) -> Tensor:
    """Uniform random numbers in [0, 1)."""
    ...

def rand_like(
    input: Tensor,
    *,
    dtype: DType | None = None,
    device: str | None = None,
) -> Tensor:
    """Uniform random numbers in [0, 1), in the shape of a Tensor."""
    ...

def randint(
    *args: int | Sequence[int] | Tensor,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: str | None = None,
) -> Tensor:
    """Random integers, called as `randint(high, size)` or `randint(low, high, size)`."""
    ...

def randint_like(
    *args: int | Sequence[int] | Tensor,
    dtype: DType | None = None,
    device: str | None = None,
) -> Tensor:
    """Random integers in the shape of a Tensor, called with `input`, perhaps `low`, and `high`."""
    ...

def randn(
    *size: int | Sequence[int] | Tensor,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: str | None = None,
) -> Tensor:
    """Standard normal random numbers."""
    ...

def randn_like(
    input: Tensor,
    *,
    dtype: DType | None = None,
    device: str | None = None,
) -> Tensor:
    """Standard normal random numbers in the shape of a Tensor."""
    ...

def randperm(n: int, *, generator: Generator | None = None, dtype: DType = ...) -> Tensor:
    """The numbers 0 to n - 1 in random order."""
    ...

def real(input: Tensor) -> Tensor:
    """Real parts of complex elements; real ones stay as they are."""
    ...

def remainder(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Remainder of the division that rounds down; its sign is that of `other`."""
    ...

def repeat_interleave(
    input: Tensor,
    repeats: int | Sequence[int] | Tensor,
    dim: int | Tensor | None = None,
    *,
    output_size: int | None = None,
) -> Tensor:
    """Repeat each element along a dimension."""
    ...

def reshape(input: Tensor, shape: Sequence[Any] | Tensor) -> Tensor:
    """Give a Tensor another shape over the same elements in the same order."""
    ...

def scatter(input: Tensor, dim: int | Tensor, index: Tensor, src: Tensor | Number) -> Tensor:
    """A copy of a Tensor with elements replaced: `out[index[i][j]][j] = src[i][j]` for `dim` 0."""
    ...

def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """A copy of a Tensor with `src` added: `out[index[i][j]][j] += src[i][j]` for `dim` 0."""
    ...

def select(input: Tensor, dim: int | Tensor, index: int | Tensor) -> Tensor:
    """One slice of a Tensor along a dimension, as a view."""
    ...

def softmax(input: Tensor, dim: int | None, *, dtype: DType | None = None) -> Tensor:
    """Softmax along a dimension, as `mint.nn.functional.softmax`; `dim` has no default here."""
    ...

def sort(
    input: Tensor,
    *,
    dim: int = -1,
    descending: bool = False,
    stable: bool = False,
) -> tuple[Tensor, Tensor]:
    """Elements in order along a dimension, and where they were."""
    ...

def split(
    tensor: Tensor,
    split_size_or_sections: int | Sequence[Any],
    dim: int = 0,
) -> tuple[Tensor, ...]:
    """Cut a Tensor into pieces along a dimension."""
    ...

def sqrt(input: Tensor) -> Tensor:
    """Square roots; NaN for negative real elements."""
    ...

def squeeze(input: Tensor, dim: int | Sequence[Any] | Tensor) -> Tensor:
    """Remove dimensions of length 1."""
    ...

def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Join Tensors of one shape along a new dimension."""
    ...

def std(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: int = 1,
    keepdim: bool = False,
) -> Tensor:
    """Standard deviation of the elements, over all or some dimensions."""
    ...

def std_mean(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: int = 1,
    keepdim: bool = False,
) -> tuple[Tensor, ...]:
    """Standard deviation and mean of the elements, over all or some dimensions."""
    ...

def sub(input: Tensor | Number, other: Tensor | Number, *, alpha: float | Tensor = 1) -> Tensor:
    """`input - alpha * other`."""
    ...

def sum(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Sum of the elements, over all or some dimensions."""
    ...

def swapaxes(input: Tensor, axis0: int | Tensor, axis1: int | Tensor) -> Tensor:
    """Swap two dimensions, as `mint.transpose`."""
    ...

def t(input: Tensor) -> Tensor:
    """Transpose of a matrix; vectors and 0-d Tensors come back as they are."""
    ...

def topk(
    input: Tensor,
    k: int,
    dim: int = -1,
    largest: bool = True,
    sorted: bool = True,
) -> tuple[Tensor, Tensor]:
    """The k largest or smallest elements along a dimension, and where they are."""
    ...

def trace(input: Tensor) -> Tensor:
    """Sum of the elements on the main diagonal of a matrix."""
    ...

def transpose(input: Tensor, dim0: int | Tensor, dim1: int | Tensor) -> Tensor:
    """Swap two dimensions."""
    ...

def triangular_solve(
    b: Tensor,
    A: Tensor,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
) -> tuple[Tensor, Tensor]:
    """Solution of systems with triangular matrices, and the matrices."""
    ...

def tril(input: Tensor, diagonal: int = 0) -> Tensor:
    """Matrices with zeros above a diagonal."""
    ...

def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """All slices of a Tensor along a dimension, which they lose."""
    ...

@overload
def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    dim: int | None = None,
) -> Tensor:
    """Distinct elements, or distinct slices along a dimension, in ascending order."""
    ...

@overload
def unique(
    input: Tensor,
    sorted: bool = True,
    *,
    return_inverse: Literal[True],
    return_counts: Literal[False] = False,
    dim: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Distinct elements, or distinct slices along a dimension, in ascending order."""
    ...

@overload
def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: Literal[False] = False,
    *,
    return_counts: Literal[True],
    dim: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Distinct elements, or distinct slices along a dimension, in ascending order."""
    ...

@overload
def unique(
    input: Tensor,
    sorted: bool = True,
    *,
    return_inverse: Literal[True],
    return_counts: Literal[True],
    dim: int | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Distinct elements, or distinct slices along a dimension, in ascending order."""
    ...

@overload
def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Distinct elements, or distinct slices along a dimension, in ascending order."""
    ...

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    dim: int | None = None,
) -> Tensor:
    """Elements, or slices along a dimension, without repetitions of the one before."""
    ...

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: Literal[True],
    return_counts: Literal[False] = False,
    dim: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Elements, or slices along a dimension, without repetitions of the one before."""
    ...

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: Literal[False] = False,
    *,
    return_counts: Literal[True],
    dim: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Elements, or slices along a dimension, without repetitions of the one before."""
    ...

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: Literal[True],
    return_counts: Literal[True],
    dim: int | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Elements, or slices along a dimension, without repetitions of the one before."""
    ...

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Elements, or slices along a dimension, without repetitions of the one before."""
    ...

def unsqueeze(input: Tensor, dim: int | Tensor) -> Tensor:
    """Insert a dimension of length 1 at `dim`; the result shares memory with `input`."""
    ...

def var(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: int = 1,
    keepdim: bool = False,
) -> Tensor:
    """Variance of the elements, over all or some dimensions."""
    ...

def var_mean(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: int = 1,
    keepdim: bool = False,
) -> tuple[Tensor, ...]:
    """Variance and mean of the elements, over all or some dimensions."""
    ...

def vdot(input: Tensor, other: Tensor) -> Tensor:
    """Sum of the products of the elements of two vectors, those of the first one conjugated."""
    ...

@overload
def where(condition: Tensor, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """`where(condition, input, other)` is `ops.where`; `where(condition)` is `nonzero` as a ..."""
    ...

@overload
def where(condition: Tensor) -> tuple[Tensor, ...]:
    """`where(condition, input, other)` is `ops.where`; `where(condition)` is `nonzero` as a ..."""
    ...

def xlogy(input: Tensor, other: Tensor | Number) -> Tensor:
    """`input * log(other)`, 0 where `input` is 0 and `other` is 0 or NaN."""
    ...

def zeros(size: int | Sequence[Any] | Tensor, *, dtype: DType | None = None) -> Tensor:
    """Tensor of zeros."""
    ...

def zeros_like(input: Tensor, *, dtype: DType | None = None) -> Tensor:
    """Tensor of zeros in the shape of another one."""
    ...
