"""Cells that hold other Cells: in sequence, in a list, in a dictionary."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from typing import Any

from msjax._core.base.state import STATE
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell

__all__ = ["CellDict", "CellList", "SequentialCell"]


def _number(owner: str, index: Any, low: int, high: int, closed: str = ")") -> int:
    """`index` if it is an int in range."""
    if not isinstance(index, int):
        raise TypeError(
            f"For '{owner}', the type of 'index' must be int, but got {type(index).__name__}."
        )
    if not low <= index <= high:
        shown = high if closed == "]" else high + 1
        raise IndexError(
            f"For '{owner}', the value of 'index' must be a number in range "
            f"[{low}, {shown}{closed}, but got {index}."
        )
    return index


def _position(owner: str, count: int, index: Any) -> int:
    return _number(owner, index, -count, count - 1) % max(count, 1)


def _valid_index(cell_num: int, index: Any, op_name: str | None = None) -> int:
    """The number of a Cell from an index, which may count from the end."""
    return _position(op_name or "CellList", cell_num, index)


def _valid_cell(cell: Any, op_name: str | None = None) -> bool:
    """True for a Cell; TypeError for anything else."""
    _check_cell(op_name or "CellList", cell)
    return True


def _insert_position(owner: str, count: int, index: Any) -> int:
    index = _number(owner, index, -count, count, "]")
    return index if index == count or count == 0 else index % count


def _check_cell(owner: str, cell: Any) -> None:
    if not isinstance(cell, Cell):
        raise TypeError(
            f"For '{owner}', each cell must be subclass of Cell, but got {type(cell).__name__}."
        )


def _get_prefix_and_index(cells: Mapping[str, Cell]) -> tuple[str, int]:
    """What stands before the keys in the names of the Parameters, and how many parts it has."""
    firsts = []
    for key, cell in cells.items():
        param = next(cell.get_parameters(), None)
        if param is not None:
            firsts.append((key, param.name.split(".")))
        if len(firsts) == 2:
            break
    prefix, depth = "", 0
    if not firsts:
        return prefix, depth
    key, parts = firsts[0]
    for i, part in enumerate(parts):
        if part == key:
            prefix, depth = "".join(p + "." for p in parts[:i]), i
            if len(firsts) == 2 and firsts[1][1][i : i + 1] == [firsts[1][0]]:
                break
    return prefix, depth


def _rename(cell: Cell, prefix: str, key: str, depth: int) -> None:
    """Put another key into the names of a Cell's Parameters."""
    for param in cell.get_parameters():
        param.name = f"{prefix}{key}." + ".".join(param.name.split(".")[depth + 1 :])


def _replace(owner: Cell, cells: Mapping[str, Cell]) -> None:
    """Give a container other contents."""
    owner._cells.clear()
    owner._cells.update(cells)


def _shift(cells: OrderedDict[str, Cell], index: int, new: Cell, renames: bool) -> None:
    """Insert a Cell before number `index`, moving those behind it up by one."""
    prefix, depth = _get_prefix_and_index(cells)
    for i in range(len(cells), index, -1):
        moved = cells[str(i - 1)]
        if renames:
            _rename(moved, prefix, str(i), depth)
        cells[str(i)] = moved
    cells[str(index)] = new
    if renames:
        new.update_parameters_name(f"{prefix}{index}.")


def _delete_keys(owner: Cell, index: Any, expected: str) -> slice:
    """Remove the Cells that an index or slice names; returns the slice of their positions."""
    name = type(owner).__name__
    if isinstance(index, int):
        index = _position(name, len(owner._cells), index)
        index = slice(index, index + 1)
    elif not isinstance(index, slice):
        raise TypeError(f"For '{name}', the type of {expected}, but got {type(index).__name__}.")
    for key in list(owner._cells)[index]:
        del owner._cells[key]
    return index


class SequentialCell(Cell):
    """Cells that run one after the other, each on the result of the one before.

    Args:
        args: Cells, or one list or OrderedDict of Cells.

    Inputs:
        - **input_data** (Any) - the input of the first Cell.

    Outputs:
        The result of the last Cell.

    Raises:
        TypeError: the only argument is neither a Cell, nor a list, nor an OrderedDict.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.SequentialCell(ms.nn.ReLU(), ms.nn.Flatten())
        >>> net(ms.ops.ones((2, 3, 4))).shape
        (2, 12)
        >>> print(net)
        SequentialCell(
          (0): ReLU()
          (1): Flatten()
        )
    """

    def __init__(self, *args: Cell | Sequence[Cell] | Mapping[str, Cell]):
        super().__init__()
        self._is_dynamic_name: list[bool] = []
        cells: Any = args
        if len(args) == 1 and not isinstance(args[0], Cell):
            cells = args[0]
        if isinstance(cells, OrderedDict):
            named = list(cells.items())
        elif isinstance(cells, (list, tuple)) and (cells is args or isinstance(cells, list)):
            named = [(str(i), cell) for i, cell in enumerate(cells)]
        else:
            raise TypeError(
                f"For '{type(self).__name__}', the 'args[0]' must be Cell, list or orderedDict, "
                f"but got {type(cells).__name__}"
            )
        for name, cell in named:
            self.insert_child_to_cell(name, cell)
            cell.update_parameters_name(name + ".")
            self._is_dynamic_name.append(not isinstance(cells, OrderedDict))
        self.cell_list = list(self._cells.values())

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._cells.items())[index]))
        index = _position(type(self).__name__, len(self), index)
        return list(self._cells.values())[index]

    def __setitem__(self, index: int, cell: Cell) -> None:
        name = type(self).__name__
        _check_cell(name, cell)
        prefix, _ = _get_prefix_and_index(self._cells)
        key = list(self._cells)[_position(name, len(self), index)]
        self._cells[key] = cell
        cell.update_parameters_name(f"{prefix}{key}.")
        self.cell_list = list(self._cells.values())

    def __delitem__(self, index: int | slice) -> None:
        where = _delete_keys(self, index, "index must be int type or slice type")
        del self._is_dynamic_name[where]
        prefix, depth = _get_prefix_and_index(self._cells)
        renamed = OrderedDict()
        for i, (key, cell) in enumerate(self._cells.items()):
            if self._is_dynamic_name[i]:
                _rename(cell, prefix, str(i), depth)
                key = str(i)
            renamed[key] = cell
        _replace(self, renamed)
        self.cell_list = list(self._cells.values())

    def __bool__(self) -> bool:
        return len(self._cells) != 0

    def __len__(self) -> int:
        return len(self._cells)

    def set_grad(self, flag: bool = True) -> None:
        """Set `requires_grad` of this Cell and of those in it.

        Args:
            flag: bool, the new value.
        """
        self.requires_grad = flag
        for cell in self._cells.values():
            cell.set_grad(flag)

    def append(self, cell: Cell) -> None:
        """Add a Cell at the end.

        Args:
            cell: Cell.

        Raises:
            TypeError: `cell` is not a Cell.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.SequentialCell(ms.nn.ReLU())
            >>> net.append(ms.nn.Flatten())
            >>> len(net)
            2
        """
        _check_cell(type(self).__name__, cell)
        prefix, _ = _get_prefix_and_index(self._cells)
        key = str(len(self))
        cell.update_parameters_name(f"{prefix}{key}.")
        self._is_dynamic_name.append(True)
        self._cells[key] = cell
        self.cell_list = list(self._cells.values())

    def _insert(self, index: int, cell: Cell) -> None:
        name = type(self).__name__
        position = _insert_position(name, len(self), index)
        _check_cell(name, cell)
        _shift(self._cells, position, cell, self._auto_prefix)
        self.cell_list = list(self._cells.values())
        self._is_dynamic_name.insert(index, True)

    def construct(self, input_data: Any) -> Any:
        """Run the Cells in order."""
        for cell in self.cell_list:
            input_data = cell(input_data)
        return input_data


class CellList(Cell):
    """A list of Cells, which the Cell holding it calls one by one.

    Args:
        args: one list of Cells, if any.
        kwargs: `auto_prefix`, as for `Cell`.

    Inputs:
        - **inputs** (Any) - a CellList is not called.

    Outputs:
        None: a CellList is not called.

    Raises:
        TypeError: the argument is not a list, or an element is not a Cell.
        NotImplementedError: the CellList is called.

    Examples:
        >>> import msjax as ms
        >>> layers = ms.nn.CellList([ms.nn.Dense(2, 2) for _ in range(2)])
        >>> layers.append(ms.nn.ReLU())
        >>> len(layers), [p.name for p in layers.get_parameters()]
        (3, ['0.weight', '0.bias', '1.weight', '1.bias'])
    """

    _takes_tensors = True

    def __init__(self, *args: Iterable[Cell], **kwargs: bool):
        super().__init__(kwargs.get("auto_prefix", True))
        self.__dict__["__cell_as_list__"] = True
        if len(args) == 1:
            self.extend(args[0])

    def __getitem__(self, index: int | slice | Tensor) -> Any:
        name = type(self).__name__
        if isinstance(index, slice):
            return CellList(list(self._cells.values())[index])
        if isinstance(index, int):
            return self._cells[str(_position(name, len(self), index))]
        if isinstance(index, Tensor) and STATE.compiled():
            return list(self._cells.values())[index]
        raise TypeError(
            f"For '{name}', the type of 'index' must be int or slice, "
            f"but got {type(index).__name__}."
        )

    def __setitem__(self, index: int, cell: Cell) -> None:
        name = type(self).__name__
        if not isinstance(index, int):
            _check_cell(name, cell)
        key = str(_position(name, len(self), index))
        if self._auto_prefix:
            cell.update_parameters_name(f"{_get_prefix_and_index(self._cells)[0]}{key}.")
        self._cells[key] = cell

    def __delitem__(self, index: int | slice) -> None:
        _delete_keys(self, index, "'index' must be int or slice")
        prefix, depth = _get_prefix_and_index(self._cells)
        renamed = OrderedDict()
        for i, cell in enumerate(self._cells.values()):
            if self._auto_prefix:
                _rename(cell, prefix, str(i), depth)
            renamed[str(i)] = cell
        _replace(self, renamed)

    def __bool__(self) -> bool:
        return len(self._cells) != 0

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._cells.values())

    def __iadd__(self, cells: list[Cell]) -> CellList:
        self.extend(cells)
        return self

    def insert(self, index: int, cell: Cell) -> None:
        """Insert a Cell before number `index`.

        Args:
            index: int in [-len, len]; negative numbers count from the end.
            cell: Cell.

        Raises:
            TypeError: `index` is not an int, or `cell` not a Cell.
            IndexError: `index` is out of range.

        Examples:
            >>> import msjax as ms
            >>> layers = ms.nn.CellList([ms.nn.ReLU()])
            >>> layers.insert(0, ms.nn.Flatten())
            >>> layers[0]
            Flatten()
        """
        name = type(self).__name__
        position = _insert_position(name, len(self), index)
        _check_cell(name, cell)
        _shift(self._cells, position, cell, self._auto_prefix)

    def extend(self, cells: list[Cell]) -> CellList:
        """Add a list of Cells at the end.

        Args:
            cells: list of Cells.

        Returns:
            CellList: itself.

        Raises:
            TypeError: `cells` is not a list, or an element not a Cell or a CellDict.
        """
        name = type(self).__name__
        if not isinstance(cells, list):
            raise TypeError(
                f"For '{name}', the new cells wanted to append should be instance of list, "
                f"but got {type(cells).__name__}."
            )
        prefix, _ = _get_prefix_and_index(self._cells)
        for cell in cells:
            if isinstance(cell, CellDict):
                raise TypeError(
                    f"For '{name}', the type of cell can not be CellDict, "
                    f"but got {type(cell).__name__}."
                )
            _check_cell(name, cell)
            key = str(len(self))
            if self._auto_prefix:
                cell.update_parameters_name(f"{prefix}{key}.")
            self._cells[key] = cell
        return self

    def append(self, cell: Cell) -> None:
        """Add a Cell at the end.

        Args:
            cell: Cell.

        Raises:
            TypeError: `cell` is not a Cell.
        """
        _check_cell(type(self).__name__, cell)
        key = str(len(self))
        if self._auto_prefix:
            cell.update_parameters_name(f"{_get_prefix_and_index(self._cells)[0]}{key}.")
        self._cells[key] = cell

    def set_grad(self, flag: bool = True) -> None:
        """Set `requires_grad` of this Cell and of those in it.

        Args:
            flag: bool, the new value.
        """
        self.requires_grad = flag
        for cell in self._cells.values():
            cell.set_grad(flag)

    def construct(self, *inputs: Any) -> Any:
        """A CellList is not called: NotImplementedError."""
        raise NotImplementedError("CellList cannot be called; call the Cells in it.")


class CellDict(Cell):
    """A dictionary of Cells, which the Cell holding it calls by name.

    Args:
        args: one mapping, or iterable of pairs, from string to Cell, if any.
        kwargs: `auto_prefix`, as for `Cell`.

    Inputs:
        - **inputs** (Any) - a CellDict is not called.

    Outputs:
        None: a CellDict is not called.

    Raises:
        TypeError: the argument is not an iterable, a key not a string, or a value not a Cell, or a
            container.
        KeyError: a key is empty, has a dot, or is an attribute of Cell.
        NotImplementedError: the CellDict is called.

    Examples:
        >>> import msjax as ms
        >>> layers = ms.nn.CellDict([["relu", ms.nn.ReLU()], ["flat", ms.nn.Flatten()]])
        >>> list(layers), "relu" in layers
        (['relu', 'flat'], True)
    """

    def __init__(
        self, *args: Mapping[str, Cell] | CellDict | Iterable[Sequence[Any]], **kwargs: bool
    ):
        super().__init__(kwargs.get("auto_prefix", True))
        self.__dict__["__cell_as_dict__"] = True
        if len(args) == 1:
            self.update(args[0])

    def __getitem__(self, key: str) -> Cell:
        return self._cells[key]

    def __setitem__(self, key: str, cell: Cell) -> None:
        _check_entry(self, key, cell)
        if self._auto_prefix:
            cell.update_parameters_name(f"{_get_prefix_and_index(self._cells)[0]}{key}.")
        self._cells[key] = cell

    def __delitem__(self, key: str) -> None:
        del self._cells[key]

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __contains__(self, key: str) -> bool:
        return key in self._cells

    def clear(self) -> None:
        """Remove all Cells."""
        self._cells.clear()

    def pop(self, key: str) -> Cell:
        """Remove a Cell and return it.

        Args:
            key: str, its key.

        Returns:
            Cell: the one that was removed.

        Raises:
            KeyError: there is none of that key.
        """
        cell = self[key]
        del self[key]
        return cell

    def keys(self) -> KeysView[str]:
        """The keys, in order.

        Returns:
            odict_keys: a view of the keys.
        """
        return self._cells.keys()

    def values(self) -> ValuesView[Cell]:
        """The Cells, in order.

        Returns:
            odict_values: a view of the Cells.
        """
        return self._cells.values()

    def items(self) -> ItemsView[str, Cell]:
        """Pairs of key and Cell, in order.

        Returns:
            odict_items: a view of the pairs.
        """
        return self._cells.items()

    def update(self, cells: Mapping[str, Cell] | CellDict | Iterable[Sequence[Any]]) -> None:
        """Add or replace Cells, given as a mapping or as an iterable of pairs.

        Args:
            cells: mapping from str to Cell, CellDict, or iterable of such pairs.

        Raises:
            KeyError: a key is empty, has a dot, or is an attribute of Cell.
            TypeError: `cells` or one of its elements is not an iterable, or a value not a Cell.
            ValueError: an element is not a pair.
        """
        if not isinstance(cells, Iterable):
            raise TypeError(
                "CellDict.update() should be called with an iterable of key-value pairs, "
                f"but got {type(cells).__name__}"
            )
        if isinstance(cells, (Mapping, CellDict)):
            pairs: Any = cells.items()
        else:
            pairs = cells
        for i, pair in enumerate(pairs):
            if not isinstance(pair, Iterable):
                raise TypeError(
                    f"CellDict update sequence element #{i} should be Iterable; "
                    f"but got {type(pair).__name__}"
                )
            if len(pair) != 2:
                raise ValueError(
                    f"CellDict update sequence element #{i}, length should be 2; "
                    f"but has length {len(pair)}"
                )
            self[pair[0]] = pair[1]

    def construct(self, *inputs: Any) -> Any:
        """A CellDict is not called: NotImplementedError."""
        raise NotImplementedError("CellDict cannot be called; call the Cells in it.")


def _check_entry(owner: CellDict, key: Any, cell: Any) -> None:
    name = type(owner).__name__
    if not isinstance(key, str):
        raise TypeError(
            f"For '{name}', the type of key should be string but got {type(key).__name__}."
        )
    if key not in owner._cells and hasattr(owner, key):
        raise KeyError(
            f"For '{name}', the key can not be same with the attributes of Cell, but got key {key}."
        )
    if "." in key:
        raise KeyError(f"For '{name}', key can not contain \".\", but got key {key}")
    if key == "":
        raise KeyError(f"For '{name}', key can not be empty string \"\", but got key {key}")
    if not isinstance(cell, Cell):
        raise TypeError(
            f"For '{name}', the type of cell should be Cell, but got {type(cell).__name__}."
        )
    if isinstance(cell, (CellDict, CellList, SequentialCell)):
        raise TypeError(
            f"For '{name}', the type of cell can not be CellDict, CellList or SequentialCell, "
            f"but got {type(cell).__name__}."
        )
