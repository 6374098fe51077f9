"""Eager steps after the first compile nothing, whatever stands between gradients and Parameters."""

from __future__ import annotations

import contextlib
import functools

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core.runtime import context

OPTIMIZERS = {
    "ASGD": lambda p: nn.ASGD(p),
    "Adadelta": lambda p: nn.Adadelta(p),
    "Adagrad": lambda p: nn.Adagrad(p),
    "AdaFactor": lambda p: nn.AdaFactor(p),
    "Adam": lambda p: nn.Adam(p, weight_decay=1e-4),
    "AdaMax": lambda p: nn.AdaMax(p),
    "AdamOffload": lambda p: nn.AdamOffload(p),
    "AdamWeightDecay": lambda p: nn.AdamWeightDecay(p),
    "FTRL": lambda p: nn.FTRL(p),
    "Lamb": lambda p: nn.Lamb(p, 0.01),
    "LARS": lambda p: nn.LARS(nn.Momentum(p, 0.1, 0.9)),
    "LazyAdam": lambda p: nn.LazyAdam(p),
    "Momentum": lambda p: nn.Momentum(p, 0.1, 0.9),
    "ProximalAdagrad": lambda p: nn.ProximalAdagrad(p),
    "RMSProp": lambda p: nn.RMSProp(p, 0.01),
    "Rprop": lambda p: nn.Rprop(p),
    "SGD": lambda p: nn.SGD(p, 0.1, momentum=0.9),
    "cosine": lambda p: nn.Adam(p, nn.CosineDecayLR(1e-4, 1e-2, 8)),
}


@pytest.fixture(autouse=True)
def every_operation(request):
    """Operations are compiled in the first step, but where their first calls are looked at."""
    if "first_calls" not in request.function.__name__:
        request.getfixturevalue("at_once")


@contextlib.contextmanager
def compilations():
    seen = []

    def note(event, duration, **_):
        if event == "/jax/core/compile/backend_compile_duration":
            seen.append(duration)

    jax.monitoring.register_event_duration_secs_listener(note)
    yield seen
    jax.monitoring.unregister_event_duration_listener(note)


def network():
    return nn.SequentialCell(nn.Dense(6, 5), nn.LayerNorm((5,)), nn.ReLU(), nn.Dense(5, 3))


def batch():
    rng = np.random.default_rng(0)
    return ms.Tensor(rng.normal(size=(4, 6)).astype("f")), ms.Tensor([0, 2, 1, 0], ms.int32)


def compiled_in_later_steps(step):
    with compilations() as first:
        step()
    with compilations() as later:
        step()
        step()
    return len(first), len(later)


def test_the_table_has_every_optimizer():
    public = {n: getattr(nn, n) for n in nn.optim.__all__}
    found = {n for n, c in public.items() if isinstance(c, type) and issubclass(c, nn.Optimizer)}
    assert found - set(OPTIMIZERS) == {"Optimizer", "OptTFTWrapper"}


@pytest.mark.parametrize("name", OPTIMIZERS)
@pytest.mark.parametrize("committed", [False, True])
def test_optimizers(name, committed, monkeypatch):
    if committed:  # as after set_device
        monkeypatch.setattr(context.state, "placement", jax.devices()[0])
    net, loss = network(), nn.CrossEntropyLoss()
    optimizer = OPTIMIZERS[name](net.trainable_params())
    x, y = batch()
    step = ms.value_and_grad(lambda a, b: loss(net(a), b), None, net.trainable_params())
    assert compiled_in_later_steps(lambda: optimizer(step(x, y)[1]))[1] == 0


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_first_calls_are_no_reason_to_compile_later(name):
    number = list(OPTIMIZERS).index(name)
    sizes = 20 + number, 40 + number, 60 + number  # of no other test
    net = nn.SequentialCell(nn.Dense(*sizes[:2]), nn.ReLU(), nn.Dense(*sizes[1:]))
    optimizer, loss = OPTIMIZERS[name](net.trainable_params()), nn.CrossEntropyLoss()
    x = ms.Tensor(np.random.default_rng(0).normal(size=(6, sizes[0])).astype("f"))
    y = ms.Tensor([0, 2, 1, 0, 3, 1], ms.int32)
    step = ms.value_and_grad(lambda a, b: loss(net(a), b), None, net.trainable_params())
    assert compiled_in_later_steps(lambda: optimizer(step(x, y)[1]))[1] == 0


def test_loss_scaling_and_accumulation():
    net, loss = network(), nn.CrossEntropyLoss()
    optimizer = nn.Adam(net.trainable_params())
    x, y = batch()
    step = ms.value_and_grad(lambda a, b: loss(net(a), b) * 128.0, None, optimizer.parameters)
    kept = [ops.zeros_like(p) for p in optimizer.parameters]

    def run():
        _, grads = step(x, y)
        for place, grad in zip(kept, grads, strict=True):
            place += grad / 128.0
        optimizer(tuple(kept))

    assert compiled_in_later_steps(run)[1] == 0


def test_scaled_training_cell():
    net = nn.WithLossCell(network(), nn.CrossEntropyLoss())
    scale = nn.FixedLossScaleUpdateCell(64)
    cell = nn.TrainOneStepWithLossScaleCell(net, nn.SGD(net.trainable_params(), 0.1), scale)
    x, y = batch()
    assert compiled_in_later_steps(lambda: cell(x, y))[1] == 0


def test_hooks():
    net = network()
    for parameter in net.trainable_params():
        parameter.register_hook(lambda grad: grad * 2)
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    step = ms.grad(lambda a: ops.sum(net(a)), None, net.trainable_params())
    x = batch()[0]
    assert compiled_in_later_steps(lambda: optimizer(step(x)))[1] == 0


def test_higher_gradients():
    weight = ms.Parameter(ms.Tensor([[0.5, -0.2], [0.1, 0.3]]), name="weight")

    def loss(x):
        return ops.sum(ops.tanh(ops.matmul(x, weight)))

    slope = ms.grad(lambda x: ops.sum(ms.grad(loss)(x) ** 2), None, [weight])
    optimizer = nn.Momentum([weight], 0.1, 0.9)
    x = ms.Tensor([[1.0, 2.0]])
    assert compiled_in_later_steps(lambda: optimizer(slope(x)))[1] == 0


def test_loaded_parameters(tmp_path):
    net, loss = network(), nn.CrossEntropyLoss()
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    x, y = batch()
    step = ms.value_and_grad(lambda a, b: loss(net(a), b), None, net.trainable_params())
    optimizer(step(x, y)[1])
    ms.save_checkpoint(net, str(tmp_path / "net.ckpt"))
    ms.load_param_into_net(net, ms.load_checkpoint(str(tmp_path / "net.ckpt")))
    with compilations() as seen:
        optimizer(step(x, y)[1])
    assert not seen


def groups(params):
    """Weights and the rest have learning rates and decays of their own."""
    weights = [p for p in params if "weight" in p.name]
    others = [p for p in params if "weight" not in p.name]
    parts = [
        {"params": weights, "weight_decay": 0.01, "lr": nn.CosineDecayLR(0.01, 0.1, 8)},
        {"params": others, "lr": 0.01},
    ]
    return nn.Momentum([*parts, {"order_params": params}], 0.1, 0.9, weight_decay=0.1)


def grouped(net, loss):
    optimizer = groups(net.trainable_params())
    step = ms.value_and_grad(lambda a, b: loss(net(a), b), None, optimizer.parameters)
    return lambda x, y, i: optimizer(step(x, y)[1])


def assigned_rate(net, loss):
    optimizer = nn.Adam(net.trainable_params(), 0.1)
    step = ms.value_and_grad(lambda a, b: loss(net(a), b), None, optimizer.parameters)

    def run(x, y, i):
        ops.assign(optimizer.learning_rate, ms.Tensor(0.1 / (i + 1), ms.float32))
        optimizer(ops.clip_by_global_norm(step(x, y)[1], 1.0 + i / 10))

    return run


def averaged(net, loss):
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    step = ms.value_and_grad(lambda a, b: loss(net(a), b), None, optimizer.parameters)
    means = [ms.Parameter(p.copy(), name="mean." + p.name) for p in optimizer.parameters]

    def run(x, y, i):
        optimizer(step(x, y)[1])
        share = min(0.99, (1 + i) / (10 + i))
        for mean, weight in zip(means, optimizer.parameters, strict=True):
            mean.set_data(mean * share + weight * (1 - share))

    return run


def evaluated(net, loss):
    net = nn.SequentialCell(net, nn.BatchNorm1d(3), nn.Dropout(p=0.3))
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    step = ms.value_and_grad(lambda a, b: loss(net(a), b), None, optimizer.parameters)

    def run(x, y, i):
        net.set_train(True)
        optimizer(step(x, y)[1])
        net.set_train(False)
        return (net(x).argmax(1) == y).astype(ms.float32).mean().asnumpy()

    return run


def with_outputs(net, loss):
    optimizer = nn.SGD(net.trainable_params(), 0.1)

    def forward(a, b, temperature):
        out = net(a) / temperature
        return loss(out, b) * temperature**2, out

    step = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)

    def run(x, y, i):
        _, grads = step(x, y, 1.5 + 0.3 * i)
        optimizer(grads)

    return run


def scaled(level):
    def make(net, loss):
        net = ms.amp.auto_mixed_precision(net, level)
        optimizer = nn.Adam(net.trainable_params(), 0.01)
        scaler = ms.amp.DynamicLossScaler(1024, 2, 2)
        step = ms.value_and_grad(
            lambda a, b: scaler.scale(loss(net(a).astype(ms.float32), b)),
            *(None, optimizer.parameters),
        )

        def run(x, y, i):
            grads = scaler.unscale(step(x, y)[1])
            finite = ms.amp.all_finite(grads)
            scaler.adjust(finite)
            if finite:
                optimizer(grads)

        return run

    return make


LOOPS = {
    "groups": grouped,
    "assigned rate and clipped gradients": assigned_rate,
    "moving averages": averaged,
    "evaluation between the steps": evaluated,
    "outputs, and a number that changes": with_outputs,
    **{f"mixed precision {level}": scaled(level) for level in ("O1", "O2", "O3")},
}


@pytest.mark.parametrize("name", LOOPS)
def test_training_loops(name):
    run, (x, y) = LOOPS[name](network(), nn.CrossEntropyLoss()), batch()
    numbers = iter(range(3))
    first, later = compiled_in_later_steps(lambda: run(x, y, next(numbers)))
    assert first and not later


def test_gradients_are_committed_as_their_parameters_are():
    net = network()
    x = batch()[0]
    grads = ms.grad(lambda a: ops.sum(net(a)), None, net.trainable_params())(x)
    assert [g._data.committed for g in grads] == [p._data.committed for p in net.trainable_params()]


class ConditionalStep(nn.Cell):
    """A training step of older programs: the update waits for a look at the gradients."""

    def __init__(self, network, optimizer):
        super().__init__(auto_prefix=False)
        self.network, self.optimizer, self.weights = network, optimizer, optimizer.parameters
        self.grad = ops.GradOperation(get_by_list=True, sens_param=True)

    def finite(self, gradient):
        return ops.isfinite(gradient).all()

    def construct(self, x, y):
        loss = self.network(x, y)
        sens = ops.fill(loss.dtype, loss.shape, 64.0)
        grads = self.grad(self.network, self.weights)(x, y, sens)
        if self.finite(grads[0]):
            self.optimizer(tuple(g / 64.0 for g in grads))
        return loss


@pytest.fixture
def graph_mode(monkeypatch):
    monkeypatch.setattr(context.state, "mode", context.GRAPH_MODE)


class LookingStep(ConditionalStep):
    """One that looks in a way that has no compiled form."""

    def finite(self, gradient):
        return bool(ops.isfinite(gradient).all().asnumpy())


@pytest.mark.runs_eagerly
@pytest.mark.parametrize(("kind", "warnings"), [(LookingStep, 1), (ConditionalStep, 0)])
def test_gradients_inside_a_step_with_a_condition(graph_mode, caplog, kind, warnings):
    net = nn.WithLossCell(network(), nn.CrossEntropyLoss())
    step = kind(net, nn.Momentum(net.trainable_params(), 0.1, 0.9))
    x, y = batch()
    assert compiled_in_later_steps(lambda: step(x, y))[1] == 0
    assert len([r for r in caplog.records if "runs eagerly" in r.message]) == warnings


@pytest.mark.parametrize("make", [ms.grad, ms.value_and_grad])
def test_gradient_functions_that_every_step_asks_for(graph_mode, make):
    net = network()
    x = batch()[0]

    class Trainer:
        def forward(self, a):
            return ops.sum(net(a))

    trainer = Trainer()
    run = lambda: make(trainer.forward, None, net.trainable_params())(x)  # noqa: E731
    assert compiled_in_later_steps(run)[1] == 0


def test_remembered_gradient_functions_are_told_apart():
    w, v = (ms.Parameter(ms.Tensor([n]), name=name) for n, name in ((2.0, "w"), (5.0, "v")))

    def f(x, y):
        return ops.sum(x * y * w * v)

    x, y = ms.Tensor([3.0]), ms.Tensor([7.0])
    assert ms.grad(f)(x, y).asnumpy() == [70]
    assert ms.grad(f, 1)(x, y).asnumpy() == [30]
    assert [g.asnumpy() for g in ms.grad(f, (1, 0))(x, y)] == [[30], [70]]
    assert ms.grad(f, None, w)(x, y).asnumpy() == [105]
    assert ms.grad(f, None, v)(x, y).asnumpy() == [42]
    assert isinstance(ms.grad(f, None, [v])(x, y), tuple)
    assert len(ops.GradOperation(get_all=True)(f)(x, y)) == 2
    assert ops.GradOperation()(f)(x, y).asnumpy() == [70]


def test_wrappers_do_not_share_what_was_made_for_the_function():
    def f(x):
        return ops.sum(x * x)

    assert ms.grad(f)(ms.Tensor([3.0])).asnumpy() == [6]

    @functools.wraps(f)
    def g(x):
        return f(x) * 10

    assert ms.grad(g)(ms.Tensor([3.0])).asnumpy() == [60]
    assert ms.grad(f)(ms.Tensor([3.0])).asnumpy() == [6]


X = np.arange(3, dtype=np.float32)


def assigned():
    made = ms.Parameter(ms.Tensor(X), name="p")
    made.set_data(ms.Tensor(X * 2))
    made[0] = 5.0
    return made


def from_dataset():
    data = ms.dataset.NumpySlicesDataset({"x": np.ones((4, 3), np.float32)}, shuffle=False)
    return next(data.batch(2).create_tuple_iterator())[0]


def from_checkpoint():
    net = nn.Dense(3, 1)
    ms.load_param_into_net(
        net, {p.name: ms.Parameter(p, name=p.name) for p in net.get_parameters()}
    )
    return net.weight


MADE = {
    "array": lambda: ms.Tensor(X),
    "list": lambda: ms.Tensor([1.0]),
    "number": lambda: ms.Tensor(1.0),
    "float64": lambda: ms.Tensor(np.ones(2)),
    "zeros": lambda: ops.zeros((2,)),
    "arange": lambda: ops.arange(3),
    "random": lambda: ops.rand(3),
    "dropout": lambda: ops.dropout(ms.Tensor(X)),
    "cast": lambda: ops.cast(1.0, ms.float32),
    "product with a number": lambda: ms.Tensor(X) * 2.0,
    "item": lambda: ms.Tensor(X)[0],
    "gradient": lambda: ms.grad(lambda x: (x * x).sum())(ms.Tensor(X)),
    "compiled": lambda: ms.jit(lambda x: ops.ones((3,)) * 2.0 + x)(ms.Tensor(X)),
    "vmap": lambda: ms.vmap(lambda x: x * 2.0)(ms.Tensor(X)),
    "parameter": assigned,
    "dataset": from_dataset,
    "checkpoint": from_checkpoint,
}


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_is_not_bound_to_a_device_nor_weakly_typed(name):
    array = MADE[name]()._data
    assert not array.committed and not array.weak_type
