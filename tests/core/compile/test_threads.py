"""Threads that read what compiled code in another thread writes: the value before or after."""

from __future__ import annotations

import copy
import pickle
import threading

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops


class Counter(nn.Cell):
    """Adds to all elements of a weight; the executable is given the weight's array."""

    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor(np.zeros((64, 64), np.float32)), name="w")

    def construct(self, step):
        self.w.add_(step)
        return self.w.sum()


READS = {
    "operation": lambda w, seen: (w * 2).asnumpy() / 2,
    "slice": lambda w, seen: w[1:3].asnumpy(),
    "item": lambda w, seen: np.array(w[5, 6].item()),
    "asnumpy": lambda w, seen: w.asnumpy(),
    "view": lambda w, seen: seen.asnumpy(),
    "text": lambda w, seen: np.array([float(str(w[0, 0]))]),
    "pickle": lambda w, seen: pickle.loads(pickle.dumps(w)).asnumpy(),
    "copy": lambda w, seen: copy.deepcopy(w).asnumpy(),
    "vmap": lambda w, seen: ms.vmap(lambda row: row * 1)(w[:2]).asnumpy(),
    "gradient": lambda w, seen: ms.grad(lambda x: (x * w).sum())(ops.ones_like(seen.view(64, 64))),
    "dlpack": lambda w, seen: np.array(np.from_dlpack(w)),
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_readers_beside_compiled_steps(read, tmp_path):
    net, problems, reads, done = Counter(), [], [0], threading.Event()
    step, seen = ms.jit(net), net.w.view(-1)
    step(Tensor(1.0))

    def reader():
        while not done.is_set() or not reads[0]:
            try:
                values = read(net.w, seen)
                values = values.asnumpy() if isinstance(values, Tensor) else values
                if (values != values.ravel()[0]).any() or values.ravel()[0] % 1:
                    problems.append(values)
            except Exception as error:
                problems.append(error)
            reads[0] += 1

    thread = threading.Thread(target=reader)
    thread.start()
    try:
        for i in range(60):
            step(Tensor(1.0))
            if i % 30 == 0:
                ms.jit(lambda x: net(x))(Tensor(1.0))  # one that is traced beside the reader
    finally:
        done.set()
        thread.join()
    assert not problems, problems[:3]
    assert net.w.asnumpy().ravel()[0] == 63


def test_checkpoints_beside_compiled_steps(tmp_path):
    net, problems, done = Counter(), [], threading.Event()
    step, path = ms.jit(net), str(tmp_path / "kept.ckpt")
    step(Tensor(1.0))

    def saver():
        for _ in range(10):
            try:
                ms.save_checkpoint(net, path)
                values = ms.load_checkpoint(path)["w"].asnumpy()
                if (values != values[0, 0]).any():
                    problems.append(values)
            except Exception as error:
                problems.append(error)
        done.set()

    thread = threading.Thread(target=saver)
    thread.start()
    while not done.is_set():
        step(Tensor(1.0))
    thread.join()
    assert not problems, problems[:3]


def test_an_executable_that_fails_leaves_nobody_waiting():
    net = Counter()
    step = ms.jit(net)
    step(Tensor(1.0))
    entry = next(iter(step._cache.values()))[0]
    idle = threading.Event()
    thread = threading.Thread(target=idle.wait)
    thread.start()
    fn = entry.fn

    def fails(*groups):
        raise MemoryError

    try:
        entry.fn = fails
        with pytest.raises(MemoryError):
            step(Tensor(1.0))
        entry.fn = fn
        assert net.w.asnumpy()[0, 0] == 1
        assert step(Tensor(1.0)).asnumpy() == 2 * 64 * 64
    finally:
        idle.set()
        thread.join()
