"""Text of Tensors in code that is traced."""

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
        of_an_exception,
        lambda x: x * 2 if x.sum() > 0 and repr(x).count("3") else x,
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
