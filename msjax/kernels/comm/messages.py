"""Transfers from one process to another, as functions of `msjax.ops.communication`.

They check their arguments and raise: a process on its own has no partner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msjax._core.base.errors import describe, must, unsupported_option
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import check_tensor
from msjax.kernels.comm.process_groups import get_rank, group_name


def check_tensors(**given: Any) -> None:
    for arg, value in given.items():
        check_tensor(arg, value)


def check_objects(arg: str, value: Any) -> list:
    if not isinstance(value, list) or not value:
        raise TypeError(must(arg, "a list that is not empty", describe(value)))
    return value


def _no_partner(arg: str, rank: Any, group: Any) -> Exception:
    """Why there is no transfer to or from a rank."""
    if not isinstance(rank, int):
        return TypeError(must(arg, "int", describe(rank)))
    if rank == get_rank(group_name(group)):
        return ValueError(must(arg, "another process's rank", rank))
    return unsupported_option(
        "a transfer between processes",
        "one program uses all devices; jax.device_put moves arrays",
    )


@public("ops.send")
def send(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> None:
    """Send a Tensor to another process: raises, as a process on its own has no partner.

    Args:
        tensor (Tensor): what is sent.
        dst (int): rank of the receiver.
        group (str, optional): the group. Default: all processes.
        tag (int): number of the message; not looked at.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `dst` is the rank of this process.
        NotImplementedError: in all other cases.

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
    raise _no_partner("dst", dst, group)


@public("ops.isend")
def isend(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> None:
    """`send` without waiting: raises, as a process on its own has no partner.

    Args:
        tensor (Tensor): what is sent.
        dst (int): rank of the receiver.
        group (str, optional): the group. Default: all processes.
        tag (int): number of the message; not looked at.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `dst` is the rank of this process.
        NotImplementedError: in all other cases.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.communication import isend
        >>> try:
        ...     isend(ms.Tensor([1., 2.]), 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    check_tensors(tensor=tensor)
    raise _no_partner("dst", dst, group)


@public("ops.recv")
def recv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> None:
    """Receive a Tensor from another process: raises, as a process on its own has no partner.

    Args:
        tensor (Tensor): what is overwritten.
        src (int): rank of the sender.
        group (str, optional): the group. Default: all processes.
        tag (int): number of the message; not looked at.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `src` is the rank of this process.
        NotImplementedError: in all other cases.

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
    raise _no_partner("src", src, group)


@public("ops.irecv")
def irecv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> None:
    """`recv` without waiting: raises, as a process on its own has no partner.

    Args:
        tensor (Tensor): what is overwritten.
        src (int): rank of the sender.
        group (str, optional): the group. Default: all processes.
        tag (int): number of the message; not looked at.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `src` is the rank of this process.
        NotImplementedError: in all other cases.

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
    raise _no_partner("src", src, group)


@public("ops.send_object_list")
def send_object_list(
    object_list: list, dst: int, group: str | None = None, device: Any = None
) -> None:
    """Send Python objects to another process: raises, as a process on its own has no partner.

    Args:
        object_list (list): what is sent; not empty.
        dst (int): rank of the receiver.
        group (str, optional): the group. Default: all processes.
        device: not looked at.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `dst` is the rank of this process.
        NotImplementedError: in all other cases.

    Examples:
        >>> from msjax.ops.communication import send_object_list
        >>> try:
        ...     send_object_list(["a", 1], 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    check_objects("object_list", object_list)
    raise _no_partner("dst", dst, group)


@public("ops.recv_object_list")
def recv_object_list(
    object_list: list, src: int = 0, group: str | None = None, device: Any = None
) -> None:
    """Receive Python objects from another process: raises, as a process on its own has no partner.

    Args:
        object_list (list): overwritten; not empty.
        src (int): rank of the sender.
        group (str, optional): the group. Default: all processes.
        device: not looked at.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `src` is the rank of this process.
        NotImplementedError: in all other cases.

    Examples:
        >>> from msjax.ops.communication import recv_object_list
        >>> try:
        ...     recv_object_list(["a", 1], 1)
        ... except NotImplementedError:
        ...     print("no partner")
        no partner
    """
    check_objects("object_list", object_list)
    raise _no_partner("src", src, group)


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
        if op not in ("isend", "irecv", isend, irecv):
            raise TypeError(must("op", "isend or irecv", describe(op)))
        check_tensors(tensor=tensor)
        if not isinstance(peer, int):
            raise TypeError(must("peer", "int", describe(peer)))
        if tag != 0:
            raise unsupported_option(f"tag={tag}", "leave it 0")
        self.op, self.tensor, self.peer, self.group, self.tag = op, tensor, peer, group, tag


@public("ops.batch_isend_irecv")
def batch_isend_irecv(p2p_op_list: Sequence[P2POp]) -> None:
    """Start several transfers: raises, as a process on its own has no partner.

    Args:
        p2p_op_list (list of P2POp): the transfers.

    Raises:
        TypeError: `p2p_op_list` is empty or has other entries.
        ValueError: the first one's partner is this process.
        NotImplementedError: in all other cases.

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
    first = p2p_op_list[0]
    raise _no_partner("peer", first.peer, first.group)
