"""Matrix products together with collectives."""

from __future__ import annotations

from typing import Any

from msjax._core.base.checks import integer, of_type, string
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, call, op, public
from msjax._core.runtime.groups import get_group_size
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.comm import transfers
from msjax.kernels.comm.collective import world
from msjax.kernels.create.creation import zeros
from msjax.kernels.linalg.matmul import matmul


@op(label="AllGatherMatmul")
def _product(x: Array, y: Array, transpose):
    if x.dtype.name not in ("float16", "bfloat16") or x.dtype != y.dtype:
        text = "of dtype float16 or bfloat16, as x2"
        raise RuntimeError(must("input", text, f"{x.dtype} and {y.dtype}"))
    if x.ndim != 2 or y.ndim != 2:
        raise RuntimeError(must("input", "of rank 2, as x2", f"{x.shape} and {y.shape}"))
    y = y.T if transpose else y
    if x.shape[1] != y.shape[0]:
        raise RuntimeError(must("x2", f"of {x.shape[1]} rows", y.shape))
    return matmul(x, y)


def _group(input: Any, x2: Any, group: Any, world_size: Any, only: dict) -> str:
    """The group, after refusing settings that MindSpore refuses."""
    of_type("input", input, Tensor)
    of_type("x2", x2, Tensor)
    string("group", group)
    integer("world_size", world_size)
    for arg, (value, needed) in only.items():
        if value != needed:
            raise RuntimeError(must(arg, repr(needed), repr(value)))
    group = world(group)
    size = get_group_size(group)
    if world_size != size:
        raise RuntimeError(must("world_size", f"{size}, the size of the group", world_size))
    return group


@public("ops.all_gather_matmul", label="AllGatherMatmul")
def all_gather_matmul(
    input: Tensor,
    x2: Tensor,
    group: str,
    world_size: int,
    *,
    bias: Tensor | None = None,
    gather_index: int = 0,
    gather_output: bool = True,
    comm_turn: int = 0,
    trans_input: bool = False,
    trans_x2: bool = False,
) -> tuple[Tensor, Tensor | None]:
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

    Examples:
        >>> import msjax as ms
        >>> x, y = (ms.Tensor(v, ms.float16) for v in ([[1., 2.]], [[3.], [4.]]))
        >>> product, joint = ms.ops.all_gather_matmul(x, y, "hccl_world_group", 1)
        >>> print(product, joint)
        [[11.]] [[1. 2.]]
    """
    only = {"bias": (bias, None), "gather_index": (gather_index, 0), "comm_turn": (comm_turn, 0)}
    only["trans_input"] = (trans_input, False)
    group = _group(input, x2, group, world_size, only)
    joined = transfers.all_gather(input, group)
    out = call(_product)(joined, x2, trans_x2)
    return out, joined if gather_output else zeros((0,), input.dtype)


@public("ops.matmul_reduce_scatter", label="MatmulReduceScatter")
def matmul_reduce_scatter(
    input: Tensor,
    x2: Tensor,
    group: str,
    world_size: int,
    *,
    reduce_op: str = "sum",
    bias: Tensor | None = None,
    comm_turn: int = 0,
    trans_input: bool = False,
    trans_x2: bool = False,
) -> Tensor:
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

    Examples:
        >>> import msjax as ms
        >>> x, y = (ms.Tensor(v, ms.float16) for v in ([[1., 2.]], [[3.], [4.]]))
        >>> print(ms.ops.matmul_reduce_scatter(x, y, "hccl_world_group", 1))
        [[11.]]
    """
    if reduce_op != "sum":
        raise ValueError(must("reduce_op", "'sum'", reduce_op))
    only = {"bias": (bias, None), "comm_turn": (comm_turn, 0), "trans_input": (trans_input, False)}
    group = _group(input, x2, group, world_size, only)
    product = call(_product, "MatmulReduceScatter")(input, x2, trans_x2)
    return transfers.reduce_scatter(product, "sum", group)
