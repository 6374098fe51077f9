"""Collective operations between processes, as functions: `msjax.ops.communication`.

The functions write into Tensors that are given for the results, as torch.distributed's do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from msjax._core.base.checks import boolean
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import call, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.comm import mail, transfers, uneven
from msjax.kernels.comm.collective import place_in
from msjax.kernels.comm.messages import (
    CommHandle,
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
from msjax.kernels.comm.process_groups import (
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
from msjax.kernels.comm.store import TCPStore
from msjax.kernels.create.creation import zeros
from msjax.kernels.shape.joining import stack

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
_RETURNING: set[str] = set()  # functions that return their results and write into no Tensor
_WRITING: ContextVar[bool] = ContextVar("writing", default=False)  # all write, whatever was chosen


@contextmanager
def writing() -> Iterator[None]:
    """Within it every collective writes into the Tensors given for its results."""
    token = _WRITING.set(True)
    try:
        yield
    finally:
        _WRITING.reset(token)


def _in_place(name: str) -> bool:
    return name not in _RETURNING or _WRITING.get()


def _begin(name: str, group: Any, async_op: Any = False, op: Any = "sum") -> str:
    """Check what the collectives share; returns the group's name."""
    if not isinstance(op, str) or op not in _OPS:
        raise TypeError(must("op", f"one of {', '.join(_OPS)}", describe(op)))
    group = group_name(group)
    boolean("async_op", async_op)
    if not _in_place(name) and name not in (*_BOTH_WAYS, *_SINGLE_WAY):
        raise ValueError(f"'{name}' has no variant that returns its result: not in-place.")
    return group


_SINGLE_WAY = ("all_to_all_single", "send", "isend", "recv", "irecv", "barrier")


def _tensor_lists(**given: Any) -> None:
    for arg, value in given.items():
        whole = isinstance(value, (tuple, list)) and all(isinstance(t, Tensor) for t in value)
        if not whole:
            raise TypeError(must(arg, "a list of Tensors", describe(value)))
        if len({t.dtype for t in value}) > 1:
            raise TypeError(must(arg, "of one dtype", [t.dtype for t in value]))


def _rank(arg: str, rank: Any, group: str) -> int:
    """Place in a group of one of all processes."""
    if not isinstance(rank, int):
        raise TypeError(must(arg, "int", describe(rank)))
    return place_in(arg, rank, group)


def _write(output: Tensor, source: Tensor, error: type[Exception] = TypeError) -> None:
    """Put a result into the Tensor given for it, which must have its dtype and shape."""
    for kind, wanted, given in (
        ("dtype", source.dtype, output.dtype),
        ("shape", source.shape, output.shape),
    ):
        if given != wanted:
            raise error(must("output", f"of {kind} {wanted}", given))
    output.copy_(source)


def _done(async_op: bool) -> CommHandle | None:
    return CommHandle() if async_op else None


def _each(arg: str, values: Sequence[Any], group: str) -> Sequence[Any]:
    """A list that has one entry per process."""
    size = get_world_size(group)
    if len(values) != size:
        raise TypeError(must(arg, f"as long as the group, {size}", len(values)))
    return values


@public("ops.set_comm_ops_inplace")
def set_comm_ops_inplace(is_enable: bool, func_list: Sequence[str] | None = None) -> None:
    """Choose whether collectives write into given Tensors (the default) or return their results.

    Args:
        is_enable (bool): whether they write.
        func_list (list of str, optional): names of functions. Default: all.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such function.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> comm.set_comm_ops_inplace(False, ["all_reduce"])
        >>> total, _ = comm.all_reduce(ms.Tensor([1., 2.]))
        >>> print(total)
        [1. 2.]
        >>> comm.set_comm_ops_inplace(True)
    """
    boolean("is_enable", is_enable)
    if func_list is not None and not isinstance(func_list, (tuple, list)):
        raise TypeError(must("func_list", "a list", describe(func_list)))
    names = COLLECTIVES if func_list is None else func_list
    for name in names:
        if name not in COLLECTIVES:
            raise ValueError(must("func_list", "names of collectives", name))
    if is_enable:
        _RETURNING.difference_update(names)
    else:
        _RETURNING.update(names)


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
        CommHandle with `async_op`, else None; (Tensor, this) where `set_comm_ops_inplace` said
        so.

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x = ms.Tensor([1., 2.])
        >>> comm.all_reduce(x)
        >>> print(x)
        [1. 2.]
    """
    check_tensors(tensor=tensor)
    total = transfers.all_reduce(tensor, op, _begin("all_reduce", group, async_op, op))
    if not _in_place("all_reduce"):
        return total, _done(async_op)
    _write(tensor, total)
    return _done(async_op)


@public("ops.all_gather_into_tensor")
def all_gather_into_tensor(
    output_tensor: Tensor, input_tensor: Tensor, group: str | None = None, async_op: bool = False
) -> Any:
    """Join the Tensors of all processes along the first axis.

    Args:
        output_tensor (Tensor): is overwritten with the result.
        input_tensor (Tensor): the part of this process.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle with `async_op`, else None; (Tensor, this) where `set_comm_ops_inplace` said
        so, and then `output_tensor` is not written.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the output has another dtype or shape than the result.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.all_gather_into_tensor(out, x)
        >>> print(out)
        [1. 2.]
    """
    name = "all_gather_into_tensor"
    check_tensors(input_tensor=input_tensor)
    if _in_place(name):
        check_tensors(output_tensor=output_tensor)
    whole = transfers.all_gather(input_tensor, _begin(name, group, async_op))
    if not _in_place(name):
        return whole, _done(async_op)
    _write(output_tensor, whole, ValueError)
    return _done(async_op)


@public("ops.all_gather_into_tensor_uneven")
def all_gather_into_tensor_uneven(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Join Tensors whose first axes differ in length.

    Args:
        output (Tensor): is overwritten with the result.
        input (Tensor): the part of this process.
        output_split_sizes (list of int, optional): length of each process's part. Default: equal.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the output has another dtype or shape than the result, or the sizes do not fit.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.all_gather_into_tensor_uneven(out, x, [2])
        >>> print(out)
        [1. 2.]
    """
    name = "all_gather_into_tensor_uneven"
    check_tensors(output=output, input=input)
    group = _begin(name, group, async_op)
    sizes = uneven.lengths("output_split_sizes", output_split_sizes, output, group)
    _write(output, uneven.all_gather(input, sizes, group), ValueError)
    return _done(async_op)


@public("ops.reduce_scatter_tensor")
def reduce_scatter_tensor(
    output: Tensor, input: Tensor, op: str = "sum", group: str | None = None, async_op: bool = False
) -> Any:
    """Reduce a Tensor and give each process its part of the first axis.

    Args:
        output (Tensor): is overwritten with the part of this process.
        input (Tensor): the operand.
        op (str): "sum", "prod", "min", "max" or "avg".
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle with `async_op`, else None; (Tensor, this) where `set_comm_ops_inplace` said
        so, and then `output` is not written.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the output has another dtype or shape than the result.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.reduce_scatter_tensor(out, x)
        >>> print(out)
        [1. 2.]
    """
    name = "reduce_scatter_tensor"
    check_tensors(input=input)
    if _in_place(name):
        check_tensors(output=output)
    part = transfers.reduce_scatter(input, op, _begin(name, group, async_op, op))
    if not _in_place(name):
        return part, _done(async_op)
    _write(output, part, ValueError)
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
    """Reduce a Tensor and give each process a part of its own length.

    Args:
        output (Tensor): is overwritten with the part of this process.
        input (Tensor): the operand.
        input_split_sizes (list of int, optional): length of each process's part. Default: equal.
        op (str): "sum", "prod", "min", "max" or "avg".
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the output has another dtype or shape than the result, or the sizes do not fit.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.reduce_scatter_tensor_uneven(out, x, [2])
        >>> print(out)
        [1. 2.]
    """
    name = "reduce_scatter_tensor_uneven"
    check_tensors(output=output, input=input)
    group = _begin(name, group, async_op, op)
    sizes = uneven.lengths("input_split_sizes", input_split_sizes, input, group)
    _write(output, uneven.reduce_scatter(input, sizes, op, group), ValueError)
    return _done(async_op)


@public("ops.reduce")
def reduce(
    tensor: Tensor, dst: int, op: str = "sum", group: str | None = None, async_op: bool = False
) -> Any:
    """Reduce a Tensor in place, for one process of a group.

    Args:
        tensor (Tensor): the operand, which becomes the result.
        dst (int): rank of the process that gets the result.
        op (str): "sum", "prod", "min", "max" or "avg".
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x = ms.Tensor([1., 2.])
        >>> comm.reduce(x, 0)
        >>> print(x)
        [1. 2.]
    """
    check_tensors(tensor=tensor)
    group = _begin("reduce", group, async_op, op)
    _write(tensor, transfers.reduce(tensor, op, _rank("dst", dst, group), group))
    return _done(async_op)


@public("ops.broadcast")
def broadcast(tensor: Tensor, src: int, group: str | None = None, async_op: bool = False) -> Any:
    """Overwrite a Tensor with that of one process of a group.

    Args:
        tensor (Tensor): what is sent or overwritten.
        src (int): rank of the process that sends.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x = ms.Tensor([1., 2.])
        >>> comm.broadcast(x, 0)
        >>> print(x)
        [1. 2.]
    """
    check_tensors(tensor=tensor)
    group = _begin("broadcast", group, async_op)
    _write(tensor, transfers.broadcast(tensor, _rank("src", src, group), group))
    return _done(async_op)


@public("ops.scatter_tensor")
def scatter_tensor(
    output_tensor: Tensor,
    input_tensor: Tensor,
    src: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Give each process its part of the first axis of one process's Tensor.

    Args:
        output_tensor (Tensor): is overwritten with the part of this process.
        input_tensor (Tensor): the whole.
        src (int): rank of the process that sends.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: an argument has the wrong type, or the output another dtype or shape than the
            result.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.scatter_tensor(out, x)
        >>> print(out)
        [1. 2.]
    """
    name = "scatter_tensor"
    check_tensors(input_tensor=input_tensor, output_tensor=output_tensor)
    group = _begin(name, group, async_op)
    _write(output_tensor, transfers.scatter(input_tensor, _rank("src", src, group), group))
    return _done(async_op)


@public("ops.gather_into_tensor")
def gather_into_tensor(
    output_tensor: Tensor,
    input_tensor: Tensor,
    dst: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Join the Tensors of all processes along the first axis, for one process.

    Args:
        output_tensor (Tensor): is overwritten with the result.
        input_tensor (Tensor): the part of this process.
        dst (int): rank of the process that gets the result.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: an argument has the wrong type, or the output another dtype or shape than the
            result.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.gather_into_tensor(out, x)
        >>> print(out)
        [1. 2.]
    """
    name = "gather_into_tensor"
    check_tensors(input_tensor=input_tensor, output_tensor=output_tensor)
    group = _begin(name, group, async_op)
    receiver = _rank("dst", dst, group)
    whole = transfers.gather(input_tensor, receiver, group)
    if receiver == get_rank(group):
        _write(output_tensor, whole)
    return _done(async_op)


@public("ops.barrier")
def barrier(group: str | None = None, async_op: bool = False, device_ids: object = None) -> Any:
    """Wait until all processes of a group are here.

    Args:
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.
        device_ids: not looked at.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> from msjax.ops import communication as comm
        >>> comm.barrier(async_op=True)
        CommHandle(handle=None)
    """
    transfers.barrier(_begin("barrier", group, async_op))
    return _done(async_op)


@public("ops.all_to_all")
def all_to_all(
    output_tensor_list: list[Tensor],
    input_tensor_list: Sequence[Tensor],
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Send one Tensor to each process, and receive one from each.

    Args:
        output_tensor_list (list of Tensors): are overwritten with what comes.
        input_tensor_list (list of Tensors): what goes, one for each process.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None; (tuple of Tensors, this) where
        `set_comm_ops_inplace` said so, and then `output_tensor_list` gives only the shapes.

    Raises:
        TypeError: a list has the wrong length, or an entry the wrong type, dtype or size.
        ValueError: a process sends more or less than another expects of it.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.all_to_all([out], [x])
        >>> print(out)
        [1. 2.]
    """
    name = "all_to_all"
    _tensor_lists(input_tensor_list=input_tensor_list)
    group = _begin(name, group, async_op)
    sources = _each("input_tensor_list", input_tensor_list, group)
    wanted = _each("output_tensor_list", output_tensor_list, group)
    shapes = [w.shape if isinstance(w, Tensor) else tuple(w) for w in wanted]
    if _in_place(name):
        _tensor_lists(output_tensor_list=output_tensor_list)
    came = uneven.between_each(sources, shapes, group)
    if not _in_place(name):
        return came, _done(async_op)
    for output, part in zip(wanted, came, strict=True):
        _write(output, part)
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
    """Send parts of the first axis to the processes, and join what they send.

    Args:
        output (Tensor): is overwritten with what comes.
        input (Tensor): what goes.
        output_split_sizes (list of int, optional): length of each part that comes. Default: equal.
        input_split_sizes (list of int, optional): length of each part that goes. Default: equal.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle with `async_op`, else None; (Tensor, this) where `set_comm_ops_inplace` said
        so, and then `output` is not written.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the output has another dtype or shape than the result, or the sizes do not fit.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.all_to_all_single(out, x)
        >>> print(out)
        [1. 2.]
    """
    name = "all_to_all_single"
    check_tensors(input=input)
    group = _begin(name, group, async_op)
    sent = uneven.lengths("input_split_sizes", input_split_sizes, input, group)
    if not _in_place(name) and not isinstance(output, Tensor):
        received = list(output_split_sizes) if output_split_sizes else sent
        return uneven.all_to_all(input, sent, received, group), _done(async_op)
    check_tensors(output=output)
    received = uneven.lengths("output_split_sizes", output_split_sizes, output, group)
    came = uneven.all_to_all(input, sent, received, group)
    if not _in_place(name):
        return came, _done(async_op)
    _write(output, came, ValueError)
    return _done(async_op)


@public("ops.all_to_all_v_c")
def all_to_all_v_c(
    output: Tensor,
    input: Tensor,
    send_count_matrix: list[int],
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """`all_to_all_single` whose lengths come as a matrix, row by row.

    Args:
        output (Tensor): is overwritten with what comes.
        input (Tensor): what goes.
        send_count_matrix (list of int): row i holds what process i sends to each.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the output has another dtype or shape than the result.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.all_to_all_v_c(out, x, [2])
        >>> print(out)
        [1. 2.]
    """
    name = "all_to_all_v_c"
    check_tensors(input=input, output=output)
    group = _begin(name, group, async_op)
    whole = isinstance(send_count_matrix, list)
    if not whole or not all(isinstance(n, int) for n in send_count_matrix):
        raise TypeError(must("send_count_matrix", "a list of int", send_count_matrix))
    size, rank = get_world_size(group), get_rank(group)
    if len(send_count_matrix) != size * size:
        raise TypeError(must("send_count_matrix", f"of length {size * size}", send_count_matrix))
    sent, received = (
        send_count_matrix[rank * size : (rank + 1) * size],
        send_count_matrix[rank::size],
    )
    _write(output, uneven.all_to_all(input[: sum(sent)], sent, received, group), ValueError)
    return _done(async_op)


@public("ops.all_gather")
def all_gather(
    tensor_list: Sequence[Tensor], tensor: Tensor, group: str | None = None, async_op: bool = False
) -> Any:
    """Gather the Tensors of all processes into a list of Tensors.

    Args:
        tensor_list (list of Tensors): are overwritten, one for each process.
        tensor (Tensor): what this process contributes.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: a list has the wrong length, or an entry the wrong type, dtype or shape.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.all_gather([out], x)
        >>> print(out)
        [1. 2.]
    """
    _tensor_lists(tensor_list=tensor_list)
    check_tensors(tensor=tensor)
    group = _begin("all_gather", group, async_op)
    _write_each(_each("tensor_list", tensor_list, group), tensor, group)
    return _done(async_op)


def _write_each(outputs: Sequence[Tensor], own: Tensor, group: str) -> None:
    """Put each process's Tensor into the one given for it."""
    joined = transfers.all_gather(own.reshape((1, *own.shape)), group)
    for number, output in enumerate(outputs):
        _write(output, joined[number])


@public("ops.reduce_scatter")
def reduce_scatter(
    output: Tensor,
    input_list: Sequence[Tensor],
    op: str = "sum",
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Reduce lists of Tensors element by element; each process gets the one at its rank.

    Args:
        output (Tensor): is overwritten with the result.
        input_list (list of Tensors): the operands, one for each process.
        op (str): "sum", "prod", "min", "max" or "avg".
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: a list has the wrong length, or an entry the wrong type, dtype or shape.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.reduce_scatter(out, [x])
        >>> print(out)
        [1. 2.]
    """
    _tensor_lists(input_list=input_list)
    check_tensors(output=output)
    group = _begin("reduce_scatter", group, async_op, op)
    parts = call(stack)(list(_each("input_list", input_list, group)))
    _write(output, transfers.reduce_scatter(parts, op, group)[0])
    return _done(async_op)


def scatter(
    tensor: Tensor,
    scatter_list: Sequence[Tensor],
    src: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Give each process one of the Tensors of one process of a group.

    Args:
        tensor (Tensor): is overwritten with what comes.
        scatter_list (list of Tensors): what goes, one for each process.
        src (int): rank of the process that sends.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: a list has the wrong length, or an entry the wrong type, dtype or shape.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.scatter(out, [x])
        >>> print(out)
        [1. 2.]
    """
    _tensor_lists(scatter_list=scatter_list)
    check_tensors(tensor=tensor)
    group = _begin("scatter", group, async_op)
    source, size = _rank("src", src, group), get_world_size(group)
    if source == get_rank(group):
        parts = call(stack)(list(_each("scatter_list", scatter_list, group)))
    else:
        parts = zeros((size, *tensor.shape), tensor.dtype)
    _write(tensor, transfers.scatter(parts, source, group)[0])
    return _done(async_op)


def gather(
    tensor: Tensor,
    gather_list: Sequence[Tensor],
    dst: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Gather the Tensors of all processes into a list, for one process of a group.

    Args:
        tensor (Tensor): what this process contributes.
        gather_list (list of Tensors): are overwritten, one for each process.
        dst (int): rank of the process that gets them.
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: a list has the wrong length, or an entry the wrong type, dtype or shape.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x, out = ms.Tensor([1., 2.]), ms.Tensor([0., 0.])
        >>> comm.gather(x, [out])
        >>> print(out)
        [1. 2.]
    """
    _tensor_lists(gather_list=gather_list)
    check_tensors(tensor=tensor)
    group = _begin("gather", group, async_op)
    if _rank("dst", dst, group) == get_rank(group):
        _write_each(_each("gather_list", gather_list, group), tensor, group)
    else:
        transfers.all_gather(tensor.reshape((1, *tensor.shape)), group)
    return _done(async_op)


@public("ops.all_gather_object")
def all_gather_object(object_list: list, obj: object, group: str | None = None) -> None:
    """Gather one Python object of each process into a list.

    Args:
        object_list (list): is overwritten; one entry for each process.
        obj: the object of this process.
        group (str, optional): the group. Default: all processes.

    Raises:
        TypeError: a list is empty or of the wrong length, or an argument has the wrong type.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> from msjax.ops import communication as comm
        >>> found = [None]
        >>> comm.all_gather_object(found, {"a": 1})
        >>> found
        [{'a': 1}]
    """
    group = _begin("all_gather_object", group)
    _each("object_list", check_objects("object_list", object_list), group)
    object_list[:] = mail.gathered(obj, group)


@public("ops.gather_object")
def gather_object(
    obj: object, object_gather_list: list | None = None, dst: int = 0, group: str | None = None
) -> None:
    """Gather one Python object of each process into a list of one process.

    Args:
        obj: the object of this process.
        object_gather_list (list): is overwritten; one entry for each process.
        dst (int): rank of the process that gets them.
        group (str, optional): the group. Default: all processes.

    Raises:
        TypeError: a list is empty or of the wrong length, or an argument has the wrong type.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> from msjax.ops import communication as comm
        >>> found = [None]
        >>> comm.gather_object({"a": 1}, found)
        >>> found
        [{'a': 1}]
    """
    name = "gather_object"
    group = _begin(name, group)
    receives = _rank("dst", dst, group) == get_rank(group)
    if receives:
        out = check_objects("object_gather_list", object_gather_list)
        _each("object_gather_list", out, group)
    found = mail.gathered(obj, group)
    if receives:
        out[:] = found


@public("ops.broadcast_object_list")
def broadcast_object_list(
    object_list: list, src: int = 0, group: str | None = None, device: str | None = None
) -> None:
    """Overwrite a list of Python objects with that of one process of a group.

    Args:
        object_list (list): what is sent or overwritten; not empty.
        src (int): rank of the process that sends.
        group (str, optional): the group. Default: all processes.
        device: not looked at.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> from msjax.ops import communication as comm
        >>> objects = ["a", 1]
        >>> comm.broadcast_object_list(objects)
        >>> objects
        ['a', 1]
    """
    group = _begin("broadcast_object_list", group)
    _rank("src", src, group)
    check_objects("object_list", object_list)
    object_list[:] = mail.spread(list(object_list), src, group)


@public("ops.scatter_object_list")
def scatter_object_list(
    scatter_object_output_list: list,
    scatter_object_input_list: list,
    src: int = 0,
    group: str | None = None,
) -> None:
    """Give each process one Python object of a list of one process.

    Args:
        scatter_object_output_list (list): its first entry is overwritten.
        scatter_object_input_list (list): the objects, one for each process.
        src (int): rank of the process that sends.
        group (str, optional): the group. Default: all processes.

    Raises:
        TypeError: a list is empty or of the wrong length, or an argument has the wrong type.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> from msjax.ops import communication as comm
        >>> found = [None]
        >>> comm.scatter_object_list(found, ["a"])
        >>> found
        ['a']
    """
    name = "scatter_object_list"
    group = _begin(name, group)
    source, rank = _rank("src", src, group), get_rank(group)
    out = check_objects("scatter_object_output_list", scatter_object_output_list)
    given = None
    if source == rank:
        given = check_objects("scatter_object_input_list", scatter_object_input_list)
        _each("scatter_object_input_list", given, group)
    out[0] = mail.spread(given, src, group)[rank]


_NO_COLLECTIVE = ("get_", "is_", "init_", "destroy_", "new_", "set_", "P2P", "TCP")
COLLECTIVES = frozenset(name for name in __all__ if not name.startswith(_NO_COLLECTIVE))
