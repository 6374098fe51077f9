"""mint.distributed in one process: every collective is a copy, and writes whatever was chosen."""

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, mint
from msjax.mint import distributed as dist
from msjax.ops import communication as comm


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    for name in ("RANK_ID", "RANK_SIZE", "MS_WORKER_NUM"):
        monkeypatch.delenv(name, raising=False)
    yield
    comm.set_comm_ops_inplace(True)
    ms.communication.release()
    group = ms.communication.GlobalComm
    group.BACKEND, group.WORLD_COMM_GROUP = "hccl", "hccl_world_group"


def test_is_the_module_of_mint():
    assert mint.distributed is dist
    assert dist.distributed.all_reduce is dist.all_reduce
    assert "scatter_tensor" not in dist.__all__ and len(dist.__all__) == 37


def test_groups():
    assert dist.is_available() and not dist.is_initialized()
    dist.init_process_group()
    assert dist.is_initialized()
    assert (dist.get_rank(), dist.get_world_size(), dist.get_backend()) == (0, 1, "hccl")
    group = dist.new_group([0])
    assert dist.get_process_group_ranks(group) == [0]
    assert dist.get_global_rank(group, 0) == dist.get_group_rank(group, 0) == 0
    dist.destroy_process_group()
    assert not dist.is_initialized()


def numbers(start=0):
    return Tensor(np.arange(start, start + 4, dtype=np.float32))


@pytest.mark.parametrize("returning", [False, True])
def test_collectives_write_into_what_they_are_given(returning):
    comm.set_comm_ops_inplace(not returning)
    x, zeros = numbers(1), lambda: Tensor(np.zeros(4, np.float32))
    calls = {
        "all_gather_into_tensor": lambda f, out: f(out, x),
        "all_gather": lambda f, out: f([out], x),
        "reduce_scatter_tensor": lambda f, out: f(out, x, "max"),
        "reduce_scatter": lambda f, out: f(out, [x]),
        "all_to_all": lambda f, out: f([out], [x]),
        "all_to_all_single": lambda f, out: f(out, x),
        "scatter": lambda f, out: f(out, [x]),
        "gather": lambda f, out: f(x, [out]),
    }
    for name, run in calls.items():
        out = zeros()
        handle = run(getattr(dist, name), out)
        assert handle is None, name
        np.testing.assert_array_equal(out.asnumpy(), [1, 2, 3, 4], err_msg=name)
    assert dist.all_reduce(x, async_op=True).wait() is None
    assert dist.broadcast(x, src=0) is None and dist.reduce(x, 0) is None
    np.testing.assert_array_equal(x.asnumpy(), [1, 2, 3, 4])
    assert dist.barrier() is None
    if returning:  # the other module's functions keep what was chosen for them
        total, _ = comm.all_reduce(x)
        np.testing.assert_array_equal(total.asnumpy(), [1, 2, 3, 4])


def test_objects():
    found = [None]
    dist.all_gather_object(found, {"a": 1})
    assert found == [{"a": 1}]
    dist.scatter_object_list(found, [2])
    assert found == [2]
    dist.broadcast_object_list(found)
    assert found == [2]


def test_in_compiled_code():
    @ms.jit
    def step(x, out):
        dist.all_gather_into_tensor(out, x * 2)
        return out + 1

    for _ in range(2):
        np.testing.assert_array_equal(step(numbers(), numbers(9)).asnumpy(), [1, 3, 5, 7])


def test_refusals():
    with pytest.raises(ValueError, match="dst"):
        dist.send(numbers(), dst=0)
    with pytest.raises(TypeError, match="op"):
        dist.all_reduce(numbers(), op="mean")
    with pytest.raises(TypeError, match="tensor_list"):
        dist.all_gather([numbers(), numbers()], numbers())
    with pytest.raises(NotImplementedError, match="msrun"):
        dist.init_process_group(world_size=2, rank=0)
