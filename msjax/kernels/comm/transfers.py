"""Collectives on Tensors, with MindSpore's derivatives; in a group of one they are copies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base.errors import unsupported_option
from msjax._core.base.interop import axis_is_bound, is_pushed_forward
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.compile import ranks as together
from msjax._core.compile.loops import only_forward
from msjax._core.gradient.hooks import Gradients, custom_gradient
from msjax._core.op.publish import Array, call, op
from msjax._core.runtime.groups import get_group_size, get_rank
from msjax._core.runtime.spread import AXIS
from msjax._core.tensor.tensor import Tensor, box
from msjax.kernels.comm import mail
from msjax.kernels.comm.exchange import (
    Settings,
    check_reduction,
    exchange,
    partners,
    within_program,
)
from msjax.kernels.elementwise.arithmetic import identity_kernel

_NEIGHBOURS = -2  # tag of their messages


def same(tensor: Tensor) -> Tensor:
    """A Tensor of its own with the same contents, through which gradients flow."""
    return call(identity_kernel)(tensor)


def _crossed(
    kind: str,
    x: Tensor,
    group: str,
    backward: Callable[[Tensor, Tensor, Tensor], Tensor],
    *settings: tuple[str, Any],
) -> Tensor:
    """A collective whose derivative is `backward(gradient, input, result)`."""
    ranks, array = partners(group), x._read()
    for name, value in settings:
        if name == "op":
            check_reduction(value, array.dtype)
    if len(ranks) == 1:
        return same(x)
    if is_pushed_forward(array) and only_forward([array]):
        raise unsupported_option(
            f"the forward-mode derivative (jvp) of {kind.title().replace('_', '')} between "
            "processes",
            "grad, value_and_grad and vjp have its derivative",
        )
    if isinstance(array, jax.core.Tracer) or axis_is_bound(AXIS):
        value = _traced(kind, array, ranks, settings)
    else:
        value = exchange(kind, array, ranks, settings)
        if STATE.tape is None:
            return box(value)

    def pull(gradients: list, inputs: list, results: list) -> Gradients:
        return [None if gradients[0] is None else backward(gradients[0], inputs[0], results[0])]

    return custom_gradient([value], [x], pull)[0]


def _traced(kind: str, array: Any, ranks: tuple[int, ...], settings: Settings) -> Any:
    if axis_is_bound(AXIS) and ranks == tuple(range(get_group_size())):
        together.met()
        with x64():
            return within_program(kind, array, settings)
    if STATE.frame is not None:
        whom = "all" if len(ranks) == get_group_size() else "some of the"
        order = " in another order" if whom == "all" else ""
        raise STATE.frame.break_off(f"a collective between {whom} processes{order} is called")
    raise unsupported_option(
        "a collective between processes in code that JAX traces",
        "use jax.lax's collectives under jax.shard_map there",
    )


@op(label="AllReduce")
def _where_chosen(gradient: Array, x: Array, chosen: Array):
    """The gradient where a process's element is the one that was chosen."""
    return jnp.where(x == chosen, gradient, jnp.zeros_like(gradient))


@op(label="Receive")
def _zeros(x: Array):
    return jnp.zeros_like(x)


@op(label="AllReduce")
def _times(x: Array, y: Array):
    return x * y


@op(label="AllReduce")
def _divided(x: Array, y: Array):
    return x / y


def all_reduce(x: Tensor, op: str, group: str, factor: float | None = None) -> Tensor:
    """The reduction of all processes' Tensors, for each of them.

    Args:
        x: this process's Tensor.
        op: a name of `ReduceOp`.
        group: name of the group.
        factor: with which sums are multiplied, in float32; None for none.
    """

    def backward(gradient: Tensor, x: Tensor, out: Tensor) -> Tensor:
        if op in ("sum", "avg"):
            return all_reduce(gradient, op, group, factor)
        if op == "prod":
            total = all_reduce(call(_times)(gradient, out), "sum", group)
            return call(_divided)(total, x)
        return call(_where_chosen)(all_reduce(gradient, "sum", group), x, out)

    if factor is None:
        return _crossed("all_reduce", x, group, backward, ("op", op))
    return _crossed("all_reduce", x, group, backward, ("factor", factor), ("op", op))


def all_gather(x: Tensor, group: str) -> Tensor:
    """All processes' Tensors, joined along the first axis."""
    return _crossed(
        "all_gather", x, group, lambda gradient, *_: reduce_scatter(gradient, "sum", group)
    )


def reduce_scatter(x: Tensor, op: str, group: str) -> Tensor:
    """This process's part, by the first axis, of the reduction of all processes' Tensors."""

    def backward(gradient: Tensor, *_: Tensor) -> Tensor:
        if op != "sum":
            raise RuntimeError("The reducescatter bprop only support ReduceOp.SUM until now.")
        return all_gather(gradient, group)

    return _crossed("reduce_scatter", x, group, backward, ("op", op))


def broadcast(x: Tensor, root: int, group: str) -> Tensor:
    """The Tensor of the process of rank `root`, for all."""
    return _crossed("broadcast", x, group, lambda gradient, *_: gradient, ("root", root))


def all_to_all(x: Tensor, split: int, concat: int, group: str) -> Tensor:
    """What each process sends of its Tensor's axis `split`, joined along `concat`."""
    return _crossed(
        "all_to_all",
        x,
        group,
        lambda gradient, *_: all_to_all(gradient, concat, split, group),
        ("concat", concat),
        ("split", split),
    )


def reduce(x: Tensor, op: str, dest: int, group: str) -> Tensor:
    """The reduction of all processes' Tensors for rank `dest`; the others keep their own."""
    if get_group_size(group) == 1:
        return same(x)

    def backward(gradients: list, inputs: list, results: list) -> Gradients:
        return [None if gradients[0] is None else broadcast(gradients[0], dest, group)]

    total = all_reduce(box(x._read()), op, group)
    mine = total if get_rank(group) == dest else x
    return custom_gradient([mine._read()], [x], backward)[0]


def _no_way_back(name: str) -> Callable:
    def backward(*_: Any) -> Any:
        raise unsupported_option(
            f"the derivative of {name} between processes", "AllGather and Broadcast have one"
        )

    return backward


def gather(x: Tensor, dest: int, group: str) -> Tensor:
    """All processes' Tensors for rank `dest`; the others get one zero, as in MindSpore."""
    if get_group_size(group) == 1:
        return same(x)
    joined = all_gather(box(x._read()), group)
    if get_rank(group) != dest:
        with x64():
            joined = box(jnp.zeros((1,), x.dtype.np))
    return custom_gradient([joined._read()], [x], _no_way_back("CollectiveGather"))[0]


def scatter(x: Tensor, src: int, group: str) -> Tensor:
    """This process's part, by the first axis, of the Tensor of rank `src`."""
    count, rank = get_group_size(group), get_rank(group)
    if count == 1:
        return same(x)
    whole = broadcast(box(x._read()), src, group)
    part = whole.shape[0] // count
    mine = whole[rank * part : (rank + 1) * part]
    return custom_gradient([mine._read()], [x], _no_way_back("CollectiveScatter"))[0]


def send(x: Tensor, receiver: int, tag: int, group: str, group_back: str) -> Tensor:
    """Send a Tensor to the process of a rank among all; its gradient comes from there."""
    mail.only_eagerly()
    mail.post_tensor(x, receiver, group, tag)

    def backward(gradients: list, inputs: list, results: list) -> Gradients:
        return [receive(inputs[0], receiver, tag, group_back, group)]

    return custom_gradient([x._read()], [x], backward)[0]


def receive(
    like: Any, sender: int, tag: int, group: str, group_back: str, after: Tensor | None = None
) -> Tensor:
    """The Tensor that the process of a rank among all sends; its gradient goes there.

    Args:
        like: has its shape and dtype.
        sender: the rank.
        tag: number of the message.
        group, group_back: groups of the way there and back.
        after: a Tensor whose gradient is 0, which lets the gradient go back.
    """
    mail.only_eagerly()
    came = mail.fetch_tensor(like, sender, group, tag)
    if after is None:
        return came

    def backward(gradients: list, inputs: list, results: list) -> Gradients:
        if gradients[0] is not None:
            send(gradients[0], sender, tag, group_back, group)
        return [call(_zeros)(inputs[0])]

    return custom_gradient([came._data], [after], backward)[0]


def exchange_with(
    xs: Sequence[Tensor],
    receivers: Sequence[int],
    senders: Sequence[int],
    shapes: Sequence[tuple[int, ...]],
    dtype: Any,
    group: str,
) -> tuple[Tensor, ...]:
    """Send Tensors to some processes and get one from each of some others; ranks among all."""
    mail.only_eagerly()
    for x, receiver in zip(xs, receivers, strict=True):
        mail.post_tensor(x, receiver, group, _NEIGHBOURS)
    came = [
        mail.fetch_tensor(Tensor(shape=shape, dtype=dtype), sender, group, _NEIGHBOURS)
        for shape, sender in zip(shapes, senders, strict=True)
    ]

    def backward(gradients: list, inputs: list, results: list) -> Gradients:
        given = [
            call(_zeros)(result) if gradient is None else gradient
            for gradient, result in zip(gradients, results, strict=True)
        ]
        wanted = [x.shape for x in inputs]
        return list(exchange_with(given, senders, receivers, wanted, dtype, group))

    return tuple(custom_gradient([c._data for c in came], xs, backward))


def barrier(group: str) -> None:
    """Wait until all processes of a group are here."""
    if get_group_size(group) > 1:
        all_reduce(Tensor(0), "sum", group).asnumpy()
