"""Collective operations between processes, as functions: `msjax.ops.communication`.

The functions write into Tensors that are given for the results, as torch.distributed's do. Like
the Primitive classes of `collective`, they run where each process is on its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msjax._core.errors import describe, must
from msjax._core.op import public
from msjax._core.tensor import Tensor
from msjax.ops._process_groups import (
    destroy_process_group,
    get_backend,
    get_global_rank,
    get_group_rank,
    get_process_group_ranks,
    get_rank,
    get_world_size,
    group_name,
    init_process_group,
    is_available,
    is_initialized,
    new_group,
)
from msjax.ops._store import TCPStore
from msjax.ops.collective import check_alone, check_rank, same
from msjax.ops.messages import (
    P2POp,
    batch_isend_irecv,
    check_objects,
    check_tensors,
    irecv,
    isend,
    recv,
    recv_object_list,
    send,
    send_object_list,
)

__all__ = [
    "P2POp",
    "TCPStore",
    "all_gather",
    "all_gather_into_tensor",
    "all_gather_into_tensor_uneven",
    "all_gather_object",
    "all_reduce",
    "all_to_all",
    "all_to_all_single",
    "all_to_all_v_c",
    "barrier",
    "batch_isend_irecv",
    "broadcast",
    "broadcast_object_list",
    "destroy_process_group",
    "gather",
    "gather_into_tensor",
    "gather_object",
    "get_backend",
    "get_global_rank",
    "get_group_rank",
    "get_process_group_ranks",
    "get_rank",
    "get_world_size",
    "init_process_group",
    "irecv",
    "is_available",
    "is_initialized",
    "isend",
    "new_group",
    "recv",
    "recv_object_list",
    "reduce",
    "reduce_scatter",
    "reduce_scatter_tensor",
    "reduce_scatter_tensor_uneven",
    "scatter",
    "scatter_object_list",
    "scatter_tensor",
    "send",
    "send_object_list",
    "set_comm_ops_inplace",
]

_OPS = ("sum", "prod", "min", "max", "avg")
_BOTH_WAYS = ("all_reduce", "all_gather_into_tensor", "reduce_scatter_tensor", "all_to_all")
_INPLACE: dict[str, bool] = {}  # filled below: which functions write into given Tensors


class CommHandle:
    """A collective under way; here it is always done already."""

    def __init__(self, handle: Any = None, exec_sync: bool = False):
        self.handle, self.exec_sync = handle, exec_sync

    def wait(self) -> None:
        """Wait for the end."""

    def __repr__(self) -> str:
        return "CommHandle(handle=None)"


def _begin(name: str, group: Any, async_op: Any = False, op: Any = "sum") -> str:
    """Check what the collectives share; returns the group's name."""
    if not isinstance(op, str) or op not in _OPS:
        raise TypeError(must(name, "op", f"one of {', '.join(_OPS)}", describe(op)))
    group = group_name(name, group)
    if not isinstance(async_op, bool):
        raise TypeError(must(name, "async_op", "a bool", describe(async_op)))
    if not _INPLACE[name] and name not in (*_BOTH_WAYS, *_SINGLE_WAY):
        raise ValueError(f"'{name}' has no variant that returns its result: not in-place.")
    check_alone(name, group)
    return group


_SINGLE_WAY = ("all_to_all_single", "send", "isend", "recv", "irecv", "barrier")


def _tensor_lists(name: str, **given: Any) -> None:
    for arg, value in given.items():
        whole = isinstance(value, (tuple, list)) and all(isinstance(t, Tensor) for t in value)
        if not whole:
            raise TypeError(must(name, arg, "a list of Tensors", describe(value)))
        if len({t.dtype for t in value}) > 1:
            raise TypeError(must(name, arg, "of one dtype", [t.dtype for t in value]))


def _rank(name: str, arg: str, rank: Any, group: str) -> None:
    if not isinstance(rank, int):
        raise TypeError(must(name, arg, "int", describe(rank)))
    check_rank(name, arg, rank, group)


def _write(name: str, output: Tensor, source: Tensor, dim0: bool = False) -> None:
    """Put a result into the Tensor given for it; with `dim0` only the sizes must agree."""
    if output.dtype != source.dtype:
        raise TypeError(must(name, "output", f"of dtype {source.dtype}", output.dtype))
    if (output.size != source.size) if dim0 else (output.shape != source.shape):
        raise TypeError(must(name, "output", f"of shape {source.shape}", output.shape))
    output.copy_(source.reshape(output.shape) if dim0 else source)


def _done(async_op: bool) -> CommHandle | None:
    return CommHandle() if async_op else None


def _only(name: str, arg: str, values: Sequence[Any]) -> Any:
    """The single entry of a list that has one per process."""
    if len(values) != 1:
        raise TypeError(must(name, arg, "as long as the group, 1", len(values)))
    return values[0]


@public("ops.set_comm_ops_inplace")
def set_comm_ops_inplace(is_enable: bool, func_list: Sequence[str] | None = None) -> None:
    """Choose whether collectives write into given Tensors (the default) or return their results.

    Args:
        is_enable (bool): whether they write.
        func_list (list of str, optional): names of functions. Default: all.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such function.
    """
    if not isinstance(is_enable, bool):
        raise TypeError(must("set_comm_ops_inplace", "is_enable", "bool", describe(is_enable)))
    if func_list is not None and not isinstance(func_list, (tuple, list)):
        raise TypeError(must("set_comm_ops_inplace", "func_list", "a list", describe(func_list)))
    names = _INPLACE if func_list is None else func_list
    for name in names:
        if name not in _INPLACE:
            raise ValueError(
                must("set_comm_ops_inplace", "func_list", "names of collectives", name)
            )
    _INPLACE.update(dict.fromkeys(names, is_enable))


@public("ops.all_reduce")
def all_reduce(
    tensor: Tensor, op: str = "sum", group: str | None = None, async_op: bool = False
) -> Any:
    """Reduce a Tensor over all processes of a group, in place.

    Args:
        tensor (Tensor): the operand, which becomes the result.
        op (str): "sum", "prod", "min", "max" or "avg".
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle or None; (Tensor, handle) where `set_comm_ops_inplace` said so.

    Raises:
        TypeError: an argument has the wrong type.
        NotImplementedError: the group has several processes.
    """
    check_tensors("all_reduce", tensor=tensor)
    _begin("all_reduce", group, async_op, op)
    handle = _done(async_op)
    return handle if _INPLACE["all_reduce"] else (same(tensor), handle)


@public("ops.all_gather_into_tensor")
def all_gather_into_tensor(
    output_tensor: Any, input_tensor: Tensor, group: str | None = None, async_op: bool = False
) -> Any:
    """Join the Tensors of all processes along the first axis. See `all_reduce`."""
    name = "all_gather_into_tensor"
    check_tensors(name, input_tensor=input_tensor)
    if not _INPLACE[name]:
        _begin(name, group, async_op)
        return same(input_tensor), _done(async_op)
    check_tensors(name, output_tensor=output_tensor)
    _begin(name, group, async_op)
    _write(name, output_tensor, input_tensor)
    return _done(async_op)


@public("ops.all_gather_into_tensor_uneven")
def all_gather_into_tensor_uneven(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Join Tensors whose first axes differ in length. See `all_reduce`."""
    name = "all_gather_into_tensor_uneven"
    check_tensors(name, output=output, input=input)
    _begin(name, group, async_op)
    _split(name, "output_split_sizes", output_split_sizes, output)
    _write(name, output, input)
    return _done(async_op)


def _split(name: str, arg: str, sizes: Sequence[int] | None, tensor: Tensor) -> None:
    if sizes and list(sizes) != [tensor.shape[0]]:
        raise ValueError(must(name, arg, [tensor.shape[0]], sizes))


@public("ops.reduce_scatter_tensor")
def reduce_scatter_tensor(
    output: Any, input: Tensor, op: str = "sum", group: str | None = None, async_op: bool = False
) -> Any:
    """Reduce a Tensor and give each process its part of the first axis. See `all_reduce`."""
    name = "reduce_scatter_tensor"
    check_tensors(name, input=input)
    if not _INPLACE[name]:
        _begin(name, group, async_op, op)
        return same(input), _done(async_op)
    check_tensors(name, output=output)
    _begin(name, group, async_op, op)
    _write(name, output, input)
    return _done(async_op)


@public("ops.reduce_scatter_tensor_uneven")
def reduce_scatter_tensor_uneven(
    output: Tensor,
    input: Tensor,
    input_split_sizes: Sequence[int] | None = None,
    op: str = "sum",
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """`reduce_scatter_tensor` with parts of different lengths."""
    name = "reduce_scatter_tensor_uneven"
    check_tensors(name, output=output, input=input)
    _begin(name, group, async_op, op)
    _split(name, "input_split_sizes", input_split_sizes, input)
    _write(name, output, input)
    return _done(async_op)


@public("ops.reduce")
def reduce(
    tensor: Tensor, dst: int, op: str = "sum", group: str | None = None, async_op: bool = False
) -> Any:
    """Reduce a Tensor in place, for the process of rank `dst`. See `all_reduce`."""
    check_tensors("reduce", tensor=tensor)
    _rank("reduce", "dst", dst, _begin("reduce", group, async_op, op))
    return _done(async_op)


@public("ops.broadcast")
def broadcast(tensor: Tensor, src: int, group: str | None = None, async_op: bool = False) -> Any:
    """Overwrite a Tensor with that of the process of rank `src`. See `all_reduce`."""
    check_tensors("broadcast", tensor=tensor)
    _rank("broadcast", "src", src, _begin("broadcast", group, async_op))
    return _done(async_op)


@public("ops.scatter_tensor")
def scatter_tensor(
    output_tensor: Tensor,
    input_tensor: Tensor,
    src: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Give each process its part of the first axis of a Tensor of rank `src`'s process."""
    name = "scatter_tensor"
    check_tensors(name, input_tensor=input_tensor, output_tensor=output_tensor)
    _rank(name, "src", src, _begin(name, group, async_op))
    _write(name, output_tensor, input_tensor)
    return _done(async_op)


@public("ops.gather_into_tensor")
def gather_into_tensor(
    output_tensor: Tensor,
    input_tensor: Tensor,
    dst: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Join the Tensors of all processes for that of rank `dst`."""
    name = "gather_into_tensor"
    check_tensors(name, input_tensor=input_tensor, output_tensor=output_tensor)
    _rank(name, "dst", dst, _begin(name, group, async_op))
    _write(name, output_tensor, input_tensor)
    return _done(async_op)


@public("ops.barrier")
def barrier(group: str | None = None, async_op: bool = False, device_ids: Any = None) -> Any:
    """Wait until all processes of a group are here; `device_ids` has no meaning."""
    _begin("barrier", group, async_op)
    return _done(async_op)


@public("ops.all_to_all")
def all_to_all(
    output_tensor_list: Any,
    input_tensor_list: Sequence[Tensor],
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Send one Tensor to each process, and receive one from each. See `all_reduce`."""
    name = "all_to_all"
    _tensor_lists(name, input_tensor_list=input_tensor_list)
    _begin(name, group, async_op)
    source = _only(name, "input_tensor_list", input_tensor_list)
    wanted = _only(name, "output_tensor_list", output_tensor_list)
    if not _INPLACE[name]:
        shape = wanted.shape if isinstance(wanted, Tensor) else tuple(wanted)
        return (source.reshape(shape),), _done(async_op)
    _tensor_lists(name, output_tensor_list=output_tensor_list)
    _write(name, wanted, source, dim0=True)
    return _done(async_op)


@public("ops.all_to_all_single")
def all_to_all_single(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Send parts of the first axis to the processes, and join what they send."""
    name = "all_to_all_single"
    check_tensors(name, input=input)
    _begin(name, group, async_op)
    _split(name, "input_split_sizes", input_split_sizes, input)
    if not _INPLACE[name]:
        return same(input), _done(async_op)
    check_tensors(name, output=output)
    _split(name, "output_split_sizes", output_split_sizes, output)
    _write(name, output, input)
    return _done(async_op)


@public("ops.all_to_all_v_c")
def all_to_all_v_c(
    output: Tensor,
    input: Tensor,
    send_count_matrix: list[int],
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """`all_to_all_single` whose lengths come as a matrix, row by row."""
    name = "all_to_all_v_c"
    check_tensors(name, input=input, output=output)
    _begin(name, group, async_op)
    whole = isinstance(send_count_matrix, list)
    if not whole or not all(isinstance(n, int) for n in send_count_matrix):
        raise TypeError(must(name, "send_count_matrix", "a list of int", send_count_matrix))
    count = _only(name, "send_count_matrix", send_count_matrix)
    _write(name, output, input[:count])
    return _done(async_op)


@public("ops.all_gather")
def all_gather(
    tensor_list: Sequence[Tensor], tensor: Tensor, group: str | None = None, async_op: bool = False
) -> Any:
    """Gather the Tensors of all processes into a list of Tensors."""
    _tensor_lists("all_gather", tensor_list=tensor_list)
    check_tensors("all_gather", tensor=tensor)
    _begin("all_gather", group, async_op)
    _write("all_gather", _only("all_gather", "tensor_list", tensor_list), tensor)
    return _done(async_op)


@public("ops.reduce_scatter")
def reduce_scatter(
    output: Tensor,
    input_list: Sequence[Tensor],
    op: str = "sum",
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Reduce lists of Tensors element by element; each process gets the one at its rank."""
    _tensor_lists("reduce_scatter", input_list=input_list)
    check_tensors("reduce_scatter", output=output)
    _begin("reduce_scatter", group, async_op, op)
    _write("reduce_scatter", output, _only("reduce_scatter", "input_list", input_list))
    return _done(async_op)


def scatter(
    tensor: Tensor,
    scatter_list: Sequence[Tensor],
    src: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Give each process one of the Tensors of the process of rank `src`."""
    _tensor_lists("scatter", scatter_list=scatter_list)
    check_tensors("scatter", tensor=tensor)
    _rank("scatter", "src", src, _begin("scatter", group, async_op))
    _write("scatter", tensor, _only("scatter", "scatter_list", scatter_list))
    return _done(async_op)


def gather(
    tensor: Tensor,
    gather_list: Sequence[Tensor],
    dst: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Gather the Tensors of all processes into a list, for the process of rank `dst`."""
    _tensor_lists("gather", gather_list=gather_list)
    check_tensors("gather", tensor=tensor)
    _rank("gather", "dst", dst, _begin("gather", group, async_op))
    _write("gather", _only("gather", "gather_list", gather_list), tensor)
    return _done(async_op)


@public("ops.all_gather_object")
def all_gather_object(object_list: list, obj: Any, group: str | None = None) -> None:
    """Gather one Python object of each process into a list."""
    _begin("all_gather_object", group)
    _only(
        "all_gather_object",
        "object_list",
        check_objects("all_gather_object", "object_list", object_list),
    )
    object_list[0] = obj


@public("ops.gather_object")
def gather_object(
    obj: Any, object_gather_list: list | None = None, dst: int = 0, group: str | None = None
) -> None:
    """Gather one Python object of each process into a list of the process of rank `dst`."""
    name = "gather_object"
    _rank(name, "dst", dst, _begin(name, group))
    _only(name, "object_gather_list", check_objects(name, "object_gather_list", object_gather_list))
    object_gather_list[0] = obj  # type: ignore[index]


@public("ops.broadcast_object_list")
def broadcast_object_list(
    object_list: list, src: int = 0, group: str | None = None, device: Any = None
) -> None:
    """Overwrite a list of Python objects with that of rank `src`; `device` has no meaning."""
    _rank("broadcast_object_list", "src", src, _begin("broadcast_object_list", group))
    check_objects("broadcast_object_list", "object_list", object_list)


@public("ops.scatter_object_list")
def scatter_object_list(
    scatter_object_output_list: list,
    scatter_object_input_list: list,
    src: int = 0,
    group: str | None = None,
) -> None:
    """Give each process one Python object of the list of rank `src`."""
    name = "scatter_object_list"
    _rank(name, "src", src, _begin(name, group))
    out = check_objects(name, "scatter_object_output_list", scatter_object_output_list)
    given = check_objects(name, "scatter_object_input_list", scatter_object_input_list)
    out[0] = _only(name, "scatter_object_input_list", given)


_NO_COLLECTIVE = ("get_", "is_", "init_", "destroy_", "new_", "set_", "P2P", "TCP")
_INPLACE.update({name: True for name in __all__ if not name.startswith(_NO_COLLECTIVE)})
