"""Random programs that must mean the same in every mode: `python -m tests.random_programs FROM TO`.

A program is the text of a Cell's `construct` made from a seed: operations, views and writes
through them, weights and buffers that are written, hooks, nested gradients, mapped and forward-mode
code, containers and Python control flow. It is run eagerly, compiled as a whole and in part, in
GRAPH_MODE, and differentiated in each of these ways; values, dtypes, shapes and side effects are
compared.
"""

from __future__ import annotations

import linecache
import logging
import random
import sys
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import msjax as ms
from msjax import Parameter, Tensor, nn, ops

SHAPES = {"m": (2, 4), "v": (4,), "s": ()}
_UNARY = "tanh sin cos sigmoid relu abs neg square softsign erf atan".split()
_BINARY = ["{} + {}", "{} - {}", "{} * {}", "ops.maximum({}, {})", "ops.minimum({}, {})"]


class Writer:
    """Writes one program; `names` has the variables by kind."""

    def __init__(self, seed: int):
        self.chance = random.Random(seed)
        self.names = {"m": ["x"], "v": ["y", "self.w", "self.state"], "s": []}
        self.lines: list[str] = []
        self.count = 0
        self.depth = 0

    def pick(self, kind: str) -> str:
        """A variable of a kind; of those that were written last more often."""
        names = self.names[kind]
        if not names:
            return "0.5"
        return self.chance.choice([*names, *names[-3:]])

    def own(self, kind: str) -> str | None:
        """A variable that was made by the program, for what may be written."""
        names = [n for n in self.names[kind] if n[0] == "t"]
        return self.chance.choice(names) if names else None

    def new(self, kind: str, expression: str) -> None:
        self.count += 1
        name = f"t{self.count}"
        self.say(f"{name} = {expression}")
        self.names[kind].append(name)

    def say(self, line: str) -> None:
        self.lines.append("    " * (2 + self.depth) + line)

    def expression(self, kind: str) -> str:
        """An expression of small values."""
        chance = self.chance
        form = chance.randrange(6)
        if form == 0:
            return f"ops.{chance.choice(_UNARY)}({self.tensor(kind)})"
        if form == 1 and kind == "m":
            return f"ops.tanh(ops.matmul(ops.matmul({self.pick('m')}, x.T), {self.pick('m')}))"
        if form == 1 and kind == "v":
            return f"{self.pick('m')}.mean({chance.choice(['0', 'axis=0', 'dim=0'])})"
        if form == 1:
            return f"ops.tanh({self.pick('v')}.sum())"
        if form == 2:
            picked = f"{self.tensor(kind)} > {chance.choice([0, 0.25])}"
            return f"ops.where({picked}, {self.pick(kind)}, {self.pick('s')})"
        if form == 3:
            return f"ops.softmax({self.tensor(kind)}, -1)" if kind != "s" else "y.max()"
        low = {"m": "mvs", "v": "vs", "s": "s"}[kind]
        pair = chance.choice(_BINARY).format(self.tensor(kind), self.pick(chance.choice(low)))
        return f"ops.tanh({pair})"

    def tensor(self, kind: str) -> str:
        """A variable of a kind that is a Tensor."""
        return self.pick(kind) if kind != "s" or self.names["s"] else "y.mean()"

    # -- kinds of statements ---------------------------------------------------------------------

    def compute(self) -> None:
        kind = self.chance.choice("mmvvs")
        self.new(kind, self.expression(kind))

    def view(self) -> None:
        m, v = self.pick("m"), self.pick("v")
        kind, expression = self.chance.choice(
            [
                ("v", f"{m}[0]"),
                ("v", f"{m}[-1]"),
                ("v", f"{m}.view(8)[2:6]"),
                ("v", f"{m}[:, 1:3].reshape(4)"),
                ("v", f"{m}.reshape(-1)[::2]"),
                ("m", f"{m}.transpose(1, 0).T"),
                ("m", f"{m}[:]"),
                ("m", f"{m}.reshape(2, 2, 2).reshape(2, 4)"),
                ("m", f"{v}.expand_dims(0).broadcast_to((2, 4))"),
                ("m", f"ops.stack([{v}, {self.pick('v')}])"),
                ("v", f"ops.split({m}, 1)[1].squeeze(0)"),
                ("v", f"ops.unbind({m})[0]"),
                ("v", f"Tensor({v})"),
                ("v", f"{v}.data"),
                ("s", f"{v}[1]"),
            ]
        )
        self.new(kind, expression)

    def write(self) -> None:
        m, v = self.own("m"), self.own("v")
        choices = []
        if m:
            choices += [
                f"{m}[0] = {self.expression('v')}",
                f"{m}[:, 1] = {self.tensor('s')}",
                f"{m}[...] = {self.pick('m')}",
                f"{m}.add_({self.pick('m')})",
                f"{m}[1][2:] = {self.pick('s')}",
                f"{m}[{m} > 0.5] = 0.25",
                f"{m}.mul_(0.5)",
            ]
        if v:
            choices += [
                f"{v}[1:3] = {self.pick('s')}",
                f"{v}.mul_({self.pick('v')})",
                f"{v}[[0, 2]] = {self.tensor('s')}",
                f"{v}.sub_(1)",
                f"{v}.view(2, 2)[0] = {v}[1:3]",
            ]
        if choices:
            self.say(self.chance.choice(choices))

    def state(self) -> None:
        self.say(
            self.chance.choice(
                [
                    f"self.w.set_data(ops.tanh({self.pick('v')}))",
                    f"ops.assign(self.w, {self.expression('v')})",
                    f"self.state = {self.expression('v')}",
                    "self.state = self.state * 0.5",
                    f"self.buffer[{self.chance.randrange(4)}] = {self.tensor('s')}",
                    f"self.buffer.add_({self.pick('v')})",
                    f"ops.assign_add(self.moving, {self.pick('v')})",
                    f"x[1] = {self.expression('v')}",
                    f"self.kept['a'] = {self.pick('v')} * 1",
                ]
            )
        )

    def read_state(self) -> None:
        self.new(
            "v", self.chance.choice(["self.buffer * 1", "self.moving * 0.5", "self.kept['a'] + 1"])
        )

    def gradient(self) -> None:
        inside = self.chance.choice(
            [
                f"ops.sin(q * {self.pick('v')}).sum()",
                f"(q * q * {self.pick('s')}).sum()",
                f"ops.tanh(q.sum() * {self.pick('m')}).mean()",
                "(q * self.w).sum()",
                f"self.part(q, {self.pick('v')}).sum()",
                "Doubled()(q).sum()",
                f"ms.grad(lambda p: (p * q * p * {self.pick('v')}).sum())(q).sum()",
            ]
        )
        at, other = self.pick("v"), self.pick("v")
        self.new(
            "v",
            self.chance.choice(
                [
                    f"ms.grad(lambda q: {inside})({at})",
                    f"ms.value_and_grad(lambda q: {inside})({at})[1]",
                    f"ms.grad(lambda q: {inside}, None, self.w)({at})",
                    f"ms.grad(lambda q: ({inside}, q * 2), has_aux=True)({at})[0]",
                    f"ops.tanh(ms.vjp(lambda q: ops.cos({inside} + q), {at})[1]({other})[0])",
                    f"ms.jvp(lambda q: ops.sin({inside} + q), {at}, {self.pick('v')})[1]",
                ]
            ),
        )

    def mapped(self) -> None:
        inside = self.chance.choice(
            [
                f"ops.tanh(r * {self.pick('v')})",
                f"r + {self.pick('s')}",
                "self.part(r, r)",
                "ms.grad(lambda q: (ops.sin(q) * r).sum())(r)",
                f"ops.where(r > 0, r, {self.pick('v')})",
                "r[1:3].sum() * r",
            ]
        )
        self.new("m", f"ms.vmap(lambda r: {inside})({self.tensor('m')})")

    def helper(self) -> None:
        kind = self.chance.choice("mv")
        self.new(
            kind,
            self.chance.choice(
                [
                    f"self.part({self.tensor(kind)}, {self.pick('v')})",
                    f"self.part(other={self.pick('v')}, one={self.tensor(kind)})",
                    f"self.pairs({{'a': {self.tensor(kind)}, 'b': [{self.pick('v')}, 2]}})['b'][0]",
                    f"Doubled()({self.tensor(kind)})",
                    f"ops.stop_gradient({self.tensor(kind)})",
                ]
            ),
        )

    def hook(self) -> None:
        name = self.own(self.chance.choice("mv"))
        if name:
            # What is used before its hook is registered makes compiled code run eagerly.
            self.say(f"{name} = {name} * 1")
            self.say(
                f"{name}.register_hook(lambda g: {self.chance.choice(['g * 2', 'ops.tanh(g)'])})"
            )

    def draw(self) -> None:
        kind = self.chance.choice("mv")
        shape = SHAPES[kind]
        self.new(
            kind,
            self.chance.choice(
                [
                    f"ops.dropout({self.tensor(kind)}, 0.5)",
                    f"ops.rand({', '.join(map(str, shape))})",
                    f"ops.rand_like({self.tensor(kind)})",
                ]
            ),
        )

    def kinds(self) -> None:
        kind = self.chance.choice("mv")
        dtype = self.chance.choice(["float16", "int32", "bool_", "float64", "int8"])
        self.new(kind, f"({self.tensor(kind)} * 1).astype(ms.{dtype}).astype(ms.float32) * 0.5")

    def flow(self) -> None:
        if self.depth:
            return self.compute()
        before = {kind: list(names) for kind, names in self.names.items()}
        self.say(
            self.chance.choice(
                [
                    f"for i in range({self.chance.randrange(1, 4)}):",
                    "if self.training:",
                    f"if {self.tensor('v')}.shape[0] == 4:",
                    f"if {self.tensor('v')}.sum() > 0.1:"
                    if self.chance.random() < 0.3
                    else "if True:",
                ]
            )
        )
        self.depth = 1
        for _ in range(self.chance.randrange(1, 4)):
            self.chance.choice([self.compute, self.write, self.state, self.view])()
        self.say("pass")
        self.depth = 0
        self.names = before

    def statements(self) -> list[Callable[[], None]]:
        """What writes a statement, as often as it is wanted."""
        return [
            *[self.compute] * 4,
            *[self.view] * 4,
            *[self.write] * 4,
            *[self.state] * 2,
            self.read_state,
            *[self.gradient] * 2,
            self.mapped,
            *[self.helper] * 2,
            self.hook,
            self.draw,
            self.kinds,
            self.flow,
        ]

    def program(self) -> str:
        """The text of a class `Net`."""
        kinds = self.statements()
        for _ in range(self.chance.randrange(4, 14)):
            self.chance.choice(kinds)()
        results = [self.tensor("m"), self.tensor("v"), *self.names["v"][-1:], *self.names["m"][-1:]]
        loss = " + ".join(f"ops.sin({name}).sum()" for name in results)
        self.say(f"return {loss}, [{', '.join(results)}]")
        return _CLASS.format(body="\n".join(self.lines))


class Portable(Writer):
    """Writes programs without what MindSpore's own CPU build does not do, or not as documented.

    These are writes through views, in-place methods, casts to integers, and Tensors that a
    gradient function knows twice. No numbers are drawn.
    """

    def write(self) -> None:
        self.compute()

    def state(self) -> None:
        self.say(
            self.chance.choice(
                [
                    f"self.w.set_data(ops.tanh({self.pick('v')}))",
                    f"ops.assign(self.w, {self.expression('v')})",
                    f"self.state = {self.expression('v')}",
                    "self.state = self.state * 0.5",
                    f"ops.assign_add(self.moving, {self.pick('v')} * 1)",
                    f"self.kept['a'] = {self.pick('v')} * 1",
                ]
            )
        )

    def gradient(self) -> None:
        inside = self.chance.choice(
            [
                f"ops.sin(q * {self.pick('v')}).sum()",
                f"(q * q * {self.pick('s')}).sum()",
                f"ops.tanh(q.sum() * {self.pick('m')}).mean()",
                f"self.part(q, {self.pick('v')}).sum()",
            ]
        )
        at, other = f"{self.pick('v')} * 1", f"{self.pick('v')} * 1"
        self.count += 1
        name = f"f{self.count}"
        form = self.chance.randrange(4)
        inside = f"({inside}, q * 2)" if form == 2 else inside
        inside = f"ops.sin({inside} + q)" if form == 3 else inside
        self.say(f"{name} = lambda q: {inside}")
        self.new(
            "v",
            [
                f"ms.grad({name})({at})",
                f"ms.value_and_grad({name})({at})[1]",
                f"ms.grad({name}, has_aux=True)({at})[0]",
                f"ms.jvp({name}, {at}, {other})[1]",
            ][form],
        )

    def mapped(self) -> None:
        inside = self.chance.choice(
            [
                f"ops.tanh(r * {self.pick('v')})",
                f"r + {self.pick('s')}",
                f"ops.where(r > 0, r, {self.pick('v')})",
            ]
        )
        self.count += 1
        self.say(f"f{self.count} = lambda r: {inside}")
        self.new("m", f"ms.vmap(f{self.count})({self.tensor('m')})")

    def kinds(self) -> None:
        kind = self.chance.choice("mv")
        dtype = self.chance.choice(["float16", "float64", "bfloat16"])
        self.new(kind, f"({self.tensor(kind)} * 1).astype(ms.{dtype}).astype(ms.float32) * 0.5")

    def statements(self) -> list[Callable[[], None]]:
        return [
            *[self.compute] * 4,
            *[self.view] * 4,
            *[self.state] * 2,
            self.gradient,
            self.mapped,
            *[self.helper] * 2,
            self.kinds,
            self.flow,
        ]


_CLASS = """
class Doubled(nn.Cell):
    def construct(self, x):
        return x * 2

    def bprop(self, x, out, dout):
        return (dout * 3,)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([0.5, -1.0, 0.25, 2.0]), name="w")
        self.moving = Parameter(Tensor([0.0, 1.0, 2.0, 3.0]), name="moving", requires_grad=False)
        self.state = Tensor([1.0, 0.5, -0.5, 0.0])
        self.kept = {{"a": Tensor([0.5, 0.5, 0.5, 0.5])}}
        self.register_buffer("buffer", Tensor([0.0, 0.1, 0.2, 0.3]))

    @inner
    def part(self, one, other):
        return ops.tanh(one * self.w + other)

    @inner
    def pairs(self, parts):
        return {{"b": (parts["a"] * parts["b"][0] + parts["b"][1], 1), "a": parts["a"]}}

    def construct(self, x, y):
{body}
"""


def text(seed: int) -> str:
    """The program of a seed."""
    return Writer(seed).program()


def network(source: str, inner: Callable) -> nn.Cell:
    """The Cell of a program, parts of which are decorated."""
    scope = {
        "ms": ms,
        "ops": ops,
        "nn": nn,
        "Tensor": Tensor,
        "Parameter": Parameter,
        "inner": inner,
    }
    name = f"<program {zlib.crc32(source.encode())}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    exec(compile(source, name, "exec"), scope)
    return scope["Net"]()


def portable(seed: int) -> str:
    """The program of a seed that MindSpore itself can run."""
    return Portable(seed).program()


def answers(source: str) -> np.ndarray | None:
    """All numbers that two eager calls of a portable program give and leave, and its gradients.

    MindSpore's gradients are wrong where a function inside knows Tensors from outside, and where
    the weight is written; for such programs there are none. None is for a program that raises.
    """
    found = outcome(source, MODES["eager"])
    if not any(w in source for w in ("lambda", "self.w.set_data", "ops.assign(self.w")):
        found += outcome(source, GRADIENTS["gradient"], 1)
    if any(isinstance(part, str) for part in found):
        return None
    return np.concatenate([array.ravel().astype(np.float32) for array in _arrays(found)])


def _arrays(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, np.ndarray):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value:
            yield from _arrays(part)


def arguments() -> tuple[Tensor, Tensor]:
    """What every program is called with."""
    x = np.array([[0.3, -0.7, 1.1, 0.2], [-0.4, 0.9, -1.3, 0.6]], np.float32)
    return Tensor(x), Tensor(np.array([0.8, -0.2, 0.4, -0.9], np.float32))


def _loss(net: Callable) -> Callable:
    return lambda x, y: net(x, y)


def _gradient(net: nn.Cell, call: Callable) -> Callable:
    return ms.value_and_grad(call, (0, 1), [net.w], has_aux=True)


def _keep(function: Callable) -> Callable:
    return function


# How a network is called: whether GRAPH_MODE is set, what decorates its parts, and the function.
MODES: dict[str, tuple[bool, Callable, Callable]] = {
    "eager": (False, _keep, lambda net: net),
    "compiled": (False, _keep, lambda net: ms.jit(_loss(net))),
    "parts compiled": (False, ms.jit, lambda net: net),
    "GRAPH_MODE": (True, _keep, lambda net: net),
}
GRADIENTS: dict[str, tuple[bool, Callable, Callable]] = {
    "gradient": (False, _keep, lambda net: _gradient(net, net)),
    "compiled gradient": (False, _keep, lambda net: ms.jit(_gradient(net, net))),
    "gradient of compiled": (False, _keep, lambda net: _gradient(net, ms.jit(_loss(net)))),
    "gradient, parts compiled": (False, ms.jit, lambda net: _gradient(net, net)),
    "gradient in GRAPH_MODE": (True, _keep, lambda net: _gradient(net, net)),
}


def outcome(source: str, mode: tuple[bool, Callable, Callable], calls: int = 2) -> list[Any]:
    """Everything that calls give and leave behind, or the error."""
    graph, inner, form = mode
    ms.set_seed(1)
    net, found = network(source, inner), []
    net.set_train(True)
    ms.set_context(mode=ms.GRAPH_MODE if graph else ms.PYNATIVE_MODE)
    try:
        called = form(net)
        for _ in range(calls):
            x, y = arguments()
            found.append(called(x, y))
            found.append([x, y, net.w, net.moving, net.state, net.kept, net.buffer])
            found[-2:] = [_plain(part) for part in found[-2:]]
    except Exception as error:
        found.append(type(error).__name__)
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.asnumpy().copy()  # MindSpore's shares the Tensor's memory
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    return [_plain(v) for v in value] if isinstance(value, (list, tuple)) else value


def differences(a: Any, b: Any, path: str = "") -> Iterator[str]:
    """Where two outcomes differ."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        if (a.shape, a.dtype) != (b.shape, b.dtype):
            yield f"{path}: {a.dtype}{a.shape} and {b.dtype}{b.shape}"
        elif not np.allclose(a, b, rtol=2e-3, atol=2e-3, equal_nan=True):
            yield f"{path}: {a.tolist()} and {b.tolist()}"
    elif isinstance(a, (list, dict)) and type(a) is type(b) and len(a) == len(b):
        for key in a if isinstance(a, dict) else range(len(a)):
            yield from differences(a[key], b[key], f"{path}[{key!r}]")
    elif a != b:
        yield f"{path}: {a!r:.500} and {b!r:.500}"


def disagreements(seed: int, sampled: bool = False) -> list[str]:
    """What modes disagree about in the program of a seed.

    Args:
        seed: of the program.
        sampled: whether one mode, which follows from the seed, is compared instead of all.
    """
    source, found = text(seed), []
    pairs = [(t, next(iter(t)), name) for t in (MODES, GRADIENTS) for name in list(t)[1:]]
    expected: dict[str, list[Any]] = {}
    for modes, first, name in [pairs[seed % len(pairs)]] if sampled else pairs:
        if first not in expected:
            expected[first] = outcome(source, modes[first])
        got = outcome(source, modes[name])
        found += [f"{first} and {name}{d}" for d in differences(expected[first], got)]
    return found


def main(first: int, last: int) -> int:
    """Run the programs of a range of seeds op by op and print where modes disagree."""
    from tests.interpreted import op_by_op  # not where MindSpore is recorded

    logging.getLogger("msjax").setLevel(logging.ERROR)
    wrong = 0
    with op_by_op():
        for seed in range(first, last):
            found = disagreements(seed, sampled=True)
            wrong += bool(found)
            if seed % 500 == 499:
                print(f"{wrong} of {seed + 1 - first} programs differ so far", flush=True)
            if found:
                body = text(seed).split("def construct")[2]
                print(f"-- seed {seed}", body, *found[:6], sep="\n", flush=True)
    print(f"{wrong} of {last - first} programs differ")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:3]))))
