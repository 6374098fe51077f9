"""jacfwd and jacrev: Jacobians by columns and by rows."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base.dtype import is_inexact
from msjax._core.base.interop import pullback
from msjax._core.base.x64 import x64
from msjax._core.compile.lift import Run
from msjax._core.gradient.integers import as_kind
from msjax._core.tensor.structure import (
    put_together,
)
from msjax._core.tensor.tensor import box
from msjax._core.transform.derivative import traced_through_floats
from msjax._core.transform.grad import _positions
from msjax._core.transform.places import Derived
from msjax._core.transform.transform import arrays_in, check_tensors, transformed


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
        check_tensors(name, "args", chosen)
        arrays, structure = arrays_in(chosen)

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
    return transformed(name, fn, (grad_position, has_aux), traced)


def _jacobian_blocks(
    name: str, fn: Callable, structure: Any, has_aux: bool, arrays: list
) -> tuple[Any, list[list], list]:
    """For each output, the blocks of the Jacobian with respect to each array.

    By integers they are those of the same function of floats, in the dtype of the integers. Outputs
    that are integers have zeros.
    """
    derived = Derived(fn, structure, arrays, has_aux)
    compute = _columns if name == "jacfwd" else _rows

    def blocks_by(places: list[int], more: Sequence[tuple] = ()) -> tuple:
        """Run, outputs, the blocks of each by the arrays at the places, and what else comes out."""
        run = Run()
        by = derived.by(places, run, more)

        def pure(at: list) -> tuple:
            outs, *rest = by(at)
            return [o for o in outs if is_inexact(o.dtype)], (outs, *rest)

        found, (outs, *rest) = compute(pure, derived.at(places))
        found = iter(found)
        rows = [
            dict(zip(places, next(found), strict=True)) if is_inexact(o.dtype) else {} for o in outs
        ]
        return run, outs, rows, rest

    (run, outs, rows, (rest, _)), before = derived.by_floats(blocks_by)
    whole = derived.whole
    if whole:

        def attempt(chosen: set[int]) -> list[dict]:
            return blocks_by(sorted(chosen), before)[2]

        found = traced_through_floats(attempt, whole, [a.dtype for a in arrays]) or [{}] * len(rows)
        rows = [f | row for f, row in zip(found, rows, strict=True)]
    blocks = []
    for o, row in zip(outs, rows, strict=True):
        by = row if is_inexact(o.dtype) else {}
        columns = name == "jacfwd"
        kinds = [o.dtype if columns and is_inexact(a.dtype) else a.dtype for a in arrays]
        blocks.append(
            [
                as_kind(by[i], kind).astype(kind) if i in by else jnp.zeros(o.shape + a.shape, kind)
                for i, (a, kind) in enumerate(zip(arrays, kinds, strict=True))
            ]
        )
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
