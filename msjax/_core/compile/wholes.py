"""Compiled code of processes with strategies: one program over the devices of all of them.

Where its code is traced every Tensor is whole, and XLA's partitioner divides the work. A Parameter
is kept where the first strategy wants it that it meets, and what a clone of it holds is kept there,
too: that is what MindSpore does. Before and after the program each process has its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax
from jax.sharding import NamedSharding

from msjax._core.base.errors import TraceBreak, unsupported
from msjax._core.base.interop import inner_jaxprs, side_effects
from msjax._core.compile.lift import Lifted
from msjax._core.compile.ranks import intent_of
from msjax._core.runtime import agreement, context, slices
from msjax._core.runtime.slices import Ranks, Slice, slice_at, slice_of
from msjax._core.runtime.spread import own_part
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.random import is_state
from msjax._core.tensor.tensor import Tensor

TOLD: list[Callable[[list[Parameter]], None]] = []  # called with what each new program keeps
_PASSES = frozenset({"convert_element_type", "copy", "copy_p", "optimization_barrier"})


class Plan:
    """How processes run compiled code together, once they have agreed on it.

    Args:
        name: of the function, for messages.
        lifted: what was traced; of the boxes that it reads and writes this process keeps its parts.
        together: the processes.
        given: how they hold the arguments.

    Raises:
        RuntimeError: the processes traced different programs.
        NotImplementedError: there are collectives in it.
        TraceBreak: it prints.
    """

    def __init__(self, name: str, lifted: Lifted, together: Ranks, given: list[Slice]):
        self.name, self.together, self.given = name, together, given
        closed, run = lifted.closed, lifted.run
        if run.frame.together:
            raise unsupported(
                f"A collective in '{name}', which processes with strategies run together,",
                "leave it out: results are those of one process, or use 'data_parallel'",
            )
        if side_effects(closed):
            raise TraceBreak("something is printed, or a function of the host called")
        self.intent = intent_of(name, closed) + _constants(closed)
        boxes = list({id(b): b for b in (*lifted.inputs, *run.written)}.values())
        self._agree(boxes)
        met = _places_in(closed.jaxpr, dict(zip(lifted.read, lifted.inputs, strict=True)))
        slices.settle(_slices_of(boxes, met, together))
        parameters = [b for b in boxes if isinstance(b, Parameter)]
        for b in parameters:
            b.sliced = self.of(b).cut
        self.results = self._results(lifted)
        for tell in TOLD:
            tell(parameters)

    def _agree(self, boxes: Sequence[Tensor]) -> None:
        fresh = [b for b in boxes if slice_of(b) is None and not is_state(b)]
        same = self.together.compare(self.intent, fresh)
        if same is None:
            raise RuntimeError(
                f"Rank {jax.process_index()} has compiled '{self.name}', but other processes have "
                "other code, shapes or constants there; processes with strategies run one "
                "program, so what they compile must not depend on the rank."
            )
        odd = [b for b, equal in zip(fresh, same, strict=True) if not equal]
        if odd:
            context.remark(
                "values of ranks",
                f"Processes have different values in {len(odd)} Tensors that '{self.name}' reads, "
                f"such as '{getattr(odd[0], 'name', type(odd[0]).__name__)}': all take those of "
                "rank 0. Give them the same seed with 'set_seed'.",
            )
        for b in odd:
            b._data = self.together.of_first(b._value)

    def _results(self, lifted: Lifted) -> list[Slice]:
        """How processes hold the results: arguments and boxes that are written stay as they are."""
        shapes = [v.aval.shape for v in lifted.closed.jaxpr.outvars]
        run, count = lifted.run, len(lifted.arg_writes)
        written = [self.of(b) for b in run.written]
        stored = sum(n for *_, n in run.attributes)
        end = len(shapes) - len(written) - stored
        last = end - lifted.guarded
        return [
            *(self.together.result(shape) for shape in shapes[: last - count]),
            *(self.given[i] for i in lifted.arg_writes),
            *(self.together.whole(shape) for shape in shapes[last : end + stored]),
            *written,
        ]

    def of(self, b: Tensor) -> Slice:
        """How processes hold the values of a box."""
        part = slice_of(b)
        return self.together.whole(b._value.shape) if part is None else part

    def fits(self, arrays: Sequence[Any], boxes: Sequence[Tensor | None]) -> bool:
        """Whether processes hold arguments as they held those of the trace."""
        return self.together.arguments(boxes, arrays) == self.given

    def program(
        self, call: Callable, donated: Sequence[Tensor], kept: Sequence[Tensor]
    ) -> Callable:
        """`call(donated, kept, args)` over all processes, on what this one has of the arrays.

        Args:
            call: takes three lists of arrays; its first list may be overwritten.
            donated: the boxes whose arrays are in the first list.
            kept: those of the second.
        """
        together, count = self.together, self.together.count
        given = self.given
        streams = [i for i, b in enumerate(kept) if is_state(b)]
        overwritten = [self.of(b) for b in donated]
        read = [together.stacked(b._value.shape[0]) if is_state(b) else self.of(b) for b in kept]

        def whole(donated: list, kept: list, args: list) -> Any:
            kept = list(kept)
            for i in streams:  # random numbers are those of rank 0
                kept[i] = kept[i][: kept[i].shape[0] // count]
            return call(donated, kept, args)

        whole.__name__ = whole.__qualname__ = self.name
        places = tuple(part.place for part in self.results)
        fn = jax.jit(whole, donate_argnums=(0,), keep_unused=True, out_shardings=places)

        def run(donated: list, kept: list, args: list) -> list:
            with agreement.note(together.world, self.intent):
                outs = fn(
                    together.wholes(donated, overwritten),
                    together.wholes(kept, read),
                    together.wholes(args, given),
                )
            return [own_part(x) for x in outs]

        return run

    def marked(self, outs: Sequence[Any], make: Callable) -> Callable:
        """`make`, which boxes results, and notes how processes hold them."""
        parts = {id(x): part for x, part in zip(outs, self.results, strict=False)}

        def made(array: Any) -> Tensor:
            tensor = make(array)
            part = parts.get(id(array))
            if part is not None:
                slices.note(tensor, part)
            return tensor

        return made


def _constants(closed: Any) -> str:
    total = 0
    for value in closed.consts:
        total = slices.checksum(value, total)
    return f" {total}" if closed.consts else ""


def _slices_of(
    boxes: Sequence[Tensor], met: dict[int, NamedSharding], together: Ranks
) -> Iterator[tuple[Tensor, Slice]]:
    """How processes are to hold boxes that no program has met."""
    origins = {id(clone): b for b in boxes if b._is_parameter for clone in b.param_info.cloned_obj}
    found: dict[int, Slice] = {}
    later = []
    for b in boxes:
        if id(b) in origins:
            later.append(b)
        elif slice_of(b) is None:
            yield b, found.setdefault(id(b), _slice_of(b, met, together))
    for b in later:
        if slice_of(b) is not None:
            continue
        origin = origins[id(b)]
        like = found.get(id(origin)) or slice_of(origin)
        shape = b._value.shape
        if together.own_place(b) is None and like is not None and shape in (like.shape, like.own):
            part = like
        else:
            part = _slice_of(b, met, together)
        yield b, found.setdefault(id(b), part)


def _slice_of(b: Tensor, met: dict[int, NamedSharding], together: Ranks) -> Slice:
    shape = b._value.shape
    place = together.own_place(b)
    if place is None and b._is_parameter:
        place = met.get(id(b))
    place = place or together.everywhere
    return slice_at(place, shape)


def _places_in(jaxpr: Any, boxes: dict[Any, Any]) -> dict[int, NamedSharding]:
    """The first place that code wants each of some variables to be, by the id of what they stand
    for."""
    found: dict[int, NamedSharding] = {}
    _look(jaxpr, boxes, found)
    return found


def _look(jaxpr: Any, boxes: dict[Any, Any], found: dict[int, NamedSharding]) -> None:
    known = dict(boxes)
    for eqn in jaxpr.eqns:
        given = [None if hasattr(v, "val") else known.get(v) for v in eqn.invars]
        if all(b is None for b in given):
            continue
        name = eqn.primitive.name
        if name == "sharding_constraint":
            found.setdefault(id(given[0]), eqn.params["sharding"])
        elif name in _PASSES:
            known.update((v, b) for v, b in zip(eqn.outvars, given, strict=True) if b is not None)
        else:
            for inner in inner_jaxprs(eqn):
                skipped = len(given) - len(inner.invars)
                if skipped in (0, 1):  # the first may choose among parts
                    pairs = zip(inner.invars, given[skipped:], strict=True)
                    _look(inner, {v: b for v, b in pairs if b is not None}, found)
