"""Strategies for parts of a program; `Layout` describes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax._core.base.checks import of_type
from msjax._core.base.errors import Speaker, describe, must
from msjax._core.base.network import Network
from msjax._core.op.placing import Strategies, plan
from msjax._core.runtime import context, launch

from ._layout import Layout

__all__ = ["Layout", "shard"]


def _check_strategy(arg: str, strategy: Any) -> None:
    of_type(arg, strategy, tuple)
    for part in strategy:
        if not isinstance(part, (tuple, Layout)):
            raise TypeError(must(arg, "a tuple of tuples or of Layouts", describe(part)))
    if len({type(part) for part in strategy}) > 1:
        raise TypeError(must(arg, "a tuple of tuples or of Layouts, not of both", strategy))


def shard(
    fn: Callable,
    in_strategy: tuple,
    out_strategy: tuple | None = None,
    parameter_plan: dict | None = None,
) -> Callable:
    """Say how several devices share the work of a function; one device does all of it.

    Strategies count in compiled code of the parallel modes "semi_auto_parallel" and
    "auto_parallel", and change no values.

    Args:
        fn (Cell, function): the function.
        in_strategy (tuple): for each input, a tuple with the number of parts of each dimension, or
            a Layout.
        out_strategy (tuple, optional): the same for the outputs.
        parameter_plan (dict, optional): the same for Parameters of a Cell by name, which are kept
            in these parts.

    Returns:
        A function that calls `fn`; `fn` itself where one process with one device does all.

    Raises:
        TypeError: a strategy is no tuple of tuples or of Layouts, or `parameter_plan` no dict.
        RuntimeError: from compiled code, if a strategy does not fit the shape of a Tensor.

    Examples:
        >>> import msjax as ms
        >>> relu = ms.parallel.shard(ms.ops.relu, ((1,),))
        >>> print(relu(ms.Tensor([-1., 2.])))
        [0. 2.]
    """
    with Speaker("Shard"):
        _check_strategy("in_strategy", in_strategy)
        if out_strategy is not None:
            _check_strategy("out_strategy", out_strategy)
        if parameter_plan is not None:
            of_type("parameter_plan", parameter_plan, dict)
    if not launch.several() and len(context.local_devices()) == 1:
        return fn
    strategies = Strategies(getattr(fn, "__name__", type(fn).__name__), in_strategy, out_strategy)

    def shard_fn(*args: Any) -> Any:
        if isinstance(fn, Network) and parameter_plan:
            plan(fn, parameter_plan)
        return strategies.give(fn(*strategies.take(args)))

    return shard_fn
