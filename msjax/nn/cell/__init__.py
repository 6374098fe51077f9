"""Cell: the base class of networks, layers, losses and optimizers."""

from __future__ import annotations

import functools
import inspect
import time
import types
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator, ValuesView
from typing import Any, Self

import jax

from msjax import _surface
from msjax import log as logger
from msjax._core.base import scopes, tracebacks
from msjax._core.base.network import Network
from msjax._core.base.recording import is_recording
from msjax._core.base.state import STATE
from msjax._core.base.validator import check_str_and_none_by_regular
from msjax._core.compile.exported import Program
from msjax._core.compile.jit import jit
from msjax._core.compile.joins import joined_call, joins
from msjax._core.gradient.last_call import remembering
from msjax._core.op.primitive import Primitive
from msjax._core.runtime.context import GRAPH_MODE
from msjax._core.runtime.context import state as _context
from msjax._core.tensor.parameter import Parameter, ParameterTuple, is_generated
from msjax._core.tensor.random import default_generator
from msjax._core.tensor.tensor import Tensor
from msjax._missing import class_getattr
from msjax.nn._inner import declares, inner
from msjax.nn.cell.hooks import HookMethods, call_compiled
from msjax.nn.cell.options import OptionMethods, checked_option
from msjax.nn.cell.sharing import is_asked_for, share_parameters
from msjax.nn.cell.state import (
    Buffer,
    StateMethods,
    register_cell_buffer_registration_hook,
    write_parameter,
)
from msjax.nn.cell.tree import COMPILED, Registry, flatten, flatten_with_keys, unflatten

__all__ = ["Buffer", "Cell", "GraphCell", "register_cell_buffer_registration_hook"]

_ABSENT = object()
_FLAGS = ("_msj_checked", "_msj_plain", "_msj_recomputed")
_OPTIONS = ("_msj_cast", "_msj_table", "_msj_tree")
_SCALARS = (bool, int, float, str, bytes, complex, type(None))
_refused = class_getattr("nn.Cell")  # tells why a name of MindSpore's Cell is not there


class Cell(HookMethods, StateMethods, OptionMethods, Network):
    """Base of everything that has Parameters and computes.

    Derive from it, assign Parameters and other Cells as attributes in `__init__`, and write
    `construct`. Every Cell is a JAX pytree of its Parameters, so `jax.jit`, `jax.grad`,
    `jax.tree.map` and optax take it as it is.

    Args:
        auto_prefix: bool, whether Parameters of sub-Cells are named after the attributes that hold
            them.
        flags: dict of flags to set with `add_flags`, or None.

    Raises:
        AttributeError: the Cell is called, and its class has no `construct`.
        TypeError: the Cell is called with arguments that its `construct` does not take.

    Examples:
        >>> import msjax as ms
        >>> class Scale(ms.nn.Cell):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.factor = ms.Parameter(ms.Tensor([2.0]))
        ...     def construct(self, x):
        ...         return x * self.factor
        >>> net = Scale()
        >>> print(net(ms.Tensor([3.0])))
        [6.]
        >>> [p.name for p in net.trainable_params()]
        ['factor']
    """

    __slots__ = ("__dict__", "__weakref__", *_FLAGS, *_OPTIONS)

    IGNORE_LIST = ("_scope", "_auto_prefix", "_cells", "_params", "_phase", "_param_prefix")
    T_destination = dict[str, Any]
    total_instance_count = 0
    global_cells: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()
    has_bprop = False
    # What MindSpore's Cells begin with, for programs that read it.
    cell_type: str | None = None
    arguments_key = ""
    grad_ops_label = is_top_cell = False
    _scope: str | None = None
    _id = 1

    cell_init_args = checked_option("cell_init_args", str, str, "Kept for compatibility.")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        jax.tree_util.register_pytree_with_keys(cls, flatten_with_keys, unflatten, flatten)

    def __new__(cls, /, *args: Any, **kwargs: Any) -> Self:
        cell = object.__new__(cls)
        if not Cell.total_instance_count:
            tracebacks.install()
        Cell.total_instance_count += 1
        if STATE.frame is not None:
            STATE.frame.made[id(cell)] = cell
        return cell

    def __init__(self, auto_prefix: bool = True, flags: dict[str, Any] | None = None):
        self.__dict__.update(
            _params=Registry(),
            _cells=Registry(),
            _buffers={},
            training=False,
            requires_grad=False,
            _phase="train",
            _auto_prefix=auto_prefix,
            _param_prefix="",
            _create_time=int(time.time() * 1e9),
            has_bprop=hasattr(type(self), "bprop"),
        )
        _set_fields(self)
        if flags:
            self.add_flags(**flags)

    def __del__(self) -> None:
        if Cell is not None:  # it is when the interpreter has ended
            Cell.total_instance_count -= 1

    def __getstate__(self) -> tuple[dict, dict]:
        own = {k: v for k, v in self.__dict__.items() if k not in COMPILED}
        names = ("_msj_cast", "_msj_recomputed", "_msj_table")
        return own, {name: getattr(self, name) for name in names}

    def __setstate__(self, state: tuple[dict, dict]) -> None:
        own, fields = state
        self.__dict__.update(own)
        _set_fields(self, **fields)

    def __reduce_ex__(self, protocol: Any) -> tuple:
        return _new_cell, (type(self),), self.__getstate__()

    def __bool__(self) -> bool:
        return True

    # -- running -----------------------------------------------------------------------------------

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        traced = STATE.frame is not None
        marked = self.requires_grad
        if (self.training or marked or traced) and not is_recording():
            if _context.mode == GRAPH_MODE and self.training and not traced and is_asked_for():
                share_parameters(self)
            if marked or traced or STATE.fallback:
                with remembering(self, (*args, *kwargs.values())):
                    return self._call(args, kwargs)
        return self._call(args, kwargs)

    def _call(self, args: tuple, kwargs: dict) -> Any:
        if STATE.frame is not None:
            STATE.frame.note_cell(self)
            if joins(self):
                return joined_call(self, args, kwargs)
            return self._run_construct(*args, **kwargs)
        if _context.mode == GRAPH_MODE:
            return call_compiled(self, args, kwargs)
        layers = scopes.followed
        if layers is not None:
            with layers.running(self):
                return self._run_construct(*args, **kwargs)
        if self._msj_plain:
            return self.construct(*args, **kwargs)
        return self._run_construct(*args, **kwargs)

    def _check_construct_args(self, *args: Any) -> None:
        parameters = _parameters_of(self.construct)
        if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters):
            return
        parameters = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        needed = sum(p.default is p.empty for p in parameters)
        if len(args) < needed:
            raise TypeError(
                f"For 'Cell', the function construct requires {needed} positional argument, "
                f"but got {len(args)}."
            )
        if len(args) > len(parameters):
            code = getattr(self.construct, "__code__", None)
            if code is not None and "self" not in code.co_varnames:
                raise TypeError("For 'Cell', the method 'construct' must have parameter 'self'. ")
            raise TypeError(
                f"For 'Cell', the function construct requires {needed} positional argument and "
                f"{len(parameters) - needed} default argument, total {len(parameters)}, "
                f"but got {len(args)}."
            )

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        """What the Cell computes; to be written by every subclass that is called."""
        raise AttributeError("For 'Cell', the method 'construct' is not defined.")

    # -- attributes --------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        own = object.__getattribute__(self, "__dict__")
        for place in ("_params", "_buffers", "_cells"):
            held = own.get(place)
            if held is not None and name in held:
                return held[name]
        if (found := inner(self, name)) is not None:
            return found
        text = f"The '{type(self).__name__}' object has no attribute '{name}'"
        if "_cells" not in own:
            text += f", because super().__init__() of '{type(self).__name__}' was not called"
        elif f"nn.Cell.{name}" in _surface.absent():
            _refused(self, name)
        raise AttributeError(f"{text}.")

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Tensor):
            if isinstance(value, Parameter):
                self.__dict__.pop(name, None)
                self.insert_param_to_cell(name, value)
            elif isinstance(value, Buffer):
                self.__dict__.pop(name, None)
                self.register_buffer(name, value)
            else:
                _set_plain(self, name, value)
        elif isinstance(value, Cell):
            self.__dict__.pop(name, None)
            if self._auto_prefix:
                value.update_parameters_name(name + ".")
            self.insert_child_to_cell(name, value)
        elif isinstance(value, (tuple, list)) and value and _all_parameters(value):
            _set_parameters(self, name, value)
        elif isinstance(value, Primitive):
            value.set_prim_instance_name(name)
            _store(self, name, value)
        else:
            _set_plain(self, name, value)

    def __delattr__(self, name: str) -> None:
        for place in ("_params", "_buffers", "_cells"):
            if name in self.__dict__.get(place, ()):
                del self.__dict__[place][name]
                break
        else:
            object.__delattr__(self, name)
        STATE.bump()

    @property
    def _params_list(self) -> dict[str, ParameterTuple]:
        """ParameterTuples by attribute, where older releases keep those of PyNative mode."""
        own = self.__dict__.items()
        return {name: value for name, value in own if isinstance(value, ParameterTuple)}

    @property
    def _primitives(self) -> OrderedDict[str, Primitive]:
        """The Primitives that are attributes, those that MindSpore's layers keep included."""
        declared = [cls.__dict__.get("_msj_inner", {}) for cls in type(self).__mro__]
        values = {name: inner(self, name) for names in declared for name in names}
        values |= self.__dict__
        return OrderedDict((n, v) for n, v in values.items() if isinstance(v, Primitive))

    def insert_param_to_cell(
        self, param_name: str, param: Parameter | None, check_name_contain_dot: bool = True
    ) -> None:
        """Add a Parameter as an attribute.

        Args:
            param_name: str, the attribute name, which also names the Parameter if it has no name
                yet.
            param: Parameter, or None for an empty place.
            check_name_contain_dot: bool, refuse names with a dot.

        Raises:
            AttributeError: `Cell.__init__` has not run yet.
            KeyError: the name is empty, has a dot, or is another attribute already.
            TypeError: `param` is not a Parameter.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Cell()
            >>> net.insert_param_to_cell("bias", ms.Parameter(ms.Tensor([0.0])))
            >>> net.bias.name
            'bias'
        """
        if not param_name:
            raise KeyError(
                "For 'insert_param_to_cell', the argument 'param_name' should not be None."
            )
        if check_name_contain_dot and "." in param_name:
            raise KeyError(
                "For 'insert_param_to_cell', the argument 'param_name' should not contain'.' "
            )
        if "_params" not in self.__dict__:
            raise AttributeError("For 'insert_param_to_cell', please call Cell.__init__() firstly.")
        if param_name not in self._params and _taken(self, param_name):
            raise KeyError(
                f"For 'insert_param_to_cell', the {param_name} parameter already exists in the "
                "network.Cannot insert another parameter with the same name."
            )
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                "For 'insert_param_to_cell', the argument 'param' must be 'Parameter' if not None, "
                f"but got {type(param)}."
            )
        if param is not None and is_generated(param.name):
            param.name = param_name
        self._params[param_name] = param

    def insert_child_to_cell(self, child_name: str, child_cell: Cell | None) -> None:
        """Add a sub-Cell as an attribute, leaving its Parameters' names as they are.

        Args:
            child_name: str, the attribute name.
            child_cell: Cell, or None for an empty place.

        Raises:
            KeyError: the name is empty, has a dot, or is another attribute already.
            TypeError: an argument has a wrong type.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Cell()
            >>> net.insert_child_to_cell("act", ms.nn.ReLU())
            >>> net.act
            ReLU()
        """
        if not isinstance(child_name, str):
            raise TypeError(
                "For 'insert_child_to_cell', the type of parameter 'child_name' must be str, "
                f"but got {type(child_name)}."
            )
        if not child_name or "." in child_name:
            raise KeyError(
                "For 'insert_child_to_cell', the parameter 'child_name' can not be None and can "
                "not contain '.' "
            )
        if child_name not in self._cells and _taken(self, child_name):
            raise KeyError(
                f"For 'insert_child_to_cell', the {child_name} child cell already exists in the "
                "network.Cannot insert another child cell with the same name."
            )
        if child_cell is not None and not isinstance(child_cell, Cell):
            raise TypeError(
                "For 'insert_child_to_cell', the argument 'child_cell' must be 'Cell' if not None, "
                f"but got type {type(child_cell)}."
            )
        self._cells[child_name] = child_cell

    # -- Parameters --------------------------------------------------------------------------------

    def parameters_and_names(
        self, name_prefix: str = "", expand: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Pairs of dotted path and Parameter, each Parameter once.

        Args:
            name_prefix: str, comes before every path.
            expand: bool, also those of the Cells below.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.SequentialCell(ms.nn.Dense(2, 1))
            >>> [path for path, _ in net.parameters_and_names("net")]
            ['net.0.weight', 'net.0.bias']
        """
        cells = self.cells_and_names(name_prefix=name_prefix) if expand else [(name_prefix, self)]
        seen: set[int] = set()
        for prefix, cell in cells:
            for name, param in cell._params.items():
                if param is not None and id(param) not in seen:
                    seen.add(id(param))
                    yield (f"{prefix}.{name}" if prefix else name), param

    def get_parameters(self, expand: bool = True) -> Iterator[Parameter]:
        """The Parameters, each once.

        Args:
            expand: bool, also those of the Cells below.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.SequentialCell(ms.nn.Dense(2, 1))
            >>> [p.name for p in net.get_parameters()], list(net.get_parameters(expand=False))
            (['0.weight', '0.bias'], [])
        """
        for _, param in self.parameters_and_names(expand=expand):
            yield param

    def parameters_dict(self, recurse: bool = True) -> OrderedDict[str, Parameter]:
        """The Parameters by their names.

        Args:
            recurse: bool, also those of the Cells below.

        Returns:
            OrderedDict[str, Parameter]: in the order in which they were assigned.

        Examples:
            >>> import msjax as ms
            >>> list(ms.nn.Dense(2, 1).parameters_dict())
            ['weight', 'bias']
        """
        return OrderedDict((p.name, p) for p in self.get_parameters(expand=recurse))

    def trainable_params(self, recurse: bool = True) -> list[Parameter]:
        """The Parameters with `requires_grad`.

        Args:
            recurse: bool, also those of the Cells below.

        Returns:
            list[Parameter]: in the order in which they were assigned.

        Examples:
            >>> import msjax as ms
            >>> [p.name for p in ms.nn.BatchNorm1d(2).trainable_params()]
            ['gamma', 'beta']
        """
        return [p for p in self.get_parameters(expand=recurse) if p.requires_grad]

    def untrainable_params(self, recurse: bool = True) -> list[Parameter]:
        """The Parameters without `requires_grad`.

        Args:
            recurse: bool, also those of the Cells below.

        Returns:
            list[Parameter]: in the order in which they were assigned.

        Examples:
            >>> import msjax as ms
            >>> [p.name for p in ms.nn.BatchNorm1d(2).untrainable_params()]
            ['mean', 'variance']
        """
        return [p for p in self.get_parameters(expand=recurse) if not p.requires_grad]

    def update_parameters_name(self, prefix: str = "", recurse: bool = True) -> None:
        """Rename the Parameters to `prefix` followed by their paths.

        Args:
            prefix: str of letters, digits, "_", "." and "-".
            recurse: bool, also those of the Cells below.

        Raises:
            ValueError: `prefix` has other characters.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Dense(2, 1)
            >>> net.update_parameters_name("first.")
            >>> net.weight.name
            'first.weight'
        """
        check_str_and_none_by_regular(prefix)
        for name, param in self.parameters_and_names(expand=recurse):
            param.name = prefix + name

    def check_names(self) -> None:
        """Check that no two Parameters have the same name.

        Raises:
            ValueError: two have.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.Dense(2, 1).check_names()
        """
        seen: set[str] = set()
        for path, param in self.parameters_and_names():
            if param.name in seen:
                raise ValueError(
                    f"The value of {path} is {param}, its name '{param.name}' already exists. "
                    "Please set a unique name for the parameter."
                )
            seen.add(param.name)

    def check_names_and_refresh_name(self) -> None:
        """Rename all Parameters after their paths if two have the same name.

        Raises:
            ValueError: two have the same name afterwards too.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Cell(auto_prefix=False)
            >>> net.first, net.second = ms.nn.PReLU(), ms.nn.PReLU()
            >>> net.check_names_and_refresh_name()
            >>> [p.name for p in net.get_parameters()]
            ['first.w', 'second.w']
        """
        names = [param.name for param in self.get_parameters()]
        if len(set(names)) < len(names):
            self.update_parameters_name()
            self.check_names()

    def init_parameters_data(self, auto_parallel_mode: bool = False) -> dict:
        """Make the values of Parameters that have none yet.

        Args:
            auto_parallel_mode: bool, kept for compatibility.

        Returns:
            dict[Parameter, Parameter]: from each Parameter to the one that took its place: itself.

        Examples:
            >>> import msjax as ms
            >>> len(ms.nn.Dense(2, 1).init_parameters_data())
            2
        """
        params = list(self.get_parameters())
        for param in params:
            param.init_data()
        return {param: param for param in params}

    # -- sub-Cells ---------------------------------------------------------------------------------

    def cells_and_names(
        self, cells: set | None = None, name_prefix: str = ""
    ) -> Iterator[tuple[str, Cell]]:
        """Pairs of dotted path and Cell, this one first, each Cell once.

        Args:
            cells: set of Cells to leave out; those found are added.
            name_prefix: str, comes before every path.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.SequentialCell(ms.nn.ReLU(), ms.nn.Flatten())
            >>> [(path, type(cell).__name__) for path, cell in net.cells_and_names()]
            [('', 'SequentialCell'), ('0', 'ReLU'), ('1', 'Flatten')]
        """
        seen = cells if cells else set()
        if self in seen:
            return
        seen.add(self)
        yield name_prefix, self
        for name, cell in self._cells.items():
            if cell:
                path = f"{name_prefix}.{name}" if name_prefix else name
                yield from cell.cells_and_names(seen, path)

    def name_cells(self) -> OrderedDict[str, Cell]:
        """The Cells directly below by name, each once.

        Returns:
            OrderedDict[str, Cell]: in the order in which they were assigned.

        Examples:
            >>> import msjax as ms
            >>> list(ms.nn.SequentialCell(ms.nn.ReLU(), ms.nn.Flatten()).name_cells())
            ['0', '1']
        """
        found: OrderedDict[str, Cell] = OrderedDict()
        seen: set[int] = set()
        for name, cell in self._cells.items():
            if cell is not None and id(cell) not in seen:
                seen.add(id(cell))
                found[name] = cell
        return found

    def cells(self) -> ValuesView[Cell]:
        """The Cells directly below.

        Returns:
            odict_values: a view of the Cells.

        Examples:
            >>> import msjax as ms
            >>> list(ms.nn.SequentialCell(ms.nn.ReLU(), ms.nn.Flatten()).cells())
            [ReLU(), Flatten()]
        """
        return self.name_cells().values()

    def get_sub_cell(self, target: str) -> Cell:
        """The Cell with a dotted path, this one for the empty path.

        Args:
            target: str, the path, with dots.

        Returns:
            Cell: the one of that path.

        Raises:
            AttributeError: there is none.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Cell()
            >>> net.body = ms.nn.SequentialCell(ms.nn.ReLU())
            >>> net.body.get_sub_cell("")
            SequentialCell(
              (0): ReLU()
            )
        """
        cell = self
        for name in () if target == "" else target.split("."):
            if not hasattr(cell, name):
                raise AttributeError(f"{type(cell).__name__} has no attribute `{name}`")
            cell = getattr(cell, name)
            if not isinstance(cell, Cell):
                raise AttributeError(f"`{name}` is not an nn.Cell")
        return cell

    def apply(self, fn: Callable[[Cell], Any]) -> Cell:
        """Call a function with every Cell, those below first.

        Args:
            fn: function of a Cell.

        Returns:
            Cell: itself.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.SequentialCell(ms.nn.ReLU())
            >>> _ = net.apply(lambda cell: print(type(cell).__name__))
            ReLU
            SequentialCell
        """
        for cell in self.cells():
            cell.apply(fn)
        fn(self)
        return self

    def update_cell_prefix(self) -> None:
        """Set `param_prefix` of every Cell to its path.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.SequentialCell(ms.nn.ReLU())
            >>> net.update_cell_prefix()
            >>> net[0].param_prefix
            '0'
        """
        for path, cell in self.cells_and_names():
            cell.__dict__["_param_prefix"] = path

    def update_cell_type(self, cell_type: str) -> None:
        """Set the attribute `cell_type`.

        Args:
            cell_type: the value.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.ReLU()
            >>> net.update_cell_type("activation")
            >>> net.cell_type
            'activation'
        """
        self.cell_type = cell_type

    # -- names and text ----------------------------------------------------------------------------

    @property
    def param_prefix(self) -> str:
        """The path set by `update_cell_prefix`."""
        return self._param_prefix

    @property
    def cls_name(self) -> str:
        """Name of the class."""
        return type(self).__name__

    @property
    def create_time(self) -> int:
        """When the Cell was made, in nanoseconds."""
        return self._create_time

    @property
    def exist_names(self) -> set[str]:
        """Names of the Parameters in lists and tuples that were assigned."""
        return self.__dict__.setdefault("_exist_names", set())

    @property
    def exist_objs(self) -> set[Parameter]:
        """The Parameters in lists and tuples that were assigned."""
        return self.__dict__.setdefault("_exist_objs", set())

    def _get_name(self) -> str:
        return type(self).__name__

    def extend_repr(self) -> str:
        """What `repr` shows of this Cell besides its sub-Cells; to be overridden."""
        return ""

    def __repr__(self) -> str:
        extra = self.extend_repr()
        lines = extra.split("\n") if extra else []
        if len(lines) == 1 and not self._cells:
            return f"{self._get_name()}({extra})"
        for name, cell in self._cells.items():
            lines.extend(f"({name}): {cell!r}".split("\n"))
        inside = "\n  ".join(lines)
        return f"{self._get_name()}(\n  {inside}\n)" if lines else f"{self._get_name()}()"

    def __str__(self) -> str:
        return self.__repr__()

    def _repr_html_(self) -> str:
        from msjax.nn.cell.table import picture

        return picture(self)


def _taken(cell: Cell, name: str) -> bool:
    return hasattr(cell, name) and not declares(cell, name)


def _all_parameters(value: Any) -> bool:
    return all(isinstance(item, Parameter) for item in value)


def _new_cell(cls: type) -> Any:
    return cls.__new__(cls)


def _parameters_of(function: Any) -> list[inspect.Parameter]:
    if type(function) is types.MethodType:
        return _signature(function.__func__)[1:]
    return list(inspect.signature(function).parameters.values())


@functools.lru_cache(maxsize=512)
def _signature(function: Any) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def _set_fields(cell: Cell, **fields: Any) -> None:
    """Give the slots their values: what running a Cell has to look at besides its attributes."""
    for name in _FLAGS:
        object.__setattr__(cell, name, fields.get(name, False))
    for name in _OPTIONS:
        object.__setattr__(cell, name, fields.get(name))


def _set_parameters(cell: Cell, name: str, value: Any) -> None:
    """Assign a ParameterTuple, or a list or tuple of Parameters."""
    registers = isinstance(value, ParameterTuple)
    objects = set() if registers else cell.exist_objs
    names = set() if registers else cell.exist_names
    for item in value:
        if item in objects:
            continue
        objects.add(item)
        if registers and is_generated(item.name):
            number = cell.__dict__.get("_id", 1)
            item.name = f"Parameter${number}"
            cell.__dict__["_id"] = number + 1
        if item.name in names:
            raise ValueError(
                f"The value {value} , its name '{item.name}' already exists. "
                "Please set a unique name for the parameter."
            )
        names.add(item.name)
        if registers:
            cell.insert_param_to_cell(item.name, item, check_name_contain_dot=False)
    _store(cell, name, value)


def _set_plain(cell: Cell, name: str, value: Any) -> None:
    """Assign what is neither a Parameter nor a Cell, perhaps to the name of one."""
    own = cell.__dict__
    params = own.get("_params")
    if params is not None and name in params:
        write_parameter(params, name, value)
        return
    for place, what, title in (("_cells", "cell", "Sub cell"), ("_buffers", "buffer", "Buffer")):
        held = own.get(place)
        if held is not None and name in held:
            if value is not None:
                raise TypeError(
                    f"{title} '{name}' already exists in network, can not assign this type: "
                    f"'{type(value)}' as a {what}."
                )
            held[name] = None
            STATE.bump()
            return
    _store(cell, name, value)


def _store(cell: Cell, name: str, value: Any) -> None:
    """Set an ordinary attribute; compiled code looks again if it means something else now."""
    old = cell.__dict__.get(name, _ABSENT)
    object.__setattr__(cell, name, value)
    if old is value or name not in cell.__dict__:
        return  # nothing new, or a property, which sees to it itself
    kind = type(value)
    if kind is type(old):
        if kind in _SCALARS and old == value and repr(old) == repr(value):
            return
        if kind is Tensor and old.shape == value.shape and old.dtype == value.dtype:
            return
    STATE.bump()


jax.tree_util.register_pytree_with_keys(Cell, flatten_with_keys, unflatten, flatten)


class GraphCell(Cell):
    """A program that `load` read from a file, as a Cell.

    It runs in compiled code, and takes what the exported network took, without the arguments that
    were no Tensors: these are constants in it. Its Parameters are trained as any others, in the
    mode (training or not) in which it was exported.

    Args:
        graph: what `load` returned. All Cells of one share its Parameters.
        params_init: dict of new values of its Parameters by name, or None; names that are not
            among them, as those of an optimizer's state, have no effect but a warning.
        obf_random_seed: must be None; MindSpore has no obfuscation of programs any more.

    Raises:
        NotImplementedError: `obf_random_seed` is given.
        TypeError: `graph` is something else, or `params_init` not a dict of Tensors.
        ValueError: a new value has another shape or dtype than the Parameter.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(2, 3, weight_init="ones")
        >>> ms.export(net, ms.ops.ones((1, 2)), file_name="dense", file_format="MINDIR")
        >>> print(ms.nn.GraphCell(ms.load("dense.mindir"))(ms.Tensor([[1.0, 2.0]])) - net.bias)
        [[3. 3. 3.]]
    """

    def __init__(
        self,
        graph: Program,
        params_init: dict[str, Tensor] | None = None,
        obf_random_seed: int | None = None,
    ):
        super().__init__(auto_prefix=True)
        if obf_random_seed is not None:
            raise NotImplementedError("Dynamic structure obfuscation is not supported now.")
        if not isinstance(graph, Program):
            raise TypeError(
                "For 'GraphCell', the argument 'graph' must be a FuncGraph loaded from MindIR, but "
                f"got type {type(graph)}."
            )
        params_init = {} if params_init is None else params_init
        if not isinstance(params_init, dict):
            raise TypeError(
                "For 'GraphCell', the argument 'params_init' must be a dict, but got "
                f"{type(params_init)}."
            )
        for name, value in params_init.items():
            if not isinstance(name, str) or not isinstance(value, Tensor):
                raise TypeError(
                    "For 'GraphCell', the key of the 'params_init' must be str, and the value must "
                    f"be Tensor or Parameter, but got the key type: {type(name)}, and the value "
                    f"type: {type(value)}."
                )
        params = {k.name: k.value for k in graph.kept if k.kind == "parameter"}
        unknown = [name for name in params_init if name not in params]
        if unknown:
            logger.warning(
                "For 'GraphCell', %d names of 'params_init' are no Parameters of the graph and are "
                "ignored: %s.",
                len(unknown),
                ", ".join(unknown[:5]) + (", ..." if len(unknown) > 5 else ""),
            )
        for name in params.keys() & params_init.keys():
            old, new = params[name], params_init[name]
            if old.shape != new.shape or old.dtype != new.dtype:
                raise ValueError(
                    f"For 'GraphCell', the Parameter '{name}' has shape {old.shape} and dtype "
                    f"{old.dtype}, but got a value of shape {new.shape} and dtype {new.dtype}."
                )
        for name in params.keys() & params_init.keys():
            params[name].set_data(params_init[name])
        self.graph = graph
        self._others = {k.name: k.value for k in graph.kept if k.kind == "tensor"}
        self._params.update(params)

    @jit
    def construct(self, *inputs: Any) -> Any:
        """Run the program."""
        values = {**self._params, **self._others}
        state = default_generator._state
        return self.graph.run([values.get(k.name, state) for k in self.graph.kept], inputs)
