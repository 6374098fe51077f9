"""Running a Cell with hooks, a custom derivative, recomputation or another precision."""

from __future__ import annotations

import contextlib
import inspect
import os
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msjax._core.base import nodes
from msjax._core.base.dtype import is_inexact
from msjax._core.base.scopes import LayerScope
from msjax._core.base.state import STATE, refuse_lasting
from msjax._core.compile.jit import check_hook_fn, graph_call
from msjax._core.compile.recomputed import recompute_eager, recompute_traced
from msjax._core.gradient.bprop import run_with_bprop
from msjax._core.gradient.hooks import (
    Gradients,
    HookHandle,
    custom_gradient,
    fit,
    is_traced,
)
from msjax._core.gradient.saved_tensors import Hooks
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import map_tensors, tensors_in
from msjax._core.tensor.tensor import Tensor


class HookTable:
    """The hooks of one Cell, by handle id; `keyed`, `always` name those with the option."""

    __slots__ = (
        *("always", "backward", "backward_pre", "forward", "forward_pre", "keyed"),
        *("every", "parameter", "saved"),
    )

    def __init__(self) -> None:
        self.forward_pre: OrderedDict[int, Callable] = OrderedDict()
        self.forward: OrderedDict[int, Callable] = OrderedDict()
        self.backward_pre: OrderedDict[int, Callable] = OrderedDict()
        self.backward: OrderedDict[int, Callable] = OrderedDict()
        self.keyed: OrderedDict[int, bool] = OrderedDict()
        self.always: OrderedDict[int, bool] = OrderedDict()
        self.parameter: list[Callable] = []  # all of them; that of all Parameters is `every`
        self.every: Callable | None = None
        self.saved: Hooks | None = None

    def key(self) -> tuple:
        """What compiled code depends on."""
        groups = (self.forward_pre, self.forward, self.backward_pre, self.backward)
        further = id(self.saved), *map(id, self.parameter)
        return *(tuple(group) for group in groups), further

    def functions(self) -> list[Callable]:
        """All hooks."""
        groups = (self.forward_pre, self.forward, self.backward_pre, self.backward)
        further = [] if self.saved is None else [self.saved.pack, self.saved.unpack]
        further += self.parameter
        return [hook for group in groups for hook in group.values()] + further

    def __bool__(self) -> bool:
        groups = (self.forward_pre, self.forward, self.backward_pre, self.backward)
        return any(groups) or bool(self.parameter) or self.saved is not None

    def __deepcopy__(self, memo: dict) -> HookTable:
        twin = HookTable()
        for name in ("forward_pre", "forward", "backward_pre", "backward", "keyed", "always"):
            getattr(twin, name).update(getattr(self, name))
        twin.saved = self.saved  # hooks of Parameters are not copied, as in MindSpore
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
        options = ["keyed"] * bool(with_kwargs) + ["always"] * bool(always_call)
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
        """Let `construct` pack the Tensors that it keeps for the backward pass.

        Args:
            pack_hook: function of a Tensor that the derivative of an operation will need; returns
                anything, in compiled code Tensors and plain values.
            unpack_hook: function of what `pack_hook` returned; returns a Tensor of the shape of
                before.

        Raises:
            TypeError: a hook is not a function.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Sigmoid()
            >>> net.register_saved_tensors_hooks(lambda t: t.asnumpy(), lambda a: ms.Tensor(a))
            >>> print(ms.grad(net)(ms.Tensor([0.])))
            [0.25]
        """
        _table(self).saved = Hooks(pack_hook, unpack_hook)
        _changed(self)

    def register_parameter_forward_hook(
        self, hook: Callable[[Parameter], Tensor] | list[dict[str, Any]]
    ) -> None:
        """Let compiled code use what `hook(parameter)` returns instead of Parameters.

        Eager code, and code that is differentiated eagerly, uses the Parameters as they are.

        Args:
            hook: function of a Parameter that returns a Tensor, for all Parameters of the Cell; or
                a list of dicts `{"params": [Parameter, ...], "hook": function}` for some.

        Raises:
            TypeError: `hook` is neither, or a part of the list is of the wrong type.
            ValueError: a dict has not both keys.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Dense(2, 1, weight_init="ones", has_bias=False)
            >>> hooks = [{"params": [net.weight], "hook": lambda p: p * 10}]
            >>> net.register_parameter_forward_hook(hooks)
            >>> print(ms.jit(net)(ms.Tensor([[1., 2.]])))
            [[30.]]
        """
        found = _parameter_hooks(hook)
        table = _table(self)
        for parameters, function in found:
            table.parameter.append(function)
            if parameters is None:
                table.every = function
            for p in parameters or ():
                p.__dict__["_forward_hook"] = function
        _changed(self)

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
            _check_names(self)
        if self._msj_cast is not None:
            previous = STATE.set_cast(self._msj_cast)
            try:
                return _run_hooked(self, args, kwargs)
            finally:
                STATE.set_cast(previous)
        if not self._msj_table and not self.has_bprop and not self._msj_recomputed:
            self._msj_plain = True
        return _run_hooked(self, args, kwargs)


def _check_names(cell: Any) -> None:
    """Before a Cell runs for the first time: names that several Parameters have are changed."""
    cell._msj_checked = True
    cell.check_names_and_refresh_name()


def call_compiled(cell: Any, args: tuple, kwargs: dict) -> Any:
    """Run a Cell as GRAPH_MODE does."""
    if os.environ.get("MS_JIT") == "0":
        return cell._run_construct(*args, **kwargs)
    if not cell._msj_checked:
        _check_names(cell)
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
    table = _table(cell)
    hooks = getattr(table, group)
    extras = [getattr(table, option) for option in options]
    handle = HookHandle(hooks, extra_dict=extras)
    hooks[handle.handle_id] = hook
    for extra in extras:
        extra[handle.handle_id] = True
    if prepend:
        hooks.move_to_end(handle.handle_id, last=False)
    _changed(cell)
    return handle


def _table(cell: Any) -> HookTable:
    """Where a Cell keeps its hooks, to be changed."""
    refuse_lasting("the hooks of a Cell")
    if cell._msj_table is None:
        cell._msj_table = HookTable()
    return cell._msj_table


def _changed(cell: Any) -> None:
    cell._msj_plain = False
    STATE.bump()


def _parameter_hooks(hook: Any) -> list[tuple[list | None, Callable]]:
    """The Parameters and functions that `register_parameter_forward_hook` is given."""
    if not isinstance(hook, list):
        if not callable(hook):
            raise TypeError(
                f"Hook must be a callable function or a list of dictionaries, but got {type(hook)}."
            )
        return [(None, hook)]
    found: list[tuple[list | None, Callable]] = []
    for item in hook:
        if not isinstance(item, dict):
            raise TypeError(
                f"Each item in the hook list must be a dictionary, but got {type(item)}."
            )
        if not ("params" in item and "hook" in item):
            raise ValueError(
                "Each dictionary in the hook list must contain both params and hook keys."
            )
        if not callable(item["hook"]):
            raise TypeError(f"The hook value must be callable, but got {type(item['hook'])}.")
        for parameter in item["params"]:
            if not isinstance(parameter, Parameter):
                raise TypeError(
                    f"All items in params must be of type 'Parameter', but got {type(parameter)}."
                )
        found.append((list(item["params"]), item["hook"]))
    return found


@contextlib.contextmanager
def _forward_parameters(cell: Any, table: HookTable) -> Iterator[None]:
    """Let the Parameters hold inside what their hooks make of them.

    Of a Cell inside another the own hooks hold, so they are given what the outer ones were given.
    """
    swapped: list[tuple[Parameter, tuple, tuple, bool]] = []
    try:
        for p in cell.get_parameters():
            hook = p.__dict__.get("_forward_hook", table.every)
            if hook is None:
                continue
            now = p._data, p._node
            p._data, p._node = p.__dict__.get("_unhooked", now)
            original = p._data, p._node
            result = hook(p)
            if not isinstance(result, Tensor):
                raise TypeError(
                    f"The forward hook of the Parameter '{p.name}' must return a Tensor, "
                    f"but got {type(result).__name__}."
                )
            if STATE.frame is not None:
                STATE.frame.note_write(p)
            shown = result._value, result._node
            swapped.append((p, now, shown, "_unhooked" not in p.__dict__))
            p.__dict__["_unhooked"] = original
            p._data, p._node = shown
        yield
    finally:
        for p, before, shown, outermost in swapped:
            if p._data is shown[0]:  # the Cell has not written it
                p._data, p._node = before
            if outermost:
                del p.__dict__["_unhooked"]


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
        with contextlib.ExitStack() as around:
            if table.parameter and STATE.compiled():
                around.enter_context(_forward_parameters(cell, table))
            if table.saved is not None:
                around.enter_context(table.saved)
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
            # where no argument is a Tensor, as where none has a gradient, and nothing to change
            result = hook(self.cell, current or (None,), self.outer)
            if result is not None and current:
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
    if isinstance(output, tuple):  # hooks see its Tensors, not those inside of its other parts
        tensors = [part for part in output if isinstance(part, Tensor)]
    else:
        tensors = tensors_in(output)
    if not tensors:
        return output
    hooked = iter(custom_gradient([t._read() for t in tensors], tensors, backward))
    if not isinstance(output, tuple):
        return map_tensors(lambda t: next(hooked), output)
    parts = [next(hooked) if isinstance(part, Tensor) else part for part in output]
    return getattr(output, "_make", tuple)(parts)


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
