"""SequentialCell, CellList and CellDict beyond names and errors (see test_cell_names.py)."""

from collections import OrderedDict

import numpy as np
import pytest

import msjax as ms
from msjax import nn
from msjax._core.base.state import STATE


class Add(nn.Cell):
    def __init__(self, value):
        super().__init__()
        self.value = ms.Parameter(ms.Tensor([value], ms.float32))

    def construct(self, x):
        return x + self.value


def result(net, value=0.0):
    return float(net(ms.Tensor([value], ms.float32)).asnumpy()[0])


def values(cells):
    return [float(c.value.asnumpy()[0]) for c in cells]


def test_sequential_runs_in_order():
    class Times(nn.Cell):
        def construct(self, x):
            return x * 10

    assert result(nn.SequentialCell(Add(1), Times(), Add(2))) == 12
    assert result(nn.SequentialCell(OrderedDict(a=Times(), b=Add(1))), 3.0) == 31


def test_sequential_edits_take_effect():
    net = nn.SequentialCell([Add(1), Add(2), Add(3)])
    net.append(Add(10))
    assert result(net) == 16
    del net[0]
    assert result(net) == 15
    net[-1] = Add(100)
    assert result(net) == 105
    assert values([net[0], net[-1]]) == [2, 100]
    assert isinstance(net[1:], nn.SequentialCell) and values(net[1:]._cells.values()) == [3, 100]


def test_empty_containers_are_false():
    assert not nn.SequentialCell() and not nn.CellList()
    assert nn.SequentialCell(Add(1)) and nn.CellList([Add(1)]) and nn.CellDict()


def test_cell_list_is_a_list():
    cells = nn.CellList([Add(1), Add(2)])
    cells += [Add(3)]
    cells.insert(0, Add(0))
    assert values(cells) == [0, 1, 2, 3]
    assert values(cells[1:3]) == [1, 2]
    del cells[1:3]
    assert values(cells) == [0, 3] and len(cells) == 2
    assert values([cells[-1]]) == [3]
    cells[1] = Add(7)
    assert values(cells) == [0, 7]
    assert list(cells.name_cells()) == ["0", "1"]
    assert cells.__cell_as_list__


@pytest.mark.parametrize("make", [nn.CellList, nn.CellDict])
def test_lists_and_dicts_are_not_called(make):
    with pytest.raises(NotImplementedError, match="cannot be called"):
        make()(ms.Tensor([1.0]))


def test_cell_dict_is_a_dict():
    cells = nn.CellDict(OrderedDict(a=Add(1), b=Add(2)))
    cells.update(nn.CellDict({"c": Add(3)}))
    assert list(cells) == list(cells.keys()) == ["a", "b", "c"]
    assert values(cells.values()) == [1, 2, 3] and "b" in cells
    assert cells.pop("b") is not None and len(cells) == 2
    assert [k for k, _ in cells.items()] == ["a", "c"]
    cells.clear()
    assert len(cells) == 0
    with pytest.raises(KeyError):
        cells["a"]


def test_set_grad_reaches_the_cells():
    for net in (nn.SequentialCell(Add(1)), nn.CellList([Add(1)])):
        assert net.set_grad() is None
        assert net.requires_grad and net[0].requires_grad


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.append(Add(2)),
        lambda c: c.__setitem__(0, Add(2)),
        lambda c: c.__delitem__(0),
    ],
)
@pytest.mark.parametrize("make", [nn.CellList, nn.SequentialCell])
def test_changes_are_seen_by_compiled_code(make, change):
    cells = make([Add(1), Add(5)])
    before = STATE.version
    change(cells)
    assert STATE.version > before


def test_parameters_train_through_containers():
    net = nn.SequentialCell([Add(1), nn.SequentialCell(Add(2))])
    grads = ms.grad(net, None, net.trainable_params())(ms.Tensor([0.0]))
    assert [g.asnumpy().tolist() for g in grads] == [[1], [1]]
    np.testing.assert_array_equal([p.name for p in net.get_parameters()], ["0.value", "1.0.value"])
