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
    net = ms.nn.SequentialCell(ms.nn.Dense(64, 32), ms.nn.ReLU(), ms.nn.Dense(32, 10))
    step = ms.nn.TrainOneStepCell(
        ms.nn.WithLossCell(net, ms.nn.MSELoss()), ms.nn.SGD(net.trainable_params(), 0.1)
    )
    x, y = ms.ops.ones((8, 64)), ms.ops.ones((8, 10))
    assert not hasattr(net, "current_phase")
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        for _ in range(2):  # also of a form that ran before
            net(x), step(x, y)
            counted = ms.flops_collection(net.current_phase)
            assert counted == (*[37888.0] * 4, False)  # as in MindSpore
            assert ms.flops_collection(phase=step.current_phase) == (*[80896.0] * 4, False)
        first = net.current_phase
        net(ms.ops.ones((16, 64)))
        assert ms.flops_collection(first)[0] == 37888.0  # an older form is still what it was
        assert ms.flops_collection(net.current_phase)[0] == 2 * 37888.0
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    with pytest.raises(RuntimeError, match="'current_phase' of a Cell.*but got 'train'"):
        ms.flops_collection()
    with pytest.raises(TypeError, match="must be str, but got int"):
        ms.flops_collection(1)
