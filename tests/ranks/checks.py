"""What processes that work together check, each for itself; `test_ranks.py` starts them.

    msrun --worker_num=2 --local_worker_num=2 --join=True tests/ranks/checks.py FOLDER

Every check writes a line into FOLDER/<rank>: its name and "ok", or what went wrong.
"""

import functools
import runpy
import sys
import tempfile
import traceback
from pathlib import Path

import jax
import mindspore as ms
import numpy as np
import strategies
from mindspore import nn, ops
from mindspore.communication import (
    comm_func,
    create_group,
    destroy_group,
    get_group_rank_from_world_rank,
    get_group_size,
    get_local_rank,
    get_local_rank_size,
    get_rank,
    get_world_rank_from_group_rank,
    init,
    release,
)
from mindspore.mint import distributed as dist
from mindspore.ops.communication import TCPStore

CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def values(rank, shape=(4,), dtype=np.float32):
    return (np.arange(np.prod(shape)).reshape(shape) % 5 + 2 * rank + 1).astype(dtype)


def tensor(shape=(4,), dtype=np.float32):
    return ms.Tensor(values(RANK, shape, dtype))


def of_all(shape=(4,), dtype=np.float32):
    return [values(r, shape, dtype) for r in range(SIZE)]


def same(got, expected):
    got = got.asnumpy() if isinstance(got, ms.Tensor) else np.asarray(got)
    assert got.dtype == expected.dtype, (got.dtype, expected.dtype)
    np.testing.assert_allclose(got, expected, rtol=1e-6)


REDUCTIONS = {"sum": np.sum, "max": np.max, "min": np.min, "prod": np.prod}


@check
def places():
    assert (get_local_rank(), get_local_rank_size()) == (RANK, SIZE)
    ranks = [None] * SIZE
    dist.all_gather_object(ranks, {"rank": RANK})
    assert ranks == [{"rank": r} for r in range(SIZE)]


@check
def reductions():
    for name, reduce in REDUCTIONS.items():
        for dtype in (np.float32, np.int32, np.float16, np.int64, np.float64):
            expected = reduce(np.stack(of_all((2, 2), dtype)), 0).astype(dtype)
            same(ops.AllReduce(name)(tensor((2, 2), dtype)), expected)
            part = reduce(np.stack(of_all((SIZE, 3), dtype)), 0).astype(dtype)[RANK : RANK + 1]
            same(ops.ReduceScatter(name)(tensor((SIZE, 3), dtype)), part)


@check
def small_collectives_have_the_bits_of_large_ones():
    """They travel with their proof; the same values in front of many others do not."""
    drawn = np.random.default_rng(RANK).normal(size=(SIZE, 3)) * 3
    drawn[0, 0] = -0.0 if RANK else 0.0
    for move, kind in (
        (ops.AllReduce(), np.float32),
        (ops.AllReduce("min"), np.float16),
        (lambda x: ops.Broadcast(1)((x,))[0], np.complex64),
        (ops.ReduceScatter(), np.int8),
        (ops.AlltoAll(SIZE, 0, 0), np.float64),
    ):
        small = drawn.astype(kind)
        wide = np.concatenate([small, np.zeros((SIZE, 1024), kind)], 1)
        got, expected = move(ms.Tensor(small)).asnumpy(), move(ms.Tensor(wide)).asnumpy()[:, :3]
        assert got.dtype == kind and got.tobytes() == expected.tobytes(), (move, got, expected)


@check
def numbers_and_empty_tensors():
    same(ops.AllReduce()(ms.Tensor(1.5 + RANK)), np.float32(sum(1.5 + r for r in range(SIZE))))
    same(ops.AllGather()(ms.Tensor(np.zeros((0, 2), np.float32))), np.zeros((0, 2), np.float32))
    flags = ops.AllReduce("max")(ms.Tensor([RANK == 0, False]))
    same(flags, np.array([True, False]))


@check
def extremes_of_unusual_numbers():
    first = [0.0, -0.0, np.nan, 1.0, -np.inf, 5.0, -2.5, -1e-7]
    second = [-0.0, 0.0, 1.0, np.nan, np.inf, -5.0, -2.0, 1e-7]
    for kind in (np.float32, np.float16):
        x = ms.Tensor(np.array(second if RANK else first, kind))
        for op, pick, zero in (("max", np.maximum, 0.0), ("min", np.minimum, -0.0)):
            expected = pick(np.array(first, kind), np.array(second, kind))
            expected[:2] = zero
            reduce = ops.AllReduce(op)
            for run in (reduce, ms.jit(reduce)) if kind is np.float32 else (reduce,):
                got = run(x).asnumpy()
                np.testing.assert_array_equal(got, expected)
                np.testing.assert_array_equal(np.signbit(got[:2]), np.signbit(expected[:2]))


@check
def moves():
    same(ops.AllGather()(tensor((2, 3))), np.concatenate(of_all((2, 3))))
    same(ops.Broadcast(1)((tensor(),))[0], values(1))
    sign = ops.Broadcast(0)((ms.Tensor(np.array([-0.0, np.nan], np.float32)),))[0].asnumpy()
    assert np.signbit(sign[0]) and np.isnan(sign[1])
    complex_ = ms.Tensor(np.array([1 + 2j * RANK], np.complex64))
    same(ops.Broadcast(1)((complex_,))[0], np.array([1 + 2j], np.complex64))
    expected = np.concatenate([v[:, RANK : RANK + 1] for v in of_all((2, SIZE))])
    same(ops.AlltoAll(SIZE, 1, 0)(tensor((2, SIZE))), expected)
    reduced = ops.Reduce(1)(tensor())
    same(reduced, np.sum(of_all(), 0) if RANK == 1 else values(RANK))
    gathered = ops.CollectiveGather(0)(tensor())
    same(gathered, np.concatenate(of_all()) if RANK == 0 else np.zeros(1, np.float32))
    same(ops.CollectiveScatter(1)(tensor((SIZE, 2))), values(1, (SIZE, 2))[RANK : RANK + 1])
    ops.Barrier()()


@check
def parts_of_different_lengths():
    lengths = [r + 1 for r in range(SIZE)]
    whole = ops.AllGatherV()(tensor((RANK + 1,)), lengths)
    same(whole, np.concatenate([values(r, (r + 1,)) for r in range(SIZE)]))
    total = sum(lengths)
    summed = np.sum(of_all((total,)), 0)
    same(
        ops.ReduceScatterV()(tensor((total,)), lengths), np.split(summed, np.cumsum(lengths))[RANK]
    )
    sent = [RANK + 1] * SIZE  # rank r sends r + 1 elements to each
    came = ops.AlltoAllV()(tensor((SIZE * (RANK + 1),)), sent, lengths)
    expected = [values(r, (SIZE * (r + 1),))[RANK * (r + 1) :][: r + 1] for r in range(SIZE)]
    same(came, np.concatenate(expected))


@check
def gradients():
    scale = ms.Tensor(values(RANK))

    def through(move):
        return ms.grad(lambda x: (move(x * x) * scale).sum())(tensor())

    x, scales = values(RANK), of_all()
    same(through(ops.AllReduce()), 2 * x * np.sum(scales, 0))
    for name in ("max", "min"):
        chosen = REDUCTIONS[name](np.stack([v * v for v in of_all()]), 0) == x * x
        same(through(ops.AllReduce(name)), 2 * x * np.sum(scales, 0) * chosen)
    product = np.prod([v * v for v in of_all()], 0)
    same(through(ops.AllReduce("prod")), (2 * np.sum(scales, 0) * product / x).astype(np.float32))
    gathered = ms.grad(lambda x: (ops.AllGather()(x * x) * (RANK + 1)).sum())(tensor())
    same(gathered, (2 * x * sum(r + 1 for r in range(SIZE))).astype(np.float32))
    twice = ms.grad(lambda x: ms.grad(lambda y: ops.AllReduce()(y**3).sum())(x).sum())(tensor())
    same(twice, (6 * x * SIZE).astype(np.float32))


@check
def forward_mode_names_the_collective():
    one = ms.Tensor(np.ones(4, np.float32))
    for name, move in (("AllReduce", ops.AllReduce()), ("AllGather", ops.AllGather())):
        slope = functools.partial(ms.jvp, lambda x, move=move: move(x * x))
        for run in (slope, ms.jit(lambda x, v, slope=slope: slope(x, v))):
            try:
                run(tensor(), one)
            except NotImplementedError as error:
                assert f"(jvp) of {name} between" in str(error), error
            else:
                raise AssertionError(name)
    shared, slope = ms.jvp(lambda x: x * ops.AllReduce()(one), tensor(), one)
    same(shared, 2 * values(RANK))
    same(slope, np.full(4, 2, np.float32))


@check
def compiled_code_does_what_eager_code_does():
    def step(x, w):
        total = ops.AllReduce()(x * w)
        return ops.AllGather()(total[:2]) + ops.Broadcast(0)((w[:2],))[0].sum(), total.max()

    args = tensor(), ms.Tensor(values(RANK) / 3)
    for _ in range(2):
        for got, expected in zip(ms.jit(step)(*args), step(*args), strict=True):
            same(got, expected.asnumpy())
    factor = ms.Tensor(RANK + 1.0)
    slope = ms.jit(lambda x: ms.grad(lambda y: (ops.AllReduce()(y * y) * factor).sum())(x))
    same(slope(tensor()), (2 * values(RANK) * sum(r + 1 for r in range(SIZE))).astype(np.float32))


@check
def compiled_code_may_differ_between_processes():
    def step(x):
        total = ops.AllReduce()(x)
        most = ops.AllReduce("max")(total)  # which one of them does not use
        return total * 2 if RANK == 0 else most * 3

    same(ms.jit(step)(tensor()), (np.sum(of_all(), 0) * (2 + RANK)).astype(np.float32))
    length = ms.jit(lambda x: ops.AllReduce()(ms.Tensor([float(len(x))])))
    for short in range(2):  # first the same everywhere
        x = ms.Tensor(np.ones(4 - short * RANK, np.float32))
        same(length(x), np.array([sum(4 - short * r for r in range(SIZE))], np.float32))


@check
def loops_around_collectives():
    def loop(x, count):
        i = ms.Tensor(0)
        while i < count:
            x = ops.AllReduce()(x) / 2 + i
            i = i + 1
        return x

    def rows(x):
        most = lambda i, total: total + ops.AllReduce("max")(x[i])  # noqa: E731
        return ops.ForiLoop()(0, len(x), most, x[0] * 0)

    compiled = ms.jit(loop)
    for count in (3, 0, 5):
        same(compiled(tensor(), ms.Tensor(count)), loop(tensor(), count).asnumpy())
    expected = np.max(of_all((3, 2)), 0).sum(0)
    for function in (rows, ms.jit(rows)):
        same(function(tensor((3, 2))), expected)


@check
def conditions_after_collectives():
    def step(x):
        total = ops.AllReduce()(x).sum()
        if total > 5:
            return total * 2
        return total - 1

    def other(x):
        if x.sum() > 5:
            return ops.AllReduce()(x)
        return ops.AllReduce()(x) * 3

    for function in (step, other):
        for scale in (0.01, 1.0):
            same(ms.jit(function)(tensor() * scale), function(tensor() * scale).asnumpy())


@check
def wrong_shapes_are_named():
    try:
        ops.AllReduce()(ms.Tensor(np.ones(10 + RANK, np.float32)))
    except RuntimeError as error:
        assert "rank 1 calls all_reduce(op='sum') of float32[11]" in str(error), error
    else:
        raise AssertionError("shapes 10 and 11 were added up")


@check
def wrong_arguments_are_named():
    two = [ms.Parameter(tensor(), name=name) for name in ("a", "b")]
    for call, kind, text in (
        (lambda: ops.AllReduce("mean")(tensor()), RuntimeError, "'op' must be one of sum, avg"),
        (lambda: ops.AllReduce()(ms.Tensor([True])), TypeError, "numbers for the reduction 'sum'"),
        (lambda: ops.ReduceScatter("prod")(ms.Tensor([True, False])), TypeError, "got bools"),
        (lambda: nn.DistributedGradReducer(two)((tensor(),)), RuntimeError, "there are 1 and 2"),
        (lambda: nn.DistributedGradReducer(two, group=5), TypeError, "'group' must be str"),
        (lambda: create_group("third", ["0"]), TypeError, "'rank_ids' must be int"),
    ):
        try:
            call()
        except kind as error:
            assert text in str(error), error
        else:
            raise AssertionError(text)
    for op in ("max", "min"):
        got = ops.AllReduce(op)(ms.Tensor([True, False, RANK == 1]))
        assert got.asnumpy().tolist() == [True, False, op == "max"]


@check
def hooks_of_parameters_call_collectives():
    weights = [ms.Parameter(ms.Tensor(np.full(n, n, np.float32)), name=f"w{n}") for n in range(9)]
    for weight in weights:
        weight.register_hook(ops.AllReduce())
    gradients = ms.grad(lambda x: sum((w * x).sum() for w in weights), None, weights)
    for _ in range(3):
        for n, gradient in enumerate(gradients(ms.Tensor(RANK + 1.0))):
            same(gradient, np.full(n, 3, np.float32))


@check
def groups():
    create_group("second", [1])
    if RANK == 1:
        assert (get_group_size("second"), get_rank("second")) == (1, 0)
        same(ops.AllReduce(group="second")(tensor()), values(1))
    else:
        for call in (
            lambda: ops.AllReduce(group="second")(tensor()),
            lambda: dist.all_gather_object([None], 1, group="second"),
        ):
            try:
                call()
            except RuntimeError as error:
                assert "rank 0 is not a member of group second" in str(error), error
            else:
                raise AssertionError("a process took part in a group that it is not in")
    name = dist.new_group([1])
    assert bool(name) is (RANK == 1) and dist.get_world_size(name) == (1 if RANK else -1)
    create_group("both", list(range(SIZE)))
    same(ops.AllReduce(group="both")(tensor()), np.sum(of_all(), 0))
    same(ms.jit(lambda x: ops.AllReduce(group="both")(x))(tensor()), np.sum(of_all(), 0))


@check
def groups_have_the_order_of_their_ranks():
    order = [1, 0]
    create_group("turned", order)
    place, whole = order.index(RANK), np.concatenate([values(r) for r in order])
    assert get_rank("turned") == place and dist.get_process_group_ranks("turned") == order
    assert get_world_rank_from_group_rank("turned", 0) == 1
    assert get_group_rank_from_world_rank(0, "turned") == 1
    gather = ops.AllGather("turned")
    for run in (gather, ms.jit(lambda x: gather(x) * 1)):
        same(run(tensor()), whole)
    same(ops.Broadcast(1, "turned")((tensor(),))[0], values(1))
    scattered = ops.ReduceScatter(group="turned")
    for width in (3, 1000):  # with its proof, and as XLA's own
        summed = np.sum(of_all((SIZE, width)), 0)
        same(scattered(tensor((SIZE, width))), summed[place : place + 1])
    weights = ms.Tensor(np.arange(8, dtype=np.float32))
    slope = ms.grad(lambda x: (gather(x) * weights).sum())(tensor())
    same(slope, SIZE * np.arange(8, dtype=np.float32)[4 * place :][:4])
    found = [None] * SIZE
    dist.all_gather_object(found, RANK, "turned")
    assert found == order
    create_group("quarrel", [RANK, 1 - RANK])
    try:
        ops.AllGather("quarrel")(tensor((7, 1)))  # of a shape that is new everywhere
    except RuntimeError as error:
        assert "of float32[7, 1] among the ranks [1, 0]" in str(error), error
    else:
        raise AssertionError("two orders of one group")


@check
def groups_and_all_processes_are_left_and_joined_again():
    doubled = ms.jit(lambda x: ops.AllReduce()(x) * 2)
    total, joined = np.sum(of_all(), 0), list(range(SIZE))
    same(doubled(tensor()), 2 * total)
    for _ in range(2):
        for _ in range(2):  # a group that exists is what it is
            create_group("again", joined)
        same(ops.AllReduce(group="again")(tensor()), total)
        destroy_group("again")
        first, second = dist.new_group(joined), dist.new_group(joined)
        assert first == second
        same(ops.AllReduce(group=second)(tensor()), total)
        dist.destroy_process_group(first)
        assert dist.get_world_size(first) == -1
    for leave, join in ((release, init), (dist.destroy_process_group, dist.init_process_group)):
        leave()
        assert not dist.is_initialized()
        join()
        assert (get_rank(), get_group_size(), dist.is_initialized()) == (RANK, SIZE, True)
        same(ops.AllReduce()(tensor()), total)
        same(doubled(tensor()), 2 * total)  # compiled before


@check
def functions_that_write():
    x = tensor()
    dist.all_reduce(x)
    same(x, np.sum(of_all(), 0))
    out = [ms.Tensor(np.zeros(4, np.float32)) for _ in range(SIZE)]
    dist.all_gather(out, tensor())
    for got, expected in zip(out, of_all(), strict=True):
        same(got, expected)
    part = ms.Tensor(np.zeros(2, np.float32))
    dist.reduce_scatter(part, [tensor((2,)) for _ in range(SIZE)])
    same(part, np.sum(of_all((2,)), 0))
    source = [ms.Tensor(values(10 * r)) for r in range(SIZE)] if RANK == 0 else []
    x = tensor()
    dist.scatter(x, source, 0)
    same(x, values(10 * RANK))
    out = [ms.Tensor(np.zeros(RANK * 2 + 1, np.float32)) for _ in range(SIZE)]
    dist.all_to_all(out, [ms.Tensor(np.full(2 * r + 1, RANK, np.float32)) for r in range(SIZE)])
    for r, got in enumerate(out):
        same(got, np.full(2 * RANK + 1, r, np.float32))
    found = ["x"]
    dist.scatter_object_list(found, ["a", "b"] if RANK == 1 else ["unused"], 1)
    assert found == ["ab"[RANK]]
    objects = [RANK, "of", RANK]
    dist.broadcast_object_list(objects, 1)
    assert objects == [1, "of", 1]
    total, _ = comm_func.all_reduce(tensor())
    same(total, np.sum(of_all(), 0))


@check
def messages():
    other = 1 - RANK
    for _ in range(2):  # both send before they receive
        dist.send(tensor((3,), np.float16), other)
        x = ms.Tensor(np.zeros(3, np.float16))
        assert dist.recv(x, other) == 0
        same(x, values(other, (3,), np.float16))
    big = ms.Tensor(np.full((700, 700), RANK, np.float32))
    dist.isend(big, other).wait()
    same(comm_func.recv(big, other), np.full((700, 700), other, np.float32))
    ops.Send(0, other)(tensor())
    same(ops.Receive(0, other, [4], ms.float32)(), values(other))
    dist.send_object_list([{"from": RANK}], other)
    got = [None]
    assert dist.recv_object_list(got, other) == 0
    assert got == [{"from": other}]
    try:
        dist.send(tensor(), RANK)
    except ValueError as error:
        assert "another process" in str(error)
    else:
        raise AssertionError("a process sent to itself")


@check
def messages_that_are_waited_for_later():
    other = 1 - RANK
    x = ms.Tensor(np.zeros(3, np.float32))
    late, row = ms.Tensor(np.zeros((2, 3), np.float32)), ms.Tensor(np.zeros((2, 3), np.float32))
    handle = dist.irecv(x, other)
    dist.irecv(late[0], other)
    second = dist.irecv(row[1], other)  # a view gets its values when they are waited for
    for i in range(3):
        dist.isend(tensor((3,)) + i, other).wait()
    second.wait()
    handle.wait()
    handle.wait()
    same(x, values(other, (3,)))
    same(row[1], values(other, (3,)) + 2)
    y = ms.Tensor(np.zeros(3, np.float32))
    dist.irecv(y, other)
    dist.isend(tensor((3,)), other)
    same(y + 1, values(other, (3,)) + 1)  # who reads it waits
    y = ms.Tensor(np.zeros(3, np.float32))
    handles = dist.batch_isend_irecv(
        [dist.P2POp(dist.irecv, y, other), dist.P2POp("isend", tensor((3,)), other)]
    )
    for each in handles:
        each.wait()
    same(y, values(other, (3,)))
    sent, came = comm_func.batch_isend_irecv(
        [comm_func.P2POp("isend", tensor((3,)), other), comm_func.P2POp("irecv", x, other)]
    )
    same(sent, np.float32(0))
    same(came, values(other, (3,)))
    _, came = comm_func.batch_isend_irecv(
        [
            comm_func.P2POp("isend", tensor((3,)), other),
            comm_func.P2POp(comm_func.irecv, (3,), other, recv_dtype=ms.float32),
        ]
    )
    same(came, values(other, (3,)))
    came, handle = comm_func.irecv(ms.Tensor(np.zeros(3, np.float32)), other)
    comm_func.isend(tensor((3,)), other)
    handle.wait()
    same(came, values(other, (3,)))
    dist.send(tensor((4,)), other)
    try:
        dist.recv(x, other)
    except ValueError as error:
        assert f"float32[4], which rank {other} sent" in str(error), error
    else:
        raise AssertionError("a Tensor of another shape was taken")


@check
def gradients_of_messages():
    other = 1 - RANK
    send, receive = ops.Send(3, other), ops.Receive(3, other, [4], ms.float32)

    def there(x):  # rank 0 sends x * x, rank 1 takes it times its weights
        if RANK == 0:
            return send(x * x).sum()
        return (receive(x) * ms.Tensor(values(1))).sum()

    slope = ms.grad(there)(tensor())
    same(slope, 2 * values(0) * values(1) if RANK == 0 else np.zeros(4, np.float32))
    exchange = ops.NeighborExchange([other], [other], ([4],), ([4],), ms.float32)
    same(exchange((tensor(),))[0], values(other))
    slope = ms.grad(lambda x: (exchange((x * x,))[0] * tensor()).sum())(tensor())
    same(slope, 2 * values(RANK) * values(other))
    step = ms.jit(lambda x: exchange((x + 1,))[0] * 2)
    for _ in range(2):
        same(step(tensor()), (values(other) + 1) * 2)


@check
def objects():
    other = 1 - RANK
    found = [None] * SIZE if RANK == 1 else None
    dist.gather_object({"rank": RANK}, found, 1)
    assert found == ([{"rank": r} for r in range(SIZE)] if RANK == 1 else None)
    everything = [np.arange(3), ms.Tensor([1.0 + RANK]), "text", None, {"a": (1, 2)}]
    dist.broadcast_object_list(everything, 0)
    same(everything[0], np.arange(3))
    same(everything[1], np.array([1.0], np.float32))
    assert everything[2:] == ["text", None, {"a": (1, 2)}]
    big = [None] * SIZE
    dist.all_gather_object(big, "x" * (3_000_000 + RANK))
    assert [len(text) for text in big] == [3_000_000, 3_000_001]
    for call in (
        lambda: dist.all_gather_object([], 1),
        lambda: dist.all_gather_object([None], 1),
        lambda: dist.broadcast_object_list((1,), 0),
        lambda: dist.scatter_object_list([], ["a", "b"], 0),
    ):
        try:
            call()
        except TypeError:
            continue
        raise AssertionError("a list that does not fit was taken")
    found = [0, 0]
    if RANK == 0:
        dist.send_object_list([1, "b"], other)
    else:
        dist.recv_object_list(found, other)
        assert found == [1, "b"]


@check
def uneven_parts_and_handles():
    out = ms.Tensor(np.zeros(3 * (RANK + 1), np.float32))
    # rank 0 gets one element from 0 and two from 1, rank 1 two and four
    handle = dist.all_to_all_single(
        out, tensor((3 * (RANK + 1),)), [RANK + 1, 2 * (RANK + 1)], [RANK + 1, 2 * (RANK + 1)],
        async_op=True,
    )  # fmt: skip
    handle.wait()
    first, second = values(0, (3,)), values(1, (6,))
    same(out, np.r_[first[:1], second[:2]] if RANK == 0 else np.r_[first[1:], second[2:]])
    total = ms.Tensor(np.zeros(RANK + 1, np.float32))
    handle = dist.reduce_scatter_tensor_uneven(total, tensor((3,)), [1, 2], async_op=True)
    handle.wait()
    summed = np.sum(of_all((3,)), 0)
    same(total, summed[:1] if RANK == 0 else summed[1:])
    whole = ms.Tensor(np.zeros(3, np.float32))
    dist.all_gather_into_tensor_uneven(whole, tensor((RANK + 1,)), [1, 2])
    same(whole, np.r_[values(0, (1,)), values(1, (2,))])
    for run in (
        lambda: dist.all_to_all([total, total], [tensor((2,)), tensor((RANK + 1,))]),
        lambda: ops.AlltoAllV()(tensor((3,)), [1, 2], [1, 1 + RANK]),
    ):
        try:
            run()
        except ValueError as error:
            assert "of the group sends 2 elements to rank" in str(error), error
        else:
            raise AssertionError("what came was cut")
    x = tensor()
    assert dist.barrier() is None
    handle = dist.all_reduce(x, "max", async_op=True)
    handle.wait()
    same(x, np.max(of_all(), 0))
    step = ms.jit(lambda x, out: (dist.reduce_scatter_tensor(out, x), out * 2)[1])
    got = step(tensor((SIZE,)), ms.Tensor(np.zeros(1, np.float32)))
    same(got, 2 * np.sum(of_all((SIZE,)), 0)[RANK : RANK + 1])


@check
def gradients_of_many_kinds_are_reduced():
    def given():
        shapes = [((3,), np.float32), ((2, 2), np.float16), ((), np.float32), ((5, 1), np.float32)]
        return tuple(tensor(shape, dtype) for shape, dtype in shapes)

    parameters = [ms.Parameter(g, name=f"p{i}") for i, g in enumerate(given())]
    parameters[3].layerwise_parallel = True
    for fusion in ({}, {"allreduce": {"mode": "size", "config": 0}}, {"openstate": False}):
        if fusion:
            ms.set_auto_parallel_context(comm_fusion=fusion)
        try:
            reducer = nn.DistributedGradReducer(parameters, True)
            for run in (reducer, ms.jit(lambda *g, reducer=reducer: reducer(g))):
                got = run(given()) if run is reducer else run(*given())
                for i, (one, own) in enumerate(zip(got, given(), strict=True)):
                    every = [values(r, own.shape, own.asnumpy().dtype) for r in range(SIZE)]
                    expected = own.asnumpy() if i == 3 else np.mean(every, 0)
                    same(one, np.asarray(expected, own.asnumpy().dtype))
        finally:
            ms.reset_auto_parallel_context()


def _drawn(rank, i, shape, dtype):
    drawn = np.random.default_rng(100 * rank + i).normal(size=shape)
    return (drawn * 5).astype(dtype)


@check
def large_gradients_are_given_out_in_place():
    kinds = [((300, 64), np.float32), ((7,), np.float32), ((5, 4992), np.float32), ((), np.float32)]
    kinds += [((100, 99), np.float64), ((4, 4096), np.float64), ((0, 3), np.float32)]
    kinds += [((50, 999), np.float16), ((8, 8192), np.float16), ((3 << 20,), np.float32)]

    def given(rank):
        return [_drawn(rank, i, *kind) for i, kind in enumerate(kinds)]

    parameters = [ms.Parameter(ms.Tensor(g), name=f"p{i}") for i, g in enumerate(given(0))]
    mine = tuple(ms.Tensor(g) for g in given(RANK))
    for mean, degree in ((False, None), (True, None), (True, 3)):
        reducer = nn.DistributedGradReducer(parameters, mean, degree)
        run = ms.jit(lambda *g, reducer=reducer: reducer(g))
        got = reducer(mine)
        for one, compiled, *all_of_it in zip(
            got, run(*mine), *map(given, range(SIZE)), strict=True
        ):
            expected = np.sum(all_of_it, 0, all_of_it[0].dtype)
            if mean:
                factor = np.float32(1 / (degree or SIZE))
                expected = (expected.astype(np.float32) * factor).astype(expected.dtype)
            for result in (one, compiled):
                assert result.shape == expected.shape and result.asnumpy().dtype == expected.dtype
                np.testing.assert_array_equal(result.asnumpy(), expected)
    first, second = (got[i]._data.unsafe_buffer_pointer() for i in (0, 2))
    assert second - first == got[0].nbytes  # no copies
    # One of them is overwritten, the others are as they were.
    before, state = got[2].asnumpy().copy(), ms.Parameter(got[0], name="state")
    ms.jit(lambda: ops.assign_add(state, ms.Tensor(np.ones((300, 64), np.float32))))()
    ops.assign(got[0], ms.Tensor(np.zeros((300, 64), np.float32)))
    np.testing.assert_array_equal(got[2].asnumpy(), before)
    # Through the reduction there is a gradient, too.
    reducer = nn.DistributedGradReducer(parameters[:1], True)
    pull = ms.grad(lambda x: (reducer((x,))[0] ** 2).sum())
    total = sum(given(r)[0] for r in range(SIZE))
    np.testing.assert_allclose(pull(mine[0]).asnumpy(), 2 * total / SIZE, rtol=1e-5)


@check
def a_store_for_all():
    port = [None]
    if RANK == 0:
        store = TCPStore("127.0.0.1", 0, SIZE, True, wait_for_workers=False)
        port = [store.port]
    dist.broadcast_object_list(port, 0)
    if RANK == 1:
        store = TCPStore("127.0.0.1", port[0], SIZE)
    store.set(f"from {RANK}", str(RANK))
    assert store.get(f"from {1 - RANK}") == str(1 - RANK).encode()
    store.add("count", RANK + 1)
    dist.barrier()
    assert store.get("count") == b"3"
    dist.barrier()


def _tutorial(folder, mode, *more):
    """What the tutorial's program writes: losses and weights."""
    arguments, sys.argv = sys.argv, ["tutorial.py", mode, folder, *more]
    try:
        runpy.run_path(str(Path(__file__).parent / "tutorial.py"), run_name="__main__")
    finally:
        sys.argv = arguments
        ms.reset_auto_parallel_context()
        ms.set_context(mode=ms.PYNATIVE_MODE)
    found = dict(np.load(f"{folder}/{mode}_{RANK}.npz"))
    return found.pop("losses"), found


@check
def the_tutorial():
    with tempfile.TemporaryDirectory() as folder:
        runs = {mode: _tutorial(folder, mode) for mode in ("eager", "jit", "graph")}
        alone, whole = _tutorial(folder, "jit", "whole")
    recorded = np.load(Path(__file__).parents[1] / "golden" / "data_parallel.npz")
    losses, weights = runs["eager"]
    assert len(losses) == 30
    for mode, (found, parameters) in runs.items():
        np.testing.assert_allclose(found, losses, rtol=0, atol=3e-7)  # the tests' XLA_FLAGS
        np.testing.assert_allclose(found, recorded[f"{mode}_{RANK}_losses"], rtol=0, atol=1e-5)
        for name, value in parameters.items():
            np.testing.assert_array_equal(value, weights[name])
            np.testing.assert_allclose(value, recorded[f"{mode}_{name}"], rtol=0, atol=1e-5)
    np.testing.assert_allclose(np.mean(_objects(losses), 0), alone, rtol=0, atol=1e-6)
    for name, value in whole.items():
        np.testing.assert_allclose(weights[name], value, rtol=0, atol=1e-6)
    for replica in _objects(weights):
        for name, value in replica.items():
            np.testing.assert_array_equal(value, weights[name])


def _network():
    ms.set_seed(3)
    return nn.SequentialCell(nn.Dense(6, 8), nn.SyncBatchNorm(8), nn.ReLU(), nn.Dense(8, 2))


def _batches(steps=6, size=8):
    rng = np.random.default_rng(0)
    return [
        (rng.standard_normal((size, 6), np.float32), rng.standard_normal((size, 2), np.float32))
        for _ in range(steps)
    ]


def _trained(mode, share):
    """Losses and weights of a training in which this process sees its share of each batch."""
    net = _network()
    net.set_train()
    optimizer = nn.Momentum(net.trainable_params(), 0.05, 0.9)
    reducer = nn.DistributedGradReducer(optimizer.parameters, mean=True)
    gradient = ms.value_and_grad(lambda x, y: nn.MSELoss()(net(x), y), None, optimizer.parameters)

    def step(x, y):
        loss, gradients = gradient(x, y)
        optimizer(reducer(gradients) if share else gradients)
        return loss

    run = ms.jit(step) if mode == "jit" else step
    losses = []
    for x, y in _batches():
        x, y = (x[RANK::SIZE], y[RANK::SIZE]) if share else (x, y)
        losses.append(float(run(ms.Tensor(x), ms.Tensor(y))))
    weights = [p.asnumpy() for p in net.get_parameters()]
    return losses, weights


@check
def training_in_parts_is_training_of_the_whole():
    runs = {}
    for mode in ("eager", "jit", "graph"):
        ms.set_context(mode=ms.GRAPH_MODE if mode == "graph" else ms.PYNATIVE_MODE)
        runs[mode] = _trained(mode, share=True)
    ms.set_context(mode=ms.PYNATIVE_MODE)
    losses, weights = runs["eager"]
    means = np.mean(_objects(losses), 0)
    for mode in ("jit", "graph"):
        np.testing.assert_allclose(runs[mode][0], losses, rtol=2e-6)
        for got, expected in zip(runs[mode][1], weights, strict=True):
            np.testing.assert_allclose(got, expected, rtol=2e-5, atol=1e-6)
    for replica in _objects(weights):
        for got, expected in zip(replica, weights, strict=True):
            np.testing.assert_array_equal(got, expected)
    alone, whole = _alone()
    np.testing.assert_allclose(means, alone, rtol=1e-5)
    for got, expected in zip(weights, whole, strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-5)


def _objects(value):
    found = [None] * SIZE
    dist.all_gather_object(found, value)
    return found


def _alone():
    """The training of the whole batch without SyncBatchNorm's collectives."""
    sync, nn.SyncBatchNorm = nn.SyncBatchNorm, nn.BatchNorm1d
    try:
        return _trained("eager", share=False)
    finally:
        nn.SyncBatchNorm = sync


def _trained_unevenly(mode):
    """Weights after a training in which the processes have batches of different sizes."""
    net = _network()
    net.set_train()
    optimizer = nn.Momentum(net.trainable_params(), 0.05, 0.9)
    reducer = nn.DistributedGradReducer(optimizer.parameters, mean=True)
    gradient = ms.value_and_grad(lambda x, y: nn.MSELoss()(net(x), y), None, optimizer.parameters)

    def step(x, y):
        loss, gradients = gradient(x, y)
        optimizer(reducer(gradients))
        return loss

    run = ms.jit(step) if mode == "jit" else step
    for size, (x, y) in zip((8, 8 - 3 * RANK, 8, 3 + RANK), _batches(), strict=False):
        run(ms.Tensor(x[:size]), ms.Tensor(y[:size]))
    return [p.asnumpy() for p in net.get_parameters()]


@check
def compiled_steps_take_batches_of_different_sizes():
    expected = _trained_unevenly("eager")
    found = _trained_unevenly("jit")
    for got, other, eager in zip(found, _objects(found)[1 - RANK], expected, strict=True):
        np.testing.assert_array_equal(got, other)
        np.testing.assert_allclose(got, eager, rtol=2e-5, atol=1e-6)


@check
def batches_of_different_sizes_are_normalized_as_one():
    parts = [values(r, (3 + r, 2)) for r in range(SIZE)]
    whole = np.concatenate(parts)
    for module in (nn.SyncBatchNorm, ms.mint.nn.SyncBatchNorm):
        net = module(2, momentum=0.9 if module is nn.SyncBatchNorm else 0.1)
        net.set_train()
        got = net(ms.Tensor(parts[RANK]))
        deviation = np.sqrt(whole.var(0) + 1e-5)
        np.testing.assert_allclose(
            got.asnumpy(), (parts[RANK] - whole.mean(0)) / deviation, rtol=1e-4, atol=1e-5
        )
        variance = getattr(net, "moving_variance" if module is nn.SyncBatchNorm else "running_var")
        np.testing.assert_allclose(variance.asnumpy(), 0.9 + 0.1 * whole.var(0, ddof=1), rtol=1e-5)


@check
def eager_steps_after_the_first_compile_nothing():
    """What collectives give goes wherever other arrays do: it is of the same kind for JAX."""
    times = []

    def note(event, *_, **__):
        times.append(event) if event.endswith("backend_compile_duration") else None

    jax.monitoring.register_event_duration_secs_listener(note)
    reduce = ops.AllReduce()
    for way in ("reducer", "by hand", "mint"):
        net = _network()
        net.set_train()
        optimizer = nn.Adam(net.trainable_params(), 0.05)
        share = nn.DistributedGradReducer(optimizer.parameters, mean=True)
        if way == "by hand":

            def share(grads):
                return tuple(reduce(g) / SIZE for g in grads)
        elif way == "mint":

            def share(grads):
                for g in grads:
                    dist.all_reduce(g)
                return grads

        gradient = ms.value_and_grad(
            lambda x, y, net=net: nn.MSELoss()(net(x), y), None, optimizer.parameters
        )
        counts = []
        for x, y in _batches(3):
            before = len(times)
            loss, gradients = gradient(ms.Tensor(x), ms.Tensor(y))
            optimizer(share(gradients))
            reduce(loss).asnumpy()
            counts.append(len(times) - before)
        assert counts[0] and not any(counts[1:]), (way, counts)


@check
def the_number_of_processes_is_as_they_were_started():
    dist.init_process_group(world_size=SIZE, rank=RANK)
    try:
        dist.init_process_group(world_size=SIZE + 1, rank=RANK)
    except ValueError as error:
        assert f"must be {SIZE}, as the processes were started" in str(error)
    else:
        raise AssertionError("another number of processes was accepted")


@check
def model_trains_in_graph_mode():
    ms.set_context(mode=ms.GRAPH_MODE)
    ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
    try:
        ms.set_seed(5)
        dense = nn.Dense(6, 2)
        net = nn.SequentialCell(dense, nn.Dropout(p=0.2))
        x, y = _batches(1, 16)[0]
        data = ms.dataset.NumpySlicesDataset(
            (x, y), ["x", "y"], shuffle=False, num_shards=SIZE, shard_id=RANK
        ).batch(4)
        model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
        model.train(2, data, dataset_sink_mode=False)
        replicas = _objects(dense.weight.asnumpy())
        for replica in replicas:
            np.testing.assert_array_equal(replica, replicas[0])
        assert not np.allclose(replicas[0], nn.Dense(6, 2).weight.asnumpy())
    finally:
        ms.reset_auto_parallel_context()
        ms.set_context(mode=ms.PYNATIVE_MODE)


@check
def rank_0_gives_its_parameters_to_all_in_graph_mode():
    for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
        ms.set_context(mode=mode)
        ms.set_auto_parallel_context(parallel_mode="data_parallel", parameter_broadcast=True)
        try:
            ms.set_seed(10 + RANK)
            net = nn.SequentialCell(nn.Dense(6, 3), nn.BatchNorm1d(3), nn.Dense(3, 2))
            net[1].moving_mean.set_data(tensor((3,)))
            net[2].bias.layerwise_parallel = True
            own = [p.asnumpy() for p in net.get_parameters()]
            first = own if mode == ms.PYNATIVE_MODE else _objects(own)[0]
            bias = net[2].bias.asnumpy()
            step = nn.TrainOneStepCell(
                nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.0)
            )
            step.set_train()
            net[1].set_train(False)
            x, y = _batches(1)[0]
            step(ms.Tensor(x), ms.Tensor(y))
            for parameter, expected in zip(net.get_parameters(), first, strict=True):
                same(parameter, bias if parameter is net[2].bias else expected)
            net[0].weight.set_data(ms.Tensor(values(RANK, (3, 6))))
            step(ms.Tensor(x), ms.Tensor(y))  # later differences are the program's
            same(net[0].weight, values(RANK, (3, 6)))
        finally:
            ms.reset_auto_parallel_context()
            ms.set_context(mode=ms.PYNATIVE_MODE)


if __name__ == "__main__":
    init()
    RANK, SIZE = get_rank(), get_group_size()
    with open(Path(sys.argv[1]) / str(RANK), "w") as report:
        for function in CHECKS:
            try:
                function()
                outcome = "ok"
            except Exception:
                outcome = repr(traceback.format_exc())
            print(function.__name__, outcome, file=report, flush=True)
    strategies.report(sys.argv[1], strategies.CHECKS)
