"""Ranks and groups of a single process; the errors before `init` are in the recorded facts."""

import pytest

from msjax import communication as comm
from msjax._core.runtime import context, launch
from msjax._core.runtime.rendezvous import Place
from msjax.communication import _comm_helper


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    for name in ("RANK_ID", "RANK_SIZE", "LOCAL_RANK", "MS_WORKER_NUM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(context.state.values, "device_target", "CPU")
    yield
    comm.release()
    comm.GlobalComm.BACKEND = "hccl"
    comm.GlobalComm.WORLD_COMM_GROUP = comm.HCCL_WORLD_COMM_GROUP


def test_init_names_the_backend():
    assert not _comm_helper._is_initialized()
    comm.init()
    assert comm.GlobalComm.INITED and comm.GlobalComm.BACKEND == "mccl"
    assert comm.GlobalComm.WORLD_COMM_GROUP == comm.MCCL_WORLD_COMM_GROUP
    assert (comm.get_rank(), comm.get_group_size()) == (0, 1)
    assert (comm.get_local_rank(), comm.get_local_rank_size()) == (0, 1)
    assert comm.get_process_group_ranks() == [0]
    comm.release()
    assert not comm.GlobalComm.INITED


@pytest.mark.parametrize(
    "target, own, other", [("GPU", "nccl", "hccl"), ("Ascend", "hccl", "nccl")]
)
def test_backend_belongs_to_the_target(target, own, other, monkeypatch):
    monkeypatch.setitem(context.state.values, "device_target", target)
    comm.init(own)
    assert comm.GlobalComm.BACKEND == own
    with pytest.raises(RuntimeError, match=f"should be '{own}' to init '{target}'"):
        comm.init(other)


def test_environment_counts_only_before_init(monkeypatch):
    monkeypatch.setenv("RANK_ID", "3")
    assert comm.get_rank() == 3
    comm.init()
    assert comm.get_rank() == 0


@pytest.mark.parametrize("name", ["MS_WORKER_NUM", "RANK_SIZE"])
def test_several_processes_need_a_place_to_meet(name, monkeypatch):
    monkeypatch.setenv(name, "8")
    with pytest.raises(NotImplementedError, match="MS_SCHED_HOST"):
        comm.init()
    assert not comm.GlobalComm.INITED


def test_ranks_come_from_the_place_in_the_job(monkeypatch):
    place = Place(2, 4, "", -1, -1)
    monkeypatch.setattr(launch, "place", lambda: place)
    monkeypatch.setattr(launch, "start", lambda: None)
    comm.init()
    assert (comm.get_rank(), comm.get_group_size()) == (2, 4)
    comm.create_group("odd", [3, 2])
    assert (comm.get_rank("odd"), comm.get_group_size("odd")) == (1, 2)
    assert comm.get_process_group_ranks("odd") == [3, 2]
    assert comm.get_world_rank_from_group_rank("odd", 1) == 2
    assert comm.get_group_rank_from_world_rank(3, "odd") == 0
    comm.create_group("rest", [0, 1])
    with pytest.raises(RuntimeError, match="not a member"):
        comm.get_rank("rest")
    with pytest.raises(NotImplementedError, match="LOCAL_RANK"):
        comm.get_local_rank()


def test_groups():
    comm.init()
    comm.create_group("g", [0])
    comm.create_group("g", [0])
    assert comm.get_group_size("g") == 1
    for bad, error in (
        (lambda: comm.create_group("g", [1]), ValueError),
        (lambda: comm.create_group("h", (0,)), TypeError),
        (lambda: comm.create_group("h", []), ValueError),
        (lambda: comm.create_group("h", [0, 0]), ValueError),
        (lambda: comm.create_group("h", [0, 1]), RuntimeError),
        (lambda: comm.create_group("h", [0], options=1), NotImplementedError),
        (lambda: comm.get_rank("h"), RuntimeError),
        (lambda: comm.get_world_rank_from_group_rank("g", 1), RuntimeError),
        (lambda: comm.get_world_rank_from_group_rank("g", "0"), TypeError),
        (lambda: comm.get_group_rank_from_world_rank(1, "g"), RuntimeError),
        (lambda: comm.destroy_group("h"), RuntimeError),
        (lambda: comm.destroy_group(comm.MCCL_WORLD_COMM_GROUP), ValueError),
        (lambda: comm.get_comm_name(), NotImplementedError),
    ):
        with pytest.raises(error):
            bad()
    comm.destroy_group("g")
    with pytest.raises(RuntimeError):
        comm.get_group_size("g")


def test_backend_checks_its_name():
    assert _comm_helper.Backend("NCCL") == "nccl"
    with pytest.raises(ValueError):
        _comm_helper.Backend("x")
    with pytest.raises(TypeError):
        _comm_helper.Backend(1)
