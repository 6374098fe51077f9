"""Programs of Python's syntax, for record_static_syntax.py and test_static_syntax.py.

Each is called with the arguments that the text of its calls gives, in every mode, with either
library under the name msjax.
"""

# ruff: noqa

import functools
import math
import operator

import numpy as np

import msjax as ms
from msjax import Parameter, Tensor, mutable, nn, ops
from msjax.ops import composite as C

PROGRAMS = {}


def program(*calls):
    """Put a function or a class of Cells into the table, with the texts of its arguments.

    Of a class one instance answers all calls.
    """

    def keep(function):
        assert function.__name__ not in PROGRAMS, function.__name__
        PROGRAMS[function.__name__] = function, calls
        return function

    return keep


def t(*values):
    return Tensor(np.array(values[0] if len(values) == 1 else values, np.float32))


def i32(*values):
    return Tensor(np.array(values[0] if len(values) == 1 else values, np.int32))


def i64(*values):
    return Tensor(np.array(values[0] if len(values) == 1 else values, np.int64))


def b(*values):
    return Tensor(np.array(values[0] if len(values) == 1 else values, np.bool_))


def described(value):
    """A result in the terms of JSON: kinds of containers, dtypes, shapes and values."""
    if isinstance(value, Tensor):
        array = value.asnumpy()
        kind = bool if array.dtype == np.bool_ else float
        values = [kind(f"{v:.7g}") if kind is float else bool(v) for v in array.ravel().tolist()]
        return [str(value.dtype), list(value.shape), values]
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(described, value)]
    if isinstance(value, dict):
        return ["dict", *([described(k), described(v)] for k, v in value.items())]
    if isinstance(value, float):
        return ["float", f"{value:.7g}"]
    if isinstance(value, (int, str, bool, type(None))):
        return [type(value).__name__, repr(value)]
    return [type(value).__name__, str(value)]


def play(name, wrap, times=1):
    """What the calls of a program give, and what its arguments and Parameters are afterwards."""
    made, calls = PROGRAMS[name]
    whole = isinstance(made, type)
    if whole:
        made = made()
    run, found = wrap(made), []
    for call in calls:
        for _ in range(times):
            arguments = eval(f"({call},)" if call else "()", globals())
            try:
                found.append([described(run(*arguments))])
            except Exception as error:
                found.append(["raises", type(error).__name__])
            found[-1].append(described(arguments))
            if whole:
                held = [(p.name, Tensor(p.asnumpy())) for p in made.get_parameters()]
                found[-1].append(described(held))
    return found


def grid(*shape):
    return Tensor(np.arange(math.prod(shape), dtype=np.float32).reshape(shape))


# -- operators ------------------------------------------------------------------------------------


@program("t(3., -2.)", "i32(3, -2)", "i64(4)", "5", "-2.5", "True")
def unary_signs(x):
    return +x, -x


@program("b(True, False)", "i32(3, -2)", "5")
def unary_invert(x):
    return ~x


@program("t(3.), 2", "3, t(2.)", "7, 2", "7.5, -2", "i32(7), i32(-2)", "i32(7), 2.0", "t(7.), -2.")
def arithmetic(x, y):
    return x + y, x - y, x * y, x / y, x // y, x % y, x**y


@program(
    "i32(7), i64(2)",
    "i32(7), t(2.)",
    "b(True), i32(2)",
    "b(True), t(2.)",
    "b(True), 2",
    "b(True), 2.5",
)
def mixed_arithmetic(x, y):
    return x + y, x - y, x * y, x / y


@program(
    "6, 3",
    "i32(6), i32(3)",
    "i32(6), 3",
    "3, i32(6)",
    "b(True, False), b(True, True)",
    "True, False",
)
def bitwise(x, y):
    return x & y, x | y, x ^ y


@program("5, 2", "i32(5, 9), 2", "i32(5), i32(2)")
def shifts(x, y):
    return x << y, x >> y


@program("t([[1., 2.], [3., 4.]]), t([[1., 0.], [1., 1.]])", "t(1., 2.), t(3., 4.)")
def matrix_product(x, y):
    return x @ y


@program("t(1., 2.)")
def list_and_tensor(x):
    return x + [1, 2], [1, 2] + x, (1, 2) + x, x + (3, 4)


@program("t(1., 2.)")
def list_minus_tensor(x):
    return x - [1, 2], [1, 2] - x, (1, 2) - x, x - (3, 4)


@program("t(1., 2.)")
def list_times_tensor(x):
    return x * [1, 2], [1, 2] * x, (1, 2) * x, x * (3, 4)


@program("t(1., 2.)")
def list_by_tensor(x):
    return x / [1, 2], [1, 2] / x, (1, 2) / x, x / (3, 4)


@program("t(1., 2.)")
def list_floor_tensor(x):
    return x // [1, 2], [1, 2] // x, (1, 2) % x, x % (3, 4)


@program("t(1., 2.)")
def list_power_tensor(x):
    return x ** [1, 2], [1, 2] ** x, (1, 2) ** x, x ** (3, 4)


@program("i32(1, 2)")
def float_list_and_tensor(x):
    return x + [1.5, 2.0], (0.5, 1) * x


@program("t(1., 2.)")
def list_augmented(x):
    x += [1, 2]
    x *= (2, 3)
    return x


@program("")
def sequences_joined():
    return [1, 2] + [3], (1,) + (2, "a"), [1, "b"] * 2, 2 * (1, None), "ab" + "c", "ab" * 2


@program("t(1.)")
def sequences_of_tensors_joined(x):
    return [x, 2] + [x + 1], (x,) + (2, "a"), [x] * 2


@program("t(5.), 2", "5, 2", "5.5, 2", "i32(5), 2", "t(5.), t(2.)")
def augmented(x, y):
    x += y
    x -= 1
    x *= y
    x /= 3
    return x


@program("7, 2", "i32(7), i32(2)", "t(7.), 2")
def augmented_integers(x, y):
    x //= y
    x **= y
    x %= 5
    return x


@program("7, 2", "i32(7), i32(2)")
def augmented_bits(x, y):
    x &= 6
    x |= y
    x ^= 1
    return x


@program("7, 2", "i32(7), 2")
def augmented_shifts(x, y):
    x <<= y
    x >>= 1
    return x


@program(
    "1, 0", "0, 3", "'', 'a'", "(), (1,)", "[], [1]", "None, 2", "t(1.), t(0.)", "t(0.), t(2.)"
)
def logical(x, y):
    return x and y, x or y, not x


@program("1, 2.5", "t(1.), 2", "2, t(2.)", "i32(1), t(1.5)", "i32(1, 2), i32(2, 2)")
def comparisons(x, y):
    return x < y, x <= y, x > y, x >= y, x == y, x != y


@program(
    "'a', 'b'", "(1, 2), (1, 2)", "[1, 2], [1, 3]", "None, 1", "True, True", "(1, 'a'), (1, 'a')"
)
def equality(x, y):
    return x == y, x != y


@program("t(1.)", "None", "1")
def equality_with_none(x):
    return x == None, x != None, x is None, x is not None


@program("t(1., 2.)")
def equality_of_dtypes(x):
    return x.dtype == ms.float32, x.dtype != ms.int32, x.dtype in (ms.float32, ms.float16)


@program("1", "5")
def membership_of_numbers(x):
    return x in (1, 2), x in [3, 4], x not in (1, 2), x in {1: 2}, x in {1, 2}


@program("'a'", "'z'")
def membership_of_text(x):
    return x in "abc", x in ("a", "b"), x in ["a"], x in {"a": 1}, x not in {"b": 1}


@program("t(1.)", "t(7.)")
def membership_of_tensors(x):
    return x in (t_one, t_two), x not in [t_one, t_two]


t_one, t_two = t(1.0), t(2.0)


@program("2", "7")
def chained(x):
    return 1 < x < 5, 0 <= x == 2, x if 1 < x < 5 else -x


@program("True", "False", "None")
def identity(x):
    return x is True, x is False, x is not None


@program("t(1.), 2", "3, 4")
def conditional_expression(x, y):
    return (x if y > 3 else y), (1 if y else 0)


@program("5, 3")
def walrus(x, y):
    if (n := x + y) > 7:
        return n
    return -n


# -- numbers, text --------------------------------------------------------------------------------


@program("")
def numbers_of_constants():
    return int(2.7), int("11"), int("11", 2), int(-2.7), float("2.5"), float(3), bool(0), bool("a")


@program("3", "2.5", "True")
def numbers_of_arguments(x):
    return int(x), float(x), bool(x), str(x)


@program("t(2.7)", "i32(3)", "b(True)")
def numbers_of_tensors(x):
    return int(x), float(x), bool(x)


@program("2.567, 1", "25, -1", "2.5, 0", "1.5, None")
def rounding(x, n):
    return round(x), round(x, n)


@program("t(2.567)", "t(1.5, 2.5)")
def rounding_of_tensors(x):
    return round(x)


@program("-3", "-2.5", "True", "t(-1., 2.)", "i32(-4)")
def absolute(x):
    return abs(x)


@program("2, 3", "2.0, 3", "t(2., 3.), 2", "2, t(2., 3.)", "i32(2), 3")
def powers(x, y):
    return pow(x, y)


@program("7, 3", "7.5, 2")
def division_with_rest(x, y):
    return divmod(x, y)


@program("1, 2.5", "3, 1")
def extremes_of_numbers(x, y):
    return max(x, y), min(x, y), max((x, y, 2)), min([x, y, 2])


@program("t(1.), t(2.)", "t(1.), 2", "i32(3), i32(2)")
def extremes_of_tensors(x, y):
    return max(x, y), min(x, y)


@program("t(1., 3., 2.)", "i32(4, 2)")
def extremes_in_a_tensor(x):
    return max(x), min(x)


@program("")
def sums_of_constants():
    return sum([1, 2, 3]), sum((1.5, 2)), sum([1, 2], 10), sum(())


@program("t(1.), t(2.)")
def sums_of_tensors(x, y):
    return sum([x, y]), sum((x, y), 1), sum([x, 2])


@program("t(1., 2.)", "t([[1., 2.], [3., 4.]])", "i32(1, 2)")
def sum_over_a_tensor(x):
    return sum(x), sum(x, 1)


@program("t(1., 0.)", "b(True, True)", "i32(0, 0)")
def all_any_of_tensors(x):
    return all(x), any(x)


@program("")
def all_any_of_constants():
    return all([1, 0]), any([0, ""]), all(()), any([]), all(["a", 1]), any((0, 2))


@program("")
def text_operations():
    s = "abcd"
    return s[0], s[-1], s[1:3], s[::-1], len(s), "b" in s, s + "e", s * 2


@program("")
def text_methods():
    s = "Ab cd"
    return (
        s.lower(),
        s.upper(),
        s.split(" "),
        s.replace("A", "x"),
        s.startswith("Ab"),
        s.find("c"),
        " ".join(["a", "b"]),
        s.strip("A"),
    )


@program("1, 'a'", "2.5, 'b'")
def text_format(x, y):
    return "{} {}".format(x, y), "{1}{0}".format(x, y), "%s-%s" % (x, y), "{a}".format(a=x)


@program("1, 'a'", "2.5, 'b'")
def text_f_string(x, y):
    return f"{x} is {y}", f"{x:.2f}" if isinstance(x, float) else f"{x:03d}", f"{y!r}", f"{x=}"


@program("t(1., 2.)")
def text_of_shapes(x):
    return str(x.shape), f"{x.shape} {x.dtype}", f"{len(x)}", f"{x.ndim} {x.size}"


@program("t(1., 2.)")
def text_of_tensors(x):
    return str(x + 1)


@program("t(1., 2.)")
def text_of_tensors_formatted(x):
    return f"{x * 2}"


# -- tuples, lists, dicts -------------------------------------------------------------------------


@program("t(1.)")
def tuple_indices(x):
    held = (1, (2, 3, x), "a", x)
    return held[0], held[1][2], held[-1], held[1:3], held[::2], held[-3:], held[3:0:-1]


@program("0", "-1", "1")
def tuple_at_a_number(k):
    return (1, "a", 2.5)[k], [4, 5, 6][k]


@program("i32(0)", "i64(1)", "i32(-1)")
def tuple_at_a_tensor(k):
    return (t_one, t_two, t_one)[k] * 2


@program("t(1.)")
def tuple_unpacked(x):
    a, (c, d), *rest = 1, (x, 2), 3, 4, 5
    first, *middle, last = (x, 2, 3, 4)
    return a, c, d, rest, first, middle, last


@program("t(1.), t(2.)")
def swapped(x, y):
    x, y = y, x
    return x, y


@program("t(1.)")
def tuple_methods(x):
    held = (1, 2, 2, "a")
    return held.count(2), held.index("a"), len(held), held == (1, 2, 2, "a"), x


@program("t(1.)")
def list_appended(x):
    held = [1, 2]
    held.append(x)
    held.append((3, x))
    return held


@program("t(1.)")
def list_extended(x):
    held = [1]
    held.extend([2, x])
    held.extend((3,))
    held.extend(x.shape)
    return held


@program("t(1.)")
def list_inserted(x):
    held = [1, 2]
    held.insert(0, x)
    held.insert(-1, 7)
    held.insert(10, 8)
    return held


@program("t(1.)")
def list_popped(x):
    held = [1, 2, x, 4]
    return held.pop(), held.pop(0), held.pop(-1), held


@program("t(1.)")
def list_cleared(x):
    held = [1, x]
    held.clear()
    return held, [], ()


@program("t(1.)")
def list_reversed(x):
    held = [1, 2, x]
    held.reverse()
    return held


@program("")
def list_counted():
    held = [1, 2, 2, "a", (1,)]
    return held.count(2), held.count("a"), held.count((1,)), held.index(2)


@program("")
def list_sorted():
    held = [3, 1, 2]
    held.sort()
    return held, sorted([3, 1, 2], reverse=True), sorted("ba"), list(reversed([1, 2]))


@program("")
def list_removed():
    held = [3, 1, 3, 2]
    held.remove(3)
    del held[0]
    return held


@program("")
def list_copied():
    held = [1, [2]]
    other = held.copy()
    other[0] = 5
    other[1][0] = 6
    return held, other


@program("t(1.)")
def list_aliased(x):
    held = [[1, 2, 3], 4]
    inner = held[0]
    inner[0] = x
    return held, inner


@program("t(1.)")
def list_written(x):
    held = [[0, 1], 2, 3, 4]
    held[1] = x
    held[2] = "ok"
    held[3] = (1, 2)
    held[0][1] = 88
    held[-1] = None
    return held


@program("")
def list_slices_written():
    held = [1, 2, 3, 4, 5]
    held[0:2] = [7, 8, 9]
    held[4:] = [6]
    return held, held[1:3], held[::-1], held[-2:]


@program("")
def list_slice_steps_written():
    held = [1, 2, 3, 4, 5]
    held[::2] = [7, 8, 9]
    return held


@program("t(1., 2.)")
def list_slice_of_a_tensor(x):
    held = [1, 2, 3, 4]
    held[1:3] = x
    return held


@program("")
def list_slices_deleted():
    held = [1, 2, 3, 4, 5]
    del held[1:3]
    return held


@program("[1, 2, 3]", "[t(1.), 2]")
def list_argument_read(held):
    return held[0], held[1:], len(held), held + [4]


@program("(1, 2, 3)", "(t(1.), 2)")
def tuple_argument_read(held):
    return held[0], held[1:], len(held), held + (4,)


@program("{'a': 1, 'b': t(2.)}")
def dict_argument_read(held):
    return held["a"], held["b"], len(held), [k for k in held], "a" in held


@program("[1, t(2.)]")
def list_argument_changed(held):
    held.append(3)
    held[0] = 9
    return held


@program("{'a': 1, 'b': t(2.)}")
def dict_argument_changed(held):
    held["c"] = held["b"] + held["a"]
    return held


@program("t(1.)")
def dict_read(x):
    held = {"a": x, "b": 2, 3: (4, x)}
    return held["a"], held[3][1], len(held), "b" in held, "z" in held


@program("t(1.)")
def dict_views(x):
    held = {"a": x, "b": 2}
    return list(held.keys()), list(held.values()), list(held.items())


@program("t(1.)")
def dict_get(x):
    held = {"a": x}
    return held.get("a"), held.get("b"), held.get("b", 3), held.get("b", x)


@program("t(1.)")
def dict_updated(x):
    held = {"a": 1, "b": 2}
    held.update({"b": x, "c": 3})
    held["d"] = 4
    return held


@program("")
def dict_cleared():
    held = {"a": 1}
    held.clear()
    return held, {}


@program("")
def dict_from_keys():
    return dict.fromkeys(["a", "b"], 5), dict.fromkeys(("c",))


@program("")
def dict_popped():
    held = {"a": 1, "b": 2}
    return held.pop("a"), held.pop("z", 7), held


@program("")
def dict_defaults():
    held = {"a": 1}
    return held.setdefault("a", 5), held.setdefault("b", 6), held


@program("t(1.)")
def dict_iterated(x):
    found = []
    for key in {"a": x, "b": 2}:
        found.append(key)
    for key, value in {"a": x, "b": 2}.items():
        found.append((key, value))
    return found


@program("t(1.)")
def dict_made(x):
    return dict(a=x, b=2), dict([("a", 1)]), dict({"a": x}, c=3), {**{"a": 1}, "b": x}


@program("t(1.)")
def dict_nested(x):
    held = {"a": {"b": [1, x]}}
    held["a"]["b"][0] = 7
    held["a"]["c"] = x + 1
    return held


@program("")
def dict_deleted():
    held = {"a": 1, "b": 2}
    del held["a"]
    return held


@program("t(1.)")
def dict_key_missing(x):
    return {"a": x}["b"]


@program("")
def list_index_missing():
    return [1, 2][5]


@program("")
def sets():
    held = {1, 2, 2}
    return len(held), 1 in held, sorted({3, 1} | held), sorted(held & {2})


@program("t(1., 2., 3.)", "t([[1., 2.], [3., 4.]])")
def containers_of_a_tensor(x):
    return list(x), tuple(x)


@program("")
def containers_made():
    return (
        list((1, 2)),
        tuple([1, 2]),
        list("ab"),
        tuple(range(3)),
        list({"a": 1}),
        list(),
        tuple(),
        dict(),
    )


# -- comprehensions, iteration --------------------------------------------------------------------


@program("")
def comprehensions():
    return (
        [x * x for x in range(4)],
        [x for x in (1, 2, 3) if x > 1],
        [(x, y) for x in (1, 2) for y in "ab"],
    )


@program("t(1., 2.)")
def comprehension_of_tensors(x):
    return [v * 2 for v in x], [x + i for i in range(2)], {i: x * i for i in range(2)}


@program("")
def dict_comprehension():
    return {k: v for k, v in zip("ab", (1, 2))}, {v: 1 for v in range(3) if v != 1}


@program("")
def set_comprehension():
    return sorted({v % 2 for v in range(5)})


@program("")
def generator():
    return sum(v * v for v in range(4)), list(v for v in "ab"), max(v for v in (1, 5, 2))


@program("t(1., 2.)")
def zipped(x):
    return list(zip((1, 2), ("a", "b"))), list(zip([1, 2, 3], x)), [a + c for a, c in zip(x, x * 2)]


@program("t(1., 2.)")
def enumerated(x):
    return (
        list(enumerate((7, 8))),
        list(enumerate(["a"], 3)),
        [(i, v) for i, v in enumerate(x, start=1)],
    )


@program("t(1., 2.)")
def mapped(x):
    return (
        list(map(lambda a: a + 1, (1, 2))),
        list(map(lambda a, c: a * c, (1, 2), (3, x))),
        tuple(map(abs, [-1, x])),
    )


@program("")
def filtered():
    return list(filter(lambda a: a > 1, (1, 2, 3))), list(filter(lambda a: a in "ab", ["a", "c"]))


@program("")
def ranges():
    return (
        list(range(3)),
        list(range(1, 4)),
        list(range(6, 0, -2)),
        list(range(0)),
        len(range(5)),
        range(5)[2],
    )


@program("3", "i32(3)", "0")
def for_over_a_range(n):
    total = 0
    for i in range(n):
        total += i
    return total


@program("i32(5), i32(1), i32(-2)", "5, 1, -2")
def range_of_three(start, stop, step):
    total = 0
    for i in range(start, stop, step):
        total += i
    return total


@program("t([[1., 2.], [3., 4.]])")
def for_over_a_tensor(x):
    total = 0
    for row in x:
        total = total * 2 + row
    return total


@program("t(1.)")
def for_over_a_list(x):
    for v in [1, 2.5, x]:
        x = x + v
    return x


@program("t(1.)")
def for_over_text(x):
    found = []
    for c in "ab":
        found.append(c)
    return found


@program("t(1., 2.)")
def reversed_sequence(x):
    return list(reversed((1, 2))), [v for v in reversed([1, x])]


@program("t(1.)")
def next_of_iterator(x):
    it = iter((1, x))
    return next(it), next(it), next(it, 5)


@program("t(1.), 3", "t(100.), 3", "t(1.), i32(3)")
def for_break_else(x, n):
    for i in range(n):
        x = x * 2
        if x > 50:
            break
    else:
        x = -x
    return x


@program("t(1.)", "t(20.)")
def while_continue(x):
    i = 0
    while i < 6:
        i += 1
        if i % 2:
            continue
        x = x + i
    return x


@program("t(1.), t(6.)", "t(9.), t(6.)")
def while_on_tensors(x, y):
    count = 0
    while x < y:
        x = x + 1
        count += 1
    return x, count


@program("t(1.), t(6.)")
def while_break_on_tensors(x, y):
    while True:
        x = x + 1
        if x > y:
            break
    return x


@program("t(1.), t(6.)", "t(6.), t(1.)", "t(6.), t(6.)")
def if_elif_else(x, y):
    if x > y:
        z = x - y
    elif x == y:
        z = x * 0
    else:
        z = y - x
    return z


@program("t(1.)", "t(-1.)")
def returns_of_different_kinds(x):
    if x > 0:
        return x, 1
    return x, 2


@program("t(1.)", "t(-1.)")
def nested_function_in_branch(x):
    def inner(y):
        if y > 0:
            return y * 2
        return y - 1

    return inner(x) + inner(-x)


@program("1", "'a'", "None", "(1, 2)", "[]", "{}", "0.0")
def truth_of_values(x):
    if x:
        return 1
    return 0


@program("t(1.)")
def pass_and_expression(x):
    pass
    x + 1
    ...
    return x


@program("t(1.)")
def no_return(x):
    x = x + 1


@program("t(1.)")
def return_none(x):
    return None


@program("t(1.)")
def return_nothing(x):
    return


@program("t(3.), 2", "3, 2")
def keyword_arguments(x, y):
    def f(a, c=5, *args, d=1, **kwargs):
        return a + c * d + sum(args) + kwargs.get("e", 0)

    return f(x), f(x, y), f(x, d=y), f(x, y, 1, 2, d=3, e=4), f(*(x, y), **{"d": 2})


@program("t(3.)")
def lambdas(x):
    f = lambda a, c=2: a * c
    return f(x), f(x, 3), (lambda: 1)(), (lambda *a: len(a))(1, 2)


@program("t(3.)")
def closures(x):
    y = 2

    def f(a):
        def g(c):
            return c + y

        return g(a) * y

    return f(x)


@program("t(3.)")
def nonlocal_variable(x):
    count = 0

    def f(a):
        nonlocal count
        count += 1
        return a * count

    return f(x), f(x), count


@program("3", "0")
def recursion(n):
    if n < 1:
        return 0
    return n + recursion(n - 1)


@program("t(2.)")
def functools_partial(x):
    f = functools.partial(pow, 2)
    g = functools.partial(scaled, by=x)
    return f(3), g(x), functools.reduce(lambda a, c: a + c, [x, x, 1])


def scaled(x, by=1):
    return x * by


@program("t(2.)")
def operator_functions(x):
    return operator.add(x, 1), operator.itemgetter(1)((x, 2)), operator.mul(x, x)


@program("4.0", "2")
def math_of_numbers(x):
    return (
        math.sqrt(x),
        math.pi,
        math.floor(2.5),
        math.ceil(2.1),
        math.log2(8),
        math.prod([1, 2, 3]),
        math.inf,
    )


@program("t(1.)")
def numpy_inside(x):
    held = np.array([1, 2, 3])
    return Tensor(held * 2), Tensor(np.ones((2,), np.float32)) + x, int(held.sum()), held.shape


@program("t(1., 2.)")
def numpy_of_argument(x):
    return Tensor(np.sum(x.asnumpy()))


@program("t(1.)")
def tensors_made(x):
    return (
        Tensor([1, 2]),
        Tensor(2.5),
        Tensor(True),
        Tensor([1, 2], ms.float16),
        Tensor(3, dtype=ms.int32) + x,
    )


@program("t(1.)", "t(-1.)")
def raise_on_value(x):
    if x < 0:
        raise ValueError("negative")
    return x


@program("")
def raise_always():
    raise TypeError("always", 3)


@program("1", "-1")
def raise_on_number(x):
    if x < 0:
        raise ValueError(f"negative {x}")
    return x


class OwnError(KeyError):
    pass


@program("")
def raise_own():
    raise OwnError("mine")


@program("t(1.)", "t(-1.)", "1", "-1")
def assertion(x):
    assert x > 0
    return x


@program("t(1.)", "t(-1.)")
def assertion_with_text(x):
    assert x > 0, "has to be above 0"
    return x


@program("0", "2")
def try_except(x):
    try:
        y = 1 / x
    except ZeroDivisionError:
        y = -1
    finally:
        y2 = 3
    return y, y2


@program("t(1.)")
def try_on_dict(x):
    try:
        return {"a": x}["b"]
    except KeyError:
        return x * 2


class Manager:
    def __init__(self, value):
        self.value = value

    def __enter__(self):
        return self.value

    def __exit__(self, *_):
        return False


@program("t(1.)")
def with_manager(x):
    with Manager(3) as a, Manager(4) as c:
        x = x + a * c
    return x


@program("t(1.)")
def deleted_name(x):
    y = x + 1
    del y
    return x


@program("t(1.)")
def import_inside(x):
    import math as m

    return x * m.floor(2.5)


@program("t(1.)")
def annotated(x: Tensor) -> Tensor:
    y: int = 2
    z: Tensor = x * y
    return z


@program("'a'", "'b'")
def text_condition(mode):
    if mode == "a":
        return 1
    elif mode in ("b", "c"):
        return 2
    return 3


@program("1", "2", "'x'")
def match_statement(x):
    match x:
        case 1:
            return "one"
        case int():
            return "int"
        case _:
            return "other"


# -- builtin functions of kinds -------------------------------------------------------------------


@program("t(1., 2.)", "1", "1.5", "'a'", "(1,)", "[1]", "{'a': 1}", "None", "True")
def instances(x):
    return (
        isinstance(x, Tensor),
        isinstance(x, int),
        isinstance(x, (int, float)),
        isinstance(x, (list, tuple)),
        isinstance(x, str),
        isinstance(x, dict),
        isinstance(x, bool),
    )


@program("t(1., 2.)")
def types(x):
    return (
        type(x) is Tensor,
        type(1) == int,
        type([1]) == list,
        type("a") is str,
        type((1,)) is tuple,
        type({}) is dict,
    )


@program("t([[1., 2.]])", "(1, 2)", "'abc'", "{'a': 1}", "[]")
def lengths(x):
    return len(x)


@program("t(1., 2.)")
def attributes_of_tensors(x):
    return x.shape, x.dtype, x.ndim, x.size, x.T, x.itemsize, x.nbytes, x.strides


@program("t(1., 2.)")
def getattr_of_tensors(x):
    return getattr(x, "shape"), getattr(x, "missing", 3), hasattr(x, "shape"), hasattr(x, "missing")


@program("t(1., 2.)")
def getattr_missing(x):
    return getattr(x, "missing_entirely")


@program("")
def callables():
    return callable(scaled), callable(3), callable(nn.ReLU()), callable(len)


@program("t(1., 2.)")
def ids_and_hashes(x):
    return x is x, id(x) == id(x), hash("a") == hash("a"), hash((1, 2)) == hash((1, 2))


@program("")
def characters():
    return ord("a"), chr(98), bin(5), hex(255), oct(8), repr("a"), ascii("a"), format(2.5, ".2f")


@program("t(1., 2.)")
def slices_made(x):
    s = slice(0, 1)
    return x[s], [1, 2, 3][slice(1, None)], s.start, s.stop


@program("t(1.)")
def print_inside(x):
    print("value")
    return x


@program("")
def complex_numbers():
    z = complex(1, 2)
    return z.real, z.imag, abs(3 + 4j)


@program("t(1.), t(1.)")
def issubclasses(x, y):
    return issubclass(bool, int), issubclass(nn.ReLU, nn.Cell)


# -- indices of tensors ---------------------------------------------------------------------------


@program("grid(3, 4)", "grid(3, 4, 2)")
def index_numbers(x):
    return x[0], x[-1], x[1, 2], x[True], x[0][1]


@program("grid(3, 4)", "grid(3, 4, 2)")
def index_slices(x):
    return x[1:], x[:2], x[::2], x[1:3, 1:], x[:, 1], x[:, -1:], x[-2:-1], x[:, ::3]


@program("grid(3, 4)", "grid(3, 4, 2)")
def index_ellipsis_none(x):
    return (
        x[...],
        x[..., 0],
        x[None],
        x[:, None],
        x[..., None],
        x[0, ...],
        x[None, 0],
        x[1, None, 2],
    )


@program("grid(3, 4)")
def index_lists(x):
    return x[[0, 2]], x[[0, 2], [1, 3]], x[:, [0, 0, 1]], x[(0, 1)], x[[True, False, True]], x[[1]]


@program("grid(3, 4)")
def index_negative_slices(x):
    return x[::-1], x[:, ::-2], x[2:0:-1]


@program("grid(3, 4), i32(0, 2)", "grid(3, 4), i64([[0, 1], [2, 2]])", "grid(3, 4), i32(-1)")
def index_tensors(x, k):
    return x[k], x[:, k], x[k, k], x[k, 1], x[1, k], x[..., k], x[k, None], x[None, k]


@program("grid(3, 4), i32(0, 2), i32(1, 3)")
def index_pairs_of_tensors(x, i, j):
    return x[i, j], x[i][:, j], x[i, 1:], x[1:, j], x[i, [0, 1]]


@program("grid(2, 3, 4), i32(0, 1)")
def index_tensors_apart(x, k):
    return x[k, :, k], x[:, k, k], x[k, 1, k], x[k, ..., 0], x[0, :, k]


@program("grid(3, 4)")
def index_masks(x):
    return x[x > 3], x[x.sum(1) > 10]


@program("grid(3, 4)")
def index_bool_constants(x):
    return x[False], x[None, True]


@program("grid(3, 4), 1", "grid(3, 4), -2")
def index_by_arguments(x, k):
    return x[k], x[:, k], x[k:], x[: k + 1], x[k : k + 2, k]


@program("grid(3, 4), i32(1)", "grid(3, 4), i64(-1)")
def index_by_scalars(x, k):
    return x[k], x[:, k], x[k, k]


@program("grid(4), i32(1), i32(3)")
def index_slice_of_tensors(x, i, j):
    return x[i:j], x[i:], x[:j]


@program("grid(3, 4)")
def index_out_of_range(x):
    return x[5]


@program("grid(3, 4)")
def index_too_many(x):
    return x[0, 0, 0]


@program("grid(3, 4)")
def index_by_text(x):
    return x["a"]


@program("grid(3, 4)")
def index_by_float(x):
    return x[1.0]


@program("grid(3, 4)")
def index_range(x):
    return x[range(2)]


@program("grid(3, 4)")
def write_numbers(x):
    x = x * 1
    x[0] = 5
    x[1, 2] = 7.5
    x[-1, -1] = True
    return x


@program("grid(3, 4)")
def write_slices(x):
    x = x * 1
    x[1:, 1:3] = -1
    x[:, 0] = 9
    x[::2, ::3] = 4
    return x


@program("grid(3, 4), t(1., 2., 3., 4.)")
def write_tensors(x, v):
    x = x * 1
    x[0] = v
    x[1:] = v * 2
    x[:, 1] = v[:3]
    return x


@program("grid(3, 4)")
def write_lists(x):
    x = x * 1
    x[0] = [1, 2, 3, 4]
    x[1:, :2] = ((5, 6), (7, 8))
    return x


@program("grid(3, 4)")
def write_at_lists(x):
    x = x * 1
    x[[0, 2]] = -1
    x[[0, 1], [1, 2]] = 8
    x[:, [0, 3]] = 3
    return x


@program("grid(3, 4), i32(0, 2)", "grid(3, 4), i64(1, 1)")
def write_at_tensors(x, k):
    x = x * 1
    x[k] = -1
    x[k, k] = 8
    x[:, k] += 1
    return x


@program("grid(3, 4)")
def write_at_masks(x):
    x = x * 1
    x[x > 5] = 0
    x[x == 1] = t_one * 7
    return x


@program("grid(3, 4)")
def write_ellipsis_none(x):
    x = x * 1
    x[..., 1] = 5
    x[None, 0] = 6
    x[..., -1] = t_two
    return x


@program("grid(3, 4)")
def write_everything(x):
    x = x * 1
    x[:] = 2
    x[...] = x + 1
    return x


@program("grid(3, 4), i32(1)")
def write_at_scalars(x, k):
    x = x * 1
    x[k] = 3
    x[:, k] = 4
    return x


@program("grid(3, 4)")
def write_augmented(x):
    x = x * 1
    x[0] += 5
    x[:, 1] *= 2
    x[1:, 2:] -= x[0, 0]
    x[2] /= 4
    return x


@program("i32([[1, 2], [3, 4]])")
def write_other_dtypes(x):
    x = x * 1
    x[0] = 2.7
    x[1, 1] = True
    return x


@program("i32([[1, 2], [3, 4]])")
def write_float_tensor_to_ints(x):
    x = x * 1
    x[0] = t(2.7, 3.2) if False else t_two
    return x


@program("grid(3, 4)")
def write_chained(x):
    x = x * 1
    x[0][1] = 50
    return x


@program("grid(3, 4)")
def write_in_list(x):
    held = [x * 1, 2]
    held[0][1] = 50
    return held


@program("grid(3, 4)")
def write_to_argument(x):
    x[0] = 5
    return x


@program("grid(3, 4)")
def augmented_argument(x):
    x += 1
    return x


@program("grid(3, 4)", "grid(3)")
def write_in_a_loop(x):
    y = x * 0
    for i in range(3):
        y[i] = x[i] * i
    return y


@program("grid(4), i32(3)")
def write_in_an_unknown_loop(x, n):
    y = x * 0
    i = 0
    while i < n:
        y[i] = x[i] * 2
        i += 1
    return y


@program("grid(3, 4), t(1.)", "grid(3, 4), t(-1.)")
def write_in_a_branch(x, flag):
    y = x * 1
    if flag > 0:
        y[0] = 9
    else:
        y[1:] = 8
    return y


@program("grid(3, 4)")
def write_out_of_range(x):
    x = x * 1
    x[7] = 1
    return x


@program("grid(3, 4)")
def write_wrong_shape(x):
    x = x * 1
    x[0] = t_three
    return x


t_three = t(1.0, 2.0, 3.0)


# -- composites, makers of functions --------------------------------------------------------------

multiplied = C.MultitypeFuncGraph("multiplied")


@multiplied.register("Tensor", "Tensor")
def multiplied_tensors(x, y):
    return x * y


@multiplied.register("Number", "Number")
def multiplied_numbers(x, y):
    return x * y + 100


@multiplied.register("Tensor", "Number")
def multiplied_mixed(x, y):
    return x * y + 1000


@program("t(2.), t(3.)", "2, 3", "t(2.), 3", "2.5, 3", "3, t(1.)")
def multitype(x, y):
    return multiplied(x, y)


hyper, plain_map = ops.HyperMap(multiplied), ops.Map(multiplied)


@program("(t(2.), t(3.)), (t(4.), t(5.))", "((t(1.), 2), 3), ((t(2.), 5), 6)", "[t(2.)], [t(3.)]")
def hyper_mapped(x, y):
    return hyper(x, y)


@program("(t(2.), t(3.)), (t(4.), t(5.))", "(t(2.), 3), (t(4.), 5)")
def map_mapped(x, y):
    return plain_map(x, y)


@program("(t(2.), t(3.))")
def hyper_mapped_partial(x):
    return ops.HyperMap()(ops.partial(multiplied, t_two), x)


@program("(t(2.), t(3.))")
def hyper_mapped_function(x):
    return ops.HyperMap()(ops.tanh, x)


@ms.jit_class
class Helper:
    unit = 3

    def __init__(self, scale):
        self.scale = scale
        self.held = [1, 2]

    def act(self, x):
        return x * self.scale + self.unit

    def __call__(self, x):
        return self.act(x) * 2


helper = Helper(2)


@program("t(2.)", "2")
def class_instance(x):
    return helper.act(x), helper(x), helper.scale, Helper.unit, helper.held[1]


@program("t(2.)")
def class_instance_made(x):
    made = Helper(5)
    return made.act(x), made.scale


@ms.constexpr
def doubled_constant(n):
    return n * 2


@program("t(1., 2.)", "t([[1.]])")
def constant_expression(x):
    return (
        doubled_constant(len(x.shape)),
        doubled_constant(x.shape),
        x.reshape(doubled_constant(1) // 2, -1),
    )


@program("mutable(3), t(1.)", "mutable((1, 2)), t(1.)", "mutable([t(1.), t(2.)]), t(1.)")
def mutable_arguments(n, x):
    if isinstance(n, (tuple, list)):
        return n[0] + n[1], len(n)
    return n + 1, x * n


@program("t(2.)")
def mutable_inside(x):
    held = mutable([1, 2])
    return held[0] + x, len(held)


@program("t(2.)")
def gradient_inside(x):
    return ms.grad(lambda v: v * v * 3)(x), ms.value_and_grad(ops.square)(x)


@program("t(2.), t(3.)")
def gradient_operation(x, y):
    return ops.GradOperation(get_all=True)(lambda a, c: a * a * c)(x, y)


@program("t(2., 3.)")
def vmap_inside(x):
    return ops.vmap(plus_square)(x)


def plus_square(v):
    return v * v + 1


@program("t(2.)")
def primitives_made(x):
    return ops.ReduceSum()(x), ops.Cast()(x, ms.int32), ops.Add()(x, 1)


@program("t(2., 3.)")
def primitive_attributes(x):
    op = ops.ReduceSum(keep_dims=True)
    return op(x, 0), op.keep_dims, op.name


@program("t(2., 3.)")
def cells_made(x):
    return nn.ReLU()(x - 2.5), nn.Softmax()(x)


@program("t(2., 3.)")
def cast_and_types(x):
    return (
        x.astype(ms.int32),
        x.astype("float16"),
        x.to(ms.float32),
        ops.cast(x, ms.bool_),
        x.int(),
        x.bool(),
    )


@program("t(2., 3.)")
def method_chain(x):
    return (
        x.sum().reshape(1).expand_dims(0).mean(),
        x.max(),
        x.argmax(),
        x.view(2, 1).shape,
        x.transpose(),
    )


@program("grid(2, 3)")
def shapes_as_numbers(x):
    n, m = x.shape
    return (
        ops.zeros((n, m), ms.float32),
        x.reshape(m, n),
        x.reshape(x.shape[::-1]),
        x.shape[-1] * 2,
        x.shape[0] / 2,
    )


@program("grid(2, 3)")
def shape_conditions(x):
    if x.shape[0] > 1 and len(x.shape) == 2:
        return x.T
    return x


# -- networks -------------------------------------------------------------------------------------


@program("t(1., 2.)")
class ParameterAttributes(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(t(1.0, 2.0), name="w")

    def construct(self, x):
        w = self.w
        return w * x, w.name, w.requires_grad, w.shape, w.dtype


@program("t(1.)", "t(2.)")
class ParameterAssigned(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(t(1.0), name="w")

    def construct(self, x):
        self.w = self.w + x
        y = self.w * 1
        self.w = self.w * 2
        return self.w * 1, y


@program("t(1.)", "t(2.)")
class ParameterAugmented(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(t(1.0), name="w")

    def construct(self, x):
        self.w += x
        self.w *= 2
        return self.w * 1


@program("t(1.)", "t(2.)")
class ParameterByAssign(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(t(1.0), name="w")

    def construct(self, x):
        ops.assign(self.w, x * 3)
        ops.assign_add(self.w, x)
        return self.w + 0


@program("t(1., 1.)", "t(2., 2.)")
class ParameterSliceWritten(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(t(0.0, 1.0), name="w")

    def construct(self, x):
        self.w[0] = x[1]
        return self.w * x


@program("t(1.)", "t(2.)")
class NumberAttribute(nn.Cell):
    def __init__(self):
        super().__init__()
        self.count = 0

    def construct(self, x):
        self.count = self.count + 1
        return x * self.count


@program("t(1.)", "t(2.)", "t(3.)")
class TensorAttribute(nn.Cell):
    def __init__(self):
        super().__init__()
        self.state = t(0.0)

    def construct(self, x):
        self.state = self.state + x
        return self.state * 1


@program("t(-1., 1.), 0", "t(-1., 1.), 1", "t(-1., 1.), -1")
class CellListAt(nn.Cell):
    def __init__(self):
        super().__init__()
        self.cells_ = nn.CellList([nn.ReLU(), nn.Tanh(), nn.Softsign()])

    def construct(self, x, k):
        return self.cells_[k](x), len(self.cells_)


@program("t(-1., 1.)")
class CellListIterated(nn.Cell):
    def __init__(self):
        super().__init__()
        self.cells_ = nn.CellList([nn.ReLU(), nn.Tanh()])

    def construct(self, x):
        for i, layer in enumerate(self.cells_):
            x = layer(x) + i
        for layer in self.cells_[1:]:
            x = layer(x)
        return x


@program("t(-1., 1.)")
class CellTuple(nn.Cell):
    def __init__(self):
        super().__init__()
        self.pair = (nn.ReLU(), nn.Tanh())
        self.table = {"a": 2, "b": 3}
        self.names = ["a", "b"]

    def construct(self, x):
        total = 0
        for name in self.names:
            total += self.table[name]
        return [layer(x) for layer in self.pair], total


@program("t(1.)")
class Methods(nn.Cell):
    scale = 3

    def __init__(self):
        super().__init__()
        self._hidden = 5

    @property
    def hidden(self):
        return self._hidden + 1

    @staticmethod
    def fixed(x):
        return x + 10

    @classmethod
    def of_class(cls, x):
        return x * cls.scale

    def helper(self, x, *, by=2):
        return x * by

    def construct(self, x):
        return (
            self.helper(x),
            self.helper(x, by=self.scale),
            self.hidden * x,
            self.fixed(x),
            self.of_class(x),
        )


class Base(nn.Cell):
    def __init__(self, by):
        super().__init__()
        self.by = by

    def helper(self, x):
        return x * self.by

    def construct(self, x):
        return self.helper(x) + 1


@program("t(1.)")
class Derived(Base):
    def __init__(self):
        super(Derived, self).__init__(4)

    def helper(self, x):
        return super().helper(x) + 0.5

    def construct(self, x):
        y = super().construct(x)
        return y, super(Derived, self).helper(x)


@program("t(1., 2.)", "t(3., 4.)")
class Training(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = nn.Dense(2, 1, weight_init="ones", bias_init="zeros")

    def construct(self, x):
        if self.training:
            return self.layer(x.reshape(1, 2)) * 2
        return self.layer(x.reshape(1, 2))


@program("t(1.)", "None", "t(1.), t(2.)")
class Defaults(nn.Cell):
    def construct(self, x, y=None, *, z=3):
        if x is None:
            return z
        if y is not None:
            return x + y
        return x * z


@program("t(1.), t(2.), t(3.)", "t(1.)")
class StarArguments(nn.Cell):
    def construct(self, x, *others):
        for other in others:
            x = x + other
        return x, len(others)


@program("t(1.)")
class AttributeQueries(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = 3

    def construct(self, x):
        return (
            hasattr(self, "a"),
            hasattr(self, "z"),
            getattr(self, "a"),
            getattr(self, "z", 4),
            isinstance(self, nn.Cell),
        )


@program("t(1., 2.)")
class ParametersIterated(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = Parameter(t(1.0, 2.0), name="a")
        self.c = Parameter(t(3.0, 4.0), name="c")
        self.group = ms.ParameterTuple([self.a, self.c])

    def construct(self, x):
        total = x
        for p in self.group:
            total = total + p
        return total, len(self.group)


@program("t(1.)", "t(2.)")
class BufferWritten(nn.Cell):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", t(0.0))

    def construct(self, x):
        self.seen = self.seen + x
        return self.seen * 1


@program("t(1.)")
class InnerCellMade(nn.Cell):
    def construct(self, x):
        net = Base(3)
        return net(x)


@program("t(1.)", "t(1.)")
class OtherObjects(nn.Cell):
    def __init__(self):
        super().__init__()
        self.box = Manager(3)
        self.inner = Base(2)

    def construct(self, x):
        return x * self.box.value, x * self.inner.by, self.inner.helper(x)


@program("t(2.)")
class Gradients(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Base(2)
        self.w = Parameter(t(3.0), name="w")

    def construct(self, x):
        def loss(v):
            return self.inner(v) * v * self.w

        return ms.grad(loss)(x), ms.grad(loss, None, [self.w])(x)


@program("t(2.), t(1.)", "t(-2.), t(1.)")
class BranchOnParameter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(t(3.0), name="w")

    def construct(self, x, y):
        if x > 0:
            self.w = self.w + y
            z = self.w * x
        else:
            self.w = self.w - y
            z = self.w - x
        return z


@program("t(2.)", "t(5.)")
class WhileOnParameter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(t(0.0), name="w")

    def construct(self, x):
        while self.w < x:
            self.w += 1
        return self.w * 1


@program("grid(2, 3)")
class SliceOfParameter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(grid(4, 3), name="w")

    def construct(self, x):
        return self.w[1:3] + x, self.w[0], self.w[..., -1]


# -- more of what the pages show ------------------------------------------------------------------


@program("t(1.), 2", "3, 4")
def jit_of_options(x, y):
    return with_options(x, y), with_level(x, y)


@ms.jit(capture_mode="ast", jit_level="O0")
def with_options(x, y):
    return x * y + 1


@ms.jit(jit_level="O1")
def with_level(x, y):
    if x > y:
        return x - y
    return y - x


@program("t(1.), t(2.)", "t(4.), t(2.)")
def jit_inside_jit(x, y):
    return with_level(x, y) * 2


@program("")
def slice_of_text_and_tuples():
    a = slice(1, None)
    return "abcd"[a], (1, 2, 3)[a], "abcd"[-2:], "a,b".split(","), "a" < "b", ("a",) < ("b",)


@program("(1, 2), (1, 3)", "[1], [1, 0]", "'ab', 'b'")
def order_of_sequences(x, y):
    return x < y, x <= y, x > y, x >= y


@program("t(3.)", "t(-3.)")
def conditional_in_comprehension(x):
    return [v if v > 0 else -v for v in (x, x + 1)]


@program("t(3.)")
def nested_comprehension(x):
    return [[x * i * j for j in range(2)] for i in range(2)]


@program("grid(2, 3)")
def comprehension_over_shape(x):
    return tuple(n * 2 for n in x.shape), [x[i, 0] for i in range(x.shape[0])]


@program("t(1.), None", "t(1.), t(2.)")
def optional_argument(x, y):
    return x if y is None else x + y


@program("t(1.)")
def star_in_literals(x):
    held = [x, 2]
    return [*held, 3], (*held, *(4, 5)), {**{"a": 1}, **{"b": x}}


@program("t(1.)")
def star_call(x):
    return star_target(*[x, 2], **{"c": 3}), star_target(x, c=1)


def star_target(a, b=5, *, c=0):
    return a * b + c


@program("t(1., 2.)")
def tensor_methods_of_lists(x):
    return ops.stack([x, x + 1]), ops.concat((x, x)), ops.tuple_to_array((1, 2, 3))


@program("t(1., 2.)")
def multiple_assignment(x):
    a = c = x + 1
    a = a * 2
    (d, e), f = (1, 2), 3
    return a, c, d, e, f


@program("t(1., 2., 3.)")
def unpacked_tensor(x):
    a, c, d = x
    return a + c * d


@program("t(1., 2., 3.)")
def unpacked_with_star(x):
    first, *rest = x
    return first, rest


@program("t(2.)", "t(-2.)")
def early_return_in_loop(x):
    for i in range(3):
        if x > i:
            return x * i
        x = x + 1
    return x


@program("t(2.)", "t(-2.)")
def while_return(x):
    while x < 10:
        x = x * x + 1
        if x > 4:
            return x, 1
    return x, 0


@program("t(2.), t(5.)", "t(6.), t(5.)")
def while_with_logic(x, y):
    count = 0
    while x < y and count < 2 or count == 0:
        x = x + 1
        count = count + 1
    return x, count


@program("t(2.), t(5.)", "t(6.), t(5.)")
def branches_of_and_or(x, y):
    if x > 1 and not y < 3 or x == y:
        return x + y
    return x - y


@program("t(2.)", "t(0.)")
def condition_on_a_tensor(x):
    if x:
        return 1
    return 2


@program("t(1., 2.)")
def condition_on_several(x):
    if x:
        return 1
    return 2


@program("t(1., 2.)", "t(-1., 2.)")
def condition_on_all_any(x):
    if (x > 0).all():
        return x
    if (x > 1).any():
        return x * 2
    return x * 3


@program("3")
def nested_functions_recursive(n):
    def fact(k):
        return 1 if k <= 1 else k * fact(k - 1)

    return fact(n)


@program("t(1.)")
def function_as_argument(x):
    return applied(scaled, x, 3), applied(lambda a, by: a - by, x, 2), applied(ops.add, x, x)


def applied(f, x, y):
    return f(x, y)


@program("t(1.)")
def functions_in_containers(x):
    table = {"a": scaled, "b": ops.tanh}
    return table["a"](x, 4), [f(x) for f in (ops.exp, ops.neg)]


@program("t(1., 4.)")
def numpy_constants(x):
    return x * np.pi, x + np.float32(2), x * np.array([1.0, 2.0], np.float32).sum()


@program("t(1., 4.)")
def dtype_by_name(x):
    return x.astype(ms.float16).dtype == ms.float16, ops.cast(x, ms.int32), ops.zeros_like(x)


@program("i32(1, 2), t(3., 4.)", "b(True, False), i32(3, 4)")
def promoted_in_functions(x, y):
    return ops.add(x, y), ops.mul(x, 2.5), ops.maximum(x, y), x / 2, x * True


@program("grid(2, 3, 4)")
def index_mixed(x):
    return x[0, [1, 2], 1:], x[..., None, 0], x[:, [True, False, True]], x[1, ..., [0, 3]]


@program("grid(2, 3, 4), i32(0, 1)")
def index_mixed_tensors(x, k):
    return x[0, k, 1:], x[..., k], x[k, ..., 1], x[k, None, 0], x[[0, 1], k]


@program("grid(4, 4), i32(1), i32(2)")
def index_computed(x, i, j):
    return x[i + 1, j - 1], x[i][j], x[(i, j)], x[-i]


@program("grid(2, 3, 4)")
def write_mixed(x):
    x = x * 1
    x[0, [1, 2], 1:] = -1
    x[..., None, 0] = 7
    x[1, ..., [0, 3]] = 5
    x[:, 1:2, ::2] += 100
    return x


@program("grid(3, 4), b(True, False, True)")
def write_at_rows_of_masks(x, m):
    x = x * 1
    x[m] = 9
    x[m, 1] = -9
    return x


@program("grid(3, 4)")
def write_broadcast(x):
    x = x * 1
    x[1:] = t_row
    x[:, 2:3] = t_column
    x[0] = (1, 2, 3, 4)
    return x


t_row, t_column = t(1.0, 2.0, 3.0, 4.0), t([[5.0], [6.0], [7.0]])


@program("grid(5)")
def write_negative_steps(x):
    x = x * 1
    x[::-1] = t_five
    x[3:0:-2] = 0
    return x


t_five = t(1.0, 2.0, 3.0, 4.0, 5.0)


@program("t(1.)", "t(2.)")
class SettingsOfCells(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = Parameter(t(1.0), name="a", requires_grad=False)
        self.table = {"k": 2, "f": ops.tanh}
        self.add = ops.Add()

    def construct(self, x):
        key = "k" if x.shape == () else "z"
        return self.add(x, self.a), self.table[key], self.table["f"](x), self.a.requires_grad


@program("t(1.)", "t(-2.)")
class ChosenCells(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.ReLU(), nn.Tanh()

    def construct(self, x):
        layer = self.first if x > 0 else self.second
        return layer(x)


@program("t(1.), 0", "t(-2.), 1")
class CellsByName(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer0, self.layer1 = nn.ReLU(), nn.Tanh()

    def construct(self, x, n):
        return getattr(self, "layer" + str(n))(x), getattr(self, f"layer{n}")(x)


@program("t(1.)")
class SequentialCells(nn.Cell):
    def __init__(self):
        super().__init__()
        self.seq = nn.SequentialCell(nn.ReLU(), nn.Tanh())

    def construct(self, x):
        for cell in self.seq:
            x = cell(x)
        return x, self.seq(x), len(self.seq)


@program("t(1.)")
class CellsOfDicts(nn.Cell):
    def __init__(self):
        super().__init__()
        self.cells_ = nn.CellDict({"a": nn.ReLU(), "b": nn.Tanh()})

    def construct(self, x):
        return self.cells_["a"](x), self.cells_["b"](x)
