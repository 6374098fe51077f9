"""Strategies: how devices that run compiled code together divide the work of an operation.

Where a Tensor is cut decides where its parts are computed and never what the values are: XLA's
partitioner brings together what an operation needs.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import jax
from jax.sharding import NamedSharding, PartitionSpec

from msjax._core.base.errors import unsupported_option
from msjax._core.base.network import Network
from msjax._core.op.primitive import Divided, Primitive, divides
from msjax._core.op.publish import Array, call, op
from msjax._core.runtime import context, devices
from msjax._core.tensor.structure import map_tensors
from msjax._core.tensor.tensor import Tensor

_INTERLEAVED = "interleaved_parallel"


@op(label="shard")
def _placed(x: Array, place: NamedSharding):
    return jax.lax.with_sharding_constraint(x, place)


def check_strategy(name: str, strategy: tuple[int, ...], shape: tuple[int, ...]) -> None:
    """Refuse a strategy that does not fit a shape.

    Args:
        name: of the operation, for the message.
        strategy: the number of parts of each dimension.
        shape: lengths of the dimensions.

    Raises:
        RuntimeError: it has another number of dimensions, or does not divide them.
    """
    if len(strategy) != len(shape):
        raise RuntimeError(
            f"{name}: Invalid strategy: the strategy {strategy} has {len(strategy)} dimensions, "
            f"but the shape {shape} has {len(shape)}."
        )
    for parts, length in zip(strategy, shape, strict=True):
        if parts < 1 or length % parts:
            raise RuntimeError(
                f"{name}: Invalid strategy: the shape {shape} can not be divisible by strategy: "
                f"{strategy}."
            )


def place(name: str, strategy: Any, shape: tuple[int, ...], together: devices.Devices) -> Any:
    """Where the parts of one array are; see `places`."""
    return places(name, [strategy], [shape], together)[0]


def places(
    name: str,
    strategies: Sequence[Any],
    shapes: Sequence[tuple[int, ...]],
    together: devices.Devices,
    letters: Sequence[str] = (),
) -> list[NamedSharding]:
    """Where the parts of arrays are.

    Args:
        name: of the operation, for messages.
        strategies: for each array a tuple of int, the number of parts of each dimension, or a
            Layout.
        shapes: of the arrays.
        together: the devices.
        letters: for each array one letter for each of its last dimensions: what has the same
            letter is cut by the same devices. Without letters dimensions are aligned at the right.

    Raises:
        RuntimeError: a strategy does not fit the shape or the devices.
        NotImplementedError: a Layout names the devices in another order.
    """
    if not all(isinstance(s, tuple) for s in strategies):
        pairs = zip(strategies, shapes, strict=True)
        return [
            places(name, [s], [shape], together)[0]
            if isinstance(s, tuple)
            else _of_layout(name, s, shape, together)
            for s, shape in pairs
        ]
    for strategy, shape in zip(strategies, shapes, strict=True):
        check_strategy(name, strategy, shape)
    named = [
        _named(strategy, letters[i] if letters else "") for i, strategy in enumerate(strategies)
    ]
    lengths: dict[Any, int] = {}
    for label, parts in (pair for pairs in named for pair in pairs):
        if parts > 1 and lengths.setdefault(label, parts) != parts:  # each for itself
            return [
                places(name, [s], [x], together)[0] for s, x in zip(strategies, shapes, strict=True)
            ]
    order = sorted(lengths, key=lambda label: (isinstance(label, str), label))
    matrix = [lengths[label] for label in order]
    used = math.prod(matrix)
    if together.in_stage % used:
        raise RuntimeError(
            f"{name}: Invalid strategy: {tuple(strategies)} makes {used} parts, which "
            f"{together.in_stage} devices cannot share."
        )
    mesh, axes = together.arranged((together.count // used, *matrix))
    of_label = dict(zip(order, axes[1:], strict=True))
    return [
        NamedSharding(mesh, PartitionSpec(*(of_label.get(label) for label, _ in pairs)))
        for pairs in named
    ]


def _named(strategy: tuple[int, ...], letters: str) -> list[tuple[Any, int]]:
    """The parts of each dimension with a label: a letter, or the place from the right, negative."""
    count = len(strategy)
    labels = [i - count for i in range(count - len(letters))]
    return list(zip([*labels, *letters[-count:]], strategy, strict=True))


def _matrix_of(described: dict[str, Any]) -> tuple[int, ...]:
    """The device matrix of a Layout, without several cuts on one device."""
    matrix, names = tuple(described["device_matrix"]), tuple(described["alias_name"])
    return (*matrix[:-1], 1) if names and names[-1] == _INTERLEAVED else matrix


def _axes_of(described: dict[str, Any]) -> list[tuple[int, ...]]:
    """The axes that cut each dimension, counted from the last, as a Layout says; -1 for none."""
    return [axes if isinstance(axes, tuple) else (axes,) for axes in described["tensor_map"]]


def parts_of(strategy: Any) -> tuple[int, ...]:
    """Into how many parts a tuple or a Layout cuts each dimension."""
    if isinstance(strategy, tuple):
        return strategy
    described = strategy.to_dict()
    matrix = _matrix_of(described)
    return tuple(math.prod(matrix[-1 - a] for a in part if a >= 0) for part in _axes_of(described))


def _of_layout(
    name: str, layout: Any, shape: tuple[int, ...], together: devices.Devices
) -> NamedSharding:
    described = layout.to_dict()
    matrix = _matrix_of(described)
    if list(described["rank_list"]) != list(range(len(described["rank_list"]))):
        raise unsupported_option("Layout(rank_list=...)", "leave it out: devices are in order")
    if math.prod(matrix) != together.in_stage:
        raise RuntimeError(
            f"{name}: Invalid strategy: the device_matrix {matrix} has {math.prod(matrix)} "
            f"devices, but there are {together.in_stage}."
        )
    check_strategy(name, parts_of(layout), shape)
    mesh, axes = together.arranged((together.stages, *matrix))
    axes = axes[1:]
    cuts = _axes_of(described)
    spec = [tuple(axis for a in part if a >= 0 for axis in axes[-1 - a]) for part in cuts]
    return NamedSharding(mesh, PartitionSpec(*(part or None for part in spec)))


def inputs_of(strategies: Sequence[Any]) -> Any:
    """Where the Tensors of a batch are, as `devices.Sharing` wants it.

    Args:
        strategies: for each Tensor, a tuple of int or a Layout.
    """

    def found(shapes: list[tuple[int, ...]], together: devices.Devices) -> list[NamedSharding]:
        if len(shapes) != len(strategies):
            raise RuntimeError(
                f"dataset_strategy must have one item for each of {len(shapes)} Tensors, but has "
                f"{len(strategies)}: {tuple(strategies)}."
            )
        pairs = zip(strategies, shapes, strict=True)
        return [
            place("dataset_strategy", s, together.whole_shape(shape, parts_of(s)), together)
            for s, shape in pairs
        ]

    return found


def results_of(strategies: Sequence[Any]) -> Any:
    """Where results are that are cut as the batch, as `devices.Sharing` wants it."""

    def found(shape: tuple[int, ...], together: devices.Devices) -> NamedSharding | None:
        chosen = max(strategies, key=lambda s: parts_of(s)[:1], default=())
        parts = parts_of(chosen)
        if not parts or shape[0] % parts[0]:
            return None
        cut = place("dataset_strategy", chosen, parts, together)
        return NamedSharding(cut.mesh, PartitionSpec(*cut.spec[:1]))

    return found


def constrained(
    name: str, values: Sequence[Any], strategies: Any, which: str, letters: Sequence[str] = ()
) -> list:
    """Values of code that devices will run together, the Tensors among them cut as strategies say.

    Raises:
        RuntimeError: a strategy does not fit, or there is not one for each Tensor.
    """
    together = devices.dividing()
    if together is None or strategies is None:
        return list(values)
    found: list[Tensor] = []
    map_tensors(found.append, list(values))
    if len(found) != len(strategies):
        raise RuntimeError(
            f"{name}: Invalid strategy: {which} must have one item for each of {len(found)} "
            f"Tensors, but got {len(strategies)}: {strategies}."
        )
    to = iter(places(name, strategies, [v.shape for v in found], together, letters))
    return map_tensors(lambda value: call(_placed)(value, next(to)), list(values))


class Strategies:
    """How the inputs and outputs of something callable are cut.

    Args:
        name: for messages.
        inputs: a strategy for each Tensor among its arguments, or None.
        outputs: the same for its results.
        letters: for each argument, see `places`.
        parameters: strategies of a Cell's Parameters by name, or None.
    """

    def __init__(
        self,
        name: str,
        inputs: Any,
        outputs: Any,
        letters: Sequence[str] = (),
        parameters: dict[str, Any] | None = None,
    ):
        self.name, self.inputs, self.outputs, self.letters = name, inputs, outputs, letters
        self.parameters = parameters

    def take(self, args: Sequence[Any]) -> tuple:
        """The arguments, cut."""
        return tuple(constrained(self.name, args, self.inputs, "in_strategy", self.letters))

    def give(self, result: Any) -> Any:
        """The results, cut."""
        return constrained(self.name, [result], self.outputs, "out_strategy")[0]

    def before(self, cell: Network, args: tuple) -> tuple:
        """As a hook that a Cell calls with its arguments."""
        if self.parameters:
            plan(cell, self.parameters)
        return self.take(args)

    def after(self, cell: Network, args: tuple, result: Any) -> Any:
        """As a hook that a Cell calls with its result."""
        return self.give(result)


def plan(cell: Network, parameter_plan: dict[str, Any]) -> None:
    """Let the devices for which code is being traced keep Parameters where a plan says.

    Args:
        cell: that has them.
        parameter_plan: strategies by the names of Parameters, with or without "self.".
    """
    together = devices.dividing()
    if together is None:
        return
    named = {p.name: p for p in cell.get_parameters()}
    for key, strategy in parameter_plan.items():
        found = named.get(key.removeprefix("self."))
        if found is None:
            context.remark(
                f"plan {key}", f"parameter_plan: there is no Parameter '{key}'; it is left out."
            )
        else:
            devices.put_at(found, place(key, strategy, found.shape, together))


def letters_of(primitive: Primitive) -> tuple[str, ...]:
    """Which dimensions of the inputs of a Primitive are the same; () for those at the right."""
    if primitive.name not in ("MatMul", "BatchMatMul"):
        return ()
    turned = [primitive.attrs.get(key) for key in ("transpose_a", "transpose_b")]
    return ("ba" if turned[0] else "ab", "cb" if turned[1] else "bc")


@functools.cache
def with_strategies(base: type) -> type:
    """The class of Primitives of a class that have strategies."""
    inner = base.__call__

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        if devices.dividing() is None:
            return inner(self, *args, **kwargs)
        strategies = self._strategies
        return strategies.give(inner(self, *strategies.take(args), **kwargs))

    def reduce(self: Any, protocol: Any) -> tuple:
        return _restored, (base,), self.__dict__

    body = {
        "__call__": run,
        "__reduce_ex__": reduce,
        "__module__": base.__module__,
        "__doc__": base.__doc__,
    }
    return type(base.__name__, (Divided, base), body)


@divides
def divide(primitive: Primitive, in_strategy: Any, out_strategy: Any) -> None:
    """Let strategies of a Primitive count from now on."""
    primitive.__dict__["_strategies"] = Strategies(
        primitive.name, in_strategy, out_strategy, letters_of(primitive)
    )
    if not isinstance(primitive, Divided):
        primitive.__class__ = with_strategies(type(primitive))


def _restored(base: type) -> Any:
    made = with_strategies(base)
    return made.__new__(made)
