"""Loops on values in compiled code: a table of programs in every mode, and what falls back."""

from __future__ import annotations

import contextlib
import functools
import linecache
import logging
import types

import numpy as np
import pytest
from every_mode import plain
from interpreted import op_by_op

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.compile import jit, lift
from msjax._core.compile.lift import Lifted


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


def agree(got, want):
    if isinstance(want, np.ndarray):
        np.testing.assert_allclose(got, want, rtol=5e-6, atol=1e-6)
    elif isinstance(want, (tuple, list)):
        assert len(got) == len(want) and type(got) is type(want)
        for g, w in zip(got, want, strict=True):
            agree(g, w)
    elif isinstance(want, float):
        assert got == pytest.approx(want, rel=1e-14)
    else:
        assert got == want


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


# -- sequences of conditions ----------------------------------------------------------------------

SEQUENCES = {
    "ifs": ("", "    if x.sum() > {i}:\n        x = x * 1.25\n"),
    "calls": ("", "    x = step(x, {i})\n"),
    "returns": ("", "    if x.sum() > 90 + {i}:\n        return x + {i}\n    x = x + 1\n"),
    "asserts": ("", "    assert x.sum() < 1e6 + {i}\n    x = x + 1\n"),
    "loops": ("", "    while x.sum() < {i}:\n        x = x + 0.5\n"),
    "loops_in_loops": (
        "    for _ in range(n):\n",
        "        for j in range(n):\n            x = x + j\n",
    ),
    "in_a_loop": (
        "    for _ in range(n):\n",
        "        if x.sum() > {i}:\n            x = x - 0.5\n",
    ),
    "indices": ("    for i in range(n % 2):\n", "        x = x + x[i]\n"),
    "links": ("", "    if x.sum() > {i} and x.max() < 50 or x.min() > 3:\n        x = x - 1\n"),
    "choices": ("", "    x = x * 1.5 if x.sum() < {i} else x - 1\n"),
    "tried": (
        "",
        "    try:\n        if x.sum() > {i}:\n            x = x - 1\n"
        "    finally:\n        x = x + 1\n",
    ),
    "loops_with_returns": (
        "    k = 0\n",
        "    while k < n * {i}:\n        k += 1\n        if x.sum() > 60 + {i}:\n"
        "            return x * {i}\n        x = x + 0.5\n    x = x - {i}\n",
    ),
    "ranges_with_returns": (
        "",
        "    for k in range(n):\n        if x.sum() > 60 + {i}:\n            return x * {i}\n"
        "        x = x + 0.5\n    x = x - {i}\n",
    ),
    "loops_with_else": (
        "",
        "    for k in range(n):\n        if x.sum() > 40 + {i}:\n            break\n"
        "        x = x + 0.5\n    else:\n        x = x - {i}\n",
    ),
    "known_with_breaks": (
        "",
        "    for k in range(2):\n        if x.sum() > 40 + {i}:\n            break\n"
        "        x = x + 0.5\n    x = x - {i}\n",
    ),
    "known_with_returns": (
        "",
        "    for k in range(2):\n        if x.sum() > 60 + {i}:\n            return x - {i}\n"
        "        x = x + 0.5\n    x = x - {i}\n",
    ),
    "lists_with_returns": (
        "",
        "    for k in (1, 2):\n        if x.sum() > 60 + {i}:\n            return x - k\n"
        "        x = x + 0.5\n    x = x - {i}\n",
    ),
    "calls_with_loops": ("", "    x = searched(x, n, {i})\n"),
    "calls_and_returns": (
        "",
        "    y = step(x, {i})\n    if y.sum() > 90:\n        return y\n    x = y\n",
    ),
    "calls_of_none": ("", "    y = below(x, {i})\n    if y is not None:\n        x = y\n"),
    "nones_returned": (
        "",
        "    y{i} = below(x, {i})\n    if y{i} is None:\n        return x - {i}\n    x = y{i}\n",
    ),
    "pairs_with_none": (
        "",
        "    y, k = below(x, {i}), {i}\n    if y is None:\n        y = x - k\n    x = y * 0.75\n",
    ),
    "none_in_a_branch": (
        "",
        "    if x.sum() > 5 + {i}:\n        y = None\n    else:\n        y = x * 2\n"
        "    x = x + 0.5\n    x = x if y is None else y - 3\n",
    ),
}


def below(v, i):
    if v.sum() > 50 + i:
        return None
    return v + 1


def raised(v, i):
    if v.sum() > i:
        return v - 0.5
    return v + 0.25


def searched(v, n, i):
    k = 0
    while k < n:
        k += 1
        if v.sum() > 50 + i:
            return v * 0.5
        v = v + 1
    return v - 1


def sequence(name, count):
    """A function of many statements alike."""
    head, part = SEQUENCES[name]
    text = "".join(part.format(i=i) for i in range(count))
    source = f"def f(x, n):\n{head}{text}    return x\n"
    file = f"<sequence {name} {count}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    scope = {"step": raised, "searched": searched, "below": below}
    exec(compile(source, file, "exec", dont_inherit=True), scope)
    return scope["f"]


def equations(jaxpr):
    """How many equations there are, also in branches and loops."""
    inner = [
        p for e in jaxpr.eqns for v in e.params.values() for p in (v if type(v) is tuple else [v])
    ]
    inner = [getattr(p, "jaxpr", p) for p in inner]
    return len(jaxpr.eqns) + sum(equations(p) for p in inner if hasattr(p, "eqns"))


@pytest.fixture
def traced(monkeypatch):
    """The jaxprs of functions that were compiled."""
    found = []

    def lifted(*args, **options):
        made = Lifted(*args, **options)
        found.append(made.closed.jaxpr)
        return made

    monkeypatch.setattr(jit, "Lifted", lifted)
    return found


@pytest.fixture
def traces(monkeypatch):
    """A list of which the last number is raised by every trace."""
    found = [0]

    class Counted(lift.Run):
        def __init__(self, *args, **options):
            found[-1] += 1
            super().__init__(*args, **options)

    monkeypatch.setattr(lift, "Run", Counted)
    return found


@pytest.mark.thin(5)
@pytest.mark.parametrize("name", SEQUENCES)
def test_code_and_traces_grow_with_the_source(name, traced, traces):
    sizes = []
    for count in (8, 16):  # from nine ways through the code on, statements are joined
        f = sequence(name, count)
        compiled = ms.jit(f, fullgraph=True)
        traces.append(0)
        with op_by_op():
            for given in ((1.0, 0.5), (29.0, 26.0)):
                want = plain(f(t(*given), Tensor(2)))
                agree(plain(compiled(t(*given), Tensor(2))), want)
        sizes.append(equations(traced[-1]))
    assert sizes[1] <= 2.2 * sizes[0] and traces[2] <= 2.2 * traces[1], (sizes, traces)


@pytest.mark.parametrize("name", ["calls_and_returns", "returns", "links", "in_a_loop"])
def test_all_statements_of_a_long_function_are_found_at_once(name, traces):
    for count in (16, 48):
        traces.append(0)
        ms.jit(sequence(name, count), fullgraph=True).prepare((t(1.0, 0.5), Tensor(2)), {})
    assert traces[2] <= 3.1 * traces[1], traces


def if_in_it(i):
    return [f"if x.sum() > {i} - 9:"]


def while_in_it(i):
    return [f"k{i} = 0", f"while k{i} < n and x.max() < 50 + {i}:", f"    k{i} += 1"]


# What stands around what: lines, of which the last but those that are indented opens a block; and
# what follows the block.
NESTS = {
    "if": (lambda i: (if_in_it(i), [])),
    "else": (lambda i: ([f"if x.sum() < {i} - 9:", f"    x = x - {i}", "else:"], [])),
    "if_else": (lambda i: (if_in_it(i), ["else:", f"    x = x - {i}"])),
    "for": (lambda i: ([f"for k{i} in range(n):"], [])),
    "while": (lambda i: (while_in_it(i), [f"x = x + 0.25 * {i}"])),
    "while_if": (lambda i: (while_in_it(i) if i % 2 else if_in_it(i), [f"x = x - 0.5 * {i}"])),
    "for_if_else": (
        lambda i: (
            ([f"for k{i} in range(n):"], [])
            if i % 2
            else (if_in_it(i), ["else:", f"    x = x - {i}"])
        )
    ),
    "break": (
        lambda i: ([f"for k{i} in range(n):", f"    if x.sum() > 40 + {i}:", "        break"], [])
    ),
    "return": (
        lambda i: ([*while_in_it(i), f"    if x.sum() > 60 + {i}:", f"        return x * {i}"], [])
    ),
    "return_and_more": (
        lambda i: (while_in_it(i), ["    " + s for s in (*leaves(i), "x = x - 1")])
    ),
    "return_in_for": (
        lambda i: (
            [f"for k{i} in range(n):", *("    " + line for line in leaves(i))],
            [f"    x = x + 0.25 * {i}"],
        )
    ),
    "continue_and_return": (
        lambda i: (
            [
                *while_in_it(i),
                f"    if x.sum() > 45 + {i}:",
                "        x = x - 9",
                "        continue",
            ],
            ["    " + line for line in leaves(i)],
        )
    ),
    "break_after": (
        lambda i: (
            while_in_it(i),
            [f"    if x.sum() > 40 + {i}:", "        break", "    x = x + 1"],
        )
    ),
    "if_after": (
        lambda i: (
            while_in_it(i),
            [f"    if x.sum() > {i}:", "        x = x - 1", "    else:", "        x = x + 1"],
        )
    ),
}


def leaves(i):
    return [f"if x.sum() > 50 + {i}:", f"    return x * {i}"]


def nested(kind, depth):
    """A function of statements inside each other."""

    def body(i):
        if i == depth:
            return ["x = x * 0.5 + 1"]
        around, after = NESTS[kind](i)
        return [*around, *("    " + line for line in body(i + 1)), *after]

    source = "\n".join(["def f(x, n):", *("    " + line for line in [*body(0), "return x"])])
    file = f"<nest {kind} {depth}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    scope = {}
    exec(compile(source, file, "exec", dont_inherit=True), scope)
    return scope["f"]


@pytest.mark.thin(9)
@pytest.mark.parametrize("kind", NESTS)
def test_code_grows_with_the_depth(kind, traced, traces):
    sizes = []
    for depth in (2, 4, 6):
        f = nested(kind, depth)
        compiled = ms.jit(f, fullgraph=True)
        traces.append(0)
        for given in ((1.0, 0.5), (-9.0, 2.0), (29.0, 26.0)):
            want = plain(f(t(*given), Tensor(2)))
            agree(plain(compiled(t(*given), Tensor(2))), want)
        sizes.append(equations(traced[-1]))
    assert sizes[2] - sizes[1] <= 1.6 * (sizes[1] - sizes[0]), sizes
    assert traces[3] - traces[2] <= 1.6 * (traces[2] - traces[1]), traces


def transformed(f):
    """What eager code gives, and compiled code in every order, of gradients and the like."""
    n, along, scale = Tensor(2), t(0.5, -0.25), t(1.0, 3.0)
    loss = lambda x: (f(x, n) * x * scale).sum()  # noqa: E731
    row = lambda x: f(x, n)  # noqa: E731
    compiled = ms.jit(loss)
    twice = lambda pull: ms.grad(lambda x: (pull(x) * along).sum())  # noqa: E731
    pushed = lambda run: lambda x: ms.jvp(run, (x,), (along,))  # noqa: E731
    rows = lambda x: ops.stack([x, x * -0.5])  # noqa: E731
    each = lambda run: lambda x: ops.stack([run(x), run(x * -0.5)])  # noqa: E731
    mapped = lambda run: lambda x: ms.vmap(run)(rows(x))  # noqa: E731
    for derive in (ms.grad, ms.value_and_grad, pushed):
        yield derive(loss), (ms.jit(derive(loss)), derive(compiled))
    pull = ms.grad(loss)
    yield twice(pull), (ms.jit(twice(pull)), twice(ms.grad(compiled)))
    yield each(row), (ms.jit(mapped(row)), mapped(ms.jit(row)))
    yield each(pull), (ms.jit(mapped(pull)),)


@pytest.mark.runs_eagerly  # second derivatives of loops do
@pytest.mark.thin(7)
@pytest.mark.parametrize("kind", NESTS)
def test_nests_under_all_transformations(kind, caplog):
    with op_by_op():
        for eager, forms in transformed(nested(kind, 2)):
            for given in ((1.0, 0.5), (29.0, 22.0)):
                want = plain(eager(t(*given)))
                for form in forms:
                    agree(plain(form(t(*given))), want)
    told = {r.getMessage().rpartition(": ")[2] for r in caplog.records}
    assert all("a second derivative of a loop on values" in text for text in told), told


def test_helpers_that_return_from_loops_are_mapped():
    n = Tensor(2)

    def left_early(v, m):
        k = 0
        while k < m:
            if v.sum() > 6:
                return v, k
            v = v + 0.5
            k += 1
        return v * 2, -1

    def row(x):
        for i in range(n + 1):
            x, k = left_early(x, i)
            if k < 0 and x.max() > 20:
                break
        return x

    def called(x):
        found = row(x)
        return found.sum()

    rows = Tensor(np.array([[1.0, 0.5], [-0.5, -0.25], [4.0, 3.0]], np.float32))
    with op_by_op():
        want = plain(ops.stack([called(x) for x in rows]))
        agree(plain(ms.jit(ms.vmap(called), fullgraph=True)(rows)), want)


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


def changing_shapes(x, n):
    if x.sum() > 90:
        return x
    x = ops.concat([x, x])
    if x.max() > 40:
        return x[:2] * 2
    y = x.reshape(2, -1)
    z = y.sum(0)
    if z.sum() > 30:
        return z
    parts = [z, x]
    if x.min() > 20:
        return parts[0]
    parts[1] = parts[1] * 2
    for i in range(4, 20, 3):
        if x.sum() > 4 + i and n > 1:
            return parts[1][:2] + i
    if x.min() > 2:
        return x[1:3]
    return x[:2] + parts[1].sum()


def functions_of_variables(x, n):
    k = 1
    f = lambda v: v * k + x  # noqa: E731

    def more(v):
        nonlocal k
        k = k + 1
        return v

    for i in (90, 80, 70):
        if x.sum() > i:
            return f(x)
        x = more(x) + 1
    if x.sum() > 30:
        return f(x)
    x = more(x) + 1
    for i in (25, 20, 15, 10, 5, 4):
        if x.sum() > i:
            return f(x)
    return f(x) - 1


def results_of_many_kinds(x, n):
    if x.sum() > 90:
        return None
    x = x + 1
    if x.sum() > 80:
        return x
    if x.sum() > 60:
        return 3
    if x.sum() > 50:
        return x, 1
    if x.sum() > 30:
        return 2.5
    if x.sum() > 20:
        return "text"
    if x.sum() > 10:
        return None
    if x.sum() > 5:
        return [x]
    if x.sum() > 2:
        return x * 2
    x = x + 1


def loops_with_else(x, n):
    out = x * 0
    for i in range(n + 2):
        for _ in range(n):
            if x.sum() > 40 + i:
                break
            x = x + 1
        else:
            if x.max() > 30:
                break
            if x.max() > 20:
                continue
            out = out + x
            if out.sum() > 500:
                return out, 1
        k = 0
        while k < n:
            k += 1
            if x.max() > 25 + i:
                return x, 2
            if x.max() < -5:
                break
        else:
            x = x * 1.5
        out = out + i
    else:
        out = out - 1000
    return out, 3


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


LEFT_EARLY = [changing_shapes, functions_of_variables, results_of_many_kinds, loops_with_else]
POINTS = [(1.0, 0.5), (-9.0, 2.0), (29.0, 26.0), (50.0, 45.0), (10.0, 2.0), (5.0, 4.0), (2.0, 3.0)]


@pytest.mark.parametrize("program", LEFT_EARLY, ids=lambda p: p.__name__)
def test_functions_that_return_early_many_times(program):
    compiled = ms.jit(program, fullgraph=True)
    with op_by_op():
        for given in POINTS:
            agree(plain(compiled(t(*given), Tensor(3))), plain(program(t(*given), Tensor(3))))


@pytest.mark.thin(2)
@pytest.mark.parametrize("program", LEFT_EARLY, ids=lambda p: p.__name__)
def test_gradients_of_functions_that_return_early(program):
    def loss(x, n):
        returned = program(x, n)  # in compiled code the numbers in it are traced, too
        found = returned.values() if isinstance(returned, dict) else returned
        found = found if isinstance(found, (tuple, list)) else [found]
        return sum(((v * v).sum() for v in found if type(v) is Tensor), (x * x).sum())

    pull = ms.value_and_grad(loss)
    inside, outside = ms.jit(pull, fullgraph=True), ms.value_and_grad(ms.jit(loss, fullgraph=True))
    with op_by_op():
        for given in POINTS[::2]:
            want = plain(pull(t(*given), Tensor(3)))
            agree(plain(inside(t(*given), Tensor(3))), want)
            agree(plain(outside(t(*given), Tensor(3))), want)


class LeftEarly(nn.SequentialCell):
    """A Cell with effects between the places at which it may be left."""

    def __init__(self):
        super().__init__(nn.ReLU())
        self.p = Parameter(t(1.0, 2.0), name="p")
        self.last = t(0.0, 0.0)

    @contextlib.contextmanager
    def scope(self):
        yield

    def construct(self, x, n):
        for _ in range(n):
            if x.sum() > 70:
                return x
            x = x + 1
        self.p += x
        for _ in range(n):
            if x.sum() > 60:
                return super().construct(x)
            x = x + 1
        self.last = self.last + x
        with self.scope():
            for i in range(2):
                if x.sum() > 45 + i:
                    return x * 0.5
        if n.shape == ():
            for _ in range(n):
                if x.sum() > 20:
                    return x * 0.25
        try:
            for i in (1, 2):
                if x.sum() > 17 + i:
                    return x * 0.125
            x = x + 2
        finally:
            self.p += 0.5
        return super().construct(x)


def test_effects_between_early_returns():
    nets = LeftEarly(), LeftEarly()
    compiled = ms.jit(nets[1], fullgraph=True)
    with op_by_op():
        for given in POINTS:
            agree(plain(compiled(t(*given), Tensor(3))), plain(nets[0](t(*given), Tensor(3))))
            agree(*([plain(n.p.value()), plain(n.last)] for n in nets))


@pytest.mark.sweep
def test_code_grows_with_the_functions_called(traced):
    sizes = []
    for count in (5, 10, 20):
        lines = []
        for i in range(count):
            lines += [f"def g{i}(x):", f"    if x.sum() > {i}:", "        return x * 0.9"]
            lines += [f"    return x + {i + 1} * 0.1"]
        lines += ["def f(x):", *(f"    x = g{i}(x)" for i in range(count)), "    return x"]
        source, file = "\n".join(lines), f"<chain {count}>"
        linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
        scope = {}
        exec(compile(source, file, "exec", dont_inherit=True), scope)
        compiled = ms.jit(scope["f"], fullgraph=True)
        agree(plain(compiled(t(1.0, 0.5))), plain(scope["f"](t(1.0, 0.5))))
        sizes.append(equations(traced[-1]))
    assert sizes[2] - sizes[1] <= 2.2 * (sizes[1] - sizes[0]), sizes


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
