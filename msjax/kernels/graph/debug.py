"""Operations that show, check or save values; they work in compiled code as well."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import integer, of_type
from msjax._core.base.errors import describe, must
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import public
from msjax._core.runtime.agreement import host_values
from msjax._core.tensor.tensor import Tensor, box
from msjax.kernels.host import from_host


def _words(array: Any) -> Any:
    """An array for the host; 64-bit elements go as pairs of words, which JAX does not narrow."""
    if array.dtype == np.complex128:
        array = jnp.stack([array.real, array.imag], -1)
    wide = array.dtype.itemsize == 8 and array.dtype.kind != "c"
    return jax.lax.bitcast_convert_type(array, np.uint32) if wide else array


def _words_of(dtype: np.dtype, shape: tuple[int, ...]) -> jax.ShapeDtypeStruct:
    """What `_words` makes of an array of this dtype and shape."""
    if dtype == np.complex128:
        return jax.ShapeDtypeStruct((*shape, 2, 2), np.uint32)
    if dtype.itemsize == 8 and dtype.kind != "c":
        return jax.ShapeDtypeStruct((*shape, 2), np.uint32)
    return jax.ShapeDtypeStruct(shape, dtype)


def _whole(content: Any, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
    """The array that `_words` was given, on the host."""
    content = np.ascontiguousarray(content)
    flat = content.reshape(-1)
    return (flat if flat.dtype == dtype else flat.view(dtype)).reshape(shape)


def _later(action: Callable[..., None], values: Sequence[Any], prints: bool = False) -> None:
    """Run `action` on values, with the contents that Tensors have when compiled code runs.

    What `prints` does so in the order of the code, where that is possible.
    """
    leaves, tree = jax.tree.flatten(tuple(values), is_leaf=lambda v: isinstance(v, Tensor))
    places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, Tensor)]
    arrays = [leaves[i]._read() for i in places]
    if STATE.frame is None and not any(isinstance(a, jax.core.Tracer) for a in arrays):
        action(*values)
        return

    kinds = [(np.dtype(a.dtype), a.shape) for a in arrays]

    def run(*contents: Any) -> None:
        filled = list(leaves)
        for i, content, kind in zip(places, contents, kinds, strict=True):
            filled[i] = from_host(_whole(content, *kind))
        action(*jax.tree.unflatten(tree, filled))

    with x64():
        ordered = prints and STATE.frame is not None and STATE.frame.prints_in_order()
        jax.debug.callback(run, *(_words(a) for a in arrays), ordered=ordered)


def _show(*values: Any) -> None:
    for value in values:
        text = Tensor.__repr__ if isinstance(value, Tensor) else repr  # Parameters show their value
        print(value if isinstance(value, str) else text(value), flush=True)


@public("ops.print_")
def print_(*input_x: object) -> None:
    """Print values, each on a line of its own, at the time when they are computed.

    Args:
        input_x: Tensors, numbers, strings, and tuples, lists or dicts of those.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.print_("x:", ms.Tensor([1, 2]))
        x:
        Tensor(shape=[2], dtype=Int64, value= [1, 2])
    """
    _later(_show, input_x, prints=True)


@public("ops.Print")
class Print(Primitive):
    """Print values, each on a line of its own; see `ops.print_`.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Print()("sum:", ms.Tensor(3))
        sum:
        Tensor(shape=[], dtype=Int64, value= 3)
    """

    def __init__(self) -> None:
        super().__init__("Print")

    def __call__(self, *args: object) -> None:
        print_(*args)


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, np.floating) else str(value)


@public("ops.Assert")
class Assert(Primitive):
    """Stop with an error, and show Tensors, if a condition is false.

    Args:
        summarize: int, how many elements of each Tensor are shown.

    Raises:
        TypeError: `summarize` is not an int, or the condition is not a bool.
        RuntimeError: at a call, the condition is false; in compiled code, JAX's runtime error.

    Examples:
        >>> import msjax as ms
        >>> _ = ms.ops.Assert()(ms.Tensor(True), [ms.Tensor([1, 2])])
    """

    def __init__(self, summarize: int = 3):
        super().__init__("Assert")
        integer("summarize", summarize)
        self._set_init(summarize=summarize)

    def __call__(self, condition: Tensor | bool, input_data: Sequence[Tensor]) -> Tensor:
        if isinstance(condition, bool):
            condition = from_host(np.array(condition))
        if not isinstance(condition, Tensor) or condition.dtype != mstype.bool_:
            raise TypeError(must("condition", "a bool", describe(condition)))
        if condition.size != 1:
            raise ValueError(must("condition", "of one element", condition.shape))

        def check(holds: Tensor, *data: Tensor) -> None:
            if holds.asnumpy().reshape(()):
                return
            print("For 'Assert' condition is false.")
            for tensor in data:
                shown = " ".join(_short(v) for v in tensor.asnumpy().reshape(-1)[: self.summarize])
                print(f"input data: [{shown}]", flush=True)
            raise RuntimeError("assert failed")

        _later(check, (condition, *input_data))
        return condition


_NUMBERS = itertools.count()


def _dump(path: str, mode: str, x: Any) -> None:
    if not isinstance(path, str) or not path:
        raise TypeError(must("file", "a non-empty str", describe(path)))
    of_type("input_x", x, Tensor)
    stem = path.removesuffix(".npy")
    if mode == "in":
        stem += "_in"

    def save(tensor: Tensor) -> None:
        folder = os.path.dirname(stem)
        if folder:
            os.makedirs(folder, exist_ok=True)
        values = host_values(tensor._value)
        if tensor.dtype == mstype.bfloat16:
            values = values.astype(np.float32)
        np.save(f"{stem}_{tensor.dtype._path}_{next(_NUMBERS)}.npy", values)

    _later(save, (x,))


def _check_mode(arg: str, mode: Any) -> None:
    if mode not in ("in", "out"):
        raise ValueError(must(arg, "'in' or 'out'", repr(mode)))


@public("ops.tensordump")
def tensordump(file_name: str, tensor: Tensor, mode: str = "out") -> None:
    """Save a Tensor as `<file_name>_<dtype>_<number>.npy`, with a new number each time.

    Args:
        file_name: str, path without the ending.
        tensor: Tensor; bfloat16 is saved as float32.
        mode: "out", or "in", which adds `_in` to the name.

    Raises:
        TypeError: `file_name` is not a str, or `tensor` not a Tensor.
        ValueError: `mode` is another one.

    Examples:
        >>> import msjax as ms
        >>> import glob, numpy as np
        >>> ms.ops.tensordump("weights", ms.Tensor([1., 2.]))
        >>> np.load(glob.glob("weights_float32_*.npy")[0])
        array([1., 2.], dtype=float32)
    """
    _check_mode("mode", mode)
    _dump(file_name, mode, tensor)


@public("ops.TensorDump")
class TensorDump(Primitive):
    """Save a Tensor as an npy file; see `ops.tensordump`.

    Args:
        input_output: "out" or "in".

    Inputs:
        - **file** (str) - path without the ending.
        - **input_x** (Tensor) - what is saved.

    Raises:
        TypeError: at a call, `file` is not a str or is empty, or `input_x` is not a Tensor.
        ValueError: `input_output` is another one.

    Examples:
        >>> import msjax as ms
        >>> import glob, numpy as np
        >>> ms.ops.TensorDump("in")("bias", ms.Tensor([3., 4.]))
        >>> np.load(glob.glob("bias_in_float32_*.npy")[0])
        array([3., 4.], dtype=float32)
    """

    def __init__(self, input_output: str = "out"):
        super().__init__("TensorDump")
        _check_mode("input_output", input_output)
        self._set_init(input_output=input_output)

    def __call__(self, file: str, input_x: Tensor) -> None:
        _dump(file, self.input_output, input_x)


@public("ops.PyFunc")
class PyFunc(Primitive):
    """Run a Python function on NumPy arrays; in compiled code, as a call back to the host.

    Args:
        fn: function of NumPy arrays that returns one or a tuple of them.
        in_types: list of dtypes of the inputs.
        in_shapes: list of their shapes.
        out_types: list of dtypes of the results.
        out_shapes: list of their shapes.
        stateful: bool, whether the function does more than compute its results.

    Raises:
        TypeError: `fn` is not callable.

    Examples:
        >>> import msjax as ms
        >>> double = ms.ops.PyFunc(lambda x: x * 2, [ms.int64], [(2,)], [ms.int64], [(2,)])
        >>> print(double(ms.Tensor([1, 2]))[0])
        [2 4]
    """

    def __init__(
        self,
        fn: Callable,
        in_types: Sequence[Any],
        in_shapes: Sequence[Any],
        out_types: Sequence[Any],
        out_shapes: Sequence[Any],
        stateful: bool = True,
    ):
        super().__init__("PyFunc")
        if not callable(fn):
            raise TypeError(must("fn", "a function", describe(fn)))
        self.fn = fn
        settings = (("in_types", in_types), ("in_shapes", in_shapes), ("out_types", out_types))
        for arg, value in (*settings, ("out_shapes", out_shapes), ("stateful", stateful)):
            self.add_prim_attr(arg, value)

    def __call__(self, *args: Tensor) -> tuple[Tensor, ...]:
        if len(args) != len(self.in_types):
            raise ValueError(must("args", f"{len(self.in_types)} Tensors", len(args)))
        shapes = [
            (kind.np, tuple(shape))
            for shape, kind in zip(self.out_shapes, self.out_types, strict=True)
        ]

        def run(*contents: Any) -> tuple:
            out = self.fn(*contents)
            out = out if isinstance(out, (tuple, list)) else (out,)
            return tuple(np.asarray(o, d).reshape(s) for o, (d, s) in zip(out, shapes, strict=True))

        arrays = [a._read() for a in args]
        if STATE.frame is None and not any(isinstance(a, jax.core.Tracer) for a in arrays):
            return tuple(from_host(o) for o in run(*(np.asarray(a) for a in arrays)))
        return tuple(box(o) for o in call_back(run, arrays, shapes, self.stateful))


def call_back(
    run: Callable, arrays: Sequence[Any], shapes: Sequence[tuple[Any, Any]], stateful: bool
) -> list:
    """What a function on the host makes of arrays of compiled code.

    Args:
        run: takes NumPy arrays and returns a tuple of them.
        arrays: its arguments.
        shapes: the dtype and shape of each result.
        stateful: whether the function does more than compute its results.
    """
    kinds = [(np.dtype(a.dtype), a.shape) for a in arrays]
    templates = [_words_of(d, s) for d, s in shapes]

    def host(*contents: Any) -> tuple:
        given = [_whole(c, *kind) for c, kind in zip(contents, kinds, strict=True)]
        out = run(*given)
        return tuple(
            np.ascontiguousarray(o).reshape(-1).view(t.dtype).reshape(t.shape)
            for o, t in zip(out, templates, strict=True)
        )

    with x64():
        sent = [_words(jax.lax.stop_gradient(a)) for a in arrays]
        if stateful:
            made = io_callback(host, tuple(templates), *sent, ordered=False)
        else:
            made = jax.pure_callback(host, tuple(templates), *sent, vmap_method="sequential")
        # results of a callback alone are on one of several devices, where nothing goes with them
        made = jax.lax.optimization_barrier(made)
        return [_joined(m, d) for m, (d, _) in zip(made, shapes, strict=True)]


def _joined(words: Any, dtype: np.dtype) -> Any:
    """The inverse of `_words`, in compiled code."""
    if words.dtype == dtype:
        return words
    if dtype != np.complex128:
        return jax.lax.bitcast_convert_type(words, dtype)
    parts = jax.lax.bitcast_convert_type(words, np.float64)
    return jax.lax.complex(parts[..., 0], parts[..., 1])
