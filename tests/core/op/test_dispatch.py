"""MsDispatchMode: the user's code around every operation."""

import pytest

import msjax as ms
from msjax import Tensor, ops


class Log(ms.MsDispatchMode):
    """Notes the names of operations."""

    def __init__(self):
        self.names = []

    def __ms_dispatch__(self, func, args, kwargs=None):
        self.names.append(func.name)
        return func(*args)


X = [1.0, -2.0]


def test_nested_modes():
    outer, inner, x = Log(), Log(), Tensor(X)
    with outer:
        a = x * 2
        with inner as entered:
            b = x + x
        c = ops.relu(x)
    after = x - x
    assert entered is inner
    assert [a.tolist(), b.tolist(), c.tolist(), after.tolist()] == [
        [2.0, -4.0],
        [2.0, -4.0],
        [1.0, 0.0],
        [0.0, 0.0],
    ]
    # What the inner mode runs goes through the outer one too, as in MindSpore.
    assert len(outer.names) == 3 and outer.names[1:] == [*inner.names, "ReLU"]


def test_modes_run_their_own_operations_directly():
    class Probe(Log):
        def __ms_dispatch__(self, func, args, kwargs=None):
            ops.exp(args[0])
            return super().__ms_dispatch__(func, args, kwargs)

    for run in (lambda f: f, ms.jit):
        outer, inner = Log(), Probe()
        with outer, inner:
            assert run(lambda x: ops.relu(x))(Tensor(X)).tolist() == [1.0, 0.0]
            with pytest.raises(ValueError, match="x"):
                ops.add(Tensor(X), Tensor([1.0, 2.0, 3.0]))
            ops.neg(Tensor(X))
        assert inner.names[-1] == outer.names[-1] == "Neg" and outer.names == inner.names
        assert "Exp" not in outer.names


def test_decorator_gradient_and_writes():
    log, x = Log(), Tensor(X)
    gradient = log(ms.grad(lambda a: (a * a).sum()))(x)
    assert gradient.tolist() == [2.0, -4.0] and len(log.names) == 2
    p = ms.Parameter(Tensor(X), name="p")
    with log:
        ops.scatter_add(p, Tensor([0], ms.int32), Tensor([1.0]))
        ops.rand(2)
    assert p.asnumpy().tolist() == [2.0, -2.0] and len(log.names) > 3


def test_results_can_be_replaced():
    class Zero(ms.MsDispatchMode):
        def __ms_dispatch__(self, func, args, kwargs=None):
            return ops.zeros_like(func(*args))

    class Refuse(ms.MsDispatchMode):
        def __ms_dispatch__(self, func, args, kwargs=None):
            raise KeyError(func.name)

    x = Tensor(X)
    with Zero():
        assert ops.exp(x).tolist() == [0.0, 0.0]
    with pytest.raises(KeyError), Refuse():
        ops.exp(x)
    assert ops.relu(x).tolist() == [1.0, 0.0]
    with ms.MsDispatchMode():
        assert ops.relu(x).tolist() == [1.0, 0.0]
    assert ms.utils.MsDispatchMode is ms.MsDispatchMode


@pytest.mark.parametrize("run", [lambda f: f, ms.jit], ids=["eager", "jit"])
def test_parts_are_read_and_written_without_asking(run):
    def program(x):
        y = x * 1
        y[1] = y[0] + y[1:][0]
        y[Tensor([0])] = 5.0
        y[y < 0] = 7.0
        return y[:], y[Tensor([1])], ms.grad(lambda x: (x[0] * x[1:]).sum())(x)

    with Log() as log:
        whole, part, gradient = run(program)(Tensor(X))
    assert whole.tolist() == [5.0, 7.0] and part.tolist() == [7.0]
    assert gradient.tolist() == [-2.0, 1.0]
    assert log.names and not {"getitem", "setitem"} & set(log.names)
