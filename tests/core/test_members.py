"""Tensor members about storage and initialisation, and exchange of arrays."""

import importlib

import numpy as np
import pytest

import msjax as ms


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
