"""Functions of the user's that see the Tensors which wait for the backward pass.

An operation keeps those of its Tensors that its derivative depends on. Under hooks each of them
goes through `pack_hook` when the operation has run, and what that returns through `unpack_hook`
when the derivative needs it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax

from msjax._core.base.dtype import is_inexact
from msjax._core.base.errors import describe
from msjax._core.base.nodes import Saved
from msjax._core.base.recording import paused
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.gradient.derivatives import backward_exec, conjugate, used_by
from msjax._core.tensor.structure import put_together, take_apart
from msjax._core.tensor.tensor import Tensor, box


class Hooks:
    """A pair of hooks, and the context manager under which it is in force."""

    __slots__ = ("_previous", "pack", "unpack")

    def __init__(self, pack: Callable, unpack: Callable):
        for name, hook in (("pack_hook", pack), ("unpack_hook", unpack)):
            if not callable(hook):
                raise TypeError(
                    f"For 'saved_tensors_hooks', the '{name}' must be a function, "
                    f"but got {describe(hook)}."
                )
        self.pack, self.unpack = pack, unpack
        self._previous: list[Any] = []

    def __enter__(self) -> None:
        if STATE.unpacked is not None:
            raise RuntimeError(f"Failure info [{STATE.unpacked}].")
        self._previous.append(STATE.packing)
        STATE.packing = self

    def __exit__(self, *error: Any) -> None:
        STATE.packing = self._previous.pop()

    def keep(self, node: Any, outs: Sequence[Any], places: Sequence[int]) -> None:
        """Let a node that was just recorded hold packed Tensors; `places` are its Tensors'."""
        needed = _needed(node.exe, node.arrays, outs, places)
        packed = {i: self._packed(node.arrays[i]) for i in needed}
        node.saved = _Packed(self, packed, {i: _kind(node.arrays[i]) for i in needed})
        node.arrays = [None if i in packed else a for i, a in enumerate(node.arrays)]

    def run(self, exe: Any, arrays: Sequence[Any], places: Sequence[int]) -> Any:
        """The results of an operation in traced code, with a derivative that unpacks."""
        mask = tuple(i for i in places if is_inexact(arrays[i].dtype))
        if not mask:
            return exe.fn(*arrays)
        if STATE.frame is not None:
            STATE.frame.note_pull()
        traced = [i for i, a in enumerate(arrays) if hasattr(a, "dtype")]
        structures: dict[int, Any] = {}

        def complete(given: Sequence[Any]) -> list[Any]:
            full = list(arrays)
            for i, array in zip(traced, given, strict=True):
                full[i] = array
            return full

        @jax.custom_vjp
        def through(*given: Any) -> Any:
            return exe.fn(*complete(given))

        def forward(*given: Any) -> tuple:
            outs, full = exe.fn(*complete(given)), complete(given)
            leaves: list[Any] = []
            for i in _needed(exe, full, outs, places):
                structures[i] = take_apart(self._packed(full[i]), leaves, Tensor._read)
            rest = [None if i in structures else full[i] for i in traced]
            return outs, (rest, leaves, outs)

        def pull(saved: tuple, cts: Sequence[Any]) -> tuple:
            rest, leaves, outs = saved
            full, packed = complete(rest), iter(leaves)
            for i, structure in structures.items():
                full[i] = self._unpacked(put_together(structure, packed), _kind(arrays[i]))
            known = tuple(i for i, o in enumerate(outs) if is_inexact(o.dtype))
            run = backward_exec(exe, mask, known)
            with x64():
                found = run.flat(*full, *(conjugate(cts[i]) for i in known))
                by_place = dict(zip(mask, found, strict=True))
                return tuple(conjugate(by_place[i]) if i in by_place else None for i in traced)

        through.defvjp(forward, pull)
        with x64():
            return through(*(arrays[i] for i in traced))

    def _packed(self, array: Any) -> Any:
        with paused(), _Unhooked():
            return self.pack(box(array))

    def _unpacked(self, packed: Any, kind: tuple) -> Any:
        with paused(), _Unhooked():
            tensor = self.unpack(packed)
        if not isinstance(tensor, Tensor):
            raise TypeError(
                "For 'saved_tensors_hooks', the 'unpack_hook' must return a Tensor, "
                f"but got {describe(tensor)}."
            )
        array, (shape, dtype) = tensor._read(), kind
        if array.shape != shape:
            raise ValueError(
                f"For 'saved_tensors_hooks', the 'unpack_hook' was given what a Tensor of shape "
                f"{shape} was packed as, but returned one of shape {array.shape}."
            )
        return array.astype(dtype)


class _Unhooked:
    """Context manager inside which no hooks are in force: what hooks do is not packed itself."""

    __slots__ = ("_previous",)

    def __enter__(self) -> None:
        self._previous, STATE.packing = STATE.packing, None

    def __exit__(self, *error: Any) -> None:
        STATE.packing = self._previous


@contextlib.contextmanager
def disable_saved_tensors_hooks(
    error_msg: str, *, is_error_on_outer_hook: bool = True
) -> Iterator[None]:
    """Context manager inside which no hooks can be entered, and none are in force.

    Args:
        error_msg: str, what the error says.
        is_error_on_outer_hook: bool, also refuse to be entered while hooks are in force.

    Raises:
        RuntimeError: hooks are entered inside, or are in force.
    """
    if is_error_on_outer_hook and STATE.packing is not None:
        raise RuntimeError(f"Failure info [{error_msg}].")
    previous, STATE.unpacked = STATE.unpacked, error_msg
    try:
        with _Unhooked():
            yield
    finally:
        STATE.unpacked = previous


class _Packed(Saved):
    """The packed Tensors of a node, by place, and the shapes and dtypes that they had."""

    __slots__ = ("hooks", "kinds", "packed")

    def __init__(self, hooks: Hooks, packed: dict[int, Any], kinds: dict[int, tuple]):
        super().__init__((), None)
        self.hooks, self.packed, self.kinds = hooks, packed, kinds

    def inputs(self, arrays: Sequence[Any]) -> list[Any]:
        """The input arrays of the node, given those that are not packed."""
        full = list(arrays)
        for i, packed in self.packed.items():
            full[i] = self.hooks._unpacked(packed, self.kinds[i])
        return full


def _kind(array: Any) -> tuple:
    return array.shape, array.dtype


class Kept:
    """Tensors that a derivative of the program's own will look at, packed if hooks are in force.

    In traced code, which keeps nothing by itself, they are packed where they are asked for.
    """

    __slots__ = ("hooks", "packed")

    def __init__(self, tensors: Sequence[Tensor]):
        self.hooks, self.packed = STATE.packing, None
        arrays = [] if self.hooks is None else [t._read() for t in tensors]
        if not any(isinstance(a, jax.core.Tracer) for a in arrays):
            self.packed = [self.hooks._packed(a) for a in arrays]

    def get(self, i: int, tensor: Tensor) -> Tensor:
        """What is left of Tensor `i`, which the backward pass has as `tensor`."""
        if self.hooks is None:
            return tensor
        packed = self.hooks._packed(tensor._value) if self.packed is None else self.packed[i]
        return box(self.hooks._unpacked(packed, _kind(tensor._value)), tensor._node)


def _needed(
    exe: Any, arrays: Sequence[Any], outs: Sequence[Any], places: Sequence[int]
) -> list[int]:
    """Which Tensors the derivative of an operation by its Tensors depends on."""
    mask = tuple(i for i in places if is_inexact(arrays[i].dtype))
    given = tuple(i for i, o in enumerate(outs) if is_inexact(o.dtype))
    if not mask or not given:
        return []
    run = backward_exec(exe, mask, given)
    used = used_by(run, [*arrays, *(outs[i] for i in given)])
    return [i for i in places if used[i]]


class saved_tensors_hooks(Hooks):
    """Context manager under which eager operations pack what they keep for the backward pass.

    Of nested ones the innermost is asked. A function compiled by `jit` keeps what it needs by
    itself; `register_saved_tensors_hooks` is for code inside of it.

    Args:
        pack_hook: function of a Tensor that the derivative of an operation will need; returns
            anything.
        unpack_hook: function of what `pack_hook` returned; returns a Tensor of the shape of before.

    Raises:
        TypeError: a hook is not a function, `unpack_hook` returned no Tensor, or it is entered in
            compiled code.
        ValueError: `unpack_hook` returned a Tensor of another shape.

    Examples:
        >>> import msjax as ms
        >>> def squared(x):
        ...     with ms.saved_tensors_hooks(lambda t: t.asnumpy(), lambda a: ms.Tensor(a)):
        ...         return x * x
        >>> print(ms.grad(squared)(ms.Tensor([1., 3.])))
        [2. 6.]
    """

    __slots__ = ()

    def __init__(self, pack_hook: Callable, unpack_hook: Callable):
        super().__init__(pack_hook, unpack_hook)

    def __enter__(self) -> None:
        if STATE.compiled():
            raise TypeError(
                "'saved_tensors_hooks' is for eager code; functions in compiled code are decorated "
                "with 'register_saved_tensors_hooks'."
            )
        super().__enter__()
