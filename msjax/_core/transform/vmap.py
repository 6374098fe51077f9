"""vmap: a function on single examples, mapped over an axis of its arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import describe, must, prefixed
from msjax._core.base.network import Network
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.compile.jit import BREAKS
from msjax._core.compile.lift import Run
from msjax._core.op.registry import resolve
from msjax._core.tensor.number import Number
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import (
    Leaf,
    count_leaves,
    put_together,
    take_apart,
    tensors_in,
)
from msjax._core.tensor.tensor import Tensor, box
from msjax._core.transform.row_paths import mapped_by_paths
from msjax._core.transform.transform import arrays_in, transformed


def vmap(
    fn: Callable, in_axes: int | Sequence[Any] | None = 0, out_axes: int | Sequence[Any] | None = 0
) -> Callable:
    """Map a function over an axis of its arguments.

    Every row draws its own random numbers, as in a loop over the rows.

    Args:
        fn: function or Cell on single examples; a CellList, list or tuple of Cells applies its i-th
            Cell to the i-th slice.
        in_axes: axis to map over, for all arguments or as a nested tuple or list; None: not mapped.
        out_axes: where the mapped axis goes in the results, likewise.

    Returns:
        A function on batches.

    Raises:
        RuntimeError: `fn` cannot be called, axes do not fit the arguments or results, or the mapped
            lengths differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.vmap(lambda x, y: x * y, (0, None))(ms.Tensor([1., 2.]), ms.Tensor(3.)))
        [3. 6.]
    """
    if _is_list(fn) and len(fn):
        return _vmap_cells(fn, in_axes, out_axes)
    if in_axes is None:
        raise RuntimeError(
            "The 'in_axes' of 'vmap' cannot be a single None while 'fn' is not a 'CellList'."
        )

    def traced(*args: Any) -> Any:
        _check_callable(fn)
        if isinstance(in_axes, (tuple, list)) and len(in_axes) != len(args):
            raise RuntimeError(
                "When vmap`s 'in_axes' is a tuple or list, and its size must be equal to the "
                f"number of arguments of 'fn': {len(args)}, but got size: {len(in_axes)}."
            )
        arrays, structure = arrays_in(args)
        axes = _spread(in_axes, structure, "in_axes")
        length = _mapped_length(arrays, axes)
        run, frame = Run(), STATE.frame
        owners = _leaves(args)
        parameters = _parameters(owners, frame)
        mapped = [i for i in parameters if axes[i] is not None]
        written: list[int] = []  # those of them whose rows `fn` writes to

        def one(row: Any, *slices: Any) -> tuple:
            run.frame.row = row

            def body() -> tuple:
                given = [
                    box(v) if isinstance(t, Tensor) else v
                    for v, t in zip(slices, owners, strict=True)
                ]
                for i, p in parameters.items():
                    if axes[i] is None:
                        given[i] = p
                    run.frame.rows[id(given[i])] = given[i]
                result = _numbers(fn(*put_together(structure, iter(given), lambda t: t)))
                written[:] = [i for i in mapped if given[i]._value is not slices[i]]
                return result, [given[i] for i in written]

            return run(body)

        breaks = frame.breaks()
        with x64():
            rows = jnp.arange(length, dtype=jnp.uint32)
            try:
                outs, effects = _vmapped(one, [0, *axes])(rows, *arrays)
                run.replay(effects)
                found = run.structure[0]
                result = outs[: count_leaves(found)]
                writes = dict(zip(written, outs[len(result) :], strict=True))
            except BREAKS:
                if frame.oracle_in_force() is None:
                    raise
                frame.mend(breaks)

                def body(*values: Any) -> Any:
                    given = _leaves(values)
                    STATE.frame.rows |= {id(given[i]): given[i] for i in parameters}
                    return _numbers(fn(*values))

                result, found, writes = mapped_by_paths(
                    *(body, fn, args, owners, structure, arrays, axes, rows, _vmapped)
                )
                if any(i in parameters and axes[i] is None for i in writes):
                    raise RuntimeError(_WRITES) from None
            for i, array in writes.items():
                if i in parameters:
                    parameters[i]._assign(jnp.moveaxis(array, 0, axes[i]))
        places = _spread(out_axes, found, "out_axes")
        moved = [_place(r, p) for r, p in zip(result, places, strict=True)]
        return put_together(found, iter(moved))

    functools.update_wrapper(traced, fn, updated=())
    return transformed("vmap", fn, (in_axes, out_axes), traced, forks=True)


def _leaves(value: Any) -> list[Any]:
    """The Tensors and arrays of a structure."""
    leaves: list[Any] = []
    take_apart(value, leaves, lambda t: t)
    return leaves


def _parameters(leaves: Sequence[Any], frame: Any) -> dict[int, Tensor]:
    """The Parameters, and rows of Parameters, by their places."""
    rows: dict[int, Any] = {}
    while frame is not None:
        rows |= frame.rows
        frame = frame.parent
    return {
        i: leaf for i, leaf in enumerate(leaves) if isinstance(leaf, Parameter) or id(leaf) in rows
    }


def _is_list(fn: Any) -> bool:
    """Whether `fn` is a list of Cells, each for one slice."""
    return isinstance(fn, (list, tuple)) or (
        isinstance(fn, Network) and "__cell_as_list__" in fn.__dict__
    )


def _numbers(result: Any) -> Any:
    """A result whose Python numbers are Tensors, which `vmap` repeats along the new axis."""
    if result is None:
        raise RuntimeError(
            "For 'vmap', the results of 'fn' must be Tensors or numbers, but got None."
        )
    if type(result) in (tuple, list):
        return type(result)(map(_numbers, result))
    if type(result) is Number:
        return result.tensor.astype(mstype.float32) if result.kind is float else result.tensor
    if isinstance(result, (bool, int)):
        return Tensor(result, mstype.bool_ if isinstance(result, bool) else mstype.int64)
    return Tensor(result, mstype.float32) if isinstance(result, float) else result


_WRITES = "For 'vmap', 'fn' writes a mapped value into an outside Parameter or Tensor."


def _vmapped(one: Callable, axes: list) -> Callable:
    mapped = jax.vmap(one, in_axes=tuple(axes), out_axes=(0, None))

    def call(*arrays: Any) -> Any:
        try:
            return mapped(*arrays)
        except ValueError as error:
            if "out_axes" in str(error):
                raise RuntimeError(_WRITES) from error
            raise

    return call


def _spread(axes: Any, structure: Any, name: str) -> list[int | None]:
    """One axis for each array of a structure."""
    if axes is None or isinstance(axes, int):
        return [axes] * count_leaves(structure)
    if not isinstance(axes, (tuple, list)):
        raise RuntimeError(
            f"For 'vmap', the '{name}' must be int, None, or a tuple or list of those, "
            f"but got {axes!r}."
        )
    parts = list(structure.values()) if isinstance(structure, dict) else structure
    if type(structure) is Leaf or not isinstance(parts, (tuple, list)) or len(parts) != len(axes):
        raise RuntimeError(
            f"For 'vmap', the '{name}' {axes} does not fit the arguments or results."
        )
    return [a for axis, part in zip(axes, parts, strict=True) for a in _spread(axis, part, name)]


def _mapped_length(arrays: Sequence[Any], axes: Sequence[int | None]) -> int:
    """How often the function is applied; RuntimeError if the axes do not agree."""
    length = None
    for array, axis in zip(arrays, axes, strict=True):
        if axis is None:
            continue
        if not -array.ndim <= axis < array.ndim:
            raise RuntimeError(
                f"The axis: {axis} in 'in_axes' is out of bounds for array of dimension "
                f"[{-array.ndim},{array.ndim})."
            )
        if length is not None and array.shape[axis] != length:
            raise RuntimeError(
                "The 'axis_size' of each argument in the scope of 'vmap' should be equal, but got "
                f"{length} and {array.shape[axis]}."
            )
        length = array.shape[axis]
    if length is None:
        raise RuntimeError("For 'vmap', at least one argument must be mapped by 'in_axes'.")
    return length


def _place(array: Any, axis: int | None) -> Any:
    if axis is None:
        raise RuntimeError("It is invalid that source is not None and dst is None.")
    return jnp.moveaxis(array, 0, axis)


def _check_callable(fn: Any) -> None:
    if not callable(fn):
        raise RuntimeError(prefixed("vmap", must("fn", "a function or a Cell", describe(fn))))


def _vmap_cells(cells: Any, in_axes: Any, out_axes: Any) -> Callable:
    """Each Cell of a list on its slice; `in_axes` None gives every Cell the whole arguments."""

    def call(*args: Any) -> Any:
        for cell in cells:
            _check_callable(cell)
        arrays, structure = arrays_in(args)
        axes = _spread(in_axes, structure, "in_axes")
        results = []
        for i, cell in enumerate(cells):
            slices = [
                t if axis is None else t[(slice(None),) * (axis % t.ndim) + (i,)]
                for t, axis in zip(tensors_in(args), axes, strict=True)
            ]
            results.append(cell(*_fill(structure, iter(slices))))
        leaves = [tensors_in(r) for r in results]
        _, result_structure = arrays_in(results[0])
        places = _spread(out_axes, result_structure, "out_axes")
        stack = resolve("ops.stack")
        joined = [stack([row[k] for row in leaves], place or 0) for k, place in enumerate(places)]
        return _fill(result_structure, iter(joined))

    return call


def _fill(structure: Any, tensors: Any) -> Any:
    return put_together(structure, tensors, lambda tensor: tensor)
