"""Sparse matrices: values with their places, in coordinate, row or compressed-row form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import jax
import numpy as np

from msjax import log as logger
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import Clause, Speaker, must
from msjax._core.base.format import tensor_part
from msjax._core.op.publish import call, resolve
from msjax._core.runtime.agreement import host_values
from msjax._core.tensor.structure import Composite
from msjax._core.tensor.tensor import Tensor
from msjax._core.tensor.traced_text import shown, traced_text
from msjax.kernels.sparse.shared import coo2csr, coo_sorted_by_row, csr_dense_product

if TYPE_CHECKING:
    from msjax._core.base.dtype import Type
    from msjax._types import Number

__all__ = ["COOTensor", "CSRTensor", "RowTensor", "RowTensorInner", "SparseTensor"]

_INDEX_DTYPES = (mstype.int16, mstype.int32, mstype.int64)


class _Sparse(Composite):
    """Parts and their text; `_fields` names the Tensors, which come before the shape."""

    _fields: tuple[str, ...] = ()
    _shape: tuple[int, ...]
    values: Tensor

    def _fill(self, *parts: Any) -> Self:
        *tensors, shape = parts
        for name, tensor in zip(self._fields, tensors, strict=True):
            self.__dict__[name] = tensor
        self._shape = shape
        return self

    def _parts(self) -> tuple:
        return (*(self.__dict__[name] for name in self._fields), self._shape)

    @classmethod
    def _of(cls, *parts: Any) -> Any:
        return object.__new__(cls)._fill(*parts)

    def _copy(self, cls: type, other: Any, name: str, *given: Any) -> None:
        if not isinstance(other, cls):
            raise TypeError(f"Expect input `{name}` to be a {cls.__name__}, but got {type(other)}")
        if any(g is not None for g in given):
            raise TypeError(
                f"If input `{name}` is provided, `indices`, `values`, `shapes` should all be `None`"
            )
        self._fill(*other._parts())

    def __repr__(self) -> str:
        parts = [f"shape={list(self._shape)}", f"dtype={self.values.dtype}"]
        for name in self._fields:
            tensor = self.__dict__[name]
            data = shown(tensor._value)
            if data is None:
                text = traced_text(tensor.shape, tensor.dtype)
            else:
                text = tensor_part(host_values(data), str(tensor.dtype))
            parts.append(f"{name}={text}")
        return f"{self._title}({', '.join(parts)})"

    _title = ""

    def __init_subclass__(cls, **kwargs: Any):
        super().__init_subclass__(**kwargs)
        fields = cls._fields

        def flatten(obj: Any) -> tuple:
            return tuple(obj.__dict__[name] for name in fields), obj._shape

        jax.tree_util.register_pytree_node(
            cls, flatten, lambda shape, tensors: cls._of(*tensors, shape)
        )


class _Matrix(_Sparse):
    """What both matrix forms share."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the dense matrix."""
        return self._shape

    @property
    def dtype(self) -> Type:
        """dtype of the values."""
        return self.values.dtype

    @property
    def size(self) -> int:
        """Number of values."""
        return self.values.size

    @property
    def itemsize(self) -> int:
        """Bytes of one value."""
        return self.values.itemsize

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self._shape)

    def to_tuple(self) -> tuple:
        """The Tensors and the shape.

        Returns:
            tuple: the Tensors, and behind them the shape as a tuple of ints.
        """
        return self._parts()

    def _with(self, values: Tensor) -> Any:
        *places, _, shape = self._parts()
        return self._of(*places, values, shape)

    def astype(self, dtype: Type) -> Self:
        """The matrix with its values cast to a dtype.

        Args:
            dtype: element type.

        Returns:
            A matrix of the same form and shape.
        """
        return self._with(self.values.astype(dtype))

    def abs(self) -> Self:
        """The matrix of the absolute values.

        Returns:
            A matrix of the same form, shape and dtype.
        """
        return self._with(self.values.abs())

    def __neg__(self) -> Any:
        return self._with(-self.values)

    def __truediv__(self, other: COOTensor | CSRTensor | Tensor | Number) -> Any:
        return self.__div__(other)

    def _check_shape(self, other: Any) -> None:
        if self.shape != other.shape:
            raise ValueError("Input tensors should have the same shape.")


def _check_sparse(indices: Any, values: Any, shape: Any) -> None:
    for name, value in (("indices", indices), ("values", values)):
        if not isinstance(value, Tensor):
            raise TypeError(f"For SparseTensors, '{name}' must be Tensor, but got {type(value)}.")
    if not isinstance(shape, tuple):
        raise TypeError(f"For SparseTensors, 'shape' must be tuple, but got {type(shape)}.")


def _check_places(title: str, name: str, tensor: Tensor) -> None:
    if tensor.dtype not in _INDEX_DTYPES:
        raise TypeError(
            f"For {title}, the type of '{name}' must be one of [int16, int32, int64], but got "
            f"{tensor.dtype}."
        )


def _check_sizes(title: str, shape: tuple, values: Tensor) -> None:
    for size in shape:
        if size <= 0:
            raise ValueError(
                f"For {title}, the element of 'shape' must be positive, but got {size} in {shape}."
            )
        if not isinstance(size, int):
            raise TypeError(
                f"For {title}, the element type of 'shape' must be int, but got {type(size)}"
            )
    if np.prod(shape, dtype=np.int64) < values.size:
        raise ValueError(f"For {title}, 'shape' {shape} is too small for {values.size} values.")


def _check_rank(title: str, name: str, tensor: Tensor, rank: int) -> None:
    if tensor.ndim != rank:
        raise ValueError(
            f"For {title}, '{name}' must be a {rank}-dimensional tensor, but got a "
            f"{tensor.ndim}-dimensional tensor."
        )


class COOTensor(_Matrix, in_files=True):
    """A sparse matrix as a list of values and their coordinates; equal coordinates add up.

    Args:
        indices: Tensor of shape (n, 2), Int16, Int32 or Int64: row and column of each value.
        values: Tensor of shape (n,).
        shape: tuple of two ints, rows and columns of the matrix.
        coo_tensor: COOTensor to copy, instead of the other arguments.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.COOTensor(ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1., 2.]), (2, 3))
        >>> print(x.to_dense())
        [[0. 1. 0.]
         [0. 0. 2.]]
    """

    indices: Tensor
    _fields = ("indices", "values")
    _title = "COOTensor"

    def __init__(
        self,
        indices: Tensor | None = None,
        values: Tensor | None = None,
        shape: tuple[int, ...] | None = None,
        coo_tensor: COOTensor | None = None,
    ):
        if coo_tensor is not None:
            self._copy(COOTensor, coo_tensor, "coo_tensor", indices, values, shape)
            return
        _check_sparse(indices, values, shape)
        if len(shape) != 2:
            raise ValueError(f"For COOTensor, the length of 'shape' must be 2, but got {shape}.")
        if indices.shape != (0,) or values.shape != (0,):
            _check_sizes("COOTensor", shape, values)
            _check_rank("COOTensor", "indices", indices, 2)
            _check_rank("COOTensor", "values", values, 1)
            if indices.shape[0] != values.shape[0]:
                raise ValueError(
                    "For COOTensor, 'indices.shape[0]' must be equal to 'values.shape[0]', but got "
                    f"{indices.shape[0]} and {values.shape[0]}."
                )
            if indices.shape[1] != 2:
                raise ValueError(
                    f"For COOTensor, 'indices.shape[1]' must be 2, but got {indices.shape[1]}."
                )
        _check_places("COOTensor", "indices", indices)
        self._fill(indices, values, shape)

    def __add__(self, other: COOTensor | CSRTensor | Tensor | Number) -> Any:
        self._check_shape(other)
        if isinstance(other, Tensor):
            return resolve("ops.tensor_scatter_add")(other, self.indices, self.values)
        if isinstance(other, COOTensor):
            return self.add(other, Tensor(0, self.dtype))
        raise TypeError(f"COOTensor add with {type(other)} is not supported.")

    def __radd__(self, other: COOTensor | CSRTensor | Tensor | Number) -> Any:
        if isinstance(other, Tensor):
            return self + other
        raise TypeError(f"COOTensor add with {type(other)} is not supported.")

    def __rsub__(self, other: COOTensor | CSRTensor | Tensor | Number) -> Tensor:
        if isinstance(other, Tensor):
            self._check_shape(other)
            return resolve("ops.tensor_scatter_add")(other, self.indices, -self.values)
        raise TypeError(f"COOTensor subtract with {type(other)} is not supported.")

    def __rmul__(self, other: COOTensor | CSRTensor | Tensor | Number) -> COOTensor:
        if isinstance(other, Tensor):
            return self * other
        raise TypeError(f"COOTensor multiply with {type(other)} is not supported.")

    def __sub__(self, other: COOTensor | CSRTensor | Tensor | Number) -> Any:
        self._check_shape(other)
        if isinstance(other, Tensor):
            return resolve("ops.tensor_scatter_add")(-other, self.indices, self.values)
        if isinstance(other, COOTensor):
            return self.add(-other, Tensor(0, self.dtype))
        raise TypeError(f"COOTensor subtract with {type(other)} is not supported.")

    def __mul__(self, other: COOTensor | CSRTensor | Tensor | Number) -> COOTensor:
        self._check_shape(other)
        if isinstance(other, Tensor):
            return self._with(self.values * resolve("ops.gather_nd")(other, self.indices))
        raise TypeError(f"COOTensor multiply with {type(other)} is not supported.")

    def __div__(self, other: COOTensor | CSRTensor | Tensor | Number) -> COOTensor:
        self._check_shape(other)
        if isinstance(other, Tensor):
            return self._with(self.values / resolve("ops.gather_nd")(other, self.indices))
        raise TypeError(f"COOTensor divide with {type(other)} is not supported.")

    def coalesce(self) -> COOTensor:
        """The same matrix with sorted coordinates, each of them once.

        Returns:
            COOTensor of the same shape.

        Examples:
            >>> import msjax as ms
            >>> x = ms.COOTensor(ms.Tensor([[0, 1], [0, 1]]), ms.Tensor([1., 2.]), (2, 3))
            >>> print(x.coalesce().values)
            [3.]
        """
        indices, values, _ = resolve("ops.coalesce")(
            self.indices.transpose(1, 0), self.values, Tensor(list(self._shape), mstype.int64)
        )
        return COOTensor(indices.transpose(1, 0), values, self._shape)

    def to_csr(self) -> CSRTensor:
        """The matrix in compressed-row form.

        Returns:
            CSRTensor of the same shape.

        Examples:
            >>> import msjax as ms
            >>> x = ms.COOTensor(ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1., 2.]), (2, 3))
            >>> print(x.to_csr().indptr)
            [0 1 2]
        """
        rows, columns, values = call(coo_sorted_by_row)(self.indices, self.values)
        return CSRTensor(call(coo2csr)(rows, self.shape[0]), columns, values, self.shape)

    def to_dense(self) -> Tensor:
        """The matrix as a Tensor.

        Returns:
            Tensor of the shape and dtype of the matrix.

        Examples:
            >>> import msjax as ms
            >>> x = ms.COOTensor(ms.Tensor([[0, 1]]), ms.Tensor([2.]), (1, 2))
            >>> print(x.to_dense())
            [[0. 2.]]
        """
        zeros = resolve("ops.zeros")(self._shape, self.dtype)
        return resolve("ops.tensor_scatter_add")(zeros, self.indices, self.values)

    def add(self, other: COOTensor, thresh: Tensor) -> COOTensor:
        """Sum of two matrices.

        Args:
            other: COOTensor of the same shape and dtype.
            thresh: Tensor of shape (); sums smaller than it in absolute value are dropped.

        Returns:
            COOTensor of the same shape.

        Raises:
            TypeError: an argument has a wrong type.
            ValueError: the shapes differ.

        Examples:
            >>> import msjax as ms
            >>> x = ms.COOTensor(ms.Tensor([[0, 1]]), ms.Tensor([2.]), (1, 2))
            >>> print(x.add(x, ms.Tensor(0.)).to_dense())
            [[0. 4.]]
        """
        return resolve("ops.coo_add")(self, other, thresh)


class SparseTensor(_Sparse):
    """Older name of `COOTensor`, without its operations.

    Args:
        indices: Tensor of shape (n, ndims).
        values: Tensor of shape (n,).
        shape: tuple of ints, the shape of the dense Tensor.

    Raises:
        TypeError: an argument has a wrong type.

    Examples:
        >>> import msjax as ms
        >>> from msjax.common.sparse_tensor import SparseTensor
        >>> SparseTensor(ms.Tensor([[0, 1]]), ms.Tensor([1.]), (3, 2)).shape
        (3, 2)
    """

    _fields = ("indices", "values")
    _title = "COOTensor"

    def __init__(self, indices: Tensor, values: Tensor, shape: tuple):
        logger.warning("'SparseTensor' is deprecated; use 'COOTensor' instead.")
        tensors = isinstance(indices, Tensor) and isinstance(values, Tensor)
        if not tensors or not isinstance(shape, tuple):
            raise TypeError("Inputs must follow: COOTensor(indices, values, shape).")
        self._fill(indices, values, shape)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the dense Tensor."""
        return self._shape


class CSRTensor(_Matrix, in_files=True):
    """A sparse matrix as a list of values with their columns, row after row.

    Args:
        indptr: Tensor of shape (rows + 1,), Int16, Int32 or Int64: where each row begins.
        indices: Tensor of shape (n,), the column of each value.
        values: Tensor of shape (n,), or (n, ...) for more than two axes.
        shape: tuple of ints, the shape of the dense Tensor.
        csr_tensor: CSRTensor to copy, instead of the other arguments.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.CSRTensor(ms.Tensor([0, 1, 2]), ms.Tensor([1, 2]), ms.Tensor([1., 2.]), (2, 3))
        >>> print(x.to_dense())
        [[0. 1. 0.]
         [0. 0. 2.]]
    """

    indptr: Tensor
    indices: Tensor
    _fields = ("indptr", "indices", "values")
    _title = "CSRTensor"

    def __init__(
        self,
        indptr: Tensor | None = None,
        indices: Tensor | None = None,
        values: Tensor | None = None,
        shape: tuple[int, ...] | None = None,
        csr_tensor: CSRTensor | None = None,
    ):
        if csr_tensor is not None:
            self._copy(CSRTensor, csr_tensor, "csr_tensor", indptr, indices, values, shape)
            return
        if not isinstance(indptr, Tensor):
            raise TypeError(f"For CSRTensor, 'indptr' must be Tensor, but got {type(indptr)}.")
        _check_sparse(indices, values, shape)
        if not indptr.shape == indices.shape == values.shape == (0,):
            _check_sizes("CSRTensor", shape, values)
            _check_rank("CSRTensor", "indices", indices, 1)
            _check_rank("CSRTensor", "indptr", indptr, 1)
            if shape[0] + 1 != indptr.shape[0]:
                raise ValueError(
                    "For CSRTensor, indptr must have length (1 + shape[0]), but got: "
                    f"{indptr.shape[0]}"
                )
            if values.ndim == 0 or indices.shape[0] != values.shape[0]:
                raise ValueError(
                    "For CSRTensor, indices and values must agree in length, but got shapes "
                    f"{indices.shape} and {values.shape}."
                )
            if values.shape[1:] != shape[2:] or len(shape) < 2:
                raise ValueError(
                    f"For CSRTensor, values of shape {values.shape} do not fit shape {shape}."
                )
        _check_places("CSRTensor", "indptr", indptr)
        _check_places("CSRTensor", "indices", indices)
        self._fill(indptr, indices, values, shape)

    def __mul__(self, other: COOTensor | CSRTensor | Tensor | Number) -> Any:
        return resolve("ops.csr_mul")(self, other)

    def __rmul__(self, other: COOTensor | CSRTensor | Tensor | Number) -> Any:
        if isinstance(other, Tensor):
            return self * other
        raise TypeError(f"CSRTensor multiply with {type(other)} is not supported.")

    def __div__(self, other: COOTensor | CSRTensor | Tensor | Number) -> Any:
        return resolve("ops.csr_div")(self, other)

    def __add__(self, other: COOTensor | CSRTensor | Tensor | Number) -> CSRTensor:
        return self._plus(other, 1, "add")

    def __sub__(self, other: COOTensor | CSRTensor | Tensor | Number) -> CSRTensor:
        return self._plus(other, -1, "subtract")

    def _plus(self, other: Any, factor: int, verb: str) -> CSRTensor:
        self._check_shape(other)
        if not isinstance(other, CSRTensor):
            raise TypeError(f"CSRTensor {verb} with {type(other)} is not supported.")
        return self.add(other, Tensor(1, self.dtype), Tensor(factor, self.dtype))

    def to_coo(self) -> COOTensor:
        """The matrix in coordinate form.

        Returns:
            COOTensor of the same shape.

        Examples:
            >>> import msjax as ms
            >>> x = ms.CSRTensor(ms.Tensor([0, 1]), ms.Tensor([1]), ms.Tensor([2.]), (1, 2))
            >>> print(x.to_coo().indices)
            [[0 1]]
        """
        return resolve("ops.csr_to_coo")(self)

    def to_dense(self) -> Tensor:
        """The matrix as a Tensor.

        Returns:
            Tensor of the shape and dtype of the matrix.

        Examples:
            >>> import msjax as ms
            >>> x = ms.CSRTensor(ms.Tensor([0, 1]), ms.Tensor([1]), ms.Tensor([2.]), (1, 2))
            >>> print(x.to_dense())
            [[0. 2.]]
        """
        return resolve("ops.csr_to_dense")(self)

    def mv(self, dense_vector: Tensor) -> Tensor:
        """Product with a column vector.

        Args:
            dense_vector: Tensor of shape (columns, 1) and the dtype of the matrix.

        Returns:
            Tensor of shape (rows, 1).

        Raises:
            TypeError: `dense_vector` is not a Tensor.
            ValueError: `dense_vector` has another shape.

        Examples:
            >>> import msjax as ms
            >>> x = ms.CSRTensor(ms.Tensor([0, 1]), ms.Tensor([1]), ms.Tensor([2.]), (1, 2))
            >>> print(x.mv(ms.Tensor([[1.], [3.]])))
            [[6.]]
        """
        with Speaker("CSRTensor.mv"):
            _check_dense("dense_vector", dense_vector)
        return resolve("ops.csr_mv")(self, dense_vector)

    def mm(self, matrix: Tensor | CSRTensor) -> Tensor | CSRTensor:
        """Product with a matrix.

        Args:
            matrix: Tensor of shape (columns, k), or CSRTensor.

        Returns:
            Tensor of shape (rows, k), or CSRTensor for a CSRTensor.

        Raises:
            TypeError: `matrix` is neither.
            ValueError: the shapes do not fit.

        Examples:
            >>> import msjax as ms
            >>> x = ms.CSRTensor(ms.Tensor([0, 1]), ms.Tensor([1]), ms.Tensor([2.]), (1, 2))
            >>> print(x.mm(ms.ops.ones((2, 3))))
            [[2. 2. 2.]]
        """
        if isinstance(matrix, CSRTensor):
            return resolve("ops.csr_mm")(self, matrix)
        with Speaker("CSRTensor.mm"):
            _check_dense("matrix", matrix)
            return csr_mm_dense(self, matrix)

    def sum(self, axis: int) -> Tensor:
        """Sums of the rows.

        Args:
            axis: int, 1 or -1.

        Returns:
            Tensor of shape (rows, 1).

        Raises:
            ValueError: `axis` is another value.

        Examples:
            >>> import msjax as ms
            >>> x = ms.CSRTensor(ms.Tensor([0, 2]), ms.Tensor([0, 1]), ms.Tensor([2., 3.]), (1, 2))
            >>> print(x.sum(1))
            [[5.]]
        """
        return resolve("ops.csr_reduce_sum")(self, axis)

    def add(self, b: CSRTensor, alpha: Tensor, beta: Tensor) -> CSRTensor:
        """`alpha` times this matrix plus `beta` times `b`.

        Args:
            b: CSRTensor of the same shape and dtype.
            alpha: Tensor of shape (), the factor of this matrix.
            beta: Tensor of shape (), the factor of `b`.

        Returns:
            CSRTensor of the same shape.

        Raises:
            TypeError: an argument has a wrong type.
            ValueError: the shapes differ.

        Examples:
            >>> import msjax as ms
            >>> x = ms.CSRTensor(ms.Tensor([0, 1]), ms.Tensor([1]), ms.Tensor([2.]), (1, 2))
            >>> print(x.add(x, ms.Tensor(1.), ms.Tensor(2.)).to_dense())
            [[0. 6.]]
        """
        return resolve("ops.csr_add")(self, b, alpha, beta)


def csr_mm_dense(csr_tensor: CSRTensor, dense: Tensor) -> Tensor:
    """Product of a sparse matrix and a dense one."""
    if dense.ndim != 2 or dense.shape[0] != csr_tensor.shape[1]:
        raise ValueError(must("dense", f"of shape ({csr_tensor.shape[1]}, k)", dense.shape))
    parts = (csr_tensor.indptr, csr_tensor.indices, csr_tensor.values, dense)
    return call(csr_dense_product)(*parts, csr_tensor.shape[0])


def _check_dense(arg: str, value: Any) -> None:
    if not isinstance(value, Tensor):
        raise TypeError(
            Clause(
                f"the type of '{arg}' should be Tensor, but got '{value}' with type "
                f"'{type(value).__name__}'."
            )
        )


class RowTensorInner(_Sparse, in_files=True):
    """`RowTensor` without its warning.

    Args:
        indices: Tensor of shape (n,), the rows.
        values: Tensor of shape (n, ...), their contents.
        shape: tuple of ints, the shape of the dense Tensor.
        row_tensor: RowTensorInner to copy, instead of the other arguments.

    Raises:
        TypeError: an argument has a wrong type.

    Examples:
        >>> import msjax as ms
        >>> from msjax.common.sparse_tensor import RowTensorInner
        >>> RowTensorInner(ms.Tensor([0]), ms.Tensor([[1., 2.]]), (3, 2)).dense_shape
        (3, 2)
    """

    _fields = ("indices", "values")
    _title = "RowTensor"

    def __init__(
        self,
        indices: Tensor | None = None,
        values: Tensor | None = None,
        shape: tuple[int, ...] | None = None,
        row_tensor: RowTensorInner | None = None,
    ):
        if row_tensor is not None:
            self._copy(RowTensorInner, row_tensor, "row_tensor", indices, values, shape)
            return
        for name, value, kind in (
            ("indices", indices, Tensor),
            ("values", values, Tensor),
            ("shape", shape, tuple),
        ):
            if not isinstance(value, kind):
                raise TypeError(Clause(f"'{name}' must be {kind.__name__}, not {value!r}."))
        self._fill(indices, values, shape)

    @property
    def dense_shape(self) -> tuple[int, ...]:
        """Shape of the dense Tensor."""
        return self._shape


class RowTensor(RowTensorInner):
    """Some rows of a Tensor, the others being zero.

    Args:
        indices: Tensor of shape (n,), the rows.
        values: Tensor of shape (n, ...), their contents.
        shape: tuple of ints, the shape of the dense Tensor.
        row_tensor: RowTensor to copy, instead of the other arguments.

    Raises:
        TypeError: an argument has a wrong type.

    Examples:
        >>> import msjax as ms
        >>> ms.RowTensor(ms.Tensor([0]), ms.Tensor([[1., 2.]]), (3, 2)).dense_shape
        (3, 2)
    """

    def __init__(
        self,
        indices: Tensor | None = None,
        values: Tensor | None = None,
        shape: tuple[int, ...] | None = None,
        row_tensor: RowTensorInner | None = None,
    ):
        logger.warning("'RowTensor' is deprecated.")
        super().__init__(indices, values, shape, row_tensor)
