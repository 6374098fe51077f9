"""`print` stands aside for the thread that traces, and only for it."""

from __future__ import annotations

import builtins
import contextlib
import io
import sys
import threading

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.compile.printing import Printing


@pytest.fixture
def graph_mode():
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    yield
    ms.set_context(mode=before)


def test_other_threads_print_at_once(capsys):
    with Printing(later=True):
        thread = threading.Thread(target=print, args=("other",))
        thread.start()
        thread.join()
        print("outside of a trace")
    assert capsys.readouterr().out == "other\noutside of a trace\n"


def test_print_is_what_it_was_after_an_exception():
    before = builtins.print
    with pytest.raises(KeyError):
        with Printing():
            raise KeyError
    assert builtins.print is before

    @ms.jit
    def f(x):
        raise KeyError("stop")

    with pytest.raises(KeyError):
        f(Tensor(1.0))
    assert builtins.print is before


def test_what_was_printed_before_an_exception_is_shown(capsys):
    @ms.jit
    def f(x):
        print("before")
        raise KeyError("stop")

    with pytest.raises(KeyError):
        f(Tensor(1.0))
    assert capsys.readouterr().out == "before\n"


@pytest.mark.runs_eagerly
def test_text_for_other_files_runs_eagerly(capsys):
    @ms.jit
    def f(x):
        if x > 0:
            print("positive", x, file=sys.stderr)
        return x

    f(Tensor(1.0)), f(Tensor(-1.0)), f(Tensor(2.0))
    assert capsys.readouterr().err.splitlines()[-2:] == ["positive 1.0", "positive 2.0"]


# -- what is printed at each call -----------------------------------------------------------------

WEIGHT = Parameter(Tensor(np.array([1.0, 2.0], np.float32)), name="w")


def values(x):
    print("a", x, 3, 2.5, True, None, x > 0, sep=", ", end=";\n")
    print()
    print((x, 1), [x, "k"], {"k": x.sum()}, x.shape, x.dtype)
    print(WEIGHT.value(), WEIGHT.name)
    return x


def text_of_values(x):
    print(f"sum {x.sum()} {x!r} {3:>{2 + 2}}", x, sep="|")
    print("sum {} {}".format(x.sum(), 2), str(x), str(x.shape))  # noqa: UP032
    print("%s of %.2f" % (x, x.sum()), "%s" % x, end="!\n")  # noqa: UP031
    print("sum " + str(x.sum()) + f" of {x}" + "." * x.ndim, str(x) + "!")
    return x


def operations_between(x):
    print("first", x.sum())
    ops.Print()("second", x)
    print("third", x)
    ops.Print()("fourth")
    print("fifth")
    return x * 2


def conditions_and_loops(x):
    print(f"at {x.sum()}")
    if x.sum() > 0:
        print(f"positive {x}", x.max())
    for i in range(x.max().astype(ms.int32)):
        print(f"round {i}: {x + i}", i)
    return x


def in_a_gradient(x):
    def loss(v):
        print(f"loss of {v}", v.sum())
        return (v * v).sum()

    return ms.value_and_grad(loss)(x)


def in_calls(x):
    helper(x)
    return helper(x * 2)


def helper(v):
    print(f"helper {v.sum()}")
    return v


def another_print(x):
    print = len
    return x + print(f"{x.shape}")


def what_has_no_such_format(x):
    if x.sum() > 1:
        print(f"{x:.2f}")
    return x


PRINTING = [
    *(values, text_of_values, operations_between, conditions_and_loops, in_a_gradient, in_calls),
    *(another_print, what_has_no_such_format),
]


def shown(run):
    held = io.StringIO()
    with contextlib.redirect_stdout(held):
        for v in (1.0, 2.5, -1.0):
            try:
                run(Tensor(np.array([v, 0.25], np.float32)))
            except TypeError as error:
                print("TypeError", error)
            print("after", v)
    return held.getvalue()


@pytest.mark.runs_eagerly  # a path that raises
@pytest.mark.parametrize("program", PRINTING, ids=lambda p: p.__name__)
def test_compiled_code_prints_at_each_call(program, caplog):
    want = shown(program)
    assert shown(ms.jit(program)) == want
    assert not caplog.records


def test_gradients_of_compiled_code_print_once_a_call():
    def loss(x):
        print("loss", x)
        return (x * x).sum()

    assert shown(ms.grad(ms.jit(loss))) == shown(ms.grad(loss)) == shown(ms.jit(ms.grad(loss)))


def test_training_in_graph_mode_prints_at_each_step(graph_mode):
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor(2.0), name="w")

        def construct(self, x):
            print("weight", self.w * 1, x[0])
            return (self.w * x).sum()

    net = Net()
    step = nn.TrainOneStepCell(net, nn.SGD(net.trainable_params(), 0.5)).set_train()
    lines = shown(step).splitlines()
    assert lines[0::2] == ["weight 2.0 1.0", "weight 1.375 2.5", "weight 0.0 -1.0"]


@pytest.mark.runs_eagerly
def test_text_that_is_made_elsewhere_is_that_of_values(capsys):
    @ms.jit
    def f(x):
        text = f"value {x}"
        print(text)
        return x

    f(Tensor(1.0)), f(Tensor(2.0))
    assert capsys.readouterr().out == "value 1.0\nvalue 2.0\n"


def test_rows_of_vmap_are_shown_one_by_one(capsys):
    def row(x):
        print("row", x)
        return x * 2

    ms.jit(lambda x: ms.vmap(row)(x))(Tensor([1.0, 2.0]))
    assert capsys.readouterr().out == "row 1.0\nrow 2.0\n"


def test_code_that_prints_is_traced_once(capsys):
    ran = []

    @ms.jit
    def f(x):
        print("x", x)
        ran.append(1)
        return x + 1

    assert float(f(Tensor(1.0))) == 2.0
    assert capsys.readouterr().out == "x 1.0\n"
    assert len(ran) == 1


def test_text_before_an_exception_is_shown_once(capsys):
    @ms.jit
    def f(x):
        print("before")
        raise ValueError("always")

    for _ in range(2):
        with pytest.raises(ValueError, match="always"):
            f(Tensor(1.0))
        assert capsys.readouterr().out == "before\n"


@pytest.mark.runs_eagerly
def test_output_that_code_redirects_is_its_own(capsys):
    @ms.jit
    def f(x):
        held = io.StringIO()
        with contextlib.redirect_stdout(held):
            print("x", x)
        return x * len(held.getvalue())

    assert [f(Tensor(v)).item() for v in (1.0, -1.5)] == [6.0, -10.5]
    assert capsys.readouterr().out == ""


def test_the_output_that_code_names_is_the_one_at_each_call():
    @ms.jit
    def f(x):
        print("sum", x.sum(), file=sys.stdout)
        return x

    for value in (1.0, 2.0):
        held = io.StringIO()
        with contextlib.redirect_stdout(held):
            f(Tensor([value]))
        assert held.getvalue() == f"sum {value}\n"
