"""Matrix products fused with collectives. One process is a group of one, which needs to send
nothing; among several processes they refuse to run, as the collectives do.
"""

from __future__ import annotations

from typing import Any

from msjax._core.errors import must
from msjax._core.op import Array, call, op, public
from msjax.communication import get_group_size
from msjax.ops.collective import check_alone, check_int, check_str, check_tensor, same, world
from msjax.ops.creation import zeros
from msjax.ops.matmul import matmul


@op(label="AllGatherMatmul")
def _product(x: Array, y: Array, name, transpose):
    if x.dtype.name not in ("float16", "bfloat16") or x.dtype != y.dtype:
        text = "of dtype float16 or bfloat16, as x2"
        raise RuntimeError(must(name, "input", text, f"{x.dtype} and {y.dtype}"))
    if x.ndim != 2 or y.ndim != 2:
        raise RuntimeError(must(name, "input", "of rank 2, as x2", f"{x.shape} and {y.shape}"))
    y = y.T if transpose else y
    if x.shape[1] != y.shape[0]:
        raise RuntimeError(must(name, "x2", f"of {x.shape[1]} rows", y.shape))
    return matmul(x, y)


def _alone(name: str, input: Any, x2: Any, group: Any, world_size: Any, only: dict) -> None:
    """Refuse settings that MindSpore refuses, and several processes."""
    check_tensor(name, "input", input)
    check_tensor(name, "x2", x2)
    check_str(name, "group", group)
    check_int(name, "world_size", world_size)
    for arg, (value, needed) in only.items():
        if value != needed:
            raise RuntimeError(must(name, arg, repr(needed), repr(value)))
    group = world(group)
    size = get_group_size(group)
    if world_size != size:
        raise RuntimeError(must(name, "world_size", f"{size}, the size of the group", world_size))
    check_alone(name, group)


@public("ops.all_gather_matmul")
def all_gather_matmul(
    input,
    x2,
    group,
    world_size,
    *,
    bias=None,
    gather_index=0,
    gather_output=True,
    comm_turn=0,
    trans_input=False,
    trans_x2=False,
):
    """Join the left matrices of all processes and multiply by the right one.

    Args:
        input: left matrix, Float16 or BFloat16 Tensor of shape (m, k).
        x2: right matrix, Tensor of shape (k, n) and the same dtype.
        group: name of the group.
        world_size: the group's size.
        bias: must be None.
        gather_index: must be 0.
        gather_output: whether to return the joint left matrix too.
        comm_turn: must be 0.
        trans_input: must be False.
        trans_x2: whether `x2` is given as (n, k).

    Returns:
        Tuple of the product, shape (m * world_size, n), and the joint left matrix or an empty
        Tensor.

    Raises:
        TypeError: an argument has another type.
        RuntimeError: the dtypes, shapes or settings are not as above.
        NotImplementedError: the group has several processes.
    """
    name = "AllGatherMatmul"
    only = {"bias": (bias, None), "gather_index": (gather_index, 0), "comm_turn": (comm_turn, 0)}
    only["trans_input"] = (trans_input, False)
    _alone(name, input, x2, group, world_size, only)
    out = call(_product)(input, x2, name, trans_x2)
    return out, same(input) if gather_output else zeros((0,), input.dtype)


@public("ops.matmul_reduce_scatter")
def matmul_reduce_scatter(
    input,
    x2,
    group,
    world_size,
    *,
    reduce_op="sum",
    bias=None,
    comm_turn=0,
    trans_input=False,
    trans_x2=False,
):
    """Multiply, add up the products of all processes, and give each process its rows.

    Args:
        input: left matrix, Float16 or BFloat16 Tensor of shape (m, k).
        x2: right matrix, Tensor of shape (k, n) and the same dtype.
        group: name of the group.
        world_size: the group's size, a divisor of m.
        reduce_op: must be "sum".
        bias: must be None.
        comm_turn: must be 0.
        trans_input: must be False.
        trans_x2: whether `x2` is given as (n, k).

    Returns:
        Tensor of shape (m / world_size, n).

    Raises:
        TypeError: an argument has another type.
        ValueError: `reduce_op` is another.
        RuntimeError: the dtypes, shapes or settings are not as above.
        NotImplementedError: the group has several processes.
    """
    name = "MatmulReduceScatter"
    if reduce_op != "sum":
        raise ValueError(must(name, "reduce_op", "'sum'", reduce_op))
    only = {"bias": (bias, None), "comm_turn": (comm_turn, 0), "trans_input": (trans_input, False)}
    _alone(name, input, x2, group, world_size, only)
    return call(_product)(input, x2, name, trans_x2)
