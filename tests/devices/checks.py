"""What one process with eight devices must do; `test_devices.py` starts it.

    XLA_FLAGS=--xla_force_host_platform_device_count=8 python tests/devices/checks.py FILE

Every check writes a line into FILE: its name and "ok", or what went wrong.
"""

import contextlib
import copy
import functools
import io
import logging
import pickle
import re
import sys
import tempfile
import traceback
from pathlib import Path

import jax
import numpy as np

import msjax as ms
from msjax import nn, ops
from msjax._core.base.interop import axis_bound
from msjax._core.compile import ranks
from msjax._core.runtime import agreement, context, devices, spread
from msjax.communication import get_group_size, get_rank, init
from msjax.experimental import optim
from msjax.parallel import Layout
from msjax.parallel._utils import _get_device_num
from msjax.parallel.auto_parallel import AutoParallel

CHECKS = []
COUNT = 8


def check(function):
    CHECKS.append(function)
    return function


@contextlib.contextmanager
def sharing(mode=ms.PYNATIVE_MODE, on=True, parallel_mode="data_parallel", **options):
    """A parallel mode, or one device to compare with."""
    ms.set_context(mode=mode)
    ms.set_seed(3)
    if on:
        ms.set_auto_parallel_context(parallel_mode=parallel_mode, gradients_mean=True, **options)
    try:
        yield
    finally:
        ms.reset_auto_parallel_context()
        ms.set_context(mode=ms.PYNATIVE_MODE)


@contextlib.contextmanager
def counted():
    """A list with an entry for each program that is compiled meanwhile."""
    found = []

    def listen(name, *_, **__):
        if name == "/jax/core/compile/backend_compile_duration":
            found.append(name)

    jax.monitoring.register_event_duration_secs_listener(listen)
    try:
        yield found
    finally:
        jax.monitoring.unregister_event_duration_listener(listen)


def same(got, expected, tolerance=1e-6):
    got = got.asnumpy() if isinstance(got, ms.Tensor) else np.asarray(got)
    np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance)


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def spread_over(value):
    return len(value._data.sharding.device_set)


class Net(nn.Cell):
    def __init__(self, convolves=False):
        super().__init__()
        self.first = nn.Conv2d(1, 4, 3) if convolves else nn.Dense(16, 8, has_bias=False)
        self.norm = nn.BatchNorm2d(4) if convolves else nn.BatchNorm1d(8)
        self.drop = nn.Dropout(p=0.3)
        self.last = nn.Dense(4 * 4 * 4 if convolves else 8, 8)

    def construct(self, x):
        if not isinstance(self.first, nn.Conv2d):
            x = x.reshape(x.shape[0], -1)
        x = ops.relu(self.norm(self.first(x)))
        return self.last(self.drop(x.reshape(x.shape[0], -1)))


def loss_cell():
    return nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")


def batches(size=16, steps=4):
    return [
        (normal(size, 1, 4, 4, seed=i), (np.arange(size) * (i + 3) % 8).astype(np.int32))
        for i in range(steps)
    ]


def by_step(optimizer, size=16, convolves=False):
    """Losses and Parameters of a training with TrainOneStepCell, and this."""
    net = Net(convolves)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, loss_cell()), optimizer(net))
    step.set_train()
    losses = [step(ms.Tensor(x), ms.Tensor(y)).asnumpy() for x, y in batches(size)]
    return losses, [p.asnumpy() for p in step.get_parameters()], step


def agree(found, expected, tolerance=1e-6):
    for a, b in zip(found[:2], expected[:2], strict=True):
        for x, y in zip(a, b, strict=True):
            same(x, y, tolerance)


OPTIMIZERS = {
    "momentum": lambda net: nn.Momentum(net.trainable_params(), 0.05, 0.9, weight_decay=1e-3),
    "adam": lambda net: nn.Adam(
        net.trainable_params(), nn.exponential_decay_lr(1e-2, 0.9, 8, 2, 2)
    ),
    "lamb": lambda net: nn.Lamb(net.trainable_params(), 1e-2),
}


@check
def trainings_equal_those_of_one_device():
    for name, mode, convolves in (("momentum", 0, True), ("adam", 1, False), ("lamb", 0, False)):
        with sharing(mode, on=False):
            expected = by_step(OPTIMIZERS[name], convolves=convolves)
        with sharing(mode):
            found = by_step(OPTIMIZERS[name], convolves=convolves)
            assert all(spread_over(p) == COUNT for p in found[2].trainable_params()), name
        agree(found, expected)


@check
def collectives_of_programs_keep_their_order():
    mesh = jax.sharding.Mesh(np.array(jax.devices()), (spread.AXIS,))

    def code(x, few):
        first = jax.lax.psum(x.sum(0), spread.AXIS)  # three that need nothing of each other
        jax.lax.pmax(few, spread.AXIS)  # nobody needs its result
        same = jax.lax.psum(jax.numpy.full(5, 3.0), spread.AXIS)  # the same everywhere
        again = jax.lax.psum(first, spread.AXIS)
        return [first + again, same]

    for batch in (2, 300):
        args = np.ones((batch, 7), np.float32), np.ones(3, np.float32)
        with axis_bound(spread.AXIS, COUNT):
            closed = jax.make_jaxpr(code)(*args)

        def run(token, *values, closed=closed):
            running = ranks._Running(True, agreement.after(token, 7))
            outs = running.results(closed.jaxpr, closed.consts, values)
            return [*outs, ranks._first(running.last)]

        cut = jax.sharding.PartitionSpec(spread.AXIS)
        program = jax.shard_map(run, mesh=mesh, in_specs=cut, out_specs=cut, check_vma=False)
        wholes = [np.concatenate([a] * COUNT) for a in args]
        token = np.zeros(3 * COUNT, np.uint32)
        compiled = jax.jit(program).lower(token, *wholes).compile()
        text, found = compiled.as_text(), []
        code_of = dict(re.findall(r"^%?(\S+) \(.*?\{\n(.*?)^\}", text, re.M | re.S))
        entry = re.search(r"^ENTRY.*?\{\n(.*?)^\}", text, re.M | re.S)[1]
        for names in re.findall(r" conditional\(.*?computations?=(.*)", entry):
            inner = "".join(
                code_of[name] for name in re.findall(r"%([\w.\-]+)", names) if name in code_of
            )
            found += re.findall(r" = f32\[(\d+)\]\S* all-reduce\(", inner)
        assert found == ["7", "3", "5", "7"], text
        both, same, _ = compiled(token, *wholes)
        assert both[0] == batch * COUNT * (1 + COUNT) and same[0] == 3 * COUNT


@check
def the_second_step_compiles_nothing():
    with sharing(ms.GRAPH_MODE):
        net = Net()
        step = nn.TrainOneStepCell(nn.WithLossCell(net, loss_cell()), OPTIMIZERS["adam"](net))
        step.set_train()
        data = [(ms.Tensor(x), ms.Tensor(y)) for x, y in batches()]
        step(*data[0]).asnumpy()
        with counted() as compiled:
            for pair in data[1:]:
                step(*pair).asnumpy()
        assert not compiled, len(compiled)


@check
def inputs_are_divided_and_results_whole():
    with sharing():
        seen = []
        weight = ms.Parameter(ms.Tensor(normal(4, 6)), name="w")

        @ms.jit
        def forward(x, odd):
            return ops.matmul(x, weight), odd + 1

        x, odd = ms.Tensor(normal(16, 4)), ms.Tensor(normal(3))
        y, more = forward(x, odd)
        seen = {s.data.shape for s in y._data.addressable_shards}
        assert seen == {(2, 6)}, seen
        assert spread_over(x) == 1 and weight._data.sharding.is_fully_replicated
        same(y, normal(16, 4) @ normal(4, 6), 1e-5)
        same(more, normal(3) + 1)
        assert y.shape == (16, 6)
        same(y[3:5], y.asnumpy()[3:5])
        same(ops.sum(y - ms.Tensor(normal(16, 6))), (y.asnumpy() - normal(16, 6)).sum(), 1e-5)


def by_model(folder, size=16):
    net = Net()
    model = ms.Model(net, loss_cell(), OPTIMIZERS["momentum"](net), metrics={"accuracy", "loss"})
    x, y = (np.concatenate(part) for part in zip(*batches(32, 2), strict=True))
    data = ms.dataset.NumpySlicesDataset((x, y), shuffle=False).batch(size)
    losses = []

    class Note(ms.Callback):
        def on_train_step_end(self, run_context):
            losses.append(run_context.original_args().net_outputs.asnumpy())

    saved = ms.ModelCheckpoint("net", folder, ms.CheckpointConfig(save_checkpoint_steps=1))
    model.train(2, data, [Note(), saved])
    found = model.eval(data)
    losses.extend([found["loss"], found["accuracy"]])
    prediction = model.predict(ms.Tensor(x[:8])).asnumpy()
    return losses, [prediction, *(p.asnumpy() for p in net.get_parameters())], net


@check
def models_train_evaluate_and_save():
    for mode, size in ((0, 16), (1, 24)):  # 64 rows: the last batch is shorter
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as all_:
            with sharing(mode, on=False):
                expected = by_model(one, size)
            with sharing(mode):
                found = by_model(all_, size)
                assert spread_over(found[2].last.weight) == COUNT
            agree(found, expected)
            names = sorted(path.name for path in Path(one).glob("*.ckpt"))
            assert names == sorted(path.name for path in Path(all_).glob("*.ckpt"))
            a, b = (ms.load_checkpoint(str(Path(f) / names[-1])) for f in (one, all_))
            assert list(a) == list(b)
            for name, value in a.items():
                same(b[name], value.asnumpy())


@check
def batches_of_datasets_come_divided():
    data = ms.dataset.NumpySlicesDataset((normal(20, 4), np.arange(20)), shuffle=False)
    with sharing():
        first, last = data.batch(16).create_tuple_iterator()
        assert [spread_over(t) for t in (*first, *last)] == [COUNT, COUNT, 1, 1]
        assert first[1].dtype == ms.int64
        same(first[0], normal(20, 4)[:16])
        same((first[0] * 2).sum(axis=1), normal(20, 4)[:16].sum(1) * 2)
        assert spread_over(next(iter(data))[0]) == 1
        row = next(data.batch(16).create_dict_iterator(output_numpy=True))
        assert all(isinstance(value, np.ndarray) for value in row.values())
    assert spread_over(next(data.batch(16).create_tuple_iterator())[0]) == 1


@check
def batches_that_cannot_be_divided_are_computed_by_all():
    said = []
    log = logging.getLogger("mindspore")
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage())
    log.addHandler(handler)
    try:
        with sharing(ms.GRAPH_MODE, on=False):
            expected = by_step(OPTIMIZERS["momentum"], 12)
        with sharing(ms.GRAPH_MODE):
            agree(by_step(OPTIMIZERS["momentum"], 12), expected)
    finally:
        log.removeHandler(handler)
    assert [text for text in said if "batch of 12 cannot be divided by 8" in text], said


def functional(form):
    """Losses and Parameters of a training by functions."""
    net = Net()
    optimizer = OPTIMIZERS["adam"](net)
    criterion = loss_cell()

    def forward(x, y):
        out = net(x)
        return criterion(out, y), out

    if form == "forward":
        forward = ms.jit(forward)
    gradient = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)

    def step(x, y):
        (loss, _), grads = gradient(x, y)
        optimizer(grads)
        return loss

    if form == "step":
        step = ms.jit(step)
    net.set_train()
    losses = [step(ms.Tensor(x), ms.Tensor(y)).asnumpy() for x, y in batches()]
    return losses, [p.asnumpy() for p in optimizer.get_parameters()]


@check
def trainings_by_functions():
    for form in ("step", "forward", "eager"):
        with sharing(on=False):
            expected = functional(form)
        with sharing():
            agree(functional(form), expected)


@check
def arrays_that_others_hold_stay():
    with sharing():
        start = normal(8, 8)
        array = jax.numpy.asarray(start)
        weight = ms.Parameter(ms.Tensor(array), name="w")
        before, held = ms.Tensor(weight), weight.value()
        view = ms.Tensor(normal(8, 8))
        row = view[2:4]

        @ms.jit
        def step(x):
            ops.assign_add(weight, x)
            view.add_(x)
            return x

        x = ms.Tensor(np.ones((8, 8), np.float32))
        kept = weight.asnumpy()
        for _ in range(2):
            same_x = step(x)
        same(array, start)
        same(weight, start + 2)
        same(before, start + 2)  # shares memory with the Parameter
        same(row, (normal(8, 8) + 2)[2:4])
        same(kept, start)
        same(x, np.ones((8, 8)))
        same(same_x, np.ones((8, 8)))
        assert held.shape == (8, 8)
        snapshot = weight.copy()
        state = copy.deepcopy(weight)
        weight.set_data(same_x)  # an array that compiled code was given, and gave back
        step(x)
        same(same_x, np.ones((8, 8)))
        same(x, np.ones((8, 8)))
        same(weight, np.full((8, 8), 2.0))
        same(snapshot, start + 2)
        same(state, start + 2)


@check
def parameters_can_be_set_between_steps():
    with sharing(ms.GRAPH_MODE):
        net = nn.Dense(4, 8)
        step = nn.TrainOneStepCell(
            nn.WithLossCell(net, nn.MSELoss()), nn.Adam(net.trainable_params(), 0.1)
        )
        x, y = ms.Tensor(normal(16, 4)), ms.Tensor(normal(16, 8))
        losses = [step(x, y).asnumpy()]
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/a.ckpt"
            ms.save_checkpoint(step, path)
            losses += [step(x, y).asnumpy() for _ in range(2)]
            with counted() as compiled:
                ms.load_param_into_net(step, ms.load_checkpoint(path))
                again = [step(x, y).asnumpy() for _ in range(2)]
        assert again == losses[1:]
        net.weight.set_data(ms.Tensor(np.zeros((8, 4), np.float32)))
        net.bias.set_data(ms.Tensor(np.zeros(8, np.float32)))
        same(step(x, y), (normal(16, 8) ** 2).mean())
        assert len(compiled) < 4, len(compiled)


@check
def printing_and_callbacks():
    with sharing():

        def host(x):
            return np.asarray(x) * 2

        @ms.jit
        def step(x):
            ops.print_("sum", x.sum())
            return x + 1

        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            y = step(ms.Tensor(np.ones((8, 2), np.float32)))
            jax.effects_barrier()
        assert out.getvalue().startswith("sum") and "value= 16" in out.getvalue(), out.getvalue()
        same(y, np.full((8, 2), 2.0))
        custom = ops.Custom(host, lambda x: x, lambda x: x, func_type="pyfunc")
        doubled = ms.jit(lambda x: custom(x))(ms.Tensor(normal(8, 2)))
        same(doubled, 2 * normal(8, 2))
        same(doubled + 1, 2 * normal(8, 2) + 1)
        same(custom(doubled) + doubled, 6 * normal(8, 2))


@check
def loss_scaling_and_mixed_precision():
    def run():
        net = Net()
        manager = nn.DynamicLossScaleUpdateCell(2.0**10, 2, 2)
        step = nn.TrainOneStepWithLossScaleCell(
            nn.WithLossCell(net, loss_cell()), OPTIMIZERS["momentum"](net), manager
        )
        step.set_train()
        results = [step(ms.Tensor(x), ms.Tensor(y)) for x, y in batches()]
        return [r[i].asnumpy() for r in results for i in range(3)], [
            p.asnumpy() for p in net.get_parameters()
        ]

    for mode in (0, 1):
        with sharing(mode, on=False):
            expected = run()
        with sharing(mode):
            agree(run(), expected)


@check
def synchronized_batch_statistics_are_those_of_the_batch():
    x = normal(16, 4, 2, 2)
    with sharing(ms.GRAPH_MODE):
        net, other = nn.SyncBatchNorm(4), nn.BatchNorm2d(4)
        net.set_train()
        other.set_train()
        same(net(ms.Tensor(x)), other(ms.Tensor(x)).asnumpy(), 1e-6)
        same(net.moving_mean, 0.1 * x.mean((0, 2, 3)), 1e-6)


@check
def transformations_of_compiled_functions():
    def function(x, y):
        return ops.tanh(x * y).sum()

    x, y = normal(8, 3), normal(8, 3, seed=1)
    expected = [function(ms.Tensor(a), ms.Tensor(b)).asnumpy() for a, b in zip(x, y, strict=True)]
    with sharing():
        same(ms.vmap(ms.jit(function))(ms.Tensor(x), ms.Tensor(y)), expected, 1e-5)
        both = ms.grad(ms.jit(function), (0, 1))(ms.Tensor(x), ms.Tensor(y))
        slope = 1 - np.tanh(x * y) ** 2
        same(both[0], slope * y, 1e-5)
        same(both[1], slope * x, 1e-5)
        jvp = ms.jvp(ms.jit(function), (ms.Tensor(x), ms.Tensor(y)), (ms.Tensor(y), ms.Tensor(x)))
        same(jvp[1], (slope * (y * y + x * x)).sum(), 1e-5)

        @ms.jit
        def fork(x):
            return x * 2 if x.sum() < 100 else x

        same(fork(ms.Tensor(np.ones((8, 2), np.float32))), np.full((8, 2), 2.0))


@check
def ranks_are_processes():
    with sharing(device_num=COUNT):
        init()
        assert (get_rank(), get_group_size(), _get_device_num()) == (0, 1, 1)
        assert ms.get_auto_parallel_context("device_num") == COUNT
        gradients = (ms.Tensor(normal(4)),)
        for degree in (None, 1, COUNT):
            weight = ms.Parameter(ms.Tensor(normal(4)), name="w")
            reduced = nn.DistributedGradReducer([weight], True, degree)(gradients)
            same(reduced[0], normal(4))
        assert ops.AllReduce()(gradients[0]).asnumpy().tolist() == normal(4).tolist()
        with sharing(on=False):
            expected = by_step(OPTIMIZERS["momentum"])
    with sharing(device_num=COUNT):
        agree(by_step(OPTIMIZERS["momentum"]), expected)


@check
def memory_and_copies_of_what_is_shared():
    with sharing():
        y = ms.jit(lambda x: x * 2)(ms.Tensor(normal(8, 2)))
        assert spread_over(y) == COUNT and y.device == "CPU"
        same(np.from_dlpack(y), normal(8, 2) * 2)
        same(pickle.loads(pickle.dumps(y)), normal(8, 2) * 2)
        same(copy.deepcopy(y), normal(8, 2) * 2)
        assert y.data_ptr() and str(y[0, 0]) == str(ms.Tensor(normal(8, 2) * 2)[0, 0])
        y[1] = 0
        assert (y.asnumpy()[1] == 0).all() and y.asnumpy()[2].any()
        same(ops.concat([y, ms.Tensor(normal(1, 2))]), np.r_[y.asnumpy(), normal(1, 2)])


@check
def programs_may_choose_one_device():
    ms.set_context(device_id=3)
    try:
        with sharing(ms.GRAPH_MODE):
            assert devices.shared() is None
            y = nn.Dense(4, 8)(ms.Tensor(normal(8, 4)))
            assert y._data.devices() == {jax.devices()[3]}
            assert "one device" in context.state.said
    finally:
        ms.set_context(device_id=0)


@check
def work_goes_on_after_the_mode():
    with sharing(ms.GRAPH_MODE):
        _, _, step = by_step(OPTIMIZERS["momentum"])
    x, y = batches()[0]
    for mode in (0, 1):
        ms.set_context(mode=mode)
        assert np.isfinite(step(ms.Tensor(x), ms.Tensor(y)).asnumpy())
    ms.set_context(mode=ms.PYNATIVE_MODE)


SEMI = {"parallel_mode": "semi_auto_parallel"}
LAYOUT = Layout((2, 4), ("dp", "mp"))
CUTS = {
    "none": (),
    "tuples": (((2, 1), (1, 4)), ((2, 4),), ((2, 4), (4, 1))),
    "odd parts": (((8, 1), (1, 1)), ((1, 8),), ((1, 2), (2, 2))),
    "layouts": (
        (LAYOUT("dp", "None"), LAYOUT("None", "mp")),
        (LAYOUT("dp", "mp"),),
        (LAYOUT(("dp", "mp"), "None"), LAYOUT("None", "None")),
    ),
}


class Perceptron(nn.Cell):
    def __init__(self, cuts=()):
        super().__init__()
        self.steps = [ops.MatMul(), ops.ReLU(), ops.MatMul()]
        for step, cut in zip(self.steps, cuts, strict=False):
            step.shard(cut)
        self.drop = nn.Dropout(p=0.2)
        self.one = ms.Parameter(ms.Tensor(normal(16, 128) / 4), name="one")
        self.two = ms.Parameter(ms.Tensor(normal(128, 128) / 11), name="two")

    def construct(self, x):
        first, act, last = self.steps
        return last(self.drop(act(first(x, self.one))), self.two)


def by_strategy(cuts=()):
    net = Perceptron(cuts)
    optimizer = nn.Adam(net.trainable_params(), 0.01, eps=1e-4)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
    step.set_train()
    data = [(normal(16, 16, seed=i), normal(16, 128, seed=i + 9)) for i in range(4)]
    losses = [step(ms.Tensor(x), ms.Tensor(y)).asnumpy() for x, y in data]
    return losses, [p.asnumpy() for p in step.get_parameters()], step


@functools.cache
def without_strategies():
    with sharing(ms.GRAPH_MODE, on=False):
        return by_strategy()


@check
def strategies_change_no_values():
    expected = without_strategies()
    for cuts in CUTS.values():
        with sharing(ms.GRAPH_MODE, full_batch=cuts is CUTS["tuples"], **SEMI):
            agree(by_strategy(cuts), expected)
    with sharing(ms.PYNATIVE_MODE, **SEMI):
        agree(by_strategy(CUTS["tuples"]), expected)


@check
def strategies_divide_the_work():
    rows = {(2, 4): (4, 1), (8, 1): (1, 4), (1, 2): (8, 2)}
    with sharing(**SEMI):
        for cut, part in rows.items():
            y = ms.jit(ms.parallel.shard(ops.relu, (cut,), (cut,)))(ms.Tensor(normal(8, 4)))
            assert {s.data.shape for s in y._data.addressable_shards} == {part}, cut
            same(y, np.maximum(normal(8, 4), 0))
        exchange = ms.jit(
            ms.parallel.shard(lambda x, y: (y, x), ((8, 1), (1, 1)), ((1, 4), (2, 1)))
        )
        first, second = exchange(ms.Tensor(normal(8, 4)), ms.Tensor(normal(8, 4, seed=1)))
        same(first, normal(8, 4, seed=1))
        same(second, normal(8, 4))
        eager = ms.parallel.shard(ops.relu, ((3, 1),))(ms.Tensor(normal(8, 4)))
        assert spread_over(eager) == 1  # eager code takes no notice
        net = nn.Dense(8, 16, has_bias=False)
        net.shard(((8, 1),), ((2, 4),), {"self.weight": (4, 1), "self.other": (1,)})
        x = normal(8, 8)
        y = ms.jit(net)(ms.Tensor(x))
        assert y._data.addressable_shards[0].data.shape == (4, 4)
        assert net.weight._data.addressable_shards[0].data.shape == (4, 8)
        same(y, x @ net.weight.asnumpy().T, 1e-5)
        for twin in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
            same(ms.jit(twin)(ms.Tensor(x)), y.asnumpy())
        add = ops.Add().shard(((2, 1), (2, 1)))
        for twin in (add, copy.deepcopy(add), pickle.loads(pickle.dumps(add))):
            assert isinstance(twin, ops.Add) and repr(twin) == repr(add)
            slope = ms.grad(ms.jit(lambda a, twin=twin: (twin(a, a) * a).sum()))
            same(slope(ms.Tensor(x)), 4 * x, 1e-5)
            rows = ms.jit(lambda a, twin=twin: ms.vmap(twin)(a, a))
            same(rows(ms.Tensor(normal(3, 8, 8))), 2 * normal(3, 8, 8))


@check
def strategies_that_do_not_fit():
    x, y = ms.Tensor(normal(16, 4)), ms.Tensor(normal(4, 4))
    other_order = Layout((2, 4), ("dp", "mp"), [*range(7, -1, -1)])
    too_few = Layout((2, 2), ("dp", "mp"))
    whole = LAYOUT("None", "None")
    for strategy, error, text in (
        (((3, 1), (1, 1)), RuntimeError, "can not be divisible by strategy"),
        (((2,), (1, 1)), RuntimeError, "has 1 dimensions, but the shape (16, 4) has 2"),
        (((2, 1),), RuntimeError, "one item for each of 2 Tensors, but got 1"),
        (((16, 1), (1, 1)), RuntimeError, "makes 16 parts, which 8 devices cannot share"),
        ((too_few("dp", "mp"), whole), RuntimeError, "has 4 devices, but there are 8"),
        ((other_order("dp", "mp"), whole), NotImplementedError, "rank_list"),
    ):
        with sharing(**SEMI):
            product = ops.MatMul().shard(strategy)
            assert product(x, y).shape == (16, 4)
            try:
                ms.jit(lambda a, b, product=product: product(a, b))(x, y)
            except error as raised:
                assert text in str(raised), raised
            else:
                raise AssertionError(strategy)
        with sharing():  # data parallelism takes no notice
            product = ops.MatMul().shard(strategy)
            assert ms.jit(lambda a, b, product=product: product(a, b))(x, y).shape == (16, 4)


@check
def optimizers_keep_parts_of_their_states():
    expected = without_strategies()
    level3 = {"parallel_optimizer_config": {"optimizer_level": "level3"}}
    two = {"optimizer_weight_shard_size": 2}
    small = {"parallel_optimizer_config": {"parallel_optimizer_threshold": 0}}
    # 8 KiB and 64 KiB of Parameters, twice as much of moments; less than 64 KiB stays whole
    for options, share in (
        ({}, (24 + 64 + 2 * 64 / 8) / 216),
        (level3, (24 + 3 * 64 / 8) / 216),
        (two, (24 + 64 + 2 * 64 / 2) / 216),
        (small, (72 + 2 * 72 / 8) / 216),
    ):
        with sharing(ms.GRAPH_MODE, enable_parallel_optimizer=True, **SEMI, **options):
            found = by_strategy()
            agree(found, expected)
            assert abs(held(found[2]) - share) < 0.01, (options, held(found[2]))
            x, y = ms.Tensor(normal(16, 16)), ms.Tensor(normal(16, 128))
            with counted() as compiled:
                found[2](x, y).asnumpy()
            assert not compiled, options
            with tempfile.TemporaryDirectory() as folder:
                ms.save_checkpoint(found[2], f"{folder}/a.ckpt")
                saved = ms.load_checkpoint(f"{folder}/a.ckpt")
                found[2](x, y)
                ms.load_param_into_net(found[2], saved)
                for p in found[2].get_parameters():
                    same(p, saved[p.name].asnumpy())
                assert held(found[2]) - share < 0.01
                found[2](x, y)
    with sharing(ms.PYNATIVE_MODE, enable_parallel_optimizer=True, **SEMI):
        agree(by_strategy(), expected)


def held(*cells):
    """The share of the Parameters' bytes that one device keeps."""
    every = {id(p): p for cell in cells for p in cell.get_parameters()}.values()
    one = sum(p._data.addressable_shards[0].data.nbytes for p in every)
    return one / sum(p.nbytes for p in every)


def by_functions(around, make=nn.Adam, cuts=()):
    """Losses and Parameters of a training by one function, and what holds these."""
    ms.set_seed(3)
    net = Perceptron(cuts)
    optimizer = make(net.trainable_params(), 0.01, eps=1e-4)
    gradient = ms.value_and_grad(lambda x, y: nn.MSELoss()(net(x), y), None, optimizer.parameters)

    def step(x, y):
        loss, gradients = gradient(x, y)
        optimizer(gradients)
        return loss

    net.set_train()
    run = around(step)
    data = [(normal(16, 16, seed=i), normal(16, 128, seed=i + 9)) for i in range(3)]
    losses = [run(ms.Tensor(x), ms.Tensor(y)).asnumpy() for x, y in data]
    cells = (net, optimizer)
    return losses, [p.asnumpy() for cell in cells for p in cell.get_parameters()], cells


def automatic(**options):
    """Wraps a training step in an AutoParallel with options."""

    def around(step):
        net = AutoParallel(step)
        for name, args in options.items():
            getattr(net, name)(*args)
        return net

    return around


@check
def auto_parallel_shares_one_function():
    expected = {make: by_functions(ms.jit, make) for make in (nn.Adam, optim.Adam)}
    for make, cuts, options, share in (
        (nn.Adam, CUTS["tuples"], {}, 1),
        (nn.Adam, CUTS["layouts"], {"hsdp": ()}, (24 + 64 + 2 * 64 / 8) / 216),
        (optim.Adam, (), {"hsdp": (-1, 64, "level3")}, (24 + 3 * 64 / 8) / 216),
        (nn.Adam, (), {"pipeline": (2,)}, 1 / 2),
        (nn.Adam, (), {"dataset_strategy": (((2, 1), (4, 2)),)}, 1),
        (nn.Adam, (), {"dataset_strategy": ("full_batch",)}, 1),
    ):
        found = by_functions(automatic(**options), make, cuts)
        agree(found, expected[make])
        assert abs(held(*found[2]) - share) < 0.01, (options, held(*found[2]))
        assert devices.shared() is None
        assert ms.get_auto_parallel_context("parallel_mode") == "stand_alone"


@check
def auto_parallel_in_a_model():
    def run(around):
        ms.set_seed(3)
        net = Perceptron(CUTS["tuples"])
        model = ms.Model(
            around(net), nn.MSELoss(), nn.Adam(net.trainable_params(), 0.01, eps=1e-4), {"loss"}
        )
        x, y = normal(32, 16), normal(32, 128, seed=1)
        data = ms.dataset.NumpySlicesDataset((x, y), shuffle=False).batch(16)
        model.train(2, data)
        results = [model.eval(data)["loss"], model.predict(ms.Tensor(x)).asnumpy()]
        return results, [p.asnumpy() for p in net.get_parameters()], net

    def around(net):
        net = AutoParallel(net)
        net.dataset_strategy(((4, 1), (2, 2)))
        return net

    for mode in (0, 1):
        with sharing(mode, on=False):
            expected = run(lambda net: net)
            found = run(around)
        assert spread_over(found[2].one) == COUNT
        assert list(found[2].parameters_dict()) == list(around(found[2]).parameters_dict())
        agree(found, expected, 2e-6)


@check
def auto_parallel_arguments():
    net = AutoParallel(nn.Dense(2, 2))
    for wrong, error in (
        (lambda: AutoParallel(net, "semi"), ValueError),
        (lambda: net.hsdp(0), ValueError),
        (lambda: net.hsdp(optimizer_level="level4"), ValueError),
        (lambda: net.pipeline("2"), TypeError),
        (lambda: net.pipeline(0), ValueError),
        (lambda: net.pipeline(2, scheduler="x"), ValueError),
        (lambda: net.dataset_strategy(None), ValueError),
        (lambda: net.dataset_strategy([(1,)]), TypeError),
        (lambda: net.dataset_strategy(((1, "a"),)), TypeError),
        (lambda: net.save_operator_strategy_file("a.json"), KeyError),
        (lambda: net.save_operator_strategy_file("/a.json"), NotImplementedError),
        (lambda: net.load_operator_strategy_file("/a.txt"), KeyError),
        (lambda: net.transformer_opt("/nowhere.json"), ValueError),
        (net.print_local_norm, NotImplementedError),
    ):
        try:
            wrong()
        except error:
            continue
        raise AssertionError(error)
    net.pipeline(3)
    try:
        net(ms.Tensor(normal(8, 2)))
    except ValueError as raised:
        assert "pipeline_stages=3 does not divide the number of devices, 8" in str(raised)
    else:
        raise AssertionError("8 devices make no 3 stages")
    assert net.get_pipeline_stages() == 3


@check
def datasets_are_cut_as_their_strategy_says():
    data = ms.dataset.NumpySlicesDataset((normal(16, 4), normal(16, 2)), shuffle=False).batch(8)
    with sharing(dataset_strategy=((2, 4), (8, 1)), **SEMI):
        first, second = next(data.create_tuple_iterator())
        shapes = [t._data.addressable_shards[0].data.shape for t in (first, second)]
        assert shapes == [(4, 1), (1, 2)], shapes
        same(first, normal(16, 4)[:8])
        total = ms.jit(lambda x, y: ops.matmul(x.T, y))(first, second)
        same(total, normal(16, 4)[:8].T @ normal(16, 2)[:8], 1e-5)
    for strategy, text in (
        (((2, 4),), "one item for each of 2 Tensors"),
        (((3, 1), (8, 1)), "can not be divisible by strategy"),
    ):
        with sharing(dataset_strategy=strategy, **SEMI):
            try:
                next(data.create_tuple_iterator())
            except RuntimeError as raised:
                assert text in str(raised), raised
            else:
                raise AssertionError(strategy)
    with sharing(dataset_strategy=(LAYOUT("mp", "None"), LAYOUT("dp", "None")), **SEMI):
        first, second = next(data.create_dict_iterator()).values()
        shapes = [t._data.addressable_shards[0].data.shape for t in (first, second)]
        assert shapes == [(2, 4), (4, 2)], shapes


class Chain(nn.Cell):
    def __init__(self):
        super().__init__()
        self.one, self.two = (
            nn.Dense(16, 16, weight_init=ms.Tensor(normal(16, 16, seed=i) / 4)) for i in (1, 2)
        )

    def construct(self, x):
        return self.two(ops.relu(self.one(x)))


def in_stages(stages, wrap):
    net = Chain()
    net.one.pipeline_stage, net.two.pipeline_stage = 0, 1
    network = wrap(nn.WithLossCell(net, nn.MSELoss(reduction="sum")))
    step = nn.TrainOneStepCell(network, nn.Momentum(net.trainable_params(), 0.001, 0.9))
    step.set_train()
    data = [(normal(16, 16, seed=i), normal(16, 16, seed=i + 9)) for i in range(3)]
    losses = [step(ms.Tensor(x), ms.Tensor(y)).asnumpy() for x, y in data]
    return losses, [p.asnumpy() for p in step.get_parameters()], step


@check
def pipelines_are_batches_in_parts():
    with sharing(ms.GRAPH_MODE, on=False):
        expected = in_stages(1, lambda net: net)
    for wrap in (nn.PipelineCell, nn.GradAccumulationCell, nn.MicroBatchInterleaved):
        for mode in (0, 1):
            with sharing(mode, on=False):
                agree(in_stages(1, lambda net, wrap=wrap: wrap(net, 2)), expected, 2e-5)
    with sharing(ms.GRAPH_MODE, pipeline_stages=2, **SEMI):
        found = in_stages(2, lambda net: nn.PipelineCell(net, 4))
        agree(found, expected, 2e-5)
        assert abs(held(found[2]) - 0.5) < 0.01, held(found[2])
        product = ops.MatMul().shard(((4, 1), (1, 2)))  # of all 8 devices: a stage has 4
        try:
            ms.jit(lambda x: product(x, x))(ms.Tensor(normal(16, 16)))
        except RuntimeError as raised:
            assert "which 4 devices cannot share" in str(raised)
        else:
            raise AssertionError("a stage took the devices of another")


@check
def thor_keeps_parts_of_its_states():
    def run():
        ms.set_seed(3)
        net = nn.SequentialCell(nn.Dense(128, 128, has_bias=False), nn.ReLU(), nn.Dense(128, 8))
        rate = ms.Tensor(np.full(8, 0.05, np.float32))
        damping = ms.Tensor(np.ones(8, np.float32))
        optimizer = nn.thor(net, rate, damping, 0.9, batch_size=16, frequency=2)
        step = nn.TrainOneStepCell(nn.WithLossCell(net, loss_cell()), optimizer)
        step.set_train()
        data = [(normal(16, 128, seed=i), np.arange(16, dtype=np.int32) % 8) for i in range(3)]
        losses = [step(ms.Tensor(x), ms.Tensor(y)).asnumpy() for x, y in data]
        return losses, [p.asnumpy() for p in net.trainable_params()], optimizer

    with sharing(ms.GRAPH_MODE, on=False):
        expected = run()
    with sharing(ms.GRAPH_MODE, enable_parallel_optimizer=True, **SEMI):
        found = run()
        agree([found[0]], [expected[0]], 2e-3)  # float16
        agree([found[1]], [expected[1]], 1e-5)
        (moment, *_), (inverse, *_) = found[2].moments, found[2].matrix_g
        assert moment._data.addressable_shards[0].data.shape == (16, 128)
        assert inverse._data.sharding.is_fully_replicated  # one block, which nothing divides


if __name__ == "__main__":
    assert len(jax.devices()) == COUNT
    wanted = sys.argv[2:]
    with open(sys.argv[1], "w") as report:
        for function in CHECKS:
            if wanted and function.__name__ not in wanted:
                continue
            try:
                function()
                outcome = "ok"
            except Exception:
                outcome = repr(traceback.format_exc())
            print(function.__name__, outcome, file=report, flush=True)
