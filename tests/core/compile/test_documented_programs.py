"""Control flow that MindSpore documents for the static graph syntax, in programs of ours.

Each is compiled and compared with eager Python: values, dtypes, shapes and Python types, twice.
Those that need a value while they are traced run eagerly, for the reason that the table gives.
"""

from __future__ import annotations

import functools

import every_mode
import numpy as np
import pytest
from every_mode import in_graph_mode, plain

import msjax as ms
from msjax import Parameter, Tensor, mutable, nn, ops
from msjax._core.tensor.structure import tensors_in

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


@program((t(4, dtype=ms.int32),), eager="the list 'held' changes in a loop on values")
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


# -- process control of earlier versions ----------------------------------------------------------

SMALL = t(0, dtype=ms.int32), t(1, dtype=ms.int32)
FLOATS = (t(0.5), t(1.25)), (t(1.5), t(1.25)), (t(-0.5), t(4.0))


@program((*SMALL, t(1, 2, dtype=ms.int32)), (*SMALL[::-1], t(1, 2, dtype=ms.int32)))
def other_shapes_in_branches(x, y, z):
    if x < y:
        out = x
    else:
        out = z
    out = out + 1
    return out


@program((t(0, 1, dtype=ms.int32),))
def condition_of_constants(z):
    low, high = 0, 1
    if low < high + 1:
        out = low
    else:
        out = z
    return out + 1


@program(SMALL, SMALL[::-1], *FLOATS)
def if_in_for(x, y):
    out = 0
    for i in range(0, 3):
        if x + i < y:
            out = out + x
        else:
            out = out + y
        out = out + 1
    return out


@program(SMALL, SMALL[::-1], *FLOATS)
def ifs_of_an_unrolled_for(x, y):
    out = 0
    if x + 0 < y:
        out = out + x
    else:
        out = out + y
    out = out + 1
    if x + 1 < y:
        out = out + x
    else:
        out = out + y
    out = out + 1
    if x + 2 < y:
        out = out + x
    else:
        out = out + y
    return out + 1


@program(SMALL, SMALL[::-1], *FLOATS)
def if_in_while_of_constants(x, y):
    i, out = 0, x
    while i < 3:
        if x + i < y:
            out = out + x
        else:
            out = out + y
        out = out + 1
        i = i + 1
    return out


@program((*SMALL, t(0, dtype=ms.int32)), *((*f, t(1, dtype=ms.int32)) for f in FLOATS))
def if_in_while_of_a_variable(x, y, i):
    out = x
    while i < 3:
        if x + i < y:
            out = out + x
        else:
            out = out + y
        out = out + 1
        i = i + 1
    return out


@program((*SMALL, t(0, dtype=ms.int32)), (*SMALL, t(-2, dtype=ms.int32)), raises=IndexError)
def list_at_a_counter_of_a_while(x, y, i):
    held, j, out = [1, 2, 3], 0, x
    while i < 3:
        if x + i < y:
            out = out + x
        else:
            out = out + y
        out = out + held[j]
        i = i + 1
        j = j + 1
    return out


@program((*SMALL, t(0, dtype=ms.int32)), eager="'out' is int32[1] before a round of a loop")
def shape_grows_in_a_while(x, y, i):
    out = x
    while i < 3:
        if x + i < y:
            out = out + x
        else:
            out = out + y
        out = ops.expand_dims(out, -1)
        i = i + 1
    return out


@program((t(2), 30), (t(0.5), 30))
def product_by_for(x, y):
    r = t(0)
    for _ in range(y):
        r = r + x
    return r


@program((t(2), 1000), (t(0.5), 1000))
def product_by_while(x, y):
    y, r = Tensor(y), t(0)
    while y > 0:
        y = y - t(1)
        r = r + x
    return r


@program((t(1.0), t(2.0), t(0.0)), (t(2.0), t(1.0), t(3.0)))
def ifs_side_by_side(x, y, z):
    if x > y:
        out = x
    else:
        out = y
    if z > x:
        out = out + 1
    return out


@program((t(3.0), t(2.0), t(2.5)), (t(3.0), t(2.0), t(0.5)), (t(1.0), t(2.0), t(0.5)))
def if_in_if(x, y, z):
    if x > y:
        z = z + 1
        if z > x:
            return x * z
    else:
        return y
    return z


@program((t(1.0), t(9.0)), (t(9.0), t(1.0)), (1, 30))
def whiles_side_by_side(x, y):
    out = 1
    while x < y:
        x += 1
        out = out + x
    while out > 10:
        out -= 10
    return out


@program((t(1.0), t(4.0), t(2.0)), (t(1.0), t(2.0), t(5.0)), (1, 5, 2))
def while_in_while(x, y, z):
    out = z * 1
    while x < y:
        while z < y:
            z += 1
            out = out + z
        x += 1
    return out, z


@program((t(1.0, 2.0),))
def if_in_for_over_a_tuple(z):
    for i in (1, 2, 3):
        if i < 3:
            z += i
    return z


@program((t(1.0), t(5.0), t(6.0)), (t(1.0), t(5.0), t(0.0)))
def if_in_while(x, y, z):
    out, count = z, 1
    while x < y:
        if z > 2 * x:
            out = out + z
            count = count + 1
        x += 1
    return out, count


@program(
    *((t(1.0), t(5.0), t(6.0)), (t(1.0), t(5.0), t(0.0))),
    eager="the values of 'out' in a loop do not settle",
)
def number_that_some_turns_make_a_tensor(x, y, z):
    out = 1
    while x < y:
        if z > 2 * x:
            out = out + z
        x += 1
    return out


@program((t(0), t(1)), (t(0.5), t(-1.0)))
def many_turns_with_an_if(x, y):
    out = 0
    for _ in range(100):
        if x < y:
            x = x - y
        else:
            x = x + y
        out = out + x
    return out


@program((t(0), t(1)), (t(0.5), t(-1.0)))
def many_turns_with_select(x, y):
    out = x
    for _ in range(100):
        x = ops.select(x < y, x - y, x + y)
        out = out + x
    return out


@program((t([[1.0, -4.0], [2.0, 3.0], [-1.0, 0.5]]),))
def rows_one_by_one(rows):
    found = []
    for i in range(rows.shape[0]):
        found.append(ops.HSwish()(rows[i]))
    return ops.stack(found)


@program((t([[1.0, -4.0], [2.0, 3.0], [-1.0, 0.5]]),))
def rows_at_once(rows):
    return ms.vmap(lambda row: ops.HSwish()(row), in_axes=(0,))(rows)


class Scaled:
    """What `jit_class` is for: a class of the user's whose methods are compiled."""

    unit = t(1.0, 2.0)

    def __init__(self, number):
        self.number = number
        self.inner = self

    def act(self, x, y):
        return self.number * (x + y) if x.sum() > y.sum() else self.number * y

    def __call__(self, x, y):
        return self.inner.act(x, y) + self.unit

    def __enter__(self):
        return self.number * 2

    def __exit__(self, *_):
        return None


SCALED = ms.jit_class(Scaled)(3)


@program((t(1.0), t(2.0)), (t(2.0), t(1.0)))
def instances_of_a_class(x, y):
    made = Scaled(2)
    return SCALED(x, y), made(x, y), made.act(x, y) + SCALED.number, Scaled.unit * x


@program((t(1.0),), (t(9.0),))
def with_what_entering_gives(x):
    out = x
    with Scaled(t(2.0)) as twice:
        if out < 5:
            out = out + twice
    return out


@program((t(1.0), 2, t(3.0)), (t(1.0), 4, t(3.0)))
def condition_on_text_and_numbers(x, y, z):
    flag = "ok" if y < 3 else "other"
    if flag == "ok":
        return x + y + z
    return x - y - z


@program((t(1.0), t(2.0)), (t(2.0), t(1.0)))
def functions_with_names(x, y):
    def joined(a, *more, scale=1.0, **named):
        for v in more:
            a = a + v if a > v else a - v
        return a * scale + sum(named.values())

    return joined(x, y), joined(x, y, y, scale=2.0), joined(y, scale=3.0, bias=x, other=y)


# -- more built-in functions ----------------------------------------------------------------------


@program(())
def conversions_of_text():
    return int("12", 16), int("0xa", 16), int("10", 8), float("123"), float("-1e3"), int(3.6)


@program(())
def truth_of_constants():
    return bool(""), bool(0), bool("abc"), bool([1, 2]), bool([]), bool({})


@program(())
def text_of_constants():
    return str(1.5), str(0), str([1, 2, 3]), str(np.array([1, 2, 3]))


@program((t(2.0),), eager="text needs the value of a Tensor")
def text_of_a_variable(x):
    return str(x * 2)


@program((t(2.0),), eager="float() needs the value of a Tensor")
def numbers_by_numpy(x):
    return float(x) + float(np.float32(2.5)), int(np.int64(3))


@program((t(1, 2, 3, dtype=ms.int64),), (t(1.0, -2.0),))
def tuples_and_lists_of_rows(x):
    as_tuple, as_list = tuple(x), list(x * 2)
    if as_tuple[0] > as_list[1]:
        as_list[0] = as_tuple[1]
    times = [x * n for n in list(np.array([1, 2]))]
    return as_tuple, as_list, tuple({"a": 1, "b": 2}), times, list(range(2))


@program((t(1.0),))
def dictionaries(x):
    pairs = [("z", x)]
    return {**{"a": "a"}, "t": x}, dict(zip(["x", "y"], [1, x], strict=True)), dict(pairs, y=2)


@program((t(2.0),), (t(-2.0),))
def attributes_with_defaults(x):
    a = getattr(SCALED, "number") if x > 0 else getattr(SCALED, "missing", 2)  # noqa: B009
    return a * x, hasattr(SCALED, "number"), hasattr(SCALED, "missing")


@program((t(1.0, 2.0, 3.0),))
def lengths_and_classes(x):
    sizes = len((2, 3)), len({"a": 2}), len(x), len(np.array([1, 2])), len("text")
    return sizes, isinstance(x, (Tensor, int)), isinstance(2, float), isinstance((1,), tuple)


@program(())
def all_and_any_of_constants():
    groups = ["a", "b"], ["a", ""], (0, 1), (1, 2), [], (), [0, "", False]
    return [all(g) for g in groups], [any(g) for g in groups]


@program((t(1, 2, 0, dtype=ms.int32),), (t(0.0, 0.0),), (t([3.0]),))
def all_and_any_of_a_tensor(x):
    every = all(x)
    some = any(x)
    return every, some, all([x.sum() > 2, x.max() < 3])


@program(())
def rounded_constants():
    return round(10), round(10.567), round(10, 0), round(17.12, -1), round(10.17, 1), round(2.5)


@program((t(3, 1, 2, dtype=ms.int32),), (t(3.5, -1.0),))
def extremes_of_a_tensor(x):
    return (
        max(x),
        min(x),
        max({1: 10, 2: 20}),
        min("a", "b"),
        max((1, 2, 3), (1, 4)),
        min([1, x[0]]),
    )


@program((t(1, 2, 3, dtype=ms.int64),), (t([[1.0, 2.0], [3.0, 4.0]]),))
def sums(x):
    return sum([0, 1, 2]), sum((0, 1), 10), sum(x), sum(x, 10), sum([1, x, x], x * 0 + 1)


@program((t(-1.0, 2.0),))
def sizes_of_numbers(x):
    return abs(-45), abs(100.12), abs(x), abs(1 + 1j), pow(2, 3), pow(x, 2), pow(2.0, x)


@program((t(1.0), t(2.0)), (t(3.0), t(2.0)))
def mapped_and_filtered(x, y):
    def larger(a, b):
        return a if a > b else b

    odd = list(filter(lambda v: v % 2, (1, 2, 3, 4, 5)))
    over = list(filter(lambda v: v > 1.5, [x, y, x + y]))
    return tuple(map(larger, (x, y), (y, x))), odd, over, list(map(abs, [-1, x]))


@program((t(1.0, 2.0, 3.0),))
def ranges_zips_and_enumerations(x):
    found = [(i, v) for i, v in enumerate(x, 3) if i != 4]
    return list(range(0, 6, 2)), list(range(3)), list(zip((1, 2), x, strict=False)), found


@program((t(1.0),), (t(-1.0),))
def types_of_values(x):
    names = [type(v).__name__ for v in (1, 1.0, [1], (1,), {}, x)]
    return names if x > 0 else names[0], type(x) is Tensor


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


class Father(nn.Cell):
    def __init__(self, x):
        super().__init__()
        self.x = x

    def construct(self, x, y):
        return self.x * x if x > y else self.x * y

    def shifted(self, x):
        return self.x + x


class Child(Father):
    def construct(self, x, y):
        first = super().construct(x, y)
        while first < 20:
            first = first + super(Child, self).shifted(y)  # noqa: UP008
        return first, super().shifted(x)


class Indexed(nn.Cell):
    """Weights of which each turn of a loop takes its own."""

    def __init__(self, count):
        super().__init__()
        self.weights = Parameter(t(np.zeros((count, 1))), name="weights")
        self.index = Parameter(t(0, dtype=ms.int32), name="index", requires_grad=False)
        self.gather, self.count = ops.Gather(), count

    def construct(self, x, y):
        while self.index < self.count:
            weight = self.gather(self.weights, self.index, 0)
            weight += self.index + 1
            x = x + weight * y
            self.index += 1
        return x


class Shared(nn.Cell):
    """A weight that the turns of a loop over Cells change, and the one that counts them."""

    def __init__(self, count):
        super().__init__()
        self.weight = Parameter(t(0.0), name="weight")
        self.steps = [t(float(i + 1)) for i in range(count)]

    def construct(self, x, y):
        for step in self.steps:
            self.weight = self.weight + step
            if x < y:
                x = x + self.weight
        return x


@pytest.mark.runs_eagerly
@pytest.mark.thin(3)
@pytest.mark.parametrize("make", [lambda: Child(3.0), lambda: Indexed(3), lambda: Shared(4)])
def test_networks_of_the_documentation(make, caplog):
    def play(wrap):
        net = make()
        run = wrap(net)
        found = [plain(run(t(a), t(b))) for a, b in ((1.0, 2.0), (3.0, 2.0), (9.0, 1.0))]
        return found, [plain(p.value()) for p in net.get_parameters()]

    def pulled(wrap):
        net = make()
        pull = ms.grad(lambda x, y: total(net(x, y), x), (0, 1), net.trainable_params())
        run = wrap(pull)
        return [plain(run(t(a), t(b))) for a, b in ((1.0, 2.0), (3.0, 2.0))]

    for way in (play, pulled):
        want = way(lambda net: net)
        agree(way(ms.jit), want)
        agree(way(in_graph_mode), want)
    assert not [r for r in caplog.records if r.name == "msjax.jit"]


agree = functools.partial(every_mode.agree, rtol=1e-6, atol=0, rel=1e-7)


def played(function, calls, raises):
    found = []
    for arguments in calls * 2:
        try:
            found.append(plain(function(*arguments)))
        except raises as error:
            found.append(f"{type(error).__name__}: {error}")
    return found


def total(value, x):
    """The sum of the float Tensors of a result, and a little of an argument."""
    floats = [v for v in tensors_in(value) if v.dtype == ms.float32]
    return sum((v.sum() * 0.7 for v in floats), x.sum() * 0.1)


FLOAT_CALLS = {
    name: [c for c in calls if c and all(type(a) is Tensor and a.dtype == ms.float32 for a in c)]
    for name, (_, calls, *_) in PROGRAMS.items()
}


@pytest.mark.runs_eagerly
@pytest.mark.thin(8)
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_of_the_documentation(name, caplog):
    function, calls, eager, raises = PROGRAMS[name]
    want = played(function, calls, raises)
    agree(played(ms.jit(function), calls, raises), want)
    texts = [r.getMessage() for r in caplog.records if r.name == "msjax.jit"]
    assert len(texts) == bool(eager)
    assert all(eager in text for text in texts)
    agree(played(in_graph_mode(function), calls, raises), want)


@pytest.mark.runs_eagerly
@pytest.mark.thin(8)
@pytest.mark.parametrize("name", [n for n in PROGRAMS if FLOAT_CALLS[n] and not PROGRAMS[n][2]])
def test_gradients_of_programs_of_the_documentation(name, caplog):
    function, _, _, raises = PROGRAMS[name]
    calls = FLOAT_CALLS[name]
    pull = ms.grad(lambda *given: total(function(*given), given[0]), tuple(range(len(calls[0]))))
    want = played(pull, calls, raises)
    agree(played(ms.jit(pull), calls, raises), want)
    agree(played(in_graph_mode(pull), calls, raises), want)
    assert not [r for r in caplog.records if r.name == "msjax.jit"]
