"""Checks of arguments as programs for MindSpore import them."""

import re

import pytest

import msjax as ms
from msjax import _checkparam


def test_validator_is_the_old_form_of_the_checks():
    validator, rel = _checkparam.Validator, _checkparam.Rel
    assert validator.check_positive_int(3, "a", "Op") == 3
    assert validator.check_int_range(1, 0, 2, rel.INC_LEFT, "a", "Op") == 1
    assert rel.INC_LEFT == _checkparam.INC_LEFT == 8
    with pytest.raises(ValueError, match="must be int and must > 0"):
        validator.check_positive_int(0, "a", "Op")
    with pytest.raises(ValueError, match=r"in range of \[0, 2\)"):
        validator.check_int_range(2, 0, 2, rel.INC_LEFT, "a", "Op")
    with pytest.raises(TypeError):
        validator.check_value_type("a", "x", [int], "Op")
    assert validator.check("a", 2, "b", 2, rel=validator.EQ) == 2
    with pytest.raises(ValueError, match="should be <= b: 1"):
        validator.check("a", 2, "b", 1, validator.LE)


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("check_int", (3, 3, "=="), "The input value must be int and must , but got '3' with"),
        ("check_int", (4, 3, None, "arg", "Op"), "For 'Op', the 'arg' must be int and must , but"),
        ("check_int_range", (3, 1, 5, 99), "The input value must be in range of , but got 3 with"),
        ("check_float_range", (3.0, 1.0, 5.0, "=="), "must be in range of , but got 3.0 with"),
        ("check", ("a", 3, "b", 3, "==", "Op"), "For 'Op', the 'a' should be , but got 3."),
        ("check_number", ("a", 3, 3, 99, "Op"), "the argument 'a' must , but got 3."),
    ],
)
def test_nothing_stands_in_an_unknown_relation(name, args, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        getattr(_checkparam, name)(*args)


def test_types_that_have_to_be_the_same():
    check, floats = _checkparam.check_types_same_and_valid, (ms.float16, ms.float32)
    check({"a": ms.float32, "b": ms.float32}, floats, "Op")
    with pytest.raises(TypeError, match="'b' should be same as 'a', but got 'a' with type Float32"):
        check({"a": ms.float32, "b": ms.float16}, floats, "Op")
    with pytest.raises(TypeError, match="element of 'b' must be Float32, but got Int8"):
        check({"a": ms.float32, "b": ms.int8}, [ms.float32], "Op")
    with pytest.raises(TypeError, match="must have a dtype"):
        check({}, floats, "Op")
