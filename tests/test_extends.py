"""Decorators of `mindspore._extends`, and other inner helpers that programs import."""

import pytest

import msjax as ms
from msjax import nn
from msjax._extends import cell_attr_register
from msjax.common.api import _function_forbid_reuse
from msjax.common.file_system import FileSystem, mindio_preload, set_mindio_server_info
from msjax.log import _LogActionOnce
from msjax.parallel.shard import Layout, shard


class Plain(nn.Cell):
    @cell_attr_register
    def __init__(self, width, depth=2):
        super().__init__()
        self.width = width


class Chosen(nn.Cell):
    @cell_attr_register(attrs=["width", "absent"])
    def __init__(self, width):
        super().__init__()
        self.width = width


def test_arguments_are_noted():  # the texts are those of MindSpore 2.10
    assert Plain(3).cell_init_args == "Plaindict_values([3])"
    assert Plain(3, depth=4).cell_init_args == "Plaindict_values([3, 4])"
    assert Chosen(5).cell_init_args == "Chosen[5]"


def test_wrong_attrs():
    class Wrong(nn.Cell):
        @cell_attr_register(attrs=[1])
        def __init__(self):
            super().__init__()

    with pytest.raises(ValueError, match="must be a string"):
        Wrong()


def test_warnings_once():
    class Logger:
        told = []

        def warning(self, text):
            self.told.append(text)

    logger = Logger()

    @_LogActionOnce(logger, key="test_warnings_once")
    def act(value):
        logger.warning("careful")
        return value

    assert [act(1), act(2), act(3)] == [1, 2, 3]
    assert logger.told == ["careful"]
    logger.warning("other")
    assert logger.told == ["careful", "other"]


def test_marks_and_files():
    assert _function_forbid_reuse(lambda x: x).__function_forbid_reuse__
    with pytest.raises(TypeError, match="only be used for function"):
        _function_forbid_reuse(3)
    assert (FileSystem().backend, mindio_preload("x.ckpt")) == ("basic", False)
    set_mindio_server_info(3)


def test_shard_is_a_function_and_a_module():
    import msjax.parallel.shard  # noqa: F401

    assert ms.parallel.shard is shard
    assert ms.parallel.Layout is Layout
    layout = Layout((1, 1), ("dp", "mp"))
    double = shard(lambda x: x * 2, (layout("dp", "mp"),), out_strategy=((1, 1),))
    x = ms.Tensor([[1.0, 2.0]])
    for _ in range(2):
        assert double(x).asnumpy().tolist() == [[2.0, 4.0]]
        assert ms.jit(double)(x).asnumpy().tolist() == [[2.0, 4.0]]
    with pytest.raises(TypeError, match="in_strategy"):
        shard(lambda x: x, [(1, 1)])
    with pytest.raises(TypeError, match="not of both"):
        shard(lambda x: x, ((1, 1), layout("dp", "mp")))


def test_detection_of_corrupted_data(capfd):
    assert ms.utils.sdc_detect_start() is None
    assert "nothing is checked" in capfd.readouterr().err
    assert ms.get_sdc_detect_result() is ms.utils.get_sdc_detect_result() is False
    assert ms.sdc_detect_stop() is None


def test_functions_of_operators_are_read_and_not_replaced():
    from msjax._extends.parse import trope
    from msjax._extends.parse.resources import convert_object_map

    x = ms.Tensor([1.0, -2.0])
    assert convert_object_map.get(trope.add)(x, 1).tolist() == [2.0, -1.0]
    assert convert_object_map[trope.abs](x).tolist() == [1.0, 2.0] and trope.abs(-1) == 1
    assert convert_object_map[trope.not_contains](3, [1]) and trope.not_contains([1], 3)
    assert set(convert_object_map) == {getattr(trope, name) for name in trope.__all__}
    with pytest.raises(NotImplementedError, match="classes define operators"):
        convert_object_map[trope.add] = max
