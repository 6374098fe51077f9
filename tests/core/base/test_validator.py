"""Checks of plain Python values, in MindSpore's words; tests/golden/context.json has more."""

from __future__ import annotations

import pytest

from msjax import _checkparam as validator
from msjax._checkparam import Rel, args_type_check, check_input_data, check_reduce_shape

PASSING = [
    ("check_positive_int", (3, "a", "Op"), 3),
    ("check_int_range", (2, 0, 2, Rel.INC_RIGHT, "a", "Op"), 2),
    ("check_float_range", (0.5, 0.0, 1.0, Rel.INC_NEITHER, "a", "Op"), 0.5),
    ("check_bool", (False, "a", "Op"), False),
    ("check_string", ("same", ["same", "pad"], "a", "Op"), "same"),
    ("check_value_type", ("a", 1, [int, float], "Op"), 1),
    ("check_pad_value_by_mode", ("pad", 3, "Op"), 3),
    ("check_valid_input", ("a", 0, "Op"), 0),
    ("check_file_name_by_regular", ("dir/a.txt",), True),
    ("check_str_and_none_by_regular", ("",), True),
    ("check_input_format", ("NCHW",), "NCHW"),
]
REFUSED = [
    (
        "check_positive_int",
        (0, "a", "Op"),
        ValueError,
        "the 'a' must be int and must > 0",
    ),
    ("check_positive_int", (True, "a", "Op"), (TypeError, ValueError), "For 'Op', the 'a' must be"),
    ("check_int_range", (0, 0, 2, Rel.INC_RIGHT, "a", "Op"), ValueError, r"in range of \(0, 2\]"),
    ("check_float_range", (1.0, 0.0, 1.0, Rel.INC_LEFT, "a", "Op"), ValueError, r"\[0.0, 1.0\)"),
    ("check_bool", (1, "a"), TypeError, "^The 'a' must be a bool, but got int"),
    ("check_string", ("x", ["same"], "a", "Op"), ValueError, "must be in '.'same'.', but got 'x'"),
    (
        "check_value_type",
        ("a", True, [int], "Op"),
        TypeError,
        "'int', but got type 'bool'",
    ),
    (
        "check_pad_value_by_mode",
        ("same", 3, "Op"),
        ValueError,
        "zero when pad_mode is 'same'",
    ),
    ("check_valid_input", ("a", None, "Op"), ValueError, "can not be None"),
    ("check_file_name_by_regular", ("dir/",), ValueError, "cannot be a directory path"),
    ("check_str_by_regular", ("",), ValueError, "must be match regular"),
    ("check_input_format", ("NHWC",), ValueError, "must be NCHW, but got NHWC"),
    ("check_output_data", (None,), RuntimeError, "can not be None"),
]


@pytest.mark.parametrize(("name", "args", "answer"), PASSING)
def test_values_that_pass_are_handed_back(name, args, answer):
    found = getattr(validator, name)(*args)
    assert found == answer and type(found) is type(answer)


@pytest.mark.parametrize(("name", "args", "error", "text"), REFUSED)
def test_values_that_do_not(name, args, error, text):
    with pytest.raises(error, match=text):
        getattr(validator, name)(*args)


def test_relations_are_plain_numbers():
    assert (validator.EQ, validator.NOT_IN) == (1, 12) and type(validator.INC_LEFT) is int
    assert Rel.INC_LEFT == validator.INC_LEFT == 8


def test_shapes_of_reductions():
    assert check_reduce_shape((2, 3, 4), (2, 4), 1, "Op", "x", "y") is None
    with pytest.raises(ValueError, match="parameter 'x' reduce on 'axis': 1"):
        check_reduce_shape((2, 3, 4), (2, 3), 1, "Op", "x", "y")


def test_data_of_networks():
    assert check_input_data([1, {"a": (2,)}], None, data_class=(int, None)) is None
    with pytest.raises(TypeError, match="but got type str"):
        check_input_data([1, ["a"]], data_class=int)


def test_declared_types_of_arguments():
    @args_type_check(a=int, c=(str, list))
    def function(a, b=0, **kwargs):
        return a, b, kwargs

    assert function(None, "anything", c=None) == (None, "anything", {"c": None})
    for wrong in ({"a": "1"}, {"a": 1, "c": 2}):
        with pytest.raises(TypeError, match="^The parameter '[ac]' must be "):
            function(**wrong)
