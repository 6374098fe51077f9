"""Transfers from one process to another, as functions of `msjax.ops.communication`."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any

from msjax._core.base.checks import of_type
from msjax._core.base.errors import describe, must, unsupported_option
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.comm import mail
from msjax.kernels.comm.collective import place_in
from msjax.kernels.comm.process_groups import get_rank, get_world_size, group_name


class CommHandle:
    """A transfer under way. Collectives are queued already when there is one."""

    def __init__(
        self,
        handle: Any = None,
        exec_sync: bool = False,
        _finish: Callable[[], Any] | None = None,
    ):
        self.handle, self.exec_sync, self._finish = handle, exec_sync, _finish

    def wait(self) -> None:
        """Wait for the end."""
        finish, self._finish = self._finish, None
        if finish is not None:
            finish()

    def __repr__(self) -> str:
        return "CommHandle(handle=None)"


def check_tensors(**given: Any) -> None:
    for arg, value in given.items():
        of_type(arg, value, Tensor)


def check_objects(arg: str, value: Any) -> list:
    if not isinstance(value, list) or not value:
        raise TypeError(must(arg, "a list that is not empty", describe(value)))
    return value


def _partner(arg: str, rank: Any, group: Any) -> tuple[int, str]:
    """Rank among all processes of the other end of a transfer, and the group's name."""
    mail.only_eagerly()
    group = group_name(group)
    if not isinstance(rank, int):
        raise TypeError(must(arg, "int", describe(rank)))
    if rank == get_rank():
        raise ValueError(must(arg, "another process's rank", rank))
    if get_world_size() == 1:
        raise unsupported_option(
            "a transfer between processes where there is one",
            "start the program by 'msrun --worker_num=N'",
        )
    place_in(arg, rank, group)
    return rank, group


@public("ops.send")
def send(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> None:
    """Send a Tensor to another process.

    Args:
        tensor (Tensor): what is sent.
        dst (int): rank of the receiver.
        group (str, optional): the group. Default: all processes.
        tag (int): number of the message.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `dst` is the rank of this process, or of none.
        NotImplementedError: there is only one process.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.communication import send
        >>> try:
        ...     send(ms.Tensor([1., 2.]), 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    check_tensors(tensor=tensor)
    receiver, group = _partner("dst", dst, group)
    mail.post_tensor(tensor, receiver, group, tag)


@public("ops.isend")
def isend(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> CommHandle:
    """`send` without waiting.

    Args:
        tensor (Tensor): what is sent.
        dst (int): rank of the receiver.
        group (str, optional): the group. Default: all processes.
        tag (int): number of the message.

    Returns:
        CommHandle, whose `wait` returns when the message is on its way.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `dst` is the rank of this process, or of none.
        NotImplementedError: there is only one process.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.communication import isend
        >>> try:
        ...     isend(ms.Tensor([1., 2.]), 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    send(tensor, dst, group, tag)
    return CommHandle()


@public("ops.recv")
def recv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> int:
    """Receive a Tensor from another process.

    Args:
        tensor (Tensor): what is overwritten.
        src (int): rank of the sender.
        group (str, optional): the group. Default: all processes.
        tag (int): number of the message.

    Returns:
        int: 0.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `src` is the rank of this process, or of none, or what comes does not fit.
        NotImplementedError: there is only one process.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.communication import recv
        >>> try:
        ...     recv(ms.Tensor([1., 2.]), 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    check_tensors(tensor=tensor)
    sender, group = _partner("src", src, group)
    tensor._assign(mail.fetch_tensor(tensor, sender, group, tag)._data)
    return 0


@public("ops.irecv")
def irecv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> CommHandle:
    """`recv` without waiting: that is done by the handle, or by who reads the Tensor.

    Args:
        tensor (Tensor): what is overwritten.
        src (int): rank of the sender.
        group (str, optional): the group. Default: all processes.
        tag (int): number of the message.

    Returns:
        CommHandle, whose `wait` returns when the Tensor has what came.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `src` is the rank of this process, or of none, or what comes does not fit.
        NotImplementedError: there is only one process.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.communication import irecv
        >>> try:
        ...     irecv(ms.Tensor([1., 2.]), 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    check_tensors(tensor=tensor)
    sender, group = _partner("src", src, group)
    take = mail.expected(tensor, sender, group, tag)
    if tensor._view is None:
        tensor._view = mail.Coming(take)
        return CommHandle(_finish=lambda: tensor._value)
    return CommHandle(_finish=lambda: tensor._assign(take()._data))


@public("ops.send_object_list")
def send_object_list(
    object_list: list, dst: int, group: str | None = None, device: str | None = None
) -> None:
    """Send Python objects to another process.

    Args:
        object_list (list): what is sent; not empty.
        dst (int): rank of the receiver.
        group (str, optional): the group. Default: all processes.
        device: not looked at.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `dst` is the rank of this process, or of none.
        NotImplementedError: there is only one process.

    Examples:
        >>> from msjax.ops.communication import send_object_list
        >>> try:
        ...     send_object_list(["a", 1], 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    check_objects("object_list", object_list)
    receiver, group = _partner("dst", dst, group)
    mail.post(pickle.dumps(object_list), receiver, group)


@public("ops.recv_object_list")
def recv_object_list(
    object_list: list, src: int = 0, group: str | None = None, device: str | None = None
) -> int:
    """Receive Python objects from another process.

    Args:
        object_list (list): overwritten; not empty.
        src (int): rank of the sender.
        group (str, optional): the group. Default: all processes.
        device: not looked at.

    Returns:
        int: 0.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `src` is the rank of this process, or of none, or what comes does not fit.
        NotImplementedError: there is only one process.

    Examples:
        >>> from msjax.ops.communication import recv_object_list
        >>> try:
        ...     recv_object_list(["a", 1], 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    check_objects("object_list", object_list)
    sender, group = _partner("src", src, group)
    object_list[:] = pickle.loads(mail.fetch(sender, group))
    return 0


def _kind(op: Any) -> Any:
    """Name of a transfer: several modules have functions of these names."""
    return getattr(op, "__name__", op)


@public("ops.P2POp")
class P2POp:
    """One transfer for `batch_isend_irecv`.

    Args:
        op (str or function): `isend` or `irecv`, or its name.
        tensor (Tensor): what is sent or received.
        peer (int): rank of the other process.
        group (str, optional): the group. Default: all processes.
        tag (int): only 0.

    Raises:
        TypeError: an argument has the wrong type.
        NotImplementedError: `tag` is not 0.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.communication import P2POp
        >>> P2POp("isend", ms.Tensor([1., 2.]), 1).peer
        1
    """

    def __init__(
        self,
        op: str | Callable,
        tensor: Tensor,
        peer: int,
        group: str | None = None,
        tag: int = 0,
    ):
        if _kind(op) not in ("isend", "irecv"):
            raise TypeError(must("op", "isend or irecv", describe(op)))
        check_tensors(tensor=tensor)
        if not isinstance(peer, int):
            raise TypeError(must("peer", "int", describe(peer)))
        if tag != 0:
            raise unsupported_option(f"tag={tag}", "leave it 0")
        self.op, self.tensor, self.peer, self.group, self.tag = op, tensor, peer, group, tag


@public("ops.batch_isend_irecv")
def batch_isend_irecv(p2p_op_list: Sequence[Any]) -> list[CommHandle]:
    """Start several transfers.

    Args:
        p2p_op_list (list of P2POp): the transfers.

    Returns:
        List of a CommHandle for each transfer.

    Raises:
        TypeError: `p2p_op_list` is empty or has other entries.
        ValueError: a partner is this process, or what comes does not fit.
        NotImplementedError: there is only one process.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.communication import P2POp, batch_isend_irecv
        >>> try:
        ...     batch_isend_irecv([P2POp("isend", ms.Tensor([1., 2.]), 1)])
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    if not p2p_op_list or not all(isinstance(p, P2POp) for p in p2p_op_list):
        raise TypeError(must("p2p_op_list", "a list of P2POp", describe(p2p_op_list)))
    for transfer in p2p_op_list:
        _partner("peer", transfer.peer, transfer.group)
    return [
        (isend if _kind(p.op) == "isend" else irecv)(p.tensor, p.peer, p.group, p.tag)
        for p in p2p_op_list
    ]
