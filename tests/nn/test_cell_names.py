"""Parameter names, texts and errors of Cells against the records of real MindSpore."""

import types

import pytest
from places import read_golden

import msjax as ms
from msjax import nn
from tests import cell_nets

FACTS = read_golden("cell_names.json")
NAMES = types.SimpleNamespace(
    Cell=nn.Cell,
    CellList=nn.CellList,
    CellDict=nn.CellDict,
    SequentialCell=nn.SequentialCell,
    Parameter=ms.Parameter,
    ParameterTuple=ms.ParameterTuple,
    Tensor=ms.Tensor,
)
CASES = cell_nets.cases(NAMES)


def test_every_case_is_recorded():
    assert list(CASES) == list(FACTS)


@pytest.mark.parametrize("name", FACTS)
def test_case(name):
    assert cell_nets.outcome(CASES[name]) == FACTS[name]


class _Lists(nn.Cell):
    def __init__(self):
        super().__init__()
        self.odd = ms.Parameter(ms.ops.ones(2), name="named")
        self.first, self.second = nn.CellList(), nn.CellList()
        for cells in (self.first, self.second):
            cells.append(nn.Dense(2, 2, has_bias=False))

    def construct(self, x):
        return self.first[0](x) + self.second[0](x) * self.odd


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_equal_names_change_before_the_first_call(mode):
    net = _Lists()
    assert [p.name for p in net.get_parameters()] == ["named", "0.weight", "0.weight"]
    before = ms.get_context("mode")
    ms.set_context(mode=mode)
    try:
        net(ms.ops.ones((1, 2)))
    finally:
        ms.set_context(mode=before)
    names = [p.name for p in net.get_parameters()]
    assert names == ["odd", "first.0.weight", "second.0.weight"]
