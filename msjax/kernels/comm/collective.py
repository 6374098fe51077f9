"""Collective operations between processes, as Primitive classes.

What they do is in `transfers`: one process is rank 0 of a group of one, where every collective is
a copy or nothing at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msjax._core.base.checks import integer, of_type, string
from msjax._core.base.errors import describe, must, unsupported_option
from msjax._core.op.primitive import Primitive, PrimitiveWithInfer
from msjax._core.op.publish import public
from msjax._core.runtime.groups import (
    HCCL_WORLD_COMM_GROUP,
    GlobalComm,
    get_group_size,
    get_rank,
    members_of,
)
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.comm import transfers, uneven

if TYPE_CHECKING:
    from msjax._types import DType


@public("ops.ReduceOp")
class ReduceOp:
    """Names of the reductions of collectives: SUM, MAX, MIN, PROD and AVG.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.ReduceOp.MAX
        'max'
    """

    SUM = "sum"
    MAX = "max"
    MIN = "min"
    PROD = "prod"
    AVG = "avg"


def world(group: Any) -> Any:
    """The group's name; the default one stands for the group of all processes."""
    return GlobalComm.WORLD_COMM_GROUP if group == HCCL_WORLD_COMM_GROUP else group


def check_rank(arg: str, rank: int, group: str) -> None:
    """Refuse ranks that the group does not have."""
    size = get_group_size(group)
    if not 0 <= rank < size:
        raise ValueError(must(arg, f"in [0, {size})", rank))


def place_in(arg: str, rank: int, group: str) -> int:
    """Rank in the group of one of all processes; refuses those that are not in it."""
    members = members_of(group)
    if rank not in members:
        if len(members) == get_group_size():
            check_rank(arg, rank, group)
        raise ValueError(must(arg, f"one of the group's ranks {members}", rank))
    return members.index(rank)


class _Collective(PrimitiveWithInfer):
    """A collective on one Tensor."""

    def _setup(self, group: Any, **attributes: Any) -> None:
        Primitive.__init__(self, type(self).__name__)
        group = world(group)
        string("group", group)
        self._set_init(**attributes, group=group)

    def _note(self, **attributes: Any) -> None:
        for attribute, value in attributes.items():
            self.add_prim_attr(attribute, value)

    def _sized(self) -> None:
        self.rank = get_rank(self.group)
        self.add_prim_attr("rank_size", get_group_size(self.group))

    def __call__(self, input_x: Tensor) -> Tensor:
        of_type("input_x", input_x, Tensor)
        return self._moved(input_x)

    def _moved(self, input_x: Tensor) -> Tensor:
        raise NotImplementedError


@public("ops.AllReduce")
class AllReduce(_Collective):
    """Reduce a Tensor over all processes of a group; each gets the result.

    Args:
        op (str): a name of `ReduceOp`.
        group (str): the group. Default: all processes.

    Inputs:
        **input_x** (Tensor)

    Returns:
        Tensor, of the input's shape and dtype.

    Raises:
        TypeError: `op` or `group` is not a str, or `input_x` not a Tensor.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.AllReduce()(ms.Tensor([1., 2.])))
        [1. 2.]
    """

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        string("op", op)
        self._setup(group, op=op)
        self._note(fusion=0, index=0, no_eliminate=True)

    def _moved(self, input_x: Tensor) -> Tensor:
        return transfers.all_reduce(input_x, self.op, self.group)


@public("ops.Reduce")
class Reduce(_Collective):
    """Reduce a Tensor over all processes of a group; one process gets the result.

    Args:
        dest_rank (int): rank of that process.
        op (str): a name of `ReduceOp`.
        group (str): the group. Default: all processes.

    Inputs:
        - **input_x** (Tensor) - the operand.

    Outputs:
        Tensor, of the input's shape and dtype.

    Raises:
        TypeError: `op` or `group` is not a str, or `input_x` not a Tensor.
        ValueError: at a call, there is no such rank.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Reduce(dest_rank=0)(ms.Tensor([1., 2.])))
        [1. 2.]
    """

    def __init__(self, dest_rank: int, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        string("op", op)
        self._setup(group, dest_rank=dest_rank, op=op)

    def __call__(self, input_x: Tensor) -> Tensor:
        check_rank("dest_rank", self.dest_rank, self.group)
        return super().__call__(input_x)

    def _moved(self, input_x: Tensor) -> Tensor:
        return transfers.reduce(input_x, self.op, self.dest_rank, self.group)


@public("ops.AllGather")
class AllGather(_Collective):
    """Join the Tensors of all processes of a group along the first axis.

    Args:
        group (str): the group. Default: all processes.

    Inputs:
        **input_x** (Tensor): of rank 1 or more.

    Returns:
        Tensor, of the input's dtype.

    Raises:
        TypeError: `group` is not a str, or `input_x` not a Tensor.
        ValueError: `input_x` has rank 0.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.AllGather()(ms.Tensor([1., 2.])))
        [1. 2.]
    """

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP):
        self._setup(group)
        self._sized()
        self._note(fusion=0, mean_flag=False, no_eliminate=True)

    def __call__(self, input_x: Tensor) -> Tensor:
        of_type("input_x", input_x, Tensor)
        if input_x.ndim == 0:
            raise ValueError(must("input_x", "of rank 1 or more", "rank 0"))
        return super().__call__(input_x)

    def _moved(self, input_x: Tensor) -> Tensor:
        return transfers.all_gather(input_x, self.group)


@public("ops.ReduceScatter")
class ReduceScatter(_Collective):
    """Reduce a Tensor over all processes of a group; each gets its part of the first axis.

    Args:
        op (str): a name of `ReduceOp`.
        group (str): the group. Default: all processes.

    Inputs:
        - **input_x** (Tensor) - the operand.

    Outputs:
        Tensor, of the input's dtype.

    Raises:
        TypeError: `op` or `group` is not a str, or `input_x` not a Tensor.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReduceScatter()(ms.Tensor([1., 2.])))
        [1. 2.]
    """

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        string("op", op)
        self._setup(group, op=op)
        self._sized()
        self._note(fusion=0, no_eliminate=True)

    def _moved(self, input_x: Tensor) -> Tensor:
        return transfers.reduce_scatter(input_x, self.op, self.group)


@public("ops.Broadcast")
class Broadcast(_Collective):
    """Give the Tensors of one process to all processes of a group.

    Args:
        root_rank (int): rank of that process.
        group (str): the group. Default: all processes.

    Inputs:
        **input_x** (tuple of Tensors)

    Returns:
        tuple of Tensors.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: at a call, there is no such rank.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> first, second = ms.ops.Broadcast(0)((ms.Tensor([1.]), ms.Tensor([2, 3])))
        >>> print(first, second)
        [1.] [2 3]
    """

    def __init__(self, root_rank: int, group: str = HCCL_WORLD_COMM_GROUP):
        integer("root_rank", root_rank)
        self._setup(group, root_rank=root_rank)
        self._note(no_eliminate=True)

    def __call__(self, input_x: Sequence[Tensor]) -> tuple[Tensor, ...]:
        if not isinstance(input_x, (tuple, list)):
            raise TypeError(must("input_x", "a tuple of Tensors", describe(input_x)))
        for tensor in input_x:
            of_type("input_x", tensor, Tensor)
        root = place_in("root_rank", self.root_rank, self.group)
        return tuple(transfers.broadcast(t, root, self.group) for t in input_x)


@public("ops.AlltoAll")
class AlltoAll(_Collective):
    """Split a Tensor over the processes of a group, and join what they send.

    Args:
        split_count (int): number of parts: the size of the group.
        split_dim (int): axis to split.
        concat_dim (int): axis to join along.
        group (str): the group. Default: all processes.

    Inputs:
        - **input_x** (Tensor) - the operand.

    Outputs:
        Tensor, of the input's dtype.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: at a call, `split_count` is not the group's size, or an axis does not exist.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.AlltoAll(1, 0, 1)(ms.Tensor([[1., 2.]])))
        [[1. 2.]]
    """

    def __init__(
        self, split_count: int, split_dim: int, concat_dim: int, group: str = HCCL_WORLD_COMM_GROUP
    ):
        given = {"split_count": split_count, "split_dim": split_dim, "concat_dim": concat_dim}
        for name, value in given.items():
            integer(name, value)
        self._setup(group, **given)
        self._note(no_eliminate=True)
        self._sized()

    def __call__(self, input_x: Tensor) -> Tensor:
        of_type("input_x", input_x, Tensor)
        if self.split_count != self.rank_size:
            raise ValueError(must("split_count", self.rank_size, self.split_count))
        for name in ("split_dim", "concat_dim"):
            axis = getattr(self, name)
            if not -input_x.ndim <= axis < input_x.ndim:
                bounds = f"in [{-input_x.ndim}, {input_x.ndim})"
                raise ValueError(must(name, bounds, axis))
        return super().__call__(input_x)

    def _moved(self, input_x: Tensor) -> Tensor:
        split, concat = (axis % input_x.ndim for axis in (self.split_dim, self.concat_dim))
        if input_x.shape[split] % self.split_count:
            text = f"divisible by {self.split_count} along axis {split}"
            raise ValueError(must("input_x", text, f"shape {input_x.shape}"))
        return transfers.all_to_all(input_x, split, concat, self.group)


class _Variable(_Collective):
    """A collective whose parts differ in length; the lists of lengths have one entry each."""

    def _lengths(self, arg: str, lengths: Any, count: int | None = None) -> list[int]:
        count = self.rank_size if count is None else count
        lengths = lengths.tolist() if isinstance(lengths, Tensor) else list(lengths)
        if len(lengths) != count:
            elements = "one element" if count == 1 else f"{count} elements"
            raise ValueError(must(arg, f"of {elements}", lengths))
        block = getattr(self, "block_size", 1)
        return [n * block for n in lengths]

    def _flat(self, input_x: Tensor, arg: str, lengths: list[int]) -> Tensor:
        """The elements of the input that the lengths speak of."""
        flat = input_x.reshape((-1,))
        if min(lengths) < 0 or sum(lengths) > flat.shape[0]:
            raise ValueError(must(arg, f"at most {flat.shape[0]} elements", lengths))
        return flat[: sum(lengths)]


@public("ops.AlltoAllV")
class AlltoAllV(_Variable):
    """Send parts of a flat Tensor to the processes of a group, and join what they send.

    Args:
        group (str): the group. Default: all processes.
        block_size (int): elements that one unit of the lengths stands for.

    Inputs:
        - **input_x** (Tensor)
        - **send_numel_list** (tuple of int or Tensor): units for each process.
        - **recv_numel_list** (tuple of int or Tensor): units from each process.

    Returns:
        Tensor of rank 1.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the lengths do not fit.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.AlltoAllV()(ms.Tensor([1., 2., 3.]), (2,), (2,)))
        [1. 2.]
    """

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP, block_size: int = 1):
        integer("block_size", block_size)
        self._setup(HCCL_WORLD_COMM_GROUP if group is None else group, block_size=block_size)
        self._sized()

    def __call__(
        self,
        input_x: Tensor,
        send_numel_list: Sequence[int] | Tensor,
        recv_numel_list: Sequence[int] | Tensor,
    ) -> Tensor:
        of_type("input_x", input_x, Tensor)
        received = self._lengths("recv_numel_list", recv_numel_list)
        sent = self._lengths("send_numel_list", send_numel_list)
        flat = self._flat(input_x, "send_numel_list", sent)
        if sent[self.rank] != received[self.rank]:
            raise ValueError(must("recv_numel_list", f"{send_numel_list}", recv_numel_list))
        return uneven.all_to_all(flat, sent, received, self.group)


@public("ops.AlltoAllVC")
class AlltoAllVC(_Variable):
    """`AlltoAllV` whose lengths come as one matrix: row i holds what process i sends.

    Args:
        group (str): the group. Default: all processes.
        block_size (int): elements that one unit of the lengths stands for.
        transpose (bool): whether column i holds what process i sends.

    Inputs:
        - **input_x** (Tensor) - the operand; it is flattened.
        - **send_count_matrix** (list of int or Tensor): the matrix, row by row.

    Outputs:
        Tensor of rank 1.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the lengths do not fit.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.AlltoAllVC()(ms.Tensor([1., 2., 3.]), [2]))
        [1. 2.]
    """

    def __init__(
        self, group: str = HCCL_WORLD_COMM_GROUP, block_size: int = 1, transpose: bool = False
    ):
        integer("block_size", block_size)
        group = HCCL_WORLD_COMM_GROUP if group is None else group
        self._setup(group, block_size=block_size, transpose=transpose)
        self._sized()

    def __call__(self, input_x: Tensor, send_count_matrix: Sequence[int] | Tensor) -> Tensor:
        of_type("input_x", input_x, Tensor)
        size = self.rank_size
        counts = self._lengths("send_count_matrix", send_count_matrix, size * size)
        rows = [counts[i * size : (i + 1) * size] for i in range(size)]
        columns = [list(c) for c in zip(*rows, strict=True)]
        sent, received = (columns, rows) if self.transpose else (rows, columns)
        flat = self._flat(input_x, "send_count_matrix", sent[self.rank])
        return uneven.all_to_all(flat, sent[self.rank], received[self.rank], self.group)


@public("ops.AllGatherV")
class AllGatherV(_Variable):
    """Join flat Tensors of different lengths.

    Args:
        group (str): the group. Default: all processes.

    Inputs:
        - **input_x** (Tensor): of rank 1.
        - **output_split_sizes** (tuple of int or Tensor): length for each process.

    Outputs:
        Tensor of rank 1.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the lengths do not fit.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.AllGatherV()(ms.Tensor([1., 2.]), (2,)))
        [1. 2.]
    """

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP):
        self._setup(group)
        self._note(mean_flag=False)
        self._sized()

    def __call__(self, input_x: Tensor, output_split_sizes: Sequence[int] | Tensor) -> Tensor:
        of_type("input_x", input_x, Tensor)
        lengths = self._lengths("output_split_sizes", output_split_sizes)
        flat = self._flat(input_x, "output_split_sizes", [lengths[self.rank]])
        return uneven.all_gather(flat, lengths, self.group)


@public("ops.ReduceScatterV")
class ReduceScatterV(_Variable):
    """Reduce flat Tensors; each process gets a part of its own length.

    Args:
        op (str): a name of `ReduceOp`.
        group (str): the group. Default: all processes.

    Inputs:
        - **input_x** (Tensor): of rank 1.
        - **input_split_sizes** (tuple of int or Tensor): length for each process.

    Outputs:
        Tensor of rank 1.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the lengths do not fit.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReduceScatterV()(ms.Tensor([1., 2.]), (2,)))
        [1. 2.]
    """

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        string("op", op)
        self._setup(group, op=op)
        self._sized()

    def __call__(self, input_x: Tensor, input_split_sizes: Sequence[int] | Tensor) -> Tensor:
        of_type("input_x", input_x, Tensor)
        lengths = self._lengths("input_split_sizes", input_split_sizes)
        flat = self._flat(input_x, "input_split_sizes", lengths)
        return uneven.reduce_scatter(flat, lengths, self.op, self.group)


@public("ops.CollectiveScatter")
class CollectiveScatter(_Collective):
    """Give each process of a group its part of the first axis of one process's Tensor.

    Args:
        src_rank (int): rank of that process.
        group (str): the group. Default: all processes.

    Inputs:
        - **input_x** (Tensor) - the operand.

    Outputs:
        Tensor, of the input's dtype.

    Raises:
        TypeError: `group` is not a str, or `input_x` not a Tensor.
        ValueError: at a call, there is no such rank.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.CollectiveScatter(0)(ms.Tensor([1., 2.])))
        [1. 2.]
    """

    def __init__(self, src_rank: int = 0, group: str = HCCL_WORLD_COMM_GROUP):
        self._setup(group, src_rank=src_rank)
        self._sized()

    def __call__(self, input_x: Tensor) -> Tensor:
        place_in("src_rank", self.src_rank, self.group)
        return super().__call__(input_x)

    def _moved(self, input_x: Tensor) -> Tensor:
        if input_x.ndim == 0 or input_x.shape[0] % self.rank_size:
            text = f"of a first axis that is divisible by {self.rank_size}"
            raise ValueError(must("input_x", text, f"shape {input_x.shape}"))
        source = place_in("src_rank", self.src_rank, self.group)
        return transfers.scatter(input_x, source, self.group)


@public("ops.CollectiveGather")
class CollectiveGather(_Collective):
    """Join the Tensors of a group along the first axis; one process gets the result.

    Args:
        dest_rank (int): rank of that process.
        group (str): the group. Default: all processes.

    Inputs:
        - **input_x** (Tensor) - the operand.

    Outputs:
        Tensor, of the input's dtype.

    Raises:
        TypeError: `group` is not a str, or `input_x` not a Tensor.
        ValueError: at a call, there is no such rank.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.CollectiveGather(0)(ms.Tensor([1., 2.])))
        [1. 2.]
    """

    def __init__(self, dest_rank: int, group: str = HCCL_WORLD_COMM_GROUP):
        self._setup(group, dest_rank=dest_rank)
        self._sized()

    def __call__(self, input_x: Tensor) -> Tensor:
        place_in("dest_rank", self.dest_rank, self.group)
        return super().__call__(input_x)

    def _moved(self, input_x: Tensor) -> Tensor:
        receiver = place_in("dest_rank", self.dest_rank, self.group)
        return transfers.gather(input_x, receiver, self.group)


@public("ops.Barrier")
class Barrier(_Collective):
    """Wait until all processes of a group are here.

    Args:
        group (str): the group. Default: all processes.

    Outputs:
        None.

    Raises:
        TypeError: `group` is not a str.
        RuntimeError: at a call, the processes of the group call different collectives.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Barrier()()
    """

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP):
        self._setup(group)
        self._note(side_effect_mem=True)

    def __call__(self) -> None:
        transfers.barrier(self.group)


class _Partner(_Collective):
    """A transfer to or from other processes that has no counterpart here."""

    def __call__(self, *args: Any) -> Any:
        raise unsupported_option(
            "an exchange between neighbouring processes", "Send and Receive move single Tensors"
        )


def _partner(arg: str, rank: int, group: str) -> int:
    """Rank among all processes of another member of a group."""
    check_rank(arg, rank, group)
    if rank == get_rank(group):
        raise ValueError(must(arg, "another process's rank", rank))
    return members_of(group)[rank]


@public("ops.Send")
class Send(_Collective):
    """Send a Tensor to another process; its gradient is what `Receive` sends back from there.

    Args:
        sr_tag (int): number of the message.
        dest_rank (int): rank in the group of the receiver.
        group (str): the group of the forward pass.
        group_back (str): the group of the backward pass.

    Inputs:
        - **input_x** (Tensor) - what is sent.

    Outputs:
        Tensor, the input.

    Raises:
        TypeError: a group is not a str, or `input_x` not a Tensor.
        ValueError: at a call, there is no such rank, or it is this process.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Send(sr_tag=0, dest_rank=1).dest_rank
        1
    """

    def __init__(
        self,
        sr_tag: int,
        dest_rank: int,
        group: str = HCCL_WORLD_COMM_GROUP,
        group_back: str = HCCL_WORLD_COMM_GROUP,
    ):
        self._setup(group, sr_tag=sr_tag, dest_rank=dest_rank, group_back=world(group_back))

    def _moved(self, input_x: Tensor) -> Tensor:
        receiver = _partner("dest_rank", self.dest_rank, self.group)
        return transfers.send(input_x, receiver, self.sr_tag, self.group, self.group_back)


@public("ops.Receive")
class Receive(_Collective):
    """Receive a Tensor from another process.

    Args:
        sr_tag (int): number of the message.
        src_rank (int): rank in the group of the sender.
        shape (list of int): shape of the Tensor.
        dtype: its dtype.
        group (str): the group of the forward pass.
        group_back (str): the group of the backward pass.

    Inputs:
        - **x** (Tensor, optional) - if gradients are computed with respect to something that it
          depends on, the gradient of the output is sent back.

    Outputs:
        Tensor.

    Raises:
        TypeError: a group is not a str.
        ValueError: at a call, there is no such rank, it is this process, or what comes has another
            shape or dtype.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Receive(sr_tag=0, src_rank=1, shape=[2, 3], dtype=ms.float32).shape
        [2, 3]
    """

    def __init__(
        self,
        sr_tag: int,
        src_rank: int,
        shape: Sequence[int],
        dtype: DType,
        group: str = HCCL_WORLD_COMM_GROUP,
        group_back: str = HCCL_WORLD_COMM_GROUP,
    ):
        given = {"sr_tag": sr_tag, "src_rank": src_rank, "shape": shape, "dtype": dtype}
        self._setup(group, **given, group_back=world(group_back))

    def __call__(self, x: Tensor | None = None) -> Tensor:
        sender = _partner("src_rank", self.src_rank, self.group)
        groups = self.group, self.group_back
        return transfers.receive(self, sender, self.sr_tag, *groups, after=x)


@public("ops.BatchISendIRecv")
class BatchISendIRecv(_Partner):
    """Send and receive several Tensors; calling it raises NotImplementedError.

    Args:
        op_types (tuple, list): "isend" or "irecv", in order.
        remote_ranks (tuple, list): rank of the partner of each.
        receive_shapes (tuple, list): shapes of the Tensors that come.
        receive_dtypes (tuple, list): their dtypes.
        group (str): the group.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: lists that belong together differ in length.
        NotImplementedError: at every call.

    Examples:
        >>> import msjax as ms
        >>> both = ms.ops.BatchISendIRecv(["isend", "irecv"], [1, 1], [[2]], [ms.float32])
        >>> both.remote_ranks
        [1, 1]
    """

    def __init__(
        self,
        op_types: Sequence[str],
        remote_ranks: Sequence[int],
        receive_shapes: Sequence[Any] | None = None,
        receive_dtypes: Sequence[Any] | None = None,
        group: str | None = HCCL_WORLD_COMM_GROUP,
    ):
        given = {"op_types": op_types, "remote_ranks": remote_ranks}
        given["receive_shapes"] = () if receive_shapes is None else receive_shapes
        given["receive_dtypes"] = () if receive_dtypes is None else receive_dtypes
        for arg, value in given.items():
            of_type(arg, value, tuple, list)
        for first, second in (("op_types", "remote_ranks"), ("receive_shapes", "receive_dtypes")):
            if len(given[first]) != len(given[second]):
                text = f"as long as '{second}', which is {given[second]}"
                raise ValueError(must(first, text, given[first]))
        self._setup(HCCL_WORLD_COMM_GROUP if group is None else group, **given, no_eliminate=True)


@public("ops.NeighborExchange")
class NeighborExchange(_Collective):
    """Send Tensors to some processes, and get one from each of some others.

    Args:
        send_rank_ids (list of int): receivers.
        recv_rank_ids (list of int): senders.
        recv_shapes (tuple): shapes of what comes.
        send_shapes (tuple): shapes of what goes.
        recv_type: dtype of what comes.
        group (str): the group. Default: all processes.

    Inputs:
        - **input_x** (tuple[Tensor]) - one for each receiver.

    Outputs:
        tuple of Tensors, one from each sender.

    Raises:
        TypeError: `group` is not a str, or `input_x` not a tuple of Tensors.
        ValueError: at a call, a shape is another one, or a rank is this process or none.

    Examples:
        >>> import msjax as ms
        >>> exchange = ms.ops.NeighborExchange([1], [1], ([2],), ([2],), ms.float32)
        >>> exchange.send_rank_ids
        [1]
    """

    def __init__(
        self,
        send_rank_ids: Sequence[int],
        recv_rank_ids: Sequence[int],
        recv_shapes: Sequence[Any],
        send_shapes: Sequence[Any],
        recv_type: DType,
        group: str = HCCL_WORLD_COMM_GROUP,
    ):
        ranks = {"send_rank_ids": send_rank_ids, "recv_rank_ids": recv_rank_ids}
        shapes = {"recv_shapes": recv_shapes, "send_shapes": send_shapes}
        self._setup(group, **ranks, **shapes, recv_type=recv_type, no_eliminate=True)

    def __call__(self, input_x: Sequence[Tensor]) -> tuple[Tensor, ...]:
        if not isinstance(input_x, (tuple, list)):
            raise TypeError(must("input_x", "a tuple of Tensors", describe(input_x)))
        for tensor in input_x:
            of_type("input_x", tensor, Tensor)
        wanted = [tuple(shape) for shape in self.send_shapes]
        if [tensor.shape for tensor in input_x] != wanted:
            raise ValueError(must("input_x", f"of shapes {wanted}", [t.shape for t in input_x]))
        ends = [
            [_partner(arg, rank, self.group) for rank in getattr(self, arg)]
            for arg in ("send_rank_ids", "recv_rank_ids")
        ]
        came = [tuple(shape) for shape in self.recv_shapes]
        return transfers.exchange_with(input_x, *ends, came, self.recv_type, self.group)


@public("ops.NeighborExchangeV2")
class NeighborExchangeV2(_Partner):
    """Exchange the borders of images with other processes; calling it raises NotImplementedError.

    Args:
        send_rank_ids (list of int): eight receivers, clockwise from above; -1 for none.
        send_lens (list of int): widths of the borders sent.
        recv_rank_ids (list of int): eight senders.
        recv_lens (list of int): widths of the borders received.
        data_format (str): "NCHW".
        group (str): the group. Default: all processes.

    Raises:
        TypeError: `group` is not a str.
        ValueError: a rank is not in the group.
        NotImplementedError: at every call.

    Examples:
        >>> import msjax as ms
        >>> alone = [-1] * 8
        >>> exchange = ms.ops.NeighborExchangeV2(alone, [0] * 4, alone, [0] * 4, "NCHW")
        >>> exchange.format
        'NCHW'
    """

    def __init__(
        self,
        send_rank_ids: Sequence[int],
        send_lens: Sequence[int],
        recv_rank_ids: Sequence[int],
        recv_lens: Sequence[int],
        data_format: str,
        group: str = HCCL_WORLD_COMM_GROUP,
    ):
        self._setup(group, send_rank_ids=send_rank_ids, recv_rank_ids=recv_rank_ids)
        self.send_lens, self.recv_lens, self.format = send_lens, recv_lens, data_format
        self.add_prim_attr("no_eliminate", True)
        self._sized()
        for arg in ("send_rank_ids", "recv_rank_ids"):
            for rank in getattr(self, arg):
                if rank != -1:
                    check_rank(arg, rank, self.group)
