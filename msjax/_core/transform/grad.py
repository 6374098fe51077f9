"""Gradient functions: what they are asked for, and the compiled calls that stand for them."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Sequence
from typing import Any

from msjax._core.base.recording import is_recording
from msjax._core.base.state import STATE
from msjax._core.compile.jit import Compiled, Store
from msjax._core.compile.lift import reachable
from msjax._core.runtime import context
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.tensor import Tensor
from msjax._core.transform.derivative import Derivative
from msjax._core.transform.renewed import StandIn, owner_of, renewable


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
    weights: Tensor | Sequence[Tensor] | None = None,
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

    def make() -> Callable:
        def gradient(*args: Any, **kwargs: Any) -> Any:
            out, grads = pair(*args, **kwargs)
            if has_aux:
                return grads, tuple(out[1:])
            return grads

        gradient.__wrapped__ = fn
        return gradient

    return _remembered(pair, ("gradient", has_aux), make)


def value_and_grad(
    fn: Callable,
    grad_position: int | tuple[int, ...] | None = 0,
    weights: Tensor | Sequence[Tensor] | None = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> Callable:
    """A function that computes `fn` and its gradient.

    Args:
        fn, grad_position, weights, has_aux, return_ids, sens_param: as in `grad`.

    Returns:
        A function that returns the pair (output of `fn`, gradients).

    Raises:
        TypeError, ValueError: as in `grad`.

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


def get_grad(gradients: tuple, identifier: int | Parameter) -> Tensor:
    """Pick a gradient from the result of `grad(..., return_ids=True)`.

    Args:
        gradients: that result.
        identifier: argument position, or Parameter.

    Returns:
        Tensor.

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

    def __call__(self, fn: Callable, weights: Tensor | Sequence[Tensor] | None = None) -> Callable:
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
