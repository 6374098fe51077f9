"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Sequence
from typing import Any, Literal, overload

from msjax._core.tensor.tensor import Tensor
from msjax._types import Number
from msjax.kernels.comm.messages import CommHandle
from msjax.kernels.comm.messages import P2POp as P2POp
from msjax.kernels.comm.store import TCPStore as TCPStore
from msjax.ops import destroy_process_group as destroy_process_group
from msjax.ops import get_backend as get_backend
from msjax.ops import get_global_rank as get_global_rank
from msjax.ops import get_group_rank as get_group_rank
from msjax.ops import get_process_group_ranks as get_process_group_ranks
from msjax.ops import get_rank as get_rank
from msjax.ops import get_world_size as get_world_size
from msjax.ops import init_process_group as init_process_group
from msjax.ops import is_available as is_available
from msjax.ops import is_initialized as is_initialized
from msjax.ops import new_group as new_group

@overload
def all_gather(
    tensor_list: Sequence[Tensor],
    tensor: Tensor,
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Gather the Tensors of all processes into a list of Tensors."""
    ...

@overload
def all_gather(
    tensor_list: Sequence[Tensor],
    tensor: Tensor,
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Gather the Tensors of all processes into a list of Tensors."""
    ...

@overload
def all_gather(
    tensor_list: Sequence[Tensor],
    tensor: Tensor,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Gather the Tensors of all processes into a list of Tensors."""
    ...

@overload
def all_gather_into_tensor(
    output_tensor: Tensor,
    input_tensor: Tensor,
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Join the Tensors of all processes along the first axis."""
    ...

@overload
def all_gather_into_tensor(
    output_tensor: Tensor,
    input_tensor: Tensor,
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Join the Tensors of all processes along the first axis."""
    ...

@overload
def all_gather_into_tensor(
    output_tensor: Tensor,
    input_tensor: Tensor,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Join the Tensors of all processes along the first axis."""
    ...

@overload
def all_gather_into_tensor_uneven(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Join Tensors whose first axes differ in length."""
    ...

@overload
def all_gather_into_tensor_uneven(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Join Tensors whose first axes differ in length."""
    ...

@overload
def all_gather_into_tensor_uneven(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Join Tensors whose first axes differ in length."""
    ...

def all_gather_object(object_list: list[Any], obj: object, group: str | None = None) -> None:
    """Gather one Python object of each process into a list."""
    ...

@overload
def all_reduce(
    tensor: Tensor,
    op: str = "sum",
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Reduce a Tensor over all processes of a group, in place."""
    ...

@overload
def all_reduce(
    tensor: Tensor,
    op: str = "sum",
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Reduce a Tensor over all processes of a group, in place."""
    ...

@overload
def all_reduce(
    tensor: Tensor,
    op: str = "sum",
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Reduce a Tensor over all processes of a group, in place."""
    ...

@overload
def all_to_all(
    output_tensor_list: list[Tensor],
    input_tensor_list: Sequence[Tensor],
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Send one Tensor to each process, and receive one from each."""
    ...

@overload
def all_to_all(
    output_tensor_list: list[Tensor],
    input_tensor_list: Sequence[Tensor],
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Send one Tensor to each process, and receive one from each."""
    ...

@overload
def all_to_all(
    output_tensor_list: list[Tensor],
    input_tensor_list: Sequence[Tensor],
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Send one Tensor to each process, and receive one from each."""
    ...

@overload
def all_to_all_single(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Send parts of the first axis to the processes, and join what they send."""
    ...

@overload
def all_to_all_single(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Send parts of the first axis to the processes, and join what they send."""
    ...

@overload
def all_to_all_single(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Send parts of the first axis to the processes, and join what they send."""
    ...

@overload
def barrier(
    group: str | None = None,
    async_op: Literal[False] = False,
    device_ids: object | None = None,
) -> None:
    """Wait until all processes of a group are here."""
    ...

@overload
def barrier(
    group: str | None = None,
    *,
    async_op: Literal[True],
    device_ids: object | None = None,
) -> CommHandle:
    """Wait until all processes of a group are here."""
    ...

@overload
def barrier(
    group: str | None = None,
    async_op: bool = False,
    device_ids: object | None = None,
) -> Any:
    """Wait until all processes of a group are here."""
    ...

def batch_isend_irecv(p2p_op_list: Sequence[Any]) -> list[CommHandle]:
    """Start several transfers."""
    ...

@overload
def broadcast(
    tensor: Tensor,
    src: int,
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Overwrite a Tensor with that of one process of a group."""
    ...

@overload
def broadcast(
    tensor: Tensor,
    src: int,
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Overwrite a Tensor with that of one process of a group."""
    ...

@overload
def broadcast(
    tensor: Tensor,
    src: int,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Overwrite a Tensor with that of one process of a group."""
    ...

def broadcast_object_list(
    object_list: list[Any],
    src: int = 0,
    group: str | None = None,
    device: str | None = None,
) -> None:
    """Overwrite a list of Python objects with that of one process of a group."""
    ...

@overload
def gather(
    tensor: Tensor,
    gather_list: Sequence[Tensor],
    dst: int = 0,
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Gather the Tensors of all processes into a list, for one process of a group."""
    ...

@overload
def gather(
    tensor: Tensor,
    gather_list: Sequence[Tensor],
    dst: int = 0,
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Gather the Tensors of all processes into a list, for one process of a group."""
    ...

@overload
def gather(
    tensor: Tensor,
    gather_list: Sequence[Tensor],
    dst: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Gather the Tensors of all processes into a list, for one process of a group."""
    ...

def gather_object(
    obj: object,
    object_gather_list: list[Any] | None = None,
    dst: int = 0,
    group: str | None = None,
) -> None:
    """Gather one Python object of each process into a list of one process."""
    ...

def irecv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> CommHandle:
    """`recv` without waiting: that is done by the handle, or by who reads the Tensor."""
    ...

def isend(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> CommHandle:
    """`send` without waiting."""
    ...

def recv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> int:
    """Receive a Tensor from another process."""
    ...

def recv_object_list(
    object_list: list[Any],
    src: int = 0,
    group: str | None = None,
    device: str | None = None,
) -> int:
    """Receive Python objects from another process."""
    ...

@overload
def reduce(
    tensor: Tensor,
    dst: int,
    op: str = "sum",
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Reduce a Tensor in place, for one process of a group."""
    ...

@overload
def reduce(
    tensor: Tensor,
    dst: int,
    op: str = "sum",
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Reduce a Tensor in place, for one process of a group."""
    ...

@overload
def reduce(
    tensor: Tensor,
    dst: int,
    op: str = "sum",
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Reduce a Tensor in place, for one process of a group."""
    ...

@overload
def reduce_scatter(
    output: Tensor,
    input_list: Sequence[Tensor],
    op: str = "sum",
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Reduce lists of Tensors element by element; each process gets the one at its rank."""
    ...

@overload
def reduce_scatter(
    output: Tensor,
    input_list: Sequence[Tensor],
    op: str = "sum",
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Reduce lists of Tensors element by element; each process gets the one at its rank."""
    ...

@overload
def reduce_scatter(
    output: Tensor,
    input_list: Sequence[Tensor],
    op: str = "sum",
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Reduce lists of Tensors element by element; each process gets the one at its rank."""
    ...

@overload
def reduce_scatter_tensor(
    output: Tensor,
    input: Tensor,
    op: str = "sum",
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Reduce a Tensor and give each process its part of the first axis."""
    ...

@overload
def reduce_scatter_tensor(
    output: Tensor,
    input: Tensor,
    op: str = "sum",
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Reduce a Tensor and give each process its part of the first axis."""
    ...

@overload
def reduce_scatter_tensor(
    output: Tensor,
    input: Tensor,
    op: str = "sum",
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Reduce a Tensor and give each process its part of the first axis."""
    ...

@overload
def reduce_scatter_tensor_uneven(
    output: Tensor,
    input: Tensor,
    input_split_sizes: Sequence[int] | None = None,
    op: str = "sum",
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Reduce a Tensor and give each process a part of its own length."""
    ...

@overload
def reduce_scatter_tensor_uneven(
    output: Tensor,
    input: Tensor,
    input_split_sizes: Sequence[int] | None = None,
    op: str = "sum",
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Reduce a Tensor and give each process a part of its own length."""
    ...

@overload
def reduce_scatter_tensor_uneven(
    output: Tensor,
    input: Tensor,
    input_split_sizes: Sequence[int] | None = None,
    op: str = "sum",
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Reduce a Tensor and give each process a part of its own length."""
    ...

@overload
def scatter(
    tensor: Tensor,
    scatter_list: Sequence[Tensor],
    src: Tensor | Number = 0,
    group: str | None = None,
    async_op: Literal[False] = False,
) -> None:
    """Give each process one of the Tensors of one process of a group."""
    ...

@overload
def scatter(
    tensor: Tensor,
    scatter_list: Sequence[Tensor],
    src: Tensor | Number = 0,
    group: str | None = None,
    *,
    async_op: Literal[True],
) -> CommHandle:
    """Give each process one of the Tensors of one process of a group."""
    ...

@overload
def scatter(
    tensor: Tensor,
    scatter_list: Sequence[Tensor],
    src: Tensor | Number = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Any:
    """Give each process one of the Tensors of one process of a group."""
    ...

def scatter_object_list(
    scatter_object_output_list: list[Any],
    scatter_object_input_list: list[Any],
    src: int = 0,
    group: str | None = None,
) -> None:
    """Give each process one Python object of a list of one process."""
    ...

def send(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> None:
    """Send a Tensor to another process."""
    ...

def send_object_list(
    object_list: list[Any],
    dst: int,
    group: str | None = None,
    device: str | None = None,
) -> None:
    """Send Python objects to another process."""
    ...
