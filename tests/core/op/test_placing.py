"""Strategies and where they put parts; programs with several devices are in tests/devices."""

from __future__ import annotations

import pytest

import msjax as ms
from msjax import ops
from msjax._core.op import placing
from msjax._core.runtime import devices
from msjax.parallel import Layout


class Eight(devices.Devices):
    """An arrangement of eight devices that are not there."""

    def __init__(self, stages=1):
        from jax.sharding import AbstractMesh

        self.count, self.lengths = 8, (2, 2, 2)
        self.stages, self.in_stage = stages, 8 // stages
        self.axes = ("a", "b", "c")
        self.mesh = AbstractMesh(self.lengths, self.axes)


def specs(strategies, shapes, letters=(), stages=1):
    found = placing.places("Op", strategies, shapes, Eight(stages), letters)
    return [tuple(place.spec) for place in found]


def test_last_letters_take_the_last_devices():
    found = specs([(2, 1), (1, 4)], [(16, 64), (64, 32)], ("ab", "bc"))
    assert found == [("a", None), (None, ("b", "c"))]
    found = specs([(2, 2), (2, 2)], [(16, 64), (64, 32)], ("ab", "bc"))
    assert found == [("a", "b"), ("b", "c")]
    assert specs([(2, 2)], [(8, 8)]) == [("b", "c")]  # repetitions are in front


def test_without_letters_dimensions_meet_at_the_right():
    assert specs([(2, 4), (4,)], [(8, 8), (8,)]) == [("a", ("b", "c")), (("b", "c"),)]
    assert specs([(2, 4), (2,)], [(8, 8), (8,)]) == [("a", ("b", "c")), ("c",)]  # each for itself


def test_layouts():
    layout = Layout((2, 4), ("dp", "mp"))
    found = specs([layout("mp", "dp"), (8,)], [(8, 8), (8,)])
    assert found == [(("b", "c"), "a"), (("a", "b", "c"),)]
    assert specs([layout(("dp", "mp"), "None")], [(8, 3)]) == [(("a", "b", "c"), None)]
    whole = Layout((8, 2), ("dp", "interleaved_parallel"))
    assert specs([whole("dp", "interleaved_parallel")], [(8, 3)]) == [(("a", "b", "c"), None)]


def test_stages_are_cut_first():
    assert specs([(2, 2)], [(8, 8)], stages=2) == [("b", "c")]
    assert specs([Layout((2, 2), ("x", "y"))("y", "x")], [(8, 8)], stages=2) == [("c", "b")]
    with pytest.raises(RuntimeError, match="makes 8 parts, which 4 devices cannot share"):
        specs([(8, 1)], [(8, 8)], stages=2)


def test_batches():
    inputs = placing.inputs_of([(2, 1), Layout((8,), ("x",))("x", "None")])
    first, second = inputs([(8, 4), (16, 3)], Eight())
    assert (tuple(first.spec), tuple(second.spec)) == (("c", None), (("a", "b", "c"), None))
    with pytest.raises(RuntimeError, match="one item for each of 1 Tensors, but has 2"):
        inputs([(8, 4)], Eight())


@pytest.mark.parametrize(
    ("strategy", "text"),
    [
        ((3, 1), "can not be divisible by strategy: \\(3, 1\\)"),
        ((0, 1), "can not be divisible"),
        ((2,), "has 1 dimensions, but the shape \\(16, 4\\) has 2"),
        ((16, 1), "makes 16 parts, which 8 devices cannot share"),
        (Layout((2, 2), ("x", "y"))("x", "y"), "has 4 devices, but there are 8"),
        (Layout((1, 8), ("x", "y"))("x", "y"), "can not be divisible by strategy: \\(1, 8\\)"),
    ],
)
def test_strategies_that_do_not_fit(strategy, text):
    with pytest.raises(RuntimeError, match=text):
        specs([strategy], [(16, 4)])


def test_devices_come_in_order():
    layout = Layout((2, 4), ("x", "y"), [*range(7, -1, -1)])
    with pytest.raises(NotImplementedError, match="rank_list"):
        specs([layout("x", "y")], [(16, 4)])


def test_letters_of_products():
    assert placing.letters_of(ops.MatMul()) == ("ab", "bc")
    assert placing.letters_of(ops.BatchMatMul(True, True)) == ("ba", "cb")
    assert placing.letters_of(ops.Add()) == ()


def test_one_device_takes_no_notice():
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel")
    try:
        product = ops.MatMul().shard(((3, 1), (1, 1)))
        x = ms.ops.ones((4, 4))
        assert ms.jit(lambda a: product(a, a))(x).asnumpy().tolist() == [[4.0] * 4] * 4
    finally:
        ms.reset_auto_parallel_context()
