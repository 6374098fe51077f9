"""What four processes in groups of two check; `test_ranks.py` starts them.

Process R writes "ok" into FOLDER/R, or what went wrong.
"""

import sys
import traceback
from pathlib import Path

import mindspore as ms
import numpy as np
from mindspore import ops
from mindspore.communication import create_group, get_group_size, get_rank, init
from mindspore.mint import distributed as dist


def values(rank):
    return np.arange(4, dtype=np.float32) + 10 * rank


def checks():
    rank = get_rank()
    mine = [0, 2] if rank in (0, 2) else [1, 3]
    for name, members in (("even", [0, 2]), ("odd", [1, 3])):
        if rank in members:
            create_group(name, members)
    group = "even" if rank in (0, 2) else "odd"
    assert (get_group_size(group), get_rank(group)) == (2, mine.index(rank))
    total = sum(values(r) for r in mine)
    x = ms.Tensor(values(rank))
    reduce = ops.AllReduce(group=group)
    for run in (reduce, ms.jit(lambda x: reduce(x) * 1)):
        for _ in range(2):
            assert run(x).asnumpy().tolist() == total.tolist()
    slope = ms.grad(lambda x: (reduce(x) * (rank + 1)).sum())(x)
    assert slope.asnumpy().tolist() == [sum(r + 1 for r in mine)] * 4
    other = dist.new_group(mine)
    found = [None, None]
    dist.all_gather_object(found, rank, other)
    assert found == mine
    objects = [rank]
    dist.broadcast_object_list(objects, mine[1], other)
    assert objects == [mine[1]]
    out = ms.Tensor(np.zeros(4, np.float32))
    dist.all_to_all_single(out, x, group=other)
    place = mine.index(rank)
    expected = np.concatenate([values(r)[2 * place : 2 * place + 2] for r in mine])
    assert out.asnumpy().tolist() == expected.tolist()
    part = ms.Tensor(np.zeros(1 + 2 * place, np.float32))
    dist.reduce_scatter_tensor_uneven(part, x, [1, 3], group=other)
    assert part.asnumpy().tolist() == np.split(total, [1])[place].tolist()
    partner = mine[1 - place]
    came = ms.Tensor(np.zeros(4, np.float32))
    handle = dist.irecv(came, partner, other)
    dist.isend(x, partner, other)
    handle.wait()
    assert came.asnumpy().tolist() == values(partner).tolist()
    dist.barrier(other)
    # all four, in one program
    step = ms.jit(lambda x: ops.AllGather()(x[:1]) + ops.AllReduce("max")(x).sum())
    expected = np.array([values(r)[0] for r in range(4)]) + values(3).sum()
    assert step(x).asnumpy().tolist() == expected.tolist()
    ring = ops.NeighborExchange([(rank + 1) % 4], [(rank - 1) % 4], ([4],), ([4],), ms.float32)
    assert ring((x,))[0].asnumpy().tolist() == values((rank - 1) % 4).tolist()
    try:
        dist.send(x, (rank + 1) % 4, other)
    except ValueError as error:
        assert f"one of the group's ranks {mine}" in str(error), error
    else:
        raise AssertionError("a message went to a process that is not in the group")


if __name__ == "__main__":
    init()
    try:
        checks()
        outcome = "ok"
    except Exception:
        outcome = traceback.format_exc()
    (Path(sys.argv[1]) / str(get_rank())).write_text(outcome)
    if outcome != "ok":
        sys.exit(1)
