"""Questions about Tensors that their shape and dtype answer; they run in compiled code as well."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import integers, of_type
from msjax._core.base.errors import Clause, must
from msjax._core.base.network import Network
from msjax._core.op.object_types import get_py_obj_dtype
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.host import from_host
from msjax.kernels.sparse.tensors import COOTensor, CSRTensor


def _tensor(arg: str, x: Any) -> Tensor:
    of_type(arg, x, Tensor)
    return x


def _described(arg: str, x: Any) -> Any:
    """An argument with a shape and a dtype: a Tensor or a sparse matrix."""
    return x if isinstance(x, (COOTensor, CSRTensor)) else _tensor(arg, x)


def _vector(values: Any, dtype: Any = np.int64) -> Tensor:
    return from_host(np.array(values, dtype))


@public("ops.shape", label="Shape")
def shape(input_x: Tensor) -> tuple[int, ...]:
    """Lengths of the dimensions of a Tensor.

    Args:
        input_x: Tensor, COOTensor or CSRTensor.

    Returns:
        Tuple of ints.

    Raises:
        TypeError: `input_x` is none of these.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.shape(ms.ops.ones((2, 3)))
        (2, 3)
    """
    return _described("input_x", input_x).shape


@public("ops.shape_")
def shape_(x: Tensor) -> tuple[int, ...]:
    """Lengths of the dimensions of a Tensor, as `ops.shape`.

    Args:
        x: Tensor.

    Returns:
        Tuple of ints.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.shape_(ms.ops.ones((2, 3)))
        (2, 3)
    """
    return shape(x)


@public("ops.dyn_shape", primitive="TensorShape", label="TensorShape")
def dyn_shape(input_x: Tensor) -> Tensor:
    """Lengths of the dimensions of a Tensor, as a 1-d Tensor of int64.

    Args:
        input_x: Tensor.

    Returns:
        Tensor with one element for each dimension.

    Raises:
        TypeError: `input_x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.dyn_shape(ms.ops.ones((2, 3))))
        [2 3]
    """
    return _vector(_tensor("input_x", input_x).shape)


@public("ops.rank", label="Rank")
def rank(input_x: Tensor) -> int:
    """Number of dimensions of a Tensor.

    Args:
        input_x: Tensor.

    Returns:
        int.

    Raises:
        TypeError: `input_x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.rank(ms.ops.ones((2, 3)))
        2
    """
    return _tensor("input_x", input_x).ndim


@public("ops.size", primitive="Size", counts="all", label="Size")
def size(input_x: Tensor) -> int:
    """Number of elements of a Tensor.

    Args:
        input_x: Tensor.

    Returns:
        int.

    Raises:
        TypeError: `input_x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.size(ms.ops.ones((2, 3)))
        6
    """
    return _tensor("input_x", input_x).size


@public("ops.numel")
def numel(input: Tensor) -> int:
    """Number of elements of a Tensor.

    Args:
        input: Tensor.

    Returns:
        int.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.numel(ms.ops.ones((2, 3)))
        6
    """
    return _tensor("input", input).size


@public("ops.dtype", primitive="DType", label="DType")
def dtype(x: Tensor) -> mstype.Type:
    """Element type of a Tensor, or of the values of a sparse matrix.

    Args:
        x: Tensor, COOTensor or CSRTensor.

    Returns:
        A MindSpore dtype.

    Raises:
        TypeError: `x` is none of these.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.dtype(ms.Tensor([1.]))
        mindspore.float32
    """
    return _described("x", x).dtype


@public(primitive="Shape")
def _shape_of(x: Tensor) -> tuple[int, ...]:
    """Lengths of the dimensions of a Tensor, as `ops.shape`.

    Inputs:
        - **x** (Tensor) - any Tensor.

    Outputs:
        Tuple of ints.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Shape()(ms.ops.ones((2, 3)))
        (2, 3)
    """
    return shape(x)


@public(primitive="Rank")
def _rank_of(x: Tensor) -> int:
    """Number of dimensions of a Tensor, as `ops.rank`.

    Inputs:
        - **x** (Tensor) - any Tensor.

    Outputs:
        int.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Rank()(ms.ops.ones((2, 3)))
        2
    """
    return rank(x)


@public("ops.DynamicShape")
class DynamicShape(Primitive):
    """Lengths of the dimensions of a Tensor, as a 1-d Tensor.

    Args:
        dtype: enumeration value of the result's dtype; only 9, int64, is known.

    Inputs:
        - **x** (Tensor) - any Tensor.

    Outputs:
        Tensor of int64, with one element for each dimension.

    Raises:
        ValueError: `dtype` is another.
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.DynamicShape()(ms.ops.ones((2, 3))))
        [2 3]
    """

    def __init__(self, dtype: int = 9):
        super().__init__("DynamicShape")
        if dtype != 9:
            raise ValueError(must("dtype", "9, for int64", dtype))
        self.dtype = dtype

    def __call__(self, x: Tensor) -> Tensor:
        return dyn_shape(x)


@public("ops.is_tensor")
def is_tensor(obj: object) -> bool:
    """Whether an object is a Tensor.

    Args:
        obj: any object.

    Returns:
        bool.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.is_tensor(ms.Tensor(1)), ms.ops.is_tensor(1)
        (True, False)
    """
    return isinstance(obj, Tensor)


@public("mint.item")
def item(input: Tensor) -> Any:
    """The only element of a Tensor as a Python number, as `input.item()`.

    Args:
        input: Tensor of one element.

    Returns:
        The number: bool, int, float or complex.

    Raises:
        TypeError: `input` is not a Tensor.
        RuntimeError: it has more or less than one element.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.item(ms.Tensor([2.5])))
        2.5
    """
    if not isinstance(input, Tensor):
        raise TypeError(f"the input must be a Tensor, but got {type(input)}")
    if input.size != 1:
        raise RuntimeError(f"a Tensor with {input.size} elements cannot be converted to Scalar")
    return input.item()


@public("ops.isconstant")
def isconstant(x: object) -> bool:
    """Whether a value is known now: False for Tensors inside compiled code.

    Args:
        x: any value.

    Returns:
        bool.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.isconstant(ms.Tensor(1))
        True
    """
    import jax

    return not (isinstance(x, Tensor) and isinstance(x._value, jax.core.Tracer))


@public("ops.typeof")
def typeof(x: Any) -> Any:
    """MindSpore type of a value.

    Args:
        x: a Tensor, number, string, list, tuple, None, type or anything to call.

    Returns:
        A dtype for numbers, `TensorType(dtype)` for Tensors.

    Raises:
        NotImplementedError: the value is of another type.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.typeof(ms.Tensor([1.]))
        mindspore.tensor[float32]
        >>> ms.ops.typeof(1.5)
        mindspore.float32
    """
    if isinstance(x, float) and not isinstance(x, np.generic):
        return mstype.float32
    if isinstance(x, type) and not issubclass(x, (Network, Primitive)):
        return mstype.type_type
    return get_py_obj_dtype(x)


@public(
    "ops.shape_mul",
    accepts={
        "input_data": (
            "tuple[int float bool str tuple] Tensor "
            "!ValueError int float bool str list ndarray None"
        )
    },
)
def shape_mul(input_data: Any) -> int:
    """Product of a tuple of ints.

    Args:
        input_data: tuple of ints.

    Returns:
        int; 1 for an empty tuple.

    Raises:
        TypeError: an element is not an int.
        ValueError: `input_data` is not a tuple.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.shape_mul((2, 3))
        6
    """
    return math.prod(integers("input_data", input_data))


@public("ops.reduced_shape", accepts={"shape": "tuple"})
def reduced_shape(shape: tuple[Any, ...], axis: int | Sequence[int]) -> tuple[int, ...]:
    """A shape with the dimensions in `axis` (all, if it is empty) of length 1.

    Args:
        shape: tuple of ints.
        axis: int, or tuple or list of ints.

    Returns:
        Tuple of as many ints as `shape` has.

    Raises:
        TypeError: an argument is of another kind.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.reduced_shape((2, 3), (0,))
        (1, 3)
    """
    lengths = integers("shape", shape)
    axes = integers("axis", axis if isinstance(axis, (tuple, list)) else (axis,))
    places = {a % len(lengths) for a in axes} if axes else set(range(len(lengths)))
    return tuple(1 if i in places else n for i, n in enumerate(lengths))


@public("ops.broadcast_gradient_args")
def broadcast_gradient_args(
    x: tuple[int, ...], y: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For two shapes that broadcast, the axes over which each operand's gradient is to be summed.

    Args:
        x: tuple of ints, the shape of the first operand.
        y: tuple of ints, the shape of the second.

    Returns:
        Two tuples of ints.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.broadcast_gradient_args((2, 3), (3,))
        ((), (0,))

    Raises:
        TypeError: a shape is not a tuple.
        RuntimeError: they do not broadcast.
    """
    for arg, shape in (("x", x), ("y", y)):
        of_type(arg, shape, tuple)
    try:
        full = np.broadcast_shapes(x, y)
    except ValueError:
        raise RuntimeError(Clause(f"the shapes {x} and {y} do not broadcast.")) from None
    answer = []
    for s, other in ((x, y), (y, x)):
        padded = (1,) * (len(full) - len(s)) + tuple(s)
        wide = (1,) * (len(full) - len(other)) + tuple(other)
        missing = len(full) - len(s)
        answer.append(
            tuple(
                i
                for i, (a, b) in enumerate(zip(padded, wide, strict=True))
                if i < missing or (a == 1 != b)
            )
        )
    return answer[0], answer[1]


@public("Tensor.numel", "Tensor.nelement")
def tensor_numel(self: Tensor) -> int:
    """Number of elements of the Tensor, as `ops.numel`.

    Returns:
        int.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.ones((2, 3)).numel()
        6
    """
    return self.size


@public("Tensor.dim", "Tensor.ndimension")
def tensor_dim(self: Tensor) -> int:
    """Number of dimensions of the Tensor, as `ops.rank`.

    Returns:
        int.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.ones((2, 3)).dim()
        2
    """
    return self.ndim


@public("ops.InvertPermutation")
class InvertPermutation(Primitive):
    """For a tuple that is a permutation of 0..n-1, the tuple of each number's place.

    Raises:
        TypeError: `input_x` is not a sequence of ints.
        ValueError: it is not a permutation of 0..n-1, or a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.InvertPermutation()((2, 0, 1))
        (1, 2, 0)
    """

    def __init__(self) -> None:
        super().__init__("InvertPermutation")

    def __call__(self, input_x: Sequence[int]) -> tuple[int, ...]:
        if isinstance(input_x, Tensor):
            raise ValueError(must("input_x", "a tuple or list of int", "a Tensor"))
        order = integers("input_x", input_x)
        if sorted(order) != list(range(len(order))):
            raise ValueError(must("input_x", "a permutation of 0..n-1", order))
        return tuple(sorted(range(len(order)), key=order.__getitem__))
