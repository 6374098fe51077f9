"""Arguments against what `Cell.set_inputs` described; test_jit_state.py has whole Cells."""

from __future__ import annotations

import pytest

import msjax as ms
from msjax._core.compile.dynamic_inputs import check_inputs

ANY = ms.Tensor(shape=[None, 3], dtype=ms.float32)
FIXED = ms.Tensor(shape=[2], dtype=ms.int64)


def tensor(*shape, dtype=ms.float32):
    return ms.ops.zeros(shape, dtype)


FITTING = [
    ((ANY, FIXED), (tensor(5, 3), tensor(2, dtype=ms.int64))),
    ((ANY, FIXED), (tensor(1, 3), ms.Tensor([1, 2]))),
    ((ANY, 1), (tensor(5, 3), 7)),
    (([ANY, (FIXED, None)],), ([tensor(1, 3), (ms.Tensor([1, 2]), None)],)),
    ({"arg_specified_infos": [(1, ANY), (4, FIXED)]}, ("anything", tensor(4, 3))),
]
WRONG = [
    ((ANY,), (), ValueError, "length of input must be equal to expected one.* 1 and input: 0"),
    ((ANY,), (tensor(5, 4),), ValueError, "shape of 1th input .* expected: 3, and input: 4"),
    ((FIXED, ANY), (ms.Tensor([1, 2]), tensor(3)), ValueError, "dims of 2th input .* 2, and input"),
    ((ANY,), (tensor(5, 3, dtype=ms.float16),), TypeError, r"Tensor\[Float32\], but got Tensor\[F"),
    ((ANY,), (3,), TypeError, "1th should be mutable one, but got static"),
    ((1,), (tensor(5, 3),), TypeError, "1th should be static one, but got mutable"),
    (((ANY, ANY),), ((tensor(5, 3),),), ValueError, "set_inputs and tuple.* 2 and input: 1"),
    ({"arg_specified_infos": [(1, ANY)]}, (1, tensor(3)), ValueError, "dims of 2th input"),
]


def test_compiled_code_gives_a_marked_dict_back_as_a_dict():
    marked = ms.mutable({"a": tensor(2), "b": (tensor(3),)})
    assert type(marked) is not dict
    both = ms.jit(lambda given: (given, {"k": given}))(marked)
    assert type(both[0]) is type(both[1]["k"]) is dict and both[0].keys() == marked.keys()
    assert type(ms.jit(lambda given: type(given) is dict)(marked)) is bool


@pytest.mark.parametrize(("expected", "args"), FITTING)
def test_arguments_that_fit(expected, args):
    assert check_inputs(expected, args) is None


@pytest.mark.parametrize(("expected", "args", "error", "text"), WRONG)
def test_arguments_that_do_not(expected, args, error, text):
    with pytest.raises(error, match=text):
        check_inputs(expected, args)
