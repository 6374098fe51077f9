"""Conditions on values in compiled code: a table of programs in every mode, and what falls back."""

from __future__ import annotations

import functools
import logging

import every_mode
import numpy as np
import pytest
from every_mode import plain

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.compile import lift


def t(*values, dtype=np.float32):
    return Tensor(np.array(values if len(values) != 1 else values[0], dtype))


# -- programs: one Tensor in, a value out ---------------------------------------------------------


def one_branch(x):
    y = x
    if x.sum() > 0:
        y = x * 2
    return y + 1


def two_branches(x):
    if x.sum() > 0:
        return x * 2
    else:
        return -x


def chain(x):
    s = x.sum()
    if s > 4:
        return x * x
    elif s > 0:
        return x + 3
    elif s > -4:
        return x.sin()
    return x * 0


def nested(x):
    if x.sum() > 0:
        if x.max() > 2:
            y = x * 5
        else:
            y = x - 1
    else:
        y = x * x if x.min() < -2 else x + 7
    return y


def three_deep(x):
    y = x
    if x.sum() > 0:
        y = y + 1
        if y.max() > 2:
            y = y * 2
            if y.sum() > 9:
                y = y - 100
            else:
                y = y.tanh()
    return y


def ternary(x):
    return (x if x.sum() > 0 else -x) * (2 if x.max() > 1 else 3)


def connectives(x):
    s = x.sum()
    if (s > 0 and x.max() < 3) or not (s > -3):
        return x * 2
    return x * 3


def chained_comparison(x):
    return x * 2 if -1 < x.sum() < 2 else x * 3


def negation(x):
    done = x.sum() > 0
    if not done:
        x = x + 1
    if done:
        x = x * 4
    return x


def float_truth(x):
    return x + 1 if x.sum() else x - 1


def early_return(x):
    for i in range(3):
        if x.sum() > i:
            return x + i
    return x * 10


def static_loop(x):
    for _ in range(4):
        if x.sum() > 2:
            break
        x = x + 1
    else:
        x = x * 3
    return x


def skipping(x):
    total = x * 0
    for i in range(3):
        if x.max() > i:
            continue
        total = total + x * i
    return total


def maximum(x):
    return max(x.sum(), (x * x).sum() - 3) + x


def any_of(x):
    return x * 2 if any(v > 1 for v in x.reshape(-1)[:2]) else x


def filtered(x):
    parts = [v for v in x.reshape(-1)[:2] if v > 0]
    return sum(parts, x * 0)


def tried(x):
    try:
        if x.sum() > 0:
            raise ValueError("positive")
        y = x * 2
    except ValueError:
        y = x * 5
    return y


def finally_(x):
    y = x
    try:
        if x.sum() > 0:
            return y * 2
        y = y + 1
    finally:
        z = y * 3
    return z


def called(x):
    def inner(v):
        if v.max() > 1:
            return v * 2
        return v

    return inner(x) + inner(-x)


def recursive(x, depth=3):
    if depth == 0:
        return x
    if x.sum() > 1:
        return recursive(x - 1, depth - 1)
    return recursive(x * 2, depth - 1)


def containers(x):
    out = {"a": x, "b": [x, x * 2]}
    if x.sum() > 0:
        out["b"][0] = x + 5
        out["a"] = -x
    return out["a"], tuple(out["b"])


def appended(x):
    found = [x]
    if x.sum() > 0:
        found.append(x + 1)
    else:
        found.append(x - 1)
    return found[-1] + found[0]


def in_place(x):
    y = x * 1
    if x.sum() > 0:
        y[0] = 9.0
    else:
        y += 2
    return y


def numbers(x):
    return x * 2, (1 if x.sum() > 0 else 5), (x.sum() > 0 and 0.5 or 2.5)


def strings_alike(x):
    name = "plus"
    if x.sum() > 0:
        x = x + 1
    return x, name


def random_in_a_branch(x):
    if x.sum() > 0:
        x = x + ops.rand(2)
    return x + ops.rand(2)


def gradient_inside(x):
    def loss(v):
        return (v * v * v).sum() if v.sum() > 0 else (v * 2).sum()

    return ms.grad(loss)(x)


def gradient_in_a_branch(x):
    if x.sum() > 0:
        return ms.grad(lambda v: (v * v).sum())(x)
    return x


def second_gradient(x):
    def loss(v):
        return (v * v * v).sum() if v.sum() > 0 else (v.sin() * v).sum()

    return ms.grad(lambda v: ms.grad(loss)(v).sum())(x)


def value_and_gradient(x):
    def loss(v):
        if v.max() > 1:
            return (v * v).sum(), v
        return v.sum(), -v

    return ms.value_and_grad(loss, has_aux=True)(x)


def pulled_by_hook(x):
    def loss(v):
        w = v * 2
        w.register_hook(lambda g: g * 3)
        return (w * w).sum() if v.sum() > 0 else w.sum()

    return ms.grad(loss)(x)


def clipped(x):
    norm = (x * x).sum().sqrt()
    if norm > 1.0:
        x = x / norm
    return x


def match_statement(x):
    match x.sum() > 0:
        case flag if flag:
            return x + 1
        case _:
            return x - 1


def walrus(x):
    if (s := x.sum()) > 0:
        return x * s
    return x + s


def lambdas(x):
    f = (lambda v: v + 1) if x.sum() > 0 else (lambda v: v * 3)
    return f(x)


def same_condition_twice(x):
    c = x.sum() > 0
    y = x + 1 if c else x
    return y * 2 if c else y * 3


def contained(x):
    return x + 1 if 1.0 in x else x - 1


def item_of_both(x):
    a, b = (x, -x) if x.sum() > 0 else (-x, x)
    return a - b * 2


def mixed_number(x):
    return x * 0 + (x.sum() if x.sum() > 0 else ops.zeros(()))


PROGRAMS = [
    one_branch, two_branches, chain, nested, three_deep, ternary, connectives, chained_comparison,
    negation, float_truth, early_return, static_loop, skipping, maximum, any_of, filtered, tried,
    finally_, called, recursive, containers, appended, in_place, numbers, strings_alike,
    random_in_a_branch, gradient_inside, gradient_in_a_branch, second_gradient, value_and_gradient,
    pulled_by_hook, clipped, match_statement, walrus, lambdas, same_condition_twice, contained,
    item_of_both, mixed_number,
]  # fmt: skip
INPUTS = [(1.5, 0.25), (-1.5, -2.0), (4.0, 3.0), (-0.5, 0.75), (1.0, -1.0)]


agree = functools.partial(every_mode.agree, rtol=2e-6, rel=1e-6)


def results(function, values):
    ms.set_seed(11)
    return [plain(function(t(*v))) for v in values]


class Whole(nn.Cell):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def construct(self, x):
        return self.function(x)


@pytest.fixture
def graph_mode():
    before = ms.get_context("mode")
    yield lambda: ms.set_context(mode=ms.GRAPH_MODE)
    ms.set_context(mode=before)


@pytest.mark.thin(4)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_programs_are_compiled_as_they_run_eagerly(program, graph_mode):
    want = results(program, INPUTS)
    agree(results(ms.jit(program), [*INPUTS, *INPUTS][: len(INPUTS)]), want)
    cell = Whole(program)
    graph_mode()
    agree(results(cell, INPUTS), want)


DIFFERENTIATED = [
    one_branch, two_branches, chain, nested, three_deep, ternary, negation, static_loop, tried,
    called, recursive, in_place, clipped, same_condition_twice, maximum, gradient_inside,
]  # fmt: skip


@pytest.mark.thin(5)
@pytest.mark.parametrize("program", DIFFERENTIATED, ids=lambda p: p.__name__)
def test_gradients_from_outside_and_inside(program):
    def loss(x):
        return (program(x) * t(1.0, 2.0)).sum()

    compiled = ms.jit(program)
    want = results(ms.grad(loss), INPUTS)
    agree(results(ms.jit(ms.grad(loss)), INPUTS), want)
    agree(results(ms.grad(lambda x: (compiled(x) * t(1.0, 2.0)).sum()), INPUTS), want)


# -- what paths change ----------------------------------------------------------------------------


class Stateful(nn.Cell):
    """A Cell whose branches write a Parameter, a buffer-like Tensor and the random state."""

    def __init__(self):
        super().__init__()
        self.w = Parameter(t(1.0, 2.0), name="w")
        self.steps = Parameter(Tensor(0, ms.int32), name="steps", requires_grad=False)
        self.last = t(0.0, 0.0)

    def construct(self, x):
        y = x * self.w
        if y.sum() > 0:
            self.w += x
            ops.assign_add(self.steps, Tensor(1, ms.int32))
            self.last = y
            if self.steps % 2 == 0:
                y = y + ops.rand(2)
        else:
            ops.assign(self.w, self.w * 2)
        return y.sum()


def test_parameters_attributes_and_random_state_written_in_branches(graph_mode):
    def play(make):
        net = Stateful()
        run = make(net)
        found = results(run, [*INPUTS, *INPUTS])
        return [found, plain((net.w.value(), net.steps.value(), net.last)), ops.rand(2).tolist()]

    want = play(lambda net: net)
    agree(play(ms.jit), want)
    graph_mode()
    agree(play(lambda net: net), want)


class OverflowStep(nn.Cell):
    """The training step of r1.x programs: the optimizer runs unless the gradients overflow."""

    def __init__(self, optimizer=nn.Adam):
        super().__init__(auto_prefix=False)
        self.network = nn.Dense(3, 1, weight_init="ones", bias_init="zeros")
        self.weights = ms.ParameterTuple(self.network.trainable_params())
        self.optimizer = optimizer(self.weights, 0.1)
        self.grad = ops.GradOperation(get_by_list=True, sens_param=True)
        self.scale = Parameter(Tensor(8.0), name="scale", requires_grad=False)

    def construct(self, x):
        loss = self.network(x).sum()
        grads = self.grad(lambda v: self.network(v).sum(), self.weights)(x, self.scale.value())
        finite = ops.isfinite(grads[0]).all()
        if finite:
            self.optimizer(tuple(g / self.scale for g in grads))
            self.scale *= 2
        else:
            self.scale /= 4
        return loss, finite


@pytest.mark.parametrize("optimizer", [nn.Adam, nn.Momentum, nn.SGD])
def test_a_step_with_an_overflow_test_is_compiled(optimizer, graph_mode):
    if optimizer is nn.Momentum:

        def make(weights, rate):
            return nn.Momentum(weights, rate, 0.9)
    else:
        make = optimizer

    def play():
        step = OverflowStep(make)
        found = []
        for v in (1.0, 2.0, np.inf, 3.0, np.nan, 0.5):
            found.append(plain(step(Tensor(np.full((2, 3), v, np.float32)))))
        return found, {p.name: plain(p.value()) for p in step.get_parameters()}

    want, weights = play()
    graph_mode()
    got, found = play()
    agree([g[2] for g in got], [w[2] for w in want])
    assert found.keys() == weights.keys()
    for name, value in weights.items():
        agree(found[name], value)


def test_one_path_leaves_out_what_the_other_writes():
    p, q = Parameter(t(1.0), name="p"), Parameter(t(5.0), name="q")

    @ms.jit
    def f(x):
        if x > 0:
            ops.assign(p, x)
        else:
            ops.assign(q, x)
        return p + q

    assert f(t(2.0)).tolist() == 7.0 and (p.tolist(), q.tolist()) == (2.0, 5.0)
    assert f(t(-3.0)).tolist() == -1.0 and (p.tolist(), q.tolist()) == (2.0, -3.0)


def test_an_argument_written_in_a_branch():
    @ms.jit
    def f(x):
        if x.sum() > 0:
            x[0] = 7.0
        return x * 2

    a, b = t(1.0, 2.0), t(-1.0, -2.0)
    assert f(a).tolist() == [14.0, 4.0] and a.tolist() == [7.0, 2.0]
    assert f(b).tolist() == [-2.0, -4.0] and b.tolist() == [-1.0, -2.0]


# -- exceptions and text --------------------------------------------------------------------------


def test_a_path_that_raises_runs_eagerly_when_it_is_taken():
    p = Parameter(t(0.0), name="p")

    @ms.jit
    def f(x):
        ops.assign(p, p + 1)
        if x > 3:
            raise ValueError(f"too large: {x}")
        assert x > -3, "too small"
        return x * p

    for _ in range(3):
        p.set_data(t(0.0))
        assert f(t(2.0)).tolist() == 2.0
        with pytest.raises(ValueError, match=r"too large: 4\.0"):
            f(t(4.0))
        with pytest.raises(AssertionError, match="too small"):
            f(t(-4.0))
        assert p.tolist() == 3.0  # as eager code, which had counted before it raised
    assert ms.grad(f)(t(1.0)).tolist() == 4.0


@pytest.mark.runs_eagerly
def test_exceptions_that_are_usual(caplog):
    @ms.jit
    def f(x):
        if x > 0:
            raise KeyError("no")
        return x

    with caplog.at_level(logging.WARNING, "msjax.jit"):
        for _ in range(12):
            with pytest.raises(KeyError, match="no"):
                f(t(1.0))
    assert len(caplog.records) == 1
    assert f(t(-1.0)).tolist() == -1.0


def test_text_is_printed_on_the_path_that_is_taken(capfd):
    @ms.jit
    def f(x):
        print("start", x)
        if x > 0:
            print("more than", 0, sep="_", end="!\n")
        else:
            print("less:", [x, 1])
        return x

    for v in (1.0, -2.0, 3.0):
        f(t(v)).asnumpy()
    text = capfd.readouterr().out
    less = "less: [Tensor(shape=[], dtype=Float32, value= -2), 1]"
    assert text.splitlines() == [
        "start 1.0", "more than_0!", "start -2.0", less, "start 3.0", "more than_0!",
    ]  # fmt: skip


def test_text_of_code_without_conditions_is_printed_at_each_call(capfd):
    @ms.jit
    def f(x):
        print("at", x)
        return x

    f(t(1.0)), f(t(2.0))
    assert capfd.readouterr().out == "at 1.0\nat 2.0\n"


# -- what falls back ------------------------------------------------------------------------------

GLOBAL: list = []


def differing_shapes(x):
    return x[:1] if x.sum() > 0 else x


def differing_types(x):
    return None if x.sum() > 0 else x


def differing_text(x):
    return x, "plus" if x.sum() > 0 else "minus"


def differing_lengths(x):
    return (x,) if x.sum() > 0 else (x, x)


def differing_kinds(x):
    kept = (x, 1) if x.sum() > 1 else [x, 2.0]
    return kept, x.sum() if x.max() > 1 else 0, x.max() > 0 or None


def differing_dtypes(x):
    return (x, x.astype(ms.float16)) if x.sum() > 1 else (x.astype(ms.float16), x)


def many_conditions(x):
    total = x.sum() * 0
    for i in [*range(20)]:
        if x.sum() > i:
            total = total + i
    return total


OF_ANOTHER_KIND = [
    differing_shapes, differing_types, differing_text, differing_lengths, differing_kinds,
    differing_dtypes, many_conditions,
]  # fmt: skip


@pytest.mark.parametrize("program", OF_ANOTHER_KIND, ids=lambda p: p.__name__)
def test_results_of_another_kind_on_each_path(program):
    want = results(program, INPUTS)
    agree(results(ms.jit(program, fullgraph=True), INPUTS), want)


def test_gradients_through_results_of_another_kind():
    def loss(x, f=differing_lengths):
        return sum((v * v).sum() for v in f(x)) * 0.5

    for x in (t(1.0, 2.0), t(-3.0, 1.0)):
        want = plain(ms.grad(loss)(x))
        compiled = ms.jit(differing_lengths, fullgraph=True)
        agree(plain(ms.grad(lambda v: loss(v, compiled))(x)), want)  # noqa: B023
        agree(plain(ms.jit(ms.grad(loss), fullgraph=True)(x)), want)


def changed_list(x):
    if x.sum() > 0:
        GLOBAL.append(1)
    return x * len(GLOBAL)


def text_of_a_value(x):
    print("start")
    return x * len(f"{x.sum()}") if x.sum() > 0 else x


FALLBACKS = {
    changed_list: "the list 'GLOBAL' changes in code that depends on the value of a Tensor",
    text_of_a_value: "text",
}


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("program", FALLBACKS, ids=lambda p: p.__name__)
def test_what_cannot_be_joined_runs_eagerly(program, caplog, capfd):
    GLOBAL.clear()
    want = results(program, INPUTS)
    GLOBAL.clear()
    compiled = ms.jit(program)
    with caplog.at_level(logging.WARNING, "msjax.jit"):
        agree(results(compiled, INPUTS), want)
    (record,) = caplog.records
    text = record.getMessage()
    assert FALLBACKS[program] in text and "test_forks.py:" in text
    assert text.endswith(" to compile it.")
    GLOBAL.clear()


def test_control_flow_can_be_turned_off(monkeypatch):
    monkeypatch.setenv("MSJAX_CONTROL_FLOW", "off")
    with pytest.raises(RuntimeError, match=r"test_forks\.py.*needs the value of a Tensor"):
        ms.jit(two_branches, fullgraph=True)(t(1.0, 2.0))


def test_fullgraph_takes_conditions_and_refuses_what_falls_back():
    assert ms.jit(two_branches, fullgraph=True)(t(1.0, 2.0)).tolist() == [2.0, 4.0]
    changing = ms.jit(changed_list, fullgraph=True)
    changing(t(1.0, 2.0))  # what it reads may have been filled
    with pytest.raises(
        RuntimeError, match=r"test_forks\.py:\d+: the list 'GLOBAL' changes in code"
    ):
        changing(t(1.0, 2.0))


@pytest.mark.parametrize("value", [1j, 0j, 2 + 0j, np.nan, -0.0, 1e-40, True, False, 3, 0], ids=str)
def test_truth_of_every_kind_of_value(value):
    x = Tensor(np.array([[value]]))
    assert ms.jit(lambda x: 1 if x else 2, fullgraph=True)(x) == (1 if value else 2)


def test_python_and_numpy_random_numbers_are_drawn_once():
    import random

    def f(x):
        scale = random.random() + np.random.rand()
        return x * scale if x.sum() > 0 else -x * scale

    random.seed(3)
    np.random.seed(3)
    want = random.random() + np.random.rand()
    after = random.random(), np.random.rand()
    random.seed(3)
    np.random.seed(3)
    assert ms.jit(f)(t(1.0, 1.0)).tolist() == pytest.approx([want, want])
    assert (random.random(), np.random.rand()) == after


@pytest.mark.runs_eagerly
def test_gradients_by_integers_through_conditions():
    def f(x, n):
        return x * n if x.sum() > 0 else x * n * 2

    x, n = t(1.0, 2.0), Tensor(np.array([3, 4], np.int32))
    want = plain(ms.grad(f, (0, 1))(x, n))
    agree(plain(ms.grad(ms.jit(f), (0, 1))(x, n)), want)
    agree(plain(ms.jit(ms.grad(f, (0, 1)))(x, n)), want)


class Lasting(nn.Cell):
    """What branches change here is not given back by any path."""

    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(1, 1, weight_init="ones", has_bias=False)
        self.w = ms.Parameter(t(1.0), name="w")
        self.generator = ms.Generator().manual_seed(5)


def twice(cell, inputs, output):
    return 2 * output


LASTING = {
    "requires_grad": lambda net: setattr(net.w, "requires_grad", not net.w.requires_grad),
    "name": lambda net: setattr(net.w, "name", net.w.name + "x"),
    "comm_fusion": lambda net: setattr(net.w, "comm_fusion", net.w.comm_fusion + 1),
    "forward hook": lambda net: net.dense.register_forward_hook(twice),
    "pre hook": lambda net: net.dense.register_forward_pre_hook(lambda cell, x: (2 * x[0],)),
    "float type": lambda net: net.dense.to_float(ms.float16),
    "seed": lambda net: ms.set_seed(ms.get_seed() + 1),
    "generator": lambda net: net.generator.manual_seed(net.generator.initial_seed() + 1),
    "mode": lambda net: ms.set_context(mode=ms.GRAPH_MODE),
}


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("value", [0.5, 2.0])
@pytest.mark.parametrize("when", ["if", "always", "before a loop"])
@pytest.mark.parametrize("kind", LASTING)
def test_lasting_changes_are_those_of_eager_code(kind, when, value):
    def code(net, x, n):
        y = x * 1
        if when != "if" or x > 1:
            LASTING[kind](net)
        if when == "before a loop":
            for _ in range(n):
                y = y + 1
        return net.dense(y.reshape(1, 1)).astype(ms.float32)

    def seen(compiled):
        ms.set_seed(3)
        net = Lasting()
        run = ms.jit(lambda x, n: code(net, x, n)) if compiled else (lambda x, n: code(net, x, n))
        found = [run(Tensor(value), Tensor(2)).tolist() for _ in range(2)]
        after = net.dense(t(1.0).reshape(1, 1))
        info = net.w.requires_grad, net.w.name, net.w.comm_fusion, net.generator.initial_seed()
        found += [info, after.tolist(), after.dtype, ms.get_seed(), ms.get_context("mode")]
        ms.set_context(mode=ms.PYNATIVE_MODE)
        return found

    assert seen(True) == seen(False)


def until_steady(x):
    last = None
    for _ in range(40):
        y = x * 0.5
        if last is not None and y is last:
            break
        if (x - y).max() < 1e-3:
            break
        last = x = y
    return x


def until_return(x):
    before = x
    while x.max() > 1e-3:
        x = x * 0.5
        if x is before:
            break
        if x.sum() < 0.1:
            return x
    return -x


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("program", [until_steady, until_return])
def test_a_loop_of_too_many_turns_is_given_up_before_each_number_of_turns_is_traced(
    program, caplog, monkeypatch
):
    paths = []
    trace = lift._trace
    monkeypatch.setattr(lift, "_trace", lambda *a: paths.append(1) or trace(*a))
    with caplog.at_level(logging.WARNING, "msjax.jit"):
        got = ms.jit(program)(t(3.0, 1.0))
    np.testing.assert_array_equal(got.asnumpy(), program(t(3.0, 1.0)).asnumpy())
    assert len(paths) <= 20
    (record,) = caplog.records
    assert f"'{program.__name__}' compares objects by 'is'" in record.getMessage()


class LossScaleCounter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.good = Parameter(Tensor(0, ms.int32), name="good", requires_grad=False)

    def construct(self, x):
        if x.sum() > 0:
            self.good += 1
            if self.good >= 2:
                self.good *= 0
        else:
            self.good *= 3
        return x


def test_a_scalar_counter_is_multiplied_in_branches():
    net = LossScaleCounter()
    step, counts = ms.jit(net), []
    for value in (1.0, -1.0, 1.0, -1.0, 1.0, 1.0):
        step(t(value))
        counts.append(int(net.good))
    assert counts == [1, 3, 0, 0, 1, 0]
    assert net.good.dtype == ms.int32
