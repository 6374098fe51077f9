"""What the core knows of a Cell, and that Cells tell it."""

from __future__ import annotations

import pytest

import msjax as ms
from msjax import nn
from msjax._core.base.network import Network
from msjax._core.compile.cache_key import fingerprint
from msjax._core.compile.lift import reachable


class Scale(Network):
    """A network that is not a Cell."""

    def __init__(self, inner=None):
        self.weight = ms.Parameter(ms.Tensor([3.0]), name="w")
        self.inner = inner
        self._params, self._msj_cast = {"weight": self.weight}, None
        self._msj_recomputed, self._msj_table = False, None

    def get_parameters(self):
        yield from (n.weight for _, n in self.cells_and_names())

    def cells_and_names(self):
        yield "", self
        if self.inner is not None:
            yield "inner", self.inner

    def _run_construct(self, x):
        return x * self.weight


def test_cells_are_networks():
    assert issubclass(nn.Cell, Network)
    assert [name for name, _ in nn.SequentialCell(nn.ReLU()).cells_and_names()] == ["", "0"]


def test_the_core_finds_the_parameters_of_any_network():
    outer = Scale(Scale())
    cells = []
    found = reachable(outer, cells=cells)
    assert cells == [outer, outer.inner]
    for weight in (outer.weight, outer.inner.weight):
        assert any(weight is f for f in found)


def test_what_compiled_code_depends_on():
    net = Scale()
    before = fingerprint(net)
    net.weight.set_data(ms.Tensor([5.0]))
    assert fingerprint(net) == before
    net._msj_recomputed = True
    assert fingerprint(net) != before


@pytest.mark.parametrize("ask", ["get_parameters", "cells_and_names", "_run_construct"])
def test_the_base_answers_nothing(ask):
    with pytest.raises(NotImplementedError):
        getattr(Network(), ask)()
