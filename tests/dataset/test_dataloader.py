"""DataLoader and its parts; worker processes of it and of the pipelines."""

from __future__ import annotations

import collections
import gc
import os
import signal
import time

import numpy as np
import pytest

import msjax as ms
import msjax.dataset as ds
from msjax.dataset.dataloader import (
    BatchSampler,
    DataLoader,
    Dataset,
    DistributedSampler,
    IterableDataset,
    RandomSampler,
    Sampler,
    SequentialSampler,
    TensorDataset,
    default_collate,
    default_convert,
    get_worker_info,
)


class Rows(Dataset):
    def __init__(self, count):
        self.count = count

    def __getitem__(self, index):
        image = np.full((60, 60), index, np.float32)
        return {"image": image, "label": index, "name": f"n{index}", "pid": os.getpid()}

    def __len__(self):
        return self.count


class Stream(IterableDataset):
    def __iter__(self):
        info = get_worker_info()
        first, step = (0, 1) if info is None else (info.id, info.num_workers)
        return iter(range(first, 7, step))


def labels(loader):
    return [batch["label"].tolist() for batch in loader]


@pytest.mark.parametrize("workers", [0, 2, 3])
def test_batches(workers):
    loader = DataLoader(Rows(7), batch_size=2, num_workers=workers)
    assert len(loader) == 4
    for _ in range(2):
        batches = list(loader)
        assert [batch["label"].tolist() for batch in batches] == [[0, 1], [2, 3], [4, 5], [6]]
        assert batches[1]["image"].asnumpy()[:, 0, 0].tolist() == [2, 3]
        assert batches[3]["name"] == ["n6"]
        pids = {pid for batch in batches for pid in batch["pid"].tolist()}
        assert (os.getpid() in pids) == (workers == 0)


def test_dtypes_of_batches():
    batch = default_collate([(1, 1.5, np.float32(2), np.int8([3]), True, "a", b"b")] * 2)
    dtypes = [ms.int64, ms.float64, ms.float32, ms.int8, ms.bool_]
    assert [part.dtype for part in batch[:5]] == dtypes
    assert batch[5:] == [["a", "a"], [b"b", b"b"]]
    assert batch[3].shape == (2, 1)


def test_containers_keep_their_form():
    Pair = collections.namedtuple("Pair", "x y")
    made = default_collate([Pair(1, [2, 3]), Pair(4, [5, 6])])
    assert type(made) is Pair
    assert made.x.tolist() == [1, 4]
    assert [part.tolist() for part in made.y] == [[2, 5], [3, 6]]
    ordered = default_collate([collections.OrderedDict(a=1)])
    assert type(ordered) is collections.OrderedDict
    converted = default_convert({"x": np.arange(2), "y": (np.int32(3), "text"), "z": 4})
    assert converted["x"].dtype == ms.int64
    assert [type(converted["y"]), converted["y"][0].dtype, converted["y"][1]] == [
        list,
        ms.int32,
        "text",
    ]
    assert converted["z"] == 4
    assert default_convert(np.array(["t"])).dtype.kind == "U"


def test_batches_that_cannot_be():
    with pytest.raises(TypeError, match="set"):
        default_collate([{1}, {2}])
    with pytest.raises(TypeError, match="<U1"):
        default_collate([np.array(["a"])])
    with pytest.raises(RuntimeError, match="equal size"):
        default_collate([[1], [1, 2]])


@pytest.mark.parametrize("workers", [0, 2])
def test_streams(workers):
    loader = DataLoader(Stream(), batch_size=2, num_workers=workers)
    found = [batch.tolist() for batch in loader]
    assert found == (
        [[0, 1], [2, 3], [4, 5], [6]] if not workers else [[0, 2], [1, 3], [4, 6], [5]]
    )
    kept = DataLoader(Stream(), batch_size=2, num_workers=2, persistent_workers=True)
    assert [batch.tolist() for batch in kept] == [batch.tolist() for batch in kept]
    whole = DataLoader(Stream(), batch_size=2, num_workers=workers, drop_last=True)
    assert all(len(batch) == 2 for batch in whole)


def test_persistent_workers_stay():
    loader = DataLoader(Rows(6), batch_size=3, num_workers=2, persistent_workers=True)
    pids = [{p for batch in loader for p in batch["pid"].tolist()} for _ in range(2)]
    assert pids[0] == pids[1]
    first, second = iter(loader), iter(loader)
    assert next(first)["label"].tolist() == next(second)["label"].tolist() == [0, 1, 2]
    del first, second, loader
    gc.collect()


def test_single_samples_and_collate_functions():
    assert [row["label"] for row in DataLoader(Rows(3), batch_size=None)] == [0, 1, 2]
    loader = DataLoader(
        Rows(3), 2, collate_fn=lambda rows: [row["name"] for row in rows], num_workers=1
    )
    assert list(loader) == [["n0", "n1"], ["n2"]]
    tensors = TensorDataset(ms.Tensor([1, 2]), ms.Tensor([3, 4]))
    assert [part.tolist() for part in next(iter(DataLoader(tensors, batch_size=2)))] == [
        [1, 2],
        [3, 4],
    ]
    with pytest.raises(ValueError, match="first dimension"):
        TensorDataset(ms.Tensor([1]), ms.Tensor([1, 2]))


def test_samplers():
    assert list(SequentialSampler("abc")) == [0, 1, 2]
    rng = np.random.default_rng(5)
    assert sorted(RandomSampler(range(9), generator=rng)) == list(range(9))
    more = list(RandomSampler(range(4), num_samples=10))
    assert len(more) == 10 and sorted(more[:4]) == sorted(more[4:8]) == [0, 1, 2, 3]
    again = list(RandomSampler(range(3), replacement=True, num_samples=70))
    assert len(again) == 70 and set(again) == {0, 1, 2}
    assert list(BatchSampler(range(5), 2, True)) == [[0, 1], [2, 3]]
    assert [len(BatchSampler(range(5), 2, drop)) for drop in (True, False)] == [2, 3]
    own = [list(DistributedSampler(range(7), 3, rank, shuffle=False)) for rank in range(3)]
    assert own == [[0, 3, 6], [1, 4, 0], [2, 5, 1]]
    cut = [
        list(DistributedSampler(range(7), 3, r, shuffle=False, drop_last=True)) for r in range(3)
    ]
    assert cut == [[0, 3], [1, 4], [2, 5]]
    mixed = DistributedSampler(range(9), 3, 0)
    before = list(mixed)
    assert before == list(mixed)
    mixed.set_epoch(1)
    assert before != list(mixed)
    assert isinstance(mixed, Sampler)
    assert labels(DataLoader(Rows(4), batch_sampler=[[3, 0], [1]])) == [[3, 0], [1]]
    assert labels(DataLoader(Rows(4), 3, sampler=[3, 0])) == [[3, 0]]


WRONG = {
    "size": ({"batch_size": 0}, ValueError, "positive"),
    "size as float": ({"batch_size": 1.5}, TypeError, "batch_size"),
    "two orders": ({"shuffle": True, "sampler": [0]}, ValueError, "sampler"),
    "two batches": ({"batch_sampler": [[0]], "batch_size": 2}, ValueError, "batch_size"),
    "workers": ({"num_workers": -1}, ValueError, "non-negative"),
    "no workers": ({"prefetch_factor": 2}, ValueError, "num_workers"),
    "context": ({"num_workers": 1, "multiprocessing_context": "x"}, TypeError, "context"),
    "spawned": (
        {"num_workers": 1, "multiprocessing_context": "spawn"},
        NotImplementedError,
        "forked",
    ),
    "generator": ({"generator": 3}, TypeError, "generator"),
    "timeout": ({"timeout": -1}, ValueError, "timeout"),
}


@pytest.mark.parametrize(("options", "error", "text"), WRONG.values(), ids=WRONG)
def test_wrong_arguments(options, error, text):
    with pytest.raises(error, match=text):
        DataLoader(Rows(3), **options)


def test_wrong_datasets():
    with pytest.raises(NotImplementedError, match="__getitem__"):
        DataLoader(iter([1]))
    with pytest.raises(ValueError, match="iterable style"):
        DataLoader(Stream(), shuffle=True)
    with pytest.raises(NotImplementedError):
        Dataset()[0]


# -- faults of workers, also of those of the pipelines -------------------------------------------


class Faulty:
    def __init__(self, fault):
        self.fault = fault

    def __len__(self):
        return 12

    def __getitem__(self, index):
        if index == 5:
            self.fault()
        return np.full(20000, index, np.int32)


def fail():
    raise KeyError("the fifth")


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def compute():
    return ms.Tensor(np.ones(3)) * 2


def loaded(source):
    return [int(row[0, 0]) for row in DataLoader(source, num_workers=2)]


def generated(source):
    data = ds.GeneratorDataset(source, "x", shuffle=False, num_parallel_workers=2)
    return [int(x[0]) for (x,) in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]


def children():
    with open(f"/proc/self/task/{os.getpid()}/children") as stream:
        return set(stream.read().split())


FAULTS = {
    "raises": (fail, "the fifth"),
    "killed": (die, "killed; its exit code is -9"),
    "computes": (compute, "python_multiprocessing=False"),
}


@pytest.mark.parametrize("run", [loaded, generated])
@pytest.mark.parametrize(("fault", "text"), FAULTS.values(), ids=FAULTS)
def test_faults_of_workers(run, fault, text):
    before = children()
    with pytest.raises((RuntimeError, KeyError), match=text) as caught:
        run(Faulty(fault))
    if fault is fail:
        assert "__getitem__" in str(caught.value.__cause__)
    assert run(Faulty(lambda: None)) == list(range(12))
    del caught
    gc.collect()
    assert children() <= before


def test_a_worker_that_takes_too_long():
    loader = DataLoader(Faulty(lambda: time.sleep(60)), num_workers=2, timeout=0.3)
    with pytest.raises(TimeoutError):
        list(loader)


def test_what_is_left_half_way_leaves_nothing():
    before = children()
    iterators = [
        ds.GeneratorDataset(
            Faulty(lambda: None), "x", num_parallel_workers=2
        ).create_tuple_iterator()
        for _ in range(2)
    ]
    assert all(len(next(iterator)) == 1 for iterator in iterators)
    for iterator in iterators:
        iterator.stop()
    loader = iter(DataLoader(Rows(9), num_workers=2))
    next(loader)
    del loader
    gc.collect()
    assert children() <= before


def mapped(workers, epochs=1):
    data = ds.NumpySlicesDataset({"x": np.zeros((10, 2, 2))}, shuffle=False)
    data = data.map(
        [
            lambda x: x + np.random.rand(),
            ds.vision.RandomHorizontalFlip(),
            lambda x: x[:, :1].copy(),
        ],
        "x",
        num_parallel_workers=workers,
        python_multiprocessing=True,
    )
    iterator = data.create_tuple_iterator(num_epochs=epochs, output_numpy=True)
    return [[float(row[0][0, 0]) for row in iterator] for _ in range(epochs)]


def test_values_do_not_depend_on_the_number_of_processes():
    seed = ds.config.get_seed()
    try:
        ds.config.set_seed(7)
        (once,), two = mapped(2), mapped(4, 2)
        assert once == two[0] != two[1]
        assert len(set(once)) == 10
    finally:
        ds.config.set_seed(seed)


def test_batches_by_processes():
    data = ds.NumpySlicesDataset({"x": np.arange(6)}, shuffle=False)
    data = data.batch(
        2,
        per_batch_map=lambda x, info: ([np.array(os.getpid())] * len(x),),
        input_columns=["x"],
        num_parallel_workers=2,
        python_multiprocessing=True,
    )
    pids = {int(row[0][0]) for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)}
    assert len(pids) == 2 and os.getpid() not in pids


def test_large_rows_strings_and_dicts_come_through():
    class Source:
        def __len__(self):
            return 3

        def __getitem__(self, index):
            return (
                np.full((300, 300), index, np.float64),
                np.array(["é" * index] * 2),
                {"k": np.arange(9000)},
            )

    data = ds.GeneratorDataset(Source(), ["a", "b", "c"], shuffle=False, num_parallel_workers=2)
    rows = list(data.create_tuple_iterator(num_epochs=1, output_numpy=True))
    assert [row[0].sum() for row in rows] == [0, 90000, 180000]
    assert rows[2][1].tolist() == ["éé", "éé"]
    assert rows[1][2]["k"].sum() == 40495500
    rows[1][0][:] = 5  # memory of its own
    assert rows[2][0][0, 0] == 2
