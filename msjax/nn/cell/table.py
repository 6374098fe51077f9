"""What a network consists of, for a person: `msjax.summary` and the picture in notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

import jax

from msjax._core.base.errors import TraceBreak
from msjax._core.base.network import Network
from msjax._core.tensor.tensor import Tensor

# What is raised where a network looks at values, which are not there while it is traced. Errors of
# the network's own come again when it is run.
_NEEDS_VALUES = (
    RuntimeError,
    TraceBreak,
    jax.errors.ConcretizationTypeError,
    jax.errors.TracerArrayConversionError,
)


class Row(NamedTuple):
    """One Cell of a network."""

    name: str  # as in `cells_and_names`, "" for the network itself
    kind: str
    output: str  # shapes, "" if the Cell was not called
    parameters: int  # how many numbers its own Parameters hold
    flops: float | None  # of one call; None if it has Cells inside or XLA does not tell


class Summary(tuple):
    """Rows of a network's table; prints as text, and as a table in notebooks."""

    flops: float | None = None  # of one call of the network
    parameters: int = 0
    trainable: int = 0
    size: int = 0  # bytes of all Parameters

    def _cells(self) -> Iterator[tuple[str, str, str, str]]:
        yield "Cell", "Output", "Parameters", "FLOPs"
        for row in self:
            depth = row.name.count(".") + 1 if row.name else 0
            last = row.name.rpartition(".")[2]
            shown = f"{'  ' * depth}{last}: {row.kind}" if row.name else row.kind
            count = f"{row.parameters:,}" if row.parameters else ""
            yield shown, row.output, count, _number(row.flops) if row.flops else ""

    def _total(self) -> str:
        held = self.parameters - self.trainable
        return (
            f"{self.parameters:,} parameters ({self.trainable:,} trained, {held:,} not), "
            f"{_number(float(self.size))}B; "
            + (f"{_number(self.flops)}FLOP a call" if self.flops is not None else "FLOPs not known")
        )

    def __str__(self) -> str:
        cells = list(self._cells())
        wide = [max(len(row[i]) for row in cells) for i in range(4)]
        lines = [
            f"{a:<{wide[0]}}  {b:<{wide[1]}}  {c:>{wide[2]}}  {d:>{wide[3]}}".rstrip()
            for a, b, c, d in cells
        ]
        lines.insert(1, "-" * (sum(wide) + 6))
        return "\n".join([*lines, lines[1], self._total()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head, *rows = ([escape(text) for text in row] for row in self._cells())
        style = " style='text-align:left;white-space:pre;font-family:monospace'"
        body = "".join(
            f"<tr><td{style}>{a}</td><td>{b}</td><td>{c}</td><td>{d}</td></tr>"
            for a, b, c, d in rows
        )
        first = "".join(f"<th>{text}</th>" for text in head)
        return f"<table><tr>{first}</tr>{body}</table><p>{escape(self._total())}</p>"


def _number(value: float) -> str:
    """'1.5 M', with a space before the letter and before a unit that may follow."""
    for letter in " kMGTP":
        if value < 1000 or letter == "P":
            return f"{value:.3g} {letter}".rstrip() + " " * (letter == " ")
        value /= 1000
    return ""


def _shapes(output: Any) -> str:
    """The shapes of the Tensors in a result."""
    if hasattr(output, "shape"):
        return str(tuple(output.shape))
    if isinstance(output, dict):
        return "{" + ", ".join(f"{key}: {_shapes(one)}" for key, one in output.items()) + "}"
    if isinstance(output, (tuple, list)):
        return ", ".join(_shapes(one) for one in output)
    return type(output).__name__


def summary(net: Any, *inputs: Any, **named_inputs: Any) -> Summary:
    """The Cells of a network with their output shapes, Parameters and floating-point operations.

    The network is traced once in inference mode and not run, so that it costs no time on a device
    and changes nothing. One that looks at values while it runs is run once instead, and its FLOPs
    are not known. FLOPs are what XLA counts before it optimizes: a multiplication and an addition
    are two, a matrix product of (m, k) and (k, n) is 2 m k n.

    Args:
        net (Cell): the network.
        *inputs: what it is called with, Tensors or JAX arrays, of any shapes that it takes.
        **named_inputs: its arguments by name.

    Returns:
        Summary, which prints as a table; a tuple of rows `(name, kind, output, parameters, flops)`
        with the totals `parameters`, `trainable`, `size` in bytes, and `flops`.

    Raises:
        TypeError: `net` is not a Cell.

    Examples:
        >>> import msjax as ms
        >>> from msjax import nn
        >>> net = nn.SequentialCell(nn.Dense(8, 4), nn.ReLU(), nn.Dense(4, 2))
        >>> ms.summary(net, ms.ops.ones((3, 8)))
        Cell            Output  Parameters  FLOPs
        -----------------------------------------
        SequentialCell  (3, 2)
          0: Dense      (3, 4)          36   204
          1: ReLU       (3, 4)                24
          2: Dense      (3, 2)          10    54
        -----------------------------------------
        46 parameters (46 trained, 0 not), 184 B; 282 FLOP a call
    """
    if not isinstance(net, Network):
        raise TypeError(f"For 'summary', the 'net' must be a Cell, but got {type(net).__name__}.")
    cells = list(net.cells_and_names())
    modes = [(cell, cell.training) for _, cell in cells]
    try:
        for _, cell in cells:
            cell.training = False
        calls, flops = _watched(net, cells, (inputs, named_inputs))
        rows = [_row(name, cell, calls.get(name), flops is not None) for name, cell in cells]
    finally:
        for cell, mode in modes:
            cell.training = mode
    made = Summary(rows)
    every = list(net.get_parameters())
    made.flops = flops
    made.parameters = sum(_size(p) for p in every)
    made.trainable = sum(_size(p) for p in every if p.requires_grad)
    made.size = sum(_size(p) * p.itemsize for p in every)
    return made


def _watched(net: Any, cells: list, arguments: tuple) -> tuple[dict[str, tuple], float | None]:
    """The first call of each Cell, (arguments, shapes of the result), and the FLOPs of all."""
    calls: dict[str, tuple[Any, str]] = {}
    hooks = []

    def watch(name: str, cell: Any) -> None:
        def hook(_: Any, args: Any, kwargs: Any, output: Any) -> None:
            calls.setdefault(name, (jax.tree.map(_abstract, (args, kwargs)), _shapes(output)))

        hooks.append(cell.register_forward_hook(hook, with_kwargs=True))

    try:
        for name, cell in cells:
            watch(name, cell)
        return calls, _flops(net, arguments)
    except _NEEDS_VALUES:
        calls.clear()
        net(*arguments[0], **arguments[1])
        return calls, None
    finally:
        for handle in hooks:
            handle.remove()


def _abstract(value: Any) -> Any:
    if isinstance(value, jax.Array):
        return jax.ShapeDtypeStruct(value.shape, value.dtype)
    return value


def _flops(net: Any, arguments: tuple[Any, Any]) -> float | None:
    """What XLA counts for one call; arguments that are not arrays are constants."""
    leaves, tree = jax.tree.flatten(arguments)
    places = [i for i, leaf in enumerate(leaves) if hasattr(leaf, "dtype")]

    def run(cell: Any, arrays: list[Any]) -> Any:
        given = dict(zip(places, arrays, strict=True))
        args, kwargs = tree.unflatten([given.get(i, leaf) for i, leaf in enumerate(leaves)])
        return jax.tree.leaves(cell(*args, **kwargs))

    counted = jax.jit(run).lower(net, [leaves[i] for i in places]).cost_analysis()
    return float(counted.get("flops", 0)) if counted else None


def _row(name: str, cell: Any, call: tuple[Any, str] | None, traced: bool) -> Row:
    own = sum(_size(p) for p in cell.get_parameters(expand=False))
    flops = _flops(cell, call[0]) if call and traced and not cell.name_cells() else None
    return Row(name, type(cell).__name__, call[1] if call else "", own, flops)


def _size(parameter: Tensor) -> int:
    size = 1
    for length in parameter.shape:
        size *= length
    return size


def picture(cell: Any) -> str:
    """The tree of a network as HTML: each Cell opens, and tells its Parameters and their shapes."""
    count = sum(_size(p) for p in cell.get_parameters())
    title = f"<b>{escape(type(cell).__name__)}</b> <small>{count:,} parameters</small>"
    return f"<div style='font-family:monospace'>{_branch(cell, title, True)}</div>"


def _branch(cell: Any, title: str, is_open: bool) -> str:
    inside = [
        f"<div style='margin-left:1.5em'>{escape(name)}: {escape(str(tuple(p.shape)))} "
        f"{escape(str(p.dtype))}{'' if p.requires_grad else ', not trained'}</div>"
        for name, p in cell._params.items()
        if p is not None
    ]
    for name, one in cell.name_cells().items():
        said = one.extend_repr()
        count = sum(_size(p) for p in one.get_parameters())
        shown = f"{escape(name)}: <b>{escape(type(one).__name__)}</b>"
        shown += f"({escape(said)})" if said and not one.name_cells() else ""
        inside.append(_branch(one, shown + (f" <small>{count:,}</small>" if count else ""), False))
    if not inside:
        return f"<div style='margin-left:1.5em'>{title}</div>"
    return (
        f"<details style='margin-left:1em'{' open' if is_open else ''}><summary>{title}</summary>"
        f"{''.join(inside)}</details>"
    )
