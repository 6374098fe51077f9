"""Members of Tensor that are no operations, as MindSpore answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

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
