"""A program of two processes in which one fails; `test_failures.py` starts it."""

import os
import signal
import sys
import threading
import time

import mindspore as ms
from mindspore import mint, ops
from mindspore.communication import create_group, get_rank, init

kind = sys.argv[1]
init()
x = ms.Tensor([1.0, 2.0])
ops.AllReduce()(x).asnumpy()
if kind == "differs":
    ops.AllReduce("max")(x).asnumpy()
    print("at", time.time(), flush=True)
    ops.AllReduce("max" if get_rank() else "sum")(x).asnumpy()
    sys.exit()
if kind == "two groups":
    create_group("one", [0, 1])
    create_group("other", [1, 0])
    reduce, other = (ops.AllReduce(group=name) for name in ("one", "other"))
    reduce(x).asnumpy(), other(x).asnumpy()
    print("at", time.time(), flush=True)
    for step in (other, reduce) if get_rank() else (reduce, other):
        step(x).asnumpy()
if kind == "a message and a sum":
    print("at", time.time(), flush=True)
    if get_rank():
        mint.distributed.recv(x, 0)
    ops.AllReduce()(x).asnumpy()
if kind == "two messages":
    print("at", time.time(), flush=True)
    mint.distributed.recv(x, 1 - get_rank())
if kind == "a new shape":
    print("at", time.time(), flush=True)
    ops.AllReduce()(ms.Tensor([1.0] * (3 + get_rank()))).asnumpy()
if kind == "a condition on the rank":
    print("at", time.time(), flush=True)
    if get_rank() == 1:
        ops.AllGather()(x).asnumpy()
    ops.AllReduce()(x).asnumpy()
    sys.exit()
if kind in ("another shape", "another program"):
    step = ms.jit(lambda x: ops.AllReduce()(x * 2))
    step(x).asnumpy()
    other = ms.Tensor([1.0]) if kind == "another shape" else x
    new = step if kind == "another shape" else ms.jit(lambda x: ops.AllReduce("max")(x))
    print("at", time.time(), flush=True)
    (new(other) if get_rank() else step(x)).asnumpy()
    sys.exit()
if kind == "an empty Tensor":
    first, second = ops.zeros((0, 1)), ops.zeros((0, 2))
    for _ in range(2):
        ops.AllGather()(first), ops.AllGather()(second)
    print("at", time.time(), flush=True)
    ops.AllGather()(second if get_rank() else first)
    print("got", ops.AllReduce()(x).asnumpy())
if kind in ("a shape of before", "a program of before", "more turns", "calls beside a loop"):

    def turns(x, count):
        i = ms.Tensor(0)
        while i < count:
            x = ops.AllReduce()(x) / 2
            i = i + 1
        return x

    loop, compiled = ms.jit(turns), ms.jit(lambda x: ops.AllReduce()(x * 2))
    step = compiled if kind == "a program of before" else ops.AllReduce()
    one, two, three = ms.Tensor([1.0]), ms.Tensor([1.0, 2.0]), ms.Tensor(3)
    for _ in range(2):
        step(one).asnumpy(), step(two).asnumpy(), loop(two, three).asnumpy()
    print("at", time.time(), flush=True)
    if kind == "calls beside a loop":  # more of them than the loop makes
        results = [loop(two, three)] if get_rank() else [step(two) for _ in range(9)]
        print("all are called", flush=True)
        results[-1]._data.block_until_ready()
        print("all are made", flush=True)
        sys.exit()
    if kind == "more turns":
        result = loop(two, three + get_rank())
    else:
        result = step(two if get_rank() else one)
    try:
        print("got", result.asnumpy())
    except RuntimeError as error:
        print("caught", error, flush=True)
        raise
if kind == "fewer batches":
    step = ms.jit(lambda x: ops.AllReduce()(x * 2))
    for _ in range(3 - get_rank()):
        step(x).asnumpy()
    print("at", time.time(), flush=True)
    sys.exit()
if get_rank() == 1:
    if kind == "killed inside":  # while the other waits in a collective, or is between two
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
        print("at", time.time() + 0.5, flush=True)
        while True:
            ops.AllReduce()(x).asnumpy()
    print("at", time.time(), flush=True)
    if kind == "killed with a child" and os.fork() == 0:
        time.sleep(10)
        os._exit(0)
    if kind == "terminated":
        os.kill(os.getpid(), signal.SIGTERM)
    if kind.startswith("killed"):
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "raises":
        raise ValueError("a mistake of rank 1")
    if kind == "exits":
        sys.exit(3)
    if kind == "leaves":
        sys.exit()
elif kind == "killed":
    time.sleep(600)
while True:
    ops.AllReduce()(x).asnumpy()
