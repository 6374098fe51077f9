"""Members of Tensor that are not operations, and exchange of arrays, as MindSpore answers."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest
from every_mode import in_every_mode

import msjax as ms
from msjax import Parameter, Tensor

X = np.arange(6, dtype=np.float32).reshape(2, 3)
Z = np.array([[1 + 2j, 3 - 1j]], np.complex64)
CUBE = np.arange(6, dtype=np.float32).reshape(2, 1, 3)


@pytest.mark.parametrize(
    "name, array, want",
    [
        ("H", X, X.T),
        ("H", Z, Z.conj().T),
        ("mH", X, X.T),
        ("mH", Z, Z.conj().T),
        ("mH", CUBE, CUBE.swapaxes(1, 2)),
        ("T", CUBE, CUBE.T),
        ("T", X[0], X[0]),
        ("mT", Z, Z.T),
        ("mT", CUBE, CUBE.swapaxes(1, 2)),
        ("data", X, X),
    ],
)
def test_other_views(name: str, array: np.ndarray, want: np.ndarray) -> None:
    found = getattr(Tensor(array), name)
    assert type(found) is Tensor
    np.testing.assert_array_equal(found.asnumpy(), want)


@pytest.mark.parametrize("name, array", [("H", X[0]), ("H", CUBE), ("mH", X[0]), ("mT", X[0])])
def test_other_views_refused(name: str, array: np.ndarray) -> None:
    with pytest.raises(ValueError):
        getattr(Tensor(array), name)


FACTS: dict[str, Any] = {
    "is_meta": False,
    "init_finished": True,
    "init_flag": False,
    "param_info": None,
    "symbolic_shape": None,
    "virtual_flag": False,
    "delta_seed": 0,
}


@pytest.mark.parametrize("name", FACTS)
def test_facts(name: str) -> None:
    found = getattr(Tensor(X), name)
    assert found == FACTS[name] and type(found) is type(FACTS[name])


def test_services() -> None:
    x = Tensor(X)
    assert x.get_bytes() == X.tobytes()
    again = Tensor.convert_bytes_to_tensor(x.get_bytes(), x.shape, x.dtype)
    np.testing.assert_array_equal(again.asnumpy(), X)
    assert x.data_sync(True) is None and x.wait_pipeline() is None
    assert x.flush_from_cache() is None and x.is_pinned() is False
    assert isinstance(x.data_ptr(), int)
    assert x[1:].data_ptr() - x.data_ptr() == x[0].nbytes  # a view's address is in its storage
    assert type(Parameter(x, name="w").param_info).__name__ == "ParamInfo"


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda: Tensor(X).pin_memory(), NotImplementedError),
        (lambda: Tensor(X).set_const_arg(1), TypeError),
        (lambda: Tensor.convert_bytes_to_tensor("ab", (2,), ms.float32), TypeError),
        (lambda: Tensor.convert_bytes_to_tensor(b"abc", (2,), ms.float32), ValueError),
    ],
)
def test_refused_services(call: Any, error: type) -> None:
    with pytest.raises(error):
        call()


def test_what_an_initialised_tensor_says():
    x = ms.Tensor([1.0, 2.0])
    assert x.init_finished and not x.init_flag and not x.virtual_flag
    assert x.symbolic_shape is None and x.delta_seed == 0
    x.set_init_flag(True)
    assert x.init_flag and x.is_init()


def test_assign_value_cpp():
    x = ms.Tensor([1.0, 2.0])
    assert x.assign_value_cpp(ms.Tensor([3, 4])) is x
    assert x.dtype == ms.int64 and x.asnumpy().tolist() == [3, 4]
    with pytest.raises(TypeError, match="'value'"):
        x.assign_value_cpp(2)


def test_dlpack_takes_capsules_and_arrays():
    x = ms.Tensor([1.0, 2.0])
    for made in (
        x.from_dlpack(x.to_dlpack()),
        ms.Tensor.from_dlpack(ms.Tensor.to_dlpack(x)),
        ms.utils.from_dlpack(ms.utils.to_dlpack(x)),
        ms.utils.from_dlpack(np.array([1.0, 2.0], np.float32)),
    ):
        assert made.dtype == ms.float32 and made.asnumpy().tolist() == [1.0, 2.0]


def test_numpy_type_of_bfloat16():
    bfloat16 = importlib.import_module("msjax.common.np_dtype").bfloat16
    assert ms.Tensor([1.0], ms.bfloat16).asnumpy().dtype == bfloat16
    assert ms.Tensor(np.ones(2, bfloat16)).dtype == ms.bfloat16


def test_storage_has_a_public_type():
    assert type(ms.Tensor([1.0]).untyped_storage()) is ms.UntypedStorage


def test_value_of_a_parameter_is_an_operation():
    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.weight = ms.Parameter(ms.Tensor([1.0, 2.0]))

        def construct(self):
            return self.weight.value()

    net = Net()
    assert type(net()) is ms.Tensor
    assert net().dtype == ms.float32
    assert net.to_float(ms.float16)().dtype == ms.float16  # as MindSpore casts every operation's
    assert ms.grad(net, None, net.weight)().asnumpy().tolist() == [1.0, 1.0]


@pytest.mark.parametrize("dtype", [ms.float32, ms.bfloat16, ms.int64, ms.bool_, ms.complex64])
@pytest.mark.parametrize("shape", [(2, 3), (), (0, 3)])
def test_offloaded_values_are_read_back(tmp_path, dtype, shape):
    x, file = Tensor(np.ones(shape), dtype).copy(), str(tmp_path / "values")
    before = x.asnumpy()
    assert x.offload_file_path() == "" and x.offload(file) is True
    assert x.offload_file_path() == file and (tmp_path / "values").stat().st_size == x.nbytes
    assert x.shape == shape and x.dtype == dtype and not x.has_init
    np.testing.assert_array_equal(x.asnumpy(), before)
    assert x.offload_file_path() == ""


@in_every_mode
def test_offloading_between_steps_changes_nothing(tmp_path, mode):
    def train(offloads):
        weight = ms.Parameter(Tensor([1.0, 2.0]), name="w")
        optimizer = ms.nn.Adam([weight], 0.1)
        step = mode(ms.value_and_grad(lambda x: (weight * x).sum(), None, optimizer.parameters))
        losses = []
        for i in range(4):
            loss, gradients = step(Tensor([3.0, i]))
            optimizer(gradients)
            losses.append(float(loss))
            for parameter in (weight, *optimizer.moment1) if offloads else ():
                parameter.offload(str(tmp_path / parameter.name))
        return losses

    assert train(True) == train(False)


def test_offloading_is_refused(tmp_path):
    x = Tensor([1.0, 2.0])
    with pytest.raises(TypeError, match="argument 1 must be str, not int"):
        x.offload(3)
    with pytest.raises(OSError):
        x.offload(str(tmp_path / "none" / "values"))
    for refused in (lambda: x[:1].offload("v"), lambda: ms.jit(lambda t: t.offload("v"))(x)):
        with pytest.raises(RuntimeError, match="values of its own"):
            refused()
    view = x[:1]
    x.offload(str(tmp_path / "values"))
    x.add_(5.0)
    assert x.tolist() == [6.0, 7.0] and view.tolist() == [6.0]
