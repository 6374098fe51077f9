"""Globals, closures, objects and code that change after the first call of compiled code.

What compiled code gives is compared with eager code after every change.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import importlib
import sys
import types

import numpy as np
import pytest
from every_mode import Calls, compiled_modes, in_every_mode, in_graph_mode

import msjax as ms
from msjax import nn, ops


def tensor(*values):
    return ms.Tensor(np.array(values, np.float32))


X = tensor(1, -2)
FACTOR, LIST, NAMES, TABLE = 2, [1.0, 2.0], ("a", 3.0), {"scale": 4.0, "more": [5.0]}
SHIFT = tensor(1, 1)


def helper(x):
    return x * FACTOR


def run(x, net):
    return net(x)


class Config:
    rate = 0.5

    def scaled(self, x):
        return x * self.rate


@dataclasses.dataclass
class Record:
    rate: float


class Marked:
    def __init__(self, rate):
        self.rate = rate


class Net(nn.Cell):
    depth = 2

    def __init__(self):
        super().__init__()
        self.config = Config()
        self.config.rate = 0.75

    def construct(self, x):
        for _ in range(self.depth):
            x = helper(x) * self.config.rate
        return x + SHIFT


def gradient(f):
    return ms.jit(ms.grad(lambda x: f(x).sum()))


MODES = {
    "jit": (ms.jit, lambda f: f),
    "graph": (in_graph_mode, lambda f: f),
    "jit of a Cell": (lambda f: ms.jit(Calls(f)), lambda f: f),
    "vmap": (ms.vmap, ms.vmap),
    "gradient": (gradient, lambda f: ms.grad(lambda x: f(x).sum())),
    "gradient of jit": (
        lambda f: ms.grad(ms.jit(f)),
        lambda f: ms.grad(f),
    ),
}
every_mode = pytest.mark.parametrize(("mode", "eager"), MODES.values(), ids=MODES)


def check(mode, eager, f, *changes, x=None):
    """The same from compiled and eager code before and after each change, twice."""
    x = tensor([1, -2], [3, 0.5]) if x is None else x
    compiled, plain = mode(f), eager(f)
    before = None
    for change in (lambda: None, *changes):
        change()
        expected = plain(x).asnumpy()
        assert before is None or not np.array_equal(before, expected), "the change has no effect"
        for _ in range(2):
            np.testing.assert_allclose(compiled(x).asnumpy(), expected, rtol=1e-6)
        before = expected


@every_mode
@pytest.mark.parametrize(
    ("name", "value", "f"),
    [
        ("FACTOR", -3, lambda x: x * x * FACTOR),
        ("FACTOR", -3, lambda x: helper(x * x)),
        ("FACTOR", -3, lambda x: (lambda y: helper(y * y))(x)),
        ("NAMES", ("a", 7.0), lambda x: x * x * NAMES[1]),
        ("SHIFT", tensor(5, 6), lambda x: x * x * SHIFT),
        ("SHIFT", tensor([[5, 6], [7, 8]]), lambda x: x * x * SHIFT.sum()),
        ("LIST", [4.0], lambda x: x * x * sum(LIST)),
        ("helper", lambda x: x - 9 * x, lambda x: helper(x * x)),
        ("Config", type("Other", (), {"rate": 8.0}), lambda x: x * x * Config.rate),
    ],
)
def test_a_global_is_another(mode, eager, name, value, f, monkeypatch):
    check(mode, eager, f, lambda: monkeypatch.setitem(globals(), name, value))


@every_mode
@pytest.mark.parametrize(
    ("part", "key", "value", "f"),
    [
        (LIST, 0, 9.0, lambda x: x * x * LIST[0]),
        (TABLE, "scale", 9.0, lambda x: x * x * TABLE["scale"]),
        (TABLE["more"], 0, 9.0, lambda x: x * x * TABLE["more"][0]),
    ],
)
def test_part_of_a_list_or_dict_is_another(mode, eager, part, key, value, f):
    before = part[key]

    def put(value):
        part[key] = value

    check(mode, eager, f, lambda: put(value), lambda: put(before))


@every_mode
def test_a_variable_of_a_closure(mode, eager):
    factor, table, config = 2.0, {"k": tensor(1, 2)}, Config()

    def f(x):
        return x * x * factor * table["k"] * config.rate

    def set_factor():
        nonlocal factor
        factor = 5.0

    check(
        mode,
        eager,
        f,
        set_factor,
        lambda: table.update(k=tensor(3, 4)),
        lambda: setattr(config, "rate", 2.0),
        lambda: setattr(config, "rate", tensor(2, 7)),
        lambda: setattr(config, "rate", tensor(1, 3)),
    )


@every_mode
@pytest.mark.parametrize(
    "kind", [types.SimpleNamespace, argparse.Namespace, Record, ms.jit_class(Marked)]
)
def test_an_attribute_of_an_object(mode, eager, kind):
    config = kind(rate=1.0)

    def f(x):
        return x * x * config.rate

    check(mode, eager, f, lambda: setattr(config, "rate", 3.0))


@every_mode
def test_an_attribute_hides_that_of_the_class(mode, eager, monkeypatch):
    config = Config()

    def f(x):
        return config.scaled(x * x)

    check(
        mode,
        eager,
        f,
        lambda: setattr(config, "rate", 3.0),
        lambda: delattr(config, "rate"),
        lambda: monkeypatch.setattr(Config, "rate", 5.0),
        lambda: monkeypatch.setattr(Config, "scaled", lambda self, x: x * 7),
    )


@every_mode
def test_what_a_cell_reads(mode, eager, monkeypatch):
    net = Net()
    check(
        mode,
        eager,
        lambda x: net(x * x),
        lambda: monkeypatch.setattr(Net, "depth", 3),
        lambda: setattr(net.config, "rate", 2.0),
        lambda: monkeypatch.setitem(globals(), "FACTOR", 5),
        lambda: monkeypatch.setattr(Net, "construct", lambda self, x: x * self.depth),
        lambda: setattr(net, "depth", 4),
    )


@every_mode
def test_edited_code(mode, eager, monkeypatch):
    net = Net()
    check(
        mode,
        eager,
        lambda x: net(helper(x * x)),
        lambda: monkeypatch.setattr(helper, "__code__", (lambda x: x - FACTOR * x).__code__),
        lambda: monkeypatch.setattr(
            Net.construct, "__code__", (lambda self, x: x * self.depth).__code__
        ),
    )


@every_mode
def test_a_reloaded_module(mode, eager, tmp_path, monkeypatch):
    """As `%autoreload` does: the function keeps its identity and gets other code."""
    path = tmp_path / "msjax_edited.py"
    path.write_text("SCALE = 2\ndef f(x):\n    return x * x * SCALE\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    module = importlib.import_module("msjax_edited")
    old = module.f

    def edit():
        path.write_text("SCALE = 3\ndef f(x, more=2):\n    return x * x * SCALE + more * x * x\n")
        importlib.invalidate_caches()
        importlib.reload(module)
        old.__code__, old.__defaults__ = module.f.__code__, module.f.__defaults__
        module.f = old

    try:
        check(
            mode,
            eager,
            module.f,
            lambda: setattr(module, "SCALE", 7),
            edit,
            lambda: setattr(old, "__defaults__", (5,)),
        )
    finally:
        del sys.modules["msjax_edited"]


class Holder:
    def __init__(self):
        self.state, self.calls = tensor(1, 1), None


@pytest.mark.parametrize("marked", [False, True])
@in_every_mode
def test_compiled_code_rebinds_a_tensor_of_an_object(mode, marked):
    holder = (ms.jit_class(Holder) if marked else Holder)()
    traces = []

    def f(x):
        traces.append(1)
        holder.state = holder.state * 2 + x
        holder.fresh = holder.state + 1
        return holder.state - x

    f, state = mode(f), np.ones(2)
    for i in range(4):
        if i == 3:
            holder.state, state = tensor(5, 6), np.array([5, 6])
        x = X.asnumpy()
        state = state * 2 + x
        np.testing.assert_allclose(f(X).asnumpy(), state - x)
        np.testing.assert_allclose(holder.state.asnumpy(), state)
        np.testing.assert_allclose(holder.fresh.asnumpy(), state + 1)
    assert len(traces) <= 4


@in_every_mode
def test_a_method_rebinds_a_tensor_inside_a_gradient(mode):
    holder = Holder()

    def loss(x):
        holder.state = x * 3
        return (holder.state * holder.state).sum()

    f = mode(lambda x: ms.grad(loss)(x))
    for scale in (1, 2):
        x = X * scale
        np.testing.assert_allclose(f(x).asnumpy(), 18 * x.asnumpy())
        np.testing.assert_allclose(holder.state.asnumpy(), 3 * x.asnumpy())
        np.testing.assert_allclose((holder.state * 2).asnumpy(), 6 * x.asnumpy())


@compiled_modes
@pytest.mark.runs_eagerly
def test_numbers_and_lists_of_an_object(mode):
    class Counter:
        def __init__(self):
            self.count, self.seen = 0, []

    counter, other = Counter(), Counter()

    def count(x):
        counter.count += 1
        return x * counter.count

    def collect(x):
        other.seen.append(x * 2)
        return x + 1

    count, collect = mode(count), mode(collect)
    for i in range(1, 9):
        np.testing.assert_allclose(count(X).asnumpy(), i * X.asnumpy())
        assert counter.count == i
        collect(X)
        np.testing.assert_allclose(other.seen[-1].asnumpy(), 2 * X.asnumpy())
        assert len(other.seen) == i


@pytest.mark.runs_eagerly
def test_what_changes_at_every_call_runs_eagerly():
    config, traces = Config(), []

    @ms.jit
    def f(x):
        traces.append(1)
        return x * config.rate

    for i in range(20):
        config.rate = float(i)
        np.testing.assert_allclose(f(X).asnumpy(), i * X.asnumpy())
    assert f._cache[next(iter(f._cache))] == [None]


def test_values_that_come_again_compile_once():
    config, traces = Config(), []

    @ms.jit
    def f(x):
        traces.append(1)
        return x * config.rate

    for i in range(30):
        config.rate = 1.0 + i % 3
        f(X)
    assert len(traces) == 3


def test_equal_values_and_like_tensors_compile_nothing():
    config, traces, rates = Config(), [], [1.0, (2, "a")]
    config.state = tensor(1, 2)

    @ms.jit
    def f(x):
        traces.append(1)
        return x * config.rate * config.state * rates[0]

    for i in range(5):
        config.rate, config.state, rates[0] = float("0.5"), tensor(i, i), float("1.0")
        rates[1] = (int("2"), "a")
        np.testing.assert_allclose(f(X).asnumpy(), 0.5 * i * X.asnumpy())
    assert len(traces) == 1


def test_one_tensor_by_two_names():
    config, other = Config(), Config()
    config.state = other.state = tensor(1, 2)

    @ms.jit
    def f(x):
        return x * config.state + other.state

    f(X)
    config.state = tensor(3, 4)
    np.testing.assert_allclose(f(X).asnumpy(), [1 * 3 + 1, -2 * 4 + 2])
    other.state = config.state
    np.testing.assert_allclose(f(X).asnumpy(), [1 * 3 + 3, -2 * 4 + 4])


def test_a_tensor_of_an_object_that_asked_for_gradients():
    config = Config()

    @ms.jit
    def f(x):
        return (x * config.state).sum()

    for value in (2, 3):
        config.state = tensor(value, value).requires_grad_()
        f(X).backward()
        np.testing.assert_allclose(config.state.grad.asnumpy(), X.asnumpy())
        x = tensor(1, 1).requires_grad_()
        f(x).backward()
        np.testing.assert_allclose(x.grad.asnumpy(), [value, value])


def test_parts_of_odd_objects_are_left_alone():
    class Odd:
        __module__ = 5

        def __getattr__(self, name):
            raise AttributeError(name)

    odd, cycle = Odd(), []
    cycle.append(cycle)
    large = dict.fromkeys(range(1000), 1.0)

    @ms.jit
    def f(x):
        return ops.abs(x) * len(cycle) * large[3] if odd else x

    for _ in range(2):
        np.testing.assert_allclose(f(X).asnumpy(), [1, 2])


def test_one_tensor_twice_in_a_list():
    states = [tensor(1, 2)] * 2

    @ms.jit
    def f(x):
        return x * states[0] + states[1]

    f(X)
    states[1] = tensor(5, 6)
    np.testing.assert_allclose(f(X).asnumpy(), [1 * 1 + 5, -2 * 2 + 6])
    states[0] = tensor(3, 4)
    np.testing.assert_allclose(f(X).asnumpy(), [1 * 3 + 5, -2 * 4 + 6])


@in_every_mode
@pytest.mark.runs_eagerly
def test_transformed_code_that_runs_eagerly_rebinds_a_tensor(mode):
    holder, limit = Holder(), tensor(1)

    def f(x):
        if limit > 0:
            holder.state = x * 3
        return x * x

    slope = mode(lambda x: ms.jvp(f, x, ops.ones_like(x))[1])
    for scale in (1, 2):
        np.testing.assert_allclose(slope(X * scale).asnumpy(), 2 * scale * X.asnumpy())
        np.testing.assert_allclose((holder.state * 2).asnumpy(), 6 * scale * X.asnumpy())


GONE = 2


@pytest.mark.runs_eagerly
def test_code_that_deletes_a_global():
    @ms.jit
    def f(x):
        global GONE
        factor = GONE
        del GONE
        return x * factor

    for factor in (2, 3):
        globals()["GONE"] = factor
        np.testing.assert_allclose(f(X).asnumpy(), factor * X.asnumpy())


class Counted(nn.Cell):
    """A Cell with what programs keep on their networks beside what these compute with."""

    def __init__(self):
        super().__init__()
        self.scale, self.epoch, self.history, self.kept = 2.0, 0, [], {"best": 0.0}

    def construct(self, x):
        return x * self.scale


class Named(Counted):
    def construct(self, x):
        return x * getattr(self, "sc" + "ale") + self.kept["best"]


def test_attributes_that_no_code_reads_compile_nothing():
    net, traced = Counted(), []

    def f(x):
        traced.append(1)
        return net(x)

    step = ms.jit(f)
    for epoch in range(8):
        net.epoch, net.kept["best"] = epoch, float(epoch)
        net.history.append(epoch)
        assert step(X).tolist() == [2.0, -4.0]
    assert len(traced) == 1
    net.scale = 3.0
    assert step(X).tolist() == [3.0, -6.0] and len(traced) == 2


@pytest.mark.parametrize("make", [Counted, Named])
def test_attributes_that_are_read_somehow(make):
    net = make()
    step = ms.jit(net)
    assert step(X).tolist() == [2.0, -4.0]
    net.scale = 5.0
    assert step(X).tolist() == [5.0, -10.0]


@pytest.mark.runs_eagerly
def test_an_attribute_of_a_cell_that_changes_at_every_call(caplog):
    class Rounded(Counted):
        def construct(self, x):
            return super().construct(x) + int(self.scale) * 0

    net = Rounded()
    step = ms.jit(net)
    for i in range(20):
        net.scale = float(i)
        assert step(X).tolist() == [float(i), -2.0 * i]
    assert [r for r in caplog.records if "'Rounded.scale', which it reads" in r.getMessage()]


class Scaling:
    """An object that code reads through its special methods, and through others."""

    kind = 1.0

    def __init__(self, factor=1.0):
        self.factor = factor

    def __getitem__(self, i):
        return self.factor

    def __mul__(self, x):
        return x * self.factor

    def __len__(self):
        return int(self.factor)

    def add(self, x):
        return x + self.factor

    @staticmethod
    def static(x):
        return x * Scaling.kind

    @classmethod
    def of_class(cls, x):
        return x * cls.kind


class Dotted(dict):
    __getattr__ = dict.__getitem__


class Configured(nn.Cell):
    def __init__(self):
        super().__init__()
        self.config = Dotted(factor=1.0)

    def construct(self, x):
        return x * self.config.factor + self.config["factor"]


READ = {
    "getitem": lambda s, x: x * s[0],
    "operator": lambda s, x: s * x,
    "len": lambda s, x: x * len(s),
    "method_named_as_of_a_list": lambda s, x: s.add(x),
    "getattr": lambda s, x: x * getattr(s, "factor", 1.0),
}


@pytest.mark.parametrize("name", READ)
def test_an_object_read_through_its_methods(name):
    s = Scaling()
    f = ms.jit(lambda x: READ[name](s, x))
    for factor in (1.0, 1.0, 3.0, 4.0):
        s.factor = factor
        np.testing.assert_array_equal(f(X).asnumpy(), READ[name](s, X).asnumpy())


@pytest.mark.parametrize("method", ["static", "of_class"])
def test_methods_without_an_object(method, monkeypatch):
    f = ms.jit(lambda x: getattr(Scaling, method)(x) + Scaling.static(x) + Scaling.of_class(x))
    assert f(X).tolist() == [3.0, -6.0]
    monkeypatch.setattr(Scaling, "kind", 2.0)
    assert f(X).tolist() == [6.0, -12.0]


def test_a_dict_of_a_class_of_its_own():
    net = Configured()
    for run in (ms.jit(net), in_graph_mode(net)):
        for factor in (1.0, 1.0, 2.0):
            net.config["factor"] = factor
            assert run(X).tolist() == [2 * factor, -factor]


def test_hooks_read_their_surroundings():
    net, state = nn.ReLU(), Scaling(2.0)
    net.register_forward_hook(lambda cell, args, out: out * state.factor)
    run = ms.jit(net)
    assert run(X).tolist() == [2.0, 0.0]
    state.factor = 3.0
    assert run(X).tolist() == [3.0, 0.0]


class Stored:
    """Its `__getattr__` raises what a dict does."""

    def __init__(self):
        self.__dict__["held"] = {"factor": 2.0}

    def __getattr__(self, name):
        return self.held[name]


def test_objects_that_raise_other_errors_for_missing_attributes():
    stored = Stored()
    assert ms.jit(lambda x: x * stored.factor)(X).tolist() == [2.0, -4.0]


class Grown:
    """A cache of keys in the manner of language models."""

    def __init__(self):
        self.keys = None

    def update(self, new):
        self.keys = new if self.keys is None else ops.cat([self.keys, new])
        return self.keys.sum()


class Decoder(nn.Cell):
    def construct(self, x, cache=None):
        cache = Grown() if cache is None else cache
        return cache.update(x * 2), cache


@compiled_modes
@pytest.mark.runs_eagerly
def test_objects_made_inside_are_returned_with_their_tensors(mode):
    f, caches = mode(Decoder()), []
    for scale in (1, 2):
        total, cache = f(X * scale)
        caches.append(cache)
        assert total.asnumpy() == -2 * scale
        np.testing.assert_allclose(cache.keys.asnumpy(), 2 * scale * X.asnumpy())
        total, again = f(X, cache)  # one that exists compiles, and is itself
        assert again is cache and total.asnumpy() == -2 * scale - 2 and cache.keys.shape == (4,)
    assert caches[0] is not caches[1]
    assert caches[0].keys[:2].asnumpy().tolist() == [2.0, -4.0]


@compiled_modes
@pytest.mark.runs_eagerly
def test_functions_and_attributes_keep_tensors_made_inside(mode):
    class Keeps(nn.Cell):
        def construct(self, x):
            y = x * 2
            self.kept = Grown()
            self.kept.update(y)
            return {"later": [lambda: y + 1]}

    net = Keeps()
    f = mode(net)
    for scale in (1, 2):
        later = f(X * scale)["later"][0]
        np.testing.assert_allclose(later().asnumpy(), 2 * scale * X.asnumpy() + 1)
        np.testing.assert_allclose(net.kept.keys.asnumpy(), 2 * scale * X.asnumpy())


@compiled_modes
def test_a_package_of_many_functions(mode, monkeypatch):
    module = types.ModuleType("of_many_functions")
    body = "\n".join(f"def f{i}(x): return f{i + 1}(x)" for i in range(300))
    exec(f"{body}\nFLAG = 1.0\ndef f300(x): return x * FLAG", vars(module))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    f = mode(module.f0)
    for flag in (1.0, 3.0):
        module.FLAG = flag
        np.testing.assert_allclose(f(X).asnumpy(), flag * X.asnumpy())


def test_a_module_that_the_code_imports_where_it_runs(tmp_path, monkeypatch):
    (tmp_path / "settings_of_a_run.py").write_text("scale, shift = 2.0, 1.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    settings = importlib.import_module("settings_of_a_run")

    @ms.jit
    def named(x):
        from settings_of_a_run import scale

        return x * scale

    @ms.jit
    def whole(x):
        import settings_of_a_run as chosen

        return x + chosen.shift

    x = ms.Tensor([1.0, 2.0])
    assert named(x).tolist() == [2, 4] and whole(x).tolist() == [2, 3]
    settings.scale, settings.shift = 5.0, 7.0
    assert named(x).tolist() == [5, 10] and whole(x).tolist() == [8, 9]
    assert named(x).tolist() == [5, 10]


def test_attributes_of_functions():
    def scaled(x):
        return x * scaled.factor

    def outer(x):
        return scaled(x) + outer.shift

    scaled.factor, outer.shift = 2.0, 1.0
    compiled, x = ms.jit(outer), ms.Tensor([1.0, 2.0])
    assert compiled(x).tolist() == [3, 5]
    scaled.factor = 4.0
    assert compiled(x).tolist() == [5, 9]
    outer.shift = 0.0
    assert compiled(x).tolist() == [4, 8]


def test_a_global_that_comes_to_hide_a_function_of_pythons(monkeypatch):
    compiled, x = ms.jit(lambda x: x * max(1, 2)), ms.Tensor([1.0, 2.0])
    assert compiled(x).tolist() == [2, 4]
    with monkeypatch.context() as patched:
        patched.setitem(globals(), "max", lambda *_: 7)
        assert compiled(x).tolist() == [7, 14]
    assert compiled(x).tolist() == [2, 4]


class Kept:
    """A class whose attributes code sets, and its objects."""


made = Kept()


# What code sets and looks for, by a name: the function, and what changes between its calls.
SETTERS = {}


def sets(change="pass"):
    def keep(function):
        SETTERS[function.__name__] = function, change
        return function

    return keep


@sets("made.rate = 5")
def attribute_with_a_default(x):
    return x * getattr(made, "rate", 1)


@sets("made.rate = 5")
def attribute_that_is_asked_for(x):
    return x * (3 if hasattr(made, "rate") else 1)


@sets("made.rate = 5")
def attribute_that_is_tried(x):
    try:
        return x * made.rate
    except AttributeError:
        return x


@sets("Kept.last = 5")
def attribute_of_a_class_with_a_default(x):
    return x * getattr(made, "last", 1)


@sets("later = 5")
def name_that_is_tried(x):
    try:
        return x * later
    except NameError:
        return x


@sets("later = 0")
def global_that_is_set(x):
    global later
    later = 7
    return x * 2


@sets()
def global_that_is_made(x):
    global later
    later = 7
    return x * later


@sets()
def global_that_counts(x):
    global later
    try:
        later = later + 1
    except NameError:
        later = 1
    return x * later


@sets()
def global_with_a_tensor(x):
    global later
    later = x * 2
    return x + 1


@sets()
def global_by_its_dict(x):
    globals()["later"] = globals().get("later", 0) + 1
    return x * globals()["later"]


@sets("Kept.last = 0")
def class_attribute_that_is_set(x):
    Kept.last = 7
    return x * 2


@sets()
def class_attribute_that_counts(x):
    Kept.last = getattr(Kept, "last", 0) + 1
    return x * Kept.last


@sets()
def class_attribute_under_a_condition(x):
    setattr(Kept, "last", getattr(Kept, "last", 0) + 1)  # noqa: B010
    if x.sum() < 5:
        return x * Kept.last
    return x


@sets()
def class_attribute_with_a_tensor(x):
    Kept.last = x * 2
    return x + 1


@sets()
def attribute_of_a_function_that_counts(x):
    helper.count = getattr(helper, "count", 0) + 1
    return x * helper.count


@sets()
def attribute_of_an_object_that_counts(x):
    made.count = getattr(made, "count", 0) + 1
    return x * made.count


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("name", SETTERS)
@compiled_modes
def test_names_that_are_set_or_come_later(name, mode):
    function, change = SETTERS[name]

    def left():
        kept = {**globals(), **vars(Kept), **vars(made), **vars(helper)}
        found = (kept.get(n) for n in ("later", "last", "rate", "count"))
        return [v.tolist() if isinstance(v, ms.Tensor) else v for v in found]

    def play(wrap):
        global made
        made, found = Kept(), []
        try:
            call = wrap(function)
            for i in range(5):
                found.append((call(X).tolist(), left()))
                if i in (1, 3):
                    exec(change, globals())
            return found
        finally:
            globals().pop("later", None)
            for name in {"last"} & vars(Kept).keys():
                delattr(Kept, name)
            vars(helper).clear()

    assert play(mode) == play(lambda f: f)


class Settled(nn.Cell):
    def __init__(self):
        super().__init__()
        self.kind, self.sizes, self.table, self.seen = "old", (), {"a": 0}, False

    def construct(self, x):
        self.kind, self.sizes, self.seen = "new", (len(x.shape), 0.5 * x.shape[0]), True
        self.table["a"] = 1000 + len(x.shape)
        if x.sum() < 5:
            return x * self.table["a"]
        return x


def settled_objects(x):
    global later
    later = 1000 + len(x.shape)
    Kept.last = 0.25 * len(x.shape)
    TABLE["scale"] = 1000.0 + len(x.shape)
    return x * later if x.sum() < 5 else x


@compiled_modes
@pytest.mark.parametrize("make", [Settled, lambda: settled_objects])
def test_equal_values_that_are_written_at_each_call_leave_code_compiled(make, mode, monkeypatch):
    monkeypatch.setitem(globals(), "later", 0)
    monkeypatch.setattr(Kept, "last", 0.0, raising=False)
    monkeypatch.setitem(TABLE, "scale", 4.0)
    call = mode(make())
    for i in range(1, 5):  # the first call runs eagerly, without a warning, and the others do not
        assert call(X * i).tolist() == (X * i * 1001).tolist()


class Notes(nn.Cell):
    def __init__(self, keeper):
        super().__init__()
        self.flag, self.keeper = True, keeper

    def construct(self, x):
        (self if self.keeper is None else self.keeper).flag = True
        return x * 2


@compiled_modes
@pytest.mark.parametrize("keeper", [None, Record(1.0)])
def test_a_value_that_was_there_already_is_set_again(keeper, mode):
    net = Notes(keeper)
    owner, call = keeper or net, mode(net)
    owner.flag = True
    for value in (True, False, True, 3, False):
        call(X)
        assert owner.flag is True
        owner.flag = value
    call(X)
    assert owner.flag is True


def test_what_is_only_noted_for_a_shape_is_no_reason_to_compile_anew():
    traced = []

    class Sized(nn.Cell):
        def construct(self, x):
            traced.append(1)
            self.last = x.shape[0]
            return x * 2

    net = Sized()
    call = ms.jit(net)
    for _ in range(4):
        for length in (1, 2, 3):
            call(tensor(*range(length)))
            assert net.last == length
    assert len(traced) <= 4


def given_before(held):
    """Functions of a Tensor that have a dict without a name."""

    def act(held, x):
        return x * held["a"]

    def with_default(x, *, held=held):
        return x * held["a"]

    partial, get = functools.partial(act, held), held.get
    return {
        "the function itself": partial,
        "in a closure": lambda x: partial(x),
        "by keyword": functools.partial(lambda x, held: x * held["a"], held=held),
        "a default": with_default,
        "a bound method": lambda x: x * get("a"),
    }


@pytest.mark.parametrize("name", list(given_before({})))
def test_what_functions_were_given_before(name):
    held = {"a": 1}
    call, found = ms.jit(given_before(held)[name], fullgraph=True), []
    for held["a"] in (1, 2, 1):
        found.append(call(ms.Tensor(1.0)).item())
    assert found == [1.0, 2.0, 1.0]


KINDS = (int, float)


@pytest.mark.runs_eagerly
def test_the_class_of_a_number_that_a_loop_changes():
    def named(x):
        k = 1
        while x.sum() < 4 and k < 4:
            x, k = x + 1.5, k + 1
        return type(k).__name__

    def known(x):
        k = 1
        while x.sum() < 4 and k < 4:
            x, k = x + 1.5, k + 1
        return type(k) in KINDS

    for value in (1.0, 5.0):
        x = ms.Tensor([value])
        assert ms.jit(named)(x) == "int" and ms.jit(known)(x) is True
