"""Items that workers get several at a time."""

import gc
import itertools
import multiprocessing
import os
import socket
import time

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax.dataset as ds
from msjax.dataset.engine import _handfuls, _processes
from msjax.dataset.engine.iterators import Forks, ordered

SEEDS = {"threads": None, "processes": 3}

needs_processes = pytest.mark.skipif(
    not _processes.available(), reason="threads do the work where there is no memfd_create"
)


def forks(seed):
    return None if seed is None else Forks(seed, _processes.Idle(), 0)


def _square(number):
    return number * number


def _failing_at(place):
    def function(number):
        if number == place:
            raise KeyError(number)
        return number

    return function


@pytest.mark.parametrize("seed", SEEDS.values(), ids=SEEDS)
def test_results_are_in_order(seed):
    assert list(ordered(_square, range(500), 3, forks(seed))) == [n * n for n in range(500)]


@pytest.mark.parametrize("place", [0, 1, 77, 199])
@pytest.mark.parametrize("seed", SEEDS.values(), ids=SEEDS)
def test_what_comes_before_a_failure_is_given(seed, place):
    rows = ordered(_failing_at(place), range(200), 2, forks(seed))
    assert list(itertools.islice(rows, place)) == list(range(place))
    with pytest.raises(KeyError, match=str(place)):
        next(rows)


@needs_processes
def test_what_cannot_be_sent_fails_alone():
    rows = ordered(lambda n: n if n < 60 else lambda: n, range(100), 2, forks(5))
    assert list(itertools.islice(rows, 60)) == list(range(60))
    with pytest.raises((AttributeError, TypeError), match="pickle"):
        next(rows)


def test_nothing_is_lost_where_items_become_long(monkeypatch):
    """Short items are done by the caller, long ones by threads, in any sequence."""
    lengths = np.repeat([0, 1, 0, 1, 0], 40)

    def made(place):
        return _handfuls.Done([place], None, 1.0 if lengths[place] else 0.0)

    def work(function, items, failed=None):
        parts = [made(place) for place in items]
        return _handfuls.Done([p.results[0] for p in parts], None, sum(p.seconds for p in parts))

    monkeypatch.setattr("msjax.dataset.engine.iterators.work", work)
    assert list(ordered(None, range(200), 4)) == list(range(200))


@needs_processes
def test_random_numbers_do_not_depend_on_handfuls():
    def draw(_):
        return np.random.rand()

    found = [list(ordered(draw, range(100), count, forks(9))) for count in (2, 3, 5)]
    assert found[0] == found[1] == found[2]
    assert len(set(found[0])) == 100


@pytest.mark.parametrize(
    ("seconds", "size"), [(1e-6, 2), (4e-3, 2), (6e-3, 1), (1.0, 1)], ids="abcd"
)
def test_size_follows_what_items_cost(seconds, size):
    handfuls = _handfuls.Handfuls([])
    handfuls.learn(_handfuls.Done([None], None, seconds))
    assert (handfuls.size, handfuls.cheap) == (size, seconds < 1e-4)


def test_size_has_a_limit():
    handfuls = _handfuls.Handfuls(range(100))
    for _ in range(20):
        handfuls.learn(_handfuls.Done([None] * handfuls.size, None, 0.0))
    assert max(map(len, handfuls)) == handfuls.size <= 32


def test_slow_items_are_not_waited_for():
    """One that takes long to come ends the list that it is in."""

    def slowly():
        for number in range(3):
            time.sleep(0.01)
            yield number

    handfuls = _handfuls.Handfuls(slowly())
    handfuls.size = 32
    assert list(handfuls) == [[0], [1], [2]]


def test_workers_number_items_as_they_come():
    pool = _processes.Workers(lambda number, item: (number, item), 2, 1)
    try:
        pool.submit(0, "a", "b")
        pool.submit(1, "c")
        pool.submit(0, "d")
        assert pool.done(0).results == [(0, "a"), (1, "b")]
        assert pool.result(1) == (2, "c")
        assert pool.result(0) == (3, "d")
    finally:
        pool.close()


@needs_processes
def test_nothing_runs_where_the_start_failed(tmp_path):
    def touch(number, item):
        (tmp_path / str(item)).touch()

    def start(worker):
        raise KeyError("no data")

    pool = _processes.Workers(touch, 1, 1, start)
    try:
        for item in range(2):
            pool.submit(0, item)
            with pytest.raises(KeyError, match="no data"):
                pool.result(0)
    finally:
        pool.close()
    assert not list(tmp_path.iterdir())


class Numbers:
    """Rows of an index, what the program changes, and the process."""

    step = 0

    def __getitem__(self, index):
        return np.array([index, self.step]), np.array(os.getpid())

    def __len__(self):
        return 6


def pipelines():
    source = Numbers()
    rows = ds.GeneratorDataset(source, ["x", "pid"], shuffle=False, num_parallel_workers=2)
    alone = ds.GeneratorDataset(source, ["x", "pid"], shuffle=False)
    options = {"python_multiprocessing": True, "num_parallel_workers": 2}
    moved = alone.map(
        lambda x: (np.array([x[0], source.step]), os.getpid()), "x", ["x", "p"], **options
    )
    return source, {"source": rows, "map": moved.project(["x", "p"])}


@needs_processes
@pytest.mark.parametrize("kind", ["source", "map"])
@pytest.mark.parametrize("end", ["exhausted", "stopped", "dropped"])
def test_workers_live_as_long_as_their_iterator(kind, end):
    """As MindSpore's: what the program changes between two epochs does not reach them."""
    source, made = pipelines()
    epochs = 3 if end == "exhausted" else -1
    rows = made[kind].create_tuple_iterator(num_epochs=epochs, output_numpy=True)
    before, seen = set(multiprocessing.active_children()), []
    for source.step in range(3):
        found = list(rows)
        assert [x.tolist() for x, _ in found] == [[n, 0] for n in range(6)]
        seen.append({int(pid) for _, pid in found})
        if source.step < 2:
            assert len(set(multiprocessing.active_children()) - before) == 2
    assert seen[0] == seen[1] == seen[2] and os.getpid() not in seen[0]
    if end == "stopped":
        rows.stop()
    del rows
    gc.collect()
    assert set(multiprocessing.active_children()) <= before


@needs_processes
def test_random_numbers_of_an_epoch_are_its_own():
    source = [(n,) for n in range(4)]
    found = []
    for workers in (2, 3):
        ds.config.set_seed(3)
        data = ds.GeneratorDataset(source, ["x"], shuffle=False)
        data = data.map(
            lambda x: np.random.rand(), python_multiprocessing=True, num_parallel_workers=workers
        )
        rows = data.create_tuple_iterator(num_epochs=2, output_numpy=True)
        found.append([[float(row[0]) for row in rows] for _ in range(2)])
    ds.config.set_seed(5489)
    assert found[0] == found[1] and not set(found[0][0]) & set(found[0][1])


def _large(number):
    time.sleep(0.011)  # one in a handful
    return np.full(10000, number)


def _open_files():
    return len(os.listdir("/dev/fd"))


@needs_processes
def test_many_rows_may_be_kept(monkeypatch):
    monkeypatch.setattr(_processes, "_MAPPED_AT_MOST", 8)
    gc.collect()
    before = _open_files()
    rows = list(ordered(_large, range(40), 2, forks(3)))
    assert _open_files() <= before + 16  # the workers' ends beside the mappings
    assert all((row == number).all() for number, row in enumerate(rows))
    rows[-1][:] = 0  # the program's own memory
    del rows
    gc.collect()
    assert _open_files() <= before + 8


@needs_processes
def test_a_message_that_ends_early_leaves_no_file_open():
    before = _open_files()
    own, other = socket.socketpair()
    with own:
        with other, open(os.devnull) as file:
            head = _processes._HEAD.pack(100, 4096)
            socket.send_fds(other, [head, b"begun"], [file.fileno()])
        with pytest.raises(EOFError):
            _processes._receive(own)
    assert _open_files() == before


@needs_processes
def test_missing_files_are_no_killed_worker():
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    children = set(multiprocessing.active_children())
    data = ds.GeneratorDataset([(n,) for n in range(4)], ["x"], num_parallel_workers=2)
    free = os.open(os.devnull, os.O_RDONLY)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free + 1, limits[1]))
    try:
        with pytest.raises(RuntimeError) as caught:
            list(data)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert "Too many open files" in str(caught.value)
    assert set(multiprocessing.active_children()) <= children
    assert len(list(data)) == 4


ARRAY = jnp.ones(3)
COMPILED = jax.jit(jnp.sin)
JAX = {
    "operator": lambda: ARRAY + 1,
    "function": lambda: jnp.sum(ARRAY),
    "compiled before": lambda: COMPILED(ARRAY),
    "compiled there": lambda: jax.jit(jnp.cos)(ARRAY),
    "new array": lambda: jnp.array(1.0),
    "key": lambda: jax.random.key(0),
    "derivative": lambda: jax.grad(jnp.sum)(ARRAY),
}


@needs_processes
def test_jax_is_refused_in_workers():
    COMPILED(ARRAY)
    pool = _processes.Workers(lambda number, name: JAX[name](), 1, 1)
    try:
        for name in JAX:
            pool.submit(0, name)
            with pytest.raises(RuntimeError, match="arrays of JAX cannot be computed with"):
                pool.result(0, timeout=60)
    finally:
        pool.close()
    assert COMPILED(ARRAY).shape == (3,)


def test_shards_of_concatenated_datasets_do_not_overlap():
    # Their own shuffling is on by default; two processes without a seed would draw differently.
    def rows(shard):
        parts = [ds.GeneratorDataset(list(range(a, b)), ["x"]) for a, b in ((0, 5), (10, 17))]
        both = parts[0] + parts[1]
        both.use_sampler(ds.DistributedSampler(2, shard, shuffle=False))
        return [int(x) for (x,) in both.create_tuple_iterator(output_numpy=True, num_epochs=1)]

    assert rows(0) == [0, 2, 4, 11, 13, 15] and rows(1) == [1, 3, 10, 12, 14, 16]
