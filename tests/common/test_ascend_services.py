"""Services of Ascend devices: what calls of them do elsewhere, as MindSpore's CPU build does."""

import pytest

import msjax as ms
from msjax import nn, ops


def test_set_dump():
    with pytest.warns(UserWarning, match="device_target is CPU, which is not supported"):
        assert ms.set_dump(nn.Dense(2, 3)) is None
    with pytest.warns(UserWarning, match="not supported"):
        ms.set_dump(target=ops.Add(), enabled=False)
    with pytest.raises(ValueError, match="instance of Cell or Primitive, but got an instance of"):
        ms.set_dump(3)
    with pytest.raises(ValueError, match='"enabled" parameter must be bool'):
        ms.set_dump(ops.Add(), enabled=3)
    assert ms.common.set_dump is ms.set_dump


def test_mindio(capfd):
    assert ms.mindio_preload("x.ckpt") is False and ms.set_mindio_server_info() is None
    assert capfd.readouterr().err.count("MindIO is a service") == 2
    with pytest.raises(TypeError, match="ckpt_file_name"):
        ms.mindio_preload(3)


def test_silent_corruption(capfd):
    ms.utils.sdc_detect_start()
    ms.utils.sdc_detect_stop()
    assert ms.utils.get_sdc_detect_result() is False
    assert "nothing was checked" in capfd.readouterr().err


def test_flops_collection():
    with pytest.raises(NotImplementedError, match="FlopsUtilizationCollector"):
        ms.flops_collection("train")
