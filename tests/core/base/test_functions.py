"""Functions compiled from a signature: Python itself binds their arguments."""

from __future__ import annotations

import functools
import inspect
import traceback

import pytest

from msjax._core.base.functions import SOURCE, OfClass, make_function, shows, wrapped


class Entry:
    """Answers with what it is given."""

    def apply(self, values):
        return values


def pattern(a, b=[1], *rest, key, more=None):  # noqa: B006 - a default must stay the same object
    """Has every kind of parameter."""


PARAMS = list(inspect.signature(pattern).parameters.values())


def test_arguments_arrive_in_order():
    made = make_function("f", PARAMS, "_apply((a, b, rest, key, more))", Entry())
    assert made(1, key=2) == (1, [1], (), 2, None)
    assert made(1, 2, 3, 4, key=5, more=6) == (1, 2, (3, 4), 5, 6)
    assert made(1, key=2)[1] is PARAMS[1].default
    assert str(inspect.signature(made)) == str(inspect.signature(pattern)) != "()"


@pytest.mark.parametrize(
    ("arguments", "named", "text"),
    [
        ((), {"key": 1}, r"f\(\) missing 1 required positional argument: 'a'"),
        ((1,), {}, r"f\(\) missing 1 required keyword-only argument: 'key'"),
        ((1,), {"key": 1, "other": 2}, r"f\(\) got an unexpected keyword argument 'other'"),
        ((1,), {"key": 1, "a": 2}, r"f\(\) got multiple values for argument 'a'"),
    ],
)
def test_errors_are_those_of_python(arguments, named, text):
    made = make_function("f", PARAMS, "_apply((a,))", Entry())
    with pytest.raises(TypeError, match=text):
        made(*arguments, **named)


def test_keyword_only_parameters_without_a_starred_one():
    params = [p for p in PARAMS if p.name in ("a", "key")]
    made = make_function("f", params, "_apply((a, key))", Entry())
    assert made(1, key=2) == (1, 2)
    with pytest.raises(TypeError, match="takes 1 positional argument but 2 were given"):
        made(1, 2)


def test_other_names_and_names_that_are_no_identifiers():
    made = make_function("a.b", PARAMS[:1], "_apply((a, extra))", Entry(), extra=7)
    assert made.__name__ == "function" and made(1) == (1, 7)


def test_tracebacks_say_where_the_function_comes_from():
    made = make_function("f", PARAMS[:1], "_apply(a, a)", Entry())
    with pytest.raises(TypeError) as caught:
        made(1)
    assert SOURCE in [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)]


def kernel(x, hidden):
    """What is shown."""


def test_shown_source():
    made = make_function("f", PARAMS[:1], "_apply(a)", Entry())
    before = inspect.signature(made)
    shows(made, kernel)
    assert inspect.signature(made) == before
    assert inspect.getsource(made) == inspect.getsource(kernel)
    assert wrapped(made) is None
    outer = functools.wraps(made)(lambda *args: made(*args))
    assert wrapped(outer) is made and inspect.signature(outer) == before


def test_attributes_of_one_class():
    class One:
        value = OfClass(3)

    class Other(One):
        pass

    assert One.value == 3
    assert not hasattr(One(), "value") and not hasattr(Other, "value")
