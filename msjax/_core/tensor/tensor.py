"""Tensor: a mutable box around one `jax.Array` or tracer; operations come from the registry."""

from __future__ import annotations

import math
import weakref
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self

import jax
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base import nodes
from msjax._core.base.box import Box
from msjax._core.base.cast import as_leaf
from msjax._core.base.errors import Speaker, must, prefixed
from msjax._core.base.format import tensor_repr, tensor_str
from msjax._core.base.interop import known_value, register_abstract_value
from msjax._core.base.recording import endless, record_for_good
from msjax._core.base.state import LOCK, STATE
from msjax._core.base.tape import ENDLESS
from msjax._core.base.x64 import to_device, x64
from msjax._core.runtime import context, slices
from msjax._core.runtime.agreement import host_values, wait_for
from msjax._core.runtime.devices import on_one
from msjax._core.tensor.construct import as_array, as_type, constant, convert, data_type
from msjax._core.tensor.links import Lazy, Lent, View, lazy_link, owns_memory, whole_view
from msjax._core.tensor.symbols import Symbol
from msjax._core.tensor.traced_text import shown, traced_text

if TYPE_CHECKING:
    from msjax._types import ArrayLike, SupportsDLPack

if TYPE_CHECKING:  # what the registry gives Tensors: a stub that tools/make_stubs.py writes
    from msjax._core.tensor.members import TensorMembers
else:
    TensorMembers = Box


def _is_deleted(data: Any) -> bool:
    """Whether the contents were given away; those that a callback shows are NumPy's."""
    return type(data) is not np.ndarray and data.is_deleted()


class Tensor(TensorMembers):
    """An n-dimensional array with a dtype.

    Args:
        input_data: Tensor (of the same dtype: the memory is shared), NumPy array, jax.Array, Python
            number, or nested list or tuple of those.
        dtype: element type; by default that of the data (Python ints Int64, floats Float32).
        shape: instead of data, the shape of a Tensor that `init` fills when it is first used, or
            that reads as zeros; None is a length that is not known yet.
        init: an initializer for `shape` and `dtype`.
        const_arg: whether compiled code treats the Tensor as a constant when it is an argument.
        device: accepted for compatibility: arrays are made on the device of the context.

    Raises:
        TypeError: the data or the dtype is of an unsupported type, or lists have unequal lengths.
        ValueError: data, shape and init do not go together.
        RuntimeError: an integer does not fit 64 bits.
        NotImplementedError: `device` is "meta".

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([[1, 2], [3, 4]], ms.float32)
        Tensor(shape=[2, 2], dtype=Float32, value=
        [[ 1.00000000e+00,  2.00000000e+00],
         [ 3.00000000e+00,  4.00000000e+00]])
    """

    __slots__ = ()
    _passes_on = True  # to Tensors that are made from it, the gradients that it has

    def __init__(
        self,
        input_data: ArrayLike | bytes | SupportsDLPack | None = None,
        dtype: mstype.Type | None = None,
        shape: int | Symbol | Sequence[int | Symbol | None] | None = None,
        init: Any = None,
        const_arg: bool = False,
        device: str | None = None,
    ):
        self._node = self._view = None
        if STATE.frame is not None:
            self._frame = STATE.frame
        if const_arg is not False:
            self.const_arg = const_arg
        if device is not None:
            _check_device(device)
        if input_data is None or shape is not None or init is not None:
            self._data = None
            self._view = lazy_link(input_data, dtype, shape, init)
        elif isinstance(input_data, Tensor):
            self._share(input_data, dtype)
        else:
            self._data = as_array(input_data, dtype)

    def _share(self, source: Tensor, dtype: Any) -> None:
        """Take over the contents of another Tensor, and its memory unless the dtype changes."""
        array = as_array(source)
        wanted = None if dtype is None or dtype is mstype.string else data_type(dtype).np
        if wanted is None or wanted == array.dtype:
            self._data, self._node = source._contents()
            apart = not source._passes_on
            self._view = View(source, whole_view(), (), 0, array, apart=apart)
        else:
            cast = source.astype(dtype)
            self._data, self._node = cast._data, cast._node
        slices.follow(self, source)

    def _contents(self) -> tuple[Any, nodes.Ref | None]:
        """What a Tensor made from this one holds, and its place in a recorded gradient."""
        return self._data, nodes.live(self._node)

    def _assign(self, array: Any, node: nodes.Ref | None = None) -> None:
        """Replace the contents; what views the same memory sees it."""
        if STATE.frame is not None:
            if type(self._view) is View:
                STATE.frame.note_refresh(self._view, self)
            else:
                if type(self._view) is Lent:  # compiled code keeps what it writes to
                    self._value  # noqa: B018 - the last look
                    self._view = None
                STATE.frame.note_write(self)
        self._data, self._node = array, node
        if self._view is not None:
            self._view.push(self)

    def _overwrite(self, value: Tensor) -> Tensor:
        """Replace the contents by another Tensor's, as operations in place do."""
        return self._written(value._value, nodes.live(value._node))

    def _written(self, array: Any, node: nodes.Ref | None = None, stays: bool = False) -> Tensor:
        """Take over what an operation in place computed; gives what the operation returns.

        Args:
            array: the new contents.
            node: their place in a recorded gradient.
            stays: whether the Tensor stays the point of differentiation that it was.
        """
        if not stays:
            self._assign(array, node)
            return self
        self._assign(as_leaf(array, self._value), nodes.live(self._node))
        return self._shown(array, node)

    def _shown(self, array: Any, node: nodes.Ref | None) -> Tensor:
        """Another Tensor of this memory, with the gradients of the `array` that was written."""
        shown = Tensor(self)
        shown._node = node
        if type(shown._view) is View:
            shown._view.keeps = True
        if isinstance(array, jax.core.Tracer):
            shown._data = array
        return shown

    def _rebind(self, array: Any, node: nodes.Ref | None = None) -> None:
        """Take over other memory; what views the old memory goes on showing it."""
        self._leave_memory()
        self._assign(array, node)

    def _leave_memory(self) -> None:
        """Let what views this memory go on showing what it holds now."""
        if STATE.frame is not None:
            STATE.frame.note_replaced(self)
        memory = getattr(self, "_memory", None)
        if memory is not None:
            if STATE.frame is not None:
                STATE.frame.note_rebound(self, memory)
            memory.left = left = box(self._value, nodes.live(self._node))
            self._memory = None
            if type(self._view) is View or type(self._view) is Lent:
                left._view, self._view = self._view, None
        elif (type(self._view) is View or type(self._view) is Lent) and STATE.frame is None:
            self._view = None

    # -- what it is ------------------------------------------------------------------------------

    @property
    def _aval(self) -> Any:
        link = self._view
        return link if type(link) is Lazy and self._data is None else self._data

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the dimensions."""
        return tuple(self._aval.shape)

    @property
    def dtype(self) -> mstype.Type:
        """Element type."""
        return mstype.FROM_NP[self._aval.dtype]

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self._aval.shape)

    @property
    def size(self) -> int:
        """Number of elements; 0 while a length is not known."""
        return max(math.prod(self._aval.shape), 0) if self._data is None else self._data.size

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return self._aval.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.size * self.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes to the next element along each dimension, of the dense layout."""
        steps = np.cumprod([self.itemsize, *self.shape[:0:-1]])
        return tuple(int(s) for s in steps[::-1]) if self.shape else ()

    @property
    def has_init(self) -> bool:
        """Whether the values are still to be made by the initializer."""
        return type(self._view) is Lazy and self._data is None and self._view.init is not None

    @property
    def init(self) -> object:
        """The initializer of a Tensor that has no values yet, else None."""
        return self._view.init if self.has_init else None

    @property
    def const_arg(self) -> bool:
        """Whether compiled code treats this Tensor as a constant."""
        return self.__dict__.get("const_arg", False)

    @const_arg.setter
    def const_arg(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise TypeError(prefixed("Tensor", must("const_arg", "bool", type(value).__name__)))
        self.__dict__["const_arg"] = value

    @property
    def device(self) -> str:
        """The device that holds the values: "CPU", or "GPU" or "TPU" with an index."""
        data = self._value
        if isinstance(data, jax.core.Tracer) or not isinstance(data, jax.Array):
            return str(context.get_context("device_target"))
        device = min(data.devices(), key=lambda device: device.id)
        platform = {"cpu": "CPU", "gpu": "GPU", "cuda": "GPU", "rocm": "GPU", "tpu": "TPU"}
        name = platform.get(device.platform, device.platform.upper())
        return name if name == "CPU" else f"{name}:{device.id}"

    # -- conversion ------------------------------------------------------------------------------

    def _concrete(self, purpose: str) -> np.ndarray:
        """The values on the host; compiled code has none to give."""
        if STATE.frame is not None:
            STATE.frame.note_read(self)
        data = self._value
        traced = isinstance(data, jax.core.Tracer)
        if STATE.frame is None and (traced or _is_deleted(data)):
            with LOCK:  # another thread may be compiling or running what changes the Tensor
                data = self._value
            traced = isinstance(data, jax.core.Tracer)
        if traced and STATE.frame is not None:
            found = known_value(data)
            data, traced = (data, True) if found is None else (found, False)
        if traced or (STATE.frame is not None and STATE.frame.foreign(self)):
            if STATE.frame is None:
                raise RuntimeError(
                    f"{purpose} needs the value of a Tensor of code that JAX traces, where it has "
                    "none. Compiled code has to return a Tensor, not to keep it in a global."
                )
            raise STATE.frame.break_off(f"{purpose} needs the value of a Tensor")
        return host_values(data)

    def asnumpy(self) -> np.ndarray:
        """The values as a NumPy array of the caller's own.

        Returns:
            numpy.ndarray of the same shape and dtype.

        Raises:
            RuntimeError: a transformation such as `vmap` maps the Tensor, so that it has no value.

        Examples:
            >>> import msjax as ms
            >>> ms.Tensor([1., 2.]).asnumpy()
            array([1., 2.], dtype=float32)
        """
        return np.array(self._concrete("asnumpy()"))

    numpy = asnumpy

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        values = self._concrete("conversion to NumPy")
        if dtype is not None and values.dtype != dtype:
            return values.astype(dtype)
        return values if copy is False else np.array(values)

    def __jax_array__(self) -> Any:
        refuse_unrecorded(self)
        return self._read()

    def _read(self) -> Any:
        """The array, noted as an input of the code being compiled."""
        if STATE.frame is not None:
            STATE.frame.note_read(self)
        return self._value

    def __dlpack__(self, **kwargs: Any) -> Any:
        array = on_one(self._value)
        wait_for(array)
        return array.__dlpack__(**kwargs)

    def __dlpack_device__(self) -> tuple[int, int]:
        return on_one(self._value).__dlpack_device__()

    @staticmethod
    def from_numpy(array: np.ndarray) -> Tensor:
        """A Tensor with the values and dtype of a NumPy array.

        Args:
            array: numpy.ndarray. What is written to it shows in the Tensor, and the other way
                round, if it is dense and has up to 64 KB, on a CPU. Other arrays are copied.

        Returns:
            Tensor of the same shape.

        Raises:
            TypeError: `array` is not a NumPy array.

        Examples:
            >>> import msjax as ms
            >>> import numpy as np
            >>> print(ms.Tensor.from_numpy(np.array([1, 2])))
            [1 2]
        """
        if not isinstance(array, np.ndarray):
            raise TypeError(
                prefixed("from_numpy", must("array", "numpy.ndarray", type(array).__name__))
            )
        result = Tensor(
            array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))
        )
        result._numpy_backed = True  # prints with the spacing of NumPy-backed storage
        shared = array.flags.c_contiguous and array.dtype.isnative and STATE.frame is None
        if shared and 0 < array.nbytes <= Lent.LARGEST and result.device == "CPU":
            result._view = Lent(array, result._data)
        return result

    def tolist(self) -> Any:
        """The elements as Python numbers.

        Returns:
            Nested lists of the Tensor's shape; one number for a 0-d Tensor.

        Raises:
            RuntimeError: a transformation such as `vmap` maps the Tensor, so that it has no value.

        Examples:
            >>> import msjax as ms
            >>> ms.Tensor([[1, 2], [3, 4]]).tolist()
            [[1, 2], [3, 4]]
        """
        return self._concrete("tolist()").tolist()

    def item(self, *index: Any) -> Any:
        """The only element as a Python number.

        Args:
            index: in older releases of MindSpore the place of the element: an int into the
                flattened Tensor, or a tuple of ints. None: the only one.

        Returns:
            bool, int, float or complex.

        Raises:
            TypeError: there is more than one `index`.
            ValueError: the Tensor has more or less than one element, and there is no `index`.
            IndexError: there is no such place.

        Examples:
            >>> import msjax as ms
            >>> ms.Tensor([2.5]).item()
            2.5
        """
        if len(index) > 1:
            raise TypeError(f"Tensor.item() takes one index, but {len(index)} were given.")
        if index and index[0] is not None:
            return self._concrete("item()").item(index[0])
        if self.size != 1:
            raise _ambiguous(self.size)
        return self._concrete("item()").reshape(()).item()

    def _scalar(self, purpose: str) -> Any:
        if self.size != 1:
            raise ValueError("Only one element tensors can be converted to Python scalars")
        return self._concrete(purpose).reshape(()).item()

    def __bool__(self) -> bool:
        if self.size != 1:
            raise _ambiguous(self.size)
        answer = None if STATE.frame is None else STATE.frame.answer(self)
        return bool(self._scalar("a Python condition")) if answer is None else answer

    def __int__(self) -> int:
        return int(self._scalar("int()"))

    def __float__(self) -> float:
        return float(self._scalar("float()"))

    def __complex__(self) -> complex:
        return complex(self._scalar("complex()"))

    def __index__(self) -> int:
        if self.dtype not in mstype.int_type + mstype.uint_type + (mstype.bool_,):
            raise ValueError(
                "Only integer tensors of a single element can be converted to an index."
            )
        return int(self._scalar("an index"))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("Not support len of a 0-D tensor.")
        return self.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if not self.shape:
            raise TypeError("iteration over a 0-d tensor")
        return (self[i] for i in range(self.shape[0]))

    def __contains__(self, value: Any) -> bool:
        return bool((self == value).any())

    def __hash__(self) -> int:
        if STATE.frame is not None and id(self) in STATE.frame.frozen:
            raise STATE.frame.break_off("it matters which Tensor one is that may have two names")
        return id(self)

    def __str__(self) -> str:
        data = shown(self._value)
        if data is None:
            return traced_text(self.shape, self.dtype)
        return tensor_str(host_values(data), str(self.dtype))

    def __repr__(self) -> str:
        if any(n < 0 for n in self.shape):  # only a description of what is to come
            return f"Tensor(shape={list(self.shape)}, dtype={self.dtype}, value=\n)"
        data = shown(self._value)
        if data is None:
            return traced_text(self.shape, self.dtype)
        backed = self.__dict__.get("_numpy_backed", False)
        return tensor_repr(host_values(data), str(self.dtype), numpy_backed=backed)

    # -- copies ----------------------------------------------------------------------------------

    def __copy__(self) -> Tensor:
        return self._twin()

    def __deepcopy__(self, memo: dict) -> Tensor:
        twin = memo[id(self)] = self._twin()
        twin._data, twin._node = self._contents()
        return twin

    def _twin(self) -> Tensor:
        with LOCK:  # compiled code in another thread may be giving the array away
            link = self._view
            nothing = self._data is None and type(link) is Lazy and not link.known()
            twin = box(None if nothing else constant(self._value))
        if nothing:
            twin._view = link
        twin.__dict__.update(self.__dict__)
        twin.__dict__.pop("_hook_handles", None)
        return twin

    def __reduce__(self) -> tuple:
        return _rebuild, (host_values(self._value), dict(self.__dict__))

    # -- mutation and initial values --------------------------------------------------------------

    def init_data(
        self, slice_index: object = None, shape: object = None, opt_shard_group: object = None
    ) -> Self:
        """Make the values of a Tensor given by an initializer.

        Args:
            slice_index: accepted for compatibility.
            shape: accepted for compatibility.
            opt_shard_group: accepted for compatibility.

        Returns:
            The Tensor itself.

        Raises:
            TypeError: the Tensor has no initializer.

        Examples:
            >>> import msjax as ms
            >>> x = ms.Tensor(shape=(2,), dtype=ms.float32, init=ms.common.initializer.One())
            >>> print(x.init_data())
            [1. 1.]
        """
        if owns_memory(self) and self._data is not None and not getattr(self, "_was_lazy", False):
            raise TypeError("init_data must be set Tensor.init, init can't be None")
        self._value  # noqa: B018 - reading fills it
        return self

    def to_tensor(
        self, slice_index: object = None, shape: object = None, opt_shard_group: object = None
    ) -> Self:
        """Make the values of a Tensor given by an initializer: `init_data` in MindSpore 1.x.

        Args:
            slice_index: accepted for compatibility.
            shape: accepted for compatibility.
            opt_shard_group: accepted for compatibility.

        Returns:
            The Tensor itself.

        Raises:
            TypeError: the Tensor has no initializer.

        Examples:
            >>> import msjax as ms
            >>> print(ms.common.initializer.initializer("ones", (2,)).to_tensor())
            [1. 1.]
        """
        return self.init_data()

    def assign_value(self, value: Tensor) -> Tensor:
        """Take over the values, shape and dtype of another Tensor; gradients flow to it.

        Args:
            value: Tensor.

        Returns:
            The Tensor itself.

        Raises:
            TypeError: `value` is not a Tensor.

        Examples:
            >>> import msjax as ms
            >>> x = ms.Tensor([1., 2.])
            >>> print(x.assign_value(ms.Tensor([3.])))
            [3.]
        """
        if not isinstance(value, Tensor):
            raise TypeError(
                prefixed("assign_value", must("value", "a Tensor", type(value).__name__))
            )
        self._rebind(slices.given(self, value, value._value), nodes.live(value._node))
        return self

    def set_dtype(self, dtype: mstype.Type) -> mstype.Type:
        """Convert the elements to `dtype` in place.

        Args:
            dtype: a MindSpore dtype.

        Returns:
            `dtype`.

        Raises:
            TypeError: `dtype` is not a dtype of a Tensor.

        Examples:
            >>> import msjax as ms
            >>> x = ms.Tensor([1.5, -2.5])
            >>> x.set_dtype(ms.int32)
            mindspore.int32
            >>> print(x)
            [ 1 -2]
        """
        with Speaker("set_dtype"):
            self._assign(convert(self._value, as_type(dtype).np))
        STATE.bump()
        return dtype

    # -- gradients -------------------------------------------------------------------------------

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Ask for gradients by `backward`, `autograd.grad` and `autograd.gradients`; returns self.

        Every operation on the Tensor is recorded from now on, without any enclosing gradient
        function.

        Args:
            requires_grad: False to cut the Tensor off from what it was computed from.

        Returns:
            The Tensor itself.

        Raises:
            RuntimeError: the elements are neither floating nor complex.

        Examples:
            >>> import msjax as ms
            >>> x = ms.Tensor(2.).requires_grad_()
            >>> (x * x).backward()
            >>> x.grad
            Tensor(shape=[], dtype=Float32, value= 4)
        """
        if not requires_grad:
            self._node = None
            return self
        if not mstype.is_inexact(self._aval.dtype):
            raise RuntimeError(
                f"Only floating and complex Tensors have gradients, but got {self.dtype}."
            )
        record_for_good()
        if nodes.point_of(self) is None:
            with endless():
                self._node = nodes.alias(None)
            self._node[0].owner = weakref.ref(self)
        return self

    @property
    def requires_grad(self) -> bool:
        """Whether the Tensor asked for gradients, or was computed from one that did."""
        return nodes.point_of(self) is not None

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        self.requires_grad_(value)

    @property
    def grad(self) -> Tensor:  # or None, of which programs that call `backward` need not think
        """The gradients that `backward` has added up so far; None before."""
        return self.__dict__.get("grad")  # type: ignore[return-value]

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        self.__dict__["grad"] = value


def _ambiguous(size: int) -> ValueError:
    return ValueError(
        f"The tensor should have only one element, but got {size}, "
        "more than one element is ambiguous."
    )


def _check_device(device: Any) -> None:
    kind = device.split(":")[0] if isinstance(device, str) else device
    if kind not in ("CPU", "GPU", "TPU", "Ascend", "meta"):
        raise ValueError(
            "Only 'CPU', 'GPU', 'TPU', 'Ascend' and 'meta' are supported for device, "
            f"but got {device}."
        )
    if kind == "meta":
        raise NotImplementedError(
            "there are no Tensors without memory, device 'meta'; "
            "Tensor(shape=..., dtype=..., init=...) has none until it is used."
        )


def box(array: Any, node: nodes.Ref | None = None) -> Tensor:
    """A Tensor around an array, without any conversion."""
    tensor = _new(Tensor)
    tensor._data = array
    tensor._node = node
    tensor._view = None
    if STATE.slow and STATE.frame is not None:
        tensor._frame = STATE.frame
    return tensor


def eager_box(array: Any, node: nodes.Ref | None = None) -> Tensor:
    """The same where nothing is traced, in a third less time."""
    tensor = _new(Tensor)
    tensor._data = array
    tensor._node = node
    tensor._view = None
    return tensor


_new = object.__new__


def _rebuild(values: np.ndarray, attributes: dict) -> Tensor:
    tensor = box(to_device(values, context.device()))
    tensor.__dict__.update(attributes)
    return tensor


def tensor(
    input_data: ArrayLike | bytes | SupportsDLPack | None = None,
    dtype: mstype.Type | None = None,
    shape: int | Symbol | Sequence[int | Symbol | None] | None = None,
    init: Any = None,
    const_arg: bool = False,
    device: str | None = None,
) -> Tensor:
    """A new Tensor.

    Args:
        input_data, dtype, shape, init, const_arg, device: as in `Tensor`.

    Returns:
        Tensor.

    Raises:
        TypeError, ValueError, RuntimeError: as in `Tensor`.

    Examples:
        >>> import msjax as ms
        >>> ms.tensor([1, 2]).dtype
        mindspore.int64
    """
    return Tensor(input_data, dtype, shape, init, const_arg, device)


class _LeafRules:
    """What JAX asks of our dtypes: a Tensor result's gradient starts as a Tensor of ones."""

    @staticmethod
    def full(shape: tuple[int, ...], value: Any, dtype: mstype.Type) -> Tensor:
        with x64():
            return box(jax.numpy.full(shape, value, dtype.np))


mstype.Type._rules = _LeafRules


def refuse_unrecorded(tensor: Tensor) -> None:
    """Raise RuntimeError where JAX is about to take an array away from an eager gradient.

    Leaves that asked for gradients outside of any gradient computation may be looked at.
    """
    if STATE.tape is None or STATE.frame is not None:
        return
    ref = nodes.live(tensor._node)
    if ref is not None and (ref[0].parents or ref[0].tape is not ENDLESS):
        raise RuntimeError(
            "An eager gradient computation does not see what a jax function does with a Tensor. "
            "Wrap the function in msjax.from_jax, put the computation under msjax.jit, or give the "
            "function ops.stop_gradient of the Tensor."
        )


def _flatten(tensor: Tensor) -> tuple[tuple[Any], None]:
    if STATE.frame is not None:
        STATE.frame.note_read(tensor)
    else:
        refuse_unrecorded(tensor)
    return (tensor._value,), None


def _unflatten(aux: None, leaves: Sequence[Any]) -> Tensor:
    (leaf,) = leaves
    # jax.jacrev, jacfwd and hessian put results into the places of the arguments' leaves.
    return leaf if isinstance(leaf, _FILLED) else box(leaf)


_FILLED = (Tensor, dict, list, tuple)


jax.tree_util.register_pytree_node(Tensor, _flatten, _unflatten)
register_abstract_value(Tensor)
