"""How kernels that update several Parameters at once become Primitive classes."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._checkparam import check_value_type
from msjax._core import autograd
from msjax._core.op import KERNELS, _add_surface, op
from msjax._core.primitive import _ClassSpelling
from msjax._core.tensor import Tensor


def update(
    name: str,
    written: str,
    result: bool = True,
    same: bool = True,
    check: Callable[..., None] | None = None,
    place: str = "ops.",
    **init: Any,
) -> Callable[[Callable], Callable]:
    """Publish a kernel as a Primitive class that writes into its arguments.

    The kernel gets its scalars as 0-d float32 arrays and returns the new contents of the written
    arguments in their order, then perhaps a value of its own.

    Args:
        name: the class's name.
        written: names of the written arguments, separated by spaces.
        result: whether a call returns all new contents; else only the first, or the kernel's own
            value.
        same: refuse arrays whose shape is not that of the first argument.
        check: called as `check(name, **init arguments)` at construction, to refuse bad ones.
        place: prefix of the published name.
        init: the constructor's arguments, as in `primitive`.
    """
    names = written.split()

    def register(kernel: Callable) -> Callable:
        params = inspect.signature(kernel).parameters
        arrays = [n for n, p in params.items() if p.annotation == "Array"]
        scalars = [n for n, p in params.items() if p.annotation == "Value"]

        @functools.wraps(kernel)
        def whole(*args: Any, **kwargs: Any) -> tuple:
            given = dict(zip(params, args, strict=False)) | kwargs
            if same:
                _check_shapes(name, given, arrays)
            for n in scalars:
                given[n] = _scalar(name, n, given[n])
            outs = kernel(**given)
            kept = [o.astype(given[n].dtype) for n, o in zip(names, outs, strict=False)]
            return (*kept, *outs[len(names) :])

        op(label=name)(whole)
        entry = KERNELS[whole]
        _add_surface(place + name, _UpdateSpelling(entry, name, init, check, names, result))
        return kernel

    return register


def _check_shapes(name: str, given: dict[str, Any], arrays: list[str]) -> None:
    shape = given[arrays[0]].shape
    for n in arrays[1:]:
        if given[n].shape != shape:
            raise ValueError(
                f"For '{name}', the shape of '{n}' must be that of '{arrays[0]}', {shape}, but got "
                f"{given[n].shape}."
            )


def _scalar(name: str, argument: str, value: Any) -> Any:
    value = jnp.asarray(value)
    if value.size != 1:
        raise ValueError(
            f"For '{name}', the '{argument}' must be a number or a Tensor with one element, but "
            f"got shape {value.shape}."
        )
    return value.reshape(()).astype(np.float32)


class _UpdateSpelling(_ClassSpelling):
    """The published name of an update Primitive."""

    __slots__ = ("result", "written")

    def __init__(
        self, entry: Any, name: str, init: dict, check: Any, written: list[str], result: bool
    ):
        checked = None if check is None else functools.partial(check, name)
        super().__init__(entry, (name,), init, checked)
        self.written, self.result = written, result

    def make(self) -> type:
        """The Primitive class."""
        if self.made is None:
            made = super().make()
            made.__call__ = _writing(made.__call__, self.written, self.result)
        return self.made


def _writing(pure: Callable, written: list[str], result: bool) -> Callable:
    """A method that stores the results of `pure` in its arguments."""
    signature = inspect.signature(pure)
    places = list(signature.parameters)
    positions = [places.index(n) for n in written]
    count = len(places)

    @functools.wraps(pure)
    def __call__(*args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != count:
            args = signature.bind(*args, **kwargs).args
        args = [Tensor(a) if _numbers(a) else a for a in args]
        outs = pure(*args)
        for position, out in zip(positions, outs, strict=False):
            args[position]._assign(out._data, autograd.live(out._node))
        if len(outs) > len(positions):
            return outs[-1]
        return outs if result and len(outs) > 1 else outs[0]

    return __call__


def _numbers(value: Any) -> bool:
    """Whether an argument is a list or tuple of numbers, which stands for a Tensor."""
    return isinstance(value, (list, tuple)) and not any(isinstance(v, Tensor) for v in value)


def booleans(name: str, **given: Any) -> None:
    """Refuse constructor arguments that are no bools."""
    for argument, value in given.items():
        check_value_type(argument, value, [bool], name)


def booleans_named(*which: str) -> Callable[..., None]:
    """A check of some constructor arguments for being bools."""

    def check(name: str, **given: Any) -> None:
        booleans(name, **{n: given[n] for n in which})

    return check
