"""Collectives of a process on its own; names, attributes and refusals are MindSpore's."""

import threading
from datetime import timedelta

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from msjax.communication import comm_func, create_group, init, release
from msjax.kernels.comm.store import TCPStore
from msjax.ops import communication as dist


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    for name in ("RANK_ID", "RANK_SIZE", "MS_WORKER_NUM"):
        monkeypatch.delenv(name, raising=False)
    yield
    release()
    comm = ms.communication.GlobalComm
    comm.BACKEND, comm.WORLD_COMM_GROUP = "hccl", "hccl_world_group"
    dist.set_comm_ops_inplace(True)


def matrix():
    return Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))


@pytest.mark.parametrize(
    ("primitive", "text"),
    [
        (
            lambda: ops.AllReduce(),
            "AllReduce]<op=sum, group=hccl_world_group, fusion=0, index=0, no_eliminate=True>",
        ),
        (
            lambda: ops.AllGather(),
            "AllGather]<group=hccl_world_group, rank_size=1, fusion=0, mean_flag=False, "
            "no_eliminate=True>",
        ),
        (
            lambda: ops.Broadcast(0),
            "Broadcast]<root_rank=0, group=hccl_world_group, no_eliminate=True>",
        ),
        (
            lambda: ops.ReduceScatter(),
            "ReduceScatter]<op=sum, group=hccl_world_group, rank_size=1, fusion=0, "
            "no_eliminate=True>",
        ),
    ],
)
def test_attributes(primitive, text):
    assert repr(primitive()) == "Prim[" + text


@pytest.mark.parametrize("inited", [False, True])
@pytest.mark.parametrize(
    "primitive",
    [
        lambda: ops.AllReduce(ops.ReduceOp.MAX),
        lambda: ops.Reduce(0),
        lambda: ops.AllGather(),
        lambda: ops.ReduceScatter(),
        lambda: ops.AlltoAll(1, 0, 1),
        lambda: ops.CollectiveScatter(),
        lambda: ops.CollectiveGather(0),
    ],
)
def test_alone_everything_is_a_copy(primitive, inited):
    if inited:
        init()
    x = matrix()
    y = primitive()(x)
    assert y is not x
    np.testing.assert_array_equal(y.asnumpy(), x.asnumpy())
    slope = ms.grad(lambda x: (primitive()(x) * 3).sum())(x)
    np.testing.assert_array_equal(slope.asnumpy(), np.full((2, 3), 3))
    np.testing.assert_array_equal(ms.jit(lambda x: primitive()(x))(x).asnumpy(), x.asnumpy())


def test_parts_of_given_length():
    x = Tensor(np.arange(6, dtype=np.float32))
    assert ops.AlltoAllV()(x, [4], [4]).shape == (4,)
    assert ops.AlltoAllV(block_size=2)(x, (2,), (2,)).shape == (4,)
    assert ops.AlltoAllVC()(x, Tensor([5])).shape == (5,)
    assert ops.AllGatherV()(x, (6,)).shape == ops.ReduceScatterV()(x, [6]).shape == (6,)
    with pytest.raises(ValueError):
        ops.AlltoAllV()(x, [4], [3])
    with pytest.raises(ValueError):
        ops.AllGatherV()(x, [7])


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (TypeError, lambda: ops.AllReduce(op=1)),
        (TypeError, lambda: ops.AllReduce(group=1)),
        (TypeError, lambda: ops.AllReduce()(1)),
        (TypeError, lambda: ops.Broadcast(0.5)),
        (TypeError, lambda: ops.Broadcast(0)(matrix())),
        (ValueError, lambda: ops.Broadcast(1)((matrix(),))),
        (ValueError, lambda: ops.AllGather()(Tensor(1.0))),
        (ValueError, lambda: ops.AlltoAll(2, 0, 0)(matrix())),
        (ValueError, lambda: ops.Reduce(3)(matrix())),
        (ValueError, lambda: ops.Send(0, 1)(matrix())),
        (ValueError, lambda: ops.Send(0, 0)(matrix())),
        (ValueError, lambda: ops.Receive(0, 1, [2], ms.float32)()),
        (TypeError, lambda: dist.all_reduce(1)),
        (TypeError, lambda: dist.all_reduce(matrix(), op="mean")),
        (TypeError, lambda: dist.all_reduce(matrix(), async_op=1)),
        (ValueError, lambda: dist.all_gather_into_tensor(ops.zeros(3), matrix())),
        (ValueError, lambda: dist.all_gather_into_tensor(matrix().int(), matrix())),
        (ValueError, lambda: dist.reduce_scatter_tensor(ops.zeros(3), matrix())),
        (ValueError, lambda: dist.all_gather_into_tensor_uneven(ops.zeros(3), ops.zeros(2), [3])),
        (ValueError, lambda: dist.all_to_all_single(ops.zeros(3), ops.zeros(4))),
        (ValueError, lambda: dist.all_to_all([ops.zeros(3)], [ops.zeros(4)])),
        (TypeError, lambda: dist.reduce_scatter(ops.zeros(3), [ops.zeros(4)])),
        (TypeError, lambda: dist.all_gather([matrix(), matrix()], matrix())),
        (ValueError, lambda: dist.send(matrix(), 0)),
        (ValueError, lambda: dist.broadcast(matrix(), 1)),
        (NotImplementedError, lambda: dist.send(matrix(), 1)),
        (TypeError, lambda: dist.P2POp("send", matrix(), 1)),
        (NotImplementedError, lambda: dist.recv(matrix(), 1)),
        (NotImplementedError, lambda: dist.isend(matrix(), 1)),
        (NotImplementedError, lambda: dist.irecv(matrix(), 1)),
        (NotImplementedError, lambda: dist.send_object_list(["a"], 1)),
        (NotImplementedError, lambda: dist.recv_object_list(["a"], 1)),
        (TypeError, lambda: dist.recv_object_list([])),
        (
            NotImplementedError,
            lambda: dist.batch_isend_irecv([dist.P2POp("isend", matrix(), 1)]),
        ),
        (TypeError, lambda: dist.batch_isend_irecv([1])),
        (TypeError, lambda: comm_func.all_reduce(matrix(), op="avg")),
    ],
)
def test_refusals(error, call):
    with pytest.raises(error):
        call()


def test_processes_that_have_not_joined(monkeypatch):
    monkeypatch.setenv("RANK_SIZE", "2")
    for call in (lambda: ops.AllReduce()(matrix()), lambda: dist.all_reduce(matrix())):
        with pytest.raises(RuntimeError, match="tells of 2 processes; call init"):
            call()


def test_functions_write_into_given_tensors():
    x, y = matrix(), ops.zeros((2, 3))
    assert dist.all_reduce(x) is None
    dist.all_reduce(x, async_op=True).wait()
    for write in (
        lambda: dist.all_gather_into_tensor(y, x),
        lambda: dist.reduce_scatter_tensor(y, x),
        lambda: dist.all_to_all_single(y, x),
        lambda: dist.scatter_tensor(y, x),
        lambda: dist.gather_into_tensor(y, x),
        lambda: dist.all_gather([y], x),
        lambda: dist.reduce_scatter(y, [x]),
        lambda: dist.scatter(y, [x]),
        lambda: dist.gather(x, [y]),
        lambda: dist.all_to_all([y], [x]),
        lambda: dist.all_gather_into_tensor_uneven(y, x, [2]),
        lambda: dist.reduce_scatter_tensor_uneven(y, x, [2]),
    ):
        y[:] = 0
        assert write() is None
        np.testing.assert_array_equal(y.asnumpy(), x.asnumpy())


def test_functions_return_where_chosen():
    dist.set_comm_ops_inplace(False, ["all_reduce", "all_gather_into_tensor"])
    for result, handle in (
        dist.all_reduce(matrix()),
        dist.all_gather_into_tensor(None, matrix()),
        comm_func.all_reduce(matrix()),
        comm_func.all_gather_into_tensor(matrix()),
        comm_func.reduce_scatter_tensor(matrix()),
    ):
        assert handle is None
        np.testing.assert_array_equal(result.asnumpy(), matrix().asnumpy())
    with pytest.raises(ValueError):
        dist.set_comm_ops_inplace(True, ["add"])
    dist.set_comm_ops_inplace(False)
    with pytest.raises(ValueError):
        dist.reduce(matrix(), 0)


def test_parts_by_a_matrix_of_lengths():
    x, y = Tensor(np.arange(4, dtype=np.float32)), ops.zeros(3)
    dist.all_to_all_v_c(y, x, [3])
    np.testing.assert_array_equal(y.asnumpy(), x.asnumpy()[:3])
    with pytest.raises(ValueError, match="output_split_sizes"):
        dist.all_gather_into_tensor_uneven(y, y, [2])
    assert dist.barrier() is None


def test_objects():
    found = [None]
    dist.all_gather_object(found, {"a": 1})
    assert found == [{"a": 1}]
    dist.scatter_object_list(found, ["b"])
    assert found == ["b"]
    dist.gather_object("c", found)
    assert found == ["c"]
    dist.broadcast_object_list(found)
    assert found == ["c"]
    with pytest.raises(TypeError):
        dist.all_gather_object([None, None], 1)


def test_groups():
    init()
    create_group("own", [0])
    assert dist.get_rank("own") == 0 and dist.get_world_size("own") == 1
    assert dist.get_rank("none") == dist.get_world_size("none") == -1
    name = dist.new_group([0])
    assert name == "hccl_1_b6589fc6ab0dc82cf12099d1c2d40ab994e8410c"
    assert dist.get_backend(name) == "hccl"
    assert dist.get_global_rank(name, 0) == dist.get_group_rank(name, 0) == 0
    assert dist.get_process_group_ranks(name) == [0]
    np.testing.assert_array_equal(ops.AllReduce(group=name)(matrix()).asnumpy(), matrix().asnumpy())


def test_process_group_comes_and_goes():
    dist.init_process_group("hccl", rank=0, world_size=1)
    assert dist.is_initialized()
    dist.destroy_process_group()
    assert not dist.is_initialized()


def test_store():
    store = TCPStore("127.0.0.1", 0, 1, True, timedelta(seconds=0.01))
    assert (store.add("n", 2), store.add("n", 3), store.get("n")) == (2, 5, b"5")
    store.set("k", "v")
    other = TCPStore("127.0.0.1", store.port)
    assert other.get("k") == b"v"
    assert store.delete_key("k") and not store.delete_key("k")
    for value in (b"\x00\xff\n", b"", b"x" * 300_000):
        other.set("k", value)
        assert store.get("k") == value
    for error, text, call in (
        (RuntimeError, "the value of 'k' is not a number", lambda: store.add("k", 1)),
        (RuntimeError, "no value of 'absent' within 0.01 s", lambda: store.get("absent")),
        (TypeError, "'value' must be a string or bytes", lambda: store.set("k", 1)),
        (TypeError, "'amount' must be of type int", lambda: store.add("k", "1")),
        (TypeError, "'key' must be of type string", lambda: store.get(1)),
        (RuntimeError, "nothing can listen", lambda: TCPStore("127.0.0.1", store.port, 1, True)),
        (ValueError, "'port' must be in", lambda: TCPStore("127.0.0.1", 65536)),
    ):
        with pytest.raises(error, match=text):
            call()
    with pytest.raises(RuntimeError, match="nobody answers at 127.0.0.1:1 within 0.1 s"):
        TCPStore("127.0.0.1", 1, timeout=timedelta(seconds=0.1))
    shared = TCPStore("127.0.0.1", store.port, 1, True, multi_tenant=True)
    assert shared.get("n") == b"5"


def test_a_store_waits_for_all():
    with pytest.raises(RuntimeError, match="there are not 2 processes within 0.1 s"):
        TCPStore("127.0.0.1", 0, 2, True, timedelta(seconds=0.1))
    store = TCPStore("127.0.0.1", 0, 2, True, wait_for_workers=False)
    other = TCPStore("127.0.0.1", store.port, 2)
    setter = threading.Timer(0.1, store.set, ("late", "v"))
    setter.start()
    assert other.get("late") == b"v"
    setter.join()
