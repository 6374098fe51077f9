"""Running a Cell with hooks, a custom derivative, recomputation or another precision."""

from __future__ import annotations

import inspect
import os
import warnings
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import jax

from msjax._core.base import nodes
from msjax._core.base.dtype import is_inexact
from msjax._core.base.recording import recording
from msjax._core.base.scopes import LayerScope
from msjax._core.base.state import STATE
from msjax._core.compile.jit import check_hook_fn, graph_call
from msjax._core.compile.lift import Run
from msjax._core.gradient import autograd
from msjax._core.gradient.bprop import run_with_bprop
from msjax._core.gradient.hooks import (
    Gradients,
    HookHandle,
    custom_gradient,
    fit,
    is_traced,
)
from msjax._core.tensor.random import default_generator
from msjax._core.tensor.structure import map_tensors, put_together, take_apart, tensors_in
from msjax._core.tensor.tensor import Tensor, box


class HookTable:
    """The hooks of one Cell, by handle id; `keyed`, `always` name those with the option."""

    __slots__ = ("always", "backward", "backward_pre", "forward", "forward_pre", "keyed")

    def __init__(self) -> None:
        self.forward_pre: OrderedDict[int, Callable] = OrderedDict()
        self.forward: OrderedDict[int, Callable] = OrderedDict()
        self.backward_pre: OrderedDict[int, Callable] = OrderedDict()
        self.backward: OrderedDict[int, Callable] = OrderedDict()
        self.keyed: OrderedDict[int, bool] = OrderedDict()
        self.always: OrderedDict[int, bool] = OrderedDict()

    def key(self) -> tuple:
        """What compiled code depends on."""
        groups = (self.forward_pre, self.forward, self.backward_pre, self.backward)
        return tuple(tuple(group) for group in groups)

    def functions(self) -> list[Callable]:
        """All hooks."""
        groups = (self.forward_pre, self.forward, self.backward_pre, self.backward)
        return [hook for group in groups for hook in group.values()]

    def __bool__(self) -> bool:
        return bool(self.forward_pre or self.forward or self.backward_pre or self.backward)

    def __deepcopy__(self, memo: dict) -> HookTable:
        twin = HookTable()
        for name in ("forward_pre", "forward", "backward_pre", "backward", "keyed", "always"):
            getattr(twin, name).update(getattr(self, name))
        return twin


class HookMethods:
    """The part of Cell that runs `construct` and what surrounds it."""

    __slots__ = ()

    def register_forward_pre_hook(
        self, hook_fn: Callable, *, prepend: bool = False, with_kwargs: bool = False
    ) -> HookHandle:
        """Call a function before `construct`, with the Cell and its arguments.

        Args:
            hook_fn: function `hook_fn(cell, args)`, or `hook_fn(cell, args, kwargs)`; returns None,
                or new arguments (one, or a tuple of them; with keywords the pair `(args, kwargs)`).
            prepend: bool, run before the hooks that are already there.
            with_kwargs: bool, also pass the keyword arguments.

        Returns:
            HookHandle: it has a method `remove()`.

        Raises:
            TypeError: `hook_fn` cannot be called.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.ReLU()
            >>> handle = net.register_forward_pre_hook(lambda cell, args: (args[0] + 1,))
            >>> print(net(ms.Tensor([1.0])))
            [2.]
            >>> handle.remove()
        """
        return _register(self, "forward_pre", hook_fn, prepend, ["keyed"] if with_kwargs else [])

    def register_forward_hook(
        self,
        hook_fn: Callable,
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> HookHandle:
        """Call a function after `construct`, with the Cell, its arguments and its result.

        A Cell with a method `bprop` takes no forward hooks: the call does nothing.

        Args:
            hook_fn: function `hook_fn(cell, args, output)`, or `hook_fn(cell, args, kwargs,
                output)`; returns None or a new result.
            prepend: bool, run before the hooks that are already there.
            with_kwargs: bool, also pass the keyword arguments.
            always_call: bool, call it even if `construct` raises.

        Returns:
            HookHandle: it has a method `remove()`.

        Raises:
            TypeError: `hook_fn` cannot be called.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.ReLU()
            >>> handle = net.register_forward_hook(lambda cell, args, output: output * 10)
            >>> print(net(ms.Tensor([1.0])))
            [10.]
            >>> handle.remove()
        """
        if self.has_bprop:
            return HookHandle()
        options = ["keyed"] * with_kwargs + ["always"] * always_call
        return _register(self, "forward", hook_fn, prepend, options)

    def register_backward_pre_hook(self, hook_fn: Callable) -> HookHandle:
        """Call a function before the backward pass of the Cell, with the gradients of its results.

        Args:
            hook_fn: function `hook_fn(cell, grad_output)`; returns None, or new gradients (one, or
                a tuple).

        Returns:
            HookHandle: it has a method `remove()`.

        Raises:
            TypeError: `hook_fn` cannot be called, or returns a wrong number of gradients.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.ReLU()
            >>> handle = net.register_backward_pre_hook(lambda cell, grads: grads[0] * 2)
            >>> print(ms.grad(net)(ms.Tensor([1.0])))
            [2.]
            >>> handle.remove()
        """
        return _register(self, "backward_pre", hook_fn)

    def register_backward_hook(self, hook_fn: Callable) -> HookHandle:
        """Call a function after the backward pass of the Cell.

        In compiled code the hook runs once, while compiling, and only if the Cell's inputs are
        being differentiated.

        Args:
            hook_fn: function `hook_fn(cell, grad_input, grad_output)` of tuples of the gradients of
                the positional Tensor arguments (None for one without) and of the results; returns
                None, or new gradients of the arguments (one, or a tuple).

        Returns:
            HookHandle: it has a method `remove()`.

        Raises:
            TypeError: `hook_fn` cannot be called, or returns a wrong number of gradients.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.ReLU()
            >>> handle = net.register_backward_hook(lambda cell, inputs, outputs: inputs[0] * 3)
            >>> print(ms.grad(net)(ms.Tensor([1.0])))
            [3.]
            >>> handle.remove()
        """
        return _register(self, "backward", hook_fn)

    def register_saved_tensors_hooks(self, pack_hook: Callable, unpack_hook: Callable) -> None:
        """Not possible here, because saved Tensors live inside compiled operations.

        Args:
            pack_hook: not used.
            unpack_hook: not used.

        Raises:
            NotImplementedError: always.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().register_saved_tensors_hooks(None, None)
            Traceback (most recent call last):
            NotImplementedError: Cell.register_saved_tensors_hooks is not supported by msjax; ...
        """
        raise NotImplementedError(
            "Cell.register_saved_tensors_hooks is not supported by msjax; "
            "use Cell.recompute to save memory."
        )

    def register_parameter_forward_hook(self, hook: Any) -> None:
        """Not possible here: parameters are read where they are used.

        Args:
            hook: not used.

        Raises:
            NotImplementedError: always.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.ReLU().register_parameter_forward_hook(None)
            Traceback (most recent call last):
            NotImplementedError: Cell.register_parameter_forward_hook is not supported by msjax; ...
        """
        raise NotImplementedError(
            "Cell.register_parameter_forward_hook is not supported by msjax; "
            "use register_forward_pre_hook."
        )

    # -- running -----------------------------------------------------------------------------------

    def _run_construct(self, /, *args: Any, **kwargs: Any) -> Any:
        """`construct` with everything around it that was asked for."""
        if STATE.frame is None:
            return self._run_as_set(args, kwargs)
        STATE.frame.note_cell(self)
        with LayerScope(self):
            return self._run_as_set(args, kwargs)

    def _run_as_set(self, args: tuple, kwargs: dict) -> Any:
        if not self._msj_checked:
            self._msj_checked = True
            self.check_names_and_refresh_name()
        if self._msj_cast is not None:
            previous = STATE.set_cast(self._msj_cast)
            try:
                return _run_hooked(self, args, kwargs)
            finally:
                STATE.set_cast(previous)
        if not self._msj_table and not self.has_bprop and not self._msj_recomputed:
            self._msj_plain = True
        return _run_hooked(self, args, kwargs)


def call_compiled(cell: Any, args: tuple, kwargs: dict) -> Any:
    """Run a Cell as GRAPH_MODE does."""
    if os.environ.get("MS_JIT") == "0":
        return cell._run_construct(*args, **kwargs)
    if kwargs:
        bound = inspect.signature(cell.construct).bind(*args, **kwargs)
        bound.apply_defaults()
        args, kwargs = bound.args, bound.kwargs
    cell._check_construct_args(*args)
    return graph_call(cell, args, kwargs)


def _register(
    cell: Any, group: str, hook: Callable, prepend: bool = False, options: Sequence[str] = ()
) -> HookHandle:
    check_hook_fn(hook)
    if cell._msj_table is None:
        cell._msj_table = HookTable()
    table = cell._msj_table
    hooks = getattr(table, group)
    extras = [getattr(table, option) for option in options]
    handle = HookHandle(hooks, extra_dict=extras)
    hooks[handle.handle_id] = hook
    for extra in extras:
        extra[handle.handle_id] = True
    if prepend:
        hooks.move_to_end(handle.handle_id, last=False)
    cell._msj_plain = False
    STATE.bump()
    return handle


def _run_hooked(cell: Any, args: tuple, kwargs: dict) -> Any:
    table = cell._msj_table
    if not table:
        return _run_differentiable(cell, args, kwargs)
    output, called = None, set()
    try:
        if table.forward_pre:
            args, kwargs = _run_forward_pre(cell, table, args, kwargs)
        share = _Exchange(cell, table) if table.backward else None
        if share is not None:
            args = share.enter(args)
        output = _run_differentiable(cell, args, kwargs)
        for key, hook in list(table.forward.items()):
            called.add(key)
            output = _call_forward(cell, table, key, hook, args, kwargs, output)
        if share is not None:
            output = share.leave(output)
        return _hook_outputs(cell, table, output) if table.backward_pre else output
    except Exception:
        for key, hook in list(table.forward.items()):
            if key in table.always and key not in called:
                try:
                    output = _call_forward(cell, table, key, hook, args, kwargs, output)
                except Exception as error:
                    warnings.warn(
                        f"A forward hook with always_call=True failed after another error: {error}",
                        stacklevel=2,
                    )
        raise


def _run_forward_pre(cell: Any, table: HookTable, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    for key, hook in list(table.forward_pre.items()):
        if key in table.keyed:
            result = hook(cell, args, kwargs)
            if result is None:
                continue
            if not (isinstance(result, tuple) and len(result) == 2):
                raise RuntimeError(
                    "forward pre hook with kwargs must return None or a tuple of (new_args, "
                    f"new_kwargs), but got {result}"
                )
            args, kwargs = result
        else:
            result = hook(cell, args)
            if result is not None:
                args = result if isinstance(result, tuple) else (result,)
    return args, kwargs


def _run_differentiable(cell: Any, args: tuple, kwargs: dict) -> Any:
    if cell._msj_recomputed:
        traced = STATE.frame is not None or is_traced(
            *(t._data for t in tensors_in((args, kwargs)))
        )
        if traced or STATE.tape is not None:
            run = recompute_traced if traced else recompute_eager
            return run(cell, args, kwargs)
    if cell.has_bprop:
        return run_with_bprop(cell, args, kwargs)
    return cell.construct(*args, **kwargs)


def _call_forward(
    cell: Any, table: HookTable, key: int, hook: Callable, args: tuple, kwargs: dict, output: Any
) -> Any:
    keyed = key in table.keyed
    result = hook(cell, args, kwargs, output) if keyed else hook(cell, args, output)
    return output if result is None else result


# -- backward hooks ------------------------------------------------------------------------------


class _Exchange:
    """One call of a Cell with backward hooks: keeps the results' gradients for the hooks."""

    def __init__(self, cell: Any, table: HookTable):
        self.cell, self.table = cell, table
        self.outer: tuple = ()
        self.count = 0
        self.tracked: list[int] = []

    def enter(self, args: tuple) -> tuple:
        """The arguments, with a point behind which their gradients are known."""
        inputs = [a for a in args if isinstance(a, Tensor)]
        self.count = len(inputs)
        values = [t._read() for t in inputs]
        traced = is_traced(*values)
        self.tracked = [
            i
            for i, t in enumerate(inputs)
            if (is_inexact(values[i].dtype) if traced else nodes.live(t._node) is not None)
        ]
        if not self.tracked:
            return args

        def backward(gradients: Gradients, tensors: list, _: list) -> Gradients:
            results = self.call(gradients)
            return [
                None if results[i] is None else fit(results[i], t)
                for i, t in zip(self.tracked, tensors, strict=True)
            ]

        chosen = [inputs[i] for i in self.tracked]
        hooked = custom_gradient([values[i] for i in self.tracked], chosen, backward)
        for i, t in zip(self.tracked, hooked, strict=True):
            inputs[i] = t
        renewed = iter(inputs)
        return tuple(next(renewed) if isinstance(a, Tensor) else a for a in args)

    def leave(self, output: Any) -> Any:
        """The result, with a point where its gradients are known."""

        def note(gradients: Gradients, *_: list) -> Gradients:
            self.outer = tuple(gradients)
            if not self.tracked:
                self.call(())
            return gradients

        return _identity(output, note)

    def call(self, gradients: Gradients) -> tuple:
        """All Tensor arguments' gradients after the hooks, given those of the tracked ones."""
        full: list[Tensor | None] = [None] * self.count
        for i, g in zip(self.tracked, gradients, strict=True):
            full[i] = g
        current = tuple(full)
        for hook in list(self.table.backward.values()):
            result = hook(self.cell, current, self.outer)
            if result is not None:
                current = _checked(hook, result, self.count, "hook", "grad input")
        return current


def _hook_outputs(cell: Any, table: HookTable, output: Any) -> Any:
    def backward(gradients: Gradients, *_: list) -> Gradients:
        current = tuple(gradients)
        for hook in list(table.backward_pre.values()):
            result = hook(cell, current)
            if result is not None:
                current = _checked(hook, result, len(current), "pre hook", "output")
        return current

    return _identity(output, backward)


def _identity(output: Any, backward: Callable) -> Any:
    """`output` with a Python function on the way back through its Tensors."""
    tensors = tensors_in(output)
    if not tensors:
        return output
    hooked = iter(custom_gradient([t._read() for t in tensors], tensors, backward))
    return map_tensors(lambda t: next(hooked), output)


def _checked(hook: Callable, result: Any, count: int, kind: str, what: str) -> tuple:
    results = result if isinstance(result, tuple) else (result,)
    if len(results) != count:
        raise TypeError(
            f"The backward {kind} return value size is {len(results)} not equal to expect {what} "
            f"size {count}"
        )
    for r in results:
        if r is not None and not isinstance(r, Tensor):
            raise TypeError(
                f"The output type of function: {getattr(hook, '__name__', hook)} should be a "
                f"tensor but got {type(r).__name__}."
            )
    return results


# -- recomputation -------------------------------------------------------------------------------


def recompute_traced(cell: Any, args: tuple, kwargs: dict) -> Any:
    """Run `cell.construct` under `jax.checkpoint`."""
    arrays: list[Any] = []
    structure = take_apart((args, kwargs), arrays, lambda t: t._read())
    run = Run()

    def pure(values: list) -> tuple[list, list]:
        def body() -> Any:
            inner_args, inner_kwargs = put_together(structure, iter(values))
            return cell.construct(*inner_args, **inner_kwargs)

        return run(body)

    results, effects = jax.checkpoint(pure)(arrays)
    run.replay(effects)
    return put_together(run.structure, iter(results))


def recompute_eager(cell: Any, args: tuple, kwargs: dict) -> Any:
    """Run without keeping anything but the inputs; the backward pass runs `construct` again."""
    params = list(cell.get_parameters())
    state = default_generator._state
    held = [(b, b._value) for b in (*params, state)]
    inputs = [*tensors_in((args, kwargs)), *params]
    refs = [nodes.live(t._node) for t in inputs]
    start = nodes.alias(None)[0].seq
    output = cell.construct(*args, **kwargs)
    outputs = tensors_in(output)
    known = {ref for ref in refs if ref is not None}
    if not _depends_only_on(outputs, known, start):
        return output  # it also uses Tensors that are neither arguments nor Parameters of the Cell
    snapshots = [box(t._value, ref) for t, ref in zip(inputs, refs, strict=True)]
    count = len(inputs) - len(params)

    def backward(gradients: Gradients, *_: list) -> Gradients:
        higher = STATE.tape is not None
        now = [(b, b._data, b._node) for b in (*params, state)]
        with recording():
            for t, ref in zip(snapshots, refs, strict=True):
                t._node = None if ref is None else nodes.alias(ref if higher else None)
            leaves = [t._node for t in snapshots]
            try:
                for (b, array), ref in zip(held, [*leaves[count:], None], strict=True):
                    b._data, b._node = array, ref
                fresh = iter(snapshots[:count])
                again_args, again_kwargs = map_tensors(lambda t: next(fresh), (args, kwargs))
                again = tensors_in(cell.construct(*again_args, **again_kwargs))
            finally:
                for b, array, node in now:
                    b._data, b._node = array, node
            roots = [
                (t._node, nodes.Gradient(g._value, nodes.live(g._node)))
                for t, g in zip(again, gradients, strict=True)
                if g is not None and t._node is not None
            ]
            targets = [leaf for leaf in leaves if leaf is not None]
            found = iter(autograd.backward(roots, targets, create_graph=higher))
        results: list[Tensor | None] = []
        for leaf in leaves:
            gradient = None if leaf is None else next(found)
            results.append(None if gradient is None else box(gradient.array, gradient.ref))
        return results

    made = iter(custom_gradient([t._value for t in outputs], snapshots, backward))
    return map_tensors(lambda t: next(made), output)


def _depends_only_on(outputs: list[Tensor], known: set, start: int) -> bool:
    """Whether the nodes made since `start` have no parents from before except the known ones."""
    stack = [t._node for t in outputs if t._node is not None]
    seen = set()
    while stack:
        ref = stack.pop()
        if ref in known or ref[0] in seen:
            continue
        if ref[0].seq <= start:
            return False
        seen.add(ref[0])
        stack.extend(p for p in ref[0].parents if p is not None)
    return True
