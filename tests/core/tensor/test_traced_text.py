"""Text of Tensors in code that is traced."""

import contextlib
import io
import logging
import reprlib

import pytest

import msjax as ms
from msjax import Tensor


def of_an_exception(x):
    try:
        if x.sum() > 0:
            raise ValueError("too large: " + str(x))
    except ValueError as error:
        return x * len(str(error))
    return x


def of_an_exception_that_is_ignored(x):
    found = []
    with contextlib.suppress(ValueError):
        found.append(x * 2)
        raise ValueError(f"it is {x}")
    return found[-1]


def of_an_exception_in_a_loop(x):
    for i in range(3):
        try:
            raise KeyError(f"{x} {i}")
        except KeyError as error:
            x = x + len(str(error))
    return x


def describe(x):
    return f"too small: {x}"


def of_a_function_that_raises(x):
    try:
        raise ValueError(describe(x))
    except ValueError as error:
        return x * len(str(error))


def written_to_a_log(x):
    held = io.StringIO()
    log = logging.Logger("of this test")
    log.addHandler(logging.StreamHandler(held))
    log.error("%s and %s", x, x)
    return x * len(held.getvalue())


@pytest.mark.runs_eagerly
@pytest.mark.parametrize(
    "use",
    [
        lambda x: x * len(str(x)),
        lambda x: x * 2 if "3" in str(x) else x,
        lambda x: x * 2 if f"{x}" == "3.0" else x,
        lambda x: x * 2 if str(x) in {"3.0": 1} else x,
        lambda x: x * float(str(x).strip()),
        lambda x: x * len("a" + str(x)),
        lambda x: x * 2 if str(x) + "a" == "3.0a" else x,
        lambda x: x * len("x is " + str(x)),
        lambda x: x * 2 if (str(x) + "!").startswith("3") else x,
        lambda x: x * len(f"{str(x)}"),
        lambda x: x * 2 if f"a{x}" == "a3.0" else x,
        lambda x: x * 2 if "%s" % x == "3.0" else x,  # noqa: UP031
        lambda x: x * 2 if "{}!".format(x) == "3.0!" else x,  # noqa: UP032
        lambda x: x * len(",".join([str(x), str(x)])),
        lambda x: x * len(str([x])),
        lambda x: x * len(f"{(x,)} {x!r:>80}"),
        lambda x: x * len("".join(f"{v}" for v in (x, x))),
        lambda x: x * 2 if x.sum() > 0 and repr(x).count("3") else x,
        of_an_exception,
        of_an_exception_that_is_ignored,
        of_an_exception_in_a_loop,
        of_a_function_that_raises,
        written_to_a_log,
    ],
)
def test_text_that_is_looked_at_is_that_of_the_value(use):
    call = ms.jit(use)
    for value in (3.0, -1.0, 3.0):
        assert call(Tensor(value)).item() == use(Tensor(value)).item()


def test_messages_of_exceptions_that_are_not_raised():
    def f(x):
        while x.sum() < 10:
            if x.sum() < -50:
                raise AssertionError(f"too small: {x}")
            x = x * 2 if x.sum() > 0 else x - 9
        if x.sum() > 1000:
            raise ValueError("too large: " + str(x))
        return x

    call = ms.jit(f, fullgraph=True)
    assert call(Tensor([3.0])).item() == 12.0
    with pytest.raises(AssertionError, match=r"too small: \[-58\.\]"):
        ms.jit(f)(Tensor([-4.0]))
    with pytest.raises(ValueError, match=r"too large: \[2000\.\]"):
        ms.jit(f)(Tensor([2000.0]))


def test_debuggers_see_traced_tensors_without_breaking_the_trace():
    def f(x):
        seen.append(reprlib.repr(x))
        return x + 1

    seen = []
    assert ms.jit(f, fullgraph=True)(Tensor(1.0)).item() == 2.0
    assert seen == ["Tensor(shape=...alue=<traced>)"]


def scaled(x):
    return x * 2 if f"{x}" == "3.0" else x * 5


def twice(x):
    return ms.ops.ForiLoop()(0, 2, lambda _, v: scaled(v), x)


@pytest.mark.runs_eagerly
@pytest.mark.parametrize(
    ("call", "want"),
    [
        (ms.grad(scaled), 2),
        (ms.jit(ms.grad(scaled)), 2),
        (ms.grad(ms.jit(scaled)), 2),
        (ms.grad(ms.grad(scaled)), 0),
        (lambda x: ms.jvp(scaled, x, Tensor(1.0))[1], 2),
        (ms.jacfwd(scaled), 2),
        (ms.jacrev(scaled), 2),
        (twice, 30),
        (ms.jit(twice), 30),
    ],
    ids=["grad", "jit of grad", "grad of jit", "second", "jvp", "jacfwd", "jacrev", "loop", "jit"],
)
def test_text_under_transformations(call, want):
    for _ in range(2):
        assert call(Tensor(3.0)).item() == want


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("call", [ms.vmap(scaled), ms.jit(ms.vmap(scaled))])
def test_rows_have_no_text(call):
    with pytest.raises(RuntimeError, match="text needs the value of a Tensor; print it, or return"):
        call(Tensor([3.0, 1.0]))
