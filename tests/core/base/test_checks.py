"""Checks of Python values; who speaks is said by whoever runs them."""

from __future__ import annotations

import pytest

from msjax._core.base.checks import (
    boolean,
    booleans,
    check_axes,
    check_axis,
    either,
    integer,
    integers,
    of_type,
    of_types,
    string,
)
from msjax._core.base.errors import Clause


@pytest.mark.parametrize(
    ("check", "args", "found"),
    [
        (of_type, ("a", 1, int, float), 1),
        (of_type, ("a", True, bool), True),
        (integer, ("a", -3), -3),
        (boolean, ("a", False), False),
        (string, ("a", ""), ""),
        (integers, ("a", [1, 2]), (1, 2)),
        (integers, ("a", ()), ()),
    ],
)
def test_values_that_fit(check, args, found):
    assert check(*args) == found and type(check(*args)) is type(found)


@pytest.mark.parametrize(
    ("check", "args", "text"),
    [
        (of_type, ("a", "1", int, float), "the 'a' must be int or float, but got '1' of type str."),
        (of_type, ("a", True, int), "the 'a' must be int, but got True of type bool."),
        (integer, ("a", 1.0), "the 'a' must be int, but got 1.0 of type float."),
        (boolean, ("a", 1), "the 'a' must be bool, but got 1 of type int."),
        (string, ("a", None), "the 'a' must be str, but got None of type NoneType."),
        (integers, ("a", [1, True]), "must be a tuple or list of int, but got [1, True]"),
        (integers, ("a", 1), "must be a tuple or list of int, but got 1 of type int."),
    ],
)
def test_values_that_do_not(check, args, text):
    with pytest.raises(TypeError) as caught:
        check(*args)
    assert text in str(caught.value) and type(caught.value.args[0]) is Clause


def test_alternatives_in_words():
    assert either(["int"]) == "int" and either(["a", "b", "c"]) == "a, b or c"


def test_checks_of_constructors():
    check = of_types(a=int, b=(int, float))
    assert check(a=1, b=0.5, other="x") is None
    for wrong in ({"a": 0.5, "b": 1}, {"a": 1, "b": "x"}):
        with pytest.raises(TypeError, match="the '[ab]' must be "):
            check(**wrong)
    with pytest.raises(TypeError, match="the 'second' must be bool, but got 0"):
        booleans(first=True, second=0)


@pytest.mark.parametrize(("axis", "rank", "wanted"), [(0, 0, 0), (-1, 0, 0), (2, 3, 2), (-3, 3, 0)])
def test_one_axis(axis, rank, wanted):
    assert check_axis(axis, rank) == wanted


def test_an_axis_out_of_range():
    with pytest.raises(ValueError, match=r"^the 'dim' must be in \[-2, 2\), but got 3\.$"):
        check_axis(3, 2, "dim")


@pytest.mark.parametrize(
    ("axis", "rank", "wanted"),
    [
        (None, 2, None),
        ((), 2, None),
        ([], 2, None),
        (-1, 2, (1,)),
        ((0, -1), 3, (0, 2)),
        ([2, 0], 3, (2, 0)),
        (0, 0, ()),
        ((-1,), 0, ()),
    ],
)
def test_several_axes(axis, rank, wanted):
    assert check_axes(axis, rank) == wanted


@pytest.mark.parametrize(
    ("axis", "error", "text"),
    [
        ((0, -2), RuntimeError, "free of duplicates"),
        ((0, 2), ValueError, r"in \[-2, 2\)"),
        (True, TypeError, "int, tuple or list of int, or None"),
        (0.0, TypeError, "but got 0.0 of type float"),
        ("0", TypeError, "but got '0' of type str"),
    ],
)
def test_wrong_axes(axis, error, text):
    with pytest.raises(error, match=text):
        check_axes(axis, 2)
