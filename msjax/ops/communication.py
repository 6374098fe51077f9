"""Collective operations between processes, as functions: `msjax.ops.communication`.

The functions write into Tensors that are given for the results, as torch.distributed's do. Like
the Primitive classes of `collective`, they run where each process is on its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msjax._core.base.checks import boolean
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.comm.collective import check_alone, check_rank, same
from msjax.kernels.comm.messages import (
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
        raise TypeError(must("op", f"one of {', '.join(_OPS)}", describe(op)))
    group = group_name(group)
    boolean("async_op", async_op)
    if not _INPLACE[name] and name not in (*_BOTH_WAYS, *_SINGLE_WAY):
        raise ValueError(f"'{name}' has no variant that returns its result: not in-place.")
    check_alone(group)
    return group


_SINGLE_WAY = ("all_to_all_single", "send", "isend", "recv", "irecv", "barrier")


def _tensor_lists(**given: Any) -> None:
    for arg, value in given.items():
        whole = isinstance(value, (tuple, list)) and all(isinstance(t, Tensor) for t in value)
        if not whole:
            raise TypeError(must(arg, "a list of Tensors", describe(value)))
        if len({t.dtype for t in value}) > 1:
            raise TypeError(must(arg, "of one dtype", [t.dtype for t in value]))


def _rank(arg: str, rank: Any, group: str) -> None:
    if not isinstance(rank, int):
        raise TypeError(must(arg, "int", describe(rank)))
    check_rank(arg, rank, group)


def _write(output: Tensor, source: Tensor, dim0: bool = False) -> None:
    """Put a result into the Tensor given for it; with `dim0` only the sizes must agree."""
    if output.dtype != source.dtype:
        raise TypeError(must("output", f"of dtype {source.dtype}", output.dtype))
    if (output.size != source.size) if dim0 else (output.shape != source.shape):
        raise TypeError(must("output", f"of shape {source.shape}", output.shape))
    output.copy_(source.reshape(output.shape) if dim0 else source)


def _done(async_op: bool) -> CommHandle | None:
    return CommHandle() if async_op else None


def _only(arg: str, values: Sequence[Any]) -> Any:
    """The single entry of a list that has one per process."""
    if len(values) != 1:
        raise TypeError(must(arg, "as long as the group, 1", len(values)))
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
    names = _INPLACE if func_list is None else func_list
    for name in names:
        if name not in _INPLACE:
            raise ValueError(must("func_list", "names of collectives", name))
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
        CommHandle with `async_op`, else None; (Tensor, this) where `set_comm_ops_inplace` said
        so.

    Raises:
        TypeError: an argument has the wrong type.
        NotImplementedError: the group has several processes.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x = ms.Tensor([1., 2.])
        >>> comm.all_reduce(x)
        >>> print(x)
        [1. 2.]
    """
    check_tensors(tensor=tensor)
    _begin("all_reduce", group, async_op, op)
    handle = _done(async_op)
    return handle if _INPLACE["all_reduce"] else (same(tensor), handle)


@public("ops.all_gather_into_tensor")
def all_gather_into_tensor(
    output_tensor: Any, input_tensor: Tensor, group: str | None = None, async_op: bool = False
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
        TypeError: an argument has the wrong type, or the output another dtype or shape than the
            result.
        NotImplementedError: the group has several processes.

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
    if not _INPLACE[name]:
        _begin(name, group, async_op)
        return same(input_tensor), _done(async_op)
    check_tensors(output_tensor=output_tensor)
    _begin(name, group, async_op)
    _write(output_tensor, input_tensor)
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
        TypeError: an argument has the wrong type, or the output another dtype or shape than the
            result.
        ValueError: the sizes do not fit.
        NotImplementedError: the group has several processes.

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
    _begin(name, group, async_op)
    _split("output_split_sizes", output_split_sizes, output)
    _write(output, input)
    return _done(async_op)


def _split(arg: str, sizes: Sequence[int] | None, tensor: Tensor) -> None:
    if sizes and list(sizes) != [tensor.shape[0]]:
        raise ValueError(must(arg, [tensor.shape[0]], sizes))


@public("ops.reduce_scatter_tensor")
def reduce_scatter_tensor(
    output: Any, input: Tensor, op: str = "sum", group: str | None = None, async_op: bool = False
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
        TypeError: an argument has the wrong type, or the output another dtype or shape than the
            result.
        NotImplementedError: the group has several processes.

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
    if not _INPLACE[name]:
        _begin(name, group, async_op, op)
        return same(input), _done(async_op)
    check_tensors(output=output)
    _begin(name, group, async_op, op)
    _write(output, input)
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
        TypeError: an argument has the wrong type, or the output another dtype or shape than the
            result.
        ValueError: the sizes do not fit.
        NotImplementedError: the group has several processes.

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
    _begin(name, group, async_op, op)
    _split("input_split_sizes", input_split_sizes, input)
    _write(output, input)
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
        NotImplementedError: the group has several processes.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x = ms.Tensor([1., 2.])
        >>> comm.reduce(x, 0)
        >>> print(x)
        [1. 2.]
    """
    check_tensors(tensor=tensor)
    _rank("dst", dst, _begin("reduce", group, async_op, op))
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
        NotImplementedError: the group has several processes.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import communication as comm
        >>> x = ms.Tensor([1., 2.])
        >>> comm.broadcast(x, 0)
        >>> print(x)
        [1. 2.]
    """
    check_tensors(tensor=tensor)
    _rank("src", src, _begin("broadcast", group, async_op))
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
        NotImplementedError: the group has several processes.

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
    _rank("src", src, _begin(name, group, async_op))
    _write(output_tensor, input_tensor)
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
        NotImplementedError: the group has several processes.

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
    _rank("dst", dst, _begin(name, group, async_op))
    _write(output_tensor, input_tensor)
    return _done(async_op)


@public("ops.barrier")
def barrier(group: str | None = None, async_op: bool = False, device_ids: Any = None) -> Any:
    """Wait until all processes of a group are here.

    Args:
        group (str, optional): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.
        device_ids: not looked at.

    Returns:
        CommHandle if `async_op` is True, else None.

    Raises:
        TypeError: an argument has the wrong type.
        NotImplementedError: the group has several processes.

    Examples:
        >>> from msjax.ops import communication as comm
        >>> comm.barrier(async_op=True)
        CommHandle(handle=None)
    """
    _begin("barrier", group, async_op)
    return _done(async_op)


@public("ops.all_to_all")
def all_to_all(
    output_tensor_list: Any,
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
        NotImplementedError: the group has several processes.

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
    _begin(name, group, async_op)
    source = _only("input_tensor_list", input_tensor_list)
    wanted = _only("output_tensor_list", output_tensor_list)
    if not _INPLACE[name]:
        shape = wanted.shape if isinstance(wanted, Tensor) else tuple(wanted)
        return (source.reshape(shape),), _done(async_op)
    _tensor_lists(output_tensor_list=output_tensor_list)
    _write(wanted, source, dim0=True)
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
        TypeError: an argument has the wrong type, or the output another dtype or shape than the
            result.
        ValueError: the sizes do not fit.
        NotImplementedError: the group has several processes.

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
    _begin(name, group, async_op)
    _split("input_split_sizes", input_split_sizes, input)
    if not _INPLACE[name]:
        return same(input), _done(async_op)
    check_tensors(output=output)
    _split("output_split_sizes", output_split_sizes, output)
    _write(output, input)
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
        TypeError: an argument has the wrong type, or the output another dtype or shape than the
            result.
        NotImplementedError: the group has several processes.

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
    _begin(name, group, async_op)
    whole = isinstance(send_count_matrix, list)
    if not whole or not all(isinstance(n, int) for n in send_count_matrix):
        raise TypeError(must("send_count_matrix", "a list of int", send_count_matrix))
    count = _only("send_count_matrix", send_count_matrix)
    _write(output, input[:count])
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
        NotImplementedError: the group has several processes.

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
    _begin("all_gather", group, async_op)
    _write(_only("tensor_list", tensor_list), tensor)
    return _done(async_op)


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
        NotImplementedError: the group has several processes.

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
    _begin("reduce_scatter", group, async_op, op)
    _write(output, _only("input_list", input_list))
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
        NotImplementedError: the group has several processes.

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
    _rank("src", src, _begin("scatter", group, async_op))
    _write(tensor, _only("scatter_list", scatter_list))
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
        NotImplementedError: the group has several processes.

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
    _rank("dst", dst, _begin("gather", group, async_op))
    _write(_only("gather_list", gather_list), tensor)
    return _done(async_op)


@public("ops.all_gather_object")
def all_gather_object(object_list: list, obj: Any, group: str | None = None) -> None:
    """Gather one Python object of each process into a list.

    Args:
        object_list (list): is overwritten; one entry for each process.
        obj: the object of this process.
        group (str, optional): the group. Default: all processes.

    Raises:
        TypeError: a list is empty or of the wrong length, or an argument has the wrong type.
        NotImplementedError: the group has several processes.

    Examples:
        >>> from msjax.ops import communication as comm
        >>> found = [None]
        >>> comm.all_gather_object(found, {"a": 1})
        >>> found
        [{'a': 1}]
    """
    _begin("all_gather_object", group)
    _only(
        "object_list",
        check_objects("object_list", object_list),
    )
    object_list[0] = obj


@public("ops.gather_object")
def gather_object(
    obj: Any, object_gather_list: list | None = None, dst: int = 0, group: str | None = None
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
        NotImplementedError: the group has several processes.

    Examples:
        >>> from msjax.ops import communication as comm
        >>> found = [None]
        >>> comm.gather_object({"a": 1}, found)
        >>> found
        [{'a': 1}]
    """
    name = "gather_object"
    _rank("dst", dst, _begin(name, group))
    _only("object_gather_list", check_objects("object_gather_list", object_gather_list))
    object_gather_list[0] = obj  # type: ignore[index]


@public("ops.broadcast_object_list")
def broadcast_object_list(
    object_list: list, src: int = 0, group: str | None = None, device: Any = None
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
        NotImplementedError: the group has several processes.

    Examples:
        >>> from msjax.ops import communication as comm
        >>> objects = ["a", 1]
        >>> comm.broadcast_object_list(objects)
        >>> objects
        ['a', 1]
    """
    _rank("src", src, _begin("broadcast_object_list", group))
    check_objects("object_list", object_list)


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
        NotImplementedError: the group has several processes.

    Examples:
        >>> from msjax.ops import communication as comm
        >>> found = [None]
        >>> comm.scatter_object_list(found, ["a"])
        >>> found
        ['a']
    """
    name = "scatter_object_list"
    _rank("src", src, _begin(name, group))
    out = check_objects("scatter_object_output_list", scatter_object_output_list)
    given = check_objects("scatter_object_input_list", scatter_object_input_list)
    out[0] = _only("scatter_object_input_list", given)


_NO_COLLECTIVE = ("get_", "is_", "init_", "destroy_", "new_", "set_", "P2P", "TCP")
_INPLACE.update({name: True for name in __all__ if not name.startswith(_NO_COLLECTIVE)})
