"""Primitives that MindSpore's own compiler uses, as far as Python can run them."""

from __future__ import annotations

import functools
from collections import UserDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import integer, of_type
from msjax._core.base.errors import describe, must, prefixed
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import Array, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import INDICES, accept, same_dtype
from msjax.kernels.graph.debug import TensorDump
from msjax.kernels.graph.gradient_hooks import InsertGradientOf
from msjax.kernels.graph.hybrid import kernel
from msjax.kernels.index.scatter_core import scatter_add as add_at
from msjax.kernels.index.scatter_core import scatter_set as set_at
from msjax.kernels.tensor.members import move_to as _moved

if TYPE_CHECKING:
    from msjax._types import DType

# -- Tensors -------------------------------------------------------------------------------------


@primitive("MapUniform", counts="all")
@op(label="MapUniform")
def map_uniform(input: Array, per_group_size: int, group_num: int):
    """Spread keys over groups: key % group_num * per_group_size + key // group_num.

    Inputs:
        - **input** (Tensor) - the keys, of a signed integer dtype.
        - **per_group_size** (int) - the size of a group.
        - **group_num** (int) - how many groups there are.

    Outputs:
        Tensor of the same shape and dtype; quotient and remainder round towards zero.

    Raises:
        TypeError: another dtype, or a size is not an int.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.MapUniform()(ms.Tensor([0, 1, 2, 3]), 2, 2))
        [0 2 1 3]
    """
    accept(input, "i", "input")
    for arg, value in (("per_group_size", per_group_size), ("group_num", group_num)):
        integer(arg, value)
    groups = jnp.asarray(group_num, input.dtype)
    rest = jnp.fmod(input, groups)
    quotient = (input - rest) // groups
    return rest * jnp.asarray(per_group_size, input.dtype) + quotient


@op(label="CopyWithSlice")
def _copy(x: Array, y: Array):
    same_dtype(x, y)
    return jnp.broadcast_to(y, x.shape)


_copied = call(_copy)


@public("ops.CopyWithSlice")
class CopyWithSlice(Primitive):
    """Write a Tensor into another one, which may be a view; returns the contents.

    Inputs:
        - **x** (Tensor) - is written.
        - **y** (Tensor) - of the same dtype and a shape that broadcasts to that of `x`.

    Outputs:
        Tensor with the new contents.

    Raises:
        TypeError: the dtypes differ.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> _ = ms.ops.CopyWithSlice()(x, ms.Tensor([8., 9.]))
        >>> print(x)
        [[8. 9.]
         [8. 9.]]
    """

    def __init__(self) -> None:
        super().__init__("CopyWithSlice")
        self.add_prim_attr("side_effect_mem", True)

    def __call__(self, x: Tensor, y: Tensor) -> Tensor:
        result = _copied(x, y)
        x._overwrite(result)
        return result


@op("ops.put_", write="input", label="InplacePut")
def put_(input: Array, index: Array, source: Array, accumulate: bool = False):
    """Write elements at places in the flattened Tensor, in place.

    Args:
        input: Tensor that is written.
        index: Int32 or Int64 Tensor of places; negative ones count from the end.
        source: Tensor of the dtype of `input` with as many elements as `index`.
        accumulate: add the elements instead of replacing.

    Returns:
        `input`.

    Raises:
        TypeError: the dtypes do not fit.
        ValueError: `source` has another number of elements.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.])
        >>> print(ms.ops.put_(x, ms.Tensor([0, 2]), ms.Tensor([8., 9.])))
        [8. 2. 9.]
    """
    accept(index, INDICES, "index")
    same_dtype(input, source)
    if source.size != index.size:
        raise ValueError(must("source", f"of {index.size} elements", source.shape))
    combine = add_at if accumulate else set_at
    flat = combine(input.reshape(-1), (index.reshape(-1),), source.reshape(-1))
    return flat.reshape(input.shape)


@public(primitive="TensorToTuple")
def _tensor_to_tuple(x: Tensor) -> tuple | None:
    """The elements of a vector as Python numbers; None for what is not a vector.

    Inputs:
        - **x** (Tensor) - of rank 1.

    Outputs:
        Tuple of numbers.

    Raises:
        TypeError: a 0-d Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.TensorToTuple()(ms.Tensor([1, 2, 3]))
        (1, 2, 3)
    """
    if not isinstance(x, Tensor) or x.ndim > 1:
        return None
    if not x.ndim:
        raise TypeError(must("input_tensor", "a vector", "a 0-d Tensor"))
    return tuple(x.asnumpy().tolist())


_ENUM = {
    "bool_": 30,
    "int8": 32,
    "int16": 33,
    "int32": 34,
    "int64": 35,
    "uint8": 37,
    "uint16": 38,
    "uint32": 39,
    "uint64": 40,
    "float16": 42,
    "float32": 43,
    "float64": 44,
    "bfloat16": 45,
    "complex64": 51,
    "complex128": 52,
}


@public(primitive="DtypeToEnum")
def _dtype_to_enum(op_name: str, arg_name: str, dtype: DType) -> int:
    """The number that MindSpore's C++ side gives a dtype of Tensors.

    Inputs:
        - **op_name** (str) - for the error text.
        - **arg_name** (str) - for the error text.
        - **dtype** (mindspore.dtype) - the dtype.

    Outputs:
        int.

    Raises:
        TypeError: `dtype` is not a dtype of Tensors.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.DtypeToEnum()("Cast", "dtype", ms.float32)
        43
    """
    names = {getattr(mstype, name): number for name, number in _ENUM.items()}
    if not isinstance(dtype, mstype.Type) or dtype not in names:
        raise TypeError(prefixed(op_name, must(arg_name, "a mindspore dtype", dtype)))
    return names[dtype]


@public("ops.move_to", primitive="MoveTo", label="MoveTo")
def move_to(input: Tensor | Sequence[int], to: str = "CPU", blocking: bool = True) -> Tensor:
    """A copy on another kind of device.

    Args:
        input: Tensor, or list or tuple of ints.
        to: "CPU", "GPU", "TPU" or "Ascend".
        blocking: wait for the transfer.

    Returns:
        Tensor.

    Raises:
        RuntimeError: there is no such device.
        TypeError: `input` is of another type.
        ValueError: `to` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.move_to(ms.Tensor([1, 2]), "CPU"))
        [1 2]
    """
    if isinstance(input, (list, tuple)):
        input = Tensor(np.array(input, np.int64))
    if not isinstance(input, Tensor):
        raise TypeError(must("input", "a Tensor, list or tuple", describe(input)))
    return _moved(input, to, blocking)


@public("ops.DumpGradient")
class DumpGradient(Primitive):
    """Identity that saves the gradient arriving at it, as `ops.TensorDump` does.

    Inputs:
        - **path** (str) - the file.
        - **x** (Tensor) - any Tensor.
        - **input_output** (str) - kept for compatibility: MindSpore does not look at it either.

    Outputs:
        Tensor, `x`.

    Raises:
        TypeError: in the backward pass, `path` is not a str or is empty.

    Examples:
        >>> import msjax as ms
        >>> import glob, numpy as np
        >>> square = lambda x: ms.ops.DumpGradient()("slope", x, "out") ** 2
        >>> print(ms.grad(square)(ms.Tensor([3.])))
        [6.]
        >>> np.load(glob.glob("slope_float32_*.npy")[0])
        array([6.], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__("DumpGradient")

    def __call__(self, path: str, x: Tensor, input_output: str) -> Tensor:
        return InsertGradientOf(functools.partial(TensorDump(), path))(x)


# -- layouts -------------------------------------------------------------------------------------


@public("ops.reshard")
def reshard(tensor: Tensor, layout: object) -> Tensor:
    """Return a Tensor as it is: a single device runs everything, so no layout changes anything.

    Args:
        tensor: the Tensor.
        layout: how MindSpore would lay it out over devices; not looked at.

    Returns:
        `tensor`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.reshard(ms.Tensor([1., 2.]), None))
        [1. 2.]
    """
    return tensor


@public("ops.Reshard")
class Reshard(Primitive):
    """Note how a Tensor is laid out over devices; a single device runs everything.

    Args:
        in_layout: tuple with the layout of the input.
        out_layout: tuple with the layout of the output.
        in_strategy: tuple of slices that the layout means.

    Inputs:
        - **tensor** (Tensor) - any Tensor.

    Outputs:
        Tensor, `tensor`.

    Raises:
        TypeError: a layout is not a tuple.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Reshard((None,), (None,), ((1,),))(ms.Tensor([1., 2.])))
        [1. 2.]
    """

    def __init__(
        self, in_layout: tuple[Any, ...], out_layout: tuple[Any, ...], in_strategy: tuple[Any, ...]
    ):
        super().__init__("Reshard")
        for arg, value in (("in_strategy", in_layout), ("out_strategy", out_layout)):
            if not isinstance(value, tuple):
                raise TypeError(f"{arg} must be tuple type, but got:{type(value)}")
        given = {"in_layout": in_layout, "out_layout": out_layout, "in_strategy": in_strategy}
        for arg, value in given.items():
            self.add_prim_attr(arg, value)

    def __call__(self, tensor: Tensor) -> Tensor:
        return tensor


# -- control flow --------------------------------------------------------------------------------


def _choice(condition: Any) -> bool:
    if isinstance(condition, Tensor) and condition.size != 1:
        raise ValueError(must("cond", "of one element", f"shape {condition.shape}"))
    return bool(condition)


@public("ops.switch")
def switch(cond: bool | Tensor, true_branch: object, false_branch: object) -> Any:
    """The second argument if the first is true, else the third.

    Args:
        cond: bool or Tensor of one element.
        true_branch: anything.
        false_branch: anything.

    Returns:
        One of the two.

    Raises:
        ValueError: `cond` is a Tensor of several elements.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.switch(True, 1, 2)
        1
    """
    return true_branch if _choice(cond) else false_branch


@public("ops.switch_layer")
def switch_layer(index: int | Tensor, branches: Sequence[Callable]) -> Callable:
    """The function at a place in a sequence.

    Args:
        index: int or Tensor of one element.
        branches: tuple or list of functions.

    Returns:
        One of them.

    Raises:
        IndexError: there is no such place.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.switch_layer(ms.Tensor(1), (abs, float))(3)
        3.0
    """
    return branches[int(index)]


@public("ops.tail")
def tail(sequence: Sequence[Any]) -> Any:
    """A tuple or list without its first element.

    Args:
        sequence: tuple or list.

    Returns:
        tuple or list.

    Raises:
        TypeError: another type.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.tail((1, 2, 3))
        (2, 3)
    """
    of_type("sequence", sequence, tuple, list)
    return sequence[1:]


@public("ops.zip_operation")
def zip_operation(*sequences: Sequence) -> tuple:
    """Tuples of the elements at the same place of several sequences.

    Args:
        sequences: tuples or lists.

    Returns:
        Tuple of tuples, as many as the shortest sequence has elements.

    Raises:
        TypeError: an argument is not a sequence.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.zip_operation((1, 2), (3, 4))
        ((1, 3), (2, 4))
    """
    return tuple(zip(*sequences, strict=False))


@public("ops.is_tensor_bool_cond", label="IsTensorBoolCond")
def is_tensor_bool_cond(x: Tensor) -> bool:
    """Whether a Tensor can be a condition: True, or an error.

    Args:
        x: Tensor.

    Returns:
        True.

    Raises:
        TypeError: `x` is not a Tensor.
        ValueError: it has not exactly one element.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.is_tensor_bool_cond(ms.Tensor([False]))
        True
    """
    of_type("x", x, Tensor)
    if x.shape not in ((), (1,)):
        raise ValueError(f"Only a Tensor of shape () or (1,) can become a bool, but got {x.shape}.")
    return True


@public("ops.UpdateState")
class UpdateState(Primitive):
    """The first argument; the order of side effects is that of Python.

    Inputs:
        - **args** - one or more values of any kind.

    Outputs:
        The first of them.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.UpdateState()("state", 1)
        'state'
    """

    def __init__(self) -> None:
        super().__init__("UpdateState")

    def __call__(self, *args: Any) -> Any:
        return args[0]


@public("ops.ms_kernel", "ops.ms_hybrid")
def ms_kernel(
    fn: Callable | None = None, reg_info: object = None, compile_attrs: dict[str, Any] | None = None
) -> Callable:
    """Older name of `ops.kernel`: decorate a function that loops over the elements of NumPy arrays.

    Args:
        fn: takes and returns NumPy arrays; without it a decorator is returned.
        reg_info: records made by `CustomRegOp`.
        compile_attrs: settings for a compiler, kept as text in the attribute of that name.

    Returns:
        Function of the same arguments, which must be given by position.

    Examples:
        >>> import msjax as ms
        >>> import numpy as np
        >>> @ms.ops.ms_kernel
        ... def double(a):
        ...     out = output_tensor(a.shape, a.dtype)
        ...     for i in serial(a.shape[0]):
        ...         out[i] = 2 * a[i]
        ...     return out
        >>> print(double(np.array([1., 2.], np.float32)))
        [2. 4.]
    """
    return kernel(fn, reg_info, compile_attrs)


# -- debugging -----------------------------------------------------------------------------------


class VmImplRegistry(UserDict):
    """Python functions that stand for Primitives, by the Primitive's name or class.

    Examples:
        >>> import msjax as ms
        >>> @ms.ops.vm_impl_registry.register("Twice")
        ... def twice(prim):
        ...     return lambda x: 2 * x
        >>> ms.ops.vm_impl_registry["Twice"]("Twice")(3)
        6
    """

    def register(self, prim: Any) -> Callable:
        """Decorator that enters a function for a name or a Primitive class."""

        def enter(function: Callable) -> Callable:
            if isinstance(prim, str):
                self[prim] = function
            elif issubclass(prim, Primitive):
                self[id(prim)] = self[prim.__name__] = function
            return function

        return enter


vm_impl_registry = VmImplRegistry()
public("ops.vm_impl_registry")(vm_impl_registry)


@public("ops.get_vm_impl_fn")
def get_vm_impl_fn(prim: str | type | Primitive) -> Callable | None:
    """The Python function that `vm_impl_registry` has for a Primitive.

    Args:
        prim: a Primitive or its name.

    Returns:
        Function, or None.

    Raises:
        TypeError: `prim` is neither a Primitive nor hashable.

    Examples:
        >>> import msjax as ms
        >>> @ms.ops.vm_impl_registry.register("Kind")
        ... def kind(prim):
        ...     return type
        >>> ms.ops.get_vm_impl_fn("Kind")(1.0)
        <class 'float'>
    """
    key = prim.name if isinstance(prim, Primitive) else prim
    found = vm_impl_registry.get(key)
    return None if found is None else found(prim)
