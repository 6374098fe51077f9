"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Sequence
from typing import Any, overload

from msjax._core.tensor.tensor import Tensor
from msjax._types import DType, Number
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
    """beta * input + alpha * (mat @ vec)."""
    ...

def all(input: Tensor, dim: int | Sequence[int] | None = None, keepdim: bool = False) -> Tensor:
    """Whether all elements are nonzero, over all or some dimensions; see `ops.all`."""
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

def batch_norm_stats(input: Tensor, eps: float) -> tuple[Tensor, Tensor]:
    """Mean and inverse standard deviation of each channel, over all other dimensions."""
    ...

def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """How often each number occurs, or the sums of the weights of its occurrences."""
    ...

def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """Products of the matrices in two batches; see `ops.BatchMatMul`."""
    ...

def cdist(
    x1: Tensor,
    x2: Tensor,
    p: float | Tensor = 2.0,
    compute_mode: str = "use_mm_for_euclid_dist_if_necessary",
) -> Tensor:
    """Distances between each point of one set and each of another; see `ops.cdist`."""
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

def dot(input: Tensor, other: Tensor) -> Tensor:
    """Sum of the products of the elements of two vectors of one length and dtype."""
    ...

def einsum(equation: Any, *operands: Any) -> Tensor:
    """Sum of products by Einstein's convention."""
    ...

def gather(input: Tensor, dim: int | Tensor, index: Tensor) -> Tensor:
    """Elements picked along one dimension; see `ops.gather_elements`."""
    ...

def histc(input: Tensor, bins: int = 100, min: Number = 0, max: Number = 0) -> Tensor:
    """Counts of elements in bins of equal width, in the dtype of the input."""
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

isnan = _isnan

def kthvalue(
    input: Tensor,
    k: int,
    dim: int = -1,
    keepdim: bool = False,
) -> tuple[Tensor, Tensor]:
    """The k-th smallest element along a dimension, and where it is."""
    ...

def logsumexp(input: Tensor, dim: int | Sequence[int], keepdim: bool = False) -> Tensor:
    """Logarithm of the sum of exponentials, computed without overflow."""
    ...

def max(input: Tensor, *args: Any, **kwargs: Any) -> Any:
    """The maximum: of all elements, along a dimension, or of two Tensors."""
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

def median(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Lower median of all elements, or along a dimension, where its indices are returned as ..."""
    ...

def min(input: Tensor, *args: Any, **kwargs: Any) -> Any:
    """The minimum: of all elements, along a dimension, or of two Tensors."""
    ...

def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """Product of two matrices; see `ops.mm`."""
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

def npu_gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """Gaussian error linear unit, as `ops.gelu`."""
    ...

def outer(input: Tensor | Number, vec2: Tensor | Number) -> Tensor:
    """Products of each element of one vector with each of another."""
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
    """Softmax along a dimension, as `ops.softmax`; `dim` has no default here."""
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

def sum(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Sum of the elements, over all or some dimensions."""
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

def triangular_solve(
    b: Tensor,
    A: Tensor,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
) -> tuple[Tensor, Tensor]:
    """Solution of systems with triangular matrices, and the matrices."""
    ...

def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Distinct elements, or distinct slices along a dimension, in ascending order."""
    ...

def unique_consecutive(
    input: Tensor,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Elements, or slices along a dimension, without repetitions of the one before."""
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

@overload
def where(condition: Tensor, input: Number | Tensor, other: Number | Tensor) -> Any: ...
@overload
def where(condition: Tensor) -> Any: ...
