"""Networks, and changes of them, of which both packages tell nodes, table, code and results."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
from typing import Any

import numpy as np

ms: Any = sys.modules.get("msjax") or importlib.import_module("mindspore")
rewrite: Any = importlib.import_module(f"{ms.__name__}.rewrite")
nn, ops = ms.nn, ms.ops


class Base(nn.Cell):
    def __init__(self):
        super().__init__()
        self.relu, self.tanh, self.add = nn.ReLU(), nn.Tanh(), ops.Add()
        self.parts = nn.CellList([nn.ReLU(), nn.Tanh()])
        self.plain = [self.tanh, self.relu]
        self.n, self.flag = 3, True


class Branches(Base):
    def construct(self, x, y=1):
        """A text."""
        a = x > y
        b = -x
        if self.n > 2:
            b = self.relu(b) + 1
            c = [b, x]
        else:
            b = b - 1
            c = [b, b * 2]
        for i in range(self.n):
            b = b + c[0] * i
            if i > 1:
                b = b * 2
        return b, a


class Statements(Base):
    def construct(self, x, *, k=None):
        if k is None and x.shape[0] > 1:
            k = 2
        elif not k or self.n < 1:
            k = 3
        y = z = x + k
        y += z.sum() if k else 0
        i = 0
        while i < self.n:
            i += 1
            y = self.relu(y - i)
        d = {"a": y, "b": z}
        e = d["a"][0]
        w = k
        q = self.n
        x.shape  # noqa: B018 - a statement that is an expression
        assert q == 3, "no"
        """A text."""
        h = self.add(self.tanh(y), z).reshape((2, -1)).abs()
        return h + e * w


class Loops(Base):
    def construct(self, x):
        for c in self.parts:
            x = c(x)
        for c in self.plain:
            x = c(x)
        else:
            x = x + 1
        x = self.parts[0](x)
        x = x[0] if x.shape[0] > 3 else x
        while x.ndim < 2:
            x = x[None]
        else:
            x = -(x - 1)
        steps = [i for i in range(3)]  # noqa: C416
        return x * steps[1]


class Signs(Base):
    def construct(self, x, m):
        a = not m
        b = 1 < x.ndim <= 3
        c = a and b and m
        d = ~(x > 0)
        e = x @ x.T**2 // 3 % 5
        f = x.sum() < 3
        t = (x,)
        u = t[0] * 1.5e0 - (-2) ** 2
        return e, d, u if c else f


class Returns(Base):
    def construct(self, x):
        if x.ndim == 2:
            return self.relu(x)
        return -self.relu(x)


class Operands(Base):
    def construct(self, x):
        return (self.relu(x) * self.tanh(x) + self.relu(-x)) * (x + 1) / self.add(x, x * 2)


NETS = {
    "Branches": (Branches, ()),
    "Statements": (Statements, ()),
    "Loops": (Loops, ()),
    "Signs": (Signs, (True,)),
    "Returns": (Returns, ()),
    "Operands": (Operands, ()),
}


def cell() -> Any:
    value = rewrite.ScopedValue.create_naming_value("b")
    return rewrite.Node.create_call_cell(nn.Tanh(), ["b"], [value], name="new")


CHANGES: dict[str, Any] = {
    "erase if": lambda t: t.erase(t.get_node("if_node")),
    "erase else": lambda t: t.erase(t.get_node("else_node")),
    "erase for": lambda t: t.erase("for_node"),
    "erase in a body": lambda t: t.erase(t.get_node("if_node_1")),
    "insert in a body": lambda t: t.insert(t.after(t.get_node("binop_add")), cell()),
    "insert behind if": lambda t: t.insert(t.after(t.get_node("if_node")), cell()),
    "insert before if": lambda t: t.insert(t.before(t.get_node("if_node")), cell()),
    "insert before return": lambda t: t.insert(t.before("return"), cell()),
    "replace in a body": lambda t: t.replace(t.get_node("binop_sub"), [cell()]),
    "argument of if": lambda t: t.get_node("if_node").set_arg(0, "self.flag"),
    "argument of comparison": lambda t: t.get_node("compare_gt").set_arg(1, "b"),
    "argument of minus": lambda t: t.get_node("unaryop_usub").set_arg(0, "y"),
    "argument of range": lambda t: t.get_node("range").set_arg(0, "y"),
    "argument of list": lambda t: t.get_node("list").set_arg(0, "y"),
    "argument of return": lambda t: t.get_node("return").set_arg(0, "y"),
}


def inputs(key: str) -> list[Any]:
    x = np.linspace(-2, 2, 4, dtype=np.float32).reshape(2, 2)
    return [ms.Tensor(x), *NETS[key][1]]


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return np.asarray(value.asnumpy() if isinstance(value, ms.Tensor) else value).tolist()


def _code(tree: Any) -> str:
    """`construct` alone."""
    code = tree.get_code()
    return code[code.index("    def construct") :].rstrip("#\n ")


def nodes(key: str) -> dict[str, Any]:
    tree = rewrite.SymbolTree.create(NETS[key][0]())
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        tree.print_node_tabulate()
    told = []
    for n in tree.nodes():
        near = [[o.get_name() for o in found] for found in (n.get_inputs(), n.get_users())]
        values = [str(v) for v in (n.get_targets(), n.get_args(), n.get_kwargs())]
        told.append([n.get_name(), str(n.get_node_type()), *values, *near])
    return {
        "nodes": told,
        "every": [n.get_name() for n in tree.nodes(all_nodes=True)],
        "table": [line.rstrip() for line in text.getvalue().splitlines()],
        "code": _code(tree),
        "result": _plain(tree.get_network()(*inputs(key))),
    }


def change(key: str) -> dict[str, Any]:
    tree = rewrite.SymbolTree.create(Branches())
    CHANGES[key](tree)
    code = _code(tree)
    return {
        "nodes": [n.get_name() for n in tree.nodes()],
        "every": [n.get_name() for n in tree.nodes(all_nodes=True)],
        "code": code,
    }
