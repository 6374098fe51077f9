"""A network as the graph that TensorBoard shows: one node for each operation of JAX's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msjax._core.base.state import LOCK
from msjax._core.compile.cache_key import structure_of
from msjax._core.compile.lift import Lifted, reachable
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.train._protobuf import bytes_field, int_field

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_./\-]+")


def graph(network: Any, inputs: Sequence[Tensor]) -> bytes:
    """The GraphDef message of a call. The network is traced for it, and not run.

    Args:
        network: Cell.
        inputs: Tensors.
    """
    arrays = [tensor._value for tensor in inputs]
    structure = tuple(structure_of(tensor) for tensor in inputs), {}
    cells: list[Any] = []
    with LOCK:
        lifted = Lifted(network, structure, arrays, reachable(network, cells=cells), cells)
    jaxpr = lifted.closed.jaxpr
    made: dict[Any, str] = {}  # variables, and the nodes that they come from
    nodes: list[bytes] = []
    for number, var in enumerate(jaxpr.invars[: len(arrays)]):
        made[var] = f"input_{number}"
        nodes.append(_node(made[var], "Input", [], [var]))
    used = {id(v) for eqn in jaxpr.eqns for v in eqn.invars}
    used |= {id(v) for v in jaxpr.outvars}
    read = [var for var in jaxpr.invars[len(arrays) :] if id(var) in used]
    for number, (var, box) in enumerate(zip(read, lifted.inputs, strict=True)):
        named = isinstance(box, Parameter)
        made[var] = _name(f"parameters/{box.name}" if named else f"constants/{number}")
        nodes.append(_node(made[var], "Parameter" if named else "Tensor", [], [var]))
    for number, eqn in enumerate(jaxpr.eqns):
        kind = eqn.primitive.name
        path = [*str(eqn.source_info.name_stack).split("/"), f"{kind}_{number}"]
        name = _name("/".join(part for part in path if part))
        sources = [made[v] for v in eqn.invars if not hasattr(v, "val") and v in made]
        nodes.append(_node(name, kind, sources, eqn.outvars))
        made.update((var, name) for var in eqn.outvars)
    return b"".join(nodes) + bytes_field(4, int_field(1, 22))  # the version of the format


def _name(text: str) -> str:
    return _NOT_IN_NAMES.sub("_", text).lstrip("_/-") or "_"


def _node(name: str, kind: str, sources: list[str], results: Sequence[Any]) -> bytes:
    shapes = b"".join(
        bytes_field(7, b"".join(bytes_field(2, int_field(1, size)) for size in var.aval.shape))
        for var in results
        if hasattr(var.aval, "shape")
    )
    attribute = bytes_field(1, b"_output_shapes") + bytes_field(2, bytes_field(1, shapes))
    return bytes_field(
        1,
        bytes_field(1, name.encode())
        + bytes_field(2, kind.encode())
        + b"".join(bytes_field(3, source.encode()) for source in sources)
        + bytes_field(5, attribute),
    )
