"""`rewrite`: nodes as MindSpore names them, changes, and networks of the changed code."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from every_mode import graph_mode
from places import read_golden

import msjax as ms
from msjax import nn, ops
from msjax.rewrite import Node, NodeType, ScopedValue, SymbolTree, ValueType

import rewrite_cases as cases  # isort: skip - after msjax, which it then uses

RECORDED = read_golden("rewrite.json")
SCALE = 2.0


class Inner(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(4, 4)
        self.relu = nn.ReLU()

    def construct(self, x: ms.Tensor):
        y = self.dense(x)
        return self.relu(y)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Dense(4, 4)
        self.relu = nn.ReLU()
        self.inner = Inner()
        self.add = ops.Add()
        self.seq = nn.SequentialCell(nn.Dense(4, 4), nn.ReLU())
        self.flag = True

    def construct(self, x, k=2):
        """A text."""
        x = self.relu(self.fc1(x))
        x = self.inner(x)
        x = self.seq(x)
        y = self.add(x, x)
        z = ops.abs(y) * SCALE + k * 2
        if self.flag:
            z = z - 1
        x += y.sum() if k else 0
        return self.relu(z), x


X = np.random.default_rng(0).normal(size=(2, 4)).astype(np.float32)


def name(text):
    return ScopedValue.create_naming_value(text)


def relu(target):
    return Node.create_call_cell(nn.ReLU(), [target], [name("x")])


def body(tree):
    return tree.get_code().rpartition("k=2):\n")[2].split("\n        ")


@pytest.fixture
def tree():
    return SymbolTree.create(Net())


@pytest.mark.parametrize("key", cases.NETS)
def test_networks(key):
    found, known = cases.nodes(key), RECORDED["nodes"][key]
    np.testing.assert_equal(_rounded(found.pop("result")), _rounded(known["result"]))
    # Cells inside containers have no nodes here.
    known["every"] = [n for n in known["every"] if not n.startswith(("ReLU", "Tanh"))]
    assert found == {k: known[k] for k in found}


@pytest.mark.parametrize("key", cases.NETS)
def test_networks_compile(key):
    old = cases.NETS[key][0]()
    new = SymbolTree.create(old).get_network()
    x, *others = cases.inputs(key)

    def slope(net):
        def loss(x):
            out = net(x, *others)
            return (out if isinstance(out, ms.Tensor) else out[0]).sum()

        return ms.grad(loss)(x).asnumpy()

    np.testing.assert_allclose(slope(new), slope(old), rtol=1e-6)
    with graph_mode():
        np.testing.assert_allclose(slope(new), slope(old), rtol=1e-6)


def made(tree, network):
    """What the text of a tree makes, run as a module."""
    module: dict = {}
    exec(tree.get_code(), module)
    return module[type(tree.get_network()).__name__](network)


def parts(out):
    return [v.asnumpy() for v in (out if isinstance(out, (tuple, list)) else [out])]


def test_code_is_a_module(tree):
    x, old = ms.Tensor(X), tree.get_origin_network()
    new = made(tree, old)
    assert [p.name for p in new.get_parameters()] == [p.name for p in old.get_parameters()]
    assert type(new.inner).__name__ == "InnerOpt"
    for run in (lambda net: net(x), lambda net: ms.jit(net)(x)):
        np.testing.assert_allclose(parts(run(new))[0], parts(run(old))[0], rtol=1e-6)


class Twice(nn.Cell):
    def __init__(self):
        super().__init__()
        self.one, self.two, self.three = Inner(), Inner(), Inner()
        self.again = self.two

    def construct(self, x):
        return self.again(self.three(self.two(self.one(x))))


def test_code_of_changed_and_unchanged_networks_of_one_class():
    tree = SymbolTree.create(Twice())
    inner = tree.get_node("two").get_sub_tree()
    last = inner.get_node("relu")
    cell = last.create_call_cell(nn.Tanh(), ["y"], [name("y")], name="tanh")
    inner.insert(inner.before(last), cell)
    net = tree.get_network()
    with pytest.raises(AttributeError, match="tanh"):
        made(tree, tree.get_origin_network())  # which lacks the Cell that was put in
    for new in (net, made(tree, net)):
        kinds = [type(c).__name__ for c in (new.one, new.two, new.three)]
        assert kinds == ["InnerOpt", "InnerOpt_1", "InnerOpt"]
        assert new.again is new.two
        held = [c.dense.weight.asnumpy() for c in (new.one, new.two, new.three)]
        bias = [c.dense.bias.asnumpy() for c in (new.one, new.two, new.three)]
        want = X
        for place in (0, 1, 2, 1):
            want = want @ held[place].T + bias[place]
            want = np.maximum(np.tanh(want) if place == 1 else want, 0)
        np.testing.assert_allclose(new(ms.Tensor(X)).asnumpy(), want, rtol=1e-5, atol=1e-6)
        with graph_mode():
            np.testing.assert_allclose(new(ms.Tensor(X)).asnumpy(), want, rtol=1e-5, atol=1e-6)


def test_names_that_two_modules_give_to_different_things(tmp_path, monkeypatch):
    base = """
from msjax import nn
SCALE = {0}.0
def change(x):
    return x + SCALE
class Part{0}(nn.Cell):
    def construct(self, x):
        return change(x) * SCALE
"""
    for n in (2, 3):
        (tmp_path / f"rewrite_part_{n}.py").write_text(base.format(n))
    last = """
from msjax import nn
from rewrite_part_2 import Part2
from rewrite_part_3 import Part3
class Whole(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a, self.b = Part2(), Part3()
    def construct(self, x):
        return self.b(self.a(x))
"""
    (tmp_path / "rewrite_whole.py").write_text(last)
    monkeypatch.syspath_prepend(tmp_path)
    net = importlib.import_module("rewrite_whole").Whole()
    tree = SymbolTree.create(net)
    for new in (tree.get_network(), made(tree, net)):
        assert new(ms.Tensor(1.0)).asnumpy() == ((1 + 2) * 2 + 3) * 3


def test_code_tells_what_it_cannot_import():
    factor = object()

    class Local(nn.Cell):
        def construct(self, x):
            return x if factor else -x

    code = SymbolTree.create(Local()).get_code()
    assert "# factor stands in no module" in code
    assert "# Local stands in no module" in code
    assert SymbolTree.create(Local()).get_network()(2) == 2


@pytest.mark.parametrize("key", cases.CHANGES)
def test_changes_of_control_flow(key):
    assert cases.change(key) == RECORDED["changes"][key]


def _rounded(value):
    if isinstance(value, list):
        return [_rounded(v) for v in value]
    return round(value, 4) if isinstance(value, float) else value


def test_printed(tree):
    for held, path in ((tree, "symbol_tree.SymbolTree"), (tree.get_node("relu"), "node.Node")):
        assert str(held).startswith(f"<mindspore.rewrite.api.{path} object at 0x")


def test_nodes(tree):
    """As the wheel's, but for nodes of functions, which it takes apart too."""
    kinds = [(n.get_name(), n.get_node_type().name, str(n.get_args())) for n in tree.nodes()]
    assert kinds == [
        ("input_x", "Input", "[]"),
        ("input_k", "Input", "[]"),
        ("fc1", "CallCell", "[x]"),
        ("relu", "CallCell", "[fc1_var]"),
        ("inner", "Tree", "[x]"),
        ("seq", "CellContainer", "[x]"),
        ("add", "CallPrimitive", "[x, x]"),
        ("binop_mult", "MathOps", "[k, 2]"),
        ("abs", "CallFunction", "[y]"),
        ("binop_mult_1", "MathOps", "[abs_var, SCALE]"),
        ("binop_add", "MathOps", "[mult_var, mult_var_1]"),
        ("if_node", "ControlFlow", "[self.flag]"),
        ("AugAssign", "Python", "[]"),
        ("relu_1", "CallCell", "[z]"),
        ("tuple", "CallMethod", "[relu_var, x]"),
        ("return", "Output", "[tuple_var]"),
    ]
    node = tree.get_node("relu")
    assert [n.get_name() for n in node.get_inputs()] == ["fc1"]
    assert [n.get_name() for n in node.get_users()] == ["inner"]
    assert [n.get_name() for n in tree.get_node("add").get_inputs()] == ["seq", "seq"]
    assert node.get_instance_type() is nn.ReLU
    assert str(node.get_targets()) == "[x]"
    assert node.get_symbol_tree() is tree
    assert tree.get_node("abs").get_instance_type() is ops.abs
    inner = tree.get_node("inner").get_sub_tree()
    assert [n.get_name() for n in inner.nodes()] == ["input_x", "dense", "relu", "return"]
    assert tree.get_node("nothing") is None
    assert len(list(tree.nodes(all_nodes=True))) == len(kinds) + 5


def test_the_same_network(tree):
    old, new = tree.get_origin_network(), tree.get_network()
    assert isinstance(new, Net)
    assert [p.name for p in new.get_parameters()] == [p.name for p in old.get_parameters()]
    x = ms.Tensor(X)
    for k in (2, 0):
        for a, b in zip(old(x, k), new(x, k), strict=True):
            np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())
    weights = old.trainable_params()
    slopes = [ms.grad(lambda n=n: n(x)[0].sum(), None, weights)() for n in (old, new)]
    for a, b in zip(*slopes, strict=True):
        np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())


@pytest.mark.parametrize("compiled", [False, True])
def test_changes(tree, compiled):
    old = tree.get_origin_network()
    old(ms.Tensor(X))
    relu = tree.get_node("relu")
    node = relu.create_call_cell(nn.Tanh(), ["x"], [name("x")], name="fc1")
    assert tree.insert(tree.after(relu), node) is node
    assert node.get_name() == "fc1_1"
    assert [n.get_name() for n in relu.get_users()] == ["fc1_1"]
    function = relu.create_call_function(ops.neg, ["x"], [name("x")])
    tree.replace(tree.get_node("seq"), [function])
    tree.erase("if_node")
    tree.get_node("add").set_arg(1, "k")
    inner = tree.get_node("inner").get_sub_tree()
    dense = inner.get_node("dense")
    inner.insert(inner.after(dense), dense.create_call_cell(nn.Tanh(), ["y"], [name("y")]))
    assert body(tree)[:6] == [
        "        fc1_var = self.fc1(x)",
        "x = self.relu(fc1_var)",
        "x = self.fc1_1(x)",
        "x = self.inner(x)",
        "x = neg(x)",
        "y = self.add(x, k)",
    ]
    new = tree.get_network()
    x = ms.Tensor(X)
    y = -ops.relu(ops.tanh(old.inner.dense(ops.tanh(ops.relu(old.fc1(x)))))) + 3
    z = ops.abs(y) * SCALE + 6
    run = ms.jit(new) if compiled else new
    np.testing.assert_allclose(run(x, 3)[0].asnumpy(), ops.relu(z).asnumpy(), rtol=1e-6)
    assert type(old.inner) is Inner  # the original is left as it is
    assert not hasattr(old, "fc1_1")


def test_compiled_code_of_the_original_is_left_behind(tree):
    with graph_mode():
        x, old = ms.Tensor(X), tree.get_origin_network()
        old.register_forward_hook(lambda cell, inputs, outputs: (outputs[0] + 1, outputs[1]))
        before = old(x)[0].asnumpy()
        relu = tree.get_node("relu_1")
        tree.replace(relu, [relu.create_call_cell(nn.Tanh(), ["relu_var"], [name("z")])])
        found = tree.get_network()(x)[0].asnumpy()
        np.testing.assert_allclose(found, np.tanh(before - 1) + 1, rtol=1e-5)
        np.testing.assert_array_equal(old(x)[0].asnumpy(), before)


def test_arguments(tree):
    relu = tree.get_node("relu_1")
    relu.set_arg_by_node(0, tree.get_node("fc1"))
    assert str(relu.get_args()) == "[fc1_var]"
    relu.set_arg(0, "self.fc1")
    assert relu.get_args() == [ScopedValue.create_naming_value("fc1", "self")]
    for index, error in ((5, ValueError), (-1, ValueError), ("x", TypeError)):
        with pytest.raises(error, match="index"):
            relu.set_arg(index, "x")
    assert tree.unique_name("x") == "x_1"
    assert tree.unique_name("new") == "new"


@pytest.mark.parametrize(
    "call,error",
    [
        (lambda t, n: SymbolTree.create(1), TypeError),
        (lambda t, n: t.insert(1, n), TypeError),
        (lambda t, n: t.after(1), TypeError),
        (lambda t, n: t.erase("nothing"), RuntimeError),
        (lambda t, n: t.erase("input_x"), RuntimeError),
        (lambda t, n: t.replace(n, []), IndexError),
        (lambda t, n: t.insert(t.after(n), n), RuntimeError),
        (lambda t, n: t.insert(t.before("input_x"), relu("z")), RuntimeError),
        (lambda t, n: name(3), TypeError),
        (lambda t, n: ScopedValue.create_naming_value("a", None), TypeError),
        (lambda t, n: ScopedValue.create_name_values("ab"), TypeError),
        (lambda t, n: n.create_call_cell(1, ["x"], [name("x")]), TypeError),
        (lambda t, n: n.create_call_cell(nn.ReLU(), "x", [name("x")]), TypeError),
        (lambda t, n: n.create_call_cell(nn.ReLU(), ["x"], ["x"]), TypeError),
        (lambda t, n: Node.create_call_function(1, ["x"], []), TypeError),
        (lambda t, n: t.get_node("if_node").set_arg(1, "x"), ValueError),
        (lambda t, n: t.get_node("AugAssign").set_arg(0, "x"), ValueError),
    ],
)
def test_refusals(tree, call, error):
    with pytest.raises(error):
        call(tree, tree.get_node("relu"))


class Derived(Net):
    def construct(self, x):
        return super().construct(x)


def test_what_cannot_be_taken_apart():
    with pytest.raises(NotImplementedError, match="super"):
        SymbolTree.create(Derived())


class Ordered(nn.Cell):
    def construct(self, seen):
        return ops.stack((seen.pop(), seen.pop(), seen.pop()))


def test_operands_are_computed_from_the_last_to_the_first():
    net = Ordered()
    new = SymbolTree.create(net).get_network()
    one, two = ([ms.Tensor(i) for i in range(3)] for _ in range(2))
    assert net.construct(one).asnumpy().tolist() == [2, 1, 0]
    assert new.construct(two).asnumpy().tolist() == [0, 1, 2]  # as in MindSpore


def test_values():
    assert repr(ScopedValue.create_variable_value(2)) == "2"
    assert str(ScopedValue.create_name_values(["a", "b"], ["self", ""])) == "[self.a, b]"
    assert ScopedValue.create_variable_value((1, "a")).code() == "(1, 'a', )"
    assert ScopedValue.create_variable_value([1]).type is ValueType.ListValue
    assert [k.value for k in NodeType] == list(range(13))
    with pytest.raises(ValueError, match="scopes"):
        ScopedValue.create_name_values(["a", "b"], ["self"])
    with pytest.raises(NotImplementedError):
        ScopedValue.create_variable_value(nn).code()
