"""Values that compiled code must not treat as constants."""

import pytest

import msjax as ms


def test_what_mutable_marks():
    for value in (True, 1, 1.5, (1, (2, [3])), [1], {"a": 1, "b": (2.0,)}):
        assert ms.mutable(value) == value
        assert isinstance(ms.mutable(value), type(value))
    assert ms.mutable(True) is True
    assert ms.mutable((1, 2), True) == (1, 2)
    assert ms.jit(lambda n, x: x[n])(ms.mutable(1), ms.Tensor([1.0, 2.0])).tolist() == 2.0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("a",), "but got str: a"),
        ((None,), "but got NoneType: None"),
        (((1, "a"),), "but got tuple: "),
        (({"a": None},), "but got dict: "),
        (((1, 2), 1), "the second input should be bool, but got: int"),
        ((1, True), "the first input should be list or tuple, but got: int"),
        (({"a": 1}, True), "the first input should be list or tuple, but got: dict"),
    ],
)
def test_what_mutable_refuses(args, message):
    with pytest.raises(TypeError, match="For 'mutable', .*" + message):
        ms.mutable(*args)


def test_mutable_refuses_what_contains_itself():
    endless = [1]
    endless.append(endless)
    with pytest.raises(TypeError, match="no self-reference"):
        ms.mutable(endless)


def test_marks_made_in_compiled_code_do_not_leave_it():
    @ms.jit
    def made(x):
        return ms.mutable([x]), ms.mutable((x, 1)), ms.mutable({"a": x}), ms.mutable(3)

    assert [type(v) for v in made(ms.Tensor(1.0))] == [list, tuple, dict, int]

    @ms.jit
    def same(x):
        return x

    marked = ms.mutable([ms.Tensor(1.0)])
    assert type(same(marked)) is type(marked)
