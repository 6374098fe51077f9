"""Names of the execution engine and of dtypes that scripts reach for."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import pytest

import msjax as ms
from msjax import _c_expression, nn
from msjax._c_expression import security, typing
from msjax.common import dtype as mstype
from msjax.common._decorator import deprecated
from msjax.common.api import _cell_graph_executor, _executor, _no_grad, _pynative_executor


class Counting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.count = ms.Parameter(ms.Tensor(0, ms.int32), name="count")

    def construct(self, x):
        ms.ops.assign_add(self.count, ms.Tensor(1, ms.int32))
        return x + 1


def test_the_executor_compiles_without_running():
    net = Counting()
    assert _executor is _cell_graph_executor
    assert _cell_graph_executor.compile(net, ms.Tensor([1.0])) == ("predict", True)
    assert net.count.asnumpy() == 0
    assert _cell_graph_executor(net, ms.Tensor([1.0])).asnumpy().tolist() == [2.0]
    assert net.count.asnumpy() == 1


def test_the_executor_refuses_two_parameters_of_one_name():
    class Twice(nn.Cell):
        def __init__(self):
            super().__init__()
            self.a = ms.Parameter(ms.Tensor([1.0]), name="w")
            self.b = ms.Parameter(ms.Tensor([1.0]), name="w")

        def construct(self, x):
            return x

    for compile in (_cell_graph_executor.compile, Twice.compile):
        with pytest.raises(ValueError, match="its name 'w' already exists"):
            compile(Twice(), ms.Tensor([1.0]))
    net = Twice()
    net(ms.Tensor([1.0]))  # a call gives them the names of their places
    assert [p.name for p in net.get_parameters()] == ["a", "b"]


def test_conversions_of_dtypes_by_their_private_names():
    assert mstype._dtype_to_nptype(ms.float16) is np.float16
    assert mstype._dtype_to_pytype(ms.int8) is int
    assert mstype._pytype_to_dtype(np.float32) is ms.float32
    assert mstype._get_py_obj_dtype(1) is ms.int64


def test_flags_of_the_eager_executor():
    assert _pynative_executor.grad_flag() is False
    _pynative_executor.set_grad_flag(True)
    assert _pynative_executor.grad_flag() is True
    _pynative_executor.set_grad_flag(False)
    assert _pynative_executor.enable_grad() is True
    with _no_grad():
        assert _pynative_executor.enable_grad() is False
        _pynative_executor.set_grad_flag(True)
        assert _pynative_executor.requires_grad() is False
    assert _pynative_executor.requires_grad() is True
    _pynative_executor.set_grad_flag(False)
    assert _pynative_executor.requires_grad() is False
    seen = []

    def f(x):
        with _no_grad():
            seen.append(_pynative_executor.requires_grad())
        seen.append(_pynative_executor.requires_grad())
        return x * x

    ms.grad(f)(ms.Tensor(1.0))
    assert seen == [False, True]
    assert _pynative_executor.requires_grad() is False
    _pynative_executor.set_async_for_graph(True)
    _pynative_executor.sync()
    _pynative_executor.clear_res()


def switched(x):
    """18 x**2 whose first factor passes no gradient on."""
    y = x * 3
    before = _pynative_executor.enable_grad()
    _pynative_executor.set_enable_grad(False)
    z = y * 2
    _pynative_executor.set_enable_grad(before)
    return z * y


def switched_inside(x):
    """As `switched`, and as much again that passes one on."""
    y = x * 3
    with _no_grad():
        z = y * 2
        _pynative_executor.set_enable_grad(True)
        w = y * 2
    return z * y + w * y


def test_gradients_are_switched_off_and_on():
    x = ms.Tensor([1.0, 2.0])
    assert ms.grad(switched)(x).tolist() == [18.0, 36.0]
    assert ms.grad(switched_inside)(x).tolist() == [54.0, 108.0]
    assert ms.vmap(ms.grad(lambda a: switched(a).sum()))(ms.Tensor([[1.0]])).tolist() == [[18.0]]
    _pynative_executor.set_enable_grad(None)
    with pytest.raises(RuntimeError, match="In no_grad context"):
        ms.grad(switched)(x)
    _pynative_executor.set_enable_grad(1)
    assert ms.grad(switched)(x).tolist() == [18.0, 36.0]
    with pytest.raises(TypeError, match="the 'flag' must be bool, but got str"):
        _pynative_executor.set_enable_grad("no")


def test_gradients_stay_switched_off_after_the_computation_that_did_it():
    x = ms.Tensor([1.0, 2.0])

    def ends(x):
        y = x * 3
        _pynative_executor.set_enable_grad(False)
        return y

    assert ms.grad(ends)(x).tolist() == [3.0, 3.0]
    assert _pynative_executor.enable_grad() is False
    _pynative_executor.set_enable_grad(True)
    assert ms.grad(switched)(x).tolist() == [18.0, 36.0]


@pytest.mark.filterwarnings("ignore:.*runs eagerly")
def test_compiled_code_that_switches_gradients_runs_eagerly():
    x = ms.Tensor([1.0, 2.0])
    for _ in range(2):
        assert ms.grad(ms.jit(switched))(x).tolist() == [18.0, 36.0]


def test_names_of_the_compiled_core():
    assert _c_expression.TensorPy is ms.Tensor
    assert security.enable_security() is False
    assert isinstance(ms.float32, typing.Float)
    assert isinstance(ms.uint8, typing.UInt)
    assert not isinstance(ms.int8, typing.Float)
    assert typing.kInt64 is ms.int64


def test_modules_under_their_new_paths():
    for module, name, public in (
        ("api", "jit", ms.jit),
        ("jit_config", "JitConfig", ms.JitConfig),
        ("lazy_inline", "lazy_inline", ms.lazy_inline),
        ("mutable", "mutable", ms.mutable),
        ("no_inline", "no_inline", ms.no_inline),
    ):
        new = importlib.import_module(f"msjax.graph.{module}")
        old = importlib.import_module(f"msjax.common.{module}")
        assert getattr(new, name) is getattr(old, name) is public
    assert sys.modules["msjax.graph.api"] is sys.modules["msjax.common.api"]
    assert ms.graph.lazy_inline is ms.lazy_inline  # and not the module of this name


def test_deprecated_warns_once(monkeypatch):
    said = []
    monkeypatch.setattr(ms.log, "warning", said.append)

    @deprecated("1.0", "newer")
    def older(x):
        return x + 1

    assert (older(1), older(2), older.__name__) == (2, 3, "older")
    assert said == [
        "'older' is deprecated from version 1.0 and will be removed in a future version, "
        "use 'newer' instead."
    ]


def test_callbacks_at_the_end_of_a_backward_pass():
    executor, said = ms.common.api._pynative_executor, []

    class Same(ms._Function):
        @staticmethod
        def forward(ctx, x):
            return x

        @staticmethod
        def backward(ctx, gradient):
            executor.queue_backward_final_callback(lambda: said.append("of the inner pass"))
            return gradient

    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.dense = ms.nn.Dense(2, 3)
            self.dense.weight.register_hook(ask)

        def construct(self, x):
            return self.dense(Same.apply(x))

    def ask(gradient):
        executor.queue_backward_final_callback(lambda: said.append("of the outer pass"))

    net, x = Net(), ms.Tensor([[3.0, 1.0]])
    net.recompute()
    x.register_hook(lambda gradient: said.append("hook of x"))
    ms.grad(net, 0, weights=net.trainable_params())(x)
    assert said == ["of the inner pass", "hook of x", "of the outer pass"]
    with pytest.raises(RuntimeError, match="only be installed during backward pass"):
        executor.queue_backward_final_callback(print)
