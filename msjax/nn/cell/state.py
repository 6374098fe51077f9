"""Buffers of a Cell, and its state as a dictionary."""

from __future__ import annotations

import itertools
import warnings
from collections import OrderedDict, namedtuple
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msjax._core.base.state import STATE
from msjax._core.gradient.hooks import HookHandle
from msjax._core.tensor.tensor import Tensor
from msjax.common.parameter import Buffer as Buffer
from msjax.nn._inner import declares

_EXTRA_STATE = "_extra_state"
_buffer_hooks: OrderedDict[int, Callable] = OrderedDict()


class IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """What `load_state_dict` could not match."""

    __slots__ = ()

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self[0]}, unexpected_keys={self[1]})"

    __str__ = __repr__


def register_cell_buffer_registration_hook(hook: Callable) -> HookHandle:
    """Call a function for every new buffer of any Cell.

    Args:
        hook: function `hook(cell, name, tensor)`, which may return another Tensor.

    Returns:
        HookHandle: it has a method `remove()`.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.cell import register_cell_buffer_registration_hook
        >>> handle = register_cell_buffer_registration_hook(lambda cell, name, value: print(name))
        >>> ms.nn.Cell().register_buffer("steps", ms.Tensor([0]))
        steps
        >>> handle.remove()
    """
    handle = HookHandle(_buffer_hooks)
    _buffer_hooks[handle.handle_id] = hook
    return handle


def write_parameter(params: dict[str, Any], name: str, value: Any) -> None:
    """Give the Parameter `name` of a Cell, one of its `params`, a new value.

    In compiled code this is the operation Assign, as in MindSpore, unless the value is None.
    """
    if value is None and params[name] is not None and STATE.frame is not None:
        raise STATE.frame.break_off(f"the Parameter '{name}' is set to None", filling=True)
    if STATE.compiled() and value is not None:
        from msjax.kernels.update.inplace import assign

        assign(params[name], value)
    elif value is None:
        params[name] = None
    elif isinstance(value, Tensor):
        params[name].set_data(value)
    else:
        raise TypeError(
            f"Parameter '{name}' already exists in network, can not assign this type: "
            f"'{type(value)}' as a parameter."
        )


class StateMethods:
    """The part of Cell that deals with buffers and state dictionaries."""

    __slots__ = ()

    # -- buffers -----------------------------------------------------------------------------------

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a Tensor that belongs to the Cell's state but is not a Parameter.

        Args:
            name: str, attribute name of the buffer.
            tensor: Tensor, its values, or None for an empty place.
            persistent: bool, whether it is part of `state_dict`.

        Raises:
            AttributeError: `Cell.__init__` has not run yet.
            KeyError: `name` is empty, has a dot, or is another attribute already.
            TypeError: `name` is not a string, or `tensor` not a Tensor.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Cell()
            >>> net.register_buffer("steps", ms.Tensor([0]))
            >>> list(net.state_dict())
            ['steps']
        """
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Cell.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"buffer name should be a string. But got this type: {type(name)}")
        if "." in name:
            raise KeyError('buffer name can\'t contain "."')
        if name == "":
            raise KeyError('buffer name can\'t be empty string ""')
        if hasattr(self, name) and name not in self._buffers and not declares(self, name):
            raise KeyError(f"attribute '{name}' already exists")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{type(tensor)}' object to buffer '{name}' "
                "(mindspore Tensor or None required)"
            )
        for hook in _buffer_hooks.values():
            replaced = hook(self, name, tensor)
            tensor = tensor if replaced is None else replaced
        if tensor is not None:
            tensor._is_buffer = True
        self._buffers[name] = tensor
        transient = self.__dict__.setdefault("_non_persistent_buffers_set", set())
        (transient.discard if persistent else transient.add)(name)
        STATE.bump()

    def get_buffer(self, target: str) -> Tensor:
        """The buffer with a dotted path.

        Args:
            target: str, the path, with dots.

        Returns:
            Tensor: the buffer.

        Raises:
            AttributeError: there is none.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Cell()
            >>> net.register_buffer("steps", ms.Tensor([0]))
            >>> print(net.get_buffer("steps"))
            [0]
        """
        path, _, name = target.rpartition(".")
        cell = self.get_sub_cell(path)
        if not hasattr(cell, name):
            raise AttributeError(f"{type(cell).__name__} has no attribute `{name}`")
        if name not in cell._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return cell._buffers[name]

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Pairs of dotted name and buffer.

        Args:
            prefix: str, comes before every name.
            recurse: bool, also those of the Cells below.
            remove_duplicate: bool, a buffer held twice comes once.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Cell()
            >>> net.register_buffer("steps", ms.Tensor([0]))
            >>> [name for name, _ in net.named_buffers("net")]
            ['net.steps']
        """
        seen: set[int] = set()
        cells = self.cells_and_names(name_prefix=prefix) if recurse else [(prefix, self)]
        for cell_name, cell in cells:
            for name, tensor in cell._buffers.items():
                if tensor is None or id(tensor) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(tensor))
                yield (f"{cell_name}.{name}" if cell_name else name), tensor

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """The buffers, each once.

        Args:
            recurse: bool, also those of the Cells below.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Cell()
            >>> net.register_buffer("steps", ms.Tensor([0]))
            >>> len(list(net.buffers()))
            1
        """
        for _, tensor in self.named_buffers(recurse=recurse):
            yield tensor

    # -- state -------------------------------------------------------------------------------------

    def get_extra_state(self) -> Any:
        """Override to put something else into `state_dict`; `set_extra_state` gets it back.

        Raises:
            RuntimeError: it is not overridden.

        Examples:
            >>> import msjax as ms
            >>> class Counted(ms.nn.Cell):
            ...     def get_extra_state(self):
            ...         return 3
            >>> dict(Counted().state_dict())
            {'_extra_state': 3}
        """
        raise RuntimeError("Cell.get_extra_state() is only called where a subclass overrides it.")

    def set_extra_state(self, state: Any) -> None:
        """Override to take what `get_extra_state` returned.

        Args:
            state: what `get_extra_state` returned.

        Raises:
            RuntimeError: it is not overridden.

        Examples:
            >>> import msjax as ms
            >>> class Counted(ms.nn.Cell):
            ...     def set_extra_state(self, state):
            ...         self.count = state
            >>> net = Counted()
            >>> _ = net.load_state_dict({"_extra_state": 3})
            >>> net.count
            3
        """
        raise RuntimeError("Cell.set_extra_state() is only called where a subclass overrides it.")

    def register_state_dict_pre_hook(self, hook: Callable) -> HookHandle:
        """Call a function before `state_dict` collects.

        Args:
            hook: function `hook(cell, prefix, keep_vars)`.

        Returns:
            HookHandle: it has a method `remove()`.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Dense(2, 1)
            >>> handle = net.register_state_dict_pre_hook(lambda cell, *rest: print(rest))
            >>> _ = net.state_dict()
            ('', False)
            >>> handle.remove()
        """
        return _add_hook(self, "_state_dict_pre_hooks", hook)

    def register_state_dict_post_hook(self, hook: Callable) -> HookHandle:
        """Call a function after `state_dict` has collected.

        Args:
            hook: function `hook(cell, state_dict, prefix, metadata)` that returns None.

        Returns:
            HookHandle: it has a method `remove()`.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Dense(2, 1)
            >>> handle = net.register_state_dict_post_hook(lambda cell, state, *_: state.clear())
            >>> len(net.state_dict())
            0
            >>> handle.remove()
        """
        return _add_hook(self, "_state_dict_hooks", hook)

    def register_load_state_dict_pre_hook(self, hook: Callable) -> HookHandle:
        """Call a function before a Cell is loaded.

        Args:
            hook: function `hook(cell, state_dict, prefix, metadata, strict, missing, unexpected,
                errors)`.

        Returns:
            HookHandle: it has a method `remove()`.

        Examples:
            >>> import msjax as ms
            >>> net, hook = ms.nn.Dense(2, 1), lambda cell, state, *_: print(len(state))
            >>> handle = net.register_load_state_dict_pre_hook(hook)
            >>> _ = net.load_state_dict(net.state_dict())
            2
            >>> handle.remove()
        """
        return _add_hook(self, "_load_state_dict_pre_hooks", hook)

    def register_load_state_dict_post_hook(self, hook: Callable) -> HookHandle:
        """Call a function after a Cell is loaded.

        Args:
            hook: function `hook(cell, incompatible_keys)` that returns None; it may change the keys
                in place.

        Returns:
            HookHandle: it has a method `remove()`.

        Examples:
            >>> import msjax as ms
            >>> net = ms.nn.Dense(2, 1)
            >>> handle = net.register_load_state_dict_post_hook(lambda cell, keys: print(keys))
            >>> _ = net.load_state_dict(net.state_dict())
            <All keys matched successfully>
            >>> handle.remove()
        """
        return _add_hook(self, "_load_state_dict_post_hooks", hook)

    def state_dict(
        self,
        *args: Any,
        destination: dict | None = None,
        prefix: str = "",
        keep_vars: bool = False,
    ) -> dict[str, Any]:
        """Parameters, persistent buffers and extra state by their dotted names.

        The values are the Cell's own Parameters and Tensors, not copies.

        Args:
            args: `destination`, `prefix` and `keep_vars` by position; deprecated.
            destination: dict to fill; None for a new OrderedDict.
            prefix: str, comes before every name.
            keep_vars: bool, passed to the hooks.

        Returns:
            dict[str, Any]: `destination`.

        Raises:
            RuntimeError: a hook returns something.
            TypeError: an argument has a wrong type.

        Examples:
            >>> import msjax as ms
            >>> list(ms.nn.Dense(2, 3).state_dict())
            ['weight', 'bias']
        """
        if args:
            warnings.warn(
                "Positional arguments of state_dict are deprecated; use keywords.",
                FutureWarning,
                stacklevel=2,
            )
            destination = args[0] if destination is None else destination
            prefix = args[1] if len(args) > 1 and prefix == "" else prefix
            keep_vars = args[2] if len(args) > 2 and keep_vars is False else keep_vars
        if destination is not None and not isinstance(destination, dict):
            raise TypeError(
                f"The type of destination must be OrderedDict, but got {type(destination)}"
            )
        if not isinstance(prefix, str):
            raise TypeError(f"The type of prefix must be string, but got {type(prefix)}")
        if not isinstance(keep_vars, bool):
            raise TypeError(f"The type of keep_vars must be bool, but got {type(keep_vars)}")
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        metadata: dict[str, Any] = {}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = metadata
        for hook in _hooks_of(self, "_state_dict_pre_hooks"):
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, cell in self._cells.items():
            if cell is not None:
                cell.state_dict(
                    destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars
                )
        for hook in _hooks_of(self, "_state_dict_hooks"):
            if hook(self, destination, prefix, metadata) is not None:
                raise RuntimeError("state_dict post-hook must return None")
        return destination

    def _save_to_state_dict(self, destination: dict, prefix: str, keep_vars: bool) -> None:
        own = itertools.chain(self._params.items(), _saved_buffers(self).items())
        destination.update({prefix + name: value for name, value in own if value is not None})
        if type(self).get_extra_state is not StateMethods.get_extra_state:
            destination[prefix + _EXTRA_STATE] = self.get_extra_state()

    def load_state_dict(
        self, state_dict: Mapping[str, Any], strict: bool = True
    ) -> IncompatibleKeys:
        """Copy values into the Parameters and persistent buffers of the same names.

        Args:
            state_dict: mapping of names and Tensors, as made by `state_dict`.
            strict: bool, whether names that do not match are an error.

        Returns:
            A pair with the fields `missing_keys` and `unexpected_keys`.

        Raises:
            TypeError: `state_dict` is no mapping.
            RuntimeError: a shape differs, or `strict` and a name has no counterpart.

        Examples:
            >>> import msjax as ms
            >>> net, other = ms.nn.Dense(2, 1), ms.nn.Dense(2, 1)
            >>> net.load_state_dict(other.state_dict())
            <All keys matched successfully>
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing: list[str] = []
        unexpected: list[str] = []
        errors: list[str] = []
        metadata = getattr(state_dict, "_metadata", None)
        state = OrderedDict(state_dict)
        if metadata is not None:
            state._metadata = metadata

        def load(cell: Any, local: dict, prefix: str) -> None:
            about = {} if metadata is None else metadata.get(prefix[:-1], {})
            cell._load_from_state_dict(local, prefix, about, True, missing, unexpected, errors)
            for name, child in cell._cells.items():
                if child is not None:
                    below = f"{prefix}{name}."
                    load(child, {k: v for k, v in local.items() if k.startswith(below)}, below)
            for hook in _hooks_of(cell, "_load_state_dict_post_hooks"):
                if hook(cell, IncompatibleKeys(missing, unexpected)) is not None:
                    raise RuntimeError(
                        "Hooks of register_load_state_dict_post_hook must return None; they may "
                        " change the keys in place."
                    )

        load(self, state, "")
        if strict:
            for title, keys in (("Unexpected", unexpected), ("Missing", missing)):
                if keys:
                    names = ", ".join(f'"{k}"' for k in keys)
                    errors.insert(0, f"{title} key(s) in state_dict: {names}. ")
        if errors:
            text = "\n\t".join(errors)
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{text}"
            )
        return IncompatibleKeys(missing, unexpected)

    def _load_from_state_dict(
        self,
        state_dict: dict,
        prefix: str,
        local_metadata: dict,
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        for hook in _hooks_of(self, "_load_state_dict_pre_hooks"):
            hook(
                self,
                state_dict,
                prefix,
                local_metadata,
                strict,
                missing_keys,
                unexpected_keys,
                error_msgs,
            )
        own = {**self._params, **_saved_buffers(self)}
        own = {name: value for name, value in own.items() if value is not None}
        for name, target in own.items():
            key = prefix + name
            if key in state_dict:
                problem = _copy_into(target, state_dict[key], key)
                error_msgs += [] if problem is None else [problem]
            elif strict:
                missing_keys.append(key)
        extra = prefix + _EXTRA_STATE
        if type(self).set_extra_state is not StateMethods.set_extra_state:
            if extra in state_dict:
                self.set_extra_state(state_dict[extra])
            elif strict:
                missing_keys.append(extra)
        elif strict and extra in state_dict:
            unexpected_keys.append(extra)
        if strict:
            for key in state_dict:
                if key.startswith(prefix) and key != extra:
                    head, dot, _ = key[len(prefix) :].partition(".")
                    if head not in (self._cells if dot else own):
                        unexpected_keys.append(key)


def _copy_into(target: Tensor, value: Any, key: str) -> str | None:
    """Give a Parameter or buffer the values; returns what is wrong, if anything."""
    if not isinstance(value, Tensor):
        return (
            f'While copying the parameter named "{key}", expected Tensor or Tensor-like object '
            f"from checkpoint but received {type(value)}"
        )
    if value.shape != target.shape:
        return (
            f"size mismatch for {key}: copying a param with shape {value.shape} from checkpoint, "
            f"the shape in current model is {target.shape}."
        )
    target._overwrite(Tensor(value.asnumpy(), dtype=target.dtype))
    return None


def _saved_buffers(cell: Any) -> dict[str, Tensor | None]:
    transient = cell.__dict__.get("_non_persistent_buffers_set", ())
    return {k: v for k, v in cell._buffers.items() if k not in transient}


def _add_hook(cell: Any, group: str, hook: Callable) -> HookHandle:
    hooks = cell.__dict__.setdefault(group, OrderedDict())
    handle = HookHandle(hooks)
    hooks[handle.handle_id] = hook
    return handle


def _hooks_of(cell: Any, group: str) -> list[Callable]:
    return list(cell.__dict__.get(group, {}).values())
