"""Collective operations between processes that return their results.

Older spellings of `msjax.ops.communication`, whose functions write into given Tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import integer, of_type
from msjax._core.base.errors import Speaker, describe, must, prefixed
from msjax._core.tensor.tensor import Tensor
from msjax.communication._comm_helper import HCCL_WORLD_COMM_GROUP
from msjax.kernels.comm import collective, uneven
from msjax.kernels.comm.process_groups import group_name
from msjax.ops import communication as dist
from msjax.ops.communication import CommHandle

__all__ = [
    "P2POp",
    "all_gather_into_tensor",
    "all_reduce",
    "all_to_all_single_with_output_shape",
    "all_to_all_v_c",
    "all_to_all_with_output_shape",
    "barrier",
    "batch_isend_irecv",
    "broadcast",
    "gather_into_tensor",
    "irecv",
    "isend",
    "recv",
    "reduce",
    "reduce_scatter_tensor",
    "scatter_tensor",
    "send",
]

all_to_all_v_c = dist.all_to_all_v_c


def _run(primitive: Any, tensor: Tensor, async_op: Any) -> tuple[Tensor, CommHandle | None]:
    if not isinstance(async_op, bool):
        raise TypeError(prefixed(primitive.name, must("async_op", "a bool", describe(async_op))))
    return primitive(tensor), CommHandle() if async_op else None


def all_reduce(
    tensor: Tensor,
    op: str = "sum",
    group: str = HCCL_WORLD_COMM_GROUP,
    async_op: bool = False,
) -> tuple[Tensor, CommHandle | None]:
    """Reduce a Tensor over all processes of a group.

    Args:
        tensor (Tensor): the operand.
        op (str): "sum", "prod", "min" or "max".
        group (str): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for.

    Returns:
        (Tensor, CommHandle or None)

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication.comm_func import all_reduce
        >>> print(all_reduce(ms.Tensor([1., 2.]))[0])
        [1. 2.]
    """
    if op not in ("sum", "prod", "min", "max"):
        raise TypeError(
            prefixed("all_reduce", must("op", "one of sum, prod, min, max", describe(op)))
        )
    return _run(collective.AllReduce(op, group), tensor, async_op)


def all_gather_into_tensor(
    tensor: Tensor, group: str = HCCL_WORLD_COMM_GROUP, async_op: bool = False
) -> tuple[Tensor, CommHandle | None]:
    """Join the Tensors of all processes along the first axis.

    Args:
        tensor (Tensor): what this process gives.
        group (str): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for. Default: ``False``.

    Returns:
        (Tensor, CommHandle or None)

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func, init
        >>> init()
        >>> gathered, _ = comm_func.all_gather_into_tensor(ms.Tensor([[1., 2.]]))
        >>> print(gathered)
        [[1. 2.]]
    """
    return _run(collective.AllGather(group), tensor, async_op)


def reduce_scatter_tensor(
    tensor: Tensor,
    op: str = "sum",
    group: str = HCCL_WORLD_COMM_GROUP,
    async_op: bool = False,
) -> tuple[Tensor, CommHandle | None]:
    """Reduce a Tensor and give each process its part of the first axis.

    Args:
        tensor (Tensor): the operand.
        op (str): "sum", "prod", "min" or "max". Default: ``"sum"``.
        group (str): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for. Default: ``False``.

    Returns:
        (Tensor, CommHandle or None)

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: there is no such `op`, or the processes call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func, init
        >>> init()
        >>> part, _ = comm_func.reduce_scatter_tensor(ms.Tensor([[1., 2.]]))
        >>> print(part)
        [[1. 2.]]
    """
    return _run(collective.ReduceScatter(op, group), tensor, async_op)


def reduce(tensor: Tensor, dst: int, op: str = "sum", group: str = HCCL_WORLD_COMM_GROUP) -> Tensor:
    """Reduce a Tensor for the process of rank `dst`.

    Args:
        tensor (Tensor): the operand.
        dst (int): rank of the process that gets the result.
        op (str): "sum", "prod", "min" or "max". Default: ``"sum"``.
        group (str): the group. Default: all processes.

    Returns:
        Tensor; on other processes than `dst` it has no meaning.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func, init
        >>> init()
        >>> print(comm_func.reduce(ms.Tensor([1., 2.]), 0))
        [1. 2.]
    """
    group = collective.world(group)
    with Speaker("reduce"):
        dst = collective.place_in("dst", dst, group)
    return collective.Reduce(dst, op, group)(tensor)


def scatter_tensor(tensor: Tensor, src: int = 0, group: str = HCCL_WORLD_COMM_GROUP) -> Tensor:
    """Give each process its part of the first axis of the Tensor of rank `src`.

    Args:
        tensor (Tensor): on the process of rank `src` what is given out; elsewhere of that shape.
        src (int): rank of the process that gives. Default: ``0``.
        group (str): the group. Default: all processes.

    Returns:
        Tensor, this process's part.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func, init
        >>> init()
        >>> print(comm_func.scatter_tensor(ms.Tensor([[1., 2.]])))
        [[1. 2.]]
    """
    with Speaker("scatter_tensor"):
        integer("src", src)
    return collective.CollectiveScatter(src, group)(tensor)


def gather_into_tensor(tensor: Tensor, dst: int = 0, group: str = HCCL_WORLD_COMM_GROUP) -> Tensor:
    """Join the Tensors of all processes for that of rank `dst`.

    Args:
        tensor (Tensor): what this process gives.
        dst (int): rank of the process that gets the result. Default: ``0``.
        group (str): the group. Default: all processes.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func, init
        >>> init()
        >>> print(comm_func.gather_into_tensor(ms.Tensor([1., 2.])))
        [1. 2.]
    """
    with Speaker("gather_into_tensor"):
        integer("dst", dst)
    return collective.CollectiveGather(dst, group)(tensor)


def broadcast(tensor: Tensor, src: int = 0, group: str = HCCL_WORLD_COMM_GROUP) -> Tensor:
    """The Tensor of the process of rank `src`, for all.

    Args:
        tensor (Tensor): on the process of rank `src` what is given; elsewhere of that shape.
        src (int): rank of the process that gives. Default: ``0``.
        group (str): the group. Default: all processes.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such rank.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func, init
        >>> init()
        >>> print(comm_func.broadcast(ms.Tensor([1., 2.]), src=0))
        [1. 2.]
    """
    with Speaker("broadcast"):
        of_type("tensor", tensor, Tensor)
    return collective.Broadcast(src, group)((tensor,))[0]


def barrier(group: str = HCCL_WORLD_COMM_GROUP) -> None:
    """Wait until all processes of a group are here.

    Args:
        group (str): the group. Default: all processes.

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> from msjax.communication import comm_func, init
        >>> init()
        >>> comm_func.barrier()
    """
    collective.Barrier(group)()


def send(tensor: Tensor, dst: int = 0, group: str = HCCL_WORLD_COMM_GROUP, tag: int = 0) -> None:
    """Send a Tensor to another process.

    Args:
        tensor (Tensor): what is sent.
        dst (int): rank of the other process. Default: ``0``.
        group (str): the group. Default: all processes.
        tag (int): only 0. Default: ``0``.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the rank is this process's.
        NotImplementedError: there is one process only, or `tag` is another number.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func
        >>> try:
        ...     comm_func.send(ms.Tensor([1., 2.]), 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    dist.send(tensor, dst, collective.world(group), tag)


def isend(
    tensor: Tensor, dst: int = 0, group: str = HCCL_WORLD_COMM_GROUP, tag: int = 0
) -> CommHandle:
    """`send` with a handle to wait for.

    Args:
        tensor, dst, group, tag: as in `send`.

    Returns:
        CommHandle.

    Raises:
        TypeError, ValueError, NotImplementedError: as in `send`.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func
        >>> try:
        ...     comm_func.isend(ms.Tensor([1., 2.]), 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    return dist.isend(tensor, dst, collective.world(group), tag)


def recv(tensor: Tensor, src: int = 0, group: str = HCCL_WORLD_COMM_GROUP, tag: int = 0) -> Tensor:
    """A Tensor of another process, of the shape and dtype of `tensor`.

    Args:
        tensor (Tensor): of the shape and dtype of what comes; it is not changed.
        src (int): rank of the other process. Default: ``0``.
        group (str): the group. Default: all processes.
        tag (int): only 0. Default: ``0``.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the rank is this process's.
        NotImplementedError: there is one process only, or `tag` is another number.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func
        >>> try:
        ...     comm_func.recv(ms.Tensor([1., 2.]), 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    received = collective.transfers.same(tensor)
    dist.recv(received, src, collective.world(group), tag)
    return received


def irecv(
    tensor: Tensor, src: int = 0, group: str = HCCL_WORLD_COMM_GROUP, tag: int = 0
) -> tuple[Tensor, CommHandle]:
    """`recv` with a handle to wait for.

    Args:
        tensor, src, group, tag: as in `recv`.

    Returns:
        (Tensor, CommHandle), the first one to be read after waiting for the second.

    Raises:
        TypeError, ValueError, NotImplementedError: as in `recv`.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func
        >>> try:
        ...     comm_func.irecv(ms.Tensor([1., 2.]), 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    received = collective.transfers.same(tensor)
    return received, dist.irecv(received, src, collective.world(group), tag)


class P2POp(dist.P2POp):
    """One transfer for `batch_isend_irecv`.

    Args:
        op (str or function): `isend` or `irecv`, or its name.
        tensor (Tensor): what is sent or received; a tuple for the shape of what is received.
        peer (int): rank of the other process.
        group (str, optional): the group. Default: all processes.
        tag (int): only 0.
        recv_dtype (optional): dtype of what is received, where only its shape is given.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `op` is another function.
        NotImplementedError: `tag` is not 0.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication.comm_func import P2POp
        >>> P2POp("isend", ms.Tensor([1., 2.]), 1).peer
        1
    """

    tensor: Any

    def __init__(
        self,
        op: str | Callable,
        tensor: Tensor | tuple[int, ...],
        peer: int,
        group: str | None = None,
        tag: int = 0,
        recv_dtype: mstype.Type | None = None,
    ):
        if (isinstance(op, str) or callable(op)) and _kind(op) not in ("isend", "irecv"):
            raise ValueError(prefixed("P2POp", must("op", "isend or irecv", describe(op))))
        if recv_dtype is not None and not isinstance(recv_dtype, mstype.Type):
            raise TypeError(prefixed("P2POp", must("recv_dtype", "a dtype", describe(recv_dtype))))
        like = Tensor(0) if isinstance(tensor, tuple) else tensor
        super().__init__(op, like, peer, group, tag)
        self.tensor, self.recv_dtype = tensor, recv_dtype


def batch_isend_irecv(p2p_op_list: list[P2POp]) -> tuple[Tensor, ...]:
    """Send and receive several Tensors; see `msjax.ops.communication.batch_isend_irecv`.

    Returns:
        tuple of Tensors, in the order of the list: what came, and a 0 for what was sent.

    Raises:
        ValueError: what is received has a shape, but no `recv_dtype`.
    """
    results = [
        Tensor(0, p.tensor.dtype) if _kind(p.op) == "isend" else _place_for(p) for p in p2p_op_list
    ]
    handles = dist.batch_isend_irecv(
        [
            dist.P2POp("isend", p.tensor, p.peer, p.group, p.tag)
            if _kind(p.op) == "isend"
            else dist.P2POp("irecv", result, p.peer, p.group, p.tag)
            for p, result in zip(p2p_op_list, results, strict=True)
        ]
    )
    for handle in handles:
        handle.wait()
    return tuple(results)


def _place_for(transfer: P2POp) -> Tensor:
    """A Tensor of its own for what is received."""
    like: Any = transfer.tensor
    if isinstance(like, Tensor):
        return collective.transfers.same(like)
    if transfer.recv_dtype is None:
        text = must("recv_dtype", "given where 'tensor' is a shape", None)
        raise ValueError(prefixed("P2POp", text))
    return Tensor(np.zeros(like), transfer.recv_dtype)


def _kind(op: Any) -> Any:
    return getattr(op, "__name__", op)


def _shape(like: Any) -> tuple[int, ...]:
    return like.shape if isinstance(like, Tensor) else tuple(like)


def all_to_all_with_output_shape(
    output_shape_list: Sequence[Any],
    input_tensor_list: Sequence[Tensor],
    group: str | None = None,
    async_op: bool = False,
) -> tuple[tuple[Tensor, ...], CommHandle | None]:
    """Send one Tensor to each process, and receive one of given shape from each.

    Args:
        output_shape_list (list): for each process the shape of what comes from it, or a Tensor of
            that shape.
        input_tensor_list (list): for each process the Tensor that it gets.
        group (str): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for. Default: ``False``.

    Returns:
        (tuple of Tensors, CommHandle or None)

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: a list is not as long as the group.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func, init
        >>> init()
        >>> came, _ = comm_func.all_to_all_with_output_shape([(2,)], [ms.Tensor([1., 2.])])
        >>> print(came[0])
        [1. 2.]
    """
    name = "all_to_all_with_output_shape"
    for arg, value in (("output_shape_list", output_shape_list), ("input", input_tensor_list)):
        if not isinstance(value, (tuple, list)):
            raise TypeError(prefixed(name, must(arg, "a list", describe(value))))
        size = dist.get_world_size(group)
        if len(value) != size:
            raise ValueError(prefixed(name, must(arg, f"as long as the group, {size}", len(value))))
    shapes = [_shape(like) for like in output_shape_list]
    came = uneven.between_each(input_tensor_list, shapes, group_name(group))
    return came, CommHandle() if async_op else None


def all_to_all_single_with_output_shape(
    output_shape: Sequence[int] | Tensor,
    tensor: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> tuple[Tensor, CommHandle | None]:
    """Send parts of the first axis to the processes, and join what they send.

    Args:
        output_shape: the shape of the result, or a Tensor of that shape.
        tensor (Tensor): what is sent, in parts along its first axis.
        output_split_sizes (list): lengths of the parts that come. Default: ``None``, those of the
            parts that are sent.
        input_split_sizes (list): lengths of the parts that are sent. Default: ``None``, equal ones.
        group (str): the group. Default: all processes.
        async_op (bool): whether to return a handle to wait for. Default: ``False``.

    Returns:
        (Tensor, CommHandle or None)

    Raises:
        ValueError: the lengths do not add up, or the result does not have the shape.
        RuntimeError: the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> from msjax.communication import comm_func, init
        >>> init()
        >>> x = ms.Tensor([[1., 2.]])
        >>> print(comm_func.all_to_all_single_with_output_shape((1, 2), x)[0])
        [[1. 2.]]
    """
    name = "all_to_all_single_with_output_shape"
    shape = _shape(output_shape)
    group = group_name(group)
    with Speaker(name):
        sent = uneven.lengths("input_split_sizes", input_split_sizes, tensor, group)
        if output_split_sizes and sum(output_split_sizes) != shape[0]:
            raise ValueError(must("output_split_sizes", [shape[0]], output_split_sizes))
    received = list(output_split_sizes or sent)
    result = uneven.all_to_all(tensor, sent, received, group)
    return result.reshape(shape), CommHandle() if async_op else None
