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
