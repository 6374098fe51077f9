"""A table of programs with control flow on values: compiled code does what eager code does.

Those of `control_flow_programs.txt` are the bodies of a Cell's `construct`; others are composed,
two and three constructs deep. What is compared: values, dtypes, shapes and Python types of results,
Parameters, attributes, the random state, text that is printed, and gradients.
"""

from __future__ import annotations

import contextlib
import itertools
import linecache
import pathlib
import re
import textwrap

import every_mode
import numpy as np
import pytest
from every_mode import plain
from interpreted import op_by_op

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.tensor.structure import tensors_in

WRITTEN = pathlib.Path(__file__).with_name("control_flow_programs.txt").read_text()

# Constructs with one body; `{i}` tells counters of several apart.
CONSTRUCTS = {
    "if": "if x.sum() > {i}:\n    BODY",
    "else": "if x[{i}] < 0:\n    x = x + 1\nelse:\n    BODY",
    "elif": "if x.sum() > 6:\n    x = x - w\nelif w.sum() + x[0] > {i}:\n    BODY",
    "while": "k{i} = 0\nwhile k{i} < n:\n    k{i} += 1\n    BODY",
    "for": "for k{i} in range(n):\n    BODY",
    "for_known": "for k{i} in range(2):\n    if x.max() > 8:\n        continue\n    BODY",
    "for_tensor": "for v{i} in w:\n    if v{i} < 0.3:\n        break\n    BODY",
    "try": "try:\n    BODY\nfinally:\n    x = x * 0.5",
    "with": "with self.scope():\n    BODY",
    "match": "match x.sum() > {i}:\n    case True:\n        BODY\n    case _:\n        x = x + 0.5",
}
BODIES = [
    "x = x * 0.5 + w",
    "self.p += x * 0.1",
    "ops.assign(self.q, x * 0.5)",
    "self.last = self.last + x",
    "items[1] = items[1] * 0.5 + x",
    "table['k'] = table['k'] + 0.25 * x",
    "x = x + ops.rand(3)",
    "x = self.step(x)",
    "x = x - 1 if x.max() > 1 else x + w",
    "if x.sum() > 7:\n    break\nx = x + 1",
    "if x.sum() > 5:\n    return x * 2, items\nx = x + 0.5",
    "if x.sum() < 2:\n    continue\nx = x - 0.5",
    "print('at', x.sum() > 2)\nx = x + 0.25",
    "y[0] = y[0] + x.sum()",
    "x = ops.tanh(x) if x.sum() > 1 and n > 1 else x * w",
]
LOOPS = {"while", "for", "for_known", "for_tensor"}


def composed():
    """Programs of two and of three constructs, the bodies taken in turn."""
    found, turn = {}, itertools.count()
    pairs = list(itertools.product(CONSTRUCTS, repeat=2))
    triples = list(itertools.product(CONSTRUCTS, repeat=3))[3::29]
    for names in [*pairs, *triples]:
        body = BODIES[next(turn) % len(BODIES)]
        while not LOOPS.intersection(names) and re.search("break|continue", body):
            body = BODIES[next(turn) % len(BODIES)]
        for i, name in reversed(list(enumerate(names))):
            text = CONSTRUCTS[name].replace("{i}", str(i))
            place = re.search("^( *)BODY", text, re.M).group(1)
            body = text.replace(f"{place}BODY", textwrap.indent(body, place))
        head = "items, table, y = [w, x], {'k': w}, x * 1\n"
        found["-".join(names)] = f"{head}{body}\nreturn x + table['k'], items, y"
    return found


PROGRAMS = {
    part.partition("\n")[0]: part.partition("\n")[2].strip()
    for part in WRITTEN.split("## ")
    if part
}
PROGRAMS |= composed()


class Base(nn.Cell):
    """What the programs use."""

    def __init__(self):
        super().__init__()
        self.p = Parameter(t(0.5, -0.25, 1.0), name="p")
        self.q = Parameter(t(0.1, 0.2, 0.3), name="q")
        self.steps = Parameter(Tensor(0, ms.int32), name="steps", requires_grad=False)
        self.good = Parameter(Tensor(0, ms.int32), name="good", requires_grad=False)
        self.last = t(0.0, 1.0, 0.0)
        self.count, self.ready, self.cache = 1, False, None
        self.drop = nn.Dropout(p=0.5)
        self.dense = nn.Dense(3, 3, weight_init="ones", bias_init="zeros")
        self.norm1d = nn.BatchNorm1d(3)
        self.layers = nn.CellList([nn.Tanh(), nn.ReLU()])
        self.set_train()

    @contextlib.contextmanager
    def scope(self):
        yield

    def step(self, v):
        if v.sum() > 1:
            self.q += 0.125
            return v * 0.5 + self.p
        return v + 0.75

    def grow(self, v, n):
        i = 0
        while i < n and v.sum() < 9:
            v = v * 1.25 + 0.1
            i += 1
        return v

    @staticmethod
    def clipped(v):
        return v / v.sum() if v.sum() > 1 else v

    @property
    def norm(self):
        return self.p.abs().sum()


def t(*values):
    return Tensor(np.array(values, np.float32))


X, W = (1.5, -0.5, 2.0), (0.25, 0.75, 0.5)
INPUTS = [(1.0, 1.0, 3), (-1.0, 1.0, 0), (0.2, -2.0, 1), (3.0, 0.5, 4)]


def cell(name):
    """A class whose `construct` is a program, with its text where tracebacks look for it."""
    text = textwrap.indent(PROGRAMS[name], " " * 8)
    source = f"class Net(Base):\n    def construct(self, x, w, n):\n{text}\n"
    file = f"<control flow {name}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    scope = {"Base": Base, "ms": ms, "ops": ops, "__name__": "programs"}
    exec(compile(source, file, "exec", dont_inherit=True), scope)
    return scope["Net"]


def agree(got, want, rtol=1e-5):
    every_mode.agree(got, want, rtol, atol=2e-6, rel=1e-12)


def played(make, name, capfd, **options):
    """Calls of a program with four kinds of inputs, and what they changed."""
    net = cell(name)()
    ms.set_seed(5)
    run = make(net, **options)
    found = []
    for a, b, n in INPUTS:
        try:
            found.append(plain(run(t(*X) * a, t(*W) * b, Tensor(n, ms.int32))))
        except (ValueError, AssertionError, IndexError, UnboundLocalError) as error:
            found.append(f"{type(error).__name__}: {error}")
    found.append([plain(p.value()) for p in net.get_parameters()])
    found.append([plain(v) for v in (net.last, net.count, net.ready, net.cache)])
    found.append(ops.rand(2).asnumpy())
    return found, capfd.readouterr().out


def loss_of(net):
    """The sum of all float results of a program."""

    def loss(x, w, n):
        found = []

        def gather(value):
            if isinstance(value, Tensor):
                if value.dtype in (ms.float32, ms.float16):
                    found.append((value.astype(ms.float32) * 0.7).sum())
            elif isinstance(value, (list, tuple)):
                for v in value:
                    gather(v)
            elif isinstance(value, dict):
                gather(list(value.values()))

        gather(net(x, w, n))
        return sum(found, x.sum() * 0.1)

    return loss


def gradients(make, name, capfd, inside):
    """The loss, and its gradients by the inputs and the Parameters."""
    net = cell(name)()
    ms.set_seed(5)
    run = net if inside else make(net)
    pull = ms.value_and_grad(loss_of(run), (0, 1), [net.p, net.q])
    pull = make(pull) if inside else pull
    found = []
    for a, b, n in INPUTS:
        try:
            found.append(plain(pull(t(*X) * a, t(*W) * b, Tensor(n, ms.int32))))
        except (ValueError, AssertionError, IndexError, UnboundLocalError) as error:
            found.append(f"{type(error).__name__}: {error}")
    return found, capfd.readouterr().out


def eager(function):
    return function


# Programs that run eagerly, with the reason that the one warning gives.
EAGER = {
    "list_appended_in_while": "the list 'a' changes in a loop on values",
    "recursion_on_value": "too many conditions on values follow one another",
    "shape_changes": "'x' is float32[6] before a round of a loop and float32[9] after it",
    "int_of_tensor": "int() needs the value of a Tensor",
    "text_of_tensor": "text needs the value of a Tensor",
    "asnumpy": "asnumpy() needs the value of a Tensor",
    "nonzero": "the shape of the result of 'NonZero' depends on values",
    "masked": "indexing with a bool Tensor needs the value of a Tensor",
    "item": "item() needs the value of a Tensor",
}


@pytest.fixture
def graph_mode():
    before = ms.get_context("mode")
    yield lambda: ms.set_context(mode=ms.GRAPH_MODE)
    ms.set_context(mode=before)


@pytest.mark.runs_eagerly
@pytest.mark.thin(16)
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_do_the_same_compiled(name, graph_mode, capfd, caplog):
    want = played(eager, name, capfd)
    agree(played(ms.jit, name, capfd), want)
    texts = {r.getMessage() for r in caplog.records if r.name == "msjax.jit"}
    if name in EAGER:
        assert len(texts) == 1 and EAGER[name] in texts.pop()
    else:
        assert not texts
    graph_mode()
    agree(played(eager, name, capfd), want)


@pytest.mark.runs_eagerly
@pytest.mark.thin(16)
@pytest.mark.parametrize("name", [n for n in PROGRAMS if n not in EAGER])
def test_gradients_are_the_same_compiled(name, capfd):
    want = gradients(eager, name, capfd, True)
    agree(gradients(ms.jit, name, capfd, True), want, 5e-5)
    agree(gradients(ms.jit, name, capfd, False), want, 5e-5)


@pytest.mark.runs_eagerly
@pytest.mark.thin(16)
@pytest.mark.parametrize("name", [n for n in PROGRAMS if n not in EAGER])
def test_directional_derivatives_are_the_same_compiled(name, capfd, caplog):
    def along(net):
        def floats(x, w):
            found = net(x, w, Tensor(3, ms.int32))
            return [v for v in tensors_in(found) if v.dtype == ms.float32] + [x]

        return lambda *given: ms.jvp(floats, given[:2], given[2:])

    given = t(*X), t(*W), t(1.0, 0.5, -0.25), t(0.3, -0.2, 0.1)
    if "hook" in name:  # JAX has no forward derivative of what hooks are made of
        for run in (lambda f: f, ms.jit):
            with pytest.raises(TypeError, match="forward-mode autodiff"):
                run(along(cell(name)()))(*given)
        return
    ms.set_seed(5)
    want = plain(along(cell(name)())(*given))
    ms.set_seed(5)
    with op_by_op():
        agree(plain(ms.jit(along(cell(name)()))(*given)), want, 5e-5)
    assert not [r for r in caplog.records if r.name == "msjax.jit"]


def test_how_many_programs_there_are():
    assert len(PROGRAMS) >= 300
    assert len(EAGER) <= 11 and EAGER.keys() <= PROGRAMS.keys()
