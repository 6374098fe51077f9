"""What loops and statements are made into: how it grows with the source, and ways to leave it."""

from __future__ import annotations

import contextlib
import linecache

import numpy as np
import pytest
from every_mode import agree, plain
from interpreted import op_by_op

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.compile import jit, lift
from msjax._core.compile.lift import Lifted


def t(*values):
    return Tensor(np.array(values, np.float32))


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
