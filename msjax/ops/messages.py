"""Transfers from one process to another, as functions of `msjax.ops.communication`.

They check their arguments and raise: a process on its own has no partner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msjax._core.errors import describe, must, unsupported
from msjax._core.op import public
from msjax._core.tensor import Tensor
from msjax.ops._process_groups import get_rank, group_name


def check_tensors(name: str, **given: Any) -> None:
    for arg, value in given.items():
        if not isinstance(value, Tensor):
            raise TypeError(must(name, arg, "a Tensor", describe(value)))


def check_objects(name: str, arg: str, value: Any) -> list:
    if not isinstance(value, list) or not value:
        raise TypeError(must(name, arg, "a list that is not empty", describe(value)))
    return value


def _no_partner(name: str, arg: str, rank: Any, group: Any) -> NotImplementedError | ValueError:
    if not isinstance(rank, int):
        return TypeError(must(name, arg, "int", describe(rank)))  # type: ignore[return-value]
    if rank == get_rank(group_name(name, group)):
        return ValueError(must(name, arg, "another process's rank", rank))
    return unsupported(f"'{name}'", "one program uses all devices; jax.device_put moves arrays")


@public("ops.send")
def send(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> None:
    """Send a Tensor to another process: raises, as a process on its own has no partner."""
    check_tensors("send", tensor=tensor)
    raise _no_partner("send", "dst", dst, group)


@public("ops.isend")
def isend(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> None:
    """`send` without waiting."""
    check_tensors("isend", tensor=tensor)
    raise _no_partner("isend", "dst", dst, group)


@public("ops.recv")
def recv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> None:
    """Receive a Tensor from another process: raises, as a process on its own has no partner."""
    check_tensors("recv", tensor=tensor)
    raise _no_partner("recv", "src", src, group)


@public("ops.irecv")
def irecv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> None:
    """`recv` without waiting."""
    check_tensors("irecv", tensor=tensor)
    raise _no_partner("irecv", "src", src, group)


@public("ops.send_object_list")
def send_object_list(
    object_list: list, dst: int, group: str | None = None, device: Any = None
) -> None:
    """Send Python objects to another process: raises, as a process on its own has no partner."""
    check_objects("send_object_list", "object_list", object_list)
    raise _no_partner("send_object_list", "dst", dst, group)


@public("ops.recv_object_list")
def recv_object_list(
    object_list: list, src: int = 0, group: str | None = None, device: Any = None
) -> None:
    """Receive Python objects: raises, as a process on its own has no partner."""
    check_objects("recv_object_list", "object_list", object_list)
    raise _no_partner("recv_object_list", "src", src, group)


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
            raise TypeError(must("P2POp", "op", "isend or irecv", describe(op)))
        check_tensors("P2POp", tensor=tensor)
        if not isinstance(peer, int):
            raise TypeError(must("P2POp", "peer", "int", describe(peer)))
        if tag != 0:
            raise unsupported("P2POp with a tag", "leave it 0")
        self.op, self.tensor, self.peer, self.group, self.tag = op, tensor, peer, group, tag


@public("ops.batch_isend_irecv")
def batch_isend_irecv(p2p_op_list: Sequence[P2POp]) -> None:
    """Start several transfers: raises, as a process on its own has no partner."""
    name = "batch_isend_irecv"
    if not p2p_op_list or not all(isinstance(p, P2POp) for p in p2p_op_list):
        raise TypeError(must(name, "p2p_op_list", "a list of P2POp", describe(p2p_op_list)))
    first = p2p_op_list[0]
    raise _no_partner(name, "peer", first.peer, first.group)
