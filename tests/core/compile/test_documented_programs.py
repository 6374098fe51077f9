"""Control flow that MindSpore documents for the static graph syntax, in programs of ours.

Each is compiled and compared with eager Python: values, dtypes, shapes and Python types, twice.
Those that need a value while they are traced run eagerly, for the reason that the table gives.
"""

from __future__ import annotations

import functools

import numpy as np
import pytest
from every_mode import plain

import msjax as ms
from msjax import Parameter, Tensor, mutable, nn, ops

PROGRAMS: dict[str, tuple] = {}


def t(*values, dtype=ms.float32):
    return Tensor(values[0] if len(values) == 1 else list(values), dtype)


def program(*calls, eager="", raises=()):
    """Put a function into the table, with the arguments of some calls."""

    def keep(function):
        PROGRAMS[function.__name__] = function, calls, eager, raises
        return function

    return keep


# -- statements -----------------------------------------------------------------------------------


@program((t(3.0), t(1.0)), (t(1.0), t(3.0)), raises=ValueError)
def raise_on_a_condition(x, low):
    if x <= low:
        raise ValueError("x has to be above low")
    x += 1
    return x


@program((t(1.0), 2, "three"), (t(-1.0), 2, "three"), raises=RuntimeError)
def raise_with_text_of_constants(x, n, name):
    if x < 0:
        raise RuntimeError(f"{name} of {n}")
    return x * n


@program((t(2, dtype=ms.int32),), (t(9, dtype=ms.int32),), raises=AssertionError)
def assert_membership(x):
    assert x in [2, 3, 4], "one of three"
    return x


@program((t(1.0),), (10,))
def pass_in_a_branch(x):
    i = 0
    while i < 5:
        if i > 3:
            pass
        else:
            x = x * 1.5
        i += 1
    return x


@program((t(2.0),), (t(-2.0),), (10,))
def number_or_tensor_returned(x):
    if x > 0:
        return x
    return 0


@program((), ())
def nothing_returned():
    x = 3
    x += 1


@program((10,), (t(10, dtype=ms.int64),))
def break_at_a_count(x):
    for i in range(8):
        if i > 5:
            x *= 3
            break
        x = x * 2
    return x


@program((3,), (t(3.0),))
def continue_at_a_count(x):
    for i in range(4):
        if i > 2:
            x *= 3
            continue
    return x


PAIR = t(1, 4, dtype=ms.int32), t(0, 3, dtype=ms.int32)


@program(PAIR, PAIR[::-1])
def numbers_returned_by_branches(x, y):
    if (x > y).any():
        return 1
    return 2


@program(PAIR, PAIR[::-1])
def number_set_in_branches(x, y):
    out = 3
    if (x > y).any():
        out = 1
    else:
        out = 2
    return out


@program(PAIR, PAIR[::-1])
def number_set_in_one_branch(x, y):
    out = 2
    if (x > y).any():
        out = 1
    return out


@program(PAIR, PAIR[::-1], raises=UnboundLocalError)
def variable_of_one_branch(x, y):
    if (x > y).any():
        z = x + 1
    return z


@program((t(1.0, 2.0),))
def for_over_a_tuple(z):
    for i in (1, 2, 3):
        z += i
    return z


@program((t(1.0, 2.0),), raises=UnboundLocalError)
def name_without_a_value(x):
    for i in (1, 2, 3):
        missing += x * i  # noqa: F821
    return missing


@program((1, 5), (5, 1), (t(1), t(5)), (t(5), t(1)))
def return_in_a_while(x, y):
    while x < y:
        x += 1
        return 1
    return 2


@program((1, 5), (t(1), t(5)))
def while_with_a_function(x, y):
    out = 1
    while x < y:
        x += 1
        out = added(out, x)
    return out


def added(a, b):
    return a + b


def doubled(a):
    return a * 2


@program(
    *((1, 5), (t(1), t(5)), (t(5), t(1)), (5, 1)),
    raises=UnboundLocalError,
    eager="a loop whose number of turns is not known cannot be compiled",
)
def variable_of_a_while(x, y):
    while x < y:
        x += 1
        z = x + y
    return z


@program((t(1.0), t(5.0)), (t(6.0), t(5.0)))
def while_with_else(x, y):
    while x < y:
        x = x + 1
        if x > 100:
            break
    else:
        x = x - y
    return x


@program((t(1.0),), (t(50.0),))
def for_with_else(x):
    for _ in range(3):
        x = x * 2
        if x > 60:
            break
    else:
        x = -x
    return x


@program((t(1.0), t(3.0)), (t(4.0), t(3.0)))
def nested_loops(x, y):
    total = x * 0
    while x < y:
        for i in range(3):
            if x + i > y:
                break
            total += i
        else:
            total += 10
        x += 1
    return total


@program((t(2.0), t(3.0)))
def lambda_and_default(x, y):
    join = lambda a, b=1: a + b  # noqa: E731
    return join(x), join(x, y)


@program((2, 3), (t(2.0), t(3.0)))
def partial_functions(x, y):
    add = functools.partial(added, x)
    other = ops.partial(added, y)
    return add(y), other(x)


@program((t(1.0), t(2.0)))
def star_arguments(x, y):
    def gathered(first, *more, scale=1, **named):
        for v in more:
            first = first + v
        return first * scale + named.get("bias", 0)

    return gathered(x, y, y, scale=2, bias=x)


@program((), ())
def list_comprehension():
    return [x * x for x in range(1, 11) if x % 2 == 0]


@program((t(1.0, -2.0, 3.0),), (t(-1.0, -2.0, -3.0),))
def comprehension_over_a_tensor(x):
    return sum([v * 2 for v in x if v > 0], x[0])


@program(())
def comprehension_of_two_levels():
    return [y for x in ((1, 2), (3, 4), (5, 6)) for y in x]


@program(())
def dict_comprehension():
    return {k: v for k, v in [("a", 1), ("b", 2), ("c", 3)] if v > 1}


@program(())
def generator_expression():
    return list(x * x for x in range(1, 11) if x % 2 == 0)  # noqa: C400


class Scope:
    """A context manager that keeps what was entered."""

    def __init__(self):
        self.depth = 0

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, *_):
        self.depth -= 1


@program((t(2.0),), (t(-2.0),))
def with_statement(x):
    scope = Scope()
    with scope as s:
        x = x * s.depth
        if x > 0:
            x = x + 1
    return x, scope.depth


# -- operators ------------------------------------------------------------------------------------


@program((t(3.0),), (t(30.0),))
def chained_comparison(x):
    return x * 2 if 1 < x <= 9 else x


@program((t(1.0), t(0.0)), (t(0.0), t(2.0)), (t(0.0), t(0.0)))
def and_or_not(x, y):
    return x and y, x or y, not x


@program((t(True, dtype=ms.bool_), t(False, dtype=ms.bool_)), (t(True, dtype=ms.bool_),) * 2)
def condition_of_and(x, y):
    return 1 if x and not y else 2


@program((t(3, dtype=ms.int32),), (t(7, dtype=ms.int32),))
def tensor_in_a_tuple(x):
    return (x in (1, 2, 3)), (x not in [1, 2, 3])


@program((t(1.0),), (None,))
def compared_with_none(x):
    if x is None:
        return 1
    return 2 if x is not None and x > 0 else 3


@program((5, 3), (mutable(5), mutable(3)))
def numbers(x, y):
    return x + y, x - y, x * y, x / y, x // y, x % y, x**2, x == y, x >= y


@program((t(5.0),), (t(2.0),))
def augmented_in_branches(x):
    y = x * 1
    if x > 3:
        y -= 1
        y *= 2
    else:
        y /= 2
        y **= 2
    return y


# -- types of data --------------------------------------------------------------------------------


@program(())
def number_conversion_of_constants():
    return int(11.1), float(3), bool(0)


@program((), eager="int() needs the value of a Tensor")
def number_of_a_tensor_made_inside():
    return int(Tensor([10]))


@program((t(2.6),), eager="int() needs the value of a Tensor")
def int_of_a_variable(x):
    return int(x) + 1


@program((t(2.0),), eager="float() needs the value of a Tensor")
def float_of_a_variable(x):
    return float(x) * 2


@program((t(2.0),), (t(0.0),))
def bool_of_a_variable(x):
    return bool(x)


@program((t(2.0),), eager="item() needs the value of a Tensor")
def item_of_a_variable(x):
    return x.item() + 1


@program((t(1.0, 2.0),), eager="asnumpy() needs the value of a Tensor")
def numpy_of_a_variable(x):
    return Tensor(np.sum(x.asnumpy()))


@program((t(1.0),), (t(-1.0),))
def strings(x):
    name = "positive" if x > 0 else "other"
    return name[0], "os" in name, "{} is {}".format("x", 3)


@program((t(1.0),))
def list_methods(x):
    held = [1, 2, x]
    held.append(x + 1)
    held.extend((4, "a"))
    held.insert(0, 5)
    popped = held.pop()
    held.reverse()
    return held, popped


@program((t(1.0),), (t(-1.0),))
def list_methods_in_branches(x):
    held = [x, x + 1]
    if x > 0:
        held.append(x * 2)
    else:
        held.pop()
    return held


@program((t(1.0),), (t(-1.0),))
def list_grown_in_a_known_loop(x):
    held = []
    for i in range(4):
        if x > 0:
            x = x - 0.4
        held.append(x * i)
    return held


@program((t(4, dtype=ms.int32),), eager="a list changes in a loop on values")
def list_grown_in_an_unknown_loop(n):
    held, i = [], 0
    while i < n:
        held.append(i * 2)
        i += 1
    return held


@program(())
def list_written_at_places():
    x = [[0, 1], 2, 3, 4]
    x[1], x[2], x[3], x[0][1] = 10, "ok", (1, 2, 3), 88
    return x


@program((t(1, dtype=ms.int32),), (t(-1, dtype=ms.int32),))
def tuple_at_a_tensor(i):
    return (t(1.0), t(2.0), t(3.0))[i] * 2


@program((t(1.0),))
def dict_methods(x):
    held = {"a": x, "b": 2}
    held["c"] = x + 1
    held.update({"a": x * 2})
    return [*held.keys()], [*held.values()], "b" in held, held.get("d"), [*held.items()][0]


@program((t(1.0),), (t(-1.0),))
def dict_written_in_branches(x):
    held = {"a": x}
    if x > 0:
        held["a"] = held["a"] + 1
    else:
        held["a"] = held["a"] - 1
    return held


# -- built-in functions ---------------------------------------------------------------------------


@program((t(1.0, 2.0),))
def known_builtins(x):
    return len(x), isinstance(x, Tensor), abs(x), sum([1, 2]), max(1, 3), min([2, 5]), divmod(7, 3)


@program((t(1.0), t(2.0)), (t(2.0), t(1.0)))
def largest_and_smallest(x, y):
    return max(x, y), min(x, y), sorted([x, y])


@program((t(1.0, 2.0),))
def zip_enumerate_map(x):
    total = x * 0
    for i, (a, b) in enumerate(zip((1, 2), (x, x + 1), strict=True)):
        total = total + i * a * b
    for v in map(doubled, [x, total]):
        total = total + v
    return total, list(filter(lambda v: v > 1, [1, 2, 3]))


@program((t(0.0, 2.0),), (t(0.0, 0.0),))
def any_and_all(x):
    return any(v > 1 for v in x), all(v > 1 for v in x)


@program((t(3, dtype=ms.int32),), (t(0, dtype=ms.int32),))
def range_of_a_tensor(n):
    total = 0
    for i in range(n):
        total += i * i
    return total


@program((t(1.0),), (t(-1.0),))
def getattr_and_hasattr(x):
    size = getattr(x, "missing", 4) if x > 0 else getattr(x, "size", 5)
    return size, hasattr(x, "shape"), callable(added)


@program((t(3.0), 5), (t(3.0), 0))
def recursion(x, n):
    return x if n == 0 else recursion(x * 2, n - 1) + n


# -- networks -------------------------------------------------------------------------------------


class Counting(nn.Cell):
    """Attributes, Parameters and lists of Cells under conditions."""

    def __init__(self):
        super().__init__()
        self.weight = Parameter(t(1.0), name="weight")
        self.layers = nn.CellList([nn.ReLU(), nn.Tanh(), nn.Sigmoid()])
        self.choices = self.layers[0], self.layers[1], nn.Softsign()
        self.total = t(0.0)

    def construct(self, x, index):
        for layer in self.layers:
            if x > 1:
                x = layer(x)
            else:
                x = x + 1
        x = self.choices[index](x)
        while self.weight < x:
            self.weight += 1
        self.total = self.total + x
        return x * self.weight


def test_a_network():
    def play(make):
        net = Counting()
        run = make(net)
        found = [plain(run(t(v), t(i, dtype=ms.int32))) for v, i in ((2.0, 0), (-3.0, 2), (0.5, 1))]
        return found, plain(net.weight.value()), plain(net.total)

    agree(play(ms.jit), play(lambda net: net))


def agree(got, want):
    if isinstance(want, np.ndarray):
        np.testing.assert_allclose(got, want, rtol=1e-6)
    elif isinstance(want, (tuple, list)):
        assert type(got) is type(want) and len(got) == len(want), (got, want)
        for g, w in zip(got, want, strict=True):
            agree(g, w)
    elif isinstance(want, float):
        assert got == pytest.approx(want, rel=1e-7)
    else:
        assert got == want


def played(function, calls, raises):
    found = []
    for arguments in calls * 2:
        try:
            found.append(plain(function(*arguments)))
        except raises as error:
            found.append(f"{type(error).__name__}: {error}")
    return found


@pytest.mark.runs_eagerly
@pytest.mark.thin(4)
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_of_the_documentation(name, caplog):
    function, calls, eager, raises = PROGRAMS[name]
    want = played(function, calls, raises)
    agree(played(ms.jit(function), calls, raises), want)
    texts = [r.getMessage() for r in caplog.records if r.name == "msjax.jit"]
    assert len(texts) == bool(eager)
    assert all(eager in text for text in texts)
