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
    _pynative_executor.sync()
    _pynative_executor.clear_res()


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
