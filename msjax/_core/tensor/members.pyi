"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

import builtins
from collections.abc import Callable, Sequence
from typing import Any, Literal, overload

from numpy import ndarray, ufunc

from msjax._core.base.box import Box
from msjax._core.gradient.hooks import TensorHookHandle
from msjax._core.tensor.parameter import ParamInfo
from msjax._core.tensor.random import Generator
from msjax._core.tensor.tensor import Tensor
from msjax._types import DType, Index, Number
from msjax.kernels.sparse.tensors import COOTensor, CSRTensor
from msjax.kernels.tensor.storage import UntypedStorage

class TensorMembers(Box):
    @property
    def H(self) -> Tensor:
        """The conjugate transpose of a matrix; a number stays as it is."""
        ...
    @property
    def T(self) -> Tensor:
        """The Tensor with its dimensions in reversed order, which shares its memory."""
        ...
    def __abs__(self) -> Tensor:
        """`abs(x)`: the absolute value, element by element; see `ops.abs`."""
        ...
    def __add__(self, other: Tensor | Number | Sequence[Number]) -> Tensor:
        """`x + other`: sum, element by element; see `ops.add`."""
        ...
    def __and__(self, other: Tensor | Number) -> Tensor:
        """`x & other`: conjunction of bits, element by element; see `ops.bitwise_and`."""
        ...
    def __array_ufunc__(self, ufunc: ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        """NumPy functions on Tensors work on the values and give NumPy arrays."""
        ...
    def __eq__(self, other: object) -> Tensor:  # type: ignore[override]
        """`x == other`: whether elements are equal, element by element; see `ops.equal`."""
        ...
    def __floordiv__(self, other: Tensor | Number | Sequence[Number]) -> Tensor:
        """`x // other`: quotient, rounded down, element by element; see `ops.floor_divide`."""
        ...
    def __ge__(self, other: Tensor | Number) -> Tensor:
        """`x >= other`: whether elements are greater or equal, element by element; see ..."""
        ...
    def __getitem__(self, index: Index) -> Tensor:
        """Part of a Tensor."""
        ...
    def __gt__(self, other: Tensor | Number) -> Tensor:
        """`x > other`: whether elements are greater, element by element; see `ops.greater`."""
        ...
    def __iadd__(self, other: Tensor | Number) -> Tensor:
        """`x += other`: sum, element by element; see `ops.add`."""
        ...
    def __ifloordiv__(self, other: Tensor | Number) -> Tensor:
        """`x //= other`: quotient, rounded down, element by element; see `ops.floor_divide`."""
        ...
    def __imod__(self, other: Tensor | Number) -> Tensor:
        """`x %= other`: remainder of the division that rounds down, element by element; see ..."""
        ...
    def __imul__(self, other: Tensor | Number) -> Tensor:
        """`x *= other`: product, element by element; see `ops.mul`."""
        ...
    def __invert__(self) -> Tensor:
        """`~x`: the negation of bools, or whether numbers are 0, element by element; see ..."""
        ...
    def __isub__(self, other: Tensor | Number | Sequence[Number]) -> Tensor:
        """`x -= other`: difference, element by element; see `ops.sub`."""
        ...
    def __itruediv__(self, other: Tensor | Number) -> Tensor:
        """`x /= other`: quotient, element by element; see `ops.true_divide`."""
        ...
    def __le__(self, other: Tensor | Number) -> Tensor:
        """`x <= other`: whether elements are less or equal, element by element; see ..."""
        ...
    def __lt__(self, other: Tensor | Number) -> Tensor:
        """`x < other`: whether elements are less, element by element; see `ops.less`."""
        ...
    def __matmul__(self, other: Tensor) -> Tensor:
        """`self @ other`; see `ops.matmul`."""
        ...
    def __mod__(self, other: Tensor | Number) -> Tensor:
        """`x % other`: remainder of the division that rounds down, element by element; see ..."""
        ...
    def __mul__(self, other: Tensor | Number) -> Tensor:
        """`x * other`: product, element by element; see `ops.mul`."""
        ...
    def __ne__(self, other: object) -> Tensor:  # type: ignore[override]
        """`x != other`: whether elements differ, element by element; see `ops.not_equal`."""
        ...
    def __neg__(self) -> Tensor:
        """`-x`: the negative, element by element; see `ops.neg`."""
        ...
    def __or__(self, other: Tensor | Number) -> Tensor:
        """`x | other`: disjunction of bits, element by element; see `ops.bitwise_or`."""
        ...
    def __pos__(self) -> Tensor:
        """`+x`: the same values, element by element; see `ops.positive`."""
        ...
    def __pow__(self, other: Tensor | Number) -> Tensor:
        """`x ** other`: power, element by element; see `ops.pow`."""
        ...
    def __radd__(self, other: Tensor | Number | Sequence[Number]) -> Tensor:
        """`other + x`: sum, element by element; see `ops.add`."""
        ...
    def __rand__(self, other: builtins.int) -> Tensor:
        """`other & x`: conjunction of bits, element by element; see `ops.bitwise_and`."""
        ...
    def __req__(self, other: object) -> Tensor:
        """`x == other`: whether elements are equal, element by element; see `ops.equal`."""
        ...
    def __rfloordiv__(self, other: Tensor | Number | Sequence[Number]) -> Tensor:
        """`other // x`: quotient, rounded down, element by element; see `ops.floor_divide`."""
        ...
    def __rmatmul__(self, other: Tensor) -> Any:
        """`other @ self`; with a NumPy array the result is one, too."""
        ...
    def __rmod__(self, other: Tensor | Number) -> Tensor:
        """`other % x`: remainder of the division that rounds down, element by element; see ..."""
        ...
    def __rmul__(self, other: Tensor | Number) -> Tensor:
        """`other * x`: product, element by element; see `ops.mul`."""
        ...
    def __ror__(self, other: builtins.int) -> Tensor:
        """`other | x`: disjunction of bits, element by element; see `ops.bitwise_or`."""
        ...
    def __round__(self) -> Tensor:
        """`round(x)`: the nearest whole number, of two the even one, element by element ..."""
        ...
    def __rpow__(self, other: Tensor | Number | Sequence[Number]) -> Tensor:
        """`other ** x`: power, element by element; see `ops.pow`."""
        ...
    def __rsub__(self, other: Tensor | Number | Sequence[Number]) -> Tensor:
        """`other - x`: difference, element by element; see `ops.sub`."""
        ...
    def __rtruediv__(self, other: Tensor | Number) -> Tensor:
        """`other / x`: quotient, element by element; see `ops.true_divide`."""
        ...
    def __rxor__(self, other: builtins.int) -> Tensor:
        """`other ^ x`: exclusive disjunction of bits, element by element; see ..."""
        ...
    def __setitem__(self, index: Index, value: Tensor | Number | Sequence[Any]) -> None:
        """Replace part of a Tensor; the value is converted to its dtype and broadcast to ..."""
        ...
    def __sub__(self, other: Tensor | Number | Sequence[Number]) -> Tensor:
        """`x - other`: difference, element by element; see `ops.sub`."""
        ...
    def __truediv__(self, other: Tensor | Number) -> Tensor:
        """`x / other`: quotient, element by element; see `ops.true_divide`."""
        ...
    def __xor__(self, other: Tensor | Number) -> Tensor:
        """`x ^ other`: exclusive disjunction of bits, element by element; see ..."""
        ...
    def abs(self) -> Tensor:
        """Absolute values. Those of complex elements stay complex, with imaginary part 0."""
        ...
    def absolute(self) -> Tensor:
        """Absolute values. Those of complex elements stay complex, with imaginary part 0."""
        ...
    def acos(self) -> Tensor:
        """Inverse cosines, in radians; NaN for real elements outside [-1, 1]."""
        ...
    def acosh(self) -> Tensor:
        """Inverse hyperbolic cosines; NaN for real elements below 1."""
        ...
    def add(self, other: Tensor | Number | Sequence[Any], *, alpha: Number = 1) -> Tensor:
        """`self + alpha * other`."""
        ...
    def add_(self, other: Tensor | Number, *, alpha: builtins.float | Tensor = 1) -> Tensor:
        """Add `alpha * other` to the Tensor in place."""
        ...
    def addbmm(
        self,
        batch1: Tensor,
        batch2: Tensor,
        *,
        beta: builtins.float = 1,
        alpha: builtins.float = 1,
    ) -> Tensor:
        """beta * input + alpha * (sum over the batch of batch1 @ batch2)."""
        ...
    def addcdiv(self, tensor1: Tensor, tensor2: Tensor, value: Tensor | Number = 1) -> Tensor:
        """`self + value * tensor1 / tensor2`, as `ops.addcdiv`."""
        ...
    def addcmul(
        self,
        tensor1: Tensor,
        tensor2: Tensor,
        value: builtins.float | Tensor = 1,
    ) -> Tensor:
        """`self + value * tensor1 * tensor2`, as `ops.addcmul`."""
        ...
    def addmm(
        self,
        mat1: Tensor,
        mat2: Tensor,
        *,
        beta: builtins.float = 1,
        alpha: builtins.float = 1,
    ) -> Tensor:
        """beta * input + alpha * (mat1 @ mat2)."""
        ...
    def addmm_(
        self,
        mat1: Tensor,
        mat2: Tensor,
        *,
        beta: builtins.float = 1,
        alpha: builtins.float = 1,
    ) -> Tensor:
        """Add a matrix product to the Tensor in place: `beta * input + alpha * (mat1 @ mat2)`."""
        ...
    def addmv(
        self,
        mat: Tensor,
        vec: Tensor,
        beta: builtins.float = 1,
        alpha: builtins.float = 1,
    ) -> Tensor:
        """beta * self + alpha * (mat @ vec); see `ops.addmv`."""
        ...
    def addr(
        self,
        vec1: Tensor,
        vec2: Tensor,
        beta: builtins.float = 1,
        alpha: builtins.float = 1,
    ) -> Tensor:
        """beta * self + alpha * (outer product of two vectors); see `ops.addr`."""
        ...
    def adjoint(self) -> Tensor:
        """Conjugate transpose of the last two dimensions."""
        ...
    def all(
        self,
        axis: builtins.int | Sequence[builtins.int] | None = None,
        keep_dims: builtins.bool = False,
        *,
        dim: builtins.int | Sequence[builtins.int] | Tensor | None = None,
        keepdim: builtins.bool = False,
    ) -> Tensor:
        """Whether all elements are nonzero, over all or some axes; see `ops.all`."""
        ...
    def allclose(
        self,
        other: Tensor,
        rtol: builtins.float | Tensor = 1e-05,
        atol: builtins.float | Tensor = 1e-08,
        equal_nan: builtins.bool = False,
    ) -> builtins.bool:
        """Whether all elements of two Tensors are close, `|self - other| <= atol + rtol * ..."""
        ...
    def amax(
        self,
        axis: builtins.int | Sequence[builtins.int] | None = None,
        keepdims: builtins.bool = False,
        *,
        initial: Number | None = None,
        where: Tensor | list[Any] | builtins.bool | None = None,
    ) -> Tensor:
        """Largest elements over all or some axes; equal ones share the gradient."""
        ...
    def amin(
        self,
        axis: builtins.int | Sequence[builtins.int] | None = None,
        keepdims: builtins.bool = False,
        *,
        initial: Number | None = None,
        where: Tensor | list[Any] | builtins.bool | None = None,
    ) -> Tensor:
        """Smallest elements over all or some axes; equal ones share the gradient."""
        ...
    def aminmax(
        self,
        *,
        axis: builtins.int | None = 0,
        keepdims: builtins.bool = False,
    ) -> tuple[Tensor, ...]:
        """Smallest and largest elements along an axis."""
        ...
    def angle(self) -> Tensor:
        """Arguments of complex elements: their angles from the positive real axis, in (-pi ..."""
        ...
    def any(
        self,
        axis: builtins.int | Sequence[builtins.int] | None = None,
        keep_dims: builtins.bool = False,
        *,
        dim: builtins.int | Sequence[builtins.int] | Tensor | None = None,
        keepdim: builtins.bool = False,
    ) -> Tensor:
        """Whether any element is nonzero, over all or some axes; see `ops.any`."""
        ...
    def approximate_equal(
        self,
        other: Tensor,
        tolerance: builtins.float | Tensor = 1e-05,
    ) -> Tensor:
        """Whether `|self - other| < tolerance` in Float32, element by element."""
        ...
    def arccos(self) -> Tensor:
        """Inverse cosines, in radians; NaN for real elements outside [-1, 1]."""
        ...
    def arccosh(self) -> Tensor:
        """Inverse hyperbolic cosines; NaN for real elements below 1."""
        ...
    def arcsin(self) -> Tensor:
        """Inverse sines, in radians; NaN for real elements outside [-1, 1]."""
        ...
    def arcsinh(self) -> Tensor:
        """Inverse hyperbolic sines."""
        ...
    def arctan(self) -> Tensor:
        """Inverse tangents, in radians."""
        ...
    def arctan2(self, other: Tensor | Number) -> Tensor:
        """Angles of the points with ordinates `input` and abscissas `other`, in (-pi, pi]."""
        ...
    def arctanh(self) -> Tensor:
        """Inverse hyperbolic tangents; infinite at 1 and -1, NaN for real elements beyond."""
        ...
    def argmax(
        self,
        axis: builtins.int | None = None,
        keepdims: builtins.bool = False,
        *,
        dim: builtins.int | None = None,
        keepdim: builtins.bool = False,
    ) -> Tensor:
        """Index of the largest element along an axis; see `ops.argmax`."""
        ...
    def argmax_with_value(
        self,
        axis: builtins.int | None = 0,
        keep_dims: builtins.bool = False,
    ) -> tuple[Tensor, ...]:
        """Largest elements along an axis, and their indices."""
        ...
    def argmin(
        self,
        axis: builtins.int | None = None,
        keepdims: builtins.bool = False,
        *,
        dim: builtins.int | None = None,
        keepdim: builtins.bool = False,
    ) -> Tensor:
        """Index of the smallest element along an axis; see `ops.argmin`."""
        ...
    def argmin_with_value(
        self,
        axis: builtins.int | None = 0,
        keep_dims: builtins.bool = False,
    ) -> tuple[Tensor, ...]:
        """Smallest elements along an axis, and their indices."""
        ...
    def argsort(
        self,
        axis: builtins.int = -1,
        descending: builtins.bool = False,
        stable: builtins.bool = False,
        *,
        dim: builtins.int | None = None,
    ) -> Tensor:
        """Indices that put the elements in order along an axis; see `ops.argsort`."""
        ...
    def argwhere(self) -> Tensor:
        """Positions of the elements that are not zero."""
        ...
    def asin(self) -> Tensor:
        """Inverse sines, in radians; NaN for real elements outside [-1, 1]."""
        ...
    def asinh(self) -> Tensor:
        """Inverse hyperbolic sines."""
        ...
    def assign_value_cpp(self, value: Tensor) -> Tensor:
        """Take over the values, shape and dtype of another Tensor."""
        ...
    def astype(self, dtype: DType, copy: builtins.bool | Tensor = True) -> Tensor:
        """Convert elements to another dtype."""
        ...
    def atan(self) -> Tensor:
        """Inverse tangents, in radians."""
        ...
    def atan2(self, other: Tensor | Number) -> Tensor:
        """Angles of the points with ordinates `input` and abscissas `other`, in (-pi, pi]."""
        ...
    def atanh(self) -> Tensor:
        """Inverse hyperbolic tangents; infinite at 1 and -1, NaN for real elements beyond."""
        ...
    def backward(
        self,
        gradient: Tensor | None = None,
        retain_graph: builtins.bool | None = None,
        create_graph: builtins.bool = False,
    ) -> None:
        """Add the gradients of this Tensor to `grad` of the leaves that asked for them."""
        ...
    def baddbmm(
        self,
        batch1: Tensor,
        batch2: Tensor,
        *,
        beta: builtins.float = 1,
        alpha: builtins.float = 1,
    ) -> Tensor:
        """beta * input + alpha * (batch1 @ batch2), for batches of matrices; see `ops.baddbmm`."""
        ...
    def bernoulli(self, *, generator: Generator | None = None) -> Tensor:
        """Ones with the probabilities that the elements are, and zeros otherwise."""
        ...
    def bernoulli_(
        self,
        p: Tensor | Number = 0.5,
        *,
        generator: Generator | None = None,
    ) -> Tensor:
        """Fill a Tensor with ones, with probability `p`, and zeros."""
        ...
    def bfloat16(self) -> Tensor:
        """The Tensor converted to BFloat16."""
        ...
    def bincount(self, weights: Tensor | None = None, minlength: builtins.int = 0) -> Tensor:
        """How often each number occurs, or the sums of the weights of its occurrences."""
        ...
    def bitwise_and(self, other: Tensor | Number) -> Tensor:
        """Bitwise and of two Tensors."""
        ...
    def bitwise_left_shift(self, other: Tensor | Number) -> Tensor:
        """`input` times 2 to the power `other`, by shifting bits."""
        ...
    def bitwise_not(self) -> Tensor:
        """Every bit flipped, as `ops.invert`; of bools the logical not."""
        ...
    def bitwise_or(self, other: Tensor | Number) -> Tensor:
        """Bitwise or of two Tensors."""
        ...
    def bitwise_right_shift(self, other: Tensor | Number) -> Tensor:
        """`input` divided by 2 to the power `other` and rounded down, by shifting bits."""
        ...
    def bitwise_xor(self, other: Tensor | Number) -> Tensor:
        """Bitwise exclusive or of two Tensors."""
        ...
    def bmm(self, mat2: Tensor) -> Tensor:
        """Products of the matrices in two batches; see `ops.BatchMatMul`."""
        ...
    def bool(self) -> Tensor:
        """The Tensor converted to Bool."""
        ...
    def broadcast_to(
        self,
        *shape: builtins.int | Sequence[builtins.int] | Tensor,
        **named: Any,
    ) -> Tensor:
        """Repeat dimensions of length 1, and add leading ones, to reach a shape."""
        ...
    def byte(self) -> Tensor:
        """The Tensor converted to UInt8."""
        ...
    def cauchy(self, median: builtins.float = 0.0, sigma: builtins.float = 1.0) -> Tensor:
        """Cauchy numbers of a median and a scale, in this Tensor's shape and dtype."""
        ...
    def ceil(self) -> Tensor:
        """Elements rounded up."""
        ...
    def cholesky(self, upper: builtins.bool = False) -> Tensor:
        """Cholesky factors of symmetric positive definite matrices."""
        ...
    def cholesky_inverse(self, upper: builtins.bool = False) -> Tensor:
        """Inverse of the matrix that has a given Cholesky factor."""
        ...
    def cholesky_solve(self, input2: Tensor, upper: builtins.bool = False) -> Tensor:
        """Solutions of systems whose matrices have given Cholesky factors; see ..."""
        ...
    def choose(self, choices: Tensor | list[Any], mode: str = "clip") -> Tensor:
        """For each element, the element of one of several Tensors at the same place."""
        ...
    @overload
    def chunk(self, chunks: builtins.int, axis: builtins.int = 0) -> tuple[Tensor, ...]:
        """Cut the Tensor into at most so many pieces of one length, the last one perhaps ..."""
        ...
    @overload
    def chunk(self, chunks: builtins.int, *, dim: builtins.int) -> tuple[Tensor, ...]:
        """Cut the Tensor into at most so many pieces of one length, the last one perhaps ..."""
        ...
    def clamp(
        self,
        min: Tensor | Number | None = None,
        max: Tensor | Number | None = None,
    ) -> Tensor:
        """Elements brought into [min, max]; where `min > max`, `max`."""
        ...
    def clamp_(
        self,
        min: Tensor | Number | None = None,
        max: Tensor | Number | None = None,
    ) -> Tensor:
        """Bring elements into [min, max] in place."""
        ...
    def clip(
        self,
        min: Tensor | Number | None = None,
        max: Tensor | Number | None = None,
    ) -> Tensor:
        """Elements brought into [min, max]; where `min > max`, `max`."""
        ...
    def clone(self) -> Tensor:
        """A copy, as `Tensor.copy`; gradients flow to the original."""
        ...
    def col2im(
        self,
        output_size: Tensor,
        kernel_size: builtins.int | Sequence[Any],
        dilation: builtins.int | Sequence[Any],
        padding_value: builtins.int | Sequence[Any],
        stride: builtins.int | Sequence[Any],
    ) -> Tensor:
        """Images from their sliding blocks; overlapping elements add up."""
        ...
    def conj(self) -> Tensor:
        """Complex conjugates: the signs of the imaginary parts turned; real elements stay."""
        ...
    def contiguous(self) -> Tensor:
        """The values in a storage of their own, densely and in order; gradients flow to the ..."""
        ...
    @staticmethod
    def convert_bytes_to_tensor(
        bytes_data: bytes,
        dims: tuple[builtins.int, ...],
        data_type: DType,
    ) -> Tensor:
        """A Tensor of the given shape and dtype from the bytes of its elements, in ..."""
        ...
    def copy(self) -> Tensor:
        """A copy; gradients flow to the original."""
        ...
    def copy_(self, src: Tensor, non_blocking: builtins.bool = False) -> Tensor:
        """Take over the values of another Tensor."""
        ...
    def copysign(self, other: Tensor | Number) -> Tensor:
        """The absolute values of `x` with the signs of `other`; zeros count as positive."""
        ...
    def cos(self) -> Tensor:
        """Cosines."""
        ...
    def cosh(self) -> Tensor:
        """Hyperbolic cosines, `(exp(x) + exp(-x)) / 2`."""
        ...
    def count_nonzero(
        self,
        axis: builtins.int | Sequence[builtins.int] = (),
        keep_dims: builtins.bool = False,
        dtype: DType | None = None,
        *,
        dim: builtins.int | Sequence[builtins.int] | Tensor | None = None,
    ) -> Tensor:
        """Number of nonzero elements, over all or some axes; see `ops.count_nonzero`."""
        ...
    def cov(
        self,
        *,
        correction: builtins.float | Sequence[Any] | Tensor = 1,
        fweights: Tensor | None = None,
        aweights: Tensor | None = None,
    ) -> Tensor:
        """Covariance matrix of variables (rows) from observations (columns)."""
        ...
    def cross(self, other: Tensor, dim: builtins.int | Tensor | None = None) -> Tensor:
        """Cross products of the 3-vectors along a dimension."""
        ...
    def cummax(self, axis: builtins.int) -> tuple[Tensor, Tensor]:
        """Running maxima along an axis, and where they are."""
        ...
    def cummin(self, axis: builtins.int) -> tuple[Tensor, ...]:
        """Running minima along an axis, and where they are."""
        ...
    def cumprod(self, dim: builtins.int, dtype: DType | None = None) -> Tensor:
        """Running products along a dimension."""
        ...
    def cumsum(
        self,
        axis: builtins.int | None = None,
        dtype: DType | None = None,
        *,
        dim: builtins.int | None = None,
    ) -> Tensor:
        """Running sums along an axis."""
        ...
    @property
    def data(self) -> Tensor:
        """The same memory as a plain Tensor that passes no gradients on."""
        ...
    @data.setter
    def data(self, value: Tensor) -> None: ...
    def data_ptr(self) -> builtins.int:
        """Address of the first element on the device, where the device tells it."""
        ...
    def data_sync(self, need_wait: builtins.bool = True) -> None:
        """Wait until the values are computed."""
        ...
    def deg2rad(self) -> Tensor:
        """Degrees to radians."""
        ...
    @property
    def delta_seed(self) -> builtins.int:
        """What is added to the seed of the Tensor's initializer; here always 0."""
        ...
    def det(self) -> Tensor:
        """Determinants of square matrices."""
        ...
    def diag(self, diagonal: builtins.int = 0) -> Tensor:
        """Tensor of twice the rank whose diagonal holds the elements; see `ops.diag`."""
        ...
    def diagflat(self, offset: builtins.int = 0) -> Tensor:
        """Matrix with all elements of a Tensor on a diagonal."""
        ...
    def diagonal(
        self,
        offset: builtins.int = 0,
        axis1: builtins.int = 0,
        axis2: builtins.int = 1,
    ) -> Tensor:
        """Elements on the diagonals of the matrices that two dimensions make; see ..."""
        ...
    def diagonal_scatter(
        self,
        src: Tensor,
        offset: builtins.int = 0,
        dim1: builtins.int = 0,
        dim2: builtins.int = 1,
    ) -> Tensor:
        """A copy of a Tensor with a diagonal replaced."""
        ...
    def diff(
        self,
        n: builtins.int = 1,
        axis: builtins.int = -1,
        prepend: Tensor | None = None,
        append: Tensor | None = None,
    ) -> Tensor:
        """Differences of neighbours along an axis; of bools, whether they differ."""
        ...
    def digamma(self) -> Tensor:
        """Derivative of the logarithm of the gamma function."""
        ...
    def dim(self) -> builtins.int:
        """Number of dimensions of the Tensor, as `ops.rank`."""
        ...
    def div(self, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor:
        """Quotient of two Tensors, element by element: `ops.div`, but for numbers that come ..."""
        ...
    def div_(self, other: Tensor | Number, rounding_mode: str | None = None) -> Tensor:
        """Divide the Tensor in place."""
        ...
    def divide(self, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor:
        """Quotient of two Tensors, element by element: `ops.div`, but for numbers that come ..."""
        ...
    def dot(self, other: Tensor) -> Tensor:
        """Contraction of the last dimension of one Tensor with the last but one of another."""
        ...
    def double(self) -> Tensor:
        """The Tensor converted to Float64."""
        ...
    def dsplit(self, indices_or_sections: builtins.int | Sequence[Any]) -> tuple[Tensor, ...]:
        """Cut a Tensor along the third dimension; see `ops.tensor_split`."""
        ...
    def eigvals(self) -> Tensor:
        """Complex eigenvalues of square matrices, by rising real part; see `ops.eig`."""
        ...
    def eq(self, other: Tensor | Number) -> Tensor:
        """Whether two Tensors are equal, element by element, as `==` compares them."""
        ...
    def equal(self, other: Tensor | Number) -> Tensor:
        """Whether two Tensors are equal, element by element."""
        ...
    def erf(self) -> Tensor:
        """Gauss error function."""
        ...
    def erfc(self) -> Tensor:
        """Complementary error function, `1 - erf(x)`, exact where it is small."""
        ...
    def erfinv(self) -> Tensor:
        """Inverse of the error function: infinite at -1 and 1, NaN beyond."""
        ...
    def erfinv_(self) -> Tensor:
        """Replace each element by its inverse error function, in place."""
        ...
    def exp(self) -> Tensor:
        """e to the power of each element."""
        ...
    def exp_(self) -> Tensor:
        """Replace each element by its exponential, in place."""
        ...
    def expand(self, *size: builtins.int | Sequence[builtins.int] | Tensor) -> Tensor:
        """Repeat dimensions of length 1, and add leading ones, to reach a shape."""
        ...
    def expand_as(self, other: Tensor | None = None, *, x: Tensor | None = None) -> Tensor:
        """Broadcast the Tensor to the shape of another one."""
        ...
    def expand_dims(self, axis: builtins.int) -> Tensor:
        """Insert a dimension of length 1."""
        ...
    def expm1(self) -> Tensor:
        """e to the power of each element, minus 1, exact near 0."""
        ...
    def exponential_(
        self,
        lambd: builtins.float = 1,
        *,
        generator: Generator | None = None,
    ) -> Tensor:
        """Fill a Tensor with exponential numbers of rate `lambd`."""
        ...
    def fill(self, value: Number | Tensor) -> Tensor:
        """A new Tensor of this shape and dtype full of `value`."""
        ...
    def fill_(self, value: Tensor | Number) -> Tensor:
        """Set all elements in place."""
        ...
    def fill_diagonal(self, fill_value: builtins.float, wrap: builtins.bool = False) -> Tensor:
        """A copy of a Tensor with one value on its main diagonal."""
        ...
    def fill_diagonal_(self, fill_value: builtins.float, wrap: builtins.bool = False) -> Tensor:
        """Put one value on the main diagonal of this Tensor; see `Tensor.fill_diagonal`."""
        ...
    def fills(self, value: Number | Tensor) -> Tensor:
        """A new Tensor of this shape and dtype full of `value`."""
        ...
    @overload
    def flatten(
        self,
        order: str = "C",
        *,
        start_dim: builtins.int = 0,
        end_dim: builtins.int = -1,
    ) -> Tensor:
        """Merge neighbouring dimensions into one; see `ops.flatten`."""
        ...
    @overload
    def flatten(self, start_dim: builtins.int, end_dim: builtins.int = -1) -> Tensor:
        """Merge neighbouring dimensions into one; see `ops.flatten`."""
        ...
    def flip(self, dims: tuple[builtins.int, ...] | list[Any]) -> Tensor:
        """Reverse the order of elements along dimensions."""
        ...
    def fliplr(self) -> Tensor:
        """Reverse the order of columns: elements along the second dimension."""
        ...
    def flipud(self) -> Tensor:
        """Reverse the order of rows: elements along the first dimension."""
        ...
    def float(self) -> Tensor:
        """The Tensor converted to Float32."""
        ...
    def float_power(self, other: Tensor | Number) -> Tensor:
        """The Tensor to the power `other` in double precision, as `ops.float_power`."""
        ...
    def floor(self) -> Tensor:
        """Elements rounded down."""
        ...
    def floor_(self) -> Tensor:
        """Round each element down, in place."""
        ...
    def floor_divide(self, other: Tensor | Number) -> Tensor:
        """Quotient of two Tensors, rounded down, in their common dtype."""
        ...
    def floor_divide_(self, other: Tensor | Number) -> Tensor:
        """Divide the Tensor in place, rounding down."""
        ...
    def flush_from_cache(self) -> None:
        """Do nothing: values are never cached on the host."""
        ...
    def fmax(self, other: Tensor | Number) -> Tensor:
        """The larger of two Tensors, element by element; where one is NaN, the other one."""
        ...
    def fmin(self, other: Tensor | Number) -> Tensor:
        """The smaller of two Tensors, element by element; where one is NaN, the other one."""
        ...
    def fmod(self, other: Tensor | Number) -> Tensor:
        """Remainder of the division that rounds towards zero; its sign is that of `input`."""
        ...
    def fold(
        self,
        output_size: Tensor,
        kernel_size: builtins.int | tuple[builtins.int | tuple[Any, ...], ...] | list[Any],
        dilation: builtins.int | tuple[builtins.int, ...] = 1,
        padding: builtins.int | tuple[builtins.int, ...] = 0,
        stride: builtins.int | tuple[builtins.int, ...] = 1,
    ) -> Tensor:
        """Images from columns of sliding blocks; overlapping elements add up."""
        ...
    def frac(self) -> Tensor:
        """The part of each element after the point, with its sign, as `ops.frac`."""
        ...
    @staticmethod
    def from_dlpack(dlpack: object) -> Tensor:
        """A Tensor of an array that another library shares through DLPack."""
        ...
    @overload
    def gather(self, dim: builtins.int | Tensor, index: Tensor) -> Tensor:
        """`gather(dim, index)` is `ops.gather_elements`; `gather(input_indices, axis ..."""
        ...
    @overload
    def gather(
        self,
        input_indices: Tensor,
        axis: builtins.int | Tensor,
        batch_dims: builtins.int = 0,
    ) -> Tensor:
        """`gather(dim, index)` is `ops.gather_elements`; `gather(input_indices, axis ..."""
        ...
    def gather_elements(self, dim: builtins.int | Tensor, index: Tensor) -> Tensor:
        """Elements picked along one dimension: `out[i][j] = input[index[i][j]][j]` for `dim` 0."""
        ...
    def gather_nd(self, indices: Tensor) -> Tensor:
        """Elements or slices at positions given by the last dimension of `indices`."""
        ...
    def gcd(self, other: Tensor | Number) -> Tensor:
        """Greatest common divisors, element by element."""
        ...
    def ge(self, other: Tensor | Number) -> Tensor:
        """Whether `input >= other`, element by element."""
        ...
    def geqrf(self) -> tuple[Tensor, ...]:
        """QR factors of matrices in compact form."""
        ...
    def ger(self, vec2: Tensor) -> Tensor:
        """Outer product of two floating-point vectors of one dtype; see `ops.Ger`."""
        ...
    def get_bytes(self) -> bytes:
        """The elements as bytes in row-major order."""
        ...
    def greater(self, other: Tensor | Number) -> Tensor:
        """Whether `input > other`, element by element."""
        ...
    def greater_equal(self, other: Tensor | Number) -> Tensor:
        """Whether `input >= other`, element by element."""
        ...
    def gt(self, other: Tensor | Number) -> Tensor:
        """Whether `input > other`, element by element."""
        ...
    def half(self) -> Tensor:
        """The Tensor converted to Float16."""
        ...
    def hardshrink(self, lambd: builtins.float = 0.5) -> Tensor:
        """`input` outside of [-lambd, lambd], 0 inside."""
        ...
    def heaviside(self, values: Tensor) -> Tensor:
        """The step function: 0 for negative elements, 1 for positive ones, `values` for zeros."""
        ...
    def histc(self, bins: builtins.int = 100, min: Number = 0, max: Number = 0) -> Tensor:
        """Counts of elements in bins of equal width; see `ops.histc`."""
        ...
    def hooks(self) -> list[Callable]:
        """The functions registered by `register_hook` and not removed."""
        ...
    def hsplit(self, indices_or_sections: builtins.int | Sequence[Any]) -> tuple[Tensor, ...]:
        """Cut a Tensor along the second dimension; see `ops.tensor_split`."""
        ...
    def hypot(self, other: Tensor | Number) -> Tensor:
        """Hypotenuses of right triangles, `sqrt(input**2 + other**2)`, without overflow of ..."""
        ...
    def i0(self) -> Tensor:
        """Modified Bessel function of the first kind of order 0, as `ops.bessel_i0`."""
        ...
    def igamma(self, other: Tensor) -> Tensor:
        """Regularised lower incomplete gamma function: its part up to `other`, from 0 to 1."""
        ...
    def igammac(self, other: Tensor) -> Tensor:
        """Regularised upper incomplete gamma function: its part beyond `other`, `1 - igamma`."""
        ...
    def imag(self) -> Tensor:
        """Imaginary parts of complex elements; zeros for real ones."""
        ...
    def index(self, indices: Sequence[Tensor]) -> Tensor:
        """The elements at the positions that index Tensors give, as `self[tuple(indices)]`."""
        ...
    @overload
    def index_add(
        self,
        dim: builtins.int,
        index: Tensor,
        source: Tensor,
        *,
        alpha: Number = ...,
    ) -> Tensor: ...
    @overload
    def index_add(
        self,
        indices: Tensor,
        y: Tensor,
        axis: builtins.int = ...,
        use_lock: builtins.bool = ...,
        check_index_bound: builtins.bool = ...,
    ) -> Tensor: ...
    def index_add_(
        self,
        dim: builtins.int,
        index: Tensor,
        source: Tensor,
        *,
        alpha: builtins.float = 1,
    ) -> Tensor:
        """Add slices, times a number, at positions of a dimension in place; see ..."""
        ...
    def index_copy_(self, dim: builtins.int, index: Tensor, tensor: Tensor) -> Tensor:
        """Replace slices at positions of a dimension in place."""
        ...
    def index_fill(
        self,
        axis: builtins.int | Tensor,
        index: Tensor,
        value: Tensor | Number,
    ) -> Tensor:
        """A copy with one value in the slices at positions of an axis; see `ops.index_fill`."""
        ...
    def index_fill_(self, dim: builtins.int, index: Tensor, value: Tensor | Number) -> Tensor:
        """Put one value in the slices at positions of a dimension in place; see ..."""
        ...
    def index_put(
        self,
        indices: Sequence[Tensor],
        values: Tensor,
        accumulate: builtins.bool = False,
    ) -> Tensor:
        """A copy of the Tensor with values written at positions."""
        ...
    def index_put_(
        self,
        indices: Sequence[Tensor],
        values: Tensor,
        accumulate: builtins.bool = False,
    ) -> Tensor:
        """Write values at positions in place; see `Tensor.index_put`."""
        ...
    @overload
    def index_select(self, dim: builtins.int, index: Tensor) -> Tensor: ...
    @overload
    def index_select(self, axis: builtins.int, index: Tensor) -> Tensor: ...
    @property
    def init_finished(self) -> builtins.bool:
        """Whether nothing of the Tensor's values is still being made elsewhere; here always ..."""
        ...
    @property
    def init_flag(self) -> builtins.bool:
        """The flag set by `set_init_flag`, False before."""
        ...
    def inner(self, other: Tensor) -> Tensor:
        """Sums of products over the last dimension of both Tensors."""
        ...
    def inplace_update(
        self,
        v: Tensor,
        indices: builtins.int | tuple[builtins.int, ...] | Tensor,
    ) -> Tensor:
        """A copy of a Tensor with some rows replaced."""
        ...
    def int(self) -> Tensor:
        """The Tensor converted to Int32."""
        ...
    def inv(self) -> Tensor:
        """1 divided by each element, in the element's dtype: integers are divided towards zero."""
        ...
    def inverse(self) -> Tensor:
        """Inverses of square matrices."""
        ...
    def invert(self) -> Tensor:
        """Every bit flipped."""
        ...
    def is_complex(self) -> builtins.bool:
        """Whether the elements are complex, as `ops.is_complex`."""
        ...
    def is_contiguous(self) -> builtins.bool:
        """Whether the elements lie densely and in order in the storage."""
        ...
    def is_floating_point(self) -> builtins.bool:
        """Whether the elements are floating point numbers, as `ops.is_floating_point`."""
        ...
    def is_init(self) -> builtins.bool:
        """The flag set by `set_init_flag`."""
        ...
    @property
    def is_meta(self) -> builtins.bool:
        """Whether the Tensor has a shape and a dtype but no storage; here it never is so."""
        ...
    def is_pinned(self) -> builtins.bool:
        """Whether the memory is page-locked host memory: never."""
        ...
    def is_shared(self) -> builtins.bool:
        """Whether the memory is shared between processes: never."""
        ...
    def is_signed(self) -> builtins.bool:
        """Whether the dtype has negative numbers."""
        ...
    def isclose(
        self,
        other: Tensor = ...,
        rtol: builtins.float = 1e-05,
        atol: builtins.float = 1e-08,
        equal_nan: builtins.bool = False,
        *,
        x2: Tensor = ...,
    ) -> Tensor:
        """Whether `|input - other| <= atol + rtol * |other|`, element by element."""
        ...
    def isfinite(self) -> Tensor:
        """Whether elements are neither infinite nor NaN."""
        ...
    def isinf(self) -> Tensor:
        """Whether elements are infinite."""
        ...
    def isnan(self) -> Tensor:
        """Whether elements are NaN, as `ops.isnan`; a complex one is if either part is."""
        ...
    def isneginf(self) -> Tensor:
        """Whether elements are minus infinity."""
        ...
    def isposinf(self) -> Tensor:
        """Whether elements are plus infinity."""
        ...
    def isreal(self) -> Tensor:
        """Whether elements have no imaginary part, or one of 0."""
        ...
    def itemset(self, *args: Any) -> Tensor:
        """A copy with one element replaced: `itemset(value)`, `itemset(index, value)`."""
        ...
    def kthvalue(
        self,
        k: builtins.int,
        dim: builtins.int = -1,
        keepdim: builtins.bool = False,
    ) -> tuple[Tensor, Tensor]:
        """The k-th smallest element along a dimension, and where it is."""
        ...
    def lcm(self, other: Tensor | Number) -> Tensor:
        """Least common multiples, element by element."""
        ...
    def ldexp(self, other: Tensor | Number) -> Tensor:
        """`self * 2 ** other`, element by element, as `ops.ldexp`."""
        ...
    def le(self, other: Tensor | Number) -> Tensor:
        """Whether `input <= other`, element by element."""
        ...
    def lerp(self, end: Tensor, weight: Tensor | Number) -> Tensor:
        """Linear interpolation, `input + weight * (end - input)`."""
        ...
    def less(self, other: Tensor | Number) -> Tensor:
        """Whether `input < other`, element by element."""
        ...
    def less_equal(self, other: Tensor | Number) -> Tensor:
        """Whether `input <= other`, element by element."""
        ...
    def lgamma(self) -> Tensor:
        """Logarithm of the absolute value of the gamma function; infinite at 0, -1, -2 and ..."""
        ...
    def log(self) -> Tensor:
        """Natural logarithms."""
        ...
    def log10(self) -> Tensor:
        """Logarithms to base 10; NaN for negative real elements."""
        ...
    def log1p(self) -> Tensor:
        """Natural logarithms of 1 plus each element, exact near 0."""
        ...
    def log2(self) -> Tensor:
        """Logarithms to base 2; NaN for negative real elements."""
        ...
    def log_(self) -> Tensor:
        """Replace each element by its natural logarithm, in place."""
        ...
    def log_matrix_determinant(self) -> tuple[Tensor, Tensor]:
        """Signs of the determinants of square matrices, and logarithms of their absolute ..."""
        ...
    def log_normal(self, mean: builtins.float = 1.0, std: builtins.float = 2.0) -> Tensor:
        """Numbers whose logarithms are normal (`mean`, `std`), in this Tensor's shape and ..."""
        ...
    def logaddexp(self, other: Tensor) -> Tensor:
        """`log(exp(input) + exp(other))`, without overflow."""
        ...
    def logaddexp2(self, other: Tensor) -> Tensor:
        """`log2(2 ** input + 2 ** other)`, without overflow."""
        ...
    def logcumsumexp(self, axis: builtins.int) -> Tensor:
        """Logarithms of the running sums of exponentials, computed without overflow."""
        ...
    def logdet(self) -> Tensor:
        """Logarithms of the determinants of square matrices; nan for negative determinants."""
        ...
    def logical_and(self, other: Tensor | Number = ..., *, y: Tensor | Number = ...) -> Tensor:
        """Logical and of two Tensors, element by element; numbers other than 0 are true."""
        ...
    def logical_not(self) -> Tensor:
        """Whether elements are 0 or False."""
        ...
    def logical_or(self, other: Tensor | Number = ..., *, y: Tensor | Number = ...) -> Tensor:
        """Logical or of two Tensors, element by element; numbers other than 0 are true."""
        ...
    def logical_xor(self, other: Tensor | Number) -> Tensor:
        """Exclusive or of two Tensors, element by element; numbers other than 0 are true."""
        ...
    def logit(self, eps: builtins.float | None = None) -> Tensor:
        """`log(x / (1 - x))` of each element."""
        ...
    def logsumexp(
        self,
        dim: builtins.int | Sequence[builtins.int] | Tensor,
        keepdim: builtins.bool = False,
    ) -> Tensor:
        """Logarithm of the sum of exponentials, computed without overflow."""
        ...
    def long(self) -> Tensor:
        """The Tensor converted to Int64."""
        ...
    def lstsq(self, A: Tensor) -> Tensor:
        """Least-squares (or, of several, smallest) solution X of input X = A."""
        ...
    def lt(self, other: Tensor | Number) -> Tensor:
        """Whether `input < other`, element by element."""
        ...
    def lu_solve(self, LU_data: Tensor, LU_pivots: Tensor) -> Tensor:
        """Solutions of systems whose matrices have given LU factors; see `ops.lu_solve`."""
        ...
    @property
    def mH(self) -> Tensor:
        """The conjugate transposes of the matrices in the last two dimensions."""
        ...
    @property
    def mT(self) -> Tensor:
        """The Tensor with its last two dimensions swapped, which shares its memory."""
        ...
    def masked_fill(self, mask: Tensor, value: Tensor | Number) -> Tensor:
        """A copy of the Tensor with one value where a mask holds; see `ops.masked_fill`."""
        ...
    def masked_fill_(self, mask: Tensor, value: Tensor | Number) -> Tensor:
        """Put one value where a mask holds in place; see `ops.masked_fill`."""
        ...
    def masked_scatter(self, mask: Tensor, source: Tensor) -> Tensor:
        """A copy of the Tensor whose elements under a mask are taken from another in order."""
        ...
    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Tensor:
        """Take the elements under a mask from another Tensor in order, in place."""
        ...
    def masked_select(self, mask: Tensor) -> Tensor:
        """The elements where the mask holds, in order."""
        ...
    def matmul(self, tensor2: Tensor = ..., *, other: Tensor = ...) -> Tensor:
        """Product with another Tensor; see `ops.matmul`."""
        ...
    def matrix_determinant(self) -> Tensor:
        """Determinants of square matrices."""
        ...
    def matrix_power(self, n: builtins.int) -> Tensor:
        """Powers of square matrices with an integer exponent; see `ops.MatrixPower`."""
        ...
    @overload
    def max(
        self,
        *,
        axis: builtins.int | Sequence[builtins.int] | Tensor | None = None,
        keepdims: builtins.bool = False,
        initial: Number | None = None,
        where: Tensor | builtins.bool = True,
    ) -> Tensor:
        """Largest elements, over all axes or along one."""
        ...
    @overload
    def max(self, dim: builtins.int, keepdim: builtins.bool = False) -> tuple[Tensor, Tensor]:
        """Largest elements, over all axes or along one."""
        ...
    @overload
    def max(
        self,
        *,
        axis: builtins.int | None = None,
        keepdims: builtins.bool = False,
        initial: Number | None = None,
        where: Tensor | builtins.bool = True,
        return_indices: Literal[True],
    ) -> tuple[Tensor, Tensor]:
        """Largest elements, over all axes or along one."""
        ...
    @overload
    def max(
        self,
        axis: Sequence[builtins.int] | None,
        keepdims: builtins.bool = False,
        *,
        initial: Number | None = None,
        where: Tensor | builtins.bool = True,
    ) -> Tensor:
        """Largest elements, over all axes or along one."""
        ...
    @overload
    def max(
        self,
        axis: builtins.int | Sequence[builtins.int] | Tensor | None = None,
        keepdims: builtins.bool = False,
        *,
        initial: Number | None = None,
        where: Tensor | builtins.bool = True,
        return_indices: builtins.bool = False,
        keepdim: builtins.bool | None = None,
    ) -> Any:
        """Largest elements, over all axes or along one."""
        ...
    def maximum(self, other: Tensor | Number) -> Tensor:
        """The larger of two Tensors, element by element; NaN where either is NaN."""
        ...
    def mean(
        self,
        axis: builtins.int | Sequence[builtins.int] | None = None,
        keep_dims: builtins.bool = False,
        *,
        dim: builtins.int | Sequence[builtins.int] | Tensor | None = None,
        keepdim: builtins.bool = False,
        dtype: DType | None = None,
    ) -> Tensor:
        """Mean of the elements, over all or some axes; see `ops.mean`."""
        ...
    def median(
        self,
        axis: builtins.int = -1,
        keepdims: builtins.bool = False,
        *,
        dim: builtins.int | None = None,
        keepdim: builtins.bool = False,
    ) -> tuple[Tensor, Tensor]:
        """Lower median along an axis, and where it is; see `ops.median`."""
        ...
    @overload
    def min(
        self,
        *,
        axis: builtins.int | Sequence[builtins.int] | Tensor | None = None,
        keepdims: builtins.bool = False,
        initial: Number | None = None,
        where: Tensor | builtins.bool = True,
    ) -> Tensor:
        """Smallest elements, over all axes or along one."""
        ...
    @overload
    def min(self, dim: builtins.int, keepdim: builtins.bool = False) -> tuple[Tensor, Tensor]:
        """Smallest elements, over all axes or along one."""
        ...
    @overload
    def min(
        self,
        *,
        axis: builtins.int | None = None,
        keepdims: builtins.bool = False,
        initial: Number | None = None,
        where: Tensor | builtins.bool = True,
        return_indices: Literal[True],
    ) -> tuple[Tensor, Tensor]:
        """Smallest elements, over all axes or along one."""
        ...
    @overload
    def min(
        self,
        axis: Sequence[builtins.int] | None,
        keepdims: builtins.bool = False,
        *,
        initial: Number | None = None,
        where: Tensor | builtins.bool = True,
    ) -> Tensor:
        """Smallest elements, over all axes or along one."""
        ...
    @overload
    def min(
        self,
        axis: builtins.int | Sequence[builtins.int] | Tensor | None = None,
        keepdims: builtins.bool = False,
        *,
        initial: Number | None = None,
        where: Tensor | builtins.bool = True,
        return_indices: builtins.bool = False,
        keepdim: builtins.bool | None = None,
    ) -> Any:
        """Smallest elements, over all axes or along one."""
        ...
    def minimum(self, other: Tensor | Number) -> Tensor:
        """The smaller of two Tensors, element by element; NaN where either is NaN."""
        ...
    def mm(self, mat2: Tensor) -> Tensor:
        """Product of two matrices; see `ops.mm`."""
        ...
    def move_to(self, to: str, blocking: builtins.bool = True) -> Tensor:
        """A copy on another kind of device; gradients flow to the original."""
        ...
    def moveaxis(
        self,
        source: builtins.int | Sequence[Any],
        destination: builtins.int | Sequence[Any],
    ) -> Tensor:
        """Move dimensions to other places; the others keep their order."""
        ...
    def movedim(
        self,
        source: builtins.int | Sequence[Any],
        destination: builtins.int | Sequence[Any],
    ) -> Tensor:
        """Move dimensions to other places; the others keep their order."""
        ...
    def msort(self) -> Tensor:
        """Elements in ascending order along the first dimension."""
        ...
    def mul(self, other: Tensor | Number) -> Tensor:
        """Product of two Tensors, element by element: `ops.mul`, but for numbers that come ..."""
        ...
    def mul_(self, other: Tensor | Number) -> Tensor:
        """Multiply the Tensor in place."""
        ...
    def multinomial(
        self,
        num_samples: builtins.int,
        replacement: builtins.bool = True,
        seed: builtins.int | None = None,
    ) -> Tensor:
        """Indices drawn with probabilities proportional to the elements; see `ops.multinomial`."""
        ...
    def multiply(self, value: Tensor | Number) -> Tensor:
        """Product of the Tensor and another one, element by element, as `ops.mul`."""
        ...
    def mvlgamma(self, p: builtins.int) -> Tensor:
        """Logarithm of the multivariate gamma function of dimension `p`."""
        ...
    def nan_to_num(
        self,
        nan: builtins.float | Tensor | None = None,
        posinf: builtins.float | Tensor | None = None,
        neginf: builtins.float | Tensor | None = None,
    ) -> Tensor:
        """NaN and infinities replaced by numbers."""
        ...
    def nanmean(
        self,
        axis: builtins.int | Sequence[builtins.int] | None = None,
        keepdims: builtins.bool = False,
        *,
        dtype: DType | None = None,
    ) -> Tensor:
        """Mean of the elements that are not nan."""
        ...
    def nanmedian(
        self,
        axis: builtins.int = -1,
        keepdims: builtins.bool = False,
    ) -> tuple[Tensor, ...]:
        """Lower median along an axis of the elements that are not nan, and where it is."""
        ...
    def nanquantile(
        self,
        q: builtins.float | Tensor,
        axis: builtins.int | None = None,
        keepdims: builtins.bool = False,
    ) -> Tensor:
        """Quantiles along an axis, interpolated between the two nearest elements."""
        ...
    def nansum(
        self,
        axis: builtins.int | Sequence[builtins.int] | None = None,
        keepdims: builtins.bool = False,
        *,
        dtype: DType | None = None,
        dim: builtins.int | Sequence[builtins.int] | Tensor | None = None,
        keepdim: builtins.bool = False,
    ) -> Tensor:
        """Sum of the elements that are not nan, over all or some axes; see `ops.nansum`."""
        ...
    def narrow(
        self,
        dim: builtins.int = ...,
        start: builtins.int = ...,
        length: builtins.int = ...,
        *,
        axis: builtins.int = ...,
    ) -> Tensor:
        """Cut consecutive elements out of a dimension; see `ops.narrow`."""
        ...
    def ndimension(self) -> builtins.int:
        """Number of dimensions of the Tensor, as `ops.rank`."""
        ...
    def ne(self, other: Tensor | Number) -> Tensor:
        """Whether two Tensors differ, element by element."""
        ...
    def neg(self) -> Tensor:
        """Negated elements; unsigned ones wrap."""
        ...
    def negative(self) -> Tensor:
        """Negated elements; unsigned ones wrap."""
        ...
    def nelement(self) -> builtins.int:
        """Number of elements of the Tensor, as `ops.numel`."""
        ...
    def new_empty(
        self,
        size: builtins.int | Sequence[Any] | Tensor,
        *,
        dtype: DType | None = None,
        device: str | None = None,
    ) -> Tensor:
        """Tensor of shape `size` with values that are not meant to be used (zeros)."""
        ...
    def new_full(
        self,
        size: builtins.int | Sequence[Any] | Tensor,
        fill_value: Number | Tensor,
        *,
        dtype: DType | None = None,
    ) -> Tensor:
        """Tensor of shape `size` full of one value, in this Tensor's dtype if `dtype` is None."""
        ...
    def new_ones(
        self,
        size: builtins.int | Sequence[Any] | Tensor,
        dtype: DType | None = None,
    ) -> Tensor:
        """Tensor of ones of shape `size`, in this Tensor's dtype if `dtype` is None."""
        ...
    def new_zeros(
        self,
        size: builtins.int | Sequence[Any] | Tensor,
        dtype: DType | None = None,
    ) -> Tensor:
        """Tensor of zeros of shape `size`, in this Tensor's dtype if `dtype` is None."""
        ...
    def nextafter(self, other: Tensor) -> Tensor:
        """The next representable number from each element towards `other`."""
        ...
    def nonzero(self, *, as_tuple: builtins.bool | Tensor = False) -> Tensor:
        """Positions of the elements that are not zero; see `ops.nonzero`."""
        ...
    def norm(
        self,
        ord: builtins.float | str | Tensor | None = None,
        dim: builtins.int | tuple[Any, ...] | None = None,
        keepdim: builtins.bool = False,
        *,
        dtype: DType | None = None,
    ) -> Tensor:
        """Norm of vectors or of matrices."""
        ...
    def normal_(
        self,
        mean: builtins.float = 0,
        std: builtins.float = 1,
        *,
        generator: Generator | None = None,
    ) -> Tensor:
        """Fill a Tensor with normal numbers."""
        ...
    def not_equal(self, other: Tensor | Number) -> Tensor:
        """Whether two Tensors differ, element by element."""
        ...
    def numel(self) -> builtins.int:
        """Number of elements of the Tensor, as `ops.numel`."""
        ...
    def offload(self, file_path: str) -> builtins.bool:
        """Write the values to a file and free their memory; the next use reads them back."""
        ...
    def offload_file_path(self) -> str:
        """The file that `offload` left the values in."""
        ...
    def orgqr(self, input2: Tensor) -> Tensor:
        """The first N columns of Q from its Householder vectors; see `ops.Orgqr`."""
        ...
    def ormqr(
        self,
        input2: Tensor,
        input3: Tensor,
        left: builtins.bool = True,
        transpose: builtins.bool = False,
    ) -> Tensor:
        """Product with the square Q given by Householder vectors; see `ops.ormqr`."""
        ...
    def outer(self, vec2: Tensor | Number) -> Tensor:
        """Products of each element of one Tensor with each of another."""
        ...
    @property
    def param_info(self) -> ParamInfo | None:
        """What a Parameter keeps besides its values; None for a Tensor that was given none."""
        ...
    @param_info.setter
    def param_info(self, value: ParamInfo | None) -> None: ...
    def permute(
        self,
        *dims: builtins.int | Sequence[builtins.int] | Tensor,
        **named: Any,
    ) -> Tensor:
        """Reorder the dimensions."""
        ...
    def pin_memory(self) -> Tensor:
        """Refused: JAX moves data to the device by itself."""
        ...
    def positive(self) -> Tensor:
        """The elements as they are, in a Tensor of its own; the unary `+`."""
        ...
    def pow(self, exponent: Tensor | Number) -> Tensor:
        """`input` to the power `exponent`, element by element."""
        ...
    def prod(
        self,
        axis: builtins.int | Sequence[builtins.int] | None = None,
        keep_dims: builtins.bool = False,
        dtype: DType | None = None,
        *,
        dim: builtins.int | Sequence[builtins.int] | Tensor | None = None,
        keepdim: builtins.bool = False,
    ) -> Tensor:
        """Product of the elements, over all or some axes; see `ops.prod`."""
        ...
    def ptp(
        self,
        axis: builtins.int | tuple[Any, ...] | None = None,
        keepdims: builtins.bool = False,
    ) -> Tensor:
        """Distance between the largest and the smallest element, over all or some axes."""
        ...
    def put_(self, index: Tensor, source: Tensor, accumulate: builtins.bool = False) -> Tensor:
        """Write elements at positions of the flattened Tensor."""
        ...
    def qr(self, some: builtins.bool = True) -> tuple[Tensor, ...]:
        """QR factors of matrices; see `ops.qr`. `some=False` asks for a square Q."""
        ...
    def quantile(
        self,
        q: builtins.float | Tensor,
        axis: builtins.int | None = None,
        keepdims: builtins.bool = False,
    ) -> Tensor:
        """Quantiles along an axis, interpolated between the two nearest elements."""
        ...
    def rad2deg(self) -> Tensor:
        """Radians to degrees."""
        ...
    def random_(
        self,
        from_: builtins.int = 0,
        to: builtins.int | None = None,
        *,
        generator: Generator | None = None,
    ) -> Tensor:
        """Fill a Tensor with whole numbers in [from_, to), all equally likely."""
        ...
    def random_categorical(
        self,
        num_sample: builtins.int,
        seed: builtins.int = 0,
        dtype: DType = ...,
    ) -> Tensor:
        """Indices drawn with the probabilities softmax of each row; see ..."""
        ...
    def ravel(self) -> Tensor:
        """All elements in one dimension; the result shares memory with `input`."""
        ...
    def real(self) -> Tensor:
        """Real parts of complex elements; real ones stay as they are."""
        ...
    def reciprocal(self) -> Tensor:
        """1 divided by each element."""
        ...
    def register_hook(self, hook: Callable[..., Any]) -> TensorHookHandle:
        """Call `hook(gradient)` when the gradient of this Tensor is known."""
        ...
    def remainder(
        self,
        other: Tensor | Number = ...,
        *,
        divisor: Tensor | Number = ...,
    ) -> Tensor:
        """Remainder of the division that rounds down, as `ops.remainder`; its sign is the ..."""
        ...
    def remainder_(self, other: Tensor | Number) -> Tensor:
        """Replace the Tensor by its remainder, which has the sign of `other`."""
        ...
    def renorm(
        self,
        p: builtins.int | Tensor | ndarray,
        axis: builtins.int,
        maxnorm: builtins.float | Tensor | ndarray,
    ) -> Tensor:
        """Slices along an axis, scaled down where their p-norm is above a bound; see ..."""
        ...
    def repeat(
        self,
        *repeats: builtins.int | Sequence[builtins.int] | Tensor,
        **named: Any,
    ) -> Tensor:
        """Repeat the Tensor as a whole, or, given `axis`, each of its elements along a ..."""
        ...
    def repeat_interleave(
        self,
        repeats: builtins.int | Sequence[builtins.int] | Tensor,
        dim: builtins.int | None = None,
        *,
        output_size: builtins.int | None = None,
    ) -> Tensor:
        """Repeat each element along a dimension; see `ops.repeat_interleave`."""
        ...
    def reshape(
        self,
        *shape: builtins.int | Sequence[builtins.int] | Tensor,
        **named: Any,
    ) -> Tensor:
        """The same elements in another shape: `x.reshape(2, 3)` or `x.reshape((2, 3))`."""
        ...
    def reshape_as(self, other: Tensor) -> Tensor:
        """View the Tensor in the shape of another one."""
        ...
    def resize(self, *new_shape: builtins.int | Sequence[builtins.int] | Tensor) -> Tensor:
        """The elements in a new shape, cut off or filled up with zeros."""
        ...
    def reverse(self, axis: tuple[Any, ...] | list[builtins.int]) -> Tensor:
        """Reverse the order of elements along dimensions; another name of `ops.flip`."""
        ...
    def reverse_sequence(
        self,
        seq_lengths: Tensor,
        seq_dim: builtins.int = 0,
        batch_dim: builtins.int = 0,
    ) -> Tensor:
        """Reverse the first elements of each sequence in a batch; see `ops.reverse_sequence`."""
        ...
    def roll(
        self,
        shifts: builtins.int | Sequence[builtins.int],
        dims: builtins.int | Sequence[builtins.int] | None = None,
    ) -> Tensor:
        """Shift elements along dimensions; those that leave at one end come in at the other."""
        ...
    def rot90(
        self,
        k: builtins.int,
        dims: tuple[builtins.int | tuple[Any, ...], ...] | list[Any],
    ) -> Tensor:
        """Rotate by 90 degrees in the plane of two dimensions."""
        ...
    def round(self, decimals: builtins.int = 0) -> Tensor:
        """Elements rounded to the nearest; halves go to the even neighbour."""
        ...
    def rsqrt(self) -> Tensor:
        """Reciprocals of square roots; infinite at 0, NaN for negative real elements."""
        ...
    @overload
    def scatter(
        self,
        dim: builtins.int,
        index: Tensor,
        src: Number | Tensor,
        reduce: str = ...,
    ) -> Tensor: ...
    @overload
    def scatter(self, axis: builtins.int, index: Tensor, src: Number | Tensor) -> Tensor: ...
    @overload
    def scatter_(
        self,
        dim: builtins.int,
        index: Tensor,
        src: Tensor,
        reduce: str = ...,
    ) -> Tensor: ...
    @overload
    def scatter_(
        self,
        dim: builtins.int,
        index: Tensor,
        value: Number,
        reduce: str = ...,
    ) -> Tensor: ...
    @overload
    def scatter_add(self, dim: builtins.int, index: Tensor, src: Tensor) -> Tensor: ...
    @overload
    def scatter_add(self, indices: Tensor, updates: Tensor) -> Tensor: ...
    def scatter_add_(self, dim: builtins.int, index: Tensor, src: Tensor) -> Tensor:
        """Add values along a dimension in place; see `mint.scatter_add`."""
        ...
    def scatter_div(self, indices: Tensor, updates: Tensor) -> Tensor:
        """A copy of a Tensor with positions divided by updates."""
        ...
    def scatter_max(self, indices: Tensor, updates: Tensor) -> Tensor:
        """A copy of a Tensor, raised to the updates at positions."""
        ...
    def scatter_min(self, indices: Tensor, updates: Tensor) -> Tensor:
        """A copy of a Tensor, lowered to the updates at positions."""
        ...
    def scatter_mul(self, indices: Tensor, updates: Tensor) -> Tensor:
        """A copy of a Tensor with positions multiplied by updates."""
        ...
    def scatter_sub(self, indices: Tensor, updates: Tensor) -> Tensor:
        """A copy of a Tensor with updates subtracted at positions."""
        ...
    def searchsorted(
        self,
        v: Tensor | Number,
        side: builtins.float | str | Sequence[Any] | Tensor | ndarray = "left",
        sorter: Tensor | None = None,
    ) -> Tensor:
        """Int32 places where values belong in this sorted Tensor; see `ops.searchsorted`."""
        ...
    @overload
    def select(self, dim: builtins.int, index: builtins.int) -> Tensor: ...
    @overload
    def select(self, condition: Tensor, y: Number | Tensor) -> Tensor: ...
    def select_scatter(self, src: Tensor, axis: builtins.int, index: builtins.int) -> Tensor:
        """A copy of a Tensor with one index of a dimension replaced."""
        ...
    def set_const_arg(self, const_arg: builtins.bool = True) -> Tensor:
        """Treat the Tensor as a constant when it is an argument of compiled code."""
        ...
    def set_init_flag(self, value: builtins.bool = False) -> None:
        """Set the flag that `is_init` reads; nothing else looks at it."""
        ...
    def sgn(self) -> Tensor:
        """-1, 0 or 1 by the sign of each element; complex elements are divided by their moduli."""
        ...
    def short(self) -> Tensor:
        """The Tensor converted to Int16."""
        ...
    def sigmoid(self) -> Tensor:
        """1 / (1 + exp(-input)), element by element."""
        ...
    def sigmoid_(self) -> Tensor:
        """1 / (1 + exp(-input)), element by element, written into the Tensor itself."""
        ...
    def sign(self) -> Tensor:
        """-1, 0 or 1 by the sign of each element; complex elements are divided by their moduli."""
        ...
    def sign_(self) -> Tensor:
        """Replace each element by its sign, in place: -1, 0 or 1."""
        ...
    def signbit(self) -> Tensor:
        """Whether elements are less than 0; -0.0 is not."""
        ...
    def sin(self) -> Tensor:
        """Sines."""
        ...
    def sinc(self) -> Tensor:
        """`sin(pi x) / (pi x)` of each element, 1 at 0."""
        ...
    def sinh(self) -> Tensor:
        """Hyperbolic sines, `(exp(x) - exp(-x)) / 2`."""
        ...
    def slice_scatter(
        self,
        src: Tensor,
        axis: builtins.int = 0,
        start: builtins.int | Tensor | None = None,
        end: builtins.int | Tensor | ndarray | None = None,
        step: builtins.int | Tensor | ndarray = 1,
    ) -> Tensor:
        """A copy of a Tensor with a slice along one dimension replaced."""
        ...
    def slogdet(self) -> tuple[Tensor, Tensor]:
        """Signs of the determinants of square matrices, and logarithms of their absolute ..."""
        ...
    def soft_shrink(self, lambd: builtins.float = 0.5) -> Tensor:
        """`input` moved towards 0 by `lambd`; 0 inside of [-lambd, lambd]."""
        ...
    def softmax(self, axis: builtins.int, dtype: DType | None = None) -> Tensor:
        """Softmax along an axis of the Tensor, as `ops.softmax`; `axis` has no default here."""
        ...
    def sort(
        self,
        axis: builtins.int = -1,
        descending: builtins.bool = False,
        stable: builtins.bool = False,
        *,
        dim: builtins.int | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Elements in order along an axis, and where they were; see `ops.sort`."""
        ...
    @overload
    def split(
        self,
        split_size_or_sections: builtins.int | Sequence[builtins.int],
        axis: builtins.int = 0,
    ) -> tuple[Tensor, ...]:
        """Cut the Tensor into pieces along a dimension; see `ops.split`."""
        ...
    @overload
    def split(
        self,
        split_size: builtins.int | Sequence[builtins.int],
        dim: builtins.int = 0,
    ) -> tuple[Tensor, ...]:
        """Cut the Tensor into pieces along a dimension; see `ops.split`."""
        ...
    def sqrt(self) -> Tensor:
        """Square roots, as `ops.sqrt`; NaN for negative real elements."""
        ...
    def square(self) -> Tensor:
        """Squares."""
        ...
    def squeeze(self, axis: builtins.int | Sequence[Any] | Tensor | None = None) -> Tensor:
        """Remove dimensions of length 1."""
        ...
    def std(
        self,
        axis: builtins.int | tuple[Any, ...] | None = None,
        ddof: builtins.int | None = None,
        keepdims: builtins.bool = False,
        *,
        dim: builtins.int | tuple[Any, ...] | None = None,
        correction: builtins.int | None = None,
        keepdim: builtins.bool = False,
    ) -> Tensor:
        """Standard deviation of the elements, over all or some axes; see `ops.std`."""
        ...
    def storage(self) -> UntypedStorage:
        """The memory that holds the elements, shared by a Tensor and its views, as bytes."""
        ...
    def storage_offset(self) -> builtins.int:
        """Position of the first element in the storage that the Tensor is a view of."""
        ...
    @overload
    def stride(self, dim: None = None) -> list[builtins.int]:
        """Elements to step for the next index along each dimension, or along `dim`."""
        ...
    @overload
    def stride(self, dim: builtins.int) -> builtins.int:
        """Elements to step for the next index along each dimension, or along `dim`."""
        ...
    def sub(
        self,
        other: Tensor | Number | Sequence[Any] = ...,
        *,
        alpha: Number = 1,
        y: Tensor | Number | Sequence[Any] = ...,
    ) -> Tensor:
        """`self - alpha * other`; the older spelling of `other` is `y`."""
        ...
    def sub_(
        self,
        other: Tensor | Number = ...,
        alpha: builtins.float = 1,
        *,
        y: Tensor | Number = ...,
    ) -> Tensor:
        """Subtract `alpha * other` from the Tensor in place."""
        ...
    def subtract(self, other: Tensor | Number | Sequence[Any], *, alpha: Number = 1) -> Tensor:
        """`self - alpha * other`, as `Tensor.sub`."""
        ...
    @overload
    def sum(
        self,
        axis: builtins.int | Sequence[builtins.int] | None = None,
        dtype: DType | None = None,
        keepdims: builtins.bool = False,
        initial: builtins.float | None = None,
    ) -> Tensor:
        """Sum of the elements: `sum(dim, keepdim, *, dtype)`, or with NumPy's names; see ..."""
        ...
    @overload
    def sum(
        self,
        dim: builtins.int | Sequence[builtins.int] | None = None,
        keepdim: builtins.bool = False,
        *,
        dtype: DType | None = None,
    ) -> Tensor:
        """Sum of the elements: `sum(dim, keepdim, *, dtype)`, or with NumPy's names; see ..."""
        ...
    def sum_to_size(self, *size: builtins.int | Sequence[builtins.int] | Tensor) -> Tensor:
        """Sum over the dimensions that broadcasting from a size to this shape would repeat."""
        ...
    @overload
    def svd(
        self,
        full_matrices: builtins.bool = False,
        compute_uv: Literal[True] = True,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Singular values, and singular vectors, of matrices."""
        ...
    @overload
    def svd(
        self,
        full_matrices: builtins.bool = False,
        *,
        compute_uv: Literal[False],
    ) -> Tensor:
        """Singular values, and singular vectors, of matrices."""
        ...
    @overload
    def svd(
        self,
        full_matrices: builtins.bool = False,
        compute_uv: builtins.bool = True,
    ) -> Any:
        """Singular values, and singular vectors, of matrices."""
        ...
    def swapaxes(self, axis0: builtins.int, axis1: builtins.int) -> Tensor:
        """Swap two dimensions."""
        ...
    def swapdims(self, dim0: builtins.int, dim1: builtins.int) -> Tensor:
        """Swap two dimensions; another name of `ops.swapaxes`."""
        ...
    @property
    def symbolic_shape(self) -> None:
        """The lengths that are not known yet; here always None, as lengths are numbers."""
        ...
    def t(self) -> Tensor:
        """Transpose of a matrix; Tensors of another rank come back as they are."""
        ...
    @overload
    def take(self, index: Tensor) -> Tensor: ...
    @overload
    def take(self, indices: Tensor, axis: Any = ..., mode: str = ...) -> Tensor: ...
    def tan(self) -> Tensor:
        """Tangents."""
        ...
    def tanh(self) -> Tensor:
        """Hyperbolic tangents."""
        ...
    def tanh_(self) -> Tensor:
        """Replace each element by its hyperbolic tangent, in place."""
        ...
    def tensor_split(
        self,
        indices_or_sections: builtins.int | Sequence[Any],
        axis: builtins.int = 0,
    ) -> tuple[Tensor, ...]:
        """Cut a Tensor into a number of nearly equal pieces, or at given places."""
        ...
    def tile(
        self,
        *reps: builtins.int | Sequence[builtins.int] | Tensor,
        **named: Any,
    ) -> Tensor:
        """Repeat the Tensor as a whole along its dimensions; see `ops.tile`."""
        ...
    @overload
    def to(
        self,
        dtype: DType,
        non_blocking: builtins.bool = False,
        copy: builtins.bool = False,
    ) -> Tensor:
        """Convert the dtype, the device, or both."""
        ...
    @overload
    def to(
        self,
        device: str | None = None,
        dtype: DType | None = None,
        non_blocking: builtins.bool = False,
        copy: builtins.bool = False,
    ) -> Tensor:
        """Convert the dtype, the device, or both."""
        ...
    @overload
    def to(
        self,
        other: Tensor,
        non_blocking: builtins.bool = False,
        copy: builtins.bool = False,
    ) -> Tensor:
        """Convert the dtype, the device, or both."""
        ...
    def to_(self, device: str | None = None, non_blocking: builtins.bool = False) -> Tensor:
        """Move the Tensor itself to another device."""
        ...
    def to_coo(self) -> COOTensor:
        """The nonzero elements of a matrix, in coordinate form."""
        ...
    def to_csr(self) -> CSRTensor:
        """The nonzero elements of a matrix, in compressed-row form."""
        ...
    def to_dlpack(self) -> Any:
        """A DLPack capsule of the values, for another library."""
        ...
    def top_k(self, k: builtins.int, sorted: builtins.bool = True) -> tuple[Tensor, ...]:
        """The k largest elements of the last dimension, and where they are; see `ops.TopK`."""
        ...
    def topk(
        self,
        k: builtins.int,
        dim: builtins.int | None = None,
        largest: builtins.bool = True,
        sorted: builtins.bool = True,
    ) -> tuple[Tensor, ...]:
        """The k largest or smallest elements along a dimension, and where they are; see ..."""
        ...
    def trace(
        self,
        offset: builtins.int | Tensor = 0,
        axis1: builtins.int | Tensor = 0,
        axis2: builtins.int | Tensor = 1,
        dtype: DType | None = None,
    ) -> Tensor:
        """Sums along the diagonals of two dimensions."""
        ...
    def transpose(self, *axes: Any, **named: Any) -> Tensor:
        """Swap two dimensions, or reorder all of them."""
        ...
    def triangular_solve(
        self,
        A: Tensor,
        upper: builtins.bool = True,
        transpose: builtins.bool = False,
        unitriangular: builtins.bool = False,
    ) -> tuple[Tensor, Tensor]:
        """Solution of systems with triangular matrices, and the matrices."""
        ...
    def tril(self, diagonal: builtins.int = 0) -> Tensor:
        """Matrices with zeros above a diagonal."""
        ...
    def triu(self, diagonal: builtins.int | Tensor = 0) -> Tensor:
        """Matrices with zeros below a diagonal."""
        ...
    def true_divide(self, other: Tensor | Number) -> Tensor:
        """True quotient of two Tensors, element by element; bool and integer operands give ..."""
        ...
    def trunc(self) -> Tensor:
        """Elements rounded towards zero; those of bool and integer Tensors stay."""
        ...
    @overload
    def type(self, dtype: DType) -> Tensor:
        """Convert elements to another dtype, or tell the name of the present one."""
        ...
    @overload
    def type(self, dtype: None = None) -> str:
        """Convert elements to another dtype, or tell the name of the present one."""
        ...
    def type_as(self, other: Tensor) -> Tensor:
        """The Tensor in the dtype of `other`, as `ops.type_as`."""
        ...
    def unbind(self, dim: builtins.int = 0) -> tuple[Tensor, ...]:
        """All slices of a Tensor along a dimension, which they lose."""
        ...
    def unfold(
        self,
        kernel_size: builtins.int | tuple[Any, ...] | list[builtins.int],
        dilation: builtins.int | Sequence[Any] = 1,
        padding: builtins.int | Sequence[Any] = 0,
        stride: builtins.int | Sequence[Any] = 1,
    ) -> Tensor:
        """Sliding blocks of images, one per column."""
        ...
    def uniform(
        self,
        from_: builtins.float = 0.0,
        to: builtins.float = 1.0,
        generator: Generator | None = None,
    ) -> Tensor:
        """Uniform numbers in [from_, to) in this Tensor's shape and dtype."""
        ...
    def uniform_(
        self,
        from_: builtins.float = 0,
        to: builtins.float = 1,
        *,
        generator: Generator | None = None,
    ) -> Tensor:
        """Fill a Tensor with uniform numbers in [from_, to)."""
        ...
    @overload
    def unique(
        self,
        sorted: builtins.bool = True,
        return_inverse: Literal[False] = False,
        return_counts: Literal[False] = False,
        dim: builtins.int | None = None,
    ) -> Tensor:
        """Distinct elements, or distinct slices along a dimension, in ascending order."""
        ...
    @overload
    def unique(
        self,
        sorted: builtins.bool = True,
        *,
        return_inverse: Literal[True],
        return_counts: Literal[False] = False,
        dim: builtins.int | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Distinct elements, or distinct slices along a dimension, in ascending order."""
        ...
    @overload
    def unique(
        self,
        sorted: builtins.bool = True,
        return_inverse: Literal[False] = False,
        *,
        return_counts: Literal[True],
        dim: builtins.int | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Distinct elements, or distinct slices along a dimension, in ascending order."""
        ...
    @overload
    def unique(
        self,
        sorted: builtins.bool = True,
        *,
        return_inverse: Literal[True],
        return_counts: Literal[True],
        dim: builtins.int | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Distinct elements, or distinct slices along a dimension, in ascending order."""
        ...
    @overload
    def unique(
        self,
        sorted: builtins.bool = True,
        return_inverse: builtins.bool = False,
        return_counts: builtins.bool = False,
        dim: builtins.int | None = None,
    ) -> Any:
        """Distinct elements, or distinct slices along a dimension, in ascending order."""
        ...
    @overload
    def unique_consecutive(
        self,
        return_inverse: Literal[False] = False,
        return_counts: Literal[False] = False,
        dim: builtins.int | None = None,
    ) -> Tensor:
        """Elements, or slices along a dimension, without repetitions of the one before."""
        ...
    @overload
    def unique_consecutive(
        self,
        return_inverse: Literal[True],
        return_counts: Literal[False] = False,
        dim: builtins.int | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Elements, or slices along a dimension, without repetitions of the one before."""
        ...
    @overload
    def unique_consecutive(
        self,
        return_inverse: Literal[False] = False,
        *,
        return_counts: Literal[True],
        dim: builtins.int | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Elements, or slices along a dimension, without repetitions of the one before."""
        ...
    @overload
    def unique_consecutive(
        self,
        return_inverse: Literal[True],
        return_counts: Literal[True],
        dim: builtins.int | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Elements, or slices along a dimension, without repetitions of the one before."""
        ...
    @overload
    def unique_consecutive(
        self,
        return_inverse: builtins.bool = False,
        return_counts: builtins.bool = False,
        dim: builtins.int | None = None,
    ) -> Any:
        """Elements, or slices along a dimension, without repetitions of the one before."""
        ...
    def unique_with_pad(self, pad_num: Tensor | Number) -> tuple[Tensor, Tensor]:
        """Distinct elements of a vector in the order of their first occurrence, padded to ..."""
        ...
    def unsorted_segment_max(
        self,
        segment_ids: Tensor,
        num_segments: builtins.int | Tensor,
    ) -> Tensor:
        """Greatest elements of groups; the least value of the dtype for empty groups."""
        ...
    def unsorted_segment_min(
        self,
        segment_ids: Tensor,
        num_segments: builtins.int | Tensor,
    ) -> Tensor:
        """Least elements of groups; the greatest value of the dtype for empty groups."""
        ...
    def unsorted_segment_prod(
        self,
        segment_ids: Tensor,
        num_segments: builtins.int | Tensor,
    ) -> Tensor:
        """Products of groups; 1 for empty groups."""
        ...
    def unsqueeze(
        self,
        dim: builtins.int | Tensor = ...,
        *,
        axis: builtins.int | Tensor = ...,
    ) -> Tensor:
        """Insert a dimension of length 1 at `dim`; the result shares memory with `input`."""
        ...
    def untyped_storage(self) -> UntypedStorage:
        """The memory that holds the elements, shared by a Tensor and its views, as bytes."""
        ...
    def value(self) -> Tensor:
        """The values as a Tensor of its own; gradients flow to the original."""
        ...
    def var(
        self,
        axis: builtins.int | tuple[builtins.int, ...] | None = None,
        ddof: builtins.int | None = None,
        keepdims: builtins.bool = False,
        *,
        dim: builtins.int | Sequence[builtins.int] | None = None,
        correction: builtins.int | None = None,
        keepdim: builtins.bool = False,
    ) -> Tensor:
        """Variance of the elements, over all or some axes; see `ops.var`."""
        ...
    def view(self, *shape: Any, **named: Any) -> Tensor:
        """The same memory in another shape, or, given a dtype, as other elements."""
        ...
    def view_as(self, other: Tensor) -> Tensor:
        """View a Tensor in the shape of another one."""
        ...
    @property
    def virtual_flag(self) -> builtins.bool:
        """Whether the Tensor stands for one that other processes hold; here always False."""
        ...
    def vsplit(self, indices_or_sections: builtins.int | Sequence[Any]) -> tuple[Tensor, ...]:
        """Cut a Tensor along the first dimension; see `ops.tensor_split`."""
        ...
    def wait_pipeline(self) -> None:
        """Wait until the values are computed, as `data_sync`."""
        ...
    def where(
        self,
        condition: Tensor,
        y: Tensor | Number = ...,
        *,
        other: Tensor | Number = ...,
    ) -> Tensor:
        """Elements of the Tensor where a condition holds, others elsewhere; see `ops.where`."""
        ...
    def xdivy(self, y: Tensor | Number) -> Tensor:
        """`self / y`, 0 where the Tensor is 0, as `ops.xdivy`."""
        ...
    def xlogy(self, other: Tensor | Number) -> Tensor:
        """`input * log(other)`, 0 where `input` is 0 and `other` is 0 or NaN."""
        ...
    def zero_(self) -> Tensor:
        """Set all elements to 0, in place."""
        ...

class ParameterMembers(Tensor):
    def value(self) -> Tensor:
        """The Tensor itself, as a new point of the computation."""
        ...
