"""`parallel.Layout` as MindSpore's: what a layout holds and what it refuses."""

from __future__ import annotations

import pytest

from msjax.parallel import Layout

NAMES = ("dp", "sp", "mp")


def test_what_a_layout_holds():
    layout = Layout((2, 2, 2), NAMES)
    assert layout("dp", "mp").to_dict() == {
        "device_matrix": (2, 2, 2),
        "tensor_map": (2, 0),
        "interleaved_parallel": False,
        "alias_name": NAMES,
        "rank_list": list(range(8)),
    }
    one = layout(("dp", "mp"), "None")
    assert one.to_dict()["tensor_map"] == ((2, 0), -1)
    assert layout("sp").to_dict() != one.to_dict()  # a copy
    assert layout.to_dict()["tensor_map"] == (1,)  # the last call's
    cut = Layout((2, 3), ("dp", "interleaved_parallel"), [5, 4, 3, 2, 1, 0])("dp").to_dict()
    assert cut["interleaved_parallel"]
    assert cut["rank_list"] == [5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    "arguments,error",
    [
        (([2], ("a",)), TypeError),
        (((2,), ["a"]), TypeError),
        (((2,), ("a",), (0, 1)), TypeError),
        (((2.0,), ("a",)), TypeError),
        (((2,), (1,)), TypeError),
        (((), ()), TypeError),
        (((2,), ("a",), [1.0, 2.0]), TypeError),
        (((2,), ("a", "b")), ValueError),
        (((2,), ("",)), ValueError),
        (((2,), ("None",)), ValueError),
        (((2, 2), ("a", "a")), ValueError),
        (((2, 2), ("interleaved_parallel", "a")), ValueError),
        (((2, 2), ("a", "b"), [1, 2, 3]), ValueError),
    ],
)
def test_what_is_refused(arguments, error):
    with pytest.raises(error, match="For 'Layout'"):
        Layout(*arguments)


def test_axes_that_are_refused():
    layout = Layout((2, 2, 2), NAMES)
    with pytest.raises(ValueError, match="tensor_map"):
        layout.to_dict()
    for names in (("x",), (1,), ("dp", "dp"), (("dp", "sp"), "dp")):
        with pytest.raises(ValueError, match="tensor_map"):
            layout(*names)
