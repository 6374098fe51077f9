"""Gradient functions: the node engine when eager, `jax.vjp` of the lifted function when traced."""

from __future__ import annotations

import copy
import functools
import types
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base import nodes
from msjax._core.base.dtype import is_inexact
from msjax._core.base.interop import pullback, trace_of
from msjax._core.base.recording import is_recording, recording
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.compile.jit import Compiled, Store
from msjax._core.compile.lift import Run, reachable
from msjax._core.gradient import autograd
from msjax._core.gradient.cotangents import as_tensor, cotangents, roots
from msjax._core.gradient.derivatives import conjugate
from msjax._core.gradient.hooks import (
    bind_tensor_hooks,
    copy_hooks,
    handles_of,
    hooked,
    share_hooks,
    watch_traced,
)
from msjax._core.gradient.integers import REFUSALS, as_floats, as_kind, through_floats
from msjax._core.gradient.last_call import repeating
from msjax._core.runtime import context
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.structure import (
    Composite,
    count_leaves,
    put_together,
    tensors_in,
    with_sequences,
)
from msjax._core.tensor.tensor import Tensor, box
from msjax._core.transform.renewed import StandIn, owner_of, renewable


class Derivative:
    """What to differentiate: a function with respect to argument positions and weights."""

    __slots__ = ("fn", "has_aux", "positions", "used_only", "weights")

    def __init__(
        self,
        fn: Callable,
        positions: Sequence[int],
        weights: Sequence[Tensor],
        has_aux: bool,
        used_only: bool = False,
    ):
        self.fn, self.positions, self.weights, self.has_aux = fn, positions, weights, has_aux
        self.used_only = used_only  # leave out the weights that nothing depends on

    def __call__(self, args: tuple, kwargs: dict, sens: Any = None) -> tuple[Any, list, list]:
        """Returns (output, gradients by position, gradients by weight).

        Keyword arguments have the positions after the positional ones.
        """
        count = len(args) + len(kwargs)
        for p in self.positions:
            if p >= count:
                error = RuntimeError if STATE.frame is None else IndexError
                raise error(f"Position index {p} is exceed input size.")
        if STATE.frame is None and STATE.unrecorded:
            raise RuntimeError("In no_grad context, you can not calculate gradient")
        run = self._eager if STATE.frame is None else self._traced
        if kwargs:
            return run(args, kwargs, sens)
        with repeating(self.fn, args):
            return run(args, kwargs, sens)

    def _loss(self, out: Any) -> Any:
        if not self.has_aux:
            return out
        if not isinstance(out, (tuple, list)) or len(out) < 2:
            raise ValueError("When has_aux is True, origin fn requires more than one outputs.")
        return out[0]

    def _eager(self, args: tuple, kwargs: dict, sens: Any) -> tuple[Any, list, list]:
        nested = is_recording()
        with recording():
            args, kwargs, copies = _aliased(args, kwargs, self.positions)
            boxes = [b for b, _ in copies]
            with watched(self.weights, boxes):
                targets = [b._node for b in (*boxes, *self.weights)]
                out = with_sequences(self.fn(*args, **kwargs))
                starts = roots(self._loss(out), sens)
            for b, original in copies:
                if b is not original:
                    share_hooks(b, original)
                    if b._data is not original._data:
                        original._assign(b._data, b._node)
            higher = nested or STATE.tape.mixed
            tape = None if higher else STATE.tape
            found = autograd.backward(starts, targets, create_graph=higher, tape=tape)
        n = len(boxes)
        grads = [
            arrived(None if frozen(t) else g, t)
            for g, t in zip(found, [*boxes, *self.weights], strict=True)
        ]
        by_position, by_weight = self._by_position(args, kwargs, grads[:n]), grads[n:]
        if self.used_only:
            by_weight = [g for g, f in zip(by_weight, found[n:], strict=True) if f is not None]
        return out, by_position, by_weight

    def _by_position(self, args: tuple, kwargs: dict, grads: list[Tensor]) -> list[Any]:
        """Gradients in the shape of each argument; numbers have none.

        Those by sparse matrices are sparse in compiled code and Tensors of values elsewhere.
        """
        source, values = iter(grads), (*args, *kwargs.values())
        sparse = STATE.compiled()
        return [_like(values[p], source, sparse) for p in self.positions]

    def _traced(self, args: tuple, kwargs: dict, sens: Any) -> tuple[Any, list, list]:
        out, pull = self.run_traced(args, kwargs)
        return out, *pull(sens)

    def run_traced(self, args: tuple, kwargs: dict) -> tuple[Any, Callable]:
        """In traced code the output, and the function from sensitivities to gradients.

        The function runs once, however often gradients are pulled back through it.
        """
        if self.used_only:
            raise ValueError(
                "For 'GradOperation', 'weights' must be given when 'fn' is not a Cell and the "
                "gradient is compiled."
            )
        args, kwargs, copies = _aliased(args, kwargs, self.positions)
        originals = [o for _, o in copies] + list(self.weights)
        arrays = []
        for o in originals:
            STATE.frame.note_read(o)
            arrays.append(o._value)
        fresh = [i for i, (b, o) in enumerate(copies) if b is not o]
        first: dict[int, int] = {}  # a Parameter given twice is one point
        point = [i if i in fresh else first.setdefault(id(o), i) for i, o in enumerate(originals)]
        inexact = [i for i, a in enumerate(arrays) if point[i] == i and is_inexact(a.dtype)]
        whole = [i for i, a in enumerate(arrays) if point[i] == i and i not in inexact and a.size]
        points = [i for i, o in enumerate(originals) if point[i] == i and not frozen(o)]
        handles: dict[int, list] = {}
        run, changed = Run(), []

        def pure(
            diff: list, places: list[int] = inexact, run: Run = run, more: Sequence[tuple] = ()
        ) -> tuple:
            held = list(arrays)
            for i, d in zip(places, diff, strict=True):
                held[i] = d
            changed.clear()
            at = [i for i in range(len(originals)) if i in first.values()]
            swaps = [(originals[i], held[i]) for i in at]
            swapped = zip(at, swaps, strict=True)

            def body() -> Any:
                run.frame.reverse = trace_of(diff[0]) if diff else None
                run.frame.stands_for.update((id(o), (a, arrays[i])) for i, (o, a) in swapped)
                for i in fresh:
                    copies[i][0]._data, copies[i][0]._frame = held[i], run.frame
                boxes = [*(b for b, _ in copies), *self.weights]
                handles.update((i, watch_traced(originals[i], boxes[i], arrays[i])) for i in points)
                return self.fn(*args, **kwargs)

            def split(out: Any) -> Any:
                changed.extend(i for i in fresh if copies[i][0]._value is not held[i])
                return self._loss(out), out, [copies[i][0] for i in changed]

            leaves, effects = run(body, [*swaps, *more], split)
            n = count_leaves(run.structure[0])
            return leaves[:n], (leaves[n:], effects)

        asked = STATE.frame.conditions()
        with x64():
            losses, pull, (rest, effects) = pullback(
                pure, [arrays[i] for i in inexact], has_aux=True
            )
        if whole and STATE.frame.conditions() != asked:
            raise STATE.frame.break_off("a gradient by integers needs the value of a Tensor")
        kept, before = dict(handles), [(b, b._value) for b in run.written]
        run.replay(effects)
        out, written = put_together(run.structure[1:], iter(rest))
        for i, b in zip(changed, written, strict=True):
            copies[i][1]._assign(b._data)
        others = {id(t): t for t in tensors_in((args, kwargs))}
        for t in (*(b for b, _ in copies), *originals):
            others.pop(id(t), None)

        def pull_back(sens: Any) -> tuple[list, list]:
            with x64():
                (pulled,) = _pulled(pull, cotangents(losses, sens))
                pulled = [conjugate(g) for g in pulled]
                by_integers = _by_integers(pure, arrays, whole, list(others.values()), sens, before)
            found = dict(zip([*inexact, *whole], [*pulled, *by_integers], strict=True))
            made = {i: hooked(_gradient_box(found.get(i), arrays[i]), kept[i]) for i in points}
            grads = [
                _gradient_box(made[p]._value if p in made else None, a)
                for p, a in zip(point, arrays, strict=True)
            ]
            by_position = self._by_position(args, kwargs, grads[: len(copies)])
            return by_position, grads[len(copies) :]

        return out, pull_back


def _pulled(pull: Callable, starts: list) -> Any:
    """What a vjp function gives in traced code, where hooks may ask for too much."""
    try:
        return pull(starts)
    except ValueError as error:
        if STATE.frame is None or "lax.while_loop" not in str(error):
            raise
        raise STATE.frame.break_off("a second derivative of a loop on values") from error
    except jax.errors.UnexpectedTracerError as error:
        text = "a hook or bprop uses Tensors that it is not given"
        if STATE.frame is None:
            raise RuntimeError(
                "A function that pulls gradients back was made in compiled code that has ended. "
                "Call it there, or make it by an eager vjp."
            ) from error
        raise STATE.frame.break_off(text) from error


def _gradient_box(gradient: Any, like: Any) -> Tensor:
    return box(jnp.zeros(like.shape, like.dtype) if gradient is None else gradient)


def _by_integers(
    pure: Callable,
    arrays: list,
    whole: list[int],
    others: list[Tensor],
    sens: Any,
    before: list[tuple],
) -> list:
    """Gradients of a lifted function by integers.

    `others` are its remaining arguments, `before` what it writes and what that held.
    """
    frame, n = STATE.frame, len(arrays)
    broken = frame.breaks()

    def attempt(chosen: set[int]) -> dict[int, Any]:
        places = sorted(chosen.intersection(whole))
        more = [(t, as_floats(t._value)) for i, t in enumerate(others, n) if i in chosen]
        more = [*before, *more]
        floats = functools.partial(pure, places=places, run=Run(), more=more)
        try:
            losses, pull, _ = pullback(floats, [as_floats(arrays[i]) for i in places], has_aux=True)
            (pulled,) = pull(cotangents(losses, sens, exact=False))
        except REFUSALS:
            frame.mend(broken)
            raise
        return dict(zip(places, pulled, strict=True))

    dtypes = [*(a.dtype for a in arrays), *(t._value.dtype for t in others)]
    asked = frame.conditions()
    found = through_floats(attempt, set(whole), dtypes) or {}
    if frame.conditions() != asked:
        raise frame.break_off("a gradient by integers needs the value of a Tensor")
    return [
        as_kind(found[i], arrays[i].dtype)
        if i in found
        else jnp.zeros(arrays[i].shape, arrays[i].dtype)
        for i in whole
    ]


def arrived(gradient: Any, like: Tensor) -> Tensor:
    """A gradient as a Tensor. Where nothing depends it is zeros, which hooks have not seen yet."""
    found = as_tensor(gradient, like)
    if gradient is None and "_hook_handles" in like.__dict__ and not frozen(like):
        return hooked(found, handles_of(like))
    return found


def frozen(tensor: Tensor) -> bool:
    return isinstance(tensor, Parameter) and not tensor.requires_grad


class watched:
    """Context manager inside which weights, and Parameters among arguments, are differentiated."""

    __slots__ = ("_held",)

    def __init__(self, weights: Sequence[Tensor], arguments: Sequence[Tensor]):
        tensors = [*weights, *(a for a in arguments if isinstance(a, Parameter))]
        self._held: list[tuple] = [(t, t._node) for t in {id(t): t for t in tensors}.values()]

    def __enter__(self) -> None:
        for i, (tensor, node) in enumerate(self._held):
            tensor._node = nodes.watch(tensor)
            bind_tensor_hooks(tensor)
            self._held[i] = tensor, node, tensor._node

    def __exit__(self, *exc: Any) -> None:
        for tensor, node, mark in self._held:
            if tensor._node is mark:
                tensor._node = node


def _aliased(
    args: tuple, kwargs: dict, positions: Sequence[int]
) -> tuple[tuple, dict, list[tuple[Tensor, Tensor]]]:
    """Arguments with fresh boxes at the positions, and (fresh, original) pairs in order.

    A Parameter stays the same object: code may know it by other ways too.
    """
    fresh = [*args, *kwargs.values()]
    pairs: list[tuple[Tensor, Tensor]] = []

    def renew(tensor: Tensor) -> Tensor:
        twin = tensor if isinstance(tensor, Parameter) else box(tensor._value)
        if twin is not tensor:
            twin._node = tensor._node
            twin._node = nodes.watch(twin) if STATE.tape is not None else None
            (copy_hooks if STATE.tape is None else share_hooks)(tensor, twin)
            if twin._node is not None:
                bind_tensor_hooks(twin)
        pairs.append((twin, tensor))
        return twin

    for p in positions:
        fresh[p] = _renewed(fresh[p], renew)
    n = len(args)
    return tuple(fresh[:n]), dict(zip(kwargs, fresh[n:], strict=True)), pairs


def _renewed(value: Any, renew: Callable[[Tensor], Tensor]) -> Any:
    if isinstance(value, Tensor):
        return renew(value)
    if isinstance(value, (tuple, list)):
        parts = [_renewed(v, renew) for v in value]
        return value._make(parts) if hasattr(value, "_make") else type(value)(parts)
    if isinstance(value, dict):
        twin = copy.copy(value)
        twin.update((k, _renewed(v, renew)) for k, v in value.items())
        return twin
    if isinstance(value, Composite):  # of a sparse matrix its values
        return _with_values(value, renew(value.values))
    return value


def _like(value: Any, grads: Any, sparse: bool) -> Any:
    if isinstance(value, Tensor):
        return next(grads)
    if isinstance(value, (tuple, list)):
        kind = list if isinstance(value, list) else tuple
        return kind(_like(v, grads, sparse) for v in value)
    if isinstance(value, dict):
        return {k: _like(v, grads, sparse) for k, v in value.items()}
    if not isinstance(value, Composite):
        return None
    gradient = next(grads)
    return _with_values(value, gradient) if sparse else gradient


def _with_values(matrix: Any, values: Tensor) -> Any:
    """A sparse matrix with other values in its places."""
    return matrix._of(*(values if p is matrix.values else p for p in matrix._parts()))


# -- the public functions ------------------------------------------------------------------------


def _check_bool(owner: str, **flags: Any) -> None:
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError(
                f"For '{owner}', the '{name}' should be bool, but got {type(value).__name__}"
            )


def _positions(grad_position: Any) -> tuple[int, ...]:
    if grad_position is None:
        return ()
    if isinstance(grad_position, bool) or not isinstance(grad_position, (int, tuple)):
        raise TypeError("For 'F.grad', the 'grad_position' must be int or tuple.")
    positions = grad_position if isinstance(grad_position, tuple) else (grad_position,)
    if not positions:
        raise RuntimeError("grad_position should not be empty when grad by position!")
    for p in positions:
        if isinstance(p, bool) or not isinstance(p, int):
            raise TypeError("For 'F.grad', the element in 'grad_position' must be int.")
        if p < 0:
            raise ValueError("grad_position must be >= 0.")
    if len(set(positions)) != len(positions):
        raise ValueError("There are duplicate positions in `grad_position`, please check it")
    return positions


def _weights(weights: Any) -> list[Tensor]:
    if weights is None:
        return []
    if isinstance(weights, Tensor):
        return [weights]
    if isinstance(weights, (list, tuple)):
        if not all(isinstance(w, Tensor) for w in weights):
            raise TypeError("The elements of 'weights' must be Parameters.")
        return list(weights)
    raise TypeError(
        "The weights you provided is expected to be a tensor, or a list or tuple. "
        f"but got {weights}"
    )


def _shape_result(
    by_position: list, by_weight: list, positions: Any, weights: Any, return_ids: bool
) -> Any:
    """Gradients in the form that `grad` documents."""
    if return_ids:
        names = _weights(weights)
        by_weight = [(w.name, g) for w, g in zip(names, by_weight, strict=True)]
    first = None
    if positions is not None:
        wanted = positions if isinstance(positions, tuple) else (positions,)
        pairs = [(p, g) for p, g in zip(wanted, by_position, strict=True) if g is not None]
        grads = tuple(pairs) if return_ids else tuple(g for _, g in pairs)
        first = grads[0] if len(grads) == 1 else grads
    if weights is None:
        return first
    second = by_weight[0] if isinstance(weights, Tensor) else tuple(by_weight)
    return second if positions is None else (first, second)


def _whole(fn: Callable, derived: Callable[[Callable], Callable], settings: tuple) -> Callable:
    """In GRAPH_MODE an outermost gradient call is compiled as a whole.

    In a compiled function that runs eagerly it may repeat the call of a network before it.
    `derived` makes the gradient function of `fn`, or of a function that stands in for it.
    """
    function = derived(fn)
    own = Compiled(function)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if context.state.mode == context.GRAPH_MODE and STATE.frame is None and not is_recording():
            if not (STATE.fallback and STATE.calls):
                other = _stand_in(fn, derived, settings)
                if other is None:
                    return own(*args, **kwargs)
                return other.call(fn, own, args, kwargs)
        return function(*args, **kwargs)

    return call


def _stand_in(fn: Callable, derived: Callable, settings: tuple) -> StandIn | None:
    """What was compiled for functions of the same code, kept with a Cell that the code names."""
    if not renewable(fn):
        return None
    owner = owner_of(fn)
    if owner is None:
        return None
    store = owner.__dict__.setdefault("_gradient_functions", Store())
    found = _kept(
        store, (id(fn.__code__), "code", settings), fn.__code__, lambda: _made(fn, derived)
    )
    return found if found.stands_for(fn) else None


def _made(fn: Callable, derived: Callable) -> StandIn:
    return StandIn(fn, lambda function: Compiled(derived(function)))


def _kept(store: dict, key: tuple, mark: Any, make: Callable[[], Any]) -> Any:
    """What a store keeps for a key, as long as that stands for the object `mark`."""
    found = store.get(key)
    if found is None or found[0] is not mark:
        while len(store) >= _KEPT:
            del store[next(iter(store))]
        found = store[key] = (mark, make())
    return found[1]


def _checked(fn: Any, has_aux: Any, return_ids: Any, sens_param: Any) -> None:
    if not callable(fn):
        raise TypeError(f"The fn should be callable, but got {type(fn).__name__}")
    _check_bool("_Grad", has_aux=has_aux, return_ids=return_ids, sens_param=sens_param)


def _split_sens(fn: Callable, sens_param: bool, args: tuple, kwargs: dict) -> tuple:
    if not sens_param:
        return args, kwargs, None
    if "sens" in kwargs:
        kwargs = dict(kwargs)
        return args, kwargs, kwargs.pop("sens")
    if not args:
        raise TypeError(
            "With sens_param=True, the sensitivity must be the last argument or 'sens='."
        )
    return args[:-1], kwargs, args[-1]


def grad(
    fn: Callable,
    grad_position: int | tuple[int, ...] | None = 0,
    weights: Any = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> Callable:
    """A function that computes the gradient of `fn`.

    Args:
        fn: function or Cell; several outputs are added up.
        grad_position: which positional arguments, None for none.
        weights: Parameter, or list, tuple or ParameterTuple of them.
        has_aux: only the first output of `fn` is differentiated, the others are returned as they
            are.
        return_ids: pair every gradient with its position or its Parameter's name.
        sens_param: the last argument of the returned function is the gradient of the output.

    Returns:
        A function with the arguments of `fn`. A single gradient comes bare, several as a tuple,
        those of positions and of weights as a pair; with `has_aux`, the pair of these and a tuple
        of the other outputs.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: neither positions nor weights are given, or a position is negative or repeated.

    Examples:
        >>> import msjax as ms
        >>> print(ms.grad(lambda x: x ** 3)(ms.Tensor([1., 2.])))
        [ 3. 12.]
    """
    pair = value_and_grad(fn, grad_position, weights, has_aux, return_ids, sens_param)

    def gradient(*args: Any, **kwargs: Any) -> Any:
        out, grads = pair(*args, **kwargs)
        if has_aux:
            return grads, tuple(out[1:])
        return grads

    gradient.__wrapped__ = fn
    return gradient


def value_and_grad(
    fn: Callable,
    grad_position: int | tuple[int, ...] | None = 0,
    weights: Any = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> Callable:
    """A function that computes `fn` and its gradient; arguments and results are as for `grad`.

    Returns:
        A function that returns the pair (output of `fn`, gradients).

    Examples:
        >>> import msjax as ms
        >>> value, gradient = ms.value_and_grad(lambda x: (x * x).sum())(ms.Tensor([1., 2.]))
        >>> print(value, gradient)
        5.0 [2. 4.]
    """
    _checked(fn, has_aux, return_ids, sens_param)
    if grad_position is None and weights is None:
        raise ValueError("`grad_position` and `weight` can not be None at the same time.")
    positions, chosen = _positions(grad_position), _weights(weights)

    def derived(function: Callable) -> Callable:
        derivative = Derivative(function, positions, chosen, has_aux)

        def both(*args: Any, **kwargs: Any) -> Any:
            args, kwargs, sens = _split_sens(function, sens_param, args, kwargs)
            out, by_position, by_weight = derivative(args, kwargs, sens)
            return out, _shape_result(by_position, by_weight, grad_position, weights, return_ids)

        both.__wrapped__ = function
        return both

    settings = (
        *(positions, _form(grad_position), _form(weights), has_aux, return_ids, sens_param),
        tuple(map(id, chosen)),
    )
    return _remembered(fn, settings, lambda: _whole(fn, derived, settings))


def _form(value: Any) -> Any:
    """What decides the structure of the results: none, one, or several."""
    return None if value is None else isinstance(value, (tuple, list))


def _remembered(fn: Callable, settings: tuple, make: Callable[[], Callable]) -> Callable:
    """The gradient function that was made before for the same function, settings and weights.

    Training loops ask for it at every step, and what was compiled for it is to be found again. It
    is kept with the function, or with the object whose method that is.
    """
    owner = fn.__self__ if isinstance(fn, types.MethodType) else fn
    held = None if isinstance(owner, type) else getattr(owner, "__dict__", None)
    if not isinstance(held, dict):
        return make()
    store = held.get("_gradient_functions")
    if store is None:
        store = held["_gradient_functions"] = Store()
    function = fn.__func__ if owner is not fn else fn  # wrappers may share a function's store
    return _kept(store, (id(function), settings), function, make)


def get_grad(gradients: Any, identifier: int | Parameter) -> Tensor:
    """Pick a gradient from the result of `grad(..., return_ids=True)`.

    Args:
        gradients: that result.
        identifier: argument position, or Parameter.

    Raises:
        TypeError: `identifier` is neither an int nor a Parameter.
        RuntimeError: there is none.

    Examples:
        >>> import msjax as ms
        >>> g = ms.grad(lambda x, y: x * y, (0, 1), return_ids=True)(ms.Tensor(2.), ms.Tensor(3.))
        >>> print(ms.get_grad(g, 1))
        2.0
    """
    if not isinstance(identifier, (int, Parameter)):
        raise TypeError(
            "For 'get_grad', the 'identifier' must be an int or a Parameter, but got "
            f"{type(identifier).__name__}."
        )
    wanted = identifier.name if isinstance(identifier, Parameter) else identifier

    def search(part: Any) -> Tensor | None:
        if not isinstance(part, tuple):
            return None
        if len(part) == 2 and type(part[0]) in (int, str) and not isinstance(part[1], tuple):
            return part[1] if part[0] == wanted else None
        return next((found for p in part if (found := search(p)) is not None), None)

    found = search(gradients)
    if found is None:
        raise RuntimeError(f"Can not find the gradient for position or Parameter {identifier}")
    return found


_KEPT = 16


class GradOperation:
    """Makes gradient functions: `GradOperation(...)(fn)(*inputs)`.

    Args:
        get_all: gradients of all Tensor inputs, as a tuple; else of the first input.
        get_by_list: gradients of Parameters, as a tuple. With `get_all`, the pair of both.
        sens_param: the gradient function takes the gradient of the output as its last argument or
            as keyword `sens`; else it is one.

    Raises:
        TypeError: a flag is not a bool.

    Examples:
        >>> import msjax as ms
        >>> f = lambda x, y: x * y
        >>> print(ms.ops.GradOperation(get_all=True)(f)(ms.Tensor(2.), ms.Tensor(3.)))
        (Tensor(shape=[], dtype=Float32, value= 3), Tensor(shape=[], dtype=Float32, value= 2))
    """

    def __init__(self, get_all: bool = False, get_by_list: bool = False, sens_param: bool = False):
        _check_bool(
            "GradOperation", get_all=get_all, get_by_list=get_by_list, sens_param=sens_param
        )
        self.get_all, self.get_by_list, self.sens_param = get_all, get_by_list, sens_param

    def __call__(self, fn: Callable, weights: Any = None) -> Callable:
        if not callable(fn):
            raise TypeError(f"The fn should be callable, but got {type(fn).__name__}")
        chosen = _weights(weights) if self.get_by_list else []
        given = weights if weights is None or isinstance(weights, Tensor) else chosen
        settings = (
            *(self.get_all, self.get_by_list, self.sens_param, _form(weights)),
            tuple(map(id, chosen)),
        )
        derived = functools.partial(self._derived, given)
        return _remembered(fn, settings, lambda: _whole(fn, derived, settings))

    def _derived(self, weights: Any, fn: Callable) -> Callable:
        def gradient(*args: Any, **kwargs: Any) -> Any:
            args, kwargs, sens = _split_sens(fn, self.sens_param, args, kwargs)
            if self.get_all:
                positions = range(len(args) + len(kwargs))
            else:
                positions = () if self.get_by_list or not (args or kwargs) else (0,)
            chosen: list[Tensor] = []
            search = self.get_by_list and weights is None and not hasattr(fn, "trainable_params")
            if self.get_by_list:
                chosen = _trainable(fn) if weights is None else _weights(weights)
            derivative = Derivative(fn, positions, chosen, False, search)
            _, by_position, by_weight = derivative(args, kwargs, sens)
            inputs = tuple(g for g in by_position if g is not None)
            if not self.get_by_list:
                return inputs if self.get_all else inputs[0] if inputs else ()
            found = by_weight[0] if isinstance(weights, Tensor) else tuple(by_weight)
            return (inputs, found) if self.get_all else found

        gradient.__wrapped__ = fn
        return gradient


def _trainable(fn: Any) -> list[Tensor]:
    """The trainable Parameters of a Cell, or those that a function refers to."""
    params = getattr(fn, "trainable_params", None)
    if params is not None:
        return list(ParameterTuple(params()))
    return [p for p in reachable(fn) if isinstance(p, Parameter) and p.requires_grad]
