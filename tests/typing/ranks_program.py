"""A program for several processes, which also runs as one: groups, collectives, data parallel.

`make lint` checks it, `tests/test_stubs.py` runs it.
"""

from __future__ import annotations

import os

import numpy as np

import msjax as ms
import msjax.dataset as ds
from msjax import Tensor, mint, nn, ops
from msjax.communication import (
    GlobalComm,
    comm_func,
    create_group,
    destroy_group,
    get_group_size,
    get_local_rank,
    get_rank,
    init,
    release,
)
from msjax.mint import distributed as dist
from msjax.parallel import Layout


class Meeting(nn.Cell):
    """Sums over all processes within a network."""

    def __init__(self, group: str) -> None:
        super().__init__()
        self.total = ops.AllReduce(ops.ReduceOp.SUM, group)
        self.joined = ops.AllGather(group)
        self.part = ops.ReduceScatter(group=group)

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.total(x), self.joined(x), self.part(x)


class Columns(nn.Cell):
    """A layer whose weight is cut by columns."""

    def __init__(self, width: int, out: int, group: str) -> None:
        super().__init__()
        share = out // get_group_size(group)
        self.inner = mint.nn.Linear(width, share, bias=False)
        self.gather = ops.AllGather(group)

    def construct(self, x: Tensor) -> Tensor:
        parts = self.gather(self.inner(x).swapaxes(0, 1))
        return parts.swapaxes(0, 1)


def gradients(net: nn.Cell, x: Tensor, y: Tensor) -> tuple[Tensor, tuple[Tensor, ...]]:
    loss_fn = nn.MSELoss()
    weights = net.trainable_params()
    reducer = nn.DistributedGradReducer(weights, mean=True, degree=get_group_size())

    def forward(inputs: Tensor, labels: Tensor) -> Tensor:
        return loss_fn(net(inputs), labels)

    loss, grads = ms.value_and_grad(forward, None, weights)(x, y)
    return loss, reducer(grads)


def shards(rows: int) -> ds.Dataset:
    columns = {"x": np.arange(rows * 2, dtype=np.float32).reshape(rows, 2)}
    return ds.NumpySlicesDataset(
        columns, num_shards=get_group_size(), shard_id=get_rank(), shuffle=False
    ).batch(2)


def functions(x: Tensor) -> list[tuple[int, ...]]:
    """Collectives as functions; handles say when they are done."""
    summed, handle = comm_func.all_reduce(x, op=ops.ReduceOp.MAX, async_op=True)
    if handle is not None:
        handle.wait()
    gathered, _ = comm_func.all_gather_into_tensor(summed)
    scattered, _ = comm_func.reduce_scatter_tensor(gathered)
    sent = comm_func.broadcast(scattered, src=0)
    comm_func.barrier()
    return [t.shape for t in (summed, gathered, scattered, sent)]


def manner_of_torch(x: Tensor) -> list[int]:
    """The functions of mint.distributed, which write into what they are given."""
    group = dist.new_group(list(range(dist.get_world_size())))
    mine = dist.get_rank(group)
    out = mint.zeros((dist.get_world_size() * x.shape[0], *x.shape[1:]))
    pieces = [mint.zeros_like(x) for _ in range(dist.get_world_size())]
    handle = dist.all_gather(pieces, x, async_op=True)
    if handle is not None:
        handle.wait()
    dist.all_gather_into_tensor(out, x)
    dist.broadcast(x, src=0)
    dist.all_reduce(x, op="sum")
    objects: list[object] = [None] * dist.get_world_size()
    dist.all_gather_object(objects, {"rank": mine})
    return [len(pieces), out.shape[0], len(objects)]


def main() -> None:
    ms.set_seed(5)
    init()
    ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
    rank, size = get_rank(), get_group_size()
    create_group("all", list(range(size)))
    x = mint.ones((2, 2)) * (rank + 1)
    total, joined, part = Meeting("all")(x)
    print(total.shape, joined.shape, part.shape, get_local_rank(), GlobalComm.WORLD_COMM_GROUP)
    net = Columns(2, 4, "all")
    loss, grads = gradients(net, x, mint.zeros((2, 4)))
    nn.SGD(net.trainable_params(), 0.1)(grads)
    print(float(loss) >= 0, [g.shape for g in grads], shards(4).get_dataset_size())
    print(functions(x), manner_of_torch(x))
    layout = Layout((1, 1), ("data", "model"))
    cut = nn.ReLU()
    cut.shard((layout("data", "model"),))
    print(cut(x).shape, layout.to_dict()["alias_name"])
    mode: str = ms.get_auto_parallel_context("parallel_mode")
    device: str = ms.get_context("device_target")
    print(mode, device, os.environ.get("RANK_ID", "0"))
    destroy_group("all")
    ms.reset_auto_parallel_context()
    release()


if __name__ == "__main__":
    main()
