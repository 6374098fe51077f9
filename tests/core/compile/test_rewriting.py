"""Loops on values in compiled code: a table of programs in every mode, and what falls back."""

from __future__ import annotations

import functools
import logging
import types

import numpy as np
import pytest
from every_mode import agree, plain
from interpreted import op_by_op

import msjax as ms
from msjax import Parameter, Tensor, nn, ops


def t(*values, dtype=np.float32):
    return Tensor(np.array(values if len(values) != 1 else values[0], dtype))


# -- programs: a Tensor of two numbers and a count in, a value out --------------------------------


def doubled(x, n):
    while x.sum() < n:
        x = x * 2
    return x


def counted(x, n):
    i = 0
    while i < n:
        x = x + i
        i = i + 1
    return x, i


def counted_by_tensor(x, n):
    i = Tensor(0, ms.int32)
    while i < n:
        x = ops.tanh(x) + i
        i = i + 1
    return x, i


def ranged(x, n):
    s = x * 0
    for i in range(n):
        s = s + x * i
    return s


def ranged_twice(x, n):
    for i in range(1, n + 1):
        for j in range(i):
            x = x + 0.5 * j
    return x


def stepped(x, n):
    for i in range(n, 0, -2):
        x = x - i
    return x


def last_position(x, n):
    i = -1
    for i in range(n):  # noqa: B007 - read after the loop
        x = x + 1
    return x, i


def broken(x, n):
    k = 0
    while x.sum() < 50:
        if k >= n:
            break
        x = x * 1.5
        k += 1
    return x, k


def broken_with_else(x, n):
    while x.sum() < 40:
        x = x + 3
        if x.max() > n * 3:
            break
    else:
        x = -x
    return x


def endless(x, n):
    while True:
        x = x * 2
        if x.sum() > n:
            break
    return x


def continued(x, n):
    s = x * 0
    for i in range(n):
        if i % 2 == 1:
            continue
        s = s + i
    return s + x


def returned(x, n):
    for _ in range(n):
        x = x + 1
        if x.sum() > 8:
            return x * 100
    return x


def returned_from_two(x, n):
    i = 0
    while i < n:
        for j in range(n):
            x = x + j
            if x.sum() > 20:
                return x, True
        i += 1
    return x, False


def first_set_inside(x, n):
    i = 0
    while i < n:
        y = x * i
        x = y + 1
        i += 1
    return x


def settling(x, n):
    total = 0
    i = 0
    while i < n:
        total = total + x.sum()
        i += 1
    return x + total


def branches_inside(x, n):
    for i in range(n):
        if x.sum() > 4:
            x = x - i
        elif x.max() > 1:
            x = x * 2
        else:
            x = x + 3
    return x


def inside_a_branch(x, n):
    if x.sum() > 0:
        while x.sum() < n * 4:
            x = x + 1
    else:
        for _ in range(n):
            x = x - 1
    return x


def connectives(x, n):
    i = 0
    while x.sum() < 30 and i < n:
        x = x + i
        i += 1
    return x


def walrus(x, n):
    while (s := x.sum()) < n:
        x = x + s.abs() + 1
    return x


def random_inside(x, n):
    for _ in range(n):
        x = x + ops.rand(2)
    return x + ops.rand(2)


def closed_over(x, n):
    bias = x * 0.5

    def run(y):
        nonlocal bias
        i = 0
        while i < n:
            y = y + bias
            i += 1
        bias = bias + y
        return y

    return run(x) + run(x) + bias


def tuples(x, n):
    pair = (x, x * 2)
    i = 0
    while i < n:
        a, b = pair
        pair = (b, a + b)
        i += 1
    return pair


def swapped(x, n):
    y = x * 2
    for _ in range(n):
        x, y = y, x + y
    return x, y


def fibonacci(x, n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return x * a, a, b


def in_place(x, n):
    y = x * 1
    for i in range(n):
        y[0] = y[0] + i
        y += 1
    return y


def previous(x, n):
    y, before, i = x * 1, x, 0
    while ((y - before).abs().max() > 0.01 or i < 1) and i < n:
        before = y
        y = (y + 2 / (y.abs() + 1)) / 2
        i += 1
    return y, before


def differentiated_inside(x, n):
    i = 0
    while i < n:
        x = x - 0.1 * ms.grad(lambda v: (v * v * v).sum())(x)
        i += 1
    return x


def gradient_around(x, n):
    def loss(v):
        for i in range(n):
            v = v * v * 0.5 + i
        return v.sum()

    return ms.grad(loss)(x)


def static_and_unknown(x, n):
    for k in range(3):
        while x.sum() < n * k:
            x = x + 1
    return x


def many_rounds(x, n):
    for _ in range(40):
        if x.sum() < n * 5:
            x = x + 0.25
    return x


def floats(x, n):
    rate = 1.0
    while x.sum() > 0 and rate > 0.1:
        x = x - rate
        rate = rate * 0.5
    return x, rate


def exact(x, n):
    large, third, rate = 2**40 + 1, 0.1, 1
    for i in range(n):
        large = large + i
        third = third / 3
        rate = rate * 7
    return x, large, third, rate


def called(x, n):
    return helper(x, n) + helper(-x, n)


def helper(x, n, *, by=0.5):
    while x.abs().sum() > by * n + 0.5:
        x = x * by
    return x


def decorated(function):
    @functools.wraps(function)
    def call(*args):
        return function(*args) + 1

    return call


@decorated
def wrapped(x, n, by=2.0):
    """With a docstring."""
    for i in range(n):
        x = x / by + i
    return x


def flags(x, n):
    done, i = False, 0
    while not done:
        x = x + 1
        i += 1
        done = (x.sum() > 12) or i > n
    return x, i


COUNTER = types.SimpleNamespace(number=0)


def attribute_number(x, n):
    COUNTER.number = 0
    for _ in range(n):
        COUNTER.number += 1
    x, COUNTER.number = x * COUNTER.number, 0  # the same at every call
    return x


def tensor_or_none(x, n):
    best, at = None, None
    for i in range(n):
        x = x + 1
        if x.sum() > 5:
            best = x
        if i == 2:
            at = i
    return best, at


def items(x, n):
    parts, weights, flags = [x, x * 2, x + 1], (0.5, 0.25, 2.0), [False] * 3
    mixed = [x, 2.0, x.sum()]
    for i in range(n):
        x = x + parts[i % 3] * weights[-1 - i % 3] + mixed[i % 3]
        parts[i % 3] = x
        flags[i % 3] = not flags[i % 3]
        parts[i % 2] *= 0.5
    return x, parts, flags


def parts(x, n):
    held = {"a": x, "k": [1, x]}
    twice = held
    i = 0
    while i < n:
        held["a"] = held["a"] * 0.5 + held["k"][1]
        held["k"][0] += 2
        if x.sum() > 0:
            held["k"][1] = held["k"][1] + 0.25
        i += 1
    return held, twice["a"] + 1


def read_at(x, n):
    s = x[0] * 0
    for i in range(n):
        s = s + x[i % 2] * i
    return s


PROGRAMS = [
    doubled, counted, counted_by_tensor, ranged, ranged_twice, stepped, last_position, broken,
    broken_with_else, endless, continued, returned, returned_from_two, first_set_inside, settling,
    branches_inside, inside_a_branch, connectives, walrus, random_inside, closed_over, tuples,
    swapped, fibonacci, in_place, previous, differentiated_inside, gradient_around,
    static_and_unknown, many_rounds, floats, exact, called, wrapped, flags, read_at,
    attribute_number, tensor_or_none, items, parts,
]  # fmt: skip
INPUTS = [((1.5, 0.25), 4), ((1.0, -0.5), 0), ((4.0, 3.0), 3), ((0.5, 0.75), 7), ((2.0, 1.0), 1)]


def results(function, inputs=INPUTS):
    ms.set_seed(11)
    return [plain(function(t(*v), Tensor(n, ms.int32))) for v, n in inputs]


class Whole(nn.Cell):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def construct(self, x, n):
        return self.function(x, n)


@pytest.fixture
def graph_mode():
    before = ms.get_context("mode")
    yield lambda: ms.set_context(mode=ms.GRAPH_MODE)
    ms.set_context(mode=before)


@pytest.mark.thin(3)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_loops_are_compiled_as_they_run_eagerly(program, graph_mode):
    want = results(program)
    agree(results(ms.jit(program, fullgraph=True)), want)
    cell = Whole(program)
    graph_mode()
    agree(results(cell), want)


DIFFERENTIATED = [
    doubled, counted, ranged, ranged_twice, broken, endless, returned, settling, branches_inside,
    inside_a_branch, first_set_inside, swapped, in_place, previous, differentiated_inside,
]  # fmt: skip


@pytest.mark.thin(3)
@pytest.mark.parametrize("program", DIFFERENTIATED, ids=lambda p: p.__name__)
def test_gradients_from_outside_and_inside(program):
    def loss(x, n, function=program):
        out = function(x, n)
        return ((out[0] if isinstance(out, tuple) else out) * t(1.0, 2.0)).sum()

    compiled = ms.jit(program, fullgraph=True)
    want = results(ms.grad(loss))
    agree(results(ms.jit(ms.grad(loss), fullgraph=True)), want)
    agree(results(ms.grad(lambda x, n: loss(x, n, compiled))), want)


# -- what loops change ----------------------------------------------------------------------------


class Stateful(nn.Cell):
    """A Cell whose loops write a Parameter, a Tensor attribute and the random state."""

    def __init__(self):
        super().__init__()
        self.w = Parameter(t(1.0, 2.0), name="w")
        self.steps = Parameter(Tensor(0, ms.int32), name="steps", requires_grad=False)
        self.last = t(0.0, 0.0)
        self.rate = 0.5

    def construct(self, x, n):
        i = 0
        while i < n and x.sum() < 100:
            x = x + self.w
            self.w += x * 0.1
            ops.assign_add(self.steps, Tensor(1, ms.int32))
            self.last = self.last + x
            if self.steps % 2 == 0:
                x = x + self.noise() * self.rate
            i += 1
        return x.sum(), self.last

    def noise(self):
        total = 0.0
        for _ in range(self.steps):
            total = total + ops.rand(2)
        return total


class Derived(Stateful):
    def construct(self, x, n):
        for _ in range(n):
            y, _ = super().construct(x, n)
            x = x + y * 0.01
        return x


@pytest.mark.parametrize("kind", [Stateful, Derived])
def test_parameters_attributes_and_random_state_written_in_loops(kind, graph_mode):
    def play(make):
        net = kind()
        found = results(make(net), [*INPUTS[:3], *INPUTS[:2]])
        return [found, plain((net.w.value(), net.steps.value(), net.last)), ops.rand(2).tolist()]

    want = play(lambda net: net)
    agree(play(lambda net: ms.jit(net, fullgraph=True)), want)
    graph_mode()
    agree(play(lambda net: net), want)


def test_gradients_by_parameters_of_a_loop():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(2, 2, weight_init="ones", bias_init="zeros")

        def construct(self, x, n):
            for _ in range(n):
                x = ops.tanh(self.dense(x))
            return x.sum()

    net = Net()
    pull = ms.value_and_grad(net, None, net.trainable_params())
    x, n = Tensor([[0.1, 0.2]]), Tensor(6)
    agree(plain(ms.jit(pull, fullgraph=True)(x, n)), plain(pull(x, n)))


def test_an_argument_written_in_a_loop():
    @functools.partial(ms.jit, fullgraph=True)
    def f(x, n):
        for i in range(n):
            x[i] = x[i - 1] + 2.0
        return x * 2

    a = t(1.0, 2.0)
    assert f(a, Tensor(2)).tolist() == [8.0, 12.0] and a.tolist() == [4.0, 6.0]


def test_text_is_printed_in_every_round(capfd):
    @functools.partial(ms.jit, fullgraph=True)
    def f(x, n):
        print("start")
        for i in range(n):
            print("round", i, x)
        print("end")
        return x

    for n in (2, 0):
        f(t(1.0), Tensor(n)).asnumpy()
    text = capfd.readouterr().out
    assert text.splitlines() == ["start", "round 0 1.0", "round 1 1.0", "end", "start", "end"]


def test_other_shapes_and_dtypes_are_compiled_too():
    compiled = ms.jit(ranged, fullgraph=True)
    for x in (t(1.0, 2.0), t(1, 2, dtype=np.int32), t(1.0, 2.0, 3.0), t(1.0, dtype=np.float16)):
        agree(plain(compiled(x, Tensor(3))), plain(ranged(x, Tensor(3))))


def test_functions_keep_their_own_code():
    code = ranged.__code__
    ms.jit(ranged, fullgraph=True)(t(1.0, 2.0), Tensor(3))
    assert ranged.__code__ is code


def test_conditions_alone_do_not_rewrite(monkeypatch):
    from msjax._core.compile import rewriting

    def no(*_):
        raise AssertionError

    monkeypatch.setattr(rewriting, "_rewritten", no)
    f = ms.jit(lambda x: x + 1 if x.sum() > 0 else x, fullgraph=True)
    assert f(t(1.0, 2.0)).tolist() == [2.0, 3.0]


def test_a_round_that_raises_runs_eagerly_when_it_is_met():
    p = Parameter(t(0.0), name="p")

    @functools.partial(ms.jit, fullgraph=True)
    def f(x, n):
        for i in range(n):
            ops.assign(p, p + 1)
            x = x + x[i]
            if x.sum() >= 40:
                raise KeyError("large")
        return x

    for _ in range(2):
        p.set_data(t(0.0))
        assert f(t(1.0, 2.0), Tensor(2)).tolist() == [5.0, 6.0] and p.tolist() == 2.0
        with pytest.raises(IndexError, match="index 2 is out of bounds"):
            f(t(1.0, 2.0), Tensor(3))
        assert p.tolist() == 5.0  # as eager code, which had counted before it raised
        with pytest.raises(KeyError, match="large"):
            f(t(10.0, 20.0), Tensor(3))


def test_exceptions_of_a_round_that_are_caught():
    def f(x, n, errors=IndexError):
        try:
            for i in range(n):
                x = x + x[i]
        except errors:
            x = -x
        return x

    for errors in (IndexError, Exception):
        for n in (2, 3):
            want = plain(f(t(1.0, 2.0), Tensor(n), errors))
            compiled = ms.jit(functools.partial(f, errors=errors), fullgraph=True)
            agree(plain(compiled(t(1.0, 2.0), Tensor(n))), want)


# -- two names ------------------------------------------------------------------------------------


def element_of_two_lists(x, n):
    a = [x, x * 2]
    b = a
    for _ in range(n):
        a = [a[1], a[0] + a[1]]
    a[0] = x * 5
    return a, b


def written_after(x, n):
    y = x * 1
    z = y
    for _ in range(n):
        y = y + 1
    y[0] = 9.0
    return y, z


def written_view(x, n):
    v = x * 2
    y = v * 1
    for _ in range(n):
        y = v[0:2]
    v[0] = 100.0
    return y, v


def written_item(x, n):
    a = [x * 1, x * 2, x * 3]
    y = a[n % 3]
    a[1][0] = 7.0
    return y, a


def written_result(x, n):
    def first(v):
        for i in range(n):
            if v.sum() > i:
                return v
        return v * 2

    y = x * 1
    z = first(y)
    z[0] = 5.0
    return y, z


def written_result_of_conditions(x, n):
    def first(v):
        if v.sum() > 99:
            return v * 2
        for i in range(9):
            if v.sum() > 9 - i:
                return v
        return v * 3

    y = x * 1
    z = first(y)
    z[0] = 5.0
    return y, z


@pytest.mark.runs_eagerly
@pytest.mark.parametrize(
    "program",
    [
        *(element_of_two_lists, written_after, written_view, written_item),
        *(written_result, written_result_of_conditions),
    ],
    ids=lambda p: p.__name__,
)
def test_what_may_have_two_names_is_not_written_to(program):
    agree(results(ms.jit(program)), results(program))


@pytest.mark.runs_eagerly
def test_gradients_of_loops_are_pulled_back():
    def loss(x):
        while x.sum() < 20:
            x = x * x + 1
        return (x * x).sum()

    x, v, compiled = t(1.0, 0.5), t(0.5, -1.0), ms.jit(loss)
    pulled = lambda f: lambda x: ops.vjp(f, x)[1](v)  # noqa: E731
    along = lambda f: lambda x: (ops.vjp(f, x)[1](Tensor(1.0))[0] * v).sum()  # noqa: E731
    with op_by_op():
        want, first = plain(pulled(ms.grad(loss))(x)), plain(pulled(ms.grad(loss))(x)[0])
        for pull in (ms.grad(compiled), ms.jit(ms.grad(compiled)), ms.grad(loss)):
            agree(plain(pulled(pull)(x)), want)
            agree(plain(ms.jit(pulled(pull))(x)), want)
        agree(plain(ms.grad(along(compiled))(x)), first)
    pull = ops.vjp(ms.jit(loss), x)[1]
    with pytest.raises(RuntimeError, match="Call what makes its gradient"):
        ms.grad(lambda c: pull(c)[0].sum())(Tensor(1.0))


def square_root(x, n):
    low, high = ops.zeros_like(x), x.abs() + 1
    for _ in range(20):
        middle = (low + high) / 2
        if ((middle * middle - x.abs()).abs() < 1e-3).all():
            return middle
        large = middle * middle > x.abs()
        high = ops.where(large, middle, high)
        low = ops.where(large, low, middle)
    return middle


def test_what_was_rewritten_is_compiled_for_other_arguments():
    compiled = ms.jit(square_root, fullgraph=True)
    with op_by_op():
        for n in (Tensor(3), 1, 2.0):
            agree(plain(compiled(t(0.5, 0.25), n)), plain(square_root(t(0.5, 0.25), n)))


class Measured:
    """Of whose methods Python demands a bool, an int and text."""

    def __init__(self, v):
        self.v = v

    def __bool__(self):
        return bool(self.v.sum() > 1)

    def __len__(self):
        n = 0
        while n < self.v.sum():
            n += 1
        return n


def truth_of_an_object(x, n):
    total = x.sum()
    for i in range(6):
        total = total + x[0] if x[0] > total + i else total - x[1]
    return (total, "yes") if Measured(x) else (total, "no")


def length_of_an_object(x, n):
    return len(Measured(x)), x * n


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("program", [truth_of_an_object, length_of_an_object])
def test_methods_of_which_python_demands_numbers(program):
    agree(results(ms.jit(program)), results(program))


# -- what falls back ------------------------------------------------------------------------------


def growing(x, n):
    i = 0
    while i < n:
        x = ops.concat((x, x))
        i += 1
    return x


def appended(x, n):
    found = []
    for _ in range(n):
        found.append(x)
    return len(found)


def text_of_a_position(x, n):
    out = ""
    for i in range(n):
        out += f"{i}"
    return x, out


def other_objects(x, n):
    f = abs
    for _ in range(n):
        f, x = (lambda v: v * 2), f(x)
    return f(x)


def iterated(x, n):
    parts = iter([1, 2, 3, 4, 5, 6, 7, 8, 9])
    for _ in range(n):
        x = x + next(parts)
    return x


def overwritten_array(x, n):
    a = np.zeros(9)
    for _ in range(n):
        a[0] += 1
    return x * float(a[0])


FALLBACKS = {
    growing: "'x' is float32[4] before a round of a loop and float32[8] after it",
    appended: "the list 'found' changes",
    text_of_a_position: "the value of a number that a loop changes",
    other_objects: "'f' is another object after a round of a loop",
    iterated: "an iterator is used",
    overwritten_array: "the ndarray 'a' changes",
}


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("program", FALLBACKS, ids=lambda p: p.__name__)
def test_what_cannot_be_a_loop_runs_eagerly(program, caplog):
    def played(function):
        found = []
        for v, n in INPUTS:
            try:
                found.append(plain(function(t(*v), Tensor(n, ms.int32))))
            except ValueError as error:
                found.append(str(error))
        return found

    want = played(program)
    with caplog.at_level(logging.WARNING, "msjax.jit"):
        agree(played(ms.jit(program)), want)
    (record,) = caplog.records
    assert FALLBACKS[program] in record.getMessage() and "test_rewriting.py:" in record.getMessage()


@pytest.mark.runs_eagerly
def test_a_function_without_source_runs_eagerly():
    scope = {}
    exec("def f(x, n):\n    for i in range(n):\n        x = x + i\n    return x", scope)
    assert ms.jit(scope["f"])(t(1.0, 2.0), Tensor(3)).tolist() == [4.0, 5.0]


def test_loops_can_be_turned_off(monkeypatch):
    monkeypatch.setenv("MSJAX_CONTROL_FLOW", "off")
    with pytest.raises(RuntimeError, match=r"test_rewriting\.py.*needs the value of a Tensor"):
        ms.jit(doubled, fullgraph=True)(t(1.0, 2.0), Tensor(9))
