"""vmap, jvp, vjp and Jacobians: a lifted function and one JAX transformation each.

Eager calls go through `Compiled`, so that their inner code is traced once and gradients flow
through them; inside compiled code they apply directly.
"""

from __future__ import annotations

import functools
import types
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base import dtype as mstype
from msjax._core.base import nodes
from msjax._core.base.dtype import is_inexact
from msjax._core.base.errors import TraceBreak, describe, must, prefixed
from msjax._core.base.executable import Exec
from msjax._core.base.interop import pullback
from msjax._core.base.network import Network
from msjax._core.base.nodes import Gradient
from msjax._core.base.recording import Tape, is_recording
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.compile.entry import note_written
from msjax._core.compile.jit import BREAKS, Compiled
from msjax._core.compile.lift import Run, reachable
from msjax._core.compile.surroundings import Surroundings
from msjax._core.gradient import autograd
from msjax._core.gradient.cotangents import check_sens
from msjax._core.gradient.hooks import share_hooks
from msjax._core.op.registry import resolve
from msjax._core.tensor.number import Number
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import (
    Composite,
    Leaf,
    count_leaves,
    put_together,
    take_apart,
    tensors_in,
)
from msjax._core.tensor.tensor import Tensor, box
from msjax._core.tensor.traced_text import TEXT
from msjax._core.transform.derivative import (
    Derivative,
    aliased,
    arrived,
    formed_like,
    frozen,
    watched,
)
from msjax._core.transform.grad import _positions, _weights
from msjax._core.transform.row_paths import mapped_by_paths


class Transform(Compiled):
    """A transformed function, given how to run it while tracing."""

    spreads = False

    def __init__(self, fn: Callable, name: str, forks: bool = False):
        super().__init__(fn)
        self._name = name
        self.forks = forks  # not where most values are known eagerly
        self._refused = ""  # why it could not be compiled

    def _warn(self, reason: Exception) -> None:
        """Nothing to tell: what needs values runs eagerly, where many are known."""
        self._refused = str(reason) if self.forks and isinstance(reason, TraceBreak) else ""

    def _run_eagerly(self, args: tuple, kwargs: dict) -> Any:
        STATE.fallback += 1
        try:
            return self._run_once(args, kwargs)
        except BREAKS as reason:
            text = str(reason) if isinstance(reason, TraceBreak) else "a value is needed"
            if "condition" in text and self._refused:  # of rows whose paths could not be joined
                text = self._refused
            instead = "use ops.where instead of Python conditions on Tensors"
            if text == TEXT:
                instead = "print it, or return the Tensor"
            raise RuntimeError(
                f"For '{self._name}', the function cannot be transformed because {text}; {instead}."
            ) from reason
        finally:
            STATE.fallback -= 1

    def _run_once(self, args: tuple, kwargs: dict) -> Any:
        """Run eagerly, as one recorded operation if something is differentiated from outside."""
        boxes = {id(b): b for b in (*tensors_in((args, kwargs)), *reachable(self._fn))}
        inputs, held, runs = _differentiated(boxes.values()), [], []
        objects = Surroundings((self._fn, args, kwargs)).objects

        def flat(*arrays: Any) -> tuple:
            runs[:] = [Run(captures=True, inputs=inputs, knows=True)]
            runs[0].frame.objects = objects
            swaps = [*zip(inputs, arrays, strict=True), *held]
            result, effects = runs[0](lambda: self._fn(*args, **kwargs), swaps)
            return *result, *effects

        exe = Exec(self._name, flat, eager=True)
        while True:
            arrays = [b._value for b in inputs]
            outs = exe.fn(*arrays)
            (run,) = runs
            found = list(run.frame.found.values())
            fresh = _differentiated(found)
            if not fresh:
                break
            inputs += fresh
        held += [(b, b._value) for b in found]  # derivatives run it again, as of now
        refs = [None] * len(outs)
        if inputs and STATE.tape is not None:
            refs = nodes.attach(exe, arrays, [b._node for b in inputs], outs)
        made_by = iter(refs)

        def make(array: Any) -> Tensor:
            return box(array, next(made_by))

        n = count_leaves(run.structure)
        result = put_together(run.structure, iter(outs[:n]), make)
        run.replay(outs[n:], make)
        note_written(run, refs)
        return result


def _differentiated(boxes: Iterable[Tensor]) -> list[Tensor]:
    """Those of the boxes that are, which none is while nothing is recorded."""
    return [] if STATE.tape is None else [b for b in boxes if nodes.point_of(b) is not None]


def _transformed(
    name: str, fn: Callable, options: Any, traced: Callable, forks: bool = False
) -> Callable:
    """The public form of a transformed function: the one of before for the same function."""
    where = (fn.__func__, id(fn.__self__)) if isinstance(fn, types.MethodType) else id(fn)
    key = name, where, repr(options)
    known = _recent.get(key)
    if known is None:
        known = _recent[key] = (
            fn,
            Transform(traced, name, forks),
        )  # keeps `fn`, so that its id stays its
        if len(_recent) > _MOST_RECENT:
            _recent.popitem(last=False)
    else:
        _recent.move_to_end(key)
    return known[1]


_recent: OrderedDict[tuple, tuple] = OrderedDict()
_MOST_RECENT = 16


def _arrays(value: Any) -> tuple[list[Any], Any]:
    leaves: list[Any] = []
    return leaves, take_apart(value, leaves, Tensor._read)


def _check_tensors(function: str, name: str, value: Any) -> None:
    """TypeError for anything but Tensors, and tuples, lists and dicts of them.

    Forward mode does not move sparse matrices: their places have no direction.
    """
    if isinstance(value, (tuple, list)):
        for part in value:
            _check_tensors(function, name, part)
    elif isinstance(value, dict):
        _check_tensors(function, name, tuple(value.values()))
    elif isinstance(value, Composite) and function == "vjp":
        return
    elif not isinstance(value, (Tensor, jax.Array)):
        text = must(name, "a Tensor, or a tuple or list of Tensors", describe(value))
        raise TypeError(prefixed(function, text))


# -- vmap -----------------------------------------------------------------------------------------


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
        arrays, structure = _arrays(args)
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
    return _transformed("vmap", fn, (in_axes, out_axes), traced, forks=True)


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
        arrays, structure = _arrays(args)
        axes = _spread(in_axes, structure, "in_axes")
        results = []
        for i, cell in enumerate(cells):
            slices = [
                t if axis is None else t[(slice(None),) * (axis % t.ndim) + (i,)]
                for t, axis in zip(tensors_in(args), axes, strict=True)
            ]
            results.append(cell(*_fill(structure, iter(slices))))
        leaves = [tensors_in(r) for r in results]
        _, result_structure = _arrays(results[0])
        places = _spread(out_axes, result_structure, "out_axes")
        stack = resolve("ops.stack")
        joined = [stack([row[k] for row in leaves], place or 0) for k, place in enumerate(places)]
        return _fill(result_structure, iter(joined))

    return call


def _fill(structure: Any, tensors: Any) -> Any:
    return put_together(structure, tensors, lambda tensor: tensor)


# -- jvp ------------------------------------------------------------------------------------------


def jvp(
    fn: Callable, inputs: Tensor | Sequence[Any], v: Tensor | Sequence[Any], has_aux: bool = False
) -> tuple:
    """Value and directional derivative of a function.

    Args:
        fn: function or Cell.
        inputs: Tensor, or tuple or list of the arguments.
        v: the direction, of the same structure.
        has_aux: only the first output is differentiated.

    Returns:
        (output, derivative), with `has_aux` (output, derivative, other outputs).

    Raises:
        TypeError: `inputs` or `v` are not made of Tensors.
        ValueError: `inputs` and `v` differ in number.

    Examples:
        >>> import msjax as ms
        >>> out, slope = ms.jvp(lambda x: x * x, ms.Tensor(3.), ms.Tensor(1.))
        >>> print(out, slope)
        9.0 6.0
    """
    inputs = inputs if isinstance(inputs, (tuple, list)) else (inputs,)
    v = v if isinstance(v, (tuple, list)) else (v,)
    for name, given in (("inputs", inputs), ("v", v)):
        _check_tensors("jvp", name, given)
    if len(inputs) != len(v):
        raise ValueError(f"v has invalid length: should be {len(inputs)}, but got {len(v)}")
    result = _transformed("jvp", fn, has_aux, functools.partial(_traced_jvp, fn, has_aux))(
        tuple(inputs), tuple(v)
    )
    return result if has_aux else result[:2]


def _traced_jvp(fn: Callable, has_aux: bool, inputs: tuple, v: tuple) -> tuple:
    arrays, structure = _arrays(inputs)
    directions, _ = _arrays(v)
    pushed = _pushforward(fn, structure, has_aux)
    with x64():
        directions = [
            jnp.broadcast_to(d, a.shape).astype(a.dtype)
            for a, d in zip(arrays, directions, strict=True)
        ]
        run, outs, tangents, rest = pushed(arrays, [directions])
    main, aux = run.structure
    aux_value = put_together(aux, iter(rest))
    out = put_together(main, iter(outs))
    return out, put_together(main, iter(tangents[0])), aux_value


def _pushforward(fn: Callable, structure: Any, has_aux: bool) -> Callable:
    """`(arrays, directions) -> (run, outputs, tangents for each direction, aux arrays)`."""

    def apply(arrays: list, directions: list) -> tuple:
        run = Run()
        run.frame.forward = True

        def pure(diff: list) -> tuple:
            def split(out: Any) -> Any:
                if not has_aux:
                    return out, ()
                if not isinstance(out, (tuple, list)) or len(out) < 2:
                    raise ValueError(
                        "When has_aux is True, origin fn requires more than one outputs."
                    )
                return out[0], (out[1] if len(out) == 2 else tuple(out[1:]))

            leaves, effects = run(lambda: fn(*put_together(structure, iter(diff))), (), split)
            n = count_leaves(run.structure[0])
            return leaves[:n], (leaves[n:], effects)

        outs, push, (rest, effects) = jax.linearize(pure, list(arrays), has_aux=True)
        run.replay(effects)
        tangents = [push(d) for d in directions]
        return run, outs, tangents, rest

    return apply


# -- Jacobians -------------------------------------------------------------------------------------


def jacfwd(
    fn: Callable, grad_position: int | tuple[int, ...] = 0, has_aux: bool = False
) -> Callable:
    """A function that computes the Jacobian of `fn` column by column.

    Args:
        fn: function or Cell.
        grad_position: which arguments.
        has_aux: only the first output is differentiated, the others are returned after the
            Jacobian.

    Returns:
        A function whose result has shape output shape + input shape, for each output and position.

    Raises:
        TypeError: `has_aux` is no bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.jacfwd(lambda x: x * x)(ms.Tensor([1., 2.])))
        [[2. 0.]
         [0. 4.]]
    """
    return _jacobian("jacfwd", fn, grad_position, has_aux)


def jacrev(
    fn: Callable, grad_position: int | tuple[int, ...] = 0, has_aux: bool = False
) -> Callable:
    """A function that computes the Jacobian of `fn` row by row.

    Args:
        fn, grad_position, has_aux: as in `jacfwd`.

    Returns:
        A function like that of `jacfwd`.

    Raises:
        TypeError: `has_aux` is no bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.jacrev(lambda x: x * x)(ms.Tensor([1., 2.])))
        [[2. 0.]
         [0. 4.]]
    """
    return _jacobian("jacrev", fn, grad_position, has_aux)


def _jacobian(name: str, fn: Callable, grad_position: Any, has_aux: bool) -> Callable:
    if not isinstance(has_aux, bool):
        raise TypeError(
            f"For '{name}', the 'has_aux' should be bool, but got {type(has_aux).__name__}"
        )

    def traced(*args: Any) -> Any:
        positions = _positions(grad_position)
        if any(p >= len(args) for p in positions) or not positions:
            raise ValueError("The element in grad_position must belong to [0, args_num).")
        chosen = tuple(args[p] for p in positions)
        _check_tensors(name, "args", chosen)
        arrays, structure = _arrays(chosen)

        def partial_fn(*values: Any) -> Any:
            full = list(args)
            for p, value in zip(positions, values, strict=True):
                full[p] = value
            return fn(*full)

        with x64():
            run, blocks, rest = _jacobian_blocks(name, partial_fn, structure, has_aux, arrays)
        main, aux = run.structure
        rows = []
        for block in blocks:
            parts = tuple(box(b) for b in block)
            rows.append(parts[0] if len(parts) == 1 else parts)
        if len(rows) == 1:
            jacobian = rows[0]
        elif len(positions) == 1:
            jacobian = tuple(rows)
        else:
            jacobian = tuple(tuple(row) for row in rows)
        if has_aux:
            return jacobian, put_together(aux, iter(rest))
        return jacobian

    functools.update_wrapper(traced, fn, updated=())
    return _transformed(name, fn, (grad_position, has_aux), traced)


def _jacobian_blocks(
    name: str, fn: Callable, structure: Any, has_aux: bool, arrays: list
) -> tuple[Any, list[list], list]:
    """For each output, the blocks of the Jacobian with respect to each array.

    Integers have no derivatives: their blocks are zeros.
    """
    run = Run()
    inputs = [i for i, a in enumerate(arrays) if is_inexact(a.dtype)]

    def pure(diff: list) -> tuple:
        held = list(arrays)
        for i, d in zip(inputs, diff, strict=True):
            held[i] = d

        def split(out: Any) -> Any:
            return (out[0], out[1] if len(out) == 2 else tuple(out[1:])) if has_aux else (out, ())

        leaves, effects = run(lambda: fn(*put_together(structure, iter(held))), (), split)
        n = count_leaves(run.structure[0])
        outs = leaves[:n]
        inexact = [o for o in outs if is_inexact(o.dtype)]
        return inexact, (outs, leaves[n:], effects)

    at = [arrays[i] for i in inputs]
    compute = _columns if name == "jacfwd" else _rows
    found, (outs, rest, effects) = compute(pure, at)
    blocks, found = [], iter(found)
    for o in outs:
        row = dict(zip(inputs, next(found), strict=True)) if is_inexact(o.dtype) else {}
        blocks.append(
            [row.get(i, jnp.zeros(o.shape + a.shape, a.dtype)) for i, a in enumerate(arrays)]
        )
    run.replay(effects)
    return run, blocks, rest


def _columns(pure: Callable, arrays: list) -> tuple[list[list], Any]:
    """Blocks of the Jacobian, one forward derivative for each element of the inputs."""
    outs, push, rest = jax.linearize(pure, arrays, has_aux=True)
    zeros = [jnp.zeros(x.shape, x.dtype) for x in arrays]
    columns = []
    for i, a in enumerate(arrays):

        def one(direction: Any, i: int = i) -> list:
            return push([direction if k == i else z for k, z in enumerate(zeros)])

        basis = jnp.eye(a.size, dtype=a.dtype).reshape(a.size, *a.shape)
        columns.append([jnp.moveaxis(t, 0, -1) for t in jax.vmap(one)(basis)])
    blocks = [
        [columns[i][k].reshape(o.shape + a.shape) for i, a in enumerate(arrays)]
        for k, o in enumerate(outs)
    ]
    return blocks, rest


def _rows(pure: Callable, arrays: list) -> tuple[list[list], Any]:
    """Blocks of the Jacobian, one backward derivative for each element of the outputs."""
    outs, pull, rest = pullback(pure, arrays, has_aux=True)
    zeros = [jnp.zeros(x.shape, x.dtype) for x in outs]
    blocks = []
    for k, o in enumerate(outs):

        def one(ct: Any, k: int = k) -> list:
            return pull([ct if j == k else z for j, z in enumerate(zeros)])[0]

        basis = jnp.eye(o.size, dtype=o.dtype).reshape(o.size, *o.shape)
        rows = jax.vmap(one)(basis)
        blocks.append([r.reshape(o.shape + a.shape) for r, a in zip(rows, arrays, strict=True)])
    return blocks, rest


# -- vjp ------------------------------------------------------------------------------------------


def vjp(
    fn: Callable,
    *inputs: Any,
    weights: Tensor | Sequence[Tensor] | None = None,
    has_aux: bool = False,
) -> tuple:
    """Value of a function, and the function that pulls gradients back through it.

    Args:
        fn: function or Cell.
        inputs: its arguments.
        weights: Parameter, or list, tuple or ParameterTuple, whose gradients are wanted too.
        has_aux: only the first output is differentiated.

    Returns:
        (output, vjp_fn), with `has_aux` (output, vjp_fn, other outputs). `vjp_fn` takes one
        gradient for each output and returns the tuple of input gradients, with weights the pair of
        both tuples.

    Raises:
        TypeError: an input or a gradient is no Tensor, nor made of Tensors.
        RuntimeError: `vjp_fn` is given a wrong number of gradients.
        ValueError: a gradient has a wrong shape.

    Examples:
        >>> import msjax as ms
        >>> out, pull = ms.ops.vjp(lambda x, y: x * y, ms.Tensor(2.), ms.Tensor(3.))
        >>> print(pull(ms.Tensor(1.)))
        (Tensor(shape=[], dtype=Float32, value= 3), Tensor(shape=[], dtype=Float32, value= 2))
    """
    if not isinstance(has_aux, bool):
        raise TypeError(
            f"For 'vjp', the 'has_aux' should be bool, but got {type(has_aux).__name__}"
        )
    _check_tensors("vjp", "inputs", inputs)
    if STATE.frame is not None:
        return _traced_vjp(fn, inputs, weights, has_aux)
    return _eager_vjp(fn, inputs, weights, has_aux)


def _split_aux(out: Any, has_aux: bool) -> tuple[Any, Any]:
    if not has_aux:
        return out, None
    if not isinstance(out, (tuple, list)) or len(out) < 2:
        raise ValueError("When has_aux is True, origin fn requires more than one outputs.")
    return out[0], (out[1] if len(out) == 2 else tuple(out[1:]))


def _eager_vjp(fn: Callable, inputs: tuple, weights: Any, has_aux: bool) -> tuple:
    """The recorded nodes stay with `vjp_fn`, which may be called any number of times."""
    nested = is_recording()
    tape = STATE.tape if nested else Tape()
    chosen = _weights(weights)
    previous = STATE.enter(tape, None)
    tape.depth += 1
    try:
        args, _, copies = aliased(inputs, {}, range(len(inputs)))
        boxes = [b for b, _ in copies]
        likes = boxes + chosen
        with watched(chosen, boxes):
            targets = [t._node for t in likes]
            out = fn(*args)
            main, aux = _split_aux(out, has_aux)
            outputs = tensors_in(main)
            ends = [nodes.point_of(o) for o in outputs]
        for b, original in copies:
            if b is not original:
                share_hooks(b, original)
                if b._data is not original._data:
                    original._assign(b._data, b._node if nested else None)
    finally:
        tape.depth -= 1
        STATE.leave(previous)
    if not nested:
        for o, ref in zip(outputs, ends, strict=True):
            if o._node == ref:
                o._node = None  # the record belongs to `vjp_fn`, not to its results

    def vjp_fn(*gradients: Any) -> Any:
        starts = _starts(outputs, gradients)
        roots = [
            (ref, Gradient(s._value, nodes.live(s._node)))
            for ref, s in zip(ends, starts, strict=True)
            if ref is not None
        ]
        found = autograd.backward(roots, targets, create_graph=is_recording() or tape.mixed)
        grads = [arrived(None if frozen(t) else g, t) for g, t in zip(found, likes, strict=True)]
        source = iter(grads)
        by_input = tuple(
            g for a in inputs if (g := formed_like(a, source, STATE.compiled())) is not None
        )
        return _with_weights(by_input, grads[len(copies) :], weights)

    return (main, vjp_fn, aux) if has_aux else (main, vjp_fn)


def _with_weights(by_input: tuple, by_weight: list, weights: Any) -> Any:
    if weights is None:
        return by_input
    return by_input, by_weight[0] if isinstance(weights, Tensor) else tuple(by_weight)


def _starts(outputs: list, gradients: tuple) -> list[Tensor]:
    _check_tensors("vjp", "gradients", gradients)
    starts = tensors_in(gradients)
    if len(starts) != len(outputs):
        raise RuntimeError("The given sens gradient's size should be same as out of network!")
    check_sens(outputs, starts)
    return starts


def _traced_vjp(fn: Callable, inputs: tuple, weights: Any, has_aux: bool) -> tuple:
    derivative = Derivative(fn, range(len(inputs)), _weights(weights), has_aux)
    out, pull = derivative.run_traced(inputs, {})
    main, aux = _split_aux(out, has_aux)
    outputs = tensors_in(main)

    def vjp_fn(*gradients: Any) -> Any:
        by_position, by_weight = pull(tuple(_starts(outputs, gradients)))
        by_input = tuple(g for g in by_position if g is not None)
        return _with_weights(by_input, by_weight, weights)

    return (main, vjp_fn, aux) if has_aux else (main, vjp_fn)
