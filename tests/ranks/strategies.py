"""What processes check that run one program as strategies say; each as any number of them.

    msrun --worker_num=4 --local_worker_num=4 --join=True tests/ranks/strategies.py FOLDER

`checks.py` has these checks too, with two processes.
"""

import contextlib
import copy
import sys
import tempfile
import traceback
from pathlib import Path

import mindspore as ms
import numpy as np
from mindspore import nn, ops
from mindspore.communication import get_group_size, get_rank, init
from mindspore.mint import distributed as dist
from mindspore.parallel import Layout
from mindspore.parallel.auto_parallel import AutoParallel

CHECKS = []
SWEEP = []  # those that two processes need not do
STEPS = 30


def check(function):
    CHECKS.append(function)
    return function


def sweep(function):
    SWEEP.append(function)
    return function


def size():
    return get_group_size()


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def same(got, expected, tolerance=1e-6):
    got = got.asnumpy() if isinstance(got, ms.Tensor) else np.asarray(got)
    np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance)


def raises(kind, text, function, *args):
    try:
        function(*args)
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError(f"no {kind.__name__}: {text}")


@contextlib.contextmanager
def together(mode="semi_auto_parallel", graph=True, **options):
    """Strategies count; without a mode each process works for itself, to compare with."""
    ms.set_seed(3)
    ms.set_context(mode=ms.GRAPH_MODE if graph else ms.PYNATIVE_MODE)
    if mode:
        ms.set_auto_parallel_context(parallel_mode=mode, **options)
    try:
        yield
    finally:
        ms.reset_auto_parallel_context()
        ms.set_context(mode=ms.PYNATIVE_MODE)


def own(array, parts=None, index=None):
    """This process's rows of a batch."""
    parts = size() if parts is None else parts
    return np.split(array, parts)[get_rank() if index is None else index]


class Net(nn.Cell):
    def __init__(self, first=None, second=None):
        super().__init__()
        self.w1 = ms.Parameter(ms.Tensor(normal(16, 32, seed=1) / 5), name="w1")
        self.w2 = ms.Parameter(ms.Tensor(normal(32, 8, seed=2) / 5), name="w2")
        self.first, self.second, self.drop = ops.MatMul(), ops.MatMul(), nn.Dropout(p=0.2)
        if first:
            self.first.shard(first)
            self.second.shard(second)

    def construct(self, x):
        return self.second(self.drop(ops.relu(self.first(x, self.w1))), self.w2)


def across():
    """Strategies that cut the Parameters over all processes."""
    return ((1, 1), (1, size())), ((1, size()), (size(), 1))


def batches(steps):
    draws = np.random.default_rng(7)
    return [
        (draws.normal(size=(16, 16)).astype(np.float32), draws.integers(0, 8, 16).astype(np.int32))
        for _ in range(steps)
    ]


def criterion():
    return nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")


OPTIMIZERS = {
    "momentum": lambda net: nn.Momentum(net.trainable_params(), 0.05, 0.9, weight_decay=1e-3),
    "adam": lambda net: nn.Adam(net.trainable_params(), 1e-2),
}


def by_step(net, optimizer, data, wrap=lambda step: step):
    step = wrap(nn.TrainOneStepCell(nn.WithLossCell(net, criterion()), optimizer))
    step.set_train()
    return [float(step(ms.Tensor(x), ms.Tensor(y)).asnumpy()) for x, y in data]


def by_jit(net, optimizer, data):
    loss = criterion()
    gradient = ms.value_and_grad(lambda x, y: loss(net(x), y), None, optimizer.parameters)
    net.set_train()

    @ms.jit
    def step(x, y):
        value, grads = gradient(x, y)
        optimizer(grads)
        return value

    return [float(step(ms.Tensor(x), ms.Tensor(y)).asnumpy()) for x, y in data]


def by_model(net, optimizer, data):
    losses = []

    class Note(ms.Callback):
        def on_train_step_end(self, run_context):
            losses.append(float(run_context.original_args().net_outputs.asnumpy()))

    columns = tuple(np.concatenate(part) for part in zip(*data, strict=True))
    rows = ms.dataset.NumpySlicesDataset(columns, shuffle=False).batch(len(data[0][0]))
    ms.Model(net, criterion(), optimizer).train(1, rows, [Note()])
    return losses


def train(form, name, steps, strategies=(), part=lambda batch: batch):
    """Losses of a training, and what this process then holds."""
    net = Net(*strategies)
    optimizer = OPTIMIZERS[name](net)
    data = [tuple(map(part, batch)) for batch in batches(steps)]
    losses = form(net, optimizer, data)
    return losses, {p.name: p for p in optimizer.get_parameters()}


_alone = {}


def alone(name, steps=STEPS):
    """The same training by this process for itself."""
    if (name, steps) not in _alone:
        with together(None):
            losses, held = train(by_step, name, steps)
            _alone[name, steps] = losses, {k: p.asnumpy() for k, p in held.items()}
    return _alone[name, steps]


def agrees(found, name, cut, steps=STEPS):
    """Losses as of one process, and Parameters that are what `cut` leaves of its."""
    losses, held = found
    expected, whole = alone(name, steps)
    same(losses, expected)
    for key, value in whole.items():
        part = cut(key.rpartition(".")[2], value)
        assert held[key].shape == part.shape, (key, held[key].shape, part.shape)
        same(held[key], part)


def cut_across(name, value):
    axis = {"w1": 1, "w2": 0}.get(name)
    return value if axis is None else np.split(value, size(), axis)[get_rank()]


@check
def trainings_are_those_of_one_process():
    cases = (
        (by_step, "momentum", True, STEPS),
        (by_jit, "adam", False, STEPS),
        (by_model, "adam", True, STEPS),
    )
    for form, name, whole, steps in cases:
        with together(graph=form is not by_jit, full_batch=whole):
            part = (lambda batch: batch) if whole else own
            found = train(form, name, steps, across(), part)
        agrees(found, name, cut_across, steps)


@check
def results_are_parts_of_the_batch_or_whole():
    x, w = normal(4 * size(), 6), ms.Parameter(ms.Tensor(normal(6, 4, seed=1)), name="w")
    product = ops.MatMul().shard(((size(), 1), (1, 1)))

    @ms.jit
    def forward(x):
        y = product(x, w)
        return y, y.sum(), ops.transpose(y, (1, 0))[:3], {"shape": y.shape}

    @ms.jit
    def back(y, odd):
        return y.sum(0), odd + 1

    expected = x @ normal(6, 4, seed=1)
    with together(graph=False):
        y, total, odd, shape = forward(ms.Tensor(own(x)))
        same(y, own(expected), 1e-5)
        same(total, expected.sum(), 1e-4)
        same(odd, expected.T[:3], 1e-5)  # of another length than the batch
        assert shape["shape"] == (4 * size(), 4)
        for _ in range(2):
            summed, more = back(y, odd)  # which are what they were
            same(summed, np.split(expected.sum(0), size())[get_rank()], 1e-4)
            same(more, expected.T[:3] + 1, 1e-5)
    with together(graph=False, full_batch=True):
        y, total, odd, _ = forward(ms.Tensor(x))
        same(y, expected, 1e-5)
        same(odd, expected.T[:3], 1e-5)
    same(product(ms.Tensor(own(x)), w), own(expected), 1e-5)  # eager code is each process's own


@check
def tensors_that_are_written():
    with together(graph=False, full_batch=True):
        weight = ms.Parameter(ms.Tensor(normal(size(), 4)), name="w")
        double = ops.Mul().shard(((size(), 1), ()))
        net = nn.Cell()
        net.weight, net.seen, net.kept = weight, ms.Tensor(normal(2)), None
        view = net.seen[1:]

        @ms.jit
        def step(x):
            x.add_(double(weight, ms.Tensor(2.0)))
            ops.assign_add(weight, x)
            net.kept = x + 1
            net.seen.add_(x[0, :2])
            return x.sum()

        x, expected, seen = normal(size(), 4, seed=2), normal(size(), 4), normal(2)
        given = ms.Tensor(x)
        for _ in range(3):
            step(given)
            x = x + 2 * expected
            expected, seen = expected + x, seen + x[0, :2]
            same(given, x, 1e-5)
            same(weight, own(expected), 1e-5)
            same(net.kept, x + 1, 1e-5)
            same(net.seen, seen, 1e-5)
            same(view, seen[1:], 1e-5)


@check
def random_numbers_and_values_are_those_of_rank_0():
    with together(graph=False, full_batch=True):
        ms.set_seed(get_rank())
        weight = ms.Parameter(ms.Tensor(normal(8, seed=get_rank())), name="w")
        draw = ms.jit(lambda: (ops.dropout(weight, 0.5), ops.standard_normal((4,))))
        for _ in range(2):
            found = [None] * size()
            dist.all_gather_object(found, [v.asnumpy().tolist() for v in draw()])
            assert found == found[:1] * size()
        same(weight, normal(8))


@check
def what_code_finds_while_it_is_traced():
    weight = ms.Parameter(ms.Tensor(normal(2 * size(), 3), ms.bfloat16), name="w")
    find = {"w": weight}.__getitem__  # of which no one sees what it holds
    cut = ops.Mul().shard(((size(), 1), ()))
    rows = normal(4 * size(), 3, seed=3)
    with together(graph=False):
        assert ms.jit(lambda: cut(weight, ms.Tensor(2.0)).shape)() == (2 * size(), 3)
        assert weight.shape == (2, 3) and weight.sliced
        total = ms.jit(lambda x: (find("w") * x[: find("w").shape[0]]).sum())
        whole = ms.Tensor(normal(2 * size(), 3), ms.bfloat16).astype(ms.float32).asnumpy()
        same(total(ms.Tensor(own(rows))), (whole * rows[: 2 * size()]).sum(), 1e-4)
        norm = nn.SyncBatchNorm(3)
        norm.set_train()
        got = ms.jit(norm)(ms.Tensor(own(rows)))
        same(got, own((rows - rows.mean(0)) / np.sqrt(rows.var(0) + 1e-5)), 1e-4)
        same(norm.moving_mean, 0.1 * rows.mean(0), 1e-5)


def reads_a_value(x):
    return x * float(x.sum())


def differs(x):
    return x * get_rank()


@check
def what_no_program_can_be_is_refused():
    x = ms.Tensor(normal(4))
    with together(graph=False, full_batch=True):
        refused = "between processes with strategies"
        raises(NotImplementedError, refused, ms.jit(reads_a_value), x)
        raises(NotImplementedError, "A collective in", ms.jit(lambda x: ops.AllReduce()(x)), x)
        square = ms.jit(lambda x: x * x)
        raises(NotImplementedError, "differentiated from outside", ms.grad(square), x)
        raises(RuntimeError, "must not depend on the rank", ms.jit(differs), x)
        raises(RuntimeError, "Invalid strategy", ms.jit(ops.ReLU().shard(((3,),))), x)


@check
def one_network_and_states_in_parts():
    settings = {"full_batch": True, "enable_parallel_optimizer": True}
    settings["parallel_optimizer_config"] = {"parallel_optimizer_threshold": 0}

    with together(**settings):
        losses, held = train(by_step, "adam", 4)
    same(losses, alone("adam", 4)[0])
    rows = {name: p.shape for name, p in held.items() if "." in name}
    assert rows == {
        f"{kind}.{w}": (n // size(), m)
        for kind in ("moment1", "moment2")
        for w, n, m in (("w1", 16, 32), ("w2", 32, 8))
    }
    assert held["w1"].shape == (16, 32)

    def wrap(step):
        step = AutoParallel(step, "semi_auto")
        step.dataset_strategy("full_batch")
        step.hsdp(threshold=0, optimizer_level="level3")
        return step

    with together(None, graph=False):
        losses, held = train(lambda *a: by_step(*a, wrap=wrap), "momentum", 4)
    same(losses, alone("momentum", 4)[0])
    assert held["w1"].shape == held["moments.w1"].shape == (16 // size(), 32)
    same(held["w1"], own(alone("momentum", 4)[1]["w1"]))


@check
def functions_and_cells_with_strategies():
    layout = Layout((size(),), ("d",))
    x, weight = normal(8, 8), normal(4, 8, seed=1) / 3
    with together(graph=False, full_batch=True):
        net = nn.Dense(8, 4, ms.Tensor(weight), has_bias=False)
        net.shard(((size(), 1),), ((size(), 1),), {"self.weight": (1, size())})
        relu = ms.parallel.shard(ops.relu, (layout("None", "d"),), ((1, 1),))
        found = ms.jit(lambda x: relu(net(x)))(ms.Tensor(x))
        same(found, np.maximum(x @ weight.T, 0), 1e-5)
        same(net.weight, np.split(weight, size(), 1)[get_rank()])
        assert net.parameter_layout_dict["weight"][:3] == [[size()], [-1, 0], [4, 8 // size()]]
    if size() > 2:
        return
    with together("auto_parallel", graph=False, dataset_strategy=((1, size()),)):
        part = ms.jit(ops.relu)(ms.Tensor(np.split(x, size(), 1)[get_rank()]))
        same(part, np.maximum(x, 0))


@check
def parts_take_their_share_of_a_whole():
    def made():
        net = Net(*across())
        net.drop = nn.Identity()
        return net

    def holds(net, expected):
        same(net.w1, cut_across("w1", expected))
        assert net.w1.sliced
        same(net(x), np.maximum(x.asnumpy() @ expected, 0) @ w2, 1e-5)

    x, w1, w2 = ms.Tensor(batches(1)[0][0]), normal(16, 32, seed=1) / 5, normal(32, 8, seed=2) / 5
    new, folder = normal(16, 32, seed=11), tempfile.mkdtemp()
    with together(full_batch=True):
        net = made()
        net(x)
        ms.save_checkpoint(net, f"{folder}/whole.ckpt")
        ms.save_checkpoint(net, f"{folder}/part.ckpt", integrated_save=False)
        holds(net, w1)
        net.w1.set_data(ms.Tensor(new))
        holds(net, new)
        net.w1.assign_value(ms.Tensor(w1))
        holds(net, w1)
        net.w1.set_data(ms.Tensor(cut_across("w1", new)))
        holds(net, new)
        for name in ("whole", "part"):
            net.w1.set_data(ms.Tensor(new))
            ms.load_checkpoint(f"{folder}/{name}.ckpt", net)
            holds(net, w1)
        net.w1.set_data(ms.Tensor(new))
        for compiled in (False, True):  # what has parts of another one's Parameters has those
            for give in (
                lambda other: ms.load_param_into_net(other, net.parameters_dict()),
                lambda other: [
                    p.set_data(net.parameters_dict()[p.name]) for p in other.get_parameters()
                ],
            ):
                other = made()
                if compiled:
                    other(x)
                give(other)
                holds(other, new)
        for twin in (ms.Tensor(net.w1), ms.Parameter(net.w1, name="w"), ms.Parameter(net.w1.data)):
            same(ms.jit(lambda w: ops.matmul(x, w))(twin), x.asnumpy() @ new, 1e-5)
        raises(ValueError, "'value' must have the same shape", ops.assign, net.w1, ms.Tensor(new))
        raises(RuntimeError, "should have the same shape", ms.load_param_into_net, net, {
            "w1": ms.Parameter(ms.Tensor(new[:, :3]), name="w1")
        })  # fmt: skip


@check
def checkpoints_of_parts_and_of_the_whole():
    folder = Path(shared_folder())
    with together(full_batch=True, strategy_ckpt_save_file=str(folder / f"cut_{get_rank()}.ckpt")):
        net = Net(*across())
        step = nn.TrainOneStepCell(nn.WithLossCell(net, criterion()), OPTIMIZERS["adam"](net))
        step.set_train()
        x, y = map(ms.Tensor, batches(1)[0])
        step(x, y)
        expected = step(x, y).asnumpy()
        held = {p.name: p.asnumpy() for p in step.get_parameters()}
        part, whole = folder / f"part_{get_rank()}.ckpt", folder / f"whole_{get_rank()}.ckpt"
        ms.save_checkpoint(step, str(part), integrated_save=False)
        ms.save_checkpoint(step, str(whole))
        third = step(x, y).asnumpy()
        ms.load_param_into_net(step, ms.load_checkpoint(str(part)))
        ms.set_seed(3)
    wholes = ms.load_checkpoint(str(whole))
    assert wholes["w1"].shape == wholes["moment1.w1"].shape == (16, 32)
    for name, value in held.items():
        same(cut_across(name.rpartition(".")[2], wholes[name].asnumpy()), value)
    dist.barrier()
    files = [str(folder / f"part_{rank}.ckpt") for rank in range(size())]
    again = Net()
    ms.load_distributed_checkpoint(again, files, None, str(folder / "cut_0.ckpt"))
    same(again.w1, wholes["w1"].asnumpy())
    with together(full_batch=True):
        other = Net(*across())
        model = ms.Model(other)
        layouts = model.infer_predict_layout(x)
        assert layouts["w2"][2] == [32 // size(), 8]
        ms.load_distributed_checkpoint(other, files, layouts, str(folder / "cut_0.ckpt"))
        same(other.w2, held["w2"])
        same(other.w1, held["w1"])
    assert np.isfinite(expected) and np.isfinite(third)


def shared_folder():
    found = [tempfile.mkdtemp() if get_rank() == 0 else None]
    dist.broadcast_object_list(found, 0)
    return found[0]


@check
def parts_of_batches_and_stages():
    with together(full_batch=True, pipeline_stages=2):
        net = Net()
        optimizer = OPTIMIZERS["momentum"](net)
        cell = nn.PipelineCell(nn.WithLossCell(net, criterion()), 2)
        step = nn.TrainOneStepCell(cell, optimizer)
        net.drop.set_train(False)
        x, y = batches(1)[0]
        found = [float(step(ms.Tensor(x), ms.Tensor(y)).asnumpy()) for _ in range(3)]
        assert net.w1.shape == (8, 32), net.w1.shape
    with together(None):
        net = Net()
        cell = nn.PipelineCell(nn.WithLossCell(net, criterion()), 2)
        step = nn.TrainOneStepCell(cell, OPTIMIZERS["momentum"](net))
        net.drop.set_train(False)
        expected = [float(step(ms.Tensor(x), ms.Tensor(y)).asnumpy()) for _ in range(3)]
    same(found, expected)


@sweep
def two_and_two_processes():
    halves = size() // 2
    strategies = ((halves, 1), (1, 2)), ((halves, 2), (2, 1))

    def cut(name, value):
        axis = {"w1": 1, "w2": 0}.get(name)
        return value if axis is None else np.split(value, 2, axis)[get_rank() % 2]

    rows = ((halves, 1), (halves,))
    whole = {"full_batch": True}, lambda batch: batch
    parts = {"full_batch": False}, own
    told = {"dataset_strategy": rows}, lambda batch: own(batch, halves, get_rank() % halves)
    for form, name, (options, part) in (
        (by_step, "momentum", whole),
        (by_step, "adam", told),
        (by_jit, "momentum", parts),
        (by_jit, "adam", whole),
        (by_model, "momentum", told),
        (by_model, "adam", parts),
    ):
        with together(graph=form is not by_jit, **options):
            found = train(form, name, STEPS, strategies, part)
        agrees(found, name, cut)


class Convolves(nn.Cell):
    def __init__(self, cut):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(1, 4, 3, weight_init="ones"), nn.BatchNorm2d(4)
        self.last = nn.Dense(64, 8, weight_init=ms.Tensor(normal(8, 64) / 5))
        if cut:
            self.last.matmul.shard(((1, size()), (1, size())))

    def construct(self, x):
        return self.last(ops.relu(self.norm(self.conv(x))).reshape(x.shape[0], -1))


@sweep
def loss_scales_and_batch_statistics():
    def run(cut, part):
        net = Convolves(cut)
        manager = nn.DynamicLossScaleUpdateCell(2.0**10, 2, 2)
        optimizer = OPTIMIZERS["momentum"](net)
        step = nn.TrainOneStepWithLossScaleCell(
            nn.WithLossCell(net, criterion()), optimizer, manager
        )
        step.set_train()
        found = []
        for seed in range(4):
            x, y = normal(8, 1, 4, 4, seed=seed), np.arange(8, dtype=np.int32) * (seed + 3) % 8
            found += [r.asnumpy() for r in step(ms.Tensor(part(x)), ms.Tensor(part(y)))]
        return found, net.norm.moving_variance.asnumpy()

    with together(None):
        expected = run(False, lambda batch: batch)
    with together():
        found = run(True, own)
    same(found[0], expected[0], 3e-6)
    same(found[1], expected[1])


@sweep
def gradients_and_optimizers_as_programs_of_their_own():
    def run(strategies, part):
        net, loss = Net(*strategies), criterion()
        optimizer = OPTIMIZERS["adam"](net)
        net.set_train(False)
        gradient = ms.value_and_grad(lambda x, y: loss(net(x), y), None, optimizer.parameters)
        losses = []
        for x, y in batches(3):
            value, grads = gradient(ms.Tensor(part(x)), ms.Tensor(part(y)))
            optimizer(grads)
            losses.append(value.asnumpy())
        return losses

    with together(None):
        expected = run((), lambda batch: batch)
    for options, part in (({"full_batch": True}, lambda batch: batch), ({}, own)):
        with together(**options):
            same(run(across(), part), expected)


@sweep
def conditions_and_loops():
    weight = ms.Parameter(ms.Tensor(normal(4, 4)), name="w")
    product = ops.Mul().shard(((size(), 1), (size(), 1)))

    def function(x, n=3):
        y = product(weight, x)
        y = y * 2 if y.sum() > 0 else y - 1
        while y.abs().max() > 1:
            y = y / 2
        for i in range(n):
            y = y + i
        return y

    seeds = range(1, 4)
    expected = [function(ms.Tensor(normal(4, 4, seed=s))).asnumpy() for s in seeds]
    with together(graph=False, full_batch=True):
        compiled = ms.jit(function)
        for _ in range(2):
            for s, value in zip(seeds, expected, strict=True):
                same(compiled(ms.Tensor(normal(4, 4, seed=s)), n=3), value)


@sweep
def models_evaluate_predict_and_save():
    def run(strategies, part):
        net = Net(*strategies)
        net.drop = nn.Identity()
        model = ms.Model(net, criterion(), OPTIMIZERS["momentum"](net), metrics={"loss"})
        rows = [tuple(map(part, batch)) for batch in batches(4)]
        columns = tuple(np.concatenate(column) for column in zip(*rows, strict=True))
        data = ms.dataset.NumpySlicesDataset(columns, shuffle=False).batch(len(rows[0][0]))
        with tempfile.TemporaryDirectory() as folder:
            config = ms.CheckpointConfig(save_checkpoint_steps=4)
            model.fit(2, data, data, callbacks=[ms.ModelCheckpoint("net", folder, config)])
            saved = ms.load_checkpoint(f"{folder}/net-2_4.ckpt")
            saved = {name: p.asnumpy() for name, p in saved.items()}
        return model.eval(data)["loss"], model.predict(ms.Tensor(rows[0][0])).asnumpy(), saved

    with together(None):
        loss, prediction, saved = run((), lambda batch: batch)
    for options, part in (({"full_batch": True}, lambda batch: batch), ({}, own)):
        with together(**options):
            found = run(across(), part)
        same(found[0], loss)
        same(found[1], part(prediction))
        assert found[2].keys() == saved.keys()
        for name, value in saved.items():
            same(found[2][name], value)


@sweep
def copies_of_parameters_in_parts():
    def made(*strategies):
        net = Net(*strategies)
        net.drop = nn.Identity()
        return net

    x = ms.Tensor(batches(1)[0][0])
    with together(None):
        expected, net = made()(x).asnumpy(), made()
        losses = by_step(net, OPTIMIZERS["adam"](net), batches(4))
    with together(full_batch=True):
        net = made(*across())
        same(net(x), expected)
        assert net.w1.shape == (16, 32 // size())
        for twin in (net.w1.clone(), net.w1.copy(), copy.copy(net.w1)):
            assert ms.jit(lambda x, w=twin: ops.matmul(x, w))(x).shape == (16, 32)
        for one in (copy.deepcopy(net), net):  # their optimizers are made when they are cut
            same(one(x), expected)
            same(by_step(one, OPTIMIZERS["adam"](one), batches(4)), losses)


def report(folder, checks):
    """Run checks; a line for each goes into FOLDER/<rank>."""
    with open(Path(folder) / str(get_rank()), "a") as file:
        for function in checks:
            try:
                function()
                outcome = "ok"
            except Exception:
                outcome = repr(traceback.format_exc())
            file.write(f"{function.__name__} {outcome}\n")
            file.flush()


if __name__ == "__main__":
    init()
    chosen = sys.argv[2:]
    wanted = [c for c in CHECKS + SWEEP if not chosen or c.__name__ in chosen]
    report(sys.argv[1], wanted)
